//! What the table shows to whom.
#![allow(clippy::unwrap_used)]
use crate::scene::{read, theatre};
use sandtable_core::view::{Counter, View, Viewer};
use sandtable_core::{Game, Side, rules};
use sandtable_east::data::UnitId;
use sandtable_tannenberg::Position;
use sandtable_tannenberg::position::{Phase, off};
use std::collections::HashSet;

const GERMAN: Viewer = Viewer::Side(Side(0));
const RUSSIAN: Viewer = Viewer::Side(Side(1));

fn counter<'a>(view: &'a View, id: &str) -> &'a Counter {
    view.counters.iter().find(|c| c.id == id).unwrap_or_else(|| panic!("no {id}"))
}

fn track<'a>(view: &'a View, name: &str) -> Option<&'a str> {
    view.tracks.iter().find(|t| t.name == name).map(|t| t.value.as_str())
}

const HIDDEN: &str = "scenario = campaign
turn = 4
side = de
phase = movement
de-1 0617 gruppe=7
hq-de-vf-1 0617 gruppe=7
dummy 9 0617
dummy 2 0718
de-2 0719 lost=1
ru-iii 0609 lost=3
ru-xx 0708 lost=1
hq-ru-r-1 0609
de-3g pool
fort koenigsberg lost=2
fort loetzen lost=1
fort thorn lost=4
last ru 0613
";

#[test]
fn r18_24_the_owner_sees_boxes_and_dummies() {
    rules!("tannenberg 18.21", "tannenberg 18.0c");
    let view = theatre().view(&read(HIDDEN), GERMAN);
    let seven = counter(&view, "gruppe-7");
    assert_eq!((seven.name.as_str(), seven.branch, seven.place.as_str()), ("Gruppe 7", "corps", "0617"));
    assert!(counter(&view, "gruppe-9").badges.contains(&"dummy") && !seven.badges.contains(&"dummy"));
    let one = counter(&view, "de-1");
    assert_eq!((one.place.as_str(), one.formation.as_str()), ("0617", "Gruppe 7"));
    assert!(one.badges.contains(&"hidden"));
    assert_eq!(theatre().view(&read(HIDDEN), Viewer::All).counters, view.counters);
    assert_eq!(track(&view, "Gruppe markers left"), Some("18"));
    assert_eq!(track(&view, "German rail capacity left"), Some("8"));
    // The next free marker lies beside the map, for its owner alone.
    assert_eq!(counter(&view, "gruppe-1").place, "marker pool");
    let other = theatre().view(&read(HIDDEN), RUSSIAN);
    assert!(!other.counters.iter().any(|c| c.place == "marker pool"));
}

#[test]
fn others_see_markers_and_nothing_of_what_is_in_them() {
    rules!("tannenberg 18.11b", "tannenberg 18.11c", "tannenberg 18.0i");
    for viewer in [RUSSIAN, Viewer::Side(Side(2)), Viewer::Watcher] {
        let view = theatre().view(&read(HIDDEN), viewer);
        let ids: Vec<&str> =
            view.counters.iter().filter(|c| c.branch == "unknown").map(|c| c.id.as_str()).collect();
        assert_eq!(ids, ["gruppe-0617-1", "gruppe-0617-2", "gruppe-0718-1"]);
        for c in view.counters.iter().filter(|c| c.branch == "unknown") {
            assert_eq!((c.name.as_str(), c.values.len(), c.badges.len(), &*c.nation), ("Gruppe", 0, 0, "de"));
        }
        assert!(!view.counters.iter().any(|c| c.id == "de-1" || c.id == "hq-de-vf-1"));
        assert!(view.counters.iter().any(|c| c.id == "de-2"));
        assert_eq!(track(&view, "German rail capacity left"), None);
        assert_eq!(track(&view, "Gruppe markers left"), None);
    }
    assert!(track(&theatre().view(&read(HIDDEN), RUSSIAN), "Russian rail capacity left").is_some());
}

#[test]
fn markers_look_the_same_whichever_holds_what() {
    rules!("tannenberg 18.11b");
    let other = HIDDEN.replace("gruppe=7", "gruppe=2").replace("dummy 2", "dummy 15");
    for viewer in [RUSSIAN, Viewer::Watcher] {
        assert_eq!(theatre().view(&read(HIDDEN), viewer), theatre().view(&read(&other), viewer));
    }
    let moved = HIDDEN.replace(
        "de-1 0617 gruppe=7\nhq-de-vf-1 0617 gruppe=7\ndummy 9 0617\ndummy 2 0718",
        "dummy 7 0617\ndummy 9 0617\nde-1 0718 gruppe=2",
    );
    let (a, b) = (theatre().view(&read(HIDDEN), RUSSIAN), theatre().view(&read(&moved), RUSSIAN));
    assert_eq!(a.counters, b.counters);
}

#[test]
fn counters_show_steps_values_and_states() {
    rules!("tannenberg 8.53a", "tannenberg 8.52c");
    let view = theatre().view(&read(HIDDEN), Viewer::All);
    let c = |id| counter(&view, id);
    assert_eq!((c("de-2").values.clone(), c("de-2").reduced, c("de-2").echelon), (vec![2, 3, 5], true, "XX"));
    assert!(c("ru-iii").reduced && c("ru-iii").badges.contains(&"−1"));
    assert!(!c("ru-xx").reduced && c("ru-xx").badges.contains(&"−1"));
    assert_eq!(
        (c("hq-ru-r-1").branch, c("hq-ru-r-1").echelon, c("hq-ru-r-1").values.len()),
        ("hq", "XXXX", 3)
    );
    assert_eq!((c("de-2").formation.as_str(), c("ru-iii").formation.as_str()), ("I Corps", "1st Army"));
    assert_eq!((c("de-3g").place.as_str(), c("de-2").side, &*c("ru-iii").nation), ("west front", "de", "ru"));
    let marks: HashSet<(&str, &str)> = view.marks.iter().map(|m| (m.place.as_str(), m.what)).collect();
    for mark in [("0520", "weakened"), ("1114", "damaged"), ("2230", "destroyed"), ("0613", "control")] {
        assert!(marks.contains(&mark), "{mark:?} {marks:?}");
    }
    assert!(
        view.moment.contains("turn 4")
            && view.moment.contains("German player-turn")
            && view.moment.contains("movement"),
        "{}",
        view.moment
    );
    assert_eq!(view.turn, 3);
    assert!(
        view.victory[0].text.starts_with("Total 0: strategic victory for Germany"),
        "{}",
        view.victory[0].text
    );
    assert!(
        view.victory[1].text.starts_with("1 point more would be a substantive"),
        "{}",
        view.victory[1].text
    );
}

#[test]
fn a_hidden_control_of_a_town_stays_hidden() {
    rules!("tannenberg 21.13a");
    // Behind the Russian a Gruppe takes Insterburg back; the Russian sees it when towns are counted.
    let mut p = read(HIDDEN);
    let hex = theatre().sheet(&p).data.map.hex("0613").unwrap();
    p.last_unit.set(hex, 0);
    let control =
        |viewer| theatre().view(&p, viewer).marks.iter().any(|m| m.place == "0613" && m.what == "control");
    assert!(!control(GERMAN) && control(RUSSIAN));
}

/// Whether the German sets up in a position; then the Russian sees nothing of it.
pub fn the_german_set_up_is_not_seen_while_it_is_made(p: &Position, side: Side) -> bool {
    rules!("tannenberg 18.0b");
    let made = p.phase == Phase::SetUp && side == Side(0);
    if made {
        let on_map = |c: &Counter| c.nation == "de" && c.place.parse::<u16>().is_ok();
        assert!(!theatre().view(p, RUSSIAN).counters.iter().any(on_map));
    }
    made
}

pub fn ids_are_unique_and_decisions_have_words(p: &Position) {
    let data = &theatre().sheet(p).data;
    for viewer in [GERMAN, RUSSIAN, Viewer::Side(Side(2)), Viewer::Watcher, Viewer::All] {
        let view = theatre().view(p, viewer);
        let ids: HashSet<&str> = view.counters.iter().map(|c| c.id.as_str()).collect();
        assert_eq!(ids.len(), view.counters.len());
        assert!(!view.decision.is_empty() && !view.moment.is_empty() && !view.deciding.is_empty());
        assert!(!view.decision.contains("nobody"), "{}", view.decision);
        if !matches!(viewer, GERMAN | Viewer::All) {
            let boxed = |u| p.gruppe[UnitId::index(u)] > 0 && p.place(u) != off::ELIMINATED;
            assert!(!view.counters.iter().any(|c| data.named(&c.id).is_some_and(boxed)));
        }
    }
}
