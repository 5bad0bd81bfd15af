//! Counters, formations and what they are.

use super::{COUNTERS, D, DATA, unit};
use sandtable_core::rules;
use sandtable_orel::data::{Class, EventEffect, FILES, Level, RED, UnitDef, WHITE};

fn def(id: &str) -> &'static UnitDef {
    &D.units[usize::from(unit(id))]
}

/// A table of `tables.toml` as it stands.
fn table(name: &str) -> toml::Table {
    let all: toml::Table = toml::from_str(FILES.tables).unwrap();
    all[name].as_table().unwrap().clone()
}

#[test]
fn r0a_two_sides_and_every_unit_has_one() {
    use sandtable_core::Game;
    let game = sandtable_orel::Orel::new().unwrap();
    let sides: Vec<_> = game.about().sides.iter().map(|s| s.id).collect();
    assert_eq!(sides, ["white", "red"]);
    let of = |side| D.units.iter().filter(|u| u.side == side).count();
    assert_eq!((of(WHITE), of(RED)), (54, 72));
    assert!(D.units.iter().all(|u| u.id.starts_with(if u.side == WHITE { "w-" } else { "r-" })));
}

#[test]
fn r0b_a_hex_is_four_kilometres_by_the_book() {
    assert_eq!(table("game")["km_per_hex"].as_integer(), Some(4));
    // The board, fitted to the true places, says more; nothing depends on it.
    assert!((4.0..6.0).contains(&D.map.board.parts().km));
}

#[test]
fn r0d_a_turn_is_a_day() {
    let day = |date: &String| date.split(' ').next().unwrap().parse::<u8>().unwrap();
    let days: Vec<u8> = D.charts.dates.iter().map(day).collect();
    assert_eq!(days, (15..=24).collect::<Vec<u8>>());
    assert!(D.charts.dates.iter().all(|d| d.ends_with("October")));
    assert!(D.scenarios.iter().all(|s| usize::from(s.last_turn) <= D.charts.dates.len()));
}

#[test]
fn r0f_only_events_need_a_hundred_numbers() {
    for side in [WHITE, RED] {
        for roll in 1..=100 {
            let hit = D.events.iter().filter(|e| e.side == side && (e.from..=e.to).contains(&roll)).count();
            assert_eq!(hit, 1, "{side} {roll}");
        }
    }
    // No ladder of the other dice is beyond 2d6 and what is added to it.
    assert!(D.charts.art.iter().rev().skip(1).all(|r| r.upto <= 18));
}

#[test]
fn r1_1a_integrated_artillery_is_a_mark_of_a_unit() {
    let with: Vec<&str> = D.units.iter().filter(|u| u.integrated).map(|u| u.id.as_str()).collect();
    assert_eq!(with, ["w-1-1k", "w-off-2k", "w-1-2k", "w-1-1d", "w-1-2d"]);
    assert!(D.units.iter().filter(|u| u.integrated).all(|u| u.class == Class::Infantry));
    let row = "w-2-1k,white,2/1K,\"2nd Battalion, 1st Kornilov Regiment\",infantry,n,,1id,1k,,start,3,1,5/4/2,,,5,6,n,n";
    let d = DATA.changed(COUNTERS, row, &row.replace(",5,6,n,n", ",5,6,y,n"));
    assert!(d.units[usize::from(unit("w-2-1k"))].integrated);
}

#[test]
fn r1_1b_a_unit_has_as_many_strengths_as_steps() {
    assert_eq!(table("game")["men_per_step"].as_integer(), Some(200));
    assert_eq!(def("r-1-est").combat, [0, 1, 2, 3, 4, 5]);
    assert_eq!(def("w-off-2k").combat, [0, 3, 4, 6, 7, 0]);
    assert_eq!(def("w-art-3d").fire, [0, 1, 3, 4, 0, 0]);
    assert_eq!(def("r-1-tchkz").charge, [0, 2, 3, 5, 6, 0]);
    for u in D.units.iter().filter(|u| u.steps > 0) {
        let strength = if u.fire[1] > 0 { u.fire } else { u.combat };
        assert!((1..=usize::from(u.steps)).all(|s| strength[s] > 0) && strength[0] == 0, "{}", u.id);
        assert!(u.reduced < u.steps, "{}", u.id);
    }
    let men = |side, class| {
        let of = D.units.iter().filter(|u| u.side == side && u.class == class && !u.recruit);
        of.map(|u| u32::from(u.steps)).sum::<u32>()
    };
    assert_eq!((men(RED, Class::Infantry), men(WHITE, Class::Infantry)), (136, 86));
}

#[test]
fn r1_1c_quality_is_one_number() {
    assert!(D.units.iter().all(|u| if u.class.is_depot() { u.tq == 0 } else { (2..=6).contains(&u.tq) }));
    assert_eq!((def("r-1-7d").tq, def("r-1-let").tq, def("w-off-2k").tq), (3, 5, 6));
}

#[test]
fn dn_a_recruits_stand_low_and_officers_high_on_the_scale() {
    rules!("orel DN-a");
    let of = |test: &dyn Fn(&&UnitDef) -> bool| -> Vec<u8> {
        let mut out: Vec<u8> = D.units.iter().filter(test).map(|u| u.tq).collect();
        out.sort_unstable();
        out.dedup();
        out
    };
    assert_eq!(of(&|u| u.recruit && u.side == RED), [2], "poorly led recruits");
    assert_eq!(of(&|u| u.recruit && u.side == WHITE), [3], "well-led recruits");
    let let1 = D.formation("let1");
    assert_eq!(of(&|u| u.formation == let1), [5], "veterans");
    assert_eq!((def("w-off-2k").tq, def("w-1-1d").tq), (6, 6), "elite");
}

#[test]
fn r1_1d_trains_are_light_or_heavy() {
    let trains: Vec<&UnitDef> = D.units.iter().filter(|u| u.class == Class::Train).collect();
    assert_eq!(trains.len(), 8);
    for t in trains {
        assert_eq!(t.heavy, t.id == "w-at-kalita", "{}", t.id);
        assert_eq!(t.steps, if t.heavy { 2 } else { 1 });
        assert_eq!(t.fire[1], 2, "light, or damaged");
        assert!(t.mp == 0 && t.tq == D.charts.attack.train_tq);
    }
    assert_eq!(def("w-at-kalita").fire[2], 4);
}

#[test]
fn r1_1e_the_tanks_are_one_counter() {
    let tanks: Vec<&str> = D.units.iter().filter(|u| u.class == Class::Tank).map(|u| u.id.as_str()).collect();
    assert_eq!(tanks, ["w-tank"]);
    assert_eq!((def("w-tank").steps, def("w-tank").combat[1]), (1, 2));
}

#[test]
fn r1_1f_an_armored_car_counter_is_a_unit_of_one_step() {
    let cars: Vec<&str> =
        D.units.iter().filter(|u| u.class == Class::ArmoredCar).map(|u| u.id.as_str()).collect();
    assert_eq!(cars, ["r-ac-46d", "r-ac-let", "w-ac-2k", "w-ac-2d"]);
    assert!(cars.iter().all(|c| def(c).steps == 1 && def(c).tq == 6));
}

#[test]
fn r1_1g_the_samour_cavalry_is_of_the_third_division() {
    let cavalry = def("w-cv-83s");
    assert_eq!(D.formations[usize::from(cavalry.superior.unwrap())].id, "3id");
    assert_eq!(D.formations[usize::from(cavalry.formation.unwrap())].id, "83s");
}

#[test]
fn r1_2n_combat_units_are_infantry_and_cavalry() {
    let combat: Vec<Class> = Class::ALL.into_iter().filter(|c| c.is_combat()).collect();
    assert_eq!(combat, [Class::Infantry, Class::Cavalry]);
    assert!(D.units.iter().filter(|u| u.recruit).all(|u| u.class.is_combat()));
}

#[test]
fn r1_2o_all_others_are_auxiliary() {
    for class in Class::ALL {
        let kinds = [class.is_combat(), class.is_gun(), class.is_vehicle(), class.is_depot()];
        assert_eq!(kinds.into_iter().filter(|k| *k).count(), 1, "{class:?}");
    }
    let guns: Vec<Class> = Class::ALL.into_iter().filter(|c| c.is_gun()).collect();
    assert_eq!(guns, [Class::HorseArtillery, Class::Artillery, Class::HeavyArtillery]);
}

#[test]
fn r1_2p_vehicles_are_tanks_trains_and_armored_cars() {
    let vehicles: Vec<Class> = Class::ALL.into_iter().filter(|c| c.is_vehicle()).collect();
    assert_eq!(vehicles, [Class::Tank, Class::ArmoredCar, Class::Train]);
}

#[test]
fn r3a_convoys_and_railroad_depots_are_depots() {
    let depots: Vec<Class> = Class::ALL.into_iter().filter(|c| c.is_depot()).collect();
    assert_eq!(depots, [Class::Convoy, Class::RailDepot]);
    let kinds = |class| D.units.iter().filter(|u| u.class == class).count();
    assert_eq!((kinds(Class::Convoy), kinds(Class::RailDepot)), (9, 3));
}

#[test]
fn r5_1a_troops_belong_to_formations() {
    for u in D.units.iter().filter(|u| u.class.is_troop()) {
        let f = &D.formations[usize::from(u.formation.unwrap())];
        assert!(f.side == u.side && f.level != Level::Superior, "{}", u.id);
    }
    let of = |id: &str| {
        let f = D.formation(id);
        D.units.iter().filter(|u| u.formation == f).map(|u| u.code.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of("57d"), ["1/57D", "2/57D", "Art/57D"]);
    assert_eq!(of("1k"), ["1/1K", "2/1K", "3/1K", "Art/1K", "Cv/1K"]);
    assert_eq!(of("let"), ["Cv/Let", "Art/Let"]);
}

#[test]
fn r5_1b_vehicles_and_depots_belong_to_none() {
    for u in D.units.iter().filter(|u| u.class.is_vehicle() || u.class.is_depot()) {
        assert_eq!(u.formation, None, "{}", u.id);
    }
    let text = (DATA.text)(COUNTERS)
        .replace("w-tank,white,,Tanks,tank,n,,1id,,,start", "w-tank,white,,Tanks,tank,n,,1id,1k,,start");
    assert!((DATA.read)(COUNTERS, &text).is_err());
}

#[test]
fn r5_1c_formations_are_grouped_in_armies_and_divisions() {
    for f in D.formations.iter().filter(|f| f.level == Level::Formation) {
        let over = &D.formations[usize::from(f.superior.unwrap())];
        assert!(over.level == Level::Superior && over.side == f.side, "{}", f.id);
    }
    for u in D.units.iter().filter(|u| u.class.is_troop() && !u.recruit) {
        assert_eq!(D.formations[usize::from(u.formation.unwrap())].superior, u.superior, "{}", u.id);
    }
}

fn formations_of(superior: &str) -> Vec<&'static str> {
    let over = D.formation(superior);
    let of = D.formations.iter().filter(|f| f.superior == over && f.level == Level::Formation);
    of.map(|f| f.id.as_str()).collect()
}

#[test]
fn r10_2e_three_red_armies() {
    assert_eq!(formations_of("13a"), ["9d", "est"]);
    assert_eq!(formations_of("14a"), ["7d", "41d", "46d", "57d"]);
    assert_eq!(formations_of("shock"), ["let1", "let2", "let3", "tchkz", "pavl"]);
}

#[test]
fn r10_2f_two_white_divisions() {
    assert_eq!(formations_of("1id"), ["1k", "2k", "3k", "3m"]);
    assert_eq!(formations_of("3id"), ["1dr", "2dr", "3dr", "83s", "1cav"]);
}

#[test]
fn r10_2b_pools_name_those_who_can_command_them() {
    let commanders = |pool: &str| {
        let bits = D.formations[usize::from(D.formation(pool).unwrap())].commanded_by;
        let of = D.formations.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
        of.map(|(_, f)| f.id.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(commanders("let"), ["let1", "let2", "let3"]);
    assert_eq!(commanders("independent-1"), ["1k", "2k", "3k", "3m"]);
    assert_eq!(commanders("independent-3"), ["1dr", "2dr", "3dr", "83s", "1cav"]);
    assert_eq!(commanders("recruits-white").len(), 9);
    assert_eq!(commanders("recruits-red").len(), 11);
    let pool = |id: &str| D.formations[usize::from(def(id).formation.unwrap())].id.as_str();
    for id in ["w-cv-mn", "w-artl2-1d", "w-res-1d"] {
        assert_eq!(pool(id), "independent-1");
    }
    for id in ["w-art-3d", "w-artl3-3d", "w-res-3d", "w-19dr"] {
        assert_eq!(pool(id), "independent-3");
    }
}

#[test]
fn r10_2c_depots_have_the_capacity_of_the_list() {
    let all: Vec<(&str, u8)> =
        D.units.iter().filter(|u| u.class.is_depot()).map(|u| (u.id.as_str(), u.capacity)).collect();
    assert_eq!(
        all,
        [
            ("r-cv4-9d", 4),
            ("r-rd5-est", 5),
            ("r-cv3-14a", 3),
            ("r-cv4-14a", 4),
            ("r-rd5-14a", 5),
            ("r-cv3-let", 3),
            ("r-cv2-let", 2),
            ("w-rd5-1d", 5),
            ("w-cv2-1d", 2),
            ("w-cv4-1dr", 4),
            ("w-cv4-3dr", 4),
            ("w-cv3-83s", 3),
        ]
    );
}

#[test]
fn r10_2rw_plastouns_are_infantry_like_others() {
    assert_eq!(def("r-1-pavl").class, Class::Infantry);
    assert_eq!((def("r-1-pavl").mp, def("r-1-pavl").charge), (def("r-2-pavl").mp, [0; 6]));
}

#[test]
fn events_say_what_they_do() {
    let event = |side, id: &str| D.events.iter().find(|e| e.side == side && e.id == id).unwrap();
    let rumors = event(RED, "defeatist-rumors");
    assert_eq!((rumors.effect, rumors.tq, rumors.classes.len()), (EventEffect::Quality, -1, 5));
    assert!(event(WHITE, "civil-exactions").delayed && !rumors.delayed);
    let agitators = event(RED, "agitators");
    assert_eq!((agitators.on_enemy, agitators.tq_upto, agitators.prisoners), (true, 4, 1));
    assert_eq!((event(WHITE, "raid").within, event(WHITE, "raid").die_from), (6, 3));
    assert!(event(RED, "commissars").morale_only && !event(RED, "bold-commander").morale_only);
}
