//! Microseconds and guesses for each file of lines given.
/// Nanoseconds this thread was on a processor: the machine may be busy with other things.
fn cpu() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn main() {
    let take: usize = std::env::var("TAKE").map_or(usize::MAX, |t| t.parse().unwrap());
    let runs: usize = std::env::var("RUNS").map_or(5, |t| t.parse().unwrap());

    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let lines: Vec<[u8; 81]> = text
            .lines()
            .filter_map(|l| l.as_bytes().get(..81)?.try_into().ok())
            .filter(|l: &[u8; 81]| l[0] != b'#')
            .take(take)
            .collect();
        let mut best = f64::MAX;
        let (mut guesses, mut kinds) = (0, [0u64; 3]);
        for _ in 0..runs {
            let mut solver = pencilmark_classic::Solver::new();
            (guesses, kinds) = (0, [0; 3]);
            let start = cpu();
            for line in &lines {
                let count = solver.count(line, 2);
                guesses += count.guesses;
                kinds[count.solutions as usize] += 1;
            }
            best = best.min((cpu() - start) as f64 / 1e9);
        }
        let n = lines.len() as f64;
        let name = path.rsplit('/').next().unwrap_or("");
        println!(
            "{name:32} {:8.3} us {:8.2} guesses {kinds:?}",
            best / n * 1e6,
            guesses as f64 / n
        );
    }
}
