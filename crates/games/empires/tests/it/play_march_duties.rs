//! Duties and choices at the edges of a march: landing in port, leaving foreign land, who is saved, who is fed.
use crate::marches::*;

/// Nobody has anything to do with anybody but Great Britain and Spain, who are at war.
fn peninsula(slot: &[u8]) -> Position {
    let mut p = moving("grand1805", slot);
    strangers(&mut p);
    war(&mut p, GB, SP);
    p
}

#[test]
fn r7_3_5_b_a_corps_in_port_or_in_a_blockade_box_must_land() {
    for at in [FleetAt::Port(area("pmt")), FleetAt::Box(area("cad"))] {
        let mut p = peninsula(&[GB]);
        p.fleets[0] = Fleet { power: GB, at, depot: false };
        let i = put(&mut p, "gb-i", GB, Spot::Fleet(0), 5);
        let mut s = Scene::new(p, &[]);
        assert!(!s.offered("done"), "{:?}", s.offers());
        assert_eq!(s.refused(GB, "done"), "7.3.5(b)");
        assert_eq!(s.refused(GB, "land gb-i gib"), "7.3.5", "there and nowhere else");
        let (FleetAt::Port(port) | FleetAt::Box(port)) = at else { unreachable!() };
        let land = format!("land gb-i {}", data().board.area(port).id);
        s.say(GB, &land, &[]);
        s.say(GB, "stop", &[1]);
        assert_eq!(s.p.corps[i].spot, Spot::Field(port));
        assert_ne!(s.rule(), "7.3.5(b)");
    }
}

#[test]
fn r7_3_5_d_counters_land_in_a_besieged_port_as_far_as_it_has_room() {
    let mut p = peninsula(&[GB]);
    let sea = data().place(area("gib")).port.unwrap();
    for f in 0..2 {
        p.fleets[f] = Fleet { power: GB, at: FleetAt::Sea(sea), depot: false };
    }
    let room = data().place(area("gib")).spires * 5;
    garrison(&mut p, "gib", GB, room - 3);
    let i = put(&mut p, "gb-i", GB, Spot::Fleet(0), 3);
    put(&mut p, "gb-ii", GB, Spot::Fleet(1), 4);
    lead(&mut p, "gb-moore", Spot::Fleet(0));
    put(&mut p, "sp-i", SP, field("gib"), 5);
    assert_eq!(Scene::new(p, &[]).refused(GB, "land gb-i inside gib"), "7.3.5(d)", "nobody besieges it");
    p.at_mut(area("gib")).besieged = true;
    let mut s = Scene::new(p, &[]);
    assert_eq!(s.refused(GB, "land gb-ii inside gib"), "7.3.5(d)", "no room");
    assert!(s.offered("land gb-i gib"), "or outside");
    s.say(GB, "land gb-i inside gib", &[]);
    assert_eq!(s.p.corps[i].spot, city("gib"));
    assert_eq!(s.p.leaders[data().leader_named("gb-moore").unwrap()], city("gib"));
    assert!(!s.attacked("gib"));
    assert_eq!(s.refused(GB, "move gb-i"), "7.3(d)");
}

/// An Austrian corps in Berlin that has no leave to be there any longer; a depot of Austria at Prague feeds far.
fn in_berlin() -> Position {
    let mut p = moving("grand1805", &[AU]);
    strangers(&mut p);
    p.money = [9; 7];
    p.year.leaving[usize::from(AU)] = 1 << PR;
    depot(&mut p, "prg", AU);
    p
}

#[test]
fn r10_3_forces_without_leave_go_home_by_the_shortest_way() {
    let mut p = in_berlin();
    let i = put(&mut p, "au-i", AU, field("bln"), 10);
    let far = p.way_out(data(), AU, area("bln"));
    assert!(far > 2, "{far}: not through Saxony, which is closed");
    let mut s = Scene::new(p, &[]);
    assert_eq!(s.refused(AU, "done"), "10.3");
    s.say(AU, "move au-i", &[]);
    assert_eq!(s.refused(AU, "stop"), "10.3");
    assert_eq!(s.refused(AU, "into the city"), "10.3");
    assert_eq!(s.refused(AU, "detach 1 city infantry"), "10.3");
    assert_eq!(s.refused(AU, "to stt"), "7.3(c)", "not away from home");
    let mut steps = Vec::new();
    game().actions(&s.p, Side(AU), &mut steps);
    for action in &steps {
        game().check(&s.p, Side(AU), action).unwrap();
        if let Action::March(MarchAction::Enter(to)) = action {
            assert!(s.p.way_out(data(), AU, *to) < far, "{to:?}");
        }
    }
    let to = steps.into_iter().rev().find_map(|a| match a {
        Action::March(MarchAction::Enter(to)) if s.p.way_out(data(), AU, to) == far - 3 => Some(to),
        _ => None,
    });
    let to = data().board.area(to.unwrap()).id.clone();
    s.say(AU, &format!("to {to}"), &[]);
    s.say(AU, "stop", &[1]);
    assert_eq!(s.p.corps[i].spot, field(&to));
    assert_eq!(s.living(i), Living::Foraged);
}

#[test]
fn r10_3_who_leaves_only_forages() {
    let mut p = in_berlin();
    let id = |a: AreaId| data().board.area(a).id.clone();
    let border = data().board.areas().filter(|a| p.must_leave(AU, *a)).find_map(|a| {
        let home = |n: &&(AreaId, _)| p.own_territory(AU, n.0) && data().place(n.0).spires > 0;
        data().board.neighbours(a).iter().find(home).map(|n| (id(a), id(n.0)))
    });
    let (there, home) = border.unwrap();
    let i = put(&mut p, "au-i", AU, field(&there), 10);
    depot(&mut p, &home, AU);
    let mut s = Scene::new(p, &[]);
    s.all(AU, &["move au-i", &format!("to {home}")]);
    s.say(AU, "stop", &[1]);
    assert_eq!((s.p.corps[i].spot, s.living(i)), (field(&home), Living::Foraged), "beside a depot and rich");
    p.year.leaving = [0; 7];
    p.access[usize::from(AU)] = 1 << PR;
    let mut s = Scene::new(p, &[]);
    s.all(AU, &["move au-i", &format!("to {home}")]);
    s.say(AU, "stop", &[]);
    assert_eq!(s.rule(), "7.4.1", "with leave it has the choice");
}

#[test]
fn r10_3_freikorps_leave_too() {
    let mut p = in_berlin();
    p.at_mut(area("bln")).irregulars[usize::from(AU)] = 1;
    let mut s = Scene::new(p, &[]);
    assert_eq!(s.refused(AU, "done"), "10.3");
    s.say(AU, "move irregular field bln", &[]);
    assert_eq!(s.refused(AU, "stop"), "10.3");
    assert_eq!(s.refused(AU, "station city"), "10.3");
}

#[test]
fn r7_4_1_3_1_what_a_corps_dropped_pays_for_foraging_after_nobody_paid() {
    rules!("empires 7.4.1.3.1", "empires 7.4.1.3.2");
    let mut p = moving("ulm1805", &[FR]);
    p.money[0] = 1;
    depot(&mut p, "pas", FR);
    depot(&mut p, "str", FR);
    depot(&mut p, "mch", FR);
    depot(&mut p, "ulm", FR);
    let iv = put(&mut p, "fr-iv", FR, field("pas"), 3);
    garrison(&mut p, "pas", FR, 1);
    put(&mut p, "pr-i", PR, field("lnz"), 5);
    put(&mut p, "pr-ii", PR, field("lnz"), 5);
    let mut s = Scene::new(p, &[]);
    s.all(FR, &["move fr-iv", "detach 2 city infantry", "to lnz", "stop", "wait fr"]);
    assert_eq!(s.rule(), "7.4.2");
    s.p.month = s.p.month / 12 * 12;
    s.say(FR, "done", &[5]);
    // Two others, winter, three points unused: 5 + 2 + 2 - 3 against 4.
    let lost = |e: &MarchEvent| matches!(e, MarchEvent::Forage { modifier: 1, value: 4, lost: 2, .. });
    assert!(s.told().iter().any(lost), "{:?}", s.told());
    assert_eq!((s.p.corps[iv].total(), s.p.corps[iv].spot), (1, field("lnz")));
    assert_eq!(s.p.at(area("pas")).garrison.counts()[0], 1, "only what the corps itself dropped");
}

#[test]
fn r7_4_5_2_b_every_besieger_may_put_factors_in() {
    let mut p = moving("ulm1805", &[AU]);
    strangers(&mut p);
    war(&mut p, FR, AU);
    war(&mut p, RU, AU);
    ally(&mut p, FR, RU);
    p.play.phase = Phase::Paying;
    put(&mut p, "fr-iv", FR, field("lnz"), 10);
    put(&mut p, "ru-i", RU, field("lnz"), 10);
    garrison(&mut p, "lnz", AU, 1);
    p.at_mut(area("lnz")).besieged = true;
    let mut s = Scene::new(p, &[6]);
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.5.2(b)"));
    s.say(FR, "done", &[]);
    assert_eq!((s.side(), s.rule()), (Some(RU), "7.4.5.2(b)"));
    s.say(RU, "put 2 ru-i infantry", &[]);
    assert_eq!(
        (s.p.at(area("lnz")).garrison.first(), s.p.at(area("lnz")).garrison.counts()[0]),
        (Some(RU), 2)
    );
}

/// Four infantry, three militia and a freikorps on the depot of Linz, whose city has room for so many.
fn crowded(room: u8, slot: &[u8]) -> Position {
    let mut p = before("ulm1805", Phase::Begins, slot);
    guard(&mut p, "lnz", AU, 4);
    p.at_mut(area("lnz")).guard.add(Loose::of(AU, [0, 3, 1]));
    garrison(&mut p, "lnz", AU, 10 - room);
    p
}

#[test]
fn r7_2_b_the_owner_chooses_who_finds_room() {
    let mut s = Scene::new(crowded(4, &[AU]), &[]);
    s.say(AU, "remove depot lnz", &[]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.2(b)"));
    assert_eq!(s.refused(AU, "retire depot 4 militia"), "7.2(b)");
    s.say(AU, "retire depot 3 militia", &[]);
    assert_eq!(s.refused(AU, "retire depot 2 infantry"), "7.2(b)");
    s.say(AU, "retire depot 1 irregulars", &[]);
    let ground = s.p.at(area("lnz"));
    assert_eq!(
        (ground.depot, ground.guard),
        (Depot::NONE, sandtable_empires::land::Garrison::NONE),
        "the city is full"
    );
    assert_eq!(
        (ground.garrison.counts()[0], ground.garrison.counts()[1], ground.garrison.counts()[2]),
        (6, 3, 1)
    );
    assert!(s.told().contains(&MarchEvent::Removed { power: AU, area: area("lnz"), lost: 4 }));
    let mut s = Scene::new(crowded(8, &[AU]), &[]);
    s.say(AU, "remove depot lnz", &[]);
    assert_eq!(s.p.at(area("lnz")).garrison.total(), 10, "nobody is asked where all find room");
    let mut s = Scene::new(crowded(0, &[AU]), &[]);
    s.say(AU, "remove depot lnz", &[]);
    assert!(s.told().contains(&MarchEvent::Removed { power: AU, area: area("lnz"), lost: 8 }));
}

#[test]
fn r7_3_6_2_c_the_owner_of_a_burnt_depot_chooses_who_surrenders() {
    let mut p = crowded(4, &[FR]);
    p.play.phase = Phase::Order;
    p.money = [0; 7];
    put(&mut p, "fr-iv", FR, field("pas"), 10);
    let mut s = Scene::new(p, &[]);
    s.all(FR, &["move fr-iv", "to lnz"]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.3.6.2"));
    s.say(AU, "burn retire", &[]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.3.6.2(c)"));
    s.say(AU, "retire depot 2 militia", &[]);
    s.say(AU, "done", &[]);
    let ground = s.p.at(area("lnz"));
    assert_eq!((ground.garrison.counts()[0], ground.garrison.counts()[1], ground.guard.total()), (6, 2, 0));
    assert!(s.told().contains(&MarchEvent::Burnt { owner: AU, area: area("lnz"), lost: 6 }));
    assert_eq!(s.side(), Some(FR), "and the march goes on");
}

#[test]
fn r7_4_2_1_c_the_owner_chooses_whom_the_money_feeds() {
    let mut p = moving("ulm1805", &[FR]);
    p.money[0] = 1;
    depot(&mut p, "str", FR);
    let all = ["fr-iv", "fr-v", "fr-vi"].map(|id| put(&mut p, id, FR, field("str"), 10));
    let mut s = Scene::new(p, &[]);
    s.say(FR, "done", &[]);
    assert_eq!(all.map(|b| s.living(b)), [Living::Waits; 3], "nobody has been left out yet");
    assert_eq!(s.refused(FR, "pay all"), "7.4.2.1(c)");
    s.say(FR, "pay fr-vi", &[]);
    s.say(FR, "pay fr-v", &[1]);
    assert_eq!(s.p.money[0], 0, "one point feeds two");
    assert_eq!(all.map(|b| s.living(b)), [Living::Foraged, Living::Paid, Living::Paid]);
}

#[test]
fn r7_4_2_1_c_without_money_nobody_is_asked_to_pay() {
    let mut p = peninsula(&[GB]);
    p.play.phase = Phase::Moved;
    depot(&mut p, "pmt", GB);
    p.fleets[0] = Fleet { power: GB, at: FleetAt::Port(area("pmt")), depot: false };
    garrison(&mut p, "gib", GB, 5);
    put(&mut p, "sp-i", SP, field("gib"), 5);
    p.at_mut(area("gib")).besieged = true;
    p.at_mut(area("gib")).inside = Depot { owner: GB, old: true };
    let s = Scene::new(p, &[1]);
    assert!(s.told().iter().any(|e| matches!(e, MarchEvent::Hunger { .. })));
}

#[test]
fn r7_4_1_3_1_the_owner_chooses_which_of_the_dropped_factors_go() {
    let mut p = moving("ulm1805", &[FR]);
    let iv = put(&mut p, "fr-iv", FR, field("pas"), 3);
    p.corps[iv].factors[sandtable_empires::data::M] = 1;
    let mut s = Scene::new(p, &[]);
    s.all(FR, &["move fr-iv", "detach 2 city infantry", "detach 1 city militia", "force march", "to lnz"]);
    // 5, one more for the march, against 4: two of the three that it dropped.
    s.say(FR, "stop", &[5]);
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.1.3.1"));
    assert_eq!(s.refused(FR, "give up depot infantry pas"), "7.4.1.3.1");
    s.say(FR, "give up city infantry pas", &[]);
    assert!(s.offered("give up city militia pas"));
    s.say(FR, "give up city infantry pas", &[]);
    let left = s.p.at(area("pas")).garrison;
    assert_eq!((left.counts(), s.p.corps[iv].total()), ([0, 1, 0], 1));
    assert_ne!(s.rule(), "7.4.1.3.1");
}
