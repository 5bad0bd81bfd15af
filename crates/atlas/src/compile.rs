//! One board from its georeference, sheet, overrides and the atlas.

use crate::files::{AtlasError, LonLat, Result, Row, at, table};
use crate::fit::{Control, Georeference, Residual};
use crate::geo::{self, Anchor, Region};
use crate::georef::{self, Layer, Plan};
use crate::layers;
use crate::sheet::{self, Correction, Override, Patch, Sheet};
use crate::shores;
use crate::sources::Sources;
use sandtable_board::hexboard::{self, CountryId, HexBoard, Part, Parts, Place, Size, TerrainId};
use sandtable_board::{Hex, Number, Topology};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

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
pub(crate) struct Inputs {
    pub folder: PathBuf,
    pub plan: Plan,
    pub region: Region,
    pub topology: Topology,
    pub sheet: Sheet,
    pub corrections: Vec<Correction>,
    anchors: Vec<(Number, String, bool)>,
}

/// Compiles a board of hexes.
pub fn compile(sources: &Sources, id: &str) -> Result<Compiled> {
    let inputs = read(sources, id)?;
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

fn read(sources: &Sources, id: &str) -> Result<Inputs> {
    let folder = sources.board(id)?.folder.clone();
    let plan = georef::read(&folder.join("georef.toml"))?;
    let region = geo::region(&sources.atlas, &plan.region)?;
    let topology = Topology::new(plan.grid);
    let sheet = sheet::read(&folder.join("sheet.txt"), &topology, &region.towns)?;
    let corrections = sheet::overrides(&folder.join("overrides.csv"), &topology, &region.towns)?;
    let file = sources.atlas.join("anchors.csv");
    let mut anchors = Vec::new();
    for Row { line, row } in table::<Anchor>(&file)? {
        if row.game != plan.anchors {
            continue;
        }
        let number: Number = row.hex.parse().map_err(|e| at(&file, line, format!("{e}")))?;
        if topology.hex(number).is_none() {
            return Err(at(&file, line, format!("hex {number} is off the board {id}; mend its number")));
        }
        if !region.towns.contains_key(&row.town_id) {
            return Err(at(&file, line, format!("unknown town `{}`; add it to the towns", row.town_id)));
        }
        let sure = matches!(row.note.split(':').next(), Some("stated" | "inferred"));
        anchors.push((number, row.town_id, sure));
    }
    for (town, (_, line)) in &plan.crossing_towns {
        let by_number = town.parse().ok().and_then(|n| topology.hex(n));
        if by_number.is_none() && !region.towns.contains_key(town) {
            let what = format!("crossing_towns: `{town}` is neither a town nor a hex of the board");
            return Err(plan.error_at(*line, what));
        }
    }
    Ok(Inputs { folder, plan, region, topology, sheet, corrections, anchors })
}

impl Inputs {
    /// Where a town of the atlas lies.
    pub fn town(&self, id: &str) -> Option<LonLat> {
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
        let line_ids: Vec<String> = parts.lines.iter().map(|l| l.id.clone()).collect();
        HexBoard::new(parts).map_err(|source| {
            // The sheet's own places and lines come first; what is wrong with them is mended there.
            let line = match source.part {
                Part::Place(i) => self.sheet.places.get(i).map(|p| p.line),
                Part::Line(i) => self.sheet.lines.iter().find(|l| l.id == line_ids[i]).map(|l| l.line),
                Part::River(_) => None,
            };
            match line {
                Some(line) => at(&self.sheet_file(), line, source.to_string()),
                None => AtlasError::Board { board: self.plan.id.clone(), source },
            }
        })
    }

    fn terrain(&self, geo: &Georeference, shores: &[hexboard::Shore]) -> Result<Vec<u8>> {
        let t = &self.topology;
        let mut terrain = match self.plan.layers.terrain {
            Layer::Atlas => layers::terrain(&self.plan, &self.region, geo, shores, t),
            Layer::Sheet => {
                let name = self.sheet.default_terrain.as_deref().unwrap_or("clear");
                let kind = self
                    .plan
                    .terrain(name)
                    .ok_or_else(|| at(&self.sheet_file(), 1, undeclared("terrain", name)))?;
                vec![kind; t.hex_count()]
            }
        };
        for Patch { line, name, hexes } in &self.sheet.terrain {
            let kind = self.plan.terrain(name);
            let kind = kind.ok_or_else(|| at(&self.sheet_file(), *line, undeclared("terrain", name)))?;
            for hex in hexes {
                terrain[hex.index()] = kind;
            }
        }
        for c in &self.corrections {
            if let Override::Terrain(hex, name) = &c.change {
                let kind = self.plan.terrain(name);
                terrain[hex.index()] =
                    kind.ok_or_else(|| self.override_error(c, undeclared("terrain", name)))?;
            }
        }
        Ok(terrain)
    }

    /// The sheet, for complaints.
    pub fn sheet_file(&self) -> PathBuf {
        self.folder.join("sheet.txt")
    }

    /// An error at an override.
    pub fn override_error(&self, c: &Correction, what: String) -> AtlasError {
        at(&self.folder.join("overrides.csv"), c.line, what)
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
        let known = |code: &str| self.plan.countries.iter().position(|c| c.code == code);
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
        for Patch { line, name, hexes } in &self.sheet.country {
            known(name).ok_or_else(|| at(&self.sheet_file(), *line, undeclared("country", name)))?;
            for hex in hexes {
                codes[hex.index()] = name.clone();
            }
        }
        for c in &self.corrections {
            if let Override::Country(hex, code) = &c.change {
                known(code).ok_or_else(|| self.override_error(c, undeclared("country", code)))?;
                codes[hex.index()] = code.clone();
            }
        }
        t.hexes()
            .map(|hex| {
                let kind = &self.plan.terrains[usize::from(terrain[hex.index()])];
                let code = &codes[hex.index()];
                if kind.manner == hexboard::Manner::Sea || code.is_empty() {
                    return Ok(None);
                }
                let at = known(code).ok_or_else(|| self.plan.error(undeclared("country", code)))?;
                Ok(Some(CountryId(at as u8)))
            })
            .collect()
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

fn undeclared(what: &str, name: &str) -> String {
    format!("{what} `{name}` is not declared in georef.toml; declare it there or mend the word")
}
