//! Planning: chapter 11.5.

use crate::common::*;
use sandtable_fury::Action;

const RUSSIAN: [&str; 9] = ["i", "ii", "iii", "iv", "v", "viii", "ix", "x", "xi"];
const AUSTRIAN: [&str; 4] = ["i", "ii", "iii", "iv"];
const GERMAN: [&str; 2] = ["viii", "ix"];

/// All headquarters on the map, all active, at the end of the reinforcements of a turn.
fn eve(turn: &str) -> Table {
    let mut pieces = String::new();
    for (i, army) in RUSSIAN.iter().enumerate() {
        pieces.push_str(&format!("hq-ru-{army} 16{:02}\n", i + 1));
    }
    for (i, army) in AUSTRIAN.iter().enumerate() {
        pieces.push_str(&format!("hq-ah-{army} 01{:02}\n", i + 14));
    }
    for (i, army) in GERMAN.iter().enumerate() {
        pieces.push_str(&format!("hq-de-{army} 01{:02}\n", i + 4));
    }
    let head = format!(
        "turn = '{turn}'\nphase = 'reinforcements'\nside = 'cp'\nrail = {{ ru = 1, ah = 0, de = 2 }}"
    );
    Table::at(&head, &pieces)
}

fn active(t: &Table, nation: &str) -> usize {
    t.sees(0).counters.iter().filter(|c| c.nation == nation && c.badges.contains(&"active")).count()
}

/// Plans with these dice, always taking the first headquarters offered: how many are active of each nation.
fn plan(turn: &str, dice: [u8; 3]) -> [usize; 3] {
    let mut t = eve(turn);
    t.say("done", &dice[..1]);
    let count = |t: &Table, words: &str| {
        let line = t.log().iter().find(|l| l.text.starts_with(words)).unwrap().text.clone();
        line.trim_end_matches(" active").rsplit(' ').next().unwrap().parse::<usize>().unwrap()
    };
    let mut left = [count(&t, "Russian planning"), 0, 0];
    let want = left[0];
    for k in 0..want {
        let hq = t.offers()[0].clone();
        t.say(&hq, if k + 1 == want { &dice[1..2] } else { &[] });
    }
    left[1] = count(&t, "Austrian planning");
    for k in 0..left[1] {
        let hq = t.offers()[0].clone();
        t.say(&hq, if k + 1 == left[1] { &dice[2..3] } else { &[] });
    }
    left[2] = count(&t, "German planning");
    for k in 0..left[2] {
        let hq = t.offers()[0].clone();
        // The last one ends the turn; both sides roll for the initiative.
        t.say(&hq, if k + 1 == left[2] { &[3, 3] } else { &[] });
    }
    let shown = [active(&t, "ru"), active(&t, "ah"), active(&t, "de")];
    assert_eq!(shown, left);
    assert_eq!(t.asked().0, "7d");
    shown
}

#[test]
fn r11_5e_active_headquarters_by_die() {
    rules!("fury 11.5e", "fury 11.5f", "fury 11.5g", "fury 11.5c");
    let ru = [2, 2, 3, 3, 3, 4];
    let ah = [1, 2, 2, 2, 3, 3];
    let de = [1, 1, 2, 2, 2, 2];
    for die in 1..=6u8 {
        let i = usize::from(die) - 1;
        assert_eq!(plan("S2", [die; 3]), [ru[i], ah[i], de[i]], "die {die}");
    }
    // Each nation has its own die.
    assert_eq!(plan("S2", [6, 1, 3]), [4, 1, 2]);
}

#[test]
fn e11_planning() {
    rules!("fury 11.5h");
    assert_eq!(plan("A2", [5; 3]), [4, 3, 2]);
    assert_eq!(plan("D1", [1; 3]), [2, 1, 1]);
}

#[test]
fn r11_5h_modifiers_by_turn() {
    // Russia by die 1..6 is 2 2 3 3 3 4, Austria 1 2 2 2 3 3: together they tell every shift.
    for (turn, modifier) in
        [("A2", 2), ("S1", 1), ("S2", 0), ("O1", 0), ("O2", 0), ("N1", 0), ("N2", -1), ("D1", -1)]
    {
        for die in 1..=6i8 {
            let row = (die + modifier).clamp(1, 6) as usize - 1;
            let want = [[2, 2, 3, 3, 3, 4][row], [1, 2, 2, 2, 3, 3][row], [1, 1, 2, 2, 2, 2][row]];
            assert_eq!(plan(turn, [die as u8; 3]), want, "{turn}, die {die}");
        }
    }
}

#[test]
fn r11_5a_rail_points_are_reset() {
    let mut t = eve("S2");
    assert_eq!(t.track("Russian rail points"), "1");
    t.say("done", &[1]);
    assert_eq!(t.track("Russian rail points"), "5");
    assert_eq!((t.track("Austrian rail points"), t.track("German rail points")), ("3".into(), "3".into()));
}

#[test]
fn r11_5b_all_headquarters_turn_inactive_first() {
    let mut t = eve("S2");
    assert_eq!([active(&t, "ru"), active(&t, "ah"), active(&t, "de")], [9, 4, 2]);
    t.say("done", &[1]);
    assert_eq!([active(&t, "ru"), active(&t, "ah"), active(&t, "de")], [0, 0, 0]);
    assert!(t.badge("hq-de-viii", "inactive"));
    assert_eq!(t.counter("hq-de-viii").values, [1, 1, 2, 3], "its weaker face");
}

#[test]
fn r11_5c_the_owner_chooses_which() {
    rules!("fury 11.5d");
    let mut t = eve("S2");
    t.say("done", &[2]);
    assert_eq!((t.decider(), t.asked().0, t.offers().len()), (RU, "11.5c", 9));
    let activate = |id: &str| Action::Activate(game().piece(id).unwrap());
    assert_eq!(t.forbidden(activate("hq-ah-i")), "11.5d", "Russia first");
    t.say("activate RU HQ VIII", &[]);
    assert_eq!(t.forbidden(activate("hq-ru-viii")), "11.5c", "not twice");
    t.say("activate RU HQ X", &[1]);
    assert!(
        t.badge("hq-ru-viii", "active") && t.badge("hq-ru-x", "active") && t.badge("hq-ru-i", "inactive")
    );
    assert_eq!(t.decider(), CP);
    assert!(t.sees(0).moment.contains("Austrian planning"));
    assert_eq!(
        t.offers(),
        ["activate AH HQ I", "activate AH HQ II", "activate AH HQ III", "activate AH HQ IV"]
    );
    t.say("activate AH HQ III", &[1]);
    assert!(t.sees(0).moment.contains("German planning"));
    assert_eq!(t.offers(), ["activate DE HQ VIII", "activate DE HQ IX"]);
    t.say("activate DE HQ IX", &[1, 2]);
    assert_eq!((t.track("turn"), t.track("initiative")), ("O1".into(), "Central Powers".into()));
}

#[test]
fn r11_5c_only_headquarters_on_the_map() {
    // One Russian headquarters on the map, one in the box: die 6 would allow four.
    let head = "turn = 'S2'\nphase = 'reinforcements'\nside = 'cp'";
    let mut t = Table::at(head, "hq-ru-i 1605\nbox hq-ru-ii\nhq-ah-i 0115");
    t.say("done", &[6]);
    assert_eq!(t.offers(), ["activate RU HQ I"]);
    // Austria has one too, Germany none: its die is rolled and nothing follows.
    t.say("activate RU HQ I", &[6]).say("activate AH HQ I", &[6, 2, 2]);
    assert_eq!((t.track("turn"), t.asked().0), ("O1".into(), "7d"));
    assert!(t.badge("hq-ru-ii", "inactive"));
}
