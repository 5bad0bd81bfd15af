//! Commit and reveal: if you put a secret into the dice, or make a secret choice, you publish its seal first and open it
//! later, so that nobody can foresee a roll, bend it, or change the choice.

use crate::dice::Dice;
use sha2::{Digest, Sha256};

/// A secret of 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

/// The published seal of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal(pub [u8; 32]);

fn sha(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// Bytes as hexadecimal digits.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Hexadecimal digits as 32 bytes.
pub fn from_hex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut out = [0; 32];
    for (i, byte) in out.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(out)
}

impl Secret {
    /// A secret from a number, for games that need repeat but not hide.
    pub fn from_seed(seed: u64) -> Secret {
        Secret(sha(&[b"seed", &seed.to_le_bytes()]))
    }

    /// The seal to publish.
    pub fn seal(&self) -> Seal {
        Seal(sha(&[b"seal", &self.0]))
    }
}

impl Seal {
    /// Whether a secret is the one that was sealed.
    pub fn opens_with(&self, secret: &Secret) -> bool {
        secret.seal() == *self
    }
}

/// A sealed choice: the choice, salted so that it can't be guessed from its seal.
pub fn seal_choice(choice: &[u8], salt: &Secret) -> Seal {
    Seal(sha(&[b"choice", choice, &salt.0]))
}

/// The salt of the choice made with a move of a record, counted from 1: it follows from the secrets of the dice, so that
/// you can check the seal if you have those. `undone` tells moves apart that stood in the same place one after the other.
pub fn salt(secrets: &[Secret], number: u64, undone: u64) -> Secret {
    let parts: Vec<&[u8]> = std::iter::once(&b"salts"[..]).chain(secrets.iter().map(|s| &s.0[..])).collect();
    Secret(sha(&[b"salt", &sha(&parts), &number.to_le_bytes(), &undone.to_le_bytes()]))
}

/// The link of a chain of secrets that comes before another: whoever knows only this one can't find that.
pub fn link_before(link: &[u8; 32]) -> [u8; 32] {
    sha(&[b"link", link])
}

/// Dice that follow from the secrets, the links that seats have shown, and the number of the roll, and from nothing else.
#[derive(Clone, Debug)]
pub struct Sealed {
    key: [u8; 32],
    /// The number of the next roll.
    pub number: u64,
}

impl Sealed {
    /// Dice from all secrets, going on at a roll's number.
    pub fn new(secrets: &[Secret], number: u64) -> Sealed {
        let parts: Vec<&[u8]> =
            std::iter::once(&b"dice"[..]).chain(secrets.iter().map(|s| &s.0[..])).collect();
        Sealed { key: sha(&parts), number }
    }

    /// The same with what seats have put in; without any of it they are the dice of the secrets alone.
    #[must_use]
    pub fn with_links(self, links: &[[u8; 32]]) -> Sealed {
        if links.is_empty() {
            return self;
        }
        let own = [&b"seats"[..], &self.key];
        let parts: Vec<&[u8]> = own.into_iter().chain(links.iter().map(|l| &l[..])).collect();
        Sealed { key: sha(&parts), number: self.number }
    }
}

impl Dice for Sealed {
    fn roll(&mut self, sides: u8) -> u8 {
        let bytes = sha(&[b"roll", &self.key, &self.number.to_le_bytes()]);
        self.number += 1;
        // Whatever byte falls into the last, incomplete round is passed over, so that every face is equally likely.
        let limit = 256 - 256 % usize::from(sides);
        let fair = bytes.iter().copied().find(|b| usize::from(*b) < limit).unwrap_or(bytes[0]);
        fair % sides + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_opens_with_its_secret_only() {
        let secret = Secret::from_seed(5);
        assert!(secret.seal().opens_with(&secret));
        assert!(!secret.seal().opens_with(&Secret::from_seed(6)));
        let salt = Secret::from_seed(1);
        assert_eq!(seal_choice(b"escalated", &salt), seal_choice(b"escalated", &salt));
        assert_ne!(seal_choice(b"escalated", &salt), seal_choice(b"probe", &salt));
        assert_ne!(seal_choice(b"escalated", &salt), seal_choice(b"escalated", &Secret::from_seed(2)));
    }

    #[test]
    fn every_choice_has_a_salt_of_its_own() {
        let (a, b) = (Secret::from_seed(1), Secret::from_seed(2));
        let salts = [salt(&[a, b], 1, 0), salt(&[a, b], 2, 0), salt(&[a, b], 1, 1), salt(&[b, a], 1, 0)];
        assert!(salts.iter().enumerate().all(|(i, s)| !salts[..i].contains(s)));
        assert!(salts[0] == salt(&[a, b], 1, 0));
    }

    #[test]
    fn every_secret_changes_the_dice_and_every_roll_can_be_repeated() {
        let (a, b) = (Secret::from_seed(1), Secret::from_seed(2));
        let rolls = |secrets: &[Secret], from: u64| {
            let mut d = Sealed::new(secrets, from);
            (0..40).map(|_| d.roll(6)).collect::<Vec<_>>()
        };
        assert_eq!(rolls(&[a, b], 0), rolls(&[a, b], 0));
        assert_ne!(rolls(&[a, b], 0), rolls(&[b, a], 0));
        assert_ne!(rolls(&[a, b], 0), rolls(&[a], 0));
        assert_eq!(rolls(&[a, b], 0)[10..], rolls(&[a, b], 10)[..30]);
        let mut d = Sealed::new(&[a], 0);
        let mut count = [0; 7];
        for _ in 0..6000 {
            count[usize::from(d.roll(6))] += 1;
        }
        assert!(count[1..].iter().all(|c| (850..1150).contains(c)), "{count:?}");
    }

    #[test]
    fn hexadecimal_there_and_back() {
        let s = Secret::from_seed(9);
        assert_eq!(from_hex(&to_hex(&s.0)), Some(s.0));
        assert_eq!(from_hex("zz"), None);
        assert_eq!(from_hex(&"g".repeat(64)), None);
        assert_eq!(from_hex(&"+f".repeat(32)), None);
        assert_eq!(from_hex(&"é".repeat(32)), None);
    }
}
