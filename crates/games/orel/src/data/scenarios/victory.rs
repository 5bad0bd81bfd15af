//! Conditions of victory in `scenarios.toml`.

use super::raw::Victory;
use super::read::Names;
use super::{Grade, Need};
use sandtable_datafile::DataFault;

/// The names of the levels; there are no others.
const LEVELS: [&str; 4] = ["Defeat", "Minor", "Regional", "Strategic"];

/// The levels of victory.
pub(super) fn grades(victory: &Victory, names: &Names<'_>) -> Result<Vec<Grade>, DataFault> {
    let mut out = Vec::<Grade>::new();
    for l in &victory.levels {
        let needle = format!("name = \"{}\"", l.name);
        let Some(name) = LEVELS.into_iter().find(|n| *n == l.name) else {
            return Err(names.fault(&needle, format!("`{}` is no level of victory", l.name)));
        };
        let side = names.side(&l.side)?;
        if out.iter().any(|g| g.side == side && g.level == l.level) {
            return Err(names.fault(&needle, format!("level {} stands twice", l.level)));
        }
        let any_of = names.needs(&l.any_of)?;
        out.push(Grade { side, level: l.level, name, rule: names.rule(&l.rule)?, any_of });
    }
    for side in 0..2 {
        let always = |g: &&Grade| g.side == side && g.any_of.iter().any(Vec::is_empty);
        let least = out.iter().filter(|g| g.side == side).map(|g| g.level).min();
        if !out.is_empty() && (out.iter().find(always).map(|g| g.level) != least || least != victory.lowest) {
            let what = "each side has a lowest level, `lowest`, which it always reaches: any_of = [[]]";
            return Err(names.fault("levels =", what));
        }
    }
    Ok(out)
}

/// The side that wins if a list holds; the other wins otherwise.
pub(super) type Sole = Option<(u8, Vec<Vec<Need>>)>;

/// The winner of a scenario without levels.
pub(super) fn sole(victory: &Victory, names: &Names<'_>) -> Result<Sole, DataFault> {
    match (&victory.winner[..], &victory.otherwise) {
        ([], None) => Ok(None),
        ([one], Some(other)) if names.side(other)? != names.side(&one.side)? => {
            Ok(Some((names.side(&one.side)?, names.needs(&one.any_of)?)))
        }
        _ => Err(names.fault("winner =", "one side has a row, and otherwise the other one wins")),
    }
}

/// The places that count: those listed, or those that a condition names.
pub(super) fn places(
    victory: &Victory,
    names: &Names<'_>,
    levels: &[Grade],
    sole: &Sole,
) -> Result<Vec<u16>, DataFault> {
    let mut out = victory.places.iter().map(|p| names.place(p)).collect::<Result<Vec<_>, _>>()?;
    let lists = levels.iter().flat_map(|g| &g.any_of).chain(sole.iter().flat_map(|s| &s.1));
    for need in lists.flatten() {
        if let Need::Held(hex) = need
            && !out.contains(hex)
        {
            if !victory.places.is_empty() {
                return Err(names.fault("places =", "a level names a place that is not listed"));
            }
            out.push(*hex);
        }
    }
    Ok(out)
}
