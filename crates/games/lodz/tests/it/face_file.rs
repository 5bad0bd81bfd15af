//! Positions written by hand, saves, and what must hold in any position.

use crate::scene::*;

const BRZEZINY: &str = include_str!("../../../../../docs/positions/lodz-brzeziny.txt");
const CUT_OFF: &str = include_str!("../../../../../docs/positions/lodz-cut-off.txt");

fn read(text: &str) -> Result<Position, String> {
    game().position(&Options::new(), text)
}

/// A clear field with these lines.
fn field(lines: &str) -> Result<Position, String> {
    read(&format!("scenario = lodz\nday = 3\nside = de\nphase = movement\nclear\n{lines}"))
}

#[test]
fn the_example_of_an_attack_is_read_as_it_stands() {
    let mut s = Scene::at(read(BRZEZINY).unwrap());
    assert_eq!((s.p.day, s.p.active, s.p.phase), (5, DE, Phase::Attack));
    assert_eq!(s.hex_of("de-1-49-res"), "2322");
    assert_eq!(s.p.units.cel(unit("de-2-49-res")), 1);
    assert!(s.p.has(unit("ru-2-6-rif"), Flag::Disorganized));
    assert!(s.p.works[usize::from(hex("2321"))] == Works::Field && s.p.march.russian_works.has(hex("2321")));
    assert_eq!(s.p.units.at(unit("de-2-41-inf")), At::Unused, "cleared away");
    // A fight is a few words away.
    assert!(s.offered("attack 2321"));
    s.say("attack 2321", &[]).say("add all", &[]).say("add de-art-25", &[]);
    assert!(s.offered("confirm"));
}

#[test]
fn the_example_of_hunger_has_its_test_one_word_away() {
    rules!("lodz 12.33b");
    let mut s = Scene::at(read(CUT_OFF).unwrap());
    assert_eq!((s.p.phase, s.p.units.level(unit("de-1-49-res"))), (Phase::Strategic, 2));
    s.say("done", &[2, 6]);
    assert!(s.told().contains("surrenders"), "{}", s.told());
    assert_eq!(s.p.units.at(unit("de-1-49-res")), At::Gone);
}

#[test]
fn without_a_phase_the_day_of_player_a_begins() {
    let p = read("scenario = ruzski\n").unwrap();
    assert_eq!((p.day, p.active, p.phase), (1, RU, Phase::Movement));
    let p = read("").unwrap();
    assert_eq!((p.active, p.phase), (DE, Phase::Air));
    assert_eq!(p.units.at(unit("de-train-1")), At::Pool, "it is set up when it is wanted (16.A)");
    let p = read("phase = set-up").unwrap();
    assert_eq!((p.active, p.phase, p.units.at(unit("de-train-1"))), (RU, Phase::SetUp, At::Pool));
    // The bridge of Płock stands from its day on.
    let bridged = |p: &Position| {
        let (a, b) = (hex("2212"), hex("2312"));
        engine().map(p).direction(a, b).is_some_and(|d| p.bridged(a, d))
    };
    assert!(!bridged(&read("day = 5").unwrap()) && bridged(&read("day = 6").unwrap()));
}

#[test]
fn marks_belong_to_their_phase() {
    let p = field("de-1-49-res 2217 moved\nde-2-49-res 2218 digging\nde-1r-1-res 2016 marked\nde-70-36-res 2014\nru-1-50-inf 3030\n")
        .unwrap();
    assert!(p.has(unit("de-1-49-res"), Flag::Moved) && p.march.left(unit("de-1-49-res")) == 0);
    assert!(p.has(unit("de-2-49-res"), Flag::Digging) && p.has(unit("de-1r-1-res"), Flag::Strategic));
    let s = Scene::at(p);
    assert_eq!(s.refused("de-1-49-res 2216"), "4.22");
    assert_eq!(s.refused("de-1r-1-res 2015"), "11.12b");
}

#[test]
fn trains_bases_bridges_and_holders_can_be_written() {
    let text = "de-train-1 1405\nde-69-36-res aboard=de-train-1\nde-art-25 2217 marching\nde-hq-scheffer 2212 builds=2312\n\
                ru-base-1 3010\nrails ru-base-1 3010 3111\nbroken 2212/2312\nheld ru 2016\npoints de-infantry 3\nscored ru 2\n\
                de-1r-1-res 2217 cel=1\nde-2-49-res destroyed\nru-1-50-inf 3030\nimproved de 2217\n";
    // 20 November of the campaign, which has trains.
    let p =
        read(&format!("scenario = campaign\nday = 10\nside = de\nphase = movement\nclear\n{text}")).unwrap();
    assert_eq!(
        (p.rail.load[0].get(), p.units.at(unit("de-69-36-res"))),
        (Some(unit("de-69-36-res")), At::Aboard)
    );
    assert!(p.has(unit("de-art-25"), Flag::Marching));
    assert_eq!((p.points[2], p.scored), (4, [0, 2]), "the day brings one more");
    assert_eq!(p.holder[usize::from(hex("2016"))], RU);
    assert_eq!(p.works[usize::from(hex("2217"))], Works::Improved);
    assert_eq!(p.rail.travelled[5].len(), 2);
    let (a, b) = (hex("2212"), hex("2312"));
    let d = engine().map(&p).direction(a, b).unwrap();
    assert!(p.bridged(a, d), "the headquarters has finished the bridge that was broken");
    // The points can be spent at once.
    let s = Scene::at(p);
    assert!(s.offered("return de-2-49-res 1405") && s.offered("replace de-1r-1-res"), "{:?}", s.offers());
}

#[test]
fn every_complaint_names_its_line() {
    for (line, told) in [
        ("de-9-nobody 2217", "no counter or word"),
        ("de-1-49-res 9999", "not on the board"),
        ("de-1-49-res", "where is"),
        ("de-1-49-res 2217 cel=3", "has 1 to 2 levels"),
        ("de-1-49-res 2217 cel=0", "has 1 to 2 levels"),
        ("de-1-49-res 2217 tired", "should be a hex"),
        ("de-1-49-res 2217 marching", "no artillery"),
        ("de-hq-scheffer 2217 disorganized", "not disorganized"),
        ("de-1-49-res pool", "no train or airship"),
        ("de-1-49-res due", "no reinforcement"),
        ("de-1-49-res 2217 ferried", "lent the ferry"),
        ("de-1-49-res 2217 builds=2218", "builds no bridge"),
        ("works fr 2217", "de or ru"),
        ("works de", "wants"),
        ("bridge 2212", "two hexes"),
        ("bridge 2212/2512", "no neighbours"),
        ("bridge 2217/2218", "no river"),
        ("held ru 2217", "no town"),
        ("rails ru-base-1 3010", "not on the map"),
        ("rails de-1-49-res 3010", "no supply base"),
        ("points francs 3", "should be one of"),
        ("points ru-infantry many", "a number of points"),
        ("scored ru", "wants a number"),
        ("open thorn", "no group"),
        ("scored ru 2 3", "too much"),
    ] {
        let why = field(&format!("{line}\nru-1-50-inf 3030\n")).unwrap_err();
        assert!(why.starts_with("line 6: ") && why.contains(told), "{line}: {why}");
    }
    for (line, told) in [
        ("de-train-1 2217", "stands on a railway"),
        ("de-train-1 1405 level=2", "no such states"),
        ("de-1-49-res aboard=de-train-2", "no train on the map"),
    ] {
        let why = read(&format!("scenario = november-11\nclear\n{line}\n")).unwrap_err();
        assert!(why.starts_with("line 3: ") && why.contains(told), "{line}: {why}");
    }
    for (text, told) in [
        ("scenario = moscow", "line 1: there is no scenario"),
        ("day = 99", "line 1: day 99 should be from"),
        ("side = fr", "line 1: side `fr`"),
        ("phase = siesta", "line 1: phase `siesta` should be one of"),
        ("phase = barrage", "option barrage=on allows them (8.61a)"),
        ("phase = movement\nphase = attack", "line 2: phase stands twice"),
        ("weather = fine", "line 1: `weather` should be"),
        ("de-1-49-res 2217\nclear", "line 2: `clear` stands before"),
        ("clear\nde-1-49-res 2217\nde-1-49-res 2218", "line 3: `de-1-49-res` stands twice"),
        ("open thorn 3", "line 1: a group may come from"),
    ] {
        let why = read(&format!("{text}\n")).unwrap_err();
        assert!(why.contains(told), "{text}: {why}");
    }
}

#[test]
fn what_cannot_be_is_not_read() {
    for (lines, told) in [
        ("de-1-49-res 2217\nru-1-50-inf 2217\n", "both sides stand in 2217"),
        (
            "de-1-49-res 2217\nde-2-49-res 2217\nde-1r-1-res 2217\nde-72r-1-res 2217\n",
            "8 levels stand in 2217",
        ),
        ("ru-base-1 3010\nde-1-49-res 3010\n", "among enemies"),
        ("scored de 99\nde-1-49-res 2217\n", "points are scored"),
        ("de-1-49-res 2217 level=99\n", "out of supply by"),
    ] {
        let why = field(lines).unwrap_err();
        assert!(why.contains(told), "{lines}: {why}");
    }
}

#[test]
fn a_position_is_saved_and_read_again() {
    for text in [BRZEZINY, CUT_OFF] {
        let p = read(text).unwrap();
        let written = serde_json::to_string(&p).unwrap();
        let again: Position = serde_json::from_str(&written).unwrap();
        assert_eq!(again, p);
        game().sound(&again).unwrap();
    }
}

#[test]
fn hostile_saves_are_refused_or_harmless() {
    let mut s = Scene::at(read(BRZEZINY).unwrap());
    let mut saves = vec![s.p, read(CUT_OFF).unwrap(), read("").unwrap()];
    for words in ["attack 2321", "add all", "add de-art-25"] {
        saves.push(s.say(words, &[]).p);
    }
    let tried = sandtable_testkit::hostile_saves_are_refused_or_harmless(game(), &saves);
    assert!(tried > 300, "{tried}");
}

#[test]
fn contradictions_are_refused_all_at_once() {
    rules!("lodz 9.11a", "lodz 11.12d", "lodz 9.15", "lodz 16.A");
    for (line, told) in [
        ("de-1-49-res 2217 2218", "second place"),
        ("de-1-49-res 2217 destroyed", "second place"),
        ("de-1-49-res 2217 cel=1 cel=2", "`cel` stands twice"),
        ("de-1-49-res 2217 digging moved", "does not dig (9.11a)"),
        ("de-1-49-res 2217 digging marked", "(11.12d)"),
        ("de-1-49-res 2217 moved marked", "(11.12b)"),
        ("de-train-1 1405", "has no trains"),
        ("de-train-1 pool", "has no trains"),
        ("fixed 2217", "wants a neighbour"),
        ("fixed 2217 2517", "no neighbours"),
        ("fixed 1405 1406", "a fortress"),
        ("terrain 2217 forest", "the ground is the board's (`lodz`)"),
        ("river 2217/2218", "the ground is the board's"),
        ("de-1-49-res 2217 strength=9", "printed on a counter is the counter's"),
        ("de-1-49-res 2217 mp=4", "`mp=4`: what is printed"),
    ] {
        let why = field(&format!("{line}\nru-1-50-inf 3030\n")).unwrap_err();
        assert!(why.starts_with("line 6: ") && why.contains(told), "{line}: {why}");
    }
    let why = field(
        "de-1-49-res 2217 digging moved\nde-2-49-res 2218\nworks ru 2218\nru-1-50-inf 2218\nde-9 2217\n",
    )
    .unwrap_err();
    let lines: Vec<&str> = why.lines().map(|l| l.split(':').next().unwrap()).collect();
    assert!(lines.contains(&"line 8") && lines.contains(&"line 10"), "{why}");
}

#[test]
fn r9_4_fixed_positions_can_be_placed() {
    rules!("lodz 9.41a", "lodz 9.43b", "lodz 9.44b");
    let text = "scenario = lodz\nday = 5\nside = de\nphase = attack\nclear\nde-1-49-res 2322\nde-2-49-res 2322\n\
                ru-1-6-rif 2321\nfixed 2321 2322\n";
    let mut s = Scene::at(read(text).unwrap());
    s.say("attack 2321", &[]).say("add all", &[]);
    let odds = engine().battle_odds(&s.p, &s.p.battle.now);
    assert!(odds.wall && s.p.fixed[usize::from(hex("2321"))] != 0);
    // From another side it is attacked from the rear.
    let rear = read(&text.replace("fixed 2321 2322", "fixed 2321 2320")).unwrap();
    let mut s = Scene::at(rear);
    s.say("attack 2321", &[]).say("add all", &[]);
    let odds = engine().battle_odds(&s.p, &s.p.battle.now);
    assert!(!odds.wall && odds.shifts().any(|s| s.by == -1));
    // It is written as it was read.
    let options = Options::new();
    let setting = sandtable_core::position_file::Setting { scenario: "lodz", options: &options };
    let written = sandtable_core::position_file::write(game(), setting, &read(text).unwrap()).unwrap();
    assert!(written.contains("\nfixed 2321 2322\n") && written.contains("phase = attack"), "{written}");
}

#[test]
fn r3_1_6_a_position_may_begin_with_its_supply_phase() {
    // Two brigades cut off at level 2 are tested at once, with the dice that the game is given.
    let text = CUT_OFF.replace("phase = strategic", "phase = supply");
    assert_ne!(text, CUT_OFF);
    let mut dice = Given::new(vec![2, 6]);
    let read = sandtable_core::position_file::read(game(), None, &Options::new(), &text, &mut dice).unwrap();
    dice.over().unwrap();
    assert_eq!(read.position.units.at(unit("de-1-49-res")), At::Gone);
    // Where nobody has anything to decide, the sequence runs on to where somebody has.
    let p =
        self::read("scenario = lodz\nphase = attack\nclear\nde-1-49-res 2217\nru-1-50-inf 3030\n").unwrap();
    assert_eq!((p.active, p.phase), (RU, Phase::Movement));
}

#[test]
fn the_positions_of_the_documents_can_be_read() {
    let files = [
        include_str!("../../../../../docs/positions/lodz-full.txt"),
        include_str!("../../../../../docs/positions/lodz-belchatow.txt"),
        BRZEZINY,
        CUT_OFF,
    ];
    for text in files {
        let p = read(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        game().sound(&p).unwrap();
    }
}
