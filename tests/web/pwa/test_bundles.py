"""The style and script of the club's pages: one file each, small enough for a phone in a pub."""

import gzip
import re
from pathlib import Path

import pytest
import time_machine

from scorekeeper.config import asset_folder
from scorekeeper.web import pwa
from tests.web.cast import Pub

SHEET = 15_800  # bytes of style, for all pages of a club, as they travel; another zlib makes a few more
SCRIPT = 37_250  # bytes of script, the same
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
    with pytest.raises(pwa.NameTaken, match=r"taken is declared in one\.js and in planted\.js"):
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
one(two, `${two ? ` : ` : ""}`);
"""
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "planted.js").write_text(script)
    monkeypatch.setattr(pwa, "asset_folder", lambda _name: tmp_path)
    assert pwa.bundle("planted.js").text == (
        'const one=(a,b)=>{return a?a.replace(/ & /g," = "):`${b} : ${a}`};'
        'const two={c:[1,2],d:\' ; \'};let sum=1 - -1+"1 - 1"/2;one(two, `${two ? ` : ` : ""}`);'
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
