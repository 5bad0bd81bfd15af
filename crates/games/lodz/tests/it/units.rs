//! Who stands where.

use sandtable_lodz::position::{At, Flag, HexId, UnitId, Units};

#[test]
fn the_index_follows_every_change() {
    let mut a = Units::EMPTY;
    let (here, there) = (HexId(100), HexId(101));
    for (u, side, cel, rank) in [(300, 0, 2, 2), (3, 0, 1, 1), (5, 1, 2, 2), (9, 0, 0, 0)] {
        a.muster(UnitId(u), side, cel, rank);
    }
    for u in [300, 3, 9].map(UnitId) {
        a.place(u, here);
    }
    assert_eq!(a.in_hex(here).collect::<Vec<_>>(), [3, 9, 300].map(UnitId));
    assert_eq!((a.line_in(0, here), a.units_in(0, here), a.cel_in(0, here)), (1, 2, 3));
    a.set_cel(UnitId(300), 1);
    a.place(UnitId(3), there);
    assert_eq!((a.line_in(0, here), a.units_in(0, here), a.cel_in(0, here)), (1, 1, 1));
    a.take_off(UnitId(300), At::Gone);
    assert_eq!((a.line_in(0, here), a.in_hex(here).collect::<Vec<_>>()), (0, vec![UnitId(9)]));
    a.mark(UnitId(3), Flag::Moved, true);
    let text = serde_json::to_string(&a).unwrap();
    assert_eq!(serde_json::from_str::<Units>(&text).unwrap(), a);
    assert!(serde_json::from_str::<Units>(&text.replace("\"hex\":101", "\"hex\":1152")).is_err());
    a.unmark_all(0, Flag::Moved);
    assert!(!a.has(UnitId(3), Flag::Moved));
}
