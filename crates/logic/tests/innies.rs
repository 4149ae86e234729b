//! Innies and outies: what they conclude is true of all ways to fill the grid, and what the words
//! say adds up.

use std::collections::BTreeSet;

use pencilmark_kernel::search::Limits;
use pencilmark_logic::find::{self, View};
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Found, Mark, Marks, Outline, Pattern, Technique};

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
    let (mut mixed, mut placed, mut many) = (0, 0, 0);
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
            let told = pencilmark_logic::long(View { board: &board, marks: &marks }, &found);
            many += usize::from(told.contains("none of these may be off"));
        }
    }
    assert!(
        steps > 300 && placed > 50 && mixed > 50 && many > 20,
        "{steps} {placed} {mixed} {many}"
    );
}

/// Arrows of two cells or three that are true in a grid, anywhere on it: the circle first.
fn arrows(random: &mut Random, grid: &[i64; 16]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for _ in 0..200 {
        let mut cells: Vec<usize> = Vec::new();
        for _ in 0..3 + random.below(2) {
            cells.push(random.below(16));
        }
        let apart = (0..cells.len()).all(|a| !cells[..a].contains(&cells[a]));
        let free = cells.iter().all(|c| !all.iter().flatten().any(|own| own == c));
        let sum: i64 = cells[1..].iter().map(|&c| grid[c]).sum();
        if apart && free && grid[cells[0]] == sum {
            all.push(cells);
        }
    }
    all
}

/// The same where circles stand for what their arrows make.
#[test]
fn circles_stand_for_their_arrows() {
    let (grids, mut random, mut steps) = (small_grids(), Random(9), 0);
    for _ in 0..300 {
        let grid = grids[random.below(grids.len())];
        let arrows = arrows(&mut random, &grid);
        let name = |&c: &usize| format!("r{}c{}", c / 4 + 1, c % 4 + 1);
        let mut text = "grid 4\n".to_string();
        for arrow in &arrows {
            let names: Vec<String> = arrow.iter().map(name).collect();
            text.push_str(&format!("arrow {} = {}\n", names[0], names[1..].join(" ")));
        }
        let board = Board::new(&pencilmark_formats::parse("arrows", &text).expect("a puzzle"));
        let mut marks = Marks::full(&board);
        for _ in 0..8 + random.below(24) {
            let mark = Mark { cell: random.below(16), digit: random.below(4) };
            if grid[mark.cell] != board.value(mark.digit) {
                marks.erase(&board, mark);
            }
        }
        let is_left = |g: &[i64; 16]| (0..16).all(|c| marks.left_of(c) >> (g[c] - 1) & 1 == 1);
        for found in find::all(View { board: &board, marks: &marks }, Technique::Innies) {
            let Pattern::Innies { sums, .. } = &found.pattern else { panic!("{found:?}") };
            let own = |&u: &usize| {
                let scope = &board.units[u].scope;
                arrows.iter().find(|a| a.iter().all(|c| scope.contains(c))).expect("an arrow")
            };
            let named: Vec<&Vec<usize>> = sums.iter().map(own).collect();
            let makes = |g: &[i64; 16], a: &[usize]| a[1..].iter().map(|&c| g[c]).sum::<i64>();
            let fits = |g: &[i64; 16]| named.iter().all(|a| makes(g, a) == g[a[0]]);
            for other in grids.iter().filter(|g| is_left(g) && fits(g)) {
                assert!(agrees(&board, &found, &other[..]), "{found:?} {other:?}");
            }
            let told = pencilmark_logic::long(View { board: &board, marks: &marks }, &found);
            assert!(told.contains(" make as much as "), "{told}");
            steps += 1;
        }
    }
    assert!(steps > 100, "{steps}");
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

/// What the houses make, what the cages make, and that the equations follow and are true. Gives
/// back the last of them: what the open cells make.
fn adds_up(text: &str, grid: &[i64]) -> String {
    let (houses, rest) = text.split_once(". ").expect(text);
    let (names, made) = houses.rsplit_once(' ').expect(text);
    let houses: i64 = made.parse().expect(text);
    let numbers = names.split([' ', ',']).filter(|w| w.parse::<i64>().is_ok()).count();
    assert_eq!(houses, 45 * numbers as i64, "{text}");
    let (cages, rest) = rest.split_once(". So ").expect(text);
    // One cage tells its sum by its name.
    let (list, made) = cages
        .split_once(" make ")
        .or_else(|| cages.split_once(" with sum ").map(|(_, sum)| (sum, sum)))
        .expect(text);
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
        let open = open.trim_start_matches([',', ' ']);
        assert!(holds(open, grid), "{open}: {text}");
        return open.into();
    }
    whole.into()
}

/// The constraints in which a sentence says that no digit stands twice, as sets of cells.
fn distinct(text: &str, cages: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let Some((_, rest)) = text.split_once("with no digit twice in ") else { return vec![] };
    let end = rest.find(['.', ':']).expect(text);
    let mut kind = "";
    let words = rest[..end].split([' ', ',']).filter(|w| !["", "and", "the", "at"].contains(w));
    let mut all = Vec::new();
    for word in words {
        let number = word.parse::<usize>().map(|n| n - 1);
        all.push(match (kind, number) {
            (_, Err(_)) if !word.starts_with(|c: char| c == 'r' && word != "row") => {
                kind = word;
                continue;
            }
            ("cage" | "cages", _) => {
                let first = cells(word)[0];
                cages.iter().find(|c| c.contains(&first)).expect(text).clone()
            }
            ("row", Ok(n)) => (0..9).map(|c| n * 9 + c).collect(),
            ("column", Ok(n)) => (0..9).map(|r| r * 9 + n).collect(),
            ("box", Ok(n)) => (0..9).map(|i| (n / 3 * 3 + i / 3) * 9 + n % 3 * 3 + i % 3).collect(),
            _ => panic!("{word}: {text}"),
        });
    }
    all
}

/// The digits that each of the cells has in some way to make the equation true with these marks,
/// where no digit stands twice in these sets.
fn ways(open: &str, marks: &[Vec<i64>], sets: &[Vec<usize>]) -> Vec<(usize, Vec<i64>)> {
    let (own, rest) = open.split_once(" make ").or_else(|| open.split_once(" is ")).expect(open);
    let (left, minus) = match (rest.split_once(" more than "), rest.strip_prefix("as much as ")) {
        (Some((more, others)), _) => (more.parse().expect(open), cells(others)),
        (_, Some(others)) => (0, cells(others)),
        _ => (rest.parse().expect(open), vec![]),
    };
    let plus = cells(own).into_iter().map(|c| (1, c));
    let terms: Vec<(i64, usize)> = plus.chain(minus.into_iter().map(|c| (-1, c))).collect();
    let both = |a: usize, b: usize| sets.iter().any(|s| s.contains(&a) && s.contains(&b));
    let mut partial: Vec<Vec<i64>> = vec![vec![]];
    for (at, &(_, cell)) in terms.iter().enumerate() {
        let fits = &|way: &Vec<i64>, d: i64| {
            (0..at).all(|other| way[other] != d || !both(terms[other].1, cell))
        };
        partial = partial
            .iter()
            .flat_map(|way| {
                marks[cell].iter().filter(move |&&d| fits(way, d)).map(move |&d| (way, d))
            })
            .map(|(way, d)| way.iter().copied().chain([d]).collect())
            .collect();
    }
    let makes = |way: &&Vec<i64>| way.iter().zip(&terms).map(|(d, t)| d * t.0).sum::<i64>() == left;
    let whole: Vec<&Vec<i64>> = partial.iter().filter(makes).collect();
    let of = |(at, t): (usize, &(i64, usize))| (t.1, whole.iter().map(|w| w[at]).collect());
    terms.iter().enumerate().map(of).collect()
}

/// What a sentence names is enough: its last equation, and different digits only where it says so.
fn follows(
    step: &pencilmark_logic::Step,
    board: &Board,
    before: &Marks,
    open: &str,
    cages: &[Vec<usize>],
) -> bool {
    let text = &step.long;
    let digits = |c: usize| (0..9).filter(move |d| before.left_of(c) >> d & 1 == 1);
    let marks: Vec<Vec<i64>> =
        (0..81).map(|c| digits(c).map(|d| board.value(d)).collect()).collect();
    let sets = distinct(text, cages);
    let possible = ways(open, &marks, &sets);
    let can = |m: &Mark| {
        let own = possible.iter().find(|(c, _)| *c == m.cell).expect(text);
        own.1.contains(&board.value(m.digit))
    };
    assert!(!step.remove.iter().any(can), "{text}");
    for place in &step.place {
        let own = possible.iter().find(|(c, _)| *c == place.cell).expect(text);
        assert!(own.1.iter().all(|&d| d == board.value(place.digit)), "{text}");
    }
    // Whether it has to name them is told too.
    let free = ways(open, &marks, &[]);
    sets.is_empty() || {
        let less = |m: &Mark| {
            free.iter().any(|(c, own)| *c == m.cell && own.contains(&board.value(m.digit)))
        };
        assert!(step.remove.iter().any(less) || !step.place.is_empty(), "superfluous: {text}");
        false
    }
}

/// The picture has all that is added up, and what the sums leave out and stick out into.
fn is_shown(step: &pencilmark_logic::Step, board: &Board) {
    let shown = |kind: Outline| -> BTreeSet<usize> {
        step.outlines.iter().filter(|o| o.0 == kind).flat_map(|o| o.1.clone()).collect()
    };
    let homes = step.houses.iter().flat_map(|(h, _)| board.houses[*h].list.clone());
    let (home, sums): (BTreeSet<usize>, _) = (homes.collect(), shown(Outline::Sum));
    assert!(!home.is_empty() && !sums.is_empty());
    assert_eq!(shown(Outline::Inner), &home - &sums, "{}", step.long);
    assert_eq!(shown(Outline::Outer), &sums - &home, "{}", step.long);
}

/// The sentences of explanations of killers, read and added up.
#[test]
fn what_is_told_adds_up() {
    let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let grid: Vec<i64> = text.bytes().map(|b| i64::from(b - b'0')).collect();
    let (mut random, mut told, mut apart) = (Random(3), 0, 0);
    for _ in 0..12 {
        let cages = cages(&mut random, &grid, 9, 4);
        let board = board(9, &grid, &cages);
        let truth = Truth::of(&board, &Limits::default());
        let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        for _ in 0..60 {
            let before = telling.marks().clone();
            let Some(step) = telling.step() else { break };
            if step.long.contains("none of these may be off") {
                continue;
            }
            if step.technique == Technique::Innies {
                let open = adds_up(&step.long, &grid);
                is_shown(&step, &board);
                apart += usize::from(!follows(&step, &board, &before, &open, &cages));
                told += 1;
            } else if step.rating > 40 {
                break;
            }
        }
    }
    assert!(told > 40 && apart > 5, "{told} {apart}");
}

/// Sums over many houses are told where no few houses and sums lead on.
#[test]
fn few_houses_and_sums_come_before_many() {
    let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let grid: Vec<i64> = text.bytes().map(|b| i64::from(b - b'0')).collect();
    let clues = |found: &Found| match &found.pattern {
        Pattern::Innies { houses, sums, .. } => houses.len() + sums.len(),
        _ => 0,
    };
    let (mut random, mut told, mut many) = (Random(5), 0, 0);
    for _ in 0..12 {
        let board = board(9, &grid, &cages(&mut random, &grid, 9, 4));
        let truth = Truth::of(&board, &Limits::default());
        let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        for _ in 0..60 {
            let before = telling.marks().clone();
            let Some(found) = telling.told() else { break };
            if found.technique != Technique::Innies {
                continue;
            }
            // Of many cells only how far they reach is looked at, after all others.
            let view = View { board: &board, marks: &before };
            let short = |found: &Found| {
                !pencilmark_logic::long(view, found).contains("none of these may be off")
            };
            if !short(&found) {
                continue;
            }
            let all: Vec<Found> =
                find::all(view, Technique::Innies).into_iter().filter(short).collect();
            let least = all.iter().map(clues).min().unwrap_or(0);
            let own = clues(&found);
            assert!(own <= 8 || least > 8, "{own} clues, but {least} will do");
            told += 1;
            many += usize::from(all.iter().any(|other| clues(other) > 8));
        }
    }
    assert!(told > 40 && many > 10, "{told} {many}");
}

/// The parts of a long sum as a sentence tells them: cells, whether at most or at least, what they
/// make, and where they differ.
fn parts(text: &str, cages: &[Vec<usize>]) -> Vec<(Vec<usize>, bool, i64, Vec<usize>)> {
    let (mut all, mut own) = (Vec::new(), Vec::new());
    for word in text.split(", ").flat_map(|part| part.split(" and ")) {
        let verb = [" make at ", " is at "].into_iter().find(|verb| word.contains(verb));
        let (list, rest) = verb.map_or((word, ""), |verb| word.split_once(verb).expect(text));
        own.extend(cells(list));
        if rest.is_empty() {
            continue;
        }
        let (bound, rest) = rest.split_once(' ').expect(text);
        let (number, home) = rest.split_once(" in ").unwrap_or((rest, ""));
        let home = match home.is_empty() {
            true => own.clone(),
            false => distinct(&format!("with no digit twice in {home}."), cages)[0].clone(),
        };
        all.push((std::mem::take(&mut own), bound == "most", number.parse().expect(text), home));
    }
    all
}

/// The sums of different digits that cells can have.
fn sums(own: &[usize], marks: &dyn Fn(usize) -> Vec<i64>) -> BTreeSet<i64> {
    let mut ways: Vec<Vec<i64>> = vec![vec![]];
    for &cell in own {
        let more = |way: Vec<i64>| {
            let free: Vec<i64> = marks(cell).into_iter().filter(|d| !way.contains(d)).collect();
            free.into_iter().map(move |d| way.iter().copied().chain([d]).collect::<Vec<i64>>())
        };
        ways = ways.into_iter().flat_map(more).collect();
    }
    ways.iter().map(|way| way.iter().sum()).collect()
}

/// Of many cells it is told how far each part reaches, by a constraint in which it lies; and what
/// goes is too far from that.
#[test]
fn parts_of_long_sums_reach_as_far_as_is_told() {
    let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let grid: Vec<i64> = text.bytes().map(|b| i64::from(b - b'0')).collect();
    let (mut random, mut told, mut exact) = (Random(3), 0, 0);
    for _ in 0..30 {
        // Cages that leave out the highest digits.
        let mut cages = cages(&mut random, &grid, 9, 3);
        cages.iter_mut().for_each(|cage| cage.retain(|&c| grid[c] < 8));
        cages.retain(|cage| cage.len() > 1);
        let board = board(9, &grid, &cages);
        let marks = Marks::full(&board);
        let view = View { board: &board, marks: &marks };
        for found in find::all(view, Technique::Innies) {
            let long = pencilmark_logic::long(view, &found);
            let Some((before, end)) = long.split_once(", so none of these may be off") else {
                continue;
            };
            let slack: i64 = match end.strip_prefix(" by more than ") {
                Some(rest) => rest.split(':').next().and_then(|n| n.parse().ok()).expect(&long),
                None => 0,
            };
            let (start, all) = before.rsplit_once(". Then ").expect(&long);
            let (start, list) = start.rsplit_once(". ").expect(&long);
            let equation = start.rsplit_once(". So ").expect(&long).1;
            assert!(holds(equation, &grid), "{long}");
            let own = |_: usize| (1..=9).collect::<Vec<i64>>();
            let parts = parts(&list.replacen('R', "r", 1), &cages);
            let mixed = equation.contains(" than ") || equation.contains("as much as");
            let mut total = 0;
            for (cells, high, number, home) in &parts {
                assert!(cells.iter().all(|c| home.contains(c)), "{long}");
                let sums = sums(cells, &own);
                let end = if *high { sums.last() } else { sums.first() };
                assert_eq!(end, Some(number), "{long}");
                // What is taken away is at its least where the whole is at its most.
                let minus = mixed && *high == all.contains("at least");
                total += if minus { -number } else { *number };
            }
            let bound: i64 = all.rsplit(' ').next().and_then(|n| n.parse().ok()).expect(&long);
            assert_eq!(bound.abs(), total.abs(), "{long}");
            let made = equation.split_once(" make ").or_else(|| equation.split_once(" is "));
            let made: i64 = made.and_then(|(_, n)| n.split(' ').next()?.parse().ok()).unwrap_or(0);
            assert!((bound.abs() - made.abs()).abs() == slack || bound * made < 0, "{long}");
            for mark in &found.remove {
                let (cells, high, number, _) =
                    parts.iter().find(|part| part.0.contains(&mark.cell)).expect(&long);
                let with = |c: usize| match c == mark.cell {
                    true => vec![board.value(mark.digit)],
                    false => own(c),
                };
                let sums = sums(cells, &with);
                let end = if *high { sums.last() } else { sums.first() };
                assert!(end.is_none_or(|end| (end - number).abs() > slack), "{mark:?} {long}");
            }
            told += 1;
            exact += usize::from(slack == 0);
        }
    }
    assert!(told > 20 && exact > 0, "{told} {exact}");
}
