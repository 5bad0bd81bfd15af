//! Rivers along hexsides, roads and railways through hexes, bridges and frontiers.

use super::canvas::{Canvas, UNIT, jitter, num, polyline, through};
use super::outline::{centre, corner};
use crate::geometry::{Point, soften};
use crate::hexboard::{Crossing, HexBoard, Line, River, RiverClass, RoadClass, Way};
use crate::topology::{Corner, Hex, Side, Topology};
use std::fmt::Write as _;

/// Colour of rivers.
pub const RIVER: &str = "#4d8fb8";
/// Colour of railways.
pub const RAIL: &str = "#2f2b28";

/// The corners along a chain of hexsides, in order.
pub fn chain(t: &Topology, sides: &[Side]) -> Vec<Corner> {
    let Some((&first, rest)) = sides.split_first() else { return vec![] };
    let [a, b] = t.side_corners(first);
    let start = match rest.first().and_then(|next| t.shared_corner(first, *next)) {
        Some(shared) if shared == a => b,
        _ => a,
    };
    let mut out = vec![start];
    for side in sides {
        let [a, b] = t.side_corners(*side);
        let here = out[out.len() - 1];
        out.push(if a == here { b } else { a });
    }
    out
}

/// Width of a river on the drawing.
pub fn river_width(river: &River) -> f64 {
    let long = (river.sides.len() as f64 / 40.0).min(1.0);
    match river.class {
        RiverClass::Small => 2.4 + 1.3 * long,
        RiverClass::Big => 5.6 + 1.2 * long,
    }
}

/// Draws the rivers; gives the points that names should keep clear of.
pub fn rivers(canvas: &mut Canvas, board: &HexBoard) -> Vec<Point> {
    let t = board.topology();
    let mut keep_clear = Vec::new();
    canvas.open("class=\"rivers\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    let paths: Vec<(f64, String)> = board
        .parts()
        .rivers
        .iter()
        .map(|river| {
            let points: Vec<Point> = chain(t, &river.sides).into_iter().map(|c| corner(t, c)).collect();
            for w in points.windows(2) {
                keep_clear.extend((0..4).map(|i| w[0].toward(w[1], f64::from(i) / 4.0)));
            }
            (river_width(river), through(&points))
        })
        .collect();
    for (width, d) in &paths {
        canvas.path(&format!("stroke=\"#2f6d95\" stroke-width=\"{}\"", num(width + 1.2)), d);
    }
    for (width, d) in &paths {
        let colour = if *width > 5.0 { "#8fc1de" } else { RIVER };
        canvas.path(&format!("stroke=\"{colour}\" stroke-width=\"{}\"", num(*width)), d);
    }
    canvas.close();
    keep_clear
}

/// Writes the names of longer rivers along their course.
pub fn river_names(canvas: &mut Canvas, board: &HexBoard, size: f64) {
    let t = board.topology();
    canvas.open(&format!(
        "class=\"river-names\" font-style=\"italic\" font-size=\"{}\" fill=\"#235a7e\" letter-spacing=\"1.5\" \
         stroke=\"#f4eeda\" stroke-width=\"2.4\" stroke-opacity=\"0.85\" paint-order=\"stroke\"",
        num(size)
    ));
    let mut named: Vec<&str> = Vec::new();
    for (i, river) in board.parts().rivers.iter().enumerate() {
        let longest =
            board.parts().rivers.iter().filter(|r| r.name == river.name).map(|r| r.sides.len()).max();
        if river.sides.len() < 6 || longest != Some(river.sides.len()) || named.contains(&river.name.as_str())
        {
            continue;
        }
        named.push(&river.name);
        let middles: Vec<Point> =
            chain(t, &river.sides).windows(2).map(|w| corner(t, w[0]).middle(corner(t, w[1]))).collect();
        // The name wants a calm line: the course averaged over five sides.
        let mut calm: Vec<Point> = (0..middles.len())
            .map(|i| {
                let near = &middles[i.saturating_sub(2)..(i + 3).min(middles.len())];
                near.iter().fold(Point::default(), |s, p| s + *p) * (1.0 / near.len() as f64)
            })
            .collect();
        if calm[0].x > calm[calm.len() - 1].x {
            calm.reverse();
        }
        let calm = soften(&calm, 1);
        let _ = writeln!(
            canvas.out,
            "<path id=\"river-{i}\" fill=\"none\" stroke=\"none\" d=\"{}\"/>",
            polyline(&calm, false)
        );
        let _ = writeln!(
            canvas.out,
            "<text dy=\"-{}\"><textPath href=\"#river-{i}\" startOffset=\"38%\">{}</textPath></text>",
            num(river_width(river) * 0.5 + 2.2),
            super::canvas::escape(&river.name)
        );
    }
    canvas.close();
}

/// Draws roads, then railways; gives the points that names should keep clear of.
pub fn lines(canvas: &mut Canvas, board: &HexBoard) -> Vec<Point> {
    let mut keep_clear = Vec::new();
    let roads = |class: RoadClass| {
        let wanted = move |l: &&Line| l.way == Way::Road(class);
        Network::new(board, wanted)
    };
    let rails = |tracks: u8, border: bool| {
        let wanted =
            move |l: &&Line| matches!(l.way, Way::Rail { tracks: n } if n == tracks) && l.border == border;
        Network::new(board, wanted)
    };
    canvas.open("class=\"roads\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
    let minor = roads(RoadClass::Secondary).path(true, &mut keep_clear);
    canvas.path("stroke=\"#b08a5e\" stroke-width=\"1.3\"", &minor);
    let main = roads(RoadClass::Main).path(true, &mut keep_clear);
    canvas.path("stroke=\"#8f5a35\" stroke-width=\"3.6\"", &main);
    canvas.path("stroke=\"#f3d29a\" stroke-width=\"2\"", &main);
    canvas.close();

    canvas.open(&format!("class=\"rails\" fill=\"none\" stroke=\"{RAIL}\" stroke-linejoin=\"round\""));
    let single = rails(1, false).path(false, &mut keep_clear);
    canvas.path("stroke-width=\"1.5\"", &single);
    canvas.path("stroke-width=\"5\" stroke-dasharray=\"1 7\"", &single);
    let double = rails(2, false).path(false, &mut keep_clear);
    canvas.path("stroke-width=\"3.6\"", &double);
    canvas.path("stroke=\"#fbf8ee\" stroke-width=\"2\" stroke-dasharray=\"7 7\"", &double);
    let border = format!(
        "{}{}",
        rails(1, true).path(false, &mut keep_clear),
        rails(2, true).path(false, &mut keep_clear)
    );
    canvas.path("stroke=\"#7b716a\" stroke-width=\"1.5\" stroke-dasharray=\"6 3\"", &border);
    canvas.close();
    keep_clear
}

/// Links of one kind, each drawn once however many lines use it.
struct Network<'a> {
    board: &'a HexBoard,
    chains: Vec<Vec<Hex>>,
    degree: Vec<u8>,
}

impl<'a> Network<'a> {
    fn new(board: &'a HexBoard, wanted: impl Fn(&&Line) -> bool) -> Network<'a> {
        let t = board.topology();
        let mut seen = vec![false; t.side_count()];
        let mut degree = vec![0u8; t.hex_count()];
        let mut chains: Vec<Vec<Hex>> = Vec::new();
        for line in board.parts().lines.iter().filter(wanted) {
            let mut run: Vec<Hex> = Vec::new();
            for w in line.hexes.windows(2) {
                let fresh =
                    t.between(w[0], w[1]).is_some_and(|s| !std::mem::replace(&mut seen[s.index()], true));
                if fresh {
                    degree[w[0].index()] += 1;
                    degree[w[1].index()] += 1;
                    if run.is_empty() {
                        run.push(w[0]);
                    }
                    run.push(w[1]);
                } else if !run.is_empty() {
                    chains.push(std::mem::take(&mut run));
                }
            }
            if !run.is_empty() {
                chains.push(run);
            }
        }
        Network { board, chains, degree }
    }

    /// The path of the whole network. Through an empty hex it bends from side to side; in a place or a junction it
    /// meets the centre. Roads give way to a railway on the same hexside.
    fn path(&self, gives_way: bool, keep_clear: &mut Vec<Point>) -> String {
        let t = self.board.topology();
        let mut d = String::new();
        for run in &self.chains {
            let middle = |a: Hex, b: Hex| {
                let side = t.between(a, b);
                let m = centre(t, a).middle(centre(t, b));
                let Some(side) = side else { return m };
                let along = (centre(t, b) - centre(t, a)).turned() * if a < b { 1.0 } else { -1.0 };
                let off = match (gives_way, self.board.side(side).tracks > 0) {
                    (true, true) => 0.15,
                    _ => 0.05 * jitter(side.index(), 5),
                };
                m + along * off
            };
            let start = centre(t, run[0]);
            // A line that ends on the sheet's edge is drawn on to the edge.
            if let Some(out) = self.beyond(run[1], run[0]) {
                let _ = write!(d, "M{} {}L{} {}", num(out.x), num(out.y), num(start.x), num(start.y));
            } else {
                let _ = write!(d, "M{} {}", num(start.x), num(start.y));
            }
            let mut last = start;
            for (i, w) in run.windows(2).enumerate() {
                let gate = middle(w[0], w[1]);
                let _ = write!(d, "L{} {}", num(gate.x), num(gate.y));
                let through_centre =
                    i + 2 == run.len() || self.degree[w[1].index()] != 2 || self.board.place(w[1]).is_some();
                let c = centre(t, w[1]);
                let target = if through_centre {
                    let _ = write!(d, "L{} {}", num(c.x), num(c.y));
                    c
                } else {
                    let out = middle(w[1], run[i + 2]);
                    let pull = gate.middle(out).toward(c, 0.75);
                    let _ = write!(d, "Q{} {} {} {}", num(pull.x), num(pull.y), num(out.x), num(out.y));
                    out
                };
                for (from, to) in [(last, gate), (gate, target)] {
                    keep_clear.extend((0..4).map(|k| from.toward(to, f64::from(k) / 4.0)));
                }
                last = target;
            }
            let end = run.len() - 1;
            if let Some(out) = self.beyond(run[end - 1], run[end]) {
                let _ = write!(d, "L{} {}", num(out.x), num(out.y));
            }
        }
        d
    }

    /// The middle of the outer hexside that lies ahead when a line ends in an edge hex without a town.
    fn beyond(&self, from: Hex, end: Hex) -> Option<Point> {
        let t = self.board.topology();
        let town = self.board.place(end).is_some_and(|p| p.size > crate::hexboard::Size::Village);
        if self.degree[end.index()] != 1 || (town && !self.board.parts().entries.iter().any(|e| e.hex == end))
        {
            return None;
        }
        let (c, back) = (centre(t, end), centre(t, from));
        let ahead = c + (c - back) * 0.5;
        crate::topology::Direction::ALL
            .iter()
            .filter(|d| t.neighbour(end, **d).is_none())
            .map(|d| {
                let [a, b] = t.side_corners(t.side(end, *d)).map(|k| t.point(k) * UNIT);
                a.middle(b)
            })
            .min_by(|a, b| a.distance(ahead).total_cmp(&b.distance(ahead)))
    }
}

/// Draws frontiers, blocked hexsides and crossings.
pub fn sides(canvas: &mut Canvas, board: &HexBoard) {
    let t = board.topology();
    let mut frontier = String::new();
    let mut blocked = String::new();
    for side in t.sides() {
        let features = board.side(side);
        let [a, b] = t.side_corners(side).map(|c| corner(t, c));
        if features.frontier {
            frontier.push_str(&polyline(&[a, b], false));
        }
        if features.blocked {
            blocked.push_str(&polyline(&[a, b], false));
        }
    }
    canvas.path(
        "class=\"frontiers\" fill=\"none\" stroke=\"#7a3b2e\" stroke-width=\"1.7\" stroke-dasharray=\"9 3 2 3\" stroke-linecap=\"butt\"",
        &frontier,
    );
    canvas.path(
        "class=\"blocked\" fill=\"none\" stroke=\"#3b3f4a\" stroke-width=\"4.5\" stroke-linecap=\"round\"",
        &blocked,
    );
    canvas.path(
        "class=\"blocked\" fill=\"none\" stroke=\"#8fb6c9\" stroke-width=\"2.2\" stroke-linecap=\"round\"",
        &blocked,
    );
}

/// Draws bridges, boat bridges and ferries over rivers.
pub fn crossings(canvas: &mut Canvas, board: &HexBoard) {
    let t = board.topology();
    let (mut bridges, mut boats, mut ferries) = (String::new(), String::new(), String::new());
    for &(side, kind) in &board.parts().crossings {
        let (a, Some(b)) = t.side_hexes(side) else { continue };
        let m = centre(t, a).middle(centre(t, b));
        let along = (centre(t, b) - centre(t, a)) * (1.0 / UNIT);
        let across = along.turned();
        let path = match kind {
            Crossing::Bridge => &mut bridges,
            Crossing::Pontoon => &mut boats,
            Crossing::Ferry => &mut ferries,
        };
        for hand in [-1.0, 1.0] {
            let rail = m + across * (4.2 * hand);
            let flare = across * (2.0 * hand);
            let (p, q) = (rail - along * 5.5, rail + along * 5.5);
            path.push_str(&polyline(&[p - along * 1.8 + flare, p, q, q + along * 1.8 + flare], false));
        }
    }
    let style = "fill=\"none\" stroke-width=\"1.5\" stroke-linecap=\"round\"";
    canvas.open("class=\"crossings\"");
    canvas.path(&format!("{style} stroke=\"#1f1b18\""), &bridges);
    canvas.path(&format!("{style} stroke=\"#5a4632\" stroke-dasharray=\"3 2\""), &boats);
    canvas.path(&format!("{style} stroke=\"#2f6d95\" stroke-dasharray=\"1.5 2.5\""), &ferries);
    canvas.close();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{ColumnsFrom, Grid, Numbering, Orientation, Parity};

    #[test]
    fn corners_along_a_river_follow_each_other() {
        let t = Topology::new(Grid {
            orientation: Orientation::Pointy,
            numbering: Numbering::RowCol,
            columns_from: ColumnsFrom::East,
            shifted: Parity::Even,
            shift: -0.5,
            columns: (1, 6),
            rows: (1, 6),
        });
        let hex = |n: &str| t.hex(n.parse().unwrap()).unwrap();
        let side = |a: &str, b: &str| t.between(hex(a), hex(b)).unwrap();
        let river = [side("0202", "0203"), side("0203", "0303"), side("0303", "0304")];
        assert!(river.windows(2).all(|w| t.shared_corner(w[0], w[1]).is_some()), "the sides touch");
        let corners = chain(&t, &river);
        assert_eq!(corners.len(), 4);
        for (w, s) in corners.windows(2).zip(&river) {
            let mut ends = t.side_corners(*s);
            ends.sort();
            let mut got = [w[0], w[1]];
            got.sort();
            assert_eq!(ends, got);
        }
    }
}
