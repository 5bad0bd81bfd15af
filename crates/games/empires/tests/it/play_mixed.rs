//! Factors of several nations in one city and on one depot (7.3.3, 7.3.3.5.2): put there, taken up, lost, driven out and written down,
//! from positions as people write them and with words as they type them.
use crate::scene::*;
use sandtable_core::guide::Guide;

/// A position of Ulm 1805 by its lines: France is at war with the allies Austria and Russia, and controls Bavaria.
fn table(slot: &str, phase: &str, lines: &str) -> Scene {
    let power = slot.split(' ').next().unwrap();
    let head =
        format!("scenario = ulm1805\nturn = 2\norder = {slot}\npower = {power}\nphase = {phase}\nclear\n");
    Scene::read(&GAME, &Options::new(), &format!("{head}{WARS}{lines}"), &[])
}

fn in_city(s: &Scene, id: &str) -> Vec<(u8, [u8; 3])> {
    listed(s.p.at(area(id)).garrison)
}

fn on_depot(s: &Scene, id: &str) -> Vec<(u8, [u8; 3])> {
    listed(s.p.at(area(id)).guard)
}

const WARS: &str = "war fr au\nwar fr ru\nally au ru\ncontrol bav fr\n";

fn listed<const N: usize>(g: Garrison<N>) -> Vec<(u8, [u8; 3])> {
    g.parts().map(|l: Loose| (l.nation, l.counts())).collect()
}

fn bav() -> u8 {
    nation("BAV")
}

#[test]
fn r7_3_3_allies_leave_and_take_up_their_own_factors_in_one_city() {
    rules!("empires 7.3.3", "empires 7.3.3.4", "empires 7.3.3.3");
    let mut t =
        table("ru fr au", "movement", "ru-i lnz 6I 2M\nau-i lnz 3I\ngarrison lnz au 4I 1M\nfr-i ulm 5I\n");
    t.by(RU, "move ru-i; detach 2 city infantry; detach 1 city militia", &[]);
    assert_eq!(in_city(&t, "lnz"), [(AU, [4, 1, 0]), (RU, [2, 1, 0])]);
    assert_eq!(t.refuses(RU, "detach 3 city infantry"), "7.3.3.4", "ten factors of all nations together");
    assert_eq!(t.refuses(RU, "absorb 3 city infantry"), "7.3.3", "the Austrians are no Russians");
    assert!(t.offered_to(RU, "absorb 2 city infantry") && !t.offered_to(RU, "absorb 3 city infantry"));
    reads_back(&t.p);
    t.by(RU, "absorb 2 city infantry; absorb 1 city militia", &[]);
    assert_eq!(in_city(&t, "lnz"), [(AU, [4, 1, 0])]);
    assert_eq!(t.p.corps[t.p.corps_at(field("lnz")).find(|b| t.p.corps[*b].power == RU).unwrap()].total(), 8);
}

#[test]
fn r7_3_3_nobody_lies_beside_his_enemies() {
    // Prussia is a friend of both; the French in its city keep Austrians out.
    let lines = "ally pr au\nally pr fr\nau-i bln 5I\ngarrison bln fr 3I\nfr-i ulm 5I\n";
    let mut t = table("au fr ru", "movement", lines);
    t.by(AU, "move au-i", &[]);
    assert_eq!(t.refuses(AU, "detach 1 city infantry"), "7.3.3");
}

#[test]
fn r7_3_3_5_2_a_depot_takes_its_owner_and_the_free_state_that_it_stands_in() {
    rules!("empires 7.3.3.5", "empires 7.3.3.5.1", "empires 7.3.3.5.2");
    let lines = "fr-i mch 12I\nbav mch 6I\ndepot mch fr\ndepot ulm fr\nau-i vie 5I\ndepot stu fr\n";
    let mut t = table("fr ru au", "movement", lines);
    t.by(FR, "move fr-i; detach 6 depot infantry; stop; forage", &[1]);
    t.by(FR, "move bav; detach 3 depot infantry", &[]);
    assert_eq!(on_depot(&t, "mch"), [(FR, [6, 0, 0]), (bav(), [3, 0, 0])]);
    assert_eq!(t.refuses(FR, "detach 2 depot infantry"), "7.3.3.5", "ten factors of both together");
    assert_eq!(t.refuses(FR, "absorb 4 depot infantry"), "7.3.3");
    t.by(FR, "absorb 1 depot infantry", &[]);
    assert_eq!(on_depot(&t, "mch"), [(FR, [6, 0, 0]), (bav(), [2, 0, 0])]);
    assert!(reads_back(&t.p).contains("depot mch fr 6I of=bav 2I"));
    t.by(FR, "to stu", &[]);
    assert_eq!(t.refuses(FR, "detach 1 depot infantry"), "7.3.3.1.1", "not outside Bavaria");
}

#[test]
fn r7_2_the_owner_chooses_by_nation_who_of_a_depot_finds_room() {
    rules!("empires 7.2", "empires 7.2(b)");
    let lines = "depot mch fr 3I of=bav 4I\ngarrison mch fr 11I\nfr-i ulm 5I\nau-i vie 5I\n";
    let mut t = table("fr ru au", "depots", lines);
    t.by(FR, "remove depot mch", &[]);
    assert_eq!(t.sides(), [FR], "four of seven find room, and they are of two nations");
    assert!(
        t.offered_to(FR, "retire depot 1 infantry of fr")
            && t.offered_to(FR, "retire depot 4 infantry of bav")
    );
    assert_eq!(t.refuses(FR, "retire depot 5 infantry of bav"), "7.2(b)");
    reads_back(&t.p);
    t.by(FR, "retire depot 3 infantry of bav; retire depot 1 infantry of fr", &[]);
    assert_eq!(in_city(&t, "mch"), [(FR, [12, 0, 0]), (bav(), [3, 0, 0])]);
    assert!(on_depot(&t, "mch").is_empty(), "the rest is lost with the depot");
}

#[test]
fn r7_5_1_1_a_mixed_depot_garrison_retires_and_comes_out_again() {
    rules!("empires 7.5.1.1", "empires 7.5.1.1.1");
    let lines = "war pr au\nally pr fr\ndepot mch fr 3I of=bav 2I\nfr-i mch 5I\npr-i mch 5I\nau-i pas 12I\ndepot vie au\n";
    let mut t = table("au fr ru", "movement", lines);
    t.by(AU, "move au-i; to mch", &[]);
    t.by(FR, "keep", &[]);
    assert_eq!(t.sides(), [FR]);
    t.by(FR, "retire depot 2 infantry of bav; retire depot 1 infantry of fr", &[]);
    assert_eq!(in_city(&t, "mch"), [(bav(), [2, 0, 0]), (FR, [1, 0, 0])]);
    assert_eq!(on_depot(&t, "mch"), [(FR, [2, 0, 0])]);
    assert!(t.offered_to(FR, "retire depot 1 infantry"), "where one nation is left nobody needs to name it");
    reads_back(&t.p);
    t.by(FR, "done", &[]);
    t.by(PR, "done; object", &[]);
    assert!(in_city(&t, "mch").is_empty(), "{:?}", in_city(&t, "mch"));
    assert_eq!(on_depot(&t, "mch"), [(FR, [3, 0, 0]), (bav(), [2, 0, 0])], "everybody is out again");
}

#[test]
fn r7_5_4_1_3_3_each_power_and_each_nation_of_it_loses_its_own() {
    rules!("empires 7.5.4.1.3.3", "empires 7.5.2.9.2");
    // Munich is full: ten Bavarians and five Frenchmen against Austria.
    let lines = "garrison mch bav 10I fr 5M\nau-i mch 10I\nau-ii mch 10I\nau-iii mch 10I\nsiege mch\ndepot vie au\ndepot lnz au\n";
    let mut t = table("au fr ru", "sieges", lines);
    t.by(AU, "assault mch", &[6]);
    t.by(FR, "fight", &[3, 3]);
    assert!(t.sides().contains(&FR), "{:?}", t.sides());
    let offers = t.offers_to(FR);
    assert!(offers.contains(&"lose infantry of the city of bav".to_string()), "{offers:?}");
    assert!(offers.contains(&"lose militia of the city of fr".to_string()), "{offers:?}");
    assert_eq!(t.refuses(FR, "lose militia of the city of bav"), "7.5.2.9.2");
    reads_back(&t.p);
    let before = in_city(&t, "mch");
    t.by(FR, "lose infantry of the city of bav", &[]);
    assert_eq!(in_city(&t, "mch"), [(bav(), [before[0].1[0] - 1, 0, 0]), (FR, [0, 5, 0])]);
}

#[test]
fn r7_5_4_1_3_5_the_city_falls_with_all_nations_and_neutrals_stay() {
    rules!("empires 7.5.4.1.3.5", "empires 7.5.4.1.2.3.2");
    let lines = "garrison lnz au 2I ru 2I\nfr-i lnz 20I\nsiege lnz\ndepot vie au\ndepot par fr\n";
    let mut t = table("fr ru au", "sieges", lines);
    t.by(FR, "assault lnz", &[6]);
    t.by(AU, "surrender", &[]);
    assert!(in_city(&t, "lnz").is_empty() && t.told().contains("4 factors are prisoners"), "{:?}", t.told());
    // Prussians, with whom France is at peace, take no part and keep the city.
    let lines = "ally pr au\ngarrison lnz au 2I pr 2I\nfr-i lnz 20I\nsiege lnz\ndepot vie au\ndepot par fr\n";
    let mut t = table("fr ru au", "sieges", lines);
    t.by(FR, "assault lnz", &[6]);
    t.by(AU, "surrender", &[]);
    assert_eq!(in_city(&t, "lnz"), [(PR, [2, 0, 0])]);
    assert!(t.told().contains("2 factors are prisoners"), "{:?}", t.told());
}

#[test]
fn r7_4_5_2_hunger_is_shared_by_all_inside() {
    rules!("empires 7.4.5", "empires 7.4.5.1", "empires 7.4.5.2");
    // Ten factors add two to the die; 8 against two spires are six losses.
    let lines = "garrison lnz au 6I 1M ru 2I 1M\nfr-i lnz 20I\nsiege lnz\ndepot par fr\n";
    let mut t = table("au fr ru", "besieged", lines);
    t.by(AU, "besieged supply lnz", &[6]);
    assert_eq!(t.sides(), [RU, AU], "both choose");
    assert_eq!(
        t.offers_to(RU)[1..],
        ["lose infantry of the city", "lose militia of the city"],
        "each its own"
    );
    t.by(RU, "lose infantry of the city", &[]);
    t.by(AU, "lose the rest", &[]);
    while t.sides() == [RU] && t.offered_to(RU, "lose the rest, the cheapest first") {
        t.by(RU, "lose the rest", &[]);
    }
    let left: u8 = in_city(&t, "lnz").iter().flat_map(|(_, n)| *n).sum();
    assert_eq!(left, 4, "ten factors: die 6 + 2, two spires");
    let of = |q: u8| t.p.at(area("lnz")).garrison.of(q).total();
    assert!(of(AU) > of(RU) && of(RU) > 0, "{:?}", in_city(&t, "lnz"));
}

#[test]
fn r7_5_4_1_2_3_1_a_mixed_garrison_marches_off_together() {
    rules!("empires 7.5.4.1.2.3.1");
    let lines = "garrison lnz au 2I ru 2I\ngarrison vie au 5I\nfr-i lnz 20I\nsiege lnz\ndepot vie au\ndepot par fr\nau-i vie 3I\n";
    let mut t = table("fr ru au", "sieges", lines);
    t.by(FR, "assault lnz", &[6]);
    t.by(AU, "ask for honours of war", &[]);
    t.by(FR, "grant honours of war", &[]);
    let to = t.offers_to(AU)[0].clone();
    t.by(AU, &to, &[]);
    let city = to.strip_prefix("march off to ").unwrap();
    assert_eq!(t.p.at(area(city)).garrison.of(RU).total(), 2, "{to}");
    assert!(t.p.at(area(city)).garrison.of(AU).total() >= 2);
    assert!(in_city(&t, "lnz").is_empty());
}

#[test]
fn r7_5_4_1_2_3_1b_bavarians_beside_frenchmen_keep_both_in_bavaria() {
    rules!("empires 7.5.4.1.2.3.1(b)");
    // Every city of Bavaria but Munich is besieged or full, so nothing takes them.
    for (nation, may) in [("bav", false), ("fr", true)] {
        let lines = "garrison mch fr 2I\ngarrison str fr 1I\nau-i mch 12I\nsiege mch\ndepot vie au\nholder ulm au\nholder kem au\nholder aug au\n\
             holder ing au\nholder amb au\nholder rat au\nholder wzb au\nholder pas au\ndepot str fr\n"
        .to_string();
        let lines = if nation == "bav" { lines.replace("mch fr 2I", "mch fr 1I bav 1I") } else { lines };
        let mut t = table("au fr ru", "sieges", &lines);
        t.by(AU, "assault mch", &[6]);
        assert_eq!(t.offered_to(FR, "ask for honours of war"), may, "{nation}: {:?}", t.offers_to(FR));
    }
}

#[test]
fn r7_5_4_2_1_1_each_nation_goes_out_by_itself() {
    rules!("empires 7.5.4.2.1.1");
    let lines = "garrison mch bav 5I fr 4I\nau-i mch 6I\nsiege mch\ndepot vie au\ndepot str fr\n";
    let mut t = table("fr ru au", "sieges", lines);
    t.by(FR, "sally from mch", &[]);
    assert!(t.offered_to(FR, "send 5 infantry of bav") && !t.offered_to(FR, "send 5 infantry of fr"));
    t.by(FR, "send 3 infantry of bav", &[]);
    assert_eq!(t.refuses(FR, "send 3 infantry of bav"), "7.5.4.2.1.1", "so many go already");
    t.by(FR, "send 1 infantry of fr", &[]);
    reads_back(&t.p);
    t.by(FR, "attack", &[3, 3]);
    assert!(t.told().contains("4 factors"), "three Bavarians and a Frenchman: {:?}", t.told());
    assert_eq!(t.offers_to(FR)[1..], ["lose infantry of the city of bav", "lose infantry of the city of fr"]);
    // Its last loss ends the round, so that the next one is rolled.
    let after = t.p.losses.owes[usize::from(FR)].left == 1 && t.sides() == [FR];
    t.by(FR, "lose infantry of the city of fr", if after { &[3, 3] } else { &[] });
    assert_eq!(t.p.at(area("mch")).garrison.of(FR).total(), 3, "the other three stayed inside");
    assert!(!t.offered_to(FR, "lose infantry of the city of fr"), "nobody who stayed pays");
}

#[test]
fn r7_5_4_2_3_each_nation_comes_out_to_the_relief() {
    rules!("empires 7.5.4.2.3");
    let lines = "garrison mch bav 5I fr 4I\nau-i mch 6I\nsiege mch\nfr-i mch 9I moved from=ulm\nattack mch\ndepot vie au\ndepot str fr\n";
    let mut t = table("fr ru au", "combats", lines);
    t.by(FR, "fight mch", &[]);
    assert!(
        t.offered_to(FR, "sally infantry of bav") && t.offered_to(FR, "sally infantry of fr"),
        "{:?}",
        t.offers_to(FR)
    );
    t.by(FR, "sally infantry of bav; sally infantry of bav; sally infantry of fr", &[]);
    reads_back(&t.p);
    t.by(FR, "done", &[]);
    assert_eq!(listed(t.p.fight.camps[0].out), [(bav(), [2, 0, 0]), (FR, [1, 0, 0])]);
    t.go("chit assault; answer cordon", &[]);
    assert_eq!(t.p.fight.battle.sides[0].pinning.total(), 12, "nine, two Bavarians and a Frenchman");
}

#[test]
fn r7_5_3_4_a_beaten_depot_garrison_surrenders_with_all_its_nations() {
    rules!("empires 7.5.3.4(b)");
    let lines =
        "depot mch fr 1I of=bav 1I\nau-i mch 9I 1C\nau-ii mch 10I\nattack mch\ndepot vie au\ndepot str fr\n";
    let mut t = table("au fr ru", "combats", lines);
    for _ in 0..20 {
        let Some(&power) = t.sides().first().filter(|_| !on_depot(&t, "mch").is_empty()) else { break };
        // Sixes for the attacker, ones for the defender.
        t.take_with(power, t.actions(power)[0], &mut Given::new(vec![6, 1, 6, 1]));
    }
    assert!(on_depot(&t, "mch").is_empty(), "{:?}", on_depot(&t, "mch"));
}

#[test]
fn whoever_came_first_holds_a_taken_city() {
    // Linz is Austrian; Frenchmen and then Bavarians would be in it, Russians beside Austrians change nothing.
    let at = |words: &str| table("fr ru au", "movement", &format!("garrison lnz {words}\nfr-i ulm 5I\n"));
    let holder = |t: &Scene| t.p.city_of(data(), area("lnz"));
    assert_eq!(holder(&at("fr 2I")), FR);
    assert_eq!(holder(&at("ru 2I")), AU);
    assert_eq!(holder(&at("ru 1I au 1I")), AU);
    let t = table("fr ru au", "movement", "war pr au\nally pr fr\ngarrison lnz pr 1I fr 3I\nfr-i ulm 5I\n");
    assert_eq!(holder(&t), PR, "Prussia came first");
    assert!(t.p.friendly_city(data(), FR, area("lnz")));
}

#[test]
fn r7_7_a_conquered_minor_leaves_and_its_power_stays() {
    rules!("empires 7.7");
    let mut t = table(
        "fr ru au",
        "movement",
        "garrison ulm bav 3I fr 2I\ndepot ulm fr 1I of=bav 2I\ngarrison mch au 3I\nfr-i str 5I\n",
    );
    t.p.play.occupied[usize::from(bav())] = (AU, 0);
    let mut events = Vec::new();
    game().engine().conquest(&mut t.p, &mut events);
    assert_eq!((in_city(&t, "ulm"), on_depot(&t, "ulm")), (vec![(FR, [2, 0, 0])], vec![(FR, [1, 0, 0])]));
}

#[test]
fn words_of_mixed_garrisons_are_read_and_written() {
    let lines = "garrison lnz au 4I 1M ru 2I 1X\ndepot mch fr 3I 1M of=bav 2I\nfr-i ulm 5I\ngarrison mch bav 2I fr 1M\ngarrison vie ru 1I\n";
    let t = table("fr ru au", "movement", lines);
    assert_eq!(in_city(&t, "lnz"), [(AU, [4, 1, 0]), (RU, [2, 0, 1])]);
    assert_eq!(on_depot(&t, "mch"), [(FR, [3, 1, 0]), (bav(), [2, 0, 0])]);
    let text = reads_back(&t.p);
    assert!(!text.contains("\nset "), "{text}");
    for line in lines.lines().filter(|l| l.starts_with("garrison") || l.starts_with("depot")) {
        assert!(text.contains(line), "{line} in {text}");
    }
    let wrong =
        |line: &str| game().position(&Options::new(), &format!("scenario = ulm1805\n{line}\n")).unwrap_err();
    for (line, told) in [
        ("garrison lnz au 4I au 1M", "line 2: the factors of Austria stand here twice"),
        ("garrison lnz au 4I ru 9X 9", "line 2: `9` should be infantry, militia or irregulars"),
        ("garrison lnz none 3I", "line 2: `3I` is too much here"),
        ("garrison lnz au 2I nobody 2I", "line 2: `nobody`"),
        ("depot stu fr 2I of=bav 2I", "line 2: `bav` guards no depot outside its own country"),
        ("depot mch fr 2I of=au 2I", "line 2: `au` has no factors on this depot"),
        ("garrison mch au 1I ru 1I fr 1I pr 1I gb 1I tu 1I bav 1I", "line 2: factors of 6 nations at most"),
        ("garrison lnz au 6I ru 6I", "lnz holds 12 factors"),
    ] {
        assert!(wrong(line).contains(told), "{line}: {}", wrong(line));
    }
}

#[test]
fn each_nation_has_a_counter_that_is_picked_by_hand() {
    let lines = "garrison mch bav 5I fr 4M\nau-i mch 6I\nsiege mch\ndepot vie au\n";
    let mut t = table("fr ru au", "sieges", lines);
    let view = game().view(&t.p, sandtable_core::view::Viewer::Side(Side(FR)));
    let of =
        |id: &str| view.counters.iter().find(|c| c.id == id).unwrap_or_else(|| panic!("no counter {id}"));
    assert!(
        of("city-mch").detail.contains("Bavaria") && of("city-mch-fr").detail.contains("4 militia of France")
    );
    t.by(FR, "sally from mch", &[]);
    let mut list = Vec::new();
    game().actions(&t.p, Side(FR), &mut list);
    let send = |piece: &str| {
        let with = list.iter().filter(|a| game().handle(&t.p, a).pieces == [piece.to_string()]);
        with.map(|a| game().describe(&t.p, a)).collect::<Vec<_>>()
    };
    assert_eq!(send("city-mch").len(), 5);
    assert_eq!(send("city-mch-fr")[0], "send 1 militia of fr");
}
