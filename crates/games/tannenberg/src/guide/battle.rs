//! A battle before it is fought: who takes part, what changes the odds, and what can come of it, as the attacker knows it.

mod chances;

use crate::Engine;
use crate::Tannenberg;
use crate::action::Action;
use crate::position::{Position, Step, flag};
use sandtable_core::Side;
use sandtable_core::dice::Seeded;
use sandtable_core::guide::{Battle, Factor};
use sandtable_core::machine;
use sandtable_east::data::UnitId;
use sandtable_east::data::map::River;
use sandtable_east::data::pieces::Kind;
use sandtable_east::standard::results;
use sandtable_east::standard::strength::{self, Attack};
use sandtable_east::standard::zones::enemy;

impl Tannenberg {
    /// The battle of a legal action: the attack that is put together, or one on a hex with everybody who can.
    pub(crate) fn battle_of(&self, p: &Position, side: Side, action: &Action) -> Option<Battle> {
        let engine = self.engine(p);
        let mut q = engine.seen(p, Self::side_of(side)).into_owned();
        let mut note = String::new();
        match action {
            Action::Fight => {}
            Action::Attack(_) => {
                let mut take = |action: Action| {
                    machine::take(&engine, &mut q, side, &action, &mut Seeded::new(0), &mut Vec::new())
                };
                take(*action);
                take(Action::WithAll);
                note = "With everybody who can attack; headquarters may still shift the column.".to_string();
                engine.fight_breach(&q).is_none().then_some(())?;
            }
            _ => return None,
        }
        if !matches!(q.top(), Step::Declare(_)) {
            return None;
        }
        Some(self.weigh(engine, &q, note))
    }

    fn weigh(&self, engine: Engine<'_>, q: &Position, mut note: String) -> Battle {
        let data = engine.data;
        let (c, foe) = (&q.combat, enemy(q.phasing));
        let attack = Attack { units: c.units, heroes: c.heroes, targets: c.targets() };
        let (strong, stands) =
            (strength::attack_total(data, q, &attack), strength::defence_total(data, q, foe, c.targets()));
        let tcr = strength::tcr_of(data, q, c.units);
        let ratio = strength::ratio(strong, stands);
        let column = ratio.and_then(|r| strength::column(&data.params, tcr, r)).unwrap_or(0);
        let shift: u8 = c.shifts.iter().map(|h| engine.own.hq_values(data, q, h).shift).sum();
        let end = strength::shifted(&data.params, tcr, column, shift);
        let columns = engine.column_sum(q, (tcr, column, end), |_| true);
        let mut factors = columns.rows;
        factors.extend(self.conditions(q, &attack, foe));
        let (chances, left_out) = self.chances(engine, q);
        if left_out {
            note += " Too many attackers roll for attrition to count it in: the odds leave out the losses that it may cause.";
        }
        if q.markers.iter().any(|m| c.target(m.place).is_some()) {
            note += " Whatever is in a Gruppe there defends too.";
        }
        let place = c.targets().first().map_or(String::new(), |h| self.any_data().place_name(*h));
        Battle {
            place,
            attackers: engine.attacking(q, &attack),
            defenders: engine.defending_forces(q, c.targets()),
            ratio: format!("{strong} : {stands} → {}, column {end}", engine.heading(tcr, end)),
            factors,
            total: columns.total,
            chances,
            expects: None,
            note: note.trim_start().to_string(),
        }
    }

    /// What else counts: it has been reckoned in, or changes the die or the result.
    fn conditions(&self, q: &Position, attack: &Attack<'_>, foe: u8) -> Vec<Factor> {
        let engine = self.engine(q);
        let data = engine.data;
        let mut out = Vec::new();
        let mut say = |why: String, rule: &'static str| out.push(Factor { value: 0, why, rule });
        let names = |fits: &dyn Fn(UnitId) -> bool| -> String {
            let all = attack.units.iter().filter(|u| fits(*u));
            all.map(|u| data.title(u)).collect::<Vec<_>>().join(", ")
        };
        let hungry = names(&|u| q.is(u, flag::OUT_OF_SUPPLY | flag::FED));
        if !hungry.is_empty() {
            say(format!("out of supply, at half after rolling for attrition: {hungry}"), "9.21b");
        }
        let lost = names(&|u| q.is(u, flag::OUT_OF_COMMAND));
        if !lost.is_empty() {
            say(format!("out of command, at half: {lost}"), "10.42a");
        }
        let wet = names(&|u| {
            let mut sides = attack.targets.iter().filter_map(|t| data.map.step(q.hex(u)?, *t));
            sides.any(|s| s.river != River::No)
        });
        if !wet.is_empty() {
            say(format!("across a river, at half: {wet}"), "5.4l");
        }
        let mounted = names(&|u| data.unit(u).kind == Kind::Cavalry);
        if !mounted.is_empty() && !strength::cavalry_in_full(data, q, enemy(foe), attack.targets) {
            say(format!("cavalry against more than cavalry counts a quarter: {mounted}"), "12.21b");
        }
        for hex in attack.targets {
            let (ground, at) = (data.map.at(*hex), data.place_title(*hex));
            if ground.times > 1 {
                let (what, rule) = match (ground.city, ground.trench) {
                    (true, false) => ("a city", "5.4i"),
                    (false, true) => ("a trench", "5.4j"),
                    _ => ("the ground", "5.4t"),
                };
                say(format!("{what} in {at}: units there count {} times", ground.times), rule);
            }
            if strength::defenders(data, q, foe, *hex).iter().any(|u| q.is(u, flag::ENTRAINED)) {
                say(format!("entrained units in {at} defend at half"), "5.36c");
            }
        }
        let die = strength::die_change(data, q, attack);
        if die > 0 {
            say(format!("{die} is added to the die"), "5.4m");
        }
        let troops = attack.targets.iter().map(|t| strength::defenders(data, q, foe, *t));
        let troops = troops.fold(sandtable_east::data::UnitSet::EMPTY, sandtable_east::data::UnitSet::and);
        if results::out_of_command(data, q, attack.units, true) {
            say("the attacker is out of command: its result is made worse".into(), "10.43a");
        }
        if results::out_of_command(data, q, troops, false) {
            say("the defender is out of command: its result is made worse".into(), "10.43b");
        }
        out
    }
}

/// The head of a column.
pub(crate) fn odds(ratio: i16) -> String {
    if ratio < 0 { format!("1-{}", -ratio) } else { format!("{ratio}-1") }
}
