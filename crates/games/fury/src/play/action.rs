//! What players do and what happens.

use crate::data::pieces::{Army, Front, Nation, Piece};
use serde::{Deserialize, Serialize};

/// One step of a player. Hexes are indices; texts have them as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Place a piece in the set-up.
    SetUp(Piece, u16),
    /// Name the front to activate.
    Front(Front),
    /// Move a piece to a hex, by the cheapest way.
    Move(Piece, u16),
    /// Move a unit to a hex by the hex beside it that is named last, past a headquarters that the cheapest way avoids.
    MoveBy(Piece, u16, u16),
    /// End the movement of this activation.
    EndMoves,
    /// Declare an attack: from, against, with whom.
    Attack {
        /// From where.
        from: u16,
        /// Against which hex.
        target: u16,
        /// With whom.
        units: [Piece; 2],
    },
    /// End the declarations.
    EndAttacks,
    /// Fight the declared attack against a hex.
    Fight(u16),
    /// Take a loss with this unit.
    Lose(Piece),
    /// Go back.
    Retreat,
    /// Refuse to go back.
    Refuse,
    /// Force the enemy back.
    Force,
    /// Let the enemy's refusal stand.
    Accept,
    /// Stay in the fortress under siege.
    Siege,
    /// Give the empty fortress up.
    Surrender,
    /// Go back to this hex.
    To(u16),
    /// This unit goes on, because the hex is overfull.
    GoOn(Piece),
    /// Advance: which of the two units, and whether the headquarters follows.
    Advance {
        /// With whom.
        units: [Piece; 2],
        /// Whether the headquarters follows.
        hq: bool,
    },
    /// Do not advance.
    Stay,
    /// Take an isolated stack back by one hex or two.
    Withdraw {
        /// From where.
        from: u16,
        /// First hex.
        first: u16,
        /// Second hex; the first again if one is enough.
        second: u16,
    },
    /// Give up an isolated stack that cannot be saved.
    Perish(u16),
    /// Reform an eliminated corps: on its full side or reduced.
    Reform(Piece, bool),
    /// Restore a reduced corps on the map.
    Restore(Piece),
    /// Done with this step.
    Done,
    /// A reformed corps takes the place of a Cadre.
    Replace(Piece, Piece),
    /// Bring a corps from the box into play, posted to an army.
    Bring(Piece, Army),
    /// Bring a headquarters into play, on a front.
    BringHq(Piece, Front),
    /// The piece that is brought ends here.
    Enter(u16),
    /// The Russian I Corps goes to the 9th Army.
    Transfer,
    /// Turn a headquarters active.
    Activate(Piece),
    /// End a step in which nothing is left to do.
    End(Ending),
}

/// A step that its player ends, if the game is played so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The set-up of a side.
    SetUp,
    /// The combats of an activation.
    Combats,
    /// The front adjustment of a side.
    Adjustment,
    /// The planning of a nation.
    Planning,
}

/// How a piece moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// On foot to the next hex.
    Foot,
    /// On foot, by this hex last.
    By(u16),
    /// By train to the end.
    Rail,
    /// By train to this hex, then on foot.
    RailTo(u16),
    /// As a reinforcement that comes in.
    Entry,
}

/// A modifier of a combat with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Ratio of strengths.
    Ratio,
    /// River.
    River,
    /// Difficult ground.
    Difficult,
    /// Mountains.
    Mountain,
    /// Fortress.
    Fortress,
    /// Headquarters.
    Hq,
    /// Disorganised defender.
    DefenderDisorganised,
    /// Disorganised attacker.
    AttackerDisorganised,
    /// Supporting hexes.
    Support,
    /// Cavalry.
    Cavalry,
}

/// In what something happened, where it can happen in several things: a combat and the test of a siege are stories of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum During {
    /// In a combat.
    Combat,
    /// In the test of a siege.
    Siege,
    /// In something else: a move, front adjustment.
    Rest,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A new turn began.
    Turn(u8),
    /// Initiative rolls, and who has it.
    Initiative(u8, u8, u8),
    /// A side activates a front.
    Activated(u8, Front),
    /// A piece came to a hex, and how.
    Moved(Piece, u16, Manner),
    /// A unit advanced into the hex it fought for.
    Advanced(Piece, u16),
    /// A headquarters was shifted out of contact.
    Shifted(Piece, u16, During),
    /// An attack was declared.
    Declared(u16, u16),
    /// An attack lapsed.
    Lapsed(u16),
    /// Strengths of a combat: target, attack, defence.
    Strengths(u16, u8, u8),
    /// A modifier.
    Modifier(Why, i8),
    /// The cavalry roll and the value it must not exceed.
    CavalryRoll(u8, u8),
    /// The combat roll.
    CombatRoll {
        /// For which hex.
        target: u16,
        /// The die.
        roll: u8,
        /// Whether cavalry added one.
        cavalry: bool,
        /// The total.
        total: u8,
    },
    /// The combat result: losses of attacker and defender, and who retreats (0 nobody, 1 attacker, 2 defender).
    Result(u8, u8, u8),
    /// A unit took a loss.
    Lost {
        /// Which.
        unit: Piece,
        /// Of which nation: a Cadre may serve another later.
        nation: Nation,
        /// The strength that it has left; none if it is gone.
        left: u8,
    },
    /// A unit of a nation was eliminated.
    Eliminated(Piece, Nation, During),
    /// A Cadre took the place of a corps.
    Cadre(Piece, Piece),
    /// A side refused to go back.
    Refused(u8),
    /// A side forced the other back.
    Forced(u8),
    /// A piece went back to a hex.
    WentBack(Piece, u16),
    /// A cohesion roll.
    Cohesion(u8),
    /// A fortress was besieged.
    Besieged(u8),
    /// A siege was lifted.
    Relieved(u8),
    /// A fortress fell to a side.
    Fell(u8, u8, During),
    /// A siege roll.
    SiegeRoll {
        /// For which fortress.
        fort: u8,
        /// The die.
        roll: u8,
        /// The total.
        total: i8,
        /// Who besieges, and how strong each is.
        besiegers: [(Piece, u8); 2],
    },
    /// A headquarters was taken off the map for a turn.
    HqOff(Piece, During),
    /// Replacement points of a nation, in halves.
    Points(Nation, u8),
    /// A corps was reformed.
    Reformed(Piece),
    /// A corps was restored.
    Restored(Piece),
    /// A combat for a hex is over. The log does not say it.
    CombatOver(u16),
    /// A piece came into play.
    Entered(Piece, u16),
    /// A corps was posted to an army.
    Posted(Piece, Army),
    /// A planning roll of a nation and how many headquarters it makes active.
    Planning(Nation, u8, u8),
    /// A headquarters became active.
    Active(Piece),
    /// The game ended: winner (or 2 for a draw) and net difference.
    Ended(u8, i8),
}
