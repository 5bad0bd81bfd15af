//! The TOML in which positions were written before: turned into lines, each thing on its own line.

use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    turn: Spanned<String>,
    initiative: Option<Spanned<String>>,
    side: Option<Spanned<String>>,
    front: Option<Spanned<String>>,
    phase: Spanned<String>,
    activation: Option<Spanned<u8>>,
    rail: Option<Spanned<Points>>,
    points: Option<Spanned<Points>>,
    #[serde(default)]
    unit: Vec<Spanned<Unit>>,
    #[serde(default)]
    fortress: Vec<Spanned<Fortress>>,
    eliminated: Option<Spanned<Vec<String>>>,
    reinforcements: Option<Spanned<Vec<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    ru: f32,
    ah: f32,
    de: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    piece: String,
    hex: String,
    army: Option<String>,
    front: Option<String>,
    #[serde(default)]
    reduced: bool,
    #[serde(default)]
    inactive: bool,
    #[serde(default)]
    disorganised: bool,
    #[serde(default)]
    besieging: bool,
    #[serde(default)]
    moved: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fortress {
    hex: String,
    #[serde(default)]
    taken: bool,
}

/// Lines at the places of a text.
struct Lines<'a> {
    text: &'a str,
    lines: Vec<String>,
}

impl Lines<'_> {
    /// Puts a line where something begins, or at the end if something stands there already.
    fn put(&mut self, at: usize, line: String) {
        let number = self.text.get(..at).map_or(0, |before| before.matches('\n').count());
        match self.lines.get_mut(number) {
            Some(slot) if slot.is_empty() => *slot = line,
            _ => self.lines.push(line),
        }
    }

    fn head(&mut self, key: &str, value: &Option<Spanned<String>>) {
        if let Some(value) = value {
            self.put(value.span().start, format!("{key} = {}", value.get_ref()));
        }
    }
}

/// The lines of a file in TOML; nothing if it is none. TOML has its words in quotes, the lines have not.
pub(crate) fn lines_of_toml(text: &str) -> Option<String> {
    let quoted = |line: &str| {
        let value = line.trim().strip_prefix("turn")?.trim_start().strip_prefix('=')?.trim_start();
        value.starts_with(['"', '\'']).then_some(())
    };
    text.lines().find_map(quoted)?;
    let mut out = Lines { text, lines: vec![String::new(); text.lines().count()] };
    match toml::from_str::<File>(text) {
        Ok(file) => put_all(&file, &mut out),
        Err(e) => {
            let at = e.span().map_or(0, |s| s.start);
            // What was read of it is left out: only this is to be said.
            out.put(at, format!("toml {}", e.message().replace(['\n', '#'], " ")));
        }
    }
    Some(out.lines.join("\n"))
}

fn put_all(file: &File, out: &mut Lines<'_>) {
    out.put(file.turn.span().start, format!("turn = {}", file.turn.get_ref()));
    out.put(file.phase.span().start, format!("phase = {}", file.phase.get_ref()));
    out.head("initiative", &file.initiative);
    out.head("side", &file.side);
    out.head("front", &file.front);
    if let Some(n) = &file.activation {
        out.put(n.span().start, format!("activation = {}", n.get_ref()));
    }
    for (key, points) in [("rail", &file.rail), ("points", &file.points)] {
        if let Some(points) = points {
            let Points { ru, ah, de } = points.get_ref();
            out.put(points.span().start, format!("{key} = {ru} {ah} {de}"));
        }
    }
    for (word, list) in [("eliminated", &file.eliminated), ("box", &file.reinforcements)] {
        if let Some(list) = list.as_ref().filter(|l| !l.get_ref().is_empty()) {
            out.put(list.span().start, format!("{word} {}", list.get_ref().join(" ")));
        }
    }
    for fort in file.fortress.iter().filter(|f| f.get_ref().taken) {
        out.put(fort.span().start, format!("fort {} taken", fort.get_ref().hex));
    }
    for unit in &file.unit {
        let u = unit.get_ref();
        let states = [
            ("reduced", u.reduced),
            ("inactive", u.inactive),
            ("disorganised", u.disorganised),
            ("besieging", u.besieging),
            ("moved", u.moved),
        ];
        let mut words = vec![u.piece.clone(), u.hex.clone()];
        words.extend(states.iter().filter(|(_, on)| *on).map(|(word, _)| word.to_string()));
        words.extend(u.army.iter().map(|army| format!("army={army}")));
        words.extend(u.front.iter().map(|front| format!("front={front}")));
        out.put(unit.span().start, words.join(" "));
    }
}
