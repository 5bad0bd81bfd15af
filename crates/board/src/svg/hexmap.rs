//! The whole drawing of a hex board.

use super::canvas::{Canvas, UNIT, num, polyline};
use super::key::Sheet;
use super::labels::{Box2, Label, Wish, place, text_width};
use super::outline::{centre, hexagon};
use super::{Detail, terrain, ways};
use crate::geometry::Point;
use crate::grid::Orientation;
use crate::hexboard::{HexBoard, Manner, Size};
use crate::topology::{Hex, Side};
use std::fmt::Write as _;

/// The map's own rectangle on the drawing: all hexes, cut through the half-hexes.
pub fn map_box(board: &HexBoard) -> Box2 {
    let t = board.topology();
    let mut low = Point::new(f64::MAX, f64::MAX);
    let mut high = Point::new(f64::MIN, f64::MIN);
    for hex in t.hexes() {
        for p in hexagon(t, hex) {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
    }
    for hex in t.hexes().filter(|h| board.is_half(*h)) {
        let y = centre(t, hex).y;
        if y < (low.y + high.y) / 2.0 {
            low.y = low.y.max(y);
        } else {
            high.y = high.y.min(y);
        }
    }
    let margin = Point::new(8.0, 8.0);
    if t.hexes().any(|h| board.is_half(h)) {
        Box2 { low: Point::new(low.x - 8.0, low.y), high: Point::new(high.x + 8.0, high.y) }
    } else {
        Box2 { low: low - margin, high: high + margin }
    }
}

/// How large the names are.
struct Type {
    city: f64,
    town: f64,
    village: f64,
}

impl Type {
    fn of(detail: Detail) -> Type {
        match detail {
            Detail::Full => Type { city: 13.0, town: 10.5, village: 8.2 },
            Detail::Overview => Type { city: 24.0, town: 18.0, village: 14.0 },
        }
    }
}

/// Draws a hex board.
pub fn draw(board: &HexBoard, detail: Detail) -> String {
    let map = map_box(board);
    let sheet = Sheet::around(map);
    let mut canvas = Canvas::default();
    let c = &mut canvas;
    sheet.open(c, &board.parts().title);
    c.line(&format!(
        "<clipPath id=\"map\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
        num(map.low.x),
        num(map.low.y),
        num(map.high.x - map.low.x),
        num(map.high.y - map.low.y)
    ));
    c.open("clip-path=\"url(#map)\"");
    c.line(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
        num(map.low.x),
        num(map.low.y),
        num(map.high.x - map.low.x),
        num(map.high.y - map.low.y),
        terrain::tint(Manner::Sea)
    ));
    terrain::draw(c, board);
    grid(c, board);
    country_names(c, board, detail, &map);
    ways::sides(c, board);
    let mut keep_clear = ways::rivers(c, board);
    keep_clear.extend(ways::lines(c, board));
    ways::crossings(c, board);
    flags(c, board);
    let taken = symbols(c, board, detail, &map);
    ways::river_names(c, board, if detail == Detail::Full { 9.5 } else { 16.0 });
    names(c, board, detail, &taken, &keep_clear, &map);
    c.close();
    sheet.close(c, board);
    canvas.out
}

/// Where names go: public so that tests can look for collisions.
pub fn labels(board: &HexBoard, detail: Detail) -> (Vec<Wish>, Vec<Label>) {
    let mut scratch = Canvas::default();
    let mut keep_clear = ways::rivers(&mut scratch, board);
    keep_clear.extend(ways::lines(&mut scratch, board));
    let map = map_box(board);
    let taken = symbols(&mut scratch, board, detail, &map);
    let wishes = wishes(board, detail);
    let labels = place(&wishes, &taken, &keep_clear, &map);
    (wishes, labels)
}

fn grid(c: &mut Canvas, board: &HexBoard) {
    let t = board.topology();
    let mut d = String::new();
    let sea = |h: Hex| board.terrain_kind(board.terrain(h)).manner == Manner::Sea;
    let open_water = |s: Side| {
        let (a, b) = t.side_hexes(s);
        sea(a) && b.is_none_or(sea)
    };
    let mut faint = String::new();
    for side in t.sides() {
        let [a, b] = t.side_corners(side).map(|k| t.point(k) * UNIT);
        let path = if open_water(side) { &mut faint } else { &mut d };
        path.push_str(&polyline(&[a, b], false));
    }
    c.path(
        "class=\"grid\" fill=\"none\" stroke=\"#6e6351\" stroke-opacity=\"0.42\" stroke-width=\"0.8\"",
        &d,
    );
    c.path(
        "class=\"grid\" fill=\"none\" stroke=\"#6e8797\" stroke-opacity=\"0.3\" stroke-width=\"0.7\"",
        &faint,
    );
}

fn country_names(c: &mut Canvas, board: &HexBoard, detail: Detail, map: &Box2) {
    let t = board.topology();
    if board.parts().countries.len() < 2 {
        return;
    }
    let size = if detail == Detail::Full { 30.0 } else { 40.0 };
    c.open(&format!(
        "class=\"countries\" font-size=\"{size}\" letter-spacing=\"9\" fill=\"#6d5b41\" fill-opacity=\"0.34\" text-anchor=\"middle\""
    ));
    for (i, country) in board.parts().countries.iter().enumerate() {
        let hexes: Vec<Hex> =
            t.hexes().filter(|h| board.country(*h).is_some_and(|k| usize::from(k.0) == i)).collect();
        if hexes.len() < 12 {
            continue;
        }
        // The spot with the most of the country around it and few towns.
        let best = hexes.iter().max_by_key(|h| {
            let own = t.within(**h, 4).filter(|n| hexes.binary_search(n).is_ok()).count() as i32;
            let crowd =
                t.within(**h, 2).filter(|n| board.place(*n).is_some_and(|p| p.size > Size::Village)).count()
                    as i32;
            (2 * own - 3 * crowd, std::cmp::Reverse(h.0))
        });
        if let Some(hex) = best {
            let name = country.name.to_uppercase();
            // Letters stand nine apart; the whole name stays on the sheet.
            let half = text_width(&name, size) / 2.0 + 4.5 * name.chars().count() as f64 + 8.0;
            let mut at = centre(t, *hex) + Point::new(0.0, 0.32 * UNIT);
            if map.low.x + half < map.high.x - half {
                at.x = at.x.clamp(map.low.x + half, map.high.x - half);
            }
            c.text("", at, &name);
        }
    }
    c.close();
}

fn flags(c: &mut Canvas, board: &HexBoard) {
    let t = board.topology();
    let mut d = String::new();
    for flag in board.parts().flags.iter().filter(|f| f.name == "trench") {
        for hex in &flag.hexes {
            let ring: Vec<Point> = hexagon(t, *hex).iter().map(|p| centre(t, *hex).toward(*p, 0.8)).collect();
            d.push_str(&polyline(&ring, true));
        }
    }
    c.path(
        "class=\"trench\" fill=\"none\" stroke=\"#5a3d22\" stroke-width=\"2\" stroke-dasharray=\"2 3\"",
        &d,
    );
}

/// Draws hex numbers, entries and the symbols of places; gives the room they take.
fn symbols(c: &mut Canvas, board: &HexBoard, detail: Detail, map: &Box2) -> Vec<Box2> {
    let t = board.topology();
    let mut taken = Vec::new();
    let up = match t.orientation() {
        Orientation::Flat => 0.37,
        Orientation::Pointy => 0.34,
    };
    if detail == Detail::Full {
        c.open("class=\"numbers\" font-size=\"6.6\" fill=\"#6b5f4c\" text-anchor=\"middle\" font-family=\"sans-serif\"");
        for hex in t.hexes() {
            let north_half = board.is_half(hex) && centre(t, hex).y < map.low.y + 1.0;
            let at =
                centre(t, hex) + Point::new(0.0, if north_half { 0.13 * UNIT } else { -up * UNIT + 2.4 });
            c.text("", at, &t.number(hex).to_string());
            taken.push(Box2::around(at - Point::new(0.0, 2.4), 7.5, 2.6));
        }
        c.close();
    }
    c.open("class=\"entries\" text-anchor=\"middle\" font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"8.5\"");
    for entry in &board.parts().entries {
        let label: String = entry.label.chars().take(2).collect();
        let short = entry.label.chars().count() <= 2;
        let p = entry_spot(board, entry.hex, map);
        c.line(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"#fff8e6\" stroke=\"#7a3b2e\" stroke-width=\"1.3\"/>",
            num(p.x),
            num(p.y)
        ));
        c.text("fill=\"#7a3b2e\"", p + Point::new(0.0, 3.0), if short { &label } else { "➤" });
        taken.push(Box2::around(p, 8.0, 8.0));
    }
    c.close();

    c.open("class=\"places\" stroke=\"#1f1b18\" stroke-width=\"1.1\"");
    let (mut towns, mut cities, mut villages) = (String::new(), String::new(), String::new());
    for place in &board.parts().places {
        let p = spot(board, place.hex);
        if place.fortress > 0 {
            c.path(
                "fill=\"#e4d3b0\" stroke=\"#5c1f1a\" stroke-width=\"1.5\"",
                &star(p, fortress_size(place.fortress, board)),
            );
        }
        let (path, r) = match place.size {
            Size::City => (&mut cities, 6.4),
            Size::Town => (&mut towns, 4.0),
            Size::Village => (&mut villages, 2.3),
        };
        if place.size == Size::City {
            let _ = write!(path, "M{} {}h{2}v{2}h-{2}z", num(p.x - r), num(p.y - r), num(2.0 * r));
        } else {
            let _ = write!(
                path,
                "M{} {}a{2} {2} 0 1 0 {3} 0a{2} {2} 0 1 0 -{3} 0",
                num(p.x - r),
                num(p.y),
                num(r),
                num(2.0 * r)
            );
        }
        let room = if place.fortress > 0 { fortress_size(place.fortress, board) } else { r };
        taken.push(Box2::around(p, room + 0.5, room + 0.5));
    }
    c.path("fill=\"#fdfaf0\"", &villages);
    c.path("fill=\"#fdfaf0\"", &towns);
    c.path("fill=\"#c8513f\"", &cities);
    c.close();
    taken
}

/// Beyond the centre, towards the edge of the sheet, so that the hex stays free.
fn entry_spot(board: &HexBoard, hex: Hex, map: &Box2) -> Point {
    let t = board.topology();
    let p = centre(t, hex);
    let gaps = [p.x - map.low.x, map.high.x - p.x, p.y - map.low.y, map.high.y - p.y];
    let nearest = (0..4).min_by(|&a, &b| gaps[a].total_cmp(&gaps[b])).unwrap_or(0);
    let step =
        [Point::new(-1.0, 0.0), Point::new(1.0, 0.0), Point::new(0.0, -1.0), Point::new(0.0, 1.0)][nearest];
    // On a half-hex the centre lies on the sheet's edge: step inwards instead.
    p + step * (gaps[nearest] - 9.0).min(0.3 * UNIT)
}

fn fortress_size(grade: u8, board: &HexBoard) -> f64 {
    let greatest = board.parts().places.iter().map(|p| p.fortress).max().unwrap_or(1).max(1);
    if greatest == 1 { 12.0 } else { 9.5 + 4.5 * f64::from(grade) / f64::from(greatest) }
}

/// A bastioned star.
pub fn star(p: Point, r: f64) -> String {
    let points: Vec<Point> = (0..12)
        .map(|i| {
            let angle = std::f64::consts::PI * f64::from(i) / 6.0;
            let radius = if i % 2 == 0 { r } else { r * 0.68 };
            p + Point::new(angle.sin(), -angle.cos()) * radius
        })
        .collect();
    polyline(&points, true)
}

/// Where the symbol of a place stands: the centre, or on a half-hex the middle of what is left of it.
fn spot(board: &HexBoard, hex: Hex) -> Point {
    let t = board.topology();
    let p = centre(t, hex);
    if !board.is_half(hex) {
        return p;
    }
    let inwards = t.neighbours(hex).fold(Point::default(), |sum, n| sum + (centre(t, n.2) - p));
    p + Point::new(0.0, 0.22 * UNIT * inwards.y.signum())
}

fn wishes(board: &HexBoard, detail: Detail) -> Vec<Wish> {
    let sizes = Type::of(detail);
    board
        .parts()
        .places
        .iter()
        .filter(|p| !p.name.is_empty())
        .filter(|p| detail == Detail::Full || p.size > Size::Village || p.station || p.fortress > 0)
        .map(|p| {
            let size = match p.size {
                Size::City => sizes.city,
                Size::Town if p.fortress > 0 => sizes.city - 1.0,
                Size::Town => sizes.town,
                Size::Village => sizes.village,
            };
            let clearance = if p.fortress > 0 {
                fortress_size(p.fortress, board) + 2.5
            } else {
                [5.0, 7.0, 9.5][p.size as usize]
            };
            Wish {
                text: p.name.clone(),
                at: spot(board, p.hex),
                clearance,
                size,
                weight: 10 * p.size as u32 + 4 * u32::from(p.fortress) + u32::from(p.station),
            }
        })
        .collect()
}

fn names(c: &mut Canvas, board: &HexBoard, detail: Detail, taken: &[Box2], keep_clear: &[Point], map: &Box2) {
    let wishes = wishes(board, detail);
    let labels = place(&wishes, taken, keep_clear, map);
    let sizes = Type::of(detail);
    c.open("class=\"names\" fill=\"#1f1b18\" stroke=\"#f6f1e0\" stroke-width=\"2.6\" stroke-opacity=\"0.88\" stroke-linejoin=\"round\" paint-order=\"stroke\"");
    for label in &labels {
        let wish = &wishes[label.wish];
        let weight = if wish.size >= sizes.city - 1.0 { " font-weight=\"bold\"" } else { "" };
        let style = if wish.size <= sizes.village { " font-style=\"italic\" fill=\"#4a4238\"" } else { "" };
        c.text(
            &format!(
                "font-size=\"{}\" text-anchor=\"{}\"{weight}{style}",
                num(label.size),
                label.anchor.word()
            ),
            label.at,
            &wish.text,
        );
    }
    c.close();
}
