//! What is seen.

use crate::position::units;
use crate::{BLUE, Drill, Position, TURNS, combat};
use sandtable_core::view::{Combat, CombatRow, Counter, Layer, Mark, Standing, Track, View};
use sandtable_core::{Decision, Game};

const IDS: [&str; 2] = ["blue", "red"];

impl Drill {
    pub(crate) fn draw(&self, p: &Position) -> View {
        let (deciding, decision, rule) = match self.to_decide(p) {
            Decision::Decide { sides, what, rule } => {
                (sides.iter().map(|s| IDS[usize::from(s.0)]).collect(), what.to_string(), rule)
            }
            Decision::Over(o) => (vec![], format!("{} victory", o.level), o.rule),
        };
        let layer = |side: u8, what| Layer {
            what,
            name: String::new(),
            side: IDS[usize::from(side)],
            places: self.supplied(p, side).iter().map(|h| self.hex_name(crate::HexId(h))).collect(),
        };
        let towns = |side: u8| p.towns.iter().filter(|t| **t == side).count();
        View {
            board: "drill",
            moment: format!("Turn {} of {TURNS}", p.turn.min(TURNS)),
            turn: u16::from(p.turn.min(TURNS)) - 1,
            deciding,
            decision,
            rule,
            counters: units().filter_map(|u| self.counter_view(p, u)).collect(),
            marks: self
                .towns
                .iter()
                .zip(p.towns)
                .map(|(t, side)| Mark {
                    place: self.hex_name(*t),
                    what: "victory hex",
                    side: IDS[usize::from(side)],
                })
                .collect(),
            layers: vec![layer(0, "supply"), layer(1, "supply")],
            combats: self.combat_view(p).into_iter().collect(),
            tracks: vec![Track { name: "Blue towns".to_string(), value: towns(BLUE).to_string() }],
            victory: vec![Standing {
                text: format!(
                    "Blue holds {} of five towns and needs three, four for a decisive victory",
                    towns(BLUE)
                ),
                rule: "9a",
            }],
        }
    }

    fn counter_view(&self, p: &Position, unit: crate::UnitId) -> Option<Counter> {
        let c = self.counter_of(unit);
        let left = p.strength[usize::from(unit.0)];
        let place = match (p.at(unit), left) {
            (Some(hex), _) => self.hex_name(hex),
            (None, 0) => return None,
            (None, _) => format!("Turn {}", c.turn),
        };
        let mut badges = Vec::new();
        if p.moved.has(unit) {
            badges.push("moved");
        }
        if !self.in_supply(p, unit) {
            badges.push("unsupplied");
        }
        Some(Counter {
            id: c.id.clone(),
            side: IDS[usize::from(c.side)],
            nation: ["blue", "red"][usize::from(c.side)].into(),
            branch: c.branch,
            name: c.name.clone(),
            formation: String::new(),
            echelon: "III",
            values: vec![
                i16::from(c.strength[usize::from(left.min(2)).saturating_sub(1)]),
                i16::from(c.movement),
            ],
            reduced: left == 1,
            place,
            badges,
            detail: format!(
                "strength {} (reduced {}), {} movement points",
                c.strength[1], c.strength[0], c.movement
            ),
        })
    }

    fn combat_view(&self, p: &Position) -> Option<Combat> {
        let at = p.target?;
        let row = |name: &str, attacker: String, defender: String, rule| CombatRow {
            name: name.to_string(),
            attacker,
            defender,
            rule,
        };
        let defence = self.total(p, self.defenders(p, at));
        let mut rows =
            vec![row("strength", self.total(p, p.attackers).to_string(), defence.to_string(), "6d")];
        let column = self.column(p, p.attackers, at).map_or("none", |c| combat::COLUMNS[c]);
        rows.push(row("column", column.to_string(), String::new(), "6d"));
        for (by, why, rule) in self.modifiers(p, p.attackers, at).into_iter().filter(|m| m.0 != 0) {
            rows.push(row(why, by.to_string(), String::new(), rule));
        }
        Some(Combat {
            place: self.hex_name(at),
            title: "attack".to_string(),
            stages: vec![],
            stage: 0,
            attackers: vec![IDS[usize::from(p.side)]],
            defenders: vec![IDS[usize::from(1 - p.side)]],
            rows,
        })
    }
}
