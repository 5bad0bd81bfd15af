//! Depots and movement as they are played (7.2, 7.3).
use crate::scene::*;

/// A French corps in Ulm, and what else a test puts there.
fn ulm() -> Position {
    moving("ulm1805", &[FR]).on("fr-iv ulm 10I")
}

#[test]
fn r7_2_depots_are_removed_before_any_is_placed() {
    rules!("empires 7.2(c)", "empires 7.2(d)", "empires 7.2.1", "empires 7.2(g)");
    let mut p = before("ulm1805", Phase::Begins, &[FR]);
    p.money = [2; 7];
    p.counters[0] = 1;
    depot(&mut p, "str", FR);
    let mut s = p.begin();
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.2"));
    assert_eq!(s.refuses(FR, "place depot par"), "7.2");
    assert_eq!(s.refuses(FR, "remove depot par"), "7.2");
    assert_eq!(s.refuses(AU, "remove depot str"), "7.2");
    s.by(FR, "remove depot str", &[]);
    assert_eq!(s.rule(), "7.2(h)", "nothing is left to remove");
    assert_eq!(s.refuses(FR, "remove depot str"), "7.2(c)");
    assert_eq!(s.refuses(FR, "place depot vie"), "7.2(h)");
    s.by(FR, "place depot par", &[]);
    assert_eq!((s.p.at(area("par")).depot.owner, s.p.money[0]), (FR, 1));
    assert_ne!(s.rule(), "7.2(h)", "the only counter is on the map, so nothing more is asked");
}

#[test]
fn r7_2_b_the_garrison_of_a_removed_depot_goes_into_the_city() {
    rules!("empires 7.2(b)");
    let mut s = before("ulm1805", Phase::Begins, &[FR]).on("depot str fr 4I; garrison str fr 13I").begin();
    s.by(FR, "remove depot str", &[]);
    assert_eq!(s.p.at(area("str")).garrison.counts()[0], 15, "two find room, two are lost");
    assert!(s.marches().contains(&MarchEvent::Removed { power: FR, area: area("str"), lost: 2 }));
}

#[test]
fn r7_2_3_a_depot_of_this_turn_carries_no_other() {
    rules!("empires 7.2(h)");
    for (slot, old) in [(1, false), (0, true)] {
        let mut p = before("ulm1805", Phase::Begins, &[FR]).on("depot pas fr");
        p.at_mut(area("pas")).depot.old = false;
        // In the first slot of a turn what is on the map has stood before it.
        (p.play.slot, p.play.slots) = (slot, [1, 1, 0, 0, 0, 0, 0]);
        put(&mut p, "fr-iv", FR, field("lnz"), 10);
        let mut s = p.begin();
        s.by(FR, "done", &[]);
        assert_eq!(s.offered("place depot lnz"), old, "slot {slot}");
        if !old {
            assert_eq!(s.refuses(FR, "place depot lnz"), "7.2(h)");
        }
    }
}

#[test]
fn r7_3_2_counters_move_one_at_a_time() {
    rules!("empires 7.3", "empires 7.3.2.4");
    let mut s = ulm().on("fr-v ulm 5I").begin();
    assert_eq!(s.refuses(FR, "to aug"), "7.3.2");
    s.by(FR, "move fr-iv", &[]);
    assert_eq!(s.refuses(FR, "move fr-v"), "7.3.2");
    assert_eq!(s.refuses(FR, "done"), "7.3.2");
    s.by(FR, "stop", &[1]);
    assert!(s.offered("move fr-v") && !s.offered("move fr-iv"));
    s.by(FR, "done", &[1]);
    assert_eq!(s.p.corps[corps("fr-v")].spot, field("ulm"), "nobody has to move");
}

#[test]
fn r7_3_d_points_are_neither_saved_nor_handed_on() {
    rules!("empires 7.3(d)");
    let mut s = ulm().on("fr-v ulm 5I").begin();
    s.by(FR, "move fr-iv; to aug", &[]);
    assert_eq!(s.p.marching.march.points, 3);
    s.by(FR, "stop", &[1]);
    assert_eq!(s.refuses(FR, "move fr-iv"), "7.3(d)");
    s.by(FR, "move fr-v", &[]);
    assert_eq!(s.p.marching.march.points, 4);
}

#[test]
fn r7_3_2_3_far_areas_are_reached_in_one_action_while_nothing_happens() {
    rules!("empires 7.3.1", "empires 7.3.1.3");
    let mut s = ulm().begin();
    s.by(FR, "move fr-iv", &[]);
    assert_eq!(s.refuses(FR, "to vie"), "7.3.2.3");
    s.by(FR, "to ing", &[]);
    assert_eq!((s.p.marching.march.entered, s.p.marching.march.points), (2, 2));
    assert_eq!(s.p.corps[corps("fr-iv")].ration.from, area("aug"));
    // With an enemy corps on the way it goes round or stays away.
    let mut s = ulm().on("au-i aug 5I; garrison aug fr 1I").begin();
    s.by(FR, "move fr-iv", &[]);
    assert!(s.offered("to aug"));
    let way = s.offered("to ing");
    s.by(FR, "to aug", &[1]);
    assert_eq!(s.p.corps[corps("fr-iv")].spot, field("aug"));
    assert!(!way || data().board.distance(area("ulm"), area("ing")) == 2);
}

#[test]
fn r7_3_1_2_force_march_is_declared_on_the_way() {
    let mut s = ulm().on("fr-i-c ulm 5C").begin();
    s.by(FR, "move fr-i-c", &[]);
    assert_eq!(s.refuses(FR, "force march"), "7.3.1.2");
    s.by(FR, "stop", &[1]);
    s.by(FR, "move fr-iv; to aug; force march", &[]);
    assert_eq!(s.p.marching.march.points, 4);
    assert_eq!(s.refuses(FR, "force march"), "7.3.1.2", "once only");
    s.by(FR, "stop", &[4]);
    let told = s.marches();
    let rolled = told
        .iter()
        .find_map(|e| if let MarchEvent::Forage { modifier, .. } = e { Some(*modifier) } else { None });
    assert_eq!(rolled, Some(0), "one more for the march, one less at home, nothing for unused points");
}

#[test]
fn r7_3_1_4_a_corps_forages_when_it_stops_and_not_later() {
    rules!("empires 7.3.1.4", "empires 7.4.1.1");
    let mut s = ulm().on("fr-v ulm 5I").begin();
    s.by(FR, "move fr-iv; to aug; stop", &[3]);
    assert_eq!(s.living(corps("fr-iv")), Living::Foraged);
    assert_eq!(s.living(corps("fr-v")), Living::Open, "it has not stopped");
    assert_eq!(s.rule(), "7.3.2", "and movement goes on");
}

#[test]
fn r7_3_3_factors_are_dropped_and_taken_up_on_the_way() {
    rules!("empires 7.3.3.1.2", "empires 7.3.3.4", "empires 7.3.4");
    let mut s = ulm().on("garrison aug fr 9I").begin();
    s.by(FR, "move fr-iv; to aug", &[]);
    assert_eq!(s.refuses(FR, "detach 2 city infantry"), "7.3.3.4");
    s.by(FR, "detach 1 city infantry; absorb 4 city infantry", &[]);
    assert_eq!((s.p.corps[corps("fr-iv")].total(), s.p.at(area("aug")).garrison.counts()[0]), (13, 6));
    assert_eq!(s.refuses(FR, "into the city"), "7.3.3.4");
    assert_eq!(s.refuses(FR, "out of the city"), "7.3.4");
    s.by(FR, "to ing; detach 5 city infantry", &[]);
    assert_eq!(s.refuses(FR, "detach 8 city infantry"), "7.3.3.1.2");
    s.by(FR, "stop", &[1]);
}

#[test]
fn r7_3_3_1_2b_a_corps_is_removed_by_foraging_and_then_only() {
    rules!("empires 7.3.3.1.2(b)", "empires 7.4.1.3.2", "empires 7.4.1.3.3");
    let mut s = moving("ulm1805", &[FR]).on("fr-iv pas 3I; fr-napoleon pas").begin();
    let iv = corps("fr-iv");
    let nap = leader("fr-napoleon");
    s.by(FR, "move fr-iv; with fr-napoleon; detach 2 city infantry", &[]);
    assert_eq!(s.refuses(FR, "detach 1 city infantry"), "7.3.3.1.2", "its last factor stays");
    s.by(FR, "force march; to lnz", &[]);
    // 6, one more for the march, against 4: three factors, all that it ever had.
    s.by(FR, "stop", &[6]);
    assert_eq!((s.p.corps[iv].spot, s.p.leaders[nap]), (Spot::Off, Spot::Off));
    assert_eq!(s.p.at(area("pas")).garrison, Garrison::NONE, "what it dropped is lost first");
    assert!(s.events.iter().any(|e| matches!(e, Event::Common(CommonEvent::CorpsLost { .. }))));
    assert!(s.p.play.returns[nap] > 0, "he may come back");
}

#[test]
fn r7_4_1_3_2_the_last_factor_is_in_the_corps() {
    rules!("empires 7.4.1.3.1", "empires 7.4.1.3.2(b)");
    let mut s = moving("ulm1805", &[FR]).on("fr-iv pas 3I").begin();
    let iv = corps("fr-iv");
    s.by(FR, "move fr-iv; detach 2 city infantry; force march; to lnz; stop", &[5]);
    assert_eq!((s.p.corps[iv].total(), s.p.corps[iv].spot), (1, field("lnz")));
    assert_eq!(s.p.at(area("pas")).garrison, Garrison::NONE);
}

#[test]
fn leaders_travel_once() {
    let mut s = ulm().on("fr-v aug 5I; au-i vie 5I; fr-napoleon ulm; au-charles ulm").begin();
    s.by(FR, "move fr-iv", &[]);
    assert_eq!(s.refuses(FR, "with au-charles"), "10.6");
    assert_eq!(s.refuses(FR, "without fr-napoleon"), "10.6");
    s.by(FR, "with fr-napoleon; to aug; without fr-napoleon", &[]);
    assert_eq!(s.refuses(FR, "with fr-napoleon"), "7.3(d)");
    s.by(FR, "stop", &[1]);
    s.by(FR, "move fr-v", &[]);
    assert_eq!(s.refuses(FR, "with fr-napoleon"), "7.3(d)");
}

#[test]
fn r7_3_6_1_a_corps_lives_off_the_depot_that_it_razes() {
    rules!("empires 7.3.6.1(b)", "empires 7.3.6.1(c)", "empires 7.3.6");
    let mut s = ulm().on("depot aug au; fr-v ulm 5I").begin();
    s.by(FR, "move fr-iv; to aug", &[]);
    assert!(s.offered("convert"), "a city of Bavaria makes it a supply source");
    s.by(FR, "raze", &[]);
    assert_eq!(s.p.at(area("aug")).depot.owner, NOBODY);
    s.by(FR, "stop", &[]);
    assert_eq!(s.living(corps("fr-iv")), Living::Plundered);
    s.by(FR, "move fr-v; to aug", &[]);
    assert_eq!(s.refuses(FR, "raze"), "7.3.6.1", "one corps for each depot");
    s.by(FR, "stop", &[1]);
    assert_eq!(s.living(corps("fr-v")), Living::Foraged);
}

#[test]
fn r7_3_6_1_c_a_depot_that_joins_no_chain_is_not_converted() {
    let mut s = moving("ulm1805", &[FR]).on("fr-iv pas 10I; depot lnz au").begin();
    s.by(FR, "move fr-iv; to lnz", &[]);
    assert_eq!(s.refuses(FR, "convert"), "7.3.6.1(c)");
    // Next to a French supply source it joins a chain, and costs nothing.
    depot(&mut s.p, "pas", FR);
    s.by(FR, "convert", &[]);
    assert_eq!((s.p.at(area("lnz")).depot.owner, s.p.money[0]), (FR, 0));
}

#[test]
fn r7_3_6_2_the_owner_burns_a_garrisoned_depot_or_keeps_it() {
    rules!("empires 7.3.6.2(b)", "empires 7.3.6.2(c)");
    let mut s = ulm().on("depot aug au 3I; garrison aug au 8I; fr-v str 5I").begin();
    s.by(FR, "move fr-iv; to aug", &[]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.3.6.2"));
    let (kept, mut burnt) = (s.p, at(s.p));
    burnt.by(AU, "burn retire", &[]);
    let ground = burnt.p.at(area("aug"));
    assert_eq!((ground.depot.owner, ground.guard.total(), ground.garrison.counts()[0]), (NOBODY, 0, 10));
    assert_eq!(burnt.side(), Some(FR), "before the mover decides to go on");
    let mut s = at(kept);
    s.by(AU, "keep", &[]);
    assert_eq!(s.refuses(FR, "raze"), "7.3.6.1", "it is guarded");
    s.by(FR, "stop", &[]);
    assert_eq!(s.rule(), "7.5.1.1", "it fights for the depot, and the garrison may retire");
    assert!(s.attacked("aug") && s.p.at(area("aug")).depot.owner == AU);
    s.by(AU, "done", &[1]);
    assert!(s.attacked("aug"));
    assert_eq!(s.living(corps("fr-iv")), Living::Foraged, "and it does not live off it");
}

#[test]
fn r7_3_7_1_a_corps_stops_for_a_corps_and_attacks() {
    rules!("empires 7.3.7", "empires 7.3.2.1", "empires 7.3.8.2");
    let mut s = ulm().on("au-i aug 5I; garrison aug fr 1I").begin();
    s.by(FR, "move fr-iv; to aug", &[1]);
    assert!(s.attacked("aug"), "nothing else was left to it");
    assert!(s.p.play.moved.has(corps("fr-iv")));
}

#[test]
fn r7_3_7_1b_where_enemies_are_only_inside_it_passes_stops_or_besieges() {
    rules!("empires 7.3.7.1(b)");
    let mut s = ulm().on("garrison aug au 2I").begin();
    s.by(FR, "move fr-iv; to aug", &[]);
    for words in ["to ing", "stop", "stop besiege"] {
        assert!(s.offered(words), "{words}");
    }
    assert_eq!(s.refuses(FR, "into the city"), "7.3.4");
    let here = s.p;
    s.by(FR, "stop", &[1]);
    assert!(!s.p.at(area("aug")).besieged && !s.attacked("aug"));
    let mut s = at(here);
    s.by(FR, "stop besiege", &[1]);
    assert!(s.p.at(area("aug")).besieged);
}

#[test]
fn r7_3_7_1c_besiegers_forage_without_their_unused_points() {
    rules!("empires 7.3.7.1(c)", "empires 7.4.1.2.2", "empires 7.4.5.3", "empires 7.4.1.3");
    let mut p = moving("ulm1805", &[FR]).on("fr-iv aug 10I");
    let iv = corps("fr-iv");
    p.corps[iv].factors[3] = 2;
    garrison(&mut p, "ing", AU, 2);
    let mut s = p.begin();
    s.by(FR, "move fr-iv; to ing", &[]);
    let here = s.p;
    s.by(FR, "stop", &[6]);
    assert_eq!(s.p.corps[iv].total(), 12, "6, three unused points and home ground: 2 against 4");
    let mut s = at(here);
    s.by(FR, "stop besiege", &[6]);
    assert_eq!((s.top(), s.rule(), s.side()), (Step::Loss, "7.4.1.3", Some(FR)), "the owner picks");
    let cavalry = Action::Loss(LossAction::Take(Source::Block(BlockId::of(iv)), Kind::Cavalry));
    game().apply(&mut s.p, Side(FR), &cavalry, &mut Given::new(vec![]), &mut s.events);
    assert_eq!(s.p.corps[iv].factors[3], 1);
}

#[test]
fn r7_3_7_1d_if_one_besieges_all_do() {
    let p = ulm().on("fr-v ulm 5I; garrison aug au 2I");
    let start = p;
    let mut s = p.begin();
    s.by(FR, "move fr-iv; to aug; stop besiege", &[1]);
    s.by(FR, "move fr-v; to aug", &[]);
    assert_eq!(s.refuses(FR, "stop"), "7.3.7.1(d)");
    s.by(FR, "stop besiege", &[1]);
    // A corps that has lived off unused points does not besiege, and then nobody does (ruling 12).
    let mut s = start.begin();
    s.by(FR, "move fr-iv; to aug; stop", &[1]);
    s.by(FR, "move fr-v; to aug", &[]);
    assert_eq!(s.refuses(FR, "stop besiege"), "7.3.7.1(d)");
}

#[test]
fn r7_3_7_2_raiders_are_passed_or_attacked() {
    rules!("empires 7.3.7.2", "empires 7.3.8.2(b)");
    let mut s = ulm().on("irregulars aug au 1; fr-v str 5I; garrison aug fr 1I").begin();
    s.by(FR, "move fr-iv; to aug", &[]);
    assert!(s.offered("to ing"));
    s.by(FR, "stop", &[1]);
    assert!(s.attacked("aug"));
}

#[test]
fn r7_3_2_2_cossacks_go_where_they_like_and_move_once() {
    rules!("empires 7.3.1.1", "empires 7.3.3.3.1");
    let mut s = moving("ulm1805", &[AU]).on("irregulars lnz au 2; fr-iv pas 5I; garrison pas fr 2I").begin();
    s.by(AU, "move irregular field lnz; to pas", &[]);
    assert!(s.offers().iter().any(|w| w.starts_with("to ")), "it need not stop");
    s.by(AU, "to lnz; stop; move irregular field lnz; station city", &[]);
    assert_eq!((s.p.at(area("lnz")).garrison.counts()[2], s.p.at(area("lnz")).irregulars[3]), (1, 1));
    assert_eq!(s.side(), None, "both have moved, and there is nothing else to decide");
}

#[test]
fn r7_3_c_the_passage_of_nuremberg_costs_points_once_and_opens_nothing_else() {
    rules!("empires 7.3(c)");
    let mut s = ulm().on("fr-v ulm 5I").begin();
    s.by(FR, "move fr-iv; to nur", &[]);
    assert_eq!(s.p.play.points[0], -1);
    assert_eq!(s.refuses(FR, "to byr"), "7.3(c)");
    s.by(FR, "stop", &[1]);
    s.by(FR, "move fr-v; to nur", &[]);
    assert_eq!(s.p.play.points[0], -1);
}

#[test]
fn r7_3_b_foreign_corps_keep_to_their_theatre_and_their_leader() {
    let mut s = moving("russia1812", &[FR])
        .on("fr-xi lbl 5I; fr-i lbl 5I; au-schwarzenberg lbl; \
         fr-napoleon lbl")
        .begin();
    s.by(FR, "move fr-xi", &[]);
    assert_eq!(s.refuses(FR, "with fr-napoleon"), "10.6");
    let away = data().board.neighbours(area("lbl")).iter().map(|n| n.0);
    let areas = &data().scenario("russia1812").unwrap().foreign[0].areas;
    let out: Vec<AreaId> = away.filter(|a| !areas.contains(a) && s.p.may_enter(FR, *a)).collect();
    assert!(!out.is_empty());
    for a in out {
        assert_eq!(s.refuses(FR, &format!("to {}", data().board.area(a).id)), "7.3(b)");
    }
    s.by(FR, "with au-schwarzenberg; to zam; stop", &[1]);
    s.by(FR, "move fr-i", &[]);
    assert_eq!(s.refuses(FR, "with au-schwarzenberg"), "10.6");
}

#[test]
fn r7_3_5_corps_at_sea_land_or_are_lost() {
    rules!("empires 7.3.5(b)", "empires 7.3.5(c)", "empires 7.3.5(d)");
    let mut p = moving("grand1805", &[GB]).strangers().on("war gb fr");
    let sea = data().sea("eng").unwrap();
    p.fleets[0] = Fleet { power: GB, at: FleetAt::Sea(sea), depot: false };
    p.fleets[1] = p.fleets[0];
    p = p.on("gb-i aboard 0 5I; gb-ii aboard 1 5I; gb-moore aboard 0");
    let mut s = p.begin();
    assert_eq!(s.refuses(GB, "move gb-i"), "7.3.5");
    assert_eq!(s.refuses(GB, "land gb-i vie"), "7.3.5");
    s.by(GB, "land gb-i cal", &[]);
    assert_eq!(s.p.marching.march.points, 0);
    assert_eq!(s.refuses(GB, "force march"), "7.3.1.2");
    assert_eq!(s.p.leaders[leader("gb-moore")], field("cal"));
    s.by(GB, "stop", &[1]);
    assert!(s.p.corps[corps("gb-i")].ration.over_water);
    s.by(GB, "done", &[]);
    assert_eq!(s.p.corps[corps("gb-ii")].spot, Spot::Off);
}

#[test]
fn forces_that_must_leave_march_on_through_closed_areas() {
    let mut p = moving("grand1805", &[FR]).strangers().on("holder pas fr; fr-iv gyr 10I");
    p.year.leaving[usize::from(FR)] |= 1 << AU;
    let mut s = p.begin();
    s.by(FR, "move fr-iv", &[]);
    assert!(!s.p.may_enter(FR, area("lnz")));
    // Two areas in one go, towards the way out (10.3).
    assert!(s.offered("to lnz"));
    assert_eq!(s.refuses(FR, "to ofn"), "7.3(c)");
    s.by(FR, "to lnz", &[]);
    assert_eq!(s.p.corps[corps("fr-iv")].spot, field("lnz"));
}
