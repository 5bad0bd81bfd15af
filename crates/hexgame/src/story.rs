//! What happens on the map: lines of the log, and battles part by part.

use crate::table::{CombatTable, Modifier, Odds};
use crate::{Counters, Field, HexId, HexMap, UnitId, Units};
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::game::Line;
use sandtable_core::guide::{Battle, Factor, Force};
use sandtable_core::view::{Combat, CombatRow};

/// Something that happened on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Happened {
    /// A side's turn begins.
    Turn { turn: u8, side: u8 },
    /// A unit moved.
    Moved { unit: UnitId, from: HexId, to: HexId },
    /// A unit came onto the map.
    Came { unit: UnitId, at: HexId },
    /// A side attacked a hex.
    Fought { at: HexId, side: u8, odds: Odds, die: u8 },
    /// A unit lost a step, or was lost.
    Lost { unit: UnitId, gone: bool },
    /// A unit went back.
    Retreated { unit: UnitId, from: HexId, to: HexId },
    /// A unit could not go back.
    Cornered { unit: UnitId },
    /// A unit went forward.
    Advanced { unit: UnitId, from: HexId, to: HexId },
    /// A combat is over, and a side is in the hex or nobody is.
    Over { at: HexId, held: Option<u8> },
}

impl Happened {
    /// How well the die of an attack served who rolled it: steps that the enemy loses less its own, and one for who must go back.
    pub fn fortune(&self, table: &CombatTable) -> Option<i32> {
        let Happened::Fought { odds, die, .. } = *self else { return None };
        let result = table.result(&odds, die);
        let [own, enemy] = [0, 1].map(|i| i32::from(result.lost[i]) + i32::from(result.back[i]));
        Some(enemy - own)
    }
}

/// The rules that are cited, by what they say.
pub struct Cites {
    /// Sides have turns.
    pub turn: &'static str,
    /// A unit moves once, with its movement points.
    pub moves: &'static str,
    /// No hex with an enemy is entered.
    pub enemy: &'static str,
    /// Zones of control.
    pub zones: &'static str,
    /// How many units find room in a hex.
    pub stacking: &'static str,
    /// Reinforcements come.
    pub comes: &'static str,
    /// They wait while there is no room.
    pub waits: &'static str,
    /// Enemies beside units are attacked.
    pub attack: &'static str,
    /// Each attacks once, and is attacked once.
    pub once: &'static str,
    /// Who takes part.
    pub part: &'static str,
    /// The ratio of strengths.
    pub odds: &'static str,
    /// The table of combat.
    pub table: &'static str,
    /// Losses.
    pub loss: &'static str,
    /// Retreats.
    pub retreat: &'static str,
    /// Where nobody retreats.
    pub cornered: &'static str,
    /// Advances.
    pub advance: &'static str,
}

/// What tells of it: the map, the counters, the table of combat, and the rules that are cited.
pub struct Chronicle<'a, const W: usize> {
    /// The map.
    pub map: &'a HexMap<W>,
    /// The counters.
    pub counters: &'a Counters,
    /// The table of combat.
    pub table: &'a CombatTable,
    /// The rules.
    pub cites: &'a Cites,
}

impl<const W: usize> Chronicle<'_, W> {
    /// A line of the log.
    pub fn line(&self, happened: &Happened) -> Line {
        let name = |unit: UnitId| self.counters[unit].name.as_str();
        let at = |hex| self.map.spot(hex);
        let called = |side: u8| self.counters.sides().get(usize::from(side)).map_or("?", |s| s.name);
        let (text, rule, places) = match *happened {
            Happened::Turn { turn, side } => {
                (format!("Turn {turn}: {} moves", called(side)), self.cites.turn, vec![])
            }
            Happened::Moved { unit, from, to } => {
                let text = format!("{} moves from {} to {}", name(unit), at(from), at(to));
                (text, self.cites.moves, vec![from, to])
            }
            Happened::Came { unit, at: hex } => {
                (format!("{} comes to {}", name(unit), at(hex)), self.cites.comes, vec![hex])
            }
            Happened::Fought { at: hex, odds, die, .. } => {
                let added = if odds.modifier == 0 { String::new() } else { format!(" {}", odds.modifier) };
                let Odds { attack, defence, .. } = odds;
                let result = &self.table.result(&odds, die).words;
                let text = format!("{attack} against {defence} at {}, die {die}{added}: {result}", at(hex));
                (text, self.cites.table, vec![hex])
            }
            Happened::Lost { unit, gone } => {
                let what = if gone { "is lost" } else { "loses a step" };
                (format!("{} {what}", name(unit)), self.cites.loss, vec![])
            }
            Happened::Retreated { unit, from, to } => {
                let text = format!("{} goes back from {} to {}", name(unit), at(from), at(to));
                (text, self.cites.retreat, vec![from, to])
            }
            Happened::Cornered { unit } => {
                (format!("{} has nowhere to go and is lost", name(unit)), self.cites.cornered, vec![])
            }
            Happened::Advanced { unit, from, to } => {
                let text = format!("{} advances from {} to {}", name(unit), at(from), at(to));
                (text, self.cites.advance, vec![from, to])
            }
            Happened::Over { at: hex, held } => {
                let who = held.map_or("nobody", called);
                (format!("The combat is over: {who} holds {}", at(hex)), self.cites.advance, vec![hex])
            }
        };
        Line { text, rule, places: places.into_iter().map(|hex| self.map.name(hex)).collect() }
    }

    /// What it adds to the story of a battle; `fight` gives the forces in a fight for a hex.
    pub fn parts(&self, happened: &Happened, fight: impl FnOnce(HexId) -> Option<Fight>) -> Vec<BattlePart> {
        let (kind, unit, way) = match *happened {
            Happened::Fought { at, side, odds, die } => {
                return fight(at).map_or_else(Vec::new, |f| self.fought(f, side, &odds, die));
            }
            Happened::Lost { unit, gone: false } => (FateKind::Loss, unit, vec![]),
            Happened::Lost { unit, .. } | Happened::Cornered { unit } => (FateKind::Destroyed, unit, vec![]),
            Happened::Retreated { unit, from, to } => (FateKind::Retreat, unit, vec![from, to]),
            Happened::Advanced { unit, from, to } => (FateKind::Advance, unit, vec![from, to]),
            Happened::Over { .. } => return vec![BattlePart::Closes],
            Happened::Turn { .. } | Happened::Moved { .. } | Happened::Came { .. } => return Vec::new(),
        };
        vec![BattlePart::Fate {
            kind,
            side: self.counters.side_id(self.counters[unit].side),
            piece: self.counters[unit].id.clone(),
            text: self.line(happened).text,
            places: way.into_iter().map(|hex| self.map.name(hex)).collect(),
        }]
    }

    fn fought(&self, fight: Fight, side: u8, odds: &Odds, die: u8) -> Vec<BattlePart> {
        let (table, row) = (self.cites.table, i16::from(self.table.row(odds, die)));
        let one = |value, why: &str| Factor { value, why: why.to_string(), rule: table };
        let mut rows = vec![one(die.into(), "the die")];
        rows.extend(fight.factors);
        match row - rows.iter().map(|r| r.value).sum::<i16>() {
            0 => {}
            more => rows.push(one(more, "the table ends there")),
        }
        let text = format!("{} against {}: {}", odds.attack, odds.defence, self.table.column(odds));
        vec![
            BattlePart::Opens {
                place: fight.place,
                title: format!("Attack on {}", fight.spot),
                attackers: fight.attackers,
                defenders: fight.defenders,
            },
            BattlePart::Odds { text, rule: self.cites.odds },
            BattlePart::Roll { side: self.counters.side_id(side), what: "Combat".into(), dice: vec![die] },
            BattlePart::Sum { name: "Row of the table".to_string(), rows, total: row },
            BattlePart::Result { text: begins(&self.table.result(odds, die).words), rule: table },
        ]
    }
}

/// A sentence with its first letter in capitals.
fn begins(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

/// A fight for a hex, with names.
pub struct Fight {
    place: String,
    spot: String,
    attackers: Vec<Force>,
    defenders: Vec<Force>,
    odds: Odds,
    factors: Vec<Factor>,
}

impl Fight {
    /// Who fights for a hex at what odds; `strength` is what each unit counts.
    pub fn new<const W: usize, const N: usize>(
        field: Field<'_, W, N>,
        at: HexId,
        [attackers, defenders]: [Units; 2],
        (odds, modifiers): (Odds, &[Modifier]),
        strength: impl Fn(UnitId) -> u8,
    ) -> Fight {
        let forces = |units: Units| units.iter().map(|u| field.counters.force(u, strength(u))).collect();
        let factor = |m: &Modifier| Factor { value: m.0.into(), why: m.1.to_string(), rule: m.2 };
        Fight {
            place: field.map.name(at),
            spot: field.map.spot(at),
            attackers: forces(attackers),
            defenders: forces(defenders),
            odds,
            factors: modifiers.iter().filter(|m| m.0 != 0).map(factor).collect(),
        }
    }

    /// In a few words: `8 against 4, 2:1, -1 on the die`.
    pub fn brief(&self, table: &CombatTable) -> String {
        let Odds { attack, defence, modifier, .. } = self.odds;
        let die = if modifier == 0 { String::new() } else { format!(", {modifier:+} on the die") };
        format!("{attack} against {defence}, {}{die}", table.column(&self.odds))
    }

    /// Before it is fought.
    pub fn battle(self, table: &CombatTable) -> Battle {
        let Odds { attack, defence, modifier, .. } = self.odds;
        Battle {
            ratio: format!("{attack} : {defence}, column {}", table.column(&self.odds)),
            total: modifier.into(),
            chances: table.chances(&self.odds),
            place: self.place,
            attackers: self.attackers,
            defenders: self.defenders,
            factors: self.factors,
            expects: None,
            note: String::new(),
        }
    }

    /// As it is seen while it is prepared.
    pub fn seen(self, table: &CombatTable, odds_rule: &'static str, sides: [&'static str; 2]) -> Combat {
        let row = |name: &str, attacker: String, defender: String, rule| CombatRow {
            name: name.to_string(),
            attacker,
            defender,
            rule,
        };
        let Odds { attack, defence, .. } = self.odds;
        let mut rows = vec![
            row("strength", attack.to_string(), defence.to_string(), odds_rule),
            row("column", table.column(&self.odds).to_string(), String::new(), odds_rule),
        ];
        rows.extend(self.factors.iter().map(|f| row(&f.why, f.value.to_string(), String::new(), f.rule)));
        Combat {
            place: self.place,
            title: "attack".to_string(),
            stages: vec![],
            stage: 0,
            attackers: vec![sides[0]],
            defenders: vec![sides[1]],
            rows,
        }
    }
}
