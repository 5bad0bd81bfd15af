//! Tables that are read by two dice: combat, artillery fire, destruction of objects.

use super::rows;
use toml::{Table, Value};

/// The cells of a row; a star of the file is the dot of the card.
fn cells(row: &Table) -> Vec<String> {
    let list = row.get("results").and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(|c| c.replace('*', "•").replace('-', "−")).collect()
}

fn numbers(value: Option<&Value>) -> Vec<i64> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_integer).collect()
}

/// Heads and rows of a table that is read by dice; nothing for others. The last column is empty or names cells that are in doubt.
pub(super) fn of(key: &str, table: &Table, file: &Table) -> Option<(Vec<String>, Vec<Vec<String>>)> {
    match key {
        "combat" => {
            let odds = file.get("odds")?.get("columns")?.as_array()?;
            let heads = odds.iter().filter_map(Value::as_str).map(str::to_string);
            let head = std::iter::once("2d6".to_string()).chain(heads).chain([String::new()]).collect();
            let line = |row: &Table| {
                let dice = row.get("dice").and_then(Value::as_integer).unwrap_or(0).to_string();
                std::iter::once(dice).chain(cells(row)).chain([String::new()]).collect()
            };
            Some((head, rows(table, "rows").into_iter().map(line).collect()))
        }
        "fire" | "objects" => {
            let dice = numbers(table.get("dice"));
            let heads = dice.iter().map(i64::to_string);
            let head = std::iter::once("Strength".to_string()).chain(heads).chain(["Doubtful".to_string()]);
            let all = rows(table, "rows");
            let from = |row: Option<&&Table>| row?.get("from")?.as_integer();
            let line = |(i, row): (usize, &&Table)| {
                let low = from(Some(row)).unwrap_or(0);
                let name = match from(all.get(i + 1)) {
                    Some(next) => format!("{low} to {}", next - 1),
                    None => format!("{low} or more"),
                };
                let doubt: Vec<String> = numbers(row.get("doubtful")).iter().map(i64::to_string).collect();
                std::iter::once(name).chain(cells(row)).chain([doubt.join(", ")]).collect()
            };
            Some((head.collect(), all.iter().enumerate().map(line).collect()))
        }
        _ => None,
    }
}
