//! The rule catalogue as the program shows it.

use sandtable_core::catalogue::untested;
use sandtable_fury::Fury;

#[test]
fn every_rule_has_a_test_or_a_reason() {
    let rules = Fury::rules();
    assert_eq!(rules.len(), 297);
    assert_eq!(untested(&rules), Vec::<&str>::new());
}

#[test]
fn numbers_are_unique_and_summaries_are_there() {
    let rules = Fury::rules();
    let mut ids: Vec<_> = rules.iter().map(|r| r.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rules.len());
    assert!(rules.iter().all(|r| r.summary.len() > 8 && !r.kind.is_empty()));
}

#[test]
fn most_rules_can_be_found_in_the_code_by_their_number() {
    // Components and definitions live in the data; what acts is named where it acts.
    let acting: Vec<_> =
        Fury::rules().into_iter().filter(|r| !matches!(r.kind, "component" | "setup")).collect();
    let found = acting.iter().filter(|r| !r.code.is_empty()).count();
    assert!(found * 100 >= acting.len() * 70, "{found} of {}", acting.len());
}
