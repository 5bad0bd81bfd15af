//! Finds which tests and lines name a rule, for the catalogue.
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let catalogue = here.join("../../../data/lodz/rules.tsv");
    println!("cargo::rerun-if-changed={}", catalogue.display());
    sandtable_rulemarks::write_index("lodz", &here, &std::fs::read_to_string(catalogue)?, &out)
}
