//! Retreats and pursuits.

use super::clash::value;
use super::picture::{Mind, Picture};
use super::rear::price;
use crate::data::UNITS;
use crate::play::retreat::{RetreatAction, RetreatStep};
use crate::play::{Action, Engine};
use crate::position::{HexId, Position, UnitId};

/// What to do at a step of a retreat or a pursuit.
#[allow(clippy::too_many_arguments)]
pub fn choose(
    engine: &Engine<'_>,
    p: &Position,
    step: RetreatStep,
    side: u8,
    mind: &mut Mind<'_>,
    sent: &[Option<HexId>; UNITS],
    list: &[Action],
) -> Option<Action> {
    let w = mind.w;
    if step == RetreatStep::Pay {
        let cost = |a: &Action| match a {
            Action::Retreat(RetreatAction::Pay { unit }) => price(engine, p, w, *unit),
            _ => f32::MAX,
        };
        return list.iter().copied().min_by(|a, b| cost(a).total_cmp(&cost(b)));
    }
    let picture = Picture::of_battle(engine, p, side, sent, mind);
    let worth = |a: &Action| match *a {
        Action::Retreat(RetreatAction::Go { hex }) => refuge(engine, p, &picture, hex),
        // Alone only if they cannot go together.
        Action::Retreat(RetreatAction::Leave { unit }) => -50.0 - f32::from(p.units.cel(unit)),
        Action::Retreat(RetreatAction::Pursue { unit, hex }) => {
            let stand = |hex| stand(engine, p, &picture, unit, hex);
            stand(hex) - p.hex(unit).map_or(0.0, stand) - 0.2
        }
        Action::Retreat(RetreatAction::On { hex }) => p.retreat.chaser.get().map_or(0.0, |unit| {
            let stand = |hex| stand(engine, p, &picture, unit, hex);
            stand(hex) - p.hex(unit).map_or(0.0, stand) - 0.1
        }),
        _ => 0.0,
    };
    list.iter().copied().max_by(|a, b| worth(a).total_cmp(&worth(b)))
}

/// How good a hex is to retreat to.
fn refuge(engine: &Engine<'_>, p: &Position, picture: &Picture, hex: HexId) -> f32 {
    let at = usize::from(hex);
    let map = engine.map(p);
    let mut out = -picture.threat[at] / 40.0;
    if picture.zone.has(hex) {
        out -= 2.0;
    }
    if picture.fed.has(hex) {
        out += 0.6;
    }
    out += picture.worth(hex) * 0.4;
    out += f32::from(map.shift[at]) * 0.1;
    let friends = p.units.cel_in(picture.side, hex);
    if friends > 0 && friends <= 3 {
        out += 0.4;
    } else if friends > 4 {
        out -= 0.3;
    }
    if let Some(unit) = p.retreat.party.first() {
        out -= picture.turns(unit, hex) * 0.3;
    }
    out
}

/// How good it is for a pursuer to stand in a hex when the attack is over.
fn stand(engine: &Engine<'_>, p: &Position, picture: &Picture, unit: UnitId, hex: HexId) -> f32 {
    let (at, w) = (usize::from(hex), &picture.w);
    let here = p.hex(unit) == Some(hex);
    let own = f32::from(engine.strength(p, unit));
    let others: f32 = p
        .at(hex)
        .filter(|u| *u != unit && p.side(*u) == picture.side && engine.kind(*u).is_line())
        .map(|u| f32::from(engine.strength(p, u)))
        .sum();
    let mood = picture.moods.of(unit);
    let mut out = -w.pull * 1.5 * mood.pull() * picture.turns(unit, hex);
    if here {
        out -= mood.eager(|_| u8::MAX);
    }
    let worth = picture.worth(hex);
    if worth > 0.0 && others < 8.0 {
        out += worth * if others == 0.0 { 1.0 } else { 0.3 };
    }
    let dug = here && engine.fortified(p, hex);
    out -= picture.feared(engine, p, hex, own + others, dug) * mood.fear();
    if here && others <= 0.0 {
        // Guns and staffs are lost if everybody leaves them.
        let left =
            p.at(hex).filter(|u| p.side(*u) == picture.side && *u != unit && engine.kind(*u).is_unit());
        out += left.map(|u| value(engine, p, w, u)).sum::<f32>();
    }
    if !here {
        for prey in p.at(hex).filter(|u| p.side(*u) != picture.side && engine.kind(*u).is_unit()) {
            out += value(engine, p, w, prey);
        }
    }
    let map = engine.map(p);
    if !picture.fed.has(hex) && !map.neighbours(hex).any(|(_, h)| picture.fed.has(h)) {
        out -= w.hunger;
    }
    out + f32::from(map.shift[at]) * 0.1
}
