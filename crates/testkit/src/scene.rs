//! A situation that is played on through the game, as players would.

use sandtable_core::dice::Given;
use sandtable_core::position_file::read;
use sandtable_core::view::{View, Viewer};
use sandtable_core::{Decision, Dice, Game, Options, Side};
use std::sync::Arc;

/// A situation and what happened in it last.
pub struct Scene<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// The position.
    pub p: G::Position,
    /// What happened in the last step.
    pub events: Vec<G::Event>,
}

impl<G: Game> Clone for Scene<G> {
    fn clone(&self) -> Self {
        Scene { game: self.game.clone(), p: self.p.clone(), events: self.events.clone() }
    }
}

impl<G: Game> Scene<G> {
    /// A position.
    pub fn new(game: &Arc<G>, p: G::Position) -> Scene<G> {
        Scene { game: game.clone(), p, events: Vec::new() }
    }

    /// A scenario at its start.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[track_caller]
    pub fn start(game: &Arc<G>, scenario: &str, options: &Options, dice: &mut dyn Dice) -> Scene<G> {
        let p = game.start(scenario, options, dice).unwrap_or_else(|e| panic!("{scenario}: {e}"));
        Scene::new(game, p)
    }

    /// A position from its lines, which stand below one another or after `; `. Exactly these dice are rolled.
    ///
    /// # Panics
    ///
    /// With what is wrong in it.
    #[track_caller]
    pub fn read(game: &Arc<G>, options: &Options, lines: &str, dice: &[u8]) -> Scene<G> {
        let mut given = Given::new(dice.to_vec());
        let read = read(&**game, None, options, &lines.replace("; ", "\n"), &mut given);
        let p = read.unwrap_or_else(|e| panic!("{e}")).position;
        given.over().unwrap_or_else(|e| panic!("{e}"));
        Scene::new(game, p)
    }

    /// Changes the position as a test likes.
    pub fn with(mut self, change: impl FnOnce(&mut G::Position)) -> Scene<G> {
        change(&mut self.p);
        self
    }

    /// Who decides, of several the first.
    pub fn side(&self) -> Option<u8> {
        self.game.to_decide(&self.p).side().map(|s| s.0)
    }

    /// All who decide.
    pub fn sides(&self) -> Vec<u8> {
        match self.game.to_decide(&self.p) {
            Decision::Decide { sides, .. } => sides.iter().map(|s| s.0).collect(),
            Decision::Over(_) => vec![],
        }
    }

    /// The rule under which something is asked, and what.
    pub fn asked(&self) -> (&'static str, &'static str) {
        match self.game.to_decide(&self.p) {
            Decision::Decide { rule, what, .. } => (rule, what),
            Decision::Over(o) => (o.rule, o.level),
        }
    }

    /// The actions of a side.
    pub fn actions(&self, side: u8) -> Vec<G::Action> {
        let mut out = Vec::new();
        self.game.actions(&self.p, Side(side), &mut out);
        out
    }

    /// What is offered to a side, in words.
    pub fn offers_to(&self, side: u8) -> Vec<String> {
        self.actions(side).iter().map(|a| self.game.describe(&self.p, a)).collect()
    }

    /// What is offered to the side that decides.
    pub fn offers(&self) -> Vec<String> {
        self.side().map(|side| self.offers_to(side)).unwrap_or_default()
    }

    /// Whether something is offered to the side that decides.
    pub fn offered(&self, words: &str) -> bool {
        self.offers().iter().any(|w| w == words)
    }

    /// The action that words mean.
    ///
    /// # Panics
    ///
    /// If they mean nothing.
    #[track_caller]
    pub fn meant(&self, words: &str) -> G::Action {
        let meant = self.game.parse(&self.p, words);
        meant.unwrap_or_else(|| panic!("`{words}` means nothing; offered: {:?}", self.offers()))
    }

    /// The side that decides, of several the first.
    ///
    /// # Panics
    ///
    /// If the game is over.
    #[track_caller]
    pub fn decider(&self) -> Side {
        Side(self.side().unwrap_or_else(|| panic!("the game is over")))
    }

    /// What the side that decides may do.
    ///
    /// # Panics
    ///
    /// If the game is over.
    #[track_caller]
    pub fn legal(&self) -> Vec<G::Action> {
        self.actions(self.decider().0)
    }

    /// Whether the side that decides may do something.
    ///
    /// # Panics
    ///
    /// If it is offered and refused, or neither.
    #[track_caller]
    pub fn may(&self, action: G::Action) -> bool {
        let may = self.game.check(&self.p, self.decider(), &action).is_ok();
        assert_eq!(may, self.legal().contains(&action), "{action:?} is offered and refused, or neither");
        may
    }

    /// The side that decides says these words; exactly these dice are rolled.
    ///
    /// # Panics
    ///
    /// If the words mean nothing, are illegal or roll other dice, or what comes of them is not sound.
    #[track_caller]
    pub fn say(&mut self, words: &str, dice: &[u8]) -> &mut Scene<G> {
        let action = self.meant(words);
        self.take(self.decider().0, action, dice)
    }

    /// The side that decides says some words, then others after `, `; exactly these dice are rolled in all. Gives what the log says.
    ///
    /// # Panics
    ///
    /// As [`Scene::say`] does.
    #[track_caller]
    pub fn play(&mut self, words: &str, dice: &[u8]) -> Vec<String> {
        let (mut given, mut all) = (Given::new(dice.to_vec()), Vec::new());
        for words in words.split(", ") {
            let action = self.meant(words);
            self.take_with(self.decider().0, action, &mut given);
            all.extend(self.events.iter().map(|e| self.game.tell(e).text));
        }
        given.over().unwrap_or_else(|e| panic!("`{words}`: {e}; {all:?}"));
        all
    }

    /// A side takes an action; exactly these dice are rolled.
    ///
    /// # Panics
    ///
    /// If it is illegal or rolls other dice, or what comes of it is not sound.
    #[track_caller]
    pub fn take(&mut self, side: u8, action: G::Action, dice: &[u8]) -> &mut Scene<G> {
        let mut given = Given::new(dice.to_vec());
        self.take_with(side, action, &mut given);
        given.over().unwrap_or_else(|e| panic!("{action:?}: {e}; {:?}", self.events));
        self
    }

    /// A side takes an action with whatever dice come.
    ///
    /// # Panics
    ///
    /// If it is illegal, or what comes of it is not sound.
    #[track_caller]
    pub fn take_with(&mut self, side: u8, action: G::Action, dice: &mut dyn Dice) -> &mut Scene<G> {
        if let Err(why) = self.game.check(&self.p, Side(side), &action) {
            panic!("`{}`: {why}; offered: {:?}", self.game.describe(&self.p, &action), self.offers());
        }
        assert!(self.actions(side).contains(&action), "{action:?} is legal and not offered");
        self.events.clear();
        self.game.apply(&mut self.p, Side(side), &action, dice, &mut self.events);
        self.sound();
        self
    }

    /// What must hold in any position does.
    ///
    /// # Panics
    ///
    /// With what does not.
    #[track_caller]
    pub fn sound(&self) {
        self.game.sound(&self.p).unwrap_or_else(|e| panic!("{e}"));
    }

    /// Runs the sequence of play in a way of the game's own; exactly these dice are rolled.
    ///
    /// # Panics
    ///
    /// If other dice are rolled, or what comes of it is not sound.
    #[track_caller]
    pub fn run(
        &mut self,
        dice: &[u8],
        run: impl FnOnce(&G, &mut G::Position, &mut dyn Dice, &mut Vec<G::Event>),
    ) {
        let mut given = Given::new(dice.to_vec());
        self.events.clear();
        run(&self.game, &mut self.p, &mut given, &mut self.events);
        given.over().unwrap_or_else(|e| panic!("{e}; {:?}", self.events));
        self.sound();
    }

    /// The rule that forbids these words to the side that decides.
    ///
    /// # Panics
    ///
    /// If they mean nothing, or are legal.
    #[track_caller]
    pub fn refused(&self, words: &str) -> String {
        self.forbidden(self.meant(words))
    }

    /// The rule that forbids an action to the side that decides.
    ///
    /// # Panics
    ///
    /// If it is legal.
    #[track_caller]
    pub fn forbidden(&self, action: G::Action) -> String {
        self.forbids(self.decider().0, &action)
    }

    /// The rule that forbids an action to a side.
    ///
    /// # Panics
    ///
    /// If it is legal.
    #[track_caller]
    pub fn forbids(&self, side: u8, action: &G::Action) -> String {
        assert!(!self.actions(side).contains(action), "{action:?} is offered");
        match self.game.check(&self.p, Side(side), action) {
            Ok(()) => panic!("`{}` is legal", self.game.describe(&self.p, action)),
            Err(illegal) => illegal.0[0].rule.clone(),
        }
    }

    /// What the log says of the last step.
    pub fn told(&self) -> String {
        self.events.iter().map(|e| self.game.tell(e).text).collect::<Vec<_>>().join("\n")
    }

    /// What the log cites for the last step.
    pub fn cited(&self) -> Vec<&'static str> {
        self.events.iter().map(|e| self.game.tell(e).rule).collect()
    }

    /// What a side sees.
    pub fn sees(&self, side: u8) -> View {
        self.game.view(&self.p, Viewer::Side(Side(side)))
    }

    /// What a side reads of the last step.
    pub fn reads(&self, side: u8) -> Vec<String> {
        let viewer = Viewer::Side(Side(side));
        self.events.iter().filter_map(|e| self.game.tell_to(e, viewer)).map(|l| l.text).collect()
    }
}
