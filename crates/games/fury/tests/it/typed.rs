//! Typed actions: read whole or not at all, and refused each with its own rule.

use crate::common::*;

/// The assault on Königsberg.
fn koenigsberg() -> Table {
    let head = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
    let pieces = "
        de-ii 1004 army=hq-de-viii
        de-xx 0805
        de-xvii 0805
        hq-de-viii 0805
        ru-iii 1104
        ru-iv 1104
        ru-ii 1005
        hq-ru-i 1105";
    Table::at(head, pieces)
}

fn legal(words: &str) -> Typed {
    Typed::Legal(words.into())
}

#[test]
fn r10_1e_attackers_may_be_named_in_any_order() {
    rules!("fury 10.2.1a", "fury 10.2.1j");
    let t = koenigsberg();
    let words = "attack 1004 from 1104 with RU III + RU IV";
    for typed in
        [words, "attack 1004 from 1104 with RU IV + RU III", "attack 1004 from 1104 with ru-iv + ru-iii"]
    {
        assert_eq!(t.typed(typed), legal(words), "{typed}");
    }
    // As a value too, and it is the same attack then.
    assert!(t.may_attack("1104", "1004", &["ru-iv", "ru-iii"]));
    let mut q = [t.p, t.p];
    for (p, units) in q.iter_mut().zip([["ru-iii", "ru-iv"], ["ru-iv", "ru-iii"]]) {
        let action = attack("1104", "1004", &units);
        use sandtable_core::Game;
        game().apply(p, RU, &action, &mut sandtable_core::dice::Given::new(vec![]), &mut Vec::new());
    }
    assert_eq!(q[0], q[1]);
    // One unit twice is not two.
    assert_eq!(t.forbids_attack("1104", "1004", &["ru-iii", "ru-iii"]), "10.2.1a");
}

#[test]
fn r10_1e_words_too_many_or_wrong_are_not_read() {
    let t = koenigsberg();
    for words in [
        "attack 1004 from 1104 with RU III + RU IV + RU II",
        "attack 1004 from 1104 with RU III + RU IV now",
        "attack 1004 from 1104 with RU III +",
        "attack 1004 from 1104 with RU III + RU CXI",
        "attack 1004 from 1104 with",
        "attack 1004 from 1104",
        "attack 1004 1104 with RU III",
        "end declarations now",
        "end",
        "retreat at once",
        "",
    ] {
        assert_eq!(t.typed(words), Typed::Unread, "{words}");
    }
    let t = Table::at("turn = 'S1'\nphase = 'replacements'", "eliminated ru-ix");
    for words in ["reform RU IX ful", "reform RU IX", "reform RU IX full full", "reform RU IX reduced now"] {
        assert_eq!(t.typed(words), Typed::Unread, "{words}");
    }
    assert_eq!(t.typed("reform ru ix  FULL".to_lowercase().as_str()), legal("reform RU IX full"));
}

/// Every kind of action typed at a moment to which it does not belong: it cites its own rule.
#[test]
fn r8a_actions_out_of_their_turn_cite_their_own_rule() {
    rules!("fury 10.3.1o", "fury 10.3.2l", "fury 11.4c", "fury 12e", "fury 11.5c");
    let head = "turn = 'S1'\nphase = 'moves'\nactivation = 1";
    let t = Table::at(head, "ru-iii 1405\nhq-ru-i 1505 inactive\nde-xvii 1304\nru-cadre 1504 army=hq-ru-i");
    for (words, rule) in [
        ("advance RU III", "10.3.1o"),
        ("advance RU III + RU Cadre 1 with HQ", "10.3.1o"),
        ("post RU I to RU IX Army", "12e"),
        ("bring RU IX for RU III Army", "11.4c"),
        ("bring RU HQ IX for the South front", "11.4c"),
        ("replace RU Cadre 1 with RU Gr", "11.4g"),
        ("replace Cadre 1 with RU Gr", "11.4g"),
        ("RU III goes on", "10.3.2l"),
        ("enter at 1605", "11.4c"),
        ("attack 1304 from 1405 with RU III", "8a"),
        ("end declarations", "10a"),
        ("fight for 1304", "10b"),
        ("loss to RU III", "10.3.1j"),
        ("retreat", "10.3.1c"),
        ("refuse", "10.3.1e"),
        ("force", "10.3.1f"),
        ("accept", "10.3.1f"),
        ("siege", "10.5a"),
        ("surrender", "10.4i"),
        ("stay", "10.3.1o"),
        ("to 1504", "10.3.2d"),
        ("withdraw 1405 to 1504", "11.2h"),
        ("give up 1405", "11.2l"),
        ("reform RU IX full", "11.3a"),
        ("restore RU III", "11.3a"),
        ("done", "11a"),
        ("activate RU HQ I", "11.5c"),
        ("front north", "7d"),
        ("set up RU III in 1405", "6a"),
    ] {
        assert_eq!(t.refused(words), rule, "{words}");
    }
    let t = koenigsberg();
    assert_eq!((t.refused("move RU III to 1105"), t.refused("end movement")), ("8a".into(), "8a".into()));
}

#[test]
fn r10_3_1o_advances_cite_what_forbids_them() {
    rules!("fury 9.2a", "fury 10.5b");
    let mut t = koenigsberg();
    t.say("attack 1004 from 1104 with RU III + RU IV", &[]).say("end declarations", &[]);
    t.say("fight for 1004", &[5]).say("siege", &[]);
    assert_eq!(t.refused("stay"), "10.5b", "somebody must besiege");
    assert_eq!(t.refused("advance RU II"), "10.3.1o", "it did not fight");
    assert_eq!(t.refused("advance RU III with HQ"), "10.3.1o", "no headquarters is there");
    // A garrison that is relieved leaves room for one: both are one too many.
    let german = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";
    let pieces = "de-xx 0706\nde-i 0706\nhq-de-viii 0706\nde-r8 0607\nru-iii 0607 besieging";
    let mut t = Table::at(german, pieces);
    t.say("attack 0607 from 0706 with DE I + DE XX", &[]).say("end declarations", &[]);
    t.say("fight for 0607", &[6, 2]).say("retreat", &[]).say("to 0608", &[]).say("to 0609", &[]);
    assert_eq!(t.refused("advance DE XX + DE I"), "9.2a");
    assert_eq!(t.typed("advance DE I"), legal("advance DE I"));
}

#[test]
fn r11_4b_arrivals_cite_what_forbids_them() {
    rules!("fury 7p", "fury 12i", "fury 11.4b", "fury 2.1c", "fury 11.4a");
    let head = "turn = 'S1'\nphase = 'reinforcements'\nrail = { ru = 0, ah = 3, de = 3 }";
    let pieces =
        "box ru-ii-c\nbox ru-iii\nhq-ru-i 1606\nhq-ru-v 1414\nru-iv 1605\nru-cadre 1112 army=hq-ru-i";
    let t = Table::at(head, pieces);
    for (words, rule) in [
        ("bring RU III for RU V Army", "2.1c"),
        ("bring RU II C for RU III Army", "7p"),
        ("bring RU II C for DE VIII Army", "7p"),
        ("bring RU IV for RU I Army", "11.4b"),
        ("bring DE XI for DE VIII Army", "11.4a"),
        ("bring RU HQ X for the North front", "11.4b"),
        ("bring RU HQ I for RU I Army", "12g"),
        ("bring RU III for the North front", "12h"),
        ("replace RU Cadre 1 with RU III", "11.4j"),
        ("replace RU IV with RU III", "11.4g"),
        ("post RU I to RU IX Army", "12e"),
    ] {
        assert_eq!(t.refused(words), rule, "{words}");
    }
    // Every gate is closed.
    let shut =
        "de-i 1604\nde-xx 1607\nde-xvii 1610\nde-i-r 1614\nde-r8 1617\nde-lw8 1621\nhq-ru-i 1414\nbox ru-iii";
    assert_eq!(Table::at(head, shut).refused("bring RU III for RU I Army"), "11.4c");
}
