//! The start of a scenario.

use crate::Orel;
use crate::data::{RED, WHITE, Where};
use crate::position::{At, Position, Rules};
use sandtable_core::game::{ENDS, ENDS_VALUES};
use sandtable_core::{Game, Options};

impl Orel {
    /// The rules that were agreed on.
    pub(crate) fn rules_of(&self, options: &Options) -> Result<Rules, String> {
        let mut rules = Rules::default();
        for (name, value) in options {
            if name == ENDS {
                if !ENDS_VALUES.contains(&value.as_str()) {
                    return Err(format!("option `{name}` is {}, not `{value}`", ENDS_VALUES.join(" or ")));
                }
                rules.ended_by_player = value == "player";
                continue;
            }
            let on = match value.as_str() {
                "on" => true,
                "off" => false,
                _ => return Err(format!("option `{name}` is on or off, not `{value}`")),
            };
            match name.as_str() {
                "events" => rules.events = on,
                "new-coordination" => rules.new_coordination = on,
                "new-cohesion" => rules.new_cohesion = on,
                "one-cohesion-result" => rules.one_result = on,
                "vehicle-tests" => rules.vehicle_tests = on,
                "rail-control" => rules.rail_control = on,
                "troops-only" => rules.troops_only = on,
                "pursuit-prisoners" => rules.pursuit_prisoners = on,
                _ => return Err(format!("there is no option `{name}`")),
            }
        }
        Ok(rules)
    }

    /// The units of a scenario where it puts them, before anything has happened.
    pub(crate) fn set_up(&self, scenario: &str, options: &Options) -> Result<Position, String> {
        let all: Vec<&str> = self.d.scenarios.iter().map(|s| s.id.as_str()).collect();
        let unknown = || format!("there is no scenario `{scenario}`; the scenarios are {}", all.join(", "));
        let index = all.iter().position(|s| *s == scenario).ok_or_else(unknown)?;
        let s = &self.d.scenarios[index];
        let charts = &self.d.charts;
        let mut p = Position { scenario: index as u8, rules: self.rules_of(options)?, ..Position::EMPTY };
        (p.turn, p.active) = (s.first_turn, WHITE);
        for row in &s.setup {
            let def = &self.d.units[usize::from(row.unit)];
            let horse = def.class == crate::data::Class::Cavalry;
            p.units.muster(row.unit, def.side, def.steps, def.class.is_troop(), horse);
            match row.at {
                Where::Hex(hex) => p.place(row.unit, hex),
                Where::Entry { turn, .. } => p.units.take_off(row.unit, At::Due, None, turn),
                Where::Pool => p.units.take_off(row.unit, At::Pool, None, 0),
            }
            p.ooc.set(row.unit, row.ooc);
        }
        p.orel = charts.orel_controller_at_start;
        p.recruits = charts.recruits_at_start;
        p.prisoners = charts.prisoners_at_start;
        p.rails = s.rail_control;
        s.inactive.iter().for_each(|i| p.set_asleep(i.formation, true));
        for side in [WHITE, RED] {
            self.engine().rear_refill(&mut p, side);
        }
        debug_assert!(self.about().sides.len() == 2);
        Ok(p)
    }
}
