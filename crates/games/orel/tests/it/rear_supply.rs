//! The sequence of play (2), Depots (3), supply lines (8.2.2), railways (RU-11) and inactive formations.

use crate::scene::*;

/// The standing tests run.
fn settled(mut s: Scene) -> Scene {
    s.events.clear();
    engine().settle(&mut s.p, &mut s.events);
    s
}

fn quiet() -> Scene {
    Scene::empty(WHITE, Phase::Movement)
}

fn works(s: &Scene, id: &str) -> bool {
    s.p.functional.has(unit(id))
}

/// Half-points of a White supply line.
fn line(s: &Scene, class: Class, from: &str, to: &str) -> Option<u8> {
    engine().supply_line(&s.p, WHITE, class, hex(from), &Hexes::one(hex(to)), 40)
}

fn reach(s: &Scene, from: &str) -> Hexes {
    engine().supply_reach(&s.p, WHITE, Class::Infantry, hex(from), 10)
}

#[test]
fn every_depot_is_functional_at_the_start() {
    rules!("orel 2.1a", "orel 10.2c", "orel 3a");
    for id in ["historical", "hypothetical", "brasovo"] {
        let s = Scene::of(id);
        let mut kinds = [false; 2];
        for d in engine().depots_of(&s.p, WHITE).with(&engine().depots_of(&s.p, RED)).iter() {
            kinds[usize::from(engine().class(d) == Class::Convoy)] = true;
            assert!(s.p.functional.has(d), "{id}: {}", engine().id(d));
            assert_eq!(s.p.points[usize::from(d)], engine().depot_capacity(&s.p, d));
        }
        assert_eq!(kinds, [true; 2]);
        assert_eq!(s.p.rails, game().d.scenarios[usize::from(s.p.scenario)].rail_control, "{id}");
    }
    let s = Scene::of("historical");
    let line = |id: &str, to: &Hexes| {
        engine()
            .supply_line(&s.p, s.p.side(unit(id)), Class::Convoy, s.p.hex(unit(id)).unwrap(), to, 40)
            .map(|c| c / 2)
    };
    let rails = s.p.rear.linked;
    let special = &game().d.charts.depot.special;
    assert_eq!(line("r-cv4-9d", &special[1]), Some(2));
    for (id, mp) in [("r-cv4-14a", 7), ("r-cv3-let", 7), ("r-cv2-let", 9)] {
        assert_eq!(line(id, &rails[1]), Some(mp), "{id}");
    }
    for (id, mp) in [("w-cv2-1d", 1), ("w-cv4-1dr", 3), ("w-cv4-3dr", 2), ("w-cv3-83s", 4)] {
        assert_eq!(line(id, &rails[0]), Some(mp), "{id}");
    }
}

#[test]
fn r2a_r2_1_r2_2_two_player_turns_of_seven_phases() {
    rules!(
        "orel 2a",
        "orel 2.1a",
        "orel 2.1b",
        "orel 2.1c",
        "orel 2.1d",
        "orel 2.1e",
        "orel 2.1f",
        "orel 2.2"
    );
    let mut p = Scene::of("historical").p;
    (p.rules.events, p.phase, p.active) = (true, Phase::End, RED);
    let mut seen = Vec::new();
    // One phase after another, whatever it asks.
    for _ in 0..22 {
        p.play = Play::START;
        engine().next_phase(&mut p, &mut Given::new(vec![5, 1]), &mut Vec::new());
        seen.push((p.turn, p.active, p.phase));
    }
    use Phase::*;
    let combat = [Munitions, Barrage, Counterbattery, Support, Attacks];
    let phases = [&[Depots, Recruits, Command, Phase::Event, Movement], &combat[..], &[End]].concat();
    let turn = |side: u8| phases.iter().map(move |phase| (2, side, *phase));
    assert_eq!(seen, turn(WHITE).chain(turn(RED)).collect::<Vec<_>>());
    // Without the option there is no event phase, and the seventh of Red's ends the turn.
    (p.rules.events, p.phase, p.play) = (false, Phase::Command, Play::START);
    engine().next_phase(&mut p, &mut Given::new(vec![]), &mut Vec::new());
    assert_eq!(p.phase, Phase::Movement);
}

#[test]
fn r3_1a_points_let_units_in_range_fight_without_becoming_unsupplied() {
    let s = settled(quiet().put("w-cv4-1dr", "1219").put("w-1-1d", "1416").put("w-2-1d", "1512"));
    let convoy = unit("w-cv4-1dr");
    assert_eq!(s.p.points[usize::from(convoy)], 4);
    assert_eq!(engine().depots_in_range(&s.p, unit("w-1-1d")), Pieces::one(convoy));
    assert!(engine().in_supply(&s.p, unit("w-1-1d")) && !engine().in_supply(&s.p, unit("w-2-1d")));
    assert!(engine().depots_in_range(&s.p, unit("w-3-1d")).is_empty());
}

#[test]
fn r3_1b_the_double_track_doubles_what_a_railroad_depot_gives() {
    rules!("orel 10.3c");
    let capacity = |s: &Scene| engine().depot_capacity(&s.p, unit("w-rd5-1d"));
    // W15.
    let s = settled(quiet().put("w-rd5-1d w-off-2k", "2705"));
    assert_eq!(
        (capacity(&s), works(&s, "w-rd5-1d"), s.p.points[usize::from(unit("w-rd5-1d"))]),
        (10, true, 10)
    );
    let cut = settled(s.put("r-1-let", "3010"));
    assert_eq!(
        (capacity(&cut), works(&cut, "w-rd5-1d"), cut.p.points[usize::from(unit("w-rd5-1d"))]),
        (5, false, 5)
    );
    let free = settled(cut.with(|p| p.place(unit("r-1-let"), hex("1717"))));
    assert_eq!((capacity(&free), works(&free, "w-rd5-1d")), (10, true));
    // Another station, another line.
    let s = settled(quiet().put("w-rd5-1d", "3015"));
    assert_eq!(capacity(&s), 10);
    let s = settled(quiet().put("w-rd5-1d", "2814"));
    assert_eq!((capacity(&s), works(&s, "w-rd5-1d")), (5, true));
    // A Red Depot there, the railway north of it Red.
    let red = game().d.map.rails;
    let s = settled(quiet().put("r-rd5-14a r-1-let", "2705").with(|p| p.rails = [Hexes::EMPTY, red]));
    assert_eq!((engine().depot_capacity(&s.p, unit("r-rd5-14a")), works(&s, "r-rd5-14a")), (10, true));
    let s = Scene::of("hypothetical");
    assert_eq!((capacity(&s), s.p.points[usize::from(unit("w-cv2-1d"))]), (6, 4));
}

#[test]
fn r3_2aa_a_convoy_needs_a_railway_within_ten_mp() {
    let empty = settled(quiet());
    let linked = empty.p.rear.linked[0];
    let cost = |h: HexId| engine().supply_line(&empty.p, WHITE, Class::Convoy, h, &linked, 40);
    let special = game().d.charts.depot.special[0];
    let afar = |h: &HexId| special.iter().all(|s| game().d.map.distance(*h, s) > 3);
    let area = &game().d.scenarios[1].area;
    let found = |mp: u8| area.iter().filter(afar).find(|h| cost(*h) == Some(mp)).unwrap();
    for (mp, good) in [(20, true), (22, false)] {
        let s = settled(quiet().with(|p| p.place(unit("w-cv3-83s"), found(mp))));
        assert_eq!(works(&s, "w-cv3-83s"), good, "{mp}");
    }
    // The railway must lead to a friendly edge.
    let s = quiet().put("w-cv3-83s", "2712");
    assert!(works(&settled(s), "w-cv3-83s"));
    let s = quiet().put("w-cv3-83s", "2712").put("r-1-let", "2919");
    assert!(!works(&settled(s), "w-cv3-83s"));
}

#[test]
fn r3_2aa_the_line_enters_no_enemy_zone() {
    // Six Red regiments around the convoy, two hexes away.
    let ring = ["1715", "1916", "1918", "1719", "1518", "1516"];
    let red = ["r-1-let", "r-2-let", "r-3-let", "r-4-let", "r-5-let", "r-6-let"];
    let free = || quiet().put("w-cv3-83s", "1717").with(|p| p.rails = [game().d.map.rails, Hexes::EMPTY]);
    assert!(works(&settled(free()), "w-cv3-83s"));
    let shut = || red.iter().zip(ring).fold(free(), |s, (id, at)| s.put(id, at));
    assert!(!works(&settled(shut()), "w-cv3-83s"));
    // A single step has no zone.
    let weak = red.iter().fold(shut(), |s, id| s.steps(id, 1));
    assert!(works(&settled(weak), "w-cv3-83s"));
}

#[test]
fn r3_2ab_special_hexes_serve_convoys_within_three_mp() {
    rules!("orel 3.2Ac");
    let bare = || quiet().with(|p| p.rails = [Hexes::EMPTY; 2]);
    for (id, at, good) in [
        ("w-cv4-1dr", "1217", true),
        ("w-cv4-1dr", "1216", false),
        ("w-cv4-1dr", "2117", true),
        ("w-cv4-1dr", "2116", false),
        ("w-cv4-1dr", "0218", false),
        ("r-cv3-14a", "0319", true),
        ("r-cv3-14a", "0518", false),
        ("r-cv3-14a", "2704", true),
        ("r-cv3-14a", "1219", false),
    ] {
        assert_eq!(works(&settled(bare().put(id, at)), id), good, "{id} {at}");
    }
    // Three MP and not a half more, wherever the convoy stands.
    for (id, side, goals) in
        [("w-cv4-1dr", WHITE, ["1220", "2120"].map(hex)), ("r-cv3-14a", RED, ["0118", "2701"].map(hex))]
    {
        let goals: Hexes = goals.into_iter().collect();
        let mut just_out = 0;
        for at in all_hexes() {
            let s = bare().with(|p| p.place(unit(id), at));
            let s = settled(s);
            let line = |to: &Hexes, mp: u8| engine().supply_line(&s.p, side, Class::Convoy, at, to, mp);
            if line(&s.p.rear.linked[usize::from(side)], 20).is_some() {
                continue;
            }
            let mp = line(&goals, 40);
            assert_eq!(works(&s, id), mp.is_some_and(|mp| mp <= 6), "{id} {}", game().d.map.name(at));
            just_out += usize::from(mp.is_some_and(|mp| mp == 7 || mp == 8));
        }
        assert!(just_out > 3, "{just_out} hexes are a little too far");
    }
}

#[test]
fn r3_2ad_a_railroad_depot_works_on_a_linked_station_alone() {
    for (at, good) in [("0309", true), ("0308", false), ("1702", true), ("1701", false)] {
        assert_eq!(works(&settled(quiet().put("r-rd5-14a", at)), "r-rd5-14a"), good, "{at}");
    }
    let s = quiet().put("r-rd5-14a", "0309").put("w-1-2d", "0306");
    assert!(!works(&settled(s), "r-rd5-14a"));
    // A zone blocks as well, unless own troops stand there.
    let s = || quiet().put("r-rd5-14a", "0309").put("w-1-2d", "0107");
    assert!(works(&settled(s()), "r-rd5-14a"));
    let near = || quiet().put("r-rd5-14a", "0309").put("w-1-2d", "0206");
    assert!(!works(&settled(near()), "r-rd5-14a"));
    let held = near().put("r-1-let", "0306").put("r-2-let", "0307").put("r-3-let", "0305");
    assert!(works(&settled(held), "r-rd5-14a"));
}

#[test]
fn r3_2ba_a_depot_used_while_cut_off_is_unsupplied_when_the_combat_phase_ends() {
    let scene = |used: bool| {
        let s = Scene::empty(RED, Phase::End).put("w-cv4-1dr", "1515").put("w-cv3-83s", "1219");
        s.with(|p| {
            p.rails = [Hexes::EMPTY; 2];
            p.fire.used = if used { units("w-cv4-1dr w-cv3-83s") } else { Pieces::EMPTY };
        })
        .begin(&[])
    };
    let s = scene(true);
    assert!(s.p.unsupplied.has(unit("w-cv4-1dr")) && s.p.points[usize::from(unit("w-cv4-1dr"))] == 0);
    // The other one is functional, and is not so much as named.
    assert_eq!(s.told().matches("is Unsupplied").count(), 1);
    assert!(!s.p.unsupplied.has(unit("w-cv3-83s")));
    // One that could supply when the combat phase began has done no wrong, though it is cut off since.
    let s = Scene::empty(RED, Phase::End).put("w-cv4-1dr", "1515").with(|p| {
        p.rails = [Hexes::EMPTY; 2];
        (p.fire.used, p.rear.sound) = (units("w-cv4-1dr"), units("w-cv4-1dr"));
    });
    assert!(!s.begin(&[]).p.unsupplied.has(unit("w-cv4-1dr")));
    // One that was not used keeps what it has (RU-24).
    let s = scene(false);
    assert!(!s.p.unsupplied.has(unit("w-cv4-1dr")) && s.p.points[usize::from(unit("w-cv4-1dr"))] == 4);
}

#[test]
fn r3_2bb_an_unsupplied_depot_supplies_nobody() {
    let s = quiet().put("w-cv4-1dr w-1-1d", "1515").with(|p| p.rails = [Hexes::EMPTY; 2]);
    let mut s = settled(s);
    assert!(engine().in_supply(&s.p, unit("w-1-1d")));
    s.p.unsupplied.insert(unit("w-cv4-1dr"));
    assert!(!engine().in_supply(&s.p, unit("w-1-1d")));
    s.p.phase = Phase::Depots;
    let s = s.begin(&[]);
    assert_eq!(s.p.points[usize::from(unit("w-cv4-1dr"))], 0);
}

#[test]
fn r3_2bc_a_depot_revives_at_once_and_supplies_from_the_end_of_the_phase() {
    rules!("orel PN-a");
    let depot = unit("w-rd5-1d");
    let s = Scene::empty(RED, Phase::Movement).put("w-rd5-1d w-off-2k", "2705").put("r-1-let", "3010");
    let mut s = settled(s.with(|p| p.unsupplied.insert(depot)));
    assert!(!works(&s, "w-rd5-1d") && s.p.unsupplied.has(depot));
    // In the enemy's own movement phase the blockade ends.
    s.p.place(unit("r-1-let"), hex("2717"));
    let mut s = settled(s);
    assert!(works(&s, "w-rd5-1d") && !s.p.unsupplied.has(depot));
    assert!(s.told().contains("supplied again"));
    assert!(!engine().depot_serves(&s.p, depot) && !engine().in_supply(&s.p, unit("w-off-2k")));
    assert_eq!(s.p.points[usize::from(depot)], 0);
    let (mut dice, mut events) = (Given::new(vec![]), Vec::new());
    engine().next_phase(&mut s.p, &mut dice, &mut events);
    assert_eq!(s.p.phase, Phase::Munitions);
    assert!(engine().in_supply(&s.p, unit("w-off-2k")));
    assert_eq!(s.p.points[usize::from(depot)], 10);
}

#[test]
fn r3_3d_an_eliminated_depot_comes_again_at_an_own_edge() {
    for (active, owner, id, due) in [
        (WHITE, RED, "r-cv4-14a", 3),
        (RED, RED, "r-cv4-14a", 4),
        (RED, WHITE, "w-cv4-1dr", 4),
        (WHITE, WHITE, "w-cv4-1dr", 4),
    ] {
        let mut s = Scene::empty(active, Phase::Attacks).put(id, "1515");
        engine().eliminate(&mut s.p, unit(id), &mut s.events);
        assert_eq!(s.p.side(unit(id)), owner);
        assert_eq!((s.p.units.at(unit(id)), s.p.units.due(unit(id))), (At::Entry, due), "{active} {id}");
        // It has its points again when it comes in.
        let s = settled(s.put(id, "1219"));
        assert_eq!(s.p.points[usize::from(unit(id))], 4);
    }
}

#[test]
fn r1_2g_the_active_player_is_whose_turn_it_is() {
    for (side, other) in [(WHITE, RED), (RED, WHITE)] {
        let s = Scene::empty(side, Phase::Movement).put("w-1-1k", "1717").put("r-1-let", "1707").begin(&[]);
        assert_eq!((s.side(), s.p.reactive()), (Some(side), other));
        // The reactive player does nothing in the movement phase of the other.
        let (mine, theirs) = if side == WHITE { ("w-1-1k", "r-1-let") } else { ("r-1-let", "w-1-1k") };
        assert!(
            s.offers().iter().all(|o| !o.contains(theirs)) && s.offers().iter().any(|o| o.contains(mine))
        );
        let mut out = Vec::new();
        game().actions(&s.p, Side(other), &mut out);
        assert!(out.is_empty());
        // Recruit Points come to the active side alone.
        let mut s = Scene::empty(side, Phase::Recruits);
        engine().enter_phase(&mut s.p, &mut Given::new(vec![]), &mut s.events);
        assert!(s.p.recruits[usize::from(side)] > 0 && s.p.recruits[usize::from(other)] == 0);
    }
}

#[test]
fn r1_2q_a_zone_is_the_six_hexes_around() {
    let s = quiet().put("r-1-let", "1915");
    let zone: Hexes = all_hexes().filter(|h| engine().in_zone(&s.p, RED, *h)).collect();
    let around: Hexes = game().d.map.neighbours(hex("1915")).collect();
    assert_eq!((zone, zone.len()), (around, 6));
    assert!(!zone.has(hex("1915")), "its own hex is no part of it");
    assert!(all_hexes().all(|h| !engine().in_zone(&s.p, WHITE, h)));
}

#[test]
fn r1_2r_two_steps_in_a_hex_have_a_zone_and_one_has_none() {
    let zone = |s: Scene| engine().in_zone(&s.p, RED, hex("1916"));
    let of = |ids: &str| quiet().put(ids, "1915");
    assert!(zone(of("r-1-let").steps("r-1-let", 2)) && !zone(of("r-1-let").steps("r-1-let", 1)));
    // A unit of one printed step has none by itself, two together have one.
    assert!(!zone(of("r-cv-7d")) && !zone(of("r-cv-9d")) && zone(of("r-cv-7d r-cv-9d")));
    // Guns count, vehicles, Depots and Routed units do not.
    assert!(zone(of("r-cv-7d r-hart-tchkz")) && !zone(of("r-cv-7d r-ac-let r-cv3-let")));
    assert!(!zone(of("r-cv-7d r-1-let").mode("r-1-let", Mode::Routed)));
    // So a line runs past the single step.
    assert!(reach(&of("r-cv-7d"), "1917").has(hex("1916")));
    assert!(!reach(&of("r-cv-7d r-cv-9d"), "1917").has(hex("1916")));
}

#[test]
fn r8_2_2a_a_depot_reaches_five_mp_over_the_ground() {
    let s = settled(quiet());
    assert_eq!(game().d.charts.depot.range, 10);
    let reach = reach(&s, "1717");
    assert!(reach.has(hex("1717")) && reach.has(hex("2217")) && !reach.has(hex("2317")));
    assert_eq!(line(&s, Class::Infantry, "1117", "1017"), Some(4));
    assert_eq!(line(&s, Class::Cavalry, "1117", "1017"), Some(6));
    // A river, and the road over it.
    assert_eq!(line(&s, Class::Infantry, "2410", "2411"), Some(2));
    assert_eq!(line(&s, Class::Artillery, "2411", "2511"), Some(6));
    let near = settled(quiet().put("w-cv3-83s", "2217").put("w-1-83s", "1717").put("w-2-83s", "1617"));
    assert!(engine().in_supply(&near.p, unit("w-1-83s")) && !engine().in_supply(&near.p, unit("w-2-83s")));
}

#[test]
fn r8_2_2b_enemy_zones_cut_the_line_but_own_troops_cancel_them() {
    rules!("orel 1.2s", "orel 1.2t", "orel 1.2u");
    let s = || quiet().put("r-1-let", "1915");
    assert!(reach(&quiet(), "1917").has(hex("1916")) && !reach(&s(), "1917").has(hex("1916")));
    // A unit there cancels them, moved or not.
    let held = || s().put("w-1-83s", "1916").with(|p| p.march.moved.insert(unit("w-1-83s")));
    assert!(reach(&held(), "1917").has(hex("1916")));
    // One step is enough for that.
    for id in ["w-art-3d", "w-19dr", "w-cv-1k"] {
        assert!(reach(&s().put(id, "1916"), "1917").has(hex("1916")), "{id}");
    }
    // Routed units, vehicles and Depots do not.
    assert!(!reach(&held().mode("w-1-83s", Mode::Routed), "1917").has(hex("1916")));
    for id in ["w-tank", "w-cv3-83s", "w-ac-2d"] {
        assert!(!reach(&s().put(id, "1916"), "1917").has(hex("1916")), "{id}");
    }
    // Nor have they a zone, nor has a single step.
    assert!(reach(&s().mode("r-1-let", Mode::Routed), "1917").has(hex("1916")));
    assert!(reach(&s().steps("r-1-let", 1), "1917").has(hex("1916")));
    assert!(reach(&quiet().put("r-at-bolchevik r-cv3-let", "1915"), "1917").has(hex("1916")));
    // An enemy in the hex bars it in any case.
    assert!(!reach(&s().steps("r-1-let", 1), "1917").has(hex("1915")));
}

#[test]
fn r8_2_2c_zones_cost_nothing_on_the_line() {
    rules!("orel 8.2.2d");
    let s = quiet().put("r-1-let", "1915").put("w-1-83s", "1916").put("w-2-83s", "1815");
    assert_eq!(line(&s, Class::Infantry, "1916", "1917"), Some(2));
    // From zone to zone where own units stand.
    assert_eq!(line(&s, Class::Infantry, "1916", "1815"), Some(2));
    let s = quiet().put("r-1-let", "1915").put("w-1-83s", "1916");
    assert_eq!(line(&s, Class::Infantry, "1916", "1815"), None);
    // The same seen from the other end.
    for class in [Class::Infantry, Class::Cavalry, Class::HeavyArtillery, Class::ArmoredCar] {
        let goal = Hexes::one(hex("1919"));
        let field = engine().supply_field(&s.p, WHITE, class, &goal, 10);
        for h in game().d.scenarios[1].area.iter().filter(|h| !s.p.holds(RED, *h)) {
            let one = engine().supply_line(&s.p, WHITE, class, h, &goal, 10);
            assert_eq!(field.has(h), one.is_some(), "{}", game().d.map.name(h));
        }
    }
}

#[test]
fn railways_change_hands_when_they_are_linked_to_one_side_only() {
    // RU-11: a raid blocks the line, and it is White's again when the raiders have gone.
    let s = settled(quiet().put("w-off-2k", "2705").put("r-1-tchkz", "3010"));
    let here = hex("3010");
    assert!(s.p.rails[0].has(here) && !s.p.rear.linked[0].has(hex("2908")));
    let s = settled(s.with(|p| p.place(unit("r-1-tchkz"), hex("2710"))));
    assert!(s.p.rear.linked[0].has(hex("2908")));
    // Red takes Orel and blocks nothing else: the Tula line beyond is Red's.
    let s = settled(quiet().put("r-1-let", "2705").with(|p| p.orel = WHITE));
    assert!(s.p.rails[1].has(hex("2804")) && !s.p.rails[0].has(hex("2804")));
    assert!(s.p.rails[0].has(hex("2807")), "south of Orel nothing has changed");
    assert_eq!(s.p.orel, RED);
    assert!(s.told().contains("Red controls Orel"));
    // Guns and vehicles control no town.
    let s = settled(quiet().put("r-art-let r-ac-let", "2705").with(|p| p.orel = WHITE));
    assert_eq!(s.p.orel, WHITE);
    // In the small scenario a line that leaves the area belongs to the side that stands at the border.
    let s = settled(Scene::of("brasovo"));
    assert!(s.p.rear.linked[1].has(hex("0513")));
    let mut p = s.p;
    for id in ["r-at-bolchevik", "r-rd5-14a"] {
        p.take_off(unit(id), At::Gone, None, 0);
    }
    // A train is no garrison.
    let mut train = p;
    train.place(unit("w-at-doblest"), hex("0309"));
    let s = settled(Scene::at(train));
    assert!(s.p.rails[1].has(hex("0309")) && !s.p.rails[0].has(hex("0309")));
    p.place(unit("w-1-2d"), hex("0309"));
    let s = settled(Scene::at(p));
    assert!(s.p.rails[0].has(hex("0309")) && !s.p.rear.linked[1].has(hex("0513")));
}

fn awake(s: &Scene, formation: &str) -> bool {
    !s.p.sleeps(game().d.formation(formation).unwrap())
}

fn moved(id: &str, to: &str) -> Scene {
    settled(Scene::of("historical").with(|p| p.place(unit(id), hex(to))))
}

#[test]
fn r10_2rd_the_ninth_division_sleeps_until_it_is_attacked() {
    assert!(!awake(&moved("w-cv-2k", "2603"), "9d"), "that an enemy is near does not matter");
    let s = settled(Scene::of("historical").with(|p| p.fire.attacked.insert(unit("r-cv-9d"))));
    assert!(awake(&s, "9d") && s.told().contains("it is attacked"));
    assert!(engine().asleep(&Scene::of("historical").p, unit("r-cv4-9d")));
    let s = settled(Scene::of("historical").with(|p| p.fire.attacked.insert(unit("r-cv4-9d"))));
    assert!(awake(&s, "9d"), "its convoy belongs to it");
    for (turn, free) in [(4, false), (5, true)] {
        assert_eq!(awake(&settled(Scene::of("historical").with(|p| p.turn = turn)), "9d"), free);
    }
}

#[test]
fn r10_2rs_an_enemy_within_two_hexes_frees_the_whole_brigade() {
    let far = |a: &str, b: &str| game().d.map.distance(hex(a), hex(b));
    assert_eq!((far("1307", "1409"), far("1206", "1409")), (3, 4));
    assert_eq!(far("1410", "1510"), 1);
    assert!(!awake(&moved("w-cv-2k", "1206"), "let3"));
    assert_eq!(far("1308", "1409"), 2);
    let s = moved("w-cv-2k", "1308");
    assert!(awake(&s, "let3"));
    for id in ["r-7-let", "r-8-let", "r-9-let"] {
        assert!(!engine().asleep(&s.p, unit(id)));
    }
    for (turn, free) in [(2, false), (3, true)] {
        assert_eq!(awake(&settled(Scene::of("historical").with(|p| p.turn = turn)), "let3"), free);
    }
    // An attack that comes from nowhere near is not named.
    let s = settled(Scene::of("historical").with(|p| p.fire.attacked.insert(unit("r-7-let"))));
    assert!(!awake(&s, "let3"));
}

#[test]
fn r10_2wi_what_frees_the_kornilov_regiments() {
    // The 9th Division may come near, others may not.
    let s = moved("r-1-9d", "2702");
    assert!(!awake(&s, "1k"));
    let s = moved("r-cv-let", "2401");
    assert!(!awake(&s, "1k") && !awake(&s, "3k"));
    let s = moved("r-cv-let", "2602");
    assert!(awake(&s, "1k") && awake(&s, "3k"));
    let s = moved("r-cv-let", "3004");
    assert!(awake(&s, "1k") && !awake(&s, "3k"), "each regiment by itself");
    // Anybody near the double track frees both, the 9th Division too (RU-49).
    let s = moved("r-1-9d", "3108");
    assert!(awake(&s, "1k") && awake(&s, "3k") && s.told().contains("near the double track"));
    let s = settled(Scene::of("historical").with(|p| p.fire.attacked.insert(unit("w-1-3k"))));
    assert!(awake(&s, "3k") && !awake(&s, "1k"));
    for (turn, free) in [(4, false), (5, true)] {
        let s = settled(Scene::of("historical").with(|p| p.turn = turn));
        assert_eq!((awake(&s, "1k"), awake(&s, "3k")), (free, free));
    }
}

#[test]
fn r10_3a_forewarned_only_the_ninth_division_sleeps() {
    rules!("orel 10.3b");
    let s = Scene::of("hypothetical");
    assert_eq!(s.p.asleep, 1 << game().d.formation("9d").unwrap().0);
    for (turn, free) in [(5, false), (6, true)] {
        assert_eq!(awake(&settled(Scene::of("hypothetical").with(|p| p.turn = turn)), "9d"), free);
    }
    let s = settled(Scene::of("hypothetical").with(|p| p.fire.attacked.insert(unit("r-1-9d"))));
    assert!(awake(&s, "9d"));
}

#[test]
fn r3_1b_points_spent_in_the_combat_phase_do_not_come_back_when_the_line_is_cut() {
    let s = Scene::empty(WHITE, Phase::Attacks).put("w-rd5-1d w-off-2k", "2705");
    let mut s = settled(s);
    let depot = usize::from(unit("w-rd5-1d"));
    assert_eq!(s.p.points[depot], 10);
    s.p.points[depot] = 3;
    let s = settled(s.put("r-1-let", "3010"));
    assert!(!works(&s, "w-rd5-1d"));
    assert_eq!(s.p.points[depot], 3, "half of the capacity would be more than is left");
    // Before the combat phase the Depot has what it can have.
    let s = settled(Scene::empty(WHITE, Phase::Movement).put("w-rd5-1d w-off-2k", "2705"));
    let s = settled(s.put("r-1-let", "3010"));
    assert_eq!(s.p.points[depot], 5);
    let s = settled(s.with(|p| p.take_off(unit("r-1-let"), At::Gone, None, 0)));
    assert_eq!(s.p.points[depot], 10);
}
