//! After a few games to warm up, a rollout allocates nothing, whether chance plays it or the script.

use sandtable_core::plan::Planned;
use sandtable_empires::Empires;
use sandtable_testkit::allocations::{random, scripts, scripts_of};

#[test]
fn a_rollout_allocates_nothing() {
    let game = Empires::new().unwrap();
    let played = random(&game, "ulm1805", 0..40).unwrap();
    assert_eq!(played[10..].iter().sum::<usize>(), 0, "{played:?}");
}

#[test]
fn a_rehearsal_allocates_nothing() {
    let game = Empires::new().unwrap();
    let played = scripts(&game, "ulm1805", 0..60, usize::MAX).unwrap();
    assert_eq!(played[35..].iter().sum::<usize>(), 0, "{played:?}");
}

#[test]
fn a_whole_game_of_scripts_allocates_nothing() {
    let game = Empires::new().unwrap();
    let played = scripts_of(&game, Empires::script, "ulm1805", 0..16, usize::MAX).unwrap();
    assert_eq!(played[8..].iter().sum::<usize>(), 0, "{played:?}");
}

#[test]
fn months_of_the_grand_campaign_allocate_nothing() {
    let game = Empires::new().unwrap();
    let played = scripts_of(&game, Empires::script, "grand1805", 0..6, 2000).unwrap();
    assert_eq!(played[4..].iter().sum::<usize>(), 0, "{played:?}");
}
