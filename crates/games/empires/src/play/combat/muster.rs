//! Who fights: what makes a combat trivial, allies who help, and who may besiege (7.5.1, 7.5.2.11, 7.5.3, 7.5.4).

/// What one side has in an area outside its city.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Presence {
    /// Corps.
    pub corps: u8,
    /// Cossacks and freikorps.
    pub irregulars: u8,
    /// Guerillas.
    pub guerillas: u8,
    /// Factors on a depot.
    pub depot_garrison: u16,
}

impl Presence {
    /// Whether there is anything but guerillas, whom nobody must attack.
    // empires 7.5.1
    pub fn more_than_guerillas(&self) -> bool {
        self.corps > 0 || self.irregulars > 0 || self.depot_garrison > 0
    }

    /// Whether there is anything.
    pub fn any(&self) -> bool {
        self.more_than_guerillas() || self.guerillas > 0
    }
}

/// Whether a combat must be trivial: one side begins without any corps.
// empires 7.5.3
pub fn must_be_trivial(attacker: &Presence, defender: &Presence) -> bool {
    attacker.corps == 0 || defender.corps == 0
}

/// Whether an ally may reinforce a side out of turn: at war with all powers of the other side, and with none of this one.
// empires 7.5.2.11.1.3
pub fn ally_may_help(at_war_with_enemies: &[bool], at_war_with_friends: &[bool]) -> bool {
    at_war_with_enemies.iter().all(|w| *w) && !at_war_with_friends.iter().any(|w| *w)
}

/// Who would besiege.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Besieger {
    /// What the power has there.
    pub presence: Presence,
    /// It has won a field or trivial combat there in this sequence.
    pub just_won: bool,
    /// One of its corps gained from unused movement points when it foraged.
    pub foraged_at_ease: bool,
}

/// Whether a city may be besieged: it is occupied, and either lies in a country that the besieger is at war with or is held
/// by the besieger's enemies.
// empires 7.5.4, empires 7.5.4(b), empires 7.5.4(c)
pub fn may_besiege(besieger: &Besieger, occupied: bool, hostile_country: bool, enemy_troops: bool) -> bool {
    besieger.presence.corps > 0
        && occupied
        && (hostile_country || enemy_troops)
        && !(besieger.just_won && besieger.foraged_at_ease)
}
