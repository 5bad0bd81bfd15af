//! What a power is asked, and what its actions are called: in names, with place, enemy and price.
use crate::scene::*;
use sandtable_core::guide::Guide;
use std::collections::BTreeSet;

const BATTLE: &str = include_str!("../../../../../docs/positions/empires-battle.txt");
const SIEGE: &str = include_str!("../../../../../docs/positions/empires-siege.txt");
const ULM: &str = include_str!("../../../../../docs/positions/empires-ulm.txt");

fn read(text: &str) -> Scene {
    at(game().position(&Options::new(), text).unwrap())
}

fn prompt(s: &Scene, power: u8) -> String {
    let known = game().known(&s.p, Side(power)).unwrap();
    game().prompt(&known, Side(power)).unwrap_or_else(|| panic!("{power} is not asked")).text
}

fn label(s: &Scene, words: &str) -> String {
    game().label(&s.p, &s.meant(words))
}

#[test]
fn a_march_is_asked_and_priced_area_by_area() {
    let mut s = read(ULM);
    assert_eq!(prompt(&s, FR), "4 of your corps have not moved yet: pick one, or end your movement");
    assert_eq!(game().prompt(&s.p, Side(AU)), None, "it is not asked");
    assert_eq!(label(&s, "move fr-gd-i"), "Move French I Guard Corps · from Strasbourg, 4 movement points");
    assert_eq!(label(&s, "done"), "End your movement");
    s.by(FR, "move fr-i", &[]);
    assert_eq!(
        prompt(&s, FR),
        "French I Corps stands at Strasbourg with 4 movement points left: march on, or end its march"
    );
    assert_eq!(label(&s, "with fr-napoleon"), "Napoleon goes along");
    assert_eq!(label(&s, "to stu"), "March to Stuttgart · 2 of 4 movement points");
    assert_eq!(
        label(&s, "to ulm"),
        "March to Ulm · 2 of 4 movement points, attacks enemy corps, reaches an enemy depot, stands before an enemy garrison"
    );
    assert_eq!(label(&s, "detach 2 city infantry"), "Leave 2 infantry in the city of Strasbourg");
    assert_eq!(
        label(&s, "detach 1 city cavalry"),
        "Leave 1 cavalry in the city of Strasbourg · they become infantry"
    );
    s.by(FR, "to ulm", &[]);
    assert_eq!(prompt(&s, FR), "French I Corps has met the enemy at Ulm and goes no further: end its march");
    assert_eq!(label(&s, "stop"), "End the march here · at Ulm, where it attacks Austria");
    s.by(FR, "stop", &[]);
    assert_eq!(
        prompt(&s, AU),
        "France attacks you at Ulm: choose what retires into the city, which has room for 0; the rest fights in the field"
    );
}

#[test]
fn supply_names_its_price_and_what_is_left() {
    rules!("empires 7.4.2.1(b)");
    let mut s =
        before("grand1805", Phase::Order, &[AU]).on("depot vie au; au-vii vie 5I; au-viii vie 5I").begin();
    s.by(AU, "move au-vii; stop", &[]);
    assert_eq!(
        prompt(&s, AU),
        "Austrian VII Corps at Vienna: forage, the die -1 against 6, or wait for depot supply and pay"
    );
    assert_eq!(
        label(&s, "wait au"),
        "Wait for depot supply that Austria pays · 1 money point of 10, paid when all have moved"
    );
    assert_eq!(label(&s, "forage"), "Forage · die -1 against 6: it costs nothing");
    s.by(AU, "wait au; done", &[]);
    assert_eq!(
        prompt(&s, AU),
        "2 corps wait for depot supply: pay 2 for all, 8 of 10 money points left, or let some forage"
    );
    assert_eq!(label(&s, "pay all"), "Pay 2 for supply, 8 left");
    assert_eq!(label(&s, "pay au-viii"), "Pay for the supply of Austrian VIII Corps · 1 money point, 9 left");
}

#[test]
fn combats_and_sieges_name_place_enemy_and_what_is_at_stake() {
    let mut s = read(BATTLE);
    assert_eq!(prompt(&s, FR), "Your attack at Ulm is to be fought: begin it");
    assert_eq!(label(&s, "fight ulm"), "Fight at Ulm · France against Austria, 3 corps against 3");
    s.by(FR, "fight ulm", &[]);
    assert_eq!(
        prompt(&s, FR),
        "You attack Austria at Ulm: pick your chit in secret, while the defender picks one"
    );
    s.by(FR, "chit assault", &[]);
    s.by(AU, "answer cordon", &[]);
    assert_eq!(
        prompt(&s, AU),
        "Day 1, round 1 at Ulm against France; your morale is 3.1, the enemy's 4.0. State your tactical rating, 3 at most"
    );
    s.by(FR, "order 5", &[]);
    s.by(AU, "order 3", &[4, 2]);
    assert_eq!(prompt(&s, AU), "Round 1 at Ulm against France costs you 6 factors: choose which");
    let mut s = read(SIEGE);
    assert_eq!(
        prompt(&s, FR),
        "Sieges at Ulm: try an assault where you besiege, attack out of the city where you are shut in, or go on"
    );
    assert_eq!(label(&s, "assault ulm"), "Try to assault Ulm · 1 fleche against the die");
    s.by(FR, "assault ulm", &[6]);
    assert_eq!(
        prompt(&s, AU),
        "France has breached the walls of Ulm: ask to march off with honours of war, surrender, or hold the breach"
    );
}

#[test]
fn hidden_corps_go_by_their_backs() {
    rules!("empires 7.5.2.6.3");
    let s = read(BATTLE);
    let block = corps_block(&s, "au-i");
    let view = game().view(&s.p, Viewer::Side(Side(FR)));
    let back = view.counters.iter().find(|c| c.id == format!("au-{block}")).unwrap();
    assert_eq!(back.name, "Austrian Corps");
    assert!(back.detail.starts_with(&format!("block {block} of Austria: ")), "{}", back.detail);
    let own = game().view(&s.p, Viewer::Side(Side(AU)));
    let face = own.counters.iter().find(|c| c.id == back.id).unwrap();
    assert_eq!(face.name, "Austrian I");
}

fn corps_block(s: &Scene, id: &str) -> usize {
    game().engine().block_named(&s.p, id).unwrap()
}

#[test]
fn charts_name_nations_and_leaders() {
    let words: BTreeSet<String> = game().charts().into_iter().flat_map(|c| c.rows).flatten().collect();
    for code in ["fr-napoleon", "FR", "AU", "Ck"] {
        let has = |cell: &&String| cell.split([',', ' ']).any(|w| w == code);
        // The chart of factors says which letters stand for them.
        assert!(code == "Ck" || !words.iter().any(|c| has(&c)), "{code}");
    }
    assert!(words.contains("Napoleon"), "{words:?}");
}
