"""The lock files hold what pyproject.toml requires, each in one version and with its hashes."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scorekeeper import __version__

ROOT = Path(__file__).parents[1]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = DECLARED["project"]
BUILD = [*DECLARED["build-system"]["requires"], "editables"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
MORE = EXTRAS | DECLARED["dependency-groups"]
# Training the camera is done by hand now and then, and never by those who run the app.
UNLOCKED = {"vision"}
WEIGHTS = "dominoes-scorekeeper-camera"  # built from this checkout, so no lock file has it
ASKED = {
    "build": BUILD,
    "run": PROJECT["dependencies"],
    **{name: PROJECT["dependencies"] + more for name, more in MORE.items() if name not in UNLOCKED},
}


def pins(name: str) -> list[tuple[Requirement, list[str]]]:
    """Each line of a lock file, and the hashes that may be installed for it."""
    text = (ROOT / "requirements" / f"{name}.lock").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [
        (Requirement(line.split("--hash")[0]), re.findall(r"--hash=sha256:([0-9a-f]{64})", line))
        for line in lines
    ]


def test_there_is_a_lock_file_for_every_extra_and_group_and_no_other() -> None:
    assert {path.stem for path in (ROOT / "requirements").glob("*.lock")} == set(ASKED)


@pytest.mark.parametrize("name", ASKED)
def test_every_requirement_is_locked_within_its_bounds_and_with_hashes(name: str) -> None:
    locked = pins(name)
    assert all(hashes and re.fullmatch(r"==[\w.]+", str(pin.specifier)) for pin, hashes in locked)
    for asked in map(Requirement, ASKED[name]):
        if asked.name == WEIGHTS:
            continue
        found = [pin for pin, _ in locked if canonicalize_name(pin.name) == canonicalize_name(asked.name)]
        assert found, f"{asked} is not in {name}.lock: run make lock"
        for pin in found:
            version = str(pin.specifier).removeprefix("==")
            assert asked.specifier.contains(version), f"{pin} is not {asked}: run make lock"


def test_the_extra_s_weights_are_of_the_same_version_and_in_no_lock_file() -> None:
    assert f"{WEIGHTS}=={__version__}" in EXTRAS["camera"]
    assert not any(pin.name == WEIGHTS for name in ASKED for pin, _ in pins(name))


def test_what_only_contributors_need_is_no_extra() -> None:
    assert set(EXTRAS) == {"camera", "postgres", "s3", "spreadsheets"}


def test_the_lock_files_agree() -> None:
    seen: dict[tuple[str, str], str] = {}
    for name in ASKED:
        for pin, _ in pins(name):
            key = pin.name, str(pin.marker)
            assert seen.setdefault(key, str(pin.specifier)) == str(pin.specifier), (name, key)


def test_the_bill_of_materials_is_of_what_ships_with_every_extra() -> None:
    command = ["make", "--no-print-directory", "--dry-run", "sbom"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "tools/sbom"
    installed = re.findall(r"^in_ships .*requirements/(\w+)\.lock", (ROOT / "tools/sbom").read_text(), re.M)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {*installed} == {*extras}
