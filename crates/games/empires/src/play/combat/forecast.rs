//! What a day of combat is likely to bring: exact over all dice of its rounds, since few states differ; for more days a
//! sample with its error.

use super::Who;
use super::arrival::{self, sixths};
use super::battle::{Battle, Orders, RoundLosses};
use super::charts::Charts;
use super::chits::{AttackerChit, DefenderChit};
use super::ending::Verdict;
use super::factors::Factors;
use super::losses::{CHEAPEST_FIRST, Due};
use sandtable_core::Dice;
use std::collections::HashMap;

/// What is asked: a combat before the first round of a day, chits in its form, an outflanking force divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The combat, with factors, base morale and ratings.
    pub battle: Battle,
    /// Strategic ratings of the commanders, for withdrawal and outflankers.
    pub strategic: [u8; 2],
    /// What options add to a withdrawal.
    pub withdrawal: i8,
    /// The side that has divided.
    pub divides: Option<Who>,
}

/// One round.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RoundOdds {
    /// The chance that it is fought.
    pub fought: f64,
    /// Factors that attacker and defender lose in it, on average over all days, fought or not.
    pub lost: [f64; 2],
    /// The chance that it breaks or wipes out attacker or defender.
    pub beaten: [f64; 2],
}

/// What to expect.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Forecast {
    /// By round of the first day.
    pub rounds: [RoundOdds; 3],
    /// Factors that attacker and defender lose in all.
    pub lost: [f64; 2],
    /// The chance that attacker or defender breaks or is wiped out.
    pub beaten: [f64; 2],
    /// The chance that attacker or defender wins.
    pub wins: [f64; 2],
    /// The chance that the defender gets away without a decision.
    pub away: f64,
    /// The chance that nothing is decided when the time is over.
    pub open: f64,
    /// Whether this is exact.
    pub exact: bool,
    /// The standard error of `lost`, 0 if exact.
    pub lost_error: [f64; 2],
    /// The standard error of `beaten`, 0 if exact.
    pub beaten_error: [f64; 2],
}

/// States of a combat with their chances, in the order in which they were found: sums come out the same every time.
#[derive(Default)]
struct States {
    list: Vec<(Battle, f64)>,
    at: HashMap<Battle, usize>,
}

impl States {
    fn add(&mut self, battle: Battle, chance: f64) {
        let at = *self.at.entry(battle).or_insert(self.list.len());
        match self.list.get_mut(at) {
            Some(state) => state.1 += chance,
            None => self.list.push((battle, chance)),
        }
    }
}

/// Takes losses, the cheapest first, from where the rules want them.
fn suffer(battle: &mut Battle, who: Who, due: Due) {
    let side = &battle.sides[who.at()];
    let mut toll = RoundLosses::default();
    if side.arrived {
        let lost = due.choose(side.all(), &CHEAPEST_FIRST);
        for i in 0..lost.0.len() {
            toll.pinning.0[i] = lost.0[i].min(side.pinning.0[i]);
        }
        toll.outflanking = lost - toll.pinning;
    } else {
        toll.pinning = due.choose(side.pinning, &CHEAPEST_FIRST);
        let over = due.factors.saturating_sub(side.pinning.total());
        let cavalry = due.cavalry.saturating_sub(toll.pinning.cavalry());
        toll.outflanking = Due { factors: over, cavalry, ..due }.choose(side.outflanking, &CHEAPEST_FIRST);
    }
    let side = &mut battle.sides[who.at()];
    side.pinning -= toll.pinning;
    side.outflanking -= toll.outflanking;
}

/// Fights one round with given dice; true if it could be fought.
fn fight(charts: &Charts, battle: &mut Battle, dice: [u8; 2]) -> bool {
    let Ok(round) = battle.fight(charts, &Orders::default(), dice) else { return false };
    for who in Who::BOTH {
        suffer(battle, who, round.due[who.at()]);
    }
    true
}

/// Chances in sixths that outflankers arrive after a round.
fn arrives(charts: &Charts, q: &Question, battle: &Battle) -> u8 {
    let (Some(who), Some(chits)) = (q.divides, battle.setting.form.chits()) else { return 0 };
    if battle.side(who).arrived {
        return 0;
    }
    let s = q.strategic[who.at()];
    arrival::outflankers(charts, chits, who, s, battle.setting.terrain, battle.rounds).map_or(0, sixths)
}

fn leaves(charts: &Charts, battle: &Battle) -> bool {
    battle
        .setting
        .form
        .chits()
        .is_some_and(|(a, d)| arrival::leaves_after_miss(charts, a, d, battle.rounds, false))
}

/// The chance in sixths that a withdrawal succeeds, where one is tried on this day.
fn gets_away(charts: &Charts, q: &Question) -> u8 {
    match q.battle.setting.form.chits() {
        Some((a, DefenderChit::Withdraw)) => {
            arrival::withdrawal(charts, a, q.strategic[1], q.withdrawal).map_or(6, sixths)
        }
        _ => 0,
    }
}

impl Forecast {
    fn count(&mut self, verdict: Verdict, p: f64) -> [bool; 2] {
        let beaten = match verdict {
            Verdict::Won { victor, .. } => {
                self.wins[victor.at()] += p;
                [victor == Who::Defender, victor == Who::Attacker]
            }
            Verdict::BothBroke | Verdict::NobodyLeft => [true, true],
            Verdict::GoesOn => [false, false],
        };
        for (sum, _) in self.beaten.iter_mut().zip(beaten).filter(|(_, b)| *b) {
            *sum += p;
        }
        beaten
    }

    /// One day, over all dice: exact.
    pub fn day(charts: &Charts, q: &Question) -> Forecast {
        let mut out = Forecast { exact: true, ..Forecast::default() };
        let away = f64::from(gets_away(charts, q)) / 6.0;
        out.away = away;
        let mut states = States::default();
        if away < 1.0 {
            states.add(q.battle, 1.0 - away);
        }
        for round in 0..usize::from(charts.rounds).min(3) {
            let mut next = States::default();
            for (battle, chance) in states.list {
                let mut fought = false;
                for n in 0..36u8 {
                    let mut after = battle;
                    if !fight(charts, &mut after, [n / 6 + 1, n % 6 + 1]) {
                        break;
                    }
                    fought = true;
                    let p = chance / 36.0;
                    for i in 0..2 {
                        let lost = battle.sides[i].all().total() - after.sides[i].all().total();
                        out.rounds[round].lost[i] += p * f64::from(lost);
                        out.lost[i] += p * f64::from(lost);
                    }
                    let verdict = after.verdict(charts);
                    if verdict != Verdict::GoesOn {
                        let beaten = out.count(verdict, p);
                        for (sum, _) in out.rounds[round].beaten.iter_mut().zip(beaten).filter(|(_, b)| *b) {
                            *sum += p;
                        }
                        continue;
                    }
                    let comes = f64::from(arrives(charts, q, &after)) / 6.0;
                    if comes > 0.0
                        && let Some(who) = q.divides
                    {
                        let mut joined = after;
                        joined.sides[who.at()].arrived = true;
                        next.add(joined, p * comes);
                    }
                    if comes < 1.0 {
                        if leaves(charts, &after) {
                            out.away += p * (1.0 - comes);
                        } else {
                            next.add(after, p * (1.0 - comes));
                        }
                    }
                }
                if fought {
                    out.rounds[round].fought += chance;
                } else {
                    out.open += chance;
                }
            }
            states = next;
        }
        out.open += states.list.iter().map(|s| s.1).sum::<f64>();
        out
    }

    /// Several days with the same chits, by this many samples, with the standard error of what comes out.
    pub fn days(charts: &Charts, q: &Question, days: u8, samples: u32, dice: &mut dyn Dice) -> Forecast {
        let mut out = Forecast::default();
        let n = f64::from(samples.max(1));
        let mut squares = [0.0; 2];
        for _ in 0..samples.max(1) {
            let mut battle = q.battle;
            let start = battle.sides.map(|s| s.all().total());
            let mut verdict = Verdict::GoesOn;
            let mut away = false;
            'days: for day in 0..days {
                if dice.roll(6) <= gets_away(charts, q) {
                    away = true;
                    break;
                }
                for round in 0..3 {
                    let before = battle.sides.map(|s| s.all().total());
                    if !fight(charts, &mut battle, [dice.roll(6), dice.roll(6)]) {
                        break;
                    }
                    verdict = battle.verdict(charts);
                    if day == 0 {
                        out.rounds[round].fought += 1.0 / n;
                        let left = battle.sides.map(|s| s.all().total());
                        for (sum, (had, has)) in
                            out.rounds[round].lost.iter_mut().zip(before.into_iter().zip(left))
                        {
                            *sum += f64::from(had - has) / n;
                        }
                    }
                    if verdict != Verdict::GoesOn {
                        break 'days;
                    }
                    let comes = arrives(charts, q, &battle);
                    if comes > 0
                        && dice.roll(6) <= comes
                        && let Some(who) = q.divides
                    {
                        battle.sides[who.at()].arrived = true;
                    } else if leaves(charts, &battle) {
                        away = true;
                        break 'days;
                    }
                }
                let split: [Factors; 2] = battle.sides.map(|s| s.outflanking);
                if day + 1 == days || battle.next_day(battle.setting.form).is_err() {
                    break;
                }
                // Those who went round the flank do so again.
                if let Some(who) = q.divides {
                    let side = &mut battle.sides[who.at()];
                    side.pinning -= split[who.at()];
                    side.outflanking = split[who.at()];
                }
            }
            out.count(verdict, 1.0 / n);
            out.away += if away { 1.0 / n } else { 0.0 };
            out.open += if verdict == Verdict::GoesOn && !away { 1.0 / n } else { 0.0 };
            for i in 0..2 {
                let lost = f64::from(start[i] - battle.sides[i].all().total());
                out.lost[i] += lost / n;
                squares[i] += lost * lost / n;
            }
        }
        for (i, square) in squares.into_iter().enumerate() {
            out.lost_error[i] = ((square - out.lost[i] * out.lost[i]).max(0.0) / n).sqrt();
            out.beaten_error[i] = (out.beaten[i] * (1.0 - out.beaten[i]) / n).sqrt();
        }
        out
    }
}

/// The same question for other chits; which side divides follows from them.
pub fn with_chits(charts: &Charts, q: &Question, a: AttackerChit, d: DefenderChit) -> Question {
    use super::round::Form;
    let mut out = *q;
    out.battle.setting.form = match q.battle.setting.form {
        Form::Limited(..) => Form::Limited(a, d),
        _ => Form::Field(a, d),
    };
    out.divides = super::chits::divides(charts, a, d);
    for who in Who::BOTH {
        // Without an outflank nobody is away.
        if out.divides != Some(who) {
            let side = &mut out.battle.sides[who.at()];
            side.pinning += side.outflanking;
            side.outflanking = Factors::NONE;
        }
    }
    out
}

/// The same as a trivial combat, for which nobody picks a chit or divides.
pub fn without_chits(q: &Question) -> Question {
    let mut out = Question { divides: None, ..*q };
    out.battle.setting.form = super::round::Form::Trivial;
    for side in &mut out.battle.sides {
        side.pinning += side.outflanking;
        side.outflanking = Factors::NONE;
    }
    out
}
