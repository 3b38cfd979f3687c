"""``python tools/tuned_figures.py``: what tuned configurations are worth, for docs/studies/tuning-results.md.

The agents they are compared with change, and so do these figures. They are measured as ``magnate tune`` measures its
final figure: one agent alone among copies of the other, in every seat of each deal, on deals for final figures; those
of seed 2, which no search and no earlier figure saw. It takes some minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import product

import magnate
from magnate.arena.statistics import Estimate, estimate
from magnate.arena.tuning.evaluation import Duels
from magnate.arena.tuning.search import elo_interval

SEED = 2
FIELD = ("strategic", "algorithmic", "baseline")
TUNED = ("strategic:tuned", "strategic:tuned_official")
FIGURES = (
    ("thesis", 2, "strategic:tuned", (*FIELD, "strategic:aggressive_investor")),
    ("official", 4, "strategic:tuned_official", FIELD),
)
TABLES = (("thesis", 2), ("official", 4), ("official", 2))


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games a pair of the figures; half for the tables")
    parser.add_argument("--jobs", type=int, default=1, help="cores")
    asked = parser.parse_args()
    for preset, players, tuned, pool in FIGURES:
        figures(Duels(magnate.load("monopoly", preset, players), SEED, asked.jobs), tuned, pool, asked.games)
    for preset, players in TABLES:
        cross(Duels(magnate.load("monopoly", preset, players), SEED, asked.jobs), asked.games // 2)


def figures(duels: Duels, tuned: str, pool: Sequence[str], games: int) -> None:
    """The tuned configuration and the standard one against each opponent, on the same deals."""
    game = duels.game
    found = duels.play("final", list(product((tuned, "strategic"), pool)), 0, duels.deals(games))
    capped = found.capped.sum() / found.games.sum()
    print(f"{tuned}, preset {game.preset}, {game.players} players: {100 * capped:.2f} % ended by a cap")
    ours, theirs = found.won[: len(pool)], found.won[len(pool) :]
    rivals = (found.games > 0)[len(pool) :]
    for opponent, mine, other, met in zip(pool, ours, theirs, rivals, strict=True):
        duel, standard = duels.share(mine), duels.share(other, rivals=met)
        points = ", ".join("?" if one is None else f"{one:+.1f}" for one in elo_interval(duel, game.players))
        print(f"  against {opponent}: {percent(duel)}, Elo {points}; strategic {percent(standard)}")
    gain = estimate((ours - theirs).mean(axis=0) / duels.whole)
    print(f"  gain against all: {percent(gain)}", flush=True)


def cross(duels: Duels, games: int) -> None:
    """Each of them against each: in the rows who sits alone."""
    game, rows, columns = duels.game, ("strategic", *TUNED), (*FIELD, *TUNED)
    pairs = list(product(rows, columns))
    found = duels.play("final", pairs, 0, duels.deals(games))
    capped = found.capped.sum() / found.games.sum()
    print(f"\npreset {game.preset}, {game.players} players: {100 * capped:.2f} % ended by a cap")
    for (row, column), won, played in zip(pairs, found.won, found.games, strict=True):
        print(f"  {row} against {column}: {percent(duels.share(won, rivals=played > 0))}", flush=True)


def percent(share: Estimate) -> str:
    """A share, or a difference of shares, with its interval."""
    margin = "" if share.margin is None else f" ± {100 * share.margin:.1f}"
    return f"{100 * share.mean:.1f} %{margin}"


if __name__ == "__main__":
    main()
