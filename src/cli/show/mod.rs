mod at_hand;
mod facts;
mod picture;
mod text;

use anyhow::anyhow;
use clap::Args;

use super::failure::bad_input;
use super::interrupt::Interrupt;
use super::network::NetworkArguments;
use super::output::Output;
use super::output_file::OutputFile;
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
    /// Write a picture of the board as well; with - to standard output, in place of all else
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

/// Where the picture goes.
enum PictureFile {
    StandardOutput,
    Named(OutputFile),
}

impl ShowArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        Interrupt::listen()?;
        let picture_file = self.picture_file()?;
        let network = self.network.load()?;
        let game = read_game(&self.position, &self.moment)?;
        if let Some(file) = picture_file {
            let picture = picture::of(&game).to_string();
            match file {
                PictureFile::StandardOutput => return Ok(writeln!(out, "{picture}")?),
                PictureFile::Named(file) => file.write(picture.as_bytes())?,
            }
        }
        let facts = Facts::new(&game, &mut Evaluator::new(network));
        if self.json {
            out.json(&facts)
        } else {
            Ok(text::write(out, &game, &facts)?)
        }
    }

    fn picture_file(&self) -> anyhow::Result<Option<PictureFile>> {
        match self.svg.as_deref() {
            None => Ok(None),
            Some("-") if self.json => Err(bad_input(anyhow!(
                "--svg - and --json both write to standard output: one of them has to go"
            ))),
            Some("-") => Ok(Some(PictureFile::StandardOutput)),
            Some(file) => {
                let inputs = self
                    .network
                    .file()
                    .into_iter()
                    .chain([self.position.as_str()]);
                let file = OutputFile::new(file, inputs).map_err(bad_input)?;
                Ok(Some(PictureFile::Named(file)))
            }
        }
    }
}
