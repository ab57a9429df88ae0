"""The wheel holds every file the app opens, and serves its first page on its own."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scorekeeper import __version__

ROOT = Path(__file__).parents[1]

FIRST_PAGE = """
import sys
from pathlib import Path
import scorekeeper
from scorekeeper.app import create_app
from scorekeeper.store import migrate

installed, database = map(Path, sys.argv[1:])
assert Path(scorekeeper.__file__).is_relative_to(installed), scorekeeper.__file__
migrate(database)
client = create_app({"DATABASE": database}).test_client()
assert client.get("/", follow_redirects=True).status_code == 200
assert client.get("/static/css/base/page.css").status_code == 200
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by hatchling from the working tree; nothing is downloaded."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.parametrize("folder", ["scorekeeper", "templates", "static"])
def test_the_wheel_holds_every_file(wheel: Path, folder: str) -> None:
    present = [
        path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]
    assert present
    inside = "" if folder == "scorekeeper" else "scorekeeper/"
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    assert {inside + path.relative_to(ROOT).as_posix() for path in present} <= packed


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        roots = {Path(name).parts[0] for name in archive.namelist()}
    assert {root for root in roots if not root.endswith(".dist-info")} == {"scorekeeper"}


def test_a_package_index_gets_links_that_lead_somewhere() -> None:
    build = [sys.executable, "-m", "hatchling", "metadata"]
    metadata = [
        json.loads(
            subprocess.run(build, cwd=ROOT, check=True, capture_output=True, env=os.environ | more).stdout
        )
        for more in ({"SCOREKEEPER_FORGE": ""}, {"SCOREKEEPER_FORGE": "https://forge.example/pub/scores"})
    ]
    links = [re.findall(r"\]\(([^)]+)\)", of["readme"]["text"]) for of in metadata]
    assert links[0]
    assert all("://" in link for found in links for link in found)
    picture = f"https://forge.example/pub/scores/raw/v{__version__}/docs/screens/match-draw-390-dark.png"
    assert picture in links[1]
    assert "urls" not in metadata[0]
    assert metadata[1]["urls"]["Source"] == "https://forge.example/pub/scores"


def test_the_wheel_serves_by_itself(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    program = [sys.executable, "-c", FIRST_PAGE, str(installed), str(tmp_path / "club.db")]
    subprocess.run(program, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(installed)}, check=True)
