//! What to expect of attacks and Assaults.

use crate::play::Engine;
use crate::play::odds::Plan;
use crate::position::{Attack, Combat, Position};

/// What to expect.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlook {
    /// Chance that the hex is cleared.
    pub clear: f32,
    /// Chance that the attacker loses the Assault or has nobody left for it.
    pub fail: f32,
    /// Steps lost by attacker and defender.
    pub losses: [f32; 2],
}

/// What to expect of an attack on a defender who stands.
pub fn outlook(engine: &Engine<'_>, p: &Position, attack: &Attack, rough: bool) -> Outlook {
    let odds = engine.odds(p, attack, &Plan { rough, ..Plan::default() });
    Outlook {
        clear: odds.cleared as f32,
        fail: (odds.halted + odds.beaten[0]) as f32,
        losses: odds.lost.map(|n| n as f32),
    }
}

/// Chances of 2d6, from 2 to 12, of 36.
const TWO_DICE: [f32; 11] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];

/// Chance that an Assault clears the hex, and the steps that it costs.
pub fn assault(engine: &Engine<'_>, p: &Position, c: &Combat) -> (f32, [f32; 2]) {
    let add = engine.assault_add(p, c);
    let (mut clear, mut losses) = (0.0, [0.0; 2]);
    for (i, chance) in TWO_DICE.iter().enumerate() {
        let row = engine.assault_row(i as i8 + 2 + add);
        let lost = engine.assault_losses(p, c, row);
        losses[0] += f32::from(lost[0]) * chance / 36.0;
        losses[1] += f32::from(lost[1]) * chance / 36.0;
        if row.loser == 1 {
            clear += chance / 36.0;
        }
    }
    (clear, losses)
}
