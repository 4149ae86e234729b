//! Times the usual small problems: `cargo run --release --example bench [name]`.

use std::time::Instant;

use pencilmark_fd::*;

/// A name and what to run; the result is a number of solutions or an optimum.
type Problem = (&'static str, fn() -> usize);

fn main() {
    let only = std::env::args().nth(1);
    let problems: [Problem; 10] = [
        ("permutations 9!", permutations),
        ("queens 8 all", || queens(8, Select::Leftmost, usize::MAX)),
        ("queens 8 all ff", || queens(8, Select::Ff, usize::MAX)),
        ("queens 24 first", || queens(24, Select::Leftmost, 1)),
        ("queens 60 ff first", || queens(60, Select::Ff, 1)),
        ("send more", send_more),
        ("magic 3 all", magic3),
        ("sudoku distinct", || sudoku(true)),
        ("sudoku different", || sudoku(false)),
        ("golomb 7", || golomb(7)),
    ];
    for (name, run) in problems {
        if only.as_ref().is_some_and(|o| !name.contains(o.as_str())) {
            continue;
        }
        // Short ones are repeated; the first run pays for fresh memory.
        let (mut count, mut runs, begin) = (run(), 0, cpu_ms());
        while runs == 0 || (cpu_ms() - begin < 50.0 && runs < 1000) {
            count = run();
            runs += 1;
        }
        println!("{name:20} {count:8} {:10.3} ms CPU", (cpu_ms() - begin) / f64::from(runs));
    }
}

/// CPU time of this process; wall time where the system does not tell.
fn cpu_ms() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let nanoseconds = std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.unwrap_or_else(|| start.elapsed().as_secs_f64() * 1e9) / 1e6
}

fn vars(s: &mut Store, n: usize, lo: i64, hi: i64) -> Vec<Arg> {
    let dom = Domain::range(&lo.into(), &hi.into());
    let list: Vec<Arg> = (0..n).map(|_| Arg::Var(s.new_var())).collect();
    for var in &list {
        s.post_in(var, &dom).unwrap();
    }
    list
}

fn count(s: &mut Store, list: &[Arg], select: Select, most: usize) -> usize {
    let options = LabelOptions { select, ..LabelOptions::default() };
    let mut labeling = Labeling::start(s, &options, list).unwrap();
    let mut found = 0;
    while found < most && labeling.next(s).unwrap() {
        found += 1;
    }
    found
}

fn e(arg: &Arg) -> Expr {
    Expr::from(arg)
}

fn permutations() -> usize {
    let mut s = Store::new();
    let list = vars(&mut s, 9, 1, 9);
    s.post_all_different(&list).unwrap();
    count(&mut s, &list, Select::Leftmost, usize::MAX)
}

fn queens(n: usize, select: Select, most: usize) -> usize {
    let mut s = Store::new();
    let list = vars(&mut s, n, 1, n as i64);
    for i in 0..n {
        for j in i + 1..n {
            s.post_rel(Rel::Neq, &e(&list[i]), &e(&list[j])).unwrap();
            let gap = Expr::op1(Op1::Abs, Expr::op2(Op2::Sub, e(&list[i]), e(&list[j])));
            s.post_rel(Rel::Neq, &gap, &Expr::word((j - i) as i64)).unwrap();
        }
    }
    count(&mut s, &list, select, most)
}

fn send_more() -> usize {
    let mut s = Store::new();
    let list = vars(&mut s, 8, 0, 9);
    let word = |letters: &[usize]| {
        letters.iter().fold(Expr::word(0), |sum, &at| {
            let tens = Expr::op2(Op2::Mul, Expr::word(10), sum);
            Expr::op2(Op2::Add, tens, e(&list[at]))
        })
    };
    // S E N D M O R Y
    let sum = Expr::op2(Op2::Add, word(&[0, 1, 2, 3]), word(&[4, 5, 6, 1]));
    s.post_all_different(&list).unwrap();
    s.post_rel(Rel::Eq, &sum, &word(&[4, 5, 2, 1, 7])).unwrap();
    s.post_rel(Rel::Neq, &e(&list[4]), &Expr::word(0)).unwrap();
    s.post_rel(Rel::Neq, &e(&list[0]), &Expr::word(0)).unwrap();
    count(&mut s, &list, Select::Leftmost, usize::MAX)
}

fn magic3() -> usize {
    let mut s = Store::new();
    let v = vars(&mut s, 9, 1, 9);
    s.post_all_different(&v).unwrap();
    let lines =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        let list: Vec<Arg> = line.iter().map(|&at| v[at].clone()).collect();
        s.post_scalar_product(&[1.into(), 1.into(), 1.into()], &list, Rel::Eq, &Expr::word(15))
            .unwrap();
    }
    count(&mut s, &v, Select::Leftmost, usize::MAX)
}

const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn sudoku(distinct: bool) -> usize {
    let mut s = Store::new();
    let v = vars(&mut s, 81, 1, 9);
    let mut houses: Vec<Vec<usize>> = Vec::new();
    for k in 0..9 {
        houses.push((0..9).map(|c| k * 9 + c).collect());
    }
    for k in 0..9 {
        houses.push((0..9).map(|r| r * 9 + k).collect());
    }
    for k in 0..9 {
        let corner = (k / 3) * 27 + (k % 3) * 3;
        houses.push((0..9).map(|i| corner + (i / 3) * 9 + i % 3).collect());
    }
    for (at, clue) in HARD.chars().enumerate() {
        if let (Some(digit), Arg::Var(var)) = (clue.to_digit(10), &v[at]) {
            s.fix(*var, &i64::from(digit).into()).unwrap();
        }
    }
    for house in houses {
        let list: Vec<Arg> = house.iter().map(|&at| v[at].clone()).collect();
        if distinct {
            s.post_all_distinct(&list).unwrap();
        } else {
            s.post_all_different(&list).unwrap();
        }
    }
    let select = if distinct { Select::Leftmost } else { Select::Ff };
    count(&mut s, &v, select, usize::MAX)
}

fn golomb(n: usize) -> usize {
    let mut s = Store::new();
    let marks = vars(&mut s, n, 0, (n * n) as i64);
    s.post_rel(Rel::Eq, &e(&marks[0]), &Expr::word(0)).unwrap();
    s.post_chain(&marks, Rel::Lt).unwrap();
    let mut gaps = Vec::new();
    for i in 0..n {
        for j in i + 1..n {
            let gap = Arg::Var(s.new_var());
            let minus = Expr::op2(Op2::Sub, e(&marks[j]), e(&marks[i]));
            s.post_rel(Rel::Eq, &e(&gap), &minus).unwrap();
            gaps.push(gap);
        }
    }
    s.post_all_different(&gaps).unwrap();
    s.post_rel(Rel::Lt, &e(&gaps[0]), &e(&gaps[gaps.len() - 1])).unwrap();
    let options = LabelOptions {
        select: Select::Ff,
        objectives: vec![Objective::Min(e(&marks[n - 1]))],
        ..LabelOptions::default()
    };
    let mut labeling = Labeling::start(&mut s, &options, &marks).unwrap();
    assert!(labeling.next(&mut s).unwrap());
    match &marks[n - 1] {
        Arg::Var(v) => s.value(*v).and_then(|n| n.as_i64()).unwrap_or(0) as usize,
        Arg::Int(_) => 0,
    }
}
