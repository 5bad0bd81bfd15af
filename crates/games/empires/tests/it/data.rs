//! The data files, and complaints about them.
use crate::common::*;
use sandtable_board::LinkKind;
use sandtable_empires::data::{At, C, Data, FILES, Files, G, I, Kind, M, Thing};

#[test]
fn the_map_is_dense() {
    let d = data();
    assert_eq!((d.board.len(), d.places.len(), d.board.parts().seas.len()), (374, 374, 22));
    let links = |k| d.board.parts().links.iter().filter(|l| l.kind == k).count();
    assert_eq!((links(LinkKind::Land), links(LinkKind::River), links(LinkKind::Crossing)), (642, 256, 11));
    assert_eq!(d.places.iter().filter(|p| p.port.is_some()).count(), 105);
    let par = d.place(area("par"));
    assert_eq!((par.home, par.owner, par.forage, par.spires, par.fleches), (FR, FR, 6, 6, 1));
    assert_eq!((par.port, par.winter, par.cost), (None, false, 1));
    assert_eq!(d.place(area("bre")).port, d.sea("wap"), "its own sea stands first");
    assert_eq!((d.place(area("ams")).cost, d.place(area("nic")).cost), (2, 2), "marsh and mountain");
}

#[test]
fn nations_and_counters_are_complete() {
    let d = data();
    assert_eq!((d.nations.len(), d.corps.len(), d.loose.len(), d.leaders.len()), (36, 120, 9, 55));
    assert_eq!(d.nations[usize::from(GB)].morale.infantry, 45);
    assert_eq!(d.nations[usize::from(RU)].morale.irregular, 10);
    assert_eq!(d.nations[usize::from(nation("HOL"))].controller, Some(FR));
    assert_eq!(d.nations[usize::from(nation("POL"))].controller, None, "two powers share it");
    let fr = &d.corps[corps("fr-i")];
    assert_eq!((fr.kind, fr.movement, fr.room[I], fr.room[C]), (Kind::Infantry, 4, 25, 3));
    let mut f = [0; 7];
    (f[I], f[M]) = (20, 5);
    assert!(fr.fits(&f), "infantry space takes militia too");
    f[M] = 6;
    assert!(!fr.fits(&f));
    f = [0; 7];
    f[G] = 1;
    assert!(!fr.fits(&f));
    let napoleon = &d.leaders[d.leader_named("fr-napoleon").unwrap()];
    assert_eq!((napoleon.strategic, napoleon.tactical, napoleon.corps, napoleon.seniority), (5, 5, 6, 0));
}

#[test]
fn scenarios_give_areas_away_in_order() {
    let d = data();
    assert_eq!(
        d.scenarios.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(),
        ["ulm1805", "jena1806", "wagram1809", "russia1812", "danube1809", "grand1805"]
    );
    let jena = d.scenario("jena1806").unwrap();
    let nur = area("nur").index();
    assert_eq!((jena.country[nur], jena.holder[nur]), (nation("BAV"), nation("BAV")));
    assert_eq!(jena.controller[usize::from(nation("BAV"))], Some(FR));
    assert!(!jena.closed[nur] && jena.closed[area("vie").index()]);
    assert_eq!(jena.war[usize::from(FR)], 1 << PR | 1 << RU);
    assert_eq!(jena.allied[usize::from(PR)], 1 << RU);
    let russia = d.scenario("russia1812").unwrap();
    assert_eq!(russia.depot_counters[usize::from(RU)], Some(10));
    assert_eq!(russia.foreign.len(), 2);
    let shared = russia.entries.iter().filter(|e| matches!(e.at, At::Shared(_))).count();
    assert_eq!(shared, 2);
    let ulm = d.scenario("ulm1805").unwrap();
    assert_eq!((ulm.first_month, ulm.turns), (1805 * 12 + 8, 5));
    let gd = ulm.entries.iter().find(|e| e.thing == Thing::Corps(corps("fr-gd-i"))).unwrap();
    assert_eq!((gd.at, gd.factors[G], gd.factors[C]), (At::Field(area("str")), 7, 2));
    assert_eq!(d.scenarios.iter().map(|s| s.entries.len()).sum::<usize>(), 611);
}

fn complaint(files: &Files<'_>) -> String {
    Data::read(files).expect_err("a complaint").to_string()
}

/// The text with one line changed, and the number of that line.
fn changed(text: &str, line: &str, to: &str) -> (String, usize) {
    let n = text.lines().position(|l| l.starts_with(line)).unwrap_or_else(|| panic!("{line}"));
    let lines: Vec<&str> = text.lines().enumerate().map(|(i, l)| if i == n { to } else { l }).collect();
    (lines.join("\n"), n + 1)
}

#[test]
fn each_complaint_has_its_file_and_line() {
    let (t, n) = changed(FILES.areas, "ori,", "ori,Orléans,FR,FR,clear,6,Orléans,2,0,n,n,47.95,1.90,n,0,");
    assert!(complaint(&Files { areas: &t, ..FILES }).starts_with(&format!("areas.csv:{n}: `ori` is not")));
    let (t, n) = changed(FILES.links, "abo,hel", "abo,hel,river");
    assert!(complaint(&Files { links: &t, ..FILES }).starts_with(&format!("links.csv:{n}: ")));
    let (t, n) = changed(FILES.seas, "kat,", "kat,Kattegat,ns;wba,y,11.3,56.9");
    assert!(complaint(&Files { seas: &t, ..FILES }).starts_with(&format!("seas.csv:{n}: ")));
    let (t, n) = changed(FILES.leaders, "fr-ney", "fr-ney,FR,FR,Ney,3,3,2,E,n,reconstructed,");
    assert_eq!(
        complaint(&Files { leaders: &t, ..FILES }),
        format!("leaders.csv:{n}: seniority `E` is not A, B, C or D")
    );
    let line = "bav,,FR,BAV,Bavarian Corps,infantry,infantry,3,4,0,14,0,3,0,0,0,1,reconstructed,,x,";
    let (t, n) = changed(FILES.corps, "bav,,", line);
    assert!(complaint(&Files { corps: &t, ..FILES }).starts_with(&format!("corps.csv:{n}: `FR` is a power")));
    let line = "ulm1805,FR,corps,fr-iv,field,str,,,21,,2,,,,,reconstructed";
    let (t, n) = changed(FILES.setup, "ulm1805,FR,corps,fr-iv,", line);
    assert!(
        complaint(&Files { setup: &t, ..FILES }).starts_with(&format!("setup.csv:{n}: `fr-iv` has no room"))
    );
    let line = "ulm1805,FR,corps,fr-v,field,str,1806-02,,15,,1,,,,,reconstructed";
    let (t, n) = changed(FILES.setup, "ulm1805,FR,corps,fr-v,", line);
    assert!(
        complaint(&Files { setup: &t, ..FILES }).starts_with(&format!("setup.csv:{n}: 1806-02 is outside"))
    );
    let (t, n) = changed(FILES.powers, "capitals = [\"mad\"]", "capitals = [\"nowhere\"]");
    let said = complaint(&Files { powers: &t, ..FILES });
    assert!(said.starts_with("powers.toml:") && said.contains("`nowhere`"), "{said} {n}");
    let (t, n) = changed(
        FILES.scenarios,
        "    { area = \"trn\", to = \"BAV\" },",
        "    { area = \"xxx\", to = \"BAV\" },",
    );
    assert_eq!(complaint(&Files { scenarios: &t, ..FILES }), format!("scenarios.toml:{n}: `xxx` is no area"));
    let (t, n) = changed(FILES.tables, "factors_per_spire", "factors_per_spire = \"five\"");
    assert!(complaint(&Files { tables: &t, ..FILES }).starts_with(&format!("tables.toml:{n}: ")));
    let (t, _) = changed(FILES.board, "ori |", "ori | Orléans");
    assert!(complaint(&Files { board: &t, ..FILES }).starts_with("board.txt:"));
}
