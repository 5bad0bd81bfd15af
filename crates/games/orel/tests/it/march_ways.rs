//! Which way a unit takes: the one that is shown is the one that is gone, it does the least lasting harm, and a player may name
//! another one (7, 7.1.3).
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_core::guide::Guide;
use sandtable_orel::play::march::{MarchAction, MarchEvent};

/// The hexes of the last move, as printed, the first one left out.
fn gone(s: &Scene) -> Vec<String> {
    let trails = s.events.iter().filter_map(|e| match e {
        Event::March(MarchEvent::Went { trail, .. } | MarchEvent::Ran { trail, .. }) => *trail,
        _ => None,
    });
    trails
        .flat_map(|t| t.hexes(&game().d.map).flatten().map(|h| game().d.map.name(h)).collect::<Vec<_>>())
        .collect()
}

/// The way that is shown for a unit to a hex, and its price.
fn shown(s: &Scene, id: &str, to: &str) -> (Vec<String>, u8) {
    let way = game().ways(&s.p, Side(s.p.active), id).into_iter().find(|w| w.place == to);
    let way = way.unwrap_or_else(|| panic!("no way of {id} to {to}"));
    (way.path[1..].to_vec(), way.cost)
}

const LETTONS: &str = "scenario = historical\nturn = 1\nside = white\nphase = movement\nw-19dr 1213\n";

#[test]
fn r10_2rs_the_way_that_wakes_nobody_is_taken_where_there_is_one() {
    rules!("orel 7b", "orel 10.2Rs");
    let mut s = Scene::by_hand(LETTONS);
    let asleep = s.p.asleep;
    let (way, cost) = shown(&s, "w-19dr", "1612");
    s.say("w-19dr 1612", &[]);
    assert_eq!((gone(&s), cost), (way.clone(), 5));
    assert_eq!(way, ["1314", "1413", "1513", "1612"]);
    assert_eq!(s.p.asleep, asleep, "nobody is woken");
    assert!(s.told().contains("goes from 1213 over 1314, 1413, 1513 to 1612 for"), "{}", s.told());
}

#[test]
fn r10_2rs_a_player_may_go_where_somebody_wakes() {
    let mut s = Scene::by_hand(LETTONS);
    let asleep = s.p.asleep;
    s.goes("w-19dr by 1314 1413 1513 1512 1612", &[]);
    assert_ne!(s.p.asleep, asleep);
    assert_eq!(gone(&s), ["1314", "1413", "1513", "1512", "1612"]);
}

/// Red's Pavlov brigade in line before a White battalion; the way around it costs no more than the way through it.
fn pavlov() -> Scene {
    Scene::empty(RED, Phase::Movement)
        .put("r-cv4-9d", "2401")
        .put("r-1-pavl", "1712")
        .put("r-2-pavl", "1812")
        .put("r-3-pavl", "1913")
        .put("w-1-1k w-2-1k", "1813")
        .begin(&[])
}

#[test]
fn r7_1_3f_of_two_ways_the_one_that_binds_fewer_is_taken() {
    let mut s = pavlov();
    let (way, _) = shown(&s, "r-1-pavl", "1912");
    s.say("r-1-pavl 1912", &[]);
    assert_eq!((gone(&s), s.p.march.held.len()), (way, 0));
    // Through the line both would be bound.
    let mut s = pavlov();
    s.goes("r-1-pavl by 1812 1913 1912", &[]).say("r-1-pavl halt", &[]);
    assert_eq!((s.refused("r-2-pavl 1811"), s.refused("r-3-pavl 2011")), ("7.1.3f".into(), "7.1.3f".into()));
}

#[test]
fn r7_1_3f_the_way_behind_the_line_is_taken_though_the_way_through_it_is_found_first() {
    let mut s = Scene::empty(RED, Phase::Movement)
        .put("r-cv4-9d", "2401")
        .put("r-1-pavl", "1713")
        .put("r-2-pavl", "1812")
        .put("w-1-1k w-2-1k", "1811")
        .begin(&[]);
    assert_eq!(shown(&s, "r-1-pavl", "1913").0, ["1813", "1913"]);
    s.say("r-1-pavl 1913", &[]).say("r-1-pavl halt", &[]);
    assert!(s.offered("r-2-pavl 1813"), "it is not bound");
}

#[test]
fn r10_2rs_a_dearer_way_is_taken_if_the_cheapest_wakes_somebody() {
    let start = Scene::by_hand(LETTONS);
    let mut spared = 0;
    let id = "w-19dr";
    for from in (10..22).flat_map(|c| (7..17).map(move |r| format!("{c:02}{r:02}"))) {
        let mut p = start.p;
        if p.at(hex(&from)).next().is_some() || engine().rouses(&p, unit(id), hex(&from)) > 0 {
            continue;
        }
        p.place(unit(id), hex(&from));
        for way in game().ways(&p, Side(WHITE), id) {
            let cheapest = Action::March(engine().march_cheapest(&p, unit(id), hex(&way.place), false));
            let words = game().describe(&p, &cheapest);
            let asleep = |words: &str| {
                let mut s = Scene::at(p);
                s.goes(words, &[]);
                s.p.asleep.count_ones()
            };
            if words.contains(" by ") {
                spared += u8::from(asleep(&format!("{id} {}", way.place)) > asleep(&words));
            }
        }
    }
    assert!(spared > 0, "some cheapest way wakes the brigade");
}

#[test]
fn r7_1_3b_what_is_shown_is_what_is_gone_to_a_neighbour_too() {
    rules!("orel 7.1.3a", "orel 7.1.3b");
    // From zone to zone the straight step takes nearly all MP; around it is cheaper.
    let mut s = Scene::empty(RED, Phase::Movement)
        .put("r-cv4-9d", "2401")
        .put("r-1-let", "1812")
        .put("w-1-1k w-2-1k", "1813")
        .begin(&[]);
    let (way, cost) = shown(&s, "r-1-let", "1913");
    s.say("r-1-let 1913", &[]);
    assert_eq!(gone(&s), way);
    assert_eq!(u8::from(way.len() > 1), 1, "{way:?} for {cost}");
    let MarchEvent::Went { spent, .. } = (match s.events.last().unwrap() {
        Event::March(e) => *e,
        e => panic!("{e:?}"),
    }) else {
        panic!()
    };
    assert_eq!(spent, 2 * cost);
}

#[test]
fn r7_1_3b_the_straight_step_is_offered_beside_the_way_around() {
    let mut s = Scene::empty(RED, Phase::Movement)
        .put("r-cv4-9d", "2401")
        .put("r-1-let", "1812")
        .put("w-1-1k w-2-1k", "1813")
        .begin(&[]);
    assert!(s.offered("r-1-let 1913") && s.offered("r-1-let by 1913"));
    s.say("r-1-let by 1913", &[]);
    assert_eq!((gone(&s), s.p.march.left), (vec!["1913".to_string()], 2));
}

#[test]
fn r7_1_3f_who_leaves_uncovered_pays_and_binds_nobody() {
    rules!("orel 7.1.3a", "orel 7.1.3f");
    let stack = || {
        Scene::empty(WHITE, Phase::Movement)
            .put("w-cv4-3dr", "0518")
            .put("w-1-1k w-2-1k", "1813")
            .put("r-1-let r-2-let", "1812")
            .begin(&[])
    };
    let mut s = stack();
    s.say("w-1-1k 1814", &[]);
    let covered = s.p.march.left;
    assert!(s.told().contains("who covers this move in 1813 must stay there in this phase"));
    s.say("w-1-1k halt", &[]);
    assert_eq!(s.refused("w-2-1k 1814"), "7.1.3f");
    let mut s = stack();
    assert!(s.offered("w-1-1k by 1814 uncovered"));
    s.say("w-1-1k by 1814 uncovered", &[]);
    assert_eq!(s.p.march.left, covered - 2, "leaving the zone costs an MP");
    s.say("w-1-1k halt", &[]).say("w-2-1k 1814", &[]);
    assert_eq!(s.p.march.left, covered - 2);
}

#[test]
fn r7a_a_way_is_named_hex_by_hex() {
    let start =
        || Scene::empty(WHITE, Phase::Movement).put("w-cv4-3dr", "0518").put("w-1-1k", "1819").begin(&[]);
    let mut s = start();
    s.goes("w-1-1k by 1919 1918 1817", &[]);
    assert_eq!(gone(&s), ["1919", "1918", "1817"]);
    let s = start();
    assert_eq!(s.refused("w-1-1k by 1918 1817"), "7a", "1918 is no neighbour of 1819");
    assert_eq!(s.refused("w-1-1k by 1818 1817 1816 1815 1814 1813 1812"), "7a");
    // What is no way at all is not understood.
    for words in [
        "w-1-1k by",
        "w-1-1k by 1818 1818",
        "w-1-1k by 1818 1816",
        "w-1-1k by 1818 there",
        "w-1-1k by 1818 uncovered 1817",
    ] {
        assert!(game().parse(&s.p, words).is_none(), "{words}");
    }
    // As is a way that ends where it begins.
    assert_eq!(s.refused("w-1-1k by 1818 1819"), "7a");
}

#[test]
fn r7_1_5a_a_marching_day_goes_a_named_way() {
    let mut s =
        Scene::empty(WHITE, Phase::Movement).put("w-cv4-3dr", "0518").put("w-1-1k", "1819").begin(&[]);
    s.goes("w-1-1k day by 1919 1918 1917 1916 1915 1914 1913", &[]);
    assert_eq!((s.hex_of("w-1-1k"), s.p.march.day), ("1913".to_string(), true));
    assert!(s.told().contains("on a Marching Day"));
}

#[test]
fn r7b_a_way_is_clicked_through() {
    let mut s =
        Scene::empty(WHITE, Phase::Movement).put("w-cv4-3dr", "0518").put("w-1-1k", "1819").begin(&[]);
    let action = game().wish(&s.p, Side(WHITE), &["w-1-1k".to_string()], Some("1919 1918 1817")).unwrap();
    assert_eq!(game().describe(&s.p, &action), "w-1-1k by 1919 1918 1817");
    game().check(&s.p, Side(WHITE), &action).unwrap();
    let words = game().describe(&s.p, &action);
    assert_eq!(game().parse(&s.p, &words), Some(action));
    s.goes(&words, &[]);
    assert_eq!(s.hex_of("w-1-1k"), "1817");
}

#[test]
fn r7_4a_a_unit_comes_in_by_a_named_way() {
    let mut s = Scene::by_hand("scenario = historical\nturn = 4\nside = red\nphase = movement\n");
    let way = game().ways(&s.p, Side(RED), "r-1-46d").pop().unwrap();
    let words = format!("r-1-46d by {}", way.path.join(" "));
    s.goes(&words, &[]);
    assert_eq!(s.hex_of("r-1-46d"), way.place);
}

/// Whatever is shown in a random position is gone, for the price that is shown; no other way does less harm.
#[test]
fn r7b_every_way_that_is_shown_is_the_one_that_is_gone() {
    let mut seen = 0;
    for (seed, scenario) in [(7, "brasovo"), (8, "historical")] {
        Walk { scenario, options: &Options::new(), seed, steps: 260, every: 3 }.look(game(), |m| {
            let p = *m.position;
            if !matches!(p.play.steps.top(), Step::March(_)) {
                return;
            }
            for unit in p.units.on_map_of(m.side.0).step_by(3) {
                let tests = engine().class(unit) == Class::Tank && !p.march.running.has(unit);
                let dice: &[u8] = if tests { &[6] } else { &[] };
                for way in game().ways(&p, m.side, engine().id(unit)).into_iter().step_by(7) {
                    let mut s = Scene::at(p);
                    s.say(&format!("{} {}", engine().id(unit), way.place), dice);
                    assert_eq!(gone(&s), way.path[1..], "{}", s.told());
                    seen += 1;
                }
            }
        });
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn r7b_a_named_way_is_refused_by_the_rule_of_its_first_bad_step() {
    let s = Scene::empty(WHITE, Phase::Movement)
        .put("w-cv4-3dr", "0518")
        .put("w-1-1k", "1819")
        .put("r-1-let", "1816")
        .begin(&[]);
    assert_eq!(s.refused("w-1-1k by 1818 1817 1816"), "7a");
    assert_eq!(s.refused("w-1-1k day by 1818 1817"), "7.1.5c");
    let Some(Action::March(MarchAction::By { way, .. })) = game().parse(&s.p, "w-1-1k by 1818 1817") else {
        panic!()
    };
    assert_eq!(way.end(&game().d.map), Some(hex("1817")));
}
