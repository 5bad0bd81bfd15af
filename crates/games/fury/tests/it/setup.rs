//! Set-up: 6.

use crate::common::*;
use sandtable_fury::Action;

fn piece(id: &str) -> sandtable_fury::pieces::Piece {
    game().piece(id).unwrap()
}

fn forbids(t: &Table, id: &str, hex: &str) -> String {
    t.forbidden(Action::SetUp(piece(id), hex_of(hex)))
}

fn offers(t: &Table, id: &str, hex: &str) -> bool {
    use sandtable_core::Game;
    game().check(&t.p, t.decider(), &Action::SetUp(piece(id), hex_of(hex))).is_ok()
}

fn put(t: &mut Table, list: &str) {
    let words: Vec<&str> = list.split_whitespace().collect();
    for pair in words.chunks(2) {
        let name = t.counter(pair[0]).name;
        t.say(&format!("set up {name} in {}", pair[1]), &[]);
    }
}

/// All of one side where history had them, other than some pieces.
fn deploy(t: &mut Table, side: &str, without: &[&str]) {
    for (piece, hex) in &game().data.deploy {
        let id = game().piece_id(*piece);
        if t.counter(&id).side == side && !without.contains(&id.as_str()) {
            let hex = game().data.number(*hex).to_string();
            put(t, &format!("{id} {hex}"));
        }
    }
}

#[test]
fn r6a_the_central_powers_set_up_first() {
    rules!("fury 6i", "fury 2.1n", "fury 7a");
    let mut t = Table::free();
    assert_eq!((t.decider(), t.asked().0), (CP, "6a"));
    assert_eq!(forbids(&t, "ru-iii", "1505"), "6a");
    assert_eq!(forbids(&t, "de-ii", "1205"), "6a", "it comes only in November");
    assert!(t.starting("set up RU").is_empty());
    deploy(&mut t, "cp", &["hq-ah-ii"]);
    assert_eq!(t.decider(), CP, "not before the last piece stands");
    assert_eq!(forbids(&t, "de-i", "1205"), "6a", "it stands already");
    put(&mut t, "hq-ah-ii 1319");
    assert_eq!((t.decider(), t.asked().0), (RU, "6a"));
    assert!(t.starting("set up DE").is_empty() && t.starting("set up AH").is_empty());
    assert_eq!(forbids(&t, "hq-de-viii", "1205"), "6a");
    deploy(&mut t, "ru", &[]);
    // Everybody stands where history had them: the same game as the historical one.
    assert_eq!((t.decider(), t.asked().0), (RU, "7d"));
    assert_eq!(t.p, Table::campaign().p);
    assert!(
        t.badge("hq-ru-ii", "inactive") && t.badge("hq-ru-i", "active") && t.badge("hq-de-viii", "active")
    );
    assert!(t.counter("ah-xvii").reduced && !t.counter("ah-ix").reduced);
}

#[test]
fn r6b_units_within_one_hex_of_their_set_up_hex() {
    rules!("fury 6d", "fury 6g", "fury 3e");
    let t = Table::free();
    assert_eq!(t.starting("set up AH I in "), ["0914", "0915", "1015", "1016", "1115"]);
    assert_eq!(t.starting("set up AH XII in "), ["1219", "1220", "1318", "1319", "1320", "1419", "1420"]);
    // The German 8th Army has two hexes.
    let german = "0806 0807 0905 0906 0907 1006 1007 1104 1105 1204 1205 1206 1304 1305";
    assert_eq!(t.starting("set up DE XX in ").join(" "), german);
    assert_eq!((forbids(&t, "ah-i", "0815"), forbids(&t, "de-xx", "1005")), ("6b".into(), "6b".into()));
    assert_eq!(forbids(&t, "ah-xii", "1217"), "6b", "the hex of another army");
    // Over the frontier.
    assert_eq!((forbids(&t, "ah-i", "1014"), forbids(&t, "ah-i", "1114")), ("6d".into(), "6d".into()));
    // And the Russians.
    let mut t = t;
    deploy(&mut t, "cp", &[]);
    assert_eq!(t.starting("set up RU XII in "), ["1617", "1618", "1619"]);
    assert_eq!(t.starting("set up RU XI in "), ["1515", "1516", "1615", "1616", "1617"]);
    let second = "0808 0809 0908 0909 1008 1009 1107 1108 1109 1208 1209";
    assert_eq!(t.starting("set up RU XV in ").join(" "), second);
    assert_eq!((forbids(&t, "ru-xii", "1518"), forbids(&t, "ru-xii", "1620")), ("6d".into(), "6b".into()));
    // The corps that two armies share starts with the 2nd.
    assert_eq!(t.starting("set up RU I in ").join(" "), second);
}

#[test]
fn r6c_headquarters_within_two() {
    rules!("fury 6d");
    let t = Table::free();
    let near = "0815 0816 0914 0915 0916 1015 1016 1017 1115 1116 1216";
    assert_eq!(t.starting("set up AH HQ I in ").join(" "), near);
    assert_eq!((forbids(&t, "hq-ah-i", "1217"), forbids(&t, "hq-ah-i", "1013")), ("6c".into(), "6d".into()));
    let german = "0705 0706 0805 0806 0807 0904 0905 0906 0907 1004 1005 1006 1007 1103 1104 1105 1106 \
                  1203 1204 1205 1206 1207 1303 1304 1305 1306";
    assert_eq!(t.starting("set up DE HQ VIII in ").join(" "), german);
    assert_eq!(forbids(&t, "hq-de-viii", "1405"), "6d", "two hexes away, but Russian");
}

#[test]
fn r6e_the_stacking_limit_holds() {
    let mut t = Table::free();
    put(&mut t, "ah-i 1016 ah-v 1016");
    assert_eq!(forbids(&t, "ah-x", "1016"), "6e");
    assert!(offers(&t, "ah-x", "1015"));
    assert_eq!(forbids(&t, "ah-ii", "1016"), "6e", "another army");
    assert_eq!(forbids(&t, "hq-ah-iv", "1016"), "6e");
    assert!(offers(&t, "hq-ah-i", "1016"));
    put(&mut t, "hq-ah-i 1016");
    assert!(offers(&t, "ah-ii", "1116"));
}

#[test]
fn r6f_no_russian_in_contact() {
    let mut t = Table::free();
    deploy(&mut t, "cp", &["de-i", "de-xvii", "hq-de-viii"]);
    put(&mut t, "de-i 1305 de-xvii 1204 hq-de-viii 1304");
    // 1405 and 1406 lie beside the corps in 1305; 1404 only beside the headquarters in 1304.
    for id in ["ru-iii", "hq-ru-i"] {
        assert_eq!((forbids(&t, id, "1405"), forbids(&t, id, "1406")), ("6f".into(), "6f".into()), "{id}");
    }
    assert!(offers(&t, "hq-ru-i", "1404") && offers(&t, "ru-iii", "1504") && offers(&t, "ru-iii", "1407"));
    // With the corps further back the frontier is free.
    let mut t = Table::free();
    deploy(&mut t, "cp", &["de-i", "de-xvii"]);
    put(&mut t, "de-i 1205 de-xvii 1204");
    assert!(offers(&t, "ru-iii", "1405") && offers(&t, "ru-iii", "1406"));
}

const GERMANS: [&str; 6] = ["de-i", "de-xvii", "de-xx", "de-i-r", "de-r8", "de-lw8"];

#[test]
fn r6h_two_units_round_each_of_two_hexes() {
    rules!("fury 6g");
    let mut start = Table::free();
    deploy(&mut start, "cp", &[&GERMANS[..], &["hq-de-viii"]].concat());
    // Four Germans round 1205: the last two belong to 0906.
    let mut t = start.clone();
    put(&mut t, "de-i 1205 de-xvii 1205 de-xx 1206 de-i-r 1206");
    assert_eq!((forbids(&t, "de-r8", "1304"), forbids(&t, "de-lw8", "1105")), ("6h".into(), "6h".into()));
    assert!(offers(&t, "de-r8", "0906") && offers(&t, "de-r8", "1007"));
    put(&mut t, "de-r8 0807");
    assert_eq!(forbids(&t, "de-lw8", "1304"), "6h");
    assert_eq!(t.starting("set up DE Lw8 in ").join(" "), "0806 0807 0905 0906 0907 1006 1007");
    assert!(offers(&t, "hq-de-viii", "1205"), "headquarters do not count");
    put(&mut t, "hq-de-viii 0906");
    assert_eq!(forbids(&t, "de-lw8", "1304"), "6h");
    // The other way round.
    let mut t = start.clone();
    put(&mut t, "de-i 0906 de-xvii 0906 de-xx 1007 de-i-r 1007");
    assert_eq!(forbids(&t, "de-r8", "0905"), "6h");
    assert!(offers(&t, "de-r8", "1305"));
    // With two at each hex the rest is free.
    let mut t = start.clone();
    put(&mut t, "de-i 0906 de-xvii 0906 de-xx 1205 de-i-r 1205");
    assert!(offers(&t, "de-r8", "0905") && offers(&t, "de-r8", "1305"));
    put(&mut t, "de-r8 0905 de-lw8 0905 hq-de-viii 1005");
    assert_eq!(t.decider(), RU);
}

#[test]
fn r6h_the_two_russian_armies_of_the_north() {
    rules!("fury 6g");
    let first = ["ru-iii", "ru-xx", "ru-iv", "ru-ii"];
    let second = ["ru-xv", "ru-xiii", "ru-vi", "ru-i", "ru-xxiii"];
    let mut start = Table::free();
    deploy(&mut start, "cp", &[]);
    deploy(&mut start, "ru", &[&first[..], &second[..]].concat());
    // 1504, 1605 and 1606 touch 1505 only; 1407 touches 1406 only; 1506 both.
    let mut t = start.clone();
    put(&mut t, "ru-xv 1108 ru-xiii 1108 ru-vi 0908 ru-i 0908 ru-xxiii 1208");
    put(&mut t, "ru-iii 1504 ru-xx 1504 ru-iv 1407");
    assert_eq!((forbids(&t, "ru-ii", "1605"), forbids(&t, "ru-ii", "1606")), ("6h".into(), "6h".into()));
    assert!(offers(&t, "ru-ii", "1506") && offers(&t, "ru-ii", "1407"));
    // 1109 and 1208 touch 1108 only; 1008 and 1009 both.
    let mut t = start.clone();
    put(&mut t, "ru-iii 1505 ru-xx 1505 ru-iv 1406 ru-ii 1406");
    put(&mut t, "ru-xv 1108 ru-xiii 1108 ru-vi 1208");
    assert_eq!((forbids(&t, "ru-i", "1109"), forbids(&t, "ru-xxiii", "1208")), ("6h".into(), "6h".into()));
    assert!(offers(&t, "ru-i", "0809") && offers(&t, "ru-i", "1008") && offers(&t, "ru-i", "1009"));
    // An army with one hex has no such duty.
    let mut t = Table::free();
    deploy(&mut t, "cp", &[]);
    deploy(&mut t, "ru", &["ru-vii", "ru-viii", "ru-xii", "ru-xxiv"]);
    put(&mut t, "ru-vii 1619 ru-viii 1619 ru-xii 1617");
    assert!(offers(&t, "ru-xxiv", "1617"));
}

#[test]
fn r6h_in_whatever_order_the_armies_are_placed() {
    // The Germans first, with all Austrians still to come.
    let mut t = Table::free();
    put(&mut t, "de-i 1205 de-xvii 1205 de-xx 1206 de-i-r 1206");
    assert_eq!((forbids(&t, "de-r8", "1304"), forbids(&t, "de-lw8", "1105")), ("6h".into(), "6h".into()));
    assert!(offers(&t, "de-r8", "0906"));
    put(&mut t, "de-r8 0906");
    assert_eq!(forbids(&t, "de-lw8", "1304"), "6h");
    assert_eq!(t.starting("set up DE Lw8 in ").join(" "), "0806 0807 0905 0906 0907 1006 1007");
}

#[test]
fn the_historical_set_up_feeds_everybody() {
    rules!("fury 11.2b", "fury 11.2g");
    // Placed by hand it is legal: `r6a_the_central_powers_set_up_first`. Nobody in it is isolated: only I, put where no
    // line leads, has to be given up.
    let t = Table::campaign();
    let at = |id: &str| t.place(id);
    for (side, lost) in [("ru", "ru-r1 0103"), ("cp", "de-gd-r 1501 army=hq-de-viii")] {
        let pieces: Vec<String> = game()
            .data
            .deploy
            .iter()
            .map(|(piece, _)| game().piece_id(*piece))
            .map(|id| format!("{id} {}", at(&id)))
            .collect();
        let head = format!("turn = 'A2'\nphase = 'adjustment'\nside = '{side}'\ninitiative = '{side}'")
            .replace("turn = 'A2'", if side == "cp" { "turn = 'S1'" } else { "turn = 'A2'" });
        let t = Table::at(&head, &format!("{}\n{lost}", pieces.join("\n")));
        let stacks: std::collections::BTreeSet<String> = t
            .offers()
            .iter()
            .map(|a| a.split(' ').find(|w| w.len() == 4 && w.parse::<u16>().is_ok()).unwrap().to_string())
            .collect();
        let lost = lost.split(' ').nth(1).unwrap().to_string();
        assert_eq!(stacks.into_iter().collect::<Vec<_>>(), [lost]);
    }
    let on_map = t.sees(0).counters.iter().filter(|c| c.place.len() == 4).count();
    assert_eq!(on_map, 24 + 6 + 13 + 11, "corps of the three nations and eleven headquarters");
}

#[test]
fn r6b_hexes_off_the_board_are_refused() {
    let t = Table::free();
    assert_eq!(t.forbidden(Action::SetUp(piece("de-i"), 352)), "6b");
    assert_eq!(t.forbidden(Action::SetUp(piece("de-i"), u16::MAX)), "6b");
}
