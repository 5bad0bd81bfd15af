//! Who plays whom in a round. It is worked out from the results alone.

use std::collections::BTreeSet;

/// A round: pairs by number of the players, and who has nobody to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Pairs.
    pub pairs: Vec<(usize, usize)>,
    /// Who has a bye.
    pub bye: Option<usize>,
}

/// What a round of a Swiss tournament goes by.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The players, the best first; who has withdrawn is not among them.
    pub order: Vec<usize>,
    /// Points of every player by number.
    pub points: Vec<i64>,
    /// Pairs that have met, the smaller number first.
    pub met: BTreeSet<(usize, usize)>,
    /// Who has had a bye.
    pub byes: BTreeSet<usize>,
}

/// Rounds of a Swiss tournament in which nobody needs to meet anybody twice, however the games end.
pub fn most_rounds(players: usize) -> usize {
    (players / 2).max(1)
}

/// Rounds of a tournament in which each meets each.
pub fn robin_rounds(players: usize) -> usize {
    if players.is_multiple_of(2) { players.saturating_sub(1) } else { players }
}

/// What a pair costs: meeting again more than anything, then distance in points, then distance from the usual: of a group with equal points
/// the upper half plays the lower.
const AGAIN: i64 = 1_000_000_000_000;
const POINT: i64 = 100_000;

struct Costs<'a> {
    standing: &'a Standing,
    /// By place in the order: where the group of equal points begins and how many it has.
    groups: Vec<(usize, usize)>,
    players: Vec<usize>,
}

impl Costs<'_> {
    fn new(standing: &Standing, players: Vec<usize>) -> Costs<'_> {
        let points = |at: usize| standing.points[players[at]];
        let group = |at: usize| {
            let same = |x: &usize| points(*x) == points(at);
            let first = (0..players.len()).find(same).unwrap_or(at);
            (first, (0..players.len()).filter(same).count())
        };
        let groups = (0..players.len()).map(group).collect();
        Costs { standing, groups, players }
    }

    fn of(&self, a: usize, b: usize) -> i64 {
        let (a, b) = (a.min(b), a.max(b));
        let (x, y) = (self.players[a], self.players[b]);
        let again = self.standing.met.contains(&(x.min(y), x.max(y)));
        let apart = self.standing.points[x] - self.standing.points[y];
        let usual = match self.groups[a] == self.groups[b] {
            true => (b - a).abs_diff(self.groups[a].1 / 2) as i64,
            false => (b - a) as i64,
        };
        i64::from(again) * AGAIN + apart * apart * POINT + usual * usual
    }
}

/// A round of a Swiss tournament: equal points play each other as far as can be, nobody meets anybody again as long as [`most_rounds`] is
/// kept, and of an odd number the last without a bye has one.
pub fn swiss(standing: &Standing) -> Round {
    let mut players = standing.order.clone();
    let bye = (players.len() % 2 == 1).then(|| {
        let without = players.iter().rposition(|p| !standing.byes.contains(p));
        players.remove(without.unwrap_or(players.len() - 1))
    });
    let costs = Costs::new(standing, players);
    let count = costs.players.len();
    let mut pairs: Vec<(usize, usize)> = (0..count / 2).map(|i| (2 * i, 2 * i + 1)).collect();
    // Two pairs exchange players as long as that is better. No meeting again is left where everybody has at least half of the others still to
    // meet: be a and b such a pair. Those whom a has not met and the partners of those whom b has not met are so many that one of them, c, is
    // both; then a meets c, and b its partner. So each exchange leaves fewer, until there are none.
    let mut better = true;
    while better {
        better = false;
        for i in 0..pairs.len() {
            for j in i + 1..pairs.len() {
                let ((a, b), (c, d)) = (pairs[i], pairs[j]);
                let now = costs.of(a, b) + costs.of(c, d);
                for [p, q] in [[(a, c), (b, d)], [(a, d), (b, c)]] {
                    if costs.of(p.0, p.1) + costs.of(q.0, q.1) < now {
                        (pairs[i], pairs[j], better) = (p, q, true);
                        break;
                    }
                }
            }
        }
    }
    let mut pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    let name = |(a, b): (usize, usize)| (costs.players[a], costs.players[b]);
    Round { pairs: pairs.into_iter().map(name).collect(), bye }
}

/// A round, from 0, in which each of so many players is to meet each: one stays, the others go round.
pub fn robin(players: usize, round: usize) -> Round {
    // With an odd number the one who would play nobody has a bye.
    let seats = players + players % 2;
    if seats < 2 {
        return Round { pairs: vec![], bye: (players == 1).then_some(0) };
    }
    let turning = seats - 1;
    let at = |seat: usize| if seat == 0 { 0 } else { 1 + (seat - 1 + round) % turning };
    let mut out = Round::default();
    for i in 0..seats / 2 {
        let (a, b) = (at(i), at(seats - 1 - i));
        match (a < players, b < players) {
            (true, true) => out.pairs.push((a.min(b), a.max(b))),
            (true, false) => out.bye = Some(a),
            (false, true) => out.bye = Some(b),
            (false, false) => {}
        }
    }
    out.pairs.sort_unstable();
    out
}

/// Whether the first of two takes the first side: who has played it less, compared with the second. If that is the same, who did not play it
/// last; and of those who have not played, the sides go to and fro by board.
pub fn first_takes_first(a: &[bool], b: &[bool], board: usize) -> bool {
    let more = |sides: &[bool]| sides.iter().map(|first| if *first { 1i64 } else { -1 }).sum::<i64>();
    let order = more(a).cmp(&more(b)).then_with(|| a.last().cmp(&b.last()));
    match order {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => board.is_multiple_of(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence that looks random and is the same every time.
    struct Noise(u64);

    impl Noise {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % n
        }
    }

    fn everybody_once(round: &Round, players: &[usize]) {
        let mut seen: Vec<usize> = round.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(round.bye).collect();
        seen.sort_unstable();
        let mut all = players.to_vec();
        all.sort_unstable();
        assert_eq!(seen, all);
        assert_eq!(round.bye.is_some(), players.len() % 2 == 1);
    }

    /// A tournament with random results; now and then somebody withdraws.
    fn tournament(players: usize, noise: &mut Noise, withdrawals: bool) -> usize {
        let mut standing = Standing { points: vec![0; players], ..Standing::default() };
        let mut here: Vec<usize> = (0..players).collect();
        let mut rounds = 0;
        while rounds < most_rounds(here.len()) {
            standing.order = here.clone();
            standing.order.sort_by_key(|p| (-standing.points[*p], *p));
            let round = swiss(&standing);
            everybody_once(&round, &here);
            for (a, b) in round.pairs {
                assert!(
                    standing.met.insert((a.min(b), a.max(b))),
                    "{a} meets {b} again: {players}, round {rounds}"
                );
                let score = noise.below(3) as i64;
                standing.points[a] += score;
                standing.points[b] += 2 - score;
            }
            if let Some(bye) = round.bye {
                assert!(standing.byes.insert(bye), "{bye} has a second bye");
                standing.points[bye] += 2;
            }
            rounds += 1;
            if withdrawals && here.len() > 4 && noise.below(3) == 0 {
                here.remove(noise.below(here.len()));
            }
        }
        rounds
    }

    #[test]
    fn in_a_swiss_tournament_nobody_meets_anybody_twice_and_everybody_plays() {
        let mut noise = Noise(7);
        for players in 2..=24 {
            for _ in 0..6 {
                assert_eq!(tournament(players, &mut noise, false), most_rounds(players));
            }
        }
    }

    #[test]
    fn withdrawals_do_not_hinder_it() {
        let mut noise = Noise(11);
        for players in 5..=20 {
            for _ in 0..10 {
                assert!(tournament(players, &mut noise, true) >= 2);
            }
        }
    }

    #[test]
    fn equal_points_play_each_other_the_upper_half_the_lower() {
        let mut standing = Standing { order: (0..8).collect(), points: vec![0; 8], ..Standing::default() };
        assert_eq!(swiss(&standing).pairs, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        standing.met = swiss(&standing).pairs.into_iter().collect();
        standing.points = vec![2, 2, 2, 2, 0, 0, 0, 0];
        assert_eq!(swiss(&standing).pairs, [(0, 2), (1, 3), (4, 6), (5, 7)]);
    }

    #[test]
    fn where_it_cannot_be_otherwise_somebody_meets_again() {
        let met = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].into_iter().collect();
        let standing = Standing { order: (0..4).collect(), points: vec![0; 4], met, byes: BTreeSet::new() };
        everybody_once(&swiss(&standing), &[0, 1, 2, 3]);
    }

    #[test]
    fn in_a_round_robin_each_meets_each_once() {
        for players in 2..=25 {
            let (mut met, mut byes) = (BTreeSet::new(), BTreeSet::new());
            for round in 0..robin_rounds(players) {
                let round = robin(players, round);
                everybody_once(&round, &(0..players).collect::<Vec<_>>());
                round.pairs.iter().for_each(|pair| assert!(met.insert(*pair), "{pair:?} twice"));
                round.bye.iter().for_each(|bye| assert!(byes.insert(*bye), "{bye} has a second bye"));
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
        }
    }

    #[test]
    fn sides_alternate() {
        assert!(first_takes_first(&[false], &[true], 0) && !first_takes_first(&[true], &[false], 0));
        assert!(first_takes_first(&[true, false], &[false, true], 1), "who did not have it last");
        assert!(first_takes_first(&[], &[], 0) && !first_takes_first(&[], &[], 1));
    }
}
