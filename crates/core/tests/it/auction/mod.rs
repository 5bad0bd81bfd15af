//! The smallest game with secrets, for tests.

use sandtable_core::dice::Dice;
use sandtable_core::dice::Seeded;
use sandtable_core::game::{About, Line, ScenarioAbout, SideAbout};
use sandtable_core::guide::{Guide, Handle};
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting, number};
use sandtable_core::view::{Mark, View, Viewer, side_ids};
use sandtable_core::{Breach, Decision, Game, Illegal, Options, Outcome, Side, Sides};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Each side names a number from 1 to 5 in secret; when all have, the highest scores, a die among equals. Two rounds.
/// In the duel B does not play; the long one has more rounds and a larger position than any real game.
pub struct Auction;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    pub bids: [Option<u8>; 3],
    pub score: [u16; 3],
    pub round: u16,
    #[serde(default)]
    pub duel: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ballast: Vec<u16>,
}

/// A bid of which a side only knows that it was made; it takes it to be the lowest.
pub const SEALED: u8 = 0;

impl Table {
    fn rounds(&self) -> u16 {
        if self.ballast.is_empty() { 2 } else { 7_000 }
    }

    fn plays(&self, side: usize) -> bool {
        side != 1 || !self.duel
    }
}

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
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
    nations: &[],
    scenarios: vec![
        ScenarioAbout::new("short", "Short", "Two rounds."),
        ScenarioAbout { sides: vec!["a", "c"], ..ScenarioAbout::new("duel", "Duel", "Without B.") },
        ScenarioAbout::new("long", "Long", "Seven thousand rounds."),
    ],
    options: vec![],
});

impl Game for Auction {
    type Position = Table;
    type Action = u8;
    type Event = (u8, u16);

    fn about(&self) -> &About {
        &ABOUT
    }

    fn start(&self, scenario: &str, _: &Options, _: &mut dyn Dice) -> Result<Table, String> {
        if ABOUT.scenarios.iter().any(|s| s.id == scenario) {
            let ballast = if scenario == "long" { (0..14_000).collect() } else { vec![] };
            Ok(Table { bids: [None; 3], score: [0; 3], round: 0, duel: scenario == "duel", ballast })
        } else {
            Err(format!("no scenario {scenario}"))
        }
    }

    fn place(&self, setting: Setting<'_>, file: &PositionFile<'_>, faults: &mut Faults) -> Option<Table> {
        let mut table = self.start(setting.scenario, setting.options, &mut Seeded::new(0)).ok()?;
        if let Some(round) = file.read("round", faults, |w| number(w, "the number of a round")) {
            table.round = round;
        }
        for row in file.rows() {
            let score = match row.words[..] {
                ["score", a, b, c] => [a, b, c].map(|w| w.parse().ok()),
                _ => [None; 3],
            };
            match score {
                [Some(a), Some(b), Some(c)] => table.score = [a, b, c],
                _ => faults.at(row.line, "a row is `score` and three numbers"),
            }
        }
        Some(table)
    }

    fn begin_phase(
        &self,
        _: Setting<'_>,
        p: &mut Table,
        file: &PositionFile<'_>,
        dice: &mut dyn Dice,
        faults: &mut Faults,
    ) {
        match file.head("phase").map(|h| h.value) {
            None | Some("bids") => {}
            // Fate decides who has the first point.
            Some("lot") => {
                p.score[usize::from(dice.roll(6)) % 3] += 1;
                p.round += 1;
            }
            Some(_) => faults.at(file.line("phase"), "a phase is bids or lot"),
        }
    }

    fn write_position(&self, p: &Table, out: &mut PositionLines) {
        out.head("round", p.round);
        out.phase("bids");
        let [a, b, c] = p.score;
        out.row(format!("score {a} {b} {c}"));
    }

    fn to_decide(&self, p: &Table) -> Decision {
        if p.round == p.rounds() {
            let best = (0..3).max_by_key(|i| p.score[*i]).map(|i| Side(i as u8));
            return Decision::Over(Outcome { winner: best, level: "won", rule: "9" });
        }
        let open = (0..3).filter(|i| p.plays(*i) && p.bids[*i].is_none());
        let sides = open.fold(Sides::default(), |s, i| s.with(Side(i as u8)));
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

    fn apply(
        &self,
        p: &mut Table,
        side: Side,
        action: &u8,
        dice: &mut dyn Dice,
        events: &mut Vec<(u8, u16)>,
    ) {
        p.bids[usize::from(side.0)] = Some(*action);
        if (0..3).all(|i| p.bids[i].is_some() || !p.plays(i)) {
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
        // After the last round the session says so itself.
        before.round != after.round && after.round < after.rounds()
    }

    fn secret(&self, p: &Table) -> bool {
        p.round < p.rounds()
    }

    fn describe(&self, _: &Table, action: &u8) -> String {
        format!("bid {action}")
    }

    fn tell(&self, event: &(u8, u16)) -> Line {
        Line { text: format!("side {} wins round {}", event.0, event.1), rule: "3", places: vec![] }
    }

    fn known(&self, p: &Table, side: Side) -> Option<Table> {
        let mut known = p.clone();
        let others = (0..3).filter(|i| *i != usize::from(side.0));
        others.for_each(|i| known.bids[i] = p.bids[i].map(|_| SEALED));
        Some(known)
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
            layers: vec![],
            combats: vec![],
            victory: vec![],
        }
    }

    fn sound(&self, p: &Table) -> Result<(), String> {
        if p.score.iter().sum::<u16>() == p.round { Ok(()) } else { Err("points do not add up".into()) }
    }
}

impl Guide for Auction {
    fn handle(&self, _: &Table, _: &u8) -> Handle {
        Handle::button("bid")
    }

    fn wish(&self, p: &Table, _: Side, pieces: &[String], _: Option<&str>) -> Option<u8> {
        // To pick up the highest bid is to want to go one higher.
        let high = p.bids.iter().flatten().max().copied().unwrap_or_default();
        (pieces == ["highest"]).then_some(high + 1)
    }

    fn fortune(&self, side: Side, events: &[(u8, u16)]) -> Option<f64> {
        events.first().map(|e| f64::from(u8::from(e.0 == side.0)))
    }
}
