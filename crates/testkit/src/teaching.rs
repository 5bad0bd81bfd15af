//! What a game tells a newcomer is true: the lesson can be played, every decision has its paragraph, what is named exists.

use crate::Walk;
use sandtable_core::catalogue::Rule;
use sandtable_core::dice::Seeded;
use sandtable_core::game::for_people;
use sandtable_core::guide::Guide;
use sandtable_core::session::seeded;
use sandtable_core::teach::{Lesson, Teaching};
use sandtable_core::typed::find;
use sandtable_core::view::Viewer;
use sandtable_core::{Options, Session};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// The teaching of a game.
///
/// # Panics
///
/// If it has none, or a file of it is wrong.
pub fn teaching<G: Guide>(game: &G) -> Teaching {
    let files = game.teach_files().unwrap_or_else(|| panic!("the game has no `data/teach`"));
    Teaching::read(game.about(), files).unwrap_or_else(|e| panic!("{e}"))
}

/// Facts, primer and paragraphs name rules of the catalogue and counters that exist.
///
/// # Panics
///
/// With all names that are wrong.
pub fn names_are_right<G: Guide>(game: &G, rules: &[Rule]) {
    let taught = teaching(game);
    let known: HashSet<&str> = rules.iter().map(|r| r.id).collect();
    let mut wrong = Vec::new();
    for explanation in &taught.decisions {
        let named = explanation.rules.iter().map(String::as_str);
        let strange = named.filter(|r| !known.contains(r));
        wrong.extend(
            strange.map(|r| format!("decisions.toml, {}: there is no rule `{r}`", explanation.title)),
        );
        let sentences = explanation.text.matches(". ").count() + 1;
        if sentences < 2 {
            wrong.push(format!("decisions.toml, {}: one sentence is no paragraph", explanation.title));
        }
    }
    let counters = |scenario: &str| {
        let mut dice = Seeded::new(0);
        let p =
            game.start(scenario, &Options::new(), &mut dice).unwrap_or_else(|e| panic!("{scenario}: {e}"));
        game.view(&p, Viewer::All).counters
    };
    let at_start =
        |scenario: &str| -> HashSet<String> { counters(scenario).into_iter().map(|c| c.id).collect() };
    for scenario in &game.about().scenarios {
        for counter in counters(&scenario.id).iter().filter(|c| !c.values.is_empty()) {
            if taught.facts.figures_of(counter).is_none() {
                wrong.push(format!(
                    "facts.toml: no [[figures]] name the {} numbers of {} ({})",
                    counter.values.len(),
                    counter.id,
                    counter.branch
                ));
            }
        }
    }
    let there = at_start(&taught.facts.start);
    for line in taught.primer.lines().filter(|l| l.starts_with("![")) {
        let (Some(from), Some(to)) = (line.find("]("), line.rfind(')')) else {
            wrong.push(format!("primer.md: {line}"));
            continue;
        };
        match line[from + 2..to].split_once(' ') {
            Some(("counters", ids)) => {
                let strange = ids.split_whitespace().filter(|id| !there.contains(*id));
                wrong.extend(strange.map(|id| format!("primer.md: there is no counter `{id}`")));
            }
            Some(("board", _)) => {}
            _ => wrong.push(format!("primer.md: {line}")),
        }
    }
    let there = at_start(&taught.lesson.scenario);
    for piece in taught.lesson.steps.iter().flat_map(|s| &s.pieces).filter(|p| !there.contains(*p)) {
        wrong.push(format!("lesson.toml: there is no counter `{piece}`"));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The lesson goes from its first step to its last with the referee and the dice of its seed; gives how many actions it has.
///
/// # Panics
///
/// At the first action that is not legal, or that the side of the step does not decide.
pub fn lesson_can_be_played<G: Guide>(game: &Arc<G>) -> usize {
    let taught = teaching(&**game);
    let Lesson { scenario, side, seed, options, steps, .. } = &taught.lesson;
    let own = game.about().side(side).unwrap_or_else(|| panic!("there is no side `{side}`"));
    let options = for_people(game.about(), options.clone().into_iter().collect());
    let session = Session::new(game.clone(), scenario, options, seeded(*seed), None);
    let mut session = session.unwrap_or_else(|e| panic!("{e}"));
    let mut taken = 0;
    for (number, step) in (1..).zip(steps) {
        let all = step.actions.iter().map(|a| (true, a)).chain(step.enemy.iter().map(|a| (false, a)));
        for (yours, text) in all {
            let at = || format!("step {number}, {}: `{text}`", step.title);
            let Some(decides) = session.to_decide().side() else { panic!("{}: the game is over", at()) };
            assert_eq!(decides == own, yours, "{}: it is for {decides:?} to decide", at());
            let known = session.known(decides);
            let mut legal = Vec::new();
            game.actions(&known, decides, &mut legal);
            let action = find(&**game, &known, &legal, text);
            let action = action.unwrap_or_else(|e| panic!("{}: {e}", at()));
            session.act(decides, action, None).unwrap_or_else(|e| panic!("{}: {e}", at()));
            taken += 1;
        }
    }
    taken
}

/// Decisions of a random game that no paragraph explains, and those paragraphs that were used.
pub fn unexplained<G: Guide>(
    game: &G,
    taught: &Teaching,
    walk: Walk<'_>,
) -> (BTreeMap<String, String>, BTreeSet<String>) {
    let (mut missing, mut used) = (BTreeMap::new(), BTreeSet::new());
    walk.look(game, |moment| {
        let decision = game.to_decide(moment.position);
        match taught.explain(&decision) {
            Some(explanation) => drop(used.insert(explanation.title.clone())),
            None => drop(missing.insert(format!("{decision:?}"), walk.at(moment.number))),
        }
    });
    (missing, used)
}
