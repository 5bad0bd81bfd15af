//! The rule catalogue.

use sandtable_lodz::Front;

#[test]
fn the_catalogue_is_complete_and_every_rule_has_its_own_number() {
    let rules = Front::rules();
    assert_eq!(rules.len(), 437);
    let mut ids: Vec<_> = rules.iter().map(|r| r.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rules.len());
}

#[test]
fn every_rule_named_in_a_test_exists() {
    let known: Vec<String> = Front::rules().iter().map(|r| r.id.to_string()).collect();
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let unknown = sandtable_rulemarks::unknown_rules("lodz", here, &known).unwrap();
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn every_rule_has_a_test_or_a_reason() {
    let untested = sandtable_core::catalogue::untested(&Front::rules());
    assert_eq!(untested, Vec::<&str>::new(), "without a test or a reason");
}
