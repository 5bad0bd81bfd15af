//! What the Russian or a watcher reads of an event: nothing of units in boxes, and never the number of a Gruppe
//! (tannenberg 18.0i, tannenberg 18.11b).

use crate::Tannenberg;
use crate::action::Event;
use crate::play::DE;
use crate::play::OwnEvent;
use sandtable_core::game::Line;
use sandtable_east::data::UnitId;

impl Tannenberg {
    /// An event as a line for those who may not see into the boxes; none if they hear nothing of it. Every event is
    /// named here, so that a new one is thought about.
    pub(crate) fn event_line_abroad(&self, event: &Event) -> Option<Line> {
        let place = |h| self.any_data().place_title(h);
        let line = |text: String, rule, places: &[u16]| Some(self.line(text, rule, places));
        let german = |u: UnitId| {
            let units = &self.any_data().units;
            units.get(u.index()).is_none_or(|u| u.side == DE)
        };
        match *event {
            Event::OutOfSupply(_, true)
            | Event::Own(OwnEvent::Exchanged(_, _, true))
            | Event::CommandRoll(_, _, _, true)
            | Event::OutOfCommand(_, true)
            | Event::Entrained(_, _, _, true)
            | Event::Detrained(_, true)
            | Event::Displaced { hidden: true, .. }
            | Event::Attrition(_, _, _, true)
            | Event::GivenUp(_, true)
            | Event::ReplacementRoll(_, _, _, true)
            | Event::WentIn(..)
            | Event::CombatOver => None,
            // Where the German sets up stays secret until the set-up is done.
            Event::SetUp(u, _) if german(u) => None,
            // How it went is not told: rail use and what is on a train are hidden (tannenberg 18.32e).
            Event::GruppeWent(_, way, _) => {
                line(format!("a Gruppe goes {}", self.way_text(&way)), "18.31", way.places())
            }
            Event::Placed(_, h) => line(format!("a Gruppe is placed in {}", place(h)), "18.5c", &[h]),
            Event::TakenOff(_, h) => line(format!("a Gruppe is taken off in {}", place(h)), "18.34", &[h]),
            Event::Pretended(_, h, on) => {
                let state = if on { "out of" } else { "in" };
                line(format!("a Gruppe in {} is marked as {state} command", place(h)), "18.35b", &[h])
            }
            Event::Opened(_, h) => line(format!("a Gruppe in {} is opened", place(h)), "18.42b", &[h]),
            // It may lend its shift from inside a box.
            Event::Shifts(hq, n) if german(hq) => {
                line(format!("a German headquarters shifts the column by {n}"), "10.21b", &[])
            }
            Event::Turn(_)
            | Event::PlayerTurn(_)
            | Event::CombatPhase
            | Event::Own(OwnEvent::Order(..))
            | Event::SetUp(..)
            | Event::OutOfSupply(..)
            | Event::Answered(..)
            | Event::Inquired(_)
            | Event::OutOfCommand(..)
            | Event::Yields(_)
            | Event::NoWithdrawal(_)
            | Event::AdvanceOpen
            | Event::TownControl(..)
            | Event::Arrived(..)
            | Event::Shut(_)
            | Event::Detours(_)
            | Event::Own(OwnEvent::WestRoll(..))
            | Event::Own(OwnEvent::ExchangeOrdered)
            | Event::Own(OwnEvent::UnitsCalled)
            | Event::Own(OwnEvent::Exchanged(..))
            | Event::Own(OwnEvent::DutyEnds(_))
            | Event::CommandRoll(..)
            | Event::Marched(..)
            | Event::Entrained(..)
            | Event::Rode(..)
            | Event::Detrained(..)
            | Event::CameOut(..)
            | Event::DummyGone(_)
            | Event::ZoneAnswer(..)
            | Event::Displaced { .. }
            | Event::HqLost(..)
            | Event::HqReduced(_)
            | Event::Attrition(..)
            | Event::GivenUp(..)
            | Event::WithdrawalRoll(..)
            | Event::Withdrew(..)
            | Event::Followed(..)
            | Event::Attacked(_)
            | Event::Shifts(..)
            | Event::Strengths(..)
            | Event::CalledOff
            | Event::CombatRoll(..)
            | Event::Result(..)
            | Event::Chose(..)
            | Event::Lost(..)
            | Event::WallLost(..)
            | Event::FortressFell(_)
            | Event::Eliminated(_)
            | Event::Retreated(..)
            | Event::Advanced(..)
            | Event::AdvanceBarred
            | Event::ReplacementRoll(..)
            | Event::Points(..)
            | Event::Ended(_) => Some(self.event_line(event)),
        }
    }
}
