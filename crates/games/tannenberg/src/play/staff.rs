//! The staff officer who lends his skill to headquarters beside him (tannenberg 17.3a).

use super::rules::{DE, Rules};
use super::{OwnStep, Staff};
use crate::position::{Position, Step};
use sandtable_east::data::pieces::HqFace;
use sandtable_east::data::{Data, UnitId, UnitSet};
use sandtable_east::standard::command::commands;
use sandtable_ops::Maybe;

/// What a headquarters is worth with the staff officer: the radius doubled, the strength half again as high, fractions
/// dropped; he may help one with each.
pub fn boosted(staff: &Staff, face: HqFace, radius: bool, strength: bool) -> HqFace {
    let raised = u16::from(face.strength) * staff.strength_percent / 100;
    HqFace {
        radius: if radius { face.radius.saturating_mul(staff.radius_times) } else { face.radius },
        strength: if strength { raised.min(255) as u8 } else { face.strength },
        ..face
    }
}

impl Rules {
    /// The headquarters that stand with the staff officer and command.
    pub(crate) fn beside_staff(&self, data: &Data, p: &Position) -> UnitSet {
        let Some(hex) = p.hex(self.staff) else { return UnitSet::EMPTY };
        let stack = p.stack(data, DE, hex);
        stack.iter().filter(|u| data.unit(*u).is_hq() && commands(data, *u)).collect()
    }

    /// A command segment begins: with several headquarters beside him he is asked whom he helps.
    pub(super) fn call_staff(&self, data: &Data, p: &mut Position, player: u8, forces: UnitSet) {
        let staff = self.beside_staff(data, p);
        let mut ready = staff.iter().filter(|h| forces.has(*h));
        match (ready.next(), ready.next()) {
            (None, _) => {}
            // With one headquarters there is nothing to choose.
            (Some(only), None) => p.own.helped = [only.into(); 2],
            _ => {
                p.own.helped = [Maybe::NONE; 2];
                p.steps.push(Step::Own(OwnStep::Staff(player)));
            }
        }
        let helps = |unit: UnitId| p.own.helped.iter().any(|helped| helped.is(unit));
        if staff.both(forces).is_empty() && forces.iter().any(helps) {
            p.own.helped = [Maybe::NONE; 2];
        }
    }
}
