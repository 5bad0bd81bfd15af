//! What a player means by a gesture that is not offered: the referee then says which rule forbids it.

use super::Picked;
use crate::Tannenberg;
use crate::action::{Action, Gruppe, Mover};
use crate::play::{OwnAction, OwnStep};
use crate::position::{Position, Step, flag};
use sandtable_east::data::UnitId;

impl Tannenberg {
    /// The action that is probably meant. The position is as the side sees it.
    pub(super) fn meant(&self, p: &Position, picked: &[Picked], hex: Option<u16>) -> Option<Action> {
        match (picked.first(), hex) {
            // Whose Gruppen they are is what there is to say.
            (Some(Picked::Marker), _) => Some(Action::Remove(Gruppe(1))),
            (None, Some(hex)) => pointed(p, hex),
            (Some(Picked::Mover(mover)), _) => {
                let other = picked.iter().skip(1).find_map(|x| match x {
                    Picked::Mover(Mover::Unit(unit)) => Some(*unit),
                    _ => None,
                });
                Some(self.with_piece(p, *mover, other, hex))
            }
            (None, None) => None,
        }
    }

    fn with_piece(&self, p: &Position, mover: Mover, other: Option<UnitId>, hex: Option<u16>) -> Action {
        let moves = self.move_meant(p, mover, hex);
        let unit = match mover {
            Mover::Unit(unit) => unit,
            Mover::Gruppe(gruppe) => {
                return if matches!(p.top(), Step::Moves(_)) {
                    moves
                } else {
                    Action::Remove(Gruppe(gruppe))
                };
            }
        };
        let engine = self.engine(p);
        let data = engine.data;
        let at = p.hex(unit);
        let to = hex.or(at).unwrap_or(0);
        let target = || hex.or(p.combat.targets().first().copied()).unwrap_or(to);
        match p.top() {
            Step::SetUp(_) => Action::SetUp(unit, to),
            Step::Screen(_) => Action::Show(unit),
            Step::Reinforce(_) => {
                let entry = engine.own.entries(data, p, unit).first().copied();
                Action::Bring(unit, hex.or(entry).unwrap_or(0))
            }
            Step::Own(OwnStep::Staff(_)) => Action::Own(OwnAction::Help(unit, other.unwrap_or(unit))),
            Step::Command(_) => {
                let led = |h: &UnitId| data.unit(*h).is_hq() && data.unit(*h).side == data.unit(unit).side;
                let there = data.ids().find(|h| led(h) && hex.is_some() && p.hex(*h) == hex);
                let any = data.ids().find(|h| led(h) && p.hex(*h).is_some());
                Action::Allot(unit, other.or(there).or(any).unwrap_or(unit))
            }
            Step::Overfull(..) => Action::GiveUp(unit),
            Step::Inquire(_) => Action::Ask(unit),
            Step::Withdrawals(_) => Action::Withdraw(unit),
            Step::WithdrawTo(_) | Step::Retreat { .. } | Step::Displace(_) => Action::To(to),
            Step::Follow(..) => Action::Follow(unit),
            // A march onto the enemy is an attack now.
            Step::Attacks(_) => Action::Attack(hex.or_else(|| self.foe_beside(p, unit)).unwrap_or(to)),
            Step::Declare(_) if !data.unit(unit).is_hq() => Action::With(unit),
            Step::Declare(_) if p.combat.shifts.has(unit) => Action::Lead(unit),
            Step::Declare(_) => Action::Shift(unit),
            Step::Affected => Action::Affect(unit),
            Step::DefenderLoses { .. } | Step::AttackerLoses(_) => Action::Lose(unit),
            Step::Advance => Action::Advance(unit, target()),
            Step::Replace(_) => Action::Replace(unit),
            Step::Own(OwnStep::Relieve(_)) => Action::Own(OwnAction::Relieve(to)),
            _ => moves,
        }
    }

    /// A march, or a ride of what is on a train. Without a place the next hex is meant, so that the answer speaks of the
    /// piece alone.
    fn move_meant(&self, p: &Position, mover: Mover, hex: Option<u16>) -> Action {
        let engine = self.engine(p);
        let at = engine.whereabouts(p, mover).filter(|h| *h < engine.data.map.len());
        let next = || at.and_then(|h| engine.data.map.open(h).next()).map(|s| s.to);
        let to = hex.or_else(next).or(at).unwrap_or(0);
        let aboard = engine.body(p, mover).iter().any(|u| p.is(u, flag::ENTRAINED));
        let dummy = matches!(mover, Mover::Gruppe(g) if engine.marker(p, g).is_some_and(|m| m.entrained));
        if aboard || dummy { Action::Ride(mover, to) } else { Action::March(mover, to) }
    }

    /// A hex with enemies beside a unit.
    fn foe_beside(&self, p: &Position, unit: UnitId) -> Option<u16> {
        let engine = self.engine(p);
        let foe = 1 - engine.data.unit(unit).side;
        let mut near = engine.data.map.open(p.hex(unit)?).map(|s| s.to);
        near.find(|h| p.held(foe, *h) > 0 || p.fort_at(engine.data, foe, *h).is_some())
    }
}

/// A hex alone is pointed at.
fn pointed(p: &Position, hex: u16) -> Option<Action> {
    match p.top() {
        Step::Attacks(_) => Some(Action::Attack(hex)),
        Step::Declare(_) => Some(Action::Also(hex)),
        Step::Retreat { .. } | Step::WithdrawTo(_) | Step::Displace(_) => Some(Action::To(hex)),
        Step::Own(OwnStep::Relieve(_)) => Some(Action::Own(OwnAction::Relieve(hex))),
        _ => None,
    }
}
