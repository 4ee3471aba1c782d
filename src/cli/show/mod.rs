mod facts;
mod text;

use std::sync::Arc;

use clap::Args;

use super::form::Form;
use super::interrupt::Interrupt;
use super::network::NetworkArguments;
use super::output::Output;
use super::picture;
use super::picture_file::PictureFile;
use super::position_arg::{Moment, read_game};
use crate::eval::Evaluator;
use facts::Facts;

/// Shows a position: the board and what the rules and the evaluation say about it
///
/// The rules: who is to move, and with how many legal turns; the frozen pieces; those that a single friend holds on a trap;
/// the match score; the result, if the game is over.
///
/// What a turn could bring each side, if it is or were its turn: which enemy pieces it captures, and whether it reaches the
/// goal or wins otherwise. If a goal threatens the side to move: how many steps stop it, and how many first steps can be
/// part of that.
///
/// The evaluation, in centi-rabbits, and by how much each side would be worse off without each of its pieces. Who controls
/// each trap: the side with more pieces beside it, or, if both have as many, the one with the stronger piece.
#[derive(Args)]
pub(super) struct ShowArguments {
    /// A board such as `g [<64 squares>]`, or a file (- for standard input) with such a board, a diagram, or a game
    /// record, whose last position is meant
    position: String,
    #[command(flatten)]
    moment: Moment,
    #[command(flatten)]
    network: NetworkArguments,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write a picture of the board as well, as PNG if the name ends in .png; with - to standard output, in place of all
    /// else
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

impl ShowArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        Interrupt::listen()?;
        let inputs = self
            .network
            .file()
            .into_iter()
            .chain([self.position.as_str()]);
        let picture_file = PictureFile::new(self.svg.as_deref(), self.json, inputs)?;
        let network = self.network.load()?;
        let game = read_game(&self.position, &self.moment)?;
        let form = Form::new(self.json, picture_file.as_ref());
        if let Some(file) = picture_file {
            file.write(&picture::of(&game, None), out)?;
        }
        let facts = || Facts::new(&game, &mut Evaluator::new(Arc::clone(&network)));
        match form {
            Form::Text => Ok(text::write(out, &game, &facts())?),
            Form::Json => out.json(&facts()),
            Form::Picture => Ok(()),
        }
    }
}
