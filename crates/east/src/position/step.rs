//! Where a game stands in its sequence of play: the phase, and the steps that wait for one another.

use super::Position;
use crate::action::Ending;
use crate::data::{UnitId, UnitSet};
use crate::engine::Adds;
use sandtable_ops::Maybe;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// The phases and segments of a Player-Turn in their order (tannenberg 4.0a to 4.C).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before the first turn (tannenberg 3.0d).
    SetUp,
    /// Segment 1a.
    InitialSupply,
    /// Segment 1b.
    Reinforcement,
    /// Segment 1c.
    Command,
    /// Segment 1d.
    Movement,
    /// Segment 1e.
    Attrition,
    /// Phase 2.
    Withdrawal,
    /// Segment 3a.
    CombatCommand,
    /// Segment 3b.
    Combat,
    /// Phase 4.
    Replacement,
    /// After both Player-Turns.
    Interphase,
    /// The game is over.
    Over,
}

/// Something that waits to be decided or done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
pub enum Step<A: Adds> {
    /// Go on with the sequence.
    #[default]
    Go,
    /// A player places units (tannenberg 22.2).
    SetUp(u8),
    /// Units are put into Gruppen before play (tannenberg 18.0b).
    Screen(u8),
    /// The side that hides units begins its Player-Turn or its Combat Phase. What follows may need dice or choices for
    /// what is in its boxes, so that it never follows an action of the other side (tannenberg 18.0i).
    Begin(u8),
    /// A player may ask about Gruppen that may cut lines of supply (tannenberg 18.61b).
    Inquire(u8),
    /// Supply is found: for movement, attrition or combat, by the phase (tannenberg 9.11a to 9.11c).
    Supply,
    /// Reinforcements (tannenberg 14).
    Reinforce(u8),
    /// Command Strength is allotted (tannenberg 10.31a).
    Command(u8),
    /// Movement (tannenberg 5).
    Moves(u8),
    /// The end of a phase: stacking and contact (tannenberg 6.14a, tannenberg 18.0g).
    PhaseEnds,
    /// Too many units in a hex (tannenberg 6.14a).
    Overfull(u8, u16),
    /// Cavalry may withdraw (tannenberg 12.1).
    Withdrawals(u8),
    /// Cavalry withdraws (tannenberg 12.11).
    WithdrawTo(UnitId),
    /// A player may follow into the hex that cavalry left (tannenberg 12.16).
    Follow(u8, u16),
    /// Attacks (tannenberg 8).
    Attacks(u8),
    /// An attack is put together.
    Declare(u8),
    /// The defender chooses an option (tannenberg 8.9p).
    Choose,
    /// The defender names the units that are affected (tannenberg 8.9m).
    Affected,
    /// The defender pays in Steps (tannenberg 8.9o, tannenberg 11.13d): how much is owed, and whether walls may pay.
    DefenderLoses {
        /// Unit Steps, or two of them for a Step of a fortress.
        owed: u8,
        /// Whether the fortress may pay.
        walls: bool,
        /// Whether a unit has paid already: then no Step of a fortress is half wasted.
        units: bool,
    },
    /// Walls that their garrison leaves, or that had none, pay alone.
    WallsAlone,
    /// Guests share the fate of their hosts (tannenberg 8.66c).
    Guests,
    /// Defenders go back, hex by hex of the attack.
    FallBack,
    /// A stack retreats (tannenberg 8.6).
    Retreat {
        /// Who.
        stack: UnitSet,
        /// From where.
        start: u16,
        /// Hexes to go.
        left: u8,
    },
    /// The attacker pays in Steps (R-35b).
    AttackerLoses(u8),
    /// What combat does to headquarters (tannenberg 10.53c).
    Staffs,
    /// A headquarters gives way (tannenberg 10.52c); none is named to a side that does not know which.
    Displace(Maybe<UnitId>),
    /// Headquarters that stand alone beside the enemy are looked for (tannenberg 10.52g).
    LoneStaffs,
    /// The attacker advances (tannenberg 8.71).
    Advance,
    /// The combat is over.
    CombatEnds,
    /// Steps are replaced (tannenberg 13).
    Replace(u8),
    /// What only this game has. It is written like the others.
    #[serde(untagged)]
    Own(A::Step),
}

/// Records hold the hash of every position, so that each step keeps its number; 6 and 8 belong to games.
impl<A: Adds> Hash for Step<A> {
    fn hash<H: Hasher>(&self, to: &mut H) {
        let number: isize = match self {
            Step::Own(own) => return own.hash(to),
            Step::Go => 0,
            Step::SetUp(_) => 1,
            Step::Screen(_) => 2,
            Step::Begin(_) => 3,
            Step::Inquire(_) => 4,
            Step::Supply => 5,
            Step::Reinforce(_) => 7,
            Step::Command(_) => 9,
            Step::Moves(_) => 10,
            Step::PhaseEnds => 11,
            Step::Overfull(..) => 12,
            Step::Withdrawals(_) => 13,
            Step::WithdrawTo(_) => 14,
            Step::Follow(..) => 15,
            Step::Attacks(_) => 16,
            Step::Declare(_) => 17,
            Step::Choose => 18,
            Step::Affected => 19,
            Step::DefenderLoses { .. } => 20,
            Step::WallsAlone => 21,
            Step::Guests => 22,
            Step::FallBack => 23,
            Step::Retreat { .. } => 24,
            Step::AttackerLoses(_) => 25,
            Step::Staffs => 26,
            Step::Displace(_) => 27,
            Step::LoneStaffs => 28,
            Step::Advance => 29,
            Step::CombatEnds => 30,
            Step::Replace(_) => 31,
        };
        number.hash(to);
        match self {
            Step::SetUp(n)
            | Step::Screen(n)
            | Step::Begin(n)
            | Step::Inquire(n)
            | Step::Reinforce(n)
            | Step::Command(n)
            | Step::Moves(n)
            | Step::Withdrawals(n)
            | Step::Attacks(n)
            | Step::Declare(n)
            | Step::AttackerLoses(n)
            | Step::Replace(n) => n.hash(to),
            Step::WithdrawTo(unit) => unit.hash(to),
            Step::Displace(hq) => hq.hash(to),
            Step::Overfull(player, hex) | Step::Follow(player, hex) => (player, hex).hash(to),
            Step::DefenderLoses { owed, walls, units } => (owed, walls, units).hash(to),
            Step::Retreat { stack, start, left } => (stack, start, left).hash(to),
            Step::Go
            | Step::Supply
            | Step::PhaseEnds
            | Step::Choose
            | Step::Affected
            | Step::WallsAlone
            | Step::Guests
            | Step::FallBack
            | Step::Staffs
            | Step::LoneStaffs
            | Step::Advance
            | Step::CombatEnds
            | Step::Own(_) => {}
        }
    }
}

impl<A: Adds> Step<A> {
    /// The bit of a step that ends by itself when nothing is left to do in it, or by its player if that is agreed; none for others.
    pub const fn ended_by_player(self) -> u8 {
        match self {
            Step::Inquire(_) => 1,
            Step::Reinforce(_) => 1 << 1,
            Step::Command(_) => 1 << 2,
            Step::Withdrawals(_) => 1 << 3,
            Step::Follow(..) => 1 << 4,
            Step::Attacks(_) => 1 << 5,
            Step::Advance => 1 << 6,
            Step::Replace(_) => 1 << 7,
            _ => 0,
        }
    }
}

impl<A: Adds> Position<A> {
    /// What `done` ends now; nothing where there is nothing to end.
    pub fn ending(&self) -> Option<Ending> {
        match self.top() {
            Step::Screen(_) => Some(Ending::SetUp),
            Step::Begin(_) if self.phase == Phase::CombatCommand => Some(Ending::CombatBegins),
            Step::Begin(_) => Some(Ending::TurnBegins),
            Step::Inquire(_) => Some(Ending::Questions),
            Step::Reinforce(_) => Some(Ending::Reinforcements),
            Step::Command(_) => Some(Ending::Command),
            Step::Moves(_) => Some(Ending::Movement),
            Step::Withdrawals(_) => Some(Ending::Withdrawals),
            Step::Attacks(_) => Some(Ending::Attacks),
            Step::Advance => Some(Ending::Advance),
            Step::Follow(..) => Some(Ending::Follow),
            Step::Replace(_) => Some(Ending::Replacements),
            _ => None,
        }
    }
}
