"""The agent that searches whole moves of Brass by a network of the method ``expert``.

It carries out moves, solves endgames and keeps its time as ``wholemove`` does. The network says how good moves are and
what positions are worth.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from ...core.agents import ParamSpec
from ...errors import BadAgent, did_you_mean
from ...networks.files import load
from ...networks.moves import CODES, HEAD, POLICY, MoveNetwork
from ...values.schema import schema_for
from ..compiled import described_param, number_of, once, split_settings, today_named
from ..loading import OwnAgents
from ..search_spec import described_search, instead, search_agent
from ..searching import SearchAgent
from .expert import KERNEL, Ask, MoveSearch, check_sizes

if TYPE_CHECKING:
    from ...core.game import Game
    from ...networks.files import NetworkFile
    from ...search.searchers import Searcher

__all__ = ["ABOUT", "OWN", "ExpertAgent", "agent_of", "described_expert"]

ABOUT: Final = "searches whole moves by a network: it says how good moves are and what positions are worth"
INPUTS: Final = "chances"
USAGE: Final = "network:FILE.safetensors,time=100ms"
USUAL: Final = ("playout=planner", "truncate=0", "exact=50000")
"""What a spec has that does not say otherwise. 50,000 nodes of an endgame take 25 ms or less."""
TIME: Final = "time=100ms"
"""The budget of a whole move where the spec has none."""
OURS: Final = (
    ParamSpec("trust", 0, 0.8, 0.0, 1.0, about="the network's part of a leaf's value, beside the estimate"),
    ParamSpec("policy", 1, 1.0, 0.0, 1.0, about="how much of what the network says of moves counts"),
)


@dataclass(slots=True, kw_only=True)
class ExpertAgent(SearchAgent):
    """Such an agent (see :class:`~magnate.agents.searching.SearchAgent`)."""

    network: MoveNetwork
    ask: Ask

    def searcher_for(self, game: Game) -> Searcher:
        """The search of a game that it asks, compiled if need be."""
        from ...search.whole_driver import WholeMoves, nodes_for

        search = MoveSearch(game, self.question, room=nodes_for(self.question), progress=game.progress)
        search.use(self.network)
        search.settle(self.ask)
        if self.question.budget.kind == "sims":
            search.tree.run.limit = self.question.budget.amount
        return WholeMoves(game, self.question, game.progress, search.tree)

    def entries(self, game: Game) -> list[Callable[..., Any]]:
        """What must be compiled for a game, beside what playing it takes."""
        from ...core.loader import kernel

        bound = kernel(KERNEL, game.rules, self.question.guide)
        _, *others = SearchAgent.entries(self, game)  # without the search that has no network
        return [bound.search, bound.show, *others]


def agent_of(spec: str, found: NetworkFile, settings: str) -> ExpertAgent:
    """The agent of a file's network, under this spec and with these settings: those of ``wholemove``, and its own.

    Raises :class:`~magnate.errors.BadAgent`, and :class:`~magnate.errors.BadNetwork` where the network does not fit.
    """
    schema_for("brass", INPUTS).check(found.about)
    network = MoveNetwork(*(found.networks[part] for part in (CODES, HEAD, POLICY)))
    check_sizes(network)
    said, others = _sorted(spec, settings)
    bare, base = spec.removesuffix(settings).rstrip(" ,"), f"wholemove:{','.join(others)}"
    _check_known(bare, {*said, *(one.partition("=")[0] for one in others)})
    try:
        numbers = [number_of(bare, one, said[one.name]) if one.name in said else one.default for one in OURS]
        agent = search_agent("brass", base)
    except BadAgent as error:
        message = error.message.replace(base, spec).replace("wholemove", bare)
        raise BadAgent(message, hint=error.hint.replace(f"{bare}:", f"{bare},")) from None
    given = {one.name: getattr(agent, one.name) for one in fields(SearchAgent)}
    digests = [part.digest for part in (network.codes, network.head, network.policy)]
    how = {"search": agent.settings, "networks": digests, "trust": numbers[0], "policy": numbers[1]}
    ask = Ask(trust=numbers[0], policy=numbers[1])
    return ExpertAgent(**{**given, "name": spec, "settings": json.dumps(how, sort_keys=True)}, network=network, ask=ask)


def _check_known(bare: str, named: set[str]) -> None:
    """Raise :class:`~magnate.errors.BadAgent` for a setting that the agent of this spec (without settings) has not."""
    from ...search.algorithms import ALGORITHMS

    known = [*ALGORITHMS["wholemove"].budgets, *(one["name"] for one in described_expert()["settings"])]
    for name in sorted(named):
        if today_named(name, known) not in known:
            raise BadAgent(f'"{name}" is no setting of {bare}', hint=instead(name, known))


def _sorted(spec: str, settings: str) -> tuple[dict[str, str], list[str]]:
    """The settings that ``wholemove`` has not, and all of its own: as they were written, and the usual ones."""
    from ...search.options import BUDGETS

    ours: dict[str, str] = {}
    others: list[str] = []
    for name, equals, value in once(spec, split_settings(settings)):
        if name in {one.name for one in OURS}:
            ours[name] = value
        else:
            others.append(f"{name}{equals}{value}")
    given = {one.partition("=")[0] for one in others}
    usual = [one for one in USUAL if one.partition("=")[0] not in given]
    return ours, [*others, *usual, *([] if given & set(BUDGETS) else [TIME])]


def described_expert(_which: str = "") -> dict[str, Any]:
    """What the agent is and its settings: ``about``, ``usage`` and ``settings``."""
    settings = described_search("brass", "wholemove")["settings"]
    usual = {name: int(value) for name, _, value in (one.partition("=") for one in USUAL) if value.isdigit()}
    found = [{**one, "default": usual.get(one["name"], one["default"])} for one in settings]
    return {"about": ABOUT, "usage": USAGE, "settings": [*map(described_param, OURS), *found]}


# ------------------------------------------------------------------------------ The one that comes with magnate


SHIPPED: Final = {"brass": "searches whole moves by a network that has learned from its own games"}
FILES: Final = {"brass": "brass.safetensors"}


def shipped_agent(spec: str, _players: int | None = None) -> ExpertAgent:
    """The agent of a spec ``magnate:brass``, with settings or without.

    Raises :class:`~magnate.errors.BadAgent` for a spec that is none.
    """
    name, _, rest = spec.partition(":")
    which, _, settings = map(str.strip, rest.partition(","))
    if which not in FILES:
        raise BadAgent(
            f'there is no "{name}:{which}"' if which else f'"{name}" does not say which of its networks plays',
            hint=did_you_mean(f"{name}:{which}", [f"{name}:{one}" for one in FILES]),
        )
    with resources.as_file(resources.files(__package__) / "weights" / FILES[which]) as path:
        return agent_of(spec, load(path), settings)


OWN: Final = {
    "magnate": OwnAgents("brass-strength", SHIPPED, FILES, shipped_agent, described_expert),
}
"""The agents that this module makes."""
