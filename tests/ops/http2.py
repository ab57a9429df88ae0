"""The part of HTTP/2 (RFC 9113) needed to send many half requests over one TLS connection."""

import socket
import ssl
import struct
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.serving import PATIENCE

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _SETTINGS = 0, 1, 4
_END_HEADERS = 4


def _frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def _field(name: str, value: str) -> bytes:
    """A header as an HPACK literal (RFC 7541, 6.2.2), without indexing and Huffman coding."""
    return b"\0" + b"".join(_length(len(text)) + text.encode() for text in (name, value))


def _length(number: int) -> bytes:
    """An HPACK integer with a 7-bit prefix (RFC 7541, 5.1)."""
    if number < 127:
        return bytes([number])
    rest, more = number - 127, bytearray([127])
    while rest >= 128:
        more.append(rest % 128 + 128)
        rest //= 128
    return bytes([*more, rest])


@contextmanager
def half_sent(
    port: int, count: int, path: str, headers: dict[str, str], began: str
) -> Iterator[ssl.SSLSocket]:
    """Keep so many streams open with half a POST each."""
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    anybody.set_alpn_protocols(["h2"])
    fields = {
        ":method": "POST",
        ":scheme": "https",
        ":path": path,
        ":authority": f"127.0.0.1:{port}",
        **headers,
    }
    packed = b"".join(_field(name, value) for name, value in fields.items())
    plain = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    with closing(anybody.wrap_socket(plain)) as connection:
        assert connection.selected_alpn_protocol() == "h2"
        connection.sendall(_PREFACE + _frame(_SETTINGS, 0, 0))
        for stream in range(1, 2 * count, 2):
            connection.sendall(_frame(_HEADERS, _END_HEADERS, stream, packed))
            connection.sendall(_frame(_DATA, 0, stream, began.encode()))
        time.sleep(0.3)
        yield connection
