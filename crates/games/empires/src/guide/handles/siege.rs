//! Sieges and guerillas by hand.

use crate::land::Position;
use crate::play::Engine;
use crate::play::siege::SiegeAction;
use sandtable_core::guide::Handle;

impl Engine<'_> {
    pub(crate) fn siege_handle(&self, p: &Position, action: SiegeAction) -> Handle {
        use SiegeAction as A;
        match action {
            A::Assault(area) => Handle { weigh: true, ..self.at_place("assault", area) },
            A::Sally(area) => self.at_place("sally", area),
            A::Join(b) => self.on_block(p, "send", b),
            A::Send(nation, ..) => self.on_city(p, "send", p.siege.area, nation),
            A::Everybody => Handle::button("everybody"),
            A::Attack => Handle::button("attack"),
            A::StandDown => Handle::button("stand_down"),
            A::Sortie => Handle::button("sortie"),
            A::NoSortie => Handle::button("no_sortie"),
            A::AskHonours => Handle::button("ask_honours"),
            A::Surrender => Handle::button("surrender"),
            A::Fight => Handle::button("fight"),
            A::Grant => Handle::button("grant"),
            A::Refuse => Handle::button("refuse"),
            A::Roll => Handle::button("roll"),
            A::MarchOff(area) => self.at_place("march_off", area),
            A::Enter(b) => self.on_block(p, "into_city", b),
            A::Drop(b, ..) => self.on_block(p, "detach", b),
            A::Post(_) => Handle::button("station"),
            A::Destroy | A::Convert => Handle::button("depot"),
            A::Drive(area) => self.at_place("drive", area),
            A::Out(b) => self.on_block(p, "out_of_city", b),
            A::OutLeader(l) => self.on_leader("out_of_city", l),
            A::Hunt(area) => self.at_place("hunt", area),
            A::Done => Handle::button("done"),
        }
    }
}
