//! All tests of the server, as one program: it is linked once, and data are read once.

mod analysis;
mod common;
mod company;
mod endpoints;
mod games;
mod hint;
mod hostile;
mod live;
mod long;
mod positions;
mod postgres;
mod rematch;
mod secrets;
mod sit;
mod stranger;
mod thinking;
