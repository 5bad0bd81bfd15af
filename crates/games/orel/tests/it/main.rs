//! All tests of this game, as one program: it is linked once, and data are read once.

/// Counts what each thread allocates, for the tests of rollouts.
#[global_allocator]
static ALLOCATOR: sandtable_testkit::Counting = sandtable_testkit::Counting;

mod assault_after;
mod assault_example;
mod assault_results;
mod bot;
mod chances;
mod conforms;
mod data;
mod ends;
mod face_file;
mod face_guide;
mod face_view;
mod fight;
mod fire_barrage;
mod fire_munitions;
mod flight_retreat;
mod flight_rout;
mod ground;
mod letter;
mod march_acts;
mod march_moves;
mod march_ways;
mod odds;
mod planner;
mod prompts;
mod rear_chance;
mod rear_men;
mod rear_supply;
mod scene;
mod story;
mod units;
