//! The map: 3.

use crate::common::*;
use sandtable_fury::data::Ground;
use sandtable_fury::pieces::Nation;

/// Territory (G, A, R, X) and terrain (clear, difficult, mountain, sea) of every hex, row by row.
const LAND: &str = "
~~ ~~ ~~ ~~ ~~ ~~ ~~ ~~ ~~ ~~ ~~ Rc Rc Rc Rc Rc
~~ ~~ ~~ ~~ ~~ ~~ ~~ ~~ ~~ ~~ ~~ Gc Rc Rd Rc Rc
Gc ~~ Gc ~~ Gc Gc ~~ ~~ ~~ ~~ Gc Gc Gc Rd Rc Rc
Gc Gc Gc Gc Gc Gc Gc ~~ Gc Gc Gc Gc Gc Rc Rc Rc
Gc Gc Gc Gc Gd Gc Gc Gc Gc Gc Gc Gc Gd Rc Rc Rc
Gc Gc Gc Gc Gc Gc Gc Gc Gc Gc Gd Gc Gc Rc Rc Rc
Gc Gc Gc Gc Gc Gc Rc Gc Gc Gc Rd Gd Rc Rd Rc Rc
Gc Gc Gc Gc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc
Gc Gc Gc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc
Gc Gc Gc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rd Rc Rc
Gc Gc Gc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc
Gc Gc Gc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rc Rd Rd
Am Gc Gc Gc Rd Rc Rc Rd Rc Rc Rc Rc Rc Rd Rd Rd
Ac Ac Ac Gc Ac Rc Rc Rc Ac Rc Rd Rc Rc Rc Rc Rd
Ac Ac Am Ad Ad Ac Ac Ac Ac Ac Ac Rd Ac Rc Rc Rc
Ac Am Am Am Am Ad Ad Ad Ad Ac Ac Ad Ac Ac Rc Rc
Ac Am Am Am Am Am Am Ad Am Ac Ad Ac Ac Ad Ad Rc
Ac Ac Ac Am Ac Am Ac Ac Am Ad Ad Ac Ac Ac Ac Rc
Ac Ac Ac Ad Ac Ac Ac Ac Ac Am Am Ad Ac Ac Ac Rc
Ac Ac Ac Ac Ac Ac Ac Ac Ac Ac Am Am Ad Ac Ac Rc
Ac Ac Ac Ac Ac Ac Ac Ac Ac Ac Ac Am Am Ac Ac Rc
Ac Ac Ac Ac Ac Ac Ac Ac Ac Ad Ad Am Am Ad Ac Xx
";

fn hexes(list: &str) -> Vec<u16> {
    let mut all: Vec<u16> = list.split_whitespace().map(hex_of).collect();
    all.sort();
    all
}

#[test]
fn r3a_terrain_fortresses_rivers_and_railways() {
    let d = &game().data;
    for (r, row) in LAND.lines().filter(|l| !l.is_empty()).enumerate() {
        for (c, code) in row.split(' ').enumerate() {
            let number = format!("{:02}{:02}", c + 1, r + 1);
            let hex = usize::from(hex_of(&number));
            let country = match &code[..1] {
                "G" => Some(Nation::De),
                "A" => Some(Nation::Ah),
                "R" => Some(Nation::Ru),
                _ => None,
            };
            let ground = match &code[1..] {
                "c" => Ground::Clear,
                "d" => Ground::Difficult,
                "m" => Ground::Mountain,
                "x" => Ground::Closed,
                _ => Ground::Sea,
            };
            assert_eq!((d.country[hex], d.ground[hex]), (country, ground), "{number}");
        }
    }
    let size = |major: bool| {
        let mut list: Vec<u16> = d.forts.iter().filter(|f| f.major == major).map(|f| f.hex).collect();
        list.sort();
        list
    };
    assert_eq!(size(true), hexes("1004 0607 0208 0615 1017 1504 0909 1311"));
    assert_eq!(size(false), hexes("1206 0606 1217 1507 1307 0910 1012"));
    let between = |a: &str, b: &str| d.step(hex_of(a), hex_of(b)).unwrap();
    // Angerapp, Bug and San are rivers from both sides, the frontier of East Prussia is none.
    for (a, b) in [("1205", "1304"), ("1304", "1205"), ("1313", "1413"), ("1016", "1017")] {
        assert!(between(a, b).river, "{a}/{b}");
    }
    assert!(!between("1304", "1405").river && !between("1305", "1405").river);
    // The rivers end where the specification ends them: Königsberg and Posen have none on these sides.
    for (a, b) in [("1004", "1103"), ("0107", "0208"), ("0107", "0108"), ("0321", "0422"), ("0322", "0422")] {
        assert!(!between(a, b).river, "{a}/{b}");
    }
    assert!(!between("1621", "1622").river);
    // A line inside a country, one across the frontier, and none.
    assert!(between("1205", "1304").rail && between("1205", "1304").line);
    assert!(between("1304", "1405").rail && !between("1304", "1405").line);
    assert!(!between("1305", "1405").rail);
}

#[test]
fn r3b_only_the_sea_is_closed() {
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nside = 'cp'", "de-xx 0904\nhq-de-viii 1203");
    assert_eq!(
        (t.forbids_move("de-xx", "0903"), t.forbids_move("de-xx", "0804")),
        ("3b".into(), "3b".into())
    );
    assert_eq!(t.forbids_move("hq-de-viii", "1102"), "3b");
    // A coast is as good as any other hex.
    assert!(t.may_move("hq-de-viii", "1103") && t.may_move("hq-de-viii", "1202"));
    assert!(Table::refused_at("turn = 'S1'\nphase = 'moves'", "de-xx 0903").contains("3b"));
    let closed: Vec<u16> = (0..352).filter(|h| !game().data.open(*h)).collect();
    assert_eq!(closed.len(), LAND.matches("~~").count() + 1);
}

#[test]
fn r3c_nobody_enters_the_romanian_corner() {
    rules!("fury 3b");
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nfront = 'south'", "ru-xii 1621\nhq-ru-viii 1620");
    assert_eq!(
        (t.forbids_move("ru-xii", "1622"), t.forbids_move("hq-ru-viii", "1622")),
        ("3c".into(), "3c".into())
    );
    let t =
        Table::at("turn = 'S1'\nphase = 'moves'\nfront = 'south'\nside = 'cp'", "ah-xii 1521\nah-vii 1522");
    assert_eq!(
        (t.forbids_move("ah-xii", "1622"), t.forbids_move("ah-vii", "1622")),
        ("3c".into(), "3c".into())
    );
    assert!(Table::refused_at("turn = 'S1'\nphase = 'moves'", "ru-xii 1622").contains("3c"));
}

#[test]
fn r3d_russian_trains_and_supply_pass_the_romanian_corner() {
    // Khotin has no other railway than that through the corner.
    let head = "turn = 'S1'\nphase = 'reinforcements'";
    let mut t = Table::at(head, "box ru-xii");
    t.say("bring RU XII for RU VIII Army", &[]);
    assert!(t.offered("enter at 1621") && !t.offered("enter at 1622"));
    t.say("enter at 1621", &[]);
    assert_eq!(t.place("ru-xii"), "1621");
    // An enemy whose zone covers the corner, but not Khotin, closes it.
    let mut t = Table::at(head, "box ru-xii\nah-xii 1522");
    t.say("bring RU XII for RU VIII Army", &[]);
    assert!(!t.offered("enter at 1621") && t.offered("enter at 1618"));
    // Supply comes the same way.
    let head = "turn = 'S1'\nphase = 'adjustment'\nside = 'ru'";
    assert_eq!(Table::at(head, "ru-xii 1621").asked().0, "11.3a", "nobody is isolated");
    let t = Table::at(head, "ru-xii 1621\nah-xii 1522");
    assert_eq!(t.starting("withdraw 1621 "), ["to 1620"]);
    // The Austrians get nothing through it, though they stand beside it.
    let t = Table::at("turn = 'S1'\nphase = 'adjustment'\nside = 'cp'", "ah-xii 1522");
    assert_eq!(t.starting("withdraw 1522 "), ["to 1422", "to 1521"]);
}

#[test]
fn r3e_set_up_hexes_of_the_armies() {
    let d = &game().data;
    for (army, list) in [
        ("hq-de-viii", "0906 1205"),
        ("hq-ah-i", "1015"),
        ("hq-ah-ii", "1319"),
        ("hq-ah-iii", "1217"),
        ("hq-ah-iv", "1116"),
        ("hq-ru-i", "1406 1505"),
        ("hq-ru-ii", "0908 1108"),
        ("hq-ru-iii", "1616"),
        ("hq-ru-iv", "1112"),
        ("hq-ru-v", "1313"),
        ("hq-ru-viii", "1618"),
        ("hq-ru-ix", ""),
        ("hq-ru-x", ""),
        ("hq-ru-xi", ""),
        ("hq-de-ix", ""),
    ] {
        let at = d.hqs.iter().position(|h| h.id == army).unwrap();
        let mut have = d.setup[at].clone();
        have.sort();
        assert_eq!(have, hexes(list), "{army}");
    }
}

#[test]
fn r3f_entry_hexes_of_the_nations() {
    let d = &game().data;
    for (nation, list) in [
        (Nation::De, "0104 0106 0108 0111"),
        (Nation::Ah, "0115 0120 0522 0822 1022"),
        (Nation::Ru, "1603 1605 1607 1609 1611 1613 1615 1616 1618 1622"),
    ] {
        let have: Vec<u16> = d.entries[nation.index()].iter().collect();
        assert_eq!(have, hexes(list), "{nation:?}");
    }
    // Without points or march, a corps stands where it came in; each nation uses its own gates.
    let head = "turn = 'S1'\nphase = 'reinforcements'\nside = 'cp'\nrail = { ru = 0, ah = 0, de = 0 }";
    let mut t = Table::at(head, "box ah-vii\nbox de-r-gz");
    let mut german = t.clone();
    t.say("bring AH VII for AH II Army", &[]);
    assert!(t.offered("enter at 0115") && t.offered("enter at 1022") && !t.offered("enter at 0111"));
    german.say("bring DE R Gz for DE VIII Army", &[]);
    assert!(
        german.offered("enter at 0104")
            && german.offered("enter at 0111")
            && !german.offered("enter at 0115")
    );
}

#[test]
fn r3g_entry_hexes_are_sources_of_supply() {
    let russian = "turn = 'S1'\nphase = 'adjustment'\nside = 'ru'";
    let central = "turn = 'S1'\nphase = 'adjustment'\nside = 'cp'";
    // In the arrow's hex, one away and two away.
    for hex in ["1603", "1602", "1601", "1614"] {
        assert_eq!(Table::at(russian, &format!("ru-iii {hex}")).asked().0, "11.3a", "{hex}");
    }
    assert_eq!(Table::at(central, "de-xx 0104").asked().0, "11.3a", "nobody is isolated");
    assert_eq!(Table::at(central, "ah-iii 1022").asked().0, "11.3a");
    // The arrows of one side are nothing to the other.
    assert_eq!(Table::at(russian, "ru-iii 0104").offers(), ["give up 0104"]);
    assert_eq!(Table::at(central, "de-xx 1603").offers(), ["give up 1603"]);
    // A zone over the arrow cuts it, unless a unit stands there.
    let t = Table::at(russian, "ru-iii 1603\nde-xx 1503");
    assert_eq!((t.decider(), t.asked().0), (CP, "11.2h"), "only the German is isolated");
    assert!(Table::at(russian, "ru-iii 1601\nde-xx 1503").asked().0 == "11.2h");
}

#[test]
fn r3g_an_isolated_stack_can_go_back_to_the_entry_hex() {
    let t = Table::at("turn = 'S1'\nphase = 'adjustment'\nside = 'ru'", "ru-iii 1601\nde-xx 1503");
    assert_eq!(t.offers(), ["withdraw 1601 to 1603 by 1602"]);
}
