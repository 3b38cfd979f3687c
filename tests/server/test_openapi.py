"""The OpenAPI document, and the browser's types that are made from it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from magnate.server import protocol
from magnate.server.openapi import described

WEB = Path(__file__).parents[2] / "web"


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


def test_the_browsers_types_are_those_of_the_document(tmp_path):
    """`web/src/api/schema.d.ts` is generated and kept: it must be what would be generated now."""
    kept, generator = WEB / "src/api/schema.d.ts", WEB / "node_modules/.bin/openapi-typescript"
    if not kept.exists() or not generator.exists() or shutil.which("node") is None:
        pytest.skip("the page's packages are not installed here: run `make web`")
    file, made = tmp_path / "openapi.json", tmp_path / "schema.d.ts"
    file.write_text(described(), encoding="utf-8")
    subprocess.run([str(generator), str(file), "-o", str(made)], check=True, capture_output=True, cwd=WEB)
    assert made.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
