//! The slow and obvious way, and the comparison with it.

use pencilmark_kernel::log::{Frames, Trail, Undo};
use pencilmark_kernel::reason::Story;
use pencilmark_kernel::search::{Search, SearchOptions, root_domains};
use pencilmark_kernel::{CompileOptions, Constraint, Model, Problem, VarId};

use crate::common::valid::{Tally, check_story};

/// Posts in a group of its own.
pub fn post(problem: &mut Problem, constraint: Constraint) {
    let group = problem.group();
    problem.post(group, constraint);
}

/// All solutions, by trying every assignment.
pub fn brute_force(problem: &Problem) -> Vec<Vec<i64>> {
    fn go(problem: &Problem, row: &mut Vec<i64>, found: &mut Vec<Vec<i64>>) {
        let Some(def) = problem.vars().get(row.len()) else {
            let place = |v: VarId| problem.vars().binary_search_by_key(&v, |d| d.id).unwrap();
            let value = |v: VarId| row[place(v)];
            if problem.posted().iter().all(|p| p.constraint.holds(&value)) {
                found.push(row.clone());
            }
            return;
        };
        for value in def.lo..=def.hi {
            row.push(value);
            go(problem, row, found);
            row.pop();
        }
    }
    let mut found = Vec::new();
    go(problem, &mut Vec::new(), &mut found);
    found
}

/// All solutions of the model, sorted, with both ways back.
pub fn solutions(problem: &Problem, model: &Model) -> Vec<Vec<i64>> {
    let frames = search::<Frames>(problem, model);
    assert_eq!(frames, search::<Trail>(problem, model), "frames and trail differ");
    frames
}

fn search<U: Undo>(problem: &Problem, model: &Model) -> Vec<Vec<i64>> {
    let vars: Vec<VarId> = problem.vars().iter().map(|d| d.id).collect();
    let mut search = Search::<U>::with_undo(model, SearchOptions::default());
    let mut found = Vec::new();
    while let Some(solution) = search.next_solution().unwrap() {
        found.push(solution.values(&vars));
    }
    found.sort();
    found
}

/// The model's solutions are the problem's, each once, and the root loses none of them.
pub fn compare(problem: &Problem, what: &str) {
    let expected = brute_force(problem);
    let model = problem.compile(&CompileOptions::default());
    let root = root_domains(&model);
    for solution in &expected {
        let root = root.as_ref().unwrap_or_else(|| panic!("{what}: {solution:?} lost at the root"));
        for ((def, domain), value) in problem.vars().iter().zip(root).zip(solution) {
            let kept = if def.is_small() {
                domain.contains(value)
            } else {
                domain[0] <= *value && *value <= domain[1]
            };
            assert!(kept, "{what}: {:?} lost {value} of {solution:?}", def.id);
        }
    }
    assert_eq!(solutions(problem, &model), expected, "{what}");
}

/// Whatever the root finds out follows from the items and premises of its reason.
pub fn check_reasons(problem: &Problem, what: &str, tally: &mut Tally) {
    let model = problem.compile(&CompileOptions::default());
    check_story(&Story::new(&model), &model, problem.vars().len(), what, tally);
}

/// The root keeps exactly the values that solutions use.
pub fn compare_complete(problem: &Problem, options: &CompileOptions, what: &str) {
    let expected = brute_force(problem);
    let root = root_domains(&problem.compile(options));
    if expected.is_empty() {
        assert_eq!(root, None, "{what}: no solution");
        return;
    }
    let root = root.unwrap_or_else(|| panic!("{what}: conflict"));
    for (i, def) in problem.vars().iter().enumerate() {
        let mut used: Vec<i64> = expected.iter().map(|row| row[i]).collect();
        used.sort_unstable();
        used.dedup();
        assert_eq!(root[i], used, "{what}: {:?}", def.id);
    }
}
