//! Base and final morale.
use crate::battles::*;
use sandtable_empires::combat::morale::{Component, Troops, final_level, method_one, method_two, weak};

#[test]
fn r7_5_2_6_1_2b_basic_morale_of_the_powers() {
    let text = include_str!("../../data/powers.toml");
    let file: toml::Table = toml::from_str(text).unwrap();
    let powers = file["power"].as_array().unwrap();
    let basic = |p: Power| {
        let row = powers.iter().find(|row| row["id"].as_str() == Some(p.id())).unwrap();
        (row["basic"].as_float().unwrap() * 10.0).round() as i16
    };
    use Power::{Austria, Britain, France, Prussia, Russia, Spain, Turkey};
    assert_eq!([Britain, France].map(basic), [45, 40]);
    assert_eq!([Russia, Austria, Prussia].map(basic), [35; 3]);
    assert_eq!([Spain, Turkey].map(basic), [30; 2]);
}

#[test]
fn r7_5_2_6_1_1c_method_one_rounds_up() {
    rules!("empires 7.5.2.6.1.1", "empires 7.5.2.6.1");
    let troops = [(21, 30), (20, 40), (10, 50)].map(|(factors, value)| Troops { factors, value });
    assert_eq!(method_one(troops), 38);
    assert_eq!(method_one([Troops { factors: 4, value: 30 }]), 30, "an exact tenth stays");
    assert_eq!(method_one([]), 0);
}

#[test]
fn r7_5_2_6_1_2e_method_two() {
    rules!("empires 7.5.2.6.1.2", "empires 7.5.2.6.1.2(c)", "empires 7.5.2.6.1.2(d)", "empires 7.5.2.6.1");
    let c = charts();
    let of = |power, corps, basic| Component { power, corps, basic };
    let austria = [of(Power::Austria, 3, 35)];
    assert_eq!(method_two(c, &austria, f("3G 28I 6M"), 0), 32);
    assert_eq!(method_two(c, &austria, f("9G"), 0), 40, "at most + 0.5");
    assert_eq!(method_two(c, &austria, f("30M 2G"), 0), 25, "at most - 1.0");
    assert_eq!(method_two(c, &austria, f("12M 8G"), 0), 31, "the net change is limited, not its parts");
    assert_eq!(method_two(c, &austria, f("1Ck 1Fk 1Gr 1FI 1FC 1M"), 0), 29);
    assert_eq!(method_two(c, &austria, f("10I"), 4), 31, "weak factors of a free state");
    assert_eq!((weak(c, 20), weak(c, 30)), (true, false));
    let allies = [of(Power::Austria, 2, 35), of(Power::Britain, 3, 45)];
    assert_eq!(method_two(c, &allies, f("10I"), 0), 45, "most corps");
    let equal = [of(Power::France, 2, 40), of(Power::Spain, 2, 30)];
    assert_eq!(method_two(c, &equal, f("10I"), 0), 30, "the lowest among equals");
}

#[test]
fn r7_5_2_6_2b_later_days_cost_half_a_point() {
    rules!("empires 7.5.2.6.2", "empires 7.5.2.13.2.1");
    let c = charts();
    assert_eq!([1, 2, 3].map(|day| final_level(c, 32, day, 0)), [32, 27, 22]);
    // Turkish commanders gain by assault against counterattack, Russian ones by defending.
    let turk = |d, power| c.cell(A::Assault, d).note.morale_of(Who::Attacker, power);
    assert_eq!(turk(D::Counterattack, Some(Power::Turkey)), 10);
    assert_eq!(turk(D::Counterattack, Some(Power::France)), 0);
    let note = c.cell(A::Assault, D::Defend).note;
    assert_eq!(note.morale_of(Who::Defender, Some(Power::Russia)), 10);
    assert_eq!(note.morale_of(Who::Attacker, Some(Power::Russia)), 0);
    let mut b = plain(A::Assault, D::Counterattack, "20I", "20I");
    b.sides[0].commander = Some(Power::Turkey);
    assert_eq!(Who::BOTH.map(|w| b.final_morale(c, w)), [40, 30]);
    b.next_day(Form::Field(A::Probe, D::Cordon)).unwrap();
    assert_eq!(Who::BOTH.map(|w| b.final_morale(c, w)), [25, 25], "the note was for that day's chits");
    b.sides[0].reinforce(f("9M"));
    assert_eq!(b.final_morale(c, Who::Attacker), 25, "not reckoned again");
}
