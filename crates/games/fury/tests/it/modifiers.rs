//! Combat modifiers: chapter 10.2.

use crate::common::*;

const RUSSIAN: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
const SOUTH: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1\nfront = 'south'";
const GERMAN: &str = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";

/// Declares one attack, given as in `0610 from 0611 with RU III`, and fights it.
fn fight(head: &str, pieces: &str, attack: &str, dice: &[u8]) -> Table {
    let mut t = Table::at(head, pieces);
    t.say(&format!("attack {attack}"), &[]).say("end declarations", &[]);
    t.say(&format!("fight for {}", &attack[..4]), dice);
    t
}

/// III attacks 0610 from 0611 in open country; other pieces as given.
fn open(more: &str) -> Table {
    fight(
        RUSSIAN,
        &format!("ru-iii 0611\nhq-ru-i 0612\nde-xvii 0610\n{more}"),
        "0610 from 0611 with RU III",
        &[6, 1],
    )
}

#[test]
fn r10_2_1a_only_named_units_count_in_the_attack() {
    let pieces = "ru-iii 0611\nru-ii 0611\nhq-ru-i 0612\nde-xvii 0610\nru-iv 0709";
    let both = fight(RUSSIAN, pieces, "0610 from 0611 with RU II + RU III", &[6, 1]);
    assert!(both.told().contains("0610: 13 against 6"), "IV supports from 0709 and adds no strength");
    assert_eq!((both.modifier("ratio"), both.modifier("supporting hexes")), (Some(2), Some(1)));
    let one = fight(RUSSIAN, pieces, "0610 from 0611 with RU II", &[6, 1]);
    assert!(one.told().contains("0610: 6 against 6"));
    assert_eq!(one.modifier("ratio"), Some(0));
    // Units must stand in the attacking hex.
    let t = Table::at(RUSSIAN, pieces);
    assert_eq!(t.forbids_attack("0611", "0610", &["ru-iv"]), "10.2.1a");
    assert_eq!(t.forbids_attack("0611", "0610", &["ru-iii", "ru-iv"]), "10.2.1a");
    assert_eq!(t.forbids_attack("0611", "0610", &["hq-ru-i"]), "10.2.1a");
}

#[test]
fn r10_2_1b_all_units_in_the_target_count_on_their_present_side() {
    assert!(open("de-r8 0610").told().contains("0610: 7 against 10"));
    assert!(open("de-r8 0610 reduced").told().contains("0610: 7 against 8"));
    assert!(open("de-cadre 0610 army=hq-de-viii").told().contains("0610: 7 against 8"));
    assert!(
        open("hq-de-viii 0610\nde-i 0509").told().contains("0610: 7 against 6"),
        "neither headquarters nor neighbours"
    );
}

#[test]
fn r10_2_1c_ratios_in_combats() {
    rules!(
        "fury 10.2.1d",
        "fury 10.2.1e",
        "fury 10.2.1f",
        "fury 10.2.1g",
        "fury 10.2.1h",
        "fury 10.2.1i",
        "fury 10.2.1k"
    );
    let case = |ru: &str, names: &str, de: &str| {
        let pieces = format!("{ru}\nhq-ru-i 0612\n{de}");
        fight(RUSSIAN, &pieces, &format!("0610 from 0611 with {names}"), &[6, 1]).modifier("ratio")
    };
    assert_eq!(case("ru-r1 0611", "RU R1", "de-xx 0610"), Some(-2), "4:8");
    assert_eq!(case("ru-iii 0611", "RU III", "de-xx 0610\nde-r8 0610"), Some(-2), "7:12");
    assert_eq!(case("ru-r1 0611", "RU R1", "de-xvii 0610"), Some(-1), "4:6");
    assert_eq!(case("ru-iii 0611", "RU III", "de-xx 0610"), Some(-1), "7:8");
    assert_eq!(case("ru-ii 0611", "RU II", "de-xvii 0610"), Some(0), "6:6");
    assert_eq!(case("ru-ii 0611\nru-iii 0611 reduced", "RU II + RU III", "de-xx 0610"), Some(0), "10:8");
    assert_eq!(case("ru-ii 0611", "RU II", "de-r8 0610"), Some(1), "6:4");
    assert_eq!(case("ru-iii 0611", "RU III", "de-r8 0610"), Some(1), "7:4");
    assert_eq!(case("ru-r1 0611\nru-iii 0611 reduced", "RU III + RU R1", "de-r8 0610"), Some(2), "8:4");
    assert_eq!(case("ru-iii 0611\nru-r1 0611", "RU III + RU R1", "de-r8 0610"), Some(2), "11:4");
    assert_eq!(case("ru-ii 0611\nru-iv 0611", "RU II + RU IV", "de-r8 0610"), Some(3), "12:4");
    assert_eq!(case("ru-ii 0611\nru-iii 0611", "RU II + RU III", "de-r8 0610 reduced"), Some(3), "13:2");
}

#[test]
fn r10_2_1j_nothing_below_one_to_two() {
    let t =
        Table::at(RUSSIAN, "ru-r1 0611\nru-iii 0611 reduced\nhq-ru-i 0612\nde-xx 0610\nde-r8 0610 reduced");
    // 4 against 10 is too little; together they are 8.
    assert_eq!(t.forbids_attack("0611", "0610", &["ru-r1"]), "10.2.1j");
    assert_eq!(t.forbids_attack("0611", "0610", &["ru-iii"]), "10.2.1j");
    assert!(t.may_attack("0611", "0610", &["ru-iii", "ru-r1"]));
    let just = Table::at(RUSSIAN, "ru-r1 0611\nhq-ru-i 0612\nde-xx 0610");
    assert!(just.may_attack("0611", "0610", &["ru-r1"]), "4 against 8 is just enough");
}

#[test]
fn r10_2_2a_river_between_the_two_hexes() {
    let pieces = "ru-iii 0709\nhq-ru-i 0710\nde-xvii 0610";
    let across = fight(RUSSIAN, pieces, "0610 from 0709 with RU III", &[1]);
    assert_eq!(across.modifier("river"), Some(-1));
    assert_eq!(open("").modifier("river"), None, "another side of the same hex");
}

#[test]
fn r10_2_2b_difficult_ground_of_the_target() {
    let pieces = "ru-iii 0512\nhq-ru-i 0511\nde-xvii 0513";
    let t = fight(RUSSIAN, pieces, "0513 from 0512 with RU III", &[1]);
    assert_eq!((t.modifier("difficult ground"), t.modifier("mountains")), (Some(-1), None));
    // Attacking out of it costs nothing.
    let out =
        fight(RUSSIAN, "ru-iii 0513\nhq-ru-i 0513\nde-xvii 0512", "0512 from 0513 with RU III", &[6, 1]);
    assert_eq!(out.modifier("difficult ground"), None);
}

#[test]
fn r10_2_2d_mountains() {
    let pieces = "ru-xi 0918\nhq-ru-iii 0918\nah-iii 0917";
    let t = fight(SOUTH, pieces, "0917 from 0918 with RU XI", &[1]);
    assert_eq!((t.modifier("mountains"), t.modifier("difficult ground")), (Some(-2), None));
}

#[test]
fn r10_2_2c_minor_and_r10_2_2e_major_fortress() {
    rules!("fury 10.2.2c", "fury 10.2.2e", "fury 10.2.6d");
    let pieces = "ru-iii 0706\nru-ii 0706\nhq-ru-i 0706";
    let minor = fight(RUSSIAN, pieces, "0606 from 0706 with RU II + RU III", &[1]);
    assert_eq!((minor.modifier("fortress"), minor.modifier("river")), (Some(-1), None));
    assert!(!minor.told().contains("cavalry rolls"));
    let major = fight(RUSSIAN, pieces, "0607 from 0706 with RU II + RU III", &[1]);
    assert_eq!(major.modifier("fortress"), Some(-2));
    assert!(!major.told().contains("cavalry rolls"));
}

#[test]
fn r10_2_2f_terrain_adds_up() {
    let t =
        fight(RUSSIAN, "ru-iii 0608\nru-ii 0608\nhq-ru-i 0608", "0607 from 0608 with RU II + RU III", &[4]);
    assert_eq!((t.modifier("river"), t.modifier("fortress")), (Some(-1), Some(-2)));
    // 13 against 8 is +1, headquarters +1, together −1.
    assert_eq!(t.total(), 3);
}

#[test]
fn r10_2_2g_a_taken_fortress_gives_only_one() {
    rules!("fury 10.4m");
    let held = "de-xx 0706\nde-i 0706\nhq-de-viii 0706";
    let major =
        fight(GERMAN, &format!("{held}\nru-iii 0607\nfort 0607"), "0607 from 0706 with DE I + DE XX", &[1]);
    assert_eq!(major.modifier("fortress"), Some(-1));
    let minor =
        fight(GERMAN, &format!("{held}\nru-iii 0606\nfort 0606"), "0606 from 0706 with DE I + DE XX", &[1]);
    assert_eq!(minor.modifier("fortress"), Some(-1));
    // Once taken it stays so, also for the first owner who is back in it.
    let back = "ru-iii 0706\nhq-ru-i 0706\nde-r8 0607\nfort 0607";
    let t = fight(RUSSIAN, back, "0607 from 0706 with RU III", &[1]);
    assert_eq!((t.modifier("fortress"), t.modifier("ratio")), (Some(-1), Some(1)));
}

#[test]
fn r10_2_3a_support_value_of_the_attackers_headquarters() {
    let ru = |hq: &str, head: &str, unit: &str, name: &str| {
        let pieces = format!("{unit} 0611\n{hq}\nde-xvii 0610\nhq-de-viii 0609");
        fight(head, &pieces, &format!("0610 from 0611 with {name}"), &[6, 3])
    };
    let active = ru("hq-ru-i 0612", RUSSIAN, "ru-ii", "RU II");
    assert_eq!((active.modifier("headquarters"), active.total()), (Some(1), 4));
    let inactive = ru("hq-ru-i 0612 inactive", RUSSIAN, "ru-ii", "RU II");
    assert_eq!((inactive.modifier("headquarters"), inactive.total()), (None, 3));
    let weak = ru("hq-ru-ii 0612 inactive", RUSSIAN, "ru-vi", "RU VI");
    assert_eq!(
        (weak.modifier("headquarters"), weak.total()),
        (Some(-1), 2),
        "the defender's own does not help there"
    );
    let strong =
        fight(GERMAN, "de-xvii 0610\nhq-de-viii 0609\nru-ii 0611", "0611 from 0610 with DE XVII", &[6, 3]);
    assert_eq!((strong.modifier("headquarters"), strong.total()), (Some(2), 5));
}

#[test]
fn r10_2_4a_disorganised_defender() {
    rules!("fury 10.3.3a");
    let at = |de: &str| {
        fight(RUSSIAN, &format!("ru-iii 0611\nhq-ru-i 0612\n{de}"), "0610 from 0611 with RU III", &[6, 1])
    };
    assert_eq!(at("de-xvii 0610").modifier("disorganised defender"), None);
    assert_eq!(at("de-xvii 0610 disorganised").modifier("disorganised defender"), Some(1));
    assert_eq!(at("de-xvii 0610 disorganised").total(), 3, "die 1, headquarters +1, disorganised +1");
    assert_eq!(at("de-xvii 0610\nde-r8 0610 disorganised").modifier("disorganised defender"), Some(1));
    assert_eq!(
        at("de-xvii 0610 disorganised\nde-r8 0610 disorganised").modifier("disorganised defender"),
        Some(1)
    );
}

#[test]
fn r10_2_4b_disorganised_attacker() {
    rules!("fury 10.3.3a");
    let at = |a: &str, b: &str, names: &str| {
        let pieces = format!("ru-iii 0611 {a}\nru-ii 0611 {b}\nhq-ru-i 0612\nde-xvii 0610");
        fight(RUSSIAN, &pieces, &format!("0610 from 0611 with {names}"), &[6, 1])
    };
    assert_eq!(at("", "", "RU II + RU III").modifier("disorganised attacker"), None);
    assert_eq!(at("disorganised", "", "RU II + RU III").modifier("disorganised attacker"), Some(-1));
    assert_eq!(
        at("disorganised", "disorganised", "RU II + RU III").modifier("disorganised attacker"),
        Some(-1)
    );
    assert_eq!(
        at("disorganised", "", "RU II").modifier("disorganised attacker"),
        None,
        "the one that takes no part"
    );
    assert_eq!(at("disorganised", "", "RU III").total(), 1, "die 1, headquarters +1, disorganised −1");
}

#[test]
fn r10_2a_modifiers_add_up() {
    // 7:6 nothing, river −1, headquarters +1, both sides disorganised, two supporting hexes: +2 in all.
    let pieces = "
        ru-iii 0709 disorganised
        hq-ru-i 0710
        de-xvii 0610 disorganised
        ru-ii 0611
        ru-iv 0509";
    let t = fight(RUSSIAN, pieces, "0610 from 0709 with RU III", &[4]);
    assert_eq!(
        (t.modifier("river"), t.modifier("headquarters"), t.modifier("supporting hexes")),
        (Some(-1), Some(1), Some(2))
    );
    assert_eq!(
        (t.modifier("disorganised defender"), t.modifier("disorganised attacker")),
        (Some(1), Some(-1))
    );
    assert_eq!(t.total(), 6);
}

#[test]
fn r10_2_5a_one_for_each_supporting_hex() {
    assert_eq!(open("").modifier("supporting hexes"), None, "the attacking hex does not support itself");
    assert_eq!(open("ru-ii 0611").modifier("supporting hexes"), None, "nor does a second unit in it");
    assert_eq!(open("ru-ii 0709").modifier("supporting hexes"), Some(1));
    assert_eq!(
        open("ru-ii 0709\nru-iv 0709").modifier("supporting hexes"),
        Some(1),
        "hexes count, not units"
    );
    assert_eq!(open("ru-ii 0709\nru-iv 0509").modifier("supporting hexes"), Some(2));
    assert_eq!(
        open("ru-ii 0709\nru-iv 0509\nru-xx 0609\nru-r1 0510\nru-vi 0710").modifier("supporting hexes"),
        Some(5)
    );
}

#[test]
fn r10_2_5b_who_supports() {
    rules!("fury 10.3.3b");
    assert_eq!(open("ru-ii 0708").modifier("supporting hexes"), None, "it must touch the target");
    assert_eq!(open("hq-ru-ii 0709").modifier("supporting hexes"), None, "headquarters do not support");
    assert_eq!(open("ru-ii 0709 disorganised").modifier("supporting hexes"), None);
    assert_eq!(
        open("ru-ii 0709 disorganised\nru-iv 0709").modifier("supporting hexes"),
        Some(1),
        "one sound unit is enough"
    );
    assert_eq!(open("ru-ii 0709 reduced").modifier("supporting hexes"), Some(1));
    assert_eq!(open("ru-cadre 0709 army=hq-ru-i").modifier("supporting hexes"), Some(1));
}

#[test]
fn r10_2_5c_contact_with_another_enemy_hex_forbids_support() {
    rules!("fury 10.3.3c");
    assert_eq!(open("ru-ii 0709\nde-r8 0708").modifier("supporting hexes"), None);
    assert_eq!(open("ru-ii 0709\nde-r8 0708 disorganised").modifier("supporting hexes"), Some(1));
    assert_eq!(
        open("ru-ii 0709\nde-r8 0708 disorganised\nde-lw8 0708").modifier("supporting hexes"),
        None,
        "not alone"
    );
    assert_eq!(
        open("ru-ii 0709\nhq-de-viii 0708").modifier("supporting hexes"),
        Some(1),
        "headquarters block nothing"
    );
    assert_eq!(
        open("ru-ii 0709\nah-i 0708").modifier("supporting hexes"),
        None,
        "it need not be of this front"
    );
    // The Russian units themselves do not disturb each other, and a German two hexes off does not either.
    assert_eq!(open("ru-ii 0709\nde-r8 0707").modifier("supporting hexes"), Some(1));
}

#[test]
fn r10_2_5c_fortresses_beside_the_supporting_hex() {
    // 0608 touches Thorn; the target 0609 lies between 0608 and 0610.
    let at = |more: &str| {
        let pieces = format!("ru-iii 0610\nhq-ru-i 0611\nde-xvii 0609\nru-ii 0608\n{more}");
        fight(RUSSIAN, &pieces, "0609 from 0610 with RU III", &[6, 1]).modifier("supporting hexes")
    };
    assert_eq!(at(""), None, "an empty fortress stands");
    assert_eq!(at("ru-vi 0607 besieging"), Some(1), "a besieged one does not count");
    assert_eq!(at("ru-vi 0607 besieging\nde-r8 0607"), Some(1), "nor do those shut in");
    assert_eq!(at("fort 0607"), Some(1), "nor an empty one that has been taken");
    assert_eq!(at("fort 0607\nde-r8 0607"), None, "but the unit that stands there");
}

#[test]
fn r10_2_5d_support_is_judged_when_the_combat_is_fought() {
    // II in 0709 touches both targets. Beating R8 first frees it to support against XVII.
    let pieces = "
        ru-iii 0611
        hq-ru-i 0612
        de-xvii 0610
        ru-ii 0709
        de-r8 0708
        ru-vi 0808
        hq-ru-ii 0808";
    let mut t = Table::at(RUSSIAN, pieces);
    t.say("attack 0610 from 0611 with RU III", &[])
        .say("attack 0708 from 0808 with RU VI", &[])
        .say("end declarations", &[]);
    let mut before = t.clone();
    before.say("fight for 0610", &[6, 1]);
    assert_eq!(before.modifier("supporting hexes"), None);
    t.say("fight for 0708", &[6, 5]).say("retreat", &[]).say("to 0608", &[]).say("to 0507", &[]);
    t.say("advance RU VI", &[]);
    t.say("fight for 0610", &[6, 1]);
    assert_eq!(t.modifier("supporting hexes"), Some(1));
}

#[test]
fn r10_2_5e_supporters_suffer_nothing() {
    // Attacker's loss and retreat: both fall on III alone.
    let mut t = open("ru-ii 0709");
    assert_eq!(t.total(), 3);
    t = fight(
        RUSSIAN,
        "ru-ii 0611\nhq-ru-i 0612 inactive\nde-xvii 0610\nru-iv 0709 ",
        "0610 from 0611 with RU II",
        &[6, 1],
    );
    assert_eq!(t.total(), 2);
    assert!(t.counter("ru-ii").reduced && !t.counter("ru-iv").reduced);
    t.say("retreat", &[]).say("to 0612", &[]);
    assert_eq!((t.place("ru-ii"), t.place("ru-iv")), ("0612".into(), "0709".into()));
    assert!(t.badge("ru-ii", "disorganised") && !t.badge("ru-iv", "disorganised"));
}

#[test]
fn r10_2_6a_cavalry_rolls_only_on_free_ground() {
    rules!("fury 10.2.6b", "fury 10.2.6d");
    let roll = |dice: &[u8], hq: &str| {
        fight(RUSSIAN, &format!("ru-ii 0611\n{hq}\nde-xvii 0610"), "0610 from 0611 with RU II", dice)
    };
    // Active: value 2; inactive: value 1 and no support.
    for (die, hq, gain) in [
        (1, "hq-ru-i 0612", true),
        (2, "hq-ru-i 0612", true),
        (3, "hq-ru-i 0612", false),
        (1, "hq-ru-i 0612 inactive", true),
        (2, "hq-ru-i 0612 inactive", false),
    ] {
        let t = roll(&[die, 3], hq);
        assert_eq!(t.told().contains("cavalry +1"), gain, "{die} with {hq}");
        let support = if hq.ends_with("inactive") { 0 } else { 1 };
        assert_eq!(t.total(), 3 + support + u8::from(gain));
    }
    // River, fortress and difficult ground: the dice given are one too many if cavalry rolled.
    let river = fight(RUSSIAN, "ru-iii 0709\nhq-ru-i 0710\nde-xvii 0610", "0610 from 0709 with RU III", &[1]);
    assert!(!river.told().contains("cavalry rolls"));
}

#[test]
fn r10_2_6c_german_cavalry_is_better_late_in_the_year() {
    let roll = |turn: &str, hq: &str, die: u8| {
        let head = GERMAN.replace("S1", turn);
        let t = fight(
            &head,
            &format!("de-xvii 0610\n{hq}\nru-ii 0611"),
            "0611 from 0610 with DE XVII",
            &[die, 3],
        );
        t.told().contains("cavalry +1").then_some(1)
    };
    for turn in ["A2", "S1", "S2", "O1", "O2"] {
        assert_eq!(
            (roll(turn, "hq-de-viii 0609", 1), roll(turn, "hq-de-viii 0609", 2)),
            (Some(1), None),
            "{turn}"
        );
    }
    for turn in ["N1", "N2", "D1", "D2"] {
        assert_eq!(
            (roll(turn, "hq-de-viii 0609", 2), roll(turn, "hq-de-viii 0609", 3)),
            (Some(1), None),
            "{turn}"
        );
        assert_eq!(roll(turn, "hq-de-viii 0609 inactive", 2), Some(1), "{turn}");
    }
    // Not for the Russians, and not for Germans under an Austrian headquarters.
    let russian = RUSSIAN.replace("S1", "N1");
    let t = fight(
        &russian,
        "ru-ii 0611\nhq-ru-i 0612 inactive\nde-xvii 0610",
        "0610 from 0611 with RU II",
        &[2, 3],
    );
    assert!(t.told().contains("cavalry rolls 2") && !t.told().contains("cavalry +1"));
    let head = "turn = 'N1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2\nfront = 'south'";
    let pieces = "de-lw-s 0610 army=hq-ah-i\nhq-ah-i 0609\nru-ix 0611";
    let t = fight(head, pieces, "0611 from 0610 with DE Lw S", &[2, 3]);
    assert!(t.told().contains("cavalry rolls 2") && !t.told().contains("cavalry +1"));
}

#[test]
fn an_attack_that_has_fallen_below_one_to_two_is_fought_at_the_lowest_row() {
    rules!("fury 10.2.1j", "fury 10.1d");
    // VI, reduced, may attack R8 and later finds XX there too: 3 against 12.
    let pieces = "
        de-xx 0904
        de-r8 0705
        ru-ii 1005
        ru-iii 1005
        hq-ru-i 1005
        ru-vi 0605 reduced
        hq-ru-ii 0605
        ru-xiii 0807";
    let mut t = Table::at(RUSSIAN, pieces);
    t.say("attack 0904 from 1005 with RU II + RU III", &[]).say("attack 0705 from 0605 with RU VI", &[]);
    t.say("end declarations", &[]).say("fight for 0904", &[6, 4]);
    t.say("retreat", &[]).say("to 0805", &[]).say("to 0705", &[]).say("advance RU II", &[]);
    t.say("fight for 0705", &[6]);
    assert!(t.told().contains("0705: 3 against 12"));
    assert_eq!(
        (t.modifier("ratio"), t.modifier("river"), t.modifier("disorganised defender")),
        (Some(-2), Some(-1), Some(1))
    );
}
