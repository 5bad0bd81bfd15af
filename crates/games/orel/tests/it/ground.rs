//! What the table shows of the ground, what it means to go somewhere, and what belongs to one unit.

use crate::scene::*;
use sandtable_core::guide::{Ground, Guide};
use sandtable_core::view::{Layer, Viewer};
use std::collections::BTreeSet;

fn kromy() -> Scene {
    Scene::by_hand(include_str!("../../../../../docs/positions/orel-kromy.txt"))
}

/// The places of a layer of a kind.
fn ground(s: &Scene, what: Ground, layer: &str, side: &str) -> Vec<String> {
    let layers = game().ground(&s.p, what).unwrap();
    layers.iter().filter(|l| l.what == layer && l.side == side).flat_map(|l| l.places.clone()).collect()
}

fn has(list: &[String], place: &str) -> bool {
    list.iter().any(|p| p == place)
}

#[test]
fn r1_2q_zones_are_those_of_firm_troops() {
    let s = kromy();
    let red = ground(&s, Ground::Zones, "zone", "red");
    assert!(has(&red, "2112"), "{red:?}");
    // The Routed battalion in 2013 has none, nor the squadron in 2312 with its single step.
    let white = ground(&s, Ground::Zones, "zone", "white");
    assert!(has(&white, "2113") && !has(&white, "1913") && !has(&white, "2412"), "{white:?}");
}

#[test]
fn r8_2_2a_supply_shows_depots_their_reach_and_who_is_cut_off() {
    let s = Scene::empty(RED, Phase::Movement)
        .put("r-cv3-let", "2010")
        .put("r-5-let", "2111")
        .put("r-6-let", "2719")
        .put("w-cv2-1d", "2818")
        .begin(&[]);
    let fed = ground(&s, Ground::Supply, "supplied", "red");
    assert!(has(&fed, "2111") && !has(&fed, "2719"), "{fed:?}");
    assert_eq!(ground(&s, Ground::Supply, "cut", "red"), ["2719"]);
    let source = ground(&s, Ground::Supply, "source", "red");
    assert_eq!(has(&source, "2010"), s.p.functional.has(unit("r-cv3-let")));
}

#[test]
fn r5_2_1a_command_is_shown_for_each_formation() {
    let mut s = Scene::of("brasovo");
    let layers = game().ground(&s.p, Ground::Command).unwrap();
    let of = |name: &str| -> &Layer { layers.iter().find(|l| l.name == name).unwrap() };
    let division = of("41st Rifle Division");
    // One main body stands in 0216, the other in 0614; two hexes from either a unit is in command (orel 10.1f).
    assert!(has(&division.places, "0216") && has(&division.places, "0614"), "{division:?}");
    assert!(!has(&division.places, "0119"), "three hexes away");
    assert_eq!(ground(&s, Ground::Command, "out of command", "red"), ["0119"]);
    s.p.ooc = Pieces::EMPTY;
    assert!(ground(&s, Ground::Command, "out of command", "red").is_empty());
}

#[test]
fn r10_1e_objectives_are_named_with_their_worth_and_their_holder() {
    let s = Scene::of("brasovo");
    let layers = game().ground(&s.p, Ground::Objectives).unwrap();
    let told: Vec<_> = layers.iter().map(|l| (l.name.as_str(), l.side, l.places.join(" "))).collect();
    let text = "White must hold it at the end, or Red wins";
    assert_eq!(
        told,
        [
            (format!("Brasovo: {text}").as_str(), "", "0513".to_string()),
            (format!("Sevsk: {text}").as_str(), "white", "0219".to_string())
        ]
    );
    let s = Scene::of("historical");
    let layers = game().ground(&s.p, Ground::Objectives).unwrap();
    let of = |place: &str| layers.iter().find(|l| l.places == [place.to_string()]).unwrap();
    assert_eq!(
        of("2110").name,
        "Kromy: counts for Strategic, Regional and Minor for White and Strategic and Regional for Red"
    );
    assert_eq!(of("2705").side, "white");
    let line = layers.iter().find(|l| l.name.starts_with("railway")).unwrap();
    assert_eq!((line.side, line.places.len()), ("white", game().d.map.double_track.len()));
}

#[test]
fn control_is_who_holds_the_railways_and_orel() {
    let s = Scene::of("historical");
    let (white, red) =
        (ground(&s, Ground::Control, "held", "white"), ground(&s, Ground::Control, "held", "red"));
    assert!(has(&white, "2705") && has(&white, "2920") && has(&red, "0701"));
    assert!(white.iter().all(|h| !has(&red, h)));
}

#[test]
fn threat_covers_the_attacks_that_units_can_come_to() {
    let s = kromy();
    let red = ground(&s, Ground::Threat, "threat", "red");
    assert!(has(&red, "2112") && !has(&red, "2920"), "{red:?}");
    // Nearly every attack that is declared in random games lay in the threat when the movement phase began: only what friends opened
    // by covering a way may be missing.
    let options = Options::new();
    let (mut inside, mut all) = (0, 0);
    for seed in [1, 2, 3] {
        let (mut threat, mut phase, mut seen) = (BTreeSet::new(), None, BTreeSet::new());
        let walk = Walk { scenario: "historical", options: &options, seed, steps: 900, every: 1 };
        walk.look(game(), |m| {
            let p = m.position;
            let now = (p.turn, p.active);
            if p.phase == Phase::Movement && phase != Some(now) {
                phase = Some(now);
                seen.clear();
                let own = game().about().side_id(Side(p.active));
                let layers = game().ground(p, Ground::Threat).unwrap();
                threat = layers.into_iter().filter(|l| l.side == own).flat_map(|l| l.places).collect();
            }
            for u in p.units.on_map_of(p.active) {
                if let Marker::Attack { target, .. } = p.marker(u)
                    && p.phase == Phase::Movement
                    && seen.insert((u, target))
                {
                    all += 1;
                    inside += usize::from(threat.contains(&game().d.map.name(target)));
                }
            }
        });
    }
    assert!(all > 20 && inside * 100 >= all * 95, "{inside} of {all}");
}

#[test]
fn ways_say_what_it_means_to_end_there() {
    let s = kromy();
    let mut told = BTreeSet::new();
    for id in ["r-5-let", "r-art-let", "r-1-pavl"] {
        let mover = unit(id);
        for w in &game().ways(&s.p, Side(RED), id) {
            let mut there = s.p;
            there.place(mover, hex(&w.place));
            let zone = engine().in_zone(&s.p, WHITE, hex(&w.place));
            assert_eq!(w.means.contains(&"enters an enemy zone"), zone, "{w:?}");
            let astray = engine().out_of_command(&there, RED).has(mover);
            assert_eq!(w.means.contains(&"leaves command"), astray, "{w:?}");
            let fed = engine().depots_in_range(&there, mover);
            assert_eq!(w.means.contains(&"out of supply"), fed.is_empty(), "{w:?}");
            told.extend(w.means.iter().copied());
        }
    }
    let all = ["enters an enemy zone", "leaves command", "out of supply", "binds those who cover it"];
    assert!(all.iter().all(|what| told.contains(what)), "{told:?}");
}

#[test]
fn r8_2_2a_the_line_of_supply_of_a_unit_leads_to_its_depot() {
    let s = Scene::empty(RED, Phase::Movement)
        .put("r-cv3-let", "2010")
        .put("r-5-let r-art-let", "2111")
        .put("r-6-let", "2719")
        .begin(&[]);
    let trace =
        |id: &str, what: &str| game().traces(&s.p, Viewer::Watcher, id).into_iter().find(|l| l.what == what);
    let line = trace("r-5-let", "supply line").unwrap();
    assert_eq!(
        (line.places.first().unwrap().as_str(), line.places.last().unwrap().as_str()),
        ("2111", "2010")
    );
    assert_eq!(line.name, "5/Let, from First convoy of the Letton Division, at most 5 MP");
    for pair in line.places.windows(2) {
        assert_eq!(game().d.map.distance(hex(&pair[0]), hex(&pair[1])), 1, "{line:?}");
    }
    assert_eq!(trace("r-6-let", "out of supply").unwrap().places, ["2719"]);
    assert!(trace("r-6-let", "supply line").is_none());
    let range = trace("r-art-let", "artillery range").unwrap();
    assert!(has(&range.places, "2113") && !has(&range.places, "2114"), "{range:?}");
    assert!(trace("r-5-let", "artillery range").is_none());
    assert!(game().traces(&s.p, Viewer::Watcher, "w-1-1k").is_empty(), "it is not on the map");
}
