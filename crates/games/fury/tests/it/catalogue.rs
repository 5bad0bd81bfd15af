//! The rule catalogue: complete, and tied to the tests.

use sandtable_fury::Fury;

#[test]
fn every_rule_has_a_test_or_a_reason() {
    sandtable_testkit::catalogue_is_tested("fury", &Fury::rules(), 297, env!("CARGO_MANIFEST_DIR"));
}
