"""Divisions side by side, promotion and relegation, the honours board."""

import pytest

from tests.web.captains import enter_card, play_a_leg, sign
from tests.web.cast import Pub, sit_down
from tests.web.page import Page
from tests.web.secretary import (
    division,
    draw_up,
    enter,
    enter_players,
    league,
    options,
    set_rules,
    squad_page,
    teams_of,
)
from tests.web.squads.test_entering import tick


@pytest.fixture
def tuesday(crown: Pub) -> tuple[str, str]:
    """Two divisions of four teams each, played to the end."""
    return (
        division(crown, "Division One", ("Anchor", "Bell", "Crown", "Dolphin")),
        division(crown, "Division Two", ("Eagle", "Fox", "Goat", "Hare")),
    )


def moves(page: Page) -> str:
    return page.text.split("Promotion and relegation")[1]


def test_divisions_on_one_page_propose_who_goes_up_and_down(crown: Pub, tuesday: tuple[str, str]) -> None:
    page = crown.manager.open(f"{tuesday[1]}divisions?count=1")
    assert page.text.index("Division One Place") < page.text.index("Division Two Place")
    assert "Dolphin go down to Division Two Eagle go up to Division One" in moves(page)
    assert "Crown go down to Division Two Dolphin go down" in moves(
        crown.manager.open(f"{tuesday[0]}divisions")
    )
    assert "Tuesday, Division Two: 6 fixtures are still to be played, entered or signed." in moves(page)
    assert (
        "Division One has too few teams for that: 4."
        in crown.manager.open(f"{tuesday[0]}divisions?count=5").text
    )
    form = crown.manager.open(f"{tuesday[0]}divisions?count=1").form_saying("Begin the next season")
    before = crown.facts()
    for season, sentence in (
        ("", "what is it called?"),
        ("2026–27", "there is a 2026–27 of Tuesday already"),
    ):
        page = crown.manager.send(form, season=season)
        assert (page.status, sentence in page.text) == (422, True), page.text
    assert crown.facts() == before
    points = crown.manager.open(f"{tuesday[0]}points/")
    anchor = next(value for value, words in options(points, "squad") if words == "Anchor")
    taken = {"squad": anchor, "way": "take", "points": 99, "reason": "fees"}
    crown.manager.send(points.form_with("points"), **taken)
    before = crown.facts()
    page = crown.manager.send(form, season="2027–28")
    assert "The tables have changed since" in page.text
    assert "Anchor go down" in moves(page)
    assert crown.facts() == before


def test_divisions_are_added_and_moved_by_hand(crown: Pub, tuesday: tuple[str, str]) -> None:
    """Moved twice is moved once; the tables propose who changes between the new neighbours."""
    first, second = tuesday
    page = crown.manager.open(f"{second}divisions")
    up, new = page.form_saying("Move up"), page.form_saying("Add division")
    for _ in "twice":
        page = crown.manager.send(up)
        assert page.text.index("Division Two Place") < page.text.index("Division One Place")
        assert "Move up Division Two" not in page.text, "the first has nowhere to go"
    assert "Hare go down to Division One Anchor go up to Division Two" in moves(
        crown.manager.open(f"{first}divisions?count=1")
    )
    for name in "division one", "division two":
        assert f"there is a {name} already" in crown.manager.send(new, division=name).text
    assert crown.manager.send(new, division="").status == 422
    for _ in "sent", "sent again":
        page = crown.manager.send(new, division="Division Three")
        assert page.text.index("Division One Place") < page.text.index("Division Three The table starts")
    names = [row["name"] for row in crown.stored()["leagues"]]
    assert names == ["Tuesday"] * 3
    assert "Division One (1)" in crown.manager.open(f"{first}record").text


def test_a_new_league_asks_nothing_about_divisions_and_its_rules_name_the_first(crown: Pub) -> None:
    at = league(crown, "leek", name="Tuesday")
    new = crown.manager.open(f"{crown.home}leagues/new?preset=leek").text
    assert "division" not in new.lower()
    enter(crown, at, "Anchor", "")
    new = crown.manager.open(f"{at}divisions").form_saying("Add division")
    page = crown.manager.send(new, division="Two")
    assert "name the division that it is among its rules first" in page.fault("division")
    for page in (set_rules(crown, at, division="=One"), crown.manager.send(new, division="=One")):
        assert "begins with “=”" in page.fault("division")
    set_rules(crown, at, division="One")
    assert crown.manager.send(new, division="Two").status == 200
    same = crown.manager.open(f"{crown.home}leagues/new?preset=leek").form_with("tie_0")
    same.action = f"{crown.home}leagues/new?preset=leek"
    assert "there is a Tuesday already" in crown.manager.send(same, name="tuesday").fault("name")
    other = league(crown, "leek", name="Thursday")
    for typed, field, there in (({"division": "two"}, "division", "two"), ({}, "name", "Tuesday")):
        page = set_rules(crown, other, name="Tuesday", **typed)
        assert f"there is a {there} already" in page.fault(field)


@pytest.mark.parametrize("preset", ["leek", "cup", "groups_cup", "ladder"])
def test_every_page_of_a_league_without_teams_opens(crown: Pub, preset: str) -> None:
    at = league(crown, preset, name="Tuesday", division="One" if preset == "leek" else "")
    seen, found = set(), {at, f"{at}divisions"}
    while found - seen:
        seen.add(page := min(found - seen))
        answer = crown.manager.ask(page)
        assert answer.status_code < 400, page
        links = crown.manager.open(page).links if answer.mimetype == "text/html" else []
        found |= {link.partition("#")[0] for _, link in links if link.startswith(at)}
    assert len(seen) > 10


def test_whatever_of_a_league_is_opened_names_its_division(crown: Pub, tuesday: tuple[str, str]) -> None:
    """Whatever links lead to, and what stands elsewhere: the feed and the embedded table."""
    fixtures = crown.manager.open(f"{tuesday[1]}fixtures/")
    card = next(link for words, link in fixtures.links if "Eagle v" in words)
    for _ in "home", "away":
        assert sign(crown.manager, card).status == 200
    embedded = f"/embed/{crown.id}/{tuesday[1].rstrip('/').rpartition('/')[2]}"
    found = [tuesday[1], f"{crown.home}leagues/", f"{crown.home}results.atom", embedded]
    for at in found:
        answer = crown.manager.ask(at)
        named = answer.headers.get("Content-Disposition", "") + answer.get_data(as_text=True)
        assert "Division_Two" in named or "Division Two" in named, at
        if answer.mimetype == "text/html" and tuesday[0] not in at:
            links = {link.partition("#")[0] for _, link in crown.manager.open(at).links} - {*found}
            found += {link for link in links if link.startswith((tuesday[1], f"{crown.home}fixtures/"))}
    ends = {at.partition("?")[0].rpartition("/")[2] for at in found}
    assert ends >= {"calendar.ics", "table.csv", "desk", "paper", "sheet"}
    calendar = crown.manager.ask(f"{tuesday[1]}fixtures/calendar.ics").get_data(as_text=True)
    assert calendar.count("SUMMARY:") == calendar.count(" (Division Two)\r\n") == 6, calendar
    board = f"{crown.home}leagues/honours"
    assert "once they are in the archive" in crown.manager.open(board).text
    for at in tuesday:
        form = crown.manager.open(f"{at}end").form_saying("Put it into the archive")
        crown.manager.send(form, archived="yes")
    text = crown.manager.open(board).text
    assert "Tuesday, Division One 2026–27 Champions Anchor Runners-up Bell" in text
    assert "Tuesday, Division Two 2026–27 Champions Eagle Runners-up Fox" in text
    assert text.index("Tuesday, Division One") < text.index("Tuesday, Division Two")
    assert "1 Anchor Division One 1 3 3 0 0 6 1 Eagle Division Two 1 3 3 0 0 6" in text
    first = crown.manager.open(crown.manager.open(board).link_saying("Division One")).text
    assert "Anchor" in first
    assert "Eagle" not in first


def test_a_board_scored_live_says_its_league_and_match_wherever_it_is_shown(crown: Pub) -> None:
    kinds = {"kind_0_count": 1, "kind_1_count": 1}
    at = league(crown, "leek", name="Tuesday", division="Division Two", **kinds)
    for team in ("Eagle", "Fox"):
        enter(crown, at, team, f"{team} 1, {team} 2")
    draw_up(crown, at, twice="no")
    card = crown.manager.open(f"{at}fixtures/").link_saying(" v ")
    crown.manager.send(crown.manager.open(card).form_with("draw"), draw="yes")
    board = enter_card(crown.manager, card, b2_legs="1-0", start=1)
    assert board.link_saying("Board 1 of the match card, Division Two") == card
    sit_down(crown, "draw_100", "Ann", "Bob")
    assert crown.manager.open(crown.home).text.count("to 61 · Division Two") == 1
    teams = " v ".join(teams_of(crown, card))
    for screen in (f"{crown.home}tv", f"{board.path}/tv"):
        assert crown.manager.open(screen).text.count(f"to 61 · Tuesday, Division Two · {teams}") == 1, screen
    match = board.path.rpartition("/")[2]
    play_a_leg(crown, match)
    evening = crown.manager.open(crown.manager.open(crown.home).link_saying("Tonight in one picture"))
    assert evening.text.count("to 61 · Division Two") == 1
    feed = crown.manager.ask(f"{crown.home}results.atom").get_data(as_text=True)
    assert "<summary>Fives-and-Threes, Division Two, " in feed
    player = crown.state(match).match.seats[0].player
    matches, boards = crown.manager.open(f"{crown.home}players/{player}").text.split("League boards")
    assert "to 61 · Division Two · " in matches
    assert "· Division Two · " in boards


def test_divisions_side_by_side_begin_again_and_nobody_goes_up_or_down(crown: Pub) -> None:
    north = division(crown, "North", ("Anchor", "Bell", "Crown"))
    division(crown, "South", ("Eagle", "Fox", "Goat"))
    page = crown.manager.open(f"{north}divisions?count=0")
    assert "go down" not in page.text
    page = crown.manager.send(page.form_saying("Begin the next season"), season="2027–28")
    first, second = page.text.split("South", 1)
    assert all(team in first for team in ("Anchor", "Bell", "Crown"))
    assert all(team in second for team in ("Eagle", "Fox", "Goat"))


def test_teams_move_by_hand_or_leave_and_cup_and_ladder_go_along(
    crown: Pub, tuesday: tuple[str, str]
) -> None:
    cup = league(crown, "cup", name="Cup", season="2026–27")
    tick(crown, cup, "Anchor", "Dolphin", "Goat", "Hare")
    ladder = league(crown, "ladder", name="Ladder", season="2026–27", reach=2)
    enter_players(crown, ladder, "Ann", "Bob", "Cy")
    order = crown.manager.open(f"{ladder}ladder/").form_saying("From the top")
    crown.manager.send(order, seeds="Cy\nAnn\nBob")
    league(crown, "cup", name="Plate", season="2025–26")
    page = crown.manager.open(f"{tuesday[0]}divisions?count=1")
    form = page.form_saying("Begin the next season")
    assert ("Plate" in page.text, "Cup" in page.text, "Ladder" in page.text) == (False, True, True)
    ids = {row["name"]: row["id"] for row in crown.stored()["squads"]}
    hands = [f"{ids['Dolphin']}:0", f"{ids['Goat']}:-"]
    before = crown.facts()
    fields = [one for one in form.filled(season="2027–28") if one[0] != "by_hand"]
    for wrong in (f"{ids['Ann']}:0", f"{ids['Goat']}:2", "x"):
        answer = crown.manager.post(f"{tuesday[0]}divisions", [*fields, ("by_hand", wrong)])
        assert (answer.status_code, "Moved by hand: choose a division" in answer.text) == (422, True)
    assert crown.facts() == before
    answer = crown.manager.post(f"{tuesday[0]}divisions", [*fields, *(("by_hand", one) for one in hands)])
    assert answer.status_code == 303, answer.text
    names = {id: name for name, id in ids.items()}
    entered: dict[str, set[str]] = {}
    titles = {row["id"]: f"{row['name']} {row['division']}" for row in crown.stored()["leagues"]}
    new = {row["id"] for row in crown.stored()["leagues"] if row["season"] == "2027–28"}
    for row in crown.stored()["entrants"]:
        if row["league"] in new:
            entered.setdefault(titles[row["league"]].strip(), set()).add(names[row["squad"]])
    assert entered == {
        "Tuesday Division One": {"Anchor", "Bell", "Crown", "Dolphin", "Eagle"},
        "Tuesday Division Two": {"Fox", "Hare"},
        "Cup": {"Anchor", "Dolphin", "Hare"},
        "Ladder": {"Ann", "Bob", "Cy"},
    }
    (following,) = (one for one in new if titles[one].startswith("Ladder"))
    text = crown.manager.open(f"{crown.home}leagues/{following}/ladder/").text
    assert text.index("Cy") < text.index("Ann") < text.index("Bob")


def test_a_league_without_divisions_begins_its_next_season_with_its_cup(crown: Pub) -> None:
    at = league(crown, "hdddcl", name="Winter", season="2026–27")
    for name in ("Crown", "Lion"):
        enter(crown, at, name, "")
    enter(crown, at, "Fox", "")
    draw_up(crown, at)
    fox = squad_page(crown, at, "Fox")
    crown.manager.send(fox.form_saying("Withdraw Fox"), reason="no landlord")
    cup = league(crown, "cup", name="Cup", season="2026–27")
    tick(crown, cup, "Crown", "Lion")
    form = crown.manager.open(f"{at}end").form_saying("Begin it with the same teams")
    crown.manager.send(form, season="2027–28")
    made = sorted(row["name"] for row in crown.stored()["leagues"] if row["season"] == "2027–28")
    assert made == ["Cup", "Winter"]
    assert "Winter 2027–28 Cup 2026–27 Winter 2026–27" in crown.manager.open(f"{crown.home}table").text
    assert len(crown.stored()["entrants"]) == 9, "who withdrew does not go on"
    assert "Together with" not in crown.manager.open(f"{cup}end").text
