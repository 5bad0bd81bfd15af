//! The rule catalogue: every rule of a game by number, what it says in our words, and which tests name it.

use serde::Serialize;

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Its number.
    pub id: &'static str,
    /// Its kind.
    pub kind: &'static str,
    /// What it says.
    pub summary: &'static str,
    /// Why it can't apply to a program; empty for all others.
    pub not_applicable: &'static str,
    /// Tests that name it.
    pub tests: Vec<&'static str>,
    /// Those of them that play the game, rather than call one of its functions alone.
    pub plays: Vec<&'static str>,
    /// Lines of code that name it.
    pub code: &'static [&'static str],
}

/// What a build script found: rule, tests, code. A test that plays the game is marked by [`PLAYS`] at its end.
pub type Index = &'static [(&'static str, &'static [&'static str], &'static [&'static str])];

/// The mark of a test that plays the game.
pub const PLAYS: &str = " plays";

/// A catalogue from its text (tab-separated, with a header), without its tests.
pub fn catalogue(text: &'static str) -> Vec<Rule> {
    text.lines()
        .skip(1)
        .filter(|l| !l.is_empty())
        .map(|line| {
            let mut fields = line.split('\t');
            let mut next = || fields.next().unwrap_or("");
            let (id, kind, summary, not_applicable) = (next(), next(), next(), next());
            Rule { id, kind, summary, not_applicable, tests: Vec::new(), plays: Vec::new(), code: &[] }
        })
        .collect()
}

/// The same rules with the tests and lines of code that a build script found.
pub fn indexed(mut rules: Vec<Rule>, index: Index) -> Vec<Rule> {
    for rule in &mut rules {
        let Ok(found) = index.binary_search_by(|e| e.0.cmp(rule.id)) else { continue };
        let (_, tests, code) = index[found];
        rule.plays = tests.iter().filter_map(|t| t.strip_suffix(PLAYS)).collect();
        rule.tests = tests.iter().map(|t| t.strip_suffix(PLAYS).unwrap_or(t)).collect();
        rule.code = code;
    }
    rules
}

/// Rules that have neither a test nor a reason.
pub fn untested(rules: &[Rule]) -> Vec<&'static str> {
    rules.iter().filter(|r| r.tests.is_empty() && r.not_applicable.is_empty()).map(|r| r.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_know_their_tests_and_reasons() {
        let text = "id\tkind\tsummary\tnot_applicable\n1a\tmove\tMove.\t\n1b\tmove\tStop.\t\n2\tcomponent\tCard.\tcardboard\n";
        let index: Index = &[("1a", &["tests/x.rs::r1a plays", "tests/x.rs::sum"], &["src/x.rs:3"])];
        let rules = indexed(catalogue(text), index);
        assert_eq!(rules.len(), 3);
        assert_eq!(rules[0].tests, ["tests/x.rs::r1a", "tests/x.rs::sum"]);
        assert_eq!(rules[0].plays, ["tests/x.rs::r1a"]);
        assert_eq!(rules[2].not_applicable, "cardboard");
        assert_eq!(untested(&rules), vec!["1b"]);
    }
}
