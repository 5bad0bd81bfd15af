//! Duties and choices at the edges of a march: landing in port, leaving foreign land, who is saved, who is fed.
use crate::scene::*;

/// Nobody has anything to do with anybody but Great Britain and Spain, who are at war.
fn peninsula(slot: &[u8]) -> Position {
    moving("grand1805", slot).strangers().on("war gb sp")
}

#[test]
fn r7_3_5_b_a_corps_in_port_or_in_a_blockade_box_must_land() {
    for at in [FleetAt::Port(area("pmt")), FleetAt::Box(area("cad"))] {
        let mut p = peninsula(&[GB]);
        p.fleets[0] = Fleet { power: GB, at, depot: false };
        let i = put(&mut p, "gb-i", GB, Spot::Fleet(0), 5);
        let mut s = p.begin();
        assert!(!s.offered("done"), "{:?}", s.offers());
        assert_eq!(s.refuses(GB, "done"), "7.3.5(b)");
        assert_eq!(s.refuses(GB, "land gb-i gib"), "7.3.5", "there and nowhere else");
        let (FleetAt::Port(port) | FleetAt::Box(port)) = at else { unreachable!() };
        let land = format!("land gb-i {}", data().board.area(port).id);
        s.by(GB, &land, &[]);
        s.by(GB, "stop", &[1]);
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
    p = p.on("gb-i aboard 0 3I; gb-ii aboard 1 4I; gb-moore aboard 0; sp-i gib 5I");
    let i = corps("gb-i");
    assert_eq!(p.begin().refuses(GB, "land gb-i inside gib"), "7.3.5(d)", "nobody besieges it");
    p.at_mut(area("gib")).besieged = true;
    let mut s = p.begin();
    assert_eq!(s.refuses(GB, "land gb-ii inside gib"), "7.3.5(d)", "no room");
    assert!(s.offered("land gb-i gib"), "or outside");
    s.by(GB, "land gb-i inside gib", &[]);
    assert_eq!(s.p.corps[i].spot, city("gib"));
    assert_eq!(s.p.leaders[leader("gb-moore")], city("gib"));
    assert!(!s.attacked("gib"));
    assert_eq!(s.refuses(GB, "move gb-i"), "7.3(d)");
}

/// An Austrian corps in Berlin that has no leave to be there any longer; a depot of Austria at Prague feeds far.
fn in_berlin() -> Position {
    let mut p = moving("grand1805", &[AU]).strangers();
    p.money = [9; 7];
    p.year.leaving[usize::from(AU)] = 1 << PR;
    depot(&mut p, "prg", AU);
    p
}

#[test]
fn r10_3_forces_without_leave_go_home_by_the_shortest_way() {
    let p = in_berlin().on("au-i bln 10I");
    let i = corps("au-i");
    let far = p.way_out(data(), AU, area("bln"));
    assert!(far > 2, "{far}: not through Saxony, which is closed");
    let mut s = p.begin();
    assert_eq!(s.refuses(AU, "done"), "10.3");
    s.by(AU, "move au-i", &[]);
    assert_eq!(s.refuses(AU, "stop"), "10.3");
    assert_eq!(s.refuses(AU, "into the city"), "10.3");
    assert_eq!(s.refuses(AU, "detach 1 city infantry"), "10.3");
    assert_eq!(s.refuses(AU, "to stt"), "7.3(c)", "not away from home");
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
    s.by(AU, &format!("to {to}"), &[]);
    s.by(AU, "stop", &[1]);
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
    let mut s = p.begin();
    s.by(AU, &format!("move au-i; to {home}"), &[]);
    s.by(AU, "stop", &[1]);
    assert_eq!((s.p.corps[i].spot, s.living(i)), (field(&home), Living::Foraged), "beside a depot and rich");
    p.year.leaving = [0; 7];
    p.access[usize::from(AU)] = 1 << PR;
    let mut s = p.begin();
    s.by(AU, &format!("move au-i; to {home}"), &[]);
    s.by(AU, "stop", &[]);
    assert_eq!(s.rule(), "7.4.1", "with leave it has the choice");
}

#[test]
fn r10_3_freikorps_leave_too() {
    let mut s = in_berlin().on("irregulars bln au 1").begin();
    assert_eq!(s.refuses(AU, "done"), "10.3");
    s.by(AU, "move irregular field bln", &[]);
    assert_eq!(s.refuses(AU, "stop"), "10.3");
    assert_eq!(s.refuses(AU, "station city"), "10.3");
}

#[test]
fn r7_4_1_3_1_what_a_corps_dropped_pays_for_foraging_after_nobody_paid() {
    rules!("empires 7.4.1.3.1", "empires 7.4.1.3.2");
    let mut s = moving("ulm1805", &[FR])
        .on("money fr 1; depot pas fr; depot str fr; depot mch fr; \
         depot ulm fr; fr-iv pas 3I; garrison pas fr 1I; pr-i lnz 5I; pr-ii lnz 5I")
        .begin();
    let iv = corps("fr-iv");
    s.by(FR, "move fr-iv; detach 2 city infantry; to lnz; stop; wait fr", &[]);
    assert_eq!(s.rule(), "7.4.2");
    s.p.month = s.p.month / 12 * 12;
    s.by(FR, "done", &[5]);
    // Two others, winter, three points unused: 5 + 2 + 2 - 3 against 4.
    let lost = |e: &MarchEvent| matches!(e, MarchEvent::Forage { modifier: 1, value: 4, lost: 2, .. });
    assert!(s.marches().iter().any(lost), "{:?}", s.marches());
    assert_eq!((s.p.corps[iv].total(), s.p.corps[iv].spot), (1, field("lnz")));
    assert_eq!(s.p.at(area("pas")).garrison.counts()[0], 1, "only what the corps itself dropped");
}

#[test]
fn r7_4_5_2_b_every_besieger_may_put_factors_in() {
    let mut p = moving("ulm1805", &[AU]).strangers().on("war fr au; war ru au; ally fr ru; fr-iv lnz 10I; \
         ru-i lnz 10I; garrison lnz au 1I; siege lnz");
    p.play.phase = Phase::Paying;
    let mut s = p.begin_with(&[6]);
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.5.2(b)"));
    s.by(FR, "done", &[]);
    assert_eq!((s.side(), s.rule()), (Some(RU), "7.4.5.2(b)"));
    s.by(RU, "put 2 ru-i infantry", &[]);
    assert_eq!(
        (s.p.at(area("lnz")).garrison.first(), s.p.at(area("lnz")).garrison.counts()[0]),
        (Some(RU), 2)
    );
}

/// Four infantry, three militia and a freikorps on the depot of Linz, whose city has room for so many.
fn crowded(room: u8, slot: &[u8]) -> Position {
    let mut p = before("ulm1805", Phase::Begins, slot).on("depot lnz au 4I");
    p.at_mut(area("lnz")).guard.add(Loose::of(AU, [0, 3, 1]));
    garrison(&mut p, "lnz", AU, 10 - room);
    p
}

#[test]
fn r7_2_b_the_owner_chooses_who_finds_room() {
    let mut s = crowded(4, &[AU]).begin();
    s.by(AU, "remove depot lnz", &[]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.2(b)"));
    assert_eq!(s.refuses(AU, "retire depot 4 militia"), "7.2(b)");
    s.by(AU, "retire depot 3 militia", &[]);
    assert_eq!(s.refuses(AU, "retire depot 2 infantry"), "7.2(b)");
    s.by(AU, "retire depot 1 irregulars", &[]);
    let ground = s.p.at(area("lnz"));
    assert_eq!((ground.depot, ground.guard), (Depot::NONE, Garrison::NONE), "the city is full");
    assert_eq!(
        (ground.garrison.counts()[0], ground.garrison.counts()[1], ground.garrison.counts()[2]),
        (6, 3, 1)
    );
    assert!(s.marches().contains(&MarchEvent::Removed { power: AU, area: area("lnz"), lost: 4 }));
    let mut s = crowded(8, &[AU]).begin();
    s.by(AU, "remove depot lnz", &[]);
    assert_eq!(s.p.at(area("lnz")).garrison.total(), 10, "nobody is asked where all find room");
    let mut s = crowded(0, &[AU]).begin();
    s.by(AU, "remove depot lnz", &[]);
    assert!(s.marches().contains(&MarchEvent::Removed { power: AU, area: area("lnz"), lost: 8 }));
}

#[test]
fn r7_3_6_2_c_the_owner_of_a_burnt_depot_chooses_who_surrenders() {
    let mut p = crowded(4, &[FR]);
    p.play.phase = Phase::Order;
    p.money = [0; 7];
    put(&mut p, "fr-iv", FR, field("pas"), 10);
    let mut s = p.begin();
    s.by(FR, "move fr-iv; to lnz", &[]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.3.6.2"));
    s.by(AU, "burn retire", &[]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.3.6.2(c)"));
    s.by(AU, "retire depot 2 militia; done", &[]);
    let ground = s.p.at(area("lnz"));
    assert_eq!((ground.garrison.counts()[0], ground.garrison.counts()[1], ground.guard.total()), (6, 2, 0));
    assert!(s.marches().contains(&MarchEvent::Burnt { owner: AU, area: area("lnz"), lost: 6 }));
    assert_eq!(s.side(), Some(FR), "and the march goes on");
}

#[test]
fn r7_4_2_1_c_the_owner_chooses_whom_the_money_feeds() {
    let mut p = moving("ulm1805", &[FR]).on("money fr 1; depot str fr");
    let all = ["fr-iv", "fr-v", "fr-vi"].map(|id| put(&mut p, id, FR, field("str"), 10));
    let mut s = p.begin();
    s.by(FR, "done", &[]);
    assert_eq!(all.map(|b| s.living(b)), [Living::Waits; 3], "nobody has been left out yet");
    assert_eq!(s.refuses(FR, "pay all"), "7.4.2.1(c)");
    s.by(FR, "pay fr-vi; pay fr-v", &[1]);
    assert_eq!(s.p.money[0], 0, "one point feeds two");
    assert_eq!(all.map(|b| s.living(b)), [Living::Foraged, Living::Paid, Living::Paid]);
}

#[test]
fn r7_4_2_1_c_without_money_nobody_is_asked_to_pay() {
    let mut p = peninsula(&[GB]).on("depot pmt gb; fleet gb port pmt; garrison gib gb 5I; sp-i gib 5I; \
         siege gib; inside gib gb");
    p.play.phase = Phase::Moved;
    let s = p.begin_with(&[1]);
    assert!(s.marches().iter().any(|e| matches!(e, MarchEvent::Hunger { .. })));
}

#[test]
fn r7_4_1_3_1_the_owner_chooses_which_of_the_dropped_factors_go() {
    let mut p = moving("ulm1805", &[FR]).on("fr-iv pas 3I");
    let iv = corps("fr-iv");
    p.corps[iv].factors[sandtable_empires::data::M] = 1;
    let mut s = p.begin();
    s.by(FR, "move fr-iv; detach 2 city infantry; detach 1 city militia; force march; to lnz", &[]);
    // 5, one more for the march, against 4: two of the three that it dropped.
    s.by(FR, "stop", &[5]);
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.4.1.3.1"));
    assert_eq!(s.refuses(FR, "give up depot infantry pas"), "7.4.1.3.1");
    s.by(FR, "give up city infantry pas", &[]);
    assert!(s.offered("give up city militia pas"));
    s.by(FR, "give up city infantry pas", &[]);
    let left = s.p.at(area("pas")).garrison;
    assert_eq!((left.counts(), s.p.corps[iv].total()), ([0, 1, 0], 1));
    assert_ne!(s.rule(), "7.4.1.3.1");
}
