"""Offers that an agent leaves to a delegate when it plays by a network."""

import numpy as np

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import PLAYING, bound_kernel, net_of, training_guide, workspace_for
from magnate.core.binding import MEMO
from magnate.games.monopoly.state import CANCEL, TRADE, TRADE_ANSWER, TRADE_WITH
from magnate.networks import Network
from magnate.runtime.compiler import build
from magnate.values.schema import schema_for

from ...games.monopoly.situations import SITUATIONS
from .interpreted import notes, play, row

KEEN = "strategic:offer_chance=1"


def best_alone(afterstates, g, decision, net, ws):
    """The action after which the network thinks its share is greatest."""
    legal = decision.legal()
    ws.acts[: len(legal)] = legal
    return ws.acts[afterstates.consider(g, decision.seat, len(legal), net, ws)]


def test_the_delegate_makes_offers_and_the_network_does_everything_else():
    """At decisions of games under many options, interpreted; and compiled decisions are the same."""
    game = magnate.load("monopoly", preset="official", players=8)
    schema = schema_for("monopoly", "thesis")
    guide = training_guide(game, schema)
    network = Network.new([schema.size, 4, 8], seed=2)
    alone = bound_kernel(game, guide, interpreted=True)
    twin, bound = (bound_kernel(game, guide, PLAYING, interpreted=one) for one in (True, False))
    build([bound.answer_delegating])
    net = net_of(network, delegate=resolve("monopoly", f"maxn:depth=1,delegate={KEEN}").delegate)
    nets = [net, net._replace(table=np.zeros_like(net.table))]  # one likes this or that, the other the first action
    made = answered = begun = other = 0
    for number, situation in enumerate(SITUATIONS[::11]):
        if situation.players < 2 or situation.players > 8:
            continue
        table_of = type("Table", (), {"rules": game.rules, "info": game.info, "players": situation.players})()
        net = nets[number % 2]
        ws, mirrored = (workspace_for(table_of, guide, network.sizes, interpreted=one) for one in (False, True))
        for decision in play(situation.starts(1), [KEEN] * situation.players, "network", number, limit=60):
            g, key = decision.g, decision.key
            before = g.to_bytes()
            action = twin.choose_delegating(g, decision.seat, key, net, mirrored, notes())
            assert g.to_bytes() == before
            assert action in decision.legal()
            states = np.frombuffer(before, game.rules.STATE).copy()
            found = np.zeros(1, np.int64)
            bound.answer_delegating(
                *(states, np.array([decision.seat]), np.array([key]), np.zeros(1, np.int64), net, ws),
                *(np.zeros((1, MEMO), np.int64), found),
            )
            assert found[0] == action
            offering = g.depth > 0 and g.fkind[g.depth - 1] == TRADE
            if offering and g.trade_step != TRADE_ANSWER:
                made += 1
                assert action == decision.chosen_by(row(KEEN))
            elif offering:
                answered += 1
                assert action == best_alone(alone, g, decision, net, mirrored)
            elif TRADE_WITH <= action < CANCEL:
                begun += 1
                assert action == decision.chosen_by(net.delegate)
            else:
                other += 1
    assert min(made, answered, begun, other) > 2, (made, answered, begun, other)
