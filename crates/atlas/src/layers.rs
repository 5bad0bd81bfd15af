//! Terrain and countries of hexes, by sampling the geography at points spread over each hex.

use crate::files::LonLat;
use crate::fit::Georeference;
use crate::geo::Region;
use crate::georef::Plan;
use crate::shores::{Wet, wet};
use sandtable_board::geometry::simplify;
use sandtable_board::hexboard::{Manner, Shore};
use sandtable_board::{Hex, Point, Topology};
use std::collections::BTreeMap;

/// Share of a hex that a kind of terrain must cover to be the hex's terrain.
const ENOUGH: f64 = 0.5;

/// Points spread evenly over a hex: its centre and rings of six around it.
pub fn samples(t: &Topology, hex: Hex) -> Vec<Point> {
    let centre = t.centre(hex);
    let corners = t.corners(hex).map(|c| t.point(c));
    let mut out = vec![centre];
    for share in [0.3, 0.6, 0.88] {
        for k in 0..6 {
            let corner = centre.toward(corners[k], share);
            out.push(corner);
            if share > 0.5 {
                out.push(corner.middle(centre.toward(corners[(k + 1) % 6], share)));
            }
        }
    }
    out
}

/// Terrain of each hex from the atlas: index into the plan's kinds, by coverage and precedence.
pub fn terrain(plan: &Plan, region: &Region, geo: &Georeference, shores: &[Shore], t: &Topology) -> Vec<u8> {
    let polygons: Vec<(usize, Vec<Point>)> = plan
        .terrain_sources
        .iter()
        .enumerate()
        .flat_map(|(rank, (kind, _))| {
            region
                .terrain
                .iter()
                .filter(move |(k, _)| k == kind)
                .map(move |(_, ring)| (rank, ring.iter().map(|p| geo.locate(*p)).collect()))
        })
        .collect();
    let named = |manner: Manner| plan.terrains.iter().position(|k| k.manner == manner);
    t.hexes()
        .map(|hex| {
            let points = samples(t, hex);
            let share = |hits: usize| hits as f64 / points.len() as f64;
            for (kind, manner) in [(Wet::Sea, Manner::Sea), (Wet::Lake, Manner::Lake)] {
                let hits = points.iter().filter(|p| wet(shores, **p) == kind).count();
                if let Some(i) = named(manner).filter(|_| share(hits) > ENOUGH) {
                    return i as u8;
                }
            }
            for (rank, (_, index)) in plan.terrain_sources.iter().enumerate() {
                let rings: Vec<_> = polygons.iter().filter(|(r, _)| *r == rank).collect();
                let hits = points.iter().filter(|p| rings.iter().any(|(_, ring)| p.inside(ring))).count();
                if share(hits) >= ENOUGH {
                    return *index as u8;
                }
            }
            0
        })
        .collect()
}

/// The states of 1914 as rings, from their frontiers.
pub fn states(region: &Region) -> Vec<(&'static str, Vec<LonLat>)> {
    let line = |name: &str| -> Vec<LonLat> {
        region.borders.iter().find(|(b, _)| b == name).map(|(_, l)| l.clone()).unwrap_or_default()
    };
    let p = |lon, lat| LonLat { lon, lat };
    let [de_ru, at_ru, de_at, at_ro, ru_ro] = ["DE-RU", "AT-RU", "DE-AT", "AT-RO", "RU-RO"].map(line);
    let (Some(west), Some(north)) = (de_at.last().copied(), de_ru.first().copied()) else { return vec![] };
    let mut germany = de_ru.clone();
    germany.extend(de_at.iter().skip(1));
    germany.extend([p(10.0, west.lat), p(10.0, 58.0), p(20.9, 58.0), p(20.9, north.lat)]);
    let mut austria = at_ru;
    austria.extend(at_ro.iter().skip(1));
    austria.extend([p(10.0, 44.0), p(10.0, west.lat)]);
    austria.extend(de_at.iter().rev().take(de_at.len().saturating_sub(1)));
    let mut romania = ru_ro;
    romania.extend(at_ro.iter().rev().take(at_ro.len().saturating_sub(1)));
    vec![("DE", germany), ("AT", austria), ("RO", romania)]
}

/// Country code of each hex from the frontiers; a town in the hex decides, then the larger part.
pub fn countries(
    region: &Region,
    geo: &Georeference,
    t: &Topology,
    towns: &BTreeMap<Hex, String>,
) -> Vec<String> {
    let states: Vec<(&str, Vec<Point>)> = states(region)
        .into_iter()
        .map(|(code, ring)| (code, simplify(&ring.iter().map(|p| geo.locate(*p)).collect::<Vec<_>>(), 0.005)))
        .collect();
    t.hexes()
        .map(|hex| {
            if let Some(code) = towns.get(&hex) {
                return code.clone();
            }
            let points = samples(t, hex);
            states
                .iter()
                .map(|(code, ring)| (points.iter().filter(|p| p.inside(ring)).count(), *code))
                .max_by_key(|(hits, _)| *hits)
                .filter(|(hits, _)| 2 * hits > points.len())
                .map_or("RU", |(_, code)| code)
                .to_string()
        })
        .collect()
}
