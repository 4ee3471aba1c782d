//! How the game is written: steps and turns, setups, boards as AEI sends them, board diagrams, and game records.

mod aei_board;
mod diagram;
mod record;
mod token;
mod turn;

pub use aei_board::{PositionError, board_string, read_board};
pub use diagram::{DiagramError, diagram, read_diagram};
pub use record::{RecordError, RecordProblem, read_label, read_record, write_record};
pub use token::{ParseTokenError, Token};
pub use turn::write_turn;
