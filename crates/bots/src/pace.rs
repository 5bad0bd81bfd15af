//! How long players that plan take over a turn of their side.

use crate::{LONGEST, Stuck};
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::player::Player;
use sandtable_core::{Game, Options};
use std::time::Duration;

/// Times of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times(Vec<Duration>);

impl Times {
    /// From the times of turns in any order.
    pub fn new(mut times: Vec<Duration>) -> Times {
        times.sort();
        Times(times)
    }

    /// How many turns.
    pub fn turns(&self) -> usize {
        self.0.len()
    }

    /// Their mean.
    pub fn mean(&self) -> Duration {
        self.0.iter().sum::<Duration>() / (self.0.len().max(1) as u32)
    }

    /// The time that this many of a hundred turns do not exceed.
    pub fn percentile(&self, percent: usize) -> Duration {
        let at = (self.0.len() * percent).div_ceil(100).max(1) - 1;
        self.0.get(at).copied().unwrap_or_default()
    }

    /// The part of the turns that took longer.
    pub fn over(&self, limit: Duration) -> f64 {
        self.0.iter().filter(|t| **t > limit).count() as f64 / self.0.len().max(1) as f64
    }
}

/// Plays until this many turns have been thought over, or to the end: the times of turns by players of their own side. Those who do
/// not plan are not counted.
pub fn times<G: Game>(
    game: &G,
    scenario: &str,
    options: &Options,
    players: &mut [Box<dyn Player<G>>],
    seed: u64,
    turns: usize,
) -> Result<Times, Stuck> {
    let mut dice = Seeded::new(seed);
    let mut position = game.start(scenario, options, &mut dice).map_err(Stuck::Start)?;
    let mut times: Vec<((u8, u32), Duration)> = Vec::new();
    let mut events = Vec::new();
    for decisions in 0..LONGEST {
        let Some(side) = game.to_decide(&position).side() else { break };
        let Some(player) = players.get_mut(usize::from(side.0)) else { break };
        let chosen = player.choose(game, &known_to(game, &position, side), side);
        if let Some(why) = player.why().filter(|why| why.own) {
            let turn = (side.0, why.turn);
            match times.iter().rposition(|(t, _)| *t == turn) {
                Some(at) => times[at].1 = why.spent,
                None if times.len() == turns => break,
                None => times.push((turn, why.spent)),
            }
        }
        let Some(action) = chosen else { return Err(Stuck::DeadEnd { seed, after: decisions }) };
        events.clear();
        game.apply(&mut position, side, &action, &mut dice, &mut events);
    }
    Ok(Times::new(times.into_iter().map(|(_, time)| time).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_up() {
        let ms = Duration::from_millis;
        let times = Times::new((1..=40).rev().map(ms).collect());
        assert_eq!((times.turns(), times.mean()), (40, Duration::from_micros(20_500)));
        assert_eq!([50, 95, 100].map(|p| times.percentile(p)), [ms(20), ms(38), ms(40)]);
        assert_eq!(times.over(ms(30)), 0.25);
        let none = Times::default();
        assert_eq!((none.mean(), none.percentile(95), none.over(ms(0))), (ms(0), ms(0), 0.0));
    }
}
