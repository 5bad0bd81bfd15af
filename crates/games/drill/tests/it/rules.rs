//! The rules, played from positions by hand.

use sandtable_core::guide::Guide;
use sandtable_core::{Game, Options, rules};
use sandtable_drill::Drill;
use sandtable_testkit::Scene;
use std::sync::{Arc, LazyLock};

pub static GAME: LazyLock<Arc<Drill>> = LazyLock::new(|| Arc::new(Drill::new().unwrap()));

pub fn game() -> &'static Drill {
    &GAME
}

pub fn scene(lines: &str) -> Scene<Drill> {
    Scene::read(&GAME, &Options::new(), lines, &[])
}

/// Where a unit is, as everybody sees it.
fn at(s: &Scene<Drill>, id: &str) -> String {
    let view = s.sees(0);
    view.counters.iter().find(|c| c.id == id).map_or_else(|| "lost".to_string(), |c| c.place.clone())
}

/// Which of some hexes a unit is offered to move to.
fn moves(lines: &str, unit: &str, hexes: &str) -> String {
    let offers = scene(lines).offers();
    let there = |h: &&str| offers.contains(&format!("move {unit} to {h}"));
    hexes.split(' ').filter(there).collect::<Vec<_>>().join(" ")
}

#[test]
fn r1a_blue_then_red_for_six_turns() {
    rules!("drill 1b");
    let mut s = scene("turn = 6; b1 0101; r1 0801");
    assert_eq!(s.refused("move Red 1st Foot to 0802"), "1a");
    assert_eq!(s.play("end movement, end combat", &[]), ["Turn 6: Red moves"]);
    assert_eq!(s.refused("attack 0101"), "2a", "movement comes first");
    s.play("end movement, end combat", &[]);
    assert!(game().to_decide(&s.p).side().is_none(), "over after the sixth turn");
}

#[test]
fn r2a_points_are_spent_once() {
    assert_eq!(moves("b1 0101; r1 0801", "Blue 1st Foot", "0105 0106"), "0105");
    let mut s = scene("b1 0101; r1 0801");
    s.play("move b1 to 0102", &[]);
    assert_eq!(s.refused("move b1 to 0103"), "2a");
    assert_eq!(scene("b1 0101; r1 0801").refused("move b1 to 0108"), "2a");
}

#[test]
fn r2b_woods_and_hills_cost_two() {
    // 0206 and 0207 are wood, 0205 a hill.
    assert_eq!(moves("b1 0208; r1 0801", "Blue 1st Foot", "0207 0206 0205"), "0207 0206");
}

#[test]
fn r2c_roads_cost_one_and_r2d_rivers_one_more() {
    rules!("drill 2d");
    // Along the road over the bridge, and through the wood of 0304 on it.
    assert_eq!(moves("b1 0204; r1 0801", "Blue 1st Foot", "0304 0403 0503 0603 0704"), "0304 0403 0503 0603");
    // 0302 to 0402: a hill over the river costs three.
    assert_eq!(moves("b-guns 0302; r1 0801", "Blue Guns", "0401 0402"), "0401 0402");
    assert_eq!(moves("b-guns 0301; r1 0801", "Blue Guns", "0401 0402"), "0401");
}

#[test]
fn r2e_enemies_bar_the_way() {
    assert_eq!(scene("b1 0101; r1 0103").refused("move b1 to 0103"), "2e");
}

#[test]
fn r3a_a_zone_ends_a_move_and_r3b_zones_cannot_be_followed() {
    rules!("drill 3b");
    assert_eq!(moves("b1 0304; r1 0504", "Blue 1st Foot", "0403 0503 0404"), "0403 0404");
    // To 0702 straight is from zone to zone; round by the hill of 0601 it is too far for guns.
    let s = scene("b-guns 0602; r1 0703");
    assert_eq!(s.refused("move b-guns to 0702"), "3b");
    assert!(s.offers().contains(&"move Blue Guns to 0503".to_string()), "out of the zone it may go");
}

#[test]
fn r4a_two_units_at_most() {
    let s = scene("b1 0102; b2 0102; b3 0101; r1 0801");
    assert_eq!(s.refused("move b3 to 0102"), "4a");
    assert_eq!(
        moves("b1 0102; b2 0102; b3 0101; r1 0801", "Blue 3rd Foot", "0103"),
        "0103",
        "passing is free"
    );
    assert!(game().position(&Options::new(), "b1 0102\nb2 0102\nb3 0102").unwrap_err().contains("4a"));
}

#[test]
fn r5a_supply_runs_past_friends_and_r5b_without_it_units_are_weak() {
    rules!("drill 5b");
    // Red all round 0601: nothing comes through. A friend in 0501 opens a way.
    let ring = "r1 0602; r2 0702; r3 0401; b1 0601";
    let weak = |lines: &str| {
        let view = game().view(&scene(lines).p, sandtable_core::view::Viewer::All);
        view.counters.iter().any(|c| c.id == "b1" && c.badges.contains(&"unsupplied"))
    };
    assert!(weak(ring));
    assert!(!weak("r1 0602; r2 0702; b1 0601; b2 0501; b3 0402"));
    assert_eq!(moves(ring, "Blue 1st Foot", "0501"), "", "two points and zones");
    // Half of 4 is 2 against 4: the column is 1:2.
    let s = scene(&format!("phase = combat; {ring}"));
    let fight = s.meant("attack 0602");
    assert!(
        game().battle(&s.p, sandtable_core::Side(0), &fight).unwrap().ratio.contains("2 : 4, column 1:2")
    );
}

#[test]
fn r6a_only_neighbours_are_attacked() {
    let s = scene("phase = combat; b1 0101; r1 0103; r2 0802");
    assert_eq!(s.offers(), ["end combat"]);
    assert_eq!((s.refused("attack 0103"), s.refused("attack 0104")), ("6a".into(), "6a".into()));
}

#[test]
fn r6b_one_attack_for_a_unit_and_for_a_hex() {
    let mut s = scene("phase = combat; b1 0403; b2 0404; r1 0504; r2 0503");
    s.play("attack 0504, without Blue 2nd Foot, fight", &[4]);
    assert_eq!(s.refused("attack 0504"), "6b");
    assert_eq!(s.refused("attack 0503"), "6a", "b1 has fought, b2 is not beside it");
}

#[test]
fn r6c_who_takes_part() {
    let mut s = scene("phase = combat; b1 0403; b2 0404; r1 0504");
    s.play("attack 0504", &[]);
    assert_eq!(s.refused("without Blue 3rd Foot"), "6c");
    s.play("without b1", &[]);
    assert_eq!(s.refused("without b2"), "6c", "somebody must attack");
    s.play("call off, attack 0504", &[]);
    assert_eq!(s.play("fight", &[3])[0], "8 against 4 at 0504, die 3: both lose a step");
}

#[test]
fn r6d_ratios_round_for_the_defence() {
    assert_eq!(scene("phase = combat; b-horse 0403 reduced; r1 0504; r2 0504").refused("attack 0504"), "6d");
    // 7 to 4 is 1:1: a 2 sends the attack back. 8 to 4 is 2:1: a 4 sends the defence back.
    for (attackers, die, words) in [
        ("b1 0403; b-horse 0404", 2, "7 against 4 at 0504, die 2: the attack goes back"),
        ("b1 0403; b2 0404", 4, "8 against 4 at 0504, die 4: the defence goes back"),
        ("b1 0403; b2 0403; b3 0404", 4, "12 against 4 at 0504, die 4: the defence goes back"),
        ("b1 0403; b2 0403; b3 0404; b4 0404", 1, "16 against 4 at 0504, die 1: both lose a step"),
    ] {
        let mut s = scene(&format!("phase = combat; {attackers}; r1 0504"));
        assert_eq!(s.play("attack 0504, fight", &[die])[0], words);
    }
}

#[test]
fn r6e_ground_helps_and_r6f_rivers_too() {
    rules!("drill 6f");
    // 0303 is a wood; 0402 lies over the river from it, and 0403 has no bridge to it.
    let mut s = scene("phase = combat; side = red; r1 0402; r2 0402; b1 0303");
    assert_eq!(s.play("attack 0303, fight", &[6])[0], "8 against 4 at 0303, die 6 -2: the defence goes back");
    let mut s = scene("phase = combat; side = red; r1 0402; r2 0302; b1 0303");
    assert_eq!(s.play("attack 0303, fight", &[6])[0], "8 against 4 at 0303, die 6 -1: the defence goes back");
}

#[test]
fn r6g_the_table_of_combat() {
    let mut s = scene("phase = combat; b1 0403; b2 0404; r1 0504");
    let log = s.play("attack 0504, fight", &[6]);
    assert_eq!(
        log[..2],
        ["8 against 4 at 0504, die 6: the defence loses a step and goes back", "Red 1st Foot loses a step"]
    );
    // Below 1 counts as 1: over the river into the wood, 1:1.
    let mut s = scene("phase = combat; side = red; r1 0402; b1 0303");
    assert_eq!(
        s.play("attack 0303, fight", &[1])[0],
        "4 against 4 at 0303, die 1 -2: the attack loses a step"
    );
    let chart = &game().charts()[0];
    assert_eq!(chart.rows[0], ["1", "AL", "AL", "AR", "AR", "EX"]);
    assert_eq!(chart.rows[5], ["6", "DR", "DR", "DL", "DL", "D2"]);
}

#[test]
fn r7a_the_owner_chooses_who_loses() {
    let mut s = scene("phase = combat; b1 0403; b2 0404; r1 0504");
    s.play("attack 0504, fight", &[3]);
    assert_eq!(s.offers(), ["lose Blue 1st Foot", "lose Blue 2nd Foot"]);
    assert_eq!(s.refused("lose Blue 3rd Foot"), "7a");
    assert_eq!(s.play("lose b2", &[])[..2], ["Blue 2nd Foot loses a step", "Red 1st Foot loses a step"]);
    let mut s = scene("phase = combat; b1 0403 reduced; r1 0504 reduced");
    assert_eq!(s.play("attack 0504, fight", &[4])[1..3], ["Blue 1st Foot is lost", "Red 1st Foot is lost"]);
    assert_eq!(at(&s, "b1"), "lost");
}

#[test]
fn r7b_retreats_go_one_hex_and_r7c_not_everywhere() {
    rules!("drill 7c");
    let mut s = scene("phase = combat; b1 0403; b2 0403; r1 0504; r2 0505; r3 0505");
    s.play("attack 0504, fight", &[4]);
    assert_eq!(game().to_decide(&s.p).side(), Some(sandtable_core::Side(1)), "its owner chooses");
    for (to, rule) in [("0403", "7c"), ("0404", "7c"), ("0505", "7c"), ("0702", "7b")] {
        assert_eq!(s.refused(&format!("retreat r1 to {to}")), rule, "{to}");
    }
    s.play("retreat r1 to 0604", &[]);
    assert_eq!(at(&s, "r1"), "0604");
    // In the corner with enemies on all sides it is lost.
    let mut s = scene("phase = combat; b1 0102; b2 0201; r1 0101");
    assert_eq!(s.play("attack 0101, fight", &[2])[1], "Red 1st Foot has nowhere to go and is lost");
}

#[test]
fn r7d_attackers_may_advance() {
    let mut s = scene("phase = combat; b1 0403; b2 0403; b3 0404; r1 0504");
    s.play("attack 0504, without b3, fight", &[4]);
    s.play("retreat r1 to 0604", &[]);
    assert_eq!(s.refused("advance b3"), "7d");
    s.play("advance b1, advance b2", &[]);
    assert_eq!((at(&s, "b1"), at(&s, "b2")), ("0504".to_string(), "0504".to_string()));
}

#[test]
fn r8a_reinforcements_come_on_their_road_and_r8b_wait_for_room() {
    rules!("drill 8b");
    assert_eq!(scene("turn = 1; b1 0101; r1 0801").refused("bring b4 to 0104"), "8a");
    let mut s = scene("turn = 2; b1 0101; r1 0801");
    assert_eq!((s.refused("bring b4 to 0102"), s.refused("bring b1 to 0104")), ("8a".into(), "8a".into()));
    assert_eq!(s.play("bring Blue 4th Foot to 0104", &[]), ["Blue 4th Foot comes to 0104"]);
    assert_eq!(s.refused("move b4 to 0103"), "2a", "that was its move");
    assert_eq!(scene("turn = 2; b1 0104; b2 0104; r1 0801").refused("bring b4 to 0104"), "8b");
    assert_eq!(scene("turn = 2; b1 0101; r1 0104").refused("bring b4 to 0104"), "2e");
}

#[test]
fn r9a_towns_decide() {
    let end = |held: &str| {
        let mut s = scene(&format!("turn = 6; side = red; b1 0101; r1 0801; {held}"));
        s.play("end movement, end combat", &[]);
        match game().to_decide(&s.p) {
            sandtable_core::Decision::Over(o) => (o.winner.map(|w| w.0), o.level),
            other => panic!("{other:?}"),
        }
    };
    let three = "held 0204 blue; held 0503 blue; held 0506 blue";
    assert_eq!(end("held 0204 blue; held 0503 blue"), (Some(1), "narrow"));
    assert_eq!(end(three), (Some(0), "narrow"));
    assert_eq!(end(&format!("{three}; held 0704 blue")), (Some(0), "decisive"));
    assert_eq!(end("held 0204 blue"), (Some(1), "decisive"));
    // A town belongs to the side that was in it last.
    let mut s = scene("b1 0403; r1 0801");
    s.play("move b1 to 0503", &[]);
    assert_eq!(game().figures(&s.p)[0], ("blue_towns", 1));
}
