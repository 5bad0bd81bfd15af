//! Corps, irregulars and fleets (corps.csv), and leaders (leaders.csv).

use super::{A, C, FACTORS, FC, FI, G, I, M, Nation, POWERS, nations};
use sandtable_datafile::DataFault;
use sandtable_datafile::rows;
use serde::Deserialize;

/// What a corps is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Light infantry, which has the symbol of cavalry.
    Light,
    /// Guard.
    Guard,
    /// Artillery.
    Artillery,
    /// Feudal levy.
    Feudal,
    /// Insurrection.
    Insurrection,
}

impl Kind {
    /// Whether such a corps may detach and absorb (7.3.3(b)).
    pub fn detaches(self) -> bool {
        !matches!(self, Kind::Artillery | Kind::Feudal | Kind::Insurrection)
    }
}

/// The symbol on a corps, which is all that others see of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symbol {
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Artillery.
    Artillery,
}

/// A corps.
#[derive(Clone, Debug)]
pub struct CorpsDef {
    /// Short id.
    pub id: String,
    /// Name on the counter.
    pub name: String,
    /// Full name.
    pub title: String,
    /// The power or minor whose corps it is.
    pub nation: u8,
    /// What it is.
    pub kind: Kind,
    /// What others see.
    pub symbol: Symbol,
    /// Movement points.
    pub movement: u8,
    /// Movement points under French control (the 3 in parentheses of 7.3.1.1).
    pub movement_french: Option<u8>,
    /// Room for each kind of factor. The infantry space takes militia too.
    pub room: [u8; FACTORS],
}

impl CorpsDef {
    /// Whether factors fit: infantry space takes infantry and militia together, militia space only militia.
    pub fn fits(&self, factors: &[u8; FACTORS]) -> bool {
        let single = [G, C, A, FI, FC].iter().all(|k| factors[*k] <= self.room[*k]);
        let over = factors[M].saturating_sub(self.room[M]);
        single && factors[I] + over <= self.room[I]
    }
}

/// What a counter is that is no corps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LooseKind {
    /// Cossack.
    Cossack,
    /// Freikorps.
    Freikorps,
    /// Guerilla.
    Guerilla,
    /// Fleet.
    Fleet,
}

/// Counters that are no corps.
#[derive(Clone, Debug)]
pub struct Loose {
    /// Short id.
    pub id: String,
    /// What they are.
    pub kind: LooseKind,
    /// Whose they are.
    pub power: u8,
    /// Movement points; areas for guerillas, spaces for fleets.
    pub movement: u8,
    /// How many there are, if that is limited.
    pub counters: Option<u8>,
}

/// A leader.
#[derive(Clone, Debug)]
pub struct LeaderDef {
    /// Short id.
    pub id: String,
    /// Name.
    pub name: String,
    /// The power or minor whose leader he is.
    pub nation: u8,
    /// Strategic rating.
    pub strategic: u8,
    /// Tactical rating.
    pub tactical: u8,
    /// Corps that he commands without loss of tactical rating.
    pub corps: u8,
    /// Seniority, 0 for A to 3 for D.
    pub seniority: u8,
    /// Whether he is a cavalry leader.
    pub cavalry: bool,
}

#[derive(Deserialize)]
struct CorpsRow {
    id: String,
    power: String,
    country: String,
    name: String,
    title: String,
    kind: String,
    symbol: Option<Symbol>,
    movement: u8,
    movement_french: Option<u8>,
    guard: u8,
    infantry: u8,
    militia: u8,
    cavalry: u8,
    artillery: u8,
    feudal_infantry: u8,
    feudal_cavalry: u8,
    counters: Option<u8>,
}

/// Powers name themselves; a minor's counters leave the power empty, since they serve its controller.
fn nation_of(all: &[Nation], power: &str, country: &str) -> Result<u8, String> {
    let Some(nation) = nations::index(all, country) else {
        return Err(format!("country `{country}` is no power or minor"));
    };
    let own = usize::from(nation) < POWERS;
    match (own, power) {
        (true, p) if p == country => Ok(nation),
        (false, "") => Ok(nation),
        (true, _) => Err(format!("`{country}` is a power: say so in the column `power`")),
        (false, _) => Err(format!("`{country}` is a minor: leave `power` empty")),
    }
}

fn word<T: for<'a> Deserialize<'a>>(text: &str) -> Option<T> {
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};
    let reader: StrDeserializer<'_, Error> = text.into_deserializer();
    T::deserialize(reader).ok()
}

pub(super) fn read_corps(text: &str, all: &[Nation]) -> Result<(Vec<CorpsDef>, Vec<Loose>), DataFault> {
    let (mut corps, mut loose) = (Vec::<CorpsDef>::new(), Vec::<Loose>::new());
    for (line, row) in rows::<CorpsRow>("corps.csv", text)? {
        let fault = |what: String| DataFault::new("corps.csv", line, what);
        if corps.iter().any(|c| c.id == row.id) || loose.iter().any(|c| c.id == row.id) {
            return Err(fault(format!("`{}` stands twice", row.id)));
        }
        let nation = nation_of(all, &row.power, &row.country).map_err(fault)?;
        if let Some(kind) = word::<LooseKind>(&row.kind) {
            let (id, movement, counters) = (row.id, row.movement, row.counters);
            loose.push(Loose { id, kind, power: nation, movement, counters });
            continue;
        }
        let kind =
            word::<Kind>(&row.kind).ok_or_else(|| fault(format!("`{}` is no kind of counter", row.kind)))?;
        let symbol = row.symbol.ok_or_else(|| fault(format!("corps `{}` needs a symbol", row.id)))?;
        let mut room = [0; FACTORS];
        (room[G], room[I], room[M]) = (row.guard, row.infantry, row.militia);
        (room[C], room[A]) = (row.cavalry, row.artillery);
        (room[FI], room[FC]) = (row.feudal_infantry, row.feudal_cavalry);
        if room.iter().all(|r| *r == 0) {
            return Err(fault(format!("corps `{}` has room for nothing", row.id)));
        }
        corps.push(CorpsDef {
            id: row.id,
            name: row.name,
            title: row.title,
            nation,
            kind,
            symbol,
            movement: row.movement,
            movement_french: row.movement_french,
            room,
        });
    }
    Ok((corps, loose))
}

#[derive(Deserialize)]
struct LeaderRow {
    id: String,
    power: String,
    country: String,
    name: String,
    strategic: u8,
    tactical: u8,
    corps: u8,
    seniority: String,
    cavalry: String,
}

pub(super) fn read_leaders(text: &str, all: &[Nation]) -> Result<Vec<LeaderDef>, DataFault> {
    let mut out = Vec::<LeaderDef>::new();
    for (line, row) in rows::<LeaderRow>("leaders.csv", text)? {
        let fault = |what: String| DataFault::new("leaders.csv", line, what);
        if out.iter().any(|l| l.id == row.id) {
            return Err(fault(format!("`{}` stands twice", row.id)));
        }
        let Some(seniority) = ["A", "B", "C", "D"].iter().position(|s| *s == row.seniority) else {
            return Err(fault(format!("seniority `{}` is not A, B, C or D", row.seniority)));
        };
        if row.strategic > 5 || row.tactical > 5 || row.corps == 0 {
            return Err(fault(format!("`{}`: ratings go up to 5, the limit is 1 or more", row.id)));
        }
        out.push(LeaderDef {
            nation: nation_of(all, &row.power, &row.country).map_err(fault)?,
            id: row.id,
            name: row.name,
            strategic: row.strategic,
            tactical: row.tactical,
            corps: row.corps,
            seniority: seniority as u8,
            cavalry: row.cavalry == "y",
        });
    }
    Ok(out)
}
