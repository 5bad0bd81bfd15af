//! Battles told part by part.
#![allow(clippy::unwrap_used)]
use crate::scene::{DE, GAME, RU, Scene, Theatre, read, scene, theatre};
use sandtable_core::battle::{BattlePart, told};
use sandtable_core::guide::{Force, Guide};
use sandtable_core::view::Viewer;
use sandtable_core::{Side, rules};
use sandtable_tannenberg::Action;
use sandtable_tannenberg::position::flag;

const RUSSIAN: Viewer = Viewer::Side(Side(RU));

/// What a viewer is told of an action that is taken with these dice, a line for each part.
#[track_caller]
fn tells(s: Scene, viewer: Viewer, action: Action, dice: &[u8]) -> (Scene, Vec<String>) {
    let before = s.p;
    let after = s.act(action, dice);
    let parts = told(theatre(), &before, &after.events, None, viewer);
    (after, parts.iter().map(said).collect())
}

fn said(part: &BattlePart) -> String {
    let forces = |list: &[Force]| {
        list.iter().map(|f| format!("{} ({})", f.name, f.strength)).collect::<Vec<_>>().join(" + ")
    };
    match part {
        BattlePart::Opens { place, title, attackers, defenders } => {
            format!("{title}, {place}: {} against {}", forces(attackers), forces(defenders))
        }
        BattlePart::Joins { force, .. } => force.name.clone(),
        BattlePart::Sum { name, rows, total } => {
            let rows: Vec<String> =
                rows.iter().map(|r| format!("{:+} {} ({})", r.value, r.why, r.rule)).collect();
            format!("{name} {total} = {}", rows.join("; "))
        }
        BattlePart::Odds { text, .. } => text.clone(),
        BattlePart::Roll { side, what, dice } => format!("{what}: {side} {dice:?}"),
        BattlePart::Result { text, rule } => format!("{text} ({rule})"),
        BattlePart::Fate { side, piece, text, places, .. } => {
            format!(
                "{text} [{side} {piece}{}{}]",
                if places.is_empty() { "" } else { ": " },
                places.join(" ")
            )
        }
        BattlePart::Closes => "over".to_string(),
    }
}

/// François and Hindenburg before Soldau.
fn before_soldau() -> Scene {
    let pieces = [
        "de-1 1923",
        "de-2 1923",
        "de-po 1923",
        "hq-de-vf-1 1923",
        "hq-de-hl-8 1624",
        "ru-i 1922",
        "ru-a2 1922",
        "ru-d6 2121",
    ];
    scene("tannenberg", 4, DE, &pieces).combat()
}

#[test]
fn an_attack_with_shifts_is_told_from_its_strengths_to_the_advance() {
    rules!("tannenberg 10.23", "tannenberg 10.21b", "tannenberg 8.4a");
    let s = before_soldau().declare("1922", &["de-1", "de-2", "de-po"]);
    let help = |id: &str| s.id(id);
    let (lead, shifts) = (Action::Lead(help("hq-de-vf-1")), [help("hq-de-vf-1"), help("hq-de-hl-8")]);
    let s = s.act(lead, &[]).acts(&shifts.map(Action::Shift));
    let (s, fight) = tells(s, Viewer::Side(Side(DE)), Action::Fight, &[3]);
    let expected = [
        "Attack on 1922 Soldau, 1922: 1st Infantry Division (4) + 2nd Infantry Division (Germany) (4) + Posen Garrison (2) + \
         HQ François (3) against I Corps (8) + 2nd Artillery Brigade (1)",
        "HQ François shifts by 2 columns",
        "HQ Hindenburg and Ludendorff shifts by 2 columns",
        "Attack strength 13 = +4 1st Infantry Division (8.0b); +4 2nd Infantry Division (Germany) (8.0b); \
         +2 Posen Garrison (8.0b); +3 HQ François fights along (10.23)",
        "Defence strength 9 = +8 I Corps (8.21); +1 2nd Artillery Brigade (8.21)",
        "13 : 9 → 1-1",
        "Column 8 = +4 ratio 1-1, column 4 (8.4b); +2 HQ François shifts the column (10.21b); \
         +2 HQ Hindenburg and Ludendorff shifts the column (10.21b)",
        "Combat: de [3]",
        "–/E with 5 steps affected: the attacker loses nothing, the defender loses all that is affected. The defender's result is \
         worse because the defender is out of command (10.43a)",
    ];
    assert_eq!(fight[..9], expected);
    let fates = [
        "The defender loses 5 steps where it stands [ru ]",
        "I Corps loses 4 steps [ru ru-i]",
        "I Corps is eliminated [ru ru-i]",
        "12 points for Germany: Russian steps lost. The total is -12 [de ]",
        "2nd Artillery Brigade loses 1 step [ru ru-a2]",
        "2nd Artillery Brigade is eliminated [ru ru-a2]",
        "3 points for Germany: Russian steps lost. The total is -15 [de ]",
    ];
    assert_eq!(fight[9..], fates);
    let (s, advance) = tells(s.clone(), Viewer::Watcher, Action::Advance(s.id("de-1"), s.hex("1922")), &[]);
    assert_eq!(
        advance,
        ["1st Infantry Division advances from 1923 Lautenburg to 1922 Soldau [de de-1: 1923 1922]"]
    );
    assert_eq!(tells(s, RUSSIAN, Action::Done, &[4]).1.last().unwrap(), "over");
}

#[test]
fn a_shift_from_a_box_has_no_name_for_the_russian() {
    rules!("tannenberg 18.0i", "tannenberg 10.21b");
    let s = before_soldau().gruppe(3, "1624", &["hq-de-hl-8"]);
    let s = s.declare("1922", &["de-1", "de-2"]);
    let s = s.clone().act(Action::Shift(s.id("hq-de-hl-8")), &[]);
    let (_, german) = tells(s.clone(), Viewer::Side(Side(DE)), Action::Fight, &[6]);
    let (_, russian) = tells(s, RUSSIAN, Action::Fight, &[6]);
    assert!(german.iter().any(|l| l.contains("Hindenburg")));
    assert!(!russian.iter().any(|l| l.contains("Hindenburg")), "{russian:#?}");
    let told = ["A headquarters shifts by 2 columns", "+2 a headquarters shifts the column (10.21b)"];
    assert!(told.iter().all(|t| russian.iter().any(|l| l.contains(t))), "{russian:#?}");
    assert_eq!(german.len(), russian.len());
}

#[test]
fn all_that_takes_from_an_attack_is_a_row() {
    rules!(
        "tannenberg 9.21b",
        "tannenberg 10.42a",
        "tannenberg 12.21b",
        "tannenberg 5.4i",
        "tannenberg 11.11b"
    );
    // Hungry and out of command: 5 at half is 2, at half again 1. Cavalry brings 2, a quarter of it nothing.
    let pieces = ["ru-xv 0519", "ru-c4 0519", "de-kb 0520"];
    let s = scene("campaign", 4, RU, &pieces).combat();
    let s = s.set("ru-xv", flag::OUT_OF_SUPPLY).set("ru-xv", flag::OUT_OF_COMMAND);
    let before = s.p;
    let mut p = before;
    p.combat.aim(s.hex("0520"));
    p.combat.units = [s.id("ru-xv"), s.id("ru-c4")].into_iter().collect();
    let engine = theatre().engine(&p);
    let sum = engine.attack_sum(&p, &engine.attack(&p));
    let rows: Vec<(i16, &str)> = sum.rows.iter().map(|r| (r.value, r.rule)).collect();
    assert_eq!(rows, [(5, "8.0b"), (2, "8.0b"), (-3, "9.21b"), (-1, "10.42a"), (-2, "12.21b")]);
    assert_eq!(sum.total, 1);
    // Königsberg is a city: the garrison counts twice, the walls once.
    let sum = engine.defence_sum(&p, DE, p.combat.targets());
    let rows: Vec<(i16, &str)> = sum.rows.iter().map(|r| (r.value, r.rule)).collect();
    assert_eq!((rows, sum.total), (vec![(3, "8.21"), (3, "5.4i"), (6, "11.11b")], 12));
}

#[test]
fn attrition_before_the_odds_is_reckoned_into_the_sums() {
    rules!("tannenberg 9.23a", "tannenberg 9.23b");
    let at = |dice: &[u8]| {
        let text = "scenario = campaign\nturn = 4\nside = ru\nphase = combat\nru-xiii 1420\nru-xv 1520\nhq-ru-s-2 1420\nde-41 1419\n";
        let s = Scene::new(&GAME, read(text));
        let s = s.clone().act(Action::Attack(s.hex("1419")), &[]).act(Action::WithAll, &[]);
        tells(s, Viewer::All, Action::Fight, dice).1
    };
    // The first starves, the second holds out.
    let lines = at(&[2, 6, 4]);
    let starved = lines.iter().position(|l| l.contains("XIII Corps loses 2 steps")).unwrap();
    let sum = lines.iter().position(|l| l.starts_with("Attack strength")).unwrap();
    assert!(starved < sum, "{lines:#?}");
    assert!(lines[starved - 1].ends_with("ru [2]"), "{lines:#?}");
    assert!(lines[sum].contains("+3 XIII Corps (8.0b)"), "{}", lines[sum]);
    assert!(at(&[5, 6, 4]).iter().any(|l| l.contains("+5 XIII Corps (8.0b)")));
}

#[test]
fn a_march_tells_no_battle() {
    let s = scene("campaign", 4, RU, &["ru-iii 0609"]);
    let (_, parts) = tells(s.clone(), Viewer::All, Action::March(s.unit("ru-iii"), s.hex("0610")), &[]);
    assert_eq!(parts, Vec::<String>::new());
    assert!(theatre().teach_files().is_some());
}
