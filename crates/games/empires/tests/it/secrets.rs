//! Two games that differ only in what a power may not know, played on with the same actions and dice: until something is
//! lawfully laid open the power is shown, offered, asked, refused and told the same (empires 7.5.2.6.3).
#![allow(clippy::unwrap_used)]
use sandtable_core::dice::Seeded;
use sandtable_core::game::{lines, pending};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice, Game, Options, Side, rules};
use sandtable_empires::land::{Spot, garrison};
use sandtable_empires::position::Step;
use sandtable_empires::{Action, Empires, Event, Position};
use std::sync::OnceLock;

fn europe() -> &'static Empires {
    static GAME: OnceLock<Empires> = OnceLock::new();
    GAME.get_or_init(|| Empires::new().unwrap())
}

/// Dice that are counted.
struct Counted {
    dice: Seeded,
    rolled: usize,
}

impl Dice for Counted {
    fn roll(&mut self, faces: u8) -> u8 {
        self.rolled += 1;
        self.dice.roll(faces)
    }
}

/// Whether a moment can be told apart from another only by what is hidden: in an open combat everything lies on the table.
fn closed(p: &Position) -> bool {
    !p.fight.open && !p.siege.fights && p.play.steps.top() != Step::Loss
}

/// The same position with other faces and factors on all blocks that a power does not see.
fn other(p: &Position, viewer: u8, chance: &mut Seeded) -> Position {
    let game = europe();
    let (e, d) = (game.engine(), &game.d);
    let mut q = *p;
    let hidden: Vec<usize> = (0..d.corps.len()).filter(|b| !e.sees(p, viewer, *b)).collect();
    let still = |b: usize| {
        let c = &p.corps[b];
        let foreign = e.scenario(p).foreign.iter().any(|f| f.corps == usize::from(c.def));
        let begun = p.marching.block() == Some(b) || p.play.moved.has(b);
        !c.seen && !foreign && !begun && c.movement == 0
    };
    // Faces change places among blocks that look alike.
    for &a in hidden.iter().filter(|b| still(**b)) {
        let alike = |b: &usize| {
            let (x, y) = (&p.corps[a], &p.corps[*b]);
            still(*b)
                && x.power == y.power
                && (x.spot == Spot::Off) == (y.spot == Spot::Off)
                && p.def(d, a).symbol == p.def(d, *b).symbol
        };
        let mates: Vec<usize> = hidden.iter().copied().filter(alike).collect();
        let b = mates[chance.below(mates.len())];
        let (x, y) = (q.corps[a].def, q.corps[b].def);
        (q.corps[a].def, q.corps[b].def) = (y, x);
    }
    for &b in hidden.iter().filter(|b| p.corps[**b].spot != Spot::Off) {
        let room = q.def(d, b).room;
        let mut factors = [0; 7];
        for (n, most) in factors.iter_mut().zip(room) {
            *n = chance.below(usize::from(most) + 1) as u8;
        }
        // Some corps are of one kind, and some all but gone.
        let kinds: Vec<usize> = (0..7).filter(|k| room[*k] > 0).collect();
        let only = kinds[chance.below(kinds.len())];
        if chance.below(3) == 0 || factors == [0; 7] || !q.def(d, b).fits(&factors) {
            factors = [0; 7];
            factors[only] = if chance.below(2) == 0 { 1 } else { room[only] };
        }
        q.corps[b].factors = [0; 7];
        if let Spot::City(area) = p.corps[b].spot {
            let space = garrison::capacity(d, area).saturating_sub(garrison::inside(&q, area));
            if factors.iter().sum::<u8>() > space {
                factors = [0; 7];
                factors[only] = 1;
            }
        }
        q.corps[b].factors = factors;
    }
    q
}

/// What a power gets to see of a moment.
fn shown(p: &Position, viewer: Viewer) -> String {
    let game = europe();
    let mut list: Vec<Action> = Vec::new();
    if let Viewer::Side(side) = viewer {
        game.actions(p, side, &mut list);
    }
    let offers: Vec<String> = list.iter().map(|a| game.describe(p, a)).collect();
    format!("{:?} {} {:?} {offers:?}", game.to_decide(p), game.secret(p), game.view(p, viewer))
}

fn differs(a: &str, b: &str) -> Option<String> {
    let at = a.bytes().zip(b.bytes()).position(|(x, y)| x != y);
    let at = at.or((a.len() != b.len()).then(|| a.len().min(b.len())))?;
    let cut = |s: &str| {
        String::from_utf8_lossy(&s.as_bytes()[at.saturating_sub(160)..(at + 160).min(s.len())]).to_string()
    };
    Some(format!("{}\n  against\n{}", cut(a), cut(b)))
}

/// Plays two positions on; says how many steps they could not be told apart.
fn play_on(mut a: Position, mut b: Position, viewer: u8, seed: u64, most: usize, what: &str) -> usize {
    let game = europe();
    let eyes = [Viewer::Side(Side(viewer)), Viewer::Watcher];
    let mut chance = Seeded::new(seed ^ 0x5EC2E7);
    let mut list = Vec::new();
    let mut trail: Vec<String> = Vec::new();
    // A watcher sees nothing of anybody's, so that for him the two may differ where the power sees both alike.
    let same_for_watcher = shown(&a, eyes[1]) == shown(&b, eyes[1]);
    assert!(same_for_watcher, "{what}: a watcher tells them apart");
    for step in 0..most {
        if let Some(why) = differs(&shown(&a, eyes[0]), &shown(&b, eyes[0])) {
            panic!("{what}, {viewer} sees a difference after {trail:#?}:\n{why}");
        }
        let Decision::Decide { sides, .. } = game.to_decide(&a) else { return step };
        let all: Vec<Side> = sides.iter().collect();
        let side = all[chance.below(all.len())];
        list.clear();
        game.actions(&a, side, &mut list);
        // Others may be able to do what they could not in the other game: something that both allow is done.
        let pick = (0..12).map(|_| list[chance.below(list.len())]).find(|x| game.check(&b, side, x).is_ok());
        let Some(action) = pick else { return step };
        trail.push(format!("{side:?} {}", game.describe(&a, &action)));
        let mut worlds = [(a, 0, Vec::<Event>::new(), false), (b, 0, Vec::new(), false)];
        for (p, rolled, events, learned) in &mut worlds {
            let before = *p;
            let mut dice = Counted { dice: Seeded::new(seed.wrapping_mul(31) + step as u64), rolled: 0 };
            game.apply(p, side, &action, &mut dice, events);
            game.sound(p).unwrap();
            (*rolled, *learned) = (dice.rolled, game.learned(&before, p));
        }
        let told = |i: usize, eye: Viewer| {
            let (p, rolled, events, learned) = &worlds[i];
            let waits = pending(game, if i == 0 { &a } else { &b }, side, p).then_some(side);
            let log: Vec<String> = lines(game, events, waits, eye)
                .iter()
                .map(|l| format!("{} {:?} {}", l.text, l.places, l.rule))
                .collect();
            format!("{rolled} {learned} {log:?} {}", shown(p, eye))
        };
        for eye in eyes {
            let to = if let Viewer::Side(side) = eye { side } else { Side(15) };
            let open = worlds.iter().any(|w| w.2.iter().any(|e| game.reveals(e, to)));
            if let Some(why) = differs(&told(0, eye), &told(1, eye)) {
                if open {
                    return step;
                }
                let events = format!("{:?}\n{:?}", worlds[0].2, worlds[1].2);
                panic!("{what}, {eye:?} learns something after {trail:#?}:\n{why}\n{events}");
            }
        }
        (a, b) = (worlds[0].0, worlds[1].0);
    }
    most
}

/// Random games in which pairs are made again and again.
fn pairs(scenario: &str, seeds: std::ops::Range<u64>, every: usize, most: usize) {
    rules!("empires 7.5.2.6.3");
    let game = europe();
    let on = |names: &[&str]| names.iter().map(|n| (n.to_string(), "on".to_string())).collect::<Options>();
    for seed in seeds {
        let options =
            if seed % 2 == 1 { on(&["guard", "artillery", "cavalry-withdrawal"]) } else { Options::new() };
        let mut dice = Seeded::new(seed);
        let mut chance = Seeded::new(seed ^ 0xABCD);
        let mut p = game.start(scenario, &options, &mut dice).unwrap();
        let (mut list, mut n, mut alike) = (Vec::new(), 0, 0);
        while let Decision::Decide { sides, .. } = game.to_decide(&p) {
            if n % every == 0 && closed(&p) {
                for viewer in (0..7).filter(|q| game.engine().playing(&p) >> q & 1 == 1) {
                    let q = other(&p, viewer, &mut chance);
                    game.sound(&q).unwrap();
                    let what =
                        format!("{scenario} {seed} at {n} ({:?}, {:?})", p.play.phase, p.play.steps.top());
                    alike += play_on(p, q, viewer, seed + n as u64, most, &what);
                }
            }
            let all: Vec<Side> = sides.iter().collect();
            let side = all[chance.below(all.len())];
            list.clear();
            game.actions(&p, side, &mut list);
            // Marches that end at once leave much unseen: ends are taken less often.
            let mut action = list[chance.below(list.len())];
            if game.describe(&p, &action) == "done" && chance.below(3) > 0 {
                action = list[chance.below(list.len())];
            }
            game.apply(&mut p, side, &action, &mut dice, &mut Vec::new());
            n += 1;
            if n > 2500 {
                break;
            }
        }
        assert!(alike > n / every, "{scenario} {seed}: only {alike} steps were compared in {n}");
    }
}

#[test]
fn ulm_tells_no_secrets() {
    pairs("ulm1805", 2..3, 61, 25);
}

#[test]
fn jena_tells_no_secrets() {
    pairs("jena1806", 0..1, 151, 25);
}

#[test]
fn wagram_tells_no_secrets() {
    pairs("wagram1809", 1..2, 61, 25);
}

#[test]
fn russia_tells_no_secrets() {
    pairs("russia1812", 0..1, 151, 25);
}

#[test]
fn the_danube_tells_no_secrets() {
    pairs("danube1809", 1..3, 31, 25);
}

#[test]
fn the_grand_campaign_tells_no_secrets() {
    pairs("grand1805", 0..1, 401, 20);
}
