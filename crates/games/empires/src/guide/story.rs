//! The story of combats, sieges, hunger, foraging and guerillas, part by part, for a viewer: corps that nobody has laid open go by
//! their backs, chits are told when both are shown.

mod city;
mod field;
mod land;

use crate::Empires;
use crate::about::side_id;
use crate::data::POWERS;
use crate::play::land::{NOBODY, Position};
use crate::play::{CommonEvent, Event};
use sandtable_board::AreaId;
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::{Factor, Force};
use sandtable_core::view::Viewer;

/// A row of a sum.
fn row(value: impl Into<i16>, why: impl Into<String>, rule: &'static str) -> Factor {
    Factor { value: value.into(), why: why.into(), rule }
}

/// What is added up, without the rows that add nothing.
fn sum(name: impl Into<String>, rows: Vec<Factor>) -> BattlePart {
    let total = rows.iter().map(|r| r.value).sum();
    let rows =
        rows.into_iter().enumerate().filter(|(i, r)| *i == 0 || r.value != 0).map(|(_, r)| r).collect();
    BattlePart::Sum { name: name.into(), rows, total }
}

/// What came of it.
fn result(text: impl Into<String>, rule: &'static str) -> BattlePart {
    BattlePart::Result { text: text.into(), rule }
}

/// All who stand there add up to a total; to a single row where not all of them are known.
fn roll_call(name: String, forces: &[Force], total: u16, rule: &'static str) -> BattlePart {
    let total = i16::try_from(total).unwrap_or(i16::MAX);
    let rows: Vec<Factor> = forces.iter().map(|f| row(f.strength, f.name.clone(), rule)).collect();
    if rows.iter().map(|r| r.value).sum::<i16>() == total {
        BattlePart::Sum { name, rows, total }
    } else {
        BattlePart::Sum { name, rows: vec![row(total, "all who are left", rule)], total }
    }
}

impl Empires {
    /// What an event adds to the story of a battle.
    pub(super) fn story(&self, before: &Position, event: &Event, viewer: Viewer) -> Vec<BattlePart> {
        match event {
            Event::Fight(event) => self.field_story(before, event, viewer),
            Event::Siege(event) => self.siege_story(before, event, viewer),
            Event::March(event) => self.land_story(before, event, viewer),
            Event::Common(event) => self.common_story(before, event, viewer).into_iter().collect(),
            Event::Year(_) | Event::Loss(_) => vec![],
        }
    }

    fn spot(&self, area: AreaId) -> String {
        self.engine().spot(area).unwrap_or_default()
    }

    /// A throw of a nation's dice; a minor's are its controller's.
    fn roll(&self, p: &Position, nation: u8, what: impl Into<String>, die: u8) -> BattlePart {
        let side = p.power_of(nation).map_or("", side_id);
        BattlePart::Roll { side, what: what.into(), dice: vec![die] }
    }

    /// What became of something of a power's.
    fn fate(kind: FateKind, power: u8, text: impl Into<String>) -> BattlePart {
        let side = side_id(power);
        BattlePart::Fate { kind, side, piece: String::new(), text: text.into(), places: vec![] }
    }

    /// What happens to corps, leaders and points in a combat. Viewers read of a corps what they know of its face.
    fn common_story(&self, before: &Position, event: &CommonEvent, viewer: Viewer) -> Option<BattlePart> {
        let text = || Some(self.engine().common_line(event, viewer).text);
        Some(match *event {
            CommonEvent::CorpsLost { block, power, fought: true, .. } => BattlePart::Fate {
                kind: FateKind::Destroyed,
                side: side_id(power),
                piece: self.engine().block_id(before, block.into()),
                text: text()?,
                places: vec![],
            },
            CommonEvent::Captured { leader, fought: true, .. } => {
                self.leader_fate(before, leader.into(), FateKind::Destroyed, text()?)
            }
            CommonEvent::LeaderOff { leader, fought: true } => {
                self.leader_fate(before, leader.into(), FateKind::Other, text()?)
            }
            CommonEvent::Points { power, fought: true, .. } => Self::fate(FateKind::Other, power, text()?),
            _ => return None,
        })
    }

    fn leader_fate(&self, before: &Position, leader: usize, kind: FateKind, text: String) -> BattlePart {
        let power = self.engine().master(before, leader).unwrap_or(NOBODY);
        let piece = self.d.leaders.get(leader).map_or(String::new(), |l| l.id.clone());
        BattlePart::Fate { kind, side: side_id(power), piece, text, places: vec![] }
    }

    /// The first of some powers, one bit each.
    fn first_of(powers: u8) -> u8 {
        (0..POWERS as u8).find(|q| powers >> q & 1 == 1).unwrap_or(NOBODY)
    }
}
