//! How a game of modules is played: what [`by_modules!`](crate::by_modules) leads to.

use super::{Flow, Modules, Offers, Sequence};
use crate::Refusal;
use crate::dice::Dice;
use crate::game::{Decision, Illegal, Side};

/// Runs steps until somebody must decide or the game is over.
pub fn run<G: Sequence>(game: &G, p: &mut G::Position, dice: &mut dyn Dice, events: &mut Vec<G::Event>) {
    loop {
        let step = G::top(p);
        let flow = match game.before_step(p, step, dice, events) {
            Some(flow) => flow,
            None if G::top(p) == G::Step::default() => game.go_on(p, dice, events),
            None => game.run_step(p, G::top(p), dice, events),
        };
        if flow == Flow::Ask {
            return game.asked(p);
        }
    }
}

/// Who must decide what.
pub fn decision<G: Sequence>(game: &G, p: &G::Position) -> Decision {
    match G::top(p) {
        step if step == G::Step::default() => Decision::Over(game.result(p)),
        step => game.decision_at(p, step),
    }
}

/// Every legal action of a side that decides now.
pub fn list<G: Sequence>(game: &G, p: &G::Position, side: Side, out: &mut Vec<G::Action>) {
    let step = G::top(p);
    if step != G::Step::default() {
        each_legal(game, p, step, side, |action| out.push(action));
    }
}

/// Gives every legal action of a side at a step to `visit`.
pub fn each_legal<G: Sequence>(
    game: &G,
    p: &G::Position,
    step: G::Step,
    side: Side,
    mut visit: impl FnMut(G::Action),
) {
    let mut offered = |action, legal| {
        if legal || game.refuse_at(p, step, side, &action).is_none() {
            visit(action);
        }
    };
    let mut offers = Offers::new(&mut offered);
    game.offers_at(p, step, side, &mut offers);
    game.offers_beside(p, step, side, &mut offers);
}

/// The rule that forbids an action of a side that decides now.
pub fn refuse<G: Sequence>(game: &G, p: &G::Position, side: Side, action: &G::Action) -> Option<Refusal> {
    game.refuse_always(p, action).or_else(|| game.refuse_at(p, G::top(p), side, action))
}

/// Takes a legal action, and runs what follows.
pub fn take<G: Sequence>(
    game: &G,
    p: &mut G::Position,
    side: Side,
    action: &G::Action,
    dice: &mut dyn Dice,
    events: &mut Vec<G::Event>,
) {
    game.before_action(p, side, action);
    game.take_at(p, G::top(p), side, action, dice, events);
    game.after_action(p, events);
    run(game, p, dice, events);
    game.after_run(p);
}

/// An action from what is typed, in capitals or not.
pub fn parse<G: Modules>(game: &G, p: &G::Position, words: &str) -> Option<G::Action> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    game.read_words(p, &words)
}

/// Whether a side may take an action now; if not, which rules forbid it.
pub fn check<G: Sequence>(game: &G, p: &G::Position, side: Side, action: &G::Action) -> Result<(), Illegal> {
    match decision(game, p) {
        Decision::Decide { sides, .. } if sides.has(side) => match refuse(game, p, side, action) {
            None => Ok(()),
            Some(refusal) => Err(game.worded(p, side, action, &refusal)),
        },
        Decision::Decide { rule, .. } => Err(crate::Breach::new(rule, game.not_yours()).into()),
        Decision::Over(o) => Err(crate::Breach::new(o.rule, "the game is over").into()),
    }
}
