//! Breaking, points, pursuit and retreat.
use crate::battles::*;
use sandtable_empires::combat::ending::{Part, points, relief, verdict};
use sandtable_empires::combat::pursuit::{self, Occasion};
use sandtable_empires::combat::retreat::{Retreat, Way, distances, towards};

fn won(victor: Who, leaders_captured: bool, remains: bool, victor_broke: bool) -> Verdict {
    Verdict::Won { victor, leaders_captured, remains, victor_broke }
}

const STANDS: Standing = Standing { broken: false, gone: false, outflankers: false };
const BROKEN: Standing = Standing { broken: true, ..STANDS };
const GONE: Standing = Standing { gone: true, ..STANDS };
const ORPHANS: Standing = Standing { gone: true, outflankers: true, ..STANDS };

#[test]
fn r7_5_2_10_1_who_wins() {
    rules!("empires 7.5.2.10", "empires 7.5.2.10.1.2");
    assert_eq!(verdict([STANDS, STANDS]), Verdict::GoesOn);
    assert_eq!(verdict([STANDS, BROKEN]), won(Who::Attacker, false, true, false));
    assert_eq!(verdict([GONE, STANDS]), won(Who::Defender, true, false, false));
    let broken_pinning = Standing { outflankers: true, ..BROKEN };
    assert_eq!(verdict([broken_pinning, STANDS]), won(Who::Defender, false, true, false));
}

#[test]
fn r7_5_2_10_1_2_1_a_lost_pinning_force_costs_its_leaders() {
    rules!("empires 7.5.2.10.1.2.2");
    assert_eq!(verdict([ORPHANS, STANDS]), won(Who::Defender, true, true, false));
    let c = charts();
    let mut b = plain(A::Outflank, D::Counterattack, "2I", "60I");
    b.sides[0].outflanking = f("10I 5C");
    let r = b.fight(c, &Orders::default(), [1, 3]).unwrap();
    assert_eq!(r.due[0].factors, 3, "5 percent of 60");
    let mut take = |p: &str, o: &str| {
        b.suffer(Who::Attacker, r.due[0], RoundLosses { pinning: f(p), outflanking: f(o) })
    };
    assert_eq!(take("", "3I"), Err(Refused::Count { due: 2 }), "the pinning force first");
    assert_eq!(take("2I", ""), Err(Refused::Count { due: 1 }), "the excess falls on the others");
    assert_eq!(take("2I", "1I"), Ok(()));
    assert_eq!(b.verdict(c), won(Who::Defender, true, true, false));
    let mut spared = plain(A::Outflank, D::Counterattack, "9I", "60I");
    spared.sides[0].outflanking = f("5C");
    let r = spared.fight(c, &Orders::default(), [1, 3]).unwrap();
    let toll = RoundLosses { pinning: f("3I"), outflanking: f("1C") };
    assert_eq!(spared.suffer(Who::Attacker, r.due[0], toll), Err(Refused::TooFar));
}

#[test]
fn r7_5_2_10_4_1_a_broken_side_wins_against_nobody() {
    rules!("empires 7.5.2.10.4");
    assert_eq!(verdict([BROKEN, GONE]), won(Who::Attacker, true, false, true));
    assert_eq!(verdict([ORPHANS, BROKEN]), won(Who::Defender, true, true, true), "the orphans retreat");
    assert_eq!(verdict([GONE, GONE]), Verdict::NobodyLeft);
}

#[test]
fn r7_5_2_10_4_2_both_break() {
    assert_eq!(verdict([BROKEN, BROKEN]), Verdict::BothBroke);
}

#[test]
fn r7_5_2_10_1_1_the_final_level_itself_breaks() {
    let c = charts();
    let mut b = plain(A::Assault, D::Cordon, "20I", "20I");
    b.fight(c, &Orders::default(), [1, 1]).unwrap();
    for (lost, breaks) in [(29, false), (30, true), (31, true)] {
        b.sides[1].lost = lost;
        assert_eq!(b.verdict(c) != Verdict::GoesOn, breaks, "{lost}");
    }
}

#[test]
fn r7_5_2_10_1_3_half_a_point_for_each_corps() {
    rules!("empires 7.5.2.10.1.3(b)", "empires 7.5.2.10.1.3.1", "empires 7.5.2.10.1.3.2");
    let c = charts();
    let fought = |corps: &[u16]| corps.iter().map(|n| (Part::Fought, *n)).collect::<Vec<_>>();
    let gains = |corps: &[u16]| points(c, fought(corps), [false, false]);
    let parts = [(Part::Fought, 10), (Part::Outflanker, 10), (Part::Outflanker, 10), (Part::NeverCame, 25)];
    assert_eq!(points(c, parts, [false, false]), [2, -2], "three corps");
    assert_eq!(gains(&[10]), [1, -1], "rounded up");
    assert_eq!(gains(&[10; 3]), [2, -2]);
    assert_eq!(gains(&[10; 9]), [3, -3], "at most three");
    assert_eq!((gains(&[20, 20]), gains(&[21, 20])), ([1, -1], [2, -2]), "a large corps counts twice");
    assert_eq!(points(c, fought(&[10; 9]), [true, false]), [4, -3]);
    assert_eq!(points(c, fought(&[10; 9]), [false, true]), [3, -5]);
}

fn broke(rounds: u8, days: u8, victor_lost: i16) -> Occasion {
    Occasion::Broke { rounds, days, victor_lost }
}

#[test]
fn r7_5_2_10_2_1c_classes_of_the_rulebook() {
    rules!(
        "empires 7.5.2.10.2.1",
        "empires 7.5.2.10.2.2.2",
        "empires 7.5.2.10.2.2.3",
        "empires 7.5.2.10.2.2.4"
    );
    rules!("empires 7.5.2.10.2.2");
    let class = |o, t| pursuit::class(charts(), o, t);
    assert_eq!(class(broke(2, 1, 26), Terrain::Clear), Some(3));
    for terrain in [Terrain::Forest, Terrain::Mountain, Terrain::Desert] {
        assert_eq!(class(broke(2, 1, 26), terrain), Some(2));
    }
    assert_eq!(class(broke(2, 1, 26), Terrain::Marsh), Some(1));
    assert_eq!(class(broke(2, 1, 30), Terrain::Marsh), None, "class 2 in a marsh");
    assert_eq!(class(broke(1, 2, 26), Terrain::Clear), Some(2), "two days use the last column");
    assert_eq!(
        [0, 9, 10, 29, 40, 99].map(|n| class(broke(1, 1, n), Terrain::Clear)),
        [6, 6, 5, 4, 2, 2].map(Some)
    );
    assert_eq!(class(broke(3, 1, 30), Terrain::Clear), None);
}

#[test]
fn r7_5_2_10_2_1b_a_force_that_withdraws_after_a_day() {
    rules!("empires 7.5.2.13.1");
    assert_eq!(pursuit::class(charts(), Occasion::Withdrew, Terrain::Clear), Some(1));
    assert_eq!(pursuit::class(charts(), Occasion::Withdrew, Terrain::Forest), None);
}

#[test]
fn r7_5_2_10_2_3_a_reported_pursuit() {
    rules!("empires 7.5.2.10.2.3(d)", "empires 7.5.2.10.2.2.1", "empires 7.5.2.10.2");
    let c = charts();
    assert_eq!(pursuit::class(c, broke(3, 1, 10), Terrain::Clear), Some(3));
    assert_eq!(pursuit::losses(c, 3, 3, false, 5), Ok(1), "15 percent of 5");
    assert_eq!(pursuit::losses(c, 3, 3, true, 10), Ok(2), "a cavalry leader: 20 percent");
    assert_eq!(pursuit::losses(c, 6, 6, true, 10), Ok(12));
    assert_eq!(pursuit::losses(c, 6, 6, true, 0), Err(Refused::NoPursuit));
    assert_eq!(pursuit::losses(c, 3, 0, false, 5), Err(Refused::Die(0)));
    // Outflankers that never arrived ride along.
    let mut b = plain(A::Outflank, D::Counterattack, "20I 2C", "10I");
    b.sides[0].outflanking = f("8C");
    assert_eq!((b.sides[0].fighting().cavalry(), b.sides[0].all().cavalry()), (2, 10));
}

#[test]
fn r7_5_2_10_2_3b_the_price_of_a_loss() {
    let c = charts();
    let force = f("4I 3G 7M 2C 1Ck");
    let pay = |n, lost: &str| pursuit::check(c, force, n, f(lost));
    for (n, lost) in
        [(1, "1C"), (1, "1Ck"), (1, "3I"), (1, "2I 1G"), (1, "6M"), (3, "1C 3G 6M"), (2, "4I 2G")]
    {
        assert_eq!(pay(n, lost), Ok(()), "{lost}");
    }
    for (n, lost) in [(1, "2I"), (1, "3M"), (1, "2I 2M"), (1, "2C"), (1, ""), (1, "6I")] {
        assert!(pay(n, lost).is_err(), "{lost}");
    }
    // 3 cavalry, 7 others and 7 militia: 3 + 2 + 1 whole units, and one with what is left over.
    assert_eq!(pursuit::can_pay(c, force), 7);
    assert_eq!(pursuit::check(c, force, 7, force), Ok(()), "wiped out");
    assert!(pursuit::check(c, force, 7, f("4I 3G 7M 2C")).is_err());
}

/// A street 0-1-2-3 with a side way 1-4, a crossing 1-5 and a loop 2-6-3.
fn map() -> Vec<Vec<Way>> {
    let links = [
        (0, 1, false),
        (1, 2, false),
        (2, 3, false),
        (1, 4, false),
        (1, 5, true),
        (2, 6, false),
        (6, 3, false),
    ];
    let mut ways = vec![Vec::new(); 7];
    for (a, b, crossing) in links {
        ways[a as usize].push(Way { to: b, crossing });
        ways[b as usize].push(Way { to: a, crossing });
    }
    ways
}

#[test]
fn r7_5_2_10_3_1_towards_the_nearest_depot() {
    rules!("empires 7.5.2.10.3.4");
    let ways = map();
    let choices = |goals: &[u16], capitals: &[u16]| {
        Retreat { entered: &[1] }.choices(&ways, &towards(&ways, goals, capitals), |_| true)
    };
    assert_eq!(choices(&[0], &[3]), [0]);
    assert_eq!(choices(&[], &[3]), [2], "no depot: the capital");
    assert_eq!(choices(&[0, 3], &[]), [0], "the nearest of several");
    assert_eq!(choices(&[1], &[]), [0, 2, 4], "any of the equals, but never over the arrow");
    assert_eq!(distances(&ways, &[3])[5], u16::MAX, "nor is distance counted over it");
}

#[test]
fn r7_5_2_10_3_3_on_until_an_open_area() {
    rules!("empires 7.5.2.10.3.5", "empires 7.5.2.10.3.6");
    let ways = map();
    let distance = towards(&ways, &[3], &[]);
    fn after(entered: &[u16]) -> Retreat<'_> {
        Retreat { entered }
    }
    assert_eq!(after(&[1, 2]).choices(&ways, &distance, |_| true), [3]);
    assert_eq!(after(&[1, 2, 3]).choices(&ways, &distance, |_| true), [6], "2 was entered before");
    let over = after(&[1]).choices(&ways, &towards(&ways, &[5], &[]), |_| true);
    assert!(!over.is_empty() && !over.contains(&5), "never over the arrow, though the depot is there");
    let closed = after(&[4]).choices(&ways, &distance, |area| area != 1);
    assert!(closed.is_empty(), "no route: surrender");
}

#[test]
fn r7_5_4_2_3_1_relief_that_fails() {
    rules!("empires 7.5.4.2.3.1.1", "empires 7.5.4.2.3.1.2", "empires 7.5.4.2.3.3");
    let draw = relief(Verdict::GoesOn, 5);
    assert!(draw.siege_resumes && !draw.city_falls && !draw.points && draw.pursued.is_none());
    let lost = relief(won(Who::Defender, false, true, false), 5);
    assert!(lost.siege_resumes && lost.points && !lost.may_step_out);
    assert_eq!(lost.pursued, Some(Who::Attacker), "only the relievers");
    let fallen = relief(Verdict::GoesOn, 0);
    assert!(fallen.city_falls && !fallen.siege_resumes);
}

#[test]
fn r7_5_4_2_3_2_besiegers_that_break() {
    let freed = relief(won(Who::Attacker, false, true, false), 0);
    assert!(freed.may_step_out && freed.points && !freed.siege_resumes && !freed.city_falls);
    assert_eq!(freed.pursued, Some(Who::Defender));
}

#[test]
fn r7_5_4_2_3b_limited_field_combats_last_one_day() {
    let mut b = plain(A::Assault, D::Cordon, "20I", "20I");
    b.setting.form = Form::Limited(A::Assault, D::Cordon);
    let r = b.fight(charts(), &Orders::default(), [4, 3]).unwrap();
    assert_eq!(r.tables, [one("4-1"), one("2-1")], "by the rules of the field");
    assert_eq!(b.next_day(Form::Limited(A::Probe, D::Cordon)), Err(Refused::Over));
}
