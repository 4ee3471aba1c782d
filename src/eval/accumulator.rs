//! The sums of the hidden units, kept from one evaluation to the next.
//!
//! Positions that are evaluated one after the other differ by few inputs, whatever way led from one to the other, so it
//! is enough to know which position the sums are of. There are sums for each side's view and for either way to turn it:
//! the end of a turn changes nothing, and an elephant that crosses the middle finds the sums of its other half.

use arrayvec::ArrayVec;

use super::features::{Change, Features, MAX_ACTIVE, View};
use super::layers::Layers;
use super::simd;
use crate::rules::Board;
use crate::types::Side;

/// The sums of one view.
#[derive(Clone, Debug)]
struct Sums {
    /// What the sums are of.
    features: Features,
    sums: Vec<i16>,
}

/// The sums of both sides' views.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    /// Those of the last position.
    features: Features,
    /// By side and by whether the files are mirrored.
    views: [[Sums; 2]; 2],
}

impl Accumulator {
    /// Sums of no position, for layers with that many hidden units.
    pub(super) fn new(hidden: usize) -> Self {
        let sums = || Sums {
            features: Features::default(),
            sums: vec![0; hidden],
        };
        let views = || [sums(), sums()];
        Self {
            features: Features::default(),
            views: [views(), views()],
        }
    }

    /// Makes the sums those of a board, and returns them for the view of `mover` and of the other side.
    #[inline]
    pub(super) fn update<'a>(
        &'a mut self,
        board: &Board,
        mover: Side,
        layers: &Layers,
    ) -> [&'a [i16]; 2] {
        self.features = Features::new(board, &self.features);
        let features = &self.features;
        let [gold, silver] = &mut self.views;
        let sums = |views: &'a mut [Sums; 2], side| {
            let view = View::new(side, board);
            views[usize::from(view.mirrored)].update(features, view, layers)
        };
        let (gold, silver) = (sums(gold, Side::Gold), sums(silver, Side::Silver));
        match mover {
            Side::Gold => [gold, silver],
            Side::Silver => [silver, gold],
        }
    }
}

impl Sums {
    #[inline]
    fn update(&mut self, features: &Features, view: View, layers: &Layers) -> &[i16] {
        let (mut on, mut off) = (ArrayVec::new(), ArrayVec::new());
        features.visit_changes(&self.features, view, |input, change| {
            let inputs: &mut ArrayVec<u16, MAX_ACTIVE> = match change {
                Change::On => &mut on,
                Change::Off => &mut off,
            };
            inputs.push(input);
        });
        simd::add_inputs(&mut self.sums, layers, &on, &off);
        self.features = *features;
        &self.sums
    }
}
