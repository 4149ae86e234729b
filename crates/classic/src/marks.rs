//! The pencil marks of a grid, and what they erase of each other.
//!
//! One word holds the places of one digit in one band (three rows): bit `9 * row + column`.
//! The digits 1 to 8 lie side by side, one vector for each band, and the nine's three bands
//! in a vector of their own. Nothing here asks which mark is new: a round looks at all of
//! them at once, and that is cheaper than finding out.

use crate::lanes::Lanes;

/// All 27 cells of a band.
pub(crate) const BAND: u32 = (1 << 27) - 1;
/// The first cell of each of the nine mini-rows of a band, and on to the end of the word.
const MINI: u32 = 0b01001_001001001_001001001_001001001;
/// The first boxes of a band but the last one, and all but the first one.
const BUT_LAST_BOX: u32 = !(0b111000000_111000000_111000000);
const BUT_FIRST_BOX: u32 = 0b111111000_111111000_111111000;
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

/// Of every three bits one of each.
#[inline(always)]
fn in_turn<L: Lanes>(a: L, b: L, c: L) -> L {
    L::splat(MINI).select(a, L::splat(MINI << 1).select(b, c))
}

/// The mini-rows of a band in which a digit has places, and of those the ones in which it has
/// more than one. Mini-rows need every third bit only, so three bands share a word.
#[derive(Clone, Copy)]
struct Minis<L> {
    used: L,
    twice: L,
}

impl<L: Lanes> Minis<L> {
    /// From the three cells of mini-rows, each cell where its mini-row is to be.
    #[inline(always)]
    fn of(first: L, second: L, third: L) -> Self {
        let used = first.or(second).or(third);
        let twice = first.and(second).or(first.or(second).and(third));
        Self { used, twice }
    }

    /// Those of one vector, in the first of every three bits.
    #[inline(always)]
    fn one(cells: L) -> Self {
        let Self { used, twice } = Self::of(cells, cells.right::<1>(), cells.right::<2>());
        Self { used: used.and(L::splat(MINI)), twice }
    }

    /// Those of three bands.
    #[inline(always)]
    fn three(a: L, b: L, c: L) -> Self {
        let a = Self::of(a, a.right::<1>(), a.right::<2>());
        let b = Self::of(b.left::<1>(), b, b.right::<1>());
        let c = Self::of(c.left::<2>(), c.left::<1>(), c);
        Self { used: in_turn(a.used, b.used, c.used), twice: in_turn(a.twice, b.twice, c.twice) }
    }

    /// In each band a digit uses each row and each box once: of the nine mini-rows those stay
    /// that are in one of the six ways to do that. If there is no way at all, none.
    #[inline(always)]
    fn rows_against_boxes(self) -> Self {
        let here = self.used;
        let next = L::splat(BUT_LAST_BOX).select(here.right::<3>(), here.left::<6>());
        let last = L::splat(BUT_FIRST_BOX).select(here.left::<3>(), here.right::<6>());
        let forth = next_row(next).and(last_row(last));
        let back = next_row(last).and(last_row(next));
        Self { used: here.and(forth.or(back)), twice: self.twice }
    }

    /// The boxes in which there is only one place, at their first mini-row.
    #[inline(always)]
    fn single_boxes(self) -> L {
        let (first, twice) = (self.used, self.used.and(self.twice));
        let (second, third) = (first.right::<9>(), first.right::<18>());
        let rows = first.and(second).or(first.or(second).and(third));
        let more = rows.or(twice).or(twice.right::<9>()).or(twice.right::<18>());
        L::splat(ROW).without(more)
    }
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

/// The columns of a band in which there are places.
#[inline(always)]
fn columns<L: Lanes>(marks: L) -> Columns<L> {
    Columns::new(marks.or(marks.right::<9>()).or(marks.right::<18>()).and(L::splat(ROW)))
}

/// The boxes of some cells.
#[inline(always)]
fn boxes_of<L: Lanes>(cells: L) -> L {
    let row = cells.or(cells.right::<9>()).or(cells.right::<18>());
    boxes(row.or(row.right::<1>()).or(row.right::<2>()))
}

/// All cells of the boxes whose first columns are given.
#[inline(always)]
fn boxes<L: Lanes>(columns: L) -> L {
    three_rows(three_cells(columns.and(L::splat(BOX_FIRST))))
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
        let (a, b, c) = (place(a, naked[0]), place(b, naked[1]), place(c, naked[2]));
        let nine = place(nine, L::diagonal(naked[0], naked[1], naked[2]));
        let (columns_a, columns_b, columns_c) = (columns(a), columns(b), columns(c));
        let a = a.and(columns_a.against(columns_b, columns_c));
        let b = b.and(columns_b.against(columns_c, columns_a));
        let c = c.and(columns_c.against(columns_a, columns_b));
        let nine = nine.and(columns(nine).around());
        let minis = Minis::three(a, b, c).rows_against_boxes();
        let mini = L::splat(MINI);
        let a = a.and(three_cells(minis.used.and(mini)));
        let seconds = minis.used.and(L::splat(MINI << 1));
        let b = b.and(seconds.left::<2>().minus(seconds.right::<1>()));
        let thirds = minis.used.and(L::splat(MINI << 2));
        let c = c.and(thirds.left::<1>().minus(thirds.right::<2>()));
        let minis_nine = Minis::one(nine).rows_against_boxes();
        let nine = nine.and(three_cells(minis_nine.used));
        // Boxes with one place for a digit: no other digit goes there.
        let singles = minis.single_boxes();
        let hidden_nine = nine.and(boxes(minis_nine.single_boxes()));
        let (a, taken_a) = only(a, boxes(singles), hidden_nine.spread::<0>());
        let (b, taken_b) = only(b, boxes(singles.right::<1>()), hidden_nine.spread::<1>());
        let (c, taken_c) = only(c, boxes(singles.right::<2>()), hidden_nine.spread::<2>());
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
