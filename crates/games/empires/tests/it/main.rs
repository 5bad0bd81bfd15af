//! All tests of this game, as one program: it is linked once, and data are read once.

/// Counts what each thread allocates, for the tests of rollouts.
#[global_allocator]
static ALLOCATOR: sandtable_testkit::Counting = sandtable_testkit::Counting;

mod arrival;
mod battles;
mod bots;
mod charts;
mod chit_matrix;
mod combat;
mod conforms;
mod data;
mod depot_guards;
mod face_file;
mod face_ground;
mod face_guide;
mod face_prompts;
mod face_story;
mod face_view;
mod file_words;
mod forage;
mod forecast;
mod land;
mod made_up;
mod morale;
mod movement;
mod planner;
mod play_chances;
mod play_ends;
mod play_fight;
mod play_fight_cases;
mod play_fight_ends;
mod play_fight_marks;
mod play_letter;
mod play_loss;
mod play_march;
mod play_march_allies;
mod play_march_duties;
mod play_march_edges;
mod play_march_letter;
mod play_march_supply;
mod play_mixed;
mod play_siege;
mod play_siege_spain;
mod play_sums;
mod play_told;
mod play_year;
mod play_year_grand;
mod pursuit;
mod scene;
mod siege;
mod supply;
mod thinkable;
mod turkey_and_russia;
