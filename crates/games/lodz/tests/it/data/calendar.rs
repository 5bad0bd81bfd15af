//! Dates, initiative, victory hexes, sources of supply, arrivals and replacements of the scenarios.

use super::scene::*;
use super::{name, row, scenario};

#[test]
fn r3_0d_a_turn_is_a_day() {
    for s in &game().d.scenarios {
        assert_eq!(s.dates.len(), usize::from(s.days), "{}", s.id);
    }
    assert_eq!(scenario("ruzski").dates[5..7], ["30 November 1914", "1 December 1914"]);
}

fn span(id: &str) -> (u8, String, String, u8) {
    let s = scenario(id);
    (s.days, s.dates[0].clone(), s.dates[s.dates.len() - 1].clone(), s.initiative)
}

#[test]
fn rn11_3_and_4_seven_days_germans_first() {
    rules!("lodz N11.3", "lodz N11.4", "lodz 3.0e");
    assert_eq!(span("november-11"), (7, "11 November 1914".into(), "17 November 1914".into(), DE));
}

#[test]
fn rldz_3_and_4_eight_days_germans_first() {
    rules!("lodz LDZ.3", "lodz LDZ.4");
    assert_eq!(span("lodz"), (8, "18 November 1914".into(), "25 November 1914".into(), DE));
}

#[test]
fn rruz_3_and_4_twelve_days_russians_first() {
    rules!("lodz RUZ.3", "lodz RUZ.4");
    assert_eq!(span("ruzski"), (12, "25 November 1914".into(), "6 December 1914".into(), RU));
    let s = Scene::of("ruzski");
    assert_eq!((s.p.first, s.p.active), (RU, DE), "player B sets up first");
}

#[test]
fn rmaz_3_and_4_fifteen_days_germans_first() {
    rules!("lodz MAZ.3", "lodz MAZ.4");
    assert_eq!(span("masurian"), (15, "7 February 1915".into(), "21 February 1915".into(), DE));
}

/// Victory hexes of a scenario in order, and how many each side has at the start.
fn victory(id: &str) -> (Vec<String>, [usize; 2]) {
    let s = scenario(id);
    let start = Scene::of(id);
    let held = |side: u8| s.victory.iter().filter(|v| start.p.holder[usize::from(v.hex)] == side).count();
    (s.victory.iter().map(|v| name(s, v.hex)).collect(), [held(DE), held(RU)])
}

#[test]
fn rn11_2_victory_hexes() {
    let hexes = ["1809", "1912", "2113", "1615", "2016", "1817", "2517", "1432", "1834"];
    assert_eq!(victory("november-11"), (hexes.map(String::from).to_vec(), [2, 7]));
}

#[test]
fn rldz_2_victory_hexes() {
    let hexes = ["2113", "2517", "2719", "2321", "2121", "1823", "2026", "1834"];
    assert_eq!(victory("lodz"), (hexes.map(String::from).to_vec(), [2, 6]));
}

#[test]
fn rruz_2_victory_hexes() {
    let hexes = ["1834", "2026", "2121", "2122", "2319", "2517", "2719", "2915", "1919", "2118"];
    assert_eq!(victory("ruzski"), (hexes.map(String::from).to_vec(), [4, 6]));
}

#[test]
fn rmaz_2_victory_hexes() {
    let hexes = ["5024", "4922", "5621", "5518", "4815", "5010", "5510", "5811", "5813"];
    assert_eq!(victory("masurian"), (hexes.map(String::from).to_vec(), [0, 9]));
}

/// Sources of a side: edges by the number of their hexes, rail exits and hexes by name.
fn sources(id: &str, side: u8) -> Vec<String> {
    let s = scenario(id);
    let mut out = Vec::new();
    for source in s.sources.iter().filter(|x| x.side == side) {
        match &source.kind {
            SourceKind::Edge(hexes) => {
                out.push(format!("edge of {} from {}", hexes.len(), name(s, hexes.first().unwrap())))
            }
            SourceKind::RailExit(hexes) => out.extend(hexes.iter().map(|h| format!("rail {}", name(s, h)))),
            SourceKind::Hex(hex) => out.push(name(s, *hex)),
        }
    }
    out
}

#[test]
fn supply_of_the_scenarios_of_1914() {
    rules!(
        "lodz N11.5a",
        "lodz N11.5b",
        "lodz LDZ.5a",
        "lodz LDZ.5b",
        "lodz RUZ.5a",
        "lodz RUZ.5b",
        "lodz 12.22"
    );
    for id in ["november-11", "lodz", "ruzski"] {
        assert_eq!(sources(id, RU), ["rail 4510", "rail 4516", "rail 4523", "rail 4526"], "{id}");
        assert_eq!(sources(id, DE), ["edge of 32 from 1004", "1405", "1834"], "{id}");
    }
    // Every railway in the last column leaves the map there.
    let map = &game().d.maps[0];
    let exits: Vec<String> =
        map.edges[1].iter().filter(|h| map.has(*h, Feature::Rail)).map(|h| map.name(h)).collect();
    assert_eq!(exits, ["4510", "4516", "4523", "4526"]);
}

#[test]
fn rmaz_8a_and_8b_supply_of_the_masurian_battle() {
    rules!("lodz MAZ.8a", "lodz MAZ.8b");
    assert_eq!(sources("masurian", DE), ["4420", "4311", "4606", "4115", "4320", "4224"]);
    assert_eq!(sources("masurian", RU), ["4135", "4232", "4830", "5226", "6206", "4922", "4815", "5010"]);
    let s = scenario("masurian");
    assert!(s.sources.iter().all(|x| x.as_base == (x.side == RU)), "for Russians in Germany they are bases");
}

/// Arrivals of a day, by date, side and place: `hex: ids` in the order of the data, guns and all.
fn arrive(id: &str, day: u8, side: u8) -> Vec<String> {
    let s = scenario(id);
    let mut out: Vec<(String, Vec<String>)> = Vec::new();
    for r in &s.setup {
        let (Where::Entry(a) | Where::Inside(a)) = &r.at else { continue };
        let def = &game().d.units[usize::from(r.unit)];
        if a.day != day || def.side != side {
            continue;
        }
        let hexes: Vec<String> = a.hexes.iter().map(|h| name(s, *h)).collect();
        let rail = if matches!(r.at, Where::Inside(_)) { " inside" } else { "" };
        let place = match hexes.len() {
            1 => format!("{}{rail}", hexes[0]),
            n => format!("{}-{}{rail}", hexes[0], hexes[n - 1]),
        };
        match out.iter_mut().find(|(p, _)| *p == place) {
            Some((_, list)) => list.push(def.id.clone()),
            None => out.push((place, vec![def.id.clone()])),
        }
    }
    out.into_iter().map(|(place, list)| format!("{place}: {}", list.join(" "))).collect()
}

fn group(id: &str, of: &str) -> String {
    let s = scenario(id);
    s.groups.get(usize::from(row(s, of).group)).map_or(String::new(), |g| g.id.clone())
}

#[test]
fn r13_11_the_calendar_of_november_11() {
    rules!(
        "lodz N11.R12",
        "lodz N11.R13a",
        "lodz N11.R13b",
        "lodz N11.R14",
        "lodz N11.R15a",
        "lodz N11.R15b",
        "lodz N11.R16"
    );
    let n = "november-11";
    assert_eq!(
        arrive(n, 2, DE),
        [
            "1012-1016: de-hq-pannewitz de-art-i-17 de-1-35-inf de-2-35-inf de-art-35-inf de-1-36-inf de-2-36-inf de-art-36-inf de-hq-pluskow \
             de-art-i-18 de-1-22-inf de-2-22-inf de-art-22-inf de-1-38-inf de-2-38-inf de-art-38-inf de-5g-3-gd de-6g-3-gd de-art-3-gd",
            "2004: de-hq-dickhuth de-griepenkerl de-normann",
            "2604: de-grossmann de-windheim",
        ]
    );
    assert_eq!(arrive(n, 3, DE), ["1034: ah-hq-hauer ah-1-3-cav ah-2-3-cav ah-1-9-cav ah-2-9-cav"]);
    assert_eq!(arrive(n, 3, RU), ["3133 inside: ru-zabajkalska-cavbrig"]);
    assert_eq!(
        arrive(n, 4, DE),
        [
            "1023: de-hq-koch de-doussin de-rudiger de-hoffmann de-reiswitz",
            "1029: de-hq-menges de-buddenbrock de-zenker de-schmiedecke de-art-breslau ah-art-1",
            "1135: ah-hq-nadas ah-1-31-inf ah-2-31-inf ah-1-32-inf ah-2-32-inf",
        ]
    );
    assert_eq!(arrive(n, 5, DE), ["1029: ah-hq-koves ah-1-16-inf ah-2-16-inf ah-1-35-inf ah-2-35-inf"]);
    assert_eq!(
        arrive(n, 5, RU),
        ["3004-3804: ru-1-turkbrig ru-2-turkbrig ru-3-turkbrig ru-1-4k ru-2-4k ru-art-s"]
    );
    assert_eq!(
        arrive(n, 6, DE),
        [
            "3004-3804: de-hq-zastrow de-pfafferat de-falkenhayn de-hq-hollen de-1-2-cav de-2-2-cav de-3-4-cav de-18-4-cav de-kaufman-4-cav"
        ]
    );
    assert_eq!(
        ["de-normann", "ru-art-s", "de-1-2-cav", "de-hq-koch"].map(|u| group(n, u)),
        ["thorn", "turkestan", "graudenz", ""]
    );
}

#[test]
fn the_calendar_of_lodz() {
    rules!("lodz LDZ.R18", "lodz LDZ.R20", "lodz LDZ.R21", "lodz LDZ.R25");
    assert_eq!(arrive("lodz", 1, RU), ["2916 inside: ru-1-51-inf ru-2-51-inf ru-art-51-inf"]);
    assert_eq!(arrive("lodz", 3, RU), ["2517 inside: ru-1-6-rif ru-2-6-rif"]);
    assert_eq!(arrive("lodz", 4, RU), ["2719 inside: ru-1-55-res ru-2-55-res ru-art-55-res"]);
    assert_eq!(arrive("lodz", 8, RU), ["2719 inside: ru-1-67-res ru-2-67-res", "2916 inside: ru-1-76-res"]);
    assert!((1..=8).all(|day| arrive("lodz", day, DE).is_empty()));
}

#[test]
fn the_calendar_of_ruzskis_plan() {
    rules!("lodz RUZ.R26", "lodz RUZ.R27", "lodz RUZ.R30", "lodz RUZ.R04");
    assert_eq!(
        arrive("ruzski", 2, DE),
        [
            "1023: de-hq-linsingen de-art-i-15 de-1-3-inf de-2-3-inf de-1-4-inf de-2-4-inf de-hq-gerock de-1-48-res de-2-48-res de-3-4-cav de-18-4-cav de-kaufman-4-cav"
        ]
    );
    assert_eq!(
        arrive("ruzski", 3, DE),
        [
            "1912 inside: de-hq-fabeck de-art-xiii de-1-25-inf de-2-25-inf de-1-26-inf de-2-26-inf",
            "1809 inside: de-hq-beseler de-1-5-res de-2-5-res de-1-6-res de-2-6-res de-1-1-gres de-2-1-gres",
        ]
    );
    assert_eq!(arrive("ruzski", 6, RU), ["2916 inside: ru-2-76-res"]);
    assert_eq!(arrive("ruzski", 10, RU), ["2916 inside: ru-1-kauk-gren ru-2-kauk-gren ru-1-kauk-infbrig"]);
}

#[test]
fn the_calendar_of_the_masurian_battle() {
    rules!("lodz MAZ.R11", "lodz MAZ.R20");
    assert_eq!(arrive("masurian", 5, DE), ["4224 inside: de-18-4-cav de-kaufman-4-cav"]);
    assert_eq!(arrive("masurian", 14, RU), ["6222 inside: ru-1-6-inf ru-2-6-inf ru-1-8-inf ru-2-8-inf"]);
    let s = scenario("masurian");
    assert!(["ru-1-6-inf", "ru-2-6-inf", "ru-1-8-inf", "ru-2-8-inf"].iter().all(|u| row(s, u).lost == 1));
}

/// Points of a scenario as `day kind cel`.
fn points(id: &str, kind: &str) -> Vec<(u8, u8)> {
    let at = game().d.charts.replacement_kinds.iter().position(|k| k.id == kind).unwrap();
    let of = scenario(id).points.iter().filter(|p| usize::from(p.kind) == at);
    of.map(|p| (p.day, p.cel)).collect()
}

#[test]
fn rrep_1_points_come_in_three_kinds_on_their_dates() {
    rules!("lodz LDZ.P1", "lodz LDZ.P2", "lodz RUZ.P1", "lodz RUZ.P2", "lodz REP.12");
    // 19 to 24 November.
    assert_eq!(points("lodz", "ru-cavalry"), [(2, 1), (5, 1)]);
    assert_eq!(points("lodz", "ru-infantry"), [(5, 2), (6, 2), (7, 2)]);
    assert_eq!(points("lodz", "de-infantry"), [(3, 1), (5, 1), (7, 1)]);
    // 26 November to 1 December.
    assert_eq!(points("ruzski", "ru-infantry"), [(2, 2), (4, 2), (7, 2)]);
    assert_eq!(points("ruzski", "ru-cavalry"), [(3, 1), (5, 1)]);
    assert_eq!(points("ruzski", "de-infantry"), [(3, 1), (4, 1), (5, 1)]);
    for none in ["november-11", "masurian"] {
        assert!(scenario(none).points.is_empty());
    }
}

#[test]
fn rn11_7_the_campaign_brings_what_its_parts_bring() {
    let c = scenario("campaign");
    assert_eq!((c.days, c.parts.len(), c.trains), (26, 3, 8));
    assert_eq!(
        c.parts.iter().map(|p| (p.first, p.last, p.initiative)).collect::<Vec<_>>(),
        [(1, 7, DE), (8, 15, DE), (16, 26, RU)]
    );
    // Calendars of all three, counted from 11 November.
    assert_eq!(arrive("campaign", 10, RU), ["2517 inside: ru-1-6-rif ru-2-6-rif"]);
    assert_eq!(arrive("campaign", 17, DE).len(), 2);
    assert_eq!(arrive("campaign", 24, RU).len(), 1);
    assert_eq!(points("campaign", "de-infantry"), [(10, 1), (12, 1), (14, 1), (17, 1), (18, 1), (19, 1)]);
    // Nobody is set up in a later part but those whom no calendar brings.
    let starts = |s: &Scenario| s.setup.iter().filter(|r| matches!(r.at, Where::Hex { .. })).count();
    assert_eq!(starts(c), starts(scenario("november-11")));
    assert_eq!(
        arrive("campaign", 8, RU),
        [
            "2916 inside: ru-1-51-inf ru-2-51-inf ru-art-51-inf",
            "3306 inside: ru-1-11-rif",
            "3505 inside: ru-2-11-rif",
            "3406 inside: ru-art-11-rif"
        ]
    );
    // Every unit comes once, but those that leave may come again.
    for r in &c.setup {
        assert_eq!(c.setup.iter().filter(|x| x.unit == r.unit).count(), 1);
    }
    let again: Vec<_> = c.again.iter().map(|r| engine().id(r.unit).to_string()).collect();
    assert_eq!(again, ["de-3-4-cav", "de-18-4-cav", "de-kaufman-4-cav"]);
    assert!(c.again.iter().all(|r| matches!(&r.at, Where::Entry(a) if a.day == 16)));
    assert_eq!((c.ferry_until, c.bridge_from), (5, 6));
    assert!(c.row_limit.as_ref().is_some_and(|l| l.until == 2 && l.least_row == 14));
}

#[test]
fn scenarios_have_their_own_limits() {
    let n = scenario("november-11");
    assert_eq!((n.ferry_until, n.bridge_from), (5, 6));
    let limit = n.row_limit.as_ref().unwrap();
    assert_eq!((limit.least_row, limit.until), (14, 2));
    assert!(limit.units.contains(&unit("ru-hq-scheidemann")) && limit.units.contains(&unit("ru-1-26-inf")));
    assert!(!limit.units.contains(&unit("ru-1-4-inf")) && !limit.units.contains(&unit("de-hq-scheffer")));
    for later in ["lodz", "ruzski"] {
        assert_eq!((scenario(later).ferry_until, scenario(later).bridge_from), (0, 1), "{later}");
    }
    let m = scenario("masurian");
    assert_eq!(
        m.no_attack.iter().map(|h| name(m, h)).collect::<Vec<_>>(),
        ["4135", "4232", "4830", "5226", "6206"]
    );
    assert!(m.no_crossing.contains(&(east("5226"), east("5227"))));
    assert!(!m.no_crossing.contains(&(east("5227"), east("5226"))));
    assert_eq!(
        m.weather.iter().map(|w| (w.from, w.to, w.snow)).collect::<Vec<_>>(),
        [(1, 10, true), (11, 15, false)]
    );
    let l = scenario("lodz");
    assert_eq!((l.withdrawals.len(), l.withdrawals[0].day, l.withdrawals[0].units.len()), (1, 3, 3));
}

#[test]
fn rn11_6_eight_trains_in_november_and_none_elsewhere() {
    let trains = |id: &str| Scene::of(id).p.units;
    for s in &game().d.scenarios {
        let there = engine().trains().filter(|(_, t)| trains(&s.id).at(*t) != At::Unused).count();
        assert_eq!(there, usize::from(s.trains), "{}", s.id);
    }
    assert_eq!(
        ["november-11", "lodz", "ruzski", "masurian", "campaign"].map(|s| scenario(s).trains),
        [8, 0, 0, 0, 8]
    );
}

#[test]
fn rn11_7_two_scenarios_are_joined_as_all_three_are() {
    // November 11 with Łódź: the set-up of the first, the calendars, replacements and withdrawals of both.
    let c = scenario("november-lodz");
    assert_eq!((c.days, c.parts.len(), c.trains, c.initiative), (15, 2, 8, DE));
    assert_eq!(c.setup.iter().filter(|r| matches!(r.at, Where::Hex { .. })).count(), {
        let first = scenario("november-11");
        first.setup.iter().filter(|r| matches!(r.at, Where::Hex { .. })).count()
    });
    assert_eq!(arrive("november-lodz", 10, RU), arrive("lodz", 3, RU));
    assert_eq!(arrive("november-lodz", 10, RU), ["2517 inside: ru-1-6-rif ru-2-6-rif"]);
    assert_eq!(arrive("november-lodz", 8, RU), arrive("campaign", 8, RU));
    assert_eq!(points("november-lodz", "de-infantry"), [(10, 1), (12, 1), (14, 1)]);
    assert!(c.withdrawals.iter().any(|w| w.day == 10), "4 CavDiv leaves on the 20th");
    // Łódź with Ruzski's Plan: 4 CavDiv leaves and comes back.
    let c = scenario("lodz-ruzski");
    assert_eq!((c.days, c.parts.len(), c.trains, c.initiative), (19, 2, 0, DE));
    assert_eq!((c.parts[1].first, c.parts[1].initiative), (9, RU));
    assert_eq!(c.again.len(), 3);
    assert_eq!(arrive("lodz-ruzski", 10, DE), arrive("ruzski", 3, DE));
    assert_eq!(arrive("lodz-ruzski", 10, DE).len(), 2);
    assert_eq!(points("lodz-ruzski", "de-infantry"), [(3, 1), (5, 1), (7, 1), (10, 1), (11, 1), (12, 1)]);
    // November 11 with Ruzski's Plan: each has its own days, and what falls between them comes on the first day of the second.
    let c = scenario("november-ruzski");
    assert_eq!((c.days, c.parts.len(), c.trains, c.initiative), (19, 2, 8, DE));
    assert_eq!(c.dates[6..8], ["17 November 1914", "25 November 1914"]);
    assert_eq!((c.parts[1].first, c.parts[1].last, c.parts[1].initiative), (8, 19, RU));
    assert_eq!((c.withdrawals[0].day, c.again.len()), (8, 3), "4 CavDiv leaves, and comes back");
    for day in 2..=12 {
        // Those of 4 CavDiv come back instead.
        let come = arrive("ruzski", day, DE)
            .iter()
            .map(|l| l.split(" de-3-4-cav").next().unwrap().to_string())
            .collect::<Vec<_>>();
        assert_eq!(arrive("november-ruzski", day + 7, DE), come, "{day}");
        assert_eq!(arrive("november-ruzski", day + 7, RU), arrive("ruzski", day, RU), "{day}");
    }
    let later = |id: &str| points("ruzski", id).iter().map(|(day, n)| (day + 7, *n)).collect::<Vec<_>>();
    assert_eq!(points("november-ruzski", "de-infantry"), later("de-infantry"));
    // Units in the second set-up that are in neither calendar appear when it begins (L1).
    let come: usize = arrive("november-ruzski", 8, RU).iter().map(|l| l.split(' ').count() - 2).sum();
    assert_eq!(come, 14);
}
