"""Specs of agents that search: ``minimax:depth=4``, ``mcts:sims=800,c=1.4``, on every game.

The name is that of an algorithm (:data:`magnate.search.ALGORITHMS`, and ``portfolio``). The settings are its budget
(``depth=4``, ``nodes=1000``, ``sims=800`` or ``time=10ms``), its options, and ``plies``, the longest line that there is
room for. What the game's own agents declare (:class:`~magnate.core.agents.AgentPackage`) adds the parameters of
the guide's ``estimate`` and ``prior``, defaults (``playout``, ``searches``, ``portfolio``), and what is delegated.

``playout`` names the agent of the game that plays games out, ``agents=strategic+baseline`` those of a portfolio,
``delegate`` the one to which something is left.

A game may give a search named configurations: ``ismcts:2026`` has the settings that this name stands for, but for those
that the spec gives itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ..core.agents import PAUSE, CompiledAgent
from ..core.binding import PARAMS
from ..core.registry import agent_names, agents_of
from ..errors import BadAgent, BadBudget, BadSearch, did_you_mean, listing
from .compiled import compiled_agent, described_param, number_of, split_settings, today_named
from .searching import SearchAgent

if TYPE_CHECKING:
    from types import ModuleType

    from ..core.agents import AgentPackage, ParamSpec
    from ..search.algorithms import Algorithm
    from ..search.options import Budget

PLAYOUT: Final = "playout"
AGENTS: Final = "agents"
DELEGATE: Final = "delegate"
PLIES: Final = "plies"
PLAYOUT_ABOUT: Final = "the game's agent that plays games out"
AGENTS_ABOUT: Final = "the game's agents whose choices are the candidates, with + between them"
PLIES_ABOUT: Final = "the longest line that there is room for, in decisions and outcomes"
MOST_PLIES: Final = 65_536


def _algorithms() -> Mapping[str, Algorithm]:
    """What agents search with: the algorithms, and the portfolio."""
    from ..search.algorithms import ALGORITHMS
    from ..search.searchers import PORTFOLIO

    return {**ALGORITHMS, PORTFOLIO.name: PORTFOLIO}


def is_search(name: str) -> bool:
    """Whether a spec that begins with this name is that of an agent that searches.

    >>> is_search("minimax"), is_search("strategic")
    (True, False)
    """
    return name in _algorithms()


def search_names(game: str, players: int | None = None) -> list[str]:
    """The names of the agents that can search this game, at a table of so many players if that is known.

    Where nothing is hidden, those that are meant for that are left out; they play nevertheless.

    >>> search_names("tictactoe")[:2], "minimax" in search_names("pig")
    (['alphabeta', 'expectiminimax'], False)
    """
    from ..core.registry import declared_game

    hidden = declared_game(game).hidden
    known = ((name, one) for name, one in _algorithms().items() if hidden or not one.hidden)
    return sorted(name for name, one in known if not _unfit(game, one, players))


def search_agent(game: str, spec: str, players: int | None = None) -> SearchAgent:
    """The agent that a spec names, at a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` for settings that it does not have, and for a game that it cannot search.
    """
    name, _, text = map(str.strip, spec.partition(":"))
    algorithm = _algorithms()[name]
    unfit = _unfit(game, algorithm, players)
    if unfit:
        raise BadAgent(f"{name} {unfit}", hint=f"use {listing(search_names(game, players), most=20)}")
    try:
        return _made(game, algorithm, spec.strip(), _sorted(game, algorithm, spec, text))
    except (BadSearch, BadBudget) as error:
        raise BadAgent(f'"{spec}": {error.message}', hint=error.hint) from None


def with_budget(spec: str, budget: Budget) -> str:
    """The spec with this budget instead of its own.

    >>> from magnate.search import parse_budget
    >>> with_budget("mcts:sims=800,c=1.4", parse_budget("time:2s"))
    'mcts:time=2s,c=1.4'
    """
    from ..search.options import BUDGETS

    name, _, text = map(str.strip, spec.partition(":"))
    others = [one for one in map(str.strip, text.split(",")) if one and one.partition("=")[0].strip() not in BUDGETS]
    return f"{name}:{','.join([str(budget).replace(':', '='), *others])}"


def _unfit(game: str, algorithm: Algorithm, players: int | None) -> str:
    """Why an algorithm cannot search a game, as the end of a sentence; empty if it can."""
    from ..core.contract import rules_of
    from ..core.game_module import declared
    from ..core.registry import game_module

    module = game_module(game)
    info = declared(module)
    seats = info.min_players if players is None else players
    if seats > algorithm.players:
        return f"is for {algorithm.players} players, not {seats}"
    if hasattr(rules_of(module), "chance") and not algorithm.chance and not info.sometimes_chance:
        return f"knows no chance, and {game} has some"
    if algorithm.name == "portfolio" and not agents_of(game).policies:
        return f"chooses among what the game's own agents would do, and {game} has none"
    return ""


# ------------------------------------------------------------------------------------------------ settings


class _Settings(NamedTuple):
    """What a spec says, by what it is about."""

    budget: dict[str, str]
    options: dict[str, str]
    ours: dict[str, str]
    guide: dict[str, str]


def _sorted(game: str, algorithm: Algorithm, spec: str, text: str) -> _Settings:
    """The settings of a spec, those that the game has by default included."""
    from ..search.options import BUDGETS

    found = _Settings({}, {}, {}, {})
    package = agents_of(game)
    own = [PLIES, *([PLAYOUT] if algorithm.plays_out else []), *([AGENTS] if algorithm.name == "portfolio" else [])]
    own += [DELEGATE] if package.delegates is not None else []
    places = (
        (found.budget, algorithm.budgets),
        (found.options, algorithm.options),
        (found.ours, own),
        (found.guide, guide_params(game, algorithm)),
    )
    known = [name for _, names in places for name in names]
    settings = split_settings(text)
    named = _configured(package, algorithm, settings)
    for written, equals, value in settings:
        name = today_named(written, known)
        if name not in known:
            kind = "is no budget of" if name in BUDGETS else "is no setting of"
            raise BadAgent(f'"{name}" {kind} {algorithm.name}', hint=instead(name, known))
        if not equals or not value:
            raise BadAgent(f'"{name}{equals}" in "{spec}" gives no value', hint="write name=value, for example depth=4")
        where = next(place for place, names in places if name in names)
        if name in where:
            raise BadAgent(f'"{spec}" says {name} twice', hint="give each setting one value")
        where[name] = value
    if len(found.budget) > 1:
        raise BadAgent(f'"{spec}" has two budgets', hint=f"give one of {listing(algorithm.budgets)}")
    for name, value in {**_defaults(package, algorithm), **named}.items():
        next(place for place, names in places if name in names).setdefault(name, str(value))
    if AGENTS in own:
        found.ours.setdefault(AGENTS, package.portfolio)
    return found


def _defaults(package: AgentPackage, algorithm: Algorithm) -> dict[str, Any]:
    """What a game's package gives an algorithm where a spec does not say otherwise."""
    playing = package.playout if algorithm.plays_out else {}
    return {**playing, **package.searches.get(algorithm.name, {})}


def _configured(package: AgentPackage, algorithm: Algorithm, settings: list[tuple[str, str, str]]) -> Mapping[str, Any]:
    """What the configuration stands for that one of the settings names; it is taken out of them."""
    for setting in settings:
        named = package.searches.get(f"{algorithm.name}:{setting[0]}")
        if named is not None and not setting[1]:
            settings.remove(setting)
            return named
    return {}


def instead(name: str, known: Iterable[str]) -> str:
    """A hint for a name that is none: the closest one, or all that there are."""
    hint = did_you_mean(name, known)
    return hint if hint.startswith("did") else f"it has {listing(known, most=40)}"


def guide_params(game: str, algorithm: Algorithm) -> dict[str, ParamSpec]:
    """The parameters of what the game's own guide thinks of a position, and of its actions if that is asked for."""
    package = agents_of(game)
    return {one.name: one for one in (*package.estimate, *(package.prior if algorithm.priors else ()))}


# -------------------------------------------------------------------------------------------------- making


def _made(game: str, algorithm: Algorithm, spec: str, said: _Settings) -> SearchAgent:
    """The agent with all its settings."""
    from ..search.algorithms import SearchSpec, value_of
    from ..search.options import check_together

    options = algorithm.settle({name: value_of(value) for name, value in said.options.items()})
    budget = _budget(algorithm, said.budget)
    if algorithm.name == "mcts":
        check_together(options, budget)
    _check_pool(game, options.get("pool"), budget)
    plies = _plies(said.ours.get(PLIES))
    guide, row = _guided(game, algorithm, said)
    rows = tuple(_compiled(game, name).row for name in said.ours[AGENTS].split("+")) if AGENTS in said.ours else ()
    delegate = delegate_row(game, said.ours[DELEGATE]) if DELEGATE in said.ours else ()
    partners = agents_of(game).portfolio.split("+") if hasattr(guide, "revise") else ()
    models = tuple(_compiled(game, name).row for name in partners)
    settings = {
        "algorithm": algorithm.name,
        "budget": [budget.kind, budget.amount],
        "options": options,
        "plies": plies,
        "params": row,
        "agents": rows,
        **({"deputy": delegate} if delegate else {}),
        **({"partners": models} if models else {}),
    }
    question = SearchSpec(algorithm, budget, options, guide, row, plies, rows)
    drivers = (float(PAUSE), *row[1:]) if row else (float(PAUSE), *(0.0,) * (PARAMS - 1))
    return SearchAgent(
        spec,
        drivers,
        question,
        json.dumps(settings, sort_keys=True),
        delegate,
        said.ours.get(DELEGATE, ""),
        _in_full(algorithm, budget, said),
        partners=models,
    )


def _in_full(algorithm: Algorithm, budget: Budget, said: _Settings) -> str:
    """The spec with what the game gives the algorithm by default."""
    others = {**said.options, **said.ours, **said.guide}
    settings = [str(budget).replace(":", "="), *(f"{name}={value}" for name, value in others.items())]
    return f"{algorithm.name}:{','.join(settings)}"


def _budget(algorithm: Algorithm, said: Mapping[str, str]) -> Budget:
    from ..search.options import parse_budget

    text = next((f"{kind}:{amount}" for kind, amount in said.items()), algorithm.default_budget)
    return parse_budget(text)


def _check_pool(game: str, asked: int | None, budget: Budget) -> None:
    """Refuse a pool that has no room for a decision of the game with all the actions that there may be."""
    from ..core.registry import declared_game
    from ..search.mcts_driver import pool_size

    info = declared_game(game)
    if asked is not None:
        pool_size(info, asked, 1 + info.max_legal, budget)


def _plies(said: str | None) -> int | None:
    """The longest line there is room for, as it was written."""
    if said is None:
        return None
    if not said.isdecimal() or not 2 <= int(said) <= MOST_PLIES:
        raise BadAgent(f'{PLIES} cannot be "{said}"', hint=f"write a whole number from 2 to {MOST_PLIES:,}")
    return int(said)


def _guided(game: str, algorithm: Algorithm, said: _Settings) -> tuple[ModuleType | None, tuple[float, ...]]:
    """The guide and its row: the agent that plays games out, and the parameters of the estimate."""
    from ..core.registry import guide_of
    from ..search.api import whole_row

    playout = _compiled(game, said.ours[PLAYOUT]) if PLAYOUT in said.ours else None
    guide = guide_of(game)
    plays_on = algorithm.name == "portfolio" or (playout is not None and playout.row[0] != 0)
    if not hasattr(guide, "estimate") and not plays_on:
        return None, ()
    row = whole_row(guide, algorithm, np.zeros(0))
    row = row if len(row) else np.zeros(PARAMS)
    if playout is not None:
        row = np.where(row == 0.0, playout.row, row)  # their places are apart, but for those of `published`
    for name, text in said.guide.items():
        param = guide_params(game, algorithm)[name]
        row[param.place] = number_of(algorithm.name, param, text)
    return guide, tuple(row.tolist())


def delegate_row(game: str, spec: str) -> tuple[float, ...]:
    """The row of the agent to which something is left.

    Raises :class:`~magnate.errors.BadAgent` in a game whose agents can leave nothing to another.
    """
    if agents_of(game).delegates is None:
        raise BadAgent(f"the agents of {game} can leave nothing to a delegate", hint="leave delegate out")
    row = list(_compiled(game, spec).row)
    for place, number in agents_of(game).delegate_row.items():
        row[place] = number
    return tuple(row)


def _compiled(game: str, spec: str) -> CompiledAgent:
    """The compiled agent that a setting names."""
    known = agent_names(game)
    if spec.strip().partition(":")[0] not in known:
        raise BadAgent(f'"{spec}" is no compiled agent of {game}', hint=did_you_mean(spec, known))
    return compiled_agent(game, spec)


# ----------------------------------------------------------------------------------------------- describing


def described_search(game: str, name: str) -> dict[str, Any]:
    """What an agent that searches is and its settings: ``about``, ``budgets`` and ``settings``.

    Each of these has a name, its default, the values it takes and what it means.
    """
    from ..search.options import BUDGETS

    algorithm, package = _algorithms()[name], agents_of(game)
    defaults = _defaults(package, algorithm)
    rows = [
        {"name": option, "default": defaults.get(option, one.default), "values": one.values, "about": one.about}
        for option, one in algorithm.options.items()
    ]
    if algorithm.plays_out:
        playout = defaults.get(PLAYOUT, "random")
        rows.append({"name": PLAYOUT, "default": playout, "values": "an agent of the game", "about": PLAYOUT_ABOUT})
    leaves = package.delegates
    if leaves is not None:
        rows.append({"name": DELEGATE, "default": None, "values": "an agent of the game", "about": leaves})
    if algorithm.name == "portfolio":
        agents = package.portfolio
        rows.append({"name": AGENTS, "default": agents, "values": "agents of the game", "about": AGENTS_ABOUT})
    rows.append({"name": PLIES, "default": None, "values": f"a whole number up to {MOST_PLIES}", "about": PLIES_ABOUT})
    rows += [described_param(one, defaults.get(one.name)) for one in guide_params(game, algorithm).values()]
    budgets = [{"name": kind, "about": BUDGETS[kind]} for kind in algorithm.budgets]
    return {"about": algorithm.about, "default": algorithm.default_budget, "budgets": budgets, "settings": rows}
