//! A combat from the choice of the attack to the Cohesion checks.

mod before;
mod cohesion;
mod example;
mod later;
mod next;
mod strength;
mod support;
mod trains;

use crate::scene::*;

/// An attack that was declared and grouped: attackers, supports, supports of the defence.
fn attack(s: Scene, target: &str, prepared: bool, by: [&str; 3]) -> Scene {
    let [attackers, supports, defence] = by.map(units);
    let target = hex(target);
    s.with(|p| {
        let place = p.attack_count;
        for u in attackers.iter() {
            p.units.set_marker(u, Marker::Attack { prepared, target });
        }
        for u in supports.iter() {
            p.units.set_marker(u, Marker::Support { prepared, target });
        }
        for u in defence.iter() {
            p.units.set_marker(u, Marker::Defence { attack: place });
        }
        let one = Attack { target, prepared, attackers, supports, defence, done: false, ..Attack::NONE };
        p.attacks[usize::from(place)] = one;
        p.attack_count += 1;
    })
}

/// The same, Prepared and without supports.
fn prepared(s: Scene, target: &str, attackers: &str) -> Scene {
    attack(s, target, true, [attackers, "", ""])
}

/// The same, Hasty.
fn hasty(s: Scene, target: &str, attackers: &str) -> Scene {
    attack(s, target, false, [attackers, "", ""])
}

/// The first attacks, this many of them, have points of a Depot, which has some left.
fn supplied(s: Scene, attacks: usize, depot: &str, left: u8) -> Scene {
    s.with(|p| {
        // A Depot that becomes functional is full: that comes first.
        engine().settle(p, &mut vec![]);
        for a in &mut p.attacks[..attacks] {
            (a.depot, a.armed) = (unit(depot).into(), a.attackers.with(&a.supports));
        }
        p.points[usize::from(unit(depot))] = left;
    })
}

/// The map before the attacks of a side.
fn before(active: u8) -> Scene {
    Scene::empty(active, Phase::Attacks)
}

/// The combat of the first attack.
fn combat(s: &Scene) -> Combat {
    engine().combat_of(&s.p, &s.p.attacks[0])
}

/// Strengths of attacker and defender in the Cohesion step.
fn strengths(s: &Scene, c: &Combat) -> [u16; 2] {
    [ATTACKER, DEFENDER].map(|who| engine().side_strength(&s.p, c, who, false))
}

/// The same in the Assault.
fn assaults(s: &Scene, c: &Combat) -> [u16; 2] {
    [ATTACKER, DEFENDER].map(|who| engine().side_strength(&s.p, c, who, true))
}

/// What is added to the Cohesion die of a unit, reason by reason.
fn reasons(s: &Scene, c: &Combat, id: &str) -> Vec<(&'static str, i8)> {
    let who = if c.units[ATTACKER].has(unit(id)) { ATTACKER } else { DEFENDER };
    let all = engine().cohesion_modifiers(&s.p, c, who, unit(id));
    assert_eq!(all.sum(), engine().cohesion_add(&s.p, c, who, unit(id)));
    all.iter().map(|(_, value, rule)| (rule, value)).collect()
}

/// What a die does to a unit.
fn fate(s: &Scene, c: &Combat, id: &str, die: u8) -> Fate {
    let who = if c.units[ATTACKER].has(unit(id)) { ATTACKER } else { DEFENDER };
    engine().cohesion_fate(&s.p, c, who, unit(id), die)
}

/// Checks that the log of the last step has a line.
#[track_caller]
fn tells(s: &Scene, line: &str) {
    assert!(s.told().lines().any(|l| l == line), "no line `{line}` in\n{}", s.told());
}
