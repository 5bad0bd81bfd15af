//! The charts of a battle.

use super::{cell, cells, rows, text};
use toml::{Table, Value};

type Made = (Vec<String>, Vec<Vec<String>>);

fn head(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| w.to_string()).collect()
}

/// Whether a row names an entry as the rulebook's own.
fn given(row: &Table, name: &str) -> bool {
    row.get("rulebook").and_then(Value::as_array).is_some_and(|l| l.iter().any(|v| text(v) == name))
}

/// The name of a table in one piece, wherever the line ends.
fn unbroken(name: &str) -> String {
    name.replace('-', "\u{2011}")
}

fn starred(row: &Table, name: &str, value: String) -> String {
    if given(row, name) { format!("{value}*") } else { value }
}

/// Movement, combat, arrival and pursuit in each terrain.
pub(super) fn terrain(table: &Table) -> Made {
    let signed = |row: &Table, key: &str| {
        let levels = row.get(key).and_then(Value::as_array).into_iter().flatten();
        let list: Vec<String> = levels.map(|v| format!("{:+}", v.as_integer().unwrap_or(0))).collect();
        list.join(" / ")
    };
    let columns =
        ["Terrain", "Cost", "Attacker's levels", "Defender's levels", "Strategic rating", "Pursuit class"];
    let made = rows(table, "rows").map(|r| {
        vec![
            cell(r, "id"),
            cell(r, "cost"),
            signed(r, "a"),
            signed(r, "d"),
            cell(r, "strategic"),
            cell(r, "pursuit"),
        ]
    });
    (head(&columns), made.collect())
}

/// Tables of the rounds for each pair of chits.
pub(super) fn operational(table: &Table) -> Made {
    let set = |row: &Table, set: &str, side: &str| {
        let Some(of) = row.get(set).and_then(Value::as_table) else { return "–".to_string() };
        // The second set begins with round 2.
        let first = if set == "second" { 2 } else { 1 };
        let list = cells(of, side).into_iter().enumerate();
        list.map(|(i, c)| starred(row, &format!("{set}.{side}.{}", i + first), unbroken(&c)))
            .collect::<Vec<_>>()
            .join(" · ")
    };
    let columns = [
        "Attacker",
        "Defender",
        "Attacker's tables",
        "Defender's tables",
        "… outflankers in",
        "… outflankers in",
        "Notes",
    ];
    let made = rows(table, "rows").map(|r| {
        let mut notes = Vec::new();
        if let Some(list) = r.get("notes") {
            notes.push(text(list));
        }
        if r.get("split").and_then(Value::as_bool) == Some(false) {
            notes.push("nobody divides".to_string());
        }
        let over = if r.get("river").and_then(Value::as_bool) == Some(true) { ", river" } else { "" };
        vec![
            cell(r, "attacker"),
            format!("{}{over}", cell(r, "defender")),
            set(r, "first", "a"),
            set(r, "first", "d"),
            set(r, "second", "a"),
            set(r, "second", "d"),
            notes.join("; "),
        ]
    });
    (head(&columns), made.collect())
}

/// What each modified die does on each table.
pub(super) fn combat(table: &Table) -> Made {
    let mut columns = vec!["Table".to_string()];
    columns.extend((0..8).map(|die| format!("Die {die}")));
    let made = rows(table, "rows").map(|r| {
        let mut out = vec![cell(r, "table")];
        let pairs = cells(r, "loss").into_iter().zip(cells(r, "morale")).enumerate();
        out.extend(
            pairs.map(|(die, (loss, morale))| starred(r, &die.to_string(), format!("{loss} / {morale}"))),
        );
        out
    });
    (columns, made.collect())
}

/// Factors lost at each percentage.
pub(super) fn casualties(table: &Table) -> Made {
    let mut columns = vec!["Factors".to_string()];
    columns.extend(cells(table, "percents").into_iter().map(|p| format!("{p} %")));
    let made = rows(table, "rows").map(|r| {
        let mut out = vec![cell(r, "factors")];
        out.extend(cells(r, "lost"));
        out
    });
    (columns, made.collect())
}

/// Dice of attacker and defender by their tactical ratings.
pub(super) fn commander(table: &Table) -> Made {
    let mut columns = vec!["Defender's rating".to_string()];
    columns.extend((0..6).map(|n| format!("Attacker {n}")));
    let made = rows(table, "rows").map(|r| {
        let mut out = vec![cell(r, "defender")];
        let dice = r.get("dice").and_then(Value::as_array).into_iter().flatten();
        out.extend(dice.map(|pair| {
            let both = pair.as_array().into_iter().flatten();
            both.map(|d| format!("{:+}", d.as_integer().unwrap_or(0))).collect::<Vec<_>>().join(" / ")
        }));
        out
    });
    (columns, made.collect())
}

/// Class by the victor's morale loss and the rounds fought.
pub(super) fn pursuit_class(table: &Table) -> Made {
    let columns = ["Victor's morale loss from", "1 round", "2 rounds", "3 or more"];
    let made = rows(table, "rows").map(|r| {
        let mut out = vec![cell(r, "from")];
        let list = cells(r, "class").into_iter().enumerate();
        out.extend(list.map(|(i, c)| {
            let class = if c == "0" { "none".to_string() } else { c };
            starred(r, &(i + 1).to_string(), class)
        }));
        out
    });
    (head(&columns), made.collect())
}

/// Losses by class and modified die.
pub(super) fn pursuit(table: &Table) -> Made {
    let mut columns = vec!["Class".to_string()];
    columns.extend((1..8).map(|die| format!("Die {die}")));
    let made = rows(table, "rows").map(|r| {
        let mut out = vec![cell(r, "class")];
        let list = cells(r, "percent").into_iter().enumerate();
        out.extend(list.map(|(i, c)| starred(r, &(i + 1).to_string(), format!("{c} %"))));
        out
    });
    (columns, made.collect())
}

/// What an attempt on a city comes to.
pub(super) fn siege(table: &Table) -> Made {
    let made = rows(table, "rows").map(|r| {
        let upto = r.get("upto").map_or("above".to_string(), |v| format!("up to {}", text(v)));
        let result = match cell(r, "result").as_str() {
            "none" => "no result".to_string(),
            other => other.to_string(),
        };
        vec![upto, result]
    });
    (head(&["Modified die", "Result"]), made.collect())
}
