//! Combats, sieges, foraging and guerillas told part by part, to each player as far as they may know.
use crate::scene::*;
use sandtable_core::battle::{BattlePart, told};

const BATTLE: &str = include_str!("../../../../../docs/positions/empires-battle.txt");
const SIEGE: &str = include_str!("../../../../../docs/positions/empires-siege.txt");

fn read(text: &str) -> Scene {
    at(game().position(&Options::new(), text).unwrap())
}

/// A part of a story in a line.
fn said(part: &BattlePart) -> String {
    use sandtable_core::guide::Force;
    let all = |list: &[Force]| {
        list.iter().map(|f| format!("{} {}", f.name, f.strength)).collect::<Vec<_>>().join(", ")
    };
    match part {
        BattlePart::Opens { place, title, attackers, defenders } => {
            format!("{place}: {title}: {} against {}", all(attackers), all(defenders))
        }
        BattlePart::Joins { attacks, force } => {
            format!("joins the {}: {}", if *attacks { "attack" } else { "defence" }, force.name)
        }
        BattlePart::Sum { name, rows, total } => {
            let rows: Vec<String> =
                rows.iter().map(|r| format!("{:+} {} ({})", r.value, r.why, r.rule)).collect();
            format!("{name} {total} = {}", rows.join(", "))
        }
        BattlePart::Odds { text, rule } => format!("odds: {text} ({rule})"),
        BattlePart::Roll { side, what, dice } => format!("{side} {dice:?}: {what}"),
        BattlePart::Result { text, rule } => format!("{text} ({rule})"),
        BattlePart::Fate { kind, side, text, places, .. } => {
            format!("{kind:?} of {side}: {text} {places:?}").trim_end_matches(" []").to_string()
        }
        BattlePart::Closes => "closes".to_string(),
    }
}

/// A power does something, and this is what a viewer is told of it.
fn tells(s: &mut Scene, power: u8, words: &str, dice: &[u8], viewer: Viewer) -> Vec<String> {
    let before = s.p;
    s.by(power, words, dice);
    told(game(), &before, &s.events, None, viewer).iter().map(said).collect()
}

const FRANCE: Viewer = Viewer::Side(Side(FR));
const AUSTRIA: Viewer = Viewer::Side(Side(AU));

#[test]
fn r7_5_2_the_battle_of_ulm_is_told_to_its_end() {
    rules!("empires 7.5.2.6.3");
    let mut s = read(BATTLE);
    let mut other = s.clone();
    let opens = tells(&mut s, FR, "fight ulm", &[], FRANCE);
    assert_eq!(
        opens,
        [
            "ulm: Combat at Ulm: France against Austria: French II Corps 15, French I Corps 22, French I Cavalry Corps 5 against a \
             hidden corps of Austria 11, a hidden corps of Austria 11, a hidden corps of Austria 11",
            "Napoleon (France) commands the attack, Mack (Austria) the defence (7.5.2.9.1(c))",
        ]
    );
    // A watcher sees backs on both sides; the defender sees its own faces.
    let watched = tells(&mut other.clone(), FR, "fight ulm", &[], Viewer::Watcher);
    assert!(watched[0].matches("a hidden corps of France").count() == 3, "{watched:?}");
    let own = tells(&mut other, FR, "fight ulm", &[], AUSTRIA);
    assert!(own[0].contains("against Austrian") && own[0].contains("Austrian I Corps 13"), "{own:?}");
    // A chit that is picked alone is told to nobody.
    assert!(tells(&mut s, FR, "chit assault", &[], FRANCE).is_empty());
    let shown = tells(&mut s, AU, "answer cordon", &[], AUSTRIA);
    assert_eq!(shown[0], "assault against cordon (7.5.2.4)");
    assert!(
        shown[1].starts_with("Day 1: factors of the attacker 42 = +15 French II Corps (7.5.2.6), "),
        "{shown:?}"
    );
    assert!(shown[2].starts_with("Day 1: factors of the defender 33 = "), "{shown:?}");
    assert_eq!(shown[3], "odds: 42 factors with morale 4.0 attack 33 with morale 3.1 (7.5.2.6)");
    assert_eq!(shown.len(), 4);
    assert!(tells(&mut s, FR, "order 5", &[], FRANCE).is_empty());
    let round = tells(&mut s, AU, "order 3", &[4, 3], Viewer::Watcher);
    assert_eq!(
        round,
        [
            "tactical ratings 5 against 3 (7.5.2.9.1.2)",
            "fr [4]: Day 1, round 1: the attacker on table 4-1",
            "Die of the attacker 5 = +4 the die (7.5.2.9), +1 commanders (7.5.2.9.1)",
            "15 % of 42 factors cost the defender 6 factors and 1.4 morale (7.5.2.9.2)",
            "au [3]: Day 1, round 1: the defender on table 2-1",
            "Die of the defender 3 = +3 the die (7.5.2.9)",
            "5 % of 33 factors cost the attacker 2 factors and 0.2 morale (7.5.2.9.2)",
        ]
    );
    assert!(tells(&mut s, FR, "lose the rest", &[], FRANCE).is_empty());
    let lost = tells(&mut s, AU, "lose the rest", &[], FRANCE);
    assert_eq!(
        lost,
        [
            "Loss of fr: The side of France loses 2 infantry; 40 are left",
            "Loss of au: The side of Austria loses 6 infantry; 27 are left",
        ]
    );
    let help = tells(&mut s, FR, "reinforce with fr-davout", &[4], AUSTRIA);
    assert_eq!(help, ["fr [4]: Davout comes to help on 1 to 4", "Davout comes (7.5.2.11.2)"]);
    assert_eq!(tells(&mut s, FR, "bring fr-iii", &[], AUSTRIA), ["joins the attack: French III Corps"]);
}

#[test]
fn r7_5_4_1_a_storm_of_ulm_is_told_to_its_end() {
    rules!("empires 7.5.4.1.3.1");
    let mut s = read(SIEGE);
    let attempt = tells(&mut s, FR, "assault ulm", &[6], FRANCE);
    assert_eq!(attempt.len(), 4, "{attempt:?}");
    assert!(attempt[0].starts_with("ulm: Assault on Ulm: "), "{attempt:?}");
    assert!(attempt[0].ends_with("against a hidden corps of Austria 11, the garrison 2"), "{attempt:?}");
    assert_eq!(
        attempt[1..],
        [
            "fr [6]: Assault attempt",
            "Die of the attempt 5 = +6 the die (7.5.4.1), -1 fleches of the city (7.5.4.1.1.1)",
            "The walls are breached (7.5.4.1.2.3)",
        ]
    );
    let storm = tells(&mut s, AU, "fight", &[6, 1], FRANCE);
    assert_eq!(
        storm,
        [
            "Austria holds the breach of Ulm (7.5.4.1.2.3.3)",
            "Factors of the besiegers 16 = +6 French II Corps (7.5.4.1.3.1), +10 French I Corps (7.5.4.1.3.1)",
            "Factors of the garrison 8 = +6 Austrian I Corps (7.5.4.1.3.1), +2 the garrison (7.5.4.1.3.1)",
            "odds: 16 factors with morale 4.0 attack 8 with morale 2.8 (7.5.4.1.3.2)",
            "fr [6]: Round 1: the besiegers on table 5-1",
            "au [1]: Round 1: the garrison on table 5-2",
            "The besiegers lose 1 factor and 0.8 morale (7.5.4.1.3.1)",
            "The garrison loses 2 factors and 2.2 morale (7.5.4.1.3.1)",
        ]
    );
}

#[test]
fn r7_4_1_foraging_is_told_by_name_to_its_power_and_by_the_back_to_others() {
    rules!("empires 7.5.2.6.3");
    let mut p = before("grand1805", Phase::Order, &[AU]).neutral().on("war fr au");
    p.money = [0; 7];
    let b = put(&mut p, "au-vii", AU, field("lnz"), 1);
    fill(&mut p, b, [0, 9, 0, 0, 0, 0, 0]);
    let mut s = p.begin();
    s.by(AU, "move au-vii; force march; to vie; stop", &[]);
    let mut other = s.clone();
    let own = tells(&mut s, AU, "forage", &[6], AUSTRIA);
    assert_eq!(
        own,
        [
            "vie: Austrian VII Corps forages at Vienna: Austrian VII Corps 9 against ",
            "au [6]: Foraging",
            "Die of foraging 8 = +6 the die (7.4.1.1), +1 force march (7.4.1.2.3), +2 winter (7.4.1.2.4), \
             -1 wholly in its own territory (7.4.1.2.5)",
            "Above 6: it loses 2 factors (7.4.1.1(c))",
            "closes",
        ]
    );
    let told = tells(&mut other, AU, "forage", &[6], FRANCE);
    assert!(
        told[0].starts_with("vie: block ") && told[0].contains("of Austria forages at Vienna"),
        "{told:?}"
    );
    assert!(!told.concat().contains("VII"), "{told:?}");
}

#[test]
fn r7_6_guerillas_that_rise_and_are_hunted_are_stories_of_their_own() {
    let hunt = |die: u8| {
        let at = before("grand1805", Phase::Sieges, &[FR]).neutral();
        let mut s = at.on("war fr sp; fr-i mad 10I; irregulars mad sp 3").begin();
        tells(&mut s, FR, "hunt in mad", &[die], Viewer::Watcher)
    };
    let won = hunt(6);
    assert!(won[0].starts_with("mad: Hunt for guerillas at Madrid: a hidden corps of France "), "{won:?}");
    assert_eq!(won[1..3], ["fr [6]: Hunt", "Die of the hunt 6 = +6 the die (7.6)"]);
    assert_eq!((won[4].as_str(), won.len()), ("closes", 5));
    assert!(won[3].contains("3 guerillas are killed"), "{won:?}");
    assert!(hunt(1)[3].contains("they get away"));
}
