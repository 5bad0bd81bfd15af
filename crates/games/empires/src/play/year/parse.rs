//! Words back into actions.

use super::state::Wares;
use super::{Target, YearAction};
use crate::land::Position;
use crate::land::position::FleetAt;
use crate::play::Engine;

impl Engine<'_> {
    fn target_from(&self, p: &Position, kind: &str, id: &str) -> Option<Target> {
        match kind {
            "city" => self.d.area(id).map(Target::City),
            "depot" => self.d.area(id).map(Target::Depot),
            "corps" => self.block_named(p, id).map(|b| Target::Corps(b as u8)),
            _ => None,
        }
    }

    fn fleet_from(&self, kind: &str, id: &str) -> Option<FleetAt> {
        match kind {
            "port" => self.d.area(id).map(FleetAt::Port),
            "box" => self.d.area(id).map(FleetAt::Box),
            "sea" => self.d.sea(id).map(FleetAt::Sea),
            _ => None,
        }
    }

    /// An action from its words, legal or not.
    pub fn year_parse(&self, p: &Position, words: &str) -> Option<YearAction> {
        let lower = words.to_lowercase();
        let list: Vec<&str> = lower.split_whitespace().collect();
        let nation = |id: &str| self.d.nation(&id.to_uppercase());
        let block = |id: &str| self.block_named(p, id).map(|b| b as u8);
        let number = |text: &str| text.parse::<u8>().ok();
        let ware = |id: &str| Wares::ALL.into_iter().find(|w| w.id() == id || w.name() == id);
        Some(match list[..] {
            ["done"] => YearAction::Done,
            ["surrender"] => YearAction::Surrender,
            ["war", "on", on] => YearAction::War { on: nation(on)? },
            ["peace", "with", q] => YearAction::Peace { with: nation(q)? },
            ["ally", "with", q] => YearAction::Ally { with: nation(q)? },
            ["break", "with", q] => YearAction::Break { with: nation(q)? },
            ["grant", "access", "to", q] => YearAction::Access { to: nation(q)?, give: true },
            ["withdraw", "access", "from", q] => YearAction::Access { to: nation(q)?, give: false },
            ["lend", "depots", "to", q] => YearAction::Depots { to: nation(q)?, give: true },
            ["deny", "depots", "to", q] => YearAction::Depots { to: nation(q)?, give: false },
            ["open", "straits", "to", q] => YearAction::Straits { to: nation(q)?, give: true },
            ["close", "straits", "to", q] => YearAction::Straits { to: nation(q)?, give: false },
            ["run", "it"] => YearAction::Run { yes: true },
            ["leave", "it"] => YearAction::Run { yes: false },
            ["combine", "with", q] => YearAction::Combine { with: nation(q)? },
            ["slot", n] => YearAction::Slot { place: number(n)? },
            ["sail", f, "with", w, "to", kind, id] => {
                YearAction::Sail { fleet: number(f)?, with: number(w)?, to: self.fleet_from(kind, id)? }
            }
            ["embark", c, "on", f] => YearAction::Embark { corps: block(c)?, fleet: number(f)? },
            ["return", l, "to", c] => {
                let named = |x: &crate::data::LeaderDef| x.name.to_lowercase() == l;
                let leader = self.d.leader_named(l).or_else(|| self.d.leaders.iter().position(named))?;
                YearAction::Return { leader: leader as u8, corps: block(c)? }
            }
            ["share", n, w, "from", from, "to", kind, id] => YearAction::Share {
                from: number(from)?,
                kind: ware(w)?,
                count: number(n)?,
                to: self.target_from(p, kind, id)?,
            },
            ["place", n, w, "in", kind, id] => {
                YearAction::Place { kind: ware(w)?, count: number(n)?, to: self.target_from(p, kind, id)? }
            }
            ["raise", c, "at", a, "with", n, w] => YearAction::Raise {
                corps: block(c)?,
                area: self.d.area(a)?,
                kind: ware(w)?,
                count: number(n)?,
            },
            ["dissolve", c] => YearAction::Dissolve { corps: block(c)? },
            ["buy", n, w] => YearAction::Buy { kind: ware(w)?, count: number(n)? },
            _ => return None,
        })
    }
}
