from __future__ import annotations

import json
import re

import pytest

pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")

from shoal.web.openapi import FILE, description
from tests.web.scene import ROLES, TOKEN, ask_for, finished, uploaded


def test_the_file_in_the_repository_describes_the_server(server):
    assert FILE.read_text("utf-8") == description(), "python -m shoal.web.openapi writes it again"
    assert server.get("/api/openapi.json").json() == json.loads(description())


def test_every_shape_that_is_referred_to_is_there():
    found = description()
    shapes = set(json.loads(found)["components"]["schemas"])
    assert set(re.findall(r'"#/components/schemas/([^"]+)"', found)) <= shapes


def test_every_route_of_the_issue_is_described():
    routes = {
        f"{method.upper()} {path}" for path, methods in json.loads(description())["paths"].items() for method in methods
    }
    assert {
        "POST /api/tables", "GET /api/tables/{id}", "DELETE /api/tables/{id}", "GET /api/tables/{id}/rows",
        "GET /api/tables/{id}/schema", "PUT /api/tables/{id}/schema", "GET /api/tables/{id}/uniqueness",
        "POST /api/tables/{id}/hierarchies/preview", "POST /api/runs", "GET /api/runs", "GET /api/runs/{id}",
        "DELETE /api/runs/{id}", "GET /api/runs/{id}/events", "POST /api/runs/{id}/cancel",
        "GET /api/runs/{id}/release", "GET /api/runs/{id}/report", "GET /api/runs/{id}/certificate",
        "GET /api/runs/{id}/request", "GET /api/runs/{id}/groups/{n}", "POST /api/runs/{id}/person",
    } <= routes  # fmt: skip


@pytest.mark.filterwarnings("default")  # what schemathesis itself warns of is not ours to mend
def test_nothing_that_the_description_allows_fails_the_server(server):
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    schema = schemathesis.openapi.from_dict(json.loads(description()))
    table = uploaded(server)
    ask_for(server, table, roles=ROLES, k=3)
    known = {"tables": table["id"], "runs": finished(server, table)["id"], "read": uploaded(server)["id"]}
    failed: list[str] = []

    for operation in (result.ok() for result in schema.get_all_operations()):
        if operation.path.endswith("/events") or operation.method.upper() == "DELETE":
            continue  # a stream is followed elsewhere, and what other tests look at stays

        run_cases(operation, known, server, failed)
    assert failed == []


def run_cases(operation, known, server, failed) -> None:
    """Send cases of an operation, about a table and a run that are there; answers are as they are described."""
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

    @settings(
        max_examples=15, database=None, derandomize=True, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy())
    def send(case) -> None:
        kind = "read" if operation.path.endswith("/read") else operation.path.split("/")[2]
        if "id" in (case.path_parameters or {}) and kind in known:
            case.path_parameters["id"] = known[kind]
        answer = case.call(base_url=str(server.base_url), headers={"Authorization": f"Bearer {TOKEN}"})
        try:
            case.validate_response(
                answer, checks=[not_a_server_error, status_code_conformance, response_schema_conformance]
            )
        except Exception as error:  # noqa: BLE001 - all that fails is listed
            failed.append(f"{operation.method} {operation.path}: {answer.status_code} {str(error)[:300]}")

    send()
