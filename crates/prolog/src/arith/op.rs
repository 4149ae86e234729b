//! The functions of arithmetic and their names.

use crate::atom::{Atom, Atoms};

macro_rules! ops {
    ($($op:ident = $arity:literal $($name:literal)*;)*) => {
        /// A function of arithmetic.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op { $($op),* }

        const NAMES: &[(Op, usize, &str)] = &[$($((Op::$op, $arity, $name)),*),*];
    };
}

ops! {
    Add = 2 "+";
    Sub = 2 "-";
    Mul = 2 "*";
    Divide = 2 "/";
    IntDiv = 2 "//";
    FloorDiv = 2 "div";
    Mod = 2 "mod";
    Rem = 2 "rem";
    Rdiv = 2 "rdiv";
    Min = 2 "min";
    Max = 2 "max";
    Gcd = 2 "gcd";
    Lcm = 2 "lcm";
    And = 2 "/\\";
    Or = 2 "\\/";
    Xor = 2 "xor";
    ShiftLeft = 2 "<<";
    ShiftRight = 2 ">>";
    GetBit = 2 "getbit";
    Power = 2 "^" "**";
    Atan2 = 2 "atan2" "atan";
    CopySign = 2 "copysign";
    NextToward = 2 "nexttoward";
    RoundToward = 2 "roundtoward";
    Powm = 3 "powm";
    Plus = 1 "+";
    Minus = 1 "-";
    Abs = 1 "abs";
    Sign = 1 "sign";
    Not = 1 "\\";
    Msb = 1 "msb";
    Lsb = 1 "lsb";
    PopCount = 1 "popcount";
    Random = 1 "random";
    Integer = 1 "integer" "round";
    Truncate = 1 "truncate";
    Floor = 1 "floor";
    Ceiling = 1 "ceiling" "ceil";
    Float = 1 "float";
    FloatIntegerPart = 1 "float_integer_part";
    FloatFractionalPart = 1 "float_fractional_part";
    Rational = 1 "rational";
    Rationalize = 1 "rationalize";
    Numerator = 1 "numerator";
    Denominator = 1 "denominator";
    Sqrt = 1 "sqrt";
    Sin = 1 "sin";
    Cos = 1 "cos";
    Tan = 1 "tan";
    Asin = 1 "asin";
    Acos = 1 "acos";
    Atan = 1 "atan";
    Sinh = 1 "sinh";
    Cosh = 1 "cosh";
    Tanh = 1 "tanh";
    Asinh = 1 "asinh";
    Acosh = 1 "acosh";
    Atanh = 1 "atanh";
    Log = 1 "log";
    Log10 = 1 "log10";
    Exp = 1 "exp";
    Erf = 1 "erf";
    Erfc = 1 "erfc";
    Lgamma = 1 "lgamma";
    Eval = 1 "eval";
    Pi = 0 "pi";
    E = 0 "e";
    Inf = 0 "inf";
    Nan = 0 "nan";
    Epsilon = 0 "epsilon";
    RandomFloat = 0 "random_float";
    CpuTime = 0 "cputime";
}

/// Functions by name and arity.
#[derive(Debug)]
pub struct Functions {
    /// By number of the atom, then by arity; the atoms are made early and their numbers small.
    table: Vec<[Option<Op>; 4]>,
}

impl Functions {
    /// All functions; their names become atoms.
    pub fn new(atoms: &mut Atoms) -> Functions {
        let mut table: Vec<[Option<Op>; 4]> = Vec::new();
        for &(op, arity, name) in NAMES {
            let index = atoms.intern(name).0 as usize;
            if table.len() <= index {
                table.resize(index + 1, [None; 4]);
            }
            table[index][arity] = Some(op);
        }
        Functions { table }
    }

    /// The function of this name and arity.
    #[inline]
    pub fn get(&self, name: Atom, arity: usize) -> Option<Op> {
        *self.table.get(name.0 as usize)?.get(arity)?
    }

    /// Names and arities of all functions.
    pub fn all() -> impl Iterator<Item = (&'static str, usize)> {
        NAMES.iter().map(|&(_, arity, name)| (name, arity))
    }
}
