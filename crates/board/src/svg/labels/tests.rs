use super::*;
use proptest::prelude::*;

fn wish(text: &str, x: f64, y: f64, weight: u32) -> Wish {
    Wish { text: text.into(), at: Point::new(x, y), clearance: 6.0, size: 10.0, weight }
}

fn sheet() -> Box2 {
    Box2 { low: Point::new(0.0, 0.0), high: Point::new(400.0, 400.0) }
}

#[test]
fn crowded_names_do_not_collide() {
    let wishes: Vec<Wish> = (0..30)
        .map(|i| wish("Nowemiasto", 150.0 + 9.0 * f64::from(i % 6), 150.0 + 11.0 * f64::from(i / 6), 1))
        .collect();
    let labels = place(&wishes, &[], &[], &sheet());
    assert!(labels.len() > 4 && labels.len() < 30, "{}", labels.len());
    for (i, a) in labels.iter().enumerate() {
        assert!(labels[i + 1..].iter().all(|b| !a.room.meets(&b.room)));
    }
}

#[test]
fn the_weightier_name_chooses_first_and_lines_are_avoided() {
    let wishes = [wish("a", 100.0, 100.0, 1), wish("b", 100.0, 100.0, 9)];
    let labels = place(&wishes, &[], &[], &sheet());
    assert_eq!(labels[0].wish, 1);
    let right: Vec<Point> = (0..200).map(|i| Point::new(106.0 + f64::from(i), 100.0)).collect();
    let moved = place(&wishes[1..], &[], &right, &sheet());
    assert_ne!(moved[0].anchor, Anchor::Start);
}

#[test]
fn names_stay_on_the_sheet() {
    let labels = place(&[wish("Novogeorgievsk", 395.0, 200.0, 1)], &[], &[], &sheet());
    assert_eq!(labels[0].anchor, Anchor::End);
}

#[test]
fn boxes_meet_hold_and_lie_within() {
    let a = Box2::around(Point::new(10.0, 20.0), 4.0, 2.0);
    assert_eq!((a.low, a.high), (Point::new(6.0, 18.0), Point::new(14.0, 22.0)));
    let at = |x: f64, y: f64| Box2::around(Point::new(x, y), 4.0, 2.0);
    for (x, y) in [(17.9, 20.0), (2.1, 20.0), (10.0, 23.9), (10.0, 16.1), (10.0, 20.0), (16.0, 23.0)] {
        assert!(a.meets(&at(x, y)) && at(x, y).meets(&a), "{x} {y}");
    }
    for (x, y) in [(18.0, 20.0), (2.0, 20.0), (10.0, 24.0), (10.0, 16.0), (19.0, 25.0)] {
        assert!(!a.meets(&at(x, y)) && !at(x, y).meets(&a), "only their edges touch at {x} {y}");
    }
    assert!(
        a.holds(Point::new(6.0, 18.0)) && a.holds(Point::new(14.0, 22.0)) && a.holds(Point::new(10.0, 20.0))
    );
    for (x, y) in [(5.9, 20.0), (14.1, 20.0), (10.0, 17.9), (10.0, 22.1)] {
        assert!(!a.holds(Point::new(x, y)));
    }
    assert!(a.within(&a) && Box2::around(Point::new(10.0, 20.0), 1.0, 1.0).within(&a));
    assert!(!at(10.5, 20.0).within(&a) && !at(9.5, 20.0).within(&a) && !at(10.0, 20.5).within(&a));
}

#[test]
fn wide_letters_take_more_room() {
    assert_eq!(text_width("", 10.0), 0.0);
    let widths = ["i", "t", "n", "N", "m"].map(|t| text_width(t, 10.0));
    assert!(widths.windows(2).all(|w| w[0] < w[1]), "{widths:?}");
    assert!((text_width("nn", 10.0) - 2.0 * text_width("n", 10.0)).abs() < 1e-9);
    assert!((text_width("Łódź", 20.0) - 2.0 * text_width("Łódź", 10.0)).abs() < 1e-9);
    assert!(text_width("Ł", 10.0) == text_width("L", 10.0) && text_width("ł", 10.0) == text_width("l", 10.0));
    assert_eq!(text_width("W–w", 10.0), 27.6);
}

/// Where a text of a width hangs, from left to right.
fn span(at: Point, anchor: Anchor, width: f64) -> (f64, f64) {
    let left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - width / 2.0,
        Anchor::End => at.x - width,
    };
    (left, left + width)
}

#[test]
fn names_are_tried_beside_above_and_below_their_place() {
    let w = wish("Thorn", 200.0, 100.0, 1);
    let tried = candidates(&w, 10.0);
    assert_eq!(tried.len(), 24);
    let width = text_width("Thorn", 10.0);
    for (at, anchor, room) in &tried {
        let (left, right) = span(*at, *anchor, width);
        assert!((room.low.x - (left - 1.0)).abs() < 1e-9 && (room.high.x - (right + 1.0)).abs() < 1e-9);
        assert!((room.low.y - (at.y - 8.0)).abs() < 1e-9 && (room.high.y - (at.y + 2.4)).abs() < 1e-9);
        assert!(!room.holds(w.at), "the place itself stays free");
    }
    // First to the right at the height of the place, then above, below and to the left.
    let sides: Vec<Anchor> = tried[..4].iter().map(|t| t.1).collect();
    assert_eq!(sides, [Anchor::Start, Anchor::Middle, Anchor::Middle, Anchor::End]);
    let close = |p: Point, x: f64, y: f64| p.distance(Point::new(x, y)) < 1e-9;
    assert!(close(tried[0].0, 206.0, 103.4), "{:?}", tried[0].0);
    assert!(close(tried[1].0, 200.0, 93.0), "{:?}", tried[1].0);
    assert!(close(tried[2].0, 200.0, 113.8), "{:?}", tried[2].0);
    assert!(close(tried[3].0, 194.0, 103.4), "{:?}", tried[3].0);
    assert!(close(tried[4].0, 204.8, 97.0) && close(tried[5].0, 204.8, 109.0));
    assert!(close(tried[6].0, 195.2, 97.0) && close(tried[7].0, 195.2, 109.0));
    // Then the same farther off.
    assert!(close(tried[8].0, 209.0, 103.4) && close(tried[16].0, 212.6, 103.4));
    assert_eq!([Anchor::Start, Anchor::Middle, Anchor::End].map(Anchor::word), ["start", "middle", "end"]);
}

#[test]
fn a_name_without_room_is_written_smaller_and_left_out_at_last() {
    let at = Point::new(200.0, 200.0);
    let w = wish("Nowemiasto", at.x, at.y, 1);
    let full = text_width(&w.text, w.size);
    // A slit to the right of the place, too narrow for the full name.
    let slit = |height: f64| {
        let wall = |low: (f64, f64), high: (f64, f64)| Box2 {
            low: Point::new(low.0, low.1),
            high: Point::new(high.0, high.1),
        };
        let (top, bottom) = (200.0 - height / 2.0, 200.0 + height / 2.0);
        [
            wall((0.0, 0.0), (400.0, top)),
            wall((0.0, bottom), (400.0, 400.0)),
            wall((0.0, 0.0), (195.0, 400.0)),
        ]
    };
    let labels = place(std::slice::from_ref(&w), &slit(14.0), &[], &sheet());
    assert_eq!(labels[0].size, 10.0);
    let labels = place(std::slice::from_ref(&w), &slit(10.5), &[], &sheet());
    assert_eq!((labels.len(), labels[0].size), (1, 8.5));
    let labels = place(std::slice::from_ref(&w), &slit(8.5), &[], &sheet());
    assert_eq!((labels.len(), labels[0].size), (1, 7.0));
    assert!(labels[0].room.high.x - labels[0].room.low.x < full);
    assert!(place(&[w], &slit(5.0), &[], &sheet()).is_empty());
}

#[test]
fn the_first_of_equal_names_chooses_first() {
    let wishes = [wish("a", 100.0, 100.0, 1), wish("b", 100.0, 100.0, 1), wish("c", 100.0, 100.0, 2)];
    let order: Vec<usize> = place(&wishes, &[], &[], &sheet()).iter().map(|l| l.wish).collect();
    assert_eq!(order, [2, 0, 1]);
}

#[test]
fn a_few_points_of_a_line_outweigh_a_better_rank() {
    let w = wish("a", 100.0, 100.0, 1);
    // The usual place has rank 0; above has rank 1, which is worth nine tenths of a point.
    let in_the_usual = candidates(&w, 10.0)[0].2;
    let inside = in_the_usual.low.toward(in_the_usual.high, 0.5);
    assert_eq!(place(std::slice::from_ref(&w), &[], &[], &sheet())[0].anchor, Anchor::Start);
    assert_eq!(place(&[w], &[], &[inside], &sheet())[0].anchor, Anchor::Middle);
}

proptest! {
    #[test]
    fn points_are_counted_by_cells_as_one_by_one(
        points in prop::collection::vec((-300.0..300.0f64, -300.0..300.0f64), 0..40),
        at in (-350.0..350.0f64, -350.0..350.0f64),
        half in (0.0..120.0f64, 0.0..120.0f64),
    ) {
        let points: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        let room = Box2::around(Point::new(at.0, at.1), half.0, half.1);
        let wanted = points.iter().filter(|p| room.holds(**p)).count();
        prop_assert_eq!(Cells::new(&points).count(&room), wanted);
    }

    #[test]
    fn no_names_ever_collide(
        places in prop::collection::vec((0.0..400.0f64, 0.0..400.0f64, 0u32..4, "[A-Za-z]{1,12}"), 0..30),
        taken in prop::collection::vec((0.0..400.0f64, 0.0..400.0f64), 0..10),
    ) {
        let wishes: Vec<Wish> = places.iter().map(|(x, y, weight, text)| wish(text, *x, *y, *weight)).collect();
        let taken: Vec<Box2> = taken.iter().map(|(x, y)| Box2::around(Point::new(*x, *y), 12.0, 12.0)).collect();
        let labels = place(&wishes, &taken, &[], &sheet());
        for (i, a) in labels.iter().enumerate() {
            prop_assert!(a.room.within(&sheet()));
            prop_assert!(taken.iter().all(|t| !t.meets(&a.room)));
            prop_assert!(labels[i + 1..].iter().all(|b| !a.room.meets(&b.room) && b.wish != a.wish));
        }
        prop_assert!(labels.windows(2).all(|l| wishes[l[0].wish].weight >= wishes[l[1].wish].weight));
    }
}
