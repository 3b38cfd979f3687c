"""OpenSpiel's games for our searches.

>>> from magnate.search import search
>>> position = load("tic_tac_toe").new()
>>> report = search(position.apply("x(1,1)"), "mcts", "sims:50", seed=1)
>>> report.game, report.seat, len(report.actions)
('openspiel:tic_tac_toe', 1, 8)

A loaded game gives positions that are asked and changed as those of our own games, and that all searches take; nothing
of them is compiled. What OpenSpiel calls returns is the position's ``score()``; the values that searches report are
shares from 0 to 1, which :meth:`OpenSpielGame.returns` turns back. Games whose players decide at the same time are
refused. In games with hidden information a search sees a copy in which OpenSpiel has dealt again what the player
cannot know, where it can.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import Lock
from types import MappingProxyType, ModuleType, SimpleNamespace
from typing import Any, Final

import numpy as np

from ..core.contract import SEATS, Action, GameInfo
from ..core.game import Game, Position, Record
from ..core.loader import kernel
from ..core.narration import Event
from ..core.position_info import PositionInfo
from ..core.progress import TerminalProgress
from ..errors import BadOption, BadRecord, BadSetup, UnknownGame, did_you_mean, listing
from ..runtime.pystate import PyStates
from .tables import missing

try:
    import pyspiel

    from .openspiel_rules import guide_for, least_and_most, rules_for
except ModuleNotFoundError as error:
    raise missing(error) from None

STDERR: Final = 2
_SILENCE: Final = Lock()
PREFIX = "openspiel:"
"""What the names of OpenSpiel's games begin with here."""


def load(name: str, **parameters: str | float | bool) -> OpenSpielGame:
    """An OpenSpiel game by its name or short description (``"go(board_size=9)"``), with single parameters changed.

    Raises :class:`~magnate.errors.UnknownGame`, or :class:`~magnate.errors.BadOption` for parameters that the game does
    not take and for games that cannot be searched in turns.

    >>> load("breakthrough", rows=6, columns=5).info.max_decisions
    91
    """
    short = name.removeprefix(PREFIX)
    plain = short.partition("(")[0]
    if plain not in pyspiel.registered_names():
        raise UnknownGame(
            f'OpenSpiel has no game "{plain}"', hint=did_you_mean(plain, list(pyspiel.registered_names()))
        )
    try:
        with _silent():
            described = pyspiel.game_parameters_from_string(short)
            settings = {key: value for key, value in described.items() if key != "name"} | parameters
            game = pyspiel.load_game(plain, settings)
            _check(game, plain)
            return OpenSpielGame(game)
    except (pyspiel.SpielError, RuntimeError, IndexError, ValueError, TypeError) as refused:
        raise BadOption(f"OpenSpiel cannot load {short}: {refused}", hint=_parameters(plain)) from None


def _parameters(name: str) -> str:
    """What may be said of a game, for a hint."""
    known = next(kind for kind in pyspiel.registered_games() if kind.short_name == name).parameter_specification
    return f"its parameters are {listing(sorted(known), most=20)}" if known else "it has no parameters"


@contextmanager
def _silent() -> Iterator[None]:
    """Keep from the terminal what OpenSpiel itself writes there about an error, which we tell as ours."""
    with _SILENCE, Path(os.devnull).open("wb") as nothing:
        shown = os.dup(STDERR)
        try:
            os.dup2(nothing.fileno(), STDERR)
            yield
        finally:
            os.dup2(shown, STDERR)
            os.close(shown)


def _check(game: Any, name: str) -> None:
    """Refuse the games that our contract has no place for."""
    kind = game.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise BadOption(
            f"the players of {name} decide at the same time, and our searches know only decisions one after another",
            hint="choose a game whose players take turns",
        )
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise BadOption(f"OpenSpiel does not tell the odds of {name}'s chance", hint="searches need them all")
    if game.num_players() > SEATS:
        raise BadOption(f"{name} is played by {game.num_players()}", hint=f"there are {SEATS} seats at the most")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    try:
        state.legal_actions()
    except pyspiel.SpielError:
        raise BadOption(f"OpenSpiel does not number the actions of {name}", hint="choose another game") from None


def _info(game: Any, name: str) -> GameInfo:
    """The constants of an OpenSpiel game."""
    kind, players = game.get_type(), game.num_players()
    low, high = least_and_most(game)
    fixed = kind.utility in {pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM}
    total = (game.utility_sum() - players * low) / (high - low) if fixed else float(players)
    return GameInfo(
        name=name,
        title=kind.long_name,
        about=f"OpenSpiel's {kind.long_name}",
        min_players=players,
        max_players=players,
        max_actions=game.num_distinct_actions(),
        max_legal=game.num_distinct_actions(),
        max_outcomes=max(1, game.max_chance_outcomes()),
        max_decisions=game.max_game_length(),
        utility_sum=total,
        constant_sum=fixed,
        sometimes_chance=True,  # nothing is compiled before a search finds out
        hidden=kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        endings=("", "over"),
    )


class OpenSpielGame(Game):
    """A game of OpenSpiel's, made by :func:`load`; ``game`` is OpenSpiel's own object."""

    def __init__(self, game: Any) -> None:
        text = str(game)
        self.game = game
        self.rules = rules_for(text)
        self.info = _info(game, PREFIX + text.removesuffix("()"))
        self.preset = "standard"
        self.options = SimpleNamespace()
        self.players = game.num_players()
        self.declared: Any = _Texts(game)
        self.overrides = {}
        self.progress = TerminalProgress()
        self._entries: dict[str, Callable[..., Any]] = {}
        self.action_ids = {}  # names are looked up in the state

    def new(self, seed: int | None = None) -> OpenSpielPosition:
        """The position at the start of a game; ``seed`` as for our own games."""
        position = OpenSpielPosition(self, self._fresh.copy())
        return position if seed is None else position.seeded(seed)

    def setup(self, position: Mapping[str, Any], seed: int | None = None) -> OpenSpielPosition:
        """The position after ``{"history": […]}``: ids of decisions and outcomes.

        Raises :class:`~magnate.errors.BadSetup` for one that cannot be.
        """
        states = self._fresh.copy()
        states[0] = (self.declared.after(position),)
        made = OpenSpielPosition(self, states, start=self.declared.to_setup(states[0]))
        return made if seed is None else made.seeded(seed)

    def returns(self, value: Iterable[float | None]) -> tuple[float | None, ...]:
        """What OpenSpiel calls the returns that a search's value (a share a player) stands for."""
        low, high = least_and_most(self.game)
        return tuple(None if share is None else low + share * (high - low) for share in value)

    def entry(self, kernel_name: str, name: str) -> Callable[..., Any]:
        """An interpreted entry of one of the engine's kernels, which takes arrays as a compiled one does."""
        if name not in self._entries:
            self._entries[name] = _on_arrays(getattr(kernel(kernel_name, self.rules), name))
        return self._entries[name]

    @property
    def guide(self) -> ModuleType:
        """What values positions at the horizon unless a search names another guide: an even result for all."""
        share = self.info.utility_sum / self.players if self.info.constant_sum else 0.5
        return guide_for(str(self.game), share)

    @cached_property
    def overrides(self) -> dict[str, Any]:
        """None: OpenSpiel's games have no presets, and their parameters are in their names."""
        return {}

    @cached_property
    def unset(self) -> np.ndarray:
        """A state array of length 1 that holds nothing."""
        return np.zeros(1, self.rules.STATE)


def _on_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let an interpreted kernel's function work on arrays of records."""

    def run(*arguments: Any) -> Any:
        taken = [PyStates(one) if isinstance(one, np.ndarray) and one.dtype.names else one for one in arguments]
        result = function(*taken)
        for given, mirrors in zip(arguments, taken, strict=True):
            if isinstance(mirrors, PyStates):
                given[:] = mirrors.to_array()
        return result

    return run


class _OpenSpielLook(PositionInfo):
    """What may be done in a state of an OpenSpiel game, where actions have names only while they are legal."""

    __slots__ = ()

    def meant(self, given: Any) -> int:
        if isinstance(given, str) and self.to_move >= 0:
            named = {one.name: one.id for one in self.legal()}
            if given not in named:
                raise self._unknown(given, f'"{given}"')
            return named[given]
        return super().meant(given)

    def read(self, choice: Action, field: str) -> Any:
        return {} if field == "facets" else self._action_name(choice.id)

    def _action_name(self, action: int) -> str:
        return str(self.states[0]["held"].action_to_string(self.to_move, action))


class OpenSpielPosition(Position):
    """A position of an OpenSpiel game.

    Actions have the names that OpenSpiel gives them where they are legal. There are no events and no records;
    ``to_setup`` has the history.
    """

    _LOOK = _OpenSpielLook

    __slots__ = ()

    @property
    def openspiel(self) -> Any:
        """OpenSpiel's own state, a copy."""
        return self._held.clone()

    @property
    def _held(self) -> Any:
        return self._states[0]["held"]

    def seeded(self, seed: int) -> OpenSpielPosition:
        """Draw chance from a seed from now on; returns this position."""
        self.continue_with(seed)
        return self

    @property
    def events(self) -> tuple[Event, ...]:
        """Nothing: OpenSpiel tells no events."""
        return ()

    def record(self, agents: Iterable[str] | None = None) -> Record:  # noqa: ARG002 - as for our own games
        """Refused: a record is of a game of ours."""
        raise BadRecord("games of OpenSpiel's have no records", hint="keep to_setup(), which has the history")

    def _plain_bytes(self) -> bytes:
        return repr(self._held.history()).encode()


class _Texts:
    """What a game declares (:class:`~magnate.core.game_module.GameModule`), for positions of OpenSpiel's."""

    action_message = reason_message = prompt_message = ending_message = hand_text = None
    replays: Mapping[int, Any] = MappingProxyType({})

    def __init__(self, game: Any) -> None:
        self._game = game

    def outcome_name(self, state: np.void, outcome: int) -> str:
        """The outcome's name."""
        held = state["held"]
        return str(held.action_to_string(held.current_player(), outcome))

    def parse_outcome(self, state: np.void, name: str) -> int:
        """The outcome of a name; raises ValueError when there is none."""
        named = {self.outcome_name(state, outcome): outcome for outcome in state["held"].legal_actions()}
        if name not in named:
            raise ValueError(name)
        return int(named[name])

    def reason_text(self, state: np.void, code: int, action: int) -> str:  # noqa: ARG002 - the contract's signature
        """Why an action may not be taken: OpenSpiel does not say."""
        return "OpenSpiel does not allow it here"

    def action_name(self, action: int) -> str:
        """The number: OpenSpiel names actions only where they are legal."""
        return str(action)

    def action_text(self, state: np.void, action: int) -> str:
        """The name that OpenSpiel gives a legal action."""
        held = state["held"]
        return str(held.action_to_string(held.current_player(), action))

    def board_text(self, state: np.void) -> str:
        """OpenSpiel's picture of the state, with everything in it."""
        return str(state["held"])

    def view(self, state: np.void, seat: int | None) -> dict[str, Any]:
        """What a seat may see, in OpenSpiel's words; spectators see nothing of a game with hidden parts."""
        held, hidden = state["held"], self._hidden()
        if seat is None:
            return {"text": "" if hidden else str(held)}
        return {"text": held.information_state_string(seat) if hidden else str(held)}

    def _hidden(self) -> bool:
        return bool(self._game.get_type().information != pyspiel.GameType.Information.PERFECT_INFORMATION)

    def to_setup(self, state: np.void) -> dict[str, Any]:
        """The history of a state."""
        return {"history": [int(action) for action in state["held"].history()]}

    def after(self, position: Mapping[str, Any]) -> Any:
        """The state after a history; raises :class:`~magnate.errors.BadSetup`."""
        steps = position.get("history") if isinstance(position, Mapping) else None
        if not isinstance(steps, list) or len(position) != 1:
            raise BadSetup("a set-up of an OpenSpiel game is its history", hint='write {"history": [4, 0]}')
        held = self._game.new_initial_state()
        for number, step in enumerate(steps):
            if step not in held.legal_actions():
                raise BadSetup(f"step {number} of the history, {step!r}, is not legal there")
            held.apply_action(step)
        return held
