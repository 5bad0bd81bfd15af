//! The data files, and complaints about them.
use crate::scene::*;
use sandtable_board::LinkKind;
use sandtable_empires::data::{At, C, Data, FILES, Files, G, I, Kind, M, Thing};
use sandtable_testkit::{DataFiles, bad, bad_at};

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

/// The files, to be changed.
static DATA: DataFiles<Data> = DataFiles {
    text: |file| *text_of(&mut { FILES }, file),
    read: |file, text| {
        let mut files = FILES;
        *text_of(&mut files, file) = text;
        Data::read(&files)
    },
};

/// The text of a file.
fn text_of<'f, 'a>(files: &'f mut Files<'a>, file: &str) -> &'f mut &'a str {
    match file {
        "areas.csv" => &mut files.areas,
        "links.csv" => &mut files.links,
        "seas.csv" => &mut files.seas,
        "leaders.csv" => &mut files.leaders,
        "corps.csv" => &mut files.corps,
        "setup.csv" => &mut files.setup,
        "powers.toml" => &mut files.powers,
        "scenarios.toml" => &mut files.scenarios,
        "tables.toml" => &mut files.tables,
        "board.txt" => &mut files.board,
        _ => panic!("no file {file}"),
    }
}

#[test]
fn each_complaint_has_its_file_and_line() {
    let seniority = "seniority `E` is not A, B, C or D";
    let (mad, nowhere) = ("capitals = [\"mad\"]", "capitals = [\"nowhere\"]");
    let given = "{ area = \"nur\", to = \"BAV\" },\n    { area = \"trn\",";
    let lost = "{ area = \"nur\", to = \"BAV\" },\n    { area = \"xxx\",";
    DATA.faults(&[
        bad("areas.csv", "ori,Orléans,FR,FR,clear,5,", "ori,Orléans,FR,FR,clear,6,", "`ori` is not"),
        bad("links.csv", "abo,hel,land", "abo,hel,river", ""),
        bad("seas.csv", "kat,Kattegat,ns;wba,n,", "kat,Kattegat,ns;wba,y,", ""),
        bad("leaders.csv", "fr-ney,FR,FR,Ney,3,3,2,D,", "fr-ney,FR,FR,Ney,3,3,2,E,", seniority),
        bad("corps.csv", "bav,,BAV,BAV,Bavarian", "bav,,FR,BAV,Bavarian", "`FR` is a power"),
        bad(
            "setup.csv",
            "ulm1805,FR,corps,fr-iv,field,str,,,20,",
            "ulm1805,FR,corps,fr-iv,field,str,,,21,",
            "`fr-iv` has no room",
        ),
        bad(
            "setup.csv",
            "ulm1805,FR,corps,fr-v,field,str,,",
            "ulm1805,FR,corps,fr-v,field,str,1806-02,",
            "1806-02 is outside",
        ),
        bad_at("powers.toml", mad, nowhere, "", "`nowhere`"),
        bad_at("scenarios.toml", given, lost, "xxx", "`xxx` is no area"),
        bad("tables.toml", "factors_per_spire = 5", "factors_per_spire = \"five\"", ""),
        bad_at("board.txt", "ori | Orléans | FR | FR | clear", "ori | Orléans", "", ""),
    ]);
}
