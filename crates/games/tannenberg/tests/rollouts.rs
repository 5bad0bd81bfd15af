//! Rollouts allocate more than they should: each list and path of its own. These limits keep it from growing.

use sandtable_tannenberg::Theatre;
use sandtable_yardstick::allocations::{Counting, random, scripts};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_rollout_allocates_no_more_than_it_did() {
    let game = Theatre::new().unwrap();
    let played = random(&game, "tannenberg", 0..6).unwrap();
    assert!(played[4..].iter().sum::<usize>() <= 16_000, "{played:?}");
}

#[test]
fn a_rollout_of_scripts_allocates_no_more_than_it_did() {
    let game = Theatre::new().unwrap();
    let played = scripts(&game, "tannenberg", 0..6, 400).unwrap();
    assert!(played[4..].iter().sum::<usize>() <= 14_000, "{played:?}");
}
