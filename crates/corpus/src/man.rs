use crate::unit::{Parsed, Problem, Unit};

pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    crate::plain::parse(unit)
}
