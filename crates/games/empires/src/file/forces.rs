//! What stands on the map, one line each.

use super::Later;
use crate::Empires;
use crate::data::{A, C, FACTORS, FC, FI, G, I, M, POWERS};
use crate::play::land::position::{CORPS, Depot, Fleet};
use crate::play::land::{FleetAt, Garrison, InCity, Loose, NOBODY, OnDepot, Position, Spot};
use crate::position::{Living, Ration};
use sandtable_core::position_file::number;

/// Words for the kinds of factors, in their order.
pub(super) const KINDS: [&str; FACTORS] = {
    let mut out = [""; FACTORS];
    (out[G], out[I], out[M], out[C], out[A], out[FI], out[FC]) = ("G", "I", "M", "C", "A", "FI", "FC");
    out
};

/// `12I` as a kind of factor and how many.
fn factor(word: &str) -> Option<(usize, u8)> {
    let split = word.find(|c: char| !c.is_ascii_digit())?;
    let kind = KINDS.iter().position(|k| k.eq_ignore_ascii_case(&word[split..]))?;
    Some((kind, word[..split].parse().ok()?))
}

/// What a line says of a corps beside its place and factors.
struct States {
    seen: bool,
    last: Option<[u8; FACTORS]>,
    power: Option<u8>,
    moved: bool,
    ration: Ration,
}

type Words<'w> = std::str::SplitWhitespace<'w>;

impl Empires {
    /// One line.
    pub(super) fn read_piece(&self, p: &mut Position, words: &str, later: &mut Later) -> Result<(), String> {
        let mut words = words.split_whitespace();
        let first = words.next().unwrap_or("");
        let mut next = |what: &str| words.next().ok_or_else(|| format!("`{first}` wants {what}"));
        match first {
            "clear" => self.clear(p),
            "money" | "points" | "combat-points" | "lost" => {
                let power = usize::from(self.read_power(next("a power")?)?);
                let word = next("a number")?;
                match first {
                    "money" => p.money[power] = number(word, "a number of money points")?,
                    "points" => {
                        p.play.points[power] = number(word, "a number of political points")?;
                        p.play.combat_points[power] = p.play.points[power];
                    }
                    "lost" => p.play.corps_lost[power] = number(word, "a number of corps")?,
                    _ => p.play.combat_points[power] = number(word, "a number of political points")?,
                }
            }
            "occupied" => {
                let minor = self.read_nation(next("a minor")?)?;
                let power = self.read_power(next("a power")?)?;
                let turn: u16 = number(next("a turn")?, "the turn since when its capital is held")?;
                if usize::from(minor) < POWERS || turn == 0 || turn > p.play.turn + 1 {
                    return Err("a minor's capital is held since a turn up to this one".to_string());
                }
                p.play.occupied[usize::from(minor)] = (power, turn - 1);
            }
            "war" | "ally" | "peace" => {
                let a = self.read_power(next("two powers")?)?;
                let b = self.read_power(next("two powers")?)?;
                for (a, b) in [(usize::from(a), b), (usize::from(b), a)] {
                    p.war[a] &= !(1 << b);
                    p.allied[a] &= !(1 << b);
                    match first {
                        "war" => p.war[a] |= 1 << b,
                        "ally" => p.allied[a] |= 1 << b,
                        _ => {}
                    }
                }
            }
            "holder" => {
                let area = self.read_area(next("an area")?)?;
                p.at_mut(area).holder = self.read_nation(next("a power or minor")?)?;
            }
            "control" => {
                let minor = self.read_nation(next("a minor")?)?;
                let word = next("a power, or none")?;
                let power = if word == "none" { NOBODY } else { self.read_power(word)? };
                if usize::from(minor) < POWERS {
                    return Err("a power controls itself".to_string());
                }
                p.controller[usize::from(minor)] = power;
                // Its corps go with it.
                for block in 0..self.d.corps.len() {
                    if p.nation_of(&self.d, block) == minor && p.corps[block].spot != Spot::Off {
                        p.corps[block].power = if power == NOBODY { minor } else { power };
                    }
                }
            }
            "siege" => {
                let area = self.read_area(next("an area")?)?;
                p.at_mut(area).besieged = true;
            }
            "conquered" => {
                let minor = self.read_nation(next("a minor")?)?;
                if usize::from(minor) < POWERS {
                    return Err("only minors are conquered".to_string());
                }
                p.play.conquered |= 1 << minor;
            }
            "tired" => {
                let area = self.read_area(next("an area")?)?;
                p.at_mut(area).tired = number(next("a number")?, "a number of factors")?;
            }
            "attack" => later.attacks.push(self.read_area(next("an area")?)?),
            "garrison" => {
                let area = self.read_area(next("an area")?)?;
                if self.d.place(area).spires == 0 {
                    return Err("this area has no city".to_string());
                }
                p.at_mut(area).garrison = self.read_garrison(p, words)?;
                return Ok(());
            }
            "depot" | "inside" => return self.read_depot(p, first == "inside", words),
            "irregulars" => {
                let area = self.read_area(next("an area")?)?;
                let power = usize::from(self.read_power(next("a power")?)?);
                if crate::play::land::movement::irregular(&self.d, power as u8).is_none() {
                    return Err("this power has no cossacks, freikorps or guerillas".to_string());
                }
                p.at_mut(area).irregulars[power] = number(next("a number")?, "a number of factors")?;
            }
            "fleet" => return self.read_fleet(p, words),
            id => {
                if let Some(leader) = self.d.leader_named(id) {
                    let mut ahead = words.clone();
                    if ahead.next() == Some("captive") {
                        let months = ahead.next().ok_or("for how many months is he a captive?")?;
                        let months: u16 = number(months, "the months until he may return")?;
                        if months > 12 {
                            return Err("nobody is a captive for so long".to_string());
                        }
                        (p.leaders[leader], p.play.returns[leader]) = (Spot::Off, p.month + months);
                        words = ahead;
                    } else {
                        p.leaders[leader] = self.read_spot(p, &mut words)?;
                    }
                } else if let Some(block) = self.engine().block_named(p, id) {
                    return self.read_corps(p, block, words, later);
                } else {
                    return Err(format!("`{id}` is no corps, leader or word that is known here"));
                }
            }
        }
        match words.next() {
            Some(word) => Err(format!("`{word}` is too much here")),
            None => Ok(()),
        }
    }

    /// Takes everything off the map.
    fn clear(&self, p: &mut Position) {
        for corps in &mut p.corps[..CORPS] {
            (corps.spot, corps.factors, corps.ration) = (Spot::Off, [0; FACTORS], Ration::NONE);
        }
        p.leaders.fill(Spot::Off);
        p.fleets.fill(Fleet { power: NOBODY, at: FleetAt::Off, depot: false });
        for ground in &mut p.ground {
            (ground.garrison, ground.guard) = (InCity::NONE, OnDepot::NONE);
            (ground.depot, ground.inside) = (Depot::NONE, Depot::NONE);
            ground.irregulars = [0; POWERS];
            ground.besieged = false;
        }
    }

    /// An area, or the city of one, or nowhere.
    fn read_spot(&self, p: &Position, words: &mut Words<'_>) -> Result<Spot, String> {
        let word = words.next().ok_or("where is it?")?;
        if word == "off" {
            return Ok(Spot::Off);
        }
        if word == "aboard" {
            let fleet: u8 = number(words.next().ok_or("which fleet?")?, "the number of a fleet, from 0")?;
            let there = p.fleets.get(usize::from(fleet)).is_some_and(|f| f.power != NOBODY);
            return there
                .then_some(Spot::Fleet(fleet))
                .ok_or_else(|| format!("there is no fleet {fleet} yet"));
        }
        let area = self.read_area(word)?;
        let mut ahead = words.clone();
        if ahead.next() != Some("city") {
            return Ok(Spot::Field(area));
        }
        *words = ahead;
        self.city(area).ok_or_else(|| format!("`{word}` has no city"))
    }

    /// The city of an area.
    fn city(&self, area: sandtable_board::AreaId) -> Option<Spot> {
        (self.d.place(area).spires > 0).then_some(Spot::City(area))
    }

    /// A corps with its place, factors and states.
    fn read_corps(
        &self,
        p: &mut Position,
        block: usize,
        mut words: Words<'_>,
        later: &mut Later,
    ) -> Result<(), String> {
        let def = p.def(&self.d, block).clone();
        let mut spot = self.read_spot(p, &mut words)?;
        let from = spot.area().unwrap_or(Ration::NONE.from);
        let ration = Ration { from, ..Ration::NONE };
        let mut states = States { seen: false, last: None, power: None, moved: false, ration };
        let (mut factors, mut given) = ([0u8; FACTORS], false);
        for word in words {
            if self.read_state(word, &mut states)? {
                continue;
            }
            // Usually it stands behind the place; an editor puts it last.
            if let ("city", Spot::Field(area)) = (word, spot) {
                spot = self.city(area).ok_or("there is no city where it stands")?;
                continue;
            }
            let (kind, n) = factor(word).ok_or_else(|| {
                format!("`{word}` should be factors as `12I`, or seen, moved, water or from=area")
            })?;
            factors[kind] = factors[kind].saturating_add(n);
            given = true;
        }
        let corps = &mut p.corps[block];
        if spot == Spot::Off {
            if given {
                return Err(format!("`{}` is not on the map and has no factors", def.id));
            }
            (corps.spot, corps.factors, corps.ration) = (Spot::Off, factors, Ration::NONE);
        } else {
            if given {
                corps.factors = factors;
            } else if corps.total() == 0 {
                return Err(format!("`{}` has no factors; give it some, as `12I`", def.id));
            }
            if !def.fits(&corps.factors) {
                return Err(format!("`{}` has no room for that", def.id));
            }
            corps.spot = spot;
            later.rations.push((block, states.ration));
            if states.moved {
                later.moved.push(block);
            }
        }
        if states.seen {
            (corps.seen, corps.last) = (true, corps.factors);
        }
        corps.last = states.last.unwrap_or(corps.last);
        let power = p.power_of(def.nation).unwrap_or(def.nation);
        let usual = if spot == Spot::Off { p.corps[block].power } else { power };
        p.corps[block].power = states.power.unwrap_or(usual);
        Ok(())
    }

    /// A word for how a corps moved and lives and who knows it; false if it is none.
    fn read_state(&self, word: &str, to: &mut States) -> Result<bool, String> {
        let ration = &mut to.ration;
        match word.split_once('=') {
            Some(("from", "none")) => ration.from = Ration::NONE.from,
            Some(("from", area)) => ration.from = self.read_area(area)?,
            Some(("payer", power)) => ration.payer = self.read_power(power)?,
            Some(("power", nation)) => to.power = Some(self.read_nation(nation)?),
            Some(("forage", n)) => ration.value = number(n, "a forage value")?,
            Some(("unused", n)) => ration.unused = number(n, "a number of movement points")?,
            Some(("last", words)) => {
                let mut last = [0u8; FACTORS];
                for word in words.split('+') {
                    let (kind, n) =
                        factor(word).ok_or_else(|| format!("`{word}` should be factors as `12I`"))?;
                    last[kind] = last[kind].saturating_add(n);
                }
                if last.iter().map(|n| u16::from(*n)).sum::<u16>() > 250 {
                    return Err("these are too many factors".to_string());
                }
                to.last = Some(last);
            }
            Some(_) => return Ok(false),
            None => match word {
                "seen" => to.seen = true,
                "moved" => to.moved = true,
                "water" => ration.over_water = true,
                "forced" => ration.forced = true,
                "abroad" => ration.abroad = true,
                "leaving" => ration.leaving = true,
                "rested" => ration.at_ease = true,
                "waits" => ration.how = Living::Waits,
                "foraged" => ration.how = Living::Foraged,
                "plundered" => ration.how = Living::Plundered,
                "paid" => ration.how = Living::Paid,
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Whose factors are in a city, and which: a nation's name begins its own.
    fn read_garrison(&self, p: &Position, words: Words<'_>) -> Result<InCity, String> {
        let mut words = words.peekable();
        if words.peek().is_none() {
            return Err("whose garrison is it?".to_string());
        }
        if words.next_if(|w| *w == "none").is_some() {
            return words.next().map_or(Ok(InCity::NONE), |word| Err(format!("`{word}` is too much here")));
        }
        let mut out = InCity::NONE;
        while let Some(word) = words.next() {
            let nation = self.read_nation(word)?;
            let mut own =
                std::iter::from_fn(|| words.next_if(|w| w.starts_with(|c: char| c.is_ascii_digit())));
            let loose = self.read_factors(p, nation, &mut own)?;
            self.join(&mut out, loose)?;
        }
        Ok(out)
    }

    /// Puts factors beside others of one place, if they can lie there.
    fn join<const N: usize>(&self, all: &mut Garrison<N>, loose: Loose) -> Result<(), String> {
        let name = self.engine().nation_name(loose.nation).to_string();
        if all.of(loose.nation).total() > 0 {
            return Err(format!("the factors of {name} stand here twice"));
        }
        if !all.takes(loose.nation) {
            return Err(format!("factors of {N} nations at most lie in one place"));
        }
        if u16::from(all.total()) + u16::from(loose.total()) > 250 {
            return Err("these are too many factors".to_string());
        }
        all.add(loose);
        Ok(())
    }

    /// Factors of a nation without a corps.
    fn read_factors(
        &self,
        p: &Position,
        nation: u8,
        words: &mut dyn Iterator<Item = &str>,
    ) -> Result<Loose, String> {
        let mut out = Loose { nation, ..Loose::NONE };
        let power = p.power_of(out.nation);
        let irregular = power.is_some_and(|q| crate::play::land::movement::irregular(&self.d, q).is_some());
        for word in words {
            let riders = word.strip_suffix(['X', 'x']).and_then(|n| n.parse::<u8>().ok());
            match (factor(word), riders) {
                (Some((I, n)), _) => out.infantry = out.infantry.saturating_add(n),
                (Some((M, n)), _) => out.militia = out.militia.saturating_add(n),
                (_, Some(n)) if irregular && power == Some(out.nation) => {
                    out.irregulars = out.irregulars.saturating_add(n);
                }
                (_, Some(_)) => return Err("this power has no cossacks, freikorps or guerillas".to_string()),
                _ => {
                    return Err(format!(
                        "`{word}` should be infantry, militia or irregulars, as `5I`, `3M`, `2X`"
                    ));
                }
            }
        }
        if out.counts().into_iter().map(u16::from).sum::<u16>() > 250 {
            return Err("these are too many factors".to_string());
        }
        Ok(out)
    }

    fn read_depot(&self, p: &mut Position, inside: bool, mut words: Words<'_>) -> Result<(), String> {
        let area = self.read_area(words.next().ok_or("a depot wants an area")?)?;
        let word = words.next().ok_or("whose depot is it?")?;
        let mut depot = Depot::NONE;
        if word != "none" {
            depot = Depot { owner: self.read_power(word)?, old: true };
        }
        let mut ahead = words.clone();
        if ahead.next() == Some("new") {
            depot.old = false;
            words = ahead;
        }
        if inside {
            p.at_mut(area).inside = depot;
        } else {
            let (mut words, mut nation) = (words.peekable(), depot.owner);
            let mut guard = OnDepot::NONE;
            while words.peek().is_some() {
                let of = words.next_if(|w| w.starts_with("of="));
                if let Some(word) = of.and_then(|w| w.strip_prefix("of=")) {
                    nation = self.read_nation(word)?;
                    if p.power_of(nation) != Some(depot.owner) {
                        return Err(format!("`{word}` has no factors on this depot"));
                    }
                    // empires 7.3.3.5.2
                    if usize::from(nation) >= POWERS && p.at(area).country != nation {
                        return Err(format!("`{word}` guards no depot outside its own country"));
                    }
                }
                let mut own = std::iter::from_fn(|| words.next_if(|w| !w.starts_with("of=")));
                let loose = self.read_factors(p, nation, &mut own)?;
                self.join(&mut guard, loose)?;
            }
            (p.at_mut(area).depot, p.at_mut(area).guard) = (depot, guard);
            return Ok(());
        }
        match words.next() {
            Some(word) => Err(format!("`{word}` is too much here")),
            None => Ok(()),
        }
    }

    fn read_fleet(&self, p: &mut Position, mut words: Words<'_>) -> Result<(), String> {
        let power = self.read_power(words.next().ok_or("whose fleet is it?")?)?;
        let word = words.next().ok_or("where is the fleet?")?;
        let place = match word {
            "port" | "box" => {
                let port = self.read_area(words.next().ok_or("which port?")?)?;
                if self.d.place(port).port.is_none() {
                    return Err("this area has no port".to_string());
                }
                if word == "port" { FleetAt::Port(port) } else { FleetAt::Box(port) }
            }
            "off" => FleetAt::Off,
            sea => FleetAt::Sea(self.d.sea(sea).ok_or_else(|| format!("`{sea}` is no sea"))?),
        };
        let depot = match words.next() {
            None => false,
            Some("depot") => true,
            Some(word) => return Err(format!("`{word}` is too much here")),
        };
        if let Some(word) = words.next() {
            return Err(format!("`{word}` is too much here"));
        }
        let free = p.fleets.iter_mut().find(|f| f.power == NOBODY);
        *free.ok_or("there is no room for one more fleet")? = Fleet { power, at: place, depot };
        Ok(())
    }
}
