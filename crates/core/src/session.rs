//! A game under way: its record and the position that follows from it.

use crate::chains::{Chains, Link};
use crate::dice::{Dice, Given, Recording, WrongDice};
use crate::game::{Decision, Game, Illegal, Line, Options, Side, known_to, lines, pending};
use crate::hash::stable_hash;
use crate::position_file;
use crate::proof::Proof;
use crate::record::{
    ChoiceSeal, DiceSource, Entry, FORMAT, Head, Record, SNAPSHOT_EVERY, SeatSeal, Snapshot, told_faces,
};
use crate::seal::{Sealed, Secret, to_hex};
use crate::view::Viewer;
use std::borrow::Cow;
use std::sync::Arc;

/// Why something could not be done in a session.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SessionError {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// Not this side's decision.
    #[error("rule {rule}: it is not for {who} to decide now but for {whose}")]
    NotYours {
        /// The rule of the decision.
        rule: &'static str,
        /// Who tried.
        who: String,
        /// Whose decision it is.
        whose: String,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The dice do not fit.
    #[error("{wrong}{}", for_rules(.rules))]
    Dice {
        /// What is wrong with them.
        wrong: WrongDice,
        /// The rules that they are rolled under, as far as the log says.
        rules: Vec<&'static str>,
    },
    /// Dice can't be rolled here.
    #[error("the dice of this game are rolled by hand: give {wanted} of them with the action{}", for_rules(.rules))]
    NeedsDice {
        /// How many, if all of them show a one.
        wanted: usize,
        /// The rules that they are rolled under, as far as the log says.
        rules: Vec<&'static str>,
    },
    /// Dice can't be given here.
    #[error("the dice of this game are sealed and can't be given by hand")]
    DiceAreSealed,
    /// Seals that bind nobody, or that do not fit their secrets.
    #[error("the dice of this game cannot be believed: {0}")]
    Secrets(String),
    /// The dice want the next link of the mover's chain.
    #[error("this action wants the next link of your chain for the dice: send it with the action")]
    WantsLink,
    /// A link that is not the next.
    #[error("this is not the next link of the chain that your seat put into the dice")]
    WrongLink,
    /// A seat cannot put a chain into the dice.
    #[error("your seat cannot put a secret into the dice: {0}")]
    NoChain(String),
    /// Nothing to take back.
    #[error("nothing has been played yet")]
    Nothing,
    /// Something was learned.
    #[error("the last action can't be taken back: {0}")]
    Learned(&'static str),
    /// The record is not of this game, or of another version.
    #[error("{0}")]
    Foreign(String),
    /// The record does not replay.
    #[error("move {number}: {what}")]
    Broken {
        /// Which move, counted from one.
        number: usize,
        /// What is wrong.
        what: String,
    },
}

impl From<WrongDice> for SessionError {
    fn from(wrong: WrongDice) -> SessionError {
        SessionError::Dice { wrong, rules: vec![] }
    }
}

fn for_rules(rules: &[&str]) -> String {
    if rules.is_empty() { String::new() } else { format!(" (rolled under {})", rules.join(", ")) }
}

/// The rules under which a step rolls, as far as a side may read of it.
fn rolled_under<G: Game>(game: &G, events: &[G::Event], side: Side) -> Vec<&'static str> {
    let mut rules = Vec::new();
    for line in lines(game, events, None, Viewer::Side(side)) {
        if line.text.contains("roll") && !line.rule.is_empty() && !rules.contains(&line.rule) {
            rules.push(line.rule);
        }
    }
    rules
}

/// A record's type for a game.
pub type GameRecord<G> = Record<<G as Game>::Position, <G as Game>::Action>;

/// The position before the last move, the position after it, and what happened.
type Replayed<G> = (Option<<G as Game>::Position>, <G as Game>::Position, Vec<<G as Game>::Event>);

/// A game under way.
pub struct Session<G: Game> {
    game: Arc<G>,
    record: GameRecord<G>,
    position: G::Position,
    rolls: u64,
    /// How many moves were taken back.
    undone: u64,
    /// What seats put into the dice, as it stands after the last move.
    chains: Chains,
    /// The position before the last move, if it is at hand.
    before: Option<G::Position>,
    /// What happened in the last move.
    events: Vec<G::Event>,
    /// What became of a game that was played under older rules.
    upgrade: Option<Upgrade>,
}

/// A game that was played under an older version of the rules, and replays under today's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upgrade {
    /// The version that it was played under.
    pub from: u32,
    /// The first move after which the position is another one than it was then; none if all are the same.
    pub differs: Option<usize>,
}

impl<G: Game> Clone for Session<G> {
    fn clone(&self) -> Self {
        Session {
            game: self.game.clone(),
            record: self.record.clone(),
            position: self.position.clone(),
            rolls: self.rolls,
            undone: self.undone,
            chains: self.chains.clone(),
            before: self.before.clone(),
            events: self.events.clone(),
            upgrade: self.upgrade,
        }
    }
}

impl<G: Game> Session<G> {
    /// A new game. `position` is a position by hand instead of the scenario's own.
    pub fn new(
        game: Arc<G>,
        scenario: &str,
        options: Options,
        dice: DiceSource,
        position: Option<String>,
    ) -> Result<Session<G>, SessionError> {
        let about = game.about();
        let head = Head {
            sandtable: FORMAT,
            game: about.id.to_string(),
            rules: about.rules_version,
            scenario: scenario.to_string(),
            options,
            dice,
            start_dice: vec![],
            start_faces: vec![],
            position,
        };
        let chains = believed(&head.dice)?;
        let begun = begin(&*game, &head, None)?;
        let rolls = begun.rolls.len() as u64;
        let head = Head {
            start_dice: begun.rolls,
            start_faces: told_faces(begun.faces),
            options: begun.options,
            ..head
        };
        let record = Record { head, moves: vec![], snapshots: vec![] };
        let position = begun.position;
        let (before, events, upgrade) = (None, vec![], None);
        Ok(Session { game, record, position, rolls, undone: 0, chains, before, events, upgrade })
    }

    /// Opens a record: replays it from its last snapshot, checking every hash on the way.
    pub fn open(game: Arc<G>, record: GameRecord<G>) -> Result<Session<G>, SessionError> {
        Self::replay(game, record, false)
    }

    /// Replays a record from its first move, checking every action and hash, and every die that follows from secrets which are there.
    /// What of the dice is proved by that, [`Session::proof`] says.
    pub fn verify(game: Arc<G>, record: GameRecord<G>) -> Result<Session<G>, SessionError> {
        Self::replay(game, record, true)
    }

    fn replay(game: Arc<G>, mut record: GameRecord<G>, verify: bool) -> Result<Session<G>, SessionError> {
        let about = game.about();
        if record.head.sandtable != FORMAT {
            return Err(SessionError::Foreign(format!(
                "the record has format {}, this program reads format {FORMAT}",
                record.head.sandtable
            )));
        }
        if record.head.game != about.id {
            return Err(SessionError::Foreign(format!(
                "the record is of `{}`, not of `{}`",
                record.head.game, about.id
            )));
        }
        if record.head.rules > about.rules_version {
            return Err(SessionError::Foreign(format!(
                "the record was played under rules version {}, this program knows {} and older",
                record.head.rules, about.rules_version
            )));
        }
        let (played, today) = (record.head.rules, about.rules_version);
        let older = played < today;
        let chains = believed(&record.head.dice)?;
        if let DiceSource::Sealed { seats, every, .. } = &record.head.dice
            && !seats.is_empty()
            && *every == about.open
        {
            let what = "what it says of the moves that show links is not so in this game";
            return Err(SessionError::Secrets(what.to_string()));
        }
        settle_marks(&mut record)?;
        // Positions of older rules are worked out anew, move by move.
        let trust_snapshots = !verify && !older;
        let moves = std::mem::take(&mut record.moves);
        let mut snapshots = std::mem::take(&mut record.snapshots);
        let start_dice = record.head.start_dice.clone();
        let Begun { position, options, rolls, faces } = begin(&*game, &record.head, Some(start_dice))?;
        let secrets = record.head.dice.secrets();
        if verify && secrets.is_some() && record.head.dice.before().is_none() {
            let derived = begin(&*game, &record.head, None)?.rolls;
            if derived != rolls
                && let DiceSource::Sealed { before, .. } = &mut record.head.dice
            {
                // A branch of an older program: what was rolled before its first move, it took over from another game.
                *before = Some(0);
            }
        }
        record.head.options = options;
        record.head.start_faces = told_faces(faces);
        let rolls = rolls.len() as u64;
        record.head.rules = today;
        let upgrade = older.then_some(Upgrade { from: played, differs: None });
        let (before, events) = (None, vec![]);
        let mut session =
            Session { game, record, position, rolls, undone: 0, chains, before, events, upgrade };
        // One of the beginning has no move whose hash it could be held to, and saves nothing.
        let fits = |s: &&Snapshot<G::Position>| trust_snapshots && (1..=moves.len()).contains(&s.after);
        let skip = snapshots.iter().rev().find(fits);
        let from = skip.map_or(0, |s| s.after);
        if let Some(s) = skip {
            session.position = s.position.clone();
            session.rolls += moves[..from].iter().map(|m| m.dice.len() as u64).sum::<u64>();
            for (i, m) in moves[..from].iter().enumerate() {
                let shown = session.chains.pass(&m.side, i, !m.dice.is_empty(), m.reveal.as_deref());
                shown.map_err(|what| SessionError::Broken { number: i + 1, what })?;
            }
            session.record.moves = moves[..from].to_vec();
            let last = moves[..from].last();
            if last.is_some_and(|m| m.hash != session.hash()) {
                return Err(SessionError::Broken {
                    number: from,
                    what: "the snapshot does not fit its hash".into(),
                });
            }
        }
        // Those beyond are made anew: what was not looked at is not kept.
        snapshots.retain(|s| (1..=from).contains(&s.after));
        session.record.snapshots = snapshots;
        for (i, entry) in moves.into_iter().enumerate().skip(from) {
            let broken = |mut what: String| -> SessionError {
                if older {
                    what.push_str(&format!(
                        "; the game was played under rules version {played}, this program plays by version {today}"
                    ));
                }
                SessionError::Broken { number: i + 1, what }
            };
            let side = session.game.about().side(&entry.side);
            let side = side.ok_or_else(|| broken(format!("there is no side `{}`", entry.side)))?;
            let mut after = session.chains.clone();
            let link = after.pass(&entry.side, i, !entry.dice.is_empty(), entry.reveal.as_deref());
            let link = link.map_err(&broken)?;
            let own = session.record.head.dice.before().is_none_or(|n| i >= n) && !entry.hand;
            if let Some(secrets) = &secrets
                && verify
                && own
            {
                let mut sealed = session.sealed(secrets, &entry.side, link);
                let mut noted = Recording::new(&mut sealed);
                let mut scratch = session.position.clone();
                session.legal(side, &entry.action).map_err(|e| broken(e.to_string()))?;
                session.game.apply(&mut scratch, side, &entry.action, &mut noted, &mut Vec::new());
                if noted.rolls != entry.dice {
                    return Err(broken(format!("the dice {:?} are not those of the seals", entry.dice)));
                }
            }
            if let Some(seal) = &entry.seal {
                session.undone = seal.undone;
            }
            session
                .play(side, entry.action, Some(entry.dice), entry.hand, link)
                .map_err(|e| broken(e.to_string()))?;
            if session.record.moves[i].hash != entry.hash {
                match &mut session.upgrade {
                    Some(upgrade) => upgrade.differs = upgrade.differs.or(Some(i + 1)),
                    None => {
                        return Err(broken(
                            "the position after it has another hash: the file was changed".into(),
                        ));
                    }
                }
            }
            if secrets.is_none() {
                session.record.moves[i].seal = entry.seal;
            } else if session.record.moves[i].seal != entry.seal {
                return Err(broken(
                    "its seal is not that of the choice: the one or the other was changed".into(),
                ));
            }
        }
        if session.before.is_none() {
            // The snapshot is of this very moment. Whether the last move can be taken back is asked again and again.
            (session.before, _, session.events) = session.replayed(session.record.moves.len())?;
        }
        session.undone =
            session.record.moves.iter().flat_map(|m| &m.seal).map(|s| s.undone).max().unwrap_or(0);
        Ok(session)
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What became of the game if it was played under older rules.
    pub fn upgrade(&self) -> Option<Upgrade> {
        self.upgrade
    }

    /// The game, to be shared with somebody who outlives this session.
    pub fn shared(&self) -> &Arc<G> {
        &self.game
    }

    /// The record.
    pub fn record(&self) -> &GameRecord<G> {
        &self.record
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Who must decide what.
    pub fn to_decide(&self) -> Decision {
        self.game.to_decide(&self.position)
    }

    /// Hash of the position now.
    pub fn hash(&self) -> String {
        format!("{:016x}", stable_hash(&self.position))
    }

    /// What the record proves of its dice, if it was verified.
    pub fn proof(&self) -> Proof {
        Proof::of(&self.record)
    }

    /// What seats put into the dice, as it stands now.
    pub fn chains(&self) -> &Chains {
        &self.chains
    }

    /// A seat puts a chain of secrets into the dice to come; `seal` is its end. Those that it put in before stay as they are.
    pub fn put_in(&mut self, side: Side, seal: &str) -> Result<(), SessionError> {
        let no = |why: &str| SessionError::NoChain(why.to_string());
        let seat = SeatSeal {
            side: self.game.about().side_id(side).to_string(),
            after: self.record.moves.len(),
            seal: seal.to_ascii_lowercase(),
        };
        if matches!(self.to_decide(), Decision::Over(_)) {
            return Err(no("the game is over"));
        }
        match &mut self.record.head.dice {
            DiceSource::Sealed { hand: false, seats, every, .. } => {
                self.chains.add(&seat).map_err(|why| no(&why))?;
                seats.push(seat);
                *every = !self.game.about().open;
                self.chains.show_with(*every);
                Ok(())
            }
            _ => Err(no(
                "the dice of this game can be known beforehand: they follow from a seed, or are typed in",
            )),
        }
    }

    /// The dice of the next move if a side makes it.
    fn sealed(&self, secrets: &[Secret], side: &str, link: Link) -> Sealed {
        let link = match link {
            Link::Given(link) => Some(link),
            Link::None | Link::Ask => None,
        };
        let links = self.chains.links(side, self.record.moves.len(), link);
        Sealed::new(secrets, self.rolls).with_links(&links)
    }

    /// The position now, as far as a side knows it.
    pub fn known(&self, side: Side) -> Cow<'_, G::Position> {
        known_to(&*self.game, &self.position, side)
    }

    /// Whether a side may take an action now, as far as it can know: a refusal gives nothing away.
    pub fn may(&self, side: Side, action: &G::Action) -> Result<(), SessionError> {
        self.must_decide(side)?;
        Ok(self.game.check(&self.known(side), side, action)?)
    }

    fn legal(&self, side: Side, action: &G::Action) -> Result<(), SessionError> {
        self.must_decide(side)?;
        Ok(self.game.check(&self.position, side, action)?)
    }

    /// Refuses a side that has nothing to decide now.
    pub fn must_decide(&self, side: Side) -> Result<(), SessionError> {
        // As the side is asked: the rule of a decision may tell what is hidden.
        match self.game.to_decide(&self.known(side)) {
            Decision::Over(_) => return Err(SessionError::Over),
            Decision::Decide { sides, rule, .. } if !sides.has(side) => {
                let about = self.game.about();
                let whose: Vec<_> = sides.iter().map(|s| about.side_id(s)).collect();
                return Err(SessionError::NotYours {
                    rule,
                    who: about.side_id(side).to_string(),
                    whose: whose.join(" and "),
                });
            }
            Decision::Decide { .. } => {}
        }
        Ok(())
    }

    /// Takes an action. With `hand` the dice are given, otherwise they come from the record's source. Nothing changes
    /// unless everything fits. The lines are those that the side itself may read.
    pub fn act(
        &mut self,
        side: Side,
        action: G::Action,
        hand: Option<Vec<u8>>,
    ) -> Result<Vec<Line>, SessionError> {
        let by_hand = hand.is_some();
        match (&self.record.head.dice, by_hand) {
            (DiceSource::Sealed { hand: false, .. }, true) => Err(SessionError::DiceAreSealed),
            _ => self.take(side, action, hand, Link::None),
        }
    }

    /// Takes an action with the next link of the side's chain, or asks whether it wants one. Where things are hidden, every action
    /// wants one once the chain counts.
    pub fn act_with(&mut self, side: Side, action: G::Action, link: Link) -> Result<Vec<Line>, SessionError> {
        let (id, moves) = (self.game.about().side_id(side), self.record.moves.len());
        if let Link::Given(link) = link
            && !self.chains.fits(id, moves, &link)
        {
            return Err(SessionError::WrongLink);
        }
        self.take(side, action, None, link)
    }

    fn take(
        &mut self,
        side: Side,
        action: G::Action,
        hand: Option<Vec<u8>>,
        link: Link,
    ) -> Result<Vec<Line>, SessionError> {
        // First by what the side knows: a refusal must not tell it what is hidden.
        if let Cow::Owned(known) = self.known(side) {
            self.must_decide(side)?;
            self.game.check(&known, side, &action)?;
        }
        let by_hand = hand.is_some();
        self.play(side, action, hand, by_hand, link)?;
        Ok(self.lines(Viewer::Side(side)))
    }

    fn play(
        &mut self,
        side: Side,
        action: G::Action,
        dice: Option<Vec<u8>>,
        by_hand: bool,
        link: Link,
    ) -> Result<(), SessionError> {
        self.legal(side, &action)?;
        let mut next = self.position.clone();
        let mut events = Vec::new();
        let id = self.game.about().side_id(side);
        let secrets = self.record.head.dice.secrets();
        let (rolls, faces) = match dice {
            Some(given) => {
                let mut source = Given::new(given);
                let mut noted = Recording::new(&mut source);
                self.game.apply(&mut next, side, &action, &mut noted, &mut events);
                let (rolls, faces) = (noted.rolls, noted.faces);
                if let Err(wrong) = source.over() {
                    let rules = rolled_under(&*self.game, &events, side);
                    return Err(SessionError::Dice { wrong, rules });
                }
                (rolls, faces)
            }
            None => match &secrets {
                Some(secrets) => {
                    let mut source = self.sealed(secrets, id, link);
                    let mut noted = Recording::new(&mut source);
                    self.game.apply(&mut next, side, &action, &mut noted, &mut events);
                    (noted.rolls, noted.faces)
                }
                None => {
                    // By hand, and none given: fine as long as none is rolled.
                    let mut source = Given::new(vec![]);
                    self.game.apply(&mut next, side, &action, &mut source, &mut events);
                    if source.over().is_err() {
                        let rules = rolled_under(&*self.game, &events, side);
                        return Err(SessionError::NeedsDice { wanted: source.asked(), rules });
                    }
                    (vec![], vec![])
                }
            },
        };
        let moves = self.record.moves.len();
        let wanted = self.chains.wants(id, moves, !rolls.is_empty());
        let reveal = match link {
            Link::Ask if wanted => return Err(SessionError::WantsLink),
            Link::Given(link) if wanted => Some(link),
            _ => None,
        };
        if let Some(link) = reveal {
            self.chains.show(id, moves, link);
        }
        let reveal = reveal.map(|link| to_hex(&link));
        let side = self.game.about().side_id(side).to_string();
        let number = self.record.moves.len() + 1;
        let seal = match &secrets {
            Some(secrets) if self.game.secret(&self.position) => {
                Some(ChoiceSeal::new(secrets, number, self.undone, &side, &action))
            }
            _ => None,
        };
        self.before = Some(std::mem::replace(&mut self.position, next));
        self.events = events;
        self.rolls += rolls.len() as u64;
        let hash = self.hash();
        let hand = by_hand && !rolls.is_empty();
        let faces = told_faces(faces);
        self.record.moves.push(Entry { side, action, dice: rolls, faces, hand, reveal, hash, seal });
        if self.record.moves.len().is_multiple_of(SNAPSHOT_EVERY) {
            self.record
                .snapshots
                .push(Snapshot { after: self.record.moves.len(), position: self.position.clone() });
        }
        Ok(())
    }

    /// What happened in the last move.
    pub fn events(&self) -> &[G::Event] {
        &self.events
    }

    /// The log of the last move, as a viewer may read it.
    pub fn lines(&self, viewer: Viewer) -> Vec<Line> {
        lines(&*self.game, &self.events, self.pending(), viewer)
    }

    /// Who made the last move, if it is a secret choice and others have still to make theirs.
    pub fn pending(&self) -> Option<Side> {
        let side = self.game.about().side(&self.record.moves.last()?.side)?;
        pending(&*self.game, self.before.as_ref()?, side, &self.position).then_some(side)
    }

    /// Says how many moves were taken back in the game before it was opened: a record does not keep them.
    pub fn resume(&mut self, undone: u64) {
        self.undone = self.undone.max(undone);
    }

    /// The position before the last move, where it need not be worked out anew.
    pub fn before(&self) -> Option<&G::Position> {
        self.before.as_ref()
    }

    /// Takes the last action back, unless something was learned by it.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        self.may_undo()?;
        let left = self.record.moves.len() - 1;
        (self.before, self.position, self.events) = self.replayed(left)?;
        // Nothing was rolled for it, so the dice go on where they were.
        self.record.moves.truncate(left);
        self.record.snapshots.retain(|s| s.after <= left);
        self.undone += 1;
        self.record.head.dice.back_to(left);
        self.chains = believed(&self.record.head.dice)?;
        for (i, m) in
            self.record.moves.iter().enumerate().filter(|_| !self.record.head.dice.seats().is_empty())
        {
            let shown = self.chains.pass(&m.side, i, !m.dice.is_empty(), m.reveal.as_deref());
            shown.map_err(|what| SessionError::Broken { number: i + 1, what })?;
        }
        Ok(())
    }

    /// Whether the last action could be taken back.
    pub fn may_undo(&self) -> Result<(), SessionError> {
        let last = self.record.moves.last().ok_or(SessionError::Nothing)?;
        let open = self.game.about().open;
        // Where things are hidden, which of the two it was may be one of them.
        let unseen = "something was rolled or came to light by it";
        if !last.dice.is_empty() {
            return Err(SessionError::Learned(if open { "dice were rolled for it" } else { unseen }));
        }
        // Everybody may see everything once it is over.
        if !open && matches!(self.to_decide(), Decision::Over(_)) {
            return Err(SessionError::Learned("the game is over and everything hidden has been shown"));
        }
        let before = match &self.before {
            Some(before) => Cow::Borrowed(before),
            None => Cow::Owned(self.replayed(self.record.moves.len() - 1)?.1),
        };
        if self.shown(&before) || self.game.learned(&before, &self.position) {
            return Err(SessionError::Learned(unseen));
        }
        Ok(())
    }

    /// Whether the last of several secret choices has been made, so that all of them are shown.
    fn shown(&self, before: &G::Position) -> bool {
        let same = match (self.game.to_decide(before), self.to_decide()) {
            (Decision::Decide { sides, .. }, Decision::Decide { sides: left, .. }) => left.0 & !sides.0 == 0,
            _ => false,
        };
        self.game.secret(before) && !(same && self.game.secret(&self.position))
    }

    /// The game after some moves of the record, played again from the last snapshot before the last of them: the position
    /// before that, the position, and what happened between the two.
    fn replayed(&self, moves: usize) -> Result<Replayed<G>, SessionError> {
        let snapshot = self.record.snapshots.iter().rev().find(|s| s.after < moves);
        let (from, mut position) = match snapshot {
            Some(s) => (s.after, s.position.clone()),
            None => (
                0,
                begin(&*self.game, &self.record.head, Some(self.record.head.start_dice.clone()))?.position,
            ),
        };
        let mut events = Vec::new();
        let mut before = None;
        for (i, entry) in self.record.moves[..moves].iter().enumerate().skip(from) {
            if i + 1 == moves {
                before = Some(position.clone());
            }
            let side = self.game.about().side(&entry.side).unwrap_or(Side(0));
            let mut dice = Given::new(entry.dice.clone());
            events.clear();
            self.game.apply(&mut position, side, &entry.action, &mut dice, &mut events);
        }
        Ok((before, position, events))
    }

    fn record_until(&self, moves: usize) -> GameRecord<G> {
        let mut shorter = self.record.clone();
        shorter.moves.truncate(moves);
        shorter.snapshots.retain(|s| s.after <= moves);
        shorter
    }

    /// The game as it stood after some moves, to be played on with other dice: what has been rolled stays, but nobody
    /// can read from the branch what the old dice would have given.
    pub fn branch(&self, moves: usize, dice: DiceSource) -> Result<Session<G>, SessionError> {
        if moves > self.record.moves.len() {
            let len = self.record.moves.len();
            return Err(SessionError::Foreign(format!("the game has {len} moves, not {moves}")));
        }
        let mut record = self.record_until(moves);
        record.head.dice = dice;
        if let DiceSource::Sealed { before, .. } = &mut record.head.dice {
            *before = Some(moves);
        }
        let by_hand = record.head.dice == DiceSource::Hand;
        let secrets = record.head.dice.secrets();
        for (i, entry) in record.moves.iter_mut().enumerate() {
            entry.hand = by_hand && !entry.dice.is_empty();
            entry.reveal = None;
            // If you may branch, you know the choices; they are sealed anew so that the branch verifies by itself.
            entry.seal = entry
                .seal
                .take()
                .and(secrets.as_ref())
                .map(|secrets| ChoiceSeal::new(secrets, i + 1, 0, &entry.side, &entry.action));
        }
        Self::open(self.game.clone(), record)
    }

    /// Goes through the game from its start: every position with the move that led to it and what happened.
    pub fn walk(&self, mut visit: impl FnMut(ReplayStep<'_, G>)) -> Result<(), SessionError> {
        let mut position =
            begin(&*self.game, &self.record.head, Some(self.record.head.start_dice.clone()))?.position;
        visit(ReplayStep { number: 0, entry: None, before: &position, after: &position, events: &[] });
        let mut events = Vec::new();
        for (i, entry) in self.record.moves.iter().enumerate() {
            let side = self.game.about().side(&entry.side).unwrap_or(Side(0));
            let before = position.clone();
            events.clear();
            let mut dice = Given::new(entry.dice.clone());
            self.game.apply(&mut position, side, &entry.action, &mut dice, &mut events);
            visit(ReplayStep {
                number: i + 1,
                entry: Some(entry),
                before: &before,
                after: &position,
                events: &events,
            });
        }
        Ok(())
    }
}

/// A step of a game gone through again.
pub struct ReplayStep<'a, G: Game> {
    /// How many moves had been made after it.
    pub number: usize,
    /// The move; none at the start.
    pub entry: Option<&'a Entry<G::Action>>,
    /// The position before.
    pub before: &'a G::Position,
    /// The position after.
    pub after: &'a G::Position,
    /// What happened.
    pub events: &'a [G::Event],
}

/// The start of a game.
struct Begun<P> {
    position: P,
    /// Those of the record, and of a position by hand.
    options: Options,
    /// What was rolled for it.
    rolls: Vec<u8>,
    /// How many faces each of these dice has.
    faces: Vec<u8>,
}

/// The position at the start and the dice rolled for it.
fn begin<G: Game>(game: &G, head: &Head, given: Option<Vec<u8>>) -> Result<Begun<G::Position>, SessionError> {
    match (given, head.dice.secrets()) {
        (Some(rolls), _) => {
            let mut source = Given::new(rolls.clone());
            let mut noted = Recording::new(&mut source);
            let (position, options) = first(game, head, &mut noted)?;
            let faces = noted.faces;
            source.over()?;
            Ok(Begun { position, options, rolls, faces })
        }
        (None, Some(secrets)) => {
            let mut source = Sealed::new(&secrets, 0);
            let mut noted = Recording::new(&mut source);
            let (position, options) = first(game, head, &mut noted)?;
            Ok(Begun { position, options, rolls: noted.rolls, faces: noted.faces })
        }
        (None, None) => {
            let mut source = Given::new(vec![]);
            let (position, options) = first(game, head, &mut source)?;
            if source.over().is_err() {
                return Err(SessionError::NeedsDice { wanted: source.asked(), rules: vec![] });
            }
            Ok(Begun { position, options, rolls: vec![], faces: vec![] })
        }
    }
}

/// The first position, that of the scenario or one written by hand, and the options that it is played with.
fn first<G: Game>(
    game: &G,
    head: &Head,
    dice: &mut dyn Dice,
) -> Result<(G::Position, Options), SessionError> {
    let Some(text) = &head.position else {
        let start = game.start(&head.scenario, &head.options, dice);
        return Ok((start.map_err(SessionError::Foreign)?, head.options.clone()));
    };
    let read = position_file::read(game, Some(&head.scenario), &head.options, text, dice);
    let read = read.map_err(|faults| SessionError::Foreign(faults.to_string()))?;
    Ok((read.position, read.options))
}

/// The chains of a source of dice, if its seals bind somebody.
fn believed(dice: &DiceSource) -> Result<Chains, SessionError> {
    dice.check().map_err(SessionError::Secrets)?;
    Chains::new(dice).map_err(SessionError::Secrets)
}

/// Marks of dice by hand in a game whose dice can't be typed in. Programs before this one left them on the moves that a branch took over, which are
/// the first of it; none can stand behind a die that is not marked.
fn settle_marks<P, A>(record: &mut Record<P, A>) -> Result<(), SessionError> {
    let DiceSource::Sealed { hand: false, before, .. } = &mut record.head.dice else { return Ok(()) };
    let Some(last) = record.moves.iter().rposition(|m| m.hand) else { return Ok(()) };
    let taken_over = before.unwrap_or(0);
    let own = |(i, m): (usize, &Entry<A>)| i >= taken_over && !m.hand && !m.dice.is_empty();
    if record.moves[..last].iter().enumerate().any(own) {
        let what = "its dice are marked as rolled by hand, and those of this game cannot be".to_string();
        return Err(SessionError::Broken { number: last + 1, what });
    }
    *before = Some(taken_over.max(last + 1));
    record.moves[..=last].iter_mut().for_each(|m| m.hand = false);
    Ok(())
}

/// Dice of a game at one's own table: repeatable from a number, and players may roll their own.
pub fn seeded(seed: u64) -> DiceSource {
    let mut dice = DiceSource::sealed(&[Secret::from_seed(seed)]);
    if let DiceSource::Sealed { hand, .. } = &mut dice {
        *hand = true;
    }
    dice
}
