//! The railways and roads of a board, and the crossings that they and the towns make over rivers.

use crate::compile::Inputs;
use crate::files::{Result, at};
use crate::geo;
use crate::georef::Layer;
use crate::routes::Country;
use crate::sheet::{self, Override, Stop};
use sandtable_board::hexboard::{Crossing, Line, River, RiverClass, RoadClass, Way};
use sandtable_board::{Hex, Number, Side};
use std::collections::BTreeMap;

/// Where the river along a hexside can be crossed, and how.
pub type Crossings = Vec<(Side, Crossing)>;

impl Inputs {
    /// Railways and roads, then the crossings that they and the towns make over rivers.
    pub fn lines(
        &self,
        closed: &[bool],
        rivers: &[River],
        town_hexes: &BTreeMap<String, Hex>,
    ) -> Result<(Vec<Line>, Crossings)> {
        let t = &self.topology;
        let mut river_at: Vec<Option<RiverClass>> = vec![None; t.side_count()];
        for r in rivers {
            for s in &r.sides {
                river_at[s.index()] = river_at[s.index()].max(Some(r.class));
            }
        }
        let mut blocked = vec![false; t.side_count()];
        for s in &self.sheet.blocked {
            blocked[s.index()] = true;
        }
        let (kind_at, crossable) = self.crossing_sides(&river_at, town_hexes);
        let country =
            Country { topology: t, closed, blocked: &blocked, rivers: &river_at, crossable: &crossable };

        let mut lines = Vec::new();
        for line in &self.sheet.lines {
            lines.push(self.sheet_line(&country, line, town_hexes)?);
        }
        if self.plan.layers.rails == Layer::Atlas {
            self.atlas_lines(&country, &self.region.railways, town_hexes, &mut lines);
        }
        if self.plan.layers.roads == Layer::Atlas {
            self.atlas_lines(&country, &self.region.roads, town_hexes, &mut lines);
        }
        self.cut_lines(&mut lines);

        let crossings = self.crossings(&country, &lines, &kind_at, town_hexes);
        Ok((lines, crossings))
    }

    /// Crossings: where lines cross rivers, those of the sheet, ferries, and the corrections last.
    fn crossings(
        &self,
        country: &Country<'_>,
        lines: &[Line],
        kind_at: &[Option<Crossing>],
        town_hexes: &BTreeMap<String, Hex>,
    ) -> Crossings {
        let t = &self.topology;
        let mut crossings: BTreeMap<Side, Crossing> = BTreeMap::new();
        for line in lines {
            for pair in line.hexes.windows(2) {
                if let Some(side) =
                    t.between(pair[0], pair[1]).filter(|s| country.rivers[s.index()].is_some())
                {
                    let kind = if matches!(line.way, Way::Rail { .. }) {
                        Crossing::Bridge
                    } else {
                        kind_at[side.index()].unwrap_or(Crossing::Bridge)
                    };
                    let slot = crossings.entry(side).or_insert(kind);
                    if kind == Crossing::Bridge {
                        *slot = kind;
                    }
                }
            }
        }
        for (side, kind) in &self.sheet.crossings {
            crossings.insert(*side, *kind);
        }
        // A ferry needs no road to it.
        for (town, (kind, _)) in &self.plan.crossing_towns {
            if let Some(hex) = town_hexes.get(town).filter(|_| *kind == Crossing::Ferry) {
                let side = t.neighbours(*hex).find(|(_, s, n)| {
                    country.rivers[s.index()] == Some(RiverClass::Big) && !country.closed[n.index()]
                });
                if let Some((_, side, _)) = side {
                    crossings.entry(side).or_insert(Crossing::Ferry);
                }
            }
        }
        for c in &self.corrections {
            match c.change {
                Override::Crossing(side, Some(kind)) => {
                    crossings.insert(side, kind);
                }
                Override::Crossing(side, None) => {
                    crossings.remove(&side);
                }
                _ => {}
            }
        }
        crossings.into_iter().collect()
    }

    /// For each hexside along a river: how it is crossed at a town beside it, and whether it can be at all.
    fn crossing_sides(
        &self,
        river_at: &[Option<RiverClass>],
        town_hexes: &BTreeMap<String, Hex>,
    ) -> (Vec<Option<Crossing>>, Vec<bool>) {
        let t = &self.topology;
        let mut kind_at = vec![None; t.side_count()];
        let listed: Vec<(&String, Crossing)> = if self.plan.crossing_towns.is_empty() {
            self.region.crossings.iter().map(|(town, kind)| (town, *kind)).collect()
        } else {
            self.plan.crossing_towns.iter().map(|(town, (kind, _))| (town, *kind)).collect()
        };
        for (town, kind) in listed {
            let by_number = town.parse::<Number>().ok().and_then(|n| t.hex(n));
            let Some(hex) = by_number.or_else(|| town_hexes.get(town).copied()) else { continue };
            for (_, side, _) in t.neighbours(hex) {
                if river_at[side.index()].is_some() && kind_at[side.index()] != Some(Crossing::Bridge) {
                    kind_at[side.index()] = Some(kind);
                }
            }
        }
        let mut crossable: Vec<bool> =
            kind_at.iter().map(|k| k.is_some_and(|k| k != Crossing::Ferry)).collect();
        for (side, _) in &self.sheet.crossings {
            crossable[side.index()] = true;
        }
        for c in &self.corrections {
            if let Override::Crossing(side, kind) = c.change {
                crossable[side.index()] = kind.is_some();
            }
        }
        (kind_at, crossable)
    }

    fn sheet_line(
        &self,
        country: &Country<'_>,
        line: &sheet::SheetLine,
        town_hexes: &BTreeMap<String, Hex>,
    ) -> Result<Line> {
        let file = self.sheet_file();
        let mut hexes: Vec<Hex> = Vec::new();
        for stop in &line.stops {
            let hex = match stop {
                Stop::Hex(hex) => *hex,
                Stop::Town(town) => *town_hexes.get(town).ok_or_else(|| {
                    at(
                        &file,
                        line.line,
                        format!(
                            "station `{town}` of line {} is off the board; end the line at the edge hex",
                            line.id
                        ),
                    )
                })?,
            };
            let Some(&last) = hexes.last() else {
                hexes.push(hex);
                continue;
            };
            // Hexes listed one by one are the author's own choice; the rest is found.
            if matches!(stop, Stop::Hex(_)) && country.topology.between(last, hex).is_some() {
                hexes.push(hex);
                continue;
            }
            let leg = country.lead(last, hex).ok_or_else(|| {
                let (a, b) = (country.topology.number(last), country.topology.number(hex));
                at(
                    &file,
                    line.line,
                    format!("line {}: no way from {a} to {b}; add a crossing or stops", line.id),
                )
            })?;
            hexes.extend(&leg[1..]);
        }
        if hexes.len() < 2 {
            return Err(at(&file, line.line, format!("line {} has fewer than two hexes", line.id)));
        }
        Ok(Line {
            id: line.id.clone(),
            way: line.way,
            nation: line.nation.clone(),
            name: line.name.clone(),
            border: line.border,
            hexes,
        })
    }

    /// Railways or roads of the atlas within the board. A way that would need a bridge that is not there ends at
    /// the bank and goes on behind it.
    fn atlas_lines(
        &self,
        country: &Country<'_>,
        routes: &[geo::Route],
        town_hexes: &BTreeMap<String, Hex>,
        lines: &mut Vec<Line>,
    ) {
        // A road that would have to go far out of its way for a bridge did not exist.
        let direct = |leg: &[Hex]| {
            let straight = leg.first().zip(leg.last()).map_or(0, |(a, b)| country.topology.distance(*a, *b));
            leg.len() <= 2 * usize::from(straight) + 2
        };
        for (number, route) in routes.iter().enumerate() {
            let way = match route.class.as_str() {
                "" => Way::Rail { tracks: route.tracks },
                // Main roads are for the sheet to name where it names any.
                "main" if !self.sheet_names_main_roads() => Way::Road(RoadClass::Main),
                _ => Way::Road(RoadClass::Secondary),
            };
            let prefix = if matches!(way, Way::Rail { .. }) { "rail" } else { "road" };
            let mut part = 0;
            let mut hexes: Vec<Hex> = Vec::new();
            let mut finish = |hexes: &mut Vec<Hex>| {
                if hexes.len() > 1 {
                    part += 1;
                    lines.push(Line {
                        id: format!("{prefix}-{}-{part}", number + 1),
                        way,
                        nation: if route.country.is_empty() { "-".into() } else { route.country.clone() },
                        name: route.name.clone(),
                        border: false,
                        hexes: std::mem::take(hexes),
                    });
                }
                hexes.clear();
            };
            for station in &route.stations {
                let hex = town_hexes.get(station).filter(|h| !country.closed[h.index()]);
                match (hex, hexes.last().copied()) {
                    (Some(&hex), None) => hexes.push(hex),
                    (Some(&hex), Some(last)) => match country.lead(last, hex).filter(|leg| direct(leg)) {
                        Some(leg) => hexes.extend(&leg[1..]),
                        None => {
                            finish(&mut hexes);
                            hexes.push(hex);
                        }
                    },
                    (None, _) => finish(&mut hexes),
                }
            }
            finish(&mut hexes);
        }
    }

    fn sheet_names_main_roads(&self) -> bool {
        self.sheet.lines.iter().any(|l| l.way == Way::Road(RoadClass::Main))
    }

    /// Takes out the links that overrides forbid, cutting lines in two where need be.
    fn cut_lines(&self, lines: &mut Vec<Line>) {
        let t = &self.topology;
        for c in &self.corrections {
            let (side, rail) = match c.change {
                Override::NoRail(side) => (side, true),
                Override::NoRoad(side) => (side, false),
                _ => continue,
            };
            let mut cut = Vec::new();
            for line in lines.iter_mut().filter(|l| matches!(l.way, Way::Rail { .. }) == rail) {
                let at = line.hexes.windows(2).position(|w| t.between(w[0], w[1]) == Some(side));
                if let Some(i) = at {
                    let mut rest = line.clone();
                    rest.id.push('b');
                    rest.hexes = line.hexes.split_off(i + 1);
                    cut.push(rest);
                }
            }
            lines.extend(cut);
            lines.retain(|l| l.hexes.len() > 1);
        }
    }
}
