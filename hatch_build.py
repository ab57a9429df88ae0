"""What a release holds beyond the package: the pocket where it was built, and where the project is at home.

The forge that releases says its own address in ``SCOREKEEPER_FORGE``. From it come the links of the metadata
and of the README, whose relative ones lead nowhere on a package index.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_RELATIVE = re.compile(r"(!?)(\[[^\]]*\]\()(?!https?:|#)([^)]+)\)")


def readme(text: str, forge: str, tag: str) -> str:
    """The README with absolute links and pictures; without a forge the words alone."""

    def absolute(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        if forge:
            return f"{picture}{words}{forge}/{'raw' if picture else 'blob'}/{tag}/{path})"
        return words[1:-2]

    return _RELATIVE.sub(absolute, text)


class CustomMetadataHook(MetadataHookInterface):
    """The README and the addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what ``pyproject.toml`` calls dynamic."""
        forge = os.environ.get("SCOREKEEPER_FORGE", "").rstrip("/")
        tag = f"v{metadata['version']}"
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme(text, forge, tag)}
        places = {"Source": "", "Changelog": f"/blob/{tag}/CHANGELOG.md", "Issues": "/issues"}
        metadata["urls"] = {name: forge + path for name, path in places.items()} if forge else {}


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The pocket, which needs Node to be built and so is not built here."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put ``build/pocket`` into the wheel, if it is there."""
        pocket = Path(self.root) / "build" / "pocket"
        if version != "editable" and (pocket / "edition.json").is_file():
            build_data["force_include"][str(pocket)] = "scorekeeper/pocket"
