//! The plain text in which boards and sheets are written: `key = value` lines, then `[section]`s of lines.
//! Every error names the file and the line.

use crate::geometry::Point;
use std::fmt::Write as _;
use std::str::FromStr;

/// Something wrong in a file that a person can mend.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct FileError {
    /// The file.
    pub file: String,
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong and what to do.
    pub what: String,
}

/// One line of a file with what is needed to complain about it.
#[derive(Clone, Copy, Debug)]
pub struct TextLine<'a> {
    /// The file.
    pub file: &'a str,
    /// The line, counted from one.
    pub line: usize,
    /// The section it stands in, without brackets; empty before the first.
    pub section: &'a str,
    /// The line, trimmed.
    pub text: &'a str,
}

/// Splits a text into its lines, leaving out blank ones and comments (`#`). Section headers come out as lines of
/// their own with an empty text, so that a header may carry data.
pub fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = TextLine<'a>> {
    let mut section = "";
    text.lines().enumerate().filter_map(move |(i, raw)| {
        let text = raw.trim();
        if text.is_empty() || text.starts_with('#') {
            return None;
        }
        if let Some(header) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
            section = header.trim();
            return Some(TextLine { file, line: i + 1, section, text: "" });
        }
        Some(TextLine { file, line: i + 1, section, text })
    })
}

/// Checks what every board file has: its first line, all sections of its kind and no others, and an end to its
/// last line, so that a file that was cut short is not taken for a smaller board.
pub fn check_frame(
    file: &str,
    text: &str,
    kind: &str,
    header: &str,
    sections: &[&str],
) -> Result<(), FileError> {
    let at = |line: usize, what: String| Err(FileError { file: file.to_string(), line, what });
    if text.lines().next() != Some(header) {
        return at(1, format!("a file of {kind} starts with the line `{header}`"));
    }
    let mut missing: Vec<&str> = sections.to_vec();
    for line in lines(file, text).filter(|l| l.text.is_empty()) {
        if !sections.contains(&line.section) {
            return Err(line.error(format!("[{}] is no section of {kind}", line.section)));
        }
        missing.retain(|s| *s != line.section);
    }
    let last = text.lines().count();
    if let Some(section) = missing.first() {
        return at(last, format!("[{section}] is missing; the file is cut short"));
    }
    if !text.ends_with('\n') {
        return at(last, "the last line has no end; the file is cut short".to_string());
    }
    Ok(())
}

impl<'a> TextLine<'a> {
    /// An error at this line.
    pub fn error(&self, what: impl Into<String>) -> FileError {
        FileError { file: self.file.to_string(), line: self.line, what: what.into() }
    }

    /// The two sides of `key = value`.
    pub fn key_value(&self) -> Result<(&'a str, &'a str), FileError> {
        self.text
            .split_once('=')
            .map(|(k, v)| (k.trim(), v.trim()))
            .ok_or_else(|| self.error(format!("`{}` should read `key = value`", self.text)))
    }

    /// The fields between ` | `; at least `least` of them.
    pub fn fields(&self, least: usize) -> Result<Vec<&'a str>, FileError> {
        let fields: Vec<_> = self.text.split('|').map(str::trim).collect();
        if fields.len() < least {
            return Err(self.error(format!("{} fields stand here, {least} are wanted", fields.len())));
        }
        Ok(fields)
    }

    /// A word read as a value, with a complaint that says what was wanted.
    pub fn parse<T: FromStr>(&self, word: &str, wanted: &str) -> Result<T, FileError> {
        word.parse().map_err(|_| self.error(format!("`{word}` should be {wanted}")))
    }

    /// One of a fixed list of words.
    pub fn choose<T: Copy>(&self, word: &str, choices: &[(&str, T)]) -> Result<T, FileError> {
        choices.iter().find(|(name, _)| *name == word).map(|(_, v)| *v).ok_or_else(|| {
            let names: Vec<_> = choices.iter().map(|(n, _)| *n).collect();
            self.error(format!("`{word}` should be one of {}", names.join(", ")))
        })
    }

    /// `x,y x,y …`
    pub fn points(&self, words: &str) -> Result<Vec<Point>, FileError> {
        words
            .split_ascii_whitespace()
            .map(|w| {
                let (x, y) =
                    w.split_once(',').ok_or_else(|| self.error(format!("`{w}` should be a point `x,y`")))?;
                Ok(Point::new(self.number(x)?, self.number(y)?))
            })
            .collect()
    }

    /// A finite decimal number.
    pub fn number(&self, word: &str) -> Result<f64, FileError> {
        self.parse::<f64>(word, "a number").and_then(|v| {
            if v.is_finite() { Ok(v) } else { Err(self.error(format!("`{word}` is not finite"))) }
        })
    }
}

/// The keys that every board file begins with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    /// Short id, as in `fury`.
    pub id: String,
    /// Title.
    pub title: String,
    /// Where the content comes from.
    pub provenance: String,
    /// Kilometres for one unit of the sheet.
    pub km: f64,
}

impl Head {
    /// Takes a key if it is one of these; says whether it was.
    pub fn take(&mut self, line: &TextLine<'_>, key: &str, value: &str) -> Result<bool, FileError> {
        match key {
            "id" => self.id = value.to_string(),
            "title" => self.title = value.to_string(),
            "provenance" => self.provenance = value.to_string(),
            "km" => {
                self.km = line.number(value)?;
                if self.km <= 0.0 {
                    return Err(line.error(format!("`{value}` should be more than 0 km")));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Complains at the first section if a board has no id or no scale.
    pub fn complete(&self, first: &TextLine<'_>) -> Result<(), FileError> {
        if self.id.is_empty() || self.km == 0.0 {
            return Err(first.error("`id = …` and `km = …` must stand before the first section"));
        }
        Ok(())
    }
}

/// Writes the keys of [`Head`]: id, title and provenance, then the scale.
pub fn write_head(out: &mut String, [id, title, provenance]: [&str; 3], km: f64) {
    let _ = writeln!(out, "id = {id}\ntitle = {title}\nprovenance = {provenance}\nkm = {}", short(km));
}

/// The word that stands for a value in a list of choices.
pub fn word_for<T: Copy + PartialEq>(choices: &[(&'static str, T)], value: T) -> &'static str {
    choices.iter().find(|(_, v)| *v == value).map_or("?", |(n, _)| n)
}

/// Writes points as `x,y x,y …` with up to three decimals.
pub fn write_points(out: &mut String, points: &[Point]) {
    for (i, p) in points.iter().enumerate() {
        let gap = if i == 0 { "" } else { " " };
        let _ = write!(out, "{gap}{},{}", short(p.x), short(p.y));
    }
}

/// A number with up to three decimals and no idle zeros.
pub fn short(v: f64) -> String {
    let s = format!("{v:.3}");
    let s = s.trim_end_matches('0').trim_end_matches('.');
    if s == "-0" { "0".to_string() } else { s.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_comments_and_line_numbers() {
        let text = "a = 1\n# no\n\n[x | y]\n b c \n";
        let got: Vec<_> = lines("f", text).map(|l| (l.line, l.section, l.text)).collect();
        assert_eq!(got, vec![(1, "", "a = 1"), (4, "x | y", ""), (5, "x | y", "b c")]);
    }

    #[test]
    fn complaints_name_file_line_and_remedy() {
        let line = TextLine { file: "f.txt", line: 7, section: "", text: "x" };
        assert_eq!(line.key_value().unwrap_err().to_string(), "f.txt:7: `x` should read `key = value`");
        assert_eq!(
            line.choose("z", &[("a", 1), ("b", 2)]).unwrap_err().to_string(),
            "f.txt:7: `z` should be one of a, b"
        );
        assert_eq!(line.number("inf").unwrap_err().what, "`inf` is not finite");
        assert!(line.points("1,2 3").unwrap_err().what.contains("`3`"));
    }

    #[test]
    fn numbers_are_written_short() {
        assert_eq!([short(1.0), short(-0.0001), short(2.5), short(-3.1239)].join(" "), "1 0 2.5 -3.124");
    }
}
