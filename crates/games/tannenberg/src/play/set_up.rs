//! Free set-up (tannenberg 22.2): who may stand where.

use super::rules::Rules;
use crate::data::{Area, Where};
use crate::position::{Position, off};
use sandtable_core::Refusal;
use sandtable_east::data::{Data, UnitId, UnitSet};
use sandtable_east::standard::stacking;

impl Rules {
    /// The area that a unit is placed in.
    fn area(&self, unit: UnitId) -> Option<&Area> {
        let Where::Area(id) = &self.postings[unit.index()].as_ref()?.place else { return None };
        self.scenario.areas.iter().find(|a| a.id == *id)
    }

    /// Why a hex is not in an area.
    fn outside(data: &Data, area: &Area, hex: u16) -> Option<&'static str> {
        let at = data.map.number(hex);
        let countries = &data.map.board.parts().countries;
        let is = |h: u16, code: &str| {
            data.map.at(h).country.is_some_and(|c| countries[usize::from(c)].code == code)
        };
        if data.map.at(hex).closed || !is(hex, &area.country) || at.0 < area.rows[0] || at.0 > area.rows[1] {
            return Some("it is outside the area of its army");
        }
        let border = area.not_next_to.as_ref().is_some_and(|c| data.map.steps(hex).any(|s| is(s.to, c)));
        border.then_some("it is next to the border")
    }

    /// Why a unit may not be placed in a hex.
    pub(super) fn area_breach(&self, data: &Data, p: &Position, unit: UnitId, hex: u16) -> Option<Refusal> {
        let refuse = |why: &'static str| Some(Refusal::new("22.2", why).at(hex));
        let Some(area) = self.area(unit) else { return refuse("the unit has its place") };
        if let Some(why) = Self::outside(data, area, hex) {
            return refuse(why);
        }
        let with_hq =
            |u: UnitId| u != unit && data.unit(u).is_hq() && data.unit(u).side == data.unit(unit).side;
        if area.stacked_with.is_some() && !p.units_in(hex).iter().any(with_hq) {
            return refuse("it is placed with a headquarters");
        }
        let alone: UnitSet = std::iter::once(unit).collect();
        if !stacking::fits(data, p, alone, hex) {
            return Some(Refusal::new("15/6.11", "too many would stand there").at(hex));
        }
        let apart = self.scenario.apart.iter().filter(|a| a.units.contains(&data.unit(unit).id));
        for rule in apart {
            let others = rule.units.iter().filter_map(|u| data.named(u)).filter(|u| *u != unit);
            let far = |h: u16| data.map.distance(h, hex) > u16::from(rule.more_than);
            // Units placed later must still find a hex far enough away.
            let room = |u: UnitId| {
                let within = |h: u16| self.area(u).is_none_or(|a| Self::outside(data, a, h).is_none());
                p.place(u) != off::POOL || (0..data.map.len()).any(|h| far(h) && within(h))
            };
            if others.into_iter().any(|u| p.hex(u).is_some_and(|h| !far(h)) || !room(u)) {
                return Some(Refusal::new("17.11a", "the two headquarters start further apart").at(hex));
            }
        }
        let rival = |o: UnitId| p.hex(o) == Some(hex) && self.are_rivals(data, unit, o);
        if data.ids().any(rival) {
            return Some(Refusal::new("22.5", "the two armies do not stand together").at(hex));
        }
        None
    }
}
