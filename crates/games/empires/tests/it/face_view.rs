//! What a viewer sees.
use crate::scene::*;
use sandtable_core::view::{Counter, View};

const EXAMPLE: &str = include_str!("../../../../../docs/positions/empires-ulm.txt");

fn by_hand(text: &str) -> Position {
    game().position(&Options::new(), text).unwrap()
}

fn counter<'a>(view: &'a View, id: &str) -> &'a Counter {
    view.counters.iter().find(|c| c.id == id).unwrap_or_else(|| panic!("no {id}"))
}

fn of(p: &Position, corps: &str) -> String {
    game().engine().block_id(p, game().engine().block_named(p, corps).unwrap())
}

#[test]
fn own_corps_show_their_face_and_others_only_symbol_and_owner() {
    let p = by_hand(EXAMPLE);
    let own = game().view(&p, Viewer::Side(Side(AU)));
    let mack = counter(&own, &of(&p, "au-i"));
    assert_eq!(
        (mack.name.as_str(), mack.branch, mack.values.as_slice()),
        ("Austrian I", "infantry", &[12, 1][..])
    );
    assert_eq!(
        mack.detail,
        "Austrian I Corps: 12 infantry, 1 cavalry; room for 15 infantry, 1 cavalry; 3 movement points"
    );
    let other = game().view(&p, Viewer::Side(Side(FR)));
    let back = counter(&other, &of(&p, "au-i"));
    assert_eq!((back.name.as_str(), back.branch, back.side), ("Austrian Corps", "unknown-infantry", "au"));
    assert!(back.values.is_empty());
    // What everybody has seen keeps its face and its factors of then.
    let seen = counter(&other, &of(&p, "au-iii"));
    assert_eq!((seen.name.as_str(), seen.values.as_slice()), ("Austrian III", &[8, 1][..]));
    assert!(seen.badges.contains(&"last seen"));
    // An ally sees it as its owner does.
    let ally = game().view(&p, Viewer::Side(Side(1)));
    assert_eq!(counter(&ally, &of(&p, "au-i")), mack);
    // Somebody who only watches sees backs on both sides.
    let watcher = game().view(&p, Viewer::Watcher);
    for id in ["fr-i", "au-i", "ru-i"] {
        assert_eq!(counter(&watcher, &of(&p, id)).branch, "unknown-infantry");
    }
    let all = game().view(&p, Viewer::All);
    assert_eq!(counter(&all, &of(&p, "fr-gd-i")).values, vec![8, 2]);
}

#[test]
fn what_was_seen_is_shown_as_it_was_then() {
    let mut p = by_hand(EXAMPLE);
    let block = game().engine().block_named(&p, "au-iii").unwrap();
    p.corps[block].factors[1] = 3;
    let id = game().engine().block_id(&p, block);
    assert_eq!(counter(&game().view(&p, Viewer::Side(Side(FR))), &id).values, vec![8, 1]);
    assert_eq!(counter(&game().view(&p, Viewer::Side(Side(AU))), &id).values, vec![3, 1]);
}

#[test]
fn cities_sieges_and_garrisons_are_seen_by_all() {
    let mut p = by_hand(EXAMPLE);
    let ulm = game().d.area("ulm").unwrap();
    let inside = of(&p, "au-ii");
    let view = game().view(&p, Viewer::Watcher);
    assert_eq!(counter(&view, &inside).badges, vec!["in city"]);
    let garrison = counter(&view, "city-ulm");
    assert_eq!((garrison.values.as_slice(), garrison.side), (&[6][..], "au"));
    assert_eq!(garrison.detail, "4 infantry, 2 militia of Austria in the city");
    assert_eq!(counter(&view, "guard-stu").values, vec![2]);
    assert_eq!(counter(&view, "ru-irregulars-bnn").branch, "cossacks");
    let leader = counter(&view, "fr-napoleon");
    assert_eq!((leader.branch, leader.values.as_slice()), ("leader", &[5, 5, 6][..]));
    let block = game().engine().block_named(&p, "fr-i").unwrap();
    p.corps[block].spot = Spot::Field(ulm);
    p.at_mut(ulm).besieged = true;
    let view = game().view(&p, Viewer::Watcher);
    assert!(counter(&view, &inside).badges.contains(&"besieged"));
    let siege = view.marks.iter().find(|m| m.what == "siege").unwrap();
    assert_eq!((siege.place.as_str(), siege.side), ("ulm", "fr"));
}

#[test]
fn depots_say_whether_a_valid_chain_reaches_them() {
    // Bavaria is on the side of France, so that its cities are sources; Innsbruck is Austrian.
    let p = by_hand(&format!("{EXAMPLE}\nau-iii off\ndepot mch fr\ndepot inn fr new\n"));
    let view = game().view(&p, Viewer::Watcher);
    assert!(counter(&view, "depot-mch").badges.contains(&"source"));
    assert!(counter(&view, "depot-inn").badges.contains(&"in supply"));
    assert!(counter(&view, "depot-inn").badges.contains(&"new"));
    assert!(counter(&view, "depot-vie").badges.contains(&"source"));
    let layer = |what: &str, side: &str| view.layers.iter().find(|l| l.what == what && l.side == side);
    assert_eq!(layer("source", "fr").unwrap().places, vec!["str", "stu", "mch"]);
    let chain = &layer("chain", "fr").unwrap().places;
    assert_eq!((chain.first().unwrap().as_str(), chain.last().unwrap().as_str()), ("mch", "inn"));
    assert!(layer("blocked", "fr").unwrap().places.contains(&"ulm".to_string()));
    // What is printed as its own land is not told again.
    let held = |side: &str, id: &str| layer("held", side).is_some_and(|l| l.places.contains(&id.to_string()));
    assert!(held("fr", "mch") && !held("fr", "par") && !held("au", "vie"));
}

#[test]
fn a_depot_that_enemies_cut_off_says_so() {
    let text = format!("{EXAMPLE}\ndepot inn fr\n");
    let p = by_hand(&text);
    let view = game().view(&p, Viewer::Side(Side(FR)));
    assert!(counter(&view, "depot-inn").badges.contains(&"cut off"));
    let cut = view.layers.iter().find(|l| l.what == "cut").unwrap();
    assert_eq!((cut.side, cut.places.as_slice()), ("fr", &["inn".to_string()][..]));
}

#[test]
fn money_points_and_the_month_are_on_tracks() {
    let p = by_hand(EXAMPLE);
    let view = game().view(&p, Viewer::Watcher);
    let track = |name: &str| view.tracks.iter().find(|t| t.name == name).map(|t| t.value.as_str());
    assert!(track("France: money").is_some() && track("Austria: political points").is_some());
    assert!(track("month").unwrap().contains("October 1805"));
    assert_eq!(track("France: depots").map(|d| d.starts_with("2 of ")), Some(true));
}
