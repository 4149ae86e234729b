//! What SWI-Prolog's libraries export, ours have: but for a list of what is absent.
//!
//! Left out, and told, where SWI-Prolog is not installed.

use std::collections::BTreeSet;
use std::time::Duration;

use pencilmark_spec::prolog::{Session, System};

/// Libraries that a puzzle or a program for teaching may load.
const LIBRARIES: &str = "[lists, apply, aggregate, assoc, pairs, ugraphs, yall, option, readutil, \
    strings, dcg/basics, dcg/high_order, gensym, random, solution_sequences, ordsets, oset, nb_set, \
    rbtrees, heaps, occurs, terms, apply_macros, error, debug, main, prolog_stack, csv, plunit, \
    varnumbers, date, when, dif, listing, arithmetic, ctypes, codesio, charsio, operators, \
    hashtable, pure_input, intercept, writef, clpfd]";

/// Exports that are not there; `docs/prolog.md` says why.
const ABSENT: [&str; 8] = [
    "apply_macros expand_phrase/2",
    "apply_macros expand_phrase/4",
    "main argv_usage/1",
    "main cli_enable_development_system/0",
    "main cli_parse_debug_options/2",
    "prolog_stack print_last_choicepoint/0",
    "prolog_stack print_last_choicepoint/2",
    "strings string/4",
];

const ASK: &str = "
ask(Library) :-
    use_module(library(Library), []),
    absolute_file_name(library(Library), File,
                       [file_type(prolog), access(read), file_errors(fail)]),
    module_property(Module, file(File)),
    module_property(Module, exports(Exports)),
    forall(member(Name/Arity, Exports), format(\"~q ~q~n\", [Library, Name/Arity])).
";

/// Tells which of the lines on standard input name something that is not defined.
const TELL: &str = "
told :-
    repeat,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  !
    ;   split_string(Line, \" \", \"\", [Library0, Indicator0]),
        term_string(Library, Library0),
        term_string(Name/Arity, Indicator0),
        catch(use_module(library(Library)), _, true),
        functor(Head, Name, Arity),
        (   catch(predicate_property(Head, defined), _, fail)
        ->  true
        ;   writeln(Line)
        ),
        fail
    ).
";

#[test]
fn libraries_export_what_swi_prolog_exports() {
    let Some(ours) = System::under_test("exports of libraries") else { return };
    let Some(swi) = System::swi("exports of Prolog libraries") else { return };
    let limit = Duration::from_secs(120);
    let goal = format!("forall(member(L, {LIBRARIES}), ask(L))");
    let session = Session {
        program: ASK,
        options: &["-g", &goal, "-t", "halt"],
        limit,
        ..Default::default()
    };
    let exports = swi.run(&session).stdout;
    assert!(exports.lines().count() > 400, "SWI-Prolog tells its exports: {exports}");
    let session = Session {
        program: TELL,
        options: &["-g", "told", "-t", "halt"],
        input: &exports,
        limit,
        ..Default::default()
    };
    let output = ours.run(&session);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let missing: BTreeSet<&str> = output.stdout.lines().collect();
    let absent: BTreeSet<&str> = ABSENT.into_iter().collect();
    let unknown: Vec<_> = missing.difference(&absent).collect();
    assert!(unknown.is_empty(), "absent, and not in the list: {unknown:?}");
    let there: Vec<_> = absent.difference(&missing).collect();
    assert!(there.is_empty(), "in the list, but there: {there:?}");
}
