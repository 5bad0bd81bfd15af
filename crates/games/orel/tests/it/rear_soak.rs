//! Games at random with events: every offer is legal, every game ends.

use crate::scene::*;

#[test]
fn random_games_with_events_come_to_an_end() {
    let options: Options = [("events".to_string(), "on".to_string())].into_iter().collect();
    for (scenario, seed) in [("brasovo", 1), ("brasovo", 2), ("historical", 3)] {
        let mut dice = Seeded::new(seed);
        let mut p = game().start(scenario, &options, &mut dice).unwrap();
        let (mut out, mut events, mut n) = (Vec::new(), Vec::new(), 0);
        while let Some(side) = game().to_decide(&p).side() {
            out.clear();
            game().actions(&p, side, &mut out);
            assert!(!out.is_empty(), "{:?} {:?}", p.phase, game().to_decide(&p));
            // Mostly at random, now and then what comes last, so that phases end.
            let pick = if dice.below(20) == 0 { out.len() - 1 } else { dice.below(out.len()) };
            let action = out[pick];
            if n % 50 == 0 {
                for a in &out {
                    assert_eq!(game().check(&p, side, a), Ok(()));
                    let words = game().describe(&p, a);
                    assert_eq!(game().parse(&p, &words), Some(*a), "{words}");
                }
            }
            events.clear();
            game().apply(&mut p, side, &action, &mut dice, &mut events);
            events.iter().for_each(|e| assert!(!game().tell(e).text.is_empty()));
            game().sound(&p).unwrap();
            n += 1;
            assert!(n < 60_000, "{scenario} {seed} does not end: turn {} {:?}", p.turn, p.phase);
        }
        println!("{scenario} {seed}: {n} actions, {:?}", game().to_decide(&p));
    }
}

/// What the standing tests and supply lines cost; `cargo test --release -- --ignored --nocapture`.
#[test]
#[ignore = "measures time"]
fn what_it_costs() {
    let mut p = Scene::of("historical").p;
    let units: Vec<_> = engine().all_units().filter(|u| p.on_map(*u)).collect();
    let time = |name: &str, n: usize, f: &mut dyn FnMut(usize)| {
        let t = std::time::Instant::now();
        (0..n).for_each(&mut *f);
        println!("{name}: {:.2} µs", t.elapsed().as_secs_f64() * 1e6 / n as f64);
    };
    let mut events = Vec::new();
    let q = p;
    time("depots_in_range", 20_000, &mut |i| {
        std::hint::black_box(engine().depots_in_range(&q, units[i % units.len()]));
    });
    time("settle, nothing moved", 1_000_000, &mut |_| engine().settle(&mut p, &mut events));
    let (u, a, b) = (unit("r-1-tchkz"), hex("1411"), hex("1412"));
    time("settle after a step", 20_000, &mut |i| {
        p.place(u, if i % 2 == 0 { a } else { b });
        engine().settle(&mut p, &mut events);
    });
    time("outcome", 5_000, &mut |_| {
        std::hint::black_box(engine().rear_outcome(&p));
    });
}
