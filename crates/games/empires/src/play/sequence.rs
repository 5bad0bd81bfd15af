//! The sequence of play (7.1.3): months, slots, and the five steps of each slot.

use super::fight::FightStep;
use super::march::MarchStep;
use super::siege::SiegeStep;
use super::year::YearStep;
use super::{Action, Engine, Event};
use crate::data::POWERS;
use crate::play::land::{AreaSet, Position};
use crate::position::{Blocks, Phase, Ration, Step};
use sandtable_board::AreaId;
use sandtable_core::game::{Line, Outcome, Side};
use sandtable_core::machine::{self, Flow, Sequence};
use sandtable_core::view::Viewer;
use sandtable_core::{Dice, Illegal, Refusal};

impl Engine<'_> {
    /// Begins the first month.
    pub fn begin(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.play.phase = Phase::Month;
        self.enter(p, dice, events);
        machine::run(self, p, dice, events);
    }

    /// Goes on to the next phase.
    pub(super) fn next_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        p.play.phase = match p.play.phase {
            Month => Politics,
            Politics => Combine,
            Combine => Naval,
            Naval => Reinforcement,
            Reinforcement => Slots,
            Slots => Begins,
            Begins => Depots,
            Depots => Order,
            Order => Movement,
            Movement => Moved,
            Moved => Paying,
            Paying => Besieged,
            Besieged => Combats,
            Combats => Sieges,
            Sieges => Guerillas,
            // All steps of a slot are finished before the next begins (empires 7.1.3(b)).
            Guerillas => {
                p.play.slot += 1;
                if p.play.phasing() != 0 { Begins } else { Conquest }
            }
            Conquest => Count,
            Count if p.play.turn + 1 < p.play.turns => {
                p.play.turn += 1;
                p.month += 1;
                Month
            }
            Count | Over => Over,
        };
        self.enter(p, dice, events);
    }

    fn enter(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        match p.play.phase {
            Month | Politics | Combine | Naval | Reinforcement | Slots | Conquest | Count => {
                self.year_enter(p, dice, events);
            }
            Begins => self.begin_sequence(p),
            Depots | Order | Movement | Moved | Paying | Besieged => self.march_enter(p, dice, events),
            Combats => self.fight_enter(p, dice, events),
            Sieges | Guerillas => self.siege_enter(p),
            Over => {}
        }
    }

    /// A slot begins: nothing of it has moved or fought.
    pub(crate) fn begin_sequence(&self, p: &mut Position) {
        let phasing = p.play.phasing();
        p.play.moved = Blocks::NONE;
        p.play.attacks = AreaSet::NONE;
        p.play.fought = Blocks::NONE;
        p.play.engaged = Blocks::NONE;
        p.play.rode = [AreaSet::NONE; POWERS];
        p.play.forded = AreaSet::NONE;
        p.play.won = AreaSet::NONE;
        p.play.stormed = AreaSet::NONE;
        p.play.movers = [u8::MAX; POWERS];
        p.play.moving = 0;
        for power in (0..POWERS as u8).filter(|q| phasing >> q & 1 == 1) {
            p.play.movers[usize::from(p.play.moving)] = power;
            p.play.moving += 1;
        }
        for corps in &mut p.corps {
            corps.ration = Ration::NONE;
            if let Some(area) = corps.spot.area() {
                corps.ration.from = area;
            }
        }
        for ground in &mut p.ground {
            ground.tired = 0;
        }
    }

    /// Whether a player was asked at a step and has to end it, though nothing may be left to do.
    fn waits_for_end(&self, p: &Position, step: Step) -> bool {
        let ends = match step {
            Step::Year(s) => matches!(s, YearStep::Naval { .. } | YearStep::Reinforce { .. }),
            Step::March(MarchStep::Retire { turn, .. }) => usize::from(turn) < POWERS,
            Step::March(s) => {
                use MarchStep::{Fill, Pay, Pick, Place, Refuge, Remove};
                matches!(s, Remove(_) | Place(_) | Pick(_) | Pay(_) | Refuge { .. } | Fill { .. })
            }
            // Several players are asked at one step, each until they end it.
            Step::Fight(FightStep::Sally | FightStep::Reinforce | FightStep::City) => {
                usize::from(p.fight.asks) < POWERS && p.fight.asked >> p.fight.asks & 1 == 0
            }
            Step::Fight(s) => s == FightStep::Bring,
            Step::Siege(s) => {
                use SiegeStep::{Hunt, Occupy, Pick, StepOut};
                matches!(s, Pick(_) | StepOut(_) | Hunt(_) | Occupy)
            }
            Step::Go | Step::Loss => false,
        };
        ends && p.play.is_begun()
    }
}

impl Sequence for Engine<'_> {
    fn result(&self, p: &Position) -> Outcome {
        self.outcome(p)
    }

    fn not_yours(&self) -> &'static str {
        "it is another power's decision"
    }

    fn worded(&self, p: &Position, _: Side, _: &Action, refusal: &Refusal) -> Illegal {
        let corps = |block| self.block_name(p, usize::from(block));
        refusal.breach(corps, |area| self.area_id(AreaId(area)).to_string()).into()
    }

    fn go_on(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        if p.play.phase == Phase::Over {
            return Flow::Ask;
        }
        self.next_phase(p, dice, events);
        Flow::Next
    }

    fn before_step(
        &self,
        p: &mut Position,
        step: Step,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> Option<Flow> {
        if !p.play.rules.player_ends {
            return None;
        }
        if self.waits_for_end(p, step) {
            if let Step::Year(YearStep::Reinforce { power }) = step {
                self.arrive_due(p, power, events);
            }
            return Some(Flow::Ask);
        }
        p.play.note_begun(false);
        None
    }

    fn asked(&self, p: &mut Position) {
        if p.play.rules.player_ends {
            p.play.note_begun(true);
        }
    }

    fn after_run(&self, p: &mut Position) {
        self.watch_capitals(p);
    }

    fn line(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        match event {
            Event::Common(e) => Some(self.common_line(e, viewer)),
            _ => None,
        }
    }
}
