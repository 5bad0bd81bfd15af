//! All tests of the bots, as one program: it is linked once, and data are read once.

#[path = "../../../core/tests/it/auction/mod.rs"]
#[allow(dead_code, reason = "the kernel's tests use all of it")]
mod auction;
mod ladder;
mod planner;
mod secrets;
mod toy;
mod tune;
