//! How the game is written: steps and turns, setups, boards as AEI sends them, board diagrams, and game records.

mod aei_board;
mod diagram;
mod free_setup;
mod record;
mod record_error;
mod record_reader;
mod record_writer;
mod tags;
mod token;
mod turn;
mod written_move;

pub use aei_board::{PositionError, board_string, read_board};
pub use diagram::{DiagramError, diagram, read_diagram};
pub use record::Record;
pub use record_error::{RecordError, RecordProblem};
pub use record_reader::read_record;
pub use record_writer::write_record;
pub use tags::{Tag, read_tags};
pub use token::{ParseTokenError, Token};
pub use turn::{write_turn, write_turns};
