//! The forecast of a day: against brute force, and for the rulebook's battle.
use crate::battles::*;
use sandtable_core::dice::Seeded;
use sandtable_empires::combat::arrival;
use sandtable_empires::combat::forecast::{Forecast, Question, with_chits};
use sandtable_empires::combat::losses::CHEAPEST_FIRST;

fn example() -> Question {
    let a = Side::new(f("18FI 18FC 14I"), 23, Some(Power::Turkey), 2);
    let d = Side::new(f("6G 17I 13M 1C"), 30, Some(Power::Russia), 2);
    let battle = Battle::new(field(A::Assault, D::Cordon, Terrain::Clear), a, d);
    Question { battle, strategic: [2, 1], withdrawal: 0, divides: None }
}

/// Every path of dice, one by one: chance, factors lost, who is beaten.
fn brute(q: &Question, battle: Battle, chance: f64, out: &mut ([f64; 2], [f64; 2], f64)) {
    if battle.rounds == 3 {
        out.2 += chance;
        return;
    }
    for n in 0..36u8 {
        let mut b = battle;
        let Ok(r) = b.fight(charts(), &Orders::default(), [n / 6 + 1, n % 6 + 1]) else {
            out.2 += chance / 36.0;
            continue;
        };
        for who in Who::BOTH {
            let due = r.due[who.at()];
            let side = b.sides[who.at()];
            let before = side.all().total();
            let mut t = RoundLosses {
                pinning: due.choose(side.fighting(), &CHEAPEST_FIRST),
                ..RoundLosses::default()
            };
            if side.arrived {
                let all = t.pinning;
                for i in 0..10 {
                    t.pinning.0[i] = all.0[i].min(side.pinning.0[i]);
                }
                t.outflanking = all - t.pinning;
            }
            b.suffer(who, due, t).unwrap();
            let lost = before - b.sides[who.at()].all().total();
            out.0[who.at()] += chance / 36.0 * f64::from(lost);
        }
        match b.verdict(charts()) {
            Verdict::GoesOn => {
                let waits = q.divides.filter(|w| !b.side(*w).arrived);
                let rating = waits.and_then(|w| {
                    let chits = b.setting.form.chits().unwrap();
                    let s = q.strategic[w.at()];
                    arrival::outflankers(charts(), chits, w, s, b.setting.terrain, b.rounds)
                });
                for die in 1..=6u8 {
                    let mut c = b;
                    if let (Some(w), Some(r)) = (waits, rating) {
                        c.sides[w.at()].arrived = arrival::succeeds(r, die).unwrap();
                    }
                    brute(q, c, chance / 216.0, out);
                }
            }
            Verdict::Won { victor, .. } => out.1[victor.other().at()] += chance / 36.0,
            _ => (0..2).for_each(|i| out.1[i] += chance / 36.0),
        }
    }
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} {b}");
}

#[test]
fn the_forecast_is_what_all_dice_together_give() {
    let outflank = {
        let mut q = example();
        q.battle.setting.form = Form::Field(A::Outflank, D::Counterattack);
        q.battle.sides[0].pinning = f("10FI 10FC 14I");
        q.battle.sides[0].outflanking = f("8FI 8FC");
        q.divides = Some(Who::Attacker);
        q
    };
    for q in [example(), outflank, with_chits(charts(), &outflank, A::Echelon, D::Defend)] {
        let (got, mut want) = (Forecast::day(charts(), &q), ([0.0; 2], [0.0; 2], 0.0));
        brute(&q, q.battle, 1.0, &mut want);
        assert!(got.exact);
        for i in 0..2 {
            near(got.lost[i], want.0[i]);
            near(got.beaten[i], want.1[i]);
            near(got.rounds.iter().map(|r| r.lost[i]).sum(), got.lost[i]);
        }
        near(got.open, want.2);
    }
}

#[test]
fn the_forecast_of_turkey_against_russia() {
    let q = example();
    let start = std::time::Instant::now();
    let day = Forecast::day(charts(), &q);
    assert!(start.elapsed().as_millis() < 500, "{:?}", start.elapsed());
    // Round 1 by hand: 4-1 costs 5, 5, 10, 10, 15, 15 percent of 50, 2-1 nothing, nothing, 5, 5, 5, 10 percent of 37.
    near(day.rounds[0].lost[1], f64::from(3 + 3 + 5 + 5 + 8 + 8) / 6.0);
    near(day.rounds[0].lost[0], f64::from(2 + 2 + 2 + 4) / 6.0);
    near(day.rounds[0].fought, 1.0);
    assert!(day.beaten[1] > day.beaten[0] && day.beaten[1] > 0.5, "{day:?}");
    // A sample of one day agrees within five errors.
    let some = Forecast::days(charts(), &q, 1, 20_000, &mut Seeded::new(5));
    assert!(!some.exact);
    for i in 0..2 {
        assert!((some.lost[i] - day.lost[i]).abs() < 5.0 * some.lost_error[i], "{some:?} {day:?}");
        assert!((some.beaten[i] - day.beaten[i]).abs() < 5.0 * some.beaten_error[i] + 1e-9);
    }
    // A second day decides more.
    let two = Forecast::days(charts(), &q, 2, 5_000, &mut Seeded::new(5));
    assert!(two.open <= some.open + 0.02);
}

#[test]
fn a_probe_lets_go_whoever_withdraws() {
    let q = with_chits(charts(), &example(), A::Probe, D::Withdraw);
    let day = Forecast::day(charts(), &q);
    near(day.away, 1.0);
    near(day.lost[0] + day.lost[1], 0.0);
    let q = with_chits(charts(), &example(), A::Assault, D::Withdraw);
    near(Forecast::day(charts(), &q).away, 1.0 / 6.0);
}
