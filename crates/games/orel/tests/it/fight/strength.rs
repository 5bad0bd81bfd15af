//! Strengths and roundings (1.2, 8.7.1l to 8.7.1q).

use super::*;
use sandtable_orel::play::fight::rounded;

/// Red infantry attacks a White stack in the open.
fn open(defenders: &str) -> Scene {
    let s = before(RED).put("r-1-let r-2-let", "2116").put(defenders, "2117");
    prepared(s, "2117", "r-1-let r-2-let")
}

#[test]
fn r1_2a_halves_go_up() {
    // W4
    assert_eq!((rounded(349, 100), rounded(350, 100), rounded(0, 2)), (3, 4, 0));
}

#[test]
fn r1_2h_the_tq_of_most_steps_is_predominant() {
    rules!("orel 1.2h", "orel 1.2i", "orel 1.2j", "orel 1.2k", "orel 1.2v");
    let s = before(RED).put("w-1-1k w-1-2k w-res-1d r-1-let r-1-pavl r-1-46d", "2117").steps("w-1-1k", 3);
    let tq = |s: &Scene, ids: &str| engine().predominant(&s.p, units(ids));
    // W1: 6, 6 and 3; the worst is three below.
    assert_eq!(tq(&s, "w-1-1k w-1-2k w-res-1d"), Some(5));
    // W2: a tie goes to the lower.
    assert_eq!(tq(&s, "r-1-let r-1-pavl"), Some(4));
    // W3: five steps of 3 against two of 6, which is three above.
    let s = s.steps("w-1-1k", 2);
    assert_eq!(tq(&s, "r-1-46d w-1-1k"), Some(4));
    // Two below or above change nothing, and vehicles have no say (RU-16).
    assert_eq!(tq(&s, "r-1-let r-2-7d"), Some(3));
    assert_eq!(tq(&s, "r-1-46d w-tank"), Some(3));
    assert_eq!(tq(&s, "w-tank"), None);
}

#[test]
fn r7_1_4f_march_mode_halves_and_sums_are_divided_once() {
    rules!("orel 1.2d", "orel 8.7.1o");
    // W6: two units of 5 are 5, not 3 and 3.
    let s = open("w-2-2k w-3-2k").mode("w-2-2k w-3-2k", Mode::March);
    assert_eq!(strengths(&s, &combat(&s)), [10, 5]);
    let s = open("w-2-2k w-3-2k").mode("w-2-2k", Mode::March);
    assert_eq!(strengths(&s, &combat(&s)), [10, 8]);
}

#[test]
fn r1_2e_divided_twice_rounded_once() {
    rules!("orel 8.2.3a");
    // W7: 9 in March mode and Unsupplied.
    let s = open("w-2-2k w-2-3k").mode("w-2-2k w-2-3k", Mode::March);
    let s = s.with(|p| p.unsupplied = units("w-2-2k w-2-3k"));
    assert_eq!(strengths(&s, &combat(&s))[1], 2);
    let s = open("w-2-2k").with(|p| p.unsupplied = units("w-2-2k"));
    assert_eq!(strengths(&s, &combat(&s))[1], 3);
}

#[test]
fn r8_7_3h_a_routed_unit_has_a_quarter() {
    let s = open("w-off-2k").mode("w-off-2k", Mode::Routed);
    assert_eq!(strengths(&s, &combat(&s))[1], 2);
}

#[test]
fn r8_7_2b_disorganised_units_are_halved_in_the_assault_alone() {
    let s = open("w-2-2k w-off-2k");
    let mut c = combat(&s);
    c.disorganised = units("w-2-2k");
    // W5: 2.5 is 3.
    assert_eq!((strengths(&s, &c)[1], assaults(&s, &c)[1]), (12, 10));
}

#[test]
fn r1_2b_uncoordinated_fire_is_rounded_down() {
    rules!("orel 8.6.2e", "orel 8.7.1l");
    let s = before(RED).put("r-1-let", "2116").put("r-art-let", "2115").put("w-2-2k", "2117");
    let s = s.put("w-artl2-1d", "2118");
    let s = attack(s, "2117", true, ["r-1-let", "r-art-let", "w-artl2-1d"]);
    let mut c = combat(&s);
    assert_eq!(strengths(&s, &c), [8, 10]);
    // W8: 3 becomes 1, 5 becomes 2.
    c.half = units("r-art-let w-artl2-1d");
    assert_eq!(strengths(&s, &c), [6, 7]);
    // Unsupplied guns fire at half, to the nearest (RU-27); both together are a quarter, down.
    let s = s.with(|p| p.unsupplied = units("r-art-let w-artl2-1d"));
    assert_eq!(strengths(&s, &c), [5, 6]);
    c.half = Pieces::EMPTY;
    assert_eq!(strengths(&s, &c), [7, 8]);
}

#[test]
fn r8_7_1p_guns_alone_fight_with_their_fire() {
    rules!("orel 8.7.1q", "orel 8.8.1c");
    let alone = |mode: Mode| open("w-art-3d w-cv4-3dr").mode("w-art-3d", mode);
    let s = alone(Mode::Combat);
    let mut c = combat(&s);
    assert_eq!((strengths(&s, &c)[1], assaults(&s, &c)[1]), (4, 3));
    c.half = units("w-art-3d");
    assert_eq!((strengths(&s, &c)[1], assaults(&s, &c)[1]), (2, 3));
    for mode in [Mode::March, Mode::Routed] {
        let s = alone(mode);
        let c = combat(&s);
        assert_eq!((strengths(&s, &c)[1], assaults(&s, &c)[1]), (1, 1), "{mode:?}");
    }
    let s = alone(Mode::Combat).with(|p| p.unsupplied = units("w-art-3d"));
    let mut c = combat(&s);
    assert_eq!((strengths(&s, &c)[1], assaults(&s, &c)[1]), (2, 1));
    c.disorganised = units("w-art-3d");
    assert_eq!(assaults(&s, &c)[1], 1);
    // With a combat unit in the hex they lend nothing by themselves.
    let s = open("w-art-3d w-2-2k");
    assert_eq!(strengths(&s, &combat(&s))[1], 5);
}

#[test]
fn r8_7_1x_a_charge_uses_the_right_hand_value() {
    rules!("orel 8.7.1v");
    let s = before(RED).put("r-cv-let", "2116").put("w-2-2k", "2117");
    let s = prepared(s, "2117", "r-cv-let");
    let mut c = combat(&s);
    assert_eq!(strengths(&s, &c)[0], 2);
    c.charging = units("r-cv-let");
    assert_eq!(strengths(&s, &c)[0], 4);
}

#[test]
fn r9_2_1e_a_broken_down_tank_gives_nothing() {
    rules!("orel 8.2.3c", "orel 9.3");
    let s = before(WHITE).put("w-2-2k w-tank w-ac-2k", "2118").put("r-1-7d", "2117");
    let s = prepared(s, "2117", "w-2-2k w-tank w-ac-2k");
    assert_eq!(strengths(&s, &combat(&s)), [8, 4]);
    assert_eq!(reasons(&s, &combat(&s), "r-1-7d"), vec![("8.7.1d", 1), ("8.7.1m", 1)]);
    let s = s.with(|p| p.broken = units("w-tank"));
    assert_eq!(strengths(&s, &combat(&s)), [6, 4]);
    // An Unsupplied car takes no part.
    let s = s.with(|p| p.unsupplied = units("w-ac-2k"));
    assert_eq!(strengths(&s, &combat(&s)), [5, 4]);
    assert_eq!(reasons(&s, &combat(&s), "r-1-7d"), vec![]);
}

#[test]
fn r8_5_1m_strangers_in_the_hex_do_not_count() {
    let s = open("w-2-2k w-3-2k").with(|p| {
        p.flight.guests = units("w-3-2k");
        p.flight.guests_on = [p.turn, p.active];
    });
    assert_eq!(strengths(&s, &combat(&s))[1], 5);
    assert_eq!(combat(&s).units[DEFENDER], units("w-2-2k"));
}

#[test]
fn r8_6_2a_only_those_who_are_still_near_take_part() {
    let s = before(RED)
        .put("r-1-let", "2116")
        .put("r-2-let", "2115")
        .put("r-art-let", "2115")
        .put("w-2-2k", "2117");
    let s = s.put("r-art-7d", "2114");
    let s = attack(s, "2117", true, ["r-1-let r-2-let", "r-art-let r-art-7d", ""]);
    let c = combat(&s);
    assert_eq!((c.units[ATTACKER], c.support[ATTACKER]), (units("r-1-let"), units("r-art-let")));
}

#[test]
fn r8_7_1p_guns_left_alone_do_not_support_themselves_as_well() {
    // They were to support the infantry of their hex, which has gone.
    let s = before(RED).put("r-1-let", "2116").put("w-art-1k", "2117");
    let s = attack(s, "2117", true, ["r-1-let", "", "w-art-1k"]);
    let c = combat(&s);
    assert_eq!((c.support[DEFENDER], strengths(&s, &c)[DEFENDER]), (Pieces::EMPTY, 3));
}
