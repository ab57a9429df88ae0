"""A round's end is stored as the same entry, or refused in the same words, by whatever way it comes.

A page without a script sends a form and gets a page, an outbox sends the form and gets JSON, a program sends
JSON of its own.
"""

import re
from typing import Any

import pytest
from flask import Flask
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.web.api.teller import Program
from tests.web.cast import Pub, fresh_key, open_pub, sit_down
from tests.web.conftest import app_over
from tests.web.http.test_outbox_answers import send
from tests.web.page import Page

_TILES = st.lists(st.sampled_from(["6-6", "6-4", "5-0", "2-1", "1-1", "0-0"]), min_size=1, max_size=3)
_HAND = st.one_of(
    st.none(),
    st.fixed_dictionaries({"pips": st.integers(0, 170)}, optional={"held": st.integers(0, 12)}),
    st.fixed_dictionaries({"tiles": _TILES.map(" ".join)}),
)
_GAME = st.sampled_from(["draw_100", "fives_250", "threes_fives_61"])
_END = st.fixed_dictionaries(
    {
        "round": st.sampled_from([0, 0, 0, 0, 1, -1]),
        "out": st.sampled_from([0, 0, 1, "blocked", "foul-1", "foul"]),
    },
    optional={
        "led": st.sampled_from([0, 1]),
        "ends": st.sampled_from(["6 4", "5", "3-3-3", "1 2 3 4 5", "some"]),
        "boneyard": st.integers(0, 30),
        "lead_tile": st.sampled_from(["6-6", "5-0", "9-9"]),
        "last": st.sampled_from([0, 2, 7]),
        "reason": st.just("We counted twice."),
    },
)
Said = tuple[object, ...]
Hands = tuple[dict[str, Any] | None, ...]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return app_over(tmp_path_factory.mktemp("ways"))


def as_form(end: dict[str, Any], hands: Hands) -> dict[str, object]:
    typed = {f"{name}_{seat}": left for seat, hand in enumerate(hands) for name, left in (hand or {}).items()}
    return {"key": fresh_key(), **end, **typed}


def as_json(pub: Pub, match: str, end: dict[str, Any], hands: Hands) -> dict[str, Any]:
    players = [seat.player for seat in pub.state(match).match.seats]
    said = {name: value for name, value in end.items() if name not in ("out", "led")}
    event, _, by = str(end["out"]).partition("-")
    seat = by if event == "foul" else end["out"]
    said |= {"event": event if event in ("foul", "blocked") else "out"}
    said |= {"out_player": players[int(seat)]} if seat not in ("", "blocked") else {}
    said |= {"leader": players[end["led"]]} if "led" in end else {}
    held = [{"player": player, **hand} for player, hand in zip(players, hands, strict=True) if hand]
    return {**said, "hands": held}


def entries(pub: Pub, match: str) -> list[Said]:
    """What of the entries is the same in every match of these players."""
    return [(event.body, event.round, event.reason) for event in pub.events(match)]


def faults(said: dict[str, Any]) -> list[str]:
    """Every sentence of a refusal, whichever phone was faster."""
    fields = [words for found in said.get("errors", {}).values() for words in found]
    every = {*fields, *(problem["message"] for problem in said.get("problems", [])), said["detail"]}
    return sorted(re.sub(r"^Phone \d", "Phone 1", words) for words in every)


def on_the_page(said: dict[str, Any]) -> list[str]:
    """The same as a page says them: all hands that are missing in one sentence."""
    missing = [problem for problem in said.get("problems", []) if problem["code"] == "hand_missing"]
    if len(missing) < 2:
        return faults(said)
    apart = {problem["message"] for problem in missing}
    names = " and ".join(problem["players"][0] for problem in missing)
    return [f"Enter what {names} still hold.", *(words for words in faults(said) if words not in apart)]


@settings(max_examples=5, deadline=None)
@example(game="threes_fives_61", ends=[({"round": 0, "out": 1, "last": 2}, (None, None))])
@example(game="draw_100", ends=[({"round": 0, "out": "blocked"}, (None, None))])
@example(game="draw_100", ends=[({"round": 0, "out": "foul-1"}, ({"pips": 4}, {"pips": 9}))])
@example(game="fives_250", ends=[({"round": 0, "out": "foul"}, (None, None))])
@example(
    game="draw_100",
    ends=[({"round": 0, "out": 0}, (None, {"pips": 5})), ({"round": -1, "out": 1}, (None, None))],
)
@given(game=_GAME, ends=st.lists(st.tuples(_END, st.tuples(_HAND, _HAND)), min_size=1, max_size=6))
def test_the_entry_and_the_refusal_are_the_same(app: Flask, game: str, ends: list[tuple[Any, Any]]) -> None:
    club = open_pub(app, "The Crown")
    ways = page, outbox, program = [sit_down(club, game, "Ann", "Bob", foul="won") for _ in range(3)]
    for end, hands in ends:
        before = club.state(page)
        end = {**end, "round": max(1, before.score.round_open + end["round"])}
        if game != "threes_fives_61" or end["out"] not in (0, 1):
            end.pop("last", None)  # a page asks for it nowhere else, and a program hears of it
        else:
            end.setdefault("last", 0)  # a page has to be told
        shown = club.manager.post(club.at(page, "/rounds"), as_form(end, hands).items())
        _, said = send(club.manager, club.at(outbox, "/rounds"), as_form(end, hands))
        answered = Program(club).send(f"{program}/rounds", as_json(club, program, end, hands)).get_json()
        assert entries(club, page) == entries(club, outbox) == entries(club, program)
        if shown.status_code == 303:
            assert said["version"] == answered["version"] or said["agreed"]
        else:
            assert shown.status_code == said["status"] == answered["status"]
            assert faults(said) == faults(answered)
            text = Page("", 0, shown.get_data(as_text=True)).text
            assert [words for words in on_the_page(said) if words not in text] == []
    assert len({club.state(match).score.totals for match in ways}) == 1
