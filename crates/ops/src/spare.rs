//! Room to work in that is kept: a search that runs thousands of times a second asks for memory once.

use std::cell::Cell;
use std::thread::LocalKey;

/// Lends what a thread keeps, as it was left the last time. Work that borrows it again meanwhile gets a new one.
pub fn lend<T: Default, R>(spare: &'static LocalKey<Cell<T>>, work: impl FnOnce(&mut T) -> R) -> R {
    let mut room = spare.take();
    let out = work(&mut room);
    spare.set(room);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }

    #[test]
    fn what_was_lent_comes_back_with_its_room() {
        let room = lend(&SPARE, |list| {
            list.extend([1, 2, 3]);
            list.capacity()
        });
        assert_eq!(lend(&SPARE, |list| (list.len(), list.capacity())), (3, room));
        assert_eq!(lend(&SPARE, |_| lend(&SPARE, |list| list.len())), 0);
    }
}
