//! How long the compiler takes for each board, and for all of them.

use sandtable_atlas::{AtlasError, Sources};
use std::path::Path;
use std::sync::LazyLock;

static SOURCES: LazyLock<Result<Sources, AtlasError>> =
    LazyLock::new(|| Sources::find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")));

fn main() {
    divan::main();
}

fn sources() -> &'static Sources {
    SOURCES.as_ref().expect("the sources are there")
}

fn boards() -> impl Iterator<Item = &'static str> {
    sources().boards.iter().map(|b| b.id.as_str())
}

#[divan::bench(args = boards(), sample_count = 10)]
fn board(id: &str) {
    let text = sources().board(id).and_then(|b| b.board_text(sources()));
    divan::black_box(text.expect("the data compiles"));
}

#[divan::bench(sample_count = 10)]
fn all() {
    boards().for_each(board);
}
