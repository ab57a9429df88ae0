"""Points given, taken, fined, waived and started with, on the table, the sheet and the spreadsheet."""

import re

import time_machine

from tests.web.captains import ALL, enter_card, sign
from tests.web.cast import Pub
from tests.web.secretary import cards_of, draw_up, enter_players, league, options, set_rules, teams_of
from tests.web.squads.test_captains import captain, league_of


def give(crown: Pub, at: str, **typed: object):
    page = crown.manager.open(f"{at}points/")
    squads = {words: value for value, words in options(page, "squad")}
    said = {"squad": squads["Crown"], "way": "take", "points": 3, "reason": "ineligible player", **typed}
    return crown.manager.send(page.form_with("points"), **said)


def test_points_are_taken_with_a_reason_and_given_back(crown: Pub, at: str) -> None:
    page = give(crown, at)
    assert "Crown −3 points: ineligible player" in page.text
    assert "−3: ineligible player" in crown.manager.open(at).text
    assert "−3: ineligible player" in crown.manager.open(f"{at}sheet").text
    assert "−3: ineligible player" in crown.manager.open(f"/embed/{crown.id}/{at.split('/')[-2]}").text
    row = next(line for line in crown.manager.ask(f"{at}table.csv").text.splitlines() if "Crown" in line)
    assert row.split(",")[9:12] == ["-3", "0", "-3"]
    assert row.endswith("ineligible player (-3)")
    assert "points: −3 · “ineligible player”" in crown.manager.open(f"{at}record").text
    form = page.form_saying("Remove")
    page = crown.manager.send(form, reason="")
    assert "Say why: it goes in the record." in page.text
    assert "<details open><summary>Remove" in page.html
    page = crown.manager.send(form, reason="he was registered")
    assert "has given or taken no points" in page.text
    assert "ineligible player" not in crown.manager.open(at).text


IMPOSSIBLE = (
    ({"squad": ""}, "Team: choose one of the league."),
    ({"way": ""}, "What happens: choose take off or give."),
    ({"points": ""}, "Points: how many?"),
    ({"points": 0}, "Points: a number from 1 to 99."),
    ({"points": 100}, "Points: a number from 1 to 99."),
    ({"reason": ""}, "Say why: the table shows it."),
)


def test_impossible_points_are_refused_with_what_was_typed(crown: Pub, at: str) -> None:
    before = crown.facts()
    for typed, sentence in IMPOSSIBLE:
        page = give(crown, at, **typed)
        assert (page.status, sentence in page.text) == (422, True), page.text
        assert "reason" in typed or page.form_with("points").value("reason") == "ineligible player"
    assert crown.facts() == before


def test_a_late_fine_is_waived_and_charged_after_all(crown: Pub, card: str) -> None:
    at = league_of(crown, card)
    rules = crown.manager.open(f"{at}rules")
    crown.manager.send(rules.form_with("tie_0"), late_fines="2", late_days=7)
    with time_machine.travel("2026-12-24T22:00:00Z", tick=False):
        enter_card(crown.manager, card, **ALL)
        sign(crown.manager, card)
        page = sign(crown.manager, card)
        assert re.search(r"points (0–0|2–−2) came late: \w+ pay 2", page.text), page.text
        fixtures = crown.manager.ask(f"{at}fixtures.csv").text
        assert (",2,1,0,0,signed" in fixtures) or (",2,1,2,-2,signed" in fixtures), fixtures
        page = crown.manager.open(f"{at}points/")
        assert "pay 2 points" in page.text
        page = crown.manager.send(page.form_saying("Waive the fine"), reason="the server was down")
        assert "pay nothing: the server was down" in page.text
        assert "taken off" not in crown.manager.open(at).text
        page = crown.manager.send(page.form_saying("Fine them"), reason="it was not")
        assert "pay 2 points" in page.text
        assert "2 taken off" in crown.manager.open(at).text
        assert "2 taken off" in crown.manager.open(f"{at}sheet").text
        change = "Change {} v {}".format(*teams_of(crown, card))
        form = crown.manager.open(crown.manager.open(f"{at}fixtures/").link_saying(change)).form_with("round")
        crown.manager.send(form, stage="play_off", reason="they were level")
        assert "pay" not in crown.manager.open(f"{at}points/").text, "a play-off counts for nothing else"


def test_late_cards_cost_by_the_steps_of_the_rules(crown: Pub, card: str) -> None:
    at = league_of(crown, card)
    page = set_rules(crown, at, late_fines="3,4, 5", late_days=7)
    assert "a card more than 7 days late costs 3, 4, then 5." in page.text
    page = crown.manager.open(f"{at}rules")
    assert page.form_with("tie_0").value("late_fines") == "3, 4, 5"
    for typed, words in (
        ("3 4", "Points for a late card: write a whole number such as 3."),
        ("3, 100", "Points for a late card: a number from 0 to 99."),
        ("1, " * 12 + "1", "Points for a late card: at most 12 whole numbers from 0 to 99, such as 3, 4, 5."),
    ):
        page = crown.manager.send(page.form_with("tie_0"), late_fines=typed)
        assert (page.status, page.fault("late_fines")) == (422, words)
        assert page.form_with("tie_0").value("late_fines") == typed
    assert "late costs 3, 4, then 5." in crown.manager.ask(f"{at}sheet").text


def test_a_forfeit_says_what_it_does_and_needs_a_reason(crown: Pub, card: str) -> None:
    form = crown.manager.open(card).form_saying("forfeit the match")
    assert "Put it in the record" not in crown.manager.page.text
    before = crown.facts()
    page = crown.manager.send(form, side="home", reason="")
    assert page.status == 422
    assert page.text.count("Say why: it goes in the record.") == 1
    assert '<details class="card" open><summary>Manage this fixture' in page.html
    assert crown.facts() == before
    long = crown.manager.send(form, side="home", reason="no bus " * 40)
    assert (long.status, long.form_with("side", "reason").value("reason")) == (422, ("no bus " * 40).strip())
    form_html = page.html[page.html.index('/forfeit"') :]
    assert re.findall("<button([^>]*)>", form_html)[0] == " disabled hidden", "Enter presses the first one"
    away = re.search(r'value="away">(\w+)\s+forfeit the match', form_html)[1]
    page = crown.manager.send(page.form_saying("forfeit the match"), side="away", reason="no team")
    assert f"Forfeited by {away}" in page.text
    assert "points 2–0" in page.text
    assert "Save the card" not in page.text
    assert "nobody yet" not in page.text
    assert "(forfeited)" in crown.manager.open(f"{league_of(crown, card)}sheet").text
    assert "forfeit the match" not in page.text
    page = crown.manager.send(page.form_saying("Cancel the forfeit"), side="", reason="they came")
    assert "0 of 3 boards" in page.text


def test_a_concession_is_shown_on_the_card_and_in_every_output(crown: Pub, card: str) -> None:
    page = enter_card(crown.manager, card, **{**ALL, "b1_legs": "2-1c"})
    assert "Waits for" in page.text
    home, away = teams_of(crown, card)
    assert page.text.index(f"{home} concede") < page.text.index(f"{away} concede"), "each in its own column"
    at = league_of(crown, card)
    for _ in range(2):
        page = sign(crown.manager, card)
    assert "1 nobody v nobody tables" in page.text
    assert f"conceded by {away}" in page.text
    assert "(conceded by" in page.html
    assert "conceded" in crown.manager.open(f"{at}record").text
    assert "conceded" in crown.manager.ask(f"{at}boards.csv").text


def test_a_card_of_a_later_day_counts_once_both_have_signed(crown: Pub, card: str) -> None:
    at = league_of(crown, card)
    with time_machine.travel("2026-08-01T22:00:00Z", tick=False):
        assert "Is it being played today?" in crown.manager.open(card).text
        page = enter_card(crown.manager, card, **ALL)
        assert "counts on its day, or once both captains have signed" in page.text
        assert re.search(r"1 \w+ 0 0 0 0", crown.manager.open(at).text), crown.manager.page.text
        assert ",1,0," not in crown.manager.ask(f"{at}players.csv").text
        sign(crown.manager, card)
        page = sign(crown.manager, card)
        assert "counts on its day" not in page.text
        assert re.search(r"1 \w+ 1 1 0 0", crown.manager.open(at).text), crown.manager.page.text


def test_a_half_entered_card_of_a_team_that_left_is_closed_with_it(crown: Pub, card: str) -> None:
    at = league_of(crown, card)
    with time_machine.travel("2026-12-24T22:00:00Z", tick=False):
        set_rules(crown, at, withdrawal="kept")
        enter_card(crown.manager, card, b1_legs="2-1")
        page = crown.manager.open(f"{at}teams/")
        form = crown.manager.open(page.link_saying("Change Crown")).form_saying("Withdraw Crown")
        crown.manager.send(form, reason="no players")
        lines = crown.manager.ask(f"{at}fixtures.csv").text.splitlines()
        assert not [line for line in lines if "Crown" in line and not line.endswith("forfeited")], lines
        assert "Forfeited by Crown" in crown.manager.open(card).text
        scorer = crown.phone("score")
        page = scorer.open(card)
        assert "Crown left the league: only the secretary enters this card." in page.text
        before = crown.facts()
        assert scorer.post(f"{card}boards", b2_legs="2-1", key="late").status_code == 422
        assert crown.facts() == before


def test_a_captain_signs_no_card_that_only_the_secretary_enters(crown: Pub, card: str) -> None:
    at = league_of(crown, card)
    with time_machine.travel("2026-12-24T22:00:00Z", tick=False):
        enter_card(crown.manager, card, **ALL)
        phone = captain(crown, card, "Crown")
        assert "Sign for Crown" in phone.open(card).text
        page = crown.manager.open(f"{at}teams/")
        form = crown.manager.open(page.link_saying("Change Crown")).form_saying("Withdraw Crown")
        crown.manager.send(form, reason="no players")
        page = phone.open(card)
        assert "only the secretary enters this card" in page.text
        assert "Sign for" not in page.text


def two_players(crown: Pub, **rules: object) -> str:
    at = league(crown, "singles", name="Singles", **rules)
    enter_players(crown, at, "Ann", "Bob")
    draw_up(crown, at, twice="no")
    return at


def field_of(crown: Pub, at: str, name: str) -> str:
    html = crown.manager.open(f"{at}handicaps/").html
    found = re.search(rf'<label for="(points-\w+)">{name}<', html)
    assert found
    return found[1]


def give_starts(crown: Pub, at: str, **points: object):
    page = crown.manager.open(f"{at}handicaps/")
    form = next(form for form in page.forms if form.action.endswith("/handicaps/"))
    return crown.manager.send(form, **{field_of(crown, at, name): given for name, given in points.items()})


def test_a_board_starts_with_the_points_of_its_players(crown: Pub) -> None:
    at = two_players(crown, handicaps="yes")
    before = crown.facts()
    for typed, words in (
        ("ten", "not a whole number"),
        ("-5", "not a whole number"),
        ("1000", "not a whole number"),
    ):
        page = give_starts(crown, at, Bob=typed)
        assert (page.status, words in page.text) == (422, True)
        assert f'value="{typed}"' in page.html
    assert crown.facts() == before
    assert "Handicaps" in crown.manager.open(f"{at}desk").text
    assert give_starts(crown, at, Ann=12).status == 200
    (card,) = cards_of(crown, at)
    page = crown.manager.open(card)
    assert re.search(r"Starting points: (Ann 12, Bob 0|Bob 0, Ann 12)", page.text)
    match = crown.manager.send(page.form_with("b1_was"), start="1")
    assert match.path.startswith(f"{crown.home}matches/")
    totals = crown.state(match.path.rstrip("/").split("/")[-1]).score.totals
    assert sorted(totals) == [0, 12]
    assert "side starts at" not in crown.manager.open(f"{crown.home}matches/new").text
    give_starts(crown, at, Ann="")
    assert "Starting points" not in crown.manager.open(card).text


def test_nobody_has_a_handicap_unless_the_rules_say_so(crown: Pub) -> None:
    at = two_players(crown)
    before = crown.facts()
    page = give_starts(crown, at, Ann=5)
    assert (page.status, "In this league nobody has a handicap" in page.text) == (422, True)
    assert crown.facts() == before
    assert "Handicaps" not in crown.manager.open(f"{at}desk").text
