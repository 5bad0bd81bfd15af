//! Positions written by hand, saves, and what must hold in any position.

use crate::ends::FRONT;
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
    let at = |id: &str| game().d.map.name(p.hex(unit(id)).unwrap());
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

#[test]
fn hostile_saves_are_refused_or_harmless() {
    let mut s = Scene::by_hand(KROMY);
    let mut saves = vec![s.p];
    for words in ["r-5-let prepared 2112", "r-6-let prepared 2112", "r-art-let support prepared 2112", "done"]
    {
        s.say(words, &[]);
        saves.push(s.p);
    }
    let tried = sandtable_testkit::hostile_saves_are_refused_or_harmless(game(), &saves);
    assert!(tried > 500, "{tried}");
}

/// Reads a position that rolls dice.
fn read_with(options: &Options, text: &str, dice: &[u8]) -> Result<Position, String> {
    let mut given = Given::new(dice.to_vec());
    let read = sandtable_core::position_file::read(game(), None, options, text, &mut given);
    let read = read.map_err(|e| e.to_string())?;
    given.over().map_err(|e| e.to_string())?;
    Ok(read.position)
}

#[test]
fn r6b_dice_of_a_phase_that_begins_come_from_the_game() {
    let text = "scenario = historical\nside = white\nphase = event\nclear\nw-1-1k 1811\nr-1-7d 1710\n";
    let on = options(&[("events", "on")]);
    read_with(&on, text, &[4, 1]).unwrap();
    assert!(read_with(&on, text, &[]).is_err(), "an event is rolled for");
    // A train duel, too, is fought with the dice that are given.
    let duel = "scenario = historical\nside = white\nphase = combat\nclear\nw-at-offitser 2707 attack=hasty:2706\nr-at-lenine 2706\nw-1-1k 2920\n";
    let lost = |dice: &[u8]| read_with(&Options::new(), duel, dice).unwrap().units.at(unit("r-at-lenine"));
    assert_ne!(lost(&[5, 4]), lost(&[4, 5]));
}

#[test]
fn r8_7_3o_a_routed_unit_of_a_position_rallies_when_its_turn_ends() {
    let text = |word: &str| {
        format!(
            "scenario = historical\nturn = 3\nside = white\nphase = movement\nclear\nw-1-1k 1811 {word}\nw-cv4-1dr 1818\nr-1-7d 0505\nr-cv3-let 0505\n"
        )
    };
    for (word, mode) in [("routed", Mode::Combat), ("routed=now", Mode::Routed)] {
        let mut s = Scene::read(&GAME, &Options::new(), &text(word), &[]);
        s.say("done", &[]);
        assert_eq!((s.p.active, s.p.mode(unit("w-1-1k"))), (RED, mode), "{word}");
    }
}

#[test]
fn r7_2a_what_cannot_be_is_refused_with_its_line_all_at_once() {
    rules!("orel 7.1.6b", "orel 8.6.2a", "orel 7.1.4c");
    let text = "scenario = historical\nside = white\nphase = combat\nclear\n\
        w-1-1k 1811 routed attack=hasty:1810\n\
        w-2-1k 1812 attack=hasty:1810\n\
        w-art-1k 1816 support=hasty:1810\n\
        w-rd5-1d 2706\n\
        r-1-7d 1810\n\
        r-2-7d 1810 pool\n\
        r-3-7d 1809 due=3\n\
        r-cv3-let 1808 ooc\n\
        w-3-1k 1813 march routed\n";
    let why = read_with(&Options::new(), text, &[]).unwrap_err();
    for line in [8, 10, 11, 12, 13] {
        assert!(why.contains(&format!("line {line}: ")), "{line}: {why}");
    }
    // What the rows say alone is right; what they declare is not.
    let text = text
        .lines()
        .filter(|l| !["w-rd5", "r-2-7d", "r-3-7d", "r-cv3", "w-3-1k"].iter().any(|w| l.starts_with(w)));
    let text: String = text.map(|l| format!("{l}\n")).collect();
    let why = read_with(&Options::new(), &text, &[]).unwrap_err();
    for (line, told) in [(5, "7.1.4c"), (6, "7.2a"), (7, "8.6.2a")] {
        let at = why.lines().find(|l| l.starts_with(&format!("line {line}: ")));
        assert!(at.is_some_and(|l| l.contains(told)), "{line} {told}: {why}");
    }
    // In the movement phase what was declared stays; before it nobody has declared anything.
    let early = "scenario = historical\nside = white\nphase = recruits\nclear\nw-1-1k 1811 attack=hasty:1810\nr-1-7d 1810\n";
    assert!(read_with(&Options::new(), early, &[]).unwrap_err().contains("line 5: "));
    let text = FRONT.replace("w-1-1k 1811", "w-1-1k 1811 attack=hasty:1810\nw-2-1k 1811");
    let p = read_with(&Options::new(), &text, &[]).unwrap();
    assert_eq!(p.marker(unit("w-1-1k")), Marker::Attack { prepared: false, target: hex("1810") });
    assert!(p.march.moved.has(unit("w-1-1k")) && !p.march.moved.has(unit("w-2-1k")));
}

#[test]
fn r6_2c_kept_events_captured_trains_and_later_phases_are_written() {
    rules!("orel 9.1.2d", "orel 9.1.1b");
    let text = "scenario = historical\noption.events = on\nturn = 4\nside = red\nphase = attacks\nclear\n\
        r-1-let 1810 attack=prepared:1811\nr-cv3-let 1808\nw-1-1k 1811\nw-at-grom 2705 of=red\n\
        w-at-offitser driven=2920 due=6\nkeeps white fiery-speech\n";
    let p = read_with(&Options::new(), text, &[]).unwrap();
    assert_eq!(
        (p.phase, p.side(unit("w-at-grom")), p.units.at(unit("w-at-offitser"))),
        (Phase::Attacks, RED, At::DrivenOff)
    );
    assert_ne!(p.rear.kept[0], Maybe::NONE);
    let setting = sandtable_core::position_file::Setting {
        scenario: "historical",
        options: &options(&[("events", "on")]),
    };
    let again = sandtable_core::position_file::write(game(), setting, &p).unwrap();
    for words in [
        "w-at-grom 2705 of=red",
        "w-at-offitser driven=2920 due=6",
        "keeps white fiery-speech",
        "attack=prepared:1811",
    ] {
        assert!(again.contains(words), "{words}\n{again}");
    }
    assert_eq!(read_with(&Options::new(), &again, &[]).unwrap(), p);
}
