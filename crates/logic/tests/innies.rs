//! Innies and outies: what they conclude is true of all ways to fill the grid, and what the words
//! say adds up.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::find::{self, View};
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Found, Mark, Marks, Pattern, Technique};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// All grids of four rows in which rows, columns and boxes have each digit once.
fn small_grids() -> Vec<[i64; 16]> {
    fn go(grid: &mut [i64; 16], at: usize, all: &mut Vec<[i64; 16]>) {
        if at == 16 {
            all.push(*grid);
            return;
        }
        let sees = |a: usize, b: usize| {
            let block = |c: usize| (c / 8, c % 4 / 2);
            a / 4 == b / 4 || a % 4 == b % 4 || block(a) == block(b)
        };
        for digit in 1..=4 {
            if (0..at).all(|other| grid[other] != digit || !sees(other, at)) {
                grid[at] = digit;
                go(grid, at + 1, all);
                grid[at] = 0;
            }
        }
    }
    let mut all = Vec::new();
    go(&mut [0; 16], 0, &mut all);
    assert_eq!(all.len(), 288);
    all
}

/// Cages that cover most of a grid and hold no digit twice.
fn cages(random: &mut Random, grid: &[i64], side: usize, largest: usize) -> Vec<Vec<usize>> {
    let mut free = vec![true; grid.len()];
    let mut all = Vec::new();
    for start in 0..grid.len() {
        if !free[start] || random.below(10) == 0 {
            continue;
        }
        let mut cage = vec![start];
        for _ in 0..random.below(largest) + 1 {
            let next: Vec<usize> = (0..grid.len())
                .filter(|&c| free[c] && !cage.contains(&c))
                .filter(|&c| cage.iter().all(|&own| grid[own] != grid[c]))
                .filter(|&c| {
                    cage.iter().any(|&own| {
                        let (rows, cols) =
                            ((own / side).abs_diff(c / side), (own % side).abs_diff(c % side));
                        rows + cols == 1
                    })
                })
                .collect();
            if next.is_empty() {
                break;
            }
            cage.push(next[random.below(next.len())]);
        }
        cage.iter().for_each(|&c| free[c] = false);
        if cage.len() > 1 {
            all.push(cage);
        }
    }
    all
}

fn board(side: usize, grid: &[i64], cages: &[Vec<usize>]) -> Board {
    let mut text = format!("grid {side}\n");
    for cage in cages {
        let sum: i64 = cage.iter().map(|&c| grid[c]).sum();
        let cells: Vec<String> =
            cage.iter().map(|&c| format!("r{}c{}", c / side + 1, c % side + 1)).collect();
        text.push_str(&format!("cage {sum} {}\n", cells.join(" ")));
    }
    Board::new(&pencilmark_formats::parse("cages", &text).expect("a puzzle"))
}

/// Whether a grid is as a step says.
fn agrees(board: &Board, found: &Found, grid: &[i64]) -> bool {
    let is = |m: &Mark| grid[m.cell] == board.value(m.digit);
    found.place.iter().all(is) && !found.remove.iter().any(is)
}

/// In all grids that have the sums the step names, and no mark that is gone, it is as it says.
#[test]
fn conclusions_are_true_of_all_grids() {
    let (grids, mut random, mut steps) = (small_grids(), Random(5), 0);
    let (mut mixed, mut placed) = (0, 0);
    for _ in 0..150 {
        let grid = grids[random.below(grids.len())];
        let cages = cages(&mut random, &grid, 4, 3);
        let board = board(4, &grid, &cages);
        let mut marks = Marks::full(&board);
        for _ in 0..random.below(16) {
            let mark = Mark { cell: random.below(16), digit: random.below(4) };
            if grid[mark.cell] != board.value(mark.digit) {
                marks.erase(&board, mark);
            }
        }
        let own: Vec<_> = grids
            .iter()
            .filter(|g| (0..16).all(|c| marks.left_of(c) >> (g[c] - 1) & 1 == 1))
            .collect();
        for found in find::all(View { board: &board, marks: &marks }, Technique::Innies) {
            let Pattern::Innies { sums, houses, apart } = &found.pattern else {
                panic!("{found:?}")
            };
            let cage = |&u: &usize| {
                let scope = &board.units[u].scope;
                cages.iter().find(|c| scope.iter().all(|s| c.contains(s)))
            };
            let named: Vec<&Vec<usize>> = sums.iter().chain(apart).filter_map(cage).collect();
            let total = |g: &[i64; 16], cage: &[usize]| cage.iter().map(|&c| g[c]).sum::<i64>();
            let fits = |g: &[i64; 16]| named.iter().all(|c| total(g, c) == total(&grid, c));
            for other in own.iter().filter(|g| fits(g)) {
                assert!(agrees(&board, &found, &other[..]), "{found:?} {other:?}");
            }
            steps += 1;
            placed += usize::from(!found.place.is_empty());
            let home = |c: &usize| houses.iter().any(|&h| board.houses[h].list.contains(c));
            let out = named.iter().flat_map(|c| c.iter()).any(|c| !home(c));
            mixed += usize::from(out);
        }
    }
    assert!(steps > 300 && placed > 50 && mixed > 50, "{steps} {placed} {mixed}");
}

/// The cells of a list as it is written: `r1c2-4, r3c3 and r5-6c1`.
fn cells(text: &str) -> Vec<usize> {
    let range = |text: &str| -> Vec<usize> {
        let ends: Vec<usize> = text.split('-').map(|n| n.parse().expect("a number")).collect();
        (ends[0]..=ends[ends.len() - 1]).collect()
    };
    let words = text.split([' ', ',']).filter(|w| !w.is_empty() && *w != "and");
    let mut all = Vec::new();
    for word in words {
        let (rows, cols) = word.strip_prefix('r').expect(text).split_once('c').expect(text);
        for row in range(rows) {
            all.extend(range(cols).into_iter().map(|col| (row - 1) * 9 + col - 1));
        }
    }
    all
}

/// Whether `A make 5 more than B`, or the like, is true of a grid.
fn holds(text: &str, grid: &[i64]) -> bool {
    let total = |list: &str| cells(list).iter().map(|&c| grid[c]).sum::<i64>();
    let (own, rest) =
        text.split_once(" make ").or_else(|| text.split_once(" is ")).expect("a verb");
    match (rest.split_once(" more than "), rest.strip_prefix("as much as ")) {
        (Some((more, others)), _) => total(own) == more.parse::<i64>().expect(text) + total(others),
        (_, Some(others)) => total(own) == total(others),
        _ => total(own) == rest.parse::<i64>().expect(text),
    }
}

/// What the houses make, what the cages make, and that the equations follow and are true.
fn adds_up(text: &str, grid: &[i64]) {
    let (houses, rest) = text.split_once(". ").expect(text);
    let (names, made) = houses.rsplit_once(' ').expect(text);
    let houses: i64 = made.parse().expect(text);
    let numbers = names.split([' ', ',']).filter(|w| w.parse::<i64>().is_ok()).count();
    assert_eq!(houses, 45 * numbers as i64, "{text}");
    let (cages, rest) = rest.split_once(". So ").expect(text);
    let (list, made) =
        cages.split_once(" make ").or_else(|| cages.split_once(" makes ")).expect(text);
    let end = made.find(|c: char| !c.is_ascii_digit()).unwrap_or(made.len());
    let made: i64 = made[..end].parse().expect(text);
    let words: Vec<&str> = list.split([' ', ',', '(', ')']).filter(|w| !w.is_empty()).collect();
    let sums: i64 = words.iter().filter_map(|w| w.parse::<i64>().ok()).sum();
    assert_eq!(sums, made, "{text}");
    let end = rest.find([';', '.']).expect(text);
    let whole = rest[..end].split(", with ").next().expect(text);
    assert!(holds(whole, grid), "{text}");
    let difference: i64 = whole
        .split_once(" make ")
        .or_else(|| whole.split_once(" is "))
        .and_then(|(_, n)| n.split(' ').next()?.parse().ok())
        .unwrap_or(0);
    assert_eq!(difference, (houses - made).abs(), "{text}");
    if let Some(known) = rest[end..].strip_prefix("; as ") {
        let parts: Vec<&str> = known[..known.find('.').expect(text)].split(", with ").collect();
        let (placed, open) = parts[0].rsplit_once(", ").expect(text);
        // The last comma may stand within the list of cells.
        let at = placed.rfind(" is ").map_or(0, |at| at + 4);
        let digits =
            placed[at..].find(|c: char| !c.is_ascii_digit()).map_or(placed.len(), |n| at + n);
        let open = format!("{}, {open}", &placed[digits..]);
        for one in placed[..digits].split([',']).flat_map(|p| p.split(" and ")) {
            assert!(holds(one.trim(), grid), "{one}: {text}");
        }
        assert!(holds(open.trim_start_matches([',', ' ']), grid), "{open}: {text}");
    }
}

/// The sentences of explanations of killers, read and added up.
#[test]
fn what_is_told_adds_up() {
    let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let grid: Vec<i64> = text.bytes().map(|b| i64::from(b - b'0')).collect();
    let (mut random, mut told) = (Random(3), 0);
    for _ in 0..12 {
        let cages = cages(&mut random, &grid, 9, 4);
        let board = board(9, &grid, &cages);
        let truth = Truth::of(&board, &Limits::default());
        let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        for _ in 0..60 {
            let Some(step) = telling.step() else { break };
            if step.technique == Technique::Innies {
                adds_up(&step.long, &grid);
                told += 1;
            } else if step.rating > 40 {
                break;
            }
        }
    }
    assert!(told > 40, "{told}");
}
