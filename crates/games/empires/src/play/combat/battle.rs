//! A combat from its first round to its last: days, rounds, morale and what is left.

use super::charts::{Charts, Power, Tables, Terrain};
use super::ending::{Standing, Verdict, verdict};
use super::factors::Factors;
use super::losses::{Due, percent_as_found};
use super::round::{Blow, DieParts, Edge, Form, Setting, die_parts, strike, tables};
use super::{Refused, Who, command, die, morale, options};
use serde::{Deserialize, Serialize};

/// One side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Side {
    /// What fights from the first round on; everything, if the side did not divide.
    pub pinning: Factors,
    /// What goes round the flank.
    pub outflanking: Factors,
    /// The outflankers have arrived.
    pub arrived: bool,
    /// Base morale, in tenths, of the first day.
    pub base: i16,
    /// Morale lost today, in tenths.
    pub lost: i16,
    /// Morale lost on earlier days.
    pub lost_before: i16,
    /// Power of the commander.
    pub commander: Option<Power>,
    /// Tactical rating in force, the corps he commands counted.
    pub tactical: u8,
    /// Guard was committed in this round.
    pub committed: bool,
}

impl Side {
    /// Nobody.
    pub const NONE: Side = Side {
        pinning: Factors::NONE,
        outflanking: Factors::NONE,
        arrived: false,
        base: 0,
        lost: 0,
        lost_before: 0,
        commander: None,
        tactical: 0,
        committed: false,
    };

    /// An undivided side.
    pub fn new(factors: Factors, base: i16, commander: Option<Power>, tactical: u8) -> Side {
        Side {
            pinning: factors,
            outflanking: Factors::NONE,
            arrived: false,
            base,
            lost: 0,
            lost_before: 0,
            commander,
            tactical,
            committed: false,
        }
    }

    /// What takes part now.
    // empires 7.5.2.3.1(b)
    pub fn fighting(&self) -> Factors {
        if self.arrived { self.pinning + self.outflanking } else { self.pinning }
    }

    /// Factors as they count for percentages.
    // empires 7.5.2.7.2, empires 7.5.2.7.2(b): arrived outflankers count double
    pub fn weight(&self, charts: &Charts) -> u16 {
        let round = if self.arrived { self.outflanking.total() * charts.outflank_times } else { 0 };
        self.pinning.total() + round
    }

    /// Everything, wherever it is.
    pub fn all(&self) -> Factors {
        self.pinning + self.outflanking
    }

    /// Reinforcements join the pinning force.
    // empires 7.5.2.11.4, empires 7.5.2.11.5
    pub fn reinforce(&mut self, factors: Factors) {
        self.pinning += factors;
    }
}

/// What both sides decide before a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Orders {
    /// A lower tactical rating.
    pub stated: [Option<u8>; 2],
    /// Levels of guard committed; its losses are taken before.
    pub guard: [u8; 2],
}

/// What a round did, before losses are allotted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// Tables of both.
    pub tables: Tables,
    /// What was added to the dice, part by part.
    pub parts: [DieParts; 2],
    /// What was added to the dice.
    pub modifiers: [i8; 2],
    /// Factors that counted.
    pub weights: [u16; 2],
    /// What each did to the other.
    pub blows: [Blow; 2],
    /// What each must lose.
    pub due: [Due; 2],
}

/// Losses of a side in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoundLosses {
    /// Of the pinning force, or of everybody where the side did not divide.
    pub pinning: Factors,
    /// Of the outflankers.
    pub outflanking: Factors,
}

/// Options in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
pub struct Options {
    /// Cavalry superiority.
    pub cavalry_superiority: bool,
    /// Artillery: a force with nothing but guns left breaks.
    pub artillery: bool,
    /// Losses by the casualty table as it was found.
    pub found_casualties: bool,
    /// Morale lost on one day counts on the next, the other reading of 7.5.2.6.2.
    pub carry_morale: bool,
}

/// A combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle {
    /// Where and how.
    pub setting: Setting,
    /// Attacker and defender.
    pub sides: [Side; 2],
    /// The day, from 1.
    pub day: u8,
    /// Rounds fought on it.
    pub rounds: u8,
    /// What is played beyond the plain rules.
    pub options: Options,
}

impl Battle {
    /// No combat of this form yet.
    pub const fn none(form: Form) -> Battle {
        let setting = Setting { form, terrain: Terrain::Clear, river: false };
        let options = Options {
            cavalry_superiority: false,
            artillery: false,
            found_casualties: false,
            carry_morale: false,
        };
        Battle { setting, sides: [Side::NONE; 2], day: 1, rounds: 0, options }
    }

    /// A combat before its first round.
    pub fn new(setting: Setting, attacker: Side, defender: Side) -> Battle {
        Battle { setting, sides: [attacker, defender], day: 1, rounds: 0, options: Options::default() }
    }

    /// A side.
    pub fn side(&self, who: Who) -> &Side {
        &self.sides[who.at()]
    }

    /// The level at which a side breaks today.
    // empires 7.5.2.6.2
    pub fn final_morale(&self, charts: &Charts, who: Who) -> i16 {
        let side = self.side(who);
        let note = self.setting.form.chits().map(|(a, d)| charts.cell(a, d).note).unwrap_or_default();
        morale::final_level(charts, side.base, self.day, note.morale_of(who, side.commander))
    }

    /// Breaking is tested after rounds only, so a level that days have worn down to nought still fights one.
    fn breaks(&self, charts: &Charts, who: Who) -> bool {
        self.rounds > 0 && self.side(who).lost >= self.final_morale(charts, who)
    }

    /// A force of guns alone does not stand, where artillery is played.
    fn guns_alone(&self, who: Who) -> bool {
        self.options.artillery && self.rounds > 0 && options::only_guns(self.side(who).fighting())
    }

    /// Committed guard must decide the round: if the enemy stands, its own side breaks.
    fn breaks_by_option(&self, charts: &Charts, who: Who) -> bool {
        let enemy = who.other();
        let fallen = self.breaks(charts, enemy) || self.guns_alone(enemy);
        let stands = !fallen && !self.side(enemy).fighting().is_empty();
        (self.side(who).committed && stands) || self.guns_alone(who)
    }

    /// What is added to the dice of a round, also of its bombardments.
    pub fn modifiers(&self, charts: &Charts, orders: &Orders) -> Result<[i8; 2], Refused> {
        Ok(self.die_parts(charts, orders)?.map(|parts| parts.sum()))
    }

    /// The same, part by part.
    fn die_parts(&self, charts: &Charts, orders: &Orders) -> Result<[DieParts; 2], Refused> {
        let mut edges = [Edge::default(); 2];
        for (i, side) in self.sides.iter().enumerate() {
            let now = side.fighting();
            let tactical = command::stated(side.tactical, orders.stated[i])?;
            let cavalry = self.options.cavalry_superiority.then_some((now.cavalry(), now.total()));
            edges[i] = Edge { tactical, commander: side.commander, cavalry };
        }
        Ok(die_parts(charts, self.setting.form, &edges))
    }

    /// Fights a round: both dice at once, morale taken off at once, losses to be allotted with [`Battle::suffer`].
    // empires 7.5.2.9: simultaneous for both
    pub fn fight(&mut self, charts: &Charts, orders: &Orders, dice: [u8; 2]) -> Result<Round, Refused> {
        if self.rounds >= charts.rounds || self.verdict(charts) != Verdict::GoesOn {
            return Err(Refused::Over);
        }
        let arrived = self.sides.iter().any(|s| s.arrived);
        let mut tables =
            tables(charts, &self.setting, self.day, self.rounds + 1, arrived).ok_or(Refused::NoTables)?;
        for (table, levels) in tables.iter_mut().zip(orders.guard) {
            *table = options::with_guard(charts, *table, levels);
        }
        let parts = self.die_parts(charts, orders)?;
        let modifiers = parts.map(|parts| parts.sum());
        let weights = self.sides.map(|s| s.weight(charts));
        let mut blows = [Blow::default(); 2];
        for i in 0..2 {
            blows[i] = strike(charts, tables[i], die(dice[i])?, modifiers[i], weights[i]);
            if self.options.found_casualties {
                blows[i].factors = percent_as_found(charts, blows[i].percent, weights[i]);
            }
        }
        self.sides[0].lost += blows[1].morale;
        self.sides[1].lost += blows[0].morale;
        self.rounds += 1;
        for (side, levels) in self.sides.iter_mut().zip(orders.guard) {
            side.committed = levels > 0;
        }
        let due = Who::BOTH.map(|who| {
            let factors = blows[who.other().at()].factors;
            // Guard that leaves the enemy standing breaks its own side in this very round (empires 7.5.2.9.2.2, 12.3.4).
            let enemy = self.side(who.other()).fighting().total();
            let failed = orders.guard[who.at()] > 0
                && !self.breaks(charts, who.other())
                && blows[who.at()].factors < enemy;
            let breaks = self.breaks(charts, who) || failed;
            let field = Due::field(charts, factors, self.side(who).lost, breaks);
            match self.setting.form {
                // A trivial combat waives the rule on militia only: a side that breaks loses cavalry (empires 7.5.3.3, empires 7.5.3.4).
                Form::Trivial => Due { spare_militia: false, ..field },
                form if form.any_losses() => Due::any(factors),
                _ => field,
            }
        });
        Ok(Round { tables, parts, modifiers, weights, blows, due })
    }

    /// Takes the losses that a side has chosen. Before arrival they fall on the pinning force, and only what it cannot bear on
    /// the outflankers.
    // empires 7.5.2.10.1.2.2, empires 7.5.2.9.2.3
    pub fn suffer(&mut self, who: Who, due: Due, toll: RoundLosses) -> Result<(), Refused> {
        let side = &mut self.sides[who.at()];
        if !side.pinning.holds(toll.pinning) || !side.outflanking.holds(toll.outflanking) {
            return Err(Refused::Count { due: due.factors.min(side.all().total()) });
        }
        if side.arrived {
            due.check(side.all(), toll.pinning + toll.outflanking)?;
        } else {
            let over = due.factors.saturating_sub(side.pinning.total());
            due.check(side.pinning, toll.pinning)?;
            if over == 0 && !toll.outflanking.is_empty() {
                return Err(Refused::TooFar);
            }
            let cavalry = due.cavalry.saturating_sub(toll.pinning.cavalry());
            Due { factors: over, cavalry, ..due }.check(side.outflanking, toll.outflanking)?;
        }
        side.pinning -= toll.pinning;
        side.outflanking -= toll.outflanking;
        Ok(())
    }

    /// How matters stand once both have taken their losses.
    // empires 7.5.2.10, empires 7.5.2.10.1.1
    pub fn verdict(&self, charts: &Charts) -> Verdict {
        verdict(Who::BOTH.map(|who| {
            let side = self.side(who);
            Standing {
                broken: self.breaks(charts, who) || self.breaks_by_option(charts, who),
                gone: side.fighting().is_empty(),
                outflankers: !side.arrived && !side.outflanking.is_empty(),
            }
        }))
    }

    /// Whether the day is over without a decision.
    // empires 7.5.2.12.2(b)
    pub fn day_is_over(&self, charts: &Charts) -> bool {
        self.rounds >= charts.rounds
    }

    /// Another day: outflankers rejoin, morale loss starts again from nought, and the level is lower.
    // empires 7.5.2.13.2, empires 7.5.2.13.2.2
    pub fn next_day(&mut self, form: super::round::Form) -> Result<(), Refused> {
        if !self.setting.form.has_days() {
            return Err(Refused::Over);
        }
        self.setting.form = form;
        self.day += 1;
        self.rounds = 0;
        for side in &mut self.sides {
            side.pinning += side.outflanking;
            side.outflanking = Factors::NONE;
            side.arrived = false;
            if !self.options.carry_morale {
                side.lost_before += side.lost;
                side.lost = 0;
            }
            side.committed = false;
        }
        Ok(())
    }

    /// How a victor may pursue at the end of this combat.
    pub fn occasion(&self, victor: Who) -> super::pursuit::Occasion {
        let side = self.side(victor);
        let victor_lost = side.lost_before + side.lost;
        super::pursuit::Occasion::Broke { rounds: self.rounds, days: self.day, victor_lost }
    }
}
