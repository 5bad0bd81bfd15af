//! The staff officer who lends his skill to headquarters beside him (tannenberg 17.3a).

use super::Staff;
use sandtable_east::data::pieces::HqFace;

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
