"""What a kernel may use: ``from .binding import State, States, game, guide``.

A kernel is a file of compiled functions written once for all games (drivers, search). :mod:`.loader` executes it once
for each game and guide, with these names bound to them. This module itself holds only their types: importing a name
from it outside the loader is an error. What a kernel imports from another one is bound to the same game and guide;
a kernel whose name only the guide knows is ``kernel(guide.PLANS)``.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

PARAMS: Final = 64
"""The length of a policy's row of parameters."""
RANDOM: Final = 0
"""The kind of policy, in every guide, that takes a legal action, each equally likely, and sees nothing else."""
MEMO: Final = 8
"""The length of a seat's row of a policy's notes."""


RUNNING, WAITING, FINISHED, REFUSED, FULL, ABANDONED = 0, 1, 2, 3, 4, 5
"""The states of a game in a batch.

In this order: it may go on at once; it waits for a Python agent's answer; it is over; its answer was not legal. It
waits because its log of steps is full; it is to end here, because its agent failed.
"""
LIMIT: Final = -1
"""The ending of a game that was stopped: after its limit of decisions, or where chance had no end."""
FAILED: Final = -2
"""The ending of a game that was stopped because an agent could not answer."""


class Rules(Protocol):
    """The functions of a game's rules, and what the loader adds (the three constants)."""

    HIDDEN: int
    """1 when the rules define ``hide``: some seat cannot see everything."""
    HAS_DRAW: int
    """1 when the rules define ``draw``."""
    TRACKS: int
    """1 when the rules define ``track``."""

    def new_game(self, g: Any) -> None:
        """Set ``g`` up from its options; all other fields may hold anything before."""

    def to_move(self, g: Any) -> int:
        """The seat to decide, or CHANCE (-1), or OVER (-2)."""

    def legal(self, g: Any, out: Any) -> int:
        """Write the legal action ids in ascending order at a decision and return how many there are."""

    def why(self, g: Any, a: int) -> int:
        """The reason code why action ``a`` (any integer) may not be taken now; 0 when it may."""

    def chance(self, g: Any, out: Any, weight: Any) -> int:
        """Write the outcomes of a chance node and their positive integer weights; return how many there are."""

    def chance_key(self, g: Any) -> int:
        """The channel (seat * 8 + purpose) that the pending chance draws from."""

    def draw(self, g: Any, u: int) -> int:
        """The outcome for a 52-bit draw ``u``: each must come up in exact proportion to its weight."""

    def step(self, g: Any, a: int) -> None:
        """Advance by one decision or one chance outcome; legality is the caller's promise."""

    def settled(self, g: Any) -> bool:
        """Whether no compound move, debt or auction is pending, nor chance, but for a throw that begins a move."""

    def seen_by(self, g: Any) -> int:
        """The mask of the seats that see the pending decision or outcome."""

    def utility(self, g: Any, out: Any) -> None:
        """Write each seat's share of the win, at the end."""

    def ending(self, g: Any) -> int:
        """How the game ended; 0 while it goes on."""

    def score(self, g: Any, out: Any) -> None:
        """Write the game's own measure (net worth, points) for each seat, at any time."""

    def features(self, g: Any, p: int, out: Any) -> None:
        """Write seat ``p``'s observation for learning."""

    def hide(self, g: Any, p: int, key: int) -> None:
        """Redraw all that seat ``p`` cannot know, from the draws of ``key``, consistent with what it knows."""

    def knows(self, g: Any, p: int) -> bool:
        """Whether seat ``p`` can tell all that is hidden, so that :meth:`hide` can draw nothing but this very position.

        Where that is in doubt the answer is False.
        """

    def track(self, g: Any, a: int, tally: Any) -> None:
        """Note in ``tally`` what the last step did, for statistics that the last position does not tell.

        Drivers call it after every step ``a``, a decision or an outcome of chance; ``tally`` has ``GameInfo.tracked``
        numbers, all 0 at the start of the game.
        """

    def canonical(self, g: Any, a: int) -> int:
        """The first of the legal actions that are equivalent to ``a``: what follows is worth the same to every seat."""

    def skip(self, g: Any) -> bool:
        """Let the seat to move give up its move, which need not be legal; False (and nothing done) where it cannot."""

    def key(self, g: Any) -> int:
        """The transposition key: equal positions have equal keys."""

    def check(self, g: Any) -> int:
        """0 when every invariant holds, otherwise the number of the broken one."""


class PolicyGuide(Protocol):
    """What plays: a compiled policy, and which decisions Python answers."""

    DISCREET: int
    """1 when the policy uses nothing that its seat cannot see: then it need not be shown a hidden copy."""

    def is_python_decision(self, g: Any, params: Any) -> bool:
        """Whether Python answers this decision of the seat to move, and not :meth:`policy`."""

    def policy(self, g: Any, params: Any, key: int, acts: Any, memo: Any) -> int:
        """Choose a legal action for the seat to move.

        It does so at every position, also at those that this policy would not have reached. A search or another policy
        may have led there, such as into the middle of an offer that this one would not have begun. What is chosen is
        carried out unchecked.

        ``params`` is a row of :data:`PARAMS` numbers. The first names the kind of policy, :data:`RANDOM` or another.
        In a game with hidden parts all kinds but RANDOM are shown a copy that their seat could see, unless the guide
        is DISCREET. ``key`` feeds ``below`` of :mod:`magnate.runtime.stream`, ``acts`` is scratch for ``legal``.
        ``memo`` is the seat's own row of :data:`MEMO` numbers, all 0 at the start of a game: what a policy has worked
        out and need not work out again. The choice must not depend on it, since search, records and single decisions
        hand over an empty one.
        """


class ValueGuide(Protocol):
    """What a position is worth: to a search, and to a network."""

    def estimate(self, g: Any, params: Any, out: Any) -> None:
        """Write a value for each seat of a game that is not over."""

    def inputs(self, g: Any, seat: int, out: Any) -> None:
        """Write what a network is told of the position, from the point of view of a seat; ``out`` is all 0 before.

        Nothing of it may be hidden from that seat, and a rotation of the seats must change nothing but who looks on.
        The guide's ``INPUTS``, plain Python, says how many numbers that are; without ``inputs`` they are the game's
        ``features``.
        """

    def reward(self, g: Any, params: Any, out: Any) -> None:
        """Write what the end of the game is worth to each seat in a search, within the game's range of utilities."""

    def adds_up(self, params: Any) -> bool:
        """Whether two players' rewards by these parameters always add up to what their utilities do.

        Plain Python, not compiled. Without it that is taken for granted only of a guide that has no rewards of its own.
        """


class PriorGuide(Protocol):
    """Where a search looks first, and where it must not stop."""

    def prior(self, g: Any, acts: Any, n: int, params: Any, out: Any) -> None:
        """Write a probability for each of the ``n`` legal actions ``acts``."""

    def is_tactical(self, g: Any, a: int, params: Any) -> bool:
        """Whether action ``a`` may change the position's value so much that a search should not stop before it."""


class DelegateGuide(Protocol):
    """What an agent that searches, or plays by a network, leaves to a rule or to a compiled policy."""

    def rule_move(self, g: Any, params: Any) -> int:
        """The action of a rule that spares a search; -1: it searches."""

    def amend(self, g: Any, a: int) -> int:
        """What an agent does that has chosen ``a`` by a search or a network: ``a``, or what it had better do instead.

        (In Monopoly such an agent makes no offer that it has made before.)
        """

    def prune(self, g: Any, models: Any, acts: Any) -> None:
        """Take out of the copy that is searched what no model of the others would let come to anything.

        ``models`` are the rows of the agents of a portfolio; ``acts`` is scratch. (In Monopoly these are offers.)
        """

    def revise(self, g: Any, a: int, models: Any) -> int:
        """What a search does that has chosen ``a``, by ``models`` of the others; it replaces :meth:`amend` there.

        (In Monopoly it makes no offer that no model accepts.)
        """

    def delegate(self, g: Any, params: Any, found: int, key: int, acts: Any, memo: Any) -> int:
        """What the policy of ``params`` does about that which a search can leave to it; -1: what the search says.

        ``found`` is the action that the search would take, -1 before it is asked. The others are those of
        :meth:`PolicyGuide.policy`.
        """

    def propose(self, g: Any, params: Any, found: int, key: int, acts: Any, memo: Any) -> int:
        """As :meth:`delegate`, for an agent that plays by a network: without the answers to others.

        Such an agent can value what an answer leads to, but nothing that is only a step of something else.
        """

    def narrow(self, g: Any) -> None:
        """Take what is delegated out of the copy that is searched, for all seats."""


class AfterstateGuide(Protocol):
    """By which positions a network judges actions, and how it carries out what takes several decisions."""

    VALUES: str
    """The kernel with the rule ``write_shares``, for win shares: by default :mod:`magnate.values.one_view`."""
    PLANS: str
    """The kernel that plans what takes several decisions.

    It has the rules ``carry_on`` and ``begin``; those of :mod:`magnate.values.afterstates` stand for it where a guide
    names none.
    """

    def afterstate(self, g: Any, a: Any) -> None:
        """Go to the position that a network judges action ``a`` by: the next one, or what the action is a step to."""

    def decision_margin(self, g: Any, a: Any, settings: Any) -> float:
        """What action ``a`` must be worth more than another to a network that chooses it; 1: it is not to be tried.

        ``settings`` are those of the agent that plays by the network.
        """

    def is_transient(self, g: Any) -> bool:
        """Whether no action of a network's is judged by this position, so that it need not learn its value."""


class SeatGuide(Protocol):
    """What a network with an output a seat is shown (:mod:`magnate.values.chances_kernel`); nothing stands for it."""

    OWN: int
    """The numbers of a seat."""
    PLACES: int
    """The seats that have room; the table's numbers come after theirs."""

    def first_seat(self, g: Any) -> int:
        """The seat from which all is seen: it belongs to the position, and moves with the players."""

    def seats_left(self, g: Any, first: int) -> int:
        """The mask of the seats that may still win, counted from seat ``first`` on."""

    def seat_inputs(self, g: Any, first: int, known: int, out: Any) -> None:
        """Write the numbers of each seat from ``first`` on, then the table's; ``known`` masks the hands to be shown."""


class Guide(PolicyGuide, ValueGuide, PriorGuide, DelegateGuide, AfterstateGuide, SeatGuide, Protocol):
    """What an agent or a search adds to a game. A guide defines what it needs; :mod:`.uniform` has the rest."""


REQUIRED: Final = ("new_game", "to_move", "legal", "why", "step", "utility", "ending", "score", "key", "check")
"""What every game's rules must define."""
OPTIONAL: Final = (
    "chance",
    "chance_key",
    "draw",
    "settled",
    "seen_by",
    "features",
    "hide",
    "knows",
    "track",
    "canonical",
    "skip",
)
"""What a game without chance, compound moves or hidden parts may leave to :mod:`.rule_defaults`."""
GUIDE_FUNCTIONS: Final = (
    *("is_python_decision", "policy"),
    *("estimate", "inputs", "reward"),
    *("prior", "is_tactical"),
    *("rule_move", "amend", "prune", "revise", "delegate", "propose", "narrow"),
    *("afterstate", "decision_margin", "is_transient"),
)
"""What a guide may define; :mod:`.uniform` has the others. ``DISCREET`` is 0 where it does not say so."""
GUIDE_PARTS: Final = ("PLANS", "VALUES", "OWN", "PLACES", "first_seat", "seats_left", "seat_inputs")
"""What else a kernel finds of a guide, if that has it."""

DEPRECATED: Final = {
    "asks": "is_python_decision",
    "instead": "rule_move",
    "deputy": "delegate",
    "follow": "afterstate",
    "handicap": "decision_margin",
    "unsettled": "is_transient",
    "noisy": "is_tactical",
}
"""The old names of a guide's functions, which guides written before still have."""


def guide_functions(guide: ModuleType | None) -> dict[str, Any]:
    """The functions that a guide defines, by their names today."""
    known = {} if guide is None else vars(guide)
    old = {new: known[name] for name, new in DEPRECATED.items() if name in known}
    return {**old, **{name: known[name] for name in GUIDE_FUNCTIONS if name in known}}


BOUND: Final = ("EXTENDED", "game", "guide", "kernel", "State", "States")
"""The names that the loader binds."""

if TYPE_CHECKING:
    from collections.abc import Callable

    EXTENDED: bool
    game: Rules
    guide: Guide
    kernel: Callable[[str], ModuleType]
    State: TypeAlias = Any
    States: TypeAlias = Any
else:

    def __getattr__(name):
        """The bound names exist only while the loader executes a kernel."""
        if name in BOUND:
            raise ImportError(
                f"{__name__}.{name} exists only in a kernel that the loader executes for a game: "
                "use loader.kernel(name, rules) instead of importing the kernel's module"
            )
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
