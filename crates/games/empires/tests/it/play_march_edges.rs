//! Edges of movement and supply that a change of one word would move (7.2 to 7.4).
use crate::scene::*;
use sandtable_empires::data::I;
use sandtable_empires::land::garrison::{self as held, At, NoChange};
use sandtable_empires::land::{Chain, depots, paying, sea, supply};

fn peninsula(slot: &[u8]) -> Position {
    moving("grand1805", slot).strangers().on("war gb sp")
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
    let mut s = p.begin();
    assert_eq!(s.refuses(GB, "land gb-i pmt"), "7.3.5");
    s.by(GB, "done", &[1]);
    assert_eq!(s.p.corps[corps("gb-i")].spot, Spot::Fleet(0), "only who is at sea is lost");
}

#[test]
fn r7_3_5_d_nobody_lands_inside_a_port_of_the_enemy() {
    let mut p = peninsula(&[GB]);
    afloat(&mut p, FleetAt::Box(area("cad")));
    p = p.on("garrison cad sp 2I; gb-ii cad 3I; siege cad");
    assert_eq!(p.begin().refuses(GB, "land gb-i inside cad"), "7.3.5(d)");
}

#[test]
fn r7_3_8_5_nobody_lands_in_a_fight_that_is_not_his() {
    let mut p = peninsula(&[GB]);
    afloat(&mut p, FleetAt::Port(area("pmt")));
    p = p.on("gb-ii lon 3I; fr-iv pmt 3I; attack pmt");
    p.play.slots[0] |= 1 << AU;
    war(&mut p, AU, FR);
    p.access[usize::from(FR)] |= 1 << GB;
    p.play.moving = 1;
    assert_eq!(p.begin().refuses(GB, "land gb-i pmt"), "7.3.8.5");
}

#[test]
fn r7_2_3_a_depot_that_nothing_feeds_carries_no_other() {
    let mut s =
        before("ulm1805", Phase::Begins, &[FR]).on("depot krm fr; fr-iv lnz 10I; fr-v krm 10I").begin();
    s.by(FR, "done", &[]);
    assert_eq!(s.refuses(FR, "place depot lnz"), "7.2(h)");
}

#[test]
fn r7_2_3_the_area_of_a_new_depot_is_unblocked_too() {
    let mut p = before("ulm1805", Phase::Depots, &[FR]).on("depot mai fr");
    assert!(supply::is_source(data(), &p, &seen(&p, FR).0, area("mai")));
    assert!(depots::may_place(data(), &p, FR, area("str")).is_ok());
    garrison(&mut p, "str", AU, 2);
    assert_eq!(depots::may_place(data(), &p, FR, area("str")), Err(depots::NoDepot::Far));
}

#[test]
fn r7_2_3_1_a_city_that_another_controls_is_no_source() {
    let mut p = bare("ulm1805").on("depot str fr");
    assert!(in_chain(&p, FR, "str"));
    p = p.strangers();
    p.at_mut(area("str")).holder = AU;
    assert!(!in_chain(&p, FR, "str"));
}

#[test]
fn r7_3_6_1_c_without_a_counter_nothing_is_converted() {
    let mut p = moving("ulm1805", &[FR]).on("depot str fr; depot mai au; fr-iv str 10I; fr-v mai 10I");
    for (counters, rule) in [(1, Some("7.3.6.1(c)")), (2, None)] {
        p.counters[0] = counters;
        let mut s = p.begin();
        s.by(FR, "move fr-v", &[]);
        assert_eq!(s.refuses(FR, "raze"), "7.3.6.1", "it has not entered the area");
        s.by(FR, "stop", &[1]);
        s.by(FR, "move fr-iv; to mai", &[]);
        match rule {
            Some(rule) => assert_eq!(s.refuses(FR, "convert"), rule),
            None => assert!(s.offered("convert")),
        }
    }
}

#[test]
fn r7_4_3_4_5_a_depot_inside_needs_a_free_area_to_move_into() {
    let mut p = peninsula(&[SP]).on("depot cad sp; inside cad gb");
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
    let mut p = peninsula(&[GB]).on("fleet pr box pmt");
    assert!(!sea::blockaded(&p, GB, area("pmt")));
    p.fleets[0].power = SP;
    assert!(sea::blockaded(&p, GB, area("pmt")));
    assert!(sea::usable_port(data(), &p, GB, area("gib")).is_some());
    assert!(sea::usable_port(data(), &p, GB, area("cad")).is_none());
}

#[test]
fn r7_3_3_the_besieged_neither_drop_nor_take_up() {
    let mut p = moving("ulm1805", &[AU]).on("depot lnz au 2I; au-i lnz city 5I");
    let i = corps("au-i");
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
    let p = moving("ulm1805", &[AU]).on("depot lnz au 2I; garrison lnz au 4I; au-i lnz city 5I");
    let i = corps("au-i");
    assert!(held::may_absorb(data(), &p, i, At::Depot, 1, 0).is_ok());
    assert_eq!(held::may_absorb(data(), &p, i, At::Depot, 2, 0), Err(NoChange::Room));
}

#[test]
fn r7_3_3_5_1_depots_are_garrisoned_by_their_owner() {
    let mut s = moving("ulm1805", &[RU])
        .on("depot lnz au; garrison lnz au 2I; irregulars lnz ru 1; \
         ru-i lnz 5I")
        .begin();
    s.by(RU, "move irregular field lnz", &[]);
    assert_eq!(s.refuses(RU, "station depot"), "7.3.3");
    s.by(RU, "station city", &[]);
    assert_eq!(s.p.at(area("lnz")).garrison.of(RU).irregulars, 1, "a city takes allies together");
    s.by(RU, "move ru-i", &[]);
    assert_eq!(s.refuses(RU, "detach 1 depot infantry"), "7.3.3");
    s.by(RU, "detach 1 city infantry", &[]);
    assert_eq!(s.p.at(area("lnz")).garrison.of(RU).total(), 2);
}

#[test]
fn r10_3_who_has_leave_again_need_not_go() {
    let mut p = moving("grand1805", &[AU]).strangers().on("ally au pr; au-i bln 5I");
    p.year.leaving[usize::from(AU)] = 1 << PR;
    assert!(p.begin().offered("done"));
}

#[test]
fn r10_6_whom_leaders_go_with() {
    let mut s = moving("grand1805", &[SP]).on("irregulars mad sp 1; sp-blake mad").begin();
    s.by(SP, "move irregular field mad", &[]);
    assert_eq!(s.refuses(SP, "with sp-blake"), "10.6");

    let mut s = moving("ulm1805", &[RU]).on("irregulars kie ru 1; ru-platov kie").begin();
    s.by(RU, "move irregular field kie; with ru-platov", &[]);
    assert_eq!(s.refuses(RU, "station city"), "7.3.3.4(b)", "he enters only with a corps");
}

#[test]
fn r7_3_3_4_b_leaders_stay_in_a_besieged_city() {
    let mut s = moving("ulm1805", &[AU])
        .on("au-i lnz 5I; fr-iv lnz 5I; garrison lnz au 2I; \
         au-mack lnz city; siege lnz")
        .begin();
    s.by(AU, "move au-i", &[]);
    assert_eq!(s.refuses(AU, "with au-mack"), "7.3.3.4(b)");
}

#[test]
fn r7_3_d_a_leader_travels_with_one_corps_only() {
    let mut s =
        moving("ulm1805", &[FR]).on("fr-iv ulm 5I; fr-v ulm 5I; fr-vi aug 5I; fr-napoleon ulm").begin();
    s.by(FR, "move fr-iv; with fr-napoleon; without fr-napoleon; stop", &[1]);
    s.by(FR, "move fr-v; with fr-napoleon; to aug; stop", &[1]);
    s.by(FR, "move fr-vi", &[]);
    assert_eq!(s.refuses(FR, "with fr-napoleon"), "7.3(d)");
}

#[test]
fn r7_3_7_1_b_only_corps_outside_besiege() {
    let mut s = moving("ulm1805", &[RU])
        .strangers()
        .on("war ru au; garrison lnz au 2I; \
         irregulars lnz ru 1")
        .begin();
    s.by(RU, "move irregular field lnz", &[]);
    assert_eq!(s.refuses(RU, "stop besiege"), "7.3.7.1(b)");
}

#[test]
fn r7_5_1_guerillas_attack_only_if_they_like() {
    let p = moving("grand1805", &[SP]).strangers().on("war sp fr; irregulars mad sp 1; fr-iv mad 5I");
    // Spain's guerilla step rolls for the province.
    for (words, attack, dice) in [("stop", false, &[6][..]), ("stop attack", true, &[])] {
        let mut s = p.begin();
        s.by(SP, "move irregular field mad", &[]);
        s.by(SP, words, dice);
        assert_eq!(s.attacked("mad"), attack);
    }
}

#[test]
fn r7_4_1_2_2_only_besiegers_lose_their_unused_points() {
    let mut p = moving("ulm1805", &[PR]).on("fr-iv lnz 5I; pr-i lnz 5I; garrison lnz au 2I; siege lnz");
    p.access[usize::from(PR)] |= 1 << AU;
    let mut s = p.begin();
    s.by(PR, "done", &[1]);
    let roll = s.marches().into_iter().find_map(|e| match e {
        MarchEvent::Forage { modifier, .. } => Some(modifier),
        _ => None,
    });
    assert_eq!(roll, Some(1 - 3), "a bystander besieges nobody");
}

#[test]
fn r7_4_1_3_3_leaders_stay_while_a_friend_does() {
    for friend in [false, true] {
        let mut p = moving("ulm1805", &[FR]).on("fr-art pas 1A; pr-i pas 1I; pr-ii pas 1I; \
             fr-napoleon pas; pr-hohenlohe pas");
        let nap = leader("fr-napoleon");
        let other = leader("pr-hohenlohe");
        p.month = p.month / 12 * 12;
        if friend {
            ally(&mut p, FR, PR);
        }
        let mut s = p.begin();
        s.by(FR, "move fr-art; force march; stop", &[6]);
        assert_eq!(s.p.corps[corps("fr-art")].spot, Spot::Off);
        assert_eq!(s.p.leaders[nap], if friend { field("pas") } else { Spot::Off });
        assert_eq!(s.p.leaders[other], field("pas"), "not his corps");
    }
}

#[test]
fn a_leader_alone_among_enemies_leaves_the_map() {
    let p = moving("ulm1805", &[FR]).on("au-i pas 1I; fr-napoleon pas");
    let nap = leader("fr-napoleon");
    let alone = p.begin();
    assert_eq!(alone.p.leaders[nap], Spot::Off);
}

#[test]
fn r7_5_4_a_siege_ends_when_the_besiegers_march_off() {
    let mut s = moving("ulm1805", &[FR]).on("fr-iv lnz 5I; garrison lnz au 2I; siege lnz").begin();
    s.by(FR, "move fr-iv; to pas; stop", &[1]);
    assert!(!s.p.at(area("lnz")).besieged);
}

#[test]
fn r7_4_3_4_3_a_depot_moves_out_when_the_siege_is_over() {
    let mut p = peninsula(&[SP]).on("depot pmt gb; fleet gb port pmt; sp-i gib 5I; garrison gib gb 2I");
    (p.at_mut(area("gib")).besieged, p.at_mut(area("gib")).inside) = (true, Depot { owner: GB, old: true });
    let near = data().board.neighbours(area("gib")).iter().find(|(a, _)| p.own_territory(SP, *a)).unwrap().0;
    let near = data().board.area(near).id.clone();
    let mut s = p.begin();
    s.by(SP, &format!("move sp-i; to {near}"), &[]);
    s.by(SP, "stop", &[1]);
    let ground = s.p.at(area("gib"));
    assert_eq!((ground.depot.owner, ground.inside.owner, ground.besieged), (GB, NOBODY, false));
}

#[test]
fn r7_4_2_1_2_a_port_is_paid_in_its_own_sequence_by_its_own_side() {
    let mut p = peninsula(&[SP]);
    p.money = [5; 7];
    p.play.phase = Phase::Moved;
    p = p.on("depot pmt gb; fleet gb port pmt; garrison gib gb 2I; sp-i gib 5I");
    (p.at_mut(area("gib")).besieged, p.at_mut(area("gib")).inside) = (true, Depot { owner: GB, old: true });
    let s = p.begin();
    assert_ne!(s.rule(), "7.4.2", "it is Spain's sequence");
    p.play.slots[0] = 1 << GB;
    let s = p.begin();
    assert_eq!((s.side(), s.rule()), (Some(GB), "7.4.2"));
}

#[test]
fn r7_4_5_2_b_the_captive_and_the_depot_inside_go_to_the_besiegers() {
    let mut p = peninsula(&[GB]).on("war fr gb; garrison gib gb 1I; fr-iv gib 5I; sp-i gib 5I; \
         gb-moore gib city");
    let moore = leader("gb-moore");
    p.play.phase = Phase::Paying;
    p.access[0] |= 1 << GB;
    (p.at_mut(area("gib")).besieged, p.at_mut(area("gib")).inside) = (true, Depot { owner: GB, old: true });
    let near = data().board.neighbours(area("gib")).iter().find(|(a, _)| p.own_territory(SP, *a)).unwrap().0;
    p.at_mut(near).depot = Depot { owner: SP, old: true };
    let mut s = p.begin_with(&[6]);
    assert_eq!(s.p.leaders[moore], Spot::Off);
    assert_eq!(s.p.play.returns[moore], s.p.month + 3, "a captive");
    s.by(FR, "done", &[]);
    assert_eq!(s.side(), Some(SP));
    assert_eq!(s.p.at(area("gib")).inside.owner, GB, "the next may still take it");
    let mut taken = at(s.p);
    taken.by(SP, "take over", &[]);
    assert_eq!(taken.p.at(area("gib")).depot.owner, SP);
    s.p.at_mut(area("gib")).depot = Depot { owner: SP, old: true };
    assert_eq!(s.refuses(SP, "take over"), "7.4.3.4.5", "the area has a depot");
    s.p.at_mut(area("gib")).depot = Depot::NONE;
    s.by(SP, "done", &[]);
    assert_eq!(s.p.at(area("gib")).inside.owner, NOBODY, "nobody wanted it");
}

#[test]
fn r7_5_1_1_nobody_retires_into_a_besieged_city() {
    let p = moving("ulm1805", &[FR]).on("fr-iv lnz 5I; au-i lnz 3I; garrison lnz au 2I");
    let mut besieged = p;
    besieged.at_mut(area("lnz")).besieged = true;
    for (p, asked) in [(p, true), (besieged, false)] {
        let mut s = p.begin();
        s.by(FR, "done", if asked { &[] } else { &[1] });
        assert_eq!(s.side() == Some(AU) && s.rule() == "7.5.1.1", asked);
        assert!(s.attacked("lnz"));
        if asked {
            s.by(AU, "retire corps au-i", &[]);
            assert!(!s.attacked("lnz"), "nobody is left to attack");
        }
    }
}

#[test]
fn r7_3_7_1_a_corps_that_met_the_enemy_does_not_hide_in_a_city() {
    let mut p = moving("ulm1805", &[AU]).on("au-i vie 3I; fr-iv lnz 5I");
    guard(&mut p, "lnz", FR, 0);
    p.at_mut(area("lnz")).guard = Garrison::NONE;
    let mut s = p.begin();
    s.by(AU, "move au-i; to lnz", &[]);
    assert!(s.offered("raze"), "it still chooses");
    assert_eq!(s.refuses(AU, "into the city"), "7.3.7.1");
}

#[test]
fn r7_4_1_3_1_what_was_taken_up_again_is_in_the_corps() {
    let mut s = moving("ulm1805", &[FR]).on("fr-iv pas 3I; garrison pas fr 2I").begin();
    let iv = corps("fr-iv");
    s.by(FR, "move fr-iv; detach 2 city infantry; absorb 2 city infantry; force march; to lnz", &[]);
    // 6, one more for the march, against 4: all three.
    s.by(FR, "stop", &[6]);
    assert_eq!(s.p.corps[iv].spot, Spot::Off);
    assert_eq!(s.p.at(area("pas")).garrison.counts()[0], 2, "these were never its own");
}

#[test]
fn r7_3_2_4_nobody_has_to_move() {
    let mut s = moving("ulm1805", &[FR]).on("fr-iv str city 5I; fr-v ulm 5I").begin();
    let iv = corps("fr-iv");
    let v = corps("fr-v");
    assert!(s.offered("done"));
    s.by(FR, "move fr-v; to aug", &[]);
    assert!(s.p.marching.march.points > 0 && s.offered("stop"));
    s.by(FR, "stop", &[1]);
    s.by(FR, "done", &[1]);
    assert_eq!((s.p.corps[iv].spot, s.p.corps[v].spot), (city("str"), field("aug")));
}

#[test]
fn r7_4_2_1_c_money_that_is_just_enough_is_enough() {
    let mut p = moving("ulm1805", &[FR]).on("depot str fr; fr-iv aug 10I");
    let iv = corps("fr-iv");
    for (money, asked) in [(2, false), (3, true)] {
        p.money[0] = money;
        let mut s = p.begin();
        s.by(FR, "move fr-iv", &[]);
        s.by(FR, "stop", if asked { &[] } else { &[1] });
        assert_eq!(s.rule() == "7.4.1", asked, "three areas off");
        if asked {
            s.by(FR, "wait fr; pay all", &[]);
            assert_eq!((s.p.money[0], s.living(iv)), (0, Living::Paid));
        }
    }
}

#[test]
fn r7_4_2_1_2_a_port_is_fed_by_its_own_side_only() {
    let mut p = peninsula(&[GB]);
    p.money = [5; 7];
    p.play.phase = Phase::Moved;
    p = p.on("garrison gib gb 2I; sp-i gib 5I; siege gib");
    // France lies off the port with a depot on its fleet.
    depot(&mut p, "bre", FR);
    let sea = data().board.area(area("gib")).seas[0];
    p.fleets[0] = Fleet { power: FR, at: FleetAt::Sea(sea), depot: true };
    let s = p.begin_with(&[1]);
    assert_ne!(s.rule(), "7.4.2", "France is no ally");
    ally(&mut p, GB, FR);
    p.depots_of[usize::from(GB)] |= 1 << FR;
    let s = p.begin();
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.2"));
    assert!(s.offered("pay port gib"));
}

#[test]
fn r7_3_8_4_guerillas_do_not_step_aside() {
    let mut p = moving("grand1805", &[FR]).strangers().on("war fr gb");
    (p.access[0], p.access[usize::from(GB)]) = (1 << SP, 1 << SP);
    p = p.on("gb-i mad 5I; fr-iv mad 5I; sp-i mad 5I; irregulars mad sp 2");
    let i = corps("sp-i");
    let mut s = p.begin();
    s.by(FR, "done", &[]);
    assert_eq!((s.side(), s.rule()), (Some(SP), "7.3.8.4"));
    let to = s.offers()[0].clone();
    s.by(SP, &to, &[]);
    assert_ne!(s.p.corps[i].spot, field("mad"));
    assert_eq!(s.p.at(area("mad")).irregulars[usize::from(SP)], 2);
}
