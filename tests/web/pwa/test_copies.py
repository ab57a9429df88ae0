"""What a service worker may cache: no page with a link's secret, and no club whose link was revoked."""

import re
from itertools import product

from scorekeeper.services.clubs.administration import match_secret
from scorekeeper.store.matches.matches import match_generation
from tests.grid import grid
from tests.web.cast import Phone, Pub, sit_down
from tests.web.evening import pages, play_an_evening
from tests.web.secretary import draw_up

MARK = "X-Scorekeeper"


def secrets_of(pub: Pub, matches: list[str]) -> list[str]:
    """The secrets of the club's three links and of these matches' links."""
    roles = [pub.link(role).rsplit("/", 1)[1] for role in ("watch", "score", "manage")]
    key = pub.app.config["SECRET_KEY"]
    with pub.db() as db:
        singles = [match_secret(key, pub.id, one, match_generation(db, pub.id, one)) for one in matches]
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
