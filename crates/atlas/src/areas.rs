//! The board of areas: every area grows from its place over the land until it meets the next, so that each comes out
//! as one piece; where two linked areas would not touch, a strip is laid between them.

use crate::areainputs::{Globe, Plan, read_areas, read_links, read_plan, read_seas, read_shapes, round};
use crate::files::{AtlasError, Result, at};
use crate::raster::{Labels, Raster};
use crate::shores::Frame;
use crate::sources::Sources;
use sandtable_board::Point;
use sandtable_board::areaboard::{Arc, AreaBoard, AreaId, AreaParts, Link, LinkKind};
use sandtable_board::geometry::simplify;

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

/// Compiles a board of areas.
pub fn compile(sources: &Sources, id: &str) -> Result<CompiledAreas> {
    let folder = &sources.board(id)?.folder;
    let plan = read_plan(folder)?;
    let (km, cell_km) = (*plan.km.get_ref(), *plan.cell_km.get_ref());
    let globe = Globe::new(&plan);

    let (seas, sea_ids) = read_seas(folder, &globe)?;
    let (areas, places, area_ids) = read_areas(folder, &globe, &sea_ids)?;
    let (link_lines, links): (Vec<_>, Vec<_>) = read_links(folder, &area_ids)?.into_iter().unzip();

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

    let (land, lakes, streams) = read_shapes(&sources.atlas, &plan, &globe, &frame)?;
    let in_play: Vec<bool> = land.iter().map(|ring| places.iter().any(|p| p.inside(ring))).collect();
    let raster = Raster::new(low, high, cell_km / km);
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
        .map(|l| (places[l.a.index()].distance(places[l.b.index()]) * km, name(l.a), name(l.b)))
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
        km,
        frame: (low, high),
        areas,
        links,
        seas,
        arcs,
        land: in_play.into_iter().zip(land.iter().map(|r| round(&simplify(r, 0.012)))).collect(),
        lakes: lakes.iter().map(|r| round(&simplify(r, 0.02))).collect(),
        streams: streams.iter().map(|r| round(&simplify(&r.1, 0.03))).collect(),
    };
    let board = AreaBoard::new(parts).map_err(|e| match e.link {
        Some(i) => at(&folder.join("links.csv"), link_lines[i], e.to_string()),
        None => AtlasError::Compile { board: id.to_string(), what: e.to_string() },
    })?;
    Ok(CompiledAreas { board, longest, bent, broken, apart })
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
    let reach = (plan.reach_km.get_ref() / plan.cell_km.get_ref()) as f32;
    let mut strips: Vec<(usize, u16)> = Vec::new();
    let mut bent: Vec<Link> = Vec::new();
    loop {
        let labels = Labels::grow(raster, &cost, &seeds, &strips, reach);
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
