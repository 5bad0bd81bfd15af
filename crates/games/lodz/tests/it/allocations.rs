//! After a few games to warm up, a rollout allocates nothing, whether chance plays it or the script.

use sandtable_core::plan::Planned;
use sandtable_lodz::Lodz;
use sandtable_testkit::allocations::{random, scripts, scripts_of};

#[test]
fn a_rollout_allocates_nothing() {
    let game = Lodz::new().unwrap();
    let played = random(&game, "november-11", 0..40).unwrap();
    assert_eq!(played[10..].iter().sum::<usize>(), 0, "{played:?}");
}

#[test]
fn a_rehearsal_allocates_nothing() {
    let game = Lodz::new().unwrap();
    let played = scripts(&game, "november-11", 0..24, usize::MAX).unwrap();
    assert_eq!(played[10..].iter().sum::<usize>(), 0, "{played:?}");
}

#[test]
fn a_game_of_scripts_allocates_nothing() {
    let game = Lodz::new().unwrap();
    let played = scripts_of(&game, Lodz::script, "november-11", 0..14, usize::MAX).unwrap();
    assert_eq!(played[10..].iter().sum::<usize>(), 0, "{played:?}");
}
