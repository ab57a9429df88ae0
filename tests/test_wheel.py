"""The wheel holds every file the app opens and serves by itself; the camera’s weights have their own."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scorekeeper import __version__
from scorekeeper.vision import NEEDS

ROOT = Path(__file__).parents[1]
WEIGHTS = {"scorekeeper/vision/weights/finder.onnx", "scorekeeper/vision/weights/reader.onnx"}

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
assert client.get("/static/css/base.css").status_code == 200
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _built(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def camera_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _built(ROOT / "camera", tmp_path_factory.mktemp("camera"))


def _built(project: Path, folder: Path) -> Path:
    """Built by hatchling from the working tree; nothing is downloaded."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=project, check=True, capture_output=True)
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
    wanted = {inside + path.relative_to(ROOT).as_posix() for path in present}
    assert wanted - WEIGHTS <= packed
    assert not WEIGHTS & packed


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        roots = {Path(name).parts[0] for name in archive.namelist()}
    assert {root for root in roots if not root.endswith(".dist-info")} == {"scorekeeper"}


def test_the_camera_s_wheel_holds_the_weights_and_their_licence(camera_wheel: Path) -> None:
    with zipfile.ZipFile(camera_wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
        (licence,) = (name for name in archive.namelist() if name.endswith("/licenses/LICENSE"))
        assert archive.read(licence) == (ROOT / "LICENSE").read_bytes()
    assert packed == WEIGHTS
    assert camera_wheel.name == f"dominoes_scorekeeper_camera-{__version__}-py3-none-any.whl"


def test_a_photo_is_read_once_the_camera_s_wheel_is_there(
    wheel: Path, camera_wheel: Path, tmp_path: Path
) -> None:
    pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")
    from tests.photos import photo_of

    photo, installed = tmp_path / "hand.jpg", tmp_path / "installed"
    photo.write_bytes(photo_of((6, 4), (5, 5), (1, 0)))
    command = [sys.executable, "-c", "from scorekeeper.cli.main import main; main()", "count", str(photo)]
    said = []
    for each in (wheel, camera_wheel):
        with zipfile.ZipFile(each) as archive:
            archive.extractall(installed)
        env = {**os.environ, "PYTHONPATH": str(installed)}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
        said.append((done.returncode, done.stdout + done.stderr))
    assert said[0] == (1, f"Error: {NEEDS}\n")
    assert said[1][0] == 0
    assert "21 pips" in said[1][1]


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
