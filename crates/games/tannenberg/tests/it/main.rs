//! All tests of this game, as one program: it is linked once, and data are read once.

/// Counts what each thread allocates, for the tests of rollouts.
#[global_allocator]
static ALLOCATOR: sandtable_testkit::Counting = sandtable_testkit::Counting;

mod aftermath;
mod allocations;
mod armies;
mod attacks;
mod bots;
mod combat;
mod command;
mod common;
mod components;
mod conforms;
mod data;
mod entry;
mod feeding;
mod fights;
mod file;
mod garrison;
mod ground;
mod guests;
mod guide;
mod hidden;
mod marching;
mod movement;
mod orders;
mod planner;
mod played;
mod points;
mod prompts;
mod rail;
mod railways;
mod replacement;
mod replacing;
mod retreat;
mod scenarios;
mod scene;
mod secrets;
mod sequence;
mod set_up;
mod staff;
mod steps;
mod story;
mod supply;
mod terrain;
mod three_players;
mod trains;
mod view;
mod walls;
mod west_front;
mod withdrawal;
mod words;
mod zones;
