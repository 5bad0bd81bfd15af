//! Rules as they are written: where a ruling was read again against the text, and what the log and refusals say of it.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_core::forecast::forecast;
use sandtable_core::view::Viewer;
use sandtable_orel::play::assault::state::Assault;
use sandtable_orel::play::assault::{AssaultStep, When};

fn munitions(side: u8) -> Scene {
    Scene::empty(side, Phase::Munitions)
}

fn on(prepared: bool, target: &str) -> Marker {
    Marker::Attack { prepared, target: hex(target) }
}

/// The rule of the last line of the log that says so.
fn rule_of(s: &Scene, words: &str) -> &'static str {
    let lines: Vec<_> = s.events.iter().map(|e| game().tell(e)).collect();
    lines.iter().rfind(|l| l.text.contains(words)).unwrap_or_else(|| panic!("{words}: {}", s.told())).rule
}

#[test]
fn r8_2_2a_a_train_is_in_range_of_a_depot_on_its_railway() {
    rules!("orel 7.1.6a", "orel 8.2.1i");
    let s = |cut: &str| {
        let s = munitions(WHITE).put("w-rd5-1d w-1-1k", "2705").put("w-at-offitser", "2908");
        let s = if cut.is_empty() { s } else { s.put("r-1-let r-2-let", cut) };
        // Somebody must be in want, so that the step is asked for.
        s.put("w-2-1k", "2604").with(|p| p.unsupplied = units("w-at-offitser w-2-1k")).begin(&[])
    };
    let mut open = s("");
    assert!(open.offered("resupply w-at-offitser w-rd5-1d"), "{:?}", open.offers());
    open.say("resupply w-at-offitser w-rd5-1d", &[]);
    assert!(!open.p.unsupplied.has(unit("w-at-offitser")));
    assert_eq!(rule_of(&open, "is supplied again"), "8.2.1i");
    // An enemy on the line stops it.
    assert_eq!(s("2707").refused("resupply w-at-offitser w-rd5-1d"), "8.2.2a");
}

#[test]
fn r7_2j_a_declaration_cites_the_price_of_its_unit() {
    rules!("orel 7.2g", "orel 7.2h", "orel 7.2i", "orel 7.2k");
    let field = |side: u8, id: &str, enemy: &str| {
        let s = Scene::empty(side, Phase::Movement).put("w-cv4-3dr", "0518").put("r-cv4-9d", "2401");
        s.put(id, "2706").put(enemy, "2707").begin(&[])
    };
    for (side, id, enemy, rule) in [
        (WHITE, "w-1-1k", "r-1-7d", "7.2j"),
        (RED, "r-1-7d", "w-1-1k", "7.2g"),
        (RED, "r-1-let", "w-1-1k", "7.2h"),
    ] {
        let mut s = field(side, id, enemy);
        s.say(&format!("{id} prepared 2707"), &[]);
        assert_eq!(rule_of(&s, "declares a Prepared Attack"), rule, "{id}");
    }
    for (id, rule, dice) in [("w-at-offitser", "7.2k", &[][..]), ("w-tank", "7.2i", &[6])] {
        let mut s = field(WHITE, &format!("w-1-1k {id}"), "r-1-7d");
        s.say("w-1-1k prepared 2707", &[]);
        let what = if id == "w-tank" { "prepared" } else { "support prepared" };
        s.say(&format!("{id} {what} 2707"), dice);
        assert_eq!(rule_of(&s, "Prepared Attack"), rule, "{id}");
    }
}

#[test]
fn r8_2_1h_who_stays_unsupplied_is_not_called_supplied() {
    let s = munitions(RED).put("r-1-let r-2-let", "1810").put("w-2-1d", "1811").put("r-cv3-let", "1808");
    let s = s.marked("r-1-let r-2-let", on(true, "1811")).with(|p| p.unsupplied.insert(unit("r-2-let")));
    let s = s.begin(&[]);
    assert!(s.told().contains("; supplied are 1/Let; Unsupplied as before are 2/Let"), "{}", s.told());
}

#[test]
fn r4_3_1bb_at_the_floor_no_quality_is_lost() {
    // Recruits of TQ 2: there is nothing below.
    let s = |id: &str, tq: u8| {
        let mut s = Scene::empty(RED, Phase::Recruits).put("r-cv3-let", "1808").put(id, "1808");
        s = s.steps(id, 1).with(|p| p.recruits[1] = 2).begin(&[]);
        assert_eq!(engine().tq(&s.p, unit(id)), tq);
        s.say(&format!("restore {id}"), &[]);
        (engine().tq(&s.p, unit(id)), s.told().contains("loses a point of TQ"))
    };
    assert_eq!(s("r-rec1", 2), (2, false));
    let (after, told) = s("r-2-pavl", engine().def(unit("r-2-pavl")).tq);
    assert_eq!(told, after < engine().def(unit("r-2-pavl")).tq);
}

#[test]
fn r5_3d_a_far_move_is_refused_by_what_stops_it() {
    rules!("orel 7.1.5c", "orel 5.3a", "orel 7a", "orel 10.2Rn");
    let white = || Scene::empty(WHITE, Phase::Movement).put("w-cv4-3dr", "0518");
    let s = white()
        .put("w-1-1k", "1816")
        .put("w-cv2-1d", "1818")
        .with(|p| p.ooc.insert(unit("w-1-1k")))
        .begin(&[]);
    assert_eq!(s.refused("w-1-1k 1812"), "5.3d");
    // On a Marching Day past an enemy, to a hex that is not next to one.
    let s = white().put("w-1-1k", "1819").put("r-1-let", "1916").put("r-2-let", "1716").begin(&[]);
    assert_eq!(s.refused("w-1-1k day 1813"), "7.1.5c");
    // Out of Command through a zone.
    let s =
        white().put("w-1-1k", "1818").put("w-cv2-1d", "1818").put("r-1-let", "1916").put("r-2-let", "1716");
    let s = s.with(|p| p.ooc.insert(unit("w-1-1k"))).begin(&[]);
    assert_eq!(s.refused("w-1-1k 1814"), "5.3a");
    // Too far is too far.
    assert_eq!(white().put("w-1-1k", "1819").begin(&[]).refused("w-1-1k 1809"), "7a");
}

#[test]
fn r8_1a_attacks_are_shown_with_their_numbers_and_units() {
    rules!("orel 7.2b");
    let s = munitions(RED).put("r-1-let r-2-let", "1810").put("r-3-let", "1910").put("w-2-1d", "1811");
    let s = s.put("r-cv3-let", "1808").put("r-art-let", "1809");
    let s = s.marked("r-1-let r-2-let r-3-let", on(true, "1811"));
    let s = s.marked("r-art-let", Marker::Support { prepared: true, target: hex("1811") });
    let mut s = s.with(|p| p.unsupplied.insert(unit("r-3-let"))).begin(&[]);
    let track = |s: &Scene, name: &str| {
        let v = game().view(&s.p, Viewer::All);
        v.tracks.iter().find(|t| t.name == name).map(|t| t.value.clone())
    };
    let first = track(&s, "attack 1").unwrap();
    assert!(first.contains("Prepared on 1811 by 1/Let, 2/Let, 3/Let, supported by Art/Let"), "{first}");
    assert!(first.contains("munitions of First convoy of the Letton Division"), "{first}");
    // Each hex is named once.
    let offers = s.offers();
    assert_eq!(offers.iter().filter(|o| *o == "part 1 1810").count(), 1, "{offers:?}");
    s.say("part 1 1910", &[]);
    assert!(s.told().contains("attack 2: Prepared Attack on 1811 by 3/Let"), "{}", s.told());
    assert!(track(&s, "attack 2").unwrap().contains("3/Let"));
}

#[test]
fn r7_2p_a_stack_between_others_is_parted_once() {
    // In the order of their ids the regiment of the other hex stands between the two.
    let s = munitions(RED).put("r-1-let r-3-let", "1810").put("r-2-let", "1910").put("w-2-1d", "1811");
    let s = s.put("r-cv3-let", "1808").marked("r-1-let r-2-let r-3-let", on(true, "1811")).begin(&[]);
    let offers = s.offers();
    let all: std::collections::BTreeSet<&String> = offers.iter().collect();
    assert_eq!((all.len(), s.offered("part 1 1810")), (offers.len(), true), "{offers:?}");
}

#[test]
fn r8_6_1c_the_brigade_of_barbovitch_attacks_with_the_third_division() {
    rules!("orel 5.1c", "orel 5.1e");
    let s = munitions(WHITE).put("w-1off-alex", "1817").put("w-1-1d", "1717").put("r-1-let", "1716");
    let s = s
        .put("w-cv2-1d", "1818")
        .put("w-10husing", "1616")
        .marked("w-1off-alex w-1-1d w-10husing", on(true, "1716"));
    let s = s.put("r-2-let", "1715").begin(&[]);
    assert!(s.told().contains("1/1D"), "{}", s.told());
    let together = s.p.declared().iter().any(|a| a.attackers.has(unit("w-1-1d")) && a.attackers.len() > 1);
    assert!(together, "{}", s.told());
}

/// Two battalions that fled out of 1915 to two hexes, and three regiments of cavalry in it.
fn split(routed: bool) -> Scene {
    let s = Scene::empty(RED, Phase::Attacks).with(|p| p.turn = 10);
    let mut s = s.put("w-res-1d", "1916").put("w-1-1k", "2015").put("r-1-tchkz r-2-tchkz", "1915");
    let mode = if routed { Mode::Routed } else { Mode::March };
    s = s.mode("w-res-1d w-1-1k", mode);
    let (attackers, fled) = (units("r-1-tchkz r-2-tchkz"), units("w-res-1d w-1-1k"));
    let attack = Attack { target: hex("1915"), attackers, armed: attackers, done: false, ..Attack::NONE };
    s.p.attacks[0] = attack;
    s.p.attack_count = 1;
    s.p.fire.in_range = fled;
    s.p.combat = Combat { attack: 0, hex: hex("1915"), units: [attackers, Pieces::EMPTY], ..Combat::NONE };
    s.p.combat.all = [attackers, fled];
    s.p.combat.gone = fled;
    s.p.assault = Assault { fought: true, advanced: attackers, ..Assault::START };
    s.p.play.steps.push(Step::Assault(AssaultStep::Pursue { when: When::Cohesion }));
    engine().settle(&mut s.p, &mut s.events);
    s.go_on(&[]);
    game().sound(&s.p).unwrap();
    s
}

#[test]
fn r8_7_4c_pursuers_of_an_enemy_who_has_split_go_after_both() {
    rules!("orel 8.7.4j");
    let mut s = split(false);
    let both =
        ["pursue r-1-tchkz 1916", "pursue r-1-tchkz 2015", "pursue r-2-tchkz 1916", "pursue r-2-tchkz 2015"];
    assert!(both.iter().all(|o| s.offered(o)), "{:?}", s.offers());
    s.say("pursue r-1-tchkz 1916", &[]).say("done", &[]);
    s.say("charge r-1-tchkz", &[6, 6]);
    while s.asked().0 != "8.7.4c" {
        let first = s.offers()[0].clone();
        s.say(&first, &[]);
    }
    // The other regiment has its own pursuit; those who were pursued are not pursued again.
    assert_eq!(s.offers(), ["pursue r-2-tchkz 2015", "done"]);
    assert_eq!(s.refused("pursue r-1-tchkz 2015"), "8.7.4c");
    s.say("pursue r-2-tchkz 2015", &[]);
    assert_eq!((s.asked().0, s.p.combat.hex), ("8.8.1b", hex("2015")));
}

#[test]
fn r8_7_4h_prisoners_are_made_of_the_routed() {
    for (routed, option, taken) in [(true, false, true), (false, false, false), (false, true, true)] {
        let mut s = split(routed).with(|p| p.rules.pursuit_prisoners = option);
        s.say("pursue r-1-tchkz 1916", &[]).say("done", &[]);
        s.say("charge r-1-tchkz", &[4, 4, 1]);
        assert!(s.told().contains("loses a step"), "{}", s.told());
        assert_eq!(s.p.prisoners[1] > 0, taken, "{routed} {option}: {}", s.told());
    }
}

#[test]
fn r8_2_1l_the_defence_may_spare_a_depot_that_does_not_function() {
    rules!("orel 3.2Ba", "orel 8.2.1m");
    let scene = || {
        let s = munitions(RED).put("w-cv4-1dr", "1104").put("w-1-1d", "1105").put("r-1-let", "1106");
        s.marked("r-1-let", on(false, "1105")).with(|p| p.turn = 10).begin(&[])
    };
    let mut s = scene();
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "3.2Ba"));
    assert_eq!(s.refused("draw r-cv3-let"), "8.2.1l");
    s.say("done", &[]).say("stand", &[3, 3]).say("no assault", &[]);
    assert!(s.p.unsupplied.has(unit("w-1-1d")) && !s.p.unsupplied.has(unit("w-cv4-1dr")));
    let mut s = scene();
    s.say("draw w-cv4-1dr", &[]);
    assert!(s.told().contains("draws on"), "{}", s.told());
    s.say("stand", &[3, 3]).say("no assault", &[]);
    assert!(!s.p.unsupplied.has(unit("w-1-1d")) && s.p.unsupplied.has(unit("w-cv4-1dr")));
}

#[test]
fn r8_8_2a_the_forecast_of_an_assault_merges_its_rolls() {
    let s = munitions(RED).put("w-2-1d", "1915").put("r-1-let", "1914").put("r-cv3-let", "1912");
    let mut s = s.marked("r-1-let", on(true, "1915")).with(|p| p.turn = 10).begin(&[]);
    while s.asked().0 != "8.8a" {
        let (word, dice): (&str, &[u8]) =
            if s.asked().0.starts_with("8.5") { ("stand", &[3, 3]) } else { ("done", &[]) };
        s.say(word, dice);
    }
    let action = game().parse(&s.p, "assault").unwrap();
    let chances = forecast(game(), &s.p, Side(RED), &action);
    assert!(chances.len() < 30 && chances.len() > 3, "{}", chances.len());
    assert_eq!(chances.iter().map(|c| c.parts).sum::<u64>(), chances[0].of);
    for c in &chances {
        assert!(c.outcome.starts_with("the ") && c.outcome.contains("loses the Assault"), "{}", c.outcome);
        assert!(!c.outcome.contains("rolled"), "{}", c.outcome);
    }
}
