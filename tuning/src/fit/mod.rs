//! Fits the weights of the evaluation to records of games.
//!
//! The evaluation is linear in its weights, so with a logistic curve over it this is logistic regression: the win
//! probability that it says is to come near to how the games went and what searches found in them. Weights that the
//! records say little about stay near those that the fit starts from.

mod calibration;
mod moved;
mod regression;
mod samples;
mod scale;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use loxodon::eval::write_weights;

use crate::output::say;
use crate::weight_tables::{RABBIT, prior, to_unit};
use regression::Regression;
use samples::{Samples, Sifted};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of records.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the new parameter file goes, such as src/eval/weights.txt.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The parameter file to start from and to stay near to; this build's own one if it is left out.
    #[arg(long, value_name = "FILE")]
    prior: Option<PathBuf>,
    /// Records of games by whose results win probabilities are judged, in place of those fitted to: where turns were
    /// played at random, results say little. May be given several times.
    #[arg(long, value_name = "FILE")]
    results: Vec<PathBuf>,
    #[command(flatten)]
    samples: samples::Options,
    #[command(flatten)]
    regression: regression::Options,
    /// How many of the weights that moved most are listed.
    #[arg(long, default_value_t = 30)]
    moved: usize,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (_, prior) = prior(arguments.prior.as_deref())?;
    let read = |files: &[PathBuf], scale| samples::read(files, &arguments.samples, &prior, scale);
    let judges = match arguments.results.as_slice() {
        [] => None,
        files => Some(read(files, None)?),
    };
    let scale = judges.as_ref().map(|judges| judges.scale);
    let Sifted {
        training,
        held_out,
        scale: search_scale,
        tempo,
        counts,
    } = read(&arguments.files, scale)?;
    say(format_args!(
        "{counts}\
         scale of the search scores: {search_scale:.0} centi-rabbits for e : 1\n\
         to be on move: {tempo:.0} centi-rabbits in them, which are taken off\n\n"
    ));
    if training.len() == 0 || held_out.len() == 0 {
        bail!("there are no records to fit to, or none to hold out: give more games");
    }
    let judges = judges.as_ref();
    let judges = Judges {
        training: judges.map_or(&training, |judges| &judges.training),
        held_out: judges.map_or(&held_out, |judges| &judges.held_out),
    };
    let before = Errors::of(&prior, search_scale, &training, &held_out, &judges);
    let regression = Regression {
        training: &training,
        held_out: &held_out,
        scale: search_scale,
        prior: &prior,
    };
    let fitted = regression.fit(&arguments.regression, |epoch| {
        say(format_args!("{epoch}\n"));
    });
    let factor = to_unit(&fitted);
    let tenths = |weight: f64| (weight * factor * 10.0).round() / 10.0;
    let fitted: Vec<f64> = fitted.into_iter().map(tenths).collect();
    let after = Errors::of(
        &fitted,
        search_scale * factor,
        &training,
        &held_out,
        &judges,
    );
    let win_scale = scale::of_evaluation(&fitted, judges.training);
    let errors = format!(
        "{}\n{}\n{}",
        before.line("before"),
        after.line("after"),
        least_line(&training, &held_out)
    );
    say(format_args!(
        "\nall weights times {factor:.4}, so that the first rabbit is worth {RABBIT}\n\
         win probability: {win_scale:.0} centi-rabbits for e : 1\n\n\
         {errors}\n\n{}{}",
        moved::table(&prior, factor, &fitted, &training, arguments.moved),
        calibration::table(&fitted, win_scale, judges.held_out)
    ));
    let header = arguments.header(&counts.to_string(), &errors);
    fs::write(&arguments.out, write_weights(&header, win_scale, &fitted))
        .with_context(|| format!("{} can't be written", arguments.out.display()))?;
    say(format_args!("\n{} is written\n", arguments.out.display()));
    Ok(())
}

impl Arguments {
    /// What the parameter file says about itself.
    fn header(&self, counts: &str, errors: &str) -> String {
        let today = jiff::Timestamp::now().strftime("%Y-%m-%d");
        let names = |path: &PathBuf| {
            path.file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        let files: Vec<String> = self.files.iter().filter_map(names).collect();
        let prior = match &self.prior {
            Some(path) => names(path).unwrap_or_default(),
            None => "the weights before".to_owned(),
        };
        format!(
            "Weights of the evaluation in centi-rabbits, to one decimal. Written by `loxodon-tuning fit`: don't edit.\n\
             Fitted on {today} to {}, starting from {prior}.\n\
             {counts}{errors}",
            files.join(" "),
        )
    }
}

/// Positions by whose results win probabilities are judged.
struct Judges<'a> {
    training: &'a Samples,
    held_out: &'a Samples,
}

/// Mean cross entropy, in nats: how far the win probabilities are from what they should be.
struct Errors {
    training: f64,
    held_out: f64,
    /// Against the results of the held-out games alone.
    results: f64,
}

impl Errors {
    fn of(
        weights: &[f64],
        scale: f64,
        training: &Samples,
        held_out: &Samples,
        judges: &Judges,
    ) -> Self {
        let win_scale = scale::of_evaluation(weights, judges.training);
        Self {
            training: training.error(weights, scale),
            held_out: held_out.error(weights, scale),
            results: judges.held_out.error_of_results(weights, win_scale),
        }
    }

    fn line(&self, when: &str) -> String {
        let Self {
            training,
            held_out,
            results,
        } = self;
        format!(
            "error {when:<7} training {training:.5}, held out {held_out:.5}, results of held-out games {results:.5}"
        )
    }
}

/// The errors that no weights could better, since what is fitted to is seldom sure.
fn least_line(training: &Samples, held_out: &Samples) -> String {
    format!(
        "at least      training {:.5}, held out {:.5}",
        training.least_error(),
        held_out.least_error()
    )
}

#[cfg(test)]
mod tests {
    use loxodon::eval::read_weights;

    #[test]
    fn the_weights_kept_have_the_tables_of_this_build() {
        assert!(read_weights(include_str!("../../weights/by-hand.txt")).is_some());
        assert!(read_weights(include_str!("../../weights/11.txt")).is_some());
    }
}
