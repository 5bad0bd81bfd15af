//! Numbers that a position keeps: places off the map, states of units, options.

/// Places that are no hex. Nodes off the map, which entrained units travel to, stand between the hexes and these.
pub mod off {
    /// Not in this game.
    pub const OUT: u16 = 0xFFFF;
    /// Eliminated.
    pub const ELIMINATED: u16 = 0xFFFE;
    /// Waiting for its turn of entry.
    pub const POOL: u16 = 0xFFFD;
    /// Somewhere under a Gruppe marker: what a side knows of the units in the other's boxes.
    pub const HIDDEN: u16 = 0xFFFC;
}

/// States of a unit.
pub mod flag {
    /// Out of command (tannenberg 10.31a).
    pub const OUT_OF_COMMAND: u32 = 1;
    /// Out of supply when it was last asked (tannenberg 9.11a).
    pub const OUT_OF_SUPPLY: u32 = 1 << 1;
    /// Entrained (tannenberg 5.32d).
    pub const ENTRAINED: u32 = 1 << 2;
    /// Has used rail movement this turn (tannenberg 5.34b).
    pub const RAILED: u32 = 1 << 3;
    /// Has ended its journey by rail this phase, by detraining or between two exits.
    pub const DETRAINED: u32 = 1 << 4;
    /// Has failed to entrain (tannenberg 16.12a).
    pub const STOPPED: u32 = 1 << 5;
    /// Has moved this turn (tannenberg 13.0e).
    pub const MOVED: u32 = 1 << 6;
    /// Has attacked this phase (tannenberg 8.14a).
    pub const ATTACKED: u32 = 1 << 7;
    /// Has been attacked this phase (tannenberg 8.14b).
    pub const DEFENDED: u32 = 1 << 8;
    /// Has advanced this phase (tannenberg 8.73b).
    pub const ADVANCED: u32 = 1 << 9;
    /// Retreated or withdrew onto friends this phase (tannenberg 8.66a).
    pub const GUEST: u32 = 1 << 10;
    /// In supply only through a fortress or trench (tannenberg 11.22b).
    pub const FED: u32 = 1 << 11;
    /// Has helped an attack this phase: a headquarters' shift (tannenberg 10.2a).
    pub const SHIFTED: u32 = 1 << 12;
    /// Has fought in this Game-Turn (tannenberg 13.0d).
    pub const FOUGHT: u32 = 1 << 13;
    /// Counts against this turn's Rail Capacity (tannenberg 5.31c).
    pub const COUNTED: u32 = 1 << 14;
    /// Came in this turn and rides without capacity (tannenberg 15/14.1b).
    pub const FREE_RIDE: u32 = 1 << 15;
    /// Named by its owner to be fed by the fortress or trench it stands in (tannenberg 11.22b).
    pub const NAMED: u32 = 1 << 16;
    /// A headquarters that has fought in an attack of this phase (tannenberg 10.24).
    pub const LED: u32 = 1 << 17;
    /// Cavalry that has tried to withdraw in this phase (tannenberg 12.12).
    pub const TRIED: u32 = 1 << 18;
    /// Has rolled for replacement in this phase (tannenberg 13.0b).
    pub const ASKED: u32 = 1 << 19;
    /// Has fought in the Game-Turn before (tannenberg 13.0d, R-76).
    pub const FOUGHT_BEFORE: u32 = 1 << 20;

    /// What a Player-Turn begins without: the marks of the one before.
    pub const OF_A_TURN: u32 = OUT_OF_COMMAND
        | RAILED
        | DETRAINED
        | STOPPED
        | MOVED
        | ATTACKED
        | DEFENDED
        | ADVANCED
        | GUEST
        | FED
        | SHIFTED
        | COUNTED
        | FREE_RIDE
        | NAMED
        | LED
        | TRIED
        | ASKED;
}

/// Rules that players have agreed on.
pub mod option {
    /// Command Strength is not counted (tannenberg 10.32c).
    pub const UNLIMITED_COMMAND: u8 = 1;
    /// Lines carry only a limited number of units (tannenberg 16.21a).
    pub const LINE_LIMITS: u8 = 1 << 1;
    /// A rule of the game's own.
    pub const OWN: u8 = 1 << 2;
    /// Everything is open (tannenberg 18.13a).
    pub const OPEN: u8 = 1 << 3;
    /// A step in which nothing is left to do is ended by its player.
    pub const PLAYER_ENDS: u8 = 1 << 4;
    /// Units that have fought in this Game-Turn get no replacements either (tannenberg 13.0d, R-76).
    pub const RESTED: u8 = 1 << 5;
}
