//! Catalogues of rules and the tests that name them.

use sandtable_core::catalogue::Rule;
use std::collections::BTreeSet;
use std::path::Path;

/// A catalogue holds this many rules, each with a number of its own, a kind and a summary; each is named by a test of the crate
/// in `crate_dir`, or says why it cannot be; and no test names a rule that does not exist.
pub fn catalogue_is_tested(game: &str, rules: &[Rule], count: usize, crate_dir: &str) {
    assert_eq!(rules.len(), count, "rules in the catalogue");
    let numbers: BTreeSet<&str> = rules.iter().map(|r| r.id).collect();
    assert_eq!(numbers.len(), rules.len(), "two rules have one number");
    let bare: Vec<&str> =
        rules.iter().filter(|r| r.kind.is_empty() || r.summary.len() <= 8).map(|r| r.id).collect();
    assert_eq!(bare, Vec::<&str>::new(), "without a kind or a summary");

    let known: Vec<String> = rules.iter().map(|r| r.id.to_string()).collect();
    let crate_dir = Path::new(crate_dir);
    let Ok(index) = sandtable_rulemarks::index(game, crate_dir, &known) else {
        panic!("the sources in {} cannot be read", crate_dir.display())
    };
    let untested: Vec<&str> = rules
        .iter()
        .filter(|r| {
            r.not_applicable.is_empty() && index.get(r.id).is_none_or(|places| places.tests.is_empty())
        })
        .map(|r| r.id)
        .collect();
    assert_eq!(untested, Vec::<&str>::new(), "without a test or a reason");
    let unknown = sandtable_rulemarks::unknown_rules(game, crate_dir, &known).unwrap_or_default();
    assert_eq!(unknown, Vec::<String>::new(), "named by a test, and no rule");
}
