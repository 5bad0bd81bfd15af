//! Finding an opponent: the waiting room, private games, challenges, seeking, ratings and figures.

use crate::common::public::{Person, Public, nobody};
use serde_json::{Value, json};
use std::time::Duration;

/// A duel that is open to everybody.
fn open(more: Value) -> Value {
    let mut wish = json!({
        "game": "auction", "scenario": "duel", "open_to": "everyone",
        "seats": {"a": {"kind": "me"}, "c": {"kind": "open"}}, "terms": {"rated": true, "pace": "a move a day", "note": "Hello"},
    });
    for (key, value) in more.as_object().unwrap() {
        wish[key] = value.clone();
    }
    wish
}

async fn made(room: &Public, who: &Person, more: Value) -> String {
    room.done(who, "/api/games", open(more)).await["id"].as_str().unwrap().to_string()
}

async fn waiting(room: &Public, query: &str) -> Vec<Value> {
    room.get(&nobody(), &format!("/api/waiting{query}")).await["games"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_open_game_waits_until_somebody_sits_down() {
    let room = Public::new().await;
    let (ada, bo, cy) = (room.person("Ada").await, room.person("Bo").await, room.person("Cy").await);
    let id = made(&room, &ada, json!({})).await;
    let listed = waiting(&room, "?game=auction").await;
    assert_eq!((listed.len(), &listed[0]["id"], &listed[0]["maker"]["name"]), (1, &json!(id), &json!("Ada")));
    assert_eq!(
        (&listed[0]["terms"]["pace"], &listed[0]["maker"]["rating"]["points"]),
        (&json!("a move a day"), &json!(1500))
    );
    assert!(waiting(&room, "?game=fury").await.is_empty());
    let take = format!("/api/games/{id}/take");
    assert_eq!(room.post(&nobody(), &take, json!({})).await.0, 401);
    assert_eq!(room.post(&ada, &take, json!({})).await.0, 422, "nobody plays both sides");
    assert_eq!(room.done(&bo, &take, json!({})).await, json!({"id": id, "side": "c"}));
    assert_eq!(room.post(&cy, &take, json!({})).await.0, 422, "the seat is taken");
    assert!(waiting(&room, "").await.is_empty());
    // No key is needed: the account is enough, and the name is on the seat.
    let state = room.get(&bo, &format!("/api/games/{id}")).await;
    assert_eq!((&state["yours"], &state["seats"][1]["person"]), (&json!(["c"]), &json!("Bo")));
    assert_eq!(room.post(&bo, &format!("/api/games/{id}/withdraw"), json!({})).await.0, 422);
}

#[tokio::test]
async fn of_two_nodes_one_gives_the_seat_away() {
    let one = Public::new().await;
    let two = one.node().await;
    let (ada, bo, cy) = (one.person("Ada").await, one.person("Bo").await, one.person("Cy").await);
    let id = made(&one, &ada, json!({})).await;
    let path = format!("/api/games/{id}");
    // Both nodes have the game open; with SQLite neither hears of the other.
    two.get(&cy, &path).await;
    one.get(&bo, &path).await;
    let take = format!("{path}/take");
    let (a, b) = tokio::join!(one.post(&bo, &take, json!({})), two.post(&cy, &take, json!({})));
    let mut status = [a.0, b.0];
    status.sort_unstable();
    assert_eq!(status, [200, 429], "{a:?} {b:?}");
    let yours = |state: Value| state["yours"].as_array().unwrap().len();
    let (bos, cys) = (one.get(&bo, &path).await, two.get(&cy, &path).await);
    assert_eq!(yours(bos) + yours(cys), 1);
}

#[tokio::test]
async fn who_made_a_game_can_take_it_back_and_who_came_can_leave() {
    let room = Public::new().await;
    let (ada, bo, cy) = (room.person("Ada").await, room.person("Bo").await, room.person("Cy").await);
    let seats = json!({"a": {"kind": "me"}, "b": {"kind": "open"}, "c": {"kind": "open"}});
    let id = made(&room, &ada, json!({"scenario": "short", "seats": seats, "terms": {}})).await;
    let path = format!("/api/games/{id}");
    room.done(&bo, &format!("{path}/take"), json!({"side": "c"})).await;
    assert_eq!(waiting(&room, "").await.len(), 1, "one seat is still free");
    assert_eq!(room.post(&cy, &format!("{path}/withdraw"), json!({})).await.0, 403);
    // Bo leaves; Ada waits for two again, and takes the game back.
    room.done(&bo, &format!("{path}/withdraw"), json!({})).await;
    assert_eq!(room.get(&bo, &path).await["yours"], json!([]));
    room.done(&cy, &format!("{path}/take"), json!({"side": "c"})).await;
    room.done(&cy, &format!("{path}/withdraw"), json!({})).await;
    room.done(&ada, &format!("{path}/withdraw"), json!({})).await;
    assert_eq!(room.ask(&ada, "GET", &path, None).await.0, 404);
    assert!(waiting(&room, "").await.is_empty());
}

#[tokio::test]
async fn a_private_game_is_seen_by_those_alone_who_belong_to_it() {
    let room = Public::new().await;
    let (ada, bo) = (room.person("Ada").await, room.person("Bo").await);
    let wish = open(json!({"open_to": "invited", "terms": {}}));
    let made = room.done(&ada, "/api/games", wish).await;
    let (id, token) = (made["id"].as_str().unwrap(), made["invitations"]["c"].as_str().unwrap());
    let path = format!("/api/games/{id}");
    assert!(waiting(&room, "").await.is_empty());
    for sub in ["", "/history", "/record", "/analysis"] {
        let (status, body) = room.ask(&bo, "GET", &format!("{path}{sub}"), None).await;
        assert_eq!(status, 403, "{sub}: {body}");
        assert!(body["message"].as_str().unwrap().contains("private"), "{sub}: {body}");
    }
    assert_eq!(room.post(&bo, &format!("{path}/branch"), json!({"at": 0, "seats": {}})).await.0, 403);
    assert_eq!(room.post(&bo, &format!("{path}/take"), json!({})).await.0, 403);
    // An invitation opens it, and so does a seat.
    assert_eq!(room.with_keys(token, "GET", &path).await, 200);
    assert_eq!(room.ask(&ada, "GET", &path, None).await.0, 200);
    room.done(&bo, &format!("{path}/sit"), json!({"invitations": [token]})).await;
    assert_eq!(room.ask(&bo, "GET", &path, None).await.0, 200);
    assert_eq!(room.with_keys(token, "GET", &path).await, 403, "the invitation is spent");
}

#[tokio::test]
async fn terms_are_checked() {
    let room = Public::new().await;
    let (ada, bo) = (room.person("Ada").await, room.person("Bo").await);
    for (more, status) in [
        (json!({"terms": {"rated": true}, "seed": 7}), 422),
        (json!({"terms": {"rated": true}, "seats": {"a": {"kind": "me"}, "c": {"kind": "me"}}}), 422),
        (json!({"terms": {"lowest": 1700, "highest": 1600}}), 400),
        (json!({"terms": {"bot_after": 0}}), 400),
        (json!({"terms": {"bot_after": 5, "bot_level": "god"}}), 400),
        (json!({"terms": {"note": "x".repeat(201)}}), 400),
    ] {
        let (got, body) = room.post(&ada, "/api/games", open(more)).await;
        assert_eq!(got, status, "{body}");
    }
    let id = made(&room, &ada, json!({"terms": {"lowest": 1600}})).await;
    let (status, refused) = room.post(&bo, &format!("/api/games/{id}/take"), json!({})).await;
    assert_eq!(status, 422);
    assert!(refused["message"].as_str().unwrap().contains("yours is 1500"), "{refused}");
}

#[tokio::test]
async fn a_rated_game_is_rated_once() {
    let room = Public::new().await;
    let (ada, bo) = (room.person("Ada").await, room.person("Bo").await);
    let id = made(&room, &ada, json!({})).await;
    room.done(&bo, &format!("/api/games/{id}/take"), json!({})).await;
    let seat = format!("/api/games/{id}/seat");
    assert_eq!(room.post(&ada, &seat, json!({"change": {"hand_to_bot": "recruit"}})).await.0, 422);
    assert_eq!(room.ask(&ada, "DELETE", &format!("/api/games/{id}"), None).await.0, 403);
    room.resign(&bo, &id).await;
    let after = (room.rating("Ada", "auction").await, room.rating("Bo", "auction").await);
    assert_eq!((after.0.1, after.1.1), (1, 1));
    assert!(after.0.0 > 1600 && after.0.0 + after.1.0 == 3000, "{after:?}");
    // Another program finds it rated.
    let again = room.node().await;
    again.tables.run_errands().await;
    again.get(&ada, &format!("/api/games/{id}")).await;
    again.tables.run_errands().await;
    assert_eq!(again.rating("Ada", "auction").await, after.0);
    let page = again.get(&bo, "/api/people/Bo").await;
    assert_eq!((&page["you"], &page["tallies"][0]["lost"]), (&json!(true), &json!(1)));
    let game = &page["games"][0];
    assert_eq!(
        (&game["against"], &game["result"], &game["victory"]),
        (&json!(["Ada"]), &json!("lost"), &json!("resignation"))
    );
    assert_eq!(game["change"].as_i64().unwrap(), after.1.0 - 1500);
    let figures = again.get(&nobody(), "/api/statistics/auction").await;
    assert_eq!(
        (&figures["scenarios"][0]["scenario"], &figures["scenarios"][0]["games"]),
        (&json!("duel"), &json!(1))
    );
    assert_eq!(again.ask(&ada, "GET", "/api/people/Nobody", None).await.0, 404);
}

#[tokio::test]
async fn what_could_not_be_rated_at_the_end_is_rated_later() {
    let room = Public::new().await;
    let (ada, bo) = (room.person("Ada").await, room.person("Bo").await);
    let id = made(&room, &ada, json!({})).await;
    room.done(&bo, &format!("/api/games/{id}/take"), json!({})).await;
    // The program stops after the end is on the disk and before the result is.
    room.resign(&bo, &id).await;
    let mut database = room.connection().await;
    for query in ["DELETE FROM results", "DELETE FROM ratings"] {
        sqlx::query(query).execute(&mut database).await.unwrap();
    }
    sqlx::query("INSERT INTO counting (game) VALUES ($1)").bind(&id).execute(&mut database).await.unwrap();
    let (one, two) = (room.node().await, room.node().await);
    assert_eq!(one.rating("Ada", "auction").await.1, 0);
    tokio::join!(one.tables.run_errands(), two.tables.run_errands());
    let rating = one.rating("Ada", "auction").await;
    assert!(rating.1 == 1 && rating.0 > 1600, "{rating:?}");
    let left = sqlx::query("SELECT game FROM counting").fetch_all(&mut database).await.unwrap();
    assert!(left.is_empty());
}

#[tokio::test]
async fn an_early_agreed_draw_counts_for_nothing() {
    let room = Public::new().await;
    let (ada, bo) = (room.person("Ada").await, room.person("Bo").await);
    let id = made(&room, &ada, json!({})).await;
    room.done(&bo, &format!("/api/games/{id}/take"), json!({})).await;
    for who in [&ada, &bo] {
        room.done(who, &format!("/api/games/{id}/seat"), json!({"change": "offer_draw"})).await;
    }
    assert_eq!(room.rating("Ada", "auction").await, (1500, 0));
    assert_eq!(room.get(&ada, "/api/people/Ada").await["games"], json!([]));
}

#[tokio::test]
async fn a_game_played_to_its_end_is_rated_and_not_taken_back() {
    let room = Public::new().await;
    let ada = room.person("Ada").await;
    let seats = json!({"a": {"kind": "me"}, "c": {"kind": "bot", "level": "recruit"}});
    let id = made(&room, &ada, json!({"open_to": "invited", "seats": seats})).await;
    let path = format!("/api/games/{id}");
    let mut state = room.get(&ada, &path).await;
    for _ in 0..400 {
        if !state["result"].is_null() {
            break;
        }
        if !state["offers"].is_null() {
            let after = state["number"].clone();
            room.post(&ada, &format!("{path}/actions"), json!({"after": after, "action": 1})).await;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
        state = room.get(&ada, &path).await;
    }
    assert!(!state["result"].is_null(), "the game is over");
    for _ in 0..100 {
        if room.rating("bot:recruit", "auction").await.1 == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (own, bots) = (room.rating("Ada", "auction").await, room.rating("bot:recruit", "auction").await);
    assert_eq!((own.1, bots.1, own.0 + bots.0), (1, 1, 3000));
    let after = room.get(&ada, &path).await["number"].clone();
    let (status, refused) = room.post(&ada, &format!("{path}/undo"), json!({ "after": after })).await;
    assert_eq!(status, 422);
    assert!(refused["message"].as_str().unwrap().contains("stays as it ended"), "{refused}");
}

#[tokio::test]
async fn a_challenge_is_accepted_once_or_declined_or_withdrawn() {
    let room = Public::new().await;
    let (ada, bo, cy) = (room.person("Ada").await, room.person("Bo").await, room.person("Cy").await);
    let wish = |to: &str| json!({"to": to, "game": "auction", "scenario": "duel", "side": "c", "terms": {"rated": true}});
    assert_eq!(room.post(&ada, "/api/challenges", wish("Nobody")).await.0, 404);
    assert_eq!(room.post(&ada, "/api/challenges", wish("Ada")).await.0, 422);
    assert_eq!(
        room.post(&ada, "/api/challenges", json!({"to": "Bo", "game": "auction", "scenario": "short"}))
            .await
            .0,
        400
    );
    let id = |made: Value| format!("/api/challenges/{}", made["id"].as_str().unwrap());
    let first = id(room.done(&ada, "/api/challenges", wish("Bo")).await);
    let seen = room.get(&bo, "/api/challenges").await;
    assert_eq!(
        (&seen[0]["from"]["name"], &seen[0]["mine"], &seen[0]["state"]),
        (&json!("Ada"), &json!(false), &json!("open"))
    );
    assert_eq!(room.get(&cy, "/api/challenges").await, json!([]));
    assert_eq!(room.post(&cy, &first, json!({"answer": "accept"})).await.0, 404);
    assert_eq!(room.post(&ada, &first, json!({"answer": "accept"})).await.0, 403);
    let accepted = room.done(&bo, &first, json!({"answer": "accept"})).await;
    let game = accepted["game"].as_str().unwrap();
    assert_eq!(room.get(&ada, &format!("/api/games/{game}")).await["yours"], json!(["c"]));
    assert_eq!(room.get(&bo, &format!("/api/games/{game}")).await["yours"], json!(["a"]));
    assert_eq!(room.post(&bo, &first, json!({"answer": "accept"})).await.0, 422, "once");
    let second = id(room.done(&ada, "/api/challenges", wish("Bo")).await);
    assert_eq!(room.done(&bo, &second, json!({"answer": "decline"})).await["state"], "declined");
    let third = id(room.done(&ada, "/api/challenges", wish("Bo")).await);
    assert_eq!(room.done(&ada, &third, json!({"answer": "withdraw"})).await["state"], "withdrawn");
    assert_eq!(room.post(&bo, &third, json!({"answer": "accept"})).await.0, 422);
}

#[tokio::test]
async fn seekers_who_fit_are_brought_together() {
    let room = Public::new().await;
    let (ada, bo, cy) = (room.person("Ada").await, room.person("Bo").await, room.person("Cy").await);
    let seek = |pace: &str| json!({"game": "auction", "pace": pace, "rated": true});
    assert_eq!(room.post(&ada, "/api/seek", json!({"game": "auction", "scenario": "short"})).await.0, 400);
    assert!(room.done(&ada, "/api/seek", seek("fast")).await["found"].is_null());
    assert!(room.done(&bo, "/api/seek", seek("slow")).await["found"].is_null());
    // The wish survives the program.
    let later = room.node().await;
    let found = later.done(&cy, "/api/seek", seek("fast")).await;
    let game = found["found"].as_str().unwrap().to_string();
    assert_eq!(later.get(&ada, "/api/seek").await["found"], json!(game));
    let state = later.get(&ada, &format!("/api/games/{game}")).await;
    assert_eq!(
        (&state["yours"], &state["scenario"]),
        (&json!(["a"]), &json!("duel")),
        "who waited longer has the first side"
    );
    assert_eq!(later.get(&bo, "/api/seek").await["seek"]["pace"], "slow");
    assert_eq!(later.ask(&bo, "DELETE", "/api/seek", None).await.0, 204);
    assert!(later.get(&bo, "/api/seek").await["seek"].is_null());
    // The next time sides change.
    later.done(&ada, "/api/seek", seek("fast")).await;
    let again = later.done(&cy, "/api/seek", seek("fast")).await["found"].as_str().unwrap().to_string();
    assert_ne!(again, game);
    assert_eq!(later.get(&ada, &format!("/api/games/{again}")).await["yours"], json!(["c"]));
}

#[tokio::test]
async fn two_nodes_make_one_game_of_two_seekers() {
    let room = Public::new().await;
    let other = room.node().await;
    for i in 0..5 {
        let (ada, bo) = (room.person(&format!("Ada{i}")).await, room.person(&format!("Bo{i}")).await);
        let seek = json!({"game": "auction", "pace": format!("{i}")});
        let ((a, _), (b, _)) = tokio::join!(
            room.post(&ada, "/api/seek", seek.clone()),
            other.post(&bo, "/api/seek", seek.clone())
        );
        assert_eq!((a, b), (200, 200));
        tokio::join!(room.tables.run_errands(), other.tables.run_errands());
        let (a, b) = (room.get(&ada, "/api/seek").await, room.get(&bo, "/api/seek").await);
        assert!(a["found"].is_string() && a["found"] == b["found"], "{a} {b}");
    }
    let mut database = room.connection().await;
    let games = sqlx::query("SELECT id FROM games").fetch_all(&mut database).await.unwrap();
    assert_eq!(games.len(), 5);
}

#[tokio::test]
async fn a_bot_takes_the_seat_that_stays_empty() {
    let room = Public::new().await;
    let ada = room.person("Ada").await;
    let id = made(&room, &ada, json!({"terms": {"bot_after": 5, "bot_level": "recruit"}})).await;
    room.tables.run_errands().await;
    assert_eq!(waiting(&room, "").await.len(), 1, "it is not time yet");
    let mut database = room.connection().await;
    sqlx::query("UPDATE waiting SET bot_at = 1").execute(&mut database).await.unwrap();
    room.tables.run_errands().await;
    assert!(waiting(&room, "").await.is_empty());
    let state = room.get(&ada, &format!("/api/games/{id}")).await;
    assert_eq!((&state["seats"][1]["kind"], &state["seats"][1]["level"]), (&json!("bot"), &json!("recruit")));
    assert_eq!(state["seats"][1]["stands_in"], json!(false));
}

#[tokio::test]
async fn a_bot_stands_in_for_who_stays_away_and_gives_the_seat_back() {
    let room = Public::new().await;
    let (ada, bo) = (room.person("Ada").await, room.person("Bo").await);
    let id = made(&room, &ada, json!({"terms": {"bot_after": 5, "bot_level": "recruit"}})).await;
    room.done(&bo, &format!("/api/games/{id}/take"), json!({})).await;
    let mut database = room.connection().await;
    sqlx::query("UPDATE games SET touched = 1").execute(&mut database).await.unwrap();
    // A program that has begun anew.
    let room = room.node().await;
    room.tables.run_errands().await;
    let state = room.get(&ada, &format!("/api/games/{id}")).await;
    let stands_in =
        |state: &Value| state["seats"].as_array().unwrap().iter().filter(|s| s["stands_in"] == true).count();
    assert_eq!(stands_in(&state), 1, "{}", state["seats"]);
    let away = if state["seats"][0]["stands_in"] == true { &ada } else { &bo };
    room.done(away, &format!("/api/games/{id}/seat"), json!({"change": "take_back"})).await;
    assert_eq!(stands_in(&room.get(&ada, &format!("/api/games/{id}")).await), 0);
}

#[tokio::test]
async fn at_home_there_are_no_strangers() {
    let room = crate::common::Room::new().await;
    let (status, body) = room.post("/api/games", "", open(json!({}))).await;
    assert_eq!(status.as_u16(), 400, "{body}");
    assert_eq!(room.post("/api/seek", "", json!({"game": "fury"})).await.0, 404);
    assert_eq!(room.ask("GET", "/api/people/Ada", "", None).await.0, 404);
    let (id, _) = room.game("auction", "duel", json!({"a": {"kind": "me"}, "c": {"kind": "me"}})).await;
    assert_eq!(room.ask("GET", &format!("/api/games/{id}"), "", None).await.0, 200);
}

/// The same statements must do on PostgreSQL. `./test` starts a server for it and names it in SANDTABLE_POSTGRES; without that nothing is tested
/// here.
#[tokio::test]
async fn two_nodes_over_postgresql_agree() {
    let Ok(url) = std::env::var("SANDTABLE_POSTGRES") else {
        eprintln!("SANDTABLE_POSTGRES is not set: not tested");
        return;
    };
    let (one, two) = (Public::at(&url).await, Public::at(&url).await);
    let tag = std::process::id();
    let (ada, bo) = (one.person(&format!("Ada{tag}")).await, two.person(&format!("Bo{tag}")).await);
    let id = made(&one, &ada, json!({})).await;
    let path = format!("/api/games/{id}");
    assert!(waiting(&two, "?game=auction").await.iter().any(|g| g["id"] == json!(id)));
    two.done(&bo, &format!("{path}/take"), json!({})).await;
    two.resign(&bo, &id).await;
    tokio::join!(one.tables.run_errands(), two.tables.run_errands());
    let (won, lost) = (one.rating(&ada.name, "auction").await, two.rating(&bo.name, "auction").await);
    assert!(won.1 == 1 && lost.1 == 1 && won.0 + lost.0 == 3000, "{won:?} {lost:?}");
    assert!(
        one.get(&nobody(), "/api/statistics/auction").await["scenarios"][0]["games"].as_u64().unwrap() >= 1
    );
    let seek = json!({"game": "auction", "pace": format!("{tag}"), "range": 4000});
    tokio::join!(one.done(&ada, "/api/seek", seek.clone()), two.done(&bo, "/api/seek", seek.clone()));
    tokio::join!(one.tables.run_errands(), two.tables.run_errands());
    let (a, b) = (one.get(&ada, "/api/seek").await, two.get(&bo, "/api/seek").await);
    assert!(a["found"].is_string() && a["found"] == b["found"], "{a} {b}");
    let wish = json!({"to": bo.name, "game": "auction", "scenario": "duel"});
    let challenge = one.done(&ada, "/api/challenges", wish).await["id"].as_str().unwrap().to_string();
    let accepted = two.done(&bo, &format!("/api/challenges/{challenge}"), json!({"answer": "accept"})).await;
    assert_eq!(accepted["state"], "accepted");
    let wish =
        json!({"name": "Cup", "game": "auction", "scenario": "duel", "kind": "swiss", "sides": "both"});
    let cup = one.done(&ada, "/api/tournaments", wish).await["id"].as_str().unwrap().to_string();
    let cup = format!("/api/tournaments/{cup}");
    one.done(&ada, &format!("{cup}/join"), json!({})).await;
    two.done(&bo, &format!("{cup}/join"), json!({})).await;
    let begun = one.done(&ada, &format!("{cup}/begin"), json!({})).await;
    for game in begun["games"][0].as_array().unwrap() {
        two.resign(&bo, game["game"].as_str().unwrap()).await;
    }
    tokio::join!(one.tables.run_errands(), two.tables.run_errands());
    let page = two.get(&bo, &cup).await;
    assert_eq!(
        (&page["state"], &page["table"][0]["player"]["name"]),
        (&json!("over"), &json!(ada.name)),
        "{page}"
    );
}
