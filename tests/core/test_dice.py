"""Secret dice: drawn from a key exactly as the weights say, told in records, and checked by these."""

import hashlib
import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

import magnate
from magnate.core.dice import KeyedDice
from magnate.errors import BadRecord, IllegalAction
from magnate.runtime.stream import SEED_LIMIT, new_streams

DICE = KeyedDice.of("5e" * 32)
ROOT = Path(__file__).parents[2]


def played(name, dice=DICE, seed=1, most=100_000, **options):
    """A game played at random with secret dice."""
    position, rnd = magnate.load(name, **options).new().continue_with(dice), random.Random(seed)
    while not position.is_over and position.steps < most:
        position.apply(rnd.choice(position.legal_ids()))
    return position


# --------------------------------------------------------------------------------------------- the draws


def test_draws_are_as_likely_as_their_weights():
    weights = [1, 2, 3, 0, 4]
    found = Counter(DICE.drawn("pig", 1, 2, number, weights) for number in range(20_000))
    assert found[3] == 0
    seen = [found[index] for index in (0, 1, 2, 4)]
    assert chisquare(seen, [2000, 4000, 6000, 8000]).pvalue > 0.001


def test_draws_are_rejected_where_the_last_range_is_incomplete():
    """With 3 * 2**62 outcomes a quarter of all 64-bit words would make the first third likelier."""
    third, found = 2**62, Counter()
    for number in range(6000):
        found[DICE.drawn("pig", 0, 0, number, [third] * 3)] += 1
    assert chisquare([found[index] for index in range(3)]).pvalue > 0.001
    first = [
        int.from_bytes(
            hashlib.blake2b(
                f"pig:0:0:{n}:0".encode(), digest_size=8, key=b"\x5e" * 32, person=b"magnate.dice"
            ).digest(),
            "big",
        )
        for n in range(6000)
    ]
    rejected = sum(one >= 3 * third for one in first)
    assert 1350 < rejected < 1650  # so the loop was taken


@pytest.mark.parametrize("weights", [[0], [], [-1, 2], [2**64, 1]])
def test_weights_that_are_none_are_refused(weights):
    with pytest.raises(ValueError, match="weights"):
        [DICE.drawn("pig", 0, 0, number, weights) for number in range(9)]


def test_every_part_of_a_draws_name_counts():
    def draws(game="pig", seat=0, purpose=0, key=DICE):
        return [key.drawn(game, seat, purpose, number, [1] * 6) for number in range(40)]

    others = [draws("brass"), draws(seat=1), draws(purpose=1), draws(key=KeyedDice.of("5f" * 32))]
    assert len({tuple(one) for one in [draws(), *others]}) == 5


def test_the_key_is_secret_and_promised():
    dice, other = KeyedDice.thrown(), KeyedDice.thrown()
    assert dice.key != other.key
    assert len(bytes.fromhex(dice.key)) == 32
    assert dice.commitment == hashlib.sha256(bytes.fromhex(dice.key)).hexdigest()
    assert dice.key not in repr(dice)
    assert dice.is_kept
    assert not replace(dice, key=other.key).is_kept


# ------------------------------------------------------------------------------------------------ positions


def test_a_position_draws_from_the_key_and_tells_agents_nothing_of_it():
    position = played("pig", most=60)
    assert (position.dice, position.seed) == (DICE, None)
    assert int(position.streams()["seed"][0]) == DICE.agents_seed < SEED_LIMIT
    shown = position.shown_to(0)
    assert (shown.dice, shown.seed, int(shown.streams()["seed"][0])) == (None, None, 0)
    assert position.copy().dice == DICE
    # the agents' seed gives other dice, and follows from the key by a hash of its own
    assert played("pig", DICE.agents_seed, most=60).history[:20] != position.history[:20]
    digest = hashlib.blake2b(digest_size=7, key=b"\x5e" * 32, person=b"magnate.agents").digest()
    assert DICE.agents_seed == int.from_bytes(digest, "big")


def test_dice_may_be_given_late_as_a_seed_may():
    whole = played("pig", most=80)
    again = magnate.load("pig").new()
    for step in whole.history[:31]:
        again.apply(step)
    again.continue_with(DICE)
    assert again.history == whole.history[: again.steps]
    again.continue_with(7)
    assert (again.dice, again.seed) == (None, 7)


def test_the_outcome_of_dice_can_be_asked_for():
    position = magnate.load("pig").new().apply("roll")
    before = position.states().tobytes()
    found = position.drawn(DICE)
    assert position.states().tobytes() == before
    assert position.continue_with(DICE).history[-1] == found
    with pytest.raises(IllegalAction):
        position.drawn(DICE)


@pytest.fixture(scope="module")
def documented():
    """What the block of docs/how-to/serve.md defines: the check that a player can do."""
    text = (ROOT / "docs/how-to/serve.md").read_text(encoding="utf-8")
    block = next(one for one in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "blake2b" in one)
    found = {}
    exec(block, found)  # noqa: S102 - it is ours
    return found


@pytest.mark.parametrize("name", ["pig", "kuhn", "monopoly", "brass"])
def test_every_throw_can_be_checked_as_the_page_says(documented, name):
    record = played(name, most=1500).record()
    assert record.seed is None
    found = record.verify()
    assert found.dice
    assert documented["check"](record) == found.outcomes >= 2
    with pytest.raises(AssertionError):
        documented["check"](replace(record, dice=KeyedDice.of("5f" * 32)))


def test_the_page_rejects_what_the_dice_reject(documented):
    weights = [2**62] * 3
    for number in range(500):
        name = f"pig:0:0:{number}"
        assert DICE.drawn("pig", 0, 0, number, weights) == documented["index_of"](b"\x5e" * 32, name, weights)


def test_the_dice_of_monopoly_are_fair():
    """Both dice of the first throws of 1,500 games, each with a key of its own."""
    game, found = magnate.load("monopoly", players=2), Counter()
    for number in range(1500):
        position = game.new()
        while position.to_move != magnate.CHANCE:
            position.apply(position.legal_ids()[0])
        first = position.outcomes()
        found[position.drawn(KeyedDice.of(f"{number:064x}"))] += 1
    weights = np.array([outcome.weight for outcome in first], float)
    assert chisquare([found[one.id] for one in first], weights / weights.sum() * 1500).pvalue > 0.001


# -------------------------------------------------------------------------------------------------- records


def test_records_tell_the_dice_and_read_them_again():
    record = played("pig").record()
    data = json.loads(record.to_json())
    assert data["schema"] == 3
    assert data["dice"] == {"kind": "blake2b", "key": DICE.key, "commitment": DICE.commitment}
    assert magnate.Record.from_json(record.to_json()) == record
    found = record.verify()
    assert found.dice
    assert found.outcomes > 0


def test_a_record_goes_on_with_its_dice():
    record = played("pig", most=41).record()
    position = record.replay()
    assert position.dice == DICE
    assert position.streams().tobytes() == played("pig", most=41).streams().tobytes()
    assert record.replay(20).dice == DICE


def test_changed_throws_keys_and_promises_do_not_verify():
    record = played("pig").record()
    chance = next(
        number
        for number, position in enumerate(record.positions())
        if position.to_move == magnate.CHANCE and record.actions[number] > 2
    )
    other = (*record.actions[:chance], record.actions[chance] - 1, *record.actions[chance + 1 :])
    with pytest.raises(BadRecord, match=f"step {chance + 1} is the outcome .* but the key of the dice gives"):
        replace(record, actions=other).verify()
    with pytest.raises(BadRecord, match="the key of the dice is not the promised one"):
        replace(record, dice=replace(DICE, key="5f" * 32)).verify()
    with pytest.raises(BadRecord, match="the key of the dice is not the promised one"):
        replace(record, dice=replace(DICE, commitment="00" * 32)).verify()
    with pytest.raises(BadRecord, match="but the key of the dice gives"):
        replace(record, dice=KeyedDice.of("5f" * 32)).verify()


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 5},
        {"schema": 1},
        {"dice": {"kind": "md5", "key": "5e" * 32, "commitment": "00" * 32}},
        {"dice": {"kind": "blake2b", "key": "5e" * 31, "commitment": "00" * 32}},
        {"dice": {"kind": "blake2b", "key": "5e" * 32}},
    ],
)
def test_dice_that_are_none_are_refused(change):
    data = {**json.loads(played("pig").record().to_json()), **change}
    with pytest.raises(BadRecord, match="dice"):
        magnate.Record.from_json(json.dumps(data))


def test_records_of_the_first_format_are_read():
    record = magnate.load("pig").play("random", seed=5)
    data = {**json.loads(record.to_json()), "schema": 1, "actions": list(record.actions)}
    del data["dice"], data["overrides"]
    found = magnate.Record.from_json(json.dumps(data))
    assert found == replace(record, overrides=None)
    assert found.verify().dice
    assert new_streams([5])["seed"][0] == found.seed == found.chance
