//! The formations that a plan orders: German corps, Russian corps, and for each army its cavalry with the units that belong to no
//! corps. A unit is in the same one all through a game.

use crate::data::Arrival;
use crate::play::{DE, Rules};
use sandtable_core::plan::GROUPS;
use sandtable_east::data::pieces::{Kind, MAX_UNITS, Unit};
use sandtable_east::data::{Data, UnitId, UnitSet};

/// In no formation.
const NONE: u8 = u8::MAX;
/// Steps of a unit that is a corps by itself.
pub(super) const CORPS: u8 = 3;

/// The formations of both sides in a scenario.
#[derive(Clone, Debug)]
pub struct Formations {
    of: [u8; MAX_UNITS],
    names: [Vec<String>; 2],
    units: [Vec<UnitSet>; 2],
}

/// What the headquarters of a corps or army leads, as its title says.
fn led(data: &Data, u: &Unit) -> Option<String> {
    let leads = |hq: &&Unit| {
        hq.is_hq()
            && hq.side == u.side
            && match u.corps.as_str() {
                "" => hq.corps.is_empty() && hq.field_army == u.field_army && !u.field_army.is_empty(),
                corps => hq.corps == corps,
            }
    };
    let title = &data.units.iter().find(leads)?.title;
    title.rsplit_once(", ").map(|(_, led)| led.to_string())
}

/// The name of the formation that a unit belongs to.
fn name_of(data: &Data, u: &Unit) -> String {
    let led = || led(data, u);
    if u.side == DE {
        return match (u.corps.as_str(), u.kind) {
            ("", Kind::Cavalry) => "cavalry".to_string(),
            ("", _) => "garrisons and Landwehr".to_string(),
            (corps, _) => led().unwrap_or_else(|| format!("corps {corps}")),
        };
    }
    let army = || led().unwrap_or_else(|| format!("army {}", u.field_army));
    match u.kind {
        Kind::Cavalry => format!("cavalry of the {}", army()),
        _ if u.steps >= CORPS => u.title.clone(),
        _ => format!("divisions of the {}", army()),
    }
}

impl Formations {
    /// Finds the formations of a scenario; those that come later stand later in the list.
    pub fn new(data: &Data, rules: &Rules) -> Formations {
        let mut out = Formations {
            of: [NONE; MAX_UNITS],
            names: [Vec::new(), Vec::new()],
            units: [Vec::new(), Vec::new()],
        };
        let comes = |unit: UnitId| match rules.postings[unit.index()].as_ref()?.arrival {
            Arrival::Start => Some(0),
            Arrival::Turn(turn) => Some(turn),
            Arrival::AfterCall(_) => Some(u8::MAX),
        };
        let mut all: Vec<(u8, UnitId)> = data
            .ids()
            .filter(|u| !matches!(data.unit(*u).kind, Kind::Hq | Kind::Depot))
            .filter_map(|u| Some((comes(u)?, u)))
            .collect();
        all.sort_unstable();
        for (_, unit) in all {
            let u = data.unit(unit);
            let (name, side) = (name_of(data, u), usize::from(u.side));
            let at = out.names[side].iter().position(|n| *n == name);
            let at = at.unwrap_or_else(|| {
                out.names[side].push(name);
                out.units[side].push(UnitSet::EMPTY);
                out.names[side].len() - 1
            });
            if at < GROUPS {
                out.of[unit.index()] = at as u8;
            }
            out.units[side][at].insert(unit);
        }
        out
    }

    /// The formation of the first of some units that is in one.
    pub fn of(&self, units: UnitSet) -> Option<usize> {
        units.iter().map(|u| self.of[u.index()]).find(|f| *f != NONE).map(usize::from)
    }

    /// The names of the formations of a side.
    pub fn names(&self, side: u8) -> &[String] {
        &self.names[usize::from(side)]
    }

    /// The units of a formation.
    pub fn units(&self, side: u8, formation: usize) -> UnitSet {
        self.units[usize::from(side)].get(formation).copied().unwrap_or(UnitSet::EMPTY)
    }
}
