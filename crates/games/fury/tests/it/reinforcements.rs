//! Reinforcements and postings: chapters 11.4 and 12.

use crate::common::*;
use sandtable_fury::Action;
use sandtable_fury::pieces::{Front, Posting};

/// Reinforcements of a side on a turn; `rail` is what is left to Russia, Austria and Germany.
fn head(turn: &str, side: &str, rail: [u8; 3]) -> String {
    let [ru, ah, de] = rail;
    format!(
        "turn = '{turn}'\nphase = 'reinforcements'\nside = '{side}'\nrail = {{ ru = {ru}, ah = {ah}, de = {de} }}"
    )
}

fn enter(hex: &str) -> Action {
    Action::Enter(hex_of(hex))
}

/// R1 at the door of the map: where it may go.
fn corps_r1(rail: u8, pieces: &str) -> Table {
    let mut t = Table::at(&head("S1", "ru", [rail, 3, 3]), &format!("box ru-r1\n{pieces}"));
    t.say("bring RU R1 for RU I Army", &[]);
    t
}

/// From the Russian replacements of a turn to the Russian reinforcements.
fn begin(turn: &str, pieces: &str) -> Table {
    let mut t = Table::at(&format!("turn = '{turn}'\nphase = 'replacements'"), pieces);
    t.say("done", &[]).say("done", &[]).say("done", &[]);
    t
}

#[test]
fn r11_4a_the_russian_first() {
    rules!("fury 11.4b");
    let mut t = begin("S1", "");
    assert_eq!((t.decider(), t.asked().0), (RU, "11.4c"));
    // What is due on S1 lies in the box, the enemy's not yet.
    for piece in ["ru-xxii", "ru-iii-s", "ru-i-t", "ru-xxvi-r", "ru-r5-8", "ru-ii-c", "hq-ru-x"] {
        assert_eq!(t.place(piece), "reinforcements", "{piece}");
        assert_eq!(t.counter(piece).reduced, ["ru-xxvi-r", "hq-ru-x"].contains(&piece), "{piece}");
    }
    assert_eq!(
        (t.place("ru-i-s"), t.place("de-xi"), t.place("hq-de-ix")),
        ("turn S2".into(), "turn S1".into(), "turn S1".into())
    );
    t.say("done", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "11.4c"));
    for piece in ["de-xi", "de-r35", "ah-iv", "hq-de-ix"] {
        assert_eq!(t.place(piece), "reinforcements", "{piece}");
    }
    // A unit that does not enter waits.
    assert_eq!(t.place("ru-xxii"), "reinforcements");
}

#[test]
fn r11_4b_reformed_corps_share_the_box() {
    let mut t = Table::at("turn = 'S1'\nphase = 'replacements'", "eliminated ru-iii");
    t.say("reform RU III full", &[]).say("done", &[]).say("done", &[]).say("done", &[]);
    assert_eq!((t.place("ru-iii"), t.place("ru-xxii")), ("reinforcements".into(), "reinforcements".into()));
    assert!(t.offered("bring RU III for RU I Army") && t.offered("bring RU XXII for RU X Army"));
}

#[test]
fn r11_4c_one_by_one_through_an_entry_hex_of_the_nation() {
    let mut t = Table::at(&head("S1", "ru", [0, 0, 0]), "box ru-r1\nbox ru-iii\nhq-ru-i 1606");
    assert_eq!(t.offers(), ["bring RU III for RU I Army", "bring RU R1 for RU I Army", "done"]);
    t.say("bring RU R1 for RU I Army", &[]);
    assert!(t.offers().iter().all(|a| a.starts_with("enter at ")), "first this one, then the next");
    for gate in ["1603", "1605", "1607", "1609", "1611", "1613", "1615", "1616", "1618"] {
        assert!(t.offered(&format!("enter at {gate}")), "{gate}");
    }
    for foreign in ["0106", "0115", "1022"] {
        assert_eq!(t.forbidden(enter(foreign)), "11.4c");
    }
    // The Romanian corner is an entry hex that nobody can stay in; the march goes on to 1621.
    assert!(!t.offered("enter at 1622") && t.offered("enter at 1621"));
    t.say("enter at 1611", &[]);
    assert_eq!((t.place("ru-r1"), t.asked().0), ("1611".into(), "11.4c"));
    // Germans and Austrians by their own hexes.
    let mut t =
        Table::at(&head("N1", "cp", [0, 0, 0]), "box de-r-gz\nbox ah-vii\nhq-de-viii 0204\nhq-ah-ii 0116");
    t.say("bring DE R Gz for DE VIII Army", &[]);
    for gate in ["0104", "0106", "0108", "0111"] {
        assert!(t.offered(&format!("enter at {gate}")), "{gate}");
    }
    assert!(!t.offered("enter at 0115") && !t.offered("enter at 1611"));
    t.say("enter at 0108", &[]).say("bring AH VII for AH II Army", &[]);
    for gate in ["0115", "0120", "0522", "0822", "1022"] {
        assert!(t.offered(&format!("enter at {gate}")), "{gate}");
    }
    assert!(!t.offered("enter at 0104"));
}

#[test]
fn r11_4d_by_rail_with_the_points_that_are_left() {
    let mut t = corps_r1(1, "");
    // Warsaw is far beyond any march.
    t.say("enter at 0910", &[]);
    assert_eq!((t.place("ru-r1"), t.track("Russian rail points")), ("0910".into(), "0".into()));
    assert!(!corps_r1(0, "").offered("enter at 0910"));
    // Entry hexes and hexes within a march cost nothing.
    for hex in ["1605", "1405", "1211"] {
        let mut t = corps_r1(1, "");
        t.say(&format!("enter at {hex}"), &[]);
        assert_eq!(t.track("Russian rail points"), "1", "{hex}");
    }
    // Headquarters ride for nothing.
    let mut t = Table::at(&head("S1", "ru", [0, 0, 0]), "box hq-ru-iii");
    t.say("bring RU HQ III for the South front", &[]).say("enter at 0910", &[]);
    assert_eq!((t.place("hq-ru-iii"), t.track("Russian rail points")), ("0910".into(), "0".into()));
}

#[test]
fn r11_4e_or_a_march_of_four_along_the_railway() {
    let t = corps_r1(0, "");
    // 1611–1511–1411–1311–1211 is four; 1110 is the fifth.
    for hex in ["1511", "1411", "1311", "1211"] {
        assert!(t.offered(&format!("enter at {hex}")), "{hex}");
    }
    assert_eq!(t.forbidden(enter("1110")), "9.3c", "a train would go there, but no point is left");
    // Across the frontier too, as far as the line goes: 1605–1504–1405–1304–1205.
    assert!(t.offered("enter at 1304") && t.offered("enter at 1205") && !t.offered("enter at 1104"));
    // Never off the railway.
    for hex in ["1510", "1608", "1505"] {
        assert_eq!(t.forbidden(enter(hex)), "11.4e", "{hex}");
    }
    // One or the other, not a train and then a march: 0907 lies across the frontier from 0908.
    assert!(!corps_r1(5, "").offered("enter at 0907"));
}

#[test]
fn r11_4f_movement_stacking_and_isolation_hold() {
    // A gate in an enemy zone is closed unless a friend holds it; one with the enemy in it is closed.
    assert_eq!(corps_r1(0, "de-xx 1604").forbidden(enter("1605")), "11.4c");
    assert!(corps_r1(0, "de-xx 1604\nru-ii 1605").offered("enter at 1605"));
    assert!(!corps_r1(0, "de-xx 1605").offered("enter at 1605"));
    // A march ends in the first enemy zone: 1404 looks into 1504.
    let t = corps_r1(0, "de-xx 1404\nfort 1206");
    assert!(t.offered("enter at 1504") && !t.offered("enter at 1304"));
    // A train does not pass through zones: 0910 with the lines cut east and west of it.
    assert_eq!(corps_r1(5, "de-i 1010\nde-xx 0611").forbidden(enter("0910")), "9.3i");
    assert_eq!(corps_r1(5, "de-i 1010\nde-xx 0611").forbidden(enter("0810")), "9.3h");
    // Two units of one army.
    assert!(corps_r1(0, "ru-ii 1605").offered("enter at 1605"));
    assert!(!corps_r1(0, "ru-ii 1605\nru-iii 1605").offered("enter at 1605"));
    assert!(!corps_r1(0, "ru-vi 1605").offered("enter at 1605"));
    assert_eq!(corps_r1(0, "ru-vi 1605").forbidden(enter("1605")), "11.4f");
    // Not into isolation: 0710 is two hexes from Warsaw, 0611 further.
    let t = corps_r1(5, "");
    assert!(t.offered("enter at 0710"));
    assert_eq!(t.forbidden(enter("0611")), "11.4f");
    assert!(corps_r1(5, "ru-ii 0710").offered("enter at 0611"));
}

/// The Grenadiers have been lost and leave a Cadre; they are reformed on the side given.
fn grenadiers(side: &str, pieces: &str, rail: u8) -> Table {
    let head = format!("turn = 'S2'\nphase = 'replacements'\nrail = {{ ru = {rail}, ah = 3, de = 3 }}");
    let mut t = Table::at(&head, &format!("eliminated ru-gr\n{pieces}"));
    t.say(&format!("reform RU Gr {side}"), &[]).say("done", &[]).say("done", &[]).say("done", &[]);
    t
}

#[test]
fn r11_4g_reformed_corps_of_eight_replace_cadres_first() {
    rules!("fury 11.4h", "fury 11.4i");
    // 1113 lies on no railway.
    for side in ["full", "reduced"] {
        let mut t = grenadiers(side, "ru-cadre 1113 army=hq-ru-iv\nhq-ru-iv 1112", 5);
        assert_eq!(t.offers(), ["replace RU Cadre 1 with RU Gr"]);
        assert_eq!(t.forbidden(Action::Done), "11.4g");
        let gr = game().piece("ru-gr").unwrap();
        let army = game().data.corps[gr.index()].army;
        assert_eq!(t.forbidden(Action::Bring(gr, army)), "11.4g");
        t.say("replace RU Cadre 1 with RU Gr", &[]);
        assert_eq!((t.place("ru-gr"), t.counter("ru-gr").reduced), ("1113".into(), side == "reduced"));
        assert!(t.sees(0).counters.iter().all(|c| c.id != "cadre-1"), "the Cadre is off the map");
        assert_eq!(t.track("Russian rail points"), "4");
        assert!(t.offered("done"));
    }
}

#[test]
fn r11_4g_which_cadre() {
    // The own army first; another army's where the corps may stand; never one of another nation.
    let t = grenadiers("full", "ru-cadre 1113 army=hq-ru-iv\nru-cadre 1214 army=hq-ru-v", 5);
    assert_eq!(t.starting("replace "), ["RU Cadre 1 with RU Gr"]);
    let t = grenadiers("full", "ru-cadre 1214 army=hq-ru-v", 5);
    assert_eq!(t.starting("replace "), ["RU Cadre 1 with RU Gr"]);
    let t = grenadiers("full", "ru-cadre 1214 army=hq-ru-v\nru-v 1214", 5);
    assert!(t.starting("replace ").is_empty(), "beside V of the 5th Army it cannot stand");
    let t = grenadiers("full", "de-cadre 0106 army=hq-de-viii", 5);
    assert!(t.starting("replace ").is_empty());
    let t = grenadiers("full", "ru-cadre 1311 army=hq-ru-iv\nde-xx 1311 besieging", 5);
    assert!(t.starting("replace ").is_empty(), "nothing reaches a besieged Cadre");
    // Corps of less than 8 replace nobody.
    let mut t =
        Table::at("turn = 'S2'\nphase = 'replacements'", "eliminated ru-xiv\nru-cadre 1113 army=hq-ru-iv");
    t.say("reform RU XIV full", &[]).say("done", &[]).say("done", &[]).say("done", &[]);
    assert!(t.starting("replace ").is_empty());
}

#[test]
fn r11_4h_a_rail_point_unless_the_cadre_stands_in_an_entry_hex() {
    let mut t = grenadiers("full", "ru-cadre 1615 army=hq-ru-iv", 5);
    t.say("replace RU Cadre 1 with RU Gr", &[]);
    assert_eq!((t.place("ru-gr"), t.track("Russian rail points")), ("1615".into(), "5".into()));
    // Without points: only there. Otherwise the corps enters like any other, or waits.
    assert!(grenadiers("full", "ru-cadre 1615 army=hq-ru-iv", 0).offered("replace RU Cadre 1 with RU Gr"));
    let t = grenadiers("full", "ru-cadre 1113 army=hq-ru-iv\nhq-ru-iv 1112", 0);
    assert!(t.starting("replace ").is_empty());
    assert!(t.offered("bring RU Gr for RU IV Army") && t.offered("done"));
}

#[test]
fn r11_4j_new_reinforcements_replace_no_cadres() {
    let t = begin("A2", "ru-cadre 1113 army=hq-ru-iv\nhq-ru-iv 1112");
    assert_eq!(t.place("ru-gd"), "reinforcements");
    assert!(t.starting("replace ").is_empty());
    let gd = game().piece("ru-gd").unwrap();
    let cadre = game().piece("cadre-1").unwrap();
    assert_eq!(t.forbidden(Action::Replace(gd, cadre)), "11.4j");
}

#[test]
fn r12a_two_russian_corps_have_two_armies() {
    rules!("fury 12b", "fury 12c");
    let data = &game().data;
    let shared: Vec<_> = data
        .corps
        .iter()
        .filter_map(|c| match c.posting {
            Posting::Either(other) => {
                let id = |army: usize| data.hqs[army].id.clone();
                Some((c.id.clone(), id(c.army.index()), id(other.index()), c.enters.is_some()))
            }
            _ => None,
        })
        .collect();
    let want = [("ru-i", "hq-ru-ii", "hq-ru-ix", false), ("ru-r5-8", "hq-ru-v", "hq-ru-viii", true)];
    assert_eq!(shared, want.map(|(a, b, c, d)| (a.to_string(), b.to_string(), c.to_string(), d)));
}

#[test]
fn r12d_the_first_corps_starts_in_the_second_army() {
    assert_eq!(Table::campaign().counter("ru-i").formation, "RU II Army");
}

#[test]
fn r12e_the_first_corps_may_go_to_the_ninth_army_when_that_enters() {
    rules!("fury 12b", "fury 12i");
    let pieces = "ru-i 1108\nhq-ru-ii 1109";
    let mut t = begin("A2", pieces);
    assert_eq!(t.forbidden(Action::Transfer), "12e", "not before the headquarters is in");
    t.say("bring RU HQ IX for the South front", &[]).say("enter at 1615", &[]);
    assert!(t.offered("post RU I to RU IX Army"));
    let mut no = t.clone();
    t.say("post RU I to RU IX Army", &[]);
    assert_eq!((t.counter("ru-i").formation, t.place("ru-i")), ("RU IX Army".into(), "1108".into()));
    assert_eq!(t.forbidden(Action::Transfer), "12i", "once and for good");
    // A side that lets it pass has lost the choice: the next turn does not bring it back.
    no.say("done", &[]);
    while no.track("turn") == "A2" {
        let first = no.offers()[0].clone();
        no.take_with(no.decider().0, no.meant(&first), &mut sandtable_core::dice::Seeded::new(1));
    }
    let mut later = begin("S1", "ru-i 1108\nhq-ru-ii 1109\nhq-ru-ix 1615");
    assert_eq!(
        (later.forbidden(Action::Transfer), no.counter("ru-i").formation),
        ("12e".into(), "RU II Army".into())
    );
    later.say("done", &[]);
    assert_eq!(later.counter("ru-i").formation, "RU II Army");
}

#[test]
fn r12e_the_first_corps_may_leave_those_it_stands_with() {
    rules!("fury 9.2a");
    // As in the historical set-up: I and XXIII in 0908.
    let mut t = begin("A2", "ru-i 0908\nru-xxiii 0908\nhq-ru-ii 0909\nde-xx 0906\nhq-de-viii 0906");
    t.say("bring RU HQ IX for the South front", &[]).say("enter at 1615", &[]);
    assert!(t.offered("post RU I to RU IX Army"));
    t.say("post RU I to RU IX Army", &[]);
    assert_eq!((t.counter("ru-i").formation, t.place("ru-i")), ("RU IX Army".into(), "0908".into()));
    assert_eq!(t.refused("post RU I to RU IX Army"), "12i");
    t.say("done", &[]);
    // They part at their own time. Until then nobody else finds room there.
    let mixed = "ru-i 0908 army=hq-ru-ix\nru-xxiii 0908\nhq-ru-ii 0909 inactive\nhq-ru-ix 1615 front=south";
    let mut t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", mixed);
    assert_eq!(t.refused("move RU HQ II to 0908"), "9.2a");
    t.say("move RU XXIII to 0808", &[]);
    assert_eq!((t.place("ru-i"), t.place("ru-xxiii")), ("0908".into(), "0808".into()));
    assert_eq!(t.refused("move RU I to 0907"), "7g", "of another front now");
}

#[test]
fn r12e_two_armies_in_a_hex_attack_each_for_itself() {
    let head = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
    let pieces =
        "ru-i 0908 army=hq-ru-ix\nhq-ru-ix 0909 front=north\nru-xxiii 0908\nhq-ru-ii 1009\nde-r8 0907";
    let t = Table::at(head, pieces);
    assert!(t.may_attack("0908", "0907", &["ru-i"]) && t.may_attack("0908", "0907", &["ru-xxiii"]));
    assert_eq!(t.forbids_attack("0908", "0907", &["ru-i", "ru-xxiii"]), "10.1a");
}

#[test]
fn r12e_holds_when_the_ninth_army_enters_late() {
    let mut t = begin("S1", "ru-i 1108\nhq-ru-ii 1109\nbox hq-ru-ix");
    t.say("bring RU HQ IX for the North front", &[]).say("enter at 1615", &[]);
    assert!(t.offered("post RU I to RU IX Army"));
}

#[test]
fn r12f_the_shared_reserve_corps_is_posted_when_it_enters() {
    let mut t = begin("S1", "hq-ru-v 1414\nhq-ru-viii 1618");
    assert_eq!(t.starting("bring RU R5/8 for "), ["RU V Army", "RU VIII Army"]);
    t.say("bring RU R5/8 for RU VIII Army", &[]).say("enter at 1618", &[]);
    assert_eq!(t.counter("ru-r5-8").formation, "RU VIII Army");
}

#[test]
fn r12g_the_front_of_a_headquarters_is_chosen_when_it_enters() {
    for (front, other) in [("North", "South"), ("South", "North")] {
        let mut t = begin("A2", "");
        assert_eq!(t.starting("bring RU HQ IX for the "), ["North front", "South front"]);
        t.say(&format!("bring RU HQ IX for the {front} front"), &[]).say("enter at 1615", &[]);
        assert!(t.badge("hq-ru-ix", front) && !t.badge("hq-ru-ix", other));
        // Its corps follow it.
        t.say("bring RU Gd for RU IX Army", &[]).say("enter at 1615", &[]);
        let gd = game().piece("ru-gd").unwrap();
        let want = if front == "North" { Front::North } else { Front::South };
        assert_eq!(t.p.front_of(gd), Some(want));
    }
    // The German player chooses too.
    let mut t = begin("S1", "");
    t.say("done", &[]);
    assert_eq!(t.starting("bring DE HQ IX for the "), ["North front", "South front"]);
    // One that comes back keeps its front.
    let t = Table::at(&head("S2", "ru", [5, 3, 3]), "box hq-ru-iii");
    assert_eq!(t.starting("bring RU HQ III for the "), ["South front"]);
    assert_eq!(t.forbidden(Action::BringHq(game().piece("hq-ru-iii").unwrap(), Front::North)), "12g");
}

#[test]
fn r12h_unposted_corps_join_an_army_when_they_enter() {
    let mut t = begin("S1", "hq-ru-i 1605\nhq-ru-v 1414\nhq-de-viii 0106\nhq-ah-i 0115\nhq-ah-iv 0116");
    // Armies with a headquarters on the map, or one that waits to enter (X).
    assert_eq!(t.starting("bring RU II C for "), ["RU I Army", "RU V Army", "RU X Army"]);
    t.say("bring RU II C for RU V Army", &[]);
    assert!(t.told().contains("RU II C is posted to RU V Army"));
    t.say("enter at 1615", &[]);
    assert_eq!(t.counter("ru-ii-c").formation, "RU V Army");
    t.say("done", &[]);
    // Germans may be detached to Austrian armies.
    let want = ["AH I Army", "AH IV Army", "DE IX Army", "DE VIII Army"];
    assert_eq!(t.starting("bring DE XI for "), want);
    t.say("bring DE XI for AH I Army", &[]).say("enter at 0108", &[]);
    assert_eq!(t.counter("de-xi").formation, "AH I Army");
    // Austrians only to Austrian armies.
    let t = Table::at(&head("S2", "cp", [5, 3, 3]), "box ah-ra\nhq-de-viii 0106\nhq-ah-i 0115");
    assert_eq!(t.starting("bring AH Ra for "), ["AH I Army"]);
}

#[test]
fn r12i_postings_last() {
    // II C, posted to the 5th Army, and R5/8, posted to the 8th, are lost and reformed: they go back to those.
    let pieces = "
        ru-ii-c 0103 army=hq-ru-v
        ru-r5-8 0120 army=hq-ru-viii
        hq-ru-i 1605
        hq-ru-v 1414
        hq-ru-viii 1618";
    let mut t = Table::at("turn = 'S2'\nphase = 'adjustment'\nside = 'ru'", pieces);
    t.say("give up 0103", &[]).say("give up 0120", &[]);
    t.say("reform RU II C full", &[])
        .say("reform RU R5/8 full", &[])
        .say("done", &[])
        .say("done", &[])
        .say("done", &[]);
    assert_eq!(t.starting("bring RU II C for "), ["RU V Army"]);
    assert_eq!(t.starting("bring RU R5/8 for "), ["RU VIII Army"]);
    let first = sandtable_fury::pieces::Army(0);
    assert_eq!(t.forbidden(Action::Bring(game().piece("ru-ii-c").unwrap(), first)), "12i");
    // R5/8 in its printed army is settled just as well.
    let pieces = pieces.replace("0120 army=hq-ru-viii", "0120 army=hq-ru-v");
    let mut t = Table::at("turn = 'S2'\nphase = 'adjustment'\nside = 'ru'", &pieces);
    t.say("give up 0103", &[]).say("give up 0120", &[]);
    t.say("reform RU R5/8 full", &[]).say("done", &[]).say("done", &[]).say("done", &[]);
    assert_eq!(t.starting("bring RU R5/8 for "), ["RU V Army"]);
}
