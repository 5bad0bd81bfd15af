//! How long a board takes to load, and what look-ups and drawings cost.

use divan::{Bencher, black_box};
use sandtable_board::svg::{Detail, area_map, hex_map};
use sandtable_board::{AreaBoard, AreaId, Hex, HexBoard, areafile, hexfile};

const HEX_BOARDS: [&str; 5] = ["fury", "lodz", "lodz-masuria", "tannenberg", "orel"];

fn main() {
    divan::main();
}

fn text(id: &str) -> String {
    // `lodz-masuria` is the second board of the game `lodz`.
    let (game, part) = id.split_once('-').unwrap_or((id, ""));
    let path = format!("{}/../games/{game}/data/{part}/board.txt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the board is there")
}

fn hex_board(id: &str) -> HexBoard {
    hexfile::read(id, &text(id)).expect("the board can be read")
}

fn area_board() -> AreaBoard {
    areafile::read("empires", &text("empires")).expect("the board can be read")
}

/// No board may take longer than five milliseconds.
#[divan::bench(args = HEX_BOARDS)]
fn load(bencher: Bencher, id: &str) {
    let text = text(id);
    bencher.bench(|| hexfile::read(id, black_box(&text)));
}

/// The board of areas is held to the same.
#[divan::bench]
fn load_areas(bencher: Bencher) {
    let text = text("empires");
    bencher.bench(|| areafile::read("empires", black_box(&text)));
}

#[divan::bench(args = [1, 3, 6, 12])]
fn within(bencher: Bencher, radius: u16) {
    let board = hex_board("lodz");
    let t = board.topology();
    let middle = Hex((t.hex_count() / 2) as u16);
    bencher.bench(|| t.within(black_box(middle), radius).map(|h| u32::from(h.0)).sum::<u32>());
}

/// Between all pairs of hexes of a sheet.
#[divan::bench]
fn distance(bencher: Bencher) {
    let board = hex_board("orel");
    let t = board.topology();
    let all = || t.hexes().flat_map(|a| t.hexes().map(move |b| (a, b)));
    bencher
        .counter(t.hex_count() * t.hex_count())
        .bench(|| all().map(|(a, b)| u32::from(t.distance(black_box(a), black_box(b)))).sum::<u32>());
}

/// Of all hexes of a sheet, with what lies on the sides.
#[divan::bench]
fn neighbours(bencher: Bencher) {
    let board = hex_board("lodz");
    let t = board.topology();
    bencher.counter(t.hex_count()).bench(|| {
        let wet = |h: Hex| t.neighbours(h).filter(|n| board.side(n.1).river.is_some()).count();
        t.hexes().map(|h| wet(black_box(h))).sum::<usize>()
    });
}

#[divan::bench]
fn area_range(bencher: Bencher) {
    let board = area_board();
    bencher.bench(|| board.within(black_box(AreaId(40)), black_box(4)).len());
}

#[divan::bench(args = HEX_BOARDS, sample_count = 20)]
fn draw(bencher: Bencher, id: &str) {
    let board = hex_board(id);
    bencher.bench(|| hex_map(black_box(&board), Detail::Full));
}

#[divan::bench(sample_count = 20)]
fn draw_areas(bencher: Bencher) {
    let board = area_board();
    bencher.bench(|| area_map(black_box(&board), Detail::Full));
}
