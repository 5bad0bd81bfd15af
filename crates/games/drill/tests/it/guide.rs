//! What leads a player: prompts, labels, ways, layers of the ground, and battles told part by part.

use crate::rules::{game, scene};
use sandtable_core::Side;
use sandtable_core::battle::{BattlePart, told};
use sandtable_core::guide::{Ground, Guide};
use sandtable_core::view::{Layer, Viewer};

/// What the first side that decides is asked, and the places that are framed.
fn asked(lines: &str, words: &[(&str, &[u8])]) -> String {
    let mut s = scene(lines);
    words.iter().for_each(|(words, dice)| drop(s.play(words, dice)));
    let prompt = game().prompt(&s.p, s.decider()).unwrap();
    format!("{} [{}]", prompt.text, prompt.places.join(" "))
}

#[test]
fn every_decision_is_asked_in_a_sentence() {
    assert_eq!(
        asked(
            "turn = 2; b1 0101; b2 0102; b3 lost; b-guns lost; b-horse lost; r1 0801",
            &[("move b1 to 0202", &[])]
        ),
        "Turn 2 of 6, your movement: Blue 2nd Foot can still move, Blue 4th Foot can come at 0104. End it when you are ready [0104]"
    );
    let fight = "phase = combat; b1 0403; b2 0404; r1 0504; r2 0504 reduced; r3 0503";
    assert_eq!(asked(fight, &[]), "Attack the enemy at 0503 Brook or 0504, or end your combat [0503 0504]");
    assert_eq!(
        asked(fight, &[("attack 0503", &[])]),
        "Blue 1st Foot against Red 3rd Foot at 0503 Brook, 4 against 4, 1:1, -1 on the die: \
         fight, leave units out, or call the attack off [0503]"
    );
    assert_eq!(
        asked(fight, &[("attack 0504, fight", &[5])]),
        "Red 1st Foot and Red 2nd Foot must go back one hex after the combat at 0504: choose where to [0504]"
    );
    let even = "phase = combat; b1 0403; b2 0404; r1 0504";
    assert_eq!(
        asked(even, &[("attack 0504, fight", &[3])]),
        "The combat at 0504 costs you a step: choose whether Blue 1st Foot or Blue 2nd Foot loses one [0403 0404]"
    );
    assert_eq!(
        asked(even, &[("attack 0504, fight, retreat r1 to 0604", &[4])]),
        "0504 is free: advance Blue 1st Foot or Blue 2nd Foot into it, or stay [0504]"
    );
}

#[test]
fn labels_say_what_an_action_costs_or_brings() {
    let label = |lines: &str, words: &str| {
        let s = scene(lines);
        game().label(&s.p, &s.meant(words))
    };
    assert_eq!(
        label("b1 0403; r1 0801", "move b1 to 0503"),
        "Move Blue 1st Foot to 0503 Brook · 1 of 4 points"
    );
    assert_eq!(label("b1 0403; r1 0801", "end movement"), "End your movement · one unit has not moved");
    let fight = "phase = combat; b1 0403; r1 0503";
    assert_eq!(label(fight, "attack 0503"), "Attack 0503 Brook · 4 against 4, 1:1, -1 on the die");
    assert_eq!(label(fight, "lose b1"), "Blue 1st Foot takes the loss · strength 2 is left");
    assert_eq!(
        label("phase = combat; b1 0403 reduced; r1 0503", "lose b1"),
        "Blue 1st Foot takes the loss and is gone"
    );
}

#[test]
fn a_way_says_what_it_means_to_end_there() {
    let to = |lines: &str, place: &str| {
        let ways = game().ways(&scene(lines).p, Side(0), "b1");
        ways.iter().find(|w| w.place == place).map(|w| (w.cost, w.means.join(", "))).unwrap()
    };
    let corve = "b1 0405; r1 0606; r2 0307";
    assert_eq!(to(corve, "0506"), (1, "takes a town, enters an enemy zone".into()));
    assert_eq!(to(corve, "0406"), (1, "enters an enemy zone".into()));
    assert_eq!(to(corve, "0404"), (1, String::new()));
    // Red bars the land from north to south.
    assert_eq!(to("b1 0602; r1 0302; r2 0304; r3 0306; r4 0308", "0601"), (2, "out of supply".into()));
}

/// Layers in a line each.
fn lines(layers: Vec<Layer>) -> Vec<String> {
    layers.iter().map(|l| format!("{} {} {}: {}", l.what, l.side, l.name, l.places.join(" "))).collect()
}

#[test]
fn the_ground_is_shown_as_it_is() {
    let s = scene("b1 0101; b2 0802 reduced; r1 0801; r2 0701; r3 0703; held 0204 blue");
    let ground = |what| lines(game().ground(&s.p, what).unwrap());
    assert_eq!(ground(Ground::Zones)[0], "zone blue : 0102 0201 0702 0703 0801 0803");
    assert_eq!(ground(Ground::Supply)[4..], ["cut blue : 0802", "cut red : "]);
    assert_eq!(
        ground(Ground::Objectives),
        ["objective blue town, one of five: 0204", "objective red town, one of five: 0503 0506 0704 0706"]
    );
    assert_eq!(game().ground(&s.p, Ground::Command), None);
    let near = scene("b1 0101; r1 0801; r2 0103");
    assert!(lines(game().ground(&near.p, Ground::Threat).unwrap())[0].contains("0103"));
    assert_eq!(lines(game().traces(&s.p, Viewer::All, "b2")), ["out of supply blue Blue 2nd Foot: 0802"]);
    let home = scene("b1 0302; r1 0801");
    assert_eq!(
        lines(game().traces(&home.p, Viewer::All, "b1")),
        ["supply line blue Blue 1st Foot: 0302 0201 0101"]
    );
}

/// What the last words add to the story of a battle.
fn story(lines: &str, words: &[(&str, &[u8])]) -> Vec<String> {
    let mut s = scene(lines);
    let mut all = Vec::new();
    for (words, dice) in words {
        let before = s.p.clone();
        s.say(words, dice);
        all.extend(told(game(), &before, &s.events, None, Viewer::Watcher));
    }
    let text = |part: &BattlePart| match part {
        BattlePart::Opens { title, attackers, defenders, .. } => {
            let forces = |f: &[_]| {
                f.iter()
                    .map(|f: &sandtable_core::guide::Force| format!("{} {}", f.name, f.strength))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            format!("{title}: {} / {}", forces(attackers), forces(defenders))
        }
        BattlePart::Sum { name, rows, total } => {
            let row = |r: &sandtable_core::guide::Factor| format!("{:+} {} [{}]", r.value, r.why, r.rule);
            format!("{name} {total}: {}", rows.iter().map(row).collect::<Vec<_>>().join(", "))
        }
        BattlePart::Odds { text, .. } | BattlePart::Result { text, .. } => text.clone(),
        BattlePart::Roll { side, dice, .. } => format!("{side} rolls {dice:?}"),
        BattlePart::Fate { kind, text, places, .. } => format!("{kind:?} {places:?} {text}"),
        other => format!("{other:?}"),
    };
    all.iter().map(text).collect()
}

#[test]
fn a_battle_is_told_to_its_end() {
    let corve = "phase = combat; b3 0405; b-guns 0405; b-horse 0406; r2 0506";
    let steps: &[(&str, &[u8])] = &[
        ("attack 0506", &[]),
        ("fight", &[6]),
        ("retreat r2 to 0606", &[]),
        ("advance b3", &[]),
        ("stay", &[]),
    ];
    assert_eq!(
        story(corve, steps),
        [
            "Attack on 0506 Corve: Blue 3rd Foot 4, Blue Guns 5, Blue Horse 3 / Red 2nd Foot 4",
            "12 against 4: 3:1",
            "blue rolls [6]",
            "Row of the table 5: +6 the die [6g], -1 the ground helps the defence [6e]",
            "The defence loses a step and goes back",
            "Loss [] Red 2nd Foot loses a step",
            "Retreat [\"0506\", \"0606\"] Red 2nd Foot goes back from 0506 Corve to 0606",
            "Advance [\"0405\", \"0506\"] Blue 3rd Foot advances from 0405 to 0506 Corve",
            "Closes",
        ]
    );
    // Below 1 counts as 1, and that is a row, too.
    let wet = "phase = combat; side = red; r1 0402; b1 0303";
    assert_eq!(
        story(wet, &[("attack 0303", &[]), ("fight", &[1])])[3],
        "Row of the table 1: +1 the die [6g], -1 the ground helps the defence [6e], \
         -1 the attack comes over a river [6f], +2 the table ends there [6g]"
    );
}
