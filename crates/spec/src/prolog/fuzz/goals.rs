//! What random goals look like.
//!
//! Most groups are tables of heads whose arguments are letters: `atom_length(t,v)`. A letter
//! stands for a sort of term, and one time in five for any term at all, so that errors are
//! compared too. The variables of different arguments differ (`X`, `Y`, `Z` by place), which
//! keeps cyclic terms and most endless recursions away. Capital sorts are never replaced.

use super::constraints::{clpfd, globals};
use super::random::Random;
use crate::prolog::text::quoted;

/// Goals of one sort.
pub struct Group {
    /// What it is called.
    pub name: &'static str,
    make: fn(&mut Random) -> String,
}

impl Group {
    pub(super) fn goal(&self, random: &mut Random) -> String {
        (self.make)(random)
    }
}

/// All of them.
pub const GROUPS: &[Group] = &[
    Group { name: "terms", make: |random| from_table(random, "terms") },
    Group { name: "text", make: |random| from_table(random, "text") },
    Group { name: "lists", make: |random| from_table(random, "lists") },
    Group { name: "control", make: |random| from_table(random, "control") },
    Group { name: "arithmetic", make: arithmetic },
    Group { name: "writing", make: writing },
    Group { name: "reading", make: reading },
    Group { name: "clpfd", make: clpfd },
    Group { name: "strings", make: |random| from_table(random, "strings") },
    Group { name: "libraries", make: |random| from_table(random, "libraries") },
    Group { name: "exceptions", make: |random| from_table(random, "exceptions") },
    Group { name: "options", make: |random| from_table(random, "options") },
    Group { name: "globals", make: globals },
    Group { name: "tabling", make: tabling },
];

/// The heads of a group: lines under its name, three blanks between them.
///
/// Sorts: `a` any term, `v` mostly a variable, `i` small integer, `n` number, `t` text, `c` one
/// character, `k` code, `l` list, `L` proper list, `N` list of numbers, `P` list of pairs, `T`
/// list of texts, `g` goal, `f` name, `o` order, `e` expression.
const HEADS: &str = include_str!("heads.txt");

/// A goal from the table of a group.
fn from_table(random: &mut Random, group: &str) -> String {
    let mut lines = HEADS.lines().skip_while(|line| line.strip_prefix("== ") != Some(group));
    lines.next();
    let lines = lines.take_while(|line| !line.starts_with("== "));
    let heads: Vec<&str> =
        lines.flat_map(|line| line.split("   ")).filter(|h| !h.is_empty()).collect();
    let head = random.pick(&heads);
    fill(random, head)
}

/// Replaces the letters that stand alone by terms of their sorts.
fn fill(random: &mut Random, head: &str) -> String {
    let mut goal = String::new();
    let mut place = 0;
    let chars: Vec<char> = head.chars().collect();
    let word = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric() || *c == '_');
    for (at, &c) in chars.iter().enumerate() {
        let alone = !word(at.checked_sub(1).and_then(|i| chars.get(i))) && !word(chars.get(at + 1));
        let called = chars.get(at + 1) == Some(&'(');
        if alone && !called && "avintcklLNPTgfoe".contains(c) {
            goal.push_str(&argument(random, c, ["X", "Y", "Z"][place % 3]));
            place += 1;
        } else {
            goal.push(c);
        }
    }
    goal
}

fn argument(random: &mut Random, sort: char, variable: &str) -> String {
    let sort = match sort {
        'v' if random.percent(75) => return variable.to_string(),
        'v' => 'a',
        _ if sort.is_lowercase() && random.percent(20) => 'a',
        _ => sort,
    };
    match sort {
        'i' => random.between(-1, 5).to_string(),
        'n' => number(random),
        't' => textual(random),
        'c' => random.pick(&["a", "'B'", "'0'", "' '", "é", "'\\n'", "_", "ab"]).to_string(),
        'k' => random.pick(&["0'a", "0'Z", "0'5", "32", "-1", "233", "1114112"]).to_string(),
        'f' => random.pick(&["foo", "a", "[]", "'A b'", "+", "'[]'", "integer"]).to_string(),
        'o' => random.pick(&["@<", "@>", "@=<", "@>=", "<", "="]).to_string(),
        'g' => random.pick(GOALS).to_string(),
        'e' => expression(random, 2),
        'N' => list(random, |random, _| number(random)),
        'P' => {
            list(random, |random, _| format!("({})-{}", any(random, 1, "_"), random.between(1, 3)))
        }
        'T' => list(random, |random, _| textual(random)),
        'L' => list(random, |random, depth| any(random, depth, "_")),
        'l' if random.percent(15) => format!("[{}|{variable}]", any(random, 1, "_")),
        'l' => list(random, |random, _| any(random, 1, "_")),
        _ => any(random, 2, variable),
    }
}

const GOALS: &[&str] = &[
    "true",
    "fail",
    "fact(1,a)",
    "member(X,[a,b])",
    "X = 1",
    "throw(oops)",
    "atom_length(1,a)",
    "1",
    "!",
    "foo:bar",
    "(true,1)",
    "(fail,1)",
    "\\+ true",
    "undefined_here(1)",
    "fact(X,Y)",
    "Y is 1+a",
    "[]",
    "\"text\"",
    "(X = 1 ; X = 2)",
    "once(member(Z,[1,2,3]))",
    "call(1,2)",
    "X == Y",
    "var(X)",
];

fn any(random: &mut Random, depth: usize, variable: &str) -> String {
    if depth == 0 || random.percent(60) {
        return match random.below(10) {
            0 | 1 => variable.to_string(),
            2 | 3 => number(random),
            4 => textual(random),
            _ => random
                .pick(&["a", "b", "foo", "[]", "{}", "'A b'", "+", "-", "'[]'", "''"])
                .to_string(),
        };
    }
    let mut inner = || any(random, depth - 1, variable);
    let (left, right) = (inner(), inner());
    match random.below(9) {
        0 => format!("f({left})"),
        1 => format!("foo({left},{right})"),
        2 => format!("({left})-({right})"),
        3 => format!("[{left},{right}]"),
        4 => format!("[{left}]"),
        5 => format!("-({left})"),
        6 => format!("({left}):-({right})"),
        7 => format!("{{{left}}}"),
        _ => format!("({left},{right})"),
    }
}

fn list(random: &mut Random, mut element: impl FnMut(&mut Random, usize) -> String) -> String {
    let length = random.below(5);
    let elements: Vec<String> = (0..length).map(|_| element(random, 1)).collect();
    format!("[{}]", elements.join(","))
}

fn number(random: &mut Random) -> String {
    match random.below(8) {
        0 => random.pick(&["1.5", "-0.0", "1.0e10", "2.0", "-3.25", "1.0Inf", "1e-7"]).to_string(),
        1 => random
            .pick(&[
                "123456789012345678901234567890",
                "-9223372036854775808",
                "9223372036854775807",
                "18446744073709551616",
                "0xff",
                "0'a",
                "1r3",
            ])
            .to_string(),
        _ => random.between(-3, 12).to_string(),
    }
}

fn textual(random: &mut Random) -> String {
    let text = random.pick(&[
        "abc",
        "",
        "a b",
        "12",
        "3.0",
        " 7",
        "0x1A",
        "foo(X,Y)",
        "a,b,c",
        "Hello World",
        "été",
        "x-y",
        "[1,2]",
        "1 2",
        "'q'",
        "a\\nb",
        "~w",
        "~a~n",
        "~d",
        "~2f",
        "~s",
        "~q and ~p",
        "~t~w~10|",
        "~e",
    ]);
    match random.below(6) {
        0 => format!("\"{}\"", text.replace('"', "\\\"")),
        1 => format!("`{text}`"),
        2 => random.between(-5, 120).to_string(),
        3 => list(random, |random, _| random.pick(&["a", "b", "'1'", "0'c", "0'2"]).to_string()),
        _ => format!("'{}'", text.replace('\'', "\\'")),
    }
}

fn arithmetic(random: &mut Random) -> String {
    let (left, right) = (expression(random, 3), expression(random, 2));
    match random.below(8) {
        0 => format!("{left} =:= {right}"),
        1 => format!("{left} < {right}"),
        2 => format!("{left} >= {right}"),
        _ => format!("X is {left}"),
    }
}

const BINARY: &[&str] = &[
    "+", "-", "*", "/", "//", "mod", "rem", "div", "**", "^", "min", "max", ">>", "<<", "/\\",
    "\\/", "xor", "gcd", "atan2", "copysign", "divmod", "truncate", "cot", "cmpflags", "log2",
    "rdiv", "msb",
];

const UNARY: &[&str] = &[
    "-",
    "+",
    "abs",
    "sign",
    "sqrt",
    "truncate",
    "integer",
    "float",
    "round",
    "ceiling",
    "floor",
    "\\",
    "msb",
    "exp",
    "log",
    "sin",
    "float_integer_part",
    "float_fractional_part",
    "succ",
    "rational",
    "foo",
];

fn expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.percent(25) {
        return match random.below(12) {
            0 => random
                .pick(&["pi", "e", "inf", "nan", "max_tagged_integer", "foo", "a", "[1]", "Y"])
                .to_string(),
            1 => random
                .pick(&["\"a\"", "[X]", "0'b", "epsilon", "random(1)", "cputime_"])
                .to_string(),
            _ => match number(random) {
                negative if negative.starts_with('-') => format!("({negative})"),
                number => number,
            },
        };
    }
    let left = expression(random, depth - 1);
    if random.percent(30) {
        return format!("{}({left})", random.pick(UNARY));
    }
    let operator = random.pick(BINARY);
    // Exponents and shifts stay small: both systems would only run out of memory.
    let right = match operator {
        "**" | "^" | ">>" | "<<" => format!("({})", random.between(-3, 9)),
        _ => expression(random, depth - 1),
    };
    match operator.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => format!("{operator}({left},{right})"),
        false => format!("({left} {operator} {right})"),
    }
}

/// Writing a term with operators, and formatting.
fn writing(random: &mut Random) -> String {
    if random.percent(30) {
        let directives: Vec<&str> =
            (0..random.between(1, 3)).map(|_| random.pick(FORMATS)).collect();
        let arguments = list(random, |random, _| any(random, 2, "_"));
        return format!("format(atom(X), {}, {arguments})", quoted(&directives.join(" ")));
    }
    let write = random.pick(&[
        "writeq(T)",
        "print(T)",
        "write(T)",
        "write_canonical(T)",
        "write_term(T,[quoted(true),ignore_ops(true)])",
        "write_term(T,[quoted(true),spacing(next_argument)])",
        "write_term(T,[quoted(true),max_depth(4)])",
        "portray_clause(T)",
    ]);
    let term = operators(random, 3);
    format!("T = ({term}), with_output_to(string(X), {write})")
}

const FORMATS: &[&str] = &[
    "~w",
    "~q",
    "~a",
    "~d",
    "~D",
    "~2d",
    "~2f",
    "~0f",
    "~e",
    "~g",
    "~s",
    "~c",
    "~3c",
    "~r",
    "~8r",
    "~16R",
    "~p",
    "~i",
    "~*c",
    "~`-t~20|",
    "~t~w~10|",
    "~w~t~10+",
    "~t~d~6|~w",
    "~n",
    "~~",
    "~ic",
    "~z",
    "~4e",
];

fn operators(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.percent(20) {
        return match random.below(6) {
            0 => number(random),
            1 => random
                .pick(&["- 1", "-(1)", "-a", "\\+a", "\"s\"", "`c`", "'\\n'", "[a|b]", "{a,b}"])
                .to_string(),
            2 => random
                .pick(&["(:-)", "+", "(dynamic)", "[]", "'$VAR'(3)", "'$VAR'(a)", "a*(b,c)"])
                .to_string(),
            _ => random
                .pick(&["a", "b", "x", "'B c'", "[]", "f(x,-)", "- - a", "1 - -1"])
                .to_string(),
        };
    }
    let left = operators(random, depth - 1);
    if random.percent(25) {
        let prefix = random.pick(&["-", "\\+", ":-", "?-", "+", "\\", "dynamic"]);
        return format!("({prefix} ({left}))");
    }
    let right = operators(random, depth - 1);
    let infix = random.pick(&[
        "+", "-", "*", "/", "^", "**", "=", ":-", "-->", ",", ";", "->", "*->", "is", "mod", ":",
        "=..", "@<", "#=", "..", "\\/", "|", "rdiv", ":=", "=>",
    ]);
    format!("(({left}) {infix} ({right}))")
}

/// Reading a text that may or may not be a term.
fn reading(random: &mut Random) -> String {
    let length = random.between(1, 7);
    let mut text = String::new();
    for _ in 0..length {
        text.push_str(random.pick(TOKENS));
        if random.percent(40) {
            text.push(' ');
        }
    }
    format!("term_to_atom(X, {})", quoted(&text))
}

/// A file that is no program: clauses, tokens and bytes in any order. No token is a goal that
/// could end the process.
pub(super) fn bytes(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..random.between(1, 60) {
        match random.below(8) {
            0 => bytes.extend((0..random.below(6)).map(|_| random.below(256) as u8)),
            1 => bytes.extend(b".\n"),
            2 => bytes
                .extend(random.pick(&["p(X) :- q(X).\n", ":- p.\n", "a --> b, \"c\".\n"]).bytes()),
            _ => bytes.extend(random.pick(TOKENS).bytes()),
        }
        if random.percent(30) {
            bytes.push(b' ');
        }
    }
    bytes
}

const TOKENS: &[&str] = &[
    "a",
    "foo(",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    "|",
    "-",
    "+",
    "- ",
    "1",
    "2.5",
    "1.",
    "0'a",
    "0'",
    "0x1F",
    "0b101",
    "1.0e3",
    "1e3",
    "1_000",
    "X",
    "_",
    "_Y",
    "\"s\"",
    "'q r'",
    "`c`",
    "=",
    ":-",
    "-->",
    "\\+",
    "*",
    "mod",
    "is",
    "dynamic",
    "f(a)",
    "f(X,",
    "[a|",
    "[]",
    "{}",
    ";",
    "->",
    "^",
    ".",
    ":",
    "!",
    "@",
    "$",
    "\\",
    "\"\\x41\\\"",
    "'\\n'",
    "/*c*/",
    "%",
    "1r3",
    "1.0Inf",
    "''",
    "a.b",
    "#",
    "&",
    "é",
    "0.5",
    "\"",
    "'",
];

/// Tabled predicates over a random graph; the program has them for all goals.
fn tabling(random: &mut Random) -> String {
    let edges: Vec<String> = (0..random.between(1, 7))
        .map(|_| format!("edge({},{})", random.between(1, 5), random.between(1, 5)))
        .collect();
    let node = if random.percent(50) { "Y" } else { random.pick(&["1", "2", "5"]) };
    let call = match random.below(10) {
        0 => format!("t_left({node},Z)"),
        1 => format!("t_right({node},Z)"),
        2 => format!("t_double({node},Z)"),
        3 => format!("t_odd({node},Z)"),
        4 => format!("t_even({node},Z)"),
        5 => format!("t_min({node},Z,W)"),
        6 => format!("t_first({node},Z,W)"),
        7 => format!("t_lattice({node},Z,W)"),
        8 => format!("t_not({node},Z)"),
        _ => format!("t_sum({node},W)"),
    };
    let edges = edges.join(",");
    format!(
        "(abolish_all_tables, retractall(edge(_,_)), maplist(assertz,[{edges}]), \
         findall({call},{call},X))"
    )
}
