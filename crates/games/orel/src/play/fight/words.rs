//! Actions of this module in words, and back.

use super::FightAction;
use crate::data::NONE;
use crate::play::Engine;
use crate::state::Position;

impl Engine<'_> {
    /// An action in words.
    pub(crate) fn fight_text(&self, p: &Position, a: FightAction) -> String {
        match a {
            FightAction::Resolve { attack } => match p.declared().get(usize::from(attack)) {
                Some(a) => {
                    // Who attacks need be said only where several attacks go to one hex.
                    let others = p.declared().iter().filter(|o| o.target == a.target && !o.done).count();
                    let hex = self.d.map.name(a.target);
                    match a.attackers.first().filter(|_| others > 1) {
                        Some(first) => format!("resolve {hex} by {}", self.id(first)),
                        None => format!("resolve {hex}"),
                    }
                }
                None => format!("resolve attack {attack}"),
            },
            FightAction::Retreat => "retreat".to_string(),
            FightAction::Stand => "stand".to_string(),
            FightAction::Along { unit } => format!("along {}", self.id(unit)),
            FightAction::Contact { unit } => format!("contact {}", self.id(unit)),
            FightAction::Charge { unit } => format!("charge {}", self.id(unit)),
            FightAction::Done => "done".to_string(),
        }
    }

    /// An action from its words; what is no attack or unit becomes one that is refused.
    pub(crate) fn fight_parse(&self, p: &Position, words: &[&str]) -> Option<FightAction> {
        let unit = |id: &str| self.unit_named(id);
        let attack = |hex: &str, by: Option<u8>| {
            let target = self.d.map.hex(hex)?;
            let meant =
                |a: &crate::state::Attack| a.target == target && by.is_none_or(|u| a.attackers.has(u));
            // An attack that is still open goes before one that is over.
            let mut open = p.declared().iter().zip(0u8..).filter(|(a, _)| !a.done && meant(a));
            let found = open.next();
            // Of several it must be said which.
            if by.is_none() && open.next().is_some() {
                return None;
            }
            let found = found.or_else(|| p.declared().iter().zip(0u8..).find(|(a, _)| meant(a)));
            Some(FightAction::Resolve { attack: found.map_or(NONE, |(_, i)| i) })
        };
        match *words {
            ["resolve", "attack", n] => Some(FightAction::Resolve { attack: n.parse().ok()? }),
            ["resolve", hex] => attack(hex, None),
            ["resolve", hex, "by", by] => attack(hex, Some(unit(by)?)),
            ["retreat"] => Some(FightAction::Retreat),
            ["stand"] => Some(FightAction::Stand),
            ["along", id] => Some(FightAction::Along { unit: unit(id)? }),
            ["contact", id] => Some(FightAction::Contact { unit: unit(id)? }),
            ["charge", id] => Some(FightAction::Charge { unit: unit(id)? }),
            ["done"] => Some(FightAction::Done),
            _ => None,
        }
    }
}
