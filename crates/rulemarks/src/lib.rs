//! Which tests and which lines of code name a rule. The program's build script calls [`write_index`], so that it
//! always knows, without anybody keeping a list.
//!
//! A test names its rules in its own name, `fn r9_1b_…` (dots as underscores), or with a mark in its body,
//! `rules!("fury 9.1b")`. Code names the rule it enforces in a comment, `// fury 9.1b`. A letter that the catalogue puts
//! in parentheses, `7.2(b)`, is plain in the name of a test, `fn r7_2b_…`, and as in the catalogue in a mark; one that it
//! writes large, `10.2Va`, may be small in the name of a test. Rules with a dash, `EX-a`, are named by marks alone.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where a rule is named.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Tests, as `file::test`.
    pub tests: Vec<String>,
    /// Lines of code, as `file:line`.
    pub code: Vec<String>,
}

/// All rules named in a set of sources.
pub type Index = BTreeMap<String, Places>;

/// A rule as it stands in the name of a test: `r10_3_1a_losses` names `10.3.1a`, if that is a rule.
fn rule_in_name(name: &str, known: &[String]) -> Option<String> {
    let rest = name.strip_prefix('r')?;
    let parts: Vec<&str> = rest.split('_').collect();
    // The longest prefix that is a rule: 10.3.1a before 10.3, with a section before a stroke as in 15/6.11.
    (1..=parts.len()).rev().find_map(|n| {
        let plain = parts[..n].join(".");
        let written = [plain.clone(), plain.replacen('.', "/", 1), lettered(&plain)];
        let exact = written.iter().find(|r| known.contains(r)).cloned();
        exact.or_else(|| known.iter().find(|k| k.eq_ignore_ascii_case(&plain)).cloned())
    })
}

/// The same rule with the letters at its end in parentheses: `7.2b` is `7.2(b)` in some catalogues.
fn lettered(plain: &str) -> String {
    let number = plain.trim_end_matches(|c: char| c.is_ascii_lowercase());
    format!("{number}({})", &plain[number.len()..])
}

/// The rule that a text begins with. Parentheses may belong to the rule, `7.2(b)`, or to the sentence around it, and so may
/// a dash, `EX-a`.
fn rule_at(text: &str, known: &[String]) -> Option<String> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '/' | '(' | ')' | '-'));
    let word = &text[..end.unwrap_or(text.len())];
    let dashed = word.split(['(', ')']).next().unwrap_or("").trim_end_matches(['.', '/', '-']);
    let plain = dashed.split('-').next().unwrap_or("").trim_end_matches(['.', '/']);
    let closed = word.find(')').map_or("", |i| &word[..=i]);
    [closed, dashed, plain].into_iter().find(|w| known.iter().any(|k| k == w)).map(str::to_string)
}

/// Adds what one file says. `in_tests` is true for files under `tests/`; in other files the part after
/// `#[cfg(test)]` counts as tests.
pub fn scan(game: &str, file: &str, text: &str, in_tests: bool, known: &[String], index: &mut Index) {
    let mut testing = in_tests;
    let mut current = String::new();
    let needle = format!("{game} ");
    for (number, line) in text.lines().enumerate() {
        testing |= line.trim_start().starts_with("#[cfg(test)]");
        let code = line.trim_start();
        if let Some(name) = code.strip_prefix("fn ").or_else(|| code.strip_prefix("pub fn ")) {
            current = name.split(['(', '<']).next().unwrap_or("").to_string();
            if testing && let Some(rule) = rule_in_name(&current, known) {
                push(&mut index.entry(rule).or_default().tests, format!("{file}::{current}"));
            }
        }
        for (at, _) in line.match_indices(&needle) {
            let boundary = line[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '-');
            let Some(word) = rule_at(&line[at + needle.len()..], known).filter(|_| boundary) else {
                continue;
            };
            let places = index.entry(word).or_default();
            if testing {
                if !current.is_empty() {
                    push(&mut places.tests, format!("{file}::{current}"));
                }
            } else {
                push(&mut places.code, format!("{file}:{}", number + 1));
            }
        }
    }
}

fn push(list: &mut Vec<String>, item: String) {
    if !list.contains(&item) {
        list.push(item);
    }
}

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// What a file of tests names as a rule and the catalogue does not have: marks `rules!("game …")`, and names of tests that
/// begin with a number, `fn r9_1b_…`. A mark without the name of its game counts too, since no index would find it.
pub fn unknown_in(game: &str, text: &str, known: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for (at, mark) in text.match_indices("rules!(") {
        let list = &text[at + mark.len()..];
        for named in list[..list.find(");").unwrap_or(0)].split('"').skip(1).step_by(2) {
            let rule = named.strip_prefix(game).and_then(|n| n.strip_prefix(' '));
            if !rule.is_some_and(|r| known.iter().any(|k| k == r)) {
                out.push(named.to_string());
            }
        }
    }
    for line in text.lines().map(str::trim_start) {
        let Some(name) = line.strip_prefix("fn ").map(|n| n.split(['(', '<']).next().unwrap_or("")) else {
            continue;
        };
        let numbered = name.strip_prefix('r').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
        if numbered && rule_in_name(name, known).is_none() {
            out.push(name.to_string());
        }
    }
    out
}

/// The crate of a game, and the one with the rules that it shares with others, if its `Cargo.toml` names one:
/// `shared-rules = "../../east"`. Each with what the names of its files begin with.
fn crates_of(crate_dir: &Path) -> Vec<(PathBuf, String)> {
    let manifest = std::fs::read_to_string(crate_dir.join("Cargo.toml")).unwrap_or_default();
    let shared = manifest.lines().find_map(|l| l.strip_prefix("shared-rules = \"")?.strip_suffix('"'));
    let folder = |path: &str| path.rsplit('/').next().map_or(String::new(), |name| format!("{name}/"));
    let shared = shared.map(|path| (crate_dir.join(path), folder(path)));
    std::iter::once((crate_dir.to_path_buf(), String::new())).chain(shared).collect()
}

/// The files of a game's crates in one of their folders, each with its name.
fn files_of(crate_dir: &Path, folder: &str) -> Vec<(PathBuf, String)> {
    let mut out = Vec::new();
    for (dir, prefix) in crates_of(crate_dir) {
        let mut files = Vec::new();
        sources(&dir.join(folder), &mut files);
        files.sort();
        let name = |path: &PathBuf| format!("{prefix}{}", path.strip_prefix(&dir).unwrap_or(path).display());
        out.extend(files.into_iter().map(|path| (path.clone(), name(&path))));
    }
    out
}

/// The same for all tests of a game, as `file: name`; for the crate's test of its catalogue.
pub fn unknown_rules(game: &str, crate_dir: &Path, known: &[String]) -> std::io::Result<Vec<String>> {
    let mut out = Vec::new();
    for (path, file) in files_of(crate_dir, "tests") {
        let unknown = unknown_in(game, &std::fs::read_to_string(&path)?, known);
        out.extend(unknown.into_iter().map(|name| format!("{file}: {name}")));
    }
    Ok(out)
}

/// What tests do to play a game: ask its referee, or take actions.
const PLAYING: [&str; 12] = [
    ".apply(",
    ".act(",
    ".check(",
    ".actions(",
    ".to_decide(",
    ".position(",
    ".start(",
    ".begin(",
    "Session::new(",
    ".sample(",
    ".forecast(",
    ".view(",
];

/// The functions of some sources that play the game, by name: themselves, or by calling another that does.
fn playing(sources: &[String]) -> BTreeSet<String> {
    let mut bodies: Vec<(String, String)> = Vec::new();
    for text in sources {
        let mut current: Option<(String, String)> = None;
        for line in text.lines() {
            let code = line.trim_start();
            let code = code.strip_prefix("pub ").or_else(|| code.strip_prefix("pub(crate) ")).unwrap_or(code);
            if let Some(name) = code.strip_prefix("fn ") {
                bodies.extend(current.take());
                let name = name.split(['(', '<']).next().unwrap_or("").to_string();
                current = Some((name, String::new()));
            }
            if let Some((_, body)) = &mut current {
                body.push_str(code);
                body.push('\n');
            }
        }
        bodies.extend(current);
    }
    let mut known = BTreeSet::new();
    loop {
        let calls = |body: &str| {
            let after = body.lines().skip(1).collect::<Vec<_>>().join("\n");
            PLAYING.iter().any(|p| body.contains(p))
                || after
                    .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '(')
                    .filter_map(|w| w.split_once('('))
                    .any(|(name, _)| known.contains(name))
        };
        let found: BTreeSet<String> =
            bodies.iter().filter(|(_, body)| calls(body)).map(|(name, _)| name.clone()).collect();
        if found.len() == known.len() {
            return known;
        }
        known = found;
    }
}

/// What the sources of a game, `src` and `tests`, name of the rules that are known. A test that plays the game, rather than
/// call a function, has ` plays` at its end.
pub fn index(game: &str, crate_dir: &Path, known: &[String]) -> std::io::Result<Index> {
    let mut index = Index::new();
    let mut tests = Vec::new();
    for folder in ["src", "tests"] {
        for (path, name) in files_of(crate_dir, folder) {
            let text = std::fs::read_to_string(&path)?;
            scan(game, &name, &text, folder == "tests", known, &mut index);
            if folder == "tests" {
                tests.push(text);
            }
        }
    }
    let plays = playing(&tests);
    for test in index.values_mut().flat_map(|places| &mut places.tests) {
        if test.rsplit("::").next().is_some_and(|name| plays.contains(name)) {
            test.push_str(" plays");
        }
    }
    Ok(index)
}

/// For a build script: writes the index of a game's crate to `GAME_rules.rs` in `OUT_DIR`, a slice of `(rule, tests, code)`.
/// `catalogue` is the game's `rules.tsv`.
pub fn write_index(game: &str, crate_dir: &Path, catalogue: &Path, out_dir: &Path) -> std::io::Result<()> {
    let text = std::fs::read_to_string(catalogue)?;
    let known: Vec<String> =
        text.lines().skip(1).filter_map(|l| l.split('\t').next()).map(str::to_string).collect();
    println!("cargo::rerun-if-changed={}", catalogue.display());
    for (dir, _) in crates_of(crate_dir) {
        for folder in ["src", "tests"] {
            println!("cargo::rerun-if-changed={}", dir.join(folder).display());
        }
    }
    let mut out = String::from("&[\n");
    for (rule, places) in index(game, crate_dir, &known)? {
        out.push_str(&format!("    ({rule:?}, &{:?}, &{:?}),\n", places.tests, places.code));
    }
    out.push_str("]\n");
    std::fs::write(out_dir.join(format!("{game}_rules.rs")), out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_code_are_found_by_rule() {
        let known: Vec<String> = ["9.1b", "10.3", "10.3.1a", "2.1g"].map(str::to_string).into();
        let mut index = Index::new();
        scan(
            "fury",
            "src/zoc.rs",
            "// fury 9.1b: even empty\nlet x = 1; // not fury 9.9z\n#[cfg(test)]\nfn r2_1g_cadre() {}\n",
            false,
            &known,
            &mut index,
        );
        scan(
            "fury",
            "tests/a.rs",
            "fn r10_3_1a_losses_first() {\n    rules!(\"fury 9.1b\", \"fury 10.3\");\n}\n",
            true,
            &known,
            &mut index,
        );
        assert_eq!(index["9.1b"].code, vec!["src/zoc.rs:1"]);
        assert_eq!(index["9.1b"].tests, vec!["tests/a.rs::r10_3_1a_losses_first"]);
        assert_eq!(index["10.3.1a"].tests.len(), 1);
        assert_eq!(index["10.3"].tests.len(), 1);
        assert_eq!(index["2.1g"].tests, vec!["src/zoc.rs::r2_1g_cadre"]);
        assert_eq!(index.len(), 4);
    }

    #[test]
    fn rules_that_games_share_are_found_in_their_own_crate() {
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tannenberg");
        let names: Vec<String> = files_of(&game, "src").into_iter().map(|(_, name)| name).collect();
        assert!(names.iter().any(|n| n == "src/lib.rs") && names.iter().any(|n| n == "east/src/lib.rs"));
        assert_eq!(crates_of(Path::new(env!("CARGO_MANIFEST_DIR"))).len(), 1);
    }

    #[test]
    fn tests_that_play_are_told_from_those_that_call() {
        let common = "pub fn game() -> X {\n    X::new().start(1)\n}\nfn sum(a: u8) -> u8 {\n    a + 1\n}\n";
        let tests = "fn r1_plays() {\n    let g = game();\n}\nfn r2_calls() {\n    assert_eq!(sum(1), 2);\n}\n\
                     fn r3_asks() {\n    x.check(y);\n}\n";
        let found = playing(&[common.to_string(), tests.to_string()]);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["game", "r1_plays", "r3_asks"]);
    }

    #[test]
    fn rules_with_a_stroke_are_found_too() {
        let known: Vec<String> = ["15/6.11", "6.11"].map(str::to_string).into();
        let mut index = Index::new();
        let text = "fn r15_6_11_nine_points() {}\nfn other() {\n    // tannenberg 15/6.11, and tannenberg 6.11/\n}\n";
        scan("tannenberg", "tests/a.rs", text, true, &known, &mut index);
        assert_eq!(index["15/6.11"].tests, vec!["tests/a.rs::r15_6_11_nine_points", "tests/a.rs::other"]);
        assert_eq!(index["6.11"].tests, vec!["tests/a.rs::other"]);
    }

    #[test]
    fn letters_in_parentheses_are_found_too() {
        let known: Vec<String> = ["7.2", "7.2(b)", "7.3.3.3(b)"].map(str::to_string).into();
        let mut index = Index::new();
        let text = "fn r7_3_3_3b_colours() {\n    rules!(\"empires 7.2(b)\");\n}\nfn r7_2_first() {}\n\
                    fn other() {\n    // (see empires 7.2), and empires 7.2(c)\n}\n";
        scan("empires", "tests/a.rs", text, true, &known, &mut index);
        assert_eq!(index["7.3.3.3(b)"].tests, vec!["tests/a.rs::r7_3_3_3b_colours"]);
        assert_eq!(index["7.2(b)"].tests, vec!["tests/a.rs::r7_3_3_3b_colours"]);
        assert_eq!(index["7.2"].tests, vec!["tests/a.rs::r7_2_first", "tests/a.rs::other"]);
        assert_eq!(index.len(), 3);
    }
    #[test]
    fn large_letters_and_dashes_are_found_too() {
        let known: Vec<String> = ["10.2Va", "10.2", "3.2Aa", "EX-a", "8.1"].map(str::to_string).into();
        let mut index = Index::new();
        let text = "fn r10_2va_held() {\n    rules!(\"orel EX-a\", \"orel 8.1\");\n}\nfn r3_2Aa_line() {}\n\
                    fn other() {\n    // orel EX-a, orel 8.1-8.3, (orel 3.2Aa)\n}\n";
        scan("orel", "tests/a.rs", text, true, &known, &mut index);
        assert_eq!(index["10.2Va"].tests, vec!["tests/a.rs::r10_2va_held"]);
        assert_eq!(index["EX-a"].tests, vec!["tests/a.rs::r10_2va_held", "tests/a.rs::other"]);
        assert_eq!(index["8.1"].tests.len(), 2);
        assert_eq!(index["3.2Aa"].tests, vec!["tests/a.rs::r3_2Aa_line", "tests/a.rs::other"]);
        assert_eq!(index.len(), 4);
    }

    #[test]
    fn names_of_no_rule_are_found() {
        let known: Vec<String> = ["9.1b", "7.2(b)", "15/6.11", "EX-a"].map(str::to_string).into();
        let fine = "fn r9_1b_zones() {\n    rules!(\n        \"orel 7.2(b)\",\n        \"orel EX-a\",\n    );\n}\n\
                    fn r7_2b() {}\nfn r15_6_11_points() {}\nfn roads() {}\n";
        assert_eq!(unknown_in("orel", fine, &known), Vec::<String>::new());
        let wrong =
            "fn r9_1c_zones() {\n    rules!(\"orel 9.1b\",\n \"orel 9.9\", \"fury 9.1b\", \"9.1b\");\n}\n";
        assert_eq!(unknown_in("orel", wrong, &known), ["orel 9.9", "fury 9.1b", "9.1b", "r9_1c_zones"]);
    }
}
