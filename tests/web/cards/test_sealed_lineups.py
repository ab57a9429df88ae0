"""Line-ups that are sealed until both captains have named: who sees them, in every output there is."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
import time_machine
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.app import create_app
from tests.exchange.every_page import CHOICES, IDS
from tests.web.api.teller import Program
from tests.web.captains import ALL, enter_card, select
from tests.web.cast import Phone, Pub
from tests.web.secretary import cards_of, draw_up, enter, league, set_rules, teams_of
from tests.web.squads.test_entering import captain_of

EVENING = "2026-09-07T19:00:00Z"
SIDES = ("home", "away")
BESIDE = ("paper?blank=yes", "?side=home", "?side=away", "paper")


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing of an answer hangs on chance or on the hour: what differs differs by what was named."""
    monkeypatch.setattr("scorekeeper.web.forms.secrets.token_urlsafe", lambda _: "a-key")
    with time_machine.travel(EVENING, tick=False):
        yield


@pytest.fixture
def card(crown: Pub) -> str:
    at = league(crown, "hdddcl", name="Winter")
    for team in ("Crown", "Lion", "Railway"):
        enter(crown, at, team, "\n".join(f"{team} {n}" for n in range(1, 9)))
    draw_up(crown, at, first="2026-09-07", twice="no")
    set_rules(crown, at, names="sealed")
    return cards_of(crown, at)[0]


def league_of(pub: Pub) -> str:
    return f"{pub.home}leagues/{pub.stored()['leagues'][0]['id']}/"


def captains(pub: Pub, card: str) -> tuple[Phone, ...]:
    return tuple(captain_of(pub, league_of(pub), team) for team in teams_of(pub, card))


def seats(phone: Phone, card: str, side: int, backwards: bool = False) -> dict[str, str]:
    """The first six of this side's eight, or the last from behind, by the fields of the three tables."""
    page, team = phone.open(card), SIDES[side]
    shown = re.findall(r'aria-label="Board 1, (\w+), player 1"', page.html)
    name = shown[side if len(shown) > 1 else 0]
    ids = [id for id, _ in select(page, f"Board 1, {name}, player 1") if id][:: -1 if backwards else 1]
    places = [f"b{board}_{team}_{seat}" for board, seat in product((1, 2, 3), (0, 1))]
    return dict(zip(places, ids[:6], strict=True))


def copy_of(pub: Pub, path: Path) -> Pub:
    """The same club in a file of its own, under an app of its own that knows the same phones."""
    with pub.db() as db:
        db.execute("VACUUM INTO ?", [str(path)])
    path.chmod(0o600)
    app = create_app({"DATABASE": path, "SECRET_KEY": pub.app.config["SECRET_KEY"]})
    return Pub(app, pub.id)


def before_app(phone: Phone, app: Flask) -> Phone:
    """The phone with its cookie, before this app."""
    other = Phone(app)
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie
    other.client.set_cookie("scorekeeper", cookie.decoded_value)
    return other


def outputs(pub: Pub) -> Iterator[tuple[str, bool]]:
    """Every address of the club that can be read, and whether it is a program's."""
    with pub.db() as db:
        ids = {name: [id for (id,) in db.execute(rows, {"club": pub.id})] for name, rows in IDS.items()}
    values = {**CHOICES, "club": [pub.id], **ids}
    at = pub.app.url_map.bind("localhost")
    for rule in pub.app.url_map.iter_rules():
        program = rule.rule.startswith("/api/v1/")
        if "GET" not in (rule.methods or ()) or not (
            program or rule.rule.startswith(("/c/<club>/", "/embed/"))
        ):
            continue
        names = sorted(rule.arguments)
        for chosen in product(*(values[name] for name in names)):
            address = at.build(rule.endpoint, dict(zip(names, chosen, strict=True)))
            yield address, program
            if rule.endpoint == "cards.show":
                yield from ((address + more, False) for more in BESIDE)
            if rule.endpoint == "take_in.whole_club":
                yield f"{address}?since=0", False


Ask = Callable[[str], TestResponse]


def asked(pub: Pub, page: Ask, program: Ask | None) -> dict[str, tuple[int, bytes]]:
    found = {}
    for address, by_program in outputs(pub):
        if by_program and not (program and f"/clubs/{pub.id}/" in address):
            continue
        answer = program(address.split(pub.id, 1)[-1]) if by_program and program else page(address)
        found[address] = answer.status_code, answer.get_data()
    return found


def differing(one: dict[str, tuple[int, bytes]], other: dict[str, tuple[int, bytes]]) -> set[str]:
    assert one.keys() == other.keys()
    return {address for address, answer in one.items() if answer != other[address]}


def test_no_output_differs_by_what_a_captain_has_sealed(crown: Pub, card: str, tmp_path: Path) -> None:
    """Two copies of a club, in which the home captain has named other players."""
    phones = captains(crown, card)
    roles = {role: crown.phone(role) for role in ("watch", "score", "manage")}
    third = captain_of(crown, league_of(crown), "Railway")
    seen: dict[str, list[dict[str, tuple[int, bytes]]]] = {}
    for number, backwards in enumerate((False, True)):
        pub = copy_of(crown, tmp_path / f"{number}.db")
        home, away = (before_app(phone, pub.app) for phone in phones)
        assert home.send(home.open(card).form_with("b1_was"), **seats(home, card, 0, backwards)).status == 200
        some = dict([*seats(away, card, 1).items()][:3])
        assert away.send(away.open(card).form_with("b1_was"), **some).status == 200
        who = {"away": away, "home": home, "third": before_app(third, pub.app)}
        who |= {role: before_app(phone, pub.app) for role, phone in roles.items()}
        for name, phone in who.items():
            program = Program(pub, name).ask if name in roles else None
            seen.setdefault(name, []).append(asked(pub, phone.ask, program))
        seen.setdefault("nobody", []).append(asked(pub, Phone(pub.app).ask, None))
        # What is refused tells no more than what is shown: a guess is answered alike, right or wrong.
        page = away.open(card)
        guess = seats(roles_of(pub, roles), card, 0)
        answers = [(page.status, page.html)]
        for sent in ({"b1_home_0": guess["b1_home_0"]}, {"b3_home_1": guess["b3_home_1"]}, {"start": "1"},
                     {"draw": "yes"}, {"b1_legs": "2-0"}):  # fmt: skip
            page = away.send(away.open(card).form_with("b1_was"), **sent)
            assert page.status == 422, sent
            answers.append((page.status, page.html))
        last = seats(roles_of(pub, roles), card, 0, backwards=True)
        for pair in ([*guess.values()][:2], [*last.values()][:2]):  # right in one of the two
            was = json.dumps({"home": pair, "away": [*some.values()][:2]})
            page = away.send(away.open(card).form_with("b1_was"), b1_was=was)
            answers.append((page.status, page.html))
        scorer = before_app(roles["score"], pub.app)
        answers.append((scorer.post(f"{card}boards", b1_legs="2-0", key="one").status_code, scorer.page.html))
        replies = {f"answer {n}": (status, html.encode()) for n, (status, html) in enumerate(answers)}
        seen.setdefault("answers", []).append(replies)
    assert len(seen["score"][0]) > 60
    own = {card, f"{card}?side=home", f"{card}?side=away"}
    found = {name: differing(*both) for name, both in seen.items()}
    assert {name: found.pop(name) for name in ("home",)} == {"home": own}
    secret = {re.sub(r".*/|\?.*", "", address) for address in found.pop("manage") - own}
    assert secret <= {"export.jsonl", "take-along.jsonl"}
    assert found == {name: set() for name in found}


def roles_of(pub: Pub, roles: dict[str, Phone]) -> Phone:
    return before_app(roles["manage"], pub.app)


def test_sealed_line_ups_are_shown_once_both_have_named(crown: Pub, card: str) -> None:
    names, (home, away) = teams_of(crown, card), captains(crown, card)
    watcher, scorer = crown.phone("watch"), crown.phone("score")
    page = home.open(card)
    assert "have not named all of theirs yet" in page.text
    assert (f"{names[1]} : not named yet" in page.text, "Draw a tile" in page.text) == (True, False)
    page = home.send(page.form_with("b1_was"), **seats(home, card, 0))
    first = select(page, f"Board 1, {names[0]}, player 1")[1][0]
    assert page.form_with("b1_was").value("b1_home_0") == first
    assert f"{names[1]} 1" not in page.text
    page = away.open(card)
    assert (f"{names[0]} : named, sealed" in page.text, f"{names[0]} 1" in page.text) == (True, False)
    page = scorer.open(card)
    assert "phone of their own" in page.text
    assert "named, sealed v nobody yet" in page.text
    assert "Save the card" not in page.text
    page = crown.manager.open(card)
    assert "to the secretary alone" in page.text
    assert page.form_with("b1_was").value("b1_home_0") == first
    page = crown.manager.send(page.form_with("b1_was"), start="1")
    assert (page.status, "nobody plays yet" in page.text) == (422, True)
    assert f"{names[0]} 1" not in watcher.open(card).text
    page = away.send(away.open(card).form_with("b1_was"), **seats(away, card, 1))
    for phone in (home, away, watcher, scorer):
        page = phone.open(card)
        assert ("sealed" in page.text, f"{names[0]} 1" in page.text, f"{names[1]} 1" in page.text) == (
            False,
            True,
            True,
        )
    page = home.send(home.open(card).form_with("b1_was"), b1_home_0="", b1_home_1="")
    assert f"{names[1]} 1" in home.open(card).text, "what was shown stays so"
    page = scorer.send(scorer.open(card).form_with("b1_was"), start="2")
    assert "/matches/" in page.path


def test_a_short_team_concedes_what_it_cannot_name(crown: Pub, card: str) -> None:
    names, (home, away) = teams_of(crown, card), captains(crown, card)
    home.send(home.open(card).form_with("b1_was"), **seats(home, card, 0))
    four = dict([*seats(away, card, 1).items()][:4])
    page = away.send(away.open(card).form_with("b1_was"), **four, b3_legs="0-2c")
    assert (page.status, "nobody plays yet" in page.text) == (422, True), "that is not theirs to give away"
    page = away.send(away.open(card).form_with("b1_was"), **four, b3_legs="2-0c")
    assert page.status == 200, page.text
    assert f"{names[0]} 1" in page.text


def test_the_secretary_enters_a_whole_card_and_what_was_played_is_not_sealed(crown: Pub, card: str) -> None:
    page = enter_card(crown.manager, card, **ALL)
    assert page.status == 200
    assert "sealed" not in page.text
    assert "sealed" not in crown.phone("watch").open(card).text


def test_a_phone_takes_no_sealed_line_ups_along(crown: Pub, card: str) -> None:
    (home, away), scorer = captains(crown, card), crown.phone("score")
    assert scorer.ask(f"{crown.home}take-along.jsonl").status_code == 200
    home.send(home.open(card).form_with("b1_was"), **seats(home, card, 0))
    for phone in (scorer, away, home):
        assert phone.ask(f"{crown.home}take-along.jsonl").status_code == 409
        news = phone.ask(f"{crown.home}take-along.jsonl?since=0", headers={"Accept": "application/json"})
        assert news.status_code == 409
        assert "comes to this phone after that" in news.get_json()["detail"]
        assert phone.ask(f"{crown.home}hand-over.jsonl").status_code == 404, "it is for a copy"
    assert crown.manager.ask(f"{crown.home}take-along.jsonl").status_code == 200
    away.send(away.open(card).form_with("b1_was"), **seats(away, card, 1))
    assert scorer.ask(f"{crown.home}take-along.jsonl").status_code == 200
