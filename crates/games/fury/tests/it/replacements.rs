//! Replacements: chapter 11.3.

use crate::common::*;
use sandtable_fury::Action;

const RUSSIAN: &str = "turn = 'S1'\nphase = 'replacements'\nside = 'ru'";
const AUSTRIAN: &str = "turn = 'S1'\nphase = 'replacements'\nside = 'cp'";

fn reform(piece: &str, full: bool) -> Action {
    Action::Reform(game().piece(piece).unwrap(), full)
}

fn restore(piece: &str) -> Action {
    Action::Restore(game().piece(piece).unwrap())
}

/// What restoring a reduced corps of a nation costs.
fn cost(piece: &str, name: &str, army: &str) -> f32 {
    let nation = &piece[..2];
    let (head, hex, account) = match nation {
        "ru" => (RUSSIAN, "1605", "Russian replacement points"),
        "ah" => (AUSTRIAN, "0115", "Austrian replacement points"),
        _ => (AUSTRIAN, "0106", "German replacement points"),
    };
    let mut t = Table::at(head, &format!("{piece} {hex} reduced army={army}"));
    if nation == "de" {
        t.say("done", &[]);
    }
    let points = |t: &Table| t.track(account).parse::<f32>().unwrap();
    let before = points(&t);
    t.say(&format!("restore {name}"), &[]);
    before - points(&t)
}

#[test]
fn r11_3a_points_reform_the_eliminated_and_restore_the_reduced() {
    let pieces = "eliminated ru-ii\nru-iii 1605 reduced\nru-iv 1606\nru-cadre 1607 army=hq-ru-i";
    let t = Table::at(RUSSIAN, pieces);
    assert_eq!((t.decider(), t.asked().0), (RU, "11.3a"));
    assert_eq!(t.offers(), ["reform RU II reduced", "reform RU II full", "restore RU III", "done"]);
    assert_eq!(t.forbidden(reform("ru-iii", true)), "11.3a", "it is on the map");
    assert_eq!(t.forbidden(reform("ru-xx", true)), "11.3a", "it is not in play");
    assert_eq!(t.forbidden(restore("ru-iv")), "11.3q", "it is full");
    assert_eq!(t.forbidden(restore("ru-ii")), "11.3q", "it is not on the map");
    assert_eq!(t.forbidden(restore("cadre-1")), "2.1i");
}

#[test]
fn r11_3b_russian_austrian_german() {
    let pieces = "eliminated ru-ii\neliminated ah-i\neliminated de-i\nru-iii 1605 reduced\nah-v 0115 reduced\nde-xx 0106 reduced";
    let mut t = Table::at(RUSSIAN, pieces);
    assert_eq!(t.decider(), RU);
    assert_eq!(t.offers(), ["reform RU II reduced", "reform RU II full", "restore RU III", "done"]);
    assert_eq!(t.forbidden(reform("ah-i", true)), "11.3b");
    t.say("done", &[]);
    assert_eq!(t.decider(), CP);
    assert_eq!(t.offers(), ["reform AH I reduced", "reform AH I full", "restore AH V", "done"]);
    assert_eq!(t.forbidden(reform("de-i", true)), "11.3b");
    assert_eq!(t.forbidden(restore("ru-iii")), "11.3b");
    t.say("done", &[]);
    assert_eq!(t.decider(), CP);
    assert_eq!(t.offers(), ["reform DE I reduced", "reform DE I full", "restore DE XX", "done"]);
    t.say("done", &[]);
    assert_eq!(t.asked().0, "11.4c");
}

#[test]
fn r11_3c_germans_in_austrian_armies_cost_german_points() {
    let pieces = "de-lw-s 0115 army=hq-ah-i reduced\neliminated de-gd-r";
    let mut t = Table::at(AUSTRIAN, pieces);
    assert_eq!(t.track("Austrian replacement points"), "4", "an eliminated German adds nothing");
    assert_eq!(t.offers(), ["done"]);
    assert_eq!(t.forbidden(restore("de-lw-s")), "11.3b");
    t.say("done", &[]);
    assert_eq!(t.track("German replacement points"), "5");
    t.say("restore DE Lw S", &[]);
    assert_eq!(t.track("German replacement points"), "3.5");
}

#[test]
fn r11_3d_armies_that_lack_two_come_first() {
    rules!("fury 11.3p");
    let pieces = "
        eliminated ru-ix
        eliminated ru-x
        eliminated ru-ii
        ru-iii 1605 reduced
        ru-xi 1616 reduced";
    let mut t = Table::at(RUSSIAN, pieces);
    // The 3rd Army lacks IX and X; II of the 1st, and every unit on the map, must wait, even of the 3rd itself.
    assert_eq!(
        t.offers(),
        ["reform RU IX reduced", "reform RU IX full", "reform RU X reduced", "reform RU X full", "done"]
    );
    for action in [reform("ru-ii", false), reform("ru-ii", true), restore("ru-iii"), restore("ru-xi")] {
        assert_eq!(t.forbidden(action), "11.3d");
    }
    // One of the two is enough, even reduced.
    t.say("reform RU X reduced", &[]);
    for offer in ["reform RU IX reduced", "reform RU II full", "restore RU III", "restore RU XI"] {
        assert!(t.offered(offer), "{offer}");
    }
    // Two armies that lack one each owe nothing.
    let t = Table::at(RUSSIAN, "eliminated ru-ix\neliminated ru-ii\nru-iii 1605 reduced");
    assert!(t.offered("restore RU III"));
    // Another nation's losses do not bind.
    let t = Table::at(RUSSIAN, "eliminated ah-i\neliminated ah-v\nru-iii 1605 reduced");
    assert!(t.offered("restore RU III"));
}

#[test]
fn r11_3d_binds_only_while_the_points_last() {
    let pieces =
        "eliminated ru-gr\neliminated ru-xiv\neliminated ru-xvi\nru-r1 1605 reduced\nru-ii 1606 reduced";
    let mut t = Table::at(&format!("{RUSSIAN}\npoints = {{ ru = 4, ah = 0, de = 0 }}"), pieces);
    assert!(!t.offered("restore RU R1"));
    t.say("reform RU Gr reduced", &[]);
    // 1.5 points are left: too little for XIV or XVI, two of which are still missing, but enough for R1.
    assert_eq!(t.offers(), ["restore RU R1", "done"]);
    // A step of II would cost 2: that is the price of restoring it, not the duty.
    assert_eq!(t.forbidden(restore("ru-ii")), "11.3q");
    assert_eq!(t.forbidden(reform("ru-xiv", false)), "11.3r");
}

#[test]
fn r11_3e_reduced_or_full_and_r11_3f_to_the_box() {
    rules!("fury 11.3e", "fury 11.3f");
    let t = Table::at(RUSSIAN, "eliminated ru-ii");
    let mut reduced = t.clone();
    reduced.say("reform RU II reduced", &[]);
    assert_eq!((reduced.place("ru-ii"), reduced.counter("ru-ii").reduced), ("reinforcements".into(), true));
    let mut full = t.clone();
    full.say("reform RU II full", &[]);
    assert_eq!((full.place("ru-ii"), full.counter("ru-ii").reduced), ("reinforcements".into(), false));
    assert_eq!(full.counter("ru-ii").values[0], 6);
    assert_eq!(full.forbidden(reform("ru-ii", false)), "11.3a", "not twice");
}

#[test]
fn r11_3g_besieged_units_are_not_restored() {
    let pieces = "ah-i 1017 reduced\nru-gr 1017 besieging reduced\nah-v 0615 reduced";
    let t = Table::at(AUSTRIAN, pieces);
    assert_eq!(t.offers(), ["restore AH V", "done"]);
    assert_eq!(t.forbidden(restore("ah-i")), "11.3g");
    let t = Table::at(RUSSIAN, pieces);
    assert!(t.offered("restore RU Gr"), "the besieger is");
}

#[test]
fn r11_3h_points_of_the_three_nations() {
    rules!("fury 11.3i", "fury 11.3j", "fury 11.3k");
    let points = |pieces: &str| {
        let mut t = Table::at(RUSSIAN, pieces);
        let ru = t.track("Russian replacement points");
        t.say("done", &[]);
        let ah = t.track("Austrian replacement points");
        t.say("done", &[]);
        [ru, ah, t.track("German replacement points")]
    };
    assert_eq!(points(""), ["6", "4", "4"]);
    let lost = "eliminated ru-ii\neliminated ru-ix\neliminated ru-r1\neliminated ah-i\neliminated ah-xi\neliminated de-xx";
    assert_eq!(points(lost), ["9", "6", "5"]);
    // Neither Cadres nor headquarters nor reduced units count.
    let rest = "ru-cadre 1605 army=hq-ru-i\nah-cadre 0115 army=hq-ah-i\nde-cadre 0106 army=hq-de-viii\nbox hq-ru-ii\nru-iii 1606 reduced";
    assert_eq!(points(rest), ["6", "4", "4"]);
}

#[test]
fn r11_3k_a_lost_cadre_counts_no_second_time() {
    // XX has left a Cadre, which dies: XX is in the box of the eliminated once, the Cadre nowhere.
    let mut t = Table::at(
        "turn = 'S1'\nphase = 'attacks'",
        "ru-ii 0611\nru-iii 0611\nhq-ru-i 0612\nde-cadre 0610 army=hq-de-viii\neliminated de-xx",
    );
    t.say("attack 0610 from 0611 with RU II + RU III", &[]).say("end declarations", &[]);
    t.say("fight for 0610", &[6, 1]).say("loss to RU II", &[]);
    while t.asked().0 == "11.2h" {
        t.say(&t.offers()[0].clone(), &[]);
    }
    t.say("done", &[]).say("done", &[]);
    assert_eq!(t.track("German replacement points"), "5");
}

#[test]
fn r11_3l_one_and_a_half_for_the_second_line() {
    for (piece, name, army) in [
        ("ru-r1", "RU R1", "hq-ru-i"),
        ("ru-xxvi-r", "RU XXVI R", "hq-ru-x"),
        ("de-i-r", "DE I R", "hq-de-viii"),
        ("de-r8", "DE R8", "hq-de-viii"),
        ("de-lw8", "DE Lw8", "hq-de-viii"),
        ("de-ls-p", "DE Ls P", "hq-de-viii"),
        ("ah-ls1", "AH Ls1", "hq-ah-i"),
        ("ah-ra", "AH Ra", "hq-ah-i"),
    ] {
        assert_eq!(cost(piece, name, army), 1.5, "{name}");
    }
}

#[test]
fn r11_3m_two_for_the_line() {
    for (piece, name, army) in [
        ("ru-ii", "RU II", "hq-ru-i"),
        ("ru-iii-s", "RU III S", "hq-ru-x"),
        ("ru-iii-c", "RU III C", "hq-ru-iv"),
        ("ru-i-t", "RU I T", "hq-ru-x"),
        ("de-xx", "DE XX", "hq-de-viii"),
        ("ah-i", "AH I", "hq-ah-i"),
    ] {
        assert_eq!(cost(piece, name, army), 2.0, "{name}");
    }
}

#[test]
fn r11_3n_two_and_a_half_for_guards_and_grenadiers() {
    for (piece, name, army) in
        [("ru-gr", "RU Gr", "hq-ru-iv"), ("ru-gd", "RU Gd", "hq-ru-ix"), ("de-gd-r", "DE Gd R", "hq-de-viii")]
    {
        assert_eq!(cost(piece, name, army), 2.5, "{name}");
    }
}

#[test]
fn r11_3o_what_is_not_spent_is_lost() {
    let mut t = Table::at(RUSSIAN, "eliminated ru-ii\nru-iii 1605 reduced");
    t.say("restore RU III", &[]);
    assert_eq!(t.track("Russian replacement points"), "5");
    t.say("done", &[]);
    assert_eq!(t.track("Russian replacement points"), "-");
    // Nor can more be spent than there is.
    let t = Table::at(&format!("{RUSSIAN}\npoints = {{ ru = 3, ah = 0, de = 0 }}"), "eliminated ru-ii");
    assert_eq!(t.offers(), ["reform RU II reduced", "done"]);
    assert_eq!(t.forbidden(reform("ru-ii", true)), "11.3r");
    let t = Table::at(&format!("{RUSSIAN}\npoints = {{ ru = 4, ah = 0, de = 0 }}"), "eliminated ru-ii");
    assert!(t.offered("reform RU II full"), "just enough");
}

#[test]
fn r11_3q_restoring_turns_a_corps_to_its_full_side() {
    let mut t = Table::at(RUSSIAN, "ru-iii 1605 reduced");
    assert_eq!(t.counter("ru-iii").values[0], 4);
    t.say("restore RU III", &[]);
    assert_eq!((t.counter("ru-iii").values[0], t.place("ru-iii")), (7, "1605".into()));
    assert_eq!(t.track("Russian replacement points"), "4");
    assert_eq!(t.forbidden(restore("ru-iii")), "11.3q");
}

#[test]
fn r11_3r_one_step_for_a_reduced_corps_two_for_a_full_one() {
    let left = |action: &str, lost: &str| {
        let mut t = Table::at(RUSSIAN, &format!("eliminated {lost}"));
        assert_eq!(t.track("Russian replacement points"), "7");
        t.say(action, &[]);
        t.track("Russian replacement points")
    };
    assert_eq!(left("reform RU II reduced", "ru-ii"), "5");
    assert_eq!(left("reform RU II full", "ru-ii"), "3");
    assert_eq!(left("reform RU R1 reduced", "ru-r1"), "5.5");
    assert_eq!(left("reform RU R1 full", "ru-r1"), "4");
    assert_eq!(left("reform RU Gr reduced", "ru-gr"), "4.5");
    assert_eq!(left("reform RU Gr full", "ru-gr"), "2");
}
