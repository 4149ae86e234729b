//! Random ground programs: our answer sets against the definition, and against clingo.
//!
//! The definition is tried on every set of atoms, so programs are small; clingo gets larger
//! ones, if there is one (the Python module, of `PENCILMARK_PYTHON` or `python3`).

mod clingo;
mod definition;
mod generate;

use std::ops::ControlFlow;

use generate::{Random, Shape, program};
use pencilmark_asp::program::Program;
use pencilmark_asp::solve::{OptMode, Options, Outcome, Projection, Reasoning, Strategy, solve};
use pencilmark_spec::data::left_out;

/// All models as numbers whose bits are the atoms, sorted.
fn ours(program: &Program, options: &Options) -> (Vec<u64>, Outcome) {
    let mut found = Vec::new();
    let outcome = solve(program, options, &mut |model| {
        let atoms = (1..=program.atom_count()).map(pencilmark_asp::program::AtomId);
        found.push(atoms.map(|atom| u64::from(model.contains(atom)) << atom.0).sum());
        ControlFlow::Continue(())
    })
    .expect("small weights");
    found.sort_unstable();
    (found, outcome)
}

fn shapes() -> Vec<Shape> {
    let mut shapes = Vec::new();
    for &disjunction in &[0, 30, 60] {
        for &sums in &[0, 30] {
            for &choices in &[0, 25] {
                for &negation in &[15, 45] {
                    shapes.push(Shape { disjunction, sums, choices, negation, constraints: 8 });
                }
            }
        }
    }
    shapes
}

#[test]
fn answer_sets_are_those_of_the_definition() {
    let mut cyclic = 0;
    for (number, shape) in shapes().iter().enumerate() {
        for seed in 0..120 {
            let random = &mut Random::new(seed + 1000 * number as u64);
            let atoms = 2 + random.below(6) as u32;
            let rules = 1 + random.below(3 * atoms as usize);
            let program = program(random, shape, atoms, rules);
            let expected = definition::answer_sets(&program);
            let (found, outcome) = ours(&program, &Options::default());
            let text = generate::text(&program);
            assert_eq!(found, expected, "shape {number} seed {seed}:\n{text}");
            assert!(outcome.exhausted && outcome.satisfiable == Some(!expected.is_empty()));
            cyclic += u32::from(outcome.stats.disjunctive_components > 0);
        }
    }
    assert!(cyclic > 200, "only {cyclic} programs with cycles through heads");
}

#[test]
fn answer_sets_are_clingos() {
    if !clingo::found() {
        left_out("ground programs against clingo: clingo is not installed");
        return;
    }
    for (number, shape) in shapes().iter().enumerate() {
        let programs: Vec<Program> = (0..60)
            .map(|seed| {
                let random = &mut Random::new(seed + 7777 * number as u64);
                let atoms = 6 + random.below(14) as u32;
                let rules = atoms as usize + random.below(2 * atoms as usize);
                program(random, shape, atoms, rules)
            })
            .collect();
        let expected = clingo::answer_sets(&programs);
        for (program, expected) in programs.iter().zip(expected) {
            let (found, _) = ours(program, &Options::default());
            assert_eq!(found, expected, "shape {number}:\n{}", generate::text(program));
        }
    }
}

#[test]
fn optima_projections_and_consequences() {
    for (number, shape) in shapes().iter().enumerate() {
        for seed in 0..40 {
            let random = &mut Random::new(seed + 31_000 * (1 + number as u64));
            let atoms = 2 + random.below(6) as u32;
            let rules = 1 + random.below(3 * atoms as usize);
            let mut program = program(random, shape, atoms, rules);
            generate::add_output(random, &mut program);
            let sets = definition::answer_sets(&program);
            let text = generate::text(&program);
            let place = format!("shape {number} seed {seed}:\n{text}");

            consequences(&program, &sets, &place);
            projections(random, &mut program, &sets, &place);
            generate::add_costs(random, &mut program);
            optima(&program, &sets, &place);
        }
    }
}

fn optima(program: &Program, sets: &[u64], place: &str) {
    let costs = |&set: &u64| definition::costs(program, set);
    let best = sets.iter().map(costs).min();
    for strategy in [Strategy::Both, Strategy::Models, Strategy::Cores] {
        let options = Options { strategy, ..Options::default() };
        let (found, outcome) = ours(program, &options);
        assert_eq!(outcome.costs, best, "{place}");
        assert_eq!(outcome.optimum, best.is_some());
        assert!(found.iter().all(|set| sets.contains(set)), "{place}");
        let mut optimal: Vec<u64> = Vec::new();
        let options = Options { opt_mode: OptMode::OptN, strategy, ..Options::default() };
        solve(program, &options, &mut |model| {
            if model.optimal {
                let atoms = (1..=program.atom_count()).map(pencilmark_asp::program::AtomId);
                optimal.push(atoms.map(|atom| u64::from(model.contains(atom)) << atom.0).sum());
            }
            ControlFlow::Continue(())
        })
        .expect("small weights");
        optimal.sort_unstable();
        let expected: Vec<u64> =
            sets.iter().copied().filter(|set| Some(costs(set)) == best).collect();
        assert_eq!(optimal, expected, "{place}");
    }
    if let Some(best) = &best {
        let bound: Vec<i64> = best.iter().map(|cost| cost + 1).collect();
        let opt_mode = OptMode::Enum;
        let (found, _) =
            ours(program, &Options { opt_mode, bound: Some(bound.clone()), ..Options::default() });
        let expected: Vec<u64> = sets.iter().copied().filter(|set| costs(set) <= bound).collect();
        assert_eq!(found, expected, "{place}");
    }
    let (found, _) = ours(program, &Options { opt_mode: OptMode::Ignore, ..Options::default() });
    assert_eq!(found, sets, "{place}");
}

fn consequences(program: &Program, sets: &[u64], place: &str) {
    let shown: Vec<Vec<u32>> = sets.iter().map(|&set| definition::shown(program, set)).collect();
    for reasoning in [Reasoning::Brave, Reasoning::Cautious] {
        let mut last = None;
        let options = Options { reasoning, ..Options::default() };
        solve(program, &options, &mut |model| {
            last = Some(model.shown.to_vec());
            ControlFlow::Continue(())
        })
        .expect("small weights");
        let expected = (!sets.is_empty()).then(|| {
            let holds = |at: &u32| match reasoning {
                Reasoning::Brave => shown.iter().any(|set| set.contains(at)),
                _ => shown.iter().all(|set| set.contains(at)),
            };
            (0..program.output.len() as u32).filter(holds).collect::<Vec<u32>>()
        });
        assert_eq!(last, expected, "{reasoning:?} {place}");
    }
}

fn projections(random: &mut Random, program: &mut Program, sets: &[u64], place: &str) {
    let distinct = |mut all: Vec<Vec<u32>>| {
        all.sort();
        all.dedup();
        all
    };
    let mut found = Vec::new();
    let options = Options { projection: Projection::Shown, ..Options::default() };
    solve(program, &options, &mut |model| {
        found.push(model.shown.to_vec());
        ControlFlow::Continue(())
    })
    .expect("small weights");
    found.sort();
    let shown = sets.iter().map(|&set| definition::shown(program, set)).collect();
    assert_eq!(found, distinct(shown), "{place}");

    let mask = random.below(1 << program.atom_count()) as u64 * 2;
    let atoms = (1..=program.atom_count()).map(pencilmark_asp::program::AtomId);
    program.projection = Some(atoms.filter(|atom| mask >> atom.0 & 1 == 1).collect());
    let options = Options { projection: Projection::Atoms, ..Options::default() };
    let (found, _) = ours(program, &options);
    let mut found: Vec<u64> = found.into_iter().map(|set| set & mask).collect();
    found.sort_unstable();
    let mut expected: Vec<u64> = sets.iter().map(|set| set & mask).collect();
    expected.sort_unstable();
    expected.dedup();
    assert_eq!(found, expected, "{place}");
    program.projection = None;
}

#[test]
fn edges_form_no_cycle() {
    for seed in 0..300 {
        let random = &mut Random::new(seed + 99);
        let shape = Shape { disjunction: 20, sums: 10, choices: 40, negation: 30, constraints: 5 };
        let atoms = 2 + random.below(6) as u32;
        let rules = 1 + random.below(2 * atoms as usize);
        let mut program = program(random, &shape, atoms, rules);
        generate::add_edges(random, &mut program);
        let acyclic = |&set: &u64| definition::acyclic(&program, set);
        let expected: Vec<u64> =
            definition::answer_sets(&program).into_iter().filter(acyclic).collect();
        let (found, _) = ours(&program, &Options::default());
        let text = generate::text(&program);
        assert_eq!(found, expected, "seed {seed}:\n{text}{:?}", program.edges);
    }
}

#[test]
fn blamed_rules_are_a_smallest_set() {
    use pencilmark_asp::program::RuleId;
    use pencilmark_asp::solve::{Blame, Effort, Limits, blame};
    let mut blamed = 0;
    for seed in 0..300 {
        let random = &mut Random::new(seed + 5);
        let shape = Shape { disjunction: 20, sums: 20, choices: 40, negation: 30, constraints: 40 };
        let atoms = 2 + random.below(4) as u32;
        let rules = 4 + random.below(6);
        let program = program(random, &shape, atoms, rules);
        let mut sources: Vec<RuleId> = program.rules().map(|rule| rule.source).collect();
        sources.sort_unstable();
        sources.dedup();
        // By the definition: which sets of rules have an answer set.
        let count = sources.len();
        let consistent: Vec<bool> = (0u32..1 << count)
            .map(|kept| {
                let mut some = Program::new();
                for _ in 0..atoms {
                    some.new_atom();
                }
                for rule in program.rules() {
                    let at = sources.iter().position(|&source| source == rule.source).unwrap();
                    if kept >> at & 1 == 1 {
                        some.add(rule.head, rule.body, rule.source);
                    }
                }
                !definition::answer_sets(&some).is_empty()
            })
            .collect();
        let to_blame = |set: u32| {
            (0u32..1 << count).all(|kept| kept & set != set || !consistent[kept as usize])
        };
        let least = (0u32..1 << count).filter(|&set| to_blame(set)).map(u32::count_ones).min();
        let text = generate::text(&program);
        match blame(&program, Effort::ALL, &Limits::none()).unwrap() {
            Blame::Satisfiable => assert_eq!(least, None, "seed {seed}\n{text}"),
            Blame::Unknown => panic!("there is no limit"),
            Blame::Rules { sources: found, smallest } => {
                assert!(smallest);
                let place = |source| 1 << sources.iter().position(|s| s == source).unwrap();
                let set = found.iter().map(place).sum();
                assert!(to_blame(set), "seed {seed}: {found:?}\n{text}");
                assert_eq!(least, Some(found.len() as u32), "seed {seed}: {found:?}\n{text}");
                blamed += u32::from(found.len() > 1);
            }
        }
    }
    assert!(blamed > 10, "only {blamed} sets of several rules");
}
