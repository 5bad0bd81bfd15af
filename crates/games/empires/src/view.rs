//! What the table draws. Every viewer who may not see all is shown what follows from
//! [`Engine::known`](crate::play::Engine::known), so that nothing can leak.

mod asked;
mod combat;
mod counters;
mod map;
mod standing;

pub(crate) use counters::{depot_id, fleet_id, irregulars_id};

use crate::Empires;
use crate::about::side_id;
use crate::data::POWERS;
use crate::play::Engine;
use crate::play::land::supply::chain;
use crate::play::land::{Chain, NOBODY, Picture, Position};
use crate::position::Phase;
use crate::words::month_text;
use sandtable_core::machine;
use sandtable_core::view::{View, Viewer, side_ids};
use sandtable_core::{Decision, Game};

/// Whether somebody sees the face of a block as it is now.
pub(crate) fn sees(engine: Engine<'_>, p: &Position, viewer: Viewer, block: usize) -> bool {
    match viewer {
        Viewer::All => true,
        Viewer::Side(side) => engine.sees(p, side.0, block),
        Viewer::Watcher => false,
    }
}

/// A position as somebody looks at it.
pub(crate) struct Sight<'a> {
    pub engine: Engine<'a>,
    /// What the viewer knows.
    pub p: &'a Position,
    pub viewer: Viewer,
    /// Who stands where for each power, and the chains of its depots.
    pub supply: Vec<(Picture, Chain)>,
}

impl Sight<'_> {
    /// Whether the face of a block is seen as it is now.
    pub fn sees(&self, block: usize) -> bool {
        sees(self.engine, self.p, self.viewer, block)
    }
}

impl Empires {
    /// The position as a viewer knows it.
    pub(crate) fn known_to(&self, p: &Position, viewer: Viewer) -> Position {
        match viewer {
            Viewer::All => *p,
            Viewer::Side(side) => self.engine().known(p, side.0),
            Viewer::Watcher => self.engine().known(p, NOBODY),
        }
    }

    /// What a viewer who knows this position calls a block: by its face if they see it or everybody has seen it, else by its back.
    pub(crate) fn called(&self, p: &Position, viewer: Viewer, block: usize) -> String {
        let engine = self.engine();
        match sees(engine, p, viewer, block) || p.corps[block].seen {
            true => p.def(&self.d, block).title.clone(),
            false => engine.back_name(p.corps[block].power, block),
        }
    }

    /// A position that a viewer knows, with the supply of every power.
    pub(crate) fn sight<'a>(&'a self, seen: &'a Position, viewer: Viewer) -> Sight<'a> {
        let supply = (0..POWERS as u8).map(|power| {
            let picture = Picture::new(&self.d, seen, power);
            (picture, chain(&self.d, seen, &picture))
        });
        Sight { engine: self.engine(), p: seen, viewer, supply: supply.collect() }
    }

    /// What a viewer sees.
    pub(crate) fn draw(&self, p: &Position, viewer: Viewer) -> View {
        let engine = self.engine();
        let seen = self.known_to(p, viewer);
        let sight = self.sight(&seen, viewer);
        let (deciding, decision, rule) = match machine::decision(&engine, &seen) {
            Decision::Decide { sides, rule, what } => {
                (side_ids(self.about(), sides), self.asked_of(&sight, what), rule)
            }
            Decision::Over(o) => {
                let who = o.winner.map_or("nobody".to_string(), |s| self.about().side_id(s).to_string());
                (vec![], format!("over: {} victory for {who}", o.level), o.rule)
            }
        };
        View {
            board: "empires",
            moment: self.moment(&seen),
            turn: seen.play.turn,
            deciding,
            decision,
            rule,
            counters: self.counters(&sight),
            marks: self.marks(&sight),
            layers: self.layers(&sight),
            combats: self.combats(&sight),
            tracks: self.tracks(&sight),
            victory: self.standings(&sight),
        }
    }

    /// The id of a power as a side; nothing for a minor that nobody controls.
    /// The side that a nation's things are shown under.
    pub(crate) fn side_of(&self, p: &Position, nation: u8) -> &'static str {
        p.power_of(nation).map_or("", |power| side_id(power))
    }

    /// Names of powers, one bit each: `Austria and Russia`.
    pub(crate) fn power_names(&self, powers: u8) -> String {
        let names: Vec<&str> = (0..POWERS as u8)
            .filter(|q| powers >> q & 1 == 1)
            .map(|q| self.d.nations[usize::from(q)].name.as_str())
            .collect();
        names.join(" and ")
    }

    /// Month, whose sequence it is, and the step of it.
    fn moment(&self, p: &Position) -> String {
        let month = month_text(p.month);
        let step = match p.play.phase {
            Phase::Month => "the month begins",
            Phase::Politics => "politics",
            Phase::Combine => "combined movement is announced",
            Phase::Naval => "naval phase",
            Phase::Reinforcement => "reinforcement phase",
            Phase::Slots => "order of play",
            Phase::Begins | Phase::Depots => "depots",
            Phase::Order => "order of the allies",
            Phase::Movement => "movement",
            Phase::Moved => "end of movement",
            Phase::Paying => "depot supply",
            Phase::Besieged => "supply of the besieged",
            Phase::Combats => "combats",
            Phase::Sieges => "sieges",
            Phase::Guerillas => "guerillas",
            Phase::Conquest => "conquest",
            Phase::Count => "the month ends",
            Phase::Over => "the end",
        };
        match p.play.phase {
            Phase::Begins
            | Phase::Depots
            | Phase::Order
            | Phase::Movement
            | Phase::Moved
            | Phase::Paying
            | Phase::Besieged
            | Phase::Combats
            | Phase::Sieges
            | Phase::Guerillas => format!("{month}, {}: {step}", self.power_names(p.play.phasing())),
            _ => format!("{month}, {step}"),
        }
    }
}
