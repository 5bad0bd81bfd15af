//! Files that were cut, garbled or shuffled: an error with a line that is there, or a board that can be drawn; never
//! a panic.

use crate::samples::{HEX_BOARDS, SMALL, board_text};
use proptest::prelude::*;
use sandtable_board::svg::{Detail, area_map, hex_map};
use sandtable_board::text::FileError;
use sandtable_board::{areafile, hexfile};

const BOARDS: [&str; 6] = ["fury", "lodz", "lodz-masuria", "tannenberg", "orel", "empires"];

/// Reads a board of either kind. What is read must also be drawn.
fn read_and_draw(id: &str, text: &str) -> Result<(), FileError> {
    if id == "empires" {
        let board = areafile::read(id, text)?;
        area_map(&board, Detail::Overview);
    } else {
        let board = hexfile::read(id, text)?;
        hex_map(&board, Detail::Full);
    }
    Ok(())
}

fn check_line(text: &str, read: Result<(), FileError>) -> Result<(), TestCaseError> {
    if let Err(e) = read {
        prop_assert!(
            e.line >= 1 && e.line <= text.lines().count().max(1),
            "{} of a file with {} lines",
            e,
            text.lines().count()
        );
        prop_assert!(!e.what.is_empty());
    }
    Ok(())
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_cut_board_is_refused_unless_only_shapes_are_lost(id in prop::sample::select(&BOARDS[..]), cut: prop::sample::Index) {
        let whole = board_text(id);
        let text = lossy(&whole.as_bytes()[..cut.index(whole.len())]);
        let read = read_and_draw(id, &text);
        let last_section = if id == "empires" { "[streams]\n" } else { "[shores]\n" };
        let in_last = text.contains(last_section) && text.ends_with('\n');
        prop_assert_eq!(read.is_ok(), in_last, "{:?}", read);
        if let Err(e) = &read {
            // A cut leaves the lines before it whole, so the complaint is about the end.
            prop_assert_eq!(e.line, text.lines().count().max(1), "{}", e);
        }
        check_line(&text, read)?;
    }

    #[test]
    fn garbled_bytes_do_no_harm(
        id in prop::sample::select(&BOARDS[..]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
    ) {
        let mut bytes = board_text(id).into_bytes();
        for (at, byte) in changes {
            let i = at.index(bytes.len());
            bytes[i] = byte;
        }
        let text = lossy(&bytes);
        check_line(&text, read_and_draw(id, &text))?;
    }

    #[test]
    fn lines_taken_out_doubled_or_swapped_do_no_harm(
        id in prop::sample::select(&BOARDS[..]),
        a: prop::sample::Index,
        b: prop::sample::Index,
        how in 0..3,
    ) {
        let whole = board_text(id);
        let mut lines: Vec<&str> = whole.lines().collect();
        let (a, b) = (a.index(lines.len()), b.index(lines.len()));
        match how {
            0 => { lines.remove(a); }
            1 => lines.insert(a, lines[b]),
            _ => lines.swap(a, b),
        }
        let text: String = lines.iter().map(|l| format!("{l}\n")).collect();
        check_line(&text, read_and_draw(id, &text))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// In the small board nearly every byte matters, so more is hit.
    #[test]
    fn the_small_board_garbled(changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b"0123456789|/-,. \nabz=[]#\xff\0&<".to_vec())), 1..4)) {
        let mut bytes = SMALL.as_bytes().to_vec();
        for (at, byte) in changes {
            let i = at.index(bytes.len());
            bytes[i] = byte;
        }
        let text = lossy(&bytes);
        let read = read_and_draw("small", &text);
        check_line(&text, read)?;
        if let Ok(board) = hexfile::read("small", &text) {
            let written = hexfile::write(&board);
            let back = hexfile::read("small", &written);
            prop_assert!(back.is_ok(), "{:?} in\n{}", back.err(), written);
            for detail in [Detail::Full, Detail::Overview] {
                let svg = hex_map(&board, detail);
                prop_assert!(roxmltree::Document::parse(&svg).is_ok(), "{:?}", roxmltree::Document::parse(&svg).err());
            }
        }
    }
}

#[test]
fn no_byte_of_the_head_can_be_missed() {
    for id in HEX_BOARDS {
        let whole = board_text(id);
        let end = whole.find("\n[places]").unwrap();
        for cut in (0..end).step_by(97) {
            if let Some(text) = whole.get(..cut) {
                let e = hexfile::read(id, text).unwrap_err();
                assert_eq!(e.line, text.lines().count().max(1), "{id} cut at {cut}: {e}");
            }
        }
    }
}
