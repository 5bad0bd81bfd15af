//! After a few games to warm up, a rollout allocates nothing.

use sandtable_core::dice::Seeded;
use sandtable_core::{Game, Options};
use sandtable_fury::Fury;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// The allocator has to be unsafe code; it only counts and hands on.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_rollout_allocates_nothing() {
    let game = Fury::new().unwrap();
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    let mut play = |seed: u64| {
        let mut dice = Seeded::new(seed);
        let mut chance = Seeded::new(seed ^ 77);
        let mut p = game.start("campaign", &Options::new(), &mut dice).unwrap();
        let before = COUNT.load(Ordering::Relaxed);
        while let Some(side) = game.to_decide(&p).side() {
            let action = game.sample(&p, side, &mut |n| chance.below(n), &mut scratch).unwrap();
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
        }
        COUNT.load(Ordering::Relaxed) - before
    };
    (0..10).for_each(|seed| {
        play(seed);
    });
    let later: usize = (10..40).map(&mut play).sum();
    assert_eq!(later, 0);
}
