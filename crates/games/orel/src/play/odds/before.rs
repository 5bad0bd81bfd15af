//! A defender who tries to retreat before combat (8.5).

use super::{Branch, Odds, Plan};
use crate::play::Engine;
use crate::position::{At, Attack, Mode, Pieces, Position};

impl Engine<'_> {
    /// Everybody capable tries: one die for those who check (orel 8.5b, orel 8.5c).
    pub(super) fn odds_before(
        &self,
        q: &mut Position,
        attack: &Attack,
        plan: &Plan,
        at: Branch,
        out: &mut Odds,
    ) {
        let who = self.before_combat(q);
        let chart = &self.d.charts.attack;
        let add = who.fast + if attack.prepared { 0 } else { chart.before_hasty };
        let pass = match self.predominant(q, who.checking) {
            Some(tq) => (1..=6).filter(|die| die + add <= tq as i8).count() as f64 / 6.0,
            None => 1.0,
        };
        for (passed, chance) in [(true, pass), (false, 1.0 - pass)] {
            if chance <= 0.0 {
                continue;
            }
            let mut then = *q;
            let mut going = who.freely;
            if passed {
                going = going.with(&who.checking);
            } else {
                // They stay, in March mode (orel 8.5i).
                who.checking.iter().for_each(|u| self.march_mode(&mut then, u));
            }
            if going.iter().any(|u| self.class(u).is_combat()) {
                going = going.with(&who.guns);
            }
            self.odds_left(&mut then, attack, plan, going, at.part(chance), out);
        }
    }

    /// Those who go have gone; those left fight.
    fn odds_left(
        &self,
        q: &mut Position,
        attack: &Attack,
        plan: &Plan,
        going: Pieces,
        at: Branch,
        out: &mut Odds,
    ) {
        let troops = going.which(|u| self.class(u).is_troop());
        if !troops.is_empty() {
            let way_back = self.odds_way_back(q, troops);
            let price = self.odds_price(q, &way_back, troops, false);
            out.lost[1] += price.steps * at.weight;
            price.held.iter().for_each(|u| q.units.set_mode(u, Mode::Routed));
            troops
                .without(&price.held)
                .iter()
                .for_each(|u| q.take_off(u, At::OffMap, Some(attack.target), 0));
        }
        let there = q.stack(1 - q.active, attack.target).without(&self.flight_guests(q, attack.target));
        if !there.iter().any(|u| self.class(u).is_troop()) {
            out.avoided += at.weight;
        }
        self.odds_fight(q, attack, plan, at, out);
    }
}
