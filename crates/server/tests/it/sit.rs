//! Guests sit down with an invitation, and nobody else has their keys.

use crate::common::{Room, hot_seat};
use serde_json::{Value, json};

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

/// A game with an open seat: its id, the maker's key, and the invitation.
async fn with_guest(room: &Room) -> (String, String, String) {
    let seats = json!({"ru": {"kind": "me"}, "cp": {"kind": "open"}});
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": seats});
    let (status, made) = room.post("/api/games", "", wish).await;
    assert_eq!(status, 201, "{made}");
    (text(&made["id"]), text(&made["keys"]["ru"]), text(&made["invitations"]["cp"]))
}

async fn sit(room: &Room, id: &str, token: &str) -> (u16, Value) {
    let (status, body) =
        room.post(&format!("/api/games/{id}/sit"), "", json!({"invitations": [token]})).await;
    (status.as_u16(), body)
}

#[tokio::test]
async fn the_maker_of_a_game_has_nothing_that_opens_the_guests_seat() {
    let room = Room::new().await;
    let (id, mine, token) = with_guest(&room).await;
    let path = format!("/api/games/{id}");
    let all = format!("{mine},{token}");
    assert_eq!(room.get(&path, &all).await["yours"], json!(["ru"]));
    let (status, sat) = sit(&room, &id, &token).await;
    assert_eq!(status, 200, "{sat}");
    let guest = text(&sat["keys"]["cp"]);
    assert_eq!(room.get(&path, &guest).await["yours"], json!(["cp"]));
    assert_eq!(room.get(&path, &all).await["yours"], json!(["ru"]));
    // The record holds the dice to come: it is for both together alone.
    for keys in [&all, &guest] {
        assert_eq!(room.ask("GET", &format!("{path}/record"), keys, None).await.0, 403);
        assert_eq!(
            room.post(&format!("{path}/branch"), keys, json!({"at": 0, "seats": hot_seat()})).await.0,
            403
        );
    }
    assert_eq!(room.ask("GET", &format!("{path}/record"), &format!("{mine},{guest}"), None).await.0, 200);
}

#[tokio::test]
async fn an_invitation_is_spent_by_the_first_who_sits_down() {
    let room = Room::new().await;
    let (id, mine, token) = with_guest(&room).await;
    assert_eq!(sit(&room, &id, "0123").await.0, 403);
    // A newer invitation takes the place of the one before, and only players make one.
    assert_eq!(room.post(&format!("/api/games/{id}/invite"), "", json!({})).await.0, 403);
    let (status, newer) = room.post(&format!("/api/games/{id}/invite"), &mine, json!({})).await;
    assert_eq!(status, 200, "{newer}");
    assert_eq!(sit(&room, &id, &token).await.0, 403);
    let token = text(&newer["invitations"]["cp"]);
    assert_eq!(sit(&room, &id, &token).await.0, 200);
    assert_eq!(sit(&room, &id, &token).await.0, 403);
    let (_, none) = room.post(&format!("/api/games/{id}/invite"), &mine, json!({})).await;
    assert_eq!(none["invitations"], json!({}), "the maker cannot take the guest's seat by inviting himself");
    let state = room.again().await.get(&format!("/api/games/{id}"), &mine).await;
    let taken: Vec<_> = state["seats"].as_array().unwrap().iter().map(|s| s["taken"].clone()).collect();
    assert_eq!(taken, [true, true]);
}

#[tokio::test]
async fn another_device_gets_a_key_of_its_own_and_the_database_holds_none() {
    let room = Room::new().await;
    let (id, mine, _) = with_guest(&room).await;
    let (status, more) = room.post(&format!("/api/games/{id}/devices"), &mine, json!({})).await;
    assert_eq!(status, 200, "{more}");
    let second = text(&more["keys"]["ru"]);
    assert_ne!(second, mine);
    for key in [&mine, &second] {
        assert_eq!(room.get(&format!("/api/games/{id}"), key).await["yours"], json!(["ru"]));
    }
    assert_eq!(room.post(&format!("/api/games/{id}/devices"), "", json!({})).await.0, 403);
    for file in ["games.sqlite", "games.sqlite-wal"] {
        let bytes = std::fs::read(room.folder.path().join(file)).unwrap_or_default();
        for key in [&mine, &second] {
            assert!(!bytes.windows(key.len()).any(|w| w == key.as_bytes()), "{file} holds a key");
        }
    }
}
