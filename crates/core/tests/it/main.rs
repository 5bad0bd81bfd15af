//! All tests of the kernel, as one program: it is linked once, and data are read once.

mod auction;
mod dice;
mod toy;
