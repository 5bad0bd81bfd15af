//! What a power knows: its own blocks and its allies' from the front, others from the back, or as they were when they were
//! last laid open.

use crate::data::{Data, FACTORS, POWERS, Symbol};
use crate::play::Engine;
use crate::play::land::Position;
use crate::position::Step;

/// What a block of a power with a symbol is taken for while nobody has seen its face: a common corps of that power, two
/// thirds full.
pub fn typical(d: &Data, power: u8, symbol: Symbol) -> (u8, [u8; FACTORS]) {
    let fits = |nation: Option<u8>| {
        d.corps.iter().position(|c| c.symbol == symbol && nation.is_none_or(|n| c.nation == n))
    };
    let def = fits(Some(power)).or_else(|| fits(None)).unwrap_or(0);
    (def as u8, d.corps[def].room.map(|r| (r * 2).div_ceil(3)))
}

/// Points left of one allowance where as many are left of another.
pub(crate) fn apace(left: u8, of: u8, instead: u8) -> u8 {
    if left == 0 { 0 } else { (left + instead).saturating_sub(of) }
}

impl Engine<'_> {
    /// Whether a power sees the face of a block.
    pub fn sees(&self, p: &Position, power: u8, block: usize) -> bool {
        let owner = p.corps[block].power;
        usize::from(power) < POWERS && (p.friends(power, owner) || self.hand(p, owner) == Some(power))
    }

    /// The position as a power knows it; a watcher's power is none of the seven.
    pub fn known(&self, p: &Position, power: u8) -> Position {
        let mut out = *p;
        // Asked for block after block, though few differ.
        let mut last: Option<(u8, Symbol, (u8, [u8; FACTORS]))> = None;
        for block in 0..self.d.corps.len() {
            if self.sees(p, power, block) {
                continue;
            }
            let symbol = p.def(self.d, block).symbol;
            let pace = crate::play::land::movement::allowance(self.d, p, block);
            let corps = &mut out.corps[block];
            if corps.seen {
                corps.factors = corps.last;
            } else {
                let known = last.filter(|l| (l.0, l.1) == (corps.power, symbol)).map(|l| l.2);
                let found = known.unwrap_or_else(|| typical(self.d, corps.power, symbol));
                last = Some((corps.power, symbol, found));
                (corps.def, corps.factors) = found;
                corps.movement = 0;
                if corps.spot == crate::play::land::Spot::Off {
                    corps.factors = [0; FACTORS];
                }
            }
            // Everybody has seen how it moved, but not how far it could have gone.
            let guess = crate::play::land::movement::allowance(self.d, &out, block);
            let ration = &mut out.corps[block].ration;
            ration.unused = apace(ration.unused, pace, guess);
            let m = &mut out.marching;
            if m.block() == Some(block) && !m.landed {
                m.march.points = apace(m.march.points, pace, guess);
            }
        }
        self.year_hide(&mut out, power);
        self.fight_hide(&mut out, power);
        self.siege_hide(&mut out, power);
        out
    }

    /// Whether several choose at a step in secret.
    pub fn is_secret(&self, step: Step) -> bool {
        match step {
            Step::Year(s) => self.year_secret(s),
            Step::Fight(s) => self.fight_secret(s),
            Step::Siege(s) => self.siege_secret(s),
            Step::Go | Step::March(_) | Step::Loss => false,
        }
    }
}
