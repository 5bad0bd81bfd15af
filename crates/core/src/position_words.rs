//! What an editor must know to change a position as text without knowing the game: which heads there are, what a row may be about, where
//! a counter can be and what it can be there. The words are those that [`Game::place`](crate::Game::place) reads. What follows a counter
//! or stands in a row of its own can have gaps: `{place}` is a place of the board, `{side}` a side or power, `{n}` a number, `{counter}`
//! another counter.

use crate::view::Counter;
use serde::Serialize;

/// The words of positions of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionWords {
    /// Heads beside `scenario` and options.
    pub heads: Vec<HeadWord>,
    /// The row that takes everything off the board; empty where nothing is in play but what is named.
    pub clear: &'static str,
    /// Where a counter can be beside the places of the board.
    pub away: Vec<Word>,
    /// Every counter that can be in play.
    pub counters: Vec<CounterWord>,
    /// States that may follow the place of a counter.
    pub states: Vec<StateWord>,
    /// Rows about the ground and the sides.
    pub rows: Vec<Word>,
}

/// A head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HeadWord {
    /// The key.
    pub key: &'static str,
    /// What it says.
    pub about: &'static str,
    /// The values that it can have; none where it is free.
    pub values: Vec<String>,
}

/// A word, or several with gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Word {
    /// As it stands in the text.
    pub word: String,
    /// What it says.
    pub about: &'static str,
}

/// A state of a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StateWord {
    /// As it stands in the text.
    pub word: String,
    /// The kinds of counters that can have it; all of them if there are none.
    pub of: Vec<&'static str>,
}

/// A counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CounterWord {
    /// The word with which its row begins.
    pub word: String,
    /// Its kind, for the states that it can have.
    pub kind: &'static str,
    /// The words of its faces: full strength, which is mostly no word at all, then one step less after the other.
    pub faces: Vec<String>,
    /// What must follow its place if nothing else does.
    pub needs: String,
    /// A place of the board where it can stand, if not every place will do.
    #[serde(skip)]
    pub stands: String,
    /// How it is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Counter>,
}

impl PositionWords {
    /// A head with its values.
    pub fn head<T: ToString>(
        &mut self,
        key: &'static str,
        about: &'static str,
        values: impl IntoIterator<Item = T>,
    ) {
        self.heads.push(HeadWord { key, about, values: values.into_iter().map(|v| v.to_string()).collect() });
    }

    /// A place beside the board.
    pub fn away(&mut self, word: &str, about: &'static str) {
        self.away.push(Word { word: word.to_string(), about });
    }

    /// A row.
    pub fn row(&mut self, word: &str, about: &'static str) {
        self.rows.push(Word { word: word.to_string(), about });
    }

    /// A state of some kinds of counters, or of all.
    pub fn state(&mut self, word: impl Into<String>, of: &[&'static str]) {
        self.states.push(StateWord { word: word.into(), of: of.to_vec() });
    }
}
