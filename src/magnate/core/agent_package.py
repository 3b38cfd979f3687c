"""What a game's own agents declare: one typed object, in which a misspelt field is an error when it is loaded.

A package ``magnate.agents.<game>`` declares ``AGENTS = AgentPackage(...)``. Packages from before have plain globals
instead (``POLICIES``, ``PARAMS`` and so on), which :func:`from_globals` reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

__all__ = ["AgentPackage", "Configuration", "ParamSpec", "from_globals"]


class ParamSpec(NamedTuple):
    """A parameter: its place in a policy's row, its default, and the least and greatest value allowed.

    ``whole``: it counts something, so that a fraction has no meaning. ``about`` says what it means. ``tuning`` is where
    ``magnate tune`` looks: low, high and step (0: any number); None: in all that is allowed. ``family`` groups
    parameters in the docs.
    """

    name: str
    place: int
    default: float
    least: float
    most: float
    whole: bool = False
    about: str = ""
    tuning: tuple[float, float, float] | None = None
    family: str = ""

    @property
    def values(self) -> str:
        """The values allowed, in words.

        >>> ParamSpec("level", 1, 3, 1, 5, whole=True).values
        'a whole number from 1 to 5'
        """
        return f"a {'whole ' if self.whole else ''}number from {self.least:g} to {self.most:g}"

    @property
    def searched(self) -> tuple[float, float, float]:
        """Low, high and step of a search for good values."""
        return self.tuning or (self.least, self.most, float(self.whole))

    def allows(self, value: float) -> bool:
        """Whether it can have this value."""
        return self.least <= value <= self.most and not (self.whole and value % 1)


@dataclass(frozen=True, slots=True)
class Configuration:
    """A named configuration of an agent: how it plays, and what it changes of the parameters' defaults."""

    about: str = ""
    changes: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentPackage:
    """What the agents of one game are, and what searches and networks take from them."""

    guide: str | None = None
    """The module with ``policy``, which dispatches on the kind, and what else a guide has."""
    policies: Mapping[str, int] = field(default_factory=dict)
    """The compiled agents by name, and the kind that each has in ``params[0]``; ``random`` is 0 in every game."""
    params: Mapping[str, tuple[ParamSpec, ...]] = field(default_factory=dict)
    """The parameters of each agent."""
    configurations: Mapping[str, Mapping[str, Configuration]] = field(default_factory=dict)
    """The named configurations of each agent. The agent's name alone means the defaults."""
    defaults: tuple[str, ...] = ("random",)
    """Who plays when nobody is named, the strongest first."""
    shown: tuple[str, ...] = ()
    """Agents that are here for what they show, and are no opponents to tune against."""
    inputs: Mapping[str, str] = field(default_factory=dict)
    """What networks may be told: names, and the modules that write it (:mod:`magnate.values.schema`)."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Agents that are Python around compiled code: names, and the modules that make them."""
    estimate: tuple[ParamSpec, ...] = ()
    """The parameters of the guide's estimate."""
    prior: tuple[ParamSpec, ...] = ()
    """The parameters of the guide's priors."""
    playout: Mapping[str, Any] = field(default_factory=dict)
    """What searches that play games out have by default."""
    searches: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What one search algorithm has by default."""
    portfolio: str = "random"
    """The agents of a portfolio by default, with + between them."""
    delegates: str | None = None
    """What a search can leave to an agent, as the end of a sentence; None: nothing (``Guide.delegate``)."""
    delegate_row: Mapping[int, float] = field(default_factory=dict)
    """Places in that agent's row, and what stands there."""
    partner: str | None = None
    """The agent by whose measure those that play by a network guess what others accept."""


def from_globals(module: ModuleType) -> AgentPackage:
    """What a package with plain globals says; they are read as they are, and not checked."""
    given = vars(module)
    about, tuning = given.get("ABOUT", {}), given.get("SEARCH", {})
    meanings = {**given.get("ESTIMATE_ABOUT", {}), **given.get("PRIOR_ABOUT", {})}
    styles = given.get("CONFIGURATIONS_ABOUT", {})

    def params(agent: str, rows: Any) -> tuple[ParamSpec, ...]:
        words, ranges = about.get(agent, {}), tuning.get(agent, {})
        found = (ParamSpec(*row) for row in rows)
        return tuple(
            one._replace(about=words.get(one.name, one.about), tuning=ranges.get(one.name, one.tuning)) for one in found
        )

    def of_guide(name: str) -> tuple[ParamSpec, ...]:
        found = (ParamSpec(*row) for row in given.get(name, {}).values())
        return tuple(one._replace(about=meanings.get(one.name, one.about)) for one in found)

    return AgentPackage(
        guide=given.get("GUIDE"),
        policies=given.get("POLICIES", {}),
        params={agent: params(agent, rows) for agent, rows in given.get("PARAMS", {}).items()},
        configurations={
            agent: {name: Configuration(styles.get(agent, {}).get(name, ""), one) for name, one in named.items()}
            for agent, named in given.get("CONFIGURATIONS", {}).items()
        },
        defaults=tuple(given.get("DEFAULTS", ("random",))),
        shown=tuple(given.get("SHOWN", ())),
        inputs=given.get("INPUTS", {}),
        own=given.get("OWN", {}),
        estimate=of_guide("ESTIMATE"),
        prior=of_guide("PRIOR"),
        playout=given.get("PLAYOUT", {}),
        searches=given.get("SEARCHES", {}),
        portfolio=given.get("PORTFOLIO", "random"),
        delegates=given.get("DEPUTY"),
        delegate_row=given.get("DEPUTY_ROW", {}),
        partner=given.get("PARTNER"),
    )
