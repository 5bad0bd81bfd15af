use super::*;
use proptest::prelude::*;

fn points(list: &[(f64, f64)]) -> Vec<Point> {
    list.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

/// Ten by eight cells of one unit and one more all around.
fn raster() -> Raster {
    Raster::new(Point::new(0.0, 0.0), Point::new(10.0, 8.0), 1.0)
}

/// The cell whose upper left corner is at (x, y) of the sheet.
fn cell(r: &Raster, x: i32, y: i32) -> usize {
    r.cell_at(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5)).unwrap()
}

fn filled(r: &Raster, ring: &[Point]) -> BTreeSet<usize> {
    let mut out = BTreeSet::new();
    r.fill(ring, |c| assert!(out.insert(c), "each cell once"));
    out
}

/// A picture of labels: digits for areas, `.` for nobody, of the inner cells.
fn picture(labels: &Labels) -> Vec<String> {
    let r = &labels.raster;
    (1..r.height - 1)
        .map(|y| {
            (1..r.width - 1)
                .map(|x| match labels.label[y * r.width + x] {
                    NOBODY => '.',
                    n => char::from(b'0' + n as u8),
                })
                .collect()
        })
        .collect()
}

/// Costs and the raster for a picture: `#` land, `~` costly land, anything else water.
fn land(rows: &[&str]) -> (Raster, Vec<f32>) {
    let r = Raster::new(Point::default(), Point::new(rows[0].len() as f64, rows.len() as f64), 1.0);
    let mut cost = vec![0.0; r.len()];
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate() {
            let here = cell(&r, x as i32, y as i32);
            cost[here] = match c {
                '#' => 1.0,
                '~' => 5.0,
                _ => 0.0,
            };
        }
    }
    (r, cost)
}

#[test]
fn a_raster_covers_its_rectangle_and_one_cell_more() {
    let r = raster();
    assert_eq!((r.width, r.height, r.len()), (12, 10, 120));
    assert_eq!(r.cell_at(Point::new(0.5, 0.5)), Some(13));
    assert_eq!(r.cell_at(Point::new(-0.5, -0.5)), Some(0));
    assert_eq!(r.cell_at(Point::new(10.9, 8.9)), Some(119));
    for off in [(-1.1, 0.0), (0.0, -1.1), (11.1, 0.0), (0.0, 9.1)] {
        assert_eq!(r.cell_at(Point::new(off.0, off.1)), None);
    }
    assert_eq!(r.corner(1, 1), Point::new(0.0, 0.0));
    assert_eq!(r.corner(3, 2), Point::new(2.0, 1.0));
    assert_eq!((r.cell_at(Point::new(11.0, 0.5)), r.cell_at(Point::new(0.5, 9.0))), (None, None), "just off");
    let fine = Raster::new(Point::new(2.0, 4.0), Point::new(3.0, 5.0), 0.3);
    assert_eq!((fine.width, fine.height), (6, 6));
    assert!(fine.corner(2, 3).distance(Point::new(2.3, 4.6)) < 1e-9);
    assert_eq!(fine.cell_at(Point::new(2.31, 4.61)), Some(3 * 6 + 2));
    let mut cells = Vec::new();
    let square = points(&[(2.0, 4.0), (2.6, 4.0), (2.6, 4.9), (2.0, 4.9), (2.0, 4.0)]);
    fine.fill(&square, |c| cells.push(c));
    assert_eq!(cells, [7, 8, 13, 14, 19, 20]);
}

#[test]
fn filling_takes_the_cells_whose_middle_lies_inside() {
    let r = raster();
    let square = points(&[(2.0, 2.0), (5.0, 2.0), (5.0, 4.0), (2.0, 4.0), (2.0, 2.0)]);
    let wanted: BTreeSet<usize> =
        (2..5).flat_map(|x| (2..4).map(move |y| (x, y))).map(|(x, y)| cell(&r, x, y)).collect();
    assert_eq!(filled(&r, &square), wanted);
    let back: Vec<Point> = square.iter().rev().copied().collect();
    assert_eq!(filled(&r, &back), wanted, "whichever way it runs");
    let beyond = points(&[(-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0), (-50.0, -50.0)]);
    assert_eq!(filled(&r, &beyond).len(), r.len());
    assert!(filled(&r, &points(&[(0.1, 0.1), (0.4, 0.1), (0.4, 0.4), (0.1, 0.1)])).is_empty());
    // Corners at the very height of the middles of cells count once.
    let diamond = points(&[(5.0, 0.5), (8.3, 3.5), (5.0, 6.5), (1.7, 3.5), (5.0, 0.5)]);
    let rows: Vec<usize> =
        (0..8).map(|y| filled(&r, &diamond).iter().filter(|c| **c / r.width == y + 1).count()).collect();
    assert_eq!(rows, [0, 2, 4, 6, 4, 2, 0, 0]);
    let horseshoe = points(&[
        (1.0, 1.0),
        (8.0, 1.0),
        (8.0, 6.0),
        (6.0, 6.0),
        (6.0, 3.0),
        (3.0, 3.0),
        (3.0, 6.0),
        (1.0, 6.0),
        (1.0, 1.0),
    ]);
    let got = filled(&r, &horseshoe);
    assert!(got.contains(&cell(&r, 1, 5)) && got.contains(&cell(&r, 7, 5)) && !got.contains(&cell(&r, 4, 4)));
    assert_eq!(got.len(), 7 * 2 + 3 * 2 * 2);
}

proptest! {
    #[test]
    fn filling_agrees_with_the_test_of_points(corners in prop::collection::vec((-2.0..12.0f64, -2.0..10.0f64), 3..8)) {
        let r = raster();
        let mut ring = points(&corners);
        ring.push(ring[0]);
        let got = filled(&r, &ring);
        for y in 0..r.height {
            for x in 0..r.width {
                let middle = r.corner(x, y) + Point::new(0.5, 0.5);
                prop_assert_eq!(got.contains(&(y * r.width + x)), middle.inside(&ring), "{:?}", middle);
            }
        }
    }
}

#[test]
fn a_line_is_traced_without_gaps() {
    let r = raster();
    let mut cells = Vec::new();
    r.trace(&points(&[(0.5, 0.5), (9.5, 6.5)]), |c| cells.push(c));
    assert_eq!((cells[0], cells[cells.len() - 1]), (cell(&r, 0, 0), cell(&r, 9, 6)));
    assert!(cells.windows(2).all(|w| w[0] == w[1] || r.around(w[0]).contains(&w[1])));
    let mut outside = 0;
    r.trace(&points(&[(50.0, 50.0), (60.0, 60.0)]), |_| outside += 1);
    assert_eq!(outside, 0);
}

#[test]
fn the_nearest_cell_that_fits_is_found_within_reach() {
    let r = raster();
    let at = Point::new(5.5, 4.5);
    assert_eq!(r.nearest(at, 2, |_| true), Some(cell(&r, 5, 4)));
    let only = cell(&r, 7, 5);
    assert_eq!(r.nearest(at, 2, |c| c == only), Some(only));
    assert_eq!(r.nearest(at, 1, |c| c == only), None);
    let two = [cell(&r, 5, 6), cell(&r, 6, 5)];
    assert_eq!(r.nearest(at, 3, |c| two.contains(&c)), Some(two[1]), "the diagonal is nearer than two down");
    assert_eq!(r.nearest(Point::new(-0.5, -0.5), 3, |_| true), Some(0), "at the rim");
    assert_eq!(r.nearest(Point::new(10.5, 8.5), 3, |c| c != 119), Some(107));
    assert_eq!(r.nearest(Point::new(99.0, 0.0), 3, |_| true), None);
    // The first cell of the next row is no neighbour of the last cell of this one, nor the other way round.
    let (east, west) = (Point::new(10.5, 4.5), Point::new(-0.5, 4.5));
    assert_eq!(r.nearest(east, 2, |c| c == cell(&r, -1, 5)), None);
    assert_eq!(r.nearest(west, 2, |c| c == cell(&r, 10, 3)), None);
    assert_eq!(r.nearest(Point::new(4.5, 8.5), 2, |c| c < 24), None);
    assert_eq!(r.nearest(Point::new(4.5, -0.5), 2, |c| c >= 96), None);
}

#[test]
fn neighbours_stop_at_the_rim() {
    let r = raster();
    assert_eq!(r.around(0).len(), 4);
    assert_eq!(r.around(119).len(), 4);
    assert_eq!(r.around(5).len(), 6);
    assert_eq!(r.around(cell(&r, 4, 4)).len(), 9);
    let four: BTreeSet<usize> = r.beside(cell(&r, 4, 4)).collect();
    assert_eq!(four, [cell(&r, 3, 4), cell(&r, 5, 4), cell(&r, 4, 3), cell(&r, 4, 5)].into());
}

#[test]
fn a_way_keeps_to_the_land_and_clear_of_other_seeds() {
    let (r, cost) = land(&["#########", "#.......#", "#.......#", "#########"]);
    let (from, to) = (cell(&r, 0, 1), cell(&r, 8, 1));
    let way = r.way(&cost, from, to, &[from, to]);
    assert_eq!((way[0], way[way.len() - 1]), (from, to));
    assert!(way.iter().all(|c| cost[*c] > 0.0));
    assert!(way.windows(2).all(|w| r.around(w[0]).contains(&w[1])));
    assert!(way.contains(&cell(&r, 4, 0)), "over the nearer bridge");
    let other = cell(&r, 4, 0);
    let way = r.way(&cost, from, to, &[from, to, other]);
    assert!(way.contains(&cell(&r, 4, 3)) && !way.contains(&other), "around the other's seed");
    let (r, cost) = land(&["##.##"]);
    let (from, to) = (cell(&r, 0, 0), cell(&r, 4, 0));
    assert_eq!(r.way(&cost, from, to, &[from, to]), [to], "there is none over the sea");
}

#[test]
fn areas_meet_half_way() {
    let (r, cost) = land(&["#########", "#########", "#########"]);
    let seeds = [cell(&r, 0, 1), cell(&r, 8, 1)];
    let labels = Labels::grow(&r, &cost, &seeds, &[], 100.0);
    let rows = picture(&labels);
    assert!(rows.iter().all(|row| row.starts_with("0000") && row.ends_with("1111")), "{rows:#?}");
    assert_eq!(labels.touching(), [(0, 1)].into());
    assert!(labels.in_one_piece(0) && labels.in_one_piece(1));
    assert!(!labels.in_one_piece(2), "an area without a cell is not there");
}

#[test]
fn a_costly_river_holds_the_border() {
    let (r, cost) = land(&["######~##", "######~##", "######~##"]);
    let seeds = [cell(&r, 0, 1), cell(&r, 8, 1)];
    let rows = picture(&Labels::grow(&r, &cost, &seeds, &[], 100.0));
    assert!(rows.iter().all(|row| row.starts_with("000000") && row.ends_with("11")), "{rows:#?}");
}

#[test]
fn nothing_grows_beyond_its_reach_over_water_or_around_a_corner() {
    let (r, cost) = land(&["##########"]);
    let rows = picture(&Labels::grow(&r, &cost, &[cell(&r, 0, 0)], &[], 4.0));
    assert_eq!(rows, ["00000....."], "just so far");
    let (r, cost) = land(&["##.##"]);
    assert_eq!(picture(&Labels::grow(&r, &cost, &[cell(&r, 0, 0)], &[], 99.0)), ["00..."]);
    // Two lands that meet at a corner only are apart.
    let (r, cost) = land(&["##..", "##..", "..##", "..##"]);
    let rows = picture(&Labels::grow(&r, &cost, &[cell(&r, 0, 0)], &[], 99.0));
    assert_eq!(rows, ["00..", "00..", "....", "...."]);
    // Nor does an area claim land around the corner for another that could not reach it.
    let (r, cost) = land(&["##......", "..######"]);
    let rows = picture(&Labels::grow(&r, &cost, &[cell(&r, 1, 0), cell(&r, 7, 1)], &[], 3.0));
    assert_eq!(rows, ["00......", "....1111"]);
    // With land on one side of the corner the step is open.
    let (r, cost) = land(&["##..", "###.", "..##", "..##"]);
    let rows = picture(&Labels::grow(&r, &cost, &[cell(&r, 0, 0)], &[], 99.0));
    assert_eq!(rows, ["00..", "000.", "..00", "..00"]);
}

#[test]
fn strips_belong_to_their_area_and_hold_others_off() {
    let (r, cost) = land(&["#######", "#######", "#######"]);
    let seeds = [cell(&r, 0, 1), cell(&r, 6, 1)];
    let strip: Vec<(usize, u16)> = (1..6).map(|x| (cell(&r, x, 1), 0)).collect();
    let labels = Labels::grow(&r, &cost, &seeds, &strip, 99.0);
    let rows = picture(&labels);
    assert_eq!(rows[1], "0000001", "{rows:#?}");
    assert!(labels.in_one_piece(0));
    // A strip that its area does not reach goes to the area beside it.
    let lone = [(cell(&r, 5, 0), 0)];
    let labels = Labels::grow(&r, &cost, &seeds, &lone, 99.0);
    assert!(labels.in_one_piece(0) && labels.in_one_piece(1), "{:#?}", picture(&labels));
}

#[test]
fn crumbs_go_to_a_neighbour() {
    let (r, _) = land(&["####", "####"]);
    let mut labels = Labels { raster: r.clone(), label: vec![NOBODY; r.len()] };
    for (x, y, owner) in
        [(0, 0, 0), (1, 0, 0), (2, 0, 1), (3, 0, 1), (0, 1, 1), (1, 1, 0), (2, 1, 0), (3, 1, 1)]
    {
        labels.label[cell(&r, x, y)] = owner;
    }
    let seeds = [cell(&r, 0, 0), cell(&r, 3, 0)];
    labels.drop_crumbs(&seeds);
    assert_eq!(picture(&labels), ["0011", "0001"]);
    // What hangs on nobody is out of play.
    labels.label[cell(&r, 0, 0)] = NOBODY;
    let mut apart = Labels { raster: r.clone(), label: vec![NOBODY; r.len()] };
    apart.label[cell(&r, 0, 0)] = 0;
    apart.label[cell(&r, 3, 1)] = 0;
    assert!(!apart.in_one_piece(0));
    apart.drop_crumbs(&[cell(&r, 0, 0)]);
    assert_eq!(picture(&apart), ["0...", "...."]);
    assert!(apart.in_one_piece(0));
}

#[test]
fn areas_spread_over_the_water_evenly() {
    let (r, cost) = land(&["#........#"]);
    let labels = Labels::grow(&r, &cost, &[cell(&r, 0, 0), cell(&r, 9, 0)], &[], 99.0);
    assert_eq!(picture(&labels.spread(0)), ["0........1"]);
    assert_eq!(picture(&labels.spread(1)), ["00......11"]);
    assert_eq!(picture(&labels.spread(3)), ["0000..1111"]);
    assert_eq!(picture(&labels.spread(9)), ["0000011111"]);
}

type Arcs = Vec<(Option<u16>, Option<u16>, Vec<Point>)>;

/// Twice the area that the arcs of one label enclose, with the label on the right hand.
fn enclosed(arcs: &Arcs, label: u16) -> f64 {
    let mut sum = 0.0;
    for (left, right, points) in arcs {
        let sign = match (*left == Some(label), *right == Some(label)) {
            (false, true) => 1.0,
            (true, false) => -1.0,
            _ => continue,
        };
        sum += sign * points.windows(2).map(|w| w[0].x * w[1].y - w[1].x * w[0].y).sum::<f64>() / 2.0;
    }
    sum
}

#[test]
fn a_lone_area_has_one_closed_arc() {
    let (r, cost) = land(&["....", ".##.", ".##.", "...."]);
    let arcs = Labels::grow(&r, &cost, &[cell(&r, 1, 1)], &[], 99.0).arcs();
    assert_eq!(arcs.len(), 1);
    let (left, right, points) = &arcs[0];
    assert_eq!(points.first(), points.last());
    assert_eq!(points.len(), 9, "eight steps around four cells");
    assert!([*left, *right].contains(&Some(0)) && [*left, *right].contains(&None));
    assert_eq!(enclosed(&arcs, 0), 4.0, "positive: the area lies on its right hand");
}

#[test]
fn two_areas_share_an_arc_between_two_junctions() {
    let (r, cost) = land(&["####", "####"]);
    let labels = Labels::grow(&r, &cost, &[cell(&r, 0, 0), cell(&r, 3, 0)], &[], 99.0);
    assert_eq!(picture(&labels), ["0011", "0011"]);
    let arcs = labels.arcs();
    assert_eq!(arcs.len(), 3);
    let shared: Vec<_> = arcs.iter().filter(|(l, r, _)| l.is_some() && r.is_some()).collect();
    assert_eq!(shared.len(), 1);
    let ends: Vec<Point> = vec![Point::new(2.0, 0.0), Point::new(2.0, 2.0)];
    for (_, _, points) in &arcs {
        assert!(ends.contains(&points[0]) && ends.contains(&points[points.len() - 1]), "{points:?}");
    }
    // Left and right are right: to the left of the way south lies the east.
    let (left, right, points) = shared[0];
    let south = points[1].y > points[0].y;
    assert_eq!((*left, *right), if south { (Some(1), Some(0)) } else { (Some(0), Some(1)) });
    assert_eq!((enclosed(&arcs, 0), enclosed(&arcs, 1)), (4.0, 4.0));
}

#[test]
fn a_hole_has_its_own_arc_and_the_rim_of_the_raster_closes_outlines() {
    let (r, cost) = land(&["#####", "#...#", "#...#", "#####"]);
    let arcs = Labels::grow(&r, &cost, &[cell(&r, 0, 0)], &[], 99.0).arcs();
    assert_eq!(arcs.len(), 2);
    assert!(arcs.iter().all(|(_, _, p)| p.first() == p.last()));
    assert_eq!(enclosed(&arcs, 0), 14.0);
    // Cells at the very rim of the raster are outlined too.
    let all = Labels { raster: r.clone(), label: vec![0; r.len()] };
    let arcs = all.arcs();
    assert_eq!((arcs.len(), enclosed(&arcs, 0)), (1, r.len() as f64));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the land and the seeds: areas are in one piece, on land, and their arcs enclose exactly their cells.
    #[test]
    fn grown_areas_are_whole_and_their_arcs_enclose_them(
        wet in prop::collection::vec(prop::bool::weighted(0.25), 99),
        seeds in prop::collection::btree_set(0usize..99, 1..6),
        reach in 2.0..20.0f32,
    ) {
        let rows: Vec<String> =
            (0..9).map(|y| (0..11).map(|x| if wet[y * 11 + x] { '.' } else { '#' }).collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let (r, mut cost) = land(&rows);
        let seeds: Vec<usize> = seeds.into_iter().map(|i| cell(&r, (i % 11) as i32, (i / 11) as i32)).collect();
        for s in &seeds {
            cost[*s] = 1.0;
        }
        let labels = Labels::grow(&r, &cost, &seeds, &[], reach);
        for (c, l) in labels.label.iter().enumerate() {
            prop_assert!(*l == NOBODY || cost[c] > 0.0);
        }
        let spread = labels.spread(2);
        for made in [&labels, &spread] {
            let arcs = made.arcs();
            for i in 0..seeds.len() as u16 {
                prop_assert!(made.in_one_piece(i));
                let cells = made.label.iter().filter(|l| **l == i).count();
                prop_assert!((enclosed(&arcs, i) - cells as f64).abs() < 1e-6);
            }
            for (left, right, points) in &arcs {
                prop_assert!(left != right);
                prop_assert!(points.len() >= 2);
                for w in points.windows(2) {
                    prop_assert!((w[0].distance(w[1]) - 1.0).abs() < 1e-9);
                    // On either hand lies what the arc says.
                    let (middle, aside) = (w[0].middle(w[1]), (w[1] - w[0]).turned() * 0.5);
                    let at = |p: Point| made.raster.cell_at(p).map(|c| made.label[c]).filter(|l| *l != NOBODY);
                    prop_assert_eq!(at(middle + aside), *right);
                    prop_assert_eq!(at(middle - aside), *left);
                }
            }
            // Arcs end where other arcs end, or where they began.
            for (_, _, points) in &arcs {
                let (first, last) = (points[0], points[points.len() - 1]);
                if first != last {
                    for end in [first, last] {
                        let others = arcs.iter().filter(|(_, _, p)| p[0] == end || p[p.len() - 1] == end).count();
                        prop_assert!(others >= 2);
                    }
                }
            }
            for (a, b) in made.touching() {
                let pair = [Some(a), Some(b)];
                let shared = arcs.iter().any(|(l, r, _)| [*l, *r] == pair || [*r, *l] == pair);
                prop_assert!(shared);
            }
        }
    }
}

#[test]
fn a_diagonal_step_needs_land_beside_it() {
    for (x, y) in [(2, 1), (3, 5), (7, 2)] {
        let r = raster();
        let [a, b, right, below] =
            [cell(&r, x, y), cell(&r, x + 1, y + 1), cell(&r, x + 1, y), cell(&r, x, y + 1)];
        for (land, open) in
            [(vec![], false), (vec![right], true), (vec![below], true), (vec![right, below], true)]
        {
            let mut cost = vec![0.0; r.len()];
            for c in land.iter().chain([&a, &b]) {
                cost[*c] = 1.0;
            }
            assert_eq!(r.corner_is_open(&cost, a, b), open);
            assert_eq!(r.corner_is_open(&cost, b, a), open);
            // The other diagonal passes between a and b.
            cost.fill(0.0);
            cost[right] = 1.0;
            cost[below] = 1.0;
            assert!(!r.corner_is_open(&cost, right, below));
            cost[a] = 1.0;
            assert!(r.corner_is_open(&cost, right, below) && r.corner_is_open(&cost, below, right));
        }
    }
}
