//! Who has won, and the points (7.5.2.10.1, 7.5.2.10.4, 7.5.4.2.3).

use super::Who;
use super::charts::Charts;

/// How a side stands at the end of a round, losses of both sides removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Its morale loss has reached its final level.
    pub broken: bool,
    /// Nothing is left of what fights: all of it, or the pinning force before arrival.
    pub gone: bool,
    /// Outflankers that had not arrived are left.
    pub outflankers: bool,
}

/// What a round has decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing.
    GoesOn,
    /// One side has won.
    Won {
        /// Who.
        victor: Who,
        /// What fought of the beaten side is wiped out, so its leaders are captured.
        leaders_captured: bool,
        /// Something is left that can be pursued and must retreat.
        remains: bool,
        /// The victor broke as well, which then does not matter.
        victor_broke: bool,
    },
    /// Both broke with survivors: nobody wins, no points, no pursuit, the attacker alone retreats, moving its own force.
    BothBroke,
    /// Nothing is left of either.
    NobodyLeft,
}

/// The outcome of a round.
// empires 7.5.2.10.1, empires 7.5.2.10.1.2, empires 7.5.2.10.4.1, empires 7.5.2.10.4.2
pub fn verdict(sides: [Standing; 2]) -> Verdict {
    let beaten = |who: Who| sides[who.at()].broken || sides[who.at()].gone;
    let won = |victor: Who| {
        let loser = sides[victor.other().at()];
        Verdict::Won {
            victor,
            leaders_captured: loser.gone,
            remains: !loser.gone || loser.outflankers,
            victor_broke: sides[victor.at()].broken || sides[victor.at()].gone,
        }
    };
    match (beaten(Who::Attacker), beaten(Who::Defender)) {
        (false, false) => Verdict::GoesOn,
        (false, true) => won(Who::Attacker),
        (true, false) => won(Who::Defender),
        (true, true) => match (sides[0].gone, sides[1].gone) {
            // Outflankers whose pinning force died with the whole enemy are the survivors.
            (true, true) => match (sides[0].outflankers, sides[1].outflankers) {
                (true, false) => won(Who::Attacker),
                (false, true) => won(Who::Defender),
                _ => Verdict::NobodyLeft,
            },
            (false, false) => Verdict::BothBroke,
            (false, true) => won(Who::Attacker),
            (true, false) => won(Who::Defender),
        },
    }
}

/// What both noted after a day without a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Night {
    /// Both fight: another day.
    AnotherDay,
    /// One side leaves by the retreat rules under its own hand; the other may pursue at the lowest class.
    Leaves(Who),
    /// Both leave and nobody pursues.
    BothLeave,
}

/// The end of a day: who withdraws.
// empires 7.5.2.13, empires 7.5.2.13.1, empires 7.5.2.13.1(b), empires 7.5.2.13.2
pub fn night(withdraw: [bool; 2]) -> Night {
    match withdraw {
        [false, false] => Night::AnotherDay,
        [true, false] => Night::Leaves(Who::Attacker),
        [false, true] => Night::Leaves(Who::Defender),
        [true, true] => Night::BothLeave,
    }
}

/// What part a corps had in a combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// It fought, from the start or as a reinforcement.
    Fought,
    /// It went round the flank, whether it arrived or not.
    Outflanker,
    /// It tried to reinforce and never came.
    NeverCame,
}

/// Political points of a field combat: what the victor gains and what the loser loses (below nought). `corps` are the beaten
/// side's corps, with the factors each started or came with.
// empires 7.5.2.10.1.3, empires 7.5.2.10.1.3(b), empires 7.5.2.10.1.3.1, empires 7.5.2.10.1.3.2
pub fn points(charts: &Charts, corps: impl IntoIterator<Item = (Part, u16)>, napoleon: [bool; 2]) -> [i8; 2] {
    let p = charts.points;
    let counted: u16 = corps
        .into_iter()
        .filter(|(part, _)| *part != Part::NeverCame)
        .map(|(_, n)| if n > p.large_above { 2 } else { 1 })
        .sum();
    let whole = (counted * u16::from(p.halves_per_corps)).div_ceil(2).min(p.most.unsigned_abs().into()) as i8;
    let [victor, loser] = napoleon;
    [whole + if victor { p.napoleon_wins } else { 0 }, -whole + if loser { p.napoleon_loses } else { 0 }]
}

/// How a limited field combat ends; the attacker are the relievers with what came out of the city.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relief {
    /// The siege goes on: the garrison is back inside, the relievers together in one area that they came from.
    pub siege_resumes: bool,
    /// The city falls, as all of its garrison died.
    pub city_falls: bool,
    /// Who may be pursued.
    pub pursued: Option<Who>,
    /// Besieged corps may step out.
    pub may_step_out: bool,
    /// Points as in the field; otherwise it is a draw.
    pub points: bool,
}

/// The outcome of a limited field combat after a deciding round, or after its last. `garrison` is what is left in the city
/// and of those who came out of it.
// empires 7.5.4.2.3.1, empires 7.5.4.2.3.1.1, empires 7.5.4.2.3.1.2, empires 7.5.4.2.3.2, empires 7.5.4.2.3.3
pub fn relief(verdict: Verdict, garrison: u16) -> Relief {
    let relieved = matches!(verdict, Verdict::Won { victor: Who::Attacker, .. });
    let pursued = match verdict {
        Verdict::Won { victor, remains: true, .. } => Some(victor.other()),
        _ => None,
    };
    Relief {
        siege_resumes: !relieved && garrison > 0 && verdict != Verdict::NobodyLeft,
        city_falls: !relieved && garrison == 0 && verdict != Verdict::NobodyLeft,
        pursued,
        may_step_out: relieved,
        points: matches!(verdict, Verdict::Won { .. }),
    }
}
