//! Fortresses: chapter 10.4.

use crate::common::*;
use sandtable_fury::Action;

const RUSSIAN: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
const GERMAN: &str = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";

fn fight(head: &str, pieces: &str, attack: &str, dice: &[u8]) -> Table {
    let mut t = Table::at(head, pieces);
    t.say(&format!("attack {attack}"), &[]).say("end declarations", &[]);
    t.say(&format!("fight for {}", &attack[..4]), dice);
    t
}

/// II and III in 0706 attack Thorn (0607, major) or Graudenz (0606, minor); no river lies between.
fn assault(hex: &str, garrison: &str, die: u8) -> Table {
    let pieces = format!("ru-ii 0706\nru-iii 0706\nhq-ru-i 0706\n{garrison}");
    fight(RUSSIAN, &pieces, &format!("{hex} from 0706 with RU II + RU III"), &[die])
}

fn taken(t: &Table, hex: &str) -> Option<&'static str> {
    t.sees(0).marks.iter().find(|m| m.what == "taken" && m.place == hex).map(|m| m.side)
}

#[test]
fn r10_4a_a_fortress_defends_itself() {
    let t = assault("0606", "", 2);
    assert!(t.told().contains("0606: 13 against 4"));
    let t = Table::at(RUSSIAN.replace("attacks", "moves").as_str(), "ru-ii 0706\nhq-ru-i 0706");
    assert_eq!(t.forbids_move("ru-ii", "0606"), "9e", "it has to be attacked");
    // Either front may attack an empty fortress.
    let south = "turn = 'S1'\nphase = 'attacks'\nactivation = 1\nfront = 'south'";
    let t = Table::at(south, "ru-ix 0706\nhq-ru-iii 0706");
    assert!(t.may_attack("0706", "0606", &["ru-ix"]));
    // With a garrison of the North it is a target of the North alone.
    let t = Table::at(south, "ru-ix 0706\nhq-ru-iii 0706\nde-r8 0606");
    assert_eq!(t.forbids_attack("0706", "0606", &["ru-ix"]), "7m");
}

#[test]
fn r10_4b_minor_four_and_r10_4c_major_eight_at_least() {
    rules!("fury 10.4b", "fury 10.4c", "fury 10.4d");
    let strength = |hex: &str, garrison: &str| {
        let t = assault(hex, garrison, 2);
        let line = t.log().iter().find(|l| l.text.contains(" against ")).unwrap().text.clone();
        line.rsplit(' ').next().unwrap().parse::<u8>().unwrap()
    };
    assert_eq!(strength("0606", ""), 4);
    assert_eq!(strength("0606", "de-r8 0606 reduced"), 4);
    assert_eq!(strength("0606", "de-lw8 0606 reduced\nde-i-r 0606 reduced"), 5);
    assert_eq!(strength("0606", "de-xvii 0606"), 6);
    assert_eq!(strength("0607", ""), 8);
    assert_eq!(strength("0607", "de-xvii 0607"), 8);
    assert_eq!(strength("0607", "de-r8 0607\nde-lw8 0607"), 8);
    assert_eq!(strength("0607", "de-xvii 0607\nde-i-r 0607"), 12);
    // The minimum counts for the least ratio too.
    let t = Table::at(RUSSIAN, "ru-ii 0706 reduced\nru-r1 0706\nhq-ru-i 0706\nde-r8 0607 reduced");
    assert_eq!(t.forbids_attack("0706", "0607", &["ru-ii"]), "10.2.1j", "3 against 8");
    assert!(t.may_attack("0706", "0607", &["ru-r1"]), "4 against 8");
}

#[test]
fn r10_4d_example_of_a_major_fortress() {
    // E5: one unit of 6 is worth 8, two are worth 12, none is worth 8.
    for (garrison, want) in [
        ("", "13 against 8"),
        ("de-xvii 0607", "13 against 8"),
        ("de-xvii 0607\nde-i-r 0607", "13 against 12"),
    ] {
        assert!(assault("0607", garrison, 3).told().contains(want), "{garrison}");
    }
}

#[test]
fn r10_4e_an_ordinary_combat_with_all_modifiers() {
    let pieces = "
        ru-ii 0706 disorganised
        ru-iii 0706
        hq-ru-i 0706
        de-r8 0607 disorganised
        ru-iv 0707
        fort 0606";
    let t = fight(RUSSIAN, pieces, "0607 from 0706 with RU II + RU III", &[5]);
    assert_eq!(
        (t.modifier("ratio"), t.modifier("fortress"), t.modifier("headquarters")),
        (Some(1), Some(-2), Some(1))
    );
    assert_eq!(
        (t.modifier("disorganised defender"), t.modifier("disorganised attacker")),
        (Some(1), Some(-1))
    );
    assert_eq!(t.modifier("supporting hexes"), Some(1));
    assert_eq!(t.total(), 6);
}

#[test]
fn r10_4f_units_take_losses_the_fortress_none() {
    // Graudenz: 13 against 4 is +3, headquarters +1, fortress −1. Die 4 makes 7: one loss each.
    let mut t = assault("0606", "", 4);
    assert_eq!(t.total(), 7);
    t.say("loss to RU II", &[]);
    assert_eq!(
        (t.decider(), t.asked().0),
        (CP, "10.3.1e"),
        "no loss to take, the fortress stands and answers"
    );
    t.say("refuse", &[]).say("accept", &[]);
    assert_eq!(taken(&t, "0606"), None);
    let mut t = assault("0606", "de-r8 0606", 4);
    t.say("loss to RU II", &[]);
    assert!(t.counter("de-r8").reduced);
    // The garrison destroyed on DR: the fortress goes on alone.
    let mut t = assault("0606", "de-r8 0606 reduced", 6);
    t.say("loss to RU II", &[]);
    assert_eq!(t.place("de-r8"), "eliminated");
    assert_eq!(t.offers(), ["refuse", "siege"]);
}

#[test]
fn r10_4g_refusing_is_free_in_a_fortress() {
    // Die 3 makes 6 against Graudenz.
    let mut t = assault("0606", "de-r8 0606", 3);
    assert_eq!(t.offers(), ["retreat", "refuse", "siege"]);
    t.say("refuse", &[]);
    assert!(!t.counter("de-r8").reduced);
    assert_eq!((t.decider(), t.asked().0), (RU, "10.3.1f"));
    // Even a single reduced unit may, and a fortress alone.
    let mut t = assault("0606", "de-r8 0606 reduced", 3);
    t.say("refuse", &[]);
    assert_eq!(t.place("de-r8"), "0606");
    let mut t = assault("0606", "", 3);
    assert_eq!(t.offers(), ["refuse", "siege"], "a fortress alone has nobody to take back");
    t.say("refuse", &[]);
    assert_eq!(t.offers(), ["accept", "force"]);
    t.say("accept", &[]);
    assert_eq!((t.place("ru-ii"), taken(&t, "0606")), ("0706".into(), None));
}

#[test]
fn r10_4g_refusing_is_free_in_a_taken_fortress_too() {
    let pieces = "de-xx 0706\nde-i 0706\nhq-de-viii 0706\nru-iii 0607 reduced\nfort 0607";
    // 16 against 4 is +3, headquarters +2, fortress −1: die 2 makes 6.
    let mut t = fight(GERMAN, pieces, "0607 from 0706 with DE I + DE XX", &[2]);
    assert_eq!(t.total(), 6);
    assert_eq!(t.offers(), ["retreat", "refuse"]);
    t.say("refuse", &[]);
    assert_eq!(t.place("ru-iii"), "0607");
    assert_eq!((t.decider(), t.offers()), (CP, vec!["accept".to_string(), "force".into()]));
}

#[test]
fn r10_4h_forcing_costs_one_loss() {
    let mut t = assault("0606", "de-r8 0606", 3);
    t.say("refuse", &[]).say("force", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "10.3.1j"));
    t.say("loss to RU III", &[]);
    assert!(t.counter("ru-iii").reduced);
    assert_eq!((t.decider(), t.asked().0), (CP, "10.4i"));
    // AR against a lone fortress: it cannot force, having nothing to lose.
    let mut t = assault("0606", "", 1);
    assert_eq!(t.total(), 4);
    t.say("refuse", &[]).say("loss to RU III", &[]);
    assert_eq!((t.decider(), t.offers()), (CP, vec!["accept".to_string()]));
    assert_eq!(t.forbidden(Action::Force), "10.3.1i");
}

#[test]
fn r10_4i_leaving_the_fortress_gives_it_up() {
    let mut t = assault("0606", "de-r8 0606", 3);
    t.say("refuse", &[]).say("force", &[]).say("loss to RU III", &[]);
    assert_eq!(t.offers(), ["retreat", "siege"]);
    t.say("retreat", &[]);
    assert_eq!(taken(&t, "0606"), None, "not before the attacker is in");
    t.say("to 0506", &[]).say("to 0406", &[]);
    t.say("advance RU II", &[]);
    assert_eq!((t.place("ru-ii"), taken(&t, "0606")), ("0606".into(), Some("ru")));
    assert!(t.told().contains("Graudenz falls to Russia"));
    assert_eq!(t.track("fortresses, net for Russia"), "+1");
    // Retreating at once, without refusing, is the same.
    let mut t = assault("0606", "de-r8 0606", 3);
    t.say("retreat", &[]).say("to 0506", &[]).say("to 0406", &[]).say("advance RU II + RU III", &[]);
    assert_eq!(taken(&t, "0606"), Some("ru"));
    // A fortress alone surrenders.
    let mut t = assault("0606", "", 3);
    t.say("refuse", &[]).say("force", &[]).say("loss to RU III", &[]);
    assert_eq!(t.offers(), ["surrender", "siege"]);
    t.say("surrender", &[]).say("advance RU III", &[]);
    assert_eq!((t.place("ru-iii"), taken(&t, "0606")), ("0606".into(), Some("ru")));
}

#[test]
fn r10_4j_staying_means_a_siege() {
    let mut t = assault("0606", "de-r8 0606", 3);
    t.say("refuse", &[])
        .say("force", &[])
        .say("loss to RU III", &[])
        .say("siege", &[])
        .say("advance RU II", &[]);
    assert_eq!((t.place("de-r8"), t.place("ru-ii")), ("0606".into(), "0606".into()));
    assert!(t.badge("de-r8", "besieged") && t.badge("ru-ii", "besieging"));
    assert_eq!(taken(&t, "0606"), None);
    assert!(t.sees(0).marks.iter().any(|m| m.what == "siege" && m.place == "0606" && m.side == "ru"));
    // A fortress alone can be besieged as well.
    let mut t = assault("0606", "", 3);
    t.say("siege", &[]).say("advance RU II", &[]);
    assert!(t.badge("ru-ii", "besieging"));
}

#[test]
fn r10_4k_a_taken_fortress_does_not_defend_itself() {
    rules!("fury 10.4o");
    let t = Table::at(RUSSIAN, "ru-ii 0706\nhq-ru-i 0706\nfort 0607");
    assert_eq!(t.forbids_attack("0706", "0607", &["ru-ii"]), "10a");
    // It is seized by walking in, by either side.
    let mut t = Table::at(
        "turn = 'S1'\nphase = 'moves'\nactivation = 1",
        "ru-ii 0706\nhq-ru-i 0706 inactive\nfort 0607",
    );
    assert_eq!((taken(&t, "0607"), t.track("fortresses, net for Russia")), (Some(""), "+0".to_string()));
    t.say("move RU II to 0607", &[]);
    assert_eq!((taken(&t, "0607"), t.track("fortresses, net for Russia")), (Some("ru"), "+1".to_string()));
    let mut t = Table::at(
        "turn = 'S1'\nphase = 'moves'\nside = 'cp'\nactivation = 2",
        "de-xx 0706\nhq-de-viii 0706 inactive\nfort 0607",
    );
    t.say("move DE XX to 0607", &[]);
    assert_eq!((taken(&t, "0607"), t.track("fortresses, net for Russia")), (Some("cp"), "+0".to_string()));
    // A headquarters alone does not hold it.
    let t = Table::at(RUSSIAN, "hq-ru-i 0607\nfort 0607");
    assert_eq!((taken(&t, "0607"), t.track("fortresses, net for Russia")), (Some(""), "+0".to_string()));
}

#[test]
fn r10_4l_no_minimum_in_a_taken_fortress() {
    let pieces = "de-xx 0706\nhq-de-viii 0706\nru-ii 0607 reduced\nfort 0607";
    let t = fight(GERMAN, pieces, "0607 from 0706 with DE XX", &[1]);
    assert!(t.told().contains("0607: 8 against 3"));
    // Nor for the first owner once it has been taken.
    let t =
        fight(RUSSIAN, "ru-ii 0706\nhq-ru-i 0706\nde-r8 0607\nfort 0607", "0607 from 0706 with RU II", &[1]);
    assert!(t.told().contains("0607: 6 against 4"));
}

#[test]
fn r10_4n_a_taken_fortress_stands_no_siege() {
    let pieces = "de-xx 0706\nde-i 0706\nhq-de-viii 0706\nru-iii 0607\nfort 0607";
    // 16 against 7 is +2, headquarters +2, fortress −1: die 3 makes 6.
    let mut t = fight(GERMAN, pieces, "0607 from 0706 with DE I + DE XX", &[3]);
    assert_eq!(t.total(), 6);
    assert_eq!(t.forbidden(Action::Siege), "10.4n");
    t.say("refuse", &[]).say("force", &[]).say("loss to DE I", &[]);
    // Forced: no choice is left, and the side that comes in holds it.
    assert_eq!((t.decider(), t.asked().0), (RU, "10.3.2f"));
    let first = t.offers()[0].clone();
    t.say(&first, &[]);
    let second = t.offers()[0].clone();
    t.say(&second, &[]).say("advance DE XX", &[]);
    assert_eq!(taken(&t, "0607"), Some("cp"));
    assert_eq!(t.track("fortresses, net for Russia"), "+0");
    // In the open there is none either.
    let pieces = "ru-ii 0611\nru-iii 0611\nhq-ru-i 0612\nde-xx 0610";
    let t = fight(RUSSIAN, pieces, "0610 from 0611 with RU II + RU III", &[6, 4]);
    assert_eq!(t.forbidden(Action::Siege), "10.5a");
}

#[test]
fn r10_4j_no_siege_when_no_attacker_is_left() {
    // 4 against 4, headquarters +1, fortress −1, support +1: die 6 makes 7 and costs III its last step.
    let pieces = "ru-iii 0706 reduced\nhq-ru-i 0707\nru-iv 0705";
    let mut t = fight(RUSSIAN, pieces, "0606 from 0706 with RU III", &[6]);
    assert_eq!((t.total(), t.place("ru-iii")), (7, "eliminated".into()));
    assert_eq!((t.decider(), t.offers()), (CP, vec!["refuse".to_string()]));
    t.say("refuse", &[]);
    assert_eq!(t.asked().0, "7f", "nobody is left to force it");
}
