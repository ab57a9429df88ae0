"""Run inside the pocket's Python by compile.mjs before anything else."""

import io
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from typing import Any

NO_SOURCE_TO_COMPARE_WITH = bytes(8)
THEN = (2020, 1, 1, 0, 0, 0)  # the same files make the same archive, byte by byte


def compiled(source: Any) -> bytes:
    """This archive with every module replaced by its bytecode, without docstrings."""
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(source.to_py())) as old,
        zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as new,
    ):
        for name in sorted(old.namelist()):
            data = old.read(name)
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=2)
                data, name = bytes(_code_to_hash_pyc(code, NO_SOURCE_TO_COMPARE_WITH, False)), name + "c"
            new.writestr(zipfile.ZipInfo(name, THEN), data)
    return written.getvalue()
