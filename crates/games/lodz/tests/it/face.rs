//! What the table shows and how it leads a player: counters, marks, layers, tracks, the attack under way, handles, gestures, ways,
//! odds, charts.

use crate::scene::*;
use sandtable_core::guide::Guide;
use sandtable_core::view::{Counter, View, Viewer};
use std::collections::BTreeSet;

fn view(s: &Scene) -> View {
    game().view(&s.p, Viewer::Watcher)
}

fn counter<'a>(v: &'a View, id: &str) -> &'a Counter {
    v.counters.iter().find(|c| c.id == id).unwrap_or_else(|| panic!("no counter {id} is shown"))
}

fn marked(v: &View, what: &str, place: &str) -> bool {
    v.marks.iter().any(|m| m.what == what && m.place == place)
}

/// Places of the layers of a kind and side.
fn layer(v: &View, what: &str, side: &str) -> Vec<String> {
    let all = v.layers.iter().filter(|l| l.what == what && l.side == side);
    all.flat_map(|l| l.places.iter().cloned()).collect()
}

fn track(v: &View, name: &str) -> String {
    v.tracks.iter().find(|t| t.name == name).unwrap_or_else(|| panic!("{:?}", v.tracks)).value.clone()
}

/// What a side means by picking up pieces and pointing at a place, in words.
fn wish(s: &Scene, pieces: &[&str], place: Option<&str>) -> Option<String> {
    let pieces: Vec<String> = pieces.iter().map(|p| p.to_string()).collect();
    let side = Side(s.side().unwrap());
    game().wish(&s.p, side, &pieces, place).map(|a| game().describe(&s.p, &a))
}

/// Numbers of all rules.
fn numbers() -> BTreeSet<&'static str> {
    Lodz::rules().into_iter().map(|r| r.id).collect()
}

const A: &str = "de-1-49-res";
const B: &str = "de-2-49-res";
const GUN: &str = "de-art-49-res";
const X: &str = "ru-1-50-inf";
const Y: &str = "ru-2-50-inf";
const RGUN: &str = "ru-art-50-inf";

/// Germans before Kutno, two brigades and guns against two brigades and guns; an attack phase.
fn kutno() -> Scene {
    Scene::empty("lodz", DE, Phase::Attack)
        .put(&format!("{A} {B}"), "1916")
        .put(GUN, "1915")
        .put(&format!("{X} {Y}"), "2016")
        .put(RGUN, "2017")
}

#[test]
fn counters_show_values_levels_and_states() {
    let s = kutno()
        .cel(A, 1)
        .marked(B, Flag::Disorganized)
        .marked(GUN, Flag::Marching)
        .with(|p| p.units.set_level(unit(X), 2))
        .with(|p| p.works[usize::from(hex("2016"))] = Works::Field)
        .begin(&[]);
    let v = view(&s);
    let a = counter(&v, A);
    assert_eq!((a.name.as_str(), a.branch, &*a.nation, a.echelon), ("1/49R", "infantry", "de", "X"));
    assert_eq!((a.values.as_slice(), a.reduced, a.place.as_str()), (&[4, 5][..], true, "1916"));
    assert!(a.detail.contains("1 of 2 levels") && a.detail.contains("strength 4"), "{}", a.detail);
    assert!(a.badges.contains(&"owes an attack"), "{:?}", a.badges);
    let b = counter(&v, B);
    assert_eq!(b.values[0], 4, "seven, halved and rounded up");
    assert!(b.badges.contains(&"disorganized") && b.detail.contains("(7 printed)"), "{b:?}");
    assert!(counter(&v, GUN).badges.contains(&"march"));
    assert!(
        counter(&v, GUN).detail.contains("marching order, 3 MP")
            || counter(&v, GUN).detail.contains("marching order")
    );
    let x = counter(&v, X);
    assert!(x.badges.contains(&"out of supply 2") && x.detail.contains("in field fortifications"), "{x:?}");
    assert_eq!(counter(&v, "de-train-1").place, "eliminated");
    assert_eq!(counter(&v, "de-hq-morgen").branch, "hq");
}

#[test]
fn counters_off_the_map_are_told_where_they_are() {
    let v = view(&Scene::of("november-11"));
    let places: BTreeSet<&str> = v.counters.iter().map(|c| c.place.as_str()).collect();
    assert!(places.contains("to be placed"), "trains and the airship: {places:?}");
    assert!(places.iter().any(|p| p.starts_with("turn 1") && p.contains("November")), "{places:?}");
    assert!(places.contains("waits for its condition"), "{places:?}");
    // A date is one of the turns of the track.
    let turns = game().turns("november-11");
    assert_eq!(turns.len(), 7);
    for due in places.iter().filter_map(|p| p.strip_prefix("turn ")) {
        assert!(turns.iter().any(|t| t == due), "{due} of {turns:?}");
    }
    // The battle in Masuria has a board of its own.
    let east = view(&Scene::of("masurian"));
    assert_eq!((v.board, east.board), ("lodz", "lodz-masuria"));
    assert_eq!(game().about().board_of("masurian"), "lodz-masuria");
    assert_eq!(game().about().board_of("ruzski"), "lodz");
}

#[test]
fn marks_lie_on_hexes_and_on_their_sides() {
    let at = hex("2016");
    let map = engine().map(&Scene::of("lodz").p);
    let bridge = map.all().find(|h| map.bridge[usize::from(*h)] & 1 == 1).unwrap();
    let north = map.step(bridge, 0).unwrap();
    let s = kutno()
        .with(|p| p.works[usize::from(at)] = Works::Field)
        .with(|p| engine().set_bridge(p, bridge, 0, false))
        .begin(&[]);
    let v = view(&s);
    assert!(marked(&v, "field works", "2016") && marked(&v, "to be attacked", "2016"));
    assert!(marked(&v, "bridge down", &format!("{}/{}", map.name(bridge), map.name(north))), "{:?}", v.marks);
    assert!(marked(&v, "victory hex", "2121"), "Łódź");
    let start = view(&Scene::of("lodz"));
    let lodz = start.marks.iter().find(|m| m.what == "victory hex" && m.place == "2121").unwrap();
    assert_eq!(lodz.side, "ru");
    assert!(start.marks.iter().any(|m| m.what == "control" && m.side == "de"), "towns in Poland");
}

#[test]
fn layers_show_zones_duties_ranges_and_supply() {
    let v = view(&kutno().begin(&[]));
    assert!(layer(&v, "zone of control", "de").contains(&"2016".to_string()));
    assert!(layer(&v, "zone of control", "ru").contains(&"1916".to_string()));
    assert_eq!(layer(&v, "owes an attack", "de"), vec!["1916"]);
    assert_eq!(layer(&v, "must be attacked", "ru"), vec!["2016"]);
    assert!(layer(&v, "artillery range", "de").contains(&"2016".to_string()));
    assert!(track(&v, "attacks owed").starts_with("2 units to attack, 1 hex"), "{:?}", v.tracks);
    assert!(v.decision.contains("2 units must attack"), "{}", v.decision);
    // A whole set-up: every unit in supply lies on a line to a source.
    let start = view(&Scene::of("lodz"));
    for side in ["de", "ru"] {
        let chains = layer(&start, "chain", side);
        let cut = layer(&start, "cut", side);
        let p = Scene::of("lodz").p;
        let whose = u8::from(side == "ru");
        let fed = engine().supplied(&p, whose);
        for u in p.units.on_map_of(whose).filter(|u| engine().kind(*u).is_unit()) {
            let at = engine().map(&p).name(p.hex(u).unwrap());
            let alone = engine().supply_line_of(&p, u).is_some_and(|l| l.len() == 1);
            assert_eq!(fed.has(u), chains.contains(&at) || alone, "{} at {at}", engine().id(u));
            assert_eq!(fed.has(u), !cut.contains(&at), "{} at {at}", engine().id(u));
        }
    }
    assert!(start.layers.iter().any(|l| l.what == "entry" && !l.name.is_empty()));
}

#[test]
fn r12_21_the_line_of_one_unit_runs_from_hex_to_hex_to_its_source() {
    let p = Scene::of("november-11").p;
    for whose in [DE, RU] {
        for u in p.units.on_map_of(whose).filter(|u| engine().kind(*u).is_unit()) {
            let line = engine().supply_line_of(&p, u);
            assert_eq!(line.is_some(), engine().supplied(&p, whose).has(u), "{}", engine().id(u));
            let Some(line) = line else { continue };
            assert_eq!(line.first().copied(), p.hex(u));
            for pair in line.windows(2) {
                assert_eq!(engine().map(&p).distance(pair[0], pair[1]), 1);
            }
        }
    }
    let traces = game().traces(&p, Viewer::Watcher, "ru-hq-rennenkampf");
    let line = traces.iter().find(|l| l.what == "supply line").unwrap();
    assert_eq!((line.side, line.places[0].as_str()), ("ru", "3212"));
    assert!(line.name.contains("from"), "{}", line.name);
    assert!(traces.iter().any(|l| l.what == "command" && l.places.len() == 19));
    assert!(game().traces(&p, Viewer::Watcher, "nobody").is_empty());
}

#[test]
fn a_unit_that_is_cut_off_is_told_so() {
    let text = include_str!("../../../../../docs/positions/lodz-cut-off.txt");
    let s = Scene::by_hand(text);
    let traces = game().traces(&s.p, Viewer::Watcher, A);
    assert!(traces.iter().any(|l| l.what == "out of supply" && l.places == ["2424"]), "{traces:?}");
    assert_eq!(layer(&view(&s), "cut", "de"), vec!["2424"]);
    let guns = game().traces(&kutno().p, Viewer::Watcher, GUN);
    assert!(guns.iter().any(|l| l.what == "artillery range" && l.places.contains(&"2016".to_string())));
}

#[test]
fn tracks_and_standings_tell_how_the_game_goes() {
    let v = view(&Scene::of("lodz"));
    assert!(track(&v, "day").starts_with("1 of 8, 18 November;"), "{:?}", v.tracks);
    assert!(
        track(&v, "Germany: replacement points").contains("infantry 0 (+1 on 20 November"),
        "{:?}",
        v.tracks
    );
    assert!(track(&v, "Germany: airships").starts_with("0 over the map, 1 ready"));
    assert!(track(&v, "phase").contains("movement"));
    assert!(v.victory.iter().any(|s| s.text.starts_with("Russia holds") && s.text.contains("Łódź")));
    assert!(v.victory[0].text.contains("would win now") || v.victory[0].text.contains("a draw now"));
    let eleven = view(&Scene::of("november-11"));
    assert!(track(&eleven, "Landsturm Corps Thorn").contains("has gone south"), "{:?}", eleven.tracks);
    assert!(track(&eleven, "Germany: trains").contains("8 to be placed"), "{:?}", eleven.tracks);
    let rules = numbers();
    for s in v.victory.iter().chain(&eleven.victory) {
        assert!(rules.contains(s.rule), "{}", s.rule);
    }
}

#[test]
fn an_attack_is_followed_stage_by_stage() {
    let mut s = kutno().begin(&[]);
    assert!(view(&s).combats.is_empty());
    s.say("attack 2016", &[]).say("add all", &[]).say(&format!("add {GUN}"), &[]);
    let rules = numbers();
    let of = |s: &Scene| {
        let c = view(s).combats.first().cloned().unwrap();
        assert!(c.rows.iter().all(|r| rules.contains(r.rule)), "{:?}", c.rows);
        c
    };
    let row = |s: &Scene, name: &str| {
        of(s).rows.into_iter().find(|r| r.name == name).map(|r| (r.attacker, r.defender)).unwrap_or_default()
    };
    let c = of(&s);
    assert_eq!((c.place.as_str(), c.stages[usize::from(c.stage)]), ("2016", "forces"));
    assert_eq!(row(&s, "strength").0, "18", "7 + 7 and the guns' 4");
    assert!(c.rows.iter().any(|r| r.name.starts_with("shift: town")), "{:?}", c.rows);
    let v = view(&s);
    assert_eq!(layer(&v, "attack", "de"), vec!["1916", "2016"]);
    assert_eq!(layer(&v, "support", "de"), vec!["1915", "2016"]);
    assert!(counter(&v, A).badges.contains(&"attacking") && counter(&v, GUN).badges.contains(&"support"));
    assert!(marked(&v, "attack", "2016") && !marked(&v, "to be attacked", "2016"));
    s.say("confirm", &[]);
    assert_eq!(of(&s).stages[usize::from(of(&s).stage)], "defence fire");
    s.say(&format!("add {RGUN}"), &[]).say("confirm", &[1, 1]);
    // A two: the attacker loses a level, the defender goes back.
    assert_eq!(row(&s, "dice").0, "1 + 1 = 2");
    assert!(
        row(&s, "result").0.contains("lose 1 level") && row(&s, "result").1.contains("retreat"),
        "{:?}",
        of(&s).rows
    );
    assert_eq!(of(&s).stages[usize::from(of(&s).stage)], "attacker's losses");
    assert_eq!(row(&s, "still owed").0, "1 level to lose");
    s.say(&format!("lose {A}"), &[]);
    assert_eq!(of(&s).stages[usize::from(of(&s).stage)], "defender's choice");
    assert!(row(&s, "retreat 0").1.contains(" level"), "what it costs to stay: {:?}", of(&s).rows);
    s.say("retreat 1", &[]);
    assert_eq!(of(&s).stages[usize::from(of(&s).stage)], "retreats");
}

#[test]
fn every_legal_action_has_a_handle_that_leads_back_to_it() {
    let mut verbs = BTreeSet::new();
    for (scenario, seed, most) in [("november-11", 7, 500), ("lodz", 8, 500), ("masurian", 9, 300)] {
        let mut s = Scene::of(scenario);
        let mut dice = Seeded::new(seed);
        for turn in 0..most {
            let Some(side) = s.side() else { break };
            let mut list = Vec::new();
            game().actions(&s.p, Side(side), &mut list);
            for a in &list {
                let handle = game().handle(&s.p, a);
                assert!(!handle.verb.is_empty());
                verbs.insert(handle.verb);
                if let Some(place) = &handle.place {
                    assert!(engine().map(&s.p).hex(place).is_some(), "{place}");
                }
                assert!(handle.pieces.iter().all(|piece| game().d.unit(piece).is_some()), "{handle:?}");
            }
            for a in list.iter().step_by(97) {
                let label = game().label(&s.p, a);
                let ids = label.contains("de-") || label.contains("ru-") || label.contains('{');
                assert!(label.starts_with(char::is_uppercase) && !ids, "{label}");
                let handle = game().handle(&s.p, a);
                if handle.place.is_some() || !handle.pieces.is_empty() {
                    let found = game().wish(&s.p, Side(side), &handle.pieces, handle.place.as_deref());
                    let found = found.unwrap_or_else(|| panic!("{a:?}"));
                    assert!(game().check(&s.p, Side(side), &found).is_ok(), "{found:?}");
                }
                if handle.weigh {
                    let battle = game().battle(&s.p, Side(side), a).unwrap_or_else(|| panic!("{a:?}"));
                    let all: f64 = battle.chances.iter().map(|c| c.probability).sum();
                    assert!((all - 1.0).abs() < 1e-9, "{battle:?}");
                }
            }
            if turn % 50 == 0 {
                let v = view(&s);
                assert!(!v.decision.is_empty() && !v.moment.is_empty());
            }
            // Steps that end something come seldom in long lists: now and then they are taken on purpose.
            let ends = list.iter().find(|a| game().handle(&s.p, a).verb.starts_with("done"));
            let any = list[(turn * 31) % list.len()];
            let pick = if turn % 6 == 5 { *ends.unwrap_or(&any) } else { any };
            game().apply(&mut s.p, Side(side), &pick, &mut dice, &mut Vec::new());
        }
    }
    for verb in ["move", "order", "dig", "attack", "add", "confirm", "fly", "place", "done"] {
        assert!(verbs.contains(verb), "{verb} in {verbs:?}");
    }
}

#[test]
fn a_gesture_means_what_the_step_asks_for_legal_or_not() {
    let s = Scene::empty("lodz", DE, Phase::Movement)
        .with(|p| p.day = 2)
        .put(A, "1915")
        .put(X, "2117")
        .put(GUN, "1913")
        .begin(&[]);
    assert_eq!(wish(&s, &[A], Some("1914")).as_deref(), Some(&*format!("{A} 1914")));
    assert_eq!(wish(&s, &[A], Some("3030")).as_deref(), Some(&*format!("{A} 3030")));
    assert_eq!(s.refused(&format!("{A} 3030")), "4.22");
    assert!(!s.refused(&wish(&s, &[X], None).unwrap()).is_empty(), "an enemy's unit");
    assert_eq!(wish(&s, &["nobody"], Some("1914")), None);
    assert_eq!(wish(&s, &[A], Some("moscow")), None);
    // A player who touches nothing wants to go on.
    assert_eq!(wish(&s, &[], None).as_deref(), Some("done"));
    let fight = kutno().begin(&[]);
    assert_eq!(wish(&fight, &[A], Some("2016")).as_deref(), Some("attack 2016"));
    assert_eq!(wish(&fight, &[A], None).as_deref(), Some("attack 2016"));
    assert_eq!(wish(&fight, &[], Some("2121")).as_deref(), Some("attack 2121"));
    assert_eq!(fight.refused("attack 2121"), "7.11b");
    assert_eq!(wish(&fight, &[GUN], Some("2016")).as_deref(), Some("fire 2016"));
    assert_eq!(wish(&fight, &[], None).as_deref(), Some("end attacks"));
    assert_eq!(fight.refused("end attacks"), "7.29a");
}

#[test]
fn ways_lead_over_hexes_at_a_price() {
    let s = Scene::empty("lodz", DE, Phase::Movement)
        .with(|p| p.day = 2)
        .put(A, "1915")
        .put(X, "2117")
        .begin(&[]);
    let ways = game().ways(&s.p, Side(DE), A);
    assert!(ways.iter().any(|w| w.place == "1914") && ways.iter().all(|w| w.by == "foot"), "{ways:?}");
    for w in &ways {
        assert!(s.offered(&format!("{A} {}", w.place)), "{}", w.place);
        assert_eq!((w.path.first().map(String::as_str), w.path.last()), (Some("1915"), Some(&w.place)));
        assert!(w.path.windows(2).all(|p| game().d.maps[0].distance(hex(&p[0]), hex(&p[1])) == 1));
        assert!(w.cost >= 1);
    }
    assert!(game().ways(&s.p, Side(RU), X).is_empty(), "it is not their phase");
    // Trains run along the railway.
    let s =
        Scene::empty("november-11", DE, Phase::Movement).put("de-train-1", "1405").put(A, "1406").begin(&[]);
    let ways = game().ways(&s.p, Side(DE), "de-train-1");
    assert!(!ways.is_empty() && ways.iter().all(|w| w.by == "rail" && w.path.len() > 1), "{ways:?}");
    assert!(
        ways.iter()
            .all(|w| w.path.windows(2).all(|p| game().d.maps[0].distance(hex(&p[0]), hex(&p[1])) == 1))
    );
}

#[test]
fn an_attack_is_weighed_before_the_dice() {
    let mut s = kutno().begin(&[]);
    let action = |s: &Scene, words: &str| game().parse(&s.p, words).unwrap();
    let early = game().battle(&s.p, Side(DE), &action(&s, "attack 2016")).unwrap();
    assert_eq!(early.attackers.len(), 2, "all that could join");
    s.say("attack 2016", &[]).say("add all", &[]).say(&format!("add {GUN}"), &[]);
    let confirm = action(&s, "confirm");
    assert!(game().handle(&s.p, &confirm).weigh);
    let battle = game().battle(&s.p, Side(DE), &confirm).unwrap();
    assert_eq!((battle.place.as_str(), battle.attackers.len(), battle.defenders.len()), ("2016", 3, 2));
    let strength: i16 = battle.attackers.iter().map(|f| f.strength).sum();
    assert!(battle.ratio.starts_with(&format!("{strength} : ")), "{}", battle.ratio);
    assert_eq!(battle.factors.iter().map(|f| f.value).sum::<i16>(), battle.total);
    let rules = numbers();
    assert!(battle.factors.iter().all(|f| rules.contains(f.rule)), "{:?}", battle.factors);
    let all: u64 = battle.chances.iter().map(|c| c.parts).sum();
    assert_eq!(all, 36);
    let expects = battle.expects.unwrap();
    assert_eq!(expects.rows.len(), 2, "with and without the guns of the defence: {expects:?}");
    assert!(expects.rows[0].len() == expects.head.len());
    // Guns alone.
    s.say("cancel", &[]).say("fire 2016", &[]).say(&format!("add {GUN}"), &[]);
    let fire = game().battle(&s.p, Side(DE), &action(&s, "confirm")).unwrap();
    assert!(fire.chances.iter().any(|c| c.outcome == "no effect"), "{fire:?}");
    assert_eq!(fire.chances.iter().map(|c| c.parts).sum::<u64>(), 36);
}

#[test]
fn dice_that_serve_a_side_are_worth_more_to_it() {
    let roll = |dice: &[u8]| {
        let mut s = kutno().with(|p| p.units.take_off(unit(RGUN), At::Gone)).begin(&[]);
        s.say("attack 2016", &[]).say("add all", &[]).say("confirm", dice);
        s.events
    };
    let (good, bad) = (roll(&[1, 1]), roll(&[5, 6]));
    let worth = |events: &[Event], side: u8| game().fortune(Side(side), events).unwrap();
    assert!(worth(&good, DE) > worth(&bad, DE));
    assert!(worth(&good, RU) < worth(&bad, RU));
    assert_eq!(game().fortune(Side(DE), &[]), None);
}

#[test]
fn every_table_is_a_chart_and_says_where_it_comes_from() {
    let charts = game().charts();
    assert!(charts.len() > 35, "{}", charts.len());
    let rules = numbers();
    for chart in &charts {
        assert!(!chart.head.is_empty() && !chart.rows.is_empty(), "{}", chart.title);
        assert!(chart.rows.iter().all(|r| r.len() == chart.head.len()), "{}", chart.title);
        assert!(
            ["rulebook", "reconstructed"].contains(&chart.source.as_str()),
            "{}: {}",
            chart.title,
            chart.source
        );
        assert!(
            rules.iter().any(|r| r.starts_with(&chart.rule)) && !chart.rule.is_empty(),
            "{}: {}",
            chart.title,
            chart.rule
        );
    }
    let combat = charts.iter().find(|c| c.title == "Combat results").unwrap();
    assert_eq!((combat.head.len(), combat.rows.len()), (14, 11));
    assert_eq!(combat.rows[10][1], "DA3−2/−1");
    let fire = charts.iter().find(|c| c.title == "Artillery fire").unwrap();
    assert_eq!(fire.rows[5][0], "11 or more");
    let supply = charts.iter().find(|c| c.title == "Supply").unwrap();
    assert!(
        supply.rows.iter().any(|r| r[0] == "Line MP"
            && r[1].contains("Germany 4")
            && r[2] == "Austria-Hungary reconstructed"),
        "{supply:?}"
    );
}

/// How long a view of the fullest board takes; printed, not judged.
#[test]
#[ignore]
fn how_long_a_view_takes() {
    let text = include_str!("../../../../../docs/positions/lodz-full.txt");
    let p = game().position(&Options::new(), text).unwrap();
    for _ in 0..3 {
        let start = std::time::Instant::now();
        (0..200).for_each(|_| {
            std::hint::black_box(game().view(&p, Viewer::Watcher));
        });
        println!(
            "a view of {} counters: {} µs",
            view(&Scene::at(p)).counters.len(),
            start.elapsed().as_micros() / 200
        );
    }
}

#[test]
fn r12_31b_a_unit_shows_its_level_however_high() {
    let mut s = Scene::empty("november-11", DE, Phase::Movement).put("de-1-37-inf", "4514");
    for level in [1, 6, 7, 12] {
        s.p.units.set_level(unit("de-1-37-inf"), level);
        let badges = counter(&view(&s), "de-1-37-inf").badges.clone();
        assert!(badges.contains(&format!("out of supply {level}").as_str()), "{badges:?}");
    }
}

/// An attack on Brzeziny that has been declared; the defender may name a gun.
fn declared() -> Scene {
    let text = include_str!("../../../../../docs/positions/lodz-brzeziny.txt");
    let mut s = Scene::by_hand(text);
    s.say("attack 2321", &[]).say("add all", &[]);
    s
}

#[test]
fn r7_31a_each_side_reads_the_odds_as_its_own() {
    let mut s = declared();
    let rows = |s: &Scene, side: u8| {
        let confirm = game().parse(&s.p, "confirm").unwrap();
        let battle = game().battle(&s.p, Side(side), &confirm).unwrap();
        let sum: f64 = battle.chances.iter().map(|c| c.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        let chart = battle.expects.unwrap();
        assert_eq!(chart.head[2..4], ["the enemy goes back", "you go back"]);
        chart.rows.last().unwrap()[2..].to_vec()
    };
    s.say("confirm", &[]);
    assert_eq!(s.side(), Some(RU), "the defender may name artillery");
    s.say("add ru-art-4-rif", &[]);
    let theirs = rows(&s, RU);
    // The attacker's figures for the same force, with the columns exchanged.
    let odds = engine().battle_outlook(&s.p, &s.p.battle.now);
    let back = |who: usize| format!("{:.0} %", f64::from(odds.chance(|c| c.retreat[who] > 0)) * 100.0 / 36.0);
    assert_eq!(theirs[..2], [back(0), back(1)], "the defender: the attacker goes back, then the defender");
    assert_ne!(back(0), back(1));
    // And the attacker before declaring.
    let mine = rows(&declared(), DE);
    assert_eq!(mine[1], back(0), "with all artillery of the defence: {mine:?}");
}

#[test]
fn forecasts_add_up_like_results() {
    use sandtable_core::forecast::forecast;
    let mut s = declared();
    s.say("confirm", &[]);
    let confirm = game().parse(&s.p, "confirm").unwrap();
    let chances = forecast(game(), &s.p, Side(RU), &confirm);
    assert!(chances.len() <= 11, "{chances:?}");
    assert!((chances.iter().map(|c| c.probability).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(chances.iter().all(|c| c.outcome.contains("er ") && !c.outcome.contains('+')), "{chances:?}");
    // Fire: three results at most, none of them dice.
    let mut s = Scene::at(declared().p);
    s.say("cancel", &[]).say("fire 2321", &[]).say("add de-art-25", &[]);
    let confirm = game().parse(&s.p, "confirm").unwrap();
    let chances = forecast(game(), &s.p, Side(DE), &confirm);
    assert!(chances.iter().all(|c| !c.outcome.contains('+')), "{chances:?}");
    assert!(chances.len() < 36, "{}", chances.len());
    // Before a gun is named the table shows what all of them would do.
    let s = {
        let mut s = declared();
        s.say("cancel", &[]);
        s
    };
    let fire = game().parse(&s.p, "fire 2321").unwrap();
    let battle = game().battle(&s.p, Side(DE), &fire).unwrap();
    assert!(
        !battle.attackers.is_empty()
            && (battle.chances.iter().map(|c| c.probability).sum::<f64>() - 1.0).abs() < 1e-9
    );
    // An airship: it comes through, or it is lost.
    let s = Scene::of("lodz");
    let mut s = s;
    s.say("ready", &[]).say("ready", &[]);
    let fly = game().parse(&s.p, "fly de-airship-1 2121").unwrap();
    let chances = forecast(game(), &s.p, Side(DE), &fly);
    let told: Vec<(&str, u64)> = chances.iter().map(|c| (c.outcome.as_str(), c.parts)).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].0.ends_with("comes through") && told[1].0.ends_with("is lost"), "{told:?}");
}
