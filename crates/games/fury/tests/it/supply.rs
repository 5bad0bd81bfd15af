//! The administrative phase, victory check and front adjustment: chapters 11, 11.1 and 11.2.

use crate::common::*;
use sandtable_core::{Decision, Game, Side};
use sandtable_fury::Action;

/// The last activation of a turn: ending declarations begins the administrative phase.
const LAST: &str = "turn = 'S1'\nphase = 'attacks'";
const RUSSIAN: &str = "turn = 'S1'\nphase = 'adjustment'\nside = 'ru'";
const CENTRAL: &str = "turn = 'S1'\nphase = 'adjustment'\nside = 'cp'\ninitiative = 'cp'";

/// Hexes with isolated stacks of the side that adjusts. A far-off corps, always isolated, makes sure that it does.
fn isolated(head: &str, pieces: &str) -> Vec<String> {
    let far = if head == RUSSIAN { ("ru-xxiv 0103", "0103") } else { ("ah-ls2 1601", "1601") };
    let t = Table::at(head, &format!("{}\n{pieces}", far.0));
    let mut out: Vec<String> = Vec::new();
    for action in t.offers() {
        let rest = action.strip_prefix("withdraw ").or(action.strip_prefix("give up ")).unwrap();
        let hex = rest[..4].to_string();
        if hex != far.1 && !out.contains(&hex) {
            out.push(hex);
        }
    }
    out.sort();
    out
}

fn none() -> Vec<String> {
    vec![]
}

fn outcome(t: &Table) -> Option<(Option<Side>, &'static str)> {
    match game().to_decide(&t.p) {
        Decision::Over(o) => Some((o.winner, o.level)),
        _ => None,
    }
}

#[test]
fn r11a_order_of_the_phase() {
    rules!("fury 11.2r", "fury 10.3.3d");
    let pieces = "
        ru-ii 1103 disorganised
        hq-ru-i 1504
        ru-iii 1206 besieging
        ru-iv 1406
        hq-de-viii 0106
        hq-ah-i 0115";
    let mut t = Table::at(LAST, pieces);
    t.say("end declarations", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "11.2h"));
    assert!(t.badge("ru-ii", "disorganised"), "recovery comes later");
    // The siege test is rolled when the fronts are settled.
    t.say("withdraw 1103 to 1204", &[3]);
    assert!(t.told().contains("siege of Lötzen: roll 3"));
    assert!(!t.badge("ru-ii", "disorganised"));
    for (side, moment) in
        [(RU, "Russian replacements"), (CP, "Austrian replacements"), (CP, "German replacements")]
    {
        assert_eq!((t.decider(), t.asked().0), (side, "11.3a"));
        assert!(t.sees(0).moment.contains(moment));
        t.say("done", &[]);
    }
    for side in [RU, CP] {
        assert_eq!((t.decider(), t.asked().0), (side, "11.4c"));
        t.say("done", if side == CP { &[1] } else { &[] });
    }
    assert_eq!((t.decider(), t.asked().0), (RU, "11.5c"));
    t.say("activate RU HQ I", &[1]).say("activate AH HQ I", &[1]).say("activate DE HQ VIII", &[2, 1]);
    assert_eq!((t.track("turn"), t.asked().0), ("S2".into(), "7d"));
}

#[test]
fn r11b_nothing_after_recovery_on_the_last_turn() {
    let pieces =
        "ru-ii 1206\nfort 1206\nru-iv 1406\nhq-ru-i 1405\nde-xx 0106\nhq-de-viii 0106\neliminated ru-iii";
    let mut t = Table::at("turn = 'D2'\nphase = 'attacks'", pieces);
    t.say("end declarations", &[]);
    assert_eq!(outcome(&t), Some((Some(RU), "tactical")));
    // On the turn before, the phase goes on.
    let mut t = Table::at("turn = 'D1'\nphase = 'attacks'", pieces);
    t.say("end declarations", &[]);
    assert_eq!(outcome(&t), None);
    assert_eq!(t.asked().0, "11.3a");
}

#[test]
fn r11_1a_five_more_fortresses_win_at_once() {
    const GERMAN: [&str; 6] = ["1206", "0606", "0607", "0208", "1004", "0615"];
    const RUSSIA: [&str; 6] = ["1504", "1507", "1307", "0909", "0910", "1311"];
    let ru = ["ru-ii", "ru-iii", "ru-iv", "ru-xx", "ru-vi", "ru-xiii"];
    let cp = ["de-i", "de-xvii", "de-xx", "de-i-r", "de-r8", "de-lw8"];
    let ends = |by_russia: usize, by_central: usize| {
        let mut pieces = String::new();
        for (unit, hex) in ru.iter().zip(GERMAN).take(by_russia).chain(cp.iter().zip(RUSSIA).take(by_central))
        {
            pieces.push_str(&format!("{unit} {hex}\nfort {hex}\n"));
        }
        let mut t = Table::at(LAST, &pieces);
        t.say("end declarations", &[]);
        outcome(&t)
    };
    assert_eq!(ends(5, 0), Some((Some(RU), "strategic")));
    assert_eq!(ends(6, 0), Some((Some(RU), "strategic")));
    assert_eq!(ends(0, 5), Some((Some(CP), "strategic")));
    assert_eq!(ends(6, 1), Some((Some(RU), "strategic")), "12 controlled in the end");
    // Four are not enough; nor are five with one lost.
    assert_eq!((ends(4, 0), ends(0, 4), ends(5, 1), ends(1, 5)), (None, None, None, None));
}

#[test]
fn r11_1a_is_checked_before_the_siege_tests() {
    // Four taken and in supply; Kraków falls to the siege: that counts from the next check on, or at the very end.
    let pieces = "
        ru-ii 1004\nfort 1004
        ru-iii 1206\nfort 1206
        ru-xi 1217\nfort 1217
        ru-x 1017\nfort 1017
        ru-gr 0615 besieging
        ru-xx 1104
        ru-r1 1304
        ru-ix 1316
        ru-xiv 0816";
    let mut t = Table::at(LAST, pieces);
    t.say("end declarations", &[6]);
    assert_eq!((outcome(&t), t.asked().0), (None, "11.3a"));
    assert_eq!(t.track("fortresses, net for Russia"), "+5");
    let mut t = Table::at("turn = 'D2'\nphase = 'attacks'", pieces);
    t.say("end declarations", &[6]);
    assert_eq!(outcome(&t), Some((Some(RU), "strategic")));
    let mut t = Table::at("turn = 'D2'\nphase = 'attacks'", pieces);
    t.say("end declarations", &[5]);
    assert_eq!(outcome(&t), Some((Some(RU), "operational")));
}

#[test]
fn r11_2a_the_initiative_holder_first() {
    let pieces = "ru-ii 0103\nah-i 1601";
    let mut t = Table::at(LAST, pieces);
    t.say("end declarations", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "11.2h"));
    t.say("give up 0103", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "11.2h"));
    t.say("give up 1601", &[]);
    assert_eq!(t.asked().0, "11.3a");
    let mut t = Table::at(&format!("{LAST}\nside = 'cp'\ninitiative = 'cp'"), pieces);
    t.say("end declarations", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "11.2h"));
    t.say("give up 1601", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "11.2h"));
}

#[test]
fn r11_2b_two_hexes_to_a_source() {
    rules!("fury 11.2g", "fury 11.2e");
    // 1405 lies on the railway two hexes from the entry hex 1605.
    assert_eq!(isolated(RUSSIAN, "ru-ii 1304"), none());
    assert_eq!(isolated(RUSSIAN, "ru-ii 1204"), none());
    assert_eq!(isolated(RUSSIAN, "ru-ii 1104"), ["1104"]);
    assert_eq!(isolated(RUSSIAN, "hq-ru-i 1204"), none());
    assert_eq!(isolated(RUSSIAN, "hq-ru-i 1104"), ["1104"], "headquarters need a line too");
}

#[test]
fn r11_2c_supplied_friends_are_sources() {
    assert_eq!(isolated(RUSSIAN, "ru-ii 1104\nru-iii 1204"), none());
    assert_eq!(isolated(RUSSIAN, "ru-ii 1104\nru-vii 1204"), none(), "of any army");
    assert_eq!(isolated(RUSSIAN, "ru-ii 1104\nhq-ru-i 1204"), ["1104"], "headquarters pass nothing on");
    // Nor do two units without a line feed each other.
    assert_eq!(isolated(RUSSIAN, "ru-ii 1104\nru-iii 1005"), ["1005", "1104"]);
    // A chain of any number.
    assert_eq!(isolated(RUSSIAN, "ru-ii 1005\nru-iii 1104\nru-iv 1204"), none());
    // Allies help each other: XX before Kielce hangs on an Austrian corps.
    assert_eq!(isolated(CENTRAL, "de-xx 0812"), ["0812"]);
    assert_eq!(isolated(CENTRAL, "de-xx 0812\nah-i 0713"), none());
}

#[test]
fn r11_2d_fortresses_as_sources() {
    rules!("fury 11.2t", "fury 11.2f", "fury 11.2g", "fury 11.2m");
    // XV in 0808 is two hexes from Novogeorgievsk, which the railway joins to the east over far more than four hexes.
    assert_eq!(isolated(RUSSIAN, "ru-xv 0808"), none());
    assert_eq!(isolated(RUSSIAN, "ru-xv 0807"), ["0807"]);
    // Railways cut on both sides: Warsaw still has a line of two hexes to Ivangorod, and Novogeorgievsk one to Warsaw.
    assert_eq!(isolated(RUSSIAN, "ru-xv 0808\nde-i 1010\nde-xx 0611"), none());
    // With 0911 held as well both are isolated, and feed only those inside.
    assert_eq!(isolated(RUSSIAN, "ru-xv 0808\nde-i 1010\nde-xx 0611\nde-xvii 0911"), ["0808"]);
    assert_eq!(isolated(RUSSIAN, "ru-xv 0909\nde-i 1010\nde-xx 0611\nde-xvii 0911"), none());
    assert_eq!(isolated(RUSSIAN, "hq-ru-ii 0910\nde-i 1010\nde-xx 0611\nde-xvii 0911"), none());
}

#[test]
fn r11_2e_railway_hexes_of_the_own_country_up_to_four_from_an_entry_hex() {
    // 1019 is four hexes from 0822 and 1022; 1118 is five. Lemberg and Przemyśl are lost.
    assert_eq!(isolated(CENTRAL, "ah-i 1218\nfort 1217\nfort 1017"), none());
    assert_eq!(isolated(CENTRAL, "ah-i 1317\nfort 1217\nfort 1017"), ["1317"]);
    assert_eq!(isolated(CENTRAL, "ah-i 1317"), none(), "unless Lemberg stands");
    // The enemy's railways are no use.
    assert_eq!(isolated(RUSSIAN, "ru-xi 0919"), ["0919"]);
    // Nor is a friendly rail hex near an entry hex that the enemy holds: 1603 and 1605 are covered from 1604.
    assert_eq!(isolated(RUSSIAN, "ru-ii 1402\nru-iii 1502"), none());
    assert_eq!(isolated(RUSSIAN, "ru-ii 1402\nde-xx 1604"), ["1402"]);
}

#[test]
fn r11_2e_the_entry_hex_is_of_the_nation_of_the_railway() {
    // Kraków is lost and covers 0514, and IX in 0412 cuts the German lines at 0312 and 0413. Kattowitz (0414) is still
    // four rail hexes from an Austrian entry hex, but it is German.
    assert_eq!(isolated(CENTRAL, "de-xx 0613\nru-xi 0615\nfort 0615\nru-ix 0412"), ["0613"]);
    assert_eq!(
        isolated(CENTRAL, "de-xx 0613\nru-xi 0615\nfort 0615"),
        none(),
        "0413 is four from a German one"
    );
}

#[test]
fn r11_2f_zones_without_a_friend_stop_lines() {
    // The way from 1204 to 1405 goes by 1304, into which 1205 looks.
    assert_eq!(isolated(RUSSIAN, "ru-ii 1204\nde-xx 1205"), ["1204"]);
    assert_eq!(isolated(RUSSIAN, "ru-ii 1204\nde-xx 1205\nru-iii 1304"), none());
    assert_eq!(isolated(RUSSIAN, "ru-ii 1204\nde-xx 1304"), ["1204"], "nor through an enemy unit");
    // The unit's own hex may lie in a zone: 1204 does here, with no other way cut.
    assert_eq!(isolated(RUSSIAN, "ru-ii 1204\nde-xx 1103"), none());
    // A railway: II in 0905 looks on both lines to Königsberg, on which Lw8 lives.
    assert_eq!(isolated(CENTRAL, "de-lw8 1103"), none());
    assert_eq!(isolated(CENTRAL, "de-lw8 1103\nru-ii 0905"), ["1103"]);
    assert_eq!(isolated(CENTRAL, "de-lw8 1103\nru-ii 0905\nde-xx 0904\nde-i 0805"), none());
}

#[test]
fn r11_2h_an_isolated_stack_must_go_back() {
    rules!("fury 11.2i");
    let mut t = Table::at(RUSSIAN, "ru-ii 1104\nru-iii 1104\nhq-ru-i 1104");
    // 1204 is outside the zones and two hexes from 1405; 1205 would do too but lies in the zone of Lötzen.
    assert_eq!(t.offers(), ["withdraw 1104 to 1204"]);
    let to = |hex: &str| Action::Withdraw { from: hex_of("1104"), first: hex_of(hex), second: hex_of(hex) };
    assert_eq!(t.forbidden(to("1205")), "11.2i");
    assert_eq!(t.forbidden(to("1103")), "11.2i", "that would not end it");
    assert_eq!(t.forbidden(Action::Perish(hex_of("1104"))), "11.2h");
    assert_eq!(t.forbidden(Action::Perish(hex_of("1204"))), "11.2g");
    t.say("withdraw 1104 to 1204", &[]);
    for piece in ["ru-ii", "ru-iii", "hq-ru-i"] {
        assert_eq!(t.place(piece), "1204");
        assert!(!t.badge(piece, "disorganised"));
    }
    // With Königsberg and Lötzen lost nothing is in a zone: still one hex where one is enough, not 1203 by 1103. The
    // captured fortress would feed the side that holds it.
    let t = Table::at(RUSSIAN, "ru-ii 1104\nfort 1004\nfort 1206");
    let mut ways = t.offers();
    ways.sort();
    assert_eq!(ways, ["withdraw 1104 to 1004", "withdraw 1104 to 1204", "withdraw 1104 to 1205"]);
    let t = Table::at(RUSSIAN, "ru-ii 1103");
    assert_eq!(t.offers(), ["withdraw 1103 to 1203", "withdraw 1103 to 1204"]);
}

#[test]
fn r11_2k_into_zones_with_a_test_for_each_hex() {
    rules!("fury 11.2h");
    // From 1005 no single hex helps. Königsberg covers 1104, Lötzen 1105 and 1205.
    let t = Table::at(RUSSIAN, "ru-iii 1005");
    assert_eq!(t.offers(), ["withdraw 1005 to 1204 by 1104", "withdraw 1005 to 1205 by 1105"]);
    let mut one = t.clone();
    one.say("withdraw 1005 to 1204 by 1104", &[2]);
    assert!(one.counter("ru-iii").reduced && one.place("ru-iii") == "1204");
    let mut held = t.clone();
    held.say("withdraw 1005 to 1204 by 1104", &[3]);
    assert!(!held.counter("ru-iii").reduced);
    let mut two = t.clone();
    two.say("withdraw 1005 to 1205 by 1105", &[1, 2]);
    assert_eq!(two.place("ru-iii"), "eliminated");
}

#[test]
fn r11_2j_a_friend_in_the_zone_is_better() {
    rules!("fury 11.2o");
    // Both are isolated. III goes by 1105, where II stands, and tests only in 1205.
    let mut t = Table::at(RUSSIAN, "ru-iii 1005\nru-ii 1105");
    assert_eq!(t.starting("withdraw 1005 "), ["to 1205 by 1105"]);
    let mut first = t.clone();
    first.say("withdraw 1005 to 1205 by 1105", &[4]);
    // II now hangs on III.
    assert_eq!(
        (first.place("ru-iii"), first.place("ru-ii"), first.asked().0),
        ("1205".into(), "1105".into(), "11.3a")
    );
    // The other order changes what III may do.
    t.say("withdraw 1105 to 1205", &[5]);
    assert_eq!(t.starting("withdraw 1005 "), ["to 1104", "to 1105"]);
}

#[test]
fn r11_2l_what_cannot_be_saved_is_eliminated() {
    rules!("fury 11.2n", "fury 10.3.1m");
    let mut t = Table::at(RUSSIAN, "ru-gr 0103 reduced\nru-xiv 0103\nhq-ru-iv 0103");
    assert_eq!(t.offers(), ["give up 0103"]);
    t.say("give up 0103", &[]);
    assert_eq!((t.place("ru-gr"), t.place("ru-xiv")), ("eliminated".into(), "eliminated".into()));
    assert!(t.sees(0).counters.iter().all(|c| !c.id.starts_with("cadre")), "no Cadre is left");
    // The headquarters waits and may not enter on this turn.
    assert_eq!(t.place("hq-ru-iv"), "reinforcements");
    t.say("done", &[]).say("done", &[]).say("done", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "11.4c"));
    assert!(t.starting("bring RU HQ IV").is_empty());
    let hq = game().piece("hq-ru-iv").unwrap();
    assert_eq!(t.forbidden(Action::BringHq(hq, sandtable_fury::pieces::Front::South)), "11.2n");
    // Planning for three nations and the initiative: nobody has a headquarters on the map.
    t.say("done", &[]).say("done", &[1, 1, 1, 6, 1]);
    assert_eq!((t.track("turn"), t.asked().0), ("S2".into(), "7d"));
    for _ in 0..4 {
        if t.asked().0 != "8a" {
            t.say("front South", &[]);
        }
        t.say("end movement", &[]).say("end declarations", &[]);
    }
    t.say("done", &[]).say("done", &[]).say("done", &[]);
    assert_eq!(t.starting("bring RU HQ IV"), [" for the South front"], "a turn later, on its own front");
}

#[test]
fn r11_2m_units_in_a_fortress_are_never_isolated() {
    assert_eq!(isolated(CENTRAL, "de-r8 1004\nru-ii 0905\nru-iii 1105"), none());
    assert_eq!(isolated(CENTRAL, "de-r8 1004\nru-ii 1004 besieging"), none());
    assert_eq!(isolated(CENTRAL, "de-r8 1103\nru-ii 0905"), ["1103"], "only in the hex itself");
}

#[test]
fn r11_2m_holds_for_a_captured_fortress_too() {
    assert_eq!(isolated(RUSSIAN, "ru-ii 0607\nfort 0607"), none());
    assert_eq!(isolated(RUSSIAN, "ru-ii 0706\nru-iii 0607\nfort 0607"), ["0706"], "but it passes nothing on");
    assert_eq!(
        isolated(RUSSIAN, "hq-ru-i 0607\nfort 0607"),
        ["0607"],
        "a headquarters alone does not hold it"
    );
}

#[test]
fn r11_2p_an_isolated_besieger_gives_the_siege_up() {
    // III besieges Königsberg without a line. It goes back to 1104, then 1204.
    let mut t = Table::at(RUSSIAN, "ru-iii 1004 besieging\nde-r8 1004\nde-lw8 0904");
    assert_eq!(t.offers().len(), 3);
    assert_eq!(t.offers()[1..], ["withdraw 1004 to 1204 by 1103", "withdraw 1004 to 1204 by 1104"]);
    t.say("withdraw 1004 to 1204 by 1104", &[]);
    assert!(t.told().contains("the siege of Königsberg is lifted"));
    assert!(!t.badge("ru-iii", "besieging") && !t.badge("de-r8", "besieged"));
    assert_eq!((t.place("ru-iii"), t.asked().0), ("1204".into(), "11.3a"));
}

#[test]
fn r11_2s_the_second_player_is_judged_after_the_first() {
    rules!("fury 11.2a");
    // II in 0905 cuts Königsberg off, on which Lw8 in 1103 lives, and is itself isolated.
    let pieces = "ru-ii 0905\nde-lw8 1103";
    let mut t = Table::at(LAST, pieces);
    t.say("end declarations", &[]).say("withdraw 0905 to 0907 by 0906", &[]);
    assert_eq!(t.asked().0, "11.3a", "Lw8 has its line again");
    let mut t = Table::at(&format!("{LAST}\nside = 'cp'\ninitiative = 'cp'"), pieces);
    t.say("end declarations", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "11.2h"));
}
