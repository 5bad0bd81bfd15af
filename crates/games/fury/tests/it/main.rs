//! All tests of this game, as one program: it is linked once, and data are read once.

/// Counts what each thread allocates, for the tests of rollouts.
#[global_allocator]
static ALLOCATOR: sandtable_testkit::Counting = sandtable_testkit::Counting;

mod battle;
mod board;
mod common;
mod components;
mod conforms;
mod declare;
mod examples;
mod fortress;
mod ground;
mod guide;
mod modifiers;
mod movement;
mod planner;
mod planning;
mod play;
mod positions;
mod prompts;
mod rail;
mod reinforcements;
mod replacements;
mod results;
mod retreat;
mod sequence;
mod setup;
mod siege;
mod story;
mod supply;
mod typed;
mod victory;
mod ways;
mod zones;
