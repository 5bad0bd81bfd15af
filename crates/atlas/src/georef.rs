//! The georeference file of a board: its grid, its kinds of terrain, which layers come from the atlas and which
//! from the sheet.

use crate::geo::{AtlasError, Result, at, read_text};
use sandtable_board::Grid;
use sandtable_board::hexboard::{Manner, RiverClass, TerrainKind};
use sandtable_board::hexfile::{MANNERS, NUMBERINGS, ORIENTATIONS, PARITIES, RIVERS, STARTS};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridTable {
    orientation: String,
    numbering: String,
    columns_from: String,
    shifted: String,
    shift: f64,
    columns: (u8, u8),
    rows: (u8, u8),
}

/// A country as the file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountryRow {
    /// Code, as in `DE`.
    pub code: String,
    /// Name.
    pub name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainRow {
    name: String,
    manner: String,
    #[serde(default)]
    atlas: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RiverRow {
    name: String,
    class: String,
    #[serde(default)]
    pieces: Vec<String>,
    #[serde(default)]
    into: String,
    #[serde(default)]
    big_below: String,
    #[serde(default)]
    upper: String,
    #[serde(default)]
    flows: Option<(String, String)>,
}

/// A river to be compiled from the atlas.
#[derive(Clone, Debug)]
pub struct RiverPlan {
    /// Name on the board.
    pub name: String,
    /// Its class.
    pub class: RiverClass,
    /// Names of its lines in the atlas, to be joined end to end.
    pub pieces: Vec<String>,
    /// The river it joins, or empty when it leaves the board or reaches the sea.
    pub into: String,
    /// A town from which on downstream it is big; empty for none.
    pub big_below: String,
    /// Its name above that town.
    pub upper: String,
    /// Two towns that it passes, the upper first; for a river that joins no other on the board.
    pub flows: Option<(String, String)>,
}

/// Where a layer of the board comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// Only from the sheet.
    Sheet,
    /// From the atlas, the sheet's entries on top.
    Atlas,
}

/// Where each layer comes from.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layers {
    /// Terrain.
    pub terrain: Layer,
    /// Countries.
    pub country: Layer,
    /// Railways.
    pub rails: Layer,
    /// Roads.
    pub roads: Layer,
    /// Whether places of the atlas that the sheet does not name are drawn as villages.
    pub villages: bool,
}

/// Points that lengthen the coast of the atlas where it ends short of the board.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoastExtension {
    /// Further points from the coast's end on: `[longitude, latitude]`.
    pub points: Vec<(f64, f64)>,
    /// Why.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: String,
    title: String,
    region: String,
    anchors: String,
    reach: f64,
    grid: GridTable,
    layers: Layers,
    #[serde(default)]
    half_rows: Vec<(String, u8)>,
    #[serde(default)]
    crossing_towns: BTreeMap<String, String>,
    #[serde(default)]
    coast_extension: Option<CoastExtension>,
    country: Vec<CountryRow>,
    terrain: Vec<TerrainRow>,
    #[serde(default)]
    river: Vec<RiverRow>,
}

/// A georeference, read and checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Id of the board.
    pub id: String,
    /// Title.
    pub title: String,
    /// Region of the atlas.
    pub region: String,
    /// Name in the anchors file.
    pub anchors: String,
    /// How many hexes around a control point bend with it.
    pub reach: f64,
    /// Layout.
    pub grid: Grid,
    /// Where the layers come from.
    pub layers: Layers,
    /// Half-hexes: parity of the columns and row.
    pub half_rows: Vec<(bool, u8)>,
    /// How big rivers are crossed at towns, instead of the atlas; empty for the atlas.
    pub crossing_towns: BTreeMap<String, String>,
    /// More coast.
    pub coast_extension: Option<CoastExtension>,
    /// Countries.
    pub countries: Vec<CountryRow>,
    /// Kinds of terrain.
    pub terrains: Vec<TerrainKind>,
    /// Kinds of the atlas for each kind of terrain, in order of precedence.
    pub terrain_sources: Vec<(String, usize)>,
    /// Rivers from the atlas.
    pub rivers: Vec<RiverPlan>,
}

fn choose<T: Copy>(path: &Path, what: &str, word: &str, choices: &[(&str, T)]) -> Result<T> {
    choices.iter().find(|(n, _)| *n == word).map(|(_, v)| *v).ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(n, _)| *n).collect();
        at(path, 1, format!("{what} `{word}` should be one of {}", names.join(", ")))
    })
}

/// Reads a georeference file.
pub fn read(path: &Path) -> Result<Plan> {
    let text = read_text(path)?;
    let f: File = toml::from_str(&text).map_err(|e| {
        let line = e.span().map_or(1, |s| text[..s.start].lines().count().max(1));
        at(path, line, e.message().to_string())
    })?;
    let grid = Grid {
        orientation: choose(path, "orientation", &f.grid.orientation, ORIENTATIONS)?,
        numbering: choose(path, "numbering", &f.grid.numbering, NUMBERINGS)?,
        columns_from: choose(path, "columns_from", &f.grid.columns_from, STARTS)?,
        shifted: choose(path, "shifted", &f.grid.shifted, PARITIES)?,
        shift: f.grid.shift,
        columns: f.grid.columns,
        rows: f.grid.rows,
    };
    let ordered = |(a, b): (u8, u8)| a <= b && b <= 99;
    if !ordered(grid.columns) || !ordered(grid.rows) || grid.shift.abs() != 0.5 {
        return Err(at(path, 1, "columns and rows run upwards within 0–99, and the shift is 0.5 or -0.5"));
    }
    let mut terrains = Vec::new();
    let mut terrain_sources = Vec::new();
    for (i, row) in f.terrain.iter().enumerate() {
        let manner: Manner = choose(path, "manner", &row.manner, MANNERS)?;
        terrains.push(TerrainKind { name: row.name.clone(), manner });
        terrain_sources.extend(row.atlas.iter().map(|kind| (kind.clone(), i)));
    }
    let precedence = |kind: &str| {
        ["mountain", "marsh", "forest", "hills", "lake_district", "upland"].iter().position(|k| *k == kind)
    };
    if let Some((unknown, _)) = terrain_sources.iter().find(|(k, _)| precedence(k).is_none()) {
        return Err(at(path, 1, format!("the atlas has no terrain `{unknown}`")));
    }
    terrain_sources.sort_by_key(|(kind, _)| precedence(kind));
    let rivers = f
        .river
        .into_iter()
        .map(|r| {
            let class = choose(path, "class", &r.class, RIVERS)?;
            let pieces = if r.pieces.is_empty() { vec![r.name.clone()] } else { r.pieces };
            let upper = if r.upper.is_empty() { r.name.clone() } else { r.upper };
            Ok(RiverPlan {
                name: r.name,
                class,
                pieces,
                into: r.into,
                big_below: r.big_below,
                upper,
                flows: r.flows,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    let half_rows = f
        .half_rows
        .iter()
        .map(|(parity, row)| Ok((choose(path, "parity", parity, &[("odd", true), ("even", false)])?, *row)))
        .collect::<Result<Vec<_>>>()?;
    Ok(Plan {
        id: f.id,
        title: f.title,
        region: f.region,
        anchors: f.anchors,
        reach: f.reach,
        grid,
        layers: f.layers,
        half_rows,
        crossing_towns: f.crossing_towns,
        coast_extension: f.coast_extension,
        countries: f.country,
        terrains,
        terrain_sources,
        rivers,
    })
}

impl Plan {
    /// An error about this board.
    pub fn error(&self, what: impl Into<String>) -> AtlasError {
        AtlasError::Compile { board: self.id.clone(), what: what.into() }
    }

    /// The terrain of a name.
    pub fn terrain(&self, name: &str) -> Option<u8> {
        self.terrains.iter().position(|t| t.name == name).map(|i| i as u8)
    }
}
