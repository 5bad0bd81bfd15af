//! Broken data files and what is said of them.

use sandtable_datafile::DataFault;

/// The data files of a game.
pub struct DataFiles<D> {
    /// The text of a file.
    pub text: fn(file: &str) -> &'static str,
    /// Reads all files with another text for one of them.
    pub read: fn(file: &str, text: &str) -> Result<D, DataFault>,
}

/// A change of a data file and the complaint about it.
#[derive(Clone, Copy, Debug)]
pub struct Fault<'a> {
    /// The file.
    pub file: &'a str,
    /// What stands in it, once.
    pub find: &'a str,
    /// What is put there.
    pub replace: &'a str,
    /// What stands on the line that the complaint names.
    pub at: &'a str,
    /// What the complaint says.
    pub says: &'a str,
}

/// A change whose complaint names the line that was changed.
pub fn bad<'a>(file: &'a str, find: &'a str, replace: &'a str, says: &'a str) -> Fault<'a> {
    Fault { file, find, replace, at: replace.lines().next().unwrap_or(""), says }
}

/// A change whose complaint names a line with certain words.
pub fn bad_at<'a>(file: &'a str, find: &'a str, replace: &'a str, at: &'a str, says: &'a str) -> Fault<'a> {
    Fault { file, find, replace, at, says }
}

impl<D> DataFiles<D> {
    /// Reads the files with one part of one of them changed.
    ///
    /// # Panics
    ///
    /// If that part does not stand in the file once.
    #[track_caller]
    pub fn with(&self, file: &str, find: &str, replace: &str) -> (String, Result<D, DataFault>) {
        let text = (self.text)(file);
        assert_eq!(text.matches(find).count(), 1, "{file}: {find}");
        let text = text.replacen(find, replace, 1);
        let read = (self.read)(file, &text);
        (text, read)
    }

    /// The same, for a change that is in order.
    ///
    /// # Panics
    ///
    /// With the complaint about it.
    #[track_caller]
    pub fn changed(&self, file: &str, find: &str, replace: &str) -> D {
        self.with(file, find, replace).1.unwrap_or_else(|e| panic!("{e}"))
    }

    /// Each change is refused with the file, the line and what is wrong.
    ///
    /// # Panics
    ///
    /// With the first one that is taken, or refused otherwise.
    #[track_caller]
    pub fn faults(&self, table: &[Fault<'_>]) {
        for Fault { file, find, replace, at, says } in table {
            let (text, read) = self.with(file, find, replace);
            let Err(fault) = read else { panic!("{file}: `{replace}` was taken") };
            let found = text.lines().nth((fault.line as usize).saturating_sub(1)).unwrap_or("");
            assert_eq!(fault.file, *file, "{fault}");
            assert!(fault.what.contains(says), "{fault}; not `{says}`");
            assert!(found.contains(at), "{fault}\nstands on: {found}");
        }
    }
}
