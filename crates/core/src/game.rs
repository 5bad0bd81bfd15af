//! What a game is to the kernel: one small trait.

use crate::dice::{Dice, Seeded};
use crate::position_file::{self, Faults, PositionFile, PositionLines, Setting};
use crate::view::{View, Viewer};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

/// A side of a game, by its place in [`About::sides`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize)]
pub struct Side(pub u8);

/// A set of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Sides(pub u16);

impl Sides {
    /// One side.
    pub fn one(side: Side) -> Sides {
        Sides(1 << side.0)
    }

    /// With one more.
    pub fn with(self, side: Side) -> Sides {
        Sides(self.0 | 1 << side.0)
    }

    /// Whether a side is in the set.
    pub fn has(self, side: Side) -> bool {
        self.0 >> side.0 & 1 == 1
    }

    /// The sides in order.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        (0..16).map(Side).filter(move |s| self.has(*s))
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The level of victory, in the game's own words.
    pub level: &'static str,
    /// The rule that says so.
    pub rule: &'static str,
}

/// A victory in words: its level, of somebody unless the level says whose it is.
pub fn victory_text(level: &str, winner: &str) -> String {
    if level.contains("victory") { level.to_string() } else { format!("{level} victory of {winner}") }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Sides decide: one, or several at once in secret, revealed together.
    Decide {
        /// Who.
        sides: Sides,
        /// Under which rule.
        rule: &'static str,
        /// What, in a few words.
        what: &'static str,
    },
    /// The game is over.
    Over(Outcome),
}

impl Decision {
    /// One side decides.
    pub fn one(side: Side, rule: &'static str, what: &'static str) -> Decision {
        Decision::Decide { sides: Sides::one(side), rule, what }
    }

    /// The first side that has to decide.
    pub fn side(&self) -> Option<Side> {
        match self {
            Decision::Decide { sides, .. } => sides.iter().next(),
            Decision::Over(_) => None,
        }
    }
}

/// One rule that forbids something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Breach {
    /// Its number.
    pub rule: String,
    /// What is wrong.
    pub reason: String,
    /// Places concerned.
    pub places: Vec<String>,
    /// Pieces concerned.
    pub pieces: Vec<String>,
}

impl Breach {
    /// A breach of a rule.
    pub fn new(rule: &str, reason: impl Into<String>) -> Breach {
        Breach { rule: rule.to_string(), reason: reason.into(), places: vec![], pieces: vec![] }
    }

    /// Concerning a place.
    pub fn at(mut self, place: impl ToString) -> Breach {
        self.places.push(place.to_string());
        self
    }

    /// Concerning a piece.
    pub fn of(mut self, piece: impl ToString) -> Breach {
        self.pieces.push(piece.to_string());
        self
    }
}

/// Why an action is not legal: at least one breach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}", .0.iter().map(|b| format!("rule {}: {}", b.rule, b.reason)).collect::<Vec<_>>().join("; "))]
pub struct Illegal(pub Vec<Breach>);

impl From<Breach> for Illegal {
    fn from(b: Breach) -> Illegal {
        Illegal(vec![b])
    }
}

/// Options of a game by name.
pub type Options = BTreeMap<String, String>;

/// An option that a scenario has.
#[derive(Clone, Debug, Serialize)]
pub struct OptionAbout {
    /// Its name.
    pub name: String,
    /// Values it can have; the first is the default.
    pub values: Vec<String>,
    /// What it does.
    pub about: String,
    /// Ids of the scenarios that offer it; all of them if there are none.
    pub scenarios: Vec<String>,
}

/// The option that says who ends a phase in which nothing is left to do.
pub const ENDS: &str = "ends";

/// The values of [`ENDS`].
pub const ENDS_VALUES: [&str; 2] = ["auto", "player"];

impl OptionAbout {
    /// An option of all scenarios.
    pub fn new(name: &str, values: &[&str], about: impl Into<String>) -> OptionAbout {
        let values = values.iter().map(ToString::to_string).collect();
        OptionAbout { name: name.to_string(), values, about: about.into(), scenarios: vec![] }
    }

    /// Who ends a phase in which nothing is left to do. Games that have phases of this kind offer it among their options.
    pub fn ends() -> OptionAbout {
        let about =
            "who ends a phase in which nothing is left to do. player: you do; auto: it ends by itself";
        OptionAbout::new(ENDS, &ENDS_VALUES, about)
    }
}

/// The options of a game that people play: they end their phases themselves, unless they chose otherwise.
pub fn for_people(about: &About, mut options: Options) -> Options {
    if about.options.iter().any(|o| o.name == ENDS) {
        options.entry(ENDS.to_string()).or_insert_with(|| "player".to_string());
    }
    options
}

/// A scenario.
#[derive(Clone, Debug, Serialize)]
pub struct ScenarioAbout {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// Ids of the sides that play it; empty for all.
    pub sides: Vec<&'static str>,
    /// The board it is played on; empty for that of the game.
    pub board: &'static str,
}

impl ScenarioAbout {
    /// A scenario of all sides on the board of the game.
    pub fn new(id: &str, title: &str, about: &str) -> ScenarioAbout {
        let [id, title, about] = [id, title, about].map(str::to_string);
        ScenarioAbout { id, title, about, sides: vec![], board: "" }
    }
}

/// A side.
#[derive(Clone, Debug, Serialize)]
pub struct SideAbout {
    /// Short id for commands.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
}

/// A nation: how its counters are drawn. One that a game does not describe gets colours of the table's own.
#[derive(Clone, Debug, Serialize)]
pub struct NationAbout {
    /// Its id, as counters name it; a side of the same id has its colours.
    pub id: &'static str,
    /// Words for it that names of its counters begin with, as `German`: the colour says as much.
    pub words: &'static [&'static str],
    /// Its colours.
    pub colours: Colours,
}

impl NationAbout {
    /// A nation with the words that names of its counters begin with.
    pub const fn new(id: &'static str, words: &'static [&'static str], colours: Colours) -> NationAbout {
        NationAbout { id, words, colours }
    }
}

/// The colours of a nation, as CSS writes them. The ink reads on both grounds with a contrast of at least 4.5.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Colours {
    /// The counter.
    pub ground: &'static str,
    /// The box of its symbol.
    pub symbol: &'static str,
    /// Letters and symbol on either.
    pub ink: &'static str,
    /// Arrows, flags and outlines on the map.
    pub line: &'static str,
}

impl Colours {
    /// Dark letters on a light counter.
    pub const fn light(ground: &'static str, symbol: &'static str, line: &'static str) -> Colours {
        Colours { ground, symbol, ink: "#17130d", line }
    }

    /// White letters on a dark counter.
    pub const fn dark(ground: &'static str, symbol: &'static str, line: &'static str) -> Colours {
        Colours { ground, symbol, ink: "#ffffff", line }
    }
}

/// A board of a game.
#[derive(Clone, Copy, Debug)]
pub struct BoardFile {
    /// Its id.
    pub id: &'static str,
    /// Its file.
    pub text: &'static str,
}

/// What a game is called and consists of.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// Its id.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it is about, in a sentence or two for somebody who chooses a game.
    pub about: &'static str,
    /// The board it is played on.
    pub board: &'static str,
    /// Whether nothing is hidden: every viewer sees the same.
    pub open: bool,
    /// Version of its rules in code; a record keeps the one that it was played under.
    pub rules_version: u32,
    /// Its sides.
    pub sides: &'static [SideAbout],
    /// Its nations.
    pub nations: &'static [NationAbout],
    /// Its scenarios; the first is the default.
    pub scenarios: Vec<ScenarioAbout>,
    /// Its options.
    pub options: Vec<OptionAbout>,
}

impl About {
    /// The side with an id.
    pub fn side(&self, id: &str) -> Option<Side> {
        self.sides.iter().position(|s| s.id == id).map(|i| Side(i as u8))
    }

    /// The id of a side.
    pub fn side_id(&self, side: Side) -> &'static str {
        self.sides.get(usize::from(side.0)).map_or("?", |s| s.id)
    }

    /// The colours of a nation or side that the game describes.
    pub fn colours(&self, id: &str) -> Option<Colours> {
        self.nations.iter().find(|n| n.id == id).map(|n| n.colours)
    }

    /// The board of a scenario.
    pub fn board_of(&self, scenario: &str) -> &'static str {
        let own = self.scenarios.iter().find(|s| s.id == scenario).map_or("", |s| s.board);
        if own.is_empty() { self.board } else { own }
    }

    /// The sides that play a scenario, in the order of the game.
    pub fn sides_of(&self, scenario: &str) -> impl Iterator<Item = (Side, &'static SideAbout)> + use<'_> {
        let playing = self.scenarios.iter().find(|s| s.id == scenario).map_or(&[][..], |s| &s.sides);
        let numbered = self.sides.iter().enumerate().map(|(i, s)| (Side(i as u8), s));
        numbered.filter(move |(_, s)| playing.is_empty() || playing.contains(&s.id))
    }
}

/// A line of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Line {
    /// What happened.
    pub text: String,
    /// Under which rule; empty where none is needed.
    pub rule: &'static str,
    /// Places concerned.
    pub places: Vec<String>,
}

/// A game. Static things live in the game; a position is a plain value.
pub trait Game: Send + Sync + 'static {
    /// Everything that changes.
    type Position: Clone + PartialEq + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One step of a player.
    type Action: Copy + PartialEq + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Something that happened.
    type Event: Copy + PartialEq + Debug + Send + Sync;

    /// Name, sides, scenarios, options.
    fn about(&self) -> &About;

    /// The position at the start.
    fn start(&self, scenario: &str, options: &Options, dice: &mut dyn Dice)
    -> Result<Self::Position, String>;

    /// A position in an older format that the game still reads, as lines of today's grammar; nothing where it is in that
    /// grammar already. Each thing should keep its line, so that complaints name the right one.
    fn lines_of(&self, _text: &str) -> Option<String> {
        None
    }

    /// Puts down what the rows and heads of a position file say: counters, markers, who holds what, turn and side. No phase
    /// begins, nothing is judged that the midst of a phase may break, such as stacking. See [`position_file`].
    fn place(
        &self,
        setting: Setting<'_>,
        file: &PositionFile<'_>,
        faults: &mut Faults,
    ) -> Option<Self::Position>;

    /// Begins the phase that a position file names, as the sequence of play does, up to the first decision. What cannot be at
    /// the beginning of a phase is a fault. Dice that fall before the first decision come from `dice`.
    fn begin_phase(
        &self,
        setting: Setting<'_>,
        p: &mut Self::Position,
        file: &PositionFile<'_>,
        dice: &mut dyn Dice,
        faults: &mut Faults,
    );

    /// Says a position in the words that [`place`](Game::place) reads: whatever has words, nothing else.
    fn write_position(&self, p: &Self::Position, out: &mut PositionLines);

    /// A position written by hand, of the scenario that it names.
    fn position(&self, options: &Options, text: &str) -> Result<Self::Position, String>
    where
        Self: Sized,
    {
        let read = position_file::read(self, None, options, text, &mut Seeded::new(0));
        read.map(|r| r.position).map_err(|e| e.to_string())
    }

    /// The sides of a scenario by who wins together: [`Outcome::winner`] names one side of the camp that has won. Every
    /// side is a camp of its own unless the game says otherwise.
    fn camps(&self, scenario: &str) -> Vec<Sides> {
        self.about().sides_of(scenario).map(|(side, _)| Sides::one(side)).collect()
    }

    /// Who must decide what, under which rule.
    fn to_decide(&self, p: &Self::Position) -> Decision;

    /// Every legal action of a side, and nothing else.
    fn actions(&self, p: &Self::Position, side: Side, out: &mut Vec<Self::Action>);

    /// A legal action at random, for rollouts: `pick(n)` gives a number below `n`. Games override it where listing
    /// everything is dear; whatever it gives is legal, but not every action need be equally likely.
    fn sample(
        &self,
        p: &Self::Position,
        side: Side,
        pick: &mut dyn FnMut(usize) -> usize,
        scratch: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        scratch.clear();
        self.actions(p, side, scratch);
        if scratch.is_empty() { None } else { Some(scratch[pick(scratch.len())]) }
    }

    /// Whether a side may take an action now; if not, which rules forbid it.
    fn check(&self, p: &Self::Position, side: Side, action: &Self::Action) -> Result<(), Illegal>;

    /// Takes a legal action. What an unchecked illegal action does is not said.
    fn apply(
        &self,
        p: &mut Self::Position,
        side: Side,
        action: &Self::Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Self::Event>,
    );

    /// Whether the step from one position to the next taught anyone something beside the dice, so that it can't be
    /// taken back.
    fn learned(&self, _before: &Self::Position, _after: &Self::Position) -> bool {
        false
    }

    /// Whether an event lawfully shows a side something that was hidden from it. Until one does, a side cannot tell two games
    /// apart that differ only in what it may not know.
    fn reveals(&self, _event: &Self::Event, _to: Side) -> bool {
        false
    }

    /// Whether the decision that is open is one that several sides take in secret, each for itself, to be shown together.
    /// Whatever is chosen then is sealed in the record, and until the last has chosen the others learn nothing but that a
    /// choice was made. A game with such decisions is not [`About::open`].
    fn secret(&self, _p: &Self::Position) -> bool {
        false
    }

    /// An action in a few words, different from every other legal one.
    fn describe(&self, p: &Self::Position, action: &Self::Action) -> String;

    /// An action from its words, legal or not, so that an illegal wish can be answered with its rule.
    fn parse(&self, _p: &Self::Position, _words: &str) -> Option<Self::Action> {
        None
    }

    /// An event as a line of the log.
    fn tell(&self, event: &Self::Event) -> Line;

    /// An event as a viewer may read it; nothing if it is hidden from the viewer.
    fn tell_to(&self, event: &Self::Event, _viewer: Viewer) -> Option<Line> {
        Some(self.tell(event))
    }

    /// What an action came to, for a forecast; outcomes with the same words are added up.
    fn outcome(&self, _before: &Self::Position, _after: &Self::Position, events: &[Self::Event]) -> String {
        events.iter().map(|e| self.tell(e).text).collect::<Vec<_>>().join("; ")
    }

    /// The position as far as a side knows it; nothing where it knows everything. A game with secrets answers
    /// `to_decide`, `actions`, `check`, `describe` and `view`, and whatever its guide says, for that side alike from `p`
    /// and from this one. Actions can be applied to it, for odds and for bots that look ahead: what is hidden counts
    /// there as the side must take it to be.
    fn known(&self, _p: &Self::Position, _side: Side) -> Option<Self::Position> {
        None
    }

    /// What a viewer may see. Where things are hidden, neither the ids of counters nor their order tell of them.
    fn view(&self, p: &Self::Position, viewer: Viewer) -> View;

    /// Figures of a position for statistics, the same names in the same order every time.
    fn figures(&self, _p: &Self::Position) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// Whether everything that must hold in any position does; for tests and for positions from outside.
    fn sound(&self, p: &Self::Position) -> Result<(), String>;
}

/// Whether a side's choice stays secret after it was made: others have still to choose at the same decision.
pub fn pending<G: Game>(game: &G, before: &G::Position, side: Side, after: &G::Position) -> bool {
    let (Decision::Decide { sides, .. }, Decision::Decide { sides: left, .. }) =
        (game.to_decide(before), game.to_decide(after))
    else {
        return false;
    };
    let mut others = sides.iter().filter(|s| *s != side).peekable();
    game.secret(before) && game.secret(after) && others.peek().is_some() && others.all(|s| left.has(s))
}

/// The log of a step as a viewer may read it. While a choice is pending it is its maker's alone, whatever the game says.
pub fn lines<G: Game>(game: &G, events: &[G::Event], pending: Option<Side>, viewer: Viewer) -> Vec<Line> {
    if pending.is_some_and(|mover| viewer != Viewer::All && viewer != Viewer::Side(mover)) {
        return Vec::new();
    }
    events.iter().filter_map(|e| game.tell_to(e, viewer)).collect()
}

/// What a side knows of a position: all of it, or what is not hidden from it.
pub fn known_to<'a, G: Game>(game: &G, p: &'a G::Position, side: Side) -> Cow<'a, G::Position> {
    game.known(p, side).map_or(Cow::Borrowed(p), Cow::Owned)
}

/// The whole position, for rules that look at nothing which a side does not know.
pub fn whole<'a, G: Game>(_: &G, p: &'a G::Position, _: Side) -> &'a G::Position {
    p
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_sides_hold_what_was_put_in() {
        let set = Sides::one(Side(2)).with(Side(0)).with(Side(2));
        assert_eq!(set.iter().collect::<Vec<_>>(), vec![Side(0), Side(2)]);
        assert!(set.has(Side(2)) && !set.has(Side(1)));
        assert_eq!(Sides::one(Side(3)).0, 8);
        assert_eq!(Sides::default().iter().count(), 0);
    }

    #[test]
    fn a_scenario_is_played_by_its_sides_or_by_all() {
        let some = ScenarioAbout { sides: vec!["c", "a"], board: "y", ..ScenarioAbout::new("some", "", "") };
        let about = About {
            id: "x",
            title: "X",
            about: "",
            board: "x",
            open: true,
            rules_version: 1,
            sides: &[
                SideAbout { id: "a", name: "A" },
                SideAbout { id: "b", name: "B" },
                SideAbout { id: "c", name: "C" },
            ],
            nations: &[],
            scenarios: vec![ScenarioAbout::new("all", "", ""), some],
            options: vec![],
        };
        let of = |id: &str| about.sides_of(id).map(|(s, about)| (s.0, about.id)).collect::<Vec<_>>();
        assert_eq!(of("all"), vec![(0, "a"), (1, "b"), (2, "c")]);
        assert_eq!(of("some"), vec![(0, "a"), (2, "c")]);
        assert_eq!((about.board_of("all"), about.board_of("some"), about.board_of("none")), ("x", "y", "x"));
    }

    #[test]
    fn a_refusal_reads_as_rules_and_reasons() {
        let breach = Breach::new("9e", "enemy units hold 1004").at("1004").of("RU III");
        assert_eq!((breach.places.len(), breach.pieces.len()), (1, 1));
        let two = Illegal(vec![breach, Breach::new("9.2a", "no room")]);
        assert_eq!(two.to_string(), "rule 9e: enemy units hold 1004; rule 9.2a: no room");
        assert_eq!(Decision::one(Side(1), "7d", "name").side(), Some(Side(1)));
        let over = Outcome { winner: None, level: "draw", rule: "4f" };
        assert_eq!(Decision::Over(over).side(), None);
    }
}
