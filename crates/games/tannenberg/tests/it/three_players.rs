//! The campaign with two Russian players (tannenberg 22.5): each acts for one army, and only one of them wins.
use crate::scene::*;
use sandtable_core::{Decision, Game};
use sandtable_east::data::params::Outcome;
use sandtable_tannenberg::play::OwnEvent;
use sandtable_tannenberg::play::reason;
use sandtable_tannenberg::position::{Phase, Step, flag, off};
use sandtable_tannenberg::{Action, Event, Position};
use std::collections::BTreeSet;

const GAME: &str = "three-player";

fn table(turn: u8, player: u8, pieces: &[&str]) -> Scene {
    let side = if player == DE { DE } else { RU };
    scene(GAME, turn, side, pieces).step(Phase::Movement, Step::Moves(player))
}

fn begun(dice: &[u8]) -> Scene {
    begin(GAME, &[("hidden", "off")], dice)
}

#[test]
fn r22_5_the_higher_roll_acts_first_in_each_phase() {
    let s = begun(&[6, 1]);
    assert_eq!((s.p.own.order, s.p.top(), s.decider().0), ([RU, RU2], Step::Moves(RU), RU));
    let s = begun(&[1, 6]);
    assert_eq!((s.p.own.order, s.p.top(), s.decider().0), ([RU2, RU], Step::Moves(RU2), RU2));
    assert_eq!(begun(&[3, 3, 2, 5]).p.own.order, [RU2, RU], "equal rolls are rolled again");
    // Then the other.
    let s = s.act(Action::Done, &[]);
    assert_eq!((s.p.top(), s.p.phase), (Step::Moves(RU), Phase::Movement));
    // The order is rolled anew on each Russian Player-Turn and on no German one.
    let turn = |side: u8, dice: &[u8]| {
        let mut s = scene(GAME, 2, side, &[]);
        s.p.phase = Phase::Replacement;
        s.p.phasing = 1 - side;
        if side == RU {
            s.p.phase = Phase::Interphase;
        }
        let phase = s.p.phase;
        s.step(phase, Step::Go).runs(dice)
    };
    let s = turn(RU, &[2, 4]);
    assert_eq!((s.p.own.order, s.p.turn), ([RU2, RU], 3));
    assert!(s.events.contains(&Event::Own(OwnEvent::Order(2, 4, RU2))));
    assert!(!turn(DE, &[]).events.iter().any(|e| matches!(e, Event::Own(OwnEvent::Order(..)))));
    // So in the Combat Phase too.
    let pieces = ["ru-iii 2424", "ru-xv 2426", "de-35r 2425", "hq-ru-r-1 2424", "hq-ru-s-2 2426"];
    let mut s = table(3, RU, &pieces);
    s.p.own.order = [RU2, RU];
    let s = s.step(Phase::CombatCommand, Step::Go).runs(&[]);
    assert_eq!(s.p.top(), Step::Attacks(RU2));
    assert_eq!(s.act(Action::Done, &[]).p.top(), Step::Attacks(RU));
}

#[test]
fn r22_5_each_moves_only_his_own_army() {
    let pieces = ["ru-iii 2424", "ru-xv 2426", "ru-3si 2422", "hq-ru-s-2 2420"];
    let (first, second) = (table(3, RU, &pieces), table(3, RU2, &pieces));
    let to = |s: &Scene, unit: &str, hex: &str| Action::March(s.unit(unit), s.hex(hex));
    assert!(
        first.may(to(&first, "ru-iii", "2423")) && first.may(to(&first, "ru-3si", "2421")),
        "the 10th with the 1st"
    );
    assert_eq!(first.forbidden(to(&first, "ru-xv", "2427")), "5.0a");
    assert_eq!(first.forbidden(to(&first, "hq-ru-s-2", "2421")), "5.0a");
    assert!(second.may(to(&second, "ru-xv", "2427")) && second.may(to(&second, "hq-ru-s-2", "2421")));
    assert_eq!(
        [second.forbidden(to(&second, "ru-iii", "2423")), second.forbidden(to(&second, "ru-3si", "2421"))],
        ["5.0a", "5.0a"]
    );
    // Nor can one bring in the other's reinforcements.
    let mut s = scene(GAME, 6, RU, &[]);
    for unit in ["ru-xxii", "ru-1rf"] {
        let unit = s.id(unit);
        s.p.put(s.data(), unit, off::POOL);
    }
    let s = s.step(Phase::Reinforcement, Step::Reinforce(RU2));
    let bring = |unit: &str, hex: &str| Action::Bring(s.id(unit), s.hex(hex));
    assert!(s.may(bring("ru-1rf", "3017")));
    assert_eq!(s.forbidden(bring("ru-xxii", "2001")), "14.0");
}

#[test]
fn r22_5_headquarters_command_their_own_army() {
    // Both corps stand with Rennenkampf; in the campaign he commands both.
    let pieces = ["hq-ru-r-1 0507", "ru-iii 0507", "ru-xv 0508"];
    let ready = |id: &str, dice: &[u8]| {
        let s = scene(id, 3, RU, &pieces).step(Phase::Reinforcement, Step::Go).runs(dice);
        assert_eq!(s.p.phase, Phase::Movement);
        (s.is("ru-iii", OUT_OF_COMMAND), s.is("ru-xv", OUT_OF_COMMAND))
    };
    assert_eq!(ready("campaign", &[]), (false, false));
    assert_eq!(ready(GAME, &[3]), (false, true), "Samsonov's corps rolls");
    assert_eq!(ready(GAME, &[4]), (false, false));
    let s = scene(GAME, 3, RU, &pieces).step(Phase::Command, Step::Command(RU2));
    assert_eq!(s.forbidden(Action::Allot(s.id("ru-xv"), s.id("hq-ru-r-1"))), "10.32a");
    // A defender beside the other's headquarters is out of command (tannenberg 10.43b).
    let attacked = |id: &str, hq: &str| {
        let hq = format!("{hq} 2427");
        let s = scene(id, 3, DE, &["de-1 2424", "de-2 2424", "ru-xv 2425", &hq]).combat();
        let s = s.attack("2425", &["de-1", "de-2"], &[1]);
        s.events
            .iter()
            .find_map(|e| if let Event::Result(_, d, _, worse, _) = e { Some((*d, *worse)) } else { None })
            .unwrap()
    };
    assert_eq!(attacked("campaign", "hq-ru-r-1"), (Outcome::Two, false));
    assert_eq!(attacked(GAME, "hq-ru-s-2"), (Outcome::Two, false));
    assert_eq!(attacked(GAME, "hq-ru-r-1"), (Outcome::Three, true));
}

#[test]
fn r22_5_the_two_do_not_attack_together() {
    let pieces = ["ru-iii 2424", "ru-xv 2426", "de-35r 2425", "hq-ru-r-1 2423", "hq-ru-s-2 2426"];
    let s = table(3, RU, &pieces).step(Phase::Combat, Step::Attacks(RU)).declare("2425", &["ru-iii"]);
    assert_eq!(s.forbidden(Action::With(s.id("ru-xv"))), "22.5");
    assert_eq!(s.forbidden(Action::With(s.id("de-35r"))), "8.11a");
    assert!(s.may(Action::Shift(s.id("hq-ru-r-1"))));
    assert_eq!(s.forbidden(Action::Shift(s.id("hq-ru-s-2"))), "10.2a");
    // In the campaign they do.
    let s = scene("campaign", 3, RU, &pieces).combat().declare("2425", &["ru-iii"]);
    assert!(s.may(Action::With(s.id("ru-xv"))));
    // A player cannot begin an attack that is too weak alone.
    let pieces = ["ru-53 2424", "ru-xv 2426", "de-1 2425", "de-2 2425"];
    let s = table(3, RU, &pieces).step(Phase::Combat, Step::Attacks(RU));
    assert_eq!(s.forbidden(Action::Attack(s.hex("2425"))), "8.8m");
}

#[test]
fn r22_5_each_has_half_of_the_railways() {
    let left = |turn: u8, player: u8| {
        let s = table(turn, player, &[]);
        s.engine().capacity_left(&s.p, player)
    };
    assert_eq!([(1, RU), (1, RU2), (3, RU), (5, RU2), (5, DE)].map(|(t, p)| left(t, p)), [3, 3, 4, 5, 8]);
    // An odd point goes to the second to act.
    let s = table(1, RU, &[]);
    let mut data = s.data().clone();
    data.params.armies[1].rail_capacity = vec![7];
    let share = |order: [u8; 2], player: u8| {
        let mut p = s.p;
        p.own.order = order;
        s.engine().own.capacity(&data, &p, player, 1)
    };
    assert_eq!([share([RU, RU2], RU), share([RU, RU2], RU2)], [3, 4]);
    assert_eq!([share([RU2, RU], RU), share([RU2, RU], RU2)], [4, 3]);
    // A corps fills one half; the other half is not touched.
    let pieces = ["ru-iii 0304", "ru-53 0303", "ru-xv 2207", "hq-ru-r-1 0303"];
    let s = table(3, RU, &pieces);
    let train = |s: &Scene, unit: &str| Action::Entrain(s.unit(unit));
    let board = train(&s, "ru-iii");
    let s = s.act(board, &[6]);
    assert_eq!(s.forbidden(train(&s, "ru-53")), "5.31b");
    let s = s.act(Action::Done, &[]).step(Phase::Movement, Step::Moves(RU2));
    assert!(s.may(train(&s, "ru-xv")));
}

#[test]
fn r22_5_the_armies_do_not_stand_together() {
    let pieces = ["ru-iii 2424", "ru-xv 2425", "hq-ru-p-10 2424", "hq-ru-s-2 2425", "ru-xx 2422"];
    let s = table(3, RU, &pieces);
    let to = |s: &Scene, unit: &str, hex: &str| Action::March(s.unit(unit), s.hex(hex));
    assert_eq!(s.forbidden(to(&s, "ru-iii", "2425")), "22.5");
    assert!(s.may(to(&s, "hq-ru-p-10", "2425")), "headquarters do not count");
    assert!(s.may(to(&s, "ru-iii", "2426")), "passing through is no standing");
    assert!(s.may(to(&s, "ru-xx", "2424")));
    assert!(scene("campaign", 3, RU, &pieces).may(to(&s, "ru-iii", "2425")));
    // Driven together in combat, the player who came gives way, and only with units of their own.
    for (guest, host, owner) in [("ru-53", "ru-xv", RU), ("ru-xv", "ru-53", RU2)] {
        let pieces = [format!("{guest} 2425"), format!("{host} 2425")];
        let s = scene(GAME, 3, DE, &[&pieces[0], &pieces[1]]).set(guest, flag::GUEST);
        let s = s.step(Phase::Combat, Step::PhaseEnds).runs(&[]);
        assert_eq!((s.p.top(), s.decider().0), (Step::Overfull(owner, s.hex("2425")), owner));
        assert_eq!(s.legal(), [Action::GiveUp(s.id(guest))]);
        assert_eq!(s.forbidden(Action::GiveUp(s.id(host))), "6.14a");
    }
}

#[test]
fn r22_5_each_follows_cavalry_with_his_own() {
    let pieces = ["de-c1 2425", "ru-iii 2424", "ru-xv 2426", "de-1 2230"];
    let mut s = table(3, RU, &pieces);
    s.p.own.order = [RU2, RU];
    let s = s.step(Phase::Withdrawal, Step::Withdrawals(DE));
    let rider = s.id("de-c1");
    let s = s.act(Action::Withdraw(rider), &[6]);
    let s = match s.p.top() {
        Step::WithdrawTo(_) => {
            let away = s.legal()[0];
            s.act(away, &[])
        }
        _ => s,
    };
    let hex = s.hex("2425");
    assert_eq!((s.p.top(), s.decider().0), (Step::Follow(RU2, hex), RU2));
    let [first, second] = ["ru-iii", "ru-xv"].map(|u| Action::Follow(s.id(u)));
    assert_eq!(s.legal(), [second, Action::Done]);
    assert_eq!(s.forbidden(first), "12.16");
    let s = s.act(Action::Done, &[]);
    assert_eq!((s.p.top(), s.legal()), (Step::Follow(RU, hex), vec![first, Action::Done]));
}

#[test]
fn r22_5_town_points_go_to_the_army_that_was_last_there() {
    let visits = |order: [&str; 2]| {
        let mut s = table(2, RU, &["ru-d1 0610"]);
        for unit in order {
            let (unit, town, away) = (s.id(unit), s.hex("0613"), s.hex("0408"));
            s.p.put(s.data(), unit, town);
            s.p.put(s.data(), unit, away);
        }
        let s = s.interphase();
        (s.p.points, s.p.own.shares)
    };
    assert_eq!(visits(["ru-c1", "ru-c4"]), (2, [0, 2]));
    assert_eq!(visits(["ru-c4", "ru-c1"]), (2, [2, 0]));
    // A headquarters of the other does not take it over.
    let mut s = table(2, RU, &["ru-d1 0610", "ru-c4 0613"]);
    let (hq, town) = (s.id("hq-ru-r-1"), s.hex("0613"));
    s.p.put(s.data(), hq, town);
    assert_eq!(s.interphase().p.own.shares, [0, 2]);
}

#[test]
fn r22_5_step_points_go_to_the_army_that_inflicted_or_suffered_the_loss() {
    // Inflicted in attack.
    for (player, corps, want) in [(RU, ["ru-iii", "ru-xx"], [12, 0]), (RU2, ["ru-xv", "ru-xiii"], [0, 12])] {
        let pieces = corps.map(|u| format!("{u} 2424"));
        let s =
            table(3, player, &[&pieces[0], &pieces[1], "de-35r 2425", "hq-ru-r-1 2423", "hq-ru-s-2 2423"]);
        let s = s
            .step(Phase::Combat, Step::Attacks(player))
            .attack("2425", &corps, &[1])
            .act(Action::Choose(1), &[]);
        assert_eq!((s.p.points, s.p.own.shares), (12, want));
    }
    // Suffered and inflicted in defence: 4 against 4 is 1-1, a 3 gives 1/1. Others wait to fight elsewhere.
    let elsewhere = ["de-41 2404", "ru-fr 2403"];
    for (unit, hq, want) in [("ru-11si", "hq-ru-r-1", [3, 0]), ("ru-3g", "hq-ru-s-2", [0, 3])] {
        let (unit_at, hq) = (format!("{unit} 2425"), format!("{hq} 2426"));
        let s = scene(GAME, 3, DE, &["de-1 2424", &unit_at, &hq, elsewhere[0], elsewhere[1]]).combat();
        let s = s.attack("2425", &["de-1"], &[3]).act(Action::Choose(1), &[]);
        assert_eq!((s.lost("de-1"), s.lost(unit)), (1, 1));
        assert_eq!((s.p.points, s.p.own.shares), (3, want), "six for the German Step, three off for the own");
    }
    // Two hexes of the two armies in one attack: the German Step is shared.
    let mut pieces =
        vec!["de-1 2425", "de-2 2425", "ru-53 2424", "ru-2 2525", "hq-ru-r-1 2422", "hq-ru-s-2 2625"];
    pieces.extend(elsewhere);
    let s = scene(GAME, 3, DE, &pieces).combat();
    let (a, b) = (s.hex("2424"), s.hex("2525"));
    let s = s.act(Action::Attack(a), &[]).act(Action::Also(b), &[]);
    let with = ["de-1", "de-2"].map(|u| Action::With(s.id(u)));
    let s = s.acts(&with).act(Action::Fight, &[6]);
    let lose = Action::Lose(s.id("de-1"));
    let s = if matches!(s.p.top(), Step::AttackerLoses(_)) { s.act(lose, &[]) } else { s };
    let lost = i16::from(s.lost("de-1") + s.lost("de-2"));
    assert!(lost > 0 && s.lost("ru-53") + s.lost("ru-2") == 0, "{:?}", s.events);
    assert_eq!(s.p.own.shares, [3 * lost, 3 * lost]);
    // By hunger, to nobody in particular.
    let mut s = scene(GAME, 3, DE, &["de-1 2410"]).step(Phase::Movement, Step::Go);
    let engine = s.engine();
    engine.run(&mut s.p, &mut sandtable_core::dice::Given::new(vec![3, 6, 1]), &mut s.events);
    assert_eq!(
        (s.lost("de-1"), s.p.own.shares),
        (1, [3 - 10, 3 - 10]),
        "ten each off, nobody being in Germany"
    );
}

#[test]
fn r22_5_headquarters_and_fortresses_score_like_steps() {
    // A brigade and a corps headquarters: 6 and 20.
    let pieces =
        ["ru-xv 2424", "ru-xiii 2424", "de-9lw 2425", "hq-de-vs-20 2425", "de-1 2230", "hq-ru-s-2 2423"];
    let s = table(3, RU2, &pieces).step(Phase::Combat, Step::Attacks(RU2)).attack(
        "2425",
        &["ru-xv", "ru-xiii"],
        &[1],
    );
    assert_eq!((s.p.points, s.p.own.shares), (26, [0, 26]));
    // One that has nowhere to go when a unit comes beside it is the prize of who moved.
    let s = table(3, RU2, &["ru-xv 2423", "hq-de-vs-20 2425"]);
    let mut s = s;
    for fort in 0..s.data().map.forts.len() as u8 {
        if s.data().map.forts[usize::from(fort)].side == DE {
            s.p.lose_fort(s.data(), fort, 4);
        }
    }
    let s = s.march("ru-xv", "2424");
    assert_eq!((s.at("hq-de-vs-20"), s.p.own.shares), ("eliminated".into(), [0, 20]));
    // The own headquarters.
    let pieces = ["de-1 2424", "de-2 2424", "ru-fr 2425", "hq-ru-s-2 2425", "ru-xv 2428"];
    let s = scene(GAME, 3, DE, &pieces).combat().attack("2425", &["de-1", "de-2"], &[1]);
    assert_eq!((s.p.points, s.p.own.shares), (-17, [0, -17]));
    // Danzig falls to the 2nd Army.
    let mut s = table(3, RU2, &["ru-xv 0929", "ru-xiii 0929"]).step(Phase::Combat, Step::Attacks(RU2));
    let fort = s.data().map.at(s.hex("0829")).fort.unwrap();
    s.p.lose_fort(s.data(), fort, 3);
    assert_eq!(s.attack("0829", &["ru-xv", "ru-xiii"], &[1]).p.own.shares, [0, 10]);
    // An empty fortress of one's own is everybody's, an odd point the 1st Army's.
    let mut s = scene(GAME, 3, DE, &["de-3g 1910", "de-1gr 1910"]).combat();
    let at = s.data().map.at(s.hex("2012")).fort.unwrap();
    s.p.lose_fort(s.data(), at, 3);
    let near = s.data().map.open(s.hex("2012")).next().unwrap().to;
    for unit in ["de-3g", "de-1gr"] {
        let unit = s.id(unit);
        s.p.put(s.data(), unit, near);
    }
    let s = s.attack("2012", &["de-3g", "de-1gr"], &[1]);
    assert_eq!((s.p.points, s.p.own.shares), (-5, [-3, -2]));
}

#[test]
fn r22_5_what_cannot_be_told_is_split() {
    let mut s = scene(GAME, 7, DE, &["hq-de-vpr-8 1420", "de-37 1420"]);
    (s.p.own.west.exchange, s.p.own.west.called, s.p.own.west.done) = (3, 3, true);
    let comes = s.id("hq-de-hl-8");
    s.p.put(s.data(), comes, off::POOL);
    let s = s.step(Phase::InitialSupply, Step::Go).runs_anyhow();
    assert_eq!((s.p.points, s.p.own.shares), (20, [10, 10]));
    // 45 when they come: the odd point to the 1st Army.
    let mut s = scene(GAME, 7, DE, &["de-37 1420"]);
    (s.p.own.west.exchange, s.p.own.west.exchanged, s.p.own.west.called, s.p.own.west.done) =
        (3, true, 3, true);
    let comes = s.id("de-22");
    s.p.put(s.data(), comes, off::POOL);
    let s = s.step(Phase::InitialSupply, Step::Go).runs(&[]);
    let s = {
        let at = s.hex("1434");
        s.act(Action::Bring(comes, at), &[6, 6])
    };
    assert_eq!((s.p.points, s.p.own.shares), (45, [23, 22]));
    assert_eq!(scene(GAME, 3, DE, &[]).interphase().p.own.shares, [-10, -10], "nobody in Germany");
    // In the north-west each counts their own.
    let s = scene(GAME, 6, DE, &["ru-xx 0619", "ru-3g 1420", "ru-2 1419", "ru-53 0610"]).interphase();
    let north_west = |e: &&Event| matches!(e, Event::Points(reason::NORTH_WEST, ..));
    assert_eq!(s.events.iter().filter(north_west).count(), 2);
    let (towns, all) = (s.p.own.shares[0] - 4, s.p.own.shares[1]);
    assert_eq!((towns, all), (0, 4));
}

#[test]
fn r22_5_the_sum_gives_the_level_and_the_higher_total_the_victor() {
    rules!("tannenberg 21.3");
    let verdict = |shares: [i16; 2]| {
        let mut s = scene(GAME, 15, DE, &["ru-53 0610"]);
        (s.p.own.shares, s.p.points) = (shares, shares[0] + shares[1]);
        let s = s.interphase();
        match theatre().to_decide(&s.p) {
            Decision::Over(o) => (o.winner.unwrap().0, o.level),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(verdict([20, 13]), (RU, "marginal"));
    assert_eq!(verdict([13, 20]), (RU2, "marginal"));
    assert_eq!(verdict([-10, 110]), (RU2, "strategic"));
    assert_eq!(verdict([30, 2]), (DE, "marginal"), "together too few");
    assert_eq!(verdict([25, 25]), (RU, "substantive"), "equal totals: the 1st Army has the odd points");
}

pub fn r22_5_the_two_totals_always_make_up_the_whole(p: &Position) {
    assert_eq!(p.points, p.own.shares[0] + p.own.shares[1]);
    if p.phase == Phase::Combat && p.phasing == RU && p.combat.count > 0 {
        let engine = theatre().engine(p);
        let owners: BTreeSet<u8> =
            p.combat.units.iter().map(|u| engine.own.owner(engine.data, p, u)).collect();
        assert!(owners.len() < 2, "{owners:?}");
    }
}
