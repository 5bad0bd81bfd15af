//! The key below a map of areas.

use super::canvas::{Canvas, num, polyline};
use super::hexmap::star;
use super::key::{FONT, credit};
use super::labels::Box2;
use super::terrain::Glyphs;
use crate::geometry::Point;
use crate::hexboard::Manner;

/// Draws the key; gives the lower edge of the sheet.
pub fn draw(c: &mut Canvas, provenance: &str, map: Box2) -> f64 {
    let top = map.high.y + 40.0;
    let width = map.high.x - map.low.x;
    c.open(&format!("class=\"key\" font-size=\"20\" fill=\"#2b2118\" font-family=\"{FONT}\""));
    let mut column = 0.0;
    let mut row = top;
    let step = 330.0;
    let mut next = |c: &mut Canvas, draw: &dyn Fn(&mut Canvas, Point), name: &str| {
        if (column + 1.0) * step > width {
            column = 0.0;
            row += 44.0;
        }
        let p = Point::new(map.low.x + 24.0 + column * step, row);
        draw(c, p);
        c.text("", p + Point::new(70.0, 7.0), name);
        column += 1.0;
        row
    };
    let bar = |p: Point| polyline(&[p, p + Point::new(56.0, 0.0)], false);
    for (m, name) in [
        (Manner::Wood, "forest"),
        (Manner::Mountain, "mountain"),
        (Manner::Swamp, "marsh"),
        (Manner::Rough, "desert"),
    ] {
        next(
            c,
            &|c, p| {
                let mut g = Glyphs::default();
                for i in 0..3 {
                    g.add(m, p + Point::new(10.0 + 18.0 * f64::from(i), 4.0), 1.3);
                }
                g.draw(c, m);
            },
            name,
        );
    }
    next(c, &|c, p| c.path("stroke=\"#6d5b41\" stroke-width=\"1.6\"", &bar(p)), "open border");
    next(
        c,
        &|c, p| {
            c.path("stroke=\"#2f6d95\" stroke-width=\"5\"", &bar(p));
            c.path("stroke=\"#7db4d6\" stroke-width=\"3\"", &bar(p));
        },
        "river border",
    );
    next(
        c,
        &|c, p| {
            c.path("stroke=\"#5a3d22\" stroke-width=\"5\"", &bar(p));
            c.path("stroke=\"#caa877\" stroke-width=\"2.6\" stroke-dasharray=\"2 5\"", &bar(p));
        },
        "no passage",
    );
    next(
        c,
        &|c, p| {
            c.path("stroke=\"#7a3b2e\" stroke-width=\"2.4\" stroke-dasharray=\"6 4\" marker-start=\"url(#arrow)\" marker-end=\"url(#arrow)\"", &bar(p))
        },
        "crossing over a strait",
    );
    next(
        c,
        &|c, p| c.path("stroke=\"#b4534a\" stroke-opacity=\"0.4\" stroke-width=\"9\"", &bar(p)),
        "frontier of states",
    );
    next(
        c,
        &|c, p| {
            c.line(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"56\" height=\"16\" fill=\"#c3d9b4\"/>",
                num(p.x),
                num(p.y - 8.0)
            ));
            c.path(
                "stroke=\"#ffffff\" stroke-width=\"6\" stroke-linecap=\"round\" stroke-dasharray=\"1 9\"",
                &bar(p),
            );
        },
        "edge of the winter zone",
    );
    next(
        c,
        &|c, p| c.path("fill=\"#c8513f\" stroke=\"#1f1b18\"", &star(p + Point::new(28.0, 0.0), 13.0)),
        "capital",
    );
    let row = next(
        c,
        &|c, p| {
            c.line(&format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"9\" fill=\"#fdf6da\" stroke=\"#1f1b18\"/>",
                num(p.x + 9.0),
                num(p.y)
            ));
            c.path(
                "fill=\"#7a5a36\"",
                &format!(
                    "M{} {}v-7l3 -6l3 6v7zM{} {1}v-7l3 -6l3 6v7z",
                    num(p.x + 24.0),
                    num(p.y + 6.0),
                    num(p.x + 32.0)
                ),
            );
            c.path(
                "fill=\"none\" stroke=\"#5c1f1a\" stroke-width=\"1.8\"",
                &format!("M{} {}l3 -6l3 6", num(p.x + 44.0), num(p.y + 4.0)),
            );
        },
        "forage, spires, walls",
    );
    c.close();
    c.text(
        "font-size=\"15\" text-anchor=\"end\" fill=\"#6d5b41\" font-style=\"italic\"",
        Point::new(map.high.x - 6.0, row + 40.0),
        &credit(provenance),
    );
    row + 64.0
}
