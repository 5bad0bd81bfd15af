//! What a scenario is to the game.

use crate::data::{Entry, FACTORS, POWERS};
use sandtable_board::AreaId;
use serde::Deserialize;

/// A rule that players may agree on.
#[derive(Clone, Debug, Deserialize)]
pub struct Agreed {
    /// Short id.
    pub id: String,
    /// The case of the rulebook.
    pub rule: String,
    /// Name.
    pub title: String,
    /// What it does.
    pub about: String,
    /// Whether it is on unless somebody says otherwise.
    pub default: bool,
}

/// A side.
#[derive(Clone, Debug)]
pub struct Side {
    /// Short id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Its powers.
    pub powers: Vec<u8>,
    /// Its victory in words, and its decisive victory.
    pub victory: [&'static str; 2],
}

/// A step of the scale of victory: it counts from this margin on, or for all that is left.
#[derive(Clone, Debug, Deserialize)]
pub struct Level {
    /// The least margin.
    pub from: Option<i16>,
    /// The winner, or `draw`.
    pub winner: String,
    /// How clear it is.
    pub level: String,
}

/// A condition that decides a scenario at once.
#[derive(Clone, Debug)]
pub struct AtOnce {
    /// The side that wins, as a row of the sides.
    pub winner: usize,
    /// Whether the victory is decisive.
    pub decisive: bool,
    /// Cities that the winner has to control, or the loser to have lost.
    pub cities: Vec<AreaId>,
    /// The power that has to control none of them; without one the winner has to control all.
    pub loser: Option<u8>,
    /// At the end of this many turns in a row.
    pub turns: u8,
    /// Areas around the cities without an enemy corps outside a city.
    pub clear: u8,
}

/// A minor that changes sides.
#[derive(Clone, Debug)]
pub struct Turncoat {
    /// The minor.
    pub minor: u8,
    /// The city that decides it.
    pub city: AreaId,
    /// The power that it goes over to.
    pub power: u8,
    /// Its corps.
    pub corps: usize,
    /// The factors of the corps when it stands anew.
    pub factors: [u8; FACTORS],
    /// Where it stands anew.
    pub at: AreaId,
}

/// Areas that count as territory of a power while another has no factor there.
#[derive(Clone, Debug)]
pub struct CountsAs {
    /// The areas.
    pub areas: Vec<AreaId>,
    /// Whose territory.
    pub power: u8,
    /// Who ends it.
    pub without: u8,
}

/// A corps counter that stands for another nation's corps.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The counter.
    pub corps: usize,
    /// Whose morale and ratings it has.
    pub nation: u8,
    /// Its movement points.
    pub movement: u8,
    /// The only leader who leads it.
    pub leader: usize,
    /// The areas that it does not leave but in retreat.
    pub areas: Vec<AreaId>,
}

/// A closed area that one power may use, at a price.
#[derive(Clone, Debug)]
pub struct Passage {
    /// The area.
    pub area: AreaId,
    /// Who may.
    pub power: u8,
    /// Political points for the first entry.
    pub points: i8,
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Short id.
    pub id: String,
    /// Name.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The first month, in months since the year 0.
    pub first_month: u16,
    /// How many turns it has.
    pub turns: u16,
    /// Sides.
    pub sides: Vec<Side>,
    /// Powers of each seat.
    pub seats: Vec<Vec<u8>>,
    /// Order of the powers that do not choose their slot (7.1).
    pub order: Vec<u8>,
    /// Powers at war with each power, one bit each.
    pub war: [u8; POWERS],
    /// Allies of each power, one bit each.
    pub allied: [u8; POWERS],
    /// Powers whose depots each power may use (7.4.2.2), one bit each.
    pub depots_of: [u8; POWERS],
    /// The country that each area is part of.
    pub country: Vec<u8>,
    /// Who holds each area: a power, or a minor and with it its controller.
    pub holder: Vec<u8>,
    /// Who controls each nation; powers control themselves.
    pub controller: Vec<Option<u8>>,
    /// Areas that nobody may enter.
    pub closed: Vec<bool>,
    /// Supply sources at the start, by power.
    pub sources: Vec<(u8, Vec<AreaId>)>,
    /// Points for cities at the end.
    pub cities: Vec<(AreaId, i16)>,
    /// Steps of the scale of victory.
    pub levels: Vec<Level>,
    /// Options that may be used.
    pub options: Vec<String>,
    /// Options that are on unless somebody says otherwise.
    pub options_on: Vec<String>,
    /// Depot counters where the scenario changes them.
    pub depot_counters: [Option<u8>; POWERS],
    /// Counters that stand for other nations' corps.
    pub foreign: Vec<Foreign>,
    /// Closed areas that one power may use.
    pub passage: Vec<Passage>,
    /// Conditions that decide it at once.
    pub at_once: Vec<AtOnce>,
    /// Minors that change sides.
    pub changes_side: Vec<Turncoat>,
    /// Areas that count as territory of a power.
    pub counts_as: Option<CountsAs>,
    /// Lengths that players may choose; none for the one length that it has.
    pub lengths: Vec<u16>,
    /// How far factors are shared out around their area.
    pub shared_within: u8,
    /// The margin at the start.
    pub start_margin: Option<i16>,
    /// What stands where and arrives when.
    pub entries: Vec<Entry>,
    /// Whether politics and fleets come before the Land Phase.
    pub(super) grand: bool,
}

impl Scenario {
    /// Whether it is the grand campaign, with politics, fleets and purchases.
    pub fn is_grand(&self) -> bool {
        self.grand
    }
}
