//! A broken file: the complaint names the file, the line and what is wrong.

use super::{File, with, with_text};
use File::*;

/// Changes a file; the complaint stands on the line of `at` and holds `what`.
fn refused(file: File, from: &str, to: &str, at: &str, what: &str) {
    let fault = match with(file, from, to) {
        Ok(_) => panic!("{file:?}: `{to}` was taken"),
        Err(fault) => fault,
    };
    let name = match file {
        Board => "board.txt",
        Masuria => "masuria/board.txt",
        Units => "units.csv",
        Tables => "tables.toml",
        Scenarios => "scenarios.toml",
        SetUp => "setup.csv",
    };
    let text = file.text().replacen(from, to, 1);
    let found = text.lines().nth(fault.line as usize - 1).unwrap_or("");
    assert_eq!(fault.file, name, "{fault}");
    assert!(fault.what.contains(what), "{fault}");
    assert!(found.contains(at), "{fault}\nstands on: {found}");
}

/// The same where the complaint stands on the line that was changed.
fn bad(file: File, from: &str, to: &str, what: &str) {
    refused(file, from, to, to.lines().next().unwrap(), what);
}

#[test]
fn broken_boards() {
    bad(Board, "1008 clear DE", "1008 desert DE", "`desert` is not declared");
    refused(Board, "1008 clear DE\n", "", "", "1008 is missing");
    bad(Masuria, "\n4605 ", "\n9905 ", "");
}

#[test]
fn terrain_without_a_row_in_the_chart() {
    let text = Board.text().replacen("terrain = sea sea", "terrain = moor open\nterrain = sea sea", 1);
    let text = text.replacen("1008 clear DE", "1008 moor DE", 1);
    let fault = with_text(Board, &text).err().unwrap();
    assert!(fault.what.contains("`moor` has no row"), "{fault}");
    assert_eq!(text.lines().nth(fault.line as usize - 1), Some("terrain = moor open"));
}

#[test]
fn broken_counters() {
    let hq = "de-hq-scheffer,de,DE,hq,DE-HQ,,v. Scheffer";
    bad(Units, hq, "de-hq-scheffer,fr,DE,hq,DE-HQ,,v. Scheffer", "`fr` is no side");
    bad(Units, hq, "de-hq-scheffer,de,FR,hq,DE-HQ,,v. Scheffer", "");
    bad(Units, hq, "de-hq-scheffer,de,DE,dragoon,DE-HQ,,v. Scheffer", "");
    bad(Units, hq, "de-hq-scheffer,de,DE,infantry,DE-HQ,,v. Scheffer", "zone of control");
    bad(Units, "de-train-2,de", "de-train-1,de", "`de-train-1` stands twice");
    bad(Units, "\nde-train-8,de,DE,train,", "\nde-train-8,de,DE,train,\nde-train-9,de,DE,train,", "");
    let base = "ru-base-5,ru,RU,base,,,Base 5,Russian supply base 5,,,,,,,,,,,,n,,lodz,rulebook,,rulebook,";
    let more = base.replace("base-5", "base-6");
    refused(Units, base, &format!("{base}\n{more}"), "ru-base-6", "room for 10");
    let scheffer = "v. Scheffer,\"v. Scheffer, XXV Reserve Corps\",,,XXV Reserve,,0,,,,,8,1,n,";
    bad(Units, scheffer, &scheffer.replace(",8,1,", ",80,1,"), "60 movement points");
    bad(Units, scheffer, &scheffer.replace(",8,1,", ",8,3,"), "3 levels");
    bad(Units, scheffer, &scheffer.replace(",8,1,n,", ",8,1,n,ru-infantry"), "no kind of replacement");
}

#[test]
fn missing_tables_and_keys() {
    refused(Tables, "[objects]\nrule", "[objectx]\nrule", "", "missing field `objects`");
    refused(Tables, "destroyed_on = 6", "", "", "missing field `destroyed_on`");
    refused(Scenarios, "[conventions]", "[[[conventions]", "", "");
    let forest =
        "    { id = \"forest\", rule = \"TEC.4a\", mp = 2, half_mp_extra = 2, shift = 1, fire = 1 },\n";
    refused(Tables, forest, "", "[terrain]", "no row `forest`");
}

#[test]
fn bad_figures() {
    bad(Tables, "destroyed_on = 6", "destroyed_on = \"six\"", "");
    bad(Tables, "cel = 6 # in a hex", "cel = -1 # in a hex", "");
    for cell in ["-1/C1", "ł/-", "A1", "B1/-", "-/A1", "A/-", "-/*"] {
        refused(
            Tables,
            "{ dice = 2, results = [\"-1/B1\",",
            &format!("{{ dice = 2, results = [\"{cell}\","),
            "{ dice = 2,",
            &format!("`{cell}` is no cell"),
        );
    }
    refused(
        Tables,
        "{ dice = 2, results = [\"-1/B1\",",
        "{ dice = 2, results = [",
        "{ dice = 2,",
        "13 cells",
    );
    refused(Tables, "{ dice = 2, results", "{ dice = 3, results", "[combat]", "a row for each");
    refused(
        Tables,
        "    { from = 1, results = [\"Z\", \"-\"",
        "    { from = 1, results = [\"X\", \"-\"",
        "[objects]",
        "`X` is no cell",
    );
    refused(
        Tables,
        "{ from = 3, results = [\"-1*\"",
        "{ from = 1, results = [\"-1*\"",
        "[fire]",
        "rows rise",
    );
    refused(Tables, "movement_divided_by = 2", "movement_divided_by = 0", "movement_divided_by", "1 or more");
    refused(Tables, "ru = { RU = 5, DE = 1 }", "ru = { RU = 5, DE = 0 }", "rail_hexes", "1 or more");
    refused(
        Tables,
        "{ side = \"de\", hexes = [\"1405\"] }",
        "{ side = \"de\", hexes = [\"9905\"] }",
        "9905",
        "9905 is not on the board",
    );
    refused(Tables, "bridge = \"2212/2312\"", "bridge = \"2212/9912\"", "9912", "9912 is not on the board");
    refused(
        Tables,
        "{ side = \"de\", hexes = [\"1405\"] }",
        "{ side = \"fr\", hexes = [\"1405\"] }",
        "",
        "`fr` is no side",
    );
}

#[test]
fn bad_scenarios() {
    bad(Scenarios, "{ hex = \"1615\", name", "{ hex = \"9915\", name", "9915 is no open hex");
    refused(
        Scenarios,
        "set_up = \"november-11\"\n# 25",
        "set_up = \"november-12\"\n# 25",
        "november-12",
        "no earlier scenario",
    );
    refused(
        Scenarios,
        "turns = 15\ninitiative = \"de\"",
        "turns = 14\ninitiative = \"de\"",
        "id = \"masurian\"",
        "turns do not agree",
    );
    refused(
        Scenarios,
        "first_day = \"1915-02-07\"",
        "first_day = \"1915-02-30\"",
        "id = \"masurian\"",
        "is no date",
    );
    refused(
        Scenarios,
        "board = \"lodz-masuria\"",
        "board = \"lodz-massuria\"",
        "id = \"masurian\"",
        "no board",
    );
    bad(
        Scenarios,
        "{ hex = \"1615\", name = \"Kłodawa\", holder = \"ru\"",
        "{ hex = \"1615\", name = \"Kłodawa\", holder = \"fr\"",
        "`fr` is no side",
    );
    refused(
        Scenarios,
        "trains = 8 # placed",
        "trains = 7 # placed",
        "id = \"november-11\"",
        "7 trains, but setup.csv has 8",
    );
    bad(
        Scenarios,
        "kind = \"ru-cavalry\", cel = 1, source = \"reconstructed\" },\n    { date = \"1914-11-20\"",
        "kind = \"ru-camelry\", cel = 1, source = \"reconstructed\" },\n    { date = \"1914-11-20\"",
        "`ru-camelry` is no kind",
    );
    refused(
        Scenarios,
        "condition = { kind = \"on-map\", group = \"turkestan\" }",
        "condition = { kind = \"on-map\", group = \"turkey\" }",
        "graudenz",
        "no group",
    );
    refused(Scenarios, "\"6324>6224\"", "\"6324-6224\"", "6324-6224", "is no step");
    bad(
        Scenarios,
        "{ side = \"de\", kind = \"hex\", hex = \"4606\" }",
        "{ side = \"de\", kind = \"hex\" }",
        "needs a hex",
    );
    refused(Scenarios, "kind = \"snow\" }", "kind = \"hail\" }", "weather = [", "`hail` is no weather");
}

#[test]
fn bad_set_ups() {
    let row = "november-11,ru-ussur-cavbrig,hex,2505,,,,,1";
    bad(SetUp, row, "november-12,ru-ussur-cavbrig,hex,2505,,,,,1", "no scenario `november-12`");
    bad(SetUp, row, "november-11,ru-usur-cavbrig,hex,2505,,,,,1", "no counter `ru-usur-cavbrig`");
    refused(SetUp, row, "november-11,ru-1-z,hex,2505,,,,,1", "ru-1-z", "`ru-1-z` is set up twice");
    bad(SetUp, row, "november-11,ru-ussur-cavbrig,hex,9905,,,,,1", "9905 is no open hex");
    bad(SetUp, row, "november-11,ru-ussur-cavbrig,box,2505,,,,,1", "`box` is no way to start");
    bad(SetUp, row, "november-11,ru-ussur-cavbrig,hex,2505,,lost=2,,,1", "has 2 levels and loses 2");
    bad(SetUp, row, "november-11,ru-ussur-cavbrig,hex,2505,,lost=x,,,1", "has no number");
    bad(SetUp, row, "november-11,ru-ussur-cavbrig,hex,2505,,dug,,,1", "`dug` is no flag");
    bad(SetUp, row, "november-11,ru-ussur-cavbrig,entry,2505-9905,1914-11-12,,,,1", "no hex or stretch");
    bad(SetUp, row, "november-11,ru-ussur-cavbrig,entry,2004,1914-13-12,,,,1", "is no date");
    bad(SetUp, row, "november-11,ru-ussur-cavbrig,hex,2505,,,guard,,1", "`guard` is no group");
    let german = "november-11,de-hq-scheffer,hex,1405,";
    bad(SetUp, german, "november-11,de-hq-scheffer,hex,2505,", "of the other side stands in 2505");
}

#[test]
fn nobody_is_set_up_in_a_lake() {
    let map = &super::game().d.maps[1];
    let lake = map.all().find(|h| map.has(*h, sandtable_lodz::data::Feature::Closed)).unwrap();
    let from = "masurian,de-hq-litzmann,hex,4025,";
    bad(SetUp, from, &format!("masurian,de-hq-litzmann,hex,{},", map.name(lake)), "is no open hex");
}
