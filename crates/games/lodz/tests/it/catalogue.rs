//! The rule catalogue: complete, and tied to the tests.

use sandtable_lodz::Lodz;

#[test]
fn every_rule_has_a_test_or_a_reason() {
    sandtable_testkit::catalogue_is_tested("lodz", &Lodz::rules(), 437, env!("CARGO_MANIFEST_DIR"));
}
