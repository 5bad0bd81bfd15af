//! Reads `board.txt`, the movement chart and edges of `tables.toml` and the double track of `scenarios.toml`.

use super::{COLUMNS, Ground, Map, RailLine};
use crate::data::{Class, Files, HEXES, Hexes, RED, Source, WHITE, all_hexes};
use crate::position::HexId;
use sandtable_board::grid::Orientation;
use sandtable_board::hexboard::{Crossing, Line, SideFeatures, Size, Way};
use sandtable_board::{Direction, Hex, HexBoard, hexfile};
use sandtable_datafile::DataFault;
use sandtable_ops::id::Maybe;
use serde::Deserialize;

const BOARD: &str = "board.txt";

#[derive(Deserialize)]
struct Tables {
    edges: Edges,
    movement: Movement,
    orel: Place,
}

#[derive(Deserialize)]
struct Edges {
    white: Vec<String>,
    red: Vec<String>,
    neutral: Vec<String>,
}

#[derive(Deserialize)]
struct Place {
    place: String,
    hex: String,
}

#[derive(Deserialize)]
struct Movement {
    classes: Vec<Class>,
    hex: Vec<HexRow>,
    river: Vec<f32>,
    road: Vec<f32>,
    rail_in_forest: Vec<f32>,
}

#[derive(Deserialize)]
struct HexRow {
    terrain: String,
    mp: Vec<f32>,
}

#[derive(Deserialize)]
struct Scenarios {
    double_track: DoubleTrack,
}

#[derive(Deserialize)]
struct DoubleTrack {
    line: String,
    from: String,
    to: String,
    stations: Vec<String>,
}

/// The movement chart in half-points by class; 0: not allowed.
struct Chart {
    ground: [[u8; COLUMNS]; 4],
    river: [u8; COLUMNS],
    road: [u8; COLUMNS],
    rail_in_forest: [u8; COLUMNS],
}

impl Chart {
    fn read(source: Source<'_>, chart: &Movement) -> Result<Chart, DataFault> {
        let fault = |needle: &str, what: String| source.fault("[movement]", needle, what);
        for column in 0..COLUMNS {
            if chart.classes.iter().filter(|c| **c as usize == column).count() != 1 {
                let what = format!("each of the {COLUMNS} classes that do not move on rails has one column");
                return Err(fault("classes =", what));
            }
        }
        if chart.classes.len() != COLUMNS {
            return Err(fault("classes =", "what moves on rails has no column".to_string()));
        }
        let columns = |needle: &str, values: &[f32]| {
            let mut out = [0; COLUMNS];
            if values.len() != COLUMNS {
                return Err(fault(needle, format!("there is one number for each of the {COLUMNS} classes")));
            }
            for (class, mp) in chart.classes.iter().zip(values) {
                let half = mp * 2.0;
                if half.fract() != 0.0 || !(0.0..=60.0).contains(&half) {
                    return Err(fault(needle, format!("{mp} should be 0 to 30 MP in whole or half points")));
                }
                out[*class as usize] = half as u8;
            }
            Ok(out)
        };
        let ground = |name: &str| {
            let row = chart.hex.iter().find(|r| r.terrain == name);
            let row = row.ok_or_else(|| fault("hex = [", format!("terrain `{name}` has no row")))?;
            columns(&format!("terrain = \"{name}\""), &row.mp)
        };
        if let Some(row) = chart.hex.iter().find(|r| Ground::named(&r.terrain).is_none()) {
            let what = format!("`{}` is no terrain of the board", row.terrain);
            return Err(fault(&format!("\"{}\"", row.terrain), what));
        }
        Ok(Chart {
            ground: [ground("clear")?, ground("forest")?, ground("town")?, ground("city")?],
            river: columns("river = [", &chart.river)?,
            road: columns("road = [", &chart.road)?,
            rail_in_forest: columns("rail_in_forest = [", &chart.rail_in_forest)?,
        })
    }
}

impl Ground {
    fn named(name: &str) -> Option<Ground> {
        match name {
            "clear" => Some(Ground::Clear),
            "forest" => Some(Ground::Forest),
            "town" => Some(Ground::Town),
            "city" => Some(Ground::City),
            _ => None,
        }
    }
}

/// The costlier of two costs; 0, not allowed, is the costliest.
fn costlier(a: u8, b: u8) -> u8 {
    if a == 0 || b == 0 { 0 } else { a.max(b) }
}

/// What the hexes of a board are, and what it costs to go from one to the next.
struct Ways<'a> {
    board: &'a HexBoard,
    wood: Vec<bool>,
    built: Vec<Option<Ground>>,
    chart: Chart,
}

impl Ways<'_> {
    fn ground(&self, hex: usize) -> Ground {
        let wood = if self.wood[hex] { Ground::Forest } else { Ground::Clear };
        self.built[hex].unwrap_or(wood)
    }

    fn cost(&self, from: Hex, d: Direction, to: Hex, column: usize) -> u8 {
        let side = self.board.towards(from, d);
        // orel 7.1.1c: a road takes the place of everything, the river too.
        if side.road.is_some() {
            return self.chart.road[column];
        }
        // orel 7.1.1d: a railway takes the place of forest alone.
        let at = |ground: Ground| self.chart.ground[ground as usize][column];
        let wood = if side.tracks > 0 { self.chart.rail_in_forest[column] } else { at(Ground::Forest) };
        // orel 7.1.1b: of two kinds of terrain the costlier one counts.
        let enter = match (self.wood[to.index()], self.built[to.index()]) {
            (false, built) => at(built.unwrap_or(Ground::Clear)),
            (true, None) => wood,
            (true, Some(built)) => costlier(wood, at(built)),
        };
        // Where a railway crosses a river it has a bridge.
        let bridged = side.tracks > 0 || side.crossing == Some(Crossing::Bridge);
        let river = self.chart.river[column];
        match side.river {
            Some(_) if !bridged && (river == 0 || enter == 0) => 0,
            Some(_) if !bridged => enter + river,
            _ => enter,
        }
    }
}

impl Map {
    /// Reads the board, the double track and the movement chart.
    pub(in crate::data) fn read(files: &Files<'_>) -> Result<Map, DataFault> {
        let tables = Source { file: "tables.toml", text: files.tables };
        let raw: Tables = tables.parse()?;
        let board =
            hexfile::read(BOARD, files.board).map_err(|e| DataFault::new(BOARD, e.line as u64, e.what))?;
        let t = board.topology();
        if t.hex_count() != HEXES || t.orientation() != Orientation::Flat {
            let what = format!("the board has {HEXES} hexes that stand on a flat side");
            return Err(DataFault::at(BOARD, files.board, "grid =", what));
        }
        let near: Vec<[Maybe<HexId>; 6]> =
            t.hexes().map(|h| Direction::ALL.map(|d| t.neighbour(h, d).map(|n| HexId(n.0)).into())).collect();
        let chart = Chart::read(tables, &raw.movement)?;
        let ways = Ways { board: &board, wood: wood(files, &board)?, built: built(&board), chart };
        let ground: Vec<Ground> = (0..HEXES).map(|h| ways.ground(h)).collect();
        let bits = |has: &dyn Fn(SideFeatures) -> bool| -> Vec<u8> {
            let one = |h: Hex, d: Direction| t.neighbour(h, d).is_some() && has(board.towards(h, d));
            let hex = |h: Hex| Direction::ALL.iter().filter(|d| one(h, **d)).fold(0, |b, d| b | 1 << d.0);
            t.hexes().map(hex).collect()
        };
        let mut cost = vec![[[0; 6]; COLUMNS]; HEXES];
        for from in t.hexes() {
            for (d, _, to) in t.neighbours(from) {
                for (column, cost) in cost[from.index()].iter_mut().enumerate() {
                    cost[usize::from(d.0)] = ways.cost(from, d, to, column);
                }
            }
        }
        let mut far = Vec::with_capacity(HEXES * HEXES);
        for a in t.hexes() {
            far.extend(t.hexes().map(|b| t.distance(a, b) as u8));
        }
        let nearest = |hexes: &Hexes| -> Vec<u8> {
            let list: Vec<HexId> = hexes.iter().collect();
            let least = |h: usize| list.iter().map(|e| far[h * HEXES + usize::from(*e)]).min();
            (0..HEXES).map(|h| least(h).unwrap_or(u8::MAX)).collect()
        };
        let lines = lines(&board);
        let rails: Hexes = lines.iter().flat_map(|l| l.hexes.iter().copied()).collect();
        let stations = stations(files, &board, &rails)?;
        let (double_track, double_stations) = double_track(files, &board, &lines, &stations)?;
        let (edge, home) = edges(tables, &raw.edges, &near)?;
        let orel = orel(tables, &raw.orel, &board)?;
        Ok(Map {
            river: bits(&|s| s.river.is_some()),
            road: bits(&|s| s.road.is_some()),
            rail: bits(&|s| s.tracks > 0),
            to_edge: [nearest(&edge[0]), nearest(&edge[1])],
            to_rail: nearest(&rails),
            near,
            ground,
            rails,
            stations,
            lines,
            double_track,
            double_stations,
            edge,
            home,
            orel,
            cost,
            far,
            board,
        })
    }
}

/// Where there is forest.
fn wood(files: &Files<'_>, board: &HexBoard) -> Result<Vec<bool>, DataFault> {
    let name = |h: Hex| board.terrain_kind(board.terrain(h)).name.as_str();
    let known = |h: Hex| match name(h) {
        "forest" => Ok(true),
        "clear" => Ok(false),
        other => {
            let what =
                format!("terrain `{other}` is not in the movement chart; the board has clear and forest");
            Err(DataFault::at(BOARD, files.board, &format!("terrain = {other}"), what))
        }
    };
    board.topology().hexes().map(known).collect()
}

/// Where there is a town or the city.
fn built(board: &HexBoard) -> Vec<Option<Ground>> {
    let mut out = vec![None; HEXES];
    for place in &board.parts().places {
        let here = &mut out[place.hex.index()];
        match place.size {
            Size::City => *here = Some(Ground::City),
            Size::Town if here.is_none() => *here = Some(Ground::Town),
            _ => {}
        }
    }
    out
}

fn lines(board: &HexBoard) -> Vec<RailLine> {
    let rail = |l: &Line| match l.way {
        Way::Rail { tracks } => {
            let hexes = l.hexes.iter().map(|h| HexId(h.0)).collect();
            Some(RailLine { id: l.id.clone(), hexes, double: tracks > 1 })
        }
        Way::Road(_) => None,
    };
    board.parts().lines.iter().filter_map(rail).collect()
}

fn stations(files: &Files<'_>, board: &HexBoard, rails: &Hexes) -> Result<Hexes, DataFault> {
    let mut out = Hexes::EMPTY;
    for place in board.parts().places.iter().filter(|p| p.station) {
        let hex = HexId(place.hex.0);
        if !rails.has(hex) {
            let what = format!("station `{}` has no railway", place.id);
            return Err(DataFault::at(BOARD, files.board, &format!("| {} |", place.id), what));
        }
        out.insert(hex);
    }
    Ok(out)
}

/// Hexes and stations of the double track, from Orel on (orel 3.1b).
fn double_track(
    files: &Files<'_>,
    board: &HexBoard,
    lines: &[RailLine],
    stations: &Hexes,
) -> Result<(Vec<HexId>, Vec<HexId>), DataFault> {
    let source = Source { file: "scenarios.toml", text: files.scenarios };
    let raw: Scenarios = source.parse()?;
    let raw = raw.double_track;
    let fault = |needle: &str, what: String| source.fault("[double_track]", needle, what);
    let Some(line) = lines.iter().find(|l| l.id == raw.line && l.double) else {
        return Err(fault("line =", format!("`{}` is no line of two tracks on the board", raw.line)));
    };
    let on_line = |number: &str, needle: &str| {
        let hex = number.parse().ok().and_then(|n| board.topology().hex(n));
        let at = hex.and_then(|h| line.hexes.iter().position(|l| *l == HexId(h.0)));
        at.ok_or_else(|| fault(needle, format!("hex {number} is not on line {}", line.id)))
    };
    let (from, to) = (on_line(&raw.from, "from =")?, on_line(&raw.to, "to =")?);
    let hexes: Vec<HexId> = if from <= to {
        line.hexes[from..=to].to_vec()
    } else {
        line.hexes[to..=from].iter().rev().copied().collect()
    };
    let mut halts = Vec::new();
    for number in &raw.stations {
        let hex = line.hexes[on_line(number, "stations =")?];
        if !stations.has(hex) || !hexes.contains(&hex) {
            return Err(fault("stations =", format!("the board has no station of that part in {number}")));
        }
        halts.push(hex);
    }
    let order = |h: &HexId| hexes.iter().position(|x| x == h);
    if !halts.is_sorted_by_key(order) || hexes.iter().any(|h| stations.has(*h) && !halts.contains(h)) {
        let what = "the stations are all those of the board on that part, in order";
        return Err(fault("stations =", what.to_string()));
    }
    Ok((hexes, halts))
}

/// The hexes of each side's own edges (orel 1.2f).
fn edges(
    source: Source<'_>,
    raw: &Edges,
    near: &[[Maybe<HexId>; 6]],
) -> Result<([Hexes; 2], [u8; 2]), DataFault> {
    let fault = |what: String| source.fault("[edges]", "white =", what);
    let mut named: Vec<&str> = Vec::new();
    let edge = |names: &[String]| {
        let (mut out, mut home) = (Hexes::EMPTY, 0u8);
        for name in names {
            // The ways out of a hex that all lead over that edge, and the directions that bring it nearer, one bit each.
            let (over, nearer): (&[usize], u8) = match name.as_str() {
                "north" => (&[0], 0b10_0011),
                "south" => (&[3], 0b01_1100),
                "east" => (&[1, 2], 0b00_0110),
                "west" => (&[4, 5], 0b11_0000),
                _ => return Err(fault(format!("`{name}` is no edge of the board"))),
            };
            let on_it = |h: &HexId| over.iter().all(|d| near[usize::from(*h)][*d].is_none());
            out.join(&all_hexes().filter(on_it).collect());
            home |= nearer;
        }
        Ok((out, home))
    };
    let (mut out, mut home) = ([Hexes::EMPTY; 2], [0; 2]);
    for (side, names) in [(WHITE, &raw.white), (RED, &raw.red)] {
        (out[usize::from(side)], home[usize::from(side)]) = edge(names)?;
    }
    edge(&raw.neutral)?;
    for name in raw.white.iter().chain(&raw.red).chain(&raw.neutral) {
        if named.contains(&name.as_str()) {
            return Err(fault(format!("the {name} edge belongs to one side or to none")));
        }
        named.push(name);
    }
    Ok((out, home))
}

fn orel(source: Source<'_>, raw: &Place, board: &HexBoard) -> Result<HexId, DataFault> {
    let fault = |needle: &str, what: String| source.fault("[orel]", needle, what);
    let hex = raw.hex.parse().ok().and_then(|n| board.topology().hex(n));
    let hex = hex.ok_or_else(|| fault("hex =", format!("hex {} is not on the board", raw.hex)))?;
    if !board.places_in(hex).any(|p| p.id == raw.place && p.size == Size::City) {
        return Err(fault("place =", format!("the board has no city `{}` in {}", raw.place, raw.hex)));
    }
    Ok(HexId(hex.0))
}
