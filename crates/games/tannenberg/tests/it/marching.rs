//! Marches in the Movement Segment (chapter 5), full hexes at its end (6.14), and headquarters that give way (10.52).
use crate::scene::*;
use sandtable_tannenberg::position::{Phase, Step, flag};
use sandtable_tannenberg::{Action, Event, Mover};

#[test]
fn r5_17_a_unit_that_has_spent_nothing_may_always_go_a_hex() {
    rules!("tannenberg 5.14b", "tannenberg 10.31a", "tannenberg 5.0b");
    // Swamp costs a Russian 2, and 1 more beside the enemy: a reduced allowance of 2 is too little.
    let hexes = theatre().sheets[0].data.map.ground.iter().enumerate();
    let data = &theatre().sheets[0].data;
    let dear =
        hexes.filter(|(h, g)| !g.closed && data.map.open(*h as u16).count() == 6).find_map(|(h, _)| {
            let to = h as u16;
            let from = data.map.open(to).find(|s| {
                let enters = data.map.step(s.to, to).unwrap();
                enters.cost[2] >= 2 && data.map.open(s.to).count() == 6 && data.map.at(s.to).fort.is_none()
            })?;
            let foe = data.map.open(to).find(|s| s.to != from.to && data.map.distance(s.to, from.to) == 2)?;
            data.map.at(to).fort.is_none().then_some((from.to, to, foe.to))
        });
    let (from, to, foe) = dear.unwrap();
    let at = |h: u16| data.map.number(h).to_string();
    let pieces = [format!("ru-53 {}", at(from)), format!("de-1 {}", at(foe))];
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    let s = || scene("campaign", 3, RU, &pieces).set("ru-53", flag::OUT_OF_SUPPLY);
    let start = s();
    let (division, mover) = (start.id("ru-53"), start.unit("ru-53"));
    assert_eq!(start.mp("ru-53"), 2);
    let moved = s().act(Action::March(mover, to), &[]);
    assert_eq!((moved.at("ru-53"), moved.mp("ru-53")), (at(to), 0));
    assert!(!moved.legal().iter().any(|a| matches!(a, Action::March(m, _) if *m == mover)), "and no further");
    // One MP spent, and it may not.
    let mut spent = s();
    spent.p.spent[division.index()] = 1;
    assert_eq!(spent.forbidden(Action::March(mover, to)), "7.21");
    assert_eq!(s().set("ru-53", flag::OUT_OF_COMMAND).forbidden(Action::March(mover, to)), "10.31a");
    assert_eq!(s().forbidden(Action::March(mover, foe)), "5.13a", "never into the enemy");
    // What is left goes with the turn.
    let s = moved.act(Action::Done, &[]).step(Phase::Interphase, Step::Go).runs(&[6]);
    assert_eq!((s.p.turn, s.p.spent[division.index()]), (4, 0));
}

#[test]
fn r18_32c_in_a_gruppe_the_fast_pay_what_the_slow_cannot() {
    rules!("tannenberg 5.17", "tannenberg 18.33a");
    // A brigade out of supply has 2 MP; forest beside the enemy over a river asks for more.
    let s = scene("campaign", 3, DE, &["de-c1 0612", "de-9lw 0612", "ru-iii 0614", "ru-iv 0713"]);
    let s = s.set("de-9lw", flag::OUT_OF_SUPPLY).gruppe(1, "0612", &["de-c1", "de-9lw"]);
    assert_eq!([s.mp("de-c1"), s.mp("de-9lw")], [6, 2]);
    let to = s.hex("0613");
    // Clear, over the Angerapp, into a zone of control: 3 MP.
    let s = s.act(Action::March(Mover::Gruppe(1), to), &[]);
    assert_eq!([s.mp("de-c1"), s.mp("de-9lw")], [3, 0]);
}

#[test]
fn r6_14a_too_many_at_the_end_of_a_phase_are_given_up() {
    rules!("tannenberg 5.22b", "tannenberg 6.0", "tannenberg 4.A1e");
    let pieces = ["ru-iii 0507", "ru-iv 0507", "ru-53 0508", "ru-1rf 0508"];
    // Two corps and a brigade are nine points.
    let full = scene("campaign", 3, RU, &pieces).march("ru-1rf", "0507").act(Action::Done, &[]);
    assert!(!matches!(full.p.top(), Step::Overfull(..)));
    // With the division eleven: allowed in the segment, not at the end of the phase.
    let s = scene("campaign", 3, RU, &pieces).march("ru-1rf", "0507").march("ru-53", "0507");
    let hex = s.hex("0507");
    let s = s.act(Action::Done, &[]);
    assert_eq!((s.p.top(), s.decider().0), (Step::Overfull(RU, hex), RU));
    let [brigade, division, corps] = ["ru-1rf", "ru-53", "ru-iii"].map(|u| Action::GiveUp(s.id(u)));
    assert!([brigade, division, corps].iter().all(|a| s.may(*a)), "whom the owner likes");
    // A brigade is one point of two: another must go.
    let s = s.act(brigade, &[]);
    assert_eq!(s.p.top(), Step::Overfull(RU, hex));
    let s = s.act(division, &[]);
    assert_eq!(
        (s.at("ru-1rf"), s.at("ru-53"), s.at("ru-iii")),
        ("eliminated".into(), "eliminated".into(), "0507".into())
    );
    assert!(!matches!(s.p.top(), Step::Overfull(..)));
}

#[test]
fn r10_52c_a_headquarters_alone_gives_way_at_once() {
    rules!(
        "tannenberg 10.52g",
        "tannenberg 10.52h",
        "tannenberg 10.52f",
        "tannenberg 10.52e",
        "tannenberg 5.13a"
    );
    // Two German units are as near: their owner chooses, in the Russian's segment.
    let pieces = ["ru-iii 2424", "hq-de-vf-1 2426", "de-1 2228", "de-2 2628"];
    let s = scene("campaign", 3, RU, &pieces);
    let (corps, beside) = (s.unit("ru-iii"), s.hex("2425"));
    let s = s.act(Action::March(corps, beside), &[]);
    assert_eq!(s.decider().0, DE);
    assert!(matches!(s.p.top(), Step::Displace(_)));
    let (north, south) = (s.hex("2228"), s.hex("2628"));
    assert_eq!(s.legal(), [Action::To(north), Action::To(south)]);
    assert_eq!(s.forbidden(Action::To(s.hex("2427"))), "10.52c");
    let s = s.act(Action::To(south), &[]);
    assert_eq!((s.at("hq-de-vf-1"), s.decider().0, s.p.top()), ("2628".into(), RU, Step::Moves(RU)));
    // With a unit it stays, and keeps the enemy out.
    let kept =
        scene("campaign", 3, RU, &["ru-iii 2424", "hq-de-vf-1 2426", "de-9lw 2426"]).march("ru-iii", "2425");
    assert_eq!(kept.at("hq-de-vf-1"), "2426");
    assert_eq!(kept.forbidden(Action::March(corps, kept.hex("2426"))), "5.13a");
    // Beside it from the start, it goes as the segment begins.
    let start = scene("campaign", 3, RU, &["ru-iii 2425", "hq-de-vf-1 2426", "de-1 2428", "hq-ru-s-2 2425"]);
    let start = start.step(Phase::Command, Step::Go).runs(&[]);
    assert_eq!((start.at("hq-de-vf-1"), start.p.phase), ("2428".into(), Phase::Movement));
    // A Russian one does not get through zones of control: it is lost, and scores.
    let ring = ["de-1 2424", "de-c1 2326", "de-c2 2526", "hq-ru-s-2 2427", "ru-53 2430"];
    let free = scene("campaign", 3, DE, &ring).march("de-1", "2425");
    assert_eq!(free.at("hq-ru-s-2"), "2427", "two hexes away");
    let lost = scene(
        "campaign",
        3,
        DE,
        &["de-1 2425", "de-c1 2327", "de-c2 2527", "hq-ru-s-2 2427", "de-2 2228", "ru-53 2430"],
    );
    let lost = lost.march("de-2", "2328");
    assert!(lost.events.contains(&Event::HqLost(lost.id("hq-ru-s-2"), false)), "{:?}", lost.events);
    assert_eq!((lost.at("hq-ru-s-2"), lost.p.points), ("eliminated".into(), -14));
}

#[test]
fn r10_52g_only_troops_drive_headquarters_away() {
    rules!("tannenberg 18.63");
    let pieces = ["hq-ru-s-2 2427", "ru-53 2430", "hq-de-vf-1 2424", "de-9lw 2424"];
    let s = scene("campaign", 3, DE, &pieces).gruppe(5, "2424", &[]);
    let to = s.hex("2426");
    let staff = s.clone().march("hq-de-vf-1", "2426");
    assert_eq!(staff.at("hq-ru-s-2"), "2427");
    let dummy = s.clone().act(Action::March(Mover::Gruppe(5), to), &[]);
    assert_eq!(dummy.at("hq-ru-s-2"), "2427");
    assert_eq!(s.march("de-9lw", "2426").at("hq-ru-s-2"), "2430");
}
