//! Battles told part by part.

use crate::scene::*;
use sandtable_core::battle::{BattlePart, told};
use sandtable_core::guide::{Factor, Force, Guide};
use sandtable_core::view::Viewer;
use sandtable_orel::play::rear::RearEvent;

/// What the words of the side that decides add to the story of a battle, a line for each part.
fn tells(s: &mut Scene, words: &str, dice: &[u8]) -> Vec<String> {
    let before = s.p;
    s.say(words, dice);
    lines(&told(game(), &before, &s.events, None, Viewer::Watcher))
}

fn lines(parts: &[BattlePart]) -> Vec<String> {
    let all = |forces: &[Force]| {
        forces.iter().map(|f| format!("{} {}", f.name, f.strength)).collect::<Vec<_>>().join("; ")
    };
    let row = |r: &Factor| format!("{:+} {} [{}]", r.value, r.why, r.rule);
    let line = |part: &BattlePart| match part {
        BattlePart::Opens { place, title, attackers, defenders } => {
            format!("{title} [{place}]: {} / {}", all(attackers), all(defenders))
        }
        BattlePart::Joins { attacks, force } => format!("joins {attacks}: {} {}", force.name, force.strength),
        BattlePart::Odds { text, rule } | BattlePart::Result { text, rule } => format!("{text} [{rule}]"),
        BattlePart::Roll { side, what, dice } => format!("{side} rolls {dice:?}: {what}"),
        BattlePart::Sum { name, rows, total } => {
            format!("{name} {total}: {}", rows.iter().map(row).collect::<Vec<_>>().join(", "))
        }
        BattlePart::Fate { kind, side, piece, text, places } => {
            format!("{kind:?} {side} {piece} {places:?}: {text}")
        }
        BattlePart::Closes => "closes".to_string(),
    };
    parts.iter().map(line).collect()
}

/// Plays the first offer until the combat is over.
fn to_the_end(s: &mut Scene, told: &mut Vec<String>) {
    while told.last().is_none_or(|l| l != "closes") {
        let first = s.offers().remove(0);
        told.extend(tells(s, &first, &[]));
    }
}

#[test]
fn r8_8_2a_an_attack_is_told_to_its_end() {
    let mut s = Scene::by_hand(include_str!("../../../../../docs/positions/orel-kromy.txt"));
    for words in ["r-5-let prepared 2112", "r-6-let prepared 2112", "r-art-let support prepared 2112"] {
        assert!(tells(&mut s, words, &[]).is_empty());
    }
    let mut opened = Vec::new();
    while !s.offered("stand") {
        let words = s.offers().into_iter().find(|w| w.starts_with("resolve") || w == "done").unwrap();
        opened.extend(tells(&mut s, &words, &[]));
    }
    assert_eq!(opened, ["Prepared Attack on 2112 [2112]: 5/Let 5; 6/Let 5; Art/Let, support 3 / 2/3M 5"]);
    assert_eq!(
        tells(&mut s, "stand", &[2, 2, 3]),
        [
            "The defenders stand [8.5a]",
            "red rolls [2]: Coordination of Art/Let",
            "Coordination of Art/Let 2: +2 the die [8.6.2e]",
            "2 against TQ 5: full fire [8.6.2e]",
            "Strength of the attackers 13: +10 units at full strength [8.7.1o], +3 fire of guns and trains [8.6.2a]",
            "Strength of the defenders 5: +5 units at full strength [8.7.1o]",
            "13 against 5, 2.60 to 1 [8.7.1l]",
            "red rolls [2]: Cohesion of the attackers",
            "Cohesion of 5/Let 1: +2 the die [8.7.1a], -1 attacker stronger [8.7.1m]",
            "5/Let: 1 against TQ 5, it passes [8.7.2a]",
            "Cohesion of 6/Let 1: +2 the die [8.7.1a], -1 attacker stronger [8.7.1m]",
            "6/Let: 1 against TQ 5, it passes [8.7.2a]",
            "white rolls [3]: Cohesion of the defenders",
            "Cohesion of 2/3M 4: +3 the die [8.7.1a], +1 attacker stronger [8.7.1m]",
            "2/3M: 4 against TQ 4, it passes [8.7.2a]",
        ]
    );
    assert_eq!(
        tells(&mut s, "assault", &[3, 5]),
        [
            "The attackers assault [8.8a]",
            "Strength in the Assault of the attackers 13: +10 units at full strength [8.7.1o], +3 fire of guns and trains [8.6.2a]",
            "Strength in the Assault of the defenders 5: +5 units at full strength [8.7.1o]",
            "13 against 5, 2.60 to 1 [8.8.1b]",
            "red rolls [3, 5]: Assault",
            "Assault 11: +8 both dice [8.8.1a], +2 ratio [8.8.1b], +1 quality [8.8.1d]",
            "The defenders lose the Assault. Losses: 1 step of the attackers, 1 step of the defenders; Morale −1 [8.8.2a]",
            "Loss white w-2-3m []: 2/3M loses a step and has 2 left",
        ]
    );
    let mut told = tells(&mut s, "lose r-5-let", &[5]);
    to_the_end(&mut s, &mut told);
    assert_eq!(
        told[..4],
        [
            "Loss red r-5-let []: 5/Let loses a step and has 3 left",
            "white rolls [5]: Morale of those who lost the Assault",
            "Morale of 2/3M 5: +5 the die [8.8.2k], -1 by the Assault [8.8.2a], +1 it lost a step [8.8.2n]",
            "2/3M: 5 against TQ 4, it goes back in good order [8.8.2k]",
        ]
    );
    assert!(told[4].starts_with("Retreat white w-2-3m [\"2112\", "), "{told:?}");
    assert!(told[4].contains("2/3M retreats in good order from 2112 to "), "{told:?}");
    let advance = "Advance red r-5-let [\"2111\", \"2112\"]: 5/Let advances from 2111 to 2112";
    assert!(told.iter().any(|l| l == advance), "{told:?}");
}

#[test]
fn r8_3_2a_a_barrage_is_a_story_of_its_own() {
    let text = "scenario = historical\nturn = 3\nside = red\nphase = movement\nclear\nr-1-let 2111\nr-art-let 2110\nr-cv3-let 2010\n\
                w-2-3m 2112\n";
    let told = |dice: &[u8]| {
        let mut s = Scene::by_hand(text);
        s.say("r-art-let barrage", &[]).say("done", &[]);
        while !s.offered("fire r-art-let w-2-3m") {
            s.say("done", &[]);
        }
        let mut told = tells(&mut s, "fire r-art-let w-2-3m", dice);
        to_the_end(&mut s, &mut told);
        told
    };
    let none = [
        "Barrage on 2/3M in 2112 [2112]: Art/Let 3 / 2/3M, TQ 4 0",
        "red rolls [1, 2]: Art/Let fires at 2/3M",
        "Fire 6: +3 both dice [8.3.2a], +3 fire strength [8.3.2a]",
        "No effect [8.3.2a]",
        "closes",
    ];
    assert_eq!(told(&[1, 2]), none);
    let back = told(&[4, 4, 6]);
    assert_eq!(
        back[1..7],
        [
            "red rolls [4, 4]: Art/Let fires at 2/3M",
            "Fire 11: +8 both dice [8.3.2a], +3 fire strength [8.3.2a]",
            "A Cohesion check with 0 on the die [8.3.2a]",
            "white rolls [6]: Cohesion of 2/3M under fire",
            "Cohesion of 2/3M 6: +6 the die [8.7.1a]",
            "6 against TQ 4: it must retreat [8.7.2d]",
        ]
    );
    assert!(back[7].starts_with("Retreat white w-2-3m [\"2112\", "), "{back:?}");
}

#[test]
fn r6a_random_events_have_a_card_each() {
    let named = |id: &str| game().d.events.iter().position(|e| e.side == RED && e.id == id).unwrap();
    let [event, nothing] = ["desertion", "nothing"].map(|id| EventId(named(id) as u8));
    let s = Scene::of("brasovo");
    let card = |event: RearEvent| lines(&game().battle_parts(&s.p, &Event::Rear(event), Viewer::Watcher));
    assert_eq!(
        card(RearEvent::Rolled { side: RED, roll: 12, event }),
        [
            "Random event of Red: Desertion []:  / ",
            "red rolls [1, 2]: Random event",
            "Infantry that fails a check loses a step. [6.1a]",
            "closes",
        ]
    );
    assert_eq!(
        card(RearEvent::Checked { event, unit: unit("r-1-41d"), hex: Some(hex("0216")), die: 5, tq: 3 }),
        [
            "Desertion: 1/41D [0216]:  / ",
            "red rolls [5]: Check of 1/41D",
            "Check of 1/41D 5: +5 the die [1.2m]",
            "5 against TQ 3: it loses 1 step [6.1a]",
            "closes",
        ]
    );
    assert!(card(RearEvent::Rolled { side: RED, roll: 40, event: nothing }).is_empty(), "nothing happens");
}
