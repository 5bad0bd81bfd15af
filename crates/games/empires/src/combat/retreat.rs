//! The retreat of a force (7.5.2.10.3), over any map given as links.

use std::collections::VecDeque;

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

impl Retreat {
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
}
