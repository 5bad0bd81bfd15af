//! The position that a scenario starts with.

use super::areaset::AREAS;
use super::loose::{InCity, Loose, OnDepot};
use super::position::*;
use crate::data::{At, Data, I, M, POWERS, Scenario, Thing};
use crate::position::{Fight, Losses, Marching, Play, Siege, Year};

pub(crate) const EMPTY: Ground = Ground {
    country: NOBODY,
    holder: NOBODY,
    closed_to: 0,
    open_to: 0,
    besieged: false,
    garrison: InCity::NONE,
    depot: Depot::NONE,
    guard: OnDepot::NONE,
    inside: Depot::NONE,
    irregulars: [0; POWERS],
    tired: 0,
};

impl Position {
    /// The map of a scenario with nothing on it.
    pub fn bare(d: &Data, s: &Scenario) -> Position {
        let mut p = Position {
            month: s.first_month,
            money: [0; POWERS],
            counters: s.depot_counters.map(|c| c.unwrap_or(d.figures.depot.counters)),
            war: s.war,
            allied: s.allied,
            access: [0; POWERS],
            depots_of: s.depots_of,
            straits: 0,
            controller: [NOBODY; NATIONS],
            minor_war: [0; NATIONS],
            channel: s.options_on.iter().any(|o| o == "channel-arrow"),
            river_city: true,
            corps: [Corps::NONE; CORPS],
            leaders: [Spot::Off; LEADERS],
            fleets: [Fleet { power: NOBODY, at: FleetAt::Off, depot: false }; FLEETS],
            ground: [EMPTY; AREAS],
            play: Play::START,
            year: Year::NONE,
            marching: Marching::NONE,
            fight: Fight::NONE,
            siege: Siege::NONE,
            losses: Losses::NONE,
        };
        for (i, corps) in p.corps.iter_mut().enumerate() {
            corps.def = i.min(d.corps.len() - 1) as u8;
        }
        for (mine, theirs) in p.controller.iter_mut().zip(&s.controller) {
            *mine = theirs.unwrap_or(NOBODY);
        }
        for area in d.board.areas() {
            let i = area.index();
            let passing = s.passage.iter().filter(|x| x.area == area).fold(0, |m, x| m | 1 << x.power);
            let ground = p.at_mut(area);
            (ground.country, ground.holder) = (s.country[i], s.holder[i]);
            if s.closed[i] {
                ground.closed_to = !passing;
            }
            // Leave to pass is for this area alone, not for the rest of its holder's territory.
            ground.open_to = passing;
        }
        if let Some(c) = &s.counts_as {
            (p.year.lent.power, p.year.lent.without) = (c.power, c.without);
            c.areas.iter().for_each(|a| p.year.lent.areas.put(*a));
        }
        for f in &s.foreign {
            p.corps[f.corps].movement = f.movement;
        }
        p
    }

    /// A scenario set up.
    pub fn start(d: &Data, s: &Scenario) -> Position {
        let mut p = Position::bare(d, s);
        let mut fleets = 0;
        // The power that commands a corps yet to come knows it already.
        for e in &s.entries {
            if let Thing::Corps(i) = e.thing {
                p.corps[i].power = e.power;
            }
        }
        for e in s.entries.iter().filter(|e| e.month.is_none()) {
            let spot = match e.at {
                At::Field(a) => Spot::Field(a),
                At::City(a) => Spot::City(a),
                _ => Spot::Off,
            };
            match (e.thing, spot.area()) {
                (Thing::Corps(i), _) => {
                    let corps = &mut p.corps[i];
                    (corps.power, corps.spot, corps.factors) = (e.power, spot, e.factors);
                }
                (Thing::Leader(i), _) => p.leaders[i] = spot,
                (Thing::Irregulars, Some(a)) => {
                    p.at_mut(a).irregulars[usize::from(e.power)] += e.count as u8;
                }
                (Thing::Garrison, Some(a)) => {
                    p.at_mut(a).garrison.add(Loose::of(e.power, [e.factors[I], e.factors[M], 0]));
                }
                // Depots of the set-up are older than the first turn.
                (Thing::Depot, Some(a)) => p.at_mut(a).depot = Depot { owner: e.power, old: true },
                (Thing::Fleet, _) => {
                    let at = match e.at {
                        At::Port(a) => FleetAt::Port(a),
                        At::Sea(s) => FleetAt::Sea(s),
                        _ => FleetAt::Off,
                    };
                    for _ in 0..e.count {
                        if let Some(fleet) = p.fleets.get_mut(fleets) {
                            *fleet = Fleet { power: e.power, at, depot: false };
                        }
                        fleets += 1;
                    }
                }
                (Thing::Money, _) => p.money[usize::from(e.power)] += e.count,
                _ => {}
            }
        }
        p
    }
}
