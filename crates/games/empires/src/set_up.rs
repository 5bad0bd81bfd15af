//! A scenario is set up: options, forces, and blocks shuffled so that nobody can tell them by their number.

use crate::Empires;
use crate::play::land::Position;
use crate::position::Rules;
use sandtable_core::game::{ENDS, ENDS_VALUES};
use sandtable_core::{Dice, Options};

impl Empires {
    /// The position before the first month.
    pub(crate) fn set_up(
        &self,
        scenario: &str,
        options: &Options,
        dice: &mut dyn Dice,
    ) -> Result<Position, String> {
        let Some(row) = self.d.scenarios.iter().position(|s| s.id == scenario) else {
            let known: Vec<&str> = self.d.scenarios.iter().map(|s| s.id.as_str()).collect();
            return Err(format!("there is no scenario `{scenario}`; there are {}", known.join(", ")));
        };
        let s = &self.d.scenarios[row];
        let mut p = Position::start(&self.d, s);
        p.play.scenario = row as u8;
        p.play.turns = s.turns;
        self.agree(&mut p, options)?;
        for corps in &mut p.corps {
            if let Some(area) = corps.spot.area() {
                corps.ration.from = area;
            }
        }
        self.shuffle(&mut p, dice);
        Ok(p)
    }

    /// Reads the options that were agreed on.
    pub(crate) fn agree(&self, p: &mut Position, options: &Options) -> Result<(), String> {
        let s = &self.d.scenarios[usize::from(p.play.scenario)];
        let on = |name: &str| match options.get(name) {
            Some(value) => value == "on",
            None => s.options_on.iter().any(|o| o == name),
        };
        for (name, value) in options {
            if name == ENDS {
                if !ENDS_VALUES.contains(&value.as_str()) {
                    return Err(format!("`{name}` is {}, not `{value}`", ENDS_VALUES.join(" or ")));
                }
                continue;
            }
            if name == "turns" && !s.lengths.is_empty() {
                let turns = value.parse::<u16>().ok().filter(|n| s.lengths.contains(n));
                let all: Vec<String> = s.lengths.iter().map(u16::to_string).collect();
                p.play.turns = turns.ok_or_else(|| format!("`turns` is one of {}", all.join(", ")))?;
                continue;
            }
            if !s.options.iter().any(|o| o == name) {
                return Err(format!("`{}` has no option `{name}`; it has {}", s.id, s.options.join(", ")));
            }
            if value != "on" && value != "off" {
                return Err(format!("`{name}` is `on` or `off`, not `{value}`"));
            }
        }
        p.channel = on("channel-arrow");
        p.river_city = on("river-city-corps");
        p.play.rules = Rules {
            cavalry_superiority: on("cavalry-superiority"),
            cavalry_withdrawal: on("cavalry-withdrawal"),
            guard: on("guard"),
            artillery: on("artillery"),
            deep_command: on("deep-command"),
            method_two: on("morale-method-two"),
            found_casualties: on("found-casualties"),
            carry_morale: on("carry-morale"),
            player_ends: options.get(ENDS).is_some_and(|value| value == "player"),
        };
        Ok(())
    }

    /// Shuffles the blocks of each power (or neutral minor) that show the same symbol.
    fn shuffle(&self, p: &mut Position, dice: &mut dyn Dice) {
        let class = |p: &Position, block: usize| {
            let def = p.def(&self.d, block);
            (p.power_of(def.nation).unwrap_or(def.nation), def.symbol)
        };
        let count = self.d.corps.len();
        for last in (1..count).rev() {
            let mates: Vec<usize> = (0..=last).filter(|b| class(p, *b) == class(p, last)).collect();
            if mates.len() > 1 {
                let other = mates[usize::from(dice.roll(mates.len() as u8)) - 1];
                p.corps.swap(last, other);
            }
        }
    }
}
