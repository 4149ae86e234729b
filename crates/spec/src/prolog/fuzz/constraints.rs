//! Random goals with constraints over finite domains.

use super::random::Random;

/// Small constraint problems: what propagation leaves, and the first solutions.
pub(super) fn clpfd(random: &mut Random) -> String {
    let mut goal = String::new();
    for name in ["X", "Y", "Z"] {
        let low = random.between(-4, 4);
        let domain = match random.below(4) {
            0 => {
                format!("{low}.. {} \\/ {}", low + random.between(0, 3), low + random.between(5, 8))
            }
            1 => format!("{low}..sup"),
            _ => format!("{low}.. {}", low + random.between(0, 9)),
        };
        if random.percent(85) {
            goal.push_str(&format!("{name} in {domain}, "));
        }
    }
    let constraints: Vec<String> = (0..random.between(1, 3)).map(|_| constraint(random)).collect();
    goal.push_str(&constraints.join(", "));
    if random.percent(40) {
        let options = random
            .pick(&["", "ff", "ffc", "down", "bisect", "min", "max", "enum", "max(X)", "min(Y-Z)"]);
        goal.push_str(&format!(", labeling([{options}], [X,Y,Z])"));
    }
    goal
}

fn constraint(random: &mut Random) -> String {
    match random.below(12) {
        0 => "all_different([X,Y,Z])".to_string(),
        1 => "all_distinct([X,Y,Z])".to_string(),
        2 => format!("sum([X,Y,Z], {}, {})", relation(random), random.between(-3, 12)),
        3 => format!("element(X, [{},3,Y], Z)", random.between(0, 5)),
        4 => format!("({}) #<==> ({})", comparison(random), comparison(random)),
        5 => format!("({}) #\\/ ({})", comparison(random), comparison(random)),
        6 => format!("tuples_in([[X,Y]], [[1,2],[2,3],[{},4]])", random.between(0, 3)),
        7 => "chain([X,Y,Z], #<)".to_string(),
        8 => "lex_chain([[X,Y],[Y,Z]])".to_string(),
        9 => format!("Z #<==> ({})", comparison(random)),
        _ => comparison(random),
    }
}

/// Other constraints of the library than those of [`clpfd`], and what it says of wrong arguments.
pub(super) fn globals(random: &mut Random) -> String {
    let low = random.between(0, 2);
    let high = low + random.between(1, 4);
    let mut goal = format!("[X,Y,Z] ins {low}..{high}, ");
    let (a, b) = (random.between(-1, 4), random.between(0, 3));
    let constraint = match random.below(16) {
        0 => format!("global_cardinality([X,Y,Z], [1-{b},2-A,3-B])"),
        1 => "circuit([X,Y,Z])".to_string(),
        2 => format!("cumulative([task(X,2,_,1,_),task(Y,{b},_,1,_)], [limit(1)])"),
        3 => "disjoint2([f(X,2,Y,2),f(Y,1,Z,3)])".to_string(),
        4 => format!("serialized([X,Y,Z], [{b},1,2])"),
        5 => "automaton([X,Y,Z], [source(p),sink(q)], [arc(p,1,p),arc(p,2,q),arc(q,0,q)])"
            .to_string(),
        6 => "zcompare(O, X, Y), O = (<)".to_string(),
        7 => format!("scalar_product([2,{a},-1], [X,Y,Z], {}, {b})", relation(random)),
        8 => format!("X in_set S, list_to_fdset([{a},{b}], S)"),
        9 => format!("fd_dom(X, D), fd_size(Y, S), fd_inf(Z, I), X #> {a}, fd_dom(X, E)"),
        10 => format!("X #= {a} #<==> Y #= {b}, Z #= max(X, Y)"),
        11 => format!("X #>= {a} #==> Y #\\= {b}, (Z #= 1 #\\ X #= 2)"),
        12 => format!("X * Y #= {b}, Z ^ 2 #>= {a}, X rem 2 #= 1"),
        13 => random
            .pick(&[
                "X #= a",
                "X in a",
                "label([X,W])",
                "labeling([foo],[X])",
                "labeling([ff,min],[X])",
                "all_different(a)",
                "sum([X,Y],#=,a)",
                "X #= Y / Z",
                "tuples_in([[X,Y]],[[1],[2]])",
                "transpose([[1,2],[3]],T)",
                "X = foo",
                "element(X,[],Y)",
                "[X|Y] ins 1..2",
                "X in 5..1",
                "X #= \"a\"",
                "Y in inf..foo",
            ])
            .to_string(),
        14 => format!("tuples_in([[X,Y],[Y,Z]], [[{a},{b}],[1,2],[2,1],[{b},{b}]])"),
        _ => format!("lex_chain([[X,Y],[Z,{b}]]), X + Y #< 2 * Z"),
    };
    goal.push_str(&constraint);
    if random.percent(60) {
        let options = random.pick(&["", "ff", "down,bisect", "max(X+Y)", "ffc,enum"]);
        goal.push_str(&format!(", labeling([{options}], [X,Y,Z])"));
    }
    goal
}

fn relation(random: &mut Random) -> &'static str {
    random.pick(&["#=", "#\\=", "#<", "#>", "#=<", "#>="])
}

fn comparison(random: &mut Random) -> String {
    let (left, right) = (fd_expression(random, 2), fd_expression(random, 1));
    format!("{left} {} {right}", relation(random))
}

fn fd_expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.percent(35) {
        return match random.percent(30) {
            true => format!("({})", random.between(-3, 9)),
            false => random.pick(&["X", "Y", "Z"]).to_string(),
        };
    }
    let (left, right) = (fd_expression(random, depth - 1), fd_expression(random, depth - 1));
    match random.below(12) {
        0 => format!("abs({left})"),
        1 => format!("max({left},{right})"),
        2 => format!("min({left},{right})"),
        3 => format!("({left} mod 3)"),
        4 => format!("({left} // 2)"),
        5 => format!("({left} * {right})"),
        6 | 7 => format!("({left} - {right})"),
        _ => format!("({left} + {right})"),
    }
}
