//! Theories: constraints that are not clauses, and say why when they are asked.

use crate::core::Search;
use crate::lit::Lit;

/// What a theory found cannot hold: a clause all of whose literals are false. Its literals are
/// in the buffer that was handed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// A constraint with code of its own.
///
/// The solver calls [`Theory::propagate`] when clauses have nothing more to say and one of the
/// literals the theory watches ([`Search::watch`]) became true. The theory may imply
/// literals ([`Search::imply`]), add clauses ([`Search::add_lemma`]) or report a conflict. It
/// must not keep anything that stops being true when the solver takes decisions back, or undo
/// it in [`Theory::backtrack`].
pub trait Theory {
    /// Reacts to literals that became true: `events` are the numbers that were given to
    /// [`Search::watch`], each as often as its literal became true.
    ///
    /// # Errors
    /// A conflict, with the literals of a false clause in `conflict`.
    fn propagate(
        &mut self,
        events: &[u32],
        search: &mut Search,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Conflict>;

    /// Pushes the other literals of a clause that implied `lit`: all of them were false
    /// before `lit` became true ([`Search::place`] tells what was before what).
    fn explain(&mut self, lit: Lit, data: u32, search: &Search, out: &mut Vec<Lit>);

    /// Decisions above `level` were taken back. True if the theory wants to be called, although
    /// no literal that it watches becomes true.
    fn backtrack(&mut self, level: u32) -> bool {
        let _ = level;
        false
    }

    /// All variables have values and nothing is left to propagate: is this a model?
    /// A theory that adds lemmas or implies something will be asked again.
    ///
    /// # Errors
    /// A conflict, with the literals of a false clause in `conflict`.
    fn check(&mut self, search: &mut Search, conflict: &mut Vec<Lit>) -> Result<(), Conflict> {
        let _ = (search, conflict);
        Ok(())
    }
}
