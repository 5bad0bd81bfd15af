//! A board with its pieces in the terminal.

use sandtable_board::grid::Orientation;
use sandtable_board::hexboard::Manner;
use sandtable_board::{Hex, HexBoard};
use sandtable_core::view::{Counter, View};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::IsTerminal;

const WIDTH: usize = 6;

/// Whether standard output understands colours.
pub fn colours() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// The board: two lines a hex. Above stand the number and a mark for a fortress (`#`, `+` once taken); below the stack: a
/// letter for the side, the strengths added up, `?` for what is hidden, `h` for a headquarters, `!` for disorganised or
/// besieged units.
pub fn board(board: &HexBoard, view: &View, colour: bool) -> String {
    let t = board.topology();
    let mut stacks: BTreeMap<&str, Vec<&Counter>> = BTreeMap::new();
    for counter in &view.counters {
        stacks.entry(&counter.place).or_default().push(counter);
    }
    let grid = t.grid();
    let flat = grid.orientation == Orientation::Flat;
    let (columns, rows) = (grid.width(), grid.height());
    let height = if flat { rows * 2 + 1 } else { rows * 2 };
    let width = columns * WIDTH + if flat { 0 } else { WIDTH / 2 };
    let mut lines = vec![vec![(' ', 0u8); width]; height];
    let top = t.hexes().map(|h| t.centre(h).y).fold(f64::INFINITY, f64::min);
    let left = t.hexes().map(|h| t.centre(h).x).fold(f64::INFINITY, f64::min);
    for hex in t.hexes() {
        let c = t.centre(hex);
        let (x, y) = if flat {
            (((c.x - left) / 0.866).round() as usize * WIDTH, ((c.y - top) * 2.0).round() as usize)
        } else {
            (((c.x - left) * WIDTH as f64).round() as usize, ((c.y - top) / 0.866).round() as usize * 2)
        };
        let number = t.number(hex).to_string();
        let (head, head_colour) = head(board, view, hex, &number);
        let (body, body_colour) = stacks.get(number.as_str()).map_or((ground(board, hex), 2), |s| stack(s));
        for (row, text, shade) in [(y, head, head_colour), (y + 1, body, body_colour)] {
            for (i, ch) in text.chars().take(WIDTH - 1).enumerate() {
                if let Some(cell) = lines.get_mut(row).and_then(|l| l.get_mut(x + i)) {
                    *cell = (ch, shade);
                }
            }
        }
    }
    let mut out = String::new();
    for line in lines {
        let mut shade = 0;
        let text: Vec<(char, u8)> = line;
        let end = text.iter().rposition(|c| c.0 != ' ').map_or(0, |i| i + 1);
        for (ch, s) in &text[..end] {
            if colour && *s != shade {
                let _ = write!(out, "\x1b[{}m", ["0", "1", "2", "31;1", "36;1"][usize::from(*s)]);
                shade = *s;
            }
            out.push(*ch);
        }
        if colour && shade != 0 {
            out.push_str("\x1b[0m");
        }
        out.push('\n');
    }
    out
}

fn head(board: &HexBoard, view: &View, hex: Hex, number: &str) -> (String, u8) {
    let sea = matches!(board.terrain_kind(board.terrain(hex)).manner, Manner::Sea);
    if sea {
        return ("~".to_string(), 2);
    }
    let fort = board.place(hex).is_some_and(|p| p.fortress > 0);
    let taken = view.marks.iter().any(|m| m.place == number && m.what == "taken");
    let siege = view.marks.iter().any(|m| m.place == number && m.what == "siege");
    let mark = match (fort, taken, siege) {
        (true, true, _) => "+",
        (true, _, true) => "%",
        (true, _, _) => "#",
        _ => "",
    };
    (format!("{number}{mark}"), if fort { 1 } else { 2 })
}

fn ground(board: &HexBoard, hex: Hex) -> String {
    match board.terrain_kind(board.terrain(hex)).manner {
        Manner::Mountain => "^^^",
        Manner::Rough | Manner::Hill => ":::",
        Manner::Wood => "%%%",
        Manner::Swamp | Manner::Wetland => "---",
        Manner::Sea | Manner::Lake => "~",
        Manner::Closed => "xxx",
        Manner::Open => "",
    }
    .to_string()
}

fn stack(counters: &[&Counter]) -> (String, u8) {
    let letter = counters[0].side.chars().next().unwrap_or('?').to_ascii_uppercase();
    let strength: i16 = counters.iter().filter(|c| c.branch != "hq").filter_map(|c| c.values.first()).sum();
    let hq = if counters.iter().any(|c| c.branch == "hq") { "h" } else { "" };
    let shaken = counters.iter().any(|c| c.badges.iter().any(|b| matches!(*b, "disorganised" | "besieged")));
    let number = if counters.iter().any(|c| !c.values.is_empty() && c.branch != "hq") {
        strength.to_string()
    } else {
        String::new()
    };
    let hidden = if counters.iter().any(|c| c.branch == "unknown") { "?" } else { "" };
    (
        format!("{letter}{number}{hidden}{hq}{}", if shaken { "!" } else { "" }),
        if letter == 'R' { 3 } else { 4 },
    )
}

/// The pieces of a view as a list, by place.
pub fn pieces(view: &View) -> String {
    let mut by_place: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for c in &view.counters {
        let values: Vec<String> = c.values.iter().map(ToString::to_string).collect();
        let values = if c.branch == "unknown" { "contents unknown".to_string() } else { values.join("-") };
        let badges = if c.badges.is_empty() { String::new() } else { format!(" {}", c.badges.join(" ")) };
        let reduced = if c.reduced && c.branch != "hq" { " reduced" } else { "" };
        // The id, where it is not the name: both can be typed.
        let id = if c.branch == "unknown" || c.id.eq_ignore_ascii_case(&c.name.replace(' ', "-")) {
            String::new()
        } else {
            format!(" [{}]", c.id)
        };
        by_place.entry(&c.place).or_default().push(format!("{}{id} ({}{reduced}{badges})", c.name, values));
    }
    by_place.iter().fold(String::new(), |mut out, (place, names)| {
        let _ = writeln!(out, "{place}: {}", names.join(", "));
        out
    })
}

/// What lies on the board beside the pieces, a line for each kind: works, sieges, bridges, depots.
pub fn marks(view: &View) -> String {
    let mut by_kind: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for m in &view.marks {
        by_kind.entry((m.what, m.side)).or_default().push(&m.place);
    }
    by_kind.iter().fold(String::new(), |mut out, ((what, side), places)| {
        let whose = if side.is_empty() { String::new() } else { format!(" of {side}") };
        let _ = writeln!(out, "{what}{whose}: {}", places.join(" "));
        out
    })
}
