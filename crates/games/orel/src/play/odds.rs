//! Chances of an attack before it is made, for the guide and for bots: all dice of coordination, Cohesion, Assault and Morale are
//! gone through, each with its weight, by the rules themselves ([`crate::play`]). Nothing is rolled.
//!
//! Some things are taken for granted: cavalry charges where that is wise, losses fall as [`Engine::odds_victim`] says, guns go along
//! with those who leave before combat, nobody pursues, and events are left out. Vehicles that are lost count as no steps. Steps lost
//! in zones by those who go back are counted as for the way that costs least.

mod assault;
mod before;
mod cohesion;
mod way_back;

use crate::play::Engine;
use crate::position::{ATTACKER, Attack, Combat, DEFENDER, Pieces, Position, UnitId};

/// What the defender does before combat (8.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// The defender stands.
    #[default]
    Stands,
    /// The defender tries to retreat before combat.
    Retreats,
}

/// How an attack is thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What the defender does.
    pub answer: Answer,
    /// Whether the attacker assaults those left after the Cohesion checks (orel 8.8a).
    pub assault: bool,
    /// Trains of either side that go into contact (orel 9.1a).
    pub contact: Pieces,
    /// Whether it is reckoned roughly: coordination falls as is likelier, and in an Assault one unit stands for its side. Quicker, and good
    /// enough to think ahead.
    pub rough: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { answer: Answer::Stands, assault: true, contact: Pieces::EMPTY, rough: false }
    }
}

/// What can be expected of an attack. Pairs are attacker, defender.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Odds {
    /// Chance that no troops of the defender are left in the hex.
    pub cleared: f64,
    /// Chance that they are gone and an attacking combat unit can enter it.
    pub taken: f64,
    /// Chance that they have gone before combat.
    pub avoided: f64,
    /// Chance that it comes to an Assault.
    pub assault: f64,
    /// Chance that a side loses that Assault.
    pub beaten: [f64; 2],
    /// Chance that the attacker's own Cohesion check leaves nobody who could assault those who stand.
    pub halted: f64,
    /// Chance that a unit of a side routs or surrenders.
    pub routed: [f64; 2],
    /// Steps that a side can be expected to lose, surrenders included.
    pub lost: [f64; 2],
}

/// What stays the same through all dice of a combat.
struct Case {
    /// Whether the attacker assaults.
    assault: bool,
    /// See [`Plan::rough`].
    rough: bool,
    /// Cavalry that could charge when the combat began (orel 8.8.1b).
    could: Pieces,
    /// What it costs the defender to go back.
    way_back: way_back::WayBack,
}

/// A branch of the calculation.
#[derive(Clone, Copy)]
struct Branch {
    /// Its chance.
    weight: f64,
    /// Whether a unit of a side has already routed or surrendered on the way here.
    routed: [bool; 2],
}

impl Branch {
    /// A part of it.
    fn part(self, of: f64) -> Branch {
        Branch { weight: self.weight * of, ..self }
    }
}

impl Odds {
    /// A unit of a side routs or surrenders in a branch; each branch counts once.
    fn rout(&mut self, at: &mut Branch, who: usize) {
        if !at.routed[who] {
            self.routed[who] += at.weight;
            at.routed[who] = true;
        }
    }
}

impl Engine<'_> {
    /// The chances of an attack by the active side, made up or declared.
    pub fn odds(&self, p: &Position, attack: &Attack, plan: &Plan) -> Odds {
        let mut out = Odds::default();
        let mut q = *p;
        q.combat = self.combat_of(p, attack);
        let all = Branch { weight: 1.0, routed: [false; 2] };
        match plan.answer {
            Answer::Stands => self.odds_fight(&mut q, attack, plan, all, &mut out),
            Answer::Retreats => self.odds_before(&mut q, attack, plan, all, &mut out),
        }
        out
    }

    /// The unit on which a side lets its next loss fall: the one that has most steps left, so that units live on; of equals the one of
    /// lower quality.
    pub fn odds_victim(&self, p: &Position, c: &Combat, who: usize) -> Option<UnitId> {
        let worth = |u: &UnitId| (std::cmp::Reverse(p.steps(*u)), self.tq(p, *u), *u);
        self.loss_choices(p, c, who).iter().min_by_key(worth)
    }

    /// Cavalry of a side that charges if it may: where that makes it stronger and costs it nothing in its own check (orel 8.7.1e).
    pub fn odds_charge(&self, p: &Position, c: &Combat, who: usize) -> Pieces {
        if self.fight_lone_charge(p, c, who) {
            return Pieces::EMPTY;
        }
        self.fight_could_charge(p, c, who).which(|u| {
            let (def, steps) = (self.def(u), usize::from(p.steps(u).min(5)));
            def.charge[steps] > def.combat[steps]
        })
    }

    /// Whether anybody of a side of a combat is troops, or a combat unit.
    fn odds_any(&self, c: &Combat, who: usize) -> bool {
        c.units[who].iter().any(|u| {
            let class = self.class(u);
            class.is_combat() || (who == DEFENDER && class.is_gun())
        })
    }

    /// The hex is empty of the defender's troops.
    fn odds_cleared(&self, c: &Combat, at: Branch, out: &mut Odds) {
        out.cleared += at.weight;
        if self.odds_any(c, ATTACKER) {
            out.taken += at.weight;
        }
    }
}
