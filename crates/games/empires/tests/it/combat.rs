//! Field combat: chits, division, steps, rounds, losses, days, options.
use crate::battles::*;
use sandtable_empires::combat::chits::{Make, announced, attacker_may, defender_may, divide, divides};
use sandtable_empires::combat::command::{self, Contingent, Leader};
use sandtable_empires::combat::ending::night;
use sandtable_empires::combat::losses::{CHEAPEST_FIRST, share};
use sandtable_empires::combat::morale::{Values, method_one};
use sandtable_empires::combat::{options, round};

fn army(corps: u8, leaders: u8, factors: &str) -> Make {
    Make { corps, leaders, factors: f(factors), ..Make::default() }
}

#[test]
fn r7_5_2_1b_outflank_needs_two_corps_and_a_leader() {
    let with_guns = Make { artillery_corps: 3, ..army(1, 1, "10I 9A") };
    for (force, may) in [(army(2, 1, "20I"), true), (army(2, 0, "20I"), false), (with_guns, false)] {
        let said = if may { Ok(()) } else { Err(Refused::NoOutflank) };
        assert_eq!(attacker_may(&force, A::Outflank), said);
        assert_eq!(defender_may(&force, D::Outflank), said);
        assert!(A::ALL[1..].iter().all(|c| attacker_may(&force, *c).is_ok()));
        assert!(D::ALL[1..].iter().all(|c| defender_may(&force, *c).is_ok()));
    }
}

#[test]
fn r7_5_2_2b_when_nobody_divides() {
    rules!("empires 7.5.2.2", "empires 7.5.2.3");
    let who = |a, d| divides(charts(), a, d);
    assert_eq!(announced(A::Outflank, D::Cordon), [true, false]);
    assert_eq!(announced(A::Probe, D::Outflank), [false, true]);
    assert_eq!(who(A::Outflank, D::Outflank), None);
    assert_eq!(who(A::Assault, D::Defend), None);
    assert_eq!(who(A::Outflank, D::Cordon), None, "outflank against cordon");
    assert_eq!(who(A::Outflank, D::Defend), Some(Who::Attacker));
    assert_eq!(who(A::Probe, D::Outflank), Some(Who::Defender));
}

#[test]
fn r7_5_2_3_1_what_must_pin() {
    let whole = Make { artillery_corps: 1, depot_garrison: 3, ..army(3, 2, "33I 5A 2Gr 1Ck") };
    let good = Make { artillery_corps: 1, depot_garrison: 3, ..army(1, 2, "13I 5A 2Gr") };
    let rest = divide(&whole, &good).unwrap();
    assert_eq!((rest.corps, rest.leaders, rest.factors), (2, 0, f("20I 1Ck")));
    for wrong in [
        Make { corps: 0, ..good },
        Make { leaders: 1, ..good },
        Make { artillery_corps: 0, ..good },
        Make { depot_garrison: 0, ..good },
        Make { factors: f("13I 4A 2Gr"), ..good },
        Make { factors: f("13I 5A 1Gr"), ..good },
        Make { factors: f("99I 5A 2Gr"), ..good },
    ] {
        assert_eq!(divide(&whole, &wrong), Err(Refused::Pinning), "{wrong:?}");
    }
}

#[test]
fn r7_5_2_3_2_what_must_go_round() {
    let whole = army(2, 1, "20I 1Ck 1Fk");
    assert_eq!(divide(&whole, &army(2, 1, "20I")), Err(Refused::Outflanking), "no corps left for it");
    assert_eq!(divide(&whole, &army(1, 1, "10I 1Ck")), Err(Refused::Outflanking), "a cossack stays");
    assert_eq!(divide(&whole, &army(1, 1, "10I")).unwrap().factors, f("10I 1Ck 1Fk"));
}

#[test]
fn r7_5_2_7_2c_outflankers_arrive_against_a_counterattack() {
    rules!("empires 7.5.2.7.2", "empires 7.5.2.7.2(b)", "empires 7.5.2.3.1(b)", "empires 7.5.2.3.2(b)");
    let c = charts();
    let mut b = plain(A::Outflank, D::Counterattack, "20I", "40I");
    b.sides[0].outflanking = f("10C");
    assert_eq!(method_one(Values::of(c, 30, 40, 0).troops(b.sides[0].all())), 34, "both count for morale");
    let first = b.fight(c, &Orders::default(), [3, 5]).unwrap();
    assert_eq!((first.weights[0], first.tables), (20, [one("2-1"), one("2-3")]));
    assert_eq!(first.due[0].factors, 4, "10 percent of 40");
    let early = RoundLosses { pinning: f("3I"), outflanking: f("1C") };
    assert!(b.suffer(Who::Attacker, first.due[0], early).is_err());
    b.suffer(Who::Attacker, first.due[0], toll("4I")).unwrap();
    b.suffer(Who::Defender, first.due[1], toll("1I")).unwrap();
    b.sides[0].arrived = true;
    let second = b.fight(c, &Orders::default(), [1, 1]).unwrap();
    assert_eq!((second.weights[0], second.tables), (36, [one("4-4"), one("3-1")]));
    // Superiority counts arrived cavalry once, and before arrival not at all.
    assert_eq!(b.sides[0].fighting().cavalry(), 10);
}

#[test]
fn a_reported_battle_of_escalated_assault_against_outflank() {
    rules!("empires 7.5.2.9", "empires 7.5.2.7.2(b)");
    let c = charts();
    let mut b = plain(A::EscalatedAssault, D::Outflank, "28I", "9I");
    b.sides[1].outflanking = f("11I");
    b.sides.iter_mut().for_each(|s| s.base = 60);
    let first = b.fight(c, &Orders::default(), [6, 5]).unwrap();
    assert_eq!(first.tables, [one("3-3"), one("3-1")]);
    assert_eq!(first.blows[0], Blow { percent: 15, factors: 4, morale: 28 });
    assert_eq!(first.blows[1], Blow { percent: 10, factors: 1, morale: 11 });
    b.suffer(Who::Attacker, first.due[0], toll("1I")).unwrap();
    b.suffer(Who::Defender, first.due[1], toll("4I")).unwrap();
    b.sides[1].arrived = true;
    let second = b.fight(c, &Orders::default(), [3, 3]).unwrap();
    assert_eq!((second.weights, second.tables), ([27, 27], [one("4-1"), one("5-4")]));
    assert_eq!(second.blows[0], Blow { percent: 10, factors: 3, morale: 7 });
    assert_eq!(second.blows[1], Blow { percent: 15, factors: 4, morale: 24 });
    assert_eq!(b.sides[1].lost, 35);
}

#[test]
fn r7_5_2_9_1b_all_modifiers_together_stay_within_one() {
    rules!("empires 7.5.3.1");
    let c = charts();
    let edge = |tactical, cavalry, commander| Edge { tactical, commander, cavalry: Some((cavalry, 20)) };
    let dice = |form, a, d| round::modifiers(c, form, &[a, d]);
    let form = Form::Field(A::Assault, D::Cordon);
    assert_eq!(dice(form, edge(4, 10, None), edge(3, 1, None)), [1, 0], "4 against 3 and cavalry");
    assert_eq!(dice(form, edge(1, 10, None), edge(1, 1, None)), [0, -1], "cavalry makes up for the chart");
    let echelon = Form::Field(A::Echelon, D::Cordon);
    let austrian = edge(1, 1, Some(Power::Austria));
    assert_eq!(dice(echelon, edge(1, 1, None), austrian), [-1, 0]);
    assert_eq!(
        dice(Form::Field(A::Assault, D::Defend), edge(5, 1, None), edge(0, 1, None)),
        [0, 0],
        "note g"
    );
    assert_eq!(dice(Form::Trivial, edge(4, 10, None), edge(3, 1, None)), [1, 0]);
    assert_eq!(dice(Form::Assault, edge(5, 10, None), edge(0, 1, None)), [0, 0]);
}

#[test]
fn r7_5_2_9_1_1_ratings_follow_the_corps_commanded() {
    rules!("empires 7.5.2.11.5(b)", "empires 7.5.5", "empires 7.5.2.9.1(c)", "empires 7.5.2.5.2.2(c)");
    assert_eq!([3, 4, 6, 7, 9, 10].map(|n| command::tactical(4, 3, n, false)), [4, 3, 3, 2, 2, 2]);
    assert_eq!([9, 10, 13].map(|n| command::tactical(4, 3, n, true)), [2, 1, 0], "deep command");
    assert_eq!(command::tactical(1, 1, 9, false), 0);
    let leader = |power, seniority| Leader { power, seniority, strategic: 3, tactical: 3, limit: 3 };
    let with = |power, corps, factors| Contingent { power, corps, factors };
    let pair = [leader(Power::Austria, 'B'), leader(Power::Russia, 'A')];
    let who = |a, r| {
        command::commanders(&pair, &[with(Power::Austria, a, 10), with(Power::Russia, r, 30)]).to_vec()
    };
    assert_eq!((who(3, 2), who(2, 2)), (vec![0], vec![1]), "most corps, then seniority");
    let equals = [leader(Power::Austria, 'B'), leader(Power::Russia, 'B'), leader(Power::Russia, 'B')];
    let forces = [with(Power::Austria, 2, 10), with(Power::Russia, 2, 30)];
    assert_eq!(command::commanders(&equals, &forces), vec![1, 2], "factors, then they must agree");
    assert!(command::commanders(&[], &forces).is_empty());
    let better = Leader { strategic: 5, ..leader(Power::Austria, 'A') };
    assert!(command::takes_over(&pair[0], &better, &forces));
    assert!(
        !command::takes_over(&better, &pair[0], &forces)
            && !command::takes_over(&equals[1], &equals[2], &forces)
    );
}

#[test]
fn r7_5_2_9_1_2_a_rating_may_be_stated_lower() {
    let c = charts();
    let mut b = plain(A::Assault, D::Cordon, "20I", "20I");
    b.sides[0].tactical = 4;
    b.sides[1].tactical = 3;
    let lower = Orders { stated: [Some(3), None], ..Orders::default() };
    assert_eq!(b.fight(c, &lower, [1, 1]).unwrap().modifiers, [0, 0]);
    let higher = Orders { stated: [Some(5), None], ..Orders::default() };
    assert_eq!(b.fight(c, &higher, [1, 1]), Err(Refused::Rating));
}

#[test]
fn r7_5_2_9_2_1_militia_until_two_points_are_lost() {
    rules!("empires 7.5.2.9.2.2");
    let c = charts();
    let early = Due::field(c, 3, 19, false);
    assert_eq!(early.check(f("5M 5I"), f("3M")), Ok(()));
    let late = Due::field(c, 3, 20, false);
    assert_eq!(late.check(f("5M 5I"), f("1M 2I")), Err(Refused::Militia));
    assert_eq!(late.check(f("5M 2I"), f("1M 2I")), Ok(()), "nothing else is left");
    // A force of final morale 1.8 breaks with 1.8 lost: militia may still go, with one cavalry.
    let broke = Due::field(c, 3, 18, true);
    assert_eq!(broke.check(f("5M 2Ck"), f("2M 1Ck")), Ok(()));
    assert_eq!(broke.check(f("5M 2Ck"), f("3M")), Err(Refused::Cavalry));
    assert_eq!(broke.check(f("5M"), f("3M")), Ok(()), "no cavalry there");
    for kind in ["C", "FC", "Ck", "Fk"] {
        assert_eq!(broke.check(f(&format!("5I 1{kind}")), f(&format!("2I 1{kind}"))), Ok(()));
    }
    assert_eq!(Due::field(c, 0, 30, true).check(f("5I 1C"), f("")), Ok(()), "no loss is due");
    assert_eq!(early.check(f("2I"), f("2I")), Ok(()), "no more than there are");
    for due in [early, late, broke, Due { factors: 99, ..late }] {
        let force = f("3G 6I 5M 2C 1Ck");
        assert_eq!(due.check(force, due.choose(force, &CHEAPEST_FIRST)), Ok(()));
    }
}

#[test]
fn r7_5_2_9_2_powers_share_losses_by_factors() {
    assert_eq!(share(5, &[30, 20]), [3, 2]);
    assert_eq!(share(4, &[10, 10, 10]), [2, 1, 1], "the first among equals");
    assert_eq!(share(3, &[7, 5, 1]), [2, 1, 0]);
    assert_eq!(share(99, &[2, 3]), [2, 3]);
    assert_eq!(share(1, &[0, 0]), [0, 0]);
}

#[test]
fn r7_5_2_13_2_the_night() {
    rules!("empires 7.5.2.13.1", "empires 7.5.2.13.1(b)", "empires 7.5.2.13.2");
    assert_eq!(night([false, false]), Night::AnotherDay);
    assert_eq!(night([true, false]), Night::Leaves(Who::Attacker));
    assert_eq!(night([false, true]), Night::Leaves(Who::Defender));
    assert_eq!(night([true, true]), Night::BothLeave);
}

#[test]
fn r7_5_2_13_2_2_outflankers_rejoin_overnight() {
    rules!("empires 7.5.2.13.2");
    let c = charts();
    let mut b = plain(A::Outflank, D::Counterattack, "20I", "20I");
    b.sides[0].outflanking = f("10I");
    for _ in 0..3 {
        assert!(!b.day_is_over(c));
        let r = b.fight(c, &Orders::default(), [1, 1]).unwrap();
        for who in Who::BOTH {
            let lost = r.due[who.at()].choose(b.side(who).pinning, &CHEAPEST_FIRST);
            b.suffer(who, r.due[who.at()], RoundLosses { pinning: lost, outflanking: Factors::NONE })
                .unwrap();
        }
    }
    assert!(b.day_is_over(c));
    assert_eq!(b.fight(c, &Orders::default(), [1, 1]), Err(Refused::Over));
    let lost = b.sides[0].lost;
    b.next_day(Form::Field(A::Echelon, D::Defend)).unwrap();
    assert_eq!((b.day, b.rounds, b.sides[0].outflanking), (2, 0, Factors::NONE));
    assert_eq!((b.sides[0].lost, b.sides[0].lost_before), (0, lost));
    assert_eq!(b.sides[0].fighting().total(), b.sides[0].all().total());
    assert!(b.fight(c, &Orders::default(), [1, 1]).is_ok(), "three more rounds");
}

#[test]
fn r7_5_2_13_2_2_arrived_outflankers_count_once_again_on_the_next_day() {
    let c = charts();
    let mut b = plain(A::Outflank, D::Counterattack, "20I", "20I");
    b.sides[0].outflanking = f("10I");
    b.sides[0].arrived = true;
    (b.sides[0].lost, b.options.carry_morale) = (12, true);
    assert_eq!(b.sides[0].weight(c), 40);
    b.next_day(Form::Field(A::Outflank, D::Counterattack)).unwrap();
    assert_eq!(b.sides[0].weight(c), 30);
    assert_eq!(b.sides[0].lost, 12, "the other reading carries morale loss over");
    b.sides[0].outflanking = f("5I");
    assert_eq!(b.sides[0].weight(c), 30, "those who go round now have not arrived");
}

#[test]
fn r7_5_2_15d_twice_the_cavalry_is_superior() {
    let who = |a, d| options::superiority(charts(), [a, d]);
    assert_eq!(who((4, 20), (2, 20)), Some(Who::Attacker), "twice is enough");
    assert_eq!(who((3, 20), (2, 20)), None);
    assert_eq!(who((1, 20), (0, 20)), Some(Who::Attacker));
    assert_eq!(who((0, 20), (0, 20)), None);
    assert_eq!(who((2, 20), (9, 9)), Some(Who::Defender));
    assert_eq!(who((3, 3), (9, 9)), None, "both all cavalry");
}

#[test]
fn r7_5_2_8_guard_is_committed_before_the_guns_fire() {
    rules!("empires 7.5.3.2");
    let c = charts();
    let commit = |force: &str, levels, most, die| options::commit(c, f(force), levels, most, die);
    assert_eq!([1, 3, 6].map(|die| commit("6G", 2, 2, die).unwrap().lost), [1, 2, 4]);
    assert_eq!([4, 5].map(|die| commit("2G", 1, 1, die).unwrap().breaks), [false, true], "none left");
    assert_eq!(commit("1G", 1, 1, 5).unwrap().lost, 1, "no more than there is");
    assert_eq!(commit("6G", 2, 1, 1), Err(Refused::Guard));
    assert_eq!(commit("1G", 2, 2, 1), Err(Refused::Guard));
    assert_eq!(commit("6G", 0, 2, 1), Err(Refused::Guard));
    assert_eq!(
        (options::with_guard(c, one("5-2"), 2), options::with_guard(c, one("4-4"), 2)),
        (one("5-4"), one("4-5"))
    );
    assert_eq!(options::bombard(c, Terrain::Clear, 10, 4, 1), 2, "20 percent of 10");
    assert_eq!(options::bombard(c, Terrain::Marsh, 10, 6, 1), 0);
    let mut b = plain(A::Assault, D::Cordon, "20I 4G", "20I");
    let r = b.fight(c, &Orders { guard: [2, 0], ..Orders::default() }, [1, 1]).unwrap();
    assert_eq!(r.tables, [one("4-3"), one("2-1")]);
    assert!(matches!(b.verdict(c), Verdict::Won { victor: Who::Defender, .. }), "the enemy stands");
    let mut guns = plain(A::Assault, D::Cordon, "3A", "20I");
    guns.options.artillery = true;
    guns.fight(c, &Orders::default(), [1, 1]).unwrap();
    assert!(matches!(guns.verdict(c), Verdict::Won { victor: Who::Defender, .. }));
}

#[test]
fn r7_5_2_8_committed_guard_has_done_its_work_if_only_guns_are_left_of_the_enemy() {
    let mut b = plain(A::Assault, D::Cordon, "20I 5G", "20I 5A");
    b.options.artillery = true;
    (b.rounds, b.sides[0].committed) = (1, true);
    assert_eq!(
        b.verdict(charts()),
        Verdict::Won { victor: Who::Defender, leaders_captured: false, remains: true, victor_broke: false }
    );
    b.sides[1].pinning = f("5A");
    assert_eq!(
        b.verdict(charts()),
        Verdict::Won { victor: Who::Attacker, leaders_captured: false, remains: true, victor_broke: false }
    );
}
