//! What sides are asked in full sentences, and what labels say that actions cost.

use crate::scene::*;
use sandtable_core::guide::Guide;
use std::collections::BTreeMap;

const KROMY: &str = include_str!("../../../../../docs/positions/orel-kromy.txt");

/// What the side that decides is asked, and where.
fn asked(s: &Scene) -> (String, Vec<String>) {
    let prompt = game().prompt(&s.p, s.decider()).unwrap();
    (prompt.text, prompt.places)
}

fn label(s: &Scene, words: &str) -> String {
    game().label(&s.p, &s.meant(words))
}

#[test]
fn a_battle_before_kromy_is_asked_for_step_by_step() {
    let mut s = Scene::by_hand(KROMY);
    assert_eq!(
        asked(&s),
        (
            "Move your units one after the other; 8 of them have not moved, and no attack is declared yet. End the phase when you \
             are ready"
                .to_string(),
            vec![]
        )
    );
    s.say("r-1-pavl 2109", &[]);
    assert_eq!(
        asked(&s),
        (
            "1/Pavl at 2109 has 5 of 6 MP left: go on, or end its move: Combat mode costs 1, a Hasty Attack costs 1, a Prepared \
             Attack costs 2"
                .to_string(),
            vec!["2109".to_string()]
        )
    );
    s.say("r-1-pavl combat", &[]);
    for words in ["r-5-let prepared 2112", "r-6-let prepared 2112", "r-art-let support prepared 2112"] {
        s.say(words, &[]);
    }
    assert_eq!(game().prompt(&s.p, Side(WHITE)), None, "White is not asked");
    let (text, places) = asked(&s);
    assert!(text.contains("you have declared attacks on 2112"), "{text}");
    assert_eq!(places, ["2112"]);
    s.say("done", &[]);
    while !s.offered("stand") {
        let words = s.offers().into_iter().find(|w| w.starts_with("resolve") || w == "done").unwrap();
        s.say(&words, &[]);
    }
    assert_eq!(
        asked(&s),
        (
            "Red makes a Prepared Attack on 2112 by 5/Let and 6/Let with support of Art/Let, 13 : 5. Retreat before combat, or \
             stand: 2/3M may try, and gets away on a die up to 4"
                .to_string(),
            vec!["2112".to_string()]
        )
    );
    assert_eq!(
        label(&s, "retreat"),
        "Try to retreat before combat · a check: 4 of 6 dice let them go, else they fight in March mode"
    );
    s.say("stand", &[2, 2, 3]);
    assert_eq!(
        asked(&s).0,
        "5/Let and 6/Let stand before 2/3M in 2112: assault with 13 : 5 and +3 on two dice, or leave it"
    );
    assert_eq!(label(&s, "assault"), "Assault 2112 · 13 : 5, two dice +3");
}

#[test]
fn r8_8_2c_a_loss_is_asked_for_with_those_who_may_take_it() {
    let s = Scene::empty(RED, Phase::Movement).put("r-1-let r-2-let", "1914").put("w-1-3k w-2-3k", "1915");
    let s = s.put("r-cv3-let", "1912").with(|p| p.turn = 10);
    let mut s = s.marked("r-1-let r-2-let", Marker::Attack { prepared: true, target: hex("1915") });
    s = s.with(|p| p.phase = Phase::Munitions).begin(&[]);
    while s.asked().0 != "8.8a" {
        let (word, dice): (&str, &[u8]) =
            if s.asked().0.starts_with("8.5") { ("stand", &[2, 2]) } else { ("done", &[]) };
        s.say(word, dice);
    }
    s.say("assault", &[3, 3]);
    assert_eq!(s.asked().0, "8.8.2c", "{}", s.told());
    let (text, places) = asked(&s);
    assert!(text.starts_with("You must lose 2 steps in the Assault on 1915: "), "{text}");
    assert!(text.ends_with(" takes the next one") && text.contains(" or "), "{text}");
    assert_eq!(places, ["1915"]);
}

#[test]
fn r4b_recruiting_is_asked_for_with_the_points_in_hand() {
    let s = Scene::empty(WHITE, Phase::Recruits).put("w-1-1k", "1819").put("w-cv2-1d", "1820");
    let s = s.steps("w-1-1k", 2).with(|p| p.recruits = [3, 0]).with(|p| p.orel = RED).begin(&[]);
    assert_eq!(
        asked(&s).0,
        format!(
            "You have {} Recruit Points: spend 1 for a lost step, 2 for a recruit battalion, or keep up to 12; {} can recover a step",
            s.p.recruits[0],
            if s.offered("restore w-1-1k") { "1 unit" } else { "0 units" }
        )
    );
    assert_eq!(label(&s, "done"), format!("End your recruiting · {} Recruit Points kept", s.p.recruits[0]));
}

#[test]
fn moves_say_what_they_cost_and_what_they_bring() {
    let mut s = Scene::by_hand(KROMY);
    assert_eq!(label(&s, "r-1-pavl 2109"), "Move 1/Pavl to 2109 · 1 of 6 MP");
    assert_eq!(label(&s, "r-5-let prepared 2112"), "Prepared Attack on 2112 by 5/Let · 5 : 5, 2 of 6 MP");
    assert!(label(&s, "r-at-lenine 2104").ends_with("to 2104 · by rail"));
    s.say("r-5-let prepared 2112", &[]);
    // A unit that has declared the same is counted with it.
    assert_eq!(label(&s, "r-6-let prepared 2112"), "Prepared Attack on 2112 by 6/Let · 10 : 5, 2 of 6 MP");
    s.say("r-1-pavl 2109", &[]);
    assert_eq!(label(&s, "r-1-pavl halt"), "End the move of 1/Pavl · it stays in March mode");
    assert_eq!(label(&s, "r-1-pavl combat"), "Put 1/Pavl into Combat mode · 1 of 5 MP");
}

#[test]
fn whoever_decides_is_asked_for_everything_that_can_be_asked() {
    let mut asked: BTreeMap<String, String> = BTreeMap::new();
    let options = Options::new();
    for (seed, scenario) in [(3, "brasovo"), (4, "brasovo"), (5, "historical")] {
        let walk = Walk { scenario, options: &options, seed, steps: 700, every: 1 };
        walk.look(game(), |m| {
            let Decision::Decide { sides, rule, .. } = game().to_decide(m.position) else { return };
            let side = sides.iter().next().unwrap();
            let prompt = game().prompt(m.position, side).unwrap();
            assert!(!prompt.text.contains("nobody") && !prompt.text.contains("  "), "{}", prompt.text);
            assert!(prompt.places.iter().all(|h| game().d.map.hex(h).is_some()), "{prompt:?}");
            asked.insert(rule.to_string(), prompt.text);
        });
    }
    assert!(asked.len() > 12, "{asked:?}");
}
