//! A battle before it is fought: who takes part, what changes the odds, and what can come of it.

use crate::Fury;
use crate::data::pieces::Piece;
use crate::play::action::{Action, Why};
use crate::play::combat::Modifiers;
use crate::play::sequence::Step;
use crate::position::{Attack, Group, NO_ATTACK, Position, enemy, flag};
use sandtable_core::Side;
use sandtable_core::forecast::{Chance, forecast};
use sandtable_core::guide::{Battle, Factor, Force};

/// The rolls of a die up to a value.
pub(super) fn up_to(value: u8) -> String {
    if value > 1 { format!("1 to {value}") } else { "1".to_string() }
}

impl Fury {
    /// The battle of a legal action.
    pub(crate) fn battle_of(&self, p: &Position, side: Side, action: &Action) -> Option<Battle> {
        match *action {
            Action::Fight(target) => {
                let declared = p.declared();
                let attack = declared.iter().find(|a| a.target == target && !a.done)?;
                Some(self.weigh(p, attack, forecast(self, p, side, action), ""))
            }
            Action::Attack { from, target, units } => {
                let attack = Attack { from, target, units, done: false };
                let q = self.as_if_declared(p, attack);
                let chances = forecast(self, &q, side, &Action::Fight(target));
                let note = "Other combats may be fought first and change support and disorganisation.";
                Some(self.weigh(&q, &attack, chances, note))
            }
            _ => None,
        }
    }

    /// The position in which this attack alone is about to be fought, whatever the headquarters still owe (fury 2.2f).
    fn as_if_declared(&self, p: &Position, attack: Attack) -> Position {
        let mut q = *p;
        q.attacks.fill(NO_ATTACK);
        // Twice: the second stays unfought, so that the odds end with this combat and not with the next activation.
        q.attacks[..2].fill(attack);
        q.attack_count = 2;
        for unit in Group::of(&attack.units) {
            q.set(unit, flag::ATTACKED, true);
        }
        q.steps.replace(Step::Resolve);
        q
    }

    fn weigh(&self, p: &Position, attack: &Attack, chances: Vec<Chance>, note: &str) -> Battle {
        let Attack { from, target, units, .. } = *attack;
        let m = self.modifiers(p, from, target, units);
        let (attackers, defenders) = self.forces(p, attack, &m);
        let place = self.data.number(target).to_string();
        if attackers.is_empty() || defenders.is_empty() {
            let note = "Nobody is left to fight: the attack lapses.".to_string();
            let (ratio, factors) = (String::new(), vec![]);
            return Battle {
                place,
                attackers,
                defenders,
                ratio,
                factors,
                total: 0,
                chances,
                expects: None,
                note,
            };
        }
        let mut notes: Vec<String> = Vec::new();
        if self.ratio(m.attack.into(), m.defence.into()).is_none() {
            notes.push(
                "It has fallen below the lowest ratio since it was declared and is fought there.".into(),
            );
        }
        if m.terrain() == 0 {
            let on = up_to(self.cavalry(p, p.army[units[0].index()]));
            notes.push(format!("Cavalry is rolled for first: on {on} it adds one more."));
        }
        if !note.is_empty() {
            notes.push(note.to_string());
        }
        Battle {
            place,
            attackers,
            defenders,
            ratio: self.ratio_text(m.attack, m.defence, m.ratio),
            factors: self.factors(p, attack, &m),
            total: m.net().into(),
            chances,
            expects: None,
            note: notes.join(" "),
        }
    }

    /// A unit in a battle.
    pub(super) fn force(&self, p: &Position, unit: Piece, strength: u8) -> Force {
        Force { piece: self.piece_id(unit), name: self.piece_name(p, unit), strength: strength.into() }
    }

    /// Who attacks, and who defends.
    pub(super) fn forces(&self, p: &Position, attack: &Attack, m: &Modifiers) -> (Vec<Force>, Vec<Force>) {
        let foe = enemy(p.active);
        let force = |unit: Piece| self.force(p, unit, p.strength(&self.data, unit));
        let there = Group::of(&attack.units).only(|u| p.hex(u) == Some(attack.from));
        let mut defenders: Vec<Force> =
            p.units_at(&self.data, foe, attack.target).iter().map(force).collect();
        // fury 10.4d: walls make up what their garrison lacks.
        let garrison: i16 = defenders.iter().map(|f| f.strength).sum();
        if let Some(fort) = p.standing_fort(&self.data, foe, attack.target)
            && i16::from(m.defence) > garrison
        {
            let name = format!("Fortress {}", self.data.forts[fort].name);
            defenders.push(Force { piece: String::new(), name, strength: i16::from(m.defence) - garrison });
        }
        (there.iter().map(force).collect(), defenders)
    }

    /// Strengths and the row of their ratio.
    pub(super) fn ratio_text(&self, attack: u8, defence: u8, modifier: i8) -> String {
        format!("{attack} : {defence} → {}", self.ratio_name(modifier))
    }

    /// The row of the ratio table that gives a modifier.
    pub(super) fn ratio_name(&self, modifier: i8) -> String {
        let row = self.data.tables.ratio.iter().find(|r| r.modifier == modifier);
        row.map_or(String::new(), |r| format!("{}/{}", r.numerator, r.denominator))
    }

    /// The ratio, then whatever else changes the die.
    pub(super) fn factors(&self, p: &Position, attack: &Attack, m: &Modifiers) -> Vec<Factor> {
        let counts = |(why, value): &(Why, i8)| *value != 0 || *why == Why::Ratio;
        self.reasons(m, attack.target)
            .into_iter()
            .filter(counts)
            .map(|(why, value)| {
                let (words, rule) = self.reason(p, attack, m, why);
                Factor { value: value.into(), why: words, rule }
            })
            .collect()
    }

    /// A modifier's reason in words, and its rule.
    fn reason(&self, p: &Position, attack: &Attack, m: &Modifiers, why: Why) -> (String, &'static str) {
        let Attack { from, target, units, .. } = *attack;
        let (a, b) = (self.data.number(from), self.data.number(target));
        let army = p.army[units[0].index()];
        match why {
            Why::Ratio => (format!("ratio {}", self.ratio_name(m.ratio)), "10.2.1c"),
            Why::River => (format!("a river between {a} and {b}"), "10.2.2a"),
            Why::Difficult => (format!("difficult ground in {b}"), "10.2.2b"),
            Why::Mountain => (format!("mountains in {b}"), "10.2.2d"),
            Why::Fortress => match self.data.fort(target) {
                Some((i, f)) if p.taken[i] => (format!("fortress {}, taken before", f.name), "10.4m"),
                Some((_, f)) if f.major => (format!("major fortress {}", f.name), "10.2.2e"),
                Some((_, f)) => (format!("minor fortress {}", f.name), "10.2.2c"),
                None => ("fortress".to_string(), "10.2.2e"),
            },
            Why::Hq => {
                let hq = Piece::hq(army);
                let state = if p.is(hq, flag::INACTIVE) { "inactive" } else { "active" };
                (format!("{}, {state}", self.piece_name(p, hq)), "10.2.3a")
            }
            Why::DefenderDisorganised => ("disorganised units in defence".to_string(), "10.2.4a"),
            Why::AttackerDisorganised => ("disorganised units in the attack".to_string(), "10.2.4b"),
            Why::Support => {
                let hexes: Vec<String> = self
                    .supporters(p, from, target)
                    .iter()
                    .map(|h| self.data.number(h).to_string())
                    .collect();
                (format!("support from {}", hexes.join(", ")), "10.2.5a")
            }
            Why::Cavalry => ("cavalry".to_string(), "10.2.6b"),
        }
    }
}
