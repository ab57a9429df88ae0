"""A change must come from our own page, to a known host; cookies do not expire during a night."""

import hmac
import io
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
import time_machine
from flask import Flask, request
from itsdangerous import base64_decode

from scorekeeper.web.http.answers import HEADERS
from tests.web.cast import Phone, Pub, fresh_key, open_pub, record, sit_down
from tests.web.conftest import app_over


def test_looking_is_allowed_from_anywhere(crown: Pub) -> None:
    assert crown.manager.ask(crown.home, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def test_a_form_from_an_old_browser_is_shown_again_with_what_was_typed(crown: Pub, match: str) -> None:
    """One that says neither Sec-Fetch-Site nor Origin saves with one tap more."""
    del crown.manager.client.environ_base["HTTP_ORIGIN"]
    for total in (20, 40):
        answer = record(crown, match, 0, {}, tiles={1: "6-4 5-5"}, ends="4 4")
        assert answer.status_code == 400
        form = crown.manager.page.form_saying("Send it again")
        assert {("tiles_1", "6-4"), ("tiles_1", "5-5"), ("ends", "4 4")} <= set(form.fields)
        assert crown.manager.send(form).status == 200
        assert crown.state(match).score.totals == (total, 0)


def test_a_file_from_an_old_browser_is_asked_for_once_more(crown: Pub) -> None:
    del crown.manager.client.environ_base["HTTP_ORIGIN"]
    data = {"file": (io.BytesIO(b"nothing"), "file"), "receipt": "yes"}
    answer = crown.manager._show(crown.manager.client.post(f"{crown.home}take-in", data=data), "")
    assert answer.status == 400
    form = answer.form_with("file")
    assert 'enctype="multipart/form-data"' in answer.html
    token = form.value("csrf_token")
    resent = {"file": (io.BytesIO(b"nothing"), "file"), "csrf_token": token}
    assert crown.manager.client.post(form.action, data=resent).status_code == 422


def test_a_browser_behind_https_says_that_its_page_is_too(tmp_path: Path) -> None:
    pub = open_pub(app_over(tmp_path, HTTPS=True), "The Crown")
    phone = Phone(pub.app, "https://crown.test")
    phone.open(pub.link("score"))
    phone.client.environ_base["HTTP_ORIGIN"] = "http://crown.test"
    assert phone.post(f"{pub.home}settings", name="Bar phone").status_code == 403
    phone.client.environ_base["HTTP_ORIGIN"] = "https://crown.test"
    assert phone.post(f"{pub.home}settings", name="Bar phone").status_code == 303


def test_a_phone_whose_cookie_is_gone_is_told_what_to_open(crown: Pub, match: str) -> None:
    """Its form is not read, since it may be anybody's. With JavaScript the round waits on the phone."""
    crown.manager.client.delete_cookie("scorekeeper")
    assert record(crown, match, 0, {1: 25}).status_code == 403
    assert "score link" in crown.manager.page.text
    crown.manager.open(crown.link("score"))
    assert record(crown, match, 0, {1: 25}).status_code == 303
    assert crown.state(match).score.totals == (25, 0)


@pytest.mark.parametrize("days", [0.5, 90, -1 / 12, -56 * 365], ids=["a night", "90 days", "back", "to 1970"])
def test_a_page_still_saves_after_a_night_and_when_the_clock_was_set_back(crown: Pub, days: float) -> None:
    start = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
    with time_machine.travel(start, tick=True):
        phone = crown.phone("score")
        match = sit_down(crown, "draw_100", "Ann", "Bob", phone=phone)
        record(crown, match, 0, {1: 10}, phone=phone)
    with time_machine.travel(start + timedelta(days=days), tick=True):
        assert record(crown, match, 1, {0: 20}, phone=phone).status_code == 303
    assert [step.totals for step in crown.state(match).score.steps] == [(10, 0), (10, 20)]


def test_the_cookies_year_is_renewed_on_every_day_with_an_entry(crown: Pub) -> None:
    evening = datetime(2026, 10, 24, 20, 0, tzinfo=UTC)
    with time_machine.travel(evening, tick=True):
        phone = crown.phone("score")
        match = sit_down(crown, "draw_100", "Ann", "Bob", phone=phone)
        record(crown, match, 0, {1: 1}, phone=phone)  # It was asked for its name with this one.
        assert "Set-Cookie" not in record(crown, match, 0, {1: 1}, phone=phone).headers
    with time_machine.travel(evening + timedelta(days=7), tick=True):
        phone.open(crown.at(match))
        assert "Set-Cookie" not in phone.ask(crown.at(match)).headers
        _, attributes = cookie_of(record(crown, match, 0, {1: 1}, phone=phone).headers.getlist("Set-Cookie"))
        assert attributes["expires"] == "Mon, 01 Nov 2027 20:00:00 GMT"
        assert "Set-Cookie" not in record(crown, match, 0, {1: 1}, phone=phone).headers


def cookie_of(answer_headers: list[str]) -> tuple[str, dict[str, object]]:
    (header,) = answer_headers
    ((name, morsel),) = SimpleCookie(header).items()
    return name, {key: value for key, value in morsel.items() if value}


def test_the_cookie_over_plain_http(crown: Pub) -> None:
    answer = Phone(crown.app).ask(crown.link("score"))
    name, attributes = cookie_of(answer.headers.getlist("Set-Cookie"))
    assert name == "scorekeeper"
    assert attributes.pop("expires")
    assert attributes == {"path": "/", "httponly": True, "samesite": "Lax"}


def test_a_cookie_is_signed_with_hmac_sha_256(crown: Pub) -> None:
    cookie = crown.manager.client.get_cookie("scorekeeper")
    assert cookie is not None
    signed, _, signature = cookie.value.rpartition(".")
    key = hmac.digest(crown.app.config["SECRET_KEY"], b"scorekeeper session", "sha256")
    assert base64_decode(signature) == hmac.digest(key, signed.encode(), "sha256")


def test_the_cookie_and_headers_behind_https(tmp_path: Path) -> None:
    app = app_over(tmp_path, HTTPS=True)
    pub = open_pub(app, "The Crown")
    phone = Phone(app, "https://crown.test")
    answer = phone.ask(pub.link("score"))
    name, attributes = cookie_of(answer.headers.getlist("Set-Cookie"))
    assert name == "__Host-scorekeeper"
    assert attributes.pop("expires")
    assert attributes == {"path": "/", "httponly": True, "samesite": "Lax", "secure": True}
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert phone.post(f"{pub.home}settings", name="Bar phone").status_code == 303


def test_an_unknown_host_gets_nothing(tmp_path: Path) -> None:
    app = app_over(tmp_path, TRUSTED_HOSTS=["crown.test"])
    assert Phone(app, "http://crown.test").ask("/").status_code == 200
    assert Phone(app, "http://evil.test").ask("/").status_code == 400


def test_proxy_headers_are_trusted_only_behind_a_proxy(tmp_path: Path) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "crown.test"}
    alone = app_over(tmp_path / "alone").test_client().get("/", headers=said)
    behind = app_over(tmp_path / "behind", PROXIES=1).test_client().get("/", headers=said)
    assert "Strict-Transport-Security" not in alone.headers
    assert "Strict-Transport-Security" in behind.headers


@pytest.mark.parametrize(
    ("proxies", "address"), [(0, "127.0.0.1"), (1, "192.0.2.7"), (2, "198.51.100.2")], ids=str
)
def test_a_phone_cannot_say_that_it_is_elsewhere(tmp_path: Path, proxies: int, address: str) -> None:
    """Each proxy adds what it saw at the end; before that stands what the phone itself may have sent."""
    app, seen = app_over(tmp_path, PROXIES=proxies), []
    app.before_request(lambda: seen.append((request.remote_addr, request.url)))
    forged = {
        "X-Real-IP": "6.6.6.6",
        "Forwarded": "for=6.6.6.6;host=evil.test",
        "X-Forwarded-Prefix": "/evil",
    }
    added = {"X-Forwarded-For": "6.6.6.6, 198.51.100.2, 192.0.2.7", "X-Forwarded-Port": "6666"}
    assert app.test_client().get("/privacy", headers=forged | added).status_code == 200
    assert seen == [(address, "http://localhost/privacy")]


def test_a_forged_or_foreign_cookie_is_no_cookie(crown: Pub, tmp_path: Path) -> None:
    other = open_pub(app_over(tmp_path), "The Crown")
    (cookie,) = other.manager.client._cookies.values()
    phone = Phone(crown.app)
    phone.client.set_cookie("scorekeeper", cookie.value)
    assert phone.ask(f"{crown.home}matches/new").status_code == 403
    phone.client.set_cookie("scorekeeper", "nonsense")
    assert phone.ask(crown.home).status_code == 200


def test_too_much_is_refused_wherever_it_is_sent(crown: Pub, match: str, app: Flask) -> None:
    much = "x" * 10_000_000
    for path in (crown.at(match, "/rounds"), f"{crown.home}settings", crown.at(match, "/rounds/undo")):
        assert crown.manager.post(path, name=much, key=fresh_key()).status_code == 413, path
        assert "Nothing was saved" in crown.manager.page.text
    assert crown.events(match) == ()
    parts = {f"field_{n}": "x" for n in range(2000)}
    answer = app.test_client().post("/start/none", data=parts, content_type="multipart/form-data")
    assert answer.status_code == 413


def test_an_internal_error_shows_a_number_and_nothing_else(
    crown: Pub, match: str, caplog: pytest.LogCaptureFixture
) -> None:
    with crown.db() as db:
        db.execute("UPDATE matches SET card = 'no card' WHERE id = ?", [match])
    page = crown.manager.open(crown.at(match))
    assert page.status == 500
    for inside in ("Traceback", "JSON", "no card", "scorekeeper/"):
        assert inside not in page.text
    (record_,) = [line for line in caplog.records if line.levelname == "ERROR"]
    assert str(record_.args[0]) in page.text  # type: ignore[index]


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
