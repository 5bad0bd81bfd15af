//! Guards for the depots that feed the armies: one corps for each that the enemy can reach.

use super::{Army, Draft, Roster, find_reach};
use crate::bot::mood::Mood;
use crate::bot::picture::{Front, worth};
use crate::play::land::{movement, supply};
use sandtable_board::AreaId;
use sandtable_ops::ArrayList;

/// Depots that are looked at in one sequence.
const POSTS: usize = 12;
/// An enemy who could send less than this is no threat.
const RAID: f32 = 3.0;
/// The part of the enemies near by that a guard must be able to face: seldom do all of them come.
const FACES: f32 = 0.7;

/// A depot that wants a guard, and the part of the armies that starves without it.
type Post = (AreaId, f32);

/// Who could guard it: the army, its corps, and what the corps is worth.
type Choice = (usize, usize, f32);

impl Front<'_> {
    /// The depots that the enemy can reach and that armies live on, most needed first.
    fn posts(&self, armies: &[Army]) -> ArrayList<Post, POSTS> {
        let (d, p) = (self.e.d, self.p);
        let all: f32 = armies.iter().map(|a| a.strength).sum();
        let mut out: ArrayList<Post, POSTS> = ArrayList::new();
        for depot in self.chain.areas.iter().filter(|a| self.threat[a.index()] >= RAID).take(POSTS) {
            let mut lost = self.pic;
            lost.enemy_field.put(depot);
            lost.friends.take(depot);
            // A raid burns it.
            let mut rest = supply::chain(d, p, &lost);
            rest.areas.take(depot);
            let starves = |army: &&Army| {
                let fed = |at| supply::distance(d, p, &self.pic, &self.chain, at, 3).is_some();
                // What goes beyond the depots of today lives on one that is placed from where it stands.
                let end = army.goes_to.filter(|to| fed(*to)).unwrap_or(army.at);
                end != depot && fed(end) && supply::distance(d, p, &lost, &rest, end, 3).is_none()
            };
            let part = armies.iter().filter(starves).map(|a| a.strength).sum::<f32>() / all.max(1.0);
            if part > 0.0 {
                out.push((depot, part));
            }
        }
        out.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        out
    }
}

/// One corps of an army as an army of its own.
fn apart(front: &Front<'_>, army: &Army, block: usize) -> Army {
    let whole: f32 = army.blocks.iter().map(|b| worth(front.p, *b)).sum();
    Army {
        at: army.at,
        blocks: [block].into_iter().collect(),
        strength: army.strength * worth(front.p, block) / whole.max(1.0),
        points: movement::allowance(front.e.d, front.p, block),
        // What lies far off draws the army, with or without this corps.
        mood: Mood { pull: 0.0, ..Mood::free(front.w) },
        reach: 0..0,
        goes_to: None,
    }
}

impl Roster {
    /// Leaves the weakest corps that suffices at each depot where that is worth more than what it would do with its army.
    /// Says whether anybody was told off.
    pub(super) fn post_guards(&mut self, front: &Front<'_>, draft: &mut Draft<'_>) -> bool {
        let posts = front.posts(&self.armies);
        for &(depot, part) in &posts {
            if draft.planned[depot.index()] > 0.0 {
                continue;
            }
            if let Some((n, block, _)) = self.guard_for(front, draft, (depot, part)) {
                self.post(front, draft, (n, block), depot);
            }
        }
        !self.guards.is_empty()
    }

    fn guard_for(&self, front: &Front<'_>, draft: &mut Draft<'_>, (depot, part): Post) -> Option<Choice> {
        let threat = front.threat[depot.index()] * FACES;
        let mut best: Option<Choice> = None;
        for (n, army) in self.armies.iter().enumerate() {
            let Some(to) = army.goes_to else { continue };
            let way = |area: AreaId| self.reach[army.reach.clone()].iter().find(|r| r.0 == area);
            let (Some(back), Some(on)) = (way(depot), way(to)) else { continue };
            for &block in &army.blocks {
                let guard = apart(front, army, block);
                if guard.strength < threat {
                    continue;
                }
                draft.take_back(front, &guard, to);
                let gain = front.w.depots * part + front.score(&guard, depot, back.1, draft)
                    - front.score(&guard, to, on.1, draft);
                draft.add(front, &guard, to);
                if gain > 0.0 && best.is_none_or(|b| guard.strength < b.2) {
                    best = Some((n, block, guard.strength));
                }
            }
        }
        best
    }

    /// Takes a corps out of its army and sends it to its post.
    fn post(&mut self, front: &Front<'_>, draft: &mut Draft<'_>, (n, block): (usize, usize), depot: AreaId) {
        let mut guard = apart(front, &self.armies[n], block);
        let army = &mut self.armies[n];
        if let Some(to) = army.goes_to {
            draft.take_back(front, &guard, to);
        }
        army.strength -= guard.strength;
        army.blocks = army.blocks.iter().copied().filter(|b| *b != block).collect();
        // The others march as fast as the slowest of them.
        army.points =
            army.blocks.iter().map(|b| movement::allowance(front.e.d, front.p, *b)).min().unwrap_or(0);
        if army.blocks.is_empty() {
            self.armies.swap_remove(n);
        } else {
            army.reach = find_reach(front, army, &mut self.reach);
        }
        guard.goes_to = Some(depot);
        draft.add(front, &guard, depot);
        self.guards.push(guard);
    }
}
