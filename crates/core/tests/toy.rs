//! The kernel with a made-up game of three sides that choose in secret and reveal together: several deciders at once,
//! hidden choices, dice, undo up to the last thing learned, records that verify.

use sandtable_core::dice::{Dice, Seeded};
use sandtable_core::forecast::forecast;
use sandtable_core::game::{About, Line, ScenarioAbout, SideAbout};
use sandtable_core::player::{Player, Recruit};
use sandtable_core::record::DiceSource;
use sandtable_core::seal::Secret;
use sandtable_core::session::{GameRecord, Session, SessionError, seeded};
use sandtable_core::view::{Mark, View, Viewer, side_ids};
use sandtable_core::{Breach, Decision, Game, Illegal, Options, Outcome, Side, Sides};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Each side names a number from 1 to 5 in secret; when all have, the highest scores, a die among equals. Two rounds.
struct Auction;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Table {
    bids: [Option<u8>; 3],
    score: [u8; 3],
    round: u8,
}

static ABOUT: About = About {
    id: "auction",
    title: "Auction",
    about: "Bids in secret.",
    board: "none",
    open: false,
    rules_version: 3,
    sides: &[
        SideAbout { id: "a", name: "A" },
        SideAbout { id: "b", name: "B" },
        SideAbout { id: "c", name: "C" },
    ],
    scenarios: &[ScenarioAbout { id: "short", title: "Short", about: "Two rounds." }],
    options: &[],
};

impl Game for Auction {
    type Position = Table;
    type Action = u8;
    type Event = (u8, u8);

    fn about(&self) -> &About {
        &ABOUT
    }

    fn start(&self, scenario: &str, _: &Options, _: &mut dyn Dice) -> Result<Table, String> {
        if scenario == "short" {
            Ok(Table { bids: [None; 3], score: [0; 3], round: 0 })
        } else {
            Err(format!("no scenario {scenario}"))
        }
    }

    fn position(&self, _: &Options, text: &str) -> Result<Table, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }

    fn to_decide(&self, p: &Table) -> Decision {
        if p.round == 2 {
            let best = (0..3).max_by_key(|i| p.score[*i]).map(|i| Side(i as u8));
            return Decision::Over(Outcome { winner: best, level: "won", rule: "9" });
        }
        let open = (0..3u8).filter(|i| p.bids[usize::from(*i)].is_none());
        let sides = open.fold(Sides::default(), |s, i| s.with(Side(i)));
        Decision::Decide { sides, rule: "1", what: "bid" }
    }

    fn actions(&self, p: &Table, side: Side, out: &mut Vec<u8>) {
        if let Decision::Decide { sides, .. } = self.to_decide(p)
            && sides.has(side)
        {
            out.extend(1..=5);
        }
    }

    fn check(&self, _: &Table, _: Side, action: &u8) -> Result<(), Illegal> {
        if (1..=5).contains(action) { Ok(()) } else { Err(Breach::new("2", "bids go from 1 to 5").into()) }
    }

    fn apply(&self, p: &mut Table, side: Side, action: &u8, dice: &mut dyn Dice, events: &mut Vec<(u8, u8)>) {
        p.bids[usize::from(side.0)] = Some(*action);
        if p.bids.iter().all(Option::is_some) {
            let high = p.bids.iter().flatten().max().copied();
            let best: Vec<usize> = (0..3).filter(|i| p.bids[*i] == high).collect();
            let winner = if best.len() == 1 { best[0] } else { best[usize::from(dice.roll(6)) % best.len()] };
            p.score[winner] += 1;
            p.round += 1;
            p.bids = [None; 3];
            events.push((winner as u8, p.round));
        }
    }

    fn learned(&self, before: &Table, after: &Table) -> bool {
        before.round != after.round
    }

    fn describe(&self, _: &Table, action: &u8) -> String {
        format!("bid {action}")
    }

    fn tell(&self, event: &(u8, u8)) -> Line {
        Line { text: format!("side {} wins round {}", event.0, event.1), rule: "3", places: vec![] }
    }

    fn view(&self, p: &Table, viewer: Viewer) -> View {
        let (deciding, rule) = match self.to_decide(p) {
            Decision::Decide { sides, rule, .. } => (side_ids(&ABOUT, sides), rule),
            Decision::Over(o) => (vec![], o.rule),
        };
        let marks = (0..3u8)
            .filter_map(|i| {
                let bid = p.bids[usize::from(i)]?;
                let seen = matches!(viewer, Viewer::All) || viewer == Viewer::Side(Side(i));
                let place = if seen { bid.to_string() } else { "sealed".to_string() };
                Some(Mark { place, what: "bid", side: ABOUT.side_id(Side(i)) })
            })
            .collect();
        View {
            board: "",
            moment: format!("round {}", p.round + 1),
            deciding,
            decision: "bid".into(),
            rule,
            counters: vec![],
            marks,
            tracks: vec![],
            turn: 0,
            victory: vec![],
        }
    }

    fn sound(&self, p: &Table) -> Result<(), String> {
        if p.score.iter().sum::<u8>() == p.round { Ok(()) } else { Err("points do not add up".into()) }
    }
}

fn session() -> Session<Auction> {
    Session::new(Arc::new(Auction), "short", Options::new(), seeded(4), None).unwrap()
}

const SIDES: [Side; 3] = [Side(0), Side(1), Side(2)];

#[test]
fn several_sides_decide_at_once_in_any_order() {
    for order in [[0, 1, 2], [2, 0, 1]] {
        let mut s = session();
        for i in order {
            assert!(matches!(s.to_decide(), Decision::Decide { sides, .. } if sides.has(SIDES[i])));
            s.act(SIDES[i], (i + 1) as u8, None).unwrap();
            s.game().sound(s.position()).unwrap();
        }
        assert_eq!(s.position().score, [0, 0, 1]);
    }
    let mut s = session();
    s.act(SIDES[0], 3, None).unwrap();
    let again = s.act(SIDES[0], 4, None).unwrap_err();
    assert_eq!(again.to_string(), "rule 1: it is not for a to decide now but for b and c");
    assert!(matches!(s.act(SIDES[1], 9, None), Err(SessionError::Illegal(_))));
}

#[test]
fn a_view_keeps_the_secrets_of_others() {
    let mut low = session();
    let mut high = session();
    low.act(SIDES[0], 1, None).unwrap();
    high.act(SIDES[0], 5, None).unwrap();
    for viewer in [Viewer::Side(SIDES[1]), Viewer::Side(SIDES[2]), Viewer::Watcher] {
        assert_eq!(Auction.view(low.position(), viewer), Auction.view(high.position(), viewer));
    }
    assert_ne!(
        Auction.view(low.position(), Viewer::Side(SIDES[0])),
        Auction.view(high.position(), Viewer::Side(SIDES[0]))
    );
    assert_eq!(Auction.view(low.position(), Viewer::Watcher).marks[0].place, "sealed");
}

#[test]
fn undo_stops_where_something_was_learned() {
    let mut s = session();
    assert_eq!(s.undo(), Err(SessionError::Nothing));
    s.act(SIDES[0], 1, None).unwrap();
    s.undo().unwrap();
    assert_eq!(*s.position(), *session().position());
    for side in SIDES {
        s.act(side, side.0 + 1, None).unwrap();
    }
    assert!(matches!(s.undo(), Err(SessionError::Learned(_))), "the bids were revealed");
}

#[test]
fn records_verify_and_forgeries_do_not() {
    let mut s = session();
    for bid in [5, 5, 5, 2, 2, 1] {
        let side = s.to_decide().side().unwrap();
        s.act(side, bid, None).unwrap();
    }
    assert!(matches!(s.to_decide(), Decision::Over(_)));
    assert_eq!(s.act(SIDES[0], 1, None), Err(SessionError::Over));
    let text = serde_json::to_string(s.record()).unwrap();
    let record: GameRecord<Auction> = serde_json::from_str(&text).unwrap();
    assert_eq!(Session::verify(Arc::new(Auction), record.clone()).unwrap().hash(), s.hash());

    let broken = |change: &dyn Fn(&mut GameRecord<Auction>)| {
        let mut forged = record.clone();
        change(&mut forged);
        Session::verify(Arc::new(Auction), forged).err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(broken(&|r| r.moves[2].dice[0] = r.moves[2].dice[0] % 6 + 1).contains("move 3"));
    assert!(broken(&|r| r.moves[0].action = 6).contains("rule 2"));
    assert!(broken(&|r| r.moves[1].side = "a".into()).contains("move 2"));
    assert!(broken(&|r| r.moves[4].hash = "0".into()).contains("another hash"));
    assert!(broken(&|r| r.rules = 4).contains("version 4"));
    assert!(broken(&|r| r.game = "chess".into()).contains("`chess`"));
    assert!(broken(&|r| r.sandtable = 9).contains("format 9"));
    assert!(broken(&|r| r.scenario = "long".into()).contains("no scenario"));
    assert!(broken(&|r| r.start_dice = vec![3]).contains("0 dice are rolled"));
    let other = |seed: u64| broken(&|r| r.dice = DiceSource::sealed(&[Secret::from_seed(seed)]));
    assert!((5..25).any(|seed| other(seed).contains("seals")), "dice of another seal do not fit");
    let torn = broken(&|r| {
        if let DiceSource::Sealed { secrets, .. } = &mut r.dice {
            secrets[0] = Some("00".repeat(32));
        }
    });
    assert!(torn.contains("seal"), "{torn}");
}

#[test]
fn sealed_dice_between_strangers_cannot_be_typed_in() {
    let dice = DiceSource::sealed(&[Secret::from_seed(1), Secret::from_seed(2)]);
    let mut s = Session::new(Arc::new(Auction), "short", Options::new(), dice, None).unwrap();
    assert_eq!(s.act(SIDES[0], 3, Some(vec![])), Err(SessionError::DiceAreSealed));
    let mut own = session();
    own.act(SIDES[0], 3, Some(vec![])).unwrap();
    own.act(SIDES[1], 3, Some(vec![])).unwrap();
    assert!(matches!(own.act(SIDES[2], 3, Some(vec![])), Err(SessionError::Dice(_))));
    own.act(SIDES[2], 3, Some(vec![4])).unwrap();
    assert!(own.record().moves[2].hand);
    Session::verify(Arc::new(Auction), own.record().clone()).unwrap();
    let mut by_hand =
        Session::new(Arc::new(Auction), "short", Options::new(), DiceSource::Hand, None).unwrap();
    by_hand.act(SIDES[0], 3, None).unwrap();
    by_hand.act(SIDES[1], 3, None).unwrap();
    assert_eq!(by_hand.act(SIDES[2], 3, None), Err(SessionError::NeedsDice));
    assert_eq!(by_hand.record().moves.len(), 2, "nothing changed");
}

#[test]
fn a_forecast_adds_up_what_apply_does() {
    let mut s = session();
    s.act(SIDES[0], 4, None).unwrap();
    s.act(SIDES[1], 4, None).unwrap();
    let chances = forecast(&Auction, s.position(), SIDES[2], &1);
    assert_eq!(chances.len(), 2);
    assert!(chances.iter().all(|c| (c.parts, c.of, c.probability) == (3, 6, 0.5)));
    assert!(Auction.figures(s.position()).is_empty() && Auction.parse(s.position(), "bid 1").is_none());
    let sure = forecast(&Auction, s.position(), SIDES[2], &5);
    assert_eq!((sure.len(), sure[0].probability), (1, 1.0));
}

#[test]
fn a_position_by_hand_is_kept_in_the_record() {
    let text = r#"{"bids":[null,3,null],"score":[1,0,0],"round":1}"#.to_string();
    let mut s = Session::new(Arc::new(Auction), "short", Options::new(), seeded(1), Some(text)).unwrap();
    s.act(SIDES[0], 1, None).unwrap();
    let reopened = Session::verify(Arc::new(Auction), s.record().clone()).unwrap();
    assert_eq!(reopened.position(), s.position());
    let bad = Session::new(Arc::new(Auction), "short", Options::new(), seeded(1), Some("{".into()));
    assert!(matches!(bad, Err(SessionError::Foreign(_))));
}

#[test]
fn recruits_play_to_the_end_and_the_same_seed_plays_the_same() {
    let run = |seed: u64| {
        let mut dice = Seeded::new(seed);
        let mut player = Recruit::<Auction>::new(seed);
        let mut p = Auction.start("short", &Options::new(), &mut dice).unwrap();
        while let Some(side) = Auction.to_decide(&p).side() {
            let bid = player.choose(&Auction, &p, side).unwrap();
            Auction.apply(&mut p, side, &bid, &mut dice, &mut Vec::new());
        }
        p
    };
    assert_eq!(run(1), run(1));
    assert!((0..20).any(|s| run(s) != run(0)));
}
