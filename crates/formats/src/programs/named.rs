//! Clues that every program says by name: each name is defined once, in the words of the
//! language, and used for all clues of that sort. Any other clue is said by its meaning.

use pencilmark_puzzle::{CellId, Clue, Puzzle, VALUE};

/// A sort of clue, and how each language defines it.
pub(super) struct Named {
    pub name: &'static str,
    /// What it requires, for a comment.
    pub sentence: &'static str,
    /// Clauses, and the other entry whose clauses they use. Numbers come first, then lists.
    pub prolog: &'static str,
    /// Rules about clue K, whose place I holds V if `at(K,I,V)`, and which has N places if
    /// `length(K,N)`.
    pub asp: &'static str,
    /// A predicate.
    pub minizinc: &'static str,
}

/// One clue as a call.
pub(super) struct Call {
    pub named: &'static Named,
    pub numbers: Vec<i64>,
    pub lists: Vec<Vec<CellId>>,
}

/// The clue as calls; none if it has no such form.
pub(super) fn calls(clue: &Clue, puzzle: &Puzzle) -> Option<Vec<Call>> {
    // Where cells count for something else than their digits, one definition would not do.
    if puzzle.layer(VALUE).is_some() {
        return None;
    }
    let number = clue.numbers.first().copied();
    let half = puzzle.grid.digit_count().div_ceil(2) as i64;
    let (name, numbers): (&str, Vec<i64>) = match clue.kind.name {
        "region" | "extra-region" => ("different", vec![]),
        "cage" => match number {
            Some(sum) => ("cage", vec![sum]),
            None => ("different", vec![]),
        },
        "sum" | "little-killer" => ("total", vec![number?]),
        "thermo" => ("thermometer", vec![]),
        "slow-thermo" => ("slow_thermometer", vec![]),
        "arrow" if clue.list(0).len() == 1 => ("arrow", vec![]),
        "whisper" => ("whispers", vec![number.unwrap_or(half)]),
        "dutch-whisper" => ("whispers", vec![half - 1]),
        "renban" => ("renban", vec![]),
        "nabner" => ("nabner", vec![]),
        "palindrome" => ("palindrome", vec![]),
        "between-line" => ("between_line", vec![]),
        "sandwich" if differ(clue.list(0), puzzle) => {
            ("sandwich", vec![number?, puzzle.grid.lo(), puzzle.grid.hi()])
        }
        "x-sum" => ("x_sum", vec![number?]),
        "skyscraper" => ("skyscrapers", vec![number?]),
        "contains" | "quadruple" | "contains-exactly" | "quadruple-set" | "look-and-say" => {
            return occurrences(clue);
        }
        _ => return None,
    };
    Some(vec![Call { named: find(name)?, numbers, lists: clue.cells.clone() }])
}

/// How often digits occur: one call for each of them.
fn occurrences(clue: &Clue) -> Option<Vec<Call>> {
    let (name, counts): (&str, Vec<(i64, i64)>) = match clue.kind.name {
        "look-and-say" => (
            "occurs_exactly",
            clue.numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect(),
        ),
        kind => {
            let mut digits = clue.numbers.clone();
            digits.sort_unstable();
            let told = digits.chunk_by(|a, b| a == b);
            let often = |run: &[i64]| if kind == "quadruple-set" { 1 } else { run.len() as i64 };
            let name =
                if kind == "contains-exactly" { "occurs_exactly" } else { "occurs_at_least" };
            (name, told.map(|run| (often(run), run[0])).collect())
        }
    };
    let named = find(name)?;
    let call = |(count, digit)| Call {
        named,
        numbers: vec![count, digit],
        lists: vec![clue.list(0).to_vec()],
    };
    Some(counts.into_iter().map(call).collect())
}

/// Whether some house keeps the digits of these cells apart.
fn differ(cells: &[CellId], puzzle: &Puzzle) -> bool {
    let houses = ["row", "column", "box", "region", "extra-region", "cage"];
    let mut houses = puzzle.clues.iter().filter(|c| houses.contains(&c.kind.name));
    houses.any(|house| cells.iter().all(|c| house.list(0).contains(c)))
}

pub(super) fn find(name: &str) -> Option<&'static Named> {
    NAMED.iter().find(|n| n.name == name)
}

/// Every name that is used, in the order of the table.
pub(super) fn used<'a>(calls: impl Iterator<Item = &'a Call>) -> Vec<&'static Named> {
    let names: Vec<&str> = calls.map(|c| c.named.name).collect();
    NAMED.iter().filter(|n| names.contains(&n.name)).collect()
}

const NAMED: &[Named] = &[
    Named {
        name: "different",
        sentence: "No digit twice among these cells.",
        prolog: "\
different(Cells) :-
    all_distinct(Cells).
",
        asp: ":- different(K), at(K,I,V), at(K,J,V), I < J.\n",
        minizinc: "\
predicate different(array[int] of var int: cells) =
  all_different(cells);
",
    },
    Named {
        name: "cage",
        sentence: "Cages: no digit twice, and the digits add up to the sum.",
        prolog: "\
cage(Sum, Cells) :-
    all_distinct(Cells),
    sum(Cells, #=, Sum).
",
        asp: "\
:- cage(K,_), at(K,I,V), at(K,J,V), I < J.
:- cage(K,S), #sum { V,I : at(K,I,V) } != S.
",
        minizinc: "\
predicate cage(int: total, array[int] of var int: cells) =
  all_different(cells) /\\ sum(cells) = total;
",
    },
    Named {
        name: "total",
        sentence: "Sums: the digits add up to the number; they may repeat.",
        prolog: "\
total(Sum, Cells) :-
    sum(Cells, #=, Sum).
",
        asp: ":- total(K,S), #sum { V,I : at(K,I,V) } != S.\n",
        minizinc: "\
predicate total(int: number, array[int] of var int: cells) =
  sum(cells) = number;
",
    },
    Named {
        name: "thermometer",
        sentence: "Thermometers: digits rise from the bulb, the first cell.",
        prolog: "\
thermometer(Line) :-
    chain(Line, #<).
",
        asp: ":- thermometer(K), at(K,I,V), at(K,I+1,W), V >= W.\n",
        minizinc: "\
predicate thermometer(array[int] of var int: line) =
  forall(i in 2..length(line))(line[i-1] < line[i]);
",
    },
    Named {
        name: "slow_thermometer",
        sentence: "Slow thermometers: digits never fall.",
        prolog: "\
slow_thermometer(Line) :-
    chain(Line, #=<).
",
        asp: ":- slow_thermometer(K), at(K,I,V), at(K,I+1,W), V > W.\n",
        minizinc: "\
predicate slow_thermometer(array[int] of var int: line) =
  forall(i in 2..length(line))(line[i-1] <= line[i]);
",
    },
    Named {
        name: "arrow",
        sentence: "Arrows: the digits of the shaft add up to the one in the circle.",
        prolog: "\
arrow([Circle], Shaft) :-
    sum(Shaft, #=, Circle).
",
        asp: ":- arrow(K), at(K,1,S), #sum { V,I : at(K,I,V), I > 1 } != S.\n",
        minizinc: "\
predicate arrow(array[int] of var int: circle, array[int] of var int: shaft) =
  circle[1] = sum(shaft);
",
    },
    Named {
        name: "whispers",
        sentence: "Whispers: neighbours on the line differ by at least the number.",
        prolog: "\
whispers(_, [_]).
whispers(Least, [A,B|Line]) :-
    abs(A - B) #>= Least,
    whispers(Least, [B|Line]).
",
        asp: ":- whispers(K,D), at(K,I,V), at(K,I+1,W), |V-W| < D.\n",
        minizinc: "\
predicate whispers(int: least, array[int] of var int: line) =
  forall(i in 2..length(line))(abs(line[i] - line[i-1]) >= least);
",
    },
    Named {
        name: "renban",
        sentence: "Renbans: consecutive digits in any order, none twice.",
        prolog: "\
renban([First|Line]) :-
    all_distinct([First|Line]),
    foldl(smaller, Line, First, Smallest),
    foldl(larger, Line, First, Largest),
    length(Line, Steps),
    Largest - Smallest #= Steps.

smaller(A, B, C) :- C #= min(A, B).
larger(A, B, C) :- C #= max(A, B).
",
        asp: "\
:- renban(K), at(K,I,V), at(K,J,V), I < J.
:- renban(K), length(K,N), at(K,I,V), at(K,J,W), W-V >= N.
",
        minizinc: "\
predicate renban(array[int] of var int: line) =
  all_different(line) /\\ max(line) - min(line) = length(line) - 1;
",
    },
    Named {
        name: "nabner",
        sentence: "Nabners: no two digits of the line are equal or consecutive.",
        prolog: "\
nabner([]).
nabner([A|Line]) :-
    maplist(far_from(A), Line),
    nabner(Line).

far_from(A, B) :- abs(A - B) #>= 2.
",
        asp: ":- nabner(K), at(K,I,V), at(K,J,W), I < J, |V-W| < 2.\n",
        minizinc: "\
predicate nabner(array[int] of var int: line) =
  forall(i, j in 1..length(line) where i < j)(abs(line[i] - line[j]) >= 2);
",
    },
    Named {
        name: "palindrome",
        sentence: "Palindromes read the same from both ends.",
        prolog: "\
palindrome(Line) :-
    reverse(Line, Line).
",
        asp: ":- palindrome(K), length(K,N), at(K,I,V), at(K,N+1-I,W), V != W.\n",
        minizinc: "\
predicate palindrome(array[int] of var int: line) =
  forall(i in 1..length(line))(line[i] = line[length(line)+1-i]);
",
    },
    Named {
        name: "between_line",
        sentence: "Between lines: digits inside lie strictly between the two at the ends.",
        prolog: "\
between_line([A|Line]) :-
    append(Inside, [B], Line),
    maplist(lies_between(A, B), Inside).

lies_between(A, B, Digit) :-
    Digit #> min(A, B),
    Digit #< max(A, B).
",
        asp: "\
:- between_line(K), length(K,N), at(K,1,A), at(K,N,B), at(K,I,V), 1 < I, I < N, V <= A, V <= B.
:- between_line(K), length(K,N), at(K,1,A), at(K,N,B), at(K,I,V), 1 < I, I < N, V >= A, V >= B.
",
        minizinc: "\
predicate between_line(array[int] of var int: line) =
  let { var int: a = line[1]; var int: b = line[length(line)] } in
  forall(i in 2..length(line)-1)(min(a, b) < line[i] /\\ line[i] < max(a, b));
",
    },
    Named {
        name: "sandwich",
        sentence: "Sandwiches: what lies between the two digits, whichever comes first, adds up to the sum.",
        prolog: "\
sandwich(Sum, Low, High, Line) :-
    element(I, Line, Low),
    element(J, Line, High),
    From #= min(I, J),
    To #= max(I, J),
    filling(Line, 1, From, To, Filling),
    sum(Filling, #=, Sum).

% A digit counts if its place is between From and To, else 0 does.
filling([], _, _, _, []).
filling([Digit|Line], Place, From, To, [Part|Filling]) :-
    Inside #<==> From #< Place #/\\ Place #< To,
    Part #= Inside * Digit,
    Next is Place + 1,
    filling(Line, Next, From, To, Filling).
",
        asp: "\
filled(K) :- sandwich(K,S,L,H), at(K,I,L), at(K,J,H), S = #sum { V,P : at(K,P,V), I < P, P < J; V,P : at(K,P,V), J < P, P < I }.
:- sandwich(K,_,_,_), not filled(K).
",
        minizinc: "\
predicate sandwich(int: total, int: low, int: high, array[int] of var int: line) =
  exists(i, j in 1..length(line) where i != j)(
    line[i] = low /\\ line[j] = high /\\
    total = sum(p in min(i, j)+1..max(i, j)-1)(line[p]));
",
    },
    Named {
        name: "x_sum",
        sentence: "X-sums: the first cells, as many as the first digit says, add up to the sum.",
        prolog: "\
x_sum(Sum, [X|Line]) :-
    length([X|Line], Length),
    X #=< Length,
    counted([X|Line], 1, X, Counted),
    sum(Counted, #=, Sum).

% A digit counts if its place is at most X, else 0 does.
counted([], _, _, []).
counted([Digit|Line], Place, X, [Part|Counted]) :-
    Counts #<==> Place #=< X,
    Part #= Counts * Digit,
    Next is Place + 1,
    counted(Line, Next, X, Counted).
",
        asp: "\
summed(K) :- x_sum(K,S), at(K,1,X), X <= N, length(K,N), S = #sum { V,I : at(K,I,V), I <= X }.
:- x_sum(K,_), not summed(K).
",
        minizinc: "\
predicate x_sum(int: total, array[int] of var int: line) =
  line[1] <= length(line) /\\
  total = sum(i in 1..length(line))(bool2int(i <= line[1]) * line[i]);
",
    },
    Named {
        name: "skyscrapers",
        sentence: "Skyscrapers: so many digits are larger than all before them; a 0 is never seen.",
        prolog: "\
skyscrapers(Count, Line) :-
    seen(Line, 0, Flags),
    sum(Flags, #=, Count).

seen([], _, []).
seen([Height|Line], Highest, [Flag|Flags]) :-
    Flag #<==> Height #> Highest,
    Higher #= max(Height, Highest),
    seen(Line, Higher, Flags).
",
        asp: "\
hidden(K,I) :- skyscrapers(K,_), at(K,I,V), at(K,J,W), J < I, W >= V.
hidden(K,I) :- skyscrapers(K,_), at(K,I,0).
:- skyscrapers(K,S), #count { I : place(K,I,_,_), not hidden(K,I) } != S.
",
        minizinc: "\
predicate skyscrapers(int: number, array[int] of var int: line) =
  number = sum(i in 1..length(line))(
    bool2int(line[i] > 0 /\\ forall(j in 1..i-1)(line[j] < line[i])));
",
    },
    Named {
        name: "occurs_at_least",
        sentence: "How often a digit must occur among the cells: count, digit, cells.",
        prolog: "\
occurs_at_least(Count, Digit, Cells) :-
    Found #>= Count,
    occurs_exactly(Found, Digit, Cells).
",
        asp: ":- occurs_at_least(K,N,D), #count { I : at(K,I,D) } < N.\n",
        minizinc: "\
predicate occurs_at_least(int: number, int: digit, array[int] of var int: cells) =
  count(cells, digit) >= number;
",
    },
    Named {
        name: "occurs_exactly",
        sentence: "How often a digit occurs among the cells: count, digit, cells.",
        prolog: "\
occurs_exactly(Count, Digit, Cells) :-
    maplist(shows(Digit), Cells, Flags),
    sum(Flags, #=, Count).

shows(Digit, Cell, Flag) :-
    Flag #<==> Cell #= Digit.
",
        asp: ":- occurs_exactly(K,N,D), #count { I : at(K,I,D) } != N.\n",
        minizinc: "\
predicate occurs_exactly(int: number, int: digit, array[int] of var int: cells) =
  count(cells, digit) = number;
",
    },
];
