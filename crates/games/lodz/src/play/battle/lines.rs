//! Events of the attack phase in words: every figure that a player needs to follow an attack.

use super::state::ATTACKER;
use super::{BattleEvent, Cause, Odds, Targets};
use crate::data::Feature;
use crate::play::Engine;
use crate::position::HexId;
use crate::view::{count, hex_count};
use sandtable_core::game::Line;
use sandtable_core::phrase::listed;

/// The rule behind a shift.
pub(crate) const fn cause_rule(cause: Cause) -> &'static str {
    match cause {
        Cause::AttackerCommand => "10.32",
        Cause::DefenderCommand => "10.33a",
        Cause::Ground(_) => "7.62",
        Cause::River => "7.64a",
        Cause::Works => "9.21a",
        Cause::Improved => "9.25",
        Cause::Fortress => "9.42b",
        Cause::Rear => "9.43b",
    }
}

/// Why the column shifts, in words.
pub(crate) const fn cause_text(cause: Cause) -> &'static str {
    match cause {
        Cause::AttackerCommand => "attackers in command",
        Cause::DefenderCommand => "defenders in command",
        Cause::Ground(Feature::Forest) => "forest",
        Cause::Ground(Feature::City) => "city",
        Cause::Ground(Feature::Town) => "town",
        Cause::Ground(Feature::Swamp) => "swamp",
        Cause::Ground(Feature::Hills) => "hills",
        Cause::Ground(Feature::Mountain) => "mountains",
        Cause::Ground(_) => "wetland",
        Cause::River => "river",
        Cause::Works => "field fortifications",
        Cause::Improved => "improved fortifications",
        Cause::Fortress => "fortress",
        Cause::Rear => "fixed position from the rear",
    }
}

/// How far a side goes back, and what it pays.
pub(crate) fn choice_text(who: u8, (back, of): (u8, u8), loss: u8, place: &str) -> String {
    let name = if who == ATTACKER { "attacker" } else { "defender" };
    let way = match back {
        0 => "stands".to_string(),
        _ if back == of => format!("goes back {}", hex_count(back.into())),
        _ => format!("goes back {back} of {}", hex_count(of.into())),
    };
    let lost = if loss > 0 { count(loss.into(), "level") } else { "nothing".to_string() };
    format!("the {name} at {place} {way} and loses {lost}")
}

impl Engine<'_> {
    fn hex_names(&self, map: u8, hexes: &Targets) -> Vec<String> {
        hexes.iter().map(|h| self.d.maps[usize::from(map)].name(*h)).collect()
    }

    /// The figures of an attack in words: `16 against 5: 3:1, forest -1: 2:1`.
    pub fn odds_text(&self, odds: &Odds) -> String {
        if odds.lone_hq {
            return format!("a headquarters alone: column {}", self.column_name(odds.column));
        }
        let mut out = format!("{} against {}", odds.attack, odds.defence);
        let halved =
            [(odds.swamp, "out of swamp"), (odds.river, "over a big river"), (odds.wall, "before walls")];
        let halved: Vec<&str> = halved.into_iter().filter(|(so, _)| *so).map(|(_, why)| why).collect();
        if !halved.is_empty() {
            out.push_str(&format!(" (halved {})", halved.join(" and ")));
        }
        out.push_str(&format!(": {}", self.column_name(odds.base)));
        for s in odds.shifts() {
            out.push_str(&format!(", {} {:+}", cause_text(s.cause), s.by));
        }
        if odds.shifts().next().is_some() {
            out.push_str(&format!(": {}", self.column_name(odds.column)));
        }
        out
    }

    /// An event as a line of the log.
    pub(super) fn battle_line(&self, event: BattleEvent) -> Line {
        let at = |map: u8, hex: HexId| vec![self.d.maps[usize::from(map)].name(hex)];
        let named = |map: u8, hex: HexId| self.place(map, hex);
        let sum = |dice: [u8; 2]| format!("{}+{} = {}", dice[0], dice[1], dice[0] + dice[1]);
        let (text, rule, places) = match event {
            BattleEvent::Duties { units, hexes } => {
                let (units, hexes) = (count(units.into(), "unit"), hex_count(hexes.into()));
                (format!("{units} must attack, {hexes} must be attacked"), "7.22", vec![])
            }
            BattleEvent::Fire { map, hex, guns, strength, ground } => {
                let less = if ground > 0 { format!(" less {ground} for the ground") } else { String::new() };
                let none = if strength <= u16::from(ground) { ": without effect" } else { "" };
                let text = format!(
                    "{} at {} with {strength}{less}{none}",
                    self.they(&guns, "fires", "fire"),
                    named(map, hex)
                );
                (text, if ground > 0 { "8.26" } else { "8.21b" }, at(map, hex))
            }
            BattleEvent::FireRoll { map, hex, dice, cell } => {
                let what = crate::outcome::fire_text(cell.loss, cell.dot);
                (format!("fire at {}: {}, {what}", named(map, hex), sum(dice)), "ART.1", at(map, hex))
            }
            BattleEvent::Bridge { map, hex, to, guns, strength } => {
                let places = [at(map, hex), at(map, to)].concat();
                let guns = self.they(&guns, "fires", "fire");
                let text = format!(
                    "{guns} at the bridge from {} to {} with {strength}",
                    self.place(map, hex),
                    self.place(map, to)
                );
                (text, "14.23", places)
            }
            BattleEvent::Declared { map, targets, units, guns } => {
                let places = self.hex_names(map, &targets);
                let named: Vec<String> = targets.iter().map(|h| self.place(map, *h)).collect();
                let support = if guns.is_empty() {
                    String::new()
                } else {
                    format!(" with the support of {}", self.names(&guns, "and"))
                };
                let text =
                    format!("{} {}{support}", self.they(&units, "attacks", "attack"), listed(&named, "and"));
                (text, "7.12a", places)
            }
            BattleEvent::Defence { map, targets, guns } => {
                let text = format!("{} the defence", self.they(&guns, "supports", "support"));
                (text, "8.43", self.hex_names(map, &targets))
            }
            BattleEvent::Totals { map, odds } => {
                let rule = if odds.lone_hq { "7.30a" } else { "7.12c1" };
                (self.odds_text(&odds), rule, odds.ground.map_or_else(Vec::new, |hex| at(map, hex)))
            }
            BattleEvent::Roll { map, hex, dice, column, cell } => {
                let column = self.column_name(column);
                let text = format!("{} on column {column}: {}", sum(dice), crate::guide::cell_words(&cell));
                (text, "7.12g", at(map, hex))
            }
            BattleEvent::Choice { who, back, of, loss, map, hex } => {
                (choice_text(who, (back, of), loss, &named(map, hex)), "7.34c", at(map, hex))
            }
            BattleEvent::Over { map, hex } => {
                (format!("{} is fought", named(map, hex)), "7.57b", at(map, hex))
            }
            BattleEvent::Disorder { map, hex, side, dice } => {
                let whose = if side == 0 { "Germans" } else { "Russians" };
                let text =
                    format!("the {whose} at {} roll for disorganization: {}", named(map, hex), sum(dice));
                (text, "15.12c", at(map, hex))
            }
        };
        Line { text, rule, places }
    }
}
