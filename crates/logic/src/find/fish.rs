//! Fish: a digit in some houses that have no room for it but in as many others.
//!
//! The base houses need the digit, the cover houses can take it only so often. Places of the
//! digit in the base but not in the cover are fins, places in two base houses are endo fins;
//! marks of the cover go if they see all fins. A basic fish has rows for base and columns for
//! cover, or the other way round; a franken fish has boxes too; a mutant fish anything.

use super::{Sight, Sink, View};
use crate::board::Shape;
use crate::found::{Found, Pattern};
use crate::sets::{CellSet, Cells, Digit, Each, choose};
use crate::technique::Technique;

const BASIC: [Technique; 6] = [
    Technique::XWing,
    Technique::Swordfish,
    Technique::Jellyfish,
    Technique::Squirmbag,
    Technique::Whale,
    Technique::Leviathan,
];

/// Fish without fins and without boxes.
pub fn basic<S: Sight>(view: S, size: usize, sink: &mut Sink<'_>) -> bool {
    let of = |shape: Shape| {
        let houses = view.board().houses.iter().enumerate();
        houses.filter(|(_, h)| h.shape == shape).map(|(at, _)| at).collect::<Vec<_>>()
    };
    let (rows, columns) = (of(Shape::Row), of(Shape::Column));
    (0..view.board().digits).any(|digit| {
        [(&rows, &columns), (&columns, &rows)].into_iter().any(|(first, second)| {
            let fits = |h: &usize| (2..=size).contains(&view.room(*h, digit).size());
            let bases: Vec<usize> = first.iter().copied().filter(fits).collect();
            if bases.len() < size {
                return false;
            }
            let room: Vec<S::Set> = second.iter().map(|&h| view.room(h, digit)).collect();
            let covers = |&base: &usize| {
                let places = view.room(base, digit);
                let meets = |at: &usize| !(room[*at] & places).is_none();
                (0..room.len()).filter(meets).fold(0, |all: u64, at| all | 1 << at)
            };
            let lines: Vec<(usize, u64)> = bases.iter().map(|b| (*b, covers(b))).collect();
            schools(&lines, size, &mut Vec::new(), 0, &mut |base, touched| {
                let union = |all: S::Set, set: S::Set| all | set;
                let places = base.iter().map(|&h| view.room(h, digit)).fold(S::Set::EMPTY, union);
                let lost = Each(touched).map(|at| room[at]).fold(S::Set::EMPTY, union) - places;
                let gone = view.marks_of(digit, lost);
                let (base, none) = (base.to_vec(), Cells::EMPTY);
                let cover = Each(touched).map(|at| second[at]).collect();
                let pattern = Pattern::Fish { digit, base, cover, fins: none, endo: none };
                !gone.is_empty() && sink(Found::new(BASIC[size - 2], pattern).removing(gone))
            })
        })
    })
}

/// Calls `see` with every choice of lines, each with the lines it crosses at the digit, that
/// together cross no more than there are of them.
fn schools(
    lines: &[(usize, u64)],
    size: usize,
    chosen: &mut Vec<usize>,
    crossed: u64,
    see: &mut dyn FnMut(&[usize], u64) -> bool,
) -> bool {
    if chosen.len() == size {
        return crossed.count_ones() as usize == size && see(chosen, crossed);
    }
    for (at, &(line, covers)) in lines.iter().enumerate() {
        let all = crossed | covers;
        if all.count_ones() as usize > size {
            continue;
        }
        chosen.push(line);
        let stop = schools(&lines[at + 1..], size, chosen, all, see);
        chosen.pop();
        if stop {
            return true;
        }
    }
    false
}

fn of_shape(view: View<'_>, shape: Shape) -> impl Iterator<Item = usize> {
    (0..view.board.houses.len()).filter(move |&h| view.board.houses[h].shape == shape)
}

/// Which houses a fish is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Basic,
    Franken,
    Mutant,
}

/// Fish with fins, or with boxes.
pub fn complex(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    (0..view.board.digits).any(|digit| of_digit(view, technique, digit, sink))
}

/// The same for one digit: its places are all that counts.
pub fn of_digit(view: View<'_>, technique: Technique, digit: Digit, sink: &mut Sink<'_>) -> bool {
    let (size, kind, finned) = describe(technique);
    each(view, digit, size, kind, &mut |found, fins| {
        (fins == finned) && found.technique == technique && sink(found)
    })
}

/// What tells whether there is such a fish at all: techniques of the same class differ only in
/// what they call it.
pub fn class(technique: Technique) -> usize {
    let (size, kind, _) = describe(technique);
    size * 3 + kind as usize
}

/// Whether there is no fish of this class, told without going through the bases.
pub fn hopeless(view: View<'_>, technique: Technique, digit: Digit) -> bool {
    let (size, kind, _) = describe(technique);
    let none = |(bases, covers): &(Vec<usize>, Vec<usize>)| {
        prey(view, digit, size, bases, covers).is_empty()
    };
    sides(view, digit, kind).iter().all(none)
}

fn describe(technique: Technique) -> (usize, Kind, bool) {
    use Technique::*;
    match technique {
        FinnedXWing | SashimiXWing => (2, Kind::Basic, true),
        FinnedSwordfish | SashimiSwordfish => (3, Kind::Basic, true),
        FinnedJellyfish | SashimiJellyfish => (4, Kind::Basic, true),
        FrankenXWing => (2, Kind::Franken, false),
        FrankenSwordfish => (3, Kind::Franken, false),
        FrankenJellyfish => (4, Kind::Franken, false),
        FinnedFrankenXWing => (2, Kind::Franken, true),
        FinnedFrankenSwordfish => (3, Kind::Franken, true),
        FinnedFrankenJellyfish => (4, Kind::Franken, true),
        MutantXWing => (2, Kind::Mutant, false),
        MutantSwordfish => (3, Kind::Mutant, false),
        MutantJellyfish => (4, Kind::Mutant, false),
        FinnedMutantXWing => (2, Kind::Mutant, true),
        FinnedMutantSwordfish => (3, Kind::Mutant, true),
        _ => (4, Kind::Mutant, true),
    }
}

/// Siamese fish: two finned fish with the same base whose conclusions are drawn together.
pub fn siamese(view: View<'_>, technique: Technique, sink: &mut Sink<'_>) -> bool {
    let (size, kind, _) = describe(technique);
    for digit in 0..view.board.digits {
        let mut all: Vec<Found> = Vec::new();
        each(view, digit, size, kind, &mut |found, fins| {
            if fins {
                all.push(found);
            }
            false
        });
        let base = |f: &Found| match &f.pattern {
            Pattern::Fish { base, .. } => base.clone(),
            _ => vec![],
        };
        for (i, first) in all.iter().enumerate() {
            for second in &all[i + 1..] {
                let named = first.technique == technique || second.technique == technique;
                if !named || base(first) != base(second) || first.remove == second.remove {
                    continue;
                }
                let mut joined = first.clone();
                joined.technique = technique;
                joined.remove.extend(&second.remove);
                if sink(joined.clone().removing(joined.remove)) {
                    return true;
                }
            }
        }
    }
    false
}

/// Fins beyond these make a fish that nobody sees.
const MOST_FINS: usize = 5;

/// The houses that can be bases, and those that can be covers, of a kind of fish.
fn sides(view: View<'_>, digit: Digit, kind: Kind) -> Vec<(Vec<usize>, Vec<usize>)> {
    let has = |h: &usize| !view.places(*h, digit).is_empty();
    let rows = || of_shape(view, Shape::Row).filter(has);
    let columns = || of_shape(view, Shape::Column).filter(has);
    let boxes = || of_shape(view, Shape::Box).filter(has);
    match kind {
        Kind::Basic => {
            vec![(rows().collect(), columns().collect()), (columns().collect(), rows().collect())]
        }
        Kind::Franken => vec![
            (rows().chain(boxes()).collect(), columns().chain(boxes()).collect()),
            (columns().chain(boxes()).collect(), rows().chain(boxes()).collect()),
        ],
        Kind::Mutant => {
            let any: Vec<usize> = (0..view.board.houses.len()).filter(has).collect();
            vec![(any.clone(), any)]
        }
    }
}

/// Calls `see` with every fish of a kind and whether it has fins.
fn each(
    view: View<'_>,
    digit: Digit,
    size: usize,
    kind: Kind,
    see: &mut dyn FnMut(Found, bool) -> bool,
) -> bool {
    for (bases, covers) in sides(view, digit, kind) {
        let prey = prey(view, digit, size, &bases, &covers);
        if prey.is_empty() {
            continue;
        }
        let stop = choose(&bases, size, &mut |base| {
            let mut hunt = Hunt::new(view, digit, kind, base);
            let any = hunt.body.len() >= size && prey.iter().any(|x| hunt.may_catch(x, &covers));
            any && hunt.cover(&covers, size, Cells::EMPTY, Cells::EMPTY, see)
        });
        if stop {
            return true;
        }
    }
    false
}

/// The marks that could go by such a fish, told without going through all bases. A mark that
/// goes sees all fins, and all of the covers that hold it: so what it does not see of the base
/// lies in the other covers.
fn prey(view: View<'_>, digit: Digit, size: usize, bases: &[usize], covers: &[usize]) -> Cells {
    let mut lines = Vec::with_capacity(bases.len());
    let mut rooms = Vec::with_capacity(covers.len());
    let caught = |&cell: &usize| {
        let far = view.marks.at[digit] - view.board.peers[cell].with(cell);
        let inside = |h: &usize| view.board.houses[*h].cells.has(cell);
        let part = |h: &usize| (*h, view.board.houses[*h].cells & far);
        let holding = covers.iter().filter(|h| inside(h)).count();
        rooms.clear();
        rooms.extend(covers.iter().filter(|h| !inside(h)).map(part));
        // A mark of the base goes only if two covers hold it.
        [(1, false), (2, true)].into_iter().any(|(own, of_base)| {
            if holding < own || size < own {
                return false;
            }
            lines.clear();
            lines.extend(bases.iter().filter(|h| of_base || !inside(h)).map(part));
            serves(&lines, &rooms, size, size - own, Cells::EMPTY, &mut [usize::MAX; 4])
        })
    };
    view.marks.at[digit].into_iter().filter(caught).collect()
}

/// Whether some `left` rooms, with those chosen before, take all of `size` lines.
fn serves(
    lines: &[(usize, Cells)],
    rooms: &[(usize, Cells)],
    size: usize,
    left: usize,
    room: Cells,
    chosen: &mut [usize; 4],
) -> bool {
    if left == 0 || rooms.is_empty() {
        let fits = |l: &&(usize, Cells)| l.1.within(room) && !chosen.contains(&l.0);
        return lines.iter().filter(fits).count() >= size;
    }
    rooms.iter().enumerate().any(|(at, &(house, cells))| {
        chosen[left - 1] = house;
        let found = serves(lines, &rooms[at + 1..], size, left - 1, room | cells, chosen);
        chosen[left - 1] = usize::MAX;
        found
    })
}

/// The covers of one base.
struct Hunt<'a> {
    view: View<'a>,
    digit: Digit,
    kind: Kind,
    base: &'a [usize],
    /// The places of the digit in the base.
    body: Cells,
    /// Those in two base houses.
    endo: Cells,
    chosen: Vec<usize>,
}

impl<'a> Hunt<'a> {
    fn new(view: View<'a>, digit: Digit, kind: Kind, base: &'a [usize]) -> Hunt<'a> {
        let (mut body, mut endo) = (Cells::EMPTY, Cells::EMPTY);
        for &house in base {
            let places = view.places(house, digit);
            endo |= body & places;
            body |= places;
        }
        Hunt { view, digit, kind, base, body, endo, chosen: Vec::new() }
    }

    /// Whether a mark could go by a fish with this base: it sees all fins, so the rest of the
    /// base lies in the covers that do not hold it.
    fn may_catch(&self, cell: usize, covers: &[usize]) -> bool {
        let own = 1 + usize::from(self.body.has(cell));
        let seen = self.view.board.peers[cell].with(cell);
        self.base.len() >= own
            && self.endo.within(seen)
            && self.takes(self.body - seen, self.base.len() - own, covers)
    }

    /// Whether so many covers can hold all of some places.
    fn takes(&self, places: Cells, left: usize, covers: &[usize]) -> bool {
        let Some(first) = places.first() else { return true };
        left > 0
            && self.view.board.houses_of[first].iter().any(|house| {
                covers.contains(house)
                    && !self.base.contains(house)
                    && self.takes(places - self.view.board.houses[*house].cells, left - 1, covers)
            })
    }

    fn cover(
        &mut self,
        rest: &[usize],
        left: usize,
        room: Cells,
        twice: Cells,
        see: &mut dyn FnMut(Found, bool) -> bool,
    ) -> bool {
        if left == 0 {
            return self.judge(room, twice, see);
        }
        for (at, &house) in rest.iter().enumerate() {
            let places = self.view.places(house, self.digit);
            if self.base.contains(&house) || !places.meets(self.body) {
                continue;
            }
            let more = room | places;
            // What the covers still to come can take at best.
            let open = self.body - more;
            if open.len() > MOST_FINS {
                let takes = |h: &usize| (self.view.places(*h, self.digit) & open).len();
                let best = rest[at + 1..].iter().map(takes).max().unwrap_or(0);
                if open.len() > MOST_FINS + (left - 1) * best {
                    continue;
                }
            }
            self.chosen.push(house);
            let stop = self.cover(&rest[at + 1..], left - 1, more, twice | room & places, see);
            self.chosen.pop();
            if stop {
                return true;
            }
        }
        false
    }

    fn judge(&self, room: Cells, twice: Cells, see: &mut dyn FnMut(Found, bool) -> bool) -> bool {
        let outside = self.body - room;
        if outside.len() > MOST_FINS {
            return false;
        }
        let fins = outside | self.endo;
        let mut gone = (room - self.body) | twice;
        if !fins.is_empty() {
            gone &= self.view.board.see_all(fins);
        }
        if gone.is_empty() {
            return false;
        }
        let Some(technique) = self.technique(fins) else { return false };
        let pattern = Pattern::Fish {
            digit: self.digit,
            base: self.base.to_vec(),
            cover: self.chosen.clone(),
            fins: outside,
            endo: self.endo,
        };
        let found = Found::new(technique, pattern).removing(self.view.marks_in(self.digit, gone));
        see(found, !fins.is_empty())
    }

    /// What people call this fish; none if it has a simpler name.
    fn technique(&self, fins: Cells) -> Option<Technique> {
        use Technique::*;
        let shape = |h: &usize| self.view.board.houses[*h].shape;
        let lines = |list: &[usize], line: Shape| {
            list.iter().all(|h| shape(h) == line || shape(h) == Shape::Box)
        };
        let boxes = self.base.iter().chain(&self.chosen).any(|h| shape(h) == Shape::Box);
        let straight = lines(self.base, Shape::Row) && lines(&self.chosen, Shape::Column)
            || lines(self.base, Shape::Column) && lines(&self.chosen, Shape::Row);
        let other = self.base.iter().chain(&self.chosen).any(|h| shape(h) == Shape::Other);
        let kind = match (straight, boxes) {
            _ if other => Kind::Mutant,
            (true, false) => Kind::Basic,
            (true, true) => Kind::Franken,
            _ => Kind::Mutant,
        };
        if kind != self.kind {
            return None;
        }
        let size = self.base.len() - 2;
        Some(match (kind, fins.is_empty()) {
            (Kind::Basic, true) => [XWing, Swordfish, Jellyfish][size],
            (Kind::Basic, false) => {
                let body = |h: &usize| (self.view.places(*h, self.digit) - fins).len();
                match self.base.iter().any(|h| body(h) < 2) {
                    true => [SashimiXWing, SashimiSwordfish, SashimiJellyfish][size],
                    false => [FinnedXWing, FinnedSwordfish, FinnedJellyfish][size],
                }
            }
            (Kind::Franken, true) => [FrankenXWing, FrankenSwordfish, FrankenJellyfish][size],
            (Kind::Franken, false) => {
                [FinnedFrankenXWing, FinnedFrankenSwordfish, FinnedFrankenJellyfish][size]
            }
            (Kind::Mutant, true) => [MutantXWing, MutantSwordfish, MutantJellyfish][size],
            (Kind::Mutant, false) => {
                [FinnedMutantXWing, FinnedMutantSwordfish, FinnedMutantJellyfish][size]
            }
        })
    }
}
