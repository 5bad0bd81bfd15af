//! Chances to win over the moves of a game, as SVG: a line for each camp, with the turning points marked.

use crate::plot::escaped;
use sandtable_bots::analysis::Analysis;
use std::fmt::Write as _;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 76.0;
const FOOT: f64 = 64.0;
/// Colours of camps without one of their own, and those for whom two camps have the same.
const COLOURS: [&str; 7] = ["#2f5d8a", "#a8442a", "#3f7d4e", "#7a5aa8", "#8a6d1f", "#1f7a80", "#9a3a72"];

/// The curve as the text of an SVG file.
pub fn svg(title: &str, analysis: &Analysis) -> String {
    let (bottom, right) = (HEIGHT - FOOT, WIDTH - RIGHT);
    let x = |number: usize| LEFT + number as f64 / analysis.moves.max(1) as f64 * (right - LEFT);
    let y = |chance: f64| bottom - chance * (bottom - TOP);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\" role=\"img\">\n<title>{0}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fdfdfb\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"18\" font-weight=\"bold\">{0}</text>\n",
        escaped(title)
    );
    for tenth in (0..=100).step_by(25) {
        let at = y(f64::from(tenth) / 100.0);
        let colour = if tenth == 50 { "#999" } else { "#e2e2dc" };
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {at:.1}H{right:.1}\" stroke=\"{colour}\"/>\n<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tenth}</text>",
            LEFT - 8.0,
            at + 4.0
        );
    }
    for (n, at) in analysis.turning.iter().enumerate() {
        let turn = &analysis.turns[*at];
        let (from, to) = (x(turn.from), x(turn.to));
        let _ = writeln!(
            out,
            "<rect x=\"{from:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#e9e2c8\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-weight=\"bold\">{}</text>",
            (to - from).max(2.0),
            bottom - TOP,
            f64::midpoint(from, to),
            TOP - 6.0,
            n + 1
        );
    }
    let mut name_at = LEFT;
    for (c, camp) in analysis.camps.iter().enumerate() {
        let colour = COLOURS[c % COLOURS.len()];
        let line: Vec<String> =
            analysis.points.iter().map(|p| format!("{:.1} {:.1}", x(p.number), y(p.wins[c]))).collect();
        let _ = writeln!(
            out,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
             <text x=\"{name_at}\" y=\"52\" fill=\"{colour}\" font-weight=\"bold\">{}</text>",
            line.join("L"),
            escaped(&camp.name)
        );
        name_at += 24.0 + 8.0 * camp.name.chars().count() as f64;
    }
    let _ = writeln!(
        out,
        "<path d=\"M{LEFT} {bottom}H{right}\" stroke=\"#444\"/>\n\
         <text x=\"{LEFT}\" y=\"{0}\">0</text>\n<text x=\"{right}\" y=\"{0}\" text-anchor=\"end\">{1}</text>\n\
         <text x=\"{2:.1}\" y=\"{0}\" text-anchor=\"middle\" fill=\"#555\">moves; chances to win in 100</text>\n</svg>",
        bottom + 24.0,
        analysis.moves,
        f64::midpoint(LEFT, right)
    );
    out
}
