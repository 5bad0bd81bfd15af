//! A game of the system, made up, played through the same sequence with an exclusive module of its own: no Gruppen, a
//! point for each Step, three turns, and cavalry that may not stop in the city.
use crate::Position;
use crate::common::*;
use sandtable_core::dice::{Given, Seeded};
use sandtable_core::machine;
use sandtable_core::{Decision, Side};
use sandtable_core::{Outcome, Refusal};
use sandtable_east::action::Gruppe;
use sandtable_east::data::pieces::Kind;
use sandtable_east::data::{Data, UnitId};
use sandtable_east::engine::{Engine, Exclusive, Scored};
use sandtable_east::position::{Phase, Step, flag};
use sandtable_east::{Action, Event, Mover};

const TURNS: u8 = 3;

struct MadeUp;

impl Exclusive<()> for MadeUp {
    fn move_breach(&self, data: &Data, _p: &Position, unit: UnitId, to: u16) -> Option<Refusal> {
        let stops = data.unit(unit).kind == Kind::Cavalry && to == hex(data, "0404");
        stops.then(|| Refusal::new("M.1", "horses are not let into the city"))
    }

    fn score(&self, data: &Data, p: &mut Position, what: Scored, _events: &mut Vec<Event<()>>) {
        if let Scored::Steps(unit, steps) = what {
            let sign = if data.unit(unit).side == 0 { 1 } else { -1 };
            p.points += sign * i16::from(steps);
        }
    }

    fn outcome(&self, _data: &Data, p: &Position) -> Outcome {
        Outcome { winner: Some(Side(u8::from(p.points > 0))), level: "", rule: "M.2" }
    }

    fn last_turn(&self) -> u8 {
        TURNS
    }

    fn players(&self, _p: &Position, side: u8) -> [Option<u8>; 2] {
        [Some(side), None]
    }

    fn side_of(&self, player: u8) -> u8 {
        player
    }
}

const PIECES: [&str; 9] =
    ["a1 0303", "a2 0203", "a3 0103", "ac 0403", "ah 0303", "b1 0305", "b2 0406", "bd 0606", "bh 0406"];

/// Steps that a side has lost.
fn lost(data: &Data, p: &Position, side: u8) -> i16 {
    let units = data.ids().filter(|u| data.unit(*u).side == side && !data.unit(*u).is_hq());
    units.map(|u| i16::from(p.lost[u.index()])).sum()
}

#[test]
fn fifty_games_of_another_kind_come_to_an_end() {
    rules!("tannenberg 4.0a");
    let data = made_up();
    let engine = Engine { data: &data, own: &MadeUp };
    let (mut fights, mut points, mut marches) = (0, 0, 0);
    for seed in 0..50 {
        let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed + 1000));
        let mut p = stand(&data, &PIECES);
        let mut events = vec![];
        engine.run(&mut p, &mut dice, &mut events);
        let mut done = 0;
        let outcome = loop {
            let player = match engine.decision(&p) {
                Decision::Over(outcome) => break outcome,
                decision => decision.side().unwrap().0,
            };
            let mut list = vec![];
            engine.list(&p, &mut list);
            assert!(!list.is_empty(), "game {seed}: dead end in {:?}", p.top());
            for action in &list {
                assert!(
                    engine.refuse(&p, action).is_none(),
                    "game {seed}: {action:?} is offered and refused"
                );
                assert!(!matches!(
                    action,
                    Action::Place(..) | Action::Hide(..) | Action::Own(_) | Action::Bring(..)
                ));
            }
            let action = list[chance.below(list.len())];
            fights += usize::from(action == Action::Fight);
            marches += usize::from(matches!(action, Action::March(..)));
            machine::take(&engine, &mut p, Side(player), &action, &mut dice, &mut events);
            p.sound(&data).unwrap();
            assert_eq!(p.points, lost(&data, &p, 0) - lost(&data, &p, 1), "game {seed} after {action:?}");
            if let Action::March(Mover::Unit(unit), to) = action {
                assert!(data.unit(unit).kind != Kind::Cavalry || to != hex(&data, "0404"));
            }
            done += 1;
            assert!(done < 5_000, "game {seed}: no end");
        };
        assert_eq!((p.phase, p.turn, outcome.rule), (Phase::Over, TURNS, "M.2"));
        assert_eq!(events.iter().filter(|e| matches!(e, Event::Turn(_))).count(), 3);
        assert_eq!(events.iter().filter(|e| matches!(e, Event::PlayerTurn(_))).count(), 6);
        points += i32::from(lost(&data, &p, 0) + lost(&data, &p, 1));
    }
    assert!(
        fights > 20 && points > 20 && marches > 200,
        "{fights} fights, {points} Steps, {marches} marches"
    );
}

#[test]
fn its_own_rule_is_asked_in_the_movement_segment() {
    let data = made_up();
    let engine = Engine { data: &data, own: &MadeUp };
    let mut p = stand(&data, &["ac 0403", "a1 0303", "b2 0608"]);
    (p.phase, p.phasing) = (Phase::Movement, 0);
    p.steps.push(Step::Moves(0));
    let to = |unit: &str, at: &str| Action::March(Mover::Unit(id(&data, unit)), hex(&data, at));
    assert_eq!(engine.refuse(&p, &to("ac", "0404")).unwrap().rule, "M.1");
    assert!(engine.refuse(&p, &to("ac", "0405")).is_none(), "through it or round it");
    assert!(engine.refuse(&p, &to("a1", "0404")).is_none());
    // Nothing is hidden, nobody commits, and the blocked side is shut.
    assert_eq!(engine.refuse(&p, &Action::Place(Gruppe(1), hex(&data, "0403"))).unwrap().rule, "18.0a");
    assert!(engine.known(&p, 1).is_none());
}

#[test]
fn a_fight_by_the_tables_of_competence_two_and_four() {
    let data = made_up();
    let engine = Engine { data: &data, own: &MadeUp };
    let fight = |attackers: [&str; 2], from: &str, target: &str, pieces: &[&str], die: u8| {
        let side = data.unit(id(&data, attackers[0])).side;
        let mut p = stand(&data, pieces);
        (p.phase, p.phasing) = (Phase::Combat, side);
        p.steps.push(Step::PhaseEnds);
        p.steps.push(Step::Attacks(side));
        let (mut events, mut dice) = (vec![], Given::new(vec![die]));
        let units = attackers.map(|u| Action::With(id(&data, u)));
        let at = hex(&data, target);
        assert!(attackers.iter().all(|u| p.hex(id(&data, u)) == Some(hex(&data, from))));
        for action in [Action::Attack(at), units[0], units[1], Action::Fight] {
            assert!(engine.refuse(&p, &action).is_none(), "{action:?}: {:?}", engine.refuse(&p, &action));
            machine::take(&engine, &mut p, Side(side), &action, &mut dice, &mut events);
        }
        (p, events)
    };
    let of = |events: &[Event<()>]| {
        events.iter().find_map(|e| match e {
            Event::Strengths(a, d, before, after, _) => Some((*a, *d, *before, *after)),
            _ => None,
        })
    };
    // 8 against 3 is 2-1: column 4 of TCR 2; a 1 gives -/2. The defender is in the radius of its headquarters.
    let pieces = ["a1 0405", "a2 0405", "b2 0406", "bh 0407", "bd 0606"];
    let (mut p, events) = fight(["a1", "a2"], "0405", "0406", &pieces, 1);
    assert_eq!(of(&events), Some((8, 3, 4, 4)));
    assert_eq!(engine.decision(&p).side(), Some(Side(1)));
    let mut events = vec![];
    machine::take(&engine, &mut p, Side(1), &Action::Choose(2), &mut Given::new(vec![]), &mut events);
    assert_eq!((p.steps(&data, id(&data, "b2")), p.points), (1, -1), "one of two Steps, and a hex back");
    // Without a headquarters TCR 4 is out of command: a 3 at 2-1 gives 1/1, made worse to 1/2.
    let (p, events) = fight(["a1", "a2"], "0405", "0406", &["a1 0405", "a2 0405", "b2 0406", "bd 0606"], 3);
    let result = events
        .iter()
        .find_map(|e| if let Event::Result(a, d, _, w, _) = e { Some((*a, *d, *w)) } else { None });
    use sandtable_east::data::params::Outcome::{One, Two};
    assert_eq!(result, Some((One, Two, true)));
    assert!(p.is(id(&data, "a1"), flag::ATTACKED));
    // Over the ridge into the city the die is one higher; 8 against 6 is 1-1, column 3.
    let pieces = ["a1 0403", "a2 0403", "b2 0404", "bh 0405"];
    let (_, events) = fight(["a1", "a2"], "0403", "0404", &pieces, 2);
    assert_eq!(of(&events), Some((8, 6, 3, 3)));
    assert!(events.contains(&Event::CombatRoll(2, 3)));
    // TCR 4 reads its own header: 8 against 4 is 2-1, column 3.
    let (_, events) = fight(["b1", "b2"], "0405", "0406", &["b1 0405", "b2 0405", "a1 0406"], 4);
    assert_eq!(of(&events), Some((8, 4, 3, 3)));
}
