//! TOML files, read value by value straight into what they mean.

use crate::{DataFault, Part, Word};
use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// A TOML file. Complaints name the line of the value that they are about.
///
/// ```
/// let file = sandtable_datafile::TomlFile::parse("x.toml", "[stacking]\nunits = 3\n")?;
/// assert_eq!(file.get::<u8>("stacking.units")?, 3);
/// assert_eq!(file.get::<u8>("stacking.steps").unwrap_err().what, "missing field `steps`");
/// # Ok::<(), sandtable_datafile::DataFault>(())
/// ```
pub struct TomlFile<'a> {
    file: &'static str,
    text: &'a str,
    root: Spanned<DeTable<'a>>,
}

impl<'a> TomlFile<'a> {
    /// Reads the text.
    pub fn parse(file: &'static str, text: &'a str) -> Result<TomlFile<'a>, DataFault> {
        let root = DeTable::parse(text).map_err(|e| DataFault::toml(file, text, &e))?;
        Ok(TomlFile { file, text, root })
    }

    /// What stands under a path of keys, as `train.duel.back_after`.
    pub fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, DataFault> {
        self.read(self.find(path)?.clone())
    }

    /// A list of rows. Their key `source` says where a row comes from; it is for people.
    pub fn rows<T: DeserializeOwned>(&self, path: &str) -> Result<Vec<T>, DataFault> {
        let value = self.find(path)?;
        let Some(list) = value.get_ref().as_array() else {
            return Err(self.fault(value.span(), format!("`{path}` should be a list of rows")));
        };
        let row = |row: &Spanned<DeValue<'a>>| {
            let mut row = row.clone();
            if let DeValue::Table(table) = row.get_mut() {
                table.remove("source");
            }
            self.read(row)
        };
        list.iter().map(row).collect()
    }

    /// The table under a path of keys.
    pub fn part(&self, path: &str) -> Result<Part<'_, 'a>, DataFault> {
        Ok(Part { file: self, table: self.find(path)? })
    }

    /// The tables of a list, as `[[zone]]`.
    pub fn parts(&self, path: &str) -> Result<Vec<Part<'_, 'a>>, DataFault> {
        self.tables(path, self.find(path)?)
    }

    /// A complaint about a word.
    pub fn fault_at(&self, word: &Word, what: impl Into<String>) -> DataFault {
        self.fault(word.span(), what)
    }

    pub(crate) fn tables<'f>(
        &'f self,
        path: &str,
        list: &'f Spanned<DeValue<'a>>,
    ) -> Result<Vec<Part<'f, 'a>>, DataFault> {
        let tables = list.get_ref().as_array().into_iter().flatten();
        let parts: Vec<Part<'f, 'a>> = tables.map(|table| Part { file: self, table }).collect();
        if list.get_ref().as_array().is_none() || parts.iter().any(|p| p.table.get_ref().as_table().is_none())
        {
            return Err(self.fault(list.span(), format!("`{path}` should be a list of tables")));
        }
        Ok(parts)
    }

    fn find(&self, path: &str) -> Result<&Spanned<DeValue<'a>>, DataFault> {
        let (mut table, mut span, mut found) = (Some(self.root.get_ref()), self.root.span(), None);
        for key in path.split('.') {
            let value = table.and_then(|t| t.get(key));
            let value = value.ok_or_else(|| self.fault(span.clone(), format!("missing field `{key}`")))?;
            (table, span, found) = (value.get_ref().as_table(), value.span(), Some(value));
        }
        found.ok_or_else(|| self.fault(span, format!("missing field `{path}`")))
    }

    pub(crate) fn read<T: DeserializeOwned>(&self, value: Spanned<DeValue<'a>>) -> Result<T, DataFault> {
        let span = value.span();
        T::deserialize(ValueDeserializer::from(value))
            .map_err(|e| self.fault(e.span().unwrap_or(span), e.message()))
    }

    pub(crate) fn fault(&self, span: Range<usize>, what: impl Into<String>) -> DataFault {
        let before = self.text.bytes().take(span.start);
        DataFault::new(self.file, before.filter(|b| *b == b'\n').count() as u64 + 1, what)
    }
}
