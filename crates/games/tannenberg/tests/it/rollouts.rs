//! After a few games to warm up, a rollout allocates nothing, whether chance plays it or the script.

use sandtable_tannenberg::Tannenberg;
use sandtable_testkit::allocations::{random, scripts};

#[test]
fn a_rollout_allocates_nothing() {
    let game = Tannenberg::new().unwrap();
    for scenario in ["tannenberg", "campaign", "three-player"] {
        let played = random(&game, scenario, 0..20).unwrap();
        assert_eq!(played[5..].iter().sum::<usize>(), 0, "{scenario}: {played:?}");
    }
}

#[test]
fn a_rollout_of_scripts_allocates_nothing() {
    let game = Tannenberg::new().unwrap();
    for scenario in ["tannenberg", "campaign", "three-player"] {
        let played = scripts(&game, scenario, 0..20, usize::MAX).unwrap();
        assert_eq!(played[5..].iter().sum::<usize>(), 0, "{scenario}: {played:?}");
    }
}
