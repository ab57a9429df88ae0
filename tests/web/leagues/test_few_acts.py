"""A county of forty teams is set up from one spreadsheet, and rolled over, in fewer than twenty acts each.

An act is a page that is opened or a form that is sent.
"""

from datetime import date, timedelta

import pytest
import time_machine

from scorekeeper.rules.fixtures import round_robin, second_half
from tests.web.cast import Pub
from tests.web.leagues.test_messy_spreadsheet import store, upload, workbook
from tests.web.secretary import draw_up, league
from tests.web.squads.test_entering import ticks

FEW = 20
PUBS = [f"{pub} {letter}" for letter in "ABCD" for pub in ("Crown", "Swan", "Fox", "Bull", "Bell", "Plough")]
PUBS += [f"Lion {n}" for n in range(1, 17)]
DIVISIONS = (PUBS[:14], PUBS[14:25], PUBS[25:33], PUBS[33:])


def county() -> tuple[list[list[object]], list[list[object]]]:
    teams: list[list[object]] = [
        ["County League"],
        ["Division", "Team Name", "Venue", "Player 1", "Player 2"],
    ]
    fixtures: list[list[object]] = [["Division", "Week", "Date", "Home Team", "Away Team"]]
    for n, names in enumerate(DIVISIONS, 1):
        division = f"Division {n}"
        teams += [[division, name, f"The {name}", f"{name} one", f"{name} two"] for name in names]
        half = round_robin(names)
        for number, games in enumerate(half + second_half(half), 1):
            day = date(2026, 9, 1) + timedelta(weeks=number - 1)
            fixtures += [[division, number, day, home, away] for home, away in games]
    return teams, fixtures


class Acts:
    """Counts what the manager's phone opens and sends."""

    def __init__(self, pub: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for on, name in ((pub.manager, "open"), (pub.manager, "send"), (pub.manager.client, "post")):
            monkeypatch.setattr(on, name, self._counting(getattr(on, name)))

    def _counting(self, act):  # type: ignore[no-untyped-def]
        def counted(*said, **more):  # type: ignore[no-untyped-def]
            self.count += 1
            return act(*said, **more)

        return counted

    def since(self, before: int) -> int:
        return self.count - before


def draw_cup(pub: Pub, cup: str, day: str) -> None:
    page = pub.manager.open(f"{cup}cup/")
    page = pub.manager.send(page.form_saying("Seeds"), seeds="")
    page = pub.manager.send(page.form_with("number"), day=day)
    assert page.status == 200, page.text


def play_all(pub: Pub, at: str) -> None:
    """Every result of the season comes in by the same workbook: who stands first in it wins."""
    teams, (heading, *fixtures) = county()
    rank = {name: at for names in DIVISIONS for at, name in enumerate(names)}
    played = [[*row, *((6, 3) if rank[row[-2]] < rank[row[-1]] else (3, 6))] for row in fixtures]
    store(pub, upload(pub, at, workbook(teams, [[*heading, "Home Score", "Away Score"], *played])))


def address(pub: Pub, **wanted: str) -> str:
    row = next(row for row in pub.stored()["leagues"] if wanted.items() <= row.items())
    return f"{pub.home}leagues/{row['id']}/"


def season_of(pub: Pub, season: str) -> dict[str, set[str]]:
    stored = pub.stored()
    names = {row["id"]: row["name"] for row in stored["squads"]}
    titles = {
        row["id"]: row["division"] or row["name"] for row in stored["leagues"] if row["season"] == season
    }
    found = {title: set[str]() for title in titles.values()}
    for row in stored["entrants"]:
        if row["league"] in titles:
            found[titles[row["league"]]].add(names[row["squad"]])
    return found


def test_a_county_is_set_up_and_rolled_over_in_few_acts(crown: Pub, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = Acts(crown, monkeypatch)
    with time_machine.travel("2026-08-20T12:00:00Z", tick=False):
        at = league(crown, "leek", name="County", season="2026–27")
        store(crown, upload(crown, at, workbook(*county())))
        cup = league(crown, "cup", name="Team Cup", season="2026–27")
        page = crown.manager.open(f"{cup}teams/")
        crown.manager.post(f"{cup}teams/entered", [("teams", team) for team in ticks(page).values()])
        draw_cup(crown, cup, "2026-10-08")
        page = crown.manager.open(f"{crown.home}leagues/captains")
        assert "Print" not in page.text, "before there is a link"
        page = crown.manager.send(page.form_saying("Make them"))
        assert "Print" in page.text
    expected = {f"Division {number}": {*teams} for number, teams in enumerate(DIVISIONS, 1)}
    everybody = set[str]().union(*DIVISIONS)
    assert season_of(crown, "2026–27") == {**expected, "Team Cup": everybody}
    assert sum(row["captain_generation"] for row in crown.stored()["squads"]) == 40
    assert len(crown.stored()["fixtures"]) == 390 + 8
    assert acts.count < FEW, acts.count
    page = upload(crown, at, workbook(*county()))
    assert "40 teams: as it stands" in page.text
    assert "390 fixtures: as it stands" in page.text
    with time_machine.travel("2027-06-19T12:00:00Z", tick=False):
        play_all(crown, address(crown, division="Division 1", season="2026–27"))
    before = acts.count
    with time_machine.travel("2027-06-20T12:00:00Z", tick=False):
        first = address(crown, division="Division 1", season="2026–27")
        page = crown.manager.open(f"{first}divisions?count=2")
        page = crown.manager.send(page.form_saying("Begin the next season"), season="2027–28")
        assert page.status == 200, page.text
        draw_up(crown, address(crown, division="Division 1", season="2027–28"), first="2027-09-07")
        draw_cup(crown, address(crown, name="Team Cup", season="2027–28"), "2027-10-07")
        for old in [row for row in crown.stored()["leagues"] if row["season"] == "2026–27"]:
            page = crown.manager.open(f"{crown.home}leagues/{old['id']}/end")
            crown.manager.send(page.form_saying("Put it into the archive"), archived="yes")
    after = season_of(crown, "2027–28")
    assert {title: len(teams) for title, teams in after.items()} == {
        title: len(teams) for title, teams in {**expected, "Team Cup": everybody}.items()
    }
    moved = [len(after[title] - expected[title]) for title in expected]
    assert moved == [2, 4, 4, 2], "two go up and two down"
    new = {row["id"] for row in crown.stored()["leagues"] if row["season"] == "2027–28"}
    drawn = [row for row in crown.stored()["fixtures"] if row["league"] in new]
    assert len(drawn) == 390 + 8
    assert all(date.fromisoformat(row["day"]).year >= 2027 for row in drawn)
    assert acts.since(before) < FEW, acts.since(before)
