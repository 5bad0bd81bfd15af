//! Passwords: what they must be, and how they are kept and checked.

use crate::error::ApiError;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;

/// Letters that a password has at least.
pub const SHORTEST: usize = 10;

/// Bytes that it has at most; checking more would only cost time.
const LONGEST: usize = 256;

/// Passwords that wait to be checked at most.
const WAITING: usize = 64;

/// Parts of passwords that are tried first everywhere. A password that is nothing else is refused.
const COMMON: [&str; 44] = [
    "password",
    "passwort",
    "qwerty",
    "qwertz",
    "azerty",
    "asdfgh",
    "zxcvbn",
    "abc123",
    "iloveyou",
    "letmein",
    "welcome",
    "admin",
    "administrator",
    "monkey",
    "dragon",
    "football",
    "baseball",
    "princess",
    "sunshine",
    "superman",
    "batman",
    "trustno",
    "master",
    "shadow",
    "michael",
    "jordan",
    "hello",
    "freedom",
    "whatever",
    "qazwsx",
    "starwars",
    "computer",
    "internet",
    "secret",
    "changeme",
    "default",
    "login",
    "guest",
    "test",
    "sandtable",
    "wargame",
    "abcdefghij",
    "uiop",
    "pass",
];

/// Checks passwords, a few at once: those who sign in must not take the processors from those who play.
pub struct Passwords {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Says what is wrong with a new password.
pub fn acceptable(password: &str, name: &str) -> Result<(), ApiError> {
    let refused = |why: String| Err(ApiError::Broken(why));
    let letters = password.chars().count();
    if letters < SHORTEST {
        return refused(format!("a password needs {SHORTEST} letters at least, and this has {letters}"));
    }
    if password.len() > LONGEST {
        return refused(format!("a password may have {LONGEST} bytes, and this has {}", password.len()));
    }
    let lower = password.to_lowercase();
    let mut rest = lower.clone();
    for part in COMMON {
        rest = rest.replace(part, "");
    }
    let name = name.to_lowercase();
    if !name.is_empty() {
        rest = rest.replace(&name, "");
    }
    // Figures and signs around a common word are tried next, as are rows of figures and one letter again and again.
    let guessable = rest.chars().filter(|c| c.is_alphabetic()).count() < 2
        && (rest.len() < lower.len() || in_a_row(&lower));
    let alike = lower.chars().collect::<std::collections::BTreeSet<_>>().len() < 4;
    if guessable || alike {
        return refused(
            "this password is among those that are tried first: choose another, as three or four words"
                .to_string(),
        );
    }
    Ok(())
}

/// Whether a text is figures that mostly follow each other, as `1234567890`.
fn in_a_row(text: &str) -> bool {
    let bytes = text.as_bytes();
    let steps = bytes.windows(2).filter(|w| matches!(w[1].wrapping_sub(w[0]), 0 | 1 | 255 | 247 | 9)).count();
    bytes.iter().all(u8::is_ascii_digit) && steps * 4 >= bytes.len() * 3
}

fn salted(password: &str) -> Result<String, String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|e| e.to_string())?;
    let hash: PasswordHash =
        Argon2::default().hash_password_with_salt(password.as_bytes(), &salt).map_err(|e| e.to_string())?;
    Ok(hash.to_string())
}

/// The hash of a password that nobody has, for names that nobody has.
fn nobodys() -> &'static str {
    static NOBODYS: OnceLock<String> = OnceLock::new();
    NOBODYS.get_or_init(|| salted("the password of nobody").unwrap_or_default())
}

impl Passwords {
    /// With half of the processors.
    pub fn new() -> Passwords {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Passwords { turns: Arc::new(Semaphore::new((processors / 2).max(1))), waiting: AtomicUsize::new(0) }
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        struct Leaves<'a>(&'a AtomicUsize);
        impl Drop for Leaves<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _leaves = Leaves(&self.waiting);
        if before >= WAITING {
            return Err(ApiError::Busy("too many sign in at once; try again in a minute".to_string()));
        }
        let turn = self.turns.clone().acquire_owned().await.map_err(|e| ApiError::Storage(e.to_string()))?;
        let worked = tokio::task::spawn_blocking(move || {
            // The turn ends with the work, even if nobody waits for it any more.
            let _turn = turn;
            work()
        });
        worked.await.map_err(|e| ApiError::Storage(e.to_string()))
    }

    /// What is kept of a password.
    pub async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.work(move || salted(&password)).await?.map_err(ApiError::Storage)
    }

    /// Whether a password fits to what is kept of it; for a name that nobody has it takes as long.
    pub async fn fits(&self, password: &str, kept: Option<String>) -> Result<bool, ApiError> {
        if password.len() > LONGEST {
            return Ok(false);
        }
        let password = password.to_string();
        self.work(move || {
            let nobodys = nobodys();
            let fits = |hash: &str| {
                PasswordHash::new(hash)
                    .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
            };
            match kept {
                Some(kept) => fits(&kept),
                None => {
                    let _ = fits(nobodys);
                    false
                }
            }
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(password: &str, good: bool) {
        assert_eq!(acceptable(password, "Ludendorff").is_ok(), good, "{password}");
    }

    #[test]
    fn a_password_is_long_and_not_among_the_most_common() {
        check("short", false);
        check("ninechars", false);
        check("correct horse battery", true);
        check("seven bridges of koenigsberg", true);
        check("zug um zug um", true);
        for common in [
            "password123",
            "Passwort2024!",
            "1234567890",
            "0987654321",
            "aaaaaaaaaaaa",
            "qwertyuiop",
            "ludendorff1",
        ] {
            check(common, false);
        }
        check("7391846205 83", true);
        check(&"x1y2".repeat(100), false);
        // No composition is asked for.
        check("gumbinnenrennenkampf", true);
    }

    #[tokio::test]
    async fn what_is_kept_fits_its_password_alone() {
        let passwords = Passwords::new();
        let kept = passwords.hash("masurian lakes 1914".to_string()).await.unwrap();
        assert!(kept.starts_with("$argon2id$"), "{kept}");
        assert_ne!(kept, passwords.hash("masurian lakes 1914".to_string()).await.unwrap());
        assert!(passwords.fits("masurian lakes 1914", Some(kept.clone())).await.unwrap());
        assert!(!passwords.fits("masurian lakes 1915", Some(kept)).await.unwrap());
        assert!(!passwords.fits("the password of nobody", None).await.unwrap());
    }
}
