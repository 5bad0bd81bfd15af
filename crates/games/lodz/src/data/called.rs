//! What people call a counter, made of its full title: `1st Brigade of the 49th Reserve`, `49th Reserve Artillery`, `headquarters of v.
//! Morgen`. Where both sides have units of one name, the nation is told.

use super::{Kind, Nation, UnitDef};

/// A division without the word, its second line as reserve.
fn short_division(division: &str) -> String {
    division
        .replace(" Infantry Division (second line)", " Reserve")
        .replace(" Guard Infantry Division", " Guard")
}

/// The men of a division: `49th Reserve`, `13th Siberian Rifles`.
fn men(division: &str) -> String {
    let name = short_division(division);
    let kinds = [
        (" Rifle Division", "Rifles"),
        (" Grenadier Division", "Grenadiers"),
        (" Cossack Division", "Cossacks"),
    ];
    let named = kinds.iter().find_map(|(end, men)| Some(format!("{} {men}", name.strip_suffix(end)?)));
    named.unwrap_or_else(|| name.strip_suffix(" Division").unwrap_or(&name).to_string())
}

/// The guns of a division, corps or army: `41st Division Artillery`, `49th Reserve Artillery`.
fn guns(of: &str) -> String {
    let name = short_division(of);
    match name.strip_suffix(" Infantry Division") {
        Some(number) => format!("{number} Division Artillery"),
        None => format!("{} Artillery", name.strip_suffix(" Division").unwrap_or(&name)),
    }
}

fn plain(def: &UnitDef) -> String {
    match (def.kind, def.title.split_once(", ")) {
        (Kind::Hq, _) => format!("headquarters of {}", def.name),
        (Kind::Artillery, Some((of, "artillery"))) => guns(of),
        (Kind::Artillery, Some((battalion, regiment))) => format!("{battalion} of the {regiment}"),
        (kind, Some((brigade, division))) if kind.is_line() => format!("{brigade} of the {}", men(division)),
        _ => def.title.clone(),
    }
}

/// Gives all counters their names.
pub(super) fn call(units: &mut [UnitDef]) {
    let names: Vec<String> = units.iter().map(plain).collect();
    for (unit, name) in units.iter_mut().zip(&names) {
        let shared = names.iter().filter(|n| *n == name).count() > 1;
        let nation = match unit.nation {
            Nation::DE => "German",
            Nation::AH => "Austro-Hungarian",
            Nation::RU => "Russian",
        };
        unit.called = match name.split_once(" of the ") {
            _ if !shared => name.clone(),
            Some((part, whole)) => format!("{part} of the {nation} {whole}"),
            None => format!("{nation} {name}"),
        };
    }
}
