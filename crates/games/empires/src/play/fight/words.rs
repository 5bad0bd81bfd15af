//! Actions of combats in words and by hand.

use super::{Fate, FightAction};
use crate::play::Engine;

sandtable_core::action_table! {
    FightAction, Engine<'_>;
    (Attack { area, trivial: false }) area = "fight" weigh: "fight {area}", "Fight the combat at {area}";
    (Attack { area, trivial: true }) area = "fight":
        "fight {area} trivial", "Fight at {area}, and offer to make it a trivial combat";
    (LetBe(area)) area = "let_be": "let be {area}", "Leave the guerillas at {area} alone";
    (Join(true)) = "join": "guerillas attack", "The guerillas attack too";
    (Join(false)) = "join": "guerillas stay out", "The guerillas stay out";
    (Sally(corps)) corps = "sally": "sally {corps}", "{corps} comes out of the city";
    (SallyFactor(factor)) factor = "sally": "sally {factor}", "A factor of {factor} comes out of the city";
    (Command(leader)) leader = "command": "commander {leader}", "{leader} commands";
    (Agree(true)) = "agree": "accept trivial", "Accept a trivial combat";
    (Agree(false)) = "agree": "decline trivial", "Have the combat fought in full";
    (Attacker(chit)) chit = "chit" weigh: "chit {chit}", "Attack by {chit}";
    (Defender(chit)) chit = "chit" weigh: "answer {chit}", "Defend by {chit}";
    (Around(corps)) corps = "around": "around {corps}", "Send {corps} round the flank";
    (Flee(true)) = "flee": "ride away", "Try to ride away";
    (Flee(false)) = "flee": "stand", "Stand";
    (Order { tactical, guard: 0 }) tactical = "order": "order {tactical}", "State a tactical rating of {tactical}";
    (Order { tactical, guard }) tactical, guard = "order":
        "order {tactical} guard {guard}", "State a tactical rating of {tactical} and commit the guard for {guard}";
    (Pursue(true)) = "pursue": "pursue", "Pursue";
    (Pursue(false)) = "pursue": "no pursuit", "Do not pursue";
    (Retreat(area)) area = "retreat": "retreat {area}", "Retreat to {area}";
    (HelpLeader(leader)) leader = "reinforce": "reinforce with {leader}", "{leader} tries to reinforce";
    (Help(corps)) corps = "reinforce": "reinforce {corps}", "{corps} tries to reinforce";
    (BringLeader(leader)) leader = "bring": "bring leader {leader}", "Bring {leader} along";
    (Bring(corps)) corps = "bring": "bring {corps}", "Bring {corps} along";
    (BringIrregular) = "bring": "bring an irregular", "Bring an irregular along";
    (RollArrival) = "roll": "roll for the outflankers", "Roll for the outflankers";
    (Night(true)) = "night": "withdraw for the night", "Withdraw for the night";
    (Night(false)) = "night": "fight on", "Fight on the next day";
    (Depot(Fate::Leave)) = "depot": "leave the depot", "Leave the enemy depot alone";
    (Depot(Fate::Destroy)) = "depot": "destroy the depot", "Destroy the enemy depot";
    (Depot(Fate::Convert)) = "depot": "take over the depot", "Take over the enemy depot";
    (Enter(corps)) corps = "into_city": "enter {corps}", "{corps} goes into the city";
    (Exit(corps)) corps = "out_of_city": "exit {corps}", "{corps} comes out of the city";
    (LeaderIn(leader)) leader = "into_city": "leader in {leader}", "{leader} goes into the city";
    (LeaderOut(leader)) leader = "out_of_city": "leader out {leader}", "{leader} comes out of the city";
    (Detach(corps, kind)) corps, kind = "detach":
        "detach {corps} {kind}", "{corps} leaves a factor of {kind} in the city";
    (Station) = "station": "station an irregular", "Station an irregular in the city";
    (Besiege) = "besiege": "besiege", "Besiege the city";
    (Done) = "done": "done", "Nothing more in this step";
}
