//! The tables of the game as charts, straight from `tables.toml`, so that what is printed is what is played. Each says where it comes
//! from, and so does each figure that comes from elsewhere than its table.

mod lists;
mod results;

use lists::{LISTS, List};
use sandtable_core::guide::Chart;
use toml::{Table, Value};

/// Every table with its title, in the order of the file.
const CARDS: [(&str, &str); 31] = [
    ("sequence", "Sequence of play"),
    ("stacking", "Stacking"),
    ("zoc", "Zones of control"),
    ("movement", "Movement"),
    ("terrain", "Terrain"),
    ("hexsides", "Sides of hexes"),
    ("roads", "Roads"),
    ("strategic", "Strategic movement"),
    ("weather", "Weather"),
    ("odds", "Odds and shifts"),
    ("combat", "Combat results"),
    ("results", "Results: how they are taken"),
    ("disorganization", "Disorganization"),
    ("retreat", "Retreat"),
    ("pursuit", "Pursuit"),
    ("artillery", "Artillery"),
    ("fire", "Artillery fire"),
    ("barrage", "Barrage"),
    ("objects", "Destruction of objects"),
    ("field_works", "Field fortifications"),
    ("fortress", "Fortresses"),
    ("command", "Command"),
    ("supply", "Supply"),
    ("base", "Supply bases"),
    ("reinforcement", "Reinforcements"),
    ("replacement", "Replacements"),
    ("bridge", "Bridges"),
    ("ferry", "The ferry of Płock"),
    ("train", "Trains"),
    ("airship", "Airships"),
    ("victory", "Victory"),
];

/// Half-points are printed as points.
fn points(half: f64) -> String {
    match (half / 2.0).fract() == 0.0 {
        true => format!("{:.0}", half / 2.0),
        false if half < 2.0 => "½".to_string(),
        false => format!("{:.0}½", (half / 2.0).floor()),
    }
}

/// A word of the data file for people.
fn words(word: &str) -> String {
    match word {
        "ru" | "RU" => "Russia".to_string(),
        "de" | "DE" => "Germany".to_string(),
        "ah" | "AH" => "Austria-Hungary".to_string(),
        "hq" => "headquarters".to_string(),
        kind if kind.starts_with("ru-") || kind.starts_with("de-") => crate::words::kind_words(kind),
        other => other.replace('_', " "),
    }
}

/// A value in words.
fn text(value: &Value) -> String {
    match value {
        Value::String(s) => s.split(' ').map(words).collect::<Vec<_>>().join(" "),
        Value::Integer(n) => n.to_string(),
        Value::Float(x) => x.to_string(),
        Value::Boolean(yes) => if *yes { "yes" } else { "no" }.to_string(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Table(t) => t.iter().map(|(k, v)| pair(k, v)).collect::<Vec<_>>().join(", "),
        Value::Datetime(d) => d.to_string(),
    }
}

/// A figure by its name and value; movement in half-points is row_words in points.
fn row_words(key: &str, value: &Value) -> (String, String) {
    if !key.contains("half_mp") {
        return (words(key), text(value));
    }
    let name = key.replace("half_mp", "MP").replace('_', " ");
    let value = match value {
        Value::Integer(n) => points(*n as f64),
        Value::Table(t) => {
            let each = t.iter().map(|(k, v)| match v {
                Value::Integer(n) => format!("{} {}", words(k), points(*n as f64)),
                Value::Table(inner) => {
                    format!("{}: {}", words(k), row_words(key, &Value::Table(inner.clone())).1)
                }
                other => pair(k, other),
            });
            each.collect::<Vec<_>>().join(", ")
        }
        other => text(other),
    };
    (name, value)
}

fn pair(key: &str, value: &Value) -> String {
    let (name, value) = row_words(key, value);
    format!("{name} {value}")
}

pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
}

/// Where a part of a table comes from.
fn source(table: &Table, part: &str) -> String {
    let own = table.get(&format!("source_{part}"));
    let all = own.or_else(|| table.get("source"));
    all.map_or_else(|| "reconstructed".to_string(), text)
}

/// The rows of a list of tables.
fn rows<'a>(table: &'a Table, key: &str) -> Vec<&'a Table> {
    let list = table.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_table).collect()
}

/// A list of a table as rows of a chart; the last cell says where a row comes from if not from where its table does.
fn listed(table: &Table, list: &List) -> Vec<Vec<String>> {
    let cells = |row: &Table| {
        let mut cells: Vec<String> = list
            .columns
            .iter()
            .map(|(key, _)| row.get(*key).map_or_else(|| "–".to_string(), |v| row_words(key, v).1))
            .collect();
        cells.push(row.get("source").map(text).unwrap_or_default());
        cells
    };
    rows(table, list.key).into_iter().map(cells).collect()
}

/// Figures that are no list, each with where it comes from if that is not what the table says.
fn figures(table: &Table, known: &[&str]) -> Vec<Vec<String>> {
    let plain = |key: &str| {
        !["rule", "source", "doubtful"].contains(&key) && !key.starts_with("source_") && !known.contains(&key)
    };
    let figure = |(key, value): (&String, &Value)| {
        let (name, value) = row_words(key, value);
        let prefix = format!("source_{key}");
        let from = table.iter().filter(|(k, _)| k.starts_with(&prefix)).map(|(k, v)| {
            let of = k[prefix.len()..].trim_start_matches('_');
            if of.is_empty() { text(v) } else { format!("{} {}", words(of), text(v)) }
        });
        vec![capital(&name), value, from.collect::<Vec<_>>().join(", ")]
    };
    table.iter().filter(|(k, _)| plain(k)).map(figure).collect()
}

/// Takes away a last column that says nothing.
fn trimmed(mut head: Vec<String>, mut rows: Vec<Vec<String>>) -> (Vec<String>, Vec<Vec<String>>) {
    if rows.iter().all(|r| r.last().is_some_and(String::is_empty)) {
        head.pop();
        rows.iter_mut().for_each(|r| {
            r.pop();
        });
    }
    (head, rows)
}

/// Every chart. The text has been read before, so that it is known to be sound.
pub(crate) fn all(tables: &str) -> Vec<Chart> {
    let Ok(file) = tables.parse::<Table>() else { return Vec::new() };
    let mut out = Vec::new();
    for (key, title) in CARDS {
        let Some(table) = file.get(key).and_then(Value::as_table) else { continue };
        let rule = table.get("rule").and_then(Value::as_str).unwrap_or("");
        let mut put = |title: String, head: Vec<String>, rows: Vec<Vec<String>>, source: String| {
            if !rows.is_empty() {
                let (head, rows) = trimmed(head, rows);
                out.push(Chart { title, rule: rule.to_string(), head, rows, source });
            }
        };
        let mut known: Vec<&str> = Vec::new();
        if let Some((head, rows)) = results::of(key, table, &file) {
            known.extend(["rows", "dice"]);
            put(title.to_string(), head, rows, source(table, "rows"));
        }
        for list in LISTS.iter().filter(|l| l.table == key) {
            known.push(list.key);
            let mut head: Vec<String> = list.columns.iter().map(|(_, head)| (*head).to_string()).collect();
            head.push("From".to_string());
            let title =
                if list.title.is_empty() { title.to_string() } else { format!("{title}: {}", list.title) };
            put(title, head, listed(table, list), source(table, list.key));
        }
        let head = ["Figure", "Value", "From"].map(str::to_string).to_vec();
        let more = if known.is_empty() { title.to_string() } else { format!("{title}: figures") };
        put(more, head, figures(table, &known), source(table, ""));
    }
    out
}
