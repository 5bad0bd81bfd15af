//! The drawing of a board of areas: shapes cut at the coast, borders that say how they can be crossed.

use super::canvas::{Canvas, UNIT, escape, jitter, num, polyline, soft};
use super::key::Sheet;
use super::labels::{Box2, Label, Wish, place};
use super::terrain::{Glyphs, tint};
use super::{Detail, areakey};
use crate::areaboard::{Area, AreaBoard, AreaId, LinkKind};
use crate::geometry::Point;
use crate::hexboard::Manner;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Tints of the powers; minor states share the rest.
const POWERS: [(&str, &str); 7] = [
    ("FR", "#b9cbe6"),
    ("GB", "#efb7ae"),
    ("RU", "#c3d9b4"),
    ("TU", "#e9d19c"),
    ("AU", "#f3ead0"),
    ("PR", "#c3ccd3"),
    ("SP", "#f0c98f"),
];
const MINORS: [&str; 6] = ["#dbe3c4", "#e7d3de", "#d3e0e2", "#ead9c4", "#d9d3e8", "#e3e2bd"];

fn colour(board: &AreaBoard, area: &Area) -> &'static str {
    if let Some((_, c)) = POWERS.iter().find(|(code, _)| *code == area.home) {
        return c;
    }
    let mut minors: Vec<&str> = board.parts().areas.iter().map(|a| a.home.as_str()).collect();
    minors.retain(|h| POWERS.iter().all(|(code, _)| code != h));
    minors.sort_unstable();
    minors.dedup();
    let i = minors.iter().position(|h| *h == area.home).unwrap_or(0);
    MINORS[(i * 5) % MINORS.len()]
}

fn scaled(points: &[Point]) -> Vec<Point> {
    points.iter().map(|p| *p * UNIT).collect()
}

/// Outline of an area as a soft path: its borders one after the other.
fn outline_path(board: &AreaBoard, id: AreaId) -> String {
    let rings = board.outline_arcs(id);
    rings
        .iter()
        .map(|ring| {
            let pieces = ring.iter().enumerate().map(|(i, piece)| soft(&scaled(piece), i == 0));
            pieces.chain(["z".to_string()]).collect::<String>()
        })
        .collect()
}

fn map_box(board: &AreaBoard) -> Box2 {
    let (low, high) = board.parts().frame;
    Box2 { low: low * UNIT, high: high * UNIT }
}

/// Draws an area board.
pub fn draw(board: &AreaBoard, detail: Detail) -> String {
    let map = map_box(board);
    let sheet = Sheet::around(map);
    let mut canvas = Canvas::default();
    let c = &mut canvas;
    sheet.open(c, &board.parts().title);
    let size = map.high - map.low;
    let frame = format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        num(map.low.x),
        num(map.low.y),
        num(size.x),
        num(size.y)
    );
    c.line(&format!("<clipPath id=\"map\"><rect {frame}/></clipPath>"));
    c.open("clip-path=\"url(#map)\"");
    c.line(&format!("<rect {frame} fill=\"{}\"/>", tint(Manner::Sea)));
    let shape = |wanted: bool| -> String {
        let rings = board.parts().land.iter().filter(|(in_play, _)| *in_play == wanted);
        rings.map(|(_, r)| polyline(&scaled(r), true)).collect()
    };
    let (land, other) = (shape(true), shape(false));
    c.open("class=\"sea\" fill=\"none\" stroke=\"#8fb9d0\" stroke-linejoin=\"round\"");
    for (width, opacity) in [(20.0, 0.16), (12.0, 0.2), (5.0, 0.35)] {
        c.path(&format!("stroke-width=\"{width}\" stroke-opacity=\"{opacity}\""), &format!("{land}{other}"));
    }
    c.close();
    c.path("class=\"out\" fill=\"#ddd6c4\" stroke=\"#8aa5b3\" stroke-width=\"0.9\"", &other);
    c.line(&format!("<clipPath id=\"dry\"><path d=\"{land}\"/></clipPath>"));
    c.open("class=\"areas\" clip-path=\"url(#dry)\"");
    c.path("fill=\"#ddd6c4\"", &land);
    for id in board.areas() {
        let area = board.area(id);
        c.path(
            &format!(
                "id=\"area-{}\" fill=\"{}\" fill-rule=\"evenodd\"",
                escape(&area.id),
                colour(board, area)
            ),
            &outline_path(board, id),
        );
    }
    terrain(c, board);
    streams(c, board);
    borders(c, board);
    c.close();
    let lakes: String = board.parts().lakes.iter().map(|r| polyline(&scaled(r), true)).collect();
    c.path(
        &format!("class=\"lakes\" fill=\"{}\" stroke=\"#5b8fae\" stroke-width=\"0.8\"", tint(Manner::Lake)),
        &lakes,
    );
    c.path("class=\"shore\" fill=\"none\" stroke=\"#4f7f9c\" stroke-width=\"1.2\"", &land);
    crossings(c, board);
    seas(c, board);
    let taken = cities(c, board, detail);
    names(c, board, detail, &taken, &map);
    c.close();
    sheet.border(c);
    let foot = areakey::draw(c, &board.parts().provenance, map);
    sheet.head(c, foot, &board.parts().title);
    canvas.out
}

fn manner(area: &Area) -> Manner {
    match area.terrain.as_str() {
        "forest" => Manner::Wood,
        "mountain" => Manner::Mountain,
        "marsh" => Manner::Swamp,
        "desert" => Manner::Rough,
        _ => Manner::Open,
    }
}

/// Symbols of the terrain spread over an area, clear of its middle and its border.
fn terrain(c: &mut Canvas, board: &AreaBoard) {
    let mut glyphs: BTreeMap<u8, (Manner, Glyphs)> = BTreeMap::new();
    for id in board.areas() {
        let area = board.area(id);
        let m = manner(area);
        if m == Manner::Open {
            continue;
        }
        let outline: Vec<Vec<Point>> = board.outline(id).iter().map(|r| scaled(r)).collect();
        let middle = area.centre * UNIT;
        let store = &mut glyphs.entry(m as u8).or_insert_with(|| (m, Glyphs::default())).1;
        let land: Vec<Vec<Point>> = board.parts().land.iter().filter(|l| l.0).map(|l| scaled(&l.1)).collect();
        for i in -7..=7i32 {
            for j in -7..=7i32 {
                let seed = ((i + 8) * 16 + j + 8) as usize;
                let p = middle
                    + Point::new(f64::from(j) * 19.0 + 9.5 * f64::from(i & 1), f64::from(i) * 16.0)
                    + Point::new(jitter(id.index(), seed), jitter(id.index(), 300 + seed)) * 3.5;
                let clear = (p.x - middle.x).abs() > 26.0 || !(-14.0..=20.0).contains(&(p.y - middle.y));
                let inside = outline.iter().filter(|r| p.inside(r)).count() % 2 == 1;
                let deep = outline.iter().all(|r| p.to_polyline(r) > 9.0);
                if clear && inside && deep && land.iter().any(|r| p.inside(r)) {
                    store.add(m, p, 0.95);
                }
            }
        }
    }
    c.open("class=\"terrain\" opacity=\"0.8\"");
    for (m, g) in glyphs.values() {
        g.draw(c, *m);
    }
    c.close();
}

fn streams(c: &mut Canvas, board: &AreaBoard) {
    let d: String = board.parts().streams.iter().map(|l| polyline(&scaled(l), false)).collect();
    c.path(
        "class=\"streams\" fill=\"none\" stroke=\"#6ea3c4\" stroke-opacity=\"0.5\" stroke-width=\"1\"",
        &d,
    );
}

/// Borders by what crosses them; those that nothing crosses are walls.
fn borders(c: &mut Canvas, board: &AreaBoard) {
    let (mut land, mut river, mut wall, mut winter) =
        (String::new(), String::new(), String::new(), String::new());
    let mut frontier = String::new();
    for arc in &board.parts().arcs {
        let (Some(a), Some(b)) = (arc.left, arc.right) else { continue };
        let d = soft(&scaled(&arc.points), true);
        if board.area(a).home != board.area(b).home {
            frontier.push_str(&d);
        }
        if board.area(a).winter != board.area(b).winter {
            winter.push_str(&d);
        }
        match board.link(a, b) {
            Some(LinkKind::Land) => land.push_str(&d),
            Some(LinkKind::River) => river.push_str(&d),
            Some(LinkKind::Crossing) | None => wall.push_str(&d),
        }
    }
    c.open("class=\"borders\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
    c.path("stroke=\"#b4534a\" stroke-width=\"7\" stroke-opacity=\"0.32\"", &frontier);
    c.path("stroke=\"#ffffff\" stroke-width=\"5.5\" stroke-dasharray=\"1 9\"", &winter);
    c.path("stroke=\"#6d5b41\" stroke-width=\"1.2\"", &land);
    c.path("stroke=\"#2f6d95\" stroke-width=\"4\"", &river);
    c.path("stroke=\"#7db4d6\" stroke-width=\"2.4\"", &river);
    c.path("stroke=\"#5a3d22\" stroke-width=\"4.2\"", &wall);
    c.path("stroke=\"#caa877\" stroke-width=\"2.2\" stroke-dasharray=\"2 5\"", &wall);
    c.close();
}

fn crossings(c: &mut Canvas, board: &AreaBoard) {
    c.line(
        "<marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"8\" refY=\"5\" markerWidth=\"5\" markerHeight=\"5\" \
         orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" fill=\"#7a3b2e\"/></marker>",
    );
    c.open(
        "class=\"crossings\" stroke=\"#7a3b2e\" stroke-width=\"2.2\" stroke-dasharray=\"6 4\" fill=\"none\"",
    );
    for link in board.parts().links.iter().filter(|l| l.kind == LinkKind::Crossing) {
        let (a, b) = (board.area(link.a).centre * UNIT, board.area(link.b).centre * UNIT);
        let (p, q) = (a.toward(b, 0.24), b.toward(a, 0.24));
        c.path("marker-start=\"url(#arrow)\" marker-end=\"url(#arrow)\"", &polyline(&[p, q], false));
    }
    c.close();
}

fn seas(c: &mut Canvas, board: &AreaBoard) {
    c.open("class=\"seas\" font-style=\"italic\" font-size=\"21\" letter-spacing=\"3\" fill=\"#2f6587\" fill-opacity=\"0.8\" text-anchor=\"middle\"");
    for sea in &board.parts().seas {
        let words: Vec<&str> = sea.name.split(' ').collect();
        let lines = if sea.name.len() > 12 {
            words.iter().map(|w| w.to_string()).collect()
        } else {
            vec![sea.name.clone()]
        };
        let top = sea.centre * UNIT - Point::new(0.0, 11.0 * (lines.len() as f64 - 1.0));
        // A narrow sea has a long name.
        let size = if sea.name.len() > 18 { " font-size=\"14\" letter-spacing=\"1\"" } else { "" };
        for (i, line) in lines.iter().enumerate() {
            c.text(size, top + Point::new(0.0, 23.0 * i as f64), line);
        }
    }
    c.close();
}

/// Cities with their spires, walls and forage; gives the room they take.
fn cities(c: &mut Canvas, board: &AreaBoard, detail: Detail) -> Vec<Box2> {
    let mut taken = Vec::new();
    let (mut towers, mut walls, mut anchors) = (String::new(), String::new(), String::new());
    c.open("class=\"cities\" stroke=\"#1f1b18\" stroke-width=\"1\"");
    for area in &board.parts().areas {
        let p = area.centre * UNIT;
        if let Some(city) = &area.city {
            if city.capital {
                c.path("fill=\"#c8513f\"", &super::hexmap::star(p, 9.5));
            } else {
                c.line(&format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"4.4\" fill=\"#fdfaf0\"/>",
                    num(p.x),
                    num(p.y)
                ));
            }
            taken.push(Box2::around(p, 9.5, 9.5));
            if city.port {
                let q = p + Point::new(-15.0, 0.0);
                let _ = write!(
                    anchors,
                    "M{0} {1}v9m-4 -3.5q0 4.5 4 4.5q4 0 4 -4.5m-6.5 -3.5h5M{0} {1}m-1.6 -1.4a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0",
                    num(q.x),
                    num(q.y - 4.0)
                );
                taken.push(Box2::around(q, 5.5, 8.0));
            }
        }
        if detail == Detail::Overview {
            continue;
        }
        let (spires, fleches) = area.city.as_ref().map_or((0, 0), |c| (c.spires, c.fleches));
        let width = 13.0 + 5.2 * f64::from(spires) + 5.0 * f64::from(fleches);
        let mut x = p.x - width / 2.0 + 6.0;
        let y = p.y + 17.0;
        c.line(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"#fdf6da\" stroke-width=\"0.8\"/>",
            num(x),
            num(y)
        ));
        c.text(
            "stroke=\"none\" font-size=\"8.5\" text-anchor=\"middle\" font-weight=\"bold\"",
            Point::new(x, y + 3.0),
            &area.forage.to_string(),
        );
        x += 9.5;
        for _ in 0..spires {
            let _ = write!(towers, "M{} {}v-5l2 -4l2 4v5z", num(x), num(y + 4.5));
            x += 5.2;
        }
        x += 0.5;
        for _ in 0..fleches {
            let _ = write!(walls, "M{} {}l2 -4l2 4", num(x), num(y + 3.0));
            x += 5.0;
        }
        taken.push(Box2::around(Point::new(p.x, y), width / 2.0 + 1.0, 7.0));
    }
    c.path("fill=\"#7a5a36\" stroke-width=\"0.5\"", &towers);
    c.path("fill=\"none\" stroke=\"#5c1f1a\" stroke-width=\"1.4\"", &walls);
    c.path("fill=\"none\" stroke=\"#235a7e\" stroke-width=\"1.3\" stroke-linecap=\"round\"", &anchors);
    c.close();
    taken
}

fn wishes(board: &AreaBoard, detail: Detail) -> Vec<Wish> {
    let big = detail == Detail::Overview;
    let mut out = Vec::new();
    for area in &board.parts().areas {
        let at = area.centre * UNIT;
        let city = area.city.as_ref();
        let weight = city.map_or(1, |c| 10 * u32::from(c.spires) + if c.capital { 60 } else { 0 });
        let name = city.map_or(&area.name, |c| &c.name);
        let capital = city.is_some_and(|c| c.capital);
        if !big || capital || city.is_some_and(|c| c.spires > 2) {
            let size = match (big, capital) {
                (true, true) => 30.0,
                (true, false) => 23.0,
                (false, true) => 14.0,
                (false, false) => 11.5,
            };
            out.push(Wish { text: name.clone(), at, clearance: 11.0, size, weight: 100 + weight });
        }
        if !big && city.is_some_and(|c| c.name != area.name) {
            let text = format!("({})", area.name);
            out.push(Wish { text, at: at + Point::new(0.0, 13.0), clearance: 14.0, size: 9.0, weight });
        }
    }
    out
}

/// Where names go: public so that tests can look for collisions.
pub fn labels(board: &AreaBoard, detail: Detail) -> (Vec<Wish>, Vec<Label>) {
    let taken = cities(&mut Canvas::default(), board, detail);
    let wishes = wishes(board, detail);
    let labels = place(&wishes, &taken, &[], &map_box(board));
    (wishes, labels)
}

fn names(c: &mut Canvas, board: &AreaBoard, detail: Detail, taken: &[Box2], map: &Box2) {
    let wishes = wishes(board, detail);
    c.open("class=\"names\" fill=\"#1f1b18\" stroke=\"#fbf7ea\" stroke-width=\"2.6\" stroke-opacity=\"0.85\" stroke-linejoin=\"round\" paint-order=\"stroke\"");
    for label in place(&wishes, taken, &[], map) {
        let wish = &wishes[label.wish];
        let style = match wish.size {
            s if s < 10.0 => " font-style=\"italic\" fill=\"#4a4238\"",
            s if s > 13.0 => " font-weight=\"bold\"",
            _ => "",
        };
        c.text(
            &format!("font-size=\"{}\" text-anchor=\"{}\"{style}", num(label.size), label.anchor.word()),
            label.at,
            &wish.text,
        );
    }
    c.close();
}
