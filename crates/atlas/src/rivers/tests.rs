use super::*;
use sandtable_board::Grid;
use sandtable_board::grid::{ColumnsFrom, Numbering, Orientation, Parity};

fn sheet() -> Topology {
    Topology::new(Grid {
        orientation: Orientation::Flat,
        numbering: Numbering::ColRow,
        columns_from: ColumnsFrom::West,
        shifted: Parity::Even,
        shift: 0.5,
        columns: (1, 12),
        rows: (1, 12),
    })
}

fn plan(name: &str, into: &str) -> RiverPlan {
    RiverPlan {
        line: 1,
        name: name.into(),
        class: RiverClass::Small,
        pieces: vec![],
        into: into.into(),
        big_below: String::new(),
        upper: format!("Upper {name}"),
        flows: None,
    }
}

fn points(list: &[(f64, f64)]) -> Vec<Point> {
    list.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

fn hex(t: &Topology, n: &str) -> Hex {
    t.hex(n.parse().unwrap()).unwrap()
}

/// Compiles on a sheet without water or towns.
fn led(t: &Topology, plan: &RiverPlan, line: &[Point], done: &[River]) -> Vec<River> {
    let water = vec![false; t.hex_count()];
    RiverBed { topology: t, towns: &BTreeMap::new(), water: &water }.compile(plan, line, None, done)
}

/// The corners along a river from source to mouth; every side touches the next.
fn corners(t: &Topology, sides: &[Side]) -> Vec<Corner> {
    assert!(sides.windows(2).all(|w| t.shared_corner(w[0], w[1]).is_some()), "no gaps");
    let [a, b] = t.side_corners(sides[0]);
    let start = match sides.get(1).and_then(|s| t.shared_corner(sides[0], *s)) {
        Some(shared) if shared == a => b,
        _ => a,
    };
    let mut out = vec![start];
    for s in sides {
        let [a, b] = t.side_corners(*s);
        let here = out[out.len() - 1];
        assert!(a == here || b == here, "a chain, not a fork");
        out.push(if a == here { b } else { a });
    }
    out
}

fn on_edge(t: &Topology, c: Corner) -> bool {
    t.sides().any(|s| t.side_hexes(s).1.is_none() && t.side_corners(s).contains(&c))
}

#[test]
fn pieces_are_joined_end_to_end_whichever_way_they_run() {
    let whole = points(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0), (5.0, 0.0), (6.0, 0.0)]);
    let turned = |r: std::ops::Range<usize>| whole[r].iter().rev().copied().collect::<Vec<_>>();
    // The longest piece lies in the middle and runs backwards, so the river comes out backwards too.
    let joined = join(vec![whole[0..2].to_vec(), turned(2..5), turned(5..7)], 1.5);
    assert_eq!(joined, whole.iter().rev().copied().collect::<Vec<_>>());
    let joined = join(vec![turned(0..2), whole[2..5].to_vec(), whole[5..7].to_vec()], 1.5);
    assert_eq!(joined, whole);
    assert_eq!(join(vec![whole[5..7].to_vec(), whole[0..5].to_vec()], 1.0), whole, "a gap of just that");
}

#[test]
fn pieces_out_of_reach_are_left_out() {
    let a = points(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]);
    let far = points(&[(9.0, 0.0), (10.0, 0.0)]);
    assert_eq!(join(vec![a.clone(), far.clone()], 2.5), a);
    assert_eq!(join(vec![a.clone(), far.clone()], 7.0).len(), 5);
    assert!(join(vec![], 1.0).is_empty());
    // The nearer of two ends is taken first.
    let near = points(&[(2.5, 0.0), (8.0, 0.0)]);
    let joined = join(vec![a.clone(), far.clone(), near.clone()], 2.5);
    assert_eq!(joined, [a, near, far].concat());
}

#[test]
fn a_line_is_cut_into_its_stretches_on_the_board() {
    let t = sheet();
    let y = t.centre(hex(&t, "0506")).y;
    let (west, east) = (t.centre(hex(&t, "0106")).x, t.centre(hex(&t, "1206")).x);
    let out_and_in =
        points(&[(west + 1.0, y), (east + 3.0, y), (east + 3.0, y + 2.0), (west + 1.0, y + 2.0)]);
    let cut = stretches(&t, &out_and_in);
    assert_eq!(cut.len(), 2);
    for s in &cut {
        assert!(s.iter().all(|p| t.hex_at(*p).is_some()));
        assert!(s.windows(2).all(|w| w[0].distance(w[1]) < 0.1001), "points lie close");
    }
    assert_eq!(cut[0][0], out_and_in[0]);
    assert_eq!(cut[1][cut[1].len() - 1], out_and_in[3], "the last point belongs to it");
    assert!(stretches(&t, &points(&[(west, y), (west + 0.35, y)])).is_empty(), "a crumb is no river");
    assert_eq!(stretches(&t, &points(&[(west, y), (west + 0.6, y)])).len(), 1);
    assert!(stretches(&t, &[]).is_empty());
}

#[test]
fn a_river_runs_from_its_source_to_the_edge_along_its_line() {
    let t = sheet();
    let source = t.centre(hex(&t, "0406"));
    let line = [source, source + Point::new(20.0, 3.0)];
    let rivers = led(&t, &plan("Long", ""), &line, &[]);
    assert_eq!(rivers.len(), 1);
    assert_eq!((rivers[0].name.as_str(), rivers[0].class), ("Long", RiverClass::Small));
    let way = corners(&t, &rivers[0].sides);
    assert!(!on_edge(&t, way[0]) && t.point(way[0]).distance(source) < 0.6, "it rises at its source");
    assert!(on_edge(&t, way[way.len() - 1]), "it leaves the sheet");
    assert!(way.iter().all(|c| t.point(*c).to_polyline(&line) < 0.65), "it keeps to its line");
    assert!(way.windows(2).all(|w| !(on_edge(&t, w[0]) && on_edge(&t, w[1]))), "not along the edge");
    let unique: std::collections::BTreeSet<_> = way.iter().collect();
    assert_eq!(unique.len(), way.len(), "it never meets itself");
}

#[test]
fn a_river_that_comes_from_beyond_begins_at_the_edge() {
    let t = sheet();
    let mouth = t.centre(hex(&t, "0606"));
    let rivers = led(&t, &plan("In", ""), &[mouth - Point::new(20.0, 0.0), mouth], &[]);
    let way = corners(&t, &rivers[0].sides);
    assert!(on_edge(&t, way[0]) && !on_edge(&t, way[way.len() - 1]));
    assert!(t.point(way[way.len() - 1]).distance(mouth) < 0.6);
}

#[test]
fn a_river_that_leaves_and_comes_back_has_two_pieces() {
    let t = sheet();
    let a = t.centre(hex(&t, "0904"));
    let line = [a, a + Point::new(9.0, 0.0), a + Point::new(9.0, 4.0), a + Point::new(0.0, 4.0)];
    let rivers = led(&t, &plan("Bend", ""), &line, &[]);
    assert_eq!(rivers.len(), 2);
    for r in &rivers {
        corners(&t, &r.sides);
    }
    let (out, back) = (corners(&t, &rivers[0].sides), corners(&t, &rivers[1].sides));
    assert!(on_edge(&t, out[out.len() - 1]) && on_edge(&t, back[0]));
}

#[test]
fn a_river_beyond_the_sheet_gives_nothing() {
    let t = sheet();
    assert!(led(&t, &plan("Off", ""), &points(&[(100.0, 1.0), (110.0, 1.0)]), &[]).is_empty());
}

#[test]
fn towns_stay_on_their_bank() {
    let t = sheet();
    let town = hex(&t, "0606");
    let c = t.centre(town);
    let water = vec![false; t.hex_count()];
    // The line runs east straight through the middle of the town's hex.
    let line = [c - Point::new(4.0, 0.0), c + Point::new(4.0, 0.0)];
    for (place, south) in [(c + Point::new(0.0, 0.3), true), (c - Point::new(0.0, 0.3), false)] {
        let towns = BTreeMap::from([(town, place)]);
        let bed = RiverBed { topology: &t, towns: &towns, water: &water };
        let rivers = bed.compile(&plan("R", ""), &line, None, &[]);
        let way = corners(&t, &rivers[0].sides);
        for (s, w) in rivers[0].sides.iter().zip(way.windows(2)) {
            let (a, b) = t.side_hexes(*s);
            if a == town || b == Some(town) {
                let right = t.point(w[0]).cross(t.point(w[1]), c) > 0.0;
                assert_eq!(right, south, "south is right of the way east");
            }
        }
        assert!(
            rivers[0].sides.iter().any(|s| t.side_hexes(*s).0 == town || t.side_hexes(*s).1 == Some(town))
        );
    }
    // A town far from the river does not bend it.
    let far = BTreeMap::from([(town, c + Point::new(0.0, 1.7))]);
    let free = RiverBed { topology: &t, towns: &BTreeMap::new(), water: &water };
    let bent = RiverBed { topology: &t, towns: &far, water: &water };
    assert_eq!(
        bent.compile(&plan("R", ""), &line, None, &[]),
        free.compile(&plan("R", ""), &line, None, &[])
    );
}

#[test]
fn a_tributary_ends_where_it_meets_its_river() {
    let t = sheet();
    let c = t.centre(hex(&t, "0606"));
    let main = led(&t, &plan("Main", ""), &[c - Point::new(20.0, 0.0), c + Point::new(20.0, 0.0)], &[]);
    let main_corners: Vec<Corner> = main.iter().flat_map(|r| corners(&t, &r.sides)).collect();
    let source = c - Point::new(0.5, 4.0);
    // Whichever way its line runs, it flows from the source to the river.
    for line in [[source, c + Point::new(0.5, 0.0)], [c + Point::new(0.5, 0.0), source]] {
        let made = led(&t, &plan("Brook", "Main"), &line, &main);
        assert_eq!(made.len(), 1);
        let way = corners(&t, &made[0].sides);
        assert!(t.point(way[0]).distance(source) < 0.7, "it rises at its source");
        assert!(main_corners.contains(&way[way.len() - 1]), "it ends on the river");
        assert!(way[..way.len() - 1].iter().all(|k| !main_corners.contains(k)), "and meets it only there");
    }
    // A line that ends a little short is led on to the river; one far off is not.
    let short = [source, c - Point::new(0.0, 1.5)];
    let made = led(&t, &plan("Short", "Main"), &short, &main);
    assert!(main_corners.contains(corners(&t, &made[0].sides).last().unwrap()));
    let far = [c - Point::new(0.0, 5.4), c - Point::new(0.0, 3.9)];
    let made = led(&t, &plan("Far", "Main"), &far, &main);
    assert!(!main_corners.contains(corners(&t, &made[0].sides).last().unwrap()));
    // One that runs through the river ends at the first meeting.
    let through = [source, c + Point::new(0.0, 4.0), c + Point::new(0.3, 0.0)];
    let made = led(&t, &plan("Through", "Main"), &through, &main);
    let way = corners(&t, &made[0].sides);
    assert!(way.iter().all(|k| t.point(*k).y < c.y + 0.8), "nothing goes on behind the river");
}

#[test]
fn a_river_is_big_below_a_point() {
    let t = sheet();
    let c = t.centre(hex(&t, "0606"));
    let line = [c - Point::new(20.0, 0.0), c + Point::new(20.0, 0.0)];
    let water = vec![false; t.hex_count()];
    let bed = RiverBed { topology: &t, towns: &BTreeMap::new(), water: &water };
    let made = bed.compile(&plan("R", ""), &line, Some(c), &[]);
    let told: Vec<_> = made.iter().map(|r| (r.name.as_str(), r.class)).collect();
    assert_eq!(told, [("Upper R", RiverClass::Small), ("R", RiverClass::Big)]);
    let middle = |s: &Side| {
        let [a, b] = t.side_corners(*s).map(|k| t.point(k));
        a.middle(b).x
    };
    assert!(made[0].sides.iter().all(|s| middle(s) < c.x + 0.05));
    assert!(made[1].sides.iter().all(|s| middle(s) > c.x - 0.05));
    corners(&t, &[made[0].sides.clone(), made[1].sides.clone()].concat());
    // Above the source it is big from the first side on.
    let all = bed.compile(&plan("R", ""), &line, Some(c - Point::new(30.0, 0.0)), &[]);
    assert_eq!((all.len(), all[0].class), (1, RiverClass::Big));
}

#[test]
fn no_river_runs_between_two_hexes_of_water_and_a_mouth_may_lie_on_the_shore() {
    let t = sheet();
    let c = t.centre(hex(&t, "0606"));
    // A lake of seven hexes in the way.
    let mut water = vec![false; t.hex_count()];
    for h in t.within(hex(&t, "0606"), 1) {
        water[h.index()] = true;
    }
    let bed = RiverBed { topology: &t, towns: &BTreeMap::new(), water: &water };
    let made =
        bed.compile(&plan("Around", ""), &[c - Point::new(20.0, 0.0), c + Point::new(20.0, 0.0)], None, &[]);
    for s in &made[0].sides {
        let (a, b) = t.side_hexes(*s);
        assert!(!(water[a.index()] && b.is_some_and(|b| water[b.index()])));
    }
    // A river into the lake ends on its shore.
    let made =
        bed.compile(&plan("Into", ""), &[c - Point::new(4.0, 0.0), c - Point::new(1.2, 0.0)], None, &[]);
    let end = *corners(&t, &made[0].sides).last().unwrap();
    assert!(t.hexes().any(|h| water[h.index()] && t.corners(h).contains(&end)));
}

#[test]
fn a_mouth_on_the_coast_may_lie_on_the_edge_of_the_sheet() {
    let t = sheet();
    let north = hex(&t, "0601");
    let mut water = vec![false; t.hex_count()];
    water[north.index()] = true;
    let bed = RiverBed { topology: &t, towns: &BTreeMap::new(), water: &water };
    let shore = Corner(t.corners(north)[3].0);
    assert!(bed.touches_water(shore.index()));
    let inland = t.corners(hex(&t, "0608"))[0];
    assert!(!bed.touches_water(inland.index()));
}

#[test]
fn the_side_of_a_line_is_told_by_its_nearest_piece() {
    let line = points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]);
    assert_eq!(side_of(&line, Point::new(2.0, 1.0)), 1.0);
    assert_eq!(side_of(&line, Point::new(2.0, -1.0)), -1.0);
    assert_eq!(side_of(&line, Point::new(3.0, 3.0)), 1.0);
    assert_eq!(side_of(&line, Point::new(5.0, 3.0)), -1.0);
    assert_eq!(side_of(&[], Point::new(5.0, 3.0)), 0.0);
}
