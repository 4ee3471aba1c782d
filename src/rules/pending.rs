//! What the last step of a turn leaves open: a push that has to be completed, or a pull that may be.

use crate::rules::zobrist;
use crate::types::{Bitboard, Square};

/// An obligation or an option left by the last movement of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pending {
    /// Nothing is open.
    #[default]
    None,
    /// An own piece has left `into`: each of the weaker enemy pieces on `pulled` may be pulled there next.
    ///
    /// This is only recorded when a pull is possible, so that positions between which no rule tells apart stay
    /// equal.
    Pull {
        /// The square just left.
        into: Square,
        /// The enemy pieces beside it that may follow; never empty.
        pulled: Bitboard,
    },
    /// An enemy piece has been pushed off `into`: one of the stronger own pieces on `pushers` must go there next.
    ///
    /// Who can push is judged before the push: a piece that was frozen then can't complete it.
    Push {
        /// The square just left.
        into: Square,
        /// The own pieces beside it that may complete the push; never empty.
        pushers: Bitboard,
    },
}

impl Pending {
    /// Returns whether a push has to be completed before anything else.
    #[inline]
    pub const fn is_push(self) -> bool {
        matches!(self, Self::Push { .. })
    }

    /// Returns the enemy pieces that may be pulled next: none unless a pull is open.
    #[inline]
    pub(crate) const fn pulled(self) -> Bitboard {
        match self {
            Self::Pull { pulled, .. } => pulled,
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns the part of the position's key that tells what is open.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Pull { into, pulled } => zobrist::pull_key(into, pulled),
            Self::Push { into, pushers } => zobrist::push_key(into, pushers),
        }
    }
}
