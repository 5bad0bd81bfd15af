//! The rule catalogue.

use sandtable_empires::rules;

#[test]
fn the_catalogue_is_complete_and_every_rule_has_its_own_number() {
    let rules = rules();
    assert_eq!(rules.len(), 341);
    let mut ids: Vec<_> = rules.iter().map(|r| r.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rules.len());
}

#[test]
fn every_rule_has_a_test_or_a_reason() {
    assert_eq!(
        sandtable_core::catalogue::untested(&rules()),
        Vec::<&str>::new(),
        "without a test or a reason"
    );
}

#[test]
fn every_rule_named_in_a_test_exists() {
    let rules = rules();
    let known = |id: &str| rules.iter().any(|r| r.id == id);
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for file in std::fs::read_dir(tests).unwrap().flatten().map(|e| e.path()).filter(|p| p.is_file()) {
        let text = std::fs::read_to_string(&file).unwrap();
        for line in text.lines().map(str::trim_start) {
            if let Some(list) = line.strip_prefix("rules!(") {
                let named = list.split('"').skip(1).step_by(2);
                for id in named.map(|n| n.strip_prefix("empires ").unwrap_or(n)) {
                    assert!(known(id), "{}: {id}", file.display());
                }
            }
            let numbered = |n: &&str| n.as_bytes().first().is_some_and(u8::is_ascii_digit);
            if let Some(name) = line.strip_prefix("fn r").filter(numbered) {
                let parts: Vec<_> = name.split('_').collect();
                let lettered = |id: &str| {
                    let number = id.trim_end_matches(|c: char| c.is_ascii_lowercase());
                    format!("{number}({})", &id[number.len()..])
                };
                let found = (1..parts.len()).any(|n| {
                    let id = parts[..n].join(".");
                    known(&id) || known(&lettered(&id))
                });
                assert!(found, "{}: r{name}", file.display());
            }
        }
    }
}
