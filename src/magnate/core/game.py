"""Game, Position and Record: a game with its options, a position of it, and what was played.

Each makes the others, so that they lie in one module. What each is made of is below it: :mod:`.base_game`,
:mod:`.position` and :mod:`.record`.

A game is a pure function of its options and the list of its decisions and chance outcomes. So the record is the save
format, the bug report and the test fixture.
"""

from __future__ import annotations

import atexit
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from pydantic import ValidationError

from ..errors import (
    BadAgent,
    BadOption,
    BadPlayers,
    BadRecord,
    BadSetup,
    BrokenGame,
    IllegalAction,
    RulesMismatch,
    UnknownGame,
    UnknownPreset,
    did_you_mean,
    listing,
)
from ..runtime.compiler import Progress
from ..runtime.layout import copied, state_hash
from ..runtime.system import end_without_search
from .base_game import BaseGame
from .binding import LIMIT
from .contract import CHANCE
from .game_module import GameModule, check_game
from .position import BasePosition
from .record import BaseRecord, Result, Step, Verified
from .registry import agent_names, declared_game, game_module, register, resolve_all
from .run import is_prepared
from .validation import checked_seed, checked_seeds, complaints, unknown_keys, whole_number

if TYPE_CHECKING:
    from .agents import Agent
    from .players import Players
    from .run import Results

# Python's last act would be to look through all of Numba's objects for circles: a fifth of a short program.
atexit.register(end_without_search)


_PLAYED: Final[set[str]] = set()
"""The names of the games that :meth:`Game.play` has played in this process."""


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
    name)`` is called. Without it, compiling that takes more than a second is shown on stderr if that is a terminal.

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
    declared = check_game(module)
    if isinstance(name, ModuleType):
        register(declared.name, module)
    chosen = declared.default_preset if preset is None else preset
    if not isinstance(chosen, str) or chosen not in declared.presets:
        raise UnknownPreset(
            f'{declared.name} has no preset "{chosen}"', hint=did_you_mean(str(chosen), declared.presets)
        )
    seats = declared.default_players if players is None else players
    if type(seats) is not int or not declared.min_players <= seats <= declared.max_players:
        allowed = f"{declared.min_players} to {declared.max_players}"
        raise BadPlayers(
            f"{declared.name} cannot be played by {seats!r} players",
            hint=f"it takes {declared.min_players if declared.min_players == declared.max_players else allowed}",
        )
    wrong, hint = unknown_keys(options, declared.options.model_fields)
    if wrong:
        raise BadOption(f'{declared.name} has no option "{wrong[0]}"', hint=hint)
    try:
        checked = declared.options.model_validate({**declared.presets[chosen], **options})
    except ValidationError as error:
        _check_preset(declared, chosen)
        raise BadOption(f"impossible options for {declared.name}: {complaints(error)}") from None
    game = Game(module, declared, chosen, checked, seats, progress)
    _ = game.unset  # options that do not go with the number of players are refused here, not when a game begins
    return game


def _check_preset(declared: GameModule, preset: str) -> None:
    """Refuse a preset that the game's own options do not allow: that is its author's mistake."""
    try:
        declared.options.model_validate(declared.presets[preset])
    except ValidationError as error:
        raise BrokenGame(
            f'the preset "{preset}" of {declared.name} is impossible: {complaints(error)}',
            hint="the author of the game has to mend it",
        ) from None


class Game(BaseGame):
    """A game, its options and its number of players; made by :func:`load`.

    ``declared`` is what its ``module`` declares, and ``info`` its constants. ``options`` are its validated options,
    ``rules`` its compiled functions. ``progress`` is called with what is compiled.

    >>> game = load("tictactoe")
    >>> game.name, game.players, game.preset
    ('tictactoe', 2, 'standard')
    """

    def __repr__(self) -> str:
        from .wording import rules_message

        return f"<Game {self.name}, preset {rules_message(self)}, {self.players} players>"

    def position(self, states: np.ndarray) -> Position:
        """The position of a state (an array of length 1, which is copied), without a past."""
        return Position(self, copied(states))

    def new(self, seed: int | None = None) -> Position:
        """The position at the start of a game.

        With a ``seed`` (0 to 2**56 - 1) chance is drawn from the seed's streams at once, after each decision. Without
        one the dice are explicit: at ``position.to_move == CHANCE`` you apply an outcome yourself.

        >>> load("pig").new(seed=7).to_move
        0
        """
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
        checked = None if seed is None else checked_seed(seed)
        if not isinstance(position, Mapping):
            raise BadSetup(f"a set-up is a JSON object, not {position!r}", hint="see Position.to_setup() for one")
        if "move" not in self._entries:
            self._prepare()
        try:
            states = self.declared.setup(position, self.options, self.players)
        except ValidationError as error:
            raise BadSetup(f"the set-up is impossible: {complaints(error)}", hint="see Position.to_setup()") from None
        made = Position(self, states, start=self.declared.to_setup(states[0]))
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
        on nothing else. The first game of a process is interpreted if its rules are not compiled yet: that takes
        seconds, and compiling a minute.

        Raises :class:`~magnate.errors.BadSeed`, :class:`~magnate.errors.BadValue` for an impossible limit, and what
        :meth:`setup` and the agents' names raise; :class:`~magnate.errors.AgentFailed` when an agent fails.

        >>> record = load("tictactoe").play(["random", "random"], seed=1)
        >>> record.result.ending in ("line", "full board")
        True
        """
        from .players import Players

        dice = checked_seed(seed)  # None, with which `new` leaves chance to the caller, is no seed of a played game
        most = self.info.max_decisions if limit is None else whole_number("limit", limit, 0)
        seated = resolve_all(self.name, self.players, agents)
        table, game = Players(self, seated), self
        if table.compiled:
            if not self._comes_first():
                return self._played(table, dice, None if start is None else self.setup(start), most)
            game = Game(self.module, self.declared, self.preset, self.options, self.players, self.progress)
            game.interpret()
            table = Players(game, seated)
        position = game.new(dice) if start is None else game.setup(start, dice)
        decisions = 0
        while not position.is_over and decisions < most:
            position.apply(table.choose(position))
            decisions += 1
        table.tell(position)
        return position.record(agents=table.names)

    def _comes_first(self) -> bool:
        """Whether no game by these rules was played in this process, and nothing is compiled for them."""
        if self.name in _PLAYED:
            return False
        _PLAYED.add(self.name)
        return self.interpretable and not is_prepared(self.rules, self.guide, batched=True)

    def _played(self, table: Players, seed: int, start: Position | None, limit: int) -> Record:
        """The record of a game that compiled agents play in the drivers."""
        played, steps = table.play(seed, start, limit)
        over = int(played.ending[0]) != LIMIT
        utility, score = tuple(played.utility[0].tolist()), tuple(played.score[0].tolist())
        return Record.made(
            self,
            steps,
            state_hash(played.states),
            agents=table.names,
            seed=seed,
            start=None if start is None else start.start,
            result=Result(self.info.ending_name(int(played.ending[0])), utility, score) if over else None,
        )

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
        return agent_names(self.name)


class Position(BasePosition):
    """A position of a game and how it came about; made by ``game.new``, ``game.setup`` or a record.

    >>> import magnate
    >>> position = magnate.load("tictactoe").new()
    >>> position.apply("b2").apply("a1").to_move
    0
    >>> position.apply("a1")
    Traceback (most recent call last):
    ...
    magnate.errors.IllegalAction: "a1" is not legal here: a1 is taken; legal: b1, c1, a2, c2, a3, b3, c3
    """

    game: Game

    __slots__ = ()

    def record(self, agents: Iterable[str] | None = None) -> Record:
        """The record of the game so far; ``agents`` are the players' names for it, one a seat.

        Raises :class:`~magnate.errors.BadAgent` for another number of names.
        """
        return Record.of(self, agents)


@dataclass(frozen=True, slots=True)
class Record(BaseRecord):
    """A game that can be replayed: what was played, by whom, every step in order, and the hash it must end with.

    ``actions`` holds decisions and outcomes as ids, in the order they happened; files have their names instead. A
    record that was read from a file finds the ids when they are first asked for, by a replay. ``start`` is a set-up, or
    None for the game's own beginning. ``seed`` or ``dice``, never both, say what all outcomes were drawn from; both are
    None where that is not known. ``result`` is None while the game is unfinished. ``options`` are all of the game's
    options and alone say what was played by. ``preset`` names the preset that they were chosen from, and ``overrides``
    has those that differ from it (None in records of the first file format). ``agents`` only names who played.

    >>> import magnate
    >>> game = magnate.load("tictactoe")
    >>> record = game.play("random", seed=7)
    >>> record.verify().decisions == len(record.actions)
    True
    >>> Record.from_json(record.to_json()) == record
    True
    """

    @classmethod
    def of(cls, position: Position, agents: Iterable[str] | None = None) -> Record:
        """The record of a position's game so far; see :meth:`.position.Position.record`."""
        game = position.game
        names = None if agents is None else tuple(agents)
        if names is not None and (isinstance(agents, str) or len(names) != game.players):
            raise BadAgent(
                f"{agents!r} are not the names of {game.players} players", hint="give one name a seat, or none"
            )
        return cls.made(
            game,
            position.history,
            position.hash,
            rules_version=position.rules_version,
            agents=names,
            seed=position.seed,
            start=position.start,
            result=position.result(),
            dice=position.dice,
        )

    def to_game(self) -> Game:
        """The game it was played with.

        Raises :class:`~magnate.errors.RulesMismatch` for a version of the rules that does not replay here (see
        :attr:`.GameModule.replays`), or :class:`~magnate.errors.BadRecord` for a game, a number of players or
        options that there are not.
        """
        try:
            older = declared_game(self.game).older_options(self.rules_version)
            game = load_with(self.game, self.preset, self.players, {**older, **self.options})
            if self.overrides is None:
                game = _truly_named(game, older)
        except UnknownGame as error:
            raise BadRecord(f"the record's game is unknown: {error.message}", hint=error.hint) from None
        except BadPlayers as error:
            raise BadRecord(f"the record's number of players is impossible: {error.message}", hint=error.hint) from None
        except (BadOption, UnknownPreset) as error:
            raise BadRecord(f"the record's options are impossible: {error.message}", hint=error.hint) from None
        if self.rules_version not in (game.info.rules_version, *game.declared.replays):
            raise RulesMismatch(
                f"the record was made by version {self.rules_version} of the rules of {self.game}",
                hint=f"version {game.info.rules_version} is installed; replay it with the magnate that made it",
            )
        return game

    def positions(self, game: Game | None = None) -> Iterator[Position]:
        """The position at the start and after every decision and outcome, each a copy of its own.

        ``game`` is the one that it was played with, where that is at hand. Raises
        :class:`~magnate.errors.BadRecord` at a step that the rules do not allow. The end is not checked here:
        :meth:`check_end` does that.
        """
        position = self._start(game)
        yield position.copy()
        for number, step in enumerate(self._given, 1):
            self._apply(position, number, step)
            yield position.copy()

    def replay(self, steps: int | None = None, game: Game | None = None) -> Position:
        """The position after the first ``steps`` decisions and outcomes (default: all; hash and result must match).

        ``game`` is the one that it was played with, where that is at hand. The position goes on as the recorded game
        would have: with the record's seed or dice, it draws the same. Raises :class:`~magnate.errors.BadRecord` at a
        step that the rules do not allow, or for another final hash or result. Raises
        :class:`~magnate.errors.BadValue` for a number of steps that the record does not have.

        >>> import magnate
        >>> record = magnate.load("tictactoe").play("random", seed=7)
        >>> record.replay().is_over, record.replay(2).steps
        (True, 2)
        """
        last = self.steps if steps is None else whole_number("steps", steps, 0, self.steps)
        position = self._start(game)
        self._follow(position, self._given[:last])
        if position.steps == self.steps:
            self.check_end(position)
        if self.chance is not None:
            position.continue_with(self.chance)
        return position

    def check_end(self, final: Position) -> None:
        """Compare the hash and the result that the record says with those of the position after its last step.

        Raises :class:`~magnate.errors.BadRecord` where they are others.
        """
        if final.hash != self.final_hash:
            raise BadRecord(
                f"the record ends with the hash {final.hash[:12]}…, not {self.final_hash[:12]}… as it says",
                hint="a step, an option or the set-up has been changed, or the rules without their version",
            )
        if final.result() != self.result:
            raise BadRecord(
                f"the record says that {_result_text(self.result)}, but {_result_text(final.result())}",
                hint="the result has been changed",
            )

    def verify(self) -> Verified:
        """Replay everything and check every claim: the preset, legality, invariants, the dice, the hash, the result.

        The preset and its overrides must give the record's options. In a record of the first file format, which has no
        overrides, the options must not be exactly those of another preset. The names of the agents are labels that
        nothing can confirm.

        Raises :class:`~magnate.errors.BadRecord` (or :class:`~magnate.errors.RulesMismatch`) at the first that fails.
        """
        if self.dice is not None and not self.dice.is_kept:
            raise BadRecord(
                f"the key of the dice is not the promised one: its SHA-256 is not {self.dice.commitment[:12]}…",
                hint="the key has been changed, or the commitment",
            )
        position, chance = self._start(), self.chance
        self._check_preset(position.game)
        outcomes = 0
        for number, step in enumerate(self._given, 1):
            if position.to_move == CHANCE:
                outcomes += 1
                if chance is not None:
                    self._check_outcome(position, number, step, position.drawn(chance))
            self._apply(position, number, step)
            broken = position.check()
            if broken:
                raise BadRecord(f"after step {number} the game's invariant {broken} does not hold", hint="report this")
        self.check_end(position)
        steps = self.steps
        return Verified(steps, steps - outcomes, outcomes, chance is not None, self.final_hash)

    def _check_outcome(self, position: Position, number: int, step: Step, expected: int) -> None:
        with suppress(IllegalAction):  # of a name that means nothing: taking the step says so
            if expected != (position.action_id(step) if isinstance(step, str) else step):
                source = "the key of the dice" if self.dice is not None else f"seed {self.seed}"
                said = step if isinstance(step, str) else position.label_of(step)
                raise BadRecord(
                    f"step {number} is the outcome {said}, but {source} gives {position.label_of(expected)}",
                    hint="the outcomes have been changed, or what they were drawn from",
                )

    def names(self) -> tuple[Step, ...]:
        """The name of every decision and outcome, as files have them; found by replaying where ids are known.

        A step is an id where no name leads back to it, and from the first step on that the rules do not allow.

        >>> import magnate
        >>> magnate.load("pig").new(seed=7).apply("roll").record().names()
        ('roll', '2')
        """
        if self._named is not None:
            return self._named
        found: list[Step] = []
        with suppress(BadRecord):
            position = self._start()
            for number, step in enumerate(self.actions, 1):
                label = position.label_of(step)
                self._apply(position, number, step)
                found.append(label)
        return (*found, *self.actions[len(found) :])

    def _ids(self) -> tuple[int, ...]:
        position = self._start()
        self._follow(position, self._given)
        return position.history

    @property
    def _given(self) -> tuple[Step, ...]:
        """The steps as they are known without a replay."""
        return self.actions if self._named is None else self._named

    def _check_preset(self, game: Game) -> None:
        if self.overrides is None:
            if game.preset != self.preset and self.preset is not None:
                raise BadRecord(
                    f'the record\'s preset is "{self.preset}", but its options are those of "{game.preset}"',
                    hint=f'the preset has been changed; say "{game.preset}" in the record where it has not',
                )
            return
        changes = {**game.declared.older_options(self.rules_version), **self.overrides}
        try:
            said = load_with(self.game, self.preset, self.players, changes).options.model_dump(mode="json")
        except BadOption as error:
            raise BadRecord(f"the record's overrides are impossible: {error.message}", hint=error.hint) from None
        options = game.options.model_dump(mode="json")
        wrong = [
            f"{name} {json.dumps(said[name])} instead of {json.dumps(value)}"
            for name, value in options.items()
            if said[name] != value
        ]
        if wrong:
            raise BadRecord(
                f'the preset "{game.preset}" with the record\'s overrides gives {listing(wrong, 4)}',
                hint="the preset, the overrides or an option has been changed",
            )

    def _start(self, game: Game | None = None) -> Position:
        game = self.to_game() if game is None else game
        if self.start is None:
            return game.new().by_rules(self.rules_version)
        try:
            return game.setup(self.start).by_rules(self.rules_version)
        except BadSetup as error:
            raise BadRecord(f"the record's start is impossible: {error.message}", hint=error.hint) from None

    def _follow(self, position: Position, steps: Sequence[Step]) -> None:
        """Take all these steps, from the record's start on."""
        if self.start is not None:  # each position is to be checked
            for number, step in enumerate(steps, 1):
                self._apply(position, number, step)
            return
        try:
            position.follow(steps, self.rules_version)
        except IllegalAction as error:
            raise BadRecord(f"step {position.steps + 1} of {self.steps}: {error.message}", hint=error.hint) from None

    def _apply(self, position: Position, number: int, step: Step) -> None:
        try:
            position.redo(step, self.rules_version)
        except IllegalAction as error:
            raise BadRecord(f"step {number} of {self.steps}: {error.message}", hint=error.hint) from None
        if self.start is not None and position.check():  # the game's own beginning needs no such care
            raise BadRecord(
                f"after step {number} the game's invariant {position.check()} does not hold",
                hint="the record's start is no position that the rules can bring about",
            )


def _truly_named(game: Game, older: Mapping[str, Any]) -> Game:
    """The game, or if it has exactly the options of another preset than it is named by, the same named by that one.

    Files of the first format do not say which options differ, so that their preset may be false. What is named by a
    preset that needs no change cannot be. ``older`` has the options by which older rules play.
    """
    if game.overrides.keys() <= older.keys():
        return game
    for name, preset in game.declared.presets.items():
        if game.declared.options.model_validate({**preset, **older}) == game.options:
            return load_with(game.name, name, game.players, game.options.model_dump(mode="json"))
    return game


def _result_text(result: Result | None) -> str:
    """A result as the end of a sentence."""
    if result is None:
        return "the game is not over"
    shares = ", ".join(repr(share).removesuffix(".0") for share in result.utility)
    scores = ", ".join(repr(score).removesuffix(".0") for score in result.score)
    return f'the game ends by "{result.ending}" with shares {shares} and scores {scores}'
