"""What a game declares to the Python side: one typed object, in which a misspelt field is an error when it is loaded.

A game's module declares ``GAME = GameModule(...)`` below its rules and texts. Games from before have ``GAME =
GameInfo(...)`` and plain globals (``Options``, ``PRESETS``, ``view`` and so on), which :func:`from_globals` reads. The
compiled rules are plain functions of the module in both (:mod:`.binding`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..errors import BrokenGame, did_you_mean, listing
from .binding import REQUIRED
from .contract import SEATS, Event, GameInfo, rules_of

if TYPE_CHECKING:
    import numpy as np
    from pydantic import BaseModel

    from ..messages import Message
    from ..runtime.primitives import RawEvent
    from .result_schema import ResultSchema

Replays: TypeAlias = Callable[[Any, int], bool] | Mapping[str, Any] | None
"""How games of an older version of the rules replay (:attr:`GameModule.replays`)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GameModule(GameInfo):
    """A game: its constants (:class:`~magnate.core.contract.GameInfo`), its options, and its texts and views.

    All functions are plain Python; ``state`` is one record, and a ``viewpoint`` a seat or None for a spectator. What
    has a value by default may be left out, but of actions and of reasons there is a text or a message.

    Of the constants ``about`` says in a line what the game is, for lists. ``rules_version`` is raised when the rules of
    a game that people have played change (see :attr:`replays`). Earlier modules with ``GAME = GameInfo(...)`` and
    plain globals go on to work.
    """

    options: type[BaseModel]
    """The options, as a strict pydantic model."""
    presets: Mapping[str, Mapping[str, Any]]
    """Named sets of options: values of the model's fields, where they are not the model's own."""
    default_preset: str
    """The preset of a game for which nobody names one."""
    write_options: Callable[[Any, int, Any], None]
    """``write_options(options, players, g)`` writes the options into a state."""

    action_name: Callable[[int], str]
    """The stable name of an action: unique, and what records keep, so that ids may change later."""
    parse_action: Callable[[str], int]
    """The action of a name; raises ValueError for an unknown one."""
    action_facets: Callable[[int], dict[str, Any]]
    """The parts of an action (``kind``, ``place``, …) that interfaces group by."""
    outcome_name: Callable[[Any, int], str]
    """``outcome_name(state, outcome)``: the stable name of an outcome of chance."""
    parse_outcome: Callable[[Any, str], int]
    """``parse_outcome(state, name)``: the outcome of a name; raises ValueError for an unknown one."""
    action_message: Callable[[Any, int], Message] | None = None
    """``action_message(state, action)``: what an action does, by custom ``<game>.action.<kind>``.

    A game that speaks only English has ``action_text`` instead.
    """
    action_text: Callable[[Any, int], str] | None = None
    """``action_text(state, action)``: the same as an English sentence."""
    reason_message: Callable[[Any, int, int], Message] | None = None
    """``reason_message(state, code, action)``: why an action is refused, by custom ``<game>.why.<reason>``.

    ``code`` is what the rule ``why`` answered. A game that speaks only English has ``reason_text`` instead.
    """
    reason_text: Callable[[Any, int, int], str] | None = None
    """``reason_text(state, code, action)``: the same as an English sentence."""
    prompt_message: Callable[[Any, int], Message] | None = None
    """``prompt_message(state, seat)``: what the seat to move has to decide, by custom ``<game>.prompt.<phase>``.

    Without it pages say "seat 0 is to move".
    """
    ending_message: Callable[[Any], Message] | None = None
    """``ending_message(state)``: how a finished game ended, if the ending's name does not say enough."""
    narrate: Callable[[RawEvent], Event | None]
    """``narrate(event)``: what the rules emitted, as an event; None for what nobody is to read.

    The ``kind`` and the four ``args`` are those that the rules gave to ``emit``, without the state.

    ``Event(key, "a sentence", {"seat": 1}, seats)`` is in English: ``seats`` is the mask of those who may read it,
    ``everyone(players)`` for all. ``Event.of(game, key, params, seats)`` has the words ``<game>.event.<key>``, and
    ``Event.said`` takes any other message.
    """

    view: Callable[[Any, int | None], dict[str, Any]]
    """``view(state, viewpoint)``: what a viewpoint may see, as JSON, built from an allow-list.

    Its fields ``era``, ``round``, ``turn`` and ``turns`` head the log of the page and divide the replay. Without
    ``turn`` each run of decisions of a seat is a turn.
    """
    own_view: Callable[[Any, int, Mapping[str, Any]], dict[str, Any]] | None = None
    """``own_view(state, seat, public)``: what of a seat's view differs from a spectator's, which is ``public``.

    With it the rest is made once for everybody. ``view(state, seat)`` must be ``{**view(state, None),
    **own_view(state, seat, view(state, None))}``.
    """
    static_view: Callable[[int], dict[str, Any]] | None = None
    """``static_view(players)``: what of all views never changes, shaped like one. It is sent once, as ``scenery``."""
    board_text: Callable[[Any], str]
    """``board_text(state)``: the board in a terminal, as everybody sees it."""
    hand_text: Callable[[Any, int], str] | None = None
    """``hand_text(state, seat)``: what only that seat sees, in a terminal; for games with hidden information."""
    is_debt: Callable[[Any], bool] | None = None
    """``is_debt(state)``: whether cash has to be raised for a debt; then tables without hints propose how."""
    leads_on: Callable[[Any, int], bool] | None = None
    """``leads_on(state, action)``: whether an action only begins a move, so that the page gets what may follow too."""
    uses: Callable[[Any, int], tuple[str, ...]] | None = None
    """``uses(state, action)``: refs of what the move may use later, of which the page lets any be picked first."""
    leaves: str = ""
    """The event with which a seat leaves the game before its end: who leaves later has the better place."""
    facets: tuple[str, ...] = ()
    """The facets (of ``action_facets``) by which the page groups actions, in that order."""

    setup: Callable[[Mapping[str, Any], Any, int], np.ndarray]
    """``setup(position, options, players)``: the state of a position as JSON; BadSetup for an impossible one.

    The state is an array of length 1 with the dtype ``STATE``, and has the options too.
    """
    to_setup: Callable[[Any], dict[str, Any]]
    """``to_setup(state)``: the position as JSON, which ``setup`` reads back."""
    results: ResultSchema | None = None
    """What tournaments keep of a finished game and of each seat, and average; None: each seat's score.

    A game whose utilities are not equal shares of one win takes ``magnate.core.result_schema.SHARES``.
    """
    replays: Mapping[int, Replays] = field(default_factory=dict)
    """The older versions of the rules whose records still replay, and how.

    A version has ``was_legal(state, action)``: whether it allowed an action that is illegal today. None says that it
    allowed no more. Today's ``step`` must do with such an action what it did then; the final hash of each record proves
    that. If more has changed than legality, an option keeps the old way. Then a version has the options with which
    today's rules play as it did, and each preset must mean what it meant to that version.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__  # it is a key of caches

    def __new__(cls, *given: Any, **named: Any) -> GameModule:
        """Refuse fields that there are not, and say which are missing; the rest is the dataclass's work."""
        game = named.get("name") or (given[0] if given else "a game")
        known = [one.name for one in fields(cls)]
        for wrong in named.keys() - known:
            raise BrokenGame(
                f'the GAME of {game} declares "{wrong}", which no game has', hint=did_you_mean(wrong, known)
            )
        required = {one.name for one in fields(cls) if one.default is MISSING and one.default_factory is MISSING}
        missing = [name for name in known[len(given) :] if name in required and name not in named]
        if missing and (given or named):
            raise BrokenGame(f"the GAME of {game} lacks {listing(missing)}", hint=ABOUT)
        return object.__new__(cls)

    def older_options(self, version: int) -> Mapping[str, Any]:
        """The options with which today's rules play as that older version did, if they are what keeps the old way.

        >>> import magnate
        >>> magnate.load("monopoly").declared.older_options(1)
        {'completable_offers': False}
        """
        found = self.replays.get(version)
        return found if isinstance(found, Mapping) else {}


ABOUT: Final = "docs: “For authors of games” in the API lists what a game declares"
EITHER: Final = (("action_text", "action_message"), ("reason_text", "reason_message"))
"""What every game says either as an English sentence or as a message, of which :mod:`.wording` makes the other."""
GLOBALS: Final = {
    "options": "Options",
    "presets": "PRESETS",
    "default_preset": "DEFAULT_PRESET",
    "facets": "FACETS",
    "results": "FACTS",
    "replays": "REPLAYS",
}
"""The names of plain globals that are not those of the fields. ``static_view`` may also be called ``scenery``."""
_WHOLE: Final = re.compile(r"^(?:from|import) magnate\b", re.MULTILINE)


@cache
def from_globals(module: ModuleType, info: GameInfo) -> GameModule:
    """What a module with plain globals declares; raises :class:`~magnate.errors.BrokenGame` for what it lacks."""
    given = vars(module)
    own = [one for one in fields(GameModule) if one.name not in GameInfo.__dataclass_fields__]
    found = {one.name: given[name] for one in own if (name := GLOBALS.get(one.name, one.name)) in given}
    found.setdefault("static_view", given.get("scenery"))
    wrong = [
        GLOBALS.get(one.name, one.name)
        for one in own
        if one.default is MISSING and one.default_factory is MISSING and one.name not in found
    ]
    if wrong:
        raise BrokenGame(f"{module.__name__} lacks {listing(wrong)}", hint=ABOUT)
    return GameModule(**{name: getattr(info, name) for name in GameInfo.__dataclass_fields__}, **found)


def declared(module: ModuleType) -> GameModule:
    """What a game's module declares, in ``GAME`` or, in games from before there was that, in plain globals.

    Raises :class:`~magnate.errors.BrokenGame` for a module that is no game.

    >>> from magnate.games import pig
    >>> declared(pig).default_preset
    'standard'
    """
    found = getattr(module, "GAME", None)
    if isinstance(found, GameModule):
        return found
    if isinstance(found, GameInfo):
        return from_globals(module, found)
    raise BrokenGame(f"{module.__name__} has no GAME", hint="set GAME = GameModule(name=…, title=…, …)")


def check_game(module: ModuleType) -> GameModule:
    """Check that a game's module has all that the contract asks for, and return what it declares.

    Raises :class:`~magnate.errors.BrokenGame` naming everything that is missing or impossible.
    """
    game, rules = declared(module), rules_of(module)
    wrong = [" or ".join(names) for names in EITHER if all(getattr(game, name) is None for name in names)]
    wrong += [f"rules.{name}" for name in ("STATE", *REQUIRED) if not hasattr(rules, name)]
    if game.hidden and not hasattr(rules, "hide"):
        wrong.append("rules.hide (its GAME says hidden=True)")
    if not game.hidden and hasattr(rules, "hide"):
        wrong.append("hidden=True in its GAME (its rules define hide)")
    if wrong:
        raise BrokenGame(f"{module.__name__} lacks {listing(wrong)}", hint=ABOUT)
    if rules.__name__.startswith("magnate.") and _WHOLE.search(Path(rules.__file__ or "").read_text(encoding="utf-8")):
        raise BrokenGame(
            f"{rules.__name__} imports magnate by its whole name",
            hint="a game in magnate/games is imported twice: write “from ..runtime.compiler import rule”",
        )
    if not hasattr(game.options, "model_fields"):
        raise BrokenGame(f"{game.name}'s Options is no pydantic model", hint="write class Options(BaseModel)")
    if not isinstance(game.presets, Mapping):
        raise BrokenGame(f"{game.name}'s PRESETS is no dict", hint='write PRESETS = {"standard": {}}')
    if not 1 <= game.min_players <= game.max_players <= SEATS:
        raise BrokenGame(
            f"{game.name} says {game.min_players} to {game.max_players} players", hint=f"allowed are 1 to {SEATS}"
        )
    if (game.tracked > 0) != hasattr(rules, "track"):
        raise BrokenGame(
            f"{game.name} tracks {game.tracked} numbers, but its rules {'lack' if game.tracked else 'define'} track",
            hint="set tracked in its GAME to the numbers that rules.track keeps, or leave both out",
        )
    unknown = [name for name in game.caps if name not in game.endings[1:]]
    if unknown:
        raise BrokenGame(
            f"{game.name}'s caps name {listing(unknown)}, which is no ending", hint=f"have {listing(game.endings[1:])}"
        )
    ignored = _ignored(module, game)
    if ignored:
        raise BrokenGame(
            f"{module.__name__} defines {listing(ignored)}, but its GAME has what another game declares",
            hint="name it in GAME = replace(…) too",
        )
    if game.default_preset not in game.presets:
        raise BrokenGame(
            f"the default preset {game.default_preset!r} of {game.name} is no preset",
            hint=f"have {listing(game.presets)}",
        )
    _check_state(game, rules.STATE)
    return game


def _ignored(module: ModuleType, game: GameModule) -> list[str]:
    """The module's own functions and options that its ``GAME``, made from another game's, does not declare."""
    found = []
    for name in [one.name for one in fields(GameModule) if one.name not in GameInfo.__dataclass_fields__]:
        mine = vars(module).get(GLOBALS.get(name, name))
        other = sys.modules.get(getattr(getattr(game, name), "__module__", ""), module)
        if other is not module and hasattr(other, "GAME") and getattr(mine, "__module__", "") == module.__name__:
            found.append(GLOBALS.get(name, name))
    return found


def _check_state(info: GameInfo, state: np.dtype[Any]) -> None:
    """A state record has named fields and no implicit padding, at any depth (equal positions must be equal bytes)."""
    from ..runtime.layout import padding  # here, because it imports NumPy

    if getattr(state, "names", None) is None:
        raise BrokenGame(f"{info.name}'s STATE is no structured dtype", hint="make it packed([(name, type), …])")
    unnamed = padding(state)
    if unnamed:
        raise BrokenGame(
            f"{info.name}'s STATE has {unnamed} bytes of padding",
            hint="make it with packed (magnate.runtime.layout), which names the bytes between the fields",
        )


def action_text(game: GameModule, state: np.void, action: int) -> str:
    """What an action (by its id) would do, in English, for the seat that is to move in ``state``."""
    said = game.action_message or game.action_text
    return str(said and said(state, action))


def reason_text(game: GameModule, state: np.void, code: int, action: int) -> str:
    """Why an action is refused in ``state``, as the end of an English sentence; ``code`` is what ``why`` answered."""
    said = game.reason_message or game.reason_text
    return str(said and said(state, code, action))
