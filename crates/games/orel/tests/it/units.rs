//! Who stands where, and sets of units.

use sandtable_orel::position::{At, Marker, Mode, Pieces, Units};

fn army() -> Units {
    let mut a = Units::EMPTY;
    for (u, side, steps) in [(7, 0, 3), (3, 0, 1), (5, 1, 4), (9, 0, 2)] {
        a.muster(u, side, steps, u != 9, u == 3);
    }
    a
}

#[test]
fn the_index_follows_every_change() {
    let mut a = army();
    for u in [7, 3, 9] {
        a.place(u, 100);
    }
    assert_eq!(a.in_hex(100).collect::<Vec<_>>(), vec![3, 7, 9]);
    assert_eq!((a.firm_steps(0, 100), a.firm_steps(1, 100), a.has_riders(0, 100)), (4, 0, true));
    let stamp = a.stamp();
    a.place(9, 101);
    assert_ne!(a.stamp(), stamp);
    a.place(9, 100);
    assert_eq!(a.stamp(), stamp);
    a.set_mode(3, Mode::Routed);
    assert_eq!((a.firm_steps(0, 100), a.has_riders(0, 100)), (3, false));
    a.set_steps(7, 1);
    a.give_to(7, 1);
    assert_eq!((a.firm_steps(0, 100), a.firm_steps(1, 100)), (0, 1));
    a.place(7, 101);
    assert_eq!(a.in_hex(100).collect::<Vec<_>>(), vec![3, 9]);
    a.take_off(3, At::OffMap, 100, 4);
    assert_eq!((a.in_hex(100).collect::<Vec<_>>(), a.hex(3), a.due(3)), (vec![9], 100, 4));
    a.set_mode(3, Mode::Combat);
    a.place(3, 101);
    assert_eq!((a.in_hex(101).collect::<Vec<_>>(), a.firm_steps(0, 101)), (vec![3, 7], 1));
}

#[test]
fn what_is_written_is_read_again() {
    let mut a = army();
    a.place(7, 100);
    a.take_off(5, At::OffMap, 20, 3);
    a.set_marker(7, Marker::Attack { prepared: true, target: 101 });
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
    let mut set: Pieces = [3, 64, 127].into_iter().collect();
    set.put(3);
    assert_eq!(set.iter().collect::<Vec<_>>(), vec![3, 64, 127]);
    assert_eq!(
        (set.len(), set.first(), set.has(64), set.has(65), set.has(255)),
        (3, Some(3), true, false, false)
    );
    set.take(64);
    assert_eq!(set.meet(Pieces::one(127)).without(Pieces::one(127)), Pieces::NONE);
    assert!(Pieces::one(3).within(set) && !Pieces::one(64).within(set));
    assert_eq!(set.which(|u| u > 3), Pieces::one(127));
    assert_eq!(set.with(Pieces::one(9)).len(), 3);
}
