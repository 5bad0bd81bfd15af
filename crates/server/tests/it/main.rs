//! All tests of the server, as one program: it is linked once, and data are read once.

mod analysis;
mod common;
mod company;
mod games;
mod hint;
mod hostile;
mod live;
mod long;
mod nodes;
mod positions;
mod postgres;
mod rematch;
mod secrets;
mod sit;
mod thinking;
mod upgrade;
