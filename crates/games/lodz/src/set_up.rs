//! The start of a scenario.

use crate::Lodz;
use crate::about::{self, BARRAGE, FIXED};
use crate::data::{Hexes, Where};
use crate::position::{At, Position, Works};
use sandtable_core::Options;

/// What players have agreed on.
#[derive(Default)]
struct Agreed {
    /// Barrages are fired (lodz 8.61a).
    barrage: bool,
    /// Fixed positions lie on the map (lodz 9.4).
    fixed: bool,
    /// Phases are ended by their player.
    ends: bool,
}

fn agreed(options: &Options) -> Result<Agreed, String> {
    let mut out = Agreed::default();
    let known = about::options();
    for (name, value) in options {
        let about = known.iter().find(|o| o.name == *name);
        let about = about.ok_or_else(|| format!("there is no option `{name}`"))?;
        let at = about.values.iter().position(|v| v == value);
        let at =
            at.ok_or_else(|| format!("option `{name}` is {}, not `{value}`", about.values.join(" or ")))?;
        let slot = match name.as_str() {
            BARRAGE => &mut out.barrage,
            FIXED => &mut out.fixed,
            _ => &mut out.ends,
        };
        *slot = at == 1;
    }
    Ok(out)
}

impl Lodz {
    /// The counters of a scenario where it puts them, before anybody has chosen anything.
    pub(crate) fn set_up(&self, scenario: &str, options: &Options) -> Result<Position, String> {
        let Agreed { barrage, fixed, ends } = agreed(options)?;
        let all: Vec<&str> = self.d.scenarios.iter().map(|s| s.id.as_str()).collect();
        let unknown = || format!("there is no scenario `{scenario}`; the scenarios are {}", all.join(", "));
        let index = all.iter().position(|s| *s == scenario).ok_or_else(unknown)?;
        let s = &self.d.scenarios[index];
        let map = &self.d.maps[usize::from(s.map)];
        let mut p = Position { scenario: index as u8, ..Position::EMPTY };
        p.first = self.engine().initiative(&p);
        (p.barrage, p.ends) = (s.barrage || barrage, ends);
        for (hex, sides) in map.fixed.iter().enumerate().filter(|_| fixed) {
            p.fixed[hex] = *sides;
        }
        for (hex, bridges) in map.bridge.iter().enumerate() {
            p.bridges[hex] = *bridges;
        }
        for row in &s.setup {
            let def = &self.d.units[usize::from(row.unit)];
            let rank = u8::from(def.kind.is_unit()) + u8::from(def.kind.is_line());
            p.units.muster(row.unit, def.side, def.cel.saturating_sub(row.lost), rank);
            match &row.at {
                Where::Hex { hex, .. } => {
                    p.units.place(row.unit, *hex);
                    if row.fortified {
                        p.works[usize::from(*hex)] = Works::Field;
                    }
                }
                Where::Entry(_) | Where::Inside(_) => p.units.take_off(row.unit, At::Due),
                Where::Free | Where::Pool => p.units.take_off(row.unit, At::Pool),
            }
        }
        self.engine().march_plock(&mut p, &mut Vec::new());
        for (slot, base) in self.engine().bases() {
            if let Some(hex) = p.hex(base) {
                p.rail.travelled[slot] = Hexes::one(hex);
            }
        }
        self.engine().supply_first_holders(&mut p);
        Ok(p)
    }
}
