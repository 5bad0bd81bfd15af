//! What every game holds to: positions read as they are written, typed actions lead back to themselves, phases are ended by their player
//! where players want it so.

use crate::scene::*;
use sandtable_testkit::{
    Walk, positions_read_as_written, typed_actions_lead_back, values_by_hand_are_refused_or_played,
};

const SCENARIOS: [&str; 8] = [
    "november-11",
    "lodz",
    "ruzski",
    "masurian",
    "campaign",
    "november-lodz",
    "lodz-ruzski",
    "november-ruzski",
];

/// Random games of all scenarios, some of them with every option.
fn walks(steps: usize, every: usize, mut look: impl FnMut(Walk<'_>)) {
    let plain = Options::new();
    let all = [("barrage", "on"), ("fixed-positions", "prepared"), ("ends", "player")];
    let all: Options = all.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    for (seed, scenario) in (1..).zip(SCENARIOS) {
        for (options, seed) in [(&plain, seed), (&all, seed + 20)] {
            look(Walk { scenario, options, seed, steps, every });
        }
    }
}

#[test]
fn every_moment_can_be_written_and_read() {
    walks(1200, 97, |walk| positions_read_as_written(game(), walk));
}

#[test]
fn values_by_hand_are_refused_or_can_be_played() {
    walks(800, 61, |walk| values_by_hand_are_refused_or_played(game(), walk));
}

#[test]
fn typed_actions_are_read_whole() {
    walks(300, 97, |walk| typed_actions_lead_back(game(), walk));
}

#[test]
fn texts_with_a_word_too_many_too_few_or_misspelt_are_no_other_action() {
    use sandtable_core::typed::{find, same_words};
    let mut chance = Seeded::new(7);
    walks(700, 61, |walk| {
        walk.look(game(), |moment| {
            let (p, mut legal) = (moment.position, Vec::new());
            game().actions(p, moment.side, &mut legal);
            for _ in 0..6.min(legal.len()) {
                let action = legal[chance.below(legal.len())];
                let text = game().describe(p, &action);
                assert_eq!(game().parse(p, &text), Some(action), "{text}");
                let words: Vec<&str> = text.split_whitespace().collect();
                let (last, fewer) = (words[words.len() - 1], words[..words.len() - 1].join(" "));
                let cut = text[..text.len() - 1].to_string();
                for typed in
                    [format!("{text} now"), format!("{text} {last}"), format!("so {text}"), fewer, cut]
                {
                    if typed.is_empty() || typed.parse::<usize>().is_ok() {
                        continue;
                    }
                    if let Ok(read) = find(game(), p, &legal, &typed) {
                        let text = game().describe(p, &read);
                        assert_eq!(same_words(&text), same_words(&typed), "`{typed}` is read as `{text}`");
                    }
                }
            }
        });
    });
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

/// The start of an own movement with one unit that can do a single thing, with phases ended by their player or not.
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

#[test]
fn a_game_in_which_players_end_their_phases_comes_to_its_end() {
    let options = Options::from([("ends".to_string(), "player".to_string())]);
    let (mut dice, mut chance) = (Seeded::new(4), Seeded::new(5));
    let mut p = game().start("november-11", &options, &mut dice).unwrap();
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    while let Some(side) = game().to_decide(&p).side() {
        let action = game().sample(&p, side, &mut |n| chance.below(n), &mut scratch).unwrap();
        let (day, active, phase) = (p.day, p.active, p.phase);
        game().apply(&mut p, side, &action, &mut dice, &mut events);
        let moved = (p.day, p.active, p.phase) != (day, active, phase);
        let over = ["done", "end attacks", "ready"].contains(&game().describe(&p, &action).as_str());
        assert!(
            !moved || over || !matches!(phase, Phase::Movement | Phase::Attack | Phase::Strategic),
            "{action:?}"
        );
        events.clear();
    }
}
