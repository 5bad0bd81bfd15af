//! Why something may not be. Lists ask hundreds of times and read no word of the answer: words are made only for players.

use super::Engine;
use crate::data::{NOBODY, NOWHERE};
use crate::state::Position;
use sandtable_core::game::Breach;

/// A rule and its reason, in which `{unit}`, `{hex}` and `{n}` stand for what it is about; `{germany}`, `{russia}` and `{returns}` for
/// what the charts say of the side whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The rule's number.
    pub rule: &'static str,
    why: &'static str,
    unit: u16,
    hex: u16,
    n: u8,
}

/// A bar.
pub(super) const fn bar(rule: &'static str, why: &'static str) -> Bar {
    Bar { rule, why, unit: NOBODY, hex: NOWHERE, n: 0 }
}

/// It is something for another time.
pub(super) const OTHER: Bar = bar("", "");

impl Bar {
    /// It is about a unit.
    pub(super) fn of(self, unit: u16) -> Bar {
        Bar { unit, ..self }
    }

    /// It is about a hex.
    pub(super) fn at(self, hex: u16) -> Bar {
        Bar { hex, ..self }
    }

    /// It is about a number.
    pub(super) fn n(self, n: u8) -> Bar {
        Bar { n, ..self }
    }
}

impl Engine<'_> {
    /// A bar in words.
    pub(super) fn breach(&self, p: &Position, bar: Bar) -> Breach {
        let (unit, hex) = (self.is_unit(bar.unit), usize::from(bar.hex) < self.map(p).hexes);
        let mut text = bar.why.replace("{n}", &bar.n.to_string());
        if unit {
            text = text.replace("{unit}", self.name(bar.unit));
        }
        if hex {
            text = text.replace("{hex}", &self.map(p).name(bar.hex));
        }
        let side = usize::from(p.active);
        let [germany, russia] = self.d.charts.base_rail[side];
        text = text.replace("{germany}", &germany.to_string()).replace("{russia}", &russia.to_string());
        text = text.replace("{returns}", &self.d.charts.returns[side].join(", "));
        let mut out = Breach::new(bar.rule, text);
        if unit {
            out = out.of(self.id(bar.unit));
        }
        if hex { out.at(self.map(p).name(bar.hex)) } else { out }
    }
}
