//! Marks of a unit, one bit each.

/// A mark of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Flag {
    /// Disorganized (lodz 15.12).
    Disorganized = 1,
    /// Has moved in this movement phase of its owner.
    Moved = 1 << 1,
    /// May not spend MP any more in this phase.
    Finished = 1 << 2,
    /// Has attacked in this attack phase.
    Attacked = 1 << 3,
    /// Was attacked in this attack phase (lodz 7.27).
    Beaten = 1 << 4,
    /// Has moved, attacked or been attacked since the end of its owner's last movement phase (lodz R33).
    Stirred = 1 << 5,
    /// Has retreated since its owner's last movement phase (lodz 7.43).
    Retreated = 1 << 6,
    /// Digs (lodz 9.11).
    Digging = 1 << 7,
    /// Has fired a barrage (lodz 8.61): no movement, no support.
    Barraged = 1 << 8,
    /// Has fired or supported an attack in this attack phase.
    Fired = 1 << 9,
    /// Has supported a defence in this attack phase.
    Defended = 1 << 10,
    /// Got a replacement or was reconstituted in this turn (lodz REP.4).
    Replaced = 1 << 11,
    /// Marked for strategic movement (lodz 11.12).
    Strategic = 1 << 12,
    /// Artillery in marching order (lodz 8.71); otherwise in combat order.
    Marching = 1 << 13,
    /// Artillery in an enemy zone when the attack phase began (lodz 8.42).
    Contact = 1 << 14,
    /// Owes a CEL to the ferry (lodz N11.12).
    Ferried = 1 << 15,
    /// Owes an attack in this phase (lodz 7.22).
    Owes = 1 << 16,
    /// A train that is loaded, side B (lodz 16.A).
    Loaded = 1 << 17,
    /// Entered the map in this turn.
    Arrived = 1 << 18,
}
