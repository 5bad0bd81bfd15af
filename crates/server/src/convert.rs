//! Titles, results and steps as they go over the wire, and what changed between two views.

use crate::wire::*;
use sandtable_bots::any_session::SeenStep;
use sandtable_core::{About, Outcome as CoreOutcome, game};

fn words(list: Vec<&'static str>) -> Vec<String> {
    list.into_iter().map(str::to_string).collect()
}

/// A title with its levels and the size of its catalogue.
pub fn title(about: &About, levels: &[&str], rules: usize, facts: Option<Facts>) -> Title {
    let side = |s: &game::SideAbout| SideName { id: s.id.into(), name: s.name.into() };
    let scenario = |s: &game::ScenarioAbout| Scenario {
        id: s.id.clone(),
        title: s.title.clone(),
        about: s.about.clone(),
        sides: about.sides_of(&s.id).map(|(_, side)| side.id.into()).collect(),
        board: about.board_of(&s.id).into(),
    };
    // People end their phases themselves unless they choose otherwise.
    let for_people = game::for_people(about, game::Options::new());
    let values = |o: &game::OptionAbout| {
        let mut values = o.values.clone();
        values.sort_by_key(|v| for_people.get(&o.name).is_some_and(|chosen| chosen != v));
        values
    };
    let option = |o: &game::OptionAbout| Choice {
        name: o.name.clone(),
        values: values(o),
        about: o.about.clone(),
        scenarios: match &o.scenarios[..] {
            [] => about.scenarios.iter().map(|s| s.id.clone()).collect(),
            some => some.to_vec(),
        },
    };
    let nation = |n: &game::NationAbout| Nation {
        id: n.id.into(),
        words: words(n.words.to_vec()),
        ground: n.colours.ground.into(),
        symbol: n.colours.symbol.into(),
        ink: n.colours.ink.into(),
        line: n.colours.line.into(),
    };
    Title {
        id: about.id.into(),
        title: about.title.into(),
        about: about.about.into(),
        board: about.board.into(),
        open: about.open,
        sides: about.sides.iter().map(side).collect(),
        nations: about.nations.iter().map(nation).collect(),
        scenarios: about.scenarios.iter().map(scenario).collect(),
        options: about.options.iter().map(option).collect(),
        levels: levels.iter().map(ToString::to_string).collect(),
        rules,
        facts,
    }
}

/// How a game ended.
pub fn outcome(about: &About, o: CoreOutcome) -> Outcome {
    Outcome {
        winner: o.winner.map(|s| about.side_id(s).to_string()),
        level: o.level.to_string(),
        rule: o.rule.to_string(),
    }
}

/// A step against the view before it; gives the new view too.
pub fn frame(step: SeenStep, number: usize, undone: bool, before: &View) -> (Frame, View) {
    let SeenStep { side, text, label, dice, seal, lines, battle, luck, view, .. } = step;
    let change = change(before, &view);
    (Frame { number, side, text, label, undone, dice, seal, lines, battle, luck, why: None, change }, view)
}

/// What changed from one view to another.
pub fn change(old: &View, new: &View) -> Change {
    fn differs<T: Clone + PartialEq>(old: &T, new: &T) -> Option<T> {
        (old != new).then(|| new.clone())
    }
    let mut counters = Vec::new();
    let mut gone = Vec::new();
    // Pieces come in the same order every time, so the two lists are walked side by side.
    let mut at = 0;
    for c in &new.counters {
        while at < old.counters.len() && old.counters[at].id != c.id {
            match old.counters[at..].iter().position(|o| o.id == c.id) {
                Some(_) => {
                    gone.push(old.counters[at].id.clone());
                    at += 1;
                }
                None => break,
            }
        }
        match old.counters.get(at) {
            Some(o) if o.id == c.id => {
                if o != c {
                    counters.push(c.clone());
                }
                at += 1;
            }
            _ => counters.push(c.clone()),
        }
    }
    gone.extend(old.counters[at.min(old.counters.len())..].iter().map(|o| o.id.clone()));
    // A piece that changed its place in the list is no piece gone.
    gone.retain(|id| !new.counters.iter().any(|c| c.id == *id));
    let (layers_gone, layers) = layer_change(&old.layers, &new.layers);
    Change {
        moment: differs(&old.moment, &new.moment),
        turn: differs(&old.turn, &new.turn),
        deciding: differs(&old.deciding, &new.deciding),
        decision: differs(&old.decision, &new.decision),
        rule: differs(&old.rule, &new.rule),
        counters,
        gone,
        marks: differs(&old.marks, &new.marks),
        layers_gone,
        layers,
        combats: differs(&old.combats, &new.combats),
        tracks: differs(&old.tracks, &new.tracks),
        victory: differs(&old.victory, &new.victory),
    }
}

/// Which layers go from one list to make another, and which come where: those that stay keep their order.
fn layer_change(old: &[Layer], new: &[Layer]) -> (Vec<usize>, Vec<LayerAt>) {
    let (mut gone, mut came, mut from) = (Vec::new(), Vec::new(), 0);
    for (at, layer) in new.iter().enumerate() {
        match old[from..].iter().position(|o| o == layer) {
            Some(skipped) => {
                gone.extend(from..from + skipped);
                from += skipped + 1;
            }
            None => came.push(LayerAt { at, layer: layer.clone() }),
        }
    }
    gone.extend(from..old.len());
    (gone, came)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(id: &str, place: &str) -> Counter {
        Counter {
            id: id.into(),
            side: "a",
            nation: "x".into(),
            branch: "infantry",
            name: id.into(),
            formation: String::new(),
            echelon: "",
            values: vec![],
            reduced: false,
            place: place.into(),
            badges: vec![],
            detail: String::new(),
        }
    }

    fn view(pieces: &[(&str, &str)]) -> View {
        View {
            board: "",
            moment: "turn 1".into(),
            turn: 0,
            deciding: vec!["a"],
            decision: "move".into(),
            rule: "1",
            counters: pieces.iter().map(|(id, place)| piece(id, place)).collect(),
            marks: vec![],
            layers: vec![],
            combats: vec![],
            tracks: vec![],
            victory: vec![],
        }
    }

    fn check(old: &[(&str, &str)], new: &[(&str, &str)], changed: &[&str], gone: &[&str]) {
        let c = change(&view(old), &view(new));
        let ids: Vec<&str> = c.counters.iter().map(|c| c.id.as_str()).collect();
        assert_eq!(
            (ids.as_slice(), c.gone.iter().map(String::as_str).collect::<Vec<_>>().as_slice()),
            (changed, gone)
        );
        assert_eq!((c.moment, c.turn, c.marks), (None, None, None));
    }

    #[test]
    fn only_what_changed_is_sent() {
        check(&[("a", "1"), ("b", "2")], &[("a", "1"), ("b", "2")], &[], &[]);
        check(&[("a", "1"), ("b", "2")], &[("a", "1"), ("b", "3")], &["b"], &[]);
        check(&[("a", "1"), ("b", "2"), ("c", "1")], &[("a", "1"), ("c", "1")], &[], &["b"]);
        check(&[("a", "1"), ("c", "1")], &[("a", "1"), ("b", "2"), ("c", "1")], &["b"], &[]);
        check(&[("a", "1"), ("b", "1")], &[("b", "1"), ("a", "1")], &["a"], &[]);
        check(&[("a", "1")], &[], &[], &["a"]);
        check(&[], &[("z", "1")], &["z"], &[]);
        let mut later = view(&[]);
        later.moment = "turn 2".into();
        assert_eq!(change(&view(&[]), &later).moment.as_deref(), Some("turn 2"));
    }

    #[test]
    fn layers_that_changed_are_put_in_where_they_belong() {
        let list = |names: &str| -> Vec<Layer> {
            let one = |c: char| Layer { what: "zone", name: c.into(), side: "", places: vec![] };
            names.chars().map(one).collect()
        };
        for (old, new, sent) in [
            ("abc", "abc", 0),
            ("abc", "axc", 1),
            ("abc", "bcd", 1),
            ("", "ab", 2),
            ("abc", "", 0),
            ("ab", "ba", 1),
        ] {
            let (gone, came) = layer_change(&list(old), &list(new));
            assert_eq!(came.len(), sent, "{old} to {new}");
            let mut now = list(old);
            gone.iter().rev().for_each(|i| drop(now.remove(*i)));
            came.into_iter().for_each(|l| now.insert(l.at, l.layer));
            assert_eq!(now, list(new), "{old} to {new}");
        }
    }
}
