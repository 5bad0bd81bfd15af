//! What an action came to, for forecasts: results in words, without the rolls that led to them, so that equal results are added up.

use crate::Empires;
use crate::play::combat::charts::Attempt;
use crate::play::combat::ending::Verdict;
use crate::play::fight::FightEvent as F;
use crate::play::march::MarchEvent as M;
use crate::play::siege::SiegeEvent as S;
use crate::play::year::YearEvent;
use crate::play::{CommonEvent, Event};

/// So many things, with the plural where it is one.
fn count(n: u16, what: &str) -> String {
    match n {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

/// Morale that is lost, from tenths.
fn morale(n: i16) -> String {
    format!("{}.{}", n / 10, n.abs() % 10)
}

/// What a round costs a side.
fn round_text(who: &str, lost: u16, down: i16) -> String {
    format!("{who} loses {} and {} morale", count(lost, "factor"), morale(down))
}

impl Empires {
    /// What [`Game::outcome`](sandtable_core::Game::outcome) says.
    pub(crate) fn outcome_text(&self, events: &[Event]) -> String {
        let parts: Vec<String> = events.iter().filter_map(|e| self.chance_text(e)).collect();
        if parts.is_empty() { "no chance in it".to_string() } else { parts.join("; ") }
    }

    /// The words for an event that chance had its say in.
    fn chance_text(&self, event: &Event) -> Option<String> {
        let engine = self.engine();
        let name = |q: u8| engine.nation_name(q).to_string();
        let area_name = |a| engine.area_name(a).to_string();
        Some(match *event {
            Event::Fight(ref fight) => return self.fight_chance(fight),
            Event::Siege(ref siege) => return self.siege_chance(siege),
            Event::March(M::Forage { lost, .. }) => {
                format!("foraging costs {}", count(lost.into(), "factor"))
            }
            Event::March(M::Hunger { area, lost, .. }) => {
                format!("hunger costs {} at {}", count(lost.into(), "factor"), area_name(area))
            }
            Event::March(M::Starved { area, .. }) => format!("{} has starved", area_name(area)),
            Event::March(M::MovesNext { power }) => format!("{} moves next", name(power)),
            Event::Year(YearEvent::Runner { minor, power }) => {
                format!("{} runs {}", name(power), name(minor))
            }
            Event::Common(CommonEvent::CorpsLost { power, .. }) => format!("{} loses a corps", name(power)),
            Event::Common(CommonEvent::Captured { leader, .. }) => {
                format!("{} is captured", engine.leader_name(leader.into()))
            }
            _ => return None,
        })
    }

    fn fight_chance(&self, event: &F) -> Option<String> {
        let engine = self.engine();
        let name = |q: u8| engine.nation_name(q);
        Some(match *event {
            F::Tossed { hand, .. } => format!("{} commands", name(hand)),
            F::Withdraws { power, gone: true, .. } => format!("{} gets away", name(power)),
            F::Withdraws { power, gone: false, .. } => format!("{} does not get away", name(power)),
            F::Fled { power, away, stay, .. } => {
                format!("irregulars of {}: {away} get away, {stay} do not", name(power))
            }
            F::Guard { power, lost, .. } => {
                format!("{} loses {} of its guard", name(power), count(lost, "factor"))
            }
            F::Guns { power, lost, .. } => {
                format!("the guns of {} cost the enemy {}", name(power), count(lost, "factor"))
            }
            F::Rolled { record: r, .. } => {
                let [a, d] = [0, 1].map(|i| (r.lost[i], r.morale[i]));
                format!("{}, {}", round_text("attacker", a.0, a.1), round_text("defender", d.0, d.1))
            }
            F::Decided { verdict, hands, .. } => match verdict {
                Verdict::Won { victor, .. } => format!("{} wins", name(hands[victor.at()])),
                Verdict::BothBroke => "both sides break".to_string(),
                Verdict::NobodyLeft | Verdict::GoesOn => "nobody is left".to_string(),
            },
            F::Helps { power, leader, comes, .. } => {
                let who = self.d.leaders.get(usize::from(leader)).map(|l| l.name.clone());
                let who = who.unwrap_or_else(|| format!("a corps of {}", name(power)));
                format!("{who} {}", if comes { "comes" } else { "does not come" })
            }
            F::Outflanks { power, arrived, .. } => {
                format!(
                    "the outflankers of {} {}",
                    name(power),
                    if arrived { "arrive" } else { "do not arrive" }
                )
            }
            F::Pursues { due: 1, .. } => "the pursuit costs 1 loss".to_string(),
            F::Pursues { due, .. } => format!("the pursuit costs {due} losses"),
            F::Falls { area, by } => format!("{} falls to {}", engine.area_name(area), name(by)),
            _ => return None,
        })
    }

    fn siege_chance(&self, event: &S) -> Option<String> {
        let engine = self.engine();
        let name = |q: u8| engine.nation_name(q);
        Some(match *event {
            S::Attempt { result: Attempt::Sortie, .. } => "the garrison may make a sortie".to_string(),
            S::Attempt { result: Attempt::Nothing, .. } => "the walls hold".to_string(),
            S::Attempt { result: Attempt::Breach, .. } => "the walls are breached".to_string(),
            S::Sortie { loser, .. } => format!("the sortie costs {} a factor", name(loser)),
            S::Round { leads, result, .. } => {
                let side = |i: usize| round_text(name(leads[i]), result.lost[i], result.morale[i]);
                format!("{}, {}", side(0), side(1))
            }
            S::Resumes { area, .. } => format!("the siege of {} goes on", engine.area_name(area)),
            S::Freed { area } => format!("{} is relieved", engine.area_name(area)),
            S::Falls { area, by, .. } => format!("{} falls to {}", engine.area_name(area), name(by)),
            S::Guerillas { area, factors, .. } => {
                format!("{} in {}", count(factors.into(), "new guerilla"), engine.area_name(area))
            }
            S::Hunted { killed: 0, .. } => "the guerillas get away".to_string(),
            S::Hunted { killed, .. } => format!("{} killed", count(killed.into(), "guerilla")),
            _ => return None,
        })
    }
}
