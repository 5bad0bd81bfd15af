//! What must hold in any position.

mod ranges;

use crate::Empires;
use crate::data::{FACTORS, POWERS};
use crate::play::land::position::CORPS;
use crate::play::land::{NOBODY, Position, Spot, garrison};

impl Empires {
    /// The first thing that is wrong with a position.
    pub(crate) fn find_unsound(&self, p: &Position) -> Result<(), String> {
        let d = &self.d;
        for corps in &p.corps {
            if corps.factors.iter().map(|n| u16::from(*n)).sum::<u16>() > 250 {
                return Err("a corps holds more factors than there are".to_string());
            }
        }
        self.find_out_of_range(p)?;
        let mut seen = [false; CORPS];
        // While factors are being given up, a corps may be empty until all have chosen.
        let losing = p.play.steps.waiting().contains(&crate::position::Step::Loss);
        for block in 0..d.corps.len() {
            let corps = &p.corps[block];
            let def = usize::from(corps.def);
            if def >= d.corps.len() || std::mem::replace(&mut seen[def], true) {
                return Err(format!("block {block} is a corps that another block is already"));
            }
            let name = &d.corps[def].id;
            if !d.corps[def].fits(&corps.factors) {
                return Err(format!("{name} holds more than it has room for: {:?}", corps.factors));
            }
            match corps.spot {
                Spot::Off if corps.factors != [0; FACTORS] => {
                    return Err(format!("{name} is off the map with factors"));
                }
                Spot::Field(a) | Spot::City(a) if a.index() >= d.board.len() => {
                    return Err(format!("{name} is in no area"));
                }
                Spot::Fleet(f) if p.fleets.get(usize::from(f)).is_none_or(|f| f.power == NOBODY) => {
                    return Err(format!("{name} is on no fleet"));
                }
                _ => {}
            }
            // A corps may be without factors only until the day of its combat ends (7.5.5).
            let fights = p.fight.takes_part(block) || p.siege.takes_part(block);
            if corps.spot != Spot::Off && corps.total() == 0 && !fights && !losing {
                return Err(format!("{name} is on the map without a factor"));
            }
        }
        for area in d.board.areas() {
            let ground = p.at(area);
            let id = &d.board.area(area).id;
            let inside = garrison::inside(p, area);
            if inside > garrison::capacity(d, area) {
                return Err(format!("{id} holds {inside} factors, its city {}", garrison::capacity(d, area)));
            }
            if ground.guard.total() > d.figures.depot.garrison {
                return Err(format!("the depot of {id} holds {} factors", ground.guard.total()));
            }
            if ground.guard.total() > 0 && ground.depot.owner == NOBODY {
                return Err(format!("{id} has a depot garrison and no depot"));
            }
            if !ground.garrison.is_sound() || !ground.guard.is_sound() {
                return Err(format!("a garrison of {id} has a nation twice or without factors"));
            }
            // empires 7.3.3.5.2
            let abroad = |n: u8| usize::from(n) >= POWERS && n != ground.country;
            if ground.guard.nations().any(abroad) {
                return Err(format!("factors of a free state guard the depot of {id}, outside its country"));
            }
            // A garrison that a round wipes out is gone before the enemy has chosen losses.
            let storm = p.siege.area == area || p.fight.on && p.fight.area == area;
            if ground.besieged && inside == 0 && !storm {
                return Err(format!("{id} is besieged and empty"));
            }
            if ground.inside.owner != NOBODY && d.place(area).port.is_none() {
                return Err(format!("{id} has a depot inside a city that is no port"));
            }
        }
        if p.play.ender != NOBODY && usize::from(p.play.ender) >= POWERS {
            return Err("nobody can end the combats".to_string());
        }
        for power in 0..POWERS as u8 {
            let have = crate::play::land::depots::count(d, p, power);
            if have > p.counters[usize::from(power)] {
                return Err(format!("{} has {have} depots", d.nations[usize::from(power)].id));
            }
            if p.money[usize::from(power)] > 5000 {
                return Err(format!("{} has more money than there is", d.nations[usize::from(power)].id));
            }
        }
        Ok(())
    }
}
