//! How long the compiler takes for each board, and for all six.

use sandtable_atlas::audit::{AREA_BOARD, HEX_BOARDS};
use sandtable_atlas::{areas, compile};
use std::path::PathBuf;

fn main() {
    divan::main();
}

fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

#[divan::bench(args = HEX_BOARDS, sample_count = 10)]
fn hexes(id: &str) {
    divan::black_box(compile(&data(), id).expect("the data compiles"));
}

#[divan::bench(sample_count = 10)]
fn area_board() {
    divan::black_box(areas::compile(&data(), AREA_BOARD).expect("the data compiles"));
}

#[divan::bench(sample_count = 10)]
fn all_six() {
    for id in HEX_BOARDS {
        hexes(id);
    }
    area_board();
}
