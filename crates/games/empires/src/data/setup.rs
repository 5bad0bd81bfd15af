//! What each scenario starts with and what arrives later (setup.csv).

use super::scenarios::month;
use super::{Data, FACTORS, I, LooseKind, M};
use sandtable_board::{AreaId, SeaId};
use sandtable_datafile::DataFault;
use sandtable_datafile::rows;
use serde::Deserialize;

/// What a line of the set-up puts on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A corps, with its factors.
    Corps(usize),
    /// A leader.
    Leader(usize),
    /// Cossacks, freikorps or guerillas.
    Irregulars,
    /// Factors in a city.
    Garrison,
    /// A depot.
    Depot,
    /// Fleets.
    Fleet,
    /// Money at the start.
    Money,
    /// Money of each turn.
    Income,
}

/// Where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Outside the city of an area.
    Field(AreaId),
    /// Inside the city of an area.
    City(AreaId),
    /// A fleet in a port.
    Port(AreaId),
    /// A fleet in a sea.
    Sea(SeaId),
    /// Factors that their owner shares out around an area.
    Shared(AreaId),
    /// Into the treasury.
    Nowhere,
}

/// A line of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose it is.
    pub power: u8,
    /// What.
    pub thing: Thing,
    /// Where.
    pub at: At,
    /// The month in which it arrives; none for the start.
    pub month: Option<u16>,
    /// Factors.
    pub factors: [u8; FACTORS],
    /// Counters or money points.
    pub count: u16,
}

#[derive(Deserialize)]
#[allow(non_snake_case)] // The columns are named as the kinds of factors are.
struct Row {
    scenario: String,
    power: String,
    thing: String,
    id: String,
    at: String,
    #[serde(rename = "where")]
    place: String,
    month: String,
    G: Option<u8>,
    I: Option<u8>,
    M: Option<u8>,
    C: Option<u8>,
    A: Option<u8>,
    FI: Option<u8>,
    FC: Option<u8>,
    count: Option<u16>,
}

pub(super) fn read(text: &str, d: &mut Data) -> Result<(), DataFault> {
    for (line, row) in rows::<Row>("setup.csv", text)? {
        let fault = |what: String| DataFault::new("setup.csv", line, what);
        let Some(s) = d.scenarios.iter().position(|s| s.id == row.scenario) else {
            return Err(fault(format!("`{}` is no scenario", row.scenario)));
        };
        let entry = entry(&row, d).map_err(fault)?;
        let twice =
            |e: &Entry| matches!(e.thing, Thing::Corps(_) | Thing::Leader(_)) && e.thing == entry.thing;
        let scenario = &d.scenarios[s];
        if scenario.entries.iter().any(twice) {
            return Err(fault(format!("`{}` stands twice in `{}`", row.id, row.scenario)));
        }
        if !scenario.sides.iter().any(|side| side.powers.contains(&entry.power)) {
            return Err(fault(format!("`{}` is on no side of `{}`", row.power, row.scenario)));
        }
        let last = scenario.first_month + scenario.turns - 1;
        if entry.month.is_some_and(|m| m < scenario.first_month || m > last) {
            return Err(fault(format!("{} is outside of `{}`", row.month, row.scenario)));
        }
        d.scenarios[s].entries.push(entry);
    }
    Ok(())
}

fn entry(row: &Row, d: &Data) -> Result<Entry, String> {
    let power = d.power(&row.power).ok_or_else(|| format!("`{}` is no power", row.power))?;
    let columns = [row.G, row.I, row.M, row.C, row.A, row.FI, row.FC];
    let factors = columns.map(|f| f.unwrap_or(0));
    let total: u16 = factors.iter().map(|f| u16::from(*f)).sum();
    let count = row.count.unwrap_or(0);
    let area = || d.area(&row.place).ok_or_else(|| format!("`{}` is no area", row.place));
    let at = match row.at.as_str() {
        "field" | "area" => At::Field(area()?),
        "city" => At::City(area()?),
        "port" => At::Port(area()?),
        "sea" => At::Sea(d.sea(&row.place).ok_or_else(|| format!("`{}` is no sea", row.place))?),
        "shared" => At::Shared(area()?),
        "" => At::Nowhere,
        other => return Err(format!("`{other}` is not field, city, area, port, sea or shared")),
    };
    let loose = |kinds: &[LooseKind]| {
        let fits = |l: &&super::Loose| l.id == row.id && kinds.contains(&l.kind) && l.power == power;
        d.loose.iter().find(fits).ok_or_else(|| format!("`{}` is no such counter of {}", row.id, row.power))
    };
    let thing = match row.thing.as_str() {
        "corps" => {
            let i = d.corps_named(&row.id).ok_or_else(|| format!("`{}` is no corps", row.id))?;
            if !d.corps[i].fits(&factors) {
                return Err(format!("`{}` has no room for so many factors", row.id));
            }
            if total == 0 {
                return Err(format!("corps `{}` needs at least 1 factor", row.id));
            }
            Thing::Corps(i)
        }
        "leader" => Thing::Leader(d.leader_named(&row.id).ok_or(format!("`{}` is no leader", row.id))?),
        "cossack" | "freikorps" | "guerilla" => {
            loose(&[LooseKind::Cossack, LooseKind::Freikorps, LooseKind::Guerilla])?;
            Thing::Irregulars
        }
        "fleet" => {
            loose(&[LooseKind::Fleet])?;
            Thing::Fleet
        }
        "garrison" => {
            if u16::from(factors[I]) + u16::from(factors[M]) != total || total == 0 {
                return Err("a garrison has infantry and militia only".to_string());
            }
            Thing::Garrison
        }
        "depot" => Thing::Depot,
        "money" => Thing::Money,
        "income" => Thing::Income,
        other => return Err(format!("`{other}` is nothing that a scenario sets up")),
    };
    let fits = match thing {
        Thing::Corps(_) | Thing::Leader(_) => matches!(at, At::Field(_) | At::City(_)),
        Thing::Irregulars | Thing::Depot => matches!(at, At::Field(_)),
        Thing::Garrison => matches!(at, At::City(_) | At::Shared(_)),
        Thing::Fleet => matches!(at, At::Port(_) | At::Sea(_)),
        Thing::Money | Thing::Income => at == At::Nowhere,
    };
    if !fits {
        return Err(format!("a {} does not stand at `{}`", row.thing, row.at));
    }
    if let At::City(a) | At::Shared(a) = at
        && d.place(a).spires == 0
    {
        return Err(format!("`{}` has no city", row.place));
    }
    if let At::Port(a) = at
        && d.place(a).port.is_none()
    {
        return Err(format!("`{}` has no port", row.place));
    }
    let month = match row.month.as_str() {
        "" => None,
        text => Some(month(text).ok_or_else(|| format!("`{text}` is no month such as 1805-09"))?),
    };
    Ok(Entry { power, thing, at, month, factors, count })
}
