//! The story of a combat, part by part (tannenberg 8). What happens in it is open to all but for headquarters that lend their
//! shift from inside a box, and those that give way in one.

use super::{Teller, bears};
use crate::action::Event;
use crate::data::params::Outcome;
use crate::data::{UnitId, UnitSet};
use crate::engine::Adds;
use crate::position::{Position, Step};
use crate::standard::results;
use crate::standard::strength;
use crate::standard::supply::attrition;
use crate::standard::zones::enemy;
use crate::words::{count, rolls};
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::Force;

/// Whether a combat is being fought, or is about to be.
pub(super) fn in_combat<A: Adds>(p: &Position<A>) -> bool {
    let fights = |s: &Step<A>| matches!(s, Step::CombatEnds | Step::Declare(_));
    p.steps.waiting().iter().any(fights)
}

/// An entry of the table in words: `2` or `E`.
fn entry(outcome: Outcome) -> String {
    match outcome.number() {
        Some(n) => n.to_string(),
        None if outcome == Outcome::Eliminated => "E".to_string(),
        None => "–".to_string(),
    }
}

impl<A: Adds> Teller<'_, A> {
    /// What an event adds to the story of a combat. `before` is the position before the step in which it happened.
    pub fn parts(&self, before: &Position<A>, event: &Event<A>) -> Vec<BattlePart> {
        let name = |u: UnitId| self.engine.data.title(u);
        match *event {
            Event::CombatOver => return vec![BattlePart::Closes],
            // What a combat does to headquarters says so itself: the next segment may begin in the same step.
            Event::HqLost(hq, true) => {
                return vec![self.fate(before, FateKind::Destroyed, hq, "is eliminated")];
            }
            Event::Displaced { hq, to, hidden, combat: true } if !(hidden && self.veils(hq)) => {
                let text = format!("{} gives way to {}", name(hq), self.engine.data.place_title(to));
                return vec![self.went(before, FateKind::Retreat, hq, text, &[to])];
            }
            Event::HqLost(..) | Event::Displaced { .. } => return vec![],
            _ if !in_combat(before) => return vec![],
            _ => {}
        }
        match *event {
            Event::Attacked(hex) if before.combat.targets().first() == Some(&hex) => {
                vec![self.opens(before)]
            }
            Event::Shifts(hq, by) => vec![self.joins(hq, by)],
            Event::Strengths(strong, stands, column, end, starved) => {
                self.strengths(before, starved, (strong, stands), (column, end))
            }
            Event::CombatRoll(die, total) => {
                let attacker = self.id(self.engine.attacker(before));
                let mut parts =
                    vec![BattlePart::Roll { side: attacker, what: "Combat".to_string(), dice: vec![die] }];
                if die != total {
                    let sum = self.engine.die_sum(before, &self.engine.attack(before), die);
                    parts.push(BattlePart::Sum { name: "Die".into(), rows: sum.rows, total: sum.total });
                }
                parts
            }
            Event::Result(attacker, defender, worse_a, worse_d, steps) => {
                vec![self.result((attacker, defender), (worse_a, worse_d), steps)]
            }
            _ => self.fates(before, event).into_iter().collect(),
        }
    }

    /// Whether a unit belongs to those into whose boxes the viewer does not see.
    fn veils(&self, unit: UnitId) -> bool {
        self.veiled == Some(self.engine.data.unit(unit).side)
    }

    fn opens(&self, p: &Position<A>) -> BattlePart {
        let engine = &self.engine;
        let targets = p.combat.targets();
        let walls = targets.iter().any(|h| p.fort_at(engine.data, enemy(p.phasing), *h).is_some());
        let what = if walls { "Assault" } else { "Attack" };
        let title = format!("{what} on {}", engine.targets_text(p));
        let place = targets.first().map(|h| engine.data.place_name(*h)).unwrap_or_default();
        let attackers = engine.attacking(p, &engine.attack(p));
        BattlePart::Opens { place, title, attackers, defenders: engine.defending_forces(p, targets) }
    }

    /// A headquarters lends its shift. One that may be in a box has no name for those who do not see into it.
    fn joins(&self, hq: UnitId, by: u8) -> BattlePart {
        let data = self.engine.data;
        let shift = format!("shifts by {}", count(by, "column"));
        let (piece, name) = match self.veils(hq) {
            true => (String::new(), format!("A headquarters {shift}")),
            false => (data.unit(hq).id.clone(), format!("{} {shift}", data.title(hq))),
        };
        BattlePart::Joins { attacks: true, force: Force { piece, name, strength: 0 } }
    }

    fn strengths(
        &self,
        before: &Position<A>,
        starved: UnitSet,
        (strong, stands): (u16, u16),
        (column, end): (u8, u8),
    ) -> Vec<BattlePart> {
        let (engine, data) = (&self.engine, self.engine.data);
        let mut p = *before;
        for unit in starved.iter() {
            let lost = attrition(data, &p, unit, 1);
            p.lose(data, unit, lost);
        }
        p.combat.units = p.combat.units.iter().filter(|u| p.hex(*u).is_some()).collect();
        let attack = engine.attack(&p);
        let sum =
            |name: &str, s: super::Sum| BattlePart::Sum { name: name.into(), rows: s.rows, total: s.total };
        let tcr = strength::tcr_of(data, &p, p.combat.units);
        let odds = format!("{strong} : {stands} → {}", engine.heading(tcr, column));
        let named = |hq: UnitId| !self.veils(hq);
        vec![
            sum("Attack strength", engine.attack_sum(&p, &attack)),
            sum("Defence strength", engine.defence_sum(&p, enemy(p.phasing), attack.targets)),
            BattlePart::Odds { text: odds, rule: "8.4a" },
            sum("Column", engine.column_sum(&p, (tcr, column, end), named)),
        ]
    }

    fn result(&self, (a, d): (Outcome, Outcome), worse: (bool, bool), steps: u8) -> BattlePart {
        let params = &self.engine.data.params;
        let lost = results::attacker_loss(params, a, steps);
        let attacker = match lost {
            0 => "the attacker loses nothing".to_string(),
            n => format!("the attacker loses {}", count(n, "step")),
        };
        let defender = match d {
            Outcome::Nothing => "the defender loses nothing".to_string(),
            Outcome::Eliminated => "the defender loses all that is affected".to_string(),
            _ => format!("the defender bears a {}", entry(d)),
        };
        let why = match worse {
            (false, false) => "",
            (true, false) => ". The attacker's result is worse because the attacker is out of command",
            (false, true) => ". The defender's result is worse because the defender is out of command",
            (true, true) => ". Both are worse because both are out of command",
        };
        let affected = count(steps, "step");
        let text = format!("{}/{} with {affected} affected: {attacker}, {defender}{why}", entry(a), entry(d));
        BattlePart::Result { text, rule: if worse == (false, false) { "8.54a" } else { "10.43a" } }
    }

    /// What became of somebody.
    fn fates(&self, before: &Position<A>, event: &Event<A>) -> Option<BattlePart> {
        let (data, declared) = (self.engine.data, matches!(before.top(), Step::Declare(_)));
        let result = |text: &str, rule| Some(BattlePart::Result { text: text.to_string(), rule });
        Some(match *event {
            Event::CalledOff => return result("The attack has become too weak and is called off", "8.8m"),
            Event::AdvanceOpen => {
                return result("The defenders were out of supply: the advance is open", "8.75a");
            }
            Event::AdvanceBarred => {
                return result("The defenders died where they stood: nobody advances", "8.75a");
            }
            Event::Attrition(unit, die, _, false) if declared => {
                let upto = rolls(1, data.params.supply.attrition_upto);
                let what = format!("Attrition of {}: {upto} costs half its steps", data.title(unit));
                BattlePart::Roll { side: self.owner(before, unit), what, dice: vec![die] }
            }
            Event::Detrained(unit, false) if declared => {
                self.fate(before, FateKind::Other, unit, "gets off its train")
            }
            Event::Chose(owed, back) => BattlePart::Fate {
                kind: FateKind::Other,
                side: self.id(self.engine.defender(before)),
                piece: String::new(),
                text: format!("The defender {}", bears(owed, back)),
                places: vec![],
            },
            Event::Lost(unit, steps) => {
                let text = format!("loses {}", count(steps, "step"));
                self.fate(before, FateKind::Loss, unit, &text)
            }
            Event::Eliminated(unit) => self.fate(before, FateKind::Destroyed, unit, "is eliminated"),
            Event::HqReduced(hq) => self.fate(before, FateKind::Loss, hq, "goes to its reduced side"),
            Event::GivenUp(unit, false) => {
                self.fate(before, FateKind::Other, unit, "is given up, its hex being overfull")
            }
            Event::WallLost(fort, steps) => {
                self.walls_fate(FateKind::Loss, fort, &format!("loses {}", count(steps, "step")))
            }
            Event::FortressFell(fort) => self.walls_fate(FateKind::Destroyed, fort, "is destroyed"),
            Event::Retreated(unit, from, to) => {
                self.way(before, FateKind::Retreat, unit, (from, to), "retreats")
            }
            Event::Advanced(unit, to) => {
                let from = before.hex(unit).unwrap_or(to);
                self.way(before, FateKind::Advance, unit, (from, to), "advances")
            }
            _ => return None,
        })
    }

    fn owner(&self, p: &Position<A>, unit: UnitId) -> &'static str {
        self.id(self.engine.own.owner(self.engine.data, p, unit))
    }

    fn fate(&self, p: &Position<A>, kind: FateKind, unit: UnitId, what: &str) -> BattlePart {
        let text = format!("{} {what}", self.engine.data.title(unit));
        self.went(p, kind, unit, text, &[])
    }

    fn way(
        &self,
        p: &Position<A>,
        kind: FateKind,
        unit: UnitId,
        (from, to): (u16, u16),
        how: &str,
    ) -> BattlePart {
        let (data, place) = (self.engine.data, |h| self.engine.data.place_title(h));
        let text = format!("{} {how} from {} to {}", data.title(unit), place(from), place(to));
        self.went(p, kind, unit, text, &[from, to])
    }

    fn went(&self, p: &Position<A>, kind: FateKind, unit: UnitId, text: String, ways: &[u16]) -> BattlePart {
        let data = self.engine.data;
        let places = ways.iter().map(|h| data.place_name(*h)).collect();
        let (side, piece) = (self.owner(p, unit), data.unit(unit).id.clone());
        BattlePart::Fate { kind, side, piece, text, places }
    }

    fn walls_fate(&self, kind: FateKind, fort: u8, what: &str) -> BattlePart {
        let data = self.engine.data;
        let (side, hex) = data.map.forts.get(usize::from(fort)).map_or((0, None), |f| (f.side, Some(f.hex)));
        BattlePart::Fate {
            kind,
            side: self.id(side),
            piece: String::new(),
            text: format!("Fortress {} {what}", data.fort_name(fort)),
            places: hex.into_iter().map(|h| data.place_name(h)).collect(),
        }
    }
}
