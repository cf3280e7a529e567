"""Mutation operators: most of cosmic-ray's, and four of our own."""

import ast
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import parso
from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator

COMPARISONS = ("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_Gt", "Gt_Lt", "Is_IsNot", "IsNot_Is")
THEIRS = (
    "AddNot",
    "ZeroIterationForLoop",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_USub_UAdd",
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Mod_Mul")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in COMPARISONS),
)
"""Of cosmic-ray's: not every pair of operators (``==`` to ``>>`` tells nothing that ``!=`` does not), and nothing that
changes ``|``, which here stands in annotations that are never evaluated."""
DONE_WITHOUT = ("log.", "assert ", '"', "'")
"""How statements begin that nothing is expected of: what is logged is no behaviour."""


class LeaveOutStatement(Operator):
    """A call, a raise, or an assignment to something that lasts is not made."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if node.type == "simple_stmt" and _does_something(node.children[0]):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:  # noqa: ARG002, their protocol
        first = node.get_first_leaf()
        node.children[0] = parso.python.tree.Keyword("pass", first.start_pos, first.prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        return ()


class OtherNumber(LeaveOutStatement):
    """A small number is one more or one less, any other ten times as much or a tenth: nobody sees one of a thousand."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if node.type == "number":
            for _ in ("more", "less"):
                yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        value = ast.literal_eval(node.value)
        tenth = value / 10 if isinstance(value, float) else value // 10
        others = (value + 1, value - 1) if value <= 2 else (value * 10, tenth)
        return parso.python.tree.Number(repr(others[index]), node.start_pos, node.prefix)


class Decided(LeaveOutStatement):
    """A condition always holds, or never: of a statement or of an expression."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        for condition in self._conditions(node):
            for _ in ("True", "False"):
                yield condition.start_pos, condition.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        condition = self._conditions(node)[index // 2]
        place = node.children.index(condition)
        node.children[place] = parso.python.tree.Keyword(("True", "False")[index % 2], condition.start_pos, " ")
        return node

    @staticmethod
    def _conditions(node: Any) -> list[Any]:
        children = node.children if node.type in {"if_stmt", "test"} else ()
        return [after for word, after in pairwise(children) if getattr(word, "value", "") in {"if", "elif"}]


class NotCaught(LeaveOutStatement):
    """An exception that is caught is not. cosmic-ray's own knows only names, neither ``one.Name`` nor ``*SOME``."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if node.type == "except_clause":
            yield node.children[1].start_pos, node.children[1].end_pos

    def mutate(self, node: Any, index: int) -> Any:  # noqa: ARG002, their protocol
        node.children[1] = parso.python.tree.Keyword("()", node.children[1].start_pos, " ")
        return node


def _does_something(statement: Any) -> bool:
    code = statement.get_code().strip()
    function = statement.search_ancestor("funcdef")
    if code.startswith(DONE_WITHOUT) or (function and function.name.value == "__init__"):
        return False
    if statement.type == "expr_stmt":
        # A name that is missing is noticed by anything that runs: only what lasts is of interest.
        target, sign = statement.children[:2]
        return target.type == "atom_expr" or getattr(sign, "value", "=") != "="
    return statement.type in {"raise_stmt", "del_stmt", "atom_expr", "await_expr", "power"}


def mutations(source: str, rng: Random) -> Iterator[str]:
    """The module with one thing changed, for every thing that can be, in an order the generator draws."""
    operators = [get_operator(f"core/{name}")() for name in THEIRS]
    places = [
        (operator, place)
        for operator in [*operators, LeaveOutStatement(), OtherNumber(), Decided(), NotCaught()]
        for place in range(_count(get_ast(source), operator))
    ]
    rng.shuffle(places)
    seen = {ast.dump(ast.parse(source))}
    for operator, place in places:
        changed = mutate_code(source, operator, place)
        try:
            parsed = ast.dump(ast.parse(changed))
        except SyntaxError:
            continue
        if parsed not in seen:
            seen.add(parsed)
            yield changed


def _count(node: Any, operator: Operator) -> int:
    here = sum(1 for _ in operator.mutation_positions(node))
    return here + sum(_count(child, operator) for child in getattr(node, "children", ()))
