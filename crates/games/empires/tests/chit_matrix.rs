//! The chits as a game of two.
mod battles;
use battles::*;
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
