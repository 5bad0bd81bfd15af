//! Positions written by hand.

use crate::scene::*;

const EXAMPLE: &str = include_str!("../../../../../docs/positions/empires-ulm.txt");

/// The complaint about a position.
fn wrong(text: &str) -> String {
    game().position(&Options::new(), text).unwrap_err()
}

#[test]
fn everything_that_a_file_may_say_is_set() {
    let text = "scenario = grand1805\nturn = 3\norder = fr au+ru pr\npower = ru\nclear\nmoney fr 7\npoints fr -3\nwar fr pr\nally au ru\n\
                peace fr au\nfr-i ulm 20I 3C seen\nfr-napoleon ulm\nau-i vie city 3I 2M\nau-mack vie city\nau-ii off\ngarrison vie au 5I 3M\n\
                depot str fr new 4I\nirregulars bnn ru 3\nfleet gb eng\nfleet gb port lon\nholder ulm au\n";
    // The head alone is looked at here: what a month begins with is the game's business.
    let p = game().position(&Options::new(), text).unwrap();
    let (fr, au, pr) = (0usize, 3usize, 4usize);
    let area = |id: &str| game().d.area(id).unwrap();
    assert!(p.war[fr] >> pr & 1 == 1 && p.war[fr] >> au & 1 == 0);
    assert_eq!(p.play.points[fr], -3);
    let block = game().engine().block_named(&p, "fr-i").unwrap();
    assert_eq!((p.corps[block].spot, p.corps[block].seen), (Spot::Field(area("ulm")), true));
    assert_eq!(p.corps[block].factors, [0, 20, 0, 3, 0, 0, 0]);
    let block = game().engine().block_named(&p, "au-i").unwrap();
    assert_eq!(p.corps[block].spot, Spot::City(area("vie")));
    assert_eq!(p.leaders[game().d.leader_named("au-mack").unwrap()], Spot::City(area("vie")));
    assert_eq!((p.at(area("vie")).garrison.counts()[0], p.at(area("vie")).garrison.counts()[1]), (5, 3));
    assert_eq!((p.at(area("str")).depot.owner, p.at(area("str")).guard.counts()[0]), (0, 4));
    assert_eq!(p.at(area("bnn")).irregulars[1], 3);
    assert_eq!(p.at(area("ulm")).holder, 3);
    let fleets: Vec<_> = p.fleets.iter().filter(|f| f.power != NOBODY).map(|f| f.at).collect();
    assert_eq!(fleets, vec![FleetAt::Sea(game().d.sea("eng").unwrap()), FleetAt::Port(area("lon"))]);
    assert!(p.play.phase >= Phase::Month);
}

#[test]
fn complaints_name_the_line_and_what_is_wrong() {
    let head = "scenario = ulm1805\n";
    for (line, complaint) in [
        ("scenario = nowhere", "line 1: there is no scenario `nowhere`"),
        ("turns = 2", "line 1: `turns` should be scenario, turn, order, power, blocks or phase"),
    ] {
        assert!(wrong(line).starts_with(complaint), "{}", wrong(line));
    }
    for (line, complaint) in [
        ("turn = 90", "line 2: turn 90 should be from 1 to "),
        ("turn = x", "line 2: `x` should be the number of a turn"),
        ("order = fr xx", "line 2: `xx` should be a power"),
        ("order = fr fr", "line 2: `fr` stands twice"),
        ("power = gb", "line 2: `gb` has no slot in the order of play"),
        ("phase = lunch", "line 2: phase `lunch` should be one of politics"),
        ("turn = 1\nturn = 2", "line 3: turn stands twice"),
        ("fr-i atlantis 5I", "line 2: `atlantis` is no area of the board"),
        ("fr-i ulm 99I", "line 2: `fr-i` has no room for that"),
        ("fr-xi ulm", "line 2: `fr-xi` has no factors"),
        ("fr-i ulm 5X", "line 2: `5X` should be factors as `12I`"),
        ("fr-i", "line 2: where is it?"),
        ("fr-nobody ulm", "line 2: `fr-nobody` is no corps, leader or word"),
        ("garrison ulm au 5C", "line 2: `5C` should be infantry, militia or irregulars"),
        ("depot ulm", "line 2: whose depot is it?"),
        ("irregulars ulm fr 2", "line 2: this power has no cossacks"),
        ("fleet gb pacific", "line 2: `pacific` is no sea"),
        ("fleet gb port ulm", "line 2: this area has no port"),
        ("money fr lots", "line 2: `lots` should be a number of money points"),
        ("money fr", "line 2: `money` wants a number"),
        ("siege ulm ulm", "line 2: `ulm` is too much here"),
        ("control fr au", "line 2: a power controls itself"),
    ] {
        let told = wrong(&format!("{head}{line}\n"));
        assert!(told.starts_with(complaint), "{line}: {told}");
    }
}

#[test]
fn what_no_position_can_be_is_refused() {
    // A city has room for five factors for each spire.
    let told = wrong("scenario = ulm1805\nclear\ngarrison ulm au 99I\n");
    assert!(told.contains("ulm holds 99 factors"), "{told}");
    let told = wrong("scenario = ulm1805\nclear\nsiege ulm\n");
    assert_eq!(told, "ulm is besieged and empty");
}

#[test]
fn the_example_begins_where_it_says() {
    let p = game().position(&Options::new(), EXAMPLE).unwrap();
    assert_eq!((p.play.phase, p.play.turn, p.money[0]), (Phase::Movement, 1, 30));
    assert!(p.play.is_phasing(0) && !p.play.is_phasing(3));
    // Where nobody has anything to decide in a phase, the sequence runs on.
    let p = game().position(&Options::new(), &EXAMPLE.replace("phase = movement", "phase = sieges")).unwrap();
    assert!(p.play.phase != Phase::Sieges && game().to_decide(&p).side().is_some());
}
