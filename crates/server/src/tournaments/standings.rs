//! How a tournament stands: points, and what decides between equal ones.

/// How a game of a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The first of the two won.
    First,
    /// The second.
    Second,
    /// Nobody.
    Draw,
    /// Both have withdrawn: nobody gets anything.
    Void,
    /// There was nobody to play: as if won.
    Bye,
}

/// A game of a tournament, or a bye.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// One of the players, by number.
    pub first: usize,
    /// The other; nobody in a bye.
    pub second: Option<usize>,
    /// How it ended; nothing while it goes on.
    pub score: Option<Score>,
}

/// The line of a player in the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The player, by number.
    pub player: usize,
    /// The place, from 1; equal ones share it.
    pub place: usize,
    /// Half points: 2 for a game won, 1 for one drawn.
    pub points: i64,
    /// Half points of all whom the player has met.
    pub buchholz: i64,
    /// Half points in games between those who are equal in points and Buchholz.
    pub head: i64,
    /// Games won.
    pub won: i64,
    /// Games drawn.
    pub drawn: i64,
    /// Games lost.
    pub lost: i64,
}

/// Half points of both.
fn half_points(score: Score) -> (i64, i64) {
    match score {
        Score::First | Score::Bye => (2, 0),
        Score::Second => (0, 2),
        Score::Draw => (1, 1),
        Score::Void => (0, 0),
    }
}

/// The table, the best first. Points decide, then Buchholz, then the games between those who are equal, then games won; in the order, but not
/// in the place, the number of the player last.
pub fn table(players: usize, games: &[Meeting]) -> Vec<Line> {
    let mut lines: Vec<Line> = (0..players).map(|player| Line { player, ..Line::default() }).collect();
    for game in games {
        let Some(score) = game.score else { continue };
        let (first, second) = half_points(score);
        let mut add = |player: usize, points: i64, played: bool| {
            let line = &mut lines[player];
            line.points += points;
            match points {
                2 => line.won += 1,
                1 => line.drawn += 1,
                _ if played => line.lost += 1,
                _ => {}
            }
        };
        // Who has a bye and has withdrawn loses nothing: nobody was there to win.
        add(game.first, first, game.second.is_some());
        if let Some(other) = game.second {
            add(other, second, true);
        }
    }
    let points: Vec<i64> = lines.iter().map(|l| l.points).collect();
    for game in games.iter().filter(|g| g.score.is_some()) {
        if let Some(second) = game.second {
            lines[game.first].buchholz += points[second];
            lines[second].buchholz += points[game.first];
        }
    }
    let level: Vec<(i64, i64)> = lines.iter().map(|l| (l.points, l.buchholz)).collect();
    for game in games {
        let (Some(score), Some(second)) = (game.score, game.second) else { continue };
        if level[game.first] == level[second] {
            let (one, two) = half_points(score);
            lines[game.first].head += one;
            lines[second].head += two;
        }
    }
    let key = |l: &Line| (l.points, l.buchholz, l.head, l.won);
    lines.sort_by(|a, b| key(b).cmp(&key(a)).then(a.player.cmp(&b.player)));
    for i in 0..lines.len() {
        lines[i].place = match i.checked_sub(1) {
            Some(before) if key(&lines[before]) == key(&lines[i]) => lines[before].place,
            _ => i + 1,
        };
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: usize, second: usize, score: Score) -> Meeting {
        Meeting { first, second: Some(second), score: Some(score) }
    }

    fn order(players: usize, games: &[Meeting]) -> Vec<(usize, usize, i64)> {
        table(players, games).iter().map(|l| (l.place, l.player, l.points)).collect()
    }

    #[test]
    fn points_come_first_then_buchholz() {
        // 0 and 1 have won one each: 0 against 2, who has won too; 1 against 3, who has not.
        let games = [
            game(0, 2, Score::First),
            game(1, 3, Score::First),
            game(2, 3, Score::First),
            game(0, 1, Score::Draw),
        ];
        assert_eq!(order(4, &games), [(1, 0, 3), (2, 1, 3), (3, 2, 2), (4, 3, 0)]);
    }

    #[test]
    fn of_equal_ones_who_won_between_them_is_ahead() {
        // 1 beat 0; both have two points and met the same others.
        let games = [
            game(0, 1, Score::Second),
            game(0, 2, Score::First),
            game(1, 2, Score::Second),
            game(3, 2, Score::First),
        ];
        let lines = table(4, &games);
        let told: Vec<_> = lines.iter().map(|l| (l.player, l.points, l.buchholz, l.head)).collect();
        assert_eq!(told[1..3], [(1, 2, 4, 2), (0, 2, 4, 0)], "{told:?}");
    }

    #[test]
    fn a_bye_is_worth_a_game_and_equal_ones_share_a_place() {
        let bye = Meeting { first: 2, second: None, score: Some(Score::Bye) };
        let on = Meeting { first: 0, second: Some(2), score: None };
        assert_eq!(order(3, &[game(0, 1, Score::Draw), bye, on]), [(1, 2, 2), (2, 0, 1), (2, 1, 1)]);
        assert_eq!(order(2, &[game(0, 1, Score::Void)]), [(1, 0, 0), (1, 1, 0)]);
        let gone = Meeting { first: 0, second: None, score: Some(Score::Void) };
        assert_eq!((table(1, &[gone])[0].lost, table(2, &[game(0, 1, Score::Void)])[1].lost), (0, 1));
    }
}
