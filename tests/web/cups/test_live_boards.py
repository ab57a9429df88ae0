"""The next round of a knockout follows whatever changes who goes through, at once."""

from tests.web.captains import enter_card, play_a_leg
from tests.web.cast import Pub, tap, undo
from tests.web.cups.test_cups import date, draw, open_cards
from tests.web.secretary import enter_players, enter_teams, league, set_rules, withdraw

NAMES = ("Ann", "Bob", "Cy", "Dee")


def cup_at_the_table(crown: Pub) -> tuple[str, str, str]:
    """The first semi-final is played at the table, Cy wins the other, and the final has a day.

    The cup, the card of the first, and its match.
    """
    at = league(crown, "singles_cup", name="Cup", kind_0_legs=1)
    enter_players(crown, at, *NAMES)
    draw(crown, f"{at}cup/", "Ann\nCy\nDee\nBob")
    for home, href in open_cards(date(crown, f"{at}cup/")):
        if home in ("Ann", "Bob"):
            card = href
            match = enter_card(crown.manager, card, start=1).path.rsplit("/", 1)[1]
            play_a_leg(crown, match)
        else:
            enter_card(crown.manager, href, b1_legs="1-0" if home == "Cy" else "0-1")
    date(crown, f"{at}cup/", day="2026-01-20")
    return at, card, match


def finalists(crown: Pub, at: str) -> set[str]:
    cards = [href for _, href in open_cards(crown.manager.open(f"{at}cup/"))]
    [card] = [href for href in cards if "20 Jan" in crown.manager.open(href).text]
    final = crown.manager.open(card).text
    return {name for name in NAMES if name in final}


def win(crown: Pub, match: str, side: int) -> None:
    for points in (8, 8, 8, 8, 8, 8, 8, 4, 1):
        assert tap(crown, match, side, points).status_code == 303


def test_a_board_undone_and_won_by_the_other_sets_the_final_anew_at_once(crown: Pub) -> None:
    at, _, match = cup_at_the_table(crown)
    first = finalists(crown, at)
    undo(crown, match)
    undo(crown, match)
    assert finalists(crown, at) == first, "nobody else has won yet"
    win(crown, match, 1)
    assert finalists(crown, at) == {"Ann", "Bob", "Cy"} - (first - {"Cy"})


def test_who_goes_through_because_somebody_left_plays_the_match_that_was_set(crown: Pub) -> None:
    at, _, match = cup_at_the_table(crown)
    [first] = finalists(crown, at) - {"Cy"}
    undo(crown, match)
    withdraw(crown, at, first)
    assert finalists(crown, at) == {"Ann", "Bob", "Cy"} - {first}


def test_who_goes_through_by_other_rules_plays_the_match_that_was_set(crown: Pub) -> None:
    at = league(crown, "cup", name="Cup", kind_0_count=3, kind_0_legs=3, kind_1_count="", counts="boards")
    enter_teams(crown, at, *NAMES)
    draw(crown, f"{at}cup/", "Ann\nCy\nDee\nBob")
    for _, card in open_cards(date(crown, f"{at}cup/")):
        enter_card(crown.manager, card, b1_legs="3-2", b2_legs="3-2", b3_legs="0-3")
    date(crown, f"{at}cup/", day="2026-01-20")
    first = finalists(crown, at)
    set_rules(crown, at, counts="legs", reason="as the sheet says")
    assert finalists(crown, at) == {*NAMES} - first
