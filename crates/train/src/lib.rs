//! Light training on the CPU.

#![forbid(unsafe_code)]
