"""A game with its options chosen: where positions and records come from."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from pydantic import ValidationError

from ..errors import BadOption, BadPlayers, BadSetup, BrokenGame, MagnateError, UnknownPreset, did_you_mean
from ..games import game_module, register
from ..runtime.compiler import Progress, build
from ..runtime.layout import copied
from .contract import GameInfo, check_game, rules_of
from .loader import kernel
from .progress import TerminalProgress
from .validation import checked_seed, checked_seeds, complaints, unknown_keys, whole_number

if TYPE_CHECKING:
    from ..agents import Agent
    from .position import Position
    from .record import Record
    from .run import Results


__all__ = ["Game", "load"]


LEAST_ROOM: Final = 32
"""The chance that follows a decision is drawn in one compiled call if it has fewer outcomes than this."""


def load(
    name: str | ModuleType,
    preset: str | None = None,
    players: int | None = None,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> Game:
    """A game by name (or the module of a game), with a preset and single options changed.

    Nothing is compiled yet: each compiled function is built when it is first needed, and ``progress(done, total,
    name)`` is told. Without it, compiling that takes more than a second is told on stderr if that is a terminal.

    Raises :class:`~magnate.errors.UnknownGame`, :class:`~magnate.errors.UnknownPreset`,
    :class:`~magnate.errors.BadPlayers` or :class:`~magnate.errors.BadOption`.

    >>> game = load("pig", players=3, target=50)
    >>> game.players, game.options.target, game.options.sides
    (3, 50, 6)
    """
    return load_with(name, preset, players, options, progress)


def load_with(
    name: str | ModuleType,
    preset: str | None,
    players: int | None,
    options: Mapping[str, Any],
    progress: Progress | None = None,
) -> Game:
    """:func:`load` with the options as a mapping, whose keys may be anything: those of a file, say."""
    module = name if isinstance(name, ModuleType) else game_module(name)
    info = check_game(module)
    if isinstance(name, ModuleType):
        register(info.name, module)
    chosen = module.DEFAULT_PRESET if preset is None else preset
    if not isinstance(chosen, str) or chosen not in module.PRESETS:
        raise UnknownPreset(f'{info.name} has no preset "{chosen}"', hint=did_you_mean(str(chosen), module.PRESETS))
    seats = info.default_players if players is None else players
    if type(seats) is not int or not info.min_players <= seats <= info.max_players:
        allowed = f"{info.min_players} to {info.max_players}"
        raise BadPlayers(
            f"{info.name} cannot be played by {seats!r} players",
            hint=f"it takes {info.min_players if info.min_players == info.max_players else allowed}",
        )
    wrong, hint = unknown_keys(options, module.Options.model_fields)
    if wrong:
        raise BadOption(f'{info.name} has no option "{wrong[0]}"', hint=hint)
    try:
        checked = module.Options.model_validate({**module.PRESETS[chosen], **options})
    except ValidationError as error:
        _check_preset(module, chosen)
        raise BadOption(f"impossible options for {info.name}: {complaints(error)}") from None
    game = Game(module, info, chosen, checked, seats, progress)
    _ = game.unset  # options that do not go with the number of players are refused here, not when a game begins
    return game


def _check_preset(module: ModuleType, preset: str) -> None:
    """Refuse a preset that the game's own options do not allow: that is its author's mistake."""
    try:
        module.Options.model_validate(module.PRESETS[preset])
    except ValidationError as error:
        raise BrokenGame(
            f'the preset "{preset}" of {module.GAME.name} is impossible: {complaints(error)}',
            hint="the author of the game has to mend it",
        ) from None


class Game:
    """A game, its options and its number of players; made by :func:`load`.

    ``info`` holds the game's constants, ``options`` its validated options, ``module`` its text side and ``rules`` its
    compiled functions; ``progress`` is told what is compiled.

    >>> game = load("tictactoe")
    >>> game.name, game.players, game.preset
    ('tictactoe', 2, 'standard')
    """

    def __init__(
        self, module: ModuleType, info: GameInfo, preset: str, options: Any, players: int, progress: Progress | None
    ) -> None:
        self.module = module
        self.rules = rules_of(module)
        self.info = info
        self.preset = preset
        self.options = options
        self.players = players
        self.progress: Progress = TerminalProgress() if progress is None else progress
        self._entries: dict[str, Callable[..., Any]] = {}

    @property
    def name(self) -> str:
        """The name it is loaded by."""
        return self.info.name

    @cached_property
    def overrides(self) -> dict[str, Any]:
        """The options that are not as in the preset, by their names, as JSON has them.

        >>> load("pig", preset="short", sides=8).overrides
        {'sides': 8}
        """
        usual = self.module.Options.model_validate(self.module.PRESETS[self.preset]).model_dump(mode="json")
        chosen = self.options.model_dump(mode="json")
        return {name: value for name, value in chosen.items() if value != usual[name]}

    def __repr__(self) -> str:
        from .wording import rules_message

        return f"<Game {self.name}, preset {rules_message(self)}, {self.players} players>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """Itself: a game never changes."""
        return self

    def new(self, seed: int | None = None) -> Position:
        """The position at the start of a game.

        With a ``seed`` (0 to 2**56 - 1) chance is drawn from the seed's streams at once, after each decision;
        without one the dice are explicit: at ``position.to_move == CHANCE`` you apply an outcome yourself.

        >>> load("pig").new(seed=7).to_move
        0
        """
        from .position import Position

        checked = None if seed is None else checked_seed(seed)  # a wrong seed is refused before anything is compiled
        if "move" not in self._entries:
            self._prepare()
        position = Position(self, copied(self._fresh), fresh=True)
        return position if checked is None else position.continue_with(checked)

    def setup(self, position: Mapping[str, Any], seed: int | None = None) -> Position:
        """A named position (see ``Position.to_setup``), for trusted callers; ``seed`` as in :meth:`new`.

        Raises :class:`~magnate.errors.BadSetup` for one that is incomplete or impossible.

        >>> print(load("tictactoe").setup({"board": ["X.O", ".X.", "..."]}))
          a b c
        1 X . O
        2 . X .
        3 . . .
        """
        from .position import Position

        checked = None if seed is None else checked_seed(seed)
        if not isinstance(position, Mapping):
            raise BadSetup(f"a set-up is a JSON object, not {position!r}", hint="see Position.to_setup() for one")
        if "move" not in self._entries:
            self._prepare()
        try:
            states = self.module.setup(position, self.options, self.players)
        except ValidationError as error:
            raise BadSetup(f"the set-up is impossible: {complaints(error)}", hint="see Position.to_setup()") from None
        made = Position(self, states, start=self.module.to_setup(states[0]))
        broken = made.check()
        if broken:
            raise BadSetup(f"the set-up breaks invariant {broken} of the rules of {self.name}")
        return made if checked is None else made.continue_with(checked)

    def play(
        self,
        agents: Agent | Iterable[Agent],
        seed: int = 0,
        *,
        start: Mapping[str, Any] | None = None,
        limit: int | None = None,
    ) -> Record:
        """Play one game and return its record.

        ``agents`` are spec strings (``"random"``) or objects with ``act(positions)``, one a seat or one for all;
        ``start`` is a set-up; after ``limit`` decisions the game is left unfinished. The dice depend on the seed and
        on nothing else.

        Raises :class:`~magnate.errors.BadSeed`, :class:`~magnate.errors.BadValue` for an impossible limit, and what
        :meth:`setup` and the agents' names raise; :class:`~magnate.errors.AgentFailed` when an agent fails.

        >>> record = load("tictactoe").play(["random", "random"], seed=1)
        >>> record.result.ending in ("line", "full board")
        True
        """
        from ..agents import resolve_all
        from .players import Players

        dice = checked_seed(seed)  # None, with which `new` leaves chance to the caller, is no seed of a played game
        most = self.info.max_decisions if limit is None else whole_number("limit", limit, 0)
        table = Players(self, resolve_all(self.name, self.players, agents))
        if table.compiled:
            return table.play(dice, None if start is None else self.setup(start), most)
        position = self.new(dice) if start is None else self.setup(start, dice)
        decisions = 0
        while not position.is_over and decisions < most:
            position.apply(table.choose(position))
            decisions += 1
        table.tell(position)
        return position.record(agents=table.names)

    def play_many(
        self,
        agents: Agent | Iterable[Agent],
        seeds: Iterable[int],
        *,
        threads: int = 1,
        limit: int | None = None,
    ) -> Results:
        """Play one game a seed and return the results as arrays (no records are kept).

        Compiled agents alone play on ``threads`` threads, thousands of games a second; a Python agent is asked about
        hundreds of positions at once. Each game is the one that :meth:`play` would play with that seed.

        Raises what :meth:`play` raises, :class:`~magnate.errors.BadValue` for an impossible number of threads too.

        >>> results = load("tictactoe").play_many("random", range(100))
        >>> results.utility.shape, float(results.utility.sum())
        ((100, 2), 100.0)
        """
        from ..agents import resolve_all
        from .players import Players

        deals, pool = checked_seeds(seeds), whole_number("threads", threads, 1)
        most = None if limit is None else whole_number("limit", limit, 0)
        table = Players(self, resolve_all(self.name, self.players, agents))
        return table.play_many(deals, pool, most)

    def agent_names(self) -> list[str]:
        """The names of the compiled agents that play this game.

        >>> load("pig").agent_names()
        ['random']
        """
        from ..agents import agent_names

        return agent_names(self.name)

    def start_states(self, count: int) -> np.ndarray:
        """That many states at the start of a game, as one array: what the drivers work on."""
        return np.repeat(self._fresh, count)

    def entry(self, kernel_name: str, name: str) -> Callable[..., Any]:
        """A compiled entry of one of the engine's kernels, built on first use (with progress)."""
        if name not in self._entries:
            self._build([(kernel_name, name)])
        return self._entries[name]

    @cached_property
    def move(self) -> Callable[..., int]:
        """The compiled entry by which positions are played on (see :func:`.position_kernel.move`)."""
        return self.entry("position_kernel", "move")

    @cached_property
    def check(self) -> Callable[..., int]:
        """The compiled entry that checks invariants (see :func:`.position_kernel.check`)."""
        return self.entry("position_kernel", "check")

    @cached_property
    def rooms(self) -> list[tuple[np.ndarray, memoryview]]:
        """Rooms for :attr:`move` that nobody uses just now; take one by ``pop``, and give it back by ``append``."""
        return []

    @cached_property
    def fact_rooms(self) -> list[tuple[np.ndarray, ...]]:
        """Rooms of the same kind, for what is asked about a position (:class:`.look.Facts`)."""
        return []

    def new_room(self) -> tuple[np.ndarray, memoryview]:
        """A room for :attr:`move`, and the numbers that it writes there."""
        longest = max(self.info.max_legal, self.info.max_outcomes, LEAST_ROOM)
        room = np.zeros((3, 2 * longest), np.int64)
        return room, memoryview(room[0])

    def _prepare(self) -> None:
        """Build what every position needs in one go, so that the progress is one."""
        self._build([("drivers", "new_games"), *(("position_kernel", name) for name in ("move", "inspect", "check"))])

    def _build(self, wanted: list[tuple[str, str]]) -> None:
        """Compile these (kernel, entry) pairs, or load them from the cache."""
        found = {}
        for kernel_name, name in wanted:
            guide = self.guide if kernel_name == "policy_kernel" else None
            found[name] = getattr(kernel(kernel_name, self.rules, guide), name)
        build(found.values(), self.progress)
        self._entries.update(found)

    @cached_property
    def unset(self) -> np.ndarray:
        """A state array of length 1 with the options written and nothing else."""
        states = np.zeros(1, self.rules.STATE)
        self.module.write_options(self.options, self.players, states[0])
        return states

    @cached_property
    def _fresh(self) -> np.ndarray:
        states = copied(self.unset)
        self.entry("drivers", "new_games")(states)
        return states

    @cached_property
    def guide(self) -> ModuleType | None:
        """The module of the game's compiled policies."""
        from ..agents.spec import guide_path

        path = guide_path(self.name)
        return None if path is None else importlib.import_module(path)

    def parse(self, name: str) -> int:
        """The id of an action's name.

        Raises :class:`~magnate.errors.MagnateError` when the game has no such action.

        >>> load("tictactoe").parse("b2")
        4
        """
        try:
            return int(self.module.parse_action(name))
        except (ValueError, KeyError):
            names = [self.module.action_name(action) for action in range(self.info.max_actions)]
            raise MagnateError(f'{self.name} has no action "{name}"', hint=did_you_mean(name, names)) from None
