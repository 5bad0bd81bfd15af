//! Movement (7.3.1, 7.3.2, 7.3.4, 7.3.5, 7.3.7).
use crate::scene::*;
use sandtable_empires::land::movement::{self, March, Mover, NoStep};
use sandtable_empires::land::{Fleet, FleetAt, Picture, Position, Spot};

fn march(p: &Position, mover: Mover, from: &str) -> March {
    March::begin(data(), p, mover, area(from)).unwrap()
}

fn go(p: &Position, m: &mut March, to: &str) -> Result<(), NoStep> {
    m.step(data(), p, &Picture::new(data(), p, m.power), area(to))
}

fn cost(p: &Position, power: u8, from: &str, to: &str) -> Option<u8> {
    movement::cost(data(), p, &Picture::new(data(), p, power), area(from), area(to))
}

#[test]
fn r7_3_1_1_cavalry_and_raiders_have_five_points() {
    rules!("empires 7.3.1.1(b)", "empires 7.3.1.1(c)", "empires 7.3.1.1(d)", "empires 7.3.1");
    let d = data();
    let mut p = bare("grand1805");
    let points = |p: &mut Position, id: &str, power| {
        let i = put(p, id, power, field("vie"), 1);
        movement::allowance(d, p, i)
    };
    for (id, power) in [("fr-i-c", FR), ("ru-i-c", RU), ("tu-i-c", TU), ("au-lt-i", AU), ("au-lt-ii", AU)] {
        assert_eq!(points(&mut p, id, power), 5, "{id}");
    }
    for (id, power) in
        [("fr-i", FR), ("fr-gd-i", FR), ("fr-art", FR), ("bav", FR), ("ita-i", FR), ("pol-i", FR)]
    {
        assert_eq!(points(&mut p, id, power), 4, "{id}");
    }
    for (id, power) in [
        ("ru-i", RU),
        ("au-i", AU),
        ("gb-gd", GB),
        ("tu-feudal-i", TU),
        ("bav", AU),
        ("den", FR),
        ("swe-i", FR),
    ] {
        assert_eq!(points(&mut p, id, power), 3, "{id} under {power}");
    }
    assert_eq!([RU, AU, PR].map(|q| march(&p, Mover::Irregular(q), "vie").points), [5; 3]);
    assert_eq!(movement::irregular(d, FR), None);
    let russia = bare("russia1812");
    assert_eq!(movement::allowance(d, &russia, corps("fr-xi")), 3, "Austrians under a French counter");
    let mut p = bare("grand1805").on("war sp fr");
    let mut m = march(&p, Mover::Irregular(SP), "gen");
    p.at_mut(area("nic")).holder = SP;
    go(&p, &mut m, "ale").unwrap();
    assert_eq!(go(&p, &mut m, "nic"), Err(NoStep::Points), "and no further");
    let mut m = march(&p, Mover::Irregular(SP), "ale");
    assert_eq!((data().place(area("nic")).cost, go(&p, &mut m, "nic")), (2, Ok(())));
}

#[test]
fn r7_3_1_2_a_force_march_gives_one_point() {
    let d = data();
    let mut p = bare("ulm1805").on("fr-i str 5I");
    let i = corps("fr-i");
    let mut m = march(&p, Mover::Corps(i), "str");
    assert_eq!(m.force(d, &p), Ok(()));
    assert_eq!((m.points, m.forced), (5, true));
    assert_eq!(m.force(d, &p), Err(NoStep::NoForce), "once");
    for id in ["fr-i-c", "au-lt-i"] {
        let power = d.corps[corps(id)].nation;
        let i = put(&mut p, id, power, field("str"), 5);
        assert_eq!(march(&p, Mover::Corps(i), "str").force(d, &p), Err(NoStep::NoForce), "{id}");
    }
    for power in [RU, AU, SP] {
        assert_eq!(march(&p, Mover::Irregular(power), "str").force(d, &p), Err(NoStep::NoForce));
    }
    p.fleets[0] = Fleet { power: FR, at: FleetAt::Port(area("tln")), depot: false };
    p.corps[i].spot = Spot::Fleet(0);
    assert!(!movement::may_force(d, &p, i), "while it lands");
    let m = movement::land(d, &mut p, i, area("tln")).unwrap();
    assert_eq!(m.points, 0);
}

#[test]
fn r7_3_1_3_costs_of_terrain() {
    rules!("empires 7.3.1.3.1", "empires 7.3.1.3.2", "empires 7.3.1.3.4");
    let mut p = bare("ulm1805");
    assert_eq!(
        (cost(&p, FR, "str", "met"), cost(&p, FR, "str", "blf")),
        (Some(1), Some(1)),
        "clear and forest"
    );
    assert_eq!(
        (cost(&p, FR, "rot", "ams"), cost(&p, FR, "ale", "nic")),
        (Some(2), Some(2)),
        "marsh, mountain"
    );
    assert_eq!(cost(&p, TU, "kut", "kon"), Some(1), "desert");
    assert_eq!(cost(&p, FR, "str", "par"), None, "not joined");
    assert_eq!(
        (cost(&p, FR, "mch", "slz"), cost(&p, FR, "bud", "lnz")),
        (Some(2), Some(1)),
        "rivers are free"
    );
    p = p.on("au-i slz 3I; au-ii lnz 3I");
    assert_eq!(cost(&p, FR, "mch", "slz"), Some(3), "river, mountain and enemy");
    assert_eq!((cost(&p, FR, "bud", "lnz"), cost(&p, FR, "slz", "lnz")), (Some(2), Some(1)), "river or not");
    assert_eq!(cost(&p, RU, "bud", "lnz"), Some(1), "an ally's corps");
    put(&mut p, "au-ii", AU, city("lnz"), 3);
    assert_eq!(cost(&p, FR, "bud", "lnz"), Some(2), "inside its city (ruling 72)");
    p.river_city = false;
    assert_eq!(cost(&p, FR, "bud", "lnz"), Some(1), "not without the option");
    p.river_city = true;
    p.at_mut(area("lnz")).besieged = true;
    assert_eq!(cost(&p, FR, "bud", "lnz"), Some(1), "never if besieged");
    p = p.on("irregulars vie au 2; garrison vie au 5I");
    assert_eq!(cost(&p, FR, "krm", "vie"), Some(1), "only corps count");
}

#[test]
fn r7_3_1_3_3_crossing_arrows() {
    rules!("empires 7.3.1.3.3(b)");
    let d = data();
    let mut p = bare("danube1809");
    assert_eq!((cost(&p, TU, "cst", "izm"), cost(&p, TU, "izm", "cst")), (Some(2), Some(2)));
    let i = put(&mut p, "tu-niz", TU, field("cst"), 3);
    let step = |p: &Position, mover| {
        let mut m = march(p, mover, "cst");
        go(p, &mut m, "izm").map(|()| m.points)
    };
    p.at_mut(area("izm")).holder = RU;
    let all = |p: &Position| [step(p, Mover::Corps(i)), step(p, Mover::Irregular(RU))];
    assert_eq!(all(&p), [Ok(1), Ok(3)]);
    p.fleets[0] = Fleet { power: RU, at: FleetAt::Sea(d.sea("dar").unwrap()), depot: false };
    assert_eq!(all(&p), [Err(NoStep::Fleet), Ok(3)]);
    p.fleets[0].power = TU;
    assert_eq!(all(&p), [Ok(1), Err(NoStep::Fleet)]);
    p.fleets[0].at = FleetAt::Port(area("cst"));
    assert_eq!(all(&p), [Ok(1), Ok(3)], "in port");
    let mut p = bare("grand1805").on("fr-i cal 3I");
    let i = corps("fr-i");
    assert_eq!(go(&p, &mut march(&p, Mover::Corps(i), "cal"), "dov"), Ok(()), "option 12.2.1.1");
    p.channel = false;
    assert_eq!(go(&p, &mut march(&p, Mover::Corps(i), "cal"), "dov"), Err(NoStep::Fleet));
}

#[test]
fn r7_3_2_1_a_corps_stops_for_corps_only() {
    rules!("empires 7.3.2.2", "empires 7.3.2.3", "empires 7.3.7.1", "empires 7.3.7.1(b)", "empires 7.3.7.2");
    let p = bare("ulm1805").on("war fr sp; fr-i pas 5I");
    let i = corps("fr-i");
    let through = |p: &Position| {
        let mut m = march(p, Mover::Corps(i), "pas");
        go(p, &mut m, "lnz").unwrap();
        go(p, &mut m, "vie")
    };
    assert_eq!(through(&p), Ok(()));
    let mut q = p;
    q.at_mut(area("lnz")).irregulars[usize::from(SP)] = 1;
    assert_eq!(through(&q), Ok(()), "guerillas force nothing");
    q.at_mut(area("lnz")).irregulars[usize::from(AU)] = 1;
    assert_eq!(through(&q), Ok(()));
    q = p;
    q.at_mut(area("lnz")).guard = Loose { nation: AU, infantry: 1, ..Loose::NONE }.into();
    assert_eq!(through(&q), Ok(()));
    q = p;
    garrison(&mut q, "lnz", AU, 3);
    assert_eq!(through(&q), Ok(()));
    put(&mut q, "au-i", AU, city("lnz"), 3);
    assert_eq!(through(&q), Ok(()));
    put(&mut q, "au-i", AU, field("lnz"), 3);
    assert_eq!(through(&q), Err(NoStep::Stopped));
    let mut p = bare("ulm1805").on("fr-i lnz 3I");
    let mut cossack = march(&p, Mover::Irregular(RU), "vie");
    assert_eq!((go(&p, &mut cossack, "lnz"), go(&p, &mut cossack, "pas")), (Ok(()), Ok(())), "it rides on");
    let i = put(&mut p, "au-i", AU, field("gra"), 3);
    let mut m = march(&p, Mover::Corps(i), "gra");
    go(&p, &mut m, "kla").unwrap();
    assert_eq!((m.points, go(&p, &mut m, "slz")), (1, Err(NoStep::Points)), "a mountain for two points");
    assert_eq!(go(&p, &mut m, "gra"), Ok(()));
}

#[test]
fn r7_3c_territory_may_be_closed() {
    rules!("empires 7.3(b)");
    let mut p = bare("ulm1805");
    let i = put(&mut p, "bav", FR, field("amb"), 5);
    assert_eq!(go(&p, &mut march(&p, Mover::Corps(i), "amb"), "egr"), Ok(()), "a free state's corps abroad");
    assert_eq!(go(&p, &mut march(&p, Mover::Corps(i), "amb"), "byr"), Err(NoStep::Access), "Prussia");
    assert_eq!(go(&p, &mut march(&p, Mover::Corps(i), "amb"), "nur"), Ok(()), "Ansbach is open to France");
    let a = put(&mut p, "au-i", AU, field("amb"), 5);
    assert_eq!(go(&p, &mut march(&p, Mover::Corps(a), "amb"), "nur"), Err(NoStep::Access));
    let mut p = bare("grand1805").on("fr-i bsc 5I");
    let i = corps("fr-i");
    let enter = |p: &Position| go(p, &mut march(p, Mover::Corps(i), "bsc"), "trn");
    assert_eq!(enter(&p), Err(NoStep::Access), "Austria at peace");
    p.access[usize::from(FR)] = 1 << AU;
    assert_eq!(enter(&p), Ok(()));
}

#[test]
fn r7_3_4_leaving_a_city_costs_nothing() {
    let d = data();
    let mut p = bare("ulm1805").on("fr-i str city 5I");
    let i = corps("fr-i");
    let mut m = march(&p, Mover::Corps(i), "str");
    go(&p, &mut m, "met").unwrap();
    assert_eq!(m.points, 3);
    p.at_mut(area("str")).besieged = true;
    assert_eq!(March::begin(d, &p, Mover::Corps(i), area("str")), Err(NoStep::Besieged));
}

#[test]
fn r7_3_5_corps_land_or_are_lost() {
    rules!("empires 7.3.5(b)", "empires 7.3.5(c)", "empires 7.3.5(d)");
    let d = data();
    let mut p = bare("grand1805").on("fleet gb bis; gb-i aboard 0 5I");
    let i = corps("gb-i");
    let may = |p: &Position, id: &str| movement::may_land(d, p, i, area(id));
    assert!(may(&p, "bor") && may(&p, "nan") && !may(&p, "tou") && !may(&p, "rou"), "beside the sea only");
    let mut q = p;
    let m = movement::land(d, &mut q, i, area("bor")).unwrap();
    assert_eq!((m.points, m.over_water, q.corps[i].spot), (0, true, field("bor")));
    assert_eq!(go(&q, &mut { m }, "lro"), Err(NoStep::Points));
    for at in [FleetAt::Port(area("bor")), FleetAt::Box(area("bor"))] {
        p.fleets[0].at = at;
        assert!(may(&p, "bor") && !may(&p, "lro"));
    }
    garrison(&mut p, "gib", GB, 5);
    p.fleets[0].at = FleetAt::Port(area("gib"));
    assert!(!movement::may_land_inside(d, &p, i, area("gib")), "not besieged");
    p.at_mut(area("gib")).besieged = true;
    assert!(movement::may_land_inside(d, &p, i, area("gib")) && may(&p, "gib"), "five more fit");
    garrison(&mut p, "gib", GB, 6);
    assert!(!movement::may_land_inside(d, &p, i, area("gib")));
}
