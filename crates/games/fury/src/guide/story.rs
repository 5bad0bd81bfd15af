//! The story of a battle, part by part: a combat (10), and the test of a siege (10.5m). Everything is open in this game, so each
//! viewer is told the same.

use super::battle::up_to;
use crate::Fury;
use crate::data::pieces::Piece;
use crate::play::action::{During, Event};
use crate::play::sequence::Step;
use crate::position::{Attack, Position, enemy, flag};
use crate::words::{result, side_begins, side_name, verb};
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::{Factor, Force};

impl Fury {
    /// What an event adds to the story of a battle.
    pub(super) fn story(&self, before: &Position, event: &Event) -> Vec<BattlePart> {
        match *event {
            Event::Strengths(target, ..) => self.combat_opens(before, target),
            Event::Lapsed(target) => {
                let mut parts = self.combat_opens(before, target);
                let text = "Nobody is left to fight: the attack lapses".to_string();
                parts.extend([BattlePart::Result { text, rule: "10.1d" }, BattlePart::Closes]);
                parts
            }
            Event::CombatRoll { target, roll, cavalry, total } => {
                self.combat_roll(before, target, (roll, total), cavalry)
            }
            Event::CombatOver(_) => vec![BattlePart::Closes],
            Event::SiegeRoll { fort, roll, total, besiegers } => {
                self.siege(before, usize::from(fort), (roll, total), besiegers)
            }
            Event::Eliminated(_, _, During::Rest)
            | Event::HqOff(_, During::Rest)
            | Event::Shifted(_, _, During::Rest) => vec![],
            Event::Fell(fort, side, during) => {
                let text =
                    format!("{} falls to {}", self.data.forts[usize::from(fort)].name, side_name(side));
                match during {
                    // With it the test of a siege is over.
                    During::Siege => vec![BattlePart::Result { text, rule: "10.5o" }, BattlePart::Closes],
                    _ => vec![BattlePart::Result { text, rule: "10.4i" }],
                }
            }
            Event::Eliminated(..) | Event::HqOff(..) | Event::Shifted(..) => {
                self.part(before, event).into_iter().collect()
            }
            // What isolated stacks suffer in front adjustment, and a siege that is left, is no part of a combat.
            _ if !before.steps.waiting().contains(&Step::Resolve) => vec![],
            _ => self.part(before, event).into_iter().collect(),
        }
    }

    /// The attack on a hex that is about to be fought.
    fn attack_on(&self, before: &Position, target: u16) -> Option<Attack> {
        before.unfought().find(|a| a.target == target).copied()
    }

    fn combat_opens(&self, before: &Position, target: u16) -> Vec<BattlePart> {
        let Some(attack) = self.attack_on(before, target) else { return vec![] };
        let foe = enemy(before.active);
        let besieger = before.units_at(&self.data, foe, target).iter().any(|u| before.is(u, flag::BESIEGING));
        let title = match self.data.fort(target) {
            Some((_, fort)) if besieger => format!("Relief of {}", fort.name),
            Some((i, fort)) if before.stands(i) => format!("Assault on {}", fort.name),
            _ => format!("Attack on {}", self.place_name(target)),
        };
        let m = self.modifiers(before, attack.from, target, attack.units);
        let (attackers, defenders) = self.forces(before, &attack, &m);
        let fought = !attackers.is_empty() && !defenders.is_empty();
        let place = self.data.number(target).to_string();
        let mut parts = vec![BattlePart::Opens { place, title, attackers, defenders }];
        if fought {
            let text = self.ratio_text(m.attack, m.defence, m.ratio);
            parts.push(BattlePart::Odds { text, rule: "10.2.1c" });
        }
        parts
    }

    /// The die of a combat, and all that is added to it.
    fn combat_roll(
        &self,
        before: &Position,
        target: u16,
        (roll, total): (u8, u8),
        cavalry: bool,
    ) -> Vec<BattlePart> {
        let Some(attack) = self.attack_on(before, target) else { return vec![] };
        let m = self.modifiers(before, attack.from, target, attack.units);
        let mut rows = vec![die(roll, "10.1h")];
        rows.extend(self.factors(before, &attack, &m));
        if cavalry {
            rows.push(Factor { value: 1, why: "cavalry".to_string(), rule: "10.2.6b" });
        }
        let total = i16::from(total);
        let sum: i16 = rows.iter().map(|row| row.value).sum();
        if sum < total {
            rows.push(Factor { value: total - sum, why: "never less than 1".to_string(), rule: "10.3.1p" });
        }
        vec![
            self.roll(before.active, "Combat", roll),
            BattlePart::Sum { name: "Total".to_string(), rows, total },
        ]
    }

    /// The test of a siege, up to its die; what falls with the fortress follows.
    fn siege(
        &self,
        before: &Position,
        fort: usize,
        (roll, total): (u8, i8),
        besiegers: [(Piece, u8); 2],
    ) -> Vec<BattlePart> {
        let f = &self.data.forts[fort];
        let value = self.fort_value(fort, self.data.tables.siege_value);
        let units = besiegers.into_iter().filter(|(unit, _)| *unit != Piece::NONE);
        let attackers: Vec<Force> =
            units.map(|(unit, strength)| self.force(before, unit, strength)).collect();
        let size = if f.major { "Major" } else { "Minor" };
        let name = format!("{size} fortress {}", f.name);
        let mut defenders = vec![Force { piece: String::new(), name, strength: value.into() }];
        // fury 10.5n: a garrison adds nothing.
        let garrison = before.pieces_at(f.hex).only(|u| u.is_unit() && before.side(&self.data, u) == f.owner);
        defenders.extend(garrison.iter().map(|u| self.force(before, u, 0)));
        let strength = besiegers.iter().map(|(_, strength)| strength).sum();
        let modifier = self.ratio(u16::from(strength), value.into()).unwrap_or(0);
        let rows = vec![
            die(roll, "10.5m"),
            Factor {
                value: modifier.into(),
                why: format!("ratio {}", self.ratio_name(modifier)),
                rule: "10.2.1c",
            },
        ];
        let falls = self.data.tables.siege_falls;
        let mut parts = vec![
            BattlePart::Opens {
                place: self.data.number(f.hex).to_string(),
                title: format!("Siege of {}", f.name),
                attackers,
                defenders,
            },
            BattlePart::Odds { text: self.ratio_text(strength, value, modifier), rule: "10.5n" },
            self.roll(enemy(f.owner), &format!("Siege: a total of {falls} takes the fortress"), roll),
            BattlePart::Sum { name: "Total".to_string(), rows, total: total.into() },
        ];
        if total < falls {
            let text = format!("{} holds out, and the siege goes on", f.name);
            parts.extend([BattlePart::Result { text, rule: "10.5p" }, BattlePart::Closes]);
        }
        parts
    }

    /// What an event in a combat that is under way, or the end of a garrison, adds.
    fn part(&self, before: &Position, event: &Event) -> Option<BattlePart> {
        let fort = |i: u8| self.data.forts[usize::from(i)].name.as_str();
        let (attacker, defender) = (before.active, enemy(before.active));
        Some(match *event {
            Event::CavalryRoll(roll, value) => {
                self.roll(attacker, &format!("Cavalry: {} adds one", up_to(value)), roll)
            }
            Event::Result(a, d, back) => BattlePart::Result { text: result(a, d, back), rule: "10.3.1a" },
            Event::Lost { unit, nation, left } if left > 0 => {
                let text =
                    format!("{} takes a loss and has a strength of {left} now", self.static_name(unit));
                self.fate(FateKind::Loss, nation.side(), unit, text, vec![])
            }
            Event::Cadre(corps, cadre) => {
                let nation = self.data.nation_of(corps)?;
                let text = format!("{} is reduced to {}", self.static_name(corps), self.static_name(cadre));
                self.fate(FateKind::Loss, nation.side(), corps, text, vec![])
            }
            Event::Eliminated(unit, nation, _) => {
                let text = format!("{} is eliminated", self.static_name(unit));
                self.fate(FateKind::Destroyed, nation.side(), unit, text, vec![])
            }
            Event::HqOff(hq, _) => {
                let text = format!("{} leaves the map until the next turn", self.static_name(hq));
                self.fate(FateKind::Other, before.side(&self.data, hq), hq, text, vec![])
            }
            Event::Shifted(hq, hex, _) => self.goes(before, FateKind::Retreat, hq, hex, "gives way"),
            Event::WentBack(piece, hex) => self.goes(before, FateKind::Retreat, piece, hex, "goes back"),
            Event::Advanced(piece, hex) => self.goes(before, FateKind::Advance, piece, hex, "advances"),
            Event::Cohesion(roll) => {
                let side = match before.steps.top() {
                    Step::Retreat { group, .. } => group.iter().next().map(|u| before.side(&self.data, u)),
                    _ => None,
                };
                let on = up_to(self.data.tables.cohesion);
                self.roll(side.unwrap_or(defender), &format!("Cohesion: {on} costs a loss"), roll)
            }
            Event::Refused(side) => self.answer_part(side, "refuses", "refuse", "to retreat"),
            Event::Forced(side) => {
                self.answer_part(side, "forces", "force", "the retreat at the price of a loss")
            }
            Event::Besieged(f) => {
                BattlePart::Result { text: format!("{} is besieged", fort(f)), rule: "10.5b" }
            }
            Event::Relieved(f) => {
                BattlePart::Result { text: format!("The siege of {} is lifted", fort(f)), rule: "10.5g" }
            }
            _ => return None,
        })
    }

    fn roll(&self, side: u8, what: &str, roll: u8) -> BattlePart {
        BattlePart::Roll { side: self.side_id(side), what: what.to_string(), dice: vec![roll] }
    }

    fn fate(&self, kind: FateKind, side: u8, piece: Piece, text: String, places: Vec<String>) -> BattlePart {
        BattlePart::Fate { kind, side: self.side_id(side), piece: self.piece_id(piece), text, places }
    }

    /// A side's answer to a combat result.
    fn answer_part(&self, side: u8, one: &'static str, many: &'static str, what: &str) -> BattlePart {
        let text = format!("{} {} {what}", side_begins(side), verb(side, one, many));
        let side = self.side_id(side);
        BattlePart::Fate { kind: FateKind::Other, side, piece: String::new(), text, places: vec![] }
    }

    /// A piece leaves its hex for another. A Cadre that has just taken the place of its corps has none before.
    fn goes(&self, before: &Position, kind: FateKind, piece: Piece, to: u16, how: &str) -> BattlePart {
        let from = before.hex(piece);
        let start = from.map(|hex| format!(" from {}", self.place_name(hex))).unwrap_or_default();
        let text = format!("{} {how}{start} to {}", self.static_name(piece), self.place_name(to));
        let places = from.into_iter().chain([to]).map(|hex| self.data.number(hex).to_string()).collect();
        let side = match (kind, from) {
            (FateKind::Advance, None) => before.active,
            _ => before.side(&self.data, piece),
        };
        self.fate(kind, side, piece, text, places)
    }
}

/// The die as a row of a sum.
fn die(roll: u8, rule: &'static str) -> Factor {
    Factor { value: roll.into(), why: "the die".to_string(), rule }
}
