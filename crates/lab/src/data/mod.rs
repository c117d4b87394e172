//! Loaders: official files in, typed turns and labelled rows out.
