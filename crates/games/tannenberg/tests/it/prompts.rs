//! What leads a player in words: prompts, and labels with what actions cost.
#![allow(clippy::unwrap_used)]
use crate::scene::{DE, GAME, RU, Scene, Theatre, read, scene, theatre};
use sandtable_core::game::known_to;
use sandtable_core::guide::Guide;
use sandtable_core::{Game, Options, Side, rules};
use sandtable_testkit::Walk;

/// What the player who decides is asked, and where.
#[track_caller]
fn asked(s: &Scene) -> (String, Vec<String>) {
    let side = s.decider();
    let prompt = theatre().prompt(&known_to(theatre(), &s.p, side), side).unwrap();
    (prompt.text, prompt.places)
}

/// What an action is called, as it is typed.
#[track_caller]
fn label(s: &Scene, words: &str) -> String {
    let known = known_to(theatre(), &s.p, s.decider());
    let action = theatre().parse(&known, words).unwrap_or_else(|| panic!("{words}"));
    theatre().check(&s.p, s.decider(), &action).unwrap_or_else(|e| panic!("{words}: {e}"));
    theatre().label(&known, &action)
}

#[track_caller]
fn say(s: Scene, words: &str, dice: &[u8]) -> Scene {
    let action = theatre().parse(&s.p, words).unwrap_or_else(|| panic!("{words}"));
    s.act(action, dice)
}

fn at_neidenburg() -> Scene {
    let pieces = [
        "de-37 1821",
        "de-41 1721",
        "de-3r 1720",
        "hq-de-vs-20 1721",
        "ru-xv 1820",
        "hq-ru-s-2 1820",
        "ru-d4 1919",
    ];
    scene("tannenberg", 4, DE, &pieces).combat().lose("ru-xv", 1)
}

#[test]
fn a_combat_asks_who_where_and_for_what_price() {
    rules!("tannenberg 8.9p", "tannenberg 8.9a", "tannenberg 8.62a", "tannenberg 8.73a");
    let s = at_neidenburg();
    assert_eq!(
        asked(&s),
        (
            "Choose a hex to attack, or end the Combat Phase: 1 hex can be attacked".into(),
            vec!["1820".into()]
        )
    );
    assert_eq!(label(&s, "attack 1820"), "Attack 1820 Neidenburg · 11 : 8, column 4 with everybody");
    let s = say(s, "attack 1820", &[]);
    let who = "37th Infantry Division, 41st Infantry Division or 3rd Reserve Division";
    assert_eq!(
        asked(&s).0,
        format!("Choose who attacks 1820 Neidenburg: {who}, one after the other or all at once")
    );
    assert_eq!(label(&s, "attack with de 41"), "41st Infantry Division joins the attack · attack 4");
    let s = say(s, "attack with everybody", &[]);
    let all = "37th Infantry Division, 41st Infantry Division and 3rd Reserve Division";
    assert_eq!(
        asked(&s),
        (
            format!(
                "{all} attack 1820 Neidenburg, 11 : 8, column 4: fight, or add a headquarters that is in range"
            ),
            ["1720", "1721", "1820", "1821"].map(String::from).to_vec()
        )
    );
    assert_eq!(label(&s, "shift by de hq vs-20"), "HQ Scholtz shifts the column · 1 column");
    let s = say(s, "shift by de hq vs-20", &[]);
    assert_eq!(label(&s, "fight for 1820"), "Fight for 1820 Neidenburg · 11 : 8, column 5");
    let s = say(s, "fight for 1820", &[5]);
    assert_eq!(
        asked(&s).0,
        format!(
            "{all} attack 1820 Neidenburg, and 3 steps are affected. XV Corps must lose 2 steps and stay, or retreat 1 hex"
        )
    );
    assert_eq!(label(&s, "2: retreat 1 hex"), "Retreat 1 hex");
    let mut s = say(s, "2: retreat 1 hex", &[]);
    if s.decider().0 == RU {
        let (text, places) = asked(&s);
        let from = "XV Corps and HQ Samsonov must retreat 1 hex from 1820 Neidenburg after the attack of";
        assert_eq!((text, places), (format!("{from} {all}: choose the next hex"), vec!["1820".to_string()]));
        let first = s.legal()[0];
        s = s.act(first, &[]);
    }
    assert_eq!(
        asked(&s).0,
        format!("Your attack on 1820 Neidenburg costs 2 steps: {who} must lose the next")
    );
    assert_eq!(label(&s, "lose a step of de 41"), "41st Infantry Division loses a step · it has 2 steps");
    let s = say(say(s, "lose a step of de 41", &[]), "lose a step of de 37", &[]);
    let free = format!("1820 Neidenburg is empty: advance with {who}, or stay");
    assert_eq!(asked(&s), (free, vec!["1820".to_string()]));
    assert_eq!(theatre().prompt(&s.p, Side(RU)), None, "this side is not asked");
}

#[test]
fn moves_say_what_they_cost() {
    rules!("tannenberg 5.14a", "tannenberg 5.32c", "tannenberg 16.11a");
    let s = scene("tannenberg", 4, RU, &["ru-iii 0609", "ru-c1 0609", "hq-ru-r-1 0609"]);
    assert_eq!(label(&s, "march ru iii to 0610"), "Move III Corps to 0610 · 1 of 4 MP");
    assert_eq!(label(&s, "march ru iii to 0611"), "Move III Corps to 0611 Gumbinnen · 2 of 4 MP");
    let (text, _) = asked(&s);
    assert_eq!(text, "Move your army, or end movement: 3 have not moved yet, 8 SP of rail capacity are left");
    let s = scene("tannenberg", 4, RU, &["ru-54 0302", "hq-ru-r-1 0303"]);
    assert_eq!(
        label(&s, "entrain ru 54"),
        "Entrain 54th Infantry Division · 3 MP, 2 of 8 SP of rail capacity, on a roll of 3 to 6"
    );
    let s = scene("tannenberg", 4, DE, &["de-1 1625"]);
    let s = say(s, "entrain de 1", &[]);
    assert_eq!(label(&s, "ride de 1 to 1823"), "1st Infantry Division rides to 1823 · 3 of 30 rail hexes");
}

#[test]
fn supply_in_doubt_is_asked_about_by_name() {
    rules!("tannenberg 18.61b");
    let text = "scenario = campaign\nturn = 4\nside = ru\nphase = supply\nru-iii 0611\nru-d1 0608\ndummy 3 0610\ndummy 4 0509\n";
    let s = Scene::new(&GAME, read(text));
    let (text, places) = asked(&s);
    assert!(text.starts_with("The supply of III Corps hangs on Gruppen of which you know nothing"), "{text}");
    assert_eq!(places, ["0611"]);
}

#[test]
fn the_west_front_has_its_price() {
    rules!("tannenberg 19.14a", "tannenberg 19.21c", "tannenberg 19.22d");
    let text = "scenario = campaign\nturn = 5\nside = de\nphase = reinforcement\nde-1 1625\nhq-de-vpr-8 1227\nde-po pool\n";
    let s = Scene::new(&GAME, read(text));
    let price = "a new commander next turn and units in 4 turns, for 65 points to Russia";
    let (text, _) = asked(&s);
    assert!(text.ends_with(&format!("You may also call the West Front units: {price}")), "{text}");
    let commit = "change the commander and call the West Front units";
    assert_eq!(label(&s, commit), format!("Change the commander and call the West Front units · {price}"));
}

#[test]
fn whoever_decides_is_asked_a_sentence_that_begins_and_names_somebody() {
    for (scenario, seed) in [("tannenberg", 1), ("winter", 2), ("three-player", 3), ("free", 4)] {
        // Steps in which nothing is left to do are asked, too.
        let options: Options = [("ends".to_string(), "player".to_string())].into();
        let walk = Walk { scenario, options: &options, seed, steps: 1200, every: 1 };
        walk.look(theatre(), |m| {
            let known = known_to(theatre(), m.position, m.side);
            let prompt = theatre().prompt(&known, m.side).unwrap();
            let text = prompt.text;
            assert!(text.len() > 20 && !text.contains("nobody ") && !text.contains("  "), "{text}");
            assert!(text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{text}");
            assert!(prompt.places.iter().all(|h| theatre().sheets[0].data.map.hex(h).is_some()), "{text}");
        });
    }
}
