"""docs/security.md and docs/operating.md name a test for each claim; all of these tests exist."""

import ast
import re
from pathlib import Path

from tests.ops.test_doctor import PLANTED, SPOILED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
OPERATING = (ROOT / "docs" / "operating.md").read_text()
# How many items of level 1 each chapter of ASVS 5.0 has; OWASP's own list counts 70.
LEVEL_1 = {1: 8, 2: 4, 3: 8, 4: 2, 5: 4, 6: 13, 7: 6, 8: 4, 9: 4, 10: 5, 11: 3, 12: 3, 13: 1, 14: 2, 15: 3}


def items(first_column: str) -> set[tuple[int, ...]]:
    """The items a row names, with ranges such as “6.2.1 to 6.2.8” expanded."""
    found = set()
    for first, last in re.findall(r"(\d+\.\d+\.\d+)(?: to (\d+\.\d+\.\d+))?", first_column):
        *section, start = map(int, first.split("."))
        end = int(last.split(".")[-1]) if last else start
        found |= {(*section, number) for number in range(start, end + 1)}
    return found


def named_tests(file: Path) -> set[str]:
    """The tests of a module that can fail: those that assert, raise, or call something that does."""
    found = [node for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)]
    return {
        node.name
        for node in found
        if node.name.startswith("test_")
        and any(isinstance(part, ast.Assert | ast.With | ast.Call) for part in ast.walk(node))
    }


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE + OPERATING)
    assert len(named) > 120
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).is_file() or (name and name not in named_tests(ROOT / path))
    ]
    assert missing == []


def test_every_item_of_level_1_has_a_row() -> None:
    (table,) = re.findall(r"## ASVS 5\.0, level 1\n(.*?)\n## ", PAGE, re.DOTALL)
    listed = set().union(*(items(row.split("|")[1]) for row in table.splitlines() if row.startswith("|")))
    counted = {chapter: len([item for item in listed if item[0] == chapter]) for chapter in LEVEL_1}
    assert counted == LEVEL_1
    assert sum(LEVEL_1.values()) == 70


def test_every_damage_that_doctor_finds_is_listed() -> None:
    (said,) = re.findall(r"## Is everything well\?\n(.*?)\n## ", OPERATING, re.DOTALL)
    listed = set(
        re.split(r" *[;:.] *", re.sub(r"\s+", " ", said).replace(" - **", ".").replace(", and", "."))
    )
    assert {*PLANTED, *SPOILED} - listed == set()
