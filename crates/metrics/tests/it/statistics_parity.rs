//! Tests, corrections and intervals against scipy, statsmodels and numpy.

use grice_metrics::labels::{McNemar, RightWrong, Undefined as NoLabelTest};
use grice_metrics::statistics::special as functions;
use grice_metrics::statistics::{
    Assignments, Correction, Pairs, Undefined, correct, rejected, wilson,
};
use serde_json::Value;

use crate::reference::{cases, near, numbers, same_digits};

fn of_kind(kind: &str, least: usize) -> Vec<Value> {
    let cases: Vec<Value> =
        cases::<Value>("statistics").into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(cases.len() >= least, "only {} of {kind}", cases.len());
    cases
}

#[test]
fn mcnemar_agrees_with_statsmodels() {
    for case in &of_kind("mcnemar", 2000) {
        let count = |place: usize| case["counts"][place].as_u64().unwrap();
        let counts = RightWrong {
            both: count(0),
            first_only: count(1),
            second_only: count(2),
            neither: count(3),
        };
        let found = [Ok(counts.exact()), counts.corrected(), counts.uncorrected()];
        for (found, expected) in found.into_iter().zip(case["found"].as_array().unwrap()) {
            match found {
                Ok(McNemar { statistic, p }) => {
                    near(statistic, expected[0].as_f64().unwrap(), case);
                    same_digits(p, expected[1].as_f64().unwrap(), 1e-9, case);
                }
                // There statsmodels says NaN, or infinity with p = 0.
                Err(why) => {
                    assert_eq!(why, NoLabelTest::NoDifference, "{case}");
                    assert!(!expected[0].is_number(), "{case}");
                }
            }
        }
    }
}

#[test]
fn the_t_test_agrees_with_scipy() {
    let mut compared = 0;
    for case in &of_kind("t-test", 2000) {
        let (first, second) = (numbers(&case["first"]), numbers(&case["second"]));
        match Pairs::new(&first, &second).unwrap().t_test() {
            Err(why) => {
                assert!(case["t"].is_null(), "{case}");
                let expected = match first.len() {
                    0 => Undefined::Nothing,
                    1 => Undefined::OnePair,
                    _ => Undefined::NoDifference,
                };
                assert_eq!(why, expected);
            }
            Ok(test) if test.nearly_constant => {
                assert!(case["rounding"] == true || case["t"].is_string(), "{case}");
                assert!(test.p < 1e-6 && case["p"].as_f64().unwrap() < 1e-6, "{case}");
            }
            Ok(test) => {
                compared += 1;
                assert!(case["rounding"] == false, "{case}");
                near(test.t, case["t"].as_f64().unwrap(), case);
                same_digits(test.p, case["p"].as_f64().unwrap(), 1e-9, case);
            }
        }
    }
    assert!(compared >= 2000, "{compared}");
}

#[test]
fn the_randomisation_test_agrees_with_scipys_permutation_test() {
    for case in &of_kind("randomisation", 2000) {
        let differences = numbers(&case["differences"]);
        let pairs = Pairs::new(&differences, &vec![0.0; differences.len()]).unwrap();
        let test = pairs.randomisation(1, 1).unwrap();
        assert!(matches!(test.assignments, Assignments::All(_)));
        same_digits(test.p, case["p"].as_f64().unwrap(), 1e-9, case);
    }
}

#[test]
fn holm_and_bonferroni_agree_with_statsmodels() {
    for case in &of_kind("holm", 2000) {
        let p_values = numbers(&case["p"]);
        let level = case["level"].as_f64().unwrap();
        for (name, correction) in
            [("holm", Correction::Holm), ("bonferroni", Correction::Bonferroni)]
        {
            let corrected = correct(&p_values, correction).unwrap();
            for (found, expected) in corrected.into_iter().zip(numbers(&case[name][0])) {
                near(found, expected, case);
            }
            let rejected: Vec<u64> = rejected(&p_values, correction, level)
                .unwrap()
                .into_iter()
                .map(u64::from)
                .collect();
            assert_eq!(serde_json::json!(rejected), case[name][1], "{case}");
        }
    }
}

#[test]
fn wilson_intervals_agree_with_statsmodels() {
    for case in &of_kind("wilson", 2000) {
        let count = |place: usize| case["of"][place].as_u64().unwrap();
        match wilson(count(0), count(1), case["level"].as_f64().unwrap()) {
            Err(error) => {
                assert_eq!(error, Undefined::Nothing.into());
                assert_eq!(count(1), 0);
            }
            Ok(share) => {
                assert!((share.low - case["ends"][0].as_f64().unwrap()).abs() < 1e-12, "{case}");
                assert!((share.high - case["ends"][1].as_f64().unwrap()).abs() < 1e-12, "{case}");
            }
        }
    }
}

#[test]
fn special_functions_agree_with_scipy() {
    for case in &of_kind("special", 2000) {
        let of = numbers(&case["of"]);
        let found = match case["function"].as_str().unwrap() {
            "student" => functions::student_beyond(of[0], of[1]),
            "binomial" => functions::fair_binomial_to(of[0] as u64, of[1] as u64),
            "chi-square" => functions::chi_square_above(of[0]),
            "normal" => functions::normal_above(of[0]),
            "point" => functions::normal_point(of[0]),
            "log-gamma" => functions::log_gamma(of[0]),
            "beta" => functions::beta_share(of[0], of[1], of[2], 1.0 - of[2]),
            "gamma" => functions::gamma_above(of[0], of[1]),
            other => panic!("{other}"),
        };
        let expected = case["value"].as_f64().unwrap();
        // Near 1 and 2 the logarithm crosses 0, and its last digits are those of the argument.
        match case["function"] == "log-gamma" {
            true => assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{case}"),
            false => same_digits(found, expected, 1e-12, case),
        }
    }
}
