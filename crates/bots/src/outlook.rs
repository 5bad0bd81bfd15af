//! What trials of a plan say, in sentences: places that will be held, taken or lost, units that may be lost, what becomes better and
//! what worse. It all comes from positions as one side knows them.

use sandtable_core::game::known_to;
use sandtable_core::guide::{Ground, Guide};
use sandtable_core::plan::{Part, ReasonsOf};
use sandtable_core::view::Viewer;
use sandtable_core::{Side, Sides};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Sentences of a kind at most.
const FEW: usize = 4;
/// Parts that are named as better or worse at most.
const PARTS: usize = 3;
/// A part that changes by less than this share of the one that changes most is not named.
const SLIGHT: i32 = 8;
/// Where units that are no more are shown.
const GONE: &str = "eliminated";

/// A sentence about what may come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Remark {
    /// The sentence, without a full stop.
    pub text: String,
    /// The places that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub places: Vec<String>,
}

/// What trials say: what is expected, and what is feared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outlook {
    pub expects: Vec<Remark>,
    pub fears: Vec<Remark>,
}

/// In how many of so many trials; nothing where it was in all of them.
fn often(times: usize, of: usize) -> String {
    if times == of { String::new() } else { format!(" (in {times} of {of} trials)") }
}

/// The first words of a list, the last after "and".
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_string(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Parts that became better or worse, the most first.
fn changed(parts: &[Part], better: bool) -> Vec<&'static str> {
    let by = |p: &&Part| if better { p.then - p.now } else { p.now - p.then };
    // Victory is what all the rest is about.
    let parts = || parts.iter().filter(|p| p.name != "victory");
    let most = parts().map(|p| (p.then - p.now).abs()).max().unwrap_or(0);
    let mut found: Vec<&Part> = parts().filter(|p| by(p) > 0 && by(p) >= most / SLIGHT).collect();
    found.sort_by_key(|p| std::cmp::Reverse(by(p)));
    found.into_iter().take(PARTS).map(|p| p.name).collect()
}

/// Who holds each named place that is fought for.
fn holders<G: Guide>(game: &G, known: &G::Position, p: &G::Position) -> BTreeMap<String, &'static str> {
    let mut out = BTreeMap::new();
    for layer in game.ground(p, Ground::Objectives).unwrap_or_default() {
        for place in layer.places {
            // What has no name is a part of something larger.
            if game.place_name(known, &place) != place {
                out.entry(place).or_insert(layer.side);
            }
        }
    }
    out
}

/// The units of a side that are on the board or still to come, by id: name and place.
fn units<G: Guide>(game: &G, p: &G::Position, side: Side) -> BTreeMap<String, (String, String)> {
    let own = game.about().side_id(side);
    let view = game.view(p, Viewer::Side(side));
    let left = view.counters.into_iter().filter(|c| c.side == own && c.place != GONE);
    left.map(|c| (c.id, (c.name, c.place))).collect()
}

/// Puts what trials of a plan came to into sentences, the likeliest first.
pub(crate) fn outlook<G: Guide>(
    game: &G,
    scenario: &str,
    known: &G::Position,
    side: Side,
    reasons: &ReasonsOf<G>,
) -> Outlook {
    let mut out = Outlook::default();
    let of = reasons.ends.len();
    if of == 0 {
        return out;
    }
    let about = game.about();
    let camps = game.camps(scenario);
    let camp = camps.into_iter().find(|camp| camp.has(side)).unwrap_or(Sides::one(side));
    let ours = |id: &str| about.side(id).is_some_and(|s| camp.has(s));
    let ends: Vec<_> = reasons.ends.iter().map(|end| known_to(game, end, side)).collect();
    let held: Vec<_> = ends.iter().map(|end| holders(game, known, end)).collect();
    let [mut taken, mut lost] = [Vec::new(), Vec::new()];
    for (place, holder) in holders(game, known, known) {
        let then =
            |so: &dyn Fn(&str) -> bool| held.iter().filter(|h| h.get(&place).is_some_and(|s| so(s))).count();
        if ours(holder) {
            lost.push((then(&|s| !ours(s)), place));
        } else {
            taken.push((then(&|s| ours(s)), place));
        }
    }
    let remark = |text: String, place: &String| Remark { text, places: vec![place.clone()] };
    let name = |place: &String| game.place_name(known, place);
    let likely = |all: &mut Vec<(usize, String)>| {
        all.retain(|(times, _)| *times > 0);
        all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        all.truncate(FEW);
    };
    likely(&mut taken);
    likely(&mut lost);
    for (times, place) in &taken {
        let verb = if 2 * times >= of { "expects to take" } else { "may take" };
        out.expects.push(remark(format!("{verb} {}{}", name(place), often(*times, of)), place));
    }
    for (times, place) in &lost {
        if 4 * times < of {
            let text = format!("expects to hold {}{}", name(place), often(of - times, of));
            out.expects.push(remark(text, place));
        } else {
            let verb = if 2 * times > of { "expects to lose" } else { "fears to lose" };
            out.fears.push(remark(format!("{verb} {}{}", name(place), often(*times, of)), place));
        }
    }
    out.fears.extend(losses(game, known, side, &ends));
    let [better, worse] = [true, false].map(|better| changed(&reasons.parts, better));
    for (list, word, names) in [(&mut out.expects, "better", better), (&mut out.fears, "worse", worse)] {
        if !names.is_empty() {
            list.push(Remark { text: format!("{word} afterwards: {}", listed(&names)), places: vec![] });
        }
    }
    out.expects.truncate(FEW + 1);
    out.fears.truncate(FEW + 1);
    out
}

/// Own units that were lost in trials: those that were lost most often, with where they stand now.
fn losses<G: Guide>(
    game: &G,
    known: &G::Position,
    side: Side,
    ends: &[std::borrow::Cow<'_, G::Position>],
) -> Vec<Remark> {
    let now = units(game, known, side);
    let left: Vec<_> = ends.iter().map(|end| units(game, end, side)).collect();
    let gone = |id: &String| left.iter().filter(|units| !units.contains_key(id)).count();
    let mut lost: Vec<(usize, &(String, String))> = now.iter().map(|(id, unit)| (gone(id), unit)).collect();
    // A unit that others come out of, or that is handed over, is not lost because its counter is gone everywhere.
    lost.retain(|(times, _)| 4 * times >= ends.len() && *times > 0);
    lost.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let at = |place: &String| {
        let name = game.place_name(known, place);
        if name.is_empty() { String::new() } else { format!(" at {name}") }
    };
    let mut out: Vec<Remark> = lost
        .iter()
        .take(2)
        .map(|(times, (unit, place))| Remark {
            text: format!("fears for {unit}{}{}", at(place), often(*times, ends.len())),
            places: vec![place.clone()],
        })
        .collect();
    if lost.len() > 2 {
        let more = lost.len() - 2;
        let units = if more == 1 { "one more unit".to_string() } else { format!("{more} more units") };
        out.push(Remark { text: format!("fears for {units}"), places: vec![] });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_ranked_and_told_without_numbers() {
        let part = |name, now, then| Part { name, now, then, worst: then };
        let parts = [
            part("strength", 0, 40),
            part("supply", 0, 400),
            part("order", 100, 99),
            part("danger", 0, -90),
            part("victory", 0, 1_000_000),
        ];
        assert_eq!(changed(&parts, true), ["supply"]);
        assert_eq!(changed(&parts, false), ["danger"]);
        assert_eq!(listed(&["supply", "order", "guns"]), "supply, order and guns");
        assert_eq!([often(3, 3), often(2, 8)], ["", " (in 2 of 8 trials)"]);
    }
}
