//! What the table shows of the ground, what it means to end a move somewhere, and lines of supply.
#![allow(clippy::unwrap_used)]
use crate::scene::{DE, GAME, RU, Scene, Theatre, read, scene, theatre};
use sandtable_core::game::known_to;
use sandtable_core::guide::{Ground, Guide};
use sandtable_core::view::{Layer, Viewer};
use sandtable_core::{Game, Options, Side, rules};
use sandtable_tannenberg::position::{Phase, Position, Step};
use sandtable_testkit::Walk;
use std::collections::BTreeSet;

const RUSSIAN: Side = Side(RU);

/// The places of the layers of a kind that a side is shown.
fn places(p: &Position, side: Side, kind: Ground, what: &str, whose: &str) -> BTreeSet<String> {
    let layers = theatre().ground(&known_to(theatre(), p, side), kind).unwrap();
    let fits = layers.into_iter().filter(|l| l.what == what && l.side == whose);
    fits.flat_map(|l| l.places).collect()
}

const FRONT: &str = "scenario = campaign
turn = 4
side = ru
phase = movement
ru-iii 0611
ru-c1 0713
hq-ru-r-1 0610
ru-d1 0608
de-1 0617 gruppe=7
de-2 0719
hq-de-vf-1 0719
dummy 2 0718
";

#[test]
fn zones_of_boxes_are_shown_to_their_owner_alone() {
    rules!("tannenberg 7.11a", "tannenberg 18.62", "tannenberg 18.0i");
    let p = read(FRONT);
    for (side, hidden) in [(Side(DE), true), (RUSSIAN, false)] {
        let zone = places(&p, side, Ground::Zones, "zone", "de");
        assert!(zone.contains("0818"), "de-2 stands openly: {zone:?}");
        assert_eq!(zone.contains("0616"), hidden, "{side:?}: {zone:?}");
    }
    assert!(places(&p, RUSSIAN, Ground::Zones, "zone", "ru").contains("0612"));
}

#[test]
fn supply_shows_sources_and_who_is_cut_off() {
    rules!("tannenberg 9.12", "tannenberg 9.16a");
    let p = read(FRONT);
    let shown = |what: &str| places(&p, RUSSIAN, Ground::Supply, what, "ru");
    assert!(shown("source").contains("0608") && shown("railway that feeds").contains("0301"));
    assert!(shown("supplied").contains("0611") && !shown("supplied").contains("0615"));
    assert_eq!(shown("cut"), BTreeSet::from(["0713".to_string()]));
}

#[test]
fn command_is_the_radius_of_each_headquarters() {
    rules!("tannenberg 10.33a");
    let p = read(FRONT);
    let layers = theatre().ground(&p, Ground::Command).unwrap();
    let names: Vec<(&str, &str)> = layers.iter().map(|l| (l.name.as_str(), l.side)).collect();
    assert_eq!(names, [("HQ François", "de"), ("HQ Rennenkampf", "ru")]);
    assert!(
        layers[1].places.contains(&"0613".to_string()) && !layers[1].places.contains(&"0614".to_string())
    );
    assert!(
        layers[0].places.contains(&"0720".to_string()) && !layers[0].places.contains(&"0721".to_string())
    );
}

#[test]
fn objectives_are_towns_and_fortresses_by_who_holds_them() {
    rules!("tannenberg 21.12a", "tannenberg 21.2b");
    let p = read(&format!("{FRONT}last ru 0611 0613\nfort thorn lost=4\n"));
    let layers = theatre().ground(&p, Ground::Objectives).unwrap();
    let of = |place: &str| -> Vec<(&str, &str)> {
        let there = layers.iter().filter(|l| l.places.contains(&place.to_string()));
        there.map(|l| (l.side, l.name.as_str())).collect()
    };
    assert_eq!(of("0611"), [("ru", "town worth 1 point a turn to Russia")]);
    assert_eq!(of("0616"), [("de", "town worth 1 point a turn if Russia takes it and supplies it")]);
    let fort = "fortress worth 6 points to Russia if it is destroyed";
    let town = "town worth 2 points a turn if Russia takes it and supplies it";
    assert_eq!(of("1114"), [("de", town), ("de", fort)]);
    assert!(!of("2230").iter().any(|(_, name)| name.starts_with("fortress")), "Thorn is destroyed");
    let battle = scene("tannenberg", 4, DE, &["de-1 1625"]);
    let layers = theatre().ground(&battle.p, Ground::Objectives).unwrap();
    let goal = layers.iter().find(|l| l.places.contains(&"1420".to_string())).unwrap();
    assert_eq!(
        (goal.side, goal.name.as_str()),
        ("de", "10 points for Russia if it holds one of these at the end")
    );
    assert!(!layers.iter().any(|l| l.name.contains("town")), "towns do not count there");
}

#[test]
fn threat_takes_a_gruppe_for_a_division_unless_it_is_known_to_be_none() {
    rules!("tannenberg 18.0c", "tannenberg 18.41a");
    let p = read(FRONT);
    let gruppe = |p: &Position| places(p, RUSSIAN, Ground::Threat, "threat of a Gruppe", "de");
    assert!(gruppe(&p).contains("0613"), "four hexes from 0617: {:?}", gruppe(&p));
    let mut known = p;
    known.markers.iter_mut().for_each(|m| m.told = sandtable_tannenberg::position::told::DUMMY);
    assert_eq!(gruppe(&known), BTreeSet::new());
    // Their owner is told what stands there.
    assert!(places(&p, Side(DE), Ground::Threat, "threat of a Gruppe", "de").is_empty());
    assert!(places(&p, Side(DE), Ground::Threat, "threat", "de").contains("0613"));
    // Russians do not attack after a ride, Germans do.
    assert!(places(&p, Side(DE), Ground::Threat, "threat by train", "ru").is_empty());
    let riders = scene("campaign", 4, DE, &["de-1 1625"]);
    let by_train = places(&riders.p, Side(DE), Ground::Threat, "threat by train", "de");
    assert!(by_train.contains("0611") && !by_train.contains("1623"), "{by_train:?}");
}

/// Every attack of random games lies in the threat that was shown when the turn of its side began, but for those that friends opened.
#[test]
fn threat_covers_the_attacks_that_are_made() {
    let (mut inside, mut all) = (0, 0);
    for (scenario, seed) in [("tannenberg", 5), ("winter", 6), ("campaign", 7)] {
        let options: Options = [("hidden".to_string(), "off".to_string())].into();
        let walk = Walk { scenario, options: &options, seed, steps: 2500, every: 1 };
        let (mut begun, mut threat) = (None, BTreeSet::new());
        walk.look(theatre(), |m| {
            let p = m.position;
            let now = (p.turn, p.phasing);
            let whose = theatre().about().side_id(Side(p.phasing));
            if begun != Some(now) && p.phase == Phase::Movement && matches!(p.top(), Step::Moves(_)) {
                begun = Some(now);
                let layers = theatre().ground(p, Ground::Threat).unwrap();
                threat = layers.into_iter().filter(|l| l.side == whose).flat_map(|l| l.places).collect();
            }
            if let (Step::Attacks(player), true) = (p.top(), begun == Some(now)) {
                let engine = theatre().engine(p);
                for hex in engine.targets(p, player).iter() {
                    all += 1;
                    inside += usize::from(threat.contains(&engine.data.map.number(hex).to_string()));
                }
            }
        });
    }
    assert!(all > 30 && inside * 100 >= all * 95, "{inside} of {all}");
}

#[test]
fn a_way_says_what_it_means_to_end_there() {
    rules!("tannenberg 7.21", "tannenberg 9.12", "tannenberg 10.33a", "tannenberg 18.41c");
    let p = read(FRONT);
    let ways = theatre().ways(&p, RUSSIAN, "ru-iii");
    let means = |place: &str| ways.iter().find(|w| w.place == place).map(|w| w.means.clone()).unwrap();
    assert_eq!(means("0610"), Vec::<&str>::new());
    assert_eq!(means("0614"), ["leaves command", "out of supply"]);
    let near = scene("tannenberg", 4, RU, &["ru-iii 0613", "hq-ru-r-1 0613", "de-1 0615"]);
    let near = near.gruppe(4, "0615", &[]);
    let ways = theatre().ways(&near.p, RUSSIAN, "ru-iii");
    let end = ways.iter().find(|w| w.place == "0614").unwrap();
    assert!(end.means.contains(&"enters an enemy zone"), "{end:?}");
    let hidden = near.gruppe(4, "0615", &["de-1"]);
    let ways = theatre().ways(&hidden.p, RUSSIAN, "ru-iii");
    let end = ways.iter().find(|w| w.place == "0614").unwrap();
    assert!(end.means.contains(&"comes beside a Gruppe"), "{end:?}");
}

/// The places of a line.
fn line(layers: &[Layer], what: &str) -> Option<Vec<String>> {
    layers.iter().find(|l| l.what == what).map(|l| l.places.clone())
}

#[test]
fn a_line_of_supply_goes_by_depots_to_the_railway() {
    rules!("tannenberg 9.13b", "tannenberg 9.16b");
    let s = Scene::new(&GAME, read(FRONT));
    let layers = theatre().traces(&s.p, Viewer::Side(RUSSIAN), "ru-iii");
    let chain = line(&layers, "chain").unwrap();
    assert_eq!(chain.first().map(String::as_str), Some("0611"));
    assert!(chain.contains(&"0608".to_string()), "over the depot: {chain:?}");
    let end = line(&layers, "source").unwrap();
    assert_eq!(Some(&end[0]), chain.last());
    assert!(places(&s.p, RUSSIAN, Ground::Supply, "railway that feeds", "ru").contains(&end[0]));
    let lost = theatre().traces(&s.p, Viewer::Side(RUSSIAN), "ru-c1");
    assert_eq!(line(&lost, "cut"), Some(vec!["0713".to_string()]));
    let hq = theatre().traces(&s.p, Viewer::Side(RUSSIAN), "hq-ru-r-1");
    assert!(line(&hq, "command").unwrap().contains(&"0613".to_string()));
}

#[test]
fn what_feeds_the_german_is_not_shown_to_the_russian() {
    rules!("tannenberg 18.0i");
    let p = read(FRONT);
    for piece in ["de-1", "de-2", "gruppe-7", "gruppe-0617-1"] {
        assert_eq!(theatre().traces(&p, Viewer::Side(RUSSIAN), piece), vec![], "{piece}");
        assert_eq!(theatre().traces(&p, Viewer::Watcher, piece), vec![], "{piece}");
    }
    assert!(!theatre().traces(&p, Viewer::Side(Side(DE)), "gruppe-7").is_empty());
}

/// Whatever stands in the boxes, a Russian is shown the same of the ground, of ways and of lines.
#[test]
fn the_ground_is_the_same_whatever_is_in_the_boxes() {
    rules!("tannenberg 18.0i", "tannenberg 18.11b");
    let other =
        FRONT.replace("de-1 0617 gruppe=7", "dummy 7 0617").replace("dummy 2 0718", "de-1 0718 gruppe=2");
    let (a, b) = (read(FRONT), read(&other));
    let known = [&a, &b].map(|p| known_to(theatre(), p, RUSSIAN).into_owned());
    for kind in Ground::ALL {
        assert_eq!(theatre().ground(&known[0], kind), theatre().ground(&known[1], kind), "{kind:?}");
    }
    for piece in ["ru-iii", "ru-c1", "hq-ru-r-1", "ru-d1"] {
        assert_eq!(theatre().ways(&a, RUSSIAN, piece), theatre().ways(&b, RUSSIAN, piece), "{piece}");
        let of = |p: &Position| theatre().traces(p, Viewer::Side(RUSSIAN), piece);
        assert_eq!(of(&a), of(&b), "{piece}");
    }
    assert_ne!(theatre().ground(&a, Ground::Zones), theatre().ground(&b, Ground::Zones));
}
