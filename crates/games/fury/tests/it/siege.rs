//! Sieges: chapter 10.5, with the example of the siege tests.

use crate::common::*;
use sandtable_core::Options;
use sandtable_fury::Action;

const RUSSIAN: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
const MOVES: &str = "turn = 'S1'\nphase = 'moves'\nactivation = 1";
/// The last activation of a turn: ending declarations begins the administrative phase.
const LAST: &str = "turn = 'S1'\nphase = 'attacks'";

fn besieged(t: &Table, hex: &str) -> bool {
    t.sees(0).marks.iter().any(|m| m.what == "siege" && m.place == hex)
}

fn taken(t: &Table, hex: &str) -> Option<&'static str> {
    t.sees(0).marks.iter().find(|m| m.what == "taken" && m.place == hex).map(|m| m.side)
}

/// Whether a hex has an isolated stack of the side that adjusts.
fn isolated(t: &Table, hex: &str) -> bool {
    t.offers().iter().any(|a| a.starts_with(&format!("withdraw {hex}")) || *a == format!("give up {hex}"))
}

/// A Russian siege of Königsberg with a chain of supply from Kovno, and what else is said.
fn koenigsberg(besiegers: &str) -> Table {
    Table::at(LAST, &format!("{besiegers}\nru-xx 1104\nru-ii 1304\nhq-ru-i 1304"))
}

#[test]
fn r10_5a_the_defender_may_choose_a_siege_instead_of_a_retreat() {
    let mut t = Table::at(RUSSIAN, "ru-ii 0706\nru-iii 0706\nhq-ru-i 0706\nde-r8 0606\nhq-de-viii 0606");
    t.say("attack 0606 from 0706 with RU II + RU III", &[])
        .say("end declarations", &[])
        .say("fight for 0606", &[3]);
    assert_eq!((t.decider(), t.offers()), (CP, vec!["retreat".to_string(), "refuse".into(), "siege".into()]));
    t.say("siege", &[]);
    // Nobody is forced and nothing is lost; the attacker sends in one or both.
    assert!(!t.counter("ru-ii").reduced && !t.counter("ru-iii").reduced && !t.counter("de-r8").reduced);
    let ways = t.starting("advance ");
    assert_eq!(ways.len(), 6);
    assert_eq!(t.forbidden(Action::Stay), "10.5b");
    t.say("advance RU III", &[]);
    assert!(besieged(&t, "0606"));
    assert!(t.badge("hq-de-viii", "besieged"));
}

#[test]
fn r10_5b_markers_and_r10_5c_the_besieger_in_the_hex() {
    rules!("fury 10.5b", "fury 10.5c");
    let mut t = Table::at(RUSSIAN, "ru-ii 0706\nru-iii 0706\nhq-ru-i 0706\nde-r8 0606\nde-lw8 0606");
    t.say("attack 0606 from 0706 with RU II + RU III", &[])
        .say("end declarations", &[])
        .say("fight for 0606", &[5]);
    t.say("siege", &[]);
    let mut both = t.clone();
    t.say("advance RU III", &[]);
    assert!(t.badge("de-r8", "besieged") && t.badge("de-lw8", "besieged"));
    assert!(t.badge("ru-iii", "besieging") && !t.badge("ru-ii", "besieging"));
    assert_eq!((t.place("ru-iii"), t.place("ru-ii")), ("0606".into(), "0706".into()));
    assert!(!t.badge("de-r8", "disorganised"), "staying is no retreat");
    both.say("advance RU II + RU III with HQ", &[]);
    assert!(
        both.badge("ru-ii", "besieging")
            && both.badge("ru-iii", "besieging")
            && !both.badge("hq-ru-i", "besieging")
    );
    assert_eq!(both.place("hq-ru-i"), "0606");
}

#[test]
fn r10_5d_a_besieged_fortress_has_no_zone() {
    // From 0708 by 0707 to 0706: Thorn looks into 0707 unless it is besieged.
    let at = |more: &str| Table::at(MOVES, &format!("ru-iv 0708\nhq-ru-i 0709\n{more}"));
    assert!(!at("").may_move("ru-iv", "0706"));
    assert!(at("ru-iii 0607 besieging").may_move("ru-iv", "0706"));
    assert!(at("ru-iii 0607 besieging\nde-r8 0607").may_move("ru-iv", "0706"), "nor has its garrison");
    // The besieger has one: a German is stopped beside Thorn.
    let german = "turn = 'S1'\nphase = 'moves'\nside = 'cp'\nactivation = 2";
    let t = Table::at(german, "de-xx 0708\nhq-de-viii 0709\nru-iii 0607 besieging\nde-r8 0607");
    assert!(t.may_move("de-xx", "0707") && !t.may_move("de-xx", "0706"));
}

#[test]
fn r10_5e_a_besieged_fortress_is_no_link() {
    rules!("fury 11.2m");
    // I on the Russian coast is isolated in any case; Lw8 in 1103 hangs on Königsberg and its railway.
    let head = "turn = 'S1'\nphase = 'adjustment'\nside = 'cp'\ninitiative = 'cp'";
    let free = Table::at(head, "de-lw8 1103\nde-r8 1004\nde-i 1502");
    assert!(!isolated(&free, "1103") && isolated(&free, "1502"));
    let shut = Table::at(head, "de-lw8 1103\nde-r8 1004\nde-i 1502\nru-iii 1004 besieging");
    assert!(isolated(&shut, "1103"));
    assert!(!isolated(&shut, "1004"), "the garrison lives on the fortress");
}

#[test]
fn r10_5f_the_besieger_can_be_attacked_from_outside() {
    rules!("fury 10.5r");
    let german = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";
    let mut t = Table::at(
        german,
        "de-xx 0706\nde-xvii 0706\nhq-de-viii 0706\nde-r8 0607\nru-iii 0607 reduced besieging\nru-iv 0607 besieging",
    );
    t.say("attack 0607 from 0706 with DE XVII + DE XX", &[]).say("end declarations", &[]);
    t.say("fight for 0607", &[6, 1]);
    // Neither the fortress nor those shut in count; the ground is open, so cavalry rolls.
    assert!(t.told().contains("0607: 14 against 10"));
    assert_eq!(
        (t.modifier("ratio"), t.modifier("fortress"), t.modifier("headquarters")),
        (Some(0), None, Some(2))
    );
    assert_eq!(t.total(), 3);
    // The relieving attack can fail, and the siege goes on.
    t.say("retreat", &[]);
    let hex = t.offers()[0].clone();
    t.say(&hex, &[]);
    assert!(besieged(&t, "0607"));
}

#[test]
fn r10_5g_the_siege_ends_when_the_besieger_retreats() {
    let german = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";
    let relief = |garrison: &str, die: u8| {
        let pieces = format!("de-xx 0706\nde-i 0706\nhq-de-viii 0706\n{garrison}\nru-iii 0607 besieging");
        let mut t = Table::at(german, &pieces);
        t.say("attack 0607 from 0706 with DE I + DE XX", &[])
            .say("end declarations", &[])
            .say("fight for 0607", &[6, die]);
        t
    };
    // 16 against 7 is +2, headquarters +2.
    let mut t = relief("de-r8 0607", 2);
    assert_eq!(t.total(), 6);
    // In the open the defender pays for refusing: the fortress belongs to the other side.
    assert_eq!(t.offers(), ["retreat", "refuse"]);
    let mut stays = t.clone();
    stays.say("refuse", &[]);
    assert!(stays.counter("ru-iii").reduced);
    stays.say("accept", &[]);
    assert!(besieged(&stays, "0607"));
    t.say("retreat", &[]).say("to 0608", &[]).say("to 0609", &[]);
    // The garrison holds the hex, so nobody has to come; there is room for one.
    assert_eq!(
        t.offers(),
        ["advance DE I", "advance DE I with HQ", "advance DE XX", "advance DE XX with HQ", "stay"]
    );
    t.say("stay", &[]);
    assert!(!besieged(&t, "0607") && !t.badge("de-r8", "besieged") && !t.badge("ru-iii", "besieging"));
    assert!(t.badge("ru-iii", "disorganised"));
    // Without a garrison the hex is empty and must be occupied.
    let mut t = relief("", 2);
    t.say("retreat", &[]).say("to 0608", &[]).say("to 0609", &[]);
    assert!(!t.offered("stay"));
    t.say("advance DE I", &[]);
    assert!(!besieged(&t, "0607"));
    assert_eq!(taken(&t, "0607"), None, "it was never taken");
}

#[test]
fn r10_5h_a_besieger_gives_no_support() {
    // III in Thorn touches 0506; Graudenz has been taken, so nothing else disturbs it there.
    let at = |more: &str| {
        let mut t = Table::at(RUSSIAN, &format!("ru-ii 0407\nhq-ru-i 0407\nde-xvii 0506\nfort 0606\n{more}"));
        t.say("attack 0506 from 0407 with RU II", &[])
            .say("end declarations", &[])
            .say("fight for 0506", &[6, 1]);
        t.modifier("supporting hexes")
    };
    assert_eq!(at("ru-iii 0607 besieging"), None);
    assert_eq!(at("ru-iii 0607\nfort 0607"), Some(1));
    // Nor can besieged units support: R8 in Thorn touches the Russians in 0506.
    let german = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";
    let relief = |siege: &str| {
        let pieces = format!("de-xx 0407\nhq-de-viii 0407\nru-ii 0506\nde-r8 0607\nfort 0606\n{siege}");
        let mut t = Table::at(german, &pieces);
        t.say("attack 0506 from 0407 with DE XX", &[])
            .say("end declarations", &[])
            .say("fight for 0506", &[6, 1]);
        t.modifier("supporting hexes")
    };
    assert_eq!((relief(""), relief("ru-iii 0607 besieging")), (Some(1), None));
}

#[test]
fn r10_5i_those_in_a_siege_do_not_attack() {
    let german = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";
    let pieces = "de-xx 0607\nhq-de-viii 0607\nru-iii 0607 reduced besieging\nru-r1 0706";
    let t = Table::at(german, pieces);
    assert_eq!(t.forbids_attack("0607", "0706", &["de-xx"]), "10.5i");
    assert!(t.starting("attack ").is_empty());
    let t = Table::at(&german.replace("attacks", "moves"), pieces);
    assert_eq!(t.forbids_move("de-xx", "0506"), "10.5i");
    assert_eq!(t.forbids_move("hq-de-viii", "0506"), "10.5i");
    // Nor is the fortress assaulted again.
    let t = Table::at(RUSSIAN, "ru-iii 0607 besieging\nhq-ru-i 0607\nru-ii 0706\nde-lw8 0607");
    assert_eq!(t.forbids_attack("0706", "0607", &["ru-ii"]), "10.5m");
}

#[test]
fn r10_5h_a_besieger_gives_no_support_but_may_attack_beside_the_siege() {
    let pieces =
        "ru-iii 0607 besieging\nru-iv 0607 besieging\nhq-ru-i 0607\nde-r8 0506\nde-lw8 0607\nfort 0606";
    let mut t = Table::at(RUSSIAN, pieces);
    t.say("attack 0506 from 0607 with RU III", &[]).say("end declarations", &[]);
    // 7 against 4 is 3/2, headquarters +1, the Vistula −1: die 5 makes 6.
    t.say("fight for 0506", &[5]).say("retreat", &[]).say("to 0406", &[]).say("to 0306", &[]);
    // III has left the siege, IV holds it.
    t.say("advance RU III", &[]);
    assert_eq!(t.place("ru-iii"), "0506");
    assert!(!t.badge("ru-iii", "besieging") && t.badge("ru-iv", "besieging") && besieged(&t, "0607"));
    // If nobody stays the siege is over.
    let alone = pieces.replace("ru-iv 0607 besieging\n", "");
    let mut t = Table::at(RUSSIAN, &alone);
    t.say("attack 0506 from 0607 with RU III", &[]).say("end declarations", &[]);
    t.say("fight for 0506", &[5]).say("retreat", &[]).say("to 0406", &[]).say("to 0306", &[]);
    t.say("advance RU III with HQ", &[]);
    assert!(!besieged(&t, "0607") && !t.badge("de-lw8", "besieged"));
    // A beaten besieger goes back, with all units in its hex.
    let mut t = Table::at(RUSSIAN, pieces);
    t.say("attack 0506 from 0607 with RU III", &[]).say("end declarations", &[]);
    t.say("fight for 0506", &[3]).say("retreat", &[]);
    let hex = t.offers()[0].clone();
    t.say(&hex, &[]);
    assert!(!besieged(&t, "0607") && t.place("ru-iv") == t.place("ru-iii"));
}

#[test]
fn r10_5h_besiegers_are_tied_down_by_an_option() {
    let options = Options::from([("besiegers".to_string(), "tied".to_string())]);
    let pieces = "ru-iii 0607 besieging\nhq-ru-i 0607\nde-r8 0506\nde-lw8 0607\nfort 0606";
    let t = Table::under(&options, RUSSIAN, pieces);
    assert_eq!(t.forbids_attack("0607", "0506", &["ru-iii"]), "10.5h");
    assert!(t.offered("end declarations"));
    // Moved out, it attacks like any other.
    let mut t =
        Table::under(&options, MOVES, &format!("{pieces}\nru-ii 0507").replace("de-r8 0506", "de-r8 0407"));
    t.say("move RU III to 0507", &[]).say("move RU HQ I to 0507", &[]).say("end movement", &[]);
    assert!(t.may_attack("0507", "0407", &["ru-iii"]));
}

#[test]
fn r10_5j_no_reinforcements_into_a_siege() {
    let head = "turn = 'N1'\nphase = 'reinforcements'\nside = 'cp'\ninitiative = 'cp'";
    let enter = |more: &str| {
        let mut t = Table::at(head, &format!("hq-de-viii 0406\nde-r8 0607\nbox de-r-gz\n{more}"));
        t.say("bring DE R Gz for DE VIII Army", &[]);
        t
    };
    assert!(enter("").offered("enter at 0607"));
    let shut = enter("ru-iii 0607 besieging");
    assert!(!shut.offered("enter at 0607") && shut.offered("enter at 0406"));
    assert_eq!(shut.forbidden(Action::Enter(hex_of("0607"))), "10.5j");
}

#[test]
fn r10_5k_no_replacements_in_a_siege() {
    rules!("fury 11.3g", "fury 10.5s");
    let head = "turn = 'S1'\nphase = 'replacements'\nside = 'ru'";
    let russian = "ru-ii 1504 reduced\nde-xx 1504 reduced besieging\nde-r8 1504 besieging reduced";
    let t = Table::at(head, russian);
    assert!(!t.offered("restore RU II"));
    assert_eq!(t.forbidden(Action::Restore(game().piece("ru-ii").unwrap())), "11.3g");
    // The besiegers can be restored: Austria has nothing to do, then Germany.
    let mut t = Table::at(head, russian);
    t.say("done", &[]).say("done", &[]).say("restore DE XX", &[]).say("restore DE R8", &[]);
    assert!(!t.counter("de-xx").reduced && !t.counter("de-r8").reduced);
    assert!(t.badge("de-xx", "besieging"));
}

#[test]
fn r10_5l_besiegers_come_and_go() {
    rules!("fury 10.5s", "fury 10.5g");
    let pieces = "ru-iii 0607 besieging\nru-iv 0706\nru-ii 0707\nhq-ru-i 0708\nde-r8 0607\nfort 0606";
    let mut t = Table::at(MOVES, pieces);
    t.say("move RU IV to 0607", &[]);
    assert!(t.badge("ru-iv", "besieging"));
    assert_eq!(t.forbids_move("ru-ii", "0607"), "9.2a", "two units of a side, as everywhere");
    t.say("move RU III to 0707", &[]);
    assert!(!t.badge("ru-iii", "besieging") && besieged(&t, "0607"));
    // The last one leaves and the siege is over at once: the zone of Thorn stops it in the first hex.
    let mut t = Table::at(MOVES, pieces);
    assert_eq!(t.starting("move RU III to ").join(" "), "0506 0507 0606 0608 0706 0707");
    assert_eq!(t.forbids_move("ru-iii", "0708"), "9.1e");
    t.say("move RU III to 0706", &[]);
    assert!(!besieged(&t, "0607") && !t.badge("de-r8", "besieged"));
    assert_eq!(t.forbids_move("ru-iv", "0607"), "9e", "now it is closed again");
}

#[test]
fn r10_5l_the_last_besieger_stops_in_the_first_hex_and_finds_no_train() {
    rules!("fury 9.1e", "fury 10.5g", "fury 9.3h");
    // XI alone besieges Lemberg: with the siege the way to 1219 is shut.
    let south = "turn = 'S1'\nphase = 'moves'\nactivation = 1\nfront = 'south'";
    let t = Table::at(south, "ru-xi 1217 besieging\nhq-ru-iii 1316");
    assert!(t.may_move("ru-xi", "1218"));
    assert_eq!(t.forbids_move("ru-xi", "1219"), "9.1e");
    // With a second besieger the siege holds, and XI goes as far as it can.
    let t = Table::at(south, "ru-xi 1217 besieging\nru-ix 1217 besieging\nhq-ru-iii 1316");
    assert!(t.may_move("ru-xi", "1219"));
    // XX leaves Osowiec for Lyck: it cannot take the train on to Bartenstein unless another unit stays.
    let german = "turn = 'S1'\nphase = 'moves'\nside = 'cp'\nactivation = 2";
    let t = Table::at(german, "de-xx 1307 besieging\nhq-de-viii 1206");
    assert!(t.may_move("de-xx", "1207"));
    assert!(!t.may_move("de-xx", "1005") && !t.may_move("de-xx", "1206"));
    let t = Table::at(german, "de-xx 1307 besieging\nde-i 1307 besieging\nhq-de-viii 1206");
    assert!(t.may_move("de-xx", "1005") && t.may_move("de-xx", "1206"));
    // The garrison that is free again has its zone too.
    let mut t = Table::at(german, "de-xx 1307 besieging\nru-ii 1307\nhq-de-viii 1206 inactive");
    t.say("move DE XX to 1207", &[]);
    assert!(!t.badge("ru-ii", "besieged") && !besieged(&t, "1307"));
}

#[test]
fn e3_siege_tests() {
    rules!("fury 10.5m", "fury 10.5n", "fury 10.5o", "fury 10.5p", "fury 10.5q", "fury 10.5s", "fury 11.2q");
    // Besiegers, the least die that takes Königsberg (7: none).
    let cases = [
        ("ru-iii 1004 reduced besieging\nru-iv 1004 besieging", 6, 0),
        ("ru-iii 1004 besieging\nru-iv 1004 besieging", 5, 1),
        ("ru-iii 1004 besieging", 7, -1),
        ("ru-iii 1004 reduced besieging", 7, -2),
    ];
    for (besiegers, least, modifier) in cases {
        for die in 1..=6u8 {
            // Neither the strong garrison nor any headquarters counts.
            let mut t = koenigsberg(&format!("{besiegers}\nde-xx 1004\nde-i 1004"));
            t.say("end declarations", &[die]);
            let total = die as i8 + modifier;
            assert!(
                t.told().contains(&format!("siege of Königsberg: roll {die}, total {total}")),
                "{besiegers} with {die}"
            );
            let falls = die >= least;
            assert_eq!(taken(&t, "1004"), falls.then_some("ru"), "{besiegers} with {die}");
            assert_eq!(besieged(&t, "1004"), !falls);
            assert_eq!(t.place("de-xx"), if falls { "eliminated" } else { "1004" });
            assert_eq!(t.badge("ru-iii", "besieging"), !falls);
        }
    }
    // Below one to two there is not even a roll.
    let mut t = koenigsberg("ru-r1 1004 reduced besieging");
    t.say("end declarations", &[]);
    assert!(besieged(&t, "1004"));
}

#[test]
fn r10_5n_a_minor_fortress_is_worth_four() {
    // Lötzen besieged from the east; the least die by strength.
    for (besiegers, least) in [
        ("ru-r1 1206 besieging", 6u8),
        ("ru-ii 1206 besieging", 5),
        ("ru-r1 1206 besieging\nru-iii 1206 reduced besieging", 4),
        ("ru-ii 1206 besieging\nru-iv 1206 besieging", 3),
        ("ru-ii 1206 besieging\nru-iii 1206 besieging", 3),
    ] {
        for (die, falls) in [(least - 1, false), (least, true)] {
            let mut t =
                Table::at(LAST, &format!("{besiegers}\nru-xx 1406\nhq-ru-i 1406\nde-xx 1206\nde-i 1206"));
            t.say("end declarations", &[die]);
            assert_eq!(taken(&t, "1206"), falls.then_some("ru"), "{besiegers} with {die}");
        }
    }
    let mut t = Table::at(LAST, "ru-ii 1206 reduced besieging\nru-xx 1406\nhq-ru-i 1406");
    t.say("end declarations", &[6]);
    assert!(besieged(&t, "1206"), "3 against 4");
}

#[test]
fn r10_5o_the_garrison_is_eliminated() {
    let besiegers = "ru-iii 1004 besieging\nru-iv 1004 besieging";
    let mut t = koenigsberg(&format!(
        "{besiegers}\nde-xx 1004 reduced\nde-cadre 1004 army=hq-de-viii\nhq-de-viii 1004"
    ));
    assert_eq!(t.track("fortresses, net for Russia"), "+0");
    t.say("end declarations", &[6]);
    // No Cadre for XX, the Cadre is gone, the headquarters will be back.
    assert_eq!((t.place("de-xx"), t.place("hq-de-viii")), ("eliminated".into(), "reinforcements".into()));
    assert!(t.sees(0).counters.iter().all(|c| !c.id.starts_with("cadre")));
    assert_eq!(t.track("fortresses, net for Russia"), "+1");
    assert_eq!(t.asked().0, "11.3a");
}

#[test]
fn r10_5m_disorganised_besiegers_count_in_full() {
    let mut t = koenigsberg("ru-iii 1004 besieging disorganised\nru-iv 1004 besieging disorganised");
    t.say("end declarations", &[5]);
    assert_eq!(taken(&t, "1004"), Some("ru"));
}

#[test]
fn r10_5m_sieges_of_the_initiative_holder_come_first() {
    rules!("fury 11.2q");
    // Russia besieges Königsberg, Germany Novogeorgievsk. One die each, in the order of the initiative.
    let pieces = "
        ru-iii 1004 besieging
        ru-iv 1004 besieging
        ru-xx 1104
        ru-ii 1304
        hq-ru-i 1304
        de-xvii 0909 besieging
        de-xx 0708
        hq-de-viii 0708 inactive";
    for (head, first) in [
        (LAST.to_string(), "Königsberg"),
        (format!("{LAST}\nside = 'cp'\ninitiative = 'cp'"), "Novogeorgievsk"),
    ] {
        let mut t = Table::at(&head, pieces);
        t.say("end declarations", &[1, 2]);
        let rolls: Vec<_> =
            t.log().iter().filter(|l| l.text.starts_with("siege of")).map(|l| l.text.clone()).collect();
        assert_eq!(rolls.len(), 2);
        assert!(rolls[0].contains(&format!("{first}: roll 1")) && rolls[1].contains("roll 2"), "{rolls:?}");
    }
}

#[test]
fn r10_5g_nobody_advances_where_there_is_no_room() {
    let german = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";
    let pieces = "de-xx 0706\nde-i 0706\nhq-de-viii 0706\nde-r8 0607\nde-lw8 0607\nru-iii 0607 besieging";
    let mut t = Table::at(german, pieces);
    t.say("attack 0607 from 0706 with DE I + DE XX", &[])
        .say("end declarations", &[])
        .say("fight for 0607", &[6, 2]);
    t.say("retreat", &[]).say("to 0608", &[]).say("to 0609", &[]);
    assert_eq!((t.place("de-xx"), t.place("de-i"), t.asked().0), ("0706".into(), "0706".into(), "8a"));
    assert!(!besieged(&t, "0607"));
}
