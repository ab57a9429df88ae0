"""The pocket as a club's own server serves it: policies, compression, nothing mixed with the club's pages."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect
from werkzeug.datastructures import Headers

from scorekeeper.app import create_app
from scorekeeper.store import migrate
from scorekeeper.web.http.csrf import CONTENT_SECURITY_POLICY
from tests.pocket.phone import Phone
from tests.serving import ServerProcess


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


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path / "scorekeeper.db")
    try:
        yield process.start()
    finally:
        process.kill()


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


def test_what_changes_with_an_edition_is_asked_for_again(client: FlaskClient) -> None:
    for name in ("", "service-worker.js", "manifest.webmanifest"):
        assert get(client, f"/pocket/{name}").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["made-of.txt", "../pyproject.toml", "no-such.js", "index.html.br"])
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    assert get(client, f"/pocket/{name}").status == 404


def test_without_a_pocket_the_address_says_so(tmp_path: Path) -> None:
    migrate(tmp_path / "club.db")
    app = create_app({"DATABASE": tmp_path / "club.db", "POCKET_FOLDER": tmp_path / "none"})
    answer = get(app.test_client(), "/pocket/")
    assert answer.status == 404
    assert b"The pocket is not on this server" in answer.data


def test_deep_link_leads_into_the_shell(client: FlaskClient) -> None:
    answer = get(client, "/pocket/app/c/abc/players?x=1")
    assert (answer.status, answer.headers["Location"]) == (302, "/pocket/#/c/abc/players?x=1")


def test_club_and_pocket_of_one_origin_do_not_mix(
    new_phone: Callable[[], Phone], server: ServerProcess
) -> None:
    phone = new_phone()
    assert server.start_link is not None
    page = phone.context.new_page()
    page.goto(server.start_link)
    page.locator("input[name=name]").fill("The Crown")
    page.get_by_role("button", name="Open the club").click()
    page.wait_for_url("**/c/*/")
    phone.open(f"{server.url}/pocket/")
    phone.open_club("The Plough")
    page.reload()
    phone.shell.wait_for_function("caches.keys().then(names => names.length > 1)")
    names = phone.shell.evaluate("caches.keys()")
    assert {name.split()[0] for name in names} == {"club", "pocket"}
    databases = "indexedDB.databases().then(all => all.map(each => each.name).sort())"
    phone.shell.wait_for_function(f"{databases}.then(names => names.length >= 2)")
    assert phone.shell.evaluate(databases) == ["scorekeeper", "scorekeeper/pocket/app"]
    expect(page.get_by_role("heading", level=1)).to_have_text("The Crown")
    expect(phone.app.get_by_role("heading", level=1)).to_have_text("The Plough")
    assert phone.shell.evaluate("document.cookie") == "pocket=1"


def test_another_sites_page_changes_nothing(phone: Phone) -> None:
    """A form that is sent at the top gets no further than the service worker; no other frame may be there."""
    phone.open_club()
    club = phone.app.url
    page = phone.context.new_page()
    page.goto("about:blank")
    page.set_content(
        f"<form method='post' action='{club}name'><input name='name' value='Mine'><button>Go</button></form>"
    )
    with page.expect_navigation():
        page.get_by_role("button").click()
    assert "That was sent by another site’s page" in page.content()
    phone.shell.reload()
    phone.wait_for_the_app()
    expect(phone.app.get_by_role("heading", level=1)).to_have_text("The Crown")
