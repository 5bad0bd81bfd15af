//! `sim --balance`: which side a scenario favours when all sides play at the same level.

use crate::Failure;
use crate::progress::bar;
use sandtable_bots::levels::thinks;
use sandtable_bots::pairs::{Interval, wilson};
use sandtable_bots::registry::AnyGame;
use sandtable_bots::{Played, Series};
use sandtable_core::{Outcome, Sides};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A result of a game and how often it came.
struct Share {
    games: usize,
    of: usize,
}

impl Share {
    fn share(&self) -> f64 {
        self.games as f64 / self.of.max(1) as f64
    }

    fn interval(&self) -> Interval {
        wilson(self.share(), self.of as f64)
    }

    fn text(&self) -> String {
        let Interval { low, high } = self.interval().map(|end| 100.0 * end);
        format!("{:>6}  {:>5.1} %   {low:.1} to {high:.1}", self.games, 100.0 * self.share())
    }

    fn json(&self) -> Value {
        let Interval { low, high } = self.interval();
        json!({"games": self.games, "share": self.share(), "interval": [low, high]})
    }
}

/// What all sides at one level came to.
struct Balance<'a> {
    level: &'a str,
    played: Vec<Played>,
}

impl Balance<'_> {
    fn share(&self, counts: impl Fn(&Outcome) -> bool) -> Share {
        let games = self.played.iter().filter(|p| counts(&p.outcome)).count();
        Share { games, of: self.played.len() }
    }

    fn won(&self, camp: Sides) -> Share {
        self.share(|o| o.winner.is_some_and(|side| camp.has(side)))
    }

    fn drawn(&self) -> Share {
        self.share(|o| o.winner.is_none())
    }

    /// Levels of victory of a camp, and how often each came.
    fn victories(&self, camp: Sides) -> BTreeMap<&'static str, usize> {
        let won = self.played.iter().filter(|p| p.outcome.winner.is_some_and(|side| camp.has(side)));
        won.fold(BTreeMap::new(), |mut all, p| {
            *all.entry(p.outcome.level).or_default() += 1;
            all
        })
    }

    fn mean(&self, of: impl Fn(&Played) -> f64) -> f64 {
        self.played.iter().map(of).sum::<f64>() / self.played.len().max(1) as f64
    }

    /// How long the games lasted in decisions, and in turns where the game counts them.
    fn length(&self) -> (f64, Option<f64>) {
        let turn =
            |p: &Played| p.figures.iter().find(|(name, _)| *name == "turn").map(|(_, turn)| *turn as f64);
        let counted = self.played.iter().any(|p| turn(p).is_some());
        (self.mean(|p| p.decisions as f64), counted.then(|| self.mean(|p| turn(p).unwrap_or(0.0))))
    }
}

/// Plays the series at each level and says who won how often; at all levels that do not think for long if none is given.
pub fn report(
    game: &dyn AnyGame,
    series: &Series<'_>,
    given: &[String],
    as_json: bool,
) -> Result<String, Failure> {
    let quick = game.levels().into_iter().filter(|level| thinks(level).is_none());
    let quick: Vec<String> = quick.map(ToString::to_string).collect();
    let levels = if given.is_empty() { &quick } else { given };
    if let Some(strange) = levels.iter().find(|level| game.thinks(level).is_err()) {
        return Err(Failure::new(format!(
            "--balance needs levels; all sides play at the same one. `{strange}` is none of {}",
            game.levels().join(", ")
        )));
    }
    let sides = game.about().sides_of(series.scenario).count();
    let bar = bar(levels.len() * series.games);
    let mut balances = Vec::new();
    for level in levels {
        let played = game.series(series, &vec![level.clone(); sides], &|| bar.inc(1));
        balances.push(Balance { level, played: played.map_err(|e| Failure::new(e.to_string()))? });
    }
    bar.finish_and_clear();
    let camps: Vec<Camp> = game.camps(series.scenario).into_iter().map(|c| Camp::new(game, c)).collect();
    if as_json {
        let levels: Vec<_> = balances.iter().map(|b| level_json(b, &camps)).collect();
        let out = json!({"game": game.about().id, "scenario": series.scenario, "seed": series.seed,
                         "games": series.games, "levels": levels});
        return Ok(format!("{out}\n"));
    }
    let mut out = format!(
        "{} {}, seed {}: {} games at each level\n",
        game.about().id,
        series.scenario,
        series.seed,
        series.games
    );
    balances.iter().for_each(|b| out.push_str(&level_text(b, &camps)));
    Ok(out)
}

/// Sides that win together.
struct Camp {
    sides: Sides,
    ids: Vec<&'static str>,
    name: String,
}

impl Camp {
    fn new(game: &dyn AnyGame, sides: Sides) -> Camp {
        let about = game.about();
        let names: Vec<_> =
            sides.iter().filter_map(|s| about.sides.get(usize::from(s.0))).map(|s| s.name).collect();
        Camp { sides, ids: sides.iter().map(|s| about.side_id(s)).collect(), name: names.join(" and ") }
    }
}

fn level_text(b: &Balance<'_>, camps: &[Camp]) -> String {
    let names = camps.iter().map(|c| c.name.chars().count());
    let victories = b.played.iter().map(|p| p.outcome.level.chars().count() + 2);
    let wide = names.chain(victories).max().unwrap_or(0).max(16);
    let mut out = format!("\n{:<wide$}    games   share   95 %\n", b.level);
    for camp in camps {
        let _ = writeln!(out, "  {:<wide$} {}", camp.name, b.won(camp.sides).text());
        for (level, games) in b.victories(camp.sides) {
            let _ = writeln!(out, "    {level:<inner$} {games:>6}", inner = wide - 2);
        }
    }
    let _ = writeln!(out, "  {:<wide$} {}", "draws", b.drawn().text());
    let (decisions, turns) = b.length();
    let turns = turns.map_or(String::new(), |turns| format!(", turn {turns:.1} at the end"));
    let _ = writeln!(out, "  mean length: {decisions:.0} decisions{turns}");
    out
}

fn level_json(b: &Balance<'_>, camps: &[Camp]) -> Value {
    let sides: Vec<_> = camps
        .iter()
        .map(|camp| json!({"sides": camp.ids, "won": b.won(camp.sides).json(), "victories": b.victories(camp.sides)}))
        .collect();
    let (decisions, turns) = b.length();
    json!({"level": b.level, "camps": sides, "draws": b.drawn().json(), "decisions": decisions, "turns": turns})
}
