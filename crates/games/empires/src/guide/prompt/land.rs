//! What a power is asked about depots, marches and supply.

use super::Question;
use crate::Empires;
use crate::data::POWERS;
use crate::guide::label::count;
use crate::play::land::movement::Mover;
use crate::play::land::{Position, Spot, depots, garrison};
use crate::play::loss::words::kind_text;
use crate::play::march::{MarchAction, MarchStep};
use crate::position::Living;
use sandtable_board::AreaId;
use sandtable_core::phrase::listed;

impl Empires {
    pub(super) fn asks_on_the_march(&self, p: &Position, step: MarchStep, power: u8) -> Question {
        let q = usize::from(power).min(POWERS - 1);
        let place = |a: AreaId| self.place(a);
        match step {
            MarchStep::Remove(_) => {
                let there = depots::count(&self.d, p, power);
                let most = p.counters[q];
                let text = format!(
                    "{there} of your {most} depots are on the map: take up those that you no longer need, or go on"
                );
                (text, self.depots_of(p, power))
            }
            MarchStep::Place(_) => {
                let left = p.counters[q].saturating_sub(depots::count(&self.d, p, power));
                let text = format!(
                    "Place depots, {} each: you have {} and {left} of {} counters left",
                    count(self.d.figures.depot.cost, "money point"),
                    count(p.money[q], "money point"),
                    p.counters[q]
                );
                (text, vec![])
            }
            MarchStep::Order(settled) => {
                let all = &p.play.movers[..usize::from(p.play.moving).min(POWERS)];
                let left: Vec<&str> = all.iter().skip(settled.into()).map(|q| self.nation(*q)).collect();
                (format!("You move together: say whether {} moves next", listed(&left, "or")), vec![])
            }
            MarchStep::Pick(_) => self.asks_for_a_march(p, power),
            MarchStep::March => self.asks_for_a_step(p),
            MarchStep::Burn(area) => {
                let who = self.nation(p.marching.march.power);
                let guard = count(p.at(area).guard.total(), "factor");
                let text = format!(
                    "{who} has reached your depot at {}, which {guard} guard: burn it, or keep it",
                    place(area)
                );
                (text, vec![area])
            }
            MarchStep::Refuge { area, burnt } => {
                let room = garrison::city_room(&self.d, p, area);
                let why = if burnt { "is burnt" } else { "is taken up" };
                let text = format!(
                    "Your depot at {} {why}: choose which of its {} go into the city, which has room for {room}; the rest is lost",
                    place(area),
                    count(p.at(area).guard.total(), "factor")
                );
                (text, vec![area])
            }
            MarchStep::Others { area, by, .. } => {
                let text = format!(
                    "{} attacks your ally at {}, where you stand too: declare war on it and join the defence, or stay out",
                    self.nation(by),
                    place(area)
                );
                (text, vec![area])
            }
            MarchStep::Aside { area, .. } => {
                let text = format!(
                    "Your forces must leave {}, where others fight: choose where they step aside to",
                    place(area)
                );
                (text, vec![area])
            }
            MarchStep::Retire { area, by, turn } => {
                let who = self.nation(by);
                let text = match usize::from(turn) < POWERS {
                    true => format!(
                        "{who} attacks you at {}: choose what retires into the city, which has room for {}; the rest fights in the field",
                        place(area),
                        garrison::city_room(&self.d, p, area)
                    ),
                    false => format!(
                        "{} wants to retire into the city of {} before {who}: agree, or object, so that nobody does",
                        self.power_names(p.marching.retired.who),
                        place(area)
                    ),
                };
                (text, vec![area])
            }
            MarchStep::Settle { area, .. } => {
                let text = format!(
                    "The defenders of {} have gone into the city: besiege it, or stand before it",
                    place(area)
                );
                (text, vec![area])
            }
            MarchStep::Living(b) | MarchStep::MustForage(b) => self.asks_how_to_live(p, step, b.into()),
            MarchStep::Besieged => {
                let cities: Vec<AreaId> = p.marching.hungry.iter().collect();
                let names: Vec<String> = cities
                    .iter()
                    .map(|a| format!("{}, harmless up to {}", place(*a), self.d.place(*a).spires))
                    .collect();
                (format!("Besieged cities live off their stores: roll for {}", listed(&names, "and")), cities)
            }
            MarchStep::Forfeit { block, left } => {
                let corps = &p.def(&self.d, block.into()).title;
                let text = format!(
                    "Foraging costs {} that {corps} left on its way: choose which",
                    count(left, "factor")
                );
                let areas: Vec<AreaId> = p.marching.dropped_by(block.into()).map(|d| d.area).collect();
                (text, areas)
            }
            MarchStep::Stand { area, .. } => {
                let area = AreaId(area);
                let text = format!(
                    "Your ally attacks at {}, where you stand: stay as an attacker, or leave the area",
                    place(area)
                );
                (text, vec![area])
            }
            MarchStep::Pay(_) => self.asks_to_pay(p, power),
            MarchStep::Fill { area, .. } => {
                let text = format!(
                    "{} has starved and is empty: put factors of your corps into the city, or do not",
                    place(area)
                );
                (text, vec![area])
            }
            _ => ("Go on".to_string(), vec![]),
        }
    }

    fn depots_of(&self, p: &Position, power: u8) -> Vec<AreaId> {
        let mine = |a: &AreaId| p.at(*a).depot.owner == power || p.at(*a).inside.owner == power;
        self.d.board.areas().filter(mine).collect()
    }

    fn asks_for_a_march(&self, p: &Position, power: u8) -> Question {
        let fresh = |b: &usize| p.corps[*b].power == power && !p.play.moved.has(*b) && !p.besieged(*b);
        let corps: Vec<usize> =
            (0..p.corps.len()).filter(fresh).filter(|b| p.corps[*b].spot != Spot::Off).collect();
        let text = match corps.len() {
            0 => "All your corps have moved: end your movement".to_string(),
            1 => "1 of your corps has not moved yet: pick it, or end your movement".to_string(),
            n => format!("{n} of your corps have not moved yet: pick one, or end your movement"),
        };
        let mut areas: Vec<AreaId> = corps.into_iter().filter_map(|b| p.corps[b].spot.area()).collect();
        areas.sort_unstable();
        areas.dedup();
        (text, areas)
    }

    fn asks_for_a_step(&self, p: &Position) -> Question {
        let march = &p.marching.march;
        let who = match march.mover {
            Mover::Corps(b) => p.def(&self.d, b).title.clone(),
            Mover::Irregular(q) => {
                format!("A {} of {}", kind_text(self.engine().irregular_kind(q)), self.nation(q))
            }
        };
        let here = self.place(march.at);
        let left = count(march.points, "movement point");
        let text = match march.stopped {
            true => format!("{who} has met the enemy at {here} and goes no further: end its march"),
            false => format!("{who} stands at {here} with {left} left: march on, or end its march"),
        };
        (text, vec![march.at])
    }

    fn asks_how_to_live(&self, p: &Position, step: MarchStep, block: usize) -> Question {
        let Some(area) = p.corps[block].spot.area() else {
            return ("Choose how the corps lives".to_string(), vec![]);
        };
        let corps = &p.def(&self.d, block).title;
        let more: i8 = self.engine().forage_terms(p, block).iter().sum();
        let value = p.corps[block].ration.value;
        let here = self.place(area);
        let text = match step {
            MarchStep::MustForage(_) => {
                format!("Nobody pays for {corps} at {here}: it forages, the die {more:+} against {value}")
            }
            _ => format!(
                "{corps} at {here}: forage, the die {more:+} against {value}, or wait for depot supply and pay"
            ),
        };
        (text, vec![area])
    }

    fn asks_to_pay(&self, p: &Position, power: u8) -> Question {
        let engine = self.engine();
        let waiting = engine.waiting_for(p, power);
        if waiting == 0 {
            return ("All that waited for depot supply is paid: end this step".to_string(), vec![]);
        }
        let mine = |b: &usize| p.corps[*b].ration.how == Living::Waits && p.corps[*b].ration.payer == power;
        let corps = (0..p.corps.len()).filter(mine).count();
        let who = match (corps, waiting - corps.min(waiting)) {
            (0, ports) => format!(
                "{} waiting for supply by sea",
                count_waits(ports, "besieged port is", "besieged ports are")
            ),
            (corps, 0) => format!("{} for depot supply", count_waits(corps, "corps waits", "corps wait")),
            (corps, ports) => format!(
                "{} and {} for depot supply",
                count_waits(corps, "corps", "corps"),
                count_waits(ports, "besieged port wait", "besieged ports wait")
            ),
        };
        let money = count(p.money[usize::from(power).min(POWERS - 1)], "money point");
        let text = match engine.bill_for(p, power, MarchAction::PayAll) {
            Some([price, left]) => {
                format!("{who}: pay {price} for all, {left} of {money} left, or let some forage")
            }
            None => format!("{who}, more than your {money} can feed: pay for some, the rest forages"),
        };
        let mut areas: Vec<AreaId> =
            (0..p.corps.len()).filter(mine).filter_map(|b| p.corps[b].spot.area()).collect();
        areas.sort_unstable();
        areas.dedup();
        (text, areas)
    }
}

fn count_waits(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
