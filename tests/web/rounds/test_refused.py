"""An impossible round is refused beside its field; what was typed is kept, and nothing is stored."""

from dataclasses import dataclass, field

import pytest

from tests.web.cast import Pub, fresh_key, record, round_fields, sit_down
from tests.web.page import Page


@dataclass(frozen=True)
class Bad:
    """A wrong report, the field its fault belongs to, and what the sentence must name."""

    game: str
    out: int | str | None
    faulty: str
    saying: str
    pips: dict[int, object] = field(default_factory=dict)
    tiles: dict[int, str] = field(default_factory=dict)
    more: dict[str, object] = field(default_factory=dict)
    names: tuple[str, ...] = ("Ann", "Bob")


FOUR = ("Ann", "Bob", "Cy", "Di")
CASES = {
    "7-0 in a double-six set": Bad("draw_100", 0, "pips_1", "7-0 (Bob)", tiles={1: "7-0"}),
    "a tile twice in a hand": Bad("draw_100", 0, "pips_1", "Bob has 6-4 twice", tiles={1: "6-4 6-4"}),
    "more tiles than the deal allows": Bad(
        "block", 0, "pips_1", "9 tiles", tiles={1: "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4"}
    ),
    "all hands hold tiles": Bad("draw_100", 1, "out", "Nobody’s hand is empty", {0: 5, 1: 7}),
    "two players out": Bad("draw_100", 0, "pips_2", "Bob and Cy cannot both", {1: 0, 2: 0}, names=FOUR[:3]),
    "tiles and pips that differ": Bad("draw_100", 0, "pips_1", "10 pips, but 13", {1: 13}, tiles={1: "6-4"}),
    "a tile in two hands": Bad(
        "draw_100",
        0,
        "pips_2",
        "Bob and Cy both have 6-4",
        tiles={1: "6-4", 2: "6-4 1-1"},
        names=("Ann", "Bob", "Cy"),
    ),
    "a winner with tiles left": Bad("draw_100", 0, "out", "Ann cannot be out and", {0: 5, 1: 7}),
    "blocked while a hand fits an end": Bad(
        "draw_100",
        "blocked",
        "ends",
        "Bob can still play 3-1",
        tiles={0: "5-4", 1: "3-1"},
        more={"ends": "3 3"},
    ),
    "a block with a boneyard left": Bad(
        "draw_100", "blocked", "boneyard", "4 tiles can still be drawn", {0: 5, 1: 7}, more={"boneyard": 4}
    ),
    "ends no tile shows": Bad("draw_100", 0, "ends", "7", {1: 7}, more={"ends": "7 3"}),
    "ends that are words": Bad("draw_100", 0, "ends", "Open ends", {1: 7}, more={"ends": "six three"}),
    "more pips together than the set has": Bad(
        "draw_100", 0, "pips_3", "these hands", {1: 60, 2: 60, 3: 60}, names=FOUR
    ),
    "a tile that is none": Bad("draw_100", 0, "tiles_1", "is not a tile", tiles={1: "six-four"}),
    "a negative boneyard": Bad("draw_100", 0, "boneyard", "a whole number", {1: 7}, more={"boneyard": "-1"}),
    "a first tile that is none": Bad(
        "draw_100", 0, "lead_tile", "is not a tile", {1: 7}, more={"lead_tile": "6"}
    ),
    "somebody else chipped out": Bad("draw_100", 7, "out", "", {1: 7}),
}


@pytest.mark.parametrize("bad", CASES.values(), ids=CASES)
def test_it_is_refused_beside_its_field(crown: Pub, bad: Bad) -> None:
    match = sit_down(crown, bad.game, *bad.names)
    before = crown.facts()
    answer = record(crown, match, bad.out, bad.pips, tiles=bad.tiles, **bad.more)
    page = crown.manager.page
    assert answer.status_code == 422, page.text
    assert bad.saying.lower() in page.fault(bad.faulty).lower(), page.faults()
    assert page.fault(bad.faulty), page.text
    assert crown.facts() == before


def test_pips_are_whole_numbers_in_plain_digits(crown: Pub, match: str) -> None:
    for typed in ("-1", "1.5", "٣", "1_0", "+3", "0x1", "1e2", "seven", "9999999", "²", "1 0"):
        assert record(crown, match, 0, {1: typed}).status_code == 422
        page = crown.manager.page
        assert "Bob’s pips: write a whole number" in page.fault("pips_1")
        assert page.form_with("pips_1").value("pips_1") == typed
    assert crown.events(match) == ()


def test_hands_that_are_missing_are_asked_for_in_one_sentence_round_the_table(crown: Pub, match: str) -> None:
    assert record(crown, match, 0, {1: ""}).status_code == 422
    assert crown.manager.page.fault("pips_1") == "Enter what Bob still holds."
    four = sit_down(crown, "block", *FOUR, sides="pairs")
    assert record(crown, four, "blocked", {}).status_code == 422
    assert crown.manager.page.faults() == {"pips_0": "Enter what Ann, Bob, Cy and Di still hold."}


def test_everything_typed_is_kept(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", "Cy")
    key = fresh_key()
    said = {"ends": "3 5", "boneyard": "2", "lead_tile": "6-6", "led": "2", "key": key}
    record(crown, match, 1, {0: "169", 2: "x"}, **said)
    form = crown.manager.page.form_with("pips_0")
    kept = {name: form.value(name) for name in (*said, "out", "pips_0", "pips_2", "round")}
    assert kept == {**said, "out": "1", "pips_0": "169", "pips_2": "x", "round": "1"}
    record(crown, match, 0, {}, tiles={1: "6-4 7-0", 2: "5-2"})
    assert {("tiles_1", "6-4"), ("tiles_2", "5-2")} <= set(crown.manager.page.form_with("pips_0").fields)


def test_a_pages_own_script_gets_the_form_with_its_refusal(crown: Pub, match: str) -> None:
    for typed in ("188", "many"):  # refused by the rules, and unreadable
        data = dict(round_fields(crown, match, 0, {1: typed}, None, {}))
        wish = {"Accept": "application/json"}
        program = crown.manager.client.post(crown.at(match, "/rounds"), data=data, headers=wish)
        wish["Prefer"] = "return=representation; way="
        script = crown.manager.client.post(crown.at(match, "/rounds"), data=data, headers=wish)
        assert (program.status_code, script.status_code) == (422, 422)
        assert "page" not in program.json
        page = Page("", script.status_code, script.json["page"])
        assert page.fault("pips_1") == script.json["detail"]
        assert page.form_with("pips_0").value("pips_1") == typed
    assert crown.events(match) == ()


def test_every_fault_is_said_at_once_and_tied_to_its_field(crown: Pub, match: str) -> None:
    record(crown, match, None, {0: "-1", 1: "1.5"}, ends="six", boneyard="many", lead_tile="none")
    page = crown.manager.page
    assert {"out", "pips_0", "pips_1", "ends", "boneyard", "lead_tile"} <= set(page.faults())
    described = {id for ids in page.described for id in ids.split()}
    invalid = [values for _, values in page.tags if values.get("aria-invalid") == "true"]
    assert {f"{name}-error" for name in page.faults()} <= described
    assert all(values["aria-describedby"] for values in invalid)
    assert len(invalid) >= len(page.faults())


def test_a_form_without_its_key_or_its_round_is_refused(crown: Pub, match: str) -> None:
    assert record(crown, match, 0, {1: 25}, key="").status_code == 422
    assert record(crown, match, 0, {1: 25}, round="").status_code == 422
    assert record(crown, match, 0, {1: 25}, round=0).status_code == 422
    assert crown.events(match) == ()


def test_invisible_letters_of_a_reason_and_hands_of_empty_seats_are_left_out(crown: Pub, match: str) -> None:
    for reason in ("\x00", "\x00because", "\u202ebecause"):
        assert record(crown, match, 0, {1: 25, 4: 90}, reason=reason).status_code == 303
    assert [event.reason for event in crown.events(match)] == [None, "because", "because"]
    assert crown.state(match).score.totals == (75, 0)


def test_a_round_for_a_finished_match_is_refused(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=20)
    record(crown, match, 0, {1: 25})
    for number in (1, 2, 3):
        assert record(crown, match, 1, {0: 9}, round=number).status_code == 409
        assert "was not saved" in crown.manager.page.text
    assert len(crown.events(match)) == 1
