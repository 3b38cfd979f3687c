"""Search over whole moves of Brass by a network, from Python: what is asked of it, and what it has found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ...core.interpreted_entries import interpreted_copies
from ...core.loader import kernel
from ...core.registry import guide_of
from ...errors import BadNetwork, BadSearch
from ...games.brass.board import INDUSTRY_NAMES, TILES
from ...networks.moves import MoveNetwork
from ...runtime.compiler import build
from ...runtime.pystate import PyStates
from ...runtime.stream import deal_seed
from ...search.options import check_playouts
from ...search.whole_driver import Room, WholeTree, lay_out, whole_workspace
from ...values.brass import INPUTS, OWN, PLACES, TABLE
from ...values.brass_moves import MOVE_INPUTS
from ..compiled import compiled_agent
from ..search_spec import search_agent
from .lines import BENDS, LINE_NAMES

if TYPE_CHECKING:
    from ...core.game import Game
    from ...runtime.compiler import Progress
    from ...search.algorithms import SearchSpec

KERNEL: Final = f"{__package__}.expert_kernel"
BASE: Final = "wholemove:playout=planner,truncate=0"
"""The search whose parameters, priors and options this one takes."""
PLIES: Final = 256
"""The longest way down."""


COVERED: Final[Mapping[str, tuple[str, int]]] = {
    "cotton": ("cotton", 2),
    "manufacturer": ("manufacturer", 5),
    "pottery": ("pottery", 1),
}
"""What is counted of the dear half of the mat: flipped tiles of an industry from a level on."""


@dataclass(frozen=True, slots=True)
class Ask:
    """How a move is searched.

    So many ``simulations`` are spent, or one where there is one move. Each sampled move has one if they are enough.
    With ``noise`` 1 the root's moves are drawn by probability. ``trust`` is the network's part of a leaf's value,
    beside the guide's estimate. ``policy`` is how much of what it says of moves counts. ``line`` is what the seat is
    forced into, with so great a ``bonus``.
    """

    simulations: int = 64
    noise: float = 0.0
    trust: float = 1.0
    policy: float = 1.0
    line: str = ""
    bonus: float = 0.0


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search has found: the best move, and of each sampled move what a learner needs.

    ``moves`` has the decisions of each, ``numbers`` (n, MOVE_INPUTS) what the network is shown of it. ``logits`` are
    the logarithms of the priors with what it says. ``policy`` is what it is to learn: these, improved by the values
    that were found, or a plain root's shares of the visits. ``values`` are those of the seats. ``shares`` are the win
    shares that the simulations ended with, the mean over the moves by their policy; None where no network said any.
    """

    best: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...]
    numbers: np.ndarray
    logits: np.ndarray
    policy: np.ndarray
    values: tuple[float, ...]
    shares: np.ndarray | None


class MoveSearch:
    """A search for a game of so many players that is asked again and again; each thread needs one of its own."""

    def __init__(
        self,
        game: Game,
        question: SearchSpec | None = None,
        *,
        sampled: int = 16,
        root: str = "gumbel",
        edge: str = "move",
        room: int = 1024,
        interpreted: bool = False,
        progress: Progress | None = None,
    ) -> None:
        rules, guide = game.rules, guide_of(game.name)
        if guide is None:
            raise BadSearch(f"{game.name} has no guide to search by", hint="search Brass")
        if question is None:
            question = search_agent(game.name, f"{BASE},sampled={sampled},root={root},edge={edge}").question
        bound = kernel(KERNEL, *(interpreted_copies(rules, guide) if interpreted else (rules, guide)))
        if not interpreted:
            build([bound.search, bound.show], progress)
        options = question.options
        sampled = int(options["sampled"])
        whole = whole_workspace(game, guide, Room(room, PLIES, sampled, cover=True), interpreted=interpreted)
        states, settings = np.zeros(1, game.rules.STATE), np.zeros(1, bound.SETTINGS)
        arms = len(whole.arms) + 1
        self._ws = bound.Workspace(
            whole=whole,
            net=_nothing().tables(PLACES),
            states=PyStates(states) if interpreted else states,
            row=np.zeros(INPUTS),
            move=np.zeros(MOVE_INPUTS),
            shares=np.zeros(PLACES),
            points=np.zeros(PLACES),
            moves=np.zeros((arms, MOVE_INPUTS)),
            logits=np.zeros(arms),
            won=np.zeros((arms, PLACES)),
            settings=PyStates(settings) if interpreted else settings,
        )
        run = whole.sim.runs[0] if interpreted else whole.sim.runs.view(np.recarray)[0]
        self.tree = WholeTree(whole.sim, run, lambda _, seat: bound.search(self._ws, seat), 0, me=0, whole=whole)
        self._settings = self._ws.settings[0] if interpreted else settings.view(np.recarray)[0]
        self._bound, self._game, self._room = bound, game, room
        self._rows = {line: _row(question.params, line) for line in LINE_NAMES}
        run.c, run.fpu, run.truncate = options["c"], options["fpu"], int(options["truncate"] or 0)
        lay_out(self.tree.plan, {**options, "cover": True})
        self.settle(Ask())

    def settle(self, ask: Ask) -> None:
        """Search so from now on; the simulations stay as they were."""
        self.tree.plan.noise, settings = ask.noise, self._settings
        settings.trust, settings.policy = ask.trust, 0.0 if self.tree.plan.single else ask.policy
        settings.bonus, settings.line = ask.bonus, LINE_NAMES.index(ask.line)
        self._ws.whole.sim.params[:] = self._rows[ask.line]
        self._ws.whole.moves.params[:] = self._rows[ask.line]

    def use(self, network: MoveNetwork) -> None:
        """Search by this network from now on."""
        check_sizes(network)
        self._ws = self._ws._replace(net=network.tables(PLACES))

    def shown(self, states: np.ndarray, eyes: int) -> np.ndarray:
        """What the network is shown of a position (an array of length 1) as a seat knows it."""
        self.tree.place(states)
        self._bound.show(self._ws, eyes)
        found: np.ndarray = self._ws.row.astype(np.float32)
        return found

    def search(self, states: np.ndarray, seat: int, key: int, ask: Ask) -> Searched:
        """Search for the seat to move; the same key finds the same."""
        if not 1 <= ask.simulations < self._room:
            raise BadSearch(
                f"there is no room for {ask.simulations:,} simulations",
                hint=f"simulate 1 to {self._room - 1:,} times, or make room for more",
            )
        tree, run = self.tree, self.tree.run
        tree.clear()
        for counter in ("simulations", "plies", "estimates", "visited", "refused", "draws", "endless"):
            setattr(run, counter, 0)
        tree.place(states)
        run.key, run.limit = deal_seed("expert", key), ask.simulations
        self.settle(ask)
        self._bound.search(self._ws, seat)
        check_playouts(run)
        return self._found(seat)

    def _found(self, seat: int) -> Searched:
        tree, ws = self.tree, self._ws
        nodes = slice(1, 1 + int(tree.node(0).children))  # the root's moves are the first nodes that are made
        if nodes.stop == 1:
            raise BadSearch("every move is too long here", hint="search with ismcts")
        records, totals = ws.whole.sim.tree.nodes, ws.whole.sim.tree.totals[nodes]
        if isinstance(records, PyStates):
            visits = np.array([records[node].visits for node in range(1, nodes.stop)])
        else:
            visits = records["visits"][nodes]
        logits, tried = ws.logits[nodes].copy(), np.maximum(visits, 1)
        scale = (tree.plan.c_visit + visits.max()) * tree.plan.c_scale
        policy = visits / visits.sum()
        if not tree.plan.plain:
            policy = improved(logits - logits.max(), totals[:, seat] / tried, visits, scale)
        shares = None
        if self._settings.trust > 0.0:
            weights = policy * (visits > 0)
            shares = weights / weights.sum() @ (ws.won[nodes] / tried[:, None])
        return Searched(
            tree.ids(tree.best()),
            tuple(map(tree.ids, range(1, nodes.stop))),
            ws.moves[nodes].astype(np.float32),
            logits,
            policy.astype(np.float32),
            tuple(tree.value(0)),
            shares,
        )


def improved(logits: np.ndarray, values: np.ndarray, visits: np.ndarray, scale: float) -> np.ndarray:
    """The policy that :func:`magnate.search.mcts_report.improved` finds, in arrays."""
    priors = np.exp(logits) * (visits > 0)
    mixed = float(priors @ values / priors.sum()) if priors.any() else 0.0
    better = logits + scale * np.where(visits > 0, values, mixed)
    found: np.ndarray = np.exp(better - better.max())
    return found / found.sum()


def covered(state: np.void) -> np.ndarray:
    """The flipped tiles (P, 3) of each seat on the board that :data:`COVERED` counts."""
    found = np.zeros((int(state["opt"]["players"]), len(COVERED)))
    for seat in range(len(found)):
        rest = int(state["tiles"][seat]) & int(state["flipped"])
        for tile in [TILES[int(state["tile"][space]) - 1] for space in range(rest.bit_length()) if rest >> space & 1]:
            for place, (industry, level) in enumerate(COVERED.values()):
                found[seat, place] += tile.industry == INDUSTRY_NAMES.index(industry) and tile.level >= level
    return found


def check_sizes(network: MoveNetwork) -> None:
    """Raise :class:`~magnate.errors.BadNetwork` for a network that is shown other things."""
    if (network.codes.sizes[0], network.move) != (OWN + TABLE, MOVE_INPUTS):
        raise BadNetwork(
            f"the network takes {network.codes.sizes[0]} numbers of a seat and its table and {network.move} of a move, "
            f"not {OWN + TABLE} and {MOVE_INPUTS}",
            hint="train it again",
        )


def _nothing() -> MoveNetwork:
    """A network that has learned nothing."""
    return MoveNetwork.new(own=OWN, table=TABLE, move=MOVE_INPUTS, codes=1, hidden=1, seed=0)


def _row(base: Sequence[float], line: str) -> np.ndarray:
    """The parameters of the guide, with planner's bent towards a line."""
    if not line:
        return np.array(base)
    bent = ",".join(f"{name}={value}" for name, value in BENDS[line].items())
    planner = np.array(compiled_agent("brass", f"planner:{bent}").row)
    return np.where(planner == 0.0, np.array(base), planner)
