"""The OpenAPI document."""

import json

import pytest

from magnate.server import protocol
from magnate.server.app import described


@pytest.fixture(scope="module")
def document():
    return json.loads(described())


def test_the_document_has_the_messages_of_the_socket(document):
    schemas = document["components"]["schemas"]
    for union, adapter in (("ClientMessage", protocol.CLIENT), ("ServerMessage", protocol.SERVER)):
        kinds = schemas[union]["discriminator"]["mapping"]
        assert set(kinds) == set(adapter.json_schema()["discriminator"]["mapping"])
        assert all(ref.removeprefix("#/components/schemas/") in schemas for ref in kinds.values())


def test_every_reference_leads_somewhere(document):
    schemas = document["components"]["schemas"]
    found = {part.split('"')[0] for part in json.dumps(document).split("#/components/schemas/")[1:]}
    assert found <= set(schemas)
    assert all(schemas[name].get("additionalProperties") is False for name in ("Act", "Sync", "NewTable", "TableInfo"))


def test_every_address_tells_its_errors(document):
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert {"400", "403", "404", "422", "429"} <= set(operation["responses"]), path
            assert operation["summary"]
    assert "/{path}" not in document["paths"]


def test_shapes_have_one_meaning(document):
    """No shape stands twice under two names, as FastAPI makes them for input and output."""
    names = set(document["components"]["schemas"])
    assert not [name for name in names if name.endswith(("-Input", "-Output")) or "__" in name]


def test_the_server_serves_it(visit, settings, document):
    assert visit(settings).get("/api/openapi.json").json() == document
