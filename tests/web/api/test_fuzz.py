"""The API keeps to its description, whatever is sent to it (all checks of schemathesis)."""

import os

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.web.api.description import description
from tests.web.api.teller import Program
from tests.web.cast import open_pub, record, sit_down
from tests.web.conftest import app_over
from tests.web.league_evening import begin_a_league


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A club of its own: what is sent to it here may well be stored."""
    return Program(open_pub(app_over(tmp_path_factory.mktemp("fuzzed")), "The Crown"), "manage")


@pytest.fixture(scope="module")
def match(program: Program) -> str:
    match = sit_down(program.pub, "fives_250", "Ann", "Bob")
    record(program.pub, match, 0, {1: 14})
    return match


@pytest.fixture(scope="module")
def league(program: Program) -> dict[str, str]:
    """A league of two with one fixture for which nothing was entered, by the names of its parameters."""
    begun = begin_a_league(program.pub)
    return {"league": begun.id, "fixture": begun.fixture, "squad": begun.squad}


DESCRIBED = description()
OPERATIONS = [(path, method) for path, methods in DESCRIBED["paths"].items() for method in methods]

EXAMPLES = 40 if "SCOREKEEPER_EVERY" in os.environ else 2  # of each operation and kind, the same every time
MOST_SIGNS = 40  # the pattern of an id in the description
# A well-formed round may still break a rule (422), and an archived league cannot be changed. What is much too
# long is not read at all (413).
TAKEN = ["2xx", "401", "403", "404", "409", "422", "423", "429"]
NOT_TAKEN = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "423", "428", "429"]
CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            "positive_data_acceptance": {"expected-statuses": TAKEN},
            "negative_data_rejection": {"expected-statuses": NOT_TAKEN},
        }
    }
)


@pytest.fixture(scope="module")
def described(program: Program) -> OpenApiSchema:
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", program.pub.app, config=CONFIG)


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=[f"{m} {p}" for p, m in OPERATIONS])
@pytest.mark.parametrize("mode", list(GenerationMode), ids=[mode.value for mode in GenerationMode])
def test_the_interface_is_as_it_is_described(
    program: Program,
    described: OpenApiSchema,
    match: str,
    league: dict[str, str],
    path: str,
    method: str,
    mode: GenerationMode,
) -> None:
    real = {"club": program.pub.id, "match": match, **league}

    @given(case=described[path][method].as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, derandomize=True, suppress_health_check=list(HealthCheck))
    def holds(case: schemathesis.Case) -> None:
        # Only valid cases get existing ids; those made invalid on purpose stay as they are.
        for name in {*real} & {*case.path_parameters}:
            if 0 < len(str(case.path_parameters[name])) <= MOST_SIGNS:
                case.path_parameters[name] = real[name]
        if mode is GenerationMode.POSITIVE or "Authorization" in (case.headers or {}):
            case.headers["Authorization"] = f"Bearer {program.token}"
        # This test's transport does not decompress answers.
        case.call_and_validate(headers={"Accept-Encoding": "identity"})

    holds()
