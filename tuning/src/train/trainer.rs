//! One step of the training, on all cores.
//!
//! Every sum is made in the same order whatever the number of threads, so that it makes no difference to the result: the
//! shares into which a batch is divided have a fixed size, and the gradient of a block of hidden units is summed up by
//! one thread, sample by sample.

use loxodon::eval::features::INPUTS;
use rayon::prelude::*;

use super::adam::{Moments, Step};
use super::gradient::{add_input_gradient, backward, forward};
use super::parameters::{
    Head, LANES, Lanes, MAX_HIDDEN_BIAS, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, Parameters, VIEWS,
};
use super::sample::{Block, Labels, Sample, sigmoid};
use crate::record::UnpackError;

/// The samples of a batch that a thread takes at a time.
const SHARE: usize = 64;

/// The network in training.
pub(super) struct Trainer {
    pub(super) parameters: Parameters,
    pub(super) moments: Moments,
    labels: Labels,
    /// All zeros between steps.
    gradient: Parameters,
    shares: Vec<Share>,
}

/// A share of a batch.
struct Share {
    samples: Vec<Sample>,
    /// The slopes of the loss in the hidden units' sums, by sample, view and block.
    slopes: Vec<Lanes>,
    gradient: Head,
    squared_error: f64,
}

impl Trainer {
    pub(super) fn new(parameters: Parameters, moments: Moments, labels: Labels) -> Self {
        let gradient = Parameters::zeros(parameters.hidden());
        Self {
            parameters,
            moments,
            labels,
            gradient,
            shares: Vec::new(),
        }
    }

    /// Improves the network by a step on the records with these numbers. Returns the sum of their squared errors before it.
    pub(super) fn step(
        &mut self,
        records: &[Block],
        batch: &[u32],
        number: u64,
        rate: f32,
    ) -> Result<f64, UnpackError> {
        let squared_error = self.compute_slopes(records, batch)?;
        self.update(Step::new(number, rate), batch.len().div_ceil(SHARE));
        Ok(squared_error)
    }

    fn compute_slopes(&mut self, records: &[Block], batch: &[u32]) -> Result<f64, UnpackError> {
        let blocks = self.parameters.blocks();
        let shares = batch.len().div_ceil(SHARE);
        while self.shares.len() < shares {
            self.shares.push(Share::new(blocks));
        }
        let (parameters, labels) = (&self.parameters, &self.labels);
        let weight = 1.0 / batch.len() as f32;
        self.shares
            .par_iter_mut()
            .zip(batch.par_chunks(SHARE))
            .try_for_each(|(share, numbers)| {
                share.read(records, numbers, labels)?;
                share.compute(parameters, weight);
                Ok(())
            })?;
        let shares = &self.shares[..shares];
        for share in shares {
            self.gradient.head.add(&share.gradient);
        }
        Ok(shares.iter().map(|share| share.squared_error).sum())
    }

    #[cfg(test)]
    pub(super) fn head_gradient(
        &mut self,
        records: &[Block],
        batch: &[u32],
    ) -> Result<Head, UnpackError> {
        self.compute_slopes(records, batch)?;
        Ok(self.gradient.head.clone())
    }

    fn update(&mut self, step: Step, shares: usize) {
        let shares = &self.shares[..shares];
        let Moments { mean, square } = &mut self.moments;
        self.parameters
            .input_weights
            .par_chunks_exact_mut(INPUTS)
            .zip(mean.input_weights.par_chunks_exact_mut(INPUTS))
            .zip(square.input_weights.par_chunks_exact_mut(INPUTS))
            .zip(self.gradient.input_weights.par_chunks_exact_mut(INPUTS))
            .enumerate()
            .for_each(|(block, (((values, mean), square), gradient))| {
                for share in shares {
                    share.add_input_gradient(block, gradient);
                }
                step.take(
                    values.as_flattened_mut(),
                    mean.as_flattened_mut(),
                    square.as_flattened_mut(),
                    gradient.as_flattened_mut(),
                    MAX_INPUT_WEIGHT,
                );
            });
        let slices = self.parameters.head.slices_mut().into_iter();
        let moments = mean
            .head
            .slices_mut()
            .into_iter()
            .zip(square.head.slices_mut());
        let gradient = self.gradient.head.slices_mut();
        let most = [MAX_HIDDEN_BIAS, MAX_OUTPUT_WEIGHT, f32::INFINITY];
        for (((values, (mean, square)), gradient), most) in
            slices.zip(moments).zip(gradient).zip(most)
        {
            step.take(values, mean, square, gradient, most);
        }
    }
}

impl Share {
    fn new(blocks: usize) -> Self {
        Self {
            samples: Vec::with_capacity(SHARE),
            slopes: vec![[0.0; LANES]; SHARE * VIEWS * blocks],
            gradient: Head::zeros(blocks),
            squared_error: 0.0,
        }
    }

    fn read(
        &mut self,
        records: &[Block],
        numbers: &[u32],
        labels: &Labels,
    ) -> Result<(), UnpackError> {
        self.samples.clear();
        for &number in numbers {
            self.samples
                .push(Sample::read(&records[number as usize], labels)?);
        }
        Ok(())
    }

    /// Computes the slopes of the loss: each squared error counts `weight`.
    fn compute(&mut self, parameters: &Parameters, weight: f32) {
        self.gradient.set_zero();
        self.squared_error = 0.0;
        let per_sample = VIEWS * parameters.blocks();
        for (sample, slopes) in self
            .samples
            .iter()
            .zip(self.slopes.chunks_exact_mut(per_sample))
        {
            let predicted = sigmoid(forward(parameters, sample, slopes));
            let error = predicted - sample.label;
            self.squared_error += f64::from(error * error);
            let slope = weight * 2.0 * error * predicted * (1.0 - predicted);
            backward(parameters, sample, slope, slopes, &mut self.gradient);
        }
    }

    fn add_input_gradient(&self, block: usize, gradient: &mut [Lanes]) {
        let per_sample = self.slopes.len() / SHARE;
        for (sample, slopes) in self
            .samples
            .iter()
            .zip(self.slopes.chunks_exact(per_sample))
        {
            add_input_gradient(sample, slopes, block, gradient);
        }
    }
}
