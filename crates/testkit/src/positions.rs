//! Positions as text.

use crate::Walk;
use sandtable_core::Game;
use sandtable_core::dice::{Given, Seeded};
use sandtable_core::player::{Player, Recruit};
use sandtable_core::position_file::{Setting, read, write};

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
