//! A short way through hexes that lies in place.

/// The longest way that is kept: no railway of the board is longer.
pub const LONGEST: usize = 40;

/// Hexes one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    hexes: [u16; LONGEST],
    len: u8,
}

impl Path {
    /// No hex.
    pub const EMPTY: Path = Path { hexes: [0; LONGEST], len: 0 };

    /// These hexes.
    pub fn of(hexes: &[u16]) -> Result<Path, String> {
        let mut path = Path::EMPTY;
        let room = path.hexes.get_mut(..hexes.len());
        room.ok_or_else(|| format!("a way of {} hexes, at most {LONGEST} are possible", hexes.len()))?
            .copy_from_slice(hexes);
        path.len = u8::try_from(hexes.len()).unwrap_or(0);
        Ok(path)
    }

    /// The hexes in order.
    pub fn hexes(&self) -> &[u16] {
        &self.hexes[..usize::from(self.len)]
    }

    /// The last hex.
    pub fn last(&self) -> Option<u16> {
        self.hexes().last().copied()
    }

    /// One more in front of the others; a way that is too long loses it.
    pub fn push_front(&mut self, hex: u16) {
        let len = usize::from(self.len);
        if len < LONGEST {
            self.hexes.copy_within(..len, 1);
            self.hexes[0] = hex;
            self.len += 1;
        }
    }

    /// The way after its first hexes.
    pub fn after(&self, count: usize) -> Path {
        let mut rest = Path::EMPTY;
        for hex in self.hexes().iter().skip(count) {
            rest.hexes[usize::from(rest.len)] = *hex;
            rest.len += 1;
        }
        rest
    }
}
