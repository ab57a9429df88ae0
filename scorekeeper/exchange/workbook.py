"""A sent spreadsheet as text: a workbook of Excel (.xlsx) as CSV, and the letters of text files."""

import csv
import io
import json
import subprocess  # nosec B404 # our own command
import sys
import threading
import zipfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, time
from importlib.util import find_spec
from typing import Any

MOST_UNPACKED = 20_000_000  # bytes
MOST_SECONDS = 10  # for a workbook; a season's takes one
MOST_MEMORY = 512 * 2**20  # bytes of address space for it; a season's takes a tenth
MOST_LETTERS = 1_000_000  # in a sheet: far more than a page takes
_MOST_ROWS, _MOST_COLUMNS, _MOST_SHEETS = 2000, 40, 20
_UTF16 = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_turn = threading.Lock()
NO_WORKBOOK = "This file cannot be read as a spreadsheet. Save it as .xlsx or CSV."
NOT_HERE = "This server reads no .xlsx, only text. Save the sheet as CSV."


class Unreadable(Exception):
    """The file is no spreadsheet that can be read here; ``str(error)`` says what to do."""


def text_of(raw: bytes, is_head: Callable[[Sequence[str]], bool]) -> str:
    """The file as text; of a workbook the sheets with such a head, or the first. Raises ``Unreadable``."""
    if raw.startswith(b"PK\x03\x04"):
        return _of_workbook(raw, is_head)
    if raw.startswith(b"\xd0\xcf\x11\xe0"):  # Excel before 2007
        raise Unreadable(NO_WORKBOOK)
    for mark, encoding in _UTF16:
        if raw.startswith(mark):
            return raw.decode(encoding, errors="replace")
    if b"\0" in raw[:100]:  # every second byte of Latin letters, here without a mark
        return raw.decode("utf-16-le" if raw[1:2] == b"\0" else "utf-16-be", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _of_workbook(raw: bytes, is_head: Callable[[Sequence[str]], bool]) -> str:
    """Read in a process of its own, one at a time: a few kilobytes can keep openpyxl busy for hours."""
    if find_spec("openpyxl") is None:  # the extra spreadsheets
        raise Unreadable(NOT_HERE)
    if not _turn.acquire(blocking=False):
        raise Unreadable("Another spreadsheet is being read. Send it again.")
    try:
        command = [sys.executable, "-m", __name__]
        done = subprocess.run(command, input=raw, capture_output=True, timeout=MOST_SECONDS)  # nosec B603
        sheets = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise Unreadable(NO_WORKBOOK) from error
    finally:
        _turn.release()
    if isinstance(sheets, str):
        raise Unreadable(sheets)
    return _as_csv(sheets, is_head)


def _sheets(raw: bytes) -> list[list[list[str]]]:
    from openpyxl import load_workbook

    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
            raise Unreadable(NO_WORKBOOK)
    opened = load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
    sheets = [_rows(sheet) for sheet in opened.worksheets[:_MOST_SHEETS]]
    return [rows for rows in sheets if any(map(any, rows))]


def _rows(sheet: Any) -> list[list[str]]:
    # What a sheet says of its own size is not believed.
    read = sheet.iter_rows(max_row=_MOST_ROWS + 1, max_col=_MOST_COLUMNS, values_only=True)
    rows = [[_words(cell) for cell in row] for row in read]
    while rows and not any(rows[-1]):
        rows.pop()
    if len(rows) > _MOST_ROWS:
        raise Unreadable(f"A sheet has more than {_MOST_ROWS} rows: send it in parts, each with its heading.")
    if sum(len(cell) for row in rows for cell in row) > MOST_LETTERS:  # one text may stand in every cell
        raise Unreadable(f"A sheet has more than {MOST_LETTERS} characters: send it in parts.")
    return rows


def _words(cell: object) -> str:
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d}" if cell.time() == time() else f"{cell:%Y-%m-%d %H:%M}"
    if isinstance(cell, time):
        return f"{cell:%H:%M}"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if cell is None else str(cell)


def _as_csv(sheets: Sequence[list[list[str]]], is_head: Callable[[Sequence[str]], bool]) -> str:
    heads = [next((n for n, row in enumerate(rows) if is_head(row)), None) for rows in sheets]
    known = [(rows, head) for rows, head in zip(sheets, heads, strict=True) if head is not None]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    # Lines are numbered as in the first sheet; titles of later ones would look like their rows.
    parts: Iterable[list[list[str]]] = [
        rows if n == 0 else rows[head:] for n, (rows, head) in enumerate(known)
    ]
    for rows in parts if known else sheets[:1]:
        for row in rows:
            last = max((n for n, cell in enumerate(row, 1) if cell), default=0)
            writer.writerow(row[:last])
    return out.getvalue()


def _hold_back() -> None:
    sys.modules["numpy"] = None  # type: ignore[assignment]  # openpyxl would take it along
    with suppress(ImportError, OSError, ValueError):  # not every system has such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    _hold_back()
    try:
        read: object = _sheets(sys.stdin.buffer.read())
    except Unreadable as error:
        read = str(error)
    json.dump(read, sys.stdout)
