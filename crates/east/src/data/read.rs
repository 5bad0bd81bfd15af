//! Reading the parameters from `tables.toml`.

use super::chart::{Chart, Row};
use super::params::*;
use super::pieces::Kind;
use sandtable_datafile::DataFault;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

const FILE: &str = "tables.toml";

#[derive(Deserialize)]
struct Raw {
    family: toml::Table,
    terrain: RawTerrain,
    stacking: RawStacking,
    rail: RawRail,
    combat: RawCombat,
    options: RawOptions,
    retreat: RawRetreat,
    fortress: RawFortress,
    cavalry: RawCavalry,
    supply: RawSupply,
    command: RawCommand,
    replacement: RawReplacement,
}

#[derive(Deserialize)]
struct RawReplacement {
    division_steps_lost: Vec<u8>,
    corps_steps_lost: Vec<u8>,
    never: Vec<String>,
}

#[derive(Deserialize)]
struct RawTerrain {
    rows: Vec<Row>,
    minimum_move: u8,
}

#[derive(Deserialize)]
struct RawStacking {
    sp: BySize,
}

#[derive(Deserialize)]
struct RawRail {
    entrain_in_ezoc_tcr: Vec<u8>,
    attack_after_rail_tcr: Vec<u8>,
    entrained_defence_divided_by: u8,
}

#[derive(Deserialize)]
struct RawCombat {
    headers: Vec<RawHeader>,
    rows: Vec<RawRow>,
}

#[derive(Deserialize)]
struct RawHeader {
    tcr: Vec<u8>,
    ratios: Vec<String>,
}

#[derive(Deserialize)]
struct RawRow {
    die: u8,
    results: Vec<String>,
}

#[derive(Deserialize)]
struct RawOptions {
    attacker: Vec<RawChoice>,
    defender: Vec<RawChoice>,
}

#[derive(Deserialize)]
struct RawChoice {
    result: String,
    #[serde(default)]
    option: u8,
    loss: Loss,
    #[serde(default)]
    retreat: u8,
    #[serde(default)]
    bars_advance: bool,
}

#[derive(Deserialize)]
struct RawRetreat {
    ezoc_tcr: Vec<u8>,
}

#[derive(Deserialize)]
struct RawFortress {
    steps: u8,
    unit_steps_absorbed: u8,
    percent_of_affected: BTreeMap<String, u16>,
    weakened_after: u8,
}

#[derive(Deserialize)]
struct RawCavalry {
    withdraw_hexes: u8,
    withdraw_ezoc_tcr: Vec<u8>,
    full_against: Vec<Kind>,
    else_percent: u16,
}

#[derive(Deserialize)]
struct RawSupply {
    ezoc_hexes: BTreeMap<String, u8>,
    movement_divided_by: u8,
    attack_divided_by: u8,
    least: u8,
    attrition_upto: u8,
}

#[derive(Deserialize)]
struct RawCommand {
    radius_through_ezoc_tcr: Vec<u8>,
    attack_divided_by: u8,
    worse_result_tcr: Vec<u8>,
    worse_result: RawWorse,
    hq_combat_needs_sp: u8,
    shift_needs_percent: u16,
    shifts_for_each_level: u8,
}

#[derive(Deserialize)]
struct RawWorse {
    attacker: BTreeMap<String, String>,
    defender: BTreeMap<String, String>,
}

fn tcrs(list: &[u8]) -> [bool; 4] {
    [1, 2, 3, 4].map(|t| list.contains(&t))
}

/// A ratio as it is printed: n for n-1, −n for 1-n (tannenberg 8.8a).
fn ratio(word: &str) -> Option<i16> {
    let (a, d) = word.split_once('-')?;
    let (a, d): (i16, i16) = (a.parse().ok()?, d.parse().ok()?);
    match (a, d) {
        (a, 1) if a >= 1 => Some(a),
        (1, d) if d > 1 => Some(-d),
        _ => None,
    }
}

/// One table of `[family]`: for each army what it says, by the army's id.
struct Family<'a> {
    text: &'a str,
    table: toml::Table,
}

impl Family<'_> {
    fn part(&self, key: &str) -> Result<&toml::Table, DataFault> {
        let missing = || DataFault::at(FILE, self.text, "[family]", format!("[family.{key}] is missing"));
        self.table.get(key).and_then(toml::Value::as_table).ok_or_else(missing)
    }

    fn maybe<T: DeserializeOwned>(&self, key: &str, name: &str) -> Result<Option<T>, DataFault> {
        let Some(value) = self.part(key)?.get(name) else { return Ok(None) };
        let head = format!("[family.{key}]");
        let complain = |e: toml::de::Error| DataFault::at(FILE, self.text, &head, e.message().to_string());
        value.clone().try_into().map(Some).map_err(complain)
    }

    fn must<T: DeserializeOwned>(&self, key: &str, name: &str) -> Result<T, DataFault> {
        let head = format!("[family.{key}]");
        let missing = || DataFault::at(FILE, self.text, &head, format!("`{name}` is missing"));
        self.maybe(key, name)?.ok_or_else(missing)
    }

    fn army(&self, side: u8, id: &str) -> Result<Army, DataFault> {
        let feeds = |kind: &str| -> Result<bool, DataFault> {
            Ok(self.maybe::<Vec<String>>("feed", kind)?.unwrap_or_default().iter().any(|a| a == id))
        };
        Ok(Army {
            id: id.to_string(),
            side,
            country: id.to_uppercase(),
            tcr: self.must("tcr", id)?,
            stack_limit: self.must("stack_limit", id)?,
            supply_range: self.must("supply_range", id)?,
            rail_rate: self.must("rail_rate", id)?,
            rail_capacity: self.must("rail_capacity", id)?,
            reinforcements_count: self.must("reinf_counts_capacity", id)?,
            entrain_roll: self.maybe("entrain_roll", id)?,
            line_limit: self.maybe("line_limit", id)?,
            reinforcements_entrained: self.must("reinf_entrained", id)?,
            replacement: self.maybe("replacement", id)?,
            hq_levels: self.must("hq_levels", id)?,
            fed_by_fortress: feeds("fortress")?,
            fed_by_trench: feeds("trench")?,
        })
    }
}

fn crt(text: &str, combat: &RawCombat, options: &RawOptions) -> Result<Crt, DataFault> {
    let fault = |needle: &str, what: String| DataFault::at(FILE, text, needle, what);
    let mut headers: [Vec<i16>; 4] = Default::default();
    for h in &combat.headers {
        let ratios: Option<Vec<i16>> = h.ratios.iter().map(|w| ratio(w)).collect();
        let ratios =
            ratios.ok_or_else(|| fault("headers", format!("{:?}: ratios are n-1 or 1-n", h.ratios)))?;
        for t in &h.tcr {
            headers[rank(*t)].clone_from(&ratios);
        }
    }
    let mut rows = Vec::new();
    for (i, row) in combat.rows.iter().enumerate() {
        let place = format!("die = {},", row.die);
        let entry = |w: &String| -> Option<(Outcome, Outcome)> {
            let (a, d) = w.split_once('/')?;
            Some((Outcome::parse(a)?, Outcome::parse(d)?))
        };
        let entries: Option<Vec<_>> = row.results.iter().map(entry).collect();
        let entries =
            entries.ok_or_else(|| fault(&place, format!("{:?}: attacker/defender", row.results)))?;
        if usize::from(row.die) != i + 1 || headers.iter().any(|h| h.len() != entries.len()) {
            return Err(fault(&place, "rows go up from die 1 and have a result for each column".into()));
        }
        rows.push(entries);
    }
    let choice = |c: &RawChoice| {
        let result = Outcome::parse(&c.result)?;
        Some(Choice {
            result,
            option: c.option.max(1),
            loss: c.loss,
            retreat: c.retreat,
            bars_advance: c.bars_advance,
        })
    };
    let list = |l: &[RawChoice]| {
        let all: Option<Vec<Choice>> = l.iter().map(choice).collect();
        all.ok_or_else(|| fault("[options]", "results are 1, 2, 3 or E".into()))
    };
    Ok(Crt { headers, rows, attacker: list(&options.attacker)?, defender: list(&options.defender)? })
}

fn worse(text: &str, map: &BTreeMap<String, String>) -> Result<[Outcome; 5], DataFault> {
    use Outcome::*;
    let mut out = [Nothing, One, Two, Three, Eliminated];
    for (from, to) in map {
        let pair = Outcome::parse(from).zip(Outcome::parse(to));
        let (from, to) =
            pair.ok_or_else(|| DataFault::at(FILE, text, "worse_result", format!("{from} = {to}")))?;
        out[from.index()] = to;
    }
    Ok(out)
}

impl Params {
    /// Reads the parameters from the text of `tables.toml`. Sides are numbered in the order of the armies' ids.
    pub fn read(text: &str) -> Result<Params, DataFault> {
        let raw: Raw = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
        let family = Family { text, table: raw.family };
        let ids: Vec<String> = family.part("tcr")?.keys().filter(|k| *k != "source").cloned().collect();
        let ids = if ids.len() == 2 { ids } else { Vec::new() };
        let mut armies = Vec::new();
        for (side, id) in ids.iter().enumerate() {
            armies.push(family.army(side as u8, id)?);
        }
        if armies.is_empty() {
            return Err(DataFault::at(FILE, text, "[family.tcr]", "two armies are wanted"));
        }
        let first: String = family.must("first_player", "side")?;
        let letter = family.table.get("letter").and_then(toml::Value::as_str).and_then(|l| l.chars().next());
        let letter = letter.ok_or_else(|| DataFault::at(FILE, text, "[family]", "`letter` is missing"))?;
        let friend = match family.must::<String>("rail_friend", "track")?.as_str() {
            "own country" => RailFriend::OwnCountry,
            "any" => RailFriend::Any,
            other => {
                return Err(DataFault::at(FILE, text, "track =", format!("`{other}`: own country or any")));
            }
        };
        let number = |map: &BTreeMap<String, u16>, key: &str| map.get(key).copied().unwrap_or(0);
        let zone = |key: &str| raw.supply.ezoc_hexes.get(key).copied().unwrap_or(0);
        Ok(Params {
            letter,
            first: armies.iter().position(|a| a.id == first).unwrap_or(0) as u8,
            armies,
            last_turn: family.must("turns", "last")?,
            // tannenberg 5.4v
            chart: Chart(raw.terrain.rows.into_iter().filter(|r| r.games.contains(letter)).collect()),
            minimum_move: raw.terrain.minimum_move,
            sp: raw.stacking.sp,
            steps: toml::Value::Table(family.part("steps")?.clone())
                .try_into()
                .map_err(|e: toml::de::Error| DataFault::at(FILE, text, "[family.steps]", e.message()))?,
            depot_steps: family.must("steps", "depot")?,
            rail: RailRules {
                entrain_in_zone: tcrs(&raw.rail.entrain_in_ezoc_tcr),
                attack_after: tcrs(&raw.rail.attack_after_rail_tcr),
                defence_divided_by: raw.rail.entrained_defence_divided_by.max(1),
                friend,
            },
            crt: crt(text, &raw.combat, &raw.options)?,
            retreat_in_zone: tcrs(&raw.retreat.ezoc_tcr),
            fortress: FortressRules {
                steps: raw.fortress.steps,
                absorbs: raw.fortress.unit_steps_absorbed.max(1),
                percent: ["1", "2", "3"].map(|k| number(&raw.fortress.percent_of_affected, k)),
                weakened_after: raw.fortress.weakened_after,
            },
            cavalry: CavalryRules {
                withdraw_hexes: raw.cavalry.withdraw_hexes,
                withdraw_in_zone: tcrs(&raw.cavalry.withdraw_ezoc_tcr),
                full_against: raw.cavalry.full_against,
                else_percent: raw.cavalry.else_percent,
            },
            supply: SupplyRules {
                zone_hexes: ["1", "2", "3", "4"].map(zone),
                movement_divided_by: raw.supply.movement_divided_by.max(1),
                attack_divided_by: raw.supply.attack_divided_by.max(1),
                least: raw.supply.least,
                attrition_upto: raw.supply.attrition_upto,
            },
            command: CommandRules {
                radius_through_zone: tcrs(&raw.command.radius_through_ezoc_tcr),
                attack_divided_by: raw.command.attack_divided_by.max(1),
                worse_result: tcrs(&raw.command.worse_result_tcr),
                worse_attacker: worse(text, &raw.command.worse_result.attacker)?,
                worse_defender: worse(text, &raw.command.worse_result.defender)?,
                combat_needs_sp: raw.command.hq_combat_needs_sp,
                shift_percent: raw.command.shift_needs_percent,
                shifts_for_each_level: raw.command.shifts_for_each_level,
            },
            division_short: raw.replacement.division_steps_lost,
            corps_short: raw.replacement.corps_steps_lost,
            // Fortresses are named there too, but are no units.
            never_replaced: raw.replacement.never.iter().filter_map(|w| Kind::parse(w)).collect(),
        })
    }
}
