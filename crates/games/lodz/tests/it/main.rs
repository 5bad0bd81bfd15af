//! All tests of this game, as one program: it is linked once, and data are read once.

/// Counts what each thread allocates, for the tests of rollouts.
#[global_allocator]
static ALLOCATOR: sandtable_testkit::Counting = sandtable_testkit::Counting;

mod air;
mod battle_attack;
mod battle_duty;
mod bot;
mod chances;
mod conforms;
mod data;
mod ends;
mod face;
mod face_file;
mod field;
mod leads;
mod limits;
mod march_moves;
mod march_works;
mod plain;
mod planner;
mod rail;
mod retreat;
mod scene;
mod smoke;
mod story;
mod supply;
mod units;
