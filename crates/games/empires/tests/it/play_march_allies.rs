//! Attacks among several powers, combined movement, and retirement into cities (7.3.8, 7.5.1.1).
use crate::scene::*;

/// France at war with Austria; Austria and Russia allied; Austrians and Russians in Linz, Frenchmen in Passau. Austria holds the
/// city of Linz with one factor.
fn linz(slot: &[u8]) -> Position {
    moving("ulm1805", slot).strangers().on("war fr au; ally au ru; au-i lnz 5I; ru-i lnz 4I; \
         fr-iv pas 10I; garrison lnz au 1I")
}

/// The French have attacked in Linz.
fn attacked() -> Scene {
    let mut s = linz(&[FR]).begin();
    s.by(FR, "move fr-iv; to lnz", &[]);
    s
}

#[test]
fn r7_3_8_3_an_ally_on_the_spot_may_declare_war_and_defend() {
    rules!("empires 7.3.8", "empires 7.3.8.3(b)");
    let mut s = attacked();
    assert_eq!((s.side(), s.rule()), (Some(RU), "7.3.8.3"));
    assert!(s.attacked("lnz"));
    s.by(RU, "join", &[]);
    assert!(s.p.at_war(RU, FR) && s.p.at_war(FR, RU));
    assert_eq!(s.p.play.points[usize::from(RU)], -1);
    assert_eq!(s.p.corps[corps("ru-i")].spot, field("lnz"), "it stays");
    assert!(s.p.war[usize::from(TU)] == 0, "nobody else is called");
    assert_eq!(s.rule(), "7.5.1.1");
}

#[test]
fn r7_3_8_3_who_breaks_an_alliance_pays_for_that_too() {
    let mut s = linz(&[FR]).on("ally fr ru").begin();
    s.by(FR, "move fr-iv; to lnz", &[]);
    s.by(RU, "join", &[]);
    assert_eq!(s.p.play.points[usize::from(RU)], -4);
    assert_eq!(s.p.allied[usize::from(RU)] & 1, 0);
}

#[test]
fn r7_3_8_4_who_stays_out_steps_aside() {
    rules!("empires 7.4.1.2.1");
    let mut s = attacked();
    s.by(RU, "stay out", &[]);
    assert_eq!((s.side(), s.rule()), (Some(RU), "7.3.8.4"));
    assert_eq!(s.refuses(RU, "aside prg"), "7.3.8.4", "not next to it");
    assert_eq!(s.refuses(RU, "aside pas"), "7.3.8.4", "not open to it");
    s.by(RU, "aside vie", &[]);
    assert_eq!(s.p.corps[corps("ru-i")].spot, field("vie"));
    assert_eq!(s.side(), Some(AU));
    s.by(AU, "done", &[4]);
    let told = s.marches();
    let roll = told
        .iter()
        .find_map(|e| if let MarchEvent::Forage { modifier, .. } = e { Some(*modifier) } else { None });
    assert_eq!(roll, Some(1 - 2), "one other corps is left in the area, two points are unused");
}

#[test]
fn r7_3_8_7_garrisons_of_others_stay_and_are_ignored() {
    let mut p = linz(&[FR]);
    p.corps[corps("ru-i")].spot = Spot::Off;
    p.corps[corps("ru-i")].factors = [0; 7];
    guard(&mut p, "lnz", RU, 2);
    p.allied = [0; 7];
    let mut s = p.begin();
    s.by(FR, "move fr-iv; to lnz", &[]);
    assert_eq!(s.side(), Some(AU), "Russia is not asked");
    s.by(AU, "done", &[1]);
    assert_eq!(s.p.at(area("lnz")).guard.total(), 2);
    assert!(s.attacked("lnz"));
}

#[test]
fn r7_5_1_1_1_defenders_who_disagree_stay_outside() {
    rules!("empires 7.5.1.1", "empires 7.5.1.1.1");
    let mut s = attacked();
    s.by(RU, "join; retire corps ru-i", &[]);
    s.by(AU, "retire corps au-i", &[]);
    assert_eq!(s.p.corps[corps("au-i")].spot, city("lnz"));
    assert_eq!((s.side(), s.rule()), (Some(RU), "7.5.1.1.1"));
    let here = s.p;
    s.by(RU, "object", &[1]);
    assert_eq!((s.p.corps[corps("ru-i")].spot, s.p.corps[corps("au-i")].spot), (field("lnz"), field("lnz")));
    assert!(s.attacked("lnz"));
    let mut s = at(here);
    s.by(RU, "agree", &[]);
    s.by(AU, "agree", &[]);
    assert_eq!((s.p.corps[corps("ru-i")].spot, s.p.corps[corps("au-i")].spot), (city("lnz"), city("lnz")));
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.5.1.1.2"));
}

#[test]
fn r7_5_1_1_2_after_a_full_retirement_the_attacker_may_besiege() {
    rules!("empires 7.5.1.1.2");
    let mut p = linz(&[FR]);
    p.corps[corps("ru-i")].spot = field("vie");
    lead(&mut p, "au-charles", field("lnz"));
    let mut s = p.begin();
    s.by(FR, "move fr-iv; to lnz", &[]);
    assert_eq!(s.refuses(AU, "retire leader au-charles"), "7.3.3.4(b)");
    s.by(AU, "retire corps au-i", &[]);
    assert_eq!(s.p.leaders[leader("au-charles")], city("lnz"), "he does not stay alone");
    assert_eq!((s.side(), s.rule()), (Some(FR), "7.5.1.1.2"));
    let here = s.p;
    s.by(FR, "done", &[5]);
    assert!(!s.p.at(area("lnz")).besieged && !s.attacked("lnz"));
    assert_eq!(
        s.p.corps[corps("fr-iv")].total(),
        10,
        "5 less two points, one more corps is in the city: 4 against 4"
    );
    let mut s = at(here);
    s.by(FR, "besiege", &[5]);
    assert!(s.p.at(area("lnz")).besieged && !s.attacked("lnz"));
    let costs = |e: &MarchEvent| matches!(e, MarchEvent::Forage { lost: 1.., .. });
    assert!(s.marches().iter().any(costs), "a besieger has no unused points (ruling 23)");
}

#[test]
fn r7_5_1_1_3_the_attack_goes_on_against_those_outside() {
    rules!("empires 7.5.1.1.3", "empires 7.5.1.1.4");
    let mut p = linz(&[FR]);
    p.corps[corps("ru-i")].spot = field("vie");
    p = p.on("au-ii lnz 10I; fr-v pas 5I; irregulars lnz au 2");
    let mut s = p.begin();
    s.by(FR, "move fr-iv; to lnz", &[]);
    assert_eq!(s.refuses(AU, "retire corps au-ii"), "7.5.1.1.4", "nine factors have room");
    s.by(AU, "retire corps au-i; retire field 2; done", &[1]);
    assert_eq!(s.p.at(area("lnz")).garrison.counts()[2], 2);
    assert!(s.attacked("lnz") && !s.p.at(area("lnz")).besieged);
    assert_eq!(s.p.corps[corps("au-ii")].spot, field("lnz"));
    // It is asked once in each area (ruling 22).
    s.by(FR, "move fr-v; to lnz", &[1]);
    assert_ne!(s.rule(), "7.5.1.1");
}

#[test]
fn r7_5_1_1_depot_garrisons_retire_too() {
    let mut p = linz(&[FR]);
    p.corps[corps("ru-i")].spot = field("vie");
    p.corps[corps("au-i")].spot = field("vie");
    guard(&mut p, "lnz", AU, 4);
    let mut s = p.begin();
    s.by(FR, "move fr-iv; to lnz", &[]);
    s.by(AU, "keep", &[]);
    s.by(FR, "stop", &[]);
    assert_eq!(s.refuses(AU, "retire depot 5 infantry"), "7.5.1.1");
    s.by(AU, "retire depot 4 infantry", &[]);
    let ground = s.p.at(area("lnz"));
    assert_eq!((ground.guard.total(), ground.garrison.counts()[0], ground.depot.owner), (0, 5, AU));
    assert_eq!(s.rule(), "7.5.1.1.2");
}

#[test]
fn r7_3_8_1_allies_settle_their_order_or_roll_for_it() {
    rules!("empires 7.3.8.1");
    let p = {
        let mut p = linz(&[RU, AU]);
        p.play.phase = Phase::Depots;
        p
    };
    let mut s = p.begin();
    assert_eq!(s.rule(), "7.3.8.1");
    s.by(RU, "next au", &[]);
    assert_eq!(s.refuses(AU, "next fr"), "7.3.8.1");
    let here = s.p;
    s.by(AU, "next au", &[]);
    assert_eq!(s.p.play.movers[..2], [AU, RU]);
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.3.2"));
    let mut s = at(here);
    s.by(AU, "next ru", &[3, 3, 5, 2]);
    assert_eq!(s.p.play.movers[..2], [RU, AU], "a tie is rolled again, the higher die moves first");
}

#[test]
fn r7_3_8_2_forces_that_did_not_move_attack_too() {
    rules!("empires 7.3.8.2", "empires 7.3.8.2(b)", "empires 7.5.1");
    let mut p = linz(&[FR]);
    p.corps[corps("fr-iv")].spot = field("lnz");
    p.corps[corps("ru-i")].spot = field("vie");
    let mut s = p.begin();
    s.by(FR, "done", &[]);
    assert!(s.attacked("lnz"));
    assert_eq!((s.side(), s.rule()), (Some(AU), "7.5.1.1"), "and the defender may retire");
}

#[test]
fn r7_3_8_5_the_next_ally_enters_only_a_fight_of_his_own() {
    let mut p = linz(&[AU, RU]).on("garrison pas fr 1I");
    p.access[usize::from(RU)] |= 1;
    p.corps[corps("ru-i")].spot = field("vie");
    put(&mut p, "ru-ii", RU, field("lnz"), 4);
    let at_war = {
        let mut q = p;
        war(&mut q, RU, FR);
        q
    };
    for (p, joins) in [(p, false), (at_war, true)] {
        let mut s = p.begin();
        s.by(AU, "move au-i; to pas", &[]);
        // Whether its corps finds room in the city is its own secret, so it is asked in any case.
        assert_eq!(s.offers(), ["done"]);
        s.by(FR, "done", &[1]);
        assert!(s.attacked("pas"));
        s.by(RU, "move ru-ii", &[]);
        match joins {
            false => assert_eq!(s.refuses(RU, "to pas"), "7.3.8.5"),
            true => {
                s.by(RU, "to pas", &[1]);
                assert_eq!(s.p.corps[corps("ru-ii")].spot, field("pas"), "it joins the attack");
            }
        }
    }
}

#[test]
fn r7_3_8_6_allies_stay_as_attackers_or_leave() {
    rules!("empires 7.3.8.6");
    // Russia is at war with one of two defenders: it must leave.
    let mut p = linz(&[AU, RU]).on("war au sp; war ru fr");
    p.access[usize::from(SP)] |= 1 << AU;
    p.corps[corps("fr-iv")].spot = field("lnz");
    put(&mut p, "sp-i", SP, field("lnz"), 5);
    let mut s = p.begin();
    s.by(AU, "done", &[]);
    assert!(s.attacked("lnz"));
    s.by(RU, "done", &[]);
    assert_eq!((s.side(), s.rule()), (Some(RU), "7.3.8.6"));
    s.by(RU, "aside vie", &[1, 1]);
    assert_eq!(s.p.corps[corps("ru-i")].spot, field("vie"));
    // At war with all of them, and not in its own sequence, it chooses.
    let mut p = linz(&[AU]).on("war ru fr");
    p.corps[corps("fr-iv")].spot = field("lnz");
    let mut s = p.begin();
    s.by(AU, "done", &[]);
    assert_eq!((s.side(), s.rule()), (Some(RU), "7.3.8.6"));
    s.by(RU, "stay", &[1]);
    assert_eq!(s.p.corps[corps("ru-i")].spot, field("lnz"));
}

#[test]
fn r7_3_8_3_an_enforced_peace_bars_the_declaration() {
    let mut p = linz(&[FR]);
    p.year.peace_ends[usize::from(RU)][usize::from(FR)] = p.month + 6;
    p.year.peace_ends[usize::from(FR)][usize::from(RU)] = p.month + 6;
    let mut s = p.begin();
    s.by(FR, "move fr-iv; to lnz", &[]);
    assert_eq!((s.side(), s.rule()), (Some(RU), "7.3.8.4"), "it can only step aside");
}
