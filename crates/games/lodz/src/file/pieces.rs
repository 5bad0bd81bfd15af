//! What stands on the map, one line each.

use super::{Later, side};
use crate::Lodz;
use crate::data::{Feature, Hexes, Kind, RIVER_BIG, RIVER_NONE, RU, Where};
use crate::play::march::state::{Build, Landed};
use crate::position::{At, Flag, HexId, Position, UnitId, Works};
use sandtable_core::position_file::number;

type Words<'w> = std::str::SplitWhitespace<'w>;

/// Marks by their words; the beginning of a phase may take off those that are said to be late.
pub(super) const MARKS: [(&str, Flag, bool); 9] = [
    ("disorganized", Flag::Disorganized, false),
    ("marching", Flag::Marching, false),
    ("retreated", Flag::Retreated, false),
    ("stirred", Flag::Stirred, false),
    ("barraged", Flag::Barraged, false),
    ("moved", Flag::Moved, true),
    ("digging", Flag::Digging, true),
    ("marked", Flag::Strategic, true),
    ("replaced", Flag::Replaced, true),
];

/// Words by which somebody may try to change the ground: it is the board's, and no play changes it.
const GROUND: [&str; 16] = [
    "ground",
    "terrain",
    "forest",
    "hills",
    "mountains",
    "swamp",
    "wetland",
    "lake",
    "town",
    "city",
    "fortress",
    "river",
    "road",
    "railway",
    "rail",
    "frontier",
];

/// The same for what is printed on a counter.
const PRINTED: [&str; 13] = [
    "strength", "sp", "attack", "defence", "defense", "fire", "range", "mp", "movement", "move", "side",
    "kind", "name",
];

/// What a line says of a counter.
#[derive(Default)]
struct Said {
    place: Option<At>,
    hex: Option<HexId>,
    cel: Option<u8>,
    level: u8,
    marks: Vec<(Flag, bool)>,
    ferried: bool,
    builds: Option<HexId>,
    train: Option<UnitId>,
}

impl Lodz {
    fn read_hex(&self, p: &Position, word: &str) -> Result<HexId, String> {
        self.engine().map(p).hex(word).ok_or_else(|| format!("hex `{word}` is not on the board"))
    }

    fn read_unit(&self, id: &str) -> Result<UnitId, String> {
        self.d.unit(id).ok_or_else(|| format!("`{id}` is no counter or word that is known here"))
    }

    /// One line.
    pub(super) fn read_line(&self, p: &mut Position, words: &str, later: &mut Later) -> Result<(), String> {
        let mut words = words.split_whitespace();
        let first = words.next().unwrap_or("");
        let mut next = |what: &str| words.next().ok_or_else(|| format!("`{first}` wants {what}"));
        match first {
            "clear" if !later.named.is_empty() => {
                return Err("`clear` stands before all counters".to_string());
            }
            "clear" => self.clear(p),
            "works" | "improved" => {
                let who = side(next("a side")?)?;
                let what = if first == "works" { Works::Field } else { Works::Improved };
                let first = next("a hex")?;
                return std::iter::once(first).chain(words).try_for_each(|word| {
                    let hex = self.put_works(p, who, what, word)?;
                    later.works.push((later.line, who, hex));
                    Ok(())
                });
            }
            "no-works" => {
                for word in words {
                    let hex = self.read_hex(p, word)?;
                    p.works[usize::from(hex)] = Works::None;
                    p.march.russian_works.remove(hex);
                }
                return Ok(());
            }
            "fixed" => {
                let hex = self.read_hex(p, next("a hex")?)?;
                let first = next("a neighbour that the position faces")?;
                return self.put_fixed(p, hex, std::iter::once(first).chain(words));
            }
            "no-fixed" => {
                for word in words {
                    let hex = self.read_hex(p, word)?;
                    p.fixed[usize::from(hex)] = 0;
                }
                return Ok(());
            }
            "bridge" | "broken" => {
                return words.try_for_each(|word| self.put_bridge(p, word, first == "bridge"));
            }
            "held" => {
                let who = side(next("a side")?)?;
                self.put_holder(p, who, next("a hex")?)?;
                return words.try_for_each(|word| self.put_holder(p, who, word));
            }
            "rails" => {
                let base = self.read_unit(next("a supply base")?)?;
                return self.put_rails(p, base, words);
            }
            "points" => {
                let (id, n) = (next("a kind of points")?, next("a number")?);
                let kinds = &self.d.charts.replacement_kinds;
                let kind = kinds.iter().position(|k| k.id == id);
                let known = || {
                    let all: Vec<&str> = kinds.iter().map(|k| k.id.as_str()).collect();
                    format!("points `{id}` should be one of {}", all.join(", "))
                };
                p.points[kind.ok_or_else(known)?] = number(n, "a number of points")?;
            }
            "scored" => {
                let who = usize::from(side(next("a side")?)?);
                p.scored[who] = number(next("a number")?, "a number of points")?;
            }
            "open" => {
                let id = next("a group of reinforcements")?;
                let groups = &self.engine().scenario(p).groups;
                let group = groups.iter().position(|g| g.id == id);
                let group = group.ok_or_else(|| format!("there is no group `{id}` in this scenario"))?;
                let day = words.next().map_or(Ok(p.day), |n| number(n, "the number of a day"))?;
                if !(1..=p.day).contains(&day) {
                    return Err(format!("a group may come from a day on that has come, 1 to {}", p.day));
                }
                p.groups |= 1 << group;
                p.march.opened[group] = day;
            }
            word if GROUND.contains(&word) => {
                let board = &self.engine().map(p).id;
                return Err(format!(
                    "the ground is the board's (`{board}`) and no part of a position; works, fixed positions, bridges and \
                     holders are: `works`, `improved`, `fixed`, `bridge`, `broken`, `held`"
                ));
            }
            id => {
                let unit = self.read_unit(id)?;
                if later.named.has(unit) {
                    return Err(format!("`{id}` stands twice"));
                }
                later.named.insert(unit);
                later.lines.push((unit, later.line));
                let said = self.read_states(p, words)?;
                return self.put_counter(p, unit, &said, later);
            }
        }
        match words.next() {
            Some(word) => Err(format!("`{word}` is too much here")),
            None => Ok(()),
        }
    }

    /// A fixed position in a hex, on its sides towards others (lodz 9.4).
    fn put_fixed<'w>(
        &self,
        p: &mut Position,
        hex: HexId,
        towards: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let map = self.engine().map(p);
        let place = map.name(hex);
        if map.has(hex, Feature::Fortress) || map.has(hex, Feature::Closed) {
            return Err(format!("no fixed position can be in {place}, a fortress or closed ground"));
        }
        if p.works[usize::from(hex)] != Works::None {
            return Err(format!("field works are in {place} and no fixed position (9.17)"));
        }
        let mut sides = 0;
        for word in towards {
            let to = self.read_hex(p, word)?;
            let d = map.direction(hex, to).ok_or_else(|| format!("{place} and {word} are no neighbours"))?;
            sides |= 1 << d;
        }
        p.fixed[usize::from(hex)] = sides;
        Ok(())
    }

    fn put_works(&self, p: &mut Position, who: u8, what: Works, word: &str) -> Result<HexId, String> {
        let (hex, map) = (self.read_hex(p, word)?, self.engine().map(p));
        if map.has(hex, Feature::Swamp) || map.has(hex, Feature::Closed) {
            return Err(format!("nobody digs in {word} (9.12)"));
        }
        if self.engine().walled(p, hex) {
            return Err(format!("permanent works are in {word} (9.17)"));
        }
        p.works[usize::from(hex)] = what;
        p.march.russian_works.remove(hex);
        if who == RU {
            p.march.russian_works.insert(hex);
        }
        Ok(hex)
    }

    fn put_bridge(&self, p: &mut Position, word: &str, stands: bool) -> Result<(), String> {
        let pair = word.split_once('/').ok_or_else(|| format!("`{word}` should be two hexes, 2212/2312"))?;
        let (hex, to) = (self.read_hex(p, pair.0)?, self.read_hex(p, pair.1)?);
        let (engine, map) = (self.engine(), self.engine().map(p));
        let d =
            map.direction(hex, to).ok_or_else(|| format!("{} and {} are no neighbours", pair.0, pair.1))?;
        let (at, side) = (usize::from(hex), usize::from(d));
        if map.river[at][side] == RIVER_NONE {
            return Err(format!("no river runs along {word}"));
        }
        if map.river[at][side] != RIVER_BIG && map.bridge[at] >> d & 1 == 0 {
            return Err(format!("there never was a bridge over the small river at {word} (14.13)"));
        }
        engine.set_bridge(p, hex, d, stands);
        Ok(())
    }

    fn put_holder(&self, p: &mut Position, who: u8, word: &str) -> Result<(), String> {
        let hex = self.read_hex(p, word)?;
        if !self.engine().held_hexes(p).has(hex) {
            return Err(format!("{word} is no town, city, fortress or victory hex"));
        }
        p.holder[usize::from(hex)] = who;
        Ok(())
    }

    fn put_rails(&self, p: &mut Position, base: UnitId, words: Words<'_>) -> Result<(), String> {
        let engine = self.engine();
        let id = engine.id(base);
        let slot = engine.bases().find(|(_, b)| *b == base).map(|(slot, _)| slot);
        let slot = slot.ok_or_else(|| format!("`{id}` is no supply base"))?;
        if !p.on_map(base) {
            return Err(format!("`{id}` is not on the map"));
        }
        for word in words {
            let hex = self.read_hex(p, word)?;
            if !engine.railed(p, hex) {
                return Err(format!("no railway runs through {word}"));
            }
            p.rail.travelled[slot].insert(hex);
        }
        Ok(())
    }

    /// Place and states of a counter.
    fn read_states(&self, p: &Position, words: Words<'_>) -> Result<Said, String> {
        let mut said = Said::default();
        let mut seen: Vec<&str> = Vec::new();
        for word in words {
            let key = word.split_once('=').map_or(word, |(key, _)| key);
            if seen.contains(&key) {
                return Err(format!("`{key}` stands twice"));
            }
            seen.push(key);
            let place = matches!(key, "due" | "pool" | "destroyed" | "left" | "aboard")
                || word.chars().all(|c| c.is_ascii_digit());
            if place && said.place.is_some() {
                return Err(format!("`{word}` is a second place for the same counter"));
            }
            if let Some((_, flag, late)) = MARKS.into_iter().find(|(w, ..)| *w == word) {
                said.marks.push((flag, late));
                continue;
            }
            match (word, word.split_once('=')) {
                ("due", _) => said.place = Some(At::Due),
                ("pool", _) => said.place = Some(At::Pool),
                ("destroyed", _) => said.place = Some(At::Gone),
                ("left", _) => said.place = Some(At::Left),
                ("ferried", _) => said.ferried = true,
                (_, Some(("cel", n))) => said.cel = Some(number(n, "a number of levels")?),
                (_, Some(("level", n))) => said.level = number(n, "a level out of supply")?,
                (_, Some(("builds", hex))) => said.builds = Some(self.read_hex(p, hex)?),
                (_, Some(("aboard", id))) => {
                    said.train = Some(self.read_unit(id)?);
                    said.place = Some(At::Aboard);
                }
                _ if word.chars().all(|c| c.is_ascii_digit()) => {
                    said.hex = Some(self.read_hex(p, word)?);
                    said.place = Some(At::Map);
                }
                (_, Some((key, _))) if PRINTED.contains(&key) => {
                    return Err(format!(
                        "`{word}`: what is printed on a counter is the counter's (units.csv) and no part of a position; what \
                         play changes is: `cel`, `level`, `disorganized`, `marching` and the other states"
                    ));
                }
                _ => {
                    let marks: Vec<&str> = MARKS.iter().map(|(w, ..)| *w).collect();
                    return Err(format!(
                        "`{word}` should be a hex, due, pool, destroyed, left, aboard=train, cel=n, level=n, builds=hex, ferried, {}",
                        marks.join(", ")
                    ));
                }
            }
        }
        Ok(said)
    }

    fn put_counter(
        &self,
        p: &mut Position,
        unit: UnitId,
        said: &Said,
        later: &mut Later,
    ) -> Result<(), String> {
        let engine = self.engine();
        let def = engine.def(unit);
        let id = &def.id;
        let cel = said.cel.unwrap_or(def.cel);
        if cel > def.cel || (cel == 0 && def.cel > 0) {
            return Err(format!("`{id}` has 1 to {} levels, as printed on it", def.cel));
        }
        let place = said.place.ok_or_else(|| format!("where is `{id}`?"))?;
        self.place_allowed(p, unit, place, said.hex)?;
        self.lift(p, unit);
        // A counter that the scenario does not use can be brought in by hand.
        let rank = u8::from(def.kind.is_unit()) + u8::from(def.kind.is_line());
        p.units.muster(unit, def.side, cel, rank);
        p.units.clear(unit);
        match (place, said.hex) {
            (At::Map, Some(hex)) => p.units.place(unit, hex),
            _ => p.units.take_off(unit, place),
        }
        if let (Some((slot, _)), Some(hex)) = (engine.bases().find(|(_, b)| *b == unit), said.hex) {
            p.rail.travelled[slot] = Hexes::one(hex);
        }
        later.aboard.extend(said.train.map(|train| (later.line, unit, train)));
        self.put_states(p, unit, said, later)
    }

    /// Takes a counter from wherever the set-up has it.
    fn lift(&self, p: &mut Position, unit: UnitId) {
        let engine = self.engine();
        if p.on_map(unit) {
            p.units.take_off(unit, At::Gone);
        }
        if let Some((slot, _)) = engine.bases().find(|(_, b)| *b == unit) {
            p.rail.travelled[slot] = Hexes::EMPTY;
        }
    }

    /// Whether a counter can be in such a place.
    fn place_allowed(&self, p: &Position, unit: UnitId, place: At, hex: Option<HexId>) -> Result<(), String> {
        let (engine, map) = (self.engine(), self.engine().map(p));
        let (def, s) = (engine.def(unit), engine.scenario(p));
        let id = &def.id;
        let railed = matches!(def.kind, Kind::Train | Kind::Base);
        match (place, hex) {
            (At::Map, Some(hex)) if railed && !engine.railed(p, hex) => {
                Err(format!("`{id}` stands on a railway, and none runs through {}", map.name(hex)))
            }
            _ if def.kind == Kind::Train && s.trains == 0 => {
                Err(format!("this scenario has no trains, and `{id}` is one (16.A)"))
            }
            (At::Map, Some(hex))
                if def.kind.is_unit() && map.has(hex, Feature::Closed) && !map.has(hex, Feature::Road) =>
            {
                Err(format!("the ground of {} is closed (4.34b)", map.name(hex)))
            }
            (At::Pool, _) if !matches!(def.kind, Kind::Train | Kind::Airship) => {
                Err(format!("`{id}` is no train or airship that waits to be placed"))
            }
            (At::Due, _) => {
                let mut rows = s.setup.iter().chain(&s.again);
                let comes =
                    rows.any(|r| r.unit == unit && matches!(r.at, Where::Entry(_) | Where::Inside(_)));
                comes.then_some(()).ok_or_else(|| format!("`{id}` is no reinforcement of this scenario"))
            }
            (At::Aboard, _) if !def.kind.is_unit() => Err(format!("`{id}` does not go by train")),
            _ => Ok(()),
        }
    }

    fn put_states(
        &self,
        p: &mut Position,
        unit: UnitId,
        said: &Said,
        later: &mut Later,
    ) -> Result<(), String> {
        let engine = self.engine();
        let (def, here) = (engine.def(unit), p.on_map(unit));
        let id = &def.id;
        let marked = said.level > 0 || !said.marks.is_empty() || said.ferried;
        if marked && (!def.kind.is_unit() || !here && p.units.at(unit) != At::Aboard) {
            return Err(format!("`{id}` is no unit on the map and has no such states"));
        }
        p.units.set_level(unit, said.level);
        for (flag, late) in &said.marks {
            let guns = matches!(flag, Flag::Marching | Flag::Barraged);
            if guns && def.kind != Kind::Artillery {
                return Err(format!("`{id}` is no artillery (8.71)"));
            }
            if *flag == Flag::Disorganized && def.kind == Kind::Hq {
                return Err(format!("`{id}` is a headquarters and is not disorganized"));
            }
            p.units.mark(unit, *flag, true);
            if *late {
                later.marks.push((unit, *flag));
            }
        }
        if said.ferried {
            let (hex, lent) = (p.hex(unit), def.kind.is_infantry() && p.units.cel(unit) < def.cel);
            let slot = p.march.landed.iter_mut().find(|l| **l == Landed::NONE).filter(|_| lent);
            let slot = slot.ok_or_else(|| format!("`{id}` has no level that it lent the ferry (N11.12b)"))?;
            *slot = Landed { unit: unit.into(), hex: hex.into() };
            p.units.mark(unit, Flag::Ferried, true);
        }
        if let Some(to) = said.builds {
            let hex = p.hex(unit);
            let map = engine.map(p);
            let site = hex.and_then(|hex| Some((hex, map.direction(hex, to)?)));
            let big = |(hex, d): &(HexId, u8)| map.river[usize::from(*hex)][usize::from(*d)] == RIVER_BIG;
            let slot = p.march.builds.iter_mut().find(|b| **b == Build::NONE);
            match (site.filter(big), slot) {
                (Some((hex, direction)), Some(slot)) if def.kind == Kind::Hq => {
                    *slot = Build { unit: unit.into(), hex: hex.into(), direction }
                }
                _ => return Err(format!("`{id}` builds no bridge over a big river there (14.22)")),
            }
        }
        Ok(())
    }

    /// A unit is aboard a train that stands on the map.
    pub(super) fn put_aboard(&self, p: &mut Position, unit: UnitId, train: UnitId) -> Result<(), String> {
        let engine = self.engine();
        let slot = engine.trains().find(|(_, t)| *t == train && p.on_map(*t)).map(|(slot, _)| slot);
        let slot = slot.ok_or_else(|| format!("`{}` is no train on the map", engine.id(train)))?;
        if p.rail.load[slot].is_some() {
            return Err(format!("`{}` carries somebody else (16.C)", engine.id(train)));
        }
        if p.side(unit) != p.side(train) {
            return Err(format!("`{}` is an enemy of the train (16.B)", engine.id(unit)));
        }
        p.rail.load[slot] = unit.into();
        p.units.mark(train, Flag::Loaded, true);
        Ok(())
    }
}
