//! Map, counters, markers and play aids (chapters 1 to 3, 15/2 and 23, and the counter sheet).
use crate::common::*;
use sandtable_east::data::pieces::{Kind, Level, Size, Unit};
use sandtable_east::standard::strength::{self, Attack};
use sandtable_east::standard::{command, rail, stacking};
use sandtable_tannenberg::data::{Arrival, FILES, GameData, Scenario, Where};
use sandtable_testkit::bad;
use std::collections::BTreeSet;

fn scenario(id: &str) -> &'static Scenario {
    game().scenarios.iter().find(|s| s.id == id).unwrap()
}

/// Where and when a unit comes in; none if a scenario does not use it.
fn posting(scenario_id: &str, unit: &str) -> Option<(Where, Arrival)> {
    let unit = id(data(), unit);
    let found = scenario(scenario_id).postings.iter().find(|p| p.unit == unit);
    found.map(|p| (p.place.clone(), p.arrival))
}

fn starts(scenario_id: &str, unit: &str) -> Option<String> {
    match posting(scenario_id, unit)? {
        (Where::Hex(h), Arrival::Start) => Some(data().map.number(h).to_string()),
        _ => None,
    }
}

fn tables() -> toml::Table {
    FILES.tables.parse().unwrap()
}

/// The units of a side that are no headquarters.
fn troops(side: u8) -> impl Iterator<Item = &'static Unit> {
    data().units.iter().filter(move |u| u.side == side && !u.is_hq())
}

fn hqs(side: u8) -> impl Iterator<Item = &'static Unit> {
    data().units.iter().filter(move |u| u.side == side && u.is_hq())
}

fn names<'a>(units: impl Iterator<Item = &'a Unit>) -> Vec<&'a str> {
    units.map(|u| u.name.as_str()).collect()
}

#[test]
fn r1_0_every_unit_and_every_player_is_of_one_of_two_sides() {
    let d = data();
    let armies: Vec<_> = d.params.armies.iter().map(|a| (a.id.as_str(), a.side)).collect();
    assert_eq!(armies, [("de", DE), ("ru", RU)]);
    assert!(d.units.iter().all(|u| u.side == d.params.armies[usize::from(u.army)].side));
    for s in &game().scenarios {
        for side in ["de", "ru"] {
            let team = s.players.iter().filter(|p| p.side == side).count();
            let want = if s.id == "three-player" && side == "ru" { 2 } else { 1 };
            assert_eq!(team, want, "{}: {side}", s.id);
        }
        let all = s.players.iter().filter(|p| ["de", "ru"].contains(&p.side.as_str())).count();
        assert_eq!((all, s.setup_order.len()), (s.players.len(), s.players.len()), "{}", s.id);
    }
}

#[test]
fn r2_1_the_map_has_a_grid_a_key_and_a_turn_track() {
    let d = data();
    let map = &d.map;
    // Thirty rows from the north, thirty-four columns from the east; even rows stand half a hex to the west.
    for (number, on) in
        [("0101", true), ("3034", true), ("0134", true), ("3101", false), ("0135", false), ("0001", false)]
    {
        assert_eq!(map.hex(number).is_some(), on, "{number}");
    }
    assert_eq!(map.len(), 34 * 30);
    let near = |n: &str| {
        let mut list: Vec<_> = map.steps(hex(d, n)).map(|s| map.number(s.to).to_string()).collect();
        list.sort();
        list
    };
    assert_eq!(near("0711"), ["0610", "0611", "0710", "0712", "0810", "0811"]);
    assert_eq!(near("0612"), ["0512", "0513", "0611", "0613", "0712", "0713"]);
    assert_eq!(near("0101"), ["0102", "0201"]);
    for kind in &map.board.parts().terrains {
        assert!(d.params.chart.row(&kind.name).is_some(), "{} is not in the key", kind.name);
    }
    for s in &game().scenarios {
        let track = if s.track == "winter" { &game().own.turns.winter } else { &game().own.turns.campaign };
        assert!(s.first_turn >= 1 && s.last_turn as usize <= track.len(), "{}", s.id);
        assert_eq!(s.id == "winter", s.track == "winter");
    }
}

#[test]
fn r2_2_the_play_aids_are_complete() {
    let (g, d) = (game(), data());
    let used: Vec<_> = d.params.chart.0.iter().map(|r| r.id.as_str()).collect();
    let listed = &tables()["family"]["terrain_letters"]["used"];
    assert_eq!(used, listed.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect::<Vec<_>>());
    assert_eq!(used.len(), 16);
    let crt = &d.params.crt;
    assert_eq!(crt.headers.each_ref().map(Vec::len), [8; 4]);
    assert_eq!((crt.rows.len(), crt.rows.iter().all(|r| r.len() == 8)), (8, true));
    // The game's own: points, levels, calls to the west front.
    assert_eq!((g.own.victory.events.len(), g.own.west_front.additions.len()), (12, 6));
    let charts: BTreeSet<_> = g.own.victory.levels.keys().map(String::as_str).collect();
    assert_eq!(charts, g.scenarios.iter().map(|s| s.levels.as_str()).collect());
    for levels in g.own.victory.levels.values() {
        let steps: Vec<_> = levels.rows.iter().map_while(|r| r.from).collect();
        assert_eq!(steps.len() + 1, levels.rows.len(), "only the last row is open");
        assert!(steps.is_sorted_by(|a, b| a > b));
    }
}

#[test]
fn r2_4a_attack_strength_counts_in_attack_alone() {
    rules!("tannenberg 2.4b");
    let plain = data();
    let pieces = ["ru-53 0711", "de-1 0710"];
    let count = |d: &sandtable_east::data::Data| {
        let p = stand(d, &pieces);
        let targets = [hex(d, "0710")];
        let attack = Attack { units: units(d, &["ru-53"]), heroes: units(d, &[]), targets: &targets };
        let own = strength::hex_defence(d, &p, RU, hex(d, "0711"));
        (strength::attack_total(d, &p, &attack), own, strength::defence_total(d, &p, DE, &targets))
    };
    assert_eq!(count(plain), (2, 3, 6));
    let mut d = plain.clone();
    d.units[id(plain, "ru-53").index()].front.attack = 9;
    d.units[id(plain, "de-1").index()].front.attack = 9;
    assert_eq!(count(&d), (9, 3, 6));
    let mut d = plain.clone();
    d.units[id(plain, "ru-53").index()].front.defence = 8;
    d.units[id(plain, "de-1").index()].front.defence = 7;
    assert_eq!(count(&d), (2, 8, 7));
}

#[test]
fn r2_4d_reinforcements_have_a_turn_and_a_place_off_the_map() {
    let d = data();
    for s in &game().scenarios {
        for p in &s.postings {
            let name = &d.unit(p.unit).id;
            let off = p.arrival != Arrival::Start;
            let placed = matches!(p.place, Where::Hex(_) | Where::Area(_));
            match (&p.place, p.arrival) {
                (Where::Letter(l), Arrival::Turn(t)) => {
                    assert!(l == "W" || d.map.exits.iter().any(|e| e.letter == *l), "{name}: {l}");
                    assert!((s.first_turn..=s.last_turn).contains(&t), "{}: {name}: {t}", s.id);
                }
                (Where::Letter(l), Arrival::AfterCall(t)) => assert!(l == "W" && t >= 4, "{name}"),
                (Where::Hex(_), Arrival::Turn(t)) => {
                    assert_eq!((s.id.as_str(), t), ("tannenberg", 4), "{name}")
                }
                (Where::InPlaceOf(_), Arrival::AfterCall(1)) => assert_eq!(name, "hq-de-hl-8"),
                _ => assert!(placed && !off, "{}: {name}", s.id),
            }
        }
    }
    assert_eq!(posting("campaign", "ru-54"), Some((Where::Letter("K".into()), Arrival::Turn(3))));
    assert_eq!(posting("campaign", "de-22"), Some((Where::Letter("W".into()), Arrival::AfterCall(4))));
}

#[test]
fn r2_5_ground_and_time_have_a_scale() {
    rules!("tannenberg 15/2.5");
    let scale = &tables()["family"]["scale"];
    let number = |key: &str| scale[key].as_float().unwrap();
    assert_eq!(scale["hours_per_turn"].as_integer(), Some(72));
    assert_eq!(
        (number("km_per_hex"), number("miles_per_hex"), number("versts_per_hex")),
        (12.87, 8.0, 12.06)
    );
    // The three agree with one another and with the drawn board.
    assert!((number("miles_per_hex") * 1.609_344 - number("km_per_hex")).abs() < 0.01);
    assert!((number("versts_per_hex") * 1.066_8 - number("km_per_hex")).abs() < 0.01);
    assert!((data().map.board.parts().km - number("km_per_hex")).abs() < 0.05);
    // Three days a turn: from 15 August to 28 September.
    let turns = &game().own.turns.campaign;
    let hours = scale["hours_per_turn"].as_integer().unwrap();
    assert_eq!(turns.len() as i64 * hours / 24, (31 - 14) + 28);
    assert!(turns[0].starts_with("15–17 August") && turns[14].ends_with("28 September"));
}

#[test]
fn r3_0c_scenarios_set_up_in_their_own_way() {
    assert_eq!(starts("campaign", "de-1").as_deref(), Some("0613"));
    assert_eq!(starts("three-player", "de-1").as_deref(), Some("0613"));
    assert_eq!(starts("tannenberg", "de-1").as_deref(), Some("1625"));
    assert_eq!(starts("winter", "de-1").as_deref(), Some("1414"));
    assert_eq!(posting("free", "de-1").unwrap().0, Where::Area("germany".into()));
    assert_eq!((posting("tannenberg", "de-22"), posting("winter", "ru-i")), (None, None), "not used");
    let read = GameData::for_scenario(&FILES, "tannenberg").unwrap();
    assert_eq!(read.data.params.last_turn, 6);
}

#[test]
fn r8_52b_a_scenario_may_start_units_reduced() {
    let lost = |s: &str, unit: &str| {
        let unit = id(data(), unit);
        scenario(s).postings.iter().find(|p| p.unit == unit).unwrap().lost
    };
    assert_eq!((lost("winter", "ru-xv"), lost("winter", "ru-ii"), lost("campaign", "ru-xv")), (2, 0, 0));
    for s in &game().scenarios {
        assert!(s.postings.iter().all(|p| p.lost < data().unit(p.unit).steps), "{}", s.id);
    }
}

#[test]
fn r15_2_3a_germans_belong_to_corps_and_russians_to_armies() {
    for u in troops(DE) {
        assert!(u.field_army.is_empty(), "{}", u.id);
        assert!(u.corps.is_empty() || hqs(DE).any(|h| h.corps == u.corps), "{}: {}", u.id, u.corps);
    }
    for u in troops(RU) {
        assert!(u.corps.is_empty() && hqs(RU).any(|h| h.field_army == u.field_army), "{}", u.id);
    }
    let of = |n: &str| data().unit(id(data(), n));
    assert_eq!((of("de-1").corps.as_str(), of("de-36r").corps.as_str()), ("1", "1R"));
    assert_eq!((of("ru-iii").field_army.as_str(), of("ru-xv").field_army.as_str()), ("1", "2"));
    assert!(troops(DE).filter(|u| u.kind == Kind::Cavalry).all(|u| u.corps.is_empty()));
}

#[test]
fn r15_2_3b_counters_without_a_code_are_for_the_winter() {
    let d = data();
    let rows = sheet(FILES.units);
    let winter: BTreeSet<_> = rows.iter().filter(|r| r["winter_only"] == "y").map(|r| &r["id"]).collect();
    assert_eq!(winter.len(), 20);
    assert!(!winter.contains(&"hq-de-hl-8".to_string()), "who comes by exchange");
    for u in &d.units {
        let plays = |s: &str| posting(s, &u.id).is_some();
        let only = winter.contains(&u.id);
        assert_eq!(plays("campaign"), !only, "{}", u.id);
        assert!(!only || (plays("winter") && !plays("free") && !plays("tannenberg")), "{}", u.id);
    }
}

#[test]
fn r15_2_3c_headquarters_have_their_level() {
    let level = |side, l: Level| names(hqs(side).filter(move |u| u.hq.as_ref().unwrap().level == l));
    assert_eq!(level(DE, Level::Army), ["vPr-8", "HL-8", "vB-8", "vE-10"]);
    assert_eq!(level(DE, Level::Staff), ["vH"]);
    assert_eq!((level(DE, Level::Corps).len(), level(RU, Level::Army).len()), (12, 4));
    for army in &data().params.armies {
        for u in hqs(army.side) {
            let l = u.hq.as_ref().unwrap().level;
            assert!(l == Level::Staff || army.hq_levels.contains(&l), "{}", u.id);
            assert_eq!(l == Level::Army, !u.field_army.is_empty(), "{}", u.id);
            assert_eq!(l == Level::Corps, !u.corps.is_empty(), "{}", u.id);
        }
    }
}

#[test]
fn r15_2_3d_headquarters_show_shift_strength_radius_and_combat() {
    rules!("tannenberg 10.11a");
    let d = data();
    let read = |n: &str, lost: u8| {
        let (u, f) = (d.unit(id(d, n)), d.unit(id(d, n)).hq_face(lost));
        let combat = if f.heroic { format!("{}H", f.combat) } else { format!("({})", f.combat) };
        format!("{}-{}-{} {combat} {}", f.shift, f.strength, f.radius, u.front.movement)
    };
    assert_eq!(
        (read("hq-de-vpr-8", 0), read("hq-de-vpr-8", 1)),
        ("1-32-4 (1) 8".into(), "1-17-2 (1) 8".into())
    );
    assert_eq!((read("hq-de-hl-8", 0), read("hq-de-vf-1", 0)), ("2-45-8 2H 8".into(), "2-7-1 3H 8".into()));
    assert_eq!((read("hq-ru-r-1", 0), read("hq-ru-s-2", 0)), ("2-27-3 (1) 8".into(), "1-24-3 (1) 8".into()));
    assert!(hqs(DE).chain(hqs(RU)).all(|u| (u.front.attack, u.front.defence, u.sp) == (0, 0, 0)));
    assert!(d.units.iter().all(|u| u.is_hq() == u.hq.is_some()));
}

#[test]
fn r15_2_3e_the_sample_counters_are_in_the_sheet() {
    let print = |u: &Unit| format!("{}-{}-{}", u.front.attack, u.front.defence, u.front.movement);
    let count =
        |kind, values: &str| data().units.iter().filter(|u| u.kind == kind && print(u) == values).count();
    assert_eq!(count(Kind::Infantry, "2-3-4"), 4 + 7);
    assert_eq!((count(Kind::Cavalry, "2-1-6"), count(Kind::Cavalry, "1-1-6")), (5 + 9, 3));
    assert_eq!(count(Kind::Artillery, "2-1-4"), 2);
    assert_eq!((count(Kind::Depot, "0-1-3"), count(Kind::Depot, "0-1-4")), (7, 2));
    let at: Vec<_> =
        data().units.iter().filter(|u| starts("campaign", &u.id).as_deref() == Some("2428")).collect();
    assert_eq!(at.len(), 1);
    assert_eq!((at[0].kind, print(at[0])), (Kind::Cavalry, "2-1-6".to_string()));
}

#[test]
fn the_sheet_has_two_hundred_counters() {
    rules!("tannenberg C.1", "tannenberg C.2", "tannenberg 15/2.32");
    let sides = [DE, RU].map(|s| data().units.iter().filter(|u| u.side == s).count());
    assert_eq!(sides, [63, 49]);
    let tables = tables();
    let markers = tables["markers"].as_table().unwrap();
    let count = |key: &str| markers[key].as_integer().unwrap();
    assert_eq!(
        [count("gruppe"), count("russian_control"), count("entrained"), count("out_of_command")],
        [21, 11, 15, 20]
    );
    assert_eq!(
        [count("corps_reduction"), count("fortress"), count("victory_points"), count("game_turn")],
        [10, 8, 2, 1]
    );
    assert_eq!(count("gruppe"), i64::from(game().own.hidden.gruppen), "the only number that limits play");
    let all: i64 = markers.values().filter_map(toml::Value::as_integer).sum();
    assert_eq!((all, all + 63 + 49), (88, 200));
    // Ten rows of twenty, the left and the right half with ten each; no two counters in one cell.
    let rows = sheet(FILES.units);
    let cells: BTreeSet<_> = rows
        .iter()
        .map(|r| {
            let (half, place) = r["cell"].split_at(1);
            let (row, column) = place.split_once('.').unwrap();
            let (row, column): (u8, u8) = (row.parse().unwrap(), column.parse().unwrap());
            assert!(["L", "R"].contains(&half) && (1..=10).contains(&row) && (1..=10).contains(&column));
            assert_eq!(half == "L", r["side"] == "de", "{}", r["id"]);
            (half, row, column)
        })
        .collect();
    assert_eq!(cells.len(), 112);
}

#[test]
fn r15_4_1_the_russian_moves_first() {
    for s in &game().scenarios {
        let first = GameData::for_scenario(&FILES, &s.id).unwrap().data.params.first;
        assert_eq!(first, if s.id == "winter" { DE } else { RU }, "{}", s.id);
    }
    assert_eq!(stand(data(), &[]).phasing, RU);
}

#[test]
fn r15_14_1a_all_reinforcements_come_by_train() {
    for s in &game().scenarios {
        for p in &s.postings {
            let comes = matches!(p.arrival, Arrival::Turn(_)) || matches!(p.place, Where::Letter(_));
            assert_eq!(p.entrained, comes, "{}: {}", s.id, data().unit(p.unit).id);
        }
    }
    assert!(data().params.armies.iter().all(|a| a.reinforcements_entrained));
}

/// The unit of a side by what is printed on it, but no headquarters.
fn printed(side: u8, name: &str) -> &'static Unit {
    let mut found = troops(side).filter(|u| u.name == name && u.kind == Kind::Infantry);
    found.next().unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn r23_1a_german_designations() {
    let read = |n: &str| {
        let u = printed(DE, n);
        (u.title.as_str(), u.size.unwrap())
    };
    assert_eq!(read("LZN"), ("Lötzen Garrison Brigade", Size::Brigade));
    assert_eq!(read("KB"), ("Königsberg Garrison", Size::Division));
    assert_eq!(read("KBR"), ("Königsberg Garrison Reserves", Size::Division));
    assert_eq!(read("VG"), ("Goltz Landwehr Division", Size::Division));
    assert_eq!(read("PO"), ("Posen Garrison", Size::Division));
    assert_eq!(read("KN"), ("Kaufmann Brigade", Size::Brigade));
    assert_eq!(read("GJ"), ("Guard Jäger", Size::Brigade));
    // Garrisons stand in the town that they are named for.
    let town = |place: &str| data().map.towns.iter().find(|t| t.place == place).unwrap().hex;
    for (unit, place) in [("de-lzn", "loetzen"), ("de-kb", "koenigsberg"), ("de-kbr", "koenigsberg")] {
        assert_eq!(posting("campaign", unit), Some((Where::Hex(town(place)), Arrival::Start)), "{unit}");
    }
    assert_eq!(printed(DE, "LZN").front.attack, 0, "it never leaves its walls to attack");
}

/// Checks that units carry a letter after their number if, and only if, their title has the word for it.
fn lettered(side: u8, kind: Kind, letters: &[(&str, &str)]) {
    for u in troops(side).filter(|u| u.kind == kind && u.name.starts_with(|c: char| c.is_ascii_digit())) {
        let mark = u.name.trim_start_matches(|c: char| c.is_ascii_digit());
        let mark = mark.split('/').next().unwrap();
        let found = letters.iter().find(|(l, _)| *l == mark);
        let words = found.unwrap_or_else(|| panic!("{}: {mark}", u.id)).1;
        assert!(words.split(' ').all(|w| u.title.contains(w)), "{}: {}", u.name, u.title);
        let all = ["Reserve", "Guard", "Landwehr", "Siberian", "Turkestan", "Finnish", "Rifle"];
        for other in all.into_iter().filter(|w| !words.contains(w) && mark != "SI") {
            assert!(!u.title.contains(other), "{}: {}", u.name, u.title);
        }
    }
}

#[test]
fn r23_1b_letters_of_german_types() {
    let infantry = [
        ("", "Infantry Division"),
        ("R", "Reserve Division"),
        ("G", "Guard"),
        ("GR", "Guard Reserve"),
        ("LW", "Landwehr"),
    ];
    lettered(DE, Kind::Infantry, &infantry);
    lettered(DE, Kind::Cavalry, &[("", "Cavalry Brigade"), ("CV", "Cavalry Division")]);
    assert_eq!(printed(DE, "E").title, "Ersatz Division");
    let rows = sheet(FILES.units);
    let of = |superior: &str| -> Vec<&str> {
        let here = rows.iter().filter(|r| r["superior"] == superior && r["side"] == "de");
        here.map(|r| r["kind"].as_str()).collect()
    };
    assert_eq!((of("1C"), of("8C")), (vec!["cavalry"; 3], vec!["cavalry"; 3]));
}

#[test]
fn r23_1c_letters_of_russian_types() {
    lettered(
        RU,
        Kind::Infantry,
        &[
            ("", "Infantry Division"),
            ("SI", "Siberian"),
            ("TU", "Turkestan"),
            ("F", "Finnish Rifle"),
            ("RF", "Rifle Brigade"),
            ("G", "Guard"),
        ],
    );
    lettered(
        RU,
        Kind::Cavalry,
        &[("", "Cavalry Division"), ("G", "Guard Cavalry"), ("CV", "Cavalry Brigade")],
    );
    assert_eq!(printed(RU, "FR").title, "Fortress Reserve Brigade");
    assert_eq!(troops(RU).filter(|u| u.name.ends_with("SI")).count(), 2);
}

/// Name of a headquarters, its commander and the formation that it leads.
fn leaders(side: u8, level: Level) -> Vec<(String, String, String)> {
    let rows = sheet(FILES.hqs);
    let mut out = Vec::new();
    for u in hqs(side).filter(|u| u.hq.as_ref().unwrap().level == level) {
        let row = rows.iter().find(|r| r["id"] == u.id).unwrap();
        assert_eq!(row["name"], u.name);
        // The number behind the stroke is that of the formation.
        let formation = if level == Level::Army { &u.field_army } else { &u.corps };
        assert_eq!(u.name.split_once('-').map_or("", |n| n.1), formation, "{}", u.id);
        out.push((u.name.clone(), row["commander"].clone(), formation.clone()));
    }
    out
}

fn led(side: u8, level: Level) -> Vec<String> {
    leaders(side, level).into_iter().map(|(n, c, f)| format!("{n} {c} {f}")).collect()
}

#[test]
fn r23_21a_russian_headquarters() {
    assert_eq!(
        led(RU, Level::Army),
        ["R-1 Rennenkampf 1", "S-2 Samsonov 2", "P-10 Pflug 10", "Si-10 Sievers 10"]
    );
    assert!(led(RU, Level::Corps).is_empty());
}

#[test]
fn r23_21b_german_army_headquarters() {
    assert_eq!(
        led(DE, Level::Army),
        [
            "vPr-8 Prittwitz 8",
            "HL-8 Hindenburg and Ludendorff 8",
            "vB-8 Otto von Below 8",
            "vE-10 Eichhorn 10"
        ]
    );
    assert_eq!(led(DE, Level::Staff), ["vH Hoffmann "]);
    assert_eq!(game().own.staff.hq, "hq-de-vh");
    assert!(!command::commands(data(), id(data(), "hq-de-vh")));
}

#[test]
fn r23_21c_german_corps_headquarters() {
    rules!("tannenberg 23.21d");
    let (first, second): (Vec<_>, Vec<_>) = leaders(DE, Level::Corps).into_iter().partition(|(n, ..)| {
        let unit = hqs(DE).find(|u| u.name == *n).unwrap();
        posting("campaign", &unit.id).is_some()
    });
    let short = |list: Vec<(String, String, String)>| -> Vec<String> {
        list.into_iter().map(|(n, c, f)| format!("{n} {c} {f}")).collect()
    };
    assert_eq!(
        short(first),
        [
            "vF-1 François 1",
            "vM-17 Mackensen 17",
            "vS-20 Scholtz 20",
            "vB-1R Otto von Below 1R",
            "vP-11 Plüskow 11",
            "vG-GR Gallwitz GR",
            "vFl-3C Frommel 3C"
        ]
    );
    assert_eq!(
        short(second),
        [
            "vLi-20 Litzmann 20",
            "vKo-1 Kosch 1",
            "vM-38 Marwitz 38",
            "vLa-39 Lauenstein 39",
            "FvB-21 Fritz von Below 21"
        ]
    );
}

#[test]
fn r2_32_size_marks_give_points_and_steps() {
    rules!("tannenberg 2.31", "tannenberg 2.33", "tannenberg 6.16");
    let d = data();
    let count = |size| troops(DE).chain(troops(RU)).filter(|u| u.size == Some(size)).count();
    assert_eq!(
        [Size::Regiment, Size::Brigade, Size::Division, Size::Corps].map(count),
        [0, 16 + 7, 28 + 2 + 25, 13]
    );
    let kinds = [Kind::Infantry, Kind::Cavalry, Kind::Artillery, Kind::Depot, Kind::Hq, Kind::Mountain];
    let of = |kind| d.units.iter().filter(|u| u.kind == kind).count();
    assert_eq!(kinds.map(of), [36 + 27, 8 + 9, 2, 2 + 7, 17 + 4, 0], "no mountain troops in this game");
    // A regiment of mountain troops would be read; an unknown mark or type is not.
    let line = "de-6lw,L5.6,de,DE,infantry,X,";
    let regiment = DATA.changed("units.csv", line, "de-6lw,L5.6,de,DE,mountain,III,");
    let unit = regiment.data.unit(id(d, "de-6lw")).clone();
    assert_eq!((unit.kind, unit.size, unit.sp, unit.steps), (Kind::Mountain, Some(Size::Regiment), 1, 1));
    DATA.faults(&[
        bad("units.csv", line, "de-6lw,L5.6,de,DE,infantry,XXXX,", "XXXX"),
        bad("units.csv", line, "de-6lw,L5.6,de,DE,airship,X,", "airship"),
        bad("units.csv", line, "de-6lw,L5.6,de,DE,infantry,XX,", "2 SP and 2 Steps are wanted"),
        bad("units.csv", line, "de-6lw,L5.6,de,DE,infantry,,", "a unit has a size mark"),
    ]);
    // Front and back, and points that do not fall with the Steps.
    let guard = d.unit(id(d, "de-3g"));
    let values = |lost| (guard.face(lost).attack, guard.face(lost).defence, guard.face(lost).movement);
    assert_eq!((values(0), values(1), values(2)), ((5, 6, 5), (3, 3, 5), (0, 0, 0)));
    let mut p = stand(d, &["de-3g 0711", "ru-iv 0605"]);
    for (who, steps, points) in [("de-3g", 1, 2), ("ru-iv", 3, 4)] {
        p.lose(d, id(d, who), steps);
        assert_eq!(stacking::points(d, units(d, &[who])), points);
        assert_eq!(rail::load(d, id(d, who)), points);
    }
}
