//! Battles told part by part: attacks, artillery, barrages, bombs, and units that are cut off.

use crate::field::*;
use sandtable_core::battle::{BattlePart, told};
use sandtable_core::guide::{Factor, Force};
use sandtable_core::view::Viewer;

/// A part in a line.
fn line(part: &BattlePart) -> String {
    let force = |f: &Force| format!("{} {}", f.name, f.strength);
    let all = |forces: &[Force]| forces.iter().map(force).collect::<Vec<_>>().join(" + ");
    let row = |f: &Factor| format!("{:+} {} [{}]", f.value, f.why, f.rule);
    match part {
        BattlePart::Opens { place, title, attackers, defenders } => {
            format!("{title} @{place}: {} against {}", all(attackers), all(defenders))
        }
        BattlePart::Joins { attacks, force: f } => {
            format!("{} joins the {}", force(f), if *attacks { "attack" } else { "defence" })
        }
        BattlePart::Sum { name, rows, total } => {
            format!("{name} {total}: {}", rows.iter().map(row).collect::<Vec<_>>().join(", "))
        }
        BattlePart::Odds { text, rule } => format!("odds: {text} [{rule}]"),
        BattlePart::Result { text, rule } => format!("result: {text} [{rule}]"),
        BattlePart::Roll { side, what, dice } => format!("{side} rolls {dice:?}, {what}"),
        BattlePart::Fate { kind, side, piece, text, places } => {
            format!("{kind:?} {side} {piece} {}: {text}", places.join(">"))
        }
        BattlePart::Closes => "over".to_string(),
    }
}

/// What some words add to the story of a battle.
fn tells(s: &mut Scene, words: &str, dice: &[u8]) -> Vec<String> {
    let before = s.p;
    s.say(words, dice);
    told(&*s.game, &before, &s.events, None, Viewer::Watcher).iter().map(line).collect()
}

/// Two brigades, one of them disorganized, with artillery and a headquarters, against two in a wood, one of them out of supply.
fn before_the_wood() -> Scene {
    let mut f = field(DE)
        .put(&format!("{A} {B}"), "2016")
        .sp(A, 9)
        .sp(B, 7)
        .marked(B, Flag::Disorganized)
        .put(&format!("{GUN} {HQ}"), "2015")
        .put(&format!("{X} {Y}"), "2017")
        .sp(X, 5)
        .sp(Y, 4)
        .hungry(Y)
        .put(RGUN, "2019")
        .ground("2017", &[Feature::Forest])
        .begin(&[]);
    f.say("attack 2017", &[]).say("add all", &[]).say(&format!("add {GUN}"), &[]);
    f
}

#[test]
fn r7_12_an_attack_is_told_from_its_forces_to_the_pursuit() {
    let mut f = before_the_wood();
    let all = [
        (
            "confirm",
            vec![],
            vec![
                "Attack on 2017 @2017: 1st Brigade of the 49th Reserve 9 + 2nd Brigade of the 49th Reserve 4 + XXV Reserve Corps Artillery 5 \
             against 1st Brigade of the 50th Infantry 5 + 2nd Brigade of the 50th Infantry 2",
            ],
        ),
        ("add ru-art-50-inf", vec![], vec![]),
        (
            "confirm",
            vec![1, 1],
            vec![
                "50th Division Artillery 3 joins the defence",
                "Attack strength 18: +9 1st Brigade of the 49th Reserve [7.12c1], +7 2nd Brigade of the 49th Reserve [7.12c1], \
             -3 2nd Brigade of the 49th Reserve is disorganized [15.12a], +5 XXV Reserve Corps Artillery [8.31]",
                "Defence strength 10: +5 1st Brigade of the 50th Infantry [7.12c1], +4 2nd Brigade of the 50th Infantry [7.12c1], \
             -2 2nd Brigade of the 50th Infantry is out of supply [12.41], +3 50th Division Artillery [8.43]",
                "odds: 18 : 10 is 2:1 [7.12c1]",
                "Columns to the right 0: +1 attackers in command [10.32], -1 forest [7.62]",
                "odds: Column 2:1 [7.12d2]",
                "de rolls [1, 1], Combat, column 2:1",
                "result: attacker loses 1 level; defender goes back 2 hexes, is disorganized [7.12g]",
            ],
        ),
        (
            "lose de-1-49-res",
            vec![],
            vec!["Loss de de-1-49-res : 1st Brigade of the 49th Reserve loses a level and has 1 level left"],
        ),
        (
            "retreat 1",
            vec![],
            vec!["result: the defender at 2017 goes back 1 of 2 hexes and loses 1 level [7.34c]"],
        ),
        (
            "lose ru-1-50-inf",
            vec![],
            vec![
                "Loss ru ru-1-50-inf : 1st Brigade of the 50th Infantry loses a level and has 1 level left",
                "Other ru ru-1-50-inf : 1st Brigade of the 50th Infantry is disorganized",
                "Other ru ru-2-50-inf : 2nd Brigade of the 50th Infantry is disorganized",
            ],
        ),
        (
            "go 2018",
            vec![],
            vec![
                "Retreat ru ru-1-50-inf 2017>2018: 1st Brigade of the 50th Infantry goes back from 2017 to 2018",
                "Retreat ru ru-2-50-inf 2017>2018: 2nd Brigade of the 50th Infantry goes back from 2017 to 2018",
            ],
        ),
        (
            "pursue de-1-49-res 2017",
            vec![],
            vec![
                "Advance de de-1-49-res 2016>2017: 1st Brigade of the 49th Reserve pursues from Kutno (2016) to 2017",
                "over",
            ],
        ),
    ];
    for (words, dice, parts) in all {
        assert_eq!(tells(&mut f, words, &dice), parts, "{words}");
    }
    assert!(!f.told().is_empty() && f.cited().contains(&"7.57b"));
    let lines = sandtable_core::game::lines(&*f.game, &f.events, None, Viewer::All);
    assert!(lines.iter().all(|l| !l.text.contains("is fought")), "the log passes the end over: {lines:?}");
}

#[test]
fn r7_61b_what_halves_an_attack_is_a_row_of_its_sum() {
    rules!("lodz 7.64b", "lodz 9.41a", "lodz 7.62");
    let mut f = field(DE)
        .put(A, "2016")
        .put(CAV, "1917")
        .put(X, "2017")
        .sp(A, 9)
        .sp(CAV, 5)
        .sp(X, 2)
        .ground("2016", &[Feature::Swamp])
        .river("1917", "2017", RIVER_BIG)
        .ground("2017", &[Feature::City])
        .begin(&[]);
    f.say("attack 2017", &[]).say("add all", &[]);
    assert_eq!(
        tells(&mut f, "confirm", &[6, 6])[1..6],
        [
            "Attack strength 8: +9 1st Brigade of the 49th Reserve [7.12c1], +5 1st Brigade of the German 6th Cavalry [7.12c1], \
             -4 halved out of swamp [7.61b], -2 halved over a big river [7.64b]",
            "Defence strength 2: +2 1st Brigade of the 50th Infantry [7.12c1]",
            "odds: 8 : 2 is 4:1 [7.12c1]",
            "Columns to the right -2: -2 city [7.62]",
            "odds: Column 2:1 [7.12d2]",
        ]
    );
    let mut f = field(DE)
        .put(&format!("{A} {B}"), "2016")
        .put(X, "2017")
        .sp(A, 9)
        .sp(B, 7)
        .sp(X, 9)
        .fixed("2017", &["2016"])
        .begin(&[]);
    f.say("attack 2017", &[]).say("add all", &[]);
    assert_eq!(
        tells(&mut f, "confirm", &[3, 6])[1],
        "Attack strength 8: +9 1st Brigade of the 49th Reserve [7.12c1], +7 2nd Brigade of the 49th Reserve [7.12c1], \
         -8 halved before walls, the whole attack [9.42a]"
    );
}

#[test]
fn r7_12d2_columns_beyond_the_table_are_taken_back() {
    let mut f = duel(30, 2).put(HQ, "2015").ground("2017", &[Feature::Town]).begin(&[]);
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]);
    let confirm = f.meant("confirm");
    let battle = sandtable_core::guide::Guide::battle(&*f.game, &f.p, Side(DE), &confirm).unwrap();
    let parts = tells(&mut f, "confirm", &[3, 3]);
    assert_eq!(
        parts[4..6],
        [
            "Columns to the right -1: +1 attackers in command [10.32], -1 the table ends there [7.12d2], -1 town [7.62]",
            "odds: Column 9:1 [7.12d2]",
        ],
        "{parts:?}"
    );
    assert_eq!(battle.total, -1);
    assert_eq!(battle.ratio, "30 : 2, 10:1 → 9:1");
}

#[test]
fn r8_21b_artillery_that_fires_alone_has_a_story() {
    rules!("lodz 8.26", "lodz ART.1", "lodz ART.3");
    let start = || {
        let mut f = field(DE)
            .put(GUN2, "2016")
            .put(&format!("{X} {Y}"), "2018")
            .ground("2018", &[Feature::Town])
            .begin(&[]);
        f.say("fire 2018", &[]).say(&format!("add {GUN2}"), &[]);
        f
    };
    let mut f = start();
    assert_eq!(
        tells(&mut f, "confirm", &[1, 1]),
        [
            "Artillery fire at 2018 @2018: 49th Reserve Artillery 4 against 1st Brigade of the 50th Infantry 0 + 2nd Brigade of the 50th \
             Infantry 0",
            "Fire strength 3: +4 49th Reserve Artillery [8.31], -1 the ground [8.26]",
            "de rolls [1, 1], Artillery fire",
            "result: 1 level lost, roll for disorganization [ART.1]",
        ]
    );
    assert_eq!(
        tells(&mut f, &format!("lose {X}"), &[5, 6]),
        [
            "Loss ru ru-1-50-inf : 1st Brigade of the 50th Infantry loses a level and has 1 level left",
            "ru rolls [5, 6], Disorganization at 2018: 9 or more for Russians",
            "Other ru ru-1-50-inf : 1st Brigade of the 50th Infantry is disorganized",
            "Other ru ru-2-50-inf : 2nd Brigade of the 50th Infantry is disorganized",
            "over",
        ]
    );
    let missed = tells(&mut start(), "confirm", &[3, 4]);
    assert_eq!(missed[3..], ["result: no effect [ART.1]", "over"]);
}

#[test]
fn r7_30b_a_headquarters_that_is_caught_and_guns_that_are_overrun_are_told() {
    rules!("lodz 8.16a", "lodz 7.30a", "lodz 8.52");
    let mut f = field(DE).put(A, "2016").put(RHQ, "2017").put(RGUN, "2018").begin(&[]);
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]);
    let parts = tells(&mut f, "confirm", &[3, 4]);
    assert_eq!(parts[1], "odds: A headquarters alone: column 10:1 [7.30a]");
    assert_eq!(
        parts[4],
        "Destroyed ru ru-hq-plehwe : headquarters of Plehwe is caught at 2017 without troops and is lost"
    );
    let on = tells(&mut f, &format!("pursue {A} 2017"), &[]);
    assert_eq!(
        on,
        [
            "Advance de de-1-49-res 2016>2017: 1st Brigade of the 49th Reserve pursues from Kutno (2016) to 2017"
        ]
    );
    assert_eq!(
        tells(&mut f, "on 2018", &[])[..2],
        [
            "Advance de de-1-49-res 2017>2018: 1st Brigade of the 49th Reserve pursues from 2017 to 2018, off the enemy's way, and stops",
            "Destroyed ru ru-art-50-inf : 50th Division Artillery is overrun at 2018 and lost",
        ]
    );
    // Artillery without troops counts one.
    let mut f = field(DE).put(A, "2016").put(RGUN, "2017").begin(&[]);
    f.say("attack 2017", &[]).say(&format!("add {A}"), &[]);
    let parts = tells(&mut f, "confirm", &[3, 4]);
    assert_eq!(parts[2], "Defence strength 1: +1 artillery that stands alone [8.52]", "{parts:?}");
}

#[test]
fn airships_and_their_bombs_are_told() {
    rules!("lodz 15A.2", "lodz 15A.3", "lodz 14.23", "lodz OBJ.1");
    let air =
        || Scene::empty("november-11", DE, Phase::Air).put("de-airship-1", "2016").put(A, "1405").begin(&[]);
    let mut s = air();
    assert_eq!(
        tells(&mut s, "fly de-airship-1 3514", &[5]),
        [
            "German airship over 3514 @3514: German airship 0 against ",
            "de rolls [5], Danger: lost on a 6",
            "result: German airship comes through [15A.2]",
            "over",
        ]
    );
    assert_eq!(
        tells(&mut s, "bomb de-airship-1 3614", &[1, 1]),
        [
            "The bridge from 3514 to Warszawa (3614) @3514: German airship 2 against ",
            "Strength 2: +2 the bombs of an airship [14.23]",
            "de rolls [1, 1], Destruction of a bridge",
            "result: the bridge is destroyed [OBJ.1]",
            "over",
        ]
    );
    assert_eq!(
        tells(&mut air(), "done", &[6])[2..],
        [
            "result: German airship is lost for good [15A.3]",
            "Destroyed de de-airship-1 : German airship is lost over Kutno (2016)",
            "over",
        ]
    );
}

#[test]
fn r8_61b_a_barrage_counts_twice() {
    let mut s = Scene::empty("november-11", RU, Phase::Barrage)
        .put("ru-art-1 ru-art-2", "4514")
        .put(&format!("{A} {B}"), "4513")
        .with(|p| p.barrage = true)
        .begin(&[]);
    s.say("aim 4513", &[]).say("gun ru-art-1", &[]).say("gun ru-art-2", &[]);
    assert_eq!(
        tells(&mut s, "fire", &[3, 4]),
        [
            "Barrage on 4513 @4513: II Corps Artillery 3 + I Corps Artillery 3 against 1st Brigade of the 49th Reserve 0 + 2nd Brigade of \
             the 49th Reserve 0",
            "Fire strength 12: +3 II Corps Artillery [8.31], +3 I Corps Artillery [8.31], +6 a barrage counts twice [8.61b]",
            "ru rolls [3, 4], Barrage",
            "result: 1 level lost [8.61b]",
        ]
    );
    assert_eq!(
        tells(&mut s, &format!("lose {A}"), &[]),
        ["Loss de de-1-49-res : 1st Brigade of the 49th Reserve loses a level and has 1 level left", "over"]
    );
}

#[test]
fn r12_33b_the_test_of_a_unit_that_is_cut_off_is_told() {
    let start = || {
        Scene::empty("november-11", DE, Phase::Strategic)
            .put(A, "2016")
            .put("ru-1-50-inf", "2015")
            .put("ru-2-50-inf", "2017")
            .put("ru-1-4-inf", "1916")
            .put("ru-2-4-inf", "2116")
            .put("ru-1-16-inf", "1917")
            .put("ru-2-16-inf", "2117")
            .with(|p| p.units.set_level(unit(A), 1))
    };
    let before = start();
    let tested = |die: u8| {
        let s = start().begin(&[die]);
        told(&*s.game, &before.p, &s.events, None, Viewer::All).iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(
        tested(1),
        [
            "1st Brigade of the 49th Reserve cut off at Kutno (2016) @2016:  against 1st Brigade of the 49th Reserve 0",
            "de rolls [1], Surrender, 2 days out of supply: less than 2 loses it, a 6 never does",
            "result: 1st Brigade of the 49th Reserve surrenders [12.33b]",
            "Destroyed de de-1-49-res : 1st Brigade of the 49th Reserve surrenders at Kutno (2016)",
            "over",
        ]
    );
    assert_eq!(tested(6)[2..], ["result: 1st Brigade of the 49th Reserve holds out [12.33d]", "over"]);
}
