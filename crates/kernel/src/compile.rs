//! From a [`Problem`] to a [`Model`]: formulas are taken apart, and each simple
//! constraint gets the strongest propagator that pays.

mod cliques;
mod define;
mod form;
mod formula;
mod functional;
mod order;
mod places;
mod relation;
mod simple;
mod tables;
mod totals;
mod variety;

use std::borrow::Cow;
use std::sync::Arc;

use crate::constraint::{Constraint, Pairs};
use crate::expr::Cmp;
use crate::hash::QuickMap;
use crate::ids::{GroupId, VarId};
use crate::model::Model;
use crate::problem::{Posted, Problem};
use crate::prop::{Branch, Cliques, Differ, Prop, Relation};
use crate::search::Limits;

/// How strong `all different` is, beyond exclusion and hidden singles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// Full strength from 16 values up: below, it costs more than it saves.
    #[default]
    Auto,
    /// Never more than exclusion and hidden singles.
    Weak,
    /// Matching everywhere: nothing that one constraint can see is left.
    Full,
}

/// What compilation may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// Strength of `all different`.
    pub distinct: Strength,
    /// What counts in one list say about the whole of it and of the houses that cover it.
    pub count_totals: bool,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self { distinct: Strength::Auto, count_totals: true }
    }
}

impl Problem {
    /// The model of this problem.
    pub fn compile(&self, options: &CompileOptions) -> Model {
        self.compile_within(options, &Limits::default())
    }

    /// The same under limits. If one is reached the model is not finished, and every search
    /// in it stops for that reason before it finds anything.
    pub fn compile_within(&self, options: &CompileOptions, limits: &Limits) -> Model {
        self.clone().into_model(options, limits)
    }

    /// The same of a problem that is not needed any more: nothing is copied.
    pub fn into_model(self, options: &CompileOptions, limits: &Limits) -> Model {
        let ground = self.ground().cloned();
        let ground = ground.as_ref().and_then(|ground| Some((ground, ground.compiled(options)?)));
        let shared = ground.map_or(0, |(ground, _)| ground.problem().posted().len());
        let mut compiler = Compiler::for_search(&self, *options);
        let mut apart = |p: &Arc<Posted>| formula::flatten(&mut compiler, &p.constraint);
        let posted = self.posted().iter().take_while(|_| limits.check().is_ok());
        let parts: Vec<_> = posted.map(|p| (p, apart(p))).collect();
        // Who sees whom comes first: sums and cages are stronger for knowing it.
        for (posted, parts) in parts.iter().skip(shared) {
            let parts = parts.as_deref().unwrap_or(std::slice::from_ref(&posted.constraint));
            parts.iter().for_each(|part| compiler.exclusions(part));
        }
        let totals = match options.count_totals {
            true => totals::totals(&self, &mut compiler, &parts),
            false => Vec::new(),
        };
        let parts: Vec<_> = parts.into_iter().map(|(_, parts)| parts).collect();
        let items = parts.len() + totals.len();
        compiler.model.items.reserve(items);
        compiler.model.props.reserve(items);
        compiler.model.prop_item.reserve(items);
        let mut posted = self.into_posted().into_iter().zip(parts);
        if let Some((_, compiled)) = ground {
            compiled.add_to(&mut compiler.model);
            posted.by_ref().take(shared).for_each(drop);
        }
        let mut known = ground
            .into_iter()
            .flat_map(|(ground, compiled)| {
                let derived = ground.layout().posted.iter().enumerate();
                derived.filter_map(|(at, posted)| Some((posted, compiled.derived(at)?)))
            })
            .peekable();
        for (posted, parts) in posted.take_while(|_| limits.check().is_ok()) {
            let Some(parts) = parts else {
                match known.next_if(|(same, _)| Arc::ptr_eq(same, &posted)) {
                    Some((_, prop)) => compiler.add_known(posted, prop),
                    None => compiler.add(posted),
                }
                continue;
            };
            for constraint in parts {
                let groups = posted.groups.clone();
                compiler.add(Arc::new(Posted { constraint, groups, derived: posted.derived }));
            }
        }
        for (constraint, groups) in totals {
            compiler.add(Arc::new(Posted { constraint, groups, derived: true }));
        }
        compiler.model.seal();
        // Neither the clock nor the flag goes back, so a late end shows any early one.
        compiler.model.stopped = limits.check().err();
        compiler.model
    }
}

/// A list that is counted in: its variables, whether in a branch, and how many houses are known.
type Counted = (Vec<VarId>, bool, usize);

/// A model under construction and the tables its propagators share.
pub(crate) struct Compiler {
    pub(crate) model: Model,
    pub(crate) options: CompileOptions,
    relations: QuickMap<(usize, i64, i64, bool), Arc<Relation>>,
    /// Keeps the keys of `relations` alive: an address is reused only after it is freed.
    pairs: Vec<Pairs>,
    shared: tables::Shared,
    /// How the list that was counted in last sees itself.
    cliques: Option<(Counted, Arc<Cliques>)>,
    /// The propagators of the branch being compiled; outside of branches, none.
    branch: Option<Vec<Prop>>,
    /// Whether a host posts as it goes and shows what each constraint finds: then relations keep
    /// to what they say alone.
    hosted: bool,
}

impl Compiler {
    pub(crate) fn new(model: Model, options: CompileOptions) -> Self {
        Self {
            model,
            options,
            relations: QuickMap::default(),
            pairs: Vec::new(),
            shared: tables::Shared::default(),
            cliques: None,
            branch: None,
            hosted: true,
        }
    }

    /// A compiler of a problem that is only searched, with its variables; whatever the problem
    /// begins with is known to the model as far as who sees whom goes.
    pub(crate) fn for_search(problem: &Problem, options: CompileOptions) -> Self {
        let (vars, items) = (problem.vars(), problem.posted().len());
        let compiled = problem.ground().and_then(|ground| ground.compiled(&options));
        let mut model = Model::default();
        model.reserve(vars.len());
        if let Some(compiled) = compiled {
            compiled.begin(&mut model, items);
        }
        for def in &vars[model.defs.len()..] {
            model.push_var(*def);
        }
        model.declared = vars.len();
        model.renumbered = problem.renumbered().to_vec();
        model.small_own = std::mem::take(&mut model.small_added);
        let mut compiler = Self::new(model, options);
        compiler.hosted = false;
        compiler
    }

    /// Whether a relation may count on two variables being different.
    pub(crate) fn apart_for_sure(&self, a: VarId, b: VarId) -> bool {
        !self.hosted && self.model.sees(a, b)
    }

    /// Whether every two of these are.
    pub(crate) fn all_apart_for_sure(&self, vars: &[VarId]) -> bool {
        vars.iter().enumerate().all(|(i, &a)| vars[..i].iter().all(|&b| self.apart_for_sure(a, b)))
    }

    /// Words of memory for the next propagator; none for one of a branch or of a host, whose states
    /// come and go.
    pub(crate) fn memory(&mut self, words: usize) -> Option<usize> {
        (self.branch.is_none() && !self.hosted).then(|| self.model.add_memory(words))
    }

    /// Adds a constraint to a model in use.
    pub(crate) fn post(&mut self, constraint: &Constraint, groups: &[GroupId]) {
        let parts = formula::flatten(self, constraint);
        for part in parts.unwrap_or_else(|| vec![constraint.clone()]) {
            self.exclusions(&part);
            let groups = groups.to_vec();
            self.add(Arc::new(Posted { constraint: part, groups, derived: false }));
        }
    }

    /// Adds a constraint whose propagator is known.
    fn add_known(&mut self, posted: Arc<Posted>, prop: &Prop) {
        let item = self.model.items.len();
        self.model.items.push(posted);
        self.model.add_prop(prop.clone(), item);
    }

    /// Adds a simple constraint on behalf of its clues.
    pub(crate) fn add(&mut self, posted: Arc<Posted>) {
        let item = self.model.items.len();
        self.model.items.push(posted.clone());
        self.simple(&posted.constraint, item);
    }

    /// Adds a propagator to the model, or to the branch being compiled.
    pub(crate) fn emit(&mut self, prop: Prop, item: usize) {
        match &mut self.branch {
            Some(props) => props.push(prop),
            None => self.model.add_prop(prop, item),
        }
    }

    /// Makes two variables differ: by exclusion, but in a branch by a propagator of its own.
    pub(crate) fn differ_pair(&mut self, a: VarId, b: VarId, item: usize) {
        if self.model.sees(a, b) {
            return;
        }
        if self.branch.is_none() && self.aligned(&[a, b]) {
            return self.model.add_edge(a, b);
        }
        self.emit(Prop::Differ(Differ::new(Box::new([(1, a), (-1, b)]), 0)), item);
    }

    /// The propagators of constraints that hold only sometimes: the model does not run them.
    pub(crate) fn apart(&mut self, constraints: &[Constraint], item: usize) -> Branch {
        let outer = self.branch.replace(Vec::new());
        let first = self.model.base.len();
        constraints.iter().for_each(|c| self.simple(c, item));
        let props = std::mem::replace(&mut self.branch, outer).unwrap_or_default();
        Branch { props, lanes: first..self.model.base.len() }
    }

    /// Notes which variables must differ, so that fixing one excludes its value in the others.
    pub(crate) fn exclusions(&mut self, constraint: &Constraint) {
        if let Constraint::Or(branches) = constraint {
            return self.exclusions_of_all(branches);
        }
        if let Constraint::Linear { terms, op: Cmp::Ne, rhs: 0 } = constraint
            && let [(1, a), (-1, b)] | [(-1, a), (1, b)] = **terms
        {
            if a != b && self.aligned(&[a, b]) {
                self.model.add_edge(a, b);
            }
            return;
        }
        if let Constraint::Distinct(vars) = constraint
            && let [a, b] = **vars
            && a != b
        {
            // As many as there are moves on the board where a rule is about all of it.
            if self.aligned(vars) {
                self.model.add_edge(a, b);
            }
            return;
        }
        let Some(vars) = different(constraint) else { return };
        if self.aligned(&vars) {
            return self.model.add_edges(&vars);
        }
        for (i, &a) in vars.iter().enumerate() {
            for &b in &vars[..i] {
                if a != b && self.aligned(&[a, b]) {
                    self.model.add_edge(a, b);
                }
            }
        }
    }

    /// Variables that differ whichever of the branches holds.
    fn exclusions_of_all(&mut self, branches: &[Vec<Constraint>]) {
        let Some((first, others)) = branches.split_first() else { return };
        for vars in first.iter().filter_map(different) {
            for (i, &a) in vars.iter().enumerate() {
                for &b in &vars[..i] {
                    let both = |c| different(c).is_some_and(|v| v.contains(&a) && v.contains(&b));
                    let always = others.iter().all(|branch| branch.iter().any(both));
                    if always && a != b && self.aligned(&[a, b]) {
                        self.model.add_edge(a, b);
                    }
                }
            }
        }
    }

    /// Whether all are small and their masks start at the same value.
    pub(crate) fn aligned(&self, vars: &[VarId]) -> bool {
        let offset = |v: VarId| self.model.offset[v.index()];
        let Some(first) = vars.first().map(|&v| offset(v)) else { return true };
        vars.iter().all(|&v| self.model.is_small(v) && offset(v) == first)
    }

    /// The lookup tables of a relation, shared between pairs with the same offsets; with or
    /// without equal values.
    pub(crate) fn relation(
        &mut self,
        allowed: &Pairs,
        (a, b): (i64, i64),
        differ: bool,
    ) -> Arc<Relation> {
        let key = (allowed.as_ptr() as usize, a, b, differ);
        if let Some(known) = self.relations.get(&key) {
            return known.clone();
        }
        let bit = |value: i64, offset: i64| {
            let bit = value.checked_sub(offset)?;
            (0..64).contains(&bit).then_some(bit as u32)
        };
        let kept = allowed.iter().filter(|(x, y)| !differ || x != y);
        let bits = kept.filter_map(|&(x, y)| Some((bit(x, a)?, bit(y, b)?)));
        let relation = Arc::new(Relation::new(bits));
        self.relations.insert(key, relation.clone());
        self.pairs.push(allowed.clone());
        relation
    }
}

/// Variables that a simple constraint makes differ, every two of them.
fn different(constraint: &Constraint) -> Option<Cow<'_, [VarId]>> {
    match constraint {
        Constraint::Distinct(vars) | Constraint::Cage { vars, .. } => Some(vars.into()),
        Constraint::Sets { vars, .. } | Constraint::Filling { vars, .. } => Some(vars.into()),
        Constraint::Chain { vars, strict: true } => Some(vars.into()),
        Constraint::Pairwise { vars, allowed } if relation::irreflexive(allowed) => {
            Some(vars.into())
        }
        Constraint::Linear { terms, op: Cmp::Ne, rhs: 0 } => match **terms {
            [(1, a), (-1, b)] | [(-1, a), (1, b)] => Some(vec![a, b].into()),
            _ => None,
        },
        _ => None,
    }
}
