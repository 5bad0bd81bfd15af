//! Sieges, assaults, garrison attacks, trivial combats, and who fights at all.
use crate::battles::*;
use sandtable_empires::combat::charts::Attempt;
use sandtable_empires::combat::losses::CHEAPEST_FIRST;
use sandtable_empires::combat::muster::{self, Besieger, Presence};
use sandtable_empires::combat::round::tables;
use sandtable_empires::combat::siege::{self, City, Honours, SallyEnd};

const CITY: City = City { capacity: 15, fleches: 0, garrison: 15, corps: false };

fn won(victor: Who) -> Verdict {
    Verdict::Won { victor, leaders_captured: false, remains: true, victor_broke: false }
}

#[test]
fn r7_5_4_1_1_2_a_garrison_too_small() {
    rules!("empires 7.5.4.1.1", "empires 7.5.4.1.1.1");
    let by = |garrison, fleches| siege::modifier(charts(), &City { garrison, fleches, ..CITY });
    assert_eq!((by(9, 0), by(10, 0)), (1, 0));
    assert_eq!((by(15, 2), by(9, 2)), (-2, -1), "both together");
}

#[test]
fn r7_5_4_1_attempts() {
    rules!("empires 7.5.4.1.2", "empires 7.5.4.1.2.2");
    let c = charts();
    let all = |city: City| [1, 2, 3, 4, 5, 6].map(|die| siege::attempt(c, &city, die).unwrap());
    use Attempt::{Breach, Nothing, Sortie};
    assert_eq!(all(CITY), [Sortie, Nothing, Nothing, Breach, Breach, Breach]);
    let breaches = |fleches, garrison| {
        all(City { fleches, garrison, ..CITY }).into_iter().filter(|a| *a == Breach).count()
    };
    assert_eq!([0, 1, 2, 3, 4].map(|n| breaches(n, 15)), [3, 2, 1, 0, 0]);
    assert_eq!([0, 1, 2, 3, 4].map(|n| breaches(n, 5)), [4, 3, 2, 1, 0]);
    assert_eq!(siege::attempt(c, &CITY, 9), Err(Refused::Die(9)));
}

#[test]
fn r7_5_4_1_2_1_sorties() {
    let s = |die| siege::sortie(charts(), die).unwrap();
    assert_eq!(s(None), None);
    assert_eq!([1, 4].map(|d| s(Some(d))), [Some(Who::Attacker); 2]);
    assert_eq!([5, 6].map(|d| s(Some(d))), [Some(Who::Defender); 2]);
}

#[test]
fn r7_5_4_1_2_3_1_who_may_ask_for_honours() {
    rules!("empires 7.5.4.1.2.3.1(b)");
    let may = Honours { power_asks: true, refuge: true, leaves_country: false };
    assert!(may.may_ask());
    for not in [
        Honours { power_asks: false, ..may },
        Honours { refuge: false, ..may },
        Honours { leaves_country: true, ..may },
    ] {
        assert!(!not.may_ask());
    }
}

fn besieging(form: Form, terrain: Terrain) -> Battle {
    let side = |text: &str, tactical| Side::new(f(text), 30, None, tactical);
    Battle::new(Setting { form, terrain, river: true }, side("20I 5C", 5), side("10M 4I", 0))
}

#[test]
fn r7_5_4_1_3_1_assaults_know_no_modifiers() {
    rules!("empires 7.5.4.1.3", "empires 7.5.4.1.3.2", "empires 7.5.4.1.3.3", "empires 7.5.4.1.3.1(b)");
    let c = charts();
    let mut b = besieging(Form::Assault, Terrain::Marsh);
    b.options.cavalry_superiority = true;
    for _ in 0..3 {
        let r = b.fight(c, &Orders::default(), [2, 1]).unwrap();
        assert_eq!((r.tables, r.modifiers), ([one("5-1"), one("5-2")], [0, 0]));
        assert_eq!(r.weights, b.sides.map(|s| s.all().total()), "every factor takes part");
        for who in Who::BOTH {
            let due = r.due[who.at()];
            assert_eq!(due, Due::any(due.factors), "losses of any kind, militia too");
            let lost = due.choose(b.side(who).pinning, &CHEAPEST_FIRST);
            b.suffer(who, due, RoundLosses { pinning: lost, outflanking: Factors::NONE }).unwrap();
        }
    }
    assert_eq!(b.sides.map(|s| s.lost), [24, 18], "0.8 and 0.6 a round");
    assert_eq!(b.final_morale(c, Who::Attacker), 30, "morale as in the field");
    assert_eq!(b.fight(c, &Orders::default(), [1, 1]), Err(Refused::Over));
    assert_eq!(b.next_day(Form::Assault), Err(Refused::Over));
}

#[test]
fn r7_5_4_1_3_4_a_siege_resumes() {
    rules!("empires 7.5.4.1.3.5", "empires 7.5.4.1.4", "empires 7.5.4.1.4(b)");
    let end = |v, city: City| siege::assault_end(charts(), v, &city);
    let fort = City { fleches: 1, ..CITY };
    let corps = City { corps: true, ..CITY };
    for held in [Verdict::GoesOn, won(Who::Defender), Verdict::BothBroke] {
        assert!(!end(held, fort).falls);
        assert_eq!(end(held, fort).points, [0, 1]);
        assert_eq!(end(held, corps).points, [0, 1]);
        assert_eq!(end(held, CITY).points, [0, 0]);
    }
    assert!(end(won(Who::Attacker), CITY).falls);
    assert_eq!(end(won(Who::Attacker), corps).points, [1, 0]);
    assert_eq!(end(won(Who::Attacker), CITY).points, [0, 0]);
}

#[test]
fn r7_5_4_2_1_1_garrison_attacks() {
    rules!("empires 7.5.4.2.1", "empires 7.5.4.2.1.2", "empires 7.5.4.2.1.3");
    let c = charts();
    let mut b = besieging(Form::GarrisonAttack, Terrain::Forest);
    let r = b.fight(c, &Orders::default(), [4, 4]).unwrap();
    assert_eq!((r.tables, r.modifiers), ([one("5-1"), one("5-2")], [0, 0]));
    assert_eq!(r.due, [Due::any(r.blows[1].factors), Due::any(r.blows[0].factors)]);
    assert_eq!(b.next_day(Form::GarrisonAttack), Err(Refused::Over));
}

#[test]
fn r7_5_4_2_1_4_how_garrison_attacks_end() {
    rules!("empires 7.5.4.2.1.5");
    assert_eq!(siege::sally_end(Verdict::GoesOn, 3), SallyEnd::Resumes);
    assert_eq!(siege::sally_end(won(Who::Defender), 0), SallyEnd::Captured);
    assert_eq!(siege::sally_end(won(Who::Attacker), 3), SallyEnd::Relieved);
}

#[test]
fn r7_5_3_2_trivial_combats_use_one_table() {
    rules!("empires 7.5.3.3", "empires 7.5.3.4", "empires 7.5.3.1");
    let c = charts();
    let setting = Setting { form: Form::Trivial, terrain: Terrain::Clear, river: true };
    for round in 1..=3 {
        assert_eq!(tables(c, &setting, 1, round, false), Some([one("5-2"); 2]));
    }
    let marsh = Setting { terrain: Terrain::Marsh, ..setting };
    assert_eq!(tables(c, &marsh, 1, 1, false), Some([one("4-3"); 2]));
    let mut b = Battle::new(setting, Side::new(f("20I"), 30, None, 4), Side::new(f("5M 3I"), 24, None, 3));
    let r = b.fight(c, &Orders::default(), [6, 1]).unwrap();
    assert_eq!(r.modifiers, [1, 0], "commanders count");
    assert_eq!(r.blows[0], Blow { percent: 20, factors: 4, morale: 33 });
    assert_eq!(b.suffer(Who::Defender, r.due[1], toll("4M")), Ok(()), "militia although 3.3 is lost");
    assert_eq!(b.verdict(c), won(Who::Attacker), "morale and breaking as in the field");
    assert!(b.next_day(Form::Trivial).is_ok(), "further days are allowed");
}

#[test]
fn r7_5_3_what_must_be_trivial() {
    let corps = Presence { corps: 2, ..Presence::default() };
    for small in [
        Presence { irregulars: 1, ..Presence::default() },
        Presence { guerillas: 2, ..Presence::default() },
        Presence { depot_garrison: 3, irregulars: 1, ..Presence::default() },
    ] {
        assert!(muster::must_be_trivial(&corps, &small) && muster::must_be_trivial(&small, &corps));
    }
    assert!(!muster::must_be_trivial(&corps, &corps));
}

#[test]
fn r7_5_2_11_1_3_allies_who_may_help() {
    assert!(muster::ally_may_help(&[true, true], &[false]));
    assert!(!muster::ally_may_help(&[true, false], &[false]));
    assert!(!muster::ally_may_help(&[true], &[false, true]));
}

#[test]
fn r7_5_4_who_may_besiege() {
    rules!("empires 7.5.4(b)", "empires 7.5.4(c)");
    let presence = Presence { corps: 1, ..Presence::default() };
    let b = Besieger { presence, just_won: false, foraged_at_ease: false };
    let may = |b: &Besieger| muster::may_besiege(b, true, true, false);
    assert!(may(&b) && muster::may_besiege(&b, true, false, true));
    assert!(!muster::may_besiege(&b, true, false, false) && !muster::may_besiege(&b, false, true, false));
    let irregulars = Presence { irregulars: 3, guerillas: 2, depot_garrison: 5, ..Presence::default() };
    assert!(!may(&Besieger { presence: irregulars, ..b }), "a corps must be with them");
    assert!(may(&Besieger { just_won: true, ..b }));
    assert!(!may(&Besieger { just_won: true, foraged_at_ease: true, ..b }));
}
