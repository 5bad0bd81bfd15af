//! Tournaments from the first entry to the last game.

use crate::common::public::{Person, Public, nobody};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

fn wish(more: Value) -> Value {
    let mut wish = json!({"name": "Cup", "game": "auction", "scenario": "duel", "kind": "swiss", "sides": "alternate", "pace": "a move a day"});
    for (key, value) in more.as_object().unwrap() {
        wish[key] = value.clone();
    }
    wish
}

async fn made(room: &Public, who: &Person, more: Value) -> String {
    let made = room.done(who, "/api/tournaments", wish(more)).await;
    format!("/api/tournaments/{}", made["id"].as_str().unwrap())
}

/// The games of the last round.
fn last_round(page: &Value) -> Vec<Value> {
    page["games"].as_array().unwrap().last().map_or(vec![], |round| round.as_array().unwrap().clone())
}

/// Plays on until the tournament is over: people resign, bots play.
async fn to_the_end(room: &Public, path: &str, people: &[&Person]) -> Value {
    for _ in 0..600 {
        room.tables.run_errands().await;
        let page = room.get(&nobody(), path).await;
        if page["state"] == "over" {
            return page;
        }
        for game in last_round(&page).iter().filter(|g| g["result"] == "") {
            let Some(id) = game["game"].as_str() else { continue };
            if let Some(who) = people.iter().find(|p| game["first"] == p.name || game["second"] == p.name) {
                room.post(who, &format!("/api/games/{id}/seat"), json!({"change": "resign"})).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("not over: {}", room.get(&nobody(), path).await);
}

#[tokio::test]
async fn a_swiss_tournament_of_people_and_bots_goes_on_by_itself() {
    let room = Public::new().await;
    let (ada, bo) = (room.person("Ada").await, room.person("Bo").await);
    let path = made(&room, &ada, json!({})).await;
    assert_eq!(room.post(&ada, &format!("{path}/begin"), json!({})).await.0, 422, "nobody plays yet");
    for who in [&ada, &bo] {
        room.done(who, &format!("{path}/join"), json!({})).await;
    }
    assert_eq!(room.post(&bo, &format!("{path}/join"), json!({})).await.0, 422, "once is enough");
    assert_eq!(room.post(&bo, &format!("{path}/join"), json!({"bot": "recruit"})).await.0, 403);
    assert_eq!(room.post(&ada, &format!("{path}/join"), json!({"bot": "god"})).await.0, 400);
    for _ in 0..4 {
        room.done(&ada, &format!("{path}/join"), json!({"bot": "recruit"})).await;
    }
    assert_eq!(room.post(&bo, &format!("{path}/begin"), json!({})).await.0, 403);
    let begun = room.done(&ada, &format!("{path}/begin"), json!({})).await;
    assert_eq!(
        (&begun["state"], &begun["round"], &begun["rounds"]),
        (&json!("running"), &json!(1), &json!(3))
    );
    assert_eq!(last_round(&begun).len(), 3);
    assert_eq!(
        room.post(&ada, &format!("{path}/join"), json!({"bot": "recruit"})).await.0,
        422,
        "it has begun"
    );
    let page = to_the_end(&room, &path, &[&ada, &bo]).await;
    assert_eq!(page["games"].as_array().unwrap().len(), 3);
    let mut met = BTreeSet::new();
    for game in page["games"].as_array().unwrap().iter().flat_map(|r| r.as_array().unwrap()) {
        let mut two = [game["first"].to_string(), game["second"].to_string()];
        two.sort();
        assert!(met.insert(two), "nobody meets anybody twice: {game}");
        assert!(!game["result"].as_str().unwrap().is_empty());
    }
    let points: f64 = page["table"].as_array().unwrap().iter().map(|l| l["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 9.0, "three games in each of three rounds");
    // They are rated, and the bots of one level together.
    assert!(room.rating("Ada", "auction").await.1 >= 2, "{page}");
    assert!(room.rating("bot:recruit", "auction").await.1 >= 4, "{page}");
    let listed = room.get(&nobody(), "/api/tournaments").await;
    assert_eq!((&listed[0]["state"], &listed[0]["players"]), (&json!("over"), &json!(6)));
}

#[tokio::test]
async fn a_round_begins_once_on_two_nodes_and_after_a_restart() {
    let room = Public::new().await;
    let (ada, bo, cy) = (room.person("Ada").await, room.person("Bo").await, room.person("Cy").await);
    let path = made(&room, &ada, json!({"kind": "robin", "sides": "both"})).await;
    for who in [&ada, &bo, &cy] {
        room.done(who, &format!("{path}/join"), json!({})).await;
    }
    room.done(&ada, &format!("{path}/begin"), json!({})).await;
    for round in 1..=3 {
        let page = room.get(&ada, &path).await;
        assert_eq!(page["round"], json!(round));
        let games = last_round(&page);
        assert_eq!(games.len(), 4, "two games, and a bye worth two: {games:?}");
        for game in games.iter().filter(|g| !g["game"].is_null()) {
            let loser = [&ada, &bo, &cy].into_iter().find(|p| game["first"] == p.name).unwrap();
            room.resign(loser, game["game"].as_str().unwrap()).await;
        }
        let (one, two) = (room.node().await, room.node().await);
        tokio::join!(one.tables.run_errands(), two.tables.run_errands(), room.tables.run_errands());
    }
    room.tables.run_errands().await;
    let page = room.get(&ada, &path).await;
    assert_eq!((&page["state"], page["games"].as_array().unwrap().len()), (&json!("over"), 3));
    // Whoever had the first side lost: each won and lost two, and has a bye.
    for line in page["table"].as_array().unwrap() {
        assert_eq!((&line["points"], &line["place"]), (&json!(4.0), &json!(1)), "{line}");
    }
    assert_eq!(room.rating("Ada", "auction").await.1, 4);
    let mut database = room.connection().await;
    let games = sqlx::query("SELECT id FROM games").fetch_all(&mut database).await.unwrap();
    assert_eq!(games.len(), 6, "no game was made twice");
}

#[tokio::test]
async fn who_withdraws_loses_and_is_paired_no_more() {
    let room = Public::new().await;
    let (ada, bo, cy) = (room.person("Ada").await, room.person("Bo").await, room.person("Cy").await);
    let path = made(&room, &ada, json!({"kind": "robin"})).await;
    for who in [&ada, &bo, &cy] {
        room.done(who, &format!("{path}/join"), json!({})).await;
    }
    room.done(&bo, &format!("{path}/leave"), json!({})).await;
    assert_eq!(room.get(&bo, &path).await["joined"], json!(false));
    room.done(&bo, &format!("{path}/join"), json!({})).await;
    room.done(&ada, &format!("{path}/begin"), json!({})).await;
    room.done(&bo, &format!("{path}/leave"), json!({})).await;
    let page = to_the_end(&room, &path, &[&ada]).await;
    let line =
        page["table"].as_array().unwrap().iter().find(|l| l["player"]["name"] == "Bo").unwrap().clone();
    assert_eq!((&line["withdrawn"], &line["results"][0]), (&json!(true), &json!(0)), "{page}");
    assert_eq!(line["results"][2], json!(2), "both games are lost: {page}");
    assert_eq!(room.post(&bo, &format!("{path}/leave"), json!({})).await.0, 422);
}

#[tokio::test]
async fn wishes_for_tournaments_are_checked() {
    let room = Public::new().await;
    let ada = room.person("Ada").await;
    for (more, status) in [
        (json!({"name": " "}), 400),
        (json!({"scenario": "short"}), 400),
        (json!({"rounds": 0}), 400),
        (json!({"game": "chess"}), 404),
    ] {
        let (got, body) = room.post(&ada, "/api/tournaments", wish(more)).await;
        assert_eq!(got, status, "{body}");
    }
    assert_eq!(room.post(&nobody(), "/api/tournaments", wish(json!({}))).await.0, 401);
    let path = made(&room, &ada, json!({})).await;
    assert_eq!(room.post(&ada, &format!("{path}/cancel"), json!({})).await.0, 204);
    assert_eq!(room.post(&ada, &format!("{path}/join"), json!({})).await.0, 422);
    assert_eq!(room.get(&nobody(), &path).await["state"], "cancelled");
}
