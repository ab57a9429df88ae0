"""Acts are done by the gate alone: no other place begins to write, but for those that are counted here."""

import ast
import re
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
# What no club's phone asks for: the instance, its clubs as a whole, and what is kept to be read faster.
ALWAYS = {
    "services/clubs/club_results.py": 1,
    "services/clubs/hosting.py": 11,
    "services/clubs/administration.py": 2,  # who tries a PIN has no role yet
    "services/leagues/captains.py": 3,  # the night’s run, and a mail that comes back after its page
    "services/transfer/club_file.py": 3,
    "services/transfer/handover_file.py": 2,  # a phone’s own
    "services/transfer/merging.py": 1,
    "store/clubs/access.py": 1,
    "store/engine/migrate.py": 2,
    "store/transfer/club_rows.py": 2,
    "store/transfer/erasure.py": 1,  # in a copy’s draft
    "store/transfer/restore.py": 2,
}


def begins(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    first = node.args[0] if node.args else None
    said = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
    return getattr(node.func, "id", "") in ("writing", "sealing") or said.startswith("BEGIN IMMEDIATE")


def test_nothing_else_opens_a_write_transaction() -> None:
    found = Counter(
        str(module.relative_to(PACKAGE))
        for module in PACKAGE.rglob("*.py")
        if re.search(r"\b(writing|sealing)\b|BEGIN IMMEDIATE", text := module.read_text())
        for node in ast.walk(ast.parse(text))
        if begins(node)
    )
    for module in ("services/gate.py", "store/engine/connection.py", "store/engine/seals.py"):
        del found[module]
    assert found == ALWAYS, "an act is declared with @act; what has gone comes off the list"
