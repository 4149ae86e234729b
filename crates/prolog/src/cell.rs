//! The machine word: every Prolog term is one tagged 64-bit cell, pointing into the heap where
//! it does not fit.

use crate::atom::Atom;

/// What a cell is; the low three bits of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A reference to another heap cell; a cell that refers to itself is an unbound variable.
    Ref = 0,
    /// An unbound attributed variable: `heap[i]` is `Att(i)` and `heap[i + 1]` its attributes.
    Att = 1,
    /// A compound term: points at a [`Tag::Fun`] cell that the arguments follow.
    Str = 2,
    /// A list cell `[H|T]`: points at two consecutive cells.
    Lst = 3,
    /// An atom.
    Atom = 4,
    /// A small integer of 61 bits.
    Int = 5,
    /// A float, string or large integer in the box table; see [`BoxKind`].
    Boxed = 6,
    /// Name and arity, only ever found as the first cell of a compound term.
    Fun = 7,
}

/// What kind of value a [`Tag::Boxed`] cell holds, readable without looking into the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// A double precision float.
    Float = 0,
    /// An integer that does not fit 61 bits.
    Big = 1,
    /// A string object.
    Str = 2,
    /// A rational number that is not an integer.
    Ratio = 3,
}

const KINDS: [BoxKind; 4] = [BoxKind::Float, BoxKind::Big, BoxKind::Str, BoxKind::Ratio];

/// One tagged word.
///
/// Equality is identity of the word, not of the term: two equal strings are different cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u64);

impl Cell {
    /// Smallest integer a cell holds without a box.
    pub const MIN_INT: i64 = -(1 << 60);
    /// Largest integer a cell holds without a box.
    pub const MAX_INT: i64 = (1 << 60) - 1;

    const fn pack(tag: Tag, payload: u64) -> Cell {
        Cell(payload << 3 | tag as u64)
    }

    /// A reference to heap cell `index`.
    #[inline]
    pub const fn reference(index: usize) -> Cell {
        Cell::pack(Tag::Ref, index as u64)
    }

    /// The attributed variable at `index`.
    #[inline]
    pub const fn attributed(index: usize) -> Cell {
        Cell::pack(Tag::Att, index as u64)
    }

    /// A compound term whose functor cell is at `index`.
    #[inline]
    pub const fn structure(index: usize) -> Cell {
        Cell::pack(Tag::Str, index as u64)
    }

    /// A list whose head is at `index` and whose tail follows it.
    #[inline]
    pub const fn list(index: usize) -> Cell {
        Cell::pack(Tag::Lst, index as u64)
    }

    /// An atom.
    #[inline]
    pub const fn atom(atom: Atom) -> Cell {
        Cell::pack(Tag::Atom, atom.0 as u64)
    }

    /// A small integer, or `None` where it needs a box; see [`crate::heap::Heap::put_int`].
    #[inline]
    pub const fn int(value: i64) -> Option<Cell> {
        if value >= Cell::MIN_INT && value <= Cell::MAX_INT {
            Some(Cell((value << 3) as u64 | Tag::Int as u64))
        } else {
            None
        }
    }

    /// A small integer from a type that always fits.
    #[inline]
    pub const fn small(value: i32) -> Cell {
        Cell(((value as i64) << 3) as u64 | Tag::Int as u64)
    }

    /// A boxed value.
    #[inline]
    pub const fn boxed(kind: BoxKind, index: usize) -> Cell {
        Cell::pack(Tag::Boxed, (index as u64) << 2 | kind as u64)
    }

    /// The first cell of a compound term.
    #[inline]
    pub const fn functor(name: Atom, arity: usize) -> Cell {
        Cell::pack(Tag::Fun, (name.0 as u64) << 24 | arity as u64)
    }

    /// The word itself, for code that stores cells among other words.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`Cell::bits`].
    #[inline]
    pub const fn from_bits(bits: u64) -> Cell {
        Cell(bits)
    }

    /// The same kind of pointer, `by` cells further up; other cells stay as they are.
    #[inline]
    pub const fn shifted(self, by: usize) -> Cell {
        match self.tag() {
            Tag::Ref | Tag::Att | Tag::Str | Tag::Lst => Cell(self.0 + ((by as u64) << 3)),
            _ => self,
        }
    }

    /// A marker that terms never hold where an argument may stand, for algorithms that leave
    /// notes in the heap and take them away again.
    #[inline]
    pub const fn note(index: usize) -> Cell {
        Cell::pack(Tag::Fun, index as u64)
    }

    /// What the cell is.
    #[inline]
    pub const fn tag(self) -> Tag {
        match self.0 & 7 {
            0 => Tag::Ref,
            1 => Tag::Att,
            2 => Tag::Str,
            3 => Tag::Lst,
            4 => Tag::Atom,
            5 => Tag::Int,
            6 => Tag::Boxed,
            _ => Tag::Fun,
        }
    }

    /// The heap index of a reference, variable, compound or list cell.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// The value of a small integer cell.
    #[inline]
    pub const fn int_value(self) -> i64 {
        self.0 as i64 >> 3
    }

    /// The atom of an atom cell.
    #[inline]
    pub const fn atom_value(self) -> Atom {
        Atom((self.0 >> 3) as u32)
    }

    /// Name of a functor cell.
    #[inline]
    pub const fn functor_name(self) -> Atom {
        Atom((self.0 >> 27) as u32)
    }

    /// Arity of a functor cell.
    #[inline]
    pub const fn functor_arity(self) -> usize {
        (self.0 >> 3 & 0xff_ffff) as usize
    }

    /// Kind of a boxed cell.
    #[inline]
    pub const fn box_kind(self) -> BoxKind {
        KINDS[(self.0 >> 3 & 3) as usize]
    }

    /// Box index of a boxed cell.
    #[inline]
    pub const fn box_index(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// Is this (dereferenced) cell an unbound variable, attributed or not?
    #[inline]
    pub const fn is_var(self) -> bool {
        matches!(self.tag(), Tag::Ref | Tag::Att)
    }

    /// Is this cell an atom?
    #[inline]
    pub const fn is_atom(self) -> bool {
        matches!(self.tag(), Tag::Atom)
    }

    /// Is this cell a number, string or atom?
    #[inline]
    pub const fn is_atomic(self) -> bool {
        matches!(self.tag(), Tag::Atom | Tag::Int | Tag::Boxed)
    }

    /// Is this cell a compound term or a list cell?
    #[inline]
    pub const fn is_compound(self) -> bool {
        matches!(self.tag(), Tag::Str | Tag::Lst)
    }

    /// Is this cell an integer of any size?
    #[inline]
    pub const fn is_integer(self) -> bool {
        match self.tag() {
            Tag::Int => true,
            Tag::Boxed => matches!(self.box_kind(), BoxKind::Big),
            _ => false,
        }
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.tag() {
            Tag::Int => write!(f, "Int({})", self.int_value()),
            Tag::Atom => write!(f, "Atom({})", self.atom_value().0),
            Tag::Fun => write!(f, "Fun({}/{})", self.functor_name().0, self.functor_arity()),
            Tag::Boxed => write!(f, "{:?}({})", self.box_kind(), self.box_index()),
            tag => write!(f, "{tag:?}({})", self.index()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_integers_keep_their_value() {
        for value in [0, 1, -1, 42, Cell::MIN_INT, Cell::MAX_INT] {
            let cell = Cell::int(value).unwrap();
            assert_eq!((cell.tag(), cell.int_value()), (Tag::Int, value));
        }
        assert!(Cell::int(Cell::MAX_INT + 1).is_none());
        assert!(Cell::int(Cell::MIN_INT - 1).is_none());
    }

    #[test]
    fn functors_keep_name_and_arity() {
        let cell = Cell::functor(Atom(0xffff_ffff), 0xff_ffff);
        assert_eq!(cell.tag(), Tag::Fun);
        assert_eq!(cell.functor_name(), Atom(0xffff_ffff));
        assert_eq!(cell.functor_arity(), 0xff_ffff);
    }

    #[test]
    fn boxes_keep_kind_and_index() {
        let cell = Cell::boxed(BoxKind::Ratio, 77);
        assert_eq!(
            (cell.tag(), cell.box_kind(), cell.box_index()),
            (Tag::Boxed, BoxKind::Ratio, 77)
        );
    }
}
