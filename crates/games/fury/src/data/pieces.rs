//! Nations, fronts, armies and pieces: the static part of the counter mix (fury 2.1a, fury 2.2a).

use serde::{Deserialize, Serialize};

/// Corps on the counter sheet.
pub const CORPS: usize = 80;
/// Army headquarters.
pub const HQS: usize = 15;
/// Cadres that can be in play at once; more than the starred corps could ever leave behind.
pub const CADRES: usize = 40;
/// All pieces: corps, then HQs, then Cadres.
pub const PIECES: usize = CORPS + HQS + CADRES;
/// Fortresses.
pub const FORTS: usize = 15;

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Piece(pub u8);

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece(u8::MAX);

    /// For indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a headquarters.
    pub const fn is_hq(self) -> bool {
        self.index() >= CORPS && self.index() < CORPS + HQS
    }

    /// Whether it is a Cadre.
    pub const fn is_cadre(self) -> bool {
        self.index() >= CORPS + HQS && self.index() < PIECES
    }

    /// Whether it is a combat unit: a corps or a Cadre (fury 2.1h).
    pub const fn is_unit(self) -> bool {
        self.index() < PIECES && !self.is_hq()
    }

    /// The headquarters of an army.
    pub const fn hq(army: Army) -> Piece {
        Piece(CORPS as u8 + army.0)
    }
}

/// An army, by its headquarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Army(pub u8);

impl Army {
    /// No army yet.
    pub const NONE: Army = Army(u8::MAX);

    /// For indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A nation, in the order of the administrative phase (fury 11.3b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    /// Russia.
    Ru,
    /// Austria-Hungary.
    Ah,
    /// Germany.
    De,
}

impl Nation {
    /// All, in order.
    pub const ALL: [Nation; 3] = [Nation::Ru, Nation::Ah, Nation::De];

    /// For indexing.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its side.
    pub const fn side(self) -> u8 {
        match self {
            Nation::Ru => RU,
            Nation::Ah | Nation::De => CP,
        }
    }

    /// Short id.
    pub const fn id(self) -> &'static str {
        match self {
            Nation::Ru => "ru",
            Nation::Ah => "ah",
            Nation::De => "de",
        }
    }

    /// Name.
    pub const fn name(self) -> &'static str {
        match self {
            Nation::Ru => "Russian",
            Nation::Ah => "Austrian",
            Nation::De => "German",
        }
    }
}

/// The Russian side.
pub const RU: u8 = 0;
/// The side of the Central Powers.
pub const CP: u8 = 1;

/// A front (fury 7d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Front {
    /// East Prussia.
    North,
    /// Galicia.
    South,
}

impl Front {
    /// The other one.
    pub const fn other(self) -> Front {
        match self {
            Front::North => Front::South,
            Front::South => Front::North,
        }
    }

    /// Name.
    pub const fn name(self) -> &'static str {
        match self {
            Front::North => "North",
            Front::South => "South",
        }
    }
}

/// Kind of corps, for what its steps cost (fury 2.1d, fury 11.3l, fury 11.3m, fury 11.3n).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Of the line.
    Regular,
    /// Siberian.
    Siberian,
    /// Caucasian.
    Caucasian,
    /// Turkestan.
    Turkestan,
    /// Guard.
    Guard,
    /// Grenadier.
    Grenadier,
    /// Reserve.
    Reserve,
    /// Landwehr.
    Landwehr,
    /// Landsturm.
    Landsturm,
}

impl Kind {
    /// All, the corps of the line first.
    pub const ALL: [Kind; 9] = [
        Kind::Regular,
        Kind::Siberian,
        Kind::Caucasian,
        Kind::Turkestan,
        Kind::Guard,
        Kind::Grenadier,
        Kind::Reserve,
        Kind::Landwehr,
        Kind::Landsturm,
    ];

    /// Its word, as in the tables.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Regular => "regular",
            Kind::Siberian => "siberian",
            Kind::Caucasian => "caucasian",
            Kind::Turkestan => "turkestan",
            Kind::Guard => "guard",
            Kind::Grenadier => "grenadier",
            Kind::Reserve => "reserve",
            Kind::Landwehr => "landwehr",
            Kind::Landsturm => "landsturm",
        }
    }
}

/// Which army a corps may join when it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posting {
    /// Its own (fury 2.1c).
    Fixed,
    /// Its own or one other (fury 2.1o).
    Either(Army),
    /// Any of its side, Austrian armies for Germans too (fury 2.1m, fury 7q).
    Any,
}

/// A corps as printed.
#[derive(Clone, Debug)]
pub struct Corps {
    /// Its id.
    pub id: String,
    /// Its designation.
    pub name: String,
    /// Nation.
    pub nation: Nation,
    /// Kind.
    pub kind: Kind,
    /// Army, or none.
    pub army: Army,
    /// Choice of army at entry.
    pub posting: Posting,
    /// Strength at full.
    pub full: u8,
    /// Strength when reduced.
    pub reduced: u8,
    /// Whether its reduced value bears an asterisk (fury 2.1g).
    pub star: bool,
    /// The turn in whose administrative phase it enters; none at set-up (fury 2.1k).
    pub enters: Option<u8>,
    /// Whether it starts or enters reduced (fury 2.1n).
    pub starts_reduced: bool,
    /// Whether its values are the rulebook's.
    pub stated: bool,
}

/// One face of a headquarters (fury 2.2b, fury 2.2c, fury 2.2d).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Support in combat.
    pub support: i8,
    /// Cavalry.
    pub cavalry: u8,
    /// Range of command.
    pub range: u8,
}

/// A headquarters as printed.
#[derive(Clone, Debug)]
pub struct Hq {
    /// Its id.
    pub id: String,
    /// Its army's number.
    pub name: String,
    /// Nation.
    pub nation: Nation,
    /// Front, or chosen at entry.
    pub front: Option<Front>,
    /// Active and inactive face.
    pub faces: [Face; 2],
    /// The turn in whose administrative phase it enters; none at set-up.
    pub enters: Option<u8>,
    /// Whether it starts active.
    pub starts_active: bool,
    /// Whether its values are the rulebook's.
    pub stated: bool,
}

/// A fortress on the board.
#[derive(Clone, Debug)]
pub struct Fort {
    /// Its name.
    pub name: String,
    /// Its hex.
    pub hex: u16,
    /// Whose it was at the start.
    pub owner: u8,
    /// Whether it is a major one.
    pub major: bool,
}
