//! The drawings of all six boards.

use crate::samples::{HEX_BOARDS, area_board, hex_board};
use sandtable_board::hexboard::Size;
use sandtable_board::svg::labels::{Label, Wish};
use sandtable_board::svg::{Detail, area_map, areamap, hex_map, hexmap};

const ZOOMS: [Detail; 2] = [Detail::Full, Detail::Overview];

/// All drawings with the name of their board.
fn drawings(detail: Detail) -> Vec<(&'static str, String)> {
    let mut out: Vec<_> = HEX_BOARDS.iter().map(|id| (*id, hex_map(&hex_board(id), detail))).collect();
    out.push(("empires", area_map(&area_board(), detail)));
    out
}

fn all_labels(detail: Detail) -> Vec<(&'static str, Vec<Wish>, Vec<Label>)> {
    let mut out: Vec<_> = HEX_BOARDS
        .iter()
        .map(|id| {
            let (wishes, labels) = hexmap::labels(&hex_board(id), detail);
            (*id, wishes, labels)
        })
        .collect();
    let (wishes, labels) = areamap::labels(&area_board(), detail);
    out.push(("empires", wishes, labels));
    out
}

#[test]
fn drawings_are_sound_small_and_the_same_each_time() {
    for detail in ZOOMS {
        for ((id, svg), (_, again)) in drawings(detail).into_iter().zip(drawings(detail)) {
            assert!(svg == again, "{id} {detail:?} differs from one drawing to the next");
            assert!(svg.len() < 1_500_000, "{id} {detail:?} has {} bytes", svg.len());
            for odd in ["NaN", "inf", "--"] {
                assert!(!svg.contains(odd), "{id} {detail:?} holds `{odd}`");
            }
            let xml = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{id} {detail:?}: {e}"));
            let root = xml.root_element();
            assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
            let view: Vec<f64> =
                root.attribute("viewBox").unwrap().split(' ').map(|v| v.parse().unwrap()).collect();
            assert!(view.len() == 4 && view[2] > 500.0 && view[3] > 500.0, "{id} {view:?}");
            // What refers to another element finds it.
            let ids: Vec<&str> = xml.descendants().filter_map(|n| n.attribute("id")).collect();
            for n in xml.descendants() {
                for a in n.attributes() {
                    let target = a.value().strip_prefix("url(#").and_then(|v| v.strip_suffix(')'));
                    let target =
                        target.or_else(|| a.value().strip_prefix('#').filter(|_| a.name() == "href"));
                    if let Some(target) = target {
                        assert!(ids.contains(&target), "{id}: nothing has the id {target}");
                    }
                }
            }
            let mut unique = ids.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), ids.len(), "{id}: ids are unique");
        }
    }
}

#[test]
fn no_two_names_overlap_and_all_are_on_the_sheet() {
    for detail in ZOOMS {
        for (id, wishes, labels) in all_labels(detail) {
            for (i, a) in labels.iter().enumerate() {
                for b in &labels[i + 1..] {
                    assert!(
                        !a.room.meets(&b.room),
                        "{id} {detail:?}: {} covers {}",
                        wishes[a.wish].text,
                        wishes[b.wish].text
                    );
                }
            }
        }
    }
    for id in HEX_BOARDS {
        let board = hex_board(id);
        let map = hexmap::map_box(&board);
        for detail in ZOOMS {
            assert!(hexmap::labels(&board, detail).1.iter().all(|l| l.room.within(&map)), "{id}");
        }
    }
}

#[test]
fn close_up_hardly_a_name_is_left_out() {
    for (id, wishes, labels) in all_labels(Detail::Full) {
        let left_out = wishes.len() - labels.len();
        assert!(left_out * 50 <= wishes.len(), "{id} leaves out {left_out} of {} names", wishes.len());
    }
}

#[test]
fn from_afar_every_city_is_named() {
    for id in HEX_BOARDS {
        let board = hex_board(id);
        let (wishes, labels) = hexmap::labels(&board, Detail::Overview);
        let shown: Vec<&str> = labels.iter().map(|l| wishes[l.wish].text.as_str()).collect();
        let cities = board.parts().places.iter().filter(|p| p.size == Size::City && !p.name.is_empty());
        for city in cities {
            assert!(shown.contains(&city.name.as_str()), "{id} leaves out {}", city.name);
        }
    }
    let board = area_board();
    let (wishes, labels) = areamap::labels(&board, Detail::Overview);
    let shown: Vec<&str> = labels.iter().map(|l| wishes[l.wish].text.as_str()).collect();
    for city in board.parts().areas.iter().filter_map(|a| a.city.as_ref()).filter(|c| c.capital) {
        assert!(shown.contains(&city.name.as_str()), "{} is left out", city.name);
    }
}

/// Texts of a drawing, in the group of a class.
fn texts(svg: &str, class: &str) -> Vec<String> {
    let xml = roxmltree::Document::parse(svg).unwrap();
    let groups = xml.descendants().filter(|n| n.attribute("class") == Some(class));
    groups
        .flat_map(|g| g.descendants().filter(|n| n.has_tag_name("text") || n.tag_name().name() == "text"))
        .map(|n| n.descendants().filter(|d| d.is_text()).filter_map(|d| d.text()).collect::<String>())
        .collect()
}

#[test]
fn the_drawing_shows_what_the_zoom_asks_for() {
    for id in HEX_BOARDS {
        let board = hex_board(id);
        let full = hex_map(&board, Detail::Full);
        let far = hex_map(&board, Detail::Overview);
        assert_eq!(texts(&full, "numbers").len(), board.topology().hex_count(), "{id}");
        assert!(texts(&far, "numbers").is_empty());
        let names = texts(&full, "names");
        let (wishes, labels) = hexmap::labels(&board, Detail::Full);
        assert_eq!(names.len(), labels.len());
        assert!(labels.iter().all(|l| names.contains(&wishes[l.wish].text)));
        assert_eq!(texts(&full, "title"), vec![board.parts().title.clone()]);
        assert_eq!(texts(&full, "entries").len(), board.parts().entries.len());
        assert!(texts(&far, "names").len() <= names.len());
    }
    let board = area_board();
    let full = area_map(&board, Detail::Full);
    let xml = roxmltree::Document::parse(&full).unwrap();
    for area in &board.parts().areas {
        let id = format!("area-{}", area.id);
        assert!(xml.descendants().any(|n| n.attribute("id") == Some(&id)), "{id} has a shape to click on");
    }
    let seas = texts(&full, "seas").join(" ");
    assert!(board.parts().seas.iter().all(|s| seas.contains(&s.name)), "{seas}");
}

#[test]
fn the_key_names_what_the_board_has_and_only_that() {
    let key = |id: &str| texts(&hex_map(&hex_board(id), Detail::Full), "key");
    let fury = key("fury");
    for entry in ["clear", "difficult", "mountain", "sea", "closed", "river", "frontier", "entry hex", "city"]
    {
        assert!(fury.iter().any(|t| t == entry), "fury: {entry} is not in {fury:?}");
    }
    assert!(
        !fury.iter().any(|t| t == "small river" || t == "trenches" || t == "blocked hexside"),
        "{fury:?}"
    );
    let lodz = key("lodz");
    for entry in ["small river", "big river", "bridge", "ferry", "railway", "double track", "village"] {
        assert!(lodz.iter().any(|t| t == entry), "lodz: {entry} is not in {lodz:?}");
    }
    let tannenberg = key("tannenberg");
    for entry in ["trenches", "blocked hexside"] {
        assert!(tannenberg.iter().any(|t| t == entry), "tannenberg: {entry} is not in {tannenberg:?}");
    }
    assert!(!key("orel").iter().any(|t| t == "frontier"), "one country has no frontier");
}
