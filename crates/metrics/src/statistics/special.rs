//! The special functions behind p-values.
//!
//! The densities are computed as in Loader, "Fast and Accurate Computation of Binomial
//! Probabilities" (2000), which loses no digits where log-gammas would cancel; the tails by the
//! series and fraction of Abramowitz and Stegun, 6.5.29 and 6.5.31, and by the fraction for the
//! incomplete beta function of Didonato and Morris (ACM TOMS, 1992).

use std::f64::consts::{LN_2, PI};

/// Terms after which a series or fraction is taken as it stands; far above what any needs.
const TERMS: usize = 1_000_000;
const TINY: f64 = 1e-300;

/// The logarithm of the gamma function, for `x` above 0.
pub fn log_gamma(x: f64) -> f64 {
    // The series needs a large argument: Γ(x) = Γ(x + k) / (x (x + 1) … (x + k − 1)).
    let (mut product, mut shifted) = (1.0, x);
    while shifted < 16.0 {
        product *= shifted;
        shifted += 1.0;
    }
    let half_log_tau = 0.5 * (LN_2 + PI.ln());
    (shifted - 0.5) * shifted.ln() - shifted + half_log_tau + stirling_series(shifted)
        - product.ln()
}

/// The regularised incomplete beta function I_x(a, b), for positive `a` and `b`. `rest` is 1 − x:
/// whoever knows it to more digits than the subtraction gives should say so.
pub fn beta_share(a: f64, b: f64, x: f64, rest: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if rest <= 0.0 {
        1.0
    } else if x <= (a + 1.0) / (a + b + 2.0) {
        beta_tail(a, b, x, rest)
    } else {
        1.0 - beta_tail(b, a, rest, x)
    }
}

/// The share of the gamma distribution of shape `a` that lies above `x`: Q(a, x).
pub fn gamma_above(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    // xᵃ e⁻ˣ / Γ(a + 1)
    let density = (-stirling_error(a) - deviance(a, x)).exp() / (2.0 * PI * a).sqrt();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0, 1.0);
        for n in 1..TERMS {
            term *= x / (a + n as f64);
            sum += term;
            if term < sum * f64::EPSILON / 4.0 {
                break;
            }
        }
        return 1.0 - density * sum;
    }
    let fraction = lentz(x + 1.0 - a, |n| {
        let n = n as f64;
        (n * (a - n), x + 1.0 - a + 2.0 * n)
    });
    density * a / fraction
}

/// The share of the χ² distribution with one degree of freedom that lies above `x`.
pub fn chi_square_above(x: f64) -> f64 {
    gamma_above(0.5, x / 2.0)
}

/// The share of the normal distribution that lies above `z`.
pub fn normal_above(z: f64) -> f64 {
    let beyond = 0.5 * gamma_above(0.5, z * z / 2.0);
    if z < 0.0 { 1.0 - beyond } else { beyond }
}

/// The point above which a share `p` of the normal distribution lies, for `p` between 0 and 1.
pub fn normal_point(p: f64) -> f64 {
    if p > 0.5 {
        return -normal_point(1.0 - p);
    }
    // Abramowitz and Stegun 26.2.23, good to 4.5e-4; each of Halley's steps triples the digits.
    let t = (-2.0 * p.ln()).sqrt();
    let over = 2.515517 + t * (0.802853 + t * 0.010328);
    let under = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    let mut z = t - over / under;
    for _ in 0..3 {
        let density = (-z * z / 2.0).exp() / (2.0 * PI).sqrt();
        let newton = (normal_above(z) - p) / density;
        z += newton / (1.0 - newton * z / 2.0);
    }
    z
}

/// The share of Student's distribution that lies farther from 0 than `t`, on both sides.
pub fn student_beyond(t: f64, degrees: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    let square = t * t;
    let all = degrees + square;
    beta_share(degrees / 2.0, 0.5, degrees / all, square / all)
}

/// The share of the binomial distribution of `trials` fair throws that lies at or below `k`.
pub fn fair_binomial_to(k: u64, trials: u64) -> f64 {
    if k >= trials {
        return 1.0;
    }
    beta_share((trials - k) as f64, k as f64 + 1.0, 0.5, 0.5)
}

fn beta_tail(a: f64, b: f64, x: f64, rest: f64) -> f64 {
    let both = a + b;
    let exponent = stirling_error(both)
        - stirling_error(a)
        - stirling_error(b)
        - deviance(a, both * x)
        - deviance(b, both * rest);
    let density = exponent.exp() * (a * b / (2.0 * PI * both)).sqrt();
    // Written with x and 1 − x both: for large a, x alone is too near 1 to tell them apart.
    let offset = a * rest - b * x + 1.0;
    let fraction = lentz(a * offset / (a + 1.0), |n| {
        let n = n as f64;
        let odd = a + 2.0 * n - 1.0;
        let numerator = (a + n - 1.0) / odd * ((both + n - 1.0) / odd) * (n * (b - n) * x * x);
        let step = (a + n) * (offset + n * (1.0 + rest)) / (odd + 2.0);
        (numerator, n + n * (b - n) * x / odd + step)
    });
    density / fraction
}

/// A continued fraction by Lentz's method: `first` + a₁ / (b₁ + a₂ / (b₂ + …)).
fn lentz(first: f64, term: impl Fn(usize) -> (f64, f64)) -> f64 {
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut value = not_zero(first);
    let (mut c, mut d) = (value, 0.0);
    for n in 1..TERMS {
        let (a, b) = term(n);
        d = 1.0 / not_zero(b + a * d);
        c = not_zero(b + a / c);
        let step = c * d;
        value *= step;
        if (step - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

/// What Stirling's formula leaves out: ln n! − ln(√(2πn) (n/e)ⁿ).
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        log_gamma(n + 1.0) - (n + 0.5) * n.ln() + n - 0.5 * (LN_2 + PI.ln())
    } else {
        stirling_series(n)
    }
}

fn stirling_series(n: f64) -> f64 {
    const COEFFICIENTS: [f64; 7] = [
        1.0 / 12.0,
        -1.0 / 360.0,
        1.0 / 1260.0,
        -1.0 / 1680.0,
        1.0 / 1188.0,
        -691.0 / 360_360.0,
        1.0 / 156.0,
    ];
    let inverse_square = 1.0 / (n * n);
    COEFFICIENTS.iter().rev().fold(0.0, |sum, c| sum * inverse_square + c) / n
}

/// x ln(x / mean) + mean − x, without cancellation where the two are near.
fn deviance(x: f64, mean: f64) -> f64 {
    let (difference, sum) = (x - mean, x + mean);
    if difference.abs() >= 0.1 * sum {
        return x * (x / mean).ln() + mean - x;
    }
    let v = difference / sum;
    let mut total = difference * v;
    let mut power = 2.0 * x * v;
    for n in 1..100 {
        power *= v * v;
        let longer = total + power / (2 * n + 1) as f64;
        if longer == total {
            break;
        }
        total = longer;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() <= 1e-13 * expected.abs(),
            "{found:e} is not {expected:e}"
        );
    }

    #[test]
    fn log_gamma_of_whole_numbers_is_the_log_of_a_factorial() {
        assert!(log_gamma(1.0).abs() < 1e-14);
        close(log_gamma(0.5), PI.sqrt().ln());
        close(log_gamma(11.0), 3_628_800f64.ln());
        close(log_gamma(20.0), 121_645_100_408_832_000f64.ln());
    }

    #[test]
    fn student_with_one_degree_of_freedom_is_the_cauchy_distribution() {
        for t in [0.01, 0.5, 1.0, 3.0, 250.0] {
            close(student_beyond(t, 1.0), 2.0 / PI * (1.0 / t).atan());
        }
        assert_eq!(student_beyond(f64::INFINITY, 3.0), 0.0);
        assert_eq!(student_beyond(0.0, 3.0), 1.0);
    }

    #[test]
    fn fair_throws_are_counted() {
        close(fair_binomial_to(0, 10), 1.0 / 1024.0);
        close(fair_binomial_to(3, 10), 176.0 / 1024.0);
        assert_eq!(fair_binomial_to(0, 0), 1.0);
        assert_eq!(fair_binomial_to(7, 7), 1.0);
    }

    #[test]
    fn a_normal_point_leaves_its_share_above_it() {
        for p in [1e-200, 1e-9, 0.025, 0.31, 0.5, 0.8, 0.999] {
            close(normal_above(normal_point(p)), p);
        }
    }
}
