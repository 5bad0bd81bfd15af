//! A combat, an Assault or a Barrage before it is fought: forces, what is added to the dice and by which rule, and every result with
//! its chance.

use crate::Orel;
use crate::data::Class;
use crate::play::Action;
use crate::play::assault::AssaultAction;
use crate::play::fight::FightAction;
use crate::play::fire::FireAction;
use crate::play::march::{How, MarchAction};
use crate::play::odds::{Answer, Plan};
use crate::position::{
    ATTACKER, Attack, AttackOn, Combat, DEFENDER, HexId, Marker, Pieces, Position, TargetId, UnitId,
};
use crate::view::{count, signed};
use sandtable_core::forecast::by_sum;
use sandtable_core::guide::{Battle, Chart, Factor, Force};

/// What an attack's figures rest on before it is resolved.
const BEFORE: &str = "Above, exact over all dice of the attack: cavalry charges where that is wise, the strongest units bear the \
                      losses, nobody pursues; lost are steps. Below, the Assault alone if all stay in it as they are now, with every \
                      support coordinated and nobody charging.";
/// What an Assault's figures rest on.
const NOW: &str = "Exact over both dice. The loser then rolls for Morale.";
/// What a Barrage's figures rest on.
const FIRE: &str = "Exact over both dice. A Cohesion check is the target's own roll.";

impl Orel {
    /// The combat that an action begins or leads to.
    pub(super) fn battle_of(&self, p: &Position, action: &Action) -> Option<Battle> {
        match *action {
            Action::March(MarchAction::End { unit, how: How::Hasty(h) }) => {
                Some(self.attack_battle(p, &self.joined(p, unit, h, false)))
            }
            Action::March(MarchAction::End { unit, how: How::Prepared(h) }) => {
                Some(self.attack_battle(p, &self.joined(p, unit, h, true)))
            }
            Action::Fight(FightAction::Resolve { attack: AttackOn(attack) }) => {
                let attack = p.declared().get(usize::from(attack))?;
                Some(self.attack_battle(p, attack))
            }
            Action::Assault(AssaultAction::Assault) => Some(self.assault_battle(p, &p.combat, NOW, false)),
            Action::Fire(FireAction::Aim { firer, target: TargetId(target) }) => {
                Some(self.barrage(p, firer, target))
            }
            Action::Fire(FireAction::Shoot { firer }) => {
                p.fire.target_of(firer).map(|target| self.barrage(p, firer, target))
            }
            _ => None,
        }
    }

    /// The attack that a unit would join: with it the units that have declared the same before, one hex alone if it is Hasty (orel 7.2n).
    pub(super) fn joined(&self, p: &Position, unit: UnitId, target: HexId, prepared: bool) -> Attack {
        let same = |m: Marker| m == Marker::Attack { prepared, target };
        let others = p.units.on_map_of(p.active).filter(|u| same(p.marker(*u)));
        let attackers: Pieces =
            others.filter(|u| prepared || p.hex(*u) == p.hex(unit)).chain([unit]).collect();
        let serves = |m: Marker| m == Marker::Support { prepared, target };
        let supports = p.units.on_map_of(p.active).filter(|u| serves(p.marker(*u))).collect();
        Attack { target, prepared, attackers, supports, done: false, ..Attack::NONE }
    }

    /// A unit of a combat with what it brings alone; halves are rounded together only in the sum.
    fn force(&self, p: &Position, c: &Combat, who: usize, unit: UnitId) -> Force {
        let engine = self.engine();
        let strength = i16::try_from(engine.unit_strength(p, c, who, unit, false)).unwrap_or(i16::MAX);
        self.force_of(unit, c.support[who].has(unit), strength)
    }

    /// A unit with its strength in a combat, supports named as such.
    pub(super) fn force_of(&self, unit: UnitId, support: bool, strength: i16) -> Force {
        let engine = self.engine();
        let support = if support { ", support" } else { "" };
        Force {
            piece: engine.id(unit).to_string(),
            name: format!("{}{support}", engine.name(unit)),
            strength,
        }
    }

    /// An attack that is not resolved yet.
    fn attack_battle(&self, p: &Position, attack: &Attack) -> Battle {
        let engine = self.engine();
        let c = engine.combat_of(p, attack);
        let mut battle = self.assault_battle(p, &c, BEFORE, true);
        let lone = c.units[DEFENDER].iter().all(|u| !engine.class(u).is_troop());
        if !lone {
            battle.expects = Some(self.expects(p, attack));
        } else {
            battle.chances = vec![];
            battle.note =
                "Nobody there can fight: the attackers go in without a check (3.3a, 9d).".to_string();
        }
        battle
    }

    /// What an attack is likely to bring, by what the enemy may answer.
    fn expects(&self, p: &Position, attack: &Attack) -> Chart {
        let percent = |x: f64| format!("{:.0} %", 100.0 * x);
        let row = |name: &str, answer: Answer| {
            let odds = self.engine().odds(p, attack, &Plan { answer, ..Plan::default() });
            vec![
                name.to_string(),
                percent(odds.taken),
                percent(odds.avoided),
                percent(odds.beaten[ATTACKER]),
                percent(odds.beaten[DEFENDER]),
                format!("{:.1}", odds.lost[ATTACKER]),
                format!("{:.1}", odds.lost[DEFENDER]),
            ]
        };
        let head = [
            "if the enemy",
            "hex taken",
            "enemy slips away",
            "you are beaten",
            "enemy is beaten",
            "you lose",
            "enemy loses",
        ];
        Chart {
            title: "What the attack brings".to_string(),
            rule: "8.1e".to_string(),
            head: head.map(str::to_string).into(),
            rows: vec![row("stands", Answer::Stands), row("retreats before combat", Answer::Retreats)],
            source: "exact".to_string(),
        }
    }

    /// The Cohesion checks of both sides before the Assault, for the unit of each that has it worst.
    fn cohesion_text(&self, p: &Position, c: &Combat) -> String {
        let engine = self.engine();
        let mut out = String::new();
        for (who, name) in [(ATTACKER, "attackers"), (DEFENDER, "defenders")] {
            let worst = engine
                .cohesion_checkers(c, who)
                .iter()
                .max_by_key(|u| engine.cohesion_add(p, c, who, *u) - engine.cohesion_tq(p, c, who, *u) as i8);
            let Some(unit) = worst else { continue };
            let add = engine.cohesion_modifiers(p, c, who, unit);
            let why: Vec<String> =
                add.iter().map(|(label, value, _)| format!("{label} {}", signed(value))).collect();
            let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
            let tq = engine.cohesion_tq(p, c, who, unit);
            out += &format!(
                " Cohesion of the {name}: {} has it worst, die {}{why} against TQ {tq}.",
                engine.name(unit),
                signed(add.sum())
            );
        }
        out
    }

    /// The Assault of a combat as it stands.
    fn assault_battle(&self, p: &Position, c: &Combat, note: &str, before: bool) -> Battle {
        let engine = self.engine();
        let forces = |who: usize| -> Vec<Force> {
            let all = c.units[who].with(&c.support[who]);
            all.iter().map(|u| self.force(p, c, who, u)).collect()
        };
        let strength = [ATTACKER, DEFENDER].map(|who| engine.side_strength(p, c, who, true));
        let modifiers = engine.assault_modifiers(p, c);
        let factors: Vec<Factor> = modifiers
            .iter()
            .filter(|m| m.add != 0)
            .map(|m| Factor { value: m.add.into(), why: m.label.to_string(), rule: m.rule })
            .collect();
        let add = engine.assault_add(p, c);
        let chances = by_sum(2, |dice| {
            let row = engine.assault_row(add.saturating_add_unsigned(dice));
            let [a, d] = engine.assault_losses(p, c, row);
            let loser = if usize::from(row.loser) == ATTACKER { "attacker" } else { "defender" };
            format!(
                "{loser} loses, Morale {}; attacker {}, defender {}",
                signed(row.morale),
                count(a.into(), "step"),
                count(d.into(), "step")
            )
        });
        Battle {
            place: self.engine().spot(c.hex).unwrap_or_default(),
            attackers: forces(ATTACKER),
            defenders: forces(DEFENDER),
            ratio: format!("{} : {}", strength[0], strength[1]),
            factors,
            total: add.into(),
            chances,
            expects: None,
            note: if before { format!("{note}{}", self.cohesion_text(p, c)) } else { note.to_string() },
        }
    }

    /// A Barrage or counterbattery.
    fn barrage(&self, p: &Position, firer: UnitId, target: UnitId) -> Battle {
        let engine = self.engine();
        let parts = engine.barrage_parts(p, firer, target);
        let factors =
            parts.iter().map(|(why, add, rule)| Factor { value: add.into(), why: why.to_string(), rule });
        let add = engine.barrage_add(p, firer, target);
        let train = engine.class(target) == Class::Train;
        let chances = by_sum(2, |dice| {
            let row = engine.barrage_row(add.saturating_add_unsigned(dice));
            let check = match row.check {
                Some(n) if !train => format!("Cohesion check {}", signed(n)),
                _ => String::new(),
            };
            let loss =
                if row.losses > 0 { count(row.losses.into(), "step") + " lost" } else { String::new() };
            match (loss.is_empty(), check.is_empty()) {
                (true, true) => "no effect".to_string(),
                (false, false) => format!("{loss}, {check}"),
                _ => loss + &check,
            }
        });
        Battle {
            place: self.engine().spot(p.hex(target)).unwrap_or_default(),
            attackers: vec![self.force_of(firer, false, engine.fire_strength(p, firer).into())],
            defenders: vec![self.target_force(target, engine.tq(p, target))],
            ratio: format!("two dice {}", signed(add)),
            factors: factors.collect(),
            total: add.into(),
            chances,
            expects: None,
            note: FIRE.to_string(),
        }
    }
}
