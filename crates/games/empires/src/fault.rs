//! Complaints about data files, each with the file and the line to mend.

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
