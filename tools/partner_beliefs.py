"""``python tools/partner_beliefs.py``: what bids and purchases add to a belief about a partner.

``magnate:negotiator`` plays with three drawn members of the roster's types, some of which no model was fitted to. Each
answer of these is foreseen by the belief that came before it: by earlier answers alone, and by bids and purchases too,
at several weights. Printed is the cross entropy in nats, and the logarithm of the belief in the true type. Intervals
are over games. A minute for a hundred games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from acceptance import HELD_OUT, TYPES, foreseen, log_shares, shown, shown_bids

import magnate
from magnate.agents.monopoly import acceptance, bidding
from magnate.agents.monopoly.acceptance_fitted import NUMBERS
from magnate.games.monopoly.state import TRADE, TRADE_ANSWER

MODEL: Final = np.array(NUMBERS)
ANSWERS: Final = (
    MODEL[acceptance.FIRST : acceptance.LAST].reshape(acceptance.ROWS, -1),
    MODEL[acceptance.LAST : acceptance.NUMBERS].reshape(-1, acceptance.FITTED),
)
BIDS: Final = (
    MODEL[bidding.FIRST : bidding.LAST].reshape(bidding.ROWS, -1),
    MODEL[bidding.LAST :].reshape(-1, acceptance.TYPES),
)
PLAYERS: Final = 4
OURS: Final = "magnate:negotiator,offers=0.3,partner=-0.02,learns=0,per_turn=2"
"""With the offers of the time when the page's figures were made."""
WEIGHTS: Final = [
    (0.0, 0.0),
    (0.1, 0.0),
    (0.2, 0.0),
    (0.3, 0.0),
    (0.5, 0.0),
    (1.0, 0.0),
    (0.0, 0.1),
    (0.0, 0.3),
    (0.0, 1.0),
    (0.2, 0.1),
    (0.3, 0.1),
    (0.3, 0.3),
]
"""Powers to which the likelihoods of bids and of purchases count."""


def likelihoods(layers: tuple[np.ndarray, np.ndarray], inputs: np.ndarray) -> np.ndarray:
    """How likely each type says yes, also the one that answers at random."""
    fitted = foreseen(layers, inputs)
    return np.concatenate([fitted, np.full((len(fitted), 1), acceptance.AT_RANDOM)], axis=1)


def logs(chances: np.ndarray, yes: np.ndarray) -> np.ndarray:
    """Logarithms of the likelihood of answers."""
    found: np.ndarray = np.log(np.maximum(acceptance.LEAST, np.where(yes[:, None], chances, 1 - chances)))
    return found


def of_answers(codes: np.ndarray) -> np.ndarray:
    """How likely each type accepts, as a belief takes it."""
    found = likelihoods(ANSWERS, shown(codes, PLAYERS))
    found[:, acceptance.BY_CHANCES] = acceptance.BY_CHANCES_ACCEPT
    return found


def of_shown(codes: np.ndarray, purchases: bool) -> np.ndarray:
    """The logarithm of what bids or purchases tell of each type; 0 where nothing was shown."""
    total, some = np.zeros((len(codes), acceptance.TYPES)), np.flatnonzero(codes)
    inputs = shown_bids(codes[some], np.full(len(some), PLAYERS), np.full(len(some), purchases))
    apart = log_shares(BIDS, inputs)
    total[some] = np.maximum(bidding.LEAST, apart - apart.max(axis=1, keepdims=True))
    return total


def met(games: int, seed: int) -> Iterator[tuple[int, str, int, np.void]]:
    """For each answer: the game, who answered, the answer as a number, and what was remembered before it."""
    rng = np.random.default_rng(seed)
    members = [one for kinds in (TYPES, HELD_OUT) for kind in kinds.values() for one in kind]
    game = magnate.load("monopoly", preset="official", players=PLAYERS)
    for number in range(games):
        agents = [OURS, *rng.choice(members, PLAYERS - 1, replace=False)]
        agents = [str(agents[place]) for place in rng.permutation(PLAYERS)]
        record = game.play(agents, seed=seed * 100_003 + number, limit=4000)
        again = record.to_game()
        step, states = again.entry("position_kernel", "step"), again.start_states(1)
        for action in record.actions:
            top = int(states["depth"][0]) - 1
            asked = top >= 0 and states["fkind"][0][top] == TRADE and states["trade_step"][0] == TRADE_ANSWER
            if not asked or agents[seat := int(states["fto"][0][top])] == OURS:
                step(states, action)
                continue
            before: Any = states.copy()[0]
            step(states, action)
            first = seat * (len(before["past"]["answers"]) // PLAYERS)
            code = int(states["past"]["answers"][0][first])
            yield number, agents[seat], code, before


def main() -> int:
    """Play, foresee, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    found = list(met(said.games, said.seed))
    of = np.array([game for game, *_ in found])
    names, codes = np.array([name for _, name, *_ in found]), np.array([code for *_, code, _ in found])
    tells = {}
    for field, part in (("answers", "past"), ("bids", "bidding"), ("purchases", "bidding")):
        size = len(found[0][3][part][field]) // PLAYERS
        rows = np.zeros((len(found), size), np.int64)
        for i, (_, _, _, before) in enumerate(found):
            seat = int(before["fto"][int(before["depth"]) - 1])
            rows[i] = before[part][field][seat * size : (seat + 1) * size]
        flat = rows.ravel()
        if field == "answers":
            each = np.where(flat[:, None] != 0, logs(of_answers(flat), flat >> 30 & 1 == 1), 0.0)
        else:
            each = of_shown(flat, field == "purchases")
        tells[field] = each.reshape(len(found), size, -1).sum(axis=1)
    accepts, yes = of_answers(codes), codes >> 30 & 1 == 1
    places = {
        one: place for kinds in (TYPES, HELD_OUT) for place, kind in enumerate(TYPES) for one in kinds.get(kind, [])
    }
    true = np.array([places[name] for name in names])
    held = np.isin(names, [one for kind in HELD_OUT.values() for one in kind])
    print(f"{len(found)} answers in {said.games} games, {100 * yes.mean():.1f} % accepted, {held.sum()} held out")
    base = np.zeros(0)
    for bids, purchases in WEIGHTS:
        belief = np.log(MODEL[: acceptance.TYPES]) + tells["answers"] + bids * tells["bids"]
        belief = np.exp(belief + purchases * tells["purchases"])
        belief /= belief.sum(axis=1, keepdims=True)
        sure = np.log(belief[np.arange(len(true)), true]).mean()
        chance = np.clip((belief * accepts).sum(axis=1), 1e-4, 1 - 1e-4)
        loss = -np.where(yes, np.log(chance), np.log(1 - chance))
        base = loss if len(base) == 0 else base
        some = change(*(one[held] for one in (loss, base, of)))
        print(f"bids {bids} purchases {purchases}: {change(loss, base, of)} | held out {some} | true type {sure:.3f}")
    return 0


def change(loss: np.ndarray, base: np.ndarray, of: np.ndarray) -> str:
    """The mean loss, and what it is more than the base, with an interval over games."""
    if len(loss) == 0:
        return "nothing"
    more, games = loss - base, np.unique(of)
    sums = np.array([(more[of == game].sum(), (of == game).sum()) for game in games])
    mean = sums[:, 0].sum() / sums[:, 1].sum()
    spread = 1.96 * np.sqrt(((sums[:, 0] - mean * sums[:, 1]) ** 2).sum()) / sums[:, 1].sum()
    return f"{loss.mean():.4f} ({mean:+.4f} ± {spread:.4f})"


if __name__ == "__main__":
    sys.exit(main())
