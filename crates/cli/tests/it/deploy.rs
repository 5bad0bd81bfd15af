//! The files to run a table say what the program knows: its name, its flags, its settings.

use sandtable_server::Settings;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn help(command: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_sandtable")).args(command).arg("--help").output().unwrap();
    String::from_utf8(out.stdout).unwrap()
}

/// Flags of a text that come after a word.
fn flags(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '`' | ',' | '|'));
    words.filter(|word| word.starts_with("--") && word.len() > 2)
}

#[test]
fn every_flag_is_one_of_the_program() {
    let known = help(&["serve"]);
    let container = read("Containerfile");
    let service = read("deploy/sandtable.service");
    let compose = read("deploy/compose.yaml");
    let commands = [
        container.lines().find(|l| l.starts_with("CMD")).unwrap(),
        service.lines().find(|l| l.starts_with("ExecStart")).unwrap(),
        &compose[compose.find("exec /usr/local/bin/sandtable").unwrap()..compose.find("cap_drop").unwrap()],
    ];
    for command in commands {
        assert!(flags(command).count() > 2, "{command}");
        for flag in flags(command) {
            assert!(
                known.contains(&format!("{flag} <")) || known.contains(&format!("{flag}\n")),
                "{flag}: {command}"
            );
        }
    }
    let known = known + &help(&["admin"]) + &help(&["admin", "prune"]) + &help(&["admin", "dump"]);
    let page = read("docs/serving.md");
    for line in page.lines().filter(|l| l.contains("sandtable ") && !l.contains("pg_dump")) {
        for flag in flags(line).filter(|f| *f != "--now") {
            assert!(known.contains(flag), "{flag}: {line}");
        }
    }
}

#[test]
fn the_image_holds_the_program_that_is_built() {
    let container = read("Containerfile");
    let name = Path::new(env!("CARGO_BIN_EXE_sandtable")).file_stem().unwrap().to_string_lossy().into_owned();
    assert!(container.contains(&format!("--bin {name}\n")));
    assert!(
        container.contains(&format!("COPY --from=build /src/target/release/{name} /usr/local/bin/{name}"))
    );
    assert!(container.contains(&format!("ENTRYPOINT [\"/usr/local/bin/{name}\"]")));
    // What is mounted beside compose.yaml is there, or is said to be made.
    let compose = read("deploy/compose.yaml");
    assert!(root().join("deploy/nginx.conf").exists() && compose.contains("./nginx.conf:"));
    for node in ["one:7878", "two:7878"] {
        assert!(read("deploy/nginx.conf").contains(node));
    }
    assert!(compose.contains("\n  one: ") && compose.contains("\n  two: "));
}

#[test]
fn the_settings_that_are_told_are_read() {
    let page = read("docs/serving.md");
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).map(|b| b.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        Settings::read(block).unwrap_or_else(|e| panic!("{e}:\n{block}"));
    }
}
