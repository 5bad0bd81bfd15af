//! Rates, capacities, own railways and map edges of the two armies, and how entrained units fare (5.3, 15/5.4, 15/9.0 and
//! 16).
use crate::common::{entrain_refused as refused, *};
use sandtable_east::data::map::Map;
use sandtable_east::data::{HexSet, UnitId};
use sandtable_east::standard::{movement, rail, supply, zones};
use sandtable_tannenberg::data::FILES;
use sandtable_tannenberg::position::{Position, flag};

/// A unit alone on a train.
fn train(who: &str, at: &str) -> (Position, UnitId) {
    let d = data();
    let mut p = stand(d, &[&format!("{who} {at}")]);
    p.set(d, id(d, who), flag::ENTRAINED, true);
    (p, id(d, who))
}

#[test]
fn r5_32d_an_entrained_unit_stays_so_wherever_it_rides() {
    let d = data();
    let mut p = stand(d, &["de-1 0613"]);
    let unit = id(d, "de-1");
    assert!(!p.is(unit, flag::ENTRAINED) && zones::in_enemy_zone(&p, RU, hex(d, "0612")));
    assert!(rail::entrain(d, &mut p, unit, 1));
    for at in ["0520", "0613"] {
        p.put(d, unit, hex(d, at));
        assert!(p.is(unit, flag::ENTRAINED), "{at}");
        assert!(movement::reach(d, &p, unit).hexes.is_empty(), "no march with the marker");
        assert!(!rail::reach(d, &p, unit, false).hexes.is_empty());
    }
    assert!(!zones::in_enemy_zone(&p, RU, hex(d, "0612")));
    let mut p = stand(d, &["ru-53 0507"]);
    assert!(!rail::entrain(d, &mut p, id(d, "ru-53"), 1) && !p.is(id(d, "ru-53"), flag::ENTRAINED));
}

#[test]
fn r5_35a_out_of_command_a_train_rides_on_but_nobody_gets_off_or_on() {
    rules!("tannenberg 5.35b");
    let d = data();
    let (mut p, unit) = train("ru-54", "0507");
    let before = rail::reach(d, &p, unit, false);
    assert_eq!(before.arrives(hex(d, "0301")), Some(11));
    p.set(d, unit, flag::OUT_OF_COMMAND, true);
    assert_eq!(rail::reach(d, &p, unit, false), before);
    assert!(movement::reach(d, &p, unit).hexes.is_empty());
    assert_eq!(refused(&p, "ru-54").as_deref(), Some("5.34a"));
    // Even one that stands beside the train.
    p.set(d, unit, flag::ENTRAINED, false);
    assert!(movement::reach(d, &p, unit).hexes.is_empty());
    assert_eq!(refused(&p, "ru-54").as_deref(), Some("5.32e"));
    p.set(d, unit, flag::OUT_OF_COMMAND, false);
    assert_eq!(refused(&p, "ru-54"), None);
    assert!(!movement::reach(d, &p, unit).hexes.is_empty());
}

#[test]
fn r9_21c_trains_go_as_far_without_supply() {
    let d = data();
    for (who, at) in [("ru-54", "0507"), ("de-1", "0613")] {
        let (mut p, unit) = train(who, at);
        let before = rail::reach(d, &p, unit, false);
        p.set(d, unit, flag::OUT_OF_SUPPLY, true);
        assert_eq!(rail::reach(d, &p, unit, false), before, "{who}");
        assert_eq!(movement::allowance(d, &p, unit), 2, "though it would march half as far");
    }
}

#[test]
fn r15_5_41a_trains_go_thirty_and_eighteen_hexes() {
    let d = data();
    // Seven hexes from Insterburg to Königsberg, nine from Wirballen to the edge beyond Kovno.
    for (who, from, to, way, rate) in [("de-1", "0613", "0520", 7, 30), ("ru-53", "0608", "0301", 9, 18)] {
        let (mut p, unit) = train(who, from);
        let mut left = |ridden| {
            p.ridden[unit.index()] = ridden;
            rail::reach(d, &p, unit, false).arrives(hex(d, to))
        };
        assert_eq!(
            [0, rate - way, rate - way + 1].map(&mut left),
            [Some(rate - way), Some(0), None],
            "{who}"
        );
    }
}

/// Who of some units gets on a train, one after the other.
fn all_aboard(turn: u8, at: &str, names: &[&str]) -> Vec<bool> {
    let d = data();
    let pieces: Vec<String> = names.iter().map(|n| format!("{n} {at}")).collect();
    let mut p = stand(d, &pieces.iter().map(String::as_str).collect::<Vec<_>>());
    p.turn = turn;
    let mut out = Vec::new();
    for n in names {
        let breach = refused(&p, n);
        assert!(breach.as_deref().is_none_or(|r| r == "5.31b"), "{n}: {breach:?}");
        out.push(breach.is_none());
        if breach.is_none() {
            assert!(rail::entrain(d, &mut p, id(d, n), 6));
        }
    }
    out
}

#[test]
fn r15_5_41b_the_german_entrains_eight_points() {
    let divisions = ["de-1", "de-2", "de-35", "de-36", "de-6lw", "hq-de-vf-1"];
    for turn in [1, 7, 15] {
        assert_eq!(all_aboard(turn, "0613", &divisions), [true, true, true, true, false, true], "{turn}");
    }
    let brigade = ["de-1", "de-2", "de-35", "de-6lw", "de-36", "de-70lw"];
    assert_eq!(
        all_aboard(3, "0613", &brigade),
        [true, true, true, true, false, true],
        "a division of 2 is 1 too many"
    );
}

#[test]
fn r15_5_41d_the_russian_capacity_is_on_the_turn_track() {
    let d = data();
    let track: Vec<u8> = (1..=15).map(|t| d.params.armies[1].capacity(t)).collect();
    assert_eq!(track, [6, 6, 8, 8, 10, 10, 12, 12, 12, 12, 12, 12, 12, 12, 12]);
    let units = ["ru-iv", "ru-53", "ru-54", "ru-1rf", "ru-5rf", "ru-56"];
    assert_eq!(all_aboard(2, "0507", &units), [true, true, false, false, false, false]);
    assert_eq!(all_aboard(3, "0507", &units), [true, true, true, false, false, false]);
    assert_eq!(all_aboard(5, "0507", &units), [true, true, true, true, true, false]);
    assert_eq!(all_aboard(7, "0507", &units), [true; 6]);
}

#[test]
fn r15_5_42a_each_side_has_the_railways_of_its_country() {
    let d = data();
    let p = stand(d, &[]);
    let of = |nation: &str| -> HexSet {
        let lines = d.map.board.parts().lines.iter().filter(|l| l.nation == nation);
        lines.flat_map(|l| &l.hexes).map(|h| h.0).collect()
    };
    for (army, own, other) in [(DE, of("DE"), of("RU")), (RU, of("RU"), of("DE"))] {
        let (ride, feed) = (rail::friendly(d, &p, army), supply::railways(d, &p, army));
        assert_eq!(numbers(d, &ride), numbers(d, &own), "for movement");
        // The line beyond Alexandrowo ends under the guns of Thorn.
        let clear: HexSet = own.iter().filter(|h| !zones::zone_counts(d, &p, army, *h)).collect();
        assert_eq!(numbers(d, &feed), numbers(d, &clear), "for supply");
        assert_eq!(own.len() - clear.len(), usize::from(army == RU));
        assert!(!ride.iter().any(|h| other.has(h)) && !feed.iter().any(|h| other.has(h)));
    }
    // Even where the other side's railway has been taken.
    let taken = stand(d, &["de-1 0507", "ru-53 0610"]);
    assert!(
        !rail::friendly(d, &taken, DE).has(hex(d, "0507"))
            && !supply::railways(d, &taken, DE).has(hex(d, "0507"))
    );
    assert!(
        !rail::friendly(d, &taken, RU).has(hex(d, "0610"))
            && !supply::railways(d, &taken, RU).has(hex(d, "0610"))
    );
    assert_eq!(
        (refused(&taken, "de-1").as_deref(), refused(&taken, "ru-53").as_deref()),
        (Some("5.32a"), Some("5.32a"))
    );
}

#[test]
fn r15_5_42b_a_railway_works_again_as_soon_as_it_is_taken_back() {
    let d = data();
    let at = hex(d, "0507");
    let mut p = stand(d, &["de-1 0507"]);
    let open = |p: &Position| (rail::friendly(d, p, RU).has(at), supply::railways(d, p, RU).has(at));
    assert_eq!(open(&p), (false, false));
    p.put(d, id(d, "de-1"), hex(d, "0711"));
    assert_eq!(open(&p), (false, false), "the German was there last");
    p.put(d, id(d, "hq-ru-r-1"), at);
    assert_eq!(open(&p), (false, false), "headquarters take nothing back");
    p.put(d, id(d, "ru-53"), at);
    assert_eq!(open(&p), (true, true));
    assert_eq!(refused(&p, "ru-53"), None);
    let tables: toml::Table = FILES.tables.parse().unwrap();
    assert_eq!(tables["family"]["rail_friend"]["destructible"].as_bool(), Some(false));
}

#[test]
fn r15_9_0a_an_edge_belongs_to_the_country_behind_it() {
    rules!("tannenberg 15/9.0b", "tannenberg 15/9.0c");
    let d = data();
    let number = |h: u16| d.map.number(h).to_string();
    for e in &d.map.exits {
        let n = number(e.hex);
        let country = d.map.at(e.hex).country;
        let home = d.params.armies.iter().position(|a| a.side == e.side).map(|a| d.map.home[a]);
        assert_eq!(Some(country), home, "{n} is in its own country");
        let (row, column) = n.split_at(2);
        // East and south lie wholly in Russia; the west is shared, and German as far as railways leave there.
        let edge = (row == "30", column == "01", column == "34");
        assert_eq!(
            edge,
            if e.side == DE { (false, false, true) } else { (row == "30", column == "01", false) },
            "{n}"
        );
        assert!(row != "01" && (edge.0 || edge.1 || edge.2), "{n}: at an edge, and not the north");
    }
    assert_eq!([DE, RU].map(|s| d.map.exits.iter().filter(|e| e.side == s).count()), [5, 10]);
    let east: Vec<_> = (1..=30).filter_map(|r| d.map.hex(&format!("{r:02}01"))).collect();
    let south: Vec<_> = (1..=34).filter_map(|c| d.map.hex(&format!("30{c:02}"))).collect();
    assert!(east.iter().chain(&south).all(|h| d.map.at(*h).country == d.map.home[1]));
    // Cut off from the rest, the Russian end at the south-eastern edge feeds; Tilsit at the northern one does not.
    let cut = stand(d, &["de-1 2502", "ru-53 0413", "ru-54 0417", "ru-56 0409"]);
    let feeds = |army, n: &str| supply::railways(d, &cut, army).has(hex(d, n));
    assert!(feeds(RU, "2301") && !feeds(RU, "2401"));
    assert!(!zones::in_enemy_zone(&cut, DE, hex(d, "0113")) && cut.last.side(hex(d, "0113")) == DE);
    assert!(!feeds(DE, "0113") && !feeds(DE, "0213"));
    assert!(supply::railways(d, &stand(d, &[]), DE).has(hex(d, "0113")), "as long as it leads to the west");
}

#[test]
fn r16_11b_a_low_roll_leaves_the_unit_where_it_is() {
    rules!("tannenberg 16.12b");
    let d = data();
    let mut ends = Vec::new();
    for roll in 1..=6 {
        let mut p = stand(d, &["ru-iv 0507", "ru-53 0507"]);
        let unit = id(d, "ru-iv");
        let aboard = rail::entrain(d, &mut p, unit, roll);
        assert_eq!(p.is(unit, flag::ENTRAINED), aboard);
        assert_eq!(rail::capacity_left(d, &p, RU), 6 - 4, "whether or not it succeeds");
        assert!(movement::reach(d, &p, unit).hexes.is_empty(), "it does not march either");
        assert_eq!(rail::reach(d, &p, unit, false).hexes.is_empty(), !aboard);
        assert_eq!(refused(&p, "ru-iv").as_deref(), Some("5.34a"), "nor try again");
        assert!(!movement::reach(d, &p, id(d, "ru-53")).hexes.is_empty(), "others go on");
        ends.push(aboard);
    }
    assert_eq!(ends, [false, false, true, true, true, true]);
}

#[test]
fn r16_13b_depots_take_room_on_trains_and_headquarters_none() {
    let d = data();
    let mut p = stand(d, &["ru-d1 0507", "ru-d2 0507", "ru-d3 0507", "ru-d4 0507", "hq-ru-r-1 0507"]);
    let mut left = vec![rail::capacity_left(d, &p, RU)];
    for who in ["ru-d1", "hq-ru-r-1", "ru-d2", "ru-d3"] {
        assert!(rail::entrain(d, &mut p, id(d, who), 1), "{who} does not roll");
        left.push(rail::capacity_left(d, &p, RU));
    }
    assert_eq!(left, [6, 4, 4, 2, 0]);
    assert_eq!(refused(&p, "ru-d4").as_deref(), Some("5.31b"));
}

/// The pieces of line between two hexes, by the id of the line.
fn pieces(from: &str, to: &str) -> Vec<(&'static str, u16)> {
    let map: &'static Map = &data().map;
    let step = map.step(hex(data(), from), hex(data(), to)).unwrap();
    step.segments().map(|s| (map.lines[usize::from(map.line_of[usize::from(s)])].id.as_str(), s)).collect()
}

#[test]
fn r16_21b_a_double_track_carries_more() {
    let d = data();
    // Corps, division and brigade of 4, 2 and 1 points: the most that may have crossed before them.
    for (who, from, to, line, most) in [
        ("ru-iv", "0302", "0303", "R1", 12 - 4),
        ("ru-53", "0302", "0303", "R1", 12 - 2),
        ("ru-1rf", "0803", "0904", "R3", 4 - 1),
        ("de-1", "0612", "0613", "G1", 14 - 2),
        ("de-6lw", "0612", "0613", "G1", 14 - 1),
        ("de-1", "0513", "0613", "G9", 5 - 2),
    ] {
        let (mut p, unit) = train(who, from);
        let found = pieces(from, to);
        assert_eq!((found.len(), found[0].0), (1, line));
        for (used, room) in [(most, true), (most + 1, false)] {
            p.line_used[usize::from(found[0].1)] = used;
            assert_eq!(rail::line_has_room(d, &p, unit, found[0].1), room, "{who}, {used} before it");
            assert_eq!(
                rail::reach(d, &p, unit, true).left[usize::from(hex(d, to))] == d.army(unit).rail_rate - 1,
                room
            );
        }
    }
}

#[test]
fn r16_23_a_second_line_over_the_same_side_has_its_own_limit() {
    let d = data();
    let (mut p, unit) = train("ru-iv", "2207");
    let found = pieces("2207", "2208");
    assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), ["R2", "R7"]);
    let direct = |p: &Position| rail::reach(d, p, unit, true).arrives(hex(d, "2208")) == Some(17);
    for (double, single, free) in [(0, 4, true), (12, 0, true), (8, 4, true), (9, 1, false), (12, 4, false)] {
        p.line_used[usize::from(found[0].1)] = double;
        p.line_used[usize::from(found[1].1)] = single;
        assert_eq!(direct(&p), free, "{double} on the one, {single} on the other");
    }
}

#[test]
fn r5_33c_trains_do_not_enter_what_an_enemy_passed_last() {
    let d = data();
    let (mut p, unit) = train("de-1", "0613");
    assert_eq!(rail::reach(d, &p, unit, false).arrives(hex(d, "0610")), Some(27));
    p.last.set(hex(d, "0611"), RU);
    let reach = rail::reach(d, &p, unit, false);
    assert_eq!(reach.arrives(hex(d, "0612")), Some(29));
    assert_eq!(reach.arrives(hex(d, "0611")), None);
    assert!(reach.arrives(hex(d, "0610")).is_none_or(|left| left < 27), "not through it either");
    p.put(d, id(d, "de-2"), hex(d, "0611"));
    assert_eq!(rail::reach(d, &p, unit, false).arrives(hex(d, "0610")), Some(27), "until a friend passes");
}

#[test]
fn r10_35_headquarters_entrain_without_supply_or_command() {
    let d = data();
    let mut p = stand(d, &["ru-53 0507", "hq-ru-r-1 0507"]);
    for state in [flag::OUT_OF_SUPPLY, flag::OUT_OF_COMMAND] {
        for who in ["ru-53", "hq-ru-r-1"] {
            p.set(d, id(d, who), state, true);
        }
        assert_eq!((refused(&p, "ru-53").as_deref(), refused(&p, "hq-ru-r-1")), (Some("5.32e"), None));
    }
}

#[test]
fn one_journey_in_a_phase() {
    let d = data();
    let mut p = stand(d, &["de-1 0613"]);
    p.set(d, id(d, "de-1"), flag::RAILED, true);
    assert_eq!(refused(&p, "de-1"), None);
    p.set(d, id(d, "de-1"), flag::DETRAINED, true);
    assert_eq!(refused(&p, "de-1").as_deref(), Some("5.34a"));
}

#[test]
fn r5_37b_nobody_comes_back_onto_the_map_in_a_zone() {
    let d = data();
    let (mut p, unit) = train("de-1", "1434");
    let exit = d.map.exits.iter().position(|e| e.hex == hex(d, "1634")).unwrap() as u8;
    p.put(d, unit, Map::node(exit));
    assert_eq!(rail::reach(d, &p, unit, false).arrives(hex(d, "1634")), Some(30));
    p.put(d, id(d, "ru-53"), hex(d, "1633"));
    assert_eq!(rail::reach(d, &p, unit, false).arrives(hex(d, "1634")), None);
    assert_eq!(rail::reach(d, &p, unit, false).arrives(hex(d, "1434")), Some(26), "but elsewhere");
}
