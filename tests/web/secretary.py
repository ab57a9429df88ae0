"""A league secretary's work: begin a league, enter its teams, draw up its fixtures."""

from tests.web.captains import enter_card
from tests.web.cast import Pub
from tests.web.page import Page

PLAYERS = "Ann, Bob, Cy, Dee, Eve, Fay"


def league(pub: Pub, preset: str = "leek", *, division: str = "", **typed: object) -> str:
    """Make a league from a preset, the next ``division`` of its name and season; returns its address."""
    known = pub.manager.open(f"{pub.home}leagues/").links if division else []
    if first := next((link for words, link in known if words.startswith(f"{typed['name']}, ")), None):
        pub.manager.send(pub.manager.open(f"{first}divisions").form_saying("Add division"), division=division)
        links = pub.manager.open(f"{pub.home}leagues/").links
        return next(link for words, link in links if words.startswith(f"{typed['name']}, {division}"))
    form = pub.manager.open(f"{pub.home}leagues/new?preset={preset}").form_with("tie_0")
    form.action = f"{pub.home}leagues/new?preset={preset}"
    page = pub.manager.send(form, **typed)
    assert page.status == 200, page.text
    at = page.path.removesuffix("teams/")
    if division:
        assert set_rules(pub, at, division=division).status == 200
    return at


def enter(pub: Pub, at: str, name: str, players: str) -> Page:
    """Enter a team, on the page that is open or on the page of the league's teams."""
    page = pub.manager.page
    if (page.path, page.status) != (f"{at}teams/", 200):
        page = pub.manager.open(f"{at}teams/")
    return pub.manager.send(page.form_with("name"), name=name, players=players)


def three_teams(pub: Pub) -> str:
    at = league(pub, "hdddcl", name="Winter")
    enter_teams(pub, at, "Crown", "Lion", "Railway")
    return at


def enter_teams(pub: Pub, at: str, *names: str) -> None:
    """Teams with six players each: Crown 1, Crown 2 and so on."""
    for name in names:
        page = enter(pub, at, name, "\n".join(f"{name} {n}" for n in range(1, 7)))
        assert page.status == 200, page.text


def enter_players(pub: Pub, at: str, *names: str) -> None:
    """Players who enter alone."""
    for name in names:
        assert enter(pub, at, "", name).status == 200


def draw_up(pub: Pub, at: str, **typed: object) -> Page:
    form = pub.manager.open(f"{at}fixtures/draw-up").form_with("first")
    return pub.manager.send(form, **{"first": "2026-09-07", "twice": "yes", **typed})


def squad_page(pub: Pub, at: str, name: str) -> Page:
    """The page on which the secretary changes this team."""
    return pub.manager.open(pub.manager.open(f"{at}teams/").link_saying(f"Change {name}"))


def withdraw(pub: Pub, at: str, name: str, reason: str = "no landlord") -> Page:
    return pub.manager.send(squad_page(pub, at, name).form_saying(f"Withdraw {name}"), reason=reason)


def set_rules(pub: Pub, at: str, **typed: object) -> Page:
    return pub.manager.send(pub.manager.open(f"{at}rules").form_with("tie_0"), **typed)


def archive(pub: Pub, at: str) -> Page:
    return pub.manager.send(
        pub.manager.open(f"{at}end").form_saying("Put it into the archive"), archived="yes"
    )


def cards_of(pub: Pub, at: str, *teams: str) -> list[str]:
    """The cards on which these teams meet, in the order of the list of fixtures."""
    links = pub.manager.open(f"{at}fixtures/").links
    met = [href for words, href in links if " v " in words and all(team in words for team in teams)]
    return list(dict.fromkeys(href for href in met if "/leagues/" not in href))


def teams_of(pub: Pub, card: str) -> tuple[str, str]:
    """The names of the home and the away team of this card."""
    names = {row["id"]: row["name"] for row in pub.stored()["squads"]}
    row = next(row for row in pub.stored()["fixtures"] if row["id"] in card)
    return names[row["home"]], names[row["away"]]


def options(page: Page, select: str) -> list[tuple[str, str]]:
    """Values and labels of a select, in page order."""
    start = page.html.index(f'id="{select}"')
    part = page.html[start : page.html.index("</select>", start)]
    pieces = part.split('<option value="')[1:]
    return [(piece.split('"')[0], piece.split(">")[1].split("<")[0]) for piece in pieces]


def division(crown: Pub, name: str, teams: tuple[str, ...]) -> str:
    """The next division, whose teams stand, after every match, in this order."""
    at = league(crown, "hdddcl", name="Tuesday", season="2026–27", division=name)
    enter_teams(crown, at, *teams)
    draw_up(crown, at, first="2026-09-07", twice="no")
    cards = dict.fromkeys(crown.manager.open(f"{at}fixtures/").links)
    for words, href in cards:
        if " v " in words and "/leagues/" not in href:
            home, away = (next(i for i, t in enumerate(teams) if t in side) for side in words.split(" v "))
            legs = "2-0" if home < away else "0-2"
            enter_card(crown.manager, href, b1_legs=legs, b2_legs=legs, b3_legs=legs)
    return at
