//! Counters with their values and states.

use super::points;
use crate::Lodz;
use crate::data::{Hexes, Kind, Nation, UNITS, UnitDef};
use crate::position::{At, Flag, HexId, Phase, Pieces, Position, UnitId, Works};
use sandtable_core::view::Counter;
use std::sync::LazyLock;

const fn branch(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "infantry",
        Kind::Cavalry => "cavalry",
        Kind::Landwehr => "landwehr",
        Kind::Landsturm => "landsturm",
        Kind::Garrison => "fortress infantry",
        Kind::Artillery => "artillery",
        Kind::Hq => "hq",
        Kind::Train => "train",
        Kind::Airship => "airship",
        Kind::Base => "supply base",
    }
}

const fn nation(nation: Nation) -> &'static str {
    match nation {
        Nation::DE => "de",
        Nation::AH => "ah",
        Nation::RU => "ru",
    }
}

/// Levels out of supply as badges: markers rise without end (lodz 12.31b), and a position holds no more of them.
static LEVELS: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..=crate::sound::LEVELS).map(|n| format!("out of supply {n}")).collect());

/// The mark of size, as printed.
fn echelon(def: &UnitDef) -> &'static str {
    match def.size.as_str() {
        "II" => "II",
        "III" => "III",
        "X" => "X",
        "XX" => "XX",
        _ => "",
    }
}

/// A number as it is read before a noun: `1st`, `10th`; other words as they are.
fn ordinal(word: &str) -> String {
    let tail = match word.parse::<u8>() {
        Err(_) => "",
        Ok(11..=13) => "th",
        Ok(n) => match n % 10 {
            1 => "st",
            2 => "nd",
            3 => "rd",
            _ => "th",
        },
    };
    format!("{word}{tail}")
}

/// The designation on the counter, short enough to be read there: `1/49R`, `2/6C`, `49R Art`, `v. Morgen`.
pub(crate) fn short(def: &UnitDef) -> String {
    let printed = printed(def);
    if def.kind != Kind::Artillery {
        return printed;
    }
    let of = printed.trim_start_matches("art").trim_start_matches(['/', ' ']);
    format!("{} Art", of.strip_suffix(" art").unwrap_or(of))
}

/// The designation of the rulebook, with its words cut down.
pub(crate) fn printed(def: &UnitDef) -> String {
    let mut out = def.name.clone();
    for (long, brief) in [
        (" InfDivResGd", "RG"),
        (" InfDivRes", "R"),
        (" InfDivGren", "Gr"),
        (" InfDivGd", "G"),
        (" InfDiv", ""),
        (" CavDiv", "C"),
        (" CavBrig", " Cav"),
        (" LandDiv", "L"),
        (" RifDiv", "Rf"),
        (" TurkBrig", " Turk"),
    ] {
        if let Some(start) = out.strip_suffix(long) {
            out = format!("{start}{brief}");
            break;
        }
    }
    out
}

/// What is looked up once for all counters.
struct Look {
    /// Who still owes an attack.
    owes: Pieces,
    /// Hexes within reach of headquarters, by side.
    command: [Hexes; 2],
    /// Rows of the set-up by counter.
    rows: [u16; UNITS],
}

impl Lodz {
    pub(super) fn counters(&self, p: &Position) -> Vec<Counter> {
        let engine = self.engine();
        let mut look = Look {
            owes: engine.owes(p),
            command: [0, 1].map(|side| self.command_hexes(p, side)),
            rows: [u16::MAX; UNITS],
        };
        for (i, row) in engine.scenario(p).setup.iter().enumerate().rev() {
            look.rows[usize::from(row.unit)] = i as u16;
        }
        engine.all_units().filter_map(|u| self.counter(p, &look, u)).collect()
    }

    /// Hexes in which units of a side are in command (lodz 10.31).
    pub(crate) fn command_hexes(&self, p: &Position, side: u8) -> Hexes {
        let engine = self.engine();
        let staffs = p.units.on_map_of(side).filter(|u| engine.kind(*u) == Kind::Hq);
        let mut out = Hexes::EMPTY;
        let staffs = staffs.filter_map(|u| p.hex(u));
        staffs.for_each(|hex| out.join(&self.within(p, hex, self.d.charts.command_range)));
        out
    }

    /// Hexes so far away at most.
    pub(super) fn within(&self, p: &Position, hex: HexId, far: u8) -> Hexes {
        let map = self.engine().map(p);
        let mut rim = Hexes::one(hex);
        let mut out = rim;
        for _ in 0..far {
            rim = rim.iter().flat_map(|h| map.neighbours(h)).map(|(_, h)| h).collect();
            out.join(&rim);
        }
        out
    }

    /// Where a counter is shown; none for one that is not in the scenario.
    fn shown_at(&self, p: &Position, unit: UnitId) -> Option<String> {
        let engine = self.engine();
        Some(match p.units.at(unit) {
            At::Unused => return None,
            At::Map => self.spot(p, p.hex(unit)?)?,
            At::Due => match engine.march_day_of(p, unit) {
                Some(day) if day > p.day => format!("turn {}", self.date(p, day)),
                Some(_) => "waiting to enter".to_string(),
                None => "waits for its condition".to_string(),
            },
            At::Aboard => {
                let train = engine.trains().find(|(slot, _)| p.rail.load[*slot].is(unit));
                match train {
                    Some((_, t)) => format!("aboard {}", engine.def(t).name),
                    None => "aboard a train".to_string(),
                }
            }
            At::Pool => "to be placed".to_string(),
            At::Gone => "eliminated".to_string(),
            At::Left => "left for good".to_string(),
        })
    }

    /// Movement points as they are now: half of them, rounded up, out of supply.
    fn pace(&self, p: &Position, unit: UnitId) -> u8 {
        let whole = self.engine().def(unit).mp / 2;
        if p.units.level(unit) > 0 {
            return whole.div_ceil(self.d.charts.unsupplied_mp_divides.max(1));
        }
        whole
    }

    /// Values of the face as they count now: strength and movement; guns have attack fire, defence fire and movement.
    fn values(&self, p: &Position, unit: UnitId) -> Vec<i16> {
        let engine = self.engine();
        let pace = i16::from(self.pace(p, unit));
        match engine.kind(unit) {
            Kind::Train | Kind::Airship | Kind::Base => vec![],
            Kind::Hq => vec![pace],
            Kind::Artillery => {
                vec![engine.attack_fire(p, unit).into(), engine.defence_fire(p, unit).into(), pace]
            }
            _ => {
                // What is gone shows its full strength in the box.
                let gone = p.units.cel(unit) == 0;
                let face = engine.def(unit).strength[2];
                vec![if gone { face.into() } else { engine.strength(p, unit).into() }, pace]
            }
        }
    }

    fn counter(&self, p: &Position, look: &Look, unit: UnitId) -> Option<Counter> {
        let def = self.engine().def(unit);
        let place = self.shown_at(p, unit)?;
        let cel = p.units.cel(unit);
        Some(Counter {
            id: def.id.clone(),
            side: self.side_id(p.side(unit)),
            nation: nation(def.nation).into(),
            branch: branch(def.kind),
            name: short(def),
            formation: self.formation(p, look, unit),
            echelon: echelon(def),
            values: self.values(p, unit),
            reduced: def.kind.is_unit() && cel > 0 && cel < def.cel,
            place,
            badges: self.badges(p, look, unit),
            detail: self.detail(p, look, unit),
        })
    }

    /// Army and corps in this scenario.
    fn formation(&self, p: &Position, look: &Look, unit: UnitId) -> String {
        match self.engine().kind(unit) {
            Kind::Train => return "Trains".to_string(),
            Kind::Airship => return "Airships".to_string(),
            Kind::Base => return "Supply bases".to_string(),
            _ => {}
        }
        let rows = &self.engine().scenario(p).setup;
        let Some(row) = rows.get(usize::from(look.rows[usize::from(unit)])) else {
            return "Other units".to_string();
        };
        match (row.corps.as_str(), row.army.as_str()) {
            ("", "") => "Other units".to_string(),
            ("", army) => format!("{} Army", ordinal(army)),
            (corps, _) => format!("{corps} Corps"),
        }
    }

    /// States, the most urgent first: a counter has room for four.
    fn badges(&self, p: &Position, look: &Look, unit: UnitId) -> Vec<&'static str> {
        let (engine, here) = (self.engine(), p.on_map(unit));
        let kind = engine.kind(unit);
        let mut out = Vec::new();
        let mut put = |so: bool, word: &'static str| {
            if so {
                out.push(word);
            }
        };
        if kind == Kind::Train {
            put(p.has(unit, Flag::Loaded), "loaded");
            return out;
        }
        if !here || !kind.is_unit() {
            return out;
        }
        let has = |flag: Flag| p.has(unit, flag);
        let fights = p.phase == Phase::Attack;
        let now = &p.battle.now;
        if fights {
            put(now.units.has(unit), "attacking");
            put(now.guns.has(unit) && p.side(unit) == p.active, "support");
            put(now.defence.has(unit), "defensive support");
            put(look.owes.has(unit) && !now.units.has(unit), "owes an attack");
        }
        put(has(Flag::Disorganized), "disorganized");
        let level = usize::from(p.units.level(unit)).min(LEVELS.len() - 1);
        put(level > 0, &LEVELS[level]);
        put(kind == Kind::Artillery && has(Flag::Marching), "march");
        put(has(Flag::Digging), "under construction");
        put(has(Flag::Strategic), "strategic movement");
        put(has(Flag::Barraged), "barrage");
        put(has(Flag::Replaced), "replacements");
        put(has(Flag::Ferried), "by ferry");
        put(p.march.builds.iter().any(|b| b.unit.is(unit)), "builds a bridge");
        if fights {
            put(has(Flag::Attacked) && !now.units.has(unit), "has attacked");
            put(has(Flag::Fired) && !now.guns.has(unit), "has fired");
            put(has(Flag::Defended) && !now.defence.has(unit), "has supported");
            put(has(Flag::Beaten), "was attacked");
            put(kind == Kind::Artillery && has(Flag::Contact), "in contact");
        }
        let marches = matches!(p.phase, Phase::Movement | Phase::Strategic) && p.side(unit) == p.active;
        put(marches && has(Flag::Moved), "moved");
        out
    }

    /// What a counter is and holds in full.
    fn detail(&self, p: &Position, look: &Look, unit: UnitId) -> String {
        let engine = self.engine();
        let def = engine.def(unit);
        let mut out = vec![def.title.clone()];
        match def.kind {
            Kind::Train => {
                let load =
                    engine.trains().find(|(_, t)| *t == unit).and_then(|(slot, _)| p.rail.load[slot].get());
                out.push(match load {
                    Some(load) => format!("carries {}", engine.name(load)),
                    _ => format!("empty, carries up to {} points", self.d.charts.train_capacity),
                });
                return out.join(", ");
            }
            Kind::Airship => {
                out.push("bars enemy supply where it is and bombs bridges".to_string());
                return out.join(", ");
            }
            Kind::Base => {
                let fed = engine.bases().find(|(_, b)| *b == unit).map(|(slot, _)| p.rail.travelled[slot]);
                out.push(format!(
                    "feeds from {}",
                    super::hex_count(fed.map_or(0, |f| f.len()).max(1)).replace("hex", "rail hex")
                ));
                return out.join(", ");
            }
            _ => {}
        }
        let cel = p.units.cel(unit);
        if def.cel > 1 {
            out.push(format!("{cel} of {} levels", def.cel));
        }
        let values = self.values(p, unit);
        let face = def.strength[usize::from(cel).min(2)];
        let halved = |now: i16, face: u8| {
            if now == i16::from(face) { String::new() } else { format!(" ({face} printed)") }
        };
        match def.kind {
            Kind::Artillery => {
                let (attack, defence) = (values[0], values[1]);
                out.push(format!("attack fire {attack}{}", halved(attack, def.attack_fire)));
                out.push(format!("defence fire {defence}{}", halved(defence, def.defence_fire)));
                out.push(format!("range {}", def.range));
                let order = if p.has(unit, Flag::Marching) { "marching order" } else { "combat order" };
                out.push(order.to_string());
            }
            Kind::Hq => out.push(format!("commands {} hexes far", self.d.charts.command_range)),
            _ if cel > 0 => out.push(format!("strength {}{}", values[0], halved(values[0], face))),
            _ => out.push(format!("strength {}", values[0])),
        }
        let marching = matches!(p.phase, Phase::Movement | Phase::Strategic) && p.side(unit) == p.active;
        if marching && p.on_map(unit) && !engine.march_snow(p) {
            out.push(format!("{} of {} MP left", points(p.march.left(unit)), def.mp / 2));
        } else {
            out.push(format!("{} MP", self.pace(p, unit)));
        }
        if let Some(hex) = p.hex(unit) {
            if def.kind.is_line() && !look.command[usize::from(p.side(unit))].has(hex) {
                out.push("out of command".to_string());
            }
            match p.works[usize::from(hex)] {
                Works::None => {}
                Works::Field => out.push("in field fortifications".to_string()),
                Works::Improved => out.push("in improved fortifications".to_string()),
            }
        }
        if def.reconstructed {
            out.push("values reconstructed".to_string());
        }
        out.join(", ")
    }
}
