use super::*;

fn found(text: &str) -> Vec<(&str, f64, Measure)> {
    quantities(text).into_iter().map(|q| (&text[q.bytes], q.value, q.measure)).collect()
}

#[test]
fn numbers_have_their_scale_and_unit() {
    assert_eq!(
        found("It is 3.5 million km away, or 1,234.5 m."),
        [("3.5 million km", 3.5e9, Length), ("1,234.5 m", 1234.5, Length)]
    );
    assert_eq!(
        found("about −179 °C, two moons and 95 percent"),
        [("−179 °C", -179.0, Temperature), ("two", 2.0, Count), ("95 percent", 95.0, Percent)]
    );
    assert_eq!(
        found("A sol lasts 24 hours, 39 minutes and 35 seconds."),
        [("24 hours, 39 minutes and 35 seconds", 88_775.0, Time)]
    );
    assert_eq!(
        found("1.898 × 10^27 kg and 1,800 km/h"),
        [("1.898 × 10^27 kg", 1.898e27, Mass), ("1,800 km/h", 500.0, Speed)]
    );
}

#[test]
fn words_and_names_are_no_numbers() {
    assert_eq!(found("Voyager2 and a moon, often someone; é漢🍕"), []);
    assert_eq!(found("in 1846, it"), [("1846", 1846.0, Count)]);
    assert_eq!(found(""), []);
}
