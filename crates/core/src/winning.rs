//! What a position says of who will win: a chance for every camp, from 0 to 1, together 1. A game that is over says it for certain;
//! before, the score of its planner is read on a curve that was fitted to games of bots.

use crate::game::{Decision, Game, Outcome, Sides};
use crate::plan::Planned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What scores of a scenario stand for. Both figures of a pair are logarithms of odds: the first holds at the start, the second in the
/// last turn, and between them they go over into each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinCurve {
    /// The number of the last turn of a side, as [`Planned::side_turn`] counts.
    pub last: u32,
    /// What a thousand points of the score are worth.
    pub score: [f64; 2],
    /// What a camp has that no score tells, by its first side.
    #[serde(default)]
    pub lean: BTreeMap<String, [f64; 2]>,
}

/// The curves of a game by scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WinCurves(pub BTreeMap<String, WinCurve>);

impl WinCurves {
    /// The curve of a scenario.
    pub fn of(&self, scenario: &str) -> Option<&WinCurve> {
        self.0.get(scenario)
    }
}

/// How far a game has come, from 0 to 1.
pub fn lateness(turn: u32, last: u32) -> f64 {
    if last == 0 { 0.0 } else { (f64::from(turn) / f64::from(last)).min(1.0) }
}

/// What scores a position has for each camp: for its first side.
pub fn scores<G: Planned>(game: &G, camps: &[Sides], p: &G::Position) -> Vec<f64> {
    let first = |camp: &Sides| camp.iter().next().map_or(0.0, |side| f64::from(game.score(p, side)));
    camps.iter().map(first).collect()
}

/// The part of the game that each camp has taken: all of it where it has won, an equal part in a draw.
pub fn shares(camps: &[Sides], outcome: &Outcome) -> Vec<f64> {
    let part = |camp: &Sides| match outcome.winner {
        Some(winner) => f64::from(u8::from(camp.has(winner))),
        None => 1.0 / camps.len().max(1) as f64,
    };
    camps.iter().map(part).collect()
}

/// Odds as chances that add up to 1.
pub fn softmax(odds: &[f64]) -> Vec<f64> {
    let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts: Vec<f64> = odds.iter().map(|x| (x - most).exp()).collect();
    let all: f64 = parts.iter().sum();
    parts.iter().map(|x| x / all).collect()
}

/// How the parts of the game that each camp will take look from a position: a draw counts for half, or whatever an equal part is. The
/// position may be what a side knows; then so are the chances.
pub fn chances<G: Planned>(game: &G, scenario: &str, p: &G::Position) -> Vec<f64> {
    let camps = game.camps(scenario);
    if let Decision::Over(outcome) = game.to_decide(p) {
        return shares(&camps, &outcome);
    }
    let Some(curve) = game.win_curves().of(scenario) else {
        return vec![1.0 / camps.len().max(1) as f64; camps.len()];
    };
    let late = lateness(game.side_turn(p).0, curve.last);
    let at = |[start, end]: [f64; 2]| start + (end - start) * late;
    let odds: Vec<f64> = scores(game, &camps, p)
        .iter()
        .zip(&camps)
        .map(|(score, camp)| {
            let lean = camp.iter().next().and_then(|side| curve.lean.get(game.about().side_id(side)));
            at(curve.score) * score / 1000.0 + lean.map_or(0.0, |lean| at(*lean))
        })
        .collect();
    softmax(&odds)
}

/// The camp of a side, by its place among the camps of a scenario.
pub fn camp_of<G: Game>(game: &G, scenario: &str, side: crate::Side) -> Option<usize> {
    game.camps(scenario).iter().position(|camp| camp.has(side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    #[test]
    fn odds_become_chances() {
        let even = softmax(&[2.0, 2.0]);
        assert!((even[0] - 0.5).abs() < 1e-12 && (even[1] - 0.5).abs() < 1e-12);
        let three = softmax(&[3f64.ln(), 0.0]);
        assert!((three[0] - 0.75).abs() < 1e-12, "{three:?}");
        // Odds beyond any measure stay chances.
        assert_eq!(softmax(&[1e9, 0.0]), [1.0, 0.0]);
        assert_eq!([lateness(0, 8), lateness(2, 8), lateness(9, 8), lateness(3, 0)], [0.0, 0.25, 1.0, 0.0]);
    }

    #[test]
    fn a_game_that_is_over_is_shared_out() {
        let camps = [Sides::one(Side(0)), Sides::one(Side(1)).with(Side(2))];
        let over = |winner| Outcome { winner, level: "", rule: "" };
        assert_eq!(shares(&camps, &over(Some(Side(2)))), [0.0, 1.0]);
        assert_eq!(shares(&camps, &over(None)), [0.5, 0.5]);
    }
}
