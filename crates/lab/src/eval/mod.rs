//! Systems over conversations: runs, resumed and cached, into a results folder.
