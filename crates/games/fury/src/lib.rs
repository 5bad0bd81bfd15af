//! 1914: Fury in the East. The modules follow the rulebook: set-up (6), sequence (5, 7, 8), movement (9), combat (10),
//! retreat and sieges (10.3.2–10.5), supply (11.2), administrative phase (11.3–12). Numbers after `fury` in comments are
//! those of the rule catalogue.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod action;
mod admin;
mod arrival;
mod battle;
mod begin;
pub mod bot;
mod charts;
mod close_in;
mod combat;
pub mod data;
mod declare;
mod duty;
mod entry;
mod file;
pub mod group;
mod guide;
pub mod hexset;
mod movement;
mod old_file;
mod path;
pub mod pieces;
mod play;
pub mod position;
mod refusal;
mod refuse;
mod retreat;
mod saved;
pub mod sequence;
mod setup;
mod sound;
mod supply;
pub mod tables;
mod typed;
mod view;
mod ways;
pub mod words;
mod write;

pub use action::{Action, Ending, Event};
pub use combat::Modifiers;
pub use position::Position;

use bot::Weights;
use data::{Data, FILES, Files};
use duty::Leaves;
use pieces::{CP, RU};
use position::{enemy, reading};
use sandtable_core::catalogue::{self, Rule};
use sandtable_core::game::{
    About, BoardFile, Colours, Line, NationAbout, OptionAbout, ScenarioAbout, SideAbout,
};
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting};
use sandtable_core::view::{View, Viewer};
use sandtable_core::{Dice, Game, Options, Side, machine};
use sequence::Step;
use std::sync::LazyLock;

/// fury 2.1a: Russian brown, German green, Austrian blue.
const NATIONS: &[NationAbout] = &[
    NationAbout {
        id: "ru",
        words: &["Russia", "Russian"],
        colours: Colours::light("#b79a55", "#dcc78e", "#6d5212"),
    },
    NationAbout {
        id: "de",
        words: &["Germany", "German"],
        colours: Colours::light("#93ab8a", "#c3d2bb", "#2f5a34"),
    },
    NationAbout {
        id: "ah",
        words: &["Austria-Hungary", "A-H"],
        colours: Colours::light("#93c0e2", "#cbe2f3", "#1d5c91"),
    },
];

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    id: "fury",
    title: "1914: Fury in the East",
    about: "Corps and armies from East Prussia to Galicia, August to December 1914. Two players, nine turns, one die; \
            fortresses decide.",
    board: "fury",
    open: true,
    rules_version: 3,
    sides: &[SideAbout { id: "ru", name: "Russia" }, SideAbout { id: "cp", name: "Central Powers" }],
    nations: NATIONS,
    scenarios: vec![ScenarioAbout::new(
        "campaign",
        "August to December 1914",
        "The whole war of movement in the east, from East Prussia to Galicia, in nine turns.",
    )],
    options: vec![
        OptionAbout::new(
            "setup",
            &["historical", "free"],
            "historical: everything stands where it stood; free: each side places its armies by the rules",
        ),
        OptionAbout::new(
            "besiegers",
            &["free", "tied"],
            "free: besieging units may attack hexes beside their siege; tied: they may not",
        ),
        OptionAbout::new(
            "fronts",
            &["armies", "map"],
            "whom an activated front may attack; armies: units whose army is of the same front; map: units on \
             its side of Warsaw",
        ),
        OptionAbout::ends(),
    ],
});

/// The game with its data.
#[derive(Clone)]
pub struct Fury {
    /// Everything that never changes.
    pub data: Data,
    /// What its players weigh.
    pub weights: Weights,
}

impl Fury {
    /// Its board.
    pub const BOARDS: &[BoardFile] = &[BoardFile { id: "fury", text: FILES.board }];

    /// The game with the data that come with the program.
    pub fn new() -> Result<Fury, String> {
        Fury::with(&FILES)
    }

    /// The game with other data files.
    pub fn with(files: &Files<'_>) -> Result<Fury, String> {
        Ok(Fury {
            data: Data::read(files)?,
            weights: Weights::read(files.bot, files.planner).map_err(|e| e.to_string())?,
        })
    }

    /// The rule catalogue.
    pub fn rules() -> Vec<Rule> {
        catalogue::catalogue(include_str!("../data/rules.tsv"))
    }

    /// The readings that options name.
    fn readings(&self, options: &Options) -> Result<u8, String> {
        let mut readings = 0;
        for (name, value) in options {
            let about = ABOUT.options.iter().find(|o| o.name == *name).ok_or_else(|| {
                let known: Vec<&str> = ABOUT.options.iter().map(|o| o.name.as_str()).collect();
                format!("there is no option `{name}`; fury has {}", known.join(", "))
            })?;
            if !about.values.contains(value) {
                return Err(format!("{name} is {}, not `{value}`", about.values.join(" or ")));
            }
            readings |= match (name.as_str(), value.as_str()) {
                ("besiegers", "tied") => reading::TIED_BESIEGERS,
                ("fronts", "map") => reading::FRONTS_BY_MAP,
                ("ends", "player") => reading::PLAYER_ENDS,
                _ => 0,
            };
        }
        Ok(readings)
    }
}

impl Game for Fury {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn start(&self, scenario: &str, options: &Options, dice: &mut dyn Dice) -> Result<Position, String> {
        if scenario != "campaign" {
            return Err(format!("there is no scenario `{scenario}`; fury has campaign"));
        }
        let mut p = Position::empty(&self.data);
        let mut events = Vec::new();
        p.readings = self.readings(options)?;
        match options.get("setup").map(String::as_str) {
            None | Some("historical") => {
                self.deploy(&mut p);
                self.begin_game(&mut p, &mut events);
            }
            Some("free") => {
                self.gather(&mut p);
                p.steps.push(Step::SetUp(CP));
            }
            Some(other) => return Err(format!("setup is historical or free, not `{other}`")),
        }
        machine::run(self, &mut p, dice, &mut events);
        Ok(p)
    }

    fn lines_of(&self, text: &str) -> Option<String> {
        old_file::lines_of_toml(text)
    }

    fn place(&self, setting: Setting<'_>, file: &PositionFile<'_>, faults: &mut Faults) -> Option<Position> {
        let mut p = self.place_file(file, faults)?;
        p.readings = faults.take(0, self.readings(setting.options))?;
        Some(p)
    }

    fn begin_phase(
        &self,
        _: Setting<'_>,
        p: &mut Position,
        file: &PositionFile<'_>,
        dice: &mut dyn Dice,
        faults: &mut Faults,
    ) {
        self.begin_file(p, file, dice, faults);
    }

    fn write_position(&self, p: &Position, out: &mut PositionLines) {
        self.write_file(p, out);
    }

    sandtable_core::by_modules!(game, p => *game);

    fn sample(
        &self,
        p: &Position,
        side: Side,
        pick: &mut dyn FnMut(usize) -> usize,
        scratch: &mut Vec<Action>,
    ) -> Option<Action> {
        if self.to_decide(p).side() != Some(side) {
            return None;
        }
        if p.steps.top() == Step::Moves {
            // One mover, then one of its hexes: listing every move of the front would be dear.
            let count = self.movers(p).count();
            let chosen = pick(count + 1);
            if let Some(piece) = self.movers(p).nth(chosen) {
                let reach = self.reach(p, piece);
                let mut hexes = reach.all();
                while !hexes.is_empty() {
                    let hex = hexes.nth(pick(hexes.len()))?;
                    let rail = !reach.foot.has(hex);
                    if self.gives_up(p, Leaves { piece, hex, rail }).is_none() {
                        return Some(Action::Move(piece, hex));
                    }
                    hexes.remove(hex);
                }
            }
            return Some(self.must_close_in(p).map_or(Action::EndMoves, |(_, first)| first));
        }
        if let Step::SetUp(side) = p.steps.top()
            && let Some((piece, hex)) = self.any_placement(p, side, pick)
        {
            return Some(Action::SetUp(piece, hex));
        }
        scratch.clear();
        machine::list(self, p, side, scratch);
        if scratch.is_empty() { None } else { Some(scratch[pick(scratch.len())]) }
    }

    fn describe(&self, p: &Position, action: &Action) -> String {
        self.action_text(p, action)
    }

    fn parse(&self, p: &Position, words: &str) -> Option<Action> {
        self.action_from(p, words)
    }

    fn tell(&self, event: &Event) -> Line {
        self.event_line(event)
    }

    fn outcome(&self, _before: &Position, _after: &Position, events: &[Event]) -> String {
        self.outcome_text(events)
    }

    fn view(&self, p: &Position, _viewer: Viewer) -> View {
        self.draw(p)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        let lost = |n: pieces::Nation| self.eliminated(p, n).count() as i64;
        vec![
            ("turn", i64::from(p.turn) + 1),
            ("net_ru", i64::from(p.net(&self.data, RU))),
            ("lost_ru", lost(pieces::Nation::Ru)),
            ("lost_ah", lost(pieces::Nation::Ah)),
            ("lost_de", lost(pieces::Nation::De)),
        ]
    }

    fn sound(&self, p: &Position) -> Result<(), String> {
        self.find_unsound(p)
    }
}

/// The sides, for whoever uses the game from outside.
pub const SIDES: [Side; 2] = [Side(RU), Side(CP)];

/// The other side.
pub fn other(side: Side) -> Side {
    Side(enemy(side.0))
}
