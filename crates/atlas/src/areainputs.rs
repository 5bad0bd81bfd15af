//! The files that the board of areas is compiled from: its plan, areas, links and seas, and the shapes of the atlas.

use crate::files::{LonLat, Result, Row, TomlFile, at, features, table};
use crate::fit::Conic;
use crate::shores::Frame;
use sandtable_board::Point;
use sandtable_board::areaboard::{Area, AreaId, City, Link, MOST_AREAS, Sea, SeaId};
use sandtable_board::areafile::{LINKS, MOST_SEAS};
use sandtable_board::geometry::signed_area;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub title: String,
    pub provenance: String,
    /// Middle of the projection.
    pub middle: (f64, f64),
    /// Kilometres for one unit of the sheet.
    pub km: Spanned<f64>,
    /// Corners of the sheet: west, south, east, north.
    pub bounds: (f64, f64, f64, f64),
    /// Kilometres for one cell of the raster.
    pub cell_km: Spanned<f64>,
    /// How far an area grows from its place.
    pub reach_km: Spanned<f64>,
    /// What a river costs to grow across, in cells.
    pub river_cost: f64,
    /// How far north and east the open ends of the coast are closed.
    pub close: (f64, f64),
    #[serde(default)]
    pub later_lakes: Vec<LaterLake>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaterLake {
    feature: usize,
    #[serde(rename = "reason")]
    _reason: String,
}

#[derive(Deserialize)]
struct AreaRow {
    id: String,
    name: String,
    home: String,
    owner: String,
    terrain: String,
    forage: u8,
    city: String,
    spires: u8,
    fleches: u8,
    port: String,
    capital: String,
    lat: f64,
    lon: f64,
    winter: String,
    guerilla: u8,
    seas: String,
}

#[derive(Deserialize)]
struct LinkRow {
    a: String,
    b: String,
    kind: String,
}

#[derive(Deserialize)]
struct SeaRow {
    id: String,
    name: String,
    near: String,
    ice: String,
    lon: f64,
    lat: f64,
}

fn yes(path: &Path, line: usize, word: &str) -> Result<bool> {
    match word {
        "y" => Ok(true),
        "n" => Ok(false),
        _ => Err(at(path, line, format!("`{word}` should be y or n"))),
    }
}

/// From the globe to the sheet of areas.
pub struct Globe {
    conic: Conic,
    km: f64,
}

impl Globe {
    /// As a plan lays it out.
    pub fn new(plan: &Plan) -> Globe {
        let (lon, lat) = plan.middle;
        Globe { conic: Conic::about(LonLat { lon, lat }), km: *plan.km.get_ref() }
    }

    /// Where a place falls.
    pub fn locate(&self, lon: f64, lat: f64) -> Point {
        self.conic.project(LonLat { lon, lat }) * (1.0 / self.km)
    }
}

/// Points as the file will have them, so that a board read back equals the one written.
pub fn round(points: &[Point]) -> Vec<Point> {
    let r = |v: f64| (v * 100.0).round() / 100.0;
    points.iter().map(|p| Point::new(r(p.x), r(p.y))).collect()
}

/// Reads the plan.
pub fn read_plan(folder: &Path) -> Result<Plan> {
    let (file, plan) = TomlFile::read::<Plan>(&folder.join("georef.toml"))?;
    for (name, value) in [("km", &plan.km), ("cell_km", &plan.cell_km), ("reach_km", &plan.reach_km)] {
        let km = *value.get_ref();
        if !km.is_finite() || km <= 0.0 {
            return Err(file.error(&value.span(), format!("{name} {km} should be more than 0 kilometres")));
        }
    }
    Ok(plan)
}

/// Reads the seas; each must be named back by those that it names.
pub fn read_seas(folder: &Path, globe: &Globe) -> Result<(Vec<Sea>, BTreeMap<String, SeaId>)> {
    let file = folder.join("seas.csv");
    let rows = table::<SeaRow>(&file)?;
    let lines: Vec<usize> = rows.iter().map(|r| r.line).collect();
    let mut ids = BTreeMap::new();
    for (i, Row { line, row }) in rows.iter().enumerate() {
        if i >= MOST_SEAS {
            return Err(at(&file, *line, format!("an area board holds at most {MOST_SEAS} seas")));
        }
        if ids.insert(row.id.clone(), SeaId(i as u8)).is_some() {
            return Err(at(&file, *line, format!("duplicate id `{}`; ids of seas are unique", row.id)));
        }
    }
    let mut seas = Vec::new();
    for Row { line, row } in rows {
        let near = row
            .near
            .split(';')
            .map(|s| {
                ids.get(s).copied().ok_or_else(|| at(&file, line, format!("unknown sea `{s}`; see the ids")))
            })
            .collect::<Result<Vec<_>>>()?;
        let centre = globe.locate(row.lon, row.lat);
        seas.push(Sea {
            id: row.id,
            name: row.name,
            ice: yes(&file, line, &row.ice)?,
            near,
            centre: round(&[centre])[0],
        });
    }
    for (i, sea) in seas.iter().enumerate() {
        if let Some(one_way) = sea.near.iter().find(|n| !seas[n.index()].near.contains(&SeaId(i as u8))) {
            let other = &seas[one_way.index()].id;
            let what = format!("{} names {other}, which does not name it back; put both in `near`", sea.id);
            return Err(at(&file, lines[i], what));
        }
    }
    Ok((seas, ids))
}

/// Areas, their places before rounding, and their ids.
pub type Areas = (Vec<Area>, Vec<Point>, BTreeMap<String, AreaId>);

/// Reads the areas.
pub fn read_areas(folder: &Path, globe: &Globe, sea_ids: &BTreeMap<String, SeaId>) -> Result<Areas> {
    let file = folder.join("areas.csv");
    let (mut areas, mut places, mut ids) = (Vec::new(), Vec::new(), BTreeMap::new());
    for Row { line, row } in table::<AreaRow>(&file)? {
        if areas.len() >= MOST_AREAS {
            return Err(at(&file, line, format!("an area board holds at most {MOST_AREAS} areas")));
        }
        if ids.insert(row.id.clone(), AreaId(areas.len() as u16)).is_some() {
            return Err(at(&file, line, format!("duplicate id `{}`; ids of areas are unique", row.id)));
        }
        if !matches!(row.terrain.as_str(), "clear" | "forest" | "mountain" | "desert" | "marsh") {
            return Err(at(
                &file,
                line,
                format!("terrain `{}` should be clear, forest, mountain, desert or marsh", row.terrain),
            ));
        }
        let seas = row
            .seas
            .split(';')
            .filter(|s| !s.is_empty())
            .map(|s| {
                sea_ids
                    .get(s)
                    .copied()
                    .ok_or_else(|| at(&file, line, format!("unknown sea `{s}`; see seas.csv")))
            })
            .collect::<Result<Vec<_>>>()?;
        let (port, capital) = (yes(&file, line, &row.port)?, yes(&file, line, &row.capital)?);
        if port && seas.is_empty() {
            return Err(at(
                &file,
                line,
                format!("{} is a port on no sea; name its sea first in `seas`", row.id),
            ));
        }
        if !(LonLat { lon: row.lon, lat: row.lat }).sane() {
            let what = format!("{}: {} {} is no latitude and longitude; mend them", row.id, row.lat, row.lon);
            return Err(at(&file, line, what));
        }
        let place = globe.locate(row.lon, row.lat);
        places.push(place);
        let city = (!row.city.is_empty() && row.city != "-").then_some(City {
            name: row.city,
            spires: row.spires,
            fleches: row.fleches,
            port,
            capital,
        });
        areas.push(Area {
            id: row.id,
            name: row.name,
            home: row.home,
            owner: row.owner,
            terrain: row.terrain,
            forage: row.forage,
            city,
            winter: yes(&file, line, &row.winter)?,
            guerilla: row.guerilla,
            seas,
            centre: round(&[place])[0],
        });
    }
    Ok((areas, places, ids))
}

/// Reads the links, each with its line.
pub fn read_links(folder: &Path, ids: &BTreeMap<String, AreaId>) -> Result<Vec<(usize, Link)>> {
    let file = folder.join("links.csv");
    table::<LinkRow>(&file)?
        .into_iter()
        .map(|Row { line, row }| {
            let area = |id: &str| {
                ids.get(id)
                    .copied()
                    .ok_or_else(|| at(&file, line, format!("unknown area `{id}`; see areas.csv")))
            };
            let kind = LINKS.iter().find(|(w, _)| *w == row.kind).map(|(_, k)| *k);
            let kind = kind.ok_or_else(|| {
                at(&file, line, format!("kind `{}` should be land, river or crossing", row.kind))
            })?;
            Ok((line, Link { a: area(&row.a)?, b: area(&row.b)?, kind }))
        })
        .collect()
}

/// Rings of land, rings of lakes, and rivers with their level.
pub type Shapes = (Vec<Vec<Point>>, Vec<Vec<Point>>, Vec<(u8, Vec<Point>)>);

/// Land and lakes as rings and rivers as lines, on the sheet.
pub fn read_shapes(atlas: &Path, plan: &Plan, globe: &Globe, frame: &Frame) -> Result<Shapes> {
    let file = atlas.join("coast_europe.geojson");
    let (mut land, mut lakes) = (Vec::new(), Vec::new());
    let (far_north, far_east) = plan.close;
    for (i, f) in features(&file)?.into_iter().enumerate() {
        let mut ring: Vec<(f64, f64)> = f.points.iter().map(|p| (p.lon, p.lat)).collect();
        let (first, last) = (ring[0], ring[ring.len() - 1]);
        if first != last {
            // Coasts that leave the extract: around by the south-east, or over the north.
            let north = |p: (f64, f64)| (p.0, far_north);
            if first.1 > 60.0 && last.1 < 40.0 {
                ring.extend([(far_east, last.1), (far_east, far_north), north(first)]);
            } else if first.1 > 60.0 {
                ring.extend([north(last), north(first)]);
            }
        }
        let ring: Vec<Point> = ring.into_iter().map(|(lon, lat)| globe.locate(lon, lat)).collect();
        let mut ring = frame.clip(&ring);
        if ring.len() < 4 || signed_area(&ring).abs() < 0.05 {
            continue;
        }
        ring.push(ring[0]);
        match f.get("level") {
            "1" => land.push(ring),
            "2" if !plan.later_lakes.iter().any(|l| l.feature == i) => lakes.push(ring),
            _ => {}
        }
    }
    let file = atlas.join("rivers_europe.geojson");
    let mut streams = Vec::new();
    for f in features(&file)? {
        let level: u8 =
            f.get("level").parse().map_err(|_| at(&file, f.line, "`level` should be a number"))?;
        let line: Vec<Point> = f.points.iter().map(|p| globe.locate(p.lon, p.lat)).collect();
        let inside =
            |p: &Point| p.x > frame.low.x && p.x < frame.high.x && p.y > frame.low.y && p.y < frame.high.y;
        if level <= 4 && line.iter().all(inside) {
            streams.push((level, line));
        }
    }
    Ok((land, lakes, streams))
}
