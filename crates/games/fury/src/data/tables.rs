//! The tables of the game, dense.

use crate::data::pieces::{Kind, Nation};
use sandtable_ops::odds::RatioRow;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One row of the combat results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct CombatRow {
    /// Total from which it holds.
    pub total: u8,
    /// Losses of the attacker.
    pub attacker: u8,
    /// Losses of the defender.
    pub defender: u8,
    /// Who retreats.
    pub retreat: Retreats,
}

/// Who retreats after a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Retreats {
    /// The attacker.
    #[serde(rename = "AR")]
    Attacker,
    /// The defender.
    #[serde(rename = "DR")]
    Defender,
    /// Nobody.
    #[serde(rename = "-")]
    Nobody,
}

/// Values for minor and major fortresses.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct BySize {
    /// Minor.
    pub minor: u8,
    /// Major.
    pub major: u8,
}

/// Values for the three nations.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct ByNation<T> {
    /// Russian.
    pub ru: T,
    /// Austrian.
    pub ah: T,
    /// German.
    pub de: T,
}

impl<T: Copy> ByNation<T> {
    /// The value of a nation.
    pub fn of(&self, nation: Nation) -> T {
        match nation {
            Nation::Ru => self.ru,
            Nation::Ah => self.ah,
            Nation::De => self.de,
        }
    }
}

#[derive(Debug, Deserialize)]
struct Turns {
    names: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Combat {
    rows: Vec<CombatRow>,
}

#[derive(Debug, Deserialize)]
struct Ratio {
    rows: Vec<RatioRow>,
}

/// Terrain modifiers.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct TerrainModifiers {
    /// Across a river.
    pub river: i8,
    /// Difficult ground.
    pub difficult: i8,
    /// Mountains.
    pub mountain: i8,
    /// Minor fortress.
    pub minor: i8,
    /// Major fortress.
    pub major: i8,
    /// Fortress taken from the enemy.
    pub taken: i8,
}

#[derive(Debug, Deserialize)]
struct Fortress {
    minimum: BySize,
    siege: BySize,
}

#[derive(Debug, Deserialize)]
struct Cohesion {
    loss_on: u8,
}

/// Movement points.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Movement {
    /// Of a unit.
    pub unit: u8,
    /// Of a headquarters.
    pub hq: u8,
    /// To enter a mountain off the railway.
    pub mountain: u8,
    /// Of an administrative march.
    pub march: u8,
}

#[derive(Debug, Deserialize)]
struct Rail {
    points: ByNation<u8>,
}

#[derive(Debug, Deserialize)]
struct Replacement {
    base: ByNation<u8>,
    step: BTreeMap<String, u8>,
}

#[derive(Debug, Deserialize)]
struct Planning {
    ru: [u8; 6],
    ah: [u8; 6],
    de: [u8; 6],
    modifiers: BTreeMap<String, i8>,
}

#[derive(Debug, Deserialize)]
struct Level {
    name: String,
    from: u8,
}

#[derive(Debug, Deserialize)]
struct Victory {
    automatic: i8,
    levels: Vec<Level>,
}

#[derive(Debug, Deserialize)]
struct Siege {
    falls_at: i8,
}

#[derive(Debug, Deserialize)]
struct Cavalry {
    german_late_bonus: u8,
    late_turns: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct TablesFile {
    turns: Turns,
    combat: Combat,
    ratio: Ratio,
    terrain: TerrainModifiers,
    fortress: Fortress,
    cohesion: Cohesion,
    movement: Movement,
    rail: Rail,
    replacement: Replacement,
    planning: Planning,
    victory: Victory,
    siege: Siege,
    cavalry: Cavalry,
}

/// The tables, dense.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Names of the turns (fury 5a).
    pub turns: Vec<String>,
    /// Result for a total of 1 and up; the last row serves everything above.
    pub combat: Vec<CombatRow>,
    /// Ratios, ascending.
    pub ratio: Vec<RatioRow>,
    /// Terrain modifiers.
    pub terrain: TerrainModifiers,
    /// Least strength in defence of a fortress never taken.
    pub minimum: BySize,
    /// Strength of a fortress under siege.
    pub siege_value: BySize,
    /// A cohesion roll up to this costs a loss.
    pub cohesion: u8,
    /// Movement points.
    pub movement: Movement,
    /// Rail points a turn.
    pub rail: [u8; 3],
    /// Replacement points a turn besides the eliminated corps.
    pub replacement: [u8; 3],
    /// Active headquarters by die, nation by nation.
    pub planning: [[u8; 6]; 3],
    /// Modifier of the planning die by turn.
    pub planning_modifier: Vec<i8>,
    /// A net difference that wins at once.
    pub automatic: i8,
    /// Levels of victory: from this difference on.
    pub levels: Vec<(u8, &'static str)>,
    /// A siege total from which the fortress falls.
    pub siege_falls: i8,
    /// Added to German cavalry late in the year.
    pub late_cavalry: u8,
    /// Turns that are late.
    pub late: Vec<bool>,
    steps: BTreeMap<String, u8>,
    sources: BTreeMap<String, String>,
}

impl Tables {
    /// Where a table's values come from.
    pub fn source(&self, table: &str) -> &str {
        self.sources.get(table).map_or("reconstructed", String::as_str)
    }

    /// Cost of one step in half points.
    pub fn step_cost(&self, kind: Kind) -> u8 {
        self.steps.get(kind.word()).copied().unwrap_or(4)
    }
}

/// Reads `tables.toml`.
pub fn read(text: &str) -> Result<Tables, String> {
    let f: TablesFile = toml::from_str(text).map_err(|e| format!("tables.toml: {e}"))?;
    let all: toml::Table = toml::from_str(text).map_err(|e| format!("tables.toml: {e}"))?;
    let source = |(name, table): (&String, &toml::Value)| {
        Some((name.clone(), table.get("source")?.as_str()?.to_string()))
    };
    let last = f.combat.rows.iter().map(|r| r.total).max().unwrap_or(0);
    let combat = (1..=last)
        .map(|total| {
            let row = f.combat.rows.iter().filter(|r| r.total <= total).max_by_key(|r| r.total);
            row.copied().ok_or_else(|| format!("tables.toml: no combat result for a total of {total}"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let levels = f
        .victory
        .levels
        .iter()
        .map(|l| {
            let name = match l.name.as_str() {
                "tactical" => "tactical",
                "operational" => "operational",
                "strategic" => "strategic",
                other => return Err(format!("tables.toml: unknown level `{other}`")),
            };
            Ok((l.from, name))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let by_turn = |turns: &BTreeMap<String, i8>, n: &String| turns.get(n).copied().unwrap_or(0);
    Ok(Tables {
        planning_modifier: f.turns.names.iter().map(|n| by_turn(&f.planning.modifiers, n)).collect(),
        late: f.turns.names.iter().map(|n| f.cavalry.late_turns.contains(n)).collect(),
        turns: f.turns.names,
        combat,
        ratio: f.ratio.rows,
        terrain: f.terrain,
        minimum: f.fortress.minimum,
        siege_value: f.fortress.siege,
        cohesion: f.cohesion.loss_on,
        movement: f.movement,
        rail: Nation::ALL.map(|n| f.rail.points.of(n)),
        replacement: Nation::ALL.map(|n| f.replacement.base.of(n)),
        planning: [f.planning.ru, f.planning.ah, f.planning.de],
        automatic: f.victory.automatic,
        levels,
        siege_falls: f.siege.falls_at,
        late_cavalry: f.cavalry.german_late_bonus,
        steps: f.replacement.step,
        sources: all.iter().filter_map(source).collect(),
    })
}
