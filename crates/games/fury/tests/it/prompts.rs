//! What leads a player in words: prompts, and what actions cost.

use crate::common::*;
use sandtable_core::Game;
use sandtable_core::guide::Guide;
use sandtable_core::view::Viewer;
use std::collections::BTreeSet;

/// What the side that decides is asked, and where.
fn asked(t: &Table) -> (String, Vec<String>) {
    let prompt = game().prompt(&t.p, t.decider()).unwrap();
    (prompt.text, prompt.places)
}

/// What an action is called for people.
fn label(t: &Table, words: &str) -> String {
    game().label(&t.p, &t.meant(words))
}

#[test]
fn prompts_name_who_where_why_and_the_price() {
    let pieces = "
        de-ii 1004 army=hq-de-viii
        ru-iii 1104
        ru-iv 1104
        ru-ii 1005
        hq-ru-i 1105
        de-xx 0805
        de-xvii 0805
        hq-de-viii 0805";
    let mut t = Table::at("turn = 'S1'\nphase = 'attacks'\nactivation = 1", pieces);
    let (text, places) = asked(&t);
    assert_eq!(text, "Declare attacks of the North front: RU I Army is active and must begin one");
    assert_eq!(places, ["1105"]);
    assert_eq!(game().prompt(&t.p, CP), None, "this side is not asked");
    let attack = "attack 1004 from 1104 with RU III + RU IV";
    assert_eq!(label(&t, attack), "Attack 1004 Königsberg from 1104 Tapiau with RU III + RU IV · 13 : 8");
    t.say(attack, &[]);
    assert_eq!(asked(&t).0, "One attack is declared: declare more of the North front, or fight these");
    t.say("end declarations", &[]);
    assert_eq!(asked(&t), ("One attack is still to be fought: choose the next one".into(), ids(&["1004"])));
    t.say("fight for 1004", &[5]);
    assert_eq!(
        asked(&t).0,
        "RU III and RU IV have won the combat for Königsberg (1004): retreat two hexes, refuse for nothing, in a fortress or \
         stand a siege"
    );
    assert_eq!(label(&t, "refuse"), "Refuse the retreat · for nothing, in a fortress");
    t.say("refuse", &[]);
    assert_eq!(
        asked(&t).0,
        "The Central Powers refuse to leave Königsberg (1004). Let it stand, or take one loss to force the retreat"
    );
    t.say("force", &[]);
    assert_eq!(
        asked(&t).0,
        "RU III and RU IV attack Königsberg (1004). To force the retreat costs a loss: RU III or RU IV must take one"
    );
    t.say("loss to RU III", &[]);
    assert_eq!(
        asked(&t).0,
        "You are forced out of Königsberg (1004): retreat, and the fortress is lost, or stand a siege"
    );
    let mut retreat = t.clone();
    retreat.say("retreat", &[]);
    assert_eq!(
        asked(&retreat).0,
        "DE II goes back 2 hexes from Königsberg (1004), because Königsberg (1004) is lost: choose the next hex"
    );
    t.say("siege", &[]);
    assert_eq!(asked(&t).0, "Königsberg (1004) stands a siege: choose who of RU III and RU IV besieges it");
}

#[test]
fn prompts_of_the_administrative_phase_name_points_and_stacks() {
    let head = "turn = 'S1'\nphase = 'replacements'\nside = 'ru'";
    let t = Table::at(head, "eliminated ru-r3\neliminated ru-ix\nru-gr 1112 reduced");
    assert_eq!(
        asked(&t).0,
        "Spend up to 8 Russian replacement points on lost steps; 2 corps are eliminated, and what you do not spend is gone"
    );
    assert_eq!(label(&t, "reform RU R3 full"), "Reform RU R3 at full strength · 3 of 8 points");
    assert_eq!(label(&t, "reform RU IX reduced"), "Reform RU IX on its reduced side · 2 of 8 points");
    let t = Table::at(
        "turn = 'S2'\nphase = 'adjustment'\nside = 'ru'",
        "ru-gr 0613\nah-i 0614\nah-v 0713\nah-ii 0513\nru-xxv 1414",
    );
    let (text, places) = asked(&t);
    assert!(text.starts_with("Your stack in 0613 has no line of communication"), "{text}");
    assert_eq!(places, ["0613"]);
}

#[test]
fn whoever_decides_is_asked_in_names_and_never_in_ids() {
    let mut steps = BTreeSet::new();
    for seed in 0..6 {
        let mut count = 0;
        random_game(seed, &sandtable_core::Options::new(), &mut |p, side| {
            count += 1;
            let what = game().view(p, Viewer::Side(side)).rule;
            if !steps.insert(what) && count % 97 != 0 {
                return;
            }
            let prompt = game().prompt(p, side).unwrap_or_else(|| panic!("{:?}", p.steps.top()));
            let text = &prompt.text;
            assert!(text.len() > 25 && !text.contains("nobody") && !text.contains("  "), "{text}");
            assert!(!text.contains("ru-") && !text.contains("de-") && !text.contains("ah-"), "{text}");
            assert!(prompt.places.iter().all(|h| game().data.hex(h).is_some()), "{prompt:?}");
        });
    }
    assert!(steps.len() > 15, "{steps:?}");
}

#[test]
fn moves_say_what_they_cost() {
    let t = Table::campaign();
    let mut t = t.clone();
    t.say("front North", &[]);
    assert_eq!(label(&t, "move RU III to 1405"), "Move RU III to 1405 Wirballen · 1 of 2 MP");
    assert_eq!(label(&t, "move RU III to 1404"), "Move RU III to 1404 · 2 of 2 MP");
    assert_eq!(label(&t, "move RU II to 1112"), "Move RU II to 1112 Lublin · by rail, 1 of 5 rail points");
}
