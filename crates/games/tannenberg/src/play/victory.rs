//! Points and victory (tannenberg 21): one running total, what the Russian scores less what the German does.

use super::rules::{DE, RU, RU_SECOND, Rules};
use crate::action::{Event, Reason};
use crate::position::Position;
use sandtable_core::Side;
use sandtable_core::game::Outcome;
use sandtable_east::data::{Data, UnitId};
use sandtable_east::engine::Scored;
use sandtable_east::standard::supply::{self, Sources};

/// Why points are scored (tannenberg 21.2).
#[allow(missing_docs)]
pub mod reason {
    use crate::action::Reason;

    const fn reason(id: &'static str, words: &'static str, rule: &'static str) -> Reason {
        Reason { id, words, rule }
    }

    pub const FORTRESS_WEST: Reason = reason("fortress-west", "a fortress west of the Vistula", "21.2a");
    pub const FORTRESS_EAST_SMALL: Reason =
        reason("fortress-east-3", "a small fortress east of the Vistula", "21.2b");
    pub const FORTRESS_EAST_GREAT: Reason =
        reason("fortress-east-4", "a great fortress east of the Vistula", "21.2c");
    pub const GERMAN_STEPS: Reason = reason("german-step", "German steps lost", "21.2d");
    pub const NORTH_WEST: Reason = reason("north-west", "Russian forces far in the north-west", "21.2e");
    pub const NEW_COMMANDER: Reason = reason("hl-8", "the new German commander", "21.2f");
    pub const WEST_FRONT: Reason = reason("west-front", "the West Front units", "21.2g");
    pub const GERMAN_HQ: Reason = reason("german-hq", "a German headquarters", "21.2h");
    pub const RUSSIAN_STEPS: Reason = reason("russian-step", "Russian steps lost", "21.2i");
    pub const RUSSIAN_FORTRESS: Reason = reason("russian-fortress", "a Russian fortress", "21.2j");
    pub const RUSSIAN_HQ: Reason = reason("russian-hq", "a Russian headquarters", "21.2k");
    pub const NO_INVASION: Reason = reason("no-invasion", "no Russian in the north of Germany", "21.2l");
    pub const TOWNS: Reason = reason("towns", "towns held", "21.13b");
    /// All of them.
    pub const ALL: [Reason; 14] = [
        FORTRESS_WEST,
        FORTRESS_EAST_SMALL,
        FORTRESS_EAST_GREAT,
        GERMAN_STEPS,
        NORTH_WEST,
        NEW_COMMANDER,
        WEST_FRONT,
        GERMAN_HQ,
        RUSSIAN_STEPS,
        RUSSIAN_FORTRESS,
        RUSSIAN_HQ,
        NO_INVASION,
        TOWNS,
        GOAL,
    ];
    pub const GOAL: Reason = reason("goal", "the place that the battle is about", "22.3");
}

impl Rules {
    /// What an event scores, if the scenario counts it.
    pub fn worth(&self, why: Reason) -> i16 {
        let counts = self.scenario.scores.iter().any(|s| s == why.id);
        let event = self.own.victory.events.iter().find(|e| e.id == why.id);
        event.filter(|_| counts).map_or(0, |e| e.vp)
    }

    /// Adds points (tannenberg 21.15, tannenberg 21.16), for one of two allies or for both.
    fn add(&self, p: &mut Position, why: Reason, points: i16, whose: Option<u8>, events: &mut Vec<Event>) {
        if points != 0 {
            p.points += points;
            self.share_points(p, whose, points);
            events.push(Event::Points(why, points, p.points));
        }
    }

    /// Scores a loss the moment it occurs.
    pub(super) fn score_loss(&self, data: &Data, p: &mut Position, what: Scored, events: &mut Vec<Event>) {
        let (why, times, whose) = match what {
            Scored::Steps(unit, steps) if data.unit(unit).side == DE => {
                p.own.german_steps += u16::from(steps);
                (reason::GERMAN_STEPS, i16::from(steps), self.fighting_ally(data, p))
            }
            Scored::Steps(unit, steps) => {
                (reason::RUSSIAN_STEPS, i16::from(steps), Some(self.ally_of(data, unit)))
            }
            Scored::Hq(hq) if data.unit(hq).side == DE => (reason::GERMAN_HQ, 1, self.fighting_ally(data, p)),
            Scored::Hq(hq) => (reason::RUSSIAN_HQ, 1, Some(self.ally_of(data, hq))),
            Scored::Fortress(fort) => (self.fortress_class(data, fort), 1, self.fighting_ally(data, p)),
        };
        self.add(p, why, times * self.worth(why), whose, events);
    }

    /// Scores something else, for both allies.
    pub fn score_once(&self, p: &mut Position, why: Reason, events: &mut Vec<Event>) {
        self.add(p, why, self.worth(why), None, events);
    }

    /// The line of the table for a fortress (tannenberg 21.2a to 21.2c, tannenberg 21.2j, R-95).
    pub fn fortress_class(&self, data: &Data, fort: u8) -> Reason {
        let f = &data.map.forts[usize::from(fort)];
        let west = self.own.fortress.places.iter().any(|b| b.place == f.place && b.west);
        let small =
            self.own.victory.events.iter().find(|e| e.id == "fortress-east-3").and_then(|e| e.strength);
        match (f.side, west) {
            (RU, _) => reason::RUSSIAN_FORTRESS,
            (_, true) => reason::FORTRESS_WEST,
            _ if Some(f.full) <= small => reason::FORTRESS_EAST_SMALL,
            _ => reason::FORTRESS_EAST_GREAT,
        }
    }

    /// Whether the Russian controls a place: a Russian was the last there, and it is in supply (tannenberg 21.12a,
    /// tannenberg 21.12b, R-59).
    pub fn controls(&self, data: &Data, p: &Position, hex: u16, from: &Sources) -> bool {
        let army = data.params.armies.iter().position(|a| a.side == RU).unwrap_or(0) as u8;
        let range = match data.params.armies[usize::from(army)].supply_range {
            sandtable_east::data::params::SupplyRange::Hexes { hexes } => hexes,
            sandtable_east::data::params::SupplyRange::Movement => 0,
        };
        p.last_unit.side(hex) == RU && supply::hex_in_supply(data, p, army, hex, range, from)
    }

    /// The Interphase (tannenberg 21.13a, tannenberg 21.2e, tannenberg 21.2l).
    pub(super) fn count_points(&self, data: &Data, p: &mut Position, events: &mut Vec<Event>) {
        let army = data.params.armies.iter().position(|a| a.side == RU).unwrap_or(0) as u8;
        let from = supply::sources(data, p, army);
        self.count_towns(data, p, &from, events);
        self.count_north_west(data, p, events);
        self.count_invasion(data, p, &from, events);
        if p.turn == self.scenario.last_turn
            && let Some(bonus) = &self.scenario.end_bonus
            && self.goals.iter().any(|h| self.controls(data, p, *h, &from))
        {
            self.add(p, reason::GOAL, bonus.vp, None, events);
        }
    }

    fn count_towns(&self, data: &Data, p: &mut Position, from: &Sources, events: &mut Vec<Event>) {
        let mut sums = [0i16; 2];
        for town in &data.map.towns {
            // Control markers are put down for all to see.
            let holder = p.last_unit.side(town.hex);
            if p.seen_last_unit.side(town.hex) != holder
                || p.seen_last.side(town.hex) != p.last.side(town.hex)
            {
                events.push(Event::TownControl(town.hex, holder));
            }
            p.seen_last.set(town.hex, p.last.side(town.hex));
            p.seen_last_unit.set(town.hex, holder);
            if self.controls(data, p, town.hex, from) {
                sums[usize::from(p.last_ally.side(town.hex))] += town.points;
            }
        }
        let counts = self.scenario.scores.iter().any(|s| s == reason::TOWNS.id);
        if !counts || p.turn < self.own.victory.towns.from_turn {
            return;
        }
        if self.is_shared() {
            self.add(p, reason::TOWNS, sums[0], Some(RU), events);
            self.add(p, reason::TOWNS, sums[1], Some(RU_SECOND), events);
        } else {
            self.add(p, reason::TOWNS, sums[0] + sums[1], None, events);
        }
    }

    fn count_north_west(&self, data: &Data, p: &mut Position, events: &mut Vec<Event>) {
        let Some(event) = self.own.victory.events.iter().find(|e| e.id == reason::NORTH_WEST.id) else {
            return;
        };
        if event.turn != Some(p.turn) {
            return;
        }
        let (columns, rows) = (event.columns_from.unwrap_or(0), event.rows_upto.unwrap_or(u8::MAX));
        for player in [RU, RU_SECOND] {
            let inside = |u: &UnitId| {
                let at = p.hex(*u).map(|h| data.map.number(h));
                data.unit(*u).side == RU
                    && self.ally_of(data, *u) == player
                    && at.is_some_and(|n| n.1 >= columns && n.0 <= rows)
            };
            let sp: i16 = data.ids().filter(inside).map(|u| i16::from(data.unit(u).sp)).sum();
            self.add(p, reason::NORTH_WEST, sp * self.worth(reason::NORTH_WEST), Some(player), events);
        }
    }

    fn count_invasion(&self, data: &Data, p: &mut Position, from: &Sources, events: &mut Vec<Event>) {
        let Some(event) = self.own.victory.events.iter().find(|e| e.id == reason::NO_INVASION.id) else {
            return;
        };
        if p.turn < event.from_turn.unwrap_or(1) {
            return;
        }
        let rows = event.rows_upto.unwrap_or(u8::MAX);
        let inside = |u: UnitId| {
            let at = p.hex(u).filter(|h| self.germany.has(*h) && data.map.number(*h).0 <= rows);
            at.is_some() && data.unit(u).side == RU && self.traces_home(data, p, u, from)
        };
        if !data.ids().any(inside) {
            self.add(p, reason::NO_INVASION, self.worth(reason::NO_INVASION), None, events);
        }
    }

    /// Whether a Russian unit is in supply by a line of its own. A headquarters needs none, but only one that has it is a
    /// supplied unit.
    fn traces_home(&self, data: &Data, p: &Position, unit: UnitId, from: &Sources) -> bool {
        match p.hex(unit).filter(|_| data.unit(unit).is_hq()) {
            Some(hex) => {
                let range = supply::range(data, unit);
                supply::hex_in_supply(data, p, data.unit(unit).army, hex, range, from)
            }
            None => supply::in_supply(data, p, unit, from),
        }
    }

    /// How the total reads (tannenberg 21.3). Of two Russian players the one with more points wins.
    pub(super) fn result(&self, p: &Position) -> Outcome {
        let chart = self.own.victory.levels.get(&self.scenario.levels);
        let row = chart.and_then(|c| c.level(p.points));
        let russian = row.is_some_and(|r| r.side == "ru");
        let second = self.is_shared() && p.own.shares[1] > p.own.shares[0];
        let winner = match (russian, second) {
            (false, _) => DE,
            (true, false) => RU,
            (true, true) => RU_SECOND,
        };
        let level = match row.map(|r| r.level.as_str()) {
            Some("strategic") => "strategic",
            Some("substantive") => "substantive",
            _ => "marginal",
        };
        Outcome { winner: Some(Side(winner)), level, rule: "21.3" }
    }
}
