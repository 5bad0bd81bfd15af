//! Reading the plain files that boards are compiled from. Whatever is wrong in one is reported with its file and
//! line.

use sandtable_board::text::FileError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A place on the globe in decimal degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LonLat {
    /// East of Greenwich.
    pub lon: f64,
    /// North of the equator.
    pub lat: f64,
}

impl LonLat {
    /// Whether there is such a place.
    pub fn sane(self) -> bool {
        (-180.0..=180.0).contains(&self.lon) && (-90.0..=90.0).contains(&self.lat)
    }
}

/// What can go wrong while reading or compiling.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// A file says something that cannot be.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The compiled board breaks a rule of all boards.
    #[error("board {board}: {source}")]
    Board {
        /// Which.
        board: String,
        /// Why.
        source: sandtable_board::hexboard::BoardError,
    },
    /// Something else that a person must mend in the inputs.
    #[error("board {board}: {what}")]
    Compile {
        /// Which.
        board: String,
        /// What is wrong and what to do.
        what: String,
    },
}

/// A result of this crate.
pub type Result<T> = std::result::Result<T, AtlasError>;

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path)
        .map_err(|source| AtlasError::Io { path: path.display().to_string(), source })
}

/// An error at a line of a file.
pub fn at(file: &Path, line: usize, what: impl Into<String>) -> AtlasError {
    FileError { file: file.display().to_string(), line, what: what.into() }.into()
}

/// A row of a CSV file with its line.
pub struct Row<T> {
    /// Line in the file, counted from one.
    pub line: usize,
    /// The row.
    pub row: T,
}

/// Reads a CSV file whose header names the fields of `T`.
pub fn table<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Vec<Row<T>>> {
    let text = read_text(path)?;
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|e| at(path, 1, e.to_string()))?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| {
            let line = e.position().map_or(1, |p| p.line() as usize);
            at(path, line, format!("{e}; every row has {} fields", headers.len()))
        })?;
        let line = record.position().map_or(1, |p| p.line() as usize);
        let row = record.deserialize(Some(&headers)).map_err(|e| {
            at(path, line, format!("{e}; the columns are {}", headers.iter().collect::<Vec<_>>().join(", ")))
        })?;
        rows.push(Row { line, row });
    }
    Ok(rows)
}

/// A TOML file with its text, so that a complaint about a value can name its line.
pub struct TomlFile {
    path: PathBuf,
    text: String,
}

impl TomlFile {
    /// Reads a file and what it says; a key that is not known is refused by `T`.
    pub fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<(TomlFile, T)> {
        let file = TomlFile { path: path.to_path_buf(), text: read_text(path)? };
        let value = toml::from_str(&file.text)
            .map_err(|e| file.error(&e.span().unwrap_or_default(), e.message().to_string()))?;
        Ok((file, value))
    }

    /// The line on which a stretch of the text begins, counted from one.
    pub fn line(&self, span: &Range<usize>) -> usize {
        self.text.bytes().take(span.start).filter(|b| *b == b'\n').count() + 1
    }

    /// An error at a stretch of the text.
    pub fn error(&self, span: &Range<usize>, what: impl Into<String>) -> AtlasError {
        at(&self.path, self.line(span), what)
    }
}

/// A feature of a GeoJSON file, its lines or rings in order.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Line in the file.
    pub line: usize,
    /// Its properties.
    pub properties: BTreeMap<String, String>,
    /// Its points: a line, or the outer ring of a polygon.
    pub points: Vec<LonLat>,
}

impl Feature {
    /// A property; empty when it is not there.
    pub fn get(&self, key: &str) -> &str {
        self.properties.get(key).map_or("", String::as_str)
    }
}

/// Reads a GeoJSON file of lines and polygons, one feature a line.
pub fn features(path: &Path) -> Result<Vec<Feature>> {
    let text = read_text(path)?;
    let mut out = Vec::new();
    for (i, raw) in text.lines().enumerate() {
        let json = raw.trim().trim_end_matches(',');
        // The collection's own brackets stand on the first and the last line.
        if json.is_empty() || json == "]}" || json.contains("\"FeatureCollection\"") {
            continue;
        }
        let line = i + 1;
        let value: serde_json::Value = serde_json::from_str(json)
            .map_err(|e| at(path, line, format!("{e}; each line holds one whole GeoJSON feature")))?;
        let properties = value["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(k, v)| (k.clone(), v.as_str().map_or_else(|| v.to_string(), str::to_string)))
            .collect();
        let geometry = &value["geometry"];
        let coordinates = match geometry["type"].as_str() {
            Some("LineString") => &geometry["coordinates"],
            Some("Polygon") => &geometry["coordinates"][0],
            other => {
                let what = format!("geometry `{}` should be LineString or Polygon", other.unwrap_or("none"));
                return Err(at(path, line, what));
            }
        };
        let points = coordinates
            .as_array()
            .into_iter()
            .flatten()
            .map(|p| match (p[0].as_f64(), p[1].as_f64()) {
                (Some(lon), Some(lat)) if (LonLat { lon, lat }).sane() => Ok(LonLat { lon, lat }),
                _ => Err(at(path, line, format!("{p} should be [longitude, latitude]"))),
            })
            .collect::<Result<Vec<_>>>()?;
        if points.len() < 2 {
            return Err(at(path, line, "a feature has at least two points"));
        }
        out.push(Feature { line, properties, points });
    }
    if out.is_empty() {
        return Err(at(path, 1, "no GeoJSON features are in this file, one a line"));
    }
    Ok(out)
}
