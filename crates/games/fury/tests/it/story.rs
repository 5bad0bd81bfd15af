//! Battles told part by part.

use crate::common::*;
use sandtable_core::battle::{BattlePart, FateKind, told};
use sandtable_core::view::Viewer;

/// What the words of the side that decides add to the story of a battle.
fn tells(t: &mut Table, words: &str, dice: &[u8]) -> Vec<BattlePart> {
    let before = t.p;
    t.say(words, dice);
    told(game(), &before, &t.events, None, Viewer::Watcher)
}

/// The parts in a line each.
fn lines(parts: &[BattlePart]) -> Vec<String> {
    let line = |part: &BattlePart| match part {
        BattlePart::Opens { place, title, attackers, defenders } => {
            let all = |forces: &[sandtable_core::guide::Force]| {
                let one = |f: &sandtable_core::guide::Force| format!("{} {}", f.name, f.strength);
                forces.iter().map(one).collect::<Vec<_>>().join(", ")
            };
            format!("{title} [{place}]: {} / {}", all(attackers), all(defenders))
        }
        BattlePart::Odds { text, rule } | BattlePart::Result { text, rule } => format!("{text} [{rule}]"),
        BattlePart::Roll { side, what, dice } => format!("{side} rolls {dice:?}: {what}"),
        BattlePart::Sum { name, rows, total } => {
            let row = |r: &sandtable_core::guide::Factor| format!("{:+} {} [{}]", r.value, r.why, r.rule);
            format!("{name} {total}: {}", rows.iter().map(row).collect::<Vec<_>>().join(", "))
        }
        BattlePart::Fate { kind, side, piece, text, places } => {
            format!("{kind:?} {side} {piece} {places:?}: {text}")
        }
        BattlePart::Closes => "closes".to_string(),
        BattlePart::Joins { .. } => "joins".to_string(),
    };
    parts.iter().map(line).collect()
}

#[test]
fn r10_3_1a_the_assault_on_koenigsberg_is_told_to_its_end() {
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
    assert!(tells(&mut t, "attack 1004 from 1104 with RU III + RU IV", &[]).is_empty());
    assert!(tells(&mut t, "end declarations", &[]).is_empty());
    let fight = tells(&mut t, "fight for 1004", &[5]);
    let expected = [
        "Assault on Königsberg [1004]: RU III 7, RU IV 6 / DE II 8",
        "13 : 8 → 3/2 [10.2.1c]",
        "ru rolls [5]: Combat",
        "Total 6: +5 the die [10.1h], +1 ratio 3/2 [10.2.1c], -2 major fortress Königsberg [10.2.2e], \
         +1 RU HQ I, active [10.2.3a], +1 support from 1005 [10.2.5a]",
        "no losses, defender retreats [10.3.1a]",
    ];
    assert_eq!(lines(&fight), expected);
    assert_eq!(lines(&tells(&mut t, "refuse", &[])), ["Other cp  []: The Central Powers refuse to retreat"]);
    assert_eq!(
        lines(&tells(&mut t, "force", &[])),
        ["Other ru  []: Russia forces the retreat at the price of a loss"]
    );
    assert_eq!(
        lines(&tells(&mut t, "loss to RU III", &[])),
        ["Loss ru ru-iii []: RU III takes a loss and has a strength of 4 now"]
    );
    assert!(tells(&mut t, "siege", &[]).is_empty());
    let end = tells(&mut t, "advance RU III + RU IV", &[]);
    let expected = [
        "Königsberg is besieged [10.5b]",
        "Advance ru ru-iii [\"1104\", \"1004\"]: RU III advances from Tapiau (1104) to Königsberg (1004)",
        "Advance ru ru-iv [\"1104\", \"1004\"]: RU IV advances from Tapiau (1104) to Königsberg (1004)",
        "closes",
    ];
    assert_eq!(lines(&end), expected);
}

#[test]
fn r10_3_2i_a_retreat_is_told_with_its_cohesion_rolls_and_a_cadre() {
    let pieces = "
        de-xx 1206
        hq-de-viii 0906
        ru-iv 1305
        ru-r1 1305 reduced
        ru-ii 1207
        ru-iii 1205
        hq-ru-i 1405";
    let mut t = Table::at("turn = 'S1'\nphase = 'attacks'\nactivation = 1", pieces);
    t.say("attack 1206 from 1305 with RU IV + RU R1", &[]).say("end declarations", &[]);
    let fight = tells(&mut t, "fight for 1206", &[5]);
    let losses: Vec<&BattlePart> =
        fight.iter().filter(|p| matches!(p, BattlePart::Fate { kind: FateKind::Loss, .. })).collect();
    assert_eq!(losses.len(), 2, "each side loses one: {fight:?}");
    t.say("refuse", &[]).say("force", &[]);
    let gone = lines(&tells(&mut t, "loss to RU R1", &[]));
    assert_eq!(gone, ["Destroyed ru ru-r1 []: RU R1 is eliminated"]);
    assert!(tells(&mut t, "retreat", &[]).is_empty());
    let expected = [
        "Retreat cp de-xx [\"1206\", \"1106\"]: DE XX goes back from Lötzen (1206) to Johannisburg (1106)",
        "cp rolls [2]: Cohesion: 1 to 2 costs a loss",
        "Loss cp de-xx []: DE XX is reduced to Cadre 1",
    ];
    assert_eq!(lines(&tells(&mut t, "to 1106", &[2])), expected);
    let last = lines(&tells(&mut t, "to 1007", &[]));
    let expected = [
        "Retreat cp cadre-1 [\"1106\", \"1007\"]: Cadre 1 goes back from Johannisburg (1106) to Ortelsburg (1007)",
        "Advance ru ru-iv [\"1305\", \"1206\"]: RU IV advances from Goldap (1305) to Lötzen (1206)",
        "Lötzen falls to Russia [10.4i]",
        "closes",
    ];
    assert_eq!(last, expected);
}

/// Two sieges, and two Austrian stacks that are cut off: what the second does ends front adjustment.
const SIEGES: &str = "
    ah-ra 1118 army=hq-ah-iii
    ah-i 0713
    ah-v 1017
    ah-xvii 1116
    ah-ix 0915
    ru-xiv 1017 besieging
    ru-gr 1016
    ru-xxv 1014
    ru-xi 1217
    ru-r3 1316
    hq-ru-iii 1316
    fort 1217
    de-ii 1004 army=hq-de-viii
    ru-iii 1004 besieging
    ru-iv 1004 besieging
    ru-ii 1104
    ru-xx 1304
    hq-ru-i 1105";

#[test]
fn r10_5m_the_test_of_a_siege_is_a_story_of_its_own() {
    let end = |die: u8| {
        let mut t = Table::at("turn = 'S2'\nphase = 'adjustment'\nside = 'cp'\ninitiative = 'cp'", SIEGES);
        assert!(tells(&mut t, "withdraw 0915 to 0815", &[]).is_empty());
        // The first die is for cohesion on the way back, which is no battle; the others are for the two sieges.
        lines(&tells(&mut t, "withdraw 1116 to 1117", &[2, die, die]))
    };
    let (held, fell) = (end(4), end(5));
    let of = |all: &[String], name: &str| {
        let from = all.iter().position(|l| l.starts_with(&format!("Siege of {name}"))).unwrap();
        let to = from + all[from..].iter().position(|l| l == "closes").unwrap();
        all[from..=to].to_vec()
    };
    let koenigsberg = of(&held, "Königsberg");
    assert_eq!(
        koenigsberg,
        [
            "Siege of Königsberg [1004]: RU III 7, RU IV 6 / Major fortress Königsberg 8, DE II 0",
            "13 : 8 → 3/2 [10.5n]",
            "ru rolls [4]: Siege: a total of 6 takes the fortress",
            "Total 5: +4 the die [10.5m], +1 ratio 3/2 [10.2.1c]",
            "Königsberg holds out, and the siege goes on [10.5p]",
            "closes",
        ]
    );
    assert_eq!(
        of(&fell, "Königsberg")[2..],
        [
            "ru rolls [5]: Siege: a total of 6 takes the fortress",
            "Total 6: +5 the die [10.5m], +1 ratio 3/2 [10.2.1c]",
            "Destroyed cp de-ii []: DE II is eliminated",
            "Königsberg falls to Russia [10.5o]",
            "closes",
        ]
    );
    let przemysl = of(&fell, "Przemyśl");
    assert_eq!(przemysl[3], "Total 4: +5 the die [10.5m], -1 ratio 2/3 [10.2.1c]", "too weak to take it");
    assert_eq!(held.len(), koenigsberg.len() + przemysl.len(), "nothing else is told: {held:?}");
}

#[test]
fn r10_1d_an_attack_that_lapses_and_a_total_below_one_are_told() {
    let pieces = "
        ru-xi 1217
        ru-r3 1317 reduced
        hq-ru-iii 1317 inactive
        ah-iii 1316
        ah-xi 1316
        ah-xiv 1218
        hq-ah-iii 1218
        fort 1217";
    let mut t = Table::at("turn = 'S2'\nphase = 'attacks'\nfront = 'south'\nactivation = 1", pieces);
    let attack = t.starting("attack ").into_iter().next();
    assert!(attack.is_some(), "{:?}", t.offers());
    t.say(&format!("attack {}", attack.unwrap()), &[]).say("end declarations", &[]);
    let words = t.starting("fight for ").remove(0);
    let parts = tells(&mut t, &format!("fight for {words}"), &[1]);
    let sum = parts.iter().find_map(|p| match p {
        BattlePart::Sum { rows, total, .. } => Some((rows.clone(), *total)),
        _ => None,
    });
    let (rows, total) = sum.unwrap();
    assert_eq!(total, 1);
    assert_eq!(rows.last().map(|r| (r.why.as_str(), r.rule)), Some(("never less than 1", "10.3.1p")));
    assert_eq!(rows.iter().map(|r| r.value).sum::<i16>(), 1);
}
