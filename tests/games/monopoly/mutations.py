"""Positions of random games with one thing changed at random, as a broken or hostile file might have it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from magnate.games.monopoly import Options, to_setup
from magnate.games.monopoly.board import GROUP_DEEDS, TITLE_DEEDS
from magnate.games.monopoly.codec import GROUP_SLUGS
from magnate.games.monopoly.setup_model import ALLOWED, NEEDED, EndingName, FrameName, PhaseName, TradeStep

from .walk import HOUSE_RULES, some_states, walk

SCARCE = {
    "houses": 6,
    "hotels": 2,
    "start_cash": 6000,
    "manage_after_throw": True,
    "rent_claim": "ask",
    "failed_raising": "undone",
}
LATE = {**SCARCE, "start_cash": 800, "rent_claim": "second_throw"}
POOR = {**HOUSE_RULES, "start_cash": 400}
MUCH = 2**31 - 1
NUMBERS = (-(2**31), -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 38, 40, 50, 100, 127, 999, 1000, 5000, 10**6, 10**9, MUCH)
NAMES = (
    *(deed.slug for deed in TITLE_DEEDS),
    *GROUP_SLUGS,
    *("bank", "pot", "house", "hotel", "chance", "chest", "chance-card", "chest-card", "railroad-card"),
    *get_args(PhaseName),
    *get_args(EndingName),
    *get_args(TradeStep),
)
TOP_LEVEL = (
    *("turn", "phase", "round", "turns", "starter", "doubles", "again", "dice", "arrival", "drawn", "asked"),
    "rents",
)
PLAYER = (
    "cash",
    "square",
    "jail",
    "deeds",
    "mortgaged",
    "buildings",
    "jail_cards",
    "bankrupt",
    "quiet",
    "offers",
    "claim",
)


@cache
def positions() -> list[tuple[Options, int, dict[str, Any]]]:
    """Real positions by their names: presets and house rules, and games short of buildings or of money."""
    found = [(options, players, to_setup(state)) for options, players, state in some_states(every=41)]
    for seed, (changes, players) in enumerate(
        [(SCARCE, 2), (SCARCE, 4), (POOR, 3), ({"houses": 5, "hotels": 1}, 4), (LATE, 3)]
    ):
        options = Options.model_validate(changes)
        for at, g in enumerate(walk(options, players, 600, seed, groups=True)):
            if at % 7 == 0 or (g.depth > 0 and at % 2 == 0):
                found.append((options, players, to_setup(g.to_record()[0])))
    return found


def mutants(count: int, seed: int) -> Iterator[tuple[Options, int, dict[str, Any]]]:
    """So many real positions, each with one to three changes."""
    rng = random.Random(seed)
    for _ in range(count):
        options, players, named = rng.choice(positions())
        changed: dict[str, Any] = json.loads(json.dumps(named))
        owned = [deed for seat in named["players"] for deed in seat.get("deeds", [])] or ["boardwalk"]
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            _change(rng, changed, players, owned)
        yield options, players, changed


def _change(rng: random.Random, named: dict[str, Any], players: int, owned: list[str]) -> None:
    """Change one thing in place: a value, a field that is not given yet, or an interrupt."""
    way = rng.randrange(5)
    if way == 0:
        named[rng.choice(TOP_LEVEL)] = _odd(rng, players)
    elif way == 1:
        seats = [seat for seat in _listed(named, "players") if isinstance(seat, dict)]
        if seats:
            rng.choice(seats)[rng.choice(PLAYER)] = _odd(rng, players)
    elif way == 2:
        frame = _frame(rng, owned, players)
        named["frames"] = rng.choice(([frame], [*_listed(named, "frames"), frame]))
        if rng.random() < 0.7:
            named["phase"] = rng.choice(("landed", "after", "before", "between", "turn-end"))
    else:
        holder, key = rng.choice(list(_values(named)))
        holder[key] = _odd_like(rng, holder[key], players)


def _listed(named: dict[str, Any], key: str) -> list[Any]:
    """What stands there, if it is a list (still)."""
    found = named.get(key)
    return found if isinstance(found, list) else []


def _values(part: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in the position that holds a value."""
    for key in range(len(part)) if isinstance(part, list) else list(part):
        yield part, key
        if isinstance(part[key], dict | list):
            yield from _values(part[key])


def _odd_like(rng: random.Random, value: Any, players: int) -> Any:
    """Another value, of the same kind as a rule."""
    if rng.random() < 0.1:
        return _odd(rng, players)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((rng.choice(NUMBERS), value + 1, value - 1, rng.randrange(40)))
    if isinstance(value, str):
        return rng.choice(NAMES)
    if isinstance(value, list):
        return rng.choice((value[:-1], [], value * 2, rng.sample(value, len(value)), [*value, _odd(rng, players)]))
    return {}


def _group(rng: random.Random) -> list[str]:
    return [TITLE_DEEDS[deed].slug for deed in rng.choice(GROUP_DEEDS)]


def _odd(rng: random.Random, players: int) -> Any:
    """Any value that some field might take."""
    group = _group(rng)
    rent = {"payer": rng.randrange(players), "owner": rng.randrange(players), "amount": 50, "throws": rng.randint(1, 2)}
    return rng.choice(
        (
            *(rng.choice(NUMBERS), rng.randrange(players), rng.choice(NAMES), True, None, []),
            *([rng.randint(1, 6), rng.randint(1, 6)], _seats(rng, players), group, group[:1], ["chance"]),
            [dict(rent) for _ in range(rng.randint(1, 6))],
            {deed: rng.choice((1, 3, 4, 5, "hotel")) for deed in group},
        )
    )


def _seats(rng: random.Random, players: int) -> list[int]:
    return [seat for seat in range(players) if rng.random() < 0.6]


def _frame(rng: random.Random, owned: list[str], players: int) -> dict[str, Any]:
    """An interrupt of any kind, complete, often about something that its player has."""
    kind = rng.choice(get_args(FrameName))
    who = rng.randrange(players)
    deed = rng.choice((rng.choice(owned), rng.choice(TITLE_DEEDS).slug))
    some = {
        "who": who,
        "to": rng.choice((*range(players), "bank", "pot")),
        "amount": rng.choice(NUMBERS),
        "seats": _seats(rng, players),
        "deed": deed,
        "deeds": rng.choice(([deed], owned, _group(rng), [])),
        "lot": rng.choice((deed, "house", "hotel")),
        "bidder": who,
        "bidders": _seats(rng, players),
        "items": sorted({deed, rng.choice(owned)}),
        "money": rng.choice(NUMBERS),
        "step": rng.choice(NAMES[-4:]),
        "piece": rng.choice(("house", "hotel")),
        "group": rng.choice(GROUP_SLUGS),
        "typed": rng.choice(NUMBERS),
        "bid": rng.choice(NUMBERS),
        "leader": rng.randrange(players),
        "offers": rng.choice(NUMBERS),
        "pledged": rng.choice(([deed], owned, [])),
    }
    further = [name for name in ALLOWED.get(kind, ()) if rng.random() < 0.4]
    return copy.deepcopy({"kind": kind, **{name: some[name] for name in (*NEEDED[kind], *further)}})
