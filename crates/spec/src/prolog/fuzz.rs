//! Random goals, run in two systems, compared by outcome: answers or error.
//!
//! Goals are made from a seed, so a difference can be had again. They are run in batches,
//! many to a process; where a process stops (crash or time limit), the goal it stopped at
//! has no outcome and the batch goes on behind it. Of a goal up to three answers are seen,
//! as variants, or the formal part of its error.

mod constraints;
mod goals;
mod random;

use std::time::Duration;

use super::goals::LIMITED;
use super::system::{Session, System};
use super::text::{canonical, tail};
use crate::scratch::Scratch;
pub use goals::{GROUPS, Group};
use random::Random;

/// How many goals one process runs.
const BATCH: usize = 200;

/// How long a batch may take. A goal that does not end costs this much.
const LIMIT: Duration = Duration::from_secs(20);

/// A goal and what became of it.
#[derive(Clone, Debug)]
pub struct Difference {
    /// How the goal is listed as a known difference.
    pub key: String,
    /// The goal.
    pub goal: String,
    /// What the first system says.
    pub wanted: String,
    /// What the second says.
    pub seen: String,
}

/// Goals of a group.
pub fn goals(group: &Group, seed: u64, count: usize) -> Vec<String> {
    let mut random = Random::new(seed ^ hash(group.name));
    (0..count).map(|_| group.goal(&mut random)).collect()
}

/// Where two systems differ. Goals that do not end in the first are passed over; how many
/// were compared is the second result.
pub fn compare(goals: &[String], first: &System, second: &System) -> (Vec<Difference>, usize) {
    let (mut differences, mut compared) = (Vec::new(), 0);
    for batch in goals.chunks(BATCH) {
        let (wanted, seen) = (outcomes(first, batch), outcomes(second, batch));
        for ((goal, wanted), seen) in batch.iter().zip(wanted).zip(seen) {
            let Some(wanted) = wanted else { continue };
            compared += 1;
            let seen = seen.unwrap_or_else(|| "no outcome: a crash or no end".to_string());
            if wanted != seen {
                let key = format!("fuzz/{:016x}", hash(goal));
                differences.push(Difference { key, goal: goal.clone(), wanted, seen });
            }
        }
    }
    (differences, compared)
}

/// Loads a file of random bytes and tokens, and reads it as queries too.
///
/// # Errors
///
/// If the system crashes, does not end, or ends with another code than Prolog's own.
pub fn read_bytes(system: &System, seed: u64) -> Result<(), String> {
    let bytes = goals::bytes(&mut Random::new(seed));
    let file = Scratch::new("bytes.pl", &bytes);
    let input = String::from_utf8_lossy(&bytes).into_owned();
    let runs: [(&[&str], &str); 2] = [(&["-g", "halt"], ""), (&[], &input)];
    for (options, input) in runs {
        let limit = Duration::from_secs(10);
        let output = system.run(&Session {
            file: Some(file.path()),
            options,
            input,
            limit,
            ..Default::default()
        });
        let ended = output.code.is_some_and(|code| (0..=4).contains(&code));
        if !ended || output.stderr.contains("panicked") {
            let end = tail(&output.stderr, 300);
            return Err(format!("seed {seed}, {options:?}: {:?} {end}\n{bytes:?}", output.code));
        }
    }
    Ok(())
}

/// What becomes of each goal.
fn outcomes(system: &System, goals: &[String]) -> Vec<Option<String>> {
    let mut outcomes: Vec<Option<String>> = vec![None; goals.len()];
    let mut start = 0;
    while start < goals.len() {
        let program = program(&goals[start..]);
        let session = Session { program: &program, limit: LIMIT, ..Default::default() };
        let output = system.run(&session);
        let mut next = start;
        for line in output.stderr.lines().filter_map(|line| line.strip_prefix("@@")) {
            let Some((number, outcome)) = line.split_once(' ') else { continue };
            let Ok(number) = number.parse::<usize>() else { continue };
            if let Some(slot) = outcomes.get_mut(start + number) {
                *slot = Some(canonical(outcome));
                next = start + number + 1;
            }
        }
        if output.stderr.lines().any(|line| line == "@@end") {
            break;
        }
        // It stopped at `next`; that one has no outcome.
        start = next + 1;
    }
    outcomes
}

fn program(goals: &[String]) -> String {
    let mut program = String::from(HEAD);
    for (number, goal) in goals.iter().enumerate() {
        program.push_str(&format!("'$goal'({number}, [X,Y,Z], (\n{goal}\n)).\n"));
    }
    program + LIMITED + RUN
}

const HEAD: &str = ":- use_module(library(clpfd)).\n:- style_check(-singleton).\n\
                    fact(1,a).\nfact(2,b).\nfact(3,a).\n\
                    :- dynamic(edge/2).\n\
                    :- table(t_left/2), table(t_right/2), table(t_double/2), table(t_odd/2).\n\
                    :- table(t_even/2), table(t_min(_,_,min)), table(t_first(_,_,first)).\n\
                    :- table(t_lattice(_,_,lattice(shorter/3))), table(t_not/2).\n\
                    :- table(t_sum(_,sum)).\n\
                    t_left(X,Y) :- t_left(X,Z), edge(Z,Y).\nt_left(X,Y) :- edge(X,Y).\n\
                    t_right(X,Y) :- edge(X,Y).\nt_right(X,Y) :- edge(X,Z), t_right(Z,Y).\n\
                    t_double(X,Y) :- edge(X,Y).\n\
                    t_double(X,Y) :- t_double(X,Z), t_double(Z,Y).\n\
                    t_odd(X,Y) :- edge(X,Y).\nt_odd(X,Y) :- t_even(X,Z), edge(Z,Y).\n\
                    t_even(X,Y) :- t_odd(X,Z), edge(Z,Y).\n\
                    t_min(X,Y,1) :- edge(X,Y).\n\
                    t_min(X,Y,N) :- t_min(X,Z,M), edge(Z,Y), N is M+1.\n\
                    t_first(X,Y,[X,Y]) :- edge(X,Y).\n\
                    t_first(X,Y,[X|P]) :- edge(X,Z), t_first(Z,Y,P).\n\
                    t_lattice(X,Y,[X,Y]) :- edge(X,Y).\n\
                    t_lattice(X,Y,[X|P]) :- edge(X,Z), t_lattice(Z,Y,P).\n\
                    shorter(P,Q,R) :- length(P,M), length(Q,N), ( N < M -> R = Q ; R = P ).\n\
                    t_not(X,Y) :- edge(X,Z), edge(Z,Y), tnot(t_left(Y,X)).\n\
                    t_sum(X,1) :- edge(X,_).\nt_sum(X,N) :- edge(X,Y), X < Y, t_sum(Y,N).\n";

/// Goals are expanded, as the toplevel does: SWI-Prolog posts other auxiliaries for a
/// constraint that is not. Answers are printed one goal to a line. What goals themselves print is not looked at.
const RUN: &str = "\
'$main' :- ( '$goal'(N,Vs,G), '$run'(N,Vs,G), fail ; true ),
    write(user_error,'@@end'), nl(user_error), halt.
'$run'(N,Vs,G0) :- catch(expand_goal(G0,G),_,G=G0),
    catch(findall(C-Gs,limit_(3,(call(G),'$copy'(Vs,C,Gs))),L),E,true),
    ( var(E) -> O = L ; E = error(F,_) -> O = error(F) ; O = ball(E) ),
    catch('$line'(N,O),_,('$line'(N,not_writable))).
'$copy'(Vs,C,Gs) :- copy_term(Vs,C,Gs).
'$line'(N,O) :- with_output_to(string(S),writeq(O)), split_string(S,\"\\n\",\"\",Ls),
    atomic_list_concat(Ls,'\\\\n',A), nl(user_error), write(user_error,'@@'), write(user_error,N),
    write(user_error,' '), write(user_error,A), nl(user_error).
:- initialization('$main').
";

/// FNV-1a: names must not change with the version of a library.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
