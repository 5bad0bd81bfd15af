//! What forbids an action, before it is put into words: whoever lists what is legal asks for every candidate, and only a
//! player who is refused reads an answer.

use super::Engine;
use crate::land::depots::NoDepot;
use crate::land::garrison::NoChange;
use crate::land::movement::NoStep;
use sandtable_board::AreaId;
use sandtable_core::game::Breach;

/// A rule that forbids something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The rule's number.
    pub rule: &'static str,
    why: Why,
    at: Option<AreaId>,
}

/// Why it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// In a plain sentence.
    #[error("{0}")]
    Plain(&'static str),
    /// A step that cannot be taken.
    #[error(transparent)]
    Step(#[from] NoStep),
    /// Factors that stay where they are.
    #[error(transparent)]
    Change(#[from] NoChange),
    /// A depot that cannot be placed or removed.
    #[error(transparent)]
    Depot(#[from] NoDepot),
    /// Something else is asked.
    #[error("this cannot be done now; what is asked is: {0}")]
    Asked(&'static str),
    /// There are so many slots.
    #[error("there are slots from 1 to {0}")]
    Slots(u8),
}

impl From<&'static str> for Why {
    fn from(plain: &'static str) -> Why {
        Why::Plain(plain)
    }
}

impl Bar {
    /// Something else is asked, to be replaced by the rule of that.
    pub(super) const UNASKED: Bar = Bar { rule: "", why: Why::Plain("this is not what is asked"), at: None };

    /// What a rule forbids.
    pub fn new(rule: &'static str, why: impl Into<Why>) -> Bar {
        Bar { rule, why: why.into(), at: None }
    }

    /// Concerning an area.
    pub fn at(self, area: AreaId) -> Bar {
        Bar { at: Some(area), ..self }
    }
}

impl Engine<'_> {
    /// A refusal in words.
    pub(super) fn breach(&self, bar: Bar) -> Breach {
        let breach = Breach::new(bar.rule, bar.why.to_string());
        match bar.at {
            Some(area) => breach.at(self.area_id(area)),
            None => breach,
        }
    }
}
