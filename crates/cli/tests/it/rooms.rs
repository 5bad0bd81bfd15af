//! The same concern has the same name in every game: what ARCHITECTURE.md calls the rooms of a game.

use std::path::Path;

/// The modules that a game may have at the top of its crate.
const ROOMS: [&str; 14] = [
    "about", "bot", "charts", "data", "file", "game", "guide", "outcome", "play", "position", "set_up",
    "sound", "view", "words",
];
/// Those that no game can do without.
const NEEDED: [&str; 7] = ["about", "bot", "data", "game", "guide", "play", "view"];

#[test]
fn all_games_have_the_same_rooms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the page");
    for room in ROOMS {
        assert!(page.contains(&format!("| `{room}` |")), "ARCHITECTURE.md does not say what `{room}` holds");
    }
    let games: Vec<_> = std::fs::read_dir(root.join("crates/games"))
        .expect("a folder")
        .map(|g| g.expect("a game").path())
        .collect();
    assert!(games.len() >= 6, "{games:?}");
    for game in games {
        let files = std::fs::read_dir(game.join("src")).expect("a folder");
        let mut found: Vec<String> = files
            .map(|f| f.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned())
            .filter(|name| name != "lib")
            .collect();
        found.sort();
        found.dedup();
        let odd: Vec<_> = found.iter().filter(|name| !ROOMS.contains(&name.as_str())).collect();
        assert!(odd.is_empty(), "{}: {odd:?} are no rooms of a game; see ARCHITECTURE.md", game.display());
        let missing: Vec<_> = NEEDED.iter().filter(|room| !found.contains(&room.to_string())).collect();
        assert!(missing.is_empty(), "{}: {missing:?} are missing", game.display());
    }
}
