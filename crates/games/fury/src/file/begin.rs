//! The phase that a position by hand begins with, and what cannot be at the beginning of one.

use crate::Fury;
use crate::data::pieces::{Army, HQS, Nation, PIECES, Piece, RU};
use crate::file::{NATIONS, PHASES};
use crate::play::sequence::Step;
use crate::position::{Group, Position, enemy, flag};
use sandtable_core::Dice;
use sandtable_core::position_file::{Faults, PositionFile, Row, Setting, one_of};

impl Fury {
    /// The line of a piece, for complaints.
    fn line_of(&self, p: &Position, file: &PositionFile<'_>, piece: Piece) -> usize {
        let id = self.file_id(p, piece);
        let short = id.split("-cadre").next().map(|n| format!("{n}-cadre"));
        let named = |row: &&Row<'_>| {
            row.first() == id
                || (piece.is_cadre() && short.as_deref() == Some(row.first()))
                || (matches!(row.first(), "box" | "eliminated") && row.rest().contains(&id.as_str()))
        };
        file.rows().iter().find(named).map_or(0, |r| r.line)
    }

    /// The word for a piece.
    pub(crate) fn file_id(&self, p: &Position, piece: Piece) -> String {
        let id = self.piece_id(piece);
        if piece.is_cadre() { format!("{}-{id}", p.nation(&self.data, piece).id()) } else { id }
    }

    /// What cannot be at the beginning of a phase.
    fn judge(&self, p: &Position, file: &PositionFile<'_>, faults: &mut Faults) {
        let data = &self.data;
        for piece in (0..PIECES as u8).map(Piece) {
            let Some(hex) = p.hex(piece) else { continue };
            let place = data.number(hex);
            let side = p.side(data, piece);
            let line = self.line_of(p, file, piece);
            if !p.may_stack(data, side, hex, &Group::EMPTY) && !self.parted(p, side, hex) {
                faults.at(
                    line,
                    format!("{place} is overfull: two units and one headquarters of one army (9.2a)"),
                );
            }
            let siege = data.fort(hex).is_some_and(|(i, _)| p.besieged[i]);
            if p.held(enemy(side), hex) && !siege {
                faults.at(line, format!("both sides stand in {place} and nobody besieges (9e)"));
            }
            if piece.is_hq() && p.standing_fort(data, enemy(side), hex).is_some() {
                faults.at(line, format!("{place} is a fortress of the enemy that nobody besieges (9e)"));
            }
        }
    }

    /// Begins the phase that the file names.
    pub(crate) fn begin_file(
        &self,
        _: Setting<'_>,
        p: &mut Position,
        file: &PositionFile<'_>,
        dice: &mut dyn Dice,
        faults: &mut Faults,
    ) {
        self.judge(p, file, faults);
        let Some(head) = file.head("phase") else {
            faults.whole(format!("phase is missing: one of {}", PHASES.join(", ")));
            return;
        };
        let phases = PHASES.map(|w| (w, w));
        let Some(phase) = faults.take(head.line, one_of(head.value, "phase", &phases)) else { return };
        let fighting = matches!(phase, "moves" | "attacks" | "combats");
        if fighting && matches!(p.activation, 0 | 3) != (p.active == p.initiative) {
            let why = "the holder of the initiative has activations 1 and 4, the other side 2 and 3 (7e)";
            faults.at(file.line("activation"), why);
        }
        self.judge_states(p, file, phase, faults);
        let side = p.active;
        let own = if side == RU { Nation::Ru } else { Nation::Ah };
        let nation = file.read("nation", faults, |w| one_of(w, "nation", &NATIONS)).unwrap_or(own);
        if !faults.is_empty() {
            return;
        }
        if !fighting && phase != "front" && phase != "set-up" {
            // After the four activations of a turn.
            p.active = p.initiative;
            p.activation = 4;
            p.front = p.front_a.other();
        }
        let mut events = Vec::new();
        match phase {
            "set-up" => {
                p.active = RU;
                p.activation = 0;
                p.steps.push(Step::SetUp(side));
            }
            "initiative" => {
                p.activation = 0;
                p.steps.push(if p.turn == 0 { Step::FrontA } else { Step::Initiative });
            }
            // The other side chooses after the first activation.
            "front" if file.head("activation").is_some() && p.activation == 1 => {
                p.active = p.initiative;
                p.front_a = p.front;
                p.steps.push(Step::FirstFront);
            }
            "front" => {
                p.activation = 0;
                p.active = p.initiative;
                p.steps.push(Step::FrontA);
            }
            "moves" => p.steps.push(Step::Moves),
            "attacks" => p.steps.push(Step::Declare),
            "combats" => p.steps.push(Step::Resolve),
            "victory" => self.administrative_phase(p, &mut events),
            "adjustment" => p.steps.push(Step::Adjust(side)),
            "sieges" => p.steps.push(Step::Sieges),
            "replacements" => {
                let given = p.points;
                self.begin_replacements(p, nation, &mut events);
                if file.head("points").is_some() {
                    p.points = given;
                }
            }
            "reinforcements" => p.steps.push(Step::Reinforcements(side)),
            _ if nation == Nation::Ru => self.begin_planning(p, dice, &mut events),
            _ => {
                // The nations before it have planned.
                for army in (0..HQS as u8).map(Army).filter(|a| self.data.hqs[a.index()].nation >= nation) {
                    p.set(Piece::hq(army), flag::INACTIVE, true);
                }
                self.plan(p, nation, dice, &mut events);
            }
        }
        sandtable_core::machine::run(self, p, dice, &mut events);
    }

    /// States that have no meaning in a phase.
    fn judge_states(&self, p: &Position, file: &PositionFile<'_>, phase: &str, faults: &mut Faults) {
        let fighting = matches!(phase, "moves" | "attacks" | "combats");
        for piece in (0..PIECES as u8).map(Piece).filter(|x| p.hex(*x).is_some()) {
            let line = self.line_of(p, file, piece);
            let name = self.piece_name(p, piece);
            if !fighting && p.is(piece, flag::MOVED | flag::ATTACKED | flag::RETREATED) {
                faults.at(
                    line,
                    format!("{name} has moved, attacked or retreated, but no activation is under way"),
                );
            }
            if phase == "moves" && p.is(piece, flag::ATTACKED) {
                faults.at(line, format!("{name} has attacked before the movement is over (8a)"));
            }
            if phase != "adjustment" && p.gone_back[piece.index()] > 0 {
                faults.at(line, format!("{name} has gone back, but no front adjustment is under way"));
            }
            if fighting && p.is(piece, flag::MOVED) && self.idle(p, piece).is_some() {
                faults.at(line, format!("{name} has moved, but its front is not activated (7g)"));
            }
        }
        for row in file.rows().iter().filter(|r| r.first() == "attack") {
            if !matches!(phase, "attacks" | "combats") {
                faults.at(row.line, "attacks are declared after the movement of an activation (10a)");
            }
        }
    }
}
