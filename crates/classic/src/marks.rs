//! The pencil marks of a grid, and what they erase of each other.
//!
//! One word holds the places of one digit in one band (three rows): bit `9 * row + column`.
//! The digits 1 to 8 lie side by side, one vector for each band, and the nine's three bands
//! in a vector of their own. Nothing here asks which mark is new: a round looks at all of
//! them at once, and that is cheaper than finding out.

use crate::lanes::Lanes;

/// All 27 cells of a band.
pub(crate) const BAND: u32 = (1 << 27) - 1;
/// The first cell of each of the nine mini-rows of a band.
const MINI: u32 = 0b001001001_001001001_001001001;
/// The mini-rows of the first box, the last box, the first two, the last two.
const FIRST: u32 = 0b000000001_000000001_000000001;
const LAST: u32 = FIRST << 6;
const FIRST_TWO: u32 = FIRST | FIRST << 3;
const LAST_TWO: u32 = FIRST << 3 | FIRST << 6;
/// The columns of one row, and of those the first, last, ... of each box.
const ROW: u32 = 0b111111111;
const BOX_FIRST: u32 = 0b001001001;
const BOX_LAST: u32 = 0b100100100;

/// What is left for each digit.
#[derive(Clone, Copy)]
pub(crate) struct Marks<L> {
    /// The digits 1 to 8, a vector for each band.
    pub(crate) bands: [L; 3],
    /// The bands of digit 9; five words that are always full.
    pub(crate) nine: L,
}

/// What propagation came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Some cell, or some digit in some house, has nothing left.
    Contradiction,
    /// Every cell has one digit, and they fit.
    Solved,
    /// Nothing more follows.
    Open,
}

/// For each cell, whether it has one candidate at least, two at least.
#[derive(Clone, Copy)]
struct Tally<L> {
    one: L,
    two: L,
}

impl<L: Lanes> Tally<L> {
    #[inline(always)]
    fn add(self, marks: L) -> Self {
        Self { one: self.one.or(marks), two: self.two.or(self.one.and(marks)) }
    }

    #[inline(always)]
    fn join(self, one: L, two: L) -> Self {
        let two = self.two.or(two).or(self.one.and(one));
        Self { one: self.one.or(one), two }
    }

    #[inline(always)]
    fn exactly_one(self) -> L {
        self.one.without(self.two)
    }

    /// Over all eight words; the result is in each of them.
    #[inline(always)]
    fn across(words: L) -> Self {
        let other = words.swap_halves();
        let half = Self { one: words.or(other), two: words.and(other) };
        let pair = half.join(half.one.swap_pairs(), half.two.swap_pairs());
        pair.join(pair.one.swap_neighbours(), pair.two.swap_neighbours())
    }
}

/// Each word or-ed with all others.
#[inline(always)]
fn any_word<L: Lanes>(words: L) -> L {
    let half = words.or(words.swap_halves());
    let pair = half.or(half.swap_pairs());
    pair.or(pair.swap_neighbours())
}

/// Three cells from the first of each.
#[inline(always)]
fn three_cells<L: Lanes>(firsts: L) -> L {
    firsts.left::<3>().minus(firsts)
}

/// The same columns in all three rows.
#[inline(always)]
fn three_rows<L: Lanes>(row: L) -> L {
    row.or(row.left::<9>()).or(row.left::<18>())
}

/// Each row has what was in the next one, and above bit 26 something to be wiped off.
#[inline(always)]
fn next_row<L: Lanes>(cells: L) -> L {
    cells.right::<9>().or(cells.left::<18>())
}

/// Each row has what was in the one before.
#[inline(always)]
fn last_row<L: Lanes>(cells: L) -> L {
    cells.right::<18>().or(cells.left::<9>())
}

/// In each band a digit uses each row and each box once: of the nine mini-rows those stay
/// that are in one of the six ways to do that. One that is in none takes its cells along,
/// and if there is no way at all nothing is left.
#[inline(always)]
fn rows_against_boxes<L: Lanes>(marks: L) -> L {
    let mini = marks.or(marks.right::<1>()).or(marks.right::<2>()).and(L::splat(MINI));
    let next_box =
        mini.right::<3>().and(L::splat(FIRST_TWO)).or(mini.left::<6>().and(L::splat(LAST)));
    let last_box =
        mini.right::<6>().and(L::splat(FIRST)).or(mini.left::<3>().and(L::splat(LAST_TWO)));
    let forth = next_row(next_box).and(last_row(last_box));
    let back = next_row(last_box).and(last_row(next_box));
    marks.and(three_cells(mini.and(forth.or(back))))
}

/// The columns a digit may use in a band, by box, and those of the next and the last place
/// in the same box.
#[derive(Clone, Copy)]
struct Columns<L> {
    here: L,
    next: L,
    last: L,
}

impl<L: Lanes> Columns<L> {
    #[inline(always)]
    fn new(here: L) -> Self {
        let next = here
            .right::<1>()
            .and(L::splat(ROW & !BOX_LAST))
            .or(here.left::<2>().and(L::splat(BOX_LAST)));
        let last = here
            .right::<2>()
            .and(L::splat(BOX_FIRST))
            .or(here.left::<1>().and(L::splat(ROW & !BOX_FIRST)));
        Self { here, next, last }
    }

    /// The columns that are in one of the six ways to use each column of a box in another
    /// band, as cells.
    #[inline(always)]
    fn against(self, b: Self, c: Self) -> L {
        let ways = b.next.and(c.last).or(b.last.and(c.next));
        three_rows(self.here.and(ways))
    }

    /// The same for three bands in the words of one vector.
    #[inline(always)]
    fn around(self) -> L {
        let b = self.turned();
        self.against(b, b.turned())
    }

    #[inline(always)]
    fn turned(self) -> Self {
        Self {
            here: self.here.next_of_three(),
            next: self.next.next_of_three(),
            last: self.last.next_of_three(),
        }
    }
}

/// What one look at the places of a digit in a band tells.
#[derive(Clone, Copy)]
struct Look<L> {
    /// The columns in which it has places.
    columns: L,
    /// The boxes in which it has only one, as cells.
    single_boxes: L,
}

impl<L: Lanes> Look<L> {
    #[inline(always)]
    fn at(marks: L) -> Self {
        let (second, third) = (marks.right::<9>(), marks.right::<18>());
        let two_rows = marks.or(second);
        let one = two_rows.or(third);
        let two = marks.and(second).or(two_rows.and(third));
        let columns = one.and(L::splat(ROW));
        let (next, last) = (one.right::<1>(), one.right::<2>());
        let pair = one.or(next);
        let twice =
            two.or(two.right::<1>()).or(two.right::<2>()).or(one.and(next)).or(pair.and(last));
        let singles = L::splat(BOX_FIRST).without(twice);
        Self { columns, single_boxes: three_rows(three_cells(singles)) }
    }
}

/// The boxes of some cells.
#[inline(always)]
fn boxes_of<L: Lanes>(cells: L) -> L {
    let row = cells.or(cells.right::<9>()).or(cells.right::<18>());
    let firsts = row.or(row.right::<1>()).or(row.right::<2>()).and(L::splat(BOX_FIRST));
    three_rows(three_cells(firsts))
}

impl<L: Lanes> Marks<L> {
    /// Every digit everywhere.
    #[inline(always)]
    pub(crate) fn full() -> Self {
        Self { bands: [L::splat(BAND); 3], nine: L::splat(BAND) }
    }

    /// Erases until nothing more follows.
    #[inline(always)]
    pub(crate) fn propagate(&mut self) -> Outcome {
        loop {
            let before = *self;
            let tally = self.round();
            let one = tally[0].one.and(tally[1].one).and(tally[2].one);
            let empty = !L::splat(BAND).without(one).is_zero();
            if empty || self.lost_a_digit() {
                return Outcome::Contradiction;
            }
            let open = tally[0].two.or(tally[1].two).or(tally[2].two);
            if self.differs(&before) {
                continue;
            }
            return if open.is_zero() { Outcome::Solved } else { Outcome::Open };
        }
    }

    /// Whether some digit has no place in some band.
    #[inline(always)]
    fn lost_a_digit(&self) -> bool {
        let [a, b, c] = self.bands;
        a.has_zero_word() | b.has_zero_word() | c.has_zero_word() | self.nine.has_zero_word()
    }

    #[inline(always)]
    fn differs(&self, other: &Self) -> bool {
        let ([a, b, c], [d, e, f]) = (self.bands, other.bands);
        let nine = self.nine.xor(other.nine);
        !a.xor(d).or(b.xor(e)).or(c.xor(f)).or(nine).is_zero()
    }

    /// One round of everything. Gives the candidates of the cells as they were before it.
    #[inline(always)]
    fn round(&mut self) -> [Tally<L>; 3] {
        let Self { bands: [a, b, c], nine } = *self;
        let tally = [
            Tally::across(a).add(nine.spread::<0>()),
            Tally::across(b).add(nine.spread::<1>()),
            Tally::across(c).add(nine.spread::<2>()),
        ];
        // Cells with one candidate: their digit goes nowhere else in the box.
        let naked = [tally[0].exactly_one(), tally[1].exactly_one(), tally[2].exactly_one()];
        let a = rows_against_boxes(place(a, naked[0]));
        let b = rows_against_boxes(place(b, naked[1]));
        let c = rows_against_boxes(place(c, naked[2]));
        let nine = rows_against_boxes(place(nine, L::diagonal(naked[0], naked[1], naked[2])));
        let look = [Look::at(a), Look::at(b), Look::at(c)];
        let look_nine = Look::at(nine);
        let columns_a = Columns::new(look[0].columns);
        let columns_b = Columns::new(look[1].columns);
        let columns_c = Columns::new(look[2].columns);
        let a = a.and(columns_a.against(columns_b, columns_c));
        let b = b.and(columns_b.against(columns_c, columns_a));
        let c = c.and(columns_c.against(columns_a, columns_b));
        let nine = nine.and(Columns::new(look_nine.columns).around());
        // Boxes with one place for a digit: no other digit goes there.
        let hidden_nine = nine.and(look_nine.single_boxes);
        let (a, taken_a) = only(a, look[0].single_boxes, hidden_nine.spread::<0>());
        let (b, taken_b) = only(b, look[1].single_boxes, hidden_nine.spread::<1>());
        let (c, taken_c) = only(c, look[2].single_boxes, hidden_nine.spread::<2>());
        let nine = nine.without(L::diagonal(taken_a, taken_b, taken_c)).or(hidden_nine);
        *self = Self { bands: [a, b, c], nine };
        tally
    }

    /// The cells with exactly two candidates, band by band.
    #[inline(always)]
    pub(crate) fn cells_with_two(&self) -> [u32; 3] {
        let Self { bands: [a, b, c], nine } = *self;
        [
            exactly_two(a, nine.spread::<0>()),
            exactly_two(b, nine.spread::<1>()),
            exactly_two(c, nine.spread::<2>()),
        ]
    }
}

/// The cells that exactly two words of the vector, or one of them and `more`, have.
#[inline(always)]
fn exactly_two<L: Lanes>(words: L, more: L) -> u32 {
    let other = words.swap_halves();
    let (one, two) = (words.or(other), words.and(other));
    let (b1, b2) = (one.swap_pairs(), two.swap_pairs());
    let three = two.and(b1).or(one.and(b2));
    let two = two.or(b2).or(one.and(b1));
    let one = one.or(b1);
    let (c1, c2, c3) = (one.swap_neighbours(), two.swap_neighbours(), three.swap_neighbours());
    let three = three.or(c3).or(two.and(c1)).or(one.and(c2));
    let two = two.or(c2).or(one.and(c1));
    let one = one.or(c1);
    let three = three.or(two.and(more));
    let two = two.or(one.and(more));
    two.without(three).store()[0]
}

/// Where a digit has a cell to itself, it goes nowhere else in the box.
#[inline(always)]
fn place<L: Lanes>(marks: L, naked: L) -> L {
    let placed = marks.and(naked);
    marks.without(boxes_of(placed)).or(placed)
}

/// Where a digit has one place in a box, no other digit goes there. Also all those places,
/// with those of the ninth digit.
#[inline(always)]
fn only<L: Lanes>(marks: L, single_boxes: L, of_nine: L) -> (L, L) {
    let hidden = marks.and(single_boxes);
    let taken = any_word(hidden).or(of_nine);
    (marks.without(taken).or(hidden), taken)
}
