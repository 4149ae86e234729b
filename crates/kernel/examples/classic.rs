use pencilmark_kernel::*;
use pencilmark_kernel::search::*;
fn cpu() -> f64 { let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap(); s.split(' ').next().unwrap().parse::<f64>().unwrap()/1e3 }
fn main() {
    let file = std::env::args().nth(1).unwrap();
    let n: usize = std::env::args().nth(2).map_or(2000, |s| s.parse().unwrap());
    let inter = std::env::args().nth(3).is_some();
    let text = std::fs::read_to_string(file).unwrap();
    let (mut nodes, mut sols) = (0u64, 0u64);
    let mut models = vec![];
    let t = cpu();
    for line in text.lines().filter(|l| l.len() >= 81).take(n) {
        let mut p = Problem::new();
        let cells: Vec<VarId> = (0..81).map(|_| p.var(1, 9)).collect();
        let mut houses = vec![];
        for i in 0..9 { houses.push((0..9).map(|j| cells[i*9+j]).collect::<Vec<_>>()); }
        for i in 0..9 { houses.push((0..9).map(|j| cells[j*9+i]).collect::<Vec<_>>()); }
        for b in 0..9 { houses.push((0..9).map(|j| cells[(b/3*3+j/3)*9 + b%3*3+j%3]).collect::<Vec<_>>()); }
        for h in &houses { let g = p.group(); p.post(g, Constraint::Distinct(h.clone())); }
        if inter { for (i,a) in houses.iter().enumerate() { for b in &houses[..i] {
            let x: Vec<_> = a.iter().copied().filter(|c| !b.contains(c)).collect();
            let y: Vec<_> = b.iter().copied().filter(|c| !a.contains(c)).collect();
            if x.len() == 6 { p.derive(vec![], Constraint::SameSet{a:x,b:y}); }
        }}}
        let g = p.group();
        for (i, c) in line.bytes().take(81).enumerate() { if (b'1'..=b'9').contains(&c) { p.post(g, Constraint::Domain{var: cells[i], values: vec![(c-b'0') as i64]}); } }
        models.push(p.compile(&CompileOptions::default()));
    }
    let build = cpu() - t;
    let t = cpu();
    for m in &models {
        let mut s = Search::new(&m, SearchOptions::default());
        while s.stats().solutions < 2 && s.next_solution().unwrap().is_some() {}
        nodes += s.stats().nodes; sols += s.stats().solutions;
    }
    let us = cpu() - t;
    let c = models.len() as f64;
    println!("{c} puzzles, {sols} solutions, build {:.1} us, solve {:.1} us, nodes {:.1}", build/c, us/c, nodes as f64/c);
}
