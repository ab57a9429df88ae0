"""A round that a foul ended, as it is entered, shown, corrected and carried over."""

import pytest

from tests.web.api.teller import Program
from tests.web.cast import Pub, correct, record, sit_down


def answers(crown: Pub, match: str) -> list[str]:
    page = crown.manager.open(crown.at(match, "/rounds/new"))
    return [values["value"] for tag, values in page.tags if tag == "input" and values.get("name") == "out"]


@pytest.mark.parametrize(
    ("names", "rule", "offered"),
    [
        (("Ann", "Bob"), "none", []),
        (("Ann", "Bob"), "won", ["foul-0", "foul-1", "foul"]),
        (("Ann", "Bob"), "pips", ["foul-0", "foul-1", "foul"]),
        (("Ann", "Bob"), "replayed", ["foul"]),
        (("Ann", "Bob", "Cy"), "won", []),
        (("Ann", "Bob", "Cy"), "replayed", ["foul"]),
    ],
)
def test_a_foul_is_offered_where_the_card_has_it(
    crown: Pub, names: tuple[str, ...], rule: str, offered: list[str]
) -> None:
    match = sit_down(crown, "draw_100", *names, foul=rule)
    assert answers(crown, match) == [*map(str, range(len(names))), "blocked", *offered]
    ways = [address for words, address in crown.manager.open(crown.at(match)).links if words == "Foul"]
    asked = "foul" if rule == "replayed" else ""
    assert ways == ([f"{crown.at(match)}/rounds/new?out={asked}"] if offered else [])
    table = dict(crown.manager.open(crown.at(match, "/table")).links)
    assert ("Blocked, foul" in table, "Blocked" in table) == (bool(offered), not offered)


@pytest.mark.parametrize("out", ["blocked-0", "foul-9", "foul-", "out-0"])
def test_an_end_that_no_page_offers_is_refused(crown: Pub, out: str) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", foul="won")
    refused = record(crown, match, out, {0: 4, 1: 5})
    assert (refused.status_code, crown.events(match)) == (422, ())
    assert "Nobody of that name plays in this match." in refused.get_data(as_text=True)


def test_a_foul_is_corrected_to_a_chip_out_and_back(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", foul="won", lead_next="winner")
    record(crown, match, "foul-1")
    assert (crown.state(match).score.totals, crown.state(match).score.lead.player) == ((1, 0), "Ann")
    assert "Foul by Bob: Ann wins" in crown.manager.open(crown.at(match)).text
    form = crown.manager.open(crown.at(match, "/rounds/1")).form_with("out")
    assert form.value("out") == "foul-1"
    correct(crown, match, 1, 1, {0: 5})
    assert crown.state(match).score.totals == (0, 1)
    correct(crown, match, 1, "foul")
    assert crown.state(match).score.totals == (0, 0)
    assert "Foul: the hand is played again" in crown.manager.open(crown.at(match)).text
    correct(crown, match, 1, "foul-0")
    assert crown.state(match).score.totals == (0, 1)


def test_a_foul_takes_the_last_tiles_play_with_it(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", foul="won")
    record(crown, match, 0, last=3)
    assert crown.state(match).score.totals == (4, 0)
    correct(crown, match, 2, "foul-0")
    assert crown.state(match).score.totals == (0, 0)
    assert "Foul by Ann: Bob wins nothing to score" in crown.manager.open(crown.at(match)).text


@pytest.mark.parametrize(
    ("rule", "out", "sentence"),
    [
        ("none", "foul-0", "The rules of this match end no round by a foul: enter a penalty."),
        (
            "replayed",
            "foul-0",
            "By these rules a hand with a foul is played again, whoever it was: name nobody.",
        ),
        ("won", "foul-7", "Nobody of that name plays in this match."),
        ("won", "foul-0", "Enter what Ann and Bob still hold."),
    ],
)
def test_a_foul_that_cannot_be_is_refused_in_words(crown: Pub, rule: str, out: str, sentence: str) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", foul=rule)
    assert record(crown, match, out).status_code == 422
    assert sentence in crown.manager.page.text
    assert not crown.events(match)


def test_a_program_names_the_culprit_or_nobody(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", foul="pips")
    ann, bob = (seat.player for seat in crown.state(match).match.seats)
    hands = [{"player": ann, "pips": 9}, {"player": bob, "pips": 4}]
    program = Program(crown)
    said = {"round": 1, "event": "foul", "out_player": ann, "hands": hands}
    assert program.send(f"{match}/rounds", said).status_code == 201
    assert program.send(f"{match}/rounds", {"round": 2, "event": "foul"}).status_code == 201
    first, repeated = program.ask(f"/matches/{match}").get_json()["rounds"]
    assert (first["event"], first["out_player"], first["points"]) == ("foul", ann, [0, 9])
    assert (repeated["out_player"], repeated["words"]) == (None, "Foul: the hand is played again")
