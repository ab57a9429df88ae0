"""What installing the app takes, what its worker may cache, and one style and one script small enough."""

import gzip
import re
import struct
from itertools import product
from pathlib import Path

import pytest
import time_machine

from scorekeeper.config import asset_folder
from scorekeeper.services.clubs.administration import link_secret, role_of
from scorekeeper.store.matches.matches import match_generation
from scorekeeper.web import pwa
from tests.grid import grid
from tests.web.cast import Phone, Pub, open_pub, sit_down
from tests.web.conftest import app_over
from tests.web.evening import pages, play_an_evening
from tests.web.secretary import draw_up


def png_size(path: Path) -> tuple[int, int]:
    """Width and height in pixels, from the header (PNG specification, IHDR)."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_the_manifest_has_what_a_home_screen_asks_for(crown: Pub) -> None:
    answer = crown.manager.ask("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json()
    assert {"id", "name", "start_url", "scope", "theme_color", "background_color"} <= set(manifest)
    assert (manifest["display"], len(manifest["short_name"]) <= 12) == ("standalone", True)
    assert sorted((icon["sizes"], icon["purpose"]) for icon in manifest["icons"]) == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for shortcut in manifest["shortcuts"]:
        assert crown.manager.ask(shortcut["url"]).status_code == 303
    for icon in manifest["icons"]:
        assert crown.manager.ask(icon["src"]).mimetype == "image/png"
    for screen in manifest["screenshots"]:
        shown = asset_folder("static") / screen["src"].partition("?")[0].removeprefix("/static/")
        assert "x".join(map(str, png_size(shown))) == screen["sizes"]
        assert shown.stat().st_size < 40_000
    page = crown.manager.open(crown.home)
    links = {v.get("rel"): v["href"] for tag, v in page.tags if tag == "link"}
    assert links["manifest"] == "/manifest.webmanifest"
    assert crown.manager.ask(links["apple-touch-icon"]).status_code == 200


@pytest.mark.parametrize(
    ("name", "size"),
    [("icon-192", 192), ("icon-512", 512), ("icon-maskable-512", 512), ("apple-touch-icon", 180)],
)
def test_icons_are_as_large_as_they_say(name: str, size: int) -> None:
    assert png_size(asset_folder("static") / "icons" / f"{name}.png") == (size, size)


def test_the_worker_is_always_revalidated_and_names_its_build(crown: Pub) -> None:
    answer = crown.manager.ask("/sw.js")
    text = answer.get_data(as_text=True)
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    assert crown.manager.ask("/offline").headers["X-Scorekeeper"] in text
    assert text.count("\n") <= 150
    same = crown.manager.ask("/sw.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    for name in ("club.css", "club.js"):
        assert f"/static/bundles/{name}?v=" in text


def test_the_kill_switch_serves_a_worker_that_unregisters_itself(tmp_path: Path) -> None:
    app = app_over(tmp_path, OFFLINE=False)
    text = Phone(app).ask("/sw.js").get_data(as_text=True)
    assert "unregister()" in text
    assert "fetch" not in text
    assert Phone(app).ask(open_pub(app, "The Crown").home).status_code == 200


MARK = "X-Scorekeeper"


def secrets_of(pub: Pub, matches: list[str]) -> list[str]:
    """The secrets of the club's three links and of these matches' links."""
    roles = [pub.link(role).rsplit("/", 1)[1] for role in ("watch", "score", "manage")]
    key = pub.app.config["SECRET_KEY"]
    with pub.db() as db:
        singles = [
            link_secret(key, pub.id, role_of("match", one), match_generation(db, pub.id, one))
            for one in matches
        ]
    return [*roles, *singles]


def test_no_page_with_a_links_secret_is_marked_for_caching(crown: Pub) -> None:
    """Requested twice, since the second answer comes from the page cache."""
    evening, pub = play_an_evening(crown), crown
    secrets, found = secrets_of(pub, [evening.running, evening.finished]), 0
    with grid() as case:
        for path, _ in product(pages(evening), range(2)):
            answer = pub.manager.ask(path)
            if any(secret in answer.get_data(as_text=True) for secret in secrets):
                found += 1
                with case(path):
                    assert MARK not in answer.headers
    assert found >= 4, "the settings and the match's code, each twice"


def test_the_page_with_a_captains_link_is_not_marked_for_caching(crown: Pub, at: str) -> None:
    draw_up(crown, at, twice="no")
    teams = crown.manager.open(f"{at}teams/")
    team = next(href for _, href in teams.links if re.search(r"/teams/[^/]+$", href))
    assert MARK in crown.manager.ask(team).headers
    page = crown.manager.send(crown.manager.open(team).form_saying("Create captain’s link"))
    assert "/captain/" in page.text
    assert MARK not in crown.manager.ask(team).headers


def test_the_worker_knows_every_address_that_a_secret_is_part_of(crown: Pub) -> None:
    text = crown.manager.ask("/sw.js").get_data(as_text=True)
    found = re.search(r'const SECRET = new RegExp\("(.+)"\);', text)
    assert found is not None
    known = re.compile(found[1].replace("\\\\", "\\"))
    rules = [rule for rule in crown.app.url_map.iter_rules() if "secret" in rule.arguments]
    with grid() as case, crown.app.test_request_context():
        for rule in rules:
            with case(rule.rule):
                assert known.search(crown.app.url_for(rule.endpoint, **dict.fromkeys(rule.arguments, "x1")))
        for path in (crown.home, f"{crown.home}matches/abc", f"{crown.home}table", "/"):
            with case(path):
                assert not known.search(path)
    assert len(rules) >= 4


def test_a_phone_never_allowed_in_is_not_told_to_clear_its_cache(crown: Pub) -> None:
    answer = crown.phone("watch").ask(f"{crown.home}matches/new")
    assert (answer.status_code, answer.headers[MARK] == "ended") == (403, False)
    assert crown.manager.ask(crown.at("none")).headers[MARK] != "ended", "a match that is not there"


def test_a_former_scorer_in_an_open_club_is_told(crown: Pub) -> None:
    phone = crown.phone("score")
    crown.manager.post(f"{crown.home}links/score/revoke")
    assert phone.ask(crown.home).headers[MARK] != "ended"
    assert phone.ask(f"{crown.home}matches/new").headers[MARK] == "ended"


def test_a_deleted_club_has_ended_for_everybody(crown: Pub) -> None:
    phone = crown.phone("score")
    crown.manager.post(f"{crown.home}delete", name="The Crown")
    answer = phone.ask(crown.home)
    assert (answer.status_code, answer.headers[MARK]) == (404, "ended")


def test_a_guest_of_one_match_whose_link_has_ended_is_told(crown: Pub) -> None:
    crown.shut()
    match, guest = sit_down(crown, "draw_100", "Ann", "Bob"), Phone(crown.app)
    guest.open(f"{crown.home}watch/{match}/{secrets_of(crown, [match])[-1]}")
    assert guest.ask(crown.at(match)).status_code == 200
    crown.manager.post(crown.at(match, "/code/revoke"))
    answer = guest.ask(crown.at(match))
    assert (answer.status_code, answer.headers[MARK]) == (403, "ended")


SHEET = 15_960  # bytes of style, for all pages of a club, as they travel; another zlib makes a few more
SCRIPT = 37_720  # bytes of script, the same
PAGES = ["", "?way=ends", "?way=tiles", "/rounds/new", "/hands/own", "/table", "/tv"]


def test_all_style_is_one_small_sheet_with_every_file_in_it_once() -> None:
    style = asset_folder("static") / "css"
    order = (style.parent / "pages/club.css").read_text("utf-8")
    listed = re.findall(r'@import "../css/(.*)";', order)
    assert sorted(listed) == sorted(str(path.relative_to(style)) for path in style.rglob("*.css"))
    for name in listed:
        assert "@import" not in (style / name).read_text("utf-8"), name
    assert len(pwa.bundle("club.css").compressed) <= SHEET


def test_all_script_is_one_small_file() -> None:
    static = asset_folder("static")
    listed = set(re.findall(r'import "../(.*)";', (static / "pages/club.js").read_text("utf-8")))
    apart = {
        "round/photo.js",
        "pocket/hand_over.js",
        "pocket/room.js",
        "pocket/by_itself.js",
        *(f"pages/{name}" for name in pwa.names()),
    }
    imported = {
        str((path.parent / where).resolve().relative_to(static.resolve()))
        for path in static.rglob("*.js")
        for where in re.findall(r' from "(.*)";', path.read_text("utf-8"))
    }
    assert {str(path.relative_to(static)) for path in static.rglob("*.js")} - apart == listed | imported
    assert len(pwa.bundle("club.js").compressed) <= SCRIPT


@pytest.mark.parametrize("view", PAGES)
def test_a_page_takes_one_script_and_one_sheet(crown: Pub, fives: str, view: str) -> None:
    page = crown.manager.ask(crown.at(fives, view)).get_data(as_text=True)
    linked = set(re.findall(r'(?:src|href)="[^"]*/bundles/([\w.]+)\?', page))
    assert linked - {"photo.js"} == {"club.js", "club.css"}


@pytest.mark.parametrize(
    "taken", ["const taken = 1;", "export function taken() {}", "let { other: taken } = {};"]
)
def test_a_name_declared_twice_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: str
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "planted.js").write_text('import "../one.js";\nconst taken = 2;\n')
    (tmp_path / "one.js").write_text(f"{taken}\n")
    monkeypatch.setattr(pwa, "asset_folder", lambda _name: tmp_path)
    with pytest.raises(pwa.NameClash, match=r"taken is declared in one\.js and in planted\.js"):
        pwa.bundle("planted.js")


@pytest.mark.parametrize("name", pwa.names())
def test_a_bundle_is_compressed_beforehand_and_kept_for_ever(crown: Pub, name: str) -> None:
    made = pwa.bundle(name)
    address = f"/static/bundles/{name}?v={made.fingerprint}"
    small = crown.manager.ask(address, headers={"Accept-Encoding": "gzip"})
    assert small.data == made.compressed
    assert gzip.decompress(small.data).decode() == crown.manager.ask(address).text == made.text
    assert small.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_what_a_script_says_keeps_its_spaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """const one = (a, b) => {
  return a ? a.replace(/ & /g, " = ") : `${b} : ${a}`;
};
const two = { c: [1, 2], d: ' ; ' };
let sum = 1 - -1 + "1 - 1" / 2;
one(two,`${two ? ` : ` : ""}`);
"""
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "planted.js").write_text(script)
    monkeypatch.setattr(pwa, "asset_folder", lambda _name: tmp_path)
    assert pwa.bundle("planted.js").text == (
        'const one=(a,b)=>{return a?a.replace(/ & /g," = "):`${b} : ${a}`};'
        'const two={c:[1,2],d:\' ; \'};let sum=1 - -1+"1 - 1"/2;one(two,`${two ? ` : ` : ""}`);'
    )


@pytest.mark.parametrize(
    ("setting", "value"),
    [("TIMEZONE", "Europe/Athens"), ("SMTP", "smtp://mail.crown.test"), ("OFFLINE", ""), ("CAMERA", "")],
)
def test_a_page_is_another_one_once_a_setting_is(
    crown: Pub, match: str, setting: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(crown.app.config, "TRUSTED_HOSTS", ["localhost"])
    with time_machine.travel("2026-11-21T20:00:00Z", tick=False):  # the same club night in both zones
        before = crown.manager.ask(crown.at(match)).headers["ETag"]
        if value:
            monkeypatch.setenv(f"SCOREKEEPER_{setting}", value)
        else:
            monkeypatch.setitem(crown.app.config, setting, not crown.app.config[setting])
        assert crown.manager.ask(crown.at(match)).headers["ETag"] != before
