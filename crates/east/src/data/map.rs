//! The map in dense tables: what each hex costs and multiplies, what lies on each hexside, railways by line.

use super::params::{Params, RailFriend};
use sandtable_board::hexboard::{RiverClass, Size, Way};
use sandtable_board::{Direction, HexBoard, Number};
use sandtable_datafile::DataFault;
use sandtable_ops::ArrayList;

/// Room for hexes in a position.
pub const MAX_HEXES: usize = 1056;
/// Room for ends of railways off the map; they are nodes after the hexes.
pub const MAX_EXITS: usize = 32;
/// Hexes and off-map nodes together.
pub const NODES: usize = MAX_HEXES + MAX_EXITS;
/// Room for pieces of line between neighbouring hexes.
pub const MAX_SEGMENTS: usize = 512;
/// Room for fortresses.
pub const MAX_FORTS: usize = 32;

/// A set of hexes and off-map nodes.
pub type HexSet = sandtable_ops::HexSet<{ NODES / 64 }>;

/// A river along a hexside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum River {
    /// None.
    #[default]
    No,
    /// River.
    River,
    /// Major River.
    Major,
}

/// A hex beside another, and what lies between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The neighbour.
    pub to: u16,
    /// Neither movement nor combat nor supply: a blocked side, a lake or the sea (tannenberg 5.4n, tannenberg 5.4o).
    pub closed: bool,
    /// A river.
    pub river: River,
    /// A ridge (tannenberg 5.4f).
    pub ridge: bool,
    /// MP of the step by TCR: the hex, and what lies before it (tannenberg 5.12).
    pub cost: [u8; 4],
    /// Pieces of line over the side; [`Step::NO_LINE`] where there are fewer.
    pub lines: [u16; 3],
}

impl Step {
    /// No line.
    pub const NO_LINE: u16 = u16::MAX;

    /// The pieces of line over the side.
    pub fn segments(&self) -> impl Iterator<Item = u16> + use<> {
        self.lines.into_iter().filter(|l| *l != Step::NO_LINE)
    }
}

/// The neighbours of a hex: those over open sides first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Near {
    steps: ArrayList<Step, 6>,
    open: usize,
}

impl Near {
    /// From a list in the order of directions.
    fn of(list: &[Option<Step>; 6]) -> Near {
        let over = |closed: bool| list.iter().flatten().filter(move |s| s.closed == closed).copied();
        Near { steps: over(false).chain(over(true)).collect(), open: over(false).count() }
    }
}

/// What a hex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// MP to enter by TCR.
    pub cost: [u8; 4],
    /// Factor of the defence (tannenberg 5.4t).
    pub times: u16,
    /// Neither movement nor combat.
    pub closed: bool,
    /// A trench.
    pub trench: bool,
    /// A city.
    pub city: bool,
    /// Its fortress.
    pub fort: Option<u8>,
    /// Its country on the board.
    pub country: Option<u8>,
}

/// A fortress (tannenberg 11.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fort {
    /// Its place on the board.
    pub place: String,
    /// Where.
    pub hex: u16,
    /// Whose.
    pub side: u8,
    /// Strength.
    pub full: u8,
    /// Strength once weakened (tannenberg 11.14a).
    pub weakened: u8,
}

/// A place that scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Town {
    /// Its id.
    pub place: String,
    /// Where.
    pub hex: u16,
    /// Points.
    pub points: i16,
}

/// Where a line leaves the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Whose.
    pub side: u8,
    /// Where.
    pub hex: u16,
    /// Its letter; empty for none.
    pub letter: String,
}

/// A connection off the map between two exits (tannenberg 5.37a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// One exit.
    pub from: u8,
    /// The other.
    pub to: u8,
    /// Rail hexes that it counts as.
    pub cost: u8,
}

/// A railway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its id.
    pub id: String,
    /// One or two.
    pub tracks: u8,
    /// Its country on the board.
    pub country: Option<u8>,
}

/// What the data files add to a board.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    /// Fortresses.
    pub forts: Vec<Fort>,
    /// Places that score.
    pub towns: Vec<Town>,
    /// Ends of lines.
    pub exits: Vec<Exit>,
    /// Connections off the map.
    pub links: Vec<Link>,
    /// Ridges, as pairs of hexes.
    pub ridges: Vec<(u16, u16)>,
}

/// The map.
#[derive(Clone, Debug)]
pub struct Map {
    /// The board behind it.
    pub board: HexBoard,
    /// Hexes.
    pub ground: Vec<Ground>,
    /// Neighbours.
    near: Vec<Near>,
    /// For each army and hex, the neighbours that a friendly line leads to.
    tracks: Vec<Vec<([u16; 6], u8)>>,
    /// MP on top for a hex in an enemy zone, by TCR (tannenberg 5.4r).
    pub zone_cost: [u8; 4],
    /// For each army, the hexes whose railway it may use in principle.
    pub rail: Vec<HexSet>,
    /// Country of each army, by the board's list.
    pub home: Vec<Option<u8>>,
    /// Railways.
    pub lines: Vec<Line>,
    /// The line that each piece belongs to.
    pub line_of: Vec<u8>,
    /// Fortresses.
    pub forts: Vec<Fort>,
    /// Places that score.
    pub towns: Vec<Town>,
    /// Ends of lines.
    pub exits: Vec<Exit>,
    /// Connections off the map.
    pub links: Vec<Link>,
}

const FILE: &str = "board.txt";

impl Map {
    /// Makes the tables of a board.
    pub fn new(params: &Params, board: HexBoard, more: Additions) -> Result<Map, DataFault> {
        let fault = |what: String| DataFault::new(FILE, 1, what);
        let t = board.topology();
        if t.hex_count() > MAX_HEXES || more.exits.len() > MAX_EXITS || more.forts.len() > MAX_FORTS {
            return Err(fault("the board has more hexes, exits or fortresses than there is room for".into()));
        }
        let mut ground = t.hexes().map(|h| one_hex(params, &board, h)).collect::<Result<Vec<_>, _>>()?;
        for (i, fort) in more.forts.iter().enumerate() {
            let here = &mut ground[usize::from(fort.hex)];
            here.fort = Some(i as u8);
            // tannenberg 5.4q: the cost stands whatever else is in the hex
            if let Some(cost) = params.chart.row("fortress").and_then(|r| r.cost) {
                here.cost = cost;
            }
        }
        let mut near = sides(params, &board, &ground);
        for (a, b) in &more.ridges {
            for (from, to) in [(*a, *b), (*b, *a)] {
                for step in near[usize::from(from)].iter_mut().flatten().filter(|s| s.to == to) {
                    step.ridge = true;
                }
            }
        }
        for step in near.iter_mut().flatten().flatten() {
            step.cost = step_cost(params, &ground[usize::from(step.to)], step);
        }
        let countries = &board.parts().countries;
        let code = |c: &str| countries.iter().position(|k| k.code == c).map(|i| i as u8);
        let home: Vec<Option<u8>> = params.armies.iter().map(|a| code(&a.country)).collect();
        let mut rail = vec![HexSet::EMPTY; params.armies.len()];
        let (mut lines, mut line_of) = (Vec::new(), Vec::new());
        for line in &board.parts().lines {
            let Way::Rail { tracks } = line.way else { continue };
            let country = code(&line.nation);
            for (army, set) in rail.iter_mut().enumerate() {
                if params.rail.friend == RailFriend::Any || (country.is_some() && country == home[army]) {
                    line.hexes.iter().for_each(|h| set.insert(h.0));
                }
            }
            for pair in line.hexes.windows(2) {
                let segment = line_of.len() as u16;
                line_of.push(lines.len() as u8);
                for (a, b) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    let step = near[a.index()].iter_mut().flatten().find(|s| s.to == b.0);
                    let free = step.and_then(|s| s.lines.iter_mut().find(|l| **l == Step::NO_LINE));
                    *free.ok_or_else(|| fault(format!("line {}: too many lines over a side", line.id)))? =
                        segment;
                }
            }
            lines.push(Line { id: line.id.clone(), tracks, country });
        }
        if line_of.len() > MAX_SEGMENTS {
            return Err(fault(format!("{} pieces of line, {MAX_SEGMENTS} at most", line_of.len())));
        }
        let mut map = Map {
            ground,
            near: near.iter().map(Near::of).collect(),
            tracks: Vec::new(),
            zone_cost: params.chart.row("ezoc").map_or([0; 4], |r| r.add),
            rail,
            home,
            lines,
            line_of,
            forts: more.forts,
            towns: more.towns,
            exits: more.exits,
            links: more.links,
            board,
        };
        map.tracks = (0..params.armies.len() as u8).map(|army| map.tracks_of(params, army)).collect();
        Ok(map)
    }

    fn tracks_of(&self, params: &Params, army: u8) -> Vec<([u16; 6], u8)> {
        let one = |hex: u16| {
            let (mut list, mut count) = ([0; 6], 0u8);
            let joined = self.open(hex).filter(|s| s.segments().any(|l| self.friendly_line(params, army, l)));
            for step in joined {
                list[usize::from(count)] = step.to;
                count += 1;
            }
            (list, count)
        };
        (0..self.len()).map(one).collect()
    }

    /// The hexes that a line of an army's leads to from a hex.
    pub fn along(&self, army: u8, hex: u16) -> &[u16] {
        match self.tracks[usize::from(army)].get(usize::from(hex)) {
            Some((list, count)) => &list[..usize::from(*count)],
            None => &[],
        }
    }

    /// How many hexes.
    pub fn len(&self) -> u16 {
        self.ground.len() as u16
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ground.is_empty()
    }

    /// The hex with a number as printed.
    pub fn hex(&self, number: &str) -> Option<u16> {
        let n: Number = number.parse().ok()?;
        self.board.topology().hex(n).map(|h| h.0)
    }

    /// The number of a hex as printed.
    pub fn number(&self, hex: u16) -> Number {
        self.board.topology().number(sandtable_board::Hex(hex))
    }

    /// A hex.
    pub fn at(&self, hex: u16) -> &Ground {
        &self.ground[usize::from(hex)]
    }

    /// The neighbours of a hex, closed sides included; none of an off-map node.
    pub fn steps(&self, hex: u16) -> impl Iterator<Item = Step> + '_ {
        let near = self.near.get(usize::from(hex)).map_or(&[][..], |near| &near.steps);
        near.iter().copied()
    }

    /// The neighbours over sides that are not closed.
    pub fn open(&self, hex: u16) -> impl Iterator<Item = Step> + '_ {
        let near = self.near.get(usize::from(hex)).map_or(&[][..], |near| &near.steps[..near.open]);
        near.iter().copied()
    }

    /// The way from a hex to its neighbour, unless it is closed.
    pub fn step(&self, from: u16, to: u16) -> Option<Step> {
        self.open(from).find(|s| s.to == to)
    }

    /// Distance in hexes.
    pub fn distance(&self, a: u16, b: u16) -> u16 {
        self.board.topology().distance(sandtable_board::Hex(a), sandtable_board::Hex(b))
    }

    /// The off-map node of an exit.
    pub const fn node(exit: u8) -> u16 {
        MAX_HEXES as u16 + exit as u16
    }

    /// The exit of an off-map node.
    pub fn exit_of(&self, node: u16) -> Option<u8> {
        let exit = node.checked_sub(MAX_HEXES as u16)?;
        (usize::from(exit) < self.exits.len()).then_some(exit as u8)
    }

    /// Whether a piece of line may be used by an army at all (tannenberg 5.31a).
    pub fn friendly_line(&self, params: &Params, army: u8, segment: u16) -> bool {
        let line = &self.lines[usize::from(self.line_of[usize::from(segment)])];
        params.rail.friend == RailFriend::Any
            || (line.country.is_some() && line.country == self.home[usize::from(army)])
    }
}

fn one_hex(params: &Params, board: &HexBoard, hex: sandtable_board::Hex) -> Result<Ground, DataFault> {
    let name = &board.terrain_kind(board.terrain(hex)).name;
    let row = params.chart.row(name).ok_or_else(|| {
        DataFault::new(FILE, 1, format!("terrain `{name}` is not in the game's terrain chart"))
    })?;
    let city = board.places_in(hex).any(|p| p.size == Size::City);
    let trench = board.has_flag(hex, "trench");
    let mut cost = row.cost.unwrap_or([1; 4]);
    let mut times = u16::from(row.defence_times);
    let mut whole = false;
    // tannenberg 5.4i, tannenberg 5.4j; a town has the cost of the other terrain (tannenberg 5.4h)
    for (there, id) in [(city, "city"), (trench, "trench")] {
        let Some(extra) = params.chart.row(id).filter(|_| there) else { continue };
        times *= u16::from(extra.defence_times);
        if let Some(c) = extra.cost {
            cost = c;
            whole |= extra.whole;
        }
        if !whole {
            cost.iter_mut().zip(extra.add).for_each(|(c, a)| *c += a);
        }
    }
    let country = board.country(hex).map(|c| c.0);
    Ok(Ground { cost, times, closed: row.closed, trench, city, fort: None, country })
}

/// MP of a step by terrain: the hex, the river or the ridge before it (tannenberg 5.4k).
fn step_cost(params: &Params, to: &Ground, step: &Step) -> [u8; 4] {
    let river = match step.river {
        River::No => None,
        River::River => params.chart.row("river"),
        River::Major => params.chart.row("major_river"),
    };
    let ridge = params.chart.row("ridge").filter(|_| step.ridge);
    let mut cost = to.cost;
    for row in river.into_iter().chain(ridge) {
        cost.iter_mut().zip(row.add).for_each(|(c, a)| *c += a);
    }
    cost
}

fn sides(params: &Params, board: &HexBoard, ground: &[Ground]) -> Vec<[Option<Step>; 6]> {
    let t = board.topology();
    // A game or a season may open them.
    let blocks = params.chart.row("blocked").is_some_and(|r| r.closed);
    let one = |hex: sandtable_board::Hex, d: Direction| {
        let to = t.neighbour(hex, d)?;
        let side = board.towards(hex, d);
        let river = match side.river {
            None => River::No,
            Some(RiverClass::Small) => River::River,
            Some(RiverClass::Big) => River::Major,
        };
        let closed = (side.blocked && blocks) || ground[hex.index()].closed || ground[to.index()].closed;
        Some(Step { to: to.0, closed, river, ridge: false, cost: [0; 4], lines: [Step::NO_LINE; 3] })
    };
    t.hexes().map(|hex| Direction::ALL.map(|d| one(hex, d))).collect()
}
