//! Exact odds: the same `apply` that plays the game, run over all rolls.

use crate::dice::Enumerating;
use crate::game::{Game, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One result with its probability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chance {
    /// What comes of it.
    pub outcome: String,
    /// In how many of all equal parts.
    pub parts: u64,
    /// Of this many parts.
    pub of: u64,
    /// The same from 0 to 1.
    pub probability: f64,
}

/// What comes of this many dice by their sum, the lowest sum first; sums with the same outcome are one chance.
pub fn by_sum(dice: u8, outcome: impl Fn(u8) -> String) -> Vec<Chance> {
    let mut ways = vec![1u64];
    for _ in 0..dice {
        let before = ways.clone();
        ways = vec![0; before.len() + 6];
        before.iter().enumerate().for_each(|(sum, n)| (1..=6).for_each(|die| ways[sum + die] += n));
    }
    let mut out: Vec<Chance> = Vec::new();
    for (sum, parts) in (0..=dice.saturating_mul(6)).zip(ways).filter(|(_, parts)| *parts > 0) {
        let outcome = outcome(sum);
        match out.iter_mut().find(|c| c.outcome == outcome) {
            Some(c) => c.parts += parts,
            None => out.push(Chance { outcome, parts, of: 6u64.pow(dice.into()), probability: 0.0 }),
        }
    }
    out.iter_mut().for_each(|c| c.probability = c.parts as f64 / c.of as f64);
    out
}

/// The whole distribution of an action, likeliest first. The action must be legal.
pub fn forecast<G: Game>(game: &G, position: &G::Position, side: Side, action: &G::Action) -> Vec<Chance> {
    forecast_within(game, position, side, action, usize::MAX).unwrap_or_default()
}

/// The same unless the dice can fall in more ways than `most`: a handful of rolls is listed at once, thirty never.
pub fn forecast_within<G: Game>(
    game: &G,
    position: &G::Position,
    side: Side,
    action: &G::Action,
    most: usize,
) -> Option<Vec<Chance>> {
    let mut dice = Enumerating::new();
    let mut runs: Vec<(String, u64)> = Vec::new();
    let mut events = Vec::new();
    while dice.next_run() {
        if runs.len() >= most {
            return None;
        }
        let mut after = position.clone();
        events.clear();
        game.apply(&mut after, side, action, &mut dice, &mut events);
        runs.push((game.outcome(position, &after, &events), dice.parts()));
    }
    // Runs of different length divide chance differently: bring them to a common measure.
    let of = runs.iter().map(|r| r.1).fold(1, lcm);
    let mut sums: BTreeMap<String, u64> = BTreeMap::new();
    for (outcome, parts) in runs {
        *sums.entry(outcome).or_default() += of / parts;
    }
    let mut out: Vec<Chance> = sums
        .into_iter()
        .map(|(outcome, parts)| Chance { outcome, parts, of, probability: parts as f64 / of as f64 })
        .collect();
    out.sort_by(|a, b| b.parts.cmp(&a.parts).then_with(|| a.outcome.cmp(&b.outcome)));
    Some(out)
}

/// What a figure of an action is to be expected to be over all rolls; nothing if there are more than `limit` of them.
pub fn expect<G: Game>(
    game: &G,
    position: &G::Position,
    side: Side,
    action: &G::Action,
    limit: usize,
    figure: impl Fn(&[G::Event]) -> f64,
) -> Option<f64> {
    let mut dice = Enumerating::new();
    let mut events = Vec::new();
    let mut sum = 0.0;
    let mut runs = 0;
    while dice.next_run() {
        runs += 1;
        if runs > limit {
            return None;
        }
        let mut after = position.clone();
        events.clear();
        game.apply(&mut after, side, action, &mut dice, &mut events);
        sum += figure(&events) / dice.parts() as f64;
    }
    Some(sum)
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

#[cfg(test)]
mod tests {
    use super::{by_sum, lcm};

    #[test]
    fn sums_of_dice_have_their_chances() {
        let parts = |dice| by_sum(dice, |sum| sum.to_string()).iter().map(|c| c.parts).collect::<Vec<_>>();
        assert_eq!(parts(1), [1; 6]);
        assert_eq!(parts(2), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        let seven = by_sum(2, |sum| (sum == 7).to_string());
        assert_eq!((seven[1].parts, seven[0].of, seven[0].probability), (6, 36, 30.0 / 36.0));
    }

    #[test]
    fn common_measures() {
        assert_eq!([lcm(6, 36), lcm(4, 6), lcm(1, 7)], [36, 12, 7]);
    }
}
