//! Positions by hand: what can be said, what cannot be, and that all of it is told at once.

use crate::common::*;
use sandtable_core::dice::Given;
use sandtable_core::position_file::{Setting, read, write};
use sandtable_core::{Game, Options};

fn open(text: &str, dice: &[u8]) -> Table {
    Table::read(&GAME, &Options::new(), text, dice)
}

fn faults(text: &str) -> Vec<(usize, String)> {
    let e = read(game(), None, &Options::new(), text, &mut Given::new(vec![])).unwrap_err();
    e.list().iter().map(|f| (f.line, f.what.clone())).collect()
}

/// A position with one more row, which is the fourth line, is refused there with these words.
fn refused(row: &str, why: &str) {
    let text = format!(
        "turn = S1\nphase = moves\nactivation = 1\n{row}\nhq-ru-i 1606\nde-xx 0906\nhq-de-viii 0906\n"
    );
    let list = faults(&text);
    assert!(list.iter().any(|(line, what)| *line == 4 && what.contains(why)), "{row}: {list:?}");
}

#[test]
fn positions_that_cannot_be_are_refused_with_their_line() {
    rules!("fury 2.1c", "fury 7p", "fury 7k", "fury 9e", "fury 10.3.2e", "fury 7a");
    for (row, why) in [
        ("ru-iii 1505 army=hq-de-viii", "cannot belong to DE VIII Army"),
        ("ru-iii 1505 army=hq-ru-ii", "cannot belong to RU II Army"),
        ("ru-ii-c 1505 army=hq-ah-i", "cannot belong"),
        ("ru-cadre 1505 army=hq-de-viii", "cannot belong"),
        ("ru-cadre 1505", "belongs to no army"),
        ("ru-ii-c 1505", "belongs to no army"),
        ("ru-iii 1004", "never taken"),
        ("ru-iii 1505 besieging", "besieges no fortress"),
        ("ru-iii 1504 besieging", "besieges no fortress"),
        ("hq-ru-ii 0906", "both sides stand in 0906"),
        ("ru-iii 0906", "both sides stand in 0906"),
        ("hq-ru-ii 1004", "a fortress of the enemy"),
        ("hq-ru-ii 1505 disorganised", "only a unit on the map is disorganised"),
        ("hq-ru-ii 1505 reduced", "only a corps is reduced"),
        ("hq-ru-ii 1505 front=south", "does not belong to that front"),
        ("hq-ru-ii eliminated", "never eliminated"),
        ("ru-iii 1505 inactive", "only a headquarters is inactive"),
        ("ru-iii 1505 front=north", "front of its army"),
        ("ru-cadre 1505 reduced army=hq-ru-i", "only a corps is reduced"),
        ("ru-cadre box army=hq-ru-i", "on the map or nowhere"),
        ("ru-iii 1505 reformed", "only a corps in the box is reformed"),
        ("ru-iii box moved", "only a piece on the map"),
        ("ru-iii 0101", "nothing can stand in 0101"),
        ("ru-iii 1622", "nothing can stand in 1622"),
        ("ru-iii 9999", "neither a hex nor"),
        ("ru-iii 1505 1506", "state `1506`"),
        ("ru-iii 1505 box", "state `box`"),
        ("ru-iii", "has no place"),
        ("ru-cxi 1505", "there is no piece"),
        ("de-xvii 0906 moved", "its front is not activated"),
        ("ru-iii 1505 gone=1", "no front adjustment is under way"),
        ("ru-iii 1505 attacked", "before the movement is over"),
        ("fort 1505 taken", "there is no fortress"),
        ("fort 1504", "a fortress is said as"),
        ("attack 1304 from 1405 with ru-iii", "does not attack from"),
        ("initiative = north", "should be one of ru, cp"),
        ("rail = 6 3 3", "5 is the most"),
        ("points = 1.25 0 0", "should be a number of points"),
        ("wheather = fine", "should be"),
    ] {
        refused(row, why);
    }
    let list =
        faults("turn = S1\nphase = moves\nhq-ru-i 1505\nhq-ru-i 1506\nru-ix box\neliminated ru-x ru-ix\n");
    assert_eq!(list.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4, 6]);
    assert!(list.iter().all(|(_, what)| what.contains("stands twice")), "{list:?}");
    // The Russians have the initiative on the first turn, a fortress that was taken is not besieged, and holder and
    // activation fit together.
    let list = faults("turn = A2\nphase = moves\ninitiative = cp\nside = cp\nactivation = 1\n");
    assert!(list.iter().any(|(line, what)| *line == 3 && what.contains("7a")), "{list:?}");
    let list = faults("turn = S1\nphase = moves\nfort 1004 taken\nru-iii 1004 besieging\n");
    assert!(list.iter().any(|(line, what)| *line == 4 && what.contains("never taken")), "{list:?}");
    let list = faults("turn = S1\nphase = moves\nside = ru\nactivation = 2\n");
    assert!(list.iter().any(|(line, what)| *line == 4 && what.contains("7e")), "{list:?}");
}

#[test]
fn everything_wrong_is_told_at_once() {
    let text = "turn = X9\nphase = moves\nru-iii 1004\nhq-ru-i 1505 disorganised front=south\nru-ii 1505 army=hq-de-viii\n";
    let lines: Vec<usize> = faults(text).iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 3, 4, 4, 5]);
    // In the older format too, each at its line.
    let toml = "turn = \"S1\"\nphase = \"moves\"\nunit = [\n  { piece = \"ru-iii\", hex = \"1004\" },\n  { piece = \"hq-ru-i\", hex = \"1505\", disorganised = true },\n]\n";
    let lines: Vec<usize> = faults(toml).iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [4, 5]);
    let broken = "turn = \"S1\"\nphase = \"moves\"\nunti = 3\n";
    assert!(
        faults(broken).iter().any(|(line, what)| *line == 3 && what.contains("unti")),
        "{:?}",
        faults(broken)
    );
}

#[test]
fn older_files_and_lines_say_the_same() {
    let lines = "turn = S1\nphase = attacks\nactivation = 1\nrail = 4 3 2\nfort 0607 taken\nbox de-xi\neliminated ru-ix\n\
                 ru-iii 1104 reduced\nhq-ru-i 1105 inactive\nru-cadre 1505 army=hq-ru-i\nhq-ru-ix 1615 front=south\n";
    let toml = "turn = 'S1'\nphase = 'attacks'\nactivation = 1\nrail = { ru = 4, ah = 3, de = 2 }\n\
                eliminated = ['ru-ix']\nreinforcements = ['de-xi']\n\
                [[fortress]]\nhex = '0607'\ntaken = true\n\
                [[unit]]\npiece = 'ru-iii'\nhex = '1104'\nreduced = true\n\
                [[unit]]\npiece = 'hq-ru-i'\nhex = '1105'\ninactive = true\n\
                [[unit]]\npiece = 'ru-cadre'\nhex = '1505'\narmy = 'hq-ru-i'\n\
                [[unit]]\npiece = 'hq-ru-ix'\nhex = '1615'\nfront = 'south'\n";
    assert_eq!(open(lines, &[]).p, open(toml, &[]).p);
    for file in ["koenigsberg", "przemysl", "replacements"] {
        let text = |name: String| std::fs::read_to_string(format!("../../../docs/positions/{name}")).unwrap();
        let (old, new) = (text(format!("{file}.toml")), text(format!("fury-{file}.txt")));
        assert_eq!(open(&old, &[]).p, open(&new, &[]).p, "{file}");
    }
}

#[test]
fn r11_1a_a_position_may_begin_at_the_victory_check() {
    let held = "0606 0607 0208 1004 1206";
    let rows: Vec<String> = held
        .split(' ')
        .zip(["ii", "iii", "iv", "xx", "r1"])
        .map(|(h, c)| format!("fort {h} taken\nru-{c} {h}"))
        .collect();
    let t = open(&format!("turn = S2\nphase = victory\n{}\n", rows.join("\n")), &[]);
    assert_eq!(t.sees(0).decision, "over: strategic victory for Russia");
    // With four it runs on: nothing to adjust but what lies apart.
    let t = open(&format!("turn = S2\nphase = victory\n{}\n", rows[..4].join("\n")), &[]);
    assert_ne!(t.sees(0).moment, "turn S2, the end");
}

#[test]
fn r10_5m_a_position_may_begin_at_the_siege_tests() {
    let text = "turn = S2\nphase = sieges\nru-iii 1004 besieging\nru-iv 1004 besieging\nru-xx 1104\nru-ii 1304\nde-r8 1004\n";
    // 13 against 8: a five takes it. The die is the game's own.
    let t = open(text, &[5]);
    assert_eq!(
        (t.asked().0, t.place("de-r8"), t.track("fortresses, net for Russia")),
        ("11.3a", "eliminated".into(), "+1".into())
    );
    assert_eq!(open(text, &[4]).track("fortresses, net for Russia"), "+0");
}

#[test]
fn r11_3b_german_replacements_half_points_and_reformed_corps() {
    rules!("fury 11.3b", "fury 11.3l", "fury 11.4g", "fury 12e");
    let t = open(
        "turn = S2\nphase = replacements\nside = cp\nnation = de\npoints = 0 0 2.5\neliminated de-lw8\n",
        &[],
    );
    assert_eq!(
        (t.track("German replacement points"), t.offers()),
        ("2.5".into(), vec!["reform DE Lw8 reduced".into(), "done".into()])
    );
    // A reformed corps of value 8 replaces its Cadre; a new one would not.
    let text = "turn = S2\nphase = reinforcements\nru-gr box reformed reduced\nru-cadre 1112 army=hq-ru-iv\nhq-ru-iv 1112\n";
    assert_eq!(open(text, &[]).offers(), ["replace RU Cadre 1 with RU Gr"]);
    assert!(open(&text.replace(" reformed", ""), &[]).starting("replace").is_empty());
    // The choice of the I Corps, and the front of a headquarters that is not there yet.
    let text = "turn = A2\nphase = reinforcements\ntransfer\nru-i 1108\nhq-ru-ii 1109\nhq-ru-ix 1615 front=south\nhq-ru-x out front=south\n";
    let mut t = open(text, &[]);
    assert!(t.offered("post RU I to RU IX Army"));
    t.say("post RU I to RU IX Army", &[]);
    // A headquarters that returns later is not offered before.
    let text = "turn = S2\nphase = reinforcements\nhq-ru-iii box due=O1\n";
    assert_eq!(open(text, &[]).offers(), ["done"]);
    // Planning of a nation begins with its die.
    let t =
        open("turn = S2\nphase = planning\nside = cp\nnation = de\nhq-de-viii 0906\nhq-de-ix 0106\n", &[1]);
    assert_eq!(t.offers(), ["activate DE HQ VIII", "activate DE HQ IX"]);
    // The second side names its first front, the initiative is rolled for, and combats wait to be fought.
    let t = open("turn = S2\nphase = front\nactivation = 2\nhq-ru-i 1505\n", &[]);
    assert_eq!((t.decider(), t.asked().0), (CP, "7f"));
    let t = open("turn = S2\nphase = initiative\nhq-ru-i 1505\n", &[2, 5]);
    assert_eq!((t.decider(), t.asked().0), (CP, "7d"));
    let text = "turn = S2\nphase = combats\nactivation = 1\nru-iii 1405\nhq-ru-i 1505\nde-xvii 1304\nattack 1304 from 1405 with ru-iii\n";
    assert_eq!(open(text, &[]).offers(), ["fight for 1304"]);
}

#[test]
fn a_game_under_way_is_written_in_words() {
    let t = Table::campaign();
    let options = Options::new();
    let text = write(game(), Setting { scenario: "campaign", options: &options }, &t.p).unwrap();
    assert!(
        !text.contains("set ") && text.contains("phase = front") && text.contains("ru-iii 1505"),
        "{text}"
    );
    let mut t =
        Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", "ru-iii 1505\nhq-ru-i 1505\nde-xvii 1304");
    t.say("move RU III to 1405", &[]);
    let text = write(game(), Setting { scenario: "campaign", options: &options }, &t.p).unwrap();
    assert!(!text.contains("set ") && text.contains("ru-iii 1405 moved"), "{text}");
    assert_eq!(game().position(&options, &text).unwrap(), t.p);
}
