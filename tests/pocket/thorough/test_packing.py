"""The build refuses an app that would not run in the phone, and compresses as requested."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pocket.packing import pyodide
from pocket.packing.__main__ import CACHE
from pocket.packing.errors import NotBuilt
from pocket.packing.sources import app_files, package_files
from pocket.packing.tools import archive, compile_archives, compress, trim

pytestmark = pytest.mark.usefixtures("built")


@pytest.fixture
def build_with(tmp_path: Path) -> Callable[[str], None]:
    """Compile the pocket's archives with this text as an additional module of the app."""

    def build(text: str) -> None:
        source, cache = pyodide.fetch(CACHE), tmp_path / "cache"
        cache.mkdir()
        (tmp_path / "late.py").write_text(text)
        library, app, packages = (tmp_path / name for name in ("stdlib.zip", "app.zip", "packages.zip"))
        trim(source / "python_stdlib.zip", library)
        archive(app_files() | {"scorekeeper/web/late.py": tmp_path / "late.py"}, app)
        archive(package_files(), packages)
        compile_archives(source, library, [app, packages], cache)
        assert "scorekeeper/web/late.pyc" in zipfile.ZipFile(app).namelist()

    return build


def test_import_of_something_not_packed_fails_the_build(build_with: Callable[[str], None]) -> None:
    with pytest.raises(NotBuilt, match=r"late\.py imports tarfile, which is not packed"):
        build_with(
            "import json\n\ndef page():\n    def within():\n        import tarfile\n    return within\n"
        )


def test_quick_and_small_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    for quick in ("1", "0"):
        monkeypatch.setenv("SCOREKEEPER_POCKET_QUICK", quick)
        file = tmp_path / "words.js"
        file.write_text("".join(f"const word{n} = {n * n};\n" for n in range(9000)))
        compress([file], tmp_path)
        sizes.append(Path(f"{file}.br").stat().st_size)
    assert sizes[1] < sizes[0]
