//! All tests of this game, as one program.

/// Counts what each thread allocates, for the tests of rollouts.
#[global_allocator]
static ALLOCATOR: sandtable_testkit::Counting = sandtable_testkit::Counting;

mod conforms;
mod guide;
#[path = "../../examples/play.rs"]
mod play;
mod rules;

#[test]
fn the_example_plays_a_game() {
    assert!(play::main().is_ok());
}
