//! The story of a battle, part by part: attacks (7.3), artillery that fires alone (8.2), barrages (8.6), bombs and airships (15A), and the
//! tests of units that are cut off (12.33). Everything is open in this game, so that each viewer is told the same.

use super::sums::{fire_sum, sum};
use crate::Lodz;
use crate::data::Hexes;
use crate::play::Event;
use crate::play::air::{AirEvent, AirStep};
use crate::play::battle::{BattleEvent, BattleStep, Odds, choice_text};
use crate::play::common::CommonEvent;
use crate::play::retreat::RetreatEvent;
use crate::play::supply::SupplyEvent;
use crate::position::{HexId, Pieces, Position, Step, UnitId};
use crate::view::count;
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::{Factor, Force};
use sandtable_core::phrase::listed;

/// Whether a battle is under way before a step, so that what happens in it belongs to that battle.
fn fighting(before: &Position) -> bool {
    before.steps.waiting().iter().any(|step| match step {
        Step::Battle(step) => *step != BattleStep::Choose,
        Step::Retreat(_) => true,
        Step::Air(AirStep::Lose { .. } | AirStep::Waver { .. }) => true,
        Step::Air(AirStep::Barrage) => before.air.target.is_some(),
        _ => false,
    })
}

fn result(text: String, rule: &'static str) -> BattlePart {
    BattlePart::Result { text, rule }
}

impl Lodz {
    /// What an event adds to the story of a battle.
    pub(super) fn story(&self, before: &Position, event: &Event) -> Vec<BattlePart> {
        match event {
            Event::Battle(e) => self.attack_story(before, e),
            Event::Air(e) => self.air_story(before, e),
            Event::Supply(SupplyEvent::Test { unit, level, roll, gone, map, hex }) => {
                self.test_story(*unit, (*level, *roll, *gone), *map, *hex)
            }
            // The test has opened its own story.
            Event::Common(CommonEvent::Destroyed { unit, rule: "12.33b", map, hex }) => {
                let at = self.engine().place_of(*map, *hex);
                let text = format!("{} surrenders at {at}", self.name(*unit));
                vec![self.fate(FateKind::Destroyed, *unit, text, vec![]), BattlePart::Closes]
            }
            _ if !fighting(before) => vec![],
            Event::Retreat(e) => self.retreat_story(before, e).into_iter().collect(),
            Event::Common(e) => self.loss_story(e).into_iter().collect(),
            _ => vec![],
        }
    }

    fn name(&self, unit: UnitId) -> String {
        self.engine().name(unit).to_string()
    }

    fn number(&self, map: u8, hex: HexId) -> String {
        self.d.maps[usize::from(map)].name(hex)
    }

    fn fate(&self, kind: FateKind, unit: UnitId, text: String, places: Vec<String>) -> BattlePart {
        let engine = self.engine();
        let side = self.side_id(engine.def(unit).side);
        BattlePart::Fate { kind, side, piece: engine.id(unit).to_string(), text, places }
    }

    fn roll(&self, side: u8, what: String, dice: &[u8]) -> BattlePart {
        BattlePart::Roll { side: self.side_id(side), what, dice: dice.to_vec() }
    }

    /// Units with what they count in a battle.
    fn units_as(
        &self,
        units: impl IntoIterator<Item = UnitId>,
        strength: impl Fn(UnitId) -> u8,
    ) -> Vec<Force> {
        units.into_iter().map(|u| self.force(u, strength(u).into())).collect()
    }

    fn attack_story(&self, before: &Position, event: &BattleEvent) -> Vec<BattlePart> {
        let engine = self.engine();
        let now = &before.battle.now;
        match *event {
            BattleEvent::Duties { .. } => vec![],
            BattleEvent::Declared { map, targets, units, guns } => {
                self.attack_opens(before, map, &targets.into_iter().collect(), &units, &guns)
            }
            BattleEvent::Defence { guns, .. } => {
                let joins = |g: UnitId| {
                    let force = self.force(g, engine.defence_fire(before, g).into());
                    BattlePart::Joins { attacks: false, force }
                };
                guns.iter().map(joins).collect()
            }
            BattleEvent::Totals { odds, .. } => self.totals_story(before, &odds),
            BattleEvent::Roll { dice, column, cell, .. } => vec![
                self.roll(before.active, format!("Combat, column {}", engine.column_name(column)), &dice),
                result(super::cell_words(&cell), "7.12g"),
            ],
            BattleEvent::Choice { who, back, of, loss, map, hex } => {
                vec![result(choice_text(who, (back, of), loss, &engine.place(map, hex)), "7.34c")]
            }
            BattleEvent::Disorder { map, hex, side, dice } => {
                let from = self.disorder_from(before, side, hex);
                let what = format!("Disorganization at {}: {from}", engine.place(map, hex));
                vec![self.roll(side, what, &dice)]
            }
            BattleEvent::Fire { map, hex, guns, ground, .. } => {
                let there =
                    before.at(hex).filter(|u| before.side(*u) != before.active && engine.kind(*u).is_unit());
                let opens = BattlePart::Opens {
                    place: self.number(map, hex),
                    title: format!("Artillery fire at {}", engine.place(map, hex)),
                    attackers: self.units_as(guns.iter(), |g| engine.attack_fire(before, g)),
                    defenders: self.units_as(there, |_| 0),
                };
                let fire = fire_sum(&engine, before, &guns, 1, ground.into());
                let none = matches!(&fire, BattlePart::Sum { total: 0, .. });
                let mut parts = vec![opens, fire];
                if none {
                    parts.push(result("the ground takes the fire: no effect".to_string(), "8.26"));
                }
                parts
            }
            BattleEvent::FireRoll { dice, cell, .. } => {
                let side = now.guns.first().map_or(before.active, |g| before.side(g));
                vec![
                    self.roll(side, "Artillery fire".to_string(), &dice),
                    result(crate::outcome::fire_text(cell.loss, cell.dot), "ART.1"),
                ]
            }
            BattleEvent::Bridge { map, hex, to, guns, .. } => {
                vec![self.bridge_opens(
                    map,
                    hex,
                    to,
                    self.units_as(guns.iter(), |g| engine.attack_fire(before, g)),
                )]
            }
            BattleEvent::Over { .. } => vec![BattlePart::Closes],
        }
    }

    fn attack_opens(
        &self,
        before: &Position,
        map: u8,
        targets: &Hexes,
        units: &Pieces,
        guns: &Pieces,
    ) -> Vec<BattlePart> {
        let engine = self.engine();
        let mut attackers = self.units_as(units.iter(), |u| engine.strength(before, u));
        attackers.extend(self.units_as(guns.iter(), |g| engine.attack_fire(before, g)));
        let line = |u: UnitId| if engine.kind(u).is_line() { engine.strength(before, u) } else { 0 };
        let names: Vec<String> = targets.iter().map(|h| engine.place(map, h)).collect();
        vec![BattlePart::Opens {
            place: targets.first().map_or(String::new(), |h| self.number(map, h)),
            title: format!("Attack on {}", listed(&names, "and")),
            attackers,
            defenders: self.units_as(engine.defenders(before, targets).iter(), line),
        }]
    }

    /// The figures of an attack: both strengths, their ratio, and the column.
    fn totals_story(&self, before: &Position, odds: &Odds) -> Vec<BattlePart> {
        let engine = self.engine();
        let now = &before.battle.now;
        let column = engine.column_name(odds.column);
        if odds.lone_hq {
            let text = format!("A headquarters alone: column {column}");
            return vec![BattlePart::Odds { text, rule: "7.30a" }];
        }
        let base = engine.column_name(odds.base);
        let ratio = format!("{} : {} is {base}", odds.attack, odds.defence);
        let mut parts = vec![
            sum("Attack strength", self.strength_rows(before, now, odds)),
            sum("Defence strength", self.defence_rows(before, now)),
            BattlePart::Odds { text: ratio, rule: "7.12c1" },
        ];
        let rows = self.column_rows(odds);
        if !rows.is_empty() {
            parts.push(sum("Columns to the right", rows));
            parts.push(BattlePart::Odds { text: format!("Column {column}"), rule: "7.12d2" });
        }
        parts
    }

    /// From which sum on the units of a stack are disorganized.
    fn disorder_from(&self, before: &Position, side: u8, hex: HexId) -> String {
        let engine = self.engine();
        let from = &self.d.charts.disorganized_from;
        let mut nations: Vec<usize> =
            before.at(hex).filter(|u| before.side(*u) == side).map(|u| engine.nation(u)).collect();
        nations.sort_unstable();
        nations.dedup();
        let names = ["Germans", "Austro-Hungarians", "Russians"];
        let words: Vec<String> =
            nations.iter().map(|n| format!("{} or more for {}", from[*n], names[*n])).collect();
        listed(&words, "and")
    }

    fn bridge_opens(&self, map: u8, hex: HexId, to: HexId, attackers: Vec<Force>) -> BattlePart {
        let engine = self.engine();
        BattlePart::Opens {
            place: self.number(map, hex),
            title: format!("The bridge from {} to {}", engine.place(map, hex), engine.place(map, to)),
            attackers,
            defenders: vec![],
        }
    }

    fn air_story(&self, before: &Position, event: &AirEvent) -> Vec<BattlePart> {
        let engine = self.engine();
        match *event {
            AirEvent::Flown { .. } => vec![],
            AirEvent::Risk { ship, roll, lost, stayed, map, hex } => {
                let rule = if stayed { "15A.3" } else { "15A.2" };
                let what = if lost { "is lost for good" } else { "comes through" };
                let mut parts = vec![
                    BattlePart::Opens {
                        place: self.number(map, hex),
                        title: format!("{} over {}", self.name(ship), engine.place(map, hex)),
                        attackers: vec![self.force(ship, 0)],
                        defenders: vec![],
                    },
                    self.roll(
                        before.active,
                        format!("Danger: lost on a {}", self.d.charts.airship_lost_on),
                        &[roll],
                    ),
                    result(format!("{} {what}", self.name(ship)), rule),
                ];
                if lost {
                    let text = format!("{} is lost over {}", self.name(ship), engine.place(map, hex));
                    parts.push(self.fate(FateKind::Destroyed, ship, text, vec![]));
                }
                parts.push(BattlePart::Closes);
                parts
            }
            AirEvent::Object { map, hex, to, strength, rolls, destroyed } => {
                // Guns have opened the story; an airship opens it with its bombs.
                let bombs = matches!(before.steps.top(), Step::Air(_));
                let mut parts = Vec::new();
                let rows = if bombs {
                    let ship = before.at(hex).find(|u| engine.kind(*u) == crate::data::Kind::Airship);
                    let ships: Vec<Force> = ship.iter().map(|u| self.force(*u, strength as i16)).collect();
                    parts.push(self.bridge_opens(map, hex, to, ships));
                    vec![Factor {
                        value: strength as i16,
                        why: "the bombs of an airship".to_string(),
                        rule: "14.23",
                    }]
                } else {
                    super::sums::gun_rows(&engine, before, &before.battle.now.guns, true)
                };
                parts.push(sum("Strength", rows));
                parts.push(self.roll(before.active, "Destruction of a bridge".to_string(), &rolls));
                let what = if destroyed { "the bridge is destroyed" } else { "the bridge stands" };
                parts.push(result(what.to_string(), "OBJ.1"));
                parts.push(BattlePart::Closes);
                parts
            }
            AirEvent::Barrage { map, hex, strength, ground, rolls, cell, .. } => {
                let guns = before.air.guns;
                let there =
                    before.at(hex).filter(|u| before.side(*u) != before.active && engine.kind(*u).is_unit());
                let times = self.d.charts.barrage_times;
                let mut parts = vec![
                    BattlePart::Opens {
                        place: self.number(map, hex),
                        title: format!("Barrage on {}", engine.place(map, hex)),
                        attackers: self.units_as(guns.iter(), |g| engine.attack_fire(before, g)),
                        defenders: self.units_as(there, |_| 0),
                    },
                    fire_sum(&engine, before, &guns, times, ground),
                ];
                if strength > 0 {
                    parts.push(self.roll(before.active, "Barrage".to_string(), &rolls));
                }
                parts.push(result(crate::outcome::fire_text(cell.loss, cell.dot), "8.61b"));
                parts
            }
            AirEvent::Over { .. } => vec![BattlePart::Closes],
        }
    }

    /// The test of a unit that is cut off, up to its surrender, which follows.
    fn test_story(
        &self,
        unit: UnitId,
        (level, roll, gone): (u8, u8, bool),
        map: u8,
        hex: HexId,
    ) -> Vec<BattlePart> {
        let engine = self.engine();
        let safe = self.d.charts.surrender_safe;
        let what = if gone { "surrenders" } else { "holds out" };
        let mut parts = vec![
            BattlePart::Opens {
                place: self.number(map, hex),
                title: format!("{} cut off at {}", self.name(unit), engine.place(map, hex)),
                attackers: vec![],
                defenders: vec![self.force(unit, 0)],
            },
            self.roll(
                engine.def(unit).side,
                format!(
                    "Surrender, {level} days out of supply: less than {level} loses it, a {safe} never does"
                ),
                &[roll],
            ),
            result(format!("{} {what}", self.name(unit)), if roll == safe { "12.33d" } else { "12.33b" }),
        ];
        if !gone {
            parts.push(BattlePart::Closes);
        }
        parts
    }

    fn retreat_story(&self, before: &Position, event: &RetreatEvent) -> Option<BattlePart> {
        let engine = self.engine();
        let way = |map: u8, from: HexId, to: HexId| {
            let text = format!("from {} to {}", engine.place(map, from), engine.place(map, to));
            (text, vec![self.number(map, from), self.number(map, to)])
        };
        Some(match *event {
            RetreatEvent::Goes { unit, map, from, to } => {
                let (text, places) = way(map, from, to);
                self.fate(FateKind::Retreat, unit, format!("{} goes back {text}", self.name(unit)), places)
            }
            RetreatEvent::Pursues { unit, map, from, to, on } => {
                let (text, places) = way(map, from, to);
                let aside = if on { "" } else { ", off the enemy's way, and stops" };
                self.fate(
                    FateKind::Advance,
                    unit,
                    format!("{} pursues {text}{aside}", self.name(unit)),
                    places,
                )
            }
            RetreatEvent::ZoneLoss { map, hex, cel } => {
                let levels = count(cel.into(), "level");
                result(
                    format!(
                        "the way back through the enemy zone at {} costs {levels}",
                        engine.place(map, hex)
                    ),
                    "7.42b",
                )
            }
            RetreatEvent::Works { map, hex } => {
                let side = self.side_id(before.other());
                let text = format!("The field works at {} are lost", engine.place(map, hex));
                BattlePart::Fate {
                    kind: FateKind::Other,
                    side,
                    piece: String::new(),
                    text,
                    places: vec![self.number(map, hex)],
                }
            }
            // What follows says it.
            RetreatEvent::GunsLost { .. } | RetreatEvent::NoWay { .. } => return None,
        })
    }

    /// What becomes of a unit in a battle.
    fn loss_story(&self, event: &CommonEvent) -> Option<BattlePart> {
        let engine = self.engine();
        Some(match *event {
            CommonEvent::Lost { unit, left, .. } if left > 0 => {
                let left = count(left.into(), "level");
                self.fate(
                    FateKind::Loss,
                    unit,
                    format!("{} loses a level and has {left} left", self.name(unit)),
                    vec![],
                )
            }
            CommonEvent::Lost { .. } => return None,
            CommonEvent::Destroyed { unit, map, hex, rule } => {
                let name = self.name(unit);
                let at = engine.place_of(map, hex);
                let text = match rule {
                    "7.30b" => format!("{name} is caught at {at} without troops and is lost"),
                    "7.39c" => format!("{name} has no way back from {at} and is lost"),
                    "8.78" => format!("{name} cannot be brought back from {at} and is lost"),
                    "8.16a" | "10.38" => format!("{name} is overrun at {at} and lost"),
                    _ => format!("{name} is destroyed at {at}"),
                };
                self.fate(FateKind::Destroyed, unit, text, vec![])
            }
            CommonEvent::Disorganized { unit, .. } => {
                self.fate(FateKind::Other, unit, format!("{} is disorganized", self.name(unit)), vec![])
            }
        })
    }
}
