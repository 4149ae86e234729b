//! Strongly connected components of a graph.

/// A node that is in no component yet.
const NONE: u32 = u32::MAX;

/// A number for each of the nodes, the same within a component: Tarjan's algorithm with a stack
/// of its own. Whoever can be reached from a component and is not in it has a smaller number.
///
/// ```
/// let next = [vec![1], vec![0, 2], vec![]];
/// let of = pencilmark_sat::strong_components(3, &|node| next[node].clone());
/// assert!(of[0] == of[1] && of[2] < of[0]);
/// ```
pub fn strong_components(count: usize, successors: &dyn Fn(usize) -> Vec<usize>) -> Vec<u32> {
    let mut component = vec![NONE; count];
    let mut order = vec![0u32; count];
    let mut low = vec![0u32; count];
    let (mut next, mut found) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    let mut work: Vec<(usize, Vec<usize>)> = Vec::new();
    for root in 0..count {
        if order[root] != 0 {
            continue;
        }
        next += 1;
        (order[root], low[root]) = (next, next);
        open.push(root);
        work.push((root, successors(root)));
        while let Some((node, rest)) = work.last_mut() {
            let node = *node;
            if let Some(child) = rest.pop() {
                if order[child] == 0 {
                    next += 1;
                    (order[child], low[child]) = (next, next);
                    open.push(child);
                    work.push((child, successors(child)));
                } else if component[child] == NONE {
                    low[node] = low[node].min(order[child]);
                }
                continue;
            }
            work.pop();
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == order[node] {
                while let Some(member) = open.pop() {
                    component[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}
