//! Replacement of Steps (chapter 13).
use crate::common::*;
use sandtable_east::data::pieces::{Kind, Size};
use sandtable_east::standard::replacement;
use sandtable_tannenberg::position::{Position, flag};

fn refused(p: &Position, who: &str) -> Option<String> {
    replacement::breach(data(), p, id(data(), who)).map(|b| b.rule.to_string())
}

#[test]
fn r13_0a_a_division_short_of_a_step_is_made_whole() {
    rules!(
        "tannenberg 13.0b",
        "tannenberg 13.0c",
        "tannenberg 13.0d",
        "tannenberg 13.0e",
        "tannenberg 13.0f",
        "tannenberg 13.0g"
    );
    let d = data();
    let unit = id(d, "de-1");
    let mut p = stand(d, &["de-1 0613", "de-2 0613", "de-c1 0613", "ru-53 0606", "ru-54 0605"]);
    p.turn = 8;
    assert_eq!(refused(&p, "de-1").as_deref(), Some("13.0a"), "nothing lost");
    for who in ["de-1", "ru-53"] {
        p.lose(d, id(d, who), 1);
    }
    assert_eq!(refused(&p, "de-1"), None);
    assert_eq!(refused(&p, "ru-53").as_deref(), Some("13.0b"), "only the German");
    assert_eq!(refused(&p, "de-c1").as_deref(), Some("13.0g"));
    let change = |f: &dyn Fn(&mut Position)| {
        let mut q = p;
        f(&mut q);
        refused(&q, "de-1")
    };
    assert_eq!(change(&|q| q.turn = 7).as_deref(), Some("13.0b"));
    assert_eq!(change(&|q| q.put(d, id(d, "ru-54"), hex(d, "0607"))).as_deref(), Some("13.0c"));
    assert_eq!(change(&|q| q.set(d, unit, flag::FOUGHT_BEFORE, true)).as_deref(), Some("13.0d"));
    assert_eq!(
        change(&|q| q.set(d, unit, flag::FOUGHT, true)),
        None,
        "this turn is not the one before (R-76)"
    );
    assert_eq!(change(&|q| q.set(d, unit, flag::MOVED, true)).as_deref(), Some("13.0e"));
    assert_eq!(change(&|q| q.set(d, unit, flag::RAILED, true)).as_deref(), Some("13.0e"));
    assert!(!replacement::roll(d, &mut p, unit, 4) && replacement::roll(d, &mut p, unit, 5));
    assert_eq!(p.steps(d, unit), 2);
}

#[test]
fn r15_11_0a_only_the_german_from_the_eighth_turn_on() {
    rules!("tannenberg 15/11.0b", "tannenberg 15/11.0c");
    let d = data();
    // 0606 is seven hexes from 0613, 0607 six.
    let at = |turn: u8, enemy: &str| {
        let pieces = ["de-1 0613", "de-6lw 0613", "de-kb 0613", "ru-iv 0605", &format!("ru-c1 {enemy}")];
        let mut p = stand(d, &pieces);
        p.turn = turn;
        for who in ["de-1", "de-kb", "ru-iv"] {
            p.lose(d, id(d, who), 1);
        }
        ["de-1", "de-kb", "de-6lw", "ru-iv"].map(|u| refused(&p, u).unwrap_or_default())
    };
    assert_eq!(at(8, "0606"), ["", "", "13.0b", "13.0b"], "divisions of any line, no brigade, no Russian");
    assert_eq!(at(15, "0606"), ["", "", "13.0b", "13.0b"]);
    assert_eq!(at(7, "0606"), ["13.0b"; 4]);
    assert_eq!(at(8, "0607"), ["13.0c", "13.0c", "13.0b", "13.0b"]);
    let succeeds = [1, 2, 3, 4, 5, 6].map(|roll| {
        let mut p = stand(d, &["de-1 0613"]);
        p.lose(d, id(d, "de-1"), 1);
        let whole = replacement::roll(d, &mut p, id(d, "de-1"), roll);
        assert_eq!(p.steps(d, id(d, "de-1")), if whole { 2 } else { 1 });
        whole
    });
    assert_eq!(succeeds, [false, false, false, false, true, true]);
    assert_eq!(d.params.armies[0].replacement.as_ref().unwrap().attempts, 2);
    assert!(d.params.armies[1].replacement.is_none());
    // Nobody but infantry divisions is listed at all.
    for u in d.units.iter().filter(|u| u.side == DE) {
        let mut p = stand(d, &[&format!("{} 0613", u.id)]);
        p.turn = 8;
        p.lost[id(d, &u.id).index()] = 1;
        let whole_division = u.kind == Kind::Infantry && u.size == Some(Size::Division);
        assert_eq!(refused(&p, &u.id).is_none(), whole_division, "{}", u.id);
    }
}
