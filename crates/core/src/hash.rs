//! A hash of positions that is the same on every machine and in every version of the compiler.

use std::hash::{Hash, Hasher};

/// FNV-1a over the bytes of a value, widths and byte order fixed.
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> StableHasher {
        StableHasher(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn write_u16(&mut self, v: u16) {
        self.write(&v.to_le_bytes());
    }

    fn write_u32(&mut self, v: u32) {
        self.write(&v.to_le_bytes());
    }

    fn write_u64(&mut self, v: u64) {
        self.write(&v.to_le_bytes());
    }

    fn write_i32(&mut self, v: i32) {
        self.write(&v.to_le_bytes());
    }

    fn write_usize(&mut self, v: usize) {
        self.write(&(v as u64).to_le_bytes());
    }

    fn write_isize(&mut self, v: isize) {
        self.write(&(v as i64).to_le_bytes());
    }
}

/// The stable hash of a value.
pub fn stable_hash(value: &impl Hash) -> u64 {
    let mut hasher = StableHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_never_changes() {
        assert_eq!(format!("{:016x}", stable_hash(&(7u8, 300u16))), "bfcafa185dbf272d");
        assert_eq!(format!("{:016x}", stable_hash(&1u32)), "ad2aca7747985764");
        assert_eq!(format!("{:016x}", stable_hash(&2u64)), "e6bd86443df8ce07");
        assert_eq!(format!("{:016x}", stable_hash(&-3i32)), "3e39765878c1e873");
        assert_eq!(format!("{:016x}", stable_hash(&4usize)), "2cdcdc0dfc5d1141");
        assert_eq!(format!("{:016x}", stable_hash(&-5isize)), "714ed5a03c1c29b9");
        assert_eq!(format!("{:016x}", stable_hash(&6u16)), "082bbc07b4e5a99b");
    }
}
