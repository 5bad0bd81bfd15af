//! Sieges (7.5.4), guerillas (7.6) and conquest (7.7).

mod attempt;
mod conquest;
mod fall;
mod forces;
mod guerillas;
mod sally;
pub mod state;
mod storm;
mod words;

use super::{Engine, Event};
use crate::data::POWERS;
use crate::play::combat::Kind;
use crate::play::combat::charts::Attempt;
use crate::play::combat::round::Form;
use crate::play::land::position::CORPS;
use crate::play::land::{AreaSet, Position, Spot};
use crate::position::ids::{BlockId, LeaderId, NationId};
use crate::position::{Phase, Step};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use serde::{Deserialize, Serialize};
use state::{AROUND, INSIDE, RoundResult, Siege};

/// What waits to be decided or done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiegeStep {
    /// A power of the slot picks a city.
    Pick(u8),
    /// A power says who goes out of the city; true for the one who began.
    Muster(u8, bool),
    /// The defender makes a sortie or not.
    Sortie,
    /// The factor that the sortie cost has been chosen.
    SortieOver,
    /// The walls are breached: the defender speaks.
    Plea,
    /// The besieger answers.
    Answer,
    /// The garrison marches off.
    Refuge,
    /// A combat begins.
    Begin,
    /// A round is fought.
    Round,
    /// Losses of the round have been chosen.
    RoundOver,
    /// The captor puts forces into the city.
    Occupy,
    /// The captor decides on the depot inside.
    Depot,
    /// Beaten besiegers retreat.
    Retreat,
    /// A power's corps may step out of the city that they have freed.
    StepOut(u8),
    /// It is over.
    Close,
    /// A power hunts guerillas.
    Hunt(u8),
    /// A power's guerillas rise.
    Rise(u8),
}

/// Factors that go out of the city: whose, of which kind, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sent(pub NationId, pub Kind, pub u8);

/// What a power may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiegeAction {
    /// Tries to assault a city.
    Assault(AreaId),
    /// Prepares a garrison attack.
    Sally(AreaId),
    /// A corps goes out.
    Join(BlockId),
    /// Factors go out of the city.
    Send(Sent),
    /// All of the power go out.
    Everybody,
    /// Those who have been named attack.
    Attack,
    /// Nobody attacks after all.
    StandDown,
    /// Makes a sortie.
    Sortie,
    /// Makes none.
    NoSortie,
    /// Asks for honours of war.
    AskHonours,
    /// Surrenders.
    Surrender,
    /// Fights.
    Fight,
    /// Grants honours of war.
    Grant,
    /// Refuses them.
    Refuse,
    /// Marches off to an area.
    MarchOff(AreaId),
    /// A corps goes into the taken city.
    Enter(BlockId),
    /// A corps leaves factors in it.
    Drop(BlockId, Kind, u8),
    /// Irregulars go into it.
    Post(u8),
    /// The depot inside is destroyed.
    Destroy,
    /// The depot inside is taken over.
    Convert,
    /// Beaten besiegers go to an area.
    Drive(AreaId),
    /// A corps steps out.
    Out(BlockId),
    /// A leader steps out.
    OutLeader(LeaderId),
    /// Hunts guerillas in a province.
    Hunt(AreaId),
    /// Rolls the dice of a round, or of guerillas that rise.
    Roll,
    /// No more of this.
    Done,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum SiegeEvent {
    Attempt { area: AreaId, power: u8, die: u8, modifier: i8, result: Attempt },
    Sortie { area: AreaId, nation: u8, die: u8, loser: u8 },
    NoSortie { area: AreaId, nation: u8 },
    Asks { area: AreaId, nation: u8 },
    Answers { area: AreaId, power: u8, granted: bool },
    Surrenders { area: AreaId, nation: u8 },
    Fights { area: AreaId, nation: u8 },
    MarchesOff { area: AreaId, nation: u8, to: AreaId },
    Begins { area: AreaId, sally: bool, leads: [u8; 2], factors: [u16; 2], morale: [i16; 2] },
    Round { area: AreaId, sally: bool, round: u8, leads: [u8; 2], result: RoundResult },
    Resumes { area: AreaId, sally: bool },
    Freed { area: AreaId },
    Falls { area: AreaId, by: u8, prisoners: u8 },
    Enters { area: AreaId, power: u8, def: u8 },
    Garrisons { area: AreaId, power: u8, factors: u8 },
    Depot { area: AreaId, power: u8, converted: bool },
    Retreats { from: AreaId, to: AreaId, nation: u8 },
    NoWayOut { area: AreaId, nation: u8, factors: u16 },
    StepsOut { area: AreaId, power: u8, def: u8 },
    LeaderOut { area: AreaId, leader: u8 },
    Guerillas { area: AreaId, die: u8, factors: u8 },
    Hunted { area: AreaId, power: u8, die: u8, modified: u8, killed: u8 },
    Conquered { minor: u8, power: u8 },
    Over { area: AreaId },
}

/// Sieges and guerillas.
pub struct SiegePhase;

/// Tells an event.
fn tell(events: &mut Vec<Event>, event: SiegeEvent) {
    events.push(Event::Siege(event));
}

/// Whether a number is a block at all.
fn is_block(block: u8) -> bool {
    usize::from(block) < CORPS
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn siege_enter(&self, p: &mut Position) {
        p.siege = Siege::NONE;
        let movers = p.play.movers;
        let movers = &movers[..usize::from(p.play.moving).min(POWERS)];
        if p.play.phase == Phase::Sieges {
            // The first of the slot comes on top.
            for power in movers.iter().rev() {
                p.play.push(Step::Siege(SiegeStep::Pick(*power)));
            }
        } else {
            self.guerilla_step(p, movers);
        }
    }

    /// Nothing here is chosen in secret; but where a garrison could go tells how full other cities are.
    pub(crate) fn siege_hide(&self, p: &mut Position, power: u8) {
        if p.siege.hand[INSIDE] != power {
            p.siege.refuges = AreaSet::NONE;
        }
    }

    /// Whether several choose at a step in secret, to be shown together.
    pub(crate) fn siege_secret(&self, _step: SiegeStep) -> bool {
        false
    }
}

impl Module<SiegePhase> for Engine<'_> {
    type Step = SiegeStep;
    type Action = SiegeAction;
    type Event = SiegeEvent;

    fn run(&self, p: &mut Position, step: SiegeStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        match step {
            SiegeStep::Sortie | SiegeStep::Plea | SiegeStep::Answer | SiegeStep::Muster(..) => {
                return Flow::Ask;
            }
            SiegeStep::Pick(q) | SiegeStep::StepOut(q) | SiegeStep::Hunt(q) => {
                if self.only_choice(p, Step::Siege(step), q).is_none() {
                    return Flow::Ask;
                }
                p.play.pop();
            }
            // Every power with a corps there is asked: who is asked must not show what its corps hold.
            SiegeStep::Occupy => {
                let (power, area) = (p.siege.hand[AROUND], p.siege.area);
                let riders = p.at(area).irregulars.get(usize::from(power)).is_some_and(|n| *n > 0);
                if riders || p.corps_at(Spot::Field(area)).any(|b| p.corps[b].power == power) {
                    return Flow::Ask;
                }
                p.play.pop();
            }
            SiegeStep::Depot => return Flow::ask_if(self.depot_run(p, events)),
            SiegeStep::Refuge => return Flow::ask_if(self.refuge_run(p)),
            SiegeStep::Retreat => return Flow::ask_if(self.retreat_run(p, events)),
            SiegeStep::SortieOver => self.sortie_over(p, events),
            SiegeStep::Begin => self.storm_begins(p, events),
            // Dice that fall in an action of their own can be taken back up to it, and thrown by hand.
            SiegeStep::Round if p.play.rules.player_ends => return Flow::Ask,
            SiegeStep::Round => self.storm_round(p, dice, events),
            SiegeStep::Rise(q) => {
                if p.play.rules.player_ends && self.may_rise(p, q) {
                    return Flow::Ask;
                }
                self.guerillas_rise(p, q, dice, events);
            }
            SiegeStep::RoundOver => self.storm_round_over(p, events),
            SiegeStep::Close => {
                if p.siege.is_fought() {
                    tell(events, SiegeEvent::Over { area: p.siege.area });
                }
                p.siege = Siege::NONE;
                self.lift_sieges(p, events);
                p.play.pop();
            }
        }
        Flow::Next
    }

    fn decision(&self, p: &Position, step: SiegeStep) -> Decision {
        let [besieger, defender] = p.siege.hand;
        let (who, rule, what) = match step {
            SiegeStep::Pick(q) => (q, "7.5.4.1", "choose a city to assault, or a garrison to attack with"),
            SiegeStep::Muster(q, _) => (q, "7.5.4.2.1.1", "choose who goes out against the besiegers"),
            SiegeStep::Sortie => (defender, "7.5.4.1.2.1", "make a sortie or not"),
            SiegeStep::Plea => {
                (defender, "7.5.4.1.2.3", "the walls are breached: honours of war, surrender or fight")
            }
            SiegeStep::Answer => (besieger, "7.5.4.1.2.3.1", "grant or refuse honours of war"),
            SiegeStep::Refuge => (defender, "7.5.4.1.2.3.1", "choose where the garrison marches to"),
            SiegeStep::Occupy => (besieger, "7.5.4.1.3.5", "put corps or factors into the city"),
            SiegeStep::Depot => (besieger, "7.4.3.4.5", "destroy or take over the depot in the city"),
            SiegeStep::Retreat => (defender, "7.5.2.10.3", "choose where the besiegers retreat to"),
            SiegeStep::StepOut(q) => (q, "7.5.4.2.1.5", "bring corps out of the city or leave them inside"),
            SiegeStep::Hunt(q) => (q, "7.6", "choose provinces where guerillas are hunted"),
            SiegeStep::Rise(q) => (q, "7.6", "roll for guerillas that rise"),
            // The attacker rolls: the besieger, or those who have come out.
            SiegeStep::Round => match p.siege.battle.setting.form {
                Form::GarrisonAttack => (defender, "7.5.4.2.1.1", "roll the next round"),
                _ => (besieger, "7.5.4.1.3.1", "roll the next round"),
            },
            // These never ask.
            SiegeStep::SortieOver | SiegeStep::Begin | SiegeStep::RoundOver | SiegeStep::Close => {
                (besieger, "7.5.4", "go on")
            }
        };
        Decision::one(Side(who.min(15)), rule, what)
    }

    fn offers(&self, p: &Position, step: SiegeStep, side: Side, out: &mut Offers<'_, SiegeAction>) {
        use SiegeAction as A;
        match step {
            SiegeStep::Pick(_) => {
                let besieged = self.d.board.areas().filter(|a| p.at(*a).besieged);
                out.candidates(besieged.flat_map(|a| [A::Assault(a), A::Sally(a)]));
                out.candidate(A::Done);
            }
            SiegeStep::Muster(..) => self.muster_wishes(p, side.0, out),
            SiegeStep::Sortie => out.candidates([A::Sortie, A::NoSortie]),
            SiegeStep::Plea => out.candidates([A::AskHonours, A::Surrender, A::Fight]),
            SiegeStep::Answer => out.candidates([A::Grant, A::Refuse]),
            SiegeStep::Refuge => out.candidates(p.siege.refuges.iter().map(A::MarchOff)),
            SiegeStep::Occupy => self.occupy_wishes(p, side.0, out),
            SiegeStep::Depot => out.candidates([A::Destroy, A::Convert]),
            SiegeStep::Retreat => out.candidates(self.siege_retreats(p).into_iter().map(A::Drive)),
            SiegeStep::StepOut(_) => self.step_out_wishes(p, out),
            SiegeStep::Hunt(_) => {
                out.candidates(self.d.board.areas().filter(|a| self.d.place(*a).guerilla > 0).map(A::Hunt));
                out.candidate(A::Done);
            }
            SiegeStep::Round | SiegeStep::Rise(_) => out.candidate(A::Roll),
            SiegeStep::SortieOver | SiegeStep::Begin | SiegeStep::RoundOver | SiegeStep::Close => {}
        }
    }

    fn refuse(&self, p: &Position, step: SiegeStep, side: Side, action: &SiegeAction) -> Option<Refusal> {
        use SiegeAction as A;
        let power = side.0;
        match (step, *action) {
            (SiegeStep::Pick(_), A::Assault(area)) => self.refuse_assault(p, power, area),
            (SiegeStep::Pick(_), A::Sally(area)) => self.refuse_garrison_attack(p, power, area),
            (SiegeStep::Muster(_, first), a) => self.refuse_muster(p, power, first, a),
            (SiegeStep::Sortie, A::Sortie | A::NoSortie) => None,
            (SiegeStep::Plea, A::AskHonours) => self.refuse_honours(p),
            (SiegeStep::Plea, A::Surrender | A::Fight) => None,
            (SiegeStep::Answer, A::Grant | A::Refuse) => None,
            (SiegeStep::Refuge, A::MarchOff(to)) => {
                let known = to.index() < self.d.board.len() && p.siege.refuges.has(to);
                (!known).then(|| {
                    let why = "the garrison goes to the nearest friendly city without a siege";
                    Refusal::new("7.5.4.1.2.3.1", why).at(to)
                })
            }
            (SiegeStep::Occupy, a @ (A::Enter(_) | A::Drop(..) | A::Post(_))) => {
                self.refuse_occupation(p, power, a)
            }
            (SiegeStep::Depot, A::Destroy) => None,
            (SiegeStep::Depot, A::Convert) => self.refuse_conversion(p, power),
            (SiegeStep::Retreat, A::Drive(to)) => (!self.siege_retreats(p).contains(&to)).then(|| {
                let why = "a beaten force goes to the adjacent area that is nearest to a depot of its own";
                Refusal::new("7.5.2.10.3.1", why).at(to)
            }),
            (SiegeStep::StepOut(_), a @ (A::Out(_) | A::OutLeader(_))) => self.refuse_step_out(p, power, a),
            (SiegeStep::Hunt(_), A::Hunt(area)) => self.refuse_hunt(p, power, area),
            (SiegeStep::Round | SiegeStep::Rise(_), A::Roll) => None,
            (
                SiegeStep::Pick(_) | SiegeStep::Occupy | SiegeStep::StepOut(_) | SiegeStep::Hunt(_),
                A::Done,
            ) => None,
            _ => Some(self.not_asked(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: SiegeStep,
        side: Side,
        action: &SiegeAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        use SiegeAction as A;
        let (area, nation) = (p.siege.area, p.siege.lead[INSIDE]);
        let (power, action) = (side.0, *action);
        match action {
            A::Assault(area) => self.attempt(p, power, area, dice, events),
            A::Sally(area) => self.sally(p, power, area),
            A::Join(_) | A::Send(..) | A::Everybody | A::Attack | A::StandDown => {
                self.muster_take(p, power, action);
            }
            A::Sortie => self.sortie(p, dice, events),
            A::NoSortie => {
                tell(events, SiegeEvent::NoSortie { area, nation });
                p.play.pop();
            }
            A::AskHonours => {
                tell(events, SiegeEvent::Asks { area, nation });
                p.play.replace(Step::Siege(SiegeStep::Answer));
            }
            A::Grant | A::Refuse => {
                let granted = action == A::Grant;
                tell(events, SiegeEvent::Answers { area, power, granted });
                p.siege.refused = !granted;
                let next = if granted { SiegeStep::Refuge } else { SiegeStep::Plea };
                p.play.replace(Step::Siege(next));
            }
            A::Surrender => {
                tell(events, SiegeEvent::Surrenders { area, nation });
                p.play.pop();
                self.city_falls(p, events);
            }
            A::Fight => {
                tell(events, SiegeEvent::Fights { area, nation });
                p.play.replace(Step::Siege(SiegeStep::Begin));
            }
            A::MarchOff(to) => self.march_off(p, to, events),
            A::Roll => match step {
                SiegeStep::Rise(q) => self.guerillas_rise(p, q, dice, events),
                _ => self.storm_round(p, dice, events),
            },
            A::Enter(_) | A::Drop(..) | A::Post(_) => self.occupy_take(p, power, action, events),
            A::Destroy | A::Convert => self.depot_take(p, power, action == A::Convert, events),
            A::Drive(to) => self.drive(p, to, events),
            A::Out(_) | A::OutLeader(_) => self.step_out_take(p, action, events),
            A::Hunt(area) => self.hunt(p, power, area, dice, events),
            A::Done => {
                debug_assert!(!matches!(step, SiegeStep::Plea));
                p.play.pop();
            }
        }
    }

    fn line(&self, event: &SiegeEvent, viewer: Viewer) -> Option<Line> {
        self.siege_line(event, viewer)
    }
}
