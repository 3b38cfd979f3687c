"""Requests made up from the OpenAPI document: the server answers all as the document says, and never by a bug."""

import contextlib
import itertools
import json
from collections import Counter

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from magnate.server.app import described

from ..serving import PATIENCE

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


@pytest.fixture(scope="module")
def tables(server):
    """Tables that made-up requests are about, so that they come beyond "no such table"."""
    made = [server.create("tictactoe", "hh"), server.create("kuhn", "ha"), server.create("pig", "hh", seed=1)]
    return itertools.cycle(made)


@pytest.fixture(scope="module")
def headers(server):
    """What the owner's browser sends."""
    return {"Origin": server.url, "Cookie": server.cookie()}


def test_made_up_requests(server, tables, headers):
    """For each operation, data that fit the document and data that do not."""
    schema = schemathesis.openapi.from_dict(json.loads(described()))
    names, statuses = [], Counter()
    for found in schema.get_all_operations():
        operation = found.ok()
        names.append(operation.label)
        for mode in GenerationMode:
            _made_up(operation, mode, server, tables, headers, statuses)
    assert len(names) > 20
    assert min(statuses[status] for status in (200, 401, 404, 409, 422)) >= 5, statuses
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


def _made_up(operation, mode, server, tables, headers, statuses):
    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode))
    def ask(case):
        if mode is GenerationMode.POSITIVE and case.path.startswith("/api/games/{id}") and case.method != "DELETE":
            case.path_parameters["id"] = next(tables)["id"]
        case.headers = {**(case.headers or {}), **headers}
        response = case.call(base_url=server.url, timeout=PATIENCE)
        statuses[response.status_code] += 1
        # a body must fit; parameters of the address that are not known are nobody's business, as everywhere
        # what is too long is refused before it is read
        reads = case.body is not None and not case.query and response.status_code != 413
        wrong = [negative_data_rejection] if reads else []
        case.validate_response(response, checks=[*CHECKS, *wrong])

    with contextlib.suppress(Unsatisfiable):  # where nothing can be sent, nothing wrong can be
        ask()
