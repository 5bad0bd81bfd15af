//! Who stands where, and sets of units.

use sandtable_orel::position::{At, Marker, Mode, Pieces, UnitId, Units};

fn army() -> Units {
    let mut a = Units::EMPTY;
    for (u, side, steps) in [(7, 0, 3), (3, 0, 1), (5, 1, 4), (9, 0, 2)] {
        a.muster(UnitId(u), side, steps, u != 9, u == 3);
    }
    a
}

fn in_hex(a: &Units, hex: u16) -> Vec<u8> {
    a.in_hex(hex).map(|u| u.0).collect()
}

#[test]
fn the_index_follows_every_change() {
    let mut a = army();
    for u in [7, 3, 9] {
        a.place(UnitId(u), 100);
    }
    assert_eq!(in_hex(&a, 100), vec![3, 7, 9]);
    assert_eq!((a.firm_steps(0, 100), a.firm_steps(1, 100), a.has_riders(0, 100)), (4, 0, true));
    let stamp = a.stamp();
    a.place(UnitId(9), 101);
    assert_ne!(a.stamp(), stamp);
    a.place(UnitId(9), 100);
    assert_eq!(a.stamp(), stamp);
    a.set_mode(UnitId(3), Mode::Routed);
    assert_eq!((a.firm_steps(0, 100), a.has_riders(0, 100)), (3, false));
    a.set_steps(UnitId(7), 1);
    a.give_to(UnitId(7), 1);
    assert_eq!((a.firm_steps(0, 100), a.firm_steps(1, 100)), (0, 1));
    a.place(UnitId(7), 101);
    assert_eq!(in_hex(&a, 100), vec![3, 9]);
    a.take_off(UnitId(3), At::OffMap, 100, 4);
    assert_eq!((in_hex(&a, 100), a.hex(UnitId(3)), a.due(UnitId(3))), (vec![9], 100, 4));
    a.set_mode(UnitId(3), Mode::Combat);
    a.place(UnitId(3), 101);
    assert_eq!((in_hex(&a, 101), a.firm_steps(0, 101)), (vec![3, 7], 1));
}

#[test]
fn what_is_written_is_read_again() {
    let mut a = army();
    a.place(UnitId(7), 100);
    a.take_off(UnitId(5), At::OffMap, 20, 3);
    a.set_marker(UnitId(7), Marker::Attack { prepared: true, target: 101 });
    let text = serde_json::to_string(&a).unwrap();
    assert_eq!(serde_json::from_str::<Units>(&text).unwrap(), a);
    for (good, bad) in
        [("\"hex\":100", "\"hex\":640"), ("\"unit\":7", "\"unit\":5"), ("\"side\":1", "\"side\":2")]
    {
        assert!(text.contains(good), "{good}");
        assert!(serde_json::from_str::<Units>(&text.replace(good, bad)).is_err(), "{bad}");
    }
}

#[test]
fn sets_hold_what_was_put_in() {
    let mut set: Pieces = [3, 64, 127].map(UnitId).into_iter().collect();
    set.put(UnitId(3));
    assert_eq!(set.iter().map(|u| u.0).collect::<Vec<_>>(), vec![3, 64, 127]);
    assert_eq!(
        (set.len(), set.first(), set.has(UnitId(64)), set.has(UnitId(65)), set.has(UnitId(255))),
        (3, Some(UnitId(3)), true, false, false)
    );
    set.take(UnitId(64));
    assert_eq!(set.meet(Pieces::one(UnitId(127))).without(Pieces::one(UnitId(127))), Pieces::NONE);
    assert!(Pieces::one(UnitId(3)).within(set) && !Pieces::one(UnitId(64)).within(set));
    assert_eq!(set.which(|u| u.0 > 3), Pieces::one(UnitId(127)));
    assert_eq!(set.with(Pieces::one(UnitId(9))).len(), 3);
}
