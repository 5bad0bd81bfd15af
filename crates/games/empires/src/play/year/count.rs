//! The end of a month: minors that change sides, conditions that decide at once, and who wins a scenario.

use super::YearEvent;
use crate::data::{AtOnce, Level};
use crate::play::land::{Position, Spot};
use crate::play::{Engine, Event};
use crate::position::Phase;
use sandtable_board::AreaId;
use sandtable_core::game::{Outcome, Side};

/// What the outcome rests on: the scenario, not a case of the rulebook.
pub(super) const RULE: &str = "scenario";

impl Engine<'_> {
    /// The month ends.
    pub(super) fn end_month(&self, p: &mut Position, events: &mut Vec<Event>) {
        if self.scenario(p).is_grand() {
            self.count_grand(p, events);
        } else {
            self.turn_coats(p, events);
            self.decide_at_once(p, events);
        }
        if p.year.decided != 0 {
            p.play.phase = Phase::Over;
        }
    }

    /// Whether a power controls a city (ruling 59).
    fn controls_city(&self, p: &Position, power: u8, area: AreaId) -> bool {
        p.power_of(p.city_of(self.d, area)) == Some(power)
    }

    /// A minor whose city the enemy holds at the end of a turn goes over: its corps leaves the map and stands anew next turn.
    fn turn_coats(&self, p: &mut Position, events: &mut Vec<Event>) {
        for (i, t) in self.scenario(p).changes_side.iter().enumerate() {
            let from = p.power_of(t.minor);
            if p.year.turned[i] != 0 || from == Some(t.power) || !self.controls_city(p, t.power, t.city) {
                continue;
            }
            p.year.turned[i] = p.month + 1;
            let mine = |b: &usize| usize::from(p.corps[*b].def) == t.corps;
            if let Some(block) = (0..self.d.corps.len()).find(mine) {
                let c = &mut p.corps[block];
                (c.spot, c.factors, c.last, c.seen) = (Spot::Off, [0; 7], [0; 7], false);
                c.power = t.power;
            }
            p.controller[usize::from(t.minor)] = t.power;
            for area in self.d.board.areas() {
                let ground = p.at_mut(area);
                if ground.country == t.minor && Some(ground.holder) == from {
                    ground.holder = t.minor;
                }
            }
            events.push(Event::Year(YearEvent::Turned { minor: t.minor, power: t.power }));
            self.lift_sieges(p, events);
        }
    }

    /// Conditions that decide at once are counted turn by turn.
    fn decide_at_once(&self, p: &mut Position, events: &mut Vec<Event>) {
        let s = self.scenario(p);
        for (i, a) in s.at_once.iter().enumerate() {
            let powers = &s.sides[a.winner].powers;
            let holds = match a.loser {
                Some(loser) => a.cities.iter().all(|c| !self.controls_city(p, loser, *c)),
                None => a.cities.iter().all(|c| powers.iter().any(|q| self.controls_city(p, *q, *c))),
            };
            p.year.held[i] = if holds { p.year.held[i].saturating_add(1) } else { 0 };
            if p.year.decided == 0 && p.year.held[i] >= a.turns && self.is_clear(p, a) {
                p.year.decided = i as u8 + 1;
                events.push(Event::Year(YearEvent::AtOnce { winner: powers[0] }));
            }
        }
    }

    /// Whether no enemy corps of the winner stands outside a city near the cities of a condition.
    fn is_clear(&self, p: &Position, a: &AtOnce) -> bool {
        let winner = self.scenario(p).sides[a.winner].powers[0];
        a.clear == 0
            || a.cities.iter().all(|city| {
                let far = self.distances_from(*city);
                !p.corps.iter().any(|c| {
                    matches!(c.spot, Spot::Field(x) if far[x.index()] <= a.clear) && p.at_war(winner, c.power)
                })
            })
    }

    /// The margin of a scenario: points of the first side less those of the second. In the grand campaign, how far the first
    /// power is ahead of the second.
    pub fn margin(&self, p: &Position) -> i16 {
        let s = self.scenario(p);
        if s.is_grand() {
            return self.year_lead(p);
        }
        let [point, corps] = self.d.year.scoring;
        let score = |side: usize| {
            let (own, other) = (&s.sides[side].powers, &s.sides[1 - side].powers);
            let held = |(area, value): &(AreaId, i16)| {
                let by = p.power_of(p.city_of(self.d, *area));
                let counts = !p.at(*area).besieged && by.is_some_and(|q| own.contains(&q));
                if counts { *value } else { 0 }
            };
            let cities: i16 = s.cities.iter().map(held).sum();
            let points: i16 = own.iter().map(|q| p.play.combat_points[usize::from(*q)] * point).sum();
            let taken = |q: &u8| {
                let q = usize::from(*q);
                p.play.corps_lost[q] as i16 * corps + p.play.leaders_lost[q] as i16
            };
            cities + points + other.iter().map(taken).sum::<i16>()
        };
        score(0) - score(1)
    }

    /// The level of victory that a margin gives.
    fn level_of(&self, p: &Position, margin: i16) -> Option<&Level> {
        self.scenario(p).levels.iter().find(|l| l.from.is_none_or(|f| margin >= f))
    }

    fn victory_of(&self, p: &Position, side: &str, decisive: bool) -> Outcome {
        let found = self.scenario(p).sides.iter().find(|s| s.id == side);
        match found {
            Some(s) => Outcome {
                winner: Some(Side(s.powers[0])),
                level: s.victory[usize::from(decisive)],
                rule: RULE,
            },
            None => Outcome { winner: None, level: "draw", rule: RULE },
        }
    }

    /// How the game has ended, or would if it ended now.
    pub fn outcome(&self, p: &Position) -> Outcome {
        let s = self.scenario(p);
        if s.is_grand() {
            return self.grand_outcome(p);
        }
        if let Some(a) = s.at_once.get(usize::from(p.year.decided).wrapping_sub(1)) {
            return self.victory_of(p, &s.sides[a.winner].id, a.decisive);
        }
        match self.level_of(p, self.margin(p)) {
            Some(l) => self.victory_of(p, &l.winner, l.level == "decisive"),
            None => Outcome { winner: None, level: "draw", rule: RULE },
        }
    }

    /// Who would win now, and what is missing for another result.
    pub fn standing(&self, p: &Position) -> Vec<(String, &'static str)> {
        let s = self.scenario(p);
        if s.is_grand() {
            return self.grand_standing(p);
        }
        let margin = self.margin(p);
        let mut out = vec![(format!("{} now, by a margin of {margin}", self.outcome(p).level), RULE)];
        let now = s.levels.iter().position(|l| l.from.is_none_or(|f| margin >= f)).unwrap_or(0);
        let words = |l: &Level| self.victory_of(p, &l.winner, l.level == "decisive").level;
        if let Some(up) = now.checked_sub(1).and_then(|i| s.levels.get(i)) {
            let more = up.from.unwrap_or(margin) - margin;
            out.push((format!("{} more: {}", more, words(up)), RULE));
        }
        if let (Some(from), Some(down)) = (s.levels[now].from, s.levels.get(now + 1)) {
            out.push((format!("{} fewer: {}", margin - from + 1, words(down)), RULE));
        }
        for (i, a) in s.at_once.iter().enumerate() {
            let names: Vec<&str> = a.cities.iter().map(|c| self.area_name(*c)).collect();
            let left = a.turns.saturating_sub(p.year.held[i]);
            let what = match a.loser {
                Some(l) => format!("{} holds none of {}", self.nation_name(l), names.join(", ")),
                None => format!("{} holds {}", s.sides[a.winner].name, names.join(", ")),
            };
            let level = s.sides[a.winner].victory[usize::from(a.decisive)];
            out.push((format!("{level} at once if {what} at the end of {left} more turns"), RULE));
        }
        out
    }
}
