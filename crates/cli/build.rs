//! Finds which tests and lines name a rule, for the catalogues. The program does this and not the games, so that a changed
//! test compiles no game again.
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    for sources in std::fs::read_dir(root.join("crates/games"))? {
        let sources = sources?.path();
        let Some(game) = sources.file_name().and_then(|name| name.to_str()) else { continue };
        sandtable_rulemarks::write_index(game, &sources, &sources.join("data/rules.tsv"), &out)?;
    }
    Ok(())
}
