//! Who stands where, and who arrives when.

use super::{D, DATA, SCENARIOS, SETUP, hex, unit};
use sandtable_core::dice::Seeded;
use sandtable_core::{Game, Options};
use sandtable_orel::Orel;
use sandtable_orel::data::{Class, Scenario, Where};
use sandtable_orel::position::UnitId;
use std::collections::BTreeMap;

fn scenario(id: &str) -> &'static Scenario {
    D.scenarios.iter().find(|s| s.id == id).unwrap_or_else(|| panic!("no scenario {id}"))
}

/// Every unit of a scenario with its place: `3002`, `1811!` out of command, `5:tula`, `2:estonian-1` with 1 MP less,
/// `3:barbovitch+` with the others, `pool`.
fn places(id: &str) -> BTreeMap<&'static str, String> {
    let place = |at: Where, ooc: bool| match at {
        Where::Hex(h) => format!("{}{}", D.map.name(h), if ooc { "!" } else { "" }),
        Where::Pool => "pool".to_string(),
        Where::Entry { turn, zone, less, together } => {
            let less = if less > 0 { format!("-{}", less / 2) } else { String::new() };
            let together = if together { "+" } else { "" };
            format!("{turn}:{}{less}{together}", D.zones[usize::from(zone)].id)
        }
    };
    let setup = scenario(id).setup.iter();
    setup.map(|s| (D.units[usize::from(s.unit)].id.as_str(), place(s.at, s.ooc))).collect()
}

/// The historical scenario has these units there: `unit unit place, unit place`.
fn stand(list: &str) {
    let all = places("historical");
    for group in list.split(',') {
        let words: Vec<&str> = group.split_whitespace().collect();
        let (place, units) = words.split_last().unwrap();
        for u in units {
            assert_eq!(all.get(u).map(String::as_str), Some(*place), "{u}");
        }
    }
}

fn class(id: &str) -> Class {
    D.units[usize::from(unit(id))].class
}

fn zone(id: &str) -> String {
    let zone = D.zones.iter().find(|z| z.id == id).unwrap_or_else(|| panic!("no zone {id}"));
    zone.hexes.iter().map(|h| D.map.name(h)).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_starts_as_the_set_up_says() {
    let game = crate::scene::game();
    for s in &D.scenarios {
        let p = game.start(&s.id, &Options::new(), &mut Seeded::new(1)).unwrap();
        for row in &s.setup {
            if let Where::Hex(h) = row.at {
                assert_eq!(p.hex(row.unit), Some(h), "{} {}", s.id, D.units[usize::from(row.unit)].id);
                assert_eq!(p.steps(row.unit), D.units[usize::from(row.unit)].steps);
            } else {
                assert!(!p.on_map(row.unit));
            }
        }
    }
    // In Brasovo the Red train at Navlya is linked with its edge over the line that the border cuts.
    let p = game.start("brasovo", &Options::new(), &mut Seeded::new(1)).unwrap();
    assert!(game.engine().train_linked(&p, unit("r-at-bolchevik")));
    // And not as another one says.
    let row = "historical,r-1-9d,hex,3002";
    let text = (DATA.text)(SETUP).replace(row, "historical,r-1-9d,hex,3003");
    let files = super::with(&[(SETUP, &text)]);
    let p = Orel::with(&files).unwrap().start("historical", &Options::new(), &mut Seeded::new(1)).unwrap();
    assert_eq!(p.hex(unit("r-1-9d")), Some(hex("3003")));
}

#[test]
fn r10a_the_estonians_arrive_on_16_october() {
    stand("r-1-est r-2-est r-vo-est r-art-est 2:estonian-1");
    assert_eq!(D.charts.dates[1], "16 October");
}

#[test]
fn r10b_barbovitch_comes_once_and_not_on_19_october() {
    let all = places("historical");
    let cavalry: Vec<&str> = all.iter().filter(|(_, p)| p.contains("barbovitch")).map(|(u, _)| *u).collect();
    assert_eq!(cavalry, ["w-10husing", "w-1off-alex"]);
    assert!(!all.values().any(|p| p.starts_with("5:") && !p.ends_with("tula")));
}

#[test]
fn r10_1a_brasovo_lasts_four_days() {
    let s = scenario("brasovo");
    assert_eq!((s.first_turn, s.last_turn), (1, 4));
    assert_eq!((D.charts.dates[0].as_str(), D.charts.dates[3].as_str()), ("15 October", "18 October"));
}

#[test]
fn r10_1b_brasovo_has_the_south_west_of_the_board() {
    let area = &scenario("brasovo").area;
    assert_eq!(area.len(), 10 * 12);
    for inside in ["0109", "1009", "0120", "1020", "0513"] {
        assert!(area.has(hex(inside)), "{inside}");
    }
    for outside in ["0108", "1109", "1120", "2705"] {
        assert!(!area.has(hex(outside)), "{outside}");
    }
    assert_eq!(scenario("historical").area.len(), 640);
    // Railways that the border cuts: R5 in the north; the one to Lgov leaves over the south edge.
    let s = scenario("brasovo");
    assert_eq!(s.border_links.iter().collect::<Vec<_>>(), [hex("0309")]);
    assert_eq!(s.border_roads.iter().collect::<Vec<_>>(), [hex("1015")]);
    assert_eq!(s.rail_edges[0].iter().collect::<Vec<_>>(), [hex("1020")]);
    assert!(s.rail_edges[1].is_empty());
    // A cut line is the edge of the side that controls its last hex.
    let held = sandtable_orel::data::Hexes::one(hex("0309"));
    assert_eq!(s.edges(1, &held).iter().collect::<Vec<_>>(), [hex("0309")]);
    assert_eq!(s.edges(0, &held).iter().collect::<Vec<_>>(), [hex("0309"), hex("1020")]);
    assert!(s.edges(1, &sandtable_orel::data::Hexes::EMPTY).is_empty());
}

#[test]
fn r10_1c_brasovo_has_those_who_start_or_arrive_in_its_area() {
    let area = &scenario("brasovo").area;
    let takes_part = |at: Where| match at {
        Where::Hex(h) => area.has(h),
        Where::Entry { turn, zone, .. } => {
            turn <= 4 && !D.zones[usize::from(zone)].hexes.meet(area).is_empty()
        }
        Where::Pool => true,
    };
    let mut expected: Vec<UnitId> =
        scenario("historical").setup.iter().filter(|s| takes_part(s.at)).map(|s| s.unit).collect();
    let mut found: Vec<UnitId> = scenario("brasovo").setup.iter().map(|s| s.unit).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    // All in the same hexes; of two entry hexes only one lies in the area.
    let (small, large) = (places("brasovo"), places("historical"));
    for (u, place) in &small {
        match *u {
            "w-1off-alex" | "w-10husing" => assert_eq!(place, "3:barbovitch-1020+"),
            "r-2-41s" => assert_eq!((place.as_str(), large[u].as_str()), ("0614", "0614!")),
            _ => assert_eq!(*place, large[u], "{u}"),
        }
    }
    assert_eq!(zone("barbovitch-1020"), "1020");
}

#[test]
fn r10_2a_those_who_sleep_are_named_with_their_release() {
    let s = scenario("historical");
    let asleep: Vec<_> =
        s.inactive.iter().map(|i| (D.formations[usize::from(i.formation)].id.as_str(), i.through)).collect();
    assert_eq!(asleep, [("9d", 4), ("let3", 2), ("1k", 4), ("3k", 4)]);
    assert_eq!(s.inactive.iter().map(|i| i.attacked).collect::<Vec<_>>(), [true, false, true, true]);
    assert_eq!(s.inactive.iter().map(|i| i.enemy_within).collect::<Vec<_>>(), [0, 2, 2, 2]);
    assert_eq!(s.inactive.iter().map(|i| i.enemy_near_double_track).collect::<Vec<_>>(), [0, 0, 2, 2]);
    let ninth = 1 << D.formation("9d").unwrap().0;
    assert_eq!(s.inactive.iter().map(|i| i.except).collect::<Vec<_>>(), [0, 0, ninth, ninth]);
    assert_eq!(s.inactive[0].units, [unit("r-cv4-9d")]);
    assert!(scenario("brasovo").inactive.is_empty());
    let late = &scenario("hypothetical").inactive;
    assert_eq!((late.len(), late[0].formation, late[0].through), (1, D.formation("9d").unwrap(), 5));
    // They may dig in: nothing of the chart is closed to them.
    assert!(D.charts.entrench.contains(&Class::Infantry));
}

#[test]
fn r10_2ra_four_red_recruit_battalions() {
    stand("r-rec1 r-rec2 r-rec3 r-rec4 pool");
    assert_eq!(D.charts.battalions[1], 4);
    assert_eq!(D.units.iter().filter(|u| u.recruit && u.side == 1).count(), 4);
}

#[test]
fn r10_2rb_three_red_trains_by_tula() {
    stand("r-at-avrora r-at-lenine r-at-okiabr 5:tula");
    assert_eq!((zone("tula").as_str(), D.charts.dates[4].as_str()), ("3101", "19 October"));
}

#[test]
fn r10_2rc_ninth_rifle_division() {
    stand("r-1-9d 3002, r-2-9d 2902, r-3-9d 2801, r-4-9d 2701, r-5-9d 2601, r-6-9d 2502");
    stand("r-cv-9d r-art-9d r-cv4-9d 2901");
    assert_eq!(class("r-cv4-9d"), Class::Convoy);
}

#[test]
fn r10_2re_estonian_division() {
    stand("r-1-est r-2-est r-vo-est r-art-est 2:estonian-1, r-86-est 2:estonian-3");
    assert_eq!(zone("estonian"), "1501");
}

#[test]
fn r10_2rf_a_railroad_depot_by_bryansk() {
    stand("r-rd5-est 2:bryansk");
    assert_eq!((zone("bryansk").as_str(), class("r-rd5-est")), ("0701", Class::RailDepot));
}

#[test]
fn r10_2rg_fourteenth_army_at_navlya() {
    stand("r-at-bolchevik r-rd5-14a 0309, r-cv4-14a 1112");
}

#[test]
fn r10_2rh_a_convoy_from_the_west() {
    stand("r-cv3-14a 4:west");
    assert_eq!((zone("west").as_str(), D.charts.dates[3].as_str()), ("0117 0118 0119 0120", "18 October"));
}

#[test]
fn r10_2ri_seventh_rifle_division() {
    stand("r-1-7d 1811!, r-2-7d r-art-7d 1509, r-3-7d 1411!, r-cv-7d 1611");
}

#[test]
fn r10_2rj_forty_first_rifle_division() {
    stand(
        "r-1-41d r-art1-41d 0216, r-2-41d 0119!, r-3-41d 1113, r-4-41d 1212, r-art2-41d 1112, r-cv-41d 0315",
    );
}

#[test]
fn r10_2rk_sabline_group() {
    stand("r-1-41s 1114, r-2-41s 0614!, r-artsab-41s 1113, r-cv-41s 0814");
    assert_eq!(D.units[usize::from(unit("r-cv-41s"))].formation, D.formation("41d"));
}

#[test]
fn r10_2rl_fourteenth_cavalry_brigade() {
    stand("r-14-41d r-hart14-41d 0811");
    assert_eq!(class("r-hart14-41d"), Class::HorseArtillery);
}

#[test]
fn r10_2rm_forty_sixth_rifle_division() {
    stand("r-1-46d r-art-46d r-ac-46d 4:west-1");
    assert_eq!(class("r-ac-46d"), Class::ArmoredCar);
}

#[test]
fn the_forty_sixth_is_bound_to_the_south_west() {
    let bound = &D.confined[usize::from(scenario("historical").confined[0])];
    assert_eq!(bound.units, [unit("r-1-46d"), unit("r-art-46d"), unit("r-ac-46d")]);
    // South of the Nerussa, on the railway or west of it.
    for h in bound.hexes.iter() {
        let name = D.map.name(h);
        assert!(&name[2..] >= "16" && &name[..2] <= "10", "{name}");
    }
    for (inside, outside) in
        [("0116", "0115"), ("0716", "0715"), ("0717", "0816"), ("0919", "0918"), ("1020", "1120")]
    {
        assert!(bound.hexes.has(hex(inside)) && !bound.hexes.has(hex(outside)), "{inside} {outside}");
    }
}

#[test]
fn r10_2ro_fifty_seventh_rifle_division() {
    stand("r-1-57d r-2-57d r-art-57d 4:west");
}

#[test]
fn r10_2rp_first_letton_brigade() {
    stand("r-1-let r-ac-let 1610, r-2-let r-3-let 1712");
}

#[test]
fn r10_2rq_second_letton_brigade() {
    stand("r-4-let 1810!, r-5-let 2111, r-6-let 2110");
}

#[test]
fn r10_2rr_third_letton_brigade() {
    stand("r-7-let 1409, r-8-let 1510, r-9-let 1509");
}

#[test]
fn r10_2rt_letton_division() {
    stand("r-cv-let 2107, r-art-let 2110, r-cv3-let 1809, r-cv2-let 1410");
}

#[test]
fn r10_2ru_tchervonno_kazak_brigade() {
    stand("r-1-tchkz r-hart-tchkz 1411, r-2-tchkz 1312");
}

#[test]
fn r10_2rv_pavlovs_brigade() {
    stand("r-1-pavl 2109, r-2-pavl 2008, r-3-pavl r-cv-pavl r-art-pavl 2207");
}

#[test]
fn r10_2wa_three_white_recruit_battalions() {
    stand("w-rec1 w-rec2 w-rec3 pool");
    assert_eq!(D.charts.battalions[0], 3);
    assert_eq!(D.units.iter().filter(|u| u.recruit && u.side == 0).count(), 3);
}

#[test]
fn r10_2wb_black_sea_cavalry_by_zolotarevo() {
    stand("w-cv-mn 4:elets");
    assert_eq!(zone("elets"), "3205");
}

#[test]
fn r10_2wc_independents_of_the_first_division() {
    stand("w-artl2-1d 2605, w-res-1d w-tank w-at-kalita w-at-offitser 2705");
}

#[test]
fn r10_2wd_a_train_by_ponyri() {
    stand("w-at-grom 4:kursk");
    assert_eq!(zone("kursk"), "2920");
}

#[test]
fn r10_2we_depots_of_the_first_division() {
    stand("w-rd5-1d 2705, w-cv2-1d 2605");
}

#[test]
fn r10_2wf_first_kornilov() {
    stand("w-1-1k w-art-1k 2903, w-2-1k 2802, w-3-1k 2703, w-cv-1k 3104");
}

#[test]
fn r10_2wg_second_kornilov() {
    stand("w-off-2k 2705, w-1-2k w-ac-2k 2406, w-2-2k 2506, w-3-2k 2605, w-cv-2k 2409");
}

#[test]
fn r10_2wh_third_kornilov() {
    stand("w-1-3k 2504, w-2-3k 2705, w-3-3k 2505");
}

#[test]
fn r10_2wj_third_markov() {
    stand("w-2-3m 2112");
}

#[test]
fn r10_2wk_markov_battalions_on_foot_or_by_rail() {
    stand("w-1-3m w-3-3m 4:markov");
    let zone = D.zones.iter().find(|z| z.id == "markov").unwrap();
    assert_eq!(zone.hexes.iter().collect::<Vec<_>>(), [hex("2920")]);
    assert!(zone.stations.has(hex("2413")));
    assert!(D.map.double_stations.iter().all(|s| zone.stations.has(*s)));
    assert_eq!((zone.stations.len(), zone.linked_to, zone.station_mp), (9, Some(hex("2920")), 0));
}

#[test]
fn r10_2wl_independents_of_the_third_division() {
    stand("w-art-3d 0219, w-artl3-3d w-at-doblest 0717, w-res-3d w-19dr 0418");
}

#[test]
fn r10_2wm_first_drozdovski() {
    stand("w-1-1d 1413, w-2-1d w-3-1d 1214, w-cv4-1dr 1117");
}

#[test]
fn r10_2wn_second_drozdovski() {
    stand("w-1-2d 0317, w-2-2d w-3-2d 0219, w-4-2d w-ac-2d 0516");
}

#[test]
fn r10_2wo_third_drozdovski() {
    stand("w-1-3d 0817, w-2-3d 0715, w-3-3d 0915, w-cv4-3dr 0518");
}

#[test]
fn r10_2wp_eighty_third_samour() {
    stand("w-1-83s 1214, w-2-83s 1613, w-3-83s 1912, w-cv-83s 2311!, w-cv3-83s 2014");
}

#[test]
fn r10_2wq_barbovitch_at_one_of_two_hexes() {
    stand("w-1off-alex w-10husing 3:barbovitch+");
    assert_eq!((zone("barbovitch").as_str(), D.charts.dates[2].as_str()), ("1020 1220", "17 October"));
}

#[test]
fn r10_2vb_six_places_count() {
    let places: Vec<String> = scenario("historical").places.iter().map(|h| D.map.name(*h)).collect();
    assert_eq!(places, ["2705", "2110", "1214", "0717", "0219", "0513"]);
    assert_eq!(scenario("brasovo").places, [hex("0513"), hex("0219")]);
}

#[test]
fn r10_3c_forewarned_stores_lie_elsewhere() {
    let other = &scenario("hypothetical").capacity;
    assert_eq!(*other, [(unit("w-cv2-1d"), 4), (unit("w-rd5-1d"), 3)]);
    assert!(scenario("historical").capacity.is_empty());
    assert_eq!(scenario("hypothetical").setup, scenario("historical").setup);
    assert_eq!(scenario("hypothetical").rail_control, scenario("historical").rail_control);
    let d =
        DATA.changed(SCENARIOS, "{ unit = \"w-cv2-1d\", points = 4 }", "{ unit = \"w-cv2-1d\", points = 6 }");
    assert_eq!(d.scenarios[2].capacity[0].1, 6);
}
