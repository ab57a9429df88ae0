"""The case files: from the folder named by SCOREKEEPER_CASES, else the project's own copy."""

import json
import os
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ.get("SCOREKEEPER_CASES") or Path(__file__).parents[1] / "data")


def vectors() -> list[dict[str, Any]]:
    """Single questions with their answers."""
    return json.loads((FOLDER / "vectors.json").read_text(encoding="utf-8"))


def recorded(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines() if line]
