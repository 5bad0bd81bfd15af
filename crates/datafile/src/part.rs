//! Tables of a TOML file, read key by key.

use crate::{DataFault, TomlFile};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeValue;

/// A word of a TOML file that remembers where it stands.
pub type Word = Spanned<String>;

/// A table of a TOML file. Complaints name the line of the key that they are about.
///
/// ```
/// let file = sandtable_datafile::TomlFile::parse("x.toml", "[[zone]]\nid = \"west\"\nhexes = [1, 2]\n")?;
/// let zone = &file.parts("zone")?[0];
/// assert_eq!(zone.get::<Vec<u8>>("hexes")?, [1, 2]);
/// assert_eq!(zone.fault("hexes", "too many").to_string(), "x.toml:3: too many");
/// # Ok::<(), sandtable_datafile::DataFault>(())
/// ```
#[derive(Clone, Copy)]
pub struct Part<'f, 'a> {
    pub(crate) file: &'f TomlFile<'a>,
    pub(crate) table: &'f Spanned<DeValue<'a>>,
}

impl<'f, 'a> Part<'f, 'a> {
    fn value(&self, key: &str) -> Option<&'f Spanned<DeValue<'a>>> {
        self.table.get_ref().as_table().and_then(|t| t.get(key))
    }

    /// Whether it has a key.
    pub fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// What stands under a key.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Result<T, DataFault> {
        self.opt(key)?.ok_or_else(|| self.missing(key))
    }

    /// What stands under a key, if it is there.
    pub fn opt<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, DataFault> {
        self.value(key).map(|v| self.file.read(v.clone())).transpose()
    }

    /// The table under a key.
    pub fn part(&self, key: &str) -> Result<Part<'f, 'a>, DataFault> {
        let table = self.value(key).ok_or_else(|| self.missing(key))?;
        Ok(Part { table, ..*self })
    }

    /// The tables of a list.
    pub fn parts(&self, key: &str) -> Result<Vec<Part<'f, 'a>>, DataFault> {
        self.file.tables(key, self.value(key).ok_or_else(|| self.missing(key))?)
    }

    /// The same; none if the key is not there.
    pub fn parts_if_any(&self, key: &str) -> Result<Vec<Part<'f, 'a>>, DataFault> {
        if self.has(key) { self.parts(key) } else { Ok(Vec::new()) }
    }

    /// Refuses the table if it has other keys than these.
    pub fn only(&self, keys: &[&str]) -> Result<(), DataFault> {
        let table = self.table.get_ref().as_table();
        match table.into_iter().flat_map(|t| t.iter()).find(|(key, _)| !keys.contains(&&**key.get_ref())) {
            None => Ok(()),
            Some((key, _)) => {
                let what = format!("unknown field `{}`, expected one of {}", key.get_ref(), keys.join(", "));
                Err(self.file.fault(key.span(), what))
            }
        }
    }

    /// A complaint about what stands under a key; about the table if nothing does.
    pub fn fault(&self, key: &str, what: impl Into<String>) -> DataFault {
        self.file.fault(self.value(key).unwrap_or(self.table).span(), what)
    }

    fn missing(&self, key: &str) -> DataFault {
        self.fault(key, format!("missing field `{key}`"))
    }
}
