//! The statistics tables of the papers, published value beside ours.
