"""Random trees: games without a subject, for trying out and checking searches.

Every node has ``branching`` children, ``depth`` decisions lead to a leaf, and the players decide in turns. With
``chance=k`` a chance node with ``outcomes`` outcomes of unequal probability follows every k-th decision. What a leaf
is worth is a function of the tree's seed and the path alone (Philox, as the engine's streams). So nothing is stored,
and the same tree has the same values everywhere.

``ordering="random"`` draws each leaf's utilities anew. For two players they are a share between 0 and 1 and the rest
of it, for more players as many numbers divided by their sum. With ``points=n`` each of n points goes to a random player
instead, which makes ties (``points=1``: somebody wins and the others lose).

``ordering="best"`` and ``"worst"`` (two players) are the trees on which alpha-beta cuts off as much as it ever can,
and nothing. They are built from the top: every node owns an interval of values, which its children share out in equal
parts, and a leaf lies within its own. Intervals never overlap, so whatever is played below, a child is better than
its sibling, or worse, by its place alone. In a best-ordered tree the mover's best part goes to the first child and
the others are rotated at random. In a worst-ordered one each child is better for the mover than the one before. So
the value of a node is known without a search: it is found by following the first children, or the last. Chance nodes
share out their interval too, and what they are worth on average stays in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..core.contract import CHANCE, OVER, PURPOSES, SEATS, TABLE
from ..core.game_module import GameModule
from ..core.narration import Event, RawEvent, everyone
from ..core.result_schema import SHARES
from ..errors import BadOption, BadSetup
from ..messages import Message
from ..runtime.compiler import Floats, Ints, rule
from ..runtime.interpreter import interpret
from ..runtime.layout import packed
from ..runtime.primitives import emit
from ..runtime.pystate import pystate_class
from ..runtime.stream import ROUNDS, philox, pick

__all__ = [
    "FACTS",
    "GAME",
    "PRESETS",
    "Options",
    "action_facets",
    "action_message",
    "action_name",
    "board_text",
    "narrate",
    "outcome_name",
    "parse_action",
    "parse_outcome",
    "reason_message",
    "setup",
    "to_setup",
    "view",
    "write_options",
]


MAX_BRANCHING, MAX_OUTCOMES, MAX_DEPTH, MAX_POINTS = 32, 36, 48, 100
MAX_LEAVES = 1 << 48
"""So many are told apart by values of 53 bits, with room for a random part."""

OPTIONS = packed(
    [
        ("seed", "i8"),
        ("leaves", "i8"),  # how many there are; follows from the others
        ("players", "i1"),
        ("branching", "i1"),
        ("depth", "i1"),
        ("chance", "i1"),
        ("outcomes", "i1"),
        ("ordering", "i1"),  # an index of options.ORDERINGS
        ("points", "i1"),
        ("spare", "i1"),
    ]
)
STATE = packed(
    [
        ("opt", OPTIONS),
        ("node", "i8"),  # which of the nodes of its level, from the left
        ("rank", "i8"),  # in ordered trees: which of that level's intervals, from the one that is worst for seat 0
        ("level", "i1"),  # decisions and outcomes so far
        ("spare", "i1", (7,)),
    ]
)
State: TypeAlias = Annotated[Any, STATE]

RANDOM, BEST, WORST = range(3)  # orderings
CHOSE, DREW = range(2)  # events
NO_SUCH_CHILD, GAME_OVER, CHANCE_PENDING = range(1, 4)  # reasons
ROTATION = 127
"""The draw of a node that tells how the parts of its interval are rotated; lower ones are weights or utilities."""
WEIGHTS = 6
"""Outcomes have weights from 1 to this."""


@rule
def new_game(g: State) -> None:
    """At the root."""
    g.node = 0
    g.rank = 0
    g.level = 0
    for i in range(7):
        g.spare[i] = 0


@rule
def levels(g: State) -> int:
    """The decisions and outcomes of a whole game."""
    if g.opt.chance == 0:
        return g.opt.depth
    return g.opt.depth + g.opt.depth // g.opt.chance


@rule
def is_chance(g: State, level: int) -> bool:
    """Whether the nodes of a level are chance nodes: after every ``chance`` decisions."""
    return g.opt.chance > 0 and level % (g.opt.chance + 1) == g.opt.chance


@rule
def decisions(g: State, level: int) -> int:
    """How many of the steps to a level are decisions."""
    if g.opt.chance == 0:
        return level
    return level - level // (g.opt.chance + 1)


@rule
def width(g: State, level: int) -> int:
    """The children of each node of a level."""
    return g.opt.outcomes if is_chance(g, level) else g.opt.branching


@rule
def mover(g: State, level: int) -> int:
    """Who decides at a level that is no chance."""
    return decisions(g, level) % g.opt.players


@rule
def to_move(g: State) -> int:
    """The players in turns, and chance between them."""
    if g.level == levels(g):
        return OVER
    if is_chance(g, g.level):
        return CHANCE
    return mover(g, g.level)


@rule
def number(g: State, node: int, level: int, i: int) -> int:
    """The ``i``-th draw (below 128) of a node: 52 bits from the tree's seed, the level and the place on it."""
    low = node & 0xFFFFFFFF
    rest = ((node >> 32) << 13) | (level << 7) | i
    return (philox(low, rest, g.opt.seed, ROUNDS) >> 12) & 0xFFFFFFFFFFFFF


@rule
def part(g: State, node: int, level: int, k: int) -> int:
    """Which part of its parent's interval child ``k`` of an ordered tree has; 0 is the worst for seat 0."""
    n = width(g, level)
    if is_chance(g, level):
        return (k + pick(number(g, node, level, ROTATION), n)) % n
    place = k
    if g.opt.ordering == BEST:
        place = n - 1
        if k > 0:
            place = (k + pick(number(g, node, level, ROTATION), n - 1)) % (n - 1)
    return place if mover(g, level) == 0 else n - 1 - place


@rule
def why(g: State, a: int) -> int:
    """Why child ``a`` may not be chosen (0: it may)."""
    if a < 0 or a >= g.opt.branching:
        return NO_SUCH_CHILD
    if g.level == levels(g):
        return GAME_OVER
    if is_chance(g, g.level):
        return CHANCE_PENDING
    return 0


@rule
def legal(g: State, out: Ints) -> int:
    """All children."""
    n = 0
    for a in range(g.opt.branching):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """All outcomes, with weights of the node's own."""
    for k in range(g.opt.outcomes):
        out[k] = k
        weight[k] = 1 + pick(number(g, g.node, g.level, k), WEIGHTS)
    return g.opt.outcomes


@rule
def chance_key(g: State) -> int:
    """Chance belongs to nobody."""
    return TABLE * PURPOSES


@rule
def step(g: State, a: int) -> None:
    """To child ``a``, chosen or drawn."""
    n = width(g, g.level)
    if is_chance(g, g.level):
        emit(g, DREW, a, 0, 0, 0)
    else:
        emit(g, CHOSE, mover(g, g.level), a, 0, 0)
    if g.opt.ordering != RANDOM:
        g.rank = g.rank * n + part(g, g.node, g.level, a)
    g.node = g.node * n + a
    g.level += 1


@rule
def settled(g: State) -> bool:
    """Everywhere but at chance nodes."""
    return g.level == levels(g) or not is_chance(g, g.level)


@rule
def utility(g: State, out: Floats) -> None:
    """What the leaf is worth; see the package's text."""
    players = g.opt.players
    if g.opt.ordering != RANDOM:
        inside = number(g, g.node, g.level, 0) / 9007199254740992.0  # below ½, so that rounding keeps neighbours apart
        out[0] = (g.rank + inside) / g.opt.leaves
        out[1] = 1.0 - out[0]
    elif g.opt.points > 0:
        for p in range(players):
            out[p] = 0.0
        for i in range(g.opt.points):
            out[pick(number(g, g.node, g.level, i), players)] += 1.0
        for p in range(players):
            out[p] /= g.opt.points
    elif players == 2:
        out[0] = number(g, g.node, g.level, 0) / 4503599627370496.0
        out[1] = 1.0 - out[0]
    else:
        total = 0.0
        for p in range(players):
            out[p] = 1.0 + number(g, g.node, g.level, p)
            total += out[p]
        for p in range(players):
            out[p] /= total


@rule
def ending(g: State) -> int:
    """0 going on, 1 at a leaf."""
    return 1 if g.level == levels(g) else 0


@rule
def score(g: State, out: Floats) -> None:
    """The utility in whole thousandths, 0 before the end."""
    if g.level == levels(g):
        utility(g, out)
        for p in range(g.opt.players):
            out[p] = float(int(out[p] * 1000.0))
    else:
        for p in range(g.opt.players):
            out[p] = 0.0


@rule
def features(g: State, p: int, out: Floats) -> None:
    """How far the game has come, and whether ``p`` decides: a tree shows nothing else."""
    out[0] = g.level / levels(g)
    out[1] = 1.0 if to_move(g) == p else 0.0


@rule
def key(g: State) -> int:
    """The level and the place on it: no two paths lead to one node."""
    return (g.level << 48) + g.node


@rule
def check(g: State) -> int:
    """1: no such level, 2: no such node on it, 3: a rank that does not follow from the path."""
    if g.level < 0 or g.level > levels(g) or g.node < 0:
        return 1
    node = g.node
    rank = 0
    parts = 1  # how many intervals there are below the level looked at
    for level in range(g.level - 1, -1, -1):
        n = width(g, level)
        k = node % n
        node = node // n
        if g.opt.ordering != RANDOM:
            rank += parts * part(g, node, level, k)
        parts *= n
    if node != 0:
        return 2
    return 0 if rank == g.rank else 3


# ---------------- Options


ORDERINGS = ("random", "best", "worst")


class Options(BaseModel):
    """The options of random trees."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    branching: int = Field(default=3, ge=2, le=MAX_BRANCHING, description="children of each decision")
    depth: int = Field(default=6, ge=1, le=MAX_DEPTH, description="decisions from the root to a leaf")
    chance: int = Field(
        default=0, ge=0, le=MAX_DEPTH, description="a chance node follows every so many decisions; 0: there are none"
    )
    outcomes: int = Field(default=2, ge=2, le=MAX_OUTCOMES, description="outcomes of each chance node")
    ordering: Literal["random", "best", "worst"] = Field(
        default="random", description="children in no order, or the mover's best one first, or last (two players)"
    )
    points: int = Field(
        default=0,
        ge=0,
        le=MAX_POINTS,
        description="points that a leaf gives out, one by one; 0: shares may be any numbers (random order only)",
    )
    seed: int = Field(default=1, ge=0, le=(1 << 32) - 1, description="which of the trees of this shape")

    @model_validator(mode="after")
    def _possible(self) -> Options:
        if self.leaves > MAX_LEAVES:
            raise ValueError(f"the tree has {self.leaves} leaves; allowed are {MAX_LEAVES}: lower depth or branching")
        if self.points and self.ordering != "random":
            raise ValueError(f"with ordering={self.ordering} no two leaves are worth the same: leave points at 0")
        return self

    @property
    def leaves(self) -> int:
        """How many leaves the tree has."""
        chances = self.depth // self.chance if self.chance else 0
        return int(self.branching**self.depth * self.outcomes**chances)


PRESETS: dict[str, dict[str, Any]] = {
    "random": {},
    "chance": {"depth": 4, "chance": 1, "outcomes": 3},
    "best": {"ordering": "best"},
    "worst": {"ordering": "worst"},
    "win-or-lose": {"points": 1},
}


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the options into the state's ``opt``; BadOption where they do not go with the number of players."""
    if options.ordering != "random" and players != 2:
        raise BadOption(
            f"trees for {players} players cannot be ordered {options.ordering} first",
            hint='set players to 2, or ordering to "random"',
        )
    for name in ("seed", "leaves", "branching", "depth", "chance", "outcomes", "points"):
        g["opt"][name] = getattr(options, name)
    g["opt"]["ordering"] = ORDERINGS.index(options.ordering)
    g["opt"]["players"] = players


# ---------------- Positions


def _at_chance(options: np.void, level: int) -> bool:
    """Whether a level is one of chance."""
    every = int(options["chance"])
    return every > 0 and level % (every + 1) == every


def _path(state: np.void) -> list[str]:
    """The names of all steps so far."""
    node, names = int(state["node"]), []
    for level in range(int(state["level"]) - 1, -1, -1):
        drawn = _at_chance(state["opt"], level)
        node, k = divmod(node, int(state["opt"]["outcomes" if drawn else "branching"]))
        names.append((OUTCOMES if drawn else NAMES)[k])
    return names[::-1]


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What anybody may see: the path. What lies below it is for a search to find out."""
    return {"path": _path(state)}


def board_text(state: np.void) -> str:
    """The path for a terminal."""
    path = _path(state)
    made = sum(name.startswith("m") for name in path)
    return f"decision {made} of {int(state['opt']['depth'])}; path: {' '.join(path) or 'none yet'}"


class Setup(BaseModel):
    """A position: the names of the steps from the root."""

    model_config = ConfigDict(strict=True, extra="forbid")

    path: list[str]


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state of a named position; raises :class:`~magnate.errors.BadSetup` for a path that the tree lacks."""
    path = Setup.model_validate(dict(position)).path
    chances = options.depth // options.chance if options.chance else 0
    if len(path) > options.depth + chances:
        raise BadSetup(f"the path has {len(path)} steps", hint=f"a leaf is reached after {options.depth + chances}")
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    interpreted, g = interpret(__name__), pystate_class(STATE)().from_record(states[0])
    for level, name in enumerate(path):
        drawn = _at_chance(states["opt"][0], level)
        names = OUTCOMES[: options.outcomes] if drawn else NAMES[: options.branching]
        if name not in names:
            raise BadSetup(f"step {level + 1} of the path cannot be {name!r}", hint=f"it is one of {', '.join(names)}")
        interpreted.step(g, names.index(name))
    return g.to_record()


def to_setup(state: np.void) -> dict[str, Any]:
    """The position that :func:`setup` reads back."""
    return view(state, None)


# ---------------- Words


NAMES = tuple(f"m{number}" for number in range(1, MAX_BRANCHING + 1))
OUTCOMES = tuple(f"c{number}" for number in range(1, MAX_OUTCOMES + 1))


def action_name(action: int) -> str:
    """The child: ``m1`` is the first."""
    return NAMES[action]


def parse_action(name: str) -> int:
    """The child of a name; raises ValueError when there is none."""
    return NAMES.index(name.strip().lower())


def action_message(state: np.void, action: int) -> Message:
    """What the action does."""
    return Message("random_tree.action.child", {"child": action + 1, "children": int(state["opt"]["branching"])})


def action_facets(action: int) -> dict[str, Any]:
    """The child, counted from 0."""
    return {"kind": "child", "child": action}


def outcome_name(state: np.void, outcome: int) -> str:
    """The outcome: ``c1`` is the first."""
    return OUTCOMES[outcome]


def parse_outcome(state: np.void, name: str) -> int:
    """The outcome of a name; raises ValueError when there is none."""
    return OUTCOMES.index(name.strip().lower())


def narrate(event: RawEvent) -> Event:
    """The message of an event of these rules."""
    one, other = event.args[:2]
    if event.kind == CHOSE:
        params = {"seat": one, "child": other}
        return Event.of("random_tree", "chose", params, everyone(SEATS), number=other + 1)
    return Event.of("random_tree", "drew", {"child": one}, everyone(SEATS), number=one + 1)


WHY = {
    NO_SUCH_CHILD: "random_tree.why.no_such_child",
    GAME_OVER: "engine.why.over",
    CHANCE_PENDING: "engine.why.chance",
}


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why the action is refused: the message of a reason code."""
    return Message(WHY[code], {"children": int(state["opt"]["branching"])} if code == NO_SUCH_CHILD else {})


# ---------------- The game

FACTS = SHARES
"""Tournaments count the shares themselves: a leaf may be worth anything."""

GAME = GameModule(
    name="random_tree",
    title="Random tree",
    about="trees without a subject, random or perfectly ordered, for checking searches",
    min_players=2,
    max_players=SEATS,
    max_actions=MAX_BRANCHING,
    max_legal=MAX_BRANCHING,
    max_outcomes=MAX_OUTCOMES,
    max_decisions=MAX_DEPTH,
    sometimes_chance=True,
    purposes=("chance",),
    endings=("", "leaf"),
    features=2,
    options=Options,
    presets=PRESETS,
    default_preset="random",
    write_options=write_options,
    action_name=action_name,
    parse_action=parse_action,
    action_facets=action_facets,
    outcome_name=outcome_name,
    parse_outcome=parse_outcome,
    action_message=action_message,
    reason_message=reason_message,
    narrate=narrate,
    view=view,
    board_text=board_text,
    setup=setup,
    to_setup=to_setup,
    results=FACTS,
)
