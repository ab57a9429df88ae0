"""The Host header of a request."""

import pytest
from flask import Flask

from scorekeeper.web.http.csrf import HEADERS

STRANGE = ("x" * 64, "a..b", ".", "", "a b", "a/b", "crown.test:99999999", "[::1", "ä.test", "x." * 200)
USUAL = ("localhost", "192.168.1.20:8000", "[::1]:8000", "scores.example.org", "pub_pc.local:8001", "pub.")


@pytest.mark.parametrize("path", ["/healthz", "/", "/nothing/here"])
def test_an_unknown_host_is_refused_with_every_header(app: Flask, path: str) -> None:
    client = app.test_client()
    for host in STRANGE:
        answer = client.get(path, headers={"Host": host.encode().decode("latin-1")})
        assert answer.status_code == 400, host
        assert answer.data
        assert all(answer.headers[name] == value for name, value in HEADERS.items())


def test_usual_names_are_answered(app: Flask) -> None:
    for host in USUAL:
        assert app.test_client().get("/healthz", headers={"Host": host}).status_code == 200, host
