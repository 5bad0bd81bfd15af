//! Pieces drawn on a board.

use sandtable_board::HexBoard;
use sandtable_board::svg::canvas::{UNIT, escape, num};
use sandtable_core::About;
use sandtable_core::game::Colours;
use sandtable_core::view::{Counter, View};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The colours of a nation that a game does not describe.
const PLAIN: Colours = Colours::light("#d8d2c4", "#e9e5da", "#5a5546");

/// The board's drawing with counters on top, stacked in their hexes.
pub fn place(svg: &str, board: &HexBoard, about: &About, view: &View) -> String {
    let t = board.topology();
    let mut stacks: BTreeMap<&str, Vec<&Counter>> = BTreeMap::new();
    for c in &view.counters {
        stacks.entry(&c.place).or_default().push(c);
    }
    let mut out = String::from("<g class=\"counters\" font-family=\"sans-serif\" text-anchor=\"middle\">\n");
    for (number, stack) in stacks {
        let Some(hex) = number.parse().ok().and_then(|n| t.hex(n)) else { continue };
        let c = t.centre(hex) * UNIT;
        for (i, counter) in stack.iter().enumerate() {
            let shift = 5.0 * i as f64 - 2.5 * (stack.len() as f64 - 1.0);
            let colours = about.colours(&counter.nation).unwrap_or(PLAIN);
            draw(&mut out, counter, colours, c.x + shift, c.y + 4.0 - shift);
        }
    }
    for mark in &view.marks {
        if let Some(hex) = mark.place.parse().ok().and_then(|n| t.hex(n)) {
            let c = t.centre(hex) * UNIT;
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"8\" font-weight=\"bold\" fill=\"#a01818\">{}</text>",
                num(c.x),
                num(c.y + 27.0),
                escape(mark.what)
            );
        }
    }
    out.push_str("</g>\n</svg>\n");
    svg.replacen("</svg>", "", 1).trim_end().to_string() + "\n" + &out
}

fn draw(out: &mut String, c: &Counter, colours: Colours, x: f64, y: f64) {
    let Colours { ground: fill, ink, .. } = colours;
    let (w, h) = (30.0, 30.0);
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{h}\" rx=\"2.5\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1\"/>",
        num(x - w / 2.0),
        num(y - h / 2.0)
    );
    let (bx, by) = (x - 7.0, y - 8.5);
    if c.branch == "hq" {
        let _ = writeln!(
            out,
            "<path d=\"M{} {}v9m0 -9h12v6h-12\" fill=\"none\" stroke=\"{ink}\"/>",
            num(bx + 1.0),
            num(by)
        );
    } else if c.branch == "unknown" {
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"15\" font-weight=\"bold\" fill=\"{ink}\">?</text>",
            num(x),
            num(y + 8.0)
        );
    } else {
        let _ = writeln!(
            out,
            "<path d=\"M{} {}h14v9h-14zl14 9m0 -9l-14 9\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"0.9\"/>",
            num(bx),
            num(by)
        );
    }
    let name = c.name.split_once(' ').map_or(c.name.as_str(), |n| n.1);
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"5.6\" fill=\"{ink}\">{}</text>",
        num(x),
        num(by - 1.5),
        escape(name)
    );
    let values: Vec<String> = c.values.iter().map(ToString::to_string).collect();
    let (colour, size) = if c.reduced && c.branch != "hq" { ("#9c1515", 9.5) } else { (ink, 9.5) };
    let size = if values.len() > 2 { 7.0 } else { size };
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" font-weight=\"bold\" fill=\"{colour}\">{}</text>",
        num(x),
        num(y + 12.5),
        values.join("-")
    );
}
