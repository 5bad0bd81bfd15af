//! A broken file: the complaint names the file, the line and what is wrong.

use super::{BOARD, DATA, MASURIA, SCENARIOS, SET_UP, TABLES, UNITS};
use sandtable_testkit::{bad, bad_at};

#[test]
fn broken_boards() {
    DATA.faults(&[
        bad(BOARD, "1008 clear DE", "1008 desert DE", "`desert` is not declared"),
        bad_at(BOARD, "1008 clear DE\n", "", "", "1008 is missing"),
        bad(MASURIA, "\n4605 ", "\n9905 ", ""),
    ]);
}

#[test]
fn terrain_without_a_row_in_the_chart() {
    let text = (DATA.text)(BOARD).replacen("terrain = sea sea", "terrain = moor open\nterrain = sea sea", 1);
    let text = text.replacen("1008 clear DE", "1008 moor DE", 1);
    let fault = (DATA.read)(BOARD, &text).err().unwrap();
    assert!(fault.what.contains("`moor` has no row"), "{fault}");
    assert_eq!(text.lines().nth(fault.line as usize - 1), Some("terrain = moor open"));
}

#[test]
fn broken_counters() {
    let hq = "de-hq-scheffer,de,DE,hq,DE-HQ,,v. Scheffer";
    let base = "ru-base-5,ru,RU,base,,,Base 5,Russian supply base 5,,,,,,,,,,,,n,,lodz,rulebook,,rulebook,";
    let more = base.replace("base-5", "base-6");
    let scheffer = "v. Scheffer,\"v. Scheffer, XXV Reserve Corps\",,,XXV Reserve,,0,,,,,8,1,n,";
    DATA.faults(&[
        bad(UNITS, hq, "de-hq-scheffer,fr,DE,hq,DE-HQ,,v. Scheffer", "`fr` is no side"),
        bad(UNITS, hq, "de-hq-scheffer,de,FR,hq,DE-HQ,,v. Scheffer", ""),
        bad(UNITS, hq, "de-hq-scheffer,de,DE,dragoon,DE-HQ,,v. Scheffer", ""),
        bad(UNITS, hq, "de-hq-scheffer,de,DE,infantry,DE-HQ,,v. Scheffer", "zone of control"),
        bad(UNITS, "de-train-2,de", "de-train-1,de", "`de-train-1` stands twice"),
        bad(UNITS, "\nde-train-8,de,DE,train,", "\nde-train-8,de,DE,train,\nde-train-9,de,DE,train,", ""),
        bad_at(UNITS, base, &format!("{base}\n{more}"), "ru-base-6", "room for 10"),
        bad(UNITS, scheffer, &scheffer.replace(",8,1,", ",80,1,"), "60 movement points"),
        bad(UNITS, scheffer, &scheffer.replace(",8,1,", ",8,3,"), "3 levels"),
        bad(UNITS, scheffer, &scheffer.replace(",8,1,n,", ",8,1,n,ru-infantry"), "no kind of replacement"),
    ]);
}

#[test]
fn missing_tables_and_keys() {
    let forest =
        "    { id = \"forest\", rule = \"TEC.4a\", mp = 2, half_mp_extra = 2, shift = 1, fire = 1 },\n";
    DATA.faults(&[
        bad_at(TABLES, "[objects]\nrule", "[objectx]\nrule", "", "missing field `objects`"),
        bad_at(TABLES, "destroyed_on = 6", "", "", "missing field `destroyed_on`"),
        bad_at(SCENARIOS, "[conventions]", "[[[conventions]", "", ""),
        bad_at(TABLES, forest, "", "rows = [", "no row `forest`"),
    ]);
}

#[test]
fn bad_figures() {
    DATA.faults(&[
        bad(TABLES, "destroyed_on = 6", "destroyed_on = \"six\"", ""),
        bad(TABLES, "cel = 6 # in a hex", "cel = -1 # in a hex", ""),
        bad_at(
            TABLES,
            "{ dice = 2, results = [\"-1/B1\",",
            "{ dice = 2, results = [",
            "{ dice = 2,",
            "13 cells",
        ),
        bad_at(TABLES, "{ dice = 2, results", "{ dice = 3, results", "{ dice = 3,", "one row for each"),
        bad_at(
            TABLES,
            "    { from = 1, results = [\"Z\", \"-\"",
            "    { from = 1, results = [\"X\", \"-\"",
            "{ from = 1, results = [\"X\"",
            "`X` is no cell",
        ),
        bad_at(
            TABLES,
            "{ from = 3, results = [\"-1*\"",
            "{ from = 1, results = [\"-1*\"",
            "{ from = 1, results = [\"-1*\"",
            "rows rise",
        ),
        bad_at(
            TABLES,
            "movement_divided_by = 2",
            "movement_divided_by = 0",
            "movement_divided_by",
            "1 or more",
        ),
        bad_at(TABLES, "ru = { RU = 5, DE = 1 }", "ru = { RU = 5, DE = 0 }", "rail_hexes", "1 or more"),
        bad_at(
            TABLES,
            "{ side = \"de\", hexes = [\"1405\"] }",
            "{ side = \"de\", hexes = [\"9905\"] }",
            "9905",
            "9905 is not on the board",
        ),
        bad_at(
            TABLES,
            "bridge = \"2212/2312\"",
            "bridge = \"2212/9912\"",
            "9912",
            "9912 is not on the board",
        ),
        bad_at(
            TABLES,
            "{ side = \"de\", hexes = [\"1405\"] }",
            "{ side = \"fr\", hexes = [\"1405\"] }",
            "",
            "`fr` is no side",
        ),
    ]);
    for cell in ["-1/C1", "ł/-", "A1", "B1/-", "-/A1", "A/-", "-/*"] {
        DATA.faults(&[bad_at(
            TABLES,
            "{ dice = 2, results = [\"-1/B1\",",
            &format!("{{ dice = 2, results = [\"{cell}\","),
            "{ dice = 2,",
            &format!("`{cell}` is no cell"),
        )]);
    }
}

#[test]
fn bad_scenarios() {
    DATA.faults(&[
        bad(SCENARIOS, "{ hex = \"1615\", name", "{ hex = \"9915\", name", "9915 is no open hex"),
        bad_at(
            SCENARIOS,
            "set_up = \"november-11\"\n# 25",
            "set_up = \"november-12\"\n# 25",
            "november-12",
            "no earlier scenario",
        ),
        bad_at(
            SCENARIOS,
            "turns = 15\ninitiative = \"de\"",
            "turns = 14\ninitiative = \"de\"",
            "turns = 14",
            "turns do not agree",
        ),
        bad_at(
            SCENARIOS,
            "first_day = \"1915-02-07\"",
            "first_day = \"1915-02-30\"",
            "first_day = \"1915-02-30\"",
            "is no date",
        ),
        bad_at(
            SCENARIOS,
            "board = \"lodz-masuria\"",
            "board = \"lodz-massuria\"",
            "board = \"lodz-massuria\"",
            "no board",
        ),
        bad(
            SCENARIOS,
            "{ hex = \"1615\", name = \"Kłodawa\", holder = \"ru\"",
            "{ hex = \"1615\", name = \"Kłodawa\", holder = \"fr\"",
            "`fr` is no side",
        ),
        bad_at(
            SCENARIOS,
            "trains = 8 # placed",
            "trains = 7 # placed",
            "trains = 7",
            "7 trains, but setup.csv has 8",
        ),
        bad(
            SCENARIOS,
            "kind = \"ru-cavalry\", cel = 1, source = \"reconstructed\" },\n    { date = \"1914-11-20\"",
            "kind = \"ru-camelry\", cel = 1, source = \"reconstructed\" },\n    { date = \"1914-11-20\"",
            "`ru-camelry` is no kind",
        ),
        bad_at(
            SCENARIOS,
            "condition = { kind = \"on-map\", group = \"turkestan\" }",
            "condition = { kind = \"on-map\", group = \"turkey\" }",
            "turkey",
            "no group",
        ),
        bad_at(SCENARIOS, "\"6324>6224\"", "\"6324-6224\"", "6324-6224", "is no step"),
        bad(
            SCENARIOS,
            "{ side = \"de\", kind = \"hex\", hex = \"4606\" }",
            "{ side = \"de\", kind = \"hex\" }",
            "needs a hex",
        ),
        bad_at(SCENARIOS, "kind = \"snow\" }", "kind = \"hail\" }", "hail", "`hail` is no weather"),
    ]);
}

#[test]
fn bad_set_ups() {
    let row = "november-11,ru-ussur-cavbrig,hex,2505,,,,,1";
    let german = "november-11,de-hq-scheffer,hex,1405,";
    DATA.faults(&[
        bad(SET_UP, row, "november-12,ru-ussur-cavbrig,hex,2505,,,,,1", "no scenario `november-12`"),
        bad(SET_UP, row, "november-11,ru-usur-cavbrig,hex,2505,,,,,1", "no counter `ru-usur-cavbrig`"),
        bad_at(SET_UP, row, "november-11,ru-1-z,hex,2505,,,,,1", "ru-1-z", "`ru-1-z` is set up twice"),
        bad(SET_UP, row, "november-11,ru-ussur-cavbrig,hex,9905,,,,,1", "9905 is no open hex"),
        bad(SET_UP, row, "november-11,ru-ussur-cavbrig,box,2505,,,,,1", "`box` is no way to start"),
        bad(SET_UP, row, "november-11,ru-ussur-cavbrig,hex,2505,,lost=2,,,1", "has 2 levels and loses 2"),
        bad(SET_UP, row, "november-11,ru-ussur-cavbrig,hex,2505,,lost=x,,,1", "has no number"),
        bad(SET_UP, row, "november-11,ru-ussur-cavbrig,hex,2505,,dug,,,1", "`dug` is no flag"),
        bad(SET_UP, row, "november-11,ru-ussur-cavbrig,entry,2505-9905,1914-11-12,,,,1", "no hex or stretch"),
        bad(SET_UP, row, "november-11,ru-ussur-cavbrig,entry,2004,1914-13-12,,,,1", "is no date"),
        bad(SET_UP, row, "november-11,ru-ussur-cavbrig,hex,2505,,,guard,,1", "`guard` is no group"),
        bad(SET_UP, german, "november-11,de-hq-scheffer,hex,2505,", "of the other side stands in 2505"),
    ]);
}

#[test]
fn nobody_is_set_up_in_a_lake() {
    let map = &super::game().d.maps[1];
    let lake = map.all().find(|h| map.has(*h, sandtable_lodz::data::Feature::Closed)).unwrap();
    let from = "masurian,de-hq-litzmann,hex,4025,";
    let there = format!("masurian,de-hq-litzmann,hex,{},", map.name(lake));
    DATA.faults(&[bad(SET_UP, from, &there, "is no open hex")]);
}
