//! The base morale of a force (7.5.2.6.1), in the field and in sieges.

use super::Engine;
use crate::data::{self, POWERS};
use crate::play::combat::morale::{Component, Values, method_one, method_two, weak};
use crate::play::combat::{Factors, Kind};
use crate::play::land::Position;

/// Factors of one nation in a force.
pub(super) struct Part {
    nation: u8,
    insurrection: bool,
    factors: Factors,
}

impl Part {
    /// Factors without a corps.
    pub fn loose(nation: u8, factors: Factors) -> Part {
        Part { nation, insurrection: false, factors }
    }
}

impl Engine<'_> {
    /// A corps as part of a force.
    pub(super) fn corps_part(&self, p: &Position, block: usize) -> Part {
        let insurrection = p.def(self.d, block).kind == data::Kind::Insurrection;
        Part { nation: self.stock(p, block), insurrection, factors: self.factors(p, block) }
    }

    /// The morale values of a nation's factors; some minors are better under a certain power.
    fn morale_values(&self, p: &Position, part: &Part) -> Values {
        let n = &self.d.nations[usize::from(part.nation)];
        let m = n.morale;
        let trained = n.trained.filter(|(by, _)| p.power_of(part.nation) == Some(*by)).map(|t| t.1);
        let [infantry, mut cavalry] = trained.unwrap_or([m.infantry, m.cavalry]);
        if part.insurrection {
            cavalry = m.insurrection_cavalry;
        }
        Values::of(self.charts, infantry.into(), cavalry.into(), m.feudal_infantry.into())
    }

    /// Base morale of a force, by the method agreed on (empires 7.5.2.6.1); without components, as for a minor that nobody
    /// controls and that so has no basic morale, by method one.
    pub(super) fn morale(
        &self,
        p: &Position,
        parts: impl Iterator<Item = Part>,
        components: &[Component],
    ) -> i16 {
        let parts = parts.filter(|x| !x.factors.is_empty());
        if !p.play.rules.method_two || components.is_empty() {
            return method_one(parts.flat_map(|x| self.morale_values(p, &x).troops(x.factors)));
        }
        let (mut force, mut low) = (Factors::NONE, 0);
        for part in parts {
            force += part.factors;
            let values = self.morale_values(p, &part);
            // Only free states' infantry and cavalry count by their value (empires 7.5.2.6.1.2(c)).
            for kind in [Kind::Infantry, Kind::Cavalry] {
                if usize::from(part.nation) >= POWERS && weak(self.charts, values.0[kind as usize]) {
                    low += part.factors[kind];
                }
            }
        }
        method_two(self.charts, components, force, low)
    }
}
