//! Levels of play by name, and what makes a player of each.

use crate::Maker;
use crate::judge::Judge;
use crate::planner::{Budget, Planner};
use sandtable_core::Game;
use sandtable_core::plan::Planned;
use sandtable_core::player::{Player, Recruit};
use std::sync::Arc;
use std::time::Duration;

/// What makes a player of a level from a seed.
pub type Level<G> = (&'static str, fn(u64) -> Box<dyn Player<G>>);

/// What makes a player that plans from a budget and a seed.
pub type PlannerOf<G> = fn(&G, Budget, u64) -> Box<dyn Player<G>>;

/// Thinking time of `veteran` for each turn of its side, in milliseconds.
const VETERAN: u64 = 50;
/// Thinking time of `marshal`.
const MARSHAL: u64 = 2000;
/// Thinking time of `analysis` if none is named.
const ANALYSIS: u64 = 10_000;
/// The longest that can be named: ten minutes.
const LONGEST: u64 = 600_000;

/// Makes the planner of a game.
pub fn planner<G: Planned>(game: &G, budget: Budget, seed: u64) -> Box<dyn Player<G>> {
    Box::new(Planner::new(game, budget, seed))
}

/// A level that a game does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no level `{level}`; there are {known}")]
pub struct NoLevel {
    /// The level.
    pub level: String,
    /// What there is.
    pub known: String,
}

/// The levels of a game beside `recruit`, which every game has.
pub struct Levels<G: Game> {
    /// Levels that are scripts.
    pub scripts: &'static [Level<G>],
    /// What plans; with it come `veteran`, `marshal` and `analysis`.
    pub planner: Option<PlannerOf<G>>,
    /// What says who will win, where the game can be planned.
    pub judge: Option<Judge<G>>,
}

impl<G: Game> Clone for Levels<G> {
    fn clone(&self) -> Levels<G> {
        *self
    }
}

impl<G: Game> Copy for Levels<G> {}

/// The time that a level plans for, in milliseconds: `analysis` can name its own, as in `analysis:30s` or `analysis:500ms`.
pub fn thinks(level: &str) -> Option<u64> {
    match level {
        "veteran" => Some(VETERAN),
        "marshal" => Some(MARSHAL),
        "analysis" => Some(ANALYSIS),
        _ => {
            let time = level.strip_prefix("analysis:")?;
            let ms = match time.strip_suffix("ms") {
                Some(ms) => ms.parse().ok()?,
                None => time.strip_suffix('s')?.parse::<u64>().ok()?.checked_mul(1000)?,
            };
            (1..=LONGEST).contains(&ms).then_some(ms)
        }
    }
}

impl<G: Game> Levels<G> {
    /// Names of the levels, the weakest first.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names = vec!["recruit"];
        names.extend(self.scripts.iter().map(|(name, _)| *name));
        if self.planner.is_some() {
            names.extend(["veteran", "marshal", "analysis"]);
        }
        names
    }

    /// How long a level thinks about a turn at most; zero for those that do not plan.
    pub fn thinks(&self, level: &str) -> Result<Duration, NoLevel> {
        match thinks(level).filter(|_| self.planner.is_some()) {
            Some(ms) => Ok(Duration::from_millis(ms)),
            None if self.names().contains(&level) => Ok(Duration::ZERO),
            None => Err(self.unknown(level)),
        }
    }

    fn unknown(&self, level: &str) -> NoLevel {
        NoLevel { level: level.to_string(), known: self.names().join(", ") }
    }

    /// What makes players of a level. With `strict` the clock bounds their thinking; else it is counted in decisions
    /// alone, and the same seed plays the same whatever the machine.
    pub fn maker(&self, game: &Arc<G>, level: &str, strict: bool) -> Result<Box<Maker<G>>, NoLevel> {
        if level == "recruit" {
            return Ok(Box::new(|seed| Box::new(Recruit::new(seed))));
        }
        if let Some((_, make)) = self.scripts.iter().find(|(name, _)| *name == level) {
            return Ok(Box::new(*make));
        }
        match (self.planner, thinks(level)) {
            (Some(make), Some(ms)) => {
                let budget = if strict { Budget::timed(ms) } else { Budget::counted(ms) };
                let game = game.clone();
                Ok(Box::new(move |seed| make(&game, budget, seed)))
            }
            _ => Err(self.unknown(level)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::thinks;

    #[test]
    fn analysis_names_its_time() {
        for (level, ms) in [
            ("veteran", Some(50)),
            ("marshal", Some(2000)),
            ("analysis", Some(10_000)),
            ("analysis:30s", Some(30_000)),
            ("analysis:250ms", Some(250)),
            ("analysis:0s", None),
            ("analysis:601s", None),
            ("analysis:", None),
            ("analysis:3", None),
            ("analysis:-3s", None),
            ("regular", None),
        ] {
            assert_eq!(thinks(level), ms, "{level}");
        }
    }
}
