"""Fives-and-Threes on the pages: the form of a correction asks for the last tile again, and moves it."""

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.web.api.test_api import Program
from tests.web.cast import Pub, correct, record, sit_down, tap, undo
from tests.web.entering import enter_play
from tests.web.page import Page

End = tuple[int | str, int]


def correcting(crown: Pub, match: str, original: int) -> Page:
    return crown.manager.open(crown.at(match, f"/rounds/{original}"))


def test_the_form_holds_what_the_last_tile_scored_and_moves_it(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    record(crown, match, 0, last=8)
    form = correcting(crown, match, 2).form_with("standing")
    assert form.value("last") == "8"
    page = crown.manager.send(form, out=1)
    assert crown.state(match).score.totals == (0, 9)
    assert "Round 1 corrected: Bob chipped out" in page.text
    assert "before: Ann chipped out" in page.text


def test_a_program_that_says_nothing_of_the_last_tile_keeps_it(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    record(crown, match, 0, last=8)
    correct(crown, match, 2, 1)
    assert crown.state(match).score.totals == (0, 9)


def test_ends_that_were_shown_are_not_asked_again(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    enter_play(crown, match, "ends", side=0, end_0="5", end_1="5d", last_tile="y")
    record(crown, match, 0)
    form = correcting(crown, match, 2).form_with("standing")
    assert form.value("last") is None
    crown.manager.send(form, out=1)
    assert crown.state(match).score.totals == (0, 9)


def test_the_play_alone_is_refused_in_words(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob")
    tap(crown, match, 1, 3)
    record(crown, match, 0, last=8)
    phone = crown.manager
    page = phone.send(phone.open(crown.at(match, "/plays/2")).form_with("standing"), side=1)
    assert page.status == 422
    assert "Ann chipped out in round 1: correct its end, and the last tile goes along." in page.text
    assert crown.state(match).score.totals == (9, 3)


ENDS = st.tuples(st.sampled_from([0, 1, "blocked"]), st.sampled_from([0, 1, 4, 8]))


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example((0, 8), [("page", ("blocked", 0))], (1, 8))
@given(ENDS, st.lists(st.tuples(st.sampled_from(["page", "program", "undone"]), ENDS), max_size=4), ENDS)
def test_any_corrections_end_as_the_round_entered_right_at_once(
    crown: Pub, first: End, between: list[tuple[str, End]], right: End
) -> None:
    match, anew = (sit_down(crown, "threes_fives_61", "Ann", "Bob", target=9) for _ in range(2))
    record(crown, match, first[0], last=first[1])
    record(crown, anew, right[0], last=right[1])
    original = crown.events(match)[-1].original
    players = [seat.player for seat in crown.state(match).match.seats]
    for door, (out, last) in [*between, ("page", right)]:
        if door == "program":
            newest = crown.state(match).newest(original)
            assert newest is not None
            end = (
                {"event": "blocked"}
                if out == "blocked"
                else {"event": "out", "out_player": players[int(out)]}
            )
            said = {"standing": newest.version, **end, **({} if out == "blocked" else {"last": last})}
            assert Program(crown, "score").send(f"{match}/rounds/{original}", said).status_code == 201
        else:
            crown.manager.send(correcting(crown, match, original).form_with("standing"), out=out, last=last)
            if door == "undone":
                undo(crown, match)
    found, wanted = (crown.state(one).score for one in (match, anew))
    assert (found.totals, found.winner) == (wanted.totals, wanted.winner)
    assert [step.words for step in found.steps] == [step.words for step in wanted.steps]
