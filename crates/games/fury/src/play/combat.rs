//! Combat: declaration 10, command 10.1, modifiers 10.2, results 10.3.1.

use crate::Fury;
use crate::data::Ground;
use crate::data::pieces::{Army, CADRES, CORPS, HQS, Nation, Piece};
use crate::data::tables::{BySize, CombatRow, Retreats};
use crate::play::action::{Action, During, Event, Why};
use crate::play::sequence::{Back, Step};
use crate::position::hexset::HexSet;
use crate::position::{Attack, Combat, Group, Position, enemy, flag, off};
use sandtable_core::Dice;
use sandtable_ops::odds;

/// Modifiers of an attack, before any die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Strength of the attack.
    pub attack: u8,
    /// Strength of the defence.
    pub defence: u8,
    /// From the ratio.
    pub ratio: i8,
    /// River crossed.
    pub river: i8,
    /// Ground of the target.
    pub ground: i8,
    /// Fortress.
    pub fortress: i8,
    /// Headquarters.
    pub hq: i8,
    /// Disorganised defender.
    pub shaken_defender: i8,
    /// Disorganised attacker.
    pub shaken_attacker: i8,
    /// Supporting hexes.
    pub support: i8,
}

impl Modifiers {
    /// What the ground takes away: fury 10.2.2f.
    pub fn terrain(&self) -> i8 {
        self.river + self.ground + self.fortress
    }

    /// All together: fury 10.2a.
    pub fn net(&self) -> i8 {
        self.ratio + self.terrain() + self.hq + self.shaken_defender + self.shaken_attacker + self.support
    }
}

/// Whether a combat is under way.
pub(crate) fn during(p: &Position) -> During {
    let waits = |step| p.steps.waiting().contains(&step);
    if waits(Step::Resolve) && waits(Step::CombatEnds) { During::Combat } else { During::Rest }
}

impl Fury {
    /// Modifier of a ratio, rounded in favour of the defender; none below the first row (fury 10.2.1c, fury 10.2.1j).
    pub fn ratio(&self, attack: u16, defence: u16) -> Option<i8> {
        odds::ratio(&self.data.tables.ratio, attack, defence)
    }

    /// Strength of the defence of a hex against the active side: fury 10.2.1b, fury 10.4b, fury 10.4c, fury 10.4d.
    pub(crate) fn defence(&self, p: &Position, target: u16) -> u8 {
        self.defence_of(p, p.active, target)
    }

    /// Strength of the defence of a hex against a side.
    pub(crate) fn defence_of(&self, p: &Position, attacker: u8, target: u16) -> u8 {
        let foe = enemy(attacker);
        let units: u8 = p.units_at(&self.data, foe, target).iter().map(|u| p.strength(&self.data, u)).sum();
        match p.standing_fort(&self.data, foe, target) {
            Some(i) => units.max(self.fort_value(i, self.data.tables.minimum)),
            None => units,
        }
    }

    pub(crate) fn fort_value(&self, fort: usize, by_size: BySize) -> u8 {
        if self.data.forts[fort].major { by_size.major } else { by_size.minor }
    }

    /// Strength of an attack: fury 10.2.1a.
    pub(crate) fn attack_strength(&self, p: &Position, units: &Group) -> u8 {
        units.iter().map(|u| p.strength(&self.data, u)).sum()
    }

    /// All modifiers of an attack as things stand: fury 10.1h, fury 10.2.5d.
    pub fn modifiers(&self, p: &Position, from: u16, target: u16, units: [Piece; 2]) -> Modifiers {
        let data = &self.data;
        let t = &data.tables.terrain;
        let foe = enemy(p.active);
        let group = Group::of(&units);
        let attack = self.attack_strength(p, &group);
        let defence = self.defence(p, target);
        let defenders = p.units_at(data, foe, target);
        let besieger = defenders.iter().any(|u| p.is(u, flag::BESIEGING));
        let army = group.iter().next().map(|u| p.army[u.index()]);
        Modifiers {
            attack,
            defence,
            // An attack that was legal when declared and has since fallen below is fought at the lowest row.
            ratio: self.ratio(attack.into(), defence.into()).unwrap_or(-2),
            river: if data.step(from, target).is_some_and(|s| s.river) { t.river } else { 0 },
            ground: match data.ground[usize::from(target)] {
                Ground::Difficult => t.difficult,
                Ground::Mountain => t.mountain,
                _ => 0,
            },
            fortress: match data.fort(target) {
                _ if besieger => 0,                    // fury 10.5r
                Some((i, _)) if p.taken[i] => t.taken, // fury 10.2.2g, fury 10.4m
                Some((_, f)) if f.major => t.major,
                Some(_) => t.minor,
                None => 0,
            },
            hq: army.map_or(0, |a| p.face(data, a).support), // fury 10.2.3a
            // fury 10.2.4a; units that came back into the hex count as shaken too.
            shaken_defender: i8::from(
                defenders.iter().any(|u| p.is(u, flag::DISORGANISED) || self.mixed_retreated(p, u)),
            ),
            shaken_attacker: -i8::from(group.iter().any(|u| p.is(u, flag::DISORGANISED))), // fury 10.2.4b
            support: self.supporters(p, from, target).len() as i8,
        }
    }

    /// Hexes that support an attack: fury 10.2.5a, fury 10.2.5b, fury 10.2.5c, fury 10.1g, fury 7n.
    pub(crate) fn supporters(&self, p: &Position, from: u16, target: u16) -> HexSet {
        let data = &self.data;
        let foe = enemy(p.active);
        // fury 10.3.3b, fury 10.5h
        const IDLE: u8 = flag::DISORGANISED | flag::BESIEGING | flag::BESIEGED;
        data.steps(target)
            .map(|s| s.to)
            .filter(|hex| *hex != from && p.units_at(data, p.active, *hex).iter().any(|u| !p.is(u, IDLE)))
            .filter(|hex| {
                !data.steps(*hex).any(|s| {
                    let organised =
                        |hex| p.units_at(data, foe, hex).iter().any(|u| !p.is(u, flag::DISORGANISED));
                    s.to != target && (p.standing_fort(data, foe, s.to).is_some() || organised(s.to))
                })
            })
            .collect()
    }

    /// The modifiers of an attack on a hex, each with its reason, the ratio first.
    pub(crate) fn reasons(&self, m: &Modifiers, target: u16) -> [(Why, i8); 8] {
        let mountain = self.data.ground[usize::from(target)] == Ground::Mountain;
        [
            (Why::Ratio, m.ratio),
            (Why::River, m.river),
            (if mountain { Why::Mountain } else { Why::Difficult }, m.ground),
            (Why::Fortress, m.fortress),
            (Why::Hq, m.hq),
            (Why::DefenderDisorganised, m.shaken_defender),
            (Why::AttackerDisorganised, m.shaken_attacker),
            (Why::Support, m.support),
        ]
    }

    /// The cavalry of an army this turn: fury 2.2c, fury 10.2.6c.
    pub(crate) fn cavalry(&self, p: &Position, army: Army) -> u8 {
        let tables = &self.data.tables;
        let late = self.data.hqs[army.index()].nation == Nation::De && tables.late[usize::from(p.turn)];
        p.face(&self.data, army).cavalry + if late { tables.late_cavalry } else { 0 }
    }

    /// Fights the declared attack against a hex: fury 10.2.6a, fury 10.1i.
    pub(crate) fn fight(&self, p: &mut Position, target: u16, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let count = usize::from(p.attack_count);
        let Some(i) = p.attacks[..count].iter().position(|a| a.target == target && !a.done) else { return };
        p.attacks[i].done = true;
        let Attack { from, units, .. } = p.attacks[i];
        let foe = enemy(p.active);
        let there = Group::of(&units).only(|u| p.hex(u) == Some(from));
        let nothing = !p.held(foe, target) && p.standing_fort(&self.data, foe, target).is_none();
        if nothing || there.is_empty() {
            events.push(Event::Lapsed(target));
            return;
        }
        let m = self.modifiers(p, from, target, units);
        events.push(Event::Strengths(target, m.attack, m.defence));
        let all = self.reasons(&m, target);
        events.extend(
            all.into_iter().filter(|(w, v)| *v != 0 || *w == Why::Ratio).map(|(w, v)| Event::Modifier(w, v)),
        );
        let mut net = m.net();
        let mut cavalry = false;
        // fury 10.2.6a, fury 10.2.6d: only where the ground takes nothing away.
        if m.terrain() == 0 {
            let value = self.cavalry(p, p.army[units[0].index()]);
            let roll = dice.roll(6);
            events.push(Event::CavalryRoll(roll, value));
            cavalry = roll <= value;
            if cavalry {
                net += 1; // fury 10.2.6b
                events.push(Event::Modifier(Why::Cavalry, 1));
            }
        }
        let roll = dice.roll(6);
        let total = (roll as i8 + net).max(1) as u8;
        events.push(Event::CombatRoll { target, roll, cavalry, total });
        let row = self.combat_row(total);
        let retreat = match row.retreat {
            Retreats::Nobody => 0,
            Retreats::Attacker => 1,
            Retreats::Defender => 2,
        };
        events.push(Event::Result(row.attacker, row.defender, retreat));
        p.combat = Combat { from, target, units, total, siege: false, surrender: false };
        p.steps.push(Step::CombatEnds);
        p.steps.push(Step::Result);
        // fury 10.3.1d: losses first, the attacker's before the defender's.
        let pool = self.defenders(p);
        p.steps.push(Step::Loss { side: foe, left: row.defender, pool });
        p.steps.push(Step::Loss { side: p.active, left: row.attacker, pool: Group::of(&units) });
    }

    /// fury 10.3.1p to fury 10.3.1u
    pub(crate) fn combat_row(&self, total: u8) -> CombatRow {
        let rows = &self.data.tables.combat;
        odds::result(rows, total).unwrap_or(rows[0])
    }

    /// Units that defend and can take losses: fury 10.3.1l, fury 10.3.1n, fury 10.2.5e.
    pub(crate) fn defenders(&self, p: &Position) -> Group {
        p.units_at(&self.data, enemy(p.active), p.combat.target).only(|u| !self.mixed_retreated(p, u))
    }

    /// Units of the attack that are still in their hex.
    pub(crate) fn attackers(&self, p: &Position) -> Group {
        Group::of(&p.combat.units).only(|u| p.hex(u) == Some(p.combat.from))
    }

    /// Who can take a loss: full units first, then the others (fury 10.3.1j).
    pub(crate) fn loss_candidates(&self, p: &Position, pool: &Group) -> Group {
        let there = pool.only(|u| u.is_unit() && p.hex(u).is_some());
        let full = there.only(|u| p.full(u));
        if full.is_empty() { there } else { full }
    }

    /// One loss: fury 10.3.1k, fury 2.1f, fury 2.1g.
    pub(crate) fn lose(&self, p: &mut Position, unit: Piece, events: &mut Vec<Event>) {
        let nation = p.nation(&self.data, unit);
        if p.full(unit) {
            p.set(unit, flag::REDUCED, true);
            events.push(Event::Lost { unit, nation, left: p.strength(&self.data, unit) });
            return;
        }
        events.push(Event::Lost { unit, nation, left: 0 });
        if p.leaves_cadre(&self.data, unit)
            && let Some(cadre) = self.spare_cadre(p)
        {
            let hex = p.place[unit.index()];
            let state = p.state[unit.index()] & !flag::REDUCED;
            p.cadre_nation[cadre.index() - CORPS - HQS] = nation;
            p.army[cadre.index()] = p.army[unit.index()];
            p.put(&self.data, unit, off::ELIMINATED);
            p.state[unit.index()] = 0;
            p.state[cadre.index()] = state;
            p.put(&self.data, cadre, hex);
            p.stands_in(unit, cadre);
            events.push(Event::Cadre(unit, cadre));
        } else {
            self.eliminate(p, unit, during(p), events);
        }
    }

    fn spare_cadre(&self, p: &Position) -> Option<Piece> {
        (CORPS + HQS..CORPS + HQS + CADRES).map(|i| Piece(i as u8)).find(|c| p.place[c.index()] == off::OUT)
    }

    /// Takes a unit off the map, without leaving a Cadre.
    pub(crate) fn eliminate(&self, p: &mut Position, unit: Piece, during: During, events: &mut Vec<Event>) {
        let nation = p.nation(&self.data, unit);
        p.put(&self.data, unit, if unit.is_cadre() { off::OUT } else { off::ELIMINATED });
        p.state[unit.index()] = 0;
        events.push(Event::Eliminated(unit, nation, during));
    }

    /// Whether one more loss would leave a unit of the side in the hex: fury 10.3.1i, fury 10.3.1v.
    pub(crate) fn survives_loss(&self, p: &Position, side: u8, hex: u16, pool: &Group) -> bool {
        let candidates = self.loss_candidates(p, pool);
        if candidates.is_empty() {
            return false;
        }
        let lasting = |u: Piece| p.full(u) || p.leaves_cadre(&self.data, u);
        p.units_at(&self.data, side, hex).len() > 1 || candidates.iter().any(lasting)
    }

    /// What the result demands beside losses.
    pub(crate) fn combat_result(&self, p: &mut Position) {
        p.steps.pop();
        let foe = enemy(p.active);
        match self.combat_row(p.combat.total).retreat {
            Retreats::Nobody => {}
            Retreats::Attacker => {
                if !self.attackers(p).is_empty() {
                    p.steps.push(Step::AttackerAnswers);
                }
            }
            Retreats::Defender => {
                let target = p.combat.target;
                let empty = !p.held(foe, target) && p.standing_fort(&self.data, foe, target).is_none();
                p.steps.push(if empty { Step::Advance } else { Step::DefenderAnswers });
            }
        }
    }

    /// Whether the defender holds a fortress in the target hex: one of its own never taken, or one it has taken.
    pub(crate) fn defends_fort(&self, p: &Position) -> bool {
        let foe = enemy(p.active);
        let besieger = p.units_at(&self.data, foe, p.combat.target).iter().any(|u| p.is(u, flag::BESIEGING));
        !besieger && self.data.fort(p.combat.target).is_some_and(|(i, _)| p.controls(&self.data, foe, i))
    }

    /// Answers that a side may give after a combat.
    pub(crate) fn answers(&self, p: &Position, visit: &mut dyn FnMut(Action)) {
        let foe = enemy(p.active);
        let (from, target) = (p.combat.from, p.combat.target);
        let fort = p.standing_fort(&self.data, foe, target);
        let lone = !p.held(foe, target);
        let can_besiege = fort.is_some() && !self.attackers(p).is_empty();
        match p.steps.top() {
            Step::AttackerAnswers => {
                visit(Action::Retreat);
                if self.survives_loss(p, p.active, from, &self.attackers(p)) {
                    visit(Action::Refuse); // fury 10.3.1g
                }
            }
            Step::DefenderForces => {
                visit(Action::Accept);
                if self.survives_loss(p, foe, target, &self.defenders(p)) {
                    visit(Action::Force); // fury 10.3.1h
                }
            }
            Step::DefenderAnswers => {
                if !lone {
                    visit(Action::Retreat);
                }
                // fury 10.4g: free in a fortress; fury 10.3.1e: for a loss elsewhere.
                if self.defends_fort(p) || self.survives_loss(p, foe, target, &self.defenders(p)) {
                    visit(Action::Refuse);
                }
                if can_besiege {
                    visit(Action::Siege); // fury 10.5a
                }
            }
            Step::AttackerForces => {
                visit(Action::Accept);
                if self.survives_loss(p, p.active, from, &self.attackers(p)) {
                    visit(Action::Force); // fury 10.3.1f, fury 10.4h
                }
            }
            Step::DefenderForced => {
                visit(if lone { Action::Surrender } else { Action::Retreat }); // fury 10.4i
                if can_besiege {
                    visit(Action::Siege); // fury 10.4j, fury 10.4n
                }
            }
            _ => {}
        }
    }

    /// Carries an answer out.
    pub(crate) fn answer(&self, p: &mut Position, answer: Action, events: &mut Vec<Event>) {
        let foe = enemy(p.active);
        let (from, target) = (p.combat.from, p.combat.target);
        let step = p.steps.top();
        p.steps.pop();
        match (step, answer) {
            (Step::AttackerAnswers, Action::Retreat) => self.send_back(p, p.active, from, Back::Attacker),
            (Step::AttackerAnswers, _) => {
                events.push(Event::Refused(p.active));
                p.steps.push(Step::DefenderForces);
                p.steps.push(Step::Loss { side: p.active, left: 1, pool: self.attackers(p) });
            }
            (Step::DefenderForces, Action::Force) => {
                events.push(Event::Forced(foe));
                self.send_back(p, p.active, from, Back::Attacker);
                p.steps.push(Step::Loss { side: foe, left: 1, pool: self.defenders(p) });
            }
            (Step::DefenderAnswers, Action::Refuse) => {
                events.push(Event::Refused(foe));
                // Nobody is left to force it.
                if !self.attackers(p).is_empty() {
                    p.steps.push(Step::AttackerForces);
                }
                if !self.defends_fort(p) {
                    p.steps.push(Step::Loss { side: foe, left: 1, pool: self.defenders(p) });
                }
            }
            (Step::AttackerForces, Action::Force) => {
                events.push(Event::Forced(p.active));
                // fury 10.4i, fury 10.4j: only a fortress never taken leaves a choice.
                if p.standing_fort(&self.data, foe, target).is_some() {
                    p.steps.push(Step::DefenderForced);
                } else {
                    p.steps.push(Step::Advance);
                    self.send_back(p, foe, target, Back::Defender);
                }
                p.steps.push(Step::Loss { side: p.active, left: 1, pool: self.attackers(p) });
            }
            (Step::DefenderAnswers | Step::DefenderForced, Action::Siege) => {
                p.combat.siege = true;
                p.steps.push(Step::Advance);
            }
            (Step::DefenderAnswers | Step::DefenderForced, Action::Retreat | Action::Surrender) => {
                p.combat.surrender = p.standing_fort(&self.data, foe, target).is_some();
                p.steps.push(Step::Advance);
                self.send_back(p, foe, target, Back::Defender);
            }
            _ => {}
        }
    }
}
