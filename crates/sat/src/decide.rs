//! Which variable to decide next: a heap by activity, preferred variables first.

use crate::lit::Var;

const ABSENT: u32 = u32::MAX;
const RESCALE: f64 = 1e100;

#[derive(Clone, Debug)]
pub(crate) struct Heap {
    heap: Vec<Var>,
    place: Vec<u32>,
    activity: Vec<f64>,
    /// Preferred variables come before all others, whatever their activity.
    preferred: Vec<bool>,
    step: f64,
    decay: f64,
}

impl Heap {
    pub fn new() -> Heap {
        Heap {
            heap: Vec::new(),
            place: Vec::new(),
            activity: Vec::new(),
            preferred: Vec::new(),
            step: 1.0,
            decay: 0.95,
        }
    }

    pub fn add(&mut self, var: Var) {
        self.place.push(ABSENT);
        self.activity.push(0.0);
        self.preferred.push(false);
        self.insert(var);
    }

    pub fn prefer(&mut self, var: Var) {
        self.preferred[var.index()] = true;
        if self.place[var.index()] != ABSENT {
            self.up(self.place[var.index()] as usize);
        }
    }

    /// Forgets every preference.
    pub fn prefer_none(&mut self) {
        self.preferred.fill(false);
        self.rebuild();
    }

    pub fn set_decay(&mut self, decay: f64) {
        self.decay = decay;
    }

    #[inline]
    pub fn insert(&mut self, var: Var) {
        if self.place[var.index()] == ABSENT {
            self.place[var.index()] = self.heap.len() as u32;
            self.heap.push(var);
            self.up(self.heap.len() - 1);
        }
    }

    pub fn pop(&mut self) -> Option<Var> {
        let top = *self.heap.first()?;
        self.place[top.index()] = ABSENT;
        let last = self.heap.pop().expect("not empty");
        if top != last {
            self.heap[0] = last;
            self.place[last.index()] = 0;
            self.down(0);
        }
        Some(top)
    }

    pub fn bump(&mut self, var: Var) {
        self.bump_by(var, 1.0);
    }

    pub fn bump_by(&mut self, var: Var, factor: f64) {
        let activity = &mut self.activity[var.index()];
        *activity += self.step * factor;
        if *activity > RESCALE {
            for activity in &mut self.activity {
                *activity /= RESCALE;
            }
            self.step /= RESCALE;
        }
        if self.place[var.index()] != ABSENT {
            self.up(self.place[var.index()] as usize);
        }
    }

    pub fn decay(&mut self) {
        self.step /= self.decay;
    }

    #[inline]
    fn before(&self, a: Var, b: Var) -> bool {
        let (pa, pb) = (self.preferred[a.index()], self.preferred[b.index()]);
        let (xa, xb) = (self.activity[a.index()], self.activity[b.index()]);
        if pa != pb {
            return pa;
        }
        xa > xb || (xa == xb && a < b)
    }

    fn up(&mut self, mut at: usize) {
        let var = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.heap[at] = self.heap[parent];
            self.place[self.heap[at].index()] = at as u32;
            at = parent;
        }
        self.heap[at] = var;
        self.place[var.index()] = at as u32;
    }

    fn down(&mut self, mut at: usize) {
        let var = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], var) {
                break;
            }
            self.heap[at] = self.heap[child];
            self.place[self.heap[at].index()] = at as u32;
            at = child;
        }
        self.heap[at] = var;
        self.place[var.index()] = at as u32;
    }

    fn rebuild(&mut self) {
        for at in (0..self.heap.len() / 2).rev() {
            self.down(at);
        }
    }
}
