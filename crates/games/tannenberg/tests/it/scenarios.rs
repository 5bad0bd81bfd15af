//! The scenarios (chapter 22): what each of them plays, leaves out, scores and changes.
use crate::scene::*;
use sandtable_core::Game;
use sandtable_core::dice::Seeded;
use sandtable_tannenberg::action::Reason;
use sandtable_tannenberg::play::Rules;
use sandtable_tannenberg::play::reason;
use sandtable_tannenberg::play::{OwnAction, OwnEvent};
use sandtable_tannenberg::position::{Phase, Step, flag, off};
use sandtable_tannenberg::{Action, Event};

fn book(id: &str) -> &'static Rules {
    &theatre().sheets.iter().find(|s| s.rules.scenario.id == id).unwrap().rules
}

fn scored(s: &Scene, why: Reason) -> Vec<i16> {
    let of = |e: &Event| if let Event::Points(w, n, _) = e { (*w == why).then_some(*n) } else { None };
    s.events.iter().filter_map(of).collect()
}

/// Whether a rule that scenarios can leave out works in one: seen by what it does, not by what the file says.
fn works(rule: &str, id: &str) -> bool {
    let invaders = ["ru-iii 0611", "ru-xx 0612", "ru-xv 1520", "ru-xiii 1619"];
    match rule {
        "15/11.0" => {
            let mut s = scene(id, 8, DE, &["de-1 0520"]).lose("de-1", 1).step(Phase::Combat, Step::Go);
            s.p.phasing = DE;
            s = s.step(Phase::Replacement, Step::Replace(DE));
            s.legal().contains(&Action::Replace(s.id("de-1")))
        }
        "17.11" => {
            let s = scene(id, 3, RU, &["hq-ru-r-1 0613", "hq-ru-s-2 1820"]);
            !s.may(Action::March(s.unit("hq-ru-s-2"), s.hex("1819")))
        }
        "17.2" => {
            let s = scene(id, 1, RU, &["ru-iii 0507"]).step(Phase::Reinforcement, Step::Go).runs_anyhow();
            !s.events.iter().any(|e| matches!(e, Event::CommandRoll(..)))
        }
        "19" => {
            let s = scene(id, 3, DE, &invaders).step(Phase::InitialSupply, Step::Go).runs_anyhow();
            let rolls = s.events.iter().any(|e| matches!(e, Event::Own(OwnEvent::WestRoll(..))));
            let commits = s.legal().contains(&Action::Own(OwnAction::Commit));
            let mut s = scene(id, 7, DE, &["hq-de-vpr-8 1420"]).step(Phase::InitialSupply, Step::Go);
            (s.p.own.west.called, s.p.own.west.exchange) = (3, 3);
            let s = s.runs_anyhow();
            let comes = s.at("hq-de-hl-8") == "1420" || s.p.points != 0;
            assert!(rolls == commits && commits == comes, "{id} plays a part of it");
            rolls
        }
        "20" => {
            let s = scene(id, 5, RU, &["ru-73 0303"]);
            let stays = !s.may(Action::March(s.unit("ru-73"), s.hex("0304")));
            let missing = !scene(id, 5, RU, &["ru-73 0305"]).may(Action::Done);
            assert_eq!(stays, missing);
            stays
        }
        "21.2e" => !scored(&scene(id, 6, DE, &["ru-xx 0619"]).interphase(), reason::NORTH_WEST).is_empty(),
        "21.2l" => !scored(&scene(id, 3, DE, &[]).interphase(), reason::NO_INVASION).is_empty(),
        "21.2f" | "21.2g" => {
            let why = if rule == "21.2f" { reason::NEW_COMMANDER } else { reason::WEST_FRONT };
            let mut s = scene(id, 3, DE, &[]);
            theatre().sheet(&s.p).rules.score_once(&mut s.p, why, &mut s.events);
            s.p.points != 0
        }
        other => panic!("nobody looks whether {other} is played"),
    }
}

#[test]
fn every_rule_that_a_scenario_leaves_out_is_off() {
    rules!("tannenberg 22.3", "tannenberg 22.4", "tannenberg 15/11.0a");
    let all = ["15/11.0", "17.11", "17.2", "19", "20", "21.2e", "21.2f", "21.2g", "21.2l"];
    for sheet in &theatre().sheets {
        let s = &sheet.rules.scenario;
        for rule in all {
            let left_out = s.without.iter().any(|r| r == rule);
            assert_eq!(works(rule, &s.id), !left_out, "{rule} in {}", s.id);
            assert_eq!(sheet.rules.uses(rule), !left_out);
        }
        assert!(s.without.iter().all(|r| all.contains(&r.as_str())), "{}: {:?}", s.id, s.without);
        assert!(s.with.iter().all(|r| sheet.rules.uses(r)), "{}", s.id);
    }
    let without = |id: &str| book(id).scenario.without.len();
    assert_eq!(["campaign", "free", "three-player", "tannenberg", "winter"].map(without), [0, 0, 0, 6, 9]);
}

#[test]
fn a_number_without_letter_stands_for_all_parts_of_a_rule() {
    let battle = book("tannenberg");
    assert!(!battle.uses("19") && !battle.uses("19.11a") && !battle.uses("19.22d") && !battle.uses("20.0e"));
    assert!(!battle.uses("21.2e") && battle.uses("21.2d") && battle.uses("21.2") && battle.uses("21"));
    let winter = book("winter");
    assert!(!winter.uses("17.11a") && !winter.uses("17.2") && winter.uses("17.12") && winter.uses("17.3a"));
    assert!(battle.uses("17.11a") && battle.uses("2.1") && battle.uses("1"));
}

#[test]
fn r22_1_the_campaign_has_fifteen_turns_and_scores_everything() {
    let s = &book("campaign").scenario;
    assert_eq!((s.first_turn, s.last_turn, s.start_total, s.scores.len()), (1, 15, 0, 13));
    let begun = begin("campaign", &[("hidden", "off")], &[]);
    assert_eq!((begun.p.turn, begun.p.points, begun.p.phasing, begun.p.phase), (1, 0, RU, Phase::Movement));
    let place = |u: &str| begun.at(u);
    assert_eq!(["hq-ru-r-1", "hq-ru-s-2", "ru-i", "de-1"].map(place), ["0303", "2115", "2918", "0613"]);
    assert_eq!(
        ["hq-de-hl-8", "de-22", "ru-xxii", "hq-de-vb-8"].map(place),
        ["waiting", "waiting", "waiting", "out"]
    );
    assert_eq!(book("campaign").postings.iter().flatten().count(), s.postings.len());
    // Every unit stands where it is written down, within the stacking limit.
    for posting in &s.postings {
        if let (sandtable_tannenberg::data::Where::Hex(hex), sandtable_tannenberg::data::Arrival::Start) =
            (&posting.place, posting.arrival)
        {
            assert_eq!(begun.p.place(posting.unit), *hex);
            let side = begun.data().unit(posting.unit).side;
            assert_eq!(sandtable_east::standard::stacking::excess(begun.data(), &begun.p, side, *hex), 0);
        }
    }
}

#[test]
fn r22_3_the_battle_of_tannenberg() {
    let s = &book("tannenberg").scenario;
    assert_eq!((s.first_turn, s.last_turn, s.start_total), (4, 6, 0));
    let begun = begin("tannenberg", &[], &[]);
    assert_eq!(begun.p.top(), Step::Screen(DE), "hidden movement is played");
    assert_eq!((begun.p.turn, begun.data().params.first), (4, RU));
    let place = |u: &str| begun.at(u);
    assert_eq!(["hq-de-hl-8", "hq-de-vh", "de-1lw"].map(place), ["1227"; 3]);
    assert_eq!(
        ["hq-ru-s-2", "ru-xv", "ru-xiii", "hq-ru-r-1", "ru-ii"].map(place),
        ["1820", "1820", "1719", "0613", "1013"]
    );
    assert_eq!(
        ["hq-de-vpr-8", "de-22", "ru-xxii", "hq-ru-p-10"].map(place),
        ["out"; 4],
        "not listed, not used"
    );
    assert!(begun.data().ids().all(|u| begun.p.lost[u.index()] == 0), "at full strength");
    // Soldau and what lies behind the Russian line is Russian, Allenstein is not.
    let last = |h: &str| begun.p.last.side(begun.hex(h));
    assert_eq!(["1922", "0613", "1420", "1625"].map(last), [RU, RU, DE, DE]);
    // Reinforcements: 3G in a hex on turn 4, VG by any line in the west on turn 5.
    let due = |u: &str| begun.engine().own.due(begun.data(), &begun.p, begun.id(u));
    assert_eq!((due("ru-3g"), due("de-vg"), due("de-1")), (Some(4), Some(5), None));
    assert_eq!(begun.engine().own.entries(begun.data(), &begun.p, begun.id("ru-3g")), [begun.hex("2121")]);
    assert_eq!(begun.engine().own.entries(begun.data(), &begun.p, begun.id("de-vg")).len(), 5);
    // Towns score nothing.
    assert!(scored(&scene("tannenberg", 5, DE, &["ru-c1 0609"]).interphase(), reason::TOWNS).is_empty());
}

#[test]
fn r22_3_ten_points_for_allenstein_or_osterode_at_the_end() {
    // A chain of depots from Mlawa: 2121, 1821, 1521; Osterode is two hexes from the last, Allenstein one.
    let chain = ["ru-d6 2121", "ru-d5 1821", "ru-d4 1521"];
    let with = |turn: u8, more: &[&str]| {
        let pieces: Vec<&str> = chain.iter().chain(more).copied().collect();
        let s = scene("tannenberg", turn, DE, &pieces).interphase();
        (scored(&s, reason::GOAL), s.p.points)
    };
    let none = (vec![], 0);
    assert_eq!(with(6, &["ru-c4 1420"]), (vec![10], 10));
    assert_eq!(with(6, &["ru-c4 1523"]), (vec![10], 10));
    assert_eq!(with(6, &["ru-c4 1523", "ru-c6 1420"]), (vec![10], 10), "once");
    assert_eq!(with(5, &["ru-c4 1420"]), none, "only at the end");
    assert_eq!(with(6, &["ru-c4 1421"]), none);
    let cut = scene("tannenberg", 6, DE, &["ru-c4 1420"]).interphase();
    assert!(scored(&cut, reason::GOAL).is_empty(), "control needs supply");
    assert!(
        scored(
            &scene("campaign", 6, DE, &["ru-c4 1420", "ru-d6 2121", "ru-d5 1821", "ru-d4 1521"]).interphase(),
            reason::GOAL
        )
        .is_empty()
    );
}

#[test]
fn r22_4_the_winter_battle_begins_with_the_german() {
    let s = &book("winter").scenario;
    assert_eq!((s.first_turn, s.last_turn, s.turn_prefix.as_str(), s.start_total), (1, 6, "W", 0));
    let begun = begin("winter", &[("hidden", "off")], &[6, 6]);
    assert_eq!((begun.p.phasing, begun.p.turn), (DE, 1));
    let capacity = |side: u8, turn: u8| {
        let mut p = begun.p;
        p.turn = turn;
        begun.engine().own.capacity(
            begun.data(),
            &p,
            side,
            begun.data().params.armies.iter().position(|a| a.side == side).unwrap() as u8,
        )
    };
    assert_eq!([capacity(DE, 1), capacity(RU, 1), capacity(RU, 6)], [8, 8, 8]);
    let place = |u: &str| begun.at(u);
    assert_eq!(
        ["hq-de-ve-10", "hq-de-vh", "hq-ru-si-10", "de-gj"].map(place),
        ["0413", "0413", "1109", "1515"]
    );
    assert_eq!(["hq-de-vpr-8", "hq-ru-r-1", "ru-i"].map(place), ["out"; 3]);
    // Town values from the second turn on; Lyck is two hexes from the railhead of Grajewo.
    let towns = |turn: u8| scored(&scene("winter", turn, DE, &["ru-c1 1410"]).interphase(), reason::TOWNS);
    assert_eq!((towns(1), towns(2)), (vec![], vec![1]));
    // XV Corps comes on turn 3 with half its Steps, on its line in the east.
    let due = |u: &str| begun.engine().own.due(begun.data(), &begun.p, begun.id(u));
    assert_eq!((due("ru-xv"), due("ru-ii")), (Some(3), Some(4)));
    assert_eq!((begun.lost("ru-xv"), begun.lost("ru-ii")), (2, 0));
    let mut s = scene("winter", 3, RU, &[]);
    let corps = s.id("ru-xv");
    s.p.put(s.data(), corps, off::POOL);
    s.p.lost[corps.index()] = 2;
    let s = s.step(Phase::InitialSupply, Step::Go).runs(&[]);
    let at = s.hex("1301");
    let s = s.act(Action::Bring(corps, at), &[4]);
    assert_eq!((s.at("ru-xv"), s.lost("ru-xv"), s.is("ru-xv", flag::ENTRAINED)), ("1301".into(), 2, true));
}

#[test]
fn r22_4_rivers_and_lakes_are_frozen() {
    let both = ["campaign", "winter"];
    // The Angerapp: one point in summer, nothing in winter; nor does it halve.
    let spent = both.map(|id| {
        let s = scene(id, 3, RU, &["ru-iii 0612"]).march("ru-iii", "0613");
        s.mp("ru-iii")
    });
    assert_eq!(spent, [2, 3]);
    let fight = |id: &str, from: &str, to: &str| {
        let pieces = [format!("ru-iii {from}"), format!("ru-xiii {from}"), format!("de-35r {to}")];
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let s = scene(id, 3, RU, &pieces).combat().attack(to, &["ru-iii", "ru-xiii"], &[1]);
        let strong =
            s.events.iter().find_map(|e| if let Event::Strengths(a, ..) = e { Some(*a) } else { None });
        let die = s.events.iter().find_map(|e| if let Event::CombatRoll(_, d) = e { Some(*d) } else { None });
        (strong.unwrap(), die.unwrap())
    };
    assert_eq!(both.map(|id| fight(id, "0612", "0613")), [(5, 1), (10, 1)]);
    // The Vistula is what a river is in summer: it halves, but adds nothing to the die.
    assert_eq!(both.map(|id| fight(id, "1629", "1628")), [(5, 3), (5, 1)]);
    let major = both.map(|id| scene(id, 3, RU, &["ru-iii 1529"]).march("ru-iii", "1528").mp("ru-iii"));
    assert_eq!(major, [2, 2], "and costs its point");
    // A lake costs two points, and blocked sides are open.
    let go = |id: &str, from: &str, to: &str| {
        let s = scene(id, 3, RU, &[&format!("ru-iii {from}")]);
        let action = Action::March(s.unit("ru-iii"), s.hex(to));
        if s.may(action) { Ok(s.act(action, &[]).mp("ru-iii")) } else { Err(s.forbidden(action)) }
    };
    assert_eq!(both.map(|id| go(id, "1412", "1413")), [Err("5.4o".into()), Ok(2)]);
    let over = both
        .map(|id| theatre().sheets.iter().find(|s| s.rules.scenario.id == id).unwrap())
        .map(|s| s.data.map.step(s.data.map.hex("1213").unwrap(), s.data.map.hex("1214").unwrap()).is_some());
    assert_eq!(over, [false, true]);
}

#[test]
fn scenarios_offer_their_options_and_no_others() {
    rules!("tannenberg 22.1", "tannenberg 22.2", "tannenberg 22.5");
    let takes = |id: &str, name: &str| {
        let options = [(name.to_string(), "on".to_string())].into_iter().collect();
        theatre().start(id, &options, &mut Seeded::new(1)).is_ok()
    };
    for sheet in &theatre().sheets {
        let s = &sheet.rules.scenario;
        for name in ["unlimited-command", "line-limits", "improved-command", "rested-replacements"] {
            assert_eq!(takes(&s.id, name), s.options.iter().any(|o| o == name), "{name} in {}", s.id);
        }
        assert!(!takes(&s.id, "no-such-option"));
    }
    assert!(
        theatre().start("no-such-scenario", &sandtable_core::Options::new(), &mut Seeded::new(1)).is_err()
    );
}
