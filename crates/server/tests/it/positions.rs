//! Positions over the API: read without being kept, played from, given out as far as the asker may know them; and puzzles.

use crate::common::{Room, fury, hot_seat};
use sandtable_bots::levels::Levels;
use sandtable_bots::registry::{AnyGame, Registered};
use sandtable_empires::Empires;
use serde_json::{Value, json};
use std::sync::Arc;

const ASSAULT: &str = "turn = S1\nphase = attacks\nside = ru\nfront = north\nactivation = 1\nde-ii 1004 army=hq-de-viii\n\
                       hq-de-viii 0805\nru-iii 1104\nru-iv 1104\nhq-ru-i 1105\n";

async fn read(room: &Room, text: &str) -> Value {
    let (status, body) = room.post("/api/positions", "", json!({"game": "fury", "text": text})).await;
    assert_eq!(status, 200, "{body}");
    body
}

#[tokio::test]
async fn a_text_is_read_and_drawn_and_nothing_is_kept() {
    let room = Room::new().await;
    let body = read(&room, ASSAULT).await;
    assert_eq!(body["faults"], json!([]));
    assert_eq!(body["scenario"], "campaign");
    let counters = body["view"]["counters"].as_array().unwrap();
    assert!(counters.iter().any(|c| c["id"] == "ru-iii" && c["place"] == "1104"), "{counters:?}");
    // The game writes the same position in its own way.
    let again = read(&room, body["text"].as_str().unwrap()).await;
    assert_eq!((&again["text"], &again["view"]), (&body["text"], &body["view"]));
    assert_eq!(room.get("/api/games", "").await, json!([]));
}

#[tokio::test]
async fn everything_that_is_wrong_is_told_at_once_with_lines_and_rules() {
    let room = Room::new().await;
    let body = read(
        &room,
        "turn = S1\nphase = attacks\nside = ru\nru-iii 9999\nde-ii 1104 army=hq-ru-i\nhq-ru-i eliminated\n",
    )
    .await;
    let faults = body["faults"].as_array().unwrap();
    let lines: Vec<_> = faults.iter().map(|f| f["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [4, 5, 5, 6], "{body}");
    assert_eq!(faults[1]["rules"], json!(["2.1c", "7p"]));
    assert!(faults[0]["what"].as_str().unwrap().contains("9999") && faults[0]["rules"].is_null());
    assert!(body["view"].is_null() && body["text"].is_null());
    let (status, _) = room.post("/api/positions", "", json!({"game": "chess", "text": ""})).await;
    assert_eq!(status, 404);
    let long = "#".repeat(600 * 1024);
    let (status, body) = room.post("/api/positions", "", json!({"game": "fury", "text": long})).await;
    assert_eq!((status.as_u16(), &body["code"]), (413, &json!("large")));
}

#[tokio::test]
async fn an_editor_is_told_the_words_and_the_beginning() {
    let room = Room::new().await;
    let words = room.get("/api/titles/fury/words", "").await;
    let counters = words["counters"].as_array().unwrap();
    assert!(counters.len() > 80 && counters.iter().all(|c| !c["picture"].is_null()), "{}", counters.len());
    assert!(
        words["heads"]
            .as_array()
            .unwrap()
            .iter()
            .any(|h| h["key"] == "phase" && h["values"].as_array().unwrap().len() > 5)
    );
    let start = room.get("/api/titles/fury/position?scenario=campaign", "").await;
    let body = read(&room, start["text"].as_str().unwrap()).await;
    assert_eq!(body["faults"], json!([]));
}

#[tokio::test]
async fn a_game_begins_with_a_position_or_is_refused_with_all_faults() {
    let room = Room::new().await;
    let wish = |text: &str| json!({"game": "fury", "scenario": "campaign", "seats": hot_seat(), "seed": 7, "position": text});
    let (status, body) = room.post("/api/games", "", wish("turn = S9\nru-iii nowhere\n")).await;
    assert_eq!((status.as_u16(), &body["code"]), (400, &json!("position")), "{body}");
    assert_eq!(body["faults"].as_array().unwrap().len(), 2, "{body}");
    assert_eq!(room.get("/api/games", "").await, json!([]));
    let (status, made) = room.post("/api/games", "", wish(ASSAULT)).await;
    assert_eq!(status, 201, "{made}");
    let (id, key) = (made["id"].as_str().unwrap(), made["keys"]["ru"].as_str().unwrap());
    let (status, done) = room.act(id, key, 0, json!("attack 1004 from 1104 with RU III + RU IV")).await;
    assert_eq!(status, 200, "{done}");
    // Nothing is hidden in this game: everybody may have the position, and it reads again.
    let text = room.get(&format!("/api/games/{id}/position"), "").await;
    assert_eq!(text["known"], false);
    let again = read(&room, text["text"].as_str().unwrap()).await;
    let state = room.get(&format!("/api/games/{id}"), "").await;
    assert_eq!(again["view"]["counters"], state["view"]["counters"]);
}

fn empires() -> Arc<dyn AnyGame> {
    let game = Arc::new(Empires::new().unwrap());
    Arc::new(Registered {
        game,
        rules: Vec::new,
        levels: Levels { scripts: &[], planner: None, judge: None },
        tune: None,
    })
}

#[tokio::test]
async fn a_position_with_secrets_is_given_only_as_far_as_the_side_knows_it() {
    let room = Room::of(vec![empires()]).await;
    let open = json!({"fr": {"kind": "open"}, "ru": {"kind": "open"}, "au": {"kind": "open"}});
    let (id, keys) = room.sealed("empires", "ulm1805", open).await;
    let path = format!("/api/games/{id}/position");
    let (status, body) = room.ask("GET", &path, "", None).await;
    assert_eq!((status.as_u16(), &body["code"]), (403, &json!("seat")), "{body}");
    // Keys come in the order of their sides' ids: au, fr, ru.
    let (au, fr) = (&keys[0], &keys[1]);
    let (status, _) = room.ask("GET", &format!("{path}?side=fr"), au, None).await;
    assert_eq!(status, 403);
    let (ours, theirs) = (room.get(&path, fr).await, room.get(&path, au).await);
    assert_eq!((&ours["known"], &theirs["known"]), (&json!(true), &json!(true)));
    let row = |text: &Value, word: &str| -> Vec<String> {
        let all = text["text"].as_str().unwrap().lines();
        all.filter(|l| l.starts_with(word)).map(str::to_string).collect()
    };
    // France knows what its own corps hold; to Austria they are no such rows.
    let whole = room.get(&path, &keys.join(",")).await;
    assert_eq!(whole["known"], false);
    assert_eq!(row(&ours, "fr-iii "), row(&whole, "fr-iii "));
    assert_eq!(row(&theirs, "au-i "), row(&whole, "au-i "));
    assert_ne!(row(&theirs, "fr-iii "), row(&whole, "fr-iii "));
    assert_ne!(row(&ours, "au-i "), row(&whole, "au-i "));
    // Somebody who plays all sides can still ask for what one of them knows.
    assert_eq!(room.get(&format!("{path}?side=fr"), &keys.join(",")).await, ours);
}

#[tokio::test]
async fn a_puzzle_is_played_and_judged() {
    let room = Room::of(vec![fury()]).await;
    let all = room.get("/api/puzzles", "").await;
    let puzzle = &all[0];
    let path = format!("/api/puzzles/fury/{}", puzzle["id"].as_str().unwrap());
    let (status, made) = room.post(&path, "", json!({})).await;
    assert_eq!(status, 201, "{made}");
    let id = made["id"].as_str().unwrap();
    let key = made["keys"][puzzle["side"].as_str().unwrap()].as_str().unwrap();
    assert_eq!(made["keys"].as_object().unwrap().len(), 1, "bots play the others");
    assert_eq!(room.get(&format!("/api/games/{id}"), key).await["puzzle"], puzzle["id"]);
    let at = format!("/api/games/{id}/puzzle");
    let state = room.get(&at, key).await;
    assert_eq!(
        (&state["over"], &state["solution"]),
        (&json!(false), &Value::Null),
        "the solution is not given away"
    );
    let solution = room.get(&format!("{at}?solution=true"), key).await["solution"].clone();
    let moves = solution["moves"].as_array().unwrap();
    for text in moves {
        let number = room.get(&format!("/api/games/{id}"), key).await["number"].as_u64().unwrap() as usize;
        let (status, done) = room.act(id, key, number, text["text"].clone()).await;
        assert_eq!(status, 200, "{done}");
    }
    // What follows the dice is played as it comes.
    for _ in 0..400 {
        if room.get(&at, key).await["over"] == true {
            break;
        }
        let state = room.get(&format!("/api/games/{id}"), key).await;
        let number = state["number"].as_u64().unwrap() as usize;
        if state["offers"].is_null() || room.act(id, key, number, json!(1)).await.0 != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    let state = room.get(&at, key).await;
    assert_eq!(state["over"], true, "{state}");
    let (chance, best) = (state["chance"].as_f64().unwrap(), solution["chance"].as_f64().unwrap());
    assert!((chance - best).abs() < 1e-9, "{chance} of {best}");
    let (status, body) = room.ask("GET", "/api/puzzles/fury/none/bot", "", None).await;
    assert_eq!(status, 404, "{body}");
    let tried = room.get(&format!("{path}/bot?level=regular"), "").await;
    assert!(tried["chance"].as_f64().unwrap() <= best + 1e-9, "{tried}");
}

#[tokio::test]
async fn an_ordinary_game_is_no_puzzle() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let (status, _) = room.ask("GET", &format!("/api/games/{id}/puzzle"), &keys[0], None).await;
    assert_eq!(status, 404);
    assert!(room.get(&format!("/api/games/{id}"), &keys[0]).await["puzzle"].is_null());
}
