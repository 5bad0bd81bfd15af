//! Records: what is taken back, what is replayed.

use crate::Walk;
use crate::walk::on_all_cores;
use flate2::read::GzDecoder;
use sandtable_core::Session;
use sandtable_core::game::known_to;
use sandtable_core::guide::Guide;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::record::SNAPSHOT_EVERY;
use sandtable_core::recorded::{RecordedGame, fingerprint};
use sandtable_core::session::{GameRecord, seeded};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Plays a session: what is taken back gives the position before, nothing is taken back that dice were rolled for, and the record
/// leads to the same position by its snapshots and by replaying every move. Gives how many moves were taken back.
///
/// # Panics
///
/// With whatever does not hold.
pub fn records_replay<G: Guide>(game: &Arc<G>, walk: Walk<'_>) -> usize {
    let at = |what: &str, number: usize| format!("{}: {what}", walk.at(number));
    let begun = Session::new(game.clone(), walk.scenario, walk.options.clone(), seeded(walk.seed), None);
    let mut session = begun.unwrap_or_else(|e| panic!("{}", at(&e.to_string(), 0)));
    let mut player = Recruit::new(walk.seed);
    let mut undone = 0;
    for number in 0..walk.steps {
        let Some(side) = session.to_decide().side() else { break };
        let before = session.position().clone();
        let action = player.choose(&**game, &known_to(&**game, &before, side), side);
        let Some(action) = action else { panic!("{}", at("nothing to do", number)) };
        let act = |session: &mut Session<G>| {
            session.act(side, action, None).unwrap_or_else(|e| panic!("{}", at(&e.to_string(), number)));
        };
        act(&mut session);
        if number % walk.every != 0 {
            continue;
        }
        let rolled = session.record().moves.last().is_some_and(|m| !m.dice.is_empty());
        let undo = session.undo();
        assert!(!rolled || undo.is_err(), "{}", at("dice are taken back", number));
        if game.about().open {
            assert_eq!(undo.is_err(), rolled, "{}", at("nothing was rolled", number));
        }
        if undo.is_ok() {
            assert!(*session.position() == before, "{}", at("another position is taken back to", number));
            undone += 1;
            act(&mut session);
        }
    }
    let moves = session.record().moves.len();
    let again = serde_json::to_string(session.record()).and_then(|text| serde_json::from_str(&text));
    let record: GameRecord<G> = again.unwrap_or_else(|e| panic!("{}", at(&e.to_string(), moves)));
    assert_eq!(record.snapshots.len(), moves / SNAPSHOT_EVERY, "{}", at("snapshots", moves));
    for opened in [Session::open(game.clone(), record.clone()), Session::verify(game.clone(), record)] {
        let opened = opened.unwrap_or_else(|e| panic!("{}", at(&e.to_string(), moves)));
        assert_eq!(opened.hash(), session.hash(), "{}", at("another end", moves));
        assert_eq!(opened.to_decide(), session.to_decide(), "{}", at("another decision", moves));
    }
    undone
}

/// The games of a file of `sandtable record` play and speak as they were recorded: every action legal, every die, hash and word.
///
/// # Panics
///
/// With a file that cannot be read, or the first game that plays or speaks otherwise.
pub fn plays_as_recorded<G: Guide>(game: &Arc<G>, path: &Path) {
    let mut text = String::new();
    let file = std::fs::File::open(path).and_then(|f| GzDecoder::new(f).read_to_string(&mut text));
    file.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines: Vec<&str> = text.lines().collect();
    assert!(!lines.is_empty(), "{}: nothing is recorded", path.display());
    on_all_cores(&lines, |line| {
        let recorded: RecordedGame<GameRecord<G>> =
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let told = Session::verify(game.clone(), recorded.record).and_then(|s| fingerprint(&s));
        let name = format!("{} of {}, seed {}", recorded.scenario, recorded.level, recorded.seed);
        match told {
            Err(e) => panic!("{name}: {e}"),
            Ok(told) => assert_eq!(
                told, recorded.fingerprint,
                "{name}: it plays as recorded, but what it tells or offers is not the same"
            ),
        }
    });
}
