//! What actions are about, as it is typed, called, picked up at the table and read.

use super::hands::loose;
use crate::about::side_id;
use crate::play::Engine;
use crate::play::combat::{AttackerChit, DefenderChit, Kind};
use crate::play::common::IN_CORPS;
use crate::play::fight::{Flanker, KindLetter, Sallying};
use crate::play::land::garrison::At;
use crate::play::land::{FleetAt, Position};
use crate::play::loss::Source;
use crate::play::loss::words::kind_text;
use crate::play::march::words::GUARD;
use crate::play::march::{MarchStep, Post, Retiring};
use crate::play::siege::Sent;
use crate::play::year::Target;
use crate::play::year::state::Wares;
use crate::position::Step;
use crate::position::ids::{BlockId, FactorId, FleetId, LeaderId, NationId};
use crate::view::fleet_id;
use sandtable_board::AreaId;
use sandtable_core::guide::Handle;
use sandtable_core::phrase::{Operand, Shown};
use sandtable_ops::Id;

/// Factors of a city in the order of actions.
const PLACES: [&str; 3] = ["infantry", "militia", "irregular"];

/// Operands of actions: what is typed, what people call it, what it touches, how it is read.
macro_rules! operands {
    ($($type:ty: |$it:ident, $e:ident, $p:ident| $text:expr
        $(; label $label:expr)? $(; touch |$handle:ident| $touch:expr)?; read |$words:ident| $read:expr;)+) => {$(
        #[allow(unused_variables)]
        impl Shown<Engine<'_>> for $type {
            fn text(&self, $e: &Engine<'_>, $p: &Position) -> String {
                let $it = *self;
                $text
            }

            $(fn label(&self, $e: &Engine<'_>, $p: &Position) -> String {
                let $it = *self;
                $label
            })?

            $(fn touch(&self, $e: &Engine<'_>, $p: &Position, $handle: &mut Handle) {
                let $it = *self;
                $touch
            })?
        }

        #[allow(unused_variables)]
        impl Operand<Engine<'_>> for $type {
            fn read($e: &Engine<'_>, $p: &Position, $words: &str) -> Option<$type> {
                $read
            }
        }
    )+};
}

operands! {
    u8: |n, e, p| n.to_string(); read |words| words.parse().ok();

    AreaId: |area, e, p| e.area_id(area).to_string();
        label e.area_name(area).to_string();
        touch |handle| handle.place = e.spot(area);
        read |words| e.d.area(words);

    BlockId: |block, e, p| e.corps(block).map_or("?".to_string(), |b| e.block_name(p, b));
        label e.corps(block).map_or("?".to_string(), |b| p.def(e.d, b).title.clone());
        touch |handle| handle.pieces.extend(e.corps(block).map(|b| e.block_id(p, b)));
        read |words| e.block_named(p, words).or_else(|| e.block_by_back(p, words)).map(BlockId::of);

    LeaderId: |leader, e, p| e.d.leaders.get(leader.index()).map_or("?", |l| l.id.as_str()).to_string();
        label e.leader_name(leader.index()).to_string();
        touch |handle| handle.pieces.extend(e.d.leaders.get(leader.index()).map(|l| l.id.clone()));
        read |words| {
            let named = || e.d.leaders.iter().position(|l| l.name.to_lowercase() == words);
            e.d.leader_named(words).or_else(named).map(LeaderId::of)
        };

    NationId: |nation, e, p| e.nation_id(nation.0).to_lowercase();
        label e.nation_name(nation.0).to_string();
        read |words| e.d.nation(&words.to_uppercase()).map(NationId);

    FleetId: |fleet, e, p| fleet.0.to_string();
        label match p.fleets.get(fleet.index()) {
            Some(f) => format!("fleet {} of {}", fleet.0, e.nation_name(f.power)),
            None => format!("fleet {}", fleet.0),
        };
        touch |handle| {
            let power = p.fleets.get(fleet.index()).map_or(u8::MAX, |f| f.power);
            handle.pieces.push(fleet_id(side_id(power), fleet.index()));
        };
        read |words| words.parse().ok().map(FleetId);

    Kind: |kind, e, p| kind_text(kind).to_string();
        read |words| Kind::ALL.into_iter().find(|k| kind_text(*k) == words);

    KindLetter: |kind, e, p| kind.0.id().to_lowercase();
        label kind_text(kind.0).to_string();
        read |words| Kind::ALL.into_iter().find(|k| k.id().to_lowercase() == words).map(KindLetter);

    FactorId: |kind, e, p| IN_CORPS.get(kind.index()).map_or("?", |k| kind_text(*k)).to_string();
        read |words| IN_CORPS.iter().position(|k| kind_text(*k) == words).map(FactorId::of);

    Wares: |kind, e, p| kind.id().to_string();
        label kind.name().to_string();
        read |words| Wares::ALL.into_iter().find(|w| w.id() == words || w.name() == words);

    At: |at, e, p| ["city", "depot"][usize::from(at == At::Depot)].to_string();
        label format!("the {}", at.text(e, p));
        read |words| [At::City, At::Depot].into_iter().find(|at| at.text(e, p) == words);

    Post: |post, e, p| ["field", "city", "depot"][post as usize].to_string();
        label format!("the {}", post.text(e, p));
        read |words| Post::ALL.into_iter().find(|post| post.text(e, p) == words);

    Target: |to, e, p| match to {
            Target::City(area) => format!("city {}", e.area_id(area)),
            Target::Depot(area) => format!("depot {}", e.area_id(area)),
            Target::Corps(corps) => format!("corps {}", corps.text(e, p)),
        };
        label match to {
            Target::City(area) => format!("the city of {}", e.area_name(area)),
            Target::Depot(area) => format!("the depot at {}", e.area_name(area)),
            Target::Corps(corps) => corps.label(e, p),
        };
        touch |handle| match to {
            Target::City(area) | Target::Depot(area) => area.touch(e, p, handle),
            Target::Corps(corps) => corps.touch(e, p, handle),
        };
        read |words| match words.split_once(' ')? {
            ("city", id) => e.d.area(id).map(Target::City),
            ("depot", id) => e.d.area(id).map(Target::Depot),
            ("corps", id) => BlockId::read(e, p, id).map(Target::Corps),
            _ => None,
        };

    FleetAt: |at, e, p| match at {
            FleetAt::Off => "nowhere".to_string(),
            FleetAt::Port(area) => format!("port {}", e.area_id(area)),
            FleetAt::Box(area) => format!("box {}", e.area_id(area)),
            FleetAt::Sea(sea) => {
                format!("sea {}", e.d.board.parts().seas.get(sea.index()).map_or("?", |s| s.id.as_str()))
            }
        };
        label e.fleet_place(at);
        touch |handle| handle.place = match at {
            FleetAt::Off => None,
            FleetAt::Port(area) | FleetAt::Box(area) => e.spot(area),
            FleetAt::Sea(sea) => e.d.board.parts().seas.get(sea.index()).map(|s| s.id.clone()),
        };
        read |words| match words.split_once(' ')? {
            ("port", id) => e.d.area(id).map(FleetAt::Port),
            ("box", id) => e.d.area(id).map(FleetAt::Box),
            ("sea", id) => e.d.sea(id).map(FleetAt::Sea),
            _ => None,
        };

    AttackerChit: |chit, e, p| chit.name().to_string();
        read |words| AttackerChit::ALL.into_iter().find(|c| c.name() == words);

    DefenderChit: |chit, e, p| chit.name().to_string();
        read |words| DefenderChit::ALL.into_iter().find(|c| c.name() == words);

    Flanker: |corps, e, p| e.flanker(p, corps.0).unwrap_or_else(|| corps.0.text(e, p));
        label match e.flanker(p, corps.0) {
            Some(_) => e.back_name(p.corps[corps.0.index()].power, corps.0.index()),
            None => corps.0.label(e, p),
        };
        touch |handle| corps.0.touch(e, p, handle);
        read |words| BlockId::read(e, p, words).map(Flanker);

    Sallying: |factor, e, p| {
            let of = e.whose(p, At::City, p.fight.area, factor.0.0);
            format!("{}{of}", PLACES.get(usize::from(factor.1)).unwrap_or(&"?"))
        };
        label {
            let of = e.whose_name(p, At::City, p.fight.area, factor.0.0);
            format!("{}{of}", PLACES.get(usize::from(factor.1)).unwrap_or(&"?"))
        };
        touch |handle| loose(e, p, At::City, p.fight.area, factor.0.0, handle);
        read |words| {
            let (kind, nation) = of_nation(words);
            let nation = e.loose_named(p, At::City, p.fight.area, nation)?;
            Some(Sallying(NationId(nation), index(&PLACES, kind)?))
        };

    Retiring: |factors, e, p| {
            let of = e.whose(p, At::Depot, retires_from(p), factors.0.0);
            format!("{} {}{of}", factors.2, GUARD.get(usize::from(factors.1)).unwrap_or(&"?"))
        };
        label {
            let of = e.whose_name(p, At::Depot, retires_from(p), factors.0.0);
            format!("{} {}{of}", factors.2, GUARD.get(usize::from(factors.1)).unwrap_or(&"?"))
        };
        touch |handle| loose(e, p, At::Depot, here(p), factors.0.0, handle);
        read |words| {
            let (words, nation) = of_nation(words);
            let (count, kind) = words.split_once(' ')?;
            let nation = e.loose_named(p, At::Depot, retires_from(p), nation)?;
            Some(Retiring(NationId(nation), index(&GUARD, kind)?, count.parse().ok()?))
        };

    Sent: |factors, e, p| {
            let of = e.whose(p, At::City, p.siege.area, factors.0.0);
            format!("{} {}{of}", factors.2, kind_text(factors.1))
        };
        label {
            let of = e.whose_name(p, At::City, p.siege.area, factors.0.0);
            format!("{} {}{of}", factors.2, kind_text(factors.1))
        };
        touch |handle| loose(e, p, At::City, p.siege.area, factors.0.0, handle);
        read |words| {
            let (words, nation) = of_nation(words);
            let (count, kind) = words.split_once(' ')?;
            let nation = e.loose_named(p, At::City, p.siege.area, nation)?;
            Some(Sent(NationId(nation), Kind::read(e, p, kind)?, count.parse().ok()?))
        };

    Source: |source, e, p| match source {
            Source::Block(corps) => corps.text(e, p),
            Source::City(n) => format!("the city{}", e.whose(p, At::City, p.losses.area, n.0)),
            Source::Guard(n) => format!("the depot{}", e.whose(p, At::Depot, p.losses.area, n.0)),
            Source::Field => "the field".to_string(),
        };
        label match source {
            Source::Block(corps) => corps.label(e, p),
            Source::City(n) => format!("the garrison{}", e.whose_name(p, At::City, p.losses.area, n.0)),
            Source::Guard(n) => {
                format!("the depot garrison{}", e.whose_name(p, At::Depot, p.losses.area, n.0))
            }
            Source::Field => "those in the field".to_string(),
        };
        read |words| {
            let (of, nation) = of_nation(words);
            let named = |at| e.loose_named(p, at, p.losses.area, nation).map(NationId);
            match (of.strip_prefix("the ").unwrap_or(of), nation) {
                ("city", _) => named(At::City).map(Source::City),
                ("depot", _) => named(At::Depot).map(Source::Guard),
                ("field", None) => Some(Source::Field),
                (_, None) => BlockId::read(e, p, of).map(Source::Block),
                _ => None,
            }
        };
}

/// What is named, and of which nation, if that is said.
fn of_nation(words: &str) -> (&str, Option<&str>) {
    words.split_once(" of ").map_or((words, None), |(what, nation)| (what, Some(nation)))
}

/// The place of a word in a list.
fn index(list: &[&str], word: &str) -> Option<u8> {
    list.iter().position(|w| *w == word).and_then(|n| u8::try_from(n).ok())
}

/// Where a depot garrison retires.
fn retires_from(p: &Position) -> AreaId {
    match p.play.steps.top() {
        Step::March(MarchStep::Retire { area, .. } | MarchStep::Refuge { area, .. }) => area,
        _ => AreaId(u16::MAX),
    }
}

/// The area that a step of the march is about, else where the counter on the march stands.
pub(super) fn here(p: &Position) -> AreaId {
    match p.play.steps.top() {
        Step::March(MarchStep::Fill { area, .. }) => area,
        Step::March(MarchStep::Retire { .. } | MarchStep::Refuge { .. }) => retires_from(p),
        _ => p.marching.march.at,
    }
}

impl Engine<'_> {
    /// The place of a corps, if there is such a corps.
    fn corps(&self, block: BlockId) -> Option<usize> {
        Some(block.index()).filter(|b| *b < self.d.corps.len())
    }

    /// The corps whose back has an id.
    fn block_by_back(&self, p: &Position, id: &str) -> Option<usize> {
        (0..self.d.corps.len()).find(|b| self.block_id(p, *b) == id)
    }

    /// The back of a corps that goes round the flank, where the commander's power does not see its face.
    fn flanker(&self, p: &Position, block: BlockId) -> Option<String> {
        let hand = p.fight.camps[usize::from(p.fight.divides.min(1))].hand;
        self.corps(block).filter(|b| !self.sees(p, hand, *b)).map(|b| self.block_id(p, b))
    }
}
