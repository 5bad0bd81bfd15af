//! Supply sources, chains and what supply costs (7.2.3, 7.4.2 to 7.4.4).
use crate::scene::*;
use sandtable_empires::land::{Fleet, FleetAt, NOBODY, Position, depots, paying, sea, supply};

#[test]
fn r7_2_3_1_sources_at_the_start_are_those_of_the_scenarios() {
    rules!("empires 7.2.3.2");
    let d = data();
    let mut powers = 0;
    for s in &d.scenarios {
        let p = Position::start(d, s);
        for (power, list) in &s.sources {
            let (pic, chain) = seen(&p, *power);
            let mut said = list.clone();
            said.sort();
            assert_eq!(supply::sources(d, &p, &pic).iter().collect::<Vec<_>>(), said, "{} {power}", s.id);
            let own = |a: &AreaId| p.at(*a).depot.owner == *power;
            assert!(d.board.areas().filter(own).all(|a| chain.areas.has(a)), "{} {power}", s.id);
            powers += 1;
        }
    }
    assert_eq!(powers, 19);
}

#[test]
fn r7_2_3_1_a_source_needs_city_depot_and_peace() {
    let d = data();
    let mut p = bare("ulm1805");
    let source = |p: &Position| supply::is_source(d, p, &seen(p, FR).0, area("mch"));
    assert!(!source(&p), "no depot");
    depot(&mut p, "mch", FR);
    assert!(source(&p), "a minor under control will do");
    p.at_mut(area("mch")).besieged = true;
    assert!(!source(&p));
    p.at_mut(area("mch")).besieged = false;
    p = p.on("irregulars mch au 1; fr-i mch 5I");
    assert!(!source(&p), "any enemy, no matter who else is there");
    p.at_mut(area("mch")).irregulars[usize::from(AU)] = 0;
    assert!(source(&p));
    garrison(&mut p, "mch", AU, 1);
    assert!(!source(&p), "the city is the enemy's");
    p = p.on("depot lnz fr; garrison lnz fr 1I");
    assert!(!supply::is_source(d, &p, &seen(&p, FR).0, area("lnz")), "not home, and no minor under control");
}

#[test]
fn r7_2_3_2_depots_stand_at_most_two_areas_apart() {
    rules!("empires 7.2.3.2.3", "empires 7.2.3.3.3");
    let mut p = bare("ulm1805").on("depot pas fr; depot gyr fr");
    assert!(in_chain(&p, FR, "pas") && !in_chain(&p, FR, "gyr"), "three areas");
    assert_eq!(p.at(area("gyr")).depot.owner, FR, "it stays on the map");
    let i = put(&mut p, "fr-i", FR, field("gyr"), 5);
    let (pic, chain) = seen(&p, FR);
    assert_eq!(
        paying::corps_cost(data(), &p, &pic, &chain, i),
        Some(6),
        "from Passau, not from the depot here"
    );
    depot(&mut p, "lnz", RU);
    p.war[usize::from(FR)] = 0;
    p.allied[usize::from(FR)] |= 1 << RU | 1 << AU;
    assert!(!in_chain(&p, FR, "gyr"), "an ally's depot is no link");
    depot(&mut p, "lnz", FR);
    assert!(in_chain(&p, FR, "gyr") && in_chain(&p, FR, "lnz"));
}

type Change = fn(&mut Position);

#[test]
fn r7_2_3_2_1_unbesieged_enemies_block_a_chain() {
    rules!("empires 7.2.3.2.1(b)");
    let mut clear = bare("ulm1805");
    war(&mut clear, FR, SP);
    depot(&mut clear, "pas", FR);
    depot(&mut clear, "vie", FR);
    assert!(in_chain(&clear, FR, "vie"), "over Linz");
    let lnz = area("lnz");
    let blockers: [(&str, Change); 7] = [
        ("corps", |p| _ = put(p, "au-i", AU, field("lnz"), 3)),
        ("corps in the city", |p| _ = put(p, "au-i", AU, city("lnz"), 3)),
        ("garrison", |p| garrison(p, "lnz", AU, 1)),
        ("depot garrison", |p| {
            depot(p, "lnz", AU);
            p.at_mut(area("lnz")).guard = Loose { nation: AU, militia: 1, ..Loose::NONE }.into();
        }),
        ("freikorps", |p| p.at_mut(area("lnz")).irregulars[usize::from(AU)] = 1),
        ("cossack", |p| p.at_mut(area("lnz")).irregulars[usize::from(RU)] = 1),
        ("guerilla", |p| p.at_mut(area("lnz")).irregulars[usize::from(SP)] = 1),
    ];
    for (name, place) in blockers {
        let mut p = clear;
        place(&mut p);
        assert!(!in_chain(&p, FR, "vie"), "{name}");
        put(&mut p, "fr-i", FR, field("lnz"), 3);
        assert!(in_chain(&p, FR, "vie"), "{name}, but a friendly corps is there");
    }
    let mut p = clear;
    p = p.on("garrison lnz au 1I; au-ii lnz city 1I");
    p.at_mut(lnz).besieged = true;
    assert!(in_chain(&p, FR, "vie"), "besieged forces do not block");
    let mut p = clear;
    depot(&mut p, "lnz", AU);
    assert!(in_chain(&p, FR, "vie"), "neither does an empty depot");
    put(&mut p, "au-i", AU, field("vie"), 3);
    assert!(in_chain(&p, FR, "vie"), "the last depot's own area lies between none (ruling 5)");
    let mut p = clear;
    p.at_mut(lnz).irregulars[usize::from(AU)] = 1;
    garrison(&mut p, "lnz", FR, 1);
    assert!(in_chain(&p, FR, "vie"), "a friendly garrison opens the way");
    p.at_mut(lnz).besieged = true;
    assert!(!in_chain(&p, FR, "vie"), "unless it is besieged");
}

#[test]
fn r7_2_3_2_2_an_enemy_fleet_closes_an_arrow_to_supply() {
    let d = data();
    let mut p = bare("danube1809").on("depot cst tu");
    let far = |p: &Position| {
        let (pic, chain) = seen(p, TU);
        supply::distance(d, p, &pic, &chain, area("izm"), 3)
    };
    assert_eq!(far(&p), Some(1));
    let dar = d.sea("dar").unwrap();
    p.fleets[0] = Fleet { power: RU, at: FleetAt::Sea(dar), depot: false };
    assert_eq!(far(&p), None);
    p.fleets[0].power = TU;
    assert_eq!(far(&p), Some(1));
}

#[test]
fn r7_4_2_1_1_costs_grow_with_the_distance() {
    rules!("empires 7.4.2.1", "empires 7.4.2.1.1(b)", "empires 7.4.2.1.3");
    let d = data();
    let mut p = bare("ulm1805").on("depot str fr");
    let cost = |p: &Position, at: &str| {
        let mut p = *p;
        let i = put(&mut p, "fr-i", FR, field(at), 5);
        let (pic, chain) = seen(&p, FR);
        paying::corps_cost(d, &p, &pic, &chain, i)
    };
    let at = |p: &Position| ["str", "fri", "ulm", "aug", "ing"].map(|a| cost(p, a));
    assert_eq!(at(&p), [Some(1), Some(2), Some(4), Some(6), None], "half points");
    p.month = 1805 * 12 + 11;
    assert_eq!(
        at(&p),
        [Some(2), Some(4), Some(8), Some(12), None],
        "six money points at three areas in winter"
    );
    assert_eq!(cost(&p, "dij"), Some(4), "two areas off, outside the winter zone");
    p.month = 1805 * 12 + 8;
    for (blocked, id) in ["fri", "kar", "blf"].into_iter().zip(["au-i", "au-ii", "au-iii"]) {
        put(&mut p, id, AU, field(blocked), 1);
    }
    assert_eq!(cost(&p, "ulm"), None, "every way is blocked within three areas");
}

#[test]
fn r7_4_2_1b_the_sum_is_rounded_up_once() {
    assert_eq!([0, 1, 2, 3, 4].map(paying::bill), [0, 1, 1, 2, 2]);
}

#[test]
fn r7_4_2_2_allies_may_lend_their_depots_and_pay() {
    let mut p = bare("ulm1805");
    assert_eq!(paying::payers(&p, RU).collect::<Vec<_>>(), [RU, AU]);
    p.depots_of[usize::from(RU)] = 0;
    assert_eq!(paying::payers(&p, RU).collect::<Vec<_>>(), [RU], "without leave");
    p.depots_of[usize::from(RU)] = 1 << AU;
    p.allied = [0; 7];
    assert_eq!(paying::payers(&p, RU).collect::<Vec<_>>(), [RU], "no ally");
}

/// France at Toulon with a fleet, and Cádiz of allied Spain with a French depot.
fn toulon() -> Position {
    let mut p = bare("grand1805").on("depot tln fr; depot cad fr; fleet fr port tln");
    p.fleets[1] = Fleet { power: GB, at: FleetAt::Off, depot: false };
    p
}

#[test]
fn r7_4_3_1_sea_supply_joins_two_ports() {
    rules!("empires 7.4.3", "empires 7.4.3.1(b)", "empires 7.4.3.2");
    let mut p = toulon();
    assert!(in_chain(&p, FR, "cad"));
    let (pic, chain) = seen(&p, FR);
    let i = put(&mut p, "fr-i", FR, field("cad"), 3);
    assert_eq!(paying::corps_cost(data(), &p, &pic, &chain, i), Some(1));
    p.fleets[1].at = FleetAt::Sea(data().sea("lio").unwrap());
    assert!(in_chain(&p, FR, "cad"), "fleets at sea do not cut it");
    for port in ["tln", "cad"] {
        p.fleets[1].at = FleetAt::Box(area(port));
        assert!(!in_chain(&p, FR, "cad"), "{port} blockaded");
    }
    p.fleets[1].at = FleetAt::Off;
    p.fleets[0].at = FleetAt::Port(area("cad"));
    assert!(!in_chain(&p, FR, "cad"), "the fleet has to lie in the port of the chain");
    p.fleets[0] = Fleet { power: SP, at: FleetAt::Port(area("tln")), depot: false };
    assert!(in_chain(&p, FR, "cad"), "an ally's fleet will do");
    p.fleets[0].power = GB;
    assert!(!in_chain(&p, FR, "cad"), "another's will not");
    let mut p = toulon();
    p.at_mut(area("cad")).depot = Depot::NONE;
    depot(&mut p, "mad", FR);
    assert!(!in_chain(&p, FR, "mad"), "no port");
}

#[test]
fn r7_4_3_3_ice_and_the_dardanelles() {
    rules!("empires 7.4.4.6");
    let d = data();
    let mut p = bare("grand1805");
    let sea = |id: &str| d.sea(id).unwrap();
    p.month = 1805 * 12 + 2;
    assert!(sea::route(d, &p, GB, sea("ns"), sea("gof")) && sea::route(d, &p, RU, sea("gof"), sea("ns")));
    for (month, open) in [(10, true), (11, false), (12, false), (13, false), (14, true)] {
        p.month = 1805 * 12 + month;
        assert_eq!(sea::route(d, &p, GB, sea("ns"), sea("gof")), open, "{month}");
        assert_eq!(sea::route(d, &p, RU, sea("eba"), sea("ns")), open, "{month}");
        assert!(sea::route(d, &p, GB, sea("ns"), sea("wba")));
    }
    let bosporus = |p: &Position, power| {
        [("nbl", "adr"), ("nbl", "dar"), ("nbl", "wbl")].map(|(a, b)| sea::route(d, p, power, sea(a), sea(b)))
    };
    assert_eq!(bosporus(&p, RU), [false, false, true]);
    assert_eq!(bosporus(&p, TU), [true; 3]);
    p.straits = 1 << RU;
    assert_eq!(bosporus(&p, RU), [true; 3], "with leave");
    p.straits = 0;
    p.at_mut(area("cst")).holder = nation("RAG");
    assert_eq!(bosporus(&p, RU), [true; 3], "no power holds it");
}

#[test]
fn r7_4_4_a_depot_on_a_fleet_supplies_the_coast() {
    rules!("empires 7.4.4(b)", "empires 7.4.4.1", "empires 7.4.4.2", "empires 7.4.4.3", "empires 7.4.2.1.2");
    let d = data();
    let mut p = toulon();
    p.at_mut(area("cad")).depot = Depot::NONE;
    let gca = d.sea("gca").unwrap();
    p.fleets[2] = Fleet { power: FR, at: FleetAt::Sea(gca), depot: true };
    let inland = d.board.neighbours(area("cad")).iter().map(|n| n.0);
    let inland = inland.clone().find(|a| !d.board.area(*a).seas.contains(&gca)).unwrap();
    let i = put(&mut p, "fr-i", FR, field("cad"), 3);
    let cost = |p: &Position| {
        let (pic, chain) = seen(p, FR);
        paying::corps_cost(d, p, &pic, &chain, i)
    };
    assert_eq!(cost(&p), Some(2), "one money point");
    assert!(!in_chain(&p, FR, "cad"), "it is no link of a chain");
    let mut q = p;
    q.corps[i].spot = sandtable_empires::land::Spot::Field(inland);
    assert_eq!(cost(&q), None, "not beyond");
    let must = |p: &Position| {
        let (pic, chain) = seen(p, p.corps[i].power);
        paying::corps_cost(d, p, &pic, &chain, i).is_none()
    };
    assert_eq!((must(&p), must(&q)), (false, true));
    q = p;
    q.fleets[2].power = SP;
    assert_eq!(cost(&q), None, "fleet and depot are one power's");
    q = p;
    q.fleets[1].at = FleetAt::Box(area("tln"));
    assert_eq!(cost(&q), None, "no unblockaded port of the chain");
    q = p;
    depots::move_fleet(&mut q, 2, FleetAt::Sea(gca));
    assert_eq!(cost(&q), Some(2));
    depots::move_fleet(&mut q, 2, FleetAt::Sea(d.sea("als").unwrap()));
    assert!(!q.fleets[2].depot, "lost when the fleet moves");
    q = p;
    q = q.on("garrison cad sp 4I; siege cad");
    let port = |p: &Position| {
        let (pic, chain) = seen(p, FR);
        paying::port_cost(d, p, &pic, &chain, area("cad"))
    };
    assert_eq!((port(&q), port(&p)), (Some(2), None), "besieged or not");
    q.at_mut(area("cad")).inside = Depot { owner: FR, old: true };
    assert_eq!(port(&q), Some(1), "by sea through a depot inside");
    q.fleets[0].at = FleetAt::Off;
    assert_eq!(port(&q), Some(2));
    q.fleets[2].at = FleetAt::Off;
    assert_eq!(port(&q), None, "they roll");
}

#[test]
fn r7_4_4_5_no_invasion_supply_in_the_ice() {
    let d = data();
    let mut p = bare("grand1805").on("depot lon gb");
    let eba = d.sea("eba").unwrap();
    p.fleets[0] = Fleet { power: GB, at: FleetAt::Sea(eba), depot: true };
    for (month, open) in [(10, true), (11, false), (13, false), (14, true)] {
        p.month = 1805 * 12 + month;
        let (pic, chain) = seen(&p, GB);
        assert_eq!(supply::invasion(d, &p, &pic, &chain, eba), open, "{month}");
        assert_eq!(supply::beside_invasion(d, &p, &pic, &chain, area("rig")), open);
    }
    assert_eq!(p.at(area("rig")).depot.owner, NOBODY);
}

#[test]
fn supply_is_not_traced_through_closed_territory() {
    let mut p = bare("ulm1805").on("depot pas fr; depot vie fr");
    assert!(in_chain(&p, FR, "vie"));
    p.at_mut(area("lnz")).closed_to = 1 << FR;
    assert!(!in_chain(&p, FR, "vie"));
}

#[test]
fn besieged_corps_are_not_paid_as_corps() {
    let d = data();
    let mut p = bare("ulm1805").on("depot vie au; au-i vie city 5I");
    let i = corps("au-i");
    let (pic, chain) = seen(&p, AU);
    assert_eq!(paying::corps_cost(d, &p, &pic, &chain, i), Some(1));
    p.at_mut(area("vie")).besieged = true;
    assert_eq!(paying::corps_cost(d, &p, &pic, &chain, i), None);
}

#[test]
fn an_ally_in_a_city_does_not_control_it() {
    let d = data();
    let mut p = bare("ulm1805").on("garrison vie ru 3I");
    assert_eq!(p.city_of(d, area("vie")), AU, "an ally");
    garrison(&mut p, "vie", FR, 3);
    assert_eq!(p.city_of(d, area("vie")), FR, "an enemy");
    p.allied[usize::from(RU)] = 0;
    assert_eq!(paying::payers(&p, RU).collect::<Vec<_>>(), [RU], "only allies lend depots");
    assert!(!sea::route(d, &bare("grand1805"), RU, d.sea("dar").unwrap(), d.sea("aeg").unwrap()));
}

#[test]
fn a_port_with_the_enemy_around_it_ends_a_chain() {
    let mut p = toulon();
    assert!(in_chain(&p, FR, "cad"));
    put(&mut p, "gb-i", GB, field("cad"), 5);
    assert!(in_chain(&p, FR, "cad"), "the end of a chain may be blocked (ruling 5)");
}
