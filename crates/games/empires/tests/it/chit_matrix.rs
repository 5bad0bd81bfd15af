//! The chits as a game of two.
#![allow(clippy::unwrap_used)]
use crate::battles::*;
use sandtable_empires::combat::matrix::{CHANCES, Camp, Matrix, Prospect, solve};

fn prospect() -> Prospect {
    let camp = |factors, power| Camp {
        factors,
        pinning: None,
        cavalry: None,
        strategic: 3,
        tactical: 2,
        commander: Some(power),
    };
    Prospect {
        camps: [camp(50, Power::Turkey), camp(37, Power::Russia)],
        terrain: Terrain::Clear,
        river: false,
        day: 1,
    }
}

#[test]
fn the_worth_of_a_pair_is_the_mean_over_all_dice() {
    let c = charts();
    let m = Matrix::of(c, &prospect());
    // Played out with real battles, all 36 throws.
    let mut sum = 0;
    for a in 1..=6 {
        for d in 1..=6 {
            let mut b = plain(A::Assault, D::Cordon, "50I", "37I");
            let r = b.fight(c, &Orders::default(), [a, d]).unwrap();
            sum += i32::from(r.blows[0].factors) - i32::from(r.blows[1].factors);
        }
    }
    assert_eq!(m.worth[A::Assault as usize][D::Cordon as usize], sum * 6);
    // Half of the withdrawals succeed with a rating of 3, four in six with the note.
    let alone = |rating| {
        let mut p = prospect();
        p.camps[1].strategic = rating;
        Matrix::of(c, &p).worth[A::Assault as usize][D::Withdraw as usize]
    };
    assert_eq!(alone(3) * 2, alone(0));
    assert_eq!(alone(6), 0);
    assert_eq!(m.factors(A::Probe, D::Withdraw), 0.0);
    assert_eq!(CHANCES, 216);
}

#[test]
fn r7_5_2_1b_a_force_that_may_not_outflank_never_does() {
    let c = charts();
    let m = Matrix::of(c, &prospect());
    assert!(!m.rows[0] && !m.columns[0]);
    let s = solve(&m, 500);
    assert_eq!((s.rows[0], s.columns[0]), (0.0, 0.0));
    let mut p = prospect();
    p.camps[0].pinning = Some(25);
    let split = Matrix::of(c, &p);
    assert!(split.rows[0]);
    let all = m.worth[0][D::Cordon as usize];
    assert_eq!(split.worth[0][D::Cordon as usize], all, "nobody divides against cordon");
    assert!(split.worth[0][D::Counterattack as usize] < m.worth[0][D::Counterattack as usize]);
}

#[test]
fn a_mixture_that_cannot_be_exploited() {
    let c = charts();
    for (terrain, river, rating) in
        [(Terrain::Clear, false, 1), (Terrain::Marsh, true, 4), (Terrain::Forest, false, 3)]
    {
        let mut p = prospect();
        (p.terrain, p.river) = (terrain, river);
        p.camps[1].strategic = rating;
        p.camps.iter_mut().for_each(|camp| camp.pinning = Some(camp.factors / 2));
        let m = Matrix::of(c, &p);
        let s = solve(&m, 2000);
        assert!((s.rows.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((s.columns.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(s.exploitability >= -1e-9 && s.exploitability < 0.01, "{terrain:?}: {}", s.exploitability);
        assert_eq!(s, solve(&m, 2000), "the same every time");
    }
}

#[test]
fn a_known_game_is_solved() {
    // Matching pennies on two chits each, the others so bad that nobody takes them.
    let mut m = Matrix { worth: [[0; 6]; 5], rows: [false; 5], columns: [false; 6] };
    for i in 1..3 {
        (m.rows[i], m.columns[i]) = (true, true);
        for j in 1..3 {
            m.worth[i][j] = if i == j { CHANCES } else { -CHANCES };
        }
    }
    m.worth[1][1] = 3 * CHANCES;
    // Attacker: 3x - (1-x) = -x + (1-x), so x = 1/3; the value is 1/3.
    let s = solve(&m, 20_000);
    assert!((s.rows[1] - 1.0 / 3.0).abs() < 1e-2 && (s.columns[1] - 1.0 / 3.0).abs() < 1e-2, "{s:?}");
    assert!((s.value - 1.0 / 3.0).abs() < 1e-2 && s.exploitability < 1e-2);
}

/// Steps in which players find their mixture.
const STEPS: u32 = 400;

/// What could be gained against a mixture, as a share of what the chits can make of the battle.
fn share(m: &Matrix) -> f64 {
    let open = |i: usize, j: usize| m.rows[i] && m.columns[j];
    let all = (0..5).flat_map(|i| (0..6).map(move |j| (i, j))).filter(|(i, j)| open(*i, *j));
    let worth: Vec<i32> = all.map(|(i, j)| m.worth[i][j]).collect();
    let range = f64::from(worth.iter().max().unwrap() - worth.iter().min().unwrap()) / f64::from(CHANCES);
    if range == 0.0 { 0.0 } else { solve(m, STEPS).exploitability / range }
}

#[test]
fn mixtures_leave_little_to_gain_in_any_battle() {
    let c = charts();
    let (mut worst, mut count) = (0.0f64, 0);
    for terrain in [Terrain::Clear, Terrain::Marsh, Terrain::Forest, Terrain::Mountain] {
        for (own, foe) in [(8, 30), (20, 20), (37, 50), (50, 37), (60, 25), (90, 80), (120, 40)] {
            for n in 0..24u8 {
                let mut p = prospect();
                (p.terrain, p.river, p.day) = (terrain, n % 2 == 1, 1 + n % 3);
                (p.camps[0].factors, p.camps[1].factors) = (own, foe);
                (p.camps[0].strategic, p.camps[1].strategic) = (1 + n % 5, 1 + n / 5);
                (p.camps[0].tactical, p.camps[1].tactical) = (n % 6, n / 4);
                p.camps[0].pinning = (n % 3 > 0).then_some(own / 2);
                p.camps[1].pinning = (n % 4 > 1).then_some(foe / 2);
                worst = worst.max(share(&Matrix::of(c, &p)));
                count += 1;
            }
        }
    }
    println!("{count} battles: at worst {:.2} % of the range", 100.0 * worst);
    assert!(worst < 0.05, "{worst}");
}

/// The same for the battles of whole games, by the forecast of a day that players go by.
#[test]
fn mixtures_leave_little_to_gain_in_battles_of_games() {
    use sandtable_core::dice::Seeded;
    use sandtable_core::game::known_to;
    use sandtable_core::player::Player;
    use sandtable_core::{Game, Options};
    use sandtable_empires::bot::{Regular, chit_matrix};
    use sandtable_empires::play::fight::FightStep;
    use sandtable_empires::position::Step;
    let game = sandtable_empires::Empires::new().unwrap();
    let (mut worst, mut count) = (0.0f64, 0);
    for (scenario, seed) in [("ulm1805", 1), ("ulm1805", 2), ("jena1806", 3), ("danube1809", 4)] {
        let mut dice = Seeded::new(seed);
        let mut p = game.start(scenario, &Options::new(), &mut dice).unwrap();
        let mut players: Vec<Regular> = (0..7).map(|q| Regular::new(seed * 7 + q)).collect();
        let mut events = Vec::new();
        while let Some(side) = game.to_decide(&p).side() {
            let known = known_to(&game, &p, side).into_owned();
            if p.play.steps.top() == Step::Fight(FightStep::Chits) {
                worst = worst.max(share(&chit_matrix(&game, &known)));
                count += 1;
            }
            let action = players[usize::from(side.0)].choose(&game, &known, side).unwrap();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
            events.clear();
        }
    }
    println!("{count} choices of a chit: at worst {:.2} % of the range", 100.0 * worst);
    assert!(count > 20 && worst < 0.05, "{count}: {worst}");
}
