//! Positions as text, in one grammar for all games: heads, rows and values.
//!
//! ```text
//! scenario = campaign            # a head: a key, `=`, a value; a `#` begins a comment
//! option.ends = player           # an option of the game, where the command line gives none
//! phase = movement               # which phase begins
//! de-1 0613 lost=1               # a row: words that the game knows
//! set march.left.12 = 3          # a value inside the position, where no word of the game says it
//! ```
//!
//! The kernel takes lines apart, collects what is wrong with each, and compares what was written with what was meant. A game
//! knows the words: [`Game::place`] puts down what the rows say, [`Game::begin_phase`] begins a phase there as the sequence of
//! play does, and [`Game::write_position`] says a position in the same words. What the words of a game cannot say, as the
//! midst of a combat, follows as `set` lines, so that every moment of every game can be written. A file with `set` lines is
//! taken as it stands: no phase begins.

use crate::dice::{Dice, Given};
use crate::game::{Game, Options};
use serde_json::Value;
use std::cell::RefCell;
use std::fmt::{Display, Write as _};
use std::ops::RangeInclusive;

/// What is played: the scenario and the options of a game.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The scenario, by its id.
    pub scenario: &'a str,
    /// The options.
    pub options: &'a Options,
}

/// A value after a key, with its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// The line, from 1.
    pub line: usize,
    /// The key.
    pub key: &'a str,
    /// The value.
    pub value: &'a str,
}

/// A line of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The line, from 1.
    pub line: usize,
    /// The line without its comment.
    pub text: &'a str,
    /// Its words; there is at least one.
    pub words: Vec<&'a str>,
}

impl<'a> Row<'a> {
    /// The first word: what the row is about.
    pub fn first(&self) -> &'a str {
        self.words[0]
    }

    /// The words after the first.
    pub fn rest(&self) -> &[&'a str] {
        &self.words[1..]
    }
}

/// One thing that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The line, from 1; 0 where no single line is to blame.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.what),
            line => write!(f, "line {line}: {}", self.what),
        }
    }
}

/// Everything that is wrong with a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Something is wrong in a line.
    pub fn at(&mut self, line: usize, what: impl Into<String>) {
        let fault = Fault { line, what: what.into() };
        if !self.0.contains(&fault) {
            self.0.push(fault);
        }
    }

    /// Something is wrong with the position as a whole.
    pub fn whole(&mut self, what: impl Into<String>) {
        self.at(0, what);
    }

    /// What a line gives, if nothing is wrong with it.
    pub fn take<T>(&mut self, line: usize, result: Result<T, String>) -> Option<T> {
        result.map_err(|what| self.at(line, what)).ok()
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn list(&self) -> &[Fault] {
        &self.0
    }

    fn over(mut self) -> Result<(), Faults> {
        self.0.sort();
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

/// A file taken apart.
#[derive(Debug, Default)]
pub struct PositionFile<'a> {
    heads: Vec<Head<'a>>,
    rows: Vec<Row<'a>>,
    sets: Vec<Head<'a>>,
    /// Keys that the game has asked for.
    known: RefCell<Vec<&'static str>>,
}

impl<'a> PositionFile<'a> {
    /// Takes a text apart. A line whose first word is followed by `=` is a head.
    pub fn parse(text: &'a str, faults: &mut Faults) -> PositionFile<'a> {
        let mut file = PositionFile::default();
        for (at, line) in text.lines().enumerate() {
            let (line, code) = (at + 1, line.split('#').next().unwrap_or("").trim());
            let pair = |code: &'a str| code.split_once('=').map(|(k, v)| (k.trim(), v.trim()));
            if let Some(value) = code.strip_prefix("set ") {
                match pair(value).filter(|(k, _)| !k.is_empty() && !k.contains(char::is_whitespace)) {
                    Some((key, value)) => file.sets.push(Head { line, key, value }),
                    None => faults.at(line, "`set` wants a place in the position, `=` and a value"),
                }
            } else if let Some((key, value)) = pair(code).filter(|(k, _)| !k.contains(char::is_whitespace)) {
                if file.heads.iter().any(|h| h.key == key) {
                    faults.at(line, format!("{key} stands twice"));
                }
                file.heads.push(Head { line, key, value });
            } else if !code.is_empty() {
                file.rows.push(Row { line, text: code, words: code.split_whitespace().collect() });
            }
        }
        file
    }

    /// What stands after a key, if it is there. Keys that nobody asks for are refused.
    pub fn head(&self, key: &'static str) -> Option<Head<'a>> {
        let mut known = self.known.borrow_mut();
        if !known.contains(&key) {
            known.push(key);
        }
        self.heads.iter().find(|h| h.key == key).copied()
    }

    /// What stands after a key, read by a function; nothing if it is not there or wrong.
    pub fn read<T>(
        &self,
        key: &'static str,
        faults: &mut Faults,
        read: impl FnOnce(&'a str) -> Result<T, String>,
    ) -> Option<T> {
        let head = self.head(key)?;
        faults.take(head.line, read(head.value))
    }

    /// The line of a key, for complaints; 0 if it is not there.
    pub fn line(&self, key: &'static str) -> usize {
        self.head(key).map_or(0, |h| h.line)
    }

    /// The rows.
    pub fn rows(&self) -> &[Row<'a>] {
        &self.rows
    }

    /// Whether the position is taken as it stands, without beginning a phase.
    pub fn as_it_stands(&self) -> bool {
        !self.sets.is_empty()
    }

    /// The options of the file together with those that were given.
    fn options<G: Game>(&self, game: &G, given: &Options, faults: &mut Faults) -> Options {
        let mut out = given.clone();
        for head in &self.heads {
            let Some(name) = head.key.strip_prefix("option.") else { continue };
            let Some(about) = game.about().options.iter().find(|o| o.name == name) else {
                let names: Vec<_> = game.about().options.iter().map(|o| o.name.as_str()).collect();
                faults.at(head.line, format!("there is no option `{name}`; there are {}", names.join(", ")));
                continue;
            };
            if !about.values.iter().any(|v| v == head.value) {
                let values = about.values.join(", ");
                faults.at(head.line, format!("{name} is one of {values}, not `{}`", head.value));
            }
            match given.get(name) {
                Some(other) if other != head.value => {
                    faults.at(head.line, format!("the game is played with {name}={other}"));
                }
                _ => {
                    out.insert(name.to_string(), head.value.to_string());
                }
            }
        }
        out
    }

    /// Heads that nobody asked for.
    fn unknown(&self, faults: &mut Faults) {
        let known = self.known.borrow();
        for head in &self.heads {
            if !known.contains(&head.key) && !head.key.starts_with("option.") {
                let (last, before) = known.split_last().map_or(("", &[][..]), |(l, b)| (*l, b));
                let or = if before.is_empty() { "" } else { " or " };
                faults.at(head.line, format!("`{}` should be {}{or}{last}", head.key, before.join(", ")));
            }
        }
    }
}

/// Whether a text says an option of the game itself.
pub fn says_option(text: &str, name: &str) -> bool {
    let file = PositionFile::parse(text, &mut Faults::default());
    file.heads.iter().any(|h| h.key.strip_prefix("option.") == Some(name))
}

/// The words of a number.
pub fn number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` should be {what}"))
}

/// The words of a number from a range; `name` is what it counts, as `turn`.
pub fn within<T>(word: &str, name: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: std::str::FromStr + PartialOrd + Display,
{
    let number: T = number(word, &format!("the number of a {name}"))?;
    let wanted = || format!("{name} {number} should be from {} to {}", range.start(), range.end());
    if range.contains(&number) { Ok(number) } else { Err(wanted()) }
}

/// One of several words, with what it stands for.
pub fn one_of<T: Copy>(word: &str, what: &str, all: &[(&str, T)]) -> Result<T, String> {
    let found = all.iter().find(|(w, _)| *w == word).map(|(_, value)| *value);
    let known = || all.iter().map(|(w, _)| *w).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("{what} `{word}` should be one of {}", known()))
}

/// A position and the options that it is played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<P> {
    /// The position.
    pub position: P,
    /// The options: those given and those of the file.
    pub options: Options,
}

/// Reads a position. Without a scenario that of the file counts, or the game's first. Dice fall where the phase that the file
/// names begins with them. Whatever is wrong is told at once.
pub fn read<G: Game>(
    game: &G,
    scenario: Option<&str>,
    options: &Options,
    text: &str,
    dice: &mut dyn Dice,
) -> Result<Read<G::Position>, Faults> {
    let mut faults = Faults::default();
    let lines = game.lines_of(text);
    let file = PositionFile::parse(lines.as_deref().unwrap_or(text), &mut faults);
    let about = game.about();
    let own = file.head("scenario");
    let default = about.scenarios.first().map_or("", |s| &s.id);
    if let (Some(head), Some(scenario)) = (own, scenario)
        && head.value != scenario
    {
        let (other, line) = (head.value, head.line);
        faults.at(line, format!("the position is for the scenario `{other}`, not for `{scenario}`"));
    }
    let scenario = scenario.or(own.map(|h| h.value)).unwrap_or(default);
    if !about.scenarios.iter().any(|s| s.id == scenario) {
        let ids: Vec<_> = about.scenarios.iter().map(|s| s.id.as_str()).collect();
        let line = own.map_or(0, |h| h.line);
        faults.at(line, format!("there is no scenario `{scenario}`; there are {}", ids.join(", ")));
        return Err(faults.over().err().unwrap_or_default());
    }
    let options = file.options(game, options, &mut faults);
    let setting = Setting { scenario, options: &options };
    let placed = game.place(setting, &file, &mut faults);
    // A phase that begins over something impossible would only add riddles.
    let _ = file.head("phase");
    let position = match placed {
        Some(p) if file.as_it_stands() => {
            if let Some(head) = file.head("phase") {
                faults.at(
                    head.line,
                    "no phase begins in a position with `set` lines: they say where it stands",
                );
            }
            assign(&p, &file.sets, &mut faults)
        }
        Some(mut p) if faults.is_empty() => {
            game.begin_phase(setting, &mut p, &file, dice, &mut faults);
            Some(p)
        }
        _ => None,
    };
    file.unknown(&mut faults);
    if let Some(p) = &position
        && faults.is_empty()
        && let Err(what) = game.sound(p)
    {
        faults.whole(what);
    }
    faults.over()?;
    position.map(|position| Read { position, options }).ok_or_else(|| {
        let mut faults = Faults::default();
        faults.whole("the position cannot be read");
        faults
    })
}

/// A position with values put into it.
fn assign<P: serde::Serialize + serde::de::DeserializeOwned>(
    base: &P,
    sets: &[Head<'_>],
    faults: &mut Faults,
) -> Option<P> {
    let Ok(original) = serde_json::to_value(base) else {
        faults.whole("the position has no values");
        return None;
    };
    let mut value = original.clone();
    let mut seen: Vec<&str> = Vec::new();
    for set in sets {
        if seen.contains(&set.key) {
            faults.at(set.line, format!("{} stands twice", set.key));
        }
        seen.push(set.key);
        if let Err(what) = put(&mut value, set) {
            faults.at(set.line, what);
        }
    }
    if !faults.is_empty() {
        return None;
    }
    let read: Result<P, _> = serde_json::from_value(value);
    match read {
        Ok(p) => Some(p),
        Err(e) => {
            // Which of them is to blame shows when each is tried alone.
            for set in sets {
                let mut alone = original.clone();
                if put(&mut alone, set).is_ok()
                    && let Err(e) = serde_json::from_value::<P>(alone)
                {
                    faults.at(set.line, format!("{} cannot be `{}`: {e}", set.key, set.value));
                }
            }
            if faults.is_empty() {
                faults.whole(format!("the values do not fit together: {e}"));
            }
            None
        }
    }
}

/// Puts one value where it belongs.
fn put(into: &mut Value, set: &Head<'_>) -> Result<(), String> {
    let value: Value =
        serde_json::from_str(set.value).map_err(|e| format!("`{}` is no value: {e}", set.value))?;
    let mut at = into;
    for step in set.key.split('.') {
        let next = match at {
            Value::Object(map) => map.get_mut(step),
            Value::Array(list) => step.parse::<usize>().ok().and_then(|i| list.get_mut(i)),
            _ => None,
        };
        at = next.ok_or_else(|| format!("a position has no `{}`: `{step}` is not there", set.key))?;
    }
    *at = value;
    Ok(())
}

/// The lines of a position.
#[derive(Clone, Debug, Default)]
pub struct PositionLines {
    text: String,
    phase: Option<String>,
}

impl PositionLines {
    /// A key with its value.
    pub fn head(&mut self, key: &str, value: impl Display) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.text, "{key} = {value}");
    }

    /// The phase that a position begins, if one of those that can be named may just have begun.
    pub fn phase(&mut self, word: &str) {
        self.phase = Some(word.to_string());
    }

    /// A row of words.
    pub fn row(&mut self, words: impl Display) {
        let _ = writeln!(self.text, "{words}");
    }
}

/// Writes a position, so that reading it with the same options gives it back.
pub fn write<G: Game>(game: &G, setting: Setting<'_>, p: &G::Position) -> Result<String, Faults> {
    let mut out = PositionLines::default();
    out.head("scenario", setting.scenario);
    for (name, value) in setting.options {
        out.head(&format!("option.{name}"), value);
    }
    game.write_position(p, &mut out);
    let nothing = Options::new();
    // Where a phase has just begun, its name says everything.
    if let Some(phase) = &out.phase {
        let text = format!("phase = {phase}\n{}", out.text);
        let mut none = Given::new(vec![]);
        let again = read(game, None, &nothing, &text, &mut none);
        if again.is_ok_and(|r| r.position == *p) && none.over().is_ok() {
            return Ok(text);
        }
    }
    let mut faults = Faults::default();
    let file = PositionFile::parse(&out.text, &mut faults);
    let placed = game.place(setting, &file, &mut faults);
    let (Some(base), true) = (placed, faults.is_empty()) else { return Err(faults) };
    let values = |p: &G::Position| serde_json::to_value(p).unwrap_or_default();
    let mut sets = Vec::new();
    differences("", &values(&base), &values(p), &mut sets);
    if sets.is_empty() {
        // Nothing is missing, and yet no phase begins.
        let whole = values(p);
        if let Some((key, value)) = whole.as_object().and_then(|o| o.iter().next()) {
            sets.push((key.clone(), value.to_string()));
        }
    }
    let mut text = out.text;
    for (place, value) in sets {
        let _ = writeln!(text, "set {place} = {value}");
    }
    Ok(text)
}

/// Says what a side knows of a position, as far as it has words: where the known position cannot be one of the game, as with counters whose
/// place or face is hidden, lines that cannot be read are left out.
pub fn write_known<G: Game>(game: &G, setting: Setting<'_>, known: &G::Position) -> Result<String, Faults> {
    let whole = write(game, setting, known);
    if whole.is_ok() {
        return whole;
    }
    let mut out = PositionLines::default();
    out.head("scenario", setting.scenario);
    for (name, value) in setting.options {
        out.head(&format!("option.{name}"), value);
    }
    game.write_position(known, &mut out);
    let mut text = out.text;
    // What follows from a line that is left out may be wrong, too.
    loop {
        let mut faults = Faults::default();
        let file = PositionFile::parse(&text, &mut faults);
        game.place(setting, &file, &mut faults);
        let wrong: Vec<usize> = faults.list().iter().map(|f| f.line).filter(|line| *line > 0).collect();
        if wrong.is_empty() {
            return faults.over().map(|()| text);
        }
        let kept = text.lines().enumerate().filter(|(at, _)| !wrong.contains(&(at + 1)));
        text = kept.map(|(_, line)| format!("{line}\n")).collect();
    }
}

/// Where two values differ, as places with what stands there in the second one.
fn differences(place: &str, a: &Value, b: &Value, out: &mut Vec<(String, String)>) {
    let inner = |step: &str| if place.is_empty() { step.to_string() } else { format!("{place}.{step}") };
    match (a, b) {
        _ if a == b => {}
        (Value::Object(x), Value::Object(y)) if x.len() == y.len() && x.keys().eq(y.keys()) => {
            for (key, value) in y {
                differences(&inner(key), &x[key], value, out);
            }
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() && x.len() > 4 => {
            for (i, (x, y)) in x.iter().zip(y).enumerate() {
                differences(&inner(&i.to_string()), x, y, out);
            }
        }
        _ => out.push((place.to_string(), b.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_heads_rows_and_values() {
        let mut faults = Faults::default();
        let text = "turn = 3 # the third\n\nde-1 0613 lost=1\nset a.2.b = [1, 2]\nclear\n";
        let file = PositionFile::parse(text, &mut faults);
        assert!(faults.is_empty());
        assert_eq!(file.head("turn"), Some(Head { line: 1, key: "turn", value: "3" }));
        let rows: Vec<_> = file.rows().iter().map(|r| (r.line, r.words.join("|"))).collect();
        assert_eq!(rows, [(3, "de-1|0613|lost=1".to_string()), (5, "clear".to_string())]);
        assert_eq!(file.sets, [Head { line: 4, key: "a.2.b", value: "[1, 2]" }]);
    }

    #[test]
    fn a_number_out_of_its_range_is_told_the_range() {
        assert_eq!(within("3", "turn", 1..=6u8), Ok(3));
        assert_eq!(within("7", "turn", 1..=6u8), Err("turn 7 should be from 1 to 6".to_string()));
        assert_eq!(within("x", "turn", 1..=6u8), Err("`x` should be the number of a turn".to_string()));
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let mut faults = Faults::default();
        let file = PositionFile::parse("turn = 3\nturn = 4\nset x\nside = ru\n", &mut faults);
        let _: Option<u8> = file.read("turn", &mut faults, |w| number(w, "a turn"));
        file.unknown(&mut faults);
        let told = faults.over().map_err(|f| f.to_string());
        let wanted = "line 2: turn stands twice\nline 3: `set` wants a place in the position, `=` and a value\n\
                      line 4: `side` should be turn";
        assert_eq!(told, Err(wanted.to_string()));
    }

    #[test]
    fn differences_are_put_back() {
        let base = serde_json::json!({"a": [0, 0, 0, 0, 0, 0], "b": {"c": 1, "d": [1]}, "e": "x"});
        let meant = serde_json::json!({"a": [0, 7, 0, 0, 0, 0], "b": {"c": 2, "d": [1, 2]}, "e": "x"});
        let mut sets = Vec::new();
        differences("", &base, &meant, &mut sets);
        let text: Vec<_> = sets.iter().map(|(k, v)| format!("{k} = {v}")).collect();
        assert_eq!(text, ["a.1 = 7", "b.c = 2", "b.d = [1,2]"]);
        let mut value = base;
        for (key, v) in &sets {
            put(&mut value, &Head { line: 1, key, value: v }).expect("its place is there");
        }
        assert_eq!(value, meant);
        let lost = put(&mut value, &Head { line: 1, key: "b.z.1", value: "0" });
        assert_eq!(lost, Err("a position has no `b.z.1`: `z` is not there".to_string()));
    }
}
