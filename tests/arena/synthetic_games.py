"""Finished games of Monopoly that nobody played: drawn from a model, so that any number of them is there at once."""

import numpy as np

import magnate
from magnate.arena.games import Games
from magnate.arena.plan import make_plan

GROUPS = 10


def plan_of(agents, players=2, games=200, preset="thesis", **more):
    return make_plan(magnate.load("monopoly", preset=preset, players=players), agents, games, seed=1, **more)


def games_of(plan, seed=3, capped=0.06):
    """The games of a plan; earlier agents are stronger, and ``capped`` is the share that a cap ends."""
    rng = np.random.default_rng(seed)
    schedule, players = plan.schedule, plan.players
    tables, deals = len(schedule.tables), schedule.deals
    n = tables * deals * players
    table = np.repeat(np.arange(tables, dtype=np.int32), deals * players)
    rotation = np.tile(np.arange(players, dtype=np.int8), tables * deals)
    turned = (np.arange(players)[None, :] + rotation[:, None]) % players
    seating = np.take_along_axis(np.array(schedule.tables, dtype=np.int16)[table], turned, axis=1)
    strength = np.linspace(0.4, -0.4, len(plan.names))
    luck = strength[seating] + rng.gumbel(size=(n, players)) + np.linspace(0.1, 0, players)
    winner = luck.argmax(axis=1)
    stopped = rng.random(n) < capped
    bankrupt = np.ones((n, players), bool)
    bankrupt[np.arange(n), winner] = False
    bankrupt[stopped] = False
    worth = np.where(bankrupt, 0, rng.gamma(4, 1800, (n, players))).astype(np.int32)
    rounds = np.where(stopped, 1000, rng.gamma(4, 18, n)).astype(np.int32)
    game = plan.load_game()
    codes = range(1, len(game.info.endings))
    cap, own = (next(code for code in codes if game.info.is_cap(code) == is_cap) for is_cap in (True, False))
    return Games(
        info=game.info,
        names=list(plan.names),
        tables=schedule.tables,
        players=players,
        table=table,
        deal=np.tile(np.repeat(np.arange(deals, dtype=np.int32), players), tables),
        rotation=rotation,
        seating=seating,
        winners=(1 << winner).astype(np.uint8),
        ending=np.where(stopped, cap, own).astype(np.int8),
        failed=np.zeros(n, np.uint8),
        facts={"decisions": rounds * 9, "turns": rounds * players, "rounds": rounds},
        seats={
            "bankrupt": bankrupt.astype(np.uint8),
            "net_worth": worth,
            "cash": worth // 3,
            "deeds": rng.integers(0, 15, (n, players)).astype(np.uint8),
            "monopolies": rng.integers(0, 4, (n, players)).astype(np.uint8),
            "purchases": rng.integers(0, 3, (n, players, GROUPS)).astype(np.uint8),
        },
    )
