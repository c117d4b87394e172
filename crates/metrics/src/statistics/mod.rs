//! Whether a difference between two systems is more than chance, and how sure a mean is.
//!
//! [`Pairs`] holds two systems' scores of the same turns and tests their difference: by
//! [`Pairs::t_test`] or by [`Pairs::randomisation`]. [`bootstrap`] gives the interval of a mean,
//! [`wilson`] that of a share; [`correct`] corrects the p-values of many tests. [`special`] has
//! the functions they rest on.
//!
//! What is random is made by the generator in `random.rs`, a stream of its own for each round:
//! the same seed gives the same numbers on every machine and on any number of threads.

mod bootstrap;
mod error;
mod holm;
mod paired;
mod random;
mod randomisation;
pub mod special;
mod wilson;

pub use bootstrap::{Interval, bootstrap};
pub use error::{Error, Undefined};
pub use holm::{Correction, correct, rejected};
pub use paired::{Pairs, TTest};
pub use randomisation::{Assignments, Randomisation};
pub use wilson::{Share, wilson};
