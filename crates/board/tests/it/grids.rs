//! Numbering, neighbours, distances, hexsides and corners in every layout.

use crate::samples::{any_grid, fury, hex, lodz, orel, tannenberg};
use proptest::prelude::*;
use sandtable_board::geometry::HALF_SQRT3;
use sandtable_board::grid::{Numbering, Orientation};
use sandtable_board::{Direction, Grid, Hex, Number, Point, Topology};
use std::collections::{BTreeSet, VecDeque};

/// The numbers around a hex as the tables have them.
fn neighbours(t: &Topology, hex: Hex) -> BTreeSet<String> {
    t.neighbours(hex).map(|(_, _, n)| t.number(n).to_string()).collect()
}

/// Checks all hexes of a sheet against offsets for even and odd first halves of the number. The rule is given the
/// two halves as printed and returns pairs of halves.
fn follows(grid: Grid, rule: impl Fn(i32, i32) -> [(i32, i32); 6]) {
    let t = Topology::new(grid);
    assert_eq!(t.hex_count(), grid.width() * grid.height());
    for hex in t.hexes() {
        let n = t.number(hex);
        let on_sheet = |&(a, b): &(i32, i32)| {
            let (column, row) = if grid.numbering == Numbering::ColRow { (a, b) } else { (b, a) };
            (i32::from(grid.columns.0)..=i32::from(grid.columns.1)).contains(&column)
                && (i32::from(grid.rows.0)..=i32::from(grid.rows.1)).contains(&row)
        };
        let wanted: BTreeSet<String> = rule(n.0.into(), n.1.into())
            .iter()
            .filter(|p| on_sheet(p))
            .map(|(a, b)| format!("{a:02}{b:02}"))
            .collect();
        assert_eq!(neighbours(&t, hex), wanted, "around {n}");
    }
}

#[test]
fn even_columns_half_a_hex_north() {
    follows(fury(), |c, r| {
        let k = if c % 2 == 0 { -1 } else { 1 };
        [(c, r - 1), (c, r + 1), (c - 1, r), (c + 1, r), (c - 1, r + k), (c + 1, r + k)]
    });
}

#[test]
fn even_columns_half_a_hex_south() {
    for grid in [lodz(), orel()] {
        follows(grid, |c, r| {
            let k = if c % 2 == 0 { 1 } else { -1 };
            [(c, r - 1), (c, r + 1), (c - 1, r), (c + 1, r), (c - 1, r + k), (c + 1, r + k)]
        });
    }
}

#[test]
fn rows_first_columns_from_the_east_even_rows_half_a_hex_west() {
    follows(tannenberg(), |r, c| {
        let k = if r % 2 == 0 { 1 } else { -1 };
        [(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r - 1, c + k), (r + 1, c + k)]
    });
}

#[test]
fn directions_run_clockwise_from_the_north() {
    let t = Topology::new(fury());
    let around = |t: &Topology, n: &str| {
        Direction::ALL.map(|d| t.number(t.neighbour(hex(t, n), d).unwrap()).to_string()).join(" ")
    };
    assert_eq!(around(&t, "0605"), "0604 0704 0705 0606 0505 0504", "an even column stands higher");
    assert_eq!(around(&t, "0705"), "0704 0805 0806 0706 0606 0605", "an odd column stands lower");
    let t = Topology::new(tannenberg());
    // North-east first; columns count from the east, so the eastern neighbour has the smaller one.
    assert_eq!(around(&t, "0505"), "0404 0504 0604 0605 0506 0405");
    assert_eq!(around(&t, "0405"), "0305 0404 0505 0506 0406 0306");
    assert_eq!(Direction::ALL.map(|d| d.opposite().0), [3, 4, 5, 0, 1, 2]);
}

#[test]
fn distances_of_the_rulebooks() {
    let between = |t: &Topology, a: &str, b: &str| t.distance(hex(t, a), hex(t, b));
    let t = Topology::new(orel());
    assert_eq!(between(&t, "1509", "1411"), 3);
    assert_eq!(between(&t, "1610", "1712"), 2);
    assert_eq!(between(&t, "0811", "1113"), 3);
    let t = Topology::new(fury());
    assert_eq!(between(&t, "0905", "1004"), 2);
    let t = Topology::new(tannenberg());
    assert_eq!(between(&t, "0303", "2115"), 21);
    assert_eq!(between(&t, "2121", "1420"), 7);
}

#[test]
fn numbers_are_four_digits() {
    assert_eq!("0614".parse(), Ok(Number(6, 14)));
    assert_eq!("9900".parse(), Ok(Number(99, 0)));
    assert_eq!(Number(6, 4).to_string(), "0604");
    for bad in ["", "614", "06145", "06a4", "+614", " 614", "06-4", "٠٦", "0614 ", "ab"] {
        let error = bad.parse::<Number>().unwrap_err().to_string();
        assert!(error.contains(&format!("`{bad}`")) && error.contains("four digits"), "{error}");
    }
    let long = "x".repeat(400);
    assert!(long.parse::<Number>().unwrap_err().to_string().len() < 100, "a long word is cut");
}

#[test]
fn a_number_off_the_sheet_has_no_hex() {
    let t = Topology::new(lodz());
    for n in ["0904", "4604", "1003", "1036", "0000", "9999"] {
        assert_eq!(t.hex(n.parse().unwrap()), None, "{n}");
    }
    assert_eq!(t.number(hex(&t, "1004")).to_string(), "1004");
    assert_eq!(hex(&t, "1004"), Hex(0), "the dense order ascends by number");
    assert_eq!(hex(&t, "1005"), Hex(1));
    assert_eq!(hex(&t, "1104"), Hex(32));
    let t = Topology::new(tannenberg());
    assert_eq!((hex(&t, "0101"), hex(&t, "0102"), hex(&t, "0201")), (Hex(0), Hex(1), Hex(34)));
    for n in ["3101", "0135", "0001", "0100"] {
        assert_eq!(t.hex(n.parse().unwrap()), None, "{n}");
    }
    assert_eq!(t.grid().number(-1, 3), None);
    assert_eq!(t.grid().number(300, 3), None);
    assert_eq!(t.grid().number(7, 3), Some(Number(3, 7)), "the row stands first");
}

#[test]
fn centres_lie_where_the_layout_says() {
    let close = |a: Point, b: Point| a.distance(b) < 1e-12;
    assert!(close(fury().centre(Number(1, 1)), Point::new(HALF_SQRT3, 1.0)));
    assert!(close(fury().centre(Number(2, 1)), Point::new(2.0 * HALF_SQRT3, 0.5)));
    assert!(close(lodz().centre(Number(12, 7)), Point::new(12.0 * HALF_SQRT3, 7.5)));
    assert!(close(lodz().centre(Number(13, 7)), Point::new(13.0 * HALF_SQRT3, 7.0)));
    assert!(close(tannenberg().centre(Number(1, 5)), Point::new(-5.0, HALF_SQRT3)));
    assert!(close(tannenberg().centre(Number(2, 5)), Point::new(-5.5, 2.0 * HALF_SQRT3)));
    let odd = Grid { shifted: sandtable_board::grid::Parity::Odd, ..fury() };
    assert!(close(odd.centre(Number(2, 1)), Point::new(2.0 * HALF_SQRT3, 1.0)));
    assert!(close(odd.centre(Number(1, 1)), Point::new(HALF_SQRT3, 0.5)));
}

#[test]
fn a_point_beyond_every_sheet_is_in_no_hex() {
    for grid in [fury(), tannenberg(), Grid { columns: (0, 3), rows: (0, 3), ..orel() }] {
        let far = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 4e9, -4e9];
        for v in far {
            assert_eq!(grid.at(Point::new(v, 1.0)), None, "{v}");
            assert_eq!(grid.at(Point::new(1.0, v)), None, "{v}");
        }
    }
}

#[test]
fn the_largest_sheet_fits() {
    let t = Topology::new(Grid { columns: (0, 99), rows: (0, 99), ..fury() });
    assert_eq!((t.hex_count(), t.grid().len(), t.grid().is_empty()), (10_000, 10_000, false));
    assert!(t.side_count() < usize::from(u16::MAX) && t.corner_count() < usize::from(u16::MAX));
    let (first, last) = (hex(&t, "0000"), hex(&t, "9999"));
    assert_eq!(t.within(first, u16::MAX).count(), 10_000);
    assert_eq!(t.ring(last, t.distance(first, last)).collect::<Vec<_>>(), vec![first]);
}

/// Distances from a hex by walking from neighbour to neighbour.
fn walked(t: &Topology, from: Hex) -> Vec<u16> {
    let mut out = vec![u16::MAX; t.hex_count()];
    out[from.index()] = 0;
    let mut todo = VecDeque::from([from]);
    while let Some(here) = todo.pop_front() {
        for (_, _, next) in t.neighbours(here) {
            if out[next.index()] == u16::MAX {
                out[next.index()] = out[here.index()] + 1;
                todo.push_back(next);
            }
        }
    }
    out
}

fn pick(t: &Topology, i: prop::sample::Index) -> Hex {
    Hex(i.index(t.hex_count()) as u16)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn distance_is_the_shortest_walk(grid in any_grid(), i: prop::sample::Index, j: prop::sample::Index) {
        let t = Topology::new(grid);
        let (a, b) = (pick(&t, i), pick(&t, j));
        let (from_a, from_b) = (walked(&t, a), walked(&t, b));
        for c in t.hexes() {
            prop_assert_eq!(t.distance(a, c), from_a[c.index()]);
            prop_assert_eq!(t.distance(c, a), t.distance(a, c));
            prop_assert!(t.distance(a, b) <= t.distance(a, c) + from_b[c.index()]);
        }
    }

    #[test]
    fn ranges_and_rings_hold_what_lies_that_far(grid in any_grid(), i: prop::sample::Index, radius in 0u16..25) {
        let t = Topology::new(grid);
        let a = pick(&t, i);
        let sorted = |hexes: Vec<Hex>| { let mut h = hexes; h.sort(); h };
        let near: Vec<Hex> = t.hexes().filter(|h| t.distance(a, *h) <= radius).collect();
        prop_assert_eq!(sorted(t.within(a, radius).collect()), near);
        let ring: Vec<Hex> = t.hexes().filter(|h| t.distance(a, *h) == radius).collect();
        prop_assert_eq!(sorted(t.ring(a, radius).collect()), ring);
    }

    #[test]
    fn numbers_and_centres_lead_back_to_their_hex(grid in any_grid(), angle in 0.0..std::f64::consts::TAU, r in 0.0..0.499f64) {
        let t = Topology::new(grid);
        let mut last = None;
        for h in t.hexes() {
            let n = t.number(h);
            prop_assert_eq!(n.to_string().parse(), Ok(n));
            prop_assert_eq!(t.hex(n), Some(h));
            prop_assert_eq!(grid.number_at(h.index()), n);
            let (column, row) = grid.column_row(n);
            prop_assert_eq!(grid.number(column.into(), row.into()), Some(n));
            prop_assert!(last < Some(n), "numbers ascend");
            last = Some(n);
            prop_assert_eq!(t.hex_at(t.centre(h)), Some(h));
            // The circle that touches all six sides has the radius one half.
            let p = t.centre(h) + Point::new(angle.cos(), angle.sin()) * r;
            prop_assert_eq!(t.hex_at(p), Some(h));
        }
    }

    #[test]
    fn sides_and_corners_agree_from_every_hex(grid in any_grid()) {
        let t = Topology::new(grid);
        let close = |a: Point, b: Point| a.distance(b) < 1e-9;
        let steps = grid.steps();
        for h in t.hexes() {
            let corners = t.corners(h);
            prop_assert_eq!(corners.iter().collect::<BTreeSet<_>>().len(), 6);
            prop_assert_eq!(t.on_edge(h), t.neighbours(h).count() < 6);
            for d in Direction::ALL {
                let k = usize::from(d.0);
                let side = t.side(h, d);
                prop_assert_eq!(
                    BTreeSet::from(t.side_corners(side)),
                    BTreeSet::from([corners[k], corners[(k + 1) % 6]])
                );
                let [a, b] = t.side_corners(side).map(|c| t.point(c));
                prop_assert!((a.distance(b) - 1.0 / 3f64.sqrt()).abs() < 1e-9);
                prop_assert!(close(a.middle(b), t.centre(h) + steps[k] * 0.5), "the side lies half-way");
                prop_assert!(close(t.point(corners[k]), t.centre(h) + grid.corners()[k]));
                match t.neighbour(h, d) {
                    Some(n) => {
                        prop_assert!(close(t.centre(n), t.centre(h) + steps[k]));
                        prop_assert_eq!(t.neighbour(n, d.opposite()), Some(h));
                        prop_assert_eq!(t.side(n, d.opposite()), side);
                        prop_assert_eq!(t.between(h, n), Some(side));
                        prop_assert_eq!(t.between(n, h), Some(side));
                        prop_assert_eq!(t.direction(h, n), Some(d));
                        let (x, y) = t.side_hexes(side);
                        prop_assert_eq!([x, y.unwrap()].into_iter().collect::<BTreeSet<_>>(), [h, n].into());
                        prop_assert!(t.side_corners(side).iter().all(|c| t.corners(n).contains(c)));
                    }
                    None => prop_assert_eq!(t.side_hexes(side), (h, None)),
                }
            }
            prop_assert_eq!(t.between(h, h), None);
        }
        // A sheet is one piece without holes, so corners, sides and hexes are in Euler's proportion.
        prop_assert_eq!(t.corner_count() + t.hex_count(), t.side_count() + 1);
        prop_assert_eq!(t.sides().len(), t.side_count());
    }

    #[test]
    fn a_corner_is_shared_by_sides_that_touch(grid in any_grid()) {
        let t = Topology::new(grid);
        for h in t.hexes() {
            for d in Direction::ALL {
                let next = Direction((d.0 + 1) % 6);
                let (a, b) = (t.side(h, d), t.side(h, next));
                prop_assert_eq!(t.shared_corner(a, b), Some(t.corners(h)[usize::from(next.0)]));
                prop_assert_eq!(t.shared_corner(a, t.side(h, d.opposite())), None);
            }
        }
    }
}

#[test]
fn the_steps_of_both_orientations_are_one_hex_long_and_clockwise() {
    for grid in [fury(), tannenberg()] {
        let steps = grid.steps();
        for d in 0..6 {
            assert!((steps[d].length() - 1.0).abs() < 1e-12);
            assert!((steps[d] + steps[(d + 3) % 6]).length() < 1e-12, "opposite");
            assert!(Point::default().cross(steps[d], steps[(d + 1) % 6]) > 0.5, "clockwise");
        }
        let first = if grid.orientation == Orientation::Flat { (0.0, -1.0) } else { (0.5, -HALF_SQRT3) };
        assert_eq!((steps[0].x, steps[0].y), first);
    }
    assert_eq!(Topology::new(tannenberg()).orientation(), Orientation::Pointy);
}
