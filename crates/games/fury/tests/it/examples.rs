//! The rulebook's worked examples with their dice.

use crate::common::*;

const E1: &str = "
    de-ii 1004 army=hq-de-viii
    ru-iii 1104
    ru-iv 1104
    ru-ii 1005
    hq-ru-i 1105
    de-xx 0805
    de-xvii 0805
    hq-de-viii 0805
";

#[test]
fn e1_assault_on_koenigsberg() {
    rules!(
        "fury 10.2.2e",
        "fury 10.4c",
        "fury 10.4e",
        "fury 10.2.6d",
        "fury 10.4g",
        "fury 10.4h",
        "fury 10.4j"
    );
    let mut t = Table::at("turn = 'S1'\nphase = 'attacks'\nactivation = 1", E1);
    t.say("attack 1004 from 1104 with RU III + RU IV", &[]).say("end declarations", &[]);
    // 13 against 8 is 3/2: +1; HQ +1, support of II +1, major fortress −2; no cavalry roll: only one die.
    t.say("fight for 1004", &[5]);
    assert_eq!(t.modifier("ratio"), Some(1));
    assert_eq!(t.modifier("headquarters"), Some(1));
    assert_eq!(t.modifier("supporting hexes"), Some(1));
    assert_eq!(t.modifier("fortress"), Some(-2));
    assert_eq!(t.total(), 6);
    assert!(t.told().contains("no losses, defender retreats"));
    assert_eq!(t.decider(), CP);
    t.say("refuse", &[]);
    assert!(!t.counter("de-ii").reduced, "refusing in a fortress costs nothing");
    t.say("force", &[]);
    t.say("loss to RU III", &[]);
    assert_eq!(t.counter("ru-iii").values[0], 4);
    assert_eq!(t.offers(), ["retreat", "siege"]);
    let mut retreat = t.clone();
    // Both hexes of the way 0904–0905 touch the Russians in 1005: two cohesion rolls.
    retreat.say("retreat", &[]).say("to 0904", &[3]).say("to 0905", &[6]);
    assert!(retreat.badge("de-ii", "disorganised"));
    t.say("siege", &[]);
    assert_eq!(t.starting("advance ").len(), 3);
    t.say("advance RU III + RU IV", &[]);
    assert_eq!((t.place("ru-iii"), t.place("ru-iv")), ("1004".into(), "1004".into()));
    assert!(t.badge("de-ii", "besieged") && t.badge("ru-iii", "besieging") && t.badge("ru-iv", "besieging"));
}

#[test]
fn e2_relief_of_koenigsberg() {
    rules!("fury 10.5f", "fury 10.5g", "fury 10.5r");
    let pieces = "
        de-ii 1004 army=hq-de-viii
        ru-iii 1004 reduced besieging
        ru-iv 1004 besieging
        ru-ii 1005
        hq-ru-i 1105
        de-xx 0805
        de-xvii 0805
        hq-de-viii 0805";
    let mut t = Table::at("turn = 'S1'\nphase = 'moves'\nside = 'cp'", pieces);
    t.say("move DE XX to 0904", &[]).say("move DE XVII to 0904", &[]).say("end movement", &[]);
    t.say("attack 1004 from 0904 with DE XVII + DE XX", &[]).say("end declarations", &[]);
    // 14 against the besiegers' 10 is 1/1, no fortress modifier, HQ +2, then a cavalry roll.
    t.say("fight for 1004", &[6, 4]);
    assert_eq!(
        (t.modifier("ratio"), t.modifier("fortress"), t.modifier("headquarters")),
        (Some(0), None, Some(2))
    );
    assert_eq!(t.total(), 6);
    t.say("retreat", &[]);
    t.say("to 1103", &[]).say("to 1203", &[]);
    t.say("stay", &[]);
    assert!(t.sees(0).marks.iter().all(|m| m.what != "siege"), "the siege is lifted");
    assert!(!t.badge("de-ii", "besieged"));
}

#[test]
fn e4_assault_on_loetzen() {
    rules!("fury 10.3.2m", "fury 10.3.2n", "fury 10.3.1v", "fury 2.1g", "fury 10.4i");
    let pieces = "
        de-xx 1206
        hq-de-viii 0906
        ru-iv 1305
        ru-r1 1305 reduced
        ru-ii 1207
        ru-iii 1205
        hq-ru-i 1405";
    let mut t = Table::at("turn = 'S1'\nphase = 'attacks'\nactivation = 1", pieces);
    t.say("attack 1206 from 1305 with RU IV + RU R1", &[]).say("end declarations", &[]);
    t.say("fight for 1206", &[5]);
    assert_eq!((t.modifier("ratio"), t.modifier("headquarters")), (Some(0), Some(1)));
    assert_eq!((t.modifier("supporting hexes"), t.modifier("fortress")), (Some(2), Some(-1)));
    assert_eq!(t.total(), 7);
    // The attacker's loss must go to the full IV, the defender's to XX: no choice in either.
    assert!(t.counter("ru-iv").reduced && t.counter("de-xx").reduced);
    t.say("refuse", &[]).say("force", &[]);
    t.say("loss to RU R1", &[]);
    assert_eq!(t.place("ru-r1"), "eliminated");
    t.say("retreat", &[]);
    t.say("to 1106", &[2]);
    assert_eq!(t.place("de-xx"), "eliminated");
    assert_eq!(t.place("cadre-1"), "1106");
    t.say("to 1007", &[]);
    assert!(t.badge("cadre-1", "disorganised"));
    // IV must advance and takes the fortress.
    assert_eq!(t.place("ru-iv"), "1206");
    assert!(t.sees(0).marks.iter().any(|m| m.what == "taken" && m.place == "1206" && m.side == "ru"));
}

const E8: &str = "
    ah-ra 1118 army=hq-ah-iii
    ah-i 0713
    ah-v 1017
    ah-xvii 1116
    ah-ix 0915
    ru-xiv 1017 besieging
    ru-gr 1016
    ru-xxv 1014
    ru-xi 1217
    ru-r3 1316
    hq-ru-iii 1316
    fort 1217
";

#[test]
fn e8_front_adjustment_russia_first() {
    rules!("fury 11.2o", "fury 11.2p", "fury 11.2i", "fury 11.2j", "fury 11.2k");
    let t = Table::at("turn = 'S2'\nphase = 'adjustment'\nside = 'ru'", E8);
    assert_eq!(t.starting("withdraw 1016 "), ["to 1015", "to 1115"]);
    // XIV first: by 1016, where the Grenadiers stand, then a second hex.
    assert_eq!(t.starting("withdraw 1017 "), ["to 1015 by 1016", "to 1115 by 1016"]);
    let mut first = t.clone();
    first.say("withdraw 1016 to 1015", &[4]);
    assert_eq!(first.starting("withdraw 1017 "), ["to 1016", "to 1117"]);
    first.say("withdraw 1017 to 1016", &[4]);
    assert!(!first.badge("ah-v", "besieged"), "the siege is given up");
    // V and XVII have a line again: only IX is left to the Austrian.
    assert_eq!((first.decider(), first.asked().0), (CP, "11.2h"));
    assert!(first.starting("withdraw 1116").is_empty() && !first.starting("withdraw 0915").is_empty());
    let mut second = t.clone();
    second.say("withdraw 1017 to 1115 by 1016", &[3]);
    assert_eq!(second.place("ru-gr"), "1016");
    assert!(!second.badge("ru-gr", "disorganised"));
}

#[test]
fn e8_front_adjustment_austria_first() {
    rules!("fury 11.2s");
    let mut t = Table::at("turn = 'S2'\nphase = 'adjustment'\nside = 'cp'\ninitiative = 'cp'", E8);
    assert_eq!(t.starting("withdraw 1116 "), ["to 1117"]);
    assert!(t.starting("withdraw 0915 ").contains(&"to 0815".to_string()));
    t.say("withdraw 0915 to 0815", &[]);
    // The siege stands and is tested after this: 6 against 8 is 2/3.
    t.say("withdraw 1116 to 1117", &[5, 6]);
    assert_eq!((t.place("ru-gr"), t.place("ru-xiv")), ("1016".into(), "1017".into()));
    assert!(t.badge("ah-v", "besieged"));
}

#[test]
fn e9_replacements() {
    rules!("fury 11.3d", "fury 11.3p", "fury 11.3r", "fury 11.3q");
    let pieces = "
        eliminated ru-r3
        eliminated ru-ix
        ru-gr 1112 reduced
        ru-r1 1505 reduced";
    let mut t = Table::at("turn = 'S1'\nphase = 'replacements'\nside = 'ru'", pieces);
    assert_eq!(t.track("Russian replacement points"), "8");
    assert!(!t.offered("restore RU Gr"), "the army lacks two: reforming comes first");
    let mut a = t.clone();
    a.say("reform RU R3 full", &[]).say("reform RU IX full", &[]);
    assert_eq!(a.track("Russian replacement points"), "1");
    t.say("reform RU IX full", &[]).say("restore RU Gr", &[]).say("restore RU R1", &[]);
    assert_eq!(t.track("Russian replacement points"), "-");
    assert!(!t.counter("ru-gr").reduced);
}

#[test]
fn e10_ratio_edges() {
    rules!(
        "fury 10.2.1c",
        "fury 10.2.1d",
        "fury 10.2.1e",
        "fury 10.2.1f",
        "fury 10.2.1g",
        "fury 10.2.1h",
        "fury 10.2.1i",
        "fury 10.2.1j",
        "fury 10.2.1k"
    );
    // Who attacks, who defends, and the modifier; none where it may not be declared.
    let cases = [
        ("ru-xxi", "ah-iii reduced", Some(0)),         // 7 : 5
        ("ru-gr", "ah-iii reduced", Some(1)),          // 8 : 5
        ("ru-gr reduced", "ah-iii", Some(-2)),         // 5 : 8
        ("ru-r3 reduced", "ah-ls1", Some(-1)),         // 2 : 3
        ("ru-ix reduced", "ah-xi", Some(-2)),          // 3 : 6
        ("ru-ix reduced", "ah-i", None),               // 3 : 7
        ("ru-ix", "ah-ls1 reduced", Some(3)),          // 6 : 2
        ("ru-ix ru-x", "ah-ls1", Some(3)),             // 12 : 3
        ("ru-gr ru-iii-c", "ah-i ah-ls1", Some(1)),    // 15 : 10
        ("ru-xxi ru-ix", "ah-i ah-ls1", Some(0)),      // 13 : 10
        ("ru-xxi ru-ix", "ah-iii", Some(1)),           // 13 : 8
        ("ru-ix ru-r3", "ah-iii", Some(0)),            // 10 : 8
        ("ru-gr", "ah-i reduced", Some(2)),            // 8 : 4
        ("ru-ix reduced", "ah-iii reduced", Some(-2)), // 3 : 5
    ];
    let rows = |who: &str, hex: &str| {
        let mut out: Vec<String> = Vec::new();
        for word in who.split(' ') {
            match (word, out.last_mut()) {
                ("reduced", Some(last)) => last.push_str(" reduced"),
                _ => out.push(format!("{word} {hex}")),
            }
        }
        out.join("\n")
    };
    for (attackers, defenders, want) in cases {
        let hq = if attackers.contains("ru-gr") { "hq-ru-iv" } else { "hq-ru-iii" };
        let pieces = format!("{}\n{}\n{hq} 0612 inactive", rows(attackers, "0611"), rows(defenders, "0610"));
        let mut t = Table::at("turn = 'S1'\nphase = 'attacks'\nfront = 'south'\nactivation = 1", &pieces);
        let units: Vec<&str> = attackers.split(' ').filter(|w| *w != "reduced").collect();
        match want {
            None => assert_eq!(t.forbids_attack("0611", "0610", &units), "10.2.1j"),
            Some(_) => {
                let longest = t.starting("attack ").into_iter().max_by_key(String::len).unwrap();
                t.say(&format!("attack {longest}"), &[]).say("end declarations", &[]);
                t.say("fight for 0610", &[6, 3]);
                assert_eq!(t.modifier("ratio"), want, "{attackers} against {defenders}");
            }
        }
    }
}
