//! `library(pencilmark)`: each predicate against all assignments of a few cells, tried one by one.

use pencilmark_prolog::machine::Machine;

/// The one answer of a query that loads the library, as text.
fn ask(query: &str) -> String {
    let mut machine = Machine::new();
    machine.consult_text("test", ":- use_module(library(pencilmark)).").expect("the library loads");
    match machine.run_text(query, 2) {
        Ok(answers) => answers.join(" "),
        Err(error) => format!("error: {error}"),
    }
}

/// Does a query hold?
fn holds(query: &str) -> bool {
    match ask(query).as_str() {
        "false." => false,
        error if error.starts_with("error") => panic!("{query}: {error}"),
        _ => true,
    }
}

/// All lists of `n` digits from 1 to `top`, in order.
fn all(n: usize, top: i64) -> Vec<Vec<i64>> {
    (0..n).fold(vec![Vec::new()], |lists, _| {
        lists
            .iter()
            .flat_map(|list| (1..=top).map(move |d| [list.as_slice(), &[d]].concat()))
            .collect()
    })
}

/// Compares the solutions of a goal over `L` (and its cells `A` to `D`) with a test on numbers.
fn same_solutions(n: usize, top: i64, goal: &str, test: impl Fn(&[i64]) -> bool) {
    let wanted: Vec<Vec<i64>> = all(n, top).into_iter().filter(|list| test(list)).collect();
    let cells = ["A", "B", "C", "D", "E"][..n].join(",");
    let query = format!("L = [{cells}], L ins 1..{top}, findall(L, ({goal}, label(L)), S).");
    let answer = ask(&query);
    let seen = answer.rsplit("S=").next().unwrap_or_default().trim_end_matches('.');
    assert_eq!(seen, format!("{wanted:?}").replace(' ', ""), "{goal}");
}

fn distinct(list: &[i64]) -> bool {
    (1..list.len()).all(|i| !list[..i].contains(&list[i]))
}

fn pairs(list: &[i64]) -> impl Iterator<Item = (i64, i64)> + '_ {
    list.windows(2).map(|pair| (pair[0], pair[1]))
}

#[test]
fn cages_and_sums() {
    same_solutions(3, 4, "cage(L)", distinct);
    same_solutions(3, 4, "extra_region(L)", distinct);
    same_solutions(3, 5, "cage(8, L)", |l| distinct(l) && l.iter().sum::<i64>() == 8);
    same_solutions(3, 4, "sum_of(6, L)", |l| l.iter().sum::<i64>() == 6);
    same_solutions(3, 4, "little_killer(9, L)", |l| l.iter().sum::<i64>() == 9);
    same_solutions(4, 4, "arrow(A, [B,C,D])", |l| l[0] == l[1] + l[2] + l[3]);
    same_solutions(4, 3, "arrow([A,B], [C,D,9])", |l| 10 * l[0] + l[1] == l[2] + l[3] + 9);
    same_solutions(4, 3, "region_sum([[A,B],[C],[D]])", |l| l[0] + l[1] == l[2] && l[2] == l[3]);
}

#[test]
fn lines() {
    same_solutions(3, 4, "thermo(L)", |l| pairs(l).all(|(a, b)| a < b));
    same_solutions(3, 4, "slow_thermo(L)", |l| pairs(l).all(|(a, b)| a <= b));
    same_solutions(3, 6, "whisper(3, L)", |l| pairs(l).all(|(a, b)| (a - b).abs() >= 3));
    same_solutions(4, 5, "renban(L)", |l| {
        let (least, most) = (l.iter().min().unwrap_or(&0), l.iter().max().unwrap_or(&0));
        distinct(l) && most - least == 3
    });
    same_solutions(4, 3, "palindrome(L)", |l| l[0] == l[3] && l[1] == l[2]);
    same_solutions(4, 4, "between_line(L)", |l| {
        let (low, high) = (l[0].min(l[3]), l[0].max(l[3]));
        low < high && l[1..3].iter().all(|&cell| low < cell && cell < high)
    });
}

#[test]
fn dots_letters_and_single_cells() {
    same_solutions(2, 6, "difference(2, A, B)", |l| (l[0] - l[1]).abs() == 2);
    same_solutions(2, 6, "ratio(2, A, B)", |l| l[0] == 2 * l[1] || l[1] == 2 * l[0]);
    same_solutions(2, 9, "x(A, B)", |l| l[0] + l[1] == 10);
    same_solutions(2, 9, "v(A, B)", |l| l[0] + l[1] == 5);
    same_solutions(2, 4, "odd(A), even(B)", |l| l[0] % 2 == 1 && l[1] % 2 == 0);
}

#[test]
fn constraints_of_other_systems() {
    same_solutions(3, 4, "table([[A,B],[B,C]], [[1,2],[2,3],[2,4]])", |l| {
        pairs(l).all(|pair| [(1, 2), (2, 3), (2, 4)].contains(&pair))
    });
    let twos = |l: &[i64]| l.iter().filter(|&&cell| cell == 2).count();
    same_solutions(4, 3, "count(2, L, #=, 2)", |l| twos(l) == 2);
    same_solutions(4, 3, "count(2, L, #<, 2)", |l| twos(l) < 2);
    let values = |l: &[i64]| (1..=9).filter(|digit| l.contains(digit)).count();
    same_solutions(4, 3, "nvalue(2, L)", |l| values(l) == 2);
    same_solutions(4, 3, "minimum(A, [B,C,D])", |l| Some(&l[0]) == l[1..].iter().min());
    same_solutions(4, 3, "maximum(A, [B,C,D])", |l| Some(&l[0]) == l[1..].iter().max());
    same_solutions(4, 3, "assignment([A,B], [C,D])", |l| {
        let (xs, ys) = (&l[..2], &l[2..]);
        (0..2).all(|i| xs[i] <= 2 && ys[xs[i] as usize - 1] == i as i64 + 1)
    });
    let order = "L = [A,B,C], L ins 1..3, A #< B, B #\\= 2, labeling([dom_w_deg], L).";
    assert!(ask(order).starts_with("L=[1,3,1]"), "{}", ask(order));
}

/// All grids of four whose rows and columns hold each digit once.
fn latin_squares() -> Vec<Vec<i64>> {
    let rows: Vec<Vec<i64>> = all(4, 4).into_iter().filter(|row| distinct(row)).collect();
    (0..4).fold(vec![Vec::new()], |grids: Vec<Vec<i64>>, _| {
        let longer = grids.iter().flat_map(|grid| rows.iter().map(|row| [&grid[..], row].concat()));
        longer
            .filter(|grid| {
                let rows = grid.len() / 4;
                (0..4).all(|c| distinct(&(0..rows).map(|r| grid[4 * r + c]).collect::<Vec<_>>()))
            })
            .collect()
    })
}

/// How many Latin squares of four a goal over `Rows` leaves.
fn count_latin(goal: &str) -> usize {
    let query = format!(
        "grid(4, 4, Rows), latin(Rows), {goal}, append(Rows, Cells), \
         aggregate_all(count, label(Cells), N)."
    );
    let answer = ask(&query);
    let count = answer.rsplit("N=").next().unwrap_or_default();
    let count = count.split(['.', ';']).next().unwrap_or_default();
    count.parse().unwrap_or_else(|_| panic!("{goal}: {answer}"))
}

#[test]
fn houses_and_whole_grids() {
    let squares = latin_squares();
    let at = |g: &[i64], r: usize, c: usize| g[4 * r + c];
    let group = |g: &[i64], places: &[(usize, usize)]| {
        distinct(&places.iter().map(|&(r, c)| at(g, r, c)).collect::<Vec<_>>())
    };
    let boxes = |g: &[i64]| {
        [0, 2].iter().all(|&r| {
            [0, 2].iter().all(|&c| group(g, &[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]))
        })
    };
    let down = |g: &[i64]| group(g, &[(0, 0), (1, 1), (2, 2), (3, 3)]);
    let up = |g: &[i64]| group(g, &[(3, 0), (2, 1), (1, 2), (0, 3)]);
    let steps = |g: &[i64], steps: &[(i64, i64)], fits: &dyn Fn(i64, i64) -> bool| {
        (0..16).all(|cell| {
            steps.iter().all(|&(dr, dc)| {
                let (r, c) = (cell as i64 / 4 + dr, cell as i64 % 4 + dc);
                !(0..4).contains(&r)
                    || !(0..4).contains(&c)
                    || fits(g[cell], g[(4 * r + c) as usize])
            })
        })
    };
    let unequal = |a: i64, b: i64| a != b;
    let check = |goal: &str, test: &dyn Fn(&[i64]) -> bool| {
        let wanted = squares.iter().filter(|grid| test(grid)).count();
        assert_eq!(count_latin(goal), wanted, "{goal}");
    };
    assert_eq!(squares.len(), 576);
    check("true", &|_| true);
    check("boxes(Rows)", &boxes);
    check("sudoku(Rows)", &boxes);
    check("boxes(Rows, 1, 4), boxes(Rows, 4, 1)", &|_| true);
    check("diagonal(Rows, down)", &down);
    check("diagonal(Rows, up)", &up);
    check("diagonals(Rows)", &|g| down(g) && up(g));
    check("anti_king(Rows)", &|g| steps(g, &[(1, 1), (1, -1)], &unequal));
    let knight = [(1, 2), (2, 1), (1, -2), (2, -1)];
    check("anti_knight(Rows)", &|g| steps(g, &knight, &unequal));
    check("nonconsecutive(Rows)", &|g| steps(g, &[(0, 1), (1, 0)], &|a, b| (a - b).abs() != 1));
    check("disjoint_groups(Rows)", &|g| {
        (0..2).all(|r| (0..2).all(|c| group(g, &[(r, c), (r, c + 2), (r + 2, c), (r + 2, c + 2)])))
    });
    check("regions(Rows, [\"aabb\",\"aabb\",\"c..d\",\"c..d\"])", &|g| {
        group(g, &[(0, 0), (0, 1), (1, 0), (1, 1)])
            && group(g, &[(0, 2), (0, 3), (1, 2), (1, 3)])
            && at(g, 2, 0) != at(g, 3, 0)
            && at(g, 2, 3) != at(g, 3, 3)
    });
    check("givens(Rows, [\"1...\",\".2..\",\"0_0_\",\"...3\"])", &|g| {
        at(g, 0, 0) == 1 && at(g, 1, 1) == 2 && at(g, 3, 3) == 3
    });
}

#[test]
fn windows_are_houses() {
    let grid = "grid(9, 9, Rows), windoku(Rows), cells(Rows, \"{}\", [A,B]), A = 1, B = 1.";
    assert!(!holds(&grid.replace("{}", "r2c2 r4c4")));
    assert!(!holds(&grid.replace("{}", "r6c8 r8c6")));
    assert!(holds(&grid.replace("{}", "r1c1 r2c2")));
    assert!(holds(&grid.replace("{}", "r4c4 r6c6")));
}

#[test]
fn cells_have_names() {
    let rows = "Rows = [[a,b,c],[d,e,f]], cells(Rows, Names, L).";
    for (names, wanted) in [
        ("r1c1 r2c3", "[a,f]"),
        ("r1c1-3", "[a,b,c]"),
        ("R2C3-1", "[f,e,d]"),
        ("r1-2c2, r1c1", "[b,e,a]"),
    ] {
        let answer = ask(&rows.replace("Names", &format!("\"{names}\"")));
        assert!(answer.ends_with(&format!("L={wanted}.")), "{names}: {answer}");
    }
    assert!(ask(&rows.replace("Names", "\"r3c1\"")).contains("existence_error(cell"));
    assert!(ask(&rows.replace("Names", "\"x\"")).contains("domain_error(cell_name"));
    assert!(ask("cell([[a,b],[c,d]], R, C, d).").contains("R=2, C=2"));
    assert!(ask("with_output_to(string(S), print_grid([[1,_],[3,4]])).").contains("1 .\\n3 4\\n"));
}

#[test]
fn puzzle_files_bring_their_constraints() {
    let file = "../../puzzles/latin-square-7.pencil";
    let text = std::fs::read_to_string(file).expect("the puzzle is there");
    let answer = ask(&format!(
        "puzzle('{file}', Rows), append(Rows, L), labeling([ff], L), !, print(L), nl, S = L."
    ));
    let numbers: Vec<i64> = answer
        .rsplit("S=")
        .next()
        .unwrap_or_default()
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digit| digit.parse().ok())
        .collect();
    assert_eq!(numbers.len(), 49, "{answer}\n{text}");
    for i in 0..7 {
        assert!(distinct(&numbers[7 * i..7 * i + 7]), "row {i}");
        assert!(distinct(&(0..7).map(|r| numbers[7 * r + i]).collect::<Vec<_>>()), "column {i}");
    }
    assert!(numbers.iter().all(|digit| (1..=7).contains(digit)));
    assert!(holds(&format!("puzzle('{file}', _, Named), is_list(Named).")));
    let missing = ask("puzzle('no/such.pencil', Rows).");
    assert!(missing.contains("existence_error(source_sink"), "{missing}");
}

#[test]
fn reasons_contradict_and_none_is_idle() {
    // What each constraint means, tried on all numbers near the domains.
    type Meaning = fn(i64, i64) -> bool;
    let meanings: [(&str, Meaning); 5] = [
        ("X in 1..3", |x, _| (1..=3).contains(&x)),
        ("Y in 1..3", |_, y| (1..=3).contains(&y)),
        ("Y#\\=1", |_, y| y != 1),
        ("X#>2", |x, _| x > 2),
        ("Y#>X", |x, y| y > x),
    ];
    let goal: Vec<&str> = meanings.iter().map(|(text, _)| *text).collect();
    let answer = ask(&format!(
        "why(({}), R), R = Rs, with_output_to(string(S), \
         ( X = 'X', Y = 'Y', forall(member(G, Rs), ( write(G), write('|') )) )).",
        goal.join(", ")
    ));
    let said = answer.rsplit("S=\"").next().unwrap_or_default();
    let said = said.split('"').next().unwrap_or_default();
    let said: Vec<&str> =
        said.trim_matches(['"', '.']).split('|').filter(|s| !s.is_empty()).collect();
    let reasons: Vec<Meaning> = said
        .iter()
        .map(|text| {
            let found = meanings.iter().find(|(known, _)| known == text);
            found.unwrap_or_else(|| panic!("{text} in {answer}")).1
        })
        .collect();
    let solvable = |left_out: Option<usize>| {
        (-9..=9).any(|x| {
            (-9..=9).any(|y| {
                reasons.iter().enumerate().all(|(i, holds)| Some(i) == left_out || holds(x, y))
            })
        })
    };
    assert!(!solvable(None), "{answer}");
    assert!((0..reasons.len()).all(|i| solvable(Some(i))), "{answer}");
    assert!(!holds("why((X in 1..3, X #> 1), R)."), "these can hold");
    assert!(!holds("why((X in 1..3, X #> 1))."), "these can hold");
    // The second time everything is loaded, and the goal is still the caller's.
    assert!(holds(
        "assertz((bad(X) :- X #> 3, X #< 2)), why(bad(_), R), why(bad(_), S), length(R, 2), \
         length(S, 2), with_output_to(string(_), ( why(bad(_)), why(bad(_)) ))."
    ));
}
