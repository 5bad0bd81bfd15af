//! The grand campaign: politics, neutral minors, fleets, purchases and the count of December.
use crate::scene::*;
use sandtable_empires::data::I;
use sandtable_empires::play::year::state::Wares;
use sandtable_empires::play::year::{Target, YearAction, YearStep};

fn start() -> Scene {
    let p = game().start("grand1805", &Options::new(), &mut Seeded::new(3)).unwrap();
    at(p)
}

/// The bare map before a phase of a month.
fn month(after: Phase, number: u16) -> Position {
    let mut p = before("grand1805", after, &[]);
    p.month += number;
    p.play.turns = 36;
    p
}

/// Some powers write; all others, and then those, are done.
fn write(s: &mut Scene, notes: &[(u8, &str)]) {
    for (power, words) in notes {
        s.by(*power, words, &[]);
    }
    while s.top() == Step::Year(YearStep::Politics) {
        let power = s.sides()[0];
        s.by(power, "done", &[]);
    }
}

fn relation(p: &Position, a: u8, b: u8) -> (bool, bool) {
    let has = |m: &[u8; 7], x: u8, y: u8| m[usize::from(x)] >> y & 1 == 1;
    assert_eq!(has(&p.war, a, b), has(&p.war, b, a));
    assert_eq!(has(&p.allied, a, b), has(&p.allied, b, a));
    (has(&p.war, a, b), has(&p.allied, a, b))
}

#[test]
fn r4_notes_are_secret_until_all_have_written() {
    let mut s = start();
    assert_eq!(s.sides().len(), 7);
    s.by(AU, "war on fr; done", &[]);
    assert!(!s.sides().contains(&AU));
    let known = game().known(&s.p, Side(FR)).unwrap();
    assert_eq!((known.year.notes[usize::from(AU)].war, known.year.done), (0, 1 << AU));
    assert_eq!(relation(&s.p, AU, FR), (false, false), "not yet");
    write(&mut s, &[]);
    assert_eq!(relation(&s.p, AU, FR), (true, false));
    assert_eq!(s.p.play.points[usize::from(AU)], -1, "a declaration costs a point");
    assert_eq!(s.p.play.points[usize::from(FR)], 0);
}

#[test]
fn r4_peace_and_alliance_need_both() {
    let mut s = start();
    write(&mut s, &[(FR, "peace with gb"), (RU, "ally with au")]);
    assert_eq!((relation(&s.p, FR, GB), relation(&s.p, RU, AU)), ((true, false), (false, false)));
    let mut s = start();
    write(
        &mut s,
        &[(FR, "peace with gb"), (GB, "peace with fr"), (RU, "ally with au"), (AU, "ally with ru")],
    );
    assert_eq!((relation(&s.p, FR, GB), relation(&s.p, RU, AU)), ((false, false), (false, true)));
}

#[test]
fn r4_after_a_peace_only_the_enemy_leaves_a_shared_city() {
    let mut s = start();
    // Great Britain and Russia lie together in a French city, Frenchmen and Bavarians on a French depot in Bavaria.
    let (paris, munich, bav) = (area("par"), area("mch"), nation("BAV"));
    s.p.at_mut(paris).garrison = Loose::of(GB, [3, 0, 0]).into();
    s.p.at_mut(paris).garrison.add(Loose::of(RU, [2, 0, 0]));
    s.p.controller[usize::from(bav)] = FR;
    depot(&mut s.p, "mch", FR);
    s.p.at_mut(munich).guard = Loose::of(FR, [1, 0, 0]).into();
    s.p.at_mut(munich).guard.add(Loose::of(bav, [2, 0, 0]));
    let before = s.p.year.pool[usize::from(GB)][Wares::Infantry as usize];
    write(&mut s, &[(FR, "peace with gb"), (GB, "peace with fr")]);
    assert_eq!(relation(&s.p, FR, GB), (false, false));
    let left: Vec<_> = s.p.at(paris).garrison.parts().map(|l| (l.nation, l.counts())).collect();
    assert_eq!(left, [(RU, [2, 0, 0])]);
    assert_eq!(s.p.year.pool[usize::from(GB)][Wares::Infantry as usize], before + 3, "they go home");
    assert_eq!(s.p.at(munich).guard.total(), 3, "nobody else moves");
}

#[test]
fn r4_an_alliance_is_broken_before_war() {
    let mut s = start();
    let war = Action::Year(YearAction::War { on: NationId(SP) });
    assert_eq!(s.forbids(FR, &war), "4");
    write(&mut s, &[(FR, "break with sp"), (FR, "war on sp")]);
    assert_eq!(relation(&s.p, FR, SP), (true, false));
    assert_eq!(s.p.play.points[usize::from(FR)], -4, "3 and 1");
}

#[test]
fn r4_absurd_notes_are_refused() {
    let s = start();
    for a in [
        YearAction::War { on: NationId(AU) },
        YearAction::War { on: NationId(255) },
        YearAction::War { on: NationId(39) },
        YearAction::War { on: NationId(nation("HOL")) },
        YearAction::Peace { with: NationId(FR) },
        YearAction::Ally { with: NationId(99) },
        YearAction::Surrender,
        YearAction::Slot { place: 1 },
        YearAction::Straits { to: NationId(RU), give: true },
    ] {
        assert_eq!(s.forbids(AU, &Action::Year(a)), "4", "{a:?}");
    }
    assert_eq!(s.forbids(AU, &Action::Year(YearAction::Access { to: NationId(FR), give: false })), "10.3");
}

#[test]
fn r4_surrender_gives_access_and_an_enforced_peace() {
    let mut p = month(Phase::Month, 0);
    p.war[usize::from(FR)] |= 1 << AU;
    p.war[usize::from(AU)] |= 1 << FR;
    garrison(&mut p, "vie", FR, 3);
    let mut s = p.begin();
    write(&mut s, &[(AU, "surrender")]);
    let (f, a) = (usize::from(FR), usize::from(AU));
    assert_eq!(relation(&s.p, FR, AU), (false, false));
    assert_eq!((s.p.play.points[a], s.p.play.points[f]), (-5, 3));
    assert!(s.p.may_enter(FR, area("vie")) && !s.p.may_enter(AU, area("par")));
    assert_eq!(s.p.year.peace_ends[f][a], s.p.month + 18);
    assert_eq!(s.p.power_of(s.p.city_of(data(), area("vie"))), Some(AU), "home cities go back");
    assert_eq!(s.p.year.pool[f][Wares::Infantry as usize], 3, "the garrison goes home");
    // The peace bars a declaration until it ends, and so does access end then.
    let mut later = s.p;
    while later.play.steps.depth() > 0 {
        later.play.pop();
    }
    later.play.phase = Phase::Month;
    let s = later.begin();
    assert_eq!(s.forbids(FR, &Action::Year(YearAction::War { on: NationId(AU) })), "4");
    assert_eq!(s.forbids(AU, &Action::Year(YearAction::Access { to: NationId(FR), give: false })), "10.3");
    let mut later = s.p;
    later.play.pop();
    (later.month, later.play.phase) = (later.month + 17, Phase::Count);
    put(&mut later, "fr-i", FR, field("gra"), 5);
    let s = later.begin();
    assert!(s.offered_to(FR, "war on au"));
    assert!(!s.p.may_enter(FR, area("vie")), "10.3: access has run out");
    assert!(s.p.must_leave(FR, area("gra")));
}

#[test]
fn r10_3_forces_without_access_go_only_towards_the_border() {
    let mut p = bare("grand1805");
    p.year.leaving[usize::from(FR)] |= 1 << AU;
    let deep = area("gra");
    assert!(p.must_leave(FR, deep) && !p.must_leave(FR, area("par")));
    let far = p.way_out(data(), FR, deep);
    let steps = data().board.neighbours(deep).iter();
    let (mut out, mut deeper) = (0, 0);
    for (next, _) in steps.filter(|n| p.must_leave(FR, n.0)) {
        match p.way_out(data(), FR, *next) < far {
            true => out += usize::from(p.leaves_by(data(), FR, deep, *next)),
            false => deeper += usize::from(p.leaves_by(data(), FR, deep, *next)),
        }
    }
    assert!(out > 0 || far == 1);
    assert_eq!(deeper, 0);
    assert!(!p.leaves_by(data(), RU, deep, area("vie")), "Russia was never there");
}

#[test]
fn r4_neutral_minors_stand_inside_their_cities() {
    let s = start();
    let bav = nation("BAV");
    let block = (0..data().corps.len()).find(|b| usize::from(s.p.corps[*b].def) == corps("bav")).unwrap();
    let c = &s.p.corps[block];
    assert_eq!((c.power, c.spot, c.factors[I]), (bav, city("mch"), 7), "half of 14");
    let other = data().board.areas().filter(|a| s.p.at(*a).holder == bav && *a != area("mch"));
    for a in other.filter(|a| data().place(*a).spires > 0) {
        assert_eq!(s.p.at(a).garrison.counts()[0], data().place(a).spires);
    }
    assert!(!s.p.may_enter(AU, area("mch")), "war must be declared first");
}

#[test]
fn r4_a_minor_is_run_by_the_die_among_those_who_want_it() {
    let mut s = start();
    for q in [FR, RU, TU, PR, GB, SP] {
        s.by(q, "done", &[]);
    }
    s.by(AU, "war on bav; done", &[]);
    assert!(s.p.may_enter(AU, area("mch")));
    assert_eq!(s.p.play.points[usize::from(AU)], -1);
    assert_eq!(s.sides(), [FR, RU, TU, PR, GB, SP]);
    for q in [RU, TU, GB, SP] {
        s.by(q, "leave it", &[]);
    }
    s.by(FR, "run it", &[]);
    s.by(PR, "run it", &[4, 4, 2, 5]);
    assert_eq!(s.p.year.runner[usize::from(nation("BAV"))], PR, "after a tie");
    assert_eq!(game().engine().hand(&s.p, nation("BAV")), Some(PR));
}

fn fleet(p: &mut Position, i: usize, power: u8, at: FleetAt) {
    p.fleets[i] = Fleet { power, at, depot: false };
}

#[test]
fn r6_fleets_sail_seven_spaces_and_give_way_to_more() {
    let sea = |id: &str| FleetAt::Sea(data().sea(id).unwrap());
    let mut p = month(Phase::Combine, 0);
    fleet(&mut p, 0, GB, sea("eng"));
    fleet(&mut p, 1, GB, sea("eng"));
    fleet(&mut p, 2, FR, sea("bis"));
    fleet(&mut p, 3, GB, FleetAt::Port(area("pmt")));
    fleet(&mut p, 4, FR, sea("lus"));
    fleet(&mut p, 5, FR, sea("lus"));
    let mut s = p.begin();
    assert_eq!(s.sides(), [GB], "Great Britain first");
    let sail = |fleet, with, to| Action::Year(YearAction::Sail { fleet: FleetId(fleet), with, to });
    assert_eq!(s.forbids(GB, &sail(0, 0, sea("nbl"))), "6", "too far");
    assert_eq!(s.forbids(GB, &sail(0, 0, sea("lus"))), "6", "two French fleets");
    assert_eq!(s.forbids(GB, &sail(0, 5, sea("bis"))), "6", "not so many");
    assert_eq!(s.forbids(GB, &sail(2, 0, sea("eng"))), "6", "not yours");
    assert_eq!(s.forbids(GB, &sail(3, 0, FleetAt::Port(area("bre")))), "6", "an enemy's port");
    assert_eq!(s.forbids(GB, &sail(3, 0, FleetAt::Box(area("lis")))), "6", "no enemy's port");
    assert_eq!(s.forbids(GB, &sail(99, 0, FleetAt::Off)), "6");
    s.take(GB, sail(0, 1, sea("bis")), &[]);
    assert_eq!(s.p.fleets[0].at, sea("bis"));
    assert!(matches!(s.p.fleets[2].at, FleetAt::Port(_)), "the smaller stack goes to port");
    assert_eq!(s.forbids(GB, &sail(0, 0, sea("eng"))), "6", "it has sailed");
    s.take(GB, sail(3, 0, FleetAt::Box(area("bre"))), &[]);
    assert_eq!(s.p.fleets[3].at, FleetAt::Box(area("bre")));
}

#[test]
fn r6_a_fleet_at_sea_comes_home_to_a_friendly_port_only() {
    let mut p = month(Phase::Combine, 0);
    fleet(&mut p, 0, GB, FleetAt::Sea(data().sea("eng").unwrap()));
    let mut s = p.begin();
    let sail =
        |port| Action::Year(YearAction::Sail { fleet: FleetId(0), with: 0, to: FleetAt::Port(area(port)) });
    assert_eq!(s.forbids(GB, &sail("bre")), "6", "an enemy's");
    assert_eq!(s.forbids(GB, &sail("lis")), "6", "a neutral's");
    s.take(GB, sail("pmt"), &[]);
    assert_eq!(s.p.fleets[0].at, FleetAt::Port(area("pmt")));
}

#[test]
fn r6_a_fleet_carries_one_corps_from_its_port() {
    let mut p = month(Phase::Combine, 0);
    fleet(&mut p, 0, GB, FleetAt::Port(area("pmt")));
    let (a, b) = (put(&mut p, "gb-i", GB, field("pmt"), 5), put(&mut p, "gb-ii", GB, field("pmt"), 5));
    let away = put(&mut p, "gb-iii", GB, field("lon"), 5);
    let mut s = p.begin();
    let embark = |c: usize| Action::Year(YearAction::Embark { corps: BlockId::of(c), fleet: FleetId(0) });
    assert_eq!(s.forbids(GB, &embark(away)), "6");
    s.take(GB, embark(a), &[]);
    assert_eq!(s.p.corps[a].spot, Spot::Fleet(0));
    assert_eq!(s.forbids(GB, &embark(b)), "6", "one corps for a fleet");
}

#[test]
fn r5_factors_are_bought_in_the_quarter_and_come_later() {
    let p = month(Phase::Naval, 2);
    let mut s = p.begin();
    assert_eq!(s.sides(), [FR]);
    let spires: u16 = data()
        .board
        .areas()
        .filter(|a| s.p.power_of(s.p.city_of(data(), *a)) == Some(FR))
        .map(|a| u16::from(data().place(a).spires) * if data().place(a).home == FR { 2 } else { 1 })
        .sum();
    assert_eq!(s.p.money[usize::from(FR)], 10 + spires / 2);
    let home: u16 = data().places.iter().filter(|x| x.home == FR).map(|x| u16::from(x.spires)).sum();
    let buy = |kind, count| Action::Year(YearAction::Buy { kind, count });
    assert_eq!(s.forbids(FR, &buy(Wares::Militia, (home / 2 + 1) as u8)), "5", "half the spires at home");
    assert_eq!(s.forbids(FR, &buy(Wares::Irregular, 1)), "5", "France has none");
    let before = s.p.money[usize::from(FR)];
    s.by(FR, "buy 3 i; buy 1 c", &[]);
    assert_eq!(s.p.money[usize::from(FR)], before - 9 - 10);
    assert_eq!(s.p.year.pool[usize::from(FR)], [0; 6], "not yet");
    let mut p = s.p;
    while p.play.steps.depth() > 0 {
        p.play.pop();
    }
    let unit = put(&mut p, "fr-i", FR, field("par"), 5);
    (p.month, p.play.phase) = (p.month + 1, Phase::Naval);
    let mut s = p.begin();
    let place = |kind, count, to| Action::Year(YearAction::Place { kind, count, to });
    assert_eq!(
        s.forbids(FR, &place(Wares::Cavalry, 1, Target::Corps(BlockId::of(unit)))),
        "5",
        "three months"
    );
    assert_eq!(s.forbids(FR, &place(Wares::Infantry, 1, Target::City(area("mil")))), "5", "not at home");
    assert_eq!(s.forbids(FR, &buy(Wares::Militia, 1)), "5", "not in April");
    s.take(FR, place(Wares::Infantry, 1, Target::City(area("par"))), &[]);
    s.take(FR, place(Wares::Infantry, 1, Target::Corps(BlockId::of(unit))), &[]);
    assert_eq!((s.p.at(area("par")).garrison.counts()[0], s.p.corps[unit].factors[I]), (1, 6));
    assert_eq!(s.p.year.pool[usize::from(FR)][Wares::Infantry as usize], 1);
}

#[test]
fn r5_a_new_corps_has_a_factor() {
    let mut p = month(Phase::Naval, 1);
    let unit = corps("fr-ix");
    p.corps[unit].power = FR;
    p.year.pool[usize::from(FR)][Wares::Infantry as usize] = 4;
    let mut s = p.begin();
    let raise = |at: &str, count| {
        Action::Year(YearAction::Raise {
            corps: BlockId::of(unit),
            area: area(at),
            kind: Wares::Infantry,
            count,
        })
    };
    assert_eq!(s.forbids(FR, &raise("par", 0)), "5");
    assert_eq!(s.forbids(FR, &raise("par", 5)), "5");
    assert_eq!(s.forbids(FR, &raise("vie", 1)), "5");
    s.take(FR, raise("par", 4), &[]);
    assert_eq!((s.p.corps[unit].spot, s.p.corps[unit].factors[I]), (field("par"), 4));
}

#[test]
fn december_counts_and_a_long_lead_wins_at_once() {
    let december = |p: &mut Position| {
        p.month = 1805 * 12 + 11;
        (p.play.phase, p.play.slots) = (Phase::Guerillas, [0; 7]);
    };
    let mut s = start().p;
    while s.play.steps.depth() > 0 {
        s.play.pop();
    }
    december(&mut s);
    s.play.points[usize::from(PR)] = 4;
    s.play.points[usize::from(RU)] = -3;
    let p = s.begin().p;
    let mut totals = [0; 7];
    (totals[usize::from(PR)], totals[usize::from(RU)]) = (4, -3);
    assert_eq!(p.year.totals, totals);
    assert_eq!(game().engine().outcome(&p).winner, Some(Side(PR)));
    assert_eq!(game().engine().margin(&p), 4);
    assert_ne!(p.play.phase, Phase::Over);
    s.year.totals[usize::from(PR)] = 21;
    let p = s.begin().p;
    assert_eq!(p.play.phase, Phase::Over, "25 ahead");
    assert_eq!(game().engine().outcome(&p).level, "decisive victory of Prussia");
    // Ties: points, then spires.
    s.year.totals = [0; 7];
    s.play.points = [0; 7];
    s.year.totals[usize::from(AU)] = 5;
    s.year.totals[usize::from(SP)] = 5;
    s.play.points[usize::from(SP)] = 1;
    assert_eq!(game().engine().outcome(&s).winner, Some(Side(SP)));
    // A minor more is worth 2.
    s.play.points = [0; 7];
    s.year.totals = [0; 7];
    s.controller[usize::from(nation("RAG"))] = AU;
    let spires: i16 = data()
        .board
        .areas()
        .filter(|a| s.at(*a).holder == nation("RAG"))
        .map(|a| i16::from(data().place(a).spires))
        .sum();
    assert_eq!(s.begin().p.year.totals[usize::from(AU)], 2 + spires / 3);
}

#[test]
fn r6_stacks_against_stacks() {
    let sea = |id: &str| FleetAt::Sea(data().sea(id).unwrap());
    let sail = |fleet, with, to| Action::Year(YearAction::Sail { fleet: FleetId(fleet), with, to });
    let mut p = month(Phase::Combine, 0);
    fleet(&mut p, 0, GB, sea("eng"));
    fleet(&mut p, 1, GB, FleetAt::Port(area("pmt")));
    fleet(&mut p, 2, FR, sea("bis"));
    for f in 3..5 {
        fleet(&mut p, f, FR, FleetAt::Box(area("pmt")));
    }
    let mut s = p.begin();
    assert_eq!(s.forbids(GB, &sail(1, 0, sea("eng"))), "6", "two fleets keep one in port");
    assert_eq!(s.forbids(GB, &sail(0, 0, FleetAt::Port(area("pmt")))), "6", "and one out of it");
    assert_eq!(s.forbids(GB, &sail(0, 0, FleetAt::Box(area("lis")))), "6", "Portugal is no enemy");
    s.take(GB, sail(0, 0, sea("bis")), &[]);
    assert_eq!(s.p.fleets[2].at, sea("bis"), "as many as they are do not drive them off");
}

#[test]
fn r6_nobody_embarks_in_a_besieged_port() {
    let embark = |c: usize| Action::Year(YearAction::Embark { corps: BlockId::of(c), fleet: FleetId(0) });
    let mut p = month(Phase::Combine, 0);
    fleet(&mut p, 0, GB, FleetAt::Port(area("gib")));
    let unit = put(&mut p, "gb-i", GB, city("gib"), 2);
    let mut open = p.begin();
    open.take(GB, embark(unit), &[]);
    put(&mut p, "fr-i", FR, field("gib"), 5);
    p.war[usize::from(GB)] |= 1 << FR;
    p.war[usize::from(FR)] |= 1 << GB;
    p.at_mut(area("gib")).besieged = true;
    assert_eq!(p.begin().forbids(GB, &embark(unit)), "6");
}

#[test]
fn r10_3_access_ends_in_its_month_and_binds_until_all_have_left() {
    let end = |ends: u16, at: &str| {
        let mut p = month(Phase::Count, 5);
        (p.play.turn, p.play.turns) = (1, 9);
        p.war = [0; 7];
        p.access[usize::from(AU)] = 1 << PR;
        p.allied = [0; 7];
        p.year.access_ends[usize::from(AU)][usize::from(PR)] = p.month + 1 + ends;
        put(&mut p, "au-i", AU, field(at), 5);
        let s = p.begin();
        (s.p.access[usize::from(AU)] >> PR & 1, s.p.year.leaving[usize::from(AU)] >> PR & 1)
    };
    assert_eq!(end(1, "bln"), (1, 0), "a month to go");
    assert_eq!(end(0, "bln"), (0, 1));
    assert_eq!(end(0, "vie"), (0, 0), "nobody is there to leave");
}
