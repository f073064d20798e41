use vieta::{Cancel, Run, Status};

#[test]
fn roots_lie_in_their_discs() {
    let answer = vieta::roots("x^5 - x - 1").unwrap();
    assert!(answer.complete && answer.discs.len() == 5);
    let real: Vec<_> = answer.discs.iter().filter(|z| z.real).collect();
    assert!(real.len() == 1 && (real[0].re - 1.1673039782614187).abs() <= real[0].radius + 1e-15);
    assert!(answer.discs.iter().all(|z| z.status == Status::Isolated && z.radius < 1e-15));
    let two = vieta::roots_of(&[-2.0, 0.0, 1.0]).unwrap();
    assert!(two.discs.iter().all(|z| (z.re.abs() - 2f64.sqrt()).abs() < 1e-15));
}

#[test]
fn slips_are_errors() {
    assert!(vieta::roots("x^2 -").unwrap_err().0.contains("found"));
    assert!(vieta::roots("x\0").is_err());
    assert!(vieta::roots_of(&[0.0]).is_err());
    assert!(vieta::real_roots(2, &[1.0, 2.0], 0.0, 1.0).is_err());
    assert!(vieta::solve("x + y").is_err());
}

#[test]
fn real_roots_of_rows() {
    let rows = [-1.0, 0.0, 1.0, 1.0, 0.0, 1.0, f64::NAN, 0.0, 1.0];
    let found = vieta::real_roots(2, &rows, f64::NEG_INFINITY, f64::INFINITY).unwrap();
    assert_eq!(found, [Some(vec![-1.0, 1.0]), Some(vec![]), None]);
    assert_eq!(vieta::real_roots(2, &[], 0.0, 1.0).unwrap().len(), 0);
}

#[test]
fn systems() {
    let answer = vieta::solve("x^2 + y^2 - 4; x*y - 1").unwrap();
    assert!(answer.complete && answer.variables == ["x", "y"] && answer.solutions.len() == 4);
    for s in &answer.solutions {
        assert!(s.certified && s.real && (s.re[0] * s.re[1] - 1.0).abs() < 1e-14);
    }
}

#[test]
fn another_thread_ends_it() {
    let cancel = Cancel::new();
    let run = Run { cancel: Some(cancel.clone()), ..Run::default() };
    let worker = std::thread::spawn(move || vieta::roots_within("x^3000 - (100*x - 1)^3*(x^2 + 1) - 7", &run));
    cancel.now();
    assert!(worker.join().unwrap().is_ok());
}
