"""Long lists are paged: no page is large, and everything can be reached."""

from datetime import date

from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import add_player
from scorekeeper.store.engine.connection import writing
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.matches.match_events import Hand, NewMatchEvent, RoundEnd, add_events
from scorekeeper.store.matches.matches import Setup, add_match
from tests.services.league import Secretary
from tests.web.cast import Phone, Pub, sit_down

LARGEST = 100_000  # bytes of a page as the browser reads it
AT = "2026-09-07T22:00:00Z"


def pages(phone: Phone, path: str, on: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Text and links of this page and all that follow by the link ``on``; checks that none is large."""
    found = []
    while path:
        answer = phone.ask(path)
        assert (answer.status_code, len(answer.get_data()) <= LARGEST) == (200, True), path
        page = phone.open(path)
        found.append((page.text, list(page.links)))
        path = next((href for words, href in page.links if words == on), "")
    return found


def hrefs(found: list[tuple[str, list[tuple[str, str]]]], part: str) -> list[str]:
    return [href for _, links in found for href in dict.fromkeys(href for _, href in links if part in href)]


def test_a_season_s_fixtures_and_cards_to_come_and_its_record(crown: Pub) -> None:
    teams = {f"Team {n}": "" for n in range(16)}
    squads = {team: "\n".join(f"{team} {n}" for n in range(6)) for team in teams}
    with crown.db() as db:
        secretary = Secretary.begin(db, crown.id, "leek", squads, AT)
        secretary.draw_up(date(2026, 1, 5))
        for card in secretary.season().cards[:20]:
            secretary.report_all(card, {1, 2, 3})
        wanted = {card.fixture.id for card in secretary.season().cards}
        lines = sum(len(card.events) for card in secretary.season().cards)
    at = f"{crown.home}leagues/{secretary.league}"
    assert "table-card two" in crown.manager.open(f"{at}/players").html, "two columns where there is room"
    listed = pages(crown.manager, f"{at}/fixtures/", "More rounds")
    assert {href.split("/")[-2] for href in hrefs(listed, "/c/") if "/fixtures/" in href} >= wanted
    assert (len(wanted), len(listed)) == (240, 4)
    overdue = pages(crown.manager, f"{at}/fixtures/overdue", "More cards")
    assert sum(text.count("A reminder to send") for text, _ in overdue) == 240
    last = hrefs(overdue, "/fixtures/")[-1].split("/")[-2]
    assert last in crown.manager.ask(f"{at}/fixtures/overdue?card={last}").get_data(as_text=True)
    shown = pages(crown.manager, f"{at}/record", "Older")
    assert sum(text.count("board ") for text, _ in shown) == lines == 180


def test_a_club_of_many_players(crown: Pub) -> None:
    names = [f"Player {n}" for n in range(450)]
    with crown.db() as db, writing(db, crown.id):
        for name in names:
            add_player(db, crown.id, name, AT)
    found = pages(crown.manager, f"{crown.home}players", "More players")
    assert len(found) == 3
    assert {words for _, links in found for words, _ in links} >= set(names)
    assert len(crown.manager.ask(f"{crown.home}matches/new?game=draw_100").get_data()) <= LARGEST
    match = sit_down(crown, "draw_100", names[449], names[448])
    assert len(pages(crown.manager, f"{crown.home}players", "More players")) == 3
    assert {seat.name for seat in crown.state(match).match.seats} == {names[449], names[448]}


def test_a_club_with_many_matches_being_played(crown: Pub, match: str) -> None:
    seats = [(seat.player, seat.side, None) for seat in crown.state(match).match.seats]
    card = crown.state(match).match.card
    with crown.db() as db, writing(db, crown.id):
        (device,) = db.execute("SELECT id FROM devices WHERE club = ?", [crown.id]).fetchone()
        for n in range(70):
            by = Author(device, crown.state(match).match.started_at if n % 2 else "2020-01-06T20:00:00Z")
            add_match(db, crown.id, Setup(card, seats), f"k{n}", by)
    found = pages(crown.manager, crown.home, "More matches")
    listed = {href for href in hrefs(found, "/matches/") if not href.endswith("/new")}
    assert (len(found), len(listed)) == (2, 71)


def test_a_match_of_many_rounds(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=1000)
    ann, bob = (seat.player for seat in crown.state(match).match.seats)
    end = RoundEnd("out", ann, None, None, None, None, (Hand(bob, None, 1),))
    with crown.db() as db, writing(db, crown.id):
        (device,) = db.execute("SELECT id FROM devices WHERE club = ?", [crown.id]).fetchone()
        new = [NewMatchEvent(end, n, new_id(), "many") for n in range(1, 131)]
        add_events(db, crown.id, match, new, Author(device, AT))
    found = pages(crown.manager, crown.at(match), "Earlier rounds")
    corrections = [href for href in hrefs(found, "/rounds/") if href.rsplit("/", 1)[1].isdigit()]
    assert (len(found), len(corrections)) == (3, 130)
    second = crown.manager.ask(crown.at(match, "?page=2")).get_data(as_text=True)
    assert f"{crown.at(match)}/state?way=" in second
    assert "page=2" in second.split("data-live=")[1].split(">")[0]
    assert crown.manager.ask(crown.at(match, "?page=nonsense")).status_code == 200
    assert crown.manager.ask(crown.at(match, f"?page={10**30}")).status_code == 200
