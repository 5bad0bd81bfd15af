//! What leads a player in words and on the map: names, labels, prompts, ground layers, what a way means.

use crate::field::*;
use sandtable_core::guide::{Ground, Guide};
use sandtable_core::view::Viewer;
use std::collections::BTreeMap;

fn label(s: &Scene, words: &str) -> String {
    s.game.label(&s.p, &s.meant(words))
}

fn asked(s: &Scene) -> (String, Vec<String>) {
    let prompt = s.game.prompt(&s.p, Side(s.side().unwrap())).unwrap();
    (prompt.text, prompt.places)
}

#[test]
fn every_counter_has_a_name_of_its_own() {
    let mut names = BTreeMap::new();
    for def in &REAL.d.units {
        assert!(!def.called.contains(['/', '_']), "{}", def.called);
        let before = names.insert(def.called.as_str(), def.id.as_str());
        assert_eq!(before, None, "{} is {}, too", def.id, def.called);
    }
    let called = |id: &str| engine().name(unit(id)).to_string();
    assert_eq!(called("de-art-49-res"), "49th Reserve Artillery");
    assert_eq!(called("de-art-25"), "XXV Reserve Corps Artillery");
    assert_eq!(called("ru-art-79-res"), "79th Reserve Artillery");
    assert_eq!(called("ru-1-13-rif"), "1st Brigade of the 13th Siberian Rifles");
    assert_eq!(called("de-1-5-cav"), "1st Brigade of the German 5th Cavalry");
    assert_eq!(called("ru-1-5-cav"), "1st Brigade of the Russian 5th Cavalry");
    assert_eq!(called("de-hq-morgen"), "headquarters of v. Morgen");
    let s =
        Scene::empty("november-11", DE, Phase::Movement).put("de-1-5-cav", "1405").put(X, "1410").begin(&[]);
    let typed = game().parse(&s.p, "1st Brigade of the German 5th Cavalry 1406");
    assert_eq!(typed, Some(s.meant("de-1-5-cav 1406")), "what is shown can be typed");
}

/// Two brigades with guns and a staff before Kutno, Russians beyond; a movement phase.
fn march() -> Scene {
    Scene::empty("november-11", DE, Phase::Movement)
        .put(&format!("{A} {B}"), "1916")
        .put(&format!("{GUN} {HQ}"), "1915")
        .put(&format!("{X} {Y}"), "2118")
        .put(RGUN, "2017")
        .begin(&[])
}

#[test]
fn labels_say_what_an_action_costs_or_brings() {
    let s = march();
    let told = [
        "de-1-49-res 1917",
        "de-1-49-res 2016",
        "de-1-49-res 2017",
        "de-art-25 order",
        "de-1-49-res dig",
        "de-1-49-res strategic",
        "done",
    ]
    .map(|words| label(&s, words));
    assert_eq!(
        told,
        [
            "Move 1st Brigade of the 49th Reserve to 1917 Witonia · 1½ of 5 MP",
            "Move 1st Brigade of the 49th Reserve to 2016 Kutno · ½ of 5 MP",
            "Move 1st Brigade of the 49th Reserve to 2017 · 3½ of 5 MP, stops in an enemy zone",
            "Put XXV Reserve Corps Artillery into marching order · 1 of 6 MP",
            "Dig in with 1st Brigade of the 49th Reserve · it does not move; the works stand at the end of the phase",
            "Mark 1st Brigade of the 49th Reserve for strategic movement · 3 MP after the attacks",
            "End your movement",
        ]
    );
    // What cannot be is said without a price, and without a panic.
    assert_eq!(label(&s, "de-1-49-res 4510"), "Move 1st Brigade of the 49th Reserve to 4510 Kosów Lacki");
}

/// A duel before 2017 with guns on both sides, far from everybody else.
fn attack() -> Scene {
    field(DE)
        .put(&format!("{A} {B}"), "2016")
        .put(&format!("{GUN} {HQ}"), "2015")
        .put(&format!("{X} {Y}"), "2017")
        .put(RGUN, "2019")
        .begin(&[])
}

#[test]
fn prompts_name_who_where_against_whom_and_the_price() {
    let mut f = attack();
    let mut told = Vec::new();
    let steps = [
        ("attack 2017", vec![]),
        ("add all", vec![]),
        ("add de-art-25", vec![]),
        ("confirm", vec![]),
        ("add ru-art-50-inf", vec![]),
        ("confirm", vec![1, 1]),
        ("lose de-1-49-res", vec![]),
        ("retreat 1", vec![]),
        ("lose ru-1-50-inf", vec![]),
        ("go 2018", vec![]),
        ("stop", vec![]),
    ];
    for (words, dice) in steps {
        let (text, places) = asked(&f);
        told.push(format!("{text} @{} > {}", places.join(" "), label(&f, words)));
        f.say(words, &dice);
    }
    let both = "1st and 2nd Brigades of the 49th Reserve";
    let them = "1st and 2nd Brigades of the 50th Infantry";
    assert_eq!(
        told,
        [
            format!(
                "{both} stand with an enemy in the zone, and must attack; 2017 must be attacked. Choose the next attack, or let \
                 artillery fire first @2016 2017 > Attack 2017 · up to 14 : 14, column 2:1"
            ),
            format!(
                "Who attacks {them} at 2017? Add units beside it and artillery within two hexes, then confirm @2017 > Add all units that \
                 can join"
            ),
            format!(
                "{both} attack 2017: 14 against 14: 1:1, attackers in command +1: 2:1. Add or leave out units and artillery, then confirm \
                 @2017 > Add XXV Reserve Corps Artillery · attack fire 5"
            ),
            format!(
                "{both} attack 2017: 19 against 14: 1:1, attackers in command +1: 2:1. Add or leave out units and artillery, then confirm \
                 @2017 > Attack 2017 with {both} and XXV Reserve Corps Artillery · 19 : 14, column 2:1"
            ),
            format!(
                "{both} attack 2017 with the support of XXV Reserve Corps Artillery: 19 against 14: 1:1, attackers in command +1: 2:1. \
                 Name artillery that supports your defence, each unit once in this phase, then confirm @2017 > Add 50th Division \
                 Artillery · defence fire 3"
            ),
            format!(
                "{both} attack 2017 with the support of XXV Reserve Corps Artillery: 19 against 17: 1:1, attackers in command +1: 2:1. \
                 Name artillery that supports your defence, each unit once in this phase, then confirm @2017 > Defend 2017 with the fire \
                 of 50th Division Artillery · 19 : 17, column 2:1"
            ),
            "Your attack on 2017 costs you 1 level: 1st or 2nd Brigades of the 49th Reserve must lose one @2017 > Lose a level of 1st \
             Brigade of the 49th Reserve · 1 level left"
                .to_string(),
            format!(
                "{both} attack 2017: {them} must go back 2 hexes. Choose how far; each hex less costs a level @2017 > Retreat 1 of 2 hexes \
                 and lose 1 level"
            ),
            format!(
                "{both} attack 2017. It costs you 1 level: 1st or 2nd Brigades of the 50th Infantry must lose one @2017 > Lose a level of \
                 1st Brigade of the 50th Infantry · 1 level left"
            ),
            format!(
                "{them} go back 1 hex from 2017: choose the next hex, or let one of them go by itself @2017 > Retreat to 2018"
            ),
            format!(
                "The enemy has left 2017: {both} may pursue along the way taken; choose one of them and a hex, or stay @2017 > \
                 Pursue no more, and end the attack"
            ),
        ]
    );
    assert_eq!(game().prompt(&attack().p, Side(RU)), None, "this side is not asked");
}

#[test]
fn r5_1a_a_hex_that_is_too_full_is_named_before_movement_ends() {
    let s = Scene::of("november-11");
    assert_eq!(
        asked(&s).0,
        "Set up your army: choose the order of your 25 artillery units (0 in marching order) and shift 13 units that may stand beside \
         the hex of the set-up; then end the set-up"
    );
    let mut s = s;
    s.say("ready", &[]).say("ready", &[]).say("done", &[]);
    assert_eq!(
        asked(&s),
        (
            "Move your units, in any order: 44 units have not moved. They may also dig in, work on bridges or be marked for strategic \
             movement. Then end your movement, as soon as no more than 6 levels stand at Kruschwitz (1009) and at 1011"
                .to_string(),
            vec!["1009".to_string(), "1011".to_string()]
        )
    );
}

/// The places of a layer.
fn ground(s: &Scene, what: Ground, layer: &str, side: &str) -> Vec<String> {
    let layers = s.game.ground(&s.p, what).unwrap();
    layers.iter().filter(|l| l.what == layer && l.side == side).flat_map(|l| l.places.clone()).collect()
}

#[test]
fn r6_1_1_zones_and_command_are_those_of_the_units_as_they_stand() {
    let s = march();
    assert_eq!(ground(&s, Ground::Zones, "zone", "de"), ["1815", "1816", "1915", "1917", "2015", "2016"]);
    assert_eq!(
        ground(&s, Ground::Zones, "zone", "ru"),
        ["2017", "2018", "2117", "2119", "2217", "2218"],
        "guns have none"
    );
    let command = ground(&s, Ground::Command, "command", "de");
    assert!(command.contains(&"1917".to_string()) && !command.contains(&"2117".to_string()), "{command:?}");
    assert!(ground(&s, Ground::Command, "command", "ru").is_empty(), "no headquarters of theirs is there");
}

#[test]
fn r12_26_supply_shows_what_is_fed_from_where_and_who_is_cut_off() {
    let s = march().put("ru-1-4-inf", "1715").put("ru-2-4-inf", "1615").put("ru-1-16-inf", "1515");
    let s = s.put("ru-2-16-inf", "1914").put("ru-1-26-inf", "1917").put("ru-2-26-inf", "2016");
    let cut = ground(&s, Ground::Supply, "cut", "de");
    assert_eq!(cut, ["1915", "1916"]);
    assert!(!ground(&s, Ground::Supply, "supplied", "de").contains(&"1916".to_string()));
    let free = march();
    assert!(ground(&free, Ground::Supply, "cut", "de").is_empty());
    assert!(ground(&free, Ground::Supply, "supplied", "de").contains(&"1916".to_string()));
    assert_eq!(ground(&free, Ground::Supply, "source", "de"), ["1405", "1834"]);
}

#[test]
fn r6_1_6_objectives_and_control_are_shown_by_their_holders() {
    let s = Scene::of("november-11");
    let layers = s.game.ground(&s.p, Ground::Objectives).unwrap();
    assert!(layers.iter().all(|l| l.name == "victory hex, 1 point to its holder at the end"));
    assert_eq!(ground(&s, Ground::Objectives, "objective", "de"), ["1432", "1834"]);
    assert_eq!(ground(&s, Ground::Objectives, "objective", "ru").len(), 7);
    let held = |side: &str| ground(&s, Ground::Control, "held", side);
    assert!(held("de").contains(&"1405".to_string()) && held("ru").contains(&"2121".to_string()));
    assert!(held("de").iter().all(|h| !held("ru").contains(h)));
}

#[test]
fn threat_is_what_a_side_could_come_to_and_attack() {
    let s = march();
    let (de, ru) = (ground(&s, Ground::Threat, "threat", "de"), ground(&s, Ground::Threat, "threat", "ru"));
    assert!(de.contains(&"2118".to_string()) && !de.contains(&"3614".to_string()), "{de:?}");
    assert!(ru.contains(&"1916".to_string()) && !ru.contains(&"1405".to_string()), "{ru:?}");
    // Units that have moved in this turn threaten as far in the next one.
    let tired = march().with(|p| p.march.left = [0; UNITS]);
    assert_eq!(ground(&tired, Ground::Threat, "threat", "de"), de);
}

#[test]
fn ways_tell_what_it_means_to_end_there() {
    let s = march();
    let ways = s.game.ways(&s.p, Side(DE), A);
    let means = |place: &str| ways.iter().find(|w| w.place == place).unwrap().means.clone();
    assert_eq!(means("1816"), Vec::<&str>::new());
    assert_eq!(means("1917"), ["out of supply"], "supply shuns the guns beside it");
    assert_eq!(
        means("2017"),
        ["leaves command", "enters an enemy zone", "runs over enemy guns or staff", "out of supply"]
    );
    assert!(!s.game.traces(&s.p, Viewer::Watcher, A).is_empty());
}
