//! The tables of the game as charts, straight from `tables.toml`, so that what is printed is what is played; and the events of both
//! sides. Each says where it comes from, and so does each row that comes from elsewhere than its table.

mod lists;

use crate::data::{Data, EventKind};
use lists::{LISTS, List};
use sandtable_core::guide::Chart;
use toml::{Table, Value};

/// Every table with its title, in the order of the rulebook.
const CARDS: [(&str, &str); 56] = [
    ("game", "The game"),
    ("edges", "Edges of the map"),
    ("rounding", "Rounding"),
    ("quality", "Troop Quality"),
    ("zoc", "Zones of control"),
    ("sequence", "Sequence of play"),
    ("turns", "Turns"),
    ("depot", "Depots"),
    ("recruits", "Recruits"),
    ("prisoners", "Prisoners"),
    ("command", "Command"),
    ("out_of_command", "Out of Command"),
    ("inactive", "Inactive formations"),
    ("movement", "Movement: MP to enter"),
    ("stacking", "Stacking"),
    ("zoc_movement", "Movement in zones of control"),
    ("modes", "Modes"),
    ("marching_day", "Marching Day"),
    ("rail", "Railways"),
    ("orel", "Orel"),
    ("actions", "Special actions"),
    ("entrenchment", "Entrenchment"),
    ("entry", "Entry"),
    ("off_map", "Off the map"),
    ("munitions", "Munitions Points"),
    ("unsupplied", "Unsupplied"),
    ("barrage", "Barrage"),
    ("counterbattery", "Counterbattery"),
    ("attack", "Attacks"),
    ("retreat_before", "Retreat before combat"),
    ("retreat", "Retreat"),
    ("coordination", "Who attacks together"),
    ("support", "Support: coordination"),
    ("strength", "Strength: divisors"),
    ("steps", "Steps"),
    ("terrain", "Terrain in combat"),
    ("charge", "Charges"),
    ("cohesion", "Cohesion: on the die"),
    ("results", "Cohesion and Morale: results"),
    ("rout", "Rout"),
    ("advance", "Advance"),
    ("pursuit", "Pursuit"),
    ("assault", "Assault: on the dice"),
    ("ratio", "Assault: strength ratio"),
    ("art", "Assault results"),
    ("losses", "Losses"),
    ("morale", "Morale: on the die"),
    ("vehicle", "Vehicles"),
    ("train", "Armored trains"),
    ("tank", "Tanks"),
    ("armored_car", "Armored cars"),
    ("new_coordination", "Option: one coordination roll"),
    ("new_cohesion", "Option: simpler Cohesion modifiers"),
    ("new_result", "Option: one Cohesion result"),
    ("end", "End of a player turn"),
    ("found", "Public material"),
];

/// A value in words.
fn text(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Integer(n) => n.to_string(),
        Value::Float(x) if *x == 0.5 => "½".to_string(),
        Value::Float(x) if x.fract() == 0.0 => format!("{x:.0}"),
        Value::Float(x) => x.to_string(),
        Value::Boolean(yes) => if *yes { "yes" } else { "no" }.to_string(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Table(t) => {
            let parts = t.iter().map(|(k, v)| format!("{} {}", k.replace(['_', '-'], " "), text(v)));
            parts.collect::<Vec<_>>().join(", ")
        }
        Value::Datetime(d) => d.to_string(),
    }
}

fn capital(word: &str) -> String {
    let words = word.replace(['_', '-'], " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
}

/// Where a part of a table comes from.
fn source(table: &Table, part: &str) -> String {
    let own = table.get(&format!("source_{part}"));
    let found = table.get("found").and_then(Value::as_str).map(|f| format!("found in {f}"));
    own.map(text)
        .or(found)
        .or_else(|| table.get("source").map(text))
        .unwrap_or_else(|| "reconstructed".to_string())
}

/// The rows of a list of tables.
fn rows<'a>(table: &'a Table, key: &str) -> Vec<&'a Table> {
    let list = table.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_table).collect()
}

/// A ladder's step in words: all that is over the step before, up to this one.
fn rung(before: Option<i64>, upto: i64) -> String {
    match before {
        None => format!("{upto} or less"),
        Some(b) if upto >= 99 => format!("{} or more", b + 1),
        Some(b) if b + 1 == upto => upto.to_string(),
        Some(b) => format!("{} to {upto}", b + 1),
    }
}

/// A list of a table as rows of a chart.
fn listed(table: &Table, list: &List) -> Vec<Vec<String>> {
    let mut before = None;
    let mut out = Vec::new();
    for row in rows(table, list.key) {
        let mut cells: Vec<String> = Vec::new();
        for (column, _) in list.columns {
            let value = row.get(*column);
            cells.push(match (*column, value) {
                ("upto" | "over", Some(Value::Integer(n))) => rung(before.replace(*n), *n),
                ("from", Some(Value::Array(r))) => r.iter().map(text).collect::<Vec<_>>().join(" : "),
                ("ratio_from" | "ratio_below", Some(Value::Array(r))) => {
                    r.iter().map(text).collect::<Vec<_>>().join(" : ")
                }
                ("add" | "attacker" | "defender" | "morale", Some(Value::Integer(n))) if list.signed => {
                    super::view::signed(*n as i8)
                }
                ("id" | "who", Some(v)) => text(v).replace('-', " "),
                (_, Some(v)) => text(v),
                (_, None) => "–".to_string(),
            });
        }
        cells.push(row.get("source").map(text).unwrap_or_default());
        out.push(cells);
    }
    out
}

/// Figures that are no list, each with where it comes from if that is not what the table says.
fn figures(table: &Table, lists: &[&List]) -> Vec<Vec<String>> {
    let plain = |key: &str| {
        !["rule", "source", "found"].contains(&key)
            && !key.starts_with("source_")
            && !lists.iter().any(|l| l.key == key)
    };
    let figure = |(key, value): (&String, &Value)| {
        let from = table.get(&format!("source_{key}")).map(text).unwrap_or_default();
        vec![capital(key), text(value), from]
    };
    table.iter().filter(|(k, _)| plain(k)).map(figure).collect()
}

/// A list of what a class pays, as wide as the classes.
fn movement(table: &Table) -> Vec<Vec<String>> {
    let cells = |v: Option<&Value>, plus: &str| {
        let list = v.and_then(Value::as_array).into_iter().flatten();
        list.map(|n| match text(n).as_str() {
            "0" => "no".to_string(),
            n => format!("{plus}{n}"),
        })
        .collect::<Vec<_>>()
    };
    let mut out: Vec<Vec<String>> = rows(table, "hex")
        .into_iter()
        .map(|r| {
            let first = r.get("terrain").map(text).unwrap_or_default();
            std::iter::once(capital(&first)).chain(cells(r.get("mp"), "")).collect()
        })
        .collect();
    for (key, title, plus) in [
        ("river", "River side, added", "+"),
        ("road", "Along a road", ""),
        ("rail_in_forest", "Along a railway in forest", ""),
    ] {
        out.push(std::iter::once(title.to_string()).chain(cells(table.get(key), plus)).collect());
    }
    out
}

/// Every chart. The text has been read before, so that it is known to be sound.
pub(crate) fn all(tables: &str, d: &Data) -> Vec<Chart> {
    let Ok(file) = tables.parse::<Table>() else { return Vec::new() };
    let mut out = Vec::new();
    for (key, title) in CARDS {
        let Some(table) = file.get(key).and_then(Value::as_table) else { continue };
        let rule = table.get("rule").and_then(Value::as_str).unwrap_or("");
        let mut put = |title: String, head: Vec<String>, rows: Vec<Vec<String>>, source: String| {
            if !rows.is_empty() {
                out.push(Chart { title, rule: rule.to_string(), head, rows, source });
            }
        };
        let lists: Vec<&List> = LISTS.iter().filter(|l| l.table == key).collect();
        if key == "movement" {
            let classes = table.get("classes").and_then(Value::as_array).into_iter().flatten();
            let head = std::iter::once("Ground".to_string()).chain(classes.map(|c| capital(&text(c))));
            put(title.to_string(), head.collect(), movement(table), source(table, "hex"));
        }
        for list in lists.iter().filter(|l| !l.columns.is_empty()) {
            let heads = list.columns.iter().map(|(_, head)| (*head).to_string());
            let mut head: Vec<String> = heads.collect();
            head.push("From".to_string());
            let mut rows = listed(table, list);
            if rows.iter().all(|r| r.last().is_some_and(String::is_empty)) {
                head.pop();
                rows.iter_mut().for_each(|r| {
                    r.pop();
                });
            }
            let title =
                if list.title.is_empty() { title.to_string() } else { format!("{title}: {}", list.title) };
            put(title, head, rows, source(table, list.key));
        }
        let head = ["Figure", "Value", "From"].map(str::to_string).to_vec();
        let more = if lists.is_empty() { title.to_string() } else { format!("{title}: figures") };
        put(more, head, figures(table, &lists), source(table, ""));
    }
    for cell in out.iter_mut().flat_map(|chart: &mut Chart| &mut chart.rows).flatten() {
        *cell = named(cell, d);
    }
    out.extend(events(d));
    out
}

/// A cell with names in place of the ids of units, and of formations as `41d`.
fn named(cell: &str, d: &Data) -> String {
    let name = |word: &str| {
        let unit = d.unit(word).and_then(|u| d.units.get(usize::from(u))).map(|u| u.called.as_str());
        let numbered = |w: &&str| w.contains(|c: char| c.is_ascii_digit()) || *w == "tchkz";
        let formation = Some(word).filter(numbered).and_then(|w| d.formation(w));
        let formation = formation.and_then(|f| d.formations.get(usize::from(f))).map(|f| f.name.as_str());
        unit.or(formation).unwrap_or(word).to_string()
    };
    cell.split(' ')
        .map(|w| w.strip_suffix(',').map_or_else(|| name(w), |w| name(w) + ","))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The optional events of both sides.
fn events(d: &Data) -> Vec<Chart> {
    let of = |side: u8, title: &str| {
        let rows = d.events.iter().filter(|e| e.side == side).map(|e| {
            let kind = match e.kind {
                EventKind::None => "–",
                EventKind::Suffered => "suffered",
                EventKind::Controlled => "kept",
            };
            vec![format!("{} to {}", e.from, e.to), e.title.clone(), kind.to_string(), e.about.clone()]
        });
        Chart {
            title: title.to_string(),
            rule: "6a".to_string(),
            head: ["d100", "Event", "Kind", "What it does"].map(str::to_string).to_vec(),
            rows: rows.collect(),
            source: "reconstructed".to_string(),
        }
    };
    vec![of(crate::data::WHITE, "Events of the Whites"), of(crate::data::RED, "Events of the Reds")]
}
