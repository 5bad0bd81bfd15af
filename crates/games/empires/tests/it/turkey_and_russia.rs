//! The complete example of the rulebook: Turkey attacks Russia.
use crate::battles::*;
use sandtable_empires::combat::chits::{Make, announced, attacker_may, defender_may, divides, withdraws};
use sandtable_empires::combat::ending::{Part, points};
use sandtable_empires::combat::morale::{Values, method_one};
use sandtable_empires::combat::{losses, options, pursuit, round};

fn turkey(force: Factors) -> i16 {
    method_one(Values::of(charts(), 30, 30, 20).troops(force))
}

fn russia(force: Factors) -> i16 {
    method_one(Values::of(charts(), 30, 40, 0).troops(force))
}

fn start() -> Battle {
    let (turks, russians) = (f("18FI 18FC 14I"), f("6G 17I 13M 1C"));
    Battle::new(
        field(A::Assault, D::Cordon, Terrain::Clear),
        Side::new(turks, turkey(turks), Some(Power::Turkey), 2),
        Side::new(russians, russia(russians), Some(Power::Russia), 2),
    )
}

#[test]
fn r7_5_2_15_the_whole_battle() {
    rules!("empires 7.5.2.15(b)", "empires 7.5.2.15(c)", "empires 7.5.2.9.1", "empires 7.5.2.9.2");
    rules!("empires 7.5.2.9", "empires 7.5.2.9.3", "empires 7.5.2.9.2.3", "empires 7.5.2.10");
    rules!("empires 7.5.2.10.1", "empires 7.5.2.10.1.1", "empires 7.5.2.10.1.3", "empires 7.5.2.10.2");
    let c = charts();

    // Steps 1 to 5: nobody outflanks or withdraws.
    let armies =
        [Make { corps: 7, leaders: 1, ..Make::default() }, Make { corps: 4, leaders: 1, ..Make::default() }];
    assert_eq!(attacker_may(&armies[0], A::Assault), Ok(()));
    assert_eq!(defender_may(&armies[1], D::Cordon), Ok(()));
    assert_eq!(announced(A::Assault, D::Cordon), [false, false]);
    assert_eq!(divides(c, A::Assault, D::Cordon), None);
    assert!(!withdraws(D::Cordon));

    // Step 6.
    let mut battle = start();
    assert_eq!(battle.sides.map(|s| s.all().total()), [50, 37]);
    assert_eq!(battle.sides.map(|s| s.base), [23, 30]);
    assert_eq!(Who::BOTH.map(|w| battle.final_morale(c, w)), [23, 30]);

    // Round 1: dice 4 and 3.
    let first = battle.fight(c, &Orders::default(), [4, 3]).unwrap();
    assert_eq!(first.tables, [one("4-1"), one("2-1")]);
    assert_eq!((first.modifiers, first.weights), ([0, 0], [50, 37]));
    assert_eq!(first.blows[0], Blow { percent: 10, factors: 5, morale: 10 });
    assert_eq!(first.blows[1], Blow { percent: 5, factors: 2, morale: 2 });
    assert_eq!(first.due[1], Due { factors: 5, spare_militia: false, cavalry: 0 });
    battle.suffer(Who::Defender, first.due[1], toll("5M")).unwrap();
    battle.suffer(Who::Attacker, first.due[0], toll("2FI")).unwrap();
    assert_eq!(battle.sides.map(|s| s.all()), [f("16FI 18FC 14I"), f("6G 17I 8M 1C")]);
    assert_eq!(battle.sides.map(|s| s.all().total()), [48, 32]);
    assert_eq!(battle.sides.map(|s| s.lost), [2, 10]);
    assert_eq!(battle.verdict(c), Verdict::GoesOn);

    // Round 2: two fours.
    let second = battle.fight(c, &Orders::default(), [4, 4]).unwrap();
    assert_eq!(second.tables, [one("4-3"), one("2-1")]);
    assert_eq!((second.modifiers, second.weights), ([0, 0], [48, 32]));
    assert_eq!(second.blows[0], Blow { percent: 15, factors: 7, morale: 20 });
    assert_eq!(second.blows[1], Blow { percent: 5, factors: 2, morale: 5 });
    assert_eq!(second.due[1], Due { factors: 7, spare_militia: true, cavalry: 1 });
    let mut try_it = |text: &str| battle.suffer(Who::Defender, second.due[1], toll(text));
    assert_eq!(try_it("7M"), Err(Refused::Militia));
    assert_eq!(try_it("7I"), Err(Refused::Cavalry));
    assert_eq!(try_it("1C 5I"), Err(Refused::Count { due: 7 }));
    assert_eq!(try_it("1C 6I"), Ok(()));
    battle.suffer(Who::Attacker, second.due[0], toll("2FI")).unwrap();
    assert_eq!(battle.sides.map(|s| s.all()), [f("14FI 18FC 14I"), f("6G 11I 8M")]);
    assert_eq!(battle.sides.map(|s| s.all().total()), [46, 25]);
    assert_eq!(battle.sides.map(|s| s.lost), [7, 30]);
    let won =
        Verdict::Won { victor: Who::Attacker, leaders_captured: false, remains: true, victor_broke: false };
    assert_eq!(battle.verdict(c), won);
    assert_eq!(battle.fight(c, &Orders::default(), [1, 1]), Err(Refused::Over));

    // Step 10: pursuit with a five.
    let class = pursuit::class(c, battle.occasion(Who::Attacker), Terrain::Clear);
    assert_eq!(class, Some(5));
    let cavalry = battle.sides[0].all().cavalry();
    assert_eq!(cavalry, 18);
    let due = pursuit::losses(c, 5, 5, false, cavalry).unwrap();
    assert_eq!(due, 11);
    let left = battle.sides[1].all();
    assert_eq!(pursuit::can_pay(c, left), 7);
    assert_eq!(pursuit::check(c, left, due, left), Ok(()), "wiped out");
    assert_eq!(points(c, [10, 9, 9, 9].map(|n| (Part::Fought, n)), [false, false]), [2, -2]);
}

#[test]
fn r7_5_2_15d_the_same_battle_with_cavalry_superiority() {
    rules!("empires 7.5.2.9.1(b)");
    let c = charts();
    let mut battle = start();
    battle.options.cavalry_superiority = true;
    assert_eq!(options::superiority(c, [(18, 50), (1, 37)]), Some(Who::Attacker));
    let first = battle.fight(c, &Orders::default(), [4, 3]).unwrap();
    assert_eq!(first.modifiers, [1, 0]);
    assert_eq!(first.blows[0], Blow { percent: 15, factors: 8, morale: 14 });
}

#[test]
fn r7_5_2_6_1_1_morale_of_both_armies() {
    rules!("empires 7.5.2.6.1.1(b)");
    // 36 x 2.0 + 14 x 3.0 = 114 over 50; 30 + 51 + 26 + 4 = 111 over 37.
    assert_eq!(turkey(f("18FI 18FC 14I")), 23);
    assert_eq!(russia(f("6G 17I 13M 1C")), 30);
    assert_eq!(russia(f("6G 17I 13M 1C 1Ck")), 30, "112 over 38 is 2.947");
    assert_eq!(russia(f("10A")), 30, "artillery as infantry");
    assert_eq!(russia(f("1Ck 1Fk 1Gr")), 10);
}

#[test]
fn r7_5_2_15c_rounding_to_the_nearest_whole() {
    let figures = [(10, 50, 5), (5, 37, 2), (5, 32, 2), (15, 48, 7), (60, 18, 11)];
    assert!(figures.iter().all(|(p, n, lost)| losses::percent_of(*p, *n) == *lost));
}

#[test]
fn r7_5_2_15b_equal_ratings_of_two_change_no_die() {
    let edges = [Edge { tactical: 2, ..Edge::default() }; 2];
    assert_eq!(round::modifiers(charts(), Form::Field(A::Assault, D::Cordon), &edges), [0, 0]);
}
