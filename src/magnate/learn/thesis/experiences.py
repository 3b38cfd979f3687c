"""From recorded games to transitions: the thesis' rewards, or nothing but the outcome of the game.

A transition of a network goes from one of its own decisions to the next one of the same seat, whatever that will be, or
to the end of the game. An empty list is no experience of the thesis' networks, which have no output for it, but it ends
the one before. Sales in debts count among the decisions about selling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from ...agents.monopoly.deep_q import decisions
from ...agents.monopoly.deep_q.decisions import LIFT, UPGRADE, answers
from ...agents.monopoly.deep_q.rewards import LOST, WEALTH_STEP, WEIGHTS, WON
from ...errors import BadValue
from ..deep_q.returns import own_transitions
from ..deep_q.transitions import Transitions

if TYPE_CHECKING:
    from .games import Recorded

__all__ = ["Span", "change_of_wealth", "outcome_transitions", "thesis_transitions"]

Span = Literal["transition", "action"]
"""Over what wealth is compared: until the network's next decision, or only across the action."""


def change_of_wealth(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """ΔW of reward A.1: the change of net worth in steps of $200, between -1 and 1.

    >>> change_of_wealth(np.array([1000, 1000, 1000]), np.array([1050, 500, 3000]))
    array([ 0.25, -1.  ,  1.  ])
    """
    return np.clip((after - before) / WEALTH_STEP, -1.0, 1.0)


def thesis_transitions(
    recorded: Recorded,
    network: int,
    outputs: int,
    *,
    span: Span = "transition",
    legal: bool = True,
    discount: float = 0.99,
) -> Transitions:
    """The experiences of a network with so many outputs by the rewards A.1 to A.8, one step each.

    Their targets are over the ``legal`` outputs of the next decision, or without that over all of them. One that lasts
    to the end of a game that was won, or to bankruptcy, is paid for that alone.
    """
    rows, last, after = _chain(recorded, network)
    notes = recorded.notes[rows]
    game, seat = notes[:, decisions.GAME], notes[:, decisions.SEAT]
    final = recorded.worths[game, seat]
    later = np.where(last, final, notes[after, decisions.WORTH])
    if span == "action":
        later = notes[:, decisions.WORTH_AFTER]
    change = change_of_wealth(notes[:, decisions.WORTH], later)
    earned, with_profit = recorded.terms[rows].T
    reward = WEIGHTS[network] * change + earned + np.where(change > 0, with_profit, 0.0)
    reward = np.where(last & (recorded.broke[game, seat] == 1), LOST, reward)
    reward = np.where(last & (recorded.shares[game, seat] == 1), WON, reward)
    acted = notes[:, decisions.OUTPUT] >= 0
    found = Transitions.blank(int(acted.sum()), recorded.inputs.shape[1], outputs)
    found.observation[:] = recorded.inputs[rows[acted]]
    found.mask[:] = True
    found.action[:] = notes[acted, decisions.OUTPUT]
    found.reward[:] = reward[acted]
    found.discount[:] = np.where(last[acted], 0.0, discount)
    found.next_observation[:] = recorded.inputs[rows[after[acted]]]
    found.next_mask[:] = True
    if legal:
        found.next_mask[:] = legal_outputs(notes[after[acted]], outputs)
    return found


def outcome_transitions(
    recorded: Recorded, network: int, outputs: int, *, places: int = 40, n: int = 1, discount: float = 1.0
) -> Transitions:
    """The experiences of a network by nothing but the outcome: twice the share of the win minus 1, at the end.

    A transition spans ``n`` of its own decisions; ``discount`` is for each of its own turns in between. Masks are those
    of the legal outputs. A network that answers by lists has one output more than there are answers, for doing nothing:
    empty lists are experiences too, and games should be recorded without ``sparse``. ``places`` are the outputs for
    deeds.
    """
    rows, last, after = _chain(recorded, network)
    notes = recorded.notes[rows]
    count = answers(network, places)
    legal = legal_outputs(notes, outputs)
    legal[:, count:] = True
    action = np.where(notes[:, decisions.OUTPUT] < 0, count, notes[:, decisions.OUTPUT])
    if outputs == count and UPGRADE <= network <= LIFT:
        raise BadValue(
            "an empty list is no answer of a network that has no output for it",
            hint=f"give the network {count + 1} outputs",
        )
    share = recorded.shares[notes[:, decisions.GAME], notes[:, decisions.SEAT]]
    turns = (notes[after, decisions.TURN] - notes[:, decisions.TURN]) // 2
    return own_transitions(
        recorded.inputs[rows],
        legal,
        action,
        np.arange(len(rows)),
        np.where(last, 2.0 * share - 1.0, 0.0),
        np.where(last, 0.0, discount**turns),
        n,
    )


def legal_outputs(notes: np.ndarray, outputs: int) -> np.ndarray:
    """Which of so many outputs were legal at noted decisions, as masks (n, outputs)."""
    found: np.ndarray = (notes[:, decisions.LEGAL, None] >> np.arange(outputs)) & 1 == 1
    return found


def _chain(recorded: Recorded, network: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A network's rows, seat by seat in each game; which are the last there, and the place of the one after each."""
    rows = np.flatnonzero(recorded.notes[:, decisions.NETWORK] == network)
    whose = recorded.notes[rows][:, [decisions.GAME, decisions.SEAT]]
    rows = rows[np.lexsort((rows, whose[:, 1], whose[:, 0]))]
    whose = recorded.notes[rows][:, [decisions.GAME, decisions.SEAT]]
    after = np.minimum(np.arange(len(rows)) + 1, len(rows) - 1)
    last = (whose != whose[after]).any(axis=1)
    last[len(rows) - 1 :] = True
    return rows, last, after
