//! What is in the box (1, 2).

use super::scene::*;

fn defs() -> impl Iterator<Item = &'static UnitDef> {
    game().d.units.iter()
}

fn of(nation: Nation, kind: Kind) -> usize {
    defs().filter(|u| u.nation == nation && u.kind == kind).count()
}

#[test]
fn r1_0_infantry_and_cavalry_are_brigades_of_three_armies() {
    for nation in [Nation::DE, Nation::AH, Nation::RU] {
        assert!(of(nation, Kind::Infantry) > 0 && of(nation, Kind::Cavalry) > 0, "{nation:?}");
    }
    let line = defs().filter(|u| u.kind.is_line() && u.kind != Kind::Garrison);
    for u in line {
        assert!(["X", "III"].contains(&u.size.as_str()), "{}", u.id);
    }
}

#[test]
fn r2_1a_the_board_shows_every_kind_of_terrain() {
    let map = &game().d.maps[0];
    use Feature::*;
    for f in [Forest, City, Town, Swamp, Hills, Mountain, Wetland, Fortress, Rail, Road] {
        assert!(map.all().any(|h| map.has(h, f)), "{f:?}");
    }
    assert!(map.river.iter().flatten().any(|r| *r == RIVER_SMALL));
    assert!(map.river.iter().flatten().any(|r| *r == RIVER_BIG));
    let closed = |map: &Map| map.all().filter(|h| map.has(*h, Closed)).count();
    assert!(closed(&game().d.maps[1]) > 3, "the lakes of Masuria");
}

#[test]
fn r2_2a_a_counter_says_brigade_before_division() {
    let def = engine().def(unit("de-69-36-res"));
    assert_eq!((def.name.as_str(), def.brigade.as_str()), ("69/36 InfDivRes", "69"));
    assert_eq!(def.division, "36 InfDivRes");
    let split = defs().filter(|u| !u.brigade.is_empty() && !u.division.is_empty());
    for u in split {
        assert!(u.name.starts_with(&format!("{}/", u.brigade)), "{}: {}", u.id, u.name);
    }
}

#[test]
fn r2_2b_marks_of_size() {
    for u in defs() {
        assert!(["", "II", "III", "X", "XX"].contains(&u.size.as_str()), "{}", u.id);
    }
    assert_eq!(engine().def(unit("de-art-i-15")).size, "II");
    assert_eq!(engine().def(unit("ru-1-26-inf")).size, "X");
}

#[test]
fn r2_2c_one_strength_for_attack_and_defence() {
    for u in defs().filter(|u| u.kind.is_line()) {
        assert!(u.strength[2] > 0 && u.attack_fire == 0 && u.defence_fire == 0, "{}", u.id);
    }
}

#[test]
fn r2_2d_and_2_2e_only_artillery_has_fire_for_attack_and_for_defence() {
    rules!("lodz 2.2d", "lodz 2.2e");
    for u in defs() {
        let fires = u.kind == Kind::Artillery;
        assert_eq!((u.attack_fire > 0, u.defence_fire > 0), (fires, fires), "{}", u.id);
    }
}

#[test]
fn r2_2f_every_gun_reaches_two_hexes() {
    for u in defs() {
        assert_eq!(u.range, if u.kind == Kind::Artillery { 2 } else { 0 }, "{}", u.id);
    }
    assert_eq!(game().d.charts.artillery_range, 2);
}

#[test]
fn r2_2g_every_unit_has_movement_points_counted_in_halves() {
    for u in defs().filter(|u| u.kind.is_unit()) {
        assert!(u.mp >= 4 && u.mp % 2 == 0, "{}", u.id);
    }
    assert_eq!(engine().def(unit("de-hq-scheffer")).mp, 16);
}

#[test]
fn r2_2h_the_back_is_weaker_and_nothing_else() {
    for u in defs().filter(|u| u.kind.is_line()) {
        let [none, back, front] = u.strength;
        assert!(u.cel == 2 && none == 0 && 0 < back && back < front, "{}", u.id);
    }
}

#[test]
fn r2_2i_artillery_and_headquarters_have_one_level() {
    for u in defs().filter(|u| matches!(u.kind, Kind::Artillery | Kind::Hq)) {
        assert_eq!(u.cel, 1, "{}", u.id);
    }
}

#[test]
fn r2_2j_small_formations_are_counters_only_in_fortresses_and_heavy_guns() {
    for u in defs().filter(|u| u.size == "II") {
        assert_eq!(u.kind, Kind::Artillery, "{}", u.id);
    }
    let garrisons: Vec<_> = defs().filter(|u| u.kind == Kind::Garrison).collect();
    assert_eq!(garrisons.len(), 15);
    assert!(garrisons.iter().all(|u| u.size.is_empty() && u.strength[2] >= 4));
}

#[test]
fn r2_2k_kinds_of_counters() {
    // Every kind that the rulebook names for a side, and none for a side that has not got it.
    let kinds = |nation: Nation| {
        let all = [
            Kind::Hq,
            Kind::Artillery,
            Kind::Infantry,
            Kind::Cavalry,
            Kind::Landwehr,
            Kind::Landsturm,
            Kind::Garrison,
            Kind::Train,
        ];
        all.map(|kind| of(nation, kind) > 0)
    };
    assert_eq!(kinds(Nation::DE), [true; 8]);
    assert_eq!(kinds(Nation::RU), [true, true, true, true, false, false, true, false]);
    assert_eq!((of(Nation::DE, Kind::Train), of(Nation::RU, Kind::Train)), (8, 0));
    // Siberians are Russian rifle divisions. Each counter shows its branch on the table.
    assert!(defs().any(|u| u.nation == Nation::RU && u.division.contains("RifDiv")), "Siberians");
    let game = sandtable_lodz::Lodz::new().unwrap();
    let options = sandtable_core::Options::new();
    let p = sandtable_core::Game::start(
        &game,
        "november-11",
        &options,
        &mut sandtable_core::dice::Seeded::new(1),
    );
    let view = sandtable_core::Game::view(&game, &p.unwrap(), sandtable_core::view::Viewer::All);
    for (id, branch) in [
        ("de-hq-scheffer", "hq"),
        ("de-art-25", "artillery"),
        ("de-1-49-res", "infantry"),
        ("de-1-6-cav", "cavalry"),
        ("de-train-1", "train"),
        ("de-5l-35-res", "landwehr"),
        ("ru-hq-plehwe", "hq"),
        ("ru-1-50-inf", "infantry"),
        ("ru-1-6-cav", "cavalry"),
        ("ru-art-1", "artillery"),
    ] {
        let shown = view.counters.iter().find(|c| c.id == id).map(|c| c.branch);
        assert_eq!(shown, Some(branch), "{id}");
    }
    assert_eq!(defs().filter(|u| u.kind.is_unit()).count(), 363);
    assert_eq!(defs().count(), 363 + 8 + 1 + 10);
}
