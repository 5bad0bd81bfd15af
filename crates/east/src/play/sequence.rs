//! The sequence of play as a machine (tannenberg 4): phases follow one another, each laying out the steps that players
//! decide.

use crate::action::Event;
use crate::data::{UnitId, UnitSet};
use crate::engine::Engine;
use crate::position::{Contact, MARKERS, Marker, NOBODY, Phase, Position, Step, flag, option, told};
use crate::standard::zones::enemy;
use sandtable_core::game::Side;
use sandtable_core::{Decision, Dice};

impl Engine<'_> {
    /// Who must decide what.
    pub fn decision(&self, p: &Position) -> Decision {
        let one =
            |player: u8, rule: &'static str, what: &'static str| Decision::one(Side(player), rule, what);
        let phasing = self.own.players(p, p.phasing)[0].unwrap_or(p.phasing);
        let attacker = p.combat.units.iter().next().map_or(phasing, |u| self.own.owner(self.data, p, u));
        match p.top() {
            Step::SetUp(player) => one(player, "3.0d", "set up your units"),
            Step::Screen(player) => one(player, "18.0b", "form Gruppen before play begins"),
            Step::Begin(player) if p.phase == Phase::CombatCommand => {
                one(player, "4.A3a", "begin the combat phase")
            }
            Step::Begin(player) => one(player, "4.0a", "begin your Player-Turn"),
            Step::Inquire(player) => one(player, "18.61b", "ask about Gruppen that may cut lines of supply"),
            Step::Relieve(hq) => {
                one(self.own.owner(self.data, p, hq), "19.21b", "place the new headquarters")
            }
            Step::Reinforce(player) => one(player, "14.0", "bring in reinforcements"),
            Step::Staff(player) => one(player, "17.3a", "choose whom the staff officer helps"),
            Step::Command(player) => one(player, "10.32a", "allot command strength"),
            Step::Moves(player) => one(player, "5.0a", "move units, or end the movement"),
            Step::Overfull(player, _) => one(player, "6.14a", "choose who is given up in an overfull hex"),
            Step::Withdrawals(player) => one(player, "12.11", "withdraw cavalry before combat, or stay"),
            Step::WithdrawTo(unit) => {
                one(self.own.owner(self.data, p, unit), "12.13b", "choose where the cavalry withdraws to")
            }
            Step::Follow(player, _) => one(player, "12.16", "follow into the hex that cavalry left, or stay"),
            Step::Attacks(player) => one(player, "8.0a", "attack, or end the combat phase"),
            Step::Declare(player) => one(player, "8.11b", "put the attack together"),
            Step::Choose => one(self.defender(p), "8.9p", "choose how to bear the result"),
            Step::Affected => one(self.defender(p), "8.9m", "name the units that are affected"),
            Step::DefenderLoses { .. } => one(self.defender(p), "8.9o", "choose who loses steps"),
            Step::Retreat { stack, .. } => {
                let owner = stack.iter().next().map_or(self.other(p), |u| self.own.owner(self.data, p, u));
                one(owner, "8.62a", "choose the hex to retreat to")
            }
            Step::AttackerLoses(_) => one(attacker, "8.9a", "choose which attackers lose steps"),
            Step::Displace(hq) => {
                let owner = if hq == NOBODY { self.hider(p) } else { self.own.owner(self.data, p, hq) };
                one(owner, "10.52c", "choose where the headquarters gives way to")
            }
            Step::Advance => one(attacker, "8.73a", "advance after combat, or stay"),
            Step::Replace(player) => one(player, "13.0a", "try to replace lost steps, or end"),
            Step::Go
            | Step::Supply
            | Step::PhaseEnds
            | Step::WallsAlone
            | Step::Guests
            | Step::FallBack
            | Step::Staffs
            | Step::LoneStaffs
            | Step::CombatEnds => Decision::Over(self.own.outcome(self.data, p)),
        }
    }

    fn hider(&self, p: &Position) -> u8 {
        self.own.hides(p).map_or(0, |h| h.side)
    }

    /// Runs everything that needs no decision, until one is needed or the game is over.
    pub fn run(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        loop {
            let open = p.top();
            let waits = p.plays(option::PLAYER_ENDS) && p.begun & open.ended_by_player() != 0;
            if waits {
                return;
            }
            let asks = match open {
                Step::Go if p.phase == Phase::Over => true,
                Step::Go => {
                    self.next_phase(p, dice, events);
                    false
                }
                Step::SetUp(player) => {
                    let waits = self.unplaced(p, player).next().is_some();
                    if !waits {
                        p.pop();
                    }
                    waits
                }
                Step::Screen(_) | Step::Begin(_) | Step::Relieve(_) | Step::Moves(_) | Step::Declare(_) => {
                    true
                }
                Step::Inquire(player) => {
                    let doubts = !self.cut_off(&self.seen(p, self.own.side_of(player)), player).is_empty();
                    if !doubts {
                        p.pop();
                    }
                    doubts
                }
                Step::Supply => {
                    p.pop();
                    match p.phase {
                        Phase::InitialSupply => self.initial_supply(p, events),
                        Phase::Attrition => self.attrition(p, dice, events),
                        _ => self.supply_for_combat(p, events),
                    }
                    false
                }
                Step::Reinforce(player) => {
                    let seen = self.seen(p, self.own.side_of(player));
                    let waits = self.arrivals(&seen, player).next().is_some();
                    if !waits {
                        p.pop();
                    }
                    waits
                }
                Step::Staff(_) => true,
                Step::Command(player) => self.command_or_ask(p, player, dice, events),
                Step::PhaseEnds => {
                    self.end_phase(p, events);
                    false
                }
                Step::Overfull(player, hex) => {
                    let full = self.overfull(p, self.own.side_of(player), hex);
                    if !full {
                        p.pop();
                    }
                    full
                }
                Step::Withdrawals(player) => {
                    let any = !self.riders(p, player).is_empty();
                    if !any {
                        p.pop();
                    }
                    any
                }
                Step::WithdrawTo(unit) => self.withdraw_or_ask(p, unit, events),
                Step::Follow(player, hex) => {
                    let any = !self.followers(p, player, hex).is_empty();
                    if !any {
                        p.pop();
                    }
                    any
                }
                Step::Attacks(player) => {
                    let seen = self.seen(p, self.own.side_of(player));
                    let any = !self.targets(&seen, player).is_empty();
                    if !any {
                        p.pop();
                    }
                    any
                }
                Step::Choose => self.choose_or_pass(p, events),
                Step::Affected => true,
                Step::DefenderLoses { .. } => self.defender_pays_or_asks(p, events),
                Step::WallsAlone => {
                    self.walls_alone(p, events);
                    false
                }
                Step::Guests => {
                    self.guests(p, events);
                    false
                }
                Step::FallBack => {
                    self.fall_back(p);
                    false
                }
                Step::Retreat { .. } => self.retreat_or_ask(p, events),
                Step::AttackerLoses(_) => self.attacker_pays_or_asks(p, events),
                Step::Staffs => {
                    self.staffs(p, events);
                    false
                }
                Step::Displace(hq) => self.displace_or_ask(p, hq, events),
                Step::LoneStaffs => {
                    p.pop();
                    self.lone_staffs(p, events);
                    false
                }
                Step::Advance => self.advance_or_pass(p),
                Step::CombatEnds => {
                    p.pop();
                    p.combat = crate::position::Combat::NONE;
                    self.ask_for_combat(p);
                    false
                }
                Step::Replace(player) => {
                    // Who hides something is asked whether or not anybody could be made whole (tannenberg 18.0i).
                    let screened = self.is_screened(p, self.own.side_of(player)) && self.replaces(p, player);
                    let any = screened || !self.replaceable(p, player).is_empty();
                    if !any {
                        p.pop();
                    }
                    any
                }
            };
            if asks {
                // Once somebody was asked, he alone ends it, if that is agreed.
                if p.plays(option::PLAYER_ENDS) {
                    p.begun |= open.ended_by_player();
                }
                return;
            }
        }
    }

    fn withdraw_or_ask(&self, p: &mut Position, unit: crate::data::UnitId, events: &mut Vec<Event>) -> bool {
        let side = self.data.unit(unit).side;
        let ways = self.withdrawals(&self.seen(p, side), unit);
        match (ways.len(), ways.iter().next()) {
            (0, _) => {
                p.pop();
                events.push(Event::NoWithdrawal(unit));
            }
            // Where something is hidden its owner is always asked: the other side learns nothing from who decides.
            (1, Some(hex)) if !self.is_screened(p, side) => self.withdraw(p, unit, hex, events),
            _ => return true,
        }
        false
    }

    /// A single option is no choice; walls alone have none.
    fn choose_or_pass(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        if self.still_defending(p).is_empty() {
            p.turn_to(Step::WallsAlone);
            return false;
        }
        let mut options = self.options(p).map(|c| c.option);
        match (options.next(), options.next()) {
            (Some(only), None) => self.choose(p, only, events),
            (None, _) => p.pop(),
            _ => return true,
        }
        false
    }

    /// Every player of a side, the first last, so that he is the first on the pile.
    pub(super) fn each_player(&self, p: &Position, side: u8) -> impl Iterator<Item = u8> + use<> {
        self.own.players(p, side).into_iter().rev().flatten()
    }

    /// The next phase of the Player-Turn, or the next Player-Turn (tannenberg 4.0a, tannenberg 4.B, tannenberg 4.C).
    fn next_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
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
    pub fn begin_at(&self, p: &mut Position, phase: Phase, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.phase = phase;
        self.begin(p, dice, events);
        let found = matches!(phase, Phase::Reinforcement | Phase::Command | Phase::Movement);
        if found {
            p.push(Step::Supply);
            self.let_inquire(p, p.phasing);
        }
        self.own.after_move(self.data, p, events);
        self.run(p, dice, events);
    }

    /// Combat of the turn that ends is that of the Game-Turn before; what was earlier is forgotten (tannenberg 13.0d, R-76).
    fn end_game_turn(&self, p: &mut Position) {
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
    fn ask_for_combat(&self, p: &mut Position) {
        p.push(Step::Supply);
        self.let_inquire(p, p.phasing);
    }

    /// Whether a unit of a side that stands openly is beside something that it could attack.
    fn in_contact(&self, p: &Position, side: u8) -> bool {
        let open = |u: &UnitId| !self.is_hidden(p, *u);
        self.troops(p, side)
            .iter()
            .filter(open)
            .filter_map(|u| p.hex(u))
            .any(|hex| self.data.map.open(hex).any(|s| self.may_be_attacked(p, side, s.to)))
    }

    fn begin(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let side = p.phasing;
        match p.phase {
            Phase::SetUp | Phase::Over => {}
            Phase::InitialSupply => self.begin_player_turn(p, dice, events),
            Phase::Reinforcement => {
                for player in self.each_player(p, side) {
                    p.push(Step::Reinforce(player));
                }
                self.own.before_reinforcements(self.data, p, dice, events);
                for player in self.each_player(p, side) {
                    self.note_shut(p, player, events);
                }
            }
            Phase::Command => self.each_player(p, side).for_each(|player| self.begin_command(p, player)),
            Phase::Movement => {
                for player in self.each_player(p, side) {
                    p.push(Step::Moves(player));
                }
                if self.own.hides(p).is_some_and(|h| h.side == side) {
                    for marker in &mut p.markers {
                        marker.spent_for_now = false;
                    }
                }
                p.push(Step::LoneStaffs);
            }
            Phase::Attrition => {
                // tannenberg 4.A1d: the markers go with the segment.
                for unit in self.data.ids().filter(|u| self.data.unit(*u).side == side) {
                    if p.is(unit, flag::OUT_OF_COMMAND) {
                        p.set(self.data, unit, flag::OUT_OF_COMMAND, false);
                    }
                }
                p.push(Step::PhaseEnds);
                p.push(Step::Supply);
                self.let_inquire(p, side);
            }
            Phase::Withdrawal => {
                p.push(Step::PhaseEnds);
                for player in self.each_player(p, enemy(side)) {
                    p.push(Step::Withdrawals(player));
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
                    p.push(Step::Begin(side));
                }
            }
            Phase::Combat => {
                p.stormed = 0;
                p.push(Step::PhaseEnds);
                for player in self.each_player(p, side) {
                    p.push(Step::Attacks(player));
                }
                self.ask_for_combat(p);
            }
            Phase::Replacement => {
                p.attempts = 0;
                p.push(Step::PhaseEnds);
                for player in self.each_player(p, side) {
                    p.push(Step::Replace(player));
                }
            }
            Phase::Interphase => self.own.interphase(self.data, p, events),
        }
    }

    /// A Player-Turn begins: marks of the last one go, MP and railways are fresh (tannenberg 5.14b).
    fn begin_player_turn(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let side = p.phasing;
        events.push(Event::PlayerTurn(side));
        if let [Some(a), Some(b)] = self.own.players(p, side) {
            // tannenberg 22.5: the higher roll acts first.
            let (mut x, mut y) = (dice.roll(6), dice.roll(6));
            // Dice read from a broken record may be equal for ever.
            for _ in 0..100 {
                if x != y {
                    break;
                }
                (x, y) = (dice.roll(6), dice.roll(6));
            }
            let (low, high) = (a.min(b), a.max(b));
            p.order = if x > y { [low, high] } else { [high, low] };
            events.push(Event::Order(x, y, p.order[0]));
        }
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
        p.push(Step::Supply);
        self.let_inquire(p, side);
        if self.is_screened(p, side) {
            p.push(Step::Begin(side));
        }
    }
}
