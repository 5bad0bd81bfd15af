//! `pace`: how long a level that plans takes over a turn of its side.

use crate::Failure;
use crate::setup::SetupArgs;
use clap::Args;
use sandtable_bots::Series;
use std::time::Duration;

#[derive(Args)]
pub struct PaceArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// The level, which plays all sides with the clock that it has against persons
    #[arg(long, default_value = "marshal")]
    level: String,
    /// Turns of sides to be timed
    #[arg(long, default_value_t = 20)]
    turns: usize,
    /// Seed of the game
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &PaceArgs) -> Result<(), Failure> {
    let (game, options) = args.setup.open()?;
    let limit = game.thinks(&args.level).map_err(|e| Failure::new(e.to_string()))?;
    if limit.is_zero() {
        return Err(Failure::new(format!("`{}` does not plan, so it takes no time of its own", args.level)));
    }
    let series =
        Series { scenario: &args.setup.scenario, options: &options, games: 1, seed: args.seed, threads: 0 };
    let times =
        game.times(&series, &args.level, args.turns.max(1)).map_err(|e| Failure::new(e.to_string()))?;
    let seconds = |t: Duration| format!("{:.3} s", t.as_secs_f64());
    println!(
        "{} {}, {} for {} a turn, seed {}: {} turns of sides",
        args.setup.game,
        args.setup.scenario,
        args.level,
        seconds(limit),
        args.seed,
        times.turns()
    );
    println!("  mean {}", seconds(times.mean()));
    for percent in [50, 95, 100] {
        println!("  {percent} of 100 turns within {}", seconds(times.percentile(percent)));
    }
    println!("  longer than its time and a tenth: {:.1} % of turns", 100.0 * times.over(limit.mul_f64(1.1)));
    Ok(())
}
