//! Points and victory (chapter 21).
use crate::scene::*;
use sandtable_core::{Decision, Game};
use sandtable_tannenberg::action::Reason;
use sandtable_tannenberg::play::reason;
use sandtable_tannenberg::position::{Phase, Step, flag};
use sandtable_tannenberg::{Action, Event, Mover};

fn scored(s: &Scene, why: Reason) -> Vec<i16> {
    let of = |e: &Event| if let Event::Points(w, n, _) = e { (*w == why).then_some(*n) } else { None };
    s.events.iter().filter_map(of).collect()
}

fn at_end_of(turn: u8, pieces: &[&str]) -> Scene {
    scene("campaign", turn, DE, pieces).interphase()
}

#[test]
fn r21_11_towns_score_in_each_interphase_while_they_are_controlled() {
    rules!(
        "tannenberg 21.0a",
        "tannenberg 21.13a",
        "tannenberg 21.13b",
        "tannenberg 21.12a",
        "tannenberg 21.15"
    );
    // Stallupönen 1, Gumbinnen 1, Insterburg 2; the railhead is 0608.
    let depots = ["ru-d1 0611", "ru-d2 0614"];
    let held = |turn: u8, towns: &[&str]| {
        let mut s = scene("campaign", turn, DE, &depots);
        for town in s.data().map.towns.iter() {
            s.p.mark_held(town.hex, DE);
        }
        for town in towns {
            let hex = s.hex(town);
            s.p.mark_held(hex, RU);
        }
        s.interphase()
    };
    assert_eq!(scored(&held(2, &["0609", "0611", "0613"]), reason::TOWNS), [4]);
    assert_eq!(scored(&held(2, &["0609"]), reason::TOWNS), [1]);
    assert_eq!(scored(&held(2, &[]), reason::TOWNS), Vec::<i16>::new());
    // Again on the next turn, until somebody else comes.
    let mut s = held(4, &["0613"]);
    assert_eq!(scored(&s, reason::TOWNS), [2]);
    s.events.clear();
    s.p.turn = 5;
    let mut s = s.interphase();
    assert_eq!(scored(&s, reason::TOWNS), [2]);
    s.events.clear();
    let (rider, hex) = (s.id("de-c1"), s.hex("0613"));
    s.p.put(s.data(), rider, hex);
    assert!(scored(&s.interphase(), reason::TOWNS).is_empty());
    // Every value of the map counts for itself.
    for (town, points) in [("0113", 2), ("0616", 1), ("1420", 3), ("1025", 4)] {
        let s = scene("campaign", 3, RU, &[]);
        let worth = s.data().map.towns.iter().find(|t| t.hex == s.hex(town)).map(|t| t.points);
        assert_eq!(worth, Some(points), "{town}");
    }
}

#[test]
fn r21_12a_passing_through_is_enough_to_control_a_town() {
    let s = scene("campaign", 3, RU, &["ru-c1 0610", "ru-d1 0611", "ru-d2 0614"]);
    let (unit, through, on) = (s.unit("ru-c1"), s.hex("0613"), s.hex("0615"));
    let s = s.act(Action::March(unit, through), &[]).act(Action::March(unit, on), &[]);
    assert_eq!(scored(&s.interphase(), reason::TOWNS), [3], "Gumbinnen and Insterburg");
}

#[test]
fn r21_12a_a_headquarters_is_a_unit_and_holds_a_town() {
    // Gumbinnen is the depot's; Insterburg was last German.
    let march = |pieces: &[&str], to: Option<&str>| {
        let mut s = scene("campaign", 3, RU, pieces);
        let town = s.hex("0613");
        s.p.mark_held(town, DE);
        let s = match to {
            Some(hex) => s.march("hq-ru-r-1", hex),
            None => s,
        };
        scored(&s.interphase(), reason::TOWNS)
    };
    let pieces = ["hq-ru-r-1 0610", "ru-d1 0611", "ru-d2 0614"];
    assert_eq!(march(&pieces, None), [1]);
    assert_eq!(march(&pieces, Some("0613")), [3]);
    // A German headquarters takes it away again, but for trains and supply neither counts.
    let mut s = scene("campaign", 3, RU, &["hq-ru-r-1 0613", "hq-de-vf-1 0616"]);
    let (hex, german) = (s.hex("0613"), s.id("hq-de-vf-1"));
    assert_eq!((s.p.last_unit.side(hex), s.p.last.side(hex)), (RU, DE));
    let away = s.hex("0610");
    let russian = s.id("hq-ru-r-1");
    s.p.put(s.data(), russian, away);
    s.p.phasing = DE;
    let s = s.step(Phase::Movement, Step::Moves(DE)).act(Action::March(Mover::Unit(german), hex), &[]);
    assert_eq!(s.p.last_unit.side(hex), DE);
}

#[test]
fn r21_12b_a_town_must_be_in_supply() {
    // Three hexes from the depot, which is three from the railhead; the next town is further.
    let score = |pieces: &[&str]| scored(&at_end_of(3, pieces), reason::TOWNS);
    assert_eq!(score(&["ru-c1 0613", "ru-d1 0610"]), [2]);
    assert!(score(&["ru-c1 0613"]).is_empty(), "out of supply, though a unit stands there");
    assert_eq!(score(&["ru-c1 0609"]), [1], "the railhead feeds it");
    assert_eq!(score(&["ru-c1 0113", "ru-d1 0410"]), Vec::<i16>::new(), "four hexes");
    // An enemy zone of control that nobody cancels cuts the line.
    assert!(score(&["ru-c1 0613", "ru-d1 0610", "de-1 0712", "de-2 0511"]).is_empty());
}

#[test]
fn r21_14_no_towns_score_on_game_turn_one() {
    let held = |turn: u8| scored(&at_end_of(turn, &["ru-c1 0609"]), reason::TOWNS);
    assert_eq!((held(1), held(2)), (vec![], vec![1]));
}

#[test]
fn r21_0b_there_is_one_total_that_may_be_negative() {
    rules!(
        "tannenberg 21.16",
        "tannenberg 21.17",
        "tannenberg 21.2i",
        "tannenberg 21.15",
        "tannenberg 21.2d"
    );
    // 4 against 1 is 4-1 for the German; an E takes the brigade's only Step at once.
    let s = scene("campaign", 3, DE, &["de-1 2424", "ru-fr 2425", "hq-ru-s-2 2426"]).combat();
    let s = s.attack("2425", &["de-1"], &[1]);
    assert_eq!(
        (s.at("ru-fr"), scored(&s, reason::RUSSIAN_STEPS), s.p.points),
        ("eliminated".into(), vec![-3], -3)
    );
    // A corps counts all four of its Steps, also one that is given up for want of room.
    let s = scene("campaign", 3, RU, &["ru-iii 2425", "ru-xx 2425", "ru-iv 2425", "hq-ru-s-2 2425"]);
    let s = s.step(Phase::Combat, Step::PhaseEnds).runs(&[]);
    let corps = s.id("ru-iii");
    let s = s.act(Action::GiveUp(corps), &[]);
    assert_eq!(
        (s.at("ru-iii"), scored(&s, reason::RUSSIAN_STEPS), s.p.points),
        ("eliminated".into(), vec![-12], -12)
    );
    // And the other way: a division of two Steps.
    let pieces = ["ru-iii 2424", "ru-xiii 2424", "de-35r 2425"];
    let s = scene("campaign", 3, RU, &pieces).combat().attack("2425", &["ru-iii", "ru-xiii"], &[1]);
    let s = s.act(Action::Choose(1), &[]);
    assert_eq!((s.at("de-35r"), s.p.points, s.p.own.german_steps), ("eliminated".into(), 12, 2));
    assert_eq!(scored(&s, reason::GERMAN_STEPS).iter().sum::<i16>(), 12);
}

#[test]
fn r21_2d_losses_by_attrition_score_too() {
    rules!("tannenberg 21.2i");
    let starve = |side: u8, unit: &str, dice: &[u8]| {
        let mut s = scene("campaign", 3, side, &[unit]);
        s.p.phasing = side;
        let mut s = s.step(Phase::Movement, Step::Go);
        let engine = s.engine();
        let mut given = sandtable_core::dice::Given::new(dice.to_vec());
        engine.run(&mut s.p, &mut given, &mut s.events);
        s
    };
    // A Russian corps at Allenstein far from any railway of its own: half its Steps.
    let s = starve(RU, "ru-iii 1420", &[3, 1, 1, 1, 1, 1]);
    assert_eq!((s.lost("ru-iii"), scored(&s, reason::RUSSIAN_STEPS)), (2, vec![-6]));
    let s = starve(DE, "de-1 2410", &[3, 1, 1, 1, 1, 1]);
    assert_eq!((s.lost("de-1"), scored(&s, reason::GERMAN_STEPS)[0]), (1, 6));
}

#[test]
fn r21_2a_fortresses_score_by_strength_and_bank() {
    rules!("tannenberg 21.2b", "tannenberg 21.2c", "tannenberg 21.2j");
    let german =
        [("0829", 10), ("1114", 6), ("1227", 6), ("1830", 6), ("0520", 12), ("1729", 12), ("2230", 12)];
    let russian = ["0303", "1709", "1503", "0802", "2012", "2115", "2316", "2517", "2718", "2719", "2918"];
    let all = german.iter().copied().chain(russian.iter().map(|h| (*h, -5)));
    for (number, points) in all {
        let s = scene("campaign", 3, DE, &[]);
        let hex = s.hex(number);
        let fort = s.data().map.at(hex).fort.unwrap();
        let near = s.data().map.open(hex).next().unwrap().to;
        let near = s.data().map.number(near).to_string();
        let (side, with) = match points > 0 {
            true => (RU, ["ru-iii", "ru-xv"]),
            false => (DE, ["de-3g", "de-1gr"]),
        };
        let pieces = with.map(|u| format!("{u} {near}"));
        let mut s = scene("campaign", 3, side, &[&pieces[0], &pieces[1]]).combat();
        // One Step is left.
        s.p.lose_fort(s.data(), fort, 3);
        let s = s.attack(number, &with, &[1]);
        assert!(s.events.contains(&Event::FortressFell(fort)), "{number}: {:?}", s.events);
        assert_eq!(s.p.points, points, "{number}");
    }
}

#[test]
fn r21_2h_headquarters_score_when_they_fall_and_when_they_lose_a_step() {
    rules!("tannenberg 21.2k", "tannenberg 21.16");
    // A brigade of one Step dies, the army headquarters with it goes to its reduced side and gives way.
    let german = |lost: u8| {
        let pieces = ["ru-iii 2424", "ru-xiii 2424", "de-9lw 2425", "hq-de-vpr-8 2425", "de-1 2230"];
        let s = scene("campaign", 3, RU, &pieces).combat().lose("hq-de-vpr-8", lost);
        s.attack("2425", &["ru-iii", "ru-xiii"], &[1])
    };
    let s = german(0);
    assert_eq!((s.lost("hq-de-vpr-8"), scored(&s, reason::GERMAN_HQ)), (1, vec![20]));
    let s = german(1);
    assert_eq!(
        (s.at("hq-de-vpr-8"), scored(&s, reason::GERMAN_HQ)),
        ("eliminated".into(), vec![20]),
        "and again"
    );
    let pieces = ["ru-iii 2424", "ru-xiii 2424", "de-9lw 2425", "hq-de-vs-20 2425", "de-1 2230"];
    let s = scene("campaign", 3, RU, &pieces).combat().attack("2425", &["ru-iii", "ru-xiii"], &[1]);
    assert_eq!(
        (s.at("hq-de-vs-20"), s.p.points),
        ("eliminated".into(), 26),
        "a corps headquarters at once, and a Step"
    );
    for lost in [0, 1] {
        let pieces = ["de-1 2424", "de-2 2424", "ru-fr 2425", "hq-ru-s-2 2425", "ru-iii 2428"];
        let s = scene("campaign", 3, DE, &pieces).combat().lose("hq-ru-s-2", lost);
        let s = s.attack("2425", &["de-1", "de-2"], &[1]);
        assert_eq!((scored(&s, reason::RUSSIAN_HQ), s.p.points), (vec![-14], -17));
        assert_eq!(s.at("hq-ru-s-2") == "eliminated", lost == 1);
    }
}

#[test]
fn r21_2e_t30_russians_in_the_north_west_score_at_the_end_of_game_turn_six() {
    let pieces = ["ru-xx 0619", "ru-53 1420", "ru-iii 0518", "hq-ru-r-1 0719"];
    assert_eq!(scored(&at_end_of(6, &pieces), reason::NORTH_WEST), [6]);
    for turn in [5, 7] {
        assert!(scored(&at_end_of(turn, &pieces), reason::NORTH_WEST).is_empty(), "turn {turn}");
    }
    // Both borders are included, what lies beyond is not.
    let one = |at: &str| scored(&at_end_of(6, &[&format!("ru-iii {at}")]), reason::NORTH_WEST);
    assert_eq!(["1419", "1519", "1418", "1430"].map(one), [vec![4], vec![], vec![], vec![4]]);
    let worn = scene("campaign", 6, DE, &["ru-iii 0619"]).lose("ru-iii", 3);
    assert_eq!(scored(&worn.interphase(), reason::NORTH_WEST), [4], "stacking points, not Steps");
}

#[test]
fn r21_2l_t31_without_russians_in_the_north_of_germany_twenty_points_are_lost() {
    // Both are fed from the railhead of Mlawa.
    let alone = |turn: u8, pieces: &[&str]| scored(&at_end_of(turn, pieces), reason::NO_INVASION);
    assert_eq!(alone(3, &["ru-iii 2021"]), [-20], "row 20 is not north of row 20");
    assert!(alone(3, &["ru-iii 1922"]).is_empty());
    assert_eq!((alone(2, &[]), alone(3, &[]), alone(15, &[])), (vec![], vec![-20], vec![-20]));
    assert_eq!(alone(3, &["ru-iii 1420"]), [-20], "nor without supply");
    assert!(alone(3, &["hq-ru-s-2 1922"]).is_empty(), "a headquarters is a unit (R-96)");
    assert_eq!(alone(3, &["hq-ru-s-2 1420"]), [-20], "but no supplied one here");
    assert_eq!(alone(3, &["ru-iii 1918"]), [-20], "nor in Russia");
    assert!(alone(3, &["ru-fr 1922"]).is_empty(), "any unit else");
}

/// Plays the last Interphase with a total and reads the result.
fn verdict(scenario: &str, turn: u8, total: i16) -> (u8, &'static str) {
    // A division beside the railhead keeps the total as it is.
    let mut s = scene(scenario, turn, DE, &["ru-53 0610"]);
    s.p.points = total;
    let s = s.interphase();
    assert_eq!((s.p.phase, s.p.points), (Phase::Over, total), "{:?}", s.events);
    match theatre().to_decide(&s.p) {
        Decision::Over(o) => {
            assert_eq!(o.rule, "21.3");
            (o.winner.unwrap().0, o.level)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn r21_3_t32_the_total_decides_at_the_end() {
    let totals = [100, 99, 50, 49, 33, 32, 20, 19, 1, 0, -7];
    let want = [
        (RU, "strategic"),
        (RU, "substantive"),
        (RU, "substantive"),
        (RU, "marginal"),
        (RU, "marginal"),
        (DE, "marginal"),
        (DE, "marginal"),
        (DE, "substantive"),
        (DE, "substantive"),
        (DE, "strategic"),
        (DE, "strategic"),
    ];
    assert_eq!(totals.map(|t| verdict("campaign", 15, t)), want);
    // Not before the last turn.
    let s = at_end_of(14, &["ru-53 0610"]);
    assert_eq!((s.p.turn, s.p.phase == Phase::Over), (15, false));
}

#[test]
fn r22_3_the_battle_and_the_winter_have_charts_of_their_own() {
    rules!("tannenberg 22.4", "tannenberg 21.3");
    let battle = [0, -1, -14, -15, -29, -30, -49, -50].map(|t| verdict("tannenberg", 6, t));
    let (sub, mar, strat) = ("substantive", "marginal", "strategic");
    assert_eq!(
        battle,
        [(RU, sub), (RU, mar), (RU, mar), (DE, mar), (DE, mar), (DE, sub), (DE, sub), (DE, strat)]
    );
    let winter = [21, 20, 1, 0, -19, -20, -39, -40].map(|t| verdict("winter", 6, t));
    assert_eq!(
        winter,
        [(RU, sub), (RU, mar), (RU, mar), (DE, mar), (DE, mar), (DE, sub), (DE, sub), (DE, strat)]
    );
}

#[test]
fn r21_13a_control_is_marked_for_all_to_see_in_the_interphase() {
    // A hidden division leaves no trace until towns are counted.
    let s = scene("campaign", 3, DE, &["de-1 0614", "ru-d1 0608"]).gruppe(1, "0614", &["de-1"]);
    let (town, here) = (s.hex("0613"), s.hex("0612"));
    let mut s = s;
    s.p.mark_held(town, RU);
    let s = s.act(Action::March(sandtable_tannenberg::Mover::Gruppe(1), here), &[]);
    assert_eq!(s.p.last_unit.side(town), DE, "it went through");
    assert_eq!(s.known().last_unit.side(town), RU);
    assert!(!s.is("de-1", flag::OUT_OF_SUPPLY));
    let s = s.interphase();
    assert_eq!(s.known().last_unit.side(town), DE);
    assert!(s.events.contains(&Event::TownControl(town, DE)));
}
