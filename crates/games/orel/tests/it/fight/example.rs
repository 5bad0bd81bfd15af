//! The worked combat of the rulebook up to its Cohesion checks (W22).

use super::*;

#[test]
fn ex_the_worked_combat_as_printed() {
    rules!("orel EX-a", "orel EX-b", "orel EX-c", "orel 8.7.1a", "orel 8.1f", "orel 8.1g", "orel 8.1h");
    // Two hexes, two regiments, cavalry and guns against X, Y and Z.
    let s = before(RED).put("r-1-let", "2116").put("r-2-let r-cv-let", "2216").put("r-art-let", "2115");
    let s = s.put("w-off-2k w-2-2k w-cv-2k", "2117").put("r-cv3-let", "2114");
    let s = attack(s, "2117", true, ["r-1-let r-2-let r-cv-let", "r-art-let", ""]);
    // The Prepared Attack has its 2 points, which stay spent; the defenders are in range of a Depot.
    let s = supplied(s, 1, "r-cv3-let", 1).with(|p| p.fire.in_range = units("w-off-2k w-2-2k w-cv-2k"));
    let mut s = s.begin(&[]);
    tells(
        &s,
        "Prepared Attack on 2117 Muravl by 1/Let, 2/Let, Cv/Let, supported by Art/Let, against off/2K, 2/2K, Cv/2K",
    );
    assert_eq!((s.side(), s.offers()), (Some(WHITE), vec!["retreat".to_string(), "stand".to_string()]));
    s.say("stand", &[4]);
    tells(&s, "support of Art/Let: 4 against TQ 5: full fire");
    assert_eq!(s.side(), Some(RED));
    s.say("charge r-cv-let", &[]);
    assert_eq!(s.side(), Some(WHITE));
    s.say("charge w-cv-2k", &[4, 6]);
    tells(&s, "strength of the attacker: 14 + 3 fire = 17");
    tells(&s, "strength of the defender: 13");
    tells(&s, "ratio 17 to 13 = 1.30");
    for id in ["1/Let", "2/Let", "Cv/Let"] {
        let line = "4 + 1 (enemy integrated artillery) = 5 against TQ 5: passed";
        tells(&s, &format!("Cohesion of {id}: {line}"));
    }
    tells(&s, "Cohesion of off/2K: 6 against TQ 6: passed");
    tells(&s, "Cohesion of Cv/2K: 6 against TQ 6: passed");
    tells(&s, "Cohesion of 2/2K: 6 against TQ 5, failed by 1: Disorganised");
    let c = s.p.combat;
    assert_eq!((c.disorganised, c.repulsed, c.gone), (units("w-2-2k"), Pieces::EMPTY, Pieces::EMPTY));
    assert_eq!(c.units[DEFENDER], units("w-off-2k w-2-2k w-cv-2k"));
    assert_eq!((strengths(&s, &c), assaults(&s, &c)), ([17, 13], [17, 11]));
    assert_eq!(s.p.points[usize::from(unit("r-cv3-let"))], 1);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.8a"));
}
