//! Combats by hand.

use crate::land::Position;
use crate::play::Engine;
use crate::play::fight::FightAction;
use sandtable_core::guide::Handle;

impl Engine<'_> {
    pub(crate) fn fight_handle(&self, p: &Position, action: FightAction) -> Handle {
        use FightAction as A;
        let area = p.fight.area;
        match action {
            A::Attack { area, trivial } => Handle { weigh: !trivial, ..self.at_place("fight", area) },
            A::LetBe(area) => self.at_place("let_be", area),
            A::Join(_) => Handle::button("join"),
            A::Sally(b) => self.on_block(p, "sally", b),
            A::SallyFactor(nation, _) => self.on_city(p, "sally", area, nation),
            A::Command(l) => self.on_leader("command", l),
            A::Agree(_) => Handle::button("agree"),
            A::Attacker(_) | A::Defender(_) => Handle { weigh: true, ..Handle::button("chit") },
            A::Around(b) => self.on_block(p, "around", b),
            A::Flee(_) => Handle::button("flee"),
            A::Order { .. } => Handle::button("order"),
            A::Pursue(_) => Handle::button("pursue"),
            A::Retreat(area) => self.at_place("retreat", area),
            A::Help(b) => self.on_block(p, "reinforce", b),
            A::HelpLeader(l) => self.on_leader("reinforce", l),
            A::Bring(b) => self.on_block(p, "bring", b),
            A::BringLeader(l) => self.on_leader("bring", l),
            A::BringIrregular => Handle::button("bring"),
            A::RollArrival => Handle::button("roll"),
            A::Night(_) => Handle::button("night"),
            A::Depot(_) => Handle::button("depot"),
            A::Enter(b) => self.on_block(p, "into_city", b),
            A::Exit(b) => self.on_block(p, "out_of_city", b),
            A::LeaderIn(l) => self.on_leader("into_city", l),
            A::LeaderOut(l) => self.on_leader("out_of_city", l),
            A::Detach(b, _) => self.on_block(p, "detach", b),
            A::Station => Handle::button("station"),
            A::Besiege => Handle::button("besiege"),
            A::Done => Handle::button("done"),
        }
    }
}
