//! Sessions with the real binary over the Arimaa Engine Interface, as controllers lead them.

mod clients;
mod clock;
mod driver;
mod faults;
mod fuzz;
mod games;
mod options;
mod search;
mod session;
mod socket;
