//! With `ends=player` nothing that can be chosen runs into dice or the enemy's decisions by itself: its player says that it goes on.
#![allow(clippy::unwrap_used)]

use crate::bot::{Both, regular};
use crate::scene::*;
use sandtable_core::player::Recruit;
use sandtable_core::session::{Session, seeded};
use sandtable_orel::play::assault::AssaultAction;
use sandtable_orel::play::fight::FightAction;
use sandtable_orel::play::fire::FireAction;
use sandtable_orel::play::march::MarchAction;
use sandtable_orel::play::rear::RearAction;

/// A table at which phases are ended by their player, or not.
struct Table(Session<Orel>);

impl Table {
    fn new(ends: &str, more: &[&str], text: &str) -> Table {
        let on = more.iter().map(|name| (name.to_string(), "on".to_string()));
        let options: Options = on.chain([("ends".to_string(), ends.to_string())]).collect();
        Table(Session::new(GAME.clone(), "historical", options, seeded(1), Some(text.to_string())).unwrap())
    }

    /// What a position that cannot be is refused with.
    fn read(ends: &str, text: &str) -> Result<Position, String> {
        let options: Options = [("ends".to_string(), ends.to_string())].into_iter().collect();
        game().position(&options, text).map_err(|why| why.to_string())
    }

    fn side(&self) -> Option<u8> {
        self.0.to_decide().side().map(|s| s.0)
    }

    fn rule(&self) -> &'static str {
        match self.0.to_decide() {
            Decision::Decide { rule, .. } => rule,
            Decision::Over(o) => o.rule,
        }
    }

    fn offers(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.0.game().actions(self.0.position(), Side(self.side().unwrap()), &mut out);
        out.iter().map(|a| self.0.game().describe(self.0.position(), a)).collect()
    }

    fn say(&mut self, words: &str, dice: &[u8]) -> &mut Table {
        let action = self.0.game().parse(self.0.position(), words).unwrap_or_else(|| panic!("`{words}`"));
        let side = Side(self.side().unwrap());
        self.0.act(side, action, Some(dice.to_vec())).unwrap_or_else(|why| panic!("`{words}`: {why}"));
        self
    }

    /// Nothing is left but to go on, and what was said last can be taken back.
    #[track_caller]
    fn waits(&mut self, side: u8, rule: &str) {
        assert_eq!((self.side(), self.rule()), (Some(side), rule));
        assert_eq!(self.offers(), ["done"]);
        self.0.may_undo().unwrap();
    }
}

/// The worked combat of the rulebook, its munitions given.
const EXAMPLE: &str = "scenario = historical\nturn = 3\nside = red\nphase = combat\nclear\n\
    r-1-let 2906 attack=prepared:2907\nr-cv-let 2906 attack=prepared:2907\nr-2-let 3006 attack=prepared:2907\n\
    r-art-let 2905 support=prepared:2907\nr-cv3-let 2905 points=3\n\
    w-off-2k 2907\nw-2-2k 2907\nw-cv-2k 2907\nw-rd5-1d 2908\n";

#[test]
fn r8_8_2c_the_last_loss_can_be_taken_back_before_morale_is_rolled() {
    let mut t = Table::new("player", &[], EXAMPLE);
    t.say("done", &[]).say("resolve 2907", &[]).say("stand", &[4]);
    t.say("charge r-cv-let", &[]).say("done", &[]).say("charge w-cv-2k", &[]).say("done", &[4, 6]);
    t.say("assault", &[4, 6]);
    // The Whites lose two steps: the second one does not hand the word over.
    t.say("lose w-off-2k", &[]);
    assert_eq!(t.offers(), ["lose w-2-2k", "lose w-cv-2k"]);
    t.say("lose w-2-2k", &[]).waits(WHITE, "8.8.2c");
    t.0.undo().unwrap();
    t.say("lose w-cv-2k", &[]).waits(WHITE, "8.8.2c");
    t.say("done", &[]);
    // The Reds lose two: the last one rolls no Morale.
    t.say("lose r-1-let", &[]).say("lose r-2-let", &[]).waits(RED, "8.8.2c");
    t.0.undo().unwrap();
    t.say("lose r-cv-let", &[]).waits(RED, "8.8.2c");
    t.say("done", &[4]);
    let told: Vec<String> = t.0.events().iter().map(|e| game().tell(e).text).collect();
    assert!(told.iter().any(|l| l.starts_with("Morale of off/2K: rolled 4")), "{told:?}");
    // Without the option the same words lead on by themselves.
    let mut t = Table::new("auto", &[], EXAMPLE);
    t.say("done", &[]).say("stand", &[4]).say("charge r-cv-let", &[]).say("charge w-cv-2k", &[4, 6]);
    t.say("assault", &[4, 6]).say("lose w-off-2k", &[]).say("lose w-2-2k", &[]);
    assert_eq!(t.side(), Some(RED));
    t.say("lose r-1-let", &[]).say("lose r-2-let", &[4]);
}

/// Cavalry of TQ 4 may charge only after the enemy has lost order.
const RIDERS: &str = "scenario = historical\nturn = 3\nside = red\nphase = attacks\nclear\n\
        r-1-41s 1914 attack=prepared:1915\nr-2-41s 1914 attack=prepared:1915\nr-cv-41s 1914 attack=prepared:1915\nr-cv3-let 1813\n\
        w-2-1d 1915\nw-rd5-1d 2908\n";

#[test]
fn r8_8_1b_the_last_charge_can_be_taken_back_before_the_assault_is_rolled() {
    let mut t = Table::new("player", &[], RIDERS);
    t.say("resolve 1915", &[]);
    while t.rule() != "8.8a" {
        let stand = t.offers().contains(&"stand".to_string());
        // The Reds pass, the Whites are Disorganised.
        t.say(if stand { "stand" } else { "done" }, if stand { &[1, 6] } else { &[] });
    }
    t.say("assault", &[]);
    assert_eq!(
        (t.side(), t.offers()),
        (Some(RED), vec!["charge r-cv-41s".into(), "dismount r-cv-41s".into()])
    );
    t.say("charge r-cv-41s", &[]).waits(RED, "8.8.1b");
    t.0.undo().unwrap();
    t.say("dismount r-cv-41s", &[]).waits(RED, "8.8.1b");
    t.say("done", &[6, 6, 3]);
    assert!(!t.0.position().combat.charging.has(unit("r-cv-41s")));
}

/// A regiment with two armored cars attacks a battalion with guns of its own.
const CARS: &str = "scenario = historical\nturn = 3\nside = red\nphase = attacks\nclear\n\
        r-1-let 1914 attack=prepared:1915\nr-ac-let 1914 attack=prepared:1915\nr-ac-46d 1914 attack=prepared:1915\nr-cv3-let 1813\n\
        w-1-2k 1915\nw-rd5-1d 2908\n";

#[test]
fn r9g_the_last_vehicle_that_is_spared_can_be_taken_back() {
    let mut t = Table::new("player", &["vehicle-tests"], CARS);
    t.say("resolve 1915", &[]).say("stand", &[1, 1]).say("assault", &[5, 4]);
    assert_eq!(t.offers(), ["spare r-ac-46d", "spare r-ac-let"]);
    t.say("spare r-ac-let", &[]).waits(RED, "9g");
    t.0.undo().unwrap();
    t.say("spare r-ac-46d", &[]).waits(RED, "9g");
    t.say("done", &[1, 2]);
    assert!(t.0.position().on_map(unit("r-ac-46d")) && !t.0.position().on_map(unit("r-ac-let")));
}

#[test]
fn r5_2_1h_the_main_body_can_be_taken_back_before_an_event_is_rolled() {
    rules!("orel 6b");
    let text = "scenario = historical\nturn = 3\nside = red\nphase = command\nclear\n\
        r-1-7d 1717\nr-2-7d 2117\nr-3-7d 1713\nw-1-1k 1811\n";
    let mut t = Table::new("player", &["events"], text);
    assert_eq!(t.offers().len(), 3);
    t.say("main body r-2-7d", &[]);
    t.waits(RED, "5.2.1a");
    t.0.undo().unwrap();
    t.say("main body r-3-7d", &[]).waits(RED, "5.2.1a");
    t.say("done", &[4, 1]);
    assert_eq!(t.0.position().ooc, units("r-1-7d r-2-7d"));
}

#[test]
fn r8_1e_the_last_attack_does_not_end_the_player_turn() {
    let text = "scenario = historical\nturn = 3\nside = white\nphase = attacks\nclear\n\
        w-1-1k 1811 attack=hasty:1810\nw-cv4-1dr 1813\nr-1-let 1810\nr-cv3-let 1808\nr-1-7d 0505\n";
    let mut t = Table::new("player", &["events"], text);
    t.say("resolve 1810", &[]).say("stand", &[1, 1]);
    t.say("no assault", &[]).waits(WHITE, "8.1e");
    t.0.undo().unwrap();
    assert_eq!(t.offers(), ["assault", "no assault"]);
    t.say("no assault", &[]);
    assert_eq!(t.0.position().active, WHITE);
    let side = t.side();
    t.say("done", &[3, 3]);
    assert_eq!((side, t.0.position().active), (Some(WHITE), RED));
}

#[test]
fn r7_1_1e_the_part_of_orel_can_be_chosen_again() {
    let text = "scenario = historical\nturn = 3\nside = red\nphase = attacks\nclear\n\
        r-1-let 2804 attack=prepared:2705\nr-cv3-let 2803\nw-rd5-1d 2705\nw-1-1k 2920\n";
    let mut t = Table::new("player", &[], text);
    t.say("resolve 2705", &[]).say("advance r-1-let", &[]);
    assert_eq!(t.offers(), ["suburbs", "centre"]);
    t.say("suburbs", &[]).waits(RED, "8.5h");
    t.0.undo().unwrap();
    t.say("centre", &[]).waits(RED, "8.5h");
    assert!(t.0.position().centre);
}

/// What is chosen as one of several things, and does not by itself say "go on".
fn is_choice(a: &Action) -> bool {
    match a {
        Action::Rear(a) => matches!(
            a,
            RearAction::Enlist
                | RearAction::Restore { .. }
                | RearAction::Build { .. }
                | RearAction::BuildOutside
                | RearAction::MainBody { .. }
        ),
        // A tank may break down as it sets out to act (orel 9.2.1a).
        Action::March(MarchAction::End { unit, .. }) => engine().class(*unit) != Class::Tank,
        Action::March(_) => false,
        Action::Fire(a) => !matches!(a, FireAction::Done | FireAction::Shoot { .. }),
        Action::Fight(a) => {
            matches!(a, FightAction::Along { .. } | FightAction::Contact { .. } | FightAction::Charge { .. })
        }
        Action::Assault(a) => !matches!(a, AssaultAction::Done | AssaultAction::Assault),
        Action::Flight(_) => false,
    }
}

#[test]
fn r2_1a_no_choice_rolls_dice_or_hands_the_word_over() {
    rules!("orel 8.1b", "orel 8.8a", "orel 8.2.1j");
    let options =
        options(&[("events", "on"), ("vehicle-tests", "on"), ("new-cohesion", "on"), ("ends", "player")]);
    let mut seen = std::collections::BTreeSet::new();
    let mut play = |scenario: &str, seed: u64, steps: usize, start: Option<Position>| {
        let walk = Walk { scenario, options: &options, seed, steps, every: 1 };
        let p = start.unwrap_or_else(|| walk.start(game()).0);
        let mut chance = Recruit::new(seed);
        walk.play_from(
            game(),
            p,
            Seeded::new(seed),
            &mut chance,
            |_| {},
            |step| {
                if is_choice(step.action) {
                    let words = game().describe(step.before, step.action);
                    let (mut again, mut given) = (*step.before, Given::new(vec![1; 40]));
                    game().apply(&mut again, step.side, step.action, &mut given, &mut Vec::new());
                    assert_eq!(given.asked(), 0, "{}: `{words}` rolled", walk.at(step.number));
                    let next = game().to_decide(&again).side();
                    assert_eq!(next, Some(step.side), "{}: after `{words}`", walk.at(step.number));
                    seen.insert(words.split(' ').next().unwrap().to_string());
                }
            },
        );
    };
    for (seed, scenario) in (1u64..).zip(["brasovo", "historical", "hypothetical"]) {
        play(scenario, seed, 1200, None);
    }
    // Single combats, over and over.
    for (text, seed) in
        [EXAMPLE, CARS, RIDERS].into_iter().flat_map(|text| (1..60).map(move |seed| (text, seed)))
    {
        let read = sandtable_core::position_file::read(game(), None, &options, text, &mut Seeded::new(seed));
        play("historical", seed, 25, Some(read.unwrap().position));
    }
    for verb in ["advance", "pursue", "lose", "charge", "dismount", "spare", "no", "supply", "main"] {
        assert!(seen.contains(verb), "{verb} was never said: {seen:?}");
    }
}

#[test]
fn r8_1e_of_two_attacks_only_the_last_one_waits_for_the_end() {
    let text = "scenario = historical\nturn = 3\nside = white\nphase = attacks\nclear\n\
        w-1-1k 1811 attack=hasty:1810\nw-2-1k 2011 attack=hasty:2010\nw-cv4-1dr 1813\n\
        r-1-let 1810\nr-2-let 2010\nr-cv3-let 1808\n";
    let mut t = Table::new("player", &[], text);
    assert_eq!(t.offers(), ["resolve 1810", "resolve 2010"]);
    t.say("resolve 2010", &[]).say("stand", &[1, 1]).say("no assault", &[]);
    assert_eq!((t.side(), t.offers()), (Some(WHITE), vec!["resolve 1810".to_string()]));
    t.say("resolve 1810", &[]).say("stand", &[1, 1]).say("no assault", &[]).waits(WHITE, "8.1e");
    t.say("done", &[]);
    assert_eq!(t.0.position().active, RED);
    // An attack whose target has gone is no attack: nobody is asked to end what was not begun.
    let text = text.replace("r-1-let 1810\nr-2-let 2010\n", "r-1-let 0505\nr-2-let 0505\n");
    let why = Table::read("player", &text).unwrap_err();
    assert!(why.contains("line "), "an attack on nobody cannot be declared: {why}");
}

#[test]
fn r8_8_2c_only_he_who_chose_goes_on_and_the_moment_can_be_written() {
    let mut t = Table::new("player", &[], EXAMPLE);
    t.say("done", &[]).say("resolve 2907", &[]).say("stand", &[4]).say("done", &[]).say("done", &[4, 6]);
    t.say("assault", &[4, 6]);
    let mut last = String::new();
    while t.offers() != ["done"] {
        last = t.offers()[0].clone();
        t.say(&last, &[]);
    }
    let own = t.side().unwrap();
    let done = game().parse(t.0.position(), "done").unwrap();
    assert!(t.0.may(Side(1 - own), &done).is_err() && t.0.may(Side(own), &done).is_ok());
    // One loss too many is refused by the rule of losses.
    let more = game().parse(t.0.position(), &last).unwrap();
    assert_eq!(game().check(t.0.position(), Side(own), &more).unwrap_err().0[0].rule, "8.8.2c", "{last}");
    let options: Options = [("ends".to_string(), "player".to_string())].into_iter().collect();
    let setting = sandtable_core::position_file::Setting { scenario: "historical", options: &options };
    let text = sandtable_core::position_file::write(game(), setting, t.0.position()).unwrap();
    let read =
        sandtable_core::position_file::read(game(), None, &Options::new(), &text, &mut Given::new(vec![]));
    assert_eq!(read.unwrap().position, *t.0.position(), "{text}");
}

#[test]
fn r2_1a_bots_play_on_where_people_end_their_phases() {
    let options = options(&[("ends", "player"), ("events", "on"), ("vehicle-tests", "on")]);
    Both([regular(1), regular(2)]).play("brasovo", &options, 3);
}

/// A battalion of the Whites before one of the Reds.
pub const FRONT: &str =
    "scenario = historical\nturn = 10\nside = white\nphase = movement\nclear\nw-1-1k 1811\nr-1-let 1810\n";

#[test]
fn r7b_the_movement_phase_is_ended_by_its_player() {
    rules!("orel 8.1e");
    let mut s = Scene::read(&GAME, &Options::new(), FRONT, &[]);
    s.say("w-1-1k hasty 1810", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.5a"), "by itself it runs into the combat");
    let mut s = Scene::read(&GAME, &options(&[("ends", "player")]), FRONT, &[]);
    s.say("w-1-1k hasty 1810", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(WHITE), "7b"));
    assert_eq!(s.offers(), ["done", "want events"]);
    s.say("done", &[]);
    // A single attack waits to be resolved, too.
    assert_eq!((s.side(), s.offers()), (Some(WHITE), vec!["resolve 1810".to_string()]));
    s.say("resolve 1810", &[]);
    assert_eq!((s.side(), s.asked().0), (Some(RED), "8.5a"));
}

#[test]
fn r8_1b_steps_of_the_combat_phase_are_ended_by_their_player() {
    rules!("orel 8.3.1c", "orel 4b");
    let text = "scenario = historical\nturn = 10\nside = white\nphase = barrage\nclear\n\
        w-art-1k 1812 barrage\nw-1-1k 1811\nr-1-7d 1810\nr-art-7d 1809\n";
    let mut s = Scene::read(&GAME, &options(&[("ends", "player")]), text, &[]);
    s.say("fire w-art-1k r-1-7d", &[]);
    assert_eq!(
        (s.side(), s.offers()),
        (Some(WHITE), vec!["done".to_string()]),
        "the last target leads to no die"
    );
    s.say("done", &[]);
    assert_eq!(s.offers(), ["fire w-art-1k"]);
    // Recruits: the last point spent ends nothing.
    let men = "scenario = historical\nside = red\nphase = recruits\nclear\nr-1-let 0309 steps=3\nr-rd5-14a 0309\nrecruits red 0\n";
    for (ends, phase) in [("auto", Phase::Movement), ("player", Phase::Recruits)] {
        let mut s = Scene::read(&GAME, &options(&[("ends", ends)]), men, &[]);
        s.say("restore r-1-let", &[]);
        assert_eq!(s.p.phase, phase, "{ends}: {:?}", s.offers());
    }
}
