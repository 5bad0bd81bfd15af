//! The designer's later combat rules (NCR-a to NCR-j).

use super::*;

fn open(attackers: &str, defenders: &str) -> Scene {
    let s = before(RED).put(attackers, "2116").put(defenders, "2117");
    prepared(s, "2117", attackers).with(|p| p.rules.new_cohesion = true)
}

#[test]
fn ncr_one_coordination_roll_for_a_side() {
    rules!("orel NCR-a");
    let s = before(RED).put("r-1-let", "2116").put("r-art-let r-art-pavl", "2115");
    let s = s.put("w-res-1d", "2117").put("w-art-1k w-artl2-1d", "2118");
    let s = attack(s, "2117", true, ["r-1-let", "r-art-let r-art-pavl", "w-art-1k w-artl2-1d"]);
    // Three steps of TQ 5 and two of 4: predominant 5.
    let s = s.with(|p| p.rules.new_coordination = true).begin(&[5, 6, 1, 1]);
    tells(&s, "support of Art/Let, Art/Pavl: 5 against TQ 5: full fire");
    tells(&s, "support of ArtL2/1D, Art/1K: 6 against TQ 5: half fire");
    // 3 + 5 halved together.
    tells(&s, "strength of the defender: 3 + 4 of 8 fire not coordinated = 7");
}

#[test]
fn ncr_modifiers_serve_the_whole_side() {
    rules!("orel NCR-b", "orel NCR-c", "orel NCR-d");
    let s = before(WHITE).put("w-2-2k w-tank", "2118").put("w-3-2k", "2217").put("r-1-est r-2-est", "2117");
    let s = prepared(s, "2117", "w-2-2k w-3-2k w-tank").with(|p| p.rules.new_cohesion = true);
    let c = combat(&s);
    // 12 to 10: the stronger side has 1 less, and the tank serves both stacks.
    for id in ["w-2-2k", "w-3-2k"] {
        assert_eq!(reasons(&s, &c, id), vec![("NCR-d", -1), ("NCR-c", -1)]);
    }
    assert_eq!(reasons(&s, &c, "r-1-est"), vec![("NCR-d", 1), ("NCR-c", 1)]);
    // Integrated artillery of the other side.
    let s = open("r-1-let r-2-let", "w-1-2k");
    assert_eq!(reasons(&s, &combat(&s), "r-1-let"), vec![("NCR-d", 1), ("NCR-c", -1)]);
    // Equal strengths: nothing for either (D10).
    let s = open("r-1-let", "w-2-2k");
    assert_eq!((reasons(&s, &combat(&s), "r-1-let"), reasons(&s, &combat(&s), "w-2-2k")), (vec![], vec![]));
}

#[test]
fn ncr_charges() {
    rules!("orel NCR-e", "orel NCR-f");
    let s = open("r-1-tchkz r-2-tchkz", "w-2-2k w-off-2k");
    let mut c = combat(&s);
    c.charging = units("r-1-tchkz");
    // The cavalry is alone: 2 more, also for those who are dismounted.
    assert!(reasons(&s, &c, "r-2-tchkz").contains(&("NCR-e", 2)));
    assert!(reasons(&s, &c, "w-2-2k").contains(&("NCR-f", 1)));
    // One step is enough, and only a charge answers it.
    let s = open("r-cv-pavl r-1-let", "w-2-2k w-cv-2k");
    let mut c = combat(&s);
    c.charging = units("r-cv-pavl");
    assert!(reasons(&s, &c, "w-2-2k").contains(&("NCR-f", 1)));
    c.charging = units("r-cv-pavl w-cv-2k");
    assert!(!reasons(&s, &c, "w-2-2k").iter().any(|r| r.0 == "NCR-f"));
}

#[test]
fn ncr_elite_infantry() {
    rules!("orel NCR-g");
    let with = |defenders: &str| {
        let s = open("r-1-let", defenders).with(|p| {
            p.units.give_to(unit("w-1-1k"), RED);
            p.place(unit("w-1-1k"), hex("2116"));
            p.attacks[0].attackers.insert(unit("w-1-1k"));
        });
        reasons(&s, &combat(&s), "w-2-2k").contains(&("NCR-g", 1))
    };
    assert!(with("w-2-2k"));
    // One elite unit saves all.
    assert!(!with("w-2-2k w-off-2k"));
}

#[test]
fn ncr_terrain_or_trenches() {
    rules!("orel NCR-h");
    let s = open("r-1-let", "w-2-2k w-3-2k").dug("w-2-2k", Dug::Entrenched);
    assert_eq!(reasons(&s, &combat(&s), "w-2-2k"), vec![("NCR-c", -1)]);
    let s = s.dug("w-3-2k", Dug::Entrenched);
    assert_eq!(reasons(&s, &combat(&s), "w-2-2k"), vec![("NCR-h", -2), ("NCR-c", -1)]);
    let s = before(RED).put("w-2-2k", "1102").put("r-1-let", "1103");
    let s = prepared(s, "1102", "r-1-let").with(|p| p.rules.new_cohesion = true);
    assert_eq!(reasons(&s, &combat(&s), "w-2-2k"), vec![("NCR-h", -1)]);
}

#[test]
fn ncr_one_result_for_the_side() {
    rules!("orel NCR-i", "orel NCR-j");
    let one = |defenders: &str| open("r-1-let", defenders).with(|p| p.rules.one_result = true);
    // Four steps of TQ 6 keep the recruits of TQ 3 in line: 6 − 1 = 5 (1.2j), 7 to 5 in strength.
    let s = one("w-1-1d w-rec1");
    let c = combat(&s);
    assert_eq!((fate(&s, &c, "w-rec1", 6), fate(&s, &c, "w-1-1d", 6)), (Fate::Passed, Fate::Passed));
    // With most steps of TQ 3 the good one goes with the rest: 3 + 1 = 4 (1.2k).
    let s = one("w-cv-2k w-rec1 w-res-1d").mode("w-rec1 w-res-1d", Mode::March);
    let c = combat(&s);
    assert_eq!((fate(&s, &c, "w-rec1", 6), fate(&s, &c, "w-cv-2k", 6)), (Fate::Retreat, Fate::Retreat));
    // Without the other new rules the modifier of most steps serves all.
    let s = one("w-1-1d w-rec1").with(|p| p.rules.new_cohesion = false).dug("w-rec1", Dug::Entrenched);
    let c = combat(&s);
    assert_eq!(reasons(&s, &c, "w-rec1"), reasons(&s, &c, "w-1-1d"));
    assert_eq!(reasons(&s, &c, "w-rec1"), vec![("8.7.1n", -1)]);
}

#[test]
fn ncr_one_result_has_the_modifier_of_most_steps() {
    rules!("orel NCR-i");
    // Two regiments with a car, one without: by the printed modifiers the many decide for all.
    let s = before(RED).put("r-1-let r-2-let r-ac-let", "2116").put("r-3-let", "2016").put("w-2-2k", "2117");
    let mut s = prepared(s, "2117", "r-1-let r-2-let r-3-let r-ac-let");
    let add = |s: &Scene, id: &str| engine().cohesion_add(&s.p, &combat(s), ATTACKER, unit(id));
    assert_eq!((add(&s, "r-1-let"), add(&s, "r-3-let")), (-2, -1));
    s.p.rules.one_result = true;
    assert_eq!((add(&s, "r-1-let"), add(&s, "r-3-let")), (-2, -2));
}
