//! A corps that is out of command cannot get away. Where an army is hunted, cavalry nearby stays with it: zones of control and
//! riders to be beaten first cost the hunter more of its turn than they are worth.

use super::Regular;
use super::formations::CORPS;
use super::picture::Picture;
use crate::Engine;
use crate::position::{Position, flag};
use sandtable_east::data::pieces::Kind;
use sandtable_east::data::{MAX_HEXES, UnitId, UnitSet};

/// How far cavalry rides for it.
const RIDES: u16 = 4;
/// How near the enemy is then.
const NEAR: u16 = 4;

impl Regular {
    /// Sees who has to be covered, and by whom.
    pub(super) fn see_stranded(&mut self, e: &Engine<'_>, p: &Position, pic: &Picture) {
        self.covers.clear();
        if !self.hunted {
            return;
        }
        let data = e.data;
        let own = e.troops(p, pic.side);
        let at = |u: UnitId| p.hex(u).filter(|h| usize::from(*h) < MAX_HEXES);
        let threatened = |hex: &u16| {
            let mut foes = pic.foes.iter().filter(|f| f.troops);
            foes.any(|f| data.map.distance(f.hex, *hex) <= NEAR)
        };
        let stranded = || {
            let corps = own.iter().filter(|u| data.unit(*u).steps >= CORPS && p.is(*u, flag::OUT_OF_COMMAND));
            corps.filter_map(at).filter(threatened)
        };
        for rider in own.iter().filter(|u| data.unit(*u).kind == Kind::Cavalry) {
            let Some(here) = at(rider).filter(|_| !p.is(rider, flag::OUT_OF_COMMAND)) else { continue };
            let near = stranded().min_by_key(|hex| data.map.distance(here, *hex));
            if let Some(hex) = near.filter(|hex| data.map.distance(here, *hex) <= RIDES) {
                self.covers.push((rider, hex));
            }
        }
    }

    /// Where the corps stands that some units cover, if they do.
    pub(super) fn covered_by(&self, body: UnitSet) -> Option<u16> {
        self.covers.iter().find(|(rider, _)| body.has(*rider)).map(|(_, hex)| *hex)
    }
}
