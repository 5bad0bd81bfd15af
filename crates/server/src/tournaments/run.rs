//! How a tournament goes on. A round begins in one transaction with its games, and only from the round before: on several nodes one of them
//! begins it.

use super::pairing::{Round, Standing, first_takes_first, most_rounds, robin, robin_rounds, swiss};
use super::standings::{Meeting as Game, Score, table};
use crate::error::ApiError;
use crate::opponents::level_of;
use crate::opponents::seating::{Plan, Unseated};
use crate::opponents::terms::Meeting;
use crate::store::{Claim, EntryRow, PairingRow, StoreError, TournamentRow};
use crate::tables::{Tables, random_hex, storage};
use crate::wire::{Ended, OpenTo, Terms, TournamentKind, TournamentSides};
use std::sync::Arc;

/// Everything that is known of a tournament.
pub(super) struct Tournament {
    pub row: TournamentRow,
    pub entries: Vec<EntryRow>,
    pub pairings: Vec<PairingRow>,
}

/// The player behind an entry: several bots of one level are told apart by a number.
pub(super) fn player_of(who: &str) -> &str {
    match level_of(who) {
        Some(_) => who.split('#').next().unwrap_or(who),
        None => who,
    }
}

fn score_of(result: &str) -> Option<Score> {
    Some(match result {
        "one" => Score::First,
        "two" => Score::Second,
        "draw" => Score::Draw,
        "void" => Score::Void,
        "bye" => Score::Bye,
        _ => return None,
    })
}

impl Tournament {
    fn number(&self, who: &str) -> Option<usize> {
        self.entries.iter().position(|e| e.who == who)
    }

    /// Rounds that it has with so many players.
    pub fn rounds(&self) -> usize {
        let players = self.entries.len();
        match self.row.wish.kind {
            TournamentKind::Robin => robin_rounds(players),
            TournamentKind::Swiss => {
                let needed = players.max(2).next_power_of_two().ilog2() as usize;
                // Of those who have not withdrawn nobody is to meet anybody twice.
                let here = self.entries.iter().filter(|e| !e.withdrawn).count();
                self.row.wish.rounds.unwrap_or(needed).min(most_rounds(here)).max(1)
            }
        }
    }

    /// Its games for the table.
    pub fn games(&self) -> Vec<Game> {
        let game = |p: &PairingRow| {
            let second = if p.two.is_empty() { None } else { Some(self.number(&p.two)?) };
            Some(Game { first: self.number(&p.one)?, second, score: score_of(&p.result) })
        };
        self.pairings.iter().filter_map(game).collect()
    }

    /// What the next round goes by.
    fn standing(&self) -> Standing {
        let games = self.games();
        let lines = table(self.entries.len(), &games);
        let mut standing = Standing { points: vec![0; self.entries.len()], ..Standing::default() };
        for line in &lines {
            standing.points[line.player] = line.points;
            if !self.entries[line.player].withdrawn {
                standing.order.push(line.player);
            }
        }
        for game in games {
            match game.second {
                Some(second) => drop(standing.met.insert((game.first.min(second), game.first.max(second)))),
                None => drop(standing.byes.insert(game.first)),
            }
        }
        standing
    }

    /// The sides that a player had so far: whether it was the first.
    fn sides_had(&self, player: usize) -> Vec<bool> {
        let who = &self.entries[player].who;
        let met = self.pairings.iter().filter(|p| !p.two.is_empty());
        met.filter(|p| p.one == *who || p.two == *who).map(|p| p.one == *who).collect()
    }

    /// The games of the next round, without the ids of those that are to be made.
    fn next_round(&self) -> Vec<PairingRow> {
        let number = self.row.round + 1;
        let round = match self.row.wish.kind {
            TournamentKind::Swiss => swiss(&self.standing()),
            TournamentKind::Robin => robin(self.entries.len(), usize::try_from(self.row.round).unwrap_or(0)),
        };
        let Round { pairs, bye } = round;
        let mut out: Vec<PairingRow> = vec![];
        let mut add = |one: usize, two: Option<usize>| {
            let gone = |p: usize| self.entries[p].withdrawn;
            let result = match two {
                None if gone(one) => "void",
                None => "bye",
                Some(two) => match (gone(one), gone(two)) {
                    (false, false) => "",
                    (true, false) => "two",
                    (false, true) => "one",
                    (true, true) => "void",
                },
            };
            let who = |p: usize| self.entries[p].who.clone();
            let row = PairingRow {
                round: number,
                board: out.len() as i64 + 1,
                one: who(one),
                two: two.map_or_else(String::new, who),
                game: String::new(),
                result: result.to_string(),
            };
            out.push(row);
        };
        for (board, (a, b)) in pairs.into_iter().enumerate() {
            match self.row.wish.sides {
                TournamentSides::Both => {
                    add(a, Some(b));
                    add(b, Some(a));
                }
                TournamentSides::Alternate => {
                    match first_takes_first(&self.sides_had(a), &self.sides_had(b), board) {
                        true => add(a, Some(b)),
                        false => add(b, Some(a)),
                    }
                }
            }
        }
        if let Some(bye) = bye {
            add(bye, None);
            // A bye is worth as much as the games of the others.
            if self.row.wish.sides == TournamentSides::Both {
                add(bye, None);
            }
        }
        out
    }
}

impl Tables {
    /// Everything that is known of a tournament.
    pub(super) async fn tournament(&self, id: &str) -> Result<Tournament, ApiError> {
        let none = || ApiError::Unknown("there is no such tournament here".to_string());
        let row = self.store().tournament(id).await.map_err(storage)?.ok_or_else(none)?;
        let entries = self.store().entries(id).await.map_err(storage)?;
        let pairings = self.store().pairings(id).await.map_err(storage)?;
        Ok(Tournament { row, entries, pairings })
    }

    /// Goes on with all tournaments.
    pub(crate) async fn go_on_with_tournaments(self: &Arc<Tables>) -> Result<(), ApiError> {
        for id in self.store().running_tournaments().await.map_err(storage)? {
            if let Err(e) = self.next_round(&id).await {
                tracing::warn!("tournament {id}: {e}");
            }
        }
        Ok(())
    }

    /// Looks at the games of the round; when all have ended, the next begins.
    pub(super) async fn next_round(self: &Arc<Tables>, id: &str) -> Result<(), ApiError> {
        let mut tournament = self.tournament(id).await?;
        if tournament.row.state != "running" {
            return Ok(());
        }
        for pairing in tournament.pairings.iter_mut().filter(|p| p.result.is_empty()) {
            if let Some(result) = self.result_of(pairing).await? {
                let claim = Claim::paired_result(id, pairing, result);
                self.store().make(&[claim]).await.map_err(storage)?;
                pairing.result = result.to_string();
            }
        }
        if tournament.pairings.iter().any(|p| p.result.is_empty()) {
            return Ok(());
        }
        self.begin_round(&tournament).await
    }

    /// How a game of a tournament ended; nothing while it goes on.
    async fn result_of(self: &Arc<Tables>, pairing: &PairingRow) -> Result<Option<&'static str>, ApiError> {
        let results = self.store().results_in(&pairing.game).await.map_err(storage)?;
        if results.is_empty() {
            return match self.table(&pairing.game).await {
                Ok(_) => Ok(None),
                // The keeper has deleted it: nobody can win it any more.
                Err(ApiError::Unknown(_)) => Ok(Some("draw")),
                Err(e) => Err(e),
            };
        }
        let title = results[0].title.clone();
        let [first, _] = self.two_sides(&title, &results[0].scenario)?;
        let own = results.iter().find(|r| r.side == first).map(|r| r.result);
        Ok(Some(match own {
            Some(Ended::Won) => "one",
            Some(Ended::Lost) => "two",
            _ => "draw",
        }))
    }

    /// Begins the next round, or ends the tournament after its last.
    pub(super) async fn begin_round(self: &Arc<Tables>, tournament: &Tournament) -> Result<(), ApiError> {
        let Tournament { row, entries, .. } = tournament;
        let here = entries.iter().filter(|e| !e.withdrawn).count();
        let from = (row.state.as_str(), row.round);
        let over = row.round as usize >= tournament.rounds() || here < 2;
        if over {
            let ends = Claim::tournament(&row.id, from, ("over", row.round));
            return match self.store().make(&[ends]).await {
                Ok(()) | Err(StoreError::Taken) => Ok(()),
                Err(e) => Err(storage(e)),
            };
        }
        let mut claims = vec![Claim::tournament(&row.id, from, ("running", row.round + 1))];
        let mut plans = vec![];
        for mut pairing in tournament.next_round() {
            if pairing.result.is_empty() {
                pairing.game = random_hex(6)?;
                let players: Vec<String> =
                    [&pairing.one, &pairing.two].iter().map(|who| player_of(who).to_string()).collect();
                let terms = Terms {
                    rated: players[0] != players[1],
                    pace: row.wish.pace.clone(),
                    ..Terms::default()
                };
                let meeting = Meeting {
                    tournament: Some(row.id.clone()),
                    ..Meeting::arranged(OpenTo::Everyone, terms)
                };
                plans.push(Plan {
                    id: pairing.game.clone(),
                    title: row.wish.game.clone(),
                    scenario: row.wish.scenario.clone(),
                    options: row.wish.options.clone(),
                    players,
                    name: format!("{}, round {}", row.wish.name, pairing.round),
                    meeting,
                });
            }
            claims.push(Claim::pairing(&row.id, &pairing));
        }
        let empty = plans.is_empty();
        match self.seat_together(plans, claims).await {
            Ok(()) => {
                if empty {
                    // All of the round is settled without a game: the next can begin.
                    self.errands.notify_one();
                }
                Ok(())
            }
            Err(Unseated::Store(StoreError::Taken)) => Ok(()),
            Err(Unseated::Store(e)) => Err(storage(e)),
            Err(Unseated::Refused(e)) => Err(e),
        }
    }

    /// Somebody withdraws from a tournament that is played: the games that go on are lost.
    pub(super) async fn withdraw_from(
        self: &Arc<Tables>,
        tournament: &Tournament,
        who: &str,
    ) -> Result<(), ApiError> {
        let claim = Claim::withdraws(&tournament.row.id, who);
        self.store().make(&[claim]).await.map_err(storage)?;
        let on = tournament.pairings.iter().filter(|p| p.result.is_empty() && (p.one == who || p.two == who));
        for pairing in on {
            let [first, second] = self.two_sides(&tournament.row.wish.game, &tournament.row.wish.scenario)?;
            let side = if pairing.one == who { first } else { second };
            let mut table = self.table(&pairing.game).await?;
            if table.outcome().is_some() {
                continue;
            }
            let before = (table.seats.clone(), table.extra.clone());
            table.seats.iter_mut().filter(|s| s.side == side).for_each(|s| s.resigned = true);
            self.settle(&mut table, before).await?;
            table.forget_histories();
            table.send_states();
            self.spawn_bots(&mut table);
        }
        self.next_round(&tournament.row.id).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::NewTournament;
    use std::collections::BTreeMap;

    fn tournament(players: usize, kind: TournamentKind, sides: TournamentSides) -> Tournament {
        let wish = NewTournament {
            name: "Cup".to_string(),
            game: "drill".to_string(),
            scenario: "hill".to_string(),
            options: BTreeMap::new(),
            kind,
            sides,
            rounds: None,
            pace: String::new(),
        };
        let row = TournamentRow {
            id: "t".to_string(),
            maker: "m".to_string(),
            wish,
            state: "running".to_string(),
            round: 0,
            at: 0,
        };
        let entries = (0..players).map(|i| EntryRow { who: format!("p{i}"), withdrawn: false }).collect();
        Tournament { row, entries, pairings: vec![] }
    }

    /// Plays a round; the one with the smaller number wins.
    fn play(t: &mut Tournament) {
        for mut pairing in t.next_round() {
            if pairing.result.is_empty() {
                pairing.result = if pairing.one < pairing.two { "one" } else { "two" }.to_string();
            }
            t.pairings.push(pairing);
        }
        t.row.round += 1;
    }

    #[test]
    fn the_best_of_a_swiss_tournament_wins_it() {
        let mut t = tournament(8, TournamentKind::Swiss, TournamentSides::Alternate);
        assert_eq!(t.rounds(), 3);
        for _ in 0..3 {
            play(&mut t);
        }
        let lines = table(8, &t.games());
        assert_eq!((lines[0].player, lines[0].points), (0, 6));
        assert!(lines[1].points < 6);
        for player in 0..8 {
            let had = t.sides_had(player).iter().filter(|first| **first).count();
            assert!((1..=2).contains(&had), "{player} had the first side {had} times in 3 rounds");
        }
    }

    #[test]
    fn each_pair_plays_both_sides_if_that_was_chosen() {
        let mut t = tournament(3, TournamentKind::Robin, TournamentSides::Both);
        for _ in 0..t.rounds() {
            play(&mut t);
        }
        for player in 0..3 {
            assert_eq!(t.sides_had(player).iter().filter(|first| **first).count(), 2);
        }
        let lines = table(3, &t.games());
        // Two games against each, and a bye worth two.
        assert_eq!(lines.iter().map(|l| l.points).collect::<Vec<_>>(), [12, 8, 4]);
    }

    #[test]
    fn who_has_withdrawn_loses_in_a_round_robin_and_is_not_paired_in_a_swiss_tournament() {
        let mut t = tournament(4, TournamentKind::Robin, TournamentSides::Alternate);
        t.entries[0].withdrawn = true;
        play(&mut t);
        let lost = t.pairings.iter().find(|p| p.one == "p0" || p.two == "p0").unwrap();
        assert_eq!(lost.result, if lost.one == "p0" { "two" } else { "one" });
        let mut t = tournament(5, TournamentKind::Swiss, TournamentSides::Alternate);
        t.entries[2].withdrawn = true;
        assert!(t.next_round().iter().all(|p| p.one != "p2" && p.two != "p2"));
    }

    #[test]
    fn bots_of_one_level_are_told_apart_and_rated_together() {
        assert_eq!((player_of("bot:regular#2"), player_of("bot:recruit")), ("bot:regular", "bot:recruit"));
        assert_eq!(player_of("a1#b"), "a1#b");
    }
}
