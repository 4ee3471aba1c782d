//! Time: the match rules' time control `M/R/P/L/G/T`, the reserve's bookkeeping, and how long to think on a turn.
//!
//! Everything here is a pure function of what the caller knows about the clocks: nothing asks what time it is.
//!
//! ```
//! use std::time::Duration;
//! use loxodon::clock::{Clock, TimeControl};
//!
//! let control: TimeControl = "15s/1m30s/100/2".parse()?;
//! let reserve = control.after_turn(control.reserve, Duration::from_secs(10));
//! assert_eq!(reserve, Some(Duration::from_secs(95)));
//!
//! // There is more in reserve than is worth holding, so some of it is used.
//! let budget = Clock::at_start(control).budget().expect("the control limits the time");
//! assert!(budget.soft > Duration::from_secs(15) && budget.soft < budget.hard);
//! # Ok::<(), loxodon::clock::ParseTimeControlError>(())
//! ```

mod budget;
mod notation;
mod reserve;
mod time_control;

pub use budget::{Budget, Clock};
pub use notation::ParseTimeControlError;
pub use reserve::SETUP_TIME;
pub use time_control::{GameLimit, TimeControl};
