//! Second step, second half: operator precedence parsing with two stacks and no recursion.
//!
//! Operands wait on `out`, operators on `side`. Within one bracket there is at most one operand
//! more than operators; an operator that comes where an operand is due turns the operator before
//! it into an atom. Brackets open a frame with bases of its own on both stacks.

use std::rc::Rc;

use super::{
    Fault, Position, ReadOptions, ReadTerm, SyntaxError, Variable,
    raw::Raw,
    token::{Kind, Lexer, Token},
};
use crate::{
    atom::{Atom, Atoms},
    cell::Cell,
    flag::Quotes,
    hash::FastMap,
    heap::Heap,
    op::{MAX_PRIORITY, OpDef, Ops, Place},
    store::NIL,
};

/// Above every operator: the priority of the whole term.
const ANY: u16 = MAX_PRIORITY + 1;

/// So many variables are found by going through them all.
const FEW: usize = 16;

/// Parses the text of one term.
pub(super) fn parse(
    heap: &mut Heap,
    atoms: &mut Atoms,
    ops: &Ops,
    raw: Raw,
    options: &ReadOptions,
) -> Result<ReadTerm, SyntaxError> {
    let mut parser = Parser {
        lexer: Lexer::new(&raw, options),
        heap,
        atoms,
        ops,
        options,
        out: Vec::with_capacity(8),
        side: Vec::with_capacity(8),
        frames: Vec::with_capacity(8),
        args: Vec::with_capacity(8),
        variables: Vec::with_capacity(8),
        by_name: FastMap::default(),
    };
    let (value, layout) = parser.run()?;
    let term = parser.settle(value);
    let variables = parser.finish_variables();
    let start = raw.start;
    Ok(ReadTerm { term, variables, start, layout, comments: raw.comments })
}

/// A term that is complete, or a variable that has no cell yet: it gets the argument cell of the
/// first compound it is put in.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Cell(Cell),
    Var(usize),
}

#[derive(Clone, Copy)]
struct Operand {
    value: Value,
    priority: u16,
    layout: Cell,
}

#[derive(Clone, Copy)]
pub(super) struct Operator {
    pub name: Atom,
    /// Where its text starts and ends.
    pub start: usize,
    pub end: usize,
    pub place: Place,
    pub def: OpDef,
    /// `[...]` or `{...}` used as an operator.
    pub block: Option<(Value, Cell)>,
}

pub(super) enum Bracket {
    Top,
    Paren,
    Brace,
    Args { name: Atom, base: usize, name_end: usize },
    Dict(super::dict::OpenDict),
    List { first: Option<Cell>, tail: usize, base: usize },
    ListTail { first: Cell, tail: usize, base: usize },
}

struct Frame {
    bracket: Bracket,
    start: usize,
    out_base: usize,
    side_base: usize,
    /// Is there one operand more than operators?
    full: bool,
    /// This bracket is an operator of the frame around it.
    block: Option<(Place, OpDef)>,
}

pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) heap: &'a mut Heap,
    pub(super) atoms: &'a mut Atoms,
    pub(super) ops: &'a Ops,
    pub(super) options: &'a ReadOptions,
    out: Vec<Operand>,
    side: Vec<Operator>,
    frames: Vec<Frame>,
    pub(super) args: Vec<(Value, Cell)>,
    variables: Vec<(Rc<str>, Option<Cell>, usize)>,
    /// Where each name is in `variables`, once there are many.
    by_name: FastMap<Rc<str>, usize>,
}

pub(super) type Fallible<T> = Result<T, SyntaxError>;

impl Parser<'_> {
    fn run(&mut self) -> Fallible<(Value, Cell)> {
        self.open(Bracket::Top, 0, None);
        loop {
            let Some(frame) = self.frames.last() else {
                return Err(self.lexer.error("end_of_file"));
            };
            let full = frame.full;
            let empty = self.out.len() == frame.out_base && self.side.len() == frame.side_base;
            let token = self.lexer.next(self.atoms, full)?;
            if !empty && self.closes(&token.kind) {
                let result = self.close(&token)?;
                if let Some(done) = self.closed(result, token)? {
                    return Ok(done);
                }
                continue;
            }
            if self.operator(&token, full)? {
                continue;
            }
            if full {
                return Err(self.lexer.error("operator_expected"));
            }
            self.simple(token)?;
        }
    }

    pub(super) fn open(&mut self, bracket: Bracket, start: usize, block: Option<(Place, OpDef)>) {
        let (out_base, side_base) = (self.out.len(), self.side.len());
        self.frames.push(Frame { bracket, start, out_base, side_base, full: false, block });
    }

    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn closes(&self, kind: &Kind) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        match (&frame.bracket, kind) {
            (Bracket::Top, Kind::End) => true,
            (Bracket::Paren, Kind::Punct(')')) => true,
            (Bracket::Brace, Kind::Punct('}')) => true,
            (Bracket::Dict(_), Kind::Punct(c)) => matches!(c, ',' | '}'),
            (Bracket::Args { .. }, Kind::Punct(c)) => matches!(c, ',' | ')'),
            (Bracket::List { .. } | Bracket::ListTail { .. }, Kind::Punct(c)) => {
                matches!(c, ',' | '|' | ']')
            }
            _ => false,
        }
    }

    // ---- operators ----

    /// Takes the token as an operator if it can be one here.
    fn operator(&mut self, token: &Token, full: bool) -> Fallible<bool> {
        let Some((name, is_block)) = self.operator_name(&token.kind, full)? else {
            return Ok(false);
        };
        if !full && let Some(def) = self.ops.get(self.options.module, name, Place::Prefix) {
            self.push_operator(token, name, Place::Prefix, def, is_block)?;
            return Ok(true);
        }
        for place in [Place::Infix, Place::Postfix] {
            let Some(def) = self.ops.get(self.options.module, name, place) else { continue };
            self.demote(def.left());
            if !self.frame().full {
                continue;
            }
            self.reduce(def.left())?;
            if place == Place::Infix {
                self.frame().full = false;
            }
            self.push_operator(token, name, place, def, is_block)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// The name under which a token may be an operator.
    fn operator_name(&mut self, kind: &Kind, full: bool) -> Fallible<Option<(Atom, bool)>> {
        Ok(match kind {
            Kind::Name(name) => Some((*name, false)),
            Kind::Functor(name) | Kind::Dict(name) if full => Some((*name, false)),
            Kind::Empty(c, false) => Some((empty_atom(*c), false)),
            Kind::Empty(c, true) if full => Some((empty_atom(*c), false)),
            Kind::Punct('[') => Some((Atom::NIL, true)),
            Kind::Punct('{') => Some((Atom::CURLY, true)),
            Kind::Punct(')' | '}' | ']') => return Err(self.lexer.error("cannot_start_term")),
            Kind::Punct('|') if !full => return Err(self.lexer.error("quoted_punctuation")),
            Kind::Punct('|') => Some((Atom::BAR, false)),
            Kind::Punct(',') => Some((Atom::COMMA, false)),
            _ => None,
        })
    }

    fn push_operator(
        &mut self,
        token: &Token,
        name: Atom,
        place: Place,
        def: OpDef,
        is_block: bool,
    ) -> Fallible<()> {
        if is_block {
            let bracket = match token.kind {
                Kind::Punct('{') => Bracket::Brace,
                _ => Bracket::List { first: None, tail: 0, base: self.args.len() },
            };
            self.open(bracket, token.start, Some((place, def)));
            return Ok(());
        }
        let (start, end) = (token.start, token.end);
        self.place_operator(Operator { name, start, end, place, def, block: None })
    }

    pub(super) fn place_operator(&mut self, operator: Operator) -> Fallible<()> {
        let mut context = ANY;
        if operator.place == Place::Postfix && self.side.len() > self.frame().side_base {
            let before = self.side[self.side.len() - 1];
            if before.place != Place::Postfix {
                context = before.def.right();
            }
        }
        let is_postfix = operator.place == Place::Postfix;
        self.side.push(operator);
        if is_postfix {
            self.reduce_one(context)?;
        }
        Ok(())
    }

    /// Where an operand is due and something of this priority comes instead, the operator before
    /// it is an atom, or postfix.
    fn demote(&mut self, priority: u16) {
        let (side_base, out_base, full) = {
            let frame = self.frame();
            (frame.side_base, frame.out_base, frame.full)
        };
        if full || self.side.len() == side_base {
            return;
        }
        let top = self.side[self.side.len() - 1];
        if priority <= top.def.right() || top.block.is_some() {
            return;
        }
        match top.place {
            Place::Prefix => {
                self.side.pop();
                let layout = self.range(top.start, top.end);
                let value = Value::Cell(Cell::atom(top.name));
                self.out.push(Operand { value, priority: 0, layout });
                self.frame().full = true;
            }
            Place::Infix if self.out.len() > out_base => {
                let postfix = self.ops.get(self.options.module, top.name, Place::Postfix);
                if let Some(def) = postfix {
                    self.side.pop();
                    self.build_operator(Operator { place: Place::Postfix, def, ..top });
                    self.frame().full = true;
                }
            }
            _ => {}
        }
    }

    fn reduce(&mut self, context: u16) -> Fallible<()> {
        while self.reduce_one(context)? {}
        Ok(())
    }

    /// Applies the topmost operator if it fits under this priority.
    fn reduce_one(&mut self, context: u16) -> Fallible<bool> {
        let (side_base, out_base) = {
            let frame = self.frame();
            (frame.side_base, frame.out_base)
        };
        if self.side.len() == side_base || self.out.len() == out_base {
            return Ok(false);
        }
        let operator = self.side[self.side.len() - 1];
        let arity = if operator.place == Place::Infix { 2 } else { 1 };
        if context < operator.def.priority || self.out.len() - out_base < arity {
            return Ok(false);
        }
        let operands = &self.out[self.out.len() - arity..];
        let first = operands[0].priority;
        let fits = match operator.place {
            Place::Prefix => operator.def.right() >= first,
            Place::Postfix => operator.def.left() >= first,
            Place::Infix => {
                operator.def.left() >= first && operator.def.right() >= operands[1].priority
            }
        };
        if !fits {
            if context == ANY {
                return Err(self.clash(operator, first));
            }
            return Ok(false);
        }
        self.side.pop();
        self.build_operator(operator);
        Ok(true)
    }

    fn clash(&self, operator: Operator, first: u16) -> SyntaxError {
        let length = self.atoms.text(operator.name).chars().count();
        let at = match operator.place {
            Place::Infix if operator.def.left() < first => operator.start,
            Place::Postfix => operator.start,
            _ => operator.start + length,
        };
        self.lexer.raw.error(Fault::Id("operator_clash"), at)
    }

    fn build_operator(&mut self, operator: Operator) {
        let arity = if operator.place == Place::Infix { 2 } else { 1 };
        let at = self.out.len() - arity;
        let layout = if self.options.layout {
            let operands = self.out[at..].to_vec();
            self.operator_layout(operator, &operands)
        } else {
            NIL
        };
        let mut values = [Value::Cell(NIL); 3];
        let mut count = 0;
        let operands = self.out[at..].iter().map(|o| o.value);
        for value in operator.block.iter().map(|b| b.0).chain(operands) {
            values[count] = value;
            count += 1;
        }
        self.out.truncate(at);
        let term = self.build(operator.name, &values[..count]);
        let priority = operator.def.priority;
        self.out.push(Operand { value: Value::Cell(term), priority, layout });
    }

    // ---- brackets ----

    /// The one term of the innermost frame, which ends before this token.
    fn close(&mut self, token: &Token) -> Fallible<(Value, Cell)> {
        self.demote(ANY);
        self.reduce(ANY)?;
        let (side_base, out_base) = {
            let frame = self.frame();
            (frame.side_base, frame.out_base)
        };
        let (operands, operators) = (self.out.len() - out_base, self.side.len() - side_base);
        match (operands, operators) {
            (1, 0) => {
                if let Some(operand) = self.out.pop() {
                    return Ok((operand.value, operand.layout));
                }
            }
            (0, 1) => {
                if let Some(operator) = self.side.pop() {
                    let layout = self.range(operator.start, operator.end);
                    let atom = (Value::Cell(Cell::atom(operator.name)), layout);
                    return Ok(operator.block.unwrap_or(atom));
                }
            }
            _ => {}
        }
        if operators == 1 && matches!(self.side[0].name, Atom::COMMA | Atom::SEMICOLON) {
            let operator = self.atoms.text(self.side[side_base].name).to_string();
            let closer = match &token.kind {
                Kind::Punct(c) => c.to_string(),
                _ => ".".to_string(),
            };
            return Err(self.lexer.raw.error(Fault::Punct(operator, closer), self.lexer.last));
        }
        Err(self.lexer.error("operator_balance"))
    }

    /// Goes on after a frame is complete; the whole term at the end.
    fn closed(&mut self, value: (Value, Cell), token: Token) -> Fallible<Option<(Value, Cell)>> {
        let Some(frame) = self.frames.pop() else { return Ok(Some(value)) };
        let closer = if let Kind::Punct(c) = token.kind { c } else { ' ' };
        let (start, end) = (frame.start, token.end);
        match frame.bracket {
            Bracket::Top => return Ok(Some(value)),
            Bracket::Paren => {
                let layout = self.nested("parentheses_term_position", start, end, value.1);
                self.operand(value.0, layout)?;
            }
            Bracket::Brace => {
                let layout = self.nested("brace_term_position", start, end, value.1);
                let term = self.build(Atom::CURLY, &[value.0]);
                self.bracketed(frame.block, Value::Cell(term), layout, Atom::CURLY, start, end)?;
            }
            Bracket::Args { name, base, name_end } => {
                self.args.push(value);
                if closer == ',' {
                    self.open(Bracket::Args { name, base, name_end }, start, None);
                    return Ok(None);
                }
                self.compound(name, base, start, name_end, end)?;
            }
            Bracket::Dict(dict) => self.dict_value(dict, value, closer, start, end)?,
            Bracket::List { first, tail, base } => {
                let (cell, tail) = self.list_element(first, tail, value.0);
                if self.options.layout {
                    self.args.push(value);
                }
                let first = first.unwrap_or(cell);
                match closer {
                    ',' => {
                        let first = Some(first);
                        self.open(Bracket::List { first, tail, base }, start, frame.block);
                    }
                    '|' => {
                        self.open(Bracket::ListTail { first, tail, base }, start, frame.block);
                    }
                    _ => {
                        self.heap.cells[tail] = NIL;
                        self.list_done(&frame.block, first, base, None, start, end)?;
                    }
                }
            }
            Bracket::ListTail { first, tail, base } => {
                if closer != ']' {
                    return Err(self.lexer.error("list_rest"));
                }
                self.fill(tail, value.0);
                self.list_done(&frame.block, first, base, Some(value.1), start, end)?;
            }
        }
        Ok(None)
    }

    /// Appends a list cell: the cell, and where its tail is.
    fn list_element(&mut self, first: Option<Cell>, tail: usize, value: Value) -> (Cell, usize) {
        let head = self.heap.push(NIL);
        let new_tail = self.heap.push(NIL);
        self.fill(head, value);
        let cell = Cell::list(head);
        if first.is_some() {
            self.heap.cells[tail] = cell;
        }
        (cell, new_tail)
    }

    fn list_done(
        &mut self,
        block: &Option<(Place, OpDef)>,
        list: Cell,
        base: usize,
        tail: Option<Cell>,
        start: usize,
        end: usize,
    ) -> Fallible<()> {
        let layout = self.list_layout(base, tail, start, end);
        self.args.truncate(base);
        self.bracketed(*block, Value::Cell(list), layout, Atom::NIL, start, end)
    }

    fn bracketed(
        &mut self,
        block: Option<(Place, OpDef)>,
        value: Value,
        layout: Cell,
        name: Atom,
        start: usize,
        end: usize,
    ) -> Fallible<()> {
        match block {
            None => self.operand(value, layout),
            Some((place, def)) => {
                let block = Some((value, layout));
                self.place_operator(Operator { name, start, end, place, def, block })
            }
        }
    }

    pub(super) fn operand(&mut self, value: Value, layout: Cell) -> Fallible<()> {
        if self.frame().full {
            return Err(self.lexer.error("operator_expected"));
        }
        self.frame().full = true;
        self.out.push(Operand { value, priority: 0, layout });
        Ok(())
    }

    fn compound(
        &mut self,
        name: Atom,
        base: usize,
        start: usize,
        name_end: usize,
        end: usize,
    ) -> Fallible<()> {
        let args = std::mem::take(&mut self.args);
        let values = args[base..].iter().map(|a| a.0);
        let dot = self.options.dotlists && values.len() == 2 && self.atoms.text(name) == ".";
        let term = self.build_from(if dot { Atom::DOT } else { name }, values);
        let layout = if self.options.layout {
            let layouts: Vec<Cell> = args[base..].iter().map(|a| a.1).collect();
            self.term_layout(start, end, start, name_end, &layouts)
        } else {
            NIL
        };
        self.args = args;
        self.args.truncate(base);
        self.operand(Value::Cell(term), layout)
    }

    // ---- simple terms ----

    fn simple(&mut self, token: Token) -> Fallible<()> {
        let (start, end) = (token.start, token.end);
        let value = match token.kind {
            Kind::End => return Err(self.lexer.error("end_of_clause")),
            Kind::Variable(true) => {
                let tag = Value::Var(self.variable(start, end));
                return self.dict(tag, None, start, end);
            }
            Kind::Variable(false) => Value::Var(self.variable(start, end)),
            Kind::Name(name) | Kind::Quoted(name) => Value::Cell(Cell::atom(name)),
            Kind::Empty(c, false) => Value::Cell(Cell::atom(empty_atom(c))),
            Kind::Number(number) => Value::Cell(self.heap.put_number(number)),
            Kind::Text(text, quotes) => {
                let value = Value::Cell(self.text(&text, quotes));
                let layout = self.string_layout(start, end);
                return self.operand(value, layout);
            }
            Kind::Functor(name) => return self.call(name, start, end),
            Kind::Empty(c, true) => return self.call(empty_atom(c), start, end),
            Kind::Dict(name) => {
                return self.dict(Value::Cell(Cell::atom(name)), Some(name), start, end);
            }
            Kind::Punct('(') => {
                self.open(Bracket::Paren, start, None);
                return Ok(());
            }
            Kind::Punct('{') => {
                self.open(Bracket::Brace, start, None);
                return Ok(());
            }
            Kind::Punct('[') => {
                let base = self.args.len();
                self.open(Bracket::List { first: None, tail: 0, base }, start, None);
                return Ok(());
            }
            Kind::Punct(',') => return Err(self.lexer.error("quoted_punctuation")),
            Kind::Punct(c) => {
                let name = self.atoms.intern(c.encode_utf8(&mut [0; 4]));
                Value::Cell(Cell::atom(name))
            }
        };
        let layout = self.range(start, end);
        self.operand(value, layout)
    }

    /// `name(`: the bracket, and at once its end for `name()`.
    fn call(&mut self, name: Atom, start: usize, name_end: usize) -> Fallible<()> {
        let open = self.lexer.next(self.atoms, false)?;
        debug_assert_eq!(open.kind, Kind::Punct('('));
        let first = self.lexer.next(self.atoms, false)?;
        let base = self.args.len();
        if first.kind == Kind::Punct(')') {
            return self.compound(name, base, start, name_end, first.end);
        }
        self.lexer.unget(first);
        self.open(Bracket::Args { name, base, name_end }, start, None);
        Ok(())
    }

    fn text(&mut self, text: &str, quotes: Quotes) -> Cell {
        match quotes {
            Quotes::String => self.heap.put_string(text),
            Quotes::Atom | Quotes::Symbol => Cell::atom(self.atoms.intern(text)),
            Quotes::Codes => {
                let codes: Vec<Cell> = text.chars().map(|c| Cell::small(c as i32)).collect();
                self.heap.put_list_of(&codes, NIL)
            }
            Quotes::Chars => {
                let chars: Vec<Cell> = text
                    .chars()
                    .map(|c| Cell::atom(self.atoms.intern(c.encode_utf8(&mut [0; 4]))))
                    .collect();
                self.heap.put_list_of(&chars, NIL)
            }
        }
    }

    // ---- variables and building ----

    fn variable(&mut self, start: usize, end: usize) -> usize {
        let at = self.variables.len();
        let name = self.lexer.text(start, end);
        let named = name != "_";
        if named {
            let known = if at <= FEW {
                self.variables.iter().position(|v| &*v.0 == name)
            } else {
                self.by_name.get(name).copied()
            };
            if let Some(known) = known {
                self.variables[known].2 += 1;
                return known;
            }
        }
        let name: Rc<str> = name.into();
        if at == FEW {
            let names = self.variables.iter().enumerate().map(|(i, v)| (v.0.clone(), i));
            self.by_name = names.collect();
        }
        if at >= FEW && named {
            self.by_name.insert(name.clone(), at);
        }
        self.variables.push((name, None, 1));
        at
    }

    pub(super) fn build(&mut self, name: Atom, values: &[Value]) -> Cell {
        self.build_from(name, values.iter().copied())
    }

    fn build_from(&mut self, name: Atom, values: impl ExactSizeIterator<Item = Value>) -> Cell {
        let is_list = name == Atom::DOT && values.len() == 2;
        if !is_list {
            self.heap.push(Cell::functor(name, values.len()));
        }
        let first = self.heap.top();
        for _ in 0..values.len() {
            self.heap.push(NIL);
        }
        for (i, value) in values.enumerate() {
            self.fill(first + i, value);
        }
        if is_list { Cell::list(first) } else { Cell::structure(first - 1) }
    }

    fn fill(&mut self, index: usize, value: Value) {
        self.heap.cells[index] = match value {
            Value::Cell(cell) => cell,
            Value::Var(variable) => {
                *self.variables[variable].1.get_or_insert(Cell::reference(index))
            }
        };
    }

    fn settle(&mut self, value: Value) -> Cell {
        match value {
            Value::Cell(cell) => cell,
            Value::Var(variable) => match self.variables[variable].1 {
                Some(cell) => cell,
                None => {
                    let cell = self.heap.new_var();
                    self.variables[variable].1 = Some(cell);
                    cell
                }
            },
        }
    }

    fn finish_variables(&mut self) -> Vec<Variable> {
        let variables = std::mem::take(&mut self.variables);
        variables
            .into_iter()
            .filter_map(|(name, cell, times)| Some(Variable { name, cell: cell?, times }))
            .collect()
    }

    // ---- layout ----

    pub(super) fn offset(&self, at: usize) -> Cell {
        let Position { char, .. } = self.lexer.raw.start;
        Cell::int(char + at as i64).unwrap_or(Cell::small(0))
    }

    pub(super) fn range(&mut self, start: usize, end: usize) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let (from, to) = (self.offset(start), self.offset(end));
        self.heap.put_compound(Atom::MINUS, &[from, to])
    }

    fn string_layout(&mut self, start: usize, end: usize) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let (from, to) = (self.offset(start), self.offset(end));
        let name = self.atoms.intern("string_position");
        self.heap.put_compound(name, &[from, to])
    }

    fn nested(&mut self, name: &str, start: usize, end: usize, inner: Cell) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let (from, to) = (self.offset(start), self.offset(end));
        let name = self.atoms.intern(name);
        self.heap.put_compound(name, &[from, to, inner])
    }

    fn term_layout(
        &mut self,
        start: usize,
        end: usize,
        name_start: usize,
        name_end: usize,
        args: &[Cell],
    ) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let (from, to) = (self.offset(start), self.offset(end));
        self.term_layout_at(from, to, name_start, name_end, args)
    }

    fn term_layout_at(
        &mut self,
        from: Cell,
        to: Cell,
        name_start: usize,
        name_end: usize,
        args: &[Cell],
    ) -> Cell {
        let (name_from, name_to) = (self.offset(name_start), self.offset(name_end));
        let args = self.heap.put_list_of(args, NIL);
        let name = self.atoms.intern("term_position");
        self.heap.put_compound(name, &[from, to, name_from, name_to, args])
    }

    fn operator_layout(&mut self, operator: Operator, operands: &[Operand]) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let bound = |parser: &Self, layout: Cell, i: usize| match parser.heap.compound(layout) {
            Some(compound) => parser.heap.at(compound.first + i),
            None => Cell::small(0),
        };
        let (start, end) = (self.offset(operator.start), self.offset(operator.end));
        let last = operands[operands.len() - 1].layout;
        let from = if operator.place == Place::Prefix {
            start
        } else {
            bound(self, operands[0].layout, 0)
        };
        let to = if operator.place == Place::Postfix { end } else { bound(self, last, 1) };
        let mut layouts: Vec<Cell> = operator.block.iter().map(|b| b.1).collect();
        layouts.extend(operands.iter().map(|o| o.layout));
        self.term_layout_at(from, to, operator.start, operator.end, &layouts)
    }

    fn list_layout(&mut self, base: usize, tail: Option<Cell>, start: usize, end: usize) -> Cell {
        if !self.options.layout {
            return NIL;
        }
        let elements: Vec<Cell> = self.args[base..].iter().map(|a| a.1).collect();
        let (from, to) = (self.offset(start), self.offset(end));
        let elements = self.heap.put_list_of(&elements, NIL);
        let none = Cell::atom(self.atoms.intern("none"));
        let name = self.atoms.intern("list_position");
        self.heap.put_compound(name, &[from, to, elements, tail.unwrap_or(none)])
    }
}

fn empty_atom(c: char) -> Atom {
    if c == '[' { Atom::NIL } else { Atom::CURLY }
}
