//! Actions of combats as they are typed, and read back.

use super::{Fate, FightAction};
use crate::combat::{AttackerChit, DefenderChit, Kind};
use crate::land::Position;
use crate::land::garrison::At;
use crate::play::Engine;

/// Factors of a city in the order of actions.
const PLACES: [&str; 3] = ["infantry", "militia", "irregular"];

/// Actions that are words alone.
const PLAIN: [(FightAction, &str); 18] = [
    (FightAction::RollArrival, "roll for the outflankers"),
    (FightAction::Join(true), "guerillas attack"),
    (FightAction::Join(false), "guerillas stay out"),
    (FightAction::Agree(true), "accept trivial"),
    (FightAction::Agree(false), "decline trivial"),
    (FightAction::Flee(true), "ride away"),
    (FightAction::Flee(false), "stand"),
    (FightAction::Pursue(true), "pursue"),
    (FightAction::Pursue(false), "no pursuit"),
    (FightAction::Night(true), "withdraw for the night"),
    (FightAction::Night(false), "fight on"),
    (FightAction::Depot(Fate::Leave), "leave the depot"),
    (FightAction::Depot(Fate::Destroy), "destroy the depot"),
    (FightAction::Depot(Fate::Convert), "take over the depot"),
    (FightAction::BringIrregular, "bring an irregular"),
    (FightAction::Station, "station an irregular"),
    (FightAction::Besiege, "besiege"),
    (FightAction::Done, "done"),
];

impl Engine<'_> {
    fn corps_called(&self, p: &Position, block: u8) -> String {
        match self.block(block) {
            Some(b) => self.block_name(p, b),
            None => format!("corps-{block}"),
        }
    }

    /// A corps that goes round the flank: by its back where the commander's power does not see its face.
    fn flanker_word(&self, p: &Position, block: u8) -> String {
        let hand = p.fight.camps[usize::from(p.fight.divides.min(1))].hand;
        match self.block(block) {
            Some(b) if !self.sees(p, hand, b) => self.block_id(p, b),
            _ => self.corps_called(p, block),
        }
    }

    fn leader_word(&self, leader: u8) -> String {
        let def = self.d.leaders.get(usize::from(leader));
        def.map_or_else(|| format!("leader-{leader}"), |l| l.id.clone())
    }

    /// An action in words.
    pub fn fight_text(&self, p: &Position, action: FightAction) -> String {
        use FightAction::*;
        if let Some((_, words)) = PLAIN.iter().find(|(a, _)| *a == action) {
            return words.to_string();
        }
        let corps = |verb: &str, b: u8| format!("{verb} {}", self.corps_called(p, b));
        match action {
            Attack { area, trivial: false } => format!("fight {}", self.area_id(area)),
            Attack { area, .. } => format!("fight {} trivial", self.area_id(area)),
            LetBe(area) => format!("let be {}", self.area_id(area)),
            Sally(b) => corps("sally", b),
            SallyFactor(nation, n) => {
                let of = self.whose(p, At::City, p.fight.area, nation);
                format!("sally {}{of}", PLACES.get(usize::from(n)).unwrap_or(&"?"))
            }
            Command(l) => format!("commander {}", self.leader_word(l)),
            Attacker(c) => format!("chit {}", c.name()),
            Defender(c) => format!("answer {}", c.name()),
            Around(b) => format!("around {}", self.flanker_word(p, b)),
            Order { tactical, guard: 0 } => format!("order {tactical}"),
            Order { tactical, guard } => format!("order {tactical} guard {guard}"),
            Retreat(area) => format!("retreat {}", self.area_id(area)),
            Help(b) => corps("reinforce", b),
            HelpLeader(l) => format!("reinforce with {}", self.leader_word(l)),
            Bring(b) => corps("bring", b),
            BringLeader(l) => format!("bring leader {}", self.leader_word(l)),
            Enter(b) => corps("enter", b),
            Exit(b) => corps("exit", b),
            LeaderIn(l) => format!("leader in {}", self.leader_word(l)),
            LeaderOut(l) => format!("leader out {}", self.leader_word(l)),
            Detach(b, kind) => format!("detach {} {}", self.corps_called(p, b), kind.id().to_lowercase()),
            Join(_) | Agree(_) | Flee(_) | Pursue(_) | Night(_) | Depot(_) | BringIrregular | Station
            | Besiege | RollArrival | Done => String::new(),
        }
    }

    /// An action from its words, legal or not.
    pub fn fight_parse(&self, p: &Position, words: &str) -> Option<FightAction> {
        use FightAction::*;
        let words = words.trim().to_lowercase();
        if let Some((action, _)) = PLAIN.iter().find(|(_, w)| *w == words) {
            return Some(*action);
        }
        let leader = |id: &str| self.d.leader_named(id).map(|l| l as u8);
        let corps = |id: &str| {
            let back = || (0..self.d.corps.len()).find(|b| self.block_id(p, *b) == id);
            self.block_named(p, id).or_else(back).map(|b| b as u8)
        };
        let list: Vec<&str> = words.split_whitespace().collect();
        match list[..] {
            ["fight", area] => Some(Attack { area: self.d.area(area)?, trivial: false }),
            ["fight", area, "trivial"] => Some(Attack { area: self.d.area(area)?, trivial: true }),
            ["let", "be", area] => Some(LetBe(self.d.area(area)?)),
            ["sally", what, "of", nation] => {
                let place = PLACES.iter().position(|w| *w == what)?;
                let nation = self.loose_named(p, At::City, p.fight.area, Some(nation))?;
                Some(SallyFactor(nation, place as u8))
            }
            ["sally", what] => match PLACES.iter().position(|w| *w == what) {
                Some(n) => Some(SallyFactor(self.loose_named(p, At::City, p.fight.area, None)?, n as u8)),
                None => Some(Sally(corps(what)?)),
            },
            ["commander", id] => Some(Command(leader(id)?)),
            ["chit", ..] => {
                let name = words.strip_prefix("chit")?.trim();
                AttackerChit::ALL.into_iter().find(|c| c.name() == name).map(Attacker)
            }
            ["answer", ..] => {
                let name = words.strip_prefix("answer")?.trim();
                DefenderChit::ALL.into_iter().find(|c| c.name() == name).map(Defender)
            }
            ["around", id] => Some(Around(corps(id)?)),
            ["order", n] => Some(Order { tactical: n.parse().ok()?, guard: 0 }),
            ["order", n, "guard", g] => Some(Order { tactical: n.parse().ok()?, guard: g.parse().ok()? }),
            ["retreat", area] => Some(Retreat(self.d.area(area)?)),
            ["reinforce", "with", id] => Some(HelpLeader(leader(id)?)),
            ["reinforce", id] => Some(Help(corps(id)?)),
            ["bring", "leader", id] => Some(BringLeader(leader(id)?)),
            ["bring", id] => Some(Bring(corps(id)?)),
            ["enter", id] => Some(Enter(corps(id)?)),
            ["exit", id] => Some(Exit(corps(id)?)),
            ["leader", "in", id] => Some(LeaderIn(leader(id)?)),
            ["leader", "out", id] => Some(LeaderOut(leader(id)?)),
            ["detach", id, kind] => {
                let kind = Kind::ALL.into_iter().find(|k| k.id().to_lowercase() == kind)?;
                Some(Detach(corps(id)?, kind))
            }
            _ => None,
        }
    }
}
