use super::*;
use proptest::prelude::*;

const SQUARE: [Point; 4] =
    [Point::new(0.0, 0.0), Point::new(2.0, 0.0), Point::new(2.0, 2.0), Point::new(0.0, 2.0)];

#[test]
fn a_ring_holds_what_lies_inside_it() {
    assert!(Point::new(1.0, 1.0).inside(&SQUARE));
    assert!(!Point::new(3.0, 1.0).inside(&SQUARE));
    assert!(!Point::new(1.0, -0.1).inside(&SQUARE));
    assert!(!Point::new(1.0, 1.0).inside(&[]));
}

#[test]
fn distance_to_a_segment_is_to_its_nearest_point() {
    let (a, b) = (Point::new(0.0, 0.0), Point::new(4.0, 0.0));
    assert_eq!(Point::new(2.0, 3.0).to_segment(a, b), 3.0);
    assert_eq!(Point::new(7.0, 4.0).to_segment(a, b), 5.0);
    assert_eq!(Point::new(3.0, 4.0).to_segment(a, a), 5.0);
    assert_eq!(Point::new(2.0, 1.0).to_polyline(&[a, b, Point::new(4.0, 4.0)]), 1.0);
}

#[test]
fn simplifying_keeps_corners_and_ends() {
    let line: Vec<_> =
        [(0.0, 0.0), (1.0, 0.01), (2.0, 0.0), (2.0, 2.0)].map(|(x, y)| Point::new(x, y)).into();
    assert_eq!(simplify(&line, 0.1), vec![line[0], line[2], line[3]]);
    assert_eq!(simplify(&line, 0.001), line);
    let mut ring = SQUARE.to_vec();
    ring.push(SQUARE[0]);
    assert_eq!(simplify(&ring, 0.1), ring);
}

#[test]
fn softening_keeps_ends_or_stays_closed() {
    let open = soften(&SQUARE, 2);
    assert_eq!((open[0], *open.last().unwrap()), (SQUARE[0], SQUARE[3]));
    let mut ring = SQUARE.to_vec();
    ring.push(SQUARE[0]);
    let soft = soften(&ring, 2);
    assert_eq!(soft.first(), soft.last());
    assert_eq!(soft.len(), 17);
}

#[test]
fn a_clockwise_ring_has_positive_area() {
    assert_eq!(signed_area(&SQUARE), 4.0);
    let back: Vec<Point> = SQUARE.iter().rev().copied().collect();
    assert_eq!(signed_area(&back), -4.0);
}

#[test]
fn right_of_the_way_is_positive() {
    let (a, b) = (Point::new(0.0, 0.0), Point::new(1.0, 0.0));
    assert!(a.cross(b, Point::new(0.5, 1.0)) > 0.0, "down is to the right of the way east");
    assert_eq!((b - a).turned(), Point::new(0.0, 1.0));
}

#[test]
fn points_are_added_scaled_and_turned() {
    let (a, b) = (Point::new(3.0, -4.0), Point::new(1.0, 2.0));
    assert_eq!(
        (a + b, a - b, a * 2.0),
        (Point::new(4.0, -2.0), Point::new(2.0, -6.0), Point::new(6.0, -8.0))
    );
    assert_eq!((a.length(), a.distance(b)), (5.0, 40f64.sqrt()));
    assert_eq!(a.toward(b, 0.25), Point::new(2.5, -2.5));
    assert_eq!(a.middle(b), Point::new(2.0, -1.0));
    assert_eq!(a.turned(), Point::new(4.0, 3.0));
    assert_eq!(a.turned().turned(), a * -1.0);
}

#[test]
fn the_cross_is_twice_the_area_wherever_the_triangle_lies() {
    let (a, b, c) = (Point::new(2.0, 1.0), Point::new(6.0, 2.0), Point::new(3.0, 7.0));
    assert_eq!(a.cross(b, c), 23.0);
    assert_eq!(a.cross(c, b), -23.0);
    assert_eq!(b.cross(c, a), 23.0);
    assert_eq!(a.cross(b, a.toward(b, 3.0)), 0.0);
}

#[test]
fn distances_to_lines_anywhere() {
    let (a, b) = (Point::new(1.0, 2.0), Point::new(4.0, 6.0));
    // A right angle from the middle of the segment, and from beyond either end.
    assert!((Point::new(2.5 + 4.0, 4.0 - 3.0).to_segment(a, b) - 5.0).abs() < 1e-12);
    assert!((Point::new(1.0 - 3.0, 2.0 - 4.0).to_segment(a, b) - 5.0).abs() < 1e-12);
    assert!((Point::new(4.0 + 6.0, 6.0 + 8.0).to_segment(a, b) - 10.0).abs() < 1e-12);
    assert_eq!(a.to_polyline(&[]), f64::INFINITY);
    assert_eq!(Point::new(1.0, 5.0).to_polyline(&[a]), 3.0);
    assert_eq!(Point::new(4.0, 9.0).to_polyline(&[a, b, Point::new(5.0, 6.0)]), 3.0);
    assert_eq!(Point::new(9.0, 6.0).to_polyline(&[a, b, Point::new(5.0, 6.0)]), 4.0);
}

fn any_point() -> impl Strategy<Value = Point> {
    (-9.0..9.0f64, -9.0..9.0f64).prop_map(|(x, y)| Point::new(x, y))
}

fn any_line(size: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec(any_point(), size)
}

proptest! {
    #[test]
    fn the_nearest_point_of_a_segment_is_found(p in any_point(), a in any_point(), b in any_point()) {
        let d = p.to_segment(a, b);
        let sampled = (0..=2000).map(|i| p.distance(a.toward(b, f64::from(i) / 2000.0))).fold(f64::INFINITY, f64::min);
        prop_assert!(d <= sampled + 1e-9 && sampled - d < 0.01, "{} {}", d, sampled);
        prop_assert!((p.to_polyline(&[a, b]) - d).abs() < 1e-12);
    }

    #[test]
    fn simplifying_drops_only_what_lies_near(line in any_line(2..20), tolerance in 0.1..5.0f64) {
        let short = simplify(&line, tolerance);
        prop_assert_eq!((short.first(), short.last()), (line.first(), line.last()));
        prop_assert!(line.iter().all(|p| p.to_polyline(&short) <= tolerance + 1e-9));
        let mut rest = line.iter();
        prop_assert!(short.iter().all(|p| rest.any(|q| q == p)), "in the same order");
        let mut ring = line.clone();
        ring.push(line[0]);
        let short = simplify(&ring, tolerance);
        prop_assert_eq!(short.first(), short.last());
        prop_assert!(ring.iter().all(|p| p.to_polyline(&short) <= tolerance + 1e-9));
    }

    #[test]
    fn a_point_in_a_triangle_lies_on_one_hand_of_all_its_sides(p in any_point(), a in any_point(), b in any_point(), c in any_point()) {
        let hands = [a.cross(b, p), b.cross(c, p), c.cross(a, p)];
        let inside = hands.iter().all(|h| *h > 0.0) || hands.iter().all(|h| *h < 0.0);
        prop_assert_eq!(p.inside(&[a, b, c]), inside);
        prop_assert!((signed_area(&[a, b, c]) - a.cross(b, c) / 2.0).abs() < 1e-9);
    }

    #[test]
    fn softening_stays_within_the_line(line in any_line(0..12), times in 0usize..3) {
        let soft = soften(&line, times);
        prop_assert!(soft.iter().all(|p| line.is_empty() || p.to_polyline(&line) < 9.0));
        if line.len() < 3 || times == 0 {
            prop_assert_eq!(&soft, &line);
        } else {
            let once = 2 * line.len();
            prop_assert_eq!(soft.len(), if times == 1 { once } else { 2 * once });
        }
    }
}

#[test]
fn simplifying_short_or_closed_lines() {
    let p = |x: f64, y: f64| Point::new(x, y);
    assert!(simplify(&[], 1.0).is_empty());
    assert_eq!(simplify(&[p(1.0, 1.0)], 1.0), [p(1.0, 1.0)]);
    assert_eq!(simplify(&[p(0.0, 0.0), p(5.0, 5.0)], 100.0), [p(0.0, 0.0), p(5.0, 5.0)]);
    // A point just at the tolerance goes, one just beyond stays.
    let bump = |h: f64| [p(0.0, 0.0), p(2.0, h), p(4.0, 0.0)];
    assert_eq!(simplify(&bump(0.5), 0.5).len(), 2);
    assert_eq!(simplify(&bump(0.51), 0.5).len(), 3);
    // A ring keeps its start and its farthest point, however rough the eye.
    let ring = [p(0.0, 0.0), p(3.0, 1.0), p(6.0, 0.0), p(3.0, -1.0), p(0.0, 0.0)];
    assert_eq!(simplify(&ring, 2.0), [p(0.0, 0.0), p(6.0, 0.0), p(0.0, 0.0)]);
    assert_eq!(simplify(&ring, 0.5), ring);
    let tiny = ring.map(|q| q * 0.1);
    assert_eq!(simplify(&tiny, 2.0).len(), 3, "even a tiny ring does not fall into a point");
    // An open line that turns back keeps its ends only, if all of it lies near.
    assert_eq!(simplify(&[p(0.0, 0.0), p(5.0, 0.1), p(4.0, 0.0)], 2.0).len(), 2);
    // A point that shows only after its neighbour was kept.
    let steps = [p(0.0, 0.0), p(1.0, 1.0), p(2.0, 3.0), p(3.0, 1.0), p(4.0, 0.0)];
    assert_eq!(simplify(&steps, 0.25), steps);
}

#[test]
fn softening_cuts_a_quarter_off_each_side() {
    let line = [Point::new(0.0, 0.0), Point::new(4.0, 0.0), Point::new(4.0, 8.0)];
    let wanted = [(0.0, 0.0), (1.0, 0.0), (3.0, 0.0), (4.0, 2.0), (4.0, 6.0), (4.0, 8.0)]
        .map(|(x, y)| Point::new(x, y));
    assert_eq!(soften(&line, 1), wanted);
    let ring = [Point::new(0.0, 0.0), Point::new(4.0, 0.0), Point::new(4.0, 8.0), Point::new(0.0, 0.0)];
    let soft = soften(&ring, 1);
    assert_eq!((soft.len(), soft[0], soft[6]), (7, Point::new(1.0, 0.0), Point::new(1.0, 0.0)));
}

#[test]
fn the_area_of_a_ring_does_not_hang_on_where_it_lies() {
    let ring = [(1.0, 1.0), (5.0, 2.0), (4.0, 6.0), (2.0, 5.0)].map(|(x, y)| Point::new(x, y));
    let moved = ring.map(|p| p + Point::new(100.0, -50.0));
    assert_eq!(signed_area(&ring), 12.0);
    assert!((signed_area(&moved) - 12.0).abs() < 1e-9);
    assert_eq!(signed_area(&[]), 0.0);
}
