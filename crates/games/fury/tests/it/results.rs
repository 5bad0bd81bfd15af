//! Combat results: chapters 10.3.1 and 10.3.3.

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

/// II and IV attack XVII and I R with nothing on either side: the total is the second die.
fn even(die: u8) -> Table {
    let pieces = "
        ru-ii 0611
        ru-iv 0611
        hq-ru-i 0612 inactive
        de-xvii 0610
        de-i-r 0610";
    fight(RUSSIAN, pieces, "0610 from 0611 with RU II + RU IV", &[6, die])
}

/// II and III with their headquarters attack R8 and Lw8, reduced both, at +4.
fn strong(die: u8) -> Table {
    let pieces = "
        ru-ii 0611
        ru-iii 0611
        hq-ru-i 0612
        de-r8 0610 reduced
        de-lw8 0610 reduced";
    fight(RUSSIAN, pieces, "0610 from 0611 with RU II + RU III", &[6, die])
}

fn lose(piece: &str) -> Action {
    Action::Lose(game().piece(piece).unwrap())
}

#[test]
fn r10_3_1p_the_result_table() {
    rules!("fury 10.3.1p", "fury 10.3.1q", "fury 10.3.1r", "fury 10.3.1s", "fury 10.3.1t", "fury 10.3.1u");
    let want = [
        "attacker loses 1, attacker retreats",
        "attacker loses 1, attacker retreats",
        "no losses, attacker retreats",
        "no losses, attacker retreats",
        "each loses 1, no retreat",
        "no losses, defender retreats",
        "each loses 1, defender retreats",
        "each loses 1, defender retreats",
        "attacker loses 1, defender loses 2, defender retreats",
        "attacker loses 1, defender loses 2, defender retreats",
    ];
    for die in 1..=6u8 {
        let t = even(die);
        assert_eq!(t.total(), die);
        assert!(t.told().contains(want[usize::from(die) - 1]), "total {die}");
        let t = strong(die);
        assert_eq!(t.total(), die + 4);
        assert!(t.told().contains(want[usize::from(die) + 3]), "total {}", die + 4);
    }
}

#[test]
fn r10_3_1a_attacker_first_defender_second() {
    let mut t = strong(6);
    // 1-2: one loss of the Russian's choice, two of the German's, who has only reduced units.
    assert_eq!((t.decider(), t.asked().0), (RU, "10.3.1j"));
    assert_eq!(t.offers(), ["loss to RU II", "loss to RU III"]);
    t.say("loss to RU II", &[]);
    assert!(t.counter("ru-ii").reduced && !t.counter("ru-iii").reduced);
    assert_eq!((t.decider(), t.asked().0), (CP, "10.3.1j"));
    t.say("loss to DE R8", &[]);
    assert_eq!((t.place("de-r8"), t.place("de-lw8")), ("eliminated".into(), "eliminated".into()));
    let mut t = even(1);
    t.say("loss to RU IV", &[]);
    assert!(!t.counter("de-xvii").reduced && !t.counter("de-i-r").reduced, "1-0 costs the defender nothing");
}

#[test]
fn r10_3_1b_ar_sends_the_attacker_back() {
    let mut t = even(3);
    assert_eq!((t.decider(), t.asked().0), (RU, "10.3.1g"));
    t.say("retreat", &[]).say("to 0511", &[]);
    assert_eq!((t.place("ru-ii"), t.place("ru-iv")), ("0511".into(), "0511".into()));
    assert_eq!(
        (t.place("de-xvii"), t.place("de-i-r")),
        ("0610".into(), "0610".into()),
        "the defender does not follow"
    );
    assert_eq!(t.asked().0, "7f");
}

#[test]
fn r10_3_1c_dr_sends_the_defender_back_and_the_attacker_on() {
    let mut t = even(6);
    assert_eq!((t.decider(), t.asked().0), (CP, "10.3.1e"));
    t.say("retreat", &[]).say("to 0609", &[]).say("to 0608", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "10.3.1o"));
    t.say("advance RU IV", &[]);
    assert_eq!((t.place("ru-ii"), t.place("ru-iv")), ("0611".into(), "0610".into()));
}

#[test]
fn r10_3_1d_losses_come_before_the_retreat() {
    let mut t = strong(3);
    assert_eq!(t.asked().0, "10.3.1j");
    assert_eq!(t.place("de-r8"), "0610");
    t.say("loss to RU II", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "10.3.1j"));
    t.say("loss to DE Lw8", &[]);
    assert_eq!((t.place("de-lw8"), t.place("de-r8")), ("eliminated".into(), "0610".into()));
    assert_eq!((t.decider(), t.asked().0), (CP, "10.3.1e"), "only now");
}

#[test]
fn r10_3_1e_refusing_dr_costs_a_loss_and_r10_3_1f_forcing_another() {
    rules!("fury 10.3.1e", "fury 10.3.1f");
    let mut t = even(6);
    assert_eq!(t.offers(), ["retreat", "refuse"]);
    t.say("refuse", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "10.3.1j"));
    t.say("loss to DE I R", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "10.3.1f"));
    assert_eq!(t.offers(), ["accept", "force"]);
    let mut accepted = t.clone();
    accepted.say("accept", &[]);
    assert_eq!(accepted.place("de-xvii"), "0610");
    assert_eq!(accepted.place("ru-ii"), "0611", "no advance");
    assert!(!accepted.badge("de-xvii", "disorganised"));
    assert!(!accepted.counter("ru-ii").reduced && !accepted.counter("ru-iv").reduced);
    t.say("force", &[]);
    t.say("loss to RU II", &[]);
    assert!(t.counter("ru-ii").reduced);
    assert_eq!(t.asked().0, "10.3.2f", "in the open there is no further choice");
    t.say("to 0609", &[]).say("to 0608", &[]).say("advance RU II", &[]);
    assert_eq!(t.place("ru-ii"), "0610");
    assert!(t.counter("de-i-r").reduced && !t.counter("de-xvii").reduced);
}

#[test]
fn r10_3_1g_refusing_ar_costs_a_loss_and_r10_3_1h_forcing_another() {
    rules!("fury 10.3.1g", "fury 10.3.1h");
    let mut t = even(3);
    assert_eq!(t.offers(), ["retreat", "refuse"]);
    t.say("refuse", &[]).say("loss to RU II", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "10.3.1h"));
    assert_eq!(t.offers(), ["accept", "force"]);
    let mut accepted = t.clone();
    accepted.say("accept", &[]);
    assert_eq!(accepted.place("ru-ii"), "0611");
    assert!(!accepted.badge("ru-ii", "disorganised"));
    t.say("force", &[]).say("loss to DE XVII", &[]);
    assert!(t.counter("de-xvii").reduced);
    assert_eq!((t.decider(), t.asked().0), (RU, "10.3.2f"));
    t.say("to 0612", &[]);
    assert_eq!(t.place("ru-ii"), "0612");
    assert!(t.badge("ru-ii", "disorganised") && t.badge("ru-iv", "disorganised"));
}

#[test]
fn r10_3_1i_an_extra_loss_may_not_wipe_out_the_hex() {
    let one = |ru: &str, de: &str, name: &str, die: u8| {
        let pieces = format!("{ru}\nhq-ru-i 0612 inactive\n{de}");
        fight(RUSSIAN, &pieces, &format!("0610 from 0611 with {name}"), &[6, die])
    };
    // The defender on DR.
    let last = one("ru-ii 0611 reduced", "de-i-r 0610 reduced", "RU II", 6);
    assert_eq!(last.offers(), ["retreat"]);
    assert_eq!(last.forbidden(Action::Refuse), "10.3.1i");
    let star = one("ru-ii 0611", "de-xx 0610 reduced", "RU II", 6);
    assert_eq!(star.offers(), ["retreat", "refuse"], "a Cadre would be left");
    let cadre = one("ru-r1 0611 reduced", "de-cadre 0610 army=hq-de-viii", "RU R1", 6);
    assert_eq!(cadre.offers(), ["retreat"]);
    let full = one("ru-ii 0611", "de-xvii 0610", "RU II", 6);
    assert_eq!(full.offers(), ["retreat", "refuse"]);
    // The attacker that would force the defender, 4 against 4.
    let mut t = one("ru-iii 0611 reduced", "de-r8 0610", "RU III", 6);
    t.say("refuse", &[]);
    assert_eq!(t.offers(), ["accept"]);
    assert_eq!(t.forbidden(Action::Force), "10.3.1i");
    // The attacker on AR, and the defender that forces the attacker.
    let ar = one("ru-iii 0611 reduced", "de-r8 0610", "RU III", 3);
    assert_eq!(ar.offers(), ["retreat"]);
    assert_eq!(ar.forbidden(Action::Refuse), "10.3.1i");
    let mut ar = one("ru-iii 0611", "de-xvii 0610 reduced", "RU III", 2);
    assert_eq!(ar.total(), 3);
    ar.say("refuse", &[]);
    assert_eq!(ar.offers(), ["accept"]);
    assert_eq!(ar.forbidden(Action::Force), "10.3.1i");
}

#[test]
fn r10_3_1v_one_of_two_may_be_destroyed() {
    rules!("fury 10.3.1i");
    let pieces = "
        ru-ii 0611 reduced
        ru-iv 0611 reduced
        hq-ru-i 0612 inactive
        de-r8 0610 reduced
        de-lw8 0610 reduced";
    // 6 against 4 is +1: die 5 makes DR.
    let mut t = fight(RUSSIAN, pieces, "0610 from 0611 with RU II + RU IV", &[6, 5]);
    t.say("refuse", &[]).say("loss to DE R8", &[]);
    assert_eq!(t.place("de-r8"), "eliminated");
    t.say("force", &[]).say("loss to RU IV", &[]);
    assert_eq!((t.place("ru-iv"), t.place("ru-ii")), ("eliminated".into(), "0611".into()));
    t.say("to 0609", &[]).say("to 0608", &[]);
    assert_eq!((t.place("de-lw8"), t.place("ru-ii")), ("0608".into(), "0610".into()));
    // A second unit in the attacking hex that takes no part lets the first one be spent.
    let pieces = "ru-iii 0611 reduced\nru-ii 0611\nhq-ru-i 0612 inactive\nde-r8 0610";
    let mut t = fight(RUSSIAN, pieces, "0610 from 0611 with RU III", &[6, 3]);
    assert_eq!(t.offers(), ["retreat", "refuse"]);
    t.say("refuse", &[]);
    assert_eq!((t.place("ru-iii"), t.counter("ru-ii").reduced), ("eliminated".into(), false));
}

#[test]
fn r10_3_1j_full_units_take_losses_first() {
    let pieces = "
        ru-ii 0611 reduced
        ru-iii 0611
        hq-ru-i 0612
        de-xx 0610 reduced
        de-r8 0610";
    // 10 against 9: nothing; headquarters +1; total 5 costs each side one.
    let t = fight(RUSSIAN, pieces, "0610 from 0611 with RU II + RU III", &[6, 4]);
    assert_eq!(t.total(), 5);
    assert!(t.counter("ru-iii").reduced && t.counter("de-r8").reduced);
    assert_eq!((t.place("ru-ii"), t.place("de-xx")), ("0611".into(), "0610".into()));
    // Two full ones and then the reduced: 1-2 on R8 (full) and Lw8 (reduced).
    let pieces = "ru-ii 0611\nru-iii 0611\nhq-ru-i 0612\nde-r8 0610\nde-lw8 0610 reduced";
    let mut t = fight(RUSSIAN, pieces, "0610 from 0611 with RU II + RU III", &[6, 6]);
    assert_eq!(t.total(), 9);
    t.say("loss to RU II", &[]);
    // The first German loss has only R8 to go to; the second is the German's choice among two reduced units.
    assert!(t.counter("de-r8").reduced);
    assert_eq!(t.offers(), ["loss to DE R8", "loss to DE Lw8"]);
    // A choice among full units only; never a unit that did not fight, nor a headquarters.
    let t = even(5);
    assert_eq!(t.offers(), ["loss to RU II", "loss to RU IV"]);
    for (other, rule) in [("hq-ru-i", "10.3.1l"), ("de-xvii", "10.2.5e"), ("ru-iii", "10.2.5e")] {
        assert_eq!(t.forbidden(lose(other)), rule, "{other}");
    }
    // Nor does the full unit beside a reduced one that attacks alone: 3 against 4, total 5.
    let pieces = "ru-ii 0611 reduced\nru-iii 0611\nhq-ru-i 0612 inactive\nde-r8 0610";
    let t = fight(RUSSIAN, pieces, "0610 from 0611 with RU II", &[6, 6]);
    assert_eq!((t.total(), t.place("ru-ii"), t.counter("ru-iii").reduced), (5, "eliminated".into(), false));
}

#[test]
fn r10_3_1k_what_a_loss_does() {
    let hit = |unit: &str, name: &str| {
        let pieces = format!("{unit}\nhq-ru-i 0612 inactive\nde-r8 0610 reduced");
        let mut t = Table::at(RUSSIAN, &pieces);
        t.say(&format!("attack 0610 from 0611 with {name}"), &[]).say("end declarations", &[]);
        t
    };
    // Full: 6 against 2 is +3, die 2 makes 5.
    let mut t = hit("ru-ii 0611", "RU II");
    assert_eq!(t.counter("ru-ii").values[0], 6);
    t.say("fight for 0610", &[6, 2]);
    assert_eq!((t.counter("ru-ii").values[0], t.place("ru-ii")), (3, "0611".into()));
    assert_eq!(t.place("de-r8"), "eliminated");
    // Reduced: 3 against 2 is +1, die 4 makes 5.
    let mut t = hit("ru-ii 0611 reduced", "RU II");
    t.say("fight for 0610", &[6, 4]);
    assert_eq!(t.place("ru-ii"), "eliminated");
    // A Cadre leaves the game: 2 against 2, die 5.
    let mut t = hit("ru-cadre 0611 army=hq-ru-i", "RU Cadre 1");
    t.say("fight for 0610", &[6, 5]);
    assert!(t.sees(0).counters.iter().all(|c| c.id != "cadre-1"));
}

#[test]
fn r10_3_1l_headquarters_take_no_losses() {
    rules!("fury 10.3.1m");
    // R8 dies beside its headquarters; the headquarters is pushed away, not destroyed.
    let pieces = "ru-ii 0611\nhq-ru-i 0612 inactive\nde-r8 0610 reduced\nhq-de-viii 0610";
    let mut t = fight(RUSSIAN, pieces, "0610 from 0611 with RU II", &[6, 6]);
    assert_eq!(t.total(), 9);
    assert_eq!(t.place("de-r8"), "eliminated");
    assert_eq!(t.place("ru-ii"), "0610", "the hex is free of units and must be occupied");
    assert_eq!((t.decider(), t.asked().0), (CP, "9g"));
    t.say("to 0609", &[]);
    let step = t.offers()[0].clone();
    t.say(&step, &[]);
    assert_eq!(t.place("hq-de-viii").len(), 4, "still on the map");
    assert!(!t.badge("hq-de-viii", "disorganised"));
}

#[test]
fn r10_3_1n_units_that_have_just_retreated() {
    // XX is thrown back from 0904 by 0805 to Lw8 in 0705, which is attacked too.
    let pieces = "
        de-xx 0904
        de-lw8 0705
        hq-de-viii 0705
        ru-ii 1005
        ru-iii 1005
        hq-ru-i 1005
        ru-vi 0605
        ru-xv 0605
        hq-ru-ii 0605
        ru-xiii 0807";
    let mut t = Table::at(RUSSIAN, pieces);
    t.say("attack 0904 from 1005 with RU II + RU III", &[])
        .say("attack 0705 from 0605 with RU VI + RU XV", &[]);
    t.say("end declarations", &[]).say("fight for 0904", &[6, 4]);
    t.say("retreat", &[]).say("to 0805", &[]).say("to 0705", &[]).say("advance RU II", &[]);
    // 13 against both: 12; river −1, shaken defender +1.
    let mut loss = t.clone();
    loss.say("fight for 0705", &[5]).say("loss to RU VI", &[]);
    assert!(
        loss.counter("de-lw8").reduced && !loss.counter("de-xx").reduced,
        "XX, full as it is, takes no loss"
    );
    t.say("fight for 0705", &[6]);
    assert!(t.told().contains("0705: 13 against 12"));
    assert_eq!(t.modifier("disorganised defender"), Some(1));
    assert_eq!(t.total(), 6);
    t.say("retreat", &[]).say("to 0706", &[3]);
    for piece in ["de-xx", "de-lw8", "hq-de-viii"] {
        assert_eq!(t.place(piece), "0706", "{piece} goes with the others");
    }
}

#[test]
fn r10_3_1n_attackers_thrown_back_on_other_attackers() {
    // III is thrown back from 0611 to 0711, from where IV attacks 0811 and fails too: III goes back again, without loss.
    let pieces = "
        ru-iii 0611
        hq-ru-i 0712
        de-xx 0610
        de-i 0510
        de-r8 0511
        ru-iv 0711
        de-xvii 0811
        ru-xx 0612";
    let mut t = Table::at(RUSSIAN, pieces);
    t.say("attack 0610 from 0611 with RU III", &[])
        .say("attack 0811 from 0711 with RU IV", &[])
        .say("end declarations", &[]);
    t.say("fight for 0610", &[6, 3]).say("retreat", &[]);
    let ways = t.starting("to ");
    assert!(ways.contains(&"0711".to_string()), "{ways:?}");
    t.say("to 0711", &[]).say("fight for 0811", &[1]);
    assert!(t.told().contains("0811: 6 against 6"), "III adds nothing");
    assert!(t.counter("ru-iv").reduced && !t.counter("ru-iii").reduced);
    t.say("retreat", &[]).say("to 0712", &[]);
    assert_eq!((t.place("ru-iii"), t.place("ru-iv")), ("0712".into(), "0712".into()));
}

#[test]
fn r10_3_1o_the_hex_must_be_occupied() {
    let mut t = even(6);
    t.say("retreat", &[]).say("to 0609", &[]).say("to 0608", &[]);
    assert_eq!(t.offers(), ["advance RU II", "advance RU IV", "advance RU II + RU IV"]);
    assert_eq!(t.forbidden(Action::Stay), "10.3.1o");
    t.say("advance RU II + RU IV", &[]);
    assert_eq!((t.place("ru-ii"), t.place("ru-iv")), ("0610".into(), "0610".into()));
    // Only units that fought; a headquarters beside them may follow.
    let pieces = "ru-ii 0611\nru-iii 0611\nhq-ru-i 0611\nde-r8 0610";
    let mut t = fight(RUSSIAN, pieces, "0610 from 0611 with RU III", &[6, 4]);
    t.say("retreat", &[]).say("to 0609", &[]).say("to 0608", &[]);
    assert_eq!(t.offers(), ["advance RU III", "advance RU III with HQ"]);
    t.say("advance RU III with HQ", &[]);
    assert_eq!(
        (t.place("ru-iii"), t.place("ru-ii"), t.place("hq-ru-i")),
        ("0610".into(), "0611".into(), "0610".into())
    );
}

#[test]
fn r10_3_1o_when_nobody_is_left() {
    rules!("fury 10.3.1r");
    // DR and the whole defence destroyed: the attacker advances at once.
    let t =
        fight(RUSSIAN, "ru-ii 0611\nhq-ru-i 0612\nde-r8 0610 reduced", "0610 from 0611 with RU II", &[6, 4]);
    assert_eq!((t.total(), t.place("de-r8"), t.place("ru-ii")), (8, "eliminated".into(), "0610".into()));
    // Result 5 has no advance even when the defender is destroyed.
    let t =
        fight(RUSSIAN, "ru-ii 0611\nhq-ru-i 0612\nde-r8 0610 reduced", "0610 from 0611 with RU II", &[6, 1]);
    assert_eq!((t.total(), t.place("de-r8"), t.place("ru-ii")), (5, "eliminated".into(), "0611".into()));
    // DR with the last attacker destroyed: the defender still answers, and nobody advances.
    let pieces = "ru-iii 0611 reduced\nhq-ru-i 0612\nde-r8 0610";
    let mut t = fight(RUSSIAN, pieces, "0610 from 0611 with RU III", &[6, 6]);
    assert_eq!((t.total(), t.place("ru-iii")), (7, "eliminated".into()));
    t.say("retreat", &[]).say("to 0609", &[]).say("to 0608", &[]);
    assert_eq!(t.place("de-r8"), "0608");
    assert!(t.sees(0).counters.iter().all(|c| c.place != "0610"));
}

#[test]
fn r10_3_3d_disorganised_units_recover_in_the_administrative_phase() {
    // The last activation of the turn; then the phase runs as far as the Russian replacements.
    let mut t = Table::at(
        "turn = 'S1'\nphase = 'attacks'",
        "ru-ii 1605 disorganised\nhq-ru-i 1605\nde-xx 0106 disorganised\nhq-de-viii 0106",
    );
    assert!(t.badge("ru-ii", "disorganised") && t.badge("de-xx", "disorganised"));
    t.say("end declarations", &[]);
    assert_eq!(t.asked().0, "11.3a");
    assert!(!t.badge("ru-ii", "disorganised") && !t.badge("de-xx", "disorganised"));
    // Not between two activations.
    let mut t = Table::at(GERMAN, "ru-ii 1605 disorganised\nde-xx 0106 disorganised\nhq-de-viii 0106");
    t.say("end declarations", &[]);
    assert!(t.badge("ru-ii", "disorganised") && t.badge("de-xx", "disorganised"));
}

/// A Cadre takes the place of its corps, and its number comes after that of any corps: what is offered is legal all the same.
#[test]
fn r10_3_1o_a_cadre_advances_with_another_unit() {
    let pieces = "
        de-i 0611 reduced
        de-xvii 0611 reduced
        hq-de-viii 0611
        ru-ii 0610
        hq-ru-i 0609 inactive";
    let played = (1..=6).filter(|die| {
        let mut t = fight(GERMAN, pieces, "0610 from 0611 with DE I + DE XVII", &[6, *die]);
        if !t.offers().contains(&"loss to DE I".to_string()) {
            return false;
        }
        t.say("loss to DE I", &[]);
        while t.offers().iter().any(|a| a == "retreat" || a.starts_with("to ")) {
            let go = t.offers()[0].clone();
            t.say(&go, &[]);
        }
        let Some(both) = t.offers().into_iter().find(|a| a.contains("Cadre") && a.contains("XVII")) else {
            return false;
        };
        t.say(&both, &[]);
        t.place("de-xvii") == "0610"
    });
    assert!(played.count() > 0);
}
