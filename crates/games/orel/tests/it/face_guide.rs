//! How actions are made by hand, what a gesture means, and what a battle looks like before it is fought.

use crate::scene::*;
use sandtable_core::guide::Guide;

const KROMY: &str = include_str!("../../../../../docs/positions/orel-kromy.txt");

fn kromy() -> Scene {
    Scene::by_hand(KROMY)
}

/// What a side means by picking up pieces and pointing at a place, in words.
fn wish(s: &Scene, pieces: &[&str], place: Option<&str>) -> Option<String> {
    let pieces: Vec<String> = pieces.iter().map(|p| p.to_string()).collect();
    let side = Side(s.side().unwrap());
    game().wish(&s.p, side, &pieces, place).map(|a| game().describe(&s.p, &a))
}

fn action(s: &Scene, words: &str) -> Action {
    game().parse(&s.p, words).unwrap()
}

#[test]
fn people_read_names_of_units_and_places() {
    let s = Scene::empty(WHITE, Phase::Movement).put("w-1-1k", "2706").put("r-1-let", "2705").begin(&[]);
    let label = |words: &str| game().label(&s.p, &action(&s, words));
    assert_eq!(label("w-1-1k hasty 2705"), "Hasty Attack on 2705 Orel by 1/1K · 6 : 5, 1 of 6 MP");
    assert_eq!(label("w-1-1k by 2707"), "Move 1/1K straight to 2707 Stish · 2 of 6 MP");
    assert_eq!(label("done"), "End your movement");
}

#[test]
fn every_legal_action_has_a_handle_that_leads_back_to_it() {
    let mut s = kromy();
    let mut verbs = std::collections::BTreeSet::new();
    let mut dice = Seeded::new(7);
    for turn in 0..400u32 {
        let Some(side) = s.side() else { break };
        let mut list = Vec::new();
        game().actions(&s.p, Side(side), &mut list);
        for a in &list {
            let handle = game().handle(&s.p, a);
            assert!(!handle.verb.is_empty());
            verbs.insert(handle.verb);
            let label = game().label(&s.p, a);
            let named = label.split([' ', ',']).any(|w| game().d.unit(w).is_some());
            assert!(!label.is_empty() && !named, "{label}");
            if let Some(place) = &handle.place {
                assert!(game().d.map.hex(place).is_some(), "{place}");
            }
            for piece in &handle.pieces {
                assert!(game().d.unit(piece).is_some(), "{piece}");
            }
        }
        for a in list.iter().step_by(7) {
            let handle = game().handle(&s.p, a);
            if handle.place.is_some() || !handle.pieces.is_empty() {
                let pieces = handle.pieces.clone();
                let found = game().wish(&s.p, Side(side), &pieces, handle.place.as_deref());
                let found = found.unwrap_or_else(|| panic!("{a:?}"));
                assert!(game().check(&s.p, Side(side), &found).is_ok(), "{found:?}");
            }
        }
        let pick = list[(turn as usize * 31) % list.len()];
        game().apply(&mut s.p, Side(side), &pick, &mut dice, &mut Vec::new());
        game().sound(&s.p).unwrap();
    }
    for verb in ["move", "halt", "prepared_attack", "support_prepared", "done"] {
        assert!(verbs.contains(verb), "{verb} in {verbs:?}");
    }
}

#[test]
fn a_gesture_means_a_move_or_an_attack_legal_or_not() {
    let s = kromy();
    assert_eq!(wish(&s, &["r-5-let"], Some("2010")).as_deref(), Some("r-5-let 2010"));
    // Somebody stands there: then it is an attack, the first that is legal.
    let attack = wish(&s, &["r-5-let"], Some("2112")).unwrap();
    assert!(s.offered(&attack) && attack.ends_with("2112"), "{attack}");
    // Too far, and not adjacent: the wish is told, the rule forbids it.
    assert_eq!(wish(&s, &["r-5-let"], Some("0120")).as_deref(), Some("r-5-let 0120"));
    assert_eq!(s.refused("r-5-let 0120"), "7a");
    let far = wish(&s, &["r-1-pavl"], Some("2112")).unwrap();
    assert_eq!(far, "r-1-pavl prepared 2112");
    assert!(!s.refused(&far).is_empty());
    // Guns support.
    assert_eq!(wish(&s, &["r-art-let"], Some("2312")).as_deref(), Some("r-art-let support prepared 2312"));
    // What is not on the board means nothing.
    assert_eq!(wish(&s, &["nobody"], Some("2112")), None);
    assert_eq!(
        wish(&s, &[], None).as_deref(),
        Some("done"),
        "a player that points at nothing asks whether the step can be ended"
    );
    assert_eq!(wish(&s, &["r-5-let"], Some("moscow")), None);
    // An enemy's unit is told to be one.
    let theirs = wish(&s, &["w-2-3m"], None).unwrap();
    assert!(!s.refused(&theirs).is_empty(), "{theirs}");
}

#[test]
fn ways_lead_over_hexes_at_a_price() {
    let s = kromy();
    let ways = game().ways(&s.p, Side(RED), "r-1-pavl");
    let way = ways.iter().find(|w| w.place == "2109").unwrap();
    assert_eq!((way.path.first().unwrap().as_str(), way.path.last().unwrap().as_str()), ("2209", "2109"));
    assert!(way.cost >= 1 && way.by == "foot");
    for w in &ways {
        assert!(s.offered(&format!("r-1-pavl {}", w.place)), "{}", w.place);
        for pair in w.path.windows(2) {
            assert_eq!(game().d.map.distance(hex(&pair[0]), hex(&pair[1])), 1);
        }
    }
    assert!(game().ways(&s.p, Side(RED), "r-at-lenine").iter().all(|w| w.by == "rail"));
    assert!(game().ways(&s.p, Side(WHITE), "w-2-3m").is_empty(), "it is not their phase");
}

#[test]
fn an_attack_is_weighed_before_it_is_declared() {
    let mut s = kromy();
    let first = action(&s, "r-5-let prepared 2112");
    let one = game().battle(&s.p, Side(RED), &first).unwrap();
    assert_eq!((one.place.as_str(), one.attackers.len(), one.defenders.len()), ("2112", 1, 1));
    assert!(game().handle(&s.p, &first).weigh);
    s.say("r-5-let prepared 2112", &[]);
    s.say("r-art-let support prepared 2112", &[]);
    let two = game().battle(&s.p, Side(RED), &action(&s, "r-6-let prepared 2112")).unwrap();
    assert_eq!(two.attackers.len(), 3, "with the regiment and the guns declared before");
    let strength: i16 = two.attackers.iter().map(|f| f.strength).sum();
    assert!(two.ratio.starts_with(&format!("{strength} : ")), "{}", two.ratio);
    assert!(two.factors.iter().all(|f| !f.rule.is_empty()));
    assert!(two.factors.iter().any(|f| f.why == "ratio"));
    let sum: i16 = two.factors.iter().map(|f| f.value).sum();
    assert_eq!(sum, two.total);
    assert!(
        two.note.contains("Cohesion of the attackers: ") && two.note.contains("against TQ"),
        "{}",
        two.note
    );
    let all: f64 = two.chances.iter().map(|c| c.probability).sum();
    assert!((all - 1.0).abs() < 1e-9 && two.chances.iter().map(|c| c.parts).sum::<u64>() == 36);
    // What is illegal is not weighed.
    assert!(game().battle(&s.p, Side(RED), &action(&s, "r-1-pavl prepared 2112")).is_none());
}

#[test]
fn a_barrage_is_weighed_when_its_target_is_named() {
    let text = "scenario = historical\nturn = 3\nside = red\nphase = movement\nclear\nr-1-let 2111\nr-art-let 2110\nr-cv3-let 2010\n\
                w-2-3m 2112\n";
    let mut s = Scene::by_hand(text);
    s.say("r-art-let barrage", &[]).say("done", &[]);
    while !s.offered("fire r-art-let w-2-3m") {
        s.say("done", &[]);
    }
    let aim = action(&s, "fire r-art-let w-2-3m");
    let b = game().battle(&s.p, Side(RED), &aim).unwrap();
    assert_eq!((b.total, b.factors[0].why.as_str()), (3, "fire strength"));
    let none = b.chances.iter().find(|c| c.outcome == "no effect").unwrap();
    // 2d6 + 3 is 8 or less with a 5 or less: ten of 36.
    assert_eq!((none.parts, none.of), (10, 36));
    assert_eq!(game().handle(&s.p, &aim).place.as_deref(), Some("2112"));
}

#[test]
fn luck_counts_steps_and_what_checks_did() {
    let mut s = kromy();
    for words in ["r-5-let prepared 2112", "r-6-let prepared 2112", "done"] {
        s.say(words, &[]);
    }
    assert_eq!(game().fortune(Side(RED), &s.events), None, "no dice, no luck");
    while !s.offered("stand") {
        let words = s.offers().into_iter().find(|w| w.starts_with("resolve") || w == "done").unwrap();
        s.say(&words, &[]);
    }
    s.say("stand", &[1, 6]);
    let red = game().fortune(Side(RED), &s.events).unwrap();
    let white = game().fortune(Side(WHITE), &s.events).unwrap();
    assert!(red > 0.0 && white < 0.0, "{red} {white}: {}", s.told());
}

/// Units can be typed as the log calls them.
#[test]
fn codes_of_units_can_be_typed() {
    let s = Scene::of("historical");
    let typed = game().parse(&s.p, "1/1D 1414").unwrap();
    assert_eq!(typed, game().parse(&s.p, "w-1-1d 1414").unwrap());
}
