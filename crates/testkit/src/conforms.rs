//! All that every game must hold to, over every scenario that it has.

use crate::allocations::{random, scripts_of};
use crate::offers::Referee;
use crate::walk::on_all_cores;
use crate::{
    Battles, Found, SecretsReport, Step, Walk, catalogue_is_tested, golden_counts, lesson_can_be_played,
    names_are_right, plays_as_recorded, positions_read_as_written, records_replay, rounds, secrets_are_kept,
    teaching, typed_actions_lead_back, unexplained, unreadable, values_by_hand_are_refused_or_played,
};
use sandtable_core::catalogue::Rule;
use sandtable_core::dice::Seeded;
use sandtable_core::guide::Guide;
use sandtable_core::plan::Planned;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Game, Options, Side};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// How many times as many walks a soak makes.
const SOAK: u64 = 20;

/// A game that takes more decisions does not come to an end.
const ENDLESS: usize = 400_000;

/// How much is walked: walks of each scenario, decisions of each at most, every which of them is looked at.
#[derive(Clone, Copy)]
struct Amount {
    walks: u64,
    steps: usize,
    every: usize,
}

/// What follows a game from its start, step by step.
type Follower<G> = Box<dyn FnMut(&Step<'_, G>)>;

/// Games of a scenario of which all after the first few allocate nothing, with this many decisions each at most.
struct Rollouts {
    scenario: &'static str,
    warm: usize,
    games: u64,
    decisions: usize,
}

/// What every game must hold to. [`conforms!`](crate::conforms) makes a test of each of its checks.
pub struct Conforms<G: Game> {
    game: Arc<G>,
    rules: Vec<Rule>,
    count: usize,
    crate_dir: &'static str,
    base: Options,
    games: Amount,
    positions: Amount,
    values: Amount,
    typed: Amount,
    records: Amount,
    secrets: Amount,
    speech: Amount,
    secret_from: Vec<Side>,
    plain: fn(&G::Action) -> bool,
    unlisted: fn(&G::Action) -> bool,
    follower: fn(&G, &G::Position) -> Follower<G>,
    random: Vec<Rollouts>,
    rehearsals: Vec<Rollouts>,
    scripts: Vec<Rollouts>,
}

impl<G: Planned + Guide> Conforms<G> {
    /// A game with its catalogue, which holds this many rules, and the folder of its crate (`env!("CARGO_MANIFEST_DIR")`).
    pub fn of(game: Arc<G>, rules: Vec<Rule>, count: usize, crate_dir: &'static str) -> Conforms<G> {
        Conforms {
            game,
            rules,
            count,
            crate_dir,
            base: Options::new(),
            games: Amount { walks: 2, steps: ENDLESS, every: 61 },
            positions: Amount { walks: 2, steps: 700, every: 67 },
            values: Amount { walks: 2, steps: 500, every: 31 },
            typed: Amount { walks: 2, steps: 200, every: 53 },
            records: Amount { walks: 1, steps: 700, every: 11 },
            secrets: Amount { walks: 1, steps: 200, every: 37 },
            speech: Amount { walks: 1, steps: 900, every: 7 },
            secret_from: Vec::new(),
            plain: |_| true,
            unlisted: |_| false,
            follower: |_, _| Box::new(|_| {}),
            random: Vec::new(),
            rehearsals: Vec::new(),
            scripts: Vec::new(),
        }
    }

    /// An option that all walks have, where their scenario offers it: one that makes games short, say.
    pub fn option(mut self, name: &str, value: &str) -> Self {
        self.base.insert(name.to_string(), value.to_string());
        self
    }

    /// Whole games of each scenario, looked at closely every so many decisions.
    pub fn games(mut self, walks: u64, every: usize) -> Self {
        self.games = Amount { walks, every, ..self.games };
        self
    }

    /// What follows each of these games: it gets every step, and panics with what does not hold.
    pub fn followed(mut self, follower: fn(&G, &G::Position) -> Follower<G>) -> Self {
        self.follower = follower;
        self
    }

    /// Actions that may be legal though they are not listed: a whole of which only the parts are, as a way of many steps.
    pub fn unlisted(mut self, unlisted: fn(&G::Action) -> bool) -> Self {
        self.unlisted = unlisted;
        self
    }

    /// Walks whose positions are written and read.
    pub fn positions(mut self, walks: u64, steps: usize, every: usize) -> Self {
        self.positions = Amount { walks, steps, every };
        self
    }

    /// Walks whose positions get values by hand.
    pub fn values(mut self, walks: u64, steps: usize, every: usize) -> Self {
        self.values = Amount { walks, steps, every };
        self
    }

    /// Walks whose actions are typed.
    pub fn typed(mut self, walks: u64, steps: usize, every: usize) -> Self {
        self.typed = Amount { walks, steps, every };
        self
    }

    /// Walks that are recorded, with one move in so many taken back.
    pub fn records(mut self, walks: u64, steps: usize, every: usize) -> Self {
        self.records = Amount { walks, steps, every };
        self
    }

    /// Walks on which moments are looked for that look the same to some sides, to be played on. `plain` says which actions
    /// mean the same in both games; see [`secrets_are_kept`].
    pub fn secrets(
        mut self,
        sides: &[u8],
        steps: usize,
        every: usize,
        plain: fn(&G::Action) -> bool,
    ) -> Self {
        self.secrets = Amount { walks: 1, steps, every };
        self.secret_from = sides.iter().map(|s| Side(*s)).collect();
        self.plain = plain;
        self
    }

    /// Random games of a scenario that allocate nothing after the first few.
    pub fn random(mut self, scenario: &'static str, warm: usize, games: u64) -> Self {
        self.random.push(Rollouts { scenario, warm, games, decisions: usize::MAX });
        self
    }

    /// The same for games of the scripts that play trials.
    pub fn rehearsals(mut self, scenario: &'static str, warm: usize, games: u64) -> Self {
        self.rehearsals.push(Rollouts { scenario, warm, games, decisions: usize::MAX });
        self
    }

    /// The same for this many decisions of the scripts that carry plans out.
    pub fn scripts(mut self, scenario: &'static str, warm: usize, games: u64, decisions: usize) -> Self {
        self.scripts.push(Rollouts { scenario, warm, games, decisions });
        self
    }

    /// Options of a walk: every other one has some of those that its scenario offers, at random.
    fn options(&self, scenario: &str, seed: u64) -> Options {
        let mut chance = Seeded::new(seed);
        let mut all = Options::new();
        let offered = self
            .game
            .about()
            .options
            .iter()
            .filter(|o| o.scenarios.is_empty() || o.scenarios.iter().any(|s| s == scenario));
        for option in offered {
            let value = option.values.get(chance.below(option.values.len().max(1)));
            let value = match self.base.get(&option.name) {
                Some(value) => Some(value.as_str()),
                None if seed % 2 == 1 => value.map(String::as_str),
                None => None,
            };
            all.extend(value.map(|v| (option.name.to_string(), v.to_string())));
        }
        all
    }

    /// Walks through games of every scenario, on all cores.
    fn walk(&self, amount: Amount, look: impl Fn(Walk<'_>) + Sync) {
        let walks = rounds(amount.walks, amount.walks * SOAK);
        let all: Vec<(usize, u64)> =
            (0..self.game.about().scenarios.len()).flat_map(|s| (0..walks).map(move |n| (s, n))).collect();
        on_all_cores(&all, |(s, n)| {
            let scenario = self.game.about().scenarios[*s].id.as_str();
            let seed = 2 * *s as u64 + n;
            let options = self.options(scenario, *n);
            look(Walk { scenario, options: &options, seed, steps: amount.steps, every: amount.every });
        });
    }

    /// Each rule has a test or a reason, and each test names rules that exist.
    pub fn catalogue(&self) {
        catalogue_is_tested(self.game.about().id, &self.rules, self.count, self.crate_dir);
    }

    /// Random games come to an end and keep the rules: see [`Referee::examine`].
    pub fn games_end(&self) {
        self.walk(self.games, |walk| {
            let game = &*self.game;
            let mut referee = Referee::new(game, &self.rules, walk.seed).unlisted(self.unlisted);
            let (start, dice) = walk.start(game);
            let mut follower = (self.follower)(game, &start);
            let mut battles = Battles::default();
            let sides: Vec<Side> = game.about().sides_of(walk.scenario).map(|(side, _)| side).collect();
            let outcome = walk.play_from(
                game,
                start,
                dice,
                &mut Recruit::new(walk.seed ^ 0xABCD),
                |m| referee.examine(walk.scenario, m.position, &walk.at(m.number)),
                |step| {
                    let at = || format!("{}: {:?}", walk.at(step.number), step.action);
                    let legal = game.check(step.before, step.side, step.action);
                    assert!(legal.is_ok(), "{}: {legal:?}", at());
                    game.sound(step.after).unwrap_or_else(|e| panic!("{}: {e}", at()));
                    for event in step.events {
                        let line = game.tell(event);
                        assert!(!line.text.is_empty(), "{}: {event:?} is silent", at());
                    }
                    battles.follow(game, step, &sides, &walk.at(step.number));
                    follower(step);
                },
            );
            assert!(outcome.is_some(), "{}: no end", walk.at(walk.steps));
        });
    }

    /// Positions are read as they were written.
    pub fn positions_read(&self) {
        self.walk(self.positions, |walk| positions_read_as_written(&*self.game, walk));
    }

    /// Values that somebody puts into a position are refused, or can be played on from.
    pub fn values_played(&self) {
        self.walk(self.values, |walk| values_by_hand_are_refused_or_played(&*self.game, walk));
    }

    /// Typed actions are read whole.
    pub fn typed_read(&self) {
        self.walk(self.typed, |walk| typed_actions_lead_back(&*self.game, walk));
    }

    /// Undo gives the position before, and a record leads to the same end.
    pub fn records_replay(&self) {
        self.walk(self.records, |walk| {
            let undone = records_replay(&self.game, walk);
            assert!(undone > 2, "{}: {undone} moves were taken back", walk.at(0));
        });
    }

    /// What a side may not know shows in nothing that it gets, whether chance plays or the script.
    pub fn secrets_kept(&self) {
        if self.game.about().open {
            return;
        }
        let kept = std::sync::Mutex::new(SecretsReport::default());
        self.walk(self.secrets, |walk| {
            for side in self.secret_from.iter().copied() {
                let (mut chance, mut script) = (Recruit::new(walk.seed), self.game.script());
                let players: [&mut dyn Player<G>; 2] = [&mut chance, &mut script];
                for player in players {
                    let found = secrets_are_kept(&*self.game, walk, side, player, &self.plain, 15);
                    *kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += found;
                }
            }
        });
        let kept = kept.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        assert!(kept.compared > 100, "{kept:?}");
    }

    /// After a few games to warm up, a rollout allocates nothing, whether chance plays it or a script.
    pub fn rollouts_allocate_nothing(&self) {
        assert!(!self.random.is_empty(), "no rollouts are named");
        let game = &*self.game;
        for r in &self.random {
            still(r, random(game, r.scenario, 0..r.games));
        }
        for r in &self.rehearsals {
            still(r, scripts_of(game, G::rehearsal, r.scenario, 0..r.games, r.decisions));
        }
        for r in &self.scripts {
            still(r, scripts_of(game, G::script, r.scenario, 0..r.games, r.decisions));
        }
    }

    /// The numbers of actions along fixed games are those of `tests/golden.txt`.
    pub fn golden_counts(&self) {
        golden_counts(&*self.game, &Path::new(self.crate_dir).join("tests/golden.txt"));
    }

    /// What it tells a newcomer is true: names exist, the lesson can be played, every decision has its paragraph.
    pub fn taught(&self) {
        if self.game.teach_files().is_none() {
            return;
        }
        names_are_right(&*self.game, &self.rules);
        assert!(lesson_can_be_played(&self.game) > 5, "the lesson does next to nothing");
        let taught = teaching(&*self.game);
        let missing = std::sync::Mutex::new(BTreeMap::new());
        let amount = Amount { walks: 2, steps: ENDLESS, every: 1 };
        self.walk(amount, |walk| {
            let (found, _) = unexplained(&*self.game, &taught, walk);
            missing.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(found);
        });
        let missing = missing.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        assert!(missing.is_empty(), "decisions without a paragraph in decisions.toml: {missing:#?}");
    }

    /// What people read is written for people: a sentence for every decision, sums that add up, no id of the data files.
    pub fn speaks(&self) {
        if self.game.teach_files().is_none() {
            return;
        }
        let found = std::sync::Mutex::new(Found::new());
        self.walk(self.speech, |walk| {
            let these = unreadable(&*self.game, walk);
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(these);
        });
        let found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        assert!(
            found.is_empty(),
            "{} faults, such as {:#?}",
            found.len(),
            found.iter().take(40).collect::<Vec<_>>()
        );
    }

    /// Recorded games play and speak as they did.
    pub fn recorded(&self) {
        let file = format!("../../../recorded/{}.jsonl.gz", self.game.about().id);
        plays_as_recorded(&self.game, &Path::new(self.crate_dir).join(file));
    }
}

/// All games after the first few have allocated nothing.
fn still(r: &Rollouts, played: Result<Vec<usize>, String>) {
    match played {
        Ok(played) => {
            assert_eq!(played[r.warm..].iter().sum::<usize>(), 0, "{}: {played:?}", r.scenario);
        }
        Err(e) => panic!("{}: {e}", r.scenario),
    }
}

/// Makes a test of each thing that every game must hold to. The argument gives a [`Conforms`]; the test program counts allocations with
/// `#[global_allocator] static ALLOCATOR: sandtable_testkit::Counting = sandtable_testkit::Counting;`.
#[macro_export]
macro_rules! conforms {
    (tests [$($test:ident)+] of $conforms:expr) => {
        $(#[test]
        fn $test() {
            $conforms.$test();
        })+
    };
    ($conforms:expr) => {
        $crate::conforms! {
            tests [catalogue games_end golden_counts positions_read recorded records_replay rollouts_allocate_nothing
                secrets_kept speaks taught typed_read values_played] of $conforms
        }
    };
}
