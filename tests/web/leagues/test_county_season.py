"""A season of a county: divisions, cups for teams, pairs and singles, a ladder, finals night, promotion.

Weeks come with late, forfeited, moved, corrected and conceded cards, and a team of each division leaves. All
that is shown, printed or sent equals the independent ledger; the cups and the ladder what is worked out here.
The long test has four divisions and forty teams.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import pairwise
from random import Random
from time import process_time
from typing import NamedTuple

import pytest

from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.rules.text import listed
from scorekeeper.store import open_store
from tests.services.league import Secretary
from tests.web.captains import enter_card
from tests.web.cast import Pub
from tests.web.leagues.ledger import FORFEIT_FINE, LATE, LATE_AFTER, Ledger
from tests.web.leagues.weeks import correct, forfeit, give, play_off, rearrange, waive, withdraw
from tests.web.leagues.winter import Winter, rows
from tests.web.secretary import archive, draw_up, enter, league, options
from tests.web.squads.test_entering import tick

SEASONS = int(os.environ.get("SCOREKEEPER_SEASONS", "1"))
FEW = ("Anchor", "Bell", "Crown", "Dolphin", "Eagle", "Fox", "Greyhound", "Hare", "Ivy", "Jolly")
MORE = ("Kings", "Lion", "Mitre", "Nag", "Oak", "Plough", "Queens", "Railway", "Swan", "Talbot")
PUBS = (*FEW, *MORE)
START, CUP_DAYS = date(2026, 9, 1), [date(2026, 10, day) for day in (1, 8, 15, 22, 29)]
FINALS = date(2027, 5, 8)
RULES = ("kept", "halves", "void")
TITLES = ("Premier", "One", "Two", "Three")


def division(pub: Pub, tier: int, teams: list[str], seed: int) -> Winter:
    named = {"name": "County", "season": "2026–27", "division": TITLES[tier - 1]}
    at = league(pub, "leek", **named)
    for team in teams:
        page = pub.manager.open(f"{at}teams/")
        squad = {"players": ", ".join(f"{team} {n}" for n in range(1, 7)), "venue": team[:-2]}
        assert pub.manager.send(page.form_with("name"), name=team, **squad).status == 200
    db = open_store(pub.app.config["DATABASE"])
    secretary = Secretary(db, pub.id, at.rstrip("/").rpartition("/")[2], None)
    return Winter(pub, secretary, at, Ledger(teams, RULES[seed % len(RULES)]), seed)


class PlayedCup(NamedTuple):
    at: str
    finalists: set[str]
    results: tuple[str, str]


def of_six_pubs(chance: Random) -> list[list[str]]:
    second = chance.sample(PUBS[:6], chance.choice((4, 5)))
    return [[f"{pub} A" for pub in PUBS[:6]], [f"{pub} B" for pub in second]]


def of_forty_teams(chance: Random) -> list[list[str]]:
    """Two teams of each pub in four divisions, most pubs' in different ones."""
    teams = [f"{pub} {letter}" for letter in "AB" for pub in chance.sample(PUBS, len(PUBS))]
    return [teams[:10], teams[10:21], teams[21:31], teams[31:]]


@pytest.fixture(params=[*range(SEASONS), pytest.param("forty", marks=pytest.mark.long)])
def county(crown: Pub, request: pytest.FixtureRequest) -> Iterator[list[Winter]]:
    forty, seed = request.param == "forty", 40 if request.param == "forty" else request.param
    teams = (of_forty_teams if forty else of_six_pubs)(Random(seed))
    divisions = [division(crown, tier, named, seed) for tier, named in enumerate(teams, 1)]
    points = BY_KEY["leek"].rules.points.to_dict() | {"late_days": LATE_AFTER, "late_fines": LATE}
    points |= {"forfeit_fine": FORFEIT_FINE}
    for winter in divisions:
        with winter.on(START):
            winter.secretary.set_rules(
                points=points,
                tie_breaks=["play_off", "leg_difference", "legs_won"],
                withdrawal=winter.ledger.rule,
            )
    yield divisions
    for winter in divisions:
        winter.secretary.db.close()


def test_a_season_of_a_county_equals_the_ledgers_and_goes_on(crown: Pub, county: list[Winter]) -> None:
    chance = Random(f"weeks of {county[0].seed}")
    with county[0].on(START):
        assert draw_up(crown, county[0].at, first="2026-09-15").status == 200
    for winter in county:
        winter.note_fixtures()
    matches = [match for winter in county for match in winter.ledger.matches.values()]
    homes = Counter((match.day, match.home[:-2]) for match in matches)
    assert set(homes.values()) == {1}, "a pub has one team at home"
    alone = [f"{team} {number}" for winter in county for team in winter.ledger.teams for number in (1, 2)]
    chance.shuffle(alone)
    with county[0].on(START):
        cup = league(crown, "cup", name="County Cup", season="2026–27", kind_0_count=1, kind_1_count="")
        tick(crown, cup, *(team for winter in county for team in winter.ledger.teams))
    last = [play_cup(crown, county[0], chance, cup, ("1-0", "0-1"))]
    few = len(alone) // 4
    singles, pairs = alone[:few], ["\n".join(alone[at : at + 2]) for at in range(0, 2 * few, 2)]
    for preset, entrants in (("singles_cup", singles), ("pairs_cup", pairs)):
        with county[0].on(START):
            cup = league(crown, preset, name=preset, season="2026–27")
            for entrant in entrants:
                assert enter(crown, cup, "", entrant).status == 200
        last.append(play_cup(crown, county[0], chance, cup, ("2-0", "1-2")))
    play_ladder(crown, county[0], chance, alone[few : 2 * few])
    others = {*alone[: 2 * few], *(" & ".join(pair.split("\n")) for pair in pairs)}
    days = sorted({date.fromisoformat(match.day) for match in matches})
    late = {
        id: (chance.choice((0, 0, 3, 9)), chance.choice((0, 1, 10)))
        for winter in county
        for id in winter.ledger.matches
        if chance.random() < 0.5
    }
    leaving = [(chance.choice(winter.ledger.teams), chance.choice(days[2:-2])) for winter in county]
    for week, day in enumerate(days):
        for number in chance.sample(range(len(county)), len(county)):
            winter, (team, last_day) = county[number], leaving[number]
            winter.catch_up(day)
            with winter.on(day):
                if day == last_day:
                    withdraw(winter, day, team)
                if week > 1 and chance.random() < 0.3:
                    correct(winter, day)
                if chance.random() < 0.1:
                    give(winter, day, chance.choice(winter.ledger.teams), chance.choice((-3, 1)))
                cards = [card for card in winter.cards_of(day) if not {*winter.ledger.left} & {*card.names}]
                if cards and chance.random() < 0.3:
                    rearrange(winter, day)
                for card in cards[1:]:
                    if chance.random() < 0.1:
                        forfeit(winter, card.fixture.id, chance.choice((0, 1)), card.names)
                winter.play_all(day, late)
                winter.compare(day)
                winter.compare_papers(day)
    end = days[-1] + timedelta(days=14)
    costs: set[int] = set()
    for winter in county:
        winter.catch_up(end)
        with winter.on(end):
            waive(winter)
            winter.compare(end)
            winter.compare_lists(end)
            winter.compare_papers(end)
            costs |= winter.ledger.costs(end.isoformat())
            three_figures = any(len(line[9]) > 2 for line in winter.ledger.table(end.isoformat()))
            assert winter.open().html.count('class="wide big"><abbr title="Points">') == three_figures
            for day in days:
                winter.compare(end, day.isoformat())
    assert costs == {*LATE} or county[0].seed, "no team was late three times"
    end = play_off(county[0], end)
    feed = crown.manager.ask(f"{crown.home}results.atom").text
    signed = [match for winter in county for match in winter.ledger.signed]
    last_signed = sorted(signed, key=lambda match: max(match.signed))[-8:]
    titles = {f"{match.home} {match.legs[0]}–{match.legs[1]} {match.away}" for match in last_signed}
    assert [title for title in titles if f"<title>{title}</title>" not in feed] == []
    play_the_finals(crown, county[0], chance, last)
    with county[0].on(end):
        look_around(crown)
    with county[0].on(end):
        go_on(crown, county, end, others)
        look_back(crown, county, end)


def play_cup(crown: Pub, winter: Winter, chance: Random, cup: str, results: tuple[str, str]) -> PlayedCup:
    """Every round but the final, won by chance; once, a result is corrected after the next round was set."""
    with winter.on(START):
        crown.manager.send(crown.manager.open(f"{cup}cup/").form_saying("Seeds"), seeds="")
    stored, league_id = crown.stored(), cup.rstrip("/").rpartition("/")[2]
    names = {row["id"]: row["name"] for row in stored["squads"]}
    standing = {names[row["squad"]] for row in stored["entrants"] if row["league"] == league_id}
    played: list[tuple[str, tuple[str, str], str]] = []
    for number, day in enumerate(CUP_DAYS):
        if len(standing) == 2:
            break
        with winter.on(day):
            crown.manager.send(crown.manager.open(f"{cup}cup/").form_with("number"), day=day.isoformat())
            if number == 1:  # who lost the first tie of the round before had won it
                card, both, winner = played[0]
                loser = next(name for name in both if name != winner)
                enter_card(crown.manager, card, b1_legs=results[0 if both[0] == loser else 1])
                standing = standing - {winner} | {loser}
            played = []
            for card, both in ties_of(crown, cup, day):
                assert {*both} <= standing, "only those who are still in it"
                side = chance.choice((0, 1))
                enter_card(crown.manager, card, b1_legs=results[side])
                standing.discard(both[1 - side])
                played.append((card, both, both[side]))
    assert len(standing) == 2
    return PlayedCup(cup, standing, results)


def play_the_finals(crown: Pub, winter: Winter, chance: Random, last: Iterable[PlayedCup]) -> None:
    """The finals of all cups are set at once, in one place, and played."""
    form = crown.manager.open(f"{crown.home}leagues/finals/").form_with("place")
    page = crown.manager.send(form, day=FINALS, starts="19:30", place="Town Hall")
    assert page.text.count("Sat 8 May 19:30") == page.text.count("Town Hall") == 3
    for cup, both, results in last:
        with winter.on(FINALS):
            ((card, sides),) = ties_of(crown, cup, FINALS)
            assert {*sides} == both
            side = chance.choice((0, 1))
            enter_card(crown.manager, card, b1_legs=results[side])
            assert f"Won by {sides[side]}" in crown.manager.open(f"{cup}cup/").text


def play_ladder(crown: Pub, winter: Winter, chance: Random, names: list[str]) -> None:
    """Challenges up to two places above: who wins from below swaps places."""
    with winter.on(START):
        ladder = league(crown, "ladder", name="Ladder", season="2026–27", reach=2)
        for name in names:
            assert enter(crown, ladder, "", name).status == 200
    order = list(names)
    for number in range(6):
        below = chance.randrange(1, len(order))
        above = chance.randrange(max(0, below - 2), below)
        day = START + timedelta(days=7 * number + 1)
        with winter.on(day):
            page = crown.manager.open(
                crown.manager.open(f"{ladder}ladder/").link_saying(f"by {order[below]}")
            )
            value = next(value for value, words in options(page, "challenged") if order[above] in words)
            crown.manager.send(page.form_with("challenged"), challenged=value, day=day.isoformat())
            ((card, both),) = ties_of(crown, ladder, day)
            side = chance.choice((0, 1))
            enter_card(crown.manager, card, b1_legs=("2-0", "1-2")[side])
            if both[side] == order[below]:
                order[above], order[below] = order[below], order[above]
            text = crown.manager.open(f"{ladder}ladder/").html
            assert re.findall(r"<td>\d+</td><th scope=\"row\">\s*<a[^>]*><bdi>([^<]+)", text) == order


def ties_of(crown: Pub, cup: str, day: date) -> list[tuple[str, tuple[str, str]]]:
    names = {row["id"]: row["name"] for row in crown.stored()["squads"]}
    league_id = cup.rstrip("/").rpartition("/")[2]
    return [
        (f"{crown.home}fixtures/{row['id']}", (names[row["home"]], names[row["away"]]))
        for row in crown.stored()["fixtures"]
        if row["league"] == league_id and row["day"] == day.isoformat()
    ]


def look_around(crown: Pub) -> None:
    """Three pages of every kind that a link leads to: none fails, none takes a second of the processor."""
    todo, kinds = [crown.home, f"{crown.home}leagues/"], Counter[str]()
    while todo:
        path = todo.pop(0).partition("#")[0]
        kind = re.sub(r"\d\w{15,}|=[^&]*", "", path)
        if not path.startswith(crown.home) or kinds[kind] == 3:
            continue
        kinds[kind] += 1
        began = process_time()
        page = crown.manager.open(path)
        assert (page.status, process_time() - began < 1) == (200, True), path
        todo += [href for _, href in page.links if href not in todo]
    assert len(kinds) > 50
    desk = crown.manager.open(f"{crown.home}leagues/desk")
    unsigned = int(re.findall(r"Unsigned (\d+)", desk.text)[0])
    assert desk.html.count('class="todo to_sign"') == unsigned


def go_on(crown: Pub, county: list[Winter], end: date, others: set[str]) -> None:
    tables = [
        [line[1] for line in winter.ledger.table(end.isoformat()) if line[1] not in winter.ledger.left]
        for winter in county
    ]
    page = crown.manager.open(f"{county[0].at}divisions?count=1")
    for upper, (above, below) in enumerate(pairwise(tables)):
        assert f"{above[-1]} go down to {TITLES[upper + 1]}" in page.text
        assert f"{below[0]} go up to {TITLES[upper]}" in page.text
    crown.manager.send(page.form_saying("Begin the next season"), season="2027–28")
    rows, names = crown.stored(), {row["id"]: row["name"] for row in crown.stored()["squads"]}
    new = {row["id"]: row["division"] for row in rows["leagues"] if row["season"] == "2027–28"}
    titles = TITLES[: len(county)]
    entered = {title: set[str]() for title in (*titles, "")}
    for row in rows["entrants"]:
        if row["league"] in new:
            entered[new[row["league"]]].add(names[row["squad"]])
    expected = {title: {*table} for title, table in zip(titles, tables, strict=True)}
    for (upper, above), (lower, below) in pairwise(zip(titles, tables, strict=True)):
        expected[upper] = expected[upper] - {above[-1]} | {below[0]}
        expected[lower] = expected[lower] - {below[0]} | {above[-1]}
    assert entered == expected | {"": {team for table in tables for team in table} | others}
    ids = {title: f"{crown.home}leagues/{id}/" for id, title in new.items()}
    assert enter(crown, ids["One"], "Zebra B", "").status == 200
    entered["One"].add("Zebra B")
    assert draw_up(crown, ids["Premier"], first="2027-09-14").status == 200
    assert sum(row["day"] > "2027-09-01" for row in crown.stored()["fixtures"]) == sum(
        len(entered[title]) * (len(entered[title]) - 1) for title in titles
    )


def look_back(crown: Pub, county: list[Winter], end: date) -> None:
    titles, players, teams = [], [], []
    for winter, division in zip(county, TITLES, strict=False):
        assert archive(crown, winter.at).status == 200
        table, best = winter.ledger.table(end.isoformat()), winter.ledger.players()
        winners, second = (" and ".join(line[1] for line in table if line[0] == place) for place in "12")
        honours = f"Champions {winners}" + (f" Runners-up {second}" if second else "")
        figures_of_the_best = [*best[0][2:]]
        level = [name for name, _, *figures in best if figures == figures_of_the_best]
        most = f"{listed(level)}, {best[0][3]} of {best[0][2]}"
        titles.append(f"County, {division} 2026–27 {honours} Player, boards won {most}")
        players += [(-int(won), int(played), name) for name, _, played, won, _ in best]
        for place, team, played, won, drawn, lost, _, _, _, points, *_ in table:
            title = int(place == "1")
            figures = [str(title), played, won, drawn, lost, points.replace("-", "−")]
            teams.append((-title, -int(won), int(lost), team, [f"{team} {division}", *figures]))
    page = crown.manager.open(f"{crown.home}leagues/honours")
    assert all(title in page.text for title in titles), (titles, page.text)
    found = rows(page.html)
    assert [row[1:] for row in found[-len(teams) :]] == [line for *_, line in sorted(teams)]
    ranks = sorted(line[:2] for line in players)
    assert found[1 : 1 + min(100, len(players))] == [
        [
            str(ranks.index((won, played)) + 1),
            name,
            "1",
            str(played),
            str(-won),
            str(round(100 * -won / played)),
        ]
        for won, played, name in sorted(players)[:100]
    ]
