//! A game under way of a type, behind [`AnySession`].

use crate::advice::{self, Advice, Teller};
use crate::analysis::{Analyst, told as analysed};
use crate::any_session::{
    Answer, AnySession, BotMove, LastMove, Luck, Odds, Offered, Offers, Pick, SeenStep, Thinking, Thought,
};
use crate::levels::Levels;
use crate::puzzle::{Prover, PuzzlePlayed, deep};
use crate::registry::TableError;
use sandtable_core::battle::told;
use sandtable_core::chains::{Chains, Link};
use sandtable_core::forecast::{Chance, expect, forecast_within};
use sandtable_core::game::{Breach, Line, known_to, lines, pending};
use sandtable_core::guide::{Ground, Guide, Way};
use sandtable_core::player::Player;
use sandtable_core::position_file::{self, Setting};
use sandtable_core::proof::Proof;
use sandtable_core::puzzle::Puzzle;
use sandtable_core::record::{AnyRecord, DiceSource, Entry, Head, Snapshot, raw};
use sandtable_core::recorded::fingerprint;
use sandtable_core::session::{ReplayStep, Upgrade};
use sandtable_core::typed::{Wanted, find_wanted};
use sandtable_core::view::{Layer, View, Viewer};
use sandtable_core::{Decision, Game, Outcome, Session, SessionError, Side};
use serde_json::value::RawValue;
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Actions of a side.
type Listed<G> = (Side, Arc<Vec<<G as Game>::Action>>);

/// A bot with its level.
type Bot<G> = (String, Box<dyn Player<G>>);

pub(crate) struct GameSession<G: Game> {
    session: Session<G>,
    levels: Levels<G>,
    /// The bot of each side that has played, so that it remembers.
    bots: Vec<Option<Bot<G>>>,
    /// The actions of a side in this position: they are listed to be offered, and again when one of them is taken.
    listed: Mutex<Option<Listed<G>>>,
    /// Stops the bot that is thinking.
    unwanted: Option<Arc<AtomicBool>>,
}

/// Ways in which dice can fall beyond which a forecast is refused: nobody waits for billions.
const MOST_WAYS: usize = 50_000;

/// Rolls beyond which no expectation is worked out while somebody waits.
const MOST_RUNS: usize = 1_296;

/// Up to this many actions are offered in full with every step; beyond it, only those without a piece or place.
const ALL_UP_TO: usize = 12;

impl<G: Guide> GameSession<G> {
    pub(crate) fn new(session: Session<G>, levels: Levels<G>) -> GameSession<G> {
        GameSession { session, levels, bots: vec![], listed: Mutex::default(), unwanted: None }
    }

    /// How the dice of a move served, if they did anything that the game counts.
    fn luck(&self, before: &G::Position, entry: &Entry<G::Action>, events: &[G::Event]) -> Option<Luck> {
        let game = self.session.game();
        let side = game.about().side(&entry.side)?;
        if entry.dice.is_empty() {
            return None;
        }
        let came = game.fortune(side, events)?;
        let figure = |events: &[G::Event]| game.fortune(side, events).unwrap_or(0.0);
        // The side is shown it, so it comes from what the side knew.
        let expected = expect(game, &known_to(game, before, side), side, &entry.action, MOST_RUNS, figure)?;
        Some(Luck { expected, came })
    }

    /// A step as a viewer sees it. The mover sees the move, and so does everybody where nothing is hidden; the same goes for
    /// its dice, since how many there were may be a secret too. What was rolled for all to see is in the log.
    fn seen(&self, viewer: Viewer, step: ReplayStep<'_, G>) -> SeenStep {
        let game = self.session.game();
        let about = game.about();
        let mover = step.entry.and_then(|e| about.side(&e.side));
        let pending = mover.filter(|m| pending(game, step.before, *m, step.after));
        // If you chose the seed of the dice, you could try every choice against its seal.
        let seals = !self.head().dice.foreseeable();
        let own = step.entry.filter(|_| {
            about.open || viewer == Viewer::All || mover.is_some_and(|s| viewer == Viewer::Side(s))
        });
        SeenStep {
            number: step.number,
            side: step.entry.map_or(String::new(), |e| e.side.clone()),
            text: own.map_or(String::new(), |e| game.describe(step.before, &e.action)),
            // People read more into a label than is typed: it tells what the mover knew.
            label: own.zip(mover).map_or(String::new(), |(e, mover)| {
                game.label(&known_to(game, step.before, mover), &e.action)
            }),
            dice: own
                .map(|e| game.rolls(viewer, step.events).unwrap_or_else(|| e.dice.clone()))
                .unwrap_or_default(),
            seal: step.entry.and_then(|e| e.seal.as_ref()).filter(|_| seals).map(|s| s.seal.clone()),
            lines: lines(game, step.events, pending, viewer),
            battle: told(game, step.before, step.events, pending, viewer),
            luck: own.and_then(|e| self.luck(step.before, e, step.events)),
            view: game.view(step.after, viewer),
        }
    }

    /// Every result of an action as its side can reckon it, if the dice do not fall in too many ways.
    fn chances(&self, side: Side, action: &G::Action) -> Result<Vec<Chance>, TableError> {
        let known = self.session.known(side);
        forecast_within(self.session.game(), &known, side, action, MOST_WAYS).ok_or_else(|| {
            TableError::Unknown("the dice of this action can fall in too many ways to list them".to_string())
        })
    }

    /// A bot of a level, bound by the clock.
    fn player(&self, level: &str, seed: u64) -> Result<Box<dyn Player<G>>, TableError> {
        Ok(self.levels.maker(self.session.shared(), level, true)?(seed))
    }

    fn list(&self, side: Side) -> Arc<Vec<G::Action>> {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        match &*listed {
            Some((of, list)) if *of == side => list.clone(),
            _ => {
                let mut list = Vec::new();
                self.session.game().actions(&self.session.known(side), side, &mut list);
                let list = Arc::new(list);
                *listed = Some((side, list.clone()));
                list
            }
        }
    }

    /// Forgets the list, and what bots think about: the position has changed.
    fn unlist(&mut self) {
        self.disturb();
        *self.listed.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn find(&self, side: Side, wanted: &Wanted) -> Result<G::Action, TableError> {
        Ok(find_wanted(self.session.game(), &self.session.known(side), &self.list(side), wanted)?)
    }
}

impl<G: Game> GameSession<G> {
    /// Stops a bot that is still thinking: nobody waits for it.
    fn disturb(&mut self) {
        if let Some(unwanted) = self.unwanted.take() {
            unwanted.store(true, Ordering::Relaxed);
        }
    }
}

impl<G: Game> Drop for GameSession<G> {
    fn drop(&mut self) {
        self.disturb();
    }
}

impl<G: Guide> AnySession for GameSession<G> {
    fn head(&self) -> &Head {
        &self.session.record().head
    }

    fn record(&self) -> AnyRecord {
        self.session.record().erase()
    }

    fn moves(&self) -> usize {
        self.session.record().moves.len()
    }

    fn last_move(&self) -> Option<LastMove> {
        let record = self.session.record();
        let last = record.moves.last()?;
        let snapshot = record.snapshots.last().filter(|s| s.after == record.moves.len());
        Some(LastMove {
            side: self.session.game().about().side(&last.side)?,
            pending: self.session.pending().is_some(),
            entry: last.erase(),
            snapshot: snapshot.map(Snapshot::erase),
        })
    }

    fn hash(&self) -> String {
        self.session.hash()
    }

    fn upgrade(&self) -> Option<Upgrade> {
        self.session.upgrade()
    }

    fn proof(&self) -> Proof {
        self.session.proof()
    }

    fn chains(&self) -> &Chains {
        self.session.chains()
    }

    fn put_in(&mut self, side: Side, seal: &str) -> Result<(), SessionError> {
        self.session.put_in(side, seal)
    }

    fn position_text(&self, viewer: Viewer) -> Result<String, TableError> {
        let head = self.head();
        let setting = Setting { scenario: &head.scenario, options: &head.options };
        let game = self.session.game();
        let written = match viewer {
            Viewer::Side(side) => position_file::write_known(game, setting, &self.session.known(side)),
            Viewer::Watcher | Viewer::All => position_file::write(game, setting, self.session.position()),
        };
        written.map_err(|faults| TableError::Unknown(format!("this position cannot be written: {faults}")))
    }

    fn puzzle(&self, puzzle: &Puzzle) -> Result<PuzzlePlayed, TableError> {
        // Its bots and lists are nothing to a proof, and stay on this thread.
        let session = &self.session;
        Ok(deep(|| Prover::new(session.game(), puzzle)?.played(session))?)
    }

    fn decision(&self, viewer: Viewer) -> Decision {
        let game = self.session.game();
        let decision = self.session.to_decide();
        let Decision::Decide { sides, .. } = decision else { return decision };
        let side = match viewer {
            Viewer::Side(side) => Some(side),
            // Somebody who watches knows no more than a side that is not asked.
            Viewer::Watcher => {
                game.about().sides_of(&self.head().scenario).map(|(s, _)| s).find(|s| !sides.has(*s))
            }
            Viewer::All => None,
        };
        side.map_or(decision, |side| game.to_decide(&self.session.known(side)))
    }

    fn view(&self, viewer: Viewer) -> View {
        self.session.game().view(self.session.position(), viewer)
    }

    fn last_step(&self, viewer: Viewer) -> Option<SeenStep> {
        let entry = self.session.record().moves.last()?;
        let step = ReplayStep {
            number: self.moves(),
            entry: Some(entry),
            before: self.session.before()?,
            after: self.session.position(),
            events: self.session.events(),
        };
        Some(self.seen(viewer, step))
    }

    fn replay(&self, viewer: Viewer, visit: &mut dyn FnMut(SeenStep)) -> Result<(), TableError> {
        Ok(self.session.walk(|step| visit(self.seen(viewer, step)))?)
    }

    fn fingerprint(&self) -> Result<String, TableError> {
        Ok(fingerprint(&self.session)?)
    }

    fn offers(&self, side: Side) -> Offers {
        let (game, known) = (self.session.game(), self.session.known(side));
        let list = self.list(side);
        let (mut buttons, mut pieces, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (i, action) in list.iter().enumerate() {
            let handle = game.handle(&known, action);
            // Most actions of a list are of the same piece as the one before.
            if let (true, Some(place)) = (handle.pieces.is_empty(), &handle.place)
                && places.last() != Some(place)
            {
                places.push(place.clone());
            }
            for piece in &handle.pieces {
                if pieces.last() != Some(piece) {
                    pieces.push(piece.clone());
                }
            }
            let plain = handle.place.is_none() || handle.weigh;
            if list.len() <= ALL_UP_TO || (handle.pieces.is_empty() && plain) {
                buttons.push(Offered::new(game, &known, i + 1, action, handle));
            }
        }
        for names in [&mut pieces, &mut places] {
            names.sort();
            names.dedup();
        }
        let may_end = buttons.iter().any(|b| b.pieces.is_empty() && b.place.is_none());
        let end = if may_end { Answer::default() } else { self.wish(side, &[], None) };
        let (rule, what) = match game.to_decide(&known) {
            Decision::Decide { rule, what, .. } => (rule, what),
            Decision::Over(o) => (o.rule, o.level),
        };
        Offers {
            side: game.about().side_id(side),
            what,
            rule,
            prompt: game.prompt(&known, side),
            count: list.len(),
            buttons,
            pieces,
            places,
            blocked_end: Some(end.label).filter(|label| !end.legal && !label.is_empty()),
        }
    }

    fn actions(&self, side: Side, pick: Pick<'_>) -> Vec<Offered> {
        let (game, known) = (self.session.game(), self.session.known(side));
        let list = self.list(side);
        let handles = list.iter().map(|a| game.handle(&known, a)).enumerate();
        let picked = handles.filter(|(_, h)| pick.takes(h));
        picked.map(|(i, handle)| Offered::new(game, &known, i + 1, &list[i], handle)).collect()
    }

    fn values(&self, side: Side) -> Vec<Box<RawValue>> {
        self.list(side).iter().map(raw).collect()
    }

    fn wish(&self, side: Side, pieces: &[String], place: Option<&str>) -> Answer {
        let (game, known) = (self.session.game(), self.session.known(side));
        let Some(action) = game.wish(&known, side, pieces, place) else { return Answer::default() };
        let (text, label) = (game.describe(&known, &action), game.label(&known, &action));
        let breaches = match self.session.may(side, &action) {
            Ok(()) => return Answer { legal: true, text, label, breaches: vec![] },
            Err(SessionError::Illegal(illegal)) if !illegal.0.is_empty() => illegal.0,
            Err(e) => {
                let rule = match self.decision(Viewer::Side(side)) {
                    Decision::Decide { rule, .. } | Decision::Over(Outcome { rule, .. }) => rule,
                };
                vec![Breach::new(rule, e.to_string())]
            }
        };
        Answer { legal: false, text, label, breaches }
    }

    fn ways(&self, side: Side, piece: &str) -> Vec<Way> {
        self.session.game().ways(&self.session.known(side), side, piece)
    }

    fn traces(&self, viewer: Viewer, piece: &str) -> Vec<Layer> {
        self.session.game().traces(self.session.position(), viewer, piece)
    }

    fn ground(&self, side: Side, what: Ground) -> Option<Vec<Layer>> {
        self.session.game().ground(&self.session.known(side), what)
    }

    fn odds(&self, side: Side, wanted: &Wanted) -> Result<Odds, TableError> {
        let action = self.find(side, wanted)?;
        self.session.may(side, &action)?;
        let (game, known) = (self.session.game(), self.session.known(side));
        let battle = game.battle(&known, side, &action);
        let chances = match &battle {
            Some(battle) => battle.chances.clone(),
            None => self.chances(side, &action)?,
        };
        Ok(Odds { text: game.describe(&known, &action), label: game.label(&known, &action), battle, chances })
    }

    fn forecast(&self, side: Side, wanted: &Wanted) -> Result<Vec<Chance>, TableError> {
        let action = self.find(side, wanted)?;
        self.session.may(side, &action)?;
        let chances = self.chances(side, &action);
        // An action that rolls nothing itself may be a step towards a battle.
        if chances.as_ref().is_ok_and(|chances| chances.iter().any(|c| c.of > 1)) {
            return chances;
        }
        let battle = self.session.game().battle(&self.session.known(side), side, &action);
        match battle.filter(|b| !b.chances.is_empty()) {
            Some(battle) => Ok(battle.chances),
            None => chances,
        }
    }

    fn act(&mut self, side: Side, wanted: &Wanted, dice: Option<Vec<u8>>) -> Result<Vec<Line>, TableError> {
        self.session.must_decide(side)?;
        let action = self.find(side, wanted)?;
        let lines = self.session.act(side, action, dice)?;
        self.unlist();
        Ok(lines)
    }

    fn act_with(&mut self, side: Side, wanted: &Wanted, link: Link) -> Result<Vec<Line>, TableError> {
        self.session.must_decide(side)?;
        let action = self.find(side, wanted)?;
        let lines = self.session.act_with(side, action, link)?;
        self.unlist();
        Ok(lines)
    }

    fn think(&mut self, side: Side, level: &str, seed: u64, explain: bool) -> Result<Thinking, TableError> {
        if matches!(self.session.to_decide(), Decision::Over(_)) {
            return Err(SessionError::Over.into());
        }
        let at = usize::from(side.0);
        let rested = self.bots.get_mut(at).and_then(Option::take).filter(|(l, _)| l == level);
        let (level, mut player) = match rested {
            Some(bot) => bot,
            None => (level.to_string(), self.player(level, seed)?),
        };
        let unwanted = Arc::new(AtomicBool::new(false));
        player.stop_by(unwanted.clone());
        self.disturb();
        self.unwanted = Some(unwanted.clone());
        let (game, known) = (self.session.shared().clone(), self.session.known(side).into_owned());
        let (scenario, judge) = (self.session.record().head.scenario.clone(), self.levels.judge);
        Ok(Box::new(move || {
            let action = player.choose(&game, &known, side);
            let text = action.as_ref().map_or(String::new(), |a| game.describe(&known, a));
            let teller = Teller { game: &*game, scenario: &scenario, judge };
            let why = player.why().filter(|_| explain).map(|r| teller.why(&known, side, r));
            let action = action.map(|a| Box::new(a) as Box<dyn Any + Send>);
            Thought { side, action, text, why, bot: Box::new((level, player)), unwanted }
        }))
    }

    fn act_on(&mut self, mut thought: Thought) -> Result<BotMove, TableError> {
        let action = thought.action.take().and_then(|a| a.downcast::<G::Action>().ok());
        let (side, text, why) = (thought.side, std::mem::take(&mut thought.text), thought.why.take());
        self.let_go(thought);
        let lines = self.session.act(side, *action.ok_or(TableError::Bot)?, None)?;
        self.unlist();
        Ok(BotMove { text, lines, why })
    }

    fn stop_thinking(&mut self) {
        self.disturb();
    }

    fn let_go(&mut self, thought: Thought) {
        let at = usize::from(thought.side.0);
        if self.bots.len() <= at {
            self.bots.resize_with(at + 1, || None);
        }
        // One that was stopped early had no time to plan: another begins anew.
        let rested = !thought.unwanted.load(Ordering::Relaxed);
        self.bots[at] = thought.bot.downcast::<Bot<G>>().ok().filter(|_| rested).map(|bot| *bot);
    }

    fn advice(&self, side: Side, level: &str, seed: u64) -> Result<Advice, TableError> {
        self.session.must_decide(side)?;
        let player = self.player(level, seed)?;
        let known = self.session.known(side).into_owned();
        let of = (self.session.record().head.scenario.clone(), self.levels.judge);
        Ok(advice::advise(self.session.shared().clone(), of, known, side, player))
    }

    fn analyst(&self, agreed: Option<Outcome>) -> Option<Analyst> {
        let judge = self.levels.judge?;
        let session = self.session.clone();
        Some(Box::new(move |limits| {
            let course = (judge.course)(&session, agreed.as_ref(), limits)?;
            Ok(analysed(&session, course, limits.seed)?)
        }))
    }

    fn may_undo(&self) -> Result<(), SessionError> {
        self.session.may_undo()
    }

    fn undo(&mut self) -> Result<(), SessionError> {
        self.session.undo()?;
        self.unlist();
        Ok(())
    }

    fn branch(&self, moves: usize, dice: DiceSource) -> Result<Box<dyn AnySession>, SessionError> {
        Ok(Box::new(GameSession::new(self.session.branch(moves, dice)?, self.levels)))
    }
}
