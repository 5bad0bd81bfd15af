//! Field, limited field and trivial combats (7.5.1 to 7.5.3, 7.5.4.2.3), in the order of the rulebook: [`muster`] picks the
//! combat and forms the sides, `chits` are steps 1 to 6, `round` steps 7 to 10, `reinforce` steps 11 and 12, `ending` and
//! `retreat` what follows a decision or a night, `after` step 14 and the city.

mod after;
mod chits;
mod ending;
mod force;
mod lines;
mod muster;
mod reinforce;
mod retreat;
mod round;
pub mod state;
mod words;

pub use lines::FightEvent;

use super::{Engine, Event};
use crate::play::combat::{AttackerChit, DefenderChit, Kind};
use crate::play::land::Position;
use crate::position::ids::{BlockId, LeaderId, NationId};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side, Sides};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use sandtable_ops::Id;
use serde::{Deserialize, Serialize};

/// Steps. Those that ask nobody only keep what comes next while losses are chosen or a force retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightStep {
    /// The phasing player picks the next combat (empires 7.5.1.3).
    Next,
    /// The owner of guerillas says whether they attack too (empires 7.5.1.2).
    Guerillas,
    /// The besieged say who comes out to help (empires 7.5.4.2.3).
    Sally,
    /// Commanders are found (10.6.1.1).
    Command,
    /// The other commander accepts a trivial combat or not (empires 7.5.3(b)).
    Accept,
    /// Step 1.
    Chits,
    /// Step 3.
    Divide,
    /// Steps 4 and 5.
    Show,
    /// Cossacks and freikorps that are attacked in a trivial combat try to get away or stand (10.1.2.2.3).
    Flee,
    /// Step 6, if anybody is left to fight.
    Open,
    /// Steps 7 and 8: what both order for the round.
    Orders,
    /// Step 8: artillery, after the losses of the guard.
    Guns,
    /// Step 9.
    Dice,
    /// Step 10, after the losses of a round.
    Count,
    /// Step 11.
    Reinforce,
    /// A leader who comes picks those whom he brings (empires 7.5.2.11.2).
    Bring,
    /// Step 12.
    Arrive,
    /// Step 13.
    Night,
    /// The victor pursues or not (empires 7.5.2.10.2).
    Pursue,
    /// After the losses of a pursuit.
    Pursued,
    /// Both sides leave after a day: the second follows.
    BothLeave,
    /// A force retreats (empires 7.5.2.10.3).
    Retreat,
    /// Relievers go back to an area that they came from (empires 7.5.4.2.3.1.1).
    Return,
    /// Emptied corps go (empires 7.5.5).
    Clear,
    /// Step 14.
    Depot,
    /// Forces occupy the city, step out of it or besiege it (empires 7.5.1.3(b), empires 7.5.4(c)).
    City,
}

/// What is done with an enemy depot (empires 7.5.2.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It stays.
    Leave,
    /// It is destroyed.
    Destroy,
    /// It is made one's own.
    Convert,
}

/// A factor that comes out of the city: whose, and infantry (0), militia (1) or irregulars (2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sallying(pub NationId, pub u8);

/// A corps that goes round the flank, whose face its commander may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flanker(pub BlockId);

/// A kind of factor that is named by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KindLetter(pub Kind);

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FightAction {
    /// Fights the combat of an area next, perhaps offering to make it trivial.
    Attack { area: AreaId, trivial: bool },
    /// Leaves guerillas alone.
    LetBe(AreaId),
    /// Guerillas attack, or do not.
    Join(bool),
    /// A besieged corps comes out.
    Sally(BlockId),
    /// A factor comes out of the city.
    SallyFactor(Sallying),
    /// Picks the commander.
    Command(LeaderId),
    /// Accepts a trivial combat, or does not.
    Agree(bool),
    /// The attacker's chit.
    Attacker(AttackerChit),
    /// The defender's chit.
    Defender(DefenderChit),
    /// A corps goes round the flank.
    Around(Flanker),
    /// Cossacks or freikorps try to get away, or do not.
    Flee(bool),
    /// The tactical rating that is stated, and levels of guard.
    Order { tactical: u8, guard: u8 },
    /// Pursues, or does not.
    Pursue(bool),
    /// The next area of a retreat.
    Retreat(AreaId),
    /// A corps tries to reinforce by itself.
    Help(BlockId),
    /// A leader tries to reinforce with those whom he will pick.
    HelpLeader(LeaderId),
    /// He brings a corps.
    Bring(BlockId),
    /// He brings another leader.
    BringLeader(LeaderId),
    /// He brings a cossack, freikorps or guerilla.
    BringIrregular,
    /// Rolls for the outflankers.
    RollArrival,
    /// Withdraws after the day (true) or fights on.
    Night(bool),
    /// What becomes of the depot.
    Depot(Fate),
    /// A corps goes into the city.
    Enter(BlockId),
    /// A corps comes out of it.
    Exit(BlockId),
    /// A leader goes into the city.
    LeaderIn(LeaderId),
    /// A leader comes out of it.
    LeaderOut(LeaderId),
    /// A corps drops a factor in the city.
    Detach(BlockId, KindLetter),
    /// A cossack, freikorps or guerilla goes into the city.
    Station,
    /// The city is besieged.
    Besiege,
    /// Nothing more.
    Done,
}

/// Combat in the open.
pub struct FightPhase;

impl Engine<'_> {
    /// The combats of a sequence begin once movement and supply are over (empires 7.5).
    pub(super) fn fight_enter(&self, p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {
        p.play.push(crate::position::Step::Fight(FightStep::Next));
    }

    /// Goes on to another step of the combat.
    fn go(&self, p: &mut Position, step: FightStep) {
        p.play.replace(crate::position::Step::Fight(step));
    }

    fn each_block(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.d.corps.len()).map(BlockId::of)
    }

    fn each_leader(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.d.leaders.len()).map(LeaderId::of)
    }

    /// Hides what other sides have chosen in secret; that they have chosen shows.
    pub(crate) fn fight_hide(&self, p: &mut Position, power: u8) {
        let shown = p.fight.shown;
        let step = p.play.steps.top();
        for camp in p.fight.camps.iter_mut().filter(|c| !c.has(power)) {
            if !shown {
                camp.chit = 0;
            }
            if step == crate::position::Step::Fight(FightStep::Orders) {
                (camp.stated, camp.committed) = (0, 0);
            }
            if step == crate::position::Step::Fight(FightStep::Night) {
                camp.withdraws = false;
            }
        }
    }

    /// Whether several choose at a step in secret, to be shown together.
    pub(crate) fn fight_secret(&self, step: FightStep) -> bool {
        matches!(step, FightStep::Chits | FightStep::Orders | FightStep::Night)
    }
}

impl Module<FightPhase> for Engine<'_> {
    type Step = FightStep;
    type Action = FightAction;
    type Event = FightEvent;

    fn run(&self, p: &mut Position, step: FightStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        use FightStep::*;
        Flow::ask_if(match step {
            Next => self.run_next(p, events),
            Guerillas => self.run_guerillas(p),
            Sally => self.run_sally(p),
            Command => self.run_command(p, dice, events),
            Accept => self.run_accept(p),
            Chits => self.run_chits(p, events),
            Divide => self.run_divide(p),
            Show => self.run_show(p, dice, events),
            Flee => self.run_flee(p),
            Open => self.run_open(p, events),
            Orders => self.run_orders(p, dice, events),
            Guns => self.run_guns(p, dice, events),
            Dice => self.run_dice(p, dice, events),
            Count => self.run_count(p, events),
            Reinforce => self.run_reinforce(p),
            Bring => self.run_bring(p, events),
            Arrive => self.run_arrive(p, events),
            Night => self.run_night(p, events),
            Pursue => self.run_pursue(p),
            Pursued => self.run_pursued(p, events),
            BothLeave => self.run_both_leave(p),
            Retreat => self.run_retreat(p, events),
            Return => self.run_return(p, events),
            Clear => self.run_clear(p, events),
            Depot => self.run_depot(p, events),
            City => self.run_city(p, events),
        })
    }

    fn decision(&self, p: &Position, step: FightStep) -> Decision {
        use FightStep::*;
        let (rule, what) = match step {
            Next if p.play.attacks.is_empty() => ("7.5", "end your combats"),
            Next => ("7.5.1.3", "choose the next combat"),
            Guerillas => ("7.5.1.2", "say whether the guerillas attack too"),
            Sally => ("7.5.4.2.3", "choose who comes out of the city to help"),
            Command => ("7.5.2.9.1(c)", "choose the commander"),
            Accept => ("7.5.3(b)", "accept a trivial combat, or have it fought in full"),
            Chits => ("7.5.2.1", "pick a chit"),
            Divide => ("7.5.2.3", "choose who goes round the flank"),
            Flee => ("7.5.2.5.2.2(b)", "say whether the cossacks or freikorps try to get away"),
            Orders => ("7.5.2.9.1.2", "give orders for the round"),
            Reinforce => ("7.5.2.11", "try to reinforce, or do not"),
            Bring => ("7.5.2.11.2", "choose whom the leader brings"),
            Arrive => ("7.5.2.12.1", "roll for the outflankers"),
            Night => ("7.5.2.13", "fight on or withdraw"),
            Pursue => ("7.5.2.10.2", "pursue or not"),
            Retreat => ("7.5.2.10.3", "choose where the force retreats"),
            Return => ("7.5.4.2.3.1.1", "choose the area to which the relievers return"),
            Depot => ("7.5.2.14", "choose what becomes of the enemy depot"),
            City => ("7.5.1.3(b)", "occupy or besiege the city, or do not"),
            Show | Open | Guns | Dice | Count | Pursued | BothLeave | Clear => {
                ("7.5.2", "go on with the combat")
            }
        };
        let mut sides = Sides::default();
        if self.fight_secret(step) {
            for camp in p.fight.camps.iter().filter(|c| !c.chosen && c.hand != state::NONE) {
                sides = sides.with(Side(camp.hand));
            }
        } else if p.fight.asks != state::NONE {
            sides = sides.with(Side(p.fight.asks));
        }
        Decision::Decide { sides, rule, what }
    }

    fn offers(&self, p: &Position, step: FightStep, side: Side, out: &mut Offers<'_, FightAction>) {
        use FightStep::*;
        match step {
            Next => self.list_next(p, out),
            Guerillas => out.candidates([true, false].map(FightAction::Join)),
            Sally => self.list_sally(p, out),
            Command => out.candidates(self.each_leader().map(FightAction::Command)),
            Accept => out.candidates([true, false].map(FightAction::Agree)),
            Chits => {
                out.candidates(AttackerChit::ALL.map(FightAction::Attacker));
                out.candidates(DefenderChit::ALL.map(FightAction::Defender));
            }
            Divide => {
                out.candidate(FightAction::Done);
                out.candidates(self.each_block().map(|b| FightAction::Around(Flanker(b))));
            }
            Flee => out.candidates([true, false].map(FightAction::Flee)),
            Orders => self.list_orders(p, side.0, out),
            Reinforce => self.list_help(out),
            Bring => self.list_bring(out),
            Arrive => out.candidate(FightAction::RollArrival),
            Night => out.candidates([false, true].map(FightAction::Night)),
            Pursue => out.candidates([true, false].map(FightAction::Pursue)),
            Retreat => out.all_legal(self.next_areas(p).into_iter().map(FightAction::Retreat)),
            Return => out.all_legal(self.origins(p).iter().map(FightAction::Retreat)),
            Depot => out.candidates([Fate::Leave, Fate::Destroy, Fate::Convert].map(FightAction::Depot)),
            City => self.list_city(p, out),
            Show | Open | Guns | Dice | Count | Pursued | BothLeave | Clear => {}
        }
    }

    fn refuse(&self, p: &Position, step: FightStep, side: Side, action: &FightAction) -> Option<Refusal> {
        use FightStep::*;
        let (power, action) = (side.0, *action);
        match step {
            Next => self.refuse_next(p, power, action),
            Guerillas if matches!(action, FightAction::Join(_)) => None,
            Sally => self.refuse_sally(p, power, action),
            Command => self.refuse_command(p, power, action),
            Accept if matches!(action, FightAction::Agree(_)) => None,
            Chits => self.refuse_chit(p, power, action),
            Divide => self.refuse_divide(p, action),
            Flee if matches!(action, FightAction::Flee(_)) => None,
            Orders => self.refuse_order(p, power, action),
            Reinforce => self.refuse_help(p, power, action),
            Bring => self.refuse_bring(p, power, action),
            Arrive if action == FightAction::RollArrival => None,
            Night => self.refuse_night(p, power, action),
            Pursue if matches!(action, FightAction::Pursue(_)) => None,
            Retreat => self.refuse_retreat(p, action),
            Return => self.refuse_way_back(p, action),
            Depot => self.refuse_depot(p, power, action),
            City => self.refuse_city(p, power, action),
            _ => Some(self.not_asked(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: FightStep,
        side: Side,
        action: &FightAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        use FightStep::*;
        let (power, action) = (side.0, *action);
        match step {
            Next => self.take_next(p, action, events),
            Guerillas => self.take_guerillas(p, action, events),
            Sally => self.take_sally(p, action, events),
            Command => self.take_command(p, action),
            Accept => self.take_accept(p, action, events),
            Chits => self.take_chit(p, power, action),
            Divide => self.take_divide(p, action, events),
            Flee => self.take_flee(p, action, dice, events),
            Orders => self.take_order(p, power, action),
            Reinforce => self.take_help(p, power, action, dice, events),
            Bring => self.take_bring(p, power, action, events),
            Arrive => self.take_arrive(p, dice, events),
            Night => self.take_night(p, power, action),
            Pursue => self.take_pursue(p, action, dice, events),
            Retreat => self.take_retreat(p, action, events),
            Return => self.take_return(p, action, events),
            Depot => self.take_depot(p, power, action, events),
            City => self.take_city(p, power, action, events),
            Show | Open | Guns | Dice | Count | Pursued | BothLeave | Clear => {}
        }
    }

    fn line(&self, event: &FightEvent, viewer: Viewer) -> Option<Line> {
        self.fight_line(event, viewer)
    }
}
