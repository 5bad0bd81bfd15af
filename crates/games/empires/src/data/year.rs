//! Figures of politics, reinforcement, the sea, neutral minors and scoring (tables.toml, chapters 4 to 6).

use super::Nation;
use sandtable_datafile::DataFault;
use serde::Deserialize;

const FILE: &str = "tables.toml";

/// Surrender to all enemies at once (chapter 4, grand campaign).
#[derive(Clone, Debug, Deserialize)]
pub struct Surrender {
    /// Spires of the lost city of the home nation that it takes.
    pub needs_lost_city_spires: u8,
    /// Political points of the loser.
    pub loser: i8,
    /// Political points of each winner.
    pub winner: i8,
    /// Months of access to the loser's territory.
    pub access_months: u16,
    /// Months of enforced peace.
    pub peace_months: u16,
}

/// Politics (chapter 4).
#[derive(Clone, Debug, Deserialize)]
pub struct Politics {
    /// Political points of a declaration of war.
    pub declare_war: i8,
    /// Political points of breaking an alliance.
    pub break_alliance: i8,
    /// Surrender.
    pub surrender: Surrender,
}

/// A price.
#[derive(Clone, Debug)]
pub struct Price {
    /// The kind of factor, as in [`crate::play::year::state::Wares`].
    pub kind: String,
    /// Money points.
    pub money: u16,
    /// Months until it arrives.
    pub months: u8,
}

/// Purchases (chapter 5, grand campaign).
#[derive(Clone, Debug)]
pub struct Purchases {
    /// Months of purchase, 1 to 12.
    pub months: Vec<u8>,
    /// Halves of a money point for a spire at home.
    pub home_halves: u16,
    /// Halves of a money point for a spire elsewhere.
    pub other_halves: u16,
    /// Halves of a factor for a spire at home and quarter.
    pub most_halves: u16,
    /// Prices.
    pub prices: Vec<Price>,
}

/// Forces of neutral minors (chapter 4, grand campaign).
#[derive(Clone, Debug, Deserialize)]
pub struct Minors {
    /// Part of the room of its corps that is filled.
    pub capital: f64,
    /// Infantry for each spire of other cities.
    pub other_cities_per_spire: u8,
    /// Infantry for each spire of the cities of a minor without a corps.
    pub without_corps_per_spire: u8,
}

/// Points of the grand campaign.
#[derive(Clone, Debug, Deserialize)]
pub struct Grand {
    /// The month of the count, 1 to 12.
    pub month: u8,
    /// Spires for a point.
    pub spires_per_point: i16,
    /// For each minor more than at the start.
    pub minor_more: i16,
    /// For each minor fewer.
    pub minor_fewer: i16,
    /// Without a city at home.
    pub no_home_city: i16,
    /// Points ahead of the second that win at once.
    pub ahead_wins: i16,
}

/// All these figures.
#[derive(Clone, Debug)]
pub struct YearFigures {
    /// Politics.
    pub politics: Politics,
    /// Purchases.
    pub purchases: Purchases,
    /// The order in which fleets sail.
    pub naval_order: Vec<u8>,
    /// Corps that a fleet carries.
    pub corps_per_fleet: u8,
    /// Neutral minors.
    pub minors: Minors,
    /// Points for a political point and for an enemy corps in a scenario.
    pub scoring: [i16; 2],
    /// The grand campaign.
    pub grand: Grand,
}

#[derive(Deserialize)]
struct Sequence {
    naval_order: Vec<String>,
}

#[derive(Deserialize)]
struct PriceRow {
    kind: String,
    money: u16,
    months: u8,
}

#[derive(Deserialize)]
struct PurchaseRows {
    months: Vec<u8>,
    money_per_home_spire: f64,
    money_per_other_spire: f64,
    most_factors: f64,
    prices: Vec<PriceRow>,
}

#[derive(Deserialize)]
struct Sea {
    corps_per_fleet: u8,
}

#[derive(Deserialize)]
struct Scoring {
    political_point: i16,
    enemy_corps_removed: i16,
}

#[derive(Deserialize)]
struct File {
    sequence: Sequence,
    politics: Politics,
    purchases: PurchaseRows,
    sea: Sea,
    minors: Minors,
    scoring: Scoring,
    scoring_grand: Grand,
}

pub(super) fn read(text: &str, nations: &[Nation]) -> Result<YearFigures, DataFault> {
    let file: File = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
    let at = |needle: &str, what: String| DataFault::at(FILE, text, needle, what);
    let mut naval_order = Vec::new();
    for id in &file.sequence.naval_order {
        let power = super::nations::index(nations, id).filter(|n| usize::from(*n) < super::POWERS);
        naval_order.push(power.ok_or_else(|| at("naval_order", format!("`{id}` is no power")))?);
    }
    let halves = |v: f64| (v * 2.0).round() as u16;
    let rows = file.purchases;
    let mut prices = Vec::new();
    for row in rows.prices {
        if !(1..=3).contains(&row.months) {
            return Err(at("prices = [", format!("`{}` takes 1 to 3 months", row.kind)));
        }
        prices.push(Price { kind: row.kind, money: row.money, months: row.months });
    }
    Ok(YearFigures {
        politics: file.politics,
        purchases: Purchases {
            months: rows.months,
            home_halves: halves(rows.money_per_home_spire),
            other_halves: halves(rows.money_per_other_spire),
            most_halves: halves(rows.most_factors),
            prices,
        },
        naval_order,
        corps_per_fleet: file.sea.corps_per_fleet,
        minors: file.minors,
        scoring: [file.scoring.political_point, file.scoring.enemy_corps_removed],
        grand: file.scoring_grand,
    })
}
