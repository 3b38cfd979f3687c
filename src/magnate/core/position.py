"""A position of a game: ask it what may be done, do it, and see what happened.

This is the checked edge of the engine. Inside compiled loops legality is the caller's promise; here an illegal
action is refused with a sentence, and the position stays as it was, byte for byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, ClassVar, Final, Self, TypeAlias

import numpy as np

from ..errors import BadSeat, IllegalAction, NotFinished
from ..runtime.layout import copied, plain_bytes
from ..runtime.stream import STREAM
from .base_game import BaseGame
from .contract import CHANCE, CHANCES_BESIDE, OVER, POLICY, PURPOSES, Action, Outcome
from .dice import KeyedDice
from .narration import Event, narrated, readable_by
from .position_info import PositionInfo
from .record import Result
from .validation import checked_seed

NOTHING: Final = -1
"""As in the kernel :mod:`.position_kernel`, which cannot be imported without a game: no action is taken."""
CHAPTER: Final = 64
"""After so many steps or a few more, a game's latest become part of its past."""
_Past: TypeAlias = "tuple[_Past, tuple[int, ...]] | None"
"""Steps of a game: the last of them, and before these the others. It never changes, so copies share it."""


class BasePosition:
    """All that a position does but for its record; :class:`~magnate.core.game.Position` is the one to use."""

    _LOOK: ClassVar[type[PositionInfo]] = PositionInfo
    """How positions of this kind are looked at."""

    __slots__ = (
        *("_before", "_dice", "_fresh", "_last", "_look_", "_newest", "_past", "_seeded", "_start", "_states"),
        *("_steps", "_streams", "_version", "game"),
    )

    def __init__(
        self, game: BaseGame, states: np.ndarray, *, fresh: bool = False, start: Mapping[str, Any] | None = None
    ) -> None:
        self.game = game
        self._states = states
        # The counts are kept without a seed too, so that one can be given later.
        self._streams = np.ndarray(1, STREAM, bytearray(STREAM.itemsize))
        self._seeded = False
        self._dice: KeyedDice | None = None
        self._start = start
        self._past: _Past = None
        self._newest: list[int] = []  # the steps since `_past`, which copies share
        self._steps = 0
        self._fresh = fresh  # narration then begins with the set-up of the game itself
        self._before = game.unset.tobytes() if fresh else states.tobytes()
        self._last: tuple[int, ...] = ()
        self._look_: PositionInfo | None = None
        self._version = game.info.rules_version

    # ------------------------------------------------------------------------------------------ asking

    @property
    def _look(self) -> PositionInfo:
        if self._look_ is None:
            self._move(NOTHING)
        return self._look_  # type: ignore[return-value]  # moving has made it, and `cast` takes time

    @property
    def to_move(self) -> int:
        """The seat to decide, ``CHANCE`` (-1) when an outcome is pending, or ``OVER`` (-2).

        >>> import magnate
        >>> position = magnate.load("pig").new()
        >>> position.to_move
        0
        >>> position.apply("roll").to_move == magnate.CHANCE  # without a seed the dice are yours to choose
        True
        """
        return self._look.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move == OVER

    @property
    def settled(self) -> bool:
        """Whether the position is whole: nothing is pending that the last move still has to settle.

        A compound move, a debt, an auction or chance may be pending, or a question that the last throw or card asks. In
        Monopoly these are: to buy or not, which tax, to claim the rent. A throw that begins a move is not in the way.
        """
        return bool(self._look.facts.settled)

    @property
    def seen_by(self) -> frozenset[int]:
        """The seats that see the pending decision or outcome."""
        mask = self._look.facts.seen_by
        return frozenset(seat for seat in range(self.game.players) if mask >> seat & 1)

    @property
    def chance_key(self) -> tuple[int, int] | None:
        """Whose stream the pending chance draws from (seat 8 is nobody's) and for what purpose; None without chance."""
        channel = self._look.facts.channel
        return None if channel < 0 else divmod(channel, PURPOSES)

    @property
    def key(self) -> int:
        """The transposition key: equal positions have equal keys."""
        return self._look.facts.key

    @property
    def seed(self) -> int | None:
        """The seed that chance is drawn from, or None where chance is explicit."""
        return int(self._streams["seed"][0]) if self._seeded else None

    @property
    def dice(self) -> KeyedDice | None:
        """The secret dice that chance is drawn from, or None where a seed gives it or it is explicit."""
        return self._dice

    @property
    def history(self) -> tuple[int, ...]:
        """All decisions and outcomes so far, as ids."""
        return self.history_from(0)

    def history_from(self, step: int) -> tuple[int, ...]:
        """The same from the step of this number on, the first being 0: the later, the sooner it is found.

        >>> import magnate
        >>> magnate.load("tictactoe").new().apply("b2").apply("a1").history_from(1)
        (0,)
        """
        parts: list[Sequence[int]] = [self._newest]
        past, first = self._past, self._steps - len(self._newest)
        while past is not None and first > step:
            past, steps = past
            parts.append(steps)
            first -= len(steps)
        return tuple(chain.from_iterable(reversed(parts)))[max(0, step - first) :]

    @property
    def start(self) -> Mapping[str, Any] | None:
        """The set-up that the position began with; None for the beginning of a game."""
        return self._start

    @property
    def steps(self) -> int:
        """How many decisions and outcomes there have been."""
        return self._steps

    @property
    def rules_version(self) -> int:
        """The version of the rules by which all steps so far are legal: today's, or an older one (:meth:`redo`)."""
        return self._version

    def legal(self) -> list[Action]:
        """What the player to move may do, in the order of the ids; empty at chance and at the end.

        >>> import magnate
        >>> [str(action) for action in magnate.load("pig").new().legal()]
        ['roll']
        """
        return self._look.legal()

    def legal_ids(self) -> list[int]:
        """The ids of :meth:`legal` alone, which takes a fraction of the time.

        >>> import magnate
        >>> magnate.load("tictactoe").new().apply("b2").legal_ids()
        [0, 1, 2, 3, 5, 6, 7, 8]
        """
        return self._look.actions.copy()

    def outcomes(self) -> list[Outcome]:
        """What chance may do and how likely it is; empty unless ``to_move`` is ``CHANCE``.

        >>> import magnate
        >>> dice = magnate.load("pig").new().apply("roll").outcomes()
        >>> len(dice), dice[0].name, dice[0].probability
        (6, '1', Fraction(1, 6))
        """
        return self._look.chances()

    def name_of(self, step: int) -> str:
        """The name of a legal action, or of a possible outcome, by its id.

        >>> import magnate
        >>> magnate.load("tictactoe").new().name_of(4)
        'b2'
        """
        return self._look.name_of(step)

    def label_of(self, step: int) -> int | str:
        """What a record's file says of a legal action, or of a possible outcome: its name.

        It is the id where the name is empty, or means something else here, as the rules of others may have it.
        """
        return self._look.label_of(step)

    def explain(self, action: int | str | Action) -> str:
        """Why the action may not be taken now, as a sentence; empty when it may.

        >>> import magnate
        >>> magnate.load("pig").new().explain("hold")
        'there is nothing to hold before the first roll'
        """
        try:
            self.action_id(action)
        except IllegalAction as error:
            return error.reason or error.message
        return ""

    def utility(self) -> tuple[float, ...]:
        """Each seat's share of the win; raises :class:`~magnate.errors.NotFinished` before the end.

        >>> import magnate
        >>> position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
        >>> position.apply("c1").utility()
        (1.0, 0.0)
        """
        if not self.is_over:
            raise NotFinished("the game is not over, so nobody has won", hint="score() is available at any time")
        return tuple(self._look.facts.utility)

    def score(self) -> tuple[float, ...]:
        """The game's own measure for each seat (points, net worth), at any time.

        >>> import magnate
        >>> magnate.load("monopoly").new().score()
        (1500.0, 1500.0)
        """
        return tuple(self._look.facts.score)

    @property
    def ending(self) -> str:
        """How the game ended; empty while it goes on."""
        return self.game.info.ending_name(self._look.facts.ending)

    def result(self) -> Result | None:
        """Ending, utility and score of a finished game; None while it goes on."""
        return Result(self.ending, self.utility(), self.score()) if self.is_over else None

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see (None: a spectator), as JSON built from the game's allow-list.

        Raises :class:`~magnate.errors.BadSeat` for a seat that is not at the table.

        >>> import magnate
        >>> view = magnate.load("pig").new(seed=7).apply("roll").view(0)
        >>> view["points"], view["total"]
        ([0, 0], 2)
        """
        if seat is not None:
            self._check_seat(seat)
        shown: dict[str, Any] = self.game.declared.view(self._states[0], seat)
        return shown

    def features(self, seat: int) -> np.ndarray:
        """The seat's observation for learning, a fresh array of ``game.info.features`` numbers.

        Raises :class:`~magnate.errors.BadSeat` for a seat that is not at the table.
        """
        self._check_seat(seat)
        out = np.zeros(self.game.info.features)
        self.game.entry("position_kernel", "observe")(self._states, seat, out)
        return out

    def check(self) -> int:
        """0 when every invariant of the rules holds, otherwise the number of the broken one."""
        return self.game.check(self._states)

    def __str__(self) -> str:
        return self.game.board_text(self._states[0])

    def __repr__(self) -> str:
        turn = {CHANCE: "chance to move", OVER: "over"}.get(self.to_move, f"seat {self.to_move} to move")
        return f"<Position {self.game.name} after {self.steps} steps, {turn}>"

    def _repr_html_(self) -> str:
        """The board for notebooks: drawn where its squares lie in a ring or a grid, else as its text."""
        from html import escape

        from ..plots.boards import board_picture
        from ..skins import all_shown, shown

        drawn = board_picture(self.game.name, shown(self.game.info.title), all_shown(self.view(None)))
        board = f"<pre>{escape(str(self))}</pre>" if drawn is None else f"<div>{drawn.svg()}</div>"
        return f"{board}<p>{escape(repr(self).strip('<>'))}</p>"

    # ------------------------------------------------------------------------------------------- doing

    def apply(self, action: int | str | Action | Outcome) -> Self:
        """Take a decision, or a chance outcome where chance is explicit; returns this position.

        ``action`` is an id, a name, or an element of :meth:`legal` or :meth:`outcomes`. With a seed, all chance that
        follows is drawn at once.

        Raises :class:`~magnate.errors.IllegalAction` naming what is legal and why this is not: nothing has changed.

        >>> import magnate
        >>> str(magnate.load("pig").new(seed=7).apply("roll").events[0])
        'Seat 0 rolls 2.'
        """
        look = self._look_ or self._look
        self._take(look.id_of(action))
        return self

    def by_rules(self, version: int) -> Self:
        """Say that this version of the rules is played by, where the game's options keep it; returns this position."""
        if self.game.declared.older_options(version):
            self._version = version
        return self

    def redo(self, step: int | str, rules_version: int) -> Self:
        """Take a step of a record, an id or a name, that this version of the rules has made; returns this position.

        A decision that only that version allowed is taken too, where the game still replays it
        (:mod:`~magnate.core.contract`). Raises :class:`~magnate.errors.IllegalAction` as :meth:`apply` does.
        """
        try:
            self.apply(step)
        except IllegalAction:
            action = self._once_legal(step, rules_version)
            if action is None:
                raise
            self._version = rules_version
            self._take(action)
        else:
            if rules_version != self._version:
                self.by_rules(rules_version)
        return self

    def follow(self, steps: Sequence[int | str], rules_version: int) -> Self:
        """Take many steps as :meth:`redo` does, but look at the last alone; returns this position.

        Chance must be explicit. Raises :class:`~magnate.errors.IllegalAction` at the first step that is not legal:
        those before it are taken.
        """
        game, states, streams = self.game, self._states, self._streams
        named, outcome = game.action_of, game.declared.parse_outcome
        most_outcomes, most_actions = game.most_listed
        room, numbers = game.new_room()
        to_move, possible, taken = self.to_move, self._look.possible, list[int]()
        action: Any
        step: Any
        for step in steps[:-1]:
            try:
                if step.__class__ is int:
                    action = step
                else:
                    action = named(step) if to_move >= 0 else outcome(states[0], step)
            except (ValueError, KeyError):
                action = None
            if action in possible and len(possible) <= (most_actions if to_move >= 0 else most_outcomes):
                to_move, _, *possible = numbers[: game.move(states, streams, room, action, 0)].tolist()
                taken.append(action)
            else:  # an older rule, or an error
                self._remember(taken)
                self._look_ = None
                self.redo(step, rules_version)
                to_move, possible, taken = self.to_move, self._look.possible, []
        self._remember(taken)
        if taken:
            self._look_ = None
        for step in steps[-1:]:
            self.redo(step, rules_version)
        return self

    def _remember(self, steps: Sequence[int]) -> None:
        """Add steps to the history."""
        if len(self._newest) >= CHAPTER:
            self._past, self._newest = (self._past, tuple(self._newest)), []
        self._newest += steps
        self._steps += len(steps)

    def _once_legal(self, step: int | str, rules_version: int) -> int | None:
        """The id of a decision that today's rules refuse, if an older version of the rules allowed it here."""
        allowed = self.game.declared.replays.get(rules_version)
        if callable(allowed) and self.to_move >= 0:
            with suppress(IllegalAction):
                action = self._look.meant(step)
                if 0 <= action < self.game.info.max_actions and allowed(self.state, action):
                    return action
        return None

    def action_id(self, action: Any) -> int:
        """The id of a legal action (or pending outcome) given as id, name or object; raises as :meth:`apply` does."""
        return self._look.id_of(action)

    def continue_with(self, chance: int | KeyedDice) -> Self:
        """Draw chance from a seed, or from secret dice, from now on, as if all so far had been played with it.

        Where dice give the chance, the streams have the seed that these give to agents. Returns this position.
        """
        self._dice = chance if isinstance(chance, KeyedDice) else None
        self._streams["seed"] = checked_seed(chance) if self._dice is None else self._dice.agents_seed
        self._seeded = self._dice is None
        self._move(NOTHING)
        return self

    def drawn(self, chance: int | KeyedDice) -> int:
        """The outcome that a seed, or secret dice, give to the pending chance; the position does not change.

        Raises :class:`~magnate.errors.IllegalAction` where no chance is pending.
        """
        if not isinstance(chance, KeyedDice):
            chance = checked_seed(chance)
        if self.to_move != CHANCE:
            raise IllegalAction(
                "no chance is pending here, so a seed gives no outcome", hint="ask where to_move is CHANCE (-1)"
            )
        if isinstance(chance, KeyedDice):
            return self._thrown(chance)
        tried = self.copy()
        tried._last = ()
        return tried.continue_with(chance)._last[0]

    # ------------------------------------------------------------------------------------------- copies

    def copy(self) -> Self:
        """An independent copy, with the same history and, where there is one, the same seed.

        >>> import magnate
        >>> position = magnate.load("tictactoe").new()
        >>> tried = position.copy().apply("b2")
        >>> tried.steps, position.steps
        (1, 0)
        """
        other = object.__new__(type(self))
        other.game = self.game
        other._states, other._streams = copied(self._states), copied(self._streams)
        other._seeded, other._dice, other._start = self._seeded, self._dice, self._start
        other._past, other._newest, other._steps = self._past, self._newest.copy(), self._steps
        other._fresh, other._before, other._last = self._fresh, self._before, self._last
        other._look_ = self._look_
        other._version = self._version
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy too, which shares the game: other libraries copy whatever holds a position so."""
        memo[id(self)] = other = self.copy()
        return other

    def shown_to(self, seat: int, key: int | None = None) -> Self:
        """The copy that an agent in that seat is handed: no seed, no history and nothing that it cannot see.

        In a game with hidden parts all that the seat cannot know is drawn anew, consistent with what it knows. ``key``
        decides the draws; its default is the next number of the seat's own stream.
        """
        shown = type(self)(self.game, self._shown(seat, key))
        if not self.game.info.hidden:
            shown._look_ = self._look_  # the same may be done there
        return shown

    def known_to(self, seat: int, key: int) -> bytes:
        """What a seat knows: of two positions the same bytes where :meth:`shown_to` gives equal copies."""
        states = self._shown(seat, key)
        return type(self)(self.game, states)._plain_bytes() if states.dtype.hasobject else plain_bytes(states)

    def _shown(self, seat: int, key: int | None) -> np.ndarray:
        """The state of :meth:`shown_to`."""
        self._check_seat(seat)
        states = copied(self._states)
        if self.game.info.hidden:
            from ..runtime.stream import next_key

            drawn = next_key(copied(self._streams)[0], seat * PURPOSES + POLICY) if key is None else key
            self.game.entry("position_kernel", "hide")(states, seat, drawn)
        return states

    @property
    def state(self) -> np.void:
        """The state's record, a read-only copy: ``position.state["cash"]``."""
        states = self.states()
        states.setflags(write=False)
        record: np.void = states[0]
        return record

    def states(self) -> np.ndarray:
        """A copy of the state as an array of length 1, for the compiled kernels."""
        return copied(self._states)

    def streams(self) -> np.ndarray:
        """A copy of the random streams as an array of length 1, for the compiled kernels."""
        return copied(self._streams)

    @property
    def hash(self) -> str:
        """SHA-256 of the bytes without :data:`~magnate.runtime.layout.APART`: equal positions have equal hashes."""
        return hashlib.sha256(self._plain_bytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BasePosition):
            return NotImplemented
        return self.game.name == other.game.name and self._plain_bytes() == other._plain_bytes()

    __hash__ = None  # type: ignore[assignment]  # positions change

    def _plain_bytes(self) -> bytes:
        return plain_bytes(self._states)

    # ------------------------------------------------------------------------------------- telling

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last decision and the chance after it did, narrated; public and private messages alike."""
        return narrated(self.game, self._before, self._last, fresh=self._fresh)

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """The events that a seat (or, with None, a spectator) may read."""
        if seat is not None:
            self._check_seat(seat)
        return readable_by(self.events, seat, self.game.players)

    def to_setup(self) -> dict[str, Any]:
        """The position as named JSON that ``game.setup`` reads back. It shows everything: for trusted callers only."""
        named: dict[str, Any] = self.game.declared.to_setup(self._states[0])
        return named

    # ---------------------------------------------------------------------------------------- internals

    def _check_seat(self, seat: int) -> None:
        number = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
        if not number or not 0 <= seat < self.game.players:
            raise BadSeat(f"there is no seat {seat!r}", hint=f"seats are 0 to {self.game.players - 1}")

    def _take(self, step: int) -> None:
        """Take a step that may be taken; it and the chance after it are what :attr:`events` tells from now on."""
        look = self._look_ or self._look
        self._before, self._fresh, self._last = look.kept, False, ()
        self._go(step)
        if self._dice is not None:
            self._throw()

    def _move(self, step: int) -> None:
        """Take a step that is known to be legal (or NOTHING), and draw the chance that follows it."""
        self._go(step)
        self._throw()

    def _throw(self) -> None:
        """Draw all pending chance from the secret dice."""
        drawn = 0
        while self._dice is not None and self.to_move == CHANCE:
            if drawn == CHANCES_BESIDE:
                raise self.game.has_no_end(drawn)
            self._go(self._thrown(self._dice))
            drawn += 1

    def _thrown(self, dice: KeyedDice) -> int:
        """The outcome that secret dice give to the pending chance."""
        channel, weights = self._look.facts.channel, self._look.facts.weights
        seat, purpose = divmod(channel, PURPOSES)
        number = int(self._streams["count"][0, channel])
        return self._look.possible[dice.drawn(self.game.name, seat, purpose, number, weights)]

    def _go(self, step: int) -> None:
        """Take a step (or NOTHING) in one compiled call, which draws the chance that a seed gives, and look."""
        game, states, seeded = self.game, self._states, 1 if self._seeded else 0
        steps = [] if step == NOTHING else [step]
        try:
            room, numbers = game.rooms.pop()
        except IndexError:  # one for each thread that is here at the moment
            room, numbers = game.new_room()
        pending = True
        while pending:
            filled = game.move(states, self._streams, room, step, seeded)
            to_move, drawn, *rest = numbers[:filled].tolist()
            steps += rest[:drawn]
            step, pending = NOTHING, self._seeded and to_move == CHANCE
            if len(steps) > CHANCES_BESIDE:
                raise game.has_no_end(len(steps))
        game.rooms.append((room, numbers))
        if filled > game.always_fits and len(rest) - drawn > game.most_listed[to_move >= 0]:
            raise game.lists_too_many(len(rest) - drawn, to_move)
        if steps:  # as :meth:`_remember`, without the call
            if len(self._newest) >= CHAPTER:
                self._past, self._newest = (self._past, tuple(self._newest)), []
            self._newest += steps
            self._steps += len(steps)
            self._last += tuple(steps)
        kept = copied(states) if states.dtype.hasobject else states.tobytes()
        self._look_ = self._LOOK(game, kept, to_move, rest[drawn:] if drawn else rest)


def states_of(positions: Sequence[BasePosition]) -> np.ndarray:
    """The states of positions of one game as one array; NumPy's own ``concatenate`` compares all fields of all records.

    Raises :class:`ValueError` for no positions.
    """
    if not positions:
        raise ValueError("there are no positions")
    states = [one.states() for one in positions]
    if states[0].dtype.hasobject:
        return np.concatenate(states)
    return np.ndarray(len(states), states[0].dtype, bytearray(b"".join(one.tobytes() for one in states)))
