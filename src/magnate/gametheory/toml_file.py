"""Games of any number of players as TOML, which people can read and write.

``[players]`` lists everybody's strategies, ``[payoffs]`` what each profile gives, named by the strategies in the
players' order::

    title = "Prisoner's dilemma"

    [players]
    "Agent 1" = ["deny", "confess"]
    "Agent 2" = ["deny", "confess"]

    [payoffs]
    deny.deny = [-1, -1]
    deny.confess = [-5, 0]
    confess.deny = [0, -5]
    confess.confess = [-3, -3]

In a zero-sum game of two a number is enough, what the first player gets. Fractions stand in quotes: ``"1/3"``.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import BadStrategicGame, did_you_mean, listing
from .payoff_text import exact, parse_payoff
from .strategic import StrategicGame

__all__ = ["from_toml", "to_toml"]

BARE = re.compile(r"[A-Za-z0-9_-]+")
KEYS = ("title", "players", "payoffs")
HINT = "write for example deny.confess = [-5, 0]"


def from_toml(text: str) -> StrategicGame:
    """The game in a TOML text.

    Raises :class:`~magnate.errors.BadStrategicGame` naming the line where the text is no TOML, and the profile where
    its payoffs are missing or wrong.
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadStrategicGame(
            f"this is no TOML: {error}", hint="names with spaces or signs stand in quotes"
        ) from error
    unknown = next((key for key in content if key not in KEYS), None)
    if unknown is not None:
        raise BadStrategicGame(f'there is no place for "{unknown}" in a game', hint=did_you_mean(unknown, KEYS))
    title = content.get("title", "")
    if not isinstance(title, str):
        raise BadStrategicGame("the title is no text", hint='write title = "…"')
    players, strategies = _players(content.get("players"))
    payoffs = np.full((len(players), *map(len, strategies)), np.nan)
    for names, value in _leaves(content.get("payoffs"), len(players)):
        place: tuple[slice | int, ...] = (slice(None), *_cell(strategies, players, names))
        payoffs[place] = _values(value, len(players), _spelled(names))
    missing = [tuple(map(int, cell)) for cell in np.argwhere(np.isnan(payoffs[0]))]
    if missing:
        first = _spelled([own[k] for own, k in zip(strategies, missing[0], strict=True)])
        raise BadStrategicGame(
            f"{len(missing)} of {payoffs[0].size} profiles have no payoffs, the first of them {first}",
            hint=f"write {first} = [{', '.join('0' * len(players))}] with its payoffs below [payoffs]",
        )
    return StrategicGame(payoffs, players, strategies, title)


def to_toml(game: StrategicGame) -> str:
    """A game as TOML."""
    lines = [f"title = {_quoted(game.title)}", ""] if game.title else []
    lines.append("[players]")
    for player, names in zip(game.players, game.strategies, strict=True):
        lines.append(f"{_key(player)} = [{', '.join(map(_quoted, names))}]")
    lines += ["", "[payoffs]"]
    for cell in game.cells():
        values = ", ".join(map(exact, game.payoff(cell)))
        lines.append(f"{_spelled(game.names_of(cell))} = [{values}]")
    return "\n".join(lines) + "\n"


def _players(table: object) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The names of the players and of their strategies."""
    hint = 'write below [players] a line such as Rose = ["A", "B"] for each player'
    if not isinstance(table, Mapping) or not table:
        raise BadStrategicGame("there are no players", hint=hint)
    for player, names in table.items():
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            raise BadStrategicGame(f"the strategies of {player} are no list of names", hint=hint)
        twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
        if twice is not None:
            raise BadStrategicGame(f'"{twice}" stands twice among the strategies of {player}', hint=hint)
    return tuple(table), tuple(tuple(names) for names in table.values())


def _leaves(table: object, depth: int, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The payoffs with the names of their profiles, so many levels down."""
    if len(above) == depth:
        yield above, table
        return
    if not isinstance(table, Mapping):
        where = f"{_spelled(above)} has" if above else "there are"
        payoffs = "payoffs, but names fewer than" if above else "no payoffs for the"
        raise BadStrategicGame(f"{where} {payoffs} {depth} strategies of a profile", hint=HINT)
    for name, below in table.items():
        yield from _leaves(below, depth, (*above, name))


def _cell(strategies: Sequence[Sequence[str]], players: Sequence[str], names: Sequence[str]) -> list[int]:
    """The profile with these names."""
    for player, own, name in zip(players, strategies, names, strict=True):
        if name not in own:
            raise BadStrategicGame(
                f'{_spelled(names)}: {player} has no strategy "{name}"', hint=did_you_mean(name, own)
            )
    return [own.index(name) for own, name in zip(strategies, names, strict=True)]


def _values(value: object, count: int, where: str) -> list[float]:
    """The payoffs of a profile."""
    if count == 2 and not isinstance(value, list | Mapping):
        first = _number(value, where)
        return [first, -first]
    if isinstance(value, Mapping):
        raise BadStrategicGame(f"{where} names more than {count} strategies: {listing(value)}", hint=HINT)
    if not isinstance(value, list) or len(value) != count:
        raise BadStrategicGame(f"{where} has no payoff for each of {count} players", hint=HINT)
    return [_number(one, where) for one in value]


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise BadStrategicGame(f"{where}: {value} is no payoff", hint=HINT)
    try:
        return parse_payoff(value if isinstance(value, str) else repr(value))
    except BadStrategicGame as error:
        raise BadStrategicGame(f"{where}: {error.message}", hint=error.hint) from None


def _spelled(names: Sequence[str]) -> str:
    """A profile as a dotted key."""
    return ".".join(map(_key, names))


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    """A text as TOML writes it, which is how JSON does, up to one letter."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
