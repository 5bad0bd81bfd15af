//! The position: a plain value in dense arrays, with zones and counts kept up to date as pieces move.

pub mod group;
pub mod hexset;
pub(crate) mod path;
mod saved;

use crate::data::pieces::{Army, CORPS, FORTS, Front, HQS, Nation, PIECES, Piece, RU};
use crate::data::{CADRE_STRENGTH, Data};
use crate::play::sequence::Step;
pub use crate::position::group::{Group, Room};
use crate::position::hexset::HEXES;
use crate::position::path::Path;
use sandtable_core::machine::Steps;
use sandtable_ops::zones::Zones;
use serde::{Deserialize, Serialize};

/// Places off the map.
pub mod off {
    /// Not yet in the game, or out of it for good.
    pub const OUT: u16 = 0xFFFF;
    /// Box of eliminated corps.
    pub const ELIMINATED: u16 = 0xFFFE;
    /// Box of reinforcements.
    pub const BOX: u16 = 0xFFFD;
    /// Waiting for the set-up.
    pub const POOL: u16 = 0xFFFC;
}

/// States of a piece.
pub mod flag {
    /// On its reduced side; a headquarters: inactive.
    pub const REDUCED: u8 = 1;
    /// A headquarters on its inactive side.
    pub const INACTIVE: u8 = REDUCED;
    /// Disorganised.
    pub const DISORGANISED: u8 = 2;
    /// Shut in a besieged fortress.
    pub const BESIEGED: u8 = 4;
    /// Besieging a fortress in its hex.
    pub const BESIEGING: u8 = 8;
    /// Has moved in this activation.
    pub const MOVED: u8 = 16;
    /// Has begun an attack in this activation.
    pub const ATTACKED: u8 = 32;
    /// Has retreated in this activation.
    pub const RETREATED: u8 = 64;
    /// Was reformed this turn.
    pub const REFORMED: u8 = 128;
}

/// Readings of the rules that a game was begun with; none is the letter of the rulebook.
pub mod reading {
    /// Besiegers do not attack neighbouring hexes.
    pub const TIED_BESIEGERS: u8 = 1;
    /// A target belongs to the front on whose side of Warsaw it lies, not to that of its units' army.
    pub const FRONTS_BY_MAP: u8 = 2;
    /// Steps in which nothing is left to do are ended by their player.
    pub const PLAYER_ENDS: u8 = 4;
}

/// An attack that has been declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// From where.
    pub from: u16,
    /// Against which hex.
    pub target: u16,
    /// Who takes part.
    pub units: [Piece; 2],
    /// Whether it has been fought.
    pub done: bool,
}

/// How many attacks an activation can have at most: each comes from a hex of its own.
pub const ATTACKS: usize = 44;

/// The combat under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    /// From where.
    pub from: u16,
    /// Against which hex.
    pub target: u16,
    /// Who attacks.
    pub units: [Piece; 2],
    /// Total of the die and all modifiers.
    pub total: u8,
    /// The owner of the fortress has chosen a siege.
    pub siege: bool,
    /// The fortress surrenders.
    pub surrender: bool,
}

/// Everything that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "crate::position::saved::Saved", into = "crate::position::saved::Saved")]
pub struct Position {
    /// The turn, from 0.
    pub turn: u8,
    /// Who has the initiative.
    pub initiative: u8,
    /// Which activation of the turn, from 0.
    pub activation: u8,
    /// Who is active.
    pub active: u8,
    /// The activated front.
    pub front: Front,
    /// The front that the initiative holder named first.
    pub front_a: Front,
    /// Where pieces are.
    pub place: [u16; PIECES],
    /// States of pieces.
    pub state: [u8; PIECES],
    /// Army of each piece.
    pub army: [Army; PIECES],
    /// Nation of each Cadre.
    pub cadre_nation: [Nation; PIECES - CORPS - HQS],
    /// Front of each headquarters.
    pub hq_front: [Front; HQS],
    /// The turn from which a headquarters may enter.
    pub hq_due: [u8; HQS],
    /// Whether a fortress has ever been taken.
    pub taken: [bool; FORTS],
    /// Whether a fortress is besieged.
    pub besieged: [bool; FORTS],
    /// Rail points left.
    pub rail: [u8; 3],
    /// Replacement points left, in halves.
    pub points: [u8; 3],
    /// Combat units in each hex that are not besieged.
    pub free: [[u8; HEXES]; 2],
    /// How many zones of control each side has over a hex.
    pub zone: Zones<HEXES>,
    /// Declared attacks.
    pub attacks: [Attack; ATTACKS],
    /// How many.
    pub attack_count: u8,
    /// The combat under way.
    pub combat: Combat,
    /// Hexes that a stack has gone back in this front adjustment.
    pub gone_back: [u8; PIECES],
    /// Whether the Russian I Corps may go to the 9th Army in this phase.
    pub transfer: bool,
    /// Readings of the rules chosen when the game began.
    pub readings: u8,
    /// Whether the player has done something in the step and may have to end it.
    pub acted: bool,
    /// Hexes that a moving unit has still to go through, the next first; only while it has driven a headquarters off.
    pub way: Path,
    /// Steps under way, the last on top.
    pub steps: Steps<Step, 16>,
}

/// The other side.
pub const fn enemy(side: u8) -> u8 {
    1 - side
}

/// A place for an attack that is not declared.
pub const NO_ATTACK: Attack = Attack { from: 0, target: 0, units: [Piece::NONE; 2], done: true };

impl Position {
    /// An empty board.
    pub fn empty(data: &Data) -> Position {
        let mut p = Position {
            turn: 0,
            initiative: RU,
            activation: 0,
            active: RU,
            front: Front::North,
            front_a: Front::North,
            place: [off::OUT; PIECES],
            state: [0; PIECES],
            army: [Army::NONE; PIECES],
            cadre_nation: [Nation::Ru; PIECES - CORPS - HQS],
            hq_front: [Front::North; HQS],
            hq_due: [0; HQS],
            taken: [false; FORTS],
            besieged: [false; FORTS],
            rail: data.tables.rail,
            points: [0; 3],
            free: [[0; HEXES]; 2],
            zone: Zones::EMPTY,
            attacks: [NO_ATTACK; ATTACKS],
            attack_count: 0,
            combat: Combat {
                from: 0,
                target: 0,
                units: [Piece::NONE; 2],
                total: 0,
                siege: false,
                surrender: false,
            },
            gone_back: [0; PIECES],
            transfer: false,
            readings: 0,
            acted: false,
            way: Path::EMPTY,
            steps: Steps::new(Step::Over),
        };
        for (i, corps) in data.corps.iter().enumerate() {
            p.army[i] = corps.army;
        }
        for (i, hq) in data.hqs.iter().enumerate() {
            p.army[CORPS + i] = Army(i as u8);
            // Until the owner chooses, a front of its nation; nobody sees it before it enters.
            p.hq_front[i] = hq.front.unwrap_or(Front::North);
            p.hq_due[i] = hq.enters.unwrap_or(0);
        }
        // Fortresses exert a zone even empty: fury 9.1b.
        for fort in &data.forts {
            p.add_zone(data, fort.owner, fort.hex, 1);
        }
        p
    }

    fn add_zone(&mut self, data: &Data, side: u8, hex: u16, by: i8) {
        self.zone.add(side, std::iter::once(hex).chain(data.steps(hex).map(|s| s.to)), by);
    }

    /// Side of a piece.
    pub fn side(&self, data: &Data, piece: Piece) -> u8 {
        self.nation(data, piece).side()
    }

    /// Nation of a piece.
    pub fn nation(&self, data: &Data, piece: Piece) -> Nation {
        data.nation_of(piece).unwrap_or_else(|| self.cadre_nation[piece.index() - CORPS - HQS])
    }

    /// Where a piece stands, if on the map.
    pub fn hex(&self, piece: Piece) -> Option<u16> {
        let at = self.place[piece.index()];
        (usize::from(at) < HEXES).then_some(at)
    }

    /// Whether a piece has a state.
    pub fn is(&self, piece: Piece, flag: u8) -> bool {
        self.state[piece.index()] & flag != 0
    }

    /// Sets or clears a state that changes no zone.
    pub fn set(&mut self, piece: Piece, flag: u8, on: bool) {
        let state = &mut self.state[piece.index()];
        *state = if on { *state | flag } else { *state & !flag };
    }

    /// Whether a unit counts on the map: it is there and not besieged.
    fn counts(&self, piece: Piece) -> Option<u16> {
        self.hex(piece).filter(|_| piece.is_unit() && !self.is(piece, flag::BESIEGED))
    }

    fn count(&mut self, data: &Data, piece: Piece, by: i8) {
        if let Some(hex) = self.counts(piece) {
            let side = self.side(data, piece);
            let free = &mut self.free[usize::from(side)][usize::from(hex)];
            *free = free.wrapping_add_signed(by);
            // fury 9.1a, fury 9.1d: units exert zones, headquarters none.
            self.add_zone(data, side, hex, by);
        }
    }

    /// Moves a piece to a hex or a box.
    pub fn put(&mut self, data: &Data, piece: Piece, to: u16) {
        self.count(data, piece, -1);
        self.place[piece.index()] = to;
        self.count(data, piece, 1);
    }

    /// Shuts a unit in, or lets it out: a besieged unit has no zone.
    pub fn shut_in(&mut self, data: &Data, piece: Piece, on: bool) {
        self.count(data, piece, -1);
        self.set(piece, flag::BESIEGED, on);
        self.count(data, piece, 1);
    }

    /// Begins or lifts the siege of a fortress never taken: fury 10.5d.
    pub fn besiege(&mut self, data: &Data, fort: usize, on: bool) {
        if self.besieged[fort] == on {
            return;
        }
        self.besieged[fort] = on;
        let f = &data.forts[fort];
        self.add_zone(data, f.owner, f.hex, if on { -1 } else { 1 });
        for piece in self.pieces_at(f.hex) {
            if self.side(data, piece) == f.owner {
                self.shut_in(data, piece, on);
            } else if !on {
                self.set(piece, flag::BESIEGING, false);
            }
        }
    }

    /// Marks a fortress as taken for good: it loses its own zone.
    pub fn take(&mut self, data: &Data, fort: usize) {
        if !self.taken[fort] {
            let f = &data.forts[fort];
            if !self.besieged[fort] {
                self.add_zone(data, f.owner, f.hex, -1);
            }
            self.besieged[fort] = false;
            self.taken[fort] = true;
            for piece in self.pieces_at(f.hex) {
                self.set(piece, flag::BESIEGING, false);
            }
        }
    }

    /// All pieces in a hex.
    pub fn pieces_at(&self, hex: u16) -> Group {
        let mut out = Group::EMPTY;
        // Sixteen at a time without a branch: most blocks hold nobody of this hex.
        for (block, places) in self.place.chunks(16).enumerate() {
            if places.iter().fold(false, |any, at| any | (*at == hex)) {
                for (i, _) in places.iter().enumerate().filter(|(_, at)| **at == hex) {
                    out.push(Piece((16 * block + i) as u8));
                }
            }
        }
        out
    }

    /// Units of a side in a hex that are not besieged.
    pub fn units_at(&self, data: &Data, side: u8, hex: u16) -> Group {
        let mut out = Group::EMPTY;
        if self.free[usize::from(side)][usize::from(hex)] > 0 {
            for piece in self.pieces_at(hex) {
                if piece.is_unit() && !self.is(piece, flag::BESIEGED) && self.side(data, piece) == side {
                    out.push(piece);
                }
            }
        }
        out
    }

    /// The headquarters of a side in a hex.
    pub fn hqs_at(&self, data: &Data, side: u8, hex: u16) -> Group {
        let mut out = Group::EMPTY;
        for i in CORPS..CORPS + HQS {
            let piece = Piece(i as u8);
            if self.place[i] == hex && self.side(data, piece) == side {
                out.push(piece);
            }
        }
        out
    }

    /// Strength of a unit on its present side: fury 2.1f.
    pub fn strength(&self, data: &Data, piece: Piece) -> u8 {
        match data.corps.get(piece.index()) {
            Some(c) if self.is(piece, flag::REDUCED) => c.reduced,
            Some(c) => c.full,
            None => CADRE_STRENGTH,
        }
    }

    /// Steps that a unit has left: two, or one for a reduced corps or a Cadre.
    pub fn full(&self, piece: Piece) -> bool {
        !piece.is_cadre() && !self.is(piece, flag::REDUCED)
    }

    /// Whether the next loss of a unit leaves a Cadre: fury 2.1g.
    pub fn leaves_cadre(&self, data: &Data, piece: Piece) -> bool {
        self.is(piece, flag::REDUCED) && data.corps.get(piece.index()).is_some_and(|c| c.star)
    }

    /// Whether units of a side stand free in a hex.
    pub fn held(&self, side: u8, hex: u16) -> bool {
        self.free[usize::from(side)][usize::from(hex)] > 0
    }

    /// Whether a hex lies in a zone of control of a side's enemy.
    pub fn in_enemy_zone(&self, side: u8, hex: u16) -> bool {
        self.zone.covers(enemy(side), hex)
    }

    /// Whether an enemy unit stands beside a hex.
    pub fn in_contact(&self, data: &Data, side: u8, hex: u16) -> bool {
        let foe = enemy(side);
        self.held(foe, hex) || data.steps(hex).any(|s| self.held(foe, s.to))
    }

    /// Whether a line (of command, of communication, of rail) is stopped in a hex: fury 10.1c, fury 11.2f.
    pub fn stops_line(&self, data: &Data, side: u8, hex: u16) -> bool {
        !data.open(hex)
            || self.held(enemy(side), hex)
            || (self.in_enemy_zone(side, hex) && !self.held(side, hex))
    }

    /// A fortress that defends itself: never taken and not besieged (fury 10.4a, fury 10.4k).
    pub fn stands(&self, fort: usize) -> bool {
        !self.taken[fort] && !self.besieged[fort]
    }

    /// The standing fortress of a side in a hex.
    pub fn standing_fort(&self, data: &Data, side: u8, hex: u16) -> Option<usize> {
        data.fort(hex).filter(|(i, f)| f.owner == side && self.stands(*i)).map(|(i, _)| i)
    }

    /// Whether a side controls a fortress: fury 4d.
    pub fn controls(&self, data: &Data, side: u8, fort: usize) -> bool {
        let f = &data.forts[fort];
        if self.taken[fort] { self.held(side, f.hex) } else { f.owner == side }
    }

    /// Fortresses of the enemy held, less own ones lost: fury 4j.
    pub fn net(&self, data: &Data, side: u8) -> i8 {
        (0..FORTS)
            .filter(|&i| self.taken[i])
            .map(|i| {
                let f = &data.forts[i];
                let foe = enemy(f.owner);
                if !self.held(foe, f.hex) {
                    0
                } else if foe == side {
                    1
                } else {
                    -1
                }
            })
            .sum()
    }

    /// The front of a piece: that of its army (fury 7h, fury 7i, fury 7j, fury 7k, fury 7r).
    pub fn front_of(&self, piece: Piece) -> Option<Front> {
        let army = self.army[piece.index()];
        (army != Army::NONE).then(|| self.hq_front[army.index()])
    }

    /// Whether a German unit has been detached to an Austrian army (fury 7q).
    pub fn detached(&self, data: &Data, piece: Piece) -> bool {
        let army = self.army[piece.index()];
        army != Army::NONE
            && self.nation(data, piece) == Nation::De
            && data.hqs[army.index()].nation == Nation::Ah
    }

    /// The face of a headquarters that is up.
    pub fn face(&self, data: &Data, army: Army) -> crate::data::pieces::Face {
        let hq = Piece::hq(army);
        data.hqs[army.index()].faces[usize::from(self.is(hq, flag::INACTIVE))]
    }

    /// Whether more pieces may end in a hex beside those of their side: two units and one headquarters of one army
    /// (fury 9.2a). `joining` are the newcomers, who may already be counted there.
    pub fn may_stack(&self, data: &Data, side: u8, hex: u16, joining: &Group) -> bool {
        let mut units = 0;
        let mut hqs = 0;
        let mut army = None;
        let mut fits = |piece: Piece, p: &Position| {
            if piece.is_hq() {
                hqs += 1;
            } else {
                units += 1;
            }
            let own = p.army[piece.index()];
            *army.get_or_insert(own) == own
        };
        for piece in joining.iter() {
            if !fits(piece, self) {
                return false;
            }
        }
        for piece in self.pieces_at(hex) {
            if self.side(data, piece) == side && !joining.has(piece) && !fits(piece, self) {
                return false;
            }
        }
        units <= 2 && hqs <= 1
    }

    /// The attacks that are declared, fought or not.
    pub(crate) fn declared(&self) -> &[Attack] {
        &self.attacks[..usize::from(self.attack_count)]
    }

    /// Those of them that are not fought yet.
    pub(crate) fn unfought(&self) -> impl Iterator<Item = &Attack> {
        self.declared().iter().filter(|a| !a.done)
    }

    /// An activation is over: no attack is declared any more, and nobody counts as having moved, attacked or retreated.
    pub fn forget_activation(&mut self) {
        const FRESH: u8 = !(flag::MOVED | flag::ATTACKED | flag::RETREATED);
        self.state.iter_mut().for_each(|s| *s &= FRESH);
        self.attacks[..usize::from(self.attack_count)].fill(NO_ATTACK);
        self.attack_count = 0;
    }

    /// A Cadre takes the place of a corps in everything under way.
    pub fn stands_in(&mut self, corps: Piece, cadre: Piece) {
        let swap = |p: &mut Piece| {
            if *p == corps {
                *p = cadre;
            }
        };
        self.combat.units.iter_mut().for_each(swap);
        for step in self.steps.waiting_mut() {
            match step {
                Step::Loss { pool, .. } => pool.0.iter_mut().for_each(swap),
                Step::Retreat { group, .. } | Step::Surplus { group, .. } | Step::Withdraw { group, .. } => {
                    group.0.iter_mut().for_each(swap);
                }
                _ => {}
            }
        }
    }

    /// A headquarters goes off the map and returns next turn: fury 11.2n.
    pub fn send_off_hq(&mut self, data: &Data, hq: Piece) {
        self.put(data, hq, off::BOX);
        self.set(hq, flag::BESIEGED, false);
        self.hq_due[hq.index() - CORPS] = self.turn + 1;
    }
}
