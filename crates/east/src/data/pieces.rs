//! Counters: combat units, depots and headquarters, with their Steps.

use serde::{Deserialize, Serialize};

/// Room for units in a position.
pub const MAX_UNITS: usize = 128;

sandtable_ops::id_type! {
    /// A unit by its place in the list of counters.
    pub struct UnitId(u8);
}

impl UnitId {
    /// For indexing arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of units as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct UnitSet(pub u128);

/// A set is written as a list: JSON has no numbers of 128 bits.
impl Serialize for UnitSet {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for UnitSet {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<UnitSet, D::Error> {
        let list = Vec::<UnitId>::deserialize(d)?;
        if list.iter().any(|u| u.index() >= MAX_UNITS) {
            return Err(serde::de::Error::custom("there is no such unit"));
        }
        Ok(list.into_iter().collect())
    }
}

impl UnitSet {
    /// Nobody.
    pub const EMPTY: UnitSet = UnitSet(0);

    /// Puts a unit in.
    pub fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }

    /// Takes a unit out.
    pub fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
    }

    /// Whether a unit is in.
    pub const fn has(self, unit: UnitId) -> bool {
        self.0 >> unit.0 & 1 == 1
    }

    /// With the units of another set.
    pub const fn and(self, more: UnitSet) -> UnitSet {
        UnitSet(self.0 | more.0)
    }

    /// Without the units of another set.
    pub const fn without(self, less: UnitSet) -> UnitSet {
        UnitSet(self.0 & !less.0)
    }

    /// The units that are in both sets.
    pub const fn both(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The units in order.
    pub fn iter(self) -> impl Iterator<Item = UnitId> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let at = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            Some(UnitId(at))
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<T: IntoIterator<Item = UnitId>>(units: T) -> Self {
        let mut out = Self::EMPTY;
        units.into_iter().for_each(|u| out.insert(u));
        out
    }
}

/// Type of a unit (tannenberg 2.33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Infantry.
    Infantry,
    /// Mountain infantry.
    Mountain,
    /// Cavalry.
    Cavalry,
    /// Artillery.
    Artillery,
    /// Supply depot.
    Depot,
    /// Headquarters.
    Hq,
}

impl Kind {
    /// The type of a name in the data files.
    pub fn parse(word: &str) -> Option<Kind> {
        Some(match word {
            "infantry" => Kind::Infantry,
            "mountain" => Kind::Mountain,
            "cavalry" => Kind::Cavalry,
            "artillery" => Kind::Artillery,
            "depot" => Kind::Depot,
            "hq" => Kind::Hq,
            _ => return None,
        })
    }
}

/// Size mark of a unit (tannenberg 2.32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum Size {
    /// Regiment.
    #[serde(rename = "III")]
    Regiment,
    /// Brigade.
    #[serde(rename = "X")]
    Brigade,
    /// Division.
    #[serde(rename = "XX")]
    Division,
    /// Corps.
    #[serde(rename = "XXX")]
    Corps,
}

/// Attack, defence and movement on one side of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Face {
    /// Attack Strength.
    pub attack: u8,
    /// Defence Strength.
    pub defence: u8,
    /// Movement Allowance.
    pub movement: u8,
}

/// Level of a headquarters (tannenberg 10.22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Corps.
    Corps,
    /// Army.
    Army,
    /// A staff officer, who commands no units.
    Staff,
}

/// What a headquarters is rated for (tannenberg 10.11a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct HqFace {
    /// Attack Shift, columns (tannenberg 10.11b).
    pub shift: u8,
    /// Command Strength, SP (tannenberg 10.11c).
    pub strength: u8,
    /// Command Radius, hexes (tannenberg 10.11d).
    pub radius: u8,
    /// Combat Strength (tannenberg 10.11e).
    pub combat: u8,
    /// Heroic leader, who also attacks (tannenberg 10.12).
    pub heroic: bool,
}

/// The values of a headquarters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hq {
    /// Its level.
    pub level: Level,
    /// Front, and back if it has one (tannenberg 10.54a).
    pub faces: [Option<HqFace>; 2],
}

/// A counter (tannenberg 2.31).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Id in the data files.
    pub id: String,
    /// What stands on it.
    pub name: String,
    /// In words.
    pub title: String,
    /// Its army in [`Params::armies`](super::Params).
    pub army: u8,
    /// Its side.
    pub side: u8,
    /// Its type.
    pub kind: Kind,
    /// Its size mark; headquarters have none.
    pub size: Option<Size>,
    /// Corps that it belongs to; empty for none.
    pub corps: String,
    /// Field army that it belongs to; empty for none.
    pub field_army: String,
    /// Full strength.
    pub front: Face,
    /// Reduced, if it has such a side.
    pub back: Option<Face>,
    /// Steps; sides of a headquarters (tannenberg 2.4f).
    pub steps: u8,
    /// Stacking Points (tannenberg 6.16).
    pub sp: u8,
    /// Values of a headquarters.
    pub hq: Option<Hq>,
    /// Whether its Steps can be replaced at all (tannenberg 13.0g).
    pub replaceable: bool,
    /// Which of two allies of its side it belongs to, where two players share the side: 0 or 1.
    pub ally: u8,
}

impl Unit {
    /// Whether it is a headquarters.
    pub fn is_hq(&self) -> bool {
        self.kind == Kind::Hq
    }

    /// Whether it exerts a zone of control while it is not entrained (tannenberg 7.26).
    pub fn has_zone(&self) -> bool {
        !matches!(self.kind, Kind::Hq | Kind::Depot)
    }

    /// Strengths after some Steps lost (tannenberg 8.52c, tannenberg 8.53a, tannenberg 8.53b). A corps marker lowers both
    /// strengths by 1; nothing is left of a unit that lost all.
    pub fn face(&self, lost: u8) -> Face {
        let lower = |f: Face| Face {
            attack: f.attack.saturating_sub(1),
            defence: f.defence.saturating_sub(1),
            movement: f.movement,
        };
        let back = self.back.unwrap_or(self.front);
        match (self.steps, lost) {
            (s, l) if l >= s => Face::default(),
            (_, 0) => self.front,
            (4, 1) => lower(self.front),
            (4, 3) => lower(back),
            _ => back,
        }
    }

    /// Values of a headquarters after some Steps lost.
    pub fn hq_face(&self, lost: u8) -> HqFace {
        let faces = self.hq.as_ref().map(|h| h.faces).unwrap_or_default();
        faces.get(usize::from(lost)).copied().flatten().unwrap_or_default()
    }
}
