//! Numbered names. Each is its own type, so a position never passes for a variable.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The id with this number.
            pub const fn new(index: usize) -> Self {
                Self(index as u32)
            }

            /// The number, for indexing.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

id!(
    /// A variable. Its number is the index of its first word in the slab: reading a
    /// small domain is one load.
    VarId,
    "v"
);
id!(
    /// A compiled propagator of a model.
    PropId,
    "p"
);
id!(
    /// A clue: constraints of one group are assumed or dropped together.
    GroupId,
    "g"
);
