//! The retreat of a force (7.5.2.10.3), over any map given as links.

use crate::play::land::areaset::AREAS;
use sandtable_ops::ArrayList;

/// A way out of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// Where it leads.
    pub to: u16,
    /// Over a crossing arrow.
    pub crossing: bool,
}

/// The most ways out of an area.
pub const WAYS: usize = 16;

/// Distances of all areas to the nearest goal over ways that are no crossings; `u16::MAX` where there is none.
pub fn distances(ways: &[Vec<Way>], goals: &[u16]) -> [u16; AREAS] {
    let mut out = [u16::MAX; AREAS];
    let mut queue: ArrayList<u16, AREAS> = ArrayList::new();
    for &goal in goals {
        if usize::from(goal) < ways.len() && out[usize::from(goal)] != 0 {
            out[usize::from(goal)] = 0;
            queue.push(goal);
        }
    }
    let mut at = 0;
    while let Some(&area) = queue.get(at) {
        at += 1;
        let next = out[usize::from(area)] + 1;
        for way in ways[usize::from(area)].iter().filter(|w| !w.crossing) {
            if out[usize::from(way.to)] > next {
                out[usize::from(way.to)] = next;
                queue.push(way.to);
            }
        }
    }
    out
}

/// Distances for a retreat: to the nearest depot of a power in the force, or without any depot to its nearest capital.
// empires 7.5.2.10.3.1
pub fn towards(ways: &[Vec<Way>], depots: &[u16], capitals: &[u16]) -> [u16; AREAS] {
    distances(ways, if depots.is_empty() { capitals } else { depots })
}

/// A force on its retreat, all of it together.
// empires 7.5.2.10.3.2
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retreat<'a> {
    /// Areas entered, the area of the combat first.
    pub entered: &'a [u16],
}

impl Retreat<'_> {
    /// The areas among which the one who moves the force picks; none means that the force surrenders.
    // empires 7.5.2.10.3.4, empires 7.5.2.10.3.5, empires 7.5.2.10.3.6
    pub fn choices(
        &self,
        ways: &[Vec<Way>],
        distance: &[u16],
        may_enter: impl Fn(u16) -> bool,
    ) -> ArrayList<u16, WAYS> {
        let Some(&here) = self.entered.last() else { return ArrayList::new() };
        let mut open: ArrayList<u16, WAYS> = ways[usize::from(here)]
            .iter()
            .filter(|w| !w.crossing && !self.entered.contains(&w.to) && may_enter(w.to))
            .map(|w| w.to)
            .collect();
        let best = open.iter().map(|a| distance[usize::from(*a)]).min();
        open.retain(|a| Some(distance[usize::from(*a)]) == best);
        open
    }
}
