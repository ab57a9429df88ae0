"""Run inside the pocket's Python by compile.mjs: the app's imports, also late ones, that are not packed.

The app is started as on a phone and serves its first page. Then every import statement of every module of the
app is checked, also those inside functions.
"""

import dis
import importlib.util
import json
import marshal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

APP = Path("/app")
HEADER = 16  # bytes of a .pyc before its code
# No page imports these: the packages are for servers, a server alone writes mail, and the camera is left out.
SERVER_ONLY = {
    "filelock",
    "granian",
    "obstore",
    "openpyxl",
    "platformdirs",
    "psycopg",
    "resource",
    "zeroconf",
}
SERVER_ROOMS = ("scorekeeper/ops/mail.py", "scorekeeper/vision/")


def first_page() -> str:
    """The error on the way to the first page, or an empty text."""
    import pocket.phone.bridge as bridge

    bridge.prepare("/club")
    bridge.prepare_pages()
    Path("/club").mkdir()
    fault = bridge.open_club("/pocket/app", "https:", "localhost")
    _, headers, _ = bridge.answer("GET", "/pocket/app/pocket-start", "[]", None)
    status, _, _ = bridge.answer("GET", dict(json.loads(headers))["Location"], "[]", None)
    return "" if status == 200 else f"The first page is answered by {status}: {fault}"


def imports(code: CodeType) -> Iterator[str]:
    """Every module that this code names in an import statement."""
    for instruction in dis.get_instructions(code):
        if instruction.opname == "IMPORT_NAME":
            yield str(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from imports(constant)


def is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:
        return False


def not_packed() -> Iterator[str]:
    for path in sorted(APP.rglob("*.pyc")):
        name = path.relative_to(APP).as_posix().removesuffix("c")
        if name.startswith(SERVER_ROOMS):
            continue
        for module in sorted(set(imports(marshal.loads(path.read_bytes()[HEADER:])))):  # noqa: S302 - our own
            if module.partition(".")[0] not in SERVER_ONLY and not is_there(module):
                yield f"{name} imports {module}, which is not packed"


sys.path[:0] = [str(APP), "/lib/packages.zip"]
faults = [fault for fault in (*not_packed(), first_page()) if fault]
