//! What the browser shows of an action speaks to people: names, never the ids of the data files.

use sandtable_bots::any_session::Pick;
use sandtable_core::Decision;
use sandtable_core::dice::Seeded;
use sandtable_core::session::seeded;
use sandtable_core::typed::Wanted;
use sandtable_core::view::Viewer;

/// How many decisions of each scenario are made at random, and every which of them is looked at.
const DECISIONS: usize = 400;
const EVERY: usize = 9;

/// Whether a text has an id as a word of its own.
fn names(text: &str, id: &str) -> bool {
    let inner = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    text.match_indices(id)
        .any(|(at, _)| !inner(text[..at].chars().next_back()) && !inner(text[at + id.len()..].chars().next()))
}

/// Plays games of all scenarios at random and gives the labels that have an id in them.
fn labels_with_ids(game: &str) -> Vec<String> {
    let game = sandtable_games::game(game).unwrap();
    let mut found = Vec::new();
    for (n, scenario) in game.about().scenarios.iter().enumerate() {
        let mut session = game.begin(&scenario.id, Default::default(), seeded(n as u64), None).unwrap();
        let mut chance = Seeded::new(n as u64);
        for decision in 0..DECISIONS {
            let Decision::Decide { sides, .. } = session.decision(Viewer::All) else { break };
            let side = sides.iter().next().unwrap();
            if decision.is_multiple_of(EVERY) {
                let view = session.view(Viewer::All);
                let ids = view.counters.iter().filter(|c| c.id != c.name).map(|c| c.id.as_str());
                let ids: Vec<&str> = ids.collect();
                for action in session.actions(side, Pick::All) {
                    assert!(!action.label.trim().is_empty(), "{}: no label", action.text);
                    if let Some(id) = ids.iter().find(|id| names(&action.label, id)) {
                        found.push(format!("{}: `{}` has {id}", scenario.id, action.label));
                    }
                }
            }
            let count = session.values(side).len();
            session.act(side, &Wanted::Number(1 + chance.below(count)), None).unwrap();
        }
    }
    found
}

macro_rules! labels {
    ($($test:ident of $game:literal;)+) => {
        $(#[test]
        fn $test() {
            let found = labels_with_ids($game);
            assert!(found.is_empty(), "{} labels, such as {}", found.len(), found[..found.len().min(8)].join("; "));
        })+
    };
}

labels! {
    labels_of_drill_have_no_ids of "drill";
    labels_of_fury_have_no_ids of "fury";
    labels_of_tannenberg_have_no_ids of "tannenberg";
    labels_of_empires_have_no_ids of "empires";
    labels_of_orel_have_no_ids of "orel";
    labels_of_lodz_have_no_ids of "lodz";
}

#[test]
fn an_id_is_found_as_a_word_alone() {
    assert!(names("lose w-1-2d", "w-1-2d") && names("(b1)", "b1"));
    assert!(!names("lose w-1-2d", "w-1") && !names("Blue b12", "b1"));
}
