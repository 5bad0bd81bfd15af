//! The attack, fire or barrage under way, stage by stage: who fights, every figure, what was rolled, what came of it.

use crate::Lodz;
use crate::data::Kind;
use crate::play::battle::state::{ATTACKER, Assault, DEFENDER, Outcome};
use crate::play::battle::{BattleStep, cause_rule, cause_text};
use crate::position::{Pieces, Position, Step};
use sandtable_core::view::{Combat, CombatRow};

/// What an attack goes through.
pub(crate) const STAGES: [&str; 8] = [
    "forces",
    "defence fire",
    "attacker's choice",
    "attacker's losses",
    "defender's choice",
    "defender's losses",
    "retreats",
    "pursuit",
];

/// What fire goes through.
const FIRE: [&str; 2] = ["guns", "losses"];

fn row(name: &str, rule: &'static str, attacker: String, defender: String) -> CombatRow {
    CombatRow { name: name.to_string(), attacker, defender, rule }
}

/// What a result asks of a side, in words.
fn asks(outcome: &Outcome, who: u8) -> String {
    let w = usize::from(who);
    let mut out = Vec::new();
    match outcome.retreat[w] {
        0 => {}
        1 => out.push("retreat 1 hex".to_string()),
        n => out.push(format!("retreat {n} hexes")),
    }
    match outcome.loss[w] {
        0 => {}
        1 => out.push("lose 1 level".to_string()),
        n => out.push(format!("lose {n} levels")),
    }
    if outcome.disorganized[w] {
        out.push("disorganized".to_string());
    }
    if who == ATTACKER && outcome.dot {
        out.push("roll for disorganization".to_string());
    }
    if out.is_empty() { "nothing".to_string() } else { out.join(", ") }
}

impl Lodz {
    /// The combat under way.
    pub(super) fn combats(&self, p: &Position) -> Vec<Combat> {
        self.attack_under_way(p).or_else(|| self.barrage_under_way(p)).into_iter().collect()
    }

    fn attack_under_way(&self, p: &Position) -> Option<Combat> {
        let stage = self.stage_of(p)?;
        let now = &p.battle.now;
        let ground = p.battle.ground.get().or_else(|| now.targets.first())?;
        let fire = p
            .steps
            .waiting()
            .iter()
            .any(|s| matches!(s, Step::Battle(BattleStep::Fire | BattleStep::FireLoss)));
        let (title, stages, rows) = if fire {
            let what = if p.battle.bridge.is_none() { "artillery fire" } else { "fire at the bridge" };
            (what.to_string(), FIRE.to_vec(), self.fire_rows(p))
        } else {
            let title = format!("attack: {}", STAGES[stage]);
            (title, STAGES.to_vec(), self.combat_rows(p, now))
        };
        Some(Combat {
            place: self.spot(p, ground)?,
            title,
            stages,
            stage: stage as u8,
            attackers: vec![self.side_id(p.active)],
            defenders: vec![self.side_id(p.other())],
            rows,
        })
    }

    /// The stage that an attack or fire has come to: retreats and pursuits lie on top of the attack that they belong to.
    fn stage_of(&self, p: &Position) -> Option<usize> {
        let stage = |step: &Step| match step {
            Step::Battle(s) => match s {
                BattleStep::Choose | BattleStep::Over | BattleStep::Settled { .. } => None,
                BattleStep::Fire | BattleStep::Build => Some(0),
                BattleStep::FireLoss | BattleStep::Defend | BattleStep::Roll => Some(1),
                BattleStep::Part { who } => Some(2 + 2 * usize::from(*who)),
                BattleStep::Loss { who } => Some(3 + 2 * usize::from(*who)),
                BattleStep::Disorder | BattleStep::Leave | BattleStep::Pursue => Some(6),
            },
            Step::Retreat(crate::play::retreat::RetreatStep::Pursue)
            | Step::Retreat(crate::play::retreat::RetreatStep::Chase) => Some(7),
            Step::Retreat(_) => Some(6),
            _ => None,
        };
        p.steps.waiting().iter().rev().find_map(stage)
    }

    /// Units as their counters are called.
    fn listed(&self, units: &Pieces) -> String {
        if units.is_empty() { "–".to_string() } else { self.engine().names(units, "and") }
    }

    /// Rows of an attack: before the dice its figures as they stand, after them what was read and what is paid.
    fn combat_rows(&self, p: &Position, now: &Assault) -> Vec<CombatRow> {
        let engine = self.engine();
        let rolled = p.battle.throw.dice != [0; 2];
        let mut rows = Vec::new();
        let mut put = |r: CombatRow| rows.push(r);
        let defenders = if rolled { p.battle.force[1] } else { engine.defenders(p, &now.targets) };
        put(row("units", "7.12a", self.listed(&now.units), self.listed(&defenders)));
        if !now.guns.is_empty() || !now.defence.is_empty() {
            put(row("artillery", "8.31", self.listed(&now.guns), self.listed(&now.defence)));
        }
        if !rolled {
            if !now.units.is_empty() {
                self.odds_rows(p, now, &mut rows);
            }
            return rows;
        }
        let t = &p.battle.throw;
        put(row("strength", "7.12c1", t.totals[0].to_string(), t.totals[1].to_string()));
        let [base, column] = t.columns.map(|c| engine.column_name(c));
        let read = if base == column { column } else { format!("{base}, shifted to {column}") };
        put(row("column", "7.12d2", read, String::new()));
        put(row(
            "dice",
            "7.12f",
            format!("{} + {} = {}", t.dice[0], t.dice[1], t.dice[0] + t.dice[1]),
            String::new(),
        ));
        let result = &p.battle.outcome;
        put(row("result", "7.12g", asks(result, ATTACKER), asks(result, DEFENDER)));
        let stage = self.stage_of(p).unwrap_or(0);
        let chosen = |who: u8, from: usize| {
            let w = usize::from(who);
            match (stage >= from, result.retreat[w]) {
                (_, 0) => "–".to_string(),
                (false, _) => String::new(),
                (true, most) => {
                    let paid = engine.battle_price(p, who, p.battle.back[w]);
                    format!("{} of {most} hexes, {}", p.battle.back[w], super::count(paid.into(), "level"))
                }
            }
        };
        if let Step::Battle(BattleStep::Part { who }) = p.steps.top() {
            // What each choice costs, for the side that has to make it.
            for back in 0..=result.retreat[usize::from(who)] {
                let name = format!("retreat {back}");
                let cost = super::count(engine.battle_price(p, who, back).into(), "level");
                let (attacker, defender) =
                    if who == ATTACKER { (cost, String::new()) } else { (String::new(), cost) };
                put(row(&name, "7.34c", attacker, defender));
            }
        }
        if result.retreat != [0; 2] && stage >= 3 {
            put(row("goes back", "7.34c", chosen(ATTACKER, 3), chosen(DEFENDER, 5)));
        }
        if p.battle.owed > 0 {
            let owed = format!("{} to lose", super::count(p.battle.owed.into(), "level"));
            let mine = stage <= 3;
            put(row(
                "still owed",
                "7.36",
                if mine { owed.clone() } else { String::new() },
                if mine { String::new() } else { owed },
            ));
        }
        let left = p.battle.force.map(|f| self.listed(&f.which(|u| p.on_map(u))));
        let [attacker, defender] = left;
        put(row("left", "7.36", attacker, defender));
        if p.retreat.owed > 0 {
            let owed = format!("{} for the enemy zone", super::count(p.retreat.owed.into(), "level"));
            put(row("on the way back", "7.42b", String::new(), owed));
        }
        rows
    }

    /// The figures of an attack before the dice.
    fn odds_rows(&self, p: &Position, now: &Assault, rows: &mut Vec<CombatRow>) {
        let engine = self.engine();
        let odds = engine.battle_odds(p, now);
        if odds.lone_hq {
            rows.push(row(
                "column",
                "7.30a",
                engine.column_name(odds.column),
                "a headquarters alone".to_string(),
            ));
            return;
        }
        rows.push(row("strength of units", "7.12c1", odds.units.to_string(), String::new()));
        if odds.fire > 0 {
            rows.push(row("attack fire", "8.31", odds.fire.to_string(), String::new()));
        }
        for (so, name, rule) in [
            (odds.swamp, "halved: out of swamp", "7.61b"),
            (odds.river, "halved: over a big river", "7.64b"),
            (odds.wall, "halved: before walls", "9.42a"),
        ] {
            if so {
                rows.push(row(name, rule, "yes".to_string(), String::new()));
            }
        }
        rows.push(row("strength", "7.12c1", odds.attack.to_string(), odds.defence.to_string()));
        rows.push(row("odds", "7.12c1", engine.column_name(odds.base), String::new()));
        for s in odds.shifts() {
            let by = format!("{:+}", s.by).replace('-', "−");
            let (attacker, defender) = if s.by > 0 { (by, String::new()) } else { (String::new(), by) };
            rows.push(row(
                &format!("shift: {}", cause_text(s.cause)),
                cause_rule(s.cause),
                attacker,
                defender,
            ));
        }
        rows.push(row("column", "7.12d2", engine.column_name(odds.column), String::new()));
    }

    /// Rows of artillery that fires alone.
    fn fire_rows(&self, p: &Position) -> Vec<CombatRow> {
        let engine = self.engine();
        let now = &p.battle.now;
        let mut rows = vec![row("artillery", "8.23", self.listed(&now.guns), String::new())];
        let Some(hex) = now.targets.first() else { return rows };
        if p.battle.bridge.is_none() {
            let there: Pieces =
                p.at(hex).filter(|u| p.side(*u) != p.active && engine.kind(*u).is_unit()).collect();
            rows.push(row("units", "8.21b", String::new(), self.listed(&there)));
        }
        let (strength, ground) = engine.fire_strength(p, &now.guns, hex);
        let less = if p.battle.bridge.is_none() && ground > 0 {
            format!("−{ground} for the ground")
        } else {
            String::new()
        };
        rows.push(row("strength", "8.26", strength.to_string(), less));
        let t = &p.battle.throw;
        if t.dice != [0; 2] {
            rows.push(row(
                "dice",
                "ART.1",
                format!("{} + {} = {}", t.dice[0], t.dice[1], t.dice[0] + t.dice[1]),
                String::new(),
            ));
            let owed = super::count(p.battle.owed.into(), "level");
            let dot = if p.battle.outcome.dot { ", then a roll for disorganization" } else { "" };
            rows.push(row("still owed", "ART.2", String::new(), format!("{owed} to lose{dot}")));
        }
        rows
    }

    /// A barrage that is put together.
    fn barrage_under_way(&self, p: &Position) -> Option<Combat> {
        let engine = self.engine();
        let target = p.air.target.get()?;
        let place = self.spot(p, target)?;
        let there: Pieces = p.at(target).filter(|u| engine.kind(*u) != Kind::Airship).collect();
        let sum: u16 = p.air.guns.iter().map(|u| u16::from(engine.attack_fire(p, u))).sum();
        let doubled = sum * u16::from(self.d.charts.barrage_times);
        let ground = engine.map(p).fire[usize::from(target)];
        let less = if ground > 0 { format!("−{ground} for the ground") } else { String::new() };
        Some(Combat {
            place,
            title: "barrage".to_string(),
            stages: vec![],
            stage: 0,
            attackers: vec![self.side_id(p.active)],
            defenders: vec![self.side_id(p.other())],
            rows: vec![
                row("artillery", "8.61e", self.listed(&p.air.guns), self.listed(&there)),
                row("strength, doubled", "8.61b", format!("{sum}, {doubled}"), less),
            ],
        })
    }
}
