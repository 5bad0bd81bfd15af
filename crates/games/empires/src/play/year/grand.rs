//! The grand campaign: how it opens, the count of each December, and who wins.

use super::YearEvent;
use super::count::RULE;
use crate::data::POWERS;
use crate::play::land::{NOBODY, Position};
use crate::play::{Engine, Event};
use sandtable_core::game::{Outcome, Side};
use sandtable_ops::ArrayList;

/// The mark of a game that a lead in the count has decided.
const LEAD: u8 = u8::MAX;

impl Engine<'_> {
    /// Before the first month: neutral minors take up arms, every corps off the map is known to the power that may raise it, and
    /// what each power starts with is written down.
    pub(super) fn open_game(&self, p: &mut Position) {
        if !self.scenario(p).is_grand() {
            return;
        }
        for block in 0..self.d.corps.len() {
            if p.corps[block].power == NOBODY {
                let nation = p.nation_of(self.d, block);
                p.corps[block].power = p.power_of(nation).unwrap_or(nation);
            }
        }
        self.set_up_minors(p);
        for power in 0..POWERS as u8 {
            p.year.started[usize::from(power)] = self.holdings_of(p, power);
        }
        p.year.counted = p.play.points;
    }

    /// Spires and minors of a power.
    fn holdings_of(&self, p: &Position, power: u8) -> (i16, i16) {
        let [home, other] = self.spires_of(p, power);
        let minors = p.controller.iter().skip(POWERS).filter(|c| **c == power).count();
        ((home + other) as i16, minors as i16)
    }

    /// What a power would score now.
    pub(crate) fn december_score(&self, p: &Position, power: u8) -> i16 {
        let grand = &self.d.year.grand;
        let q = usize::from(power);
        let (spires, minors) = self.holdings_of(p, power);
        let (spires0, minors0) = p.year.started[q];
        // Whole numbers divide towards 0, as the count wants it.
        let mut out = (spires - spires0) / grand.spires_per_point;
        out += p.play.points[q] - p.year.counted[q];
        let more = minors - minors0;
        out += if more > 0 { more * grand.minor_more } else { -more * grand.minor_fewer };
        let manned = p.manned();
        let home = self.d.board.areas().any(|a| {
            let place = self.d.place(a);
            place.home == power && place.spires > 0 && p.city_power(self.d, a, &manned) == Some(power)
        });
        if home { out } else { out + grand.no_home_city }
    }

    /// The count of December; a power far enough ahead wins at once.
    pub(super) fn count_grand(&self, p: &mut Position, events: &mut Vec<Event>) {
        if (p.month % 12) as u8 + 1 != self.d.year.grand.month {
            return;
        }
        let scores: [i16; POWERS] = std::array::from_fn(|q| self.december_score(p, q as u8));
        for power in super::powers(self.playing(p)) {
            let q = usize::from(power);
            p.year.totals[q] = p.year.totals[q].saturating_add(scores[q]);
            let (points, total) = (scores[q], p.year.totals[q]);
            events.push(Event::Year(YearEvent::Total { power, points, total }));
        }
        p.year.counted = p.play.points;
        if self.year_lead(p) >= self.d.year.grand.ahead_wins {
            p.year.decided = LEAD;
            let winner = self.year_ranking(p)[0];
            events.push(Event::Year(YearEvent::AtOnce { winner }));
        }
    }

    /// The powers, the first one first: by total, then political points, then spires.
    fn year_ranking(&self, p: &Position) -> ArrayList<u8, POWERS> {
        let mut all: ArrayList<u8, POWERS> = super::powers(self.playing(p)).collect();
        all.sort_by_key(|q| std::cmp::Reverse(self.year_rank(p, *q)));
        all
    }

    fn year_rank(&self, p: &Position, power: u8) -> (i16, i16, i16) {
        let q = usize::from(power);
        (p.year.totals[q], p.play.points[q], self.holdings_of(p, power).0)
    }

    /// How far the first power is ahead of the second.
    pub(super) fn year_lead(&self, p: &Position) -> i16 {
        let order = self.year_ranking(p);
        let total = |place: usize| order.get(place).map_or(0, |q| p.year.totals[usize::from(*q)]);
        total(0) - total(1)
    }

    pub(super) fn grand_outcome(&self, p: &Position) -> Outcome {
        let order = self.year_ranking(p);
        let tied = order.len() > 1 && self.year_rank(p, order[0]) == self.year_rank(p, order[1]);
        let side = self.scenario(p).sides.iter().find(|s| s.powers.first() == order.first());
        match side {
            Some(s) if !tied => Outcome {
                winner: Some(Side(order[0])),
                level: s.victory[usize::from(p.year.decided == LEAD)],
                rule: RULE,
            },
            _ => Outcome { winner: None, level: "draw", rule: RULE },
        }
    }

    pub(super) fn grand_standing(&self, p: &Position) -> Vec<(String, &'static str)> {
        let line = |q: u8| {
            let (total, score) = (p.year.totals[usize::from(q)], self.december_score(p, q));
            (format!("{}: {total}, and {score} if it were counted now", self.nation_name(q)), RULE)
        };
        let mut out: Vec<_> = self.year_ranking(p).into_iter().map(line).collect();
        let ahead = self.d.year.grand.ahead_wins;
        out.push((
            format!("a lead of {ahead} at a December count wins at once; it is {} now", self.year_lead(p)),
            RULE,
        ));
        out
    }
}
