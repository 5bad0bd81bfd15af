//! Writing SVG: numbers kept short, text escaped, smooth paths.

use crate::geometry::Point;
use std::fmt::Write as _;

/// How many SVG units one hex, or one unit of an area board, measures.
pub const UNIT: f64 = 60.0;

/// An SVG under way.
#[derive(Default)]
pub struct Canvas {
    /// What has been written.
    pub out: String,
}

impl Canvas {
    /// Adds a line of markup.
    pub fn line(&mut self, markup: &str) {
        self.out.push_str(markup);
        self.out.push('\n');
    }

    /// A path element with its attributes, unless the path is empty.
    pub fn path(&mut self, attributes: &str, d: &str) {
        if !d.is_empty() {
            let _ = writeln!(self.out, "<path {attributes} d=\"{d}\"/>");
        }
    }

    /// A text element.
    pub fn text(&mut self, attributes: &str, at: Point, text: &str) {
        let _ = writeln!(
            self.out,
            "<text {attributes} x=\"{}\" y=\"{}\">{}</text>",
            num(at.x),
            num(at.y),
            escape(text)
        );
    }

    /// Opens a group.
    pub fn open(&mut self, attributes: &str) {
        let _ = writeln!(self.out, "<g {attributes}>");
    }

    /// Closes a group.
    pub fn close(&mut self) {
        self.out.push_str("</g>\n");
    }
}

/// A number with one decimal at most.
pub fn num(v: f64) -> String {
    let s = format!("{v:.1}");
    let s = s.strip_suffix(".0").unwrap_or(&s);
    if s == "-0" { "0".to_string() } else { s.to_string() }
}

/// Text made safe for markup; control characters, which markup cannot hold, are left out.
pub fn escape(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Straight path through points; closed if asked.
pub fn polyline(points: &[Point], close: bool) -> String {
    let mut d = String::with_capacity(points.len() * 12);
    for (i, p) in points.iter().enumerate() {
        let _ = write!(d, "{}{} {}", if i == 0 { "M" } else { "L" }, num(p.x), num(p.y));
    }
    if close && !d.is_empty() {
        d.push('Z');
    }
    d
}

/// Smooth path through all points (Catmull and Rom as Béziers).
pub fn through(points: &[Point]) -> String {
    let n = points.len();
    if n < 3 {
        return polyline(points, false);
    }
    let mut d = format!("M{} {}", num(points[0].x), num(points[0].y));
    for i in 0..n - 1 {
        let before = points[i.saturating_sub(1)];
        let after = points[(i + 2).min(n - 1)];
        let a = points[i] + (points[i + 1] - before) * (1.0 / 6.0);
        let b = points[i + 1] - (after - points[i]) * (1.0 / 6.0);
        let c = points[i + 1];
        let _ = write!(d, "C{} {} {} {} {} {}", num(a.x), num(a.y), num(b.x), num(b.y), num(c.x), num(c.y));
    }
    d
}

/// Soft path from the first point to the last, bent at those between; the same line drawn backwards covers the same
/// ground, so that neighbours fit. Relative steps keep it short. Without `start` it goes on from where the pen is.
pub fn soft(points: &[Point], start: bool) -> String {
    let whole = |v: f64| (v * 10.0).round() / 10.0;
    let Some(&first) = points.first() else { return String::new() };
    let mut pen = Point::new(whole(first.x), whole(first.y));
    let mut d = if start { format!("M{} {}", num(pen.x), num(pen.y)) } else { String::new() };
    let mut step = |d: &mut String, command: char, stops: &[Point]| {
        d.push(command);
        let from = pen;
        for (i, p) in stops.iter().enumerate() {
            let to = Point::new(whole(p.x), whole(p.y));
            let (x, y) = (num(to.x - from.x), num(to.y - from.y));
            let _ = write!(
                d,
                "{}{x}{}{y}",
                if i > 0 && !x.starts_with('-') { " " } else { "" },
                if y.starts_with('-') { "" } else { " " }
            );
            pen = to;
        }
    };
    let n = points.len();
    for i in 1..n {
        if i + 1 == n {
            step(&mut d, 'l', &[points[i]]);
        } else if i == 1 {
            step(&mut d, 'l', &[points[0].middle(points[1])]);
            step(&mut d, 'q', &[points[1], points[1].middle(points[2])]);
        } else {
            step(&mut d, 'q', &[points[i], points[i].middle(points[i + 1])]);
        }
    }
    d
}

/// A number between −1 and 1 that depends on its seeds alone, so that drawings never change by themselves.
pub fn jitter(a: usize, b: usize) -> f64 {
    let mut x =
        (a as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (b as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    x ^= x >> 31;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^= x >> 29;
    (x >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_text_are_safe() {
        assert_eq!([num(1.04), num(-0.01), num(2.55)].join(" "), "1 0 2.5");
        assert_eq!(escape("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
    }

    #[test]
    fn jitter_is_steady_and_within_bounds() {
        let values: Vec<f64> = (0..1000).map(|i| jitter(i, 7)).collect();
        assert!(values.iter().all(|v| (-1.0..=1.0).contains(v)));
        assert!(values.iter().sum::<f64>().abs() < 60.0, "no lean to one side");
        assert_eq!(jitter(3, 4), jitter(3, 4));
    }

    #[test]
    fn a_soft_path_keeps_its_ends_and_writes_steps() {
        let points = [Point::new(0.0, 0.0), Point::new(10.0, 0.0), Point::new(10.0, 10.0)];
        assert_eq!(soft(&points, true), "M0 0l5 0q5 0 5 5l0 5");
        assert_eq!(soft(&points[..2], false), "l10 0");
        assert_eq!(soft(&[], true), "");
    }

    #[test]
    fn a_smooth_path_meets_every_point() {
        let points = [Point::new(0.0, 0.0), Point::new(10.0, 0.0), Point::new(10.0, 10.0)];
        let d = through(&points);
        assert!(d.starts_with("M0 0C") && d.contains(" 10 0C") && d.ends_with(" 10 10"), "{d}");
    }
}
