//! Words: what is typed is understood; what is told abroad gives nothing away.
#![allow(clippy::unwrap_used)]
use crate::scene::theatre;
use sandtable_core::dice::Seeded;
use sandtable_core::view::Viewer;
use sandtable_core::{Game, Options, Side, rules};
use sandtable_east::data::UnitId;
use sandtable_east::data::params::Outcome;
use sandtable_tannenberg::Tannenberg;
use sandtable_tannenberg::action::{Action, Event, Mover};
use sandtable_tannenberg::play::OwnEvent;
use sandtable_tannenberg::play::reason;
use sandtable_tannenberg::position::Phase;
use sandtable_testkit::Step as Walked;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Whether a name stands in a text as words of its own.
fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let rest = &text[at + name.len()..];
        // `DE 1` is not in `DE 1R`, `DE 1 Cav` or `DE 10`.
        let longer = rest.starts_with(|c: char| c.is_alphanumeric() || c == '/' || c == '-')
            || [" Cav", " Art", " Reserves"].iter().any(|more| rest.starts_with(more));
        // The 1st Division is not in the 41st.
        !longer && !text[..at].ends_with(char::is_alphanumeric)
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

/// The names and titles of all units.
static NAMES: LazyLock<Vec<[String; 3]>> = LazyLock::new(|| {
    let data = &theatre().sheets[0].data;
    let names = |u: UnitId| [name(u), data.unit(u).title.clone(), data.title(u)];
    data.ids().map(names).collect()
});

static RULES: LazyLock<HashSet<&str>> = LazyLock::new(|| Tannenberg::rules().iter().map(|r| r.id).collect());

/// What is hidden before a step and after it is not named to others. Gives how many lines others read and how many they do not.
pub fn what_is_hidden_is_not_told_abroad(step: &Walked<'_, Tannenberg>) -> [usize; 2] {
    rules!("tannenberg 18.0i", "tannenberg 18.11b", "tannenberg 18.32e");
    let units = &theatre().sheets[0].data.units;
    // In a box before and after: whatever was told in between, it was not about this unit.
    let boxed = |u: &usize| step.before.gruppe[*u] > 0 && step.after.gruppe[*u] > 0;
    let hidden: Vec<usize> = (0..units.len()).filter(boxed).collect();
    let mut lines = [0; 2];
    for event in step.events {
        for viewer in [Viewer::Side(Side(1)), Viewer::Side(Side(2)), Viewer::Watcher] {
            let Some(line) = theatre().tell_to(event, viewer) else {
                lines[1] += 1;
                continue;
            };
            lines[0] += 1;
            let numbered = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
            assert!(!line.text.split("Gruppe ").skip(1).any(numbered), "{}", line.text);
            for unit in &hidden {
                let [name, title, shown] = &NAMES[*unit];
                // Titles that both sides have say nothing.
                let twice = units.iter().filter(|u| u.title == *title).count() > 1;
                assert!(!names(&line.text, name), "{event:?}: {}", line.text);
                assert!(twice || !names(&line.text, shown), "{event:?}: {}", line.text);
                assert!(twice || !names(&line.text, title), "{event:?}: {}", line.text);
            }
        }
    }
    lines
}

pub fn nothing_is_told_of_the_german_set_up(step: &Walked<'_, Tannenberg>) {
    rules!("tannenberg 18.0b");
    if step.before.phase != Phase::SetUp || step.side != Side(0) {
        return;
    }
    for event in step.events {
        let line = theatre().tell_to(event, Viewer::Side(Side(1)));
        let public = line.is_none_or(|l| !l.text.contains("DE ") && !l.text.contains("Gruppe"));
        assert!(public, "{event:?}");
    }
}

/// A line says something, cites a rule of the catalogue and names its places, to every viewer.
pub fn the_line_is_whole(event: &Event) {
    let line = theatre().tell(event);
    assert!(!line.text.is_empty() && RULES.contains(line.rule), "{event:?}: {} ({})", line.text, line.rule);
    for place in &line.places {
        assert!(line.text.contains(place.as_str()) || line.text.contains("fortress"), "{}", line.text);
    }
    if let Some(line) = theatre().tell_to(event, Viewer::Watcher) {
        assert!(!line.text.is_empty() && RULES.contains(line.rule), "{event:?}");
    }
}

#[test]
fn rare_lines_cite_a_rule_of_the_catalogue() {
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
        the_line_is_whole(&Event::Points(why, 3, 7));
    }
    for event in [
        Event::Own(OwnEvent::Exchanged(u, 5, false)),
        Event::CalledOff,
        Event::AdvanceBarred,
        Event::HqReduced(u),
        Event::FortressFell(0),
        Event::WallLost(0, 2),
        Event::Detours(u),
        Event::Pretended(3, 7, true),
        Event::Answered(7, 4),
        Event::Ended(-3),
        Event::Result(Outcome::One, Outcome::Eliminated, true, true, 3),
        Event::GivenUp(u, false),
        Event::Own(OwnEvent::DutyEnds(9)),
        Event::ReplacementRoll(u, 5, true, false),
        Event::Own(OwnEvent::WestRoll(3, 9)),
        Event::Own(OwnEvent::ExchangeOrdered),
        Event::Own(OwnEvent::UnitsCalled),
    ] {
        the_line_is_whole(&event);
    }
}
