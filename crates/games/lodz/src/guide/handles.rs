//! How each action is made by hand: which counters are picked up, and where they are put.

use crate::Lodz;
use crate::play::Action;
use crate::play::air::AirAction;
use crate::play::battle::BattleAction;
use crate::play::march::MarchAction;
use crate::play::rail::RailAction;
use crate::play::retreat::RetreatAction;
use crate::play::supply::SupplyAction;
use crate::state::Position;
use sandtable_core::guide::Handle;

impl Lodz {
    /// A button on one counter.
    fn on(&self, verb: &'static str, unit: u16) -> Handle {
        let engine = self.engine();
        let piece = engine.is_unit(unit).then(|| engine.id(unit).to_string());
        Handle { pieces: piece.into_iter().collect(), ..Handle::button(verb) }
    }

    /// A counter that is put somewhere or points at something.
    fn put(&self, p: &Position, verb: &'static str, unit: u16, hex: u16) -> Handle {
        Handle { place: self.spot(p, hex), ..self.on(verb, unit) }
    }

    /// Something that is pointed at.
    fn at_place(&self, p: &Position, verb: &'static str, hex: u16) -> Handle {
        Handle { place: self.spot(p, hex), ..Handle::button(verb) }
    }

    /// How an action is made by hand.
    pub(super) fn handle_of(&self, p: &Position, action: &Action) -> Handle {
        match *action {
            Action::Air(a) => self.air_handle(p, a),
            Action::March(a) => self.march_handle(p, a),
            Action::Rail(a) => self.rail_handle(p, a),
            Action::Battle(a) => self.battle_handle(p, a),
            Action::Retreat(a) => self.retreat_handle(p, a),
            Action::Supply(a) => match a {
                SupplyAction::Shift { unit, to } => self.put(p, "shift", unit, to),
                SupplyAction::Order { unit } => self.on("order", unit),
                SupplyAction::Train { unit, to } => self.put(p, "place", unit, to),
                SupplyAction::Done => Handle::button("done"),
            },
        }
    }

    fn air_handle(&self, p: &Position, action: AirAction) -> Handle {
        match action {
            AirAction::Fly { ship, to } => self.put(p, "fly", ship, to),
            AirAction::Bomb { ship, direction } => {
                let map = self.engine().map(p);
                let to = self.spot(p, p.hex(ship)).and_then(|_| map.step(p.hex(ship), direction));
                Handle { weigh: true, ..self.put(p, "bomb", ship, to.unwrap_or(crate::data::NOWHERE)) }
            }
            AirAction::Aim { hex } => self.at_place(p, "aim", hex),
            AirAction::Gun { unit } => self.on("add", unit),
            AirAction::Fire => Handle { weigh: true, ..Handle::button("fire") },
            AirAction::Lose { unit } => self.on("lose", unit),
            AirAction::Done => Handle::button("done"),
        }
    }

    fn march_handle(&self, p: &Position, action: MarchAction) -> Handle {
        match action {
            MarchAction::Go { unit, to } => self.put(p, "move", unit, to),
            MarchAction::Order { unit } => self.on("order", unit),
            MarchAction::Destroy { unit, to } => self.put(p, "destroy_bridge", unit, to),
            MarchAction::Rebuild { unit, to } => self.put(p, "rebuild_bridge", unit, to),
            MarchAction::Build { unit, to } => self.put(p, "build_bridge", unit, to),
            MarchAction::Dig { unit } => self.on("dig", unit),
            MarchAction::Mark { unit } => self.on("strategic", unit),
            MarchAction::GiveUp { unit } => self.on("give_up", unit),
            MarchAction::Done => Handle::button("done"),
        }
    }

    fn rail_handle(&self, p: &Position, action: RailAction) -> Handle {
        match action {
            RailAction::Replace { unit } => self.on("replace", unit),
            RailAction::Return { unit, to } => self.put(p, "return", unit, to),
            RailAction::Enough => Handle::button("done"),
            RailAction::Place { train, to } => self.put(p, "place", train, to),
            // The unit is what is picked up; the train waits in its hex.
            RailAction::Load { unit, .. } => self.on("board", unit),
            RailAction::Run { train, to } => self.put(p, "run", train, to),
            RailAction::Unload { train } => self.on("unload", train),
            RailAction::Base { base, to } => self.put(p, "base", base, to),
        }
    }

    fn battle_handle(&self, p: &Position, action: BattleAction) -> Handle {
        match action {
            BattleAction::Attack { hex } => self.at_place(p, "attack", hex),
            BattleAction::Fire { hex } => self.at_place(p, "fire", hex),
            BattleAction::Bridge { hex, .. } => self.at_place(p, "fire_bridge", hex),
            BattleAction::End => Handle::button("end_attacks"),
            BattleAction::Target { hex } => self.at_place(p, "also", hex),
            BattleAction::Spare { hex } => self.at_place(p, "spare", hex),
            BattleAction::Add { unit } => self.on("add", unit),
            BattleAction::All => Handle::button("add_all"),
            BattleAction::Drop { unit } => self.on("drop", unit),
            BattleAction::Confirm => Handle { weigh: self.weighs(p), ..Handle::button("confirm") },
            BattleAction::Cancel => Handle::button("cancel"),
            BattleAction::Back { .. } => Handle::button("retreat"),
            BattleAction::Lose { unit } => self.on("lose", unit),
        }
    }

    fn retreat_handle(&self, p: &Position, action: RetreatAction) -> Handle {
        match action {
            RetreatAction::Go { hex } => self.at_place(p, "retreat_to", hex),
            RetreatAction::Leave { unit } => self.on("leave", unit),
            RetreatAction::Pay { unit } => self.on("lose", unit),
            RetreatAction::Pursue { unit, hex } => self.put(p, "pursue", unit, hex),
            RetreatAction::On { hex } => self.at_place(p, "pursue_on", hex),
            RetreatAction::Halt => Handle::button("halt"),
            RetreatAction::Stop => Handle::button("done"),
        }
    }
}
