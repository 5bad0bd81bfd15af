//! Rules that a table meets in play: each is tried through the game itself.
use crate::scene::*;
use sandtable_core::forecast::{Chance, forecast};
use sandtable_core::guide::Guide;
use sandtable_core::{Game, Options, Side};
use sandtable_tannenberg::action::Ending;
use sandtable_tannenberg::play::OwnStep;
use sandtable_tannenberg::position::{Phase, Step, flag, off, option, told};
use sandtable_tannenberg::{Action, Event, Mover};

#[test]
fn r5_4a_a_march_pays_by_ground_and_competence() {
    rules!("tannenberg 5.4b", "tannenberg 5.4c", "tannenberg 5.12", "tannenberg 7.21", "tannenberg 5.4r");
    let paid = |side: u8, who: &str, from: &str, to: &str, others: &[&str]| {
        let first = format!("{who} {from}");
        let mut pieces = vec![first.as_str()];
        pieces.extend(others);
        let s = scene("campaign", 3, side, &pieces);
        let before = s.mp(who);
        before - s.march(who, to).mp(who)
    };
    assert_eq!(paid(RU, "ru-53", "0711", "0710", &[]), 1, "clear");
    assert_eq!(
        (paid(DE, "de-1", "0809", "0810", &[]), paid(RU, "ru-53", "0809", "0810", &[])),
        (1, 2),
        "forest"
    );
    assert_eq!(
        (paid(DE, "de-1", "0909", "0910", &[]), paid(RU, "ru-53", "0909", "0910", &[])),
        (1, 2),
        "broken"
    );
    assert_eq!(paid(RU, "ru-53", "0711", "0710", &["de-1 0709"]), 2, "into a zone of control");
    assert_eq!(paid(DE, "de-1", "0709", "0710", &["ru-53 0711"]), 2);
    assert_eq!(
        paid(RU, "ru-53", "0711", "0710", &["hq-de-vf-1 0709", "de-2 0913"]),
        1,
        "none around a headquarters"
    );
}

#[test]
fn r10_21c_half_the_steps_in_the_radius_are_enough_for_a_shift() {
    let far = |lost: u8| {
        let pieces = ["hq-de-vf-1 2427", "de-1 2426", "de-2 2325", "ru-53 2425", "hq-ru-s-2 2422"];
        scene("campaign", 3, DE, &pieces).lose("de-1", lost).combat().declare("2425", &["de-1", "de-2"])
    };
    let s = far(0);
    let hq = s.id("hq-de-vf-1");
    assert!(s.may(Action::Shift(hq)));
    let s = s.acts(&[Action::Shift(hq)]);
    let s = s.act(Action::Fight, &[6]);
    assert!(s.events.contains(&Event::Shifts(hq, 2)));
    assert_eq!(far(1).forbidden(Action::Shift(hq)), "10.21c");
}

/// A corps three hexes from its railhead, a Gruppe beside its only line, others elsewhere.
fn cut(units: &[&str]) -> Scene {
    let mut pieces = vec!["ru-iii 0611".to_string()];
    pieces.extend(units.iter().map(|u| format!("{u} 0709")));
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    let s = scene("campaign", 2, DE, &pieces).gruppe(4, "0709", units);
    let far = |h: &u16| s.data().map.distance(*h, s.hex("0611")) > 14;
    let railway =
        s.data().map.number(s.data().map.rail[usize::from(RU)].iter().find(far).unwrap()).to_string();
    s.gruppe(5, &railway, &[]).gruppe(6, "0613", &[]).step(Phase::Interphase, Step::Go).runs(&[])
}

#[test]
fn r18_61b_only_the_gruppen_on_which_a_line_hangs_are_answered_for_and_only_if_asked() {
    for (units, answer) in [(&[][..], told::DUMMY), (&["hq-de-vf-1"], told::STAFF), (&["de-1"], told::HOLDS)]
    {
        let s = cut(units);
        assert_eq!((s.decider().0, s.p.top()), (RU, Step::Inquire(RU)));
        assert!(s.p.markers.iter().all(|m| m.told == told::NOTHING), "nothing is said unasked");
        let (corps, at) = (s.id("ru-iii"), s.hex("0709"));
        assert_eq!(s.forbidden(Action::Ask(s.id("ru-iv"))), "18.61b");
        let asked = s.act(Action::Ask(corps), &[6]);
        let answers: Vec<Event> =
            asked.events.iter().filter(|e| matches!(e, Event::Answered(..))).copied().collect();
        assert_eq!(answers, [Event::Answered(at, answer)], "of the one beside the line and no other");
        assert_eq!([4, 5].map(|g: usize| asked.p.markers[g].told), [told::NOTHING; 2]);
        assert_eq!(asked.is("ru-iii", flag::OUT_OF_SUPPLY), units == ["de-1"]);
        // Without the question no line can be shown.
        let silent = cut(units).act(Action::Done, &[6]);
        assert!(silent.is("ru-iii", flag::OUT_OF_SUPPLY));
        assert!(silent.p.markers.iter().all(|m| m.told == told::NOTHING));
    }
}

#[test]
fn r18_41b_an_answer_that_says_more_than_the_last_one_is_not_taken_back() {
    let s = scene("campaign", 3, RU, &["ru-iii 0610", "de-1 0613"]).gruppe(7, "0613", &["de-1"]);
    let mut s = s;
    s.p.markers[6].told = told::HOLDS;
    let before = s.p;
    let s = s.march("ru-iii", "0612");
    assert!(s.events.contains(&Event::ZoneAnswer(s.hex("0612"), true)));
    assert!(theatre().learned(&before, &s.p));
}

#[test]
fn r18_32e_dice_for_what_is_hidden_are_the_germans() {
    rules!("tannenberg 18.35a", "tannenberg 10.41a");
    let dusk = |units: &[&str]| {
        let mut pieces = vec!["ru-iii 0507".to_string()];
        pieces.extend(units.iter().map(|u| format!("{u} 2230")));
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        scene("campaign", 3, RU, &pieces).gruppe(1, "2230", units)
    };
    for units in [&["de-po"][..], &[]] {
        let s = dusk(units);
        let before = s.p;
        // No die, whatever is in the box, and it can be taken back in both cases.
        let s = s.act(Action::Done, &[]);
        assert_eq!((s.decider().0, s.p.top()), (DE, Step::Begin(DE)));
        assert!(!theatre().learned(&before, &s.p));
        let asked = theatre().to_decide(&s.known());
        assert_eq!(
            format!("{asked:?}"),
            format!("{:?}", theatre().to_decide(&dusk(&[]).act(Action::Done, &[]).known()))
        );
        // Reinforcements, then command.
        let s = s.act(Action::Done, &[]);
        let begun = s.p;
        let s = s.act(Action::Done, if units.is_empty() { &[] } else { &[3] });
        assert_eq!(s.reads(RU), Vec::<String>::new());
        assert!(theatre().learned(&begun, &s.p), "nor does undo tell whether a die fell");
    }
}

#[test]
fn r18_35a_what_the_german_is_asked_about_his_boxes_is_not_told() {
    // A staff officer with two headquarters in one box: the German is asked whom he helps.
    let pieces = ["hq-de-vh 1625", "hq-de-vf-1 1625", "hq-de-vm-17 1625", "de-1 1625", "ru-iii 0507"];
    let s = scene("campaign", 3, DE, &pieces);
    let s = s.gruppe(1, "1625", &["hq-de-vh", "hq-de-vf-1", "hq-de-vm-17", "de-1"]);
    let s = s.step(Phase::Reinforcement, Step::Go).runs(&[]);
    assert_eq!(s.p.top(), Step::Own(OwnStep::Staff(DE)));
    let view = theatre().view(&s.p, sandtable_core::view::Viewer::Side(Side(RU)));
    assert_eq!(view.decision, "move units, or end the movement");
    assert!(view.moment.ends_with("movement phase: movement"), "{}", view.moment);
    assert_eq!(theatre().to_decide(&s.known()).side(), Some(Side(DE)));
}

#[test]
fn r10_34a_a_hidden_zone_of_control_does_not_cut_a_russian_radius() {
    rules!("tannenberg 10.21c", "tannenberg 10.43b");
    let rolls = |hex: &str, units: &[&str], open: bool| {
        let mut pieces = vec!["hq-ru-s-2 2121".to_string(), "ru-xiii 2118".to_string()];
        pieces.extend(units.iter().map(|u| format!("{u} {hex}")));
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let s = scene("campaign", 3, RU, &pieces);
        let s = if open { s } else { s.gruppe(1, hex, units) }.step(Phase::Reinforcement, Step::Go);
        let s = s.runs_anyhow();
        s.events.iter().filter(|e| matches!(e, Event::CommandRoll(..))).count()
    };
    let d = scene("campaign", 3, RU, &[]);
    let map = &d.data().map;
    let (hq, corps) = (d.hex("2121"), d.hex("2118"));
    let mut cuts = 0;
    for hex in (0..map.len())
        .filter(|h| map.distance(*h, hq) <= 4 && map.distance(*h, hq).min(map.distance(*h, corps)) >= 2)
    {
        if map.at(hex).closed {
            continue;
        }
        let hex = map.number(hex).to_string();
        assert_eq!(rolls(&hex, &["de-1"], false), rolls(&hex, &[], false), "{hex}");
        cuts += rolls(&hex, &["de-1"], true);
    }
    assert!(cuts > 0, "a division in the open cuts it from some hex");
}

#[test]
fn r10_21c_a_hidden_division_cuts_no_radius_for_a_shift() {
    rules!("tannenberg 10.34a", "tannenberg 10.43b");
    // Samsonov three hexes behind the corps that attacks; a German division somewhere beside the way between them.
    let declared = |hex: &str, units: &[&str], open: bool| {
        let mut pieces: Vec<String> =
            ["hq-ru-s-2 2121", "ru-xiii 2118", "ru-xv 2118", "de-1 2117"].map(String::from).into();
        pieces.extend(units.iter().map(|u| format!("{u} {hex}")));
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let s = scene("campaign", 3, RU, &pieces);
        let s = if open { s } else { s.gruppe(1, hex, units) };
        s.combat().declare("2117", &["ru-xiii", "ru-xv"])
    };
    let d = scene("campaign", 3, RU, &[]);
    let (map, hq) = (&d.data().map, d.id("hq-ru-s-2"));
    let near = |h: u16, n: &str| map.distance(h, d.hex(n));
    let mut cuts = 0;
    for hex in (0..map.len()).filter(|h| near(*h, "2121") <= 4 && !map.at(*h).closed) {
        if ["2121", "2118", "2117"].iter().any(|n| near(hex, n) < 2) {
            continue;
        }
        let number = map.number(hex).to_string();
        let [open, hidden, dummy] = [(&["de-41"][..], true), (&["de-41"], false), (&[], false)]
            .map(|(u, open)| declared(&number, u, open));
        let refused = |s: &Scene| {
            theatre().check(&s.p, Side(RU), &Action::Shift(hq)).err().map(|e| e.0[0].rule.clone())
        };
        assert_eq!(refused(&hidden), refused(&dummy), "{number}");
        if refused(&open).as_deref() == Some("10.21c") && refused(&dummy).is_none() {
            cuts += 1;
            // In the same combat nothing else tells them apart either.
            let fights = |s: Scene| s.act(Action::Shift(hq), &[]).act(Action::Fight, &[3]).reads(RU);
            assert_eq!(fights(hidden), fights(dummy), "{number}");
        }
    }
    assert!(cuts > 0, "a division in the open cuts it from some hex");
}

#[test]
fn r5_33c_a_unit_that_came_out_of_its_box_has_been_there_for_all_to_see() {
    rules!("tannenberg 9.15b", "tannenberg 18.42b");
    let s = scene("campaign", 3, DE, &["de-c1 2121", "ru-iii 0507"]).gruppe(1, "2121", &["de-c1"]);
    let (rider, hex) = (s.id("de-c1"), s.hex("2121"));
    let away = s.data().map.open(hex).next().unwrap().to;
    // Hidden it leaves no trace, neither for trains nor for supply.
    let mut s = s;
    s.p.mark_held(hex, RU);
    let quiet = s.clone();
    let quiet = quiet.act(Action::March(Mover::Gruppe(1), away), &[]);
    assert_eq!(quiet.known().last.side(hex), RU);
    // Put on the map it stood there openly, and the hex is closed to trains when it has left.
    let s = s.act(Action::Show(rider), &[]).act(Action::March(Mover::Unit(rider), away), &[]);
    assert_eq!(s.known().last.side(hex), DE);
}

#[test]
fn r14_21_a_gruppe_shuts_an_entry_only_if_it_holds_or_controls_it() {
    rules!("tannenberg 18.62", "tannenberg 18.42a");
    let dawn = |hex: &str, units: &[&str]| {
        let mut pieces = vec!["ru-iii 0507".to_string()];
        pieces.extend(units.iter().map(|u| format!("{u} {hex}")));
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let mut s = scene("campaign", 2, DE, &pieces);
        let unit = s.id("ru-54");
        s.p.put(s.data(), unit, off::POOL);
        s.p.own.lifted = u8::MAX;
        // The segment stays open when nobody is left to come.
        s.p.options |= option::PLAYER_ENDS;
        let mut s = s.gruppe(9, hex, units).step(Phase::Interphase, Step::Go).runs_anyhow();
        while s.p.top() == Step::Inquire(RU) {
            s = s.act(Action::Done, &[]);
        }
        assert_eq!(s.p.top(), Step::Reinforce(RU));
        let entry = s.hex("0301");
        s.act(Action::Bring(unit, entry), &[])
    };
    let beside = {
        let s = scene("campaign", 2, DE, &[]);
        let near = s.data().map.open(s.hex("0301")).next().unwrap().to;
        s.data().map.number(near).to_string()
    };
    for hex in ["0301", &beside] {
        let dummy = dawn(hex, &[]);
        assert_eq!((dummy.at("ru-54"), dummy.p.markers[8].in_play()), ("0301".into(), false), "{hex}");
        let held = dawn(hex, &["de-1"]);
        assert_eq!(held.at("ru-54"), "waiting", "{hex}");
        assert!(held.events.contains(&Event::Shut(held.id("ru-54"))));
        assert_eq!(held.forbidden(Action::Bring(held.id("ru-54"), held.hex("0301"))), "14.21");
    }
}

#[test]
fn r18_42a_a_dummy_that_is_known_goes_as_soon_as_a_russian_is_beside_it() {
    let mut s = scene("campaign", 3, RU, &["ru-iii 0609"]).gruppe(3, "0612", &[]);
    s.p.markers[2].told = told::DUMMY;
    let gone = Event::DummyGone(s.hex("0612"));
    let s = s.march("ru-iii", "0612");
    assert!(!s.p.markers[2].in_play() && s.events.contains(&gone), "it does not stay under the corps");
    let mut s = scene("campaign", 3, RU, &["ru-iii 0609"]).gruppe(3, "0612", &[]);
    s.p.markers[2].told = told::DUMMY;
    assert!(!s.march("ru-iii", "0611").p.markers[2].in_play(), "beside it is enough");
}

#[test]
fn r12_16_a_headquarters_may_follow_too() {
    let pieces = ["ru-iii 2525", "hq-ru-s-2 2525", "de-c1 2425"];
    let s = scene("campaign", 3, RU, &pieces).step(Phase::Attrition, Step::Go).runs(&[]);
    let (rider, hq) = (s.id("de-c1"), s.id("hq-ru-s-2"));
    let mut s = s.act(Action::Withdraw(rider), &[6]);
    if matches!(s.p.top(), Step::WithdrawTo(_)) {
        let to = s.legal()[0];
        s = s.act(to, &[]);
    }
    assert!(matches!(s.p.top(), Step::Follow(RU, _)));
    let s = s.act(Action::Follow(hq), &[]);
    assert_eq!(s.at("hq-ru-s-2"), "2425");
}

#[test]
fn r12_13a_cavalry_without_a_way_stays_and_the_log_says_so() {
    let pieces = ["ru-c1 0611", "de-1 0612", "de-2 0710", "de-35 0510"];
    let s = scene("campaign", 3, DE, &pieces).step(Phase::Withdrawal, Step::Withdrawals(RU));
    let rider = s.id("ru-c1");
    let s = s.act(Action::Withdraw(rider), &[6]);
    assert_eq!(s.at("ru-c1"), "0611");
    let lines = s.reads(RU);
    assert!(lines.iter().any(|l| l.contains("no way to withdraw")), "{lines:?}");
    assert!(!lines.iter().any(|l| l.ends_with("it withdraws")), "{lines:?}");
}

#[test]
fn r20_0d_a_position_by_hand_with_a_german_near_releases_the_garrison_at_once() {
    let text = "scenario = campaign\nturn = 6\nside = ru\nphase = movement\nru-73 0303\nde-c1 0307\nhq-ru-r-1 0303\n";
    let p = theatre().position(&Options::new(), text).unwrap();
    assert_eq!(p.own.lifted & 0b010, 0b010);
}

#[test]
fn r4_0b_words_end_the_step_they_name_and_no_other() {
    let pieces = ["ru-xiii 1420", "ru-xv 1420", "hq-ru-s-2 1420", "de-41 1419"];
    let s = scene("campaign", 3, RU, &pieces).combat();
    let game = theatre();
    assert_eq!(game.parse(&s.p, "end attacks"), Some(Action::Done));
    for (words, ending, rule) in [
        ("end the advance", Ending::Advance, "8.73a"),
        ("end reinforcements", Ending::Reinforcements, "4.A1b"),
        ("end movement", Ending::Movement, "4.A1d"),
        ("stay", Ending::Follow, "12.16"),
    ] {
        let action = game.parse(&s.p, words).unwrap();
        assert_eq!(action, Action::End(ending), "{words}");
        assert_eq!(s.forbidden(action), rule, "{words}");
    }
}

#[test]
fn r18_31_the_way_of_a_gruppe_is_seen_hex_by_hex() {
    let s = scene("campaign", 3, DE, &["de-1 0612", "ru-iii 0507"]).gruppe(2, "0612", &["de-1"]);
    let to = s.hex("0615");
    let s = s.act(Action::March(Mover::Gruppe(2), to), &[]);
    assert_eq!(s.reads(RU), ["a Gruppe goes from 0612 by 0613, 0614 to 0615"]);
}

#[test]
fn a_phase_with_nothing_left_is_ended_by_its_player_if_that_is_agreed() {
    let tired = |ends: bool| {
        let mut s = scene("campaign", 8, DE, &["de-1 0829", "de-2 0829", "ru-iii 0507"]);
        s.p.options |= if ends { option::PLAYER_ENDS } else { 0 };
        let s = s.lose("de-1", 1).lose("de-2", 1).step(Phase::Combat, Step::Go).runs(&[]);
        let [one, two] = ["de-1", "de-2"].map(|u| s.id(u));
        (s.act(Action::Replace(one), &[5]), two)
    };
    let (s, two) = tired(false);
    assert_ne!(s.act(Action::Replace(two), &[5, 6]).p.phase, Phase::Replacement);
    let (s, two) = tired(true);
    let s = s.act(Action::Replace(two), &[5]);
    assert_eq!((s.p.phase, s.legal()), (Phase::Replacement, vec![Action::Done]));
    assert_ne!(s.act(Action::Done, &[6]).p.phase, Phase::Replacement);
}

#[test]
fn r8_4b_chances_of_attacks_and_of_command_rolls_add_up_to_one() {
    rules!("tannenberg 10.41a");
    let adds = |chances: &[Chance]| {
        let parts: u64 = chances.iter().map(|c| c.parts).sum();
        assert!(!chances.is_empty() && chances.iter().all(|c| c.of == parts), "{chances:?}");
        let texts: std::collections::BTreeSet<&str> = chances.iter().map(|c| c.outcome.as_str()).collect();
        assert!(texts.len() == chances.len() && !texts.contains(""), "merged, in words: {chances:?}");
    };
    // Before the commitment, with everybody who can; then at the fight itself, hungry attackers among them.
    for hungry in [false, true] {
        let pieces = ["hq-de-vf-1 2427", "de-1 2426", "de-2 2325", "ru-53 2425", "hq-ru-s-2 2422"];
        let s = scene("campaign", 3, DE, &pieces).combat();
        let s = if hungry { s.set("de-1", flag::OUT_OF_SUPPLY) } else { s };
        let target = s.hex("2425");
        let before = theatre().battle(&s.p, Side(DE), &Action::Attack(target)).unwrap();
        adds(&before.chances);
        let s = s.act(Action::Attack(target), &[]).act(Action::WithAll, &[]);
        let fight = forecast(theatre(), &s.p, Side(DE), &Action::Fight);
        adds(&fight);
        let back = |all: &[Chance]| -> f64 {
            all.iter().filter(|c| c.outcome.contains("retreats 2 hexes")).map(|c| c.probability).sum()
        };
        assert!(back(&fight) > 0.0 && (back(&fight) - back(&before.chances)).abs() < 1e-9);
        println!(
            "BATTLE {:?}",
            before.chances.iter().map(|c| (&c.outcome, c.parts, c.of)).collect::<Vec<_>>()
        );
    }
    // A division out of every radius rolls for command when its side goes on.
    let s = scene("campaign", 3, RU, &["ru-iii 0507", "de-po 2230"]).act(Action::Done, &[]);
    let mut s = s;
    for _ in 0..4 {
        let chances = forecast(theatre(), &s.p, Side(DE), &Action::Done);
        if chances.len() > 1 {
            adds(&chances);
            let texts: Vec<&str> = chances.iter().map(|c| c.outcome.as_str()).collect();
            assert!(texts.iter().all(|t| t.ends_with("command")), "{texts:?}");
            return;
        }
        s = s.act(Action::Done, &[]);
    }
    panic!("nobody rolled");
}
