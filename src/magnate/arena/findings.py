"""Everything that a tournament's games show: the ``result`` of its commands, and what its report is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import AgentFailed, BadPlan, listing
from .games import Games
from .plan import Plan
from .strength import Strength, strength_of
from .summary import Summary, failures_of, summarise

__all__ = ["Findings", "counted", "findings_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """A plan, the games that count, and what they show."""

    plan: Plan
    games: Games
    summary: Summary
    strength: Strength

    def as_dict(self) -> dict[str, Any]:
        """What the arguments alone decide, for JSON: the same bytes however the tournament was played."""
        plan = self.plan
        return {
            "game": plan.game,
            "rules_version": plan.rules_version,
            "preset": plan.preset,
            "options": plan.options,
            "players": plan.players,
            "agents": plan.names,
            "seed": plan.seed,
            "purpose": plan.purpose,
            "games_per_table": plan.games,
            "sampled_tables": plan.tables,
            "with_copies": plan.copies,
            "on_failure": plan.on_failure,
            "agent_timeout": plan.agent_timeout,
            "anchor": None if plan.anchor is None else plan.anchor.model_dump(),
            "mixed": list(plan.mixed),
            **self.summary.as_dict(),
            **self.strength.as_dict(),
        }


def findings_of(games: Games, plan: Plan) -> Findings:
    """What the finished games of a stored tournament show, which need not be all of them.

    Raises what :func:`counted` raises.
    """
    those = counted(games, plan)
    void = plan.on_failure == "void"
    return Findings(plan, those, summarise(games, plan.alike, void=void), strength_of(those, plan.alike, plan.anchor))


def counted(games: Games, plan: Plan) -> Games:
    """The finished games that count: without the deals that a failure has voided, where the plan has it so.

    Raises :class:`~magnate.errors.BadPlan` when there is none, and :class:`~magnate.errors.AgentFailed` when the
    failures of agents have voided them all.
    """
    those = games.without_failed_groups() if plan.on_failure == "void" else games
    if not len(games):
        raise BadPlan("the tournament has no finished games", hint="play them: magnate tournament resume ID")
    if not len(those):
        culprits = dict.fromkeys(failure.agent for failure in failures_of(games))
        raise AgentFailed(
            f"every deal was voided by a failure of {listing(culprits)}",
            hint="mend the agent; --on-failure loss counts such games as lost",
        )
    return those
