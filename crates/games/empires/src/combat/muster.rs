//! Who fights: the duty to attack, retiring into a city, trivial combats, allies who help, and who may besiege
//! (7.5.1, 7.5.2.11, 7.5.3, 7.5.4).

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
    /// Whether there is anything but guerillas.
    fn more_than_guerillas(&self) -> bool {
        self.corps > 0 || self.irregulars > 0 || self.depot_garrison > 0
    }

    /// Whether there is anything.
    pub fn any(&self) -> bool {
        self.more_than_guerillas() || self.guerillas > 0
    }
}

/// Whether the phasing power must attack where it stands with the enemy.
// empires 7.5.1
pub fn must_attack(phasing: &Presence, enemy: &Presence) -> bool {
    (phasing.corps > 0 || phasing.irregulars > 0) && enemy.more_than_guerillas()
}

/// What takes part in a combat: everything outside the city, guerillas only if they attack.
// empires 7.5.1.2, empires 7.5.1.2(b)
pub fn takes_part(outside: &Presence, attacks: bool) -> Presence {
    Presence { guerillas: if attacks { outside.guerillas } else { 0 }, ..*outside }
}

/// A city that somebody would retire into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refuge {
    /// Factors it can hold.
    pub capacity: u16,
    /// Factors inside.
    pub inside: u16,
    /// The defender controls it, or it stands empty.
    pub friendly_or_vacant: bool,
    /// Besieged.
    pub besieged: bool,
}

/// Whether corps and factors of these sizes may retire into a city together. `agreed` is false if several defending powers
/// want it and cannot agree.
// empires 7.5.1.1, empires 7.5.1.1.1, empires 7.5.1.1.4: a corps goes in with all its factors
pub fn may_retire(city: &Refuge, sizes: &[u16], agreed: bool) -> bool {
    let all = sizes.iter().map(|n| u32::from(*n)).sum::<u32>() + u32::from(city.inside);
    agreed && city.friendly_or_vacant && !city.besieged && all <= u32::from(city.capacity)
}

/// What an attack turns into once some have retired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterRetirement {
    /// Nobody is outside: the attackers may besiege.
    MayBesiege,
    /// It goes on against those outside.
    Combat {
        /// As a trivial combat.
        trivial: bool,
    },
}

/// The attack after retirement.
// empires 7.5.1.1.2, empires 7.5.1.1.3
pub fn after_retirement(attacker: &Presence, outside: &Presence) -> AfterRetirement {
    if outside.any() {
        AfterRetirement::Combat { trivial: must_be_trivial(attacker, outside) }
    } else {
        AfterRetirement::MayBesiege
    }
}

/// Whether a combat must be trivial: one side begins without any corps.
// empires 7.5.3
pub fn must_be_trivial(attacker: &Presence, defender: &Presence) -> bool {
    attacker.corps == 0 || defender.corps == 0
}

/// How a combat came to be fought as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A field or limited field combat.
    Field,
    /// One that both commanders agreed to fight as trivial.
    // empires 7.5.3(b)
    Agreed,
    /// One that had to be trivial.
    Trivial,
}

impl Origin {
    /// The origin of a combat, given what both commanders say to a trivial one.
    pub fn of(attacker: &Presence, defender: &Presence, agree: [bool; 2]) -> Origin {
        if must_be_trivial(attacker, defender) {
            Origin::Trivial
        } else if agree == [true, true] {
            Origin::Agreed
        } else {
            Origin::Field
        }
    }

    /// Whether anybody can reinforce.
    // empires 7.5.3.1(b)
    pub fn reinforced(self) -> bool {
        self != Origin::Trivial
    }

    /// Whether political points are at stake.
    // empires 7.5.3.5
    pub fn scores(self) -> bool {
        self != Origin::Trivial
    }
}

/// What happens to broken survivors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Survivors {
    Retreat,
    Surrender,
}

/// Broken survivors that pursuit has left.
// empires 7.5.3.4(b)
pub fn survivors(garrison: bool) -> Survivors {
    if garrison { Survivors::Surrender } else { Survivors::Retreat }
}

/// Whether an ally may reinforce a side out of turn: at war with all powers of the other side, and with none of this one.
// empires 7.5.2.11.1.3
pub fn ally_may_help(at_war_with_enemies: &[bool], at_war_with_friends: &[bool]) -> bool {
    at_war_with_enemies.iter().all(|w| *w) && !at_war_with_friends.iter().any(|w| *w)
}

/// Whether a trivial combat is cancelled because a whole side has left it to reinforce another.
// empires 7.5.2.11.1.2(b)
pub fn cancelled(sides: [&Presence; 2]) -> bool {
    sides.iter().any(|s| !s.any())
}

/// Who would besiege.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Besieger {
    /// What he has there.
    pub presence: Presence,
    /// He has won a field or trivial combat there in this sequence.
    pub just_won: bool,
    /// One of his corps gained from unused movement points when it foraged.
    pub foraged_at_ease: bool,
}

/// Whether a city may be besieged: it is occupied, and either lies in a country that the besieger is at war with or is held
/// by his enemies.
// empires 7.5.4, empires 7.5.4(b), empires 7.5.4(c)
pub fn may_besiege(besieger: &Besieger, occupied: bool, hostile_country: bool, enemy_troops: bool) -> bool {
    besieger.presence.corps > 0
        && occupied
        && (hostile_country || enemy_troops)
        && !(besieger.just_won && besieger.foraged_at_ease)
}
