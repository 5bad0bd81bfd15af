//! Which events lawfully show a power something that was hidden from it.

use crate::Empires;
use crate::play::fight::FightEvent;
use crate::play::loss::LossEvent;
use crate::play::loss::state::Why;
use crate::play::march::MarchEvent;
use crate::play::siege::SiegeEvent;
use crate::play::year::YearEvent;
use crate::play::{CommonEvent, Event};
use sandtable_core::Side;

impl Empires {
    /// Whether an event shows a side something of corps whose faces it does not see.
    pub(crate) fn reveals_to(&self, event: &Event, to: Side) -> bool {
        match *event {
            Event::Year(e) => match e {
                YearEvent::Dissolved { power, .. } => power != to.0,
                YearEvent::Turned { .. } => true,
                // Friends see each other's faces, and the power that runs a minor sees its faces.
                YearEvent::Runner { power, .. } => power == to.0,
                YearEvent::Allied { a, b } => a == to.0 || b == to.0,
                _ => false,
            },
            Event::March(e) => match e {
                // How many points a corps has left tells what it is, and where dropped factors pay it could not bear the loss
                // itself (empires 7.4.1.3.1).
                MarchEvent::Forage { power, unused, dropped, .. } => {
                    power != to.0 && (unused > 0 || dropped > 0)
                }
                // Whose factors a corps drops tells whose it is (empires 7.3.3.3).
                MarchEvent::Garrison { power, nation, .. } => nation != power && power != to.0,
                // Crowded cities have less room for a depot garrison.
                MarchEvent::Removed { lost, .. } | MarchEvent::Burnt { lost, .. } => lost > 0,
                // The die of the besieged counts all who are inside (empires 7.4.5.1).
                MarchEvent::Hunger { .. } | MarchEvent::Starved { .. } => true,
                _ => false,
            },
            Event::Fight(e) => match e {
                // Among leaders of equal rank the larger force commands (10.6.1.1).
                FightEvent::Command { disputed, .. } => disputed,
                FightEvent::Tossed { .. } => true,
                FightEvent::Withdraws { more, .. } => more != 0,
                FightEvent::Opened { .. } | FightEvent::Suffered { .. } => true,
                FightEvent::Surrenders { .. } | FightEvent::Joins { .. } => true,
                FightEvent::Garrisons { power, .. } => power != to.0,
                // A corps rolls against a rating of its own.
                FightEvent::Helps { leader, .. } => leader == crate::play::fight::state::NONE,
                _ => false,
            },
            Event::Siege(e) => matches!(
                e,
                // A thin garrison helps the besieger (empires 7.5.4.1.1.2).
                SiegeEvent::Attempt { .. }
                    | SiegeEvent::Begins { .. }
                    // Losses of a round show when the last side has chosen (empires 7.5.2.9.2).
                    | SiegeEvent::Round { .. }
                    | SiegeEvent::Resumes { .. }
                    | SiegeEvent::Freed { .. }
                    | SiegeEvent::Falls { .. }
                    | SiegeEvent::Garrisons { .. }
                    | SiegeEvent::NoWayOut { .. }
                    // Whose corps leave with a minor shows (empires 7.7).
                    | SiegeEvent::Conquered { .. }
                    | SiegeEvent::MarchesOff { .. }
            ),
            // What of a garrison is left, when its owner has chosen between it and corps, shows.
            Event::Loss(LossEvent::Lost { power, why, .. }) => {
                power != to.0 && matches!(why, Why::Besieged | Why::Sortie)
            }
            // It held no more than was lost.
            Event::Common(CommonEvent::CorpsLost { knows, .. }) => to.0 >= 7 || knows >> to.0 & 1 == 0,
            Event::Common(_) => false,
        }
    }
}
