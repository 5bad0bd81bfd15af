//! The position at the start of a scenario (tannenberg 3, tannenberg 22).

use crate::data::{Arrival, Where};
use crate::play::{DE, RU, RU_SECOND};
use crate::position::{Position, Step, flag, off, option};
use crate::{Sheet, Tannenberg};
use sandtable_core::Options;
use sandtable_core::game::ENDS;
use sandtable_east::engine::Exclusive;

/// The bit of an option, if the scenario offers it.
fn bit(sheet: &Sheet, name: &str) -> Result<u8, String> {
    let offered = |id: &str| sheet.rules.scenario.options.iter().any(|o| o == id);
    match name {
        "hidden" => Ok(option::OPEN),
        "unlimited-command" if offered(name) => Ok(option::UNLIMITED_COMMAND),
        "line-limits" if offered(name) => Ok(option::LINE_LIMITS),
        "improved-command" if offered(name) => Ok(crate::play::IMPROVED_COMMAND),
        "rested-replacements" if offered(name) => Ok(option::RESTED),
        _ => Err(format!("this scenario has no option `{name}`")),
    }
}

impl Tannenberg {
    /// The options that are played, as bits.
    pub(crate) fn options(&self, sheet: &Sheet, options: &Options) -> Result<u8, String> {
        let mut out = 0;
        for (name, value) in options {
            if name == ENDS {
                match value.as_str() {
                    "player" => out |= option::PLAYER_ENDS,
                    "auto" => {}
                    other => return Err(format!("ends is auto or player, not `{other}`")),
                }
                continue;
            }
            let on = match value.as_str() {
                "on" => true,
                "off" => false,
                other => return Err(format!("{name} is on or off, not `{other}`")),
            };
            // Everything open is what is written down; hidden movement is the usual way.
            let set = if name == "hidden" { !on } else { on };
            let offered = bit(sheet, name);
            if set {
                out |= offered?;
            } else if !self.about.options.iter().any(|o| o.name == *name) {
                offered?;
            }
        }
        Ok(out)
    }

    /// All units in their places (tannenberg 3.0a), reinforcements waiting (tannenberg 3.0b).
    pub(crate) fn deploy(&self, scenario: &str, options: &Options) -> Result<Position, String> {
        let at = self.sheets.iter().position(|s| s.rules.scenario.id == scenario);
        let known =
            || self.sheets.iter().map(|s| s.rules.scenario.id.as_str()).collect::<Vec<_>>().join(", ");
        let at =
            at.ok_or_else(|| format!("there is no scenario `{scenario}`; tannenberg has {}", known()))?;
        let sheet = &self.sheets[at];
        let (data, s) = (&sheet.data, &sheet.rules.scenario);
        let mut p = Position::new(data);
        (p.scenario, p.options) = (at as u8, self.options(sheet, options)?);
        (p.turn, p.points, p.own.order) = (s.first_turn, s.start_total, [RU, RU_SECOND]);
        for number in &s.russian_held {
            if let Some(hex) = data.map.hex(number) {
                p.mark_held(hex, RU);
            }
        }
        for posting in &s.postings {
            let unit = posting.unit;
            p.lost[unit.index()] = posting.lost;
            match (&posting.place, posting.arrival) {
                (Where::Hex(hex), Arrival::Start) => {
                    p.put(data, unit, *hex);
                    p.set(data, unit, flag::ENTRAINED, posting.entrained);
                }
                _ => p.put(data, unit, off::POOL),
            }
        }
        // What is to be decided before play, the last on top.
        for player in s.setup_order.iter().rev() {
            let number = match player.as_str() {
                "de" => DE,
                "ru2" => RU_SECOND,
                _ => RU,
            };
            if number == DE && sheet.rules.hides(&p).is_some() {
                p.steps.push(Step::Screen(DE));
            }
            p.steps.push(Step::SetUp(number));
        }
        Ok(p)
    }
}
