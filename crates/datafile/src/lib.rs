//! Data files of games: rows with their lines, and complaints, each with the file and the line to mend.
//!
//! ```
//! #[derive(serde::Deserialize)]
//! struct Unit {
//!     id: String,
//!     strength: u8,
//! }
//!
//! let text = "# the guard\nid,strength\ng-1,4\ng-2,many\n";
//! let fault = sandtable_datafile::rows::<Unit>("units.csv", text).err();
//! assert!(fault.is_some_and(|f| f.to_string().starts_with("units.csv:4: ")));
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod part;
mod toml_file;
mod weights;

pub use part::{Part, Word};
use serde::de::DeserializeOwned;
pub use toml_file::TomlFile;
pub use weights::{PlannerWeights, Weights, beside, weights};

/// What is wrong in a data file, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct DataFault {
    /// The file.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u64,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl DataFault {
    /// A complaint about a line.
    pub fn new(file: &'static str, line: u64, what: impl Into<String>) -> DataFault {
        DataFault { file, line, what: what.into() }
    }

    /// A complaint about the line that holds a text; the first line if none does.
    pub fn at(file: &'static str, text: &str, needle: &str, what: impl Into<String>) -> DataFault {
        let line = text.lines().position(|l| l.contains(needle)).map_or(1, |i| i as u64 + 1);
        DataFault::new(file, line, what)
    }

    /// A complaint of the TOML reader.
    pub fn toml(file: &'static str, text: &str, error: &toml::de::Error) -> DataFault {
        let upto = error.span().map_or(0, |s| s.start.min(text.len()));
        let line = text.bytes().take(upto).filter(|b| *b == b'\n').count() as u64 + 1;
        DataFault::new(file, line, error.message())
    }
}

/// The data files of a game, from the folder `data` of its crate: the type `Files` of their texts, so that somebody who owns the printed
/// game can put in others, and the constant `FILES`, which comes with the program.
///
/// ```ignore
/// sandtable_datafile::data_files! {
///     board = "board.txt",
///     units = "units.csv",
/// }
/// ```
#[macro_export]
macro_rules! data_files {
    ($($field:ident = $file:literal),+ $(,)?) => {
        /// The texts of the data files, so that somebody who owns the printed game can put in others.
        #[derive(Clone, Copy)]
        pub struct Files<'a> {
            $(#[doc = concat!("`", $file, "`")]
            pub $field: &'a str),+
        }

        /// The files that come with the program.
        pub const FILES: Files<'static> = Files {
            $($field: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $file))),+
        };
    };
}

/// The rows of a CSV file with the lines that they stand on; lines that begin with `#` are comments.
pub fn rows<T: DeserializeOwned>(file: &'static str, text: &str) -> Result<Vec<(u64, T)>, DataFault> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    let line_of = |e: &csv::Error| e.position().map_or(1, csv::Position::line);
    let headers = reader.headers().map_err(|e| DataFault::new(file, line_of(&e), e.to_string()))?.clone();
    let mut out = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| DataFault::new(file, line_of(&e), e.to_string()))?;
        let line = record.position().map_or(1, csv::Position::line);
        let row = record.deserialize(Some(&headers));
        out.push((line, row.map_err(|e| DataFault::new(file, line, e.to_string()))?));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Row {
        id: String,
        n: u8,
    }

    #[test]
    fn rows_know_their_lines_and_mistakes_too() {
        let text = "# a comment\nid,n\na,1\nb,2\n";
        let read = rows::<Row>("x.csv", text);
        let row = |id: &str, n| Row { id: id.into(), n };
        assert_eq!(read, Ok(vec![(3, row("a", 1)), (4, row("b", 2))]));
        let wrong = rows::<Row>("x.csv", "id,n\na,1\nb,many\n").expect_err("no number");
        assert_eq!((wrong.file, wrong.line), ("x.csv", 3));
        assert_eq!(DataFault::at("x.csv", text, "b,2", "twice").to_string(), "x.csv:4: twice");
    }
}
