//! Rounds of an assault or a garrison attack, and how they end (7.5.4.1.3, 7.5.4.1.4, 7.5.4.2.1).

use super::forces::place_of;
use super::state::{AROUND, INSIDE, RoundResult};
use super::{SiegeEvent, SiegeStep, tell};
use crate::data::POWERS;
use crate::play::combat::battle::{Battle, Options, Orders, Side};
use crate::play::combat::charts::Terrain;
use crate::play::combat::ending::Verdict;
use crate::play::combat::losses::OWNERS;
use crate::play::combat::losses::share;
use crate::play::combat::round::{Form, Setting};
use crate::play::combat::siege::{self, City, SallyEnd};
use crate::play::land::{Position, Spot, garrison};
use crate::play::loss::state::{Losses, MINOR, Why};
use crate::play::{Engine, Event};
use crate::position::{Blocks, Step};
use sandtable_core::Dice;
use sandtable_ops::ArrayList;

impl Engine<'_> {
    /// Forces are laid open and morale is fixed (empires 7.5.4.1.3.2, empires 7.5.4.2.1.2).
    pub(super) fn storm_begins(&self, p: &mut Position, events: &mut Vec<Event>) {
        let all = p.siege.blocks[AROUND].with(p.siege.blocks[INSIDE]);
        p.play.engaged = p.play.engaged.with(all);
        self.reveal(p, all);
        let form = p.siege.battle.setting.form;
        let setting = Setting { form, terrain: Terrain::Clear, river: false };
        let side = |which: usize| Side::new(self.strength(p, which), self.siege_morale(p, which), None, 0);
        let mut sides = [side(AROUND), side(INSIDE)];
        let sally = form == Form::GarrisonAttack;
        let mut leads = p.siege.lead;
        if sally {
            sides.reverse();
            leads.reverse();
        }
        let found_casualties = p.play.rules.found_casualties;
        let options = Options { found_casualties, ..Options::default() };
        p.siege.battle = Battle { options, ..Battle::new(setting, sides[0], sides[1]) };
        p.siege.fights = true;
        tell(
            events,
            SiegeEvent::Begins {
                area: p.siege.area,
                sally,
                leads,
                factors: sides.map(|s| s.pinning.total()),
                morale: sides.map(|s| s.base),
            },
        );
        p.play.replace(Step::Siege(SiegeStep::Round));
    }

    /// A round: both dice, then each power chooses what it loses.
    pub(super) fn storm_round(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let rolled = [dice.roll(6), dice.roll(6)];
        p.play.replace(Step::Siege(SiegeStep::RoundOver));
        let Ok(round) = p.siege.battle.fight(self.charts, &Orders::default(), rolled) else { return };
        let present = p.siege.battle.sides.map(|s| s.pinning.total());
        let lost = [0, 1].map(|i| round.due[i].factors.min(present[i]));
        let result = RoundResult {
            dice: rolled,
            tables: round.tables.map(|t| [t.casualty, t.morale]),
            lost,
            morale: [round.blows[1].morale, round.blows[0].morale],
        };
        let number = p.siege.battle.rounds;
        p.siege.rounds[usize::from(number.saturating_sub(1)).min(2)] = result;
        let mut leads = p.siege.lead;
        let sally = p.siege.battle.setting.form == Form::GarrisonAttack;
        if sally {
            leads.reverse();
        }
        tell(events, SiegeEvent::Round { area: p.siege.area, sally, round: number, leads, result });
        let mut losses = Losses::new(Why::Round, p.siege.area);
        for which in [AROUND, INSIDE] {
            // Several powers share by what they have, the commander's first among equals (ruling 34).
            let shares = self.shares(p, which);
            let first = place_of(p.siege.lead[which]);
            let order: ArrayList<usize, OWNERS> =
                [first].into_iter().chain((0..=MINOR).filter(|q| *q != first)).collect();
            let have: ArrayList<u16, OWNERS> = order.iter().map(|q| shares[*q].total()).collect();
            let mut due = [0; POWERS + 1];
            for (q, n) in order.into_iter().zip(share(lost[p.siege.place(which)], &have)) {
                due[q] = n;
            }
            self.owe(p, which, &due, &mut losses);
        }
        if usize::from(p.siege.lead[INSIDE]) >= POWERS {
            losses.minor = p.siege.lead[INSIDE];
        }
        self.demand(p, losses);
    }

    /// Writes down what the powers of one side owe, and what they may pay with: all of theirs that takes part.
    pub(super) fn owe(&self, p: &Position, which: usize, due: &[u16; POWERS + 1], losses: &mut Losses) {
        let out = self.loose_out(p);
        if which == INSIDE {
            losses.out = out;
        }
        let place = |n: u8| place_of(p.power_of(n).unwrap_or(n));
        for (q, n) in due.iter().enumerate().filter(|(_, n)| **n > 0) {
            let owes = &mut losses.owes[q];
            owes.left = *n;
            owes.blocks = p.siege.blocks[which].iter().filter(|b| place_of(p.corps[*b].power) == q).collect();
            if which == INSIDE {
                owes.city = out.nations().any(|n| place(n) == q);
            } else {
                owes.field = p.siege.raiders >> q & 1 == 1;
            }
        }
    }

    /// Losses have been taken: another round, or the end.
    pub(super) fn storm_round_over(&self, p: &mut Position, events: &mut Vec<Event>) {
        let both = p.siege.blocks[AROUND].with(p.siege.blocks[INSIDE]);
        self.reveal(p, both);
        for which in [AROUND, INSIDE] {
            let left = self.strength(p, which);
            let place = p.siege.place(which);
            p.siege.battle.sides[place].pinning = left;
        }
        let verdict = p.siege.battle.verdict(self.charts);
        if verdict == Verdict::GoesOn && !p.siege.battle.day_is_over(self.charts) {
            p.play.replace(Step::Siege(SiegeStep::Round));
            return;
        }
        p.siege.fights = false;
        p.play.pop();
        // Emptied counters go at the end of the day (empires 7.5.5).
        self.drop_empty(p, both, events);
        if p.siege.battle.setting.form == Form::GarrisonAttack {
            self.sally_ends(p, verdict, events);
        } else {
            self.assault_ends(p, verdict, both, events);
        }
    }

    fn assault_ends(&self, p: &mut Position, verdict: Verdict, both: Blocks, events: &mut Vec<Event>) {
        let area = p.siege.area;
        let city = City { corps: p.siege.corps, ..self.city(p, area) };
        let end = siege::assault_end(self.charts, verdict, &city);
        // Every power with a corps on a side, and the one that commands it, gains the whole (ruling 36).
        for which in [AROUND, INSIDE] {
            let powers = self.powers_of(p, both.meet(p.siege.blocks[which]));
            let lead = p.siege.lead[which];
            for q in (0..POWERS as u8).filter(|q| *q == lead || powers >> q & 1 == 1) {
                self.award(p, q, end.points[which], "7.5.4.1.4", events);
            }
        }
        if end.falls {
            self.city_falls(p, events);
            return;
        }
        if self.strength(p, INSIDE).is_empty() {
            // Nobody is left on either side (ruling 42).
            self.empty_city(p, None, events);
        }
        tell(events, SiegeEvent::Resumes { area, sally: false });
        self.abandon_leaders(p, events);
    }

    fn sally_ends(&self, p: &mut Position, verdict: Verdict, events: &mut Vec<Event>) {
        let area = p.siege.area;
        let left = u16::from(garrison::inside(p, area));
        match siege::sally_end(verdict, left) {
            SallyEnd::Captured if !self.strength(p, AROUND).is_empty() => self.city_falls(p, events),
            SallyEnd::Captured => {
                self.empty_city(p, None, events);
                self.abandon_leaders(p, events);
            }
            SallyEnd::Resumes => {
                tell(events, SiegeEvent::Resumes { area, sally: true });
                self.abandon_leaders(p, events);
            }
            SallyEnd::Relieved => {
                tell(events, SiegeEvent::Freed { area });
                self.besiegers_leave(p, events);
            }
        }
    }

    /// Leaders around the city whose side has been wiped out are the garrison's prisoners, or leave the map if nobody is
    /// there to take them (ruling 65).
    pub(super) fn abandon_leaders(&self, p: &mut Position, events: &mut Vec<Event>) {
        let area = p.siege.area;
        if !self.strength(p, AROUND).is_empty() {
            return;
        }
        let lead = p.siege.lead[INSIDE];
        let by = self.owners_inside(p, area).find(|q| *q == lead).or_else(|| self.owner_inside(p, area));
        self.take_leaders(p, Spot::Field(area), p.siege.blocks[AROUND], by, events);
    }

    /// Leaders of the powers of some corps, on a spot, become prisoners or leave the map.
    pub(super) fn take_leaders(
        &self,
        p: &mut Position,
        spot: Spot,
        blocks: Blocks,
        by: Option<u8>,
        events: &mut Vec<Event>,
    ) {
        let powers = self.powers_of(p, blocks);
        for l in self.chiefs_at(p, spot).iter() {
            let of_them = self.master(p, l).is_some_and(|q| powers >> q & 1 == 1);
            match by {
                _ if !of_them => {}
                Some(by) => self.capture(p, l, by, events),
                None => self.send_off(p, l, events),
            }
        }
    }
}
