//! Counting allocations: whatever is tried out thousands of times a second should need none after a while.

use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::plan::{Plan, Planned, Script};
use sandtable_core::player::Player;
use sandtable_core::{Game, Options};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// An allocator that counts for each thread and hands on to the system's.
pub struct Counting;

// An allocator has to be unsafe code; this one only counts.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        unsafe { System.realloc(ptr, layout, size) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { System.dealloc(ptr, layout) }
    }
}

/// Allocations of this thread so far, if [`Counting`] is the allocator.
pub fn count() -> usize {
    COUNT.with(Cell::get)
}

/// Plays random games by seeds and gives the allocations of each, without those of its start.
pub fn random<G: Game>(game: &G, scenario: &str, seeds: std::ops::Range<u64>) -> Result<Vec<usize>, String> {
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    let mut one = |seed: u64| {
        let mut dice = Seeded::new(seed);
        let mut chance = Seeded::new(!seed);
        let mut p = game.start(scenario, &Options::new(), &mut dice)?;
        let before = count();
        while let Some(side) = game.to_decide(&p).side() {
            let Some(action) = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch) else { break };
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
        }
        Ok(count() - before)
    };
    seeds.map(&mut one).collect()
}

/// The same for games of scripts without a plan, as trials of a planner play them: this many decisions of each at most. What a
/// side cannot see is hidden from it, which costs whatever it costs and is not counted.
pub fn scripts<G: Planned>(
    game: &G,
    scenario: &str,
    seeds: std::ops::Range<u64>,
    decisions: usize,
) -> Result<Vec<usize>, String> {
    scripts_of(game, G::rehearsal, scenario, seeds, decisions)
}

/// The same for scripts of a certain kind: `G::script` are those that carry plans out in a game, and play it to its end.
pub fn scripts_of<G: Planned>(
    game: &G,
    script: fn(&G) -> G::Script,
    scenario: &str,
    seeds: std::ops::Range<u64>,
    decisions: usize,
) -> Result<Vec<usize>, String> {
    let mut scripts: Vec<G::Script> = game.about().sides.iter().map(|_| script(game)).collect();
    let mut events = Vec::new();
    let mut one = |seed: u64| {
        let mut dice = Seeded::new(seed);
        let mut p = game.start(scenario, &Options::new(), &mut dice)?;
        scripts.iter_mut().zip(0..).for_each(|(s, i)| s.follow(&Plan::default(), seed + i));
        let mut sum = 0;
        for _ in 0..decisions {
            let Some(side) = game.to_decide(&p).side() else { break };
            let known = known_to(game, &p, side);
            let before = count();
            let Some(action) = scripts[usize::from(side.0)].choose(game, &known, side) else { break };
            sum += count() - before;
            drop(known);
            let before = count();
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
            sum += count() - before;
        }
        Ok(sum)
    };
    seeds.map(&mut one).collect()
}
