//! The two command segments (chapters 10.3 and 10.4) in the sequence of play.
use crate::scene::*;
use sandtable_core::{Game, Side};
use sandtable_tannenberg::position::{Phase, Step, flag, option};
use sandtable_tannenberg::{Action, Event};

const CORPS: [&str; 7] = ["ru-iii", "ru-xiii", "ru-xv", "ru-vi", "ru-ii", "ru-xviii", "ru-i"];

/// Rennenkampf, who commands 27 points, with seven corps of four inside his radius and a German brigade before them.
fn eve() -> Scene {
    let at = ["0609", "0609", "0508", "0508", "0507", "0507", "0607"];
    let mut pieces: Vec<String> = CORPS.iter().zip(at).map(|(u, h)| format!("{u} {h}")).collect();
    pieces.extend(["hq-ru-r-1 0608".into(), "de-9lw 0611".into()]);
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    scene("campaign", 2, DE, &pieces).step(Phase::Interphase, Step::Go)
}

fn army() -> Scene {
    eve().runs(&[])
}

#[test]
fn r10_31a_the_owner_allots_what_there_is_and_the_rest_rolls() {
    rules!(
        "tannenberg 4.A1c",
        "tannenberg 10.32a",
        "tannenberg 10.32b",
        "tannenberg 10.31b",
        "tannenberg 10.41b"
    );
    let s = army();
    assert_eq!((s.p.turn, s.p.top(), s.p.phase), (3, Step::Command(RU), Phase::Command));
    let hq = s.id("hq-ru-r-1");
    let last = s.id("ru-i");
    let six: Vec<Action> = CORPS[..6].iter().map(|u| Action::Allot(s.id(u), hq)).collect();
    // Whom the owner likes: here the third is left out, and rolls alone.
    let others: Vec<Action> =
        CORPS.iter().filter(|u| **u != "ru-xv").map(|u| Action::Allot(s.id(u), hq)).collect();
    let (five, sixth) = (&others[..5], others[5]);
    let chosen = s.clone().acts(five).act(sixth, &[1]);
    assert!(chosen.is("ru-xv", flag::OUT_OF_COMMAND) && !chosen.is("ru-i", flag::OUT_OF_COMMAND));
    // With five allotted there is strength for one more of four points, no more.
    let five = s.clone().acts(&six[..5]);
    assert!(five.may(six[5]) && five.may(Action::Allot(last, hq)));
    let asked = theatre().view(&five.p, sandtable_core::view::Viewer::Side(Side(RU))).decision;
    assert!(asked.ends_with("left: HQ Rennenkampf 7"), "{asked}");
    // The seventh would make 28 of 27.
    let roll = |die: u8| s.clone().acts(&six[..5]).act(six[5], &[die]);
    let out = roll(3);
    assert!(out.events.contains(&Event::CommandRoll(last, 3, false, false)));
    assert_eq!(out.forbidden(Action::March(out.unit("ru-i"), out.hex("0707"))), "10.31a");
    assert!(out.may(Action::March(out.unit("ru-ii"), out.hex("0506"))));
    // A roll of 4 brings it in without any strength: seven corps, 28 points.
    let all = roll(4);
    assert_eq!(
        (all.p.phase, CORPS.iter().filter(|u| all.is(u, flag::OUT_OF_COMMAND)).count()),
        (Phase::Movement, 0)
    );
    assert!(all.may(Action::March(all.unit("ru-i"), all.hex("0707"))));
    // Allotting nothing lets everybody roll.
    let none = army().act(Action::Done, &[4, 3, 4, 3, 4, 3, 4]);
    let marked: Vec<bool> = CORPS.iter().map(|u| none.is(u, flag::OUT_OF_COMMAND)).collect();
    assert_eq!(marked, [false, true, false, true, false, true, false]);
    assert!(
        none.may(Action::March(none.unit("hq-ru-r-1"), none.hex("0607"))),
        "headquarters need no command"
    );
}

#[test]
fn r10_36_command_is_settled_again_for_combat_without_a_roll() {
    rules!(
        "tannenberg 10.42b",
        "tannenberg 10.31c",
        "tannenberg 4.A3a",
        "tannenberg 4.A1d",
        "tannenberg 10.42a"
    );
    // I Corps fails, the others are commanded; then the headquarters rides away.
    let s = army();
    let (hq, last) = (s.id("hq-ru-r-1"), s.id("ru-i"));
    let six: Vec<Action> = CORPS[..6].iter().map(|u| Action::Allot(s.id(u), hq)).collect();
    let s = s.acts(&six[..5]).act(six[5], &[3]);
    let away = s.clone().march("hq-ru-r-1", "0305");
    assert!(
        away.may(Action::March(away.unit("ru-iii"), away.hex("0610"))),
        "once in command, to the end of the phase"
    );
    let away = away.march("ru-iii", "0610").act(Action::Done, &[]);
    assert_eq!(away.p.top(), Step::Attacks(RU));
    assert!(
        away.is("ru-iii", flag::OUT_OF_COMMAND)
            && !away.events.iter().any(|e| matches!(e, Event::CommandRoll(..)))
    );
    let away = away.attack("0611", &["ru-iii"], &[6]);
    assert!(away.events.iter().any(|e| matches!(e, Event::Strengths(2, 1, ..))), "{:?}", away.events);
    // If it stays, even the one that could not move is commanded in combat: the marks went with the segment.
    let stay = s.march("ru-iii", "0610").act(Action::Done, &[]);
    assert_eq!((stay.p.top(), stay.p.phase), (Step::Command(RU), Phase::CombatCommand));
    assert!(!stay.is("ru-i", flag::OUT_OF_COMMAND));
    let stay = stay.acts(&[Action::Allot(last, hq)]).act(Action::AllotAll, &[]);
    assert_eq!((stay.p.top(), stay.is("ru-i", flag::OUT_OF_COMMAND)), (Step::Attacks(RU), false));
    assert_eq!(
        CORPS.iter().filter(|u| stay.is(u, flag::OUT_OF_COMMAND)).count(),
        1,
        "one of seven, without a roll"
    );
}

#[test]
fn r10_32c_players_may_agree_not_to_count_command_strength() {
    rules!("tannenberg 10.33a", "tannenberg 10.32a");
    let mut s = eve();
    s.p.options = option::UNLIMITED_COMMAND;
    let s = s.runs(&[]);
    assert_eq!(
        (s.p.phase, CORPS.iter().filter(|u| s.is(u, flag::OUT_OF_COMMAND)).count()),
        (Phase::Movement, 0)
    );
    // Only the radius counts: four hexes from the headquarters a corps rolls.
    let mut far = eve();
    far.p.options = option::UNLIMITED_COMMAND;
    let (corps, four, three) = (far.id("ru-i"), far.hex("0604"), far.hex("0605"));
    far.p.put(far.data(), corps, four);
    let far = far.runs(&[3]);
    assert!(far.is("ru-i", flag::OUT_OF_COMMAND) && !far.is("ru-iii", flag::OUT_OF_COMMAND));
    let mut near = eve();
    near.p.options = option::UNLIMITED_COMMAND;
    near.p.put(near.data(), corps, three);
    assert!(!near.runs(&[]).is("ru-i", flag::OUT_OF_COMMAND));
}
