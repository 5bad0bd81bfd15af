//! What can be shown of the ground, and what it means to go there.
use crate::scene::*;
use sandtable_core::guide::{Ground, Guide};
use sandtable_core::view::Layer;

const ULM: &str = include_str!("../../../../../docs/positions/empires-ulm.txt");

fn read(text: &str) -> Position {
    game().position(&Options::new(), text).unwrap()
}

fn layers(p: &Position, kind: Ground) -> Vec<Layer> {
    game().ground(p, kind).unwrap_or_else(|| panic!("no {kind:?}"))
}

/// The places of the layers of a kind that are a side's.
fn places(p: &Position, kind: Ground, what: &str, side: &str) -> Vec<String> {
    let all = layers(p, kind).into_iter().filter(|l| l.what == what && l.side == side);
    all.flat_map(|l| l.places).collect()
}

fn has(list: &[String], id: &str) -> bool {
    list.iter().any(|p| p == id)
}

fn block(p: &Position, corps: &str) -> String {
    game().engine().block_id(p, game().engine().block_named(p, corps).unwrap())
}

#[test]
fn r7_4_2_1_1_supply_reaches_three_areas_from_the_chain() {
    rules!("empires 7.2.3.2");
    let p = read(ULM);
    let fed = places(&p, Ground::Supply, "supplied", "fr");
    assert!(has(&fed, "str") && has(&fed, "stu") && has(&fed, "ulm"), "{fed:?}");
    assert!(!has(&fed, "vie") && !has(&fed, "mad"), "{fed:?}");
    // Stuttgart hangs on Strasbourg; without Strasbourg it is a source of its own, as a city of a minor that France controls.
    assert!(has(&places(&p, Ground::Supply, "source", "fr"), "str"));
    let cut = places(&p, Ground::Supply, "cut", "au");
    assert!(has(&cut, "ulm"), "no chain leads to Ulm: {cut:?}");
    assert_eq!(game().ground(&p, Ground::Zones), None, "nobody has zones of control");
}

#[test]
fn the_line_of_supply_of_a_corps_leads_to_its_depot_and_on() {
    rules!("empires 7.4.2.1");
    let p = before("grand1805", Phase::Order, &[FR]).neutral();
    let p = p.on("war fr au; control bav fr; control wur fr; depot str fr; depot stu fr; depot ulm fr; fr-i aug 10I; garrison str fr 2I");
    let lines = game().traces(&p, Viewer::Side(Side(FR)), &block(&p, "fr-i"));
    let line = lines.iter().find(|l| l.what == "supply line").unwrap_or_else(|| panic!("{lines:?}"));
    assert_eq!(line.name, "supply of French I Corps, paid by France");
    assert_eq!(line.places.first().map(String::as_str), Some("aug"));
    assert!(has(&line.places, "ulm"), "{line:?}");
    // Somebody else is told the same of a block.
    let other = game().traces(&p, Viewer::Watcher, &block(&p, "fr-i"));
    assert!(other[0].name.starts_with("supply of block "), "{other:?}");
    assert_eq!(other[0].places, line.places);
    // Without depots there is none.
    let bare = before("grand1805", Phase::Order, &[FR]).neutral().on("war fr au; fr-i aug 10I");
    assert!(game().traces(&bare, Viewer::All, &block(&bare, "fr-i")).is_empty());
}

#[test]
fn objectives_say_what_they_count_and_who_holds_them() {
    let p = read(ULM);
    let all = layers(&p, Ground::Objectives);
    let find = |name: &str, id: &str| {
        let of = |l: &&Layer| l.name == name && l.places.iter().any(|x| x == id);
        all.iter().find(of).map(|l| l.side)
    };
    assert_eq!(find("counts 8", "vie"), Some("au"));
    assert_eq!(find("decides at once for France", "vie"), Some("au"));
    assert_eq!(find("counts 6", "str"), Some("fr"));
    assert_eq!(find("counts 1", "ulm"), Some("au"), "its garrison is Austrian");
    let held = places(&p, Ground::Control, "held", "au");
    assert!(has(&held, "vie") && has(&held, "ulm") && !has(&held, "str"), "{held:?}");
}

#[test]
fn leaders_lend_a_hand_next_door_and_ways_say_what_they_mean() {
    rules!("empires 7.5.2.11.1");
    let p = read(ULM);
    let mack = layers(&p, Ground::Command).into_iter().find(|l| l.name == "Mack").unwrap();
    assert_eq!(mack.side, "au");
    assert!(has(&mack.places, "ulm") && has(&mack.places, "aug") && !has(&mack.places, "vie"), "{mack:?}");
    let ways = game().ways(&p, Side(FR), &block(&p, "fr-i"));
    let means = |id: &str| ways.iter().find(|w| w.place == id).map(|w| w.means.clone()).unwrap();
    assert_eq!(
        means("ulm"),
        ["attacks enemy corps", "reaches an enemy depot", "stands before an enemy garrison"]
    );
    assert_eq!(means("stu"), Vec::<&str>::new());
    let mut poor = p;
    poor.ground.iter_mut().filter(|g| g.depot.owner == FR).for_each(|g| g.depot = Depot::NONE);
    let ways = game().ways(&poor, Side(FR), &block(&p, "fr-i"));
    assert_eq!(ways.iter().find(|w| w.place == "stu").unwrap().means, ["out of depot supply"]);
}

#[test]
fn threat_is_what_each_could_enter_next() {
    rules!("empires 7.3.1.2");
    let p = read(ULM);
    let french = places(&p, Ground::Threat, "threat", "fr");
    assert!(has(&french, "ulm") && has(&french, "str"), "{french:?}");
    assert!(!has(&french, "vie"), "{french:?}");
    let austrian = places(&p, Ground::Threat, "threat", "au");
    assert!(has(&austrian, "stu") && has(&austrian, "mch"), "{austrian:?}");
    // A hidden corps is as far as a common one would be, whatever it is.
    let known = game().known(&p, Side(FR)).unwrap();
    let mut other = p;
    let mack = game().engine().block_named(&p, "au-i").unwrap();
    other.corps[mack].factors = [0, 1, 0, 0, 0, 0, 0];
    assert_eq!(
        layers(&known, Ground::Threat),
        layers(&game().known(&other, Side(FR)).unwrap(), Ground::Threat)
    );
}
