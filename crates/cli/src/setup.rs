//! What is to be played: arguments that several commands share, checked against the game.

use crate::Failure;
use crate::game;
use clap::Args;
use sandtable_bots::Series;
use sandtable_bots::registry::AnyGame;
use sandtable_core::Options;

/// A scenario of a game with its options.
#[derive(Args)]
pub struct SetupArgs {
    /// The game
    pub game: String,
    /// The scenario
    pub scenario: String,
    /// An option of the game, as in setup=free
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
}

impl SetupArgs {
    /// The game, if it has that scenario and those options.
    pub fn open(&self) -> Result<(Box<dyn AnyGame>, Options), Failure> {
        let game = game(&self.game)?;
        scenario(&*game, &self.scenario)?;
        let options = options(&*game, &self.options)?;
        Ok((game, options))
    }

    /// The arguments as they were typed.
    pub fn words(&self) -> String {
        let options = self.options.iter().map(|option| format!(" --option {option}"));
        format!("{} {}{}", self.game, self.scenario, options.collect::<String>())
    }
}

/// Games of a scenario that bots play by themselves.
#[derive(Args)]
pub struct SeriesArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Seed of all games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; all cores if left out. The results do not depend on them
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

impl SeriesArgs {
    /// So many games with these options.
    pub fn games<'a>(&'a self, options: &'a Options, games: usize) -> Series<'a> {
        Series { scenario: &self.setup.scenario, options, games, seed: self.seed, threads: self.threads }
    }
}

/// Options given as K=V, checked against what the game has.
fn options(game: &dyn AnyGame, words: &[String]) -> Result<Options, Failure> {
    let mut out = Options::new();
    for word in words {
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| Failure::new(format!("option `{word}` should read NAME=VALUE")))?;
        let known = game.about().options.iter().find(|o| o.name == key);
        let known = known.ok_or_else(|| {
            let names: Vec<_> = game.about().options.iter().map(|o| o.name.as_str()).collect();
            Failure::new(format!("there is no option `{key}`; there are {}", names.join(", ")))
        })?;
        if !known.values.iter().any(|v| v == value) {
            return Err(Failure::new(format!("{key} is one of {}, not `{value}`", known.values.join(", "))));
        }
        out.insert(key.to_string(), value.to_string());
    }
    Ok(out)
}

/// A scenario that the game has.
fn scenario(game: &dyn AnyGame, id: &str) -> Result<(), Failure> {
    if game.about().scenarios.iter().any(|s| s.id == id) {
        return Ok(());
    }
    let ids: Vec<_> = game.about().scenarios.iter().map(|s| s.id.as_str()).collect();
    Err(Failure::new(format!("there is no scenario `{id}`; {} has {}", game.about().id, ids.join(", "))))
}
