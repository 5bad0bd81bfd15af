//! Counters with their steps, values and states.

use super::{points, signed};
use crate::Orel;
use crate::data::{Class, UnitDef};
use crate::position::{At, Dug, Marker, Mode, Position, UnitId};
use sandtable_core::view::Counter;

/// A dot for each step left.
const STEPS: [&str; 6] = ["", "•", "••", "•••", "••••", "•••••"];

const fn branch(def: &UnitDef) -> &'static str {
    match def.class {
        Class::Infantry if def.recruit => "militia",
        Class::Infantry => "infantry",
        Class::Cavalry => "cavalry",
        Class::HorseArtillery => "horse artillery",
        Class::Artillery => "artillery",
        Class::HeavyArtillery => "heavy artillery",
        Class::Tank => "tank",
        Class::ArmoredCar => "armored car",
        Class::Convoy => "convoy",
        Class::Train => "train",
        Class::RailDepot => "rail depot",
    }
}

/// What a class is called.
pub(crate) const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Infantry => "infantry",
        Class::Cavalry => "cavalry",
        Class::HorseArtillery => "horse artillery",
        Class::Artillery => "artillery",
        Class::HeavyArtillery => "heavy artillery",
        Class::Tank => "tanks",
        Class::ArmoredCar => "an armored car",
        Class::Convoy => "a Convoy",
        Class::Train => "an armored train",
        Class::RailDepot => "a Railroad Depot",
    }
}

/// The designation on the counter.
fn short(def: &UnitDef) -> String {
    if !def.code.is_empty() {
        return def.code.clone();
    }
    match def.class {
        // The name of the train itself.
        Class::Train => def.name.split("train ").last().unwrap_or(&def.name).to_string(),
        Class::Convoy => "Convoy".to_string(),
        Class::RailDepot => "Depot".to_string(),
        _ if def.recruit => format!("Recruits {}", def.name.rsplit(' ').next().unwrap_or("")),
        _ => def.name.clone(),
    }
}

/// A value by steps left.
fn by_steps(values: &[u8; 6], steps: u8) -> i16 {
    values.get(usize::from(steps)).copied().unwrap_or(0).into()
}

impl Orel {
    pub(super) fn counters(&self, p: &Position) -> Vec<Counter> {
        self.engine().all_units().filter_map(|u| self.counter(p, u)).collect()
    }

    /// Where a unit is shown; none for one that is not in the scenario.
    fn shown_at(&self, p: &Position, unit: UnitId) -> Option<String> {
        let (hex, due) = (p.hex(unit), p.units.due(unit));
        let later = || format!("turn {}", self.date(due));
        Some(match p.units.at(unit) {
            At::Unused => return None,
            At::Map => self.engine().spot(hex)?,
            At::Pool => "recruit pool".to_string(),
            At::Due if due > p.turn => later(),
            At::Due => "waiting to enter".to_string(),
            At::Entry => "enters by a friendly edge".to_string(),
            At::OffMap => match self.engine().spot(hex) {
                Some(at) => format!("off the map at {at}"),
                None => "off the map".to_string(),
            },
            At::DrivenOff if due > p.turn => later(),
            At::DrivenOff => "waiting to enter".to_string(),
            At::Gone => "eliminated".to_string(),
        })
    }

    /// Values of the face: strength, then quality and movement; cavalry has two strengths, dismounted and charging; a Depot
    /// has the points left to it.
    fn values(&self, p: &Position, unit: UnitId) -> Vec<i16> {
        let def = self.engine().def(unit);
        // What is gone shows its full strength in the box.
        let steps = if p.steps(unit) == 0 { def.steps } else { p.steps(unit) };
        let tq = i16::from(self.engine().tq(p, unit));
        let mp = i16::from(def.mp / 2);
        match def.class {
            Class::Cavalry => vec![by_steps(&def.combat, steps), by_steps(&def.charge, steps), tq, mp],
            Class::Infantry => vec![by_steps(&def.combat, steps), tq, mp],
            Class::Tank | Class::ArmoredCar => vec![by_steps(&def.combat, steps), mp],
            Class::Train => vec![by_steps(&def.fire, steps), tq],
            Class::Convoy | Class::RailDepot => vec![p.points[usize::from(unit)].into()],
            _ => vec![by_steps(&def.fire, steps), tq, mp],
        }
    }

    fn counter(&self, p: &Position, unit: UnitId) -> Option<Counter> {
        let engine = self.engine();
        let def = engine.def(unit);
        let place = self.shown_at(p, unit)?;
        let steps = p.steps(unit);
        let side = self.side_id(p.side(unit));
        let heading = def.formation.or(def.listed_with).or(def.superior);
        let formation = heading.and_then(|f| self.d.formations.get(usize::from(f)));
        Some(Counter {
            id: def.id.clone(),
            side,
            // A captured train keeps its paint, and is told by its side.
            nation: side.into(),
            branch: branch(def),
            name: short(def),
            formation: formation.map_or("Recruits".to_string(), |f| f.name.clone()),
            echelon: STEPS.get(usize::from(steps)).copied().unwrap_or(""),
            values: self.values(p, unit),
            reduced: steps > 0 && steps <= def.reduced,
            place,
            badges: self.badges(p, unit),
            detail: self.detail(p, unit),
        })
    }

    /// States, the most urgent first: a counter has room for four.
    fn badges(&self, p: &Position, unit: UnitId) -> Vec<&'static str> {
        let engine = self.engine();
        let class = engine.class(unit);
        let mut out = Vec::new();
        let mut put = |so: bool, word: &'static str| {
            if so {
                out.push(word);
            }
        };
        let here = p.on_map(unit);
        put(p.mode(unit) == Mode::Routed, "routed");
        put(p.mode(unit) == Mode::March, "march");
        match p.marker(unit) {
            Marker::Attack { prepared: true, .. } => put(true, "prepared attack"),
            Marker::Attack { .. } => put(true, "hasty attack"),
            Marker::Barrage => put(true, "barrage"),
            Marker::Support { .. } => put(true, "support"),
            Marker::Defence { .. } => put(true, "defensive support"),
            Marker::None => {}
        }
        put(p.unsupplied.has(unit), "unsupplied");
        put(p.ooc.has(unit), "out of command");
        put(p.broken.has(unit), "broken down");
        match p.units.dug(unit) {
            Dug::No => {}
            Dug::Begun | Dug::Building => put(true, "under construction"),
            Dug::Entrenched => put(true, "entrenched"),
        }
        put(here && engine.asleep(p, unit), "inactive");
        if class.is_depot() && here {
            put(p.functional.has(unit), "functional");
            put(!p.functional.has(unit), "not functional");
        }
        put(p.green.has(unit), "recruits");
        if !p.at_peace() {
            put(p.combat.disorganised.has(unit), "disorganised");
            put(p.combat.repulsed.has(unit), "repulsed");
            put(p.combat.charging.has(unit), "charging");
            put(p.combat.contact.has(unit), "in contact");
        }
        put(p.phase == crate::position::Phase::Movement && p.march.moved.has(unit) && here, "moved");
        out
    }

    /// What a unit is and holds in full.
    fn detail(&self, p: &Position, unit: UnitId) -> String {
        let engine = self.engine();
        let def = engine.def(unit);
        let steps = p.steps(unit);
        let mut out = vec![def.name.clone()];
        if def.class.is_depot() {
            let left = p.points[usize::from(unit)];
            let full = engine.depot_capacity(p, unit);
            out.push(class_name(def.class).to_string());
            out.push(format!("{left} of {full} Munitions Points"));
            return out.join(", ");
        }
        if def.steps > 1 {
            out.push(format!("{steps} of {} steps", def.steps));
        }
        let values = self.values(p, unit);
        let first = values.first().copied().unwrap_or(0);
        match def.class {
            Class::Cavalry => {
                let charge = values.get(1).copied().unwrap_or(0);
                out.push(format!("combat {first} dismounted, {charge} charging"));
            }
            Class::Infantry | Class::Tank | Class::ArmoredCar => out.push(format!("combat {first}")),
            _ => out.push(format!("fire {first}")),
        }
        let quality = engine.tq(p, unit);
        match quality as i8 - def.tq as i8 {
            0 => out.push(format!("TQ {quality}")),
            less => out.push(format!("TQ {quality} ({} of {})", signed(less), def.tq)),
        }
        out.push(if def.class.is_rail() { "moves by rail".into() } else { format!("{} MP", points(def.mp)) });
        if def.integrated {
            out.push("integrated artillery".to_string());
        }
        if def.shock {
            out.push("prepares attacks for 2 MP".to_string());
        }
        match p.marker(unit) {
            Marker::Attack { prepared, target } => {
                let kind = if prepared { "Prepared" } else { "Hasty" };
                out.push(format!("{kind} Attack on {}", self.place_name(target)));
            }
            Marker::Support { prepared, target } => {
                let kind = if prepared { "Prepared" } else { "Hasty" };
                out.push(format!("supports a {kind} Attack on {}", self.place_name(target)));
            }
            Marker::Defence { attack } => {
                if let Some(a) = p.declared().get(usize::from(attack)) {
                    out.push(format!("supports the defence of {}", self.place_name(a.target)));
                }
            }
            Marker::Barrage | Marker::None => {}
        }
        out.join(", ")
    }
}
