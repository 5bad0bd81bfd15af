//! What stands on the map, one line each.

use super::{Later, side};
use crate::Field;
use crate::data::{HEXES, NOWHERE};
use crate::state::{At, Dug, Marker, Mode, Pieces, Position};
use sandtable_core::position_file::number;

type Words<'w> = std::str::SplitWhitespace<'w>;

/// What a line says of a unit.
#[derive(Default)]
struct Said {
    place: Option<At>,
    hex: Option<u16>,
    due: Option<u8>,
    steps: Option<u8>,
    points: Option<u8>,
    mode: Mode,
    dug: Dug,
    marker: Marker,
    unsupplied: bool,
    ooc: bool,
    green: bool,
    broken: bool,
    moved: bool,
}

impl Field {
    fn read_hex(&self, p: &Position, word: &str) -> Result<u16, String> {
        let hex = self.d.map.hex(word).filter(|h| usize::from(*h) < HEXES);
        let hex = hex.ok_or_else(|| format!("hex `{word}` is not on the board"))?;
        if !self.engine().scenario(p).area.has(hex) {
            return Err(format!("hex {word} is out of play in this scenario"));
        }
        Ok(hex)
    }

    /// One line.
    pub(super) fn read_line(
        &self,
        p: &mut Position,
        words: &str,
        named: &mut Pieces,
        later: &mut Later,
    ) -> Result<(), String> {
        let mut words = words.split_whitespace();
        let first = words.next().unwrap_or("");
        let mut next = |what: &str| words.next().ok_or_else(|| format!("`{first}` wants {what}"));
        match first {
            "clear" if !named.is_empty() => return Err("`clear` stands before all units".to_string()),
            "clear" => self.clear(p),
            "centre" => p.centre = true,
            "suburbs" => p.centre = false,
            "orel" => p.orel = side(next("a side")?)?,
            "recruits" | "prisoners" | "lost" => {
                let who = usize::from(side(next("a side")?)?);
                let word = next("a number")?;
                match first {
                    "recruits" => p.recruits[who] = number(word, "a number of Recruit Points")?,
                    "prisoners" => p.prisoners[who] = number(word, "a number of prisoners")?,
                    _ => p.lost[who] = number(word, "a number of combat units")?,
                }
            }
            "rails" => {
                let who = usize::from(side(next("a side")?)?);
                for word in words {
                    let hex = self.read_hex(p, word)?;
                    if !self.d.map.rails.has(hex) {
                        return Err(format!("no railway runs through {word}"));
                    }
                    p.rails[who].insert(hex);
                    p.rails[1 - who].remove(hex);
                }
                return Ok(());
            }
            "awake" | "asleep" => {
                let id = next("a formation")?;
                let known = self.d.formation(id).ok_or_else(|| format!("there is no formation `{id}`"))?;
                if !self.engine().scenario(p).inactive.iter().any(|i| i.formation == known) {
                    return Err(format!("`{id}` is never inactive in this scenario"));
                }
                if first == "awake" {
                    p.asleep &= !(1 << known);
                } else {
                    p.asleep |= 1 << known;
                }
            }
            id => {
                let unit = self.d.unit(id);
                let unit = unit.ok_or_else(|| format!("`{id}` is no unit or word that is known here"))?;
                if named.has(unit) {
                    return Err(format!("`{id}` stands twice"));
                }
                named.put(unit);
                let said = self.read_states(p, words)?;
                return self.put_unit(p, unit, &said, later);
            }
        }
        match words.next() {
            Some(word) => Err(format!("`{word}` is too much here")),
            None => Ok(()),
        }
    }

    /// Place and states of a unit.
    fn read_states(&self, p: &Position, words: Words<'_>) -> Result<Said, String> {
        let mut said = Said::default();
        for word in words {
            match (word, word.split_once('=')) {
                ("pool", _) => said.place = Some(At::Pool),
                ("entry", _) => said.place = Some(At::Entry),
                ("eliminated", _) => said.place = Some(At::Gone),
                ("march", _) => said.mode = Mode::March,
                ("routed", _) => said.mode = Mode::Routed,
                ("digging", _) => said.dug = Dug::Building,
                ("entrenched", _) => said.dug = Dug::Entrenched,
                ("unsupplied", _) => said.unsupplied = true,
                ("ooc", _) => said.ooc = true,
                ("recruits", _) => said.green = true,
                ("broken", _) => said.broken = true,
                ("moved", _) => said.moved = true,
                ("barrage", _) => said.marker = Marker::Barrage,
                (_, Some(("steps", n))) => said.steps = Some(number(n, "a number of steps")?),
                (_, Some(("points", n))) => said.points = Some(number(n, "a number of Munitions Points")?),
                (_, Some(("due", n))) => said.due = Some(number(n, "the number of a turn")?),
                (_, Some(("off", hex))) => {
                    said.hex = Some(self.read_hex(p, hex)?);
                    said.place = Some(At::OffMap);
                }
                (_, Some((what @ ("attack" | "support"), how))) => {
                    let (kind, hex) = how.split_once(':').unwrap_or(("", how));
                    let prepared = match kind {
                        "prepared" => true,
                        "hasty" => false,
                        _ => {
                            return Err(format!(
                                "`{word}` should be {what}=prepared:hex or {what}=hasty:hex"
                            ));
                        }
                    };
                    let target = self.read_hex(p, hex)?;
                    said.marker = if what == "attack" {
                        Marker::Attack { prepared, target }
                    } else {
                        Marker::Support { prepared, target }
                    };
                }
                _ if word.chars().all(|c| c.is_ascii_digit()) => {
                    said.hex = Some(self.read_hex(p, word)?);
                    said.place = Some(At::Map);
                }
                _ => {
                    return Err(format!(
                        "`{word}` should be a hex, pool, entry, eliminated, off=hex, due=n, steps=n, points=n, march, routed, \
                         unsupplied, ooc, recruits, broken, digging, entrenched, moved, barrage, attack=… or support=…"
                    ));
                }
            }
        }
        Ok(said)
    }

    fn put_unit(&self, p: &mut Position, unit: u8, said: &Said, later: &mut Later) -> Result<(), String> {
        let engine = self.engine();
        let def = engine.def(unit);
        let id = &def.id;
        // A unit that the scenario does not use can be brought in by hand.
        if p.units.at(unit) == At::Unused {
            let horse = def.class == crate::data::Class::Cavalry;
            p.units.muster(unit, def.side, def.steps, def.class.is_troop(), horse);
        }
        let steps = said.steps.unwrap_or(def.steps);
        if steps > def.steps || (steps == 0 && def.steps > 0) {
            return Err(format!("`{id}` has {} steps", def.steps));
        }
        let due = said.due.unwrap_or(0);
        let place = match (said.place, said.due) {
            (Some(place), _) => place,
            (None, Some(_)) => At::Due,
            (None, None) => return Err(format!("where is `{id}`?")),
        };
        if let (At::Map, Some(hex)) = (place, said.hex)
            && def.class.is_rail()
            && !self.d.map.rails.has(hex)
        {
            return Err(format!("`{id}` stands on rails alone (7.1.6a)"));
        }
        if matches!(place, At::Pool) && !def.recruit {
            return Err(format!("`{id}` is no recruit battalion (4.3.2a)"));
        }
        if place == At::Due && !self.enters(p, unit) {
            return Err(format!("`{id}` is no reinforcement of this scenario"));
        }
        p.units.set_steps(unit, if place == At::Gone { 0 } else { steps });
        p.units.set_mode(unit, Mode::Combat);
        match (place, said.hex) {
            (At::Map, Some(hex)) => p.place(unit, hex),
            (At::OffMap, Some(hex)) => p.take_off(unit, At::OffMap, hex, due.max(p.turn)),
            _ => p.take_off(unit, place, NOWHERE, due),
        }
        if !def.class.is_troop() && (said.mode != Mode::Combat || said.dug != Dug::No) {
            return Err(format!("`{id}` has no modes and digs no trenches (7.1.4a)"));
        }
        p.units.set_mode(unit, said.mode);
        p.units.set_dug(unit, said.dug);
        p.units.set_marker(unit, said.marker);
        p.unsupplied.set(unit, said.unsupplied);
        p.ooc.set(unit, said.ooc);
        p.green.set(unit, said.green);
        p.broken.set(unit, said.broken);
        later.moved.set(unit, said.moved);
        if let Some(points) = said.points {
            if !def.class.is_depot() {
                return Err(format!("`{id}` is no Depot and has no points (3.1a)"));
            }
            later.points.push((unit, points));
        }
        Ok(())
    }

    /// Whether a unit arrives as a reinforcement in the scenario.
    fn enters(&self, p: &Position, unit: u8) -> bool {
        let rows = &self.engine().scenario(p).setup;
        rows.iter().any(|r| r.unit == unit && matches!(r.at, crate::data::Where::Entry { .. }))
    }
}
