"""Every act of a league's pages is done once on PostgreSQL, by forms and links alone, without JavaScript.

On SQLite the same acts are done one by one in tests/web.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask, Response, request

from scorekeeper.app import create_app
from scorekeeper.services.clubs.administration import link_secret, role_of
from scorekeeper.store.leagues.captains import SECRETARY
from tests.ops.mailbox import mailbox
from tests.web.api import test_league_acts as test_api_acts
from tests.web.api.teller import Teller
from tests.web.cards import test_league_rules, test_proposals
from tests.web.cast import Pub, open_pub
from tests.web.cups import test_cups, test_groups
from tests.web.evening import Evening
from tests.web.ladders import test_ladders
from tests.web.league_evening import LEAGUE_ROUTES, begin_a_league
from tests.web.leagues import test_divisions, test_points, test_secretary
from tests.web.routes.test_roles import ask, fields_of
from tests.web.secretary import division, draw_up, enter, league, three_teams
from tests.web.squads import test_captains, test_reminders

ACTS = {endpoint for endpoint, method in LEAGUE_ROUTES if method == "POST"}


def card_of(pub: Pub) -> str:
    draw_up(pub, three_teams(pub), twice="no")
    at = next(href for words, href in pub.manager.open(f"{pub.home}leagues/").links if "Winter" in words)
    links = pub.manager.open(f"{at}fixtures/").links
    return next(href for words, href in links if "Crown" in words and "Lion" in words and at not in href)


def ladder_of(pub: Pub) -> str:
    at = league(pub, "ladder", name="Ladder", reach=2)
    for name in test_ladders.NAMES:
        enter(pub, at, "", name)
    return f"{at}ladder/"


def play_a_ladder(pub: Pub) -> None:
    ladder = ladder_of(pub)
    form = pub.manager.open(ladder).form_saying("From the top")
    pub.manager.send(form, seeds="Bob\nAnn\nCy\nDee\nEve")
    assert test_ladders.standing(pub.manager.open(ladder))[:2] == ["Bob", "Ann"]
    pub.manager.send(form, seeds="\n".join(test_ladders.NAMES))
    test_ladders.test_whoever_wins_from_below_swaps_places(pub, ladder)


def ruled(pub: Pub) -> str:
    """The season of tests/web/cards/test_league_rules.py."""
    at = three_teams(pub)
    draw_up(pub, at, first="2026-09-07")
    return at


def end_reminders(pub: Pub) -> None:
    with mailbox() as box, pytest.MonkeyPatch.context() as settings:
        settings.setenv("SCOREKEEPER_SMTP", box.url)
        settings.setitem(pub.app.config, "TRUSTED_HOSTS", ["localhost"])
        test_reminders.ask_for_mail(pub.manager, pub, box, "desk")
        secret = link_secret(
            pub.app.config["SECRET_KEY"], pub.id, role_of("reminders", SECRETARY), test_reminders.ANN
        )
        page = pub.manager.open(f"{pub.home}reminders/desk/{secret}")
        assert "no more mails" in pub.manager.send(page.form_saying("End these mails")).text


def divisions_of(pub: Pub) -> tuple[str, str]:
    """The two of tests/web/leagues/test_divisions.py."""
    teams = {
        "Division One": ("Anchor", "Bell", "Crown", "Dolphin"),
        "Division Two": ("Eagle", "Fox", "Goat", "Hare"),
    }
    first, second = (division(pub, name, own) for name, own in teams.items())
    return first, second


# Acts that the evening's own league refuses, since it is no cup, no ladder and has no captains.
WALKS: tuple[Callable[[Pub], None], ...] = (
    test_groups.test_groups_are_played_and_their_best_go_into_a_knockout,
    test_cups.test_the_finals_of_all_knockouts_are_set_on_one_evening_in_one_place,
    play_a_ladder,
    lambda pub: test_divisions.test_divisions_are_added_and_moved_by_hand(pub, divisions_of(pub)),
    test_points.test_a_board_starts_with_the_points_of_its_players,
    lambda pub: test_league_rules.test_each_captain_names_one_of_the_other_team_and_the_players_page_counts(
        pub, test_league_rules.complete_card(pub, best_player="yes")
    ),
    lambda pub: test_proposals.test_the_other_captain_accepts_and_the_fixture_is_moved(pub, card_of(pub)),
    lambda pub: test_points.test_a_late_fine_is_waived_and_charged_after_all(pub, card_of(pub)),
    lambda pub: test_captains.test_a_captains_link_may_require_the_teams_own_pin(pub, card_of(pub)),
    lambda pub: test_league_rules.test_a_captain_signs_on_a_player_where_the_league_lets_him(pub, ruled(pub)),
    lambda pub: test_league_rules.test_a_captain_protests_in_time(pub, ruled(pub), 23),
    lambda pub: test_league_rules.test_the_secretary_gives_away_all_boards_of_a_player_who_was_not_eligible(
        pub, ruled(pub)
    ),
    end_reminders,
    lambda pub: test_secretary.test_a_league_begun_by_mistake_is_deleted_while_nothing_was_entered(
        pub, three_teams(pub)
    ),
    lambda pub: test_captains.test_the_secretarys_signature_is_not_taken_for_a_captains(pub, card_of(pub)),
)
# The same by programs.
API_WALKS = [walk for name, walk in vars(test_api_acts).items() if name.startswith("test_")]


@pytest.fixture
def done() -> set[str]:
    """The acts that the app has answered as done."""
    return set()


@pytest.fixture
def app(url: str, done: set[str]) -> Flask:
    app = create_app({"DATABASE": url, "SECRET_KEY": b"a key of the tests, 32 bytes long"})

    @app.after_request
    def note(response: Response) -> Response:
        if request.method == "POST" and response.status_code < 400:
            done.add(str(request.endpoint))
        return response

    return app


def test_every_act_of_a_league_is_done_without_a_script(app: Flask, done: set[str]) -> None:
    for row, (_, answer, *_rest) in LEAGUE_ROUTES.items():
        if row[1] == "POST" and answer == 303:
            pub = open_pub(app, "The Crown")
            evening = Evening(pub, "none", "none", "none", "none", begin_a_league(pub, desk=True), "none")
            assert ask(pub.manager, evening, row, fields_of(evening, row)) == 303, row
    for walk in WALKS:
        walk(open_pub(app, "The Anchor"))
    assert ACTS - done == set()


@pytest.mark.long  # test_twice_at_once.py has one of them in every run
@pytest.mark.parametrize("walk", API_WALKS)
def test_every_act_of_a_league_is_done_by_a_program(app: Flask, walk: Callable[[Teller], None]) -> None:
    walk(Teller(open_pub(app, "The Crown")))
