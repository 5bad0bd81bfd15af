//! After a few games to warm up, a rollout allocates nothing, whether chance plays it or the script.

use sandtable_tannenberg::Theatre;
use sandtable_yardstick::allocations::{Counting, random, scripts};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_rollout_allocates_nothing() {
    let game = Theatre::new().unwrap();
    let played = random(&game, "tannenberg", 0..6).unwrap();
    assert_eq!(played[4..].iter().sum::<usize>(), 0, "{played:?}");
}

#[test]
fn a_rollout_of_scripts_allocates_nothing() {
    let game = Theatre::new().unwrap();
    let played = scripts(&game, "tannenberg", 0..6, 400).unwrap();
    assert_eq!(played[4..].iter().sum::<usize>(), 0, "{played:?}");
}
