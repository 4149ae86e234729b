"""A puzzle as a CP-SAT model: all_different for groups, linear constraints for sums and pairs; one worker."""
from ortools.sat.python import cp_model


def build(puzzle):
    model = cp_model.CpModel()
    var = {cell: model.new_int_var_from_domain(cp_model.Domain.from_values(sorted(puzzle.domains[cell])),
                                               f'r{cell[0] + 1}c{cell[1] + 1}')
           for cell in puzzle.cells}
    for group in puzzle.distinct:
        model.add_all_different([var[cell] for cell in group])
    for terms, total in puzzle.linear:
        model.add(sum(k * var[cell] for k, cell in terms) == total)
    for op, k, a, b in puzzle.pairs:
        add_pair(model, op, k, var[a], var[b])
    return model, var


def add_pair(model, op, k, x, y):
    if op == 'less':
        model.add(x < y)
    elif op == 'at-most':
        model.add(x <= y)
    elif op == 'differ':
        model.add(x != y)
    elif op == 'difference':
        model.add_linear_expression_in_domain(x - y, cp_model.Domain.from_values([-k, k]))
    elif op == 'not-difference':
        model.add(x - y != k)
        model.add(x - y != -k)
    elif op == 'ratio':
        first = model.new_bool_var('')
        model.add(x == k * y).only_enforce_if(first)
        model.add(y == k * x).only_enforce_if(~first)
    else:
        raise ValueError(op)


class Enumerate(cp_model.CpSolverSolutionCallback):
    """Counts solutions, keeps the first, and stops at the limit."""

    def __init__(self, var, limit):
        super().__init__()
        self.var, self.limit, self.count, self.first = var, limit, 0, None

    def on_solution_callback(self):
        self.count += 1
        if self.first is None:
            self.first = {cell: self.value(x) for cell, x in self.var.items()}
        if self.count >= self.limit:
            self.stop_search()


def solver(all_solutions=False, time_limit=None):
    result = cp_model.CpSolver()
    result.parameters.num_workers = 1
    result.parameters.random_seed = 1
    result.parameters.enumerate_all_solutions = all_solutions
    if time_limit:
        result.parameters.max_time_in_seconds = time_limit
    return result


def count(puzzle, limit, time_limit=None):
    """(number of solutions up to the limit, first solution, whether that is certain)"""
    model, var = build(puzzle)
    found = Enumerate(var, limit)
    run = solver(True, time_limit)
    status = run.solve(model, found)
    certain = found.count >= limit or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return found.count, found.first, certain
