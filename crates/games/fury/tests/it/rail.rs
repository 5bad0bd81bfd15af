//! Rail movement: 9.3.

use crate::common::*;

const RUSSIA: &str = "turn = 'S1'\nphase = 'moves'\nactivation = 1";
const CENTRAL: &str = "turn = 'S1'\nphase = 'moves'\nside = 'cp'\nactivation = 2";
const SOUTH: &str = "turn = 'S1'\nphase = 'moves'\nside = 'cp'\nactivation = 2\nfront = 'south'";

fn with_points(head: &str, ru: u8, ah: u8, de: u8) -> String {
    format!("{head}\nrail = {{ ru = {ru}, ah = {ah}, de = {de} }}")
}

fn points(t: &Table) -> [String; 3] {
    ["Russian", "Austrian", "German"].map(|n| t.track(&format!("{n} rail points")))
}

#[test]
fn r9_3a_five_points_or_three() {
    rules!("fury 2.3e");
    assert_eq!(game().data.tables.rail, [5, 3, 3]);
    assert_eq!(points(&Table::campaign()), ["5", "3", "3"]);
    // Full again in the planning step, whatever was spent.
    let head = with_points("turn = 'S1'\nphase = 'reinforcements'\nside = 'cp'", 0, 1, 2);
    let mut t = Table::at(&head, "");
    assert_eq!(points(&t), ["0", "1", "2"]);
    t.say("done", &[1, 1, 1, 1, 1]);
    assert_eq!(points(&t), ["5", "3", "3"]);
}

#[test]
fn r9_3b_points_serve_activations_and_administration() {
    rules!("fury 9.3n", "fury 9.3c");
    let mut t = Table::at(RUSSIA, "ru-iii 1607\nru-iv 1607");
    t.say("move RU III to 0910", &[]);
    assert!(t.told().contains("RU III moves to 0910 by rail"));
    assert_eq!(points(&t), ["4", "3", "3"]);
    // In the administrative phase too, as long as there are any.
    let pieces = "box ru-xx\nbox ru-ii\nhq-ru-i 1605";
    let mut t = Table::at(&with_points("turn = 'S1'\nphase = 'reinforcements'", 1, 3, 3), pieces);
    t.say("bring RU XX for RU I Army", &[]);
    assert!(t.offered("enter at 0910"));
    t.say("enter at 0910", &[]);
    assert_eq!(points(&t), ["0", "3", "3"]);
    t.say("bring RU II for RU I Army", &[]);
    assert!(!t.offered("enter at 0910") && t.offered("enter at 1611"));
    // Standing in the entry hex costs nothing.
    t.say("enter at 1611", &[]);
    assert_eq!(points(&t), ["0", "3", "3"]);
}

#[test]
fn r9_3c_one_point_for_each_unit() {
    rules!("fury 9.3n");
    let mut t = Table::at(&with_points(RUSSIA, 2, 3, 3), "ru-iii 1607\nru-iv 1607\nru-xx 1507\nru-ii 1507");
    t.say("move RU III to 1110", &[]);
    assert_eq!(points(&t), ["1", "3", "3"]);
    // What it can do on foot is never charged.
    t.say("move RU XX to 1407", &[]);
    assert!(t.told().contains("RU XX moves to 1407") && !t.told().contains("by rail"));
    assert_eq!(points(&t), ["1", "3", "3"]);
    t.say("move RU IV to 1110", &[]);
    assert_eq!(points(&t), ["0", "3", "3"]);
    assert_eq!(t.forbids_move("ru-ii", "1210"), "9.3c");
    assert!(t.may_move("ru-ii", "1409"), "two hexes on foot");
    // Germans and Austrians have accounts of their own; so does a Cadre's nation pay.
    let mut t = Table::at(&with_points(CENTRAL, 5, 0, 1), "de-cadre 0806 army=hq-de-viii\nah-i 0615");
    t.say("move DE Cadre 1 to 0208", &[]);
    assert_eq!(points(&t), ["5", "0", "0"]);
    assert_eq!(Table::at(&with_points(SOUTH, 5, 0, 3), "ah-i 0615").forbids_move("ah-i", "1217"), "9.3c");
    assert!(Table::at(&with_points(SOUTH, 0, 1, 0), "ah-i 0615").may_move("ah-i", "1217"));
}

#[test]
fn r9_3d_headquarters_ride_free() {
    let mut t = Table::at(&with_points(RUSSIA, 0, 0, 0), "hq-ru-i 1607\nhq-ru-ii 1507 inactive");
    t.say("move RU HQ I to 0513", &[]);
    assert!(t.told().contains("by rail"));
    assert_eq!(points(&t), ["0", "0", "0"]);
    let mut t = Table::at(RUSSIA, "hq-ru-i 1607\nhq-ru-ii 1507 inactive");
    t.say("move RU HQ I to 0513", &[]);
    assert_eq!(points(&t), ["5", "3", "3"]);
}

#[test]
fn r9_3e_one_movement_point_for_any_distance() {
    rules!("fury 9.3j");
    let t = Table::at(RUSSIA, "ru-iii 1607\nhq-ru-i 1607 inactive");
    // To the other end of Russia, and one hex on.
    for hex in ["0513", "0410", "1617", "1613", "1013", "0411"] {
        assert!(t.may_move("ru-iii", hex), "{hex}");
    }
    // 1014 lies two hexes from every station: too far for a corps, not for a headquarters.
    assert_eq!(t.forbids_move("ru-iii", "1014"), "9.3f");
    assert!(t.may_move("hq-ru-i", "1014"));
    assert_eq!(t.forbids_move("hq-ru-i", "1501"), "9.3f");
    // Into a mountain off the railway there is not enough left: 0216 beside Sillein.
    let t = Table::at(SOUTH, "ah-i 0615");
    assert!(t.may_move("ah-i", "0316") && t.may_move("ah-i", "0417"));
    assert_eq!((t.forbids_move("ah-i", "0216"), t.forbids_move("ah-i", "0416")), ("9d".into(), "9d".into()));
    // First on foot to the station, then the train; not two hexes on foot and then the train.
    let t = Table::at(RUSSIA, "ru-iii 1505\nru-iv 1103\nru-xv 0808\nru-vi 1014");
    assert!(t.may_move("ru-iii", "1401"), "by Kovno or Koshedary");
    assert!(t.may_move("ru-xv", "1112"));
    assert_eq!(t.forbids_move("ru-vi", "1311"), "9.3f");
}

#[test]
fn r9_3f_an_unbroken_railway_of_the_own_country() {
    // Trains run only at home: not on German rails for Russians, not on Russian ones for Germans.
    let t = Table::at(RUSSIA, "ru-iii 1105\nru-iv 1504\nru-xx 1405");
    assert_eq!(t.forbids_move("ru-iii", "0806"), "9.3f");
    assert_eq!(t.forbids_move("ru-iv", "1507"), "9.3f", "the line of Kovno does not meet that of Grodno");
    assert_eq!(t.forbids_move("ru-xx", "1203"), "9.3f", "no train over the frontier");
    let t = Table::at(CENTRAL, "de-xx 0806\nde-xvii 0710\nde-i 0414\nde-i-r 1004");
    assert!(t.may_move("de-xx", "1105") && t.may_move("de-xx", "0111"));
    assert_eq!(t.forbids_move("de-xvii", "0410"), "9.3f");
    // Not from Germany to Austria either, though lines join them.
    assert_eq!(t.forbids_move("de-i", "0715"), "9.3f");
    assert_eq!(t.forbids_move("de-i-r", "0615"), "9.3f");
    let t = Table::at(SOUTH, "ah-i 0615");
    assert_eq!(t.forbids_move("ah-i", "0312"), "9.3f");
    assert!(t.may_move("ah-i", "0414"), "by train to Auschwitz and on foot over the frontier");
    // An enemy on the line breaks it.
    let line = "ru-iii 1605\nde-xx 1603";
    assert_eq!(Table::at(RUSSIA, line).forbids_move("ru-iii", "1402"), "9.3f");
    assert!(Table::at(RUSSIA, "ru-iii 1605").may_move("ru-iii", "1402"));
    // So does a siege: Grodno is one of two ways, Kovno the only one to Wirballen.
    let t = Table::at(RUSSIA, "hq-ru-i 1603\nde-xx 1504 besieging\nru-iii 1504");
    assert!(!t.may_move("hq-ru-i", "1405"));
    assert!(Table::at(RUSSIA, "hq-ru-i 1603").may_move("hq-ru-i", "1405"));
}

#[test]
fn r9_3g_a_train_may_leave_from_an_enemy_zone() {
    let t = Table::at(RUSSIA, "ru-iii 1405\nde-xx 1304");
    assert!(t.may_move("ru-iii", "1603"));
    let t = Table::at(CENTRAL, "de-xx 1304\nru-iii 1405");
    assert!(t.may_move("de-xx", "0111"));
    // But not along the line into the next zone hex without a friend there: Kovno's garrison opens it.
    let zone = "ru-iii 1405\nde-xx 1404";
    assert_eq!(Table::at(RUSSIA, zone).forbids_move("ru-iii", "1604"), "9.1e");
    assert!(Table::at(RUSSIA, &format!("{zone}\nru-iv 1504")).may_move("ru-iii", "1604"));
}

#[test]
fn r9_3h_a_zone_on_the_line_needs_a_friend() {
    // The enemy in 1602 covers 1603 and 1502 on the line to Mazheiki.
    let line = "ru-iii 1605\nde-xx 1602";
    let may = |friends: &str| Table::at(RUSSIA, &format!("{line}\n{friends}")).may_move("ru-iii", "1402");
    assert!(!may("") && !may("ru-iv 1603") && !may("ru-iv 1502"));
    assert!(may("ru-iv 1603\nru-xx 1502"));
    assert!(may("ru-xv 1603\nru-cadre 1502 army=hq-ru-iv"), "of whatever army and front");
    assert!(!may("ru-iv 1603\nhq-ru-i 1502"), "a headquarters is not enough");
    assert_eq!(Table::at(RUSSIA, line).forbids_move("ru-iii", "1402"), "9.3h");
    // Friends may be allies: Germans of another Austrian army on the line to Tarnopol.
    let line = "ah-iii 1217\nru-xi 1516";
    let may = |friends: &str| Table::at(SOUTH, &format!("{line}\n{friends}")).may_move("ah-iii", "1518");
    assert!(!may("") && !may("de-gd-r 1417 army=hq-ah-iv"));
    assert!(may("de-gd-r 1417 army=hq-ah-iv\nde-xx 1517"));
}

#[test]
fn r9_3i_a_train_does_not_end_in_a_zone_without_a_friend() {
    let line = "ru-iii 1605\nde-xx 1602\nru-iv 1603";
    let t = Table::at(RUSSIA, line);
    assert_eq!(t.forbids_move("ru-iii", "1502"), "9.3i");
    assert!(Table::at(RUSSIA, &format!("{line}\nru-xx 1502")).may_move("ru-iii", "1502"));
    // Beside a German fortress: Włocławek lies in the zone of Thorn. A corps walks in from the last station.
    let t = Table::at(RUSSIA, "ru-iii 1607\nru-iv 0910");
    assert!(t.may_move("ru-iii", "0608") && t.may_move("ru-iii", "0609"));
    let t = Table::at(RUSSIA, "ru-iii 1607\nde-xx 0508");
    assert_eq!(t.forbids_move("ru-iii", "0608"), "9.3i", "now 0609 lies in a zone as well");
}

#[test]
fn r9_3j_land_and_rail_in_one_move() {
    // Ciechanów is the only station beside 0808.
    let may = |more: &str| Table::at(RUSSIA, &format!("ru-xv 0808\n{more}")).may_move("ru-xv", "1112");
    assert!(may(""));
    // Entering a zone stops it there, even beside a friend: no train after that.
    assert!(!may("de-xx 1008") && !may("de-xx 1008\nru-vi 0908"));
    assert_eq!(Table::at(RUSSIA, "ru-xv 0808\nde-xx 1008").forbids_move("ru-xv", "1112"), "9.1e");
    // A train first and then a step into a zone is legal: 1502 beside the enemy in 1501.
    assert!(Table::at(RUSSIA, "ru-iii 1605\nde-xx 1501").may_move("ru-iii", "1502"));
    // Where a friend lets a train end in a zone, it ends: no step from Kremenets (1617) on to 1618.
    let south = "turn = 'S1'\nphase = 'moves'\nactivation = 1\nfront = 'south'";
    let t = Table::at(south, "ru-xi 1414\nru-x 1616\nru-ix 1617\nah-iii 1516");
    assert!(t.may_move("ru-xi", "1617"));
    assert_eq!(t.forbids_move("ru-xi", "1618"), "9.1e");
    assert!(Table::at(south, "ru-xi 1414\nru-x 1616\nru-ix 1617").may_move("ru-xi", "1618"));
    // Without points it stays on foot.
    let t = Table::at(&with_points(RUSSIA, 0, 3, 3), "ru-xv 0808");
    assert_eq!(t.forbids_move("ru-xv", "1112"), "9.3c");
    // A headquarters may walk two hexes to its train.
    assert!(Table::at(RUSSIA, "hq-ru-i 1014").may_move("hq-ru-i", "1611"));
}

#[test]
fn r9_3j_on_foot_then_by_train_then_on_foot() {
    // One point to Radom (0912), one for the train to Kobrin (1511), one to 1510: three for a headquarters.
    let t = Table::at(RUSSIA, "hq-ru-i 0812");
    assert!(t.may_move("hq-ru-i", "1511"));
    assert!(t.may_move("hq-ru-i", "1510"));
}

#[test]
fn r9_3k_no_marching_after_the_train_in_the_administrative_phase() {
    let pieces = "box ru-xx\nhq-ru-i 1605";
    let mut t = Table::at("turn = 'S1'\nphase = 'reinforcements'", pieces);
    t.say("bring RU XX for RU I Army", &[]);
    let d = &game().data;
    for hex in t.starting("enter at ") {
        assert!(d.steps(hex_of(&hex)).any(|s| s.rail), "{hex} has no railway");
    }
    // 0911 and 1013 lie beside stations; by train to the station and one step would reach them.
    assert!(t.offered("enter at 0910") && t.offered("enter at 1012"));
    assert!(!t.offered("enter at 0911") && !t.offered("enter at 1013"));
    // Without points there is the march of four hexes along a railway: from Bereza to Siedlce's neighbour, no further.
    let mut t = Table::at(&with_points("turn = 'S1'\nphase = 'reinforcements'", 0, 3, 3), pieces);
    t.say("bring RU XX for RU I Army", &[]);
    assert!(t.offered("enter at 1311") && t.offered("enter at 1211"));
    assert!(!t.offered("enter at 1110") && !t.offered("enter at 1510"));
    t.say("enter at 1211", &[]);
    assert_eq!(points(&t), ["0", "3", "3"]);
}

#[test]
fn r9_3l_detached_germans_enter_on_german_points_and_both_networks() {
    let pieces = "box de-xi\nhq-de-viii 0806\nhq-ah-i 0615";
    let enter = |points: (u8, u8, u8), army: &str| {
        let head =
            with_points("turn = 'S1'\nphase = 'reinforcements'\nside = 'cp'", points.0, points.1, points.2);
        let mut t = Table::at(&head, pieces);
        t.say(&format!("bring DE XI for {army}"), &[]);
        t
    };
    let mut t = enter((5, 0, 1), "AH I Army");
    assert!(t.offered("enter at 0615") && !t.offered("enter at 0806") && t.offered("enter at 0915"));
    t.say("enter at 0615", &[]);
    assert_eq!(points(&t), ["5", "0", "0"]);
    // Without German points not, however many the Austrians have.
    assert!(!enter((5, 3, 0), "AH I Army").offered("enter at 0615"));
    // A German of a German army has no business on Austrian rails.
    let t = enter((5, 3, 3), "DE VIII Army");
    assert!(t.offered("enter at 0806") && !t.offered("enter at 0615"));
    // Nor has an Austrian on German ones.
    let mut t = Table::at("turn = 'S1'\nphase = 'reinforcements'\nside = 'cp'", "box ah-iv\nhq-ah-ii 0615");
    t.say("bring AH IV for AH II Army", &[]);
    assert!(t.offered("enter at 0615") && !t.offered("enter at 0211") && !t.offered("enter at 0413"));
}

#[test]
fn r9_3m_afterwards_on_austrian_points_and_rails() {
    let pieces = "de-xi 0615 army=hq-ah-i\nde-gd-r 0414 army=hq-ah-i";
    let mut t = Table::at(&with_points(SOUTH, 5, 1, 3), pieces);
    assert!(t.may_move("de-xi", "1319"));
    assert_eq!(t.forbids_move("de-xi", "0312"), "9.3m");
    // In Germany it finds no train.
    assert_eq!(t.forbids_move("de-gd-r", "0111"), "9.3m");
    // Nor would a German one bring it there: no railway of either country does.
    assert_eq!(t.forbids_move("de-gd-r", "0711"), "9.3f");
    assert!(t.may_move("de-gd-r", "0915"), "on foot to Auschwitz, then by Austrian train");
    t.say("move DE XI to 1319", &[]);
    assert_eq!(points(&t), ["5", "0", "3"]);
    assert_eq!(t.forbids_move("de-gd-r", "0915"), "9.3c");
    // One of the 8th Army keeps to German points and rails.
    let mut t = Table::at(&with_points(CENTRAL, 5, 0, 1), "de-xx 0414");
    t.say("move DE XX to 0806", &[]);
    assert_eq!(points(&t), ["5", "0", "0"]);
}
