//! The combat under way, stage by stage: who fights, what was rolled, what came of it.

use super::{SIDES, count};
use crate::Orel;
use crate::play::assault::AssaultStep;
use crate::play::fight::FightStep;
use crate::position::{ATTACKER, Combat as Fought, DEFENDER, Pieces, Position, Roll, RollKind, Step};
use sandtable_core::view::{Combat, CombatRow};

/// What a combat goes through.
pub(crate) const STAGES: [&str; 9] = [
    "retreat before combat",
    "contact",
    "coordination",
    "charge",
    "cohesion",
    "assault",
    "losses",
    "morale",
    "advance and pursuit",
];

fn row(name: &str, rule: &'static str, both: [String; 2]) -> CombatRow {
    let [attacker, defender] = both;
    CombatRow { name: name.to_string(), attacker, defender, rule }
}

fn heading(name: &str, rule: &'static str) -> CombatRow {
    CombatRow { name: name.to_string(), attacker: String::new(), defender: String::new(), rule }
}

/// What a roll is called, and its rule.
const fn roll_name(kind: RollKind) -> (&'static str, &'static str) {
    match kind {
        RollKind::None => ("roll", ""),
        RollKind::Barrage => ("Barrage", "8.3.2a"),
        RollKind::Counterbattery => ("counterbattery check", "8.4a"),
        RollKind::Before => ("retreat before combat", "8.5a"),
        RollKind::Duel => ("duel of trains", "9.1.1a"),
        RollKind::Coordination => ("coordination", "8.6.2a"),
        RollKind::Cohesion => ("cohesion", "8.7.1a"),
        RollKind::Assault => ("assault", "8.8.1a"),
        RollKind::Vehicle => ("vehicle test", "9e"),
        RollKind::Morale => ("morale", "8.8.2k"),
        RollKind::IntoZone => ("into a zone of control", "8.5.1"),
    }
}

/// Dice as they lie.
fn dice(roll: &Roll) -> String {
    match roll.dice {
        [one, 0] => one.to_string(),
        [one, two] => format!("{one} + {two} = {}", one + two),
    }
}

/// The strength ratio in words.
fn ratio(attack: u16, defence: u16) -> String {
    if defence == 0 {
        return "no defence".to_string();
    }
    format!("{:.2} : 1", f64::from(attack) / f64::from(defence))
}

impl Orel {
    /// The combat under way.
    pub(super) fn combats(&self, p: &Position) -> Vec<Combat> {
        if p.at_peace() || self.engine().spot(p.combat.hex).is_none() {
            return Vec::new();
        }
        let c = &p.combat;
        let stage = self.stage_of(p);
        let what = match (c.pursuit, c.prepared) {
            (true, _) => "pursuit",
            (false, true) => "Prepared Attack",
            (false, false) => "Hasty Attack",
        };
        vec![Combat {
            place: self.d.map.name(c.hex),
            title: format!("{what}: {}", STAGES[stage]),
            stages: STAGES.to_vec(),
            stage: stage as u8,
            attackers: vec![self.side_id(p.active)],
            defenders: vec![self.side_id(p.reactive())],
            rows: self.combat_rows(p, c),
        }]
    }

    /// Units by name.
    fn listed(&self, units: Pieces) -> String {
        let engine = self.engine();
        let names: Vec<&str> = units.iter().map(|u| engine.name(u)).collect();
        if names.is_empty() { "–".to_string() } else { names.join(", ") }
    }

    /// Units of both sides that are so.
    fn both(&self, p: &Position, set: Pieces) -> [String; 2] {
        [p.active, p.reactive()].map(|side| self.listed(set.which(|u| p.side(u) == side)))
    }

    fn combat_rows(&self, p: &Position, c: &Fought) -> Vec<CombatRow> {
        let engine = self.engine();
        let sides = [ATTACKER, DEFENDER];
        let assault = self.stage_of(p) >= 5;
        let mut rows = vec![row("units", "8.6.1a", c.units.map(|set| self.listed(set)))];
        if sides.iter().any(|w| !c.support[*w].is_empty()) {
            let support = sides.map(|who| {
                let each = c.support[who].iter().map(|u| {
                    let half = if c.half.has(u) { " (half)" } else { "" };
                    format!("{}{half}", engine.name(u))
                });
                let each: Vec<String> = each.collect();
                if each.is_empty() { "–".to_string() } else { each.join(", ") }
            });
            rows.push(row("support", "8.6.2a", support));
        }
        let strength = sides.map(|who| engine.side_strength(p, c, who, assault));
        rows.push(row("strength", "8.7.1o", strength.map(|n| n.to_string())));
        rows.push(row("ratio", "8.8.1b", [ratio(strength[0], strength[1]), String::new()]));
        let tq = c.units.map(|set| engine.predominant(p, set).map_or("–".to_string(), |tq| tq.to_string()));
        rows.push(row("predominant TQ", "1.2h", tq));
        for (name, rule, set) in [
            ("in contact", "9.1a", c.contact),
            ("charging", "8.7.1r", c.charging),
            ("disorganised", "8.7.2a", c.disorganised),
            ("repulsed", "8.7.2b", c.repulsed),
            ("gone back", "8.5.1a", c.gone.without(&c.routed)),
            ("routed", "8.7.3a", c.routed),
        ] {
            if !set.is_empty() {
                rows.push(row(name, rule, self.both(p, set)));
            }
        }
        self.roll_rows(p, c, &mut rows);
        rows
    }

    /// Steps lost in the Assault so far.
    fn loss_rows(&self, c: &Fought, rows: &mut Vec<CombatRow>) {
        if c.lost == [0; 2] {
            return;
        }
        rows.push(heading("losses", "8.8.2a"));
        rows.push(row("steps lost", "8.8.2a", c.lost.map(|n| count(n.into(), "step"))));
        if c.dead.iter().any(|d| !d.is_empty()) {
            rows.push(row("eliminated", "8.8.2f", c.dead.map(|d| self.listed(d))));
        }
    }

    /// What was rolled, in order: a heading for each kind, a line for each roll. Losses stand below the Assault that they come from.
    fn roll_rows(&self, p: &Position, c: &Fought, rows: &mut Vec<CombatRow>) {
        let mut last = RollKind::None;
        let rolls = p.play.rolls_of(c.attack);
        let assault = rolls.iter().rposition(|r| r.kind == RollKind::Assault);
        for (i, roll) in rolls.iter().enumerate() {
            let (name, rule) = roll_name(roll.kind);
            if roll.kind != last {
                rows.push(heading(name, rule));
                last = roll.kind;
            }
            let mut both = [String::new(), String::new()];
            both[usize::from(roll.side != p.active)] = dice(roll);
            let dice = if roll.dice[1] > 0 { "dice" } else { "die" };
            rows.push(row(&format!("{dice} of {}", SIDES[usize::from(roll.side % 2)]), rule, both));
            if assault == Some(i) {
                self.loss_rows(c, rows);
            }
        }
    }

    /// The stage that a combat has come to.
    fn stage_of(&self, p: &Position) -> usize {
        let stage = |step: &Step| match step {
            Step::Fight(s) => Some(match s {
                FightStep::Next
                | FightStep::Fought
                | FightStep::Before
                | FightStep::BeforeRolled
                | FightStep::BeforeGuns
                | FightStep::BeforeLeave
                | FightStep::BeforeLeft => 0,
                FightStep::Duel
                | FightStep::DuelRolled { .. }
                | FightStep::DuelOver
                | FightStep::Contact { .. } => 1,
                FightStep::Coordination | FightStep::CoordinationRolled => 2,
                FightStep::Charge { .. } => 3,
                FightStep::Cohesion { .. } | FightStep::CohesionRolled { .. } | FightStep::Leave => 4,
            }),
            Step::Assault(AssaultStep::Settled { .. }) => None,
            Step::Assault(s) => Some(match s {
                AssaultStep::Ask
                | AssaultStep::Condition { .. }
                | AssaultStep::Charge { .. }
                | AssaultStep::Roll
                | AssaultStep::Read => 5,
                AssaultStep::Losses | AssaultStep::Vehicles | AssaultStep::Tested { .. } => 6,
                AssaultStep::Morale | AssaultStep::MoraleRead | AssaultStep::Moves => 7,
                AssaultStep::Advance { .. }
                | AssaultStep::Part
                | AssaultStep::Pursue { .. }
                | AssaultStep::Supply
                | AssaultStep::Share { .. }
                | AssaultStep::Settled { .. } => 8,
            }),
            _ => None,
        };
        // Retreats and events lie on top of the step that they serve.
        p.play.steps.waiting().iter().rev().find_map(stage).unwrap_or(0)
    }
}
