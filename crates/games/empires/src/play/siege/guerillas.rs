//! The Guerilla Step: Spain's guerillas rise, others hunt them (7.6, 10.1.1).

use super::{SiegeEvent, SiegeStep, tell};
use crate::data::POWERS;
use crate::play::combat::Kind;
use crate::play::land::{Loose, NOBODY, Position, Spot};
use crate::play::{Engine, Event};
use crate::position::Step;
use sandtable_board::AreaId;
use sandtable_core::Dice;
use sandtable_core::Refusal;

impl Engine<'_> {
    /// The power whose guerillas there are.
    fn guerilla_power(&self) -> Option<u8> {
        (0..POWERS as u8).find(|q| {
            self.d.loose.iter().any(|l| l.power == *q && l.kind == crate::data::LooseKind::Guerilla)
        })
    }

    /// Guerillas rise in the sequence of their power; in another's it may hunt them.
    pub(super) fn guerilla_step(&self, p: &mut Position, movers: &[u8]) {
        let Some(spain) = self.guerilla_power() else { return };
        for power in movers.iter().rev() {
            if *power == spain {
                p.play.push(Step::Siege(SiegeStep::Rise(spain)));
            } else if p.at_war(*power, spain) {
                p.play.push(Step::Siege(SiegeStep::Hunt(*power)));
            }
        }
    }

    /// A home province of a power that it has not ceded.
    fn home_province(&self, p: &Position, power: u8, area: AreaId) -> bool {
        self.d.place(area).home == power && p.at(area).country == power && self.d.place(area).guerilla > 0
    }

    fn invaded(&self, p: &Position, power: u8, area: AreaId) -> bool {
        let ground = p.at(area);
        let enemy = |n: u8| n != NOBODY && p.at_war(power, n);
        let corps = p.corps.iter().any(|c| {
            let here = c.spot == Spot::Field(area) || c.spot == Spot::City(area) && !ground.besieged;
            here && enemy(c.power)
        });
        let city = !ground.besieged && ground.garrison.nations().any(enemy);
        corps || city || ground.guard.nations().any(enemy)
    }

    /// Whether a die is rolled anywhere for guerillas of a power.
    pub(super) fn may_rise(&self, p: &Position, power: u8) -> bool {
        self.d.board.areas().any(|a| self.home_province(p, power, a) && self.invaded(p, power, a))
    }

    /// One factor for each point that the die is under the province's value.
    pub(super) fn guerillas_rise(
        &self,
        p: &mut Position,
        power: u8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        p.play.pop();
        for area in self.d.board.areas() {
            if !self.home_province(p, power, area) || !self.invaded(p, power, area) {
                continue;
            }
            let die = dice.roll(6);
            let factors = self.d.place(area).guerilla.saturating_sub(die);
            let there = &mut p.at_mut(area).irregulars[usize::from(power)];
            *there = there.saturating_add(factors).min(100);
            tell(events, SiegeEvent::Guerillas { area, die, factors });
        }
    }

    /// Corps of a power in a province that can hunt: they fought no combat, do not besiege and are not besieged.
    fn hunters(&self, p: &Position, power: u8, area: AreaId) -> usize {
        let besieging = self.besiegers(p, area);
        let besieged = p.at(area).besieged;
        let can = |b: &usize| {
            let c = &p.corps[*b];
            let free = match c.spot {
                Spot::Field(_) => !(besieged && besieging.has(*b)),
                _ => !besieged,
            };
            c.power == power && c.spot.area() == Some(area) && free && !p.play.engaged.has(*b)
        };
        (0..p.corps.len()).filter(can).count()
    }

    /// Guerillas in a province that are not besieged: in the field, and in the city.
    fn prey(&self, p: &Position, spain: u8, area: AreaId) -> [u8; 2] {
        let ground = p.at(area);
        let free = !ground.besieged && self.irregular_kind(spain) == Kind::Guerilla;
        let inside = if free { ground.garrison.of(spain).irregulars } else { 0 };
        [ground.irregulars[usize::from(spain)], inside]
    }

    /// Why a power cannot hunt in a province.
    pub(super) fn refuse_hunt(&self, p: &Position, power: u8, area: AreaId) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new("7.6", why).at(area));
        let Some(spain) = self.guerilla_power() else { return no("there are no guerillas") };
        if area.index() >= self.d.board.len() || self.d.place(area).home != spain {
            return no("guerillas are hunted in Spanish provinces");
        }
        if p.siege.hunted.has(area) {
            return no("guerillas have been hunted here in this step");
        }
        if self.prey(p, spain, area) == [0; 2] {
            return no("there are no guerillas here, or they are besieged");
        }
        if self.hunters(p, power, area) == 0 {
            let why = "no corps of yours is here that neither fought nor besieges nor is besieged";
            return no(why);
        }
        None
    }

    /// An operation against guerillas: above the province's value all that are not besieged die.
    pub(super) fn hunt(
        &self,
        p: &mut Position,
        power: u8,
        area: AreaId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Some(spain) = self.guerilla_power() else { return };
        p.siege.hunted.put(area);
        let more = if self.hunters(p, power, area) >= 2 { self.d.figures.hunt_two_corps } else { 0 };
        let die = dice.roll(6);
        let modified = die + more;
        let mut killed = 0;
        if modified > self.d.place(area).guerilla {
            let [outside, inside] = self.prey(p, spain, area);
            killed = outside + inside;
            let ground = p.at_mut(area);
            ground.irregulars[usize::from(spain)] -= outside;
            ground.garrison.take(Loose::of(spain, [0, 0, inside]));
        }
        tell(events, SiegeEvent::Hunted { area, power, die, modified, killed });
    }
}
