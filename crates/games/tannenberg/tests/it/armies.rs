//! The Russian armies and the German corps (chapter 17 without the staff officer).
use crate::scene::*;
use sandtable_core::Game;
use sandtable_core::dice::Given;
use sandtable_tannenberg::play::Rules;
use sandtable_tannenberg::position::{Phase, Step, off};
use sandtable_tannenberg::{Action, Event, Mover};

const R1: &str = "hq-ru-r-1";
const S2: &str = "hq-ru-s-2";

fn rules_of(s: &Scene) -> &'static Rules {
    &theatre().sheet(&s.p).rules
}

/// The two headquarters where the two sides of 13 hexes meet.
fn staffs(turn: u8) -> Scene {
    scene("campaign", turn, RU, &["hq-ru-r-1 0613", "hq-ru-s-2 1820"])
}

fn to(s: &Scene, hq: &str, hex: &str) -> Action {
    Action::March(s.unit(hq), s.hex(hex))
}

#[test]
fn r17_11a_t25_rennenkampf_and_samsonov_stay_more_than_twelve_hexes_apart() {
    let s = staffs(3);
    assert_eq!(rules_of(&s).separation(s.data(), &s.p, s.hex("0613"), s.hex("1820")), 13);
    assert_eq!([s.forbidden(to(&s, S2, "1819")), s.forbidden(to(&s, S2, "1720"))], ["17.11a", "17.11a"]);
    assert!(s.may(to(&s, S2, "1821")) && s.may(to(&s, S2, "1920")), "14 and 13");
    assert_eq!(s.forbidden(to(&s, R1, "0614")), "17.11a", "either of the two");
    assert!(s.may(to(&s, R1, "0513")));
    assert_eq!(staffs(9).forbidden(to(&s, S2, "1819")), "17.11a", "until Game-Turn 9");
    // It holds in the battle too, whose scenario says so.
    let battle = scene("tannenberg", 4, RU, &["hq-ru-r-1 0613", "hq-ru-s-2 1820"]);
    assert_eq!(battle.forbidden(to(&battle, S2, "1819")), "17.11a");
}

#[test]
fn r17_11a_trains_obey_it_too() {
    // 0303 and 1503 are 12 apart, on railways; S-2 comes down the line from 1704.
    let s = scene("campaign", 3, RU, &["hq-ru-r-1 0303", "hq-ru-s-2 1704"]);
    let s = s.act(Action::Entrain(Mover::Unit(theatre().sheets[0].data.named(S2).unwrap())), &[]);
    let ride = |hex: &str| Action::Ride(s.unit(S2), s.hex(hex));
    assert_eq!(s.forbidden(ride("1503")), "17.11a");
    assert!(s.may(ride("1603")) && s.may(ride("1804")));
}

#[test]
fn r17_11b_from_game_turn_ten_german_hexes_between_them_count_twice() {
    // Seven hexes apart, six German ones between them; then six, with five between.
    let pieces = ["hq-ru-r-1 0613", "hq-ru-s-2 1416"];
    let s = scene("campaign", 10, RU, &pieces);
    let apart = |s: &Scene, a: &str, b: &str| rules_of(s).separation(s.data(), &s.p, s.hex(a), s.hex(b));
    assert_eq!((apart(&s, "0613", "1316"), apart(&s, "0613", "1216")), (13, 11));
    assert!(s.may(to(&s, S2, "1316")));
    assert_eq!(s.forbidden(to(&s, S2, "1216")), "17.11a");
    assert!(staffs(10).may(to(&s, S2, "1819")));
    let early = scene("campaign", 9, RU, &pieces);
    assert_eq!((apart(&early, "0613", "1316"), apart(&early, "0613", "1820")), (7, 13));
    assert_eq!(early.forbidden(to(&early, S2, "1316")), "17.11a");
    // Only what lies between counts, and it is the same from either end.
    for (a, b, far) in [("0508", "0509", 1), ("0508", "0510", 3), ("0613", "1820", 25), ("0303", "1504", 12)]
    {
        assert_eq!([apart(&s, a, b), apart(&s, b, a)], [far; 2], "{a} and {b}");
    }
    // In Russia twelve hexes are twelve.
    let home = scene("campaign", 10, RU, &["hq-ru-r-1 0303", "hq-ru-s-2 1605"]);
    assert_eq!(home.forbidden(to(&home, S2, "1504")), "17.11a");
}

#[test]
fn r17_11c_it_ends_when_either_has_lost_a_step() {
    for hq in [R1, S2] {
        let s = staffs(3).lose(hq, 1);
        assert!(s.may(to(&s, S2, "1819")) && s.may(to(&s, R1, "0614")), "{hq}");
    }
    // One that is gone has lost its Steps, though it was eliminated at a stroke.
    let mut s = staffs(3);
    let (r1, hex) = (s.id(R1), s.hex("0613"));
    s.p.put(s.data(), r1, off::ELIMINATED);
    assert!(s.may(to(&s, S2, "1819")));
    s.p.put(s.data(), r1, hex);
    assert_eq!(s.forbidden(to(&s, S2, "1819")), "17.11a");
}

#[test]
fn r17_11d_if_forced_closer_they_must_be_moved_apart() {
    let close = || scene("campaign", 3, RU, &["hq-ru-r-1 0613", "hq-ru-s-2 1617"]);
    let s = close();
    assert_eq!(rules_of(&s).separation(s.data(), &s.p, s.hex("0613"), s.hex("1617")), 10);
    assert_eq!(s.forbidden(Action::Done), "17.11d");
    assert_eq!(s.forbidden(to(&s, S2, "1618")), "17.11a", "10 are no more than 10");
    assert!(s.may(to(&s, S2, "1718")), "11 are, though still too few");
    // As soon as possible: not before they are apart, or have no way left to go.
    let s = s.march(S2, "1718");
    assert_eq!(s.forbidden(Action::Done), "17.11d");
    let parted = close().march(S2, "1820");
    assert!(parted.may(Action::Done));
    let mut tired = close();
    for hq in [R1, S2] {
        let unit = tired.id(hq);
        tired.p.spent[unit.index()] = 8;
    }
    assert!(tired.may(Action::Done));
    assert!(close().lose(R1, 1).may(Action::Done), "nor when the rule has ended");
    // One that waits on its train rides away.
    let s = scene("campaign", 3, RU, &["hq-ru-r-1 0303", "hq-ru-s-2 1503"]);
    let s = s.set(S2, sandtable_tannenberg::position::flag::ENTRAINED);
    let mut s = s;
    let r1 = s.id(R1);
    s.p.spent[r1.index()] = 8;
    assert_eq!(s.forbidden(Action::Done), "17.11d");
    let (s2, away) = (s.unit(S2), s.hex("1804"));
    assert!(s.act(Action::Ride(s2, away), &[]).may(Action::Done));
}

#[test]
fn r17_11e_pflug_goes_where_he_likes() {
    let s = scene("campaign", 7, RU, &["hq-ru-r-1 0613", "hq-ru-s-2 1820", "hq-ru-p-10 0713"]);
    assert!(s.may(to(&s, "hq-ru-p-10", "0612")) && s.may(Action::Done));
    assert!(s.may(to(&s, "hq-ru-p-10", "0613")), "even to Rennenkampf's own hex");
}

/// An attack on 2425 that headquarters beside it could help.
fn attack(scenario: &str, turn: u8, side: u8, pieces: &[&str], with: &[&str], lost: Option<&str>) -> Scene {
    let s = scene(scenario, turn, side, pieces).combat();
    let s = match lost {
        Some(unit) => s.lose(unit, 1),
        None => s,
    };
    s.declare("2425", with)
}

fn shift(s: &Scene, hq: &str) -> Action {
    Action::Shift(s.id(hq))
}

#[test]
fn r17_12_t26_more_than_half_the_steps_must_be_of_the_army() {
    let pieces =
        ["ru-iii 2424", "ru-vi 2424", "hq-ru-r-1 2423", "hq-ru-s-2 2422", "hq-ru-p-10 2423", "de-35r 2425"];
    let both = |lost: Option<&str>| attack("campaign", 3, RU, &pieces, &["ru-iii", "ru-vi"], lost);
    let s = both(None);
    assert_eq!(
        [R1, S2, "hq-ru-p-10"].map(|hq| s.forbidden(shift(&s, hq))),
        ["17.12", "17.12", "17.12"],
        "4 of 8"
    );
    let s = both(Some("ru-vi"));
    assert!(s.may(shift(&s, R1)), "4 of 7");
    assert_eq!(s.forbidden(shift(&s, S2)), "17.12", "3 of 7");
    // 10 against 3 is 3-1; Rennenkampf's shift is worth two columns.
    let r1 = shift(&s, R1);
    let s = s.act(r1, &[]).act(Action::Fight, &[1]);
    let moved = s
        .events
        .iter()
        .find_map(|e| if let Event::Strengths(_, _, a, b, _) = e { Some(b - a) } else { None });
    assert_eq!(moved, Some(2));
    let alone = attack("campaign", 3, RU, &pieces, &["ru-vi"], None);
    assert!(alone.may(shift(&alone, S2)));
    assert_eq!(alone.forbidden(shift(&alone, R1)), "17.12");
}

#[test]
fn r17_12_scenarios_say_whose_army_a_corps_is_in() {
    rules!("tannenberg 22.3", "tannenberg 22.4");
    let pieces = ["ru-iii 2424", "ru-ii 2424", "hq-ru-r-1 2423", "hq-ru-s-2 2423", "de-35r 2425"];
    let s = attack("campaign", 4, RU, &pieces, &["ru-iii", "ru-ii"], None);
    assert_eq!(s.forbidden(shift(&s, R1)), "17.12", "II Corps belongs to the 2nd Army");
    let s = attack("tannenberg", 4, RU, &pieces, &["ru-iii", "ru-ii"], None);
    assert!(s.may(shift(&s, R1)), "in the battle of the 1st");
    let s = attack("tannenberg", 4, RU, &pieces, &["ru-ii"], None);
    assert_eq!(s.forbidden(shift(&s, S2)), "17.12");
    let pieces = ["ru-iii 2424", "ru-xv 2424", "hq-ru-si-10 2423", "de-35r 2425"];
    let s = attack("winter", 4, RU, &pieces, &["ru-iii", "ru-xv"], None);
    assert!(s.may(shift(&s, "hq-ru-si-10")), "in the winter all are of the 10th");
    let s = attack("campaign", 4, RU, &pieces, &["ru-iii", "ru-xv"], None);
    assert_eq!(s.forbidden(shift(&s, "hq-ru-si-10")), "17.12");
}

#[test]
fn r17_5_players_may_agree_to_do_without_section_17_1() {
    let mut s = staffs(3);
    s.p.options |= sandtable_tannenberg::play::IMPROVED_COMMAND;
    assert!(s.may(to(&s, S2, "1819")) && s.may(Action::Done));
    let pieces = ["ru-iii 2424", "ru-vi 2424", "hq-ru-r-1 2423", "hq-ru-s-2 2422", "de-35r 2425"];
    let mut s = attack("campaign", 3, RU, &pieces, &["ru-iii", "ru-vi"], None);
    assert_eq!(s.forbidden(shift(&s, R1)), "17.12");
    s.p.options |= sandtable_tannenberg::play::IMPROVED_COMMAND;
    assert!(s.may(shift(&s, R1)) && s.may(shift(&s, S2)));
    // Only campaigns have the option.
    let options = [("improved-command".to_string(), "on".to_string())].into_iter().collect();
    let offered = |id: &str| theatre().start(id, &options, &mut Given::new(vec![6, 1])).is_ok();
    let all = ["campaign", "free", "three-player", "tannenberg", "winter"];
    assert_eq!(all.map(offered), [true, true, true, false, false]);
}

#[test]
fn r17_2_on_game_turn_one_every_russian_unit_is_in_command() {
    // Nobody commands the corps; it would roll, and in combat be out of command.
    let movement = |turn: u8, side: u8, unit: &str, dice: &[u8]| {
        let s = scene("campaign", turn, side, &[unit]).step(Phase::Reinforcement, Step::Go).runs(dice);
        assert_eq!(s.p.phase, Phase::Movement);
        s.is(unit.split(' ').next().unwrap(), OUT_OF_COMMAND)
    };
    assert!(!movement(1, RU, "ru-iii 0507", &[]));
    assert_eq!([3, 4].map(|die| movement(2, RU, "ru-iii 0507", &[die])), [true, false]);
    assert_eq!([1, 2].map(|die| movement(1, DE, "de-1 0613", &[die])), [true, false], "not the German");
    let combat = |turn: u8, side: u8| {
        let s = scene("campaign", turn, side, &["ru-iii 0610", "de-1 0611"]);
        let s = s.step(Phase::Withdrawal, Step::Go).runs(&[]);
        assert_eq!(s.p.top(), Step::Attacks(side));
        s.is(if side == RU { "ru-iii" } else { "de-1" }, OUT_OF_COMMAND)
    };
    assert_eq!([combat(1, RU), combat(2, RU), combat(1, DE)], [false, true, true]);
    assert!(
        !theatre().sheets.iter().filter(|s| s.rules.scenario.id == "winter").any(|s| s.rules.uses("17.2"))
    );
}

#[test]
fn r17_4a_t27_a_corps_staff_helps_attacks_of_its_own_units() {
    rules!("tannenberg 17.4b");
    let hqs = ["hq-de-vs-20 2424", "hq-de-vf-1 2424", "hq-de-vpr-8 2424"];
    let mut pieces = vec!["de-37 2424", "de-35r 2424", "de-1 2424", "ru-53 2425"];
    pieces.extend(hqs);
    let s = attack("campaign", 3, DE, &pieces, &["de-37", "de-35r"], None);
    assert!(s.may(shift(&s, "hq-de-vs-20")), "one unit of XX Corps is enough");
    assert_eq!(s.forbidden(shift(&s, "hq-de-vf-1")), "17.4a");
    assert!(s.may(shift(&s, "hq-de-vpr-8")), "an army headquarters helps any");
    let s = attack("campaign", 3, DE, &pieces, &["de-35r"], None);
    assert_eq!(s.forbidden(shift(&s, "hq-de-vs-20")), "17.4a");
    assert!(s.may(shift(&s, "hq-de-vpr-8")));
    let s = attack("campaign", 3, DE, &pieces, &["de-1", "de-37"], None);
    assert!(s.may(shift(&s, "hq-de-vf-1")) && s.may(shift(&s, "hq-de-vs-20")));
}

#[test]
fn r17_4c_the_cavalry_corps_helps_two_of_cavalry_which_belong_to_no_corps() {
    let hqs = ["hq-de-vfl-3c 2424", "hq-de-vf-1 2424"];
    let mut pieces = vec!["de-c1 2424", "de-c2 2424", "de-3r 2424", "ru-fr 2425"];
    pieces.extend(hqs);
    let with = |names: &[&str]| attack("campaign", 3, DE, &pieces, names, None);
    let s = with(&["de-c1", "de-3r"]);
    assert_eq!(s.forbidden(shift(&s, "hq-de-vfl-3c")), "17.4c");
    assert_eq!(s.forbidden(shift(&s, "hq-de-vf-1")), "17.4a", "1st Cavalry is not of I Corps");
    let s = with(&["de-c1", "de-c2", "de-3r"]);
    assert!(s.may(shift(&s, "hq-de-vfl-3c")), "any attack with two, no matter who else is in it");
    let s = with(&["de-3r"]);
    assert_eq!(s.forbidden(shift(&s, "hq-de-vfl-3c")), "17.4c");
}
