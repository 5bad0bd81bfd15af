//! What the table shows: counters, marks, layers, tracks, the combat under way, charts.

use crate::scene::*;
use sandtable_core::guide::Guide;
use sandtable_core::view::{Counter, View, Viewer};

const KROMY: &str = include_str!("../../../../../docs/positions/orel-kromy.txt");

fn kromy() -> Scene {
    Scene::by_hand(KROMY)
}

fn view(s: &Scene) -> View {
    game().view(&s.p, Viewer::Watcher)
}

fn counter<'a>(v: &'a View, id: &str) -> &'a Counter {
    v.counters.iter().find(|c| c.id == id).unwrap()
}

#[test]
fn counters_show_steps_values_and_states() {
    let s = kromy().steps("r-5-let", 2);
    let v = view(&s);
    let regiment = counter(&v, "r-5-let");
    assert_eq!((regiment.echelon, regiment.reduced, regiment.place.as_str()), ("••", true, "2111"));
    assert_eq!(regiment.values, vec![3, 5, 6], "combat, TQ, MP");
    assert!(
        regiment.detail.contains("2 of 4 steps") && regiment.detail.contains("prepares attacks for 2 MP")
    );
    assert_eq!(counter(&v, "r-cv-let").values, vec![2, 4, 5, 9], "dismounted, charging, TQ, MP");
    assert_eq!(counter(&v, "w-3-83s").badges, vec!["routed", "unsupplied"]);
    assert_eq!(counter(&v, "r-3-7d").badges, vec!["march", "out of command"]);
    assert_eq!(counter(&v, "w-tank").badges, vec!["broken down"]);
    assert_eq!(counter(&v, "w-1-3k").badges, vec!["entrenched"]);
    assert_eq!(counter(&v, "w-2-3k").badges, vec!["under construction"]);
    let convoy = counter(&v, "r-cv3-let");
    assert_eq!((convoy.values.as_slice(), convoy.badges.as_slice()), (&[3][..], &["functional"][..]));
    assert!(convoy.detail.contains("3 of 3 Munitions Points"));
    assert_eq!(counter(&v, "w-1-1d").place, "off the map at 1220");
    assert_eq!(counter(&v, "r-1-46d").place, "turn 18 October");
    assert_eq!(counter(&v, "w-rec1").place, "recruit pool");
    assert!(v.counters.iter().all(|c| c.id != "r-1-9d"), "cleared away: no part of the game");
    let start = view(&Scene::of("historical"));
    assert!(counter(&start, "r-1-9d").badges.contains(&"inactive"));
}

#[test]
fn recruits_that_cost_quality_are_told() {
    let s = kromy().with(|p| p.green.insert(unit("r-5-let")));
    let c = counter(&view(&s), "r-5-let").clone();
    assert_eq!((c.values[1], c.badges.contains(&"recruits")), (4, true));
    assert!(c.detail.contains("TQ 4 (−1 of 5)"), "{}", c.detail);
}

#[test]
fn marks_and_layers_lie_over_the_map() {
    let mut s = kromy();
    s.say("r-5-let prepared 2112", &[]).say("r-art-let support prepared 2112", &[]);
    let v = view(&s);
    let marked = |what: &str, place: &str| v.marks.iter().any(|m| m.what == what && m.place == place);
    assert!(marked("attack", "2112") && marked("suburbs", "2705") && marked("left the map", "1220"));
    let layer = |what: &str, side: &str| v.layers.iter().filter(|l| l.what == what && l.side == side).count();
    assert_eq!((layer("attack", "red"), layer("support", "red")), (1, 1));
    for what in ["rail control", "zone of control"] {
        assert_eq!((layer(what, "white"), layer(what, "red")), (1, 1), "{what}");
    }
    let range =
        v.layers.iter().find(|l| l.what == "depot range" && l.name.contains("convoy") && l.side == "red");
    let range = range.unwrap();
    assert_eq!(range.places[0], "2010", "the Depot itself comes first");
    assert!(range.places.contains(&"2111".to_string()) && !range.places.contains(&"2112".to_string()));
    assert!(layer("entry zone", "red") >= 1);
    let start = view(&Scene::of("historical"));
    let inactive: Vec<_> = start.layers.iter().filter(|l| l.what == "inactive").collect();
    assert!(inactive.iter().any(|l| l.name == "9th Rifle Division, through 18 October"), "{inactive:?}");
    let area = view(&Scene::of("brasovo"));
    assert!(area.layers.iter().any(|l| l.what == "closed" && l.places.contains(&"2705".to_string())));
}

#[test]
fn main_bodies_are_a_layer_after_the_command_phase() {
    let v = view(&Scene::of("historical"));
    let body = v.layers.iter().find(|l| l.what == "main body" && l.name == "2nd Kornilov Shock Regiment");
    assert!(body.is_some_and(|l| l.places.len() >= 3), "{body:?}");
}

#[test]
fn tracks_and_standings_tell_how_the_game_goes() {
    let v = view(&kromy());
    let track = |name: &str| v.tracks.iter().find(|t| t.name == name).unwrap().value.clone();
    assert!(track("turn").starts_with("3 of 10, 17 October"));
    assert_eq!(track("Red: Recruit Points"), "5 of 12");
    assert_eq!((track("Red: prisoners taken"), track("White: combat units lost")), ("2".into(), "1".into()));
    assert!(track("Red: First convoy of the Letton Division").starts_with("3 of 3 points"), "{:?}", v.tracks);
    assert!(v.victory.iter().any(|s| s.text.starts_with("White stands at")));
    let wants = v.victory.iter().find(|s| s.text.starts_with("Red, for")).unwrap();
    assert!(wants.text.contains("(missing)"), "{}", wants.text);
    assert!(v.moment.starts_with("17 October, Red player turn, movement"));
}

/// The attack before Kromy, declared, supplied, and up to the retreat before combat.
fn attack() -> Scene {
    let mut s = kromy();
    for words in ["r-5-let prepared 2112", "r-6-let prepared 2112", "r-cv-let prepared 2112"] {
        s.say(words, &[]);
    }
    s.say("r-art-let support prepared 2112", &[]).say("done", &[]);
    if s.p.phase == Phase::Munitions {
        s.say("done", &[]);
    }
    while !s.offered("retreat") {
        let words = s.offers().into_iter().find(|w| w.starts_with("resolve") || w == "done").unwrap();
        s.say(&words, &[]);
    }
    s
}

#[test]
fn a_combat_is_shown_stage_by_stage() {
    let mut s = attack();
    let of = |s: &Scene| view(s).combats.first().cloned().unwrap();
    let c = of(&s);
    assert_eq!((c.place.as_str(), c.stages[usize::from(c.stage)]), ("2112", "retreat before combat"));
    assert_eq!((c.attackers.as_slice(), c.defenders.as_slice()), (&["red"][..], &["white"][..]));
    let row = |s: &Scene, name: &str| {
        let rows = of(s).rows;
        rows.into_iter().find(|r| r.name == name).map(|r| (r.attacker, r.defender))
    };
    assert_eq!(row(&s, "units"), Some(("5/Let, 6/Let, Cv/Let".into(), "2/3M".into())));
    // A six: they stay, in March mode; the guns are coordinated.
    s.say("retreat", &[6, 4]);
    assert_eq!(of(&s).stages[usize::from(of(&s).stage)], "charge");
    assert_eq!(row(&s, "die of White"), Some((String::new(), "6".into())));
    let rolls: Vec<String> = of(&s).rows.iter().map(|r| r.name.clone()).collect();
    assert!(rolls.contains(&"coordination".to_string()), "{rolls:?}");
    s.say("done", &[3, 1]);
    assert_eq!(of(&s).stages[usize::from(of(&s).stage)], "assault");
    s.say("assault", &[1, 4]);
    assert_eq!(of(&s).stages[usize::from(of(&s).stage)], "losses");
    assert_eq!(row(&s, "dice of Red"), Some(("1 + 4 = 5".into(), String::new())));
}

#[test]
fn every_table_is_a_chart_and_says_where_it_comes_from() {
    let charts = game().charts();
    let file: toml::Table = FILES.tables.parse().unwrap();
    assert!(charts.len() > file.len(), "{} charts of {} tables", charts.len(), file.len());
    for chart in &charts {
        assert!(
            !chart.rows.is_empty() && chart.rows.iter().all(|r| r.len() == chart.head.len()),
            "{}",
            chart.title
        );
        let known = ["rulebook", "reconstructed", "found"].iter().any(|s| chart.source.starts_with(s));
        assert!(known, "{}: {}", chart.title, chart.source);
        assert!(!chart.rule.is_empty(), "{}", chart.title);
    }
    for (_, table) in &file {
        let rule = table.get("rule").and_then(toml::Value::as_str).unwrap_or("");
        assert!(charts.iter().any(|c| c.rule == rule), "{rule}");
    }
    let art = charts.iter().find(|c| c.title == "Assault results").unwrap();
    assert_eq!(art.source, "reconstructed");
    let given = art.rows.iter().find(|r| r[0] == "9").unwrap();
    assert_eq!(given.last().unwrap(), "rulebook", "the row of the worked combat");
    assert_eq!(game().turns("historical").len(), 10);
    assert_eq!(game().turns("brasovo")[3], "18 October");
}
