//! Random conjunctions over a few variables.

/// A small generator of random numbers; the same seed gives the same goals.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

const RELATIONS: [&str; 7] = ["#=", "#=", "#\\=", "#<", "#>", "#=<", "#>="];

/// What the goals are about.
#[derive(Clone, Copy, PartialEq)]
pub enum Flavour {
    /// All variables have small domains.
    Finite,
    /// Some domains are unbounded, and goals come in any order.
    Open,
}

/// A random conjunction.
pub fn conjunction(r: &mut Random, flavour: Flavour) -> String {
    let vars = &["A", "B", "C", "D"][..2 + r.below(3)];
    let mut goals = Vec::new();
    for var in vars {
        if flavour == Flavour::Finite || r.one_in(2) {
            let dom = domain(r, flavour);
            goals.push(format!("{var} in {dom}"));
        }
    }
    for _ in 0..=r.below(3) {
        let goal = goal(r, vars);
        let at = match flavour {
            Flavour::Finite => goals.len(),
            Flavour::Open => r.below(goals.len() + 1),
        };
        goals.insert(at, goal);
    }
    goals.join(", ")
}

fn number(r: &mut Random) -> String {
    r.pick(&["0", "1", "2", "3", "4", "7", "(-1)", "(-2)", "(-3)"]).to_string()
}

fn domain(r: &mut Random, flavour: Flavour) -> String {
    if flavour == Flavour::Open && r.one_in(3) {
        return r.pick(&["0..sup", "inf..5", "1..sup", "inf.. -1\\/1..sup"]).to_string();
    }
    let low = r.below(9) as i64 - 4;
    let high = low + r.below(6) as i64;
    let blank = if high < 0 { " " } else { "" };
    if r.one_in(3) {
        return format!("{low}..{blank}{high}\\/{}..{}", high.max(0) + 2, high.max(0) + 4);
    }
    format!("{low}..{blank}{high}")
}

fn expr(r: &mut Random, vars: &[&str], depth: usize) -> String {
    if depth == 0 || r.one_in(3) {
        return if r.one_in(4) { number(r) } else { r.pick(vars).to_string() };
    }
    let (a, b) = (expr(r, vars, depth - 1), expr(r, vars, depth - 1));
    match r.below(14) {
        0..=2 => format!("({a}+{b})"),
        3 | 4 => format!("({a}-{b})"),
        5 | 6 => format!("({a}*{b})"),
        7 => format!("({}*{b})", number(r)),
        8 => format!("({a} {} {b})", r.pick(&["//", "div"])),
        9 => format!("({a} {} {b})", r.pick(&["mod", "rem"])),
        10 => format!("{}({a},{b})", r.pick(&["min", "max"])),
        11 => format!("abs({a})"),
        12 => format!("({})^{}", r.pick(vars), r.pick(&["2", "3"])),
        _ => format!("(-({a}))"),
    }
}

fn relation(r: &mut Random, vars: &[&str], depth: usize) -> String {
    let (a, b) = (expr(r, vars, depth), expr(r, vars, depth));
    format!("{a} {} {b}", r.pick(&RELATIONS))
}

fn formula(r: &mut Random, vars: &[&str], depth: usize) -> String {
    if depth == 0 || r.one_in(3) {
        return match r.below(5) {
            0 => format!("({} in {})", r.pick(vars), domain(r, Flavour::Finite)),
            _ => format!("({})", relation(r, vars, 1)),
        };
    }
    let (a, b) = (formula(r, vars, depth - 1), formula(r, vars, depth - 1));
    match r.pick(&["#/\\", "#\\/", "#\\", "#==>", "#<==", "#<==>", "not"]) {
        "not" => format!("(#\\ {a})"),
        op => format!("({a} {op} {b})"),
    }
}

fn some(r: &mut Random, vars: &[&str]) -> String {
    let mut list: Vec<&str> = vars.to_vec();
    for at in (1..list.len()).rev() {
        list.swap(at, r.below(at + 1));
    }
    list.truncate(2 + r.below(vars.len() - 1));
    list.join(",")
}

fn goal(r: &mut Random, vars: &[&str]) -> String {
    match r.below(16) {
        0..=6 => relation(r, vars, 2),
        // A bare membership or relation in parentheses is a goal too.
        7..=9 => formula(r, vars, 2),
        10 => format!("all_different([{}])", some(r, vars)),
        11 => format!("all_distinct([{}])", some(r, vars)),
        12 => {
            let (list, rel) = (some(r, vars), r.pick(&RELATIONS));
            format!("sum([{list}],{rel},{})", expr(r, vars, 1))
        }
        13 => {
            let (x, y) = (r.pick(vars), r.pick(vars));
            format!("element({x},[{},{},{y}],{})", number(r), r.pick(vars), r.pick(vars))
        }
        14 => {
            let rows: Vec<String> = (0..=r.below(5))
                .map(|_| format!("[{},{}]", r.below(6) as i64 - 2, r.below(6) as i64 - 2))
                .collect();
            format!("tuples_in([[{},{}]],[{}])", vars[0], vars[1], rows.join(","))
        }
        _ => format!("chain([{}],{})", some(r, vars), r.pick(&["#<", "#=<", "#>", "#>="])),
    }
}
