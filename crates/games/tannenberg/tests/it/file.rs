//! Positions written by hand.
#![allow(clippy::unwrap_used)]
use crate::scene::theatre;
use sandtable_core::{Decision, Game, Options, Side};
use sandtable_tannenberg::position::{Phase, Step, flag};
use sandtable_tannenberg::{Action, Position};

fn read(text: &str) -> Result<Position, String> {
    theatre().position(&Options::new(), text)
}

const FIGHT: &str = "scenario = campaign
turn = 4
side = ru
phase = combat
points = -6
# The Russian attacks a division in the open.
ru-xiii 1420
ru-xv 1420 lost=1
hq-ru-s-2 1420
de-41 1419   # alone
de-37 0720 gruppe=7
hq-de-vs-20 0720 gruppe=7
dummy 9 0721
fort koenigsberg lost=2
last ru 1319 1320
";

#[test]
fn a_position_is_read_and_its_phase_begun() {
    let game = theatre();
    let p = read(FIGHT).unwrap();
    let data = &game.sheet(&p).data;
    let unit = |id: &str| data.named(id).unwrap();
    let hex = |n: &str| data.map.hex(n).unwrap();
    assert_eq!((p.turn, p.phasing, p.points, p.phase, p.top()), (4, 1, -6, Phase::Combat, Step::Attacks(1)));
    assert_eq!(p.hex(unit("ru-xiii")), Some(hex("1420")));
    assert_eq!(p.lost[unit("ru-xv").index()], 1);
    assert_eq!(p.gruppe[unit("de-37").index()], 7);
    assert_eq!((p.markers[6].place, p.markers[8].place), (hex("0720"), hex("0721")));
    assert_eq!(p.fort_lost(0), 2);
    assert_eq!((p.last.side(hex("1319")), p.last.side(hex("1420")), p.last.side(hex("1520"))), (1, 1, 0));
    assert!(game.check(&p, Side(1), &Action::Attack(hex("1419"))).is_ok());
    game.sound(&p).unwrap();
}

#[test]
fn every_phase_that_is_named_can_be_begun() {
    let text = |side: &str, phase: &str| {
        FIGHT
            .replace("side = ru", &format!("side = {side}"))
            .replace("phase = combat", &format!("phase = {phase}"))
    };
    for (side, phase) in [("ru", "movement"), ("de", "movement"), ("ru", "combat"), ("de", "combat")] {
        let p = read(&text(side, phase)).unwrap();
        assert_eq!(theatre().to_decide(&p).side(), Some(Side(u8::from(side == "ru"))), "{side} {phase}");
    }
    // Where nothing is to be decided in a phase, the sequence runs on.
    let on = read(&text("de", "replacement")).unwrap();
    assert_eq!(theatre().to_decide(&on).side(), Some(Side(1)));
    let riders = text("ru", "withdrawal").replace("de-41 1419", "de-c41 1419");
    assert!(matches!(theatre().to_decide(&read(&riders).unwrap()), Decision::Decide { rule: "12.11", .. }));
    let late = text("de", "replacement").replace("turn = 4", "turn = 9") + "de-36 1428 lost=1\n";
    assert!(matches!(theatre().to_decide(&read(&late).unwrap()), Decision::Decide { rule: "13.0a", .. }));
}

#[test]
fn units_can_be_off_the_map_and_out_of_supply_is_found() {
    let p = read(
        "scenario = campaign\nturn = 3\nside = ru\nphase = movement\nru-iii 0609\nru-c1 0520\nru-ii off-K entrained\n",
    );
    assert!(p.unwrap_err().contains("stand together"), "Königsberg is a German fortress");
    let p = read("scenario = campaign\nturn = 3\nside = ru\nphase = movement\nru-iii 0609\nru-c1 1023\nru-ii off-K entrained\n").unwrap();
    let data = &theatre().sheet(&p).data;
    assert!(p.is(data.named("ru-c1").unwrap(), flag::OUT_OF_SUPPLY));
    assert!(data.map.exit_of(p.place(data.named("ru-ii").unwrap())).is_some());
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (from, to, wanted) in [
        ("turn = 4", "turn = 40", "line 2: turn 40 should be from 1 to 15"),
        ("turn = 4", "turn = soon", "line 2: `soon` should be the number of a turn"),
        ("side = ru", "side = fr", "line 3: side `fr`"),
        ("phase = combat", "phase = tea", "line 4: phase `tea`"),
        ("points = -6", "luck = 3", "line 5: `luck`"),
        ("points = -6", "turn = 4", "line 5: turn stands twice"),
        ("scenario = campaign", "scenario = x", "line 1: there is no scenario `x`"),
        ("ru-xiii 1420", "ru-xiv 1420", "line 7: there is no unit `ru-xiv`"),
        ("ru-xiii 1420", "ru-xiii", "line 7: where is `ru-xiii`?"),
        ("ru-xiii 1420", "ru-xiii 9920", "line 7: hex `9920` is not on the board"),
        ("ru-xiii 1420", "ru-xiii 1420 tired", "line 7: `tired` should be"),
        ("ru-xiii 1420", "ru-xiii 1420 gruppe=3", "line 7: `ru-xiii` is Russian"),
        ("lost=1", "lost=4", "line 8: `ru-xv` has 4 Steps"),
        ("hq-ru-s-2 1420", "ru-xiii 1421", "line 9: `ru-xiii` stands twice"),
        ("dummy 9 0721", "dummy 7 0721", "line 13: Gruppe 7 is in 0720 already"),
        ("dummy 9 0721", "dummy 22 0721", "line 13: Gruppe 22 should be from 1 to 21"),
        ("fort koenigsberg lost=2", "fort paris lost=2", "line 14: there is no fortress `paris`"),
        ("fort koenigsberg lost=2", "fort thorn", "line 14: `` should be lost="),
        ("de-41 1419", "de-41 1420", "enemies stand together"),
    ] {
        assert!(FIGHT.contains(from), "{from}");
        let error = read(&FIGHT.replacen(from, to, 1)).unwrap_err();
        assert!(error.starts_with(wanted) || error.contains(wanted), "{from} → {to}: {error}");
    }
    let open = Options::from([("hidden".to_string(), "off".to_string())]);
    let error = theatre().position(&open, FIGHT).unwrap_err();
    assert!(error.contains("there are no Gruppen"), "{error}");
}
