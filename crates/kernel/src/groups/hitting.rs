//! Smallest hitting sets, exactly, for few small answers.

use crate::ids::GroupId;
use crate::search::Stop;

/// Steps, over all questions about one problem, before the answer is given up: sets this
/// hard belong to no readable answer.
const MAX_STEPS: u64 = 200_000;

/// The smallest set that meets every one of `sets`, if it has fewer than `size` elements.
pub(super) fn smallest(
    sets: &[Vec<GroupId>],
    size: usize,
    steps: &mut u64,
) -> Result<Option<Vec<GroupId>>, Stop> {
    for depth in 0..size {
        let mut chosen = Vec::with_capacity(depth);
        if meets_all(sets, depth, &mut chosen, steps)? {
            return Ok(Some(chosen));
        }
    }
    Ok(None)
}

fn meets_all(
    sets: &[Vec<GroupId>],
    left: usize,
    chosen: &mut Vec<GroupId>,
    steps: &mut u64,
) -> Result<bool, Stop> {
    *steps += 1;
    if *steps > MAX_STEPS {
        return Err(Stop::Nodes);
    }
    let missed = sets.iter().filter(|set| !set.iter().any(|g| chosen.contains(g)));
    let Some(shortest) = missed.min_by_key(|set| set.len()) else { return Ok(true) };
    if left == 0 {
        return Ok(false);
    }
    for &group in shortest {
        chosen.push(group);
        if meets_all(sets, left - 1, chosen, steps)? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}
