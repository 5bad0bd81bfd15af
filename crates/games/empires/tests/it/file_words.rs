//! Positions are written in words, and words say what a position holds.
use crate::scene::*;
use sandtable_core::position_file::read;
use sandtable_testkit::Walk;

fn sets(text: &str) -> Vec<&str> {
    text.lines().filter(|l| l.starts_with("set ")).collect()
}

#[test]
fn a_phase_that_has_just_begun_needs_no_values() {
    for example in [
        include_str!("../../../../../docs/positions/empires-ulm.txt"),
        include_str!("../../../../../docs/positions/empires-battle.txt"),
        include_str!("../../../../../docs/positions/empires-siege.txt"),
    ] {
        let p = game().position(&Options::new(), example).unwrap();
        let scenario = &game().d.scenarios[usize::from(p.play.scenario)].id;
        let text = written(scenario, &p);
        assert_eq!(sets(&text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn what_stands_on_the_map_is_always_written_in_words() {
    let map = ["corps", "leaders", "fleets", "ground", "money", "war", "allied", "controller"];
    let options = Options::new();
    for (scenario, seed) in [("ulm1805", 3), ("russia1812", 4), ("grand1805", 5)] {
        let walk = Walk { scenario, options: &options, seed, steps: 400, every: 67 };
        walk.look(game(), |m| {
            let text = written(scenario, m.position);
            let told =
                sets(&text).into_iter().find(|l| map.iter().any(|m| l.starts_with(&format!("set {m}"))));
            assert_eq!(told, None, "{}: {text}", walk.at(m.number));
        });
    }
}

#[test]
fn words_for_the_midst_of_a_month_are_read() {
    let text = "turn = 2\norder = fr ru au\npower = fr\nphase = combats\nclear\n\
                fleet gb port lon depot\nfr-i ulm 5I moved from=str water foraged payer=fr forage=3 unused=1 forced abroad rested\n\
                fr-ii ulm 4I last=9I+2C\nau-i ulm 5I\nattack ulm\ncontrol bav fr\ndepot mch fr of=bav 2I\n\
                tired bnn 1\nconquered bav\n";
    let mut dice = Given::new(vec![]);
    let p = read(game(), Some("ulm1805"), &Options::new(), text, &mut dice).map(|r| r.position);
    let p = p.unwrap_or_else(|faults| panic!("{faults}"));
    let corps = p.corps[game().engine().block_named(&p, "fr-i").unwrap()];
    let area = |id: &str| game().d.area(id).unwrap();
    assert_eq!((corps.spot, corps.ration.from), (Spot::Field(area("ulm")), area("str")));
    assert_eq!((corps.ration.how, corps.ration.payer, corps.ration.value), (Living::Foraged, 0, 3));
    assert!(corps.ration.over_water && corps.ration.forced && corps.ration.abroad && corps.ration.at_ease);
    let corps = p.corps[game().engine().block_named(&p, "fr-ii").unwrap()];
    assert_eq!((corps.seen, corps.last), (false, [0, 9, 0, 2, 0, 0, 0]));
    let guard = p.at(area("mch")).guard;
    assert_eq!(game().d.nations[usize::from(guard.first().unwrap())].id.to_lowercase(), "bav");
    assert!(p.fleets.iter().any(|f| f.power != NOBODY && f.depot));
    assert_eq!(p.play.phase, Phase::Combats);
    assert!(p.play.conquered != 0);
}

#[test]
fn words_that_cannot_be_are_told_with_their_lines() {
    let wrong = |line: &str| {
        let text = format!("scenario = ulm1805\n{line}\n");
        game().position(&Options::new(), &text).unwrap_err()
    };
    for (line, told) in [
        ("blocks = fr-i", "line 2: 1 corps are named, and there are "),
        ("blocks = fr-i fr-i", "line 2: `fr-i` stands twice"),
        ("blocks = fr-i nobody", "line 2: `nobody` is no corps"),
        ("fr-i off 5I", "line 2: `fr-i` is not on the map and has no factors"),
        ("fr-i ulm 5I last=99X", "line 2: `99X` should be factors"),
        ("fr-i ulm 5I payer=bav", "line 2: `bav` should be a power"),
        ("fr-i ulm 250I 250I", "line 2: `fr-i` has no room for that"),
        ("depot ulm fr 250I 250I", "line 2: these are too many factors"),
        ("depot ulm fr of=swe 2I", "line 2: `swe` has no factors on this depot"),
        ("conquered fr", "line 2: only minors are conquered"),
        ("fleet gb eng ship", "line 2: `ship` is too much here"),
    ] {
        assert!(wrong(line).starts_with(told), "{line}: {}", wrong(line));
    }
}
