//! What the kernel asks of every game.

use crate::common::*;
use sandtable_core::Options;
use sandtable_testkit::{
    Walk, positions_read_as_written, typed_actions_lead_back, values_by_hand_are_refused_or_played,
};

fn each(steps: usize, every: usize, visit: impl Fn(Walk<'_>)) {
    for (seed, options) in
        [(1, vec![]), (2, vec![("setup", "free"), ("ends", "player")]), (3, vec![("ends", "player")])]
    {
        let options: Options = options.into_iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        visit(Walk { scenario: "campaign", options: &options, seed, steps, every });
    }
}

#[test]
fn positions_of_all_phases_read_as_written() {
    each(1200, 13, |walk| positions_read_as_written(game(), walk));
}

#[test]
fn values_by_hand() {
    each(1000, 5, |walk| values_by_hand_are_refused_or_played(game(), walk));
}

#[test]
fn typed_actions() {
    each(600, 71, |walk| typed_actions_lead_back(game(), walk));
}
