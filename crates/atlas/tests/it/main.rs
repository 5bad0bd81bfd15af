//! Tests of the compiler on the real data, and on copies of it in which one thing is broken.

// Helpers outside of test functions may unwrap as well: it is all tests here.
#![allow(clippy::unwrap_used)]

mod broken;
mod compiled;
mod copies;
mod overrides;
