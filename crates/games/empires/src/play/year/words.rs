//! Actions and events in words.

use super::{YearAction, YearEvent, powers};
use crate::play::Engine;
use crate::play::land::position::FleetAt;
use crate::words::month_text;
use sandtable_board::AreaId;
use sandtable_core::game::{Line, Side};
use sandtable_core::view::Viewer;

sandtable_core::action_table! {
    YearAction, Engine<'_>;
    (Done) = "done": "done", "Nothing more in this step";
    (War { on }) on = "war": "war on {on}", "Declare war on {on}";
    (Peace { with }) with = "peace": "peace with {with}", "Offer peace to {with}";
    (Surrender) = "surrender": "surrender", "Surrender to all your enemies";
    (Ally { with }) with = "ally": "ally with {with}", "Offer an alliance to {with}";
    (Break { with }) with = "break": "break with {with}", "Leave the alliance with {with}";
    (Access { to, give: true }) to = "access": "grant access to {to}", "Let {to} enter your territory";
    (Access { to, give: false }) to = "access": "withdraw access from {to}", "Close your territory to {to}";
    (Depots { to, give: true }) to = "depots": "lend depots to {to}", "Let {to} use your depots";
    (Depots { to, give: false }) to = "depots": "deny depots to {to}", "Close your depots to {to}";
    (Straits { to, give: true }) to = "straits": "open straits to {to}", "Open the Dardanelles to {to}";
    (Straits { to, give: false }) to = "straits": "close straits to {to}", "Close the Dardanelles to {to}";
    (Run { yes: true }) = "run": "run it", "Ask to run the minor";
    (Run { yes: false }) = "run": "leave it", "Do not run the minor";
    (Combine { with }) with = "combine": "combine with {with}", "Move together with {with}";
    (Slot { place }) place = "slot": "slot {place}", "Act in slot {place}";
    (Sail { fleet, with: 0, to }) fleet, to = "sail": "sail {fleet} with 0 to {to}", "Sail {fleet} to {to}";
    (Sail { fleet, with, to }) fleet, with, to = "sail":
        "sail {fleet} with {with} to {to}", "Sail {fleet} and {with} more of its stack to {to}";
    (Embark { corps, fleet }) corps, fleet [*corps] = "embark":
        "embark {corps} on {fleet}", "Embark {corps} on {fleet}";
    (Return { leader, corps }) leader, corps [*corps] = "return":
        "return {leader} to {corps}", "{leader} returns to {corps}";
    (Share { from, kind, count, to }) from, kind, count, to [*to] = "share":
        "share {count} {kind} from {from} to {to}", "Put {count} {kind} of the reinforcements into {to}";
    (Place { kind, count, to }) kind, count, to = "place":
        "place {count} {kind} in {to}", "Put {count} new {kind} into {to}";
    // The corps is not on the map yet, so that only its place can be pointed at.
    (Raise { corps, area, kind, count }) corps, area, kind, count [*area] = "raise":
        "raise {corps} at {area} with {count} {kind}", "Raise {corps} at {area} with {count} {kind}";
    (Dissolve { corps }) corps = "dissolve": "dissolve {corps}", "Make {corps} the garrison of its city";
    (Buy { kind, count }) kind, count = "buy": "buy {count} {kind}", "Buy {count} {kind}";
}

impl Engine<'_> {
    pub(crate) fn fleet_place(&self, at: FleetAt) -> String {
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

    /// An event as a viewer may read it; nothing if it is hidden from that viewer.
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
