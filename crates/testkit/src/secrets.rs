//! What a side may not know.

use crate::Walk;
use sandtable_core::battle::{BattlePart, told};
use sandtable_core::dice::{Dice, Recording, Seeded};
use sandtable_core::game::{Line, known_to, lines, pending};
use sandtable_core::guide::Guide;
use sandtable_core::plan::Planned;
use sandtable_core::player::Player;
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Game, Side};

/// How many actions of another side are tried to find the one that looks the same in the other game.
const TRIED: usize = 400;

/// How far a comparison has come, so that a test can say that it did compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SecretsReport {
    /// Pairs of games that differ in what is hidden.
    pub pairs: usize,
    /// Decisions that were played in both of them and compared.
    pub compared: usize,
    /// Pairs that ended because something came to light lawfully.
    pub revealed: usize,
    /// Pairs that ended because the hidden side could not do in the one what it did in the other.
    pub parted: usize,
}

impl std::ops::AddAssign for SecretsReport {
    fn add_assign(&mut self, other: SecretsReport) {
        self.pairs += other.pairs;
        self.compared += other.compared;
        self.revealed += other.revealed;
        self.parted += other.parted;
    }
}

/// Dice that all show the same within a step: what is rolled in secret does not shift what is rolled in the open.
struct Constant(u8);

impl Dice for Constant {
    fn roll(&mut self, sides: u8) -> u8 {
        self.0 % sides + 1
    }
}

/// One of two games.
struct World<G: Game> {
    position: G::Position,
    before: G::Position,
    events: Vec<G::Event>,
    dice: Vec<u8>,
}

impl<G: Guide> World<G> {
    fn new(position: G::Position) -> World<G> {
        World { before: position.clone(), position, events: vec![], dice: vec![] }
    }

    fn play(&mut self, game: &G, side: Side, action: &G::Action, die: u8) {
        self.before = self.position.clone();
        self.events.clear();
        let mut source = Constant(die);
        let mut noted = Recording::new(&mut source);
        game.apply(&mut self.position, side, action, &mut noted, &mut self.events);
        self.dice = noted.rolls;
    }

    /// Whether the last step lawfully shows a side something: an event does, or the last of several who chose in secret has
    /// chosen, and what all of them chose is laid open.
    fn reveals(&self, game: &G, mover: Side, to: Side) -> bool {
        let opens = game.secret(&self.before) && !pending(game, &self.before, mover, &self.position);
        opens || self.events.iter().any(|e| game.reveals(e, to))
    }

    /// What a side reads of the last step.
    fn shown_to(&self, game: &G, mover: Side, to: Side) -> Shown {
        let viewer = Viewer::Side(to);
        let pending = Some(mover).filter(|m| pending(game, &self.before, *m, &self.position));
        let log = lines(game, &self.events, pending, viewer);
        let battle = told(game, &self.before, &self.events, pending, viewer);
        if mover != to {
            return Shown { log, battle, dice: vec![], fixed: None };
        }
        let dice = game.rolls(viewer, &self.events).unwrap_or_else(|| self.dice.clone());
        let fixed = !self.dice.is_empty() || game.learned(&self.before, &self.position);
        Shown { log, battle, dice, fixed: Some(fixed) }
    }
}

/// What a side reads of a step.
#[derive(Debug, PartialEq)]
struct Shown {
    log: Vec<Line>,
    battle: Vec<BattlePart>,
    dice: Vec<u8>,
    fixed: Option<bool>,
}

/// Who must decide what, as a side is asked.
fn asked<G: Game>(game: &G, p: &G::Position, side: Side) -> String {
    let known = known_to(game, p, side);
    format!("{:?}", game.to_decide(&known))
}

/// Two games that differ only in what a side may not know are played on with the same visible actions and the same dice. Until an
/// event reveals something to it, the side gets equal positions as it knows them, views, prompts, offers, logs, dice and undo.
/// From the known position follow refusals, labels, odds and hints; that an action which is legal there is legal in both games
/// is checked as well.
///
/// What another side does in the one game it does in the other too, if it can: the same action where `plain` says that it means
/// the same there (it names nothing whose number or content is hidden), else one that looks the same.
///
/// # Panics
///
/// With the first difference.
pub fn secrets_are_kept<G: Planned + Guide>(
    game: &G,
    walk: Walk<'_>,
    side: Side,
    player: &mut dyn Player<G>,
    plain: &dyn Fn(&G::Action) -> bool,
    on: usize,
) -> SecretsReport {
    let mut report = SecretsReport::default();
    let mut chance = Seeded::new(walk.seed ^ 0x05EC_2E75);
    walk.look_with(game, player, |moment| {
        let known = known_to(game, moment.position, side);
        let other = game.resample(&known, side, &mut chance);
        // A drawing that does not fit what is known, as in the midst of a secret step, makes no pair.
        if other == *moment.position || *known_to(game, &other, side) != *known || game.sound(&other).is_err()
        {
            return;
        }
        report.pairs += 1;
        let at = walk.at(moment.number);
        let mut pair = [World::new(moment.position.clone()), World::new(other)];
        play_on(game, &mut pair, side, plain, on, &at, &mut chance, &mut report);
    });
    report
}

#[expect(clippy::too_many_arguments)]
fn play_on<G: Planned + Guide>(
    game: &G,
    pair: &mut [World<G>; 2],
    side: Side,
    plain: &dyn Fn(&G::Action) -> bool,
    on: usize,
    at: &str,
    chance: &mut Seeded,
    report: &mut SecretsReport,
) {
    let mut history: Vec<String> = Vec::new();
    for _ in 0..on {
        compare(game, pair, side, at, &history);
        let Decision::Decide { sides, .. } = game.to_decide(&pair[0].position) else { return };
        let Some(mover) = sides.iter().nth(chance.below(sides.iter().count().max(1))) else { return };
        let die = chance.below(60) as u8;
        let known = known_to(game, &pair[0].position, mover).into_owned();
        let mut scratch = Vec::new();
        let Some(action) = game.sample(&known, mover, &mut |n| chance.below(n), &mut scratch) else { return };
        history.push(format!("{}: {}", game.about().side_id(mover), game.describe(&known, &action)));
        let mut second = action;
        if mover == side {
            for world in pair.iter() {
                if let Err(e) = game.check(&world.position, mover, &action) {
                    panic!(
                        "{at}: what the side may do is refused by what it may not know: {e}\n{history:#?}"
                    );
                }
            }
        } else {
            match counterpart(game, pair, side, plain, mover, &action, die) {
                Some(action) => second = action,
                None => {
                    report.parted += 1;
                    return;
                }
            }
        }
        pair[0].play(game, mover, &action, die);
        pair[1].play(game, mover, &second, die);
        if pair.iter().any(|w| w.reveals(game, mover, side)) {
            report.revealed += 1;
            return;
        }
        let shown: Vec<_> = pair.iter().map(|w| w.shown_to(game, mover, side)).collect();
        assert_eq!(shown[0], shown[1], "{at}: what is shown differs\n{history:#?}");
        report.compared += 1;
    }
}

/// The action of the second game that is the one of the first: the same if it is legal there, else one that looks the same.
fn counterpart<G: Planned + Guide>(
    game: &G,
    pair: &[World<G>; 2],
    side: Side,
    plain: &dyn Fn(&G::Action) -> bool,
    mover: Side,
    action: &G::Action,
    die: u8,
) -> Option<G::Action> {
    let known = known_to(game, &pair[1].position, mover);
    let own = known_to(game, &pair[0].position, mover);
    let same = plain(action) && game.describe(&own, action) == game.describe(&known, action);
    if same && game.check(&known, mover, action).is_ok() {
        return Some(*action);
    }
    let mut first = World::<G>::new(pair[0].position.clone());
    first.play(game, mover, action, die);
    let shown = first.shown_to(game, mover, side);
    let wanted = known_to(game, &first.position, side).into_owned();
    let mut legal = Vec::new();
    game.actions(&known, mover, &mut legal);
    legal.into_iter().take(TRIED).find(|other| {
        let mut second = World::<G>::new(pair[1].position.clone());
        second.play(game, mover, other, die);
        second.shown_to(game, mover, side) == shown && *known_to(game, &second.position, side) == wanted
    })
}

/// Everything that a side gets of a position.
fn compare<G: Planned + Guide>(game: &G, pair: &[World<G>; 2], side: Side, at: &str, history: &[String]) {
    let [a, b] = [&pair[0].position, &pair[1].position];
    assert_eq!(asked(game, a, side), asked(game, b, side), "{at}: who decides what differs\n{history:#?}");
    let deciders = |p: &G::Position| match game.to_decide(p) {
        Decision::Decide { sides, .. } => Some(sides),
        Decision::Over(_) => None,
    };
    assert_eq!(deciders(a), deciders(b), "{at}: who decides differs\n{history:#?}");
    let [known_a, known_b] = [a, b].map(|p| known_to(game, p, side));
    if *known_a != *known_b {
        let [x, y] = [&known_a, &known_b].map(|p| serde_json::to_value(&**p).unwrap_or_default());
        panic!("{at}: what is known differs: {}\n{history:#?}", difference("", &x, &y));
    }
    assert_eq!(
        game.view(a, Viewer::Side(side)),
        game.view(b, Viewer::Side(side)),
        "{at}: what is seen differs\n{history:#?}"
    );
    assert_eq!(
        game.view(a, Viewer::Watcher),
        game.view(b, Viewer::Watcher),
        "{at}: what a watcher sees differs\n{history:#?}"
    );
}

/// The first place where two values differ.
fn difference(place: &str, a: &serde_json::Value, b: &serde_json::Value) -> String {
    use serde_json::Value;
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if x.len() == y.len() => {
            let found = x.iter().find(|(k, v)| y.get(*k) != Some(v));
            found.map_or(String::new(), |(k, v)| difference(&format!("{place}.{k}"), v, &y[k]))
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            let found = (0..x.len()).find(|i| x[*i] != y[*i]);
            found.map_or(String::new(), |i| difference(&format!("{place}.{i}"), &x[i], &y[i]))
        }
        _ => format!("{place}: {a} and {b}"),
    }
}
