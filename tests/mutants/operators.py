"""Mutants of a module: copies of its syntax tree with one small change each, such as `<` in place of `<=`.

Changes that no test can notice are left out: docstrings, messages, annotations, logging and declarations of types.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
"""Each comparison with the one that replaces it: the other boundary, or the opposite."""

_BOUNDARIES = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)

REMOVED = (ast.Expr, ast.AugAssign, ast.Raise, ast.Return, ast.Continue, ast.Break, ast.Delete)
"""Statements that a mutant lacks. Assignments to fields and items are removed too."""

_UNREAD = {"annotation", "returns", "decorator_list", "type_comment", "type_params", "bases"}
"""Fields of the tree without behaviour of their own."""

_LOGGING = ("_log.", "log.", "logger.", "logging.")


@dataclass(slots=True)
class Mutant:
    """One change of a tree, which `plant` carries out."""

    line: int
    before: str
    after: str
    _parent: ast.AST
    _field: str
    _index: int | None
    _new: ast.AST

    def plant(self) -> None:
        """Change the tree that this mutant was found in."""
        if self._index is None:
            setattr(self._parent, self._field, self._new)
        else:
            getattr(self._parent, self._field)[self._index] = self._new


def find_mutants(tree: ast.AST) -> Iterator[Mutant]:
    """Yield all mutants of a tree, in the order of its lines. They share the tree, so only one may be planted."""
    for parent, field, index, node in _walk(tree):
        for new in _changes(parent, field, node):
            located = ast.fix_missing_locations(ast.copy_location(new, node))
            yield Mutant(node.lineno, _words(node), _words(located), parent, field, index, located)


def _walk(parent: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.expr | ast.stmt]]:
    for field, value in ast.iter_fields(parent):
        if field in _UNREAD:
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _is_noise(node):
                continue
            if isinstance(node, ast.expr | ast.stmt):
                yield parent, field, index, node
            if not isinstance(node, ast.Raise):  # its values are those of a message
                yield from _walk(node)


def _is_noise(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr() | ast.Assert() | ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=func)):
            return ast.unparse(func).startswith(_LOGGING)
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Subscript(value=ast.Name(id="Literal")):
            return True
        case ast.ClassDef():
            return any(ast.unparse(base).split(".")[-1] in {"TypedDict", "Protocol"} for base in node.bases)
    return False


def _changes(parent: ast.AST, field: str, node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    """Yield what may replace this node."""
    # A condition is negated, which also swaps the branches of a statement that has two.
    if isinstance(node, ast.expr) and (field == "test" or (field == "ifs" and isinstance(parent, ast.comprehension))):
        yield node.operand if _is_not(node) else ast.UnaryOp(ast.Not(), node)
    match node:
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for place, op in enumerate(ops):
                if not (field == "test" and len(ops) == 1 and type(op) not in _BOUNDARIES):  # negated already
                    swapped = COMPARISONS[type(op)]()
                    yield ast.Compare(left, [*ops[:place], swapped, *ops[place + 1 :]], comparators)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            yield ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right)
        case ast.Constant(value=value) if type(value) is int:
            yield ast.Constant(value + 1)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield ast.Pass()
        case _ if isinstance(node, REMOVED):
            yield ast.Pass()


def _is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _words(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else f"{text[:97]}..."
