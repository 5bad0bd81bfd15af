//! One board from its georeference, sheet, overrides and the atlas.

use crate::fit::{Control, Georeference, Residual};
use crate::geo::{self, Anchor, AtlasError, LonLat, Region, Result, Row, at};
use crate::georef::{self, Layer, Plan};
use crate::layers;
use crate::rivers::{RiverBed, join};
use crate::routes::Country;
use crate::sheet::{self, Correction, Override, Sheet, Stop};
use crate::shores;
use sandtable_board::hexboard::{
    self, CountryId, Crossing, HexBoard, Line, Parts, Place, River, RiverClass, RoadClass, Size, TerrainId,
    Way,
};
use sandtable_board::hexfile::CROSSINGS;
use sandtable_board::{Hex, Number, Point, Side, Topology};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A compiled board with what is worth telling about it.
pub struct Compiled {
    /// The board.
    pub board: HexBoard,
    /// Errors of the plain fit.
    pub residuals: Vec<Residual>,
    /// The corrections that were made by hand.
    pub corrections: Vec<Correction>,
    /// Where a place of the globe falls on the sheet.
    pub georeference: Georeference,
    /// Towns of the region.
    pub towns: geo::Towns,
}

/// Everything that a board is compiled from.
struct Inputs {
    folder: PathBuf,
    plan: Plan,
    region: Region,
    topology: Topology,
    sheet: Sheet,
    corrections: Vec<Correction>,
    anchors: Vec<(Number, String, bool)>,
}

/// Compiles the board in `data/<id>` with the geography in `data/atlas`.
pub fn compile(data: &Path, id: &str) -> Result<Compiled> {
    let inputs = read(data, id)?;
    let (geo, residuals) = inputs.fit()?;
    let board = inputs.build(&geo)?;
    Ok(Compiled {
        board,
        residuals,
        corrections: inputs.corrections,
        georeference: geo,
        towns: inputs.region.towns,
    })
}

fn read(data: &Path, id: &str) -> Result<Inputs> {
    let folder = data.join(id);
    let plan = georef::read(&folder.join("georef.toml"))?;
    let region = geo::region(&data.join("atlas"), &plan.region)?;
    let topology = Topology::new(plan.grid);
    let sheet = sheet::read(&folder.join("sheet.txt"), &topology, &region.towns)?;
    let corrections = sheet::overrides(&folder.join("overrides.csv"), &topology, &region.towns)?;
    let file = data.join("atlas/anchors.csv");
    let mut anchors = Vec::new();
    for Row { line, row } in geo::table::<Anchor>(&file)? {
        if row.game != plan.anchors {
            continue;
        }
        let number: Number = row.hex.parse().map_err(|e| at(&file, line, format!("{e}")))?;
        if topology.hex(number).is_none() {
            return Err(at(&file, line, format!("hex {number} is off the board {id}")));
        }
        if !region.towns.contains_key(&row.town_id) {
            return Err(at(&file, line, format!("unknown town `{}`; add it to the towns", row.town_id)));
        }
        let sure = matches!(row.note.split(':').next(), Some("stated" | "inferred"));
        anchors.push((number, row.town_id, sure));
    }
    Ok(Inputs { folder, plan, region, topology, sheet, corrections, anchors })
}

/// Index of the point of a line nearest to a point.
fn nearest_on(line: &[Point], p: Point) -> usize {
    (0..line.len()).min_by(|&a, &b| line[a].distance(p).total_cmp(&line[b].distance(p))).unwrap_or(0)
}

impl Inputs {
    fn town(&self, id: &str) -> Option<LonLat> {
        self.region.towns.get(id).map(geo::Town::place)
    }

    /// Control points: the anchors, then the places of the sheet and the overrides.
    fn controls(&self) -> Vec<Control> {
        let mut out = Vec::new();
        let mut add = |name: &str, place: Option<LonLat>, hex: Number, in_fit: bool, anchor: bool| {
            if let Some(place) = place
                && out.iter().all(|c: &Control| c.name != name)
            {
                out.push(Control { name: name.to_string(), place, hex, in_fit, anchor });
            }
        };
        for (hex, town, sure) in &self.anchors {
            add(town, self.town(town), *hex, *sure, true);
        }
        for p in &self.sheet.places {
            let place = p.id.as_deref().and_then(|id| self.town(id)).or(p.place);
            add(p.id.as_deref().unwrap_or(&p.name), place, self.topology.number(p.hex), false, false);
        }
        for c in &self.corrections {
            if let Override::Place(town, hex) = &c.change {
                add(town, self.town(town), self.topology.number(*hex), false, false);
            }
        }
        out
    }

    fn fit(&self) -> Result<(Georeference, Vec<Residual>)> {
        let controls = self.controls();
        Georeference::fit(&self.plan.grid, &controls, self.plan.reach).ok_or_else(|| {
            self.plan
                .error("the control points lie on one line or too few are `stated` or `inferred`; add some")
        })
    }

    fn build(&self, geo: &Georeference) -> Result<HexBoard> {
        let t = &self.topology;
        let shores = shores::shores(&self.plan, &self.region, geo, t);
        let terrain = self.terrain(geo, &shores)?;
        let closed: Vec<bool> =
            t.hexes().map(|h| !self.plan.terrains[usize::from(terrain[h.index()])].passable()).collect();
        let town_hexes = self.town_hexes(geo);
        let country = self.country(geo, &terrain, &town_hexes)?;
        let rivers = self.rivers(geo, &closed, &town_hexes)?;
        let (lines, crossings) = self.lines(&closed, &rivers, &town_hexes)?;
        let places = self.places(&closed, &town_hexes);
        let halves = t
            .hexes()
            .filter(|h| {
                let (column, row) = self.plan.grid.column_row(t.number(*h));
                self.plan.half_rows.iter().any(|&(odd, r)| r == row && (column % 2 == 1) == odd)
            })
            .collect();
        let parts = Parts {
            id: self.plan.id.clone(),
            title: self.plan.title.clone(),
            provenance: self.sheet.provenance.clone(),
            km: (geo.km * 10.0).round() / 10.0,
            topology: t.clone(),
            terrains: self.plan.terrains.clone(),
            countries: self
                .plan
                .countries
                .iter()
                .map(|c| hexboard::Country { code: c.code.clone(), name: c.name.clone() })
                .collect(),
            terrain: terrain.into_iter().map(TerrainId).collect(),
            country,
            halves,
            flags: self.sheet.flags.clone(),
            places,
            rivers,
            crossings,
            blocked: self.sheet.blocked.clone(),
            lines,
            entries: self.sheet.entries.clone(),
            shores,
        };
        HexBoard::new(parts).map_err(|source| AtlasError::Board { board: self.plan.id.clone(), source })
    }

    fn terrain(&self, geo: &Georeference, shores: &[hexboard::Shore]) -> Result<Vec<u8>> {
        let t = &self.topology;
        let find = |name: &str| {
            self.plan.terrain(name).ok_or_else(|| {
                self.plan.error(format!("terrain `{name}` of the sheet is not declared in the georeference"))
            })
        };
        let mut terrain = match self.plan.layers.terrain {
            Layer::Atlas => layers::terrain(&self.plan, &self.region, geo, shores, t),
            Layer::Sheet => {
                vec![find(self.sheet.default_terrain.as_deref().unwrap_or("clear"))?; t.hex_count()]
            }
        };
        for (name, hexes) in &self.sheet.terrain {
            let kind = find(name)?;
            for hex in hexes {
                terrain[hex.index()] = kind;
            }
        }
        for c in &self.corrections {
            if let Override::Terrain(hex, name) = &c.change {
                terrain[hex.index()] = find(name)?;
            }
        }
        Ok(terrain)
    }

    /// The hex of every town of the atlas that stands on the board: as listed, else where it falls.
    fn town_hexes(&self, geo: &Georeference) -> BTreeMap<String, Hex> {
        let t = &self.topology;
        let mut out: BTreeMap<String, Hex> = self
            .region
            .towns
            .values()
            .filter_map(|town| Some((town.id.clone(), t.hex_at(geo.locate(town.place()))?)))
            .collect();
        for c in &self.corrections {
            if let Override::Place(town, hex) = &c.change {
                out.insert(town.clone(), *hex);
            }
        }
        for p in self.sheet.places.iter().rev() {
            if let Some(id) = p.id.as_ref().filter(|id| self.region.towns.contains_key(*id)) {
                out.insert(id.clone(), p.hex);
            }
        }
        for (number, town, _) in &self.anchors {
            if let Some(hex) = t.hex(*number) {
                out.insert(town.clone(), hex);
            }
        }
        out
    }

    fn country(
        &self,
        geo: &Georeference,
        terrain: &[u8],
        town_hexes: &BTreeMap<String, Hex>,
    ) -> Result<Vec<Option<CountryId>>> {
        let t = &self.topology;
        let find = |code: &str| {
            let at = self.plan.countries.iter().position(|c| c.code == code);
            at.map(|i| CountryId(i as u8)).ok_or_else(|| {
                self.plan.error(format!("country `{code}` is not declared in the georeference"))
            })
        };
        let mut codes: Vec<String> = match self.plan.layers.country {
            Layer::Sheet => vec![self.sheet.default_country.clone().unwrap_or_default(); t.hex_count()],
            Layer::Atlas => {
                let mut by_hex = BTreeMap::new();
                // Named places of the sheet come last, so that they decide.
                for (id, hex) in town_hexes {
                    if let Some(town) = self.region.towns.get(id).filter(|town| town.class != "village") {
                        by_hex.insert(*hex, town.country_1914.clone());
                    }
                }
                for place in &self.sheet.places {
                    if let Some(town) = place.id.as_ref().and_then(|id| self.region.towns.get(id)) {
                        by_hex.insert(place.hex, town.country_1914.clone());
                    }
                }
                layers::countries(&self.region, geo, t, &by_hex)
            }
        };
        for (code, hexes) in &self.sheet.country {
            for hex in hexes {
                codes[hex.index()] = code.clone();
            }
        }
        for c in &self.corrections {
            if let Override::Country(hex, code) = &c.change {
                codes[hex.index()] = code.clone();
            }
        }
        t.hexes()
            .map(|hex| {
                let kind = &self.plan.terrains[usize::from(terrain[hex.index()])];
                if kind.manner == hexboard::Manner::Sea || codes[hex.index()].is_empty() {
                    Ok(None)
                } else {
                    find(&codes[hex.index()]).map(Some)
                }
            })
            .collect()
    }

    fn rivers(
        &self,
        geo: &Georeference,
        closed: &[bool],
        town_hexes: &BTreeMap<String, Hex>,
    ) -> Result<Vec<River>> {
        let t = &self.topology;
        let mut rivers = self.sheet.rivers.clone();
        // Only places that the sheet names must be left on their own bank; halts and villages need not.
        let towns: BTreeMap<Hex, Point> = self
            .sheet
            .places
            .iter()
            .filter(|p| p.size > Size::Village)
            .filter_map(|p| Some((p.hex, geo.locate(self.town(p.id.as_ref()?)?))))
            .collect();
        let bed = RiverBed { topology: t, towns: &towns, water: closed };
        for plan in &self.plan.rivers {
            let mut pieces = Vec::new();
            for name in &plan.pieces {
                let lines = self.region.rivers.get(name).ok_or_else(|| {
                    self.plan.error(format!(
                        "the atlas has no river `{name}`; see rivers_names.csv and rivers_minor"
                    ))
                })?;
                pieces.extend(lines.iter().map(|l| l.iter().map(|p| geo.locate(*p)).collect::<Vec<_>>()));
            }
            let mut line = join(pieces, 2.5);
            if let Some((upper, lower)) = &plan.flows {
                let at = |town: &str| {
                    let place = self.town(town);
                    let place =
                        place.ok_or_else(|| self.plan.error(format!("flows: unknown town `{town}`")))?;
                    Ok::<_, AtlasError>(nearest_on(&line, geo.locate(place)))
                };
                if at(upper)? > at(lower)? {
                    line.reverse();
                }
            }
            let big_from = match plan.big_below.as_str() {
                "" => None,
                town => Some(
                    t.centre(
                        *town_hexes
                            .get(town)
                            .ok_or_else(|| self.plan.error(format!("big_below: unknown town `{town}`")))?,
                    ),
                ),
            };
            let made = bed.compile(plan, &line, big_from, &rivers);
            if made.is_empty() {
                return Err(self
                    .plan
                    .error(format!("river `{}` does not touch the board; take it out", plan.name)));
            }
            rivers.extend(made);
        }
        for c in &self.corrections {
            match c.change {
                Override::River(side, None) => {
                    for r in &mut rivers {
                        // Taking a side out of the middle would leave a gap: the ends only.
                        if r.sides.first() == Some(&side) {
                            r.sides.remove(0);
                        } else if r.sides.last() == Some(&side) {
                            r.sides.pop();
                        } else if r.sides.contains(&side) {
                            return Err(self.plan.error(format!(
                                "override of {}: only the first or last hexside of a river can be taken out",
                                hexboard::side_name(t, side)
                            )));
                        }
                    }
                    rivers.retain(|r| !r.sides.is_empty());
                }
                Override::River(side, Some(class)) => {
                    rivers.push(River { name: c.reason.clone(), class, sides: vec![side] });
                }
                _ => {}
            }
        }
        Ok(rivers)
    }

    /// Railways and roads, then the crossings that they and the towns make over rivers.
    fn lines(
        &self,
        closed: &[bool],
        rivers: &[River],
        town_hexes: &BTreeMap<String, Hex>,
    ) -> Result<(Vec<Line>, Vec<(Side, Crossing)>)> {
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
        let (kind_at, crossable) = self.crossing_sides(&river_at, town_hexes)?;
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

        let mut crossings: BTreeMap<Side, Crossing> = BTreeMap::new();
        for line in &lines {
            for pair in line.hexes.windows(2) {
                if let Some(side) = t.between(pair[0], pair[1]).filter(|s| river_at[s.index()].is_some()) {
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
        for (town, kind) in &self.plan.crossing_towns {
            if let Some(hex) = town_hexes.get(town).filter(|_| kind == "ferry") {
                let side = t
                    .neighbours(*hex)
                    .find(|(_, s, n)| river_at[s.index()] == Some(RiverClass::Big) && !closed[n.index()]);
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
        Ok((lines, crossings.into_iter().collect()))
    }

    /// For each hexside along a big river: how it is crossed at a town beside it, and whether it can be at all.
    fn crossing_sides(
        &self,
        river_at: &[Option<RiverClass>],
        town_hexes: &BTreeMap<String, Hex>,
    ) -> Result<(Vec<Option<Crossing>>, Vec<bool>)> {
        let t = &self.topology;
        let mut kind_at = vec![None; t.side_count()];
        let listed = if self.plan.crossing_towns.is_empty() {
            &self.region.crossings
        } else {
            &self.plan.crossing_towns
        };
        for (town, word) in listed {
            let kind = CROSSINGS.iter().find(|(w, _)| w == word).map(|(_, k)| *k);
            let kind = kind.ok_or_else(|| {
                self.plan.error(format!("crossing `{word}` at {town} should be bridge, pontoon or ferry"))
            })?;
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
        Ok((kind_at, crossable))
    }

    fn sheet_line(
        &self,
        country: &Country<'_>,
        line: &sheet::SheetLine,
        town_hexes: &BTreeMap<String, Hex>,
    ) -> Result<Line> {
        let file = self.folder.join("sheet.txt");
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

    fn places(&self, closed: &[bool], town_hexes: &BTreeMap<String, Hex>) -> Vec<Place> {
        let t = &self.topology;
        let mut places: Vec<Place> = Vec::new();
        let mut ids = BTreeSet::new();
        for p in &self.sheet.places {
            let mut id = p.id.clone().unwrap_or_else(|| format!("at-{}", t.number(p.hex)));
            if !ids.insert(id.clone()) {
                id = format!("{id}-{}", t.number(p.hex));
                ids.insert(id.clone());
            }
            places.push(Place {
                hex: p.hex,
                id,
                name: p.name.clone(),
                size: p.size,
                fortress: p.fortress,
                station: p.flags.iter().any(|f| f == "station"),
                flags: p.flags.iter().filter(|f| *f != "station").cloned().collect(),
            });
        }
        if self.plan.layers.villages {
            let taken: BTreeSet<Hex> = places.iter().map(|p| p.hex).collect();
            let mut seen = taken.clone();
            for (id, hex) in town_hexes {
                let town = &self.region.towns[id];
                if !closed[hex.index()] && !ids.contains(id) && !id.starts_with("pass_") && seen.insert(*hex)
                {
                    places.push(Place {
                        hex: *hex,
                        id: id.clone(),
                        name: town.name.clone(),
                        size: Size::Village,
                        fortress: 0,
                        station: false,
                        flags: vec![],
                    });
                }
            }
        }
        places
    }
}
