"""docs/architecture.md, docs/api.md and docs/score-json.md are true: paths, events, routes, answers."""

import json
import re
from pathlib import Path

from flask import Flask

from scorekeeper.cli.score_cases import answer
from tests.grid import grid

ROOT = Path(__file__).parents[2]
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
EVENT = re.compile(r"\"((?:page|server|match|outbox|round):[a-z-]+)\"")
# Events of the page: dispatched or listened to.
SCRIPTS = "\n".join(file.read_text() for file in sorted((ROOT / "static").rglob("*.js")))


def test_every_path_that_is_named_exists() -> None:
    """A file may be named without the folders above it."""
    paths = re.findall(
        r"`([\w/.]+\.(?:py|js|sql|json)|(?:scorekeeper|static|templates|tests)/[\w/]+)`", ARCHITECTURE
    )
    rooms = [ROOT / room for room in ("scorekeeper", "static", "tests")]
    assert len(paths) > 50
    there = [
        path for path in paths if (ROOT / path).exists() or any([*room.glob(f"**/{path}")] for room in rooms)
    ]
    assert there == paths


def test_fifteen_things_and_more_can_be_found_by_their_path() -> None:
    (table,) = re.findall(r"## Where is \.\.\.\?\n(.*?)\n## ", ARCHITECTURE, re.DOTALL)
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 15
    assert all("`" in row.split("|")[2] for row in rows)


def test_the_events_of_the_page_are_those_of_the_scripts() -> None:
    (table,) = re.findall(r"## Events of the page\n(.*?)\n## ", ARCHITECTURE, re.DOTALL)
    described = set(re.findall(r"^\| `([a-z:-]+)`", table, re.MULTILINE))
    assert described == set(EVENT.findall(SCRIPTS))


def test_what_can_be_read_has_the_addresses_that_are_described(app: Flask) -> None:
    page = (ROOT / "docs" / "api.md").read_text()
    described = set(re.findall(r"^\| (GET) \| `?([^`|]*?)`? \|", page, re.MULTILINE))
    prefix = "/api/v1/clubs/{club}"
    rules = {
        (method, re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule).removeprefix(prefix) or "(nothing more)")
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/clubs/")
        for method in (rule.methods or set()) & {"GET"}
    }
    assert described == rules


def test_every_example_of_the_case_format_is_answered_as_printed() -> None:
    page = (ROOT / "docs" / "score-json.md").read_text()
    examples = re.findall(r"```json\n(.*)\n(.*)\n```", page)
    assert len(examples) >= 15
    with grid() as case:
        for asked, printed in examples:
            with case(asked):
                assert answer(json.loads(asked)) == json.loads(printed)
