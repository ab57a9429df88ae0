"""Which room may import which: an allow-list. A room or an import that is not in it fails.

Arrows run one way: web, cli, ops, demo -> exchange -> services -> store, rules; rules know nothing. Inside
services and store they do so, too: see LAYERS.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
SMALL = {
    "config",
    "lru_cache",
    "names",
    "timestamps",
}  # modules that need only the standard library, and these
AND_THESE = {"config": {"filelock", "platformdirs"}}
# A room, and the rooms it may import.
ALLOWED = {
    "config": set(),
    "lru_cache": set(),
    "names": set(),
    "timestamps": {"config"},
    "rules": set(),
    "without_numpy": set(),
    "store": {"config", "names", "timestamps"},
    "services": {"rules", "store", "lru_cache", "names", "timestamps"},
    "exchange": {"rules", "store", "services", "names"},
    "ops": {"app", "config", "names", "timestamps", "rules", "store", "services", "vision"},
    "vision": set(),
    "web": {
        "config",
        "names",
        "lru_cache",
        "timestamps",
        "rules",
        "store",
        "services",
        "exchange",
        "ops",
        "vision",
    },
    "demo": {"cli", "names", "rules", "store", "services", "timestamps"},
    "cli": {
        "app",
        "config",
        "names",
        "timestamps",
        "rules",
        "store",
        "services",
        "exchange",
        "ops",
        "demo",
        "vision",
    },
    "app": {"config", "web", "without_numpy"},
}
# What pages may use of the store directly: its types and constants, and these reads.
# fmt: off
READS = {
    "active_phones", "board_of_match", "can_be_written", "captain_generation", "captained_team_names",
    "captained_teams", "changes", "clubs", "copied_up_to", "copies_now", "divisions_of_matches", "entered_on",
    "entry_version", "fault_of_disk", "find_admission", "find_club", "find_trashed", "fixtures_of_matches",
    "followed_teams", "former_phone", "free_days", "generations", "handed_over_by", "has_pin", "in_place_of",
    "is_busy", "is_damage", "is_ended", "is_former_link", "last_proposal", "latest_card", "latest_setup",
    "leagues", "mail_addresses", "match_generation", "may_start", "moved_to", "new_id", "open_proposals",
    "open_store", "players", "prove_write", "read_only_words", "reads_never_wait", "registrations",
    "reported_hands", "trashed_clubs", "up_to_date", "version_of",
}
# fmt: on
# The folders and modules of a room from the bottom up; those of one line know nothing of each other.
LAYERS = {
    "services": (
        {"gate"},
        {"match_rounds"},
        {"match_state"},
        {"clubs"},
        {"leagues"},
        {"matches", "ratings"},
        {"cards"},
        {"statistics"},
        {"transfer"},
    ),
    "store": ({"engine"}, {"clubs"}, {"matches", "leagues"}, {"transfer"}),
}
ENGINES = {"sqlite3", "sqlite_utils", "pysqlite3", "psycopg"}
MAY_WRITE = {"services", "store/engine/connection.py"}


def imports(path: Path, text: str | None = None) -> list[tuple[str, str]]:
    """What a module imports anywhere: ``(module, name)``, the name empty for a whole module."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8") if text is None else text)):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are written from the package on"
            found += [(node.module or "", alias.name) for alias in node.names]
    return found


def dotted(path: Path) -> str:
    parts = ("scorekeeper", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def faults(path: Path, text: str | None = None) -> list[str]:
    """What a module imports though its room may not."""
    room, found = room_of(path), []
    inside = path.relative_to(PACKAGE).as_posix()
    if room == "__init__":
        return []
    if room not in ALLOWED:
        return [f"{inside}: {room} is a new room: say in tests/test_rooms.py what it may know"]
    for module, name in imports(path, text):
        known = f"{module}.{name}".split(".")
        if known[0] == "scorekeeper":
            if known[1] not in {room, *ALLOWED[room]} and known[1] != "__version__":
                found.append(f"{inside}: {room} may not know {known[1]} ({module})")
            if name == "writing" and not inside.startswith(tuple(MAY_WRITE)):
                found.append(f"{inside}: only services open write transactions")
            if room == "web" and known[1] == "store" and not (name[:1].isupper() or name in READS):
                found.append(f"{inside}: pages do it through services, or by READS ({module}.{name})")
        elif room == "web" and known[0] in ENGINES:
            found.append(f"{inside}: web knows no engine ({module})")
        elif room in ("rules", *SMALL) and known[0] not in (
            sys.stdlib_module_names | AND_THESE.get(room, set())
        ):
            found.append(f"{inside}: {room} needs nothing but the standard library ({module})")
    return found


def arrows_up(path: Path, text: str | None = None) -> list[str]:
    """What a module imports of its own room though that lies above it, or beside it."""
    room, part = room_of(path), (*path.relative_to(PACKAGE).with_suffix("").parts, "")[1]
    floors = {name: floor for floor, names in enumerate(LAYERS[room]) for name in names}
    if part == "__init__":
        return []
    if part not in floors:
        return [f"{room}/{part} is new: say in tests/test_rooms.py on which floor it stands"]
    known = [f"{module}.{name}.".split(".") for module, name in imports(path, text)]
    names = {parts[2] for parts in known if parts[:2] == ["scorekeeper", room]}
    return [
        f"{room}/{part} may not know {room}/{other}"
        for other in sorted(names - {part})
        if floors.get(other, len(floors)) >= floors[part]
    ]


def circles(modules: dict[str, set[str]]) -> list[str]:
    """The modules of a circle of imports, if there is one."""
    try:
        TopologicalSorter(modules).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_room_imports_only_what_it_may() -> None:
    assert [fault for path in sorted(PACKAGE.rglob("*.py")) for fault in faults(path)] == []


WRITING = "from scorekeeper.store.engine.connection import writing"


@pytest.mark.parametrize(
    ("where", "planted", "fault"),
    [
        ("rules/text.py", "from scorekeeper.store.clubs.clubs import Club", "rules may not know store"),
        ("rules/text.py", "import flask", "nothing but the standard library"),
        ("store/clubs/clubs.py", "from scorekeeper.services.clubs import names", "may not know services"),
        ("services/clubs/names.py", "from scorekeeper import web", "services may not know web"),
        ("web/clubs/views.py", WRITING, "only services open"),
        (
            "web/clubs/views.py",
            "from scorekeeper.store.clubs.players import add_player",
            "pages do it through services",
        ),
        ("web/clubs/views.py", "def late():\n    import sqlite3", "web knows no engine"),
        ("cli/backup.py", WRITING, "only services open"),
        ("reports/new.py", "import json", "is a new room"),
    ],
)
def test_a_planted_wrong_import_is_found(where: str, planted: str, fault: str) -> None:
    found = faults(PACKAGE / where, planted)
    assert any(fault in said for said in found), found


def test_arrows_run_one_way_inside_a_room_too() -> None:
    modules = [path for room in LAYERS for path in sorted((PACKAGE / room).rglob("*.py"))]
    assert len(modules) > 60
    assert [f"{path}: {fault}" for path in modules for fault in arrows_up(path)] == []


@pytest.mark.parametrize(
    ("where", "planted", "fault"),
    [
        (
            "services/gate.py",
            "from scorekeeper.services.matches import subject",
            "gate may not know services/matches",
        ),
        (
            "services/clubs/names.py",
            "def late():\n    from scorekeeper.services.leagues.season import Season",
            "clubs may not know services/leagues",
        ),
        (
            "services/leagues/cups.py",
            "import scorekeeper.services.cards.board",
            "leagues may not know services/cards",
        ),
        ("store/engine/seals.py", "from scorekeeper.store.clubs import clubs", "may not know store/clubs"),
        ("services/news/paper.py", "import json", "services/news is new"),
    ],
)
def test_a_planted_arrow_backwards_is_found(where: str, planted: str, fault: str) -> None:
    found = arrows_up(PACKAGE / where, planted)
    assert any(fault in said for said in found), found


def test_no_circle_of_imports() -> None:
    names = {dotted(path): path for path in PACKAGE.rglob("*.py")}
    known = {
        name: {
            found
            for module, one in imports(path)
            for found in (f"{module}.{one}" if f"{module}.{one}" in names else module,)
            if found in names and found != name
        }
        for name, path in names.items()
    }
    assert circles(known) == []
    assert circles({**known, "scorekeeper.names": {"scorekeeper.app"}})


def test_no_folder_is_crowded() -> None:
    modules = Counter(path.parent for path in PACKAGE.rglob("*.py") if path.stem != "__init__")
    assert len(modules) > 30
    templates = Counter(path.parent for path in (PACKAGE.parent / "templates").rglob("*.html"))
    assert len(templates) > 20
    static = PACKAGE.parent / "static"
    scripts = Counter(path.parent for path in static.rglob("*.[jc]s*"))
    assert len(scripts) > 8
    crowded = {folder.name: n for folder, n in (modules | templates | scripts).items() if n > 17}
    assert crowded == {}


def test_the_rules_use_no_clock_no_chance_and_no_file() -> None:
    worldly = {"time", "random", "secrets", "pathlib", "os", "io", "sqlite3", "socket"}
    for path in (PACKAGE / "rules").rglob("*.py"):
        known = imports(path)
        assert {module.split(".")[0] for module, _ in known} & worldly == set(), path
        # Dates are what fixtures are about; which day it is the rules are told.
        assert {name for module, name in known if module == "datetime"} <= {"date", "timedelta"}, path
        assert "date.today" not in path.read_text(encoding="utf-8"), path
