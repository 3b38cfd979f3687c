"""A report's values from a stored tournament: its plan, its games, and what these show."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...errors import BadPlan
from ...skins import shown
from ..empirical_game import empirical_game
from ..statistics import Estimate
from .data import About, Agent, Failure, Pair, Rating, ReportData, length_histogram, worths

if TYPE_CHECKING:
    from ..empirical_game import Meta, Progress
    from ..plan import Plan
    from ..ratings import Ratings
    from ..results import Strength, TournamentResults
    from ..tournament import Standing, Summary

__all__ = ["command", "report_data"]

UNITS: Final = ("rounds", "turns", "decisions")
"""What the length of a game is counted in: the first of these that the game counts."""
RESAMPLES: Final = 1000
"""How often deals are drawn again for the game of choosing an agent."""
SEED: Final = 1
"""What these draws follow from, so that a report is the same each time."""


def report_data(
    found: TournamentResults,
    *,
    name: str,
    started: str = "",
    finished: str = "",
    store: str = "",
    versions: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> ReportData:
    """Everything that the report of a tournament shows.

    ``name`` is the tournament's id. ``store`` is what ``--store`` must be to find it again ("" for the default),
    ``started`` and ``finished`` are times for people. ``progress(done, resamples)`` is called while deals are drawn
    again for the game of choosing an agent, where the tournament was played with copies.
    """
    plan, games, summary, strength = found.plan, found.games, found.summary, found.strength
    order = [games.names.index(line.agent) for line in summary.ranking]
    choice, missing = _choice(found, progress)
    unit = next(name for name in UNITS if name in games.facts and name not in games.missing)
    edges, spread = worths(games, "net_worth") if "net_worth" in games.seats else ((), ())
    groups = games.parts("purchases") if "purchases" in games.seats and games.known("purchases").any() else ()
    return ReportData(
        about=_about(found, id=name, started=started, finished=finished, store=store, versions=versions or {}),
        agents=tuple(
            Agent(
                line.agent,
                line.games,
                line.capped / line.games,
                line.win_share,
                line.uncapped,
                line.means,
                line.games_with,
            )
            for line in summary.ranking
        ),
        ratings=tuple(_ratings(strength, order, plan)),
        pairs=_pairs(summary, strength, order),
        cycles=tuple((games.names[a], games.names[b], games.names[c]) for a, b, c in strength.cycles.triples),
        triples=strength.cycles.possible,
        seats=summary.seats,
        endings=summary.endings,
        capped=summary.capped,
        field={name: mean for name, mean in summary.field.means.items() if not isinstance(mean, dict)},
        statistics=tuple(games.statistics),
        lengths=length_histogram(games.facts[unit], games.capped),
        unit=unit,
        groups=groups,
        purchases=np.array([_bought(line, groups) for line in summary.ranking]) if groups else None,
        worths=tuple(spread[entrant] for entrant in order) if spread else (),
        worth_edges=edges,
        failures=tuple(
            Failure(one.agent, one.game, one.seat, plan.schedule.deal_seed(one.deal)) for one in summary.failures
        ),
        correlation=None if np.isnan(strength.correlation) else strength.correlation,
        choice=choice,
        choice_missing=missing,
        mirror=len(plan.alike) > 1 and len(set(plan.alike)) == 1,
        games_with=summary.field.games_with,
    )


def _about(found: TournamentResults, **others: Any) -> About:
    """What was played, and how; ``others`` are the fields that the results do not know."""
    plan, games, summary = found.plan, found.games, found.summary
    return About(
        title=shown(games.info.title),
        game=plan.game,
        preset=plan.preset,
        rules=plan.rules,
        players=plan.players,
        tables=len(games.tables),
        deals=summary.deals,
        games=summary.games,
        planned=plan.schedule.games,
        seed=plan.seed,
        command=command(plan),
        last_deal=int(games.deal.max()),
        rules_version=plan.rules_version,
        options=changed_options(plan),
        digests={
            "engine": plan.digests.engine,
            "rules": plan.digests.rules,
            **dict(zip(plan.names, plan.digests.agents, strict=True)),
        },
        fingerprints={}
        if plan.fingerprints is None
        else {"game": plan.fingerprints.game, **dict(zip(plan.names, plan.fingerprints.agents, strict=True))},
        mixed=plan.mixed,
        purpose=plan.purpose,
        on_failure=plan.on_failure,
        anchor="" if plan.anchor is None else f"{plan.anchor.name} = {plan.anchor.value:g}",
        **others,
    )


def _bought(line: Standing, groups: Sequence[str]) -> list[float]:
    """An agent's purchases by group; NaN where none of its games has them."""
    return [line.parts.get("purchases", {}).get(group, np.nan) for group in groups]


def _choice(found: TournamentResults, progress: Progress | None) -> tuple[Meta | None, str]:
    """The game of choosing an agent, or why it is not there; neither without copies, or without a choice."""
    if not found.plan.copies or len(found.plan.names) < 2:
        return None, ""
    from ..empirical_game import meta_of

    try:
        game = empirical_game(found.games)
    except BadPlan as error:
        return None, error.message
    return meta_of(game, resamples=RESAMPLES, seed=SEED, progress=progress), ""


def command(plan: Plan) -> str:
    """The command line that plays the same games again.

    Options that are as in the preset are left out.
    """
    words = ["magnate", "tournament", "run", plan.game, "--players", str(plan.players), "--preset", plan.preset]
    words += ["--agents", ",".join(plan.agents), "--games", str(plan.games), "--seed", str(plan.seed)]
    for name, value in changed_options(plan).items():
        words += ["--option", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    if plan.purpose != "final":
        words += ["--purpose", plan.purpose]
    if plan.tables is not None:
        words += ["--tables", str(plan.tables)]
    if plan.copies:
        words += ["--with-copies"]
    if plan.anchor is not None:
        words += ["--anchor", f"{plan.anchor.name}={_plain(plan.anchor.value)}"]
    if plan.on_failure != "abort":
        words += ["--on-failure", plan.on_failure]
    if plan.agent_timeout is not None:
        words += ["--agent-timeout", _plain(plan.agent_timeout)]
    return shlex.join(words)


def _plain(number: float) -> str:
    """A number with all its digits, a whole one without a point."""
    return str(int(number)) if number.is_integer() else repr(number)


def changed_options(plan: Plan) -> dict[str, Any]:
    """The options that are not as in the preset."""
    from ...core.game import load

    usual = load(plan.game, preset=plan.preset, players=plan.players).options.model_dump(mode="json")
    return {name: value for name, value in plan.options.items() if usual.get(name) != value}


def _ratings(strength: Strength, order: list[int], plan: Plan) -> list[Rating]:
    """The ratings that there are, the one of all games first."""
    if len(order) < 2:
        return []
    zero = "the mean of the field is 0" if plan.anchor is None else f"{plan.anchor.name} has {plan.anchor.value:g}"
    words = (
        "By Bradley and Terry's model with a term for each seat and one virtual draw an agent; "
        f"{zero}; errors are cluster-robust over deals."
    )
    found = [Rating("elo", "Elo", words, _lines(strength.ratings, order))]
    if strength.uncapped is not None:
        words = "The same over the games that no cap ended."
        found.append(Rating("elo_uncapped", "Elo without capped", words, _lines(strength.uncapped, order)))
    if strength.orders is not None:
        words = (
            "By Plackett and Luce's model of finishing orders: the winners, then by score, points or net worth at the "
            "end, bankrupt agents equal last."
        )
        found.append(Rating("elo_plackett_luce", "Elo by whole order", words, _lines(strength.orders, order)))
    return found


def _lines(ratings: Ratings, order: list[int]) -> tuple[Estimate, ...]:
    margins = ratings.margins
    return tuple(_estimate(ratings.elo[one], margins[one], ratings.deals) for one in order)


def _estimate(mean: float, margin: float, deals: int) -> Estimate:
    if np.isnan(margin):
        return Estimate(float(mean), None, None, deals)
    return Estimate(float(mean), float(mean - margin), float(mean + margin), deals)


def _pairs(summary: Summary, strength: Strength, order: list[int]) -> Pair:
    """The comparisons in the order of the ranking."""
    square, matrix = np.ix_(order, order), strength.matrix
    place = {line.agent: at for at, line in enumerate(summary.ranking)}
    names = [name for name, mean in summary.field.means.items() if not isinstance(mean, dict)]
    means = {name: np.full((len(order), len(order)), np.nan) for name in names}
    games_with = {name: np.zeros((len(order), len(order)), int) for name in summary.field.games_with}
    for pair in summary.pairs:
        at = place[pair.agent], place[pair.opponent]
        for name in names:
            means[name][at] = pair.measures.means.get(name, np.nan)
        for name, count in pair.measures.games_with.items():
            games_with[name][at] = count
    return Pair(
        share=matrix.share[square],
        low=matrix.low[square],
        high=matrix.high[square],
        games=matrix.games[square],
        capped=means.pop("capped"),
        superiority=strength.superiority[square],
        correlation=strength.pair_correlation[square],
        means=means,
        games_with=games_with,
    )
