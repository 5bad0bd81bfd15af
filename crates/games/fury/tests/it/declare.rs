//! Declaring attacks and the line of command: chapters 10 and 10.1.

use crate::common::*;
use sandtable_fury::Action;

const NORTH: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";

#[test]
fn r10a_targets_are_named_and_marked() {
    let mut t = Table::at(
        NORTH,
        "ru-iii 0611
         hq-ru-i 0612
         de-xvii 0610",
    );
    assert_eq!(t.decider(), RU);
    assert_eq!(t.asked().0, "10a");
    assert!(t.may_attack("0611", "0610", &["ru-iii"]));
    assert_eq!(t.forbids_attack("0611", "0710", &["ru-iii"]), "10a", "nobody there");
    assert!(t.sees(0).marks.iter().all(|m| m.what != "attack"));
    t.say("attack 0610 from 0611 with RU III", &[]);
    let marks: Vec<_> = t.sees(0).marks.into_iter().filter(|m| m.what == "attack").collect();
    assert_eq!(marks.len(), 1);
    assert_eq!((marks[0].place.as_str(), marks[0].side), ("0610", "ru"));
}

#[test]
fn r10a_a_lone_headquarters_is_no_target() {
    let t = Table::at(NORTH, "ru-iii 0611\nhq-ru-i 0612\nhq-de-viii 0610");
    assert_eq!(t.forbids_attack("0611", "0610", &["ru-iii"]), "10a");
}

fn two_attacks() -> Table {
    let mut t = Table::at(
        NORTH,
        "ru-iii 0611
         ru-iv 0709
         hq-ru-i 0711
         de-xvii 0510
         de-xx 0609",
    );
    t.say("attack 0510 from 0611 with RU III", &[]).say("attack 0609 from 0709 with RU IV", &[]);
    t
}

#[test]
fn r10b_the_active_player_picks_the_order() {
    let mut t = two_attacks();
    t.say("end declarations", &[]);
    assert_eq!(t.asked().0, "10b");
    assert_eq!(t.offers(), ["fight for 0510", "fight for 0609"]);
    let mut other = t.clone();
    t.say("fight for 0510", &[6, 4]);
    assert!(t.told().contains("0510: 7 against 6"));
    other.say("fight for 0609", &[6, 4]);
    assert!(other.told().contains("0609: 6 against 8"));
}

#[test]
fn r7m_fronts_are_those_of_armies_or_by_an_option_of_the_map() {
    rules!("fury 7l");
    let head = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";
    // A Russian army posted to the South stands at Insterburg.
    let pieces = "de-xx 1205\nhq-de-viii 1205\nru-xxii 1304 army=hq-ru-x\nhq-ru-x 1405 front=south";
    assert_eq!(Table::at(head, pieces).forbids_attack("1205", "1304", &["de-xx"]), "7m");
    let options = sandtable_core::Options::from([("fronts".to_string(), "map".to_string())]);
    assert!(Table::under(&options, head, pieces).may_attack("1205", "1304", &["de-xx"]));
    // Down in Poland it is the other way round; Warsaw's row belongs to both.
    let south = "de-xx 0713\nhq-de-viii 0713\nru-ii 0714\nru-vi 0712";
    assert!(Table::at(head, south).may_attack("0713", "0714", &["de-xx"]));
    assert_eq!(Table::under(&options, head, south).forbids_attack("0713", "0714", &["de-xx"]), "7m");
    let row = "de-xx 0811\nhq-de-viii 0811\nru-xxi 0810";
    assert!(Table::under(&options, head, row).may_attack("0811", "0810", &["de-xx"]));
}

#[test]
fn r10_1d_a_named_target_is_attacked() {
    let mut t = two_attacks();
    t.say("end declarations", &[]);
    // No way round: nothing but the combats is offered, and the second one waits after the first.
    assert_eq!(t.forbidden(Action::EndAttacks), "10.1d");
    t.say("fight for 0609", &[6, 4]).say("retreat", &[]);
    let step = t.offers()[0].clone();
    t.say(&step, &[]);
    assert_eq!(t.offers(), ["fight for 0510"]);
    assert_eq!(t.sees(0).marks.iter().filter(|m| m.what == "attack").count(), 1);
}

#[test]
fn r10_1a_the_unit_must_be_in_range_of_its_own_headquarters() {
    rules!("fury 10.1b");
    let at = |hq: &str| Table::at(NORTH, &format!("ru-iii 0611\nde-xvii 0610\n{hq}"));
    // The active side of the 1st Army's headquarters reaches 2 hexes, the other side 1.
    assert!(at("hq-ru-i 0613").may_attack("0611", "0610", &["ru-iii"]));
    assert_eq!(at("hq-ru-i 0614").forbids_attack("0611", "0610", &["ru-iii"]), "10.1a");
    assert!(at("hq-ru-i 0612 inactive").may_attack("0611", "0610", &["ru-iii"]));
    assert_eq!(at("hq-ru-i 0613 inactive").forbids_attack("0611", "0610", &["ru-iii"]), "10.1a");
    assert!(
        at("hq-ru-i 0611 inactive").may_attack("0611", "0610", &["ru-iii"]),
        "the same hex is at distance 0"
    );
    // Another army's headquarters does not serve, nor does none at all.
    assert_eq!(at("hq-ru-ii 0612").forbids_attack("0611", "0610", &["ru-iii"]), "10.1a");
    assert_eq!(at("").forbids_attack("0611", "0610", &["ru-iii"]), "10.1a");
}

#[test]
fn r10_1b_range_three_of_the_german_headquarters() {
    let at = |hq: &str| {
        Table::at(
            "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2",
            &format!("de-xx 0610\nru-ii 0611\n{hq}"),
        )
    };
    assert!(at("hq-de-viii 0607").may_attack("0610", "0611", &["de-xx"]));
    assert_eq!(at("hq-de-viii 0606").forbids_attack("0610", "0611", &["de-xx"]), "10.1a");
    assert!(at("hq-de-viii 0608 inactive").may_attack("0610", "0611", &["de-xx"]));
    assert_eq!(at("hq-de-viii 0607 inactive").forbids_attack("0610", "0611", &["de-xx"]), "10.1a");
}

#[test]
fn r10_1c_zones_without_a_friend_cut_the_line() {
    // Between 0613 and 0611 the only way of two hexes goes by 0612, and 0711 looks into it.
    let at = |more: &str| Table::at(NORTH, &format!("ru-iii 0611\nhq-ru-i 0613\nde-xvii 0610\n{more}"));
    assert!(at("").may_attack("0611", "0610", &["ru-iii"]));
    assert_eq!(at("de-r8 0711").forbids_attack("0611", "0610", &["ru-iii"]), "10.1a");
    assert!(at("de-r8 0711\nru-iv 0612").may_attack("0611", "0610", &["ru-iii"]), "a friendly unit opens it");
    assert!(at("de-r8 0711\nru-r3 0612").may_attack("0611", "0610", &["ru-iii"]), "of any army");
    assert_eq!(
        at("de-r8 0711\nhq-ru-ii 0612").forbids_attack("0611", "0610", &["ru-iii"]),
        "10.1a",
        "not a headquarters"
    );
    // Disorganised units have their zone all the same.
    assert_eq!(at("de-r8 0711 disorganised").forbids_attack("0611", "0610", &["ru-iii"]), "10.1a");
    // Both ends of the line may lie in a zone: 0611 always does here, 0613 does with 0713 held.
    assert!(at("de-r8 0713\nru-iv 0613").may_attack("0611", "0610", &["ru-iii"]));
}

#[test]
fn r10_1c_the_zone_of_a_fortress_cuts_the_line_too() {
    // Thorn looks into 0707, the only way of two hexes from 0706 to 0708.
    let at = |more: &str| Table::at(NORTH, &format!("ru-iii 0708\nhq-ru-i 0706\nde-xvii 0709\n{more}"));
    assert_eq!(at("").forbids_attack("0708", "0709", &["ru-iii"]), "10.1a");
    assert!(at("ru-ii 0707").may_attack("0708", "0709", &["ru-iii"]));
    assert!(
        at("fort 0607").may_attack("0708", "0709", &["ru-iii"]),
        "a taken fortress has no zone of its own"
    );
    assert!(at("ru-vi 0607 besieging").may_attack("0708", "0709", &["ru-iii"]), "nor has a besieged one");
}

#[test]
fn r10_1e_one_hex_attacks_one_hex() {
    let mut t = Table::at(
        NORTH,
        "ru-iii 0611
         ru-ii 0611
         hq-ru-i 0612
         de-xvii 0610
         de-r8 0510",
    );
    assert!(t.may_attack("0611", "0510", &["ru-ii"]));
    t.say("attack 0610 from 0611 with RU III", &[]);
    assert_eq!(t.forbids_attack("0611", "0510", &["ru-ii"]), "10.1e");
    assert_eq!(t.starting("attack "), Vec::<String>::new());
    // Only neighbours are attacked.
    let far = Table::at(NORTH, "ru-iii 0612\nhq-ru-i 0612\nde-xvii 0610");
    assert_eq!(far.forbids_attack("0612", "0610", &["ru-iii"]), "10.1e");
}

#[test]
fn r10_1f_one_hex_is_attacked_from_one_hex() {
    let mut t = Table::at(
        NORTH,
        "ru-iii 0611
         ru-ii 0710
         hq-ru-i 0711
         de-xvii 0610",
    );
    assert!(t.may_attack("0710", "0610", &["ru-ii"]));
    t.say("attack 0610 from 0611 with RU III", &[]);
    assert_eq!(t.forbids_attack("0710", "0610", &["ru-ii"]), "10.1f");
}

#[test]
fn r10_1e_a_unit_attacks_once_in_an_activation() {
    // III wins, advances beside another German, and cannot begin anything: declarations are over.
    let mut t = Table::at(NORTH, "ru-iii 0611\nru-ii 0611\nhq-ru-i 0612\nde-r8 0610\nde-xvii 0508");
    t.say("attack 0610 from 0611 with RU II + RU III", &[]).say("end declarations", &[]);
    t.say("fight for 0610", &[6, 2]);
    t.say("retreat", &[]).say("to 0709", &[]).say("to 0708", &[]);
    t.say("advance RU II + RU III", &[]);
    assert_eq!(t.asked().0, "7f", "the activation is over");
}

#[test]
fn r10_1g_support_from_another_army_front_or_ally() {
    let mut t = Table::at(
        NORTH,
        "ru-iii 0611
         hq-ru-i 0612
         de-xvii 0610
         ru-vi 0709
         ru-r3 0509",
    );
    // VI belongs to the 2nd Army, R3 to the 3rd and so to the South, neither with a headquarters on the map.
    t.say("attack 0610 from 0611 with RU III", &[])
        .say("end declarations", &[])
        .say("fight for 0610", &[6, 1]);
    assert_eq!(t.modifier("supporting hexes"), Some(2));
    let mut t = Table::at(
        "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2",
        "de-xx 0611\nhq-de-viii 0612\nru-ii 0610\nah-i 0509",
    );
    t.say("attack 0610 from 0611 with DE XX", &[])
        .say("end declarations", &[])
        .say("fight for 0610", &[6, 1]);
    assert_eq!(t.modifier("supporting hexes"), Some(1), "an Austrian of the South helps a German");
}

#[test]
fn r10_1h_modifiers_come_before_the_roll() {
    let mut t = Table::at(NORTH, "ru-iii 0611\nhq-ru-i 0612\nde-xvii 0610\nru-vi 0709");
    t.say("attack 0610 from 0611 with RU III", &[])
        .say("end declarations", &[])
        .say("fight for 0610", &[6, 1]);
    let at = |words: &str| t.log().iter().position(|l| l.text.starts_with(words)).unwrap();
    let roll = at("combat roll");
    for before in ["0610: 7 against 6", "ratio", "headquarters", "supporting hexes", "cavalry rolls"] {
        assert!(at(before) < roll, "{before}");
    }
    assert_eq!(t.log()[roll].rule, "10.1h");
}

#[test]
fn r10_1i_the_total_is_at_least_one() {
    // 4 against 8 is −2, the river takes one more, the inactive headquarters gives nothing.
    let mut t = Table::at(NORTH, "ru-r1 0709\nhq-ru-i 0710 inactive\nde-xx 0610");
    t.say("attack 0610 from 0709 with RU R1", &[]).say("end declarations", &[]);
    let mut one = t.clone();
    one.say("fight for 0610", &[1]);
    assert_eq!(one.total(), 1);
    assert!(one.told().contains("attacker loses 1, attacker retreats"));
    let mut three = t.clone();
    three.say("fight for 0610", &[3]);
    assert_eq!(three.total(), 1);
    t.say("fight for 0610", &[5]);
    assert_eq!(t.total(), 2);
}
