//! What leads a player: handles, ways, odds, the table of combat.

use crate::Units;
use crate::play::combat::{COLUMNS, CombatAction, TABLE};
use crate::play::movement::MovementAction;
use crate::{Action, Drill, Position, TURNS};
use crate::{HexId, UnitId};
use sandtable_core::Side;
use sandtable_core::forecast::Chance;
use sandtable_core::guide::{Battle, Chart, Factor, Force, Guide, Handle, Way};
use sandtable_core::machine::Modules;

impl Guide for Drill {
    fn handle(&self, p: &Position, action: &Action) -> Handle {
        self.handle_of(p, action)
    }

    fn label(&self, p: &Position, action: &Action) -> String {
        self.label_of(p, action)
    }

    fn wish(&self, p: &Position, _: Side, pieces: &[String], place: Option<&str>) -> Option<Action> {
        let to = self.hex_named(place?)?;
        let unit = self.unit_named(pieces.first()?)?;
        Some(match p.steps.top() {
            crate::Step::Go => return None,
            crate::Step::Movement(_) if p.at(unit).is_none() => {
                Action::Movement(MovementAction::Bring { unit, to })
            }
            crate::Step::Movement(_) => Action::Movement(MovementAction::Move { unit, to }),
            crate::Step::Combat(crate::play::combat::CombatStep::Choose) => {
                Action::Combat(CombatAction::Attack { at: to })
            }
            crate::Step::Combat(_) => Action::Combat(CombatAction::Retreat { unit, to }),
        })
    }

    fn ways(&self, p: &Position, _: Side, piece: &str) -> Vec<Way> {
        let Some((unit, from)) = self.unit_named(piece).and_then(|u| Some((u, p.at(u)?))) else {
            return vec![];
        };
        let (reached, left) = self.reach(p, unit);
        let full = self.points(p, unit);
        let way = |to: u16| {
            let mut path = vec![HexId(to)];
            // Back by the hexes from which the rest could be walked.
            while let Some(last) = path.last().filter(|h| **h != from && path.len() < 16) {
                let came = self
                    .beside(*last)
                    .filter(|b| *b == from || reached.has(b.0))
                    .filter(|b| !path.contains(b));
                let Some(before) =
                    came.max_by_key(|b| if *b == from { full } else { left[usize::from(b.0)] })
                else {
                    break;
                };
                path.push(before);
            }
            path.reverse();
            let cost = full.saturating_sub(left[usize::from(to)]);
            Way {
                place: self.hex_name(HexId(to)),
                path: path.into_iter().map(|h| self.hex_name(h)).collect(),
                cost,
                by: "foot",
                means: vec![],
            }
        };
        reached.iter().map(way).collect()
    }

    fn battle(&self, p: &Position, _: Side, action: &Action) -> Option<Battle> {
        let (at, attackers) = match *action {
            Action::Combat(CombatAction::Attack { at }) => (at, self.able(p, at)),
            Action::Combat(CombatAction::Fight) => (p.target?, p.attackers),
            _ => return None,
        };
        let column = self.column(p, attackers, at)?;
        let forces = |some: Units| {
            let force = |u: UnitId| Force {
                piece: self.counter_of(u).id.clone(),
                name: self.counter_of(u).name.clone(),
                strength: self.strength(p, u).into(),
            };
            some.iter().map(force).collect()
        };
        let modifiers = self.modifiers(p, attackers, at);
        let total: i8 = modifiers.iter().map(|m| m.0).sum();
        let mut chances: Vec<Chance> = Vec::new();
        for die in 1..=6 {
            let outcome = self.read_table(column, die, total).words.to_string();
            let parts = chances.iter().find(|c| c.outcome == outcome).map_or(1, |c| c.parts + 1);
            chances.retain(|c| c.outcome != outcome);
            chances.push(Chance { outcome, parts, of: 6, probability: parts as f64 / 6.0 });
        }
        let defence = self.defenders(p, at);
        Some(Battle {
            place: self.hex_name(at),
            attackers: forces(attackers),
            defenders: forces(defence),
            ratio: format!(
                "{} : {}, column {}",
                self.total(p, attackers),
                self.total(p, defence),
                COLUMNS[column]
            ),
            factors: modifiers
                .into_iter()
                .filter(|m| m.0 != 0)
                .map(|(by, why, rule)| Factor { value: by.into(), why: why.to_string(), rule })
                .collect(),
            total: total.into(),
            chances,
            expects: None,
            note: String::new(),
        })
    }

    fn charts(&self) -> Vec<Chart> {
        let head = std::iter::once("die").chain(COLUMNS).map(str::to_string).collect();
        let row = |(i, row): (usize, &[crate::play::combat::Outcome; 5])| {
            std::iter::once((i + 1).to_string()).chain(row.iter().map(|o| o.name.to_string())).collect()
        };
        vec![Chart {
            title: "Combat: AL, EX, DL, D2: steps lost; AR, DR: who goes back".to_string(),
            rule: "6g".to_string(),
            head,
            rows: TABLE.iter().enumerate().map(row).collect(),
            source: "rulebook".to_string(),
        }]
    }

    fn turns(&self, _: &str) -> Vec<String> {
        (1..=TURNS).map(|t| t.to_string()).collect()
    }
}
