//! `play` in the terminal.

use crate::boards::{self, Board};
use crate::setup::SetupArgs;
use crate::table::{fail, fresh_seed, line, playing};
use crate::{Failure, files, hint, terminal};
use clap::Args;
use sandtable_bots::advice::Why;
use sandtable_bots::any_session::{AnySession, Pick};
use sandtable_bots::registry::AnyGame;
use sandtable_core::game::{Line, for_people, victory_text};
use sandtable_core::session::seeded;
use sandtable_core::view::{Viewer, side_ids};
use sandtable_core::{Decision, Side};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct PlayArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// A side that the program plays, as in cp=regular; the rest is yours
    #[arg(long = "bot", value_name = "SIDE=LEVEL")]
    bots: Vec<String>,
    /// The sides that you play, as in fr,gb; the strongest bots take those that no --bot names
    #[arg(long, value_delimiter = ',', value_name = "SIDES")]
    me: Vec<String>,
    /// Seed of the dice
    #[arg(long)]
    seed: Option<u64>,
    /// Say after each decision of a bot that plans why it was taken: its plan, what it hopes and fears, what it weighed.
    /// In a game with secrets this shows you what your opponent knows and intends; without it you see none of that
    #[arg(long)]
    explain: bool,
    /// Keep the game in this file, move by move
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const HELP: &str = "A number or the text of an action takes it. Also:
  ?          this help            list       every legal action
  board      the board            pieces     where everything is
  odds N     exact odds of N      undo       take the last action back
  hint       what a strong bot would do in your place, and why; `hint LEVEL` asks a level, as in `hint analysis:30s`
  as SIDE    decide for another of your sides that must
  quit       stop (with -o the game is kept)
On the board R13h! is a Russian stack of strength 13 with a headquarters, ! something in it disorganised or besieged;
? something hidden; a number with # is a fortress, with % besieged, with + taken; ^^^ mountains, ::: difficult
ground, ~ sea.";

pub fn play(args: &PlayArgs) -> Result<(), Failure> {
    let (game, options) = args.setup.open()?;
    let bots = bots(&*game, args)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let people = playing(game.about(), &args.setup.scenario).iter().any(|side| !bots.contains_key(*side));
    let options = if people { for_people(game.about(), options) } else { options };
    let session = game.begin(&args.setup.scenario, options, seeded(seed), None).map_err(fail)?;
    let file = args.output.as_deref();
    let (explain, chosen, said) = (args.explain, None, BTreeMap::new());
    let mut table = TerminalGame { game: &*game, session, bots, seed, file, explain, chosen, said };
    table.play(&mut std::io::stdin().lock(), &mut std::io::stdout())
}

/// The level of each side that the program plays.
fn bots(game: &dyn AnyGame, args: &PlayArgs) -> Result<BTreeMap<String, String>, Failure> {
    let sides = playing(game.about(), &args.setup.scenario);
    let mut bots = BTreeMap::new();
    for word in &args.bots {
        let (side, level) = word
            .split_once('=')
            .ok_or_else(|| Failure::new(format!("--bot `{word}` should read SIDE=LEVEL")))?;
        if !sides.contains(&side) || game.thinks(level).is_err() {
            return Err(Failure::new(format!(
                "--bot `{word}`: sides are {}, levels {}",
                sides.join(", "),
                game.levels().join(", ")
            )));
        }
        bots.insert(side.to_string(), level.to_string());
    }
    if let Some(me) = args.me.iter().find(|me| !sides.contains(&me.as_str()) || bots.contains_key(*me)) {
        return Err(Failure::new(format!("--me `{me}`: sides are {}, and no bot's", sides.join(", "))));
    }
    if !args.me.is_empty() {
        let rest = sides.into_iter().filter(|s| !args.me.iter().any(|me| me == s));
        for side in rest {
            bots.entry(side.to_string()).or_insert(game.strongest().to_string());
        }
    }
    Ok(bots)
}

/// A game at a terminal: one person or several before it, bots for the other sides.
struct TerminalGame<'a> {
    game: &'a dyn AnyGame,
    session: Box<dyn AnySession>,
    bots: BTreeMap<String, String>,
    seed: u64,
    file: Option<&'a Path>,
    /// Whether bots say why they do what they do.
    explain: bool,
    /// The side that you want to decide for, if several of yours must.
    chosen: Option<String>,
    /// What the bot of each side has said last of its reasons.
    said: BTreeMap<String, Why>,
}

fn broken(e: std::io::Error) -> Failure {
    Failure::new(e.to_string())
}

impl TerminalGame<'_> {
    fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        let about = self.game.about();
        writeln!(out, "{} · type ? for help", about.title).map_err(broken)?;
        let mut shown = (String::new(), "");
        loop {
            let sides = match self.session.decision(Viewer::All) {
                Decision::Decide { sides, .. } => side_ids(about, sides),
                Decision::Over(o) => {
                    self.keep()?;
                    let end = match o.winner.map(|w| about.side_id(w)) {
                        Some(winner) => format!("{winner}: {}", victory_text(o.level, winner)),
                        None => format!("nobody wins: {}", o.level),
                    };
                    return writeln!(out, "{end}").map_err(broken);
                }
            };
            // Bots choose first where several must: they are shown nothing of what the others choose.
            if let Some(side) = sides.iter().find(|s| self.bots.contains_key(**s)) {
                self.bot(side, out)?;
                continue;
            }
            // A person may stop here, so this is what is kept.
            self.keep()?;
            let wanted = |s: &&&str| self.chosen.as_deref() == Some(**s);
            let side = sides.iter().find(wanted).or(sides.first()).copied().unwrap_or("");
            let viewer = about.side(side).map_or(Viewer::Watcher, Viewer::Side);
            let now = (self.session.view(viewer).moment, if about.open { "" } else { side });
            if now != shown {
                shown = now;
                self.draw(viewer, out)?;
            }
            if let Decision::Decide { what, rule, .. } = self.session.decision(viewer) {
                self.ask(side, what, rule, out).map_err(broken)?;
            }
            let mut line = String::new();
            if input.read_line(&mut line).map_err(broken)? == 0 {
                return Ok(());
            }
            let word = line.trim();
            if word == "quit" {
                return Ok(());
            }
            self.obey(side, &sides, word, out)?;
        }
    }

    fn keep(&self) -> Result<(), Failure> {
        let Some(path) = self.file else { return Ok(()) };
        files::replace(path, &self.session.record().to_text())
            .map_err(|e| Failure::new(format!("{}: {e}", path.display())))
    }

    fn bot(&mut self, id: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let about = self.game.about();
        let (side, level) = (self.side(id), self.bots.get(id).cloned().unwrap_or_default());
        // Bots of the same level must not all choose alike.
        let seed = self.seed ^ (u64::from(side.0) + 1).wrapping_mul(0x9E37_79B9);
        let moved = self.session.bot(side, &level, seed, self.explain).map_err(fail)?;
        if about.open {
            writeln!(out, "{id}: {}", moved.text).map_err(broken)?;
            self.reasons(id, moved.why, out)?;
            return log(&moved.lines, out);
        }
        writeln!(out, "{id} has decided").map_err(broken)?;
        self.reasons(id, moved.why, out)?;
        let seen = self.session.last_step(self.witness());
        log(&seen.map_or(vec![], |step| step.lines), out)
    }

    /// A side by its id.
    fn side(&self, id: &str) -> Side {
        self.game.about().side(id).unwrap_or(Side(0))
    }

    /// Why a bot did what it did last, as far as it has not been said; nothing if nobody asked for reasons.
    fn reasons(&mut self, id: &str, why: Option<Why>, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(why) = why else { return Ok(()) };
        let new = why.since(self.said.get(id));
        hint::why_lines(&new).iter().try_for_each(|l| writeln!(out, "{l}")).map_err(broken)?;
        self.said.insert(id.to_string(), why);
        Ok(())
    }

    /// What a level would do for a side.
    fn hint(&self, side: Side, level: Option<&str>) -> String {
        match hint::advise(self.game, &*self.session, Some(side), level) {
            Ok((level, hint)) => hint::hint_text(&level, &hint),
            Err(e) => format!("no: {}", e.message),
        }
    }

    /// Whose log of a bot's move is printed: that of the only side that a person plays; what is open to all where there
    /// are several.
    fn witness(&self) -> Viewer {
        let about = self.game.about();
        let mut persons =
            about.sides_of(&self.session.head().scenario).filter(|(_, s)| !self.bots.contains_key(s.id));
        match (persons.next(), persons.next()) {
            (Some((side, _)), None) => Viewer::Side(side),
            _ => Viewer::Watcher,
        }
    }

    fn ask(&self, side: &str, what: &str, rule: &str, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{side}: {what} [{rule}]")?;
        let list = self.session.actions(self.side(side), Pick::All);
        if list.len() <= 24 {
            for a in &list {
                writeln!(out, "{:>5}  {}", a.number, a.text)?;
            }
        } else {
            let first = &list[0].text;
            writeln!(out, "  {} actions: `list` shows them, or type one, as in `{first}`", list.len())?;
        }
        write!(out, "> ")?;
        out.flush()
    }

    /// Does what a person says who decides for a side.
    fn obey(&mut self, id: &str, asked: &[&str], word: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let side = self.side(id);
        let viewer = Viewer::Side(side);
        let answer = match word {
            "" => return Ok(()),
            "?" | "help" => HELP.to_string(),
            "board" => return self.draw(viewer, out),
            "pieces" => terminal::pieces(&self.session.view(viewer)).trim_end().to_string(),
            "list" => {
                let list = self.session.actions(side, Pick::All);
                list.iter().map(|a| format!("{:>5}  {}", a.number, a.text)).collect::<Vec<_>>().join("\n")
            }
            "hint" => self.hint(side, None),
            "undo" if self.session.last_move().is_some_and(|m| self.bots.contains_key(&m.entry.side)) => {
                "no: the last move is not yours: the other side has moved since".to_string()
            }
            "undo" => match self.session.undo() {
                Ok(()) => "taken back".to_string(),
                Err(e) => format!("no: {e}"),
            },
            _ => {
                if let Some(action) = word.strip_prefix("odds ") {
                    match self.session.forecast(side, &action.into()) {
                        Ok(chances) => {
                            let odds = |c: &sandtable_core::forecast::Chance| {
                                format!("{:>6.2} %  {}", 100.0 * c.probability, c.outcome)
                            };
                            chances.iter().map(odds).collect::<Vec<_>>().join("\n")
                        }
                        Err(e) => format!("no: {e}"),
                    }
                } else if let Some(level) = word.strip_prefix("hint ") {
                    self.hint(side, Some(level.trim()))
                } else if let Some(other) = word.strip_prefix("as ") {
                    if asked.contains(&other) {
                        self.chosen = Some(other.to_string());
                        return Ok(());
                    }
                    format!("no: {} must decide, not `{other}`", asked.join(" and "))
                } else {
                    match self.session.act(side, &word.into(), None) {
                        Ok(lines) => return log(&lines, out),
                        Err(e) => format!("no: {e}"),
                    }
                }
            }
        };
        writeln!(out, "{answer}").map_err(broken)
    }

    fn draw(&self, viewer: Viewer, out: &mut dyn Write) -> Result<(), Failure> {
        let view = self.session.view(viewer);
        let mut text = format!("{}\n", view.moment);
        if let Ok(Board::Hexes(board)) = boards::load(view.board) {
            text.push_str(&terminal::board(&board, &view, terminal::colours()));
        }
        let tracks: Vec<_> = view.tracks.iter().map(|t| format!("{} {}", t.name, t.value)).collect();
        writeln!(out, "{text}{}", tracks.join(" · ")).map_err(broken)
    }
}

fn log(lines: &[Line], out: &mut dyn Write) -> Result<(), Failure> {
    lines.iter().try_for_each(|l| writeln!(out, "{}", line(l))).map_err(broken)
}

#[cfg(test)]
#[path = "../../core/tests/it/auction/mod.rs"]
mod auction;

#[cfg(test)]
mod tests {
    use super::auction::Auction;
    use super::*;
    use sandtable_bots::levels::Levels;
    use sandtable_bots::registry::Registered;
    use sandtable_core::Options;
    use std::sync::Arc;

    /// What is printed for a script, with the record that comes of it.
    fn played(bots: &[&str], script: &str) -> (String, String) {
        let game = Registered {
            game: Arc::new(Auction),
            rules: Vec::new,
            levels: Levels { scripts: &[], planner: None, judge: None },
            tune: None,
        };
        let session = game.begin("short", Options::new(), seeded(2), None).unwrap_or_else(|e| panic!("{e}"));
        let bots = bots.iter().map(|b| (b.to_string(), "recruit".to_string())).collect();
        let mut table = TerminalGame {
            game: &game,
            session,
            bots,
            seed: 2,
            file: None,
            explain: false,
            chosen: None,
            said: BTreeMap::new(),
        };
        let mut out = Vec::new();
        let done = table.play(&mut script.as_bytes(), &mut out);
        assert!(done.is_ok());
        (String::from_utf8_lossy(&out).into_owned(), table.session.record().to_text())
    }

    #[test]
    fn two_sides_by_hand_and_a_bot_for_the_third() {
        let script = "as c\nbid 5\nundo\nbid 4\nas b\nbid 3\nas a\nbid 1\nbid 2\n";
        let (out, record) = played(&["b"], script);
        let movers: Vec<_> = record.split("{\"side\":\"").skip(1).map(|m| &m[..1]).collect();
        assert_eq!(movers, ["b", "c", "a", "b", "a", "c"], "{out}");
        assert!(out.contains("taken back") && out.contains("victory"), "{out}");
        assert!(out.contains("b has decided") && !out.contains("b: bid"), "{out}");
        assert!(out.contains("no: a must decide, not `b`"), "{out}");
        // The same words give the same game.
        assert_eq!(played(&["b"], script).1, record);
    }

    #[test]
    fn a_bots_move_is_not_taken_back() {
        let (out, record) = played(&["b", "c"], "undo\n");
        assert!(out.contains("no: the last move is not yours"), "{out}");
        assert_eq!(record.matches("{\"side\":").count(), 2);
        let seals = record.matches("\"seal\":{").count();
        assert_eq!(seals, 2, "{record}");
    }
}
