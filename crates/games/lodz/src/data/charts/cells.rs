//! The tables of results: combat, fire, objects.

use super::{Cell, FireCell};
use sandtable_datafile::{DataFault, TomlFile, Word};

/// The rows of the combat table, each once.
pub(super) fn combat(file: &TomlFile<'_>) -> Result<[[Cell; 13]; 11], DataFault> {
    let mut out: [Option<[Cell; 13]>; 11] = [None; 11];
    for row in file.parts("combat.rows")? {
        let dice: usize = row.get("dice")?;
        let cells = cells(file, &row.get::<Vec<Word>>("results")?, combat_cell)?;
        let place = dice.checked_sub(2).and_then(|at| out.get_mut(at)).filter(|place| place.is_none());
        match (place, <[Cell; 13]>::try_from(cells)) {
            (Some(place), Ok(cells)) => *place = Some(cells),
            _ => return Err(row.fault("", "the combat table has one row for each of 2 to 12, with 13 cells")),
        }
    }
    let mut whole = [[Cell::default(); 13]; 11];
    for (cells, row) in whole.iter_mut().zip(out) {
        let missing = "the combat table has a row for each of 2 to 12";
        *cells = row.map_or_else(|| Err(file.part("combat")?.fault("rows", missing)), Ok)?;
    }
    Ok(whole)
}

/// The rows of the table of fire, by strength.
pub(super) fn fire(file: &TomlFile<'_>) -> Result<Vec<(u8, [FireCell; 11])>, DataFault> {
    by_strength(file, "fire.rows", |cell| match cell {
        "-" => Some(FireCell { loss: 0, dot: false }),
        "-1" => Some(FireCell { loss: 1, dot: false }),
        "-1*" => Some(FireCell { loss: 1, dot: true }),
        _ => None,
    })
}

/// The rows of the table of objects, by strength: whether the object is destroyed.
pub(super) fn objects(file: &TomlFile<'_>) -> Result<Vec<(u8, [bool; 11])>, DataFault> {
    by_strength(file, "objects.rows", |cell| match cell {
        "Z" => Some(true),
        "-" => Some(false),
        _ => None,
    })
}

/// Rows by strength, rising, with a cell for each sum of two dice.
fn by_strength<T>(
    file: &TomlFile<'_>,
    path: &str,
    cell: fn(&str) -> Option<T>,
) -> Result<Vec<(u8, [T; 11])>, DataFault> {
    let mut out: Vec<(u8, [T; 11])> = Vec::new();
    for row in file.parts(path)? {
        let from: u8 = row.get("from")?;
        let cells = cells(file, &row.get::<Vec<Word>>("results")?, cell)?;
        let rises = out.last().is_none_or(|(last, _)| *last < from);
        match <[T; 11]>::try_from(cells) {
            Ok(cells) if rises => out.push((from, cells)),
            _ => return Err(row.fault("from", "rows rise and have a cell for each of 2 to 12")),
        }
    }
    Ok(out)
}

fn cells<T>(file: &TomlFile<'_>, words: &[Word], cell: fn(&str) -> Option<T>) -> Result<Vec<T>, DataFault> {
    let one = |word: &Word| {
        let none = || file.fault_at(word, format!("`{}` is no cell", word.get_ref()));
        cell(word.get_ref()).ok_or_else(none)
    };
    words.iter().map(one).collect()
}

/// A cell as `*A1-1/B2D`.
fn combat_cell(cell: &str) -> Option<Cell> {
    let (attacker, defender) = cell.split_once('/')?;
    let mut out = Cell::default();
    for (who, part, letter) in [(0, attacker, 'A'), (1, defender, 'B')] {
        let mut left = part;
        while let Some(c) = left.chars().next() {
            let rest = &left[c.len_utf8()..];
            let digit = rest.chars().next().and_then(|d| d.to_digit(10)).map(|d| d as u8);
            left = match (c, digit) {
                ('*', _) if who == 0 => {
                    out.dot = true;
                    rest
                }
                ('D', _) => {
                    out.disorganized[who] = true;
                    rest
                }
                ('-', Some(n)) => {
                    out.loss[who] = n;
                    &rest[1..]
                }
                ('-', None) if rest.is_empty() => rest,
                (c, Some(n)) if c == letter => {
                    out.retreat[who] = n;
                    &rest[1..]
                }
                _ => return None,
            };
        }
    }
    Some(out)
}
