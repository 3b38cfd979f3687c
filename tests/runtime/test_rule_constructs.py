"""Compiled functions use only what means the same compiled and interpreted.

The lists below are the language of the rules. What is missing on purpose: exceptions, strings, lists, dictionaries,
sets, comprehensions, closures, `with`, `is`, `in` (which asks an array for an index in the twin), `**` (an integer
power overflows in compiled code only), keyword arguments, slices other than as the target of a store, and negative
constant indices. Calls are of the builtins and the functions of ``math`` that :mod:`.rule_calls` lists, of other
compiled functions and named tuples, and (in kernels) of the game, the guide and ``common``; rules do not call each
other in a circle.
"""

import ast
import re

import pytest

from .rule_calls import ROOT, Source, circle

STATEMENTS = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.If, ast.While, ast.For, ast.Break, ast.Continue)
STATEMENTS += (ast.Return, ast.Pass, ast.Expr)
EXPRESSIONS = (ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare)
EXPRESSIONS += (ast.IfExp, ast.Call, ast.Tuple, ast.Slice)
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Div, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr)
OPERATORS += (ast.BitXor, ast.And, ast.Or, ast.Not, ast.USub, ast.Invert)
OPERATORS += (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
OTHER = (ast.Load, ast.Store)
MODULES_OF_NUMPY = {"np", "numpy"}


def faults(function, source):
    """What in a function of a source is outside the language of the rules."""
    body = function.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]  # the docstring
    if function.args.defaults or function.args.kwonlyargs or function.args.vararg or function.args.kwarg:
        yield function.lineno, "parameters with defaults, keyword-only or starred"
    for top in body:
        for node in ast.walk(top):
            wrong = fault(node) or (source.call_fault(node) if isinstance(node, ast.Call) else None)
            if wrong:
                yield getattr(node, "lineno", function.lineno), wrong


def _countable(iterated):
    """Whether a loop's subject is ``range(...)`` or a constant table (by its name in capitals)."""
    if isinstance(iterated, ast.Call):
        return getattr(iterated.func, "id", "") == "range"
    return isinstance(iterated, ast.Name) and iterated.id.isupper()


def fault(node):
    """What is wrong with one node, or None."""
    if not isinstance(node, STATEMENTS + EXPRESSIONS + OPERATORS + OTHER):
        return type(node).__name__
    if isinstance(node, ast.Constant) and not isinstance(node.value, int | float):
        return f"the constant {node.value!r}"
    if isinstance(node, ast.Name) and node.id in MODULES_OF_NUMPY:
        return f"the name {node.id}"
    if isinstance(node, ast.Call) and node.keywords:
        return "a keyword argument"
    if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call):
        return "an expression without effect"
    if isinstance(node, ast.For) and (node.orelse or not _countable(node.iter)):
        return "a loop over anything but range(...) or a constant"
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub) for part in parts):
            return "a negative constant index"
        if isinstance(node.ctx, ast.Load) and any(isinstance(part, ast.Slice) for part in parts):
            return "a slice that is read"
    return None


DECORATED = re.compile(r"^\s*@(rule|entry|shared)$", re.MULTILINE)
FILES = [file for file in sorted(ROOT.rglob("*.py")) if DECORATED.search(file.read_text())]


def test_there_are_rules():
    assert {"drivers.py", "uniform.py", "pig.py", "tictactoe.py"} <= {file.name for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_only_allowed_constructs(file):
    source = Source(file)
    found = [
        f"{file.name}:{line} {function.name}: {what}"
        for function in source.compiled.values()
        for line, what in faults(function, source)
    ]
    assert not found, "\n".join(found)


def text_of(*functions):
    """A source with rules of these names and bodies, as if it lay among the games."""
    head = "from ..runtime.stream import below, pick as choose\n"
    head += "from ..runtime import primitives as bits\nimport random\n"
    bodies = [f"@rule\ndef {name}(g: State, n: int) -> int:\n {body}\n" for name, body in functions]
    return Source(ROOT / "games" / "text.py", head + "\n".join(bodies))


@pytest.mark.parametrize(
    "body",
    [
        "raise ValueError",
        "x = [1]",
        "x = {1: 2}",
        "x = 'a'",
        "x = g.cash[1:]",
        "x = g.cash[-1]",
        "x = 2 ** n",
        "x = 1 in g.cash",
        "x = g is None",
        "for c in g.cash: pass",
        "for i in range(3): pass\n else: pass",
        "x = f(n=1)",
        "x = sum(g.cash)",
        "x = np.sqrt(2.0)",
        "x = lambda: 1",
        "with g: pass",
        "x = [i for i in range(3)]",
        "g.cash",
        "assert n",
        "x = f'{n}'",
        "try:\n  pass\n except ValueError:\n  pass",
        "del g",
        "global n",
        "import math",
        "x = random.randrange(6)",
        "x = random.random()",
        "x = time.time()",
        "x = open(n)",
        "x = input()",
        "x = dict()",
        "x = set()",
        "x = str(n)",
        "x = Count(n)",  # a name that no named tuple has
        "x = below.Pair(n, n)",
        "x = hash(n)",
        "x = sorted(n)",
        "x = getattr(g, n)",
        "x = g.cash.sum()",
        "x = zeros(3)",
        "x = pick(n, 6)",  # imported by another name
        "x = math.gamma(1.5)",
        "x = bits.no_such_rule(n)",
        "x = choose(n, 6)(n)",
        "print(n)",
    ],
)
def test_the_check_finds(body):
    source = text_of(("f", body))
    assert [what for function in source.compiled.values() for _, what in faults(function, source)]


def test_no_rule_calls_itself_by_any_way():
    """Kernels of search may: their stack is as deep as the plies they are given."""
    sources = [Source(file) for file in FILES if file.relative_to(ROOT).parts[0] != "search"]
    assert len(sources) > 50
    assert circle(sources) == []


@pytest.mark.parametrize(
    ("functions", "found"),
    [
        ([("f", "return f(g, n - 1)")], ["f"]),
        ([("h", "return f(g, n)"), ("f", "return k(g, n)"), ("k", "return f(g, n)")], ["f", "k"]),
        ([("f", "return k(g, n) + k(g, n - 1)"), ("k", "return choose(n, 6)")], []),
    ],
)
def test_a_circle_of_calls_is_found(functions, found):
    assert circle([text_of(*functions)]) == found


def test_a_call_is_followed_into_other_files():
    (called,) = text_of(("f", "return choose(n, 6)")).calls("f")
    assert called == (ROOT / "runtime" / "stream.py", "pick")


def test_the_check_allows_what_rules_need():
    text = '''
from ..runtime import primitives as bits
from ..runtime.stream import pick

@rule
def f(g: State, n: int) -> int:
    """Words."""
    g.cash[:] = 0
    g.deck[1, :] = -1
    a, b = n, ~n
    while a < 3 and not b == 0:
        a += 1 if a > b else 2
    for i in range(n):
        g.deck[0, i] |= 1 << i
    pair = Pair(n, a)
    return pair.one + min(a // 2, -b % 5) + math.floor(1.5) + bits.count_bits(n) + game.to_move(g) + h(g)

@rule
def h(g: State) -> int:
    return pick(5, 6)

class Pair(NamedTuple):
    one: int
    other: int
'''
    source = Source(ROOT / "games" / "text.py", text)
    assert [what for function in source.compiled.values() for what in faults(function, source)] == []
