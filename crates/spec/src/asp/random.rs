//! Small random programs that use all of the language.

/// A generator of numbers, the same for the same seed.
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 11) as usize % n
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several things.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

const PROPOSITIONS: [&str; 5] = ["a", "b", "c", "d", "e"];
const PREDICATES: [&str; 4] = ["p", "q", "s", "-q"];

/// A program of a few statements.
pub fn program(random: &mut Random) -> String {
    let mut text = "dom(1..3). ".to_string();
    for _ in 0..3 + random.below(6) {
        let one = statement(random);
        // Which of two declarations counts depends in clingo on who uses the atom.
        if one.starts_with("#external") && text.contains("#external") {
            continue;
        }
        text.push_str(&one);
        text.push('\n');
    }
    text
}

/// A term over variables.
fn term(random: &mut Random, vars: &[&str]) -> String {
    match random.below(10) {
        0..=4 if !vars.is_empty() => random.pick(vars).to_string(),
        5 if !vars.is_empty() => format!("{}+1", random.pick(vars)),
        6 if !vars.is_empty() => format!("{}*2-1", random.pick(vars)),
        7 => "f(1)".to_string(),
        _ => (1 + random.below(3)).to_string(),
    }
}

fn atom(random: &mut Random, vars: &[&str]) -> String {
    match random.below(10) {
        0..=4 => random.pick(&PROPOSITIONS).to_string(),
        5..=8 => format!("{}({})", random.pick(&PREDICATES), term(random, vars)),
        _ => format!("r({},{})", term(random, vars), term(random, vars)),
    }
}

fn literal(random: &mut Random, vars: &[&str]) -> String {
    let sign = *random.pick(&["", "", "", "", "not ", "not ", "not not "]);
    if random.chance(8) && !vars.is_empty() {
        let relation = *random.pick(&["<", "<=", "!=", "=", ">", ">="]);
        return format!("{sign}{}{relation}{}", term(random, vars), term(random, vars));
    }
    // In no head: clingo lets rules that cannot apply define an external, or not.
    if random.chance(4) {
        return format!("{sign}g");
    }
    format!("{sign}{}", atom(random, vars))
}

fn literals(random: &mut Random, vars: &[&str], most: usize, between: &str) -> String {
    let count = 1 + random.below(most);
    let all: Vec<String> = (0..count).map(|_| literal(random, vars)).collect();
    all.join(between)
}

fn guard(random: &mut Random) -> String {
    let relation = *random.pick(&["<", "<=", "!=", "=", ">", ">=", ">=", "<="]);
    format!("{relation} {}", random.below(5) as i64 - 1)
}

/// `#sum{..} > 1`; most weights are positive.
fn aggregate(random: &mut Random, vars: &[&str]) -> String {
    let function = *random.pick(&["#count", "#sum", "#sum", "#sum+", "#min", "#max"]);
    let count = 1 + random.below(3);
    let mut elements = Vec::new();
    for _ in 0..count {
        let weight = match random.below(12) {
            0 => "-1".to_string(),
            1 => "Z".to_string(),
            _ => (1 + random.below(3)).to_string(),
        };
        let mut inner: Vec<&str> = vars.to_vec();
        inner.push("Z");
        let condition = literals(random, &inner, 2, ",");
        let key = *random.pick(&["", "", ",Z", ",x", ",y"]);
        elements.push(format!("{weight}{key} : dom(Z),{condition}"));
    }
    let sign = *random.pick(&["", "", "", "not ", "not not "]);
    format!("{sign}{function}{{{}}} {}", elements.join("; "), guard(random))
}

fn conditional(random: &mut Random, vars: &[&str]) -> String {
    let mut inner: Vec<&str> = vars.to_vec();
    inner.push("Z");
    // A comparison may have no value: f(1) is no number.
    let head = match random.below(6) {
        0 => format!("{} != {}+1", term(random, &inner), term(random, &inner)),
        _ => literal(random, &inner),
    };
    let condition = literals(random, &inner, 2, ",");
    format!("{head} : dom(Z),{condition}")
}

/// A body that binds its variables.
fn body(random: &mut Random, vars: &[&str]) -> String {
    let mut parts: Vec<String> = vars.iter().map(|var| format!("dom({var})")).collect();
    for _ in 0..random.below(3) + usize::from(vars.is_empty()) {
        let part = match random.below(12) {
            0 | 1 => aggregate(random, vars),
            2 => conditional(random, vars),
            3 => {
                let set = literals(random, vars, 3, "; ");
                format!("{{{set}}} {}", guard(random))
            }
            _ => literal(random, vars),
        };
        parts.push(part);
    }
    parts.join("; ")
}

fn choice(random: &mut Random, vars: &[&str]) -> String {
    let count = 1 + random.below(3);
    let mut elements = Vec::new();
    let bounded = random.chance(40);
    for _ in 0..count {
        let mut inner: Vec<&str> = vars.to_vec();
        if random.chance(40) {
            inner.push("Z");
            // clingo grounds `{a; b : a} = 2` to nothing: when it looks at the bound, it does not
            // know yet that `a` is possible. We do not follow it there.
            let condition = match bounded {
                true => format!("not {}", atom(random, &inner)),
                false => literals(random, &inner, 2, ","),
            };
            elements.push(format!("{} : dom(Z),{condition}", atom(random, &inner)));
        } else if random.chance(10) {
            elements.push(format!("{}(1..2)", random.pick(&PREDICATES)));
        } else {
            elements.push(atom(random, &inner));
        }
    }
    let bounds = if bounded { guard(random) } else { String::new() };
    format!("{{{}}} {bounds}", elements.join("; "))
}

fn disjunction(random: &mut Random, vars: &[&str]) -> String {
    let count = 2 + random.below(2);
    let mut parts = Vec::new();
    for _ in 0..count {
        if random.chance(20) {
            let mut inner: Vec<&str> = vars.to_vec();
            inner.push("Z");
            let condition = literals(random, &inner, 1, ",");
            parts.push(format!("{} : dom(Z),{condition}", atom(random, &inner)));
        } else if random.chance(10) {
            parts.push(format!("not {}", atom(random, vars)));
        } else {
            parts.push(atom(random, vars));
        }
    }
    parts.join("; ")
}

fn statement(random: &mut Random) -> String {
    let vars: &[&str] = &["X", "Y"][..*random.pick(&[0, 0, 1, 1, 2])];
    match random.below(31) {
        0 | 1 => format!("{}.", atom(random, &[])),
        2..=9 => format!("{} :- {}.", atom(random, vars), body(random, vars)),
        10..=14 => format!("{}.", choice(random, &[])),
        15..=17 => format!("{} :- {}.", choice(random, vars), body(random, vars)),
        18..=20 => format!(":- {}.", body(random, vars)),
        21 | 22 => format!("{} :- {}.", disjunction(random, vars), body(random, vars)),
        23 => format!("{}.", disjunction(random, &[])),
        24 => {
            let level = random.below(2);
            let weight = random.below(4) as i64 - 1;
            format!(":~ {}. [{weight}@{level}]", body(random, vars))
        }
        25 => format!("s(S) :- S = #sum{{ Z : p(Z), dom(Z); 2,x : {} }}.", literal(random, &[])),
        26 => {
            let head = atom(random, &["Z"]);
            let function = *random.pick(&["#sum", "#sum", "#count", "#sum+"]);
            let weight = *random.pick(&["1", "1", "2", "-1"]);
            format!(
                "{function}{{ Z,x : {head} : dom(Z); {weight},y : {} }} {}.",
                atom(random, &[]),
                guard(random)
            )
        }
        27 => format!(
            "{}(1;{}) :- {}.",
            random.pick(&PREDICATES),
            term(random, &[]),
            body(random, &[])
        ),
        28 => format!("e :- not {}(_), {}.", random.pick(&PREDICATES), literal(random, &[])),
        29 => format!("#external g. {}", random.pick(&["", "[true]", "[free]"])),
        _ => format!("p(X) :- q(X-1), X < 4, {}.", literal(random, &["X"])),
    }
}
