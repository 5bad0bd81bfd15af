//! Empires in Arms: the Land Phase. So far the data of the game and its rules as functions; it cannot be played yet.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod combat;
pub mod data;
pub mod land;

use sandtable_core::catalogue::{self, Rule};

/// The rule catalogue, with the tests that name each rule.
pub fn rules() -> Vec<Rule> {
    const INDEX: catalogue::Index = include!(concat!(env!("OUT_DIR"), "/rule_index.rs"));
    catalogue::catalogue(include_str!("../../../../data/empires/rules.tsv"), INDEX)
}
