//! All tests of the command line, as one program: it is linked once, and data are read once.

mod admin;
mod analyse;
mod deploy;
mod games;
mod hint;
mod kill;
mod labels;
mod ladder;
mod map;
mod nodes;
mod positions;
mod puzzles;
mod recorded;
mod referee;
mod rooms;
mod seeing;
mod stored;
mod table;
mod tune;
mod versions;

/// What strains a table; here it does so for a short while.
#[path = "../../examples/strain"]
#[allow(dead_code, reason = "the tests use a part")]
mod strain {
    pub mod cluster;
    pub mod http;
    pub mod killing;
    pub mod postgres;
    pub mod program;
}
