//! What the kernel asks of every game: positions read as they are written, typed actions lead back, steps are ended by their player.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_testkit::{
    Walk, positions_read_as_written, typed_actions_lead_back, values_by_hand_are_refused_or_played,
};

const SCENARIOS: [&str; 3] = ["brasovo", "historical", "hypothetical"];

/// Options that open more of the game.
fn more() -> Options {
    let on = ["events", "new-coordination", "vehicle-tests", "rail-control"]
        .map(|o| (o.to_string(), "on".to_string()));
    on.into_iter().chain([("ends".to_string(), "player".to_string())]).collect()
}

fn walks(seed: u64, steps: usize, every: usize, mut look: impl FnMut(Walk<'_>)) {
    for (i, scenario) in SCENARIOS.into_iter().enumerate() {
        let options = if seed.is_multiple_of(2) { Options::new() } else { more() };
        look(Walk { scenario, options: &options, seed: seed + 10 * i as u64, steps, every });
    }
}

#[test]
fn every_moment_is_written_and_read_again() {
    for seed in [1, 2] {
        walks(seed, 900, 60, |walk| positions_read_as_written(game(), walk));
    }
}

#[test]
fn values_by_hand_are_refused_or_can_be_played() {
    for seed in [3, 4] {
        walks(seed, 600, 40, |walk| values_by_hand_are_refused_or_played(game(), walk));
    }
}

#[test]
fn texts_of_actions_lead_back_to_them() {
    for seed in 5..17 {
        walks(seed, 200, 23, |walk| typed_actions_lead_back(game(), walk));
    }
}

/// Units can be typed as the log calls them.
#[test]
fn codes_of_units_can_be_typed() {
    let s = Scene::of("historical");
    let typed = game().parse(&s.p, "1/1D 1414").unwrap();
    assert_eq!(typed, game().parse(&s.p, "w-1-1d 1414").unwrap());
}

fn read(options: &Options, text: &str, dice: &[u8]) -> Result<Position, String> {
    let mut given = Given::new(dice.to_vec());
    let read = sandtable_core::position_file::read(game(), None, options, text, &mut given);
    let read = read.map_err(|e| e.to_string())?;
    given.over().map_err(|e| e.to_string())?;
    Ok(read.position)
}

fn option(name: &str, value: &str) -> Options {
    [(name.to_string(), value.to_string())].into_iter().collect()
}

const FRONT: &str =
    "scenario = historical\nturn = 10\nside = white\nphase = movement\nclear\nw-1-1k 1811\nr-1-let 1810\n";

#[test]
fn r7b_the_movement_phase_is_ended_by_its_player() {
    rules!("orel 8.1e");
    let mut s = Scene { p: read(&Options::new(), FRONT, &[]).unwrap(), events: vec![] };
    s.say("w-1-1k hasty 1810", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.5a"), "by itself it runs into the combat");
    let mut s = Scene { p: read(&option("ends", "player"), FRONT, &[]).unwrap(), events: vec![] };
    s.say("w-1-1k hasty 1810", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "7b"));
    assert_eq!(s.offers(), ["done", "want events"]);
    s.say("done", &[]);
    // A single attack waits to be resolved, too.
    assert_eq!((s.side(), s.offers()), (Some(WHITE), vec!["resolve 1810".to_string()]));
    s.say("resolve 1810", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.5a"));
}

#[test]
fn r8_1b_steps_of_the_combat_phase_are_ended_by_their_player() {
    rules!("orel 8.3.1c", "orel 4b");
    let text = "scenario = historical\nturn = 10\nside = white\nphase = barrage\nclear\n\
        w-art-1k 1812 barrage\nw-1-1k 1811\nr-1-7d 1810\nr-art-7d 1809\n";
    let mut s = Scene { p: read(&option("ends", "player"), text, &[]).unwrap(), events: vec![] };
    s.say("fire w-art-1k r-1-7d", &[]);
    assert_eq!(
        (s.side(), s.offers()),
        (Some(WHITE), vec!["done".to_string()]),
        "the last target leads to no die"
    );
    s.say("done", &[]);
    assert_eq!(s.offers(), ["fire w-art-1k"]);
    // Recruits: the last point spent ends nothing.
    let men = "scenario = historical\nside = red\nphase = recruits\nclear\nr-1-let 0309 steps=3\nr-rd5-14a 0309\nrecruits red 0\n";
    for (ends, phase) in [("auto", Phase::Movement), ("player", Phase::Recruits)] {
        let mut s = Scene { p: read(&option("ends", ends), men, &[]).unwrap(), events: vec![] };
        s.say("restore r-1-let", &[]);
        assert_eq!(s.p.phase, phase, "{ends}: {:?}", s.offers());
    }
}

#[test]
fn r6b_dice_of_a_phase_that_begins_come_from_the_game() {
    let text = "scenario = historical\nside = white\nphase = event\nclear\nw-1-1k 1811\nr-1-7d 1710\n";
    let on = option("events", "on");
    read(&on, text, &[4, 1]).unwrap();
    assert!(read(&on, text, &[]).is_err(), "an event is rolled for");
    // A train duel, too, is fought with the dice that are given.
    let duel = "scenario = historical\nside = white\nphase = combat\nclear\nw-at-offitser 2707 attack=hasty:2706\nr-at-lenine 2706\nw-1-1k 2920\n";
    let lost = |dice: &[u8]| read(&Options::new(), duel, dice).unwrap().units.at(unit("r-at-lenine"));
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
        let mut s = Scene { p: read(&Options::new(), &text(word), &[]).unwrap(), events: vec![] };
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
    let why = read(&Options::new(), text, &[]).unwrap_err();
    for line in [8, 10, 11, 12, 13] {
        assert!(why.contains(&format!("line {line}: ")), "{line}: {why}");
    }
    // What the rows say alone is right; what they declare is not.
    let text = text
        .lines()
        .filter(|l| !["w-rd5", "r-2-7d", "r-3-7d", "r-cv3", "w-3-1k"].iter().any(|w| l.starts_with(w)));
    let text: String = text.map(|l| format!("{l}\n")).collect();
    let why = read(&Options::new(), &text, &[]).unwrap_err();
    for (line, told) in [(5, "7.1.4c"), (6, "7.2a"), (7, "8.6.2a")] {
        let at = why.lines().find(|l| l.starts_with(&format!("line {line}: ")));
        assert!(at.is_some_and(|l| l.contains(told)), "{line} {told}: {why}");
    }
    // In the movement phase what was declared stays; before it nobody has declared anything.
    let early = "scenario = historical\nside = white\nphase = recruits\nclear\nw-1-1k 1811 attack=hasty:1810\nr-1-7d 1810\n";
    assert!(read(&Options::new(), early, &[]).unwrap_err().contains("line 5: "));
    let text = FRONT.replace("w-1-1k 1811", "w-1-1k 1811 attack=hasty:1810\nw-2-1k 1811");
    let p = read(&Options::new(), &text, &[]).unwrap();
    assert_eq!(p.marker(unit("w-1-1k")), Marker::Attack { prepared: false, target: hex("1810") });
    assert!(p.march.moved.has(unit("w-1-1k")) && !p.march.moved.has(unit("w-2-1k")));
}

#[test]
fn r6_2c_kept_events_captured_trains_and_later_phases_are_written() {
    rules!("orel 9.1.2d", "orel 9.1.1b");
    let text = "scenario = historical\noption.events = on\nturn = 4\nside = red\nphase = attacks\nclear\n\
        r-1-let 1810 attack=prepared:1811\nr-cv3-let 1808\nw-1-1k 1811\nw-at-grom 2705 of=red\n\
        w-at-offitser driven=2920 due=6\nkeeps white fiery-speech\n";
    let p = read(&Options::new(), text, &[]).unwrap();
    assert_eq!(
        (p.phase, p.side(unit("w-at-grom")), p.units.at(unit("w-at-offitser"))),
        (Phase::Attacks, RED, At::DrivenOff)
    );
    assert_ne!(p.rear.kept[0], NONE);
    let setting =
        sandtable_core::position_file::Setting { scenario: "historical", options: &option("events", "on") };
    let again = sandtable_core::position_file::write(game(), setting, &p).unwrap();
    for words in [
        "w-at-grom 2705 of=red",
        "w-at-offitser driven=2920 due=6",
        "keeps white fiery-speech",
        "attack=prepared:1811",
    ] {
        assert!(again.contains(words), "{words}\n{again}");
    }
    assert_eq!(read(&Options::new(), &again, &[]).unwrap(), p);
}
