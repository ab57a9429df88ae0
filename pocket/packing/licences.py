"""The licences of everything in the pocket, whose authors ask that they travel along."""

import os
import re
from importlib.metadata import Distribution
from pathlib import Path

from pocket.packing.pyodide import VERSION
from pocket.packing.sources import ROOT, packages

_TEXT = re.compile(r"\.dist-info/.*(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)
_PYODIDE = f"""Pyodide {VERSION}, Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/
Its source code: https://github.com/pyodide/pyodide/tree/{VERSION}"""
_PYTHON = "CPython and its standard library, PSF-2.0: https://docs.python.org/3/license.html"


def licences() -> str:
    """One text with the licence of each part."""
    python = Path(os.__file__).with_name("LICENSE.txt")
    parts = [
        ("Scorekeeper", (ROOT / "LICENSE").read_text()),
        ("Pyodide", _PYODIDE),
        ("CPython", f"{_PYTHON}\n\n{python.read_text() if python.is_file() else ''}"),
        *((f"{package.name} {package.version}", _of(package)) for package in packages()),
    ]
    return "\n\n".join(f"{name}\n{'=' * len(name)}\n\n{text.strip()}" for name, text in parts) + "\n"


def _of(package: Distribution) -> str:
    texts = [file.read_text() for file in package.files or () if _TEXT.search(file.as_posix())]
    return "\n\n".join(texts) or str(package.metadata["License-Expression"] or package.metadata["License"])
