use super::*;
use sandtable_board::grid::{ColumnsFrom, Numbering, Orientation, Parity};

fn sheet() -> Grid {
    Grid {
        orientation: Orientation::Flat,
        numbering: Numbering::ColRow,
        columns_from: ColumnsFrom::West,
        shifted: Parity::Even,
        shift: 0.5,
        columns: (1, 30),
        rows: (1, 30),
    }
}

fn control(name: &str, lon: f64, lat: f64, hex: &str, in_fit: bool) -> Control {
    Control { name: name.into(), place: LonLat { lon, lat }, hex: hex.parse().unwrap(), in_fit, anchor: true }
}

#[test]
fn an_affine_map_is_found_again() {
    let from: Vec<Point> =
        [(0.0, 0.0), (3.0, 1.0), (1.0, 4.0), (-2.0, 2.0)].map(|(x, y)| Point::new(x, y)).into();
    let to: Vec<Point> =
        from.iter().map(|p| Point::new(2.0 * p.x - p.y + 5.0, 0.5 * p.y + 3.0 * p.x)).collect();
    let fit = Affine::fit(&from, &to).unwrap();
    for (f, t) in from.iter().zip(&to) {
        assert!(fit.apply(*f).distance(*t) < 1e-9);
    }
    assert!((fit.determinant() - 4.0).abs() < 1e-9);
}

#[test]
fn points_on_one_line_do_not_make_a_fit() {
    let line: Vec<Point> = (0..4).map(|i| Point::new(f64::from(i), f64::from(i))).collect();
    assert!(Affine::fit(&line, &line).is_none());
}

#[test]
fn every_control_point_lands_in_its_hex_even_a_misplaced_one() {
    let controls = [
        control("a", 18.0, 53.0, "0505", true),
        control("b", 20.0, 53.0, "2005", true),
        control("c", 18.0, 51.0, "0525", true),
        control("d", 20.0, 51.0, "2026", true),
        control("astray", 19.0, 52.0, "1118", false),
    ];
    let (geo, residuals) = Georeference::fit(&sheet(), &controls, 8.0).unwrap();
    for c in &controls {
        assert_eq!(sheet().at(geo.locate(c.place)), Some(c.hex), "{}", c.name);
    }
    let astray = residuals.last().unwrap();
    assert!(astray.error > 2.0, "the plain fit is {} hexes off", astray.error);
    assert_ne!(astray.plain_hex, Some(astray.control.hex));
}

#[test]
fn the_projection_keeps_distances_near_its_middle() {
    let conic = Conic::about(LonLat { lon: 20.0, lat: 52.0 });
    let at = |lon: f64, lat: f64| conic.project(LonLat { lon, lat });
    assert!(at(20.0, 52.0).length() < 1e-9);
    // A degree of latitude is 111.2 km, a degree of longitude that times the cosine of the latitude.
    let north = at(20.0, 53.0);
    assert!(north.x.abs() < 1e-9 && (north.y + 111.19).abs() < 0.01, "{north:?}");
    let east = at(21.0, 52.0);
    assert!((east.x - 111.19 * 52f64.to_radians().cos()).abs() < 0.01, "{east:?}");
    assert!(east.y < 0.0 && east.y > -1.0, "parallels bend to the north away from the middle: {east:?}");
    assert!(at(19.0, 51.0).x < 0.0 && at(19.0, 51.0).y > 0.0);
    // Warsaw to Berlin is 517 km.
    let (warsaw, berlin) = (at(21.012, 52.23), at(13.405, 52.52));
    assert!((warsaw.distance(berlin) - 517.0).abs() < 4.0, "{}", warsaw.distance(berlin));
}

#[test]
fn systems_are_solved_even_when_they_need_a_pivot() {
    let solved =
        solve(vec![vec![0.0, 2.0, 1.0], vec![1.0, 1.0, 0.0], vec![3.0, 0.0, -1.0]], vec![7.0, 3.0, 0.0]);
    let wanted = [1.0, 2.0, 3.0];
    assert!(solved.unwrap().iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9));
    assert!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]).is_none());
    assert_eq!(solve(vec![], vec![]), Some(vec![]));
}

#[test]
fn the_affine_fit_has_the_least_squared_error() {
    let from: Vec<Point> =
        [(0.0, 0.0), (4.0, 0.0), (0.0, 4.0), (4.0, 4.0), (2.0, 1.0)].map(|(x, y)| Point::new(x, y)).into();
    let to: Vec<Point> = from.iter().enumerate().map(|(i, p)| *p + Point::new(0.1 * i as f64, 0.2)).collect();
    let fit = Affine::fit(&from, &to).unwrap();
    let error = |a: &Affine| from.iter().zip(&to).map(|(f, t)| a.apply(*f).distance(*t).powi(2)).sum::<f64>();
    for i in 0..3 {
        for step in [-0.01, 0.01] {
            let (mut one, mut two) = (fit, fit);
            one.x[i] += step;
            two.y[i] += step;
            assert!(error(&one) > error(&fit) && error(&two) > error(&fit));
        }
    }
}

#[test]
fn the_bell_falls_from_one_to_nothing() {
    assert_eq!((wendland(0.0), wendland(1.0), wendland(2.0)), (1.0, 0.0, 0.0));
    let values: Vec<f64> = (0..=10).map(|i| wendland(f64::from(i) / 10.0)).collect();
    assert!(values.windows(2).all(|w| w[0] > w[1]));
    assert!((wendland(0.5) - 0.1875).abs() < 1e-12);
}

#[test]
fn a_point_is_drawn_into_its_hex_by_the_margin_and_no_further() {
    let grid = sheet();
    let centre = grid.centre("1010".parse().unwrap());
    let near = centre + Point::new(0.2, -0.1);
    assert_eq!(into_hex(&grid, near, centre), near, "what lies inside stays");
    for angle in 0..12 {
        let way = Point::new(f64::from(angle).cos(), f64::from(angle).sin());
        let drawn = into_hex(&grid, centre + way * 3.0, centre);
        let depth = grid.steps().map(|s| (drawn - centre).x * s.x + (drawn - centre).y * s.y);
        let depth = depth.into_iter().fold(f64::MIN, f64::max);
        assert!((depth - (0.5 - MARGIN)).abs() < 1e-9, "just inside: {depth}");
        assert!(Point::default().cross(way, drawn - centre).abs() < 1e-9, "on the way to the centre");
    }
}

fn corners() -> Vec<Control> {
    vec![
        control("a", 18.0, 53.0, "0505", true),
        control("b", 20.0, 53.0, "2005", true),
        control("c", 18.0, 51.0, "0525", true),
        control("d", 20.0, 51.0, "2025", true),
    ]
}

#[test]
fn far_from_control_points_the_plain_fit_holds() {
    let mut controls = corners();
    let (plain, _) = Georeference::fit(&sheet(), &controls, 3.0).unwrap();
    controls.push(control("astray", 19.0, 52.0, "1118", false));
    let (bent, residuals) = Georeference::fit(&sheet(), &controls, 3.0).unwrap();
    let far = LonLat { lon: 18.2, lat: 52.9 };
    assert!(plain.locate(far).distance(bent.locate(far)) < 1e-9);
    let here = LonLat { lon: 19.0, lat: 52.0 };
    assert!(plain.locate(here).distance(bent.locate(here)) > 1.0);
    assert_eq!(residuals.len(), 5, "every control is told");
    assert!(residuals[..4].iter().all(|r| r.error < 0.6));
    // Between the two the bend fades.
    let aside = LonLat { lon: 19.25, lat: 52.0 };
    let moved = |p| plain.locate(p).distance(bent.locate(p));
    assert!(moved(aside) > 0.0 && moved(aside) < moved(here));
}

#[test]
fn the_scale_is_that_of_the_fit() {
    let (geo, _) = Georeference::fit(&sheet(), &corners(), 3.0).unwrap();
    // Twenty rows over two degrees of latitude.
    assert!((geo.km - 11.1).abs() < 0.4, "{}", geo.km);
}

#[test]
fn of_two_controls_on_one_spot_the_first_stands() {
    let mut controls = corners();
    controls.push(control("one", 19.0, 52.0, "1215", false));
    controls.push(control("two", 19.0, 52.0, "1217", false));
    let (geo, residuals) = Georeference::fit(&sheet(), &controls, 3.0).unwrap();
    assert_eq!(sheet().at(geo.locate(controls[4].place)), Some(controls[4].hex));
    assert_eq!(residuals.len(), 6);
}

#[test]
fn without_enough_controls_there_is_no_fit() {
    assert!(Georeference::fit(&sheet(), &[], 3.0).is_none());
    assert!(Georeference::fit(&sheet(), &corners()[..2], 3.0).is_none());
    let unsure: Vec<Control> = corners().into_iter().map(|c| Control { in_fit: false, ..c }).collect();
    assert!(Georeference::fit(&sheet(), &unsure, 3.0).is_none());
}

#[test]
fn controls_close_together_all_land_in_their_hexes() {
    let mut controls = corners();
    controls.push(control("one", 19.0, 52.0, "1214", false));
    controls.push(control("two", 19.2, 52.0, "1316", false));
    controls.push(control("three", 19.1, 51.8, "1218", false));
    let (geo, _) = Georeference::fit(&sheet(), &controls, 6.0).unwrap();
    for c in &controls {
        assert_eq!(sheet().at(geo.locate(c.place)), Some(c.hex), "{}", c.name);
    }
}
