//! From the rows as written to dense tables, each row checked.

use super::*;

fn fault<T>(text: &str, needle: &str, what: impl Into<String>) -> Read<T> {
    Err(DataFault::at(FILE, text, needle, what))
}

fn table(text: &str, needle: &str, name: &str) -> Read<Table> {
    match Table::named(name) {
        Some(t) => Ok(t),
        None => fault(text, needle, format!("{name:?} is no combat table; write levels 1 to 5 as \"4-1\"")),
    }
}

fn kinds(text: &str, list: &[String]) -> Read<Vec<Kind>> {
    list.iter()
        .map(|id| match Kind::of(id) {
            Some(kind) => Ok(kind),
            None => fault(text, id, format!("{id:?} is no kind of factor")),
        })
        .collect()
}

fn terrain(text: &str, id: &str) -> Read<Terrain> {
    match Terrain::ALL.into_iter().find(|t| t.id() == id) {
        Some(t) => Ok(t),
        None => fault(text, id, format!("{id:?} is no terrain")),
    }
}

pub(super) fn charts(text: &str, raw: Raw) -> Read<Charts> {
    casualties(text, &raw.casualties)?;
    let mut ground = [Ground::default(); 5];
    for row in &raw.terrain.rows {
        ground[terrain(text, &row.id)? as usize] =
            Ground { levels: [row.a, row.d], strategic: row.strategic, pursuit: row.pursuit };
    }
    if raw.terrain.rows.len() != ground.len() {
        return fault(text, "[terrain]", "five rows of terrain are needed");
    }
    let mut commander = [[[0; 2]; 6]; 6];
    for row in &raw.commander.rows {
        match commander.get_mut(row.defender) {
            Some(line) => *line = row.dice,
            None => return fault(text, &format!("defender = {}", row.defender), "ratings go from 0 to 5"),
        }
    }
    let mut pursuit = [[0; 7]; 6];
    for row in &raw.pursuit.rows {
        match pursuit.get_mut(row.class.wrapping_sub(1)) {
            Some(line) => *line = row.percent,
            None => return fault(text, &format!("class = {}", row.class), "classes go from 1 to 6"),
        }
    }
    let (common, artillery_as) = values(text, &raw.morale.values)?;
    let p = &raw.points;
    let (two_plus, two_minus) = (&raw.morale.two_plus, &raw.morale.two_minus);
    Ok(Charts {
        possibilities: possibilities(text, &raw.operational)?,
        combat: combat(text, &raw.combat.rows)?,
        commander,
        die: [raw.die.least, raw.die.most],
        ground,
        levels: [raw.terrain.level_least, raw.terrain.level_most],
        found_cells: raw.casualties.found_cells.iter().map(|c| (c.factors, c.percent, c.lost)).collect(),
        militia_until: tenths(raw.losses.militia_until),
        cavalry_on_break: raw.losses.cavalry_on_break,
        rounds: raw.day.rounds,
        class: raw
            .pursuit_class
            .rows
            .iter()
            .map(|r| ClassRow { from: tenths(r.from), class: r.class })
            .collect(),
        class_after_a_day: raw.pursuit_class.after_a_day,
        class_several_days: raw.pursuit_class.several_days.clamp(1, 3),
        class_least: raw.pursuit_class.least,
        pursuit,
        cavalry_leader: raw.pursuit.cavalry_leader,
        payment: [raw.pursuit.loss.cavalry, raw.pursuit.loss.other, raw.pursuit.loss.militia],
        over_river: raw.reinforce.over_river,
        reinforce_worst: raw.reinforce.worst,
        second_roll: raw.outflank.second_roll,
        outflank_times: raw.outflank.factors_times,
        irregular_upto: raw.withdraw.irregular_upto,
        morale: MoraleTable {
            plus: (kinds(text, &two_plus.kinds)?, tenths(two_plus.each), tenths(two_plus.most)),
            minus: (kinds(text, &two_minus.kinds)?, tenths(two_minus.each), tenths(two_minus.most)),
            free_state_upto: tenths(two_minus.free_state_upto),
            common,
            artillery_as,
            later_day: tenths(raw.day.morale_each_later_day),
        },
        trivial: table(text, "[trivial]", &raw.trivial.table)?,
        assault: [
            table(text, "[assault]", &raw.assault.besieger)?,
            table(text, "[assault]", &raw.assault.defender)?,
        ],
        garrison_attack: [
            table(text, "[garrison_attack]", &raw.garrison_attack.garrison)?,
            table(text, "[garrison_attack]", &raw.garrison_attack.besieger)?,
        ],
        siege: siege(text, &raw.siege)?,
        points: Points {
            halves_per_corps: (p.per_corps * 2.0).round() as u8,
            most: p.most,
            large_above: p.large_corps_above,
            napoleon_wins: p.napoleon_wins,
            napoleon_loses: p.napoleon_loses,
            assault_held: p.assault_held,
            assault_won: p.assault_won,
        },
        options: options(text, &raw.option)?,
    })
}

/// The casualty table is written out for readers; the program counts, so the two must agree.
fn casualties(text: &str, raw: &RawCasualties) -> Read<()> {
    for row in &raw.rows {
        let counted = raw.percents.iter().map(|p| super::super::losses::percent_of(*p, row.factors));
        if !counted.eq(row.lost.iter().copied()) {
            let needle = format!("factors = {}, lost", row.factors);
            return fault(text, &needle, "these losses are not the percentages rounded to the nearest whole");
        }
    }
    Ok(())
}

fn values(text: &str, raw: &BTreeMap<String, RawValue>) -> Read<([Option<i16>; KINDS], Kind)> {
    let mut common = [None; KINDS];
    let mut artillery_as = Kind::Infantry;
    for (id, value) in raw {
        match (Kind::of(id), value) {
            (Some(kind), RawValue::Points(points)) => common[kind as usize] = Some(tenths(*points)),
            (Some(Kind::Artillery), RawValue::As(like)) if Kind::of(like).is_some() => {
                artillery_as = Kind::of(like).unwrap_or(artillery_as);
            }
            _ => {
                return fault(
                    text,
                    "values = {",
                    format!("{id:?}: a kind and its value, or for A the kind it goes by"),
                );
            }
        }
    }
    Ok((common, artillery_as))
}

fn combat(text: &str, rows: &[RawCombat]) -> Read<[[Columns; 5]; 5]> {
    let mut out = [[Columns::default(); 5]; 5];
    let mut seen = [[false; 5]; 5];
    for row in rows {
        let needle = format!("table = \"{}\"", row.table);
        let t = table(text, &needle, &row.table)?;
        let (c, m) = (usize::from(t.casualty - 1), usize::from(t.morale - 1));
        if std::mem::replace(&mut seen[c][m], true) {
            return fault(text, &needle, "this combat table stands here twice");
        }
        let mut morale = [0; 8];
        morale.iter_mut().zip(row.morale).for_each(|(to, from)| *to = tenths(from));
        out[c][m] = Columns { percent: row.loss, morale };
    }
    if seen != [[true; 5]; 5] {
        return fault(text, "[combat]", "all 25 combat tables are needed");
    }
    Ok(out)
}

fn possibilities(text: &str, raw: &RawOperational) -> Read<[[Cell; 6]; 5]> {
    let mut out: [[Cell; 6]; 5] = Default::default();
    let mut seen = [[false; 6]; 5];
    for row in &raw.rows {
        let needle = format!("attacker = \"{}\", defender = \"{}\"", row.attacker, row.defender);
        let attacker = AttackerChit::ALL.into_iter().find(|c| c.name() == row.attacker);
        let defender = DefenderChit::ALL.into_iter().find(|c| c.name() == row.defender);
        let (Some(a), Some(d)) = (attacker, defender) else {
            return fault(text, &needle, "no such chit");
        };
        let cell = &mut out[a as usize][d as usize];
        let first = set(text, &needle, row.first.as_ref(), 3)?;
        if row.river {
            let [Some(one), Some(two), Some(three)] = first[..] else {
                return fault(text, &needle, "river entries need three rounds");
            };
            cell.river = Some([one, two, three]);
            continue;
        }
        if std::mem::replace(&mut seen[a as usize][d as usize], true) {
            return fault(text, &needle, "this pair of chits stands here twice");
        }
        cell.first.copy_from_slice(&first);
        cell.second.copy_from_slice(&set(text, &needle, row.second.as_ref(), 2)?);
        let one = (a == AttackerChit::Outflank) != (d == DefenderChit::Outflank);
        cell.split = row.split.unwrap_or(one);
        cell.note = notes(text, &needle, &row.notes, &raw.notes)?;
    }
    if seen != [[true; 6]; 5] {
        return fault(text, "[operational]", "all 30 pairs of chits are needed");
    }
    Ok(out)
}

fn set(text: &str, needle: &str, raw: Option<&RawSet>, rounds: usize) -> Read<Vec<Option<Tables>>> {
    let mut out = vec![None; rounds];
    let Some(raw) = raw else { return Ok(out) };
    if raw.a.len() != raw.d.len() || raw.a.len() > rounds {
        return fault(text, needle, "both sides need a table for each round");
    }
    for (to, (a, d)) in out.iter_mut().zip(raw.a.iter().zip(&raw.d)) {
        *to = Some([table(text, needle, a)?, table(text, needle, d)?]);
    }
    Ok(out)
}

fn notes(text: &str, needle: &str, ids: &[String], all: &BTreeMap<String, toml::Value>) -> Read<Note> {
    let mut note = Note::default();
    for id in ids {
        let Some(value) = all.get(id) else { return fault(text, needle, format!("no note {id:?}")) };
        let at = format!("{id} = {{ on");
        let raw: RawNote = match value.clone().try_into() {
            Ok(raw) => raw,
            Err(e) => return fault(text, &at, e.to_string()),
        };
        let side = match raw.side.as_deref() {
            None | Some("both") => None,
            Some("a") => Some(Who::Attacker),
            Some("d") => Some(Who::Defender),
            Some(_) => return fault(text, &at, "side is \"a\", \"d\" or \"both\""),
        };
        let power = raw.commander.as_deref().and_then(Power::of);
        match (raw.on.as_str(), power) {
            ("withdraw", _) => {
                note.withdraw += raw.strategic.unwrap_or(0);
                note.automatic |= raw.automatic;
                note.leaves_if_missed |= raw.failed.is_some();
            }
            ("arrival", _) => note.arrival += raw.strategic.unwrap_or(0),
            ("morale", Some(power)) => {
                note.morale = Some((side, power, tenths(raw.morale.unwrap_or(0.0))));
            }
            ("die", Some(power)) => note.die = Some((side, power, raw.die.unwrap_or(0))),
            ("die", None) => note.no_commander |= raw.commander_chart == Some(false),
            _ => {
                return fault(
                    text,
                    &at,
                    "a note is on withdraw, arrival, morale or die, of a power's commander",
                );
            }
        }
    }
    Ok(note)
}

fn siege(text: &str, raw: &RawSiege) -> Read<SiegeTable> {
    let mut rows = Vec::new();
    for row in &raw.rows {
        let result = match row.result.as_str() {
            "sortie" => Attempt::Sortie,
            "none" => Attempt::Nothing,
            "breach" => Attempt::Breach,
            other => return fault(text, other, "a siege ends in \"sortie\", \"none\" or \"breach\""),
        };
        rows.push((row.upto.unwrap_or(i8::MAX), result));
    }
    if rows.last().is_none_or(|r| r.0 != i8::MAX) || !rows.is_sorted_by_key(|r| r.0) {
        return fault(text, "[siege]", "rows rise, and the last has no `upto`");
    }
    Ok(SiegeTable {
        rows,
        fleche: raw.fleche,
        undergarrisoned: raw.undergarrisoned,
        within: raw.within,
        sortie_lost: raw.sortie_defender_loses.clone(),
    })
}

fn options(text: &str, raw: &RawOption) -> Read<OptionTable> {
    let mut guard = vec![[0; 6]; raw.guard.rows.len()];
    for row in &raw.guard.rows {
        match guard.get_mut(row.committed.wrapping_sub(1)) {
            Some(line) => *line = row.lost,
            None => {
                return fault(text, &format!("committed = {}", row.committed), "rows go from 1 upwards");
            }
        }
    }
    Ok(OptionTable {
        cavalry_times: raw.cavalry_superiority.times,
        cavalry_least: raw.cavalry_superiority.least,
        cavalry_die: raw.cavalry_superiority.die,
        cavalry_withdrawal: raw.cavalry_withdrawal.strategic,
        guard,
        artillery: table(text, "[option.artillery]", &raw.artillery.table)?,
        artillery_not_in: raw.artillery.not_in.iter().map(|id| terrain(text, id)).collect::<Read<_>>()?,
    })
}
