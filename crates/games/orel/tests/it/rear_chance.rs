//! Random events (6) and who wins (10).

use crate::scene::*;
use sandtable_core::plan::Tunable;

fn event(side: u8, id: &str) -> Maybe<EventId> {
    let place = game().d.events.iter().position(|e| e.side == side && e.id == id);
    place.map(|place| EventId(place as u8)).into()
}

/// A side rolls for an event; the dice are tens and units.
fn rolled(s: Scene, side: u8, dice: &[u8]) -> Scene {
    let s = s.with(|p| (p.rules.events, p.active, p.phase, p.play) = (true, side, Phase::Event, Play::START));
    s.begin(dice)
}

fn field(side: u8) -> Scene {
    let s = Scene::empty(side, Phase::Event)
        .put("w-off-2k w-1-2k w-cv-2k", "1717")
        .put("w-1-1k w-art-1k", "1617");
    s.put("r-1-let r-2-let", "1712").put("r-art-let", "1812").put("r-1-7d r-cv-7d", "1512")
}

#[test]
fn r6a_events_are_optional_and_can_be_taken_up_later() {
    let mut s = field(WHITE).with(|p| p.phase = Phase::Movement).begin(&[]);
    assert!(!s.p.rules.events && s.offered("want events"));
    s.say("want events", &[]);
    assert_eq!((s.refused("want events").as_str(), s.p.rules.events), ("6a", false), "Red must agree");
    s.say("done", &[]);
    assert_eq!((s.side(), s.p.phase), (Some(RED), Phase::Movement), "no event was rolled for");
    s.say("want events", &[]);
    assert!(s.told().contains("random events are rolled for from now on"));
    assert_eq!(s.refused("want events"), "6a");
    s.say("done", &[4, 1]);
    assert!(s.told().contains("White rolls 41"), "{}", s.told());
}

#[test]
fn r6b_tens_and_units_on_the_list_of_the_own_side() {
    // Nothing out of the way: 41 to 65 for White, 33 to 57 for Red.
    let s = rolled(field(WHITE), WHITE, &[4, 1]);
    assert!(s.told().contains("White rolls 41: Nothing out of the way"));
    let s = rolled(field(RED), RED, &[4, 1]);
    assert!(s.told().contains("Red rolls 41: Nothing out of the way"));
    // 00 is 100: a Controlled event for both.
    let s = rolled(field(WHITE), WHITE, &[10, 10]);
    assert_eq!(s.p.rear.kept, [event(WHITE, "bold-commander"), Maybe::NONE]);
    let s = rolled(field(RED), RED, &[10, 10]);
    assert_eq!(s.p.rear.kept, [Maybe::NONE, event(RED, "commissars")]);
    // 05 is Treachery for White, suffered, and Defeatist Rumors for Red.
    assert!(rolled(field(WHITE), WHITE, &[10, 5]).told().contains("Treachery"));
    assert!(rolled(field(RED), RED, &[10, 5]).told().contains("Defeatist Rumors"));
    // Every roll means something.
    for side in [WHITE, RED] {
        for roll in 1..=100u8 {
            let fits = |e: &&EventDef| e.side == side && (e.from..=e.to).contains(&roll);
            assert_eq!(game().d.events.iter().filter(fits).count(), 1, "{side} {roll}");
        }
    }
}

#[test]
fn r6c_events_are_suffered_or_controlled() {
    // Every row of both lists is of one kind, and each kind is there for both sides.
    for side in [WHITE, RED] {
        let of =
            |kind: EventKind| game().d.events.iter().filter(|e| e.side == side && e.kind == kind).count();
        assert!(of(EventKind::Suffered) > 0 && of(EventKind::Controlled) > 0 && of(EventKind::None) > 0);
    }
    // A Suffered one asks the opponent at once and is not kept, a Controlled one is kept and asks nobody.
    let s = rolled(field(WHITE), WHITE, &[10, 5]);
    assert_eq!((s.side(), s.asked().0, s.p.rear.kept), (Some(RED), "6.1a", [Maybe::NONE; 2]));
    let s = rolled(field(WHITE), WHITE, &[10, 10]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "7b"));
    assert_eq!(s.p.rear.kept, [event(WHITE, "bold-commander"), Maybe::NONE]);
}

#[test]
fn r6_1a_the_opponent_picks_the_formation_and_the_owner_the_unit() {
    // Desertion.
    let mut s = rolled(field(WHITE), WHITE, &[1, 10]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "6.1a"));
    assert_eq!(s.offers(), ["afflict 1k", "afflict 2k"]);
    assert_eq!(s.refused("afflict let1"), "6.1a");
    assert_eq!(s.refused("afflict 3k"), "6.1a");
    s.say("afflict 2k", &[]);
    assert_eq!(
        (s.side(), s.offers()),
        (Some(WHITE), vec!["suffer w-off-2k".to_string(), "suffer w-1-2k".to_string()])
    );
    assert_eq!(s.refused("suffer w-1-1k"), "6.1a");
    let p = s.p;
    s.say("suffer w-off-2k", &[6]);
    assert_eq!(s.p.steps(unit("w-off-2k")), 4, "a 6 is within its TQ");
    let low = |p: &mut Position| p.green.insert(unit("w-1-2k"));
    let mut s = Scene::at(p).with(low);
    s.say("suffer w-1-2k", &[6]);
    assert_eq!((s.p.steps(unit("w-1-2k")), s.p.prisoners), (2, [0, 0]));
    // Treachery brings the enemy a Prisoner.
    let mut s = rolled(field(RED), RED, &[10, 6]);
    assert_eq!(s.side(), Some(WHITE));
    s.say("afflict 7d", &[]).say("suffer r-1-7d", &[4]);
    assert_eq!((s.p.steps(unit("r-1-7d")), s.p.prisoners), (3, [1, 0]));
    assert!(s.told().contains("rolls 4 against TQ 3 and fails"));
    // A unit with one step left is not asked for it.
    let s = rolled(field(RED).steps("r-1-7d", 1), RED, &[10, 6]);
    assert_eq!(s.offers(), ["afflict let1"]);
    // Guns of the whole Division are no formation.
    assert_eq!(rolled(field(RED), RED, &[10, 5]).offers(), ["afflict 7d", "afflict let1"]);
}

#[test]
fn r6_1a_brewery_puts_a_unit_out_of_command() {
    let mut s = rolled(field(WHITE), WHITE, &[3, 2]);
    s.say("afflict 1k", &[]).say("suffer w-art-1k", &[]);
    assert!(s.p.ooc.has(unit("w-art-1k")));
    let s = rolled(field(WHITE).with(|p| p.ooc = units("w-1-1k w-art-1k")), WHITE, &[3, 2]);
    assert_eq!(s.offers(), ["afflict 2k"]);
}

#[test]
fn r6_1b_rumors_strike_a_whole_formation() {
    let mut s = rolled(field(WHITE), WHITE, &[10, 1]);
    s.say("afflict 2k", &[]);
    assert_ne!(s.asked().0, "6.1a", "nobody picks units");
    let tq = |s: &Scene, id: &str| engine().tq(&s.p, unit(id));
    assert_eq!((tq(&s, "w-off-2k"), tq(&s, "w-cv-2k"), tq(&s, "w-1-1k")), (5, 5, 6));
    // To the end of the opponent's next player turn.
    let own = Scene::at(s.p)
        .with(|p| (p.phase, p.play, p.rules.events) = (Phase::End, Play::START, false))
        .begin(&[]);
    assert_eq!(tq(&own, "w-off-2k"), 5);
    let theirs = own.with(|p| (p.active, p.phase, p.play) = (RED, Phase::End, Play::START)).begin(&[]);
    assert_eq!(tq(&theirs, "w-off-2k"), 6);
}

#[test]
fn r6_1c_exactions_wait_for_the_next_recruits() {
    let s = rolled(field(WHITE), WHITE, &[1, 8]);
    assert_eq!((s.p.recruits[0], s.p.rear.exactions[0]), (0, -1));
    let s = s.with(|p| (p.phase, p.play, p.rules.events) = (Phase::Recruits, Play::START, false)).begin(&[]);
    assert_eq!((s.p.recruits[0], s.p.rear.exactions[0]), (2, 0));
    assert!(s.told().contains("-1 for exactions"));
}

#[test]
fn r6_2a_volunteers_come_at_once() {
    let s = rolled(field(RED).with(|p| p.recruits[1] = 11), RED, &[6, 4]);
    assert_eq!((s.p.recruits[1], s.p.rear.kept[1]), (12, Maybe::NONE));
}

#[test]
fn r6_2b_a_kept_event_lapses_with_the_opponents_turn() {
    rules!("orel 6.2c");
    let s = rolled(field(WHITE), WHITE, &[10, 10]);
    let kept = event(WHITE, "bold-commander");
    assert_eq!(s.p.rear.kept[0], kept);
    let ended = |s: Scene, side: u8| {
        let s = s.with(|p| (p.active, p.phase, p.play) = (side, Phase::End, Play::START));
        s.with(|p| p.rules.events = false).begin(&[])
    };
    let s = ended(s, WHITE);
    assert_eq!(s.p.rear.kept[0], kept, "it is still there in the enemy's turn");
    let s = ended(s, RED);
    assert_eq!(s.p.rear.kept[0], Maybe::NONE);
    assert!(s.told().contains("Bold commander of White lapses"));
}

#[test]
fn r6_2a_a_raid_follows_the_enemy_command_phase() {
    let scene = || {
        let s = field(RED).with(|p| p.rear.kept[0] = event(WHITE, "raid"));
        s.with(|p| (p.active, p.phase) = (RED, Phase::Command)).begin(&[])
    };
    let mut s = scene();
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "6.2a"));
    assert!(s.offered("raid r-1-let supply") && s.offered("raid r-1-let command") && s.offered("done"));
    assert_eq!(s.refused("raid w-1-1k supply"), "6.2a");
    assert_eq!(s.refused("initiative w-1-1k"), "6.2a");
    s.say("raid r-1-let supply", &[3]);
    assert!(s.p.unsupplied.has(unit("r-1-let")) && s.p.rear.kept[0] == Maybe::NONE);
    let mut s = scene();
    s.say("raid r-1-let command", &[2]);
    assert!(!s.p.ooc.has(unit("r-1-let")) && s.p.rear.kept[0] == Maybe::NONE, "the die was too low");
    let mut s = scene();
    s.say("raid r-1-let command", &[4]);
    assert!(s.p.ooc.has(unit("r-1-let")));
    // Without riders near nobody is asked; a side that says done keeps it.
    let mut s = scene();
    s.say("done", &[]);
    assert_eq!(s.p.rear.kept[0], event(WHITE, "raid"));
    let far = field(RED).with(|p| {
        p.rear.kept[0] = event(WHITE, "raid");
        p.place(unit("w-cv-2k"), hex("2719"));
        (p.active, p.phase) = (RED, Phase::Command);
    });
    assert_ne!(far.begin(&[]).side(), Some(WHITE));
    // Six hexes, not seven, and riders that are not Routed.
    let from = |at: &str, mode: Mode| {
        let s = field(RED).put("w-cv-2k", at).put("r-cv3-let", "1713").mode("w-cv-2k", mode);
        s.with(|p| (p.phase, p.rear.kept[0]) = (Phase::Command, event(WHITE, "raid"))).begin(&[])
    };
    let s = from("1718", Mode::March);
    assert!(s.offered("raid r-1-let supply") && !s.offered("raid r-1-7d supply"));
    assert_eq!(
        (s.offered("raid r-cv3-let supply"), s.refused("raid r-cv3-let supply").as_str()),
        (false, "6.2a")
    );
    assert_ne!(from("1719", Mode::Combat).side(), Some(WHITE), "the convoy alone is near");
    assert_ne!(from("1718", Mode::Routed).side(), Some(WHITE));
}

#[test]
fn r6_2a_agitators_speak_to_neighbours_when_the_combat_phase_begins() {
    let s = field(RED).put("r-2-7d", "1616").with(|p| p.rear.kept[1] = event(RED, "agitators"));
    let s = s.with(|p| p.green = units("w-1-1k")).put("w-1-83s", "1716").put("w-2-83s", "1920");
    let mut s = s.with(|p| (p.active, p.phase) = (RED, Phase::Munitions)).begin(&[]);
    assert_eq!((s.side(), s.offers()), (Some(RED), vec!["agitate w-1-83s".to_string(), "done".to_string()]));
    for id in ["w-2-83s", "w-1-1k", "w-art-1k", "r-1-7d"] {
        assert_eq!(s.refused(&format!("agitate {id}")), "6.2a", "{id}");
    }
    s.say("agitate w-1-83s", &[5]);
    assert_eq!((s.p.steps(unit("w-1-83s")), s.p.prisoners), (2, [0, 1]));
}

#[test]
fn r6_2a_personal_initiative_in_the_own_movement_phase() {
    let s = field(WHITE).with(|p| {
        p.rear.kept[0] = event(WHITE, "personal-initiative");
        p.ooc = units("w-1-1k r-1-7d");
        p.phase = Phase::Movement;
    });
    let mut s = s.begin(&[]);
    assert!(s.offered("initiative w-1-1k") && !s.offered("initiative w-off-2k"));
    assert_eq!(s.refused("initiative w-off-2k"), "6.2a");
    assert_eq!(s.refused("air w-art-1k"), "6.2a");
    s.say("initiative w-1-1k", &[]);
    assert!(!s.p.ooc.has(unit("w-1-1k")) && s.p.rear.kept[0] == Maybe::NONE);
    // Its state comes back with the end of the player turn.
    let s = s_end(s);
    assert!(s.p.ooc.has(unit("w-1-1k")));
}

fn s_end(s: Scene) -> Scene {
    s.with(|p| (p.phase, p.play) = (Phase::End, Play::START)).begin(&[])
}

#[test]
fn r6_2a_air_reconnaissance_helps_one_barrage() {
    let s = field(WHITE).marked("w-art-1k", Marker::Barrage).put("r-3-7d", "1615").with(|p| {
        p.rear.kept[0] = event(WHITE, "air-reconnaissance");
        p.phase = Phase::Munitions;
    });
    let mut s = s.begin(&[]);
    assert_eq!(s.offers(), ["air w-art-1k", "done"]);
    s.say("air w-art-1k", &[]);
    assert_eq!(s.p.fire.spotted, units("w-art-1k"));
    assert!(s_end(s).p.fire.spotted.is_empty());
}

/// A Prepared Attack of two White battalions on two Letton regiments that stand, up to the Cohesion checks.
fn attack(kept: &str, dice: &[u8]) -> Scene {
    let s =
        Scene::empty(WHITE, Phase::Munitions).put("w-off-2k w-2-2k", "1717").put("r-1-let r-2-let", "1716");
    let s = s.put("w-cv4-1dr", "1719").put("r-cv3-let", "1714");
    let s = s.marked("w-off-2k w-2-2k", Marker::Attack { prepared: true, target: hex("1716") });
    let mut s = s.with(|p| p.rear.kept[0] = event(WHITE, kept)).begin(&[]);
    s.say("done", &[]);
    if s.asked().0 == "3.2Ba" {
        s.say("draw r-cv3-let", &[]);
    }
    s.say("stand", dice);
    s
}

#[test]
fn r6_2a_a_fiery_speech_before_the_cohesion_check() {
    let mut s = attack("fiery-speech", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "6.2a"));
    assert_eq!(s.offers(), ["speech w-off-2k", "speech w-2-2k", "done"]);
    assert_eq!(s.refused("speech r-1-let"), "6.2a");
    // With a 6 a battalion of TQ 5 would be Disorganised.
    s.say("done", &[6, 3]);
    assert_eq!(s.p.combat.disorganised, units("w-2-2k"));
    assert_eq!(s.p.rear.kept[0], event(WHITE, "fiery-speech"), "it can still be used");
    let mut s = attack("fiery-speech", &[]);
    s.say("speech w-2-2k", &[6, 3]);
    assert!(s.p.combat.disorganised.is_empty() && s.p.rear.kept[0] == Maybe::NONE);
    assert!(s.told().contains("plays Fiery Speech on"));
}

#[test]
fn r6_2a_a_bold_commander_rolls_again() {
    let mut s = attack("bold-commander", &[6]);
    assert_eq!((s.side(), s.asked().1), (Some(WHITE), "make the roll again, or keep it"));
    assert_eq!(s.offers(), ["again", "done"]);
    // The second die counts; the other side has no such event.
    s.say("again", &[2, 3]);
    assert!(s.p.combat.disorganised.is_empty() && s.p.rear.kept[0] == Maybe::NONE);
    assert!(s.told().contains("White rolls again: 2 in place of 6"));
    // A side that keeps the roll keeps the event.
    let mut s = attack("bold-commander", &[6]);
    s.say("done", &[3]);
    assert_eq!(s.p.combat.disorganised, units("w-2-2k"));
    assert_ne!(s.p.rear.kept[0], Maybe::NONE);
}

#[test]
fn r6_2a_a_raid_just_before_a_combat() {
    let s = Scene::empty(WHITE, Phase::Munitions)
        .put("w-off-2k", "1717")
        .put("r-1-let", "1716")
        .put("r-cv-let", "1711");
    let s =
        s.marked("w-off-2k", Marker::Attack { prepared: false, target: hex("1716") }).put("w-cv-2k", "1718");
    let mut s = s.with(|p| p.rear.kept[0] = event(WHITE, "raid")).begin(&[]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "6.2a"));
    s.say("raid r-1-let supply", &[3]);
    assert!(s.p.unsupplied.has(unit("r-1-let")));
    assert_eq!(s.asked().0, "8.5a");
}

#[test]
fn r6_2a_commissars_know_only_cohesion_and_morale() {
    let mut p = field(RED).with(|p| p.rear.kept[1] = event(RED, "commissars")).p;
    for (kind, again) in [
        (RollKind::Cohesion, true),
        (RollKind::Morale, true),
        (RollKind::Assault, false),
        (RollKind::Coordination, false),
    ] {
        engine().throw(&mut p, RED, kind, 1, &mut Seeded::new(1), &mut Vec::new());
        assert_eq!(p.rear.reroll, again, "{kind:?}");
        engine().throw(&mut p, WHITE, kind, 1, &mut Seeded::new(1), &mut Vec::new());
        assert!(!p.rear.reroll, "{kind:?}");
    }
}

fn over() -> Scene {
    Scene::empty(RED, Phase::Over)
}

fn levels(s: &Scene) -> (u8, u8) {
    let level = |side: u8| engine().rear_standing(&s.p, side).unwrap().level;
    (level(WHITE), level(RED))
}

fn holds(s: &Scene, side: u8, place: &str) -> bool {
    engine().holds_place(&s.p, side, hex(place))
}

#[test]
fn r10_2va_a_place_is_held_with_a_free_path_to_the_own_edge() {
    let s = || over().put("w-1-1k", "2110");
    assert!(holds(&s(), WHITE, "2110") && !holds(&s(), RED, "2110") && !holds(&s(), WHITE, "2111"));
    // Any unit holds it (RU-76); by option vehicles, Depots and the Routed do not.
    let troops = |s: Scene| s.with(|p| p.rules.troops_only = true);
    for (s, id) in
        [(s().mode("w-1-1k", Mode::Routed), "Routed"), (over().put("w-cv3-83s", "2110"), "a convoy")]
    {
        assert!(holds(&s, WHITE, "2110"), "{id}");
        assert!(!holds(&troops(s), WHITE, "2110"), "{id}");
    }
    assert!(holds(&over().put("w-art-1k", "2110"), WHITE, "2110"));
    // Ringed by zones it is nobody's.
    let ring = ["2108", "2309", "2311", "2112", "1911", "1909"];
    let red = ["r-1-let", "r-2-let", "r-3-let", "r-4-let", "r-5-let", "r-6-let"];
    let shut = red.iter().zip(ring).fold(s(), |s, (id, at)| s.put(id, at));
    assert!(!holds(&shut, WHITE, "2110") && !holds(&shut, RED, "2110"));
    // Zones alone bar it: without the second step the way is free.
    assert!(holds(&red.iter().fold(shut, |s, id| s.steps(id, 1)), WHITE, "2110"));
    // A zone on the town itself does not matter (RU-58).
    assert!(holds(&s().put("r-1-let", "2109"), WHITE, "2110"));
    // Red goes north or west.
    assert!(holds(&over().put("r-1-let", "0219"), RED, "0219"));
}

#[test]
fn r10_2vb_six_places_count() {
    let places: Vec<String> = ["2705", "2110", "1214", "0717", "0219", "0513"].map(String::from).to_vec();
    let mine = game().d.scenarios.iter().find(|s| s.id == "historical").unwrap();
    assert_eq!(mine.places.iter().map(|h| game().d.map.name(*h)).collect::<Vec<_>>(), places);
}

/// Red infantry in supply at a hex near the double track.
fn armed(s: Scene, at: &str, convoy: &str) -> Scene {
    let rails = |p: &mut Position| p.rails = [Hexes::EMPTY, game().d.map.rails];
    let mut s = s.put("r-1-let", at).put("r-cv3-let", convoy).with(rails);
    engine().settle(&mut s.p, &mut s.events);
    assert!(s.p.functional.has(unit("r-cv3-let")));
    s
}

#[test]
fn r10_2vc_white_strategic() {
    let s = || over().put("w-1-1k", "2705").put("w-1-2k", "2110").put("w-1-1d", "1214");
    let settled = |mut s: Scene| {
        engine().settle(&mut s.p, &mut s.events);
        s
    };
    assert_eq!(levels(&settled(s())), (3, 0));
    let outcome = engine().rear_outcome(&s().p);
    assert_eq!((outcome.winner, outcome.level, outcome.rule), (Some(Side(WHITE)), "Strategic", "10.2Vc"));
    // Armed infantry near the double track spoils it; its own hex counts, too.
    for at in ["2909", "2808", "2910"] {
        let s = armed(s(), at, "2609");
        assert_eq!(levels(&s).0, 1, "{at}");
    }
    assert_eq!(levels(&armed(s(), "2610", "2609")).0, 3, "its zone must reach the line");
    assert_eq!(levels(&armed(s(), "2909", "2609").steps("r-1-let", 1)).0, 3, "one step has no zone");
    let far = armed(s(), "2909", "2702");
    assert_eq!(levels(&far).0, 3, "out of range of a Depot");
    let cavalry = armed(s(), "2610", "2609").put("r-1-tchkz", "2909");
    assert_eq!(levels(&cavalry).0, 3, "only infantry counts");
}

#[test]
fn r10_2vd_white_regional() {
    rules!("orel PN-d");
    for third in ["2110", "0513", "0219"] {
        let s = over().put("w-1-1d", "1214").put("w-1-2d", "0717").put("w-1-3d", third);
        assert_eq!(levels(&s).0, 2, "{third}");
    }
    assert_eq!(levels(&over().put("w-1-1d", "1214").put("w-1-2d", "0717")).0, 1);
    assert_eq!(levels(&over().put("w-1-1k", "2705")).0, 2);
    assert_eq!(levels(&armed(over().put("w-1-1k", "2705"), "2909", "2609")).0, 0);
}

#[test]
fn r10_2ve_white_minor_or_defeat() {
    rules!("orel 10.2Vf");
    for (place, level) in [("0717", 1), ("1214", 1), ("2110", 1), ("0219", 0), ("0513", 0)] {
        assert_eq!(levels(&over().put("w-1-1d", place)).0, level, "{place}");
    }
}

#[test]
fn r10_2vg_the_station_beyond_the_whites() {
    rules!("orel 10.2Vi", "orel PN-c", "orel PN-e");
    let s = || armed(over(), "3015", "2815");
    assert_eq!(levels(&s()).1, 1);
    // A White combat unit on or next to the line farther on, and it is not cut.
    assert_eq!(levels(&s().put("w-1-1k", "2919")).1, 0);
    assert_eq!(levels(&s().put("w-1-1k", "2819")).1, 0);
    assert_eq!(levels(&s().put("w-1-1k", "2717")).1, 1);
    assert_eq!(levels(&s().put("w-1-1k", "3111")).1, 1, "north of it they may be");
    assert_eq!(levels(&s().put("w-tank", "2919")).1, 0, "any unit (RU-56)");
    let troops = s().put("w-tank", "2919").with(|p| p.rules.troops_only = true);
    assert_eq!(levels(&troops).1, 1, "by option only combat units");
    // Infantry, in supply, at a station.
    assert_eq!(levels(&armed(over(), "3014", "2815")).1, 0);
    assert_eq!(levels(&armed(over(), "3015", "2701")).1, 0);
    assert_eq!(levels(&armed(over(), "2516", "2815").put("r-1-tchkz", "3015")).1, 0);
    // Next to the station itself, and to nothing farther on, they may be, too.
    assert_eq!(levels(&s().put("w-cv-1k", "3115")).1, 1);
    // Routed infantry cuts nothing, no matter what stands with it.
    assert_eq!(levels(&s().put("r-1-tchkz", "3015").mode("r-1-let", Mode::Routed)).1, 0);
    // With Kromy and Orel it is the highest level; a White hold on Kromy prevents that.
    let both = || s().put("r-2-let", "2110").put("r-3-let", "2705");
    assert_eq!(levels(&both()).1, 3);
    assert_eq!(levels(&s().put("w-1-2k", "2110").put("r-3-let", "2705")).1, 1);
    assert_eq!(levels(&s().put("r-3-let", "2705")).1, 1, "more is not worth less (RU-57)");
}

/// Red who has cut the line can hope for more the surer it is to stay cut.
#[test]
fn who_plans_counts_a_station_that_is_cut() {
    let s = armed(over(), "3015", "2815").put("r-2-let", "2110").put("r-3-let", "2705");
    let hope = |sure: f32| {
        let mut weights = *game().tuned();
        weights.score.station_cut = sure;
        game().reweighted(weights).balance(&s.p)[0]
    };
    assert!(hope(0.9) < hope(0.5), "what White can hope for: {} {}", hope(0.9), hope(0.5));
}

/// A place without a way home is worth less the more that counts.
#[test]
fn who_plans_counts_a_place_that_is_cut_off() {
    let ring = ["2108", "2309", "2311", "2112", "1911", "1909"];
    let red = ["r-1-let", "r-2-let", "r-3-let", "r-4-let", "r-5-let", "r-6-let"];
    let s = red.iter().zip(ring).fold(over().put("w-1-1k", "2110"), |s, (id, at)| s.put(id, at));
    let hope = |cut: f32| {
        let mut weights = *game().tuned();
        weights.score.cut_off = cut;
        game().reweighted(weights).balance(&s.p)[0]
    };
    assert!(hope(0.3) < hope(0.0), "what White can hope for: {} {}", hope(0.3), hope(0.0));
}

#[test]
fn r10_2vh_red_regional_or_defeat() {
    rules!("orel 10.2Vj");
    let places = ["2705", "2110", "1214", "0717", "0219", "0513"];
    let red = ["r-1-let", "r-2-let", "r-3-let", "r-4-let", "r-5-let", "r-6-let"];
    let all = |n: usize| red.iter().zip(places).take(n).fold(over(), |s, (id, at)| s.put(id, at));
    assert_eq!((levels(&all(6)), levels(&all(5))), ((0, 2), (0, 0)));
}

#[test]
fn r10_2vk_losses_lower_the_level() {
    let lost = |n: u8| {
        let s = over().put("w-1-1k", "2705").with(|p| p.lost[0] = n);
        (engine().rear_standing(&s.p, WHITE).unwrap().reached, levels(&s).0)
    };
    assert_eq!([lost(9), lost(10), lost(14), lost(15), lost(40)], [(2, 2), (2, 1), (2, 1), (2, 0), (2, 0)]);
    // Never below Defeat; combat units alone are counted.
    assert_eq!(levels(&over().with(|p| p.lost = [20; 2])), (0, 0));
    let mut s = over().put("w-1-1k w-art-1k w-tank w-rec1", "2705");
    for id in ["w-1-1k", "w-art-1k", "w-tank", "w-rec1"] {
        engine().eliminate(&mut s.p, unit(id), &mut s.events);
    }
    assert_eq!(s.p.lost, [2, 0]);
}

#[test]
fn r10_2vl_the_higher_level_wins_and_equal_ones_are_a_draw() {
    let won = |s: &Scene| {
        let o = engine().rear_outcome(&s.p);
        (o.winner.map(|w| w.0), o.level)
    };
    assert_eq!(won(&over()), (None, "draw"));
    assert_eq!(won(&over().put("w-1-1d", "1214")), (Some(WHITE), "Minor"));
    let s = armed(over().put("w-1-1d", "1214"), "3015", "2815");
    assert_eq!((levels(&s), won(&s)), ((1, 1), (None, "draw")));
    let s = s.put("r-2-let", "2110").put("r-3-let", "2705");
    assert_eq!((levels(&s), won(&s)), ((1, 3), (Some(RED), "Strategic")));
    assert_eq!(s.asked(), ("10.2Vg", "Strategic"));
}

#[test]
fn r10_1e_brasovo_is_won_by_holding_brasovo_and_sevsk() {
    let won = |change: &dyn Fn(&mut Position)| {
        let mut p = Scene::of("brasovo").p;
        (p.phase, p.play) = (Phase::Over, Play::START);
        change(&mut p);
        engine().rear_outcome(&p).winner.unwrap().0
    };
    assert_eq!(won(&|_| ()), RED);
    assert_eq!(won(&|p| p.place(unit("w-4-2d"), hex("0513"))), WHITE);
    let lost = |p: &mut Position| {
        p.place(unit("w-4-2d"), hex("0513"));
        for id in ["w-2-2d", "w-3-2d", "w-art-3d"] {
            p.place(unit(id), hex("0320"));
        }
    };
    assert_eq!(won(&lost), RED);
}
