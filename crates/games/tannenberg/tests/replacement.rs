//! Replacement of Steps (chapter 13).
mod common;
use common::*;
use sandtable_tannenberg::family::replacement;
use sandtable_tannenberg::position::{Position, flag};

fn refused(p: &Position, who: &str) -> Option<String> {
    replacement::breach(data(), p, id(data(), who)).map(|b| b.rule)
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
    assert_eq!(change(&|q| q.set(d, unit, flag::FOUGHT, true)).as_deref(), Some("13.0d"));
    assert_eq!(change(&|q| q.set(d, unit, flag::MOVED, true)).as_deref(), Some("13.0e"));
    assert!(!replacement::roll(d, &mut p, unit, 4) && replacement::roll(d, &mut p, unit, 5));
    assert_eq!(p.steps(d, unit), 2);
}
