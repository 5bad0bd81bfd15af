//! A game under way behind [`AnySession`].

use crate::advice::{self, Advice, Why};
use crate::levels::Levels;
use crate::registry::{AnySession, Asked, Luck, Offer, Offered, TableError, Told, Touch, Weighed};
use sandtable_core::forecast::{Chance, expect, forecast_within};
use sandtable_core::game::{Line, known_to, lines, pending};
use sandtable_core::guide::{Guide, Handle, Way};
use sandtable_core::player::Player;
use sandtable_core::position_file::{self, Setting};
use sandtable_core::record::{DiceSource, Entry};
use sandtable_core::recorded::fingerprint;
use sandtable_core::session::{GameRecord, ReplayStep, Upgrade};
use sandtable_core::typed;
use sandtable_core::view::{Layer, View, Viewer};
use sandtable_core::{Decision, Game, Options, Outcome, Session, SessionError, Side};
use std::sync::{Arc, Mutex, PoisonError};

/// Actions of a side.
type Listed<G> = (Side, Arc<Vec<<G as Game>::Action>>);

/// A bot with its level.
type Seated<G> = (String, Box<dyn Player<G>>);

pub(crate) struct Held<G: Game> {
    session: Session<G>,
    levels: Levels<G>,
    /// The bot of each side that has played, so that it remembers.
    players: Vec<Option<Seated<G>>>,
    /// The actions of a side in this position: they are listed to be offered, and again when one of them is taken.
    listed: Mutex<Option<Listed<G>>>,
    /// What the bots say of what they did last, if they are asked to explain it.
    whys: Option<Vec<Option<Why>>>,
}

/// Ways in which dice can fall beyond which a forecast is refused: nobody waits for billions.
const MOST_WAYS: usize = 50_000;

/// Rolls beyond which no expectation is worked out while somebody waits.
const MOST_RUNS: usize = 1_296;

impl<G: Guide> Held<G> {
    pub(crate) fn new(session: Session<G>, levels: Levels<G>) -> Held<G> {
        Held { session, levels, players: vec![], listed: Mutex::default(), whys: None }
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
        // He is shown it, so it comes from what he knew.
        let expected = expect(game, &known_to(game, before, side), side, &entry.action, MOST_RUNS, figure)?;
        Some(Luck { expected, came })
    }

    /// A step as a viewer sees it. What the mover did is told to himself, and to all where nothing is hidden; so are
    /// his dice, for how many there were may be a secret too. What was rolled for all to see is in the log.
    fn told(&self, viewer: Viewer, step: ReplayStep<'_, G>) -> Told {
        let game = self.session.game();
        let about = game.about();
        let mover = step.entry.and_then(|e| about.side(&e.side));
        let pending = mover.filter(|m| pending(game, step.before, *m, step.after));
        // Whoever chose the seed of the dice could try every choice against its seal.
        let seals = !self.seeded();
        let own = step.entry.filter(|_| {
            about.open || viewer == Viewer::All || mover.is_some_and(|s| viewer == Viewer::Side(s))
        });
        Told {
            number: step.number,
            side: step.entry.map_or(String::new(), |e| e.side.clone()),
            text: own.map_or(String::new(), |e| game.describe(step.before, &e.action)),
            dice: own
                .map(|e| game.rolls(viewer, step.events).unwrap_or_else(|| e.dice.clone()))
                .unwrap_or_default(),
            seal: step.entry.and_then(|e| e.seal.as_ref()).filter(|_| seals).map(|s| s.seal.clone()),
            lines: lines(game, step.events, pending, viewer),
            luck: own.and_then(|e| self.luck(step.before, e, step.events)),
            view: game.view(step.after, viewer),
        }
    }

    /// Every result of an action as its side can reckon it, if the dice do not fall in too many ways.
    fn odds(&self, side: Side, action: &G::Action) -> Result<Vec<Chance>, TableError> {
        let known = self.session.known(side);
        forecast_within(self.session.game(), &known, side, action, MOST_WAYS).ok_or_else(|| {
            TableError::Unknown("the dice of this action can fall in too many ways to list them".to_string())
        })
    }

    fn asked_of(&self, decision: Decision) -> Asked {
        let about = self.session.game().about();
        match decision {
            Decision::Decide { sides, rule, what } => Asked {
                sides: sides.iter().map(|s| about.side_id(s)).collect(),
                what: what.to_string(),
                rule,
                over: false,
                winner: None,
            },
            Decision::Over(o) => Asked {
                sides: vec![],
                what: o.level.to_string(),
                rule: o.rule,
                over: true,
                winner: o.winner.map(|s| about.side_id(s)),
            },
        }
    }

    /// The record without moves and snapshots.
    fn bare(&self) -> GameRecord<G> {
        let r = self.session.record();
        GameRecord::<G> {
            sandtable: r.sandtable,
            game: r.game.clone(),
            rules: r.rules,
            scenario: r.scenario.clone(),
            options: r.options.clone(),
            dice: r.dice.clone(),
            start_dice: r.start_dice.clone(),
            position: r.position.clone(),
            moves: vec![],
            snapshots: vec![],
        }
    }

    /// A bot of a level, bound by the clock.
    fn player(&self, level: &str, seed: u64) -> Result<Box<dyn Player<G>>, TableError> {
        let make = self.levels.maker(self.session.shared(), level, true);
        Ok(make.map_err(|e| TableError::Bot(e.to_string()))?(seed))
    }

    /// Refuses a side that has nothing to decide now.
    fn must_decide(&self, side: Side) -> Result<(), TableError> {
        let asked = self.asked_as(Viewer::Side(side));
        if asked.over {
            return Err(SessionError::Over.into());
        }
        let id = self.session.game().about().side_id(side);
        if asked.sides.contains(&id) {
            return Ok(());
        }
        let (who, whose) = (id.to_string(), asked.sides.join(" and "));
        Err(SessionError::NotYours { rule: asked.rule, who, whose }.into())
    }

    fn whose(&self, side: Option<Side>) -> Side {
        side.or_else(|| self.session.to_decide().side()).unwrap_or(Side(0))
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

    /// The position has changed.
    fn forget(&mut self) {
        *self.listed.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// An action from its number, its text, or its JSON.
    fn find(&self, side: Side, typed: &str) -> Result<G::Action, TableError> {
        Ok(typed::find(self.session.game(), &self.session.known(side), &self.list(side), typed)?)
    }
}

impl<G: Guide> AnySession for Held<G> {
    fn asked(&self) -> Asked {
        self.asked_of(self.session.to_decide())
    }

    fn asked_as(&self, viewer: Viewer) -> Asked {
        let game = self.session.game();
        let Decision::Decide { sides, .. } = self.session.to_decide() else { return self.asked() };
        // Somebody who watches knows no more than a side that is not asked.
        let (scenario, _) = self.scenario();
        let side = match viewer {
            Viewer::Side(side) => Some(side),
            Viewer::Watcher => game.about().sides_of(scenario).map(|(s, _)| s).find(|s| !sides.has(*s)),
            Viewer::All => None,
        };
        match side {
            Some(side) => self.asked_of(game.to_decide(&self.session.known(side))),
            None => self.asked(),
        }
    }

    fn actions(&self, side: Option<Side>) -> Vec<Offered> {
        let side = self.whose(side);
        let (game, known) = (self.session.game(), self.session.known(side));
        self.list(side)
            .iter()
            .enumerate()
            .map(|(i, a)| Offered {
                number: i + 1,
                text: game.describe(&known, a),
                action: serde_json::to_value(a).unwrap_or_default(),
                handle: game.handle(&known, a),
            })
            .collect()
    }

    fn act(
        &mut self,
        side: Option<Side>,
        action: &str,
        dice: Option<Vec<u8>>,
    ) -> Result<Vec<Line>, TableError> {
        let side = self.whose(side);
        self.must_decide(side)?;
        let action = self.find(side, action)?;
        let lines = self.session.act(side, action, dice)?;
        self.forget();
        Ok(lines)
    }

    fn forecast(&self, side: Option<Side>, action: &str) -> Result<Vec<Chance>, TableError> {
        let side = self.whose(side);
        let action = self.find(side, action)?;
        self.session.may(side, &action)?;
        let odds = self.odds(side, &action);
        // An action that rolls nothing itself may be a step towards a battle.
        if odds.as_ref().is_ok_and(|chances| chances.iter().any(|c| c.of > 1)) {
            return odds;
        }
        let battle = self.session.game().battle(&self.session.known(side), side, &action);
        match battle.filter(|b| !b.chances.is_empty()) {
            Some(battle) => Ok(battle.chances),
            None => odds,
        }
    }

    fn undo(&mut self) -> Result<(), TableError> {
        self.session.undo()?;
        self.forget();
        Ok(())
    }

    fn bot(&mut self, side: Option<Side>, level: &str, seed: u64) -> Result<(String, Vec<Line>), TableError> {
        let first = self.session.to_decide().side().ok_or(SessionError::Over)?;
        let side = side.unwrap_or(first);
        let at = usize::from(side.0);
        if self.players.len() <= at {
            self.players.resize_with(at + 1, || None);
        }
        if self.players[at].as_ref().is_none_or(|(l, _)| l != level) {
            let player = self.player(level, seed)?;
            self.players[at] = Some((level.to_string(), player));
        }
        let (game, known) = (self.session.game(), self.session.known(side));
        let chosen = self.players[at].as_mut().and_then(|(_, p)| p.choose(game, &known, side));
        let action = chosen.ok_or_else(|| TableError::Bot("the bot finds nothing to do".to_string()))?;
        let text = game.describe(&known, &action);
        drop(known);
        if self.whys.is_some() {
            let why = self.players[at].as_ref().and_then(|(_, p)| p.why());
            let why = why.map(|r| advice::why(self.session.game(), &self.session.known(side), side, r));
            if let Some(whys) = &mut self.whys {
                whys.resize_with(whys.len().max(at + 1), || None);
                whys[at] = why;
            }
        }
        let lines = self.session.act(side, action, None)?;
        self.forget();
        Ok((text, lines))
    }

    fn explain(&mut self, on: bool) {
        self.whys = on.then(Vec::new);
    }

    fn why(&self, side: Side) -> Option<&Why> {
        self.whys.as_ref()?.get(usize::from(side.0))?.as_ref()
    }

    fn advice(&self, side: Option<Side>, level: &str, seed: u64) -> Result<Advice, TableError> {
        let side = self.whose(side);
        self.must_decide(side)?;
        let player = self.player(level, seed)?;
        let known = self.session.known(side).into_owned();
        Ok(advice::advise(self.session.shared().clone(), known, side, player))
    }

    fn view(&self, viewer: Viewer) -> View {
        self.session.game().view(self.session.position(), viewer)
    }

    fn text(&self) -> String {
        let record = self.session.record();
        // The last snapshot is enough to open it fast; all of them would make most of a long game's file.
        let snapshots = record.snapshots.last().cloned().into_iter().collect();
        let record = GameRecord::<G> { snapshots, moves: record.moves.clone(), ..self.bare() };
        let mut text = serde_json::to_string(&record).unwrap_or_default();
        // One move a line: a person can read it, and a difference shows where it is.
        text = text.replace("{\"side\":", "\n{\"side\":").replace("],\"snapshots\"", "\n],\"snapshots\"");
        text.push('\n');
        text
    }

    fn len(&self) -> usize {
        self.session.record().moves.len()
    }

    fn hash(&self) -> String {
        self.session.hash()
    }

    fn upgrade(&self) -> Option<Upgrade> {
        self.session.upgrade()
    }

    fn position_text(&self, viewer: Viewer) -> Result<String, TableError> {
        let record = self.session.record();
        let setting = Setting { scenario: &record.scenario, options: &record.options };
        let game = self.session.game();
        let written = match viewer {
            Viewer::Side(side) => position_file::write(game, setting, &self.session.known(side)),
            Viewer::Watcher | Viewer::All => position_file::write(game, setting, self.session.position()),
        };
        written.map_err(|faults| TableError::Unknown(format!("this position cannot be written: {faults}")))
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.session.to_decide() {
            Decision::Over(o) => Some(o),
            Decision::Decide { .. } => None,
        }
    }

    fn touch(&self, side: Side, few: usize) -> Touch {
        let (game, known) = (self.session.game(), self.session.known(side));
        let list = self.list(side);
        let mut touch = Touch { count: list.len(), ..Touch::default() };
        for (i, action) in list.iter().enumerate() {
            let handle = game.handle(&known, action);
            // Most actions of a list are of the same piece as the one before.
            if let (true, Some(place)) = (handle.pieces.is_empty(), &handle.place)
                && touch.places.last() != Some(place)
            {
                touch.places.push(place.clone());
            }
            for piece in &handle.pieces {
                if touch.pieces.last() != Some(piece) {
                    touch.pieces.push(piece.clone());
                }
            }
            let plain = handle.place.is_none() || handle.weigh;
            if list.len() <= few || (handle.pieces.is_empty() && plain) {
                touch.buttons.push(Offer { number: i + 1, text: game.describe(&known, action), handle });
            }
        }
        for names in [&mut touch.pieces, &mut touch.places] {
            names.sort();
            names.dedup();
        }
        touch
    }

    fn offered(&self, side: Side, wanted: &dyn Fn(&Handle) -> bool) -> Vec<Offer> {
        let (game, known) = (self.session.game(), self.session.known(side));
        let list = self.list(side);
        let handles = list.iter().map(|a| game.handle(&known, a));
        let numbered = handles.enumerate().filter(|(_, h)| wanted(h));
        numbered
            .map(|(i, handle)| Offer { number: i + 1, text: game.describe(&known, &list[i]), handle })
            .collect()
    }

    fn wish(
        &self,
        side: Side,
        pieces: &[String],
        place: Option<&str>,
    ) -> Option<(String, Result<(), TableError>)> {
        let (game, known) = (self.session.game(), self.session.known(side));
        let action = game.wish(&known, side, pieces, place)?;
        let text = game.describe(&known, &action);
        Some((text, self.session.may(side, &action).map_err(TableError::from)))
    }

    fn ways(&self, side: Side, piece: &str) -> Vec<Way> {
        self.session.game().ways(&self.session.known(side), side, piece)
    }

    fn traces(&self, viewer: Viewer, piece: &str) -> Vec<Layer> {
        self.session.game().traces(self.session.position(), viewer, piece)
    }

    fn weigh(&self, side: Option<Side>, action: &str) -> Result<Weighed, TableError> {
        let side = self.whose(side);
        let action = self.find(side, action)?;
        self.session.may(side, &action)?;
        let (game, known) = (self.session.game(), self.session.known(side));
        let battle = game.battle(&known, side, &action);
        let chances = match &battle {
            Some(battle) => battle.chances.clone(),
            None => self.odds(side, &action)?,
        };
        Ok(Weighed { text: game.describe(&known, &action), battle, chances })
    }

    fn mover(&self) -> Option<&str> {
        self.session.record().moves.last().map(|m| m.side.as_str())
    }

    fn may_undo(&self) -> Result<(), TableError> {
        Ok(self.session.may_undo()?)
    }

    fn lines(&self, viewer: Viewer) -> Vec<Line> {
        self.session.lines(viewer)
    }

    fn last(&self, viewer: Viewer) -> Option<Told> {
        let entry = self.session.record().moves.last()?;
        let step = ReplayStep {
            number: self.len(),
            entry: Some(entry),
            before: self.session.before()?,
            after: self.session.position(),
            events: self.session.events(),
        };
        Some(self.told(viewer, step))
    }

    fn walk(&self, viewer: Viewer, visit: &mut dyn FnMut(Told)) -> Result<(), TableError> {
        self.session.walk(|step| visit(self.told(viewer, step)))?;
        Ok(())
    }

    fn fingerprint(&self) -> Result<String, TableError> {
        Ok(fingerprint(&self.session)?)
    }

    fn branch(&self, moves: usize, dice: DiceSource) -> Result<Box<dyn AnySession>, TableError> {
        Ok(Box::new(Held::new(self.session.branch(moves, dice)?, self.levels)))
    }

    fn head(&self) -> String {
        let mut head = serde_json::to_value(self.bare()).unwrap_or_default();
        if let Some(fields) = head.as_object_mut() {
            fields.remove("moves");
        }
        head.to_string()
    }

    fn entry(&self, index: usize) -> Option<String> {
        serde_json::to_string(self.session.record().moves.get(index)?).ok()
    }

    fn snapshot(&self) -> Option<String> {
        let last = self.session.record().snapshots.last()?;
        if last.after == self.len() { self.last_snapshot() } else { None }
    }

    fn last_snapshot(&self) -> Option<String> {
        serde_json::to_string(self.session.record().snapshots.last()?).ok()
    }

    fn seals(&self) -> Vec<String> {
        match &self.session.record().dice {
            DiceSource::Sealed { seals, .. } => seals.clone(),
            DiceSource::Hand => vec![],
        }
    }

    fn seeded(&self) -> bool {
        !matches!(self.session.record().dice, DiceSource::Sealed { hand: false, .. })
    }

    fn choices(&self) -> Vec<(usize, String, String)> {
        let moves = self.session.record().moves.iter().enumerate();
        moves.filter_map(|(i, m)| Some((i + 1, m.side.clone(), m.seal.as_ref()?.seal.clone()))).collect()
    }

    fn pending(&self) -> Option<Side> {
        self.session.pending()
    }

    fn resume(&mut self, undone: u64) {
        self.session.resume(undone);
    }

    fn scenario(&self) -> (&str, &Options) {
        (&self.session.record().scenario, &self.session.record().options)
    }
}
