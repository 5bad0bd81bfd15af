//! Counters: units, and the markers that stand for what is in the boxes.

use super::Sight;
use crate::Tannenberg;
use crate::action::Gruppe;
use crate::play::DE;
use crate::position::{Marker, Phase, Position, Step, flag, off, told};
use sandtable_core::view::Counter;
use sandtable_east::data::pieces::{Kind, Size, Unit};
use sandtable_east::data::{Data, UnitId};
use sandtable_east::words::count;

/// A place that is neither a hex nor off the map by rail.
const SET_UP: &str = "set-up";
const WAITING: &str = "waiting";
const WEST: &str = "west front";
const ELIMINATED: &str = "eliminated";
/// Where the next free Gruppe marker lies; only its owner sees it.
const POOL: &str = "marker pool";
/// What it is listed under.
const FREE: &str = "Free marker";

const fn nation(side: u8) -> &'static str {
    if side == DE { "de" } else { "ru" }
}

const fn branch(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "infantry",
        Kind::Mountain => "mountain",
        Kind::Cavalry => "cavalry",
        Kind::Artillery => "artillery",
        Kind::Depot => "depot",
        Kind::Hq => "hq",
    }
}

/// The size mark; headquarters have that of what they lead.
fn echelon(unit: &Unit) -> &'static str {
    use sandtable_east::data::pieces::Level;
    match (unit.size, unit.hq.as_ref().map(|h| h.level)) {
        (Some(Size::Regiment), _) => "III",
        (Some(Size::Brigade), _) => "X",
        (Some(Size::Division), _) => "XX",
        (Some(Size::Corps), _) => "XXX",
        (None, Some(Level::Corps)) => "XXX",
        (None, Some(Level::Army)) => "XXXX",
        (None, _) => "",
    }
}

/// The corps or army of a unit by the title of a headquarters that leads it; its own title where it has none.
fn formation(data: &Data, unit: &Unit) -> String {
    if unit.is_hq() {
        return unit.title.clone();
    }
    let led = |u: &&Unit| {
        u.is_hq()
            && u.side == unit.side
            && if unit.corps.is_empty() {
                u.corps.is_empty() && u.field_army == unit.field_army
            } else {
                u.corps == unit.corps
            }
    };
    let known = !unit.corps.is_empty() || !unit.field_army.is_empty();
    let hq = data.units.iter().filter(|_| known).find(led);
    hq.and_then(|h| h.title.rsplit_once(", ")).map_or_else(|| unit.title.clone(), |(_, led)| led.to_string())
}

/// Values on the side of the counter that is up: attack, defence, movement; a headquarters: shift, strength, radius.
fn values(unit: &Unit, lost: u8) -> Vec<i16> {
    if unit.is_hq() {
        let face = unit.hq_face(lost);
        return vec![face.shift.into(), face.strength.into(), face.radius.into()];
    }
    let face = unit.face(lost.min(unit.steps.saturating_sub(1)));
    vec![face.attack.into(), face.defence.into(), face.movement.into()]
}

/// What is written on a counter: its printed letters, and of a headquarters who commands it.
fn face_name(data: &Data, unit: UnitId) -> String {
    let u = data.unit(unit);
    match u.title.split_once(", ") {
        Some((commander, _)) if u.is_hq() => {
            format!("{} HQ {commander}", data.params.armies[usize::from(u.army)].country)
        }
        _ => data.unit_name(unit),
    }
}

/// What a unit is in full, with what its face does not say.
fn detail(data: &Data, p: &Position, unit: UnitId) -> String {
    let u = data.unit(unit);
    if u.is_hq() {
        let face = u.hq_face(p.lost[unit.index()]);
        let fights = if face.heroic { "in attack and defence" } else { "in defence" };
        return format!("{}; fights with {} {fights}", u.title, face.combat);
    }
    format!(
        "{}; {} of {}, {}",
        data.title(unit),
        p.steps(data, unit),
        count(u.steps, "step"),
        count(u.sp, "stacking point")
    )
}

impl Tannenberg {
    pub(super) fn counters(&self, sight: &Sight<'_>) -> Vec<Counter> {
        let units = sight.engine.data.ids().filter_map(|u| self.counter(sight, u));
        free_marker(sight).into_iter().chain(self.markers(sight)).chain(units).collect()
    }

    /// Where a unit is shown; none for one that is not in the game or out of sight.
    fn shown_at(&self, sight: &Sight<'_>, unit: UnitId) -> Option<String> {
        let p = sight.p;
        Some(match p.place(unit) {
            off::OUT | off::HIDDEN => return None,
            off::ELIMINATED => ELIMINATED.to_string(),
            off::POOL => match sight.engine.own.due(sight.engine.data, p, unit) {
                None => SET_UP.to_string(),
                Some(u8::MAX) => WEST.to_string(),
                Some(turn) if turn <= p.turn => WAITING.to_string(),
                Some(turn) => format!("turn {}{turn}", self.sheet(p).rules.scenario.turn_prefix),
            },
            place => self.any_data().place_name(place),
        })
    }

    fn counter(&self, sight: &Sight<'_>, unit: UnitId) -> Option<Counter> {
        let (p, data) = (sight.p, sight.engine.data);
        let place = self.shown_at(sight, unit)?;
        let (u, lost, gruppe) = (data.unit(unit), p.lost[unit.index()], p.gruppe[unit.index()]);
        let backed = lost > 0 && if u.steps == 4 { lost >= 2 } else { true };
        Some(Counter {
            id: u.id.clone(),
            side: self.player_id(sight.engine.own.owner(data, p, unit)),
            nation: nation(u.side).into(),
            branch: branch(u.kind),
            name: face_name(data, unit),
            formation: if gruppe > 0 { format!("Gruppe {gruppe}") } else { formation(data, u) },
            echelon: echelon(u),
            values: values(u, lost),
            reduced: backed && (u.back.is_some() || u.is_hq()),
            place,
            badges: badges(data, p, unit),
            detail: detail(data, p, unit),
        })
    }

    /// Gruppe markers: those of the viewer with their numbers, those of the other side with nothing but what was told.
    fn markers(&self, sight: &Sight<'_>) -> Vec<Counter> {
        let p = sight.p;
        let mut before = Vec::new();
        let mut out = Vec::new();
        for (i, marker) in p.markers.iter().enumerate().filter(|(_, m)| m.in_play()) {
            let place = self.any_data().place_name(marker.place);
            let (id, name, badges) = if sight.inside {
                let gruppe = i as u8 + 1;
                (Gruppe(gruppe).id(), format!("Gruppe {gruppe}"), own_marker(sight, gruppe, marker))
            } else {
                // What is known is sorted, so that neither number nor order tells anything.
                before.push(marker.place);
                let nth = before.iter().filter(|b| **b == marker.place).count();
                let at = place.rsplit(' ').next().unwrap_or(&place);
                (format!("gruppe-{at}-{nth}"), "Gruppe".to_string(), other_marker(marker))
            };
            out.push(Counter {
                // Its owner knows what is in it, and finds it with that.
                formation: if sight.inside { name.clone() } else { String::new() },
                branch: if sight.inside { "corps" } else { "unknown" },
                ..marker_at(id, name, place, badges)
            });
        }
        out
    }
}

/// A marker with nothing on its face but its name.
fn marker_at(id: String, name: String, place: String, badges: Vec<&'static str>) -> Counter {
    Counter {
        id,
        side: nation(DE),
        nation: nation(DE).into(),
        branch: "corps",
        name,
        formation: FREE.to_string(),
        echelon: "",
        values: vec![],
        reduced: false,
        place,
        badges,
        detail: String::new(),
    }
}

/// The marker that is put on the map next, beside it (tannenberg 18.11a).
fn free_marker(sight: &Sight<'_>) -> Option<Counter> {
    sight.engine.own.hides(sight.p).filter(|_| sight.inside && sight.p.phase != Phase::Over)?;
    let free = sight.p.markers.iter().position(|m| !m.in_play() && !m.spent_for_now)? as u8 + 1;
    Some(marker_at(Gruppe(free).id(), format!("Gruppe {free}"), POOL.to_string(), vec![]))
}

fn badges(data: &Data, p: &Position, unit: UnitId) -> Vec<&'static str> {
    let u = data.unit(unit);
    let mut out = Vec::new();
    let mut put = |on: bool, word| {
        if on {
            out.push(word);
        }
    };
    if p.place(unit) >= off::HIDDEN {
        return out;
    }
    // tannenberg 8.53a: the corps marker.
    put(u.steps == 4 && p.lost[unit.index()] % 2 == 1, "−1");
    put(p.gruppe[unit.index()] > 0, "hidden");
    for (flag, word) in [
        (flag::OUT_OF_SUPPLY, "out of supply"),
        (flag::FED, "fed"),
        (flag::OUT_OF_COMMAND, "out of command"),
        (flag::ENTRAINED, "entrained"),
        (flag::STOPPED, "failed to entrain"),
        (flag::MOVED, "moved"),
        (flag::ATTACKED, "attacked"),
        (flag::DEFENDED, "defended"),
        (flag::ADVANCED, "advanced"),
        (flag::GUEST, "guest"),
        (flag::SHIFTED, "shift used"),
        (flag::LED, "has fought"),
    ] {
        put(p.is(unit, flag), word);
    }
    let allotting = matches!(p.top(), Step::Command(_)) && p.hq_of[unit.index()].is_some();
    put(allotting, "in command");
    let declared = p.steps.waiting().iter().any(|s| matches!(s, Step::Declare(_)));
    put(declared && p.combat.units.and(p.combat.heroes).has(unit), "attacking");
    out
}

/// What the owner sees of a Gruppe beside its box.
fn own_marker(sight: &Sight<'_>, gruppe: u8, marker: &Marker) -> Vec<&'static str> {
    let inside = sight.engine.in_box(sight.p, gruppe);
    let mut out = Vec::new();
    if inside.is_empty() {
        out.push("dummy");
    }
    if marker.pretends {
        out.push("out of command");
    }
    if marker.entrained || inside.iter().any(|u| sight.p.is(u, flag::ENTRAINED)) {
        out.push("entrained");
    }
    out
}

/// What the other side was told of a Gruppe.
fn other_marker(marker: &Marker) -> Vec<&'static str> {
    let mut out = Vec::new();
    match marker.told {
        told::HOLDS => out.push("holds units"),
        told::ZONE => out.push("zone of control"),
        told::NO_ZONE => out.push("no zone of control"),
        told::DUMMY => out.push("dummy"),
        told::STAFF => out.push("headquarters only"),
        _ => {}
    }
    if marker.pretends {
        out.push("out of command");
    }
    out
}
