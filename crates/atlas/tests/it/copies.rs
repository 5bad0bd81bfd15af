//! The data folder, and copies of it to break.

use std::path::{Path, PathBuf};

pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

/// A copy of the data folder that goes away with its owner.
pub struct Copy {
    dir: tempfile::TempDir,
}

impl Copy {
    pub fn new() -> Copy {
        let dir = tempfile::tempdir().unwrap();
        for folder in std::fs::read_dir(data()).unwrap().map(Result::unwrap) {
            let to = dir.path().join(folder.file_name());
            std::fs::create_dir(&to).unwrap();
            for file in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
                // The compiled boards are not read.
                if file.file_name() != "board.txt" {
                    std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
                }
            }
        }
        Copy { dir }
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.path().join(file)).unwrap_or_default()
    }

    pub fn write(&self, file: &str, text: &str) {
        std::fs::write(self.path().join(file), text).unwrap();
    }

    /// Replaces the first place where some words stand, which must be there.
    pub fn edit(&self, file: &str, old: &str, new: &str) {
        let text = self.text(file);
        assert!(text.contains(old), "`{old}` is not in {file}");
        self.write(file, &text.replacen(old, new, 1));
    }

    /// Adds a line at the end of a file, with a head if the file is new; gives the number of that line.
    pub fn add(&self, file: &str, head: &str, line: &str) -> usize {
        let text = if self.text(file).is_empty() { format!("{head}\n") } else { self.text(file) };
        self.write(file, &format!("{text}{line}\n"));
        text.lines().count() + 1
    }

    /// Compiles a board of either kind; gives the complaint.
    pub fn complaint(&self, board: &str) -> String {
        let done = if board == "empires" {
            sandtable_atlas::areas::compile(self.path(), board).map(|_| ())
        } else {
            sandtable_atlas::compile(self.path(), board).map(|_| ())
        };
        match done {
            Ok(()) => panic!("{board} was compiled from broken inputs"),
            Err(e) => e.to_string(),
        }
    }
}
