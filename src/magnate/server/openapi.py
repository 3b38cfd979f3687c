"""The OpenAPI document: the HTTP interface, and the messages of the socket among its components.

``python -m magnate.server.openapi`` prints it; the browser's types are generated from it.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from .bodies import Import
from .protocol import CLIENT, SERVER, Shape

__all__ = ["body_of", "document", "main"]

REF: Final = "#/components/schemas/{model}"
READ_LATER: Final = (Import,)
"""The shapes of bodies that no route reads itself (:func:`body_of`)."""


def document(app: FastAPI) -> dict[str, Any]:
    """The document of an application, with ``ClientMessage`` and ``ServerMessage`` among its schemas."""
    found = get_openapi(
        title=app.title,
        version=app.version,
        summary="The table in the browser",
        routes=app.routes,
        separate_input_output_schemas=False,
    )
    schemas = found.setdefault("components", {}).setdefault("schemas", {})
    for shape in READ_LATER:
        schemas.setdefault(shape.__name__, shape.model_json_schema(ref_template=REF))
    for name, adapter in (("ClientMessage", CLIENT), ("ServerMessage", SERVER)):
        union = adapter.json_schema(ref_template=REF)
        for part, schema in union.pop("$defs").items():
            schemas.setdefault(part, _without_nulls(schema))
        schemas[name] = union
    return found


def body_of(shape: type[Shape]) -> dict[str, Any]:
    """What the document says of a route that takes the bytes of a body, which another process reads as this shape."""
    schema = {"$ref": REF.format(model=shape.__name__)}
    return {"requestBody": {"content": {"application/json": {"schema": schema}}, "required": True}}


def _without_nulls(schema: Any) -> Any:
    """A schema without ``default: null``, from which the generator would conclude that the field is always there."""
    if isinstance(schema, dict):
        return {key: _without_nulls(value) for key, value in schema.items() if not (key == "default" and value is None)}
    return [_without_nulls(one) for one in schema] if isinstance(schema, list) else schema


@cache
def described() -> str:
    """The document of this version, as JSON."""
    from .app import application
    from .settings import Settings

    return json.dumps(document(application(Settings(), None)), indent=2, sort_keys=True) + "\n"


def main() -> None:
    """Print the document."""
    sys.stdout.write(described())


if __name__ == "__main__":
    main()
