//! Who stands where.

use sandtable_lodz::data::NOWHERE;
use sandtable_lodz::state::{At, Flag, Units};

#[test]
fn the_index_follows_every_change() {
    let mut a = Units::EMPTY;
    for (u, side, cel, rank) in [(300, 0, 2, 2), (3, 0, 1, 1), (5, 1, 2, 2), (9, 0, 0, 0)] {
        a.muster(u, side, cel, rank);
    }
    for u in [300, 3, 9] {
        a.place(u, 100);
    }
    assert_eq!(a.in_hex(100).collect::<Vec<_>>(), vec![3, 9, 300]);
    assert_eq!((a.line_in(0, 100), a.units_in(0, 100), a.cel_in(0, 100)), (1, 2, 3));
    a.set_cel(300, 1);
    a.place(3, 101);
    assert_eq!((a.line_in(0, 100), a.units_in(0, 100), a.cel_in(0, 100)), (1, 1, 1));
    a.take_off(300, At::Gone, NOWHERE);
    assert_eq!((a.line_in(0, 100), a.in_hex(100).collect::<Vec<_>>()), (0, vec![9]));
    a.mark(3, Flag::Moved, true);
    let text = serde_json::to_string(&a).unwrap();
    assert_eq!(serde_json::from_str::<Units>(&text).unwrap(), a);
    assert!(serde_json::from_str::<Units>(&text.replace("\"hex\":101", "\"hex\":1152")).is_err());
    a.unmark_all(0, Flag::Moved);
    assert!(!a.has(3, Flag::Moved));
}
