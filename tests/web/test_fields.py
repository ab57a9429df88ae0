"""Form fields keep bad input, and are linked to the sentence that says why; and what templates say."""

import re

import pytest

from scorekeeper.config import asset_folder
from scorekeeper.web.http.templating import clock, day, fingerprint, minus, moment, signed, timed, unbroken
from tests.web.cast import Pub
from tests.web.page import Page
from tests.web.secretary import enter_players, league

TEMPLATES = asset_folder("templates")
MACROS = TEMPLATES / "_fragments" / "forms.html"
# Controls that are not a row of a label, a field and an error.
BARE = re.compile(r'<input type="(?:hidden|radio|checkbox|file)"')


def test_every_field_comes_from_the_macros() -> None:
    others = [path for path in TEMPLATES.rglob("*.html") if path != MACROS]
    inputs = [
        f"{path.relative_to(TEMPLATES)}: {tag}"
        for path in others
        for tag in re.findall(r"<(?:input|select|textarea)[^>]*", path.read_text(encoding="utf-8"))
    ]
    assert len(inputs) > 50
    assert [line for line in inputs if not BARE.search(line)] == []


def assert_tied(page: Page, id: str, typed: str, sentence: str) -> None:
    """The field still holds what was typed, and its attributes point to what is wrong with it."""
    field = next(values for _, values in page.tags if values.get("id") == id)
    assert (page.status, field["value"]) == (422, typed), page.text
    assert (field.get("aria-invalid"), field.get("aria-describedby")) == ("true", f"{id}-error")
    assert sentence in page.by_id(f"{id}-error")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [({"points": "5000"}, "Points"), ({"points": "many"}, "Points"), ({"reason": ""}, "Say why")],
)
def test_a_penalty_keeps_what_was_typed(crown: Pub, fives: str, wrong: dict[str, str], sentence: str) -> None:
    typed = {"side": "1", "way": "on", "points": "12", "reason": "cheek", **wrong}
    form = crown.manager.open(crown.at(fives, "/plays/penalty")).form_saying("Add penalty")
    page = crown.manager.send(form, **typed)
    (name,) = wrong
    assert_tied(page, name, wrong[name], sentence)
    form = page.form_saying("Add penalty")
    assert {name: form.value(name) for name in typed} == typed


@pytest.mark.parametrize(("number", "words"), [(25, "+25"), (0, "0"), (-3, "−3")])
def test_filters(number: int, words: str) -> None:
    assert signed(number) == words


def test_filters_of_numbers_times_and_files() -> None:
    assert timed("2026-11-21T21:04:09Z") == '<time datetime="2026-11-21T21:04:09Z">21:04</time>'
    assert (day("2026-11-21T21:04:09Z"), clock("2026-11-21T21:04:09Z")) == ("21 Nov 2026", "21:04")
    assert minus(-12) == "−12"
    assert fingerprint("css/base.css") != fingerprint("page/page.js")
    assert len(fingerprint("css/base.css")) == 12


def test_a_tile_is_not_broken_at_its_hyphen_and_a_name_stays_words() -> None:
    assert unbroken("Cy is out: Ann & Cy win") == 'Cy is out: <span class="partners">Ann &amp; Cy</span> win'
    assert unbroken("Ann lays 12-4") == 'Ann lays <span class="whole">12-4</span>'
    assert unbroken("<i>Ann-Marie</i> makes 10") == "&lt;i&gt;Ann-Marie&lt;/i&gt; makes 10"


def test_a_score_and_a_day_are_not_broken_and_a_stored_day_reads_as_days_do() -> None:
    assert unbroken("signed for Lion: 12–0") == 'signed for Lion: <span class="whole">12–0</span>'
    assert unbroken("day: 2026-09-07 → no day") == (
        'day: <time class="whole" datetime="2026-09-07">7 Sep 2026</time> → no day'
    )
    assert unbroken("no 2026-13-07, Tue 29 Dec") == (
        'no <span class="whole">2026-13-07</span>, Tue <span class="whole">29 Dec</span>'
    )
    whole = '<span class="whole">21 Nov 2026 <time datetime="2026-11-21T21:04:09Z">21:04</time></span>'
    assert moment("2026-11-21T21:04:09Z") == whole


def test_a_long_list_is_answered_and_not_cut(crown: Pub, at: str) -> None:
    """Twice as much as is taken can be typed, and what was typed stays."""
    dates = ", ".join(f"{day}/1/2027" for day in range(1, 31))
    names = "\n".join(f"Somebody called {n:03}" for n in range(150))
    for page, field, typed, said, status in (
        ("teams/", "players", names, {"name": "Bell"}, 422),
        ("fixtures/draw-up", "free", 7 * f"{dates}, ", {"first": "2027-01-05"}, 422),
        ("fixtures/draw-up", "free", dates, {"first": "2027-02-05"}, 200),
    ):
        shown = crown.manager.open(f"{at}{page}")
        box = next(values for _, values in shown.tags if values.get("name") == field)
        assert len(typed) <= int(box["maxlength"]), field
        answer = crown.manager.send(shown.form_with(*said), **{field: typed}, **said)
        assert answer.status == status, answer.text
        if status == 422:
            longest = int(box["maxlength"]) * "あ"
            answer = crown.manager.send(shown.form_with(*said), **{field: longest}, **said)
            assert (answer.status, "2000 letters are the most." in answer.fault(field)) == (422, True)
            answer = crown.manager.send(shown.form_with(*said), **{field: typed}, **said)
            assert "2000 letters are the most." in answer.fault(field)
            assert typed[-60:] in answer.html


def test_two_lists_and_a_sheet_as_long_as_can_be_typed_are_answered(crown: Pub) -> None:
    cup = league(crown, "groups_cup", name="Cup")
    enter_players(crown, cup, *(f"P{n}" for n in range(8)))
    shown = crown.manager.open(f"{cup}cup/")
    most = {values["name"]: int(values.get("maxlength") or 0) for _, values in shown.tags if "name" in values}
    said = {name: most[name] * "あ" for name in ("seeds", "free")}
    answer = crown.manager.send(shown.form_with("first"), first="2027-01-12", **said)
    assert answer.status == 422, answer.text
    assert ["letters are the most" in answer.fault(name) for name in said] == [True, True]
    shown = crown.manager.open(f"{cup}spreadsheet/")
    box = next(values for _, values in shown.tags if values.get("name") == "sheet")
    sent = {"sheet": int(box["maxlength"]) * "あ", "act": "look"}
    raw = crown.manager.client.post(f"{cup}spreadsheet/", data=sent, content_type="multipart/form-data")
    assert (raw.status_code, "more than 60000 characters" in raw.get_data(as_text=True)) == (422, True)
