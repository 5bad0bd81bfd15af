//! Sieges as they are played: attempts, sorties, honours of war, assaults and garrison attacks.
use crate::scene::*;
use sandtable_empires::combat::charts::Attempt;

/// France besieges cities of Austria: 20 infantry around Linz, which is full.
fn linz(slot: u8) -> Position {
    let mut p = before("grand1805", Phase::Combats, &[slot]).neutral().on("war fr au");
    besiege(&mut p, "lnz", "fr-i", 20, 10);
    p
}

fn besiege(p: &mut Position, city: &str, id: &str, around: u8, inside: u8) {
    put(p, id, FR, field(city), around);
    let holder = p.at(area(city)).holder;
    garrison(p, city, holder, inside);
    p.at_mut(area(city)).besieged = true;
}

/// One factor of a corps is cavalry, so that its losses are a choice.
fn mix(p: &mut Position, id: &str) {
    let b = corps(id);
    let total = p.corps[b].total();
    fill(p, b, [0, total - 1, 0, 1, 0, 0, 0]);
}

fn inside(p: &Position, id: &str) -> u8 {
    sandtable_empires::land::garrison::inside(p, area(id))
}

fn begins(s: &Scene) -> ([u16; 2], [i16; 2]) {
    let found = s.sieges().into_iter().find_map(|e| match e {
        SiegeEvent::Begins { factors, morale, .. } => Some((factors, morale)),
        _ => None,
    });
    found.expect("a combat begins")
}

#[test]
fn r7_5_4d_besiegers_and_defenders_whoever_is_phasing() {
    rules!("empires 7.5.4.2", "empires 7.5.4.1");
    let france = linz(FR).begin();
    assert_eq!(france.sides(), [FR]);
    assert!(france.offered_to(FR, "assault lnz") && !france.offered_to(FR, "sally from lnz"));
    assert_eq!(france.refuses(FR, "sally from lnz"), "7.5.4(d)");
    assert_eq!(france.refuses(FR, "assault vie"), "7.5.4", "nobody besieges it");
    let austria = linz(AU).begin();
    assert_eq!(austria.sides(), [AU]);
    assert!(austria.offered_to(AU, "sally from lnz") && !austria.offered_to(AU, "assault lnz"));
    assert_eq!(austria.refuses(AU, "assault lnz"), "7.5.4(d)");
}

#[test]
fn r7_5_4_1_3_4_one_attempt_for_each_city_and_sequence() {
    rules!("empires 7.5.4.1.2.2", "empires 7.5.4.1.2");
    let mut p = linz(FR);
    besiege(&mut p, "gra", "fr-ii", 20, 10);
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[2]);
    assert!(matches!(s.sieges()[0], SiegeEvent::Attempt { result: Attempt::Nothing, modifier: 0, .. }));
    assert_eq!(s.refuses(FR, "assault lnz"), "7.5.4.1.3.4");
    assert!(s.offered_to(FR, "assault gra") && s.p.at(area("lnz")).besieged);
}

#[test]
fn r7_5_4_1_1_2_small_garrisons_and_fleches_count_together() {
    rules!("empires 7.5.4.1.1", "empires 7.5.4.1.1.1");
    let mut p = linz(FR);
    besiege(&mut p, "prg", "fr-ii", 20, 14);
    let mut s = p.begin();
    s.by(FR, "assault prg", &[4]);
    assert!(matches!(s.sieges()[0], SiegeEvent::Attempt { modifier: -1, result: Attempt::Nothing, .. }));
}

#[test]
fn r7_5_4_1_2_1_the_loser_of_a_sortie_gives_up_a_factor_of_his_choice() {
    let start = || {
        let mut s = linz(FR).on("garrison lnz au 6I 4M").begin();
        s.by(FR, "assault lnz", &[1]);
        assert_eq!(s.sides(), [AU]);
        s
    };
    let mut s = start();
    s.by(AU, "make no sortie", &[]);
    assert_eq!((inside(&s.p, "lnz"), factors(&s.p)), (10, 30));
    let mut s = start();
    s.by(AU, "make a sortie", &[5]);
    assert_eq!(s.sides(), [AU], "the defender loses on 5 and 6");
    assert!(s.offered_to(AU, "lose infantry of the city") && s.offered_to(AU, "lose militia of the city"));
    s.by(AU, "lose infantry of the city", &[]);
    let g = s.p.at(area("lnz")).garrison;
    assert_eq!(g.counts(), [5, 4, 0]);
    let mut s = start();
    s.by(AU, "make a sortie", &[4]);
    assert_eq!(s.sides(), [FR], "asked though all are alike, which nobody may know");
    s.by(FR, "lose infantry of fr-i", &[]);
    assert_eq!(s.p.corps[corps("fr-i")].total(), 19);
    assert!(s.p.at(area("lnz")).besieged && s.p.play.points == [0; 7]);
}

#[test]
fn r7_5_4_1_2_1_the_last_besieger_lost_lifts_the_siege() {
    let mut p = linz(FR);
    p.corps[corps("fr-i")].factors = [0, 1, 0, 0, 0, 0, 0];
    let ney = lead(&mut p, "fr-ney", field("lnz"));
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[1]);
    s.by(AU, "make a sortie", &[1]);
    assert_eq!((s.p.corps[corps("fr-i")].spot, s.p.leaders[ney]), (Spot::Off, Spot::Off));
    assert!(!s.p.at(area("lnz")).besieged);
}

#[test]
fn r7_5_4_1_2_3_1_honours_of_war_lead_to_the_nearest_friendly_city() {
    rules!("empires 7.5.4.1.2.3");
    let mut p = linz(FR);
    // Corps of 6 and 4 factors, 4 factors without a corps; Salzburg has room for 7 factors, others near by none.
    garrison(&mut p, "lnz", AU, 0);
    p.at_mut(area("lnz")).garrison = Loose { nation: AU, infantry: 0, militia: 2, irregulars: 0 }.into();
    let (one, two) = (put(&mut p, "au-i", AU, city("lnz"), 6), put(&mut p, "au-ii", AU, city("lnz"), 2));
    let mack = lead(&mut p, "au-mack", city("lnz"));
    for near in data().board.neighbours(area("lnz")) {
        p.at_mut(near.0).holder = FR;
    }
    p = p.on("holder slz au; garrison slz au 6I");
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[6]);
    assert_eq!(s.sides(), [AU]);
    s.by(AU, "ask for honours of war", &[]);
    assert_eq!((s.sides(), s.offers_to(FR).len()), (vec![FR], 2));
    s.by(FR, "grant honours of war", &[]);
    s.by(AU, "march off to slz", &[]);
    assert_eq!(s.p.at(area("slz")).garrison.counts()[1], 2, "factors without a corps go inside");
    assert_eq!(s.p.corps[two].spot, city("slz"), "a corps that finds room too");
    assert_eq!(s.p.corps[one].spot, field("slz"), "the other camps in the area");
    assert_eq!(s.p.leaders[mack], city("slz"));
    assert_eq!((inside(&s.p, "lnz"), s.p.play.points), (0, [0; 7]));
    assert_eq!(s.sides(), [FR], "the besieger may go in at once");
    s.by(FR, "leave 3 infantry of fr-i", &[]);
    assert_eq!(s.p.city_of(data(), area("lnz")), FR);
}

#[test]
fn r7_5_4_1_2_3_1_equally_near_cities_are_the_garrisons_choice() {
    // A besieged city does not do: Graz is empty but for one besieged factor, and the garrison of Linz is small.
    let mut p = linz(FR).on("garrison lnz au 4I");
    besiege(&mut p, "gra", "fr-iii", 5, 1);
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[6]);
    s.by(AU, "ask for honours of war", &[]);
    s.by(FR, "grant honours of war", &[]);
    assert!(!s.offered_to(AU, "march off to gra"), "it is besieged");
    assert!(s.offered_to(AU, "march off to vie") && s.offered_to(AU, "march off to slz"));
    assert_eq!(s.forbids(AU, &Action::Siege(SiegeAction::MarchOff(area("prg")))), "7.5.4.1.2.3.1");
    s.by(AU, "march off to vie", &[]);
    assert_eq!(inside(&s.p, "vie"), 4);
}

#[test]
fn r7_5_4_1_2_3_1b_who_may_not_ask_surrenders_or_fights() {
    rules!("empires 7.5.4.1.2.3.2", "empires 7.5.4.1.2.3.1");
    let ask = Action::Siege(SiegeAction::AskHonours);
    let breach = |p: Position, city: &str, owner: u8| {
        let mut s = p.begin();
        s.by(FR, &format!("assault {city}"), &[6]);
        assert_eq!(s.sides(), [owner]);
        s
    };
    // Turks, and minors that Spain controls.
    let p = linz(FR).on("war fr tu; holder lnz tu; garrison lnz tu 10I");
    let s = breach(p, "lnz", TU);
    assert_eq!(s.forbids(TU, &ask), "7.5.4.1.2.3.1");
    assert_eq!(s.offers_to(TU), ["surrender", "fight"]);
    let mut p = linz(FR).on("war fr sp; control por sp");
    besiege(&mut p, "coi", "fr-ii", 10, 1);
    assert_eq!(breach(p, "coi", SP).forbids(SP, &ask), "7.5.4.1.2.3.1");
    // A free state's garrison stays in its country.
    let mut p = linz(FR).on("war fr gb");
    let portugal = nation("POR");
    p.controller[usize::from(portugal)] = GB;
    besiege(&mut p, "coi", "fr-ii", 10, 1);
    let s = breach(p, "coi", GB);
    assert!(s.offered_to(GB, "ask for honours of war"));
    for a in data().board.areas().filter(|a| *a != area("coi")) {
        if p.at(a).country == portugal {
            p.at_mut(a).holder = FR;
        }
    }
    let mut s = breach(p, "coi", GB);
    assert_eq!(s.forbids(GB, &ask), "7.5.4.1.2.3.1(b)", "the cities of Britain do not help");
    s.by(GB, "surrender", &[]);
    assert_eq!(s.p.play.points, [0; 7], "no points");
}

#[test]
fn r7_5_4_1_2_3_2_refused_honours_leave_surrender_or_fight() {
    rules!("empires 7.5.4.1.2.3.3");
    let p = linz(FR).on("garrison lnz au 4I; au-i lnz city 6I; au-mack lnz city");
    let au = corps("au-i");
    let mack = leader("au-mack");
    let start = || {
        let mut s = p.begin();
        s.by(FR, "assault lnz", &[6]);
        s.by(AU, "ask for honours of war", &[]);
        s.by(FR, "refuse honours of war", &[]);
        assert_eq!(s.forbids(AU, &Action::Siege(SiegeAction::AskHonours)), "7.5.4.1.2.3.2");
        s
    };
    let mut s = start();
    s.by(AU, "surrender", &[]);
    assert_eq!((s.p.corps[au].spot, s.p.leaders[mack]), (Spot::Off, Spot::Off), "all are prisoners");
    assert_eq!((inside(&s.p, "lnz"), s.p.play.points), (0, [0; 7]));
    assert_eq!(s.p.play.returns[mack], s.p.month + data().figures.captive_months);
    let mut s = start();
    s.by(AU, "fight", &[1, 1]);
    assert_eq!(begins(&s).0, [20, 10], "the besieger must assault");
}

#[test]
fn r7_5_4_1_3_5_a_broken_garrison_surrenders_and_the_city_falls() {
    rules!("empires 7.5.4.1.3.1", "empires 7.5.4.1.3", "empires 7.5.4.1.4(b)");
    let mut s = linz(FR).begin();
    s.by(FR, "assault lnz", &[6]);
    s.by(AU, "fight", &[6, 1, 6, 1]);
    assert_eq!(begins(&s), ([20, 10], [40, 30]), "morale as in the field");
    let round = |e: &SiegeEvent| matches!(e, SiegeEvent::Round { .. });
    let Some(SiegeEvent::Round { result: told, .. }) = s.sieges().into_iter().find(round) else { panic!() };
    assert_eq!((told.tables, told.lost, told.morale), ([[5, 1], [5, 2]], [1, 3], [8, 22]));
    assert_eq!(s.p.corps[corps("fr-i")].total(), 18);
    assert!(s.sieges().contains(&SiegeEvent::Falls { area: area("lnz"), by: FR, prisoners: 4 }));
    assert_eq!(s.p.play.points, [0; 7], "neither corps nor fleche");
    assert!(!s.p.at(area("lnz")).besieged);
    // 18 factors do not fit into two spires.
    assert_eq!(s.forbids(FR, &Action::Siege(SiegeAction::Enter(BlockId::of(corps("fr-i"))))), "7.3.3.4");
    let drop = |n| Action::Siege(SiegeAction::Drop(BlockId::of(corps("fr-i")), Kind::Infantry, n));
    assert_eq!(s.forbids(FR, &drop(11)), "7.3.3.4");
    let mut left = at(s.p);
    left.by(FR, "done", &[]);
    assert_eq!(left.p.city_of(data(), area("lnz")), AU, "left empty it goes back to the holder of the area");
    s.take(FR, drop(10), &[]);
    assert_eq!((s.p.city_of(data(), area("lnz")), inside(&s.p, "lnz")), (FR, 10));
}

#[test]
fn r7_5_4_1_4_points_for_a_fortress_or_a_corps() {
    rules!("empires 7.5.4.1.3.4", "empires 7.5.4.1.4(b)");
    let mut p = linz(FR);
    besiege(&mut p, "prg", "fr-ii", 20, 10);
    // Three rounds without a decision: the defender of a fortress gains, nobody loses.
    let mut s = p.begin();
    s.by(FR, "assault prg", &[5]);
    s.by(AU, "fight", &[1, 1, 1, 1, 1, 1]);
    assert!(
        s.p.at(area("prg")).besieged
            && s.sieges().contains(&SiegeEvent::Resumes { area: area("prg"), sally: false })
    );
    assert_eq!((s.p.play.points[0], s.p.play.points[3]), (0, 1));
    assert_eq!(s.refuses(FR, "assault prg"), "7.5.4.1.3.4");
    // The besieger breaks.
    let mut s = p.begin();
    s.by(FR, "assault prg", &[5]);
    s.by(AU, "fight", &[1, 6, 1, 6]);
    assert_eq!((s.p.play.points[0], s.p.play.points[3], s.p.at(area("prg")).besieged), (0, 1, true));
    // The city falls.
    let mut s = p.begin();
    s.by(FR, "assault prg", &[5]);
    s.by(AU, "fight", &[6, 1, 6, 1]);
    assert_eq!((s.p.play.points[0], s.p.play.points[3]), (1, 0));
    // A corps in an open city counts like a fleche.
    let mut p = linz(FR);
    p.at_mut(area("lnz")).garrison = Garrison::NONE;
    put(&mut p, "au-i", AU, city("lnz"), 10);
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[6]);
    s.by(AU, "fight", &[6, 1, 6, 1]);
    assert_eq!((s.p.play.points[0], s.p.play.points[3]), (1, 0));
    assert_eq!(s.p.corps[corps("au-i")].spot, Spot::Off);
}

#[test]
fn r7_5_4_1_3_1b_every_factor_takes_part_but_depot_garrisons() {
    rules!("empires 7.5.4(b)");
    let mut p = linz(RU);
    p.corps[corps("fr-i")].spot = Spot::Off;
    p.corps[corps("fr-i")].factors = [0; 7];
    p = p.on("war ru au; ru-i lnz 10I; irregulars lnz ru 2");
    p.at_mut(area("lnz")).guard = Loose { nation: RU, infantry: 5, ..Loose::NONE }.into();
    depot(&mut p, "lnz", RU);
    let mut s = p.begin();
    s.by(RU, "assault lnz", &[6]);
    s.by(AU, "fight", &[1, 1]);
    assert_eq!(begins(&s), ([12, 10], [27, 30]), "cossacks with their corps: (10 x 3.0 + 2 x 1.0) / 12");
    assert!(s.offered_to(RU, "lose cossack of the field") && !s.offered_to(RU, "lose infantry of the depot"));
    // Cossacks alone do not besiege.
    p.corps[corps("ru-i")].spot = field("vie");
    let s = p.begin();
    assert!(!s.offered_to(RU, "assault lnz"));
}

#[test]
fn r7_5_4_1_3_2_forces_are_laid_open() {
    let mut s = linz(FR).on("garrison lnz au 1I; au-i lnz city 9I").begin();
    let au = corps("au-i");
    let fr = corps("fr-i");
    assert_ne!(game().known(&s.p, Side(GB)).unwrap().corps[au].factors, s.p.corps[au].factors);
    s.by(FR, "assault lnz", &[6]);
    assert!(!s.p.corps[au].seen);
    s.by(AU, "fight", &[2, 1]);
    for b in [au, fr] {
        assert!(s.p.corps[b].seen && s.p.play.engaged.has(b));
    }
    s.pay(&[1, 1]);
    assert_eq!(game().known(&s.p, Side(GB)).unwrap().corps[au].factors, s.p.corps[au].factors);
}

#[test]
fn r7_5_4_1_3_3_losses_of_any_kind() {
    let mut p = linz(FR);
    fill(&mut p, corps("fr-i"), [0, 10, 7, 3, 0, 0, 0]);
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[6]);
    s.by(AU, "fight", &[1, 6]);
    for kind in ["infantry", "militia", "cavalry"] {
        assert!(
            s.offered_to(FR, &format!("lose {kind} of fr-i")),
            "2.8 morale is lost, militia may still go"
        );
    }
}

#[test]
fn r7_5_4_1_2_3_minors_that_nobody_runs_always_fight() {
    rules!("empires 7.5.4.1.2.3.3", "empires 7.5.4.1.2.1");
    let mut p = linz(FR);
    let portugal = nation("POR");
    p.minor_war[usize::from(portugal)] = 1 << FR;
    besiege(&mut p, "coi", "fr-ii", 20, 2);
    put(&mut p, "por", portugal, city("coi"), 3);
    mix(&mut p, "fr-ii");
    let mut s = p.begin();
    s.by(FR, "assault coi", &[1]);
    assert!(
        matches!(
            s.sieges()[..],
            [SiegeEvent::Attempt { result: Attempt::Sortie, .. }, SiegeEvent::Over { .. }]
        ),
        "it makes no sortie"
    );
    let mut s = p.begin();
    s.by(FR, "assault coi", &[6, 6, 1]);
    assert_eq!(begins(&s).0, [20, 5], "nobody is asked");
    assert_eq!(inside(&s.p, "coi"), 2, "three of its factors are gone");
    // The power that runs it decides for it, and sees its corps.
    p.year.runner[usize::from(portugal)] = GB;
    let mut s = p.begin();
    s.by(FR, "assault coi", &[6]);
    assert_eq!(s.sides(), [GB]);
    same_from_known(&s.p, GB);
    s.by(GB, "fight", &[6, 1]);
    assert!(s.sides().contains(&GB), "and chooses its losses");
    let city = Source::City(NationId(portugal));
    let taken = LossAction::Take(city, Kind::Infantry);
    let typed = game().parse(&s.p, "lose infantry of the city");
    assert_eq!(typed, Some(Action::Loss(taken)), "Portugal's are meant");
    (0..7).for_each(|q| same_from_known(&s.p, q));
}

#[test]
fn r7_4_3_4_5_the_depot_of_a_taken_port() {
    let mut p = linz(FR);
    besiege(&mut p, "tri", "fr-ii", 20, 10);
    p.at_mut(area("tri")).inside = Depot { owner: AU, old: true };
    let taken = |p: Position| {
        let mut s = p.begin();
        s.by(FR, "assault tri", &[6]);
        s.by(AU, "surrender", &[]);
        s.by(FR, "done", &[]);
        s
    };
    let s = taken(p);
    assert_eq!(s.p.at(area("tri")).inside.owner, NOBODY, "without a chain it is destroyed");
    let near = data().board.within(area("tri"), 2).iter().copied();
    let mut cities = near.filter(|a| *a != area("tri") && data().place(*a).spires > 0);
    let a = cities.next_back().unwrap();
    (p.at_mut(a).country, p.at_mut(a).holder) = (FR, FR);
    p.at_mut(a).depot = Depot { owner: FR, old: true };
    let mut s = taken(p);
    assert_eq!(s.offers_to(FR), ["destroy the depot", "take over the depot"]);
    s.by(FR, "take over the depot", &[]);
    assert_eq!((s.p.at(area("tri")).depot.owner, s.p.at(area("tri")).inside.owner), (FR, NOBODY));
}

#[test]
fn r7_5_4_2_1_1_a_chosen_part_attacks_all_besiegers() {
    rules!("empires 7.5.4.2.1", "empires 7.5.4.2.1.2", "empires 7.5.4.2.1.4", "empires 7.5.4.2.2");
    let mut s = linz(AU).on("garrison lnz au 3I 2M 1X; au-i lnz city 4I; fr-ii lnz 10I").begin();
    let au = corps("au-i");
    s.by(AU, "sally from lnz", &[]);
    assert_eq!(s.forbids(AU, &Action::Siege(SiegeAction::Attack)), "7.5.4.2.1.1", "nobody has been named");
    s.by(AU, "send 2 infantry", &[]);
    assert!(!s.offered_to(AU, "send 1 infantry") && s.offered_to(AU, "send 3 infantry"));
    s.by(AU, "send 1 freikorps; attack", &[1, 6]);
    assert_eq!(begins(&s).0, [3, 30]);
    let Some(SiegeEvent::Round { result: told, .. }) =
        s.sieges().iter().rev().find(|e| matches!(e, SiegeEvent::Round { .. })).copied()
    else {
        panic!()
    };
    assert_eq!((told.tables, told.lost), ([[5, 1], [5, 2]], [3, 0]), "20 % of 30, and no more than went out");
    assert!(s.p.corps[au].seen.eq(&false) && s.p.corps[corps("fr-i")].seen);
    assert_eq!(
        s.p.at(area("lnz")).garrison,
        Loose { nation: AU, infantry: 1, militia: 2, irregulars: 0 }.into()
    );
    assert!(s.p.at(area("lnz")).besieged, "the siege goes on");
    assert_eq!(s.p.play.points, [0; 7]);
}

#[test]
fn r7_5_4_2_1_3_losses_of_any_kind() {
    let mut s = linz(AU).on("garrison lnz au 4I 5M 1X").begin();
    s.by(AU, "sally from lnz; attack with everybody", &[1, 4]);
    for kind in ["infantry", "militia", "freikorps"] {
        assert!(s.offered_to(AU, &format!("lose {kind} of the city")), "{kind}");
    }
}

#[test]
fn r7_5_4_2_1_4_a_dead_garrison_loses_the_city() {
    rules!("empires 7.5.4.2.2");
    let mut s = linz(AU).on("garrison lnz au 2I").begin();
    s.by(AU, "sally from lnz; attack with everybody", &[1, 6]);
    assert!(s.sieges().contains(&SiegeEvent::Falls { area: area("lnz"), by: FR, prisoners: 0 }));
    assert_eq!(s.sides(), [FR], "the besieger may go in, though it is not its sequence");
    s.by(FR, "leave 1 infantry of fr-i", &[]);
    assert_eq!((s.p.city_of(data(), area("lnz")), s.p.play.points), (FR, [0; 7]));
}

#[test]
fn r7_5_4_2_1_5_beaten_besiegers_retreat_and_corps_step_out() {
    rules!("empires 7.5.4.2.2");
    let mut p = linz(AU);
    p.at_mut(area("lnz")).garrison = Garrison::NONE;
    p.corps[corps("fr-i")].factors = [0, 9, 0, 1, 0, 0, 0];
    p = p.on("au-i lnz city 9I; au-mack lnz city; fr-ney lnz; holder bud fr; depot bud fr");
    let au = corps("au-i");
    let mack = leader("au-mack");
    let ney = leader("fr-ney");
    let mut s = p.begin();
    s.by(AU, "sally from lnz; attack with everybody", &[6, 1]);
    s.pay(&[6, 1]);
    s.pay(&[]);
    assert_eq!(s.p.corps[corps("fr-i")].spot, field("bud"), "towards the nearest depot");
    assert_eq!(s.p.corps[corps("fr-i")].total(), 10 - 1 - 1, "no pursuit");
    assert_eq!(s.p.leaders[ney], field("bud"));
    assert!(!s.p.at(area("lnz")).besieged);
    assert_eq!(s.p.play.points, [0; 7], "no points");
    assert_eq!(s.forbids(AU, &Action::Siege(SiegeAction::OutLeader(LeaderId::of(mack)))), "7.5.4.2.1.5");
    s.by(AU, "step out with au-i; step out with leader au-mack", &[]);
    assert_eq!((s.p.corps[au].spot, s.p.leaders[mack]), (field("lnz"), field("lnz")));
}

#[test]
fn r7_5_4_2_1_5_without_a_way_out_they_surrender() {
    rules!("empires 7.5.2.10.3.6");
    let mut p = linz(AU);
    p.corps[corps("fr-i")].factors = [0, 9, 0, 0, 0, 0, 0];
    let ney = lead(&mut p, "fr-ney", field("lnz"));
    for near in data().board.neighbours(area("lnz")) {
        p.at_mut(near.0).closed_to = 1 << FR;
    }
    let mut s = p.begin();
    s.by(AU, "sally from lnz; attack with everybody", &[6, 1, 6, 1]);
    assert_eq!((s.p.corps[corps("fr-i")].spot, s.p.leaders[ney]), (Spot::Off, Spot::Off));
}

#[test]
fn r7_5_4_2_only_in_the_defenders_own_sequence() {
    let mut s = linz(AU).begin();
    s.by(AU, "sally from lnz; stand down", &[]);
    assert_eq!(inside(&s.p, "lnz"), 10);
    // One attack for each city and sequence.
    let mut p = linz(AU);
    besiege(&mut p, "gra", "fr-ii", 20, 10);
    let mut s = p.begin();
    s.by(AU, "sally from lnz; stand down", &[]);
    assert_eq!(s.offers_to(AU), ["sally from gra", "done"]);
    assert_eq!(s.refuses(AU, "sally from lnz"), "7.5.4.2.1.4");
    let s = linz(RU).begin();
    assert_ne!(s.p.play.phase, Phase::Sieges, "Russia has nothing to do there");
}

#[test]
fn r7_5_4_1_3_1b_allies_storm_together_and_share_losses() {
    let mut p = linz(FR);
    p.allied[0] |= 1 << PR;
    p.allied[4] |= 1 << FR;
    p = p.on("war pr au; pr-i lnz 10I");
    mix(&mut p, "fr-i");
    mix(&mut p, "pr-i");
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[6]);
    s.by(AU, "fight", &[1, 4]);
    assert_eq!(begins(&s).0, [30, 10]);
    let Some(SiegeEvent::Round { result: told, .. }) = s.sieges().last().copied() else { panic!() };
    assert_eq!(told.lost, [2, 2]);
    assert_eq!([0, 4].map(|q: usize| s.p.losses.owes[q].left), [1, 1], "largest remainder first");
}

#[test]
fn r7_5_4_1_3_1b_besiegers_who_are_no_allies_stay_out_of_it() {
    let mut p = linz(FR).on("war pr au; pr-i lnz 10I");
    let prussian = corps("pr-i");
    mix(&mut p, "fr-i");
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[6]);
    s.by(AU, "fight", &[1, 1]);
    assert_eq!(begins(&s).0, [20, 10]);
    assert!(!s.p.corps[prussian].seen);
    // A garrison attack is one on all of them.
    set_slot(&mut p, Phase::Combats, &[AU]);
    let mut s = p.begin();
    s.by(AU, "sally from lnz; attack with everybody", &[1, 1]);
    assert_eq!(begins(&s).0, [10, 30]);
}

#[test]
fn r7_5_4_1_2_1_a_sortie_that_costs_the_last_factor_gives_the_city_up() {
    let mut p = linz(FR).on("garrison lnz au 1I");
    // 1 - 2 fleches + 1 for a small garrison.
    besiege(&mut p, "prg", "fr-ii", 10, 1);
    let mut s = p.begin();
    s.by(FR, "assault prg", &[1]);
    s.by(AU, "make a sortie", &[6]);
    assert!(s.sieges().contains(&SiegeEvent::Falls { area: area("prg"), by: FR, prisoners: 0 }));
    assert_eq!(s.p.play.points, [0; 7]);
}

#[test]
fn r7_5_4_2_1_1_powers_of_one_slot_attack_together() {
    let mut p = linz(AU).on("war fr ru; ally au ru; garrison lnz au 4I; ru-i lnz city 6I");
    mix(&mut p, "fr-i");
    set_slot(&mut p, Phase::Combats, &[RU, AU]);
    let mut s = p.begin();
    s.by(RU, "sally from lnz", &[]);
    assert!(!s.offered_to(RU, "send 1 infantry"), "Austria's factors are Austria's");
    s.by(RU, "attack with everybody", &[]);
    assert_eq!(s.sides(), [AU]);
    assert_eq!(s.forbids(AU, &Action::Siege(SiegeAction::StandDown)), "7.5.4.2.1.1");
    s.by(AU, "send 1 infantry; attack", &[1, 1, 1, 1, 1, 1]);
    assert_eq!(begins(&s).0, [7, 20]);
}

#[test]
fn r7_5_4_1_3_2_morale_by_the_method_in_force() {
    rules!("empires 7.5.4.2.1.2");
    let mut p = linz(FR).on("garrison lnz au 6I 4M");
    put(&mut p, "bav", FR, field("lnz"), 2);
    p.controller[usize::from(nation("BAV"))] = FR;
    let morale = |p: Position| {
        let mut s = p.begin();
        s.by(FR, "assault lnz", &[6]);
        s.by(AU, "fight", &[1, 1]);
        begins(&s).1
    };
    assert_eq!(morale(p), [39, 26], "(80 + 4) / 22 and (18 + 8) / 10, rounded up");
    p.play.rules.method_two = true;
    assert_eq!(morale(p), [38, 31], "4.0 less 0.2 for weak Bavarians, 3.5 less 0.4 for militia");
}

#[test]
fn r7_5_4_2_1_5_enemies_on_the_way_drive_them_on() {
    rules!("empires 7.5.2.10.3.3");
    let mut p = linz(AU);
    p.corps[corps("fr-i")].factors = [0, 9, 0, 0, 0, 0, 0];
    p = p.on("holder bud fr; depot bud fr; au-ii bud 3I");
    let mut s = p.begin();
    s.by(AU, "sally from lnz; attack with everybody", &[6, 1, 6, 1]);
    let gone = |e: &SiegeEvent| matches!(e, SiegeEvent::Retreats { to, .. } if *to == area("bud"));
    assert!(s.sieges().iter().any(gone));
    if s.sides() == [AU] && matches!(s.top(), Step::Siege(SiegeStep::Retreat)) {
        let on = s.offers_to(AU)[0].clone();
        s.by(AU, &on, &[]);
    }
    assert_ne!(s.p.corps[corps("fr-i")].spot, field("bud"), "the area is not open");
}

#[test]
fn r7_5_4_2_1_5_leaders_on_the_way_stay_where_they_are() {
    let mut p = linz(AU);
    p.corps[corps("fr-i")].factors = [0, 9, 0, 0, 0, 0, 0];
    p = p.on("depot bud fr; au-ii bud city 3I; fr-iii bud 9I; fr-ney bud; fr-soult lnz");
    let ney = leader("fr-ney");
    let soult = leader("fr-soult");
    let mut s = p.begin();
    s.by(AU, "sally from lnz; attack with everybody", &[6, 1, 6, 1]);
    while s.top() == Step::Siege(SiegeStep::Retreat) {
        let on = s.offers_to(AU)[0].clone();
        s.by(AU, &on, &[]);
    }
    assert_ne!(s.p.corps[corps("fr-i")].spot, field("bud"));
    assert_eq!(s.p.leaders[soult], s.p.corps[corps("fr-i")].spot);
    assert_eq!(s.p.leaders[ney], field("bud"), "he was not with them");
}

#[test]
fn r7_5_4_1_2_3_1_a_city_without_room_is_no_refuge() {
    let p = linz(FR);
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[6]);
    assert_eq!(s.top(), Step::Siege(SiegeStep::Plea));
    assert!(s.p.siege.refuges.has(area("vie")));
    assert!(!s.p.siege.refuges.has(area("bud")), "five factors find room there, not ten");
}
