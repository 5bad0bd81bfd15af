//! The same game once more with sides exchanged: who gets which key, and who gets none.

use crate::common::Room;
use serde_json::{Value, json};

async fn rematch(room: &Room, id: &str, keys: &str) -> (u16, Value) {
    let (status, body) = room.ask("POST", &format!("/api/games/{id}/rematch"), keys, None).await;
    (status.as_u16(), body)
}

async fn change(room: &Room, id: &str, key: &str, change: Value) {
    let (status, body) = room.post(&format!("/api/games/{id}/seat"), key, json!({ "change": change })).await;
    assert_eq!(status, 200, "{body}");
}

#[tokio::test]
async fn each_player_gets_the_key_of_the_other_side_and_no_other() {
    let room = Room::new().await;
    let seats = json!({"cp": {"kind": "open"}, "ru": {"kind": "me"}});
    let (id, keys) = room.game("fury", "campaign", seats).await;
    let [cp, ru] = [&keys[0], &keys[1]];
    change(&room, &id, cp, json!({"person": "Ada"})).await;
    assert_eq!(rematch(&room, &id, ru).await.0, 422, "the game goes on");
    change(&room, &id, cp, json!("resign")).await;
    assert_eq!(rematch(&room, &id, "").await.0, 403, "a watcher has not played");
    assert_eq!(rematch(&room, &id, &"0".repeat(32)).await.0, 403);
    let (status, to_ru) = rematch(&room, &id, ru).await;
    assert_eq!(status, 200, "{to_ru}");
    let (_, to_cp) = rematch(&room, &id, cp).await;
    // Nobody gets a second game by asking again.
    assert_eq!(rematch(&room, &id, ru).await.1["id"], to_ru["id"]);
    assert_eq!(to_ru["id"], to_cp["id"]);
    let sides = |made: &Value| made["keys"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!((sides(&to_ru), sides(&to_cp)), (vec!["cp".to_string()], vec!["ru".to_string()]));
    let next = to_ru["id"].as_str().unwrap();
    let (new_cp, new_ru) = (to_ru["keys"]["cp"].as_str().unwrap(), to_cp["keys"]["ru"].as_str().unwrap());
    let state = room.get(&format!("/api/games/{next}"), new_cp).await;
    assert_eq!((&state["yours"], &state["scenario"]), (&json!(["cp"]), &json!("campaign")));
    assert_eq!(room.get(&format!("/api/games/{next}"), new_ru).await["yours"], json!(["ru"]));
    // Keys of the game before open nothing in this one.
    assert_eq!(room.get(&format!("/api/games/{next}"), &format!("{cp},{ru}")).await["yours"], json!([]));
    let seat = |side: &str| state["seats"].as_array().unwrap().iter().find(|s| s["side"] == side).unwrap();
    assert_eq!((&seat("ru")["person"], &seat("ru")["kind"]), (&json!("Ada"), &json!("open")));
    // Those who played are told where it is; a watcher is not.
    assert_eq!(room.get(&format!("/api/games/{id}"), cp).await["rematch"], json!(next));
    assert_eq!(room.get(&format!("/api/games/{id}"), "").await["rematch"], Value::Null);
    // It is found again by a new program, and after it was deleted there can be another.
    let room = room.again().await;
    assert_eq!(rematch(&room, &id, ru).await.1["id"], to_ru["id"]);
    let both = format!("{new_cp},{new_ru}");
    assert_eq!(room.ask("DELETE", &format!("/api/games/{next}"), &both, None).await.0, 204);
    let (status, again) = rematch(&room, &id, ru).await;
    assert!(status == 200 && again["id"] != to_ru["id"], "{again}");
}

#[tokio::test]
async fn bots_keep_their_level_and_a_seat_that_was_handed_over_goes_back_to_its_player() {
    let room = Room::new().await;
    let seats = json!({"cp": {"kind": "me"}, "ru": {"kind": "bot", "level": "regular"}});
    let (id, keys) = room.game("fury", "campaign", seats).await;
    change(&room, &id, &keys[0], json!("resign")).await;
    let (status, made) = rematch(&room, &id, &keys[0]).await;
    assert_eq!(status, 200, "{made}");
    assert_eq!(made["keys"].as_object().unwrap().keys().collect::<Vec<_>>(), ["ru"]);
    let state = room.get(&format!("/api/games/{}", made["id"].as_str().unwrap()), "").await;
    let seats: Vec<_> =
        state["seats"].as_array().unwrap().iter().map(|s| (&s["side"], &s["kind"], &s["level"])).collect();
    assert!(seats.contains(&(&json!("cp"), &json!("bot"), &json!("regular"))), "{seats:?}");
    assert!(seats.contains(&(&json!("ru"), &json!("me"), &Value::Null)), "{seats:?}");
}
