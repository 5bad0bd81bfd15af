//! Powers and minors (powers.toml).

use super::{CorpsDef, POWERS};
use sandtable_board::{AreaBoard, AreaId};
use sandtable_datafile::DataFault;
use serde::Deserialize;

const FILE: &str = "powers.toml";

/// Morale values in tenths (7.5.2.6.1.1); 0 for what a nation does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Morale {
    /// Regular infantry, and artillery.
    pub infantry: u8,
    /// Regular cavalry.
    pub cavalry: u8,
    /// Guard.
    pub guard: u8,
    /// Militia.
    pub militia: u8,
    /// Cossacks, freikorps or guerillas.
    pub irregular: u8,
    /// Feudal infantry.
    pub feudal_infantry: u8,
    /// Feudal cavalry.
    pub feudal_cavalry: u8,
    /// Cavalry of the insurrection.
    pub insurrection_cavalry: u8,
}

/// Ratings of corps without a leader (10.6.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Intrinsic {
    /// Strategic rating.
    pub strategic: u8,
    /// Tactical rating.
    pub tactical: u8,
    /// Corps for which the tactical rating holds.
    #[serde(default)]
    pub limit: u8,
}

/// A power or a minor.
#[derive(Clone, Debug)]
pub struct Nation {
    /// Short id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Capitals.
    pub capitals: Vec<AreaId>,
    /// Morale.
    pub morale: Morale,
    /// Morale of infantry and cavalry, in tenths, while a power that trains it controls it.
    pub trained: Option<(u8, [u8; 2])>,
    /// Most levels of guard that option 12.3.4 lets it commit.
    pub guard_commitment: u8,
    /// Ratings without a leader, of powers.
    intrinsic: Intrinsic,
    /// The same from a year on.
    later: Vec<(u16, Intrinsic)>,
    /// Place in the order of 7.1, for powers that do not choose it.
    pub slot: Option<u8>,
    /// Who controls it in 1805, for minors.
    pub controller: Option<u8>,
    /// Its corps by id, for minors.
    pub corps: Vec<String>,
    /// Basic morale of method two in tenths (7.5.2.6.1.2(b)), for powers.
    pub basic: u8,
    /// Whether its garrisons may ask for honours of war (7.5.4.1.2.3.1).
    pub honours: bool,
}

impl Nation {
    /// Ratings of its corps without a leader, in a month counted from the year 0.
    pub fn intrinsic(&self, month: u16) -> Intrinsic {
        let later = self.later.iter().rev().find(|(year, _)| month / 12 >= *year);
        let limit = self.intrinsic.limit;
        later.map_or(self.intrinsic, |(_, i)| Intrinsic { limit, ..*i })
    }
}

#[derive(Deserialize)]
struct IntrinsicRow {
    #[serde(flatten)]
    plain: Intrinsic,
    #[serde(default)]
    from: Vec<LaterRow>,
}

#[derive(Deserialize)]
struct LaterRow {
    year: u16,
    #[serde(flatten)]
    ratings: Intrinsic,
}

#[derive(Deserialize)]
struct TrainedRow {
    by: String,
    infantry: f64,
    cavalry: f64,
}

#[derive(Deserialize)]
struct MoraleRow {
    infantry: f64,
    cavalry: f64,
    #[serde(default)]
    guard: f64,
    #[serde(default)]
    militia: f64,
    cossack: Option<f64>,
    freikorps: Option<f64>,
    guerilla: Option<f64>,
    #[serde(default)]
    feudal_infantry: f64,
    #[serde(default)]
    feudal_cavalry: f64,
    #[serde(default)]
    insurrection_cavalry: f64,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    name: String,
    capitals: Vec<String>,
    morale: MoraleRow,
    trained: Option<TrainedRow>,
    #[serde(default)]
    guard_commitment: u8,
    intrinsic: Option<IntrinsicRow>,
    slot: Option<u8>,
    #[serde(default)]
    owner_1805: Vec<String>,
    #[serde(default)]
    corps: Vec<String>,
    #[serde(default)]
    basic: f64,
    honors: Option<bool>,
}

#[derive(Deserialize)]
struct File {
    power: Vec<Row>,
    minor: Vec<Row>,
}

/// The nation with an id.
pub(super) fn index(nations: &[Nation], id: &str) -> Option<u8> {
    nations.iter().position(|n| n.id == id).map(|i| i as u8)
}

pub(super) fn read(text: &str, board: &AreaBoard) -> Result<Vec<Nation>, DataFault> {
    let file: File = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
    let at = |id: &str, what: String| DataFault::at(FILE, text, &format!("id = \"{id}\""), what);
    if file.power.len() != POWERS {
        return Err(DataFault::at(FILE, text, "[[power]]", format!("there are {POWERS} powers")));
    }
    let mut out: Vec<Nation> = Vec::new();
    let mut owners = Vec::new();
    for row in file.power.into_iter().chain(file.minor) {
        if index(&out, &row.id).is_some() {
            return Err(at(&row.id, format!("`{}` stands twice", row.id)));
        }
        let mut capitals = Vec::new();
        for capital in &row.capitals {
            let area = board.area_named(capital);
            capitals.push(area.ok_or_else(|| at(&row.id, format!("`{capital}` is no area")))?);
        }
        let m = &row.morale;
        let tenths = |v: f64| (v * 10.0).round() as u8;
        let irregular = m.cossack.or(m.freikorps).or(m.guerilla).unwrap_or(0.0);
        let morale = Morale {
            infantry: tenths(m.infantry),
            cavalry: tenths(m.cavalry),
            guard: tenths(m.guard),
            militia: tenths(m.militia),
            irregular: tenths(irregular),
            feudal_infantry: tenths(m.feudal_infantry),
            feudal_cavalry: tenths(m.feudal_cavalry),
            insurrection_cavalry: tenths(m.insurrection_cavalry),
        };
        let trained = match &row.trained {
            None => None,
            Some(t) => {
                let by = index(&out, &t.by).filter(|n| usize::from(*n) < POWERS);
                let by = by.ok_or_else(|| at(&row.id, format!("`{}` trains it and is no power", t.by)))?;
                Some((by, [tenths(t.infantry), tenths(t.cavalry)]))
            }
        };
        let (intrinsic, later) = row.intrinsic.map_or((Intrinsic::default(), vec![]), |i| {
            (i.plain, i.from.iter().map(|l| (l.year, l.ratings)).collect())
        });
        let basic = tenths(row.basic);
        if out.len() < POWERS && (basic == 0 || intrinsic.limit == 0) {
            return Err(at(
                &row.id,
                "a power has a basic morale and intrinsic ratings with a limit".to_string(),
            ));
        }
        owners.push(row.owner_1805);
        let (id, name, slot, corps) = (row.id, row.name, row.slot, row.corps);
        let honours = row.honors.unwrap_or(true);
        let guard_commitment = row.guard_commitment;
        out.push(Nation {
            id,
            name,
            capitals,
            morale,
            trained,
            basic,
            guard_commitment,
            intrinsic,
            later,
            slot,
            controller: None,
            corps,
            honours,
        });
    }
    for (i, list) in owners.iter().enumerate() {
        for owner in list {
            let Some(nation) = index(&out, owner) else {
                return Err(at(&out[i].id, format!("owner `{owner}` is no power or minor")));
            };
            // A minor shared by two powers has no controller of its own.
            out[i].controller = Some(nation).filter(|n| usize::from(*n) < POWERS && list.len() == 1);
        }
    }
    Ok(out)
}

/// Minors list the corps that corps.csv has for them.
pub(super) fn check_corps(text: &str, nations: &[Nation], corps: &[CorpsDef]) -> Result<(), DataFault> {
    for (i, nation) in nations.iter().enumerate().skip(POWERS) {
        let of: Vec<&str> =
            corps.iter().filter(|c| usize::from(c.nation) == i).map(|c| c.id.as_str()).collect();
        if of != nation.corps {
            let what = format!("corps.csv has for `{}` the corps {of:?}", nation.id);
            return Err(DataFault::at(FILE, text, &format!("id = \"{}\"", nation.id), what));
        }
    }
    Ok(())
}
