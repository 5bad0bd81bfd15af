//! After a few games to warm up, a rollout allocates nothing, whether chance plays it or the script.

use sandtable_fury::Fury;
use sandtable_testkit::allocations::{random, scripts};

#[test]
fn a_rollout_allocates_nothing() {
    let game = Fury::new().unwrap();
    let played = random(&game, "campaign", 0..40).unwrap();
    assert_eq!(played[10..].iter().sum::<usize>(), 0, "{played:?}");
}

#[test]
fn a_rollout_of_scripts_allocates_nothing() {
    let game = Fury::new().unwrap();
    let played = scripts(&game, "campaign", 0..12, usize::MAX).unwrap();
    assert_eq!(played[9..].iter().sum::<usize>(), 0, "{played:?}");
}
