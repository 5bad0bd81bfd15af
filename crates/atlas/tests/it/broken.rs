//! One thing broken in a copy of the data: the compiler names the file, the line and the remedy.

use crate::copies::Copy;

/// Replaces words in a file of a copy; the complaint of the compiler must name the line that changed.
fn check(board: &str, file: &str, cases: &[(&str, &str, &str)]) {
    for (old, new, what) in cases {
        let copy = Copy::new();
        let whole = copy.text(file);
        copy.edit(file, old, new);
        let broken = copy.text(file);
        let line = whole.lines().zip(broken.lines()).position(|(a, b)| a != b).unwrap() + 1;
        told(&copy, board, file, line, what);
    }
}

/// The same where the complaint names another line, the first with the words `stands`.
fn check_at(board: &str, file: &str, old: &str, new: &str, stands: &str, what: &str) {
    let copy = Copy::new();
    copy.edit(file, old, new);
    let line = copy.text(file).lines().position(|l| l.contains(stands)).unwrap() + 1;
    told(&copy, board, file, line, what);
}

fn told(copy: &Copy, board: &str, file: &str, line: usize, what: &str) {
    let told = copy.complaint(board);
    assert!(
        told.contains(&format!("{}:{line}: ", copy.path(file).display())),
        "line {line} was broken, but: {told}"
    );
    assert!(told.contains(what), "`{what}` was wanted, but: {told}");
}

#[test]
fn towns() {
    check(
        "fury",
        "atlas/towns_east.csv",
        &[
            ("pillau,", "koenigsberg,", "duplicate id `koenigsberg`; give one of the two another id"),
            ("20.510,54.710", "20.510,95.0", "koenigsberg: 20.51 95 is no longitude and latitude; mend them"),
            ("20.510,54.710", "-181,54.710", "is no longitude and latitude"),
            ("20.510,54.710", "20.510,north", "the columns are id, name, aliases, lon, lat"),
            ("20.510,54.710", "NaN,54.710", "is no longitude and latitude"),
            ("54.710,city", "54.710,hamlet", "class `hamlet` should be city, town or village"),
            ("20.510,54.710,city,major,DE", "20.510,54.710", "every row has 8 fields"),
        ],
    );
    check_at("orel", "atlas/towns_orel.csv", "id,name", "ident,name", "orel,Orel", "missing field `id`");
}

#[test]
fn railways_and_roads() {
    check(
        "fury",
        "atlas/railways_1914.csv",
        &[
            ("flatow;", "nowhere;", "unknown town `nowhere`; add it to the towns or mend the id"),
            (",2,std,DE,schneidemuehl", ",two,std,DE,schneidemuehl", "invalid digit found in string"),
            (
                "Königsberg–Eydtkuhnen,",
                "Ostbahn Konitz–Dirschau–Königsberg,",
                "duplicate id `Ostbahn Konitz–Dirschau–Königsberg`; names of lines are unique",
            ),
        ],
    );
    check(
        "fury",
        "atlas/roads.csv",
        &[
            (
                "warsaw;blonie",
                "warsaw;atlantis",
                "unknown town `atlantis`; add it to the towns or mend the id",
            ),
            (
                "kolo;turek;kozminek;opatowek;kalisz;skalmierschuetz;ostrowo",
                "kolo",
                "`Warsaw–Kalisz chaussée` has fewer than two stations",
            ),
        ],
    );
    check(
        "lodz",
        "atlas/crossings.csv",
        &[
            ("dirschau,", "atlantis,", "unknown town `atlantis`"),
            (
                "dirschau,Vistula,bridge",
                "dirschau,Vistula,tunnel",
                "kind `tunnel` should be bridge, pontoon or ferry",
            ),
        ],
    );
}

#[test]
fn shapes() {
    check(
        "fury",
        "atlas/coast_east.geojson",
        &[
            ("[20.0125,54.6392],[20.0,54.6381]", "[20.0125,54.", "each line holds one whole GeoJSON feature"),
            ("[20.0125,54.6392]", "[\"east\",54.6392]", "should be [longitude, latitude]"),
            ("[20.0125,54.6392]", "[20.0125,154.6392]", "should be [longitude, latitude]"),
            ("\"level\":1", "\"level\":\"one\"", "`level` should be a number"),
        ],
    );
    check(
        "fury",
        "atlas/borders_1914.geojson",
        &[
            ("\"LineString\"", "\"Point\"", "geometry `Point` should be LineString or Polygon"),
            ("{\"type\":\"Feature\",", "{\"type\":\"Featur", "each line holds one whole GeoJSON feature"),
        ],
    );
    check(
        "fury",
        "atlas/rivers_names.csv",
        &[("rivers_east,0", "rivers_east,999", "feature 999 is not in rivers_east, which has")],
    );
    check("fury", "atlas/reservoirs_post1914.csv", &[(",26", ",9999", "feature 9999 is not in coast_east")]);
    check(
        "empires",
        "atlas/rivers_europe.geojson",
        &[("\"level\":0", "\"level\":\"big\"", "`level` should be a number")],
    );
    let copy = Copy::new();
    let torn = copy.text("atlas/rivers_minor.geojson").replacen("],[", "],\n[", 1);
    copy.write("atlas/rivers_minor.geojson", &torn);
    let told = copy.complaint("fury");
    assert!(
        told.contains("rivers_minor.geojson:2: ") && told.contains("one whole GeoJSON feature"),
        "{told}"
    );
    copy.write("atlas/rivers_minor.geojson", "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n");
    assert!(copy.complaint("fury").contains("no GeoJSON features are in this file, one a line"));
    let short = "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[1,2]]}}\n";
    copy.write("atlas/rivers_minor.geojson", short);
    assert!(copy.complaint("fury").contains("rivers_minor.geojson:1: a feature has at least two points"));
    std::fs::remove_file(copy.path("atlas/rivers_minor.geojson")).unwrap();
    let told = copy.complaint("fury");
    assert!(told.contains("rivers_minor.geojson: ") && told.contains("No such file"), "{told}");
}

#[test]
fn anchors() {
    check(
        "lodz",
        "atlas/anchors.csv",
        &[
            ("lodz,1834", "lodz,9834", "hex 9834 is off the board lodz; mend its number"),
            ("lodz,1834", "lodz,834", "`834` is not a hex number"),
            ("czestochowa,stated", "atlantis,stated", "unknown town `atlantis`; add it to the towns"),
        ],
    );
    let copy = Copy::new();
    let none: String =
        copy.text("atlas/anchors.csv").replace("stated:", "guessed:").replace("inferred:", "guessed:");
    copy.write("atlas/anchors.csv", &none);
    assert!(copy.complaint("lodz").contains("too few are `stated` or `inferred`; add some"));
}

#[test]
fn sheets() {
    check(
        "fury",
        "fury/sheet.txt",
        &[
            ("[country RO]", "[contry RO]", "[contry RO] is no section of a sheet"),
            ("[country RO]", "[country]", "[country …] wants 1 fields"),
            (
                "[country RO]",
                "[country XX]",
                "country `XX` is not declared in georef.toml; declare it there or mend the word",
            ),
            (
                "[terrain difficult]",
                "[terrain lava]",
                "terrain `lava` is not declared in georef.toml; declare it there or mend the word",
            ),
            ("terrain = clear", "terain = clear", "`terain` is no key of a sheet"),
            ("terrain = clear", "terrain: clear", "should read `key = value`"),
            ("0103-0112", "0112-0103", "run 0112-0103 should count up in its last two digits only"),
            ("0103-0112", "0103-0212", "run 0103-0212 should count up in its last two digits only"),
            ("0103-0112", "0103-0199", "hex 0199 is off the board; columns run 01–16, rows 01–22"),
            ("0103-0112", "0100-0112", "hex 0100 is off the board"),
            ("0103-0112", "103-112", "`103` is not a hex number"),
            ("[river San | small]", "[river San | wide]", "`wide` should be one of small, big"),
            ("[river San | small]", "[river San]", "[river …] wants 2 fields between `|`, 1 stand here"),
            (
                "0916/1017 1016/1017",
                "0916/1017 1016/1116",
                "hexside 0916/1017 does not touch 1016/1116; name every hexside on the way",
            ),
            ("0916/1017 1016/1017", "0916/1018", "the hexes of 0916/1018 are not neighbours"),
            ("[rail DE2 |", "[rail DE1 |", "duplicate id `DE1`; ids of lines are unique"),
            ("[rail DE2 | 1 |", "[rail DE2 | one |", "`one` should be 1 or 2 tracks"),
            (
                "[rail DE2 | 1 | DE | Eastern line Kreuz–Königsberg–Eydtkuhnen]",
                "[rail DE2 | 1 | DE]",
                "[rail …] wants 4 fields between `|`, 3 stand here",
            ),
        ],
    );
    check(
        "lodz",
        "lodz/sheet.txt",
        &[
            (
                "1405 1306 1106 hohensalza",
                "1405 1306 1106 atlantis",
                "unknown town `atlantis`; add it to the towns or mend the id",
            ),
            ("1405 1306 1106 hohensalza", "1405 1306 1106 berlin koenigsberg", "unknown town `berlin`"),
        ],
    );
    check(
        "fury",
        "fury/sheet.txt",
        &[
            ("0106 | - | Kreuz", "0101 | - | Kreuz", "place at-0101 is in 0101, which is sea"),
            (
                "0208 | posen",
                "0208 | atlantis",
                "unknown town `atlantis`; add it to the towns, or give latitude and longitude",
            ),
            ("52.89 16.02", "52.89", "`52.89` should be `latitude longitude`"),
            ("52.89 16.02", "95.89 16.02", "`95.89 16.02` is no latitude and longitude"),
            ("52.89 16.02", "52.89 east", "`east` should be a number"),
            (
                "posen | Posen | city | 2",
                "posen | Posen | burg | 2",
                "`burg` should be one of village, town, city",
            ),
            ("posen | Posen | city | 2", "posen | Posen | city | II", "`II` should be a grade from 0 to 9"),
            (
                "0208 | posen | Posen | city | 2 | station |",
                "0208 | posen",
                "2 fields stand here, 6 are wanted",
            ),
            ("0104 | DE | Köslin line | Stettin", "0104 | DE", "2 fields stand here, 4 are wanted"),
            ("[about]\n", "", "this line stands in no section"),
        ],
    );
    check(
        "tannenberg",
        "tannenberg/sheet.txt",
        &[("[blocked]\n", "[blocked]\n0101/0303\n", "the hexes of 0101/0303 are not neighbours")],
    );
    check_at(
        "fury",
        "fury/sheet.txt",
        "terrain = clear",
        "terrain = lava",
        "# 1914",
        "terrain `lava` is not declared in georef.toml",
    );
    check_at(
        "lodz",
        "lodz/sheet.txt",
        "1405 1306 1106 hohensalza",
        "1405 1306 1106 koenigsberg",
        "[rail DE1",
        "station `koenigsberg` of line DE1 is off the board; end the line at the edge hex",
    );
    check_at(
        "lodz",
        "lodz/sheet.txt",
        "1405 1306 1106 hohensalza",
        "hohensalza",
        "[rail DE1",
        "line DE1 has fewer than two hexes",
    );
    check_at(
        "fury",
        "fury/sheet.txt",
        "0104 0204 0304",
        "0104 0203 0304",
        "[rail DE1",
        "line DE1 is in 0203, which is sea; move it or lead it around",
    );
    check_at(
        "fury",
        "fury/sheet.txt",
        "0104 0204 0304",
        "0101 0204 0304",
        "[rail DE1",
        "line DE1: no way from 0101 to 0204; add a crossing or stops",
    );
}

#[test]
fn georeferences() {
    check(
        "fury",
        "fury/georef.toml",
        &[
            ("reach = 4.0", "range = 4.0", "unknown field `range`"),
            ("shift = -0.5", "shift = -0.5\nslant = 1", "unknown field `slant`"),
            ("reach = 4.0", "reach = 0", "reach is a number of hexes greater than 0"),
            ("reach = 4.0", "reach = -1.0", "reach is a number of hexes greater than 0"),
            ("reach = 4.0", "reach = nan", "reach is a number of hexes greater than 0"),
            (
                "orientation = \"flat\"",
                "orientation = \"tall\"",
                "orientation `tall` should be one of flat, pointy",
            ),
            (
                "numbering = \"colrow\"",
                "numbering = \"rows\"",
                "numbering `rows` should be one of colrow, rowcol",
            ),
            (
                "columns_from = \"west\"",
                "columns_from = \"north\"",
                "columns_from `north` should be one of west, east",
            ),
            ("shifted = \"even\"", "shifted = \"all\"", "shifted `all` should be one of even, odd"),
            ("shift = -0.5", "shift = 0.4", "the shift is 0.5 or -0.5"),
            ("columns = [1, 16]", "columns = [16, 1]", "columns 16 to 1 should run upwards within 0–99"),
            ("rows = [1, 22]", "rows = [1, 122]", "rows 1 to 122 should run upwards within 0–99"),
            ("rows = [1, 22]", "rows = [1, 422]", "invalid value"),
            ("terrain = \"sheet\"", "terrain = \"film\"", "unknown variant `film`"),
            ("manner = \"rough\"", "manner = \"bumpy\"", "manner `bumpy` should be one of open, wood"),
            ("[grid]", "[grid", "expected"),
        ],
    );
    check(
        "lodz",
        "lodz/georef.toml",
        &[
            (
                "atlas = [\"marsh\"]",
                "atlas = [\"bog\"]",
                "the atlas has no terrain `bog`; it has mountain, marsh",
            ),
            ("class = \"big\"", "class = \"wide\"", "class `wide` should be one of small, big"),
            ("name = \"Nida\"", "name = \"Danube\"", "river `Danube` does not touch the board; take it out"),
            (
                "plock = \"ferry\"",
                "plock = \"tunnel\"",
                "crossing `tunnel` should be one of bridge, pontoon, ferry",
            ),
            (
                "plock = \"ferry\"",
                "atlantis = \"ferry\"",
                "crossing_towns: `atlantis` is neither a town nor a hex of the board",
            ),
            (
                "1405 = \"bridge\"",
                "9905 = \"bridge\"",
                "crossing_towns: `9905` is neither a town nor a hex of the board",
            ),
        ],
    );
    check(
        "orel",
        "orel/georef.toml",
        &[("[\"odd\", 1]", "[\"lone\", 1]", "parity `lone` should be one of odd, even")],
    );
    check(
        "empires",
        "empires/georef.toml",
        &[
            ("km = 74.0", "kms = 74.0", "unknown field `kms`"),
            ("km = 74.0", "km = 0", "km 0 should be more than 0 kilometres"),
            ("cell_km = 6.0", "cell_km = -6.0", "cell_km -6 should be more than 0"),
            ("reach_km = 215.0", "reach_km = inf", "reach_km inf should be more than 0"),
        ],
    );
    check_at(
        "lodz",
        "lodz/georef.toml",
        "pieces = [\"Bug\"]",
        "pieces = [\"Styx\"]",
        "name = \"Bug-Narew\"",
        "the atlas has no river `Styx`; see rivers_names.csv and rivers_minor",
    );
    check_at(
        "lodz",
        "lodz/georef.toml",
        "into = \"Vistula\"",
        "into = \"Styx\"",
        "name = \"Bug-Narew\"",
        "river `Bug-Narew` joins `Styx`, which is not on the board; mend the name or list that river first",
    );
    check_at(
        "lodz",
        "lodz/georef.toml",
        "big_below = \"serock\"",
        "big_below = \"atlantis\"",
        "name = \"Bug-Narew\"",
        "big_below: unknown town `atlantis`",
    );
    check_at(
        "lodz",
        "lodz/georef.toml",
        "flows = [\"ivangorod\"",
        "flows = [\"atlantis\"",
        "name = \"Vistula\"",
        "flows: unknown town `atlantis`",
    );
    // The country of a town in the atlas must be declared too.
    let copy = Copy::new();
    copy.edit("lodz/georef.toml", "code = \"AT\"", "code = \"XX\"");
    assert!(copy.complaint("lodz").contains("board lodz: country `AT` is not declared in georef.toml"));
}

#[test]
fn areas_links_and_seas() {
    check(
        "empires",
        "empires/areas.csv",
        &[
            ("ori,Orl", "par,Orl", "duplicate id `par`; ids of areas are unique"),
            (
                "par,Paris,FR,FR,clear",
                "par,Paris,FR,FR,lava",
                "terrain `lava` should be clear, forest, mountain, desert or marsh",
            ),
            ("n,y,48.86,2.35,n,0,", "n,y,48.86,2.35,n,0,styx", "unknown sea `styx`; see seas.csv"),
            (
                "n,y,48.86,2.35,n,0,",
                "y,y,48.86,2.35,n,0,",
                "par is a port on no sea; name its sea first in `seas`",
            ),
            ("n,y,48.86,2.35,n,0,", "no,y,48.86,2.35,n,0,", "`no` should be y or n"),
            ("n,y,48.86,2.35,n,0,", "n,1,48.86,2.35,n,0,", "`1` should be y or n"),
            ("n,y,48.86,2.35,n,0,", "n,y,48.86,2.35,s,0,", "`s` should be y or n"),
            (
                "n,y,48.86,2.35,n,0,",
                "n,y,98.86,2.35,n,0,",
                "par: 98.86 2.35 is no latitude and longitude; mend them",
            ),
            ("par,Paris,FR,FR,clear,6", "par,Paris,FR,FR,clear,six", "invalid digit found in string"),
        ],
    );
    check(
        "empires",
        "empires/links.csv",
        &[
            ("aar,flb,land", "aar,xxx,land", "unknown area `xxx`; see areas.csv"),
            ("aar,flb,land", "aar,flb,swamp", "kind `swamp` should be land, river or crossing"),
            ("aar,flb,land", "aar,aar,land", "area `aar` is linked to itself; take the link out"),
            ("aar,flb,land\naar,ode,crossing", "aar,flb,land\nflb,aar,crossing", "link flb–aar stands twice"),
        ],
    );
    check(
        "empires",
        "empires/seas.csv",
        &[
            ("eng,English Channel,ns;wap", "eng,English Channel,ns;styx", "unknown sea `styx`"),
            ("ns,North Sea", "eng,North Sea", "duplicate id `eng`; ids of seas are unique"),
            ("ns;wap,n,", "ns;wap,perhaps,", "`perhaps` should be y or n"),
        ],
    );
    check_at(
        "empires",
        "empires/seas.csv",
        "eng,English Channel,ns;wap",
        "eng,English Channel,wap",
        "ns,North Sea",
        "ns names eng, which does not name it back; put both in `near`",
    );
    let copy = Copy::new();
    copy.edit("empires/areas.csv", "48.86,2.35", "45.0,-30.0");
    let told = copy.complaint("empires");
    assert!(told.contains("area `par` does not lie on land; mend its longitude and latitude"), "{told}");
    let copy = Copy::new();
    let none: String = copy
        .text("empires/links.csv")
        .lines()
        .filter(|l| !l.contains("aar,") && !l.contains(",aar,"))
        .map(|l| format!("{l}\n"))
        .collect();
    copy.write("empires/links.csv", &none);
    let told = copy.complaint("empires");
    assert!(told.contains("cannot be reached from") && told.contains("add a link"), "{told}");
}
