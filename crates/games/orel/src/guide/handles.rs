//! How each action is made by hand: which counters are picked up, and where they are put.

use crate::data::NONE;
use crate::play::Engine;
use crate::play::assault::AssaultAction;
use crate::play::fight::FightAction;
use crate::play::fire::FireAction;
use crate::play::flight::FlightAction;
use crate::play::march::{How, MarchAction};
use crate::play::rear::RearAction;
use crate::state::Position;
use sandtable_core::guide::Handle;
use sandtable_core::phrase::Phrases;

impl Engine<'_> {
    /// A button on one counter.
    fn on(&self, verb: &'static str, unit: u8) -> Handle {
        let piece = self.is_unit(unit).then(|| self.id(unit).to_string());
        Handle { pieces: piece.into_iter().collect(), ..Handle::button(verb) }
    }

    /// A counter that is put somewhere or points at something.
    fn put(&self, verb: &'static str, unit: u8, hex: u16) -> Handle {
        Handle { place: self.spot(hex), ..self.on(verb, unit) }
    }

    /// Something that is pointed at.
    fn at_place(&self, verb: &'static str, hex: u16) -> Handle {
        Handle { place: self.spot(hex), ..Handle::button(verb) }
    }

    fn flight_handle(&self, _: &Position, FlightAction::Go { hex }: FlightAction) -> Handle {
        match self.spot(hex) {
            Some(_) => self.at_place("retreat_to", hex),
            None => Handle::button("leave_map"),
        }
    }

    fn rear_handle(&self, _: &Position, action: RearAction) -> Handle {
        match action {
            RearAction::Done => Handle::button("done"),
            RearAction::Enlist => Handle::button("enlist"),
            RearAction::Restore { unit } => self.on("restore", unit),
            RearAction::Build { hex } => self.at_place("build", hex),
            RearAction::BuildOutside => Handle::button("build_outside"),
            RearAction::MainBody { unit } => self.on("main_body", unit),
            RearAction::Afflict { .. } => Handle::button("afflict"),
            RearAction::Suffer { unit } => self.on("suffer", unit),
            RearAction::Raid { unit, .. } => self.on("raid", unit),
            RearAction::Speech { unit } => self.on("speech", unit),
            RearAction::Initiative { unit } => self.on("initiative", unit),
            RearAction::Air { unit } => self.on("air", unit),
            RearAction::Agitate { unit } => self.on("agitate", unit),
            RearAction::Again => Handle::button("again"),
            RearAction::TakeUp => Handle::button("want_events"),
        }
    }

    fn march_handle(&self, _: &Position, action: MarchAction) -> Handle {
        match action {
            MarchAction::Go { unit, to } => self.put("move", unit, to),
            MarchAction::Day { unit, to } => self.put("marching_day", unit, to),
            MarchAction::By { unit, way, uncovered, .. } => {
                let verb = if uncovered { "move_uncovered" } else { "move_by" };
                self.put(verb, unit, way.end(&self.d.map))
            }
            MarchAction::Check { unit } => self.on("check", unit),
            MarchAction::End { unit, how } => match how {
                How::Halt => self.on("halt", unit),
                How::Combat => self.on("combat_mode", unit),
                How::Hasty(h) => Handle { weigh: true, ..self.put("hasty_attack", unit, h) },
                How::Prepared(h) => Handle { weigh: true, ..self.put("prepared_attack", unit, h) },
                How::Barrage => self.on("barrage", unit),
                How::SupportHasty(h) => self.put("support_hasty", unit, h),
                How::SupportPrepared(h) => self.put("support_prepared", unit, h),
                How::Entrench => self.on("entrench", unit),
            },
            MarchAction::Part { centre: true } => Handle::button("centre"),
            MarchAction::Part { centre: false } => Handle::button("suburbs"),
            MarchAction::Done => Handle::button("done"),
        }
    }

    /// The hex that an attack of the list is on.
    fn target_of(&self, p: &Position, attack: u8) -> u16 {
        p.declared().get(usize::from(attack)).map_or(crate::data::NOWHERE, |a| a.target)
    }

    fn fire_handle(&self, p: &Position, action: FireAction) -> Handle {
        match action {
            FireAction::Join { a, .. } => self.at_place("join", self.target_of(p, a)),
            FireAction::Part { hex, .. } => self.at_place("part", hex),
            FireAction::Single { unit } => self.on("part", unit),
            FireAction::Support { unit, attack } => self.put("support", unit, self.target_of(p, attack)),
            FireAction::Supply { attack, depot: NONE } => {
                self.at_place("unsupply", self.target_of(p, attack))
            }
            FireAction::Supply { attack, .. } => self.at_place("supply", self.target_of(p, attack)),
            FireAction::Feed { unit, depot: NONE } => self.on("unsupply", unit),
            FireAction::Feed { unit, .. } => self.on("supply", unit),
            FireAction::Resupply { unit, .. } => self.on("resupply", unit),
            FireAction::Aim { firer, target } => {
                Handle { weigh: true, ..self.put("aim", firer, p.hex(target)) }
            }
            FireAction::Draw { depot } => self.on("draw", depot),
            FireAction::Hold { firer } => self.on("hold", firer),
            FireAction::Shoot { firer } => Handle { weigh: true, ..self.on("shoot", firer) },
            FireAction::Done => Handle::button("done"),
        }
    }

    fn fight_handle(&self, p: &Position, action: FightAction) -> Handle {
        match action {
            FightAction::Resolve { attack } => {
                Handle { weigh: true, ..self.at_place("resolve", self.target_of(p, attack)) }
            }
            FightAction::Retreat => Handle::button("retreat"),
            FightAction::Stand => Handle::button("stand"),
            FightAction::Along { unit } => self.on("along", unit),
            FightAction::Contact { unit } => self.on("contact", unit),
            FightAction::Charge { unit } => self.on("charge", unit),
            FightAction::Done => Handle::button("done"),
        }
    }

    fn assault_handle(&self, p: &Position, action: AssaultAction) -> Handle {
        match action {
            AssaultAction::Advance(unit) => self.put("advance", unit, p.combat.hex),
            AssaultAction::Part { centre: true } => Handle::button("centre"),
            AssaultAction::Part { centre: false } => Handle::button("suburbs"),
            AssaultAction::Pursue { unit, hex } => self.put("pursue", unit, hex),
            AssaultAction::Assault => Handle { weigh: true, ..self.at_place("assault", p.combat.hex) },
            AssaultAction::Refrain => Handle::button("refrain"),
            AssaultAction::Charge(unit) => self.on("charge", unit),
            AssaultAction::Dismount(unit) => self.on("dismount", unit),
            AssaultAction::Lose(unit) => self.on("lose", unit),
            AssaultAction::Spare(unit) => self.on("spare", unit),
            AssaultAction::Supply(unit) => self.on("supply", unit),
            AssaultAction::Done => Handle::button("done"),
        }
    }
}

macro_rules! phrases {
    ($action:ty, $text:ident, $parse:ident, $handle:ident) => {
        impl Phrases<Engine<'_>> for $action {
            fn text(&self, game: &Engine<'_>, p: &Position) -> String {
                game.$text(p, *self)
            }

            fn read(game: &Engine<'_>, p: &Position, words: &[&str]) -> Option<Self> {
                game.$parse(p, words)
            }

            fn handle(&self, game: &Engine<'_>, p: &Position) -> Handle {
                game.$handle(p, *self)
            }
        }
    };
}

phrases!(RearAction, rear_text, rear_parse, rear_handle);
phrases!(MarchAction, march_text, march_parse, march_handle);
phrases!(FireAction, fire_text, fire_parse, fire_handle);
phrases!(FlightAction, flight_text, flight_parse, flight_handle);
phrases!(FightAction, fight_text, fight_parse, fight_handle);
phrases!(AssaultAction, assault_text, assault_parse, assault_handle);
