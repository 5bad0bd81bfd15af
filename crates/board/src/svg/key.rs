//! The sheet around a map: border, title, key and scale.

use super::canvas::{Canvas, UNIT, num, polyline};
use super::hexmap::star;
use super::labels::Box2;
use super::terrain::{Glyphs, tint};
use crate::geometry::Point;
use crate::hexboard::{Crossing, HexBoard, Manner, RiverClass, RoadClass, Size, Way};

/// Height of the title above the map.
pub const TITLE: f64 = 64.0;
/// Height of one row of the key.
const ROW: f64 = 30.0;
/// Width of one column of the key.
const COLUMN: f64 = 150.0;

/// Font of the whole drawing.
pub const FONT: &str = "Georgia, 'DejaVu Serif', 'Liberation Serif', serif";

/// Where the values and the shapes of a board come from, in one line; nothing for a country that lies nowhere.
pub fn credit(provenance: &str) -> String {
    if provenance == "invented" {
        return String::new();
    }
    let values = if provenance == "rulebook" { "Rulebook" } else { "Reconstructed" };
    format!("{values} board · coast, lakes and main rivers after GSHHG (LGPL)")
}

/// The paper around a map.
pub struct Sheet {
    map: Box2,
}

impl Sheet {
    /// Paper around a map.
    pub fn around(map: Box2) -> Sheet {
        Sheet { map }
    }

    /// Opens the drawing. How large it is becomes known only with the key, so the head is written at the end.
    pub fn open(&self, c: &mut Canvas, title: &str) {
        let Box2 { low, .. } = self.map;
        let middle = (self.map.low.x + self.map.high.x) / 2.0;
        let size = ((self.map.high.x - self.map.low.x) / 36.0).clamp(34.0, 46.0);
        c.text(
            &format!("class=\"title\" font-size=\"{}\" text-anchor=\"middle\" fill=\"#2b2118\" letter-spacing=\"2\"", num(size)),
            Point::new(middle, low.y - 22.0),
            title,
        );
    }

    /// Draws the border, the key and the scale, and puts the head before everything.
    pub fn close(&self, c: &mut Canvas, board: &HexBoard) {
        self.border(c);
        let entries = entries(board);
        let width = self.map.high.x - self.map.low.x;
        let columns = ((width / COLUMN) as usize).max(1);
        let rows = entries.len().div_ceil(columns);
        let top = self.map.high.y + 34.0;
        c.open("class=\"key\" font-size=\"11.5\" fill=\"#2b2118\"");
        for (i, entry) in entries.iter().enumerate() {
            let p = Point::new(
                self.map.low.x + 16.0 + (i % columns) as f64 * (width / columns as f64),
                top + (i / columns) as f64 * ROW,
            );
            entry.draw(c, p, board);
        }
        c.close();
        let foot = top + rows as f64 * ROW + 8.0;
        scale(c, Point::new(self.map.low.x + 16.0, foot), board.parts().km);
        c.text(
            "font-size=\"10\" text-anchor=\"end\" fill=\"#6d5b41\" font-style=\"italic\"",
            Point::new(self.map.high.x - 6.0, foot + 4.0),
            &credit(&board.parts().provenance),
        );
        self.head(c, foot + 26.0, &board.parts().title);
    }

    /// Puts the opening tag and the paper in front of what has been drawn, and closes the drawing.
    pub fn head(&self, c: &mut Canvas, bottom: f64, title: &str) {
        let low = self.map.low - Point::new(26.0, TITLE);
        let (width, height) = (self.map.high.x + 26.0 - low.x, bottom - low.y);
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" data-unit=\"{UNIT}\" \
             font-family=\"{FONT}\" role=\"img\" aria-label=\"{}\">\n\
             <rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"#efe6cf\"/>\n",
            num(low.x),
            num(low.y),
            num(width),
            num(height),
            super::canvas::escape(title)
        );
        c.out.insert_str(0, &head);
        c.line("</svg>");
    }

    /// A double line around the map.
    pub fn border(&self, c: &mut Canvas) {
        for (gap, width) in [(0.0, 1.2), (7.0, 3.2)] {
            let low = self.map.low - Point::new(gap, gap);
            let high = self.map.high + Point::new(gap, gap);
            c.line(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#2b2118\" stroke-width=\"{width}\"/>",
                num(low.x),
                num(low.y),
                num(high.x - low.x),
                num(high.y - low.y)
            ));
        }
    }
}

enum Entry {
    Terrain(String, Manner),
    River(RiverClass, &'static str),
    Rail(u8),
    Road(RoadClass),
    Crossing(Crossing),
    Place(Size),
    Fortress,
    Frontier,
    Blocked,
    Trench,
    WayIn,
}

/// What the board has, and only that.
fn entries(board: &HexBoard) -> Vec<Entry> {
    let p = board.parts();
    let mut out: Vec<Entry> = Vec::new();
    for kind in
        p.terrains.iter().enumerate().filter(|(i, _)| p.terrain.iter().any(|t| usize::from(t.0) == *i))
    {
        out.push(Entry::Terrain(kind.1.name.clone(), kind.1.manner));
    }
    let has = |class| p.rivers.iter().any(|r| r.class == class);
    let both = has(RiverClass::Small) && has(RiverClass::Big);
    if has(RiverClass::Small) {
        out.push(Entry::River(RiverClass::Small, if both { "small river" } else { "river" }));
    }
    if has(RiverClass::Big) {
        out.push(Entry::River(RiverClass::Big, if both { "big river" } else { "river" }));
    }
    for kind in [Crossing::Bridge, Crossing::Pontoon, Crossing::Ferry] {
        if p.crossings.iter().any(|c| c.1 == kind) {
            out.push(Entry::Crossing(kind));
        }
    }
    for tracks in [1, 2] {
        if p.lines.iter().any(|l| l.way == Way::Rail { tracks }) {
            out.push(Entry::Rail(tracks));
        }
    }
    for class in [RoadClass::Secondary, RoadClass::Main] {
        if p.lines.iter().any(|l| l.way == Way::Road(class)) {
            out.push(Entry::Road(class));
        }
    }
    for size in [Size::Village, Size::Town, Size::City] {
        if p.places.iter().any(|x| x.size == size) {
            out.push(Entry::Place(size));
        }
    }
    if p.places.iter().any(|x| x.fortress > 0) {
        out.push(Entry::Fortress);
    }
    if board.topology().sides().any(|s| board.side(s).frontier) {
        out.push(Entry::Frontier);
    }
    if !p.blocked.is_empty() {
        out.push(Entry::Blocked);
    }
    if p.flags.iter().any(|f| f.name == "trench") {
        out.push(Entry::Trench);
    }
    if !p.entries.is_empty() {
        out.push(Entry::WayIn);
    }
    out
}

impl Entry {
    fn draw(&self, c: &mut Canvas, p: Point, board: &HexBoard) {
        let (left, right) = (p, p + Point::new(34.0, 0.0));
        let middle = p + Point::new(17.0, 0.0);
        let bar = polyline(&[left, right], false);
        let name = match self {
            Entry::Terrain(name, manner) => {
                c.line(&format!(
                    "<rect x=\"{}\" y=\"{}\" width=\"34\" height=\"20\" rx=\"4\" fill=\"{}\" stroke=\"#8d8069\" stroke-width=\"0.7\"/>",
                    num(left.x),
                    num(left.y - 10.0),
                    tint(*manner)
                ));
                let mut glyphs = Glyphs::default();
                for dx in [8.0, 17.0, 26.0] {
                    glyphs.add(*manner, left + Point::new(dx, 3.0), 0.85);
                }
                glyphs.draw(c, *manner);
                name.clone()
            }
            Entry::River(class, name) => {
                let width = if *class == RiverClass::Big { 6.0 } else { 3.0 };
                let colour = if *class == RiverClass::Big { "#8fc1de" } else { super::ways::RIVER };
                c.path(&format!("stroke=\"#2f6d95\" stroke-width=\"{}\"", width + 1.2), &bar);
                c.path(&format!("stroke=\"{colour}\" stroke-width=\"{width}\""), &bar);
                (*name).to_string()
            }
            Entry::Rail(tracks) => {
                if *tracks == 1 {
                    c.path("stroke=\"#2f2b28\" stroke-width=\"1.5\"", &bar);
                    c.path("stroke=\"#2f2b28\" stroke-width=\"5\" stroke-dasharray=\"1 7\"", &bar);
                    "railway".to_string()
                } else {
                    c.path("stroke=\"#2f2b28\" stroke-width=\"3.6\"", &bar);
                    c.path("stroke=\"#fbf8ee\" stroke-width=\"2\" stroke-dasharray=\"7 7\"", &bar);
                    "double track".to_string()
                }
            }
            Entry::Road(RoadClass::Secondary) => {
                c.path("stroke=\"#b08a5e\" stroke-width=\"1.3\"", &bar);
                "country road".to_string()
            }
            Entry::Road(RoadClass::Main) => {
                c.path("stroke=\"#8f5a35\" stroke-width=\"3.6\"", &bar);
                c.path("stroke=\"#f3d29a\" stroke-width=\"2\"", &bar);
                "main road".to_string()
            }
            Entry::Crossing(kind) => {
                let (dash, colour, name) = match kind {
                    Crossing::Bridge => ("", "#1f1b18", "bridge"),
                    Crossing::Pontoon => (" stroke-dasharray=\"3 2\"", "#5a4632", "boat bridge"),
                    Crossing::Ferry => (" stroke-dasharray=\"1.5 2.5\"", "#2f6d95", "ferry"),
                };
                c.path(
                    &format!("stroke=\"{}\" stroke-width=\"3\"", super::ways::RIVER),
                    &polyline(&[middle - Point::new(0.0, 10.0), middle + Point::new(0.0, 10.0)], false),
                );
                for y in [-4.2, 4.2] {
                    let at = middle + Point::new(0.0, y);
                    c.path(
                        &format!("stroke=\"{colour}\" stroke-width=\"1.5\"{dash}"),
                        &polyline(&[at - Point::new(7.0, 0.0), at + Point::new(7.0, 0.0)], false),
                    );
                }
                name.to_string()
            }
            Entry::Place(size) => {
                let (r, fill, name) = match size {
                    Size::Village => (2.3, "#fdfaf0", "village"),
                    Size::Town => (4.0, "#fdfaf0", "town"),
                    Size::City => (6.4, "#c8513f", "city"),
                };
                if *size == Size::City {
                    c.line(&format!(
                        "<rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" fill=\"{fill}\" stroke=\"#1f1b18\" stroke-width=\"1.1\"/>",
                        num(middle.x - r),
                        num(middle.y - r),
                        num(2.0 * r)
                    ));
                } else {
                    c.line(&format!(
                        "<circle cx=\"{}\" cy=\"{}\" r=\"{r}\" fill=\"{fill}\" stroke=\"#1f1b18\" stroke-width=\"1.1\"/>",
                        num(middle.x),
                        num(middle.y)
                    ));
                }
                name.to_string()
            }
            Entry::Fortress => {
                c.path("fill=\"#e4d3b0\" stroke=\"#5c1f1a\" stroke-width=\"1.5\"", &star(middle, 11.0));
                let grades: std::collections::BTreeSet<u8> =
                    board.parts().places.iter().map(|p| p.fortress).filter(|f| *f > 0).collect();
                if grades.len() > 1 { "fortress, by grade".to_string() } else { "fortress".to_string() }
            }
            Entry::Frontier => {
                c.path("stroke=\"#7a3b2e\" stroke-width=\"1.7\" stroke-dasharray=\"9 3 2 3\"", &bar);
                "frontier".to_string()
            }
            Entry::Blocked => {
                c.path("stroke=\"#3b3f4a\" stroke-width=\"4.5\"", &bar);
                c.path("stroke=\"#8fb6c9\" stroke-width=\"2.2\"", &bar);
                "blocked hexside".to_string()
            }
            Entry::Trench => {
                c.line(&format!(
                    "<rect x=\"{}\" y=\"{}\" width=\"24\" height=\"16\" fill=\"none\" stroke=\"#5a3d22\" stroke-width=\"2\" stroke-dasharray=\"2 3\"/>",
                    num(middle.x - 12.0),
                    num(middle.y - 8.0)
                ));
                "trenches".to_string()
            }
            Entry::WayIn => {
                c.line(&format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"#fff8e6\" stroke=\"#7a3b2e\" stroke-width=\"1.3\"/>",
                    num(middle.x),
                    num(middle.y)
                ));
                "entry hex".to_string()
            }
        };
        c.text("", right + Point::new(8.0, 4.0), &name);
    }
}

/// A bar of round kilometres.
fn scale(c: &mut Canvas, p: Point, km: f64) {
    let round =
        [10.0, 20.0, 50.0, 100.0, 200.0].into_iter().rev().find(|r| r / km * UNIT < 330.0).unwrap_or(5.0);
    let half = round / km * UNIT / 2.0;
    c.open("class=\"scale\" font-size=\"10\" fill=\"#2b2118\"");
    for (i, fill) in ["#2b2118", "#fdfaf0"].iter().enumerate() {
        c.line(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"5\" fill=\"{fill}\" stroke=\"#2b2118\" stroke-width=\"0.8\"/>",
            num(p.x + half * i as f64),
            num(p.y),
            num(half)
        ));
    }
    c.text("", p + Point::new(2.0 * half + 7.0, 6.0), &format!("{round} km · one hex {km} km"));
    c.close();
}
