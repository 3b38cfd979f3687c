"""``python tools/first_group.py [AGENT] [--games N] [--seed S]``: what decides games in which nobody trades.

An agent of Monopoly plays against three refusers. In each game that no cap ended, the first seat to own a whole street
group is noted, and who wins. Where the winner is nearly always that seat, and seats come first about equally often,
landing decides: little is left for skill.
"""

from __future__ import annotations

import argparse

import numpy as np

import magnate
from magnate.arena.statistics import share_estimate
from magnate.core.game import Game
from magnate.core.record import Record
from magnate.games.monopoly.board import GROUP_MASK, STREET_GROUPS

OTHERS = ("character:refuser",) * 3


def first_owner(record: Record) -> int | None:
    """The first seat that owns a whole street group; None where none ever does."""
    for position in record.positions():
        deeds = [int(one) for one in position.state["deeds"].ravel()[: record.players]]
        for mask in map(int, GROUP_MASK[:STREET_GROUPS]):
            for seat, own in enumerate(deeds):
                if own & mask == mask:
                    return seat
    return None


def decided(game: Game, seats: list[str], seeds: range) -> list[int]:
    """The seeds of the games that no cap ended."""
    caps = [code for code, name in enumerate(game.info.endings) if name in game.info.caps]
    ending = game.play_many(seats, list(seeds)).ending
    return [seed for seed, one in zip(seeds, ending.ravel(), strict=True) if one not in caps]


def main() -> None:
    """Play the games, and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agent", nargs="?", default="magnate:negotiator")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = magnate.load("monopoly", preset="official", players=4)
    seats = [given.agent, *OTHERS]
    found = []
    for seed in decided(game, seats, range(given.seed, given.seed + given.games)):
        record = game.play(seats, seed=seed)
        found.append((first_owner(record), int(np.argmax(record.result.utility))))
    first, winner = np.array([(-1 if one is None else one, won) for one, won in found]).T
    for about, shares in (
        ("the first owner of a group wins", first == winner),
        (f"{given.agent} is the first owner", first == 0),
        (f"{given.agent} wins", winner == 0),
    ):
        one = share_estimate(shares.astype(float))
        print(f"{about}: {100 * one.mean:.1f} ± {100 * (one.margin or 0):.1f} % of {len(found)} decided games")


if __name__ == "__main__":
    main()
