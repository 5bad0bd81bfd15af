//! A broken file: the complaint names the file, the line and what is wrong.

use super::{BOARD, COUNTERS, DATA, EVENTS, FORMATIONS, SCENARIOS, SETUP, TABLES};
use sandtable_testkit::{bad, bad_at};

#[test]
fn a_broken_board() {
    DATA.faults(&[
        bad(BOARD, "0103 forest RU", "0103 swamp RU", "`swamp` is not declared"),
        bad_at(BOARD, "0103 forest RU\n", "", "", "0103 is missing"),
        bad_at(
            BOARD,
            "grid = flat colrow west even 0.5 1-32 1-20",
            "grid = flat colrow west even 0.5 1-32 1-19",
            "0120",
            "",
        ),
        bad(
            BOARD,
            "3111 | zmievka | Eropkino | village | 0 | station",
            "3110 | zmievka | Eropkino | village | 0 | station",
            "no railway",
        ),
        bad(
            BOARD,
            "0516 | arkino | Arkino | village | 0 | ",
            "0516 | arkino | Arkino | village | 0 | station",
            "no railway",
        ),
    ]);
}

#[test]
fn broken_counters() {
    DATA.faults(&[
        bad(
            COUNTERS,
            "r-1-57d,red,1/57D,\"1/57D, 57th Rifle Division\",infantry",
            "r-1-57d,red,1/57D,\"1/57D, 57th Rifle Division\",dragoons",
            "dragoons",
        ),
        bad(
            COUNTERS,
            "infantry,n,,14a,57d,,arrives,4,2,4/3/2/1,,,3,5,n,n,,rulebook,reconstructed,reconstructed,,\nr-2-57d",
            "infantry,n,,14a,58d,,arrives,4,2,4/3/2/1,,,3,5,n,n,,rulebook,reconstructed,reconstructed,,\nr-2-57d",
            "`58d` is no formation",
        ),
        bad(
            COUNTERS,
            "infantry,n,,14a,57d,,arrives,4,2,4/3/2/1,,,3,5,n,n,,rulebook,reconstructed,reconstructed,,\nr-2-57d",
            "infantry,n,,14a,57d,,arrives,4,2,4/3/2,,,3,5,n,n,,rulebook,reconstructed,reconstructed,,\nr-2-57d",
            "4 numbers",
        ),
        bad(
            COUNTERS,
            "w-tank,white,,Tanks,tank,n,,1id,,,start,1,0,2,,,5,4",
            "w-tank,white,,Tanks,tank,n,,1id,,,start,1,0,2,,,five,4",
            "",
        ),
        bad(COUNTERS, "w-tank,white,,Tanks,tank,n,,1id", "w-tank,blue,,Tanks,tank,n,,1id", "`blue` is no side"),
        bad(
            COUNTERS,
            "w-tank,white,,Tanks,tank,n,,1id",
            "w-tank,white,,Tanks,tank,n,,13a",
            "`13a` is no Army or Division of that side",
        ),
        bad(COUNTERS, "r-rec2,red", "r-rec1,red", "`r-rec1` stands twice"),
        bad(
            COUNTERS,
            "w-cv2-1d,white,,\"Convoy, 1st Infantry Division\",convoy,n,,1id,,,start,,,,,,,5,n,n,2",
            "w-cv2-1d,white,,\"Convoy, 1st Infantry Division\",convoy,n,,1id,,,start,,,,,,,5,n,n,",
            "capacity",
        ),
        bad(
            COUNTERS,
            "w-19dr,white,19 Dr. Ark.,19th Arkhanghelgorod Dragoons,cavalry,n,,3id,independent-3,,start,2,1,2/1,4/2",
            "w-19dr,white,19 Dr. Ark.,19th Arkhanghelgorod Dragoons,cavalry,n,,3id,independent-3,,start,2,1,2/1,",
            "charge strength",
        ),
        bad(
            FORMATIONS,
            "pavl,red,formation,Independent Rifle Brigade,shock",
            "pavl,red,formation,Independent Rifle Brigade,shook",
            "`shook` is no Army or Division",
        ),
        bad(FORMATIONS, "let1;let2;let3", "let1;let2;let4", "`let4` is no formation"),
        bad(FORMATIONS, "57d,red,formation", "46d,red,formation", "`46d` stands twice"),
        bad(FORMATIONS, "57d,red,formation", "57d,red,regiment", "regiment"),
    ]);
}

#[test]
fn a_missing_table_or_key() {
    DATA.faults(&[
        bad_at(TABLES, "[art]\nrule", "[artx]\nrule", "", "missing field `art`"),
        bad_at(TABLES, "steps_needed = 2", "", "", "missing field `steps_needed`"),
        bad_at(SCENARIOS, "[double_track]", "[double_tracks]", "", "missing field `double_track`"),
        bad_at(EVENTS, "[general]", "[generals]", "", "missing field `general`"),
        bad_at(
            TABLES,
            "    { terrain = \"forest\", mp = [2, 3, 3, 3, 3, 0, 0, 3] },\n",
            "",
            "hex = [",
            "`forest` has no row",
        ),
        bad_at(
            TABLES,
            "    { id = \"suburbs\", where = \"hex\", cohesion = -1, assault = -1, barrage = -1, charge = false },\n",
            "",
            "rows = [",
            "`suburbs` has one row",
        ),
        bad_at(
            TABLES,
            "    { id = \"lost-a-step\", add = 1, scope = \"unit\" }, # in this Assault; worked combat\n",
            "",
            "modifiers = [",
            "`lost-a-step` is missing",
        ),
    ]);
}

#[test]
fn bad_numbers_in_the_tables() {
    DATA.faults(&[
        bad(TABLES, "steps_needed = 2", "steps_needed = \"two\"", ""),
        bad(TABLES, "convoy_line_mp = 10", "convoy_line_mp = -1", ""),
        bad(TABLES, "convoy_line_mp = 10", "convoy_line_mp = 200", "MP go up to 60"),
        bad(TABLES, "for_one_point = 3", "for_one_point = 0", "1 or more"),
        bad(
            TABLES,
            "river = [1, 1, 1, 2, 2, 0, 0, 2]",
            "river = [1, 1, 1, 2, 2, 0, 0]",
            "one number for each",
        ),
        bad(TABLES, "river = [1, 1, 1, 2, 2, 0, 0, 2]", "river = [1, 1, 0.3, 2, 2, 0, 0, 2]", "0.3"),
        bad_at(TABLES, "{ upto = 9, attacker", "{ upto = 8, attacker", "rows = [", "go up"),
        bad_at(TABLES, "{ upto = 99, attacker", "{ upto = 17, attacker", "rows = [", "goes up to 99"),
        bad_at(TABLES, "{ from = [3, 2], add", "{ from = [3, 0], add", "rows = [", "none is against 0"),
        bad(TABLES, "prisoners_of_losses = 0.5", "prisoners_of_losses = 1.5", "from 0 to 1"),
    ]);
}

#[test]
fn names_in_the_tables_that_stand_for_nothing() {
    DATA.faults(&[
        bad(TABLES, "{ formation = \"7d\", body = 1", "{ formation = \"8d\", body = 1", "`8d` is no formation"),
        bad(TABLES, "body = 1, unit = \"r-2-7d\"", "body = 1, unit = \"r-2-8d\"", "`r-2-8d` is no unit"),
        bad(TABLES, "body = 1, unit = \"r-2-7d\"", "body = 1, unit = \"r-1-41d\"", "cannot be body 1"),
        bad(TABLES, "hexes = [\"0118\", \"2701\"]", "hexes = [\"0118\", \"2799\"]", "2799 is not on the board"),
        bad(TABLES, "turn = 4, zone = \"west\"", "turn = 4, zone = \"wist\"", "`wist` is no entry zone"),
        bad(
            TABLES,
            "{ formations = [\"tchkz\"], units",
            "{ formations = [\"tchk\"], units",
            "`tchk` is no formation",
        ),
        bad(
            TABLES,
            "orel_controller_at_start = \"white\"",
            "orel_controller_at_start = \"green\"",
            "`green` is no side",
        ),
        bad(
            TABLES,
            "barrage = [{ who = [\"train\"], mp = 0 }",
            "barrage = [{ who = [\"trains\"], mp = 0 }",
            "`trains` is no class",
        ),
        bad(TABLES, "loser = \"attacker\", morale = 2 }", "loser = \"nobody\", morale = 2 }", "`nobody`"),
        bad(
            TABLES,
            "{ id = \"encirclement\", add = 2 }",
            "{ id = \"encircled\", add = 2 }",
            "`encircled` is no modifier",
        ),
        bad(
            TABLES,
            "{ over = 3, cohesion_attacker = \"retreat\"",
            "{ over = 3, cohesion_attacker = \"flight\"",
            "`flight` is no result",
        ),
        bad(
            TABLES,
            "{ over = 2, cohesion_attacker = \"repulsed\", cohesion_defender = \"retreat\"",
            "{ over = 2, cohesion_attacker = \"repulsed\", cohesion_defender = \"repulsed\"",
            "never repulsed",
        ),
        bad(
            TABLES,
            "{ upto = 12, losses = 0, check = 0 }",
            "{ upto = 12, losses = 0, cheek = 0 }",
            "unknown field",
        ),
        bad(
            TABLES,
            "{ who = \"tank\", slow = \"alone\"",
            "{ who = \"tank\", slow = \"sometimes\"",
            "`sometimes`",
        ),
        bad_at(
            TABLES,
            "{ who = \"infantry\", tq_upto = 3,",
            "{ who = \"infantry\", tq_upto = 2,",
            "rows = [",
            "Infantry of TQ 3",
        ),
        bad_at(
            TABLES,
            "    { who = [\"tank\"], zone = [\"infantry\", \"cavalry\", \"guns\"], tq = 5, add = 1, fail = \"eliminated\" },\n",
            "",
            "into_zone = [",
            "Tank",
        ),
        bad(TABLES, "place = \"orel\"", "place = \"kromy\"", "no city `kromy`"),
    ]);
}

#[test]
fn one_figure_in_two_places_is_one_figure() {
    DATA.faults(&[
        bad(TABLES, "gun_check = 2", "gun_check = 3", "one figure"),
        bad(TABLES, "last = 10", "last = 11", "one figure"),
        bad(TABLES, "tq = 5 # retreat into a zone", "tq = 4 # retreat into a zone", "one figure"),
        bad(
            TABLES,
            "tq = 4 # counterbattery and coordination",
            "tq = 3 # counterbattery and coordination",
            "one figure",
        ),
        bad(TABLES, "own_stack = -1", "own_stack = -2", "one figure"),
        bad(TABLES, "assault_attacking = 1\n", "assault_attacking = 2\n", "one figure"),
        bad(TABLES, "counters = 1", "counters = 2", "one figure"),
        bad(TABLES, "vehicles_follow = { some_retreat = 1", "vehicles_follow = { some_retreat = 2", "one figure"),
        bad(
            EVENTS,
            "dice = 1\ndice_of = \"barrage\"\nabout = \"One Barrage needs no observer and has 1 more on its dice.\"\n\n[[event]]\nside = \"white\"",
            "dice = 2\ndice_of = \"barrage\"\nabout = \"One Barrage needs no observer and has 1 more on its dice.\"\n\n[[event]]\nside = \"white\"",
            "one figure",
        ),
    ]);
}

#[test]
fn rules_cannot_be_changed_by_a_table() {
    DATA.faults(&[
        bad(TABLES, "defence = 0", "defence = 1", "the program plays it as 0 only"),
        bad(
            TABLES,
            "together = { red = \"formation\", white = \"superior\" }\nlow_tq",
            "together = { red = \"superior\", white = \"superior\" }\nlow_tq",
            "plays it as",
        ),
        bad(TABLES, "cancels_entrenchment = true", "cancels_entrenchment = false", "plays it as"),
        bad(
            TABLES,
            "{ id = \"own-vehicle\", add = -1, scope = \"stack\" }",
            "{ id = \"own-vehicle\", add = -1, scope = \"side\" }",
            "is played for `stack` only",
        ),
        bad(TABLES, "sides = [\"white\", \"red\"]", "sides = [\"red\", \"white\"]", "plays it as"),
    ]);
    let two = "stop_after = { classes = [\"train\", \"rail-depot\"] }";
    DATA.faults(&[bad_at(
        TABLES,
        two,
        "stop_after = { classes = [\"train\"] }",
        "all_but =",
        "one of the three lists",
    )]);
}

#[test]
fn broken_scenarios() {
    DATA.faults(&[
        bad(SCENARIOS, "hexes = [\"1501\"]", "hexes = [\"1521\"]", "`1521` is no hex"),
        bad(SCENARIOS, "line = \"R1\"", "line = \"R2\"", "no line of two tracks"),
        bad(
            SCENARIOS,
            "stations = [\"2705\", \"2707\", \"2908\", \"3111\", \"3113\", \"3015\", \"3017\", \"2920\"]",
            "stations = [\"2705\", \"2707\", \"3111\", \"3113\", \"3015\", \"3017\", \"2920\"]",
            "all those of the board",
        ),
        bad(
            SCENARIOS,
            "stations = [\"2413\", \"2705\"",
            "stations = [\"2412\", \"2705\"",
            "stations of the board",
        ),
        bad(SCENARIOS, "linked_to = \"2920\"", "linked_to = \"2820\"", "no railway"),
        bad(SCENARIOS, "rule = \"10.2Rm\"", "rule = \"10.9Rm\"", "`10.9Rm` is no rule"),
        bad(
            SCENARIOS,
            "area = { columns = [1, 10], rows = [9, 20] }",
            "area = { columns = [1, 10], rows = [9, 21] }",
            "beyond the board",
        ),
        bad(
            SCENARIOS,
            "{ line = \"R5\", hex = \"0309\", border",
            "{ line = \"R5\", hex = \"0310\", border",
            "does not leave the area",
        ),
        bad(
            SCENARIOS,
            "{ line = \"R5\", hex = \"0309\", border",
            "{ line = \"R9\", hex = \"0309\", border",
            "no line of the board",
        ),
        bad(
            SCENARIOS,
            "{ formation = \"41d\", turn = 1, units = [\"r-1-41d\", \"r-2-41s\"] }",
            "{ formation = \"46d\", turn = 1, units = [\"r-1-41d\", \"r-2-41s\"] }",
            "unit of its formation",
        ),
        bad(
            SCENARIOS,
            "any_of = [[\"held:brasovo\", \"held:sevsk\"]]",
            "any_of = [[\"held:brasovo\", \"held:moscow\"]]",
            "no place `moscow`",
        ),
        bad(
            SCENARIOS,
            "any_of = [[\"held:brasovo\", \"held:sevsk\"]]",
            "any_of = [[\"held:brasovo\", \"line-open\"]]",
            "`line-open` is no condition",
        ),
        bad_at(SCENARIOS, "otherwise = \"red\"", "otherwise = \"white\"", "winner =", "the other one wins"),
        bad_at(SCENARIOS, "lowest = 0", "lowest = 1", "levels =", "`lowest`"),
        bad(
            SCENARIOS,
            "{ unit = \"w-cv2-1d\", points = 4 }",
            "{ unit = \"w-tank\", points = 4 }",
            "`w-tank` is no Depot",
        ),
        bad(
            SCENARIOS,
            "rail_control_of = \"historical\"",
            "rail_control_of = \"history\"",
            "`history` is no scenario",
        ),
        bad_at(
            SCENARIOS,
            "white = [\"0716\", \"0717\", \"0817\", \"0818\"",
            "white = [\"0716\", \"0717\", \"0817\", \"0819\"",
            "rail_control",
            "rail hexes in play",
        ),
        bad_at(
            SCENARIOS,
            "white = [\"0716\", \"0717\", \"0817\", \"0818\"",
            "white = [\"0717\", \"0817\", \"0818\"",
            "rail_control",
            "every rail hex in play",
        ),
        bad(
            SCENARIOS,
            "{ formation = \"let3\", through = 2",
            "{ formation = \"let9\", through = 2",
            "`let9` is no formation",
        ),
    ]);
    let text = (DATA.text)(SCENARIOS).replacen("confined = [\"46d\"]", "confined = [\"47d\"]", 1);
    assert!((DATA.read)(SCENARIOS, &text).is_err_and(|e| e.what.contains("`47d` is no confined area")));
    let text = (DATA.text)(SCENARIOS).replacen("options = [\"events\"", "options = [\"evenings\"", 1);
    assert!((DATA.read)(SCENARIOS, &text).is_err_and(|e| e.what.contains("`evenings` is no option")));
    let text = (DATA.text)(SCENARIOS).replacen("last_turn = 10", "last_turn = 12", 1);
    let fault = (DATA.read)(SCENARIOS, &text).err().unwrap();
    assert!(fault.what.contains("no date for turn 12"), "{fault}");
    assert!(text.lines().nth(fault.line as usize - 1).unwrap().starts_with("last_turn = 12"));
}

#[test]
fn a_broken_set_up() {
    DATA.faults(&[
        bad(SETUP, "historical,r-1-9d,hex,3002", "historical,r-1-99d,hex,3002", "`r-1-99d` is no unit"),
        bad(SETUP, "historical,r-1-9d,hex,3002", "historical,r-1-9d,hex,3021", "3021 is not on the board"),
        bad_at(
            SETUP,
            "historical,r-1-9d,hex,3002",
            "historical,r-2-9d,hex,3002",
            "r-2-9d,hex,2902",
            "stands twice",
        ),
        bad(SETUP, "historical,r-1-9d,hex,3002", "hysterical,r-1-9d,hex,3002", "`hysterical` is no scenario"),
        bad(SETUP, "historical,r-1-9d,hex,3002", "historical,r-1-9d,hax,3002", "`hax`"),
        bad(SETUP, "historical,r-1-9d,hex,3002", "historical,r-1-9d,pool,", "only recruit battalions"),
        bad(SETUP, "historical,w-at-kalita,hex,2705", "historical,w-at-kalita,hex,2708", "needs a railway"),
        bad(
            SETUP,
            "historical,w-cv-mn,entry,elets,4",
            "historical,w-cv-mn,entry,tula,4",
            "no entry zone of that side",
        ),
        bad(SETUP, "historical,w-cv-mn,entry,elets,4", "historical,w-cv-mn,entry,elets,11", "no turn 11"),
        bad(
            SETUP,
            "historical,r-86-est,entry,estonian,2,mp=-3",
            "historical,r-86-est,entry,estonian,2,mp=-x",
            "`mp=-x` is no flag",
        ),
        bad(
            SETUP,
            "historical,r-86-est,entry,estonian,2,mp=-3",
            "historical,r-86-est,entry,estonian,2,ooc",
            "in command",
        ),
        bad(SETUP, "brasovo,r-1-41d,hex,0216", "brasovo,r-1-41d,hex,1216", "not in play"),
        bad(
            SETUP,
            "historical,r-1-9d,hex,3002,,,",
            "historical,r-1-9d,hex,3002,,together,",
            "units that arrive",
        ),
    ]);
}

#[test]
fn broken_events() {
    DATA.faults(&[
        bad(EVENTS, "from = 13\nto = 17", "from = 14\nto = 17", "13 comes next"),
        bad(EVENTS, "reroll = [\"cohesion\", \"morale\"]", "reroll = [\"cohesion\"]", ""),
        bad(
            EVENTS,
            "either = [\"unsupplied\", \"out of command\"]",
            "either = [\"unsupplied\"]",
            "is all that is known",
        ),
    ]);
    let luck = "check = \"luck\"";
    DATA.faults(&[
        bad_at(
            EVENTS,
            "tq_upto = 4\ncheck = \"tq\"",
            &format!("tq_upto = 4\n{luck}"),
            luck,
            "check = \"tq\"",
        ),
        bad(EVENTS, "last_step_safe = true\nsource", "last_step_safe = false\nsource", "last step"),
        bad(EVENTS, "gives = \"in command\"", "gives = \"wings\"", "in command"),
        bad(EVENTS, "target = \"enemy unit near own cavalry\"", "target = \"anybody\"", "no target"),
        bad_at(EVENTS, "row = 14\nid =", "row = 14\nidd =", "idd =", "unknown field"),
        bad_at(
            EVENTS,
            "prisoners_to = \"owner\"",
            "prisoners_to = \"opponent\"",
            "prisoners",
            "enemy of the unit",
        ),
    ]);
}
