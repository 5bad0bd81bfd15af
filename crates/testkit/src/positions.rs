//! Positions as text.

use crate::Walk;
use crate::offers::numbers;
use sandtable_core::Game;
use sandtable_core::dice::{Given, Seeded};
use sandtable_core::player::{Player, Recruit};
use sandtable_core::position_file::{Setting, read, write};
use sandtable_core::view::Viewer;
use std::collections::BTreeMap;

/// Every moment of a random game can be written, and what is read is the same position, without a die.
///
/// # Panics
///
/// With the first moment that cannot be written, or reads as another one.
pub fn positions_read_as_written<G: Game>(game: &G, walk: Walk<'_>) {
    let setting = Setting { scenario: walk.scenario, options: walk.options };
    walk.look(game, |moment| {
        let at = walk.at(moment.number);
        let text = match write(game, setting, moment.position) {
            Ok(text) => text,
            Err(faults) => panic!("{at}: cannot be written: {faults}"),
        };
        let mut dice = Given::new(vec![]);
        match read(game, Some(walk.scenario), walk.options, &text, &mut dice) {
            Err(faults) => panic!("{at}: what was written cannot be read: {faults}\n{text}"),
            Ok(again) => {
                assert!(again.position == *moment.position, "{at}: another position is read\n{text}");
            }
        }
        assert!(dice.over().is_ok(), "{at}: dice fall while it is read\n{text}");
    });
}

/// Whatever value somebody puts into a position by hand is refused with its reason, or can be played on from.
///
/// # Panics
///
/// If the game panics, or what it reads is not sound.
pub fn values_by_hand_are_refused_or_played<G: Game>(game: &G, walk: Walk<'_>) {
    let setting = Setting { scenario: walk.scenario, options: walk.options };
    let mut chance = Seeded::new(walk.seed);
    walk.look(game, |moment| {
        let Ok(text) = write(game, setting, moment.position) else { return };
        let lines: Vec<&str> = text.lines().collect();
        let sets: Vec<usize> = (0..lines.len()).filter(|i| lines[*i].starts_with("set ")).collect();
        if sets.is_empty() {
            return;
        }
        let at = sets[chance.below(sets.len())];
        let Some((place, _)) = lines[at].split_once(" = ") else { return };
        let values = ["0", "1", "255", "65535", "-1", "true", "null", "[]", "\"x\"", "7"];
        let changed = format!("{place} = {}", values[chance.below(values.len())]);
        let mut lines = lines.clone();
        lines[at] = &changed;
        let text = lines.join("\n");
        let Ok(read) = read(game, Some(walk.scenario), walk.options, &text, &mut Given::new(vec![])) else {
            return;
        };
        let mut p = read.position;
        let (mut player, mut events) = (Recruit::new(walk.seed), Vec::new());
        for _ in 0..30 {
            let Some(side) = game.to_decide(&p).side() else { return };
            let known = sandtable_core::game::known_to(game, &p, side).into_owned();
            let Some(action) = player.choose(game, &known, side) else { return };
            game.apply(&mut p, side, &action, &mut chance, &mut events);
        }
    });
}

/// Lists of this many like numbers are tried in part only.
const TRIED: usize = 24;

/// Saves with a number changed are refused, or lead to nothing that falls over. Gives how many were tried.
///
/// # Panics
///
/// If the game panics.
pub fn hostile_saves_are_refused_or_harmless<G: Game>(game: &G, saves: &[G::Position]) -> usize {
    let (mut chance, mut tried) = (Seeded::new(3), 0);
    for p in saves {
        let Ok(save) = serde_json::to_value(p) else { continue };
        let mut places = Vec::new();
        numbers(&save, String::new(), &mut places);
        let mut like: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for place in places {
            let kind = place.chars().filter(|c| !c.is_ascii_digit()).collect();
            like.entry(kind).or_default().push(place);
        }
        for list in like.values() {
            for _ in 0..TRIED.min(list.len()) {
                let place = &list[chance.below(list.len())];
                for wrong in [65535u64, 255, 127, 7] {
                    let mut broken = save.clone();
                    let Some(number) = broken.pointer_mut(place) else { continue };
                    *number = wrong.into();
                    let Ok(p) = serde_json::from_value::<G::Position>(broken) else { continue };
                    if game.sound(&p).is_ok() {
                        let _ = game.view(&p, Viewer::All);
                        let (mut list, side) = (Vec::new(), game.to_decide(&p).side());
                        side.into_iter().for_each(|side| game.actions(&p, side, &mut list));
                        list.iter().for_each(|a| drop(game.describe(&p, a)));
                    }
                    tried += 1;
                }
            }
        }
    }
    tried
}
