//! Supply as it is played (7.4).
use crate::scene::*;

#[test]
fn r7_4_only_corps_and_the_besieged_need_supply() {
    rules!("empires 7.4");
    let mut s = moving("ulm1805", &[AU])
        .on("irregulars vie au 2; garrison vie au 8I; depot prg au 3I; \
         au-charles vie city")
        .begin();
    s.by(AU, "done", &[]);
    assert_eq!(s.side(), None, "no die and no money were asked for");
    assert_eq!(s.p.at(area("vie")).garrison.counts()[0], 8);
}

#[test]
fn r7_4_1_a_corps_forages_or_waits_for_its_depot() {
    rules!("empires 7.4.1", "empires 7.4.2", "empires 7.4.2.1", "empires 7.4.2.1(b)", "empires 7.4.2.1.1");
    let mut s = moving("ulm1805", &[FR]).on("money fr 3; depot str fr; fr-iv str 10I; fr-v str 10I").begin();
    let iv = corps("fr-iv");
    let v = corps("fr-v");
    s.by(FR, "move fr-iv; stop", &[]);
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.1"));
    assert_eq!(s.refuses(FR, "wait au"), "7.4.2.2");
    let here = s.p;
    s.by(FR, "forage", &[1]);
    assert_eq!(s.living(iv), Living::Foraged);
    let mut s = at(here);
    s.by(FR, "wait fr; done", &[]);
    assert_eq!(
        (s.living(iv), s.living(v)),
        (Living::Waits, Living::Waits),
        "a corps that did not move waits where it can"
    );
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.2"));
    let here = s.p;
    s.by(FR, "pay all", &[]);
    assert_eq!((s.p.money[0], s.living(iv), s.living(v)), (2, Living::Paid, Living::Paid), "two halves");
    let mut s = at(here);
    s.by(FR, "pay fr-iv", &[]);
    assert_eq!(s.p.money[0], 2, "a half is rounded up");
    s.by(FR, "done", &[1]);
    assert_eq!((s.p.money[0], s.living(v)), (2, Living::Foraged), "who is not paid forages");
}

#[test]
fn r7_4_1_b_without_money_or_after_a_force_march_it_must_forage() {
    rules!("empires 7.4.1(b)", "empires 7.4.2.1(c)");
    let mut s = moving("ulm1805", &[FR])
        .on("depot str fr; fr-iv str 10I; fr-v str 10I; fr-vi str 10I; \
         fr-vii str 10I; money fr 1")
        .begin();
    s.by(FR, "move fr-iv; force march; stop", &[1]);
    s.by(FR, "move fr-v; stop; wait fr; move fr-vi; stop; wait fr; move fr-vii; stop", &[1]);
    assert_eq!(s.living(corps("fr-vii")), Living::Foraged, "the one point pays for two");
}

#[test]
fn r7_4_2_2_allies_pay_if_they_allow_it() {
    let p = moving("ulm1805", &[RU]).on("depot vie au; ru-i vie 10I; money au 1");
    let mut shut = p;
    shut.depots_of = [0; 7];
    let mut s = p.begin();
    s.by(RU, "move ru-i; stop; wait au", &[]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.4.2"));
    s.by(AU, "pay all", &[]);
    assert_eq!(s.p.money[usize::from(AU)], 0);
    let mut s = shut.begin();
    s.by(RU, "move ru-i; stop", &[1]);
}

#[test]
fn r7_4_1_1_unmoved_corps_use_the_value_of_their_area() {
    rules!("empires 7.4.1.1(b)", "empires 7.4.1.1(c)", "empires 7.4.1.2.5");
    let mut s = moving("ulm1805", &[FR]).on("fr-iv lnz 10I; garrison lnz au 1I").begin();
    let iv = corps("fr-iv");
    s.by(FR, "done", &[6]);
    let told = s.marches();
    assert!(
        told.iter().any(|e| matches!(e, MarchEvent::Forage { die: 6, modifier: -4, value: 4, lost: 0, .. }))
    );
    assert_eq!(s.p.corps[iv].total(), 10);
}

#[test]
fn r7_4_5_the_besieged_roll_in_their_own_sequence() {
    rules!("empires 7.4.5.1", "empires 7.4.5.2", "empires 7.4.5.2(b)");
    let mut p = moving("ulm1805", &[AU]).on("fr-iv lnz 10I; au-i lnz city 2I; au-mack lnz city; \
         garrison lnz au 1I; siege lnz");
    let i = corps("au-i");
    p.play.phase = Phase::Paying;
    let mut french = p;
    french.play.slots[0] = 1;
    let s = french.begin();
    assert_eq!(s.p.at(area("lnz")).garrison.total(), 1, "nobody rolls in the sequence of the besieger");
    let mut s = p.begin_with(&[6]);
    // 6 against 2 spires: all three are gone.
    assert_eq!((s.p.corps[i].spot, s.p.leaders[leader("au-mack")]), (Spot::Off, Spot::Off));
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.5.2(b)"));
    assert!(!s.p.at(area("lnz")).besieged);
    assert_eq!(s.refuses(FR, "put 10 fr-iv infantry"), "7.3.3.1.2");
    s.by(FR, "put 3 fr-iv infantry", &[]);
    assert_eq!(
        (s.p.at(area("lnz")).garrison.first(), s.p.at(area("lnz")).garrison.counts()[0]),
        (Some(FR), 3)
    );
    s.by(FR, "done", &[]);
}

#[test]
fn r7_4_5_several_powers_share_the_hunger() {
    let mut p = moving("ulm1805", &[AU]).on("fr-iv lnz 10I; au-i lnz city 4I; ru-i lnz city 4I; siege lnz");
    let au = corps("au-i");
    let ru = corps("ru-i");
    p.play.phase = Phase::Paying;
    let mut s = p.begin_with(&[3]);
    // 3, one more for five factors, against 2.
    while s.top() == Step::Loss {
        let side = s.side().unwrap();
        let rest = Action::Loss(LossAction::Rest);
        game().apply(&mut s.p, Side(side), &rest, &mut Given::new(vec![]), &mut s.events);
    }
    assert_eq!((s.p.corps[au].total(), s.p.corps[ru].total()), (3, 3));
}

#[test]
fn r7_4_3_4_1_a_besieged_port_with_a_depot_is_paid_for() {
    rules!("empires 7.4.2.1.2", "empires 7.4.3.4");
    let mut p = moving("grand1805", &[GB]).strangers().on("war gb sp; money gb 1; depot pmt gb; \
         fleet gb port pmt; garrison gib gb 5I; sp-i gib 5I; siege gib");
    p.play.phase = Phase::Moved;
    let bare = p;
    p.at_mut(area("gib")).inside = Depot { owner: GB, old: true };
    let mut s = p.begin();
    assert_eq!((s.side(), s.rule()), (Some(GB), "7.4.2"));
    let here = s.p;
    s.by(GB, "pay port gib", &[]);
    assert_eq!(
        (s.p.money[usize::from(GB)], s.p.at(area("gib")).garrison.counts()[0]),
        (0, 5),
        "and nobody rolls"
    );
    let mut s = at(here);
    s.by(GB, "done", &[1]);
    assert!(s.marches().iter().any(|e| matches!(e, MarchEvent::Hunger { .. })));
    let s = bare.begin_with(&[1]);
    assert!(s.marches().iter().any(|e| matches!(e, MarchEvent::Hunger { .. })), "without a depot they roll");
}
