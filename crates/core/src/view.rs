//! What a viewer may see, ready to be drawn by any table. These are the types that a client gets.

use crate::game::{About, Decision, Side, Sides, victory_text};
use serde::Serialize;
use std::borrow::Cow;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A side: its own secrets and what is open.
    Side(Side),
    /// Somebody watching: only what is open to all.
    Watcher,
    /// After the game, or for tests: everything.
    All,
}

/// A piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Counter {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub side: &'static str,
    /// Nation, for its colour.
    pub nation: Cow<'static, str>,
    /// What it is, for its symbol, as `infantry` or `hq`; `unknown` where only its back is seen.
    pub branch: &'static str,
    /// Designation.
    pub name: String,
    /// Formation it belongs to.
    pub formation: String,
    /// Size: `XX` for a division, `XXX` for a corps, `XXXX` for an army, or a dot for each step left; empty where it has none.
    pub echelon: &'static str,
    /// Values, left to right.
    pub values: Vec<i16>,
    /// Whether its reduced side is up.
    pub reduced: bool,
    /// Where it is: a place of the board, or a box by name.
    pub place: String,
    /// States shown as badges.
    pub badges: Vec<&'static str>,
    /// What it is and holds in full; left out where the face says it all.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub detail: String,
}

/// A mark on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mark {
    /// Where.
    pub place: String,
    /// What.
    pub what: &'static str,
    /// Whose; empty if nobody's.
    pub side: &'static str,
}

/// Places that belong together: what a side holds, or a line over the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Layer {
    /// What it shows: `held`, `source`, `chain`, `cut`, `blocked`, …; `attack` and `support` are arrows from place to place.
    pub what: &'static str,
    /// Which of several of its kind it is; left out where there is one alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub name: String,
    /// Whose it is; empty if nobody's.
    pub side: &'static str,
    /// The places; for a line in order.
    pub places: Vec<String>,
}

/// A combat under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Combat {
    /// Where.
    pub place: String,
    /// What it is and how far it has come.
    pub title: String,
    /// What it goes through from beginning to end; left out where that is not always the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub stages: Vec<&'static str>,
    /// The one that it has come to, counted from 0.
    pub stage: u8,
    /// Who attacks, by side.
    pub attackers: Vec<&'static str>,
    /// Who defends, by side.
    pub defenders: Vec<&'static str>,
    /// What is known of both, in the order in which it came about.
    pub rows: Vec<CombatRow>,
}

/// One thing that both sides of a combat have; a heading where both are empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CombatRow {
    /// What.
    pub name: String,
    /// The attacker's.
    pub attacker: String,
    /// The defender's.
    pub defender: String,
    /// Under which rule.
    pub rule: &'static str,
}

/// A track with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Track {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A line on how the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Standing {
    /// What.
    pub text: String,
    /// Under which rule.
    pub rule: &'static str,
}

/// What a seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The board it is drawn on; a client knows it from the scenario.
    #[serde(skip)]
    pub board: &'static str,
    /// Turn, phase and step in words.
    pub moment: String,
    /// The turn's place on the track, from 0.
    pub turn: u16,
    /// Who must decide; empty when the game is over.
    pub deciding: Vec<&'static str>,
    /// What is to be decided.
    pub decision: String,
    /// Under which rule.
    pub rule: &'static str,
    /// Pieces.
    pub counters: Vec<Counter>,
    /// Marks.
    pub marks: Vec<Mark>,
    /// Layers over the map that can be switched on and off.
    pub layers: Vec<Layer>,
    /// The combat under way; none or one.
    pub combats: Vec<Combat>,
    /// Tracks.
    pub tracks: Vec<Track>,
    /// Who would win now.
    pub victory: Vec<Standing>,
}

impl View {
    /// What is asked of whom at a moment of play, and nothing on the table yet. A game that is over is told by who has won.
    pub fn asked(about: &About, decision: Decision, moment: String) -> View {
        let (deciding, decision, rule) = match decision {
            Decision::Decide { sides, rule, what } => (side_ids(about, sides), what.to_string(), rule),
            Decision::Over(o) => {
                let winner =
                    o.winner.and_then(|s| about.sides.get(usize::from(s.0))).map_or("nobody", |s| s.name);
                (vec![], victory_text(o.level, winner), o.rule)
            }
        };
        View {
            board: about.board,
            moment,
            turn: 0,
            deciding,
            decision,
            rule,
            counters: vec![],
            marks: vec![],
            layers: vec![],
            combats: vec![],
            tracks: vec![],
            victory: vec![],
        }
    }
}

/// The ids of a set of sides.
pub fn side_ids(about: &About, sides: Sides) -> Vec<&'static str> {
    sides.iter().map(|s| about.side_id(s)).collect()
}
