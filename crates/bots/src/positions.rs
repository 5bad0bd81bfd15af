//! Positions as text, for an editor that knows no game: what a text comes to, with which text a scenario begins, and the words of a
//! scenario with the picture of every counter.

use sandtable_core::Options;
use sandtable_core::dice::Seeded;
use sandtable_core::guide::Guide;
use sandtable_core::position_file::{self, Faults, PositionFile, Setting};
use sandtable_core::position_words::PositionWords;
use sandtable_core::view::{Counter, View, Viewer};
use std::collections::BTreeMap;

/// What a text comes to.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The scenario.
    pub scenario: String,
    /// The options.
    pub options: Options,
    /// The same position as the game writes it.
    pub text: String,
    /// What it looks like to somebody who sees everything.
    pub view: View,
    /// The words with which the rows of counters begin, by counter, where they are not its id.
    pub words: BTreeMap<String, String>,
}

/// Dice for what is only looked at: they always fall alike.
fn dice() -> Seeded {
    Seeded::new(0)
}

/// Reads a position. Without a scenario that of the text counts.
pub fn read<G: Guide>(
    game: &G,
    scenario: Option<&str>,
    options: &Options,
    text: &str,
) -> Result<Placed, Faults> {
    let read = position_file::read(game, scenario, options, text, &mut dice())?;
    let lines = game.lines_of(text);
    let file = PositionFile::parse(lines.as_deref().unwrap_or(text), &mut Faults::default());
    let first = game.about().scenarios.first().map_or("", |s| &s.id);
    let scenario = scenario.or(file.head("scenario").map(|h| h.value)).unwrap_or(first).to_string();
    let setting = Setting { scenario: &scenario, options: &read.options };
    let text = position_file::write(game, setting, &read.position)?;
    let view = game.view(&read.position, Viewer::All);
    let word = |c: &Counter| (c.id.clone(), game.row_word(&read.position, &c.id));
    let words = view.counters.iter().map(word).filter(|(id, word)| id != word).collect();
    Ok(Placed { scenario, options: read.options, text, view, words })
}

/// The text of the beginning of a scenario.
pub fn start<G: Guide>(game: &G, scenario: &str, options: &Options) -> Result<String, String> {
    let p = game.start(scenario, options, &mut dice())?;
    position_file::write(game, Setting { scenario, options }, &p).map_err(|faults| faults.to_string())
}

/// How often counters that are not in play at the start are tried in another place, to see what they look like.
const TRIES: usize = 12;

/// The words of a scenario, with pictures.
pub fn words<G: Guide>(game: &G, scenario: &str) -> PositionWords {
    let mut words = game.position_words(scenario);
    let options = Options::new();
    let Ok(start) = game.start(scenario, &options, &mut dice()) else { return words };
    let seen = game.view(&start, Viewer::All).counters;
    let mut pictures: BTreeMap<String, Counter> =
        seen.iter().map(|c| (game.row_word(&start, &c.id), c.clone())).collect();
    // Who is not in play is put where somebody stands, and looked at.
    let mut places: Vec<&str> = Vec::new();
    for c in &seen {
        if !places.contains(&c.place.as_str()) && !c.place.contains(' ') {
            places.push(&c.place);
        }
    }
    for place in places.into_iter().take(TRIES) {
        let missing = words.counters.iter().filter(|w| !pictures.contains_key(&w.word));
        let rows: Vec<String> = missing
            .map(|w| {
                let at = if w.stands.is_empty() { place } else { &w.stands };
                format!("{} {at} {}\n", w.word, w.needs)
            })
            .collect();
        if rows.is_empty() {
            break;
        }
        let heads = words.heads.iter().filter_map(|h| Some((h.key, h.values.first()?)));
        let heads: String = heads
            .filter(|(key, _)| *key != "phase")
            .map(|(key, value)| format!("{key} = {value}\n"))
            .collect();
        let text = format!("{heads}{}\n{}", words.clear, rows.concat());
        // Some cannot stand there: the others are looked at all the same.
        let mut faults = Faults::default();
        let file = PositionFile::parse(&text, &mut faults);
        let Some(p) = game.place(Setting { scenario, options: &options }, &file, &mut faults) else {
            continue;
        };
        for c in game.view(&p, Viewer::All).counters {
            pictures.entry(game.row_word(&p, &c.id)).or_insert(c);
        }
    }
    for counter in &mut words.counters {
        counter.picture = pictures.remove(&counter.word).map(|c| Counter {
            place: String::new(),
            badges: vec![],
            reduced: false,
            ..c
        });
    }
    words
}
