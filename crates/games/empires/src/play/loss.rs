//! Which factors are lost (7.5.2.9.2, 7.5.2.10.2.3, 7.4.1.3, 7.4.5.2): every power gives up its own, one by one or the rest
//! at once.

pub mod state;
pub mod words;

use super::common::IN_CORPS;
use super::{Engine, Event};
use crate::data::{FACTORS, POWERS};
use crate::play::combat::losses::CHEAPEST_FIRST;
use crate::play::combat::{Factors, Kind};
use crate::play::land::garrison::{self, At};
use crate::play::land::loose::{IN_CITY, ON_DEPOT};
use crate::play::land::{Loose, Position};
use crate::position::Step;
use crate::position::ids::{BlockId, NationId};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side, Sides};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use sandtable_ops::ArrayList;
use sandtable_ops::Id;
use serde::{Deserialize, Serialize};
use state::{Losses, MINOR, NO_PURSE, Owes, Why};

/// Where a factor is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A corps.
    Block(BlockId),
    /// A nation's factors in the city of the area.
    City(NationId),
    /// A nation's factors on the depot of the area.
    Guard(NationId),
    /// Irregulars outside the city.
    Field,
}

/// What a power gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossAction {
    /// One factor.
    Take(Source, Kind),
    /// All that is still due, the cheapest first.
    Rest,
}

/// What was lost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum LossEvent {
    /// A power (the minor's place for a neutral minor) loses factors.
    Lost { power: u8, factors: Factors, why: Why, area: AreaId },
}

/// Losses.
pub struct LossPhase;

/// The sort of a factor in a pursuit: cavalry, others, militia.
fn purse(kind: Kind) -> u8 {
    match kind {
        Kind::Militia => 2,
        k if k.is_cavalry() => 0,
        _ => 1,
    }
}

/// The place of a kind in a garrison.
fn place(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Infantry => Some(0),
        Kind::Militia => Some(1),
        Kind::Cossack | Kind::Freikorps | Kind::Guerilla => Some(2),
        _ => None,
    }
}

fn of_loose(l: Loose, kind: Kind) -> u16 {
    place(kind).map_or(0, |at| l.counts()[at].into())
}

impl Engine<'_> {
    /// Demands losses: each power chooses, unless it owes nothing or everything that it has. What is owed beyond what is there
    /// is dropped.
    pub fn demand(&self, p: &mut Position, losses: Losses) {
        p.losses = losses;
        for index in 0..=MINOR {
            let pool = self.pool(p, index);
            let owes = &mut p.losses.owes[index];
            if losses.why == Why::Pursuit {
                if crate::play::combat::pursuit::can_pay(self.charts, pool) < owes.left {
                    owes.left = crate::play::combat::pursuit::can_pay(self.charts, pool);
                }
            } else {
                owes.left = owes.left.min(pool.total());
                owes.cavalry = owes.cavalry.min(pool.cavalry()).min(owes.left);
            }
        }
        p.play.push(Step::Loss);
    }

    /// Who owes at an index: a power, or the one that runs the minor.
    fn debtor(&self, p: &Position, index: usize) -> Option<u8> {
        if index == MINOR { self.hand(p, p.losses.minor) } else { Some(index as u8) }
    }

    /// The index for which a power gives up factors now.
    fn index(&self, p: &Position, power: u8) -> Option<usize> {
        (0..=MINOR).find(|i| p.losses.owes[*i].left > 0 && self.debtor(p, *i) == Some(power))
    }

    /// What a power still has to give up: factors, or losses of a pursuit.
    pub(crate) fn due_of(&self, p: &Position, power: u8) -> u16 {
        self.index(p, power).map_or(0, |i| p.losses.owes[i].left)
    }

    fn nation(&self, p: &Position, index: usize) -> u8 {
        if index == MINOR { p.losses.minor } else { index as u8 }
    }

    /// Whether a nation's loose factors are lost for an index: its own, and those of free states for their power.
    fn pays(&self, p: &Position, index: usize, nation: u8) -> bool {
        match p.power_of(nation) {
            Some(power) => index == usize::from(power),
            None => index == MINOR && nation == p.losses.minor,
        }
    }

    /// How many factors of a kind a source can still give.
    fn count(&self, p: &Position, index: usize, source: Source, kind: Kind) -> u16 {
        let owes = &p.losses.owes[index];
        let ground = p.at(p.losses.area);
        if p.losses.why == Why::Guard && kind != Kind::Guard {
            return 0;
        }
        // Garrisons of cities and depots have irregulars of the power whose factors they are.
        let irregular = matches!(kind, Kind::Cossack | Kind::Freikorps | Kind::Guerilla) && index != MINOR;
        let right_kind = !irregular || kind == self.irregular_kind(index as u8);
        match source {
            Source::Block(BlockId(b)) => {
                let block = usize::from(b);
                let listed = owes.blocks.has(block) || owes.later.has(block);
                let at = IN_CORPS.iter().position(|k| *k == kind);
                at.filter(|_| listed).map_or(0, |i| u16::from(p.corps[block].factors[i]))
            }
            // empires 7.5.4.1.3.3: whose factors they are chooses among them, a power for its free states, too.
            Source::City(NationId(n)) if owes.city && right_kind && self.pays(p, index, n) => {
                of_loose(ground.garrison.of(n), kind).min(of_loose(p.losses.out.of(n), kind))
            }
            Source::Guard(NationId(n)) if owes.guard && right_kind && self.pays(p, index, n) => {
                of_loose(ground.guard.of(n), kind)
            }
            Source::Field if owes.field && irregular && right_kind => u16::from(ground.irregulars[index]),
            _ => 0,
        }
    }

    /// Where factors can come from, and whether only when nothing else is left; irregulars, of whom some may pin while others
    /// ride round the flank, once no more of them pin.
    fn sources(&self, p: &Position, index: usize) -> impl Iterator<Item = (Source, bool)> + use<> {
        let owes = p.losses.owes[index];
        let blocks = owes.blocks.iter().map(|b| (Source::Block(BlockId::of(b)), false));
        let later = owes.later.iter().map(|b| (Source::Block(BlockId::of(b)), true));
        let riders = p.at(p.losses.area).irregulars.get(index).copied().unwrap_or(0);
        let around = owes.field_later > 0 && riders <= owes.field_later;
        let ground = p.at(p.losses.area);
        let city: ArrayList<u8, IN_CITY> =
            ground.garrison.nations().filter(|n| self.pays(p, index, *n)).collect();
        let guard: ArrayList<u8, ON_DEPOT> =
            ground.guard.nations().filter(|n| self.pays(p, index, *n)).collect();
        let city = city.into_iter().map(|n| (Source::City(NationId(n)), false));
        let guard = guard.into_iter().map(|n| (Source::Guard(NationId(n)), false));
        blocks.chain(city).chain(guard).chain([(Source::Field, around)]).chain(later)
    }

    /// Everything from which losses at an index are paid.
    fn pool(&self, p: &Position, index: usize) -> Factors {
        let mut out = Factors::NONE;
        for (source, _) in self.sources(p, index) {
            for kind in Kind::ALL {
                out[kind] += self.count(p, index, source, kind);
            }
        }
        out
    }

    /// What of it pays first (empires 7.5.2.10.1.2.2).
    fn first_pool(&self, p: &Position, index: usize) -> Factors {
        let owes = &p.losses.owes[index];
        let mut out = Factors::NONE;
        for (source, _) in self.sources(p, index).filter(|(_, later)| !later) {
            let around = if source == Source::Field { u16::from(owes.field_later) } else { 0 };
            for kind in Kind::ALL {
                out[kind] += self.count(p, index, source, kind).saturating_sub(around);
            }
        }
        out
    }

    /// Whether all that a power could give up is of one kind and from one place.
    fn no_choice(&self, p: &Position, index: usize) -> bool {
        let all = self.sources(p, index).flat_map(|(s, _)| Kind::ALL.map(|k| (s, k)));
        all.filter(|(s, k)| self.count(p, index, *s, *k) > 0).count() == 1
    }

    /// Whether losses that are taken without a question would tell others that the factors of a hidden corps are alike. In
    /// combat everything lies open.
    fn may_tell(&self, p: &Position, index: usize) -> bool {
        let hidden = matches!(p.losses.why, Why::Forage | Why::Besieged | Why::Sortie);
        hidden && !p.losses.owes[index].blocks.is_empty()
    }

    fn refuse_loss(&self, p: &Position, index: usize, source: Source, kind: Kind) -> Option<Refusal> {
        let owes: &Owes = &p.losses.owes[index];
        let fits = match source {
            Source::Block(BlockId(b)) => usize::from(b) < crate::play::land::position::CORPS,
            _ => true,
        };
        if !fits || self.count(p, index, source, kind) == 0 {
            return Some(Refusal::new("7.5.2.9.2", "there is no such factor to lose"));
        }
        let first = self.first_pool(p, index);
        let is_later = self.sources(p, index).any(|(s, later)| s == source && later);
        if is_later && !first.is_empty() {
            return Some(Refusal::new(
                "7.5.2.10.1.2.2",
                "outflankers who have not arrived lose factors only when the pinning force has none left",
            ));
        }
        let pool = if first.is_empty() { self.pool(p, index) } else { first };
        if p.losses.why == Why::Pursuit {
            return self.refuse_pursuit_loss(p, index, kind);
        }
        if owes.spare_militia && kind == Kind::Militia && pool.total() > pool[Kind::Militia] {
            return Some(Refusal::new(
                "7.5.2.9.2.1",
                "from a morale loss of 2.0 on militia goes only when nothing else is left",
            ));
        }
        if !kind.is_cavalry() && pool.cavalry() > 0 && owes.cavalry >= owes.left {
            return Some(Refusal::new("7.5.2.9.2.2", "a side that breaks loses at least one cavalry factor"));
        }
        None
    }

    /// Whether a factor may be the next one of a pursuit loss: units are paid in full (empires 7.5.2.10.2.3(b)).
    fn refuse_pursuit_loss(&self, p: &Position, index: usize, kind: Kind) -> Option<Refusal> {
        let owes = &p.losses.owes[index];
        let mine = purse(kind);
        if owes.wants > 0 {
            return (mine != owes.purse).then(|| {
                Refusal::new(
                    "7.5.2.10.2.3(b)",
                    "a loss is paid with one sort: 1 cavalry, 3 others or 6 militia",
                )
            });
        }
        let pool = self.pool(p, index);
        let have: u16 = Kind::ALL.into_iter().filter(|k| purse(*k) == mine).map(|k| pool[k]).sum();
        let price = self.charts.payment[usize::from(mine)];
        (have < price)
            .then(|| Refusal::new("7.5.2.10.2.3(b)", "there are not enough of this sort for a whole loss"))
    }

    fn tell_lost(&self, p: &Position, index: usize, factors: Factors, events: &mut Vec<Event>) {
        let power = self.nation(p, index);
        let (why, area) = (p.losses.why, p.losses.area);
        events.push(Event::Loss(LossEvent::Lost { power, factors, why, area }));
    }

    /// Gives up what is still due, the cheapest first, in an order that the rules allow.
    fn lose_rest(&self, p: &mut Position, index: usize, events: &mut Vec<Event>) {
        let mut lost = Factors::NONE;
        while p.losses.owes[index].left > 0 {
            let Some((source, kind)) = self.cheapest(p, index) else {
                p.losses.owes[index].left = 0;
                break;
            };
            self.lose(p, index, source, kind);
            lost[kind] += 1;
        }
        if !lost.is_empty() {
            self.tell_lost(p, index, lost, events);
        }
    }

    /// Gives up everything there is.
    fn lose_all(&self, p: &mut Position, index: usize, events: &mut Vec<Event>) {
        let lost = self.pool(p, index);
        for (source, _) in self.sources(p, index) {
            for kind in Kind::ALL {
                for _ in 0..self.count(p, index, source, kind) {
                    self.lose(p, index, source, kind);
                }
            }
        }
        let owes = &mut p.losses.owes[index];
        (owes.left, owes.wants, owes.purse) = (0, 0, NO_PURSE);
        if !lost.is_empty() {
            self.tell_lost(p, index, lost, events);
        }
    }

    fn cheapest(&self, p: &Position, index: usize) -> Option<(Source, Kind)> {
        let mut last = None;
        for kind in CHEAPEST_FIRST {
            // Within a kind the strongest corps gives first, so that no counter is emptied without need.
            let most = self
                .sources(p, index)
                .map(|(s, _)| s)
                .filter(|s| self.count(p, index, *s, kind) > 0)
                .max_by_key(|s| match s {
                    Source::Block(BlockId(b)) => p.corps[usize::from(*b)].total(),
                    _ => 0,
                });
            if let Some(source) = most {
                if self.refuse_loss(p, index, source, kind).is_none() {
                    return Some((source, kind));
                }
                last = last.or(Some((source, kind)));
            }
        }
        // Some other source of a kind may be allowed where the strongest is not; and what no whole unit pays is taken anyway.
        let any = self.sources(p, index).find_map(|(s, _)| {
            Kind::ALL
                .into_iter()
                .find(|k| self.count(p, index, s, *k) > 0 && self.refuse_loss(p, index, s, *k).is_none())
                .map(|k| (s, k))
        });
        any.or(last)
    }

    /// Takes one factor.
    fn lose(&self, p: &mut Position, index: usize, source: Source, kind: Kind) {
        let area = p.losses.area;
        match source {
            Source::Block(BlockId(b)) => {
                if let Some(at) = IN_CORPS.iter().position(|k| *k == kind) {
                    let n: &mut [u8; FACTORS] = &mut p.corps[usize::from(b)].factors;
                    n[at] = n[at].saturating_sub(1);
                }
            }
            Source::City(NationId(n)) | Source::Guard(NationId(n)) => {
                let one = Loose::some(n, place(kind).unwrap_or(usize::MAX), 1);
                if matches!(source, Source::City(_)) {
                    garrison::take(p, area, At::City, one);
                    p.losses.out.take(one);
                } else {
                    garrison::take(p, area, At::Depot, one);
                }
            }
            Source::Field => {
                if index < POWERS {
                    let n = &mut p.at_mut(area).irregulars[index];
                    *n = n.saturating_sub(1);
                    // Of those in a combat the ones that pin go before those that went round the flank.
                    for camp in p.fight.camps.iter_mut().filter(|c| c.has(index as u8)) {
                        camp.late[index] = camp.late[index].saturating_sub(1);
                    }
                }
            }
        }
        let pursuit = p.losses.why == Why::Pursuit;
        let price = self.charts.payment[usize::from(purse(kind))] as u8;
        let owes = &mut p.losses.owes[index];
        if !pursuit {
            owes.left = owes.left.saturating_sub(1);
            owes.cavalry = owes.cavalry.saturating_sub(u16::from(kind.is_cavalry()));
            return;
        }
        if owes.wants == 0 {
            (owes.purse, owes.wants) = (purse(kind), price);
        }
        owes.wants -= 1;
        if owes.wants == 0 {
            (owes.purse, owes.left) = (NO_PURSE, owes.left.saturating_sub(1));
        }
    }
}

impl Module<LossPhase> for Engine<'_> {
    type Step = ();
    type Action = LossAction;
    type Event = LossEvent;

    fn run(&self, p: &mut Position, _: (), _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        for index in 0..=MINOR {
            let owes = p.losses.owes[index];
            if owes.left == 0 {
                continue;
            }
            let pool = self.pool(p, index);
            // A unit that has been begun is paid to its end first.
            let all = match p.losses.why {
                Why::Pursuit => {
                    owes.wants == 0 && crate::play::combat::pursuit::can_pay(self.charts, pool) <= owes.left
                }
                _ => pool.total() <= owes.left,
            };
            if all {
                self.lose_all(p, index, events);
            } else if self.debtor(p, index).is_none() || self.no_choice(p, index) && !self.may_tell(p, index)
            {
                self.lose_rest(p, index, events);
            }
        }
        let waits = p.losses.owes.iter().any(|o| o.left > 0);
        if !waits {
            p.losses = Losses::NONE;
            p.play.pop();
        }
        Flow::ask_if(waits)
    }

    fn decision(&self, p: &Position, _: ()) -> Decision {
        let mut sides = Sides::default();
        for index in 0..=MINOR {
            if p.losses.owes[index].left > 0
                && let Some(power) = self.debtor(p, index)
            {
                sides = sides.with(Side(power));
            }
        }
        let (rule, what) = match p.losses.why {
            Why::Round => ("7.5.2.9.2", "choose which factors the round costs"),
            Why::Guard => ("12.3.4", "choose which guard the commitment costs"),
            Why::Guns => ("12.3.5", "choose which factors the bombardment costs"),
            Why::Pursuit => ("7.5.2.10.2.3", "choose which factors the pursuit costs"),
            Why::Forage => ("7.4.1.3", "choose which factors foraging costs"),
            Why::Besieged => ("7.4.5.2", "choose which factors hunger costs in the siege"),
            Why::Sortie => ("7.5.4.1.2.1", "choose the factor that the sortie costs"),
        };
        Decision::Decide { sides, rule, what }
    }

    fn offers(&self, p: &Position, _: (), side: Side, out: &mut Offers<'_, LossAction>) {
        let Some(index) = self.index(p, side.0) else { return };
        out.legal(LossAction::Rest);
        for (source, _) in self.sources(p, index) {
            for kind in Kind::ALL {
                if self.count(p, index, source, kind) > 0
                    && self.refuse_loss(p, index, source, kind).is_none()
                {
                    out.legal(LossAction::Take(source, kind));
                }
            }
        }
    }

    fn refuse(&self, p: &Position, _: (), side: Side, action: &LossAction) -> Option<Refusal> {
        let Some(index) = self.index(p, side.0) else {
            return Some(Refusal::new("7.5.2.9.2", "you have no losses to choose"));
        };
        match *action {
            LossAction::Rest => None,
            LossAction::Take(source, kind) => self.refuse_loss(p, index, source, kind),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        _: (),
        side: Side,
        action: &LossAction,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let Some(index) = self.index(p, side.0) else { return };
        match *action {
            LossAction::Rest => self.lose_rest(p, index, events),
            LossAction::Take(source, kind) => {
                self.lose(p, index, source, kind);
                self.tell_lost(p, index, Factors::of(&[(kind, 1)]), events);
            }
        }
    }

    fn line(&self, event: &LossEvent, viewer: Viewer) -> Option<Line> {
        self.loss_line(event, viewer)
    }
}
