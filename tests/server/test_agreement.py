"""What a server says in whole games of random decisions is what its OpenAPI document promises to those who read it."""

import json
import random

import pytest
from jsonschema import Draft202012Validator

import magnate
from magnate.server.app import described
from magnate.server.rooms import encoded, pieces

from .live import begun, game_of

EYES = (0, None)
"""A seat and a spectator are told whole games."""


@pytest.fixture(scope="module")
def promised():
    """Checks a message, as it goes over the wire, against the document."""
    document = json.loads(described())
    schema = {"$ref": "#/components/schemas/ServerMessage", "components": document["components"]}
    return Draft202012Validator(schema)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("monopoly", 3, {"max_rounds": 25}), ("brass", 3, {}), ("kuhn", 2, {}), ("pig", 2, {})],
)
def test_every_message_of_a_whole_game_is_as_the_document_says(promised, game, players, options):
    rng = random.Random(20)
    at, _ = begun(magnate.load(game, players=players, **options) if options else game_of(game, players))
    kinds = set()
    while not at.over:
        seat = at.position.to_move
        change = at.plan_move(seat, [at.position.name_of(rng.choice(at.position.legal_ids()))], "c1")
        at.make(change)
        messages = [piece for eyes in EYES for piece in pieces(at.step(change, eyes))]
        if at.at % 25 == 0 or at.over:
            messages += [encoded(at.sync(eyes, {0}, 200)) for eyes in (*EYES, seat)]
        for message in map(json.loads, messages):
            promised.validate(message)
            kinds.add(message["type"])
    assert {"sync", "step"} <= kinds
    assert at.info()["status"] == "over"
