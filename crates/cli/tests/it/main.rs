//! All tests of the command line, as one program: it is linked once, and data are read once.

mod analyse;
mod games;
mod hint;
mod kill;
mod labels;
mod ladder;
mod map;
mod positions;
mod puzzles;
mod recorded;
mod referee;
mod rooms;
mod stored;
mod table;
mod tune;
mod versions;
