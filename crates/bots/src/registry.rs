//! Games without their types: what the command line and a server work with.

use crate::{Maker, Played, Series, Stuck};
use sandtable_core::catalogue::Rule;
use sandtable_core::forecast::{Chance, forecast};
use sandtable_core::game::Line;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::record::DiceSource;
use sandtable_core::session::GameRecord;
use sandtable_core::view::{View, Viewer};
use sandtable_core::{About, Decision, Game, Illegal, Options, Outcome, Session, SessionError, Side};
use serde::Serialize;
use std::sync::Arc;

/// Why something could not be done with a game file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The session refuses.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The text is no record.
    #[error("the game file cannot be read: {0}")]
    Broken(String),
    /// The action is not understood.
    #[error("{0}")]
    Unknown(String),
    /// A bot found nothing to do.
    #[error("{0}")]
    Bot(String),
}

impl TableError {
    /// The breaches, if it is the rules that refuse.
    pub fn illegal(&self) -> Option<&Illegal> {
        match self {
            TableError::Session(SessionError::Illegal(i)) => Some(i),
            _ => None,
        }
    }

    /// Whether the rules refuse, the turn of another side included.
    pub fn by_rules(&self) -> bool {
        matches!(
            self,
            TableError::Session(
                SessionError::Illegal(_)
                    | SessionError::NotYours { .. }
                    | SessionError::Over
                    | SessionError::Learned(_)
            )
        )
    }
}

/// An action that is offered.
#[derive(Clone, Debug, Serialize)]
pub struct Offered {
    /// Its number in the list, from 1.
    pub number: usize,
    /// Its short text.
    pub text: String,
    /// Its value.
    pub action: serde_json::Value,
}

/// Who must decide what.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    /// Who, by id; nobody when the game is over.
    pub sides: Vec<&'static str>,
    /// What.
    pub what: String,
    /// Under which rule.
    pub rule: &'static str,
    /// Whether the game is over.
    pub over: bool,
    /// Who won, by id.
    pub winner: Option<&'static str>,
}

/// A game, whatever its type.
pub trait AnyGame: Send + Sync {
    /// Name, sides, scenarios, options.
    fn about(&self) -> &About;
    /// The rule catalogue.
    fn rules(&self) -> Vec<Rule>;
    /// Levels of its bots.
    fn levels(&self) -> &'static [&'static str];
    /// A new game.
    fn begin(
        &self,
        scenario: &str,
        options: Options,
        dice: DiceSource,
        position: Option<String>,
    ) -> Result<Box<dyn AnySession>, TableError>;
    /// A game from its file; with `verify` every action, die and hash is checked from the first move on.
    fn open(&self, text: &str, verify: bool) -> Result<Box<dyn AnySession>, TableError>;
    /// Many games by bots, a level for each side.
    fn series(
        &self,
        series: &Series<'_>,
        levels: &[String],
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Played>, Stuck>;
}

/// A game under way, whatever its type.
pub trait AnySession: Send {
    /// Who must decide what.
    fn asked(&self) -> Asked;
    /// Every legal action of a side; of whoever must decide if none is named.
    fn actions(&self, side: Option<Side>) -> Vec<Offered>;
    /// Takes an action, given by number, short text or JSON.
    fn act(
        &mut self,
        side: Option<Side>,
        action: &str,
        dice: Option<Vec<u8>>,
    ) -> Result<Vec<Line>, TableError>;
    /// The exact distribution of an action.
    fn forecast(&self, side: Option<Side>, action: &str) -> Result<Vec<Chance>, TableError>;
    /// Takes the last action back.
    fn undo(&mut self) -> Result<(), TableError>;
    /// A bot takes the next decision.
    fn bot(&mut self, level: &str, seed: u64) -> Result<(String, Vec<Line>), TableError>;
    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> View;
    /// The file.
    fn text(&self) -> String;
    /// How many moves have been made.
    fn len(&self) -> usize;
    /// Whether none has.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Hash of the position.
    fn hash(&self) -> String;
    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;
}

/// A level of bots with what makes a player of it from a seed.
pub type Level<G> = (&'static str, fn(u64) -> Box<dyn Player<G>>);

/// A game of a type, with its catalogue and its bots.
pub struct Registered<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// Its rule catalogue.
    pub rules: fn() -> Vec<Rule>,
    /// Levels beside `recruit`, with what makes a player of each.
    pub bots: &'static [Level<G>],
    /// Names of all levels.
    pub levels: &'static [&'static str],
}

/// A bot with its level.
type Seated<G> = (String, Box<dyn Player<G>>);

struct Held<G: Game> {
    session: Session<G>,
    bots: &'static [Level<G>],
    /// The bot of each side that has played, so that it remembers.
    players: Vec<Option<Seated<G>>>,
}

impl<G: Game> AnyGame for Registered<G> {
    fn about(&self) -> &About {
        self.game.about()
    }

    fn rules(&self) -> Vec<Rule> {
        (self.rules)()
    }

    fn levels(&self) -> &'static [&'static str] {
        self.levels
    }

    fn begin(
        &self,
        scenario: &str,
        options: Options,
        dice: DiceSource,
        position: Option<String>,
    ) -> Result<Box<dyn AnySession>, TableError> {
        let session = Session::new(self.game.clone(), scenario, options, dice, position)?;
        Ok(Box::new(Held { session, bots: self.bots, players: vec![] }))
    }

    fn open(&self, text: &str, verify: bool) -> Result<Box<dyn AnySession>, TableError> {
        let record: GameRecord<G> =
            serde_json::from_str(text).map_err(|e| TableError::Broken(e.to_string()))?;
        let session = if verify {
            Session::verify(self.game.clone(), record)?
        } else {
            Session::open(self.game.clone(), record)?
        };
        Ok(Box::new(Held { session, bots: self.bots, players: vec![] }))
    }

    fn series(
        &self,
        series: &Series<'_>,
        levels: &[String],
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<Played>, Stuck> {
        if levels.len() != self.about().sides.len() {
            return Err(Stuck::Start(format!("{} sides want a level each", self.about().sides.len())));
        }
        let mut makers: Vec<Box<Maker<G>>> = Vec::new();
        for level in levels {
            makers.push(match self.bots.iter().find(|(name, _)| name == level) {
                Some((_, make)) => Box::new(*make),
                None if level == "recruit" => Box::new(|seed| Box::new(Recruit::new(seed))),
                None => {
                    return Err(Stuck::Start(format!(
                        "there is no level `{level}`; there are {}",
                        self.levels.join(", ")
                    )));
                }
            });
        }
        let makers: Vec<&Maker<G>> = makers.iter().map(|m| &**m).collect();
        series.play(&*self.game, &makers, done)
    }
}

impl<G: Game> Held<G> {
    fn whose(&self, side: Option<Side>) -> Side {
        side.or_else(|| self.session.to_decide().side()).unwrap_or(Side(0))
    }

    fn list(&self, side: Side) -> Vec<G::Action> {
        let mut out = Vec::new();
        self.session.game().actions(self.session.position(), side, &mut out);
        out
    }

    /// An action from its number, its text, or its JSON.
    fn find(&self, side: Side, word: &str) -> Result<G::Action, TableError> {
        let word = word.trim();
        let list = self.list(side);
        if let Ok(number) = word.parse::<usize>() {
            return number.checked_sub(1).and_then(|i| list.get(i)).copied().ok_or_else(|| {
                TableError::Unknown(format!("there is no action number {number}; there are {}", list.len()))
            });
        }
        let text = |a: &&G::Action| {
            self.session.game().describe(self.session.position(), a).eq_ignore_ascii_case(word)
        };
        if let Some(action) = list.iter().find(text) {
            return Ok(*action);
        }
        if let Some(action) = self.session.game().parse(self.session.position(), word) {
            return Ok(action);
        }
        serde_json::from_str(word).map_err(|_| {
            TableError::Unknown(format!(
                "`{word}` is neither the number, the text nor the JSON of an action; see `actions`"
            ))
        })
    }
}

impl<G: Game> AnySession for Held<G> {
    fn asked(&self) -> Asked {
        let about = self.session.game().about();
        match self.session.to_decide() {
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

    fn actions(&self, side: Option<Side>) -> Vec<Offered> {
        self.list(self.whose(side))
            .iter()
            .enumerate()
            .map(|(i, a)| Offered {
                number: i + 1,
                text: self.session.game().describe(self.session.position(), a),
                action: serde_json::to_value(a).unwrap_or_default(),
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
        if self.session.to_decide().side().is_none() {
            return Err(SessionError::Over.into());
        }
        let asked = self.asked();
        let id = self.session.game().about().side_id(side);
        if !asked.sides.contains(&id) {
            return Err(SessionError::NotYours {
                rule: asked.rule,
                who: id.to_string(),
                whose: asked.sides.join(" and "),
            }
            .into());
        }
        let action = self.find(side, action)?;
        Ok(self.session.act(side, action, dice)?)
    }

    fn forecast(&self, side: Option<Side>, action: &str) -> Result<Vec<Chance>, TableError> {
        let side = self.whose(side);
        let action = self.find(side, action)?;
        self.session.may(side, &action)?;
        Ok(forecast(self.session.game(), self.session.position(), side, &action))
    }

    fn undo(&mut self) -> Result<(), TableError> {
        Ok(self.session.undo()?)
    }

    fn bot(&mut self, level: &str, seed: u64) -> Result<(String, Vec<Line>), TableError> {
        let side = self.session.to_decide().side().ok_or(SessionError::Over)?;
        let at = usize::from(side.0);
        if self.players.len() <= at {
            self.players.resize_with(at + 1, || None);
        }
        if self.players[at].as_ref().is_none_or(|(l, _)| l != level) {
            let make = self.bots.iter().find(|(name, _)| *name == level).map(|(_, m)| *m);
            let player: Box<dyn Player<G>> = match make {
                Some(make) => make(seed),
                None if level == "recruit" => Box::new(Recruit::new(seed)),
                None => return Err(TableError::Bot(format!("there is no level `{level}`"))),
            };
            self.players[at] = Some((level.to_string(), player));
        }
        let chosen = self.players[at]
            .as_mut()
            .and_then(|(_, p)| p.choose(self.session.game(), self.session.position(), side));
        let action = chosen.ok_or_else(|| TableError::Bot("the bot finds nothing to do".to_string()))?;
        let text = self.session.game().describe(self.session.position(), &action);
        let lines = self.session.act(side, action, None)?;
        Ok((text, lines))
    }

    fn view(&self, viewer: Viewer) -> View {
        self.session.game().view(self.session.position(), viewer)
    }

    fn text(&self) -> String {
        let mut text = serde_json::to_string(self.session.record()).unwrap_or_default();
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

    fn outcome(&self) -> Option<Outcome> {
        match self.session.to_decide() {
            Decision::Over(o) => Some(o),
            Decision::Decide { .. } => None,
        }
    }
}
