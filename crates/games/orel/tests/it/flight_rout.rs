//! Routs (8.7.3), who goes along (8.7.2, 8.8.2, 9h), vehicles (9).

use crate::scene::*;

fn field() -> Scene {
    Scene::empty(RED, Phase::Over)
}

fn rout(s: Scene, ids: &str, dice: &[u8]) -> Scene {
    s.ordered(ids, FlightKind::Rout, dice)
}

/// 1716 with an enemy to the north.
fn driven_south(who: &str) -> Scene {
    field().put(who, "1716").put("r-1-41d", "1715")
}

fn state(s: &Scene, id: &str) -> (String, Mode) {
    (s.hex_of(id), s.p.mode(unit(id)))
}

#[test]
fn r8_7_3a_a_rout_is_two_hexes_and_a_marker() {
    let mut s = rout(driven_south("w-2-1d"), "w-2-1d", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "8.7.3a"));
    assert_eq!(s.offers(), ["retreat 1616", "retreat 1717", "retreat 1816"]);
    s.say("retreat 1717", &[]);
    assert_eq!(s.offers(), ["retreat 1617", "retreat 1718", "retreat 1817"]);
    assert_eq!(s.refused("retreat 1816"), "8.7.3a", "that would be one hex from the start");
    s.say("retreat 1718", &[]);
    assert_eq!(state(&s, "w-2-1d"), ("1718".to_string(), Mode::Routed));
    assert!(s.p.flight.via[usize::from(unit("w-2-1d"))].is(hex("1717")), "the way of a pursuit");
    // The marker takes the place of March mode.
    let mut s = rout(driven_south("w-2-1d").mode("w-2-1d", Mode::March), "w-2-1d", &[]);
    s.say("retreat 1717", &[]).say("retreat 1817", &[]);
    assert_eq!(state(&s, "w-2-1d"), ("1817".to_string(), Mode::Routed));
}

#[test]
fn r8_7_3a_the_whole_way_is_weighed() {
    // Through 1616 all hexes behind lie in zones; through the others a way is free.
    let s = driven_south("w-2-1d").put("r-2-41d", "1416").put("r-3-41d", "1618");
    assert!(
        engine().flight_hexes(&s.p, units("w-2-1d"), FlightKind::Retreat).has(hex("1616")),
        "for one hex"
    );
    let hexes = engine().flight_hexes(&s.p, units("w-2-1d"), FlightKind::Rout);
    assert!(!hexes.has(hex("1616")) && hexes.has(hex("1717")) && hexes.has(hex("1816")), "{hexes:?}");
}

/// Enemies so that units at 1716 must rout through the zone at 1717 to their friends at 1718.
fn forced(who: &str, south: [&str; 2], dice: &[u8]) -> Scene {
    let s = driven_south(who).put(south[0], "1617").put(south[1], "1817");
    let s = s.put("r-3-7d", "1815").put("r-2-7d", "1615").put("w-3-1d", "1718");
    rout(s, who, dice)
}

const INFANTRY: [&str; 2] = ["r-2-41d", "r-3-41d"];
const CAVALRY: [&str; 2] = ["r-1-tchkz", "r-2-tchkz"];

#[test]
fn r8_7_3c_routed_cavalry_may_be_forced_into_infantry_zones() {
    let s = forced("w-19dr", INFANTRY, &[]);
    assert_eq!(state(&s, "w-19dr"), ("1718".to_string(), Mode::Routed));
}

#[test]
fn r8_7_3d_routed_cavalry_checks_in_cavalry_zones_or_surrenders() {
    let s = forced("w-19dr", CAVALRY, &[4]);
    assert_eq!((s.hex_of("w-19dr").as_str(), s.p.prisoners), ("1718", [0, 0]));
    let s = forced("w-19dr", CAVALRY, &[5]);
    assert_eq!((s.hex_of("w-19dr").as_str(), s.p.prisoners), ("Gone", [0, 2]));
}

#[test]
fn r8_7_3e_routed_infantry_and_guns_check_in_any_zone_or_surrender() {
    rules!("orel 4.1a");
    for south in [INFANTRY, CAVALRY] {
        for who in ["w-2-1d", "w-art-3d"] {
            let s = forced(who, south, &[4]);
            assert_eq!((s.hex_of(who).as_str(), s.p.prisoners), ("1718", [0, 0]));
            let s = forced(who, south, &[5]);
            assert_eq!((s.hex_of(who).as_str(), s.p.prisoners), ("Gone", [0, 3]));
            assert!(s.told().contains("5 +1 = 6 against TQ 5, failed"), "{}", s.told());
        }
    }
}

#[test]
fn r8_7_3f_vehicles_in_a_rout_check_as_in_a_retreat() {
    // The battalion passes, the car with its TQ of 6 does not: a step, not a surrender.
    let s = forced("w-2-1d w-ac-2d", CAVALRY, &[4, 6]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.hex_of("w-ac-2d").as_str()), ("1718", "Gone"));
    assert_eq!(s.p.prisoners, [0, 0]);
    let s = forced("w-2-1d w-ac-2d", INFANTRY, &[4]);
    assert_eq!(s.hex_of("w-ac-2d"), "1718", "no check in a zone of infantry");
}

/// Enemies around 1716 but for the hex to the south, and around that.
fn trapped(who: &str) -> Scene {
    let s = driven_south(who).put("r-2-41d", "1815").put("r-3-41d", "1816").put("r-4-41d", "1616");
    s.put("r-1-7d", "1615").put("r-2-7d", "1617").put("r-3-7d", "1718").put("r-1-9d", "1817")
}

#[test]
fn r8_7_3g_without_a_way_of_two_hexes_they_surrender() {
    rules!("orel 4.1a");
    let s = rout(trapped("w-2-1d"), "w-2-1d", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.prisoners, s.p.lost), ("Gone", [0, 3], [1, 0]));
    assert!(s.told().contains("the enemy leaves it no way"), "{}", s.told());
    // One hex is enough for a retreat.
    let s = trapped("w-2-1d").ordered("w-2-1d", FlightKind::Retreat, &[1]);
    assert_eq!(s.hex_of("w-2-1d"), "1717");
}

/// The combat that Red's attack from 1715 begins.
fn combat(s: &Scene) -> Combat {
    let attack = Attack { target: hex("1716"), prepared: true, attackers: units("r-1-41d"), ..Attack::NONE };
    engine().combat_of(&s.p, &Attack { defence: units("w-art-3d"), ..attack })
}

#[test]
fn r8_7_3h_a_routed_unit_fights_with_a_quarter_of_its_strength() {
    let strength = |s: &Scene| engine().side_strength(&s.p, &combat(s), DEFENDER, false);
    let s = driven_south("w-1-1d");
    assert_eq!(strength(&s), 7);
    assert_eq!(strength(&s.mode("w-1-1d", Mode::Routed)), 2, "7 / 4, rounded to the nearest");
}

#[test]
fn r8_7_3l_a_routed_unit_does_not_retreat_before_combat() {
    let s = driven_south("w-2-1d w-19dr");
    let who = |s: &Scene| engine().before_combat(&Position { combat: combat(s), ..s.p });
    assert_eq!((who(&s).freely, who(&s).checking), (units("w-19dr"), units("w-2-1d")));
    let s = s.mode("w-2-1d w-19dr", Mode::Routed);
    assert_eq!((who(&s).freely, who(&s).checking), (Pieces::EMPTY, Pieces::EMPTY));
}

#[test]
fn r8_7_3m_routed_guns_do_not_fire() {
    let s = driven_south("w-2-1d").put("w-art-3d", "1717");
    assert_eq!(combat(&s).support[DEFENDER], units("w-art-3d"));
    assert!(combat(&s.mode("w-art-3d", Mode::Routed)).support[DEFENDER].is_empty());
}

#[test]
fn r8_7_3i_a_routed_unit_has_no_zone() {
    let s = field().put("w-2-1d", "1716");
    assert!(engine().in_zone(&s.p, WHITE, hex("1717")));
    let s = s.mode("w-2-1d", Mode::Routed);
    assert!(!engine().in_zone(&s.p, WHITE, hex("1717")));
    // From the moment it breaks.
    let s = rout(driven_south("w-2-1d"), "w-2-1d", &[]);
    assert!(!engine().in_zone(&s.p, WHITE, hex("1715")));
}

#[test]
fn r8_7_3n_whoever_routs_again_surrenders() {
    rules!("orel 4.1a");
    let s = rout(driven_south("w-2-1d").mode("w-2-1d", Mode::Routed), "w-2-1d", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.prisoners), ("Gone", [0, 3]));
    // So does one that would be Routed where it stands.
    let all = trapped("w-2-1d").put("r-2-9d", "1717").mode("w-2-1d", Mode::Routed);
    let s = all.ordered("w-2-1d", FlightKind::Retreat, &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.p.prisoners), ("Gone", [0, 3]));
}

/// Who follows those who leave 1716.
fn follow(here: &str, leaving: &str, kind: FlightKind) -> Pieces {
    let s = field().put(here, "1716");
    engine().flight_followers(&s.p, hex("1716"), WHITE, units(leaving), kind)
}

const MIXED: &str = "w-2-1d w-3-1d w-art-3d w-ac-2d w-cv4-1dr";

#[test]
fn r8_7_2e_guns_retreat_if_all_units_of_their_stack_do() {
    assert!(follow(MIXED, "w-2-1d w-3-1d", FlightKind::Retreat).has(unit("w-art-3d")));
    assert!(follow(MIXED, "w-2-1d", FlightKind::Retreat).is_empty(), "one of them stays");
    assert!(follow(MIXED, "w-2-1d w-3-1d", FlightKind::GoodOrder).has(unit("w-art-3d")));
    assert!(follow(MIXED, "w-2-1d w-3-1d", FlightKind::Before).is_empty(), "there they may choose (8.5e)");
}

#[test]
fn r8_7_2f_guns_rout_if_all_units_of_their_stack_do() {
    let goes = follow(MIXED, "w-2-1d w-3-1d", FlightKind::Rout);
    assert_eq!(goes, units("w-art-3d w-ac-2d"));
    let s = driven_south("w-2-1d w-art-3d");
    let mut s = rout(s, "w-2-1d w-art-3d", &[]);
    s.say("retreat 1717", &[]).say("retreat 1718", &[]);
    assert_eq!(state(&s, "w-art-3d"), ("1718".to_string(), Mode::Routed));
}

#[test]
fn r8_7_2g_vehicles_go_as_far_as_the_combat_units_of_their_hex() {
    assert!(follow(MIXED, "w-2-1d w-3-1d", FlightKind::Retreat).has(unit("w-ac-2d")));
    assert!(follow(MIXED, "w-3-1d", FlightKind::Rout).is_empty());
    let mut s = driven_south("w-2-1d w-ac-2d").ordered("w-2-1d w-ac-2d", FlightKind::Retreat, &[]);
    s.say("retreat 1717", &[]);
    assert_eq!(state(&s, "w-ac-2d"), ("1717".to_string(), Mode::Combat));
    let mut s = rout(driven_south("w-2-1d w-ac-2d"), "w-2-1d w-ac-2d", &[]);
    s.say("retreat 1717", &[]).say("retreat 1718", &[]);
    assert_eq!(state(&s, "w-ac-2d"), ("1718".to_string(), Mode::Combat), "with no other effect");
}

#[test]
fn r9h_a_vehicle_shares_the_lot_of_its_hex() {
    // Guns alone are the units of the hex.
    assert_eq!(follow("w-art-3d w-ac-2d", "w-art-3d", FlightKind::Retreat), units("w-ac-2d"));
    assert!(follow("w-art-3d w-art-1k w-ac-2d", "w-art-3d", FlightKind::Retreat).is_empty(), "others stay");
    // All others are eliminated.
    let mut s = driven_south("w-ac-2d");
    engine().flight_abandoned(&mut s.p, hex("1716"), WHITE, false, &mut s.events);
    assert_eq!(s.hex_of("w-ac-2d"), "Gone");
    // A combat unit is still there.
    let mut s = driven_south("w-ac-2d w-2-1d");
    engine().flight_abandoned(&mut s.p, hex("1716"), WHITE, false, &mut s.events);
    assert_eq!(s.hex_of("w-ac-2d"), "1716");
}

fn abandoned(mut s: Scene, at: &str, surrendered: bool) -> Scene {
    engine().flight_abandoned(&mut s.p, hex(at), WHITE, surrendered, &mut s.events);
    s.go_on(&[]);
    game().sound(&s.p).unwrap();
    s
}

#[test]
fn r8_8_2i_guns_rout_when_all_combat_units_are_gone() {
    let mut s = abandoned(driven_south("w-art-3d w-ac-2d"), "1716", false);
    s.say("retreat 1717", &[]).say("retreat 1817", &[]);
    assert_eq!(state(&s, "w-art-3d"), ("1817".to_string(), Mode::Routed));
    assert_eq!(s.hex_of("w-ac-2d"), "1817");
}

#[test]
fn r8_8_2m_guns_surrender_with_all_others() {
    let s = abandoned(driven_south("w-art-3d"), "1716", true);
    assert_eq!((s.hex_of("w-art-3d").as_str(), s.p.prisoners), ("Gone", [0, 3]));
}

/// A train at 2404, the last White hex of the line to Bryansk.
fn train() -> Scene {
    field().put("w-at-offitser", "2404").put("r-1-41d", "2403")
}

#[test]
fn r9_1_2d_trains_retreat_along_the_track_or_are_captured() {
    let s = train().ordered("w-at-offitser", FlightKind::Retreat, &[]);
    assert_eq!(
        s.offers(),
        ["retreat 2305", "retreat 2505"],
        "both lead south, no matter who controls the track"
    );
    // By option only friendly track is open, or where a combat unit holds it (RU-12).
    let own = || train().with(|p| p.rules.rail_control = true);
    let s = own().ordered("w-at-offitser", FlightKind::Retreat, &[]);
    assert_eq!(s.hex_of("w-at-offitser"), "2505", "2305 is Red's");
    let s = own().put("w-2-1d", "2305").ordered("w-at-offitser", FlightKind::Retreat, &[]);
    assert_eq!(s.offers(), ["retreat 2305", "retreat 2505"]);
    let cut = || train().put("r-2-41d", "2505").put("r-4-41d", "2305");
    let s = cut().ordered("w-at-offitser", FlightKind::Retreat, &[]);
    assert_eq!((s.hex_of("w-at-offitser").as_str(), s.p.side(unit("w-at-offitser"))), ("2404", RED));
    rules!("orel 9d");
    // Before combat it waits for the side that advances; a Depot in its hex keeps it, too.
    for s in [
        cut().ordered("w-at-offitser", FlightKind::Before, &[]),
        cut().put("w-rd5-1d", "2404").ordered("w-at-offitser", FlightKind::Retreat, &[]),
    ] {
        assert_eq!((s.hex_of("w-at-offitser").as_str(), s.p.side(unit("w-at-offitser"))), ("2404", WHITE));
    }
    // It leaves the map by a friendly rail edge alone.
    let s = field().put("w-at-offitser", "0701").put("r-1-41d", "0702");
    let s = s.with(|p| p.rules.rail_control = true);
    let s = s.ordered("w-at-offitser", FlightKind::Retreat, &[]);
    assert_eq!((s.hex_of("w-at-offitser").as_str(), s.p.side(unit("w-at-offitser"))), ("0701", RED));
    // Trains do not catch one another.
    let s = field().put("w-at-offitser", "2404").put("r-at-lenine", "2305").put("r-at-avrora", "2505");
    let s = s.ordered("w-at-offitser", FlightKind::Retreat, &[]);
    assert_eq!(s.p.side(unit("w-at-offitser")), WHITE);
}

#[test]
fn r9_1_2e_a_train_in_contact_is_captured_and_others_go_two_hexes() {
    let s = field().put("w-at-kalita w-at-offitser", "2707").put("r-1-41d", "2706");
    let s = abandoned(s.with(|p| p.combat.contact.insert(unit("w-at-kalita"))), "2707", false);
    let kalita = unit("w-at-kalita");
    assert_eq!((s.hex_of("w-at-kalita").as_str(), s.p.side(kalita), s.p.steps(kalita)), ("2707", RED, 2));
    assert_eq!((s.hex_of("w-at-offitser").as_str(), s.p.side(unit("w-at-offitser"))), ("2908", WHITE));
}

#[test]
fn r9c_vehicles_before_combat_go_or_stay() {
    let mut s = driven_south("w-ac-2d").ordered("w-ac-2d", FlightKind::Before, &[]);
    s.say("retreat 1616", &[]);
    assert_eq!(state(&s, "w-ac-2d"), ("1616".to_string(), Mode::Combat));
    rules!("orel 9d");
    let s = trapped("w-ac-2d").put("r-2-9d", "1717").ordered("w-ac-2d", FlightKind::Before, &[]);
    assert_eq!((s.hex_of("w-ac-2d").as_str(), s.p.steps(unit("w-ac-2d"))), ("1716", 1));
    rules!("orel 8.2.3c");
    let dry = driven_south("w-ac-2d").with(|p| p.unsupplied.insert(unit("w-ac-2d")));
    let s = dry.ordered("w-ac-2d", FlightKind::Before, &[]);
    assert_eq!((s.hex_of("w-ac-2d").as_str(), s.side()), ("1716", None), "nobody is asked");
}

#[test]
fn several_orders_wait_for_one_another() {
    let mut s = driven_south("w-2-1d w-3-1d");
    engine().flight_order(&mut s.p, units("w-2-1d"), FlightKind::Retreat);
    engine().flight_order(&mut s.p, units("w-3-1d"), FlightKind::Rout);
    s.go_on(&[]);
    assert_eq!(engine().flight_party(&s.p).unwrap().0, units("w-3-1d"), "the last order comes first");
    s.say("retreat 1717", &[]).say("retreat 1718", &[]).say("retreat 1816", &[]);
    assert_eq!((s.hex_of("w-2-1d").as_str(), s.hex_of("w-3-1d").as_str(), s.side()), ("1816", "1718", None));
    assert_eq!(s.p.flight.count, 0);
    // One order for two hexes is two.
    let s = driven_south("w-2-1d").put("w-3-1d", "1516").put("r-2-41d", "1617").put("r-3-41d", "1515");
    let s = s.ordered("w-2-1d w-3-1d", FlightKind::Retreat, &[]);
    assert_eq!(
        (s.hex_of("w-2-1d").as_str(), s.hex_of("w-3-1d").as_str()),
        ("1816", "1416"),
        "{:?}",
        s.offers()
    );
}

#[test]
fn whoever_flees_is_out_of_what_it_had_declared() {
    let fighting = |p: &mut Position| {
        (p.combat.attack, p.combat.hex) = (0, hex("1716"));
        p.combat.units[DEFENDER] = units("w-2-1d");
        (p.attack_count, p.attacks[0].done, p.attacks[1].done) = (2, false, false);
        (p.attacks[0].target, p.attacks[1].target) = (hex("1716"), hex("1717"));
        p.attacks[1].defence = units("w-art-3d w-2-1d");
    };
    let s = driven_south("w-2-1d w-art-3d").marked("w-art-3d", Marker::Defence { attack: 1 });
    let mut s = s.with(fighting).ordered("w-2-1d w-art-3d", FlightKind::Retreat, &[]);
    s.say("retreat 1616", &[]);
    assert!(s.p.combat.units[DEFENDER].is_empty() && s.p.attacks[1].defence.is_empty());
    assert_eq!((s.p.combat.gone, s.p.marker(unit("w-art-3d"))), (units("w-2-1d w-art-3d"), Marker::None));
    // A retreat before combat is no flight that could be pursued.
    let mut s = driven_south("w-2-1d").with(fighting).ordered("w-2-1d", FlightKind::Before, &[]);
    s.say("retreat 1616", &[]);
    assert!(s.p.combat.units[DEFENDER].is_empty() && s.p.combat.gone.is_empty());
}

#[test]
fn whatever_is_offered_is_legal_and_nothing_else() {
    let (mut asked, mut out) = (0, Vec::new());
    for seed in 0..12 {
        let mut dice = Seeded::new(seed);
        let mut p = game().start("brasovo", &Options::new(), &mut dice).unwrap();
        while let Some(side) = game().to_decide(&p).side() {
            out.clear();
            game().actions(&p, side, &mut out);
            if let Some((party, at, _)) = engine().flight_party(&p) {
                asked += 1;
                assert!(out.len() > 1, "nobody is asked without a choice");
                for hex in all_hexes().chain([HexId(700)]).map(Destination::from).chain([OFF_MAP]) {
                    let go = Action::Flight(sandtable_orel::play::flight::FlightAction::Go { hex });
                    let offered = out.contains(&go);
                    assert_eq!(game().check(&p, side, &go).is_ok(), offered, "{party:?} {at:?} {hex:?}");
                }
            }
            let pick = usize::from(dice.roll(200)) * out.len() / 201;
            game().apply(&mut p, side, &out[pick], &mut dice, &mut Vec::new());
        }
        game().sound(&p).unwrap();
    }
    assert!(asked > 5, "{asked} retreats with a choice");
}

#[test]
fn r9_1_2e_a_depot_keeps_the_train_until_the_enemy_comes_in() {
    let s = field().put("w-at-kalita w-rd5-1d", "2707").put("r-1-41d", "2706");
    let s = abandoned(s.with(|p| p.combat.contact.insert(unit("w-at-kalita"))), "2707", false);
    assert_eq!((s.hex_of("w-at-kalita").as_str(), s.p.side(unit("w-at-kalita"))), ("2707", WHITE));
}

#[test]
fn r8_8_2i_those_who_fled_into_the_hex_do_not_keep_its_guns() {
    let s = driven_south("w-art-3d w-2-1d").with(|p| {
        p.flight.guests = units("w-2-1d");
        p.flight.guests_on = [p.turn, p.active];
    });
    let s = abandoned(s, "1716", false);
    assert_eq!((s.p.mode(unit("w-art-3d")), s.p.mode(unit("w-2-1d"))), (Mode::Routed, Mode::Combat));
}

#[test]
fn r8_5_1m_whoever_goes_on_is_no_guest_any_more() {
    let s = driven_south("w-2-1d").with(|p| {
        p.flight.guests = units("w-2-1d");
        p.flight.guests_on = [p.turn, p.active];
    });
    let mut s = s.ordered("w-2-1d", FlightKind::Retreat, &[]);
    s.say("retreat 1717", &[]);
    assert!(engine().flight_guests(&s.p, hex("1717")).is_empty());
}

#[test]
fn r8_4f_guns_that_have_fired_keep_their_marker_in_flight() {
    let s = driven_south("w-art-3d").marked("w-art-3d", Marker::Barrage);
    let mut s = s.ordered("w-art-3d", FlightKind::Retreat, &[]);
    s.say("retreat 1717", &[]);
    assert_eq!(s.p.marker(unit("w-art-3d")), Marker::Barrage);
}

#[test]
fn r8_7_2g_a_train_that_must_part_from_the_routed_goes_no_farther_than_they() {
    // The next hex of the track is full, so the battalion leaves the track after a hex, and the train runs on by itself.
    let map = &game().d.map;
    let next = map.neighbours(hex("2505")).find(|h| map.joined_by_rail(hex("2505"), *h) && *h != hex("2404"));
    let s = train().put("w-2-1d", "2404").put("w-off-2k w-1-2k w-2-2k", &map.name(next.unwrap()));
    let mut s = rout(s, "w-2-1d w-at-offitser", &[]);
    while let Some(to) = s.offers().first().cloned() {
        let by_rail = "retreat 2505".to_string();
        s.say(if s.offered(&by_rail) { &by_rail } else { &to }, &[]);
    }
    let gone = |id: &str| engine().far(&s.p, unit(id), hex("2404"));
    assert_eq!((gone("w-2-1d"), gone("w-at-offitser")), (2, 2));
    assert_ne!(s.hex_of("w-2-1d"), s.hex_of("w-at-offitser"));
}
