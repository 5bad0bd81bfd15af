//! Scratch memory of a thread, used again and again: a search that runs thousands of times a second allocates once.

use std::cell::Cell;
use std::thread::LocalKey;

/// Calls `work` with a thread's scratch value, as the last call left it. A call inside `work` gets a new value.
pub fn with_scratch<T: Default, R>(scratch: &'static LocalKey<Cell<T>>, work: impl FnOnce(&mut T) -> R) -> R {
    let mut value = scratch.take();
    let out = work(&mut value);
    scratch.set(value);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static SCRATCH: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }

    #[test]
    fn scratch_keeps_its_memory_between_calls() {
        let room = with_scratch(&SCRATCH, |list| {
            list.extend([1, 2, 3]);
            list.capacity()
        });
        assert_eq!(with_scratch(&SCRATCH, |list| (list.len(), list.capacity())), (3, room));
        assert_eq!(with_scratch(&SCRATCH, |_| with_scratch(&SCRATCH, |list| list.len())), 0);
    }
}
