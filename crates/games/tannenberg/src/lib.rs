//! Tannenberg, a game of the Great War in the East family. [`family`] holds the standard rules that all games of the
//! family share, driven by parameters; [`exclusive`] holds what only Tannenberg has.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod action;
pub mod data;
pub mod exclusive;
pub mod family;
pub mod fault;
pub mod play;
pub mod position;

use sandtable_core::catalogue::{self, Rule};

/// The rule catalogue.
pub fn rules() -> Vec<Rule> {
    const INDEX: catalogue::Index = include!(concat!(env!("OUT_DIR"), "/rule_index.rs"));
    catalogue::catalogue(include_str!("../../../../data/tannenberg/rules.tsv"), INDEX)
}
