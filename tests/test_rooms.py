"""Arrows between the rooms run one way: web, cli -> exchange, store -> rules -> nothing."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
# A room and the rooms it may not know.
FORBIDDEN = {
    "rules": {
        "store",
        "web",
        "book",
        "exchange",
        "cases",
        "cli",
        "cli_score",
        "app",
        "config",
        "serve",
        "demo",
    },
    "store": {"web", "book", "exchange", "cases", "cli", "cli_score", "app"},
    "cases": {"web", "store", "book", "cli", "cli_score", "app"},
    "book": {"web", "cli", "cli_score", "app"},
    "exchange": {"web", "cli", "cli_score", "app"},
}


def modules(room):
    return [*(PACKAGE / room).rglob("*.py"), *PACKAGE.glob(f"{room}.py")]


def imported(path):
    """The full names of what a module imports, relative imports resolved."""
    inside = ("scorekeeper", *path.relative_to(PACKAGE).with_suffix("").parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = inside[: len(inside) - node.level + 1] if node.level else ()
            origin = ".".join((*above, *(node.module or "").split("."))).strip(".")
            yield origin
            if origin == "scorekeeper":
                yield from (f"scorekeeper.{alias.name}" for alias in node.names)


ROOMS = [(room, path) for room in FORBIDDEN for path in modules(room)]


@pytest.mark.parametrize(("room", "path"), ROOMS, ids=[str(path.relative_to(PACKAGE)) for _, path in ROOMS])
def test_a_room_knows_only_the_rooms_below_it(room, path):
    known = {name.split(".")[1] for name in imported(path) if name.startswith("scorekeeper.")}
    assert known & FORBIDDEN[room] == set()


@pytest.mark.parametrize("path", modules("rules"), ids=lambda path: path.name)
def test_the_rules_need_nothing_but_the_standard_library(path):
    others = {name.split(".")[0] for name in imported(path)} - set(sys.stdlib_module_names)
    assert others <= {"scorekeeper"}


@pytest.mark.parametrize("path", modules("rules"), ids=lambda path: path.name)
def test_the_rules_know_no_clock_no_chance_and_no_file(path):
    worldly = {"time", "datetime", "random", "secrets", "pathlib", "os", "io", "sqlite3", "socket"}
    assert {name.split(".")[0] for name in imported(path)} & worldly == set()
