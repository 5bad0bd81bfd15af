//! A chart of values with their intervals, as SVG: a row for each, the values along the foot.

use std::fmt::Write as _;

/// A row of a chart.
pub struct Mark {
    /// What it is called.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// What is said beside it.
    pub note: String,
}

/// A chart.
pub struct Plot {
    /// Its title.
    pub title: String,
    /// A line below.
    pub subtitle: String,
    /// What the values are.
    pub axis: String,
    /// Its rows, the topmost first.
    pub marks: Vec<Mark>,
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 120.0;
const RIGHT: f64 = 40.0;
const TOP: f64 = 84.0;
const ROW: f64 = 56.0;
const FOOT: f64 = 64.0;
/// How many steps the foot has at most.
const STEPS: f64 = 8.0;

impl Plot {
    /// The chart as the text of an SVG file.
    pub fn svg(&self) -> String {
        let (low, high, step) = self.scale();
        let x = |value: f64| LEFT + (value.clamp(low, high) - low) / (high - low) * (WIDTH - LEFT - RIGHT);
        let foot = TOP + ROW * self.marks.len() as f64;
        let height = foot + FOOT;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"14\" fill=\"#222\" role=\"img\">\n<title>{}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fdfdfb\"/>\n",
            escaped(&self.title)
        );
        let steps = ((high - low) / step).round() as i32;
        let mut line = |ends: [f64; 4], style: &str| {
            let [x1, y1, x2, y2] = ends;
            let _ = writeln!(out, "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" {style}/>");
        };
        for value in (0..=steps).map(|i| low + f64::from(i) * step) {
            let style = if value == 0.0 { "stroke=\"#999\"" } else { "stroke=\"#e2e2dc\"" };
            line([x(value), TOP, x(value), foot], style);
        }
        line([LEFT, foot, WIDTH - RIGHT, foot], "stroke=\"#444\"");
        for (i, mark) in self.marks.iter().enumerate() {
            let middle = TOP + ROW * (i as f64 + 0.5);
            let bar = "stroke=\"#2f5d8a\" stroke-width=\"2\"";
            line([x(mark.low), middle, x(mark.high), middle], bar);
            for end in [mark.low, mark.high].into_iter().filter(|end| end.is_finite()) {
                line([x(end), middle - 6.0, x(end), middle + 6.0], bar);
            }
        }
        for (i, mark) in self.marks.iter().enumerate() {
            let middle = TOP + ROW * (i as f64 + 0.5);
            let _ = writeln!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{middle:.1}\" r=\"5\" fill=\"#2f5d8a\"/>",
                x(mark.value)
            );
        }
        let mut text = |x: f64, y: f64, style: &str, words: &str| {
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" {style}>{}</text>", escaped(words));
        };
        text(24.0, 34.0, "font-size=\"18\" font-weight=\"bold\"", &self.title);
        text(24.0, 56.0, "fill=\"#555\"", &self.subtitle);
        text(
            f64::midpoint(LEFT, WIDTH - RIGHT),
            height - 14.0,
            "text-anchor=\"middle\" fill=\"#555\"",
            &self.axis,
        );
        for value in (0..=steps).map(|i| low + f64::from(i) * step) {
            text(
                x(value),
                foot + 22.0,
                "text-anchor=\"middle\" font-size=\"12\"",
                &format!("{}", (value * 100.0).round() / 100.0),
            );
        }
        for (i, mark) in self.marks.iter().enumerate() {
            let middle = TOP + ROW * (i as f64 + 0.5);
            text(LEFT - 16.0, middle + 5.0, "text-anchor=\"end\" font-weight=\"bold\"", &mark.name);
            // Beside the point, on the side that has more room.
            let near_end = x(mark.value) > f64::midpoint(LEFT, WIDTH - RIGHT);
            let style =
                format!("font-size=\"12\" text-anchor=\"{}\"", if near_end { "end" } else { "start" });
            text(x(mark.value) + if near_end { -8.0 } else { 8.0 }, middle - 12.0, &style, &mark.note);
        }
        out.push_str("</svg>\n");
        out
    }

    /// Where the foot begins and ends, and its step: round numbers that hold all intervals.
    fn scale(&self) -> (f64, f64, f64) {
        let ends = || self.marks.iter().flat_map(|m| [m.low, m.high, m.value]).filter(|v| v.is_finite());
        let (least, most) = (ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max));
        if least > most {
            return (0.0, 1.0, 1.0);
        }
        let span = (most - least).max(1.0);
        let round = 10f64.powf((span / STEPS).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * round).into_iter().find(|s| span / s <= STEPS);
        let step = step.unwrap_or(span);
        ((least / step).floor() * step, (most / step).ceil().max((least / step).floor() + 1.0) * step, step)
    }
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(marks: &[(f64, f64, f64)]) -> Plot {
        let mark = |(low, value, high): &(f64, f64, f64)| Mark {
            name: "a < b & c".to_string(),
            value: *value,
            low: *low,
            high: *high,
            note: String::new(),
        };
        let words = String::new;
        Plot { title: words(), subtitle: words(), axis: words(), marks: marks.iter().map(mark).collect() }
    }

    #[test]
    fn the_foot_has_round_numbers_around_all_intervals() {
        assert_eq!(plot(&[(0.0, 0.0, 0.0), (130.0, 190.0, 251.0)]).scale(), (0.0, 300.0, 50.0));
        assert_eq!(plot(&[(-713.0, -500.0, -3.0), (0.0, 0.0, 0.0)]).scale(), (-800.0, 0.0, 100.0));
        assert_eq!(plot(&[(0.0, 0.0, 0.0)]).scale(), (0.0, 0.2, 0.2));
        assert_eq!(plot(&[]).scale(), (0.0, 1.0, 1.0));
    }

    #[test]
    fn words_are_escaped_and_every_row_is_drawn() {
        let svg = plot(&[(0.0, 0.0, 0.0), (10.0, 20.0, 30.0)]).svg();
        assert_eq!(svg.matches("<circle").count(), 2);
        assert_eq!(svg.matches("a &lt; b &amp; c").count(), 2);
        assert!(!svg.contains("NaN"));
    }
}
