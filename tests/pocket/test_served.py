"""The pocket served by a club's own server: policies, compression, separate from the club's pages."""

import re
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

from scorekeeper.app import create_app
from scorekeeper.store import migrate
from scorekeeper.web.http.answers import CONTENT_SECURITY_POLICY


class Served(NamedTuple):
    """An answer, read to its end."""

    status: int
    headers: Headers
    data: bytes


def get(client: FlaskClient, address: str, accepted: str = "") -> Served:
    with client.get(address, headers={"Accept-Encoding": accepted}) as answer:
        return Served(answer.status_code, answer.headers, answer.data)


WASM = "'wasm-unsafe-eval'"


@pytest.fixture
def app(built: Path, tmp_path: Path) -> Flask:
    migrate(tmp_path / "club.db")
    return create_app({"DATABASE": tmp_path / "club.db", "POCKET_FOLDER": built, "TESTING": True})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_worker_alone_may_compile_wasm(client: FlaskClient, built: Path) -> None:
    files = [
        path.relative_to(built) for path in built.rglob("*") if path.suffix not in (".br", ".gz", ".txt")
    ]
    policies = {
        path.name: get(client, f"/pocket/{path}").headers["Content-Security-Policy"]
        for path in files
        if path.suffix
    }
    assert [name for name, policy in policies.items() if WASM in policy] == ["worker.js"]
    assert not [name for name, policy in policies.items() if "unsafe-eval" in policy.replace(WASM, "")]
    assert "frame-ancestors 'none'" in policies["index.html"]
    assert get(client, "/").headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(("accepted", "sent"), [("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0", None)])
def test_files_go_out_as_they_were_compressed(
    client: FlaskClient, built: Path, accepted: str, sent: str | None
) -> None:
    (wasm,) = built.glob("python-*/pyodide.asm.wasm")
    answer = get(client, f"/pocket/{wasm.relative_to(built)}", accepted)
    assert answer.headers.get("Content-Encoding") == sent
    assert answer.headers["Content-Type"] == "application/wasm"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Vary"] == "Accept-Encoding"
    suffix = {"br": ".br", "gzip": ".gz", None: ""}[sent]
    assert answer.data == Path(f"{wasm}{suffix}").read_bytes()


def test_files_of_an_edition_are_revalidated(client: FlaskClient) -> None:
    for name in ("", "service-worker.js", "manifest.webmanifest"):
        assert get(client, f"/pocket/{name}").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["made-of.txt", "../pyproject.toml", "no-such.js", "index.html.br"])
def test_only_the_pockets_files_are_served(client: FlaskClient, name: str) -> None:
    assert get(client, f"/pocket/{name}").status == 404


def test_the_licence_of_each_part_comes_along(client: FlaskClient, built: Path) -> None:
    (packed,) = built.glob("app-*/packages.zip")
    with zipfile.ZipFile(packed) as archive:
        infos = {name.split("/")[0] for name in archive.namelist() if ".dist-info/" in name}
    text = get(client, "/pocket/licences.txt").data.decode()
    _, *pieces = re.split(r"^([^\n]+)\n=+\n\n", text, flags=re.MULTILINE)
    licences = dict(zip(pieces[::2], pieces[1::2], strict=True))
    named = {name.lower().replace("-", "_").replace(" ", "-") + ".dist-info" for name in licences}
    assert infos
    assert {info.lower() for info in infos} <= named
    assert [name for name, said in licences.items() if len(said) < 1000] == ["Pyodide", "CPython"]
    assert "Mozilla Public License 2.0" in licences["Pyodide"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in text


def test_without_a_pocket_the_address_says_so(tmp_path: Path) -> None:
    migrate(tmp_path / "club.db")
    app = create_app({"DATABASE": tmp_path / "club.db", "POCKET_FOLDER": tmp_path / "none"})
    answer = get(app.test_client(), "/pocket/")
    assert answer.status == 404
    assert b"The pocket is not on this server" in answer.data


def test_deep_link_leads_into_the_shell(client: FlaskClient) -> None:
    answer = get(client, "/pocket/app/c/abc/players?x=1")
    assert (answer.status, answer.headers["Location"]) == (302, "/pocket/#/c/abc/players?x=1")
