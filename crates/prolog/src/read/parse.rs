//! Second step, second half: operator precedence parsing with two stacks and no recursion.
//!
//! Operands wait on `out`, operators on `side`. Within one bracket there is at most one operand
//! more than operators; an operator that comes where an operand is due turns the operator before
//! it into an atom. Brackets open a frame with bases of its own on both stacks.

mod build;
mod layout;

use std::rc::Rc;

use super::{
    Fault, ReadOptions, ReadTerm, SyntaxError,
    raw::Raw,
    token::{Kind, Lexer, Token},
};
use crate::{
    atom::{Atom, Atoms},
    cell::Cell,
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
}

fn empty_atom(c: char) -> Atom {
    if c == '[' { Atom::NIL } else { Atom::CURLY }
}
