//! The data folder, and copies of it to break.

use sandtable_atlas::Sources;
use std::path::{Path, PathBuf};

/// The folder of all crates.
fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub fn sources() -> Sources {
    Sources::find(&crates()).unwrap()
}

/// A copy of the sources that goes away with its owner.
pub struct Copy {
    dir: tempfile::TempDir,
}

impl Copy {
    pub fn new() -> Copy {
        let dir = tempfile::tempdir().unwrap();
        let found = sources();
        for folder in found.boards.iter().map(|b| &b.folder).chain([&found.atlas]) {
            let to = dir.path().join(folder.strip_prefix(crates()).unwrap());
            std::fs::create_dir_all(&to).unwrap();
            for file in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
                // The compiled boards are not read.
                if file.path().is_file() && file.file_name() != "board.txt" {
                    std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
                }
            }
        }
        Copy { dir }
    }

    pub fn sources(&self) -> Sources {
        Sources::find(self.dir.path()).unwrap()
    }

    /// A file of the copy: `atlas/…` is in the geography, `fury/…` among the sources of a game.
    pub fn path(&self, file: &str) -> PathBuf {
        let (folder, file) = file.split_once('/').unwrap();
        let games = if folder == "atlas" { "" } else { "games" };
        self.dir.path().join(games).join(folder).join("data").join(file)
    }

    pub fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap_or_default()
    }

    pub fn write(&self, file: &str, text: &str) {
        std::fs::write(self.path(file), text).unwrap();
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
        let sources = self.sources();
        match sources.board(board).unwrap().board_text(&sources) {
            Ok(_) => panic!("{board} was compiled from broken inputs"),
            Err(e) => e.to_string(),
        }
    }
}
