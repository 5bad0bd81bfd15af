//! What a power is asked, in full sentences: where, against whom, why and at what price. The position is as the power knows it.

mod land;
mod siege;

use super::label::{count, up_to};
use crate::Empires;
use crate::play::combat::Who;
use crate::play::fight::FightStep;
use crate::play::land::position::LEADERS;
use crate::play::land::{Position, Spot};
use crate::play::loss::state::Why;
use crate::play::year::YearStep;
use crate::play::year::state::Wares;
use crate::position::Step;
use crate::words::{month_text, tenths};
use sandtable_board::AreaId;
use sandtable_core::guide::Prompt;
use sandtable_core::phrase::listed;
use sandtable_core::{Side, machine};

/// A question and the areas that it is about.
pub(super) type Question = (String, Vec<AreaId>);

impl Empires {
    /// What a power is asked; nothing if it is not asked.
    pub(super) fn asked(&self, p: &Position, side: Side) -> Option<Prompt> {
        let asked = machine::decision(&self.engine(), p);
        if !matches!(asked, sandtable_core::Decision::Decide { sides, .. } if sides.has(side)) {
            return None;
        }
        let (text, areas) = match p.play.steps.top() {
            Step::Go => return None,
            Step::Year(step) => self.asks_of_the_month(p, step, side.0),
            Step::March(step) => self.asks_on_the_march(p, step, side.0),
            Step::Fight(step) => self.asks_in_combat(p, step, side.0),
            Step::Siege(step) => self.asks_in_siege(p, step, side.0),
            Step::Loss => self.asks_losses(p, side.0),
        };
        let places = areas.into_iter().filter_map(|a| self.engine().spot(a)).collect();
        Some(Prompt { text, places })
    }

    pub(super) fn place(&self, area: AreaId) -> &str {
        self.d.board.parts().areas.get(area.index()).map_or("the map", |a| a.name.as_str())
    }

    pub(super) fn nation(&self, nation: u8) -> &str {
        self.d.nations.get(usize::from(nation)).map_or("nobody", |n| n.name.as_str())
    }

    fn asks_of_the_month(&self, p: &Position, step: YearStep, power: u8) -> Question {
        let month = month_text(p.month);
        match step {
            YearStep::Politics => {
                let text = format!(
                    "Write down your politics for {month}: war, peace, alliances, and who may enter or be supplied. All powers \
                     write in secret and show together"
                );
                (text, vec![])
            }
            YearStep::Runner { minor, attacker } => {
                let capital =
                    self.d.nations.get(usize::from(minor)).and_then(|n| n.capitals.first().copied());
                let text = format!(
                    "{} has declared war on {}: say in secret whether you want to run its defence",
                    self.nation(attacker),
                    self.nation(minor)
                );
                (text, capital.into_iter().collect())
            }
            YearStep::Combine => {
                let allies = self.power_names(p.allied[usize::from(power)] & self.engine().playing(p));
                let text = format!(
                    "{month}: say in secret whether you move together with {allies}. It comes about only if your ally says so too"
                );
                (text, vec![])
            }
            YearStep::Naval { .. } => {
                let left = p.fleets.iter().enumerate().filter(|(i, f)| {
                    f.power == power && f.at != crate::play::land::FleetAt::Off && p.year.sailed >> i & 1 == 0
                });
                let text = format!(
                    "Move your fleets: {} not sailed in {month}, each up to {} seas far",
                    match left.count() {
                        1 => "1 fleet has".to_string(),
                        n => format!("{n} fleets have"),
                    },
                    self.d.figures.fleet_spaces
                );
                (text, vec![])
            }
            YearStep::Reinforce { .. } => self.asks_reinforcements(p, power),
            YearStep::Slot => {
                let powers = self.engine().playing(p).count_ones();
                let text = format!(
                    "Name the place, 1 to {powers}, at which France acts in {month}; the others act in their fixed order around it"
                );
                (text, vec![])
            }
        }
    }

    fn asks_reinforcements(&self, p: &Position, power: u8) -> Question {
        let q = usize::from(power);
        let mut waits: Vec<String> = Vec::new();
        for (line, infantry, militia) in p.year.shared {
            let entry = self.engine().scenario(p).entries.get(usize::from(line));
            if entry.is_some_and(|e| e.power == power) {
                let kinds = [(infantry, "infantry"), (militia, "militia")];
                waits.extend(kinds.iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{n} {kind}")));
            }
        }
        let pool = Wares::ALL.into_iter().zip(p.year.pool[q]);
        waits.extend(pool.filter(|(_, n)| *n > 0).map(|(kind, n)| format!("{n} {}", kind.name())));
        let mut text = match waits.is_empty() {
            true => "Your reinforcements: nothing waits to be placed".to_string(),
            false => format!("Your reinforcements: {} wait to be placed", listed(&waits, "and")),
        };
        let leaders = (0..self.d.leaders.len().min(LEADERS)).filter(|l| {
            self.engine().master(p, *l) == Some(power)
                && p.leaders[*l] == Spot::Off
                && (1..=p.month).contains(&p.play.returns[*l])
        });
        let names: Vec<&str> = leaders.map(|l| self.d.leaders[l].name.as_str()).collect();
        if !names.is_empty() {
            text = format!("{text}; {} may return to a corps", listed(&names, "and"));
        }
        if self.engine().is_quarter(p) {
            let most = self.engine().most_bought(p, power).saturating_sub(p.year.bought[q].into());
            let factors = count(most, "factor");
            text = format!("{text}; you may buy up to {factors} with {} money points", p.money[q]);
        }
        (text, vec![])
    }

    /// The other side of the combat in words.
    fn foes_of(&self, p: &Position, power: u8) -> String {
        match p.fight.side_of(power) {
            Some(who) => self.power_names(p.fight.camps[1 - who].powers),
            None => self.power_names(p.fight.camps[0].powers | p.fight.camps[1].powers),
        }
    }

    /// What both sides have left before they break, told to a side.
    fn morale_left(&self, p: &Position, power: u8) -> String {
        let me = p.fight.side_of(power).unwrap_or(0);
        let left = |who: usize| {
            let level = p.fight.battle.final_morale(&self.charts, Who::BOTH[who]);
            tenths(level - p.fight.battle.sides[who].lost)
        };
        format!("your morale is {}, the enemy's {}", left(me), left(1 - me))
    }

    fn asks_in_combat(&self, p: &Position, step: FightStep, power: u8) -> Question {
        let area = p.fight.area;
        let here = self.place(area);
        let foes = self.foes_of(p, power);
        let mut places = vec![area];
        let text = match step {
            FightStep::Next => {
                places = p.play.attacks.iter().collect();
                let names: Vec<&str> = places.iter().map(|a| self.place(*a)).collect();
                match places.len() {
                    0 => "All your combats are fought: end them".to_string(),
                    1 => format!("Your attack at {} is to be fought: begin it", names[0]),
                    n => format!(
                        "{n} attacks of yours are to be fought, at {}: choose the next",
                        listed(&names, "and")
                    ),
                }
            }
            FightStep::Guerillas => {
                let n = p.at(area).irregulars[usize::from(power)];
                format!(
                    "{} at {here} can attack {foes} beside the others: say whether they do",
                    count(n, "guerilla")
                )
            }
            FightStep::Sally => format!(
                "Friends attack {foes}, who besieges {here}: choose who comes out of the city to help. What comes out can be lost"
            ),
            FightStep::Command => {
                let camp = p.fight.camps.iter().find(|c| !c.led && c.hand == power);
                let names: Vec<&str> = camp.map_or(Vec::new(), |c| {
                    c.candidates.iter().map(|l| self.d.leaders[l].name.as_str()).collect()
                });
                format!(
                    "{} may command your side at {here}, all of equal rank: choose one",
                    listed(&names, "or")
                )
            }
            FightStep::Accept => format!(
                "{foes} offers to settle the combat at {here} as a trivial one, without chits: accept, or have it fought in full"
            ),
            FightStep::Chits => match p.fight.side_of(power) {
                Some(0) => format!(
                    "You attack {foes} at {here}: pick your chit in secret, while the defender picks one"
                ),
                _ => format!(
                    "{foes} attacks you at {here}: pick your chit in secret, while the attacker picks one"
                ),
            },
            FightStep::Divide => {
                let camp = &p.fight.camps[usize::from(p.fight.divides.min(1))];
                let sent = camp.around.len();
                format!(
                    "You outflank {foes} at {here}: choose which of your {} corps go round; {sent} go so far, the rest pins the enemy",
                    camp.blocks.len()
                )
            }
            FightStep::Flee => {
                let n = p.at(area).irregulars[usize::from(power)];
                let on = up_to(self.charts.irregular_upto as i8);
                format!(
                    "{foes} attacks {} of yours at {here}: let them ride away, each on {on}, or stand",
                    count(n, "irregular")
                )
            }
            FightStep::Orders => {
                let who = p.fight.side_of(power).unwrap_or(0);
                let battle = &p.fight.battle;
                let (day, round) = (battle.day, battle.rounds + 1);
                let left = self.morale_left(p, power);
                let guard = if p.play.rules.guard { ", and whether the guard goes in" } else { "" };
                format!(
                    "Day {day}, round {round} at {here} against {foes}; {left}. State your tactical rating, {} at most{guard}",
                    battle.sides[who].tactical
                )
            }
            FightStep::Reinforce => {
                let left = self.morale_left(p, power);
                format!(
                    "Round {} at {here} against {foes} has decided nothing; {left}. Try to bring help from next door, or do not",
                    p.fight.battle.rounds
                )
            }
            FightStep::Bring => {
                let leader =
                    self.d.leaders.get(usize::from(p.fight.brings)).map_or("A leader", |l| l.name.as_str());
                let from = p.leaders.get(usize::from(p.fight.brings)).and_then(|s| s.area());
                places.extend(from);
                let from = from.map_or(String::new(), |a| format!(" from {}", self.place(a)));
                format!("{leader} comes to {here}{from}: choose whom he brings, {} so far", p.fight.brought)
            }
            FightStep::Arrive => {
                let on = up_to(self.engine().arrival_rating(p).unwrap_or(0));
                format!("Your outflankers at {here} arrive on {on}: roll for them")
            }
            FightStep::Night => {
                let left = self.morale_left(p, power);
                format!(
                    "Day {} at {here} against {foes} has decided nothing; {left}. Say in secret whether you fight on or withdraw",
                    p.fight.battle.day
                )
            }
            FightStep::Pursue => {
                let class = self.engine().pursuit_class(p).unwrap_or(0);
                format!(
                    "{foes} leaves {here} beaten: pursue with your cavalry at class {class}, or let it go"
                )
            }
            FightStep::Retreat => {
                let force = &p.fight.retreat;
                places = vec![force.at];
                let from = self.place(force.at);
                let whose = self.power_names(p.fight.camps[usize::from(force.who.min(1))].powers);
                match p.fight.side_of(power) == Some(force.who.into()) {
                    true => format!("Your force goes back from {from}: choose the area that it retreats to"),
                    false => format!(
                        "{whose} is beaten and goes back from {from}: choose the area that it retreats to"
                    ),
                }
            }
            FightStep::Return => {
                format!("The relief of {here} has failed: choose the area to which your relievers go back")
            }
            FightStep::Depot => {
                let owner = self.nation(p.at(area).depot.owner);
                format!(
                    "Nobody is left to defend the depot of {owner} at {here}: leave it, destroy it, or take it over"
                )
            }
            FightStep::City => {
                let inside = self.engine().owners_inside(p, area).next();
                let inside = inside.map_or("its city is empty".to_string(), |n| {
                    format!("in its city is {}", self.nation(n))
                });
                format!(
                    "The field at {here} is yours, and {inside}: put forces in, bring them out, besiege it, or leave it"
                )
            }
            _ => format!("The combat at {here} goes on"),
        };
        (text, places)
    }

    fn asks_losses(&self, p: &Position, power: u8) -> Question {
        let area = p.losses.area;
        let here = self.place(area);
        let left = self.engine().due_of(p, power);
        let factors = count(left, "factor");
        let foes = if p.fight.on { format!(" against {}", self.foes_of(p, power)) } else { String::new() };
        let text = match p.losses.why {
            Why::Round if p.fight.on => {
                format!("Round {} at {here}{foes} costs you {factors}: choose which", p.fight.battle.rounds)
            }
            Why::Round => format!("The fight for {here} costs you {factors}: choose which"),
            Why::Guard => {
                format!("The guard that you throw in at {here}{foes} loses {factors}: choose which")
            }
            Why::Guns => format!("The enemy's guns at {here} cost you {factors}: choose which"),
            Why::Pursuit => {
                let [horse, others, militia] = self.charts.payment;
                let losses = if left == 1 { "1 loss".to_string() } else { format!("{left} losses") };
                format!(
                    "The pursuit from {here} costs you {losses}, each {horse} cavalry, {others} other factors or {militia} militia: choose which"
                )
            }
            Why::Forage => format!("Foraging at {here} costs you {factors}: choose which"),
            Why::Besieged => format!("Hunger in {here} costs you {factors}: choose which"),
            Why::Sortie => format!("The sortie from {here} costs you {factors}: choose which"),
        };
        (text, vec![area])
    }
}
