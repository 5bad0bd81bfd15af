//! Withdrawal, reinforcement and the arrival of outflankers.
use crate::battles::*;
use sandtable_empires::combat::arrival::{self, Helper, Stands};
use sandtable_empires::combat::options;

#[test]
fn r7_5_2_5_2_a_die_at_or_under_the_rating() {
    rules!("empires 7.5.2.5.2.2", "empires 7.5.2.5.2.1", "empires 7.5.2.5.2.2(b)");
    let c = charts();
    let leaves = |a, die| arrival::withdraw(c, a, 3, 0, die);
    assert_eq!((leaves(A::Assault, 3), leaves(A::Assault, 4)), (Ok(true), Ok(false)));
    assert_eq!((leaves(A::Echelon, 4), leaves(A::Echelon, 5)), (Ok(true), Ok(false)), "chart note");
    assert_eq!(leaves(A::Probe, 6), Ok(true), "no roll against probe");
    assert_eq!(arrival::withdrawal(c, A::Probe, 0, 0), None);
    assert_eq!(leaves(A::Assault, 7), Err(Refused::Die(7)));
    let irregular = |die| arrival::irregular_withdraws(c, die);
    assert_eq!((irregular(4), irregular(5)), (Ok(true), Ok(false)));
    assert_eq!(options::cavalry_withdrawal(c, f("5I 1C"), f("4C 1Ck")), 1);
    assert_eq!(options::cavalry_withdrawal(c, f("5C"), f("4C")), 0);
}

#[test]
fn r7_5_2_11_3_terrain_and_river_cost_one_in_all() {
    rules!("empires 7.5.2.11.1", "empires 7.5.2.11.1.1", "empires 7.5.2.11.1.2");
    rules!("empires 7.5.2.11.2", "empires 7.5.2.11.2(b)", "empires 7.5.2.11.3(b)");
    let near = |terrain, river| Stands::Near { terrain, river };
    let base = Helper {
        stands: near(Terrain::Clear, false),
        strategic: 3,
        leader: false,
        irregular: false,
        guerilla: false,
        in_city: false,
        who: Who::Defender,
        busy: false,
        besieged: false,
    };
    let rating = |h: Helper| arrival::reinforces(charts(), &h);
    assert_eq!(rating(base), Some(3));
    for terrain in [Terrain::Forest, Terrain::Mountain, Terrain::Marsh] {
        assert_eq!(rating(Helper { stands: near(terrain, false), ..base }), Some(2));
        assert_eq!(rating(Helper { stands: near(terrain, true), ..base }), Some(2));
    }
    assert_eq!(rating(Helper { stands: near(Terrain::Desert, true), ..base }), Some(2));
    assert_eq!(rating(Helper { stands: near(Terrain::Marsh, true), strategic: 1, ..base }), None);
    assert_eq!(
        rating(Helper { stands: Stands::Here { terrain: Terrain::Clear }, in_city: true, ..base }),
        Some(3)
    );
    let guerilla = Helper { irregular: true, leader: true, guerilla: true, ..base };
    assert_eq!(rating(guerilla), Some(3));
    assert_eq!(rating(Helper { in_city: true, ..guerilla }), None, "out of a city only for an attacker");
    assert_eq!(rating(Helper { in_city: true, who: Who::Attacker, ..guerilla }), Some(3));
    assert_eq!(rating(Helper { stands: Stands::OverWater, ..base }), None);
    assert_eq!(rating(Helper { busy: true, ..base }), None);
    assert_eq!(rating(Helper { besieged: true, ..base }), None);
    assert_eq!(rating(Helper { irregular: true, ..base }), None);
    assert_eq!(rating(Helper { irregular: true, leader: true, ..base }), Some(3));
    assert_eq!((arrival::succeeds(3, 3), arrival::succeeds(3, 4)), (Ok(true), Ok(false)));
}

#[test]
fn r7_5_2_11_4_reinforcements_join_the_pinning_force() {
    rules!("empires 7.5.2.11.5");
    let c = charts();
    let mut b = plain(A::Outflank, D::Counterattack, "10I", "20I");
    b.sides[0].outflanking = f("10I");
    b.sides[0].reinforce(f("4I 6C"));
    assert_eq!((b.sides[0].weight(c), b.sides[0].fighting().cavalry()), (20, 6));
    assert_eq!(b.final_morale(c, Who::Attacker), 30);
    b.sides[0].arrived = true;
    assert_eq!(b.sides[0].weight(c), 40, "only outflankers count double");
}

#[test]
fn r7_5_2_12_1_outflankers_roll_after_the_first_two_rounds() {
    rules!("empires 7.5.2.12.1.1", "empires 7.5.2.12.1.2", "empires 7.5.2.12.1.3");
    let rating = |chits, who, terrain, round| arrival::outflankers(charts(), chits, who, 3, terrain, round);
    let plain = (A::Outflank, D::Counterattack);
    let at = |terrain, round| rating(plain, Who::Attacker, terrain, round);
    assert_eq!([1, 2, 3].map(|r| at(Terrain::Clear, r)), [Some(3), Some(5), None]);
    for terrain in [Terrain::Forest, Terrain::Mountain, Terrain::Marsh] {
        assert_eq!([1, 2].map(|r| at(terrain, r)), [Some(2), Some(4)]);
    }
    assert_eq!(at(Terrain::Desert, 1), Some(3));
    let defend = (A::Outflank, D::Defend);
    assert_eq!(
        rating(defend, Who::Attacker, Terrain::Marsh, 2),
        Some(5),
        "chart, terrain and round together"
    );
    assert_eq!(rating((A::Probe, D::Outflank), Who::Defender, Terrain::Clear, 1), Some(3));
    assert_eq!((arrival::sixths(7), arrival::sixths(-1)), (6, 0));
    assert_eq!((arrival::succeeds(7, 6), arrival::succeeds(0, 1)), (Ok(true), Ok(false)));
}

#[test]
fn r7_5_2_12_2_those_who_failed_to_withdraw_leave_if_the_first_roll_misses() {
    let leaves = |a, d, round, arrived| arrival::leaves_after_miss(charts(), a, d, round, arrived);
    assert!(leaves(A::Outflank, D::Withdraw, 1, false));
    assert!(!leaves(A::Outflank, D::Withdraw, 1, true));
    assert!(!leaves(A::Outflank, D::Withdraw, 2, false));
    assert!(!leaves(A::Assault, D::Withdraw, 1, false));
    // So there is no second round on the first set.
    let mut b = plain(A::Outflank, D::Withdraw, "10I", "10I");
    b.fight(charts(), &Orders::default(), [1, 1]).unwrap();
    assert_eq!(b.fight(charts(), &Orders::default(), [1, 1]), Err(Refused::NoTables));
}
