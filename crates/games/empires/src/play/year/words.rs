//! Actions and events in words.

use super::{Target, YearAction, YearEvent, powers};
use crate::land::Position;
use crate::land::position::{CORPS, FleetAt};
use crate::play::Engine;
use crate::words::month_text;
use sandtable_board::AreaId;
use sandtable_core::game::{Line, Side};
use sandtable_core::view::Viewer;

impl Engine<'_> {
    fn corps_word(&self, p: &Position, block: u8) -> String {
        if usize::from(block) < CORPS { self.block_name(p, usize::from(block)) } else { "?".to_string() }
    }

    fn target_word(&self, p: &Position, to: Target) -> String {
        match to {
            Target::City(a) => format!("city {}", self.area_id(a)),
            Target::Depot(a) => format!("depot {}", self.area_id(a)),
            Target::Corps(c) => format!("corps {}", self.corps_word(p, c)),
        }
    }

    fn fleet_word(&self, at: FleetAt) -> String {
        match at {
            FleetAt::Off => "nowhere".to_string(),
            FleetAt::Port(a) => format!("port {}", self.area_id(a)),
            FleetAt::Box(a) => format!("box {}", self.area_id(a)),
            FleetAt::Sea(s) => {
                let sea = self.d.board.parts().seas.get(s.index());
                format!("sea {}", sea.map_or("?", |s| s.id.as_str()))
            }
        }
    }

    /// An action in words.
    pub fn year_text(&self, p: &Position, action: YearAction) -> String {
        let who = |n: u8| self.nation_id(n).to_lowercase();
        let corps = |c: u8| self.corps_word(p, c);
        let give = |g: bool, yes: &str, no: &str| if g { yes.to_string() } else { no.to_string() };
        match action {
            YearAction::Done => "done".to_string(),
            YearAction::War { on } => format!("war on {}", who(on)),
            YearAction::Peace { with } => format!("peace with {}", who(with)),
            YearAction::Surrender => "surrender".to_string(),
            YearAction::Ally { with } => format!("ally with {}", who(with)),
            YearAction::Break { with } => format!("break with {}", who(with)),
            YearAction::Access { to, give: g } => {
                format!("{} {}", give(g, "grant access to", "withdraw access from"), who(to))
            }
            YearAction::Depots { to, give: g } => {
                format!("{} {}", give(g, "lend depots to", "deny depots to"), who(to))
            }
            YearAction::Straits { to, give: g } => {
                format!("{} {}", give(g, "open straits to", "close straits to"), who(to))
            }
            YearAction::Run { yes } => give(yes, "run it", "leave it"),
            YearAction::Combine { with } => format!("combine with {}", who(with)),
            YearAction::Slot { place } => format!("slot {place}"),
            YearAction::Sail { fleet, with, to } => {
                format!("sail {fleet} with {with} to {}", self.fleet_word(to))
            }
            YearAction::Embark { corps: c, fleet } => format!("embark {} on {fleet}", corps(c)),
            YearAction::Return { leader, corps: c } => {
                let id = self.d.leaders.get(usize::from(leader)).map_or("?", |l| l.id.as_str());
                format!("return {id} to {}", corps(c))
            }
            YearAction::Share { from, kind, count, to } => {
                format!("share {count} {} from {from} to {}", kind.id(), self.target_word(p, to))
            }
            YearAction::Place { kind, count, to } => {
                format!("place {count} {} in {}", kind.id(), self.target_word(p, to))
            }
            YearAction::Raise { corps: c, area, kind, count } => {
                format!("raise {} at {} with {count} {}", corps(c), self.area_id(area), kind.id())
            }
            YearAction::Dissolve { corps: c } => format!("dissolve {}", corps(c)),
            YearAction::Buy { kind, count } => format!("buy {count} {}", kind.id()),
        }
    }

    fn fleet_place(&self, at: FleetAt) -> String {
        match at {
            FleetAt::Off => "the bottom of the sea".to_string(),
            FleetAt::Port(a) => format!("the port of {}", self.area_name(a)),
            FleetAt::Box(a) => format!("the blockade of {}", self.area_name(a)),
            FleetAt::Sea(s) => {
                let sea = self.d.board.parts().seas.get(s.index());
                sea.map_or("?", |s| s.name.as_str()).to_string()
            }
        }
    }

    /// An event as a viewer may read it; nothing if it is hidden from him.
    pub fn year_line(&self, event: &YearEvent, viewer: Viewer) -> Option<Line> {
        let who = |n: u8| self.nation_name(n);
        let at = |a: AreaId| vec![self.area_id(a).to_string()];
        let name = |a: AreaId| self.area_name(a);
        // Faces and factors are for their own power.
        let mine = |power: u8| viewer == Viewer::All || viewer == Viewer::Side(Side(power));
        let corps = |def: u8, power: u8| match self.d.corps.get(usize::from(def)) {
            Some(c) if mine(power) => c.title.clone(),
            _ => format!("a corps of {}", who(power)),
        };
        let (text, rule, places) = match *event {
            YearEvent::Month { month } => (month_text(month), "7.1.3", vec![]),
            YearEvent::Chosen { power } => (format!("{} has chosen", who(power)), "7.1.2", vec![]),
            YearEvent::War { power, on } => {
                (format!("{} declares war on {}", who(power), who(on)), "4", vec![])
            }
            YearEvent::Peace { a, b } => (format!("{} and {} make peace", who(a), who(b)), "4", vec![]),
            YearEvent::Surrender { power } => {
                (format!("{} surrenders to all its enemies", who(power)), "4", vec![])
            }
            YearEvent::Allied { a, b } => (format!("{} and {} are allies", who(a), who(b)), "4", vec![]),
            YearEvent::Broken { power, with } => {
                (format!("{} leaves its alliance with {}", who(power), who(with)), "4", vec![])
            }
            YearEvent::Leave { power, to, what, give } => {
                let what = ["access to its territory", "the use of its depots", "the Dardanelles"]
                    [usize::from(what.min(2))];
                let verb = if give { "grants" } else { "denies" };
                (format!("{} {verb} {} {what}", who(power), who(to)), "10.3", vec![])
            }
            YearEvent::AccessEnds { power, of } => (
                format!(
                    "{} has no longer access to the territory of {} and must leave it",
                    who(power),
                    who(of)
                ),
                "10.3",
                vec![],
            ),
            YearEvent::Runner { minor, power } if usize::from(power) < crate::data::POWERS => {
                (format!("{} is run by {}", who(minor), who(power)), "4", vec![])
            }
            YearEvent::Runner { minor, .. } => {
                (format!("nobody runs {}; its forces defend their cities", who(minor)), "4", vec![])
            }
            YearEvent::RunnerDie { power, die } => (format!("{} rolls {die}", who(power)), "4", vec![]),
            YearEvent::Together { powers: list } => {
                let names: Vec<&str> = powers(list).map(who).collect();
                (format!("{} move together", names.join(" and ")), "7.1.2", vec![])
            }
            YearEvent::Slot { place } => (format!("France acts in slot {place}"), "7.1", vec![]),
            YearEvent::Sailed { power, count, to } => {
                let fleets = if count == 1 { "a fleet".to_string() } else { format!("{count} fleets") };
                (format!("{fleets} of {} sails to {}", who(power), self.fleet_place(to)), "6", vec![])
            }
            YearEvent::GaveWay { power, to } => {
                (format!("a fleet of {} gives way to {}", who(power), self.fleet_place(to)), "6", vec![])
            }
            YearEvent::Embarked { power, def, area } => {
                (format!("{} goes aboard at {}", corps(def, power), name(area)), "6", at(area))
            }
            YearEvent::Money { power, money } => {
                (format!("{} receives {money} money points", who(power)), "5", vec![])
            }
            YearEvent::Corps { power, def, area } => {
                (format!("{} arrives at {}", corps(def, power), name(area)), "5", at(area))
            }
            YearEvent::Leader { leader, area } => {
                let leader = self.leader_name(usize::from(leader));
                (format!("{leader} arrives at {}", name(area)), "5", at(area))
            }
            YearEvent::Irregulars { power, count, area } => {
                (format!("{count} irregulars of {} arrive at {}", who(power), name(area)), "5", at(area))
            }
            YearEvent::Garrison { power, kind, count, area, city } => {
                let place = if city { "the city of" } else { "the depot of" };
                let text =
                    format!("{count} {} of {} come to {place} {}", kind.name(), who(power), name(area));
                (text, "5", at(area))
            }
            YearEvent::Filled { power, def, kind, count, area } => {
                if !mine(power) {
                    return None;
                }
                let text = format!("{count} {} join {} at {}", kind.name(), corps(def, power), name(area));
                (text, "5", at(area))
            }
            YearEvent::Dissolved { power, def, area } => {
                let text = format!("{} becomes the garrison of {}", corps(def, power), name(area));
                (text, "5", at(area))
            }
            YearEvent::Bought { power, kind, count } => {
                (format!("{} raises {count} {}", who(power), kind.name()), "5", vec![])
            }
            YearEvent::Home { power, count, area } => {
                (format!("{count} factors of {} leave {}", who(power), name(area)), "4", at(area))
            }
            YearEvent::Turned { minor, power } => {
                (format!("{} goes over to {}", who(minor), who(power)), super::count::RULE, vec![])
            }
            YearEvent::AtOnce { winner } => (format!("{} has won", who(winner)), super::count::RULE, vec![]),
            YearEvent::Total { power, points, total } => {
                (format!("{} scores {points} and has {total}", who(power)), super::count::RULE, vec![])
            }
        };
        Some(Line { text, rule, places })
    }
}
