//! The optional events: `events.toml` (orel 6).

use super::{Class, Source, charts, rule_id, side};
use sandtable_datafile::DataFault;
use serde::Deserialize;

/// How an event comes to be (orel 6c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Nothing happens.
    None,
    /// Suffered, at once or, where `delayed`, in the owner's next recruitment phase (orel 6.1c).
    Suffered,
    /// Kept and played by the owner (orel 6.2a).
    Controlled,
}

/// Who picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picker {
    /// The side whose event it is.
    Owner,
    /// The other side.
    Opponent,
    /// Nobody: all.
    Nobody,
}

/// What an event does; the code behind each is one of the effects that `events.toml` describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventEffect {
    /// Nothing.
    Nothing,
    /// TQ of all units of a formation changes until the end of the opponent's next player turn.
    Quality,
    /// A unit that fails a TQ check loses steps, and some of them may be prisoners.
    Desert,
    /// Points, now or in the next recruitment phase.
    Points,
    /// A unit in command is out of it for the turn.
    OutOfCommand,
    /// An enemy unit near own cavalry suffers as the list says.
    Raid,
    /// A unit passes its Cohesion and Morale checks in a combat.
    Speech,
    /// A unit out of command is in command for the turn.
    Initiative,
    /// A Barrage is observed from afar, with a number on the dice.
    Air,
    /// A roll is made again.
    Reroll,
}

/// An event of a side's list.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct EventDef {
    pub id: String,
    pub side: u8,
    pub title: String,
    pub about: String,
    pub rule: &'static str,
    /// Rolls, 1 to 100.
    pub from: u8,
    pub to: u8,
    pub kind: EventKind,
    pub effect: EventEffect,
    /// In the owner's next recruitment phase instead of at once.
    pub delayed: bool,
    /// The printed game has a marker for it (orel 6.2c).
    pub marker: bool,
    /// Controlled, but to be played at once.
    pub at_once: bool,
    pub formation_by: Picker,
    /// Nobody where it befalls all units of the formation.
    pub units_by: Picker,
    /// Befalls a unit of the other side.
    pub on_enemy: bool,
    /// Classes that it can befall; empty for all.
    pub classes: Vec<Class>,
    /// Highest TQ that it can befall; 0 for any.
    pub tq_upto: u8,
    pub tq: i8,
    pub steps: i8,
    pub points: i8,
    pub dice: i8,
    pub prisoners: u8,
    /// d6 from which a raid succeeds.
    pub die_from: u8,
    /// Hexes from friendly cavalry to the unit that is raided.
    pub within: u8,
    /// Hexes from the guns to a target that is observed from the air.
    pub range: u8,
    /// Whether the event takes the place of Cohesion and Morale dice alone.
    pub morale_only: bool,
}

#[derive(Deserialize)]
struct File {
    general: General,
    event: Vec<Row>,
}

#[derive(Deserialize)]
struct General {
    last_step_safe: bool,
    opponent_picks: String,
    owner_picks: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    side: String,
    #[serde(rename = "row")]
    _row: u8,
    id: String,
    from: u8,
    to: u8,
    #[serde(rename = "type")]
    kind: String,
    marker: bool,
    rule: String,
    #[serde(rename = "source")]
    _source: String,
    #[serde(rename = "source_roll")]
    _source_roll: String,
    #[serde(rename = "source_effect")]
    _source_effect: String,
    #[serde(rename = "found")]
    _found: Option<String>,
    #[serde(rename = "how_ours")]
    _how_ours: Option<String>,
    title: String,
    #[serde(default)]
    about: String,
    formation: Option<String>,
    units: Option<u8>,
    units_by: Option<String>,
    #[serde(default)]
    classes: Vec<String>,
    #[serde(default)]
    tq_upto: u8,
    #[serde(default)]
    in_command: bool,
    target: Option<String>,
    target_by: Option<String>,
    when: Option<String>,
    check: Option<String>,
    #[serde(default)]
    die_from: u8,
    #[serde(default)]
    within: u8,
    #[serde(default)]
    range: u8,
    #[serde(default)]
    tq: i8,
    #[serde(default)]
    steps: i8,
    #[serde(default)]
    points: i8,
    #[serde(default)]
    dice: i8,
    dice_of: Option<String>,
    #[serde(default)]
    prisoners: u8,
    prisoners_to: Option<String>,
    #[serde(default)]
    out_of_command: bool,
    gives: Option<String>,
    #[serde(default)]
    either: Vec<String>,
    #[serde(default)]
    observed: bool,
    #[serde(default)]
    passes: Vec<String>,
    #[serde(default)]
    reroll: Vec<String>,
    until: Option<String>,
}

/// Reads `events.toml`.
pub(super) fn read(text: &str) -> Result<Vec<EventDef>, DataFault> {
    let source = Source { file: "events.toml", text };
    let file: File = source.parse()?;
    let general = |key: &str, what: &str| source.fault("[general]", key, what);
    if !file.general.last_step_safe {
        return Err(general("last_step_safe", "an event never takes a unit's last step"));
    }
    if file.general.opponent_picks != "formation" || file.general.owner_picks != "units" {
        return Err(general("_picks =", "the opponent picks the formation, the owner the units (6.1a)"));
    }
    let heads: Vec<usize> =
        text.lines().enumerate().filter(|(_, l)| l.starts_with("[[event]]")).map(|(i, _)| i).collect();
    // A complaint stands on the line of a key of the event.
    let fault = |event: usize, (key, what): Wrong| {
        let first = heads.get(event).copied().unwrap_or(0);
        let line = text.lines().skip(first).position(|l| l.starts_with(key)).unwrap_or(0);
        DataFault::new(source.file, (first + line) as u64 + 1, what)
    };
    let mut out = Vec::new();
    let mut next = [1; 2];
    for (i, row) in file.event.into_iter().enumerate() {
        let e = event(row).map_err(|wrong| fault(i, wrong))?;
        let due = &mut next[usize::from(e.side)];
        if e.from != *due || e.to < e.from || e.to > 100 {
            let what = format!("rolls of a side run from 1 to 100 without a gap: {due} comes next");
            return Err(fault(i, ("from", what)));
        }
        *due = e.to + 1;
        out.push(e);
    }
    if let Some(due) = next.into_iter().find(|n| *n != 101) {
        return Err(source.fault("[[event]]", "", format!("a roll of {due} has no event")));
    }
    Ok(out)
}

/// A key of the event, and what is wrong with it.
type Wrong = (&'static str, String);

fn event(row: Row) -> Result<EventDef, Wrong> {
    let side = side(&row.side).ok_or_else(|| ("side", format!("`{}` is no side", row.side)))?;
    let rule =
        rule_id(&row.rule).ok_or_else(|| ("rule", format!("`{}` is no rule of the catalogue", row.rule)))?;
    let kind = match row.kind.as_str() {
        "none" => EventKind::None,
        "suffered" => EventKind::Suffered,
        "controlled" => EventKind::Controlled,
        other => return Err(("type", format!("`{other}` should be none, suffered or controlled"))),
    };
    let when = row.when.as_deref().unwrap_or("");
    let delayed = kind == EventKind::Suffered && when == "next own recruitment phase";
    if kind == EventKind::Suffered && !delayed && !when.is_empty() {
        return Err((
            "when",
            "a suffered event comes at once or in the next own recruitment phase".to_string(),
        ));
    }
    let effect = effect(&row, kind)?;
    let wanted = match effect {
        EventEffect::Quality | EventEffect::Raid => Some("opponent"),
        EventEffect::OutOfCommand | EventEffect::Initiative => Some("turn"),
        _ => None,
    };
    if row.until.as_deref() != wanted {
        return Err(("until", format!("such an event lasts: {}", wanted.unwrap_or("no time"))));
    }
    if row.in_command != (effect == EventEffect::OutOfCommand) {
        return Err(("in_command", "a unit that falls out of command was in command".to_string()));
    }
    let picker = |key: &'static str, word: &Option<String>| match word.as_deref() {
        None => Ok(Picker::Nobody),
        Some("owner") => Ok(Picker::Owner),
        Some("opponent") => Ok(Picker::Opponent),
        Some(other) => Err((key, format!("`{other}` should be owner or opponent"))),
    };
    let formation_by = picker("formation", &row.formation)?;
    let units_by = match &row.target {
        Some(_) => picker("target_by", &row.target_by)?,
        None => picker("units_by", &row.units_by)?,
    };
    if matches!(row.units, Some(n) if n > 1) || (row.units == Some(1)) != row.units_by.is_some() {
        return Err((
            "units",
            "an event befalls all units of a formation, or one that somebody picks".to_string(),
        ));
    }
    let mut classes = Vec::new();
    for word in &row.classes {
        let meant = charts::classes(word);
        classes.extend(meant.ok_or_else(|| ("classes", format!("`{word}` is no class")))?);
    }
    let on_enemy = match row.target.as_deref() {
        Some("enemy unit near own cavalry") => true,
        Some("enemy combat unit next to an own unit") => {
            classes.extend(Class::ALL.into_iter().filter(|c| c.is_combat()));
            true
        }
        None | Some("own unit in the combat" | "own unit out of command") => false,
        Some(other) => return Err(("target", format!("`{other}` is no target that is known"))),
    };
    // The enemy of the unit that loses the step takes it in.
    let captor = match (row.prisoners > 0, on_enemy) {
        (false, _) => None,
        (true, true) => Some("owner"),
        (true, false) => Some("opponent"),
    };
    if row.prisoners_to.as_deref() != captor {
        return Err(("prisoners", "prisoners go to the enemy of the unit".to_string()));
    }
    Ok(EventDef {
        id: row.id,
        side,
        title: row.title,
        about: row.about,
        rule,
        from: row.from,
        to: row.to,
        kind,
        effect,
        delayed,
        marker: row.marker,
        at_once: when == "at once",
        formation_by,
        units_by,
        on_enemy,
        classes,
        tq_upto: row.tq_upto,
        tq: row.tq,
        steps: row.steps,
        points: row.points,
        dice: row.dice,
        prisoners: row.prisoners,
        die_from: row.die_from,
        within: row.within,
        range: row.range,
        morale_only: row.reroll == ["cohesion", "morale"],
    })
}

/// The one effect that a row describes.
fn effect(row: &Row, kind: EventKind) -> Result<EventEffect, Wrong> {
    let known = |key: &'static str, list: &[String], wanted: &[&str]| {
        let fits = list.is_empty() || list == wanted;
        if fits {
            Ok(!list.is_empty())
        } else {
            Err((key, format!("{} is all that is known", wanted.join(", "))))
        }
    };
    let raid = known("either", &row.either, &["unsupplied", "out of command"])?;
    let speech = known("passes", &row.passes, &["cohesion", "morale"])?;
    let anew = row.reroll.is_empty() || row.reroll == ["d6", "2d6"] || row.reroll == ["cohesion", "morale"];
    if !anew {
        return Err(("reroll", "d6, 2d6 or cohesion, morale is all that is known".to_string()));
    }
    if row.check.as_deref().is_some_and(|c| c != "tq") || (row.check.is_some() != (row.steps != 0)) {
        return Err(("check", "a step is lost by a unit that fails: check = \"tq\"".to_string()));
    }
    if row.gives.as_deref().is_some_and(|g| g != "in command") {
        return Err(("gives", "in command is all that is known".to_string()));
    }
    let air = row.observed && row.dice_of.as_deref() == Some("barrage");
    if row.observed != air || (row.dice != 0 && !air) {
        return Err(("dice", "a number on the dice is for an observed Barrage".to_string()));
    }
    if raid != (row.die_from > 0) || raid != (row.within > 0) {
        return Err(("die_from", "a raid, and only a raid, needs `die_from` and `within`".to_string()));
    }
    let found = [
        (row.tq != 0, EventEffect::Quality),
        (row.steps != 0, EventEffect::Desert),
        (row.points != 0, EventEffect::Points),
        (row.out_of_command, EventEffect::OutOfCommand),
        (raid, EventEffect::Raid),
        (speech, EventEffect::Speech),
        (row.gives.is_some(), EventEffect::Initiative),
        (air, EventEffect::Air),
        (!row.reroll.is_empty(), EventEffect::Reroll),
    ];
    let mut effects = found.into_iter().filter(|(is, _)| *is).map(|(_, e)| e);
    match (effects.next(), effects.next()) {
        (None, _) if kind == EventKind::None => Ok(EventEffect::Nothing),
        (Some(one), None) if kind != EventKind::None => Ok(one),
        _ => Err(("type", "an event has one effect, one of type none has none".to_string())),
    }
}
