//! Movement: 9; stacking: 9.2.

use crate::common::*;
use sandtable_fury::Action;

/// Nobody has rail points, so combat units go on foot.
const RUSSIA: &str = "turn = 'S1'\nphase = 'moves'\nactivation = 1\nrail = { ru = 0, ah = 0, de = 0 }";
const CENTRAL: &str =
    "turn = 'S1'\nphase = 'moves'\nside = 'cp'\nactivation = 2\nrail = { ru = 0, ah = 0, de = 0 }";
const RUSSIA_SOUTH: &str =
    "turn = 'S1'\nphase = 'moves'\nactivation = 1\nfront = 'south'\nrail = { ru = 0, ah = 0, de = 0 }";
const CENTRAL_SOUTH: &str = "turn = 'S1'\nphase = 'moves'\nside = 'cp'\nactivation = 2\nfront = 'south'\nrail = { ru = 0, ah = 0, de = 0 }";

#[test]
fn r9a_one_after_another() {
    let mut t = Table::at(RUSSIA, "ru-iii 1409\nru-iv 1409");
    t.say("move RU III to 1410", &[]);
    assert!(t.badge("ru-iii", "moved") && !t.badge("ru-iv", "moved"));
    assert_eq!((t.place("ru-iii"), t.place("ru-iv")), ("1410".into(), "1409".into()));
    // It is done, even with a point left; the other may still go anywhere, and in any order.
    assert!(t.starting("move RU III to ").is_empty());
    assert_eq!(t.forbids_move("ru-iii", "1411"), "9a");
    assert!(t.may_move("ru-iv", "1411"));
    let mut t = Table::at(RUSSIA, "ru-iii 1409\nru-iv 1409");
    t.say("move RU IV to 1410", &[]).say("move RU III to 1411", &[]).say("end movement", &[]);
    // A unit that is nowhere does not move; nor does anyone move to where it is.
    let t = Table::at(RUSSIA, "ru-iii 1409");
    assert_eq!(
        (t.forbids_move("ru-iv", "1410"), t.forbids_move("ru-iii", "1409")),
        ("9a".into(), "9c".into())
    );
}

#[test]
fn r9b_two_points_for_a_unit_three_for_a_headquarters() {
    rules!("fury 9c", "fury 2.1e", "fury 2.2e");
    // Open country without an enemy: every hex within two, and none beyond.
    let t = Table::at(RUSSIA, "ru-iii 1409\nru-cadre 1210 army=hq-ru-i");
    let d = &game().data;
    for (name, start) in [("RU III", "1409"), ("RU Cadre 1", "1210")] {
        let reach = t.starting(&format!("move {name} to "));
        assert_eq!(reach.len(), 18, "{name}");
        assert!(reach.iter().all(|h| (1..=2).contains(&d.distance(hex_of(h), hex_of(start)))));
    }
    assert_eq!(t.forbids_move("ru-iii", "1412"), "9.3c");
    // A Russian headquarters in Hungary, far from its own railways.
    let t = Table::at(RUSSIA, "hq-ru-i 0420");
    assert_eq!(t.starting("move RU HQ I to ").len(), 32, "within three hexes, less what mountains keep away");
    assert!(t.may_move("hq-ru-i", "0718") && t.may_move("hq-ru-i", "0120"));
    assert_eq!(t.forbids_move("hq-ru-i", "0820"), "9.3f");
    // Disorganised units march as well as others.
    let t = Table::at(RUSSIA, "ru-iii 1409 disorganised reduced");
    assert_eq!(t.starting("move RU III to ").len(), 18);
}

#[test]
fn r9d_mountains_cost_two_off_the_railway() {
    // From Sillein (0316): along the railway to Poprad (0517) for two, off it one mountain hex at most.
    let want = "0215 0216 0217 0218 0314 0315 0317 0318 0415 0416 0417 0517";
    let t = Table::at(CENTRAL_SOUTH, "ah-iii 0316");
    assert_eq!(t.starting("move AH III to ").join(" "), want);
    // The railway of any country will do for marching.
    let t = Table::at(RUSSIA_SOUTH, "ru-xi 0316");
    assert!(t.may_move("ru-xi", "0517"));
    assert_eq!(t.forbids_move("ru-xi", "0516"), "9d", "two mountain hexes without a line between them");
    // From the plain: a mountain hex beside it, not one behind another hex.
    let t = Table::at(CENTRAL_SOUTH, "ah-iii 0515");
    let want = "0314 0414 0415 0416 0513 0514 0516 0614 0615 0616 0617 0714 0715 0716";
    assert_eq!(t.starting("move AH III to ").join(" "), want);
    assert_eq!(t.forbids_move("ah-iii", "0517"), "9d");
}

#[test]
fn r9e_enemy_units_bar_a_hex() {
    let t = Table::at(RUSSIA, "ru-iii 1405\nde-r8 1304\nru-iv 1305");
    assert_eq!(t.forbids_move("ru-iii", "1304"), "9e");
    assert_eq!(t.forbids_move("ru-iv", "1206"), "9e", "an empty fortress defends itself");
    // One that was taken is entered, empty or not of the enemy.
    assert!(Table::at(RUSSIA, "ru-iv 1305\nfort 1206").may_move("ru-iv", "1206"));
    assert_eq!(Table::at(RUSSIA, "ru-iv 1305\nfort 1206\nde-r8 1206").forbids_move("ru-iv", "1206"), "9e");
    // An enemy headquarters alone bars nothing.
    assert!(Table::at(RUSSIA, "ru-iii 1405\nhq-de-viii 1304").may_move("ru-iii", "1304"));
}

#[test]
fn r9e_a_siege_under_way_can_be_joined() {
    rules!("fury 9.2a");
    let siege = "de-xx 1206\nde-xvii 1206\nru-iii 1206 besieging";
    let mut t =
        Table::at(RUSSIA, &format!("{siege}\nru-iv 1305\nru-xx 1306\nru-xv 1207\nhq-ru-i 1405 inactive"));
    assert_eq!(t.forbids_move("ru-xv", "1206"), "9.2a", "of another army");
    assert!(t.may_move("hq-ru-i", "1206"));
    t.say("move RU IV to 1206", &[]);
    assert!(t.badge("ru-iv", "besieging"));
    // Counted per side: two Germans inside do not take the Russians' room, a third Russian has none.
    assert_eq!(t.forbids_move("ru-xx", "1206"), "9.2a");
    // The other side cannot walk in, nor can the garrison walk out.
    let t = Table::at(CENTRAL, &format!("{siege}\nde-i 1105"));
    assert_eq!(
        (t.forbids_move("de-i", "1206"), t.forbids_move("de-xx", "1105")),
        ("9e".into(), "10.5i".into())
    );
    // The last besieger leaves: the siege is over, and it cannot come back by walking.
    let mut t = Table::at(RUSSIA, &format!("{siege}\nru-iv 1305"));
    t.say("move RU III to 1306", &[]);
    assert!(!t.badge("de-xx", "besieged") && !t.badge("ru-iii", "besieging"));
    assert_eq!(t.forbids_move("ru-iv", "1206"), "9e");
}

#[test]
fn r9f_a_headquarters_alone_keeps_out_of_contact() {
    rules!("fury 9i");
    let t = Table::at(RUSSIA, "hq-ru-i 1505\nde-xvii 1304");
    assert_eq!(
        (t.forbids_move("hq-ru-i", "1405"), t.forbids_move("hq-ru-i", "1404")),
        ("9f".into(), "9f".into())
    );
    assert!(t.may_move("hq-ru-i", "1406"));
    // With a unit it may.
    assert!(Table::at(RUSSIA, "hq-ru-i 1505\nde-xvii 1304\nru-iii 1405").may_move("hq-ru-i", "1405"));
    // So it may into a fortress, one of its own or one that was taken.
    assert!(Table::at(RUSSIA, "hq-ru-i 1505\nde-xvii 1404").may_move("hq-ru-i", "1504"));
    assert!(Table::at(RUSSIA, "hq-ru-i 1505\nde-xvii 1404\nfort 1504").may_move("hq-ru-i", "1504"));
    // An enemy fortress or headquarters is no enemy unit.
    assert!(Table::at(RUSSIA, "hq-ru-i 1406").may_move("hq-ru-i", "1306"));
    assert!(Table::at(RUSSIA, "hq-ru-i 1505\nhq-de-viii 1304").may_move("hq-ru-i", "1405"));
    // Nor does it pass by: the way from 1407 to 1404 leads along the enemy in 1305.
    let t = Table::at(RUSSIA, "hq-ru-i 1407\nde-xvii 1305");
    assert_eq!(t.forbids_move("hq-ru-i", "1404"), "9b");
    assert!(Table::at(RUSSIA, "hq-ru-i 1407").may_move("hq-ru-i", "1404"));
    // A besieged garrison is shut in and touches nobody.
    let t = Table::at(RUSSIA, "hq-ru-i 1406\nde-xx 1206\nru-iii 1206 besieging");
    assert!(t.may_move("hq-ru-i", "1306"));
}

#[test]
fn r9g_a_lone_headquarters_is_shifted_out_of_contact() {
    rules!("fury 9h", "fury 9i");
    let pieces = "hq-ru-i 1405\nde-xx 1204\nde-xvii 1105";
    let mut t = Table::at(CENTRAL, pieces);
    t.say("move DE XX to 1304", &[]);
    // Its owner chooses, among hexes outside enemy zones.
    assert_eq!((t.decider(), t.asked().0), (RU, "9g"));
    assert_eq!(t.offers(), ["to 1406", "to 1504", "to 1505"]);
    assert_eq!(
        (t.forbidden(Action::To(hex_of("1404"))), t.forbidden(Action::To(hex_of("1604")))),
        ("9h".into(), "9h".into())
    );
    t.say("to 1406", &[]);
    assert_eq!((t.place("hq-ru-i"), t.decider(), t.asked().0), ("1406".into(), CP, "8a"));
    // The next one drives it on.
    t.say("move DE XVII to 1305", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "9g"));
    assert_eq!(t.offers(), ["to 1407", "to 1505", "to 1506"]);
    assert!(!t.badge("hq-ru-i", "disorganised"));
    // With a unit, or in a fortress of its own, it stays; in a fortress once taken it does not.
    let stays = |pieces: &str, to: &str| {
        let mut t = Table::at(CENTRAL, pieces);
        t.say(&format!("move DE XX to {to}"), &[]);
        t.asked().0 == "8a" && t.place("hq-ru-i") == Table::at(CENTRAL, pieces).place("hq-ru-i")
    };
    assert!(stays("hq-ru-i 1405\nru-iii 1405\nde-xx 1204", "1304"));
    assert!(stays("hq-ru-i 1405\nru-cadre 1405 army=hq-ru-i\nde-xx 1204", "1304"));
    assert!(stays("hq-ru-i 1504\nde-xx 1304", "1404"));
    assert!(stays("hq-ru-i 1504\nde-xx 1304\nfort 1504", "1404"), "a fortress once taken will do");
    // Out of contact, or met only by a headquarters, it stays too.
    assert!(stays("hq-ru-i 1505\nde-xx 1204", "1304"));
    let mut t = Table::at(CENTRAL, "hq-ru-i 1405\nhq-de-viii 1204");
    t.say("move DE HQ VIII to 1304", &[]);
    assert_eq!((t.asked().0, t.place("hq-ru-i").as_str()), ("8a", "1405"));
    // A mover never shifts its own side's headquarters.
    let mut t = Table::at(CENTRAL, "hq-ah-i 1303\nhq-ru-i 1607\nde-xx 1204");
    t.say("move DE XX to 1304", &[]);
    assert_eq!((t.asked().0, t.place("hq-ah-i").as_str()), ("8a", "1303"));
}

#[test]
fn r9h_the_shift_keeps_the_priorities_of_a_retreat() {
    rules!("fury 9g");
    // Germans in 1503 and 1506 cover every hex round 1405; a friend in 1505 makes that the best one.
    let ring = "hq-ru-i 1405\nde-xx 1204\nde-i 1503\nde-xvii 1506";
    let mut t = Table::at(CENTRAL, &format!("{ring}\nru-iii 1505"));
    t.say("move DE XX to 1304", &[]);
    assert_eq!((t.place("hq-ru-i").as_str(), t.asked().0), ("1505", "8a"), "the only one of its class");
    // Without a friend all are alike, and the shift goes on until there is no contact.
    let mut t = Table::at(CENTRAL, ring);
    t.say("move DE XX to 1304", &[]);
    assert_eq!(t.offers(), ["to 1305", "to 1404", "to 1406", "to 1504", "to 1505"]);
    let mut fort = t.clone();
    fort.say("to 1504", &[]);
    assert_eq!((fort.place("hq-ru-i").as_str(), fort.asked().0), ("1504", "8a"), "in Kovno it is safe");
    // From 1505 the only hex further off that is outside enemy zones.
    t.say("to 1505", &[]);
    assert_eq!((t.place("hq-ru-i").as_str(), t.asked().0), ("1605", "8a"));
}

#[test]
fn r9g_a_headquarters_with_nowhere_to_go_leaves_for_a_turn() {
    let mut t = Table::at(CENTRAL, "hq-ru-i 0103\nde-xx 0105\nde-i 0204");
    t.say("move DE XX to 0104", &[]);
    assert_eq!((t.place("hq-ru-i").as_str(), t.asked().0), ("reinforcements", "8a"));
    assert!(t.told().contains("RU HQ I leaves the map for a turn"));
    // With one hex left it goes there, and on from it.
    let mut t = Table::at(CENTRAL, "hq-ru-i 0103\nde-xx 0105");
    t.say("move DE XX to 0104", &[]);
    assert_eq!((t.place("hq-ru-i").as_str(), t.asked().0), ("0204", "9g"));
    assert_eq!(t.offers(), ["to 0303", "to 0304"]);
}

#[test]
fn r9_2a_two_units_and_one_headquarters_of_one_army() {
    let t = Table::at(RUSSIA, "ru-iii 1409\nru-iv 1410\nhq-ru-i 1411\nru-xx 1509");
    assert!(t.may_move("ru-iv", "1409") && t.may_move("hq-ru-i", "1409"));
    let full = "ru-iii 1409\nru-iv 1409\nhq-ru-i 1411\nru-xx 1509\nhq-ru-ii 1410 inactive";
    let t = Table::at(RUSSIA, full);
    assert_eq!(
        (t.forbids_move("ru-xx", "1409"), t.forbids_move("hq-ru-ii", "1409")),
        ("9.2a".into(), "9.2a".into())
    );
    assert!(t.may_move("hq-ru-i", "1409"), "a headquarters takes no room of a unit");
    assert_eq!(t.forbids_move("ru-xx", "1410"), "9.2a", "nor with the headquarters of another army");
    // One unit of another army fills the hex for everybody else.
    let t = Table::at(RUSSIA, "ru-xv 1409\nru-iii 1410\nhq-ru-i 1411");
    assert_eq!(
        (t.forbids_move("ru-iii", "1409"), t.forbids_move("hq-ru-i", "1409")),
        ("9.2a".into(), "9.2a".into())
    );
    assert!(Table::refused_at(RUSSIA, "ru-iii 1409\nru-iv 1409\nru-xx 1409").contains("9.2a"));
    assert!(Table::refused_at(RUSSIA, "ru-iii 1409\nru-xv 1409").contains("9.2a"));
}

#[test]
fn r9_2a_allies_never_stack_but_detachments_do() {
    rules!("fury 7r");
    let pieces = "de-gd-r 0514 army=hq-ah-i\nah-i 0615\nah-ii 0515\nde-lw-s 0415 army=hq-ah-iv\nhq-ah-i 0514";
    let t = Table::at(CENTRAL_SOUTH, pieces);
    assert!(t.may_move("de-gd-r", "0615") && t.may_move("ah-i", "0514"));
    assert_eq!(
        (t.forbids_move("de-gd-r", "0515"), t.forbids_move("de-gd-r", "0415")),
        ("9.2a".into(), "9.2a".into())
    );
    assert!(t.may_move("de-lw-s", "0515"), "of the Austrian 4th Army both");
    let t = Table::at(CENTRAL, "de-xx 0414\nah-i 0514\nde-gd-r 0413 army=hq-ah-i");
    assert_eq!(
        (t.forbids_move("de-xx", "0514"), t.forbids_move("de-xx", "0413")),
        ("9.2a".into(), "9.2a".into())
    );
}

#[test]
fn r9_2b_passing_through_a_full_hex() {
    // The way from 1406 to 1404 leads through 1405 alone.
    for pieces in ["ru-iii 1405\nru-xx 1405", "ru-xv 1405\nru-xiii 1405", "hq-ru-ii 1405"] {
        let t = Table::at(RUSSIA, &format!("ru-iv 1406\n{pieces}"));
        assert!(t.may_move("ru-iv", "1404"), "{pieces}");
        assert_eq!(t.forbids_move("ru-iv", "1405"), "9.2a");
    }
    // A train passes as well.
    let head = "turn = 'S1'\nphase = 'moves'\nactivation = 1";
    let t = Table::at(head, "ru-iv 1605\nru-xv 1604\nru-xiii 1604\nru-vi 1603\nru-i 1603");
    assert!(t.may_move("ru-iv", "1402"));
    assert_eq!(
        (t.forbids_move("ru-iv", "1604"), t.forbids_move("ru-iv", "1603")),
        ("9.2a".into(), "9.2a".into())
    );
}

#[test]
fn r9g_a_headquarters_does_not_stay_in_a_fortress_when_the_siege_ends() {
    rules!("fury 9e", "fury 9f");
    // The last besieger marches off: its headquarters is alone among enemies and may not end the movement there.
    let mut t = Table::at(RUSSIA, "de-xx 1206\nru-iii 1206 besieging\nhq-ru-i 1206 inactive");
    t.say("move RU III to 1306", &[]);
    while t.asked().0 == "9g" {
        let way = t.offers()[0].clone();
        t.say(&way, &[]);
    }
    t.say("end movement", &[]);
    while t.asked().0 == "9g" {
        let way = t.offers()[0].clone();
        t.say(&way, &[]);
    }
    assert_ne!(t.place("hq-ru-i"), "1206");
}

#[test]
fn r9g_a_unit_that_passes_a_lone_headquarters_moves_it_off() {
    rules!("fury 9h");
    // The mountain 0418 leaves XII one way from 0518 to 0318: by 0419, which touches 0420 and nothing else does.
    let pieces = "ah-xii 0518\nhq-ah-ii 0718 inactive\nhq-ru-viii 0420";
    let mut t = Table::at(CENTRAL_SOUTH, pieces);
    t.say("move AH XII to 0318", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "9g"), "its owner chooses while XII stands in 0419");
    assert_eq!((t.place("ah-xii"), t.starting("to ").join(" ")), ("0419".into(), "0320 0421 0520".into()));
    assert_eq!(t.p.way.hexes(), [hex_of("0318")], "0419 is behind it");
    t.say("to 0421", &[]);
    assert_eq!((t.place("ah-xii"), t.place("hq-ru-viii"), t.decider()), ("0318".into(), "0421".into(), CP));
    assert!(t.told().contains("AH XII moves to 0318 by 0419"));
    // With a unit it is not alone, and stays.
    let mut t = Table::at(CENTRAL_SOUTH, &format!("{}\nru-xii 0421", pieces.replace("0420", "0421")));
    t.say("move AH XII to 0318", &[]);
    assert_eq!((t.place("hq-ru-viii"), t.decider()), ("0421".into(), CP));
    // Where there is another way the usual one leaves it alone, and the other is a move of its own.
    let pieces = "ah-xii 0519\nhq-ah-ii 0718 inactive\nhq-ru-viii 0421";
    let mut t = Table::at(CENTRAL_SOUTH, pieces);
    let mut by = t.clone();
    assert_eq!(t.starting("move AH XII to 0621"), ["", " by 0520"]);
    t.say("move AH XII to 0621", &[]);
    assert_eq!((t.place("hq-ru-viii"), t.decider()), ("0421".into(), CP));
    assert!(t.told().contains("AH XII moves to 0621 by 0620"));
    by.say("move AH XII to 0621 by 0520", &[]);
    assert_eq!((by.decider(), by.place("ah-xii")), (RU, "0520".into()));
    let hex = by.offers()[0].clone();
    by.say(&hex, &[]);
    assert_eq!((by.place("ah-xii"), by.decider()), ("0621".into(), CP));
    // Clicked through its hexes it is the same.
    use sandtable_core::guide::Guide;
    let t = Table::at(CENTRAL_SOUTH, pieces);
    let wish = game().wish(&t.p, CP, &ids(&["ah-xii"]), Some("0520 0621")).unwrap();
    assert_eq!(sandtable_core::Game::describe(game(), &t.p, &wish), "move AH XII to 0621 by 0520");
    // A way that changes nothing may be named as well; one that is none is refused.
    let t = Table::at(CENTRAL_SOUTH, pieces);
    assert_eq!(t.typed("move AH XII to 0621 by 0620"), Typed::Legal("move AH XII to 0621".into()));
    assert_eq!(t.refused("move AH XII to 0621 by 0720"), "9b");
}

#[test]
fn r9i_a_headquarters_in_a_captured_fortress_is_not_alone() {
    let pieces = "hq-ru-i 0607\nde-xx 0805\nde-xvii 0705\nhq-de-viii 0705\nfort 0607";
    let mut t = Table::at(CENTRAL, pieces);
    t.say("move DE XX to 0706", &[]);
    assert_eq!((t.place("hq-ru-i"), t.decider()), ("0607".into(), CP));
    // The fortress holds nobody up: the unit that walks in drives it out and takes it.
    t.say("move DE XVII to 0606", &[]);
    let mut t = Table::at(CENTRAL, &pieces.replace("de-xvii 0705", "de-xvii 0606"));
    t.say("move DE XVII to 0607", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "9g"));
}

#[test]
fn r9g_whoever_enters_contact_shifts_a_headquarters_however_he_moves() {
    rules!("fury 10.3.2d", "fury 9h");
    // A retreat of two hexes: the headquarters that it passes is shifted, then the retreat goes on.
    let head = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
    let pieces = "ru-iii 1405\nru-iv 1405\nhq-ru-i 1505\nde-xvii 1304\nhq-ru-ii 1105 inactive";
    let mut t = Table::at(head, pieces);
    t.say("attack 1304 from 1405 with RU III + RU IV", &[]).say("end declarations", &[]);
    t.say("fight for 1304", &[6, 5]).say("loss to RU III", &[]).say("retreat", &[]);
    assert_eq!((t.asked().0, t.decider()), ("10.3.2f", CP));
    let mut past = t.clone();
    past.say("to 1205", &[]);
    while past.asked().0 == "9g" {
        let next = past.offers()[0].clone();
        past.say(&next, &[]);
    }
    assert_ne!(past.place("hq-ru-ii"), "1105", "1205 is next to it");
    assert_eq!((past.asked().0, past.decider()), ("10.3.2f", CP), "now its second hex");
    // One that keeps away leaves it alone.
    t.say("to 1303", &[]);
    assert_eq!((t.asked().0, t.decider(), t.place("hq-ru-ii").as_str()), ("10.3.2f", CP, "1105"));
}

#[test]
fn r9g_a_reinforcement_that_passes_a_headquarters_shifts_it() {
    rules!("fury 11.4e", "fury 9h");
    // The entry hex 1609 touches the headquarters, 1509 where the march ends does not.
    let head = "turn = 'S1'\nphase = 'reinforcements'\nside = 'ru'\nrail = { ru = 0, ah = 0, de = 0 }";
    let mut t = Table::at(head, "box ru-xxii\nhq-ru-x 1611\nhq-de-viii 1608");
    t.say("bring RU XXII for RU X Army", &[]);
    let mut far = t.clone();
    t.say("enter at 1509", &[]);
    assert_eq!(
        (t.asked().0, t.decider(), t.place("ru-xxii").as_str()),
        ("9g", CP, "1609"),
        "it waits in the entry hex"
    );
    while t.asked().0 == "9g" {
        let next = t.offers()[0].clone();
        t.say(&next, &[]);
    }
    assert!(t.place("hq-de-viii") != "1608" && t.place("ru-xxii") == "1509");
    assert!(t.told().contains("RU XXII enters at 1509"));
    far.say("enter at 1613", &[]);
    assert_eq!((far.place("hq-de-viii").as_str(), far.place("ru-xxii").as_str()), ("1608", "1613"));
}
