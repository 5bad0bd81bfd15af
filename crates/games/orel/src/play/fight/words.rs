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
                    let first = a.attackers.first().unwrap_or(NONE);
                    format!("resolve {} by {}", self.d.map.name(a.target), self.id(first))
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
        let unit = |id: &str| self.unit_named(id).unwrap_or(NONE);
        let attack = |hex: &str, by: Option<&str>| {
            let target = self.d.map.hex(hex);
            let by = by.map(unit);
            let meant =
                |a: &crate::state::Attack| Some(a.target) == target && by.is_none_or(|u| a.attackers.has(u));
            // An attack that is still open goes before one that is over.
            let open = p.declared().iter().position(|a| !a.done && meant(a));
            let found = open.or_else(|| p.declared().iter().position(meant));
            FightAction::Resolve { attack: found.map_or(NONE, |i| i as u8) }
        };
        match *words {
            ["resolve", "attack", n] => Some(FightAction::Resolve { attack: n.parse().ok()? }),
            ["resolve", hex] => Some(attack(hex, None)),
            ["resolve", hex, "by", by] => Some(attack(hex, Some(by))),
            ["retreat"] => Some(FightAction::Retreat),
            ["stand"] => Some(FightAction::Stand),
            ["along", id] => Some(FightAction::Along { unit: unit(id) }),
            ["contact", id] => Some(FightAction::Contact { unit: unit(id) }),
            ["charge", id] => Some(FightAction::Charge { unit: unit(id) }),
            ["done"] => Some(FightAction::Done),
            _ => None,
        }
    }
}
