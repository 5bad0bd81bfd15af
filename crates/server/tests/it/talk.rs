//! Notes, and what those who watch say to each other.

use crate::common::{Room, hot_seat};
use serde_json::json;

#[tokio::test]
async fn notes_are_read_by_those_who_play_the_seat_alone() {
    let room = Room::new().await;
    let seats = json!({"cp": {"kind": "me"}, "ru": {"kind": "open"}});
    let (id, keys) = room.game("fury", "campaign", seats).await;
    let path = format!("/api/games/{id}/notes");
    let written = room.post(&path, &keys[0], json!({"text": "hold Ivangorod"})).await;
    assert_eq!(written.0, 204);
    assert_eq!(room.get(&path, &keys[0]).await["text"], "hold Ivangorod");
    assert_eq!(room.get(&path, &keys[1]).await["text"], "");
    assert_eq!(room.ask("GET", &path, "", None).await.0, 403);
    assert_eq!(room.ask("GET", &format!("{path}?side=cp"), &keys[1], None).await.0, 403);
    assert_eq!(room.post(&path, &keys[0], json!({"text": "x".repeat(20_001)})).await.0, 400);
    let room = room.again().await;
    assert_eq!(room.get(&path, &keys[0]).await["text"], "hold Ivangorod");
    // They go with the game.
    let both = keys.join(",");
    assert_eq!(room.ask("DELETE", &format!("/api/games/{id}"), &both, None).await.0, 204);
    assert_eq!(room.ask("GET", &path, &keys[0], None).await.0, 404);
}

#[tokio::test]
async fn somebody_joins_a_seat_that_is_played_already() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let path = format!("/api/games/{id}");
    assert_eq!(room.post(&format!("{path}/team"), "", json!({})).await.0, 403);
    let (status, made) = room.post(&format!("{path}/team"), &keys[0], json!({})).await;
    assert_eq!(status, 200, "{made}");
    let token = made["invitations"]["cp"].clone();
    let sit = json!({"invitations": [token]});
    let (status, sat) = room.post(&format!("{path}/sit"), "", sit.clone()).await;
    assert_eq!(status, 200, "{sat}");
    let key = sat["keys"]["cp"].as_str().unwrap();
    for key in [key, &keys[0]] {
        assert_eq!(room.get(&path, key).await["yours"], json!(["cp"]));
    }
    assert_eq!(room.post(&format!("{path}/sit"), "", sit).await.0, 403, "an invitation is for one");
}
