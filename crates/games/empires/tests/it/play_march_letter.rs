//! Rules of movement and supply as their words stand, played through the game.
use crate::scene::*;

/// France and Austria at war, nobody else.
fn at_war(slot: &[u8]) -> Position {
    moving("grand1805", slot).strangers().on("war fr au")
}

#[test]
fn r7_3_4_the_last_besieger_starves_and_the_besieged_may_move() {
    rules!("empires 7.4.2.1(c)", "empires 7.4.1.3.2");
    let mut p = at_war(&[FR]).on("money fr 9; depot mch fr");
    p.play.slots[1] = 1 << AU;
    (p.at_mut(area("mch")).holder, p.at_mut(area("mch")).country) = (FR, FR);
    p = p.on("fr-iv lnz 1I; au-i lnz city 3I; siege lnz");
    let besieger = corps("fr-iv");
    let inside = corps("au-i");
    let mut s = p.begin();
    s.by(FR, "done", &[]);
    assert_eq!((s.living(besieger), s.rule()), (Living::Waits, "7.4.2"), "it waits and is not paid");
    while s.p.corps[besieger].spot != Spot::Off {
        let words = s.offers();
        let pick =
            words.iter().find(|w| *w == "forage").or(words.iter().find(|w| *w == "done")).unwrap().clone();
        let dice: &[u8] = if pick == "forage" { &[6] } else { &[] };
        s.by(FR, &pick, dice);
    }
    assert!(!s.p.at(area("lnz")).besieged, "nobody besieges it any longer");
    while s.side() == Some(FR) {
        s.by(FR, "done", &[]);
    }
    s.by(AU, "move au-i; to vie", &[]);
    assert_eq!(s.p.corps[inside].spot, field("vie"));
}

#[test]
fn r7_3_7_1_who_comes_after_the_only_besieger_has_left_need_not_besiege() {
    let mut s = at_war(&[FR]).on("fr-iv lnz 9I; fr-v slz 9I; au-i lnz city 3I; siege lnz").begin();
    s.by(FR, "move fr-iv; to bud; stop; forage", &[1]);
    assert!(!s.p.at(area("lnz")).besieged, "it alone kept the siege up");
    s.by(FR, "move fr-v; to lnz", &[]);
    let here = s.p;
    s.by(FR, "stop", &[]);
    assert!(!s.p.at(area("lnz")).besieged);
    let mut s = at(here);
    s.by(FR, "stop besiege", &[]);
    assert!(s.p.at(area("lnz")).besieged);
}

#[test]
fn r7_3_7_1_d_where_a_friend_still_besieges_all_do() {
    let mut s = at_war(&[FR]).on("fr-iv lnz 9I; fr-v slz 9I; au-i lnz city 3I; siege lnz").begin();
    s.by(FR, "move fr-v; to lnz", &[]);
    assert_eq!(s.refuses(FR, "stop"), "7.3.7.1(d)");
}

#[test]
fn r7_3_1_3_3b_an_arrow_that_a_fleet_closes_says_so() {
    let d = data();
    let crossing = d.board.areas().find_map(|a| {
        let mut near = d.board.neighbours(a).iter().filter(|n| n.1 == sandtable_board::LinkKind::Crossing);
        near.find_map(|n| d.board.sea_of_crossing(a, n.0).map(|sea| (a, n.0, sea)))
    });
    let (from, to, sea) = crossing.unwrap();
    let mut p = at_war(&[FR]);
    (p.at_mut(from).holder, p.at_mut(to).holder) = (FR, FR);
    put(&mut p, "fr-iv", FR, Spot::Field(from), 9);
    let words = format!("to {}", d.board.area(to).id);
    let mut s = p.begin();
    s.by(FR, "move fr-iv", &[]);
    assert!(s.offered(&words));
    p.fleets[0] = Fleet { power: AU, at: FleetAt::Sea(sea), depot: false };
    let mut s = p.begin();
    s.by(FR, "move fr-iv", &[]);
    assert_eq!(s.refuses(FR, &words), "7.3.1.3.3(b)");
}

#[test]
fn r7_3_3_3_1_guerillas_do_not_garrison_a_depot() {
    let mut s = at_war(&[SP]).on("depot mad sp; irregulars mad sp 1").begin();
    s.by(SP, "move irregular field mad", &[]);
    assert_eq!(s.refuses(SP, "station depot"), "7.3.3.3.1");
    s.by(SP, "station city", &[]);
    assert_eq!(s.p.at(area("mad")).garrison.counts()[2], 1);
}

#[test]
fn r7_4_1_b_why_depot_supply_is_barred_is_said() {
    let refusal = |p: Position, list: &[&str]| {
        let mut s = p.begin();
        list.iter().for_each(|words| s.by(FR, words, &[]));
        let action = Action::March(MarchAction::Wait(NationId(FR)));
        let breach = game().check(&s.p, Side(FR), &action).unwrap_err().0[0].clone();
        assert_eq!(s.offers(), ["forage"], "the die is part of its own action");
        (breach.rule, breach.reason)
    };
    let mut p = at_war(&[FR]).on("fr-iv par 9I");
    let (rule, why) = refusal(p, &["move fr-iv", "stop"]);
    assert!(rule == "7.4.1(b)" && why.contains("no depot"), "{why}");
    depot(&mut p, "par", FR);
    let (rule, why) = refusal(p, &["move fr-iv", "stop"]);
    assert!(rule == "7.4.1(b)" && why.contains("no money"), "{why}");
    p.money[0] = 9;
    let (rule, why) = refusal(p, &["move fr-iv", "force march", "stop"]);
    assert!(rule == "7.4.1(b)" && why.contains("force marched"), "{why}");
}

#[test]
fn r7_4_5_hunger_is_rolled_by_the_besieged_power() {
    let mut s = at_war(&[AU]).on("fr-iv lnz 9I; garrison lnz au 3I; au-ii vie 2I; siege lnz").begin();
    s.by(AU, "done; forage", &[1]);
    assert_eq!(
        (s.side(), s.rule(), s.offers()),
        (Some(AU), "7.4.5", vec!["besieged supply lnz".to_string()])
    );
    s.by(AU, "besieged supply lnz", &[6]);
    assert!(s.marches().iter().any(|e| matches!(e, MarchEvent::Hunger { die: 6, .. })));
}

#[test]
fn r7_4_1_1b_the_first_area_never_counts_for_who_moves() {
    let mut s = at_war(&[FR]).on("holder fri fr; holder ulm fr; fr-iv fri 9I").begin();
    s.by(FR, "move fr-iv; to ulm; to fri; stop; forage", &[1]);
    let value = |e: &MarchEvent| matches!(e, MarchEvent::Forage { value: 4, .. });
    assert!(s.marches().iter().any(value), "Freiburg has 3, Ulm 4: {:?}", s.marches());
}

#[test]
fn r7_3_1_3_2_corps_in_an_unbesieged_city_make_a_river_dear() {
    let mut p = at_war(&[FR]).on("holder bud fr; au-i lnz city 3I; fr-iv bud 9I");
    let b = corps("fr-iv");
    let left = |p: Position| {
        let mut s = p.begin();
        s.by(FR, "move fr-iv; to lnz", &[]);
        s.p.marching.march.points
    };
    let dear = left(p);
    p.river_city = false;
    assert_eq!(left(p), dear + 1, "{:?}", p.corps[b].spot);
}

#[test]
fn r7_2_3_2_1_the_last_depot_may_have_enemies_around_it() {
    let mut p = at_war(&[FR]).on("money fr 9");
    (7..data().nations.len()).for_each(|n| p.controller[n] = FR);
    p = p.on("depot str fr; depot stu fr");
    for id in ["stu", "ulm"] {
        p.at_mut(area(id)).country = AU;
        p.at_mut(area(id)).holder = AU;
    }
    p.at_mut(area("stu")).irregulars[usize::from(AU)] = 1;
    assert!(in_chain(&p, FR, "stu"), "it lies between no others");
    let behind = data().board.areas().find(|a| {
        let far = |id: &str| data().board.distance(area(id), *a);
        far("stu") == 2 && far("str") > 2 && p.may_enter(FR, *a) && p.at(*a).holder != FR
    });
    let behind = data().board.area(behind.unwrap()).id.clone();
    depot(&mut p, &behind, FR);
    (p.at_mut(area(&behind)).country, p.at_mut(area(&behind)).holder) = (AU, AU);
    assert!(!in_chain(&p, FR, &behind), "what lies behind it is cut off: {behind}");
    p.at_mut(area("stu")).irregulars[usize::from(AU)] = 0;
    assert!(in_chain(&p, FR, &behind), "{behind}");
}

#[test]
fn r7_3_c_a_point_for_a_passage_is_no_point_of_combat() {
    let mut p = moving("ulm1805", &[FR]);
    let d = data();
    let near = d.board.neighbours(area("nur")).iter().map(|n| n.0).find(|a| p.may_enter(FR, *a)).unwrap();
    put(&mut p, "fr-iv", FR, Spot::Field(near), 9);
    let mut s = p.begin();
    let margin = game().engine().margin(&s.p);
    s.by(FR, "move fr-iv; to nur", &[]);
    assert_eq!(s.p.play.points[0], -1);
    assert_eq!(game().engine().margin(&s.p), margin, "scenarios count points of combat");
    let line =
        s.events.iter().filter_map(|e| game().tell_to(e, Viewer::Watcher)).find(|l| l.text.contains("point"));
    assert_eq!(line.unwrap().rule, "7.3(c)");
}

#[test]
fn r7_1_after_france_has_named_its_slot_the_month_is_played() {
    for phase in ["slots", "reinforcement"] {
        let text = format!(
            "scenario = ulm1805\nturn = 2\nphase = {phase}\nclear\nfr-i ulm 9I\nau-i vie 9I\ndepot str fr\ndepot vie au\n"
        );
        let p = game().position(&Options::new(), &text).unwrap();
        let mut s = at(p);
        for _ in 0..9 {
            let side = s.side().unwrap();
            let pick = s.offers().into_iter().find(|o| o.starts_with("slot 1") || o == "done").unwrap();
            let mut list = Vec::new();
            game().actions(&s.p, Side(side), &mut list);
            let action = *list.iter().find(|a| game().describe(&s.p, a) == pick).unwrap();
            game().apply(&mut s.p, Side(side), &action, &mut Given::new(vec![]), &mut s.events);
            if pick.starts_with("slot") {
                break;
            }
        }
        assert_eq!((s.p.play.turn, s.p.play.slots[0]), (1, 1), "{phase}: France acts first in this month");
        assert!(s.p.play.phase >= Phase::Depots && s.p.play.phase <= Phase::Guerillas);
    }
}

#[test]
fn c5_who_stands_on_the_map_does_not_arrive_again() {
    let s = data().scenario("ulm1805").unwrap();
    let due = s.entries.iter().find_map(|e| match (e.thing, e.month) {
        (sandtable_empires::data::Thing::Corps(def), Some(month)) => Some((def, month, e.power)),
        _ => None,
    });
    let (def, _, power) = due.unwrap();
    let id = &data().corps[def].id;
    let text = format!("scenario = ulm1805\nturn = 5\nclear\nfr-i ulm 9I\nau-i vie 9I\n{id} bnn 1I\n");
    let p = game().position(&Options::new(), &text).unwrap();
    let many = p.corps.iter().filter(|c| c.power == power && c.spot != Spot::Off).count();
    let corps =
        |e: &&sandtable_empires::data::Entry| matches!(e.thing, sandtable_empires::data::Thing::Corps(_));
    let now = s.entries.iter().filter(corps).filter(|e| e.power == power && e.month == Some(p.month)).count();
    let there = if [AU, FR].contains(&power) { 2 } else { 1 };
    assert_eq!(many, there + now, "nobody who was due before floods in");
    let block = game().engine().block_named(&p, id).unwrap();
    assert_eq!(p.corps[block].total(), 1);
}

#[test]
fn positions_say_captives_ships_losses_and_who_holds_a_capital() {
    let text = "scenario = grand1805\nturn = 3\nclear\nphase = movement\norder = gb fr ru\npower = gb\nfleet gb eng\n\
                gb-i aboard 0 8I\nfr-ney captive 2\ngarrison kie ru 2X\npoints fr 5\ncombat-points fr 2\nlost fr 3\noccupied bav fr 2\n";
    let p = game().position(&Options::new(), text).unwrap();
    let block = game().engine().block_named(&p, "gb-i").unwrap();
    assert_eq!(p.corps[block].spot, Spot::Fleet(0));
    assert_eq!(p.play.returns[leader("fr-ney")], p.month + 2);
    assert_eq!(p.at(area("kie")).garrison.counts()[2], 2);
    assert_eq!((p.play.points[0], p.play.combat_points[0], p.play.corps_lost[0]), (5, 2, 3));
    assert_eq!(p.play.occupied[usize::from(nation("BAV"))], (FR, 1));
    for (wrong, why) in [
        ("gb-i aboard 3 8I", "no fleet 3"),
        ("garrison vie tu 2X", "no cossacks"),
        ("occupied bav fr 9", "up to this"),
    ] {
        let text = format!("scenario = grand1805\nturn = 3\nclear\n{wrong}\n");
        let fault = game().position(&Options::new(), &text).unwrap_err();
        assert!(fault.contains("line 4") && fault.contains(why), "{fault}");
    }
}
