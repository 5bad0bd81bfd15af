//! Retreats (8.5.1) and leaving the map (7.4, 7.5).

use crate::scene::*;

/// White is attacked; nothing else goes on.
fn field() -> Scene {
    Scene::empty(RED, Phase::Over)
}

fn retreat(s: Scene, ids: &str, dice: &[u8]) -> Scene {
    s.ordered(ids, FlightKind::Retreat, dice)
}

/// An attack of the active side on a hex that is still to come.
fn under_attack(s: Scene, target: &str, by: &str) -> Scene {
    let target = hex(target);
    s.with(|p| {
        p.attacks[0] = Attack { target, attackers: units(by), done: false, ..Attack::NONE };
        p.attack_count = 1;
    })
}

/// 2/1D at 1716 with an enemy to the north, which leaves it three hexes to the south.
fn driven_south() -> Scene {
    field().put("w-2-1d", "1716").put("r-1-41d", "1715")
}

#[test]
fn r8_5_1a_a_retreat_is_one_hex_and_ends_in_march_mode() {
    let mut s = retreat(driven_south(), "w-2-1d", &[]);
    s.say("retreat 1717", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.mode(unit("w-2-1d"))), ("1717", Mode::March));
    assert!(s.p.flight.via[usize::from(unit("w-2-1d"))].is(hex("1717")));
    assert_eq!(s.side(), None, "nothing more is asked");
    assert!(s.told().contains("retreats from 1716 to 1717"), "{}", s.told());
    // A Routed unit stays so.
    let mut s = retreat(driven_south().mode("w-2-1d", Mode::Routed), "w-2-1d", &[]);
    s.say("retreat 1717", &[]);
    assert_eq!(s.p.mode(unit("w-2-1d")), Mode::Routed);
}

#[test]
fn r8_5_1b_the_owner_chooses_among_what_is_left() {
    let s = retreat(driven_south(), "w-2-1d", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.5.1b"));
    assert_eq!(s.offers(), ["retreat 1616", "retreat 1717", "retreat 1816"]);
    assert_eq!(s.refused("retreat 1718"), "8.5.1a");
    assert_eq!(s.refused("retreat 1715"), "8.5.1q");
    let party = engine().flight_party(&s.p).unwrap();
    assert_eq!((party.0, party.1), (units("w-2-1d"), hex("1716")));
    // The same without an order, for looking ahead.
    let ahead = engine().flight_hexes(&driven_south().p, units("w-2-1d"), FlightKind::Retreat);
    assert_eq!(ahead.iter().collect::<Vec<_>>(), [hex("1616"), hex("1717"), hex("1816")]);
}

#[test]
fn r8_5_1c_enemy_zones_are_avoided() {
    let s = retreat(driven_south().put("r-2-41d", "1517"), "w-2-1d", &[]);
    assert_eq!(s.offers(), ["retreat 1717", "retreat 1816"]);
    assert_eq!(s.refused("retreat 1616"), "8.5.1c");
    // With one hex left nobody is asked.
    let s = retreat(driven_south().put("r-2-41d", "1617"), "w-2-1d", &[]);
    assert_eq!((s.side(), s.hex_of("w-2-1d").as_str()), (None, "1816"));
}

#[test]
fn r1_2s_own_troops_cancel_zones_for_a_retreat() {
    let pinned = || driven_south().put("r-2-41d", "1617").put("w-3-1d", "1616");
    let s = retreat(pinned(), "w-2-1d", &[]);
    assert!(s.offered("retreat 1616") && s.offered("retreat 1816") && !s.offered("retreat 1717"));
    rules!("orel 1.2t");
    let s = retreat(pinned().mode("w-3-1d", Mode::Routed), "w-2-1d", &[]);
    assert_eq!(s.hex_of("w-2-1d"), "1816", "a Routed friend cancels nothing");
    let s = retreat(driven_south().put("r-2-41d", "1617").put("w-ac-2d", "1616"), "w-2-1d", &[]);
    assert_eq!(s.hex_of("w-2-1d"), "1816", "nor does a car");
}

/// Enemies of one kind so that every hex around 1716 is in a zone; 1717 is in theirs alone.
fn ringed(south: [&str; 2]) -> Scene {
    field().put("r-1-41d", "1715").put(south[0], "1617").put(south[1], "1817")
}

const INFANTRY: [&str; 2] = ["r-2-41d", "r-3-41d"];
const CAVALRY: [&str; 2] = ["r-1-tchkz", "r-2-tchkz"];

/// A unit at 1716 that is forced into the zones at 1717, with this die; steps left.
fn forced(who: &str, south: [&str; 2], die: &[u8]) -> u8 {
    let mut s = retreat(ringed(south).put(who, "1716"), who, &[]);
    s.say("retreat 1717", die);
    s.p.steps(unit(who))
}

#[test]
fn r8_5_1d_cavalry_and_cars_may_be_forced_into_infantry_zones() {
    assert_eq!(forced("w-19dr", INFANTRY, &[]), 2);
    assert_eq!(forced("w-ac-2d", INFANTRY, &[]), 1);
}

#[test]
fn r8_5_1e_cavalry_and_cars_check_in_cavalry_zones() {
    // 19Dr has TQ 5, a car 6; the die is raised by one.
    assert_eq!((forced("w-19dr", CAVALRY, &[4]), forced("w-19dr", CAVALRY, &[5])), (2, 1));
    assert_eq!((forced("w-ac-2d", CAVALRY, &[5]), forced("w-ac-2d", CAVALRY, &[6])), (1, 0));
}

#[test]
fn r8_5_1f_infantry_and_guns_check_in_any_zone() {
    for south in [INFANTRY, CAVALRY] {
        assert_eq!((forced("w-2-1d", south, &[4]), forced("w-2-1d", south, &[5])), (3, 2));
        assert_eq!((forced("w-art-3d", south, &[4]), forced("w-art-3d", south, &[5])), (3, 2));
    }
    // Each unit of a stack rolls for itself.
    let both = "w-2-1d w-res-3d";
    let mut s = retreat(ringed(INFANTRY).put(both, "1716"), both, &[]);
    s.say("retreat 1717", &[4, 4]);
    let lost = (s.p.steps(unit("w-2-1d")), s.p.steps(unit("w-res-3d")));
    assert_eq!(lost, (3, 2), "TQ 5 passes with 4 + 1, TQ 3 does not");
    assert!(s.told().contains("4 +1 = 5 against TQ 3, failed"), "{}", s.told());
}

/// A tank at 3010 on the double track with zones all around it.
fn tank(ring: bool) -> Scene {
    let s = field().put("w-tank", "3010").put("r-1-41d", "3009");
    if ring { s.put("r-2-41d", "3112").put("r-3-41d", "2912") } else { s }
}

#[test]
fn r8_5_1g_a_tank_is_lost_if_its_check_fails() {
    for (die, steps) in [(4, 1), (5, 0)] {
        let mut s = retreat(tank(true), "w-tank", &[]);
        s.say("retreat 3011", &[die]);
        assert_eq!(s.p.steps(unit("w-tank")), steps);
    }
}

#[test]
fn r9_2_1d_a_broken_down_tank_is_eliminated_instead() {
    let s = retreat(tank(false).with(|p| p.broken.insert(unit("w-tank"))), "w-tank", &[]);
    assert_eq!((s.hex_of("w-tank").as_str(), s.side()), ("Gone", None));
    let s = retreat(tank(false), "w-tank", &[]);
    assert_eq!(s.offers(), ["retreat 2911", "retreat 3011", "retreat 3111"]);
}

#[test]
fn r9_2_1a_a_tank_stays_near_the_railway_in_a_retreat_too() {
    // 2711 is two hexes from the track, 2611 three.
    let far = |at: &str| game().d.map.to_rail[usize::from(hex(at))];
    let s = field().put("w-tank", "2812").put("r-1-41d", "2811");
    let hexes = engine().flight_hexes(&s.p, units("w-tank"), FlightKind::Retreat);
    assert!(!hexes.is_empty() && hexes.iter().all(|h| game().d.map.to_rail[usize::from(h)] <= 2));
    assert!(far("2812") <= 2);
}

#[test]
fn r8_5_1h_trains_are_not_harmed_by_zones() {
    let s = retreat(tank(true).put("w-at-offitser", "3010"), "w-at-offitser", &[]);
    assert_eq!(s.hex_of("w-at-offitser"), "3111", "along the track, without a die");
}

/// 2/1D can only go to 1816, where others already are.
fn crowded(there: &str) -> Scene {
    driven_south().put("r-2-41d", "1617").put(there, "1816")
}

#[test]
fn r8_5_1i_whoever_finds_no_room_goes_one_hex_farther() {
    let mut s = retreat(crowded("w-off-2k w-1-2k w-2-2k"), "w-2-1d", &[]);
    assert_eq!(s.hex_of("w-2-1d"), "1816", "on the way");
    assert_eq!(s.offers(), ["retreat 1817", "retreat 1917"]);
    assert_eq!(s.refused("retreat 1916"), "8.5.1o");
    s.say("retreat 1817", &[]);
    assert_eq!(s.hex_of("w-2-1d"), "1817");
    assert!(s.p.flight.via[usize::from(unit("w-2-1d"))].is(hex("1816")));
    // Another hex without zones is better.
    let s = driven_south().put("w-off-2k w-1-2k w-2-2k", "1816");
    assert_eq!(retreat(s, "w-2-1d", &[]).refused("retreat 1816"), "8.5.1i");
    // Three units are as many as may be there, however small.
    let s = driven_south().put("w-cv-1k w-cv-2k w-cv-83s", "1816");
    assert_eq!(retreat(s, "w-2-1d", &[]).refused("retreat 1816"), "8.5.1i");
    // Ten points are no more than may be there.
    let s = retreat(crowded("w-off-2k w-1-2k"), "w-2-1d", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.side()), ("1816", None));
}

#[test]
fn r8_5_1j_a_stack_stays_together() {
    // The squadron alone would have room at 1816.
    let both = "w-2-1d w-cv-2k";
    let s = crowded("w-off-2k w-1-2k").put("w-cv-2k", "1716");
    let mut s = retreat(s, both, &[]);
    s.say("retreat 1917", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.hex_of("w-cv-2k").as_str()), ("1917", "1917"));
    let alone = crowded("w-off-2k w-1-2k").put("w-cv-2k", "1716");
    assert_eq!(retreat(alone, "w-cv-2k", &[]).hex_of("w-cv-2k"), "1816");
}

#[test]
fn r8_5_1k_the_map_is_left_only_if_it_must_be() {
    let s = retreat(field().put("w-2-1d", "1720").put("r-1-41d", "1719"), "w-2-1d", &[]);
    assert_eq!(s.offers(), ["retreat 1620", "retreat 1820"]);
    assert_eq!(s.refused("retreat off"), "8.5.1k");
    rules!("orel 7.5a");
    assert_eq!(retreat(driven_south(), "w-2-1d", &[]).refused("retreat off"), "8.5.1k");
}

/// 1720 at the south edge, with the enemy on both sides.
fn cornered(who: &str) -> Scene {
    field().put(who, "1720").put("r-1-41d", "1719").put("r-2-41d", "1619").put("r-3-41d", "1819")
}

#[test]
fn r7_5b_whoever_leaves_the_map_is_due_by_its_exit_hex() {
    let at = |s: &Scene, id: &str| {
        let u = unit(id);
        (s.p.units.at(u), game().d.map.name(s.p.hex(u).unwrap()), s.p.units.due(u))
    };
    let s = retreat(cornered("w-2-1d"), "w-2-1d", &[]);
    assert_eq!(at(&s, "w-2-1d"), (At::OffMap, "1720".to_string(), 4), "White moves next on turn 4");
    assert_eq!(s.p.mode(unit("w-2-1d")), Mode::March);
    let s = cornered("w-2-1d").ordered("w-2-1d", FlightKind::Rout, &[]);
    assert_eq!(at(&s, "w-2-1d"), (At::OffMap, "1720".to_string(), 5), "a turn later if Routed");
    // Red's movement of this turn is still to come while White is active.
    let north = |active: u8| {
        let s = Scene::empty(active, Phase::Over).put("r-2-7d", "1301").put("w-2-1d", "1302");
        retreat(s.put("w-3-1d", "1401").put("w-1-1d", "1201"), "r-2-7d", &[])
    };
    assert_eq!(at(&north(WHITE), "r-2-7d"), (At::OffMap, "1301".to_string(), 3));
    assert_eq!(at(&north(RED), "r-2-7d"), (At::OffMap, "1301".to_string(), 4));
}

#[test]
fn r10_1b_the_border_of_the_area_is_an_edge() {
    let pressed = || field().put("w-2-1d", "1015").put("r-1-41d", "1014").put("r-2-41d", "0917");
    let s = retreat(pressed(), "w-2-1d", &[]);
    assert_eq!(s.hex_of("w-2-1d"), "1116", "on the whole map");
    let brasovo = game().d.scenarios.iter().position(|s| s.id == "brasovo").unwrap() as u8;
    let s = retreat(pressed().with(|p| p.scenario = brasovo), "w-2-1d", &[]);
    assert_eq!((s.p.units.at(unit("w-2-1d")), s.p.hex(unit("w-2-1d"))), (At::OffMap, Some(hex("1015"))));
}

/// Where a unit left the map.
fn left_by(s: &Scene, id: &str) -> (At, String) {
    (s.p.units.at(unit(id)), game().d.map.name(s.p.hex(unit(id)).unwrap()))
}

#[test]
fn r8_5_1o_whoever_must_leave_the_map_leaves_it_by_the_own_edge() {
    // Every way of two hexes on the map leads through more zones; 3120 is at the friendly edge, 3218 and 3219 are at the neutral one.
    let s = field().put("w-2-1d", "3119").put("r-1-41d", "3118").put("r-2-41d", "3019");
    let s = s.put("r-3-41d", "3220").put("r-4-41d", "2917");
    let s = s.ordered("w-2-1d", FlightKind::Rout, &[1]);
    assert_eq!(left_by(&s, "w-2-1d"), (At::OffMap, "3120".to_string()));
    // The border of the area counts as the friendly edge where it leads nearer to it: at 1010 to the east, not at 0909 to the north.
    let brasovo = game().d.scenarios.iter().position(|s| s.id == "brasovo").unwrap() as u8;
    let s = field().put("w-2-2d", "0910").put("r-1-41d", "0911").put("r-2-41d", "0810");
    let s = s.put("r-3-41d", "0809").put("r-4-41d", "1009").with(|p| p.scenario = brasovo);
    let s = s.ordered("w-2-2d", FlightKind::Rout, &[1]);
    assert_eq!(left_by(&s, "w-2-2d"), (At::OffMap, "1010".to_string()));
}

#[test]
fn r7_4c_an_enemy_entry_zone_is_the_last_refuge() {
    let red = |extra: &[(&str, &str)]| {
        let s = Scene::empty(WHITE, Phase::Over).put("r-1-7d", "2919").put("w-2-1d", "2918");
        let s = extra.iter().fold(s, |s, (id, at)| s.put(id, at));
        retreat(s, "r-1-7d", &[])
    };
    let s = red(&[]);
    assert_eq!(s.hex_of("r-1-7d"), "2819", "3019 leads away from both Red edges, 2920 is White's entry zone");
    let s = red(&[("w-3-1d", "2719")]);
    assert_eq!(s.hex_of("r-1-7d"), "3019", "away, but neither a zone nor an entry zone");
    // The only hex outside White zones.
    let pressed = [("w-3-1d", "3119"), ("w-1-1d", "2719")];
    assert_eq!(red(&pressed).hex_of("r-1-7d"), "2920");
    // It gains nothing if it is in a zone as well.
    let s = red(&[pressed[0], pressed[1], ("w-1-83s", "3020")]);
    assert!(s.offered("retreat 2819") && !s.offered("retreat 2920"), "{:?}", s.offers());
}

#[test]
fn r8_5_1l_a_hex_under_attack_is_avoided() {
    let s = under_attack(driven_south().put("w-3-1d", "1717"), "1717", "r-3-41d");
    let s = retreat(s, "w-2-1d", &[]);
    assert_eq!(s.offers(), ["retreat 1616", "retreat 1816"]);
    assert_eq!(s.refused("retreat 1717"), "8.5.1l");
    // Once it is resolved it is a hex like others.
    let s = under_attack(driven_south().put("w-3-1d", "1717"), "1717", "r-3-41d");
    let s = retreat(s.with(|p| p.attacks[0].done = true), "w-2-1d", &[]);
    assert!(s.offered("retreat 1717"));
}

/// 2/1D has to flee to 3/1D at 1717, which is to be attacked.
fn guest(kind: FlightKind) -> Scene {
    let s = driven_south().put("r-2-41d", "1517").put("r-4-41d", "1917").put("w-3-1d w-art-3d", "1717");
    let s = under_attack(s.put("r-3-41d", "1718"), "1717", "r-3-41d");
    match kind {
        FlightKind::Rout => s.put("r-1-7d", "1818").put("r-2-7d", "1618").ordered("w-2-1d", kind, &[]),
        _ => retreat(s, "w-2-1d", &[]),
    }
}

#[test]
fn r8_5_1m_whoever_must_end_under_attack_is_no_part_of_that_combat() {
    let s = guest(FlightKind::Retreat);
    assert_eq!(s.hex_of("w-2-1d"), "1717");
    assert_eq!(engine().flight_guests(&s.p, hex("1717")), units("w-2-1d"));
    assert!(s.told().contains("takes no part"), "{}", s.told());
    // Guests do not keep the guns of the hex from going.
    let goes = |who: &str, kind| engine().flight_followers(&s.p, hex("1717"), WHITE, units(who), kind);
    assert_eq!(goes("w-3-1d", FlightKind::Rout), units("w-art-3d"));
    // With the player turn it is forgotten.
    let later = Position { turn: 4, ..s.p };
    assert!(engine().flight_guests(&later, hex("1717")).is_empty());
}

#[test]
fn r8_5_1n_guests_share_the_fate_of_their_hosts() {
    let mut s = guest(FlightKind::Retreat);
    let goes = engine().flight_followers(&s.p, hex("1717"), WHITE, units("w-3-1d"), FlightKind::Retreat);
    assert_eq!(goes, units("w-2-1d w-art-3d"), "they retreat with any defender who does");
    engine().flight_guests_lost(&mut s.p, hex("1717"), &mut s.events);
    s.go_on(&[]);
    assert_eq!(s.p.mode(unit("w-2-1d")), Mode::Routed, "if all are routed or gone, they rout");
    assert!(s.p.on_map(unit("w-2-1d")));
}

#[test]
fn r8_7_3b_a_routed_guest_surrenders_with_its_hosts() {
    let mut s = guest(FlightKind::Retreat).mode("w-2-1d", Mode::Routed);
    let goes = engine().flight_followers(&s.p, hex("1717"), WHITE, units("w-3-1d"), FlightKind::Retreat);
    assert!(goes.has(unit("w-2-1d")), "it retreats with those who retreat");
    engine().flight_guests_lost(&mut s.p, hex("1717"), &mut s.events);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.prisoners), ("Gone", [0, 3]));
}

#[test]
fn r8_5_1o_a_retreat_leads_toward_the_own_edge() {
    let s = retreat(field().put("w-2-1d", "1716"), "w-2-1d", &[]);
    assert_eq!(s.offers(), ["retreat 1616", "retreat 1717", "retreat 1816"]);
    assert_eq!(s.refused("retreat 1715"), "8.5.1o");
    let s = retreat(field().put("r-1-7d", "1716"), "r-1-7d", &[]);
    assert!(s.offered("retreat 1715") && !s.offered("retreat 1717"), "Red's is north and west");
    // East is nobody's edge.
    let s = retreat(field().put("w-2-1d", "3210").put("r-1-7d", "3209"), "w-2-1d", &[]);
    assert_eq!(s.offers(), ["retreat 3111", "retreat 3211"].map(String::from).to_vec());
}

#[test]
fn r8_5_1o_toward_an_edge_is_the_same_in_every_column() {
    for at in ["1613", "1713", "1714"] {
        let map = &game().d.map;
        let next = |d: u8| map.name(map.step(hex(at), d).unwrap());
        let offers = |id: &str| retreat(field().put(id, at), id, &[]).offers();
        let white: Vec<String> = [2, 3, 4].map(|d| format!("retreat {}", next(d))).to_vec();
        let red: Vec<String> = [0, 1, 4, 5].map(|d| format!("retreat {}", next(d))).to_vec();
        for (id, mut want) in [("w-2-1d", white), ("r-1-7d", red)] {
            let mut got = offers(id);
            got.sort();
            want.sort();
            assert_eq!(got, want, "{id} from {at}");
        }
    }
}

#[test]
fn r8_5_1p_all_go_to_one_hex_if_they_can() {
    let s = retreat(field().put("w-2-1d", "1416"), "w-2-1d", &[]);
    assert!(s.offered("retreat 1317"), "a wood is open to infantry");
    let s = retreat(field().put("w-2-1d w-ac-2d", "1416"), "w-2-1d w-ac-2d", &[]);
    assert_eq!(s.offers(), ["retreat 1417", "retreat 1517"]);
    assert_eq!(s.refused("retreat 1317"), "8.5.1p");
    let mut s = s;
    s.say("retreat 1417", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.hex_of("w-ac-2d").as_str()), ("1417", "1417"));
}

#[test]
fn r8_5_1p_weightier_priorities_part_them() {
    // Outside zones there is the wood alone, which the car cannot enter.
    let s = field().put("w-2-1d w-ac-2d", "1416").put("r-1-41d", "1415").put("r-2-41d", "1518");
    let mut s = retreat(s, "w-2-1d w-ac-2d", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.hex_of("w-ac-2d").as_str()), ("1317", "1416"));
    assert_eq!(s.offers(), ["retreat 1417", "retreat 1517"]);
    s.say("retreat 1517", &[]);
    assert_eq!((s.hex_of("w-ac-2d").as_str(), s.side()), ("1517", None));
    // Two cars that are left behind keep together.
    let all = "w-2-1d w-ac-2d w-ac-2k";
    let s = field().put(all, "1416").put("r-1-41d", "1415").put("r-2-41d", "1518");
    let mut s = retreat(s, all, &[]);
    assert_eq!(engine().flight_party(&s.p).unwrap().0, units("w-ac-2d w-ac-2k"));
    s.say("retreat 1517", &[]);
    assert_eq!((s.hex_of("w-ac-2d").as_str(), s.hex_of("w-ac-2k").as_str()), ("1517", "1517"));
    assert_eq!(s.side(), None, "they are asked once");
}

/// Enemies in every hex around 1716.
fn surrounded(who: &str) -> Scene {
    let red = ["r-1-41d", "r-2-41d", "r-3-41d", "r-4-41d", "r-1-7d", "r-2-7d"];
    let around = ["1715", "1815", "1816", "1717", "1616", "1615"];
    red.into_iter().zip(around).fold(field().put(who, "1716"), |s, (id, at)| s.put(id, at))
}

#[test]
fn r8_5_1q_without_a_way_units_are_routed_in_place() {
    let s = retreat(surrounded("w-2-1d w-ac-2d"), "w-2-1d w-ac-2d", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.mode(unit("w-2-1d"))), ("1716", Mode::Routed));
    assert_eq!(s.hex_of("w-ac-2d"), "1716", "the car stays with them");
    assert!(!engine().flight_possible(&s.p, units("w-2-1d"), FlightKind::Retreat));
    // A defender so routed is still to be fought with, an attacker is out of it.
    let fight = |who: usize| {
        let s = surrounded("w-2-1d").with(|p| {
            p.attacks[0].target = hex("1716");
            (p.attack_count, p.combat.attack, p.combat.hex) = (1, 0, hex("1716"));
            p.combat.units[who].insert(unit("w-2-1d"));
        });
        let p = retreat(s, "w-2-1d", &[]).p;
        (
            p.combat.units[who].has(unit("w-2-1d")),
            p.combat.routed.has(unit("w-2-1d")),
            p.combat.gone.is_empty(),
        )
    };
    assert_eq!(fight(DEFENDER), (true, true, true));
    assert_eq!(fight(ATTACKER), (false, true, true));
}

#[test]
fn r7_1_1i_the_centre_of_orel_is_no_refuge_for_its_suburbs() {
    for centre in [false, true] {
        let s = field().put("w-2-1d", "2705").put("r-1-41d", "2704").with(|p| p.centre = centre);
        let mut s = retreat(s, "w-2-1d", &[]);
        assert!(s.offers().iter().all(|o| o != "retreat 2705") && s.refused("retreat 2705") == "8.5.1a");
        s.say("retreat 2706", &[]);
        assert_eq!(s.hex_of("w-2-1d"), "2706");
    }
    // A unit that comes into an empty Orel is in the suburbs.
    let s =
        field().put("w-2-1d", "2704").put("r-1-41d", "2703").put("r-2-41d", "2904").put("r-3-41d", "2504");
    let s = retreat(s.with(|p| p.centre = true), "w-2-1d", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.centre), ("2705", false));
}

#[test]
fn r3_3b_depots_never_retreat() {
    let all = "w-2-1d w-cv4-1dr";
    let mut s = retreat(driven_south().put("w-cv4-1dr", "1716"), all, &[]);
    s.say("retreat 1717", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.hex_of("w-cv4-1dr").as_str()), ("1717", "1716"));
    rules!("orel 8.7.2h");
    let here = driven_south().put("w-cv4-1dr w-art-3d", "1716").p;
    let goes = engine().flight_followers(&here, hex("1716"), WHITE, units("w-2-1d"), FlightKind::Retreat);
    assert_eq!(goes, units("w-art-3d"));
}

#[test]
fn r10_2rn_the_46th_division_keeps_to_its_area_if_it_can() {
    // At 0416 the north is across the Nerussa.
    let s = Scene::empty(WHITE, Phase::Over).put("r-1-46d", "0417").put("w-2-1d", "0518");
    let inside = &game().d.confined[0].hexes;
    let hexes = engine().flight_hexes(&s.p, units("r-1-46d"), FlightKind::Retreat);
    assert!(!hexes.is_empty() && hexes.iter().all(|h| inside.has(h)));
    let s = Scene::empty(WHITE, Phase::Over).put("r-1-46d", "0416").put("w-2-1d", "0417");
    let s = retreat(s, "r-1-46d", &[]);
    assert!(s.side().is_none() || s.offers().iter().all(|o| inside.has(hex(&o[8..]))), "{:?}", s.offers());
}
