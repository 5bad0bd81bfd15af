use super::*;
use sandtable_board::Grid;
use sandtable_board::grid::{ColumnsFrom, Numbering, Orientation, Parity};

/// A sheet on which to lead ways; all open until changed.
struct Land {
    t: Topology,
    closed: Vec<bool>,
    blocked: Vec<bool>,
    rivers: Vec<Option<RiverClass>>,
    crossable: Vec<bool>,
}

impl Land {
    fn new(orientation: Orientation) -> Land {
        let t = Topology::new(Grid {
            orientation,
            numbering: Numbering::ColRow,
            columns_from: ColumnsFrom::West,
            shifted: Parity::Even,
            shift: 0.5,
            columns: (1, 14),
            rows: (1, 12),
        });
        let (hexes, sides) = (t.hex_count(), t.side_count());
        Land {
            closed: vec![false; hexes],
            blocked: vec![false; sides],
            rivers: vec![None; sides],
            crossable: vec![false; sides],
            t,
        }
    }

    fn hex(&self, n: &str) -> Hex {
        self.t.hex(n.parse().unwrap()).unwrap()
    }

    fn lead(&self, a: &str, b: &str) -> Option<Vec<Hex>> {
        let country = Country {
            topology: &self.t,
            closed: &self.closed,
            blocked: &self.blocked,
            rivers: &self.rivers,
            crossable: &self.crossable,
        };
        country.lead(self.hex(a), self.hex(b))
    }

    /// The hexsides between columns 6 and 7, from the north edge to the south edge.
    fn middle_sides(&self) -> Vec<Side> {
        let column = |h: Hex| self.t.grid().column_row(self.t.number(h)).0;
        self.t
            .sides()
            .filter(|s| match self.t.side_hexes(*s) {
                (a, Some(b)) => column(a).min(column(b)) == 6 && column(a).max(column(b)) == 7,
                _ => false,
            })
            .collect()
    }

    fn crossed(&self, way: &[Hex]) -> Vec<Side> {
        way.windows(2).map(|w| self.t.between(w[0], w[1]).expect("an unbroken chain")).collect()
    }
}

#[test]
fn over_open_land_a_way_is_straight_and_as_short_as_can_be() {
    for orientation in [Orientation::Flat, Orientation::Pointy] {
        let land = Land::new(orientation);
        for (a, b) in
            [("0101", "1412"), ("0206", "1306"), ("0301", "0312"), ("1402", "0210"), ("0505", "0706")]
        {
            let way = land.lead(a, b).unwrap();
            let (from, to) = (land.hex(a), land.hex(b));
            assert_eq!((way[0], way[way.len() - 1]), (from, to));
            assert_eq!(way.len(), usize::from(land.t.distance(from, to)) + 1, "{a} to {b}");
            land.crossed(&way);
            let off =
                way.iter().map(|h| land.t.centre(*h).to_segment(land.t.centre(from), land.t.centre(to)));
            assert!(off.fold(0.0, f64::max) < 0.6, "{a} to {b} keeps to the line");
        }
    }
}

#[test]
fn a_way_to_itself_or_to_a_neighbour_is_short() {
    let land = Land::new(Orientation::Flat);
    assert_eq!(land.lead("0505", "0505"), Some(vec![land.hex("0505")]));
    assert_eq!(land.lead("0505", "0506"), Some(vec![land.hex("0505"), land.hex("0506")]));
}

#[test]
fn a_big_river_is_crossed_at_its_crossing_and_nowhere_else() {
    let mut land = Land::new(Orientation::Flat);
    let sides = land.middle_sides();
    for s in &sides {
        land.rivers[s.index()] = Some(RiverClass::Big);
    }
    assert_eq!(land.lead("0306", "1006"), None, "there is no bridge");
    assert_eq!(land.lead("0606", "0706"), None, "not even next door");
    let bridge = land.t.between(land.hex("0611"), land.hex("0711")).unwrap();
    land.crossable[bridge.index()] = true;
    let way = land.lead("0306", "1006").unwrap();
    let over: Vec<Side> = land.crossed(&way).into_iter().filter(|s| sides.contains(s)).collect();
    assert_eq!(over, [bridge]);
}

#[test]
fn small_rivers_are_crossed_where_it_costs_least() {
    let mut land = Land::new(Orientation::Flat);
    // A river around the straight way, with an opening one hex aside.
    let straight = land.lead("0306", "1006").unwrap();
    let sides = land.middle_sides();
    for s in &sides {
        land.rivers[s.index()] = Some(RiverClass::Small);
    }
    let way = land.lead("0306", "1006").unwrap();
    assert_eq!(way.len(), straight.len(), "a small river does not turn a way back");
    assert_eq!(land.crossed(&way).iter().filter(|s| sides.contains(s)).count(), 1);
    // Of two equally straight ways the one without the river is taken.
    let mut land = Land::new(Orientation::Flat);
    let (from, to) = (land.hex("0505"), land.hex("0705"));
    let both: Vec<Hex> = land.t.ring(from, 1).filter(|h| land.t.distance(*h, to) == 1).collect();
    assert_eq!(both.len(), 2);
    for (wet, dry) in [(both[0], both[1]), (both[1], both[0])] {
        land.rivers.fill(None);
        land.rivers[land.t.between(from, wet).unwrap().index()] = Some(RiverClass::Small);
        assert_eq!(land.lead("0505", "0705").unwrap(), [from, dry, to]);
        // A big river costs more than a small one, even with a bridge.
        land.rivers[land.t.between(from, dry).unwrap().index()] = Some(RiverClass::Big);
        land.crossable.fill(true);
        assert_eq!(land.lead("0505", "0705").unwrap(), [from, wet, to]);
    }
}

#[test]
fn ways_go_around_water_and_blocked_sides_but_may_end_in_a_closed_hex() {
    let mut land = Land::new(Orientation::Flat);
    let lake: Vec<Hex> = land.t.within(land.hex("0606"), 2).collect();
    for h in &lake {
        land.closed[h.index()] = true;
    }
    let way = land.lead("0206", "1006").unwrap();
    assert!(way.iter().all(|h| !lake.contains(h)));
    land.crossed(&way);
    let into = land.lead("0206", "0406").unwrap();
    assert_eq!(into.iter().filter(|h| lake.contains(h)).count(), 1, "only its end lies in the lake");
    assert_eq!(land.lead("0206", "0606"), None, "but not deep in it");
    // An island of blocked sides cannot be reached.
    let mut land = Land::new(Orientation::Flat);
    let island = land.hex("0606");
    let around: Vec<Side> = land.t.neighbours(island).map(|n| n.1).collect();
    for s in &around {
        land.blocked[s.index()] = true;
    }
    assert_eq!(land.lead("0206", "0606"), None);
    assert_eq!(land.lead("0605", "0606"), None, "nor from next door");
    land.crossable.fill(true);
    assert_eq!(land.lead("0605", "0606"), None, "a bridge does not help over a blocked side");
    land.blocked[around[0].index()] = false;
    let way = land.lead("0206", "0606").unwrap();
    assert_eq!(land.crossed(&way).last(), Some(&around[0]));
}
