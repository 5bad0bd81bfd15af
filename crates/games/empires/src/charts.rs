//! The tables of the game as charts, straight from `tables.toml`, so that what is printed is what is played. An entry that the
//! rulebook itself gives in a reconstructed chart has a star.

mod battle;

use crate::data::Data;
use crate::play::combat::Kind;
use crate::play::loss::words::kind_text;
use sandtable_core::guide::Chart;
use toml::{Table, Value};

/// Tables that are more than figures: the battle charts, in the order in which a combat needs them.
type Made = fn(&Table) -> (Vec<String>, Vec<Vec<String>>);

/// Every table with its title, in the order of the rulebook; those with rows have a form of their own.
const CARDS: [(&str, &str, Option<Made>); 39] = [
    ("sequence", "Sequence of play", None),
    ("depot", "Depots", None),
    ("city", "Cities", None),
    ("movement", "Movement allowances", Some(|t| listed(t, "allowances", &["who", "points"]))),
    ("terrain", "Terrain", Some(battle::terrain)),
    ("factors", "Factors", Some(|t| listed(t, "kinds", &["id", "name", "cavalry", "garrison", "becomes"]))),
    ("forage", "Forage", None),
    ("supply", "Depot supply", None),
    ("besieged", "Supply of the besieged", None),
    ("winter", "Winter", None),
    ("chits", "Operational chits", None),
    ("operational", "Operational possibilities", Some(battle::operational)),
    ("combat", "Combat tables: percent lost / morale lost by the enemy", Some(battle::combat)),
    ("casualties", "Casualties by percent", Some(battle::casualties)),
    ("losses", "Who is lost", None),
    ("commander", "Commanders: attacker's die / defender's die", Some(battle::commander)),
    ("die", "Combat die", None),
    ("morale", "Morale", None),
    ("withdraw", "Withdrawal", None),
    ("reinforce", "Reinforcements", None),
    ("outflank", "Arrival of outflankers", None),
    ("pursuit_class", "Pursuit class", Some(battle::pursuit_class)),
    ("pursuit", "Pursuit: percent of the victor's cavalry", Some(battle::pursuit)),
    ("retreat", "Retreat", None),
    ("points", "Political points", None),
    ("day", "Rounds and days", None),
    ("trivial", "Trivial combat", None),
    ("siege", "Siege", Some(battle::siege)),
    ("assault", "Assault", None),
    ("garrison_attack", "Attack by the garrison", None),
    ("conquest", "Conquest", None),
    ("secrecy", "What is hidden until when", Some(|t| listed(t, "items", &["item", "until"]))),
    ("politics", "Politics", None),
    ("reinforcement", "Reinforcement", None),
    ("purchases", "Purchases", Some(|t| listed(t, "prices", &["kind", "money", "months"]))),
    ("sea", "Fleets", None),
    ("guerilla", "Guerillas", None),
    ("leaders", "Leaders", None),
    ("found", "Public material", None),
];

/// A value in words.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Integer(n) => n.to_string(),
        Value::Float(x) => format!("{x:.1}"),
        Value::Boolean(yes) => if *yes { "yes" } else { "no" }.to_string(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Table(t) => t
            .iter()
            .map(|(k, v)| format!("{} {}", k.replace('_', " "), text(v)))
            .collect::<Vec<_>>()
            .join(", "),
        Value::Datetime(d) => d.to_string(),
    }
}

/// The rows of a list of tables.
pub(super) fn rows<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> + use<'a> {
    let list = table.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Value::as_table)
}

/// The cells of a list in a row.
pub(super) fn cells(row: &Table, key: &str) -> Vec<String> {
    row.get(key).and_then(Value::as_array).into_iter().flatten().map(text).collect()
}

/// A cell of a row; a stroke where there is none.
pub(super) fn cell(row: &Table, key: &str) -> String {
    row.get(key).map_or("–".to_string(), text)
}

/// A list of tables with these columns.
fn listed(table: &Table, key: &str, columns: &[&str]) -> (Vec<String>, Vec<Vec<String>>) {
    let head = columns.iter().map(|c| capital(c)).collect();
    (head, rows(table, key).map(|r| columns.iter().map(|c| cell(r, c)).collect()).collect())
}

fn capital(word: &str) -> String {
    let words = word.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
}

/// Figures that are no rows, each with where it comes from if that is not what the table says.
fn figures(table: &Table) -> Vec<Vec<String>> {
    let plain = |key: &str| {
        let told = ["rule", "source", "found", "doubtful", "rulebook"].contains(&key);
        !told && !key.starts_with("source_") && !key.starts_with("found_")
    };
    let figure = |(key, value): (&String, &Value)| {
        let from = table.get(&format!("source_{key}")).map(text).unwrap_or_default();
        vec![capital(key), text(value), from]
    };
    let single = |v: &Value| v.as_array().is_none_or(|l| l.iter().all(|x| x.as_table().is_none()));
    table.iter().filter(|(k, v)| plain(k) && single(v)).map(figure).collect()
}

/// Where the values of a table come from.
fn source(table: &Table) -> String {
    match table.get("found") {
        Some(Value::String(found)) => format!("reconstructed, found in {found}"),
        _ => table.get("source").map_or("reconstructed".to_string(), text),
    }
}

/// A text with the codes of nations, leaders and factors in it put into names.
fn in_names(d: &Data, title: &str, text: &str) -> String {
    let code = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let named = |word: &str| {
        let nation = d.nations.iter().find(|n| n.id == word).map(|n| n.name.clone());
        let leader = || d.leaders.iter().find(|l| l.id == word).map(|l| l.name.clone());
        // One letter alone may be a rank.
        let letters = ["Morale", "Purchases", "Pursuit", "Who is lost"].iter().any(|t| title.starts_with(t));
        let kind = || Kind::of(word).filter(|_| letters || word.len() > 1).map(|k| kind_text(k).to_string());
        nation.or_else(leader).or_else(kind)
    };
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(code) {
        let (before, word) = rest.split_at(start);
        let (word, after) = word.split_at(word.find(|c| !code(c)).unwrap_or(word.len()));
        out.push_str(before);
        out.push_str(&named(word).unwrap_or_else(|| word.to_string()));
        rest = after;
    }
    out + rest
}

/// Every chart. The text has been read before, so that it is known to be sound.
pub(crate) fn all(d: &Data, tables: &str) -> Vec<Chart> {
    let mut charts = read(tables);
    // The first column of the factors says which letters stand for them in position files.
    for chart in charts.iter_mut().filter(|c| c.title != "Factors") {
        let title = chart.title.clone();
        chart.rows.iter_mut().flatten().for_each(|cell| *cell = in_names(d, &title, cell));
    }
    charts
}

fn read(tables: &str) -> Vec<Chart> {
    let Ok(file) = tables.parse::<Table>() else { return Vec::new() };
    let mut out = Vec::new();
    for (key, title, form) in CARDS {
        let Some(table) = file.get(key).and_then(Value::as_table) else { continue };
        let rule = table.get("rule").and_then(Value::as_str).unwrap_or("");
        let mut put = |title: String, head: Vec<String>, rows: Vec<Vec<String>>| {
            if !rows.is_empty() {
                out.push(Chart { title, rule: rule.to_string(), head, rows, source: source(table) });
            }
        };
        if let Some(form) = form {
            let (head, rows) = form(table);
            put(title.to_string(), head, rows);
        }
        let head = ["Figure", "Value", "From"].map(str::to_string).to_vec();
        let more = if form.is_some() { format!("{title}: figures") } else { title.to_string() };
        put(more, head, figures(table));
    }
    for (name, table) in file.get("option").and_then(Value::as_table).into_iter().flatten() {
        let Some(table) = table.as_table() else { continue };
        let rule = table.get("rule").and_then(Value::as_str).unwrap_or("");
        let title = format!("Option: {}", name.replace('-', " "));
        let mut rows_of = figures(table);
        for row in rows(table, "rows") {
            rows_of.push(vec![
                format!("Committed {}", cell(row, "committed")),
                cell(row, "lost"),
                String::new(),
            ]);
        }
        let head = ["Figure", "Value", "From"].map(str::to_string).to_vec();
        out.push(Chart { title, rule: rule.to_string(), head, rows: rows_of, source: source(table) });
    }
    out
}
