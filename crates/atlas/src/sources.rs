//! Where the sources of the boards are: the geography in `atlas/data`, a game's boards in `games/GAME/data`.

use crate::files::{AtlasError, Result};
use crate::{areas, compile};
use sandtable_board::{areafile, hexfile};
use std::path::{Path, PathBuf};

/// The sources of one board.
#[derive(Clone, Debug)]
pub struct BoardSource {
    /// The board: `lodz` in `games/lodz/data`, `lodz-masuria` in `games/lodz/data/masuria`.
    pub id: String,
    /// Its files.
    pub folder: PathBuf,
    /// Whether it is a board of areas and not of hexes.
    pub areas: bool,
}

/// The geography, and every board that is compiled from it.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The geography.
    pub atlas: PathBuf,
    /// The boards in the order of their ids.
    pub boards: Vec<BoardSource>,
}

impl Sources {
    /// Finds them in the folder `crates` of a checkout. A folder with a `georef.toml` is that of a board.
    pub fn find(crates: &Path) -> Result<Sources> {
        let mut boards = Vec::new();
        for (game, folder) in folders(&crates.join("games"))? {
            let data = folder.join("data");
            let parts = if data.is_dir() { folders(&data)? } else { vec![] };
            let parts = parts.into_iter().map(|(part, folder)| (format!("{game}-{part}"), folder));
            for (id, folder) in std::iter::once((game.clone(), data)).chain(parts) {
                if folder.join("georef.toml").exists() {
                    boards.push(BoardSource { id, areas: folder.join("areas.csv").exists(), folder });
                }
            }
        }
        boards.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(Sources { atlas: crates.join("atlas/data"), boards })
    }

    /// The sources of a board by its id.
    pub fn board(&self, id: &str) -> Result<&BoardSource> {
        self.boards.iter().find(|b| b.id == id).ok_or_else(|| AtlasError::Compile {
            board: id.to_string(),
            what: "there is no folder with its georef.toml".to_string(),
        })
    }
}

impl BoardSource {
    /// Compiles the board, of either kind, to the text of its file.
    pub fn board_text(&self, sources: &Sources) -> Result<String> {
        Ok(if self.areas {
            areafile::write(&areas::compile(sources, &self.id)?.board)
        } else {
            hexfile::write(&compile(sources, &self.id)?.board)
        })
    }
}

/// The folders in a folder, with their names.
fn folders(path: &Path) -> Result<Vec<(String, PathBuf)>> {
    let failed = |source| AtlasError::Io { path: path.display().to_string(), source };
    let mut out = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().is_dir() {
            out.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
    }
    Ok(out)
}
