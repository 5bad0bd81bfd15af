//! Who stands where, and sets of units.

use sandtable_orel::position::{At, HexId, Marker, Mode, UnitId, Units};

fn army() -> Units {
    let mut a = Units::EMPTY;
    for (u, side, steps) in [(7, 0, 3), (3, 0, 1), (5, 1, 4), (9, 0, 2)] {
        a.muster(UnitId(u), side, steps, u != 9, u == 3);
    }
    a
}

const HERE: HexId = HexId(100);
const THERE: HexId = HexId(101);

fn in_hex(a: &Units, hex: HexId) -> Vec<u8> {
    a.in_hex(hex).map(|u| u.0).collect()
}

#[test]
fn the_index_follows_every_change() {
    let mut a = army();
    for u in [7, 3, 9] {
        a.place(UnitId(u), HERE);
    }
    assert_eq!(in_hex(&a, HERE), vec![3, 7, 9]);
    assert_eq!((a.firm_steps(0, HERE), a.firm_steps(1, HERE), a.has_riders(0, HERE)), (4, 0, true));
    let stamp = a.stamp();
    a.place(UnitId(9), THERE);
    assert_ne!(a.stamp(), stamp);
    a.place(UnitId(9), HERE);
    assert_eq!(a.stamp(), stamp);
    a.set_mode(UnitId(3), Mode::Routed);
    assert_eq!((a.firm_steps(0, HERE), a.has_riders(0, HERE)), (3, false));
    a.set_steps(UnitId(7), 1);
    a.give_to(UnitId(7), 1);
    assert_eq!((a.firm_steps(0, HERE), a.firm_steps(1, HERE)), (0, 1));
    a.place(UnitId(7), THERE);
    assert_eq!(in_hex(&a, HERE), vec![3, 9]);
    a.take_off(UnitId(3), At::OffMap, Some(HERE), 4);
    assert_eq!((in_hex(&a, HERE), a.hex(UnitId(3)), a.due(UnitId(3))), (vec![9], Some(HERE), 4));
    a.set_mode(UnitId(3), Mode::Combat);
    a.place(UnitId(3), THERE);
    assert_eq!((in_hex(&a, THERE), a.firm_steps(0, THERE)), (vec![3, 7], 1));
}

#[test]
fn what_is_written_is_read_again() {
    let mut a = army();
    a.place(UnitId(7), HERE);
    a.take_off(UnitId(5), At::OffMap, Some(HexId(20)), 3);
    a.set_marker(UnitId(7), Marker::Attack { prepared: true, target: THERE });
    let text = serde_json::to_string(&a).unwrap();
    assert_eq!(serde_json::from_str::<Units>(&text).unwrap(), a);
    for (good, bad) in
        [("\"hex\":100", "\"hex\":640"), ("\"unit\":7", "\"unit\":5"), ("\"side\":1", "\"side\":2")]
    {
        assert!(text.contains(good), "{good}");
        assert!(serde_json::from_str::<Units>(&text.replace(good, bad)).is_err(), "{bad}");
    }
}
