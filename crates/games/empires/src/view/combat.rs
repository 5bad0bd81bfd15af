//! The combat under way, as a viewer may follow it round by round. What a side has chosen in secret shows as chosen, and to its own
//! powers as what it is.

use super::Sight;
use crate::Empires;
use crate::about::side_id;
use crate::data::POWERS;
use crate::play::combat::charts::Table;
use crate::play::combat::round::Form;
use crate::play::combat::{AttackerChit, DefenderChit, Who};
use crate::play::fight::FightStep;
use crate::play::fight::state::{Camp, Sort};
use crate::play::siege::state::{AROUND, INSIDE, NOWHERE};
use crate::position::Step;
use crate::words::tenths;
use sandtable_core::Side;
use sandtable_core::view::{Combat, CombatRow, Viewer};

fn table(t: Table) -> String {
    format!("{}-{}", t.casualty, t.morale)
}

/// A die with what is added to it.
fn die(shown: u8, modifier: i8) -> String {
    match modifier {
        0 => shown.to_string(),
        m => format!("{shown} {} {} = {}", if m < 0 { "−" } else { "+" }, m.abs(), shown as i8 + m),
    }
}

fn row(name: &str, rule: &'static str, both: [String; 2]) -> CombatRow {
    let [attacker, defender] = both;
    CombatRow { name: name.to_string(), attacker, defender, rule }
}

fn heading(name: String, rule: &'static str) -> CombatRow {
    CombatRow { name, attacker: String::new(), defender: String::new(), rule }
}

impl Empires {
    /// The combat under way.
    pub(super) fn combats(&self, sight: &Sight<'_>) -> Vec<Combat> {
        if sight.p.fight.on {
            vec![self.fought(sight)]
        } else if sight.p.siege.area != NOWHERE {
            vec![self.stormed(sight)]
        } else {
            Vec::new()
        }
    }

    fn sides_in(&self, powers: u8) -> Vec<&'static str> {
        (0..POWERS as u8).filter(|q| powers >> q & 1 == 1).map(|q| side_id(q)).collect()
    }

    /// What a side has chosen: to its own powers what it is, to others that it has.
    fn chosen(&self, sight: &Sight<'_>, camp: &Camp, what: &str) -> String {
        let own = match sight.viewer {
            Viewer::All => true,
            Viewer::Side(Side(power)) => camp.has(power),
            Viewer::Watcher => false,
        };
        match (camp.chosen, own) {
            (false, _) => "not yet chosen".to_string(),
            (true, true) => format!("chosen: {what}"),
            (true, false) => "chosen".to_string(),
        }
    }

    fn fought(&self, sight: &Sight<'_>) -> Combat {
        let p = sight.p;
        let f = &p.fight;
        let both = |of: &dyn Fn(usize, &Camp) -> String| [of(0, &f.camps[0]), of(1, &f.camps[1])];
        let mut rows = vec![row("powers", "7.5.1", both(&|_, c| self.power_names(c.powers)))];
        if f.camps.iter().all(|c| c.led) {
            let commander = |_, c: &Camp| match self.d.leaders.get(usize::from(c.leader)) {
                Some(l) => format!("{} {}-{}-{}", l.name, l.strategic, l.tactical, l.corps),
                None => "nobody".to_string(),
            };
            rows.push(row("commander", "7.5.2.9.1.1", both(&commander)));
        }
        rows.push(row("corps", "7.5.1.2", both(&|_, c| c.blocks.len().to_string())));
        self.chit_rows(sight, &mut rows);
        if f.camps.iter().any(|c| !c.around.is_empty()) {
            let round = |_, c: &Camp| match c.around.len() {
                0 => "–".to_string(),
                n => format!("{n} corps"),
            };
            rows.push(row("round the flank", "7.5.2.3", both(&round)));
        }
        if f.open {
            let side = |i: usize| f.battle.sides[i];
            let factors = |i: usize, _: &Camp| side(i).all().total().to_string();
            let charts = &self.charts;
            let morale = |i: usize, _: &Camp| {
                let level = f.battle.final_morale(charts, if i == 0 { Who::Attacker } else { Who::Defender });
                format!("{} of {}", tenths(level - side(i).lost), tenths(level))
            };
            rows.push(row("factors left", "7.5.2.6.3", both(&factors)));
            rows.push(row("morale left", "7.5.2.6.2", both(&morale)));
        }
        for r in f.records() {
            rows.push(heading(format!("day {}, round {}", r.day, r.round), "7.5.2.9"));
            rows.push(row("table", "7.5.2.7", r.tables.map(table)));
            let dice = [die(r.dice[0], r.modifiers[0]), die(r.dice[1], r.modifiers[1])];
            rows.push(row("die", "7.5.2.9.1", dice));
            rows.push(row("factors lost", "7.5.2.9.2", r.lost.map(|n| n.to_string())));
            rows.push(row("morale lost", "7.5.2.9", r.morale.map(tenths)));
        }
        match p.play.steps.top() {
            Step::Fight(FightStep::Orders) => {
                let order = |_, c: &Camp| {
                    let guard =
                        if c.committed > 0 { format!(", guard +{}", c.committed) } else { String::new() };
                    self.chosen(sight, c, &format!("rating {}{guard}", c.stated))
                };
                rows.push(heading(format!("day {}, round {}", f.battle.day, f.battle.rounds + 1), "7.5.2.9"));
                rows.push(row("orders", "7.5.2.9.1.2", both(&order)));
            }
            Step::Fight(FightStep::Night) => {
                let night =
                    |_, c: &Camp| self.chosen(sight, c, if c.withdraws { "withdraw" } else { "fight on" });
                rows.push(row("after the day", "7.5.2.13", both(&night)));
            }
            _ => {}
        }
        let sort = match (f.sort, f.agreed) {
            (Sort::Trivial, _) => "trivial combat",
            (_, true) => "combat, trivial by agreement",
            (Sort::Limited, _) => "limited field combat",
            (Sort::Field, _) => "field combat",
        };
        let time = if f.open {
            format!(", day {}, {}", f.battle.day, rounds(f.battle.rounds))
        } else {
            String::new()
        };
        Combat {
            place: self.d.board.area(f.area).id.clone(),
            title: format!("{sort}{time}"),
            stages: vec![],
            stage: 0,
            attackers: self.sides_in(f.camps[0].powers),
            defenders: self.sides_in(f.camps[1].powers),
            rows,
        }
    }

    /// Chits: only who outflanks is told before both are shown (empires 7.5.2.2).
    fn chit_rows(&self, sight: &Sight<'_>, rows: &mut Vec<CombatRow>) {
        let f = &sight.p.fight;
        let first = AttackerChit::ALL.get(usize::from(f.camps[0].chit)).map_or("?", |c| c.name());
        let second = DefenderChit::ALL.get(usize::from(f.camps[1].chit)).map_or("?", |c| c.name());
        if let Some((a, d)) = f.chits() {
            rows.push(row("chit", "7.5.2.4", [a.name().to_string(), d.name().to_string()]));
        } else if sight.p.play.steps.top() == Step::Fight(FightStep::Chits) {
            let chits = [self.chosen(sight, &f.camps[0], first), self.chosen(sight, &f.camps[1], second)];
            rows.push(row("chit", "7.5.2.1", chits));
        } else if f.outflanks.contains(&true) {
            let told = f.outflanks.map(|o| if o { "outflanks" } else { "does not outflank" }.to_string());
            rows.push(row("chit", "7.5.2.2", told));
        }
    }

    fn stormed(&self, sight: &Sight<'_>) -> Combat {
        let s = &sight.p.siege;
        let sally = s.battle.setting.form == Form::GarrisonAttack;
        let order = if sally { [INSIDE, AROUND] } else { [AROUND, INSIDE] };
        let nation = |i: usize| self.d.nations.get(usize::from(s.lead[i])).map_or("", |n| n.name.as_str());
        let mut rows = vec![row("powers", "7.5.4", order.map(|i| nation(i).to_string()))];
        let part = order.map(|i| if i == AROUND { "besiegers" } else { "besieged" }.to_string());
        rows.push(row("place", "7.5.4", part));
        if s.fights {
            let who = [Who::Attacker, Who::Defender];
            let side = |w: Who| s.battle.side(w);
            rows.push(row("factors left", "7.5.2.6.3", who.map(|w| side(w).all().total().to_string())));
            let morale = who.map(|w| {
                let level = s.battle.final_morale(&self.charts, w);
                format!("{} of {}", tenths(level - side(w).lost), tenths(level))
            });
            rows.push(row("morale left", "7.5.4.1.3.2", morale));
            for (i, r) in s.rounds.iter().enumerate().take(usize::from(s.battle.rounds).min(s.rounds.len())) {
                rows.push(heading(format!("round {}", i + 1), "7.5.4.1.3"));
                rows.push(row("table", "7.5.4.1.3.1", r.tables.map(|[c, m]| format!("{c}-{m}"))));
                rows.push(row("die", "7.5.4.1.3.1", r.dice.map(|d| d.to_string())));
                rows.push(row("factors lost", "7.5.4.1.3.3", r.lost.map(|n| n.to_string())));
                rows.push(row("morale lost", "7.5.4.1.3.2", r.morale.map(tenths)));
            }
        }
        let what = match (s.fights, sally) {
            (true, false) => "assault",
            (true, true) => "attack by the garrison",
            (false, _) => "siege",
        };
        let time = if s.fights { format!(", {}", rounds(s.battle.rounds)) } else { String::new() };
        let ids = |i: usize| {
            let power = sight.p.power_of(s.lead[i]);
            power.map(side_id).into_iter().collect::<Vec<_>>()
        };
        Combat {
            place: self.d.board.area(s.area).id.clone(),
            title: format!("{what}{time}"),
            stages: vec![],
            stage: 0,
            attackers: ids(order[0]),
            defenders: ids(order[1]),
            rows,
        }
    }
}

/// How many rounds have been fought.
fn rounds(n: u8) -> String {
    match n {
        0 => "before the first round".to_string(),
        1 => "after round 1".to_string(),
        n => format!("after round {n}"),
    }
}
