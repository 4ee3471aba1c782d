//! Tables of weights with up to three axes.

/// What the entries along one axis of a table stand for.
#[derive(Clone, Copy, Debug)]
pub struct Axis(pub(super) &'static [&'static str]);

impl Axis {
    /// How many entries there are along the axis.
    #[allow(clippy::len_without_is_empty, reason = "no axis is empty")]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// The names of the entries.
    pub const fn labels(&self) -> &'static [&'static str] {
        self.0
    }
}

/// A table of weights as the parameter file and the tuner see it.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The table's name in the parameter file.
    pub name: &'static str,
    /// The same without the board that it is for. Most things have two tables that follow one another: for full boards and for
    /// empty ones, between which the board's phase decides.
    pub subject: &'static str,
    /// The number of its first weight; the others follow, the last axis running fastest.
    pub first: usize,
    /// Its axes; tables with fewer than three begin with axes of a single entry without a name.
    pub axes: [Axis; 3],
    /// What the weights stand for.
    pub doc: &'static str,
    /// What to say if the table can't be read.
    pub(super) misread: &'static str,
}

impl Group {
    /// How many weights the table has.
    #[allow(clippy::len_without_is_empty, reason = "no table is empty")]
    pub const fn len(&self) -> usize {
        let [a, b, c] = self.axes;
        a.len() * b.len() * c.len()
    }

    /// What one weight of the table stands for: the names of its entries along the axes.
    ///
    /// # Panics
    /// If the table has no weight of that number.
    pub fn label(&self, index: usize) -> String {
        let last = self.axes[2];
        let row = self.row_label(index / last.len());
        let column = last.labels()[index % last.len()];
        if row.is_empty() || column.is_empty() {
            row + column
        } else {
            format!("{row}, {column}")
        }
    }

    /// The same for all weights of one row, along the last axis.
    pub(super) fn row_label(&self, row: usize) -> String {
        let [a, b, _] = self.axes;
        let labels = [a.labels()[row / b.len()], b.labels()[row % b.len()]];
        let named = labels.into_iter().filter(|label| !label.is_empty());
        named.collect::<Vec<_>>().join(", ")
    }
}

/// A table of weights as a term sees it: numbers of weights by up to three indices.
#[derive(Clone, Copy)]
pub(super) struct Table<const A: usize, const B: usize, const C: usize> {
    first: usize,
}

impl<const A: usize, const B: usize, const C: usize> Table<A, B, C> {
    pub(super) const fn new(first: usize) -> Self {
        Self { first }
    }

    /// The number of a weight of a table with three axes.
    #[inline]
    pub(super) const fn at3(self, a: usize, b: usize, c: usize) -> usize {
        debug_assert!(a < A && b < B && c < C, "the entry is in the table");
        self.first + (a * B + b) * C + c
    }
}

impl<const B: usize, const C: usize> Table<1, B, C> {
    /// The number of a weight of a table with two axes.
    #[inline]
    pub(super) const fn at2(self, b: usize, c: usize) -> usize {
        self.at3(0, b, c)
    }
}

impl<const C: usize> Table<1, 1, C> {
    /// The number of a weight of a table with one axis.
    #[inline]
    pub(super) const fn at(self, c: usize) -> usize {
        self.at3(0, 0, c)
    }
}
