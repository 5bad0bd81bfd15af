//! Positions written by hand, saves, and what must hold in any position.

use crate::scene::*;

const KROMY: &str = include_str!("../../../../../docs/positions/orel-kromy.txt");

fn read(text: &str) -> Result<Position, String> {
    game().position(&Options::new(), text)
}

/// A clear field with these lines.
fn field(lines: &str) -> Result<Position, String> {
    read(&format!("scenario = historical\nturn = 3\nside = red\nphase = movement\nclear\n{lines}"))
}

#[test]
fn the_example_is_read_as_it_stands() {
    let p = read(KROMY).unwrap();
    let at = |id: &str| game().d.map.name(p.hex(unit(id)));
    assert_eq!((p.turn, p.active, p.phase), (3, RED, Phase::Movement));
    assert_eq!((at("r-5-let"), at("w-2-3m")), ("2111".to_string(), "2112".to_string()));
    assert_eq!((p.recruits, p.prisoners, p.lost), ([3, 5], [0, 2], [1, 0]));
    assert_eq!(p.mode(unit("w-3-83s")), Mode::Routed);
    assert!(p.unsupplied.has(unit("w-3-83s")) && p.ooc.has(unit("r-3-7d")) && p.broken.has(unit("w-tank")));
    assert!(p.entrenched(unit("w-1-3k")) && !p.entrenched(unit("w-2-3k")));
    assert_eq!((p.units.at(unit("w-1-1d")), p.units.due(unit("w-1-1d"))), (At::OffMap, 4));
    assert_eq!((p.units.at(unit("r-1-46d")), p.units.at(unit("w-rec1"))), (At::Due, At::Pool));
    assert_eq!(p.units.at(unit("r-1-9d")), At::Unused, "cleared away");
    assert!(p.functional.has(unit("r-cv3-let")), "its line to the railway was looked for");
    assert_eq!(p.points[usize::from(unit("r-cv3-let"))], 3);
}

#[test]
fn the_battle_for_orel_is_read_with_its_fire() {
    let p = read(include_str!("../../../../../docs/positions/orel-orel.txt")).unwrap();
    assert!(p.centre && p.phase >= Phase::Munitions);
    assert_eq!(p.marker(unit("r-art-pavl")), Marker::Barrage);
    assert_eq!((p.steps(unit("w-at-kalita")), p.lost, p.prisoners), (1, [0, 11], [5, 0]));
    assert!(p.declared().iter().any(|a| a.target == hex("2705") && a.supports == units("r-art-est")));
}

#[test]
fn without_a_phase_the_player_turn_begins() {
    let p = read("scenario = historical\n").unwrap();
    assert_eq!((p.turn, p.active), (1, WHITE));
    assert_eq!(p.units.at(unit("r-1-9d")), At::Map, "over the set-up of the scenario");
    assert!(p.asleep != 0);
}

#[test]
fn declared_attacks_can_be_written() {
    let text = "w-1-3k 2112\nr-1-let 2111 attack=prepared:2112\nr-art-let 2110 support=prepared:2112\nr-cv3-let 2010 points=2\n";
    let p =
        read(&format!("turn = 3\nscenario = historical\nside = red\nphase = combat\nclear\n{text}")).unwrap();
    assert!(p.phase >= Phase::Munitions);
    assert_eq!(p.declared().len(), 1);
    assert_eq!(p.declared()[0].attackers, units("r-1-let"));
    assert_eq!(p.declared()[0].supports, units("r-art-let"));
    // The nearest Depot has given its two points already.
    assert_eq!(
        (p.declared()[0].depot, p.points[usize::from(unit("r-cv3-let"))]),
        (unit("r-cv3-let").into(), 0)
    );
}

#[test]
fn every_complaint_names_its_line() {
    for (line, told) in [
        ("r-1-nobody 2112", "no unit or word"),
        ("r-1-let 9999", "not on the board"),
        ("r-1-let", "where is"),
        ("r-1-let 2111 steps=9", "has 4 steps"),
        ("r-1-let 2111 steps=0", "has 4 steps"),
        ("r-1-let 2111 tired", "should be a hex"),
        ("r-cv3-let 2010 march", "no modes"),
        ("r-1-let 2111 points=2", "no Depot"),
        ("r-1-let pool", "no recruit battalion"),
        ("r-1-let due=3", "no reinforcement"),
        ("r-1-let 2111 attack=2112", "attack=prepared:hex"),
        ("r-at-lenine 2111", "stands on rails"),
        ("recruits green 3", "white or red"),
        ("recruits white many", "Recruit Points"),
        ("recruits white", "wants a number"),
        ("rails white 2111", "no railway"),
        ("awake 41d", "never inactive"),
        ("asleep nobody", "no formation"),
        ("orel red red", "too much"),
    ] {
        let why = field(&format!("{line}\nw-1-1k 2705\n")).unwrap_err();
        assert!(why.starts_with("line 6: ") && why.contains(told), "{line}: {why}");
    }
    for (text, told) in [
        ("scenario = moscow", "line 1: there is no scenario"),
        ("turn = 99", "line 1: turn 99 should be from"),
        ("side = green", "line 1: side `green`"),
        ("phase = siesta", "line 1: phase `siesta` should be one of"),
        ("phase = movement\nphase = combat", "line 2: phase stands twice"),
        ("weather = fine", "line 1: `weather` should be"),
        ("scenario = historical\nr-1-let 2111\nclear", "line 3: `clear` stands before"),
        ("scenario = historical\nclear\nw-1-1k 2705\nw-1-1k 2706", "line 4: `w-1-1k` stands twice"),
    ] {
        let why = read(&format!("{text}\n")).unwrap_err();
        assert!(why.contains(told), "{text}: {why}");
    }
}

#[test]
fn what_cannot_be_is_not_read() {
    for (lines, told) in [
        ("r-1-let 2111\nw-1-3k 2111\n", "both sides stand in 2111"),
        ("r-1-let 2111\nr-2-let 2111\nr-3-let 2111\n", "stand in 2111"),
        ("r-1-let 2111\nrecruits red 13\n", "13 Recruit Points"),
        ("r-1-let 2111\nr-cv3-let 2010 points=9\n", "room for 3"),
    ] {
        let why = field(lines).unwrap_err();
        assert!(why.contains(told), "{lines}: {why}");
    }
}

#[test]
fn a_position_is_saved_and_read_again() {
    let p = read(KROMY).unwrap();
    let text = serde_json::to_string(&p).unwrap();
    let again: Position = serde_json::from_str(&text).unwrap();
    assert_eq!(again, p);
    game().sound(&again).unwrap();
}

/// Everything that takes a position and must not fall over.
fn touch(p: &Position) {
    let (view, side) = (game().view(p, sandtable_core::view::Viewer::All), game().to_decide(p).side());
    assert!(!view.counters.is_empty());
    if let Some(side) = side {
        let mut out = Vec::new();
        game().actions(p, side, &mut out);
    }
}

#[test]
fn hostile_saves_are_refused_or_harmless() {
    use serde_json::Value;
    /// Every number of a save, by its path.
    fn paths(v: &Value, at: String, out: &mut Vec<String>) {
        match v {
            Value::Number(_) => out.push(at),
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(i, v)| paths(v, format!("{at}/{i}"), out))
            }
            Value::Object(map) => map.iter().for_each(|(k, v)| paths(v, format!("{at}/{k}"), out)),
            _ => {}
        }
    }
    let mut s = Scene { p: read(KROMY).unwrap(), events: vec![] };
    let mut saves = vec![s.p];
    for words in ["r-5-let prepared 2112", "r-6-let prepared 2112", "r-art-let support prepared 2112", "done"]
    {
        s.say(words, &[]);
        saves.push(s.p);
    }
    let mut tried = 0;
    for p in saves {
        let save = serde_json::to_value(p).unwrap();
        let mut all = Vec::new();
        paths(&save, String::new(), &mut all);
        for (i, path) in all.iter().enumerate() {
            // Lists of hundreds of like numbers need not be tried one by one.
            if all.len() > 2000 && i % 3 != 0 {
                continue;
            }
            for wrong in [255u64, 127, 7] {
                let mut broken = save.clone();
                *broken.pointer_mut(path).unwrap() = Value::from(wrong);
                let Ok(p) = serde_json::from_value::<Position>(broken) else { continue };
                if game().sound(&p).is_ok() {
                    touch(&p);
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
}
