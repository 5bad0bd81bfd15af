//! What actions are called for people, with what they cost or bring.

use crate::Empires;
use crate::play::Action;
use crate::play::common::IN_CORPS;
use crate::play::fight::{FightAction, FightStep};
use crate::play::land::garrison::At;
use crate::play::land::movement;
use crate::play::land::{Picture, Position, Spot, depots, paying, supply};
use crate::play::loss::words::kind_text;
use crate::play::loss::{LossAction, Source};
use crate::play::march::{Halt, MarchAction, MarchStep};
use crate::play::siege::{SiegeAction, SiegeStep};
use crate::play::year::{YearAction, YearStep};
use crate::position::Step;
use crate::position::ids::{BlockId, NationId};
use sandtable_board::AreaId;
use sandtable_core::machine::Modules;
use sandtable_core::phrase::listed;

/// So many things: `1 money point`, `3 money points`.
pub(super) fn count(n: impl Into<u32>, one: &str) -> String {
    match n.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// Half money points in words: `½`, `1`, `1½`.
fn halves(n: u8) -> String {
    match (n / 2, n % 2) {
        (0, 1) => "½".to_string(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// The dice up to a rating: `1 to 4`.
pub(super) fn up_to(rating: i8) -> String {
    match rating {
        ..=0 => "no die".to_string(),
        1 => "1".to_string(),
        2..=5 => format!("1 to {rating}"),
        _ => "any die".to_string(),
    }
}

impl Empires {
    /// What an action is called: what its row says, and after a dot what it costs or brings.
    pub(super) fn action_label(&self, p: &Position, action: &Action) -> String {
        if let Some(whole) = self.called_anew(p, action) {
            return whole;
        }
        let label = self.engine().label_of(p, action);
        match self.brings(p, action) {
            Some(more) => format!("{label} · {more}"),
            None => label,
        }
    }

    /// What is called otherwise than its row says: the end of a step by what ends, a payment by what is left.
    fn called_anew(&self, p: &Position, action: &Action) -> Option<String> {
        let engine = self.engine();
        let done = |action: &Action| {
            matches!(
                action,
                Action::Year(YearAction::Done)
                    | Action::March(MarchAction::Done)
                    | Action::Fight(FightAction::Done)
                    | Action::Siege(SiegeAction::Done)
            )
        };
        if done(action) {
            return self.end_of(p).map(str::to_string);
        }
        match (*action, p.play.steps.top()) {
            (Action::March(a @ MarchAction::PayAll), Step::March(MarchStep::Pay(payer))) => {
                let [price, left] = engine.bill_for(p, payer, a)?;
                Some(format!("Pay {price} for supply, {left} left"))
            }
            (Action::March(MarchAction::Detach(at, kind, n)), _) => {
                let kind = IN_CORPS.get(usize::from(kind.0)).map_or("factors", |k| kind_text(*k));
                // Cavalry and guard that stand in a city are infantry from then on (empires 7.3.3.2).
                let anew = match kind {
                    "guard" | "cavalry" => " · they become infantry",
                    _ => "",
                };
                Some(format!("Leave {n} {kind} {}{anew}", self.post_name(p, at, "in", "on")))
            }
            (Action::March(MarchAction::Absorb(at, kind, n)), _) => {
                let kind = IN_CORPS.get(usize::from(kind.0)).map_or("factors", |k| kind_text(*k));
                Some(format!("Take up {n} {kind} {}", self.post_name(p, at, "from", "from")))
            }
            (Action::Fight(FightAction::Attack { area, trivial }), _) => {
                let [a, d] = engine.opponents(p, area).map(|set| self.power_names(set));
                let offer = if trivial { ", and offer to make it a trivial combat" } else { "" };
                let place = engine.area_name(area);
                Some(format!("Fight at {place}{offer} · {a} against {d}, {}", self.corps_there(p, area)))
            }
            _ => None,
        }
    }

    /// The corps of both sides in the field of an area: `3 corps against 2`.
    fn corps_there(&self, p: &Position, area: AreaId) -> String {
        let [a, d] = self.engine().opponents(p, area).map(|set| {
            let here = p.corps_at(Spot::Field(area)).filter(|b| set >> p.corps[*b].power.min(7) & 1 == 1);
            here.count()
        });
        format!("{a} corps against {d}")
    }

    /// The city or the depot of the area that the counter on the march is in: `in the city of Ulm`.
    fn post_name(&self, p: &Position, at: At, city: &str, depot: &str) -> String {
        let place = self.engine().area_name(p.marching.march.at).to_string();
        match at {
            At::City => format!("{city} the city of {place}"),
            At::Depot => format!("{depot} the depot at {place}"),
        }
    }

    /// What ends with the step that is asked.
    fn end_of(&self, p: &Position) -> Option<&'static str> {
        Some(match p.play.steps.top() {
            Step::Year(YearStep::Politics) => "Put the pen down: no more politics this month",
            Step::Year(YearStep::Combine) => "Announce no more combined movement",
            Step::Year(YearStep::Naval { .. }) => "End your fleets' moves",
            Step::Year(YearStep::Reinforce { .. }) => "End your reinforcements",
            Step::March(MarchStep::Remove(_)) => "Take no more depots up",
            Step::March(MarchStep::Place(_)) => "Place no more depots",
            Step::March(MarchStep::Pick(_)) => "End your movement",
            Step::March(MarchStep::Pay(_)) => "Pay no more; those unpaid forage",
            Step::March(MarchStep::Settle { .. }) => "Do not besiege the city",
            Step::March(MarchStep::Refuge { .. } | MarchStep::Retire { .. }) => {
                "Nobody else goes into the city"
            }
            Step::March(MarchStep::Fill { .. }) => "Put no more into the city",
            Step::Fight(FightStep::Next) => "End your combats",
            Step::Fight(FightStep::Sally) => "Nobody else comes out of the city",
            Step::Fight(FightStep::Divide) => "Nobody else goes round the flank",
            Step::Fight(FightStep::Reinforce) => "Nobody else tries to reinforce",
            Step::Fight(FightStep::Bring) => "Bring nobody else",
            Step::Fight(FightStep::City) => "Leave the city as it is",
            Step::Siege(SiegeStep::Pick(_)) => "No more assaults and no more attacks from cities",
            Step::Siege(SiegeStep::Occupy) => "Put nobody else into the city",
            Step::Siege(SiegeStep::StepOut(_)) => "Nobody else comes out of the city",
            Step::Siege(SiegeStep::Hunt(_)) => "Hunt no more guerillas",
            _ => return None,
        })
    }

    /// What an action costs or brings.
    fn brings(&self, p: &Position, action: &Action) -> Option<String> {
        match *action {
            Action::Year(a) => self.year_brings(p, a),
            Action::March(a) => self.march_brings(p, a),
            Action::Fight(a) => self.fight_brings(p, a),
            Action::Siege(a) => self.siege_brings(p, a),
            Action::Loss(LossAction::Take(Source::Block(BlockId(b)), kind)) => {
                let block = usize::from(b);
                let factors = p.corps.get(block).map(|_| self.engine().factors(p, block))?;
                Some(format!("of {}", factors[kind]))
            }
            Action::Loss(_) => None,
        }
    }

    fn year_brings(&self, p: &Position, action: YearAction) -> Option<String> {
        let Step::Year(YearStep::Reinforce { power }) = p.play.steps.top() else {
            return match action {
                YearAction::War { .. } => Some(self.political(self.d.figures.war_points[0])),
                YearAction::Break { .. } => Some(self.political(self.d.figures.war_points[1])),
                _ => None,
            };
        };
        match action {
            YearAction::Buy { kind, count: n } => {
                let engine = self.engine();
                let price = engine.price_of(power, kind)?;
                let money = price.money * u16::from(n);
                let when = count(price.months, "month");
                Some(format!("{money} of {} money points, here in {when}", p.money[usize::from(power)]))
            }
            YearAction::Return { corps, .. } | YearAction::Dissolve { corps } => {
                let area = p.corps.get(usize::from(corps.0))?.spot.area()?;
                Some(format!("at {}", self.engine().area_name(area)))
            }
            _ => None,
        }
    }

    fn political(&self, points: i8) -> String {
        let word = if points.abs() == 1 { "political point" } else { "political points" };
        format!("{}{} {word}", if points < 0 { "−" } else { "+" }, points.abs())
    }

    fn march_brings(&self, p: &Position, action: MarchAction) -> Option<String> {
        let engine = self.engine();
        let name = |a: AreaId| engine.area_name(a);
        let march = &p.marching.march;
        match action {
            MarchAction::PlaceDepot(_) | MarchAction::PlaceOnFleet(_) => {
                let Step::March(MarchStep::Place(power)) = p.play.steps.top() else { return None };
                let money = p.money[usize::from(power)];
                let most = p.counters[usize::from(power)];
                let number = depots::count(&self.d, p, power) + 1;
                let cost = self.d.figures.depot.cost;
                Some(format!("{cost} of {money} money points, depot {number} of {most}"))
            }
            MarchAction::RemoveDepot(area) => {
                let guard = p.at(area).guard.total();
                (guard > 0).then(|| format!("with {} on it", count(guard, "factor")))
            }
            MarchAction::Pick(BlockId(b)) => {
                let area = p.corps.get(usize::from(b))?.spot.area()?;
                let points = movement::allowance(&self.d, p, b.into());
                Some(format!("from {}, {}", name(area), count(points, "movement point")))
            }
            MarchAction::Enter(area) => self.way_brings(p, area),
            MarchAction::Force => {
                let more = self.d.figures.forage.force_march;
                Some(format!("it must forage then, with {more:+} on the die"))
            }
            MarchAction::Stop(halt) => {
                let at = name(march.at);
                let foes = self.foes_at(p, march.power, march.at);
                Some(match halt {
                    Halt::Plain if !foes.is_empty() => format!("at {at}, where it attacks {foes}"),
                    _ => format!("at {at}"),
                })
            }
            MarchAction::Raze => {
                Some("its garrison surrenders".to_string()).filter(|_| p.at(march.at).guard.total() > 0)
            }
            MarchAction::Forage => self.forage_brings(p),
            MarchAction::Wait(NationId(payer)) => {
                let block = self.living(p)?;
                let picture = Picture::new(&self.d, p, payer);
                let chain = supply::chain(&self.d, p, &picture);
                let cost = paying::corps_cost(&self.d, p, &picture, &chain, block)?;
                let points = if cost <= 2 { "money point" } else { "money points" };
                let left = p.money.get(usize::from(payer))?;
                Some(format!("{} {points} of {left}, paid when all have moved", halves(cost)))
            }
            MarchAction::Pay(_) | MarchAction::PayPort(_) => {
                let Step::March(MarchStep::Pay(payer)) = p.play.steps.top() else { return None };
                let [price, left] = engine.bill_for(p, payer, action)?;
                Some(format!("{}, {left} left", count(price, "money point")))
            }
            MarchAction::BesiegedSupply(area) => {
                let spires = self.d.place(area).spires;
                Some(format!("harmless up to {spires}, then each point costs a factor"))
            }
            MarchAction::Join => {
                let Step::March(MarchStep::Others { by, .. }) = p.play.steps.top() else { return None };
                Some(format!("war with {}", engine.nation_name(by)))
            }
            _ => None,
        }
    }

    /// Points that a march takes, and what it meets at its end.
    fn way_brings(&self, p: &Position, area: AreaId) -> Option<String> {
        let left = p.marching.march.points;
        let (march, _) = (*self.engine().ways(p).get(area.index())?)?;
        let cost = left.saturating_sub(march.points);
        let mut out = format!("{cost} of {}", count(left, "movement point"));
        for means in self.way_means(p, area) {
            out = format!("{out}, {means}");
        }
        Some(out)
    }

    /// Powers with corps or irregulars in the field of an area; a force that stops there attacks them.
    fn foes_at(&self, p: &Position, power: u8, area: AreaId) -> String {
        let engine = self.engine();
        let there = |q: &u8| {
            let corps = p.corps_at(Spot::Field(area)).any(|b| p.corps[b].power == *q);
            p.at_war(power, *q)
                && (corps || p.at(area).irregulars[usize::from(*q)] > 0 && !engine.guerilla(*q))
        };
        let names: Vec<&str> =
            (0..crate::data::POWERS as u8).filter(there).map(|q| engine.nation_name(q)).collect();
        if names.is_empty() { String::new() } else { listed(&names, "and") }
    }

    /// The corps that a step asks how it lives.
    fn living(&self, p: &Position) -> Option<usize> {
        match p.play.steps.top() {
            Step::March(MarchStep::Living(b) | MarchStep::MustForage(b)) => Some(b.into()),
            _ => None,
        }
    }

    /// The die of foraging with all that is added, and the losses that may come of it.
    fn forage_brings(&self, p: &Position) -> Option<String> {
        let block = self.living(p)?;
        let more: i8 = self.engine().forage_terms(p, block).iter().sum();
        let value = i16::from(p.corps[block].ration.value);
        let worst = (6 + i16::from(more) - value).max(0);
        Some(match worst {
            0 => format!("die {more:+} against {value}: it costs nothing"),
            _ => format!("die {more:+} against {value}: it can cost up to {worst}"),
        })
    }

    fn fight_brings(&self, p: &Position, action: FightAction) -> Option<String> {
        let engine = self.engine();
        match action {
            FightAction::Order { .. } => None,
            FightAction::Pursue(true) => Some(format!("class {}", engine.pursuit_class(p)?)),
            FightAction::Help(BlockId(b)) => {
                let from = p.corps.get(usize::from(b))?.spot.area()?;
                let on = up_to(engine.help_rating(p, action)?);
                Some(format!("from {}, comes on {on}", engine.area_name(from)))
            }
            FightAction::HelpLeader(leader) => {
                let from = p.leaders.get(usize::from(leader.0))?.area()?;
                let on = up_to(engine.help_rating(p, action)?);
                Some(format!("from {}, comes on {on}", engine.area_name(from)))
            }
            FightAction::RollArrival => Some(format!("they arrive on {}", up_to(engine.arrival_rating(p)?))),
            FightAction::Flee(true) => Some(format!("each on {}", up_to(self.charts.irregular_upto as i8))),
            FightAction::Command(leader) => {
                let l = self.d.leaders.get(usize::from(leader.0))?;
                Some(format!("tactical rating {}, commands {} corps", l.tactical, l.corps))
            }
            _ => None,
        }
    }

    fn siege_brings(&self, p: &Position, action: SiegeAction) -> Option<String> {
        match action {
            SiegeAction::Assault(area) => {
                let fleches = self.d.place(area).fleches;
                (fleches > 0).then(|| format!("{} against the die", count(fleches, "fleche")))
            }
            SiegeAction::Hunt(area) => {
                let value = self.d.place(area).guerilla;
                Some(format!("kills them on more than {value}"))
            }
            SiegeAction::AskHonours => Some("the garrison marches off if they are granted".to_string()),
            SiegeAction::Surrender => {
                let all = p.at(p.siege.area).garrison.total();
                let corps = p.corps_at(Spot::City(p.siege.area)).count();
                Some(format!("{} and {corps} corps are prisoners", count(all, "loose factor")))
            }
            SiegeAction::Grant => Some("the city is yours, its garrison goes free".to_string()),
            _ => None,
        }
    }
}
