//! The charts as read, and the tables of a round.
use crate::battles::*;
use sandtable_empires::combat::read::TABLES;
use sandtable_empires::combat::{losses, round};

fn both(a: A, d: D) -> [Vec<Table>; 2] {
    let s = field(a, d, Terrain::Clear);
    Who::BOTH.map(|w| day(&s, 1, false, w).into_iter().flatten().collect())
}

#[test]
fn r7_5_2_7c_echelon_against_counterattack() {
    rules!("empires 7.5.2.7");
    assert_eq!(both(A::Echelon, D::Counterattack), [t("1-2 3-4 2-4"), t("3-1 4-1 2-1")]);
}

#[test]
fn r7_5_2_7b_casualty_level_first_then_morale_level() {
    rules!("empires 7.5.2.7(d)");
    assert_eq!(Table::named("1-5"), Some(Table { casualty: 1, morale: 5 }));
    assert_eq!((Table::named("0-1"), Table::named("1-6"), Table::named("11")), (None, None, None));
    // A casualty level is a column and a morale level a row: both get worse for the enemy as they rise.
    let c = charts();
    for level in 1..5 {
        for die in 0..8 {
            for other in 1..=5 {
                let percent = |l| c.columns(Table::new(l, other)).percent[die];
                let morale = |l| c.columns(Table::new(other, l)).morale[die];
                assert!(percent(level) <= percent(level + 1) && morale(level) <= morale(level + 1));
            }
        }
    }
    assert_eq!((c.columns(one("1-5")).percent[7], c.columns(one("1-5")).morale[7]), (15, 41));
}

#[test]
fn r7_5_2_7_1_the_river_counts_on_the_first_day_only() {
    let mut s = field(A::Assault, D::Cordon, Terrain::Clear);
    let dry = day(&s, 1, false, Who::Defender);
    s.river = true;
    let wet: Vec<Table> = day(&s, 1, false, Who::Defender).into_iter().flatten().collect();
    assert_eq!(wet, t("2-1 3-1 4-1"));
    assert_eq!(day(&s, 2, false, Who::Defender), dry);
    for a in [A::Assault, A::EscalatedAssault, A::Echelon, A::Probe] {
        for d in D::ALL {
            assert_eq!(charts().cell(a, d).river.is_some(), d == D::Cordon);
        }
    }
    assert!(D::ALL.into_iter().all(|d| charts().cell(A::Outflank, d).river.is_none()));
}

#[test]
fn r7_5_2_7_3_terrain_moves_the_levels() {
    rules!("empires 7.5.2.7.3.1", "empires 7.5.2.7.3.2", "empires 7.5.2.7.3.3", "empires 7.5.2.7.3.4");
    let on = |name, terrain| Who::BOTH.map(|w| charts().on_ground(one(name), w, terrain));
    assert_eq!(on("2-2", Terrain::Clear), [one("2-2"); 2]);
    assert_eq!(on("2-2", Terrain::Forest), [one("1-2"); 2]);
    assert_eq!(on("2-2", Terrain::Mountain), [one("1-2"), one("2-2")]);
    assert_eq!(on("2-2", Terrain::Desert), [one("2-3"); 2]);
    assert_eq!(on("2-2", Terrain::Marsh), [one("1-3"); 2]);
    assert_eq!(on("1-2", Terrain::Forest), [one("1-2"); 2], "never below 1");
    assert_eq!(on("2-5", Terrain::Desert), [one("2-5"); 2], "never above 5");
    let s = field(A::Assault, D::Cordon, Terrain::Marsh);
    assert_eq!(round::tables(charts(), &s, 1, 1, false), Some([one("3-2"), one("1-2")]));
}

#[test]
fn r7_5_2_7_2b_the_second_set_after_arrival() {
    let s = field(A::Outflank, D::Counterattack, Terrain::Clear);
    assert_eq!(round::tables(charts(), &s, 1, 1, false), Some([one("2-1"), one("2-3")]));
    assert_eq!(round::tables(charts(), &s, 1, 2, true), Some([one("4-4"), one("3-1")]));
    assert_eq!(round::tables(charts(), &s, 1, 1, true), None, "nobody arrives before round 2");
    assert_eq!(round::tables(charts(), &s, 1, 4, false), None);
}

#[test]
fn r7_5_2_9_1_four_against_three_adds_one() {
    let c = charts();
    assert_eq!(c.commander(4, 3)[0], 1);
    assert_eq!(c.commander(2, 2), [0, 0]);
    for a in 0..=5 {
        for d in 0..=5 {
            let [x, y] = c.commander(a, d);
            assert_eq!(c.commander(d, a), [y, x], "exchanging the sides gives the same chart");
        }
    }
}

#[test]
fn the_chart_of_possibilities_is_whole() {
    for a in A::ALL {
        for d in D::ALL {
            let cell = charts().cell(a, d);
            let arrives = cell.second.iter().all(Option::is_some);
            assert_eq!(arrives, cell.split, "{a:?} {d:?}: a second set where somebody divides");
            if (a, d) == (A::Probe, D::Withdraw) {
                assert!(cell.note.automatic && cell.first == [None; 3]);
            } else {
                assert!(cell.first[0].is_some());
                let short = (a, d) == (A::Outflank, D::Withdraw);
                assert_eq!(cell.first[2].is_none(), short, "{a:?} {d:?}");
            }
        }
    }
}

#[test]
fn escalated_chits_raise_the_casualty_level() {
    let up = |tables: Vec<Table>| -> Vec<Table> {
        tables.into_iter().map(|t| Table::new((t.casualty + 1).min(5), t.morale)).collect()
    };
    for d in [D::Outflank, D::Cordon, D::Withdraw] {
        assert_eq!(both(A::EscalatedAssault, d), both(A::Assault, d).map(up), "{d:?}");
    }
    assert_eq!(both(A::Outflank, D::EscalatedCounterattack), both(A::Outflank, D::Counterattack).map(up));
}

#[test]
fn r7_5_2_9_2_larger_forces_in_blocks_of_twenty_come_to_the_same() {
    let c = charts();
    for percent in [5u8, 10, 15, 20, 25, 30, 45, 60, 75, 90, 120] {
        for factors in 0..=200u16 {
            let blocks =
                factors / 20 * losses::percent_of(percent, 20) + losses::percent_of(percent, factors % 20);
            assert_eq!(losses::percent_of(percent, factors), blocks);
        }
    }
    assert_eq!((losses::percent_of(5, 7), losses::percent_as_found(c, 5, 7)), (0, 1));
    assert_eq!((losses::percent_of(45, 1), losses::percent_as_found(c, 45, 1)), (0, 1));
    assert_eq!(losses::percent_as_found(c, 15, 48), 7);
}

#[test]
fn mistakes_in_the_file_are_named_with_their_line() {
    let line = |needle: &str| TABLES.lines().position(|l| l.contains(needle)).unwrap() as u64 + 1;
    let wrong = |from: &str, to: &str| Charts::read(&TABLES.replacen(from, to, 1)).unwrap_err();
    let e = wrong("{ table = \"3-3\"", "{ table = \"3-9\"");
    assert_eq!((e.file, e.line), ("tables.toml", line("{ table = \"3-3\"")));
    let e = wrong("{ factors = 16, lost = [1, 2, 2,", "{ factors = 16, lost = [1, 2, 9,");
    assert_eq!(e.line, line("{ factors = 16, lost"));
    let e = wrong("first = { a = [\"1-2\", \"3-4\", \"2-4\"]", "first = { a = [\"1-2\", \"3-4\"]");
    assert_eq!(e.line, line("attacker = \"echelon\", defender = \"counterattack\""));
    let e = wrong("a = { on = \"withdraw\", strategic = 1 }", "a = { on = \"supper\" }");
    assert!(e.what.contains("withdraw, arrival, morale or die"), "{e}");
    let e = wrong("second_roll = 2", "second_roll = \"two\"");
    assert_eq!(e.line, line("second_roll = 2"));
}
