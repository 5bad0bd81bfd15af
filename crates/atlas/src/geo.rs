//! The geography: towns, railways, roads, rivers, coast, terrain and frontiers, read from plain files. Whatever is
//! wrong in one is reported with its file and line.

use sandtable_board::text::FileError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A place on the globe in decimal degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LonLat {
    /// East of Greenwich.
    pub lon: f64,
    /// North of the equator.
    pub lat: f64,
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

/// A town of the atlas.
#[derive(Clone, Debug, Deserialize)]
pub struct Town {
    /// Plain lower-case id.
    pub id: String,
    /// Name of its day.
    pub name: String,
    /// Other names, separated by `;`.
    pub aliases: String,
    /// Longitude.
    pub lon: f64,
    /// Latitude.
    pub lat: f64,
    /// `city`, `town` or `village`.
    pub class: String,
    /// Country of 1914.
    pub country_1914: String,
}

impl Town {
    /// Where it lies.
    pub fn place(&self) -> LonLat {
        LonLat { lon: self.lon, lat: self.lat }
    }
}

/// Towns by id.
pub type Towns = BTreeMap<String, Town>;

/// Reads a file of towns; ids must be unique and coordinates sane.
pub fn towns(path: &Path) -> Result<Towns> {
    let mut out = Towns::new();
    for Row { line, row } in table::<Town>(path)? {
        let sane = (-180.0..=180.0).contains(&row.lon) && (-90.0..=90.0).contains(&row.lat);
        if !sane {
            return Err(at(
                path,
                line,
                format!("{}: {} {} is no longitude and latitude", row.id, row.lon, row.lat),
            ));
        }
        if !matches!(row.class.as_str(), "city" | "town" | "village") {
            return Err(at(path, line, format!("class `{}` should be city, town or village", row.class)));
        }
        let id = row.id.clone();
        if out.insert(id.clone(), row).is_some() {
            return Err(at(path, line, format!("duplicate id `{id}`; give one of the two another id")));
        }
    }
    Ok(out)
}

/// A railway or road by its stations.
#[derive(Clone, Debug)]
pub struct Route {
    /// Its name.
    pub name: String,
    /// Tracks of a railway, or 0.
    pub tracks: u8,
    /// Class of a road, or empty.
    pub class: String,
    /// Country of a railway, or empty.
    pub country: String,
    /// Town ids in order.
    pub stations: Vec<String>,
}

#[derive(Deserialize)]
struct RouteRow {
    #[serde(alias = "road")]
    line: String,
    #[serde(default)]
    tracks: u8,
    #[serde(default)]
    class: String,
    #[serde(default)]
    country: String,
    stations: String,
}

/// Reads railways or roads; every station must be a town.
pub fn routes(path: &Path, towns: &Towns) -> Result<Vec<Route>> {
    let mut names = std::collections::BTreeSet::new();
    table::<RouteRow>(path)?
        .into_iter()
        .map(|Row { line, row }| {
            let stations: Vec<String> = row.stations.split(';').map(|s| s.trim().to_string()).collect();
            if let Some(unknown) = stations.iter().find(|s| !towns.contains_key(*s)) {
                return Err(at(
                    path,
                    line,
                    format!("unknown town `{unknown}`; add it to the towns or mend the id"),
                ));
            }
            if stations.len() < 2 {
                return Err(at(path, line, format!("`{}` has fewer than two stations", row.line)));
            }
            if !names.insert(row.line.clone()) {
                return Err(at(
                    path,
                    line,
                    format!("duplicate id `{}`; names of lines are unique", row.line),
                ));
            }
            Ok(Route { name: row.line, tracks: row.tracks, class: row.class, country: row.country, stations })
        })
        .collect()
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
        if !json.contains("\"Feature\"") {
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
                return Err(at(path, line, format!("geometry {other:?} should be LineString or Polygon")));
            }
        };
        let points = coordinates
            .as_array()
            .into_iter()
            .flatten()
            .map(|p| match (p[0].as_f64(), p[1].as_f64()) {
                (Some(lon), Some(lat)) => Ok(LonLat { lon, lat }),
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

#[derive(Deserialize)]
struct RiverName {
    name: String,
    extract: String,
    feature: usize,
}

#[derive(Deserialize)]
struct CrossingRow {
    town_id: String,
    kind: String,
}

#[derive(Deserialize)]
struct Reservoir {
    name: String,
    feature: usize,
}

/// A control point from the anchors file.
#[derive(Clone, Debug, Deserialize)]
pub struct Anchor {
    /// Which board, in the file's spelling.
    pub game: String,
    /// Hex number.
    pub hex: String,
    /// Town id.
    pub town_id: String,
    /// Kind and remark: `stated: …`, `inferred: …`, `edge: …`, `extra: …`.
    pub note: String,
}

/// All geography of one region.
#[derive(Debug)]
pub struct Region {
    /// Towns.
    pub towns: Towns,
    /// Railways.
    pub railways: Vec<Route>,
    /// Roads.
    pub roads: Vec<Route>,
    /// River lines by name.
    pub rivers: BTreeMap<String, Vec<Vec<LonLat>>>,
    /// Terrain polygons: kind and ring.
    pub terrain: Vec<(String, Vec<LonLat>)>,
    /// Coast and lakes: level and line.
    pub coast: Vec<(u8, Vec<LonLat>)>,
    /// Frontiers: `DE-RU` and so on, and line.
    pub borders: Vec<(String, Vec<LonLat>)>,
    /// How towns cross their river: `bridge`, `pontoon`, `ferry`.
    pub crossings: BTreeMap<String, String>,
}

/// Reads a region, `east` or `orel`, from the atlas folder.
pub fn region(dir: &Path, name: &str) -> Result<Region> {
    let east = name == "east";
    let towns = towns(&dir.join(format!("towns_{name}.csv")))?;
    let (rail_file, road_file) =
        if east { ("railways_1914.csv", "roads.csv") } else { ("railways_orel.csv", "roads_orel.csv") };
    let railways = routes(&dir.join(rail_file), &towns)?;
    let roads = routes(&dir.join(road_file), &towns)?;

    let extract_name = format!("rivers_{name}");
    let extract = features(&dir.join(format!("{extract_name}.geojson")))?;
    let mut rivers: BTreeMap<String, Vec<Vec<LonLat>>> = BTreeMap::new();
    let names = dir.join("rivers_names.csv");
    for Row { line, row } in table::<RiverName>(&names)? {
        if row.extract != extract_name {
            continue;
        }
        let feature = extract.get(row.feature).ok_or_else(|| {
            at(
                &names,
                line,
                format!("feature {} is not in {extract_name}, which has {}", row.feature, extract.len()),
            )
        })?;
        rivers.entry(row.name).or_default().push(feature.points.clone());
    }
    for f in features(&dir.join("rivers_minor.geojson"))? {
        if f.get("region") == name {
            rivers.entry(f.get("name").to_string()).or_default().push(f.points);
        }
    }

    let terrain = features(&dir.join(format!("terrain_{name}.geojson")))?
        .into_iter()
        .map(|f| (f.get("kind").to_string(), f.points))
        .collect();
    let (mut coast, mut borders, mut crossings) = (Vec::new(), Vec::new(), BTreeMap::new());
    if east {
        let reservoirs_file = dir.join("reservoirs_post1914.csv");
        let lines = features(&dir.join("coast_east.geojson"))?;
        let mut later = Vec::new();
        for Row { line, row } in table::<Reservoir>(&reservoirs_file)? {
            if row.feature >= lines.len() {
                return Err(at(
                    &reservoirs_file,
                    line,
                    format!("{}: feature {} is not in coast_east", row.name, row.feature),
                ));
            }
            later.push(row.feature);
        }
        for (i, f) in lines.into_iter().enumerate() {
            if !later.contains(&i) {
                coast.push((f.get("level").parse().unwrap_or(1), f.points));
            }
        }
        borders = features(&dir.join("borders_1914.geojson"))?
            .into_iter()
            .map(|f| (f.get("between").to_string(), f.points))
            .collect();
        let crossings_file = dir.join("crossings.csv");
        for Row { line, row } in table::<CrossingRow>(&crossings_file)? {
            if !towns.contains_key(&row.town_id) {
                return Err(at(&crossings_file, line, format!("unknown town `{}`", row.town_id)));
            }
            if !matches!(row.kind.as_str(), "bridge" | "pontoon" | "ferry") {
                return Err(at(
                    &crossings_file,
                    line,
                    format!("kind `{}` should be bridge, pontoon or ferry", row.kind),
                ));
            }
            crossings.insert(row.town_id, row.kind);
        }
    }
    Ok(Region { towns, railways, roads, rivers, terrain, coast, borders, crossings })
}
