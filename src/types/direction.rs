use super::Side;

/// One of the four directions in which pieces move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Direction {
    /// Towards rank 8: forward for gold.
    North,
    /// Towards the h file.
    East,
    /// Towards rank 1: forward for silver.
    South,
    /// Towards the a file.
    West,
}

impl Direction {
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns 0 for north to 3 for west.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of move notation: `n`, `e`, `s` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'n',
            Self::East => 'e',
            Self::South => 's',
            Self::West => 'w',
        }
    }

    /// Reads the letter of move notation.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'n' => Some(Self::North),
            'e' => Some(Self::East),
            's' => Some(Self::South),
            'w' => Some(Self::West),
            _ => None,
        }
    }

    /// Returns the direction back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// Returns the direction in which rabbits of `side` may not step on their own.
    pub const fn backward(side: Side) -> Self {
        match side {
            Side::Gold => Self::South,
            Side::Silver => Self::North,
        }
    }

    /// Returns the change of square index on moving one square this way.
    pub(super) const fn offset(self) -> i8 {
        match self {
            Self::North => 8,
            Self::East => 1,
            Self::South => -8,
            Self::West => -1,
        }
    }
}
