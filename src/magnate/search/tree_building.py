"""Making a :class:`.tree_formats.Tree` of what a search left, in its pool or in a recording of its kernel."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from ..core.contract import CHANCE, OVER
from ..core.game_module import GameModule, action_text
from ..core.wording import rules_message
from ..errors import BadSearch
from ..skins import shown
from .algorithms import ALGORITHMS
from .report import Step
from .tree import VARIES, Kept, TreeNode, TreeSize, Values, kept
from .tree_formats import Tree

if TYPE_CHECKING:
    from ..core.game import Position
    from . import mcts_report
    from .report import Report


DESCRIBED: Final = 3_000
"""So many nodes next to the root get a sentence, and the best line: in a large game it takes a millisecond a node."""


class Found(NamedTuple):
    """What a search knows of a node; the fields are those of :class:`.tree.TreeNode`."""

    value: Values
    bound: str
    proven: bool = False
    prior: float | None = None
    remark: str = ""


class Source(Protocol):
    """A tree as a search left it, its nodes by number; the root is node 0."""

    unit: str
    """What visits count."""
    open: bool
    """Whether chance is not in the tree (an open loop): a node then stands for many positions."""

    def below(self, node: int) -> Sequence[int]:
        """The visited children of a node, in the order of their ids."""

    def visits(self, node: int) -> int:
        """How often it was visited, or how many nodes were visited in its subtree."""

    def step(self, node: int) -> int:
        """The action or outcome that leads to it from its parent."""

    def found(self, node: int) -> Found:
        """What is known of it."""


class OpenSource(Source, Protocol):
    """The tree of an open loop, in which several seats may decide at one node."""

    def by(self, node: int) -> int:
        """Who took the step that leads to it."""

    def untried(self, node: int) -> list[int]:
        """The actions that were known there and that no visit took."""


def tree_of(source: Source, start: Position, report: Report, size: TreeSize) -> Tree:
    """The tree of a search from ``start`` (what its seat sees), whose report has the best line."""
    line = list(_line(source, report.variation))
    chosen = kept(source.below, source.visits, line, size)
    best = {0, *line}
    if source.open:
        nodes = _named_open(cast("OpenSource", source), start, chosen, best)
    else:
        nodes = _named(source, start, chosen, best)
    game = start.game
    return Tree(
        game=game.name,
        title=shown(game.info.title),
        preset=str(rules_message(game)),
        players=game.players,
        seat=report.seat,
        algorithm=report.algorithm,
        options=_chosen(report),
        budget=report.budget,
        unit=source.unit,
        position=str(start),
        nodes=tuple(nodes),
    )


def _chosen(report: Report) -> dict[str, Any]:
    """The options that are not the algorithm's own defaults."""
    known = ALGORITHMS[report.algorithm].options
    return {name: value for name, value in report.options.items() if value != known[name].default}


def _line(source: Source, steps: Iterable[Step]) -> Iterator[int]:
    """The nodes of a line as far as it was visited; an open loop has none for chance."""
    node = 0
    for step in steps:
        after = next((child for child in source.below(node) if _leads(source, child, step)), None)
        if after is not None:
            yield after
            node = after
        elif not (source.open and step.chance):
            return


def _leads(source: Source, node: int, step: Step) -> bool:
    """Whether a step leads to this node from its parent; in an open loop an action and an outcome may have one id."""
    if source.step(node) != step.id:
        return False
    return not source.open or (cast("OpenSource", source).by(node) == CHANCE) == step.chance


def _choices(position: Position) -> dict[int, tuple[str, float | None]]:
    """All that may be done or happen, by id: its name, and the probability of an outcome."""
    if position.to_move == CHANCE:
        return {one.id: (one.name, float(one.probability)) for one in position.outcomes()}
    declared = position.game.declared
    if isinstance(declared, GameModule):
        return {action: (declared.action_name(action), None) for action in position.legal_ids()}
    return {one.id: (one.name, None) for one in position.legal()}  # names that depend on the position (OpenSpiel's)


def _named(source: Source, start: Position, chosen: Kept, best: set[int]) -> list[TreeNode]:
    """The nodes with their names, by playing the game along every branch."""
    hidden = start.game.info.hidden  # what is proven of one world is not of all
    below: dict[int, list[int]] = {}
    for at, parent in enumerate(chosen.parents):
        below.setdefault(parent, []).append(at)
    nodes: list[Any] = [None] * len(chosen.nodes)
    waiting: list[tuple[int, Position, tuple[str, float | None]]] = [(0, start, ("", None))]
    while waiting:
        at, before, (name, probability) = waiting.pop()
        node = chosen.nodes[at]
        step = -1 if at == 0 else source.step(node)
        here = before if at == 0 else before.copy().apply(step)
        visited = source.below(node)
        choices = _choices(here) if visited else {}
        steps = {source.step(child) for child in visited}
        found = source.found(node)
        nodes[at] = TreeNode(
            parent=chosen.parents[at],
            id=step,
            name=name,
            text=_step_text(before, step, here) if at > 0 and (at < DESCRIBED or node in best) else "",
            by=before.to_move if at else OVER,
            mover=here.to_move,
            visits=source.visits(node),
            value=found.value,
            bound=found.bound,
            proven=found.proven and not hidden,
            probability=probability,
            prior=found.prior,
            best=node in best,
            remark=found.remark,
            unsearched=tuple(other for action, (other, _) in choices.items() if action not in steps),
            further=chosen.further[at],
        )
        waiting += [(child, here, choices[source.step(chosen.nodes[child])]) for child in below.get(at, ())]
    return nodes


def _named_open(source: OpenSource, start: Position, chosen: Kept, best: set[int]) -> list[TreeNode]:
    """The nodes of an open loop, or of information sets: what a step does depends on the dice, or on what is hidden."""
    declared, hidden = start.game.declared, start.game.info.hidden

    def name(node: int) -> str:
        step = source.step(node)
        return str(
            declared.outcome_name(start.state, step) if source.by(node) == CHANCE else declared.action_name(step)
        )

    nodes = []
    for at, (node, parent, further) in enumerate(zip(chosen.nodes, chosen.parents, chosen.further, strict=True)):
        movers = {source.by(child) for child in source.below(node)}
        found = source.found(node)
        nodes.append(
            TreeNode(
                parent=parent,
                id=source.step(node) if at else -1,
                name=name(node) if at else "",
                text="",
                by=source.by(node) if at else OVER,
                mover=start.to_move if at == 0 else movers.pop() if len(movers) == 1 else VARIES,
                visits=source.visits(node),
                value=found.value,
                bound=found.bound,
                proven=found.proven and not hidden,
                prior=found.prior,
                best=node in best,
                unsearched=tuple(map(declared.action_name, source.untried(node))),
                further=further,
            )
        )
    return nodes


def _step_text(before: Position, step: int, here: Position) -> str:
    """What an action does, or what an outcome of chance did as far as everybody may know, as a sentence."""
    if before.to_move == CHANCE:
        return " ".join(event.text for event in here.events_for(None))
    return action_text(before.game.declared, before.state, step)


# ------------------------------------------------------------------------------------ The tree of a Monte Carlo search


class Pool:
    """The visited nodes of a tree, with what their simulations brought; ``open_``: it has no chance (an open loop)."""

    unit = "simulations"

    def __init__(self, tree: mcts_report.Found, *, open_: bool) -> None:
        self.open = open_
        self._tree = tree
        self._below: dict[int, list[int]] = {}

    def below(self, node: int) -> Sequence[int]:
        """The children that a simulation went to."""
        found = self._below.get(node)
        if found is None:
            found = [child for child in self._tree.children(node) if self._tree.node(child).visits]
            self._below[node] = found
        return found

    def visits(self, node: int) -> int:
        """The simulations that went through the node."""
        return int(self._tree.node(node).visits)

    def step(self, node: int) -> int:
        """The action or outcome that leads to it."""
        return int(self._tree.node(node).id)

    def by(self, node: int) -> int:
        """Who took that step, in an open loop."""
        return int(self._tree.node(node).by)

    def untried(self, node: int) -> list[int]:
        """The actions of its children that no simulation took, in an open loop."""
        records = (self._tree.node(child) for child in self._tree.children(node))
        return [int(one.id) for one in records if not one.visits]

    def found(self, node: int) -> Found:
        """The mean of its simulations, or its exact value if that is proven."""
        value = tuple(None if math.isnan(one) else one for one in self._tree.value(node))
        one = self._tree.node(node)
        prior = self._tree.prior(node) if node and not one.weight else None
        return Found(value, "=" if one.proven else "~", bool(one.proven), prior)


class Shallow(Pool):
    """The same of the root and its actions alone."""

    def __init__(self, tree: mcts_report.Found) -> None:
        super().__init__(tree, open_=False)

    def below(self, node: int) -> Sequence[int]:
        """The actions of the root that a simulation took."""
        return super().below(node) if node == 0 else ()


# -------------- Recording what a depth-first search visits, by running its kernel interpreted while somebody looks on.
#
# A compiled kernel allocates nothing, so it cannot keep a tree. Here the same file runs as plain Python with a few of
# its functions watched: ``visit`` and ``advance`` of :mod:`.common` tell where the search is, and what ``value`` (and
# Star2's ``probe``) return is what it found there. The kernel knows nothing of it, and does what the compiled one did.


MOST: Final = 200_000
"""The most nodes that are recorded; interpreted, a search visits some thousands in a second."""
SKIP: Final = -2
"""The step to a position that a null move leads to."""


class Recording:
    """The nodes that a search visited, and what it returned for each.

    ``values`` turns what the algorithm found into an entry a seat; ``vector``: it finds those of all ``players``.
    ``low`` and ``high`` are what no value can be beyond, if the algorithm relies on it.
    """

    unit = "nodes"
    open = False

    def __init__(
        self,
        values: Callable[[Sequence[float]], Values],
        *,
        players: int,
        vector: bool,
        low: float = -math.inf,
        high: float = math.inf,
    ) -> None:
        self._values, self._players, self._vector = values, players, vector
        self._low, self._high = low, high
        self._noted = {"cutoffs": 0, "hits": 0}  # how many of those that the work counts are some node's already
        self.clear()

    def clear(self) -> None:
        """Forget all nodes: the search begins anew, one move deeper."""
        self._steps: list[int] = []
        self._after: list[dict[int, int]] = []
        self._visits: list[int] = []
        self._found: list[Found | None] = []
        self._at = [self._fresh(-1)]  # the node at each ply of the line that is looked at

    def _fresh(self, step: int) -> int:
        """A new node's number."""
        if len(self._steps) == MOST:
            raise BadSearch(
                f"the search visits more than {MOST:,} nodes, which is too many to record its tree",
                hint="search less deep, or without the tree",
            )
        self._steps.append(step)
        self._after.append({})
        self._visits.append(0)
        self._found.append(None)
        return len(self._steps) - 1

    # ------------------------------------------------------------------------------------------ watching

    def watch(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        """The entry of an interpreted kernel, with this recording looking on."""
        kernel: dict[str, Any] = getattr(entry, "__globals__")  # noqa: B009 - a plain function if interpreted
        names = dict(kernel)
        for name, one in kernel.items():
            if isinstance(one, FunctionType) and one.__globals__ is kernel:
                names[name] = FunctionType(one.__code__, names, name, one.__defaults__, one.__closure__)
        for name in [name for name in names if name == "value" or name.endswith("_value")]:
            names[name] = self._watched(names[name], kernel["game"], self._bound)
        if "probe" in names:
            names["probe"] = self._watched(names["probe"], kernel["game"], _probed)
        common = ModuleType("common (watched)")
        vars(common).update(vars(kernel["common"]))
        vars(common).update(visit=self._visit(common.visit), advance=self._advance(common.advance))
        names["common"] = common
        watched: Callable[..., Any] = names[entry.__name__]
        return watched

    def _visit(self, visit: Callable[..., None]) -> Callable[..., None]:
        def watched(ply: int, ws: Any) -> None:
            if ply == len(self._at):  # a null move: nobody took a step, so that what is below is counted, not shown
                after = self._after[self._at[ply - 1]]
                self._at.append(after[SKIP] if SKIP in after else after.setdefault(SKIP, self._fresh(SKIP)))
            self._visits[self._at[ply]] += 1
            visit(ply, ws)

        return watched

    def _advance(self, advance: Callable[..., int]) -> Callable[..., int]:
        def watched(ply: int, a: int, moves: int, ws: Any) -> int:
            after = self._after[self._at[ply]]
            if a not in after:
                after[a] = self._fresh(a)
            self._at[ply + 1 :] = [after[a]]
            return advance(ply, a, moves, ws)

        return watched

    def _watched(
        self, function: Callable[..., Any], game: Any, bound: Callable[[float, bool, dict[str, Any]], str]
    ) -> Callable[..., Any]:
        """A function that returns what the position at a ply is worth; ``bound`` says what that number is."""
        parameters = tuple(inspect.signature(function).parameters)
        remark = "probed" if function.__name__ == "probe" else ""

        def watched(*given: Any) -> Any:
            asked = dict(zip(parameters, given, strict=True))
            ply, ws = asked["ply"], asked["ws"]
            work = ws.works[0]
            before = {name: getattr(work, name) - noted for name, noted in self._noted.items()}
            horizon = work.horizon
            returned = function(*given)
            if work.stop != 0:
                return returned
            own = {name: getattr(work, name) - noted - before[name] for name, noted in self._noted.items()}
            for name, more in own.items():
                self._noted[name] += more
            if self._vector:
                sign = "" if returned is False else "="  # max^n says so of a node that it left early
            elif not self._after[self._at[ply]] and not own["hits"]:  # a leaf
                sign = "="
            else:
                sign = bound(returned, game.to_move(ws.states[ply]) == asked["me"], asked)
            known = list(ws.values[ply]) if self._vector else [returned]
            value = self._values(known) if sign else self._unknown()
            said = remark or ("cut-off" if own["cutoffs"] else "remembered" if own["hits"] else "")
            proven = sign == "=" and work.horizon == horizon
            self._found[self._at[ply]] = Found(value, sign, proven, None, said)
            return returned

        return watched

    def _bound(self, value: float, mine: bool, asked: dict[str, Any]) -> str:
        """What a value is that was found in a window: it, or a bound of it."""
        alpha, beta = asked.get("alpha", -math.inf), asked.get("beta", math.inf)
        if asked["ws"].works[0].deep == 0:  # the kernel forgets the bound that is not the parent's
            alpha, beta = (-math.inf, beta) if mine else (alpha, math.inf)
        if self._low < value <= alpha:
            return "<="
        return ">=" if beta <= value < self._high else "="

    # ------------------------------------------------------------------------------------------- reading

    def finish(self) -> None:
        """Count the visits of whole subtrees, when the search is done."""
        for node in range(len(self._steps) - 1, -1, -1):  # children have higher numbers
            self._visits[node] += sum(self._visits[child] for child in self._after[node].values())

    def below(self, node: int) -> Sequence[int]:
        """The children that the search visited."""
        after = self._after[node]
        return [after[step] for step in sorted(after) if step != SKIP and self._visits[after[step]]]

    def visits(self, node: int) -> int:
        """The nodes that the search visited in the subtree, each as often as it was."""
        return self._visits[node]

    def step(self, node: int) -> int:
        """The action or outcome that leads to the node."""
        return self._steps[node]

    def found(self, node: int) -> Found:
        """What the search returned for the node when it last looked."""
        return self._found[node] or Found(self._unknown(), "")

    def _unknown(self) -> Values:
        """The values of all seats where none is known."""
        return (None,) * self._players


def _probed(value: float, mine: bool, asked: dict[str, Any]) -> str:
    """What one action of a decision shows: a decision of the seat that searches is worth that or more, others' less.

    Where the action's own value is a bound on the wrong side, nothing is known.
    """
    if mine:
        return ">=" if value > asked["alpha"] else ""
    return "<=" if value < asked["beta"] else ""
