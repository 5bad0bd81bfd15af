//! The geography: towns, railways, roads, rivers, coast, terrain and frontiers.

use crate::files::{LonLat, Result, Row, at, features, table};
use sandtable_board::hexboard::Crossing;
use sandtable_board::hexfile::CROSSINGS;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

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
        if !row.place().sane() {
            return Err(at(
                path,
                line,
                format!("{}: {} {} is no longitude and latitude; mend them", row.id, row.lon, row.lat),
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
    /// How towns cross their river.
    pub crossings: BTreeMap<String, Crossing>,
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
        let coast_file = dir.join("coast_east.geojson");
        let lines = features(&coast_file)?;
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
                let level = f.get("level").parse();
                let level = level.map_err(|_| at(&coast_file, f.line, "`level` should be a number"))?;
                coast.push((level, f.points));
            }
        }
        borders = features(&dir.join("borders_1914.geojson"))?
            .into_iter()
            .map(|f| (f.get("between").to_string(), f.points))
            .collect();
        let crossings_file = dir.join("crossings.csv");
        for Row { line, row } in table::<CrossingRow>(&crossings_file)? {
            if !towns.contains_key(&row.town_id) {
                let what = format!("unknown town `{}`; add it to the towns or mend the id", row.town_id);
                return Err(at(&crossings_file, line, what));
            }
            let kind = CROSSINGS.iter().find(|(word, _)| *word == row.kind).map(|(_, kind)| *kind);
            let kind = kind.ok_or_else(|| {
                at(&crossings_file, line, format!("kind `{}` should be bridge, pontoon or ferry", row.kind))
            })?;
            crossings.insert(row.town_id, kind);
        }
    }
    Ok(Region { towns, railways, roads, rivers, terrain, coast, borders, crossings })
}
