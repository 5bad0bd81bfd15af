//! What the table sends to a side says nothing of what the side may not know: two tables that differ only in that answer alike
//! to whatever it asks and does.

use crate::common::Room;
use axum::http::StatusCode;
use sandtable_bots::levels::Levels;
use sandtable_bots::registry::Registered;
use sandtable_core::dice::Seeded;
use sandtable_core::game::{ENDS, known_to};
use sandtable_core::guide::Guide;
use sandtable_core::plan::Planned;
use sandtable_core::position_file::{self, Setting};
use sandtable_core::session::seeded;
use sandtable_core::{Decision, Options, Session, Side};
use sandtable_empires::Empires;
use sandtable_tannenberg::Tannenberg;
use serde_json::{Value, json};
use std::sync::Arc;

/// One of two tables: what it is, and the same game beside it, to see what came to light.
struct Table<G: Guide> {
    id: String,
    key: String,
    session: Session<G>,
}

/// How many of a side's moves are compared on a pair of tables.
const MOVES: usize = 6;

/// The sides that must decide.
fn deciding<G: Guide>(session: &Session<G>) -> Vec<Side> {
    match session.to_decide() {
        Decision::Decide { sides, .. } => sides.iter().collect(),
        Decision::Over(_) => vec![],
    }
}

async fn table<G: Guide>(
    room: &Room,
    game: &Arc<G>,
    setting: Setting<'_>,
    p: &G::Position,
    side: Side,
) -> Table<G> {
    let text = position_file::write(&**game, setting, p).unwrap();
    let session =
        Session::new(game.clone(), setting.scenario, Options::new(), seeded(7), Some(text)).unwrap();
    let seats: serde_json::Map<String, Value> = game
        .about()
        .sides_of(setting.scenario)
        .map(|(_, about)| (about.id.to_string(), json!({"kind": "me"})))
        .collect();
    // Both with the same dice: what is taken in from a file would go on with dice of its own.
    let ends = game.about().options.iter().any(|o| o.name == ENDS);
    let options = if ends { json!({ENDS: "auto"}) } else { json!({}) };
    let wish = json!({"game": game.about().id, "scenario": setting.scenario, "options": options, "seed": 7,
                      "position": session.record().head.position, "seats": seats});
    let (status, made) = room.post("/api/games", "", wish).await;
    assert_eq!(status, 201, "{made}");
    let key = made["keys"][game.about().side_id(side)].as_str().unwrap().to_string();
    Table { id: made["id"].as_str().unwrap().to_string(), key, session }
}

/// What a table answers, without its name and its seals, which are its own.
fn plain<G: Guide>(table: &Table<G>, (status, body): (StatusCode, Value)) -> (StatusCode, Value) {
    let text = body.to_string().replace(&table.id, "ID");
    let mut body: Value = serde_json::from_str(&text).unwrap();
    if let Some(fields) = body.as_object_mut() {
        fields.remove("seals");
    }
    (status, body)
}

/// Asks both tables the same; the answer, if they agree.
async fn both<G: Guide>(
    room: &Room,
    pair: &[Table<G>; 2],
    path: &str,
    body: Option<Value>,
    at: &str,
) -> (StatusCode, Value) {
    let mut answers = Vec::new();
    for table in pair {
        let method = if body.is_some() { "POST" } else { "GET" };
        let path = format!("/api/games/{}{path}", table.id);
        answers.push(plain(table, room.ask(method, &path, &table.key, body.clone()).await));
    }
    let second = answers.pop().unwrap();
    assert_eq!(answers[0], second, "{at}: `{path}` {body:?} tells two tables apart");
    second
}

/// Everything that a side can ask of a table.
async fn ask_all<G: Guide>(room: &Room, pair: &[Table<G>; 2], at: &str) -> Value {
    let (_, state) = both(room, pair, "", None, at).await;
    for path in ["/history", "/record", "/actions", "/can?place=1", "/position"] {
        both(room, pair, path, None, at).await;
    }
    for counter in state["view"]["counters"].as_array().unwrap().iter().step_by(9) {
        let piece = counter["id"].as_str().unwrap().replace(' ', "%20");
        both(room, pair, &format!("/traces?piece={piece}"), None, at).await;
        both(room, pair, &format!("/can?piece={piece}"), None, at).await;
    }
    let after = &state["number"];
    for action in ["nonsense", "end everything"] {
        both(room, pair, "/actions", Some(json!({"after": after, "action": action})), at).await;
    }
    both(room, pair, "/hint", Some(json!({"level": "recruit"})), at).await;
    // How the game went is told of what is hidden too, so nobody is told while it goes on.
    for (path, wish) in [
        ("/analysis", json!({"seconds": 1})),
        ("/analysis/then", json!({"at": 0, "side": "de", "level": "recruit"})),
    ] {
        assert_eq!(both(room, pair, path, Some(wish), at).await.0, 403, "{at}: {path}");
    }
    assert_eq!(both(room, pair, "/analysis", None, at).await.0, 403, "{at}");
    state
}

async fn tables_are_alike<G: Planned + Guide>(game: G, scenario: &str, side: &str, steps: usize) {
    let side = game.about().side(side).unwrap();
    let registered = Registered {
        game: Arc::new(game),
        rules: Vec::new,
        levels: Levels { scripts: &[], planner: None, judge: None },
        tune: None,
    };
    let game = registered.game.clone();
    let room = Room::of(vec![Arc::new(registered)]).await;
    let options = Options::new();
    let setting = Setting { scenario, options: &options };
    let mut dice = Seeded::new(3);
    let mut chance = Seeded::new(4);
    let mut p = game.start(scenario, &options, &mut dice).unwrap();
    let (mut pairs, mut compared) = (0, 0);
    for step in 0..steps {
        let Some(mover) = game.to_decide(&p).side() else { break };
        if mover == side && step % 5 == 0 && pairs < 12 {
            let known = known_to(&*game, &p, side).into_owned();
            let other = game.resample(&known, side, &mut chance);
            if other != p && *known_to(&*game, &other, side) == known && game.sound(&other).is_ok() {
                pairs += 1;
                let mut pair = [
                    table(&room, &game, setting, &p, side).await,
                    table(&room, &game, setting, &other, side).await,
                ];
                compared +=
                    play_on(&room, &mut pair, side, &mut chance, &format!("{scenario}, step {step}")).await;
            }
        }
        let known = known_to(&*game, &p, mover).into_owned();
        let action = game.sample(&known, mover, &mut |n| chance.below(n), &mut Vec::new()).unwrap();
        game.apply(&mut p, mover, &action, &mut dice, &mut Vec::new());
    }
    assert!(pairs > 3 && compared > 10, "{pairs} pairs, {compared} moves");
}

/// The side moves at both tables until something comes to light or another side must decide.
async fn play_on<G: Guide>(
    room: &Room,
    pair: &mut [Table<G>; 2],
    side: Side,
    chance: &mut Seeded,
    at: &str,
) -> usize {
    for moves in 0..MOVES {
        if pair.iter().any(|t| deciding(&t.session) != [side]) {
            return moves;
        }
        let state = ask_all(room, pair, at).await;
        let game = pair[0].session.shared().clone();
        let known = pair[0].session.known(side).into_owned();
        let action = game.sample(&known, side, &mut |n| chance.below(n), &mut Vec::new()).unwrap();
        let at = format!("{at}: {}", game.describe(&known, &action));
        let wish = json!({"after": state["number"], "action": serde_json::to_value(action).unwrap()});
        both(room, pair, "/odds", Some(wish.clone()), &at).await;
        for table in pair.iter_mut() {
            table.session.act(side, action, None).unwrap();
        }
        let shown = |t: &Table<G>| t.session.events().iter().any(|e| game.reveals(e, side));
        if pair.iter().any(shown) {
            return moves;
        }
        both(room, pair, "/actions", Some(wish), &at).await;
    }
    MOVES
}

#[tokio::test]
async fn tables_that_differ_in_gruppen_answer_alike() {
    tables_are_alike(Tannenberg::new().unwrap(), "tannenberg", "ru", 400).await;
}

#[tokio::test]
async fn tables_that_differ_in_corps_answer_alike() {
    for side in ["fr", "au"] {
        tables_are_alike(Empires::new().unwrap(), "ulm1805", side, 400).await;
    }
}
