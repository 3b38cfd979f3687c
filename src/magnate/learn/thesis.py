"""What the thesis' deep Q agent learns from: recorded games of Monopoly, their transitions, and its learners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from ..agents.monopoly.deep_q import outputs as columns
from ..agents.monopoly.deep_q.agent import DESTRUCTIVE, Shape, brain_of, new_networks
from ..agents.monopoly.deep_q.outputs import ALL, LIFT, NAMES, NETWORKS, UPGRADE, answers
from ..agents.monopoly.deep_q.rewards import LOST, WEALTH_STEP, WEIGHTS, WON
from ..core.loader import kernel
from ..core.run import Run, in_threads
from ..errors import BadValue
from ..networks import Network
from ..runtime.compiler import build
from ..runtime.layout import copied
from ..runtime.stream import deal_seed
from ..values.monopoly import THESIS
from .deep_q import DeepQ, Settings
from .transitions import Replay, Transitions, own_transitions

if TYPE_CHECKING:
    from ..core.game import Game


# ------------------------------------------------------------------ Recorded games, in compiled code on several threads


NETWORKS_SEAT: Final = -1
"""Who sits where the networks play."""
BLOCK: Final = 100
"""Games in one call of the kernel."""
ROOM: Final = 300
"""Rows a game for which there is room at first."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was decided in some games, and how they ended.

    A row of ``notes`` (n, 9; int64) is a decision of one network, or of a policy in its place. They stand in the order
    of play, game by game. The columns are those of ``magnate.agents.monopoly.deep_q.outputs``. ``terms`` (n, 2) is
    what its answer earned, and what it earns besides if wealth grows. ``inputs`` (n, 100; float32) is what the network
    is shown. ``shares``, ``worths`` and ``broke`` (games, 2) are each seat's share of the win, dollars of net worth and
    whether it went bankrupt; ``ending`` (games,) is how the game ended.
    """

    notes: np.ndarray
    terms: np.ndarray
    inputs: np.ndarray
    shares: np.ndarray
    worths: np.ndarray
    broke: np.ndarray
    ending: np.ndarray


@dataclass(frozen=True, slots=True)
class NetworkPlay:
    """How networks play. The fields are masks of networks, and a chance.

    Those ``asked`` are asked, and those ``gated`` need the parent's consent. With chance ``epsilon`` those that are
    ``exploring`` answer anything.
    """

    asked: int = ALL
    gated: int = DESTRUCTIVE
    epsilon: float = 0.0
    exploring: int = ALL


class Recorder:
    """Plays games of ``game``, which is Monopoly by the preset ``thesis`` for two, and notes what is decided.

    The number of ``threads`` changes no result.
    """

    def __init__(self, game: Game, parent: Sequence[float], shape: Shape | None = None, threads: int = 1) -> None:
        self.shape = Shape() if shape is None else shape
        self._game = game
        self._parent = parent
        self._threads = threads
        self._kernel: Any = kernel("magnate.agents.monopoly.deep_q.recording", game.rules, game.guide)

    def play(
        self,
        seeds: Sequence[int],
        seats: np.ndarray,
        rows: np.ndarray,
        networks: Mapping[str, Network] | None = None,
        *,
        play: NetworkPlay | None = None,
        watched: np.ndarray | None = None,
        wanted: int = ALL,
        sparse: bool = True,
    ) -> Recorded:
        """Play a game a seed.

        ``seats`` (games, 2) are rows of ``rows``, the parameters of policies, or NETWORKS_SEAT. Noted are the networks
        of the mask ``wanted``, at the seats of ``watched`` (games,; masks; all without it). Where networks play, an
        output without consent is not legal. ``sparse`` leaves out empty lists that follow an empty list of the same
        network.
        """
        build([self._kernel.record], self._game.progress)
        seats = np.ascontiguousarray(seats, np.int64)
        masks = np.full(len(seats), 0b11, np.int64) if watched is None else np.asarray(watched, np.int64)
        known = new_networks(self.shape, 0) if networks is None else networks
        how = asdict(play or NetworkPlay())
        run = Run.of(self._game, seeds, seats, rows, tracks=False)
        worths, broke = np.zeros((2, *seats.shape), np.int64)

        def block(span: slice) -> tuple[np.ndarray, ...]:
            """Play some games; again with enough room if there was too little."""
            brain = brain_of(self._parent, known, self.shape, **how)
            starts, room = copied(run.states[span]), ROOM * (span.stop - span.start)
            streams = run.streams[span].copy()
            while True:
                notes, terms = np.zeros((room, columns.COLUMNS), np.int64), np.zeros((room, 2))
                inputs = np.zeros((room, THESIS.size), np.float32)
                log = self._kernel.Log(
                    *(masks[span], wanted, sparse, np.zeros((2, NETWORKS), np.int64), notes, terms, inputs),
                    *(worths[span], broke[span]),
                )
                used = self._kernel.record(run.longest, run.buffers(span), brain, log)
                if used <= room:
                    notes[:used, columns.GAME] += span.start
                    return notes[:used], terms[:used], inputs[:used]
                room, run.states[span], run.streams[span] = used, starts, streams

        blocks = list(in_threads(block, len(seats), BLOCK, self._threads))
        notes, terms, inputs = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
        return Recorded(notes, terms, inputs, run.results.utility, worths, broke, run.results.ending)


# ---------------------------------------------------- Transitions: the thesis' rewards, or only the outcome of the game
#
# A transition of a network goes from one of its own decisions to the next one of the same seat, whatever its kind, or
# to the end of the game. The thesis' networks have no output for an empty list: it is no experience, but it ends the
# one before. Sales in debts count among the decisions about selling.


Span = Literal["transition", "action"]
"""Over what wealth is compared: until the network's next decision, or only across the action."""


def change_of_wealth(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """ΔW of reward A.1: the change of net worth in steps of $200, between -1 and 1.

    >>> change_of_wealth(np.array([1000, 1000, 1000]), np.array([1050, 500, 3000]))
    array([ 0.25, -1.  ,  1.  ])
    """
    return np.clip((after - before) / WEALTH_STEP, -1.0, 1.0)


def thesis_transitions(
    recorded: Recorded,
    network: int,
    outputs: int,
    *,
    span: Span = "transition",
    legal: bool = True,
    discount: float = 0.99,
) -> Transitions:
    """The experiences of a network with so many outputs by the rewards A.1 to A.8, one step each.

    Their targets are over the ``legal`` outputs of the next decision, or without that over all of them. One that lasts
    to the end of a game that was won, or to bankruptcy, is paid for that alone.
    """
    rows, last, after = _chain(recorded, network)
    notes = recorded.notes[rows]
    game, seat = notes[:, columns.GAME], notes[:, columns.SEAT]
    final = recorded.worths[game, seat]
    later = np.where(last, final, notes[after, columns.WORTH])
    if span == "action":
        later = notes[:, columns.WORTH_AFTER]
    change = change_of_wealth(notes[:, columns.WORTH], later)
    earned, with_profit = recorded.terms[rows].T
    reward = WEIGHTS[network] * change + earned + np.where(change > 0, with_profit, 0.0)
    reward = np.where(last & (recorded.broke[game, seat] == 1), LOST, reward)
    reward = np.where(last & (recorded.shares[game, seat] == 1), WON, reward)
    acted = notes[:, columns.OUTPUT] >= 0
    found = Transitions.blank(int(acted.sum()), recorded.inputs.shape[1], outputs)
    found.observation[:] = recorded.inputs[rows[acted]]
    found.mask[:] = True
    found.action[:] = notes[acted, columns.OUTPUT]
    found.reward[:] = reward[acted]
    found.discount[:] = np.where(last[acted], 0.0, discount)
    found.next_observation[:] = recorded.inputs[rows[after[acted]]]
    found.next_mask[:] = True
    if legal:
        found.next_mask[:] = legal_outputs(notes[after[acted]], outputs)
    return found


def outcome_transitions(
    recorded: Recorded, network: int, outputs: int, *, places: int = 40, n: int = 1, discount: float = 1.0
) -> Transitions:
    """The experiences of a network by nothing but the outcome: twice the share of the win minus 1, at the end.

    A transition spans ``n`` of its own decisions; ``discount`` is for each of its own turns in between. Masks are those
    of the legal outputs. A network that answers by lists has one output more than there are answers, for doing nothing:
    empty lists are experiences too, and games should be recorded without ``sparse``. ``places`` are the outputs for
    deeds.
    """
    rows, last, after = _chain(recorded, network)
    notes = recorded.notes[rows]
    count = answers(network, places)
    legal = legal_outputs(notes, outputs)
    legal[:, count:] = True
    action = np.where(notes[:, columns.OUTPUT] < 0, count, notes[:, columns.OUTPUT])
    if outputs == count and UPGRADE <= network <= LIFT:
        raise BadValue(
            "an empty list is no answer of a network that has no output for it",
            hint=f"give the network {count + 1} outputs",
        )
    share = recorded.shares[notes[:, columns.GAME], notes[:, columns.SEAT]]
    turns = (notes[after, columns.TURN] - notes[:, columns.TURN]) // 2
    return own_transitions(
        recorded.inputs[rows],
        legal,
        action,
        np.arange(len(rows)),
        np.where(last, 2.0 * share - 1.0, 0.0),
        np.where(last, 0.0, discount**turns),
        n,
    )


def legal_outputs(notes: np.ndarray, outputs: int) -> np.ndarray:
    """Which of so many outputs were legal at noted decisions, as masks (n, outputs)."""
    found: np.ndarray = (notes[:, columns.LEGAL, None] >> np.arange(outputs)) & 1 == 1
    return found


def _chain(recorded: Recorded, network: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A network's rows, seat by seat in each game; which are the last there, and the place of the one after each."""
    rows = np.flatnonzero(recorded.notes[:, columns.NETWORK] == network)
    whose = recorded.notes[rows][:, [columns.GAME, columns.SEAT]]
    rows = rows[np.lexsort((rows, whose[:, 1], whose[:, 0]))]
    whose = recorded.notes[rows][:, [columns.GAME, columns.SEAT]]
    after = np.minimum(np.arange(len(rows)) + 1, len(rows) - 1)
    last = (whose != whose[after]).any(axis=1)
    last[len(rows) - 1 :] = True
    return rows, last, after


# ------------------------------- Heads: a learner for each of the seven decisions, or one with the outputs of all seven


@dataclass(slots=True)
class Head:
    """A learner, and the decisions (``methods``) whose outputs its network has, one after another."""

    methods: tuple[int, ...]
    counts: tuple[int, ...]
    learner: DeepQ
    first: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        starts = accumulate(self.counts, initial=0)
        self.first = dict(zip(self.methods, starts, strict=False))

    @property
    def mask(self) -> int:
        """Its decisions as a mask."""
        return sum(1 << method for method in self.methods)

    def joined(self, parts: Mapping[int, Transitions]) -> Transitions:
        """Transitions of its decisions as ones of its network: outputs of the others are illegal."""
        if len(self.methods) == 1:
            return parts[self.methods[0]]
        widened = [self._widened(parts[method], method).columns() for method in self.methods]
        return Transitions(**{name: np.concatenate([one[name] for one in widened]) for name in widened[0]})

    def networks(self) -> dict[str, Network]:
        """A network for each of its decisions: the same hidden layers, and the outputs of that decision."""
        *hidden, (weight, bias) = self.learner.learner.layers()
        found = {}
        for method, count in zip(self.methods, self.counts, strict=True):
            span = slice(self.first[method], self.first[method] + count)
            layers = [*hidden, (weight[:, span], bias[span])]
            weights, biases = zip(*layers, strict=True)
            found[NAMES[method]] = Network(weights, biases)
        return found

    def forget(self) -> None:
        """Empty the replay buffer, when what it was for is over."""
        ring = self.learner.replay
        inputs, outputs = self.learner.learner.layers()[0][0].shape[0], sum(self.counts)
        self.learner.replay = Replay(ring.capacity, inputs, outputs, ring.seed)

    def _widened(self, given: Transitions, method: int) -> Transitions:
        """Transitions of one of its decisions, as ones of a network with all outputs."""
        start = self.first[method]
        wide = Transitions.blank(len(given), given.observation.shape[1], sum(self.counts))
        span = slice(start, start + given.mask.shape[1])
        masks = {"mask": wide.mask, "next_mask": wide.next_mask}
        for name, mask in masks.items():
            mask[:, span] = getattr(given, name)
        columns = {**given.columns(), **masks, "action": given.action + start}
        return Transitions(**columns)


def heads_for(
    shape: Shape, layers: Sequence[int], inputs: int, seed: int, settings: Sequence[Settings], *, one: bool
) -> list[Head]:
    """The learners at their beginning: seven in the order in which they are trained, or a single one.

    ``settings`` are those of each.
    """
    counts = shape.outputs
    every = tuple(range(len(NAMES)))
    groups = [every] if one else [(method,) for method in every]
    heads = []
    for number, (methods, given) in enumerate(zip(groups, settings, strict=True)):
        own = tuple(counts[method] for method in methods)
        network = Network.new([inputs, *layers, sum(own)], deal_seed(seed, "network", number))
        start = list(zip(network.weights, network.biases, strict=True))
        heads.append(Head(methods, own, DeepQ(start, deal_seed(seed, "learner", number), given)))
    return heads
