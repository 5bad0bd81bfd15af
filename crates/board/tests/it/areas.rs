//! The board of areas: links, distances, outlines, its file, and what it refuses.

use crate::samples::{area_board, board_text};
use proptest::prelude::*;
use sandtable_board::areaboard::{
    Arc, Area, AreaError, AreaFault, AreaParts, City, Link, LinkKind, MOST_AREAS, Sea,
};
use sandtable_board::geometry::signed_area;
use sandtable_board::{AreaBoard, AreaId, Point, SeaId, areafile};

fn area(id: &str, seas: &[u8]) -> Area {
    Area {
        id: id.into(),
        name: id.to_uppercase(),
        home: "FR".into(),
        owner: "GB".into(),
        terrain: "clear".into(),
        forage: 3,
        city: None,
        winter: false,
        guerilla: 1,
        seas: seas.iter().map(|s| SeaId(*s)).collect(),
        centre: Point::new(1.0, 2.0),
    }
}

fn link(a: u16, b: u16, kind: LinkKind) -> Link {
    Link { a: AreaId(a), b: AreaId(b), kind }
}

/// Four areas in a row, the last across a strait: a – b ~ c = d.
fn parts() -> AreaParts {
    let sea = |id: &str, near: u8| Sea {
        id: id.into(),
        name: format!("Sea of {id}"),
        ice: near == 1,
        near: vec![SeaId(near)],
        centre: Point::new(0.5, 0.25),
    };
    let square = |x: f64| {
        [(x, 0.0), (x + 1.0, 0.0), (x + 1.0, 1.0), (x, 1.0), (x, 0.0)].map(|(x, y)| Point::new(x, y)).to_vec()
    };
    AreaParts {
        id: "row".into(),
        title: "Row".into(),
        provenance: "reconstructed".into(),
        km: 74.5,
        frame: (Point::new(-1.0, -1.5), Point::new(6.0, 3.0)),
        areas: vec![area("a", &[]), area("b", &[1]), area("c", &[0]), area("d", &[1, 0])],
        links: vec![link(0, 1, LinkKind::Land), link(2, 1, LinkKind::River), link(2, 3, LinkKind::Crossing)],
        seas: vec![sea("n", 1), sea("s", 0)],
        arcs: vec![
            Arc { left: None, right: Some(AreaId(0)), points: square(0.0) },
            Arc { left: None, right: Some(AreaId(1)), points: square(1.0) },
        ],
        land: vec![(true, square(0.0)), (false, square(4.0))],
        lakes: vec![square(0.25)],
        streams: vec![vec![Point::new(0.0, 0.5), Point::new(1.0, 0.5)]],
    }
}

fn board() -> AreaBoard {
    AreaBoard::new(parts()).unwrap()
}

fn refused(change: impl FnOnce(&mut AreaParts)) -> AreaError {
    let mut p = parts();
    change(&mut p);
    AreaBoard::new(p).unwrap_err()
}

#[test]
fn links_join_both_ways_and_distances_count_them() {
    let b = board();
    let [a, b_, c, d] = [0, 1, 2, 3].map(AreaId);
    assert_eq!((b.len(), b.is_empty(), b.areas().count()), (4, false, 4));
    assert_eq!(b.neighbours(b_), &[(a, LinkKind::Land), (c, LinkKind::River)]);
    assert_eq!(b.link(c, b_), Some(LinkKind::River));
    assert_eq!(b.link(d, c), Some(LinkKind::Crossing));
    assert_eq!(b.link(a, c), None);
    assert_eq!([a, b_, c, d].map(|x| b.distance(a, x)), [0, 1, 2, 3]);
    assert_eq!(b.distance(d, b_), 2);
    assert_eq!(b.within(b_, 0), &[b_]);
    assert_eq!(b.within(b_, 1), &[b_, a, c]);
    assert_eq!(b.within(b_, 2), &[b_, a, c, d]);
    assert_eq!(b.within(b_, 200), &[b_, a, c, d]);
    assert_eq!(b.within(a, 1), &[a, b_]);
    assert_eq!((b.area_named("c"), b.area_named("x")), (Some(c), None));
    assert_eq!((b.sea_named("s"), b.sea_named("x")), (Some(SeaId(1)), None));
    assert_eq!(b.sea_of_crossing(c, d), Some(SeaId(0)));
    assert_eq!(b.sea_of_crossing(b_, d), Some(SeaId(1)));
    assert_eq!(b.sea_of_crossing(a, d), None);
}

#[test]
fn what_does_not_hang_together_is_refused() {
    let e = refused(|p| p.links[1] = link(1, 1, LinkKind::Land));
    assert_eq!((e.link, e.fault), (Some(1), AreaFault::Loop("b".into())));
    for (a, b) in [(0, 1), (1, 0)] {
        let e = refused(|p| p.links.push(link(a, b, LinkKind::River)));
        assert_eq!(
            (e.link, &e.fault),
            (
                Some(3),
                &AreaFault::Twice(["a", "b"][usize::from(a)].into(), ["a", "b"][usize::from(b)].into())
            )
        );
        assert!(e.to_string().contains("stands twice"));
    }
    let e = refused(|p| p.links[0].kind = LinkKind::Crossing);
    assert_eq!((e.link, e.fault), (Some(0), AreaFault::NoSea("a".into(), "b".into())));
    let e = refused(|p| {
        p.links.pop();
    });
    assert_eq!((e.link, &e.fault), (None, &AreaFault::Cut("d".into(), "a".into())));
    assert_eq!(e.to_string(), "area `d` cannot be reached from `a`; add a link");
    let e = refused(|p| p.links.remove(0).kind = LinkKind::Land);
    assert_eq!(e.fault, AreaFault::Cut("b".into(), "a".into()));
    let mut none = parts();
    (none.areas, none.links, none.arcs) = (vec![], vec![], vec![]);
    assert!(AreaBoard::new(none).unwrap().is_empty());
}

#[test]
fn a_board_has_limits() {
    let row = |n: u16| {
        let mut p = parts();
        p.areas = (0..n).map(|i| area(&format!("a{i}"), &[])).collect();
        p.links = (1..n).map(|i| link(i - 1, i, LinkKind::Land)).collect();
        AreaBoard::new(p)
    };
    let longest = row(251).unwrap();
    assert_eq!(longest.distance(AreaId(0), AreaId(250)), 250);
    assert_eq!(longest.within(AreaId(0), 249).len(), 250);
    assert_eq!(row(252).unwrap_err().fault, AreaFault::Far("a251".into(), "a0".into()));
    let star = |n: usize| {
        let mut p = parts();
        p.areas = (0..n).map(|i| area(&format!("a{i}"), &[])).collect();
        p.links = (1..n).map(|i| link(0, i as u16, LinkKind::Land)).collect();
        AreaBoard::new(p)
    };
    assert_eq!(star(MOST_AREAS + 1).unwrap_err().fault, AreaFault::TooMany);
}

#[test]
fn distances_and_ranges_of_the_real_board_are_the_shortest_walks() {
    let b = area_board();
    let n = b.len();
    // All distances at once, by Floyd and Warshall.
    let mut d = vec![vec![u32::MAX / 4; n]; n];
    for (i, row) in d.iter_mut().enumerate() {
        row[i] = 0;
    }
    for l in &b.parts().links {
        d[l.a.index()][l.b.index()] = 1;
        d[l.b.index()][l.a.index()] = 1;
    }
    for k in 0..n {
        let via = d[k].clone();
        for row in &mut d {
            let to_k = row[k];
            for (x, y) in row.iter_mut().zip(&via) {
                *x = (*x).min(to_k + y);
            }
        }
    }
    for a in b.areas() {
        for c in b.areas() {
            assert_eq!(u32::from(b.distance(a, c)), d[a.index()][c.index()]);
        }
        for links in [0, 1, 2, 3, 7, 255] {
            let near = b.within(a, links);
            let mut sorted = near.to_vec();
            sorted.sort();
            let wanted: Vec<AreaId> =
                b.areas().filter(|c| d[a.index()][c.index()] <= u32::from(links)).collect();
            assert_eq!(sorted, wanted);
            assert!(near.is_sorted_by_key(|c| b.distance(a, *c)), "nearest first");
        }
        for (c, kind) in b.neighbours(a) {
            assert_eq!(b.link(*c, a), Some(*kind), "links lead both ways");
            assert_eq!(
                *kind == LinkKind::Crossing,
                *kind == LinkKind::Crossing && b.sea_of_crossing(a, *c).is_some()
            );
        }
    }
}

#[test]
fn every_area_has_one_closed_outline_with_its_middle_inside() {
    let b = area_board();
    for id in b.areas() {
        let rings = b.outline(id);
        let name = &b.area(id).id;
        assert!(!rings.is_empty(), "{name}");
        for ring in &rings {
            assert!(ring.len() >= 4 && ring.first() == ring.last(), "{name} is closed");
        }
        // With the area on the right hand the outline runs clockwise and holes run the other way.
        let outer: Vec<_> = rings.iter().filter(|r| signed_area(r) > 0.0).collect();
        assert_eq!(outer.len(), 1, "{name} is one piece");
        let holes = rings.iter().filter(|r| signed_area(r) < 0.0);
        for hole in holes {
            assert!(hole[0].inside(outer[0]), "{name} has its holes within");
        }
    }
}

#[test]
fn linked_areas_share_a_border() {
    let b = area_board();
    for l in b.parts().links.iter().filter(|l| l.kind != LinkKind::Crossing) {
        let share = b.parts().arcs.iter().any(|arc| {
            (arc.left, arc.right) == (Some(l.a), Some(l.b)) || (arc.left, arc.right) == (Some(l.b), Some(l.a))
        });
        assert!(share, "{}–{}", b.area(l.a).id, b.area(l.b).id);
    }
}

#[test]
fn an_outline_is_put_together_from_borders_of_either_direction() {
    let mut p = parts();
    let points = |list: &[(f64, f64)]| list.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>();
    p.arcs = vec![
        // The square of b in two pieces, one of them the wrong way round, and a hole.
        Arc { left: Some(AreaId(0)), right: Some(AreaId(1)), points: points(&[(1.0, 1.0), (1.0, 0.0)]) },
        Arc {
            left: Some(AreaId(1)),
            right: None,
            points: points(&[(1.0, 1.0), (2.0, 1.0), (2.0, 0.0), (1.0, 0.0)]),
        },
        Arc {
            left: Some(AreaId(1)),
            right: Some(AreaId(2)),
            points: points(&[(1.2, 0.2), (1.4, 0.2), (1.4, 0.4), (1.2, 0.2)]),
        },
        // A border within one area is none.
        Arc { left: Some(AreaId(1)), right: Some(AreaId(1)), points: points(&[(1.6, 0.2), (1.8, 0.2)]) },
    ];
    let b = AreaBoard::new(p).unwrap();
    let rings = b.outline(AreaId(1));
    let areas: Vec<f64> = rings.iter().map(|r| (signed_area(r) * 1000.0).round()).collect();
    assert_eq!(areas.len(), 2);
    assert!(areas.contains(&1000.0) && areas.contains(&-20.0), "{areas:?}");
    assert!(rings.iter().all(|r| r.first() == r.last()));
    assert_eq!(rings.iter().map(Vec::len).max(), Some(5), "joints are not doubled");
    assert_eq!(b.outline_arcs(AreaId(1)).iter().map(Vec::len).max(), Some(2));
    assert!(b.outline(AreaId(3)).is_empty());
    let hole = b.outline(AreaId(2));
    assert_eq!((hole.len(), signed_area(&hole[0]) > 0.0), (1, true), "the hole is the other's outline");
}

#[test]
fn a_border_that_leads_nowhere_ends_the_outline() {
    let mut p = parts();
    p.arcs = vec![Arc {
        left: None,
        right: Some(AreaId(0)),
        points: vec![Point::new(0.0, 0.0), Point::new(1.0, 0.0)],
    }];
    let b = AreaBoard::new(p).unwrap();
    assert_eq!(b.outline(AreaId(0)), vec![vec![Point::new(0.0, 0.0), Point::new(1.0, 0.0)]]);
}

#[test]
fn the_file_keeps_everything() {
    let mut p = parts();
    p.areas[3].city = Some(City { name: "D-town".into(), spires: 4, fleches: 2, port: true, capital: false });
    p.areas[2].city = Some(City { name: "C-town".into(), spires: 0, fleches: 0, port: false, capital: true });
    p.areas[1].winter = true;
    let b = AreaBoard::new(p.clone()).unwrap();
    let text = areafile::write(&b);
    let back = areafile::read("row", &text).unwrap();
    let q = back.parts();
    assert_eq!(
        (&p.id, &p.title, &p.provenance, p.km, p.frame),
        (&q.id, &q.title, &q.provenance, q.km, q.frame)
    );
    assert_eq!((&p.areas, &p.links, &p.seas), (&q.areas, &q.links, &q.seas));
    assert_eq!((&p.arcs, &p.land, &p.lakes, &p.streams), (&q.arcs, &q.land, &q.lakes, &q.streams));
    assert_eq!(areafile::write(&back), text);
}

#[test]
fn broken_lines_are_named_with_the_remedy() {
    let text = areafile::write(&board());
    let cases: &[(&str, &str, &str, &str)] = &[
        (
            "area board 1",
            "area board 9",
            "area board 9",
            "an area board starts with the line `sandtable area board 1`",
        ),
        ("km = 74.5", "km = NaN", "km =", "is not finite"),
        ("km = 74.5\n", "", "[seas]", "`id = …` and `km = …` must stand before"),
        ("title = Row", "tile = Row", "tile", "`tile` is no key of an area board"),
        ("frame = -1,-1.5 6,3", "frame = -1,-1.5", "frame", "a frame has two points"),
        ("frame = -1,-1.5 6,3", "frame = 6,-1.5 -1,3", "frame", "upper left and lower right"),
        ("frame = -1,-1.5 6,3", "frame = -1,3 6,-1.5", "frame", "upper left and lower right"),
        ("frame = -1,-1.5 6,3", "frame = -1,-1.5 -1,3", "frame", "upper left and lower right"),
        ("frame = -1,-1.5 6,3", "frame = -1,3 6,3", "frame", "upper left and lower right"),
        ("n | Sea of n | yes", "n | Sea of n | maybe", "maybe", "should be one of yes, no"),
        ("n | Sea of n | yes | s | 0.5,0.25", "n | Sea of n | yes | s", "Sea of n", "4 fields stand here, 5"),
        (
            "n | Sea of n | yes | s | 0.5,0.25",
            "n | Sea of n | yes | s | 1,2 3,4",
            "Sea of n",
            "should be one point",
        ),
        ("n | Sea of n | yes | s |", "n | Sea of n | yes | x |", "Sea of n", "unknown sea `x`"),
        ("s | Sea of s", "n | Sea of s", "Sea of s", "duplicate id `n`"),
        ("b | B | FR", "a | B | FR", "a | B", "duplicate id `a`"),
        ("c | C | FR | GB | clear | 3", "c | C | FR | GB | clear | much", "much", "should be a forage value"),
        (
            "c | C | FR | GB | clear | 3 | no",
            "c | C | FR | GB | clear | 3 | n",
            "c | C",
            "should be one of yes, no",
        ),
        (
            "c | C | FR | GB | clear | 3 | no | 1",
            "c | C | FR | GB | clear | 3 | no | x",
            "| x |",
            "should be a guerilla value",
        ),
        (
            "c | C | FR | GB | clear | 3 | no | 1 | n",
            "c | C | FR | GB | clear | 3 | no | 1 | w",
            "| w |",
            "unknown sea `w`; see [seas]",
        ),
        ("a b land", "a x land", "a x land", "unknown area `x`; see [areas]"),
        ("a b land", "a b", "a b", "a link has three words"),
        ("a b land", "a b bog", "a b bog", "should be one of land, river, crossing"),
        ("a b land", "a a land", "a a land", "linked to itself"),
        ("a b land", "b c land", "c b river", "link c–b stands twice"),
        ("a b land", "a b crossing", "a b crossing", "has no sea in common"),
        ("a b land\n", "", "d | D | FR", "area `b` cannot be reached from `a`"),
        ("- | a | 0,0 1,0 1,1 0,1 0,0", "- | a | 0,0", "- | a | 0,0", "a border has at least two points"),
        ("- | a | 0,0 1,0 1,1 0,1 0,0", "- | z | 0,0 1,1", "- | z", "unknown area `z`"),
        ("in | 0,0", "on | 0,0", "on | 0,0", "should be one of in, out"),
        ("0.25,0 1.25", "0.25;0 1.25", "0.25;0", "should be a point"),
        ("0,0.5 1,0.5", "0,0.5 1,0.5x", "0.5x", "should be a number"),
        ("[streams]", "[brooks]", "[brooks]", "[brooks] is no section of an area board"),
    ];
    for (old, new, where_, what) in cases {
        assert_eq!(text.matches(old).count(), 1, "`{old}` should stand once in\n{text}");
        let broken = text.replace(old, new);
        let e = areafile::read("areas.txt", &broken).unwrap_err();
        assert!(e.what.contains(what), "{old:?} → {new:?}: {e}");
        let whole = broken.lines().position(|l| l == *where_);
        let line = whole.or_else(|| broken.lines().position(|l| l.contains(where_))).unwrap() + 1;
        assert_eq!(e.line, line, "{old:?} → {new:?}: {e}");
    }
    let lines = |drop: fn(&str) -> bool| {
        text.lines().filter(|l| !drop(l)).map(|l| format!("{l}\n")).collect::<String>()
    };
    let empty = lines(|l| {
        l.ends_with("no | no")
            || l.ends_with("land")
            || l.ends_with("river")
            || l.ends_with("crossing")
            || l.starts_with("- |")
    });
    assert!(areafile::read("f", &empty).unwrap_err().what.contains("[areas] is empty"));
}

#[test]
fn cities_are_read_field_by_field() {
    let mut p = parts();
    p.areas[0].city = Some(City { name: "A-town".into(), spires: 3, fleches: 1, port: false, capital: true });
    let text = areafile::write(&AreaBoard::new(p).unwrap());
    let line = "| A-town | 3 | 1 | no | yes";
    for (new, what) in [
        ("| A-town | x | 1 | no | yes", "a number of spires"),
        ("| A-town | 3 | 300 | no | yes", "a number of fleches"),
        ("| A-town | 3 | 1 | on | yes", "one of yes, no"),
        ("| A-town | 3 | 1 | no | si", "one of yes, no"),
        ("| A-town | 3 | 1 | no", "14 fields stand here, 15 are wanted"),
    ] {
        let e = areafile::read("f", &text.replace(line, new)).unwrap_err();
        assert!(e.what.contains(what), "{e}");
    }
}

#[test]
fn more_seas_than_a_byte_holds_are_refused() {
    let text = areafile::write(&board());
    let seas = |n: usize| {
        let more: String = (0..n).map(|i| format!("x{i} | X | no | n | 0,0\n")).collect();
        text.replace("\n[areas]", &format!("{more}\n[areas]"))
    };
    assert!(areafile::read("f", &seas(253)).is_ok());
    assert!(areafile::read("f", &seas(254)).unwrap_err().what.contains("at most 255 seas"));
    let more: String = (0..MOST_AREAS)
        .map(|i| format!("x{i} | X | FR | FR | clear | 1 | no | 0 |  | 0,0 | - | 0 | 0 | no | no\n"))
        .collect();
    let e = areafile::read("f", &text.replace("\n[links]", &format!("{more}\n[links]"))).unwrap_err();
    assert!(e.what.contains("at most 4000 areas"), "{e}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A chain of areas with further links at random still has the distances of the shortest walks.
    #[test]
    fn any_net_of_links_is_measured_rightly(n in 2u16..24, more in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..12)) {
        let mut p = parts();
        p.areas = (0..n).map(|i| area(&format!("a{i}"), &[])).collect();
        p.links = (1..n).map(|i| link(i - 1, i, LinkKind::Land)).collect();
        for (i, j) in more {
            let (i, j) = (i.index(usize::from(n)) as u16, j.index(usize::from(n)) as u16);
            if i.abs_diff(j) > 1 && !p.links.iter().any(|l| (l.a.0, l.b.0) == (i, j) || (l.a.0, l.b.0) == (j, i)) {
                p.links.push(link(i, j, LinkKind::River));
            }
        }
        let b = AreaBoard::new(p).unwrap();
        for a in b.areas() {
            for c in b.areas() {
                let d = b.distance(a, c);
                prop_assert_eq!(d, b.distance(c, a));
                prop_assert_eq!(d == 0, a == c);
                prop_assert_eq!(d == 1, b.link(a, c).is_some());
                // Some neighbour is one link nearer, none is two.
                if d > 0 {
                    prop_assert_eq!(b.neighbours(a).iter().map(|(x, _)| b.distance(*x, c)).min(), Some(d - 1));
                }
                prop_assert_eq!(b.within(a, d).contains(&c), true);
                prop_assert!(d == 0 || !b.within(a, d - 1).contains(&c));
            }
        }
        let text = areafile::write(&b);
        prop_assert_eq!(areafile::write(&areafile::read("f", &text).unwrap()), text);
    }
}

#[test]
fn the_real_board_names_its_cities_once() {
    let text = board_text("empires");
    let b = areafile::read("empires", &text).unwrap();
    let mut ids: Vec<&str> = b.parts().areas.iter().map(|a| a.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), b.len());
    for sea in &b.parts().seas {
        for near in &sea.near {
            let back = &b.parts().seas[near.index()];
            assert!(back.near.contains(&b.sea_named(&sea.id).unwrap()), "{} and {}", sea.id, back.id);
        }
    }
}
