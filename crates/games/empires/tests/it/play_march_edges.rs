//! Edges of movement and supply that a change of one word would move (7.2 to 7.4).
use crate::marches::*;
use sandtable_empires::data::I;
use sandtable_empires::land::garrison::{self as held, At, NoChange};
use sandtable_empires::land::{Chain, depots, paying, sea, supply};

fn peninsula(slot: &[u8]) -> Position {
    let mut p = moving("grand1805", slot);
    strangers(&mut p);
    war(&mut p, GB, SP);
    p
}

fn afloat(p: &mut Position, at: FleetAt) {
    p.fleets[0] = Fleet { power: GB, at, depot: false };
    put(p, "gb-i", GB, Spot::Fleet(0), 3);
}

#[test]
fn r7_3_5_who_may_not_land_stays_aboard_in_port() {
    let mut p = peninsula(&[GB]);
    afloat(&mut p, FleetAt::Port(area("pmt")));
    put(&mut p, "gb-ii", GB, field("lon"), 3);
    p.at_mut(area("pmt")).closed_to = 1 << GB;
    let mut s = Scene::new(p, &[]);
    assert_eq!(s.refused(GB, "land gb-i pmt"), "7.3.5");
    s.say(GB, "done", &[1]);
    assert_eq!(s.p.corps[corps("gb-i")].spot, Spot::Fleet(0), "only who is at sea is lost");
}

#[test]
fn r7_3_5_d_nobody_lands_inside_a_port_of_the_enemy() {
    let mut p = peninsula(&[GB]);
    afloat(&mut p, FleetAt::Box(area("cad")));
    garrison(&mut p, "cad", SP, 2);
    put(&mut p, "gb-ii", GB, field("cad"), 3);
    p.at_mut(area("cad")).besieged = true;
    assert_eq!(Scene::new(p, &[]).refused(GB, "land gb-i inside cad"), "7.3.5(d)");
}

#[test]
fn r7_3_8_5_nobody_lands_in_a_fight_that_is_not_his() {
    let mut p = peninsula(&[GB]);
    afloat(&mut p, FleetAt::Port(area("pmt")));
    put(&mut p, "gb-ii", GB, field("lon"), 3);
    put(&mut p, "fr-iv", FR, field("pmt"), 3);
    p.play.attacks.put(area("pmt"));
    p.play.slots[0] |= 1 << AU;
    war(&mut p, AU, FR);
    p.access[usize::from(FR)] |= 1 << GB;
    p.play.moving = 1;
    assert_eq!(Scene::new(p, &[]).refused(GB, "land gb-i pmt"), "7.3.8.5");
}

#[test]
fn r7_2_3_a_depot_that_nothing_feeds_carries_no_other() {
    let mut p = before("ulm1805", Phase::Begins, &[FR]);
    depot(&mut p, "krm", FR);
    put(&mut p, "fr-iv", FR, field("lnz"), 10);
    put(&mut p, "fr-v", FR, field("krm"), 10);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "done", &[]);
    assert_eq!(s.refused(FR, "place depot lnz"), "7.2(h)");
}

#[test]
fn r7_2_3_the_area_of_a_new_depot_is_unblocked_too() {
    let mut p = before("ulm1805", Phase::Depots, &[FR]);
    depot(&mut p, "mai", FR);
    assert!(supply::is_source(data(), &p, &seen(&p, FR).0, area("mai")));
    assert!(depots::may_place(data(), &p, FR, area("str")).is_ok());
    garrison(&mut p, "str", AU, 2);
    assert_eq!(depots::may_place(data(), &p, FR, area("str")), Err(depots::NoDepot::Far));
}

#[test]
fn r7_2_3_1_a_city_that_another_controls_is_no_source() {
    let mut p = bare("ulm1805");
    depot(&mut p, "str", FR);
    assert!(in_chain(&p, FR, "str"));
    strangers(&mut p);
    p.at_mut(area("str")).holder = AU;
    assert!(!in_chain(&p, FR, "str"));
}

#[test]
fn r7_3_6_1_c_without_a_counter_nothing_is_converted() {
    let mut p = moving("ulm1805", &[FR]);
    depot(&mut p, "str", FR);
    depot(&mut p, "mai", AU);
    put(&mut p, "fr-iv", FR, field("str"), 10);
    put(&mut p, "fr-v", FR, field("mai"), 10);
    for (counters, rule) in [(1, Some("7.3.6.1(c)")), (2, None)] {
        p.counters[0] = counters;
        let mut s = Scene::new(p, &[]);
        s.all(FR, &["move fr-v"]);
        assert_eq!(s.refused(FR, "raze"), "7.3.6.1", "it has not entered the area");
        s.say(FR, "stop", &[1]);
        s.all(FR, &["move fr-iv", "to mai"]);
        match rule {
            Some(rule) => assert_eq!(s.refused(FR, "convert"), rule),
            None => assert!(s.offered("convert")),
        }
    }
}

#[test]
fn r7_4_3_4_5_a_depot_inside_needs_a_free_area_to_move_into() {
    let mut p = peninsula(&[SP]);
    depot(&mut p, "cad", SP);
    p.at_mut(area("cad")).inside = Depot { owner: GB, old: true };
    assert!(!depots::capture_inside(data(), &mut p.clone(), SP, area("cad"), true));
    p.at_mut(area("cad")).depot = Depot::NONE;
    assert!(depots::capture_inside(data(), &mut p, SP, area("cad"), true));
}

#[test]
fn r7_4_2_1_3_winter_doubles_the_cost_of_ports() {
    let mut p = bare("grand1805");
    let cold = |a: &AreaId| data().place(*a).winter && data().place(*a).port.is_some();
    let port = data().board.areas().find(cold).unwrap();
    p.at_mut(port).besieged = true;
    let mut chain = Chain::default();
    chain.inside.put(port);
    let pic = seen(&p, GB).0;
    for (month, cost) in [(6, 1), (0, 2)] {
        p.month = p.month / 12 * 12 + month;
        assert_eq!(paying::port_cost(data(), &p, &pic, &chain, port), Some(cost), "half points");
    }
}

#[test]
fn r7_4_3_1_only_enemies_blockade_and_only_friendly_ports_serve() {
    let mut p = peninsula(&[GB]);
    p.fleets[0] = Fleet { power: PR, at: FleetAt::Box(area("pmt")), depot: false };
    assert!(!sea::blockaded(&p, GB, area("pmt")));
    p.fleets[0].power = SP;
    assert!(sea::blockaded(&p, GB, area("pmt")));
    assert!(sea::usable_port(data(), &p, GB, area("gib")).is_some());
    assert!(sea::usable_port(data(), &p, GB, area("cad")).is_none());
}

#[test]
fn r7_3_3_the_besieged_neither_drop_nor_take_up() {
    let mut p = moving("ulm1805", &[AU]);
    guard(&mut p, "lnz", AU, 2);
    let i = put(&mut p, "au-i", AU, city("lnz"), 5);
    let mut one = [0; 7];
    one[I] = 1;
    assert!(held::may_detach(data(), &p, i, At::Depot, one).is_ok());
    p.at_mut(area("lnz")).besieged = true;
    assert_eq!(held::may_detach(data(), &p, i, At::Depot, one), Err(NoChange::Besieged));
    p.at_mut(area("lnz")).irregulars[usize::from(AU)] = 1;
    assert_eq!(held::may_station(data(), &p, AU, area("lnz"), At::City, 1), Err(NoChange::Besieged));
}

#[test]
fn r7_3_3_3_2_a_corps_in_a_full_city_takes_nobody_in() {
    let mut p = moving("ulm1805", &[AU]);
    guard(&mut p, "lnz", AU, 2);
    garrison(&mut p, "lnz", AU, 4);
    let i = put(&mut p, "au-i", AU, city("lnz"), 5);
    assert!(held::may_absorb(data(), &p, i, At::Depot, 1, 0).is_ok());
    assert_eq!(held::may_absorb(data(), &p, i, At::Depot, 2, 0), Err(NoChange::Room));
}

#[test]
fn r7_3_3_5_1_depots_are_garrisoned_by_their_owner() {
    let mut p = moving("ulm1805", &[RU]);
    depot(&mut p, "lnz", AU);
    garrison(&mut p, "lnz", AU, 2);
    p.at_mut(area("lnz")).irregulars[usize::from(RU)] = 1;
    put(&mut p, "ru-i", RU, field("lnz"), 5);
    let mut s = Scene::new(p, &[]);
    s.say(RU, "move irregular field lnz", &[]);
    assert_eq!(s.refused(RU, "station depot"), "7.3.3");
    s.say(RU, "station city", &[]);
    assert_eq!(s.p.at(area("lnz")).garrison.of(RU).irregulars, 1, "a city takes allies together");
    s.say(RU, "move ru-i", &[]);
    assert_eq!(s.refused(RU, "detach 1 depot infantry"), "7.3.3");
    s.say(RU, "detach 1 city infantry", &[]);
    assert_eq!(s.p.at(area("lnz")).garrison.of(RU).total(), 2);
}

#[test]
fn r10_3_who_has_leave_again_need_not_go() {
    let mut p = moving("grand1805", &[AU]);
    strangers(&mut p);
    p.year.leaving[usize::from(AU)] = 1 << PR;
    ally(&mut p, AU, PR);
    put(&mut p, "au-i", AU, field("bln"), 5);
    assert!(Scene::new(p, &[]).offered("done"));
}

#[test]
fn r10_6_whom_leaders_go_with() {
    let mut p = moving("grand1805", &[SP]);
    p.at_mut(area("mad")).irregulars[usize::from(SP)] = 1;
    lead(&mut p, "sp-blake", field("mad"));
    let mut s = Scene::new(p, &[]);
    s.say(SP, "move irregular field mad", &[]);
    assert_eq!(s.refused(SP, "with sp-blake"), "10.6");

    let mut p = moving("ulm1805", &[RU]);
    p.at_mut(area("kie")).irregulars[usize::from(RU)] = 1;
    lead(&mut p, "ru-platov", field("kie"));
    let mut s = Scene::new(p, &[]);
    s.all(RU, &["move irregular field kie", "with ru-platov"]);
    assert_eq!(s.refused(RU, "station city"), "7.3.3.4(b)", "he enters only with a corps");
}

#[test]
fn r7_3_3_4_b_leaders_stay_in_a_besieged_city() {
    let mut p = moving("ulm1805", &[AU]);
    put(&mut p, "au-i", AU, field("lnz"), 5);
    put(&mut p, "fr-iv", FR, field("lnz"), 5);
    garrison(&mut p, "lnz", AU, 2);
    lead(&mut p, "au-mack", city("lnz"));
    p.at_mut(area("lnz")).besieged = true;
    let mut s = Scene::new(p, &[]);
    s.say(AU, "move au-i", &[]);
    assert_eq!(s.refused(AU, "with au-mack"), "7.3.3.4(b)");
}

#[test]
fn r7_3_d_a_leader_travels_with_one_corps_only() {
    let mut p = moving("ulm1805", &[FR]);
    put(&mut p, "fr-iv", FR, field("ulm"), 5);
    put(&mut p, "fr-v", FR, field("ulm"), 5);
    put(&mut p, "fr-vi", FR, field("aug"), 5);
    lead(&mut p, "fr-napoleon", field("ulm"));
    let mut s = Scene::new(p, &[]);
    s.all(FR, &["move fr-iv", "with fr-napoleon", "without fr-napoleon"]);
    s.say(FR, "stop", &[1]);
    s.all(FR, &["move fr-v", "with fr-napoleon", "to aug"]);
    s.say(FR, "stop", &[1]);
    s.say(FR, "move fr-vi", &[]);
    assert_eq!(s.refused(FR, "with fr-napoleon"), "7.3(d)");
}

#[test]
fn r7_3_7_1_b_only_corps_outside_besiege() {
    let mut p = moving("ulm1805", &[RU]);
    strangers(&mut p);
    war(&mut p, RU, AU);
    garrison(&mut p, "lnz", AU, 2);
    p.at_mut(area("lnz")).irregulars[usize::from(RU)] = 1;
    let mut s = Scene::new(p, &[]);
    s.say(RU, "move irregular field lnz", &[]);
    assert_eq!(s.refused(RU, "stop besiege"), "7.3.7.1(b)");
}

#[test]
fn r7_5_1_guerillas_attack_only_if_they_like() {
    let mut p = moving("grand1805", &[SP]);
    strangers(&mut p);
    war(&mut p, SP, FR);
    p.at_mut(area("mad")).irregulars[usize::from(SP)] = 1;
    put(&mut p, "fr-iv", FR, field("mad"), 5);
    // Spain's guerilla step rolls for the province.
    for (words, attack, dice) in [("stop", false, &[6][..]), ("stop attack", true, &[])] {
        let mut s = Scene::new(p, &[]);
        s.say(SP, "move irregular field mad", &[]);
        s.say(SP, words, dice);
        assert_eq!(s.attacked("mad"), attack);
    }
}

#[test]
fn r7_4_1_2_2_only_besiegers_lose_their_unused_points() {
    let mut p = moving("ulm1805", &[PR]);
    p.access[usize::from(PR)] |= 1 << AU;
    put(&mut p, "fr-iv", FR, field("lnz"), 5);
    put(&mut p, "pr-i", PR, field("lnz"), 5);
    garrison(&mut p, "lnz", AU, 2);
    p.at_mut(area("lnz")).besieged = true;
    let mut s = Scene::new(p, &[]);
    s.say(PR, "done", &[1]);
    let roll = s.told().into_iter().find_map(|e| match e {
        MarchEvent::Forage { modifier, .. } => Some(modifier),
        _ => None,
    });
    assert_eq!(roll, Some(1 - 3), "a bystander besieges nobody");
}

#[test]
fn r7_4_1_3_3_leaders_stay_while_a_friend_does() {
    for friend in [false, true] {
        let mut p = moving("ulm1805", &[FR]);
        p.month = p.month / 12 * 12;
        put(&mut p, "fr-art", FR, field("pas"), 1);
        put(&mut p, "pr-i", PR, field("pas"), 1);
        put(&mut p, "pr-ii", PR, field("pas"), 1);
        let nap = lead(&mut p, "fr-napoleon", field("pas"));
        let other = lead(&mut p, "pr-hohenlohe", field("pas"));
        if friend {
            ally(&mut p, FR, PR);
        }
        let mut s = Scene::new(p, &[]);
        s.all(FR, &["move fr-art", "force march"]);
        s.say(FR, "stop", &[6]);
        assert_eq!(s.p.corps[corps("fr-art")].spot, Spot::Off);
        assert_eq!(s.p.leaders[nap], if friend { field("pas") } else { Spot::Off });
        assert_eq!(s.p.leaders[other], field("pas"), "not his corps");
    }
}

#[test]
fn a_leader_alone_among_enemies_leaves_the_map() {
    let mut p = moving("ulm1805", &[FR]);
    put(&mut p, "au-i", AU, field("pas"), 1);
    let nap = lead(&mut p, "fr-napoleon", field("pas"));
    let alone = Scene::new(p, &[]);
    assert_eq!(alone.p.leaders[nap], Spot::Off);
}

#[test]
fn r7_5_4_a_siege_ends_when_the_besiegers_march_off() {
    let mut p = moving("ulm1805", &[FR]);
    put(&mut p, "fr-iv", FR, field("lnz"), 5);
    garrison(&mut p, "lnz", AU, 2);
    p.at_mut(area("lnz")).besieged = true;
    let mut s = Scene::new(p, &[]);
    s.all(FR, &["move fr-iv", "to pas"]);
    s.say(FR, "stop", &[1]);
    assert!(!s.p.at(area("lnz")).besieged);
}

#[test]
fn r7_4_3_4_3_a_depot_moves_out_when_the_siege_is_over() {
    let mut p = peninsula(&[SP]);
    depot(&mut p, "pmt", GB);
    p.fleets[0] = Fleet { power: GB, at: FleetAt::Port(area("pmt")), depot: false };
    put(&mut p, "sp-i", SP, field("gib"), 5);
    garrison(&mut p, "gib", GB, 2);
    (p.at_mut(area("gib")).besieged, p.at_mut(area("gib")).inside) = (true, Depot { owner: GB, old: true });
    let near = data().board.neighbours(area("gib")).iter().find(|(a, _)| p.own_territory(SP, *a)).unwrap().0;
    let near = data().board.area(near).id.clone();
    let mut s = Scene::new(p, &[]);
    s.all(SP, &["move sp-i", &format!("to {near}")]);
    s.say(SP, "stop", &[1]);
    let ground = s.p.at(area("gib"));
    assert_eq!((ground.depot.owner, ground.inside.owner, ground.besieged), (GB, NOBODY, false));
}

#[test]
fn r7_4_2_1_2_a_port_is_paid_in_its_own_sequence_by_its_own_side() {
    let mut p = peninsula(&[SP]);
    p.money = [5; 7];
    p.play.phase = Phase::Moved;
    depot(&mut p, "pmt", GB);
    p.fleets[0] = Fleet { power: GB, at: FleetAt::Port(area("pmt")), depot: false };
    garrison(&mut p, "gib", GB, 2);
    put(&mut p, "sp-i", SP, field("gib"), 5);
    (p.at_mut(area("gib")).besieged, p.at_mut(area("gib")).inside) = (true, Depot { owner: GB, old: true });
    let s = Scene::new(p, &[]);
    assert_ne!(s.rule(), "7.4.2", "it is Spain's sequence");
    p.play.slots[0] = 1 << GB;
    let s = Scene::new(p, &[]);
    assert_eq!((s.side(), s.rule()), (Some(GB), "7.4.2"));
}

#[test]
fn r7_4_5_2_b_the_captive_and_the_depot_inside_go_to_the_besiegers() {
    let mut p = peninsula(&[GB]);
    war(&mut p, FR, GB);
    p.play.phase = Phase::Paying;
    p.access[0] |= 1 << GB;
    garrison(&mut p, "gib", GB, 1);
    put(&mut p, "fr-iv", FR, field("gib"), 5);
    put(&mut p, "sp-i", SP, field("gib"), 5);
    let moore = lead(&mut p, "gb-moore", city("gib"));
    (p.at_mut(area("gib")).besieged, p.at_mut(area("gib")).inside) = (true, Depot { owner: GB, old: true });
    let near = data().board.neighbours(area("gib")).iter().find(|(a, _)| p.own_territory(SP, *a)).unwrap().0;
    p.at_mut(near).depot = Depot { owner: SP, old: true };
    let mut s = Scene::new(p, &[6]);
    assert_eq!(s.p.leaders[moore], Spot::Off);
    assert_eq!(s.p.play.returns[moore], s.p.month + 3, "a captive");
    s.say(FR, "done", &[]);
    assert_eq!(s.side(), Some(SP));
    assert_eq!(s.p.at(area("gib")).inside.owner, GB, "the next may still take it");
    let mut taken = Scene { p: s.p, events: vec![] };
    taken.say(SP, "take over", &[]);
    assert_eq!(taken.p.at(area("gib")).depot.owner, SP);
    s.p.at_mut(area("gib")).depot = Depot { owner: SP, old: true };
    assert_eq!(s.refused(SP, "take over"), "7.4.3.4.5", "the area has a depot");
    s.p.at_mut(area("gib")).depot = Depot::NONE;
    s.say(SP, "done", &[]);
    assert_eq!(s.p.at(area("gib")).inside.owner, NOBODY, "nobody wanted it");
}

#[test]
fn r7_5_1_1_nobody_retires_into_a_besieged_city() {
    let mut p = moving("ulm1805", &[FR]);
    put(&mut p, "fr-iv", FR, field("lnz"), 5);
    put(&mut p, "au-i", AU, field("lnz"), 3);
    garrison(&mut p, "lnz", AU, 2);
    let mut besieged = p;
    besieged.at_mut(area("lnz")).besieged = true;
    for (p, asked) in [(p, true), (besieged, false)] {
        let mut s = Scene::new(p, &[]);
        s.say(FR, "done", if asked { &[] } else { &[1] });
        assert_eq!(s.side() == Some(AU) && s.rule() == "7.5.1.1", asked);
        assert!(s.attacked("lnz"));
        if asked {
            s.say(AU, "retire corps au-i", &[]);
            assert!(!s.attacked("lnz"), "nobody is left to attack");
        }
    }
}

#[test]
fn r7_3_7_1_a_corps_that_met_the_enemy_does_not_hide_in_a_city() {
    let mut p = moving("ulm1805", &[AU]);
    put(&mut p, "au-i", AU, field("vie"), 3);
    put(&mut p, "fr-iv", FR, field("lnz"), 5);
    guard(&mut p, "lnz", FR, 0);
    p.at_mut(area("lnz")).guard = sandtable_empires::land::Garrison::NONE;
    let mut s = Scene::new(p, &[]);
    s.all(AU, &["move au-i", "to lnz"]);
    assert!(s.offered("raze"), "it still chooses");
    assert_eq!(s.refused(AU, "into the city"), "7.3.7.1");
}

#[test]
fn r7_4_1_3_1_what_was_taken_up_again_is_in_the_corps() {
    let mut p = moving("ulm1805", &[FR]);
    let iv = put(&mut p, "fr-iv", FR, field("pas"), 3);
    garrison(&mut p, "pas", FR, 2);
    let mut s = Scene::new(p, &[]);
    s.all(FR, &["move fr-iv", "detach 2 city infantry", "absorb 2 city infantry", "force march", "to lnz"]);
    // 6, one more for the march, against 4: all three.
    s.say(FR, "stop", &[6]);
    assert_eq!(s.p.corps[iv].spot, Spot::Off);
    assert_eq!(s.p.at(area("pas")).garrison.counts()[0], 2, "these were never its own");
}

#[test]
fn r7_3_2_4_nobody_has_to_move() {
    let mut p = moving("ulm1805", &[FR]);
    let iv = put(&mut p, "fr-iv", FR, city("str"), 5);
    let v = put(&mut p, "fr-v", FR, field("ulm"), 5);
    let mut s = Scene::new(p, &[]);
    assert!(s.offered("done"));
    s.all(FR, &["move fr-v", "to aug"]);
    assert!(s.p.marching.march.points > 0 && s.offered("stop"));
    s.say(FR, "stop", &[1]);
    s.say(FR, "done", &[1]);
    assert_eq!((s.p.corps[iv].spot, s.p.corps[v].spot), (city("str"), field("aug")));
}

#[test]
fn r7_4_2_1_c_money_that_is_just_enough_is_enough() {
    let mut p = moving("ulm1805", &[FR]);
    depot(&mut p, "str", FR);
    let iv = put(&mut p, "fr-iv", FR, field("aug"), 10);
    for (money, asked) in [(2, false), (3, true)] {
        p.money[0] = money;
        let mut s = Scene::new(p, &[]);
        s.say(FR, "move fr-iv", &[]);
        s.say(FR, "stop", if asked { &[] } else { &[1] });
        assert_eq!(s.rule() == "7.4.1", asked, "three areas off");
        if asked {
            s.all(FR, &["wait fr", "pay all"]);
            assert_eq!((s.p.money[0], s.living(iv)), (0, Living::Paid));
        }
    }
}

#[test]
fn r7_4_2_1_2_a_port_is_fed_by_its_own_side_only() {
    let mut p = peninsula(&[GB]);
    p.money = [5; 7];
    p.play.phase = Phase::Moved;
    garrison(&mut p, "gib", GB, 2);
    put(&mut p, "sp-i", SP, field("gib"), 5);
    p.at_mut(area("gib")).besieged = true;
    // France lies off the port with a depot on its fleet.
    depot(&mut p, "bre", FR);
    let sea = data().board.area(area("gib")).seas[0];
    p.fleets[0] = Fleet { power: FR, at: FleetAt::Sea(sea), depot: true };
    let s = Scene::new(p, &[1]);
    assert_ne!(s.rule(), "7.4.2", "France is no ally");
    ally(&mut p, GB, FR);
    p.depots_of[usize::from(GB)] |= 1 << FR;
    let s = Scene::new(p, &[]);
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.2"));
    assert!(s.offered("pay port gib"));
}

#[test]
fn r7_3_8_4_guerillas_do_not_step_aside() {
    let mut p = moving("grand1805", &[FR]);
    strangers(&mut p);
    war(&mut p, FR, GB);
    (p.access[0], p.access[usize::from(GB)]) = (1 << SP, 1 << SP);
    put(&mut p, "gb-i", GB, field("mad"), 5);
    put(&mut p, "fr-iv", FR, field("mad"), 5);
    let i = put(&mut p, "sp-i", SP, field("mad"), 5);
    p.at_mut(area("mad")).irregulars[usize::from(SP)] = 2;
    let mut s = Scene::new(p, &[]);
    s.say(FR, "done", &[]);
    assert_eq!((s.side(), s.rule()), (Some(SP), "7.3.8.4"));
    let to = s.offers()[0].clone();
    s.say(SP, &to, &[]);
    assert_ne!(s.p.corps[i].spot, field("mad"));
    assert_eq!(s.p.at(area("mad")).irregulars[usize::from(SP)], 2);
}
