//! Components: sides and scale (0, 1), counters (2.1), headquarters (2.2), markers (2.3).

use crate::common::*;
use sandtable_core::dice::Seeded;
use sandtable_core::guide::Guide;
use sandtable_core::{Decision, Dice, Game, Options};
use sandtable_fury::Action;
use sandtable_fury::pieces::{Kind, Nation, Piece};

/// A combat in open country: RU III in 1405 against 1304, HQ I in 1505.
const FIGHT: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";

fn fight(russian: &str, german: &str) -> Table {
    let mut t = Table::at(FIGHT, &format!("{russian}\n{german}\nhq-ru-i 1505"));
    let name = t.counter(russian.split(' ').next().unwrap()).name;
    t.say(&format!("attack 1304 from 1405 with {name}"), &[]).say("end declarations", &[]);
    t
}

#[test]
fn r0a_two_players_run_three_nations() {
    let sides: Vec<&str> = game().about().sides.iter().map(|s| s.id).collect();
    assert_eq!(sides, ["ru", "cp"]);
    assert_eq!(Nation::ALL.map(|n| n.side()), [RU.0, CP.0, CP.0]);
    // One player decides for both Germans and Austrians.
    let pieces = "de-xx 0906\nah-iii 1217";
    let north = Table::at("turn = 'S1'\nphase = 'moves'\nside = 'cp'", pieces);
    let south = Table::at("turn = 'S1'\nphase = 'moves'\nside = 'cp'\nfront = 'south'", pieces);
    assert_eq!((north.decider(), south.decider()), (CP, CP));
    assert!(north.may_move("de-xx", "0905") && south.may_move("ah-iii", "1317"));
}

#[test]
fn r1a_the_map_is_one_of_hexes() {
    let d = &game().data;
    assert_eq!(d.ground.len(), 16 * 22);
    // The neighbours of an even and of an odd column, as the examples need them.
    let around = |hex: &str| {
        let mut list: Vec<String> = d.steps(hex_of(hex)).map(|s| d.number(s.to).to_string()).collect();
        list.sort();
        list
    };
    assert_eq!(around("1206"), ["1105", "1106", "1205", "1207", "1305", "1306"]);
    assert_eq!(around("1105"), ["1005", "1006", "1104", "1106", "1205", "1206"]);
    assert_eq!(around("0101").len(), 3);
    assert_eq!(d.distance(hex_of("1004"), hex_of("0905")), 2);
    assert_eq!(d.hex("1701"), None);
    assert_eq!(d.hex("1623"), None);
}

#[test]
fn r1b_a_turn_is_half_a_month() {
    rules!("fury 2.3a");
    assert_eq!(game().data.tables.turns, ["A2", "S1", "S2", "O1", "O2", "N1", "N2", "D1", "D2"]);
    assert_eq!(Table::campaign().track("turn"), "A2");
    assert_eq!(Table::at("turn = 'N1'\nphase = 'front'", "").track("turn"), "N1");
    assert!(Table::at("turn = 'N1'\nphase = 'front'", "").sees(0).moment.starts_with("turn N1"));
}

#[test]
fn r1c_a_hex_is_about_fifty_kilometres_wide() {
    let km = game().data.board.parts().km;
    assert!((45.0..=55.0).contains(&km), "{km}");
}

struct OnlySixes(Seeded, u32);

impl Dice for OnlySixes {
    fn roll(&mut self, sides: u8) -> u8 {
        assert_eq!(sides, 6);
        self.1 += 1;
        self.0.roll(sides)
    }
}

#[test]
fn r1d_every_die_has_six_sides() {
    let mut dice = OnlySixes(Seeded::new(4), 0);
    let mut picker = Seeded::new(5);
    let mut p = game().start("campaign", &Options::new(), &mut dice).unwrap();
    let (mut scratch, mut events) = (vec![], vec![]);
    while let Decision::Decide { sides, .. } = game().to_decide(&p) {
        let side = sides.iter().next().unwrap();
        let action = game().sample(&p, side, &mut |n| picker.below(n), &mut scratch).unwrap();
        game().apply(&mut p, side, &action, &mut dice, &mut events);
    }
    assert!(dice.1 > 40, "initiative and planning alone roll forty dice in a whole game");
}

#[test]
fn r2_1a_every_corps_has_a_nation() {
    rules!("fury 2.1b", "fury 2.1j");
    let view = Table::campaign().sees(0);
    for (nation, side, corps, hqs) in [("ru", "ru", 44, 9), ("de", "cp", 18, 2), ("ah", "cp", 18, 4)] {
        let of = |branch: &str| {
            let mine = view.counters.iter().filter(|c| c.nation == nation && c.branch == branch);
            mine.inspect(|c| assert!(c.side == side && c.id.contains(nation), "{}", c.id)).count()
        };
        assert_eq!((of("infantry"), of("hq")), (corps, hqs), "{nation}");
    }
    // Nothing else: no cavalry, no guns.
    assert_eq!(view.counters.len(), 80 + 15);
}

#[test]
fn r2_1c_counters_name_their_army() {
    rules!("fury 2.1l", "fury 2.1m");
    let t = Table::campaign();
    for (corps, army) in [
        ("ru-iii", "RU I Army"),
        ("ru-xv", "RU II Army"),
        ("ru-xi", "RU III Army"),
        ("ru-gr", "RU IV Army"),
        ("ru-xxv", "RU V Army"),
        ("ru-xxiv", "RU VIII Army"),
        ("ru-gd", "RU IX Army"),
        ("ru-i-t", "RU X Army"),
        ("ru-xxix-r", "RU XI Army"),
        ("de-xx", "DE VIII Army"),
        ("ah-x", "AH I Army"),
        ("ah-xii", "AH II Army"),
        ("ah-xiv", "AH III Army"),
        ("ah-xvii", "AH IV Army"),
        // White bands.
        ("ru-ii-c", "no army"),
        ("de-ii", "no army"),
        ("ah-ra", "no army"),
    ] {
        assert_eq!(t.counter(corps).formation, army, "{corps}");
    }
    let white = |nation: &str| {
        let list = t.sees(0).counters;
        list.iter().filter(|c| c.nation == nation && c.formation == "no army").count()
    };
    assert_eq!((white("ru"), white("de"), white("ah")), (8, 11, 3));
    // A unit that begins on the map has an army, and one without may join any of its nation when it enters.
    assert!(t.sees(0).counters.iter().all(|c| c.place.len() != 4 || c.formation != "no army"));
    let t = Table::at(
        "turn = 'S1'\nphase = 'reinforcements'",
        "box ru-ii-c\nbox ru-xxii\nhq-ru-i 1605\nhq-ru-viii 1618\nhq-ru-x 1611\nhq-ah-i 0115",
    );
    assert_eq!(t.starting("bring RU II C for "), ["RU I Army", "RU VIII Army", "RU X Army"]);
    assert_eq!(t.starting("bring RU XXII for "), ["RU X Army"]);
}

#[test]
fn r2_1d_type_tags() {
    for c in &game().data.corps {
        let has = |tag: &str| c.name.split(' ').any(|word| word == tag);
        let begins = |tag: &str| c.name.starts_with(tag);
        let kind = match c.name.as_str() {
            n if n.starts_with("Gd") => Kind::Guard,
            "Gr" => Kind::Grenadier,
            _ if begins("Lw") => Kind::Landwehr,
            _ if begins("Ls") => Kind::Landsturm,
            _ if has("R") || begins("R") => Kind::Reserve,
            _ if has("S") => Kind::Siberian,
            _ if has("C") => Kind::Caucasian,
            _ if has("T") => Kind::Turkestan,
            _ => Kind::Regular,
        };
        assert_eq!(c.kind, kind, "{}", c.id);
    }
    let count = |kind: Kind| game().data.corps.iter().filter(|c| c.kind == kind).count();
    let kinds = [Kind::Siberian, Kind::Caucasian, Kind::Turkestan, Kind::Guard, Kind::Grenadier];
    assert_eq!(kinds.map(count), [6, 2, 1, 2, 1]);
    assert_eq!([Kind::Reserve, Kind::Landwehr, Kind::Landsturm].map(count), [17, 2, 5]);
}

#[test]
fn r2_1e_combat_value_first_then_two_movement_points() {
    let t = Table::campaign();
    for c in t.sees(0).counters.iter().filter(|c| c.branch == "infantry") {
        assert_eq!((c.values.len(), c.values[1]), (2, 2), "{}", c.id);
    }
    assert_eq!(t.counter("ah-x").values, [7, 2]);
    assert_eq!(t.counter("ru-gr").values, [8, 2]);
    assert_eq!(t.counter("ru-xxiii").values, [3, 2], "reduced, as fast as ever");
    let sum = |a: &str, b: &str| t.counter(a).values[0] + t.counter(b).values[0];
    assert_eq!(sum("ru-iii", "ru-iv"), 13);
    assert!((10..=14).contains(&sum("de-xx", "de-xvii")));
}

#[test]
fn r2_1f_two_steps_full_then_reduced() {
    // 7 against 6 is 1/1; HQ +1; cavalry fails on 3; 4 makes 5: one loss each, nobody retreats.
    let mut t = fight("ru-iii 1405", "de-xvii 1304");
    t.say("fight for 1304", &[3, 4]);
    assert_eq!((t.counter("ru-iii").values[0], t.counter("de-xvii").values[0]), (4, 4));
    assert!(t.counter("ru-iii").reduced && t.counter("de-xvii").reduced);
    // The second loss: nothing is left of them.
    let mut t = fight("ru-iii 1405 reduced", "de-xvii 1304 reduced");
    t.say("fight for 1304", &[3, 4]);
    assert_eq!((t.place("ru-iii"), t.place("de-xvii")), ("eliminated".into(), "eliminated".into()));
    assert!(game().data.corps.iter().all(|c| c.reduced < c.full && c.reduced > 0));
}

#[test]
fn r2_1g_a_star_leaves_a_cadre() {
    let mut t = fight("ru-iii 1405", "de-i 1304 reduced");
    t.say("fight for 1304", &[3, 4]);
    assert_eq!((t.place("de-i"), t.place("cadre-1")), ("eliminated".into(), "1304".into()));
    let cadre = t.counter("cadre-1");
    assert_eq!((&*cadre.nation, cadre.formation.as_str()), ("de", "DE VIII Army"));
    // A full one is only reduced, and a Cadre bears no star.
    let mut t = fight("ru-iii 1405", "de-i 1304");
    t.say("fight for 1304", &[3, 5]);
    assert_eq!((t.place("de-i"), t.counter("de-i").values[0]), ("1304".into(), 5));
    let mut t = fight("ru-iii 1405", "de-cadre 1304 army=hq-de-viii");
    // 7 against 2 is +3: a die of 1 makes 5.
    t.say("fight for 1304", &[3, 1]);
    assert!(t.sees(0).counters.iter().all(|c| !c.id.starts_with("cadre")));
    // Stars go with a full value of 8.
    assert!(game().data.corps.iter().all(|c| c.star == (c.full == 8)));
}

#[test]
fn r2_1h_cadres_act_as_combat_units() {
    let pieces = "ru-cadre 1405 army=hq-ru-i\nhq-ru-i 1505\nde-ls-p 1205 army=hq-de-viii\nhq-de-viii 1005";
    let mut t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", pieces);
    let cadre = t.counter("cadre-1");
    assert_eq!((cadre.branch, cadre.values), ("infantry", vec![2, 2]));
    // It moves, attacks, and bars the way with its zone.
    t.say("move RU Cadre 1 to 1304", &[]).say("end movement", &[]);
    assert!(t.may_attack("1304", "1205", &["cadre-1"]));
    assert_eq!(t.forbidden(Action::EndAttacks), "2.2f", "it can meet the duty of its headquarters");
    let no_trains = "turn = 'S1'\nphase = 'moves'\nside = 'cp'\nrail = { ru = 0, ah = 0, de = 0 }";
    let t = Table::at(no_trains, "ru-cadre 1405 army=hq-ru-i\nde-xx 1303");
    assert!(t.may_move("de-xx", "1304"));
    assert_eq!(t.forbids_move("de-xx", "1305"), "9.1e", "the way there passes through its zone");
    // It takes a place in the stack.
    let full = "ru-cadre 1405 army=hq-ru-i\nru-iii 1405\nru-iv 1505";
    let t = Table::at("turn = 'S1'\nphase = 'moves'", full);
    assert_eq!(t.forbids_move("ru-iv", "1405"), "9.2a");
}

#[test]
fn r2_1i_cadres_give_way_to_reformed_corps() {
    let pieces = "ru-cadre 1112 army=hq-ru-iv\neliminated ru-gr\nhq-ru-iv 1213";
    let mut t = Table::at("turn = 'S1'\nphase = 'replacements'", pieces);
    let cadre = game().piece("cadre-1").unwrap();
    assert_eq!(t.forbidden(Action::Restore(cadre)), "2.1i");
    t.say("reform RU Gr reduced", &[]).say("done", &[]).say("done", &[]).say("done", &[]);
    assert_eq!(t.offers(), ["replace RU Cadre 1 with RU Gr"]);
    t.say("replace RU Cadre 1 with RU Gr", &[]);
    assert_eq!(t.place("ru-gr"), "1112");
    assert!(t.sees(0).counters.iter().all(|c| c.id != "cadre-1"));
}

#[test]
fn r2_1k_reinforcements_show_their_turn() {
    rules!("fury 2.1n", "fury 3h");
    let t = Table::campaign();
    for (piece, turn) in [
        ("ru-r1", "A2"),
        ("ru-xxii", "S1"),
        ("ru-i-s", "S2"),
        ("ru-xxix-r", "O1"),
        ("ru-v-s", "O2"),
        ("de-r-gz", "N1"),
        ("de-ii", "N2"),
        ("ru-iv-s", "D1"),
        ("hq-ru-ix", "A2"),
        ("hq-de-ix", "S1"),
    ] {
        assert_eq!(t.place(piece), format!("turn {turn}"), "{piece}");
    }
    // Half bands begin reduced.
    let view = t.sees(0);
    let reduced: Vec<&str> = view
        .counters
        .iter()
        .filter(|c| c.branch == "infantry" && c.reduced && c.place.len() == 4)
        .map(|c| c.id.as_str())
        .collect();
    assert_eq!(reduced, ["ru-xxiii", "ru-xxiv", "ah-xvii"]);
    // On S1 those of S1 come to the box, and those of the next turn do not; half bands come reduced.
    let mut t = Table::at("turn = 'S1'\nphase = 'replacements'", "eliminated ru-ix\nhq-ru-i 1605");
    assert_eq!(t.place("ru-ix"), "eliminated");
    t.say("done", &[]).say("done", &[]).say("done", &[]);
    assert_eq!((t.place("ru-xxii"), t.place("hq-ru-x")), ("reinforcements".into(), "reinforcements".into()));
    assert_eq!((t.place("ru-i-s"), t.place("de-xi")), ("turn S2".into(), "turn S1".into()));
    assert!(t.counter("ru-xxvi-r").reduced && !t.counter("ru-xxii").reduced);
    t.say("bring RU XXVI R for RU X Army", &[]).say("enter at 1611", &[]);
    assert_eq!(t.counter("ru-xxvi-r").values, [2, 2]);
    t.say("done", &[]);
    assert_eq!((t.place("de-xi"), t.place("hq-de-ix")), ("reinforcements".into(), "reinforcements".into()));
}

#[test]
fn r2_1o_two_coloured_bands_leave_a_choice() {
    let head = "turn = 'S1'\nphase = 'reinforcements'";
    let mut t = Table::at(head, "box ru-r5-8\nhq-ru-v 1611\nhq-ru-viii 1618\nhq-ru-i 1605");
    assert_eq!(t.starting("bring RU R5/8 for "), ["RU V Army", "RU VIII Army"]);
    t.say("bring RU R5/8 for RU VIII Army", &[]).say("enter at 1618", &[]);
    assert_eq!(t.counter("ru-r5-8").formation, "RU VIII Army");
    // An army without headquarters takes nobody of those.
    let t = Table::at(head, "box ru-r5-8\nhq-ru-viii 1618\nhq-ru-i 1605");
    assert_eq!(t.starting("bring RU R5/8 for "), ["RU VIII Army"]);
    let two: Vec<&str> = game()
        .data
        .corps
        .iter()
        .filter_map(|c| {
            matches!(c.posting, sandtable_fury::pieces::Posting::Either(_)).then_some(c.id.as_str())
        })
        .collect();
    assert_eq!(two, ["ru-i", "ru-r5-8"]);
}

#[test]
fn r2_2a_headquarters_have_two_faces() {
    rules!("fury 2.2b", "fury 2.2c", "fury 2.2d", "fury 2.2e");
    // Support, cavalry, range of both faces.
    for (hq, active, inactive) in [
        ("hq-ru-i", [1, 2, 2], [0, 1, 1]),
        ("hq-ru-ii", [0, 1, 2], [-1, 1, 1]),
        ("hq-ru-iii", [1, 1, 2], [0, 1, 1]),
        ("hq-ru-iv", [0, 1, 2], [-1, 1, 1]),
        ("hq-ru-v", [1, 1, 2], [0, 1, 1]),
        ("hq-ru-viii", [1, 2, 3], [0, 1, 2]),
        ("hq-ru-ix", [1, 1, 2], [0, 1, 1]),
        ("hq-ru-x", [0, 1, 2], [-1, 1, 1]),
        ("hq-ru-xi", [0, 1, 2], [-1, 1, 1]),
        ("hq-de-viii", [2, 1, 3], [1, 1, 2]),
        ("hq-de-ix", [2, 1, 3], [1, 1, 2]),
        ("hq-ah-i", [1, 1, 2], [0, 1, 1]),
        ("hq-ah-ii", [0, 1, 2], [-1, 1, 1]),
        ("hq-ah-iii", [0, 1, 2], [-1, 1, 1]),
        ("hq-ah-iv", [1, 1, 2], [0, 1, 1]),
    ] {
        for (face, flag) in [(active, ""), (inactive, "inactive")] {
            let t = Table::at("turn = 'S1'\nphase = 'front'", &format!("{hq} 1611 {flag}"));
            let [support, cavalry, range] = face;
            assert_eq!(t.counter(hq).values, [support, cavalry, range, 3], "{hq} {flag}");
            assert_eq!(t.badge(hq, "inactive"), flag == "inactive");
            assert!((-1..=2).contains(&support) && (1..=2).contains(&cavalry) && (1..=3).contains(&range));
        }
    }
    assert_eq!(Piece::hq(sandtable_fury::pieces::Army(0)), game().piece("hq-ru-i").unwrap());
}

const DUTY: &str = "
    ru-iii 1405
    hq-ru-i 1505
    de-xvii 1304
    ru-xv 1008
    hq-ru-ii 1009 inactive
    de-lw8 1007
";

#[test]
fn r2_2f_active_headquarters_must_attack() {
    let head = "turn = 'S1'\nphase = 'attacks'";
    let mut t = Table::at(head, DUTY);
    assert_eq!(t.forbidden(Action::EndAttacks), "2.2f");
    assert!(!t.offered("end declarations"));
    // An attack of another army does not do.
    t.say("attack 1007 from 1008 with RU XV", &[]);
    assert_eq!(t.forbidden(Action::EndAttacks), "2.2f");
    t.say("attack 1304 from 1405 with RU III", &[]);
    assert!(t.offered("end declarations"));
    // Inactive headquarters owe nothing, nor do those of the other front or those without a legal attack.
    assert!(Table::at(head, &DUTY.replace("1505", "1505 inactive")).offered("end declarations"));
    assert!(Table::at("turn = 'S1'\nphase = 'attacks'\nfront = 'south'", DUTY).offered("end declarations"));
    let hopeless = DUTY
        .replace("ru-iii 1405", "ru-iii 1405 reduced")
        .replace("de-xvii 1304", "de-xvii 1304\nde-i-r 1304");
    assert!(Table::at(head, &hopeless).offered("end declarations"), "4 against 12 is forbidden");
    assert!(!Table::at(head, &DUTY.replace("1505", "1605")).offered("end declarations"), "two hexes away");
    assert!(
        Table::at(head, &DUTY.replace("1505", "1607")).offered("end declarations"),
        "three: out of command"
    );
}

#[test]
fn r2_2g_on_the_first_turn_all_are_active_and_owe_an_attack() {
    rules!("fury 2.2h", "fury 6i");
    let t = Table::campaign();
    for c in t.sees(0).counters.iter().filter(|c| c.branch == "hq" && c.place.len() == 4) {
        assert_eq!(c.badges.contains(&"active"), c.id != "hq-ru-ii", "{}", c.id);
        assert_eq!(c.badges.contains(&"inactive"), c.id == "hq-ru-ii", "{}", c.id);
    }
    // From the historical set-up every activation must come to an attack of every army that can, by moves if need be.
    let mut t = Table::campaign();
    let mut attacks = std::collections::BTreeSet::new();
    while t.track("turn") == "A2" && t.asked().0 != "11.2h" && !t.asked().0.starts_with("11.") {
        // The laziest player there is: ends what may be ended, and otherwise does as told.
        let lazy = ["end movement", "end declarations"].into_iter().find(|w| t.offered(w));
        let words = match (t.asked().0, lazy) {
            (_, Some(words)) => words.to_string(),
            ("8a", None) => {
                let e = game().check(&t.p, t.decider(), &Action::EndMoves).unwrap_err();
                assert_eq!(e.0[0].rule, "2.2f");
                e.0[0].reason.split('`').nth(1).unwrap().to_string()
            }
            _ => t.offers()[0].clone(),
        };
        if words.starts_with("attack") {
            let unit = words.rsplit(" with ").next().unwrap().split(" + ").next().unwrap().to_string();
            attacks.insert(t.sees(0).counters.iter().find(|c| c.name == unit).unwrap().formation.clone());
        }
        t.take_with(t.decider().0, t.meant(&words), &mut Seeded::new(3));
    }
    // Those whose only target another army has taken are let off: not more than two of eleven here.
    for army in ["RU I", "RU II", "RU III", "RU IV", "RU VIII", "DE VIII", "AH I", "AH III"] {
        assert!(attacks.contains(&format!("{army} Army")), "{army} of {attacks:?}");
    }
    assert!(attacks.len() >= 9);
    let head = "turn = 'A2'\nphase = 'attacks'";
    let mut t = Table::at(head, DUTY);
    t.say("attack 1304 from 1405 with RU III", &[]);
    // The inactive 2nd Army owes one too, on this turn only.
    assert_eq!(t.forbidden(Action::EndAttacks), "2.2f");
    t.say("attack 1007 from 1008 with RU XV", &[]);
    assert!(t.offered("end declarations"));
    let mut later = Table::at("turn = 'S1'\nphase = 'attacks'", DUTY);
    later.say("attack 1304 from 1405 with RU III", &[]);
    assert!(later.offered("end declarations"));
    // No other inactive headquarters is bound so.
    let first = DUTY.replace("hq-ru-i 1505", "hq-ru-i 1505 inactive").replace("ru-xv 1008", "");
    assert!(Table::at(head, &first).offered("end declarations"));
}

#[test]
fn r2_2f_the_duty_begins_with_the_movement() {
    let head = "turn = 'S1'\nphase = 'moves'\nactivation = 1";
    let t = Table::at(head, "ru-iii 1505\nru-iv 1505\nhq-ru-i 1505\nde-xvii 1304");
    assert_eq!(t.refused("end movement"), "2.2f");
    assert!(!t.offered("end movement") && t.sees(0).rule == "2.2f");
    // One unit in contact and in command is enough; the attack itself is owed then.
    let mut near = t.clone();
    near.say("move RU III to 1405", &[]).say("end movement", &[]);
    assert_eq!(near.refused("end declarations"), "2.2f");
    // A unit that stays behind leaves it to the others.
    let mut away = t.clone();
    away.say("move RU III to 1506", &[]);
    assert_eq!(away.refused("end movement"), "2.2f", "IV still can");
    // Two weak units together can attack what one alone may not: 8 against 14.
    let weak = "ru-iii 1505 reduced\nru-iv 1505 reduced\nru-r1 1505\nhq-ru-i 1605\nde-xvii 1304\nde-i 1304";
    let mut weak = Table::at(head, &weak.replace("ru-r1 1505", "ru-r1 1506"));
    assert_eq!(weak.refused("end movement"), "2.2f");
    weak.say("move RU III to 1405", &[]);
    assert_eq!(weak.refused("end movement"), "2.2f", "IV or R1 has to come up beside III");
    // The headquarters has to follow where its line does not reach.
    let far = Table::at(head, "ru-iii 1405\nhq-ru-i 1607\nde-xvii 1304");
    assert_eq!(far.refused("end movement"), "2.2f");
    // Inactive, of the other front, or without anybody in reach: no duty.
    for pieces in [
        "ru-iii 1505\nhq-ru-i 1505 inactive\nde-xvii 1304",
        "ru-iii 1611\nhq-ru-i 1611\nde-xvii 1304\nde-i 1505",
        "ru-xxi 1505\nhq-ru-iii 1505\nde-xvii 1304",
    ] {
        let no_trains = format!("{head}\nrail = {{ ru = 0, ah = 0, de = 0 }}");
        assert!(Table::at(&no_trains, pieces).offered("end movement"), "{pieces}");
    }
}

#[test]
fn r2_2f_no_move_gives_the_last_attack_away() {
    let head = "turn = 'S1'\nphase = 'moves'\nactivation = 1";
    let mut t = Table::at(head, "ru-iii 1505\nru-iv 1505\nhq-ru-i 1505\nde-xvii 1304");
    t.say("move RU III to 1506", &[]);
    // IV is the last who can come up, and its headquarters has to lead it.
    assert_eq!(t.refused("move RU IV to 1506"), "2.2f");
    assert_eq!(t.refused("move RU HQ I to 1607"), "2.2f");
    assert!(!t.offered("move RU IV to 1506") && !t.offered("move RU HQ I to 1607"));
    assert!(t.offered("move RU HQ I to 1506"), "two hexes from 1405 it still leads");
    let shown: Vec<String> = game().ways(&t.p, RU, "ru-iv").into_iter().map(|w| w.place).collect();
    assert!(shown.contains(&"1405".to_string()) && !shown.contains(&"1506".to_string()), "{shown:?}");
    t.say("move RU IV to 1405", &[]).say("end movement", &[]);
    assert_eq!(t.refused("end declarations"), "2.2f");
    // Nobody leaves a contact that is the only one, nor the headquarters that would then be driven off.
    let t = Table::at(head, "ru-iii 1405\nhq-ru-i 1505\nde-xvii 1304");
    assert_eq!(t.refused("move RU III to 1505"), "2.2f");
    let t = Table::at(head, "ru-iii 1405\nru-iv 1404\nhq-ru-i 1405\nde-xvii 1304");
    assert!(t.may_move("ru-iv", "1504") && t.may_move("ru-iii", "1505"), "the other one attacks");
    // Without a duty units go where they like: the headquarters is inactive, or nothing could be reached.
    let t = Table::at(head, "ru-iii 1405\nhq-ru-i 1505 inactive\nde-xvii 1304");
    assert!(t.offered("move RU III to 1505"));
    let no_trains = format!("{head}\nrail = {{ ru = 0, ah = 0, de = 0 }}");
    let t = Table::at(&no_trains, "ru-iii 1611\nhq-ru-i 1611\nde-xvii 1304");
    assert!(t.offered("move RU III to 1610") && t.offered("move RU HQ I to 1608"), "too far away");
}

#[test]
fn r2_2f_neither_a_headquarters_nor_its_cover_marches_off() {
    rules!("fury 9f", "fury 10.1c");
    let head = "turn = 'S1'\nphase = 'moves'\nactivation = 1\nrail = { ru = 0, ah = 0, de = 0 }";
    // IV covers the headquarters beside the enemy: without it the headquarters would be driven off when movement ends,
    // and III would have nobody to lead it.
    let t = Table::at(
        head,
        "ru-iii 1405 moved\nru-iv 1404\nhq-ru-i 1404 moved\nde-xvii 1304\nde-i 1303\nde-xx 1403",
    );
    assert!(t.offered("end movement"));
    assert_eq!(t.refused("move RU IV to 1504"), "2.2f");
    // Nobody owes anything without units, and an army whose headquarters is off the map does not either.
    let t = Table::at(head, "hq-ru-i 1505\nde-xvii 1304");
    assert!(t.offered("end movement") && t.offered("move RU HQ I to 1605"));
    // A way that is named is judged like the move itself.
    let t = Table::at(head, "ru-iii 1505\nhq-ru-i 1505\nde-xvii 1304\nhq-de-viii 1607");
    assert_eq!(t.refused("move RU III to 1506 by 1606"), "2.2f");
    // A besieger that may attack out of its siege owes that too; tied ones owe nothing. From the zone of XVII it cannot
    // step into that of the fortress, which is back when it leaves.
    let siege = "ru-iii 1004 besieging\nhq-ru-i 1104\nde-xvii 0904";
    assert_eq!(Table::at(head, siege).refused("move RU III to 1104"), "9.1f");
    assert_eq!(Table::at(head, siege).say("end movement", &[]).refused("end declarations"), "2.2f");
    let tied = Options::from([("besiegers".to_string(), "tied".to_string())]);
    Table::under(&tied, head, siege).say("end movement", &[]).say("end declarations", &[]);
}

#[test]
fn r2_2f_another_army_does_not_take_the_last_train_or_place() {
    let head = "turn = 'S1'\nphase = 'moves'\nactivation = 1\nrail = { ru = 1, ah = 0, de = 0 }";
    // III can come to an attack only by the one train there is; XV belongs to an army that owes nothing.
    let pieces = "ru-iii 1609\nhq-ru-i 1505\nde-xvii 1304\nru-xv 1611\nhq-ru-ii 1611 inactive";
    let t = Table::at(head, pieces);
    assert_eq!(t.refused("end movement"), "2.2f");
    assert_eq!(t.refused("move RU XV to 1607"), "2.2f");
    assert!(t.offered("move RU XV to 1610"), "on foot");
    let more = Table::at(&head.replace("ru = 1", "ru = 2"), pieces);
    assert!(more.offered("move RU XV to 1607"));
    // An army that owes one itself may be first.
    let owes = Table::at(head, &format!("{}\nde-i 1304", pieces.replace(" inactive", "")));
    assert!(owes.starting("move RU ").iter().any(|m| m.starts_with("III")) || owes.offered("end movement"));
}

#[test]
fn r2_2f_no_declaration_takes_the_only_target_of_another_army() {
    rules!("fury 10.1f");
    let head = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
    // Both stand beside 1304; the 2nd Army is inactive and owes nothing.
    let pieces = "ru-iii 1405\nhq-ru-i 1505\nru-xv 1404\nhq-ru-ii 1504 inactive\nde-xvii 1304";
    let mut t = Table::at(head, pieces);
    assert_eq!(t.refused("attack 1304 from 1404 with RU XV"), "2.2f");
    assert!(!t.offered("attack 1304 from 1404 with RU XV"));
    t.say("attack 1304 from 1405 with RU III", &[]).say("end declarations", &[]);
    // With another target for the 1st Army the first one is free, and the second is owed.
    let two = format!("{pieces}\nde-i 1305");
    let mut t = Table::at(head, &two);
    t.say("attack 1304 from 1404 with RU XV", &[]);
    assert_eq!(t.refused("end declarations"), "2.2f");
    t.say("attack 1305 from 1405 with RU III", &[]).say("end declarations", &[]);
    // Both owe one: the one with a choice leaves the other what it needs.
    let mut t = Table::at(head, &two.replace(" inactive", ""));
    assert_eq!(t.refused("attack 1304 from 1405 with RU III"), "2.2f");
    t.say("attack 1305 from 1405 with RU III", &[]);
    assert_eq!(t.refused("end declarations"), "2.2f");
    t.say("attack 1304 from 1404 with RU XV", &[]).say("end declarations", &[]);
    // Both owe one and there is one target: either may have it, and the other is let off.
    for attack in ["attack 1304 from 1404 with RU XV", "attack 1304 from 1405 with RU III"] {
        let mut t = Table::at(head, &pieces.replace(" inactive", ""));
        t.say(attack, &[]).say("end declarations", &[]);
    }
}

#[test]
fn r2_3b_attack_markers_stand_on_targets() {
    rules!("fury 2.3c", "fury 2.3d", "fury 2.3e");
    let marks = |t: &Table, what: &str| {
        let all = t.sees(0).marks.into_iter().filter(|m| m.what == what);
        all.map(|m| format!("{} {}", m.place, m.side)).collect::<Vec<_>>()
    };
    let mut t = Table::at(FIGHT, "ru-iii 1405\nhq-ru-i 1505\nde-xvii 1304");
    assert!(marks(&t, "attack").is_empty());
    t.say("attack 1304 from 1405 with RU III", &[]);
    assert_eq!(marks(&t, "attack"), ["1304 ru"]);
    // 2 and +1 make 3: the attacker goes back and is disorganised.
    t.say("end declarations", &[]).say("fight for 1304", &[3, 2]);
    assert!(marks(&t, "attack").is_empty());
    assert!(!t.badge("ru-iii", "disorganised"));
    t.say("retreat", &[]).say("to 1504", &[]);
    assert!(t.badge("ru-iii", "disorganised") && !t.badge("de-xvii", "disorganised"));
    let siege = Table::at("turn = 'S1'\nphase = 'moves'", "ru-iii 1004 besieging\nde-xx 1004");
    assert_eq!(marks(&siege, "siege"), ["1004 ru"]);
    assert!(siege.badge("ru-iii", "besieging") && siege.badge("de-xx", "besieged"));
    let rail = |t: &Table| ["Russian", "Austrian", "German"].map(|n| t.track(&format!("{n} rail points")));
    assert_eq!(rail(&Table::campaign()), ["5", "3", "3"]);
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nrail = { ru = 4, ah = 2, de = 0 }", "");
    assert_eq!(rail(&t), ["4", "2", "0"]);
}
