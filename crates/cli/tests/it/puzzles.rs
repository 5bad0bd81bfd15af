//! Every puzzle is proved by the referee: the solution reaches the goal with the chance that is stated, the moves that look as good are
//! worse, and what the strongest quick bots would do is told.

use sandtable_bots::registry::AnyGame;
use sandtable_core::Options;
use sandtable_core::puzzle::{Puzzle, fraction};
use std::process::Command;

fn prove(game: &dyn AnyGame, puzzle: &Puzzle) {
    let (about, id) = (game.about(), &puzzle.id);
    let chance = |text: &str| fraction(text).unwrap();
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let best = game.prove(puzzle, &puzzle.solution).unwrap_or_else(|e| panic!("{} {id}: {e}", about.id));
    assert!(near(best, chance(&puzzle.chance)), "{} {id}: {best}, not {}", about.id, puzzle.chance);
    assert!(best > 0.0, "{} {id} has no solution", about.id);
    assert!(!puzzle.alternatives.is_empty(), "{} {id}: nothing else looks good", about.id);
    for a in &puzzle.alternatives {
        let worse =
            game.prove(puzzle, &a.moves).unwrap_or_else(|e| panic!("{} {id}, {:?}: {e}", about.id, a.moves));
        assert!(
            near(worse, chance(&a.chance)),
            "{} {id}, {:?}: {worse}, not {}",
            about.id,
            a.moves,
            a.chance
        );
        assert!(worse < best - 1e-9, "{} {id}: {:?} is as good", about.id, a.moves);
    }
    // People read names, never ids, and every move of the solution up to the first die is told.
    let told = game.solution(puzzle).unwrap();
    assert_eq!(told.len(), puzzle.solution.len());
    // The rules that the explanation names are there.
    let rules = game.rules();
    let named: Vec<&str> =
        puzzle.explanation.split('(').skip(1).filter_map(|rest| rest.split(')').next()).collect();
    let named: Vec<&str> = named.iter().flat_map(|inside| inside.split(", ")).collect();
    assert!(!named.is_empty(), "{} {id} names no rule", about.id);
    for rule in named {
        assert!(rules.iter().any(|r| r.id == rule), "{} {id}: there is no rule {rule}", about.id);
    }
    for level in ["veteran", "marshal"] {
        let tried = game.try_puzzle(puzzle, level, 1).unwrap_or_else(|e| panic!("{} {id}: {e}", about.id));
        assert!(
            tried.chance <= best + 1e-9,
            "{} {id}: {level} finds {:.4}, better than {best:.4}: {:?}",
            about.id,
            tried.chance,
            tried.moves
        );
        let verdict = if near(tried.chance, best) { "finds it" } else { "misses it" };
        println!("{} {id}: {level} {verdict}, {:.3} of {best:.3}", about.id, tried.chance);
    }
}

fn all(id: &str) {
    let game = sandtable_games::game(id).unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/{id}/data/puzzles"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        Puzzle::read(game.about(), &path.file_stem().unwrap().to_string_lossy(), &text)
            .unwrap_or_else(|e| panic!("{e}"))
    };
    let puzzles: Vec<Puzzle> = files.iter().map(read).collect();
    assert!(puzzles.len() >= 2, "{id} has {} puzzles", puzzles.len());
    for puzzle in &puzzles {
        game.read_position(None, &Options::new(), &puzzle.position)
            .unwrap_or_else(|e| panic!("{id} {}: {e}", puzzle.id));
        prove(&*game, puzzle);
    }
}

#[test]
fn empires_is_proved() {
    all("empires");
}

#[test]
fn lodz_is_proved() {
    all("lodz");
}

#[test]
fn orel_is_proved() {
    all("orel");
}

#[test]
fn drill_is_proved() {
    all("drill");
}

#[test]
fn fury_is_proved() {
    all("fury");
}

#[test]
fn tannenberg_is_proved() {
    all("tannenberg");
}

fn run(args: &[&str]) -> (bool, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap();
    let text = [out.stdout, out.stderr].concat();
    (out.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn the_command_line_lists_shows_and_tries_puzzles() {
    let (ok, list) = run(&["puzzle"]);
    assert!(ok && ["drill", "fury", "tannenberg"].iter().all(|id| list.contains(id)), "{list}");
    let (ok, one) = run(&["puzzle", "drill", "seal"]);
    assert!(ok && one.contains("You play Blue") && !one.contains("Solution"), "{one}");
    let (ok, told) = run(&["puzzle", "drill", "seal", "--solution"]);
    assert!(ok && told.contains("Solution, 66.7 %") && told.contains("(7c)"), "{told}");
    let moves = ["puzzle", "drill", "seal", "--try", "end movement", "attack 0503", "fight"];
    assert_eq!(run(&moves), (true, "end movement, attack 0503, fight: 0.0 %\n".to_string()));
    let (ok, wrong) = run(&["puzzle", "drill", "seal", "--try", "move b-horse to 0101"]);
    assert!(!ok && wrong.contains("move b-horse to 0101"), "{wrong}");
    let (ok, none) = run(&["puzzle", "drill", "nothing"]);
    assert!(!ok && none.contains("seal"), "{none}");
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("p.json");
    assert!(run(&["puzzle", "drill", "seal", "-o", file.to_str().unwrap()]).0);
    let (ok, done) = run(&["do", file.to_str().unwrap(), "move b-horse to 0603", "end movement"]);
    assert!(ok, "{done}");
}
