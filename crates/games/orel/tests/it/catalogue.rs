//! The rule catalogue: complete, and tied to the tests.

use sandtable_orel::Orel;

#[test]
fn every_rule_has_a_test_or_a_reason() {
    sandtable_testkit::catalogue_is_tested("orel", &Orel::rules(), 496, env!("CARGO_MANIFEST_DIR"));
}
