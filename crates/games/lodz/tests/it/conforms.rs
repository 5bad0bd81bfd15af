//! What every game must hold to, in this one; what its log accounts for; and what its words mean.

use crate::scene::*;
use sandtable_lodz::play::air::AirEvent;
use sandtable_lodz::play::battle::BattleEvent;
use sandtable_lodz::play::common::CommonEvent;
use sandtable_lodz::play::march::MarchEvent;
use sandtable_lodz::play::rail::RailEvent;
use sandtable_lodz::play::retreat::RetreatEvent;
use sandtable_lodz::play::supply::SupplyEvent;
use sandtable_testkit::{Conforms, Step as Played, conforms, rounds};
use std::collections::BTreeMap;

conforms! {
    Conforms::of(REAL.clone(), Lodz::rules(), 437, env!("CARGO_MANIFEST_DIR"))
        .games(3, 97)
        .followed(|_, start| {
            let mut log = known(start);
            Box::new(move |step| {
                accounts_for_counters(&mut log, step);
                ends_are_the_players(step);
            })
        })
        .positions(2, 1200, 97)
        .values(2, 800, 61)
        .typed(2, 300, 97)
        .records(1, 700, 11)
        .random("november-11", 10, 40)
        .rehearsals("november-11", 10, 24)
        .scripts("november-11", 10, 14, usize::MAX)
}

/// A counter as the log has it: where on the map, if there, with how many CEL.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Known {
    hex: Option<HexId>,
    cel: u8,
}

fn known(p: &Position) -> Vec<Known> {
    let one = |u: UnitId| Known { hex: p.hex(u), cel: p.units.cel(u) };
    engine().all_units().map(one).collect()
}

/// Whatever becomes of a counter is told: where it goes, and what it loses or gets.
fn accounts_for_counters(log: &mut Vec<Known>, step: &Played<'_, Lodz>) {
    follow(log, step.events);
    if step.before.phase == Phase::SetUp {
        *log = known(step.after);
    }
    for ((told, is), unit) in log.iter().zip(known(step.after)).zip(engine().all_units()) {
        assert!(
            *told == is || (told.hex.is_none() && is.hex.is_none()),
            "decision {}, {:?}, {:?}: {} is {is:?}, told {told:?}: {:?}",
            step.number,
            step.before.phase,
            step.action,
            engine().id(unit),
            step.events.iter().map(|e| game().tell(e).text).collect::<Vec<_>>()
        );
    }
}

/// Where players end their phases, no other action of theirs ends one.
fn ends_are_the_players(step: &Played<'_, Lodz>) {
    let phase = |p: &Position| (p.day, p.active, p.phase);
    let (before, after) = (step.before, step.after);
    let held = matches!(before.phase, Phase::Movement | Phase::Attack | Phase::Strategic);
    if before.ends && held && phase(before) != phase(after) {
        let words = game().describe(before, step.action);
        assert!(
            ["done", "end attacks", "ready"].contains(&words.as_str()),
            "decision {}: {words}",
            step.number
        );
    }
}

/// Follows the log of a step: where counters go and what they lose, told in events.
fn follow(all: &mut [Known], events: &[Event]) {
    let at = usize::from;
    let gone = |k: &mut Known| k.hex = None;
    for event in events {
        match *event {
            Event::Common(CommonEvent::Lost { unit, left, .. }) if left > 0 => {
                assert_eq!(all[at(unit)].cel, left + 1, "{}", engine().id(unit));
                all[at(unit)].cel = left;
            }
            Event::Common(CommonEvent::Destroyed { unit, .. })
            | Event::Rail(RailEvent::Left { unit, .. }) => {
                gone(&mut all[at(unit)]);
            }
            Event::March(MarchEvent::Went { unit, from, to, .. }) => {
                assert_eq!(all[at(unit)].hex, Some(from), "{}", engine().id(unit));
                all[at(unit)].hex = Some(to);
            }
            Event::March(MarchEvent::Came { unit, hex, .. }) => {
                assert_eq!(all[at(unit)].hex, None);
                all[at(unit)].hex = Some(hex);
            }
            Event::March(MarchEvent::Ferried { unit, cel, .. } | MarchEvent::Landed { unit, cel, .. }) => {
                all[at(unit)].cel = cel;
            }
            Event::Rail(RailEvent::Replaced { unit, cel, .. }) => {
                assert_eq!(all[at(unit)].cel + 1, cel);
                all[at(unit)].cel = cel;
            }
            Event::Rail(RailEvent::Returned { unit, cel, hex, .. }) => {
                assert_eq!(all[at(unit)].hex, None);
                all[at(unit)] = Known { hex: Some(hex), cel };
            }
            Event::Rail(RailEvent::Loaded { train, unit, hex, .. }) => {
                gone(&mut all[at(unit)]);
                all[at(train)].hex = Some(hex);
            }
            Event::Rail(RailEvent::Unloaded { unit, hex, .. }) => {
                all[at(unit)].hex = Some(hex);
            }
            Event::Rail(RailEvent::Ran { train, from, to, .. }) => {
                assert_eq!(all[at(train)].hex, Some(from));
                all[at(train)].hex = Some(to);
            }
            Event::Rail(RailEvent::Base { base, to, .. }) => all[at(base)].hex = Some(to),
            Event::Rail(RailEvent::Taken { what, .. }) => gone(&mut all[at(what)]),
            Event::Rail(RailEvent::Placed { train, hex, .. }) => {
                all[at(train)].hex = Some(hex);
            }
            Event::Supply(SupplyEvent::Base { unit, hex, .. }) => {
                all[at(unit)].hex = Some(hex);
            }
            Event::Retreat(
                RetreatEvent::Goes { unit, from, to, .. } | RetreatEvent::Pursues { unit, from, to, .. },
            ) => {
                assert_eq!(all[at(unit)].hex, Some(from), "{}", engine().id(unit));
                all[at(unit)].hex = Some(to);
            }
            Event::Air(AirEvent::Flown { ship, hex, .. }) => {
                all[at(ship)].hex = Some(hex);
            }
            Event::Air(AirEvent::Risk { ship, lost: true, .. }) => gone(&mut all[at(ship)]),
            _ => {}
        }
    }
}

/// What happens in games, of what a test asks for.
fn deed(event: &Event, p: &Position) -> Option<&'static str> {
    Some(match event {
        Event::Battle(BattleEvent::Roll { .. }) => "attack",
        Event::Battle(BattleEvent::FireRoll { .. }) => "fire",
        Event::Retreat(RetreatEvent::Goes { .. }) => "retreat",
        Event::Retreat(RetreatEvent::Pursues { .. }) => "pursuit",
        Event::Retreat(RetreatEvent::GunsLost { .. }) => "guns lost",
        Event::Supply(SupplyEvent::Test { gone: true, .. }) => "surrender",
        Event::Rail(RailEvent::Replaced { .. }) => "replacement",
        Event::Rail(RailEvent::Returned { .. }) => "return",
        Event::Rail(RailEvent::Loaded { .. }) => "load",
        Event::Rail(RailEvent::Unloaded { .. }) => "unload",
        Event::Rail(RailEvent::Base { .. }) => "base",
        Event::March(MarchEvent::Bridge { .. }) => "bridge",
        Event::March(MarchEvent::Works { .. }) => "works",
        Event::March(MarchEvent::Went { .. }) if p.phase == Phase::Strategic => "strategic",
        Event::March(MarchEvent::Came { .. }) => "arrival",
        Event::March(MarchEvent::Rallied { .. }) => "rally",
        _ => return None,
    })
}

/// Random games come to everything that the rules know of; a short series to the most frequent of it.
#[test]
fn games_by_chance_do_what_can_be_done() {
    let mut count = BTreeMap::<&str, usize>::new();
    let games = rounds(1, 60);
    for seed in 0..games {
        let scenario = ["november-11", "lodz", "ruzski", "masurian"][seed as usize % 4];
        let walk = Walk { scenario, options: &Options::new(), seed: seed + 1, steps: 200_000, every: 1 };
        let end = walk.follow(&**REAL, |step| {
            for event in step.events {
                deed(event, step.after).into_iter().for_each(|d| *count.entry(d).or_default() += 1);
            }
        });
        assert!(end.is_some(), "{}", walk.at(walk.steps));
    }
    let often = ["attack", "fire", "retreat", "arrival"];
    let seldom = [
        "pursuit",
        "guns lost",
        "surrender",
        "replacement",
        "return",
        "load",
        "unload",
        "base",
        "bridge",
        "works",
        "strategic",
        "rally",
    ];
    let asked = often.iter().chain(seldom.iter().filter(|_| games > 1));
    asked.for_each(|what| assert!(count.contains_key(what), "no {what}: {count:?}"));
}

#[test]
fn names_that_are_shown_can_be_typed() {
    let s =
        Scene::empty("november-11", DE, Phase::Movement).put("de-1-49-res de-hq-scheffer", "1405").begin(&[]);
    let meant = game().parse(&s.p, "de-1-49-res 1406");
    assert!(meant.is_some());
    let view = game().view(&s.p, sandtable_core::view::Viewer::All);
    let shown = view.counters.iter().find(|c| c.id == "de-1-49-res").unwrap();
    assert_eq!(game().parse(&s.p, &format!("{} 1406", shown.name)), meant, "{}", shown.name);
    assert_eq!(game().parse(&s.p, &format!("{} 1406", engine().name(unit("de-1-49-res")))), meant);
    assert_eq!(game().parse(&s.p, "1/49R 1406 now"), None);
    assert_eq!(game().parse(&s.p, "v. Scheffer 1406"), game().parse(&s.p, "de-hq-scheffer 1406"));
}

#[test]
fn what_belongs_to_another_time_cites_its_own_rule() {
    let mut s = Scene::empty("november-11", DE, Phase::Movement).put("de-1-49-res", "1405").begin(&[]);
    for (words, rule) in [
        ("attack 1406", "7.11a"),
        ("fire 1406", "8.21a"),
        ("end attacks", "7.29b"),
        ("fly de-airship-1 1406", "15A.1"),
        ("aim 1406", "8.61a"),
        ("replace de-1-49-res", "REP.2"),
        ("retreat 1", "7.34a"),
        ("pursue de-1-49-res 1406", "7.51"),
        ("ready", "N11.1"),
        ("confirm", "7.12a"),
    ] {
        assert_eq!(s.refused(words), rule, "{words}");
    }
    s = Scene::empty("november-11", DE, Phase::Air)
        .put("de-airship-1", "1405")
        .put("de-1-49-res", "1405")
        .begin(&[]);
    for (words, rule) in [
        ("de-1-49-res 1406", "4.1d"),
        ("de-1-49-res dig", "9.11a"),
        ("de-1-49-res strategic", "11.12a"),
        ("de-art-25 order", "8.73"),
        ("de-1-49-res destroy 1406", "14.11"),
        ("load de-train-1 de-1-49-res", "16.0"),
    ] {
        assert_eq!(s.refused(words), rule, "{words}");
    }
}

/// The start of a side's movement with one unit that can do a single thing, with phases ended by their player or not.
fn last_unit(ends: bool) -> Scene {
    let mut s = Scene::empty("november-11", DE, Phase::Movement)
        .put("de-gar-boyen-1", "4316")
        .put("ru-1-22-inf", "4312");
    s.p.ends = ends;
    s.begin(&[])
}

#[test]
fn r3_0b_a_phase_is_ended_by_its_player() {
    // The last unit has gone as far as it can. By itself the phase ends, and with it the whole turn; or its player ends it.
    let far = |mut s: Scene| {
        while s.p.active == DE && s.p.phase == Phase::Movement {
            let Some(words) = s.offers().into_iter().find(|w| w != "done") else { break };
            s.say(&words, &[]);
        }
        s
    };
    let auto = far(last_unit(false));
    assert_ne!((auto.p.active, auto.p.phase), (DE, Phase::Movement));
    let mut held = far(last_unit(true));
    assert_eq!((held.p.active, held.p.phase, held.offers()), (DE, Phase::Movement, vec!["done".to_string()]));
    held.say("done", &[]);
    assert_ne!((held.p.active, held.p.phase), (DE, Phase::Movement), "what has nothing in it is passed over");
    // Attacks: the last one is over, and the phase waits.
    let attack = |ends: bool| {
        let mut s = Scene::empty("november-11", DE, Phase::Attack)
            .put("de-1-49-res", "4314")
            .put("ru-1-22-inf", "4315");
        s.p.ends = ends;
        let mut s = s.begin(&[]);
        s.say("attack 4315", &[]).say("add de-1-49-res", &[]).say("confirm", &[3, 3]);
        while s.p.phase == Phase::Attack && !s.offered("end attacks") {
            let first = s.offers().remove(0);
            s.say(&first, &[]);
        }
        s
    };
    assert_eq!(
        (attack(true).p.phase, attack(true).offers()),
        (Phase::Attack, vec!["end attacks".to_string()])
    );
    assert_ne!((attack(false).p.active, attack(false).p.phase), (DE, Phase::Attack));
}
