"""CSV for spreadsheets: whatever was typed stays text, and no cell can become a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA = tuple("=+-@\t\r\n\0＝＋－＠")  # what spreadsheets take for the start of one (OWASP ASVS 1.2.10)
BYTE_ORDER_MARK = "\ufeff"


def sheet(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows under their header as RFC 4180 has it, with a byte order mark for UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return BYTE_ORDER_MARK + out.getvalue()


def _cell(value: object) -> object:
    """Numbers as they are; text that looks like a formula behind an apostrophe; nothing for None."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value
