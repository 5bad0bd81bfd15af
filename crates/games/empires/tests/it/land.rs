//! Depots and garrisons (7.2, 7.3.3, 7.3.6).
use crate::scene::*;
use sandtable_empires::data::{A, C, FACTORS, G, I, M};
use sandtable_empires::land::depots::{self, NoDepot, Stand};
use sandtable_empires::land::encounter::{self, Taking};
use sandtable_empires::land::garrison::{self as held, At, NoChange};
use sandtable_empires::land::movement::Mover;
use sandtable_empires::land::{Fleet, FleetAt, NOBODY, Position, paying, supply};

fn may(p: &Position, power: u8, id: &str) -> Result<Stand, NoDepot> {
    depots::may_place(data(), p, power, area(id))
}

fn of(kind: usize, count: u8) -> [u8; FACTORS] {
    let mut out = [0; FACTORS];
    out[kind] = count;
    out
}

fn guard(p: &mut Position, id: &str, nation: u8, infantry: u8) {
    p.at_mut(area(id)).guard = Loose { nation, infantry, ..Loose::NONE }.into();
}

#[test]
fn r7_2_depots_are_removed_and_placed_again_for_money() {
    rules!("empires 7.2(c)", "empires 7.2(d)", "empires 7.2(g)");
    let d = data();
    let mut p = bare("ulm1805").on("depot str fr");
    assert_eq!(depots::remove(d, &mut p, AU, area("str")), Err(NoDepot::NotYours));
    assert_eq!(depots::remove(d, &mut p, FR, area("str")), Ok(0));
    assert_eq!(p.at(area("str")).depot, Depot::NONE);
    let homes = ["par", "str", "mai", "met", "lil", "lyo", "dij"];
    for (n, id) in homes.into_iter().enumerate() {
        assert_eq!(depots::place(d, &mut p, FR, area(id)), Ok(Stand::Area));
        assert_eq!((p.money[usize::from(FR)], depots::count(d, &p, FR)), (9 - n as u16, n as u8 + 1));
    }
    assert_eq!(may(&p, FR, "rei"), Err(NoDepot::Counters), "seven counters");
    assert_eq!(depots::remove(d, &mut p, FR, area("par")), Ok(0));
    assert_eq!(may(&p, FR, "str"), Err(NoDepot::Taken), "one in each area");
    assert_eq!(depots::place(d, &mut p, FR, area("rei")), Ok(Stand::Area), "the same counter elsewhere");
    assert_eq!(p.money[usize::from(FR)], 2, "paid for again");
    depots::remove(d, &mut p, FR, area("rei")).unwrap();
    p.money[usize::from(FR)] = 0;
    assert_eq!(may(&p, FR, "rei"), Err(NoDepot::Money));
    p.money[usize::from(FR)] = 1;
    assert_eq!(may(&p, FR, "rei"), Ok(Stand::Area));
}

#[test]
fn r7_2b_the_garrison_of_a_removed_depot_needs_a_city() {
    let d = data();
    let mut start = bare("ulm1805");
    depot(&mut start, "lnz", FR);
    guard(&mut start, "lnz", FR, 6);
    let left = |p: &Position| {
        let mut p = *p;
        let lost = depots::remove(d, &mut p, FR, area("lnz")).unwrap();
        (lost, p.at(area("lnz")).garrison.total(), p.at(area("lnz")).guard.total())
    };
    assert_eq!(left(&start), (0, 6, 0), "a vacant city");
    let mut p = start;
    garrison(&mut p, "lnz", AU, 1);
    assert_eq!(left(&p), (6, 1, 0), "the enemy's");
    p = start;
    garrison(&mut p, "lnz", FR, 7);
    assert_eq!(left(&p), (3, 10, 0), "two spires hold ten");
    p.at_mut(area("lnz")).besieged = true;
    assert_eq!(left(&p), (6, 7, 0), "besieged");
}

#[test]
fn r7_2e_free_states_live_off_their_power_s_depots() {
    let d = data();
    let mut p = bare("ulm1805").on("depot mch fr");
    let i = put(&mut p, "bav", FR, field("mch"), 5);
    let cost = |p: &Position, power| {
        let (pic, chain) = seen(p, power);
        paying::corps_cost(d, p, &pic, &chain, i)
    };
    assert_eq!((cost(&p, FR), cost(&p, AU)), (Some(1), None));
}

#[test]
fn r7_2f_enemies_bar_a_depot_unless_a_corps_is_there() {
    let mut p = bare("ulm1805").on("war fr sp");
    for enemy in [AU, RU, SP] {
        let mut p = p;
        p.at_mut(area("str")).irregulars[usize::from(enemy)] = 1;
        assert_eq!(may(&p, FR, "str"), Err(NoDepot::Enemies));
        garrison(&mut p, "str", FR, 3);
        assert_eq!(may(&p, FR, "str"), Err(NoDepot::Enemies), "a garrison is not enough");
        put(&mut p, "fr-i", FR, city("str"), 3);
        assert_eq!(may(&p, FR, "str"), Ok(Stand::Area));
    }
    put(&mut p, "au-i", AU, field("str"), 3);
    assert_eq!(may(&p, FR, "str"), Err(NoDepot::Enemies));
    put(&mut p, "fr-i", FR, field("str"), 3);
    assert_eq!(may(&p, FR, "str"), Ok(Stand::Area));
    p = p.on("fr-i str city 3I; siege str");
    assert_eq!(may(&p, FR, "str"), Err(NoDepot::Enemies), "a besieged corps does not count");
}

#[test]
fn r7_2_1_at_home_a_friendly_city_is_enough() {
    rules!("empires 7.2(h)");
    let mut p = bare("ulm1805");
    assert_eq!((may(&p, FR, "par"), may(&p, FR, "mch")), (Ok(Stand::Area), Ok(Stand::Area)));
    p.at_mut(area("par")).besieged = true;
    assert_eq!(may(&p, FR, "par"), Err(NoDepot::Far), "besieged, and no chain near");
    garrison(&mut p, "mch", AU, 1);
    assert_eq!(may(&p, FR, "mch"), Err(NoDepot::Far), "the city is Austrian");
    assert_eq!(may(&p, FR, "lnz"), Err(NoDepot::Far), "neither home nor port nor chain");
}

#[test]
fn r7_2_2_ports_with_sea_supply_take_depots() {
    rules!("empires 7.2.2.1", "empires 7.2.2.2", "empires 7.4.3.4", "empires 7.4.3.4.1", "empires 7.4.3.4.2");
    rules!("empires 7.4.3.4.3", "empires 7.4.3.4.4");
    let d = data();
    let cad = area("cad");
    let mut p = bare("grand1805").on("depot tln fr");
    assert_eq!(may(&p, FR, "cad"), Err(NoDepot::Far), "no fleet at Toulon");
    p.fleets[0] = Fleet { power: FR, at: FleetAt::Port(area("tln")), depot: false };
    assert_eq!(may(&p, FR, "cad"), Ok(Stand::Area), "an ally's port, without a corps");
    assert_eq!(may(&p, FR, "lis"), Err(NoDepot::Territory), "a neutral's");
    assert_eq!(may(&p, FR, "mad"), Err(NoDepot::Far), "no port");
    p.fleets[1] = Fleet { power: GB, at: FleetAt::Box(cad), depot: false };
    assert_eq!(may(&p, FR, "cad"), Err(NoDepot::Far), "blockaded");
    p.fleets[1].at = FleetAt::Off;
    garrison(&mut p, "cad", SP, 3);
    p.at_mut(cad).besieged = true;
    p = p.on("gb-i cad 5I; depot cad gb; depot cad gb 2I");
    assert_eq!(
        depots::place(d, &mut p, FR, cad),
        Ok(Stand::Inside),
        "inside, though an enemy depot is outside"
    );
    assert_eq!((p.at(cad).inside.owner, p.at(cad).depot.owner), (FR, GB));
    assert_eq!(may(&p, FR, "cad"), Err(NoDepot::Taken));
    assert_eq!(held::capacity(d, cad), 15);
    let (pic, chain) = seen(&p, FR);
    assert!(chain.inside.has(cad) && !chain.areas.has(cad));
    assert_eq!(
        paying::port_cost(d, &p, &pic, &chain, cad),
        Some(1),
        "sea supply in place of besieged supply"
    );
    let mut q = p;
    depots::drop_cut_off(d, &mut q, FR);
    assert_eq!(q, p);
    q.fleets[0].at = FleetAt::Off;
    depots::drop_cut_off(d, &mut q, FR);
    assert_eq!((q.at(cad).inside, q.at(cad).depot.owner), (Depot::NONE, GB), "no sea supply source is left");
    depots::move_out(d, &mut p);
    assert_eq!(p.at(cad).inside.owner, FR, "still besieged");
    p.at_mut(cad).besieged = false;
    depots::move_out(d, &mut p);
    assert_eq!((p.at(cad).inside, p.at(cad).depot.owner, p.at(cad).guard.total()), (Depot::NONE, FR, 0));
}

#[test]
fn r7_2_3_new_depots_start_from_older_ones() {
    rules!("empires 7.2.3.3", "empires 7.2.3.3.2");
    let mut p = bare("ulm1805").on("depot pas fr; fr-i vie 3I; fr-ii gyr 3I");
    assert_eq!(
        (may(&p, FR, "vie"), may(&p, FR, "gyr")),
        (Ok(Stand::Area), Err(NoDepot::Far)),
        "two areas and three"
    );
    assert_eq!(may(&p, FR, "krm"), Err(NoDepot::NoCorps), "outside own territory");
    put(&mut p, "bav", FR, field("krm"), 3);
    assert_eq!(may(&p, FR, "krm"), Ok(Stand::Area));
    p.at_mut(area("pas")).depot.old = false;
    assert_eq!(may(&p, FR, "vie"), Err(NoDepot::Far), "the other depot is new");
    p.at_mut(area("pas")).depot.old = true;
    garrison(&mut p, "lnz", AU, 1);
    assert_eq!(may(&p, FR, "vie"), Err(NoDepot::Far), "the area between is blocked");
}

#[test]
fn r7_2_3_3_1_foreign_territory_needs_leave_or_war() {
    let mut p = bare("grand1805").on("depot str fr; fr-i fri 3I");
    assert_eq!(may(&p, FR, "fri"), Err(NoDepot::Territory), "neutral Baden");
    p.minor_war[usize::from(nation("BAD"))] = 1 << FR;
    assert_eq!(may(&p, FR, "fri"), Ok(Stand::Area));
    let mut p = bare("grand1805").on("depot mil fr; fr-i trn 3I");
    assert_eq!(may(&p, FR, "trn"), Err(NoDepot::Territory), "Austria at peace");
    let mut q = p;
    q.access[usize::from(FR)] = 1 << AU;
    assert_eq!(may(&q, FR, "trn"), Ok(Stand::Area), "with leave, or under C.5");
    war(&mut p, FR, AU);
    assert_eq!(may(&p, FR, "trn"), Ok(Stand::Area));
}

#[test]
fn r7_2_4_depots_on_fleets() {
    rules!("empires 7.4.4.4");
    let d = data();
    let mut p = bare("grand1805");
    let eng = FleetAt::Sea(d.sea("eng").unwrap());
    p.fleets[0] = Fleet { power: GB, at: eng, depot: false };
    p.fleets[1] = Fleet { power: FR, at: eng, depot: false };
    p.fleets[2] = Fleet { power: GB, at: FleetAt::Port(area("pmt")), depot: false };
    assert_eq!(depots::place_on_fleet(d, &mut p, GB, 1), Err(NoDepot::NoFleet), "another's fleet");
    assert_eq!(depots::place_on_fleet(d, &mut p, GB, 2), Err(NoDepot::NoFleet), "in port");
    assert_eq!(depots::place_on_fleet(d, &mut p, GB, 0), Ok(()));
    assert_eq!((p.money[usize::from(GB)], depots::count(d, &p, GB)), (9, 1));
    assert_eq!(depots::place_on_fleet(d, &mut p, FR, 1), Err(NoDepot::Taken), "one in each sea");
}

#[test]
fn r7_3_6_1_an_ungarrisoned_depot_is_destroyed_or_converted() {
    rules!("empires 7.3.6", "empires 7.3.6.1(b)", "empires 7.3.6.1(c)", "empires 7.3.6.2(c)");
    let d = data();
    let mut p = bare("ulm1805").on("depot pas fr; depot lnz au; depot ofn au; depot mch fr");
    let take = |p: &Position, id: &str| encounter::taking(d, p, FR, area(id));
    assert_eq!(take(&p, "lnz"), Taking::Convert, "it lengthens a chain");
    assert_eq!(take(&p, "ofn"), Taking::Destroy, "too far");
    assert_eq!((take(&p, "mch"), take(&p, "vie")), (Taking::Nothing, Taking::Nothing));
    let mut q = p;
    encounter::convert(&mut q, area("lnz"), FR);
    assert!(in_chain(&q, FR, "lnz") && q.money == p.money, "free of charge");
    for (by, ends, fed) in
        [(Mover::Corps(0), true, true), (Mover::Corps(0), false, false), (Mover::Irregular(FR), true, false)]
    {
        let mut q = p;
        assert_eq!(encounter::destroy(&mut q, area("lnz"), by, ends), fed);
        assert_eq!(q.at(area("lnz")).depot.owner, NOBODY);
    }
    guard(&mut p, "lnz", AU, 4);
    assert_eq!(take(&p, "lnz"), Taking::Nothing, "garrisoned");
    let mut q = p;
    assert_eq!(depots::remove(d, &mut q, AU, area("lnz")), Ok(0));
    assert_eq!((q.at(area("lnz")).garrison.total(), q.at(area("lnz")).depot), (4, Depot::NONE));
    assert_eq!(encounter::burn(&mut p, area("lnz")), 4, "they surrender");
    p = p.on("garrison lnz au 8I; depot lnz au; depot lnz au 4I");
    assert_eq!(depots::remove(d, &mut p, AU, area("lnz")), Ok(2), "what does not fit surrenders");
}

#[test]
fn r7_3_3_corps_drop_and_take_up_factors() {
    rules!("empires 7.3.3(b)", "empires 7.3.3.1.2", "empires 7.3.3.3");
    let d = data();
    let mut p = bare("ulm1805").on("fr-iv mch 6I");
    let i = corps("fr-iv");
    assert_eq!(held::detach(d, &mut p, i, At::Depot, of(I, 1)), Err(NoChange::Nowhere), "no depot");
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 7)), Err(NoChange::Few));
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 6)), Err(NoChange::Empties));
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 5)), Ok(()), "all but one");
    assert_eq!((p.at(area("mch")).garrison.counts()[0], p.corps[i].total()), (5, 1));
    p.at_mut(area("mch")).garrison.add(Loose::of(FR, [0, 3, 0]));
    assert_eq!(held::absorb(d, &mut p, i, At::City, 6, 0), Err(NoChange::Few));
    assert_eq!(held::absorb(d, &mut p, i, At::City, 5, 3), Ok(()));
    assert_eq!(
        (p.corps[i].factors[I], p.corps[i].factors[M], p.at(area("mch")).garrison),
        (6, 3, Garrison::NONE)
    );
    p.corps[i].factors[I] = 16;
    garrison(&mut p, "mch", FR, 2);
    assert_eq!(held::absorb(d, &mut p, i, At::City, 2, 0), Err(NoChange::Room), "16, 3 and 2 in room for 20");
    assert_eq!(held::absorb(d, &mut p, i, At::City, 1, 0), Ok(()));
    p.at_mut(area("mch")).besieged = true;
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 1)), Err(NoChange::Besieged));
    p.corps[i].spot = field("lnz");
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 1)), Ok(()), "a vacant city");
    garrison(&mut p, "lnz", AU, 1);
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 1)), Err(NoChange::Nowhere), "the enemy's");
    for id in ["fr-art", "au-ins-i", "tu-feudal-i"] {
        let power = data().corps[corps(id)].nation;
        let i = put(&mut p, id, power, field("par"), 3);
        garrison(&mut p, "par", power, 3);
        assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 1)), Err(NoChange::Kind), "{id}");
        assert_eq!(held::absorb(d, &mut p, i, At::City, 1, 0), Err(NoChange::Kind), "{id}");
    }
}

#[test]
fn r7_3_3_1_not_beside_enemy_corps_in_the_field() {
    let d = data();
    let mut p = bare("ulm1805").on("depot lnz fr; fr-iv lnz 6I; au-i lnz city 2I");
    let i = corps("fr-iv");
    assert_eq!(held::detach(d, &mut p, i, At::Depot, of(I, 2)), Ok(()), "enemies in the city only");
    put(&mut p, "au-i", AU, field("lnz"), 2);
    assert_eq!(held::detach(d, &mut p, i, At::Depot, of(I, 2)), Err(NoChange::Enemies));
    assert_eq!(held::absorb(d, &mut p, i, At::Depot, 1, 0), Err(NoChange::Enemies));
}

#[test]
fn r7_3_3_1_1_free_states_only_at_home() {
    rules!("empires 7.3.3.5.1", "empires 7.3.3.5.2");
    let d = data();
    let mut p = bare("ulm1805").on("depot mch fr; depot str fr");
    let i = put(&mut p, "bav", FR, field("mch"), 6);
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 1)), Ok(()));
    assert_eq!(held::detach(d, &mut p, i, At::Depot, of(I, 1)), Ok(()));
    assert_eq!(p.at(area("mch")).guard.first(), Some(nation("BAV")));
    p.corps[i].spot = field("str");
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 1)), Err(NoChange::Abroad));
    assert_eq!(held::detach(d, &mut p, i, At::Depot, of(I, 1)), Err(NoChange::Abroad));
    p = p.on("depot vie au; ru-i vie 6I");
    let r = corps("ru-i");
    assert_eq!(held::detach(d, &mut p, r, At::Depot, of(I, 1)), Err(NoChange::Nowhere), "an ally's depot");
    assert_eq!(held::detach(d, &mut p, r, At::City, of(I, 1)), Ok(()), "an ally's city");
}

#[test]
fn r7_3_3_2_guard_and_cavalry_become_infantry() {
    let d = data();
    let mut p = bare("ulm1805").on("fr-gd-i par 7G");
    let i = corps("fr-gd-i");
    p.corps[i].factors[C] = 2;
    let mut both = of(G, 2);
    both[C] = 1;
    assert_eq!(held::detach(d, &mut p, i, At::City, both), Ok(()));
    assert_eq!(
        (p.at(area("par")).garrison.counts()[0], p.corps[i].factors[G], p.corps[i].factors[C]),
        (3, 5, 1)
    );
    assert_eq!(held::absorb(d, &mut p, i, At::City, 1, 0), Err(NoChange::Room), "for the rest of the game");
    assert_eq!(held::detach(d, &mut p, i, At::City, of(A, 1)), Err(NoChange::Factors), "artillery never");
}

#[test]
fn r7_3_3_3_1_irregulars_garrison_too() {
    let d = data();
    let mut p = bare("grand1805").on("depot kie ru; depot mad sp");
    for (id, power) in [("kie", RU), ("mad", SP)] {
        p.at_mut(area(id)).irregulars[usize::from(power)] = 3;
        assert_eq!(held::station(d, &mut p, power, area(id), At::City, 1), Ok(()));
        assert_eq!(p.at(area(id)).garrison.counts()[2], 1);
    }
    assert_eq!(held::station(d, &mut p, RU, area("kie"), At::Depot, 2), Ok(()));
    assert_eq!(held::station(d, &mut p, RU, area("kie"), At::Depot, 1), Err(NoChange::Few));
    assert_eq!(
        held::station(d, &mut p, SP, area("mad"), At::Depot, 1),
        Err(NoChange::Guerilla),
        "guerillas never"
    );
}

#[test]
fn r7_3_3_4_a_city_holds_five_factors_for_each_spire() {
    rules!("empires 7.3.3.3.2", "empires 7.3.3.5", "empires 7.3.3.5.3");
    let d = data();
    let mut p = bare("ulm1805");
    assert_eq!((held::capacity(d, area("ofn")), data().place(area("ofn")).spires), (20, 4));
    assert_eq!(held::capacity(d, area("mch")), 15);
    p = p.on("fr-v mch city 9I; garrison mch fr 2I");
    assert_eq!(held::city_room(d, &p, area("mch")), 4, "corps inside count");
    let i = put(&mut p, "fr-iv", FR, field("mch"), 20);
    assert!(
        held::may_enter_city(d, &p, FR, area("mch"), 4) && !held::may_enter_city(d, &p, FR, area("mch"), 5)
    );
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 5)), Err(NoChange::Room));
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 4)), Ok(()));
    depot(&mut p, "mch", FR);
    assert_eq!(held::detach(d, &mut p, i, At::Depot, of(I, 11)), Err(NoChange::DepotRoom));
    assert_eq!(held::detach(d, &mut p, i, At::Depot, of(I, 10)), Ok(()), "ten on a depot");
    p.at_mut(area("cad")).inside = Depot { owner: FR, old: true };
    assert_eq!(held::capacity(d, area("cad")), 15, "a depot inside adds nothing");
    assert!(supply::sources(d, &p, &seen(&p, FR).0).has(area("mch")));
}

#[test]
fn r7_4_3_4_5_the_captor_destroys_or_converts_a_depot_inside() {
    let d = data();
    let mut p = bare("grand1805").on("war gb sp");
    let cad = area("cad");
    p.at_mut(cad).inside = Depot { owner: SP, old: true };
    put(&mut p, "gb-i", GB, field("cad"), 5);
    let take = |p: &Position, convert| {
        let mut p = *p;
        let taken = depots::capture_inside(d, &mut p, GB, cad, convert);
        (taken, p.at(cad).inside, p.at(cad).depot.owner)
    };
    assert_eq!(take(&p, true), (false, Depot::NONE, NOBODY), "no chain reaches it");
    depot(&mut p, "gib", GB);
    assert_eq!(take(&p, true), (true, Depot::NONE, GB));
    assert_eq!(take(&p, false), (false, Depot::NONE, NOBODY), "destroyed");
}

#[test]
fn r7_3_8_4_bystanders_step_aside_towards_their_supply() {
    let d = data();
    let mut p = bare("ulm1805").on("depot vie au");
    let aside = |p: &Position, at: &str, nearer: bool| {
        let set = encounter::step_aside(d, p, AU, area(at), nearer);
        let mut ids = set.iter().map(|a| d.board.area(a).id.as_str()).collect::<Vec<_>>();
        ids.sort_unstable();
        ids
    };
    assert_eq!(aside(&p, "lnz", false), ["gra", "krm", "vie"], "no farther from Vienna than Linz is");
    assert_eq!(aside(&p, "lnz", true), ["vie"], "allies of the attacker go nearer (empires 7.3.8.6)");
    p.at_mut(area("vie")).depot = Depot::NONE;
    depot(&mut p, "lnz", AU);
    assert_eq!(aside(&p, "lnz", false).len(), 6, "every way leads off from the source");
    p.ground.iter_mut().for_each(|g| g.closed_to = u8::MAX);
    assert!(aside(&p, "lnz", false).is_empty(), "it stays and is ignored");
}

#[test]
fn r7_2b_a_refuge_is_shared_with_an_ally_and_not_with_an_enemy() {
    let d = data();
    let mut p = bare("ulm1805").on("depot vie ru; depot vie ru 2I; garrison vie au 2I");
    assert_eq!(depots::refuge(d, &p, RU, area("vie")), 23);
    garrison(&mut p, "vie", FR, 2);
    assert_eq!(depots::refuge(d, &p, RU, area("vie")), 0);
    garrison(&mut p, "vie", RU, 2);
    assert_eq!(depots::refuge(d, &p, RU, area("vie")), 23);
}

#[test]
fn a_corps_inside_a_full_city_still_leaves_factors_there() {
    let d = data();
    let mut p = bare("ulm1805").on("fr-iv mch city 15I");
    let i = corps("fr-iv");
    assert_eq!(held::city_room(d, &p, area("mch")), 0);
    assert_eq!(held::detach(d, &mut p, i, At::City, of(I, 5)), Ok(()));
    assert_eq!(held::inside(&p, area("mch")), 15);
}
