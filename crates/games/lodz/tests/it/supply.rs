//! Supply (12), control of hexes, nights and victory, and what is chosen at set-up.

use crate::scene::*;
use sandtable_lodz::play::supply::lines::Ground;

/// Ground on which lines run in these hexes alone, with friends in some of them.
fn corridor(open: &str, friends: &str) -> Ground {
    let set = |list: &str| list.split_whitespace().map(hex).collect::<Hexes>();
    let all: Hexes = (0..HEXES as u16).map(HexId).collect();
    Ground { barred: all.without(&set(open)), ends: Hexes::EMPTY, friends: set(friends) }
}

/// Hexes of a list that supply of a nation reaches over such ground.
fn reached(p: &Position, side: u8, ground: &Ground, asked: &str) -> String {
    let nation = if side == DE { 0 } else { 2 };
    let hexes = engine().supply_reach(p, side, nation, false, ground);
    asked.split_whitespace().filter(|h| hexes.has(hex(h))).collect::<Vec<_>>().join(" ")
}

/// Clear country east of Warsaw without roads, behind the rail hex 4516: 1, 2, 3, 3, 4 and 5 MP from it.
const EAST: &str = "4516 4515 4514 4513 4413 4313 4213";

/// A German base feeds Germans there as the railway's exit feeds Russians.
fn east_scene(side: u8) -> Scene {
    Scene::empty("lodz", side, Phase::Supply).put("de-base-1", "4516")
}

#[test]
fn r12_23b_four_points_for_germans_two_for_russians() {
    rules!("lodz 12.21", "lodz 12.23c");
    let open = corridor(EAST, "");
    let p = east_scene(DE).p;
    assert_eq!(reached(&p, DE, &open, EAST), "4516 4515 4514 4513 4413 4313");
    assert_eq!(reached(&p, RU, &open, EAST), "4516 4515 4514");
    // A chain of adjacent hexes: a gap ends it.
    assert_eq!(reached(&p, DE, &corridor("4516 4514 4513", ""), EAST), "4516");
    // Infantry prices: forest costs 2.
    let wood = corridor("4516 4515 4514 4513 4512", "");
    assert!(engine().map(&p).has(hex("4512"), Feature::Forest));
    assert_eq!(reached(&p, DE, &wood, "4513 4512"), "4513");
    assert_eq!(reached(&p, RU, &corridor("4510 4511 4512", ""), "4511 4512"), "4511");
}

#[test]
fn r12_23c_a_small_river_costs_a_point_and_a_bridged_big_one_nothing_more() {
    let p = east_scene(DE).p;
    let map = engine().map(&p);
    // Off the road, over a small river: 2 for a clear hex.
    let plain = |h: &HexId| {
        !map.has(*h, Feature::Road) && !map.has(*h, Feature::Rail) && map.enter[usize::from(*h)] == 2
    };
    let mut seen = 0;
    for to in map.all().filter(plain) {
        for (d, from) in map.neighbours(to) {
            if map.river[usize::from(to)][usize::from(d)] != RIVER_SMALL || map.has(from, Feature::Closed) {
                continue;
            }
            let mut s = Scene::empty("lodz", DE, Phase::Supply);
            s.p.units.place(unit("ru-base-1"), from);
            s.p.rail.travelled[5] = Hexes::one(from);
            let mut ground = corridor("", "");
            ground.barred.remove(from);
            ground.barred.remove(to);
            let hexes = engine().supply_reach(&s.p, RU, 2, true, &ground);
            let home = map.country[usize::from(from)] == Country::Russia;
            assert_eq!(hexes.has(to), home, "{} {}", map.name(from), map.name(to));
            seen += 1;
        }
        if seen > 20 {
            break;
        }
    }
    assert!(seen > 20);
}

#[test]
fn r12_23a_roads_and_railways_cost_nothing() {
    let p = east_scene(RU).p;
    // Thirty hexes of railway, then two points off it.
    let map = engine().map(&p);
    let line: Hexes = map.all().filter(|h| map.has(*h, Feature::Rail)).collect();
    let mut ground = corridor("2017 2117", "");
    ground.barred = ground.barred.without(&line);
    let hexes = engine().supply_reach(&p, RU, 2, false, &ground);
    assert!(hexes.has(hex("2719")) && hexes.has(hex("1809")) && hexes.has(hex("1023")));
    // Entered free from whichever side (R41): off the rails into a road hex.
    assert!(map.has(hex("4312"), Feature::Road));
    assert_eq!(reached(&p, RU, &corridor("4516 4515 4514 4413 4312", ""), "4413 4312"), "");
    assert_eq!(reached(&p, RU, &corridor("4516 4416 4415 4414 4413 4412", ""), "4414 4413"), "4414");
    assert!(
        reached(&p, RU, &corridor("4510 4511 4411 4412 4413 4414", ""), "4412 4413 4414").starts_with("4412")
    );
}

#[test]
fn r12_28_and_28b_friends_prolong_a_line() {
    rules!("lodz 12.28", "lodz 12.28b");
    let p = east_scene(DE).p;
    // T25: A in 4515 is paid for, B beside it is free; over the gap to C it is paid again, D is free.
    let road = "4516 4515 4514 4413 4313 4213 4113";
    assert_eq!(reached(&p, DE, &corridor(road, ""), road), "4516 4515 4514 4413 4313");
    let friends = "4515 4514 4313 4213 4113";
    assert_eq!(reached(&p, DE, &corridor(road, friends), road), road);
    // Russians have 2: 1 into A, 1 into the gap, nothing for the step into C.
    assert_eq!(reached(&p, RU, &corridor(road, friends), road), "4516 4515 4514 4413");
    // The first of them is paid for, as is every step out of a friend's hex into an empty one.
    assert_eq!(
        reached(&p, RU, &corridor(road, "4515 4514 4413 4313"), road),
        "4516 4515 4514 4413 4313 4213"
    );
}

#[test]
fn r12_24b_no_line_through_an_enemy_zone_unless_a_friend_stands_there() {
    let s = east_scene(RU).put("de-1-37-inf", "4514").put("ru-hq-ewert", "4515");
    let ground = engine().supply_ground(&s.p, RU);
    assert!(ground.barred.has(hex("4513")) && ground.barred.has(hex("4414")));
    assert!(!ground.barred.has(hex("4515")) && ground.friends.has(hex("4515")));
    assert!(!ground.barred.has(hex("4516")), "two hexes off");
}

#[test]
fn r12_25a_artillery_has_a_zone_here() {
    let s = east_scene(RU).put("de-art-25", "4514");
    assert!(!engine().in_zone(&s.p, DE, hex("4513")), "but not elsewhere");
    assert!(engine().supply_ground(&s.p, RU).barred.has(hex("4513")));
    let s = east_scene(RU).put("de-hq-morgen", "4514");
    assert!(!engine().supply_ground(&s.p, RU).barred.has(hex("4513")), "headquarters have none");
}

#[test]
fn r12_25b_towns_act_as_units_without_a_zone() {
    let town = hex("2517");
    let held = |by: u8| {
        let s = east_scene(RU).put("de-1-37-inf", "2416").with(|p| p.holder[usize::from(town)] = by);
        engine().supply_ground(&s.p, RU)
    };
    // An own town cancels the zone and prolongs; one that nobody holds does not.
    assert!(!held(RU).barred.has(town) && held(RU).friends.has(town));
    assert!(held(2).barred.has(town) && !held(2).friends.has(town));
    // An enemy town bars the way unless a friend is there; its neighbours are free.
    let s = east_scene(RU).with(|p| p.holder[usize::from(town)] = DE);
    let ground = engine().supply_ground(&s.p, RU);
    assert!(ground.barred.has(town) && !ground.barred.has(hex("2518")));
    let s = s.put("ru-art-1", "2517");
    assert!(!engine().supply_ground(&s.p, RU).barred.has(town));
}

#[test]
fn r12_27_no_line_through_swamp_mountains_and_over_big_rivers() {
    let s = east_scene(RU);
    let map = engine().map(&s.p);
    let ground = engine().supply_ground(&s.p, RU);
    let mut seen = [0; 2];
    for h in map.all() {
        let wild = map.has(h, Feature::Swamp) || map.has(h, Feature::Mountain);
        let way = map.has(h, Feature::Road) || map.has(h, Feature::Rail);
        assert_eq!((ground.ends.has(h), ground.barred.has(h)), (wild && !way, false), "{}", map.name(h));
        seen[usize::from(way)] += usize::from(wild);
    }
    assert!(seen[0] > 3 && seen[1] > 3);
    // Warszawa: over the Vistula on the bridge, and not without it.
    let mut p = s.p;
    let direction = map.direction(hex("3514"), hex("3614")).unwrap();
    assert_eq!(map.river[usize::from(hex("3514"))][usize::from(direction)], RIVER_BIG);
    let rails = "4516 4416 4316 4216 4116 4015 3915 3815 3715 3614 3514 3714 3813 3716 3816";
    let line = corridor(rails, "");
    assert_eq!(reached(&p, RU, &line, "3614 3514"), "3614 3514");
    engine().set_bridge(&mut p, hex("3514"), direction, false);
    assert_eq!(reached(&p, RU, &line, "3614 3514"), "3614");
}

/// Russians along the railway to Brest, in a supply phase of theirs; their levels after it.
fn levels(s: Scene, ids: &[&str]) -> Vec<u8> {
    let s = s.begin(&[]);
    ids.iter().map(|id| s.p.units.level(unit(id))).collect()
}

#[test]
fn r15a_4_no_line_runs_through_the_hex_under_an_airship() {
    rules!("lodz 15A.4");
    // 4516 is the source. Germans leave no way to 4515 and 4514 but the hexes of the friends themselves.
    let ids = ["ru-1-26-inf", "ru-2-26-inf"];
    let ring =
        || east_scene(RU).put("de-1-37-inf", "4414").put("de-hq-morgen", "4513").put("de-hq-scholtz", "4413");
    let stacks = || ring().put(ids[0], "4515").put(ids[1], "4514");
    assert_eq!(levels(stacks(), &ids), [0, 0]);
    // A unit under it has a line that ends there (L56); those beyond have none.
    assert_eq!(levels(stacks().put("de-airship-1", "4515"), &ids), [0, 1]);
    assert_eq!(levels(stacks().put("de-airship-1", "4514"), &ids), [0, 0]);
    // Over the source nobody's line begins, but for those who are there.
    let s = stacks().put("ru-art-26-inf", "4516").put("de-airship-1", "4516");
    assert_eq!(levels(s, &["ru-art-26-inf", ids[0]]), [0, 1]);
    // An own airship bars nothing.
    let own =
        Scene::empty("november-11", DE, Phase::Supply).put("de-airship-1", "1405").put("de-1-37-inf", "1405");
    assert_eq!(levels(own, &["de-1-37-inf"]), [0]);
}

#[test]
fn r12_27_a_line_may_end_in_a_swamp_and_does_not_run_through() {
    // 1116 is roadless swamp, a hex from the west edge.
    let swamp = || Scene::empty("november-11", DE, Phase::Supply).put("de-1-37-inf", "1116");
    assert_eq!(levels(swamp(), &["de-1-37-inf"]), [0]);
    let map = engine().map(&swamp().p);
    let wild =
        |h: HexId| map.has(h, Feature::Swamp) && !map.has(h, Feature::Road) && !map.has(h, Feature::Rail);
    assert!(wild(hex("1116")));
    let ground = engine().supply_ground(&swamp().p, DE);
    assert!(ground.ends.has(hex("1116")) && ground.friends.has(hex("1116")));
}

#[test]
fn r12_24a_a_line_is_cut_by_any_enemy_unit() {
    // Four headquarters, which have no zone, stand in all hexes round 4514: no line comes through any of them.
    let ring = [
        ("de-hq-morgen", "4513"),
        ("de-hq-scheffer", "4413"),
        ("de-hq-woyrsch", "4414"),
        ("de-hq-scholtz", "4515"),
    ];
    let scene = |n: usize| {
        let s = Scene::empty("november-11", RU, Phase::Supply).put("ru-1-26-inf", "4514");
        ring[..n].iter().fold(s, |s, (id, at)| s.put(id, at))
    };
    assert_eq!(levels(scene(4), &["ru-1-26-inf"]), [1]);
    assert_eq!(levels(scene(3), &["ru-1-26-inf"]), [0], "by the hex that is free");
    // A train is no unit.
    assert_eq!(levels(scene(3).put("de-train-1", "4516"), &["ru-1-26-inf"]), [0]);
}

#[test]
fn r12_23d_russians_in_germany_live_on_their_bases() {
    let s = Scene::empty("lodz", RU, Phase::Supply).put("ru-1-26-inf", "1307");
    assert_eq!(engine().map(&s.p).country[usize::from(hex("1307"))], Country::Germany);
    assert!(!engine().supplied(&s.p, RU).has(unit("ru-1-26-inf")), "roads to the east edge do not serve");
    let fed = s.put("ru-base-1", "1406");
    assert!(engine().supplied(&fed.p, RU).has(unit("ru-1-26-inf")));
    // At home the edge serves.
    let home = Scene::empty("lodz", RU, Phase::Supply).put("ru-1-26-inf", "1407");
    assert!(engine().supplied(&home.p, RU).has(unit("ru-1-26-inf")));
    // In Masuria what is printed as a base is one (R92).
    let lyck = Scene::empty("masurian", RU, Phase::Supply).put("ru-1-26-inf", "4921");
    assert!(engine().supplied(&lyck.p, RU).has(unit("ru-1-26-inf")));
}

#[test]
fn r12_54a_rail_hexes_that_a_base_has_travelled_feed() {
    let base = |travelled: &str| {
        let s = Scene::empty("lodz", RU, Phase::Supply).put("ru-base-1", "4416");
        let slot = engine().bases().find(|(_, b)| *b == unit("ru-base-1")).unwrap().0;
        s.with(|p| p.rail.travelled[slot] = travelled.split_whitespace().map(hex).collect())
    };
    let line = corridor("4316 4315 4314", "");
    let reach = |s: Scene| engine().supply_reach(&s.p, RU, 2, true, &line);
    assert!(!reach(base("4416")).has(hex("4315")));
    assert!(reach(base("4416 4316")).has(hex("4315")));
    // A lost base takes its railways with it (R40).
    let mut s = base("4416 4316");
    engine().rail_overrun(&mut s.p, hex("4416"), DE, &mut s.events);
    assert!(!reach(s).has(hex("4315")));
}

#[test]
fn r12_54b_two_points_from_a_base_in_russia_one_abroad() {
    let reach = |base: &str, open: &str| {
        let s = Scene::empty("lodz", RU, Phase::Supply).put("ru-base-1", base);
        let hexes = engine().supply_reach(&s.p, RU, 2, true, &corridor(open, ""));
        open.split_whitespace().filter(|h| hexes.has(hex(h))).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(reach("4516", "4516 4515 4514 4513"), "4516 4515 4514");
    assert_eq!(reach("1206", "1206 1207 1208"), "1206 1207");
}

/// A Russian unit ringed by Germans.
fn pocket() -> Scene {
    Scene::empty("november-11", RU, Phase::Supply)
        .put("ru-1-26-inf", "4514")
        .put("de-1-37-inf", "4513")
        .put("de-2-37-inf", "4515")
        .put("de-1-41-inf", "4413")
        .put("de-2-41-inf", "4414")
}

#[test]
fn r12_26_only_units_that_a_line_reaches_are_in_supply() {
    let s = pocket();
    assert!(!engine().supplied(&s.p, RU).has(unit("ru-1-26-inf")));
    // A friend beside the ring does not help, one who opens it does.
    let open = s.put("ru-2-26-inf", "4516").with(|p| p.destroy(unit("de-2-37-inf")));
    let fed = engine().supplied(&open.p, RU);
    assert!(fed.has(unit("ru-2-26-inf")));
    assert!(!fed.has(unit("ru-1-26-inf")), "the hex between lies in German zones");
    let joined = open.put("ru-hq-ewert", "4515");
    assert!(engine().supplied(&joined.p, RU).has(unit("ru-1-26-inf")));
}

#[test]
fn r12_26_almost_everybody_starts_in_supply() {
    for scenario in ["november-11", "lodz", "ruzski", "masurian"] {
        let s = Scene::of(scenario);
        let mut out = Vec::new();
        for side in [DE, RU] {
            let fed = engine().supplied(&s.p, side);
            let cut = s.p.units.on_map_of(side).filter(|u| engine().kind(*u).is_unit() && !fed.has(*u));
            out.extend(cut.map(|u| engine().id(u).to_string()));
        }
        let expected: &[&str] = if scenario == "masurian" { &["ru-1-4-cav", "ru-2-4-cav"] } else { &[] };
        assert_eq!(out, expected, "{scenario}");
    }
}

#[test]
fn r12_31a_31b_and_32_markers() {
    rules!("lodz 12.31a", "lodz 12.31b", "lodz 12.32", "lodz 3.1.6");
    let level = |s: &Scene| s.p.units.level(unit("ru-1-26-inf"));
    let s = pocket().begin(&[]);
    assert_eq!(level(&s), 1);
    assert!(s.told().contains("is out of supply, level 1"));
    // At the next check one number higher, before the test.
    let s = pocket().with(|p| p.units.set_level(unit("ru-1-26-inf"), 1)).begin(&[5]);
    assert_eq!(level(&s), 2);
    // Relieved: the marker goes in the supply phase, however high.
    let free = Scene::empty("november-11", RU, Phase::Supply).put("ru-1-26-inf", "4514");
    let s = free.with(|p| p.units.set_level(unit("ru-1-26-inf"), 5)).begin(&[]);
    assert_eq!(level(&s), 0);
    assert_eq!(engine().strength(&s.p, unit("ru-1-26-inf")), 7);
    assert!(s.told().contains("is in supply again"));
    // The other side's units are not looked at.
    let s = pocket().with(|p| p.units.set_level(unit("de-1-37-inf"), 1)).begin(&[]);
    assert_eq!(s.p.units.level(unit("de-1-37-inf")), 1);
}

#[test]
fn surrender_is_tested_from_level_two() {
    rules!("lodz 12.33a", "lodz 12.33b", "lodz 12.33c", "lodz 12.33d");
    // T34. Level after the marker is placed, the roll, whether the unit is gone.
    for (before, roll, gone) in [(1, 1, true), (1, 2, false), (1, 6, false), (6, 5, true), (6, 6, false)] {
        let s = pocket().with(|p| p.units.set_level(unit("ru-1-26-inf"), before)).begin(&[roll]);
        assert_eq!(s.p.units.at(unit("ru-1-26-inf")) == At::Gone, gone, "{before} {roll}");
    }
    // Each unit for itself, by hex and then by list (R97).
    let two = || {
        let s = pocket().put("ru-art-26-inf", "4514");
        s.with(|p| ["ru-1-26-inf", "ru-art-26-inf"].iter().for_each(|u| p.units.set_level(unit(u), 3)))
    };
    let (first, second) = ("ru-1-26-inf", "ru-art-26-inf");
    let in_order = unit(first) < unit(second);
    let s = two().begin(&[1, 5]);
    assert_eq!(s.hex_of(if in_order { first } else { second }), "Gone");
    assert_eq!(s.hex_of(if in_order { second } else { first }), "4514");
    assert!(s.told().contains("cut off at level 4, rolls 1 and surrenders"));
}

#[test]
fn r12_41_to_43_half_strength_and_half_fire() {
    rules!("lodz 12.41", "lodz 12.42", "lodz 12.43");
    let s = pocket().put("de-5l-35-res", "1227").put("de-art-25", "1228");
    let strength = |p: &Position| engine().strength(p, unit("de-5l-35-res"));
    let fire = |p: &Position| {
        (engine().attack_fire(p, unit("de-art-25")), engine().defence_fire(p, unit("de-art-25")))
    };
    assert_eq!((strength(&s.p), fire(&s.p)), (5, (5, 3)));
    let s = s.with(|p| ["de-5l-35-res", "de-art-25"].iter().for_each(|u| p.units.set_level(unit(u), 1)));
    // T23, T24.
    assert_eq!((strength(&s.p), fire(&s.p)), (3, (3, 2)));
}

#[test]
fn r12_1_want_of_supply_slows_units() {
    let s = Scene::empty("november-11", DE, Phase::Movement).put("de-1-37-inf", "1010");
    assert_eq!(engine().march_allowance(&s.p, unit("de-1-37-inf")), 10);
    let s = s.with(|p| p.units.set_level(unit("de-1-37-inf"), 2));
    // Half of 5, rounded up (R37), and half the strength.
    assert_eq!(engine().march_allowance(&s.p, unit("de-1-37-inf")), 6);
    assert_eq!(engine().strength(&s.p, unit("de-1-37-inf")), 4);
}

#[test]
fn r3_1_12_the_other_side_is_checked_in_its_own_phase() {
    let s = Scene::empty("november-11", RU, Phase::Supply).with(|p| p.first = DE);
    let s = s.put("ru-1-26-inf", "4514").put("de-1-37-inf", "1010");
    let s = s.with(|p| p.units.set_level(unit("de-1-37-inf"), 1)).begin(&[]);
    // The day is over with player B's supply phase; player A begins the next.
    assert_eq!((s.p.day, s.p.phase, s.p.active), (4, Phase::Movement, DE));
    assert_eq!(s.p.units.level(unit("de-1-37-inf")), 1);
}

#[test]
fn r3_0c_a_new_day_begins_when_both_have_played() {
    rules!("lodz 3.0c", "lodz 3.1b");
    let s =
        Scene::empty("november-11", DE, Phase::Supply).put("ru-1-26-inf", "4514").put("de-1-37-inf", "1010");
    let s = s.begin(&[]);
    // Player A has ended; it is player B's turn of the same day.
    assert_eq!((s.p.day, s.p.phase, s.p.active), (3, Phase::Movement, RU));
}

// ---------------------------------------------------------------------------------------------- control and victory

fn held(s: &Scene, number: &str) -> u8 {
    s.p.holder[usize::from(hex(number))]
}

#[test]
fn r6_1_6_a_zone_gives_control() {
    let start = |p: &mut Position| p.holder[usize::from(hex("2517"))] = RU;
    let night = || Scene::empty("lodz", RU, Phase::Night).with(|p| p.day = 8).with(start);
    // The only side with a zone has it; with two it stays as it was; a unit in the hex has it.
    assert_eq!(held(&night().put("de-1-37-inf", "2416").begin(&[]), "2517"), DE);
    let both = night().put("de-1-37-inf", "2416").put("ru-1-26-inf", "2617");
    assert_eq!(held(&both.begin(&[]), "2517"), RU);
    let there = night().put("de-art-25", "2517").put("ru-1-26-inf", "2617");
    assert_eq!(held(&there.begin(&[]), "2517"), DE);
    // Guns and staffs have no zone, and nobody near leaves it as it was.
    assert_eq!(held(&night().put("de-art-25 de-hq-morgen", "2416").begin(&[]), "2517"), RU);
}

#[test]
fn towns_belong_to_the_nearest_unit_at_the_start() {
    // R49: Piotrków lies behind the Russians, Thorn behind the Germans; guns and staffs do not count.
    let s = Scene::of("november-11");
    assert_eq!((held(&s, "2326"), held(&s, "1405")), (RU, DE));
    assert_eq!((held(&s, "2121"), held(&s, "1007")), (RU, DE));
    // Hexes without a town belong to nobody.
    assert_eq!(held(&s, "4514"), 2);
}

#[test]
fn a_point_for_each_victory_hex_at_the_end_and_more_points_win() {
    rules!("lodz N11.2", "lodz LDZ.2", "lodz RUZ.2", "lodz MAZ.2");
    for (scenario, rule) in
        [("november-11", "N11.2"), ("lodz", "LDZ.2"), ("ruzski", "RUZ.2"), ("masurian", "MAZ.2")]
    {
        let of = engine().d.scenarios.iter().find(|s| s.id == scenario).unwrap();
        let ends = |germans: usize| {
            let give = |p: &mut Position| {
                p.day = of.days;
                for (n, v) in of.victory.iter().enumerate() {
                    p.holder[usize::from(v.hex)] = u8::from(n >= germans);
                }
            };
            Scene::empty(scenario, RU, Phase::Night).with(give).begin(&[])
        };
        let all = of.victory.len();
        let s = ends(all - 1);
        assert_eq!(s.p.scored, [all as u8 - 1, 1], "{scenario}");
        let over = |s: &Scene| match game().to_decide(&s.p) {
            Decision::Over(o) => (o.winner, o.rule),
            Decision::Decide { what, .. } => panic!("{what}"),
        };
        assert_eq!(over(&s), (Some(Side(DE)), rule));
        assert_eq!(over(&ends(1)), (Some(Side(RU)), rule));
        // Equal is a draw (R48).
        if all % 2 == 0 {
            assert_eq!(over(&ends(all / 2)).0, None);
        }
        assert_eq!(s.p.phase, Phase::Over);
    }
}

#[test]
fn no_points_before_the_last_day() {
    let s = Scene::empty("lodz", RU, Phase::Night).put("de-1-37-inf", "2517").begin(&[]);
    assert_eq!((s.p.scored, s.p.day), ([0, 0], 4));
}

#[test]
fn rn11_8_points_of_joined_scenarios_are_added() {
    // 17 November: the hexes of the first part, though Łódź is German too (R96).
    let s = Scene::empty("campaign", RU, Phase::Night)
        .with(|p| p.day = 7)
        .put("de-1-37-inf", "1834")
        .put("de-2-37-inf", "2121")
        .put("ru-1-26-inf", "2517")
        .begin(&[]);
    assert_eq!((s.p.scored, s.p.day, s.p.first), ([1, 1], 8, DE));
    // 25 November: those of the second are added.
    let s = s.with(|p| (p.day, p.phase, p.active) = (15, Phase::Night, RU));
    let s = s.with(|p| p.steps = Position::EMPTY.steps).begin(&[]);
    assert_eq!((s.p.scored, s.p.day), ([3, 2], 16));
    // The last part ends the game.
    let s = s.with(|p| (p.day, p.phase, p.active) = (26, Phase::Night, DE));
    let s = s.with(|p| p.steps = Position::EMPTY.steps).begin(&[]);
    // Its hexes are 1834 and both of Łódź, one by its zone, against Łowicz.
    assert_eq!(s.p.scored, [6, 3]);
    assert_eq!(s.asked(), ("N11.8", "victory"));
}

#[test]
fn rn11_7_initiative_and_supply_follow_the_part_whose_dates_run() {
    // R61: 25 November, day 15, belongs to the second part.
    let day = |day: u8| Scene::empty("campaign", DE, Phase::Movement).with(|p| p.day = day).p;
    assert_eq!([1, 7, 8, 15, 16, 26].map(|d| engine().initiative(&day(d))), [DE, DE, DE, DE, RU, RU]);
    assert_eq!([7, 8, 16].map(|d| engine().part(&day(d)).id.as_str()), ["november-11", "lodz", "ruzski"]);
    // Losses and points carry on: one position is played through.
    let p = Scene::of("campaign").p;
    assert_eq!(p.units, {
        let mut november = Scene::of("november-11").p.units;
        for r in engine().d.scenarios.iter().find(|s| s.id == "campaign").unwrap().setup.iter() {
            if november.at(r.unit) == At::Unused {
                let def = engine().def(r.unit);
                let rank = u8::from(def.kind.is_unit()) + u8::from(def.kind.is_line());
                november.muster(r.unit, def.side, def.cel - r.lost, rank);
                november.take_off(r.unit, At::Due);
            }
        }
        november
    });
}

#[test]
fn rn11_7_no_base_is_laid_out_in_a_town_that_the_enemy_holds() {
    // L2: nobody stands near, but the town is in the other side's hands.
    let s = Scene::empty("campaign", DE, Phase::Night).with(|p| {
        p.day = 15;
        for (place, by) in [("2321", DE), ("2915", DE), ("1423", RU)] {
            p.holder[usize::from(hex(place))] = by;
        }
    });
    let s = s.put("ru-base-5", "3010").begin(&[]);
    let laid: Vec<String> = s.told().lines().filter(|l| l.contains("laid out")).map(String::from).collect();
    assert_eq!(laid.len(), 4 + 2, "{laid:?}");
    let bases = |side: &str| (1..=5).map(|n| s.hex_of(&format!("{side}-base-{n}"))).collect::<Vec<_>>();
    assert_eq!(bases("de"), ["2015", "1833", "3204", "2007", "Gone"]);
    assert_eq!(bases("ru"), ["2534", "3410", "Gone", "Gone", "3010"]);
}

#[test]
fn rn11_7_bases_of_a_new_part_are_laid_out_where_no_enemy_is_near() {
    // L2: five German bases on 26 November, but for 2015, where a Russian has a zone. The Russian ones on the map stay.
    let s = Scene::empty("campaign", DE, Phase::Night)
        .with(|p| p.day = 15)
        .put("ru-base-1", "3010")
        .put("ru-1-26-inf", "2016")
        .begin(&[]);
    let at = |id: &str| s.hex_of(id);
    let german: Vec<String> = (1..=5).map(|n| at(&format!("de-base-{n}"))).collect();
    assert_eq!(german, ["1423", "1833", "3204", "2007", "Gone"]);
    let russian: Vec<String> = (1..=5).map(|n| at(&format!("ru-base-{n}"))).collect();
    assert_eq!(russian, ["3010", "2534", "2321", "2915", "3410"]);
}

// ---------------------------------------------------------------------------------------------- set-up

#[test]
fn rflg_3_a_unit_may_stand_beside_its_hex() {
    let mut s = Scene::of("november-11");
    assert_eq!(s.side(), Some(RU), "player B first");
    assert!(s.offered("shift ru-1-1-gren 2633") && s.offered("shift ru-1-1-gren 2732"));
    assert_eq!(s.refused("shift ru-1-1-gren 2532"), "FLG.3");
    assert_eq!(s.refused("shift ru-1-26-inf 1715"), "N11.1");
    assert_eq!(s.refused("shift de-hq-morgen 1209"), "N11.1");
    s.say("shift ru-1-1-gren 2633", &[]);
    assert_eq!(s.hex_of("ru-1-1-gren"), "2633");
    assert!(s.offered("shift ru-1-1-gren 2733"), "and back");
}

#[test]
fn rflg_3_not_onto_an_enemy() {
    let mut s = Scene::of("lodz");
    s.say("ready", &[]);
    // 2 CavDiv at 3005; Ussur CavBrig stands at 3007.
    assert!(s.offered("shift de-1-2-cav 3006"));
    s.p.units.place(unit("ru-1-26-inf"), hex("3006"));
    assert_eq!(s.refused("shift de-1-2-cav 3006"), "4.21");
}

#[test]
fn rn11_15_orders_of_artillery_are_chosen() {
    let mut s = Scene::of("november-11");
    assert_eq!(s.asked().0, "N11.15");
    assert!(!s.p.has(unit("ru-art-1"), Flag::Marching));
    s.say("order ru-art-1", &[]);
    assert!(s.p.has(unit("ru-art-1"), Flag::Marching));
    s.say("order ru-art-1", &[]);
    assert!(!s.p.has(unit("ru-art-1"), Flag::Marching));
    assert_eq!(s.refused("order ru-1-26-inf"), "N11.15");
    assert_eq!(s.refused("order de-art-25"), "N11.15");
    s.say("ready", &[]);
    assert_eq!(s.side(), Some(DE));
    assert!(s.offered("order de-art-25"));
    assert!(!s.offered("order de-art-i-17"), "not on the map yet");
}

#[test]
fn rn11_6_trains_are_placed_freely() {
    rules!("lodz 16.A");
    let mut s = Scene::of("november-11");
    assert_eq!(s.refused("place de-train-1 1405"), "N11.6", "they are the Germans'");
    s.say("ready", &[]);
    assert!(s.offered("place de-train-1 1405") && s.offered("place de-train-1 1007"));
    // Own towns and cities with a railway.
    assert_eq!(s.refused("place de-train-1 1206"), "N11.6");
    assert_eq!(s.refused("place de-train-1 2517"), "N11.6");
    assert_eq!(s.refused("place de-train-1 1907"), "N11.6");
    assert_eq!(
        s.refused("place de-train-2 1405"),
        "N11.6",
        "those that wait are alike: the first one comes first"
    );
    s.say("place de-train-1 1405", &[]);
    assert_eq!(s.hex_of("de-train-1"), "1405");
    assert!(!s.p.has(unit("de-train-1"), Flag::Loaded));
    assert_eq!(s.refused("place de-train-1 1007"), "N11.6", "it has its place");
    s.say("place de-train-2 1405", &[]);
    // Those that nobody places wait for the first day of a transport (16.A).
    s.say("ready", &[]);
    assert_eq!((s.hex_of("de-train-2"), s.hex_of("de-train-8")), ("1405".into(), "Pool".into()));
}

#[test]
fn set_up_refusals_cite_the_scenario_that_is_set_up() {
    rules!("lodz LDZ.1", "lodz RUZ.1", "lodz MAZ.1", "lodz FLG.3", "lodz 8.71");
    for (scenario, rule) in
        [("lodz", "LDZ.1"), ("ruzski", "RUZ.1"), ("masurian", "MAZ.1"), ("lodz-ruzski", "LDZ.1")]
    {
        let s = Scene::of(scenario);
        assert_eq!(s.asked().0, rule);
        let foe = if s.side() == Some(RU) { "de-art-25" } else { "ru-art-1" };
        assert_eq!(s.refused(&format!("order {foe}")), "8.71");
        assert_eq!(s.refused(&format!("shift {foe} 4516")), rule);
        let town = if scenario == "masurian" { "4922" } else { "1405" };
        assert_eq!(s.refused(&format!("place de-train-1 {town}")), "16.A", "{scenario} has no trains");
    }
    let mut s = Scene::of("lodz");
    s.say("ready", &[]);
    assert_eq!(s.refused("shift de-1-2-cav 3009"), "FLG.3");
}

#[test]
fn rn11_7_november_11_is_played_on_into_lodz_alone() {
    rules!("lodz N11.8");
    // 17 November ends the first part, 25 November the game; the points of both are added.
    let night = |day: u8| {
        Scene::empty("november-lodz", RU, Phase::Night)
            .with(|p| p.day = day)
            .put("de-1-37-inf", "1834")
            .put("ru-1-26-inf", "2517")
            .begin(&[])
    };
    let s = night(7);
    assert_eq!((s.p.scored, s.p.day, engine().part(&s.p).id.as_str()), ([1, 1], 8, "lodz"));
    let s = s
        .with(|p| (p.day, p.phase, p.active, p.steps) = (15, Phase::Night, RU, Position::EMPTY.steps))
        .begin(&[]);
    assert_eq!((s.p.scored, s.asked()), ([2, 2], ("N11.8", "draw")));
    // Łódź with Ruzski's Plan: on the ninth day the Russians begin.
    let s = Scene::empty("lodz-ruzski", RU, Phase::Night)
        .with(|p| p.day = 8)
        .put("ru-1-26-inf", "2517")
        .begin(&[]);
    assert_eq!((s.p.day, s.p.first, s.p.active, engine().part(&s.p).id.as_str()), (9, RU, RU, "ruzski"));
    assert!(s.p.on_map(unit("de-base-1")), "bases of the second part");
    let p = Scene::of("lodz-ruzski").p;
    assert_eq!(p.units.hex(unit("de-hq-scheffer")), Scene::of("lodz").p.units.hex(unit("de-hq-scheffer")));
}

#[test]
fn rn11_7_november_11_is_played_on_into_ruzskis_plan_without_lodz() {
    rules!("lodz N11.8", "lodz N11.11");
    // 17 November ends the first part; the next day is 25 November, and the Russians begin it.
    let s = Scene::empty("november-ruzski", RU, Phase::Night)
        .with(|p| p.day = 7)
        .put("de-1-37-inf", "1834")
        .put("ru-1-26-inf", "2517")
        .begin(&[]);
    assert_eq!((s.p.scored, s.p.day, s.p.first, s.p.active), ([1, 1], 8, RU, RU));
    assert_eq!(engine().part(&s.p).id, "ruzski");
    assert!(s.p.on_map(unit("de-base-1")), "bases of the second part");
    // Units in the second set-up alone come on that day; 4 CavDiv, which had to leave on the 20th, goes when the Germans move.
    let text = "scenario = november-ruzski\nday = 8\nside = ru\nphase = movement\nde-3-4-cav 1834\n";
    let mut s = Scene::by_hand(text);
    while s.asked().0.starts_with("REP") {
        s.say("enough", &[]);
    }
    assert!(s.offers().iter().any(|o| o.starts_with("ru-1-67-res 27")), "{:?}", s.asked());
    assert_eq!(s.p.units.cel(unit("ru-1-6-rif")), 1, "it has lost a level on the way");
    let text = text.replace("side = ru", "side = de");
    let s = Scene::by_hand(&text);
    assert!(!s.p.on_map(unit("de-3-4-cav")) && s.p.phase == Phase::Movement);
    let s = Scene::empty("november-ruzski", DE, Phase::Night)
        .with(|p| (p.day, p.scored) = (19, [3, 1]))
        .put("ru-1-26-inf", "2517")
        .begin(&[]);
    assert_eq!((s.p.phase, s.asked().0), (Phase::Over, "N11.8"));
}
