//! Names of things, and what happened, in words.

pub(crate) mod hands;
mod operands;

use crate::play::land::Position;
use crate::play::{CommonEvent, Engine};
use sandtable_board::AreaId;
use sandtable_core::game::Line;
use sandtable_core::view::Viewer;
use sandtable_ops::calendar::MONTHS;

/// Tenths as they are written: 2.3.
pub(crate) fn tenths(n: i16) -> String {
    format!("{}{}.{}", if n < 0 { "−" } else { "" }, n.abs() / 10, n.abs() % 10)
}

/// A month in words, from months since the year 0.
pub fn month_text(month: u16) -> String {
    format!("{} {}", MONTHS[usize::from(month % 12)], month / 12)
}

impl Engine<'_> {
    /// The short id of an area, as it is typed.
    pub fn area_id(&self, area: AreaId) -> &str {
        self.d.board.parts().areas.get(area.index()).map_or("?", |a| a.id.as_str())
    }

    /// The name of an area.
    pub fn area_name(&self, area: AreaId) -> &str {
        self.d.board.parts().areas.get(area.index()).map_or("?", |a| a.name.as_str())
    }

    /// The id of a power or minor.
    pub fn nation_id(&self, nation: u8) -> &str {
        self.d.nations.get(usize::from(nation)).map_or("nobody", |n| n.id.as_str())
    }

    /// The name of a power or minor.
    pub fn nation_name(&self, nation: u8) -> &str {
        self.d.nations.get(usize::from(nation)).map_or("nobody", |n| n.name.as_str())
    }

    /// The name of a leader.
    pub fn leader_name(&self, leader: usize) -> &str {
        self.d.leaders.get(leader).map_or("?", |l| l.name.as_str())
    }

    /// The id of a block, which says nothing of what is on its face: `au-17`.
    pub fn block_id(&self, p: &Position, block: usize) -> String {
        format!("{}-{block}", self.nation_id(p.corps[block].power).to_lowercase())
    }

    /// A block from behind, for people: its number is how everybody can follow it.
    pub fn back_name(&self, power: u8, block: usize) -> String {
        format!("block {block} of {}", self.nation_name(power))
    }

    /// A corps by the id of its data, for those who know it.
    pub fn block_name(&self, p: &Position, block: usize) -> String {
        p.def(self.d, block).id.clone()
    }

    /// The block of a corps by the id of its data.
    pub fn block_named(&self, p: &Position, id: &str) -> Option<usize> {
        let def = self.d.corps_named(id)?;
        let blocks = (0..self.d.corps.len()).filter(|b| usize::from(p.corps[*b].def) == def);
        // Where others are known by their backs, several blocks pass for a common corps: the one on the map in the hands of its own
        // nation's power is meant.
        let own = p.power_of(self.d.corps[def].nation).unwrap_or(self.d.corps[def].nation);
        blocks.min_by_key(|b| {
            let corps = &p.corps[*b];
            (corps.power != own, corps.spot == crate::play::land::Spot::Off)
        })
    }

    /// What several modules do, as a line.
    pub fn common_line(&self, event: &CommonEvent, viewer: Viewer) -> Line {
        let at = |area: AreaId| vec![self.area_id(area).to_string()];
        let line = |text: String, rule: &'static str, places: Vec<String>| Line { text, rule, places };
        match *event {
            CommonEvent::CorpsLost { block, def, power, area, knows, .. } => {
                // A face that nobody has laid open stays hidden when the counter goes (empires 7.5.2.6.3).
                let open = knows & CommonEvent::ALL_KNOW != 0;
                let known = match viewer {
                    Viewer::All => true,
                    Viewer::Side(side) => open || side.0 < 7 && knows >> side.0 & 1 == 1,
                    Viewer::Watcher => open,
                };
                let who = self.nation_name(power);
                let text = match self.d.corps.get(usize::from(def)).filter(|_| known) {
                    Some(corps) => format!("{} ({who}) is lost", corps.title),
                    None => format!("{} is lost", self.back_name(power, block.into())),
                };
                line(text, "7.3.3.1.2(b)", at(area))
            }
            CommonEvent::Captured { leader, by, .. } => {
                let who = self.leader_name(usize::from(leader));
                line(format!("{who} is a prisoner of {}", self.nation_name(by)), "10.6", vec![])
            }
            CommonEvent::LeaderOff { leader, .. } => {
                let who = self.leader_name(usize::from(leader));
                line(format!("{who} leaves the map and may return later"), "7.4.1.3.3", vec![])
            }
            CommonEvent::SiegeLifted { area } => {
                line(format!("the siege of {} is lifted", self.area_name(area)), "7.5.4", at(area))
            }
            CommonEvent::Points { power, by, rule, .. } => {
                let who = self.nation_name(power);
                let verb = if by > 0 { "gains" } else { "loses" };
                let points = if by.abs() == 1 { "political point" } else { "political points" };
                line(format!("{who} {verb} {} {points}", by.abs()), rule, vec![])
            }
        }
    }
}
