//! What must hold in every position.

use crate::Fury;
use crate::hexset::HEXES;
use crate::pieces::{CP, FORTS, PIECES, Piece, RU};
use crate::position::{Position, enemy, flag, off};
use crate::sequence::Step;

impl Fury {
    /// The first thing that does not hold.
    pub(crate) fn find_unsound(&self, p: &Position) -> Result<(), String> {
        let data = &self.data;
        let name = |x: Piece| self.piece_name(p, x);
        let mut counted = Position::empty(data);
        counted.cadre_nation = p.cadre_nation;
        for fort in 0..FORTS {
            let f = &data.forts[fort];
            if p.taken[fort] {
                counted.take(data, fort);
            } else if p.besieged[fort] {
                // A siege is lifted only when the combat that broke it is over.
                let ending = p.steps[..usize::from(p.depth)].contains(&Step::CombatEnds);
                if !p.held(enemy(f.owner), f.hex) && !ending {
                    return Err(format!("{} is besieged by nobody", f.name));
                }
                counted.besiege(data, fort, true);
            }
        }
        for i in 0..PIECES {
            let piece = Piece(i as u8);
            let place = p.place[i];
            let boxed = matches!(place, off::OUT | off::ELIMINATED | off::BOX | off::POOL);
            if usize::from(place) >= HEXES && !boxed {
                return Err(format!("{} is nowhere", name(piece)));
            }
            if place == off::ELIMINATED && (piece.is_cadre() || piece.is_hq()) {
                return Err(format!("{} is among the eliminated corps", name(piece)));
            }
            if usize::from(place) < HEXES {
                if !data.open(place) {
                    return Err(format!(
                        "{} stands in {}, where nothing can stand",
                        name(piece),
                        data.number(place)
                    ));
                }
                let side = p.side(data, piece);
                let siege = data.fort(place).is_some_and(|(k, _)| p.besieged[k]);
                let shut = siege && data.fort(place).is_some_and(|(_, f)| f.owner == side);
                if p.is(piece, flag::BESIEGED) != shut {
                    return Err(format!("{} is wrongly marked as besieged or free", name(piece)));
                }
                if p.is(piece, flag::BESIEGING) && (!siege || shut) {
                    return Err(format!("{} besieges nothing", name(piece)));
                }
                counted.state[i] = p.state[i];
                counted.put(data, piece, place);
            }
        }
        if counted.free != p.free {
            return Err("the counts of units do not fit the pieces".to_string());
        }
        if counted.zone != p.zone {
            return Err("the counts of zones do not fit the pieces".to_string());
        }
        self.stacks_are_sound(p)?;
        if p.rail.iter().zip(data.tables.rail).any(|(have, full)| *have > full) {
            return Err("more rail points than there can be".to_string());
        }
        if p.depth == 0 {
            return Err("no step is under way".to_string());
        }
        Ok(())
    }

    /// No hex is overfull and no hex is shared by enemies but in a siege, except while pieces are on their way.
    fn stacks_are_sound(&self, p: &Position) -> Result<(), String> {
        let moving = |s: &Step| {
            matches!(
                s,
                Step::Retreat { .. } | Step::Surplus { .. } | Step::Withdraw { .. } | Step::Loss { .. }
            )
        };
        if p.steps[..usize::from(p.depth)].iter().any(moving) {
            return Ok(());
        }
        for hex in 0..HEXES as u16 {
            if p.held(RU, hex) && p.held(CP, hex) {
                return Err(format!("both sides hold {}", self.data.number(hex)));
            }
            for side in [RU, CP] {
                if !p.may_stack(&self.data, side, hex, &crate::position::Group::EMPTY) {
                    return Err(format!("{} is overfull", self.data.number(hex)));
                }
            }
        }
        Ok(())
    }
}
