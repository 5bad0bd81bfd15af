//! All tests of this game, as one program.

/// Counts what each thread allocates, for the tests of rollouts.
#[global_allocator]
static ALLOCATOR: sandtable_yardstick::allocations::Counting = sandtable_yardstick::allocations::Counting;

mod conforms;
mod rules;
