//! Events of this module as lines of the log: every value that led to a result.

use super::{FightEvent, Off, Strength, rounded};
use crate::data::Fate;
use crate::play::Engine;
use crate::position::{Pieces, UnitId};
use sandtable_core::game::Line;
use sandtable_ops::id::Maybe;

/// A number with its sign, as it is added.
fn signed(n: i8) -> String {
    if n < 0 { format!("− {}", -n) } else { format!("+ {n}") }
}

/// A die with what is added, each with its reason, and the sum.
fn added<'a>(die: u8, parts: impl IntoIterator<Item = (i8, &'a str)>) -> String {
    let (mut out, mut total, mut plain) = (die.to_string(), die as i8, true);
    for (n, why) in parts.into_iter().filter(|(n, _)| *n != 0) {
        out += &format!(" {} ({why})", signed(n));
        (total, plain) = (total + n, false);
    }
    if plain { out } else { format!("{out} = {total}") }
}

/// A result in words.
fn fate(f: Fate) -> &'static str {
    match f {
        Fate::Passed => "passed",
        Fate::Disorganised => "Disorganised",
        Fate::Repulsed => "Repulsed",
        Fate::GoodOrder | Fate::Retreat => "retreats",
        Fate::Rout => "routs",
        Fate::Surrender => "surrenders",
    }
}

/// A strength as the sum that it is.
pub(crate) fn strength_text(s: &Strength) -> String {
    let mut parts = Vec::new();
    for (divisor, sum) in s.sums.iter().filter(|(divisor, _)| *divisor > 0) {
        parts.push(if *divisor == 1 {
            sum.to_string()
        } else {
            format!("{sum}/{divisor} = {}", rounded(*sum, *divisor))
        });
    }
    if s.contact > 0 {
        parts.push(format!("{} train in contact", s.contact));
    }
    if s.fire > 0 {
        parts.push(format!("{} fire", s.fire));
    }
    if s.poor_fire > 0 {
        parts.push(format!("{} fire without supply", s.poor_fire));
    }
    if s.failed_fire[0] > 0 {
        parts.push(format!("{} of {} fire not coordinated", s.failed_fire[1], s.failed_fire[0]));
    }
    if parts.len() > 1 {
        format!("{} = {}", parts.join(" + "), s.total())
    } else if parts.iter().any(|p| p.contains(' ')) {
        parts.concat()
    } else {
        s.total().to_string()
    }
}

impl Engine<'_> {
    /// Names of units, separated by commas.
    fn fight_names(&self, units: Pieces) -> String {
        units.iter().map(|u| self.name(u)).collect::<Vec<_>>().join(", ")
    }

    fn fight_points(&self, points: u8, depot: Maybe<UnitId>) -> String {
        match (points, depot.get()) {
            (0, _) | (_, None) => String::new(),
            (1, Some(depot)) => format!("; 1 Munitions Point goes back to {}", self.name(depot)),
            (n, Some(depot)) => format!("; {n} Munitions Points go back to {}", self.name(depot)),
        }
    }

    /// An event as a line of the log.
    pub(crate) fn fight_line(&self, event: FightEvent) -> Line {
        let (text, rule, places) = match event {
            FightEvent::Cancelled { hex, attackers, why, points, depot } => {
                let (reason, rule) = match why {
                    Off::Empty => ("the defender has gone", "7.2q"),
                    Off::Nobody => ("nobody is left who can attack", "9a"),
                };
                let back = self.fight_points(points, depot);
                let who = self.fight_names(attackers);
                (
                    format!("attack on {} by {who} is cancelled: {reason}{back}", self.place_label(hex)),
                    rule,
                    self.places_of(hex),
                )
            }
            FightEvent::Opened { hex, prepared, attackers, supports, defenders, .. } => {
                let kind = if prepared { "Prepared Attack" } else { "Hasty Attack" };
                let with = match supports.is_empty() {
                    true => String::new(),
                    false => format!(", supported by {}", self.fight_names(supports)),
                };
                let (by, against) = (self.fight_names(attackers), self.fight_names(defenders));
                let rule = if prepared { "7.2l" } else { "7.2n" };
                (
                    format!("{kind} on {} by {by}{with}, against {against}", self.place_label(hex)),
                    rule,
                    self.places_of(hex),
                )
            }
            FightEvent::Walkover { hex, vehicles, points, depot } => {
                let back = self.fight_points(points, depot);
                let (who, rule) = if vehicles { ("vehicles", "9c") } else { ("Depots", "3.3a") };
                (format!("only {who} are there: no checks and no munitions{back}"), rule, self.places_of(hex))
            }
            FightEvent::Stands { hex } => ("the defender stands".to_string(), "8.5a", self.places_of(hex)),
            FightEvent::GoFreely { hex, units } => {
                (format!("{} can go without a check", self.fight_names(units)), "8.5j", self.places_of(hex))
            }
            FightEvent::BeforeCheck { hex, units, die, hasty, fast, tq, passed } => {
                let dice = added(die, [(hasty, "Hasty Attack"), (fast, "fast attackers")]);
                let result = if passed { "passed" } else { "failed, March mode" };
                let who = self.fight_names(units);
                let text = format!("retreat before combat of {who}: {dice} against TQ {tq}: {result}");
                (text, if passed { "8.5d" } else { "8.5i" }, self.places_of(hex))
            }
            FightEvent::Along { unit, hex } => {
                (format!("{} goes along", self.name(unit)), "8.5e", self.places_of(hex))
            }
            FightEvent::Duel { trains, dice, add, hex } => {
                let one = |i: usize| {
                    format!("{} {}", self.name(trains[i]), added(dice[i], [(add[i] as i8, "heavy")]))
                };
                (format!("duel of trains: {} against {}", one(0), one(1)), "9.1.1a", self.places_of(hex))
            }
            FightEvent::DuelResult { loser, double, hex } => match loser {
                None => ("the duel has no result".to_string(), "9.1.1d", self.places_of(hex)),
                Some(u) if double => {
                    (format!("{} is hit: a step, and back", self.name(u)), "9.1.1c", self.places_of(hex))
                }
                Some(u) => (format!("{} loses the duel", self.name(u)), "9.1.1b", self.places_of(hex)),
            },
            FightEvent::DrivenOff { unit, turn, hex } => (
                format!("{} is driven off and comes back on turn {turn}", self.name(unit)),
                "9.1.1b",
                self.places_of(hex),
            ),
            FightEvent::InContact { unit, fire, hex } => (
                format!("{} goes into contact with fire {fire}", self.name(unit)),
                "9.1a",
                self.places_of(hex),
            ),
            FightEvent::Coordinated { units, die, ooc, hasty, tq, passed } => {
                let dice = added(die, [(ooc, "Out of Command"), (hasty, "Hasty Attack")]);
                let result = if passed { "full fire" } else { "half fire" };
                let who = self.fight_names(units);
                (format!("support of {who}: {dice} against TQ {tq}: {result}"), "8.6.2e", vec![])
            }
            FightEvent::Charges { unit, strength, hex } => {
                (format!("{} charges with {strength}", self.name(unit)), "8.7.1w", self.places_of(hex))
            }
            FightEvent::Strength { who, strength } => {
                let side = if who == 0 { "attacker" } else { "defender" };
                (format!("strength of the {side}: {}", strength_text(&strength)), "8.7.1o", vec![])
            }
            FightEvent::Ratio { attack, defence, hex } => {
                let ratio = (u32::from(attack) * 100).checked_div(u32::from(defence));
                let ratio = ratio.map_or(String::new(), |n| format!(" = {}.{:02}", n / 100, n % 100));
                (format!("ratio {attack} to {defence}{ratio}"), "8.7.1l", self.places_of(hex))
            }
            FightEvent::Check { unit, hex, die, add, tq, inspired, fate: result, .. } => {
                let dice = added(die, add.iter().map(|(label, value, _)| (value, label)));
                let total = die as i8 + add.sum();
                let (of, over) = (self.name(unit), total - tq as i8);
                let why = match () {
                    () if inspired => ", but it passes without a roll".to_string(),
                    () if die <= 1 => ", a 1 always passes".to_string(),
                    () if over <= 0 => String::new(),
                    () => format!(", failed by {over}"),
                };
                let text = format!("Cohesion of {of}: {dice} against TQ {tq}{why}: {}", fate(result));
                let rule = match result {
                    Fate::Passed if die <= 1 => "8.7.1b",
                    Fate::Passed => "8.7.2a",
                    Fate::Disorganised => "8.7.2b",
                    Fate::Repulsed => "8.7.2c",
                    _ => "8.7.2d",
                };
                (text, rule, self.places_of(hex))
            }
        };
        Line { text, rule, places }
    }
}
