//! Everything that reads what comes from outside, one function each: whatever they are given, they refuse it with a reason or
//! read something that can be played, drawn and written; they never panic. `tests/garbled.rs` gives them texts that were spoiled a little, on any
//! compiler. With a nightly one and `cargo install cargo-fuzz` you can search for worse, from the files of the project on:
//!
//! ```text
//! cargo +nightly fuzz run position fuzz/corpus/position docs/positions
//! ```

#![forbid(unsafe_code)]

use sandtable_board::svg::{Detail, area_map, hex_map};
use sandtable_board::{areafile, hexfile};
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::position_file::{self, Setting};
use sandtable_core::session::GameRecord;
use sandtable_core::{Game, Options, Session};
use sandtable_drill::Drill;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// How many moves are played on from what was read.
const PLAYED: usize = 20;

/// A game that is made once.
macro_rules! once {
    ($game:ty) => {{
        static GAME: OnceLock<Arc<$game>> = OnceLock::new();
        GAME.get_or_init(|| Arc::new(<$game>::new().expect("the game's own data are sound")))
    }};
}

/// Calls a function with the game that a text is of: the one that it names first, or Drill.
macro_rules! with_game {
    ($text:expr, $call:ident) => {{
        let text: &str = $text;
        #[cfg(feature = "games")]
        match named(text) {
            "fury" => return $call(once!(sandtable_fury::Fury), text),
            "tannenberg" => return $call(once!(sandtable_tannenberg::Tannenberg), text),
            "empires" => return $call(once!(sandtable_empires::Empires), text),
            "orel" => return $call(once!(sandtable_orel::Orel), text),
            "lodz" => return $call(once!(sandtable_lodz::Lodz), text),
            _ => {}
        }
        $call(once!(Drill), text)
    }};
}

/// The game whose name comes first in a text.
#[cfg(feature = "games")]
fn named(text: &str) -> &'static str {
    let games = ["drill", "fury", "tannenberg", "empires", "orel", "lodz"];
    let found = games.into_iter().filter_map(|g| text.find(g).map(|at| (at, g)));
    found.min().map_or("drill", |(_, g)| g)
}

/// A game file.
pub fn record(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        with_game!(text, record_of)
    }
}

fn record_of<G: Game>(game: &Arc<G>, text: &str) {
    let Ok(record) = serde_json::from_str::<GameRecord<G>>(text) else { return };
    // The way with snapshots may take what the other does not, but neither may fall over.
    let _ = Session::open(game.clone(), record.clone());
    if let Ok(session) = Session::verify(game.clone(), record) {
        let again = Session::verify(game.clone(), session.record().clone());
        assert_eq!(
            again.map(|s| s.hash()).ok(),
            Some(session.hash()),
            "a record that was proved is proved again"
        );
    }
}

/// A position by hand. The game is the one that the text names first, as in a comment.
pub fn position(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        with_game!(text, position_of)
    }
}

fn position_of<G: Game>(game: &Arc<G>, text: &str) {
    let game = &**game;
    let mut dice = Seeded::new(0);
    let read = match position_file::read(game, None, &Options::new(), text, &mut dice) {
        Ok(read) => read,
        Err(faults) => {
            let lines = text.lines().count();
            assert!(!faults.is_empty() && faults.list().iter().all(|f| f.line <= lines), "{faults}");
            return;
        }
    };
    let about = game.about();
    let scenario = about.scenarios.iter().map(|s| s.id.as_str()).find(|id| {
        let setting = Setting { scenario: id, options: &read.options };
        let written = position_file::write(game, setting, &read.position);
        let again =
            |text: &str| position_file::read(game, Some(id), &read.options, text, &mut Seeded::new(0));
        written.ok().and_then(|text| again(&text).ok()).is_some_and(|again| again.position == read.position)
    });
    assert!(scenario.is_some(), "what was read cannot be written and read as the same\n{text}");
    let (mut p, mut player, mut events) = (read.position, Recruit::new(0), Vec::new());
    for _ in 0..PLAYED {
        let Some(side) = game.to_decide(&p).side() else { return };
        let known = known_to(game, &p, side).into_owned();
        let Some(action) = player.choose(game, &known, side) else { panic!("nothing to do\n{text}") };
        game.apply(&mut p, side, &action, &mut dice, &mut events);
    }
}

/// A board, of hexes or of areas.
pub fn board(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let fault = |line: usize| assert!((1..=text.lines().count().max(1)).contains(&line), "line {line}");
    match hexfile::read("board.txt", text) {
        Ok(board) => {
            hex_map(&board, Detail::Full);
            assert!(hexfile::read("board.txt", &hexfile::write(&board)).is_ok(), "written and not read");
        }
        Err(e) => fault(e.line),
    }
    match areafile::read("board.txt", text) {
        Ok(board) => {
            area_map(&board, Detail::Overview);
            assert!(areafile::read("board.txt", &areafile::write(&board)).is_ok(), "written and not read");
        }
        Err(e) => fault(e.line),
    }
}

/// A data file: rows of CSV and weights in TOML.
pub fn data(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // A complaint about the end of a file may name the line after the last.
    let most = text.lines().count() as u64 + 1;
    match sandtable_datafile::rows::<BTreeMap<String, String>>("rows.csv", text) {
        Ok(rows) => assert!(rows.iter().all(|(line, _)| (1..=most).contains(line))),
        Err(e) => assert!((1..=most).contains(&e.line), "{e}"),
    }
    if let Err(e) = sandtable_datafile::weights::<toml::Table>("weights.toml", text) {
        assert!((1..=most).contains(&e.line), "{e}");
    }
}

/// The body of a request, or a message over the WebSocket.
#[cfg(feature = "server")]
pub fn wire(bytes: &[u8]) {
    use sandtable_server::wire;
    use serde::{Serialize, de::DeserializeOwned};
    use std::fmt::Debug;
    fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
        serde_json::from_slice(bytes).ok()
    }
    fn kept<T: DeserializeOwned + Serialize + Debug>(bytes: &[u8]) {
        let Some(value) = read::<T>(bytes) else { return };
        let text = serde_json::to_string(&value).unwrap_or_default();
        let again = read::<T>(text.as_bytes());
        assert_eq!(again.map(|v| format!("{v:?}")), Some(format!("{value:?}")), "{text}");
    }
    kept::<wire::NewGame>(bytes);
    kept::<wire::Act>(bytes);
    read::<wire::AskHint>(bytes);
    read::<wire::Branch>(bytes);
    read::<wire::Hello>(bytes);
    read::<wire::Look>(bytes);
    read::<wire::TakeBack>(bytes);
    read::<wire::Wish>(bytes);
    if let Some(import) = read::<wire::Import>(bytes) {
        record(import.file.as_bytes());
    }
}
