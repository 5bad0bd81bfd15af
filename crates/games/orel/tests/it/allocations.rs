//! After a few games to warm up, a rollout allocates nothing, whether chance plays it or the script.

use sandtable_orel::Orel;
use sandtable_testkit::allocations::{random, scripts};

/// Each scenario with the games that warm up, and all of them.
const PLAYED: [(&str, usize, u64); 2] = [("brasovo", 8, 20), ("historical", 3, 6)];

#[test]
fn a_rollout_allocates_nothing() {
    let game = Orel::new().unwrap();
    for (scenario, warm, games) in PLAYED {
        let played = random(&game, scenario, 0..games).unwrap();
        assert_eq!(played[warm..].iter().sum::<usize>(), 0, "{scenario}: {played:?}");
    }
}

#[test]
fn a_rollout_of_scripts_allocates_nothing() {
    let game = Orel::new().unwrap();
    for (scenario, warm, games) in PLAYED {
        let played = scripts(&game, scenario, 0..games, usize::MAX).unwrap();
        assert_eq!(played[warm..].iter().sum::<usize>(), 0, "{scenario}: {played:?}");
    }
}
