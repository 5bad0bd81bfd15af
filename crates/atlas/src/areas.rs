//! The board of areas: every area grows from its place over the land until it meets the next, so that each comes out
//! as one piece; where two linked areas would not touch, a strip is laid between them.

use crate::fit::Conic;
use crate::geo::{AtlasError, LonLat, Result, Row, at, features, read_text, table};
use crate::raster::{Labels, Raster};
use crate::shores::Frame;
use sandtable_board::Point;
use sandtable_board::areaboard::{Arc, Area, AreaBoard, AreaId, AreaParts, City, Link, LinkKind, Sea, SeaId};
use sandtable_board::areafile::LINKS;
use sandtable_board::geometry::{signed_area, simplify};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    title: String,
    provenance: String,
    /// Middle of the projection.
    middle: (f64, f64),
    /// Kilometres for one unit of the sheet.
    km: f64,
    /// Corners of the sheet: west, south, east, north.
    bounds: (f64, f64, f64, f64),
    /// Kilometres for one cell of the raster.
    cell_km: f64,
    /// How far an area grows from its place.
    reach_km: f64,
    /// What a river costs to grow across, in cells.
    river_cost: f64,
    /// How far north and east the open ends of the coast are closed.
    close: (f64, f64),
    #[serde(default)]
    later_lakes: Vec<LaterLake>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaterLake {
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

/// A compiled area board with its report.
pub struct CompiledAreas {
    /// The board.
    pub board: AreaBoard,
    /// Longest link in kilometres, with its ends.
    pub longest: (f64, String, String),
    /// Links that needed a strip to touch.
    pub bent: Vec<(String, String)>,
    /// Areas that came out in more than one piece: none if all is well.
    pub broken: Vec<String>,
    /// Linked areas that do not touch on land: none if all is well.
    pub apart: Vec<(String, String)>,
}

fn yes(path: &Path, line: usize, word: &str) -> Result<bool> {
    match word {
        "y" => Ok(true),
        "n" => Ok(false),
        _ => Err(at(path, line, format!("`{word}` should be y or n"))),
    }
}

struct Globe {
    conic: Conic,
    km: f64,
}

impl Globe {
    fn locate(&self, lon: f64, lat: f64) -> Point {
        self.conic.project(LonLat { lon, lat }) * (1.0 / self.km)
    }
}

/// Compiles the area board in `data/<id>` with the geography in `data/atlas`.
pub fn compile(data: &Path, id: &str) -> Result<CompiledAreas> {
    let folder = data.join(id);
    let plan_file = folder.join("georef.toml");
    let text = read_text(&plan_file)?;
    let plan: Plan = toml::from_str(&text).map_err(|e| {
        let line = e.span().map_or(1, |s| text[..s.start].lines().count().max(1));
        at(&plan_file, line, e.message().to_string())
    })?;
    let globe = Globe { conic: Conic::about(LonLat { lon: plan.middle.0, lat: plan.middle.1 }), km: plan.km };

    let (seas, sea_ids) = read_seas(&folder, &globe)?;
    let (areas, places, area_ids) = read_areas(&folder, &globe, &sea_ids)?;
    let links = read_links(&folder, &area_ids)?;

    let (west, south, east, north) = plan.bounds;
    let corners =
        [(west, south), (west, north), (east, south), (east, north)].map(|(x, y)| globe.locate(x, y));
    let edges = corners.iter().chain(places.iter());
    let (mut low, mut high) = (corners[0], corners[0]);
    for p in edges {
        low = Point::new(low.x.min(p.x), low.y.min(p.y));
        high = Point::new(high.x.max(p.x), high.y.max(p.y));
    }
    let margin = Point::new(0.9, 0.9);
    let (low, high) = (round(&[low - margin])[0], round(&[high + margin])[0]);
    let frame = Frame { low, high };

    let (land, lakes, streams) = read_shapes(data, &plan, &globe, &frame)?;
    let in_play: Vec<bool> = land.iter().map(|ring| places.iter().any(|p| p.inside(ring))).collect();
    let raster = Raster::new(low, high, plan.cell_km / plan.km);
    let grown = grow(&raster, &plan, &land, &in_play, &streams, &places, &links).map_err(|i| {
        AtlasError::Compile {
            board: id.to_string(),
            what: format!("area `{}` does not lie on land; mend its longitude and latitude", areas[i].id),
        }
    })?;

    let name = |a: AreaId| areas[a.index()].id.clone();
    let broken = (0..areas.len())
        .filter(|&i| !grown.labels.in_one_piece(i as u16))
        .map(|i| areas[i].id.clone())
        .collect();
    let touching = grown.labels.touching();
    let apart = links
        .iter()
        .filter(|l| l.kind != LinkKind::Crossing && !touching.contains(&(l.a.0.min(l.b.0), l.a.0.max(l.b.0))))
        .map(|l| (name(l.a), name(l.b)))
        .collect();
    let bent = grown.bent.iter().map(|l| (name(l.a), name(l.b))).collect();
    let longest = links
        .iter()
        .map(|l| (places[l.a.index()].distance(places[l.b.index()]) * plan.km, name(l.a), name(l.b)))
        .max_by(|x, y| x.0.total_cmp(&y.0))
        .unwrap_or_default();
    let arcs = grown
        .labels
        .spread(8)
        .arcs()
        .into_iter()
        .map(|(left, right, points)| Arc {
            left: left.map(AreaId),
            right: right.map(AreaId),
            points: round(&simplify(&points, 0.55 * raster.cell)),
        })
        .collect();

    let parts = AreaParts {
        id: id.to_string(),
        title: plan.title,
        provenance: plan.provenance,
        km: plan.km,
        frame: (low, high),
        areas,
        links,
        seas,
        arcs,
        land: in_play.into_iter().zip(land.iter().map(|r| round(&simplify(r, 0.012)))).collect(),
        lakes: lakes.iter().map(|r| round(&simplify(r, 0.02))).collect(),
        streams: streams.iter().map(|r| round(&simplify(&r.1, 0.03))).collect(),
    };
    let board = AreaBoard::new(parts)
        .map_err(|e| AtlasError::Compile { board: id.to_string(), what: e.to_string() })?;
    Ok(CompiledAreas { board, longest, bent, broken, apart })
}

/// Points as the file will have them, so that a board read back equals the one written.
fn round(points: &[Point]) -> Vec<Point> {
    let r = |v: f64| (v * 1000.0).round() / 1000.0;
    points.iter().map(|p| Point::new(r(p.x), r(p.y))).collect()
}

struct Grown {
    labels: Labels,
    bent: Vec<Link>,
}

/// Grows the areas; lays strips between linked areas that would not touch and grows again. The error is the index of
/// an area that has no land under it.
fn grow(
    raster: &Raster,
    plan: &Plan,
    land: &[Vec<Point>],
    in_play: &[bool],
    streams: &[(u8, Vec<Point>)],
    places: &[Point],
    links: &[Link],
) -> std::result::Result<Grown, usize> {
    let mut cost = vec![0.0f32; raster.len()];
    for (ring, _) in land.iter().zip(in_play).filter(|(_, p)| **p) {
        raster.fill(ring, |cell| cost[cell] = 1.0);
    }
    for (level, stream) in streams {
        if *level <= 3 {
            raster.trace(stream, |cell| {
                if cost[cell] > 0.0 {
                    cost[cell] = 1.0 + plan.river_cost as f32;
                }
            });
        }
    }
    let seeds: Vec<usize> = places
        .iter()
        .enumerate()
        .map(|(i, p)| raster.nearest(*p, 6, |cell| cost[cell] > 0.0).ok_or(i))
        .collect::<std::result::Result<_, _>>()?;
    let mut strips: Vec<(usize, u16)> = Vec::new();
    let mut bent: Vec<Link> = Vec::new();
    loop {
        let labels = Labels::grow(raster, &cost, &seeds, &strips, (plan.reach_km / plan.cell_km) as f32);
        let touching = labels.touching();
        let apart: Vec<&Link> = links
            .iter()
            .filter(|l| l.kind != LinkKind::Crossing)
            .filter(|l| !touching.contains(&(l.a.0.min(l.b.0), l.a.0.max(l.b.0))))
            .filter(|l| !bent.contains(l))
            .collect();
        if apart.is_empty() {
            return Ok(Grown { labels, bent });
        }
        for link in apart {
            let way = raster.way(&cost, seeds[link.a.index()], seeds[link.b.index()], &seeds);
            let half = way.len() / 2;
            for (i, cell) in way.into_iter().enumerate() {
                let owner = if i < half { link.a.0 } else { link.b.0 };
                for near in raster.around(cell) {
                    let taken =
                        seeds.contains(&near) || strips.iter().any(|(c, o)| *c == near && *o != owner);
                    if cost[near] > 0.0 && !taken {
                        strips.push((near, owner));
                    }
                }
            }
            bent.push(*link);
        }
    }
}

fn read_seas(folder: &Path, globe: &Globe) -> Result<(Vec<Sea>, BTreeMap<String, SeaId>)> {
    let file = folder.join("seas.csv");
    let rows = table::<SeaRow>(&file)?;
    let mut ids = BTreeMap::new();
    for (i, Row { line, row }) in rows.iter().enumerate() {
        if ids.insert(row.id.clone(), SeaId(i as u8)).is_some() {
            return Err(at(&file, *line, format!("duplicate id `{}`; ids of seas are unique", row.id)));
        }
    }
    let mut seas = Vec::new();
    for Row { line, row } in rows {
        let near = row
            .near
            .split(';')
            .map(|s| ids.get(s).copied().ok_or_else(|| at(&file, line, format!("unknown sea `{s}`"))))
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
            return Err(at(
                &file,
                i + 2,
                format!("{} names {}, which does not name it back", sea.id, seas[one_way.index()].id),
            ));
        }
    }
    Ok((seas, ids))
}

type Areas = (Vec<Area>, Vec<Point>, BTreeMap<String, AreaId>);

fn read_areas(folder: &Path, globe: &Globe, sea_ids: &BTreeMap<String, SeaId>) -> Result<Areas> {
    let file = folder.join("areas.csv");
    let (mut areas, mut places, mut ids) = (Vec::new(), Vec::new(), BTreeMap::new());
    for Row { line, row } in table::<AreaRow>(&file)? {
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

fn read_links(folder: &Path, ids: &BTreeMap<String, AreaId>) -> Result<Vec<Link>> {
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
            Ok(Link { a: area(&row.a)?, b: area(&row.b)?, kind })
        })
        .collect()
}

type Shapes = (Vec<Vec<Point>>, Vec<Vec<Point>>, Vec<(u8, Vec<Point>)>);

/// Land and lakes as rings and rivers as lines, on the sheet.
fn read_shapes(data: &Path, plan: &Plan, globe: &Globe, frame: &Frame) -> Result<Shapes> {
    let file = data.join("atlas/coast_europe.geojson");
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
    let file = data.join("atlas/rivers_europe.geojson");
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
