//! The committed boards are what the committed sources give.

use crate::copies::{Copy, sources};
use sandtable_atlas::audit::{LONGEST_LINK_KM, audit};
use sandtable_atlas::{BoardSource, areas, compile};
use sandtable_board::hexboard::{RiverClass, Way, side_name};
use sandtable_board::{areafile, hexfile};
use std::collections::BTreeSet;

fn committed(id: &str) -> String {
    std::fs::read_to_string(sources().board(id).unwrap().folder.join("board.txt")).unwrap()
}

#[test]
fn every_board_compiles_to_the_committed_bytes() {
    let sources = sources();
    for BoardSource { id, areas, .. } in &sources.boards {
        let told = "differs: run sandtable map --compile";
        if *areas {
            let compiled = areas::compile(&sources, id).unwrap();
            assert!(areafile::write(&compiled.board) == committed(id), "{id} {told}");
            assert!(compiled.broken.is_empty(), "in pieces: {:?}", compiled.broken);
            assert!(compiled.apart.is_empty(), "apart: {:?}", compiled.apart);
            assert!(compiled.longest.0 <= LONGEST_LINK_KM && compiled.longest.0 > 100.0);
        } else {
            let compiled = compile(&sources, id).unwrap();
            assert!(hexfile::write(&compiled.board) == committed(id), "{id} {told}");
            assert!(!compiled.residuals.is_empty() && compiled.georeference.km > 1.0);
        }
    }
}

#[test]
fn a_copy_elsewhere_compiles_alike() {
    let copy = Copy::new();
    assert!(hexfile::write(&compile(&copy.sources(), "orel").unwrap().board) == committed("orel"));
}

#[test]
fn a_run_of_one_hex_is_that_hex() {
    let copy = Copy::new();
    copy.edit("fury/sheet.txt", "0113 0216-0217", "0113-0113 0216-0216 0217");
    assert!(hexfile::write(&compile(&copy.sources(), "fury").unwrap().board) == committed("fury"));
}

#[test]
fn the_audit_finds_the_listed_deviations_and_nothing_else() {
    let sources = sources();
    let reports = audit(&sources).unwrap();
    let names: Vec<&str> = reports.iter().map(|r| r.board.as_str()).collect();
    assert_eq!(names, ["empires", "fury", "lodz", "lodz-masuria", "orel", "tannenberg"]);
    for r in &reports {
        assert!(r.failures.is_empty(), "{}: {:#?}", r.board, r.failures);
        assert!(r.passed.values().sum::<usize>() > 100, "{}: {:?}", r.board, r.passed);
        let file = sources.board(&r.board).unwrap().folder.join("deviations.csv");
        let listed = std::fs::read_to_string(file).unwrap_or_default();
        // Each row of the list is needed, and each deviation has its row.
        let mut rows = BTreeSet::new();
        for line in listed.lines().skip(1) {
            let mut fields = line.splitn(3, ',');
            let (role, place) = (fields.next().unwrap(), fields.next().unwrap());
            let reason = fields.next().unwrap().trim_matches('"');
            assert!(
                r.deviations.iter().any(|d| d.contains(place) && d.contains(role) && d.contains(reason)),
                "{}: {role} {place} is listed but holds",
                r.board
            );
            rows.insert(reason.to_string());
        }
        for d in &r.deviations {
            assert!(rows.iter().any(|reason| d.contains(reason)), "{}: {d}", r.board);
        }
        let text = r.text();
        assert!(text.starts_with(&format!("{}\n", r.board)) && !text.contains("FAIL"));
        assert_eq!(text.matches("  differs ").count(), r.deviations.len());
    }
}

#[test]
fn the_audit_tells_what_does_not_hold() {
    let copy = Copy::new();
    // Empty the lists of deviations, move a demand into the sea, ask for what is not there.
    std::fs::remove_file(copy.path("fury/deviations.csv")).unwrap();
    copy.add("fury/audit.csv", "", "test,setup,0101,a test");
    copy.add("fury/audit.csv", "", "test,fortress,0106,Kreuz");
    copy.add("fury/audit.csv", "", "test,city,0106,Kreuz");
    copy.add("fury/audit.csv", "", "test,rail,1001,nowhere");
    copy.add("fury/audit.csv", "", "test,place,0106,Paris");
    copy.add("fury/audit.csv", "", "test,place,0106,Kreuz");
    copy.add("lodz/audit.csv", "", "test,bridge,2016/2017,no river");
    copy.add("empires/audit.csv", "", "test,setup,xyz,nobody");
    copy.add("empires/audit.csv", "", "test,city,xyz,nobody");
    copy.add("atlas/river_towns.csv", "", "kutno,Vistula,");
    let reports = audit(&copy.sources()).unwrap();
    let failures = |board: &str| &reports.iter().find(|r| r.board == board).unwrap().failures;
    let fury = failures("fury").join("\n");
    for told in [
        "set-up hexes are passable land: test setup 0101: nothing can stand there (a test)",
        "fortresses: test fortress 0106: no fortress (Kreuz)",
        "cities: test city 0106: no city (Kreuz)",
        "rail hexes have a railway: test rail 1001: no railway (nowhere)",
        "named places stand where the game says: test place 0106: not named there (Paris)",
        "1622: nothing can stand there",
    ] {
        assert!(fury.contains(told), "{told} is not in\n{fury}");
    }
    assert!(!fury.contains("place 0106: not named there (Kreuz)"));
    let lodz = failures("lodz").join("\n");
    assert!(lodz.contains("bridges: test bridge 2016/2017: no crossing (no river)"), "{lodz}");
    assert!(lodz.contains("towns stand on their rivers: kutno on the Vistula: not there"), "{lodz}");
    assert_eq!(
        *failures("empires"),
        [
            "areas of the scenarios exist: test setup xyz: no such area (nobody)",
            "cities of the scenarios: test city xyz: no city (nobody)"
        ]
    );
    assert!(failures("orel").is_empty());
    let text = reports[1].text();
    assert!(text.contains("FAIL         fortresses: test fortress 0106"), "{text}");
}

#[test]
fn an_audit_that_cannot_be_read_is_refused() {
    let copy = Copy::new();
    let line = copy.add("fury/audit.csv", "", "test,castle,0106,Kreuz");
    let told = audit(&copy.sources()).unwrap_err().to_string();
    assert!(
        told.ends_with(&format!("fury/data/audit.csv:{line}: `castle` is no role of a demand")),
        "{told}"
    );
    let copy = Copy::new();
    let line = copy.add("fury/audit.csv", "", "test,setup,9999,off");
    let told = audit(&copy.sources()).unwrap_err().to_string();
    assert!(told.contains(&format!("fury/data/audit.csv:{line}: hex 9999 is off the board")), "{told}");
}

#[test]
fn big_rivers_are_crossed_at_crossings_only() {
    let sources = sources();
    for BoardSource { id, .. } in sources.boards.iter().filter(|b| !b.areas) {
        let board = compile(&sources, id).unwrap().board;
        let t = board.topology();
        for line in &board.parts().lines {
            for pair in line.hexes.windows(2) {
                let side = t.between(pair[0], pair[1]).unwrap();
                let f = board.side(side);
                let told = || format!("{id}: {} crosses {}", line.id, side_name(t, side));
                assert!(f.river.is_none() || f.crossing.is_some(), "{}", told());
                assert!(!f.blocked, "{}", told());
                if f.river == Some(RiverClass::Big) && matches!(line.way, Way::Rail { .. }) {
                    assert!(f.crossing == Some(sandtable_board::hexboard::Crossing::Bridge), "{}", told());
                }
            }
        }
    }
}

#[test]
fn every_outline_is_one_ring_with_its_holes_and_links_share_an_arc() {
    use sandtable_board::areaboard::LinkKind;
    use sandtable_board::geometry::signed_area;
    let board = areas::compile(&sources(), "empires").unwrap().board;
    for id in board.areas() {
        let rings = board.outline(id);
        assert!(rings.iter().all(|r| r.len() > 3 && r.first() == r.last()), "{}", board.area(id).id);
        assert_eq!(rings.iter().filter(|r| signed_area(r) > 0.0).count(), 1, "{}", board.area(id).id);
    }
    for link in board.parts().links.iter().filter(|l| l.kind != LinkKind::Crossing) {
        let pair = [Some(link.a), Some(link.b)];
        let shared =
            board.parts().arcs.iter().any(|a| [a.left, a.right] == pair || [a.right, a.left] == pair);
        assert!(shared, "{}–{}", board.area(link.a).id, board.area(link.b).id);
    }
}
