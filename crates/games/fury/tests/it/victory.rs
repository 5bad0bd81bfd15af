//! Victory: 4; and the worked examples E5 to E7.

use crate::common::*;
use sandtable_core::{Decision, Game, Outcome, Side};

/// Fortresses of the Central Powers in Russian hands, each with the units that keep it in supply.
const RUSSIAN: [&str; 4] = [
    "fort 1206\nru-iii 1206",
    "fort 1217\nru-xi 1217\nru-ix 1417",
    "fort 1017\nru-x 1017",
    "fort 1004\nru-iv 1004\nru-ii 1105",
];

/// Russian fortresses in the hands of the Central Powers.
const CENTRAL: [&str; 5] = [
    "fort 0909\nde-xx 0909\nde-xvii 0708",
    "fort 0910\nde-i 0910",
    "fort 1012\nde-i-r 1012",
    "fort 1307\nde-lw8 1307",
    "fort 1507\nde-r8 1507",
];

/// The last activation of a turn is over: nobody has anything to attack.
fn turn_ends(turn: &str, pieces: &str) -> Table {
    let mut t = Table::at(&format!("turn = '{turn}'\nphase = 'moves'"), pieces);
    t.say("end movement", &[]).say("end declarations", &[]);
    t
}

fn over(t: &Table) -> Option<Outcome> {
    match game().to_decide(&t.p) {
        Decision::Over(outcome) => Some(outcome),
        Decision::Decide { .. } => None,
    }
}

fn ends(winner: Option<Side>, level: &'static str, rule: &'static str) -> Option<Outcome> {
    Some(Outcome { winner, level, rule })
}

fn net(t: &Table) -> String {
    t.track("fortresses, net for Russia")
}

#[test]
fn r4a_taking_a_fortress_counts() {
    let pieces = "de-cadre 1206 army=hq-de-viii\nru-iv 1305\nru-iii 1305\nhq-ru-i 1405";
    let mut t = Table::at("turn = 'S1'\nphase = 'attacks'\nactivation = 1", pieces);
    assert_eq!(net(&t), "+0");
    // 13 against 4 is +3, HQ +1, fortress −1: 3 makes 6; the garrison goes.
    t.say("attack 1206 from 1305 with RU III + RU IV", &[]).say("end declarations", &[]);
    t.say("fight for 1206", &[3]).say("retreat", &[]);
    t.say("to 1105", &[]).say("to 1005", &[]);
    t.say("advance RU III", &[]);
    assert_eq!(net(&t), "+1");
}

#[test]
fn r4b_seven_fortresses_against_eight() {
    let d = &game().data;
    let of = |side: Side| {
        let mut names: Vec<&str> =
            d.forts.iter().filter(|f| f.owner == side.0).map(|f| f.name.as_str()).collect();
        names.sort();
        names
    };
    assert_eq!(
        of(RU),
        ["Brest-Litovsk", "Grodno", "Ivangorod", "Kovno", "Novogeorgievsk", "Osowiec", "Warsaw"]
    );
    assert_eq!(
        of(CP),
        ["Graudenz", "Kraków", "Königsberg", "Lemberg", "Lötzen", "Posen", "Przemyśl", "Thorn"]
    );
    // Every one of the fifteen counts, major or minor.
    for f in &d.forts {
        let hex = d.number(f.hex);
        let (taker, want) = if f.owner == RU.0 { ("de-xx", "-1") } else { ("ru-iii", "+1") };
        let t = Table::at("turn = 'S1'\nphase = 'front'", &format!("fort {hex}\n{taker} {hex}"));
        assert_eq!(net(&t), want, "{}", f.name);
    }
}

#[test]
fn r4c_a_margin_of_five_wins_at_the_check() {
    rules!("fury 4i");
    let five = RUSSIAN.join("\n") + "\nfort 0607\nru-gr 0607";
    let mut t = Table::at("turn = 'O1'\nphase = 'moves'", &five);
    assert_eq!(net(&t), "+5");
    // Not before the administrative phase.
    t.say("end movement", &[]);
    assert_eq!(over(&t), None);
    t.say("end declarations", &[]);
    assert_eq!(over(&t), ends(Some(RU), "strategic", "4i"));
    assert!(t.told().contains("the game ends: Russia wins by 5 fortresses"));
    // Four are not enough, and the fifth must be net.
    assert_eq!(over(&turn_ends("O1", &RUSSIAN.join("\n"))), None);
    assert_eq!(over(&turn_ends("O1", &format!("{five}\nfort 1311\nde-xx 1311"))), None);
    // The other side wins the same way: with five, and with six less one.
    let five = CENTRAL.join("\n");
    assert_eq!(over(&turn_ends("S1", &five)), ends(Some(CP), "strategic", "4i"));
    assert_eq!(over(&turn_ends("S1", &format!("{five}\nfort 1206\nru-iii 1206"))), None);
    let six = format!("{five}\nfort 1311\nah-iii 1311\nfort 1206\nru-iii 1206");
    assert_eq!(over(&turn_ends("S1", &six)), ends(Some(CP), "strategic", "4i"));
}

#[test]
fn r4d_captured_fortresses_count_while_occupied() {
    let head = "turn = 'S1'\nphase = 'front'";
    let at = |pieces: &str| net(&Table::at(head, pieces));
    assert_eq!(at("fort 1206\nru-iii 1206"), "+1");
    assert_eq!(at("fort 1206\nru-cadre 1206 army=hq-ru-i"), "+1");
    assert_eq!(at("fort 1206"), "+0");
    assert_eq!(at("fort 1206\nhq-ru-i 1206"), "+0", "a headquarters holds nothing");
    assert_eq!(at("fort 1206\nde-xx 1206"), "+0", "retaken");
    assert_eq!(at("ru-iii 1206 besieging"), "+0", "a siege is no capture");
    assert_eq!(at("fort 1307\nde-xx 1307"), "-1");
    assert_eq!(at("fort 1307"), "+0");
    assert_eq!(at("fort 1307\nru-iii 1307"), "+0");
    // Leaving it gives it up.
    let mut t = Table::at("turn = 'S1'\nphase = 'moves'", "fort 1206\nru-iii 1206");
    t.say("move RU III to 1306", &[]);
    assert_eq!(net(&t), "+0");
    t = Table::at("turn = 'S1'\nphase = 'moves'", "fort 1206\nru-iii 1306");
    t.say("move RU III to 1206", &[]);
    assert_eq!(net(&t), "+1", "an empty one is taken by moving in");
}

#[test]
fn r4e_judged_at_the_end_of_d2() {
    rules!("fury 4f", "fury 4g", "fury 4h", "fury 5a");
    let want = [
        ("draw", "4f"),
        ("tactical", "4g"),
        ("tactical", "4g"),
        ("operational", "4h"),
        ("operational", "4h"),
    ];
    for (n, (level, rule)) in want.into_iter().enumerate() {
        let winner = |side: Side| (n > 0).then_some(side);
        let russian = turn_ends("D2", &RUSSIAN[..n].join("\n"));
        assert_eq!(over(&russian), ends(winner(RU), level, rule), "Russia by {n}");
        let central = turn_ends("D2", &CENTRAL[..n].join("\n"));
        assert_eq!(over(&central), ends(winner(CP), level, rule), "Central Powers by {n}");
        // A turn earlier nothing is judged.
        assert_eq!(over(&turn_ends("D1", &RUSSIAN[..n].join("\n"))), None);
    }
    let both = format!("{}\n{}", RUSSIAN[1..3].join("\n"), CENTRAL[..2].join("\n"));
    assert_eq!(over(&turn_ends("D2", &both)), ends(None, "draw", "4f"));
    assert_eq!(turn_ends("D2", "").sees(0).decision, "over: a draw");
}

#[test]
fn r4j_the_difference_is_net() {
    // Two taken, one lost (E7).
    let pieces = format!("{}\n{}", RUSSIAN[1..3].join("\n"), CENTRAL[0]);
    let t = turn_ends("S1", &pieces);
    assert_eq!((net(&t).as_str(), over(&t)), ("+1", None));
    assert_eq!(over(&turn_ends("D2", &pieces)), ends(Some(RU), "tactical", "4g"));
    let pieces = format!("{}\n{}", RUSSIAN[0], CENTRAL[..3].join("\n"));
    assert_eq!(over(&turn_ends("D2", &pieces)), ends(Some(CP), "tactical", "4g"));
}

#[test]
fn a_fortress_that_falls_on_d2_still_counts() {
    // The check comes first, the siege test after it, the final count last: 13 against 4 is +3, so 3 is enough.
    let pieces = format!("{}\nru-xxi 1217 besieging\nru-xi 1217 besieging\nru-ix 1417", RUSSIAN[0]);
    let finish = |turn: &str, die: u8| {
        let mut t = Table::at(&format!("turn = '{turn}'\nphase = 'moves'"), &pieces);
        t.say("end movement", &[]).say("end declarations", &[die]);
        t
    };
    let t = finish("D2", 3);
    assert_eq!((net(&t).as_str(), over(&t)), ("+2", ends(Some(RU), "tactical", "4g")));
    let t = finish("D2", 2);
    assert_eq!((net(&t).as_str(), over(&t)), ("+1", ends(Some(RU), "tactical", "4g")));
    assert_eq!(over(&finish("D1", 3)), None);
}

fn defence(pieces: &str) -> (u8, i8) {
    let t = Table::at("turn = 'S1'\nphase = 'attacks'", pieces);
    let units = [game().piece("ru-iii").unwrap(), game().piece("ru-iv").unwrap()];
    let m = game().modifiers(&t.p, hex_of("1104"), hex_of("1004"), units);
    (m.defence, m.terrain())
}

#[test]
fn e5_minimum_strength_of_a_fortress() {
    rules!("fury 10.4b", "fury 10.4c", "fury 10.4d");
    let russians = "ru-iii 1104\nru-iv 1104";
    assert_eq!(defence(&format!("{russians}\nde-xvii 1004")).0, 8);
    assert_eq!(defence(&format!("{russians}\nde-xvii 1004\nde-i-r 1004")).0, 12);
    assert_eq!(defence(russians).0, 8);
    // Once taken there is no minimum left, and one point less in the modifier.
    assert_eq!(defence(&format!("{russians}\nde-xvii 1004\nfort 1004")), (6, -1));
    assert_eq!(defence(&format!("{russians}\nde-xvii 1004")), (8, -2));
}

#[test]
fn e6_major_fortress_behind_a_river() {
    rules!("fury 10.2.2f");
    // The Vistula runs between 0608 and Thorn.
    let t =
        Table::at("turn = 'S1'\nphase = 'attacks'\nactivation = 1", "ru-iii 0608\nru-iv 0608\nhq-ru-i 0608");
    let units = [game().piece("ru-iii").unwrap(), game().piece("ru-iv").unwrap()];
    let m = game().modifiers(&t.p, hex_of("0608"), hex_of("0607"), units);
    assert_eq!((m.river, m.fortress, m.ground, m.terrain()), (-1, -2, 0, -3));
    let mut t = t;
    t.say("attack 0607 from 0608 with RU III + RU IV", &[]).say("end declarations", &[]);
    // 13 against 8 is +1, HQ +1, −3: a six makes 5. No cavalry die.
    t.say("fight for 0607", &[6]);
    assert_eq!((t.modifier("river"), t.modifier("fortress"), t.total()), (Some(-1), Some(-2), 5));
}
