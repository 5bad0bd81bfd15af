//! The sequence of play (tannenberg 4): phases follow one another, each laying out the steps that players decide.

use crate::action::{Action, Event, ExitId, Mover};
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Contact, MARKERS, Marker, Phase, Position, Step, flag, option, told};
use crate::standard::zones::enemy;
use sandtable_core::game::{Illegal, Outcome, Side};
use sandtable_core::machine::{self, Flow, Module, Modules, Offers, Sequence};
use sandtable_core::phrase::Phrases;
use sandtable_core::{Breach, Decision, Dice, Refusal};

/// Events of one action, at most as a rule.
const LONGEST_LOG: usize = 256;

/// Ends the step that is open, as its player wants.
pub(super) fn end_step<A: Adds>(p: &mut Position<A>) {
    p.begun &= !p.top().ended_by_player();
    p.steps.pop();
}

/// Asks as long as there is something to decide.
pub(super) fn ask_while<A: Adds>(p: &mut Position<A>, asks: bool) -> Flow {
    if !asks {
        p.steps.pop();
    }
    Flow::ask_if(asks)
}

impl<A: Adds> Sequence for Engine<'_, A> {
    fn result(&self, p: &Position<A>) -> Outcome {
        self.own.outcome(self.data, p)
    }

    fn not_yours(&self) -> &'static str {
        "it is another player's decision"
    }

    fn worded(&self, _: &Position<A>, _: Side, action: &Action<A>, refusal: &Refusal) -> Illegal {
        let named = if self.exists(action) { self.named(*refusal, action) } else { *refusal };
        self.in_words(&named).into()
    }

    fn go_on(&self, p: &mut Position<A>, dice: &mut dyn Dice, events: &mut Vec<Event<A>>) -> Flow {
        if p.phase == Phase::Over {
            return Flow::Ask;
        }
        self.next_phase(p, dice, events);
        Flow::Next
    }

    fn before_step(
        &self,
        p: &mut Position<A>,
        step: Step<A>,
        _: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) -> Option<Flow> {
        // One growth for the first action, none later: a Player-Turn that runs by itself tells much.
        if events.capacity() < LONGEST_LOG {
            events.reserve(LONGEST_LOG);
        }
        let waits = p.plays(option::PLAYER_ENDS) && p.begun & step.ended_by_player() != 0;
        waits.then_some(Flow::Ask)
    }

    /// Once a player was asked, that player alone ends it, if that is agreed.
    fn asked(&self, p: &mut Position<A>) {
        if p.plays(option::PLAYER_ENDS) {
            p.begun |= p.top().ended_by_player();
        }
    }

    fn refuse_always(&self, _: &Position<A>, action: &Action<A>) -> Option<Refusal> {
        match action {
            // Words that end something else than what is open (tannenberg 4.0b).
            Action::End(ending) => Some(ending.not_open()),
            _ if self.exists(action) => None,
            _ => Some(Refusal::new("4.0b", "there is no such unit, hex or marker")),
        }
    }

    fn refuse_beside(&self, p: &Position<A>, _: Step<A>, _: Side, _: &Action<A>) -> Option<Refusal> {
        Some(self.not_now(p))
    }
}

/// The machine without the side: nothing hangs on it but whose turn it is.
impl<A: Adds> Engine<'_, A> {
    /// Who must decide what.
    pub fn decision(&self, p: &Position<A>) -> Decision {
        machine::decision(self, p)
    }

    /// Runs everything that needs no decision, until one is needed or the game is over.
    pub fn run(&self, p: &mut Position<A>, dice: &mut dyn Dice, events: &mut Vec<Event<A>>) {
        machine::run(self, p, dice, events);
    }

    /// Every legal action of the player who decides. The position is as that player's side sees it.
    pub fn list(&self, p: &Position<A>, out: &mut Vec<Action<A>>) {
        machine::list(self, p, Side(0), out);
    }

    /// Why an action may not be taken now; none if it may. The position is as the player's side sees it.
    pub fn refuse(&self, p: &Position<A>, action: &Action<A>) -> Option<Refusal> {
        machine::refuse(self, p, Side(0), action)
    }
}

impl<A: Adds> Engine<'_, A> {
    /// Nothing is to be decided.
    pub(super) fn over(&self, p: &Position<A>) -> Decision {
        Decision::Over(self.own.outcome(self.data, p))
    }

    /// The owner of a unit decides.
    pub(super) fn owner_decides(
        &self,
        p: &Position<A>,
        unit: UnitId,
        rule: &'static str,
        what: &'static str,
    ) -> Decision {
        Decision::one(Side(self.own.owner(self.data, p, unit)), rule, what)
    }

    /// The player who attacks.
    pub fn attacker(&self, p: &Position<A>) -> u8 {
        let phasing = self.own.players(p, p.phasing)[0].unwrap_or(p.phasing);
        p.combat.units.iter().next().map_or(phasing, |u| self.own.owner(self.data, p, u))
    }

    /// Something else is to be decided.
    pub fn not_now(&self, p: &Position<A>) -> Refusal {
        match self.decision(p) {
            Decision::Decide { rule, .. } => Refusal::new(rule, "that is not what is to be decided now"),
            Decision::Over(o) => Refusal::new(o.rule, "the game is over"),
        }
    }

    /// Refuses what is not found among the legal actions of a module.
    pub(super) fn unless_offered<M>(
        &self,
        p: &Position<A>,
        action: &Action<A>,
        why: Refusal,
    ) -> Option<Refusal>
    where
        Self: Module<M, Step = Step<A>, Action = Action<A>> + Modules<Position = Position<A>>,
    {
        let mut offered = false;
        let mut visit = |a, legal| offered |= legal && a == *action;
        <Self as Module<M>>::offers(self, p, p.top(), Side(0), &mut Offers::new(&mut visit));
        (!offered).then_some(why)
    }

    /// Whether everything that an action names exists.
    fn exists(&self, action: &Action<A>) -> bool {
        let unit = |u: &UnitId| u.index() < self.data.units.len();
        let gruppe = |g: &u8| (1..=MARKERS as u8).contains(g);
        let hex = |h: &u16| *h < self.data.map.len();
        let place = |h: &u16| hex(h) || self.data.map.exit_of(*h).is_some();
        let mover = |m: &Mover| match m {
            Mover::Unit(u) => unit(u),
            Mover::Gruppe(g) => gruppe(g),
        };
        let exit = |e: &ExitId| usize::from(e.0) < self.data.map.exits.len();
        match action {
            Action::SetUp(u, h) | Action::Bring(u, h) | Action::Advance(u, h) => unit(u) && hex(h),
            Action::Hide(u, g) => unit(u) && gruppe(&g.0),
            Action::Place(g, h) => gruppe(&g.0) && hex(h),
            Action::Remove(g) | Action::Pretend(g) => gruppe(&g.0),
            Action::Allot(a, b) => unit(a) && unit(b),
            Action::March(m, h) => mover(m) && hex(h),
            Action::Ride(m, h) => mover(m) && place(h),
            Action::Halt(m, a, b) => mover(m) && exit(a) && exit(b),
            Action::Entrain(m) | Action::Detrain(m) => mover(m),
            Action::To(h) | Action::Attack(h) | Action::Also(h) => hex(h),
            Action::Own(own) => own.exists(self),
            Action::LoseWall(f) => usize::from(f.0) < self.data.map.forts.len(),
            Action::Show(u)
            | Action::Detour(u)
            | Action::Feed(u)
            | Action::GiveUp(u)
            | Action::Withdraw(u)
            | Action::Follow(u)
            | Action::With(u)
            | Action::Lead(u)
            | Action::Shift(u)
            | Action::Affect(u)
            | Action::Lose(u)
            | Action::Ask(u)
            | Action::Replace(u) => unit(u),
            Action::AllotAll
            | Action::WithAll
            | Action::Fight
            | Action::Choose(_)
            | Action::AskAll
            | Action::End(_)
            | Action::Done => true,
        }
    }

    /// A refusal in words.
    pub fn in_words(&self, refusal: &Refusal) -> Breach {
        let title = |unit| self.data.units[usize::from(unit)].title.clone();
        refusal.breach(title, |hex| self.data.map.number(hex).to_string())
    }

    /// Adds the piece and the place that an action is about, where the refusal has none.
    fn named(&self, mut refusal: Refusal, action: &Action<A>) -> Refusal {
        let (unit, hex) = match action {
            Action::March(Mover::Unit(u), h) | Action::Bring(u, h) | Action::SetUp(u, h) => {
                (Some(*u), Some(*h))
            }
            Action::Entrain(Mover::Unit(u)) | Action::Detrain(Mover::Unit(u)) => (Some(*u), None),
            Action::Ride(Mover::Unit(u), h) => (Some(*u), Some(*h)),
            Action::With(u) | Action::Lead(u) | Action::Shift(u) | Action::Lose(u) | Action::Replace(u) => {
                (Some(*u), None)
            }
            Action::Attack(h) | Action::Also(h) | Action::To(h) => (None, Some(*h)),
            _ => (None, None),
        };
        if let Some(unit) = unit {
            refusal = refusal.or_of(unit);
        }
        if let Some(hex) = hex.filter(|h| *h < self.data.map.len()) {
            refusal = refusal.or_at(hex);
        }
        refusal
    }

    /// Every player of a side, the first last, so that the first is on top.
    pub(super) fn each_player(&self, p: &Position<A>, side: u8) -> impl Iterator<Item = u8> + use<A> {
        self.own.players(p, side).into_iter().rev().flatten()
    }

    /// The next phase of the Player-Turn, or the next Player-Turn (tannenberg 4.0a, tannenberg 4.B, tannenberg 4.C).
    fn next_phase(&self, p: &mut Position<A>, dice: &mut dyn Dice, events: &mut Vec<Event<A>>) {
        let first = self.data.params.first;
        let next = match p.phase {
            Phase::SetUp => {
                events.push(Event::Turn(p.turn));
                p.phasing = first;
                Phase::InitialSupply
            }
            Phase::InitialSupply => Phase::Reinforcement,
            Phase::Reinforcement => Phase::Command,
            Phase::Command => Phase::Movement,
            Phase::Movement => Phase::Attrition,
            Phase::Attrition => Phase::Withdrawal,
            Phase::Withdrawal => Phase::CombatCommand,
            Phase::CombatCommand => Phase::Combat,
            Phase::Combat => Phase::Replacement,
            Phase::Replacement if p.phasing == first => {
                p.phasing = enemy(first);
                Phase::InitialSupply
            }
            Phase::Replacement => Phase::Interphase,
            Phase::Interphase | Phase::Over => {
                if p.turn >= self.own.last_turn() {
                    events.push(Event::Ended(p.points));
                    p.phase = Phase::Over;
                    return;
                }
                p.turn += 1;
                p.phasing = first;
                self.end_game_turn(p);
                events.push(Event::Turn(p.turn));
                Phase::InitialSupply
            }
        };
        p.phase = next;
        self.begin(p, dice, events);
        self.own.after_move(self.data, p, events);
    }

    /// Begins a phase out of the sequence, for a position by hand, and runs on to the first decision. In the midst of the
    /// Movement Phase supply is found first, after questions, as segment 1a would have done.
    pub fn begin_at(
        &self,
        p: &mut Position<A>,
        phase: Phase,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        p.phase = phase;
        self.begin(p, dice, events);
        let found = matches!(phase, Phase::Reinforcement | Phase::Command | Phase::Movement);
        if found {
            p.steps.push(Step::Supply);
            self.let_inquire(p, p.phasing);
        }
        self.own.after_move(self.data, p, events);
        self.run(p, dice, events);
    }

    /// Combat of the turn that ends is that of the Game-Turn before; what was earlier is forgotten (tannenberg 13.0d, R-76).
    fn end_game_turn(&self, p: &mut Position<A>) {
        for unit in self
            .data
            .ids()
            .filter(|u| p.is(*u, flag::FOUGHT | flag::FOUGHT_BEFORE))
            .collect::<UnitSet>()
            .iter()
        {
            let fought = p.is(unit, flag::FOUGHT);
            p.set(self.data, unit, flag::FOUGHT, false);
            p.set(self.data, unit, flag::FOUGHT_BEFORE, fought);
        }
    }

    /// Supply for the next attack is found, after questions (tannenberg 9.11c).
    pub(super) fn ask_for_combat(&self, p: &mut Position<A>) {
        p.steps.push(Step::Supply);
        self.let_inquire(p, p.phasing);
    }

    /// Whether a unit of a side that stands openly is beside something that it could attack.
    fn in_contact(&self, p: &Position<A>, side: u8) -> bool {
        let open = |u: &UnitId| !self.is_hidden(p, *u);
        self.troops(p, side)
            .iter()
            .filter(open)
            .filter_map(|u| p.hex(u))
            .any(|hex| self.data.map.open(hex).any(|s| self.may_be_attacked(p, side, s.to)))
    }

    fn begin(&self, p: &mut Position<A>, dice: &mut dyn Dice, events: &mut Vec<Event<A>>) {
        let side = p.phasing;
        match p.phase {
            Phase::SetUp | Phase::Over => {}
            Phase::InitialSupply => self.begin_player_turn(p, dice, events),
            Phase::Reinforcement => {
                for player in self.each_player(p, side) {
                    p.steps.push(Step::Reinforce(player));
                }
                self.own.before_reinforcements(self.data, p, dice, events);
                for player in self.each_player(p, side) {
                    self.note_shut(p, player, events);
                }
            }
            Phase::Command => self.each_player(p, side).for_each(|player| self.begin_command(p, player)),
            Phase::Movement => {
                for player in self.each_player(p, side) {
                    p.steps.push(Step::Moves(player));
                }
                if self.own.hides(p).is_some_and(|h| h.side == side) {
                    for marker in &mut p.markers {
                        marker.spent_for_now = false;
                    }
                }
                p.steps.push(Step::LoneStaffs);
            }
            Phase::Attrition => {
                // tannenberg 4.A1d: the markers go with the segment.
                for unit in self.data.ids().filter(|u| self.data.unit(*u).side == side) {
                    if p.is(unit, flag::OUT_OF_COMMAND) {
                        p.set(self.data, unit, flag::OUT_OF_COMMAND, false);
                    }
                }
                p.steps.push(Step::PhaseEnds);
                p.steps.push(Step::Supply);
                self.let_inquire(p, side);
            }
            Phase::Withdrawal => {
                p.steps.push(Step::PhaseEnds);
                for player in self.each_player(p, enemy(side)) {
                    p.steps.push(Step::Withdrawals(player));
                }
            }
            Phase::CombatCommand => {
                events.push(Event::CombatPhase);
                // Nobody needs command who has nobody to attack, and who hides something does not show what it is.
                let screened = self.is_screened(p, side);
                if screened && !self.in_contact(p, side) {
                    return;
                }
                self.each_player(p, side).for_each(|player| self.begin_command(p, player));
                if screened {
                    p.steps.push(Step::Begin(side));
                }
            }
            Phase::Combat => {
                p.stormed = 0;
                p.steps.push(Step::PhaseEnds);
                for player in self.each_player(p, side) {
                    p.steps.push(Step::Attacks(player));
                }
                self.ask_for_combat(p);
            }
            Phase::Replacement => {
                p.attempts = 0;
                p.steps.push(Step::PhaseEnds);
                for player in self.each_player(p, side) {
                    p.steps.push(Step::Replace(player));
                }
            }
            Phase::Interphase => self.own.interphase(self.data, p, events),
        }
    }

    /// A Player-Turn begins: marks of the last one go, MP and railways are fresh (tannenberg 5.14b).
    fn begin_player_turn(&self, p: &mut Position<A>, dice: &mut dyn Dice, events: &mut Vec<Event<A>>) {
        let side = p.phasing;
        events.push(Event::PlayerTurn(side));
        self.own.begin_player_turn(self.data, p, dice, events);
        for unit in self.data.ids().filter(|u| self.data.unit(*u).side == side) {
            // What is still owed on a way off the map stays owed (tannenberg 5.38b).
            let owes = p.hex(unit).is_none() && p.is(unit, flag::DETRAINED);
            if !owes {
                p.ridden[unit.index()] = 0;
            }
            p.spent[unit.index()] = 0;
            p.set(self.data, unit, flag::OF_A_TURN, false);
        }
        if self.own.hides(p).is_some_and(|h| h.side == side) {
            for gruppe in 0..MARKERS {
                let marker = p.markers[gruppe];
                let owes = marker.detrained && usize::from(marker.place) >= crate::data::MAX_HEXES;
                p.markers[gruppe] = Marker {
                    told: told::NOTHING,
                    spent: 0,
                    ridden: if owes { marker.ridden } else { 0 },
                    detrained: false,
                    ..marker
                };
            }
        }
        if self.own.hides(p).is_some_and(|h| h.side == side) {
            // Answers hold until the Gruppen can move again.
            p.contact = Contact::default();
        }
        p.capacity_used = [0; 4];
        p.line_used = [0; crate::data::map::MAX_SEGMENTS];
        p.steps.push(Step::Supply);
        self.let_inquire(p, side);
        if self.is_screened(p, side) {
            p.steps.push(Step::Begin(side));
        }
    }
}
