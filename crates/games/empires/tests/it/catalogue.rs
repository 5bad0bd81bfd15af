//! The rule catalogue: complete, and tied to the tests.

use sandtable_empires::Empires;

#[test]
fn every_rule_has_a_test_or_a_reason() {
    sandtable_testkit::catalogue_is_tested("empires", &Empires::rules(), 341, env!("CARGO_MANIFEST_DIR"));
}
