//! The data files, and complaints about them.
use crate::common::*;
use sandtable_east::data::map::River;
use sandtable_east::data::params::SupplyRange;
use sandtable_east::standard::stacking;
use sandtable_tannenberg::data::{Arrival, FILES, GameData, Where};
use sandtable_tannenberg::position::{Position, flag, off};
use sandtable_testkit::{bad, bad_at};

#[test]
fn r2_4g_each_army_has_one_rating() {
    rules!("tannenberg 15/3.4", "tannenberg 15/6.11", "tannenberg 4.0c");
    let [de, ru] = &data().params.armies[..] else { panic!("two armies") };
    assert_eq!((de.tcr, ru.tcr, data().params.first), (1, 3, RU));
    assert_eq!((de.stack_limit, ru.stack_limit), (9, 9));
    assert_eq!((de.supply_range, ru.supply_range), (SupplyRange::Movement, SupplyRange::Hexes { hexes: 3 }));
    assert_eq!((de.rail_rate, ru.rail_rate), (30, 18));
    assert_eq!((de.capacity(15), ru.capacity(1), ru.capacity(5), ru.capacity(20)), (8, 6, 10, 12));
}

#[test]
fn r2_3_counters_are_complete() {
    rules!("tannenberg 2.31", "tannenberg 2.32", "tannenberg 2.33", "tannenberg 6.16");
    let d = data();
    assert_eq!(d.units.len(), 112);
    assert_eq!(d.units.iter().filter(|u| u.is_hq()).count(), 21);
    let iii = d.unit(id(d, "ru-iii"));
    assert_eq!((iii.front.attack, iii.front.defence, iii.steps, iii.sp), (5, 8, 4, 4));
}

#[test]
fn the_map_is_dense() {
    let d = data();
    assert_eq!((d.map.len(), d.map.lines.len(), d.map.forts.len(), d.map.towns.len()), (1020, 40, 18, 28));
    let vistula = d.map.step(hex(d, "1227"), hex(d, "1228")).unwrap();
    assert_eq!((vistula.river, vistula.segments().count()), (River::Major, 1));
    assert!(d.map.step(hex(d, "1213"), hex(d, "1214")).is_none(), "blocked");
    assert!(d.map.at(hex(d, "0117")).closed && d.map.at(hex(d, "0317")).trench);
    assert_eq!(d.map.distance(hex(d, "0613"), hex(d, "1820")), 13);
}

#[test]
fn r3_0a_the_campaign_stands_where_the_counters_say() {
    rules!("tannenberg 3.0b", "tannenberg 14.12", "tannenberg 22.1");
    let g = game();
    let campaign = g.scenarios.iter().find(|s| s.id == "campaign").unwrap();
    let of = |n: &str| campaign.postings.iter().find(|p| p.unit == id(data(), n)).unwrap();
    assert_eq!(of("de-1").place, Where::Hex(hex(data(), "0613")));
    let p = of("ru-3si");
    assert_eq!((&p.place, p.arrival, p.entrained), (&Where::Letter("N".into()), Arrival::Turn(7), true));
    for s in &g.scenarios {
        let mut p = Position::new(data());
        for posting in &s.postings {
            if let (Where::Hex(h), Arrival::Start) = (&posting.place, posting.arrival) {
                p.put(data(), posting.unit, *h);
            }
        }
        p.sound(data()).unwrap();
        for h in 0..data().map.len() {
            let over = [DE, RU].map(|side| stacking::excess(data(), &p, side, h));
            assert_eq!(over, [0, 0], "{}: {}", s.id, data().map.number(h));
            assert!(p.held(DE, h) == 0 || p.held(RU, h) == 0, "{}: {}", s.id, data().map.number(h));
        }
    }
}

#[test]
fn the_winter_battle_is_fought_on_ice() {
    let winter = GameData::for_scenario(&FILES, "winter").unwrap().data;
    let lake = (0..data().map.len()).find(|h| {
        let t = data().map.board.terrain(sandtable_board::Hex(*h));
        data().map.board.terrain_kind(t).name == "lake"
    });
    let lake = lake.unwrap();
    assert!(data().map.at(lake).closed && !winter.map.at(lake).closed);
    assert_eq!(winter.map.at(lake).cost, [2; 4]);
    assert!(winter.map.step(hex(data(), "1213"), hex(data(), "1214")).is_some());
    assert_eq!((winter.params.first, winter.params.armies[1].capacity(1)), (DE, 8));
}

#[test]
fn complaints_name_file_and_line() {
    DATA.faults(&[
        bad(
            "units.csv",
            "de-2,L2.9,de,DE,infantry,XX,",
            "de-2,L2.9,de,DE,infantry,XXX,",
            "4 SP and 4 Steps are wanted",
        ),
        bad("setup.csv", "campaign,de-1,hex,0613", "campaign,de-1,hex,9913", "hex 9913 is not on the board"),
        bad_at("tables.toml", "de = 30", "de = \"fast\"", "[family.rail_rate]", "invalid type"),
        bad("tables.toml", "hex = \"0520\", owner", "hex = \"0519\", owner", "koenigsberg"),
    ]);
}

#[test]
fn positions_are_written_and_read_again() {
    let d = data();
    let mut p = stand(d, &["de-1 0613", "ru-iii 0610", "hq-ru-r-1 0610"]);
    p.set(d, id(d, "de-1"), flag::ENTRAINED, true);
    p.lose(d, id(d, "ru-iii"), 3);
    p.lose_fort(d, 0, 4);
    p.sound(d).unwrap();
    let text = serde_json::to_string(&p).unwrap();
    let again: Position = serde_json::from_str(&text).unwrap();
    assert_eq!(again, p);
    p.lose(d, id(d, "ru-iii"), 1);
    assert_eq!(p.place(id(d, "ru-iii")), off::ELIMINATED);
    p.sound(d).unwrap();
    let mut other = again;
    other.lost[0] = 9;
    assert!(other.sound(d).is_err());
}

#[test]
fn the_exclusive_tables_fit_the_counters_and_the_map() {
    let (g, d) = (game(), data());
    let named = [&g.own.staff.hq, &g.own.integrity.cavalry_hq, &g.own.west_front.cavalry_hq];
    let more = [&g.own.west_front.exchange.out, &g.own.west_front.exchange.comes];
    for unit in named.into_iter().chain(more).chain(&g.own.army.separated) {
        assert!(d.named(unit).is_some(), "{unit}");
    }
    assert!(g.own.garrison.hexes.iter().all(|h| d.map.hex(&h.hex).is_some()));
    let banks: Vec<_> = g.own.fortress.places.iter().map(|b| &b.place).collect();
    assert_eq!(banks, d.map.forts.iter().map(|f| &f.place).collect::<Vec<_>>());
    assert_eq!((g.own.turns.campaign.len(), g.own.turns.winter.len()), (15, 6));
    for s in &g.scenarios {
        assert!(g.own.victory.levels.contains_key(&s.levels), "{}", s.id);
        let scores = s.scores.iter().filter(|x| *x != "towns");
        for event in scores {
            assert!(g.own.victory.events.iter().any(|e| e.id == *event), "{}: {event}", s.id);
        }
    }
    let known = sandtable_tannenberg::rules();
    for e in &g.own.victory.events {
        assert!(known.iter().any(|r| r.id == e.rule), "{}", e.rule);
    }
}

#[test]
fn r21_3_t32_levels_of_victory() {
    let levels = &game().own.victory.levels["campaign"];
    let read = |total| {
        let row = levels.level(total).unwrap();
        format!("{} {}", row.side, row.level)
    };
    let totals = [100, 99, 50, 49, 33, 32, 20, 19, 1, 0, -7].map(read);
    let want = [
        "ru strategic",
        "ru substantive",
        "ru substantive",
        "ru marginal",
        "ru marginal",
        "de marginal",
        "de marginal",
        "de substantive",
        "de substantive",
        "de strategic",
        "de strategic",
    ];
    assert_eq!(totals.to_vec(), want);
}
