"""What networks are shown of a position, and fingerprints of that and of the rules that they have learned by.

A network may be shown the game's own ``features``, or what a guide's ``inputs`` write. The game's agents name such
guides (``AgentPackage.inputs``): modules with ``inputs`` and the constant ``INPUTS``.

The hashes are of what the rules and the inputs do at positions that are stored with magnate (the folder ``positions``,
a file a game), not of their sources. They are taken interpreted. A comment, a faster way to the same numbers, another
legality, or more, fewer and renamed actions leave trained networks as they are. A change of the inputs at any of these
positions makes them unfit. So does one of the outcomes of chance or of what the end is worth.
``tools/schema_positions.py`` has gathered the positions. Of a game without a file, such as a user's, the hashes are of
what happens along random games. A network's file names the actions that these games had.
"""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import ModuleType
from typing import Any, Final

import numpy as np

from ..core.contract import CHANCE, OVER
from ..core.game import Game, load
from ..core.loader import kernel
from ..core.registry import agents_of, declared_game
from ..errors import BadNetwork, did_you_mean
from ..networks.files import WIN_SHARES, About
from ..runtime.interpreter import interpret
from ..runtime.pystate import py_ints, pystate_class
from ..runtime.stream import deal_seed

KERNEL: Final = f"{__package__}.afterstates"
FEATURES: Final = "features"
"""The name of the game's own features as inputs."""
STORED: Final = "positions"
"""The folder beside this file in which the positions are stored, a file a game."""
FIRST_ACTIONS: Final = "first_actions.json"
"""The file beside this one with the games' actions, by their ids, when files of networks did not name actions yet."""
STEPS: Final = 120
"""How many decisions and outcomes of random games are looked at for the hashes of a game without stored positions."""


@dataclass(frozen=True, slots=True)
class Schema:
    """What networks are shown of a position of ``game``: the inputs called ``name``, ``size`` numbers.

    ``guide`` is the module that writes them, None for the game's own features. ``inputs_hash`` and ``rules_hash`` are
    those of the inputs and the rules as they are now. ``earlier_hash`` is that of the rules in the way of files that
    do not name the actions of a game without stored positions.
    """

    game: str
    name: str
    size: int
    guide: ModuleType | None
    inputs_hash: str
    rules_hash: str
    earlier_hash: str

    def about(
        self, made_by: str = "", kind: str = WIN_SHARES, outputs: Mapping[str, tuple[str, ...]] | None = None
    ) -> About:
        """What a file says of networks that have learned by these rules from these inputs."""
        actions = () if _is_stored(self.game) else action_names(self.game)
        return About(self.game, self.name, self.inputs_hash, self.rules_hash, kind, made_by, outputs or {}, actions)

    def as_today(self, rules_hash: str, inputs_hash: str, actions: Sequence[str] = ()) -> tuple[str, str]:
        """The hashes of a file as they are taken today, if they are of these rules and inputs.

        ``actions`` are those that the file names: hashes of random games were taken when there were no others.
        """
        if actions and tuple(actions) != action_names(self.game) and not _is_stored(self.game):
            mine = _hashes(load(self.game), self.guide, self.size, actions)
        else:
            mine = self.inputs_hash, self.rules_hash, self.earlier_hash
        return (
            self.rules_hash if {rules_hash, today(rules_hash)}.intersection(mine[1:]) else rules_hash,
            self.inputs_hash if mine[0] in {inputs_hash, today(inputs_hash)} else inputs_hash,
        )

    def check(self, about: About) -> None:
        """Raise :class:`~magnate.errors.BadNetwork` where networks are not made for this game as it is now."""
        hint = "train it again, or play with the version of magnate that trained it"
        rules_hash, inputs_hash = self.as_today(about.rules_hash, about.inputs_hash, about.actions)
        if rules_hash != self.rules_hash:
            raise BadNetwork(f"the network has learned by other rules of {self.game} than these", hint=hint)
        if inputs_hash != self.inputs_hash:
            raise BadNetwork(f'the inputs "{self.name}" are not those that the network has learned from', hint=hint)


@cache
def schema_for(game: str, name: str = FEATURES) -> Schema:
    """The inputs of that name of a game; raises :class:`~magnate.errors.BadNetwork` where there are none.

    >>> schema_for("pig").size
    10
    """
    table = load(game)
    if name == FEATURES:
        size, guide = table.info.features, None
    else:
        known = agents_of(game).inputs
        if name not in known:
            raise BadNetwork(f'{game} has no inputs "{name}" for networks', hint=did_you_mean(name, [FEATURES, *known]))
        guide = importlib.import_module(known[name])
        size = int(guide.INPUTS)
    if size == 0:
        raise BadNetwork(f"{game} shows a network nothing", hint="give its rules `features`, or its agents INPUTS")
    return Schema(game, name, size, guide, *_hashes(table, guide, size))


def action_names(game: str) -> tuple[str, ...]:
    """The names of a game's actions, by their ids.

    >>> action_names("pig")
    ('roll', 'hold')
    """
    declared = declared_game(game)
    return tuple(declared.action_name(action) for action in range(declared.max_actions))


def first_action_names(game: str) -> tuple[str, ...]:
    """The same as it was when files of networks did not name actions yet; of a user's game as it is now.

    >>> first_action_names("pig")
    ('roll', 'hold')
    """
    first = json.loads((resources.files(__package__) / FIRST_ACTIONS).read_text(encoding="utf-8"))
    return tuple(first[game].split()) if game in first else action_names(game)


def today(hash: str) -> str:  # noqa: A002 - what it is
    """A hash as it is taken today, of one that a file has: hashes were of random games, then also of actions' names.

    >>> today("a hash of today's")
    "a hash of today's"
    """
    return _EARLIER.get(hash, hash)


class _Hashing:
    """The hashes of a game's rules and of inputs for networks, position by position."""

    def __init__(self, table: Game, guide: ModuleType | None, size: int) -> None:
        info = table.info
        self.rules = interpret(table.rules.__name__)
        self.bound = kernel(KERNEL, self.rules, None if guide is None else interpret(guide.__name__))
        self.mirror = pystate_class(table.rules.STATE)
        self.inputs_hash, self.rules_hash, self.earlier_hash = (hashlib.blake2b(digest_size=16) for _ in range(3))
        width = max(1, info.max_legal, info.max_outcomes)
        self.acts, self._weights = py_ints(width), py_ints(width)
        self._row = np.zeros(size)

    def take(self, data: bytes) -> None:
        """Take something into both hashes of the rules."""
        self.rules_hash.update(data)
        self.earlier_hash.update(data)

    def end(self, g: Any, players: int) -> None:
        """Take what the end is worth into the hashes."""
        utility = np.zeros(players)
        self.bound.game.utility(g, utility)
        self.take(utility.tobytes())

    def chance(self, g: Any) -> int:
        """Take what chance may do into the hashes; returns how many outcomes there are, which :attr:`acts` holds."""
        n: int = self.bound.game.chance(g, self.acts, self._weights)
        self.take(repr([(self.acts[i], self._weights[i]) for i in range(n)]).encode())
        return n

    def inputs(self, g: Any, players: int) -> None:
        """Take what every seat is shown of a position into the hashes."""
        for seat in range(players):
            self.bound.describe(g, seat, self._row)
            self.inputs_hash.update((self._row.astype(np.float32) + np.float32(0.0)).tobytes())  # there is but one zero

    @property
    def found(self) -> tuple[str, str, str]:
        """The hashes of the inputs and of the rules, and that of the rules in the earlier way."""
        return self.inputs_hash.hexdigest(), self.rules_hash.hexdigest(), self.earlier_hash.hexdigest()


def _is_stored(game: str) -> bool:
    """Whether positions of a game are stored."""
    return (resources.files(__package__) / STORED / f"{game}.npz").is_file()


def _hashes(
    table: Game, guide: ModuleType | None, size: int, actions: Sequence[str] | None = None
) -> tuple[str, str, str]:
    """The hashes of the inputs and of the rules, and that of the rules in the earlier way.

    Random games, of a game without stored positions, have only these ``actions``, if they are given.
    """
    hashing = _Hashing(table, guide, size)
    if _is_stored(table.info.name):
        stored = resources.files(__package__) / STORED / f"{table.info.name}.npz"
        with resources.as_file(stored) as file, np.load(file, allow_pickle=False) as positions:
            _of_stored(hashing, table, positions)
    else:
        _of_random_games(hashing, table, actions)
    return hashing.found


def _of_stored(hashing: _Hashing, table: Game, stored: Mapping[str, np.ndarray]) -> None:
    """Take the stored positions into the hashes."""
    game = hashing.bound.game
    hashing.take(table.info.name.encode())
    for state, players in _positions(table, stored):
        g = hashing.mirror().from_record(state)
        seat = game.to_move(g)
        if seat == OVER:
            hashing.end(g, players)
            continue
        if seat == CHANCE:
            hashing.chance(g)
        hashing.inputs(g, players)


def _positions(table: Game, stored: Mapping[str, np.ndarray]) -> Iterator[tuple[np.void, int]]:
    """The stored positions as records of today's type, each with its number of players.

    Fields that states have got since are as they are before a game by the default options.
    """
    states, numbers = stored["states"], stored["players"]
    for number in np.unique(numbers):
        game = load(table.info.name, players=int(number))
        mine = states[numbers == number]
        found = np.repeat(game.unset, len(mine))
        _copy_fields(mine, found)
        yield from ((state, int(number)) for state in found)


def _copy_fields(old: np.ndarray, new: np.ndarray) -> None:
    """Copy the fields that both have, at any depth."""
    for name in old.dtype.names or ():
        if name not in (new.dtype.names or ()):
            continue
        if old[name].dtype.names is not None:
            _copy_fields(old[name], new[name])
        elif old[name].shape == new[name].shape:  # what fills a record up may have become shorter
            new[name] = old[name]


def _of_random_games(hashing: _Hashing, table: Game, actions: Sequence[str] | None = None) -> None:
    """Take the positions of random games into the hashes; earlier ones also had what is legal there.

    Where ``actions`` are given, only these are played, and one is drawn as by a game in which they had such ids.
    """
    info, game = table.info, hashing.bound.game
    known = None if actions is None else {name: place for place, name in enumerate(actions)}
    hashing.rules_hash.update(f"{info.name} {info.rules_version}".encode())
    hashing.earlier_hash.update(f"{info.name} {info.rules_version} {info.max_actions}".encode())
    g: Any = None
    for number in range(STEPS):
        if g is None:
            g = hashing.mirror().from_record(table.unset[0])
            game.new_game(g)
        seat, u = game.to_move(g), deal_seed("schema", number)
        if seat == OVER:
            hashing.end(g, table.players)
            g = None
            continue
        if seat == CHANCE:
            n = hashing.chance(g)
            choices = [hashing.acts[i] for i in range(n)]
        else:
            n = game.legal(g, hashing.acts)
            choices = [hashing.acts[i] for i in range(n)]
            hashing.rules_hash.update(repr(seat).encode())
            hashing.earlier_hash.update(repr((seat, choices)).encode())
            hashing.inputs(g, table.players)
            if known is not None:
                named = {known.get(table.declared.action_name(action), -1): action for action in choices}
                choices = [named[place] for place in sorted(named) if place >= 0] or choices
        game.step(g, choices[u % len(choices)])


_EARLIER: Final[Mapping[str, str]] = {
    "504ca11826af9cae3a6b57c75ba871e2": "b8eaf0b323d3bf8ccaa3ea8011f590fa",  # bearoff, features
    "e3f7d690f8d6c8cfa42e6decaf2694f9": "ba8deb3a10a8ff1cfc63301f654586dc",  # bearoff, the rules
    "783eb5f0cab4ebf043d9597685be7672": "ba8deb3a10a8ff1cfc63301f654586dc",  # … with actions
    "1a30d779237a36009d7469c82e25aab8": "fd8846bd93ea0aee5160bb8d7fa6766b",  # bearoff, counts
    "6dcdf2a34ae60979d587f7bcf145af5c": "31330cc93be5e395b3040c1d5e45bbf1",  # brass, features
    "adbebbf0ca87a7654cdcdea93cfec1d2": "a62114a5999d7cb56573c04035b529b5",  # brass, the rules
    "37321c7de92bbe0f5401eefad49cadb7": "a62114a5999d7cb56573c04035b529b5",  # … with actions
    "48a1c796175d83877e575f5b013d6b5c": "f08a54509296b1572ec5720e4b457b92",  # connect_four, features
    "aabc838e9d0a8553890e3cab1d389603": "bdea6aa6d438dd988859efcbc60308f4",  # connect_four, the rules
    "ff8b1d65511b1e5502cafdd6de40ef12": "bdea6aa6d438dd988859efcbc60308f4",  # … with actions
    "76f8aeb8face5de21849c19acc31a4a5": "ecf97cd00381d5727a82051f3ab86627",  # kuhn, features
    "e52a950e9e883e8126d58fb4e80c4081": "9dcc7b8ea94ca4b11a114995a46faea6",  # kuhn, the rules
    "a3b794e004941fc9c5fcbadf4205bdf3": "9dcc7b8ea94ca4b11a114995a46faea6",  # … with actions
    "69858c2d373cea2eecc7e0960a70b78a": "9f150f2388d68061b2a1e537d22ba87e",  # monopoly, features
    "c31bb19ddee298644f97fd3f09e07e0d": "603da7f889acb1e29191c9f3209b85ea",  # monopoly, the rules
    "1d925cf9b08172ae7478d6575e365f89": "603da7f889acb1e29191c9f3209b85ea",  # … with actions
    "712166edad9968c591e5e16972a52328": "b04635a02821b8acbcd27b32cc3e00cd",  # monopoly, general
    "f8a276e87b6e2e3313bcc6111c4900cf": "0b3f6dda009fca3e211f717cb4673d94",  # monopoly, thesis
    "a278e70633a4750eb6157deaf075aa66": "e516b6f94df84db66c30e2c8f8b160a6",  # monopoly, thesis_unscaled
    "6410214daacb7fc85a700693be15a50b": "7820271e7f566b357d4b3daacab00b0e",  # pig, features
    "ab320c23586a6c7de51464695c35f31c": "1abffd8512dc277aa0580c6378771323",  # pig, the rules
    "82bc1e4df2efab5f372c2571394790ce": "1abffd8512dc277aa0580c6378771323",  # … with actions
    "a99ca8b1e60ca95eee394fd290ffd648": "b336ab310f3d3921e57c32615ee47830",  # pig, ramps
    "fd810a320968e6c3c47e16913a01e2fa": "6aeabc70e2e4bbbd3db328e80f04b0fa",  # random_tree, features
    "7b8187f2993ed18a3eadd89f047be15f": "8b217caf10a6aadba98e7a2b6ccedc86",  # random_tree, the rules
    "3ab35b19052ac44c69b64905a2923a2d": "8b217caf10a6aadba98e7a2b6ccedc86",  # … with actions
    "ccd28da4596129a06dd2ff23d6daff0b": "e438338c61a7d7a86db257823b902a87",  # tictactoe, features
    "b18c93ba95c30a2e6ead613f5be04836": "bbfb60d748dd1c6ff8d83735ba6e5bbb",  # tictactoe, the rules
    "4e8a5791e422fb3d1566390c51d5d93d": "bbfb60d748dd1c6ff8d83735ba6e5bbb",  # … with actions
}
"""Hashes of earlier files, and for each what is taken of the same code today.

Those of the first files (at commit 445b835) were of random games. Those of the rules in the next files were of the
stored positions, with the names of all actions.
"""
