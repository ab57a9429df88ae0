"""Scripts and styles of a page: bundled from modules, in parts, and minified where there is Node."""

import re
import subprocess
from pathlib import Path

import pytest

from scorekeeper.config import asset_folder
from scorekeeper.web.pwa import bundles
from tests.programs import program
from tests.web.cast import Pub, sit_down

ROOT = Path(__file__).parents[3]
MOST = 30_000  # bytes of script that the first view of a match page may need, before compression
FIRST_VIEWS = ["", "?way=ends", "?way=tiles", "/rounds/new", "/hands/own"]


@pytest.fixture(scope="module")
def small() -> None:
    """The output of ``tools/bundles`` for the present bundles."""
    program("npm", "npm")
    subprocess.run([ROOT / "tools" / "bundles"], check=True)


def test_every_bundle_has_a_name_of_its_own() -> None:
    entries = [path.name for path in (asset_folder("static") / "pages").rglob("*.*")]
    assert sorted(entries) == list(bundles.names())


def test_a_part_imports_shared_modules_from_the_pages_own_script() -> None:
    part, page = bundles.bundle("match.hand.js").text, bundles.bundle("match.js").text
    found = re.match(r'import \{ ([^}]+) \} from "\./match\.js\?v=(\w+)";', part)
    assert found
    assert found[2] == bundles.bundle("match.js").fingerprint
    lent = re.search(r"export \{ ([^}]+) \};\n$", page)
    assert lent
    assert set(found[1].split(", ")) <= set(lent[1].split(", "))
    assert "class NoAnswer" in page
    assert "class NoAnswer" not in part


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("view", FIRST_VIEWS)
def test_the_first_view_of_a_match_needs_little_script(crown: Pub, view: str) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob")
    page = crown.manager.ask(crown.at(match, view)).get_data(as_text=True)
    scripts = re.findall(r'src="[^"]*/bundles/([\w.]+)\?', page)
    assert "match.js" in scripts
    assert sum(len(bundles.served(bundles.bundle(name)).encode()) for name in scripts) <= MOST
    sheets = re.findall(r'href="[^"]*/bundles/([\w.]+)\?', page)
    assert 1 + len(scripts) + len(sheets) <= 4


@pytest.mark.usefixtures("small")
def test_minified_files_are_up_to_date() -> None:
    page = bundles.bundle("match.js")
    assert len(bundles.served(page)) < 0.8 * len(page.text)
    changed = page._replace(fingerprint="of another text")
    assert bundles.served(changed) == page.text
    assert (asset_folder("static") / "built").is_dir()
