"""A sent spreadsheet as text: a workbook of Excel (.xlsx) as CSV, and the letters of text files."""

import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, time
from typing import Any

MOST_UNPACKED = 20_000_000  # bytes
_MOST_ROWS, _MOST_COLUMNS, _MOST_SHEETS = 2000, 40, 20
_UTF16 = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
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
    try:
        from openpyxl import load_workbook  # the extra spreadsheets
    except ImportError as error:
        raise Unreadable(NOT_HERE) from error
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise Unreadable(NO_WORKBOOK)
        opened = load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        sheets = [_rows(sheet) for sheet in opened.worksheets[:_MOST_SHEETS]]
    except Unreadable:
        raise
    except Exception as error:  # whatever else a reader of XML meets in a file from anywhere
        raise Unreadable(NO_WORKBOOK) from error
    return _as_csv([rows for rows in sheets if any(map(any, rows))], is_head)


def _rows(sheet: Any) -> list[list[str]]:
    # What a sheet says of its own size is not believed.
    read = sheet.iter_rows(max_row=_MOST_ROWS + 1, max_col=_MOST_COLUMNS, values_only=True)
    rows = [[_words(cell) for cell in row] for row in read]
    while rows and not any(rows[-1]):
        rows.pop()
    if len(rows) > _MOST_ROWS:
        raise Unreadable(f"A sheet has more than {_MOST_ROWS} rows: send it in parts, each with its heading.")
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
