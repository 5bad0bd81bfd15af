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

/// Chapters whose tests are still being written. This list ends empty.
const IN_WORK: &[&str] = &[
    "3.", "4.", "5.", "6.", "7.", "8.", "9.", "10.", "11.", "13.", "14.", "15.", "TEC", "CRT", "ART", "N11.",
    "MAZ.",
];

#[test]
fn every_rule_has_a_test_or_a_reason() {
    let mut untested = sandtable_core::catalogue::untested(&Front::rules());
    untested.retain(|id| !IN_WORK.iter().any(|chapter| id.starts_with(chapter)));
    assert_eq!(untested, Vec::<&str>::new(), "without a test or a reason");
}
