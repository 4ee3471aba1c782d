//! The loops over hidden units, compiled for the instructions that the processor has.
//!
//! Each loop is written once; the compiler makes of it what the instructions allow. So all forms compute the same.

use super::layers::{GROUP, Layers, output_of_view};

/// Defines a function that calls a generic loop, compiled for AVX2 where the processor has it.
macro_rules! for_the_processor {
    ($(#[$meta:meta])* fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? { $call:expr }) => {
        $(#[$meta])*
        #[inline]
        pub(super) fn $name($($argument: $type),*) $(-> $result)? {
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            {
                #[target_feature(enable = "avx2")]
                fn with_avx2($($argument: $type),*) $(-> $result)? {
                    $call
                }
                if is_x86_feature_detected!("avx2") {
                    #[allow(unused_unsafe, reason = "where all code may use AVX2, the call is safe")]
                    #[expect(unsafe_code, reason = "only the line above knows that the processor has AVX2")]
                    // SAFETY: the processor has AVX2.
                    return unsafe { with_avx2($($argument),*) };
                }
            }
            $call
        }
    };
}

for_the_processor! {
    /// Adds the weights of the inputs `on` to the sums, and takes those of `off` away.
    fn add_inputs(sums: &mut [i16], layers: &Layers, on: &[u16], off: &[u16]) {
        add_inputs_plainly(sums, layers, on, off)
    }
}

for_the_processor! {
    /// Returns the part of the output that comes from the hidden units of one view.
    fn output(sums: &[i16], biases: &[i16], weights: &[i16]) -> i32 {
        output_of_view(sums, biases, weights)
    }
}

/// The plain form of [`add_inputs`].
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "each form of it is compiled for other instructions"
)]
fn add_inputs_plainly(sums: &mut [i16], layers: &Layers, on: &[u16], off: &[u16]) {
    let (groups, _) = sums.as_chunks_mut::<GROUP>();
    for (index, group) in groups.iter_mut().enumerate() {
        let weights_of = |input: u16| {
            let weights = &layers.weights_of(input)[index * GROUP..];
            weights.first_chunk::<GROUP>().unwrap_or(&[0; GROUP])
        };
        // Copied, so that it stays in registers.
        let mut sums = *group;
        for &input in on {
            for (sum, weight) in sums.iter_mut().zip(weights_of(input)) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &input in off {
            for (sum, weight) in sums.iter_mut().zip(weights_of(input)) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        *group = sums;
    }
}
