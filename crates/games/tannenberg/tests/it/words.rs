//! Words: every legal action has its own and is found by them again; what is told abroad gives nothing away.
#![allow(clippy::unwrap_used)]
use sandtable_core::dice::Seeded;
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Game, Options, Side, rules};
use sandtable_east::action::{Action, Event, Mover};
use sandtable_east::data::UnitId;
use sandtable_east::data::params::Outcome;
use sandtable_tannenberg::play::reason;
use sandtable_tannenberg::{Position, Tannenberg};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

fn theatre() -> &'static Tannenberg {
    static GAME: OnceLock<Tannenberg> = OnceLock::new();
    GAME.get_or_init(|| Tannenberg::new().unwrap())
}

/// Plays a game by chance and shows each step: the position before, who acts, the position after, the events.
fn play(scenario: &str, seed: u64, mut see: impl FnMut(usize, &Position, Side, &Position, &[Event])) {
    let game = theatre();
    let mut dice = Seeded::new(seed);
    let mut chance = Seeded::new(seed ^ 0x77);
    let mut p = game.start(scenario, &Options::new(), &mut dice).unwrap();
    let (mut scratch, mut events) = (vec![], vec![]);
    for n in 0..100_000 {
        let side = match game.to_decide(&p) {
            Decision::Over(_) => return,
            Decision::Decide { sides, .. } => sides.iter().next().unwrap(),
        };
        let action = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch).unwrap();
        let before = p;
        events.clear();
        game.apply(&mut p, side, &action, &mut dice, &mut events);
        see(n, &before, side, &p, &events);
    }
}

/// Whether a name stands in a text as words of its own.
fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let rest = &text[at + name.len()..];
        // `DE 1` is not in `DE 1R`, `DE 1 Cav` or `DE 10`.
        let longer = rest.starts_with(|c: char| c.is_alphanumeric() || c == '/' || c == '-')
            || rest.starts_with(" Cav")
            || rest.starts_with(" Art");
        !longer
    })
}

fn name(unit: UnitId) -> String {
    let p = theatre().start("campaign", &Options::new(), &mut Seeded::new(1)).unwrap();
    theatre().describe(&p, &Action::Show(unit)).strip_prefix("show ").unwrap().to_string()
}

#[test]
fn units_have_names_of_their_own() {
    let units = &theatre().sheets[0].data.units;
    let all: HashSet<String> = (0..units.len() as u8).map(|u| name(UnitId(u))).collect();
    assert_eq!(all.len(), units.len());
    assert!(
        all.contains("DE 1")
            && all.contains("RU 1 Cav")
            && all.contains("RU 1 Art")
            && all.contains("DE HQ vF-1")
    );
}

#[test]
fn every_legal_action_has_words_that_lead_back_to_it() {
    let game = theatre();
    for (scenario, seed) in [("tannenberg", 1), ("winter", 2), ("three-player", 3), ("free", 4)] {
        play(scenario, seed, |n, p, side, _, _| {
            if n % 23 != 0 {
                return;
            }
            let mut list = vec![];
            game.actions(p, side, &mut list);
            let mut seen = HashMap::new();
            for action in &list {
                let text = game.describe(p, action);
                if let Some(other) = seen.insert(text.clone(), *action) {
                    panic!("{scenario}: `{text}` is {action:?} and {other:?}");
                }
                assert_eq!(game.parse(p, &text), Some(*action), "{scenario}: {text}");
                assert_eq!(game.parse(p, &text.to_lowercase()), Some(*action), "{text}");
            }
        });
    }
}

#[test]
fn words_of_illegal_wishes_are_understood() {
    let game = theatre();
    let p = game.start("tannenberg", &Options::new(), &mut Seeded::new(1)).unwrap();
    let unit = |id: &str| theatre().sheets[0].data.named(id).unwrap();
    let hex = |n: &str| theatre().sheets[0].data.map.hex(n).unwrap();
    for (words, action) in [
        ("march de-1 to 0613", Action::March(Mover::Unit(unit("de-1")), hex("0613"))),
        ("March Gruppe 7 to 0613", Action::March(Mover::Gruppe(7), hex("0613"))),
        ("attack 1420", Action::Attack(hex("1420"))),
        ("attack with RU XIII", Action::With(unit("ru-xiii"))),
        ("2", Action::Choose(2)),
        ("2: retreat", Action::Choose(2)),
        ("done", Action::Done),
        ("show 1st infantry division", Action::Show(unit("de-1"))),
        (
            "ride DE 1 off the map at B",
            Action::Ride(Mover::Unit(unit("de-1")), sandtable_east::data::Map::node(1)),
        ),
    ] {
        assert_eq!(game.parse(&p, words), Some(action), "{words}");
    }
    assert_eq!(game.parse(&p, "dance with RU XIII"), None);
    assert_eq!(game.parse(&p, "march nobody to 0613"), None);
}

#[test]
fn what_is_hidden_is_not_told_abroad() {
    rules!("tannenberg 18.0i", "tannenberg 18.11b", "tannenberg 18.32e");
    let game = theatre();
    let units = &game.sheets[0].data.units;
    let words: Vec<[String; 2]> =
        (0..units.len()).map(|u| [name(UnitId(u as u8)), units[u].title.clone()]).collect();
    let (mut told, mut kept) = (0, 0);
    for (scenario, seed) in [("tannenberg", 11), ("campaign", 12), ("free", 13), ("three-player", 14)] {
        play(scenario, seed, |_, before, _, after, events| {
            // In a box before and after: whatever was told in between, it was not about this unit.
            let hidden: Vec<usize> =
                (0..units.len()).filter(|u| before.gruppe[*u] > 0 && after.gruppe[*u] > 0).collect();
            for event in events {
                for viewer in [Viewer::Side(Side(1)), Viewer::Side(Side(2)), Viewer::Watcher] {
                    let Some(line) = game.tell_to(event, viewer) else {
                        kept += 1;
                        continue;
                    };
                    told += 1;
                    let number = line
                        .text
                        .split("Gruppe ")
                        .skip(1)
                        .any(|r| r.starts_with(|c: char| c.is_ascii_digit()));
                    assert!(!number, "{}", line.text);
                    for unit in &hidden {
                        // Titles that both sides have say nothing.
                        let twice = units.iter().filter(|u| u.title == units[*unit].title).count() > 1;
                        assert!(!names(&line.text, &words[*unit][0]), "{event:?}: {}", line.text);
                        assert!(twice || !line.text.contains(&words[*unit][1]), "{event:?}: {}", line.text);
                    }
                }
            }
        });
    }
    assert!(told > 1000 && kept > 100, "{told} told, {kept} kept");
}

#[test]
fn nothing_is_told_of_the_german_set_up() {
    rules!("tannenberg 18.0b");
    let game = theatre();
    play("free", 21, |_, before, side, _, events| {
        let placing = before.phase == sandtable_east::position::Phase::SetUp && side == Side(0);
        for event in events.iter().filter(|_| placing) {
            let line = game.tell_to(event, Viewer::Side(Side(1)));
            let public = line.is_none_or(|l| !l.text.contains("DE ") && !l.text.contains("Gruppe"));
            assert!(public, "{event:?}");
        }
    });
}

#[test]
fn every_line_cites_a_rule_of_the_catalogue() {
    let game = theatre();
    let known: HashSet<String> = Tannenberg::rules().into_iter().map(|r| r.id.to_string()).collect();
    let check = |event: &Event| {
        let line = game.tell(event);
        assert!(
            !line.text.is_empty() && known.contains(line.rule),
            "{event:?}: {} ({})",
            line.text,
            line.rule
        );
        for place in &line.places {
            assert!(line.text.contains(place.as_str()) || line.text.contains("fortress"), "{}", line.text);
        }
        if let Some(line) = game.tell_to(event, Viewer::Watcher) {
            assert!(!line.text.is_empty() && known.contains(line.rule), "{event:?}");
        }
    };
    for (scenario, seed) in [("campaign", 31), ("winter", 32), ("three-player", 33)] {
        play(scenario, seed, |_, _, _, _, events| events.iter().for_each(check));
    }
    let u = UnitId(0);
    for why in [
        reason::FORTRESS_WEST,
        reason::FORTRESS_EAST_SMALL,
        reason::FORTRESS_EAST_GREAT,
        reason::GERMAN_STEPS,
        reason::NORTH_WEST,
        reason::NEW_COMMANDER,
        reason::WEST_FRONT,
        reason::GERMAN_HQ,
        reason::RUSSIAN_STEPS,
        reason::RUSSIAN_FORTRESS,
        reason::RUSSIAN_HQ,
        reason::NO_INVASION,
        reason::TOWNS,
        reason::GOAL,
    ] {
        check(&Event::Points(why, 3, 7));
    }
    for event in [
        Event::Exchanged(u, 5, false),
        Event::CalledOff,
        Event::AdvanceBarred,
        Event::HqReduced(u),
        Event::FortressFell(0),
        Event::WallLost(0, 2),
        Event::Detours(u),
        Event::Pretended(3, 7, true),
        Event::Answered(7, 4),
        Event::Ended(-3),
        Event::Result(Outcome::One, Outcome::Eliminated, true, true),
        Event::GivenUp(u, false),
        Event::DutyEnds(9),
        Event::ReplacementRoll(u, 5, true, false),
        Event::WestRoll(3, 9),
        Event::ExchangeOrdered,
        Event::UnitsCalled,
    ] {
        check(&event);
    }
}
