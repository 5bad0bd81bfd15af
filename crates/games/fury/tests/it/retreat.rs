//! Retreats: chapter 10.3.2.

use crate::common::*;
use sandtable_fury::Action;

const RUSSIAN: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";

fn fight(pieces: &str, attack: &str, dice: &[u8]) -> Table {
    let mut t = Table::at(RUSSIAN, pieces);
    t.say(&format!("attack {attack}"), &[]).say("end declarations", &[]);
    t.say(&format!("fight for {}", &attack[..4]), dice);
    t
}

/// II attacks 0610 from 0611 at even odds, the defender as given: a 3 sends II back, a 6 the defender.
fn even(de: &str, die: u8) -> Table {
    fight(&format!("ru-ii 0611\nhq-ru-i 0612 inactive\n{de}"), "0610 from 0611 with RU II", &[6, die])
}

/// XVII, or the unit given, in 0610 with Russians all round whose zones cover every hex beside it.
fn hunted(de: &str) -> Table {
    let pieces = format!("ru-ii 0611\nru-iii 0611\nhq-ru-i 0612\nru-iv 0508\nru-xx 0708\n{de}");
    let mut t = Table::at(RUSSIAN, &pieces);
    t.say("attack 0610 from 0611 with RU II + RU III", &[]).say("end declarations", &[]);
    t
}

fn to(hex: &str) -> Action {
    Action::To(hex_of(hex))
}

#[test]
fn r10_3_2a_the_attacker_goes_back_one_hex() {
    let mut t = even("de-xvii 0610", 3);
    t.say("retreat", &[]);
    assert_eq!(t.starting("to "), ["0511", "0612", "0711"], "all that is outside the German zone");
    t.say("to 0711", &[]);
    assert_eq!(t.place("ru-ii"), "0711");
    assert_eq!(t.asked().0, "7f", "and no further");
}

#[test]
fn r10_3_2b_the_defender_goes_back_two_hexes() {
    let mut t = even("de-xvii 0610", 6);
    t.say("retreat", &[]);
    assert_eq!(t.starting("to "), ["0509", "0609", "0709"]);
    t.say("to 0609", &[]);
    // Two hexes away from where it stood: not 0509, 0709 or back.
    assert_eq!(t.starting("to "), ["0508", "0608", "0708"]);
    assert_eq!(t.forbidden(to("0509")), "10.3.2b");
    assert!(!t.badge("de-xvii", "disorganised"), "only at the end");
    t.say("to 0508", &[]);
    assert_eq!(t.place("de-xvii"), "0508");
    // A single unit has a single way to advance, so it is taken.
    assert_eq!(t.place("ru-ii"), "0610");
}

#[test]
fn r10_3_2c_those_who_retreat_are_disorganised() {
    let mut t = even("de-xvii 0610", 6);
    t.say("retreat", &[]).say("to 0609", &[]).say("to 0608", &[]);
    assert!(t.badge("de-xvii", "disorganised"));
    assert!(!t.badge("ru-ii", "disorganised"));
    let mut t = even("de-xvii 0610", 3);
    t.say("retreat", &[]).say("to 0612", &[]);
    assert!(t.badge("ru-ii", "disorganised"));
    assert!(!t.badge("de-xvii", "disorganised"));
}

#[test]
fn r10_3_2d_stacks_retreat_together_and_r10_3_2e_with_their_headquarters() {
    rules!("fury 10.3.2d", "fury 10.3.2e");
    let pieces = "ru-ii 0611\nru-iv 0611\nhq-ru-i 0611 inactive\nde-xvii 0610";
    let mut t = fight(pieces, "0610 from 0611 with RU II", &[6, 3]);
    t.say("retreat", &[]).say("to 0612", &[]);
    // IV took no part and goes all the same.
    for piece in ["ru-ii", "ru-iv", "hq-ru-i"] {
        assert_eq!(t.place(piece), "0612", "{piece}");
    }
    assert!(t.badge("ru-ii", "disorganised") && t.badge("ru-iv", "disorganised"));
    assert!(!t.badge("hq-ru-i", "disorganised"));
    let mut t = even("de-xvii 0610 reduced\nde-r8 0610 reduced\nhq-de-viii 0610", 6);
    t.say("retreat", &[]).say("to 0609", &[]).say("to 0608", &[]);
    for piece in ["de-xvii", "de-r8", "hq-de-viii"] {
        assert_eq!(t.place(piece), "0608", "{piece}");
        assert_eq!(t.badge(piece, "disorganised"), piece != "hq-de-viii");
    }
}

#[test]
fn r10_3_2f_outside_zones_first() {
    // A friend in 0510, inside the zone, is no reason to go there.
    let mut t = even("de-xvii 0610\nde-r8 0510", 6);
    t.say("retreat", &[]);
    assert_eq!(t.starting("to "), ["0509", "0609", "0709"]);
    assert_eq!(t.forbidden(to("0510")), "10.3.2f");
    assert_eq!(t.forbidden(to("0710")), "10.3.2f");
}

#[test]
fn r10_3_2g_then_into_a_zone_where_a_friend_stands() {
    let mut t = hunted("de-xvii 0610\nde-r8 0509\nde-i 1004");
    t.say("fight for 0610", &[6, 3]);
    assert_eq!(t.total(), 6);
    t.say("retreat", &[]);
    assert_eq!(t.starting("to "), ["0509"], "0509, 0510, 0609, 0709 and 0710 are all in Russian zones");
    t.say("to 0509", &[]);
    // No cohesion test there. From 0509 the only way out of the zones is 0410.
    assert_eq!(t.starting("to "), ["0410"]);
    t.say("to 0410", &[]);
    assert_eq!(t.place("de-xvii"), "0410");
    // A headquarters is no friendly unit in this.
    let mut t = hunted("de-xvii 0610\nhq-de-viii 0509");
    t.say("fight for 0610", &[6, 3]).say("retreat", &[]);
    assert_eq!(t.starting("to "), ["0509", "0510", "0609", "0709", "0710"]);
}

#[test]
fn r10_3_2h_at_last_into_a_zone_with_a_cohesion_test() {
    rules!("fury 10.3.2i", "fury 10.3.2j", "fury 10.3.2k");
    for die in 1..=6u8 {
        let mut t = hunted("de-xvii 0610");
        t.say("fight for 0610", &[6, 3]).say("retreat", &[]);
        assert_eq!(t.starting("to "), ["0509", "0510", "0609", "0709", "0710"]);
        t.say("to 0509", &[die]);
        assert!(t.told().contains(&format!("cohesion roll {die}")));
        assert_eq!(t.counter("de-xvii").reduced, die <= 2, "die {die}");
        t.say("to 0410", &[]);
        assert_eq!(t.place("de-xvii"), "0410");
    }
}

#[test]
fn r10_3_2i_one_test_for_the_whole_stack() {
    rules!("fury 10.3.2j");
    // One die for two units, one loss from it, and full units first.
    let mut t = hunted("de-i-r 0610 reduced\nde-r8 0610");
    t.say("fight for 0610", &[6, 4]).say("retreat", &[]).say("to 0509", &[2]);
    assert!(t.counter("de-r8").reduced);
    assert_eq!((t.place("de-i-r"), t.place("de-r8")), ("0509".into(), "0509".into()));
    // A lone reduced unit is lost to it; there is no limit as for extra losses.
    let mut t = hunted("de-r8 0610 reduced");
    t.say("fight for 0610", &[6, 2]);
    assert_eq!(t.total(), 6);
    t.say("retreat", &[]).say("to 0509", &[1]);
    assert_eq!(t.place("de-r8"), "eliminated");
    assert_eq!(t.offers(), ["advance RU II", "advance RU III", "advance RU II + RU III"]);
}

#[test]
fn r10_3_2m_the_test_of_the_first_hex_is_settled_before_the_second() {
    // II and III fight at 13 against 8: die 4 makes 6.
    let mut t = hunted("de-r8 0610\nde-lw8 0610");
    t.say("fight for 0610", &[6, 4]).say("retreat", &[]).say("to 0709", &[1]);
    assert_eq!((t.decider(), t.asked().0), (CP, "10.3.1j"));
    assert_eq!(t.offers(), ["loss to DE R8", "loss to DE Lw8"]);
    t.say("loss to DE Lw8", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "10.3.2f"));
    // From 0709 every hex that is two away lies in a zone as well: XX in 0708, Novogeorgievsk and Warsaw beyond.
    assert_eq!(t.starting("to "), ["0809", "0810"]);
    t.say("to 0810", &[2]);
    assert!(
        t.counter("de-r8").reduced && t.counter("de-lw8").reduced,
        "the second test hits the other full unit"
    );
    assert!(t.badge("de-r8", "disorganised") && t.badge("de-lw8", "disorganised"));
}

#[test]
fn r10_3_2n_a_starred_corps_becomes_a_cadre_on_the_way() {
    let mut t = hunted("de-xx 0610 reduced\nde-r8 0610 reduced");
    t.say("fight for 0610", &[6, 4]);
    assert_eq!(t.total(), 6, "13 against 7");
    t.say("retreat", &[]).say("to 0509", &[1]).say("loss to DE XX", &[]);
    assert_eq!((t.place("de-xx"), t.place("cadre-1")), ("eliminated".into(), "0509".into()));
    t.say("to 0410", &[]);
    assert_eq!((t.place("cadre-1"), t.place("de-r8")), ("0410".into(), "0410".into()));
    assert!(t.badge("cadre-1", "disorganised") && t.badge("de-r8", "disorganised"));
    assert_eq!(t.counter("cadre-1").formation, t.counter("de-r8").formation);
}

#[test]
fn r10_3_2l_surplus_units_go_one_hex_further() {
    let pieces = "ru-ii 0611\nru-iii 0611\nhq-ru-i 0611 inactive\nru-iv 0612\nde-xx 0610\nde-i 0610";
    let mut t = fight(pieces, "0610 from 0611 with RU II + RU III", &[6, 5]);
    assert_eq!(t.total(), 4);
    t.say("retreat", &[]).say("to 0612", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "10.3.2l"));
    assert_eq!(t.offers(), ["RU II goes on", "RU III goes on"]);
    assert_eq!(
        t.forbidden(Action::GoOn(game().piece("ru-iv").unwrap())),
        "10.3.2l",
        "not the one that was there"
    );
    t.say("RU III goes on", &[]);
    assert_eq!(t.starting("to "), ["0511", "0512", "0613", "0711", "0712"], "again outside zones");
    t.say("to 0613", &[]);
    assert_eq!(
        (t.place("ru-ii"), t.place("ru-iii"), t.place("hq-ru-i")),
        ("0612".into(), "0613".into(), "0612".into())
    );
    assert!(t.badge("ru-iii", "disorganised") && !t.badge("ru-iv", "disorganised"));
    assert_eq!(t.asked().0, "7f");
}

#[test]
fn r10_3_2l_units_of_another_army_cannot_stay() {
    let pieces = "ru-ii 0611\nhq-ru-i 0611 inactive\nru-vi 0612\nde-xvii 0610";
    let mut t = fight(pieces, "0610 from 0611 with RU II", &[6, 3]);
    t.say("retreat", &[]).say("to 0612", &[]);
    assert_eq!(t.offers(), ["RU II goes on", "RU HQ I goes on"]);
    t.say("RU II goes on", &[]).say("to 0613", &[]).say("to 0613", &[]);
    assert_eq!(
        (t.place("ru-ii"), t.place("hq-ru-i"), t.place("ru-vi")),
        ("0613".into(), "0613".into(), "0612".into())
    );
}

#[test]
fn r10_3_2l_an_overfull_hex_does_not_bind() {
    // Only 0612 lies outside the zones; 0411 and 0811 look into the others.
    let at = |units: &str, names: &str, friends: &str| {
        let pieces = format!("{units}\nhq-ru-i 0613\nde-xx 0610\nde-r8 0411\nde-lw8 0811\n{friends}");
        let mut t = fight(&pieces, &format!("0610 from 0611 with {names}"), &[6, 3]);
        t.say("retreat", &[]);
        t.starting("to ")
    };
    assert_eq!(at("ru-iii 0611", "RU III", "ru-iv 0612"), ["0612"], "there is room for one");
    assert_eq!(
        at("ru-iii 0611", "RU III", "ru-iv 0612\nru-xx 0612"),
        ["0510", "0511", "0612", "0710", "0711"]
    );
}

#[test]
fn nowhere_to_go() {
    rules!("fury 10.3.2h");
    // Shut in by units on all six sides: destroyed, without a Cadre; the headquarters will be back.
    let ring = "ru-iv 0509\nru-xx 0510\nru-r1 0609\nru-vi 0709\nru-xiii 0710";
    let pieces =
        format!("ru-ii 0611\nru-iii 0611\nhq-ru-i 0612 inactive\n{ring}\nde-xx 0610\nhq-de-viii 0610");
    let mut t = fight(&pieces, "0610 from 0611 with RU II + RU III", &[6, 1]);
    // 13 against 8 is +1, five supporting hexes are +5: total 7.
    assert_eq!(t.total(), 7);
    t.say("loss to RU II", &[]);
    assert!(t.counter("de-xx").reduced);
    t.say("retreat", &[]);
    assert_eq!((t.place("de-xx"), t.place("hq-de-viii")), ("eliminated".into(), "reinforcements".into()));
    assert!(t.sees(0).counters.iter().all(|c| !c.id.starts_with("cadre")));
    t.say("advance RU II", &[]);
    assert_eq!(t.place("ru-ii"), "0610");
}

#[test]
fn never_into_an_enemy_fortress_or_the_sea() {
    rules!("fury 10.3.2f");
    // Everything round 1104 is in a German zone, Königsberg itself is closed.
    let pieces = "ru-ii 1104\nhq-ru-i 1104 inactive\nde-xvii 1105\nde-r8 1303";
    let mut t = fight(pieces, "1105 from 1104 with RU II", &[6, 3]);
    t.say("retreat", &[]);
    assert_eq!(t.starting("to "), ["1005", "1103", "1204", "1205"]);
    // XX goes back along the coast: there is no way by 0804 or 0903.
    let mut t = fight(
        "ru-ii 1005\nru-iii 1005\nhq-ru-i 1005\nde-xx 0904",
        "0904 from 1005 with RU II + RU III",
        &[6, 4],
    );
    t.say("retreat", &[]);
    assert_eq!(t.starting("to "), ["0805"]);
}

#[test]
fn r10_3_2f_a_full_hex_on_the_way_binds() {
    // 0509 alone lies outside the zones and is full; the retreat passes through it all the same.
    let pieces = "ru-ii 0611\nru-iii 0611\nhq-ru-i 0612\nru-xx 0708\nde-xvii 0610\nde-r8 0509\nde-lw8 0509";
    let mut t = fight(pieces, "0610 from 0611 with RU II + RU III", &[6, 3]);
    t.say("retreat", &[]);
    assert_eq!(t.starting("to "), ["0509"]);
    t.say("to 0509", &[]);
    assert_eq!(t.starting("to "), ["0409", "0410", "0508"]);
}

#[test]
fn r10_3_2l_the_surplus_goes_one_hex_and_no_further_while_there_is_room() {
    // 0612 is full; of the hexes beside it 0613 is full too and 0511, 0512, 0711 and 0712 are free.
    let pieces =
        "ru-ii 0611\nhq-ru-i 0611 inactive\nru-iv 0612\nru-xx 0612\nru-vi 0613\nru-xv 0613\nde-xvii 0610";
    let mut t = fight(pieces, "0610 from 0611 with RU II", &[6, 3]);
    t.say("retreat", &[]).say("to 0612", &[]);
    assert_eq!(
        t.starting("to "),
        ["0511", "0512", "0711", "0712"],
        "not 0613, from where it would have to go on"
    );
    assert_eq!(t.forbidden(to("0613")), "10.3.2l");
    t.say("to 0512", &[]);
    assert_eq!((t.place("ru-ii"), t.asked().0), ("0512".into(), "7f"));
    // Only where all of them are full does it pass through another.
    let full = "ru-vi 0613\nru-xiii 0511\nru-xv 0512\nru-xxiii 0711\nru-ix 0712";
    let pieces = format!("ru-ii 0611\nhq-ru-i 0612 inactive\nru-iv 0612\nru-xx 0612\n{full}\nde-xvii 0610");
    let mut t = fight(&pieces, "0610 from 0611 with RU II", &[6, 3]);
    t.say("retreat", &[]);
    assert!(t.offered("to 0612"));
    t.say("to 0612", &[]);
    assert!(t.offered("to 0613"));
    t.say("to 0613", &[]);
    assert_eq!(t.starting("to "), ["0513", "0713"], "on, away from 0612, where there is room");
}
