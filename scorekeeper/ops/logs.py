"""Log lines for machines: one JSON object each, in UTC, without secrets, names or whole addresses."""

import ipaddress
import json
import logging
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

LOGGER = "scorekeeper"
_SAID = ("method", "endpoint", "status", "role", "from", "took", "left_out")
_MOST_LINES = 30  # of one status of one page in a minute
_KEPT_BITS = {4: 24, 6: 48}  # of an address: which network, not which phone


class Bounded(logging.Filter):
    """So many lines of a kind each minute; the first of the next minute says how many were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[object, object], tuple[int, int]] = {}  # the minute, and its lines

    def filter(self, record: logging.LogRecord) -> bool:
        kind = getattr(record, "about_endpoint", None), getattr(record, "about_status", None)
        if kind == (None, None):
            return True
        minute = int(self._clock() // 60)
        of, lines = self._kinds.get(kind, (minute, 0))
        if of != minute and lines > _MOST_LINES:
            record.about_left_out = lines - _MOST_LINES
        lines = lines + 1 if of == minute else 1
        self._kinds[kind] = minute, lines
        return lines <= _MOST_LINES


class JsonLines(logging.Formatter):
    """A record as one line, whatever it holds: JSON escapes every line break."""

    def format(self, record: logging.LogRecord) -> str:
        said = {key: getattr(record, f"about_{key}") for key in _SAID if hasattr(record, f"about_{key}")}
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "level": record.levelname.lower(),
            "says": record.getMessage(),
            **said,
        }
        if record.exc_info:
            line["trace"] = _trace(record)
        return json.dumps(line)


def _trace(record: logging.LogRecord) -> list[str]:
    """Where it went wrong, innermost last, and the kind of error; not its message, which may name people."""
    if record.exc_info is None or record.exc_info[0] is None:
        return []
    kind, _, trace = record.exc_info
    places = []
    while trace is not None:
        places.append(f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}")
        trace = trace.tb_next
    return [*places, kind.__name__]


def network_of(address: str | None) -> str:
    """The network an address is in: 192.0.2.77 is known as 192.0.2.0/24."""
    return _network(address, _KEPT_BITS)


def host_of(address: str | None) -> str:
    """What one household's machine goes by: an IPv4 address, or the first half of an IPv6 one."""
    return _network(address, {4: 32, 6: 64}).removesuffix("/32")


def _network(address: str | None, bits: Mapping[int, int]) -> str:
    try:
        ip = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"
    ip = getattr(ip, "ipv4_mapped", None) or ip  # as a server that listens on :: sees 192.0.2.77
    return str(ipaddress.ip_network(f"{ip}/{bits[ip.version]}", strict=False))


def write_lines() -> None:
    """Send the log to standard error, where systemd and containers collect it; once a process."""
    log = logging.getLogger(LOGGER)
    if not log.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines())
        handler.addFilter(Bounded())
        log.addHandler(handler)
        log.setLevel(logging.INFO)
        log.propagate = False
