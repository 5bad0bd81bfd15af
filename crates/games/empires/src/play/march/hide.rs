//! What others see of a march: where the counter is, not what it still could do.

use crate::land::Position;
use crate::play::Engine;

impl Engine<'_> {
    /// Hides what the points of the march would give away of a block that a power does not know.
    pub(crate) fn march_hide(&self, p: &mut Position, power: u8) {
        let m = &mut p.marching;
        if !m.on
            || (power as usize) < crate::data::POWERS && p.allied[power as usize] >> m.march.power & 1 == 1
        {
            return;
        }
        if m.march.power != power {
            m.march.points = 0;
            m.march.forage = 0;
        }
    }
}
