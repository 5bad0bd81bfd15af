//! The georeference file of a board: its grid, its kinds of terrain, which layers come from the atlas and which
//! from the sheet.

use crate::files::{AtlasError, Result, TomlFile, at};
use sandtable_board::Grid;
use sandtable_board::hexboard::{Crossing, Manner, RiverClass, TerrainKind};
use sandtable_board::hexfile::{CROSSINGS, MANNERS, NUMBERINGS, ORIENTATIONS, PARITIES, RIVERS, STARTS};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// A word of the file that knows its line.
type Word = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridTable {
    orientation: Word,
    numbering: Word,
    columns_from: Word,
    shifted: Word,
    shift: Spanned<f64>,
    columns: Spanned<(u8, u8)>,
    rows: Spanned<(u8, u8)>,
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
    manner: Word,
    #[serde(default)]
    atlas: Vec<Word>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RiverRow {
    name: Word,
    class: Word,
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
    /// Where it stands in the file.
    pub line: usize,
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
    reach: Spanned<f64>,
    grid: GridTable,
    layers: Layers,
    #[serde(default)]
    half_rows: Vec<(Word, u8)>,
    #[serde(default)]
    crossing_towns: BTreeMap<String, Word>,
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
    /// The file.
    pub path: PathBuf,
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
    /// How big rivers are crossed at towns or hexes, instead of the atlas, each with its line; empty for the atlas.
    pub crossing_towns: BTreeMap<String, (Crossing, usize)>,
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

impl TomlFile {
    /// One of a fixed list of words.
    fn choose<T: Copy>(&self, what: &str, word: &Word, choices: &[(&str, T)]) -> Result<T> {
        choices.iter().find(|(n, _)| n == word.get_ref()).map(|(_, v)| *v).ok_or_else(|| {
            let names: Vec<_> = choices.iter().map(|(n, _)| *n).collect();
            let what = format!("{what} `{}` should be one of {}", word.get_ref(), names.join(", "));
            self.error(&word.span(), what)
        })
    }

    fn grid(&self, g: &GridTable) -> Result<Grid> {
        let range = |what: &str, r: &Spanned<(u8, u8)>| match *r.get_ref() {
            (a, b) if a <= b && b <= 99 => Ok((a, b)),
            (a, b) => Err(self.error(&r.span(), format!("{what} {a} to {b} should run upwards within 0–99"))),
        };
        if g.shift.get_ref().abs() != 0.5 {
            return Err(self.error(&g.shift.span(), "the shift is 0.5 or -0.5"));
        }
        Ok(Grid {
            orientation: self.choose("orientation", &g.orientation, ORIENTATIONS)?,
            numbering: self.choose("numbering", &g.numbering, NUMBERINGS)?,
            columns_from: self.choose("columns_from", &g.columns_from, STARTS)?,
            shifted: self.choose("shifted", &g.shifted, PARITIES)?,
            shift: *g.shift.get_ref(),
            columns: range("columns", &g.columns)?,
            rows: range("rows", &g.rows)?,
        })
    }

    fn river(&self, r: RiverRow) -> Result<RiverPlan> {
        let line = self.line(&r.name.span());
        let name = r.name.into_inner();
        Ok(RiverPlan {
            line,
            class: self.choose("class", &r.class, RIVERS)?,
            pieces: if r.pieces.is_empty() { vec![name.clone()] } else { r.pieces },
            into: r.into,
            big_below: r.big_below,
            upper: if r.upper.is_empty() { name.clone() } else { r.upper },
            flows: r.flows,
            name,
        })
    }
}

/// Kinds of terrain of the atlas; where several cover a hex, the earlier one is its terrain.
const PRECEDENCE: [&str; 6] = ["mountain", "marsh", "forest", "hills", "lake_district", "upland"];

/// Reads a georeference file.
pub fn read(path: &Path) -> Result<Plan> {
    let (file, f) = TomlFile::read::<File>(path)?;
    if f.reach.get_ref().is_nan() || *f.reach.get_ref() <= 0.0 {
        return Err(file.error(&f.reach.span(), "reach is a number of hexes greater than 0"));
    }
    let mut terrains = Vec::new();
    let mut ranked = Vec::new();
    for (i, row) in f.terrain.iter().enumerate() {
        let manner: Manner = file.choose("manner", &row.manner, MANNERS)?;
        terrains.push(TerrainKind { name: row.name.clone(), manner });
        for kind in &row.atlas {
            let rank = PRECEDENCE.iter().position(|k| k == kind.get_ref()).ok_or_else(|| {
                let known = PRECEDENCE.join(", ");
                let what = format!("the atlas has no terrain `{}`; it has {known}", kind.get_ref());
                file.error(&kind.span(), what)
            })?;
            ranked.push((rank, kind.get_ref().clone(), i));
        }
    }
    ranked.sort_by_key(|(rank, ..)| *rank);
    let parities = &[("odd", true), ("even", false)];
    Ok(Plan {
        path: path.to_path_buf(),
        id: f.id,
        title: f.title,
        region: f.region,
        anchors: f.anchors,
        reach: *f.reach.get_ref(),
        grid: file.grid(&f.grid)?,
        layers: f.layers,
        half_rows: f
            .half_rows
            .iter()
            .map(|(parity, row)| Ok((file.choose("parity", parity, parities)?, *row)))
            .collect::<Result<_>>()?,
        crossing_towns: f
            .crossing_towns
            .into_iter()
            .map(|(town, kind)| {
                let line = file.line(&kind.span());
                Ok((town, (file.choose("crossing", &kind, CROSSINGS)?, line)))
            })
            .collect::<Result<_>>()?,
        coast_extension: f.coast_extension,
        countries: f.country,
        terrains,
        terrain_sources: ranked.into_iter().map(|(_, kind, i)| (kind, i)).collect(),
        rivers: f.river.into_iter().map(|r| file.river(r)).collect::<Result<_>>()?,
    })
}

impl Plan {
    /// An error about this board.
    pub fn error(&self, what: impl Into<String>) -> AtlasError {
        AtlasError::Compile { board: self.id.clone(), what: what.into() }
    }

    /// An error at a line of the file.
    pub fn error_at(&self, line: usize, what: impl Into<String>) -> AtlasError {
        at(&self.path, line, what)
    }

    /// The terrain of a name.
    pub fn terrain(&self, name: &str) -> Option<u8> {
        self.terrains.iter().position(|t| t.name == name).map(|i| i as u8)
    }
}
