//! A combat from its first word to the Cohesion checks (8.5 to 8.7), and duels of trains (9.1.1).

use super::{result, row, sum};
use crate::Orel;
use crate::data::Fate;
use crate::play::fight::{FightEvent, Off, Strength, rounded};
use crate::position::{ATTACKER, HexId, Pieces, Position, UnitId};
use crate::view::count;
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::Factor;

/// Attackers or defenders.
pub(super) const fn who_name(who: u8) -> &'static str {
    if who as usize == ATTACKER { "attackers" } else { "defenders" }
}

/// A ratio as the rules count it, rounded down to hundredths.
pub(super) fn ratio_text(attack: u16, defence: u16) -> String {
    match (u32::from(attack) * 100).checked_div(u32::from(defence)) {
        None => format!("{attack} against nothing"),
        Some(n) => format!("{attack} against {defence}, {}.{:02} to 1", n / 100, n % 100),
    }
}

/// The strength of a side, sum by sum.
pub(super) fn strength_sum(who: u8, what: &str, s: &Strength) -> BattlePart {
    let points = |n: u16| i16::try_from(n).unwrap_or(i16::MAX);
    let mut rows: Vec<Factor> = Vec::new();
    for (divisor, sum) in s.sums.iter().filter(|(divisor, _)| *divisor > 0) {
        let why = match divisor {
            1 => "units at full strength".to_string(),
            n => format!("units with {sum} in all, divided by {n} for their state"),
        };
        rows.push(row(points(rounded(*sum, *divisor)), why, "8.7.1o"));
    }
    if s.contact > 0 {
        rows.push(row(points(s.contact), "train in contact", "9.1.2a"));
    }
    if s.fire > 0 {
        rows.push(row(points(s.fire), "fire of guns and trains", "8.6.2a"));
    }
    if s.poor_fire > 0 {
        rows.push(row(points(s.poor_fire), "fire without supply", "RU-27"));
    }
    if s.failed_fire[0] > 0 {
        let why = format!("fire not coordinated, of {}", s.failed_fire[0]);
        rows.push(row(points(s.failed_fire[1]), why, "8.6.2e"));
    }
    BattlePart::Sum { name: format!("{what} of the {}", who_name(who)), rows, total: points(s.total()) }
}

impl Orel {
    pub(super) fn fight_story(&self, before: &Position, event: FightEvent) -> Vec<BattlePart> {
        let engine = self.engine();
        let name = |unit: UnitId| engine.name(unit);
        let names = |units: Pieces| self.names_of(units, "and");
        let at = |hex: HexId| self.place_name(hex);
        let side_of = |units: Pieces| units.first().map_or(before.active, |u| before.side(u));
        match event {
            FightEvent::Cancelled { hex, attackers, why, points, depot } => {
                let (why, rule) = match why {
                    Off::Empty => ("the defenders have gone", "7.2q"),
                    Off::Nobody => ("nobody is left who can attack", "9a"),
                };
                let back = match (points, depot.get()) {
                    (0, _) | (_, None) => String::new(),
                    (n, Some(depot)) => {
                        format!("; {} back to {}", count(n.into(), "Munitions Point"), name(depot))
                    }
                };
                vec![
                    BattlePart::Opens {
                        place: self.spot_of(hex),
                        title: format!("Attack on {}", at(hex)),
                        attackers: self.forces(attackers, &|_| (false, 0)),
                        defenders: vec![],
                    },
                    result(format!("The attack is cancelled: {why}{back}"), rule),
                    BattlePart::Closes,
                ]
            }
            FightEvent::Opened { hex, prepared, attackers, supports, defenders, helpers, worth } => {
                let kind = if prepared { "Prepared" } else { "Hasty" };
                let mut forces = self.forces(attackers, &|u| (false, worth.of(u)));
                forces.extend(self.forces(supports, &|u| (true, worth.of(u))));
                let mut against = self.forces(defenders.without(&helpers), &|u| (false, worth.of(u)));
                against.extend(self.forces(helpers, &|u| (true, worth.of(u))));
                vec![BattlePart::Opens {
                    place: self.spot_of(hex),
                    title: format!("{kind} Attack on {}", at(hex)),
                    attackers: forces,
                    defenders: against,
                }]
            }
            FightEvent::Walkover { vehicles, .. } => {
                let (who, rule) = if vehicles { ("vehicles", "9c") } else { ("Depots", "3.3a") };
                vec![result(format!("Only {who} are there: no checks, and no munitions are spent"), rule)]
            }
            FightEvent::Stands { .. } => vec![result("The defenders stand", "8.5a")],
            FightEvent::GoFreely { units, .. } => {
                vec![result(format!("{} can go before the combat without a check", names(units)), "8.5j")]
            }
            FightEvent::BeforeCheck { units, die, hasty, fast, tq, passed, .. } => {
                let total = i16::from(die) + i16::from(hasty) + i16::from(fast);
                let (end, rule) =
                    if passed { ("they get away", "8.5d") } else { ("they stay, in March mode", "8.5i") };
                vec![
                    self.roll(
                        side_of(units),
                        format!("Retreat before combat of {}", names(units)),
                        vec![die],
                    ),
                    sum(
                        "Retreat before combat".to_string(),
                        die,
                        "8.5c",
                        [
                            row(hasty, "Hasty Attack", "7.2o"),
                            row(fast, "cavalry or armored cars attack", "8.5c"),
                        ],
                    ),
                    result(format!("{total} against TQ {tq}: {end}"), rule),
                ]
            }
            FightEvent::Along { unit, .. } => {
                vec![self.fate(before, FateKind::Other, unit, format!("{} goes along", name(unit)))]
            }
            FightEvent::Duel { trains, dice, add, .. } => {
                let one = |i: usize| {
                    let of = name(trains[i]);
                    [
                        self.roll(before.side(trains[i]), format!("Duel: {of}"), vec![dice[i]]),
                        sum(
                            format!("Duel: {of}"),
                            dice[i],
                            "9.1.1a",
                            [row(i16::from(add[i]), "intact heavy train", "9.1.1f")],
                        ),
                    ]
                };
                [one(0), one(1)].concat()
            }
            FightEvent::DuelResult { loser, double, .. } => {
                let (text, rule) = match loser {
                    None => ("The duel has no result".to_string(), "9.1.1d"),
                    Some(u) if double => {
                        (format!("{} is hit by double: a step, and back", name(u)), "9.1.1c")
                    }
                    Some(u) => (format!("{} loses the duel", name(u)), "9.1.1b"),
                };
                vec![result(text, rule)]
            }
            FightEvent::DrivenOff { unit, turn, hex } => {
                let text = format!("{} is driven off and comes back on {}", name(unit), self.date(turn));
                vec![self.fate_at(before, FateKind::Retreat, unit, text, hex.as_slice())]
            }
            FightEvent::InContact { unit, fire, .. } => {
                let mut force = self.force_of(unit, false, fire.into());
                force.name += ", in contact";
                vec![BattlePart::Joins { attacks: before.side(unit) == before.active, force }]
            }
            FightEvent::Coordinated { units, die, ooc, hasty, tq, passed } => {
                let total = i16::from(die) + i16::from(ooc) + i16::from(hasty);
                let end = if passed { "full fire" } else { "half fire" };
                vec![
                    self.roll(side_of(units), format!("Coordination of {}", names(units)), vec![die]),
                    sum(
                        format!("Coordination of {}", names(units)),
                        die,
                        "8.6.2e",
                        [row(ooc, "Out of Command", "5.3h"), row(hasty, "Hasty Attack", "7.2o")],
                    ),
                    result(format!("{total} against TQ {tq}: {end}"), "8.6.2e"),
                ]
            }
            FightEvent::Charges { unit, strength, .. } => {
                let text = format!("{} charges with {strength}", name(unit));
                vec![self.fate(before, FateKind::Other, unit, text)]
            }
            FightEvent::Strength { who, strength } => vec![strength_sum(who, "Strength", &strength)],
            FightEvent::Ratio { attack, defence, .. } => {
                vec![BattlePart::Odds { text: ratio_text(attack, defence), rule: "8.7.1l" }]
            }
            FightEvent::Check { unit, die, add, tq, inspired, fate, first, .. } => {
                let of = name(unit);
                let total = i16::from(die) + i16::from(add.sum());
                let why = match () {
                    () if inspired => ", but it passes without a roll",
                    () if die <= 1 => ", a 1 always passes",
                    () => "",
                };
                let (end, rule) = match fate {
                    Fate::Passed if die <= 1 => ("passes", "8.7.1b"),
                    Fate::Passed => ("passes", "8.7.2a"),
                    Fate::Disorganised => ("is Disorganised", "8.7.2b"),
                    Fate::Repulsed => ("is Repulsed", "8.7.2c"),
                    Fate::GoodOrder | Fate::Retreat => ("retreats", "8.7.2d"),
                    Fate::Rout => ("routs", "8.7.2d"),
                    Fate::Surrender => ("surrenders", "8.7.2d"),
                };
                let side = before.side(unit);
                let who = if side == before.active { "attackers" } else { "defenders" };
                let rows = add.iter().map(|(label, value, rule)| row(value, label, rule));
                let roll = first.then(|| self.roll(side, format!("Cohesion of the {who}"), vec![die]));
                roll.into_iter()
                    .chain([
                        sum(format!("Cohesion of {of}"), die, "8.7.1a", rows),
                        result(format!("{of}: {total} against TQ {tq}{why}, it {end}"), rule),
                    ])
                    .collect()
            }
        }
    }
}
