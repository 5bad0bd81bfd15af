//! Conditions of victory in `scenarios.toml`.

use super::read::Names;
use super::{Grade, Need};
use crate::position::HexId;
use sandtable_datafile::{DataFault, Part, Word};

/// The names of the levels; there are no others.
const LEVELS: [&str; 4] = ["Defeat", "Minor", "Regional", "Strategic"];

/// The side that wins if a list holds; the other wins otherwise.
type Sole = Option<(u8, Vec<Vec<Need>>)>;

/// How a scenario is won; see [`super::Scenario`].
pub(super) struct Victory {
    pub places: Vec<HexId>,
    pub levels: Vec<Grade>,
    pub sole: Sole,
    pub rule: &'static str,
    pub losses: Vec<(u8, u8)>,
}

/// Reads how a scenario is won.
pub(super) fn victory(part: &Part<'_, '_>, names: &Names<'_>) -> Result<Victory, DataFault> {
    let (levels, sole) = (grades(part, names)?, sole(part, names)?);
    if levels.is_empty() != sole.is_some() {
        return Err(part.fault("", "victory has levels, or a winner and otherwise the other"));
    }
    let losses = part.parts_if_any("losses")?;
    Ok(Victory {
        places: places(part, names, &levels, &sole)?,
        levels,
        sole,
        rule: names.one(part, "rule", Names::rule)?,
        losses: losses.iter().map(|l| Ok((l.get("from")?, l.get("down")?))).collect::<Result<_, _>>()?,
    })
}

/// The lists of a condition.
fn needs(part: &Part<'_, '_>, names: &Names<'_>) -> Result<Vec<Vec<Need>>, DataFault> {
    let need = |word: &Word| match (word.get_ref().as_str(), word.get_ref().strip_prefix("held:")) {
        (_, Some(place)) => Ok(Need::Held(names.place_in(place, word)?)),
        ("line-clear", _) => Ok(Need::LineClear),
        ("station-cut", _) => Ok(Need::StationCut),
        _ => names.known(None, word, "condition of victory"),
    };
    part.get::<Vec<Vec<Word>>>("any_of")?.iter().map(|list| list.iter().map(need).collect()).collect()
}

/// The levels of victory.
fn grades(part: &Part<'_, '_>, names: &Names<'_>) -> Result<Vec<Grade>, DataFault> {
    let mut out = Vec::<Grade>::new();
    for row in part.parts_if_any("levels")? {
        let word: Word = row.get("name")?;
        let name = LEVELS.into_iter().find(|n| n == word.get_ref());
        let name = names.known(name, &word, "level of victory")?;
        let (side, level) = (names.one(&row, "side", Names::side)?, row.get("level")?);
        if out.iter().any(|g| g.side == side && g.level == level) {
            return Err(row.fault("level", format!("level {level} stands twice")));
        }
        let any_of = needs(&row, names)?;
        out.push(Grade { side, level, name, rule: names.one(&row, "rule", Names::rule)?, any_of });
    }
    let lowest: Option<u8> = part.opt("lowest")?;
    for side in 0..2 {
        let always = |g: &&Grade| g.side == side && g.any_of.iter().any(Vec::is_empty);
        let least = out.iter().filter(|g| g.side == side).map(|g| g.level).min();
        if !out.is_empty() && (out.iter().find(always).map(|g| g.level) != least || least != lowest) {
            let what = "each side has a lowest level, `lowest`, which it always reaches: any_of = [[]]";
            return Err(part.fault("levels", what));
        }
    }
    Ok(out)
}

/// The winner of a scenario without levels.
fn sole(part: &Part<'_, '_>, names: &Names<'_>) -> Result<Sole, DataFault> {
    let winner = part.parts_if_any("winner")?;
    let other = part.has("otherwise").then(|| names.one(part, "otherwise", Names::side)).transpose()?;
    match (&winner[..], other) {
        ([], None) => Ok(None),
        ([one], Some(other)) if names.one(one, "side", Names::side)? != other => {
            Ok(Some((1 - other, needs(one, names)?)))
        }
        _ => Err(part.fault("winner", "one side has a row, and otherwise the other one wins")),
    }
}

/// The places that count: those listed, or those that a condition names.
fn places(
    part: &Part<'_, '_>,
    names: &Names<'_>,
    levels: &[Grade],
    sole: &Sole,
) -> Result<Vec<HexId>, DataFault> {
    let listed: Vec<HexId> = names.any(part, "places", Names::place)?;
    let mut out = listed.clone();
    let lists = levels.iter().flat_map(|g| &g.any_of).chain(sole.iter().flat_map(|s| &s.1));
    for need in lists.flatten() {
        if let Need::Held(hex) = need
            && !out.contains(hex)
        {
            if !listed.is_empty() {
                return Err(part.fault("places", "a level names a place that is not listed"));
            }
            out.push(*hex);
        }
    }
    Ok(out)
}
