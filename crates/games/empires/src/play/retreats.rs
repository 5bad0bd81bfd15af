//! The way of a beaten force over the map (7.5.2.10.3).

use super::Engine;
use crate::data::{LooseKind, POWERS};
use crate::play::combat::retreat::{Retreat, WAYS, towards};
use crate::play::land::areaset::AREAS;
use crate::play::land::{AreaSet, NOBODY, Position, Spot, movement};
use sandtable_board::AreaId;
use sandtable_ops::ArrayList;

impl Engine<'_> {
    /// Areas to choose from for a beaten force of these powers (one bit each), given those that it has entered
    /// and the last of them; none means that it surrenders.
    pub fn retreat_choices(
        &self,
        p: &Position,
        powers: u8,
        entered: &AreaSet,
        here: AreaId,
    ) -> ArrayList<AreaId, WAYS> {
        let board = &self.d.board;
        let ways = &self.d.ways;
        let of = |q: u8| usize::from(q) < POWERS && powers >> q & 1 == 1;
        let depots: ArrayList<u16, AREAS> =
            board.areas().filter(|a| of(p.at(*a).depot.owner)).map(|a| a.0).collect();
        let mine = (0..POWERS).filter(|q| of(*q as u8));
        let capitals: ArrayList<u16, AREAS> = mine
            .flat_map(|q| self.d.nations[q].capitals.iter().map(move |a| (q as u8, *a)))
            .filter(|(q, a)| p.power_of(p.city_of(self.d, *a)) == Some(*q))
            .map(|(_, a)| a.0)
            .collect();
        let far = towards(ways, &depots, &capitals);
        let mut entered: ArrayList<u16, AREAS> = entered.iter().filter(|a| *a != here).map(|a| a.0).collect();
        entered.push(here.0);
        let open = |a: u16| (0..POWERS as u8).filter(|q| of(*q)).all(|q| p.may_enter(q, AreaId(a)));
        Retreat { entered: &entered }.choices(ways, &far, open).into_iter().map(AreaId).collect()
    }

    /// Whether enemies in an area make a beaten force of these powers go on (empires 7.5.2.10.3.3).
    pub fn retreat_goes_on(&self, p: &Position, powers: u8, area: AreaId) -> bool {
        let enemy = |n: u8| n != NOBODY && (0..POWERS as u8).any(|q| powers >> q & 1 == 1 && p.at_war(q, n));
        let ground = p.at(area);
        let raider = |q: u8| {
            ground.irregulars[usize::from(q)] > 0
                && movement::irregular(self.d, q).is_some_and(|i| i.0 != LooseKind::Guerilla)
        };
        let unbesieged = if ground.besieged { None } else { Some(Spot::City(area)) };
        let spots = [Some(Spot::Field(area)), unbesieged];
        spots.into_iter().flatten().any(|s| p.corps_at(s).any(|b| enemy(p.corps[b].power)))
            || (0..POWERS as u8).any(|q| raider(q) && enemy(q))
            || ground.guard.nations().any(enemy)
    }
}
