//! Elements into clues.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_puzzle::{CellId, Clue, Grid, Name, Puzzle, kinds};

use super::geometry::{corner, edge, line, outer, ray};
use super::{Form, TABLE};
use crate::fpuzzles::compare_with_rules;
use crate::import::{Import, Reading, Trouble, clue, grid};
use crate::json::{Json, Value};

/// Whether JSON is a puzzle of this program.
pub(crate) fn is_puzzle(json: &Json) -> bool {
    !json.get("formatVersion").is_null() || !json.get("puzzle").get("constraints").is_null()
}

pub(crate) fn read_json(json: &Json) -> Reading<Import> {
    let puzzle = json.get("puzzle");
    if puzzle.entries().is_empty() {
        return Err(Trouble::new("there is no `puzzle` in it").at(json.at..json.at + 1));
    }
    let kind = puzzle.get("type").text().unwrap_or("sudoku");
    let number = |key: &str, usual: i64| puzzle.get(key).integer().unwrap_or(usual);
    let board = match kind {
        "custom" => {
            let board = grid(number("height", 9), number("width", 9))?;
            let (lo, hi) = (number("minDigit", 1), number("maxDigit", 9));
            board
                .with_digits(lo, hi)
                .ok_or_else(|| Trouble::new(format!("the digits {lo} to {hi} cannot be read")))?
        }
        _ => grid(number("size", 9), number("size", 9))?,
    };
    let mut import = Import::new(Puzzle::blank(board));
    if kind != "custom" {
        import.puzzle.add_rows(None);
        import.puzzle.add_columns(None);
    }
    let text =
        |key: &str| puzzle.get(key).text().map(str::to_string).filter(|t| !t.trim().is_empty());
    (import.puzzle.title, import.puzzle.author, import.puzzle.rules) =
        (text("name"), text("author"), text("comment"));
    let elements = puzzle.get("constraints").items();
    let on = |e: &&Json| !e.get("disabled").is_true();
    // Houses first: other clues speak of them.
    for element in elements.iter().filter(on).filter(|e| is_house(e)) {
        read_houses(element, &mut import)?;
    }
    for (i, cell) in puzzle.get("cells").items().iter().enumerate().take(import.puzzle.grid.size())
    {
        let digit = cell.get("value").integer().filter(|_| cell.get("given").is_true());
        if let Some(digit) = digit {
            import.puzzle.add_given(CellId::new(i), digit, None);
        }
    }
    for element in elements.iter().filter(on).filter(|e| !is_house(e)) {
        let place = element.at..element.at + 1;
        read_element(element, &mut import)
            .map_err(|e| if e.at.is_none() { e.at(place) } else { e })?;
    }
    let elements: Vec<&Json> = elements.iter().filter(on).collect();
    keep_negative(&elements, (200, 201), "overrideNegativeRatios", &mut import)?;
    keep_negative(&elements, (201, 200), "overrideNegativeDifferences", &mut import)?;
    compare_with_rules(&mut import);
    Ok(import)
}

/// A dot exempts its pair from the negative constraint of the other kind of dots, unless its
/// element says that it does not: then the pair must not have those values either.
fn keep_negative(
    elements: &[&Json],
    (dots, others): (i64, i64),
    key: &str,
    import: &mut Import,
) -> Reading<()> {
    let of = |number: i64| elements.iter().filter(move |e| e.get("type").integer() == Some(number));
    let forbidden: Vec<i64> =
        of(others).flat_map(|e| e.get("negative").items()).filter_map(Json::integer).collect();
    let grid = import.puzzle.grid.clone();
    for element in of(dots).filter(|e| e.get(key).value == Value::Bool(false)) {
        for entry in element.get("clues").items() {
            let [a, b] = edge_of(entry, &grid)?.map(|c| Expr::Var(Name::Cell(c)));
            for &k in &forbidden {
                let differ = |a: &Expr<Name>, b: Expr<Name>| Formula::Cmp(Cmp::Ne, a.clone(), b);
                let times = |e: &Expr<Name>| Expr::Mul(Expr::Const(k).into(), e.clone().into());
                let plus = |e: &Expr<Name>| Expr::Sum(vec![e.clone(), Expr::Const(k)]);
                let other = |e: &Expr<Name>| if others == 201 { times(e) } else { plus(e) };
                let both = vec![differ(&a, other(&b)), differ(&b, other(&a))];
                import.add(clue("rule").stating(Formula::And(both)));
            }
        }
    }
    Ok(())
}

fn is_house(element: &Json) -> bool {
    matches!(element.get("type").integer(), Some(1 | 2003))
}

fn read_houses(element: &Json, import: &mut Import) -> Reading<()> {
    let puzzle = &mut import.puzzle;
    if element.get("type").integer() == Some(2003) {
        if puzzle.clues_of("row").next().is_none() {
            puzzle.add_rows(None);
            puzzle.add_columns(None);
        }
        return Ok(());
    }
    let labels: Vec<i64> =
        element.get("regions").items().iter().map(|r| r.integer().unwrap_or(-1)).collect();
    if labels.len() != puzzle.grid.size() {
        let message = format!("{} regions are told for {} cells", labels.len(), puzzle.grid.size());
        return Err(Trouble::new(message).at(element.at..element.at + 1));
    }
    let mut regions: Vec<(i64, Vec<CellId>)> = Vec::new();
    for (i, &label) in labels.iter().enumerate().filter(|(_, l)| **l >= 0) {
        match regions.iter_mut().find(|(l, _)| *l == label) {
            Some((_, cells)) => cells.push(CellId::new(i)),
            None => regions.push((label, vec![CellId::new(i)])),
        }
    }
    let mut told: Vec<Vec<CellId>> = regions.into_iter().map(|r| r.1).collect();
    let boxes = puzzle.grid.default_box();
    if let Some((height, width)) = boxes
        && puzzle.grid.boxes(height, width).as_ref() == Some(&told)
    {
        puzzle.add_boxes(height, width, None);
        return Ok(());
    }
    told.sort_unstable();
    let (n, house) = (puzzle.grid.digit_count(), puzzle.grid.house_size());
    for cells in told {
        match cells.len() {
            // Where there are more digits than a row has cells, a region may be larger than a row.
            size if (house..=n).contains(&size) => {
                import.add(Clue::new(&kinds::REGION).over(cells));
            }
            size if size <= n => import.add(clue("extra-region").over(cells)),
            _ => import.warn("a region has more cells than there are digits"),
        }
    }
    Ok(())
}

/// Elements that say nothing about digits.
const SILENT: &[i64] = &[0, 4000, 4001];

fn read_element(element: &Json, import: &mut Import) -> Reading<()> {
    let Some(number) = element.get("type").integer() else {
        return Err(Trouble::new("an element without its type"));
    };
    if SILENT.contains(&number) {
        return Ok(());
    }
    if let Some(&(_, kind, form, least)) = TABLE.iter().find(|row| row.0 == number) {
        return regular(kind, form, least, element, import);
    }
    let grid = import.puzzle.grid.clone();
    let items = |key: &str| element.get(key).items().iter();
    match number {
        10 => import.add(clue("diagonal").number(-1)),
        11 => import.add(clue("diagonal").number(1)),
        16 => global_groups(element, import),
        202 => {
            for entry in items("clues") {
                let pair = edge_of(entry, &grid)?;
                import.add(match entry.get("value").integer() {
                    Some(10) => clue("x").over(pair),
                    Some(5) => clue("v").over(pair),
                    Some(sum) => clue("edge-sum").number(sum).over(pair),
                    None => continue,
                });
            }
            negative(element, "negative-sum", import);
        }
        300 => {
            let kind = if element.get("slow").is_true() { "slow-thermo" } else { "thermo" };
            for line in items("thermometers") {
                add_line(kind, cells(line, &grid)?, 2, import);
            }
        }
        301 => {
            for cage in items("cages") {
                let sum = cage.get("value").integer().filter(|s| *s != 0);
                let cage = clue("cage").over(cells(cage.get("cells"), &grid)?);
                import.add(match sum {
                    Some(sum) => cage.number(sum),
                    None => cage,
                });
            }
        }
        302 => {
            for group in items("groups") {
                let group = cells(group, &grid)?;
                for pair in group.windows(2) {
                    import.add(clue("clone").over([pair[0]]).over([pair[1]]));
                }
            }
        }
        303 => {
            for entry in items("clues") {
                let square = entry.get("corner").integer().and_then(|n| corner(&grid, n));
                let square =
                    square.ok_or_else(|| Trouble::new("a corner that is not inside the grid"))?;
                let mut quad = clue("quadruple").over(square);
                let digits = entry.get("digits");
                quad.numbers = match digits.integer() {
                    // A bit for every digit.
                    Some(bits) => (0..32).filter(|d| bits >> d & 1 == 1).collect(),
                    None => digits.items().iter().filter_map(Json::integer).collect(),
                };
                if !quad.numbers.is_empty() {
                    import.add(quad);
                }
            }
        }
        304 => {
            for cage in items("cages") {
                look_and_say(cage, &grid, import)?;
            }
        }
        401 => {
            let least = element.get("minDifference").integer();
            for line in items("lines") {
                let whisper = clue("whisper").over(cells(line, &grid)?);
                import.add(match least {
                    Some(least) => whisper.number(least),
                    None => whisper,
                });
            }
        }
        404 => {
            let total = element.get("singleRegionTotals").is_true();
            let kind = if total { "region-total-line" } else { "region-sum-line" };
            for line in items("lines") {
                add_line(kind, cells(line, &grid)?, 2, import);
            }
        }
        406 => {
            for line in items("lines") {
                let line = cells(line, &grid)?;
                group_line(&groups(element), &line, import);
            }
        }
        408 => {
            for bulb in items("bulbsWithArrows") {
                // The units come first; we write numbers as people do.
                let mut circle = cells(bulb.get("bulbCells"), &grid)?;
                circle.reverse();
                for arrow in bulb.get("arrows").items() {
                    let arrow = cells(arrow, &grid)?;
                    if let Some(shaft) = arrow.get(1..).filter(|s| !s.is_empty()) {
                        import.add(clue("arrow").over(circle.clone()).over(shaft));
                    }
                }
            }
        }
        500 => {
            for entry in items("clues") {
                little_killer(entry, &grid, import)?;
            }
        }
        number => {
            let name = element.get("name").text().filter(|n| !n.trim().is_empty());
            let name = name.map_or(String::new(), |n| format!(" `{n}`"));
            let what = match number {
                1000 => "is a program of its author",
                2000.. => "is only drawn",
                _ => "is not known",
            };
            import
                .warn(format!("the element{name} of type {number} {what}, so a rule may be lost"));
        }
    }
    Ok(())
}

fn regular(
    kind: &str,
    form: Form,
    least: usize,
    element: &Json,
    import: &mut Import,
) -> Reading<()> {
    let grid = import.puzzle.grid.clone();
    match form {
        Form::Flag => import.add(clue(kind)),
        Form::Each => {
            for cell in cells(element.get("cells"), &grid)? {
                import.add(clue(kind).over([cell]));
            }
        }
        Form::Cells => {
            let list = cells(element.get("cells"), &grid)?;
            if list.len() >= least {
                import.add(clue(kind).over(list));
            }
        }
        Form::Lines => {
            for line in element.get("lines").items() {
                let line = cells(line, &grid)?;
                match super::lockout(&grid) {
                    // What we take where nothing is told is another number there.
                    apart if kind == "lockout" && apart != 4 && line.len() >= least => {
                        import.add(clue(kind).number(apart).over(line));
                    }
                    _ => add_line(kind, line, least, import),
                }
            }
        }
        Form::Edges => {
            let usual = if kind == "ratio" { 2 } else { 1 };
            for entry in element.get("clues").items() {
                let k = entry.get("value").integer().unwrap_or(usual);
                import.add(clue(kind).number(k).over(edge_of(entry, &grid)?));
            }
            negative(element, &format!("negative-{kind}"), import);
        }
        Form::Outside => {
            for entry in element.get("clues").items() {
                let cells = line(&grid, outer_of(entry, &grid)?);
                if cells.is_empty() {
                    return Err(Trouble::new("a clue that is not beside a row or column"));
                }
                if let Some(value) = entry.get("value").integer() {
                    import.add(clue(kind).number(value).over(cells));
                }
            }
        }
    }
    Ok(())
}

fn add_line(kind: &str, line: Vec<CellId>, least: usize, import: &mut Import) {
    if line.len() >= least {
        import.add(clue(kind).over(line));
    }
}

/// Values that borders without a mark must not have.
fn negative(element: &Json, kind: &str, import: &mut Import) {
    let values: Vec<i64> =
        element.get("negative").items().iter().filter_map(Json::integer).collect();
    if !values.is_empty() {
        let mut clue = clue(kind);
        clue.numbers = values;
        import.add(clue);
    }
}

fn cells(json: &Json, grid: &Grid) -> Reading<Vec<CellId>> {
    let cell = |n: &Json| {
        let index = n.integer().and_then(|n| usize::try_from(n).ok());
        index
            .filter(|i| *i < grid.size())
            .map(CellId::new)
            .ok_or_else(|| Trouble::new("this is not the number of a cell").at(n.at..n.at + 1))
    };
    json.items().iter().map(cell).collect()
}

fn edge_of(entry: &Json, grid: &Grid) -> Reading<[CellId; 2]> {
    let pair = entry.get("edge").integer().and_then(|n| edge(grid, n));
    pair.ok_or_else(|| {
        Trouble::new("this is not a border between two cells").at(entry.at..entry.at + 1)
    })
}

fn outer_of(entry: &Json, grid: &Grid) -> Reading<(isize, isize)> {
    let place = entry.get("outerCell").integer().and_then(|n| outer(grid, n));
    place.ok_or_else(|| {
        Trouble::new("this is not a place outside the grid").at(entry.at..entry.at + 1)
    })
}

/// A diagonal, 1 for one that rises to the right.
fn little_killer(entry: &Json, grid: &Grid, import: &mut Import) -> Reading<()> {
    let Some(sum) = entry.get("value").integer() else { return Ok(()) };
    let from = outer_of(entry, grid)?;
    let steps = match entry.get("diagonal").integer() {
        Some(1) => [(1, -1), (-1, 1)],
        Some(-1) => [(1, 1), (-1, -1)],
        _ => return Err(Trouble::new("expected 1 or -1 for `diagonal`").at(entry.at..entry.at + 1)),
    };
    let cells = steps.map(|step| ray(grid, from, step)).into_iter().find(|c| !c.is_empty());
    let cells = cells.ok_or_else(|| Trouble::new("the diagonal does not enter the grid"))?;
    import.add(clue("little-killer").number(sum).over(cells));
    Ok(())
}

/// `2315`: two threes and one five.
fn look_and_say(cage: &Json, grid: &Grid, import: &mut Import) -> Reading<()> {
    let value = cage.get("value");
    let text = value.text().map(str::to_string).or(value.integer().map(|n| n.to_string()));
    let text = text.unwrap_or_default();
    let digits: Option<Vec<i64>> =
        text.trim().chars().map(|c| c.to_digit(10).map(i64::from)).collect();
    match digits.filter(|d| d.len() % 2 == 0 && !d.is_empty()) {
        Some(pairs) => {
            let mut said = clue("look-and-say").over(cells(cage.get("cells"), grid)?);
            said.numbers = pairs;
            import.add(said);
        }
        None if text.trim().is_empty() => {}
        None => import.warn(format!("`{text}` of a look-and-say cage is lost: no pairs of digits")),
    }
    Ok(())
}

/// Sets of digits, each as a number with a bit for every digit.
fn groups(element: &Json) -> Vec<Vec<i64>> {
    let set = |bits: i64| (0..32).filter(|d| bits >> d & 1 == 1).collect();
    element.get("groups").items().iter().filter_map(Json::integer).map(set).collect()
}

/// The kind that some sets of digits stand for: a line, and the whole grid.
fn known_groups(
    groups: &[Vec<i64>],
    grid: &Grid,
) -> Option<(&'static str, &'static str, Option<i64>)> {
    let same =
        |sets: &[Vec<i64>]| groups.len() == sets.len() && sets.iter().all(|s| groups.contains(s));
    let modular = |m: i64| -> Vec<Vec<i64>> {
        (0..m).map(|r| grid.digits().filter(|d| d % m == r).collect()).collect()
    };
    if same(&super::thirds(grid)) {
        return Some(("entropic-line", "global-entropy", None));
    }
    let number = [3, 2].into_iter().find(|&m| same(&modular(m)))?;
    Some(("modular-line", "global-modular", Some(number)))
}

fn with(clue: Clue, number: Option<i64>) -> Clue {
    match number {
        Some(n) => clue.number(n),
        None => clue,
    }
}

/// Any so many neighbours on the line as there are sets are of different sets.
fn group_line(groups: &[Vec<i64>], line: &[CellId], import: &mut Import) {
    if line.len() < 2 {
        return;
    }
    let known = known_groups(groups, &import.puzzle.grid);
    let named = known.map(|(kind, _, number)| with(clue(kind).over(line), number));
    if let Some(named) = named.filter(|n| n.check(&import.puzzle).is_ok()) {
        import.add(named);
        return;
    }
    let within =
        |cell: CellId, set: &Vec<i64>| Formula::In(Expr::Var(Name::Cell(cell)), set.clone());
    for (i, &a) in line.iter().enumerate() {
        for &b in line[i + 1..].iter().take(groups.len().saturating_sub(1)) {
            let both = |set| Formula::And(vec![within(a, set), within(b, set)]);
            let differ = groups.iter().map(|set| Formula::Not(Box::new(both(set)))).collect();
            import.add(clue("rule").stating(Formula::And(differ)));
        }
    }
}

/// Every square of four cells has a digit of each set.
fn global_groups(element: &Json, import: &mut Import) {
    let groups = groups(element);
    let grid = import.puzzle.grid.clone();
    let known = known_groups(&groups, &grid);
    let named = known.map(|(_, kind, number)| with(clue(kind), number));
    if let Some(named) = named.filter(|n| n.check(&import.puzzle).is_ok()) {
        import.add(named);
        return;
    }
    for cell in grid.cells() {
        let square = grid.rectangle(grid.row_of(cell), grid.col_of(cell), 2, 2);
        for set in groups.iter().filter(|_| square.len() == 4) {
            let one = |&c: &CellId| Formula::In(Expr::Var(Name::Cell(c)), set.clone());
            import.add(clue("rule").stating(Formula::Or(square.iter().map(one).collect())));
        }
    }
}
