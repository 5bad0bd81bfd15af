//! Tests of the boards as a whole: numbering, tables, files and drawings.

// Helpers outside of test functions may unwrap as well: it is all tests here.
#![allow(clippy::unwrap_used)]

mod areas;
mod drawing;
mod files;
mod garbled;
mod grids;
mod hexes;
mod samples;
