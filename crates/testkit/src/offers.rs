//! What is offered, and what is refused.

use sandtable_core::catalogue::Rule;
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Game, Side};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};

/// How many actions of other moments are kept and tried.
const KEPT: usize = 48;

/// How many texts of actions are read at a moment, about.
const READ: usize = 60;

/// How many actions with a number changed are tried at a moment.
const CHANGED: usize = 24;

/// Numbers that somebody may put into an action.
const NUMBERS: [u64; 14] = [0, 1, 2, 3, 5, 8, 13, 40, 63, 64, 127, 128, 255, 65535];

/// Looks closely at moments of one game.
pub struct Referee<'a, G: Game> {
    game: &'a G,
    rules: BTreeSet<&'a str>,
    kept: Vec<G::Action>,
    chance: Seeded,
    unlisted: fn(&G::Action) -> bool,
}

impl<'a, G: Game> Referee<'a, G> {
    /// For a game with its catalogue.
    pub fn new(game: &'a G, rules: &'a [Rule], seed: u64) -> Referee<'a, G> {
        let rules = rules.iter().map(|r| r.id).collect();
        Referee { game, rules, kept: Vec::new(), chance: Seeded::new(seed ^ 0x0FFE), unlisted: |_| false }
    }

    /// Such actions may be legal though they are not listed.
    pub fn unlisted(self, unlisted: fn(&G::Action) -> bool) -> Referee<'a, G> {
        Referee { unlisted, ..self }
    }

    /// Where somebody decides, the position is sound and the same when saved and read; each side that decides has something
    /// to do, the others nothing; what is listed is legal, has a text of its own and is read from it; whatever else is tried,
    /// from other moments or with odd numbers, is refused with a rule of the catalogue; and what a side knows is enough to
    /// show, offer and refuse it the same.
    ///
    /// # Panics
    ///
    /// With whatever does not hold.
    pub fn examine(&mut self, scenario: &str, p: &G::Position, at: &str) {
        let game = self.game;
        if let Err(e) = game.sound(p) {
            panic!("{at}: {e}");
        }
        let saved = serde_json::to_string(p).unwrap_or_else(|e| panic!("{at}: {e}"));
        let again = serde_json::from_str::<G::Position>(&saved).unwrap_or_else(|e| panic!("{at}: {e}"));
        assert!(again == *p, "{at}: another position is saved");
        let Decision::Decide { sides, .. } = game.to_decide(p) else { return };
        let shown = game.view(p, Viewer::All);
        let viewers = game.about().sides_of(scenario).map(|(side, _)| Viewer::Side(side));
        for viewer in viewers.chain([Viewer::Watcher]).filter(|_| game.about().open) {
            assert!(shown == game.view(p, viewer), "{at}: {viewer:?} sees something else");
        }
        let mut list = Vec::new();
        for (side, _) in game.about().sides_of(scenario) {
            list.clear();
            game.actions(p, side, &mut list);
            self.knows(p, side, &list, at);
            if !sides.has(side) {
                assert!(list.is_empty(), "{at}: {side:?} does not decide and is offered {:?}", list[0]);
                continue;
            }
            assert!(!list.is_empty(), "{at}: a dead end for {side:?}");
            self.offered(p, side, &list, at);
            self.refused(p, side, &list, at);
            for _ in 0..4 {
                let action = list[self.chance.below(list.len())];
                if self.kept.len() < KEPT {
                    self.kept.push(action);
                } else {
                    let at = self.chance.below(KEPT);
                    self.kept[at] = action;
                }
            }
        }
        // What was kept just now is legal for those who decide, and for nobody else.
        for (side, _) in game.about().sides_of(scenario).filter(|(side, _)| !sides.has(*side)) {
            for action in &self.kept {
                assert!(game.check(p, side, action).is_err(), "{at}: {action:?} of {side:?} passes");
            }
        }
    }

    /// What is listed is legal, and its text is its own.
    fn offered(&self, p: &G::Position, side: Side, list: &[G::Action], at: &str) {
        let game = self.game;
        let known = known_to(game, p, side);
        let mut texts = HashSet::new();
        for (i, action) in list.iter().enumerate() {
            if let Err(e) = game.check(p, side, action) {
                panic!("{at}: {action:?} is offered and refused: {e}");
            }
            let text = game.describe(&known, action);
            if i % (1 + list.len() / READ) == 0 {
                assert_eq!(game.parse(&known, &text), Some(*action), "{at}: parse of `{text}`");
            }
            assert!(!texts.contains(&text), "{at}: two actions are called `{text}`");
            texts.insert(text);
        }
    }

    /// What is not listed is refused, with a rule that exists.
    fn refused(&mut self, p: &G::Position, side: Side, list: &[G::Action], at: &str) {
        let mut tried = self.kept.clone();
        for _ in 0..CHANGED {
            let from = if tried.is_empty() || self.chance.below(2) == 0 { list } else { &tried[..] };
            let from = from[self.chance.below(from.len())];
            tried.extend(changed::<G>(&from, &mut self.chance));
        }
        let listed: HashSet<&G::Action> = list.iter().collect();
        let known = self.game.known(p, side);
        for action in &tried {
            let checked = self.game.check(p, side, action);
            if let Some(known) = &known {
                assert_eq!(checked, self.game.check(known, side, action), "{at}: {action:?} as far as known");
            }
            match checked {
                Ok(()) => assert!(
                    listed.contains(action) || (self.unlisted)(action),
                    "{at}: {action:?} is legal and not listed"
                ),
                Err(e) => {
                    assert!(!listed.contains(action), "{at}: {action:?} is listed and refused: {e}");
                    for breach in &e.0 {
                        let rule = breach.rule.as_str();
                        assert!(self.rules.contains(rule), "{at}: {action:?}: `{rule}` is no rule");
                    }
                }
            }
        }
    }

    /// What a side is shown and offered follows from what it knows.
    fn knows(&self, p: &G::Position, side: Side, list: &[G::Action], at: &str) {
        let game = self.game;
        let Some(known) = game.known(p, side) else { return };
        let (whole, part) = (game.to_decide(p), game.to_decide(&known));
        let sides = |d: &Decision| if let Decision::Decide { sides, .. } = d { Some(*sides) } else { None };
        assert_eq!(sides(&whole), sides(&part), "{at}: who decides, as {side:?} knows it");
        // What another side is asked may be its own affair.
        if sides(&whole).is_some_and(|s| s.has(side)) {
            assert_eq!(whole, part, "{at}: what {side:?} decides, as it knows it");
        }
        for viewer in [Viewer::Side(side), Viewer::Watcher] {
            assert_eq!(game.view(p, viewer), game.view(&known, viewer), "{at}: what {viewer:?} sees");
        }
        let mut same = Vec::new();
        game.actions(&known, side, &mut same);
        assert_eq!(list, same, "{at}: what {side:?} is offered, as it knows it");
    }
}

/// An action with one of its numbers changed, if that is an action.
fn changed<G: Game>(action: &G::Action, chance: &mut Seeded) -> Option<G::Action> {
    let mut value = serde_json::to_value(action).ok()?;
    let mut places = Vec::new();
    numbers(&value, String::new(), &mut places);
    let place = places.get(chance.below(places.len().max(1)))?;
    let number = value.pointer_mut(place)?;
    let near = number.as_u64().unwrap_or(0);
    *number = Value::from(match chance.below(4) {
        0 => near + 1,
        1 => near.saturating_sub(1),
        _ => NUMBERS[chance.below(NUMBERS.len())],
    });
    serde_json::from_value(value).ok()
}

/// Where the numbers of a value are.
pub(crate) fn numbers(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Number(_) => out.push(at),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, v)| numbers(v, format!("{at}/{i}"), out));
        }
        Value::Object(map) => map.iter().for_each(|(key, v)| numbers(v, format!("{at}/{key}"), out)),
        _ => {}
    }
}
