//! Land and water: tints, woods, hills and marshes in the manner of a printed map.

use super::canvas::{Canvas, UNIT, jitter, num, polyline};
use super::outline::{blobs, centre, corner, hexagon};
use crate::geometry::{Point, signed_area};
use crate::hexboard::{HexBoard, Manner};
use crate::topology::{Direction, Hex};
use std::fmt::Write as _;

/// Ground colour of a manner.
pub fn tint(manner: Manner) -> &'static str {
    match manner {
        Manner::Open => "#f4eeda",
        Manner::Wood => "#c9dab0",
        Manner::Rough => "#e9d9b6",
        Manner::Hill => "#e6d2a4",
        Manner::Mountain => "#d6bd92",
        Manner::Swamp => "#cfe0d3",
        Manner::Wetland => "#dde8d0",
        Manner::Lake | Manner::Sea => "#bcd7e6",
        Manner::Closed => "#dcd8cf",
    }
}

/// Colours of the band along a frontier, by country in order of declaration.
pub const BANDS: [&str; 5] = ["#6f8fae", "#c9a227", "#7f9c5a", "#b4657a", "#8b78ad"];

/// Hexes in which the drawn shore and the board disagree: land that the shore leaves out, and water that it counts
/// as land. They are painted whole.
fn disagreements(board: &HexBoard) -> (Vec<Hex>, Vec<Hex>) {
    let t = board.topology();
    let land: Vec<_> = board.parts().shores.iter().filter(|s| !s.lake).collect();
    let mut out = (vec![], vec![]);
    for hex in t.hexes() {
        let c = t.centre(hex);
        let spots = t.corners(hex).map(|k| c.toward(t.point(k), 0.62));
        let dry = spots.iter().chain([&c]).filter(|p| land.iter().any(|s| p.inside(&s.ring))).count();
        let sea = board.terrain_kind(board.terrain(hex)).manner == Manner::Sea;
        if !sea && dry < 4 {
            out.0.push(hex);
        } else if sea && dry > 3 {
            out.1.push(hex);
        }
    }
    out
}

/// Draws sea, land, frontier bands, terrain and lakes.
pub fn draw(canvas: &mut Canvas, board: &HexBoard) {
    let t = board.topology();
    let (more_land, more_sea) = disagreements(board);
    let manner = |h: Hex| board.terrain_kind(board.terrain(h)).manner;
    // A patch takes its neighbours of the same kind along, so that its edge shows only where it is needed.
    let patch_of = |hexes: &[Hex], sea: bool| -> String {
        let near = |h: Hex| hexes.iter().any(|m| t.distance(*m, h) <= 1);
        let rings = blobs(t, |h| !hexes.is_empty() && (manner(h) == Manner::Sea) == sea && near(h), 2);
        rings.iter().map(|r| polyline(r, true)).collect()
    };
    let scaled = |ring: &[Point]| ring.iter().map(|p| *p * UNIT).collect::<Vec<_>>();
    let mut land = String::new();
    for shore in board.parts().shores.iter().filter(|s| !s.lake) {
        // Patches run clockwise; the shore must too, or the two would cancel where they overlap.
        let mut ring = scaled(&shore.ring);
        if signed_area(&ring) < 0.0 {
            ring.reverse();
        }
        land.push_str(&polyline(&ring, true));
    }
    land.push_str(&patch_of(&more_land, false));
    let sea_patch = patch_of(&more_sea, true);
    // Water lining: the shore repeated outwards, fainter each time; the land then covers the inner half.
    canvas.open("class=\"sea\" fill=\"none\" stroke=\"#8fb9d0\" stroke-linejoin=\"round\"");
    for (width, opacity) in [(22.0, 0.16), (13.0, 0.2), (5.5, 0.35)] {
        canvas.path(&format!("stroke-width=\"{width}\" stroke-opacity=\"{opacity}\""), &land);
    }
    canvas.path("stroke=\"#4f7f9c\" stroke-width=\"2.2\"", &land);
    canvas.close();
    canvas.path(&format!("class=\"land\" fill=\"{}\"", tint(Manner::Open)), &land);
    canvas.line(&format!("<clipPath id=\"dry\"><path d=\"{land}\"/></clipPath>"));
    canvas.open("clip-path=\"url(#dry)\"");
    bands(canvas, board);
    for manner in [
        Manner::Closed,
        Manner::Wetland,
        Manner::Swamp,
        Manner::Rough,
        Manner::Hill,
        Manner::Mountain,
        Manner::Wood,
    ] {
        patch(canvas, board, manner);
    }
    canvas.path("fill=\"none\" stroke=\"#4f7f9c\" stroke-width=\"2.2\"", &sea_patch);
    canvas.close();
    let sea = tint(Manner::Sea);
    canvas.path(&format!("class=\"sea\" fill=\"{sea}\""), &sea_patch);
    let water = |canvas: &mut Canvas, class: &str, d: &str| {
        canvas.path(&format!("class=\"{class}\" fill=\"{sea}\" stroke=\"#5b8fae\" stroke-width=\"0.9\" fill-rule=\"evenodd\""), d);
    };
    let lakes: String =
        blobs(t, |h| manner(h) == Manner::Lake, 2).iter().map(|r| polyline(r, true)).collect();
    water(canvas, "lake-hexes", &lakes);
    let real = board.parts().shores.iter().filter(|s| s.lake).map(|s| polyline(&scaled(&s.ring), true));
    water(canvas, "lakes", &real.collect::<String>());
}

/// A coloured band inside each country along its frontiers.
fn bands(canvas: &mut Canvas, board: &HexBoard) {
    let t = board.topology();
    let mut paths = vec![String::new(); board.parts().countries.len()];
    for hex in t.hexes() {
        let Some(country) = board.country(hex) else { continue };
        let corners = t.corners(hex).map(|c| corner(t, c));
        let middle = centre(t, hex);
        for d in Direction::ALL.iter().filter(|d| board.towards(hex, **d).frontier) {
            let (a, b) = (corners[usize::from(d.0)], corners[(usize::from(d.0) + 1) % 6]);
            let strip = [a, b, b.toward(middle, 0.24), a.toward(middle, 0.24)];
            paths[usize::from(country.0)].push_str(&polyline(&strip, true));
        }
    }
    canvas.open("class=\"bands\" fill-opacity=\"0.38\"");
    for (i, d) in paths.iter().enumerate() {
        canvas.path(&format!("fill=\"{}\"", BANDS[i % BANDS.len()]), d);
    }
    canvas.close();
}

fn patch(canvas: &mut Canvas, board: &HexBoard, manner: Manner) {
    let t = board.topology();
    let is = |h: Hex| board.terrain_kind(board.terrain(h)).manner == manner;
    let hexes: Vec<Hex> = t.hexes().filter(|h| is(*h)).collect();
    if hexes.is_empty() {
        return;
    }
    let outline: String = blobs(t, is, 3).iter().map(|r| polyline(r, true)).collect();
    canvas.path(&format!("fill=\"{}\" fill-rule=\"evenodd\"", tint(manner)), &outline);
    let mut glyphs = Glyphs::default();
    for hex in &hexes {
        for (i, p) in spots(board, *hex).into_iter().enumerate() {
            let keep_clear = board.place(*hex).is_some() && p.distance(centre(t, *hex)) < UNIT * 0.2;
            if !keep_clear {
                glyphs.add(manner, p, 0.85 + 0.2 * jitter(hex.index(), 90 + i));
            }
        }
    }
    glyphs.draw(canvas, manner);
}

/// Spots for symbols in a hex: a ring of six and some within, each a little off.
fn spots(board: &HexBoard, hex: Hex) -> Vec<Point> {
    let t = board.topology();
    let c = centre(t, hex);
    let ring = hexagon(t, hex);
    let mut out = Vec::new();
    for (k, p) in ring.iter().enumerate() {
        out.push(c.toward(*p, 0.68));
        out.push(c.toward(p.middle(ring[(k + 1) % 6]), 0.36));
    }
    out.push(c);
    for (i, p) in out.iter_mut().enumerate() {
        *p = *p + Point::new(jitter(hex.index(), 20 + i), jitter(hex.index(), 50 + i)) * (UNIT * 0.06);
    }
    out.sort_by(|a, b| a.y.total_cmp(&b.y));
    out
}

/// Symbols collected into a few paths.
#[derive(Default)]
pub struct Glyphs {
    dark: String,
    light: String,
}

impl Glyphs {
    /// Adds the symbol of a manner at a point.
    pub fn add(&mut self, manner: Manner, p: Point, size: f64) {
        let n = |v: f64| num(v * size);
        let at = format!("M{} {}", num(p.x), num(p.y));
        let (dark, light) = (&mut self.dark, &mut self.light);
        let _ = match manner {
            Manner::Wood => {
                let r = n(3.6);
                let _ = write!(dark, "{at}m-{r} 0a{r} {r} 0 1 0 {0} 0a{r} {r} 0 1 0 -{0} 0", n(7.2));
                let r = n(2.6);
                write!(light, "{at}m-{} -{}a{r} {r} 0 1 0 {1} 0a{r} {r} 0 1 0 -{1} 0", n(3.3), n(5.2))
            }
            Manner::Mountain => {
                let _ = write!(light, "{at}m0 -{}l{} {}l-{} {}z", n(7.5), n(6.5), n(11.0), n(5.2), n(0.0));
                write!(
                    dark,
                    "{at}m-{} {}l{} -{}l{} {}m-{} -{}l{} {}",
                    n(6.5),
                    n(3.5),
                    n(6.5),
                    n(11.0),
                    n(6.5),
                    n(11.0),
                    n(6.5),
                    n(11.0),
                    n(1.3),
                    n(5.5)
                )
            }
            Manner::Hill => {
                let _ = write!(light, "{at}m-{} {}q{} -{} {} 0z", n(6.0), n(2.5), n(6.0), n(9.5), n(12.0));
                write!(dark, "{at}m-{} {}q{} -{} {} 0", n(6.0), n(2.5), n(6.0), n(9.5), n(12.0))
            }
            Manner::Rough => write!(
                dark,
                "{at}m-{} 0l{} -{}l{} {}m-{} {}l{} 0",
                n(3.2),
                n(2.6),
                n(3.6),
                n(2.6),
                n(3.6),
                n(3.0),
                n(2.4),
                n(3.6)
            ),
            Manner::Swamp => write!(
                dark,
                "{at}m-{} 0h{}m-{} -{}v-{}m-{} {}l-{} -{}m{} {}l{} -{}m-{} {}h{}",
                n(6.0),
                n(12.0),
                n(6.0),
                n(0.6),
                n(4.2),
                n(2.0),
                n(4.2),
                n(1.4),
                n(3.4),
                n(5.4),
                n(3.4),
                n(1.4),
                n(3.4),
                n(7.0),
                n(6.2),
                n(7.0)
            ),
            Manner::Wetland => write!(dark, "{at}m-{} 0h{}m{} 0h{}", n(5.0), n(4.5), n(2.0), n(4.5)),
            Manner::Closed => write!(dark, "{at}m-{0} -{0}l{1} {1}", n(4.0), n(8.0)),
            Manner::Open | Manner::Lake | Manner::Sea => Ok(()),
        };
    }

    /// Writes the collected symbols.
    pub fn draw(&self, canvas: &mut Canvas, manner: Manner) {
        let (dark, light) = match manner {
            Manner::Wood => ("fill=\"#7d9f63\"", "fill=\"#a4c184\""),
            Manner::Mountain => (
                "fill=\"none\" stroke=\"#7a5a36\" stroke-width=\"1\" stroke-linejoin=\"round\"",
                "fill=\"#a98a5c\" fill-opacity=\"0.75\"",
            ),
            Manner::Hill => (
                "fill=\"none\" stroke=\"#9a7743\" stroke-width=\"0.9\" stroke-linecap=\"round\"",
                "fill=\"#f0e2bd\" fill-opacity=\"0.7\"",
            ),
            Manner::Rough => (
                "fill=\"none\" stroke=\"#a98d5d\" stroke-width=\"0.8\" stroke-linecap=\"round\"",
                "fill=\"none\"",
            ),
            Manner::Swamp => (
                "fill=\"none\" stroke=\"#57938a\" stroke-width=\"0.9\" stroke-linecap=\"round\"",
                "fill=\"none\"",
            ),
            Manner::Wetland => (
                "fill=\"none\" stroke=\"#7fae98\" stroke-width=\"0.9\" stroke-linecap=\"round\"",
                "fill=\"none\"",
            ),
            _ => ("fill=\"none\" stroke=\"#b3aea3\" stroke-width=\"0.8\"", "fill=\"none\""),
        };
        // Woods show their lit crowns on top, hills and mountains their outline.
        if manner == Manner::Wood {
            canvas.path(dark, &self.dark);
            canvas.path(light, &self.light);
        } else {
            canvas.path(light, &self.light);
            canvas.path(dark, &self.dark);
        }
    }
}
