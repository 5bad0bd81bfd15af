//! What stands on the map, one line each.

use super::{Later, side};
use crate::Orel;
use crate::data::EventKind;
use crate::position::{At, Dug, EventId, HexId, Marker, Mode, Pieces, Position, UnitId};
use sandtable_core::position_file::Row;
use sandtable_core::position_file::number;
use sandtable_ops::Id;

type Words<'w> = std::str::SplitWhitespace<'w>;

/// What a line says of a unit.
#[derive(Default)]
struct Said {
    place: Option<At>,
    hex: Option<HexId>,
    due: Option<u8>,
    steps: Option<u8>,
    points: Option<u8>,
    mode: Mode,
    dug: Dug,
    marker: Marker,
    unsupplied: bool,
    ooc: bool,
    main: bool,
    fresh: bool,
    side: Option<u8>,
    green: bool,
    broken: bool,
    moved: bool,
    observed: bool,
}

impl Orel {
    fn read_hex(&self, p: &Position, word: &str) -> Result<HexId, String> {
        let hex = self.d.map.hex(word).filter(|h| h.on_board());
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
        row: &Row<'_>,
        named: &mut Pieces,
        later: &mut Later,
    ) -> Result<(), String> {
        let mut words = row.text.split_whitespace();
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
            "keeps" => {
                let who = side(next("a side")?)?;
                let id = next("an event")?;
                let event = self
                    .d
                    .events
                    .iter()
                    .position(|e| e.side == who && e.id == id && e.kind == EventKind::Controlled);
                let event = event.ok_or_else(|| format!("no event `{id}` can be kept"))?;
                p.rear.kept[usize::from(who)] = EventId::of(event).into();
            }
            "wants" => {
                let who = side(next("a side")?)?;
                match next("`events`")? {
                    "events" => p.rear.wants_events[usize::from(who)] = true,
                    word => return Err(format!("`{word}` should be events")),
                }
            }
            "awake" | "asleep" => {
                let id = next("a formation")?;
                let known = self.d.formation(id).ok_or_else(|| format!("there is no formation `{id}`"))?;
                if !self.engine().scenario(p).inactive.iter().any(|i| i.formation == known) {
                    return Err(format!("`{id}` is never inactive in this scenario"));
                }
                p.set_asleep(known, first == "asleep");
            }
            id => {
                let unit = self.d.unit(id);
                let unit = unit.ok_or_else(|| format!("`{id}` is no unit or word that is known here"))?;
                if named.has(unit) {
                    return Err(format!("`{id}` stands twice"));
                }
                named.insert(unit);
                later.lines[usize::from(unit)] = row.line;
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
        let mut heard: Vec<&str> = Vec::new();
        // A unit is in one place, in one mode, and has declared one thing at most.
        let kinds: [(&str, &[&str]); 3] = [
            ("place", &["pool", "entry", "eliminated", "off", "driven"]),
            ("mode", &["march", "routed"]),
            ("declaration", &["barrage", "attack", "support"]),
        ];
        for word in words {
            let key = word.split_once('=').map_or(word, |(key, _)| key);
            let hex = key.chars().all(|c| c.is_ascii_digit());
            let kind = kinds.iter().find(|(_, all)| all.contains(&key)).map(|(kind, _)| *kind);
            let kind = kind.unwrap_or(if hex { "place" } else { key });
            if matches!(key, "begun" | "digging" | "entrenched") && heard.contains(&"trench")
                || heard.contains(&kind)
            {
                return Err(format!("`{word}` contradicts or repeats what stands before it"));
            }
            heard.push(if matches!(key, "begun" | "digging" | "entrenched") { "trench" } else { kind });
            match (word, word.split_once('=')) {
                ("pool", _) => said.place = Some(At::Pool),
                ("entry", _) => said.place = Some(At::Entry),
                ("eliminated", _) => said.place = Some(At::Gone),
                ("off", _) => said.place = Some(At::OffMap),
                ("driven", _) => said.place = Some(At::DrivenOff),
                ("march", _) => said.mode = Mode::March,
                ("routed", _) => said.mode = Mode::Routed,
                ("begun", _) => said.dug = Dug::Begun,
                ("digging", _) => said.dug = Dug::Building,
                ("entrenched", _) => said.dug = Dug::Entrenched,
                ("unsupplied", _) => said.unsupplied = true,
                ("ooc", _) => said.ooc = true,
                ("main", _) => said.main = true,
                ("recruits", _) => said.green = true,
                ("broken", _) => said.broken = true,
                ("moved", _) => said.moved = true,
                ("observed", _) => said.observed = true,
                ("barrage", _) => said.marker = Marker::Barrage,
                (_, Some(("routed", "now"))) => (said.mode, said.fresh) = (Mode::Routed, true),
                (_, Some(("of", name))) => said.side = Some(side(name)?),
                (_, Some(("driven", hex))) => {
                    said.hex = Some(self.read_hex(p, hex)?);
                    said.place = Some(At::DrivenOff);
                }
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
                        "`{word}` should be a hex, pool, entry, eliminated, off=hex, driven=hex, due=n, of=side, steps=n, points=n, march, \
                         routed, routed=now, unsupplied, ooc, main, recruits, broken, begun, digging, entrenched, moved, observed, barrage, \
                         attack=… or support=…"
                    ));
                }
            }
        }
        Ok(said)
    }

    fn put_unit(&self, p: &mut Position, unit: UnitId, said: &Said, later: &mut Later) -> Result<(), String> {
        let engine = self.engine();
        let def = engine.def(unit);
        let id = &def.id;
        // A unit that the scenario does not use can be brought in by hand.
        if p.units.at(unit) == At::Unused {
            let horse = def.class == crate::data::Class::Cavalry;
            p.units.muster(unit, def.side, def.steps, def.class.is_troop(), horse);
        }
        let steps = said.steps.unwrap_or(def.steps);
        // A battalion that was lost has none until it is built again.
        let none = steps == 0 && def.steps > 0 && !matches!(said.place, Some(At::Pool | At::Gone));
        if steps > def.steps || none {
            return Err(format!("`{id}` has {} steps", def.steps));
        }
        let due = said.due.unwrap_or(0);
        if said.due.is_some() && matches!(said.place, Some(At::Map | At::Pool | At::Gone)) {
            return Err(format!("`{id}` is due nowhere: it is in its place"));
        }
        if said.side.is_some_and(|side| side != def.side) && def.class != crate::data::Class::Train {
            return Err(format!("`{id}` never changes sides: only armored trains are captured (9.1.2d)"));
        }
        if said.place == Some(At::DrivenOff) && def.class != crate::data::Class::Train {
            return Err(format!("`{id}` is no train that comes back after a duel (9.1.1b)"));
        }
        if said.ooc && !def.class.is_troop() {
            return Err(format!("`{id}` is always in command (5.1b)"));
        }
        if said.broken && def.class != crate::data::Class::Tank {
            return Err(format!("`{id}` does not break down: only tanks do (9.2.1b)"));
        }
        if said.green && !def.class.is_combat() {
            return Err(format!("`{id}` takes in no recruits (4.3.1Cd)"));
        }
        if def.class == crate::data::Class::RailDepot
            && let (Some(At::Map), Some(hex)) = (said.place, said.hex)
            && !self.d.map.stations.has(hex)
        {
            return Err(format!("`{id}` stops at stations alone (7.1.6b)"));
        }
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
        p.units.give_to(unit, said.side.unwrap_or(def.side));
        p.units.set_steps(unit, if place == At::Gone { 0 } else { steps });
        p.units.set_mode(unit, Mode::Combat);
        match (place, said.hex) {
            (At::Map, Some(hex)) => p.place(unit, hex),
            (At::OffMap, Some(_)) => p.take_off(unit, place, said.hex, said.due.unwrap_or(p.turn)),
            (At::DrivenOff, _) => p.take_off(unit, place, said.hex, due),
            _ => p.take_off(unit, place, None, due),
        }
        if !def.class.is_troop() && (said.mode != Mode::Combat || said.dug != Dug::No) {
            return Err(format!("`{id}` has no modes and digs no trenches (7.1.4a)"));
        }
        p.units.set_mode(unit, said.mode);
        p.units.set_dug(unit, said.dug);
        p.units.set_marker(unit, said.marker);
        p.unsupplied.set(unit, said.unsupplied);
        p.ooc.set(unit, said.ooc);
        p.rear.main.set(unit, said.main);
        p.green.set(unit, said.green);
        p.broken.set(unit, said.broken);
        p.march.observed.set(unit, said.observed);
        later.moved.set(unit, said.moved);
        later.fresh.set(unit, said.fresh);
        if said.moved {
            p.march.moved.insert(unit);
        }
        if let Some(points) = said.points {
            if !def.class.is_depot() {
                return Err(format!("`{id}` is no Depot and has no points (3.1a)"));
            }
            later.points.push((unit, points));
            p.points[usize::from(unit)] = points;
        }
        Ok(())
    }

    /// Whether a unit arrives as a reinforcement in the scenario.
    fn enters(&self, p: &Position, unit: UnitId) -> bool {
        let rows = &self.engine().scenario(p).setup;
        rows.iter().any(|r| r.unit == unit && matches!(r.at, crate::data::Where::Entry { .. }))
    }
}
