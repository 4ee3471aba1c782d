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
/// Who is to move and with how many legal turns; which enemy pieces each side can capture and whether it can reach the
/// goal, or win otherwise, in one turn, if it is or were its turn; if a goal threatens the side to move, in how many
/// steps and how many first steps stop it; pieces that a single friend holds on a trap; frozen pieces; who controls the
/// traps, that is who has more pieces beside them, or with as many the stronger one; the evaluation in centi-rabbits and
/// what each piece is worth, that is by how much its side would be worse off without it; the match score; the result, if
/// the game is over.
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
