"""Committed dice."""

import hashlib

from magnate.server.table_config import SEEDS, Dice


def test_the_commitment_is_the_hash_of_what_is_told_afterwards():
    dice = Dice.thrown(1234)
    revealed = dice.shown()
    assert revealed["seed"] == "1234"
    assert dice.commitment == hashlib.sha256(f"{revealed['seed']}:{revealed['nonce']}".encode()).hexdigest()


def test_nobody_can_try_out_all_seeds_or_guess_the_next_dice():
    some = [Dice.thrown() for _ in range(50)]
    assert len({dice.seed for dice in some}) == len({dice.nonce for dice in some}) == 50
    assert all(0 <= dice.seed < SEEDS for dice in some)
    assert all(len(bytes.fromhex(dice.nonce)) == 16 for dice in some)
    assert Dice.thrown(5).commitment != Dice.thrown(5).commitment
