//! What leads a player: it follows from the phases.

use crate::play::{Action, Event, Step};
use crate::{Drill, Position};
use sandtable_core::guide::Guide;
use sandtable_core::teach::TeachFiles;

impl Guide for Drill {
    sandtable_hexgame::guide_by_phases!(Position);

    fn teach_files(&self) -> Option<TeachFiles> {
        Some(sandtable_core::teach_files!())
    }
}
