//! Actions from their words.

use super::words::GUARD;
use super::{Halt, MarchAction as A, Post};
use crate::land::Position;
use crate::land::garrison::At;
use crate::play::Engine;
use crate::play::common::IN_CORPS;
use crate::play::loss::words::kind_text;
use sandtable_board::AreaId;

fn at(word: &str) -> Option<At> {
    match word {
        "city" => Some(At::City),
        "depot" => Some(At::Depot),
        _ => None,
    }
}

fn kind(words: &[&str]) -> Option<u8> {
    let text = words.join(" ");
    IN_CORPS.iter().position(|k| kind_text(*k) == text).map(|k| k as u8)
}

impl Engine<'_> {
    /// An action from its words, legal or not.
    pub fn march_parse(&self, p: &Position, words: &str) -> Option<A> {
        let list: Vec<&str> = words.split_whitespace().collect();
        let area = |id: &str| -> Option<AreaId> { self.d.area(id) };
        let block = |id: &str| self.block_named(p, id).map(|b| b as u8);
        let leader = |id: &str| self.d.leader_named(id).map(|l| l as u8);
        let power = |id: &str| self.d.power(&id.to_uppercase());
        let n = |word: &str| word.parse::<u8>().ok();
        let guard = |count: &str, kind: &str, nation: Option<&str>| {
            let nation = self.loose_named(p, At::Depot, self.retires_from(p), nation)?;
            Some(A::RetireGuard(nation, GUARD.iter().position(|g| *g == kind)? as u8, n(count)?))
        };
        Some(match list.as_slice() {
            ["remove", "depot", "inside", a] => A::RemoveInside(area(a)?),
            ["remove", "depot", "fleet", f] => A::RemoveOnFleet(n(f)?),
            ["remove", "depot", a] => A::RemoveDepot(area(a)?),
            ["place", "depot", "fleet", f] => A::PlaceOnFleet(n(f)?),
            ["place", "depot", a] => A::PlaceDepot(area(a)?),
            ["done"] => A::Done,
            ["next", q] => A::Next(power(q)?),
            ["move", "irregular", post, a] => {
                let post = match *post {
                    "field" => Post::Field,
                    "city" => Post::City,
                    "depot" => Post::Depot,
                    _ => return None,
                };
                A::PickIrregular(area(a)?, post)
            }
            ["move", b] => A::Pick(block(b)?),
            ["land", b, "inside", a] => A::LandInside(block(b)?, area(a)?),
            ["land", b, a] => A::Land(block(b)?, area(a)?),
            ["to", a] => A::Enter(area(a)?),
            ["force", "march"] => A::Force,
            ["with", l] => A::With(leader(l)?),
            ["without", l] => A::Without(leader(l)?),
            ["into", "the", "city"] => A::Inside,
            ["out", "of", "the", "city"] => A::Outside,
            ["detach", count, place, k @ ..] => A::Detach(at(place)?, kind(k)?, n(count)?),
            ["absorb", count, place, k @ ..] => A::Absorb(at(place)?, kind(k)?, n(count)?),
            ["station", place] => A::Station(at(place)?),
            ["raze"] => A::Raze,
            ["convert"] => A::Convert,
            ["stop"] => A::Stop(Halt::Plain),
            ["stop", "besiege"] => A::Stop(Halt::Besiege),
            ["stop", "attack"] => A::Stop(Halt::Attack),
            ["burn", "retire"] => A::Burn(true),
            ["burn", "surrender"] => A::Burn(false),
            ["keep"] => A::Keep,
            ["join"] => A::Join,
            ["stay", "out"] => A::StayOut,
            ["aside", a] => A::Aside(area(a)?),
            ["retire", "corps", b] => A::RetireCorps(block(b)?),
            ["retire", "field", count] => A::RetireIrregulars(n(count)?),
            ["retire", "depot", count, k] => guard(count, k, None)?,
            ["retire", "depot", count, k, "of", nation] => guard(count, k, Some(nation))?,
            ["retire", "leader", l] => A::RetireLeader(leader(l)?),
            ["agree"] => A::Agree,
            ["object"] => A::Object,
            ["besiege"] => A::Besiege,
            ["forage"] => A::Forage,
            ["besieged", "supply", a] => A::BesiegedSupply(area(a)?),
            ["wait", q] => A::Wait(power(q)?),
            ["give", "up", place, k, a] => {
                A::Forfeit(area(a)?, at(place)?, GUARD[..2].iter().position(|g| g == k)? == 1)
            }
            ["stay"] => A::Stay,
            ["pay", "all"] => A::PayAll,
            ["pay", "port", a] => A::PayPort(area(a)?),
            ["pay", b] => A::Pay(block(b)?),
            ["put", count, b, k @ ..] => A::Put(block(b)?, kind(k)?, n(count)?),
            ["take", "over"] => A::TakeOver,
            _ => return None,
        })
    }
}
