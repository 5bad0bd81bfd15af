//! The rule catalogue: complete, and tied to the tests.

use sandtable_tannenberg::Tannenberg;

#[test]
fn every_rule_has_a_test_or_a_reason() {
    sandtable_testkit::catalogue_is_tested(
        "tannenberg",
        &Tannenberg::rules(),
        487,
        env!("CARGO_MANIFEST_DIR"),
    );
}
