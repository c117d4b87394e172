//! Units of measure.

use super::Measure::{self, Area, Data, Length, Mass, Percent, Speed, Temperature, Time, Volume};

/// A unit by the way it is written.
#[derive(Debug)]
pub(super) struct Unit {
    pub name: &'static str,
    pub measure: Measure,
    factor: f64,
    /// What is taken off before the factor.
    zero: f64,
}

impl Unit {
    pub fn convert(&self, value: f64) -> f64 {
        (value - self.zero) * self.factor
    }

    /// Whether it is written right behind its figures and means nothing else there.
    pub fn may_be_glued(&self) -> bool {
        matches!(self.measure, Length | Mass | Time | Data | Speed) && self.name != "m"
    }
}

const fn unit(name: &'static str, measure: Measure, factor: f64) -> Unit {
    Unit { name, measure, factor, zero: 0.0 }
}

/// Units, the longer ones first where one begins with another.
pub(super) const UNITS: &[Unit] = &[
    unit("km/h", Speed, 1.0 / 3.6),
    unit("kilometres per hour", Speed, 1.0 / 3.6),
    unit("kilometers per hour", Speed, 1.0 / 3.6),
    unit("miles per hour", Speed, 0.447_04),
    unit("km/s", Speed, 1e3),
    unit("m/s", Speed, 1.0),
    unit("mph", Speed, 0.447_04),
    unit("km²", Area, 1e6),
    unit("km2", Area, 1e6),
    unit("m²", Area, 1.0),
    unit("hectares", Area, 1e4),
    unit("acres", Area, 4_046.86),
    unit("square kilometers", Area, 1e6),
    unit("square kilometres", Area, 1e6),
    unit("square metres", Area, 1.0),
    unit("square meters", Area, 1.0),
    unit("square miles", Area, 2.59e6),
    unit("astronomical units", Length, 1.496e11),
    unit("light-years", Length, 9.461e15),
    unit("light years", Length, 9.461e15),
    unit("kilometers", Length, 1e3),
    unit("kilometres", Length, 1e3),
    unit("centimetres", Length, 0.01),
    unit("centimeters", Length, 0.01),
    unit("millimetres", Length, 0.001),
    unit("millimeters", Length, 0.001),
    unit("metres", Length, 1.0),
    unit("meters", Length, 1.0),
    unit("miles", Length, 1_609.34),
    unit("yards", Length, 0.914_4),
    unit("inches", Length, 0.025_4),
    unit("feet", Length, 0.304_8),
    unit("ft", Length, 0.304_8),
    unit("au", Length, 1.496e11),
    unit("AU", Length, 1.496e11),
    unit("km", Length, 1e3),
    unit("cm", Length, 0.01),
    unit("mm", Length, 0.001),
    unit("m", Length, 1.0),
    unit("tonnes", Mass, 1e3),
    unit("tons", Mass, 1e3),
    unit("kilograms", Mass, 1.0),
    unit("kg", Mass, 1.0),
    unit("grams", Mass, 1e-3),
    unit("pounds", Mass, 0.453_592),
    unit("lb", Mass, 0.453_592),
    unit("milliseconds", Time, 1e-3),
    unit("microseconds", Time, 1e-6),
    unit("nanoseconds", Time, 1e-9),
    unit("ms", Time, 1e-3),
    unit("seconds", Time, 1.0),
    unit("minutes", Time, 60.0),
    unit("hours", Time, 3_600.0),
    unit("days", Time, 86_400.0),
    unit("weeks", Time, 604_800.0),
    unit("months", Time, 2_629_800.0),
    unit("years", Time, 31_557_600.0),
    unit("decades", Time, 315_576_000.0),
    unit("centuries", Time, 3_155_760_000.0),
    unit("litres", Volume, 1.0),
    unit("liters", Volume, 1.0),
    unit("gallons", Volume, 3.785_41),
    unit("bits", Data, 0.125),
    unit("bytes", Data, 1.0),
    unit("kilobytes", Data, 1e3),
    unit("megabytes", Data, 1e6),
    unit("gigabytes", Data, 1e9),
    unit("terabytes", Data, 1e12),
    unit("KiB", Data, 1_024.0),
    unit("MiB", Data, 1_048_576.0),
    unit("GiB", Data, 1_073_741_824.0),
    unit("TiB", Data, 1_099_511_627_776.0),
    unit("kB", Data, 1e3),
    unit("KB", Data, 1e3),
    unit("MB", Data, 1e6),
    unit("GB", Data, 1e9),
    unit("TB", Data, 1e12),
    unit("°C", Temperature, 1.0),
    Unit { name: "°F", measure: Temperature, factor: 5.0 / 9.0, zero: 32.0 },
    unit("degrees Celsius", Temperature, 1.0),
    Unit { name: "degrees Fahrenheit", measure: Temperature, factor: 5.0 / 9.0, zero: 32.0 },
    Unit { name: "kelvins", measure: Temperature, factor: 1.0, zero: 273.15 },
    unit("percent", Percent, 1.0),
    unit("per cent", Percent, 1.0),
    unit("%", Percent, 1.0),
];
