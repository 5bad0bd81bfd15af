//! Sequence of play: 5, 7, 8.

use crate::common::*;
use sandtable_fury::Action;
use sandtable_fury::pieces::Front;

/// Turn, phase and activation in words.
fn activation(t: &Table) -> String {
    t.sees(0).moment
}

/// An activation in which nothing is done.
fn pass(t: &mut Table, dice: &[u8]) {
    t.say("end movement", &[]).say("end declarations", dice);
}

/// No piece on the map: nothing to attack and nothing isolated.
fn empty(turn: &str, initiative: &str) -> Table {
    Table::at(&format!("turn = '{turn}'\nphase = 'front'\ninitiative = '{initiative}'"), "")
}

/// The administrative phase of an empty board up to the next turn, whose initiative dice come last.
fn administration(t: &mut Table, dice: &[u8]) {
    for _ in 0..4 {
        t.say("done", &[]);
    }
    t.say("done", dice);
}

#[test]
fn r5a_nine_turns_unless_somebody_wins() {
    rules!("fury 4e");
    let mut t = empty("D1", "ru");
    t.say("front North", &[]);
    pass(&mut t, &[]);
    t.say("front North", &[]);
    for _ in 0..3 {
        pass(&mut t, &[]);
    }
    administration(&mut t, &[1, 1, 1, 4, 3]);
    assert_eq!((t.track("turn").as_str(), t.asked().0), ("D2", "7d"));
    t.say("front North", &[]);
    pass(&mut t, &[]);
    t.say("front North", &[]);
    for _ in 0..3 {
        pass(&mut t, &[]);
    }
    assert_eq!(t.sees(0).deciding.len(), 0, "no tenth turn");
    assert_eq!(t.asked().0, "4f");
    assert!(t.sees(0).decision.starts_with("over"));
}

#[test]
fn r5b_initiative_then_activations_then_administration() {
    rules!("fury 7b");
    let mut t = empty("S1", "ru");
    assert_eq!((t.asked().0, activation(&t).as_str()), ("7d", "turn S1, initiative"));
    t.say("front South", &[]);
    assert_eq!((t.asked().0, activation(&t).as_str()), ("8a", "turn S1, activation 1, South front"));
    pass(&mut t, &[]);
    t.say("front South", &[]);
    for n in 2..=4 {
        assert!(activation(&t).contains(&format!("activation {n},")));
        pass(&mut t, &[]);
    }
    assert_eq!(activation(&t), "turn S1, Russian replacements");
    t.say("done", &[]);
    assert_eq!(activation(&t), "turn S1, Austrian replacements");
    t.say("done", &[]);
    assert_eq!(activation(&t), "turn S1, German replacements");
    t.say("done", &[]);
    assert_eq!((t.decider(), activation(&t).as_str()), (RU, "turn S1, reinforcements"));
    t.say("done", &[]);
    assert_eq!((t.decider(), activation(&t).as_str()), (CP, "turn S1, reinforcements"));
    // Three planning rolls without any headquarters on the map, then the initiative of the next turn.
    t.say("done", &[6, 6, 6, 2, 5]);
    assert_eq!((t.decider(), activation(&t).as_str()), (CP, "turn S2, initiative"));
    assert!(t.told().contains("initiative: Russia 2, Central Powers 5: the Central Powers"));
    assert!(t.told().contains("turn S2"));
}

#[test]
fn r7a_russia_begins() {
    let t = Table::campaign();
    assert_eq!((t.decider(), t.asked().0, t.track("initiative").as_str()), (RU, "7d", "Russia"));
    // No die is rolled for it: the table was set up without any.
    assert_eq!(t.offers(), ["front North", "front South"]);
}

fn next_initiative(holder: &str, russian: u8, central: u8) -> String {
    let head = format!("turn = 'S1'\nphase = 'reinforcements'\nside = 'cp'\ninitiative = '{holder}'");
    let mut t = Table::at(&head, "");
    t.say("done", &[1, 1, 1, russian, central]);
    t.track("initiative")
}

#[test]
fn r7b_the_higher_roll_takes_the_initiative() {
    for holder in ["ru", "cp"] {
        assert_eq!(next_initiative(holder, 4, 3), "Russia");
        assert_eq!(next_initiative(holder, 3, 4), "Central Powers");
        assert_eq!(next_initiative(holder, 6, 1), "Russia");
        assert_eq!(next_initiative(holder, 1, 2), "Central Powers");
    }
}

#[test]
fn r7c_a_tie_leaves_it() {
    for die in 1..=6 {
        assert_eq!(next_initiative("ru", die, die), "Russia");
        assert_eq!(next_initiative("cp", die, die), "Central Powers");
    }
}

#[test]
fn r7d_the_holder_names_front_a() {
    rules!("fury 7e", "fury 7f");
    for (holder, p1, p2) in [("ru", RU, CP), ("cp", CP, RU)] {
        for (a, b) in [("North", "South"), ("South", "North")] {
            for (first, second) in [("North", "South"), ("South", "North")] {
                let mut t = empty("S1", holder);
                assert_eq!((t.decider(), t.asked().0), (p1, "7d"));
                assert_eq!(t.offers(), ["front North", "front South"]);
                t.say(&format!("front {a}"), &[]);
                let mut seen = vec![(t.decider(), activation(&t))];
                pass(&mut t, &[]);
                // The opponent chooses, whatever front A was.
                assert_eq!((t.decider(), t.asked().0), (p2, "7f"));
                assert_eq!(t.offers(), ["front North", "front South"]);
                t.say(&format!("front {first}"), &[]);
                for _ in 0..2 {
                    seen.push((t.decider(), activation(&t)));
                    pass(&mut t, &[]);
                }
                seen.push((t.decider(), activation(&t)));
                let says = |n: u8, front: &str| format!("turn S1, activation {n}, {front} front");
                let want = [(p1, says(1, a)), (p2, says(2, first)), (p2, says(3, second)), (p1, says(4, b))];
                assert_eq!(seen, want);
                pass(&mut t, &[]);
                assert_eq!(t.asked().0, "11.3a");
            }
        }
    }
}

const BOTH: &str = "
    ru-iii 1505
    hq-ru-i 1605
    ru-xv 1108
    hq-ru-ii 1009
    ru-xi 1515
    hq-ru-iii 1616
    ru-gr 1112
    hq-ru-iv 1112
    ru-xxv 1313
    hq-ru-v 1313
    ru-xii 1618
    hq-ru-viii 1618
    de-xx 0806
    hq-de-viii 0806
    de-gd-r 0514 army=hq-ah-i
    hq-ah-i 0615
    ah-xii 1320
    hq-ah-ii 1320
    ah-iii 1117
    hq-ah-iii 1117
    ah-ix 0916
    hq-ah-iv 0916
";

/// Pieces that may move in an activation.
fn movers(side: &str, front: &str, pieces: &str) -> Vec<String> {
    let t = Table::at(&format!("turn = 'S1'\nphase = 'moves'\nside = '{side}'\nfront = '{front}'"), pieces);
    let mut names: Vec<String> =
        t.starting("move ").iter().map(|w| w.split(" to ").next().unwrap().to_string()).collect();
    names.dedup();
    names
}

#[test]
fn r7g_only_units_of_the_named_front_act() {
    rules!("fury 7h", "fury 7i", "fury 7j", "fury 7k", "fury 7r");
    assert_eq!(movers("ru", "north", BOTH), ["RU HQ I", "RU HQ II", "RU III", "RU XV"]);
    let south = ["RU Gr", "RU HQ III", "RU HQ IV", "RU HQ V", "RU HQ VIII", "RU XI", "RU XII", "RU XXV"];
    assert_eq!(movers("ru", "south", BOTH), south);
    // The Guard Reserve is detached to the Austrian 1st Army and goes with it.
    assert_eq!(movers("cp", "north", BOTH), ["DE HQ VIII", "DE XX"]);
    let south = ["AH HQ I", "AH HQ II", "AH HQ III", "AH HQ IV", "AH III", "AH IX", "AH XII", "DE Gd R"];
    assert_eq!(movers("cp", "south", BOTH), south);
    // The rule that forbids it: the wrong front, the wrong side.
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nfront = 'north'", BOTH);
    assert_eq!(
        (t.forbids_move("ru-xi", "1514"), t.forbids_move("de-xx", "0805")),
        ("7g".into(), "7g".into())
    );
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nside = 'cp'", BOTH);
    assert_eq!(t.forbids_move("de-gd-r", "0415"), "7g");
    // Nor do they attack.
    let pieces = "ru-xi 1416\nhq-ru-iii 1515\nah-iii 1316\nru-iii 1405\nhq-ru-i 1505\nde-xvii 1304";
    let t = Table::at("turn = 'S1'\nphase = 'attacks'", pieces);
    assert_eq!(t.forbids_attack("1416", "1316", &["ru-xi"]), "7g");
    assert!(t.may_attack("1405", "1304", &["ru-iii"]));
    let t = Table::at("turn = 'S1'\nphase = 'attacks'\nfront = 'south'", pieces);
    assert!(t.may_attack("1416", "1316", &["ru-xi"]));
    assert_eq!(t.forbids_attack("1405", "1304", &["ru-iii"]), "7g");
}

#[test]
fn r7k_fronts_of_the_armies_of_the_set_up() {
    rules!("fury 7h", "fury 7i", "fury 7j", "fury 7l");
    let t = Table::campaign();
    let warsaw = 10;
    for c in t.sees(0).counters.iter().filter(|c| c.branch == "hq" && c.place.len() == 4) {
        let north = ["hq-ru-i", "hq-ru-ii", "hq-de-viii"].contains(&c.id.as_str());
        assert_eq!((c.badges.contains(&"North"), c.badges.contains(&"South")), (north, !north), "{}", c.id);
        // The armies of one front gather above Warsaw on the map, those of the other below.
        let at = game().data.hqs.iter().position(|h| h.id == c.id).unwrap();
        for hex in &game().data.setup[at] {
            let row: u8 = game().data.number(*hex).to_string()[2..].parse().unwrap();
            assert!(if north { row < warsaw } else { row > warsaw }, "{}", c.id);
        }
    }
    assert_eq!(game().data.fort(hex_of("0910")).unwrap().1.name, "Warsaw");
}

#[test]
fn r7m_no_attack_on_the_other_front() {
    // At the junction: RU XV of the North beside a German of the 8th Army and one detached to the Austrians.
    let pieces = "ru-xv 0911\nhq-ru-ii 0911\nde-xx 0811\nde-lw-s 0912 army=hq-ah-i\nhq-ah-i 0814";
    let t = Table::at("turn = 'S1'\nphase = 'attacks'", pieces);
    assert!(t.may_attack("0911", "0811", &["ru-xv"]));
    assert_eq!(t.forbids_attack("0911", "0912", &["ru-xv"]), "7m");
    // An empty fortress belongs to no front, a garrison to its own.
    let north = "turn = 'S1'\nphase = 'attacks'";
    assert!(Table::at(north, "ru-xv 0714\nhq-ru-ii 0714").may_attack("0714", "0615", &["ru-xv"]));
    let south = "turn = 'S1'\nphase = 'attacks'\nfront = 'south'";
    assert!(Table::at(south, "ru-xi 0714\nhq-ru-iii 0714").may_attack("0714", "0615", &["ru-xi"]));
    assert!(Table::at(south, "ru-xi 0714\nhq-ru-iii 0714\nah-i 0615").may_attack("0714", "0615", &["ru-xi"]));
    let garrison = Table::at(north, "ru-xv 0714\nhq-ru-ii 0714\nah-i 0615");
    assert_eq!(garrison.forbids_attack("0714", "0615", &["ru-xv"]), "7m");
}

#[test]
fn r7n_support_crosses_the_front_boundary() {
    let pieces = "ru-xv 0911\nhq-ru-ii 0911\nde-xx 0811\nru-gr 0812";
    let t = Table::at("turn = 'S1'\nphase = 'attacks'", pieces);
    let units = [game().piece("ru-xv").unwrap(), sandtable_fury::pieces::Piece::NONE];
    let support = |t: &Table| game().modifiers(&t.p, hex_of("0911"), hex_of("0811"), units).support;
    assert_eq!(t.forbids_attack("0812", "0811", &["ru-gr"]), "7g");
    assert_eq!(support(&t), 1);
    assert_eq!(support(&Table::at("turn = 'S1'\nphase = 'attacks'", &pieces.replace("ru-gr 0812", ""))), 0);
}

#[test]
fn r7o_the_front_of_a_later_headquarters_is_chosen_for_good() {
    let head = "turn = 'S1'\nphase = 'reinforcements'";
    for (front, badge) in [("North", "North"), ("South", "South")] {
        let mut t = Table::at(head, "box hq-ru-x\nbox ru-xxii");
        assert_eq!(t.starting("bring RU HQ X for the "), ["North front", "South front"]);
        t.say(&format!("bring RU HQ X for the {front} front"), &[]).say("enter at 1611", &[]);
        assert!(t.badge("hq-ru-x", badge));
        t.say("bring RU XXII for RU X Army", &[]).say("enter at 1611", &[]);
        // Its corps act with it.
        let moves = |front: &str| {
            movers("ru", front, &format!("hq-ru-x 1611 front={}\nru-xxii 1611", badge.to_lowercase()))
        };
        let (own, other) = (badge.to_lowercase(), if badge == "North" { "south" } else { "north" });
        assert_eq!(moves(&own), ["RU HQ X", "RU XXII"]);
        assert!(moves(other).is_empty());
    }
    // One that was in play already comes back to its front, and not before the next turn.
    let mut t = Table::at("turn = 'S2'\nphase = 'adjustment'", "hq-ru-x 0304 front=south");
    t.say("give up 0304", &[]);
    assert_eq!(t.place("hq-ru-x"), "reinforcements");
    t.say("done", &[]).say("done", &[]).say("done", &[]);
    assert!(t.starting("bring RU HQ X ").is_empty());
    t.say("done", &[]).say("done", &[1, 1, 1, 5, 2]);
    t.say("front North", &[]);
    pass(&mut t, &[]);
    t.say("front North", &[]);
    for _ in 0..3 {
        pass(&mut t, &[]);
    }
    t.say("done", &[]).say("done", &[]).say("done", &[]);
    assert_eq!(t.starting("bring RU HQ X "), ["for the South front"]);
    assert_eq!(t.starting("bring RU HQ XI "), ["for the North front", "for the South front"]);
}

#[test]
fn r7p_some_corps_choose_their_army_when_they_enter() {
    rules!("fury 7q");
    let hqs = "hq-de-viii 0106\nhq-ah-i 0115\nhq-ah-ii 0120\nhq-ru-i 1605";
    let t = Table::at(
        "turn = 'S1'\nphase = 'reinforcements'\nside = 'cp'",
        &format!("box de-xi\nbox ah-ra\nbox ah-iv\n{hqs}"),
    );
    // Germans without an army: any German one, or an Austrian one; Austrians only their own.
    assert_eq!(t.starting("bring DE XI for "), ["AH I Army", "AH II Army", "DE VIII Army"]);
    assert_eq!(t.starting("bring AH Ra for "), ["AH I Army", "AH II Army"]);
    assert_eq!(t.starting("bring AH IV for "), ["AH II Army"]);
    // Germans of the 8th Army are not detached.
    let t = Table::at("turn = 'N1'\nphase = 'reinforcements'\nside = 'cp'", &format!("box de-r-gz\n{hqs}"));
    assert_eq!(t.starting("bring DE R Gz for "), ["DE VIII Army"]);
    // Several Germans go to several Austrian armies.
    let mut t = Table::at(
        "turn = 'S1'\nphase = 'reinforcements'\nside = 'cp'",
        &format!("box de-xi\nbox de-r35\n{hqs}"),
    );
    t.say("bring DE XI for AH I Army", &[]).say("enter at 0108", &[]);
    t.say("bring DE R35 for AH II Army", &[]).say("enter at 0111", &[]);
    assert_eq!(t.counter("de-xi").formation, "AH I Army");
    assert_eq!(t.counter("de-r35").formation, "AH II Army");
}

#[test]
fn r8a_first_movement_then_attacks() {
    rules!("fury 8b");
    let pieces = "ru-iii 1405\nru-iv 1505\nhq-ru-i 1505 inactive\nde-xvii 1304";
    let mut t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", pieces);
    assert!(t.starting("attack ").is_empty() && t.offered("end movement"));
    assert_eq!(t.forbidden(attack("1405", "1304", &["ru-iii"])), "8a");
    assert_eq!(t.forbidden(Action::Front(Front::North)), "7d");
    t.say("move RU IV to 1406", &[]).say("end movement", &[]);
    // No move is possible once attacks are declared; nobody is obliged to attack.
    assert!(t.starting("move ").is_empty());
    assert_eq!(t.forbidden(Action::Move(game().piece("ru-iii").unwrap(), hex_of("1406"))), "8a");
    assert!(t.offered("end declarations") && t.offered("attack 1304 from 1405 with RU III"));
    t.say("end declarations", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "7f"));
    // Nor to move.
    let mut t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", pieces);
    t.say("end movement", &[]).say("end declarations", &[]);
    assert_eq!(t.asked().0, "7f");
}

#[test]
fn r10b_steps_are_ended_by_their_player_by_an_option() {
    rules!("fury 11.2h", "fury 11.5c");
    let options = sandtable_core::Options::from([("ends".to_string(), "player".to_string())]);
    let fight = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
    let pieces = "ru-iii 1405\nhq-ru-i 1505\nde-xvii 1304\nhq-de-viii 1205\nde-i 1205";
    let mut t = Table::under(&options, fight, pieces);
    t.say("attack 1304 from 1405 with RU III", &[]).say("end declarations", &[]);
    t.say("fight for 1304", &[6, 1]).say("retreat", &[]).say("to 1504", &[]);
    // Everything is fought, and still it is the Russian who says so.
    assert_eq!((t.decider(), t.offers()), (RU, vec!["end combats".to_string()]));
    t.say("end combats", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "7f"));
    // Without combats there is nothing to end; without the option nothing ever waits.
    let mut t = Table::under(&options, fight, "hq-ru-i 1505 inactive");
    t.say("end declarations", &[]);
    assert_eq!(t.asked().0, "7f");
    assert_eq!(Table::at(fight, "hq-ru-i 1505 inactive").refused("end combats"), "10b");
    // Front adjustment: the last stack has gone back, the dice of sieges wait for the player.
    let adjust = "turn = 'S2'\nphase = 'adjustment'\nside = 'ru'";
    let mut t = Table::under(&options, adjust, "ru-ii 0103\nru-iii 1605");
    t.say("give up 0103", &[]);
    assert_eq!((t.decider(), t.offers()), (RU, vec!["end adjustment".to_string()]));
    t.say("end adjustment", &[]);
    assert_eq!(t.asked().0, "11.3a");
    // Planning: the next nation rolls when this one has ended.
    let mut t = Table::under(
        &options,
        "turn = 'S2'\nphase = 'reinforcements'\nside = 'cp'",
        "hq-ru-i 1605\nhq-ah-i 0115",
    );
    t.say("done", &[1]).say("activate RU HQ I", &[]);
    assert_eq!((t.decider(), t.offers()), (RU, vec!["end planning".to_string()]));
    t.say("end planning", &[1]);
    assert_eq!(t.offers(), ["activate AH HQ I"]);
    // The set-up of a side.
    let mut t = Table::campaign();
    t.p = {
        use sandtable_core::Game;
        let mut both = options.clone();
        both.insert("setup".into(), "free".into());
        game().start("campaign", &both, &mut sandtable_core::dice::Given::new(vec![])).unwrap()
    };
    let mut placed = 0;
    while !t.offered("end set-up") {
        let words = t.offers()[0].clone();
        t.say(&words, &[]);
        placed += 1;
    }
    assert_eq!((t.decider(), placed, t.offers().len()), (CP, 24, 1));
    t.say("end set-up", &[]);
    assert_eq!((t.decider(), t.asked().0), (RU, "6a"));
}
