//! The retreat of a force (7.5.2.10.3), over any map given as links.

use super::Who;
use std::collections::VecDeque;

/// Why a force leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// It withdrew before the combat, or from outflankers that did not come.
    Withdrew,
    /// It chose to go after a day; `both` if the enemy did too.
    AfterDay {
        /// Whether both sides leave.
        both: bool,
    },
    /// It was beaten.
    Beaten,
    /// Both sides broke.
    BothBroke,
}

impl Leaving {
    /// Who moves a force that leaves.
    // empires 7.5.2.5.2.3, empires 7.5.2.10.3, empires 7.5.2.10.4.2, empires 7.5.2.13.1
    pub fn mover(self, loser: Who) -> Who {
        if self == Leaving::Beaten { loser.other() } else { loser }
    }

    /// Whether it may be pursued first.
    // empires 7.5.2.12.2, empires 7.5.2.13.1(b)
    pub fn pursued(self) -> bool {
        matches!(self, Leaving::Beaten | Leaving::AfterDay { both: false })
    }
}

/// A way out of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// Where it leads.
    pub to: u16,
    /// Over a crossing arrow.
    pub crossing: bool,
}

/// Distances of all areas to the nearest goal over ways that are no crossings; `u16::MAX` where there is none.
pub fn distances(ways: &[Vec<Way>], goals: &[u16]) -> Vec<u16> {
    let mut out = vec![u16::MAX; ways.len()];
    let mut queue: VecDeque<u16> = VecDeque::new();
    for &goal in goals {
        if let Some(d) = out.get_mut(usize::from(goal)) {
            *d = 0;
            queue.push_back(goal);
        }
    }
    while let Some(area) = queue.pop_front() {
        let next = out[usize::from(area)] + 1;
        for way in ways[usize::from(area)].iter().filter(|w| !w.crossing) {
            if out[usize::from(way.to)] > next {
                out[usize::from(way.to)] = next;
                queue.push_back(way.to);
            }
        }
    }
    out
}

/// Distances for a retreat: to the nearest depot of a power in the force, or without any depot to its nearest capital.
// empires 7.5.2.10.3.1
pub fn towards(ways: &[Vec<Way>], depots: &[u16], capitals: &[u16]) -> Vec<u16> {
    distances(ways, if depots.is_empty() { capitals } else { depots })
}

/// A force on its retreat, all of it together.
// empires 7.5.2.10.3.2
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retreat {
    /// Areas entered, the area of the combat first.
    pub entered: Vec<u16>,
}

/// Whether a retreat goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It stays here.
    Stays,
    /// Enemies are here: it must go on.
    GoesOn,
}

impl Retreat {
    /// A retreat out of an area.
    pub fn from(area: u16) -> Retreat {
        Retreat { entered: vec![area] }
    }

    /// The areas among which the one who moves the force picks; none means that the force surrenders.
    // empires 7.5.2.10.3.4, empires 7.5.2.10.3.5, empires 7.5.2.10.3.6
    pub fn choices(&self, ways: &[Vec<Way>], distance: &[u16], may_enter: impl Fn(u16) -> bool) -> Vec<u16> {
        let Some(&here) = self.entered.last() else { return Vec::new() };
        let open: Vec<u16> = ways[usize::from(here)]
            .iter()
            .filter(|w| !w.crossing && !self.entered.contains(&w.to) && may_enter(w.to))
            .map(|w| w.to)
            .collect();
        let best = open.iter().map(|a| distance[usize::from(*a)]).min();
        open.into_iter().filter(|a| Some(distance[usize::from(*a)]) == best).collect()
    }

    /// Enters an area that was among the choices; `enemies` are unbesieged corps, cossacks, freikorps or a depot garrison.
    // empires 7.5.2.10.3.3
    pub fn enter(&mut self, area: u16, enemies: bool) -> Step {
        self.entered.push(area);
        if enemies { Step::GoesOn } else { Step::Stays }
    }
}
