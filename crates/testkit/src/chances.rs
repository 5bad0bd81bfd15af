//! Chances before a player commits to something.

use sandtable_core::forecast::Chance;
use std::collections::BTreeSet;

/// Results are told once each, in words, and make up the whole.
///
/// # Panics
///
/// With what is missing.
pub fn chances_are_whole(what: &str, chances: &[Chance]) {
    assert!(!chances.is_empty(), "{what}: nothing is told");
    let of = chances[0].of;
    assert!(chances.iter().all(|c| c.of == of && c.parts > 0), "{what}: {chances:?}");
    assert_eq!(chances.iter().map(|c| c.parts).sum::<u64>(), of, "{what}: {chances:?}");
    let sum: f64 = chances.iter().map(|c| c.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{what}: {sum}");
    let told: BTreeSet<&str> = chances.iter().map(|c| c.outcome.as_str()).collect();
    assert!(told.len() == chances.len() && !told.contains(""), "{what}: {chances:?}");
}
