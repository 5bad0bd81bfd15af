//! What every game must hold to, in this one.

use crate::scene::{GAME, RU, theatre};
use crate::{three_players, view, words};
use sandtable_core::{Game, Side};
use sandtable_tannenberg::{Action, Mover, Position, Tannenberg};
use sandtable_testkit::{Conforms, Step, conforms};

conforms! {
    Conforms::of(GAME.clone(), Tannenberg::rules(), 487, env!("CARGO_MANIFEST_DIR"))
        .games(3, 41)
        .followed(follow)
        .typed(1, 160, 79)
        .secrets(&[1, 2], 900, 73, plain)
        .random("tannenberg", 5, 20)
        .random("campaign", 5, 20)
        .random("three-player", 5, 20)
        .rehearsals("tannenberg", 5, 20)
        .rehearsals("campaign", 5, 20)
        .rehearsals("three-player", 5, 20)
}

/// Whether an action means the same where the boxes hold something else: Gruppen are numbered anew when their contents are dealt anew,
/// and what ends a step ends another one elsewhere.
fn plain(action: &Action) -> bool {
    sandtable_core::rules!("tannenberg 18.0i", "tannenberg 18.11b", "tannenberg 18.35a", "tannenberg 18.41b");
    matches!(
        action,
        Action::March(Mover::Unit(_), _)
            | Action::Attack(_)
            | Action::Also(_)
            | Action::With(_)
            | Action::WithAll
            | Action::Fight
            | Action::Choose(_)
            | Action::Affect(_)
            | Action::Lose(_)
            | Action::Advance(..)
            | Action::Withdraw(_)
            | Action::Follow(_)
    )
}

type Follower = Box<dyn FnMut(&Step<'_, Tannenberg>)>;

/// What holds at every step of this game besides.
fn follow(game: &Tannenberg, start: &Position) -> Follower {
    let hidden = game.known(start, Side(RU)).is_some();
    let scenario = game.sheet(start).rules.scenario.id.clone();
    let short = ["tannenberg", "winter"].contains(&scenario.as_str());
    let (mut lines, mut acted, mut set_up) = ([0, 0], [0; 3], 0);
    Box::new(move |step| {
        let game = theatre();
        step.events.iter().for_each(words::the_line_is_whole);
        let text = game.describe(step.before, step.action).to_lowercase();
        assert_eq!(game.parse(step.before, &text), Some(*step.action), "{text}");
        if hidden {
            words::nothing_is_told_of_the_german_set_up(step);
            let read = words::what_is_hidden_is_not_told_abroad(step);
            lines = [lines[0] + read[0], lines[1] + read[1]];
            set_up +=
                usize::from(view::the_german_set_up_is_not_seen_while_it_is_made(step.before, step.side));
        }
        if step.number % 13 == 0 {
            view::ids_are_unique_and_decisions_have_words(step.before);
            others_know_what_a_russian_decides(step.before);
        }
        acted[usize::from(step.side.0)] += 1;
        if scenario == "three-player" {
            three_players::r22_5_the_two_totals_always_make_up_the_whole(step.after);
        }
        if game.to_decide(step.after).side().is_none() {
            assert!(lines[0] > 250 || !hidden, "{scenario}: {lines:?}");
            assert!(lines[1] > 5 || !hidden || short, "{scenario}: {lines:?}");
            assert!(!hidden || scenario != "free" || set_up > 10, "{set_up}");
            assert!(scenario != "three-player" || acted.iter().all(|n| *n > 15), "{acted:?}");
        }
    })
}

/// What the German decides about is secret, but not that there is a decision.
fn others_know_what_a_russian_decides(p: &Position) {
    sandtable_core::rules!("tannenberg 18.0i");
    let whole = theatre().to_decide(p);
    for player in [Side(1), Side(2)] {
        let known = theatre().known(p, player).map(|q| theatre().to_decide(&q));
        assert!(whole.side() == Some(Side(0)) || known.is_none_or(|part| part == whole), "{whole:?}");
    }
}
