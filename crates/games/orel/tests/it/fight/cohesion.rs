//! Modifiers and results of the Cohesion checks (8.7.1, 8.7.2).

use super::*;

/// Red attackers in 2116 against White units in the open.
fn open(attackers: &str, defenders: &str) -> Scene {
    let s = before(RED).put(attackers, "2116").put(defenders, "2117");
    prepared(s, "2117", attackers)
}

#[test]
fn r8_7_1a_the_die_is_read_for_each_unit_by_itself() {
    rules!("orel 8.7.2a", "orel 8.7.2b", "orel 8.7.2c", "orel 8.7.2d");
    // 8 against 8: no ratio. TQ 3 and 5 on either side.
    let s = open("r-1-let r-3-7d", "w-2-2k w-res-1d").steps("r-3-7d", 3);
    let c = combat(&s);
    assert_eq!(strengths(&s, &c), [8, 8]);
    use Fate::*;
    let fates = |id: &str| (2..=6).map(|die| fate(&s, &c, id, die)).collect::<Vec<_>>();
    assert_eq!(fates("r-1-let"), vec![Passed, Passed, Passed, Passed, Disorganised]);
    assert_eq!(fates("r-3-7d"), vec![Passed, Passed, Disorganised, Repulsed, Retreat]);
    // A defender is never repulsed (RU-30).
    assert_eq!(fates("w-res-1d"), vec![Passed, Passed, Disorganised, Retreat, Retreat]);
    let s = open("r-1-let r-3-7d", "w-2-2k w-rec1").with(|p| p.green = units("w-rec1"));
    assert_eq!(fate(&s, &combat(&s), "w-rec1", 6), Retreat);
    let s = open("r-1-let r-rec1", "w-2-2k");
    assert_eq!(fate(&s, &combat(&s), "r-rec1", 6), Rout);
}

#[test]
fn r8_7_1b_a_one_always_passes() {
    let s = open("r-rec1", "w-off-2k w-1-2k w-ac-2k");
    let c = combat(&s);
    assert_eq!(engine().cohesion_add(&s.p, &c, ATTACKER, unit("r-rec1")), 3);
    assert_eq!((fate(&s, &c, "r-rec1", 1), fate(&s, &c, "r-rec1", 2)), (Fate::Passed, Fate::Retreat));
}

#[test]
fn r8_7_1c_guns_check_only_where_nobody_else_does() {
    rules!("orel 9i");
    let checkers = |s: &Scene, who| engine().cohesion_checkers(&combat(s), who);
    let s = open("r-1-let r-ac-let", "w-2-2k w-art-1k w-ac-2k");
    assert_eq!(checkers(&s, DEFENDER), units("w-2-2k"));
    assert_eq!(checkers(&s, ATTACKER), units("r-1-let"));
    let s = open("r-1-let", "w-art-1k w-ac-2k w-cv2-1d");
    assert_eq!(checkers(&s, DEFENDER), units("w-art-1k"));
    assert_eq!(fate(&s, &combat(&s), "w-ac-2k", 6), Fate::Passed);
}

#[test]
fn r8_7_1d_vehicles_help_their_stack_and_frighten_the_others() {
    rules!("orel 9j", "orel 9.2.2a", "orel 9.3");
    let s = before(WHITE).put("w-2-2k w-tank", "2118").put("w-3-2k", "2217").put("r-1-est r-2-est", "2117");
    let s = prepared(s, "2117", "w-2-2k w-3-2k w-tank");
    let c = combat(&s);
    assert_eq!(strengths(&s, &c), [12, 10]);
    assert_eq!(reasons(&s, &c, "w-2-2k"), vec![("8.7.1d", -1)]);
    // Not those in another hex (RU-32).
    assert_eq!(reasons(&s, &c, "w-3-2k"), vec![]);
    assert_eq!(reasons(&s, &c, "r-1-est"), vec![("8.7.1d", 1)]);
}

#[test]
fn r8_7_1e_cavalry_alone_against_firm_infantry() {
    let charge = |attackers: &str, defenders: &str, mode: Mode| {
        let s = open(attackers, defenders).mode(defenders, mode);
        let mut c = combat(&s);
        c.charging = units("r-1-tchkz");
        engine().cohesion_modifiers(&s.p, &c, ATTACKER, unit("r-1-tchkz")).iter().any(|m| m.2 == "8.7.1e")
    };
    assert!(charge("r-1-tchkz", "w-2-2k", Mode::Combat));
    assert!(!charge("r-1-tchkz r-1-let", "w-2-2k", Mode::Combat));
    assert!(!charge("r-1-tchkz", "w-2-2k", Mode::March));
    assert!(!charge("r-1-tchkz", "w-2-2k w-cv-2k", Mode::Combat));
    assert!(!charge("r-1-tchkz", "w-art-1k", Mode::Combat));
    // Dismounted there is nothing to add (8.7.1f); in the defence it is the same.
    let s = open("r-1-tchkz", "w-2-2k");
    assert_eq!(reasons(&s, &combat(&s), "r-1-tchkz"), vec![("8.7.1n", 1)]);
    let s = open("r-1-let", "w-19dr");
    let mut c = combat(&s);
    c.charging = units("w-19dr");
    assert_eq!(reasons(&s, &c, "w-19dr"), vec![("8.7.1e", 2)]);
}

#[test]
fn r8_7_1g_a_charge_that_nobody_can_answer() {
    let charged = |attackers: &str, defenders: &str, charging: &str| {
        let s = open(attackers, defenders);
        let mut c = combat(&s);
        c.charging = units(charging);
        let first = c.units[DEFENDER].first().unwrap();
        engine().cohesion_modifiers(&s.p, &c, DEFENDER, first).iter().any(|m| m.2 == "8.7.1g")
    };
    assert!(charged("r-cv-let r-1-let", "w-2-2k", "r-cv-let"));
    // Not charging, or one step only.
    assert!(!charged("r-cv-let r-1-let", "w-2-2k", ""));
    assert!(!charged("r-cv-pavl r-1-let", "w-2-2k", "r-cv-pavl"));
    // Cavalry that could answer is enough, whether it does or not; cavalry that may not is none.
    assert!(!charged("r-cv-let r-1-let", "w-2-2k w-cv-2k", "r-cv-let"));
    assert!(charged("r-cv-let r-1-let", "w-2-2k w-cv-83s", "r-cv-let"));
}

#[test]
fn r8_7_1h_integrated_artillery_counts_for_both_sides() {
    let s = before(WHITE).put("w-1-2k", "2118").put("r-1-let", "2117");
    let s = prepared(s, "2117", "w-1-2k");
    assert_eq!(reasons(&s, &combat(&s), "r-1-let"), vec![("8.7.1h", 1), ("8.7.1i", 1)]);
    assert_eq!(reasons(&s, &combat(&s), "w-1-2k"), vec![]);
    let s = open("r-1-let", "w-1-2k");
    assert_eq!(reasons(&s, &combat(&s), "r-1-let"), vec![("8.7.1h", 1), ("8.7.1n", 1)]);
    assert_eq!(reasons(&s, &combat(&s), "w-1-2k"), vec![("8.7.1n", -1)]);
}

#[test]
fn r8_7_1i_elite_infantry_in_the_attack() {
    // White attacks a hex that White holds in no game; Red has no elite, so it is lent one.
    let s = before(RED).put("r-1-let", "2116").put("w-off-2k w-2-2k", "2117");
    let s = prepared(s, "2117", "r-1-let w-1-1k").with(|p| {
        p.units.give_to(unit("w-1-1k"), RED);
        p.place(unit("w-1-1k"), hex("2116"));
    });
    let c = combat(&s);
    let elite = |id: &str| reasons(&s, &c, id).contains(&("8.7.1i", 1));
    assert!(elite("w-2-2k") && !elite("w-off-2k"));
    // TQ 6 cavalry is no infantry.
    let s = open("r-1-let", "w-2-2k w-cv-2k").with(|p| {
        p.units.give_to(unit("w-1-1k"), RED);
        p.place(unit("w-1-1k"), hex("2116"));
        p.attacks[0].attackers.insert(unit("w-1-1k"));
    });
    assert!(reasons(&s, &combat(&s), "w-cv-2k").contains(&("8.7.1i", 1)));
}

#[test]
fn r8_7_1j_ground_helps_the_defender_and_rivers_add_to_it() {
    let at = |target: &str, from: &[&str]| {
        let mut s = before(RED).put("w-2-2k", target);
        for (id, hex) in ["r-1-let", "r-2-let"].iter().zip(from) {
            s = s.put(id, hex);
        }
        let s = prepared(s, target, if from.len() > 1 { "r-1-let r-2-let" } else { "r-1-let" });
        let c = combat(&s);
        engine()
            .cohesion_modifiers(&s.p, &c, DEFENDER, unit("w-2-2k"))
            .iter()
            .find(|m| m.2 == "8.7.1j")
            .map(|m| m.1)
    };
    assert_eq!(at("2117", &["2116"]), None);
    assert_eq!(at("1102", &["1103"]), Some(-1));
    assert_eq!(at("1317", &["1217"]), Some(-1));
    assert_eq!(at("1712", &["1812"]), Some(-1));
    assert_eq!(at("1712", &["1711"]), None);
    // Every attacking combat unit must cross one.
    assert_eq!(at("1712", &["1812", "1711"]), None);
    // 2110, a town: across the river it is worth two.
    assert_eq!(at("2110", &["2210"]), Some(-2));
    // The attacker has nothing of it.
    let s = before(RED).put("w-2-2k", "1102").put("r-1-let", "1103");
    let s = prepared(s, "1102", "r-1-let");
    assert_eq!(reasons(&s, &combat(&s), "r-1-let"), vec![]);
}

#[test]
fn r8_7_1j_the_parts_of_orel_differ() {
    let s = before(RED).put("w-2-2k", "2705").put("r-1-let", "2805");
    let s = prepared(s, "2705", "r-1-let");
    assert_eq!(reasons(&s, &combat(&s), "w-2-2k"), vec![("8.7.1j", -1)]);
    let s = s.with(|p| p.centre = true);
    assert_eq!(reasons(&s, &combat(&s), "w-2-2k"), vec![("8.7.1j", -2)]);
}

#[test]
fn r8_7_1k_trenches_help_those_in_them_alone() {
    rules!("orel 9.2.2c");
    let s =
        open("r-1-let r-2-let", "w-2-2k w-3-2k").dug("w-2-2k", Dug::Entrenched).dug("w-3-2k", Dug::Building);
    assert_eq!(reasons(&s, &combat(&s), "w-2-2k"), vec![("8.7.1k", -2)]);
    assert_eq!(reasons(&s, &combat(&s), "w-3-2k"), vec![]);
    // In place of terrain, river included, if it is better (RU-31).
    let s = before(RED).put("w-2-2k", "2110").put("r-1-let", "2210");
    let s = prepared(s, "2110", "r-1-let").dug("w-2-2k", Dug::Entrenched);
    assert_eq!(reasons(&s, &combat(&s), "w-2-2k"), vec![("8.7.1j", -2)]);
    // A working tank that attacks makes nothing of them.
    let s = before(WHITE).put("w-2-2k w-tank", "2118").put("r-1-est", "2117").dug("r-1-est", Dug::Entrenched);
    let s = prepared(s, "2117", "w-2-2k w-tank");
    assert_eq!(reasons(&s, &combat(&s), "r-1-est"), vec![("8.7.1d", 1)]);
    let s = s.with(|p| p.broken = units("w-tank"));
    assert_eq!(reasons(&s, &combat(&s), "r-1-est"), vec![("8.7.1k", -2)]);
}

#[test]
fn r8_7_1m_two_to_one() {
    rules!("orel 8.7.1l", "orel 1.2b");
    let both = |attackers: &str, defenders: &str| {
        let s = open(attackers, defenders);
        let c = combat(&s);
        let first = |who: usize| c.units[who].first().unwrap();
        [ATTACKER, DEFENDER].map(|who| engine().cohesion_add(&s.p, &c, who, first(who)))
    };
    // 10 to 5; 9 to 5 is not enough; 13 to 5 = 2.6 counts as 2.
    assert_eq!(both("r-1-let r-2-let", "w-2-2k"), [-1, 1]);
    assert_eq!(both("r-1-let r-1-7d", "w-2-2k"), [0, 0]);
    assert_eq!(both("r-1-let r-2-let r-1-9d", "w-2-2k"), [-1, 1]);
}

#[test]
fn r8_7_1n_below_one_to_one() {
    let s = open("r-1-7d", "w-2-2k");
    let c = combat(&s);
    assert_eq!(reasons(&s, &c, "r-1-7d"), vec![("8.7.1n", 1)]);
    assert_eq!(reasons(&s, &c, "w-2-2k"), vec![("8.7.1n", -1)]);
    let s = open("r-1-let", "w-2-2k");
    assert_eq!(reasons(&s, &combat(&s), "w-2-2k"), vec![]);
}

#[test]
fn r8_7_1i_w27_a_town_a_quality_and_twice_the_strength() {
    // W27: 12 to 6, TQ 6 with integrated artillery against TQ 3 in a town.
    let s = before(WHITE).put("w-1-1k w-1-2k", "1103").put("r-1-7d r-2-7d", "1102");
    let s = s.steps("r-1-7d", 3).steps("r-2-7d", 3);
    let mut s = prepared(s, "1102", "w-1-1k w-1-2k").begin(&[2, 4]);
    tells(&s, "ratio 12 to 6 = 2.00");
    let line = "4 + 1 (enemy integrated artillery) + 1 (elite infantry attacks) − 1 (terrain) + 1 (attacker stronger) = 6 \
                against TQ 3, failed by 3: retreats";
    tells(&s, &format!("Cohesion of 1/7D: {line}"));
    tells(&s, &format!("Cohesion of 2/7D: {line}"));
    tells(&s, "Cohesion of 1/1K: 2 − 1 (attacker stronger) = 1 against TQ 6: passed");
    assert_eq!((s.side(), s.p.combat.gone), (Some(RED), units("r-1-7d r-2-7d")));
    let to = s.offers().first().cloned().unwrap();
    s.say(&to, &[]);
    assert!(s.offered("advance w-1-1k"));
}

#[test]
fn r8_7_2c_repulsed_attackers_stay_but_do_not_assault() {
    let s = open("r-1-let r-1-7d", "w-res-1d w-2-2k").steps("r-1-7d", 3).begin_standing(&[5, 1]);
    // 8 to 8: TQ 3 and a 5.
    tells(&s, "Cohesion of 1/7D: 5 against TQ 3, failed by 2: Repulsed");
    assert_eq!(s.p.combat.repulsed, units("r-1-7d"));
    assert_eq!((s.p.combat.units[ATTACKER], s.hex_of("r-1-7d").as_str()), (units("r-1-let"), "2116"));
    assert_eq!(s.asked().0, "8.8a");
}

#[test]
fn r8_7_2d_defenders_leave_before_attackers_and_guns_follow() {
    rules!("orel 8.7.2h", "orel 8.7.2e");
    let s = open("r-1-7d r-2-7d", "w-res-1d w-art-1k w-cv2-1d");
    let s = s.steps("r-1-7d", 3).steps("r-2-7d", 3).begin(&[6, 6]);
    // 6 to 3: both sides roll 6 at TQ 3.
    tells(&s, "Cohesion of 1/7D: 6 − 1 (attacker stronger) = 5 against TQ 3, failed by 2: Repulsed");
    tells(&s, "Cohesion of Res/1D: 6 + 1 (attacker stronger) = 7 against TQ 3, failed by 4: routs");
    assert_eq!(s.p.combat.routed.meet(&units("w-res-1d w-art-1k")), units("w-res-1d w-art-1k"));
    assert_eq!(s.side(), Some(WHITE));
    let mut s = s;
    while matches!(s.p.play.steps.top(), Step::Flight(_)) {
        let to = s.offers().first().cloned().unwrap();
        s.say(&to, &[]);
    }
    assert_eq!((s.p.mode(unit("w-res-1d")), s.p.mode(unit("w-art-1k"))), (Mode::Routed, Mode::Routed));
    // The Depot stays; nobody is left to assault, and the repulsed do not advance.
    assert_eq!(s.hex_of("w-cv2-1d"), "2117");
    assert_eq!(s.p.combat, Combat::NONE);
}

#[test]
fn r8_7_2d_attackers_retreat_after_the_defenders() {
    let s = open("r-rec1 r-rec2", "w-res-1d").begin(&[6, 6]);
    // 4 to 3: recruits of TQ 2 fail by 4, the battalion by 3.
    tells(&s, "Cohesion of Red recruit battalion 1: 6 against TQ 2, failed by 4: routs");
    tells(&s, "Cohesion of Res/1D: 6 against TQ 3, failed by 3: retreats");
    assert_eq!(s.side(), Some(WHITE));
    let mut s = s;
    let mut sides = Vec::new();
    while matches!(s.p.play.steps.top(), Step::Flight(_)) {
        sides.push(s.side().unwrap());
        let to = s.offers().first().cloned().unwrap();
        s.say(&to, &[]);
    }
    assert!(sides.is_sorted() && sides.contains(&RED), "{sides:?}");
    assert_eq!(s.p.mode(unit("r-rec1")), Mode::Routed);
}

#[test]
fn r6_2a_an_inspired_unit_passes_whatever_the_die_says() {
    let s = open("r-rec1", "w-2-2k");
    let mut c = combat(&s);
    c.inspired = units("r-rec1");
    assert_eq!(fate(&s, &c, "r-rec1", 6), Fate::Passed);
}

trait Standing {
    fn begin_standing(self, dice: &[u8]) -> Scene;
}

impl Standing for Scene {
    /// The defender does not go, nobody charges.
    fn begin_standing(self, dice: &[u8]) -> Scene {
        let mut s = self.begin(&[]);
        s.say("stand", dice);
        s
    }
}
