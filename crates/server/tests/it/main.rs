//! All tests of the server, as one program: it is linked once, and data are read once.

mod accounts;
mod analysis;
mod clocks;
mod closed;
mod common;
mod company;
mod dice;
mod endpoints;
mod games;
mod hint;
mod hostile;
mod live;
mod long;
mod nodes;
mod notices;
mod opponents;
mod positions;
mod postgres;
mod rematch;
mod secrets;
mod sit;
mod stranger;
mod talk;
mod thinking;
mod tournaments;
mod upgrade;
