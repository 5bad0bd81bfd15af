//! What an editor is told of the words of positions holds in every scenario of every game: the beginning can be read again, every counter has
//! a picture and a row that is read, and the values that heads are said to have are known.

use sandtable_bots::registry::AnyGame;
use sandtable_core::Options;
use std::collections::BTreeSet;

fn scenario(game: &dyn AnyGame, scenario: &str) {
    let at = format!("{} {scenario}", game.about().id);
    let options = Options::new();
    let text = game.start_text(scenario, &options).unwrap_or_else(|e| panic!("{at}: {e}"));
    let start = game.read_position(Some(scenario), &options, &text).unwrap_or_else(|e| panic!("{at}: {e}"));
    assert_eq!(start.text, text, "{at}: the game writes it as it read it");
    let words = game.position_words(scenario);
    let known: BTreeSet<&str> = words.counters.iter().map(|c| c.word.as_str()).collect();
    assert_eq!(known.len(), words.counters.len(), "{at}: a counter is named twice");
    let bare: Vec<_> = words.counters.iter().filter(|c| c.picture.is_none()).map(|c| &c.word).collect();
    assert!(bare.is_empty(), "{at}: no picture of {bare:?}");
    // Rows of the beginning that are about counters begin with words that are known.
    let sides: Vec<&str> = words.rows.iter().filter_map(|r| r.word.split(' ').next()).collect();
    for line in text.lines().filter(|l| !l.contains(" = ") && *l != words.clear) {
        let word = line.split(' ').next().unwrap();
        let away = words.away.iter().any(|a| a.word == word);
        assert!(
            known.contains(word) || sides.contains(&word) || away,
            "{at}: `{line}` is of no kind that is told"
        );
    }
    for head in &words.heads {
        for value in &head.values {
            let text = format!("{} = {value}\n", head.key);
            let Err(faults) = game.read_position(Some(scenario), &options, &text) else { continue };
            let about = faults.list().iter().find(|f| f.line == 1 && f.what.contains("should be"));
            assert!(about.is_none(), "{at}: {text}: {about:?}");
        }
    }
    // States of a counter are read where it stands, or refused for a reason of the rules, never as words that are not known.
    for state in words.states.iter().filter(|s| !s.word.contains('{')) {
        let counter = words.counters.iter().find(|c| {
            let placed = text.lines().any(|l| l.starts_with(&format!("{} ", c.word)));
            placed && (state.of.is_empty() || state.of.contains(&c.kind))
        });
        let Some(counter) = counter else { continue };
        let row = |l: &str| {
            let own = l.starts_with(&format!("{} ", counter.word));
            if own { format!("{l} {}", state.word) } else { l.to_string() }
        };
        let changed: Vec<String> = text.lines().filter(|l| !l.starts_with("set ")).map(row).collect();
        if let Err(faults) = game.read_position(Some(scenario), &options, &changed.join("\n")) {
            let strange =
                faults.list().iter().find(|f| f.what.contains(&format!("`{}` should be", state.word)));
            assert!(strange.is_none(), "{at}: {}: {strange:?}", counter.word);
        }
    }
}

#[test]
fn the_words_of_positions_are_those_that_games_read() {
    for id in sandtable_games::GAMES {
        let game = sandtable_games::game(id).unwrap();
        for s in &game.about().scenarios {
            scenario(&*game, &s.id);
        }
    }
}

#[test]
fn every_example_can_be_read_and_drawn() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/positions");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(id) = sandtable_games::GAMES.iter().find(|id| name.starts_with(**id)) else { continue };
        let text = std::fs::read_to_string(&path).unwrap();
        let game = sandtable_games::game(id).unwrap();
        let placed =
            game.read_position(None, &Options::new(), &text).unwrap_or_else(|e| panic!("{name}: {e}"));
        // Rows are found by the words that the game gives for its counters.
        let words = game.position_words(&placed.scenario);
        for c in &placed.view.counters {
            let word = placed.words.get(&c.id).unwrap_or(&c.id);
            let loose = c.values.is_empty()
                || ["garrison", "depot", "fleet"].contains(&c.branch)
                || c.id.contains("irregulars");
            assert!(loose || words.counters.iter().any(|w| w.word == *word), "{name}: `{word}` of {}", c.id);
        }
        read += 1;
    }
    assert!(read >= 12, "{read}");
}
