//! Supply as it is played (7.4).
use crate::marches::*;

#[test]
fn r7_4_only_corps_and_the_besieged_need_supply() {
    rules!("empires 7.4");
    let mut p = moving("ulm1805", &[AU]);
    p.at_mut(area("vie")).irregulars[usize::from(AU)] = 2;
    garrison(&mut p, "vie", AU, 8);
    guard(&mut p, "prg", AU, 3);
    lead(&mut p, "au-charles", city("vie"));
    let mut s = Scene::new(p, &[]);
    s.say(AU, "done", &[]);
    assert_eq!(s.side(), None, "no die and no money were asked for");
    assert_eq!(s.p.at(area("vie")).garrison.counts()[0], 8);
}

#[test]
fn r7_4_1_a_corps_forages_or_waits_for_its_depot() {
    rules!("empires 7.4.1", "empires 7.4.2", "empires 7.4.2.1", "empires 7.4.2.1(b)", "empires 7.4.2.1.1");
    let mut p = moving("ulm1805", &[FR]);
    p.money[0] = 3;
    depot(&mut p, "str", FR);
    let iv = put(&mut p, "fr-iv", FR, field("str"), 10);
    let v = put(&mut p, "fr-v", FR, field("str"), 10);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "move fr-iv", &[]);
    s.say(FR, "stop", &[]);
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.1"));
    assert_eq!(s.refused(FR, "wait au"), "7.4.2.2");
    let here = s.p;
    s.say(FR, "forage", &[1]);
    assert_eq!(s.living(iv), Living::Foraged);
    let mut s = Scene { p: here, events: vec![] };
    s.all(FR, &["wait fr", "done"]);
    assert_eq!(
        (s.living(iv), s.living(v)),
        (Living::Waits, Living::Waits),
        "who did not move waits where he can"
    );
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.2"));
    let here = s.p;
    s.say(FR, "pay all", &[]);
    assert_eq!((s.p.money[0], s.living(iv), s.living(v)), (2, Living::Paid, Living::Paid), "two halves");
    let mut s = Scene { p: here, events: vec![] };
    s.say(FR, "pay fr-iv", &[]);
    assert_eq!(s.p.money[0], 2, "a half is rounded up");
    s.say(FR, "done", &[1]);
    assert_eq!((s.p.money[0], s.living(v)), (2, Living::Foraged), "who is not paid forages");
}

#[test]
fn r7_4_1_b_without_money_or_after_a_force_march_it_must_forage() {
    rules!("empires 7.4.1(b)", "empires 7.4.2.1(c)");
    let mut p = moving("ulm1805", &[FR]);
    depot(&mut p, "str", FR);
    put(&mut p, "fr-iv", FR, field("str"), 10);
    put(&mut p, "fr-v", FR, field("str"), 10);
    put(&mut p, "fr-vi", FR, field("str"), 10);
    put(&mut p, "fr-vii", FR, field("str"), 10);
    p.money[0] = 1;
    let mut s = Scene::new(p, &[]);
    s.all(FR, &["move fr-iv", "force march"]);
    s.say(FR, "stop", &[1]);
    s.all(FR, &["move fr-v", "stop", "wait fr"]);
    s.all(FR, &["move fr-vi", "stop", "wait fr"]);
    s.say(FR, "move fr-vii", &[]);
    s.say(FR, "stop", &[1]);
    assert_eq!(s.living(corps("fr-vii")), Living::Foraged, "the one point pays for two");
}

#[test]
fn r7_4_2_2_allies_pay_if_they_allow_it() {
    let mut p = moving("ulm1805", &[RU]);
    depot(&mut p, "vie", AU);
    put(&mut p, "ru-i", RU, field("vie"), 10);
    p.money[usize::from(AU)] = 1;
    let mut shut = p;
    shut.depots_of = [0; 7];
    let mut s = Scene::new(p, &[]);
    s.say(RU, "move ru-i", &[]);
    s.say(RU, "stop", &[]);
    s.say(RU, "wait au", &[]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.4.2"));
    s.say(AU, "pay all", &[]);
    assert_eq!(s.p.money[usize::from(AU)], 0);
    let mut s = Scene::new(shut, &[]);
    s.say(RU, "move ru-i", &[]);
    s.say(RU, "stop", &[1]);
}

#[test]
fn r7_4_1_1_unmoved_corps_use_the_value_of_their_area() {
    rules!("empires 7.4.1.1(b)", "empires 7.4.1.1(c)", "empires 7.4.1.2.5");
    let mut p = moving("ulm1805", &[FR]);
    let iv = put(&mut p, "fr-iv", FR, field("lnz"), 10);
    garrison(&mut p, "lnz", AU, 1);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "done", &[6]);
    let told = s.told();
    assert!(
        told.iter().any(|e| matches!(e, MarchEvent::Forage { die: 6, modifier: -4, value: 4, lost: 0, .. }))
    );
    assert_eq!(s.p.corps[iv].total(), 10);
}

#[test]
fn r7_4_5_the_besieged_roll_in_their_own_sequence() {
    rules!("empires 7.4.5.1", "empires 7.4.5.2", "empires 7.4.5.2(b)");
    let mut p = moving("ulm1805", &[AU]);
    p.play.phase = Phase::Paying;
    put(&mut p, "fr-iv", FR, field("lnz"), 10);
    let i = put(&mut p, "au-i", AU, city("lnz"), 2);
    lead(&mut p, "au-mack", city("lnz"));
    garrison(&mut p, "lnz", AU, 1);
    p.at_mut(area("lnz")).besieged = true;
    let mut french = p;
    french.play.slots[0] = 1;
    let s = Scene::new(french, &[]);
    assert_eq!(s.p.at(area("lnz")).garrison.total(), 1, "nobody rolls in the sequence of the besieger");
    let mut s = Scene::new(p, &[6]);
    // 6 against 2 spires: all three are gone.
    assert_eq!(
        (s.p.corps[i].spot, s.p.leaders[data().leader_named("au-mack").unwrap()]),
        (Spot::Off, Spot::Off)
    );
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.5.2(b)"));
    assert!(!s.p.at(area("lnz")).besieged);
    assert_eq!(s.refused(FR, "put 10 fr-iv infantry"), "7.3.3.1.2");
    s.say(FR, "put 3 fr-iv infantry", &[]);
    assert_eq!(
        (s.p.at(area("lnz")).garrison.first(), s.p.at(area("lnz")).garrison.counts()[0]),
        (Some(FR), 3)
    );
    s.say(FR, "done", &[]);
}

#[test]
fn r7_4_5_several_powers_share_the_hunger() {
    let mut p = moving("ulm1805", &[AU]);
    p.play.phase = Phase::Paying;
    put(&mut p, "fr-iv", FR, field("lnz"), 10);
    let au = put(&mut p, "au-i", AU, city("lnz"), 4);
    let ru = put(&mut p, "ru-i", RU, city("lnz"), 4);
    p.at_mut(area("lnz")).besieged = true;
    let mut s = Scene::new(p, &[3]);
    // 3, one more for five factors, against 2.
    while s.p.play.steps.top() == Step::Loss {
        let side = s.side().unwrap();
        let rest = Action::Loss(sandtable_empires::play::loss::LossAction::Rest);
        game().apply(&mut s.p, Side(side), &rest, &mut Given::new(vec![]), &mut s.events);
    }
    assert_eq!((s.p.corps[au].total(), s.p.corps[ru].total()), (3, 3));
}

#[test]
fn r7_4_3_4_1_a_besieged_port_with_a_depot_is_paid_for() {
    rules!("empires 7.4.2.1.2", "empires 7.4.3.4");
    let mut p = moving("grand1805", &[GB]);
    strangers(&mut p);
    war(&mut p, GB, SP);
    p.play.phase = Phase::Moved;
    p.money[usize::from(GB)] = 1;
    depot(&mut p, "pmt", GB);
    p.fleets[0] = Fleet { power: GB, at: FleetAt::Port(area("pmt")), depot: false };
    garrison(&mut p, "gib", GB, 5);
    put(&mut p, "sp-i", SP, field("gib"), 5);
    p.at_mut(area("gib")).besieged = true;
    let bare = p;
    p.at_mut(area("gib")).inside = Depot { owner: GB, old: true };
    let mut s = Scene::new(p, &[]);
    assert_eq!((s.side(), s.rule()), (Some(GB), "7.4.2"));
    let here = s.p;
    s.say(GB, "pay port gib", &[]);
    assert_eq!(
        (s.p.money[usize::from(GB)], s.p.at(area("gib")).garrison.counts()[0]),
        (0, 5),
        "and nobody rolls"
    );
    let mut s = Scene { p: here, events: vec![] };
    s.say(GB, "done", &[1]);
    assert!(s.told().iter().any(|e| matches!(e, MarchEvent::Hunger { .. })));
    let s = Scene::new(bare, &[1]);
    assert!(s.told().iter().any(|e| matches!(e, MarchEvent::Hunger { .. })), "without a depot they roll");
}
